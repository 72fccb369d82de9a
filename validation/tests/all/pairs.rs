//! What one instruction of a lone warp waits for another before it: 91 pairs, each timed by the
//! warp itself, beside what the same machine code took on an H200 (`micro/h200/pairs`).

use crate::timed::{folder, out, printed};
use sim_validation::truth::{Entry, TruthSet};
use std::collections::BTreeMap;

/// Turns that are left out: what they load is not there.
const COLD: usize = 4;
/// What reading the clock takes on the GPU: nothing shorter is seen.
const CLOCK: u32 = 37;
/// Cycles by which a pair may be off, or this share of what was measured.
const CYCLES: u32 = 3;
const SHARE: f64 = 0.05;

/// The cycles that the GPU took, by the pair's name.
fn measured() -> BTreeMap<String, u32> {
    let line = |line: &str| {
        let words: Vec<_> = line.split(' ').collect();
        let cycles = words[2].parse().expect("a number");
        (format!("{}__{}", words[0], words[1]), cycles)
    };
    printed("pairs").lines().map(line).collect()
}

/// The median of what the warp measures, as the program on the GPU takes it.
fn simulated(set: &TruthSet, entry: &Entry) -> u32 {
    let mut turns = out(set, entry, 1, &[]);
    turns[COLD..].sort_unstable();
    turns[COLD + (turns.len() - COLD) / 2]
}

/// Those that are further off, and by how much: behind loads of one bank global loads wait longer on
/// the GPU.
const FURTHER: [(&str, i64); 1] = [("ldg_bank__ldg", -7)];

#[test]
fn what_one_instruction_waits_for_another_is_what_the_gpu_takes() {
    let set = TruthSet::read(&folder("pairs")).expect("the set is readable");
    let measured = measured();
    assert_eq!(set.entries.len(), measured.len());
    let mut wrong = Vec::new();
    for entry in &set.entries {
        let name = entry.case.name.as_str();
        let wanted = measured[name];
        let got = simulated(&set, entry).max(CLOCK);
        let most = f64::max(CYCLES.into(), SHARE * f64::from(wanted));
        let off = i64::from(got) - i64::from(wanted.max(CLOCK));
        let known = FURTHER.iter().find(|(pair, _)| *pair == name);
        let fits = match known {
            Some(&(_, by)) => off == by,
            None => off.abs() as f64 <= most,
        };
        if !fits {
            wrong.push(format!("{name}: {got}, measured {wanted} ({off:+})"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
