//! The microbenchmark set: every conversion, rounding and saturation, and
//! arithmetic at its edges, leaves what it left on the GPU, and the groups of a
//! diverged warp run as they ran there.

use sim_core::config::GpuConfig;
use sim_core::engine::EngineOptions;
use sim_validation::compare::CaseComparison;
use sim_validation::suite::{SuiteOptions, run_all};
use sim_validation::truth::{Entry, TruthSet};
use std::path::Path;
use std::sync::Arc;

/// Runs all cases of a group for their results alone.
fn run(group: &str, count: usize) -> Vec<CaseComparison> {
    let engine = EngineOptions {
        functional: true,
        ..EngineOptions::default()
    };
    let chosen = |entry: &Entry| entry.case.group.as_deref() == Some(group);
    run_chosen(engine, count, chosen)
}

/// Runs so many cases, whose buffers must all be right.
fn run_chosen(
    engine: EngineOptions,
    count: usize,
    wanted: impl Fn(&Entry) -> bool,
) -> Vec<CaseComparison> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("micro/h200");
    let set = TruthSet::read(&folder).expect("the set is readable");
    let chosen: Vec<_> = set.entries.iter().filter(|entry| wanted(entry)).collect();
    assert_eq!(chosen.len(), count);
    let options = SuiteOptions {
        gpu: Arc::new(GpuConfig::built_in("h200").expect("built in")),
        engine,
    };
    let done = run_all(&set, &chosen, &options, &|_, _, _| ()).into_iter();
    let done = done.map(|case| {
        let name = &case.entry.case.name;
        let done = case.outcome.unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_ne!(done.comparison.buffers_right(), Some(false), "{name}");
        done.comparison
    });
    done.collect()
}

#[test]
fn conversions_and_arithmetic_at_their_edges_are_the_gpus_bit_for_bit() {
    all_right(run("convert", 17));
}

#[test]
fn packed_minima_and_maxima_are_the_gpus_bit_for_bit() {
    all_right(run("packed", 132));
}

fn all_right(cases: Vec<CaseComparison>) {
    for case in cases {
        assert_eq!(case.buffers_right(), Some(true), "{}", case.case);
    }
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

/// One warp on each SM: nothing depends on whose turn it is. The ADU takes
/// returns, indirect branches, and twice what finds its constant not there.
#[test]
fn calls_and_indirect_branches_of_lone_warps_count_as_on_the_gpu() {
    const ADU: &str = "sm__inst_executed_pipe_adu.sum";
    let lone = ["call_short_1", "call_deep_1", "call_half_1"];
    let wanted = |entry: &Entry| {
        let name = entry.case.name.as_str();
        lone.contains(&name) || name.starts_with("indirect_") && name.ends_with("_w1")
    };
    for case in run_chosen(EngineOptions::default(), 8, wanted) {
        let wrong: Vec<_> = case.wrong_exact().collect();
        assert!(wrong.is_empty(), "{}: {wrong:?}", case.case);
        let adu = case.metrics.iter().find(|one| one.metric == ADU);
        let (ours, measured) = adu.and_then(|one| one.both()).expect(ADU);
        assert_eq!(ours, measured, "{}", case.case);
    }
}
