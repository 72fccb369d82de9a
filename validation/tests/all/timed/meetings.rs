//! Blocks whose warps meet again and again and time themselves, on one SM: what the turns of a second launch take
//! beyond those of a first, in the mean of all threads, beside what the GPU's program printed.

use super::alone::one_sm;
use super::{folder, left, printed};
use sim_validation::truth::TruthSet;

/// By how many percent each case of a program is off, whose two launches take so many `turns` and of which a line
/// tells the cycles of one of the `parts` of a turn.
pub fn errors(program: &str, turns: [u32; 2], parts: u32) -> Vec<f64> {
    let set = TruthSet::read(&folder(program)).expect("the set is readable");
    let of_part = |case: &str| {
        let [few, many] = turns.map(|turns| mean_cycles(&set, &format!("{case}_{turns}")));
        (many - few) / f64::from(parts * (turns[1] - turns[0]))
    };
    let error = |line: &str| {
        let (case, measured) = line.split_once(' ').expect("a case and its cycles");
        let measured: f64 = measured.parse().expect("a number");
        let simulated = of_part(case);
        let error = 100.0 * (simulated / measured - 1.0);
        println!("{case}: {simulated:.1} for {measured:.1}, {error:.1} %");
        error
    };
    printed(program).lines().map(error).collect()
}

/// The mean of their sizes.
pub fn mean_size(errors: &[f64]) -> f64 {
    let mean = errors.iter().map(|error| error.abs()).sum::<f64>() / errors.len() as f64;
    println!("{mean:.2} %");
    mean
}

fn mean_cycles(set: &TruthSet, case: &str) -> f64 {
    let entry = set.entries.iter().find(|entry| entry.case.name == case);
    let cycles = left(one_sm(&[]), set, entry.expect("a case"), 1);
    cycles.iter().map(|&thread| f64::from(thread)).sum::<f64>() / cycles.len() as f64
}
