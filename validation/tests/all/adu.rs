//! Who waits before the ADU and behind it (`micro/h200/adu`): warps that ask for constants and indices without waiting for
//! them, on one SM and on all, beside what the same machine code took on an H200.

use crate::timed::clocks::{Limits, Of, hold};

#[test]
fn warps_wait_before_the_adu_for_those_that_wait_behind_it() {
    // At worst 16 warps that read thread indices behind LDCs that miss.
    let limits = Limits {
        launches: 90,
        mean: 7.2,
        worst: 26.3,
    };
    hold("adu", Of::FirstBlock, |_| true, &limits);
}
