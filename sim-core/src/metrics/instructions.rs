//! Executed instructions: in all, by pipe, by kind.
//!
//! Which counter an opcode belongs to was read off straight-line kernels of
//! the H200 truth set, where every instruction executes once a warp, and then
//! held against its other kernels: special registers of the thread index and
//! the lane go through the LSU, those of the block index through the ADU, as do
//! LDC, BAR and REDUX; HFMA2.MMA counts beside the products of matrices (of 320 of
//! each 640); BRA, BRA.DIV, ULDC and UMOV count in no pipe; of VOTEU and UFLO, which always occur together, one counts (taken
//! to be UFLO); EXIT is a branch even when it is predicated off.

use sim_isa::instruction::Instruction;
use sim_isa::op::{Op, Pipe};
use sim_isa::operand::Operand;

use super::metrics;
use crate::exec::{Special, is_exclusive};
use crate::report::{LaunchReport, PcStats};
use crate::sm::adu_serves;

/// Pipes as Nsight Compute counts them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Counted {
    Alu,
    Fma,
    Fp64,
    Xu,
    Lsu,
    Adu,
    Cbu,
    Uniform,
    Nothing,
}

fn counted(instruction: &Instruction) -> Counted {
    let op = instruction.op;
    match op.row().pipe {
        Pipe::Alu => Counted::Alu,
        Pipe::Fma | Pipe::FmaHeavy | Pipe::FmaWide | Pipe::Half => Counted::Fma,
        Pipe::Fp64 => Counted::Fp64,
        Pipe::Xu if op == Op::Redux => Counted::Adu,
        Pipe::Xu => Counted::Xu,
        Pipe::Uniform if matches!(op, Op::Uldc | Op::Umov | Op::Voteu) => Counted::Nothing,
        Pipe::Uniform => Counted::Uniform,
        Pipe::Lsu | Pipe::Mio => Counted::Lsu,
        Pipe::Adu if is_index(instruction) => Counted::Lsu,
        Pipe::Adu | Pipe::ConstantLoad => Counted::Adu,
        Pipe::Branch if matches!(op, Op::Bra | Op::BraDiv) => Counted::Nothing,
        Pipe::Branch => Counted::Cbu,
        Pipe::HalfMma | Pipe::Tensor | Pipe::TensorLong | Pipe::TensorDouble | Pipe::Issue => {
            Counted::Nothing
        }
    }
}

/// Whether an instruction reads where a thread stands in its block or warp.
pub(super) fn is_index(instruction: &Instruction) -> bool {
    let register = match instruction.a {
        Operand::Special(number) => Special::of(number),
        _ => None,
    };
    instruction.op == Op::S2r && register.is_some_and(Special::is_index_of_thread)
}

/// Sums a field over the instructions that `wanted` picks.
pub(super) fn sum(
    report: &LaunchReport,
    wanted: impl Fn(&Instruction) -> bool,
    field: impl Fn(&PcStats) -> u64,
) -> Option<f64> {
    let code = report.program.code.iter();
    let picked = code.zip(&report.pcs).filter(|(i, _)| wanted(i));
    Some(picked.map(|(_, pc)| field(pc)).sum::<u64>() as f64)
}

pub(super) fn pipe(report: &LaunchReport, pipe: Counted) -> Option<f64> {
    sum(report, |i| counted(i) == pipe, |pc| pc.executed)
}

/// Instructions of the ADU; it executes LDC once for each distinct address and
/// once more if the line was not there, MATCH.ANY once for each value. Returns,
/// indirect branches and WARPSYNCs of a mask in a register count here beside the CBU.
pub(super) fn adu(report: &LaunchReport) -> Option<f64> {
    let loads = |i: &Instruction| i.op.row().pipe == Pipe::ConstantLoad || i.op == Op::MatchAny;
    let further = |pc: &PcStats| pc.wavefronts.saturating_sub(pc.any_on) + pc.replays;
    let indirect = sum(report, adu_serves, |pc| pc.executed)?;
    Some(pipe(report, Counted::Adu)? + sum(report, loads, further)? + indirect)
}

/// Instructions that only the heavy half of the FMA pipe takes, and those of
/// single precision that find the other half busy.
pub(super) fn fma_heavy(report: &LaunchReport) -> Option<f64> {
    report.cycles_elapsed?;
    let single = |i: &Instruction| i.op.row().pipe == Pipe::Fma;
    let only_heavy = |i: &Instruction| counted(i) == Counted::Fma && !single(i);
    let overflow: u64 = report.sms.iter().map(|sm| sm.fma_heavy).sum();
    Some(sum(report, only_heavy, |pc| pc.executed)? + overflow as f64)
}

fn executed(report: &LaunchReport, ops: &[Op]) -> Option<f64> {
    sum(report, |i| ops.contains(&i.op), |pc| pc.executed)
}

fn threads_on(report: &LaunchReport, ops: &[Op]) -> Option<f64> {
    sum(report, |i| ops.contains(&i.op), |pc| pc.threads_on)
}

/// Instructions that may change the program counter of some lanes.
fn is_branch(instruction: &Instruction) -> bool {
    match instruction.op {
        Op::Bra | Op::BraDiv | Op::Brx | Op::Exit => true,
        Op::Call | Op::CallIndirect | Op::Ret => true,
        Op::Bsync
        | Op::Break
        | Op::Warpsync
        | Op::WarpsyncAll
        | Op::WarpsyncCollective
        | Op::WarpsyncCollectiveAll => true,
        Op::Endcollective | Op::Yield => true,
        Op::Bssy | Op::BmovToRegister | Op::BmovFromRegister => false,
        op => op.row().pipe == Pipe::Branch,
    }
}

/// Branches, calls and returns, conditional or not, and what lets lanes with one mask go first.
fn has_target(instruction: &Instruction) -> bool {
    match instruction.op {
        Op::Bra | Op::BraDiv | Op::Brx | Op::Call | Op::CallIndirect | Op::Ret => true,
        _ => is_exclusive(instruction),
    }
}

pub(super) fn issued(report: &LaunchReport) -> Option<f64> {
    report.cycles_elapsed?;
    Some(report.sms.iter().map(|sm| sm.issued).sum::<u64>() as f64)
}

metrics! {
    "smsp__inst_executed.sum", Instruction, "warp instructions executed",
        |r| sum(r, |_| true, |pc| pc.executed);
    "smsp__inst_issued.sum", Instruction, "warp instructions issued",
        issued;
    "smsp__issue_active.sum", Cycle, "sub-core cycles with an issue",
        issued;
    "smsp__thread_inst_executed.sum", ThreadInstruction, "thread instructions executed",
        |r| sum(r, |_| true, |pc| pc.threads);
    "smsp__thread_inst_executed_pred_on.sum", ThreadInstruction, "thread instructions whose guard was true",
        |r| sum(r, |_| true, |pc| pc.threads_on);
    "sm__inst_executed_pipe_alu.sum", Instruction, "integer, logic, compare",
        |r| pipe(r, Counted::Alu);
    "sm__inst_executed_pipe_fma.sum", Instruction, "multiply and add, single precision and integer",
        |r| pipe(r, Counted::Fma);
    "sm__inst_executed_pipe_fmaheavy.sum", Instruction, "of these, integer ones, and single precision that found the other half of the pipe busy",
        fma_heavy;
    "sm__inst_executed_pipe_fp64.sum", Instruction, "double precision",
        |r| pipe(r, Counted::Fp64);
    "sm__inst_executed_pipe_xu.sum", Instruction, "special functions and conversions",
        |r| pipe(r, Counted::Xu);
    "sm__inst_executed_pipe_lsu.sum", Instruction, "memory, shuffles, thread indices",
        |r| pipe(r, Counted::Lsu);
    "l1tex__lsuin_requests.sum", Request, "requests of the LSU pipe to the L1: one for each of its instructions",
        |r| pipe(r, Counted::Lsu);
    "sm__inst_executed_pipe_adu.sum", Instruction, "constant loads, barriers, block indices, returns, indirect branches and WARPSYNCs of a register",
        adu;
    "sm__inst_executed_pipe_cbu.sum", Instruction, "branches and convergence barriers",
        |r| pipe(r, Counted::Cbu);
    "sm__inst_executed_pipe_uniform.sum", Instruction, "uniform datapath",
        |r| pipe(r, Counted::Uniform);
    "smsp__inst_executed_op_branch.sum", Instruction, "branches, exits and convergence, without BSSY",
        |r| sum(r, is_branch, |pc| pc.executed);
    "smsp__inst_executed_op_global_ld.sum", Instruction, "global loads",
        |r| executed(r, &[Op::Ldg]);
    "smsp__inst_executed_op_global_st.sum", Instruction, "global stores",
        |r| executed(r, &[Op::Stg]);
    "smsp__inst_executed_op_global_red.sum", Instruction, "global reductions",
        |r| executed(r, &[Op::Redg, Op::RedgFloat]);
    "smsp__inst_executed_op_local_ld.sum", Instruction, "local loads",
        |r| executed(r, &[Op::Ldl]);
    "smsp__inst_executed_op_local_st.sum", Instruction, "local stores",
        |r| executed(r, &[Op::Stl]);
    "sm__inst_executed_pipe_tensor.sum", Instruction, "instructions of the tensor cores, HFMA2.MMA among them",
        |r| executed(r, &[Op::Hmma, Op::Hfma2Mma, Op::Imma, Op::Bmma, Op::Dmma]);
    "sm__inst_executed_pipe_tensor_op_hmma.sum", Instruction, "of these, products of matrices of floats, and HFMA2.MMA",
        |r| executed(r, &[Op::Hmma, Op::Hfma2Mma]);
    "sm__inst_executed_pipe_tensor_op_imma.sum", Instruction, "of these, products of matrices of integers",
        |r| executed(r, &[Op::Imma, Op::Bmma]);
    "sm__inst_executed_pipe_tensor_op_dmma.sum", Instruction, "of these, products of matrices of doubles",
        |r| executed(r, &[Op::Dmma]);
    "smsp__inst_executed_op_ldsm.sum", Instruction, "loads of matrices from shared memory",
        |r| executed(r, &[Op::Ldsm]);
    "smsp__inst_executed_op_shared_stsm.sum", Instruction, "stores of matrices to shared memory",
        |r| executed(r, &[Op::Stsm]);
    "smsp__inst_executed_op_shared_ld.sum", Instruction, "shared loads",
        |r| executed(r, &[Op::Lds]);
    "smsp__inst_executed_op_shared_st.sum", Instruction, "shared stores",
        |r| executed(r, &[Op::Sts]);
    "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", ThreadInstruction, "FADD of threads",
        |r| threads_on(r, &[Op::Fadd]);
    "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", ThreadInstruction, "FMUL of threads",
        |r| threads_on(r, &[Op::Fmul]);
    "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", ThreadInstruction, "FFMA of threads",
        |r| threads_on(r, &[Op::Ffma]);
    "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum", ThreadInstruction, "DADD of threads",
        |r| threads_on(r, &[Op::Dadd]);
    "smsp__sass_thread_inst_executed_op_dmul_pred_on.sum", ThreadInstruction, "DMUL of threads",
        |r| threads_on(r, &[Op::Dmul]);
    "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", ThreadInstruction, "DFMA of threads",
        |r| threads_on(r, &[Op::Dfma]);
    "smsp__sass_branch_targets.sum", Instruction, "branches to a target, conditional or not",
        |r| sum(r, has_target, |pc| pc.executed - pc.last_parts);
    "smsp__sass_branch_targets_threads_divergent.sum", Instruction, "of these, branches whose threads went several ways",
        |r| sum(r, has_target, |pc| pc.divergent);
    "smsp__sass_branch_targets_threads_uniform.sum", Instruction, "of these, branches whose threads went one way",
        |r| sum(r, has_target, |pc| pc.executed - pc.divergent - pc.last_parts);
}
