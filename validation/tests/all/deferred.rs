//! What warps do behind a barrier before they stop (`micro/h200/deferred`), beside what an H100 took for the same
//! machine code.

use crate::timed::meetings::{errors, mean_size};

/// Eight barriers a turn. Off by 21 % in the mean if a warp stopped at its barrier.
#[test]
fn a_warp_goes_on_behind_a_barrier_as_far_as_on_the_gpu() {
    let errors = errors("deferred", [8, 72], 8);
    assert_eq!(errors.len(), 192);
    assert!(mean_size(&errors) < 0.5);
}
