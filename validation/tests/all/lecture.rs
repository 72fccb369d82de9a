//! Cases of the lecture set in the timing engine: what is left in memory is
//! what the GPU left there, bit for bit, and counters that do not depend on
//! time are equal.
//!
//! The longest case of each group that takes at most 200,000 warp
//! instructions, and of groups that have none the shortest if it is nearly
//! that; `sim validate` runs the others.

use sim_core::config::GpuConfig;
use sim_core::engine::EngineOptions;
use sim_validation::run::run;
use sim_validation::suite::{SuiteOptions, run_all};
use sim_validation::truth::{Entry, TruthSet};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Warp instructions of a case that is quick to run.
const QUICK: u64 = 200_000;
/// Warp instructions of a case that stands for a group of long ones.
const NEARLY_QUICK: u64 = 2_700_000;

fn lecture() -> TruthSet {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("truth/h200/lecture");
    TruthSet::read(&folder).expect("the set is readable")
}

fn h200(functional: bool) -> SuiteOptions {
    SuiteOptions {
        gpu: Arc::new(GpuConfig::built_in("h200").expect("built in")),
        engine: EngineOptions {
            functional,
            ..EngineOptions::default()
        },
    }
}

fn is_comparable(entry: &Entry) -> bool {
    !entry.is_racy()
}

/// A case of each group.
fn one_per_group(set: &TruthSet) -> Vec<&Entry> {
    let mut groups: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    for entry in set.entries.iter().filter(|entry| is_comparable(entry)) {
        let group = entry.case.group.as_deref().expect("every case has a group");
        groups.entry(group).or_default().push(entry);
    }
    groups
        .values()
        .filter_map(|group| stands_for(group))
        .collect()
}

fn stands_for<'a>(group: &[&'a Entry]) -> Option<&'a Entry> {
    let quick = group.iter().filter(|entry| entry.length() <= QUICK);
    let longest = quick.max_by_key(|entry| entry.length());
    let shortest = group.iter().min_by_key(|entry| entry.length());
    longest
        .or(shortest.filter(|entry| entry.length() <= NEARLY_QUICK))
        .copied()
}

#[test]
fn a_case_of_each_group_leaves_and_counts_what_the_gpu_does() {
    let set = lecture();
    let chosen = one_per_group(&set);
    assert!(chosen.len() >= 15, "{} of 17 groups", chosen.len());
    for case in run_all(&set, &chosen, &h200(false), &|_, _, _| ()) {
        let name = &case.entry.case.name;
        let done = case.outcome.unwrap_or_else(|why| panic!("{name}: {why}"));
        let done = done.comparison;
        assert_eq!(
            done.buffers_right(),
            Some(true),
            "{name}: {:?}",
            done.buffers
        );
        let wrong: Vec<_> = done.wrong_exact().collect();
        assert!(wrong.is_empty(), "{name}: {wrong:#?}");
        let ratio = done
            .cycles()
            .and_then(|c| c.ratio())
            .expect("both have cycles");
        assert!((0.5..2.0).contains(&ratio), "{name}: cycles off by {ratio}");
    }
}

#[test]
fn a_set_gives_the_same_answers_for_any_number_of_threads_and_little_memory() {
    let set = lecture();
    let names = [
        "one_store_10000_b32",
        "atomic_inc_one",
        "bad_kernel_32k",
        "empty_1_b32",
    ];
    let chosen: Vec<_> = names.iter().filter_map(|name| set.entry(name)).collect();
    let answers = |threads, max_memory| {
        let mut options = h200(false);
        options.engine.threads = threads;
        options.engine.max_memory = max_memory;
        let cases = run_all(&set, &chosen, &options, &|_, _, _| ());
        let comparison = |case: &sim_validation::suite::Finished| {
            case.outcome.as_ref().expect("it runs").comparison.clone()
        };
        cases.iter().map(comparison).collect::<Vec<_>>()
    };
    let alone = answers(1, 4 << 30);
    assert_eq!(alone, answers(3, 4 << 30));
    assert_eq!(alone, answers(3, 200 << 20));
}

#[test]
fn a_case_that_cannot_run_is_an_answer_with_its_reason() {
    let set = lecture();
    let chosen: Vec<_> = ["bad_kernel_32k", "empty_1_b32"]
        .iter()
        .filter_map(|name| set.entry(name))
        .collect();
    let mut options = h200(true);
    options.engine.max_memory = 1 << 20;
    let cases = run_all(&set, &chosen, &options, &|_, _, _| ());
    let why = cases[0].outcome.as_ref().expect_err("125 MiB are needed");
    assert!(
        why.contains("bad_kernel_32k") && why.contains("memory"),
        "{why}"
    );
    assert!(cases[1].outcome.is_ok());
}

#[test]
fn a_launch_that_finds_caches_filled_is_refused() {
    let set = lecture();
    let mut entry = set.entry("empty_1_b32").expect("case").clone();
    entry.case.warm = true;
    let options = h200(false);
    let refused = run(&set, &entry, &options.gpu, &options.engine);
    let why = refused.expect_err("warm").to_string();
    assert!(why.contains("warm launch"), "{why}");
}

#[test]
fn a_set_without_measurements_is_run_and_predicted() {
    let set = lecture();
    let mut entry = set.entry("one_store_10000_b32").expect("case").clone();
    entry.measured = None;
    entry.repeat = None;
    let cases = run_all(&set, &[&entry], &h200(false), &|_, _, _| ());
    let done = &cases[0].outcome.as_ref().expect("it runs").comparison;
    assert_eq!(done.buffers_right(), None);
    let cycles = done.cycles().expect("predicted");
    assert!(cycles.simulated.is_some() && cycles.measured.is_none());
}
