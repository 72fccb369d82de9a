//! What lone loads from DRAM take while other warps of all SMs load lines at random or in order, from little to as much as
//! it gives, and how often those load, beside what the same machine code did on an H200 (`micro/h200/busy`). Two such chips
//! differ by up to 8 %.

use crate::timed::series::printed_behind;
use crate::timed::{folder, out};
use sim_validation::truth::TruthSet;

/// What each SM leaves: the cycles of its lone loads, 0 where it had no time, then how often its other warps have loaded.
const LOADS: usize = 64;
const WORDS: usize = 128;

/// How many times the warps of an SM have loaded, and what a lone load takes, in the mean.
fn simulated(set: &TruthSet, name: &str) -> [f64; 2] {
    let entry = set.entries.iter().find(|entry| entry.case.name == name);
    let left = out(set, entry.expect(name), 1, &[]);
    let (mut loads, mut cycles, mut others) = (0.0, 0.0, 0.0);
    for sm in left.chunks(WORDS) {
        let lone = sm[..LOADS].iter().filter(|&&cycles| cycles > 0);
        loads += lone.clone().count() as f64;
        cycles += lone.sum::<u32>() as f64;
        others += sm[LOADS..].iter().sum::<u32>() as f64;
    }
    [others / (left.len() / WORDS) as f64, cycles / loads]
}

/// Both beside the GPU's, each off by no more than its share.
fn check(name: &str, limits: [f64; 2]) {
    let set = TruthSet::read(&folder("busy")).expect("the set is readable");
    let (got, printed) = (simulated(&set, name), printed_behind("busy", name));
    let wanted = [printed[0], printed[2]];
    println!("{name}: {got:.0?}, measured {wanted:?}");
    for ((got, wanted), limit) in got.iter().zip(wanted).zip(limits) {
        assert!(
            (got - wanted).abs() <= limit * wanted,
            "{name}: {got}, measured {wanted}"
        );
    }
}

#[test]
fn lone_loads_beside_some_and_beside_many() {
    check("busy_1_4", [0.02, 0.02]);
    check("busy_2_12", [0.05, 0.045]);
}

/// Within what two chips differ by, but near the DRAM's rate (DEVIATIONS: DRAM scheduling): where eight warps stream, and what
/// lone loads take beside many.
#[test]
#[ignore = "slow: a check of .ci/full"]
fn lone_loads_beside_any_number_of_others() {
    check("busy_0_0", [0.0, 0.08]);
    for mode in 0..3 {
        for warps in [1, 2, 4, 8, 12, 16, 24] {
            let limits = match (mode, warps) {
                (1 | 2, 24) => [0.07, 0.14],
                (2, 8) => [0.11, 0.07],
                (2, 16) => [0.07, 0.14],
                _ => [0.07, 0.08],
            };
            check(&format!("busy_{mode}_{warps}"), limits);
        }
    }
}
