//! Who waits before the ADU and behind it (`micro/h200/adu`): warps that ask for constants and indices without waiting for
//! them, on one SM and on all, beside what the same machine code took on an H100.

#[path = "timed/clocks.rs"]
mod clocks;
#[path = "timed/series.rs"]
mod series;
mod timed;

use clocks::{Limits, Of, hold};

#[test]
fn warps_wait_before_the_adu_for_those_that_wait_behind_it() {
    // At worst lone warps whose code comes late in one of the four launches, and five lines at once.
    let limits = Limits {
        launches: 90,
        mean: 9.1,
        worst: 36.0,
    };
    hold("adu", Of::FirstBlock, |_| true, &limits);
}
