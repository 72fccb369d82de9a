//! What straight-line code waits for that a launch reads for the first time (`micro/h200/cold`, `micro/h200/stream`), on one SM and on all, beside
//! what the same machine code took on an H200.

use crate::timed::clocks::{Limits, Of, hold};

#[test]
fn code_that_nobody_has_read_comes_as_fast_as_on_the_gpu() {
    // Of more than four warps most find what others have fetched: there the order of warps counts.
    let few = |case: &str| !case.ends_with("_w16");
    let limits = Limits {
        launches: 36,
        mean: 6.7,
        worst: 15.2,
    };
    hold("cold", Of::AllBlocks, few, &limits);
}

#[test]
fn code_that_issues_slowly_comes_as_fast_as_on_the_gpu() {
    let limits = Limits {
        launches: 56,
        mean: 6.0,
        worst: 18.5,
    };
    hold("stream", Of::AllBlocks, |_| true, &limits);
}
