//! How the lanes of a warp part and meet: small programs, both models.
//!
//! Each program gets the address of `out` (256 words, zero) as its parameter;
//! word 255 is a counter from which lanes draw tickets.

use crate::support::assemble::assemble;
use crate::support::memory::Memory;
use crate::support::{Failure, Launch, Machine};
use sim_core::exec::{
    BlockPlace, ConstantBanks, Executor, Kind, LoweredKernel, Reconvergence, WarpControl,
    WarpState, WarpStatus,
};

/// Puts the address of `out` into R2 and of the lane's word into R4, the lane
/// into R0, the address of the counter into R6.
const PROLOGUE: &str = "
    S2R R0, SR_LANEID ;
    ULDC.64 UR4, c[0x0][0x208] ;
    LDC.64 R2, c[0x0][0x210] ;
    IMAD.WIDE R4, R0, 0x4, R2 ;
    IADD3 R6, P0, R2, 0x3fc, RZ ;
    IADD3.X R7, R3, RZ, RZ, P0, !PT ;
    MOV R20, 0x1 ;
";

/// Draws a ticket and stores it in the lane's word.
const TICKET: &str = "
    ATOMG.E.ADD.STRONG.GPU PT, R8, desc[UR4][R6.64], R20 ;
    STG.E desc[UR4][R4.64], R8 ;
";

/// Runs a program as one block of `threads`; returns `out`.
fn run(body: &str, threads: u32, reconvergence: Reconvergence) -> Result<Vec<u32>, Failure> {
    run_counting(body, threads, reconvergence).map(|(out, _)| out)
}

/// The same, with the number of branch instructions.
fn run_counting(
    body: &str,
    threads: u32,
    reconvergence: Reconvergence,
) -> Result<(Vec<u32>, u64), Failure> {
    let program = assemble(&format!("{PROLOGUE}{}", body.replace("TICKET", TICKET)));
    let mut memory = Memory::default();
    let out = memory.add("out", vec![0; 1024]);
    let launch = Launch {
        program: &program,
        grid: [1, 1, 1],
        block: [threads, 1, 1],
        dynamic_shared: 0,
        params: out.to_le_bytes().to_vec(),
        reconvergence,
        limit: 200_000,
    };
    let mut machine = Machine::new(&launch, Executor::detect());
    machine.run(&mut memory)?;
    let words = memory.buffer("out").bytes.chunks_exact(4);
    let words = words.map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")));
    Ok((words.collect(), machine.counts.branches))
}

/// Branch instructions that one warp executes.
fn branches(body: &str) -> u64 {
    let outcome = run_counting(body, 32, Reconvergence::Independent);
    outcome.expect("it ends").1
}

/// Runs a program as one warp with independent thread scheduling.
fn warp(body: &str) -> Vec<u32> {
    run(body, 32, Reconvergence::Independent).expect("it ends")
}

/// A branch that `taken` lanes (from 0) take; both sides draw tickets.
fn order_of_sides(taken: u32) -> Vec<u32> {
    warp(&format!(
        "ISETP.LT.AND P1, PT, R0, {taken:#x}, PT ;
         BSSY B0, {{join}} ;
         @P1 BRA {{side}} ;
         TICKET
         BRA {{join}} ;
         side:
         TICKET
         join:
         BSYNC B0 ;
         EXIT ;"
    ))
}

#[test]
fn of_two_sides_the_one_with_fewer_lanes_runs_first() {
    let out = order_of_sides(8);
    assert!(out[..8].iter().all(|&ticket| ticket < 8), "{out:?}");
    let out = order_of_sides(24);
    assert!(out[24..32].iter().all(|&ticket| ticket < 8), "{out:?}");
}

#[test]
fn of_two_equal_sides_the_one_that_falls_through_runs_first() {
    let out = order_of_sides(16);
    assert!(out[16..32].iter().all(|&ticket| ticket < 16), "{out:?}");
}

/// As a function that calls itself does it: 16 lanes wait at B0 while the others keep
/// its mask in a register, use B0 for themselves and give it back.
#[test]
fn a_barrier_whose_lanes_are_kept_in_a_register_serves_an_inner_meeting_meanwhile() {
    let out = warp(
        "BSSY B0, {join} ;
         ISETP.LT.AND P1, PT, R0, 0x10, PT ;
         @P1 BRA {meet} ;
         BMOV.32.CLEAR R24, B0 ;
         BSSY B0, {joined} ;
         ISETP.LT.AND P2, PT, R0, 0x18, PT ;
         @P2 BRA {inner} ;
         TICKET
         inner:
         BSYNC B0 ;
         joined:
         VOTE.ANY R25, PT, PT ;
         BMOV.32 B0, R24 ;
         meet:
         BSYNC B0 ;
         join:
         VOTE.ANY R26, PT, PT ;
         @P1 MOV R25, RZ ;
         POPC R25, R25 ;
         POPC R26, R26 ;
         LEA R25, R25, R26, 0x8 ;
         STG.E desc[UR4][R4.64], R25 ;
         EXIT ;",
    );
    assert_eq!(out[..16], [32; 16]);
    assert_eq!(out[16..32], [16 << 8 | 32; 16]);
}

/// Every lane takes a lock, adds one to a counter without an atomic, and
/// releases the lock.
const LOCK: &str = "
    IADD3 R10, P0, R2, 0x200, RZ ;
    IADD3.X R11, R3, RZ, RZ, P0, !PT ;
    BSSY B0, {inside} ;
    again:
    MOV R12, RZ ;
    YIELD ;
    ATOMG.E.CAS.STRONG.GPU PT, R14, [R10], R12, R20 ;
    ISETP.NE.AND P1, PT, R14, RZ, PT ;
    @P1 BRA {again} ;
    BSYNC B0 ;
    inside:
    LDG.E.STRONG.SYS R16, desc[UR4][R6.64] ;
    IADD3 R16, R16, 0x1, RZ ;
    STG.E.STRONG.SYS desc[UR4][R6.64], R16 ;
    MEMBAR.SC.GPU ;
    ATOMG.E.EXCH.STRONG.GPU PT, RZ, desc[UR4][R10.64], RZ ;
    EXIT ;";

#[test]
fn a_lock_that_all_lanes_of_a_warp_contend_for_is_taken_by_each_in_turn() {
    assert_eq!(warp(LOCK)[255], 32);
}

#[test]
fn under_the_reconvergence_stack_the_same_lock_hangs() {
    assert_eq!(run(LOCK, 32, Reconvergence::Stack), Err(Failure::Limit));
}

#[test]
fn a_lane_that_spins_without_yielding_does_not_starve_the_lane_it_waits_for() {
    let out = warp(
        "ISETP.NE.AND P1, PT, R0, RZ, PT ;
         @P1 BRA {others} ;
         wait:
         LDG.E.STRONG.SYS R8, desc[UR4][R2.64+0x80] ;
         ISETP.EQ.AND P2, PT, R8, RZ, PT ;
         @P2 BRA {wait} ;
         STG.E desc[UR4][R4.64], R8 ;
         EXIT ;
         others:
         STG.E.STRONG.SYS desc[UR4][R2.64+0x80], R20 ;
         EXIT ;",
    );
    assert_eq!(out[0], 1);
}

#[test]
fn lanes_that_end_are_not_waited_for() {
    let out = warp(
        "BSSY B0, {join} ;
         ISETP.LT.AND P1, PT, R0, 0x4, PT ;
         @P1 EXIT ;
         ISETP.LT.AND P1, PT, R0, 0x10, PT ;
         @P1 BRA {join} ;
         TICKET
         join:
         BSYNC B0 ;
         VOTE.ANY R8, PT, PT ;
         STG.E desc[UR4][R4.64], R8 ;
         EXIT ;",
    );
    assert_eq!(out[..4], [0; 4]);
    assert_eq!(out[4..32], [0xffff_fff0; 28]);
}

#[test]
fn lanes_that_break_out_are_not_waited_for() {
    let out = warp(
        "BSSY B0, {join} ;
         ISETP.LT.AND P1, PT, R0, 0x4, PT ;
         @P1 BREAK B0 ;
         @P1 BRA {away} ;
         BSYNC B0 ;
         join:
         VOTE.ANY R8, PT, PT ;
         STG.E desc[UR4][R4.64], R8 ;
         EXIT ;
         away:
         VOTE.ANY R8, PT, PT ;
         STG.E desc[UR4][R4.64], R8 ;
         EXIT ;",
    );
    assert_eq!(out[..4], [0xf; 4]);
    assert_eq!(out[4..32], [0xffff_fff0; 28]);
}

#[test]
fn lanes_freed_by_a_break_execute_their_bsync_again() {
    // Two lanes wait at B0; the other thirty arrive at it, or leave it.
    let body = |leave: &str| {
        branches(&format!(
            "BSSY B0, {{join}} ;
             ISETP.LT.AND P1, PT, R0, 0x2, PT ;
             @P1 BRA {{join}} ;
             {leave} ;
             BSYNC B0 ;
             EXIT ;
             join:
             BSYNC B0 ;
             EXIT ;"
        ))
    };
    assert_eq!(body("NOP"), 1 + 2 + 2);
    assert_eq!(body("BREAK B0"), 1 + 1 + 3 + 2);
}

#[test]
fn an_indirect_branch_issues_once_for_each_target() {
    let switch = |targets: u32| {
        branches(&format!(
            "LOP3.LUT R8, R0, {:#x}, RZ, 0xc0, !PT ;
             IMAD R8, R8, 0x10, RZ ;
             MOV R9, RZ ;
             BRX R8 0x0 ;
             EXIT ;
             EXIT ;
             EXIT ;
             EXIT ;",
            targets - 1
        ))
    };
    assert_eq!([1, 2, 4].map(switch), [2, 4, 8]);
}

#[test]
fn lanes_of_a_running_group_survive_the_opening_of_a_block_barrier() {
    // The first lanes wait at the barrier while the others still run; whoever
    // opens it (here: the test) must not stop those.
    let text = "
         ISETP.LT.AND P1, PT, R0, 0x4, PT ;
         @P1 BRA {wait} ;
         IADD3 R8, R0, 0x1, RZ ;
         STG.E desc[UR4][R4.64], R8 ;
         EXIT ;
         wait:
         BAR.SYNC.DEFER_BLOCKING 0x0 ;
         EXIT ;";
    let program = assemble(&format!("{PROLOGUE}{text}"));
    let banks = ConstantBanks::default();
    let kernel = LoweredKernel::new(&program, &banks).expect("it has a model");
    let mut control = WarpControl::new(Reconvergence::Independent);
    let place = BlockPlace {
        block: [0; 3],
        block_dim: [32, 1, 1],
        grid_dim: [1; 3],
    };
    let mut state = WarpState::default();
    control.start(state.start(&kernel, &place, 0));
    state.set_predicate(1, 0xf);
    while control.status() == WarpStatus::Running && control.active() != 0xffff_fff0 {
        let uop = &kernel.uops()[control.pc() as usize];
        let lanes = state.guarded(uop, control.active());
        match uop.kind {
            Kind::Control(op) => drop(control.step(&op, uop, &state, lanes)),
            Kind::Barrier(_) => control.wait_at_block_barrier(),
            _ => drop(control.advance()),
        }
    }
    assert_eq!(control.active(), 0xffff_fff0);
    control.release_block_barrier();
    assert_eq!(control.active(), 0xffff_fff0);
    assert_eq!(control.waiting()[0].lanes, 0xf);
}

#[test]
fn warpsync_brings_all_lanes_together() {
    let out = warp(
        "ISETP.LT.AND P1, PT, R0, 0xa, PT ;
         @P1 BRA {meet} ;
         TICKET
         meet:
         WARPSYNC.ALL ;
         VOTE.ANY R8, PT, PT ;
         STG.E desc[UR4][R4.64], R8 ;
         EXIT ;",
    );
    assert_eq!(out[..32], [!0; 32]);
}

#[test]
fn a_collective_runs_once_for_lanes_that_come_from_different_places() {
    let out = warp(
        "MOV R12, 0xffffffff ;
         MOV R14, 0x1 ;
         MOV R15, RZ ;
         ISETP.LT.AND P1, PT, R0, 0xa, PT ;
         @P1 BRA {other} ;
         WARPSYNC.COLLECTIVE R12, {back} ;
         SHFL.UP PT, R8, R0, R14, R15 ;
         ENDCOLLECTIVE ;
         back:
         STG.E desc[UR4][R4.64], R8 ;
         EXIT ;
         other:
         WARPSYNC.COLLECTIVE R12, {back_again} ;
         SHFL.UP PT, R8, R0, R14, R15 ;
         ENDCOLLECTIVE ;
         back_again:
         IADD3 R8, R8, 0x64, RZ ;
         STG.E desc[UR4][R4.64], R8 ;
         EXIT ;",
    );
    let wanted: Vec<u32> = (0..32)
        .map(|lane: u32| lane.saturating_sub(1) + if lane < 10 { 100 } else { 0 })
        .collect();
    assert_eq!(out[..32], wanted);
}

#[test]
fn a_branch_on_divergence_is_taken_only_by_a_diverged_warp() {
    let out = warp(
        "UMOV UR6, 0xffffffff ;
         BRA.DIV UR6, {wrong} ;
         ISETP.LT.AND P1, PT, R0, 0xa, PT ;
         @P1 EXIT ;
         BRA.DIV UR6, {right} ;
         wrong:
         EXIT ;
         right:
         STG.E desc[UR4][R4.64], R20 ;
         EXIT ;",
    );
    assert_eq!(out[..10], [0; 10]);
    assert_eq!(out[10..32], [1; 22]);
}

#[test]
fn a_function_returns_to_where_each_lane_called_it() {
    let out = warp(
        "MOV R9, RZ ;
         BSSY B0, {join} ;
         ISETP.LT.AND P1, PT, R0, 0x3, PT ;
         @P1 BRA {second} ;
         MOV R8, {first_return} ;
         CALL.REL.NOINC {function} ;
         first_return:
         IADD3 R10, R10, 0x1, RZ ;
         BRA {join} ;
         second:
         MOV R8, {second_return} ;
         CALL.REL.NOINC {function} ;
         second_return:
         IADD3 R10, R10, 0x2, RZ ;
         join:
         BSYNC B0 ;
         STG.E desc[UR4][R4.64], R10 ;
         EXIT ;
         function:
         IADD3 R10, R0, R0, RZ ;
         RET.REL.NODEC R8 0x0 ;",
    );
    let wanted: Vec<u32> = (0..32)
        .map(|lane| 2 * lane + if lane < 3 { 2 } else { 1 })
        .collect();
    assert_eq!(out[..32], wanted);
}

#[test]
fn lanes_in_different_arms_of_a_block_barrier_all_arrive() {
    let body = "
         ISETP.LT.AND P1, PT, R0, 0x9, PT ;
         @P1 BRA {other} ;
         BAR.SYNC.DEFER_BLOCKING 0x0 ;
         STG.E desc[UR4][R4.64], R20 ;
         EXIT ;
         other:
         BAR.SYNC.DEFER_BLOCKING 0x0 ;
         STG.E desc[UR4][R4.64], R20 ;
         EXIT ;";
    let out = run(body, 64, Reconvergence::Independent).expect("it ends");
    assert_eq!(out[..32], [1; 32]);
}

#[test]
fn lanes_that_wait_for_each_other_at_different_barriers_are_stuck() {
    let body = "
         BSSY B0, {join} ;
         ISETP.LT.AND P1, PT, R0, 0x9, PT ;
         @P1 BRA {join} ;
         BAR.SYNC.DEFER_BLOCKING 0x0 ;
         join:
         BSYNC B0 ;
         EXIT ;";
    assert_eq!(
        run(body, 32, Reconvergence::Independent),
        Err(Failure::Stuck)
    );
}

#[test]
fn both_models_compute_the_same_in_structured_code() {
    // Each lane sums a loop of its own length, with a branch inside.
    let body = "
         MOV R10, RZ ;
         MOV R11, R0 ;
         BSSY B0, {done} ;
         loop:
         LOP3.LUT R12, R11, 0x1, RZ, 0xc0, !PT ;
         BSSY B1, {met} ;
         ISETP.NE.AND P1, PT, R12, RZ, PT ;
         @P1 BRA {odd} ;
         IADD3 R10, R10, R11, RZ ;
         BRA {met} ;
         odd:
         IADD3 R10, R10, 0x64, RZ ;
         met:
         BSYNC B1 ;
         ISETP.GT.AND P2, PT, R11, RZ, PT ;
         IADD3 R11, R11, -0x1, RZ ;
         @P2 BRA {loop} ;
         done:
         BSYNC B0 ;
         STG.E desc[UR4][R4.64], R10 ;
         EXIT ;";
    let wanted: Vec<u32> = (0..32)
        .map(|lane| (0..=lane).map(|k| if k % 2 == 1 { 100 } else { k }).sum())
        .collect();
    for model in [Reconvergence::Independent, Reconvergence::Stack] {
        assert_eq!(
            run(body, 32, model).expect("it ends")[..32],
            wanted,
            "{model:?}"
        );
    }
}

/// Executes a program as one warp: its warp and its thread instructions.
fn executed(body: &str) -> (u64, u64) {
    let program = assemble(&format!("{PROLOGUE}{body}"));
    let mut memory = Memory::default();
    let out = memory.add("out", vec![0; 1024]);
    let launch = Launch {
        program: &program,
        grid: [1, 1, 1],
        block: [32, 1, 1],
        dynamic_shared: 0,
        params: out.to_le_bytes().to_vec(),
        reconvergence: Reconvergence::Independent,
        limit: 10_000,
    };
    let mut machine = Machine::new(&launch, Executor::detect());
    machine.run(&mut memory).expect("it ends");
    (
        machine.counts.instructions,
        machine.counts.thread_instructions,
    )
}

/// BSYNCs of a loop that the lanes from each of `bounds` on run once more: how
/// often a warp executes it, and with how many threads in all.
fn executions_of_a_loops_bsync(bounds: &[u32]) -> (u64, u64) {
    let trips = |bound: &u32| {
        format!(
            "ISETP.GE.AND P1, PT, R0, {bound:#x}, PT ;
             @P1 IADD3 R10, R10, 0x1, RZ ;\n"
        )
    };
    let setup = "MOV R10, 0x1 ;\n".to_string() + &bounds.iter().map(trips).collect::<String>();
    let (all, threads) = executed(&format!(
        "{setup}
         BSSY B0, {{join}} ;
         again:
         IADD3 R10, R10, -0x1, RZ ;
         ISETP.NE.AND P1, PT, R10, RZ, PT ;
         @P1 BRA {{again}} ;
         BSYNC B0 ;
         join:
         EXIT ;"
    ));
    // Prologue, setup, BSSY and EXIT once with all lanes; each turn's three.
    let once = PROLOGUE.matches(';').count() + setup.matches(';').count() + 2;
    let turns = bounds.len() as u64 + 1;
    let lanes: u64 = 32
        + bounds
            .iter()
            .map(|&bound| u64::from(32 - bound))
            .sum::<u64>();
    let once = once as u64;
    (all - once - 3 * turns, threads - 32 * once - 3 * lanes)
}

#[test]
fn groups_beyond_the_second_that_leave_a_loop_merge_at_its_bsync() {
    // Measured on an H200: groups of 12, 11 and 9 lanes count 32 threads; of 20, 8
    // and 4 another 12; of 18, 8, 4 and 2 another 6, and one instruction less.
    assert_eq!(executions_of_a_loops_bsync(&[]), (1, 32));
    assert_eq!(executions_of_a_loops_bsync(&[20]), (2, 32));
    assert_eq!(executions_of_a_loops_bsync(&[12, 23]), (3, 32));
    assert_eq!(executions_of_a_loops_bsync(&[20, 28]), (3, 32 + 12));
    assert_eq!(executions_of_a_loops_bsync(&[18, 26, 30]), (3, 32 + 6));
}

/// An indirect branch of the whole warp, whose lanes from each of `bounds` on want
/// the next target; every target draws tickets.
fn order_of_targets(bounds: &[u32]) -> Vec<u32> {
    let next = |bound: &u32| {
        format!(
            "ISETP.GE.AND P1, PT, R0, {bound:#x}, PT ;
             @P1 IADD3 R8, R8, 0x40, RZ ;\n"
        )
    };
    let target = format!("{TICKET} EXIT ;\n NOP ;");
    let out = warp(&format!(
        "MOV R8, RZ ;
         MOV R9, RZ ;
         {}
         BRX R8 0x0 ;
         {target} {target} {target}",
        bounds.iter().map(next).collect::<String>()
    ));
    let firsts = std::iter::once(0).chain(bounds.iter().copied());
    let mut order: Vec<u32> = firsts.collect();
    order.sort_by_key(|&first| out[first as usize]);
    order
}

#[test]
fn an_indirect_branch_serves_the_lowest_lanes_target_first_unless_most_want_it() {
    assert_eq!(order_of_targets(&[4, 20]), [0, 20, 4]);
    assert_eq!(order_of_targets(&[10, 21]), [0, 10, 21]);
    assert_eq!(order_of_targets(&[20, 24]), [20, 24, 0]);
    assert_eq!(order_of_targets(&[16]), [0, 16]);
}

#[test]
fn of_lanes_freed_by_a_break_and_those_that_break_the_fewer_run_first() {
    // `waiting` lanes stand at the barrier when the others leave it.
    let freed_run_first = |waiting: u32| {
        let out = warp(&format!(
            "BSSY B0, {{join}} ;
             BSSY B1, {{end}} ;
             ISETP.LT.AND P1, PT, R0, {waiting:#x}, PT ;
             @P1 BRA {{wait}} ;
             ISETP.GE.AND P1, PT, R0, 0x18, PT ;
             @P1 BREAK B0 ;
             @P1 BRA {{last}} ;
             BREAK B0 ;
             TICKET
             EXIT ;
             last:
             TICKET
             EXIT ;
             wait:
             BSYNC B0 ;
             join:
             TICKET
             end:
             EXIT ;"
        ));
        out[0] < out[waiting as usize]
    };
    assert!(freed_run_first(4));
    assert!(!freed_run_first(15));
}

#[test]
fn a_barrier_that_opened_without_yielded_lanes_is_over_for_them() {
    // Lanes of trip count 0, 1 and 2: each group passes the barrier alone.
    let out = warp(
        "MOV R10, RZ ;
         ISETP.GE.AND P1, PT, R0, 0x8, PT ;
         @P1 IADD3 R10, R10, 0x1, RZ ;
         ISETP.GE.AND P1, PT, R0, 0x10, PT ;
         @P1 IADD3 R10, R10, 0x1, RZ ;
         BSSY B0, {join} ;
         again:
         ISETP.EQ.AND P1, PT, R10, RZ, PT ;
         @P1 BRA {leave} ;
         IADD3 R10, R10, -0x1, RZ ;
         YIELD ;
         BRA {again} ;
         leave:
         BSYNC B0 ;
         join:
         VOTE.ANY R8, PT, PT ;
         STG.E desc[UR4][R4.64], R8 ;
         EXIT ;",
    );
    assert_eq!(out[..8], [0xff; 8]);
    assert_eq!(out[8..16], [0xff00; 8]);
    assert_eq!(out[16..32], [0xffff_0000; 16]);
}

#[test]
fn groups_that_yield_at_one_place_run_on_together() {
    let out = warp(
        "ISETP.LT.AND P1, PT, R0, 0xa, PT ;
         @P1 BRA {meet} ;
         NOP ;
         meet:
         YIELD ;
         VOTE.ANY R8, PT, PT ;
         STG.E desc[UR4][R4.64], R8 ;
         EXIT ;",
    );
    assert_eq!(out[..32], [!0; 32]);
}

#[test]
fn behind_a_collective_the_lanes_that_came_last_go_on_first() {
    let out = warp(
        "MOV R12, 0xffffffff ;
         ISETP.LT.AND P1, PT, R0, 0xa, PT ;
         @P1 BRA {other} ;
         WARPSYNC.COLLECTIVE R12, {back} ;
         NOP ;
         ENDCOLLECTIVE ;
         back:
         TICKET
         EXIT ;
         other:
         WARPSYNC.COLLECTIVE R12, {back_again} ;
         NOP ;
         ENDCOLLECTIVE ;
         back_again:
         TICKET
         EXIT ;",
    );
    assert!(out[10..32].iter().all(|&ticket| ticket < 22), "{out:?}");
}
