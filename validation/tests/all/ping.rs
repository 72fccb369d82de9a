//! How long two SMs take to answer each other through memory, beside what the same machine code
//! took on an H100 (`micro/h200/ping`): stores pass the L2's side of their SM, and who polls there
//! sees them.

use crate::timed::series::printed_behind;
use crate::timed::{folder, out};
use sim_validation::truth::TruthSet;

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[test]
#[ignore = "slow: a check of .ci/full"]
fn two_sms_answer_each_other_as_fast_as_on_the_gpu() {
    let set = TruthSet::read(&folder("ping")).expect("the set is readable");
    // SM 1 is on the side of SM 0, SM 18 on the other, on the chip and in the model.
    // The means over the places may be off by this share: across the sides the GPU is 8 % slower.
    for (which, cases, share) in [
        ("two lines SM 0 and 1:", "two_lines_1_", 0.05),
        ("two lines SM 0 and 18:", "two_lines_18_", 0.085),
        ("same line SM 0 and 1:", "same_line_1_", 0.05),
        ("same line SM 0 and 18:", "same_line_18_", 0.085),
    ] {
        let entries = set
            .entries
            .iter()
            .filter(|entry| entry.case.name.starts_with(cases));
        let got: Vec<f64> = entries
            .map(|entry| out(&set, entry, 1, &[])[0].into())
            .collect();
        let (got_mean, wanted) = (mean(&got), mean(&printed_behind("ping", which)));
        let off = got_mean / wanted - 1.0;
        println!("{which} {got_mean:.0} for {wanted:.0}");
        assert!(
            off.abs() < share,
            "{which} {got:?}: {got_mean}, measured {wanted}"
        );
    }
}
