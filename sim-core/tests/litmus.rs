//! What threads on different SMs may see of each other's memory accesses.
//!
//! Each test runs with several epoch lengths and numbers of host threads; a
//! race-free program must give the same values under all of them, and every
//! run the same bytes and cycles for any number of threads.

mod assembly;

use assembly::{assemble, buffer, options, run, tiny, words};
use sim_isa::Program;

/// Runs a kernel of two blocks of one warp on two SMs under every engine, with
/// three buffers of 64 words as parameters; returns the third.
fn on_two_sms(program: &Program, blocks: u32) -> Vec<Vec<u32>> {
    let mut results = Vec::new();
    for (threads, divisor) in [(1, 1), (2, 1), (7, 1), (1, 2), (2, 3)] {
        let mut simulator = tiny(options(threads, divisor));
        let params = ["data", "flag", "out"].map(|name| buffer(&mut simulator, name, 64));
        run(&mut simulator, program, blocks, 32, &params);
        results.push(words(&simulator, "out"));
    }
    results
}

/// R2 = data, R4 = flag, R6 = out, R8 = the block's index, R0 = the lane.
const PROLOGUE: &str = "
    LDC.64 R2, c[0x0][0x210]
    LDC.64 R4, c[0x0][0x218]
    LDC.64 R6, c[0x0][0x220]
    ULDC.64 UR4, c[0x0][0x208]
    S2R R8, SR_CTAID.X
    S2R R0, SR_TID.X
    ISETP.NE.AND P1, PT, R8, RZ, PT
    ISETP.NE.AND P2, PT, R0, RZ, PT
    @P2 EXIT
";

fn litmus(name: &str, body: &str) -> Program {
    assemble(name, &format!("{PROLOGUE}{body}"))
}

#[test]
fn a_message_is_there_when_its_flag_is() {
    let program = litmus(
        "message_passing",
        "
        MOV R10, 0x2a
        MOV R11, 0x1
        @P1 BRA <reader>
        STG.E desc[UR4][R2.64], R10
        MEMBAR.SC.GPU
        STG.E.STRONG.GPU desc[UR4][R4.64], R11
        EXIT
        reader:
        LDG.E.STRONG.GPU R12, desc[UR4][R4.64]
        ISETP.EQ.AND P0, PT, R12, RZ, PT
        @P0 BRA <reader>
        MEMBAR.SC.GPU
        CCTL.IVALL
        LDG.E R13, desc[UR4][R2.64]
        STG.E desc[UR4][R6.64], R13
        EXIT
        ",
    );
    for out in on_two_sms(&program, 2) {
        assert_eq!(out[0], 42);
    }
}

#[test]
fn with_fences_not_both_threads_miss_the_others_store() {
    let program = litmus(
        "store_buffering",
        "
        MOV R11, 0x1
        @P1 BRA <second>
        STG.E.STRONG.GPU desc[UR4][R2.64], R11
        MEMBAR.SC.GPU
        LDG.E.STRONG.GPU R12, desc[UR4][R4.64]
        STG.E desc[UR4][R6.64], R12
        EXIT
        second:
        STG.E.STRONG.GPU desc[UR4][R4.64], R11
        MEMBAR.SC.GPU
        LDG.E.STRONG.GPU R12, desc[UR4][R2.64]
        STG.E desc[UR4][R6.64+0x4], R12
        EXIT
        ",
    );
    for out in on_two_sms(&program, 2) {
        assert!(out[0] + out[1] >= 1, "both read the old value");
    }
}

#[test]
fn a_thread_sees_its_own_store_in_flight() {
    let program = litmus(
        "own_store",
        "
        @P1 EXIT
        MOV R10, 0x11223344
        STG.E desc[UR4][R2.64], R10
        MOV R11, 0xaa
        STG.E.U8 desc[UR4][R2.64+0x1], R11
        LDG.E R12, desc[UR4][R2.64]
        STG.E desc[UR4][R6.64], R12
        EXIT
        ",
    );
    for out in on_two_sms(&program, 2) {
        assert_eq!(out[0], 0x1122_aa44);
    }
}

#[test]
fn values_of_one_address_never_run_backwards() {
    let program = litmus(
        "coherence",
        "
        @P1 BRA <reader>
        MOV R10, 0x1
        STG.E.STRONG.GPU desc[UR4][R2.64], R10
        MOV R10, 0x2
        STG.E.STRONG.GPU desc[UR4][R2.64], R10
        EXIT
        reader:
        LDG.E.STRONG.GPU R12, desc[UR4][R2.64]
        LDG.E.STRONG.GPU R13, desc[UR4][R2.64]
        ISETP.EQ.AND P0, PT, R13, RZ, PT
        STG.E desc[UR4][R6.64], R12
        STG.E desc[UR4][R6.64+0x4], R13
        @P0 BRA <reader>
        EXIT
        ",
    );
    for out in on_two_sms(&program, 2) {
        assert!(out[0] <= out[1]);
    }
}

#[test]
fn a_reduction_and_a_store_of_one_thread_keep_their_order() {
    let program = litmus(
        "red_then_store",
        "
        @P1 EXIT
        MOV R10, 0x5
        MOV R11, 0x64
        REDG.E.ADD.STRONG.GPU desc[UR4][R6.64], R10
        STG.E.STRONG.GPU desc[UR4][R6.64], R11
        REDG.E.ADD.STRONG.GPU desc[UR4][R6.64+0x4], R10
        LDG.E.STRONG.GPU R12, desc[UR4][R6.64+0x4]
        STG.E desc[UR4][R6.64+0x8], R12
        EXIT
        ",
    );
    for out in on_two_sms(&program, 2) {
        assert_eq!(out[..3], [100, 5, 5]);
    }
}

#[test]
fn additions_of_many_blocks_all_count() {
    let program = assemble(
        "count",
        "
        LDC.64 R6, c[0x0][0x220]
        ULDC.64 UR4, c[0x0][0x208]
        MOV R10, 0x1
        REDG.E.ADD.STRONG.GPU desc[UR4][R6.64], R10
        ATOMG.E.ADD.STRONG.GPU PT, R11, desc[UR4][R6.64+0x4], R10
        EXIT
        ",
    );
    for out in on_two_sms(&program, 50) {
        assert_eq!(out[..2], [1600, 1600]);
    }
}

#[test]
fn a_lock_released_by_a_plain_store_protects_its_counter() {
    let program = litmus(
        "lock",
        "
        MOV R10, RZ
        MOV R11, 0x1
        acquire:
        ATOMG.E.CAS.STRONG.GPU PT, R12, [R4], R10, R11
        ISETP.NE.AND P0, PT, R12, RZ, PT
        @P0 BRA <acquire>
        MEMBAR.SC.GPU
        LDG.E.STRONG.GPU R13, desc[UR4][R6.64]
        VIADD R13, R13, 0x1
        STG.E.STRONG.GPU desc[UR4][R6.64], R13
        MEMBAR.SC.GPU
        STG.E.STRONG.GPU desc[UR4][R4.64], RZ
        EXIT
        ",
    );
    for out in on_two_sms(&program, 20) {
        assert_eq!(out[0], 20);
    }
}

#[test]
fn a_block_that_looks_back_at_its_predecessor_gets_its_sum() {
    let program = litmus(
        "look_back",
        "
        IMAD.WIDE R14, R8, 0x4, R4       // my flag and my predecessor's sum
        MOV R13, RZ
        @!P1 BRA <sum>
        spin:
        LDG.E.STRONG.GPU R13, desc[UR4][R14.64+-0x4]
        ISETP.EQ.AND P0, PT, R13, RZ, PT
        @P0 BRA <spin>
        sum:
        IADD3 R13, R13, R8, RZ
        VIADD R13, R13, 0x1
        STG.E.STRONG.GPU desc[UR4][R14.64], R13
        ISETP.NE.AND P0, PT, R8, 0x13, PT
        @P0 EXIT
        STG.E desc[UR4][R6.64], R13
        EXIT
        ",
    );
    for out in on_two_sms(&program, 20) {
        assert_eq!(out[0], 210);
    }
}

#[test]
fn cycles_and_counters_do_not_depend_on_threads_or_epoch() {
    let program = assemble(
        "mixed",
        "
        LDC.64 R2, c[0x0][0x210]
        LDC.64 R6, c[0x0][0x220]
        ULDC.64 UR4, c[0x0][0x208]
        S2R R0, SR_TID.X
        IMAD.WIDE R8, R0, 0x4, R2
        LDG.E R10, desc[UR4][R8.64]
        SHF.L.U32 R1, R0, 0x2, RZ
        STS [R1+0x400], R10
        BAR.SYNC.DEFER_BLOCKING 0x0
        LDS R11, [R1+0x400]
        VIADD R11, R11, 0x3
        STG.E desc[UR4][R8.64], R11
        MOV R12, 0x1
        REDG.E.ADD.STRONG.GPU desc[UR4][R6.64], R12
        EXIT
        ",
    );
    let mut seen = Vec::new();
    for (threads, divisor) in [(1, 1), (2, 1), (7, 1), (1, 2), (2, 3)] {
        let mut simulator = tiny(options(threads, divisor));
        let params = ["data", "flag", "out"].map(|name| buffer(&mut simulator, name, 64));
        let report = run(&mut simulator, &program, 40, 64, &params);
        seen.push((
            report.cycles_elapsed,
            report.sms,
            report.pcs,
            words(&simulator, "out"),
        ));
    }
    for other in &seen[1..] {
        assert_eq!(*other, seen[0]);
    }
}

#[test]
fn stall_reasons_sum_to_the_time_of_the_resident_warps() {
    let program = assemble(
        "barrier",
        "
        LDC.64 R2, c[0x0][0x210]
        ULDC.64 UR4, c[0x0][0x208]
        S2R R0, SR_TID.X
        IMAD.WIDE R8, R0, 0x4, R2
        LDG.E R10, desc[UR4][R8.64]
        BAR.SYNC.DEFER_BLOCKING 0x0
        FADD R10, R10, R10
        STG.E desc[UR4][R8.64], R10
        EXIT
        ",
    );
    let mut simulator = tiny(options(2, 1));
    let data = buffer(&mut simulator, "data", 64);
    let report = run(&mut simulator, &program, 33, 64, &[data]);
    let resident: u64 = report.sms.iter().map(|sm| sm.warps_active).sum();
    assert_eq!(report.stalls().iter().sum::<u64>(), resident);
}
