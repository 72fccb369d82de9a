//! Who waits before the ADU and behind it (`micro/h200/adu`): warps that ask for constants and indices without waiting for
//! them, on one SM and on all, beside what the same machine code took on the GPU.

#[path = "timed/series.rs"]
mod series;
mod timed;

use series::printed_by_case;
use sim_validation::truth::TruthSet;
use timed::{folder, out};

/// Clocks that each thread stores.
const CLOCKS: usize = 16;

/// Cycles from clock to clock in the mean of the first block's warps.
fn steps(set: &TruthSet, name: &str, count: usize) -> Vec<f64> {
    let entry = set.entries.iter().find(|entry| entry.case.name == name);
    let entry = entry.expect("a case");
    let clocks = out(set, entry, 1, &[]);
    let warps = entry.case.block[0] as usize / 32;
    let warps: Vec<&[u32]> = clocks.chunks(32 * CLOCKS).take(warps).collect();
    let step = |at: usize| {
        let of_warp = |warp: &&[u32]| f64::from(warp[at + 1].wrapping_sub(warp[at]));
        warps.iter().map(of_warp).sum::<f64>() / warps.len() as f64
    };
    (0..count).map(step).collect()
}

#[test]
fn warps_wait_before_the_adu_for_those_that_wait_behind_it() {
    let set = TruthSet::read(&folder("adu")).expect("the set is readable");
    let mut errors: Vec<(f64, String)> = Vec::new();
    for (case, measured) in printed_by_case("adu") {
        let simulated: f64 = steps(&set, &case, measured.len()).iter().sum();
        let measured = f64::from(measured.iter().sum::<u32>());
        let error = 100.0 * (simulated / measured - 1.0);
        println!("{case}: {simulated:.0} for {measured:.0}, {error:.1} %");
        errors.push((error, case));
    }
    assert_eq!(errors.len(), 90);
    let sizes = errors.iter().map(|(error, _)| f64::abs(*error));
    let mean = sizes.clone().sum::<f64>() / 90.0;
    println!("{mean:.2} %");
    assert!(mean < 9.1, "{mean} {errors:?}");
    // Lone warps whose code comes late in one of the four launches, and five lines at once.
    let worst = sizes.fold(0.0, f64::max);
    assert!(worst < 36.0, "{worst} {errors:?}");
}
