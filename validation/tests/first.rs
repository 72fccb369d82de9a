//! What warps wait for when a launch reads its first constants (`micro/h200/first`): operands, loads, both, and a
//! kernel's usual beginning, on one SM and on all, beside what the same machine code took on an H200.

#[path = "timed/clocks.rs"]
mod clocks;
#[path = "timed/series.rs"]
mod series;
mod timed;

use clocks::{Limits, Of, hold};

#[test]
fn constants_that_a_launch_reads_first_come_as_late_as_on_the_gpu() {
    let limits = Limits {
        launches: 80,
        mean: 4.2,
        worst: 15.1,
    };
    hold("first", Of::AllBlocks, |_| true, &limits);
}
