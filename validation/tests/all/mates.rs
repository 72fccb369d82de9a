//! Which fetches of DRAM find their row open, beside what the same machine code took on an H200 (`micro/h200/mates`).

use crate::timed::series::printed_behind;
use crate::timed::{folder, hold_errors, out};
use sim_validation::truth::TruthSet;

/// Rows that hold no more than what lies together, or in one stripe.
const SHORT: [(&str, &str); 1] = [("dram.row_bytes", "256")];

/// By how many percent a launch, the longest of its blocks, takes longer than on the GPU.
fn late(name: &str, numbers: &[(&str, &str)]) -> f64 {
    let set = TruthSet::read(&folder("mates")).expect("the set is readable");
    let entry = set.entries.iter().find(|entry| entry.case.name == name);
    let blocks = out(&set, entry.expect(name), 1, numbers);
    let got = f64::from(*blocks.iter().max().expect("a block"));
    let wanted = printed_behind("mates", name)[0];
    let late = 100.0 * (got / wanted - 1.0);
    println!("{name}: {got} cycles, measured {wanted}: {late:+.1} %");
    late
}

/// Halves of lines that lie within 256 bytes but come apart, and lines in no order of an array of 64 MB, whose rows are open
/// by chance.
#[test]
fn what_comes_at_about_the_same_time_shares_rows() {
    let halves = late("inside_128_20_8_256", &[]);
    assert!(halves.abs() < 8.0);
    assert!(late("inside_128_20_8_256", &SHORT) > halves + 15.0);
    let by_chance = late("mixed_64_0_0_1024", &[]);
    assert!(by_chance.abs() < 7.0);
    assert!(late("mixed_64_0_0_1024", &SHORT) > by_chance + 5.0);
}

/// In order the model finds fewer rows open than the GPU with some warps, and more with few (DEVIATIONS: DRAM scheduling).
#[test]
#[ignore = "slow: a check of .ci/full"]
fn any_order_and_any_number_of_warps() {
    let mut errors = Vec::new();
    for threads in [32, 64, 128, 256, 512, 1024] {
        for apart in [64, 256] {
            errors.push(late(&format!("order_{apart}_20_0_{threads}"), &[]));
            errors.push(late(&format!("mixed_{apart}_0_0_{threads}"), &[]));
        }
    }
    for bits in [4, 8, 12, 16] {
        errors.push(late(&format!("outside_256_{bits}_0_1024"), &[]));
        errors.push(late(&format!("inside_256_20_{bits}_1024"), &[]));
    }
    hold_errors(&errors, 32, 5.0, 21.5);
}
