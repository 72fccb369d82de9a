//! Whose turn it is while a pipe or a register bank is busy (`micro/h200/turns`): loops of a few kinds of
//! instructions at one stall count, by one to eight warps of each sub-core, beside what the same machine
//! code took on an H100.

#[path = "timed/series.rs"]
mod series;
mod timed;

use series::printed_by_case;
use sim_validation::truth::TruthSet;
use std::collections::BTreeMap;
use timed::{folder, out};

/// Turns of the loop in the two launches of each case.
const TURNS: [u32; 2] = [2, 10];

/// How far a loop is off, and which it is.
type Errors = Vec<(f64, String)>;

/// The errors of all loops in percent, by warps on the SM.
fn errors() -> BTreeMap<u32, Errors> {
    let set = TruthSet::read(&folder("turns")).expect("the set is readable");
    let slowest = |name: &str| {
        let entry = set.entries.iter().find(|entry| entry.case.name == name);
        let cycles = out(&set, entry.expect("a case"), 1, &[]);
        f64::from(cycles.into_iter().max().expect("a warp"))
    };
    let mut errors: BTreeMap<u32, Errors> = BTreeMap::new();
    for (case, measured) in printed_by_case("turns") {
        let [few, many] = TURNS.map(|turns| slowest(&format!("{case}_{turns}")));
        let measured = f64::from(measured[1] - measured[0]);
        let (_, warps) = case.split_once("_w").expect("the number of warps");
        let warps = warps.parse().expect("a number");
        let error = 100.0 * ((many - few) / measured - 1.0);
        errors.entry(warps).or_default().push((error, case));
    }
    errors
}

fn mean(errors: &Errors) -> f64 {
    errors.iter().map(|(error, _)| error.abs()).sum::<f64>() / errors.len() as f64
}

#[test]
fn loops_that_want_busy_pipes_and_banks_take_as_long_as_on_the_gpu() {
    let errors = errors();
    // One and two warps of a sub-core to the cycle; of more only the mean, as which of several courses
    // a crowd falls into hangs on little.
    for (warps, most) in [(4, 0.1), (8, 0.3), (16, 2.7), (32, 3.5)] {
        let errors = &errors[&warps];
        assert_eq!(errors.len(), 69);
        println!("{warps} warps: {:.2} %", mean(errors));
        assert!(
            mean(errors) < most,
            "{warps} warps: {} {errors:?}",
            mean(errors)
        );
    }
    for warps in [4, 8] {
        for (error, case) in &errors[&warps] {
            assert!(error.abs() < 3.0, "{case}: {error:+.1} %");
        }
    }
}
