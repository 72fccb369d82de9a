//! Kernels whose warps read the clock between their instructions and store all that they read.

use super::series::printed_by_case;
use super::{folder, out};
use sim_validation::truth::TruthSet;

/// Clocks that each thread stores.
const CLOCKS: usize = 16;

/// Which warps a program's numbers are the mean of.
#[derive(Clone, Copy)]
pub enum Of {
    AllBlocks,
    FirstBlock,
}

/// How far a program's launches may be off, in percent of all their steps.
pub struct Limits {
    pub launches: usize,
    pub mean: f64,
    pub worst: f64,
}

/// Holds the launches of a program whose names fit to what was measured: as whole launches, as which of their steps is
/// the longer hangs on the SM's place in its GPC.
pub fn hold(program: &str, of: Of, fits: impl Fn(&str) -> bool, limits: &Limits) {
    let set = TruthSet::read(&folder(program)).expect("the set is readable");
    let mut errors: Vec<(f64, String)> = Vec::new();
    let printed = printed_by_case(program).into_iter();
    for (case, measured) in printed.filter(|(case, _)| fits(case)) {
        let simulated: f64 = steps(&set, &case, of, measured.len()).iter().sum();
        let measured = f64::from(measured.iter().sum::<u32>());
        let error = 100.0 * (simulated / measured - 1.0);
        println!("{case}: {simulated:.0} for {measured:.0}, {error:.1} %");
        errors.push((error, case));
    }
    assert_eq!(errors.len(), limits.launches);
    let sizes = errors.iter().map(|(error, _)| f64::abs(*error));
    let mean = sizes.clone().sum::<f64>() / errors.len() as f64;
    let worst = sizes.fold(0.0, f64::max);
    println!("{mean:.2} % in the mean, {worst:.1} % at worst");
    assert!(mean < limits.mean, "{mean} {errors:?}");
    assert!(worst < limits.worst, "{worst} {errors:?}");
}

/// Cycles from clock to clock in the mean of warps.
fn steps(set: &TruthSet, name: &str, of: Of, count: usize) -> Vec<f64> {
    let entry = set.entries.iter().find(|entry| entry.case.name == name);
    let entry = entry.expect("a case");
    let clocks = out(set, entry, 1, &[]);
    let warps = match of {
        Of::AllBlocks => clocks.len(),
        Of::FirstBlock => entry.case.block[0] as usize / 32,
    };
    let warps: Vec<&[u32]> = clocks.chunks(32 * CLOCKS).take(warps).collect();
    let step = |at: usize| {
        let of_warp = |warp: &&[u32]| f64::from(warp[at + 1].wrapping_sub(warp[at]));
        warps.iter().map(of_warp).sum::<f64>() / warps.len() as f64
    };
    (0..count).map(step).collect()
}
