//! Whose turn it is while a pipe or a register bank is busy (`micro/h200/turns`): loops of a few kinds of
//! instructions at one stall count, by one to eight warps of each sub-core, beside what the same machine
//! code took on an H100.

use crate::timed::loops::loops;
use std::collections::BTreeMap;

/// How far a loop is off, and which it is.
type Errors = Vec<(f64, String)>;

/// The errors of all loops in percent, by warps on the SM.
fn errors() -> BTreeMap<u32, Errors> {
    let mut errors: BTreeMap<u32, Errors> = BTreeMap::new();
    for it in loops("turns", |_, _| true, &[]) {
        let error = 100.0 * (it.simulated / it.measured - 1.0);
        errors.entry(it.warps).or_default().push((error, it.kernel));
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
    for (warps, most) in [(4, 0.1), (8, 0.3), (16, 2.2), (32, 4.4)] {
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
