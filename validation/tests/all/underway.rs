//! How long rounds of loads take that DRAM answers, with few or many of them on their way, beside what the same machine code
//! took on an H200 (`micro/h200/underway`).

use crate::timed::series::printed_behind;
use crate::timed::{folder, out};
use sim_validation::truth::TruthSet;

/// Rounds of a warp at its beginning and at its end that do not count.
const EDGE: usize = 4;

/// By how many percent a launch's rounds are off in the mean.
fn error(kernel: &str, warps: usize) -> f64 {
    let name = format!("{kernel}_132_{warps}");
    let set = TruthSet::read(&folder("underway")).expect("the set is readable");
    let entry = set.entries.iter().find(|entry| entry.case.name == name);
    // On the GPU other loads have emptied the L2 before.
    let out = out(&set, entry.expect(&name), 1, &[("l2.dirty_before", "0")]);
    let rounds = out.len() / 132 / warps;
    let counted = out
        .chunks(rounds)
        .flat_map(|warp| &warp[EDGE..rounds - EDGE]);
    let (sum, count) = counted.fold((0.0, 0.0), |(sum, count), &cycles| {
        (sum + f64::from(cycles), count + 1.0)
    });
    let measured = printed_behind("underway", &name)[0];
    let error = 100.0 * (sum / count / measured - 1.0);
    println!("{name}: {:.0} for {measured}, {error:.1} %", sum / count);
    error
}

/// This chip takes 16 to 30 cycles longer than another for a load alone, 2 to 4 % of what is measured.
#[test]
fn few_loads_take_as_long_as_on_the_gpu() {
    for kernel in ["stream", "pieces", "apart", "wide"] {
        let error = error(kernel, 1);
        assert!(error.abs() < 6.0, "{kernel}: {error}");
    }
}

/// They wait for less than on the GPU.
#[test]
fn loads_wait_for_dram_long_before_it_is_always_busy() {
    for (kernel, warps, most) in [
        ("stream", 4, 5.0),
        ("stream", 8, 7.0),
        ("pieces", 4, 7.5),
        ("pieces", 8, 11.0),
        ("wide", 16, 4.5),
        ("wide", 32, 5.0),
    ] {
        let error = error(kernel, warps);
        assert!(error < 0.0 && error > -most, "{kernel} {warps}: {error}");
    }
}

#[test]
#[ignore = "slow: a check of .ci/full"]
fn many_loads_come_as_fast_as_dram_gives_them() {
    for kernel in ["stream", "pieces"] {
        let error = error(kernel, 16);
        assert!(error.abs() < 2.5, "{kernel}: {error}");
    }
}
