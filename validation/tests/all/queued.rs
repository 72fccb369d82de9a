//! Warps that store to shared memory or load from it, and others that feel it (`micro/h200/queued`), on one SM, beside what
//! the same machine code took on an H200.

use crate::timed::alone::one_sm;
use crate::timed::{folder, left, printed};
use sim_validation::truth::TruthSet;

/// By how many percent each launch whose name begins so is off, in the warp that takes longest.
fn errors(group: &str) -> Vec<f64> {
    let set = TruthSet::read(&folder("queued")).expect("the set is readable");
    let printed = printed("queued");
    let error = |line: &str| {
        let (name, measured) = line.split_once(' ').expect("a name and its cycles");
        let entry = set.entries.iter().find(|entry| entry.case.name == name);
        let out = left(one_sm(&[]), &set, entry.expect(name), 1);
        let simulated = f64::from(*out[..16].iter().max().expect("warps"));
        let measured: f64 = measured.parse().expect("a number");
        let error = 100.0 * (simulated / measured - 1.0);
        println!("{name}: {simulated} for {measured}, {error:.1} %");
        error
    };
    let of_group = printed.lines().filter(|line| line.starts_with(group));
    of_group.map(error).collect()
}

/// Holds a group of so many launches to a mean error, and to how many are more than 10 % off.
fn check(group: &str, launches: usize, most: f64, far: usize) {
    let errors = errors(group);
    assert_eq!(errors.len(), launches);
    let mean = errors.iter().map(|error| error.abs()).sum::<f64>() / errors.len() as f64;
    let off = errors.iter().filter(|error| error.abs() > 10.0).count();
    println!("{group}: {mean:.2} %, {off} more than 10 % off");
    assert!(mean < most && off <= far, "{group}: {mean}, {off}");
}

#[test]
fn warps_of_a_sub_core_share_the_path_and_one_alone_has_half_of_it() {
    check("rate", 50, 1.4, 0);
}

#[test]
fn a_load_waits_for_what_stands_in_line_and_overtakes_the_rest() {
    check("behind", 240, 3.0, 18);
}

#[test]
fn a_load_behind_a_barrier_waits_for_the_stores_before_it() {
    check("meet", 80, 2.4, 2);
}

#[test]
fn warps_beside_others_that_store_and_load_take_as_long_as_on_the_gpu() {
    check("beside", 144, 3.7, 20);
}
