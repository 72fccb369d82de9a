//! The microbenchmark set: every conversion, rounding and saturation, and
//! arithmetic at its edges, leaves what it left on the GPU, and the groups of a
//! diverged warp run as they ran there.

use sim_core::config::GpuConfig;
use sim_core::engine::EngineOptions;
use sim_validation::compare::CaseComparison;
use sim_validation::suite::{SuiteOptions, run_all};
use sim_validation::truth::TruthSet;
use std::path::Path;
use std::sync::Arc;

/// Runs the cases of a group, whose buffers must all be right.
fn run(group: &str, count: usize) -> Vec<CaseComparison> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("micro/h200");
    let set = TruthSet::read(&folder).expect("the set is readable");
    let entries = set.entries.iter();
    let chosen: Vec<_> = entries
        .filter(|entry| entry.case.group.as_deref() == Some(group))
        .collect();
    assert_eq!(chosen.len(), count);
    let options = SuiteOptions {
        gpu: Arc::new(GpuConfig::built_in("h200").expect("built in")),
        engine: EngineOptions {
            functional: true,
            ..EngineOptions::default()
        },
    };
    let done = run_all(&set, &chosen, &options, &|_, _, _| ()).into_iter();
    let done = done.map(|case| {
        let name = &case.entry.case.name;
        let done = case.outcome.unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(done.comparison.buffers_right(), Some(true), "{name}");
        done.comparison
    });
    done.collect()
}

#[test]
fn conversions_and_arithmetic_at_their_edges_are_the_gpus_bit_for_bit() {
    run("convert", 17);
}

#[test]
fn packed_minima_and_maxima_are_the_gpus_bit_for_bit() {
    run("packed", 132);
}

/// What the lanes of a warp that wait at a WARPSYNC execute once more, we do not.
const MEET_AT_WARPSYNC: [&str; 2] = ["diverge_loop_sleep", "diverge_sync_arms"];

#[test]
fn groups_of_diverged_warps_run_in_the_gpus_order_and_as_many_instructions() {
    for case in run("diverge", 13) {
        let compared = case.metrics.iter().filter(|one| {
            one.metric.starts_with("smsp__inst_executed")
                || one.metric.starts_with("smsp__thread_inst_executed")
        });
        let wrong = compared.filter(|one| one.both().is_some_and(|(a, b)| a != b));
        let wrong = wrong.count();
        let known = MEET_AT_WARPSYNC.contains(&case.case.as_str());
        assert_eq!(wrong != 0, known, "{}: {wrong}", case.case);
    }
}
