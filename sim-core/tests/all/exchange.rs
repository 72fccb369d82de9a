//! Values that cross lanes, special registers, and what lowering refuses.

use crate::support::assemble::assemble;
use crate::support::lab::{Given, execute, execute_lanes, words};
use sim_core::exec::{ConstantBanks, LoweredKernel, SharedMemory};

/// The lane that a shuffle reads, as the PTX manual's pseudocode says.
fn source_lane(mode: &str, lane: i32, b: i32, clamp: i32, segment: i32) -> i32 {
    let max_lane = (lane & segment) | (clamp & !segment);
    let min_lane = lane & segment;
    let (from, in_range) = match mode {
        "UP" => (lane - b, lane - b >= max_lane),
        "DOWN" => (lane + b, lane + b <= max_lane),
        "BFLY" => (lane ^ b, lane ^ b <= max_lane),
        _ => {
            let from = min_lane | (b & !segment);
            (from, from <= max_lane)
        }
    };
    if in_range { from } else { lane }
}

#[test]
fn shuffles_stay_in_their_segment_and_range() {
    let values = words(1);
    for mode in ["UP", "DOWN", "BFLY", "IDX"] {
        for (distance, c) in [
            (1, 0x1f),
            (1, 0),
            (3, 0x181f),
            (5, 0x1807),
            (16, 0x1f),
            (9, 0x1000),
        ] {
            let text = format!("SHFL.{mode} P1, R4, R1, {distance:#x}, {c:#x} ;");
            let warp = execute(&text, &Given::rows(&[(1, values)]));
            for lane in 0..32 {
                let from = source_lane(mode, lane, distance, c & 31, c >> 8 & 31);
                assert_eq!(
                    warp.row(4)[lane as usize],
                    values[from as usize],
                    "{text} {lane}"
                );
            }
        }
    }
}

#[test]
fn votes_count_only_executing_lanes() {
    let given = Given::default().with(0, 0x0000_ffff);
    let warp = execute_lanes("VOTE.ALL R4, P1, P0 ; ", &given, 0x0000_00ff);
    assert_eq!((warp.row(4)[0], warp.predicate_lanes(1)), (0xff, 0xff));
    let warp = execute_lanes("VOTE.ANY R4, P1, !P0 ; ", &given, 0x0000_00ff);
    assert_eq!((warp.row(4)[0], warp.predicate_lanes(1)), (0, 0));
    let warp = execute_lanes("VOTEU.ANY UR4, UPT, P0 ; ", &given, 0x00ff_ff00);
    assert_eq!(warp.uniform(4), 0xff00);
}

#[test]
fn reductions_span_the_executing_lanes() {
    let values = words(5);
    let lanes = 0xf0f0_1234;
    let executing = || {
        (0..32)
            .filter(|lane| lanes >> lane & 1 != 0)
            .map(|lane| values[lane])
    };
    let reduce = |op: &str| {
        let text = format!("REDUX.{op} UR4, R1 ;");
        execute_lanes(&text, &Given::rows(&[(1, values)]), lanes).uniform(4)
    };
    assert_eq!(reduce("SUM"), executing().fold(0, u32::wrapping_add));
    assert_eq!(reduce("OR"), executing().fold(0, |a, b| a | b));
    assert_eq!(reduce("MAX"), executing().max().expect("lanes"));
    let signed = executing().map(|word| word as i32).max().expect("lanes");
    assert_eq!(reduce("MAX.S32"), signed as u32);
}

#[test]
fn matches_find_the_executing_lanes_with_the_same_value() {
    let values = std::array::from_fn(|lane| lane as u32 % 3);
    let lanes = 0x00ff_ffff;
    let any = execute_lanes("MATCH.ANY R4, R1 ;", &Given::rows(&[(1, values)]), lanes);
    for lane in 0..24 {
        let wanted = (0..24).filter(|other| other % 3 == lane % 3);
        let mask = wanted.fold(0, |mask, other| mask | 1 << other);
        assert_eq!(any.row(4)[lane], mask);
    }
    let all = |values| {
        let warp = execute_lanes(
            "MATCH.ALL P1, R4, R1 ;",
            &Given::rows(&[(1, values)]),
            lanes,
        );
        (warp.row(4)[0], warp.predicate_lanes(1))
    };
    assert_eq!(all(values), (0, 0));
    assert_eq!(all([7; 32]), (lanes, lanes));
}

#[test]
fn special_registers_say_who_the_thread_is() {
    let warp = execute(
        "S2R R4, SR_TID.X ;
         S2R R5, SR_CTAID.Y ;
         S2R R6, SR_LTMASK ;
         S2UR UR4, SR_CTAID.Z ;
         CS2R R8, SRZ ;",
        &Given::rows(&[(8, [7; 32]), (9, [7; 32])]),
    );
    for lane in 0..32 {
        assert_eq!(warp.row(4)[lane], lane as u32);
        assert_eq!(warp.row(5)[lane], 6);
        assert_eq!(warp.row(6)[lane], (1 << lane) - 1);
        assert_eq!((warp.row(8)[lane], warp.row(9)[lane]), (0, 0));
    }
    assert_eq!(warp.uniform(4), 7);
}

/// The error of a program that has no model.
fn refused(text: &str) -> String {
    let program = assemble(text);
    let error = LoweredKernel::new(&program, &ConstantBanks::default()).expect_err("refused");
    error.to_string()
}

#[test]
fn an_instruction_without_a_model_is_refused_by_address_and_text() {
    assert_eq!(
        refused("NOP ; \n MOV R90, R1 ;"),
        "test: cannot run `MOV R90, R1` at 0x0010 (encoding 000fe20000000f0000000001005a7202): register 90 is not among the 64 that the kernel declares"
    );
    assert!(refused("S2R R4, SR_VIRTCFG ;").ends_with("this special register is not modelled"));
    assert!(refused("BRA 0x1000 ;").ends_with("its target 0x1000 lies outside the kernel"));
}

#[test]
fn registers_are_read_from_two_banks_unless_they_are_reused() {
    let program = assemble(
        "FFMA R4, R2, R6, R8 ;
         FFMA R4, R2.reuse, R6.reuse, R8 ;
         FFMA R4, R2, R6, R9 ;
         FFMA R4, R2, R2, R3 ;
         IMAD.WIDE R4, R3, R5, R6 ;
         FADD R4, R2, R6 ;
         MOV R4, R2 ;",
    );
    let kernel = LoweredKernel::new(&program, &ConstantBanks::default()).expect("a model");
    // The operands of each register, a bit each for a, b and c.
    let wanted: [[&[u8]; 4]; 7] = [
        [&[1, 2, 4], &[], &[1, 2, 4], &[]],
        [&[1, 2, 4], &[], &[1, 2, 4], &[]],
        [&[1, 2], &[4], &[], &[4]],
        [&[3], &[4], &[3], &[4]],
        [&[4], &[1, 2, 4], &[4], &[1, 2, 4]],
        [&[1, 4], &[], &[1, 4], &[]],
        [&[2], &[], &[2], &[]],
    ];
    for (uop, wanted) in kernel.uops().iter().zip(wanted) {
        let (reads, reused) = (uop.sched.reads, uop.sched.reads_reused);
        let read = [reads.of(0), reads.of(1), reused.of(0), reused.of(1)];
        assert_eq!(read, wanted, "{:?}", uop.op);
    }
}

#[test]
fn shared_memory_rejects_what_lies_outside_or_crooked() {
    let program = assemble("LDS R4, [R1] ;");
    let kernel = LoweredKernel::new(&program, &ConstantBanks::default()).expect("a model");
    let place = sim_core::exec::BlockPlace {
        block: [0; 3],
        block_dim: [32, 1, 1],
        grid_dim: [1; 3],
    };
    let mut warp = sim_core::exec::WarpState::default();
    warp.start(&kernel, &place, 0);
    let mut shared = SharedMemory::default();
    shared.start(4096);
    let mut load = |address: u32, lanes: u32| {
        warp.set_row(
            1,
            std::array::from_fn(|lane| if lane == 3 { address } else { 0x400 }),
        );
        let sim_core::exec::Kind::Memory(op) = kernel.uops()[0].kind else {
            panic!("a load");
        };
        let uop = &kernel.uops()[0];
        let addresses = warp.addresses(uop, &op).map(|at| at as u32);
        let outcome = shared.access((uop, &op), &mut warp, &addresses, lanes);
        outcome.map_err(|fault| fault.to_string())
    };
    assert_eq!(load(4092, !0), Ok(()));
    let outside = "lane 3 accesses shared address 0x1000: the block's shared memory ends at 0x1000";
    assert_eq!(load(4096, !0), Err(outside.to_string()));
    let crooked = "lane 3 accesses shared address 0x402: it is not a multiple of 4";
    assert_eq!(load(0x402, !0), Err(crooked.to_string()));
    assert_eq!(load(4096, !8), Ok(()));
}

#[test]
fn a_load_that_no_lane_executes_needs_no_shared_memory() {
    let program = assemble("LDS.128 R4, [R1] ;");
    let kernel = LoweredKernel::new(&program, &ConstantBanks::default()).expect("a model");
    let uop = &kernel.uops()[0];
    let sim_core::exec::Kind::Memory(op) = uop.kind else {
        panic!("a load");
    };
    let mut warp = sim_core::exec::WarpState::default();
    let mut shared = SharedMemory::default();
    shared.start(0);
    let outcome = shared.access((uop, &op), &mut warp, &[0x400; 32], 0);
    assert_eq!(outcome, Ok(()));
}
