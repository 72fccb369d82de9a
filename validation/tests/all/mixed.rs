//! Random kernels of all types and operations (`micro/mixed`) leave what they left on the GPU, bit for bit.

use sim_core::config::GpuConfig;
use sim_core::engine::EngineOptions;
use sim_validation::suite::{SuiteOptions, run_all};
use sim_validation::truth::TruthSet;
use std::path::Path;
use std::sync::Arc;

fn all_right(functional: bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("micro/mixed");
    let set = TruthSet::read(&folder).expect("the set is readable");
    let all: Vec<_> = set.entries.iter().collect();
    assert_eq!(all.len(), 26);
    let options = SuiteOptions {
        gpu: Arc::new(GpuConfig::built_in("h200").expect("built in")),
        engine: EngineOptions {
            functional,
            ..EngineOptions::default()
        },
    };
    for case in run_all(&set, &all, &options, &|_, _, _| ()) {
        let name = &case.entry.case.name;
        let done = case.outcome.unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(done.comparison.buffers_right(), Some(true), "{name}");
    }
}

#[test]
fn random_kernels_leave_what_they_left_on_the_gpu() {
    all_right(false);
}

#[test]
fn so_they_do_without_latencies() {
    all_right(true);
}
