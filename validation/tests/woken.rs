//! In which order warps go on that a barrier has kept (`micro/h200/woken`), beside when they did on an H100.

mod timed;

use sim_validation::truth::TruthSet;
use timed::{folder, out, printed};

/// On the GPU all SMs did the same; one is enough.
const ONE_SM: [(&str, &str); 2] = [("chip.lone_sms", "0"), ("chip.gpc_sms", "[1]")];

/// When each warp of the first sub-core read the clock in each turn, behind the first of them.
fn turns(set: &TruthSet, case: &str) -> Vec<Vec<u32>> {
    let entry = set.entries.iter().find(|entry| entry.case.name == case);
    let entry = entry.expect("a case");
    let warps = entry.case.block[0] as usize / 32;
    let clocks = out(set, entry, 1, &ONE_SM);
    let turn = |clocks: &[u32]| {
        let clocks = &clocks[..warps];
        let first = *clocks.iter().min().expect("a warp");
        clocks
            .iter()
            .step_by(4)
            .map(|clock| clock - first)
            .collect()
    };
    clocks.chunks(32).map(turn).collect()
}

/// With eight warps of a sub-core loads fill the queue before the clock, which is not modelled, and in the last turn,
/// which other instructions follow, one warp of four reads it two cycles sooner on the GPU. Whether the first of two
/// warps or the second comes first hangs on how they began.
#[test]
fn warps_go_on_behind_a_barrier_in_the_order_of_the_gpu() {
    let set = TruthSet::read(&folder("woken")).expect("the set is readable");
    let mut compared = 0;
    for line in printed("woken").lines() {
        let mut words = line.split(' ');
        let case = words.next().expect("a case");
        let numbers: Vec<u32> = words.map(|word| word.parse().expect("a number")).collect();
        let (turn, mut measured) = (numbers[0] as usize, numbers[2..].to_vec());
        let mut simulated = turns(&set, case)[turn].clone();
        match measured.len() {
            _ if turn == 7 => continue,
            2 => [&mut simulated, &mut measured].map(|clocks| clocks.sort_unstable()),
            4 => [(), ()],
            _ => continue,
        };
        assert_eq!(simulated, measured, "{line}");
        compared += 1;
    }
    assert_eq!(compared, 28);
}
