//! What accesses do that stand in their sub-cores, behind stores that the way out of the SM is
//! behind with: nothing that comes after them may change what they mean.

use crate::assembly::{assemble, buffer, launch, options, tiny, words};
use sim_core::engine::{LaunchError, Simulator};
use sim_core::report::LaunchReport;
use sim_isa::Op;

/// Words of each thread: a line for stores that nobody looks at.
const LINE: u64 = 32;

/// R0: the thread; R8: the address of the thread's word of `out`; R10: that of its line of `jam`;
/// R5: the address of its word of shared memory.
const PROLOGUE: &str = "
    LDC.64 R2, c[0x0][0x210]
    LDC.64 R6, c[0x0][0x218]
    ULDC.64 UR4, c[0x0][0x208]
    S2R R0, SR_TID.X
    IMAD.WIDE R8, R0, 0x4, R2
    IMAD.WIDE R10, R0, 0x80, R6
    LEA R5, R0, 0x400, 0x2
    IADD3 R4, R0, 0x64, RZ
";

/// Far more stores of 32 lines than an SM and a sub-core hold.
fn jam() -> String {
    let store = |word: u64| format!("STG.E desc[UR4][R10.64+{:#x}], R0\n", 4 * word);
    (0..2 * LINE).map(|word| store(word % LINE)).collect()
}

/// Launches one block of `threads`.
fn launch_block(
    simulator: &mut Simulator,
    text: &str,
    threads: u32,
) -> Result<LaunchReport, LaunchError> {
    launch_blocks(simulator, text, 1, threads)
}

/// Launches `blocks`, which share their threads' words and lines.
fn launch_blocks(
    simulator: &mut Simulator,
    text: &str,
    blocks: u32,
    threads: u32,
) -> Result<LaunchReport, LaunchError> {
    let out = buffer(simulator, "out", u64::from(threads));
    let jam = buffer(simulator, "jam", u64::from(threads) * LINE);
    let mut program = assemble("standing", &format!("{PROLOGUE}{text}"));
    for instruction in &mut program.code {
        if instruction.op == Op::Stg {
            instruction.ctrl.write_barrier = None; // Nothing waits for it.
        }
    }
    launch(simulator, &program, blocks, threads, &[out, jam])
}

/// What one block of `threads` leaves in `out`.
fn outcome(text: &str, threads: u32) -> Vec<u32> {
    let mut simulator = tiny(options(1, 1));
    launch_block(&mut simulator, text, threads).expect("it ends");
    words(&simulator, "out")
}

/// The GPU reads both in order, so ptxas puts no counter between them.
#[test]
fn a_shared_load_may_overwrite_what_a_store_before_it_brings() {
    let text = format!(
        "STS [R5], R0
         {}
         STG.E desc[UR4][R8.64], R4
         LDS R4, [R5]
         EXIT",
        jam()
    );
    let wanted: Vec<u32> = (0..32).map(|thread| thread + 100).collect();
    assert_eq!(outcome(&text, 32), wanted);
}

/// What the second warp loads, which nothing holds back, of what the first stores before a barrier.
fn behind_a_barrier(load: &str) -> Vec<u32> {
    let text = format!(
        "ISETP.GE.AND P0, PT, R0, 0x20, PT
         @P0 BRA <second>
         {}
         STG.E.STRONG.GPU desc[UR4][R8.64], R4
         BAR.SYNC.DEFER_BLOCKING 0x0
         EXIT
         second:
         BAR.SYNC.DEFER_BLOCKING 0x0
         {load} R12, desc[UR4][R8.64+-0x80]
         STG.E desc[UR4][R8.64], R12
         EXIT",
        jam()
    );
    outcome(&text, 64)[32..].to_vec()
}

#[test]
fn what_a_warp_stored_is_there_behind_a_barrier() {
    let wanted: Vec<u32> = (0..32).map(|thread| thread + 100).collect();
    for load in ["LDG.E.STRONG.GPU", "LDG.E"] {
        assert_eq!(behind_a_barrier(load), wanted, "{load}");
    }
}

/// Its address is overwritten before it is found to be wrong.
#[test]
fn a_fault_names_the_thread_whose_address_was_wrong() {
    let text = format!(
        "ISETP.EQ.AND P0, PT, R0, 0x7, PT
         {}
         @P0 MOV R9, 0x7fffffff
         STG.E desc[UR4][R8.64], R4
         MOV R9, RZ
         EXIT",
        jam()
    );
    match launch_block(&mut tiny(options(1, 1)), &text, 32) {
        Err(LaunchError::Fault(fault)) => {
            let place = fault.place.expect("an instruction");
            assert_eq!(place.thread, [7, 0, 0], "{:?}", fault.kind);
        }
        other => panic!("{other:?}"),
    }
}

/// Every second block stores what holds up the others' stores, which no lane executes. Those have exited
/// long before that leaves: who takes their places comes after it.
#[test]
fn a_block_is_there_until_a_store_that_no_lane_executes_has_left() {
    let text = format!(
        "S2R R14, SR_CTAID.X
         LOP3.LUT R14, R14, 0x1, RZ, 0xc0, !PT
         ISETP.EQ.AND P0, PT, R14, RZ, PT
         @P0 BRA <last>
         {}
         last:
         @!P0 STG.E desc[UR4][R8.64], R4
         EXIT",
        jam()
    );
    let report = launch_blocks(&mut tiny(options(1, 1)), &text, 512, 32).expect("it ends");
    assert_eq!(report.blocks(), 512);
}
