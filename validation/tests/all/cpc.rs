//! What SMs of a CPC lose by each other when they store (`micro/h200/cpc`): one to six of them, on a chip of one CPC, beside
//! the mean of those of an H200.

use crate::timed::{folder, h200, series::printed_behind};
use sim_validation::prepare::Prepared;
use sim_validation::truth::TruthSet;

/// Bytes of an SM's lines that a turn stores to, in turns that the long launch has more.
const BYTES: f64 = 131_072.0 * 4.0;

/// Cycles of a launch on so many SMs of one CPC.
fn cycles(set: &TruthSet, name: &str, sms: u32) -> f64 {
    let entry = set.entries.iter().find(|entry| entry.case.name == name);
    let mut case = entry.expect(name).case.clone();
    case.grid = [sms, 1, 1];
    let one_cpc = [
        ("chip.lone_sms", "0"),
        ("chip.gpc_sms", "[6]"),
        ("gpc.cpcs", "1"),
    ];
    let mut simulator = h200(&one_cpc);
    let ready = Prepared::new(set, &case, simulator.memory_mut()).expect("a kernel");
    let report = simulator.launch(&ready.spec()).expect("it runs");
    report.metric("gpc__cycles_elapsed.max").expect("counted")
}

/// How far the bytes a cycle that each of so many SMs stores are from the GPU's.
fn off(set: &TruthSet, kernel: &str, measured: &str, sms: u32) -> f64 {
    let taken = cycles(set, kernel, sms) - cycles(set, &format!("{kernel}_0"), sms);
    let of_gpu = printed_behind("cpc", &format!("{measured} {sms}"))[1];
    BYTES / taken / of_gpu - 1.0
}

#[test]
fn up_to_three_sms_of_a_cpc_store_as_fast_as_one_and_more_do_not() {
    let set = TruthSet::read(&folder("")).expect("the set is readable");
    // At worst six SMs.
    let kinds = [
        ("whole_stores_8", "whole", 0.02),
        ("partial_stores_132", "masked", 0.04),
    ];
    for (kernel, measured, most) in kinds {
        for sms in 1..=6 {
            let off = off(&set, kernel, measured, sms);
            assert!(off.abs() < most, "{sms} SMs, {measured}: {off:+.3}");
        }
    }
}
