//! How many requests leave the SM when warps store to the same lines one after the other, beside an H200's
//! (`micro/h200/joined`): a line waits for the data of each store that joins it.

use crate::timed::series::printed_behind;
use crate::timed::{counted, folder, h200, printed};
use sim_validation::truth::TruthSet;

/// For how much of what was measured the requests of these launches are off in the mean.
fn off(names: &[&str]) -> f64 {
    let set = TruthSet::read(&folder("joined")).expect("the set is readable");
    let off = |name: &&str| {
        let report = counted(h200(&[]), &set, name);
        let got = report.metric("lts__t_requests_srcunit_tex_op_write.sum");
        let (got, wanted) = (got.expect("counted"), printed_behind("joined", name)[1]);
        println!("{name}: {got}, measured {wanted}");
        (got / wanted - 1.0).abs()
    };
    names.iter().map(off).sum::<f64>() / names.len() as f64
}

/// Eight and sixteen warps that store to 16 lines, and sixteen that store to one and to four, all that one
/// line a round each.
#[test]
fn stores_that_come_soon_keep_their_lines_in_the_sm() {
    let names = [
        "joined_0_16_1_0_1",
        "joined_0_32_4_0_1",
        "joined_0_16_16_0_1",
        "joined_4_8_16_0_1",
        "joined_3_16_16_0_1",
    ];
    let off = off(&names);
    assert!(off < 0.02, "{off}");
}

/// Fewer join the later they come, and nobody when the line has left.
#[test]
fn stores_that_come_later_join_less_often() {
    let names = [
        "joined_1_16_4_0_1",
        "joined_1_16_4_4_1",
        "joined_4_32_16_0_1",
        "joined_8_16_1_0_1",
        "joined_16_16_4_0_1",
    ];
    let off = off(&names);
    assert!(off < 0.1, "{off}");
}

#[test]
#[ignore = "slow: a check of .ci/full"]
fn all_launches_of_warps_that_store_to_the_same_lines() {
    let text = printed("joined");
    let names: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    let off = off(&names);
    assert!(off < 0.08, "{off}");
}
