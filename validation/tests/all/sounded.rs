//! How long a lone load waits beside SMs that read DRAM, and rounds of random lines, beside what the same machine code took on an
//! H200 (`micro/h200/sounded`).

use crate::timed::series::printed_behind;
use crate::timed::{folder, hold_errors, out};
use sim_validation::truth::TruthSet;

/// By how many percent a launch's times are off in the mean. Of each warp's first and last some do not count.
fn error(name: &str) -> f64 {
    let (rounds, first, last) = match name.starts_with("lines") {
        true => (24, 4, 20),
        false => (100, 20, 100),
    };
    let set = TruthSet::read(&folder("sounded")).expect("the set is readable");
    let entry = set.entries.iter().find(|entry| entry.case.name == name);
    // On the GPU other loads have emptied the L2 before.
    let out = out(&set, entry.expect(name), 1, &[("l2.dirty_before", "0")]);
    let counted = out.chunks(rounds).flat_map(|warp| &warp[first..last]);
    let (sum, count) = counted.fold((0.0, 0.0), |(sum, count), &cycles| {
        (sum + f64::from(cycles), count + 1.0)
    });
    let measured = printed_behind("sounded", name)[0];
    let error = 100.0 * (sum / count / measured - 1.0);
    println!("{name}: {:.0} for {measured}, {error:+.1} %", sum / count);
    error
}

/// That the bus serves others first is felt behind the row's time, not within it.
#[test]
fn a_lone_load_waits_for_others_reads_as_on_the_gpu() {
    assert!(error("miss_near_256_12").abs() < 3.0);
    assert!(error("lines_8").abs() < 2.5);
    assert!(error("lines_1").abs() < 2.5);
}

/// With many rounds on their way, but not so many that DRAM is always busy, they wait for each other less than on the GPU
/// (DEVIATIONS: DRAM with half of its bandwidth asked for and more).
#[test]
#[ignore = "slow: a check of .ci/full"]
fn lone_loads_and_rounds_beside_few_and_many_warps() {
    let mut errors = Vec::new();
    for pieces in ["near_128", "near_256", "near_2048", "both_256"] {
        for warps in [1, 8, 16] {
            errors.push(error(&format!("miss_{pieces}_{warps}")));
        }
    }
    hold_errors(&errors, 12, 4.0, 6.0);
    for (warps, early) in [(4, 0.0), (12, 5.0), (16, 9.0), (24, 14.0), (32, 12.0)] {
        let error = error(&format!("lines_{warps}"));
        assert!((-early..4.0).contains(&error), "{warps}: {error}");
    }
}
