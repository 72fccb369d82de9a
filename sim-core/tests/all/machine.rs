//! Instructions that need the whole machine: barriers that reduce, generic
//! addresses, traps.

use crate::assembly::{assemble, buffer, launch, options, run, tiny, words};
use sim_core::engine::LaunchError;
use sim_core::fault::FaultKind;
use sim_core::stall::Stall;

/// R2: the parameter; R0: the thread; R8: the address of the thread's word.
const PROLOGUE: &str = "
    LDC.64 R2, c[0x0][0x210]
    ULDC.64 UR4, c[0x0][0x208]
    S2R R0, SR_TID.X
    IMAD.WIDE R8, R0, 0x4, R2
";

/// What one block of `threads` leaves in a buffer of 256 words.
fn outcome(text: &str, threads: u32) -> Vec<u32> {
    let mut simulator = tiny(options(1, 1));
    let data = buffer(&mut simulator, "data", 256);
    let program = assemble("kernel", &format!("{PROLOGUE}{text}"));
    run(&mut simulator, &program, 1, threads, &[data]);
    words(&simulator, "data")
}

#[test]
fn a_barrier_counts_the_threads_with_a_true_predicate() {
    let reduce = |op: &str, bound: u32, result: &str| {
        let text = format!(
            "ISETP.LT.AND P0, PT, R0, {bound:#x}, PT
             BAR.RED.{op}.DEFER_BLOCKING 0x0, P0
             {result}
             STG.E desc[UR4][R8.64], R10
             EXIT"
        );
        outcome(&text, 96)[..96].to_vec()
    };
    assert_eq!(reduce("POPC", 41, "B2R.RESULT R10"), [41; 96]);
    let predicate = "B2R.RESULT RZ, P1
                     SEL R10, RZ, 0x1, !P1";
    assert_eq!(reduce("AND", 95, predicate), [0; 96]);
    assert_eq!(reduce("AND", 96, predicate), [1; 96]);
    assert_eq!(reduce("OR", 1, predicate), [1; 96]);
    assert_eq!(reduce("OR", 0, predicate), [0; 96]);
}

#[test]
fn a_register_can_name_a_barrier_and_its_threads() {
    // Two warps meet at barrier 3, which counts 64 threads; the third does not come.
    let text = "
        ISETP.GT.AND P0, PT, R0, 0x3f, PT
        @P0 EXIT
        MOV R4, 0x400003
        BAR.SYNC.DEFER_BLOCKING R4, R4
        STG.E desc[UR4][R8.64], R4
        EXIT";
    let out = outcome(text, 96);
    assert_eq!((out[63], out[64]), (0x40_0003, 0));
}

/// Puts the generic address of the thread's shared word into R12.
const SHARED_WINDOW: &str = "
    LEA R12, R0, 0x400, 0x2
    S2R R13, SR_SWINHI
";

#[test]
fn a_generic_address_means_shared_or_global_memory() {
    let text = format!(
        "{SHARED_WINDOW}
         IADD3 R4, R0, 0x64, RZ
         ST.E desc[UR4][R12.64], R4
         LDS R5, [R12]
         LD.E R6, desc[UR4][R12.64]
         IADD3 R5, R5, R6, RZ
         ST.E desc[UR4][R8.64], R5
         EXIT"
    );
    let wanted: Vec<u32> = (0..32).map(|thread| 2 * (thread + 100)).collect();
    assert_eq!(outcome(&text, 32)[..32], wanted);
}

#[test]
fn a_generic_address_can_be_asked_for_its_space() {
    let text = format!(
        "{SHARED_WINDOW}
         QSPC.E.S P0, RZ, [R12]
         QSPC.E.G P1, RZ, [R12]
         QSPC.E.G P2, RZ, [R8]
         P2R R4, PR, RZ, 0x7
         STG.E desc[UR4][R8.64], R4
         EXIT"
    );
    assert_eq!(outcome(&text, 32)[..32], [0b101; 32]);
}

#[test]
fn a_generic_float_atomic_says_that_shared_memory_cannot() {
    // Odd threads ask for shared memory and are told no.
    let text = format!(
        "{SHARED_WINDOW}
         MOV R10, 0x3f800000
         LOP3.LUT R4, R0, 0x1, RZ, 0xc0, !PT
         ISETP.EQ.AND P1, PT, R4, RZ, PT
         SEL R12, R2, R12, P1
         SEL R13, R3, R13, P1
         ATOM.E.ADD.F32.FTZ.RN.STRONG.GPU P0, RZ, desc[UR4][R12.64+0x200], R10
         SEL R11, RZ, 0x1, !P0
         STG.E desc[UR4][R8.64], R11
         EXIT"
    );
    let out = outcome(&text, 32);
    assert_eq!(out[128], 16f32.to_bits());
    let wanted: Vec<u32> = (0..32).map(|thread| u32::from(thread % 2 == 0)).collect();
    assert_eq!(out[..32], wanted);
}

#[test]
fn a_uniform_predicate_decides_for_the_whole_warp() {
    let text = "
        UISETP.EQ.AND UP0, UPT, URZ, URZ, UPT
        BRA.U UP0, <taken>
        EXIT
        taken:
        BRA.U !UP0, <end>
        STG.E desc[UR4][R8.64], R0
        end:
        EXIT";
    let wanted: Vec<u32> = (0..32).collect();
    assert_eq!(outcome(text, 32)[..32], wanted);
}

#[test]
fn a_waterfall_serves_each_value_in_turn() {
    // Lanes with equal values take the uniform path together; P1 are those left.
    let text = "
        LOP3.LUT R4, R0, 0x3, RZ, 0xc0, !PT
        PLOP3.LUT P1, PT, PT, PT, PT, 0x80, 0x0
        MOV R10, RZ
        again:
        PLOP3.LUT P0, PT, P0, P1, PT, 0xa2, 0x0
        @P1 R2UR P0, UR6, R4
        @!P0 IADD3 R11, R4, UR6, RZ
        @P1 PLOP3.LUT P1, PT, P0, PT, PT, 0x80, 0x0
        PLOP3.LUT P0, PT, PT, PT, PT, 0x80, 0x0
        @P1 BRA.U.ANY <again>
        STG.E desc[UR4][R8.64], R11
        EXIT";
    let wanted: Vec<u32> = (0..32).map(|lane| 2 * (lane & 3)).collect();
    assert_eq!(outcome(text, 32)[..32], wanted);
}

#[test]
fn a_trap_that_a_thread_reaches_stops_the_kernel() {
    let mut simulator = tiny(options(1, 1));
    let text = format!(
        "{PROLOGUE}
         ISETP.EQ.AND P0, PT, R0, 0x28, PT
         @P0 BPT.TRAP 0x1
         EXIT"
    );
    let program = assemble("asserting", &text);
    let Err(LaunchError::Fault(fault)) = launch(&mut simulator, &program, 1, 64, &[0]) else {
        panic!("it must fault");
    };
    assert!(matches!(fault.kind, FaultKind::Trap), "{fault}");
    let quiet = assemble("quiet", &text.replace("0x28", "0x40"));
    assert!(launch(&mut simulator, &quiet, 1, 64, &[0]).is_ok());
}

#[test]
fn what_has_no_model_is_refused_by_name_address_and_encoding() {
    let mut simulator = tiny(options(1, 1));
    let program = assemble(
        "matrices",
        "NOP\nQMMA.16832.F32.E4M3.E4M3 R4, R8.ROW, R12.COL, R4\nEXIT",
    );
    let error = launch(&mut simulator, &program, 1, 32, &[]).expect_err("refused");
    let text = error.to_string();
    let encoding = "0000000c0804727a";
    for part in [
        "matrices",
        "QMMA.16832.F32.E4M3.E4M3 R4, R8.ROW, R12.COL, R4",
        "0x0010",
        encoding,
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn a_second_sleep_takes_the_power_of_two_above_its_nanoseconds() {
    let cycles = |sleeps: usize| {
        let mut simulator = tiny(options(1, 1));
        let text = "NANOSLEEP 0x3e8\n".repeat(sleeps) + "EXIT";
        let program = assemble("sleep", &text);
        let report = run(&mut simulator, &program, 1, 32, &[]);
        let clock = report.gpu.chip.sm_clock_mhz;
        report.cycles_elapsed.expect("a timed run") as f64 * 1e3 / clock
    };
    assert!((cycles(3) - cycles(2) - 1024.0).abs() < 2.0);
    assert!(cycles(2) - cycles(1) <= 1026.0);
}

#[test]
fn a_sleep_lets_the_other_lanes_of_the_warp_run() {
    // Lanes 0 to 3 run first, sleep, and find what the others have stored.
    let text = "
        ISETP.LT.AND P1, PT, R0, 0x4, PT
        @P1 BRA <early>
        MOV R12, 0x7
        STG.E.STRONG.GPU desc[UR4][R8.64], R12
        EXIT
        early:
        NANOSLEEP 0x0
        LDG.E.STRONG.GPU R12, desc[UR4][R8.64+0x40]
        STG.E desc[UR4][R8.64], R12
        EXIT";
    assert_eq!(outcome(text, 32)[..4], [7; 4]);
}

/// What each of 32 lanes finds in the place to which it and others have stored
/// their number: lanes with the same `R0 & and` share a place.
fn found_by(memory: &str, and: u32) -> Vec<u32> {
    let [store, load] = match memory {
        "shared" => ["STS [R6], R0", "LDS R10, [R6]"],
        "shared wide" => ["STS.64 [R6], R10", "LDS R10, [R6+0x4]"],
        "global" => ["STG.E [R12.64], R0", "LDG.E R10, [R12.64]"],
        "global wide" => ["STG.E.64 [R12.64], R10", "LDG.E R10, [R12.64+0x4]"],
        other => panic!("{other}"),
    };
    let text = format!(
        "LOP3.LUT R6, R0, {and:#x}, RZ, 0xc0, !PT
        SHF.L.U32 R6, R6, 0x3, RZ
        MOV R10, R0
        MOV R11, R0
        IADD3 R12, P0, R2, 0x200, RZ
        IADD3.X R13, R3, RZ, RZ, P0, !PT
        IADD3 R12, P0, R12, R6, RZ
        IADD3.X R13, R13, RZ, RZ, P0, !PT
        IADD3 R6, R6, 0x400, RZ
        {store}
        {load}
        STG.E desc[UR4][R8.64], R10
        EXIT"
    );
    outcome(&text, 32)[..32].to_vec()
}

#[test]
fn of_lanes_that_store_to_one_place_the_lowest_wins_and_of_wide_stores_in_the_last_half() {
    let lanes = |first: u32| (0..32).map(move |lane: u32| first + lane % 4);
    for memory in ["shared", "global"] {
        assert_eq!(
            found_by(memory, 3),
            lanes(0).collect::<Vec<_>>(),
            "{memory}"
        );
    }
    for memory in ["shared wide", "global wide"] {
        assert_eq!(
            found_by(memory, 3),
            lanes(16).collect::<Vec<_>>(),
            "{memory}"
        );
    }
}

/// Cycles for which a warp waits for constants that it reads as it issues, if it loads these
/// offsets from where a uniform register points.
fn waits_for_constants(offsets: [u32; 2]) -> u64 {
    let loads = offsets.map(|offset| format!("ULDC UR8, c[0x0][UR6+{offset:#x}]"));
    let text = format!("UMOV UR6, 0x800\n{}\nEXIT", loads.join("\n"));
    let mut simulator = tiny(options(1, 1));
    let report = run(&mut simulator, &assemble("tables", &text), 1, 32, &[]);
    report.stalls()[Stall::ImcMiss as usize]
}

#[test]
fn a_load_to_a_uniform_register_waits_for_each_line_that_it_reads() {
    // The first of a launch comes 3 cycles later.
    assert_eq!(waits_for_constants([0x0, 0x3c]), 3 + 58);
    assert_eq!(waits_for_constants([0x0, 0x40]), 3 + 2 * 58);
}
