//! Blocks that use shared memory and meet again and again (`micro/h200/barred`), one to eight of them on every
//! SM, beside what a turn of the same machine code took on an H200.

use crate::timed::meetings::{errors, mean_size};

/// (Before barriers sent fences behind stores: 4.2 % off in the mean.)
#[test]
fn blocks_that_meet_take_as_long_as_on_the_gpu() {
    let errors = errors("barred", [32, 128], 1);
    assert_eq!(errors.len(), 96);
    assert!(mean_size(&errors) < 2.8);
}
