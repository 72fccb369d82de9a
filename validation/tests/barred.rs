//! Blocks that use shared memory and meet again and again (`micro/h200/barred`), one to eight of them on every
//! SM, beside what a turn of the same machine code took on an H200.

mod timed;

use sim_validation::truth::TruthSet;
use timed::{folder, out, printed};

/// Turns of the two launches of each case.
const TURNS: [u32; 2] = [32, 128];

/// On the GPU all SMs did the same; one is enough.
const ONE_SM: [(&str, &str); 2] = [("chip.lone_sms", "0"), ("chip.gpc_sms", "[1]")];

/// Cycles of a turn in the mean of all threads.
fn turn(set: &TruthSet, case: &str) -> f64 {
    let mean = |turns: u32| {
        let name = format!("{case}_{turns}");
        let entry = set.entries.iter().find(|entry| entry.case.name == name);
        let cycles = out(set, entry.expect("a case"), 1, &ONE_SM);
        cycles.iter().map(|&thread| f64::from(thread)).sum::<f64>() / cycles.len() as f64
    };
    let [few, many] = TURNS.map(mean);
    (many - few) / f64::from(TURNS[1] - TURNS[0])
}

/// Off by 4.6 % in the mean if barriers took nothing of the data path, by 8.3 if they took nothing of the ADU.
#[test]
fn blocks_that_meet_take_as_long_as_on_the_gpu() {
    let set = TruthSet::read(&folder("barred")).expect("the set is readable");
    let mut errors = Vec::new();
    for line in printed("barred").lines() {
        let (case, measured) = line.split_once(' ').expect("a case and its cycles");
        let measured: f64 = measured.parse().expect("a number");
        let simulated = turn(&set, case);
        let error = 100.0 * (simulated / measured - 1.0);
        println!("{case}: {simulated:.1} for {measured:.1}, {error:.1} %");
        errors.push(error.abs());
    }
    assert_eq!(errors.len(), 96);
    let mean = errors.iter().sum::<f64>() / errors.len() as f64;
    println!("{mean:.2} %");
    assert!(mean < 4.3, "{mean}");
}
