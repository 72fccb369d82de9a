//! How many requests leave the SM when warps store to the same lines one after the other, beside an H200's
//! (`micro/h200/joined`, `micro/h200/kept`): a line waits for the data of each store that joins it, but not for ever.

use crate::timed::series::printed_behind;
use crate::timed::{counted, folder, h200, printed};
use sim_validation::truth::TruthSet;

/// The requests of these launches are off by less than `limit` in the mean.
fn hold(program: &str, names: &[&str], limit: f64) {
    let set = TruthSet::read(&folder(program)).expect("the set is readable");
    let off = |name: &&str| {
        let report = counted(h200(&[]), &set, name);
        let got = report.metric("lts__t_requests_srcunit_tex_op_write.sum");
        let (got, wanted) = (got.expect("counted"), printed_behind(program, name)[1]);
        println!("{name}: {got}, measured {wanted}");
        (got / wanted - 1.0).abs()
    };
    let mean = names.iter().map(off).sum::<f64>() / names.len() as f64;
    assert!(mean < limit, "{mean}");
}

/// All stores of a round to a line leave together.
#[test]
fn stores_that_come_soon_keep_their_lines_in_the_sm() {
    let names = ["0_16_1", "0_32_4", "0_16_16", "4_8_16", "3_16_16"];
    let names = names.map(|name| format!("joined_{name}_0_1"));
    hold("joined", &names.each_ref().map(String::as_str), 0.015);
}

/// Fewer join the later they come, and nobody when the line has left.
#[test]
fn stores_that_come_later_join_less_often() {
    let names = ["1_16_4_0", "1_16_4_4", "4_32_16_0", "8_16_1_0", "16_16_4_0"];
    let names = names.map(|name| format!("joined_{name}_1"));
    hold("joined", &names.each_ref().map(String::as_str), 0.073);
}

#[test]
fn stores_without_end_let_their_lines_go_after_a_while() {
    hold("kept", &["kept_32_4_256_0", "kept_32_4_1024_0"], 0.01);
}

#[test]
#[ignore = "slow: a check of .ci/full"]
fn all_launches_of_warps_that_store_to_the_same_lines() {
    let text = printed("joined");
    let names = text.lines().filter_map(|line| line.split(' ').next());
    hold("joined", &names.collect::<Vec<_>>(), 0.076);
}
