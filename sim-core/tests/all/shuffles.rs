//! Shuffles whose lanes read lanes that do not take part are noted, others are not.

use crate::assembly::{assemble, buffer, options, run, tiny};
use sim_core::report::InactiveRead;

/// What is noted of a kernel with `text` in it, in blocks of `threads`. R1 is the thread's number.
fn noted(text: &str, blocks: u32, threads: u32) -> Vec<InactiveRead> {
    let program = assemble("shuffles", &format!("S2R R1, SR_TID.X\n{text}\nEXIT"));
    let of = |host_threads, divisor| {
        let mut simulator = tiny(options(host_threads, divisor));
        let data = buffer(&mut simulator, "data", 64);
        run(&mut simulator, &program, blocks, threads, &[data]).inactive_reads
    };
    let alone = of(1, 1);
    assert_eq!(of(2, 3), alone, "threads and epochs change nothing");
    alone
}

#[test]
fn lanes_beyond_the_end_of_a_block_are_missed() {
    let text = "SHFL.DOWN PT, R4, R1, 0x10, 0x1f";
    let found = noted(text, 5, 48);
    let [read] = found[..] else {
        panic!("{found:?}")
    };
    assert_eq!((read.pc, read.times), (1, 5));
    assert_eq!((read.block, read.warp), ([0, 0, 0], 1));
    assert_eq!((read.lane, read.from), (0, 16));
    assert_eq!(noted(text, 5, 64), []);
}

#[test]
fn a_lane_out_of_range_reads_itself() {
    // Segments of 16 lanes: the upper half is not asked.
    assert_eq!(noted("SHFL.DOWN PT, R4, R1, 0x8, 0x100f", 1, 48), []);
    // Of 32: lane 15 asks for lane 16.
    let found = noted("SHFL.DOWN PT, R4, R1, 0x1, 0x1f", 1, 48);
    assert_eq!((found[0].lane, found[0].from), (15, 16));
}

#[test]
fn lanes_whose_guard_is_false_are_missed_by_others() {
    let guarded = |op: &str| {
        format!("ISETP.LT.U32.AND P0, PT, R1, 0x10, PT\n@P0 SHFL.{op}, R4, R1, 0x8, 0x1f")
    };
    let found = noted(&guarded("BFLY PT"), 1, 32);
    assert_eq!(found, []);
    let found = noted(&guarded("DOWN PT"), 1, 32);
    assert_eq!((found[0].lane, found[0].from), (8, 16));
    assert_eq!(noted(&guarded("UP PT").replace("0x1f", "RZ"), 1, 32), []);
}
