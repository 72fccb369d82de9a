//! The workloads as an H200 ran them: both compilers' code leaves what the GPU left.

use sim_core::config::GpuConfig;
use sim_core::engine::EngineOptions;
use sim_validation::run::run;
use sim_validation::truth::{Entry, TruthSet};
use std::path::Path;
use std::sync::Arc;

/// The sets, how many cases each has at least, and up to how many bytes of buffers
/// a case is run in a test.
const SETS: [(&str, usize, u64); 2] = [("workloads", 40, 4 << 20), ("courses", 179, 400 << 10)];

fn set(name: &str) -> TruthSet {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("truth/h200")
        .join(name);
    TruthSet::read(&folder).expect("the set is readable")
}

/// Whether two launches of the case left the same on the GPU.
fn repeatable(entry: &Entry) -> bool {
    let measured = entry.measured.as_ref();
    measured.is_some_and(|measured| !measured.nondeterministic_output)
}

#[test]
fn every_launch_was_measured_with_its_spread_and_names_its_source() {
    for (name, least, _) in SETS {
        every_launch_was_measured(&set(name), least);
    }
}

fn every_launch_was_measured(set: &TruthSet, least: usize) {
    assert!(set.entries.len() >= least, "{}", set.entries.len());
    assert!(set.entries.iter().filter(|e| !repeatable(e)).count() < least / 10);
    // Launches past the L1 or with a limit of registers run variants, which no source names.
    let named = set.entries.iter().filter(|e| e.case.source.is_some());
    assert!(named.count() >= set.entries.len() * 9 / 10);
    for entry in &set.entries {
        let name = &entry.case.name;
        let measured = entry.measured.as_ref().unwrap_or_else(|| panic!("{name}"));
        assert!(measured.attributes.is_some_and(|a| a.regs > 0), "{name}");
        assert_eq!(
            entry.repeat.as_ref().map(|r| r.cycles.len()),
            Some(6),
            "{name}"
        );
    }
}

#[test]
fn both_compilers_code_leaves_what_the_gpu_left() {
    for (name, least, bytes) in SETS {
        both_leave_the_same(&set(name), least / 3, bytes);
    }
}

fn both_leave_the_same(set: &TruthSet, least: usize, bytes: u64) {
    let gpu = Arc::new(GpuConfig::built_in("h200").expect("it comes with the simulator"));
    let options = EngineOptions {
        functional: true,
        threads: 1,
        ..EngineOptions::default()
    };
    let small: Vec<&Entry> = set
        .entries
        .iter()
        .filter(|e| e.buffer_bytes() <= bytes && repeatable(e))
        .collect();
    assert!(small.len() >= least, "{}", small.len());
    for entry in small {
        let name = &entry.case.name;
        let ran = run(set, entry, &gpu, &options).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(ran.comparison.buffers_right(), Some(true), "ptxas's {name}");
        if let Some(ours) = ran.ours {
            let ours = ours.unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(ours.buffers_right(), Some(true), "our {name}");
        }
    }
}
