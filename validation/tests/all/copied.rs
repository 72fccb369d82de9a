//! What groups of asynchronous copies take, beside what the same machine code took on an H200 (`micro/h200/copied`).

use crate::timed::alone::one_sm;
use crate::timed::{folder, hold_errors, left, printed};
use sim_validation::truth::TruthSet;

/// Groups that a warp times.
const ROUNDS: f64 = 48.0;

/// By how many percent the groups of each launch are off whose words `wanted` picks: what is copied and where to, copies,
/// groups that may be pending, warps, bytes from lane to lane, and which cache has the lines.
fn errors(wanted: impl Fn(&[&str]) -> bool) -> Vec<f64> {
    let set = TruthSet::read(&folder("copied")).expect("the set is readable");
    let mut errors = Vec::new();
    for line in printed("copied").lines() {
        let (name, measured) = line.split_once(' ').expect("a name and a number");
        let words: Vec<&str> = name.split('_').collect();
        if !wanted(&words) {
            continue;
        }
        let entry = set.entries.iter().find(|entry| entry.case.name == name);
        // The second launch finds the lines in the L2, as that on the GPU did.
        let out = left(one_sm(&[]), &set, entry.expect(name), 2);
        let warps: usize = words[3].parse().expect("a number");
        let mean = f64::from(out[..warps].iter().sum::<u32>()) / warps as f64 / ROUNDS;
        let measured: f64 = measured.parse().expect("a number");
        println!("{name}: {mean:.1} for {measured}");
        errors.push(100.0 * (mean / measured - 1.0));
    }
    errors
}

fn hold(wanted: impl Fn(&[&str]) -> bool, launches: usize, mean: f64, worst: f64) {
    hold_errors(&errors(wanted), launches, mean, worst);
}

#[test]
fn a_lone_warps_copies_take_as_long_as_on_the_gpu() {
    hold(|words| words[3] == "1" && !conflicts(words), 56, 2.5, 7.0);
}

/// A turn of the data path for each conflict.
#[test]
fn a_lone_warps_conflicts_take_two_cycles_each() {
    hold(
        |words| words[3] == "1" && conflicts(words) && words[0] != "16cg",
        12,
        1.0,
        2.0,
    );
}

/// Of lines that the L1 has four warps, one of each sub-core, get in each other's way more than here.
#[test]
fn copies_of_many_warps_share_the_sms_data_path() {
    hold(|words| words[3] == "4", 56, 5.0, 25.0);
    // Sixteen warps that pass the L1 by, one of two groups on its way, bring 174 bytes a cycle, here 121.
    let slow = |words: &[&str]| words[0] == "16cg" && words[1..3] == ["4", "1"];
    hold(|words| words[3] == "16" && !slow(words), 54, 6.0, 20.0);
    hold(|words| words[3] == "8", 15, 12.0, 15.0);
}

/// Whether lanes of 4, 8 or 16 bytes do not lie side by side in shared memory.
fn conflicts(words: &[&str]) -> bool {
    let bytes = words[0].trim_end_matches(char::is_alphabetic);
    words[4] != bytes
}
