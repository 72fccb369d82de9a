//! What it takes a warp to go on with lanes that had parted, given way or waited, and behind lanes that end, beside an
//! H200's (`micro/h200/parted`): to the cycle.

use crate::timed::{folder, out, printed};
use sim_validation::truth::TruthSet;

/// Clocks that each thread stores, and of how many lanes the program prints how many.
const CLOCKS: usize = 16;
const LANES: [usize; 5] = [0, 8, 16, 24, 31];
const STEPS: usize = 5;

/// Cycles from the first clock on in which no lanes of these kernels have come to their ends, which are colder here than in
/// launches that follow others.
const TOGETHER: i64 = 200;

/// Cycles from lane 0's first clock to what the lanes have read, as the program prints them.
fn steps(set: &TruthSet, name: &str) -> Vec<Option<i64>> {
    let entry = set.entries.iter().find(|entry| entry.case.name == name);
    let clocks = out(set, entry.expect("a case"), 1, &[]);
    let lanes = LANES
        .iter()
        .flat_map(|lane| (1..=STEPS).map(move |step| CLOCKS * lane + step));
    let since = |at: usize| i64::from(clocks[at].wrapping_sub(clocks[0]) as i32);
    lanes
        .map(|at| (clocks[at] != 0).then(|| since(at)))
        .collect()
}

/// How far the clocks of launches with so many warps are off, one by one.
fn errors(warps: &str) -> Vec<(String, i64)> {
    let set = TruthSet::read(&folder("parted")).expect("the set is readable");
    let mut errors = Vec::new();
    for line in printed("parted").lines() {
        let (name, measured) = line.split_once(' ').expect("a name");
        if !name.ends_with(warps) {
            continue;
        }
        let measured = measured.split(' ').map(|word| word.parse::<i64>().ok());
        for (measured, simulated) in measured.zip(steps(&set, name)) {
            assert_eq!(measured.is_some(), simulated.is_some(), "{name}");
            if let (Some(measured @ ..TOGETHER), Some(simulated)) = (measured, simulated) {
                errors.push((
                    format!("{name}: {simulated} for {measured}"),
                    simulated - measured,
                ));
            }
        }
    }
    errors
}

/// Code that is not there yet when a warp branches over it: each of the four ways comes some cycles later, or all that meet.
const FETCHED: &str = "ways_";

#[test]
fn lanes_go_on_when_they_do_on_the_chip() {
    for warps in ["_w1", "_w4"] {
        let errors = errors(warps);
        assert!(errors.len() > 300, "{}", errors.len());
        for (launch, error) in errors {
            let limit = if launch.starts_with(FETCHED) { 11 } else { 2 };
            assert!(error.abs() <= limit, "{launch}");
        }
    }
}
