//! What DRAM has read and written when a launch ends that leaves lines of the L2 in parts, and its cycles, beside an H200's
//! (`micro/h200/completed`): lines that have been completed are written back while there is time, by turns with reads, and at
//! once if they are stored to again.

use crate::timed::series::printed_behind;
use crate::timed::{counted, folder, h200_run};
use sim_core::engine::EngineOptions;
use sim_validation::truth::TruthSet;

/// Megabytes read and written, and cycles.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Moved([f64; 3]);

impl Moved {
    /// What the GPU's program printed.
    fn measured(name: &str) -> Moved {
        let numbers = printed_behind("completed", name);
        Moved(numbers.try_into().expect("three numbers"))
    }

    fn simulated(set: &TruthSet, name: &str, options: EngineOptions) -> Moved {
        let report = counted(h200_run(&[], options), set, name);
        let metric = |name: &str| report.metric(name).expect("counted");
        let megabytes = |name: &str| metric(name) / f64::from(1 << 20);
        Moved([
            megabytes("dram__bytes_read.sum"),
            megabytes("dram__bytes_write.sum"),
            metric("gpc__cycles_elapsed.max"),
        ])
    }
}

/// How far launches are from the GPU's in the mean: megabytes read, megabytes written, share of the cycles.
fn off(names: &[&str]) -> [f64; 3] {
    let set = TruthSet::read(&folder("completed")).expect("the set is readable");
    let simulated = |name| Moved::simulated(&set, name, EngineOptions::default());
    let mut sum = [0.0; 3];
    for name in names {
        let (Moved(got), Moved(wanted)) = (simulated(name), Moved::measured(name));
        println!("{name}: {got:.2?}, measured {wanted:?}");
        let apart = [0, 1, 2].map(|n| (got[n] - wanted[n]).abs());
        sum[0] += apart[0];
        sum[1] += apart[1];
        sum[2] += apart[2] / wanted[2];
    }
    sum.map(|sum| sum / names.len() as f64)
}

#[test]
fn completed_lines_are_written_back_while_there_is_time() {
    let [read, written, cycles] = off(&["stores_16_8", "loads_16_1", "loads_16_64", "hits_16"]);
    assert!(
        read < 1.5 && written < 1.5 && cycles < 0.08,
        "{read} {written} {cycles}"
    );
}

/// Of sectors to which other words are stored when they have been completed no more is written back.
#[test]
fn what_is_stored_to_a_completed_sector_waits_for_its_own_turn() {
    let [read, written, _] = off(&["scattered_16_4"]);
    assert!(read < 0.3 && written < 0.3, "{read} {written}");
}

/// A second store to a line makes all that is completed go to DRAM at once, whatever it is for.
#[test]
fn lines_that_are_stored_to_again_take_longer() {
    let names = [
        "again_16_1_4_1",
        "again_16_1_4_2",
        "other_16_4_8192",
        "some_16_4",
    ];
    let [read, written, cycles] = off(&names);
    assert!(
        read < 1.0 && written < 1.3 && cycles < 0.1,
        "{read} {written} {cycles}"
    );
}

/// When it is looked whether there is time does not hang on how time is cut.
#[test]
fn shorter_epochs_write_the_same() {
    let set = TruthSet::read(&folder("completed")).expect("the set is readable");
    let [one, third] = [1, 3].map(|epoch_divisor| {
        let options = EngineOptions {
            epoch_divisor,
            ..EngineOptions::default()
        };
        Moved::simulated(&set, "loads_16_64", options)
    });
    assert_eq!(one, third);
}

#[test]
#[ignore = "slow: a check of .ci/full"]
fn all_launches_of_16_and_32_mb() {
    let printed = crate::timed::printed("completed");
    let names = printed.lines().filter_map(|line| line.split(' ').next());
    let (again, once): (Vec<&str>, Vec<&str>) = names.partition(|name| {
        let kinds = ["again_", "other_", "some_", "pieces_", "behind_"];
        kinds.iter().any(|kind| name.starts_with(kind))
    });
    for (names, limits) in [(once, [0.7, 2.4, 0.06]), (again, [0.7, 2.0, 0.1])] {
        let off = off(&names);
        assert!((0..3).all(|n| off[n] < limits[n]), "{off:?} of {names:?}");
    }
}
