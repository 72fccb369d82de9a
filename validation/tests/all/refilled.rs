//! How soon a block takes the place of one that has ended, beside an H200's (`micro/h200/refilled`).

use crate::timed::series::printed_behind;
use crate::timed::{folder, out};
use sim_validation::truth::TruthSet;
use std::collections::BTreeMap;

/// Of each block the first clock of its first warp and the last of its last one.
type Stays = BTreeMap<u32, Vec<(i64, i64)>>;

/// By SM, from the SM's first clock on, in the order in which they came.
fn stays(out: &[u32], warps: usize) -> Stays {
    let mut stays = Stays::new();
    let mut zero = BTreeMap::new();
    for block in out.chunks(4 * warps) {
        let zero = *zero.entry(block[0]).or_insert(block[1]);
        let clocks = |which: usize| {
            let of_warps = block.chunks(4).map(move |warp| warp[which]);
            of_warps.map(move |clock| i64::from(clock.wrapping_sub(zero) as i32))
        };
        let stay = clocks(1).min().zip(clocks(2).max());
        stays
            .entry(block[0])
            .or_default()
            .push(stay.expect("warps"));
    }
    stays.values_mut().for_each(|of_sm| of_sm.sort_unstable());
    stays
}

/// Cycles between a block's end and the start of the one that takes its place, where an SM has room for one: the median.
fn gap(threads: u32) -> (f64, f64) {
    let set = TruthSet::read(&folder("refilled")).expect("the set is readable");
    let name = format!("refilled_{threads}_1");
    let entry = set.entries.iter().find(|entry| entry.case.name == name);
    let out = out(&set, entry.expect("a case"), 1, &[]);
    let mut gaps = Vec::new();
    for of_sm in stays(&out, threads as usize / 32).values() {
        gaps.extend(of_sm.windows(2).map(|pair| pair[1].0 - pair[0].1));
    }
    gaps.sort_unstable();
    let simulated = gaps[gaps.len() / 2] as f64;
    println!("{name}: {simulated}");
    (simulated, printed_behind("refilled", &name)[0])
}

#[test]
fn a_block_takes_the_place_of_one_that_ended() {
    for (threads, share) in [
        (32, 0.01),
        (256, 0.01),
        (512, 0.02),
        (768, 0.05),
        (1024, 0.08),
    ] {
        let (simulated, measured) = gap(threads);
        assert!(
            (simulated / measured - 1.0).abs() < share,
            "{threads}: {simulated} for {measured}"
        );
    }
}
