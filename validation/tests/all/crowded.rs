//! How long loads that hit the L2 take while other SMs wait for DRAM, beside what the same machine code took on an
//! H200 (`micro/h200/crowded`). Slices wait for few misses of the other side's lines at a time: copies of such lines
//! are read behind those beyond.

use crate::timed::series::printed_behind;
use crate::timed::{folder, out};
use sim_validation::truth::TruthSet;

/// Lines that the L2 holds, and how often each of eight warps loads one.
const HOT: usize = 64;
const STEPS: usize = 32;

/// What the GPU took: hits on the faster half of the lines, on the slower half, a turn of the others.
fn measured(name: &str) -> [f64; 3] {
    let numbers = printed_behind("crowded", name);
    numbers.try_into().expect("three numbers")
}

/// The same of the simulator, some `numbers` of the machine changed.
fn simulated(name: &str, numbers: &[(&str, &str)]) -> [f64; 3] {
    let set = TruthSet::read(&folder("crowded")).expect("the set is readable");
    let entry = set.entries.iter().find(|entry| entry.case.name == name);
    let left = out(&set, entry.expect(name), 1, numbers);
    let of: Vec<usize> = name.split('_').filter_map(|n| n.parse().ok()).collect();
    let (apart, blocks, warps) = (of[0], of[1], of[2]);
    let of_a_turn = blocks * warps * if apart == 0 { 2048 } else { 32 * apart };
    let turns = 60.min((100 << 20) / of_a_turn);
    let (hits, others) = left.split_at(8 * STEPS);
    let mut lines = [0.0; HOT];
    for (i, &hit) in hits.iter().enumerate() {
        lines[(i / STEPS * 8 + i % STEPS) % HOT] += f64::from(hit) * HOT as f64 / hits.len() as f64;
    }
    lines.sort_by(f64::total_cmp);
    let mean = |some: &[f64]| some.iter().sum::<f64>() / some.len() as f64;
    let (fast, slow) = lines.split_at(HOT / 2);
    let took = others[..32 * blocks]
        .chunks(32)
        .flat_map(|of_block| &of_block[..warps]);
    let turn = took.map(|&cycles| f64::from(cycles)).sum::<f64>() / (blocks * warps * turns) as f64;
    [mean(fast), mean(slow), turn]
}

/// The own side's lines do not wait but where so many loads stand that the slice is shut. With 12 warps of each SM copies
/// are read 11 % early, with 16 as much late.
#[test]
#[ignore = "slow: a check of .ci/full"]
fn copies_wait_behind_misses_beyond_those_that_a_slice_waits_for() {
    for (name, late) in [
        ("crowded_0_131_12", 0.13),
        ("crowded_0_131_16", 0.12),
        ("crowded_0_131_20", 0.10),
        ("crowded_64_131_12", 0.05),
    ] {
        let (got, wanted) = (simulated(name, &[]), measured(name));
        println!("{name}: {got:.0?}, measured {wanted:?}");
        for ((got, wanted), limit) in got.into_iter().zip(wanted).zip([0.07, late, 0.06]) {
            assert!(
                (got / wanted - 1.0).abs() < limit,
                "{name}: {got} for {wanted}"
            );
        }
    }
    let [own, copies, _] = simulated("crowded_0_131_16", &[("l2.copy_misses", "65536")]);
    assert!(copies < 1.3 * own, "any number: {own} {copies}");
}
