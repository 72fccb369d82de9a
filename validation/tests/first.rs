//! What warps wait for when a launch reads its first constants (`micro/h200/first`): operands, loads, both, and a
//! kernel's usual beginning, on one SM and on all, beside what the same machine code took on an H200.

#[path = "timed/series.rs"]
mod series;
mod timed;

use series::printed_by_case;
use sim_validation::truth::TruthSet;
use timed::{folder, out};

/// Clocks that each thread stores.
const CLOCKS: usize = 16;

/// Cycles from clock to clock in the mean of all warps.
fn steps(set: &TruthSet, name: &str, count: usize) -> Vec<f64> {
    let entry = set.entries.iter().find(|entry| entry.case.name == name);
    let clocks = out(set, entry.expect("a case"), 1, &[]);
    let warps: Vec<&[u32]> = clocks.chunks(32 * CLOCKS).collect();
    let step = |at: usize| {
        let of_warp = |warp: &&[u32]| f64::from(warp[at + 1].wrapping_sub(warp[at]));
        warps.iter().map(of_warp).sum::<f64>() / warps.len() as f64
    };
    (0..count).map(step).collect()
}

#[test]
fn constants_that_a_launch_reads_first_come_as_late_as_on_the_gpu() {
    let set = TruthSet::read(&folder("first")).expect("the set is readable");
    let mut errors: Vec<(f64, String)> = Vec::new();
    for (case, measured) in printed_by_case("first") {
        // Whole kernels: which of their steps is the longer hangs on the SM's place in its GPC.
        let simulated: f64 = steps(&set, &case, measured.len()).iter().sum();
        let measured = f64::from(measured.iter().sum::<u32>());
        let error = 100.0 * (simulated / measured - 1.0);
        println!("{case}: {simulated:.0} for {measured:.0}, {error:.1} %");
        errors.push((error, case));
    }
    assert_eq!(errors.len(), 80);
    let mean = errors
        .iter()
        .map(|(error, _)| f64::abs(*error))
        .sum::<f64>()
        / 80.0;
    println!("{mean:.2} %");
    assert!(mean < 5.8, "{mean} {errors:?}");
    let worst = errors
        .iter()
        .map(|(error, _)| f64::abs(*error))
        .fold(0.0, f64::max);
    assert!(worst < 22.0, "{worst} {errors:?}");
}
