//! How long shared loads wait beside stores and reductions of their own and other sub-cores, beside an H200's
//! (`micro/h200/entry`): what finds no place before the L1's tags stands in the SM's entry, and all else behind it.

use crate::timed::series::printed_behind;
use crate::timed::{folder, out, printed};
use sim_validation::truth::TruthSet;

/// Cycles for which the kernels run here.
const TIME: f64 = 120_000.0;

/// By how much a shared load's cycles are off in the mean of these launches, on an H200 with such numbers.
fn off(names: &[&str], numbers: &[(&str, &str)]) -> f64 {
    let set = TruthSet::read(&folder("entry")).expect("the set is readable");
    let off = |&name: &&str| {
        let mut entries = set.entries.iter();
        let entry = entries.find(|entry| entry.case.name == name);
        let turns = out(&set, entry.expect("a case"), 1, numbers);
        let chains = turns[..4].iter().filter(|&&turns| turns > 0).count();
        let loads = 16.0 * f64::from(turns[..4].iter().sum::<u32>());
        let got = TIME * chains as f64 / loads;
        let wanted = printed_behind("entry", name)[0];
        println!("{name}: {got:.1} cycles, measured {wanted}");
        (got / wanted - 1.0).abs()
    };
    names.iter().map(off).sum::<f64>() / names.len() as f64
}

/// Shared loads of a sub-core that stores nothing.
const OTHERS_STORE: [&str; 5] = [
    "entry_st_1_32_4_1_14",
    "entry_st_8_8_2_1_14",
    "entry_red_2_32_2_1_14",
    "entry_red_4_8_4_1_14",
    "entry_red_1_8_2_2_1",
];

/// Shared loads beside stores of their own sub-core, and of others or none.
const ALL_STORE: [&str; 6] = [
    "entry_st_1_8_2_15_15",
    "entry_red_1_32_4_15_15",
    "entry_red_4_2_4_15_15",
    "entry_red_2_8_1_1_3",
    "entry_red_4_32_2_1_3",
    "entry_st_1_32_4_1_15",
];

#[test]
fn shared_loads_wait_for_the_stores_of_other_sub_cores() {
    let off = off(&OTHERS_STORE, &[]);
    assert!(off < 0.1, "{off}");
}

#[test]
fn shared_loads_wait_for_the_stores_of_all_sub_cores() {
    let off = off(&ALL_STORE, &[]);
    assert!(off < 0.08, "{off}");
}

/// They would come through if all places were before the tags.
#[test]
fn without_an_entry_shared_loads_pass_what_waits_for_the_tags() {
    let numbers = [("mio.entry_places", "1"), ("mio.lg_places", "20")];
    let off = off(&OTHERS_STORE[..2], &numbers);
    assert!(off > 0.4, "{off}");
}

#[test]
#[ignore = "slow: a check of .ci/full"]
fn shared_loads_beside_stores_in_all_launches() {
    let text = printed("entry");
    let names = text.lines().filter_map(|line| line.split(' ').next());
    let off = off(&names.collect::<Vec<_>>(), &[]);
    assert!(off < 0.075, "{off}");
}
