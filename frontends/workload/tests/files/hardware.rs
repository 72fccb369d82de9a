//! What the workloads assert of the simulator also holds on the real GPU.
//!
//! `data/h200.json` holds what Nsight Compute counted on an H200 (metrics of whole launches,
//! caches flushed) for CUDA kernels of the same algorithms, shapes and sizes; the divergence
//! kernels do other arithmetic in their branches. Counters that were not measured there leave
//! an assertion unjudged, and the test says which.

use serde_json::Value;
use sim_workload::assertion::{Counters, check};
use sim_workload::document::Document;
use sim_workload::parameters::Override;
use sim_workload::plan::{Subject, plan};
use std::path::Path;

/// What was measured, by launch and metric.
struct Measured(Value);

impl Measured {
    fn raw(&self, launch: &str, metric: &str) -> Option<f64> {
        self.0.get(launch)?.get(metric)?.as_f64()
    }
}

impl Counters for Measured {
    fn counter(&self, launch: &str, counter: &str) -> Option<f64> {
        let name = sim_core::metrics::find(counter)?.name;
        let ratio = |part: &str, whole: &str| {
            let metric = |what: &str| format!("l1tex__t_{what}.sum");
            Some(self.raw(launch, &metric(part))? / self.raw(launch, &metric(whole))?)
        };
        let global = "pipe_lsu_mem_global_op";
        let sectors_per_request = |op: &str| {
            ratio(
                &format!("sectors_{global}_{op}"),
                &format!("requests_{global}_{op}"),
            )
        };
        match name {
            "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio" => {
                sectors_per_request("ld")
            }
            "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio" => {
                sectors_per_request("st")
            }
            "l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct" => {
                let hits = format!("sectors_{global}_ld_lookup_hit");
                Some(100.0 * ratio(&hits, &format!("sectors_{global}_ld"))?)
            }
            name => self.raw(launch, name),
        }
    }
}

/// Judges a workload's assertions by the measurements; returns those without a judgement.
fn unjudged(name: &str, overrides: &[&str]) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = root.join(format!("../../workloads/{name}.ron"));
    let document = Document::read(&file).unwrap_or_else(|e| panic!("{e}"));
    let overrides: Vec<Override> = overrides.iter().map(|o| o.parse().expect(o)).collect();
    let plan = plan(&document, &overrides).unwrap_or_else(|e| panic!("{e}"));
    let text = std::fs::read_to_string(root.join("tests/data/h200.json")).expect("it exists");
    let mut all: Value = serde_json::from_str(&text).expect("it is JSON");
    let measured = Measured(all[name].take());
    let mut unjudged = Vec::new();
    for expectation in &plan.expectations {
        let Subject::Assertion(assertion) = &expectation.subject else {
            continue;
        };
        match check(assertion, &plan.parameters, &measured) {
            Ok(result) => assert!(result.holds, "{name}: {} ({result:?})", expectation.text),
            Err(_) => unjudged.push(expectation.text.clone()),
        }
    }
    unjudged
}

/// The excess of wavefronts by source line, which was not measured.
const EXCESSIVE: &str = "derived__memory_l1_wavefronts_shared_excessive(";

fn only_excess_is_unjudged(name: &str, overrides: &[&str]) {
    let left = unjudged(name, overrides);
    assert!(
        left.iter().all(|text| text.starts_with(EXCESSIVE)),
        "{left:?}"
    );
}

#[test]
fn what_transpose_asserts_holds_on_an_h200() {
    only_excess_is_unjudged("transpose", &["W=2048", "H=2048"]);
}

#[test]
fn what_vec_add_asserts_holds_on_an_h200() {
    assert_eq!(unjudged("vec_add", &[]), [""; 0]);
}

#[test]
fn what_banks_asserts_holds_on_an_h200() {
    only_excess_is_unjudged("banks", &["BLOCKS=792", "ITERS=64"]);
}

#[test]
fn what_divergence_asserts_holds_on_an_h200() {
    let left = unjudged("divergence", &["N=2048 * 256"]);
    let lock = "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum(lock) >= 32 * LOCK_BLOCKS";
    assert_eq!(left, [lock]);
}
