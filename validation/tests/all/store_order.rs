//! In which order stores of a sub-core's warps reach the L2, without a clock between them, beside that on an H100
//! (`micro/h200/store_order`). One block on each SM: how many stores stand in a sub-core (`mio.queue`) and how fast what
//! they bring is read (`mio.operand_interval`) decides, whatever the policy.

use crate::timed::{folder, out, printed};
use sim_validation::truth::TruthSet;

/// Stores of a sub-core, in order, each by the name of its warp.
type Order = Vec<u8>;

/// The commonest orders of one block of each SM.
fn measured(warps: usize) -> Vec<Order> {
    let (text, case) = (printed("store_order"), format!("order_{warps}_132_4 "));
    let line = text.lines().find_map(|line| line.strip_prefix(&case));
    let orders = line.expect("it was measured").split(' ').skip(1);
    let names = orders.map(|order| order.split(':').next().expect("an order"));
    names.map(|names| names.as_bytes().to_vec()).collect()
}

/// The order in each sub-core of all SMs.
fn simulated(warps: usize, stores: usize) -> Vec<Order> {
    let set = TruthSet::read(&folder("store_order")).expect("the set is readable");
    let name = format!("order_{warps}");
    let entry = set.entries.iter().find(|entry| entry.case.name == name);
    let words = out(&set, entry.expect("a case"), 1, &[]);
    let pairs = warps * (warps - 1) / 2;
    let subs = words.chunks(pairs * stores * stores);
    subs.map(|words| ordered(words, warps, stores)).collect()
}

/// The order of a sub-core's stores: of each pair the later has left its number in their word.
fn ordered(words: &[u32], warps: usize, stores: usize) -> Order {
    let mut before: Vec<usize> = (0..warps * stores).map(|store| store % stores).collect();
    for &later in words {
        before[later as usize / 16 * stores + later as usize % 16] += 1;
    }
    let mut order = vec![0; warps * stores];
    for (store, &place) in before.iter().enumerate() {
        order[place] = b'A' + (store / stores) as u8;
    }
    order
}

/// The same with the warps named in the order of their first stores.
fn renamed(order: &[u8]) -> String {
    let mut seen = Vec::new();
    let rename = |&warp: &u8| {
        if !seen.contains(&warp) {
            seen.push(warp);
        }
        let name = seen.iter().position(|&other| other == warp);
        char::from(b'A' + name.expect("it has been seen") as u8)
    };
    order.iter().map(rename).collect()
}

/// Behind the first twelve stores, whose order hangs on which warp goes on first: three of each, which wait for the
/// operands of earlier ones to be read, and then all that a warp has left.
#[test]
fn two_warps_store_in_the_order_of_the_gpu() {
    let ends = |orders: Vec<Order>| orders.iter().map(|order| renamed(&order[12..])).collect();
    let (got, wanted): (Vec<_>, Vec<_>) = (ends(simulated(2, 15)), ends(measured(2)));
    assert_eq!((got.len(), wanted.len()), (4 * 132, 2));
    for end in got.iter().chain(&wanted) {
        assert_eq!(end, "AAABBBAAAAAABBBBBB");
    }
}

/// They take turns five times, and then the first stores all that it has left. (What comes then is not the same: the
/// second of the GPU's stores four of its five, the simulator's all.)
#[test]
fn four_warps_store_in_the_order_of_the_gpu() {
    let (got, wanted) = (simulated(4, 10), measured(4));
    assert_eq!((got.len(), wanted.len()), (4 * 132, 4));
    for order in got.iter().chain(&wanted) {
        let begin = renamed(&order[..25]);
        assert_eq!(begin, "ABCDABCDABCDABCDABCDAAAAA", "{order:?}");
    }
}
