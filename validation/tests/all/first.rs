//! What warps wait for when a launch reads its first constants (`micro/h200/first`): operands, loads, both, and a
//! kernel's usual beginning, on one SM and on all, beside what the same machine code took on an H200.

use crate::timed::clocks::{Limits, Of, hold};

#[test]
fn constants_that_a_launch_reads_first_come_as_late_as_on_the_gpu() {
    let limits = Limits {
        launches: 100,
        mean: 4.6,
        worst: 17.5,
    };
    hold("first", Of::AllBlocks, |case| !is_gap(case), &limits);
}

/// On one SM; with more, what loads that are overtaken wait for is left out.
#[test]
fn uniform_loads_overtake_loads_as_on_the_gpu() {
    let limits = Limits {
        launches: 36,
        mean: 4.0,
        worst: 15.0,
    };
    let one_of_few = |case: &str| is_gap(case) && case.contains("_b1_") && !case.ends_with("_w32");
    hold("first", Of::AllBlocks, one_of_few, &limits);
}

/// Whether a case has a uniform load some cycles behind a load.
fn is_gap(case: &str) -> bool {
    case.starts_with("gap")
}
