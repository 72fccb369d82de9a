//! What straight-line code waits for that a launch reads for the first time (`micro/h200/cold`), on one SM and on all.

#[path = "timed/series.rs"]
mod series;
mod timed;

use series::printed_by_case;
use sim_validation::truth::TruthSet;
use timed::{folder, out};

/// Clocks that each thread stores.
const CLOCKS: usize = 16;

/// Cycles from clock to clock in the mean of all warps.
fn steps(set: &TruthSet, name: &str) -> Vec<f64> {
    let entry = set.entries.iter().find(|entry| entry.case.name == name);
    let clocks = out(set, entry.expect("a case"), 1, &[]);
    let warps: Vec<&[u32]> = clocks.chunks(32 * CLOCKS).collect();
    let step = |at: usize| {
        let of_warp = |warp: &&[u32]| f64::from(warp[at + 1].wrapping_sub(warp[at]));
        warps.iter().map(of_warp).sum::<f64>() / warps.len() as f64
    };
    (0..CLOCKS - 1).map(step).collect()
}

#[test]
fn code_that_nobody_has_read_comes_as_fast_as_on_the_gpu() {
    let set = TruthSet::read(&folder("cold")).expect("the set is readable");
    // Of more than four warps most find what others have fetched: there the order of warps counts.
    let few = |(case, _): &(String, Vec<u32>)| !case.ends_with("_w16");
    let mut errors: Vec<(f64, String)> = Vec::new();
    for (case, measured) in printed_by_case("cold").into_iter().filter(few) {
        let simulated: f64 = steps(&set, &case).iter().sum();
        let measured = f64::from(measured.iter().sum::<u32>());
        let error = 100.0 * (simulated / measured - 1.0);
        println!("{case}: {simulated:.0} for {measured:.0}, {error:.1} %");
        errors.push((error, case));
    }
    assert_eq!(errors.len(), 36);
    let sizes = errors.iter().map(|(error, _)| f64::abs(*error));
    let mean = sizes.clone().sum::<f64>() / 36.0;
    println!("{mean:.2} %");
    assert!(mean < 10.0, "{mean} {errors:?}");
    let worst = sizes.fold(0.0, f64::max);
    assert!(worst < 31.0, "{worst} {errors:?}");
}
