//! Asynchronous copies: what they write, when it can be read, and what is wrong with them.

use sim_core::engine::Simulator;
use sim_isa::Op;

use crate::assembly::{assemble, buffer, launch, options, run, tiny, words};

/// Lane `n` of a warp copies 16 bytes of the second parameter's buffer to its place in shared memory, waits, and stores the
/// words to the first parameter's; `copy` is the instruction, with the shared address in R3 and the global one in R4.
fn copying(copy: &str) -> sim_isa::Program {
    let text = format!(
        "S2R R0, SR_TID.X ;
         IMAD.SHL.U32 R1, R0, 0x10, RZ ;
         IADD3 R3, R1, 0x400, RZ ;
         ISETP.GE.AND P0, PT, R0, 0x4, PT ;
         ISETP.LT.AND P1, PT, R0, 0x8, PT ;
         LDC.64 R4, c[0x0][0x218] ;
         IMAD.WIDE.U32 R4, R0, 0x10, R4 ;
         {copy}
         LDGDEPBAR ;
         DEPBAR.LE SB0, 0x0 ;
         LDS.128 R8, [R3] ;
         LDC.64 R6, c[0x0][0x210] ;
         IMAD.WIDE.U32 R6, R0, 0x10, R6 ;
         STG.E.128 desc[UR4][R6.64], R8 ;
         EXIT ;"
    );
    let mut program = assemble("copying", &text);
    // As ptxas has it: a copy holds no counter, the end of its group does, and DEPBAR alone waits for it.
    for instruction in &mut program.code {
        let holds = match instruction.op {
            Op::Ldgdepbar => Some(0),
            Op::Ldgsts | Op::Depbar => None,
            _ => continue,
        };
        instruction.ctrl.write_barrier = holds;
        instruction.ctrl.wait_mask = 0;
    }
    program
}

/// A simulator with a buffer of 512 bytes, `in`, whose words count from 1, and one for what is copied.
fn with_buffers() -> (Simulator, [u64; 2]) {
    let mut simulator = tiny(options(1, 1));
    let [out, from] = ["out", "in"].map(|name| buffer(&mut simulator, name, 128));
    let memory = simulator.memory_mut();
    let id = memory.find("in").expect("it was made just now");
    for (word, value) in memory.words_mut(id).iter_mut().zip(1..) {
        *word.get_mut() = value;
    }
    (simulator, [out, from])
}

fn copied(copy: &str) -> Vec<u32> {
    let (mut simulator, params) = with_buffers();
    run(&mut simulator, &copying(copy), 1, 32, &params);
    words(&simulator, "out")
}

#[test]
fn a_copy_has_been_written_when_its_group_is_done() {
    let all: Vec<u32> = (1..=128).collect();
    assert_eq!(copied("LDGSTS.E.128 [R3], desc[UR4][R4.64] ;"), all);
    assert_eq!(copied("LDGSTS.E.BYPASS.128 [R3], desc[UR4][R4.64] ;"), all);
}

/// Shared memory begins as zeros here, so the lanes write something first.
#[test]
fn lanes_whose_predicate_is_false_get_zeros_and_those_whose_guard_is_keep_what_they_had() {
    let store = "STS.128 [R3], R0 ;";
    for way in ["", ".BYPASS"] {
        let out = copied(
            &format!("{store} @P0 LDGSTS.E{way}.128 [R3], desc[UR4][R4.64], P1 ;")
                .replace("; @", ";\n@"),
        );
        for (lane, words) in out.chunks(4).enumerate() {
            let first = 4 * lane as u32 + 1;
            match lane {
                0..4 => assert_eq!(words[0], lane as u32, "lane {lane}{way}"),
                4..8 => assert_eq!(words, [first, first + 1, first + 2, first + 3]),
                _ => assert_eq!(words, [0; 4], "lane {lane}{way}"),
            }
        }
    }
}

/// The low bits of the address count the bytes at the end that are zeros (an H200: `cp.async` of fewer bytes).
#[test]
fn with_zfill_the_address_tells_the_bytes_that_are_not_read() {
    for way in ["", ".BYPASS"] {
        let out = copied(&format!(
            "IADD3 R4, R4, 0x6, RZ ;\nLDGSTS.E{way}.128.ZFILL [R3], desc[UR4][R4.64] ;"
        ));
        for (lane, words) in out.chunks(4).enumerate() {
            let first = 4 * lane as u32 + 1;
            assert_eq!(words, [first, first + 1, (first + 2) & 0xffff, 0]);
        }
    }
}

#[test]
fn a_copy_from_outside_all_buffers_or_to_outside_shared_memory_is_told() {
    for (copy, told) in [
        ("LDGSTS.E.128 [R3], desc[UR4][R4.64+0x10] ;", "`in[128]`"),
        (
            "LDGSTS.E.BYPASS.128 [R3], desc[UR4][R4.64+0x10] ;",
            "`in[128]`",
        ),
        ("LDGSTS.E.128 [R3+0x800], desc[UR4][R4.64] ;", "shared"),
        ("LDGSTS.E.BYPASS.128 [R3+0x8], desc[UR4][R4.64] ;", "16"),
    ] {
        let (mut simulator, params) = with_buffers();
        let error = launch(&mut simulator, &copying(copy), 1, 32, &params);
        let text = error.expect_err(copy).to_string();
        assert!(
            text.contains("asynchronous copy") && text.contains(told),
            "{text}"
        );
    }
}

/// Blocks end while their copies are under way, and others take their places.
#[test]
fn a_warp_may_end_before_its_copies_have_come() {
    for way in ["", ".BYPASS"] {
        let copy = format!("LDGSTS.E{way}.128 [R3], desc[UR4][R4.64] ;\nEXIT ;");
        let (mut simulator, params) = with_buffers();
        run(&mut simulator, &copying(&copy), 200, 32, &params);
        assert_eq!(words(&simulator, "out"), [0; 128]);
    }
}

/// Two groups of a warp: the second copies while the first is under way.
#[test]
fn depbar_lets_so_many_groups_be_under_way() {
    let cycles = |pending: u32| {
        let copy = "LDGSTS.E.128 [R3], desc[UR4][R4.64] ;";
        let twice = format!("{copy}\nLDGDEPBAR ;\nDEPBAR.LE SB0, {pending:#x} ;\n{copy}");
        let program = copying(&twice);
        let (mut simulator, params) = with_buffers();
        let report = run(&mut simulator, &program, 1, 32, &params);
        assert_eq!(words(&simulator, "out"), (1..=128).collect::<Vec<u32>>());
        report.cycles_elapsed.expect("it is timed")
    };
    // The first takes what DRAM takes.
    assert!(cycles(0) > cycles(1) + 20);
}
