//! Programs that do not time themselves.

use super::alone::one_sm;
use sim_validation::prepare::Prepared;
use sim_validation::truth::{Entry, TruthSet};

/// Cycles of a launch on an H200 of a single SM.
pub fn cycles(set: &TruthSet, entry: &Entry) -> u64 {
    let mut simulator = one_sm(&[]);
    let ready = Prepared::new(set, &entry.case, simulator.memory_mut()).expect("a kernel");
    let report = simulator.launch(&ready.spec()).expect("it runs");
    report.cycles_elapsed.expect("timed")
}
