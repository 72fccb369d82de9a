//! In which order warps go on that a barrier has kept (`micro/h200/woken`), beside when they did on an H100.

use crate::timed::alone::one_sm;
use crate::timed::{folder, left, printed};
use sim_validation::truth::TruthSet;

/// When each warp of the first sub-core read the clock, by turns, behind the first of them.
type Turns = Vec<Vec<u32>>;

fn measured(case: &str) -> Turns {
    let text = printed("woken");
    let lines = text.lines().map(|line| line.split(' '));
    let numbers = lines.filter_map(|mut words| {
        let its = words.next()? == case;
        // The turn and the cycles since the one before come first.
        its.then(|| words.skip(2).map(|word| word.parse().expect("a number")))
    });
    numbers.map(Iterator::collect).collect()
}

fn simulated(set: &TruthSet, case: &str) -> Turns {
    let entry = set.entries.iter().find(|entry| entry.case.name == case);
    let entry = entry.expect("a case");
    let warps = entry.case.block[0] as usize / 32;
    let turn = |clocks: &[u32]| {
        let own: Vec<u32> = clocks[..warps].iter().step_by(4).copied().collect();
        let first = clocks[..warps].iter().min().expect("a warp");
        own.iter().map(|clock| clock - first).collect()
    };
    let clocks = left(one_sm(&[]), set, entry, 1);
    clocks.chunks(32).map(turn).collect()
}

/// Of eight warps of a sub-core, loads fill the queue before the clock, which is not modelled. In the last turn, which
/// other instructions follow, one of four reads it two cycles sooner on the GPU.
#[test]
fn four_warps_go_on_behind_a_barrier_in_the_order_of_the_gpu() {
    let set = TruthSet::read(&folder("woken")).expect("the set is readable");
    for case in ["load_w16", "store_w16"] {
        assert_eq!(simulated(&set, case)[..7], measured(case)[..7], "{case}");
    }
}

/// Which of the two is the first hangs on how they began.
#[test]
fn two_warps_go_on_behind_a_barrier_as_far_apart_as_on_the_gpu() {
    let set = TruthSet::read(&folder("woken")).expect("the set is readable");
    let apart = |turns: Turns| -> Vec<u32> { turns.iter().map(|t| t[0].abs_diff(t[1])).collect() };
    for case in ["load_w8", "store_w8"] {
        let (got, wanted) = (apart(simulated(&set, case)), apart(measured(case)));
        assert_eq!(wanted.len(), 8);
        assert_eq!(got, wanted, "{case}");
    }
}
