//! How long results take, as ptxas counts: the table behind scheduling and stall counts.
//!
//! Source: the least distances between producer and consumer in ptxas' code of the lecture
//! kernels (sm_90), which agree with measured chains (ALU and FMA 4, between them 5, double 8).

use sim_isa::{Instruction, LatencyClass, Op, Pipe};

/// What a result is used for, as far as it matters to its latency.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// An operand of an instruction on a pipe.
    Operand(Pipe),
    /// A predicate operand of an instruction on a pipe.
    Condition(Pipe),
    /// A guard, or what a branch or vote decides by.
    Guard,
}

/// The pipes of ptxas' timing model; VIADD runs where IMAD does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Alu,
    Fma,
    Wide,
    /// Half precision.
    Half,
    /// Half precision beside the FMA pipe.
    Beside,
    Xu,
    Other,
}

/// The pipe that times an opcode. ptxas times comparisons of halves like their sums, though the ALU
/// takes them.
pub(crate) fn pipe(op: Op) -> Pipe {
    match op {
        Op::Hset2 | Op::Hsetp2 => Pipe::Half,
        _ => op.row().pipe,
    }
}

fn group(pipe: Pipe) -> Group {
    match pipe {
        Pipe::Alu => Group::Alu,
        Pipe::Fma | Pipe::FmaHeavy => Group::Fma,
        Pipe::Half => Group::Half,
        Pipe::HalfMma => Group::Beside,
        Pipe::FmaWide => Group::Wide,
        Pipe::Xu => Group::Xu,
        Pipe::Fp64
        | Pipe::Uniform
        | Pipe::Lsu
        | Pipe::Mio
        | Pipe::ConstantLoad
        | Pipe::Adu
        | Pipe::Branch
        | Pipe::Tensor
        | Pipe::TensorLong
        | Pipe::TensorDouble
        | Pipe::Issue => Group::Other,
    }
}

/// Whether an opcode's result comes after a time that only a dependence counter tells.
pub(crate) fn is_variable(op: Op) -> bool {
    match op.row().latency {
        // Double precision has fixed latency on sm_90: ptxas gives it no counters.
        LatencyClass::Fp64 => false,
        class => class.is_variable(),
    }
}

/// Cycles from the issue of an instruction of fixed latency until its result may be used.
pub(crate) fn fixed(op: Op, used: Use) -> u32 {
    match used {
        Use::Guard => 13,
        Use::Condition(to) => condition(op, to),
        Use::Operand(to) => operand(op, to),
    }
}

fn condition(op: Op, to: Pipe) -> u32 {
    match (op, group(to)) {
        (Op::Vote, _) | (Op::Hsetp2, Group::Alu) => 5,
        (_, Group::Alu) => 4,
        (_, Group::Fma | Group::Wide) => 5,
        (_, Group::Half | Group::Beside | Group::Xu | Group::Other) => 13,
    }
}

fn operand(op: Op, to: Pipe) -> u32 {
    match pipe(op) {
        Pipe::Uniform => uniform(op, to),
        Pipe::HalfMma => 10,
        Pipe::Fp64 if to == Pipe::Fp64 => 8,
        Pipe::Fp64 => 10,
        from => match (group(from), group(to)) {
            (Group::Wide, Group::Wide) => 6,
            (Group::Wide, _) => 6,
            (a, b) if a == b => 4,
            (_, Group::Beside) => 6,
            (_, Group::Xu) => 5,
            _ => 5,
        },
    }
}

fn uniform(op: Op, to: Pipe) -> u32 {
    let memory = matches!(to, Pipe::Lsu | Pipe::Mio | Pipe::ConstantLoad);
    match (op, to) {
        (Op::Uldc, Pipe::Uniform) => 4,
        (Op::Uldc, _) if memory => 6,
        (Op::Uldc, _) => 2,
        (_, Pipe::Uniform) => 4,
        _ if memory => 9,
        _ => 6,
    }
}

/// Cycles until a result of fixed latency lies in its register.
pub(crate) fn written(op: Op) -> u32 {
    match pipe(op) {
        Pipe::Uniform => 2,
        Pipe::HalfMma | Pipe::Fp64 => 8,
        Pipe::FmaWide | Pipe::Half => 6,
        _ => 4,
    }
}

/// Cycles that scheduling expects a result to take, counters or not.
pub(crate) fn expected(op: Op) -> u32 {
    match op.row().latency {
        LatencyClass::Alu => 5,
        LatencyClass::Wide => 6,
        LatencyClass::Half => 6,
        LatencyClass::HalfMma | LatencyClass::Fp64 => 10,
        LatencyClass::Uniform => 6,
        LatencyClass::Vote => 13,
        LatencyClass::Xu => 20,
        LatencyClass::Tensor => 34,
        LatencyClass::Shared | LatencyClass::Shuffle => 28,
        LatencyClass::Global | LatencyClass::Local => 60,
        LatencyClass::Constant | LatencyClass::SpecialReg => 30,
        LatencyClass::Redux => 44,
        LatencyClass::Barrier | LatencyClass::Fence | LatencyClass::None => 1,
    }
}

/// Cycles that the next instruction must wait, whatever it is: ptxas' least stall counts.
pub(crate) fn least_stall(instruction: &Instruction) -> u32 {
    match instruction.op {
        Op::Bra | Op::BraDiv | Op::Brx | Op::Call | Op::Ret => 5,
        Op::Exit | Op::Bsync | Op::Break | Op::Warpsync | Op::WarpsyncAll => 5,
        Op::Yield => 5,
        _ => 1,
    }
}

/// Cycles behind a barrier until an instruction may issue. What computes on registers need not wait: a barrier stops
/// its warp at what does more, and is seen so late.
pub(crate) fn behind_barrier(op: Op) -> u32 {
    match pipe(op) {
        Pipe::Uniform if op == Op::Uldc => 6,
        Pipe::Alu | Pipe::Fma | Pipe::FmaHeavy | Pipe::FmaWide | Pipe::Fp64 => 1,
        Pipe::Half | Pipe::HalfMma | Pipe::Uniform => 1,
        Pipe::Adu | Pipe::ConstantLoad => 8,
        Pipe::Lsu | Pipe::Mio | Pipe::Xu | Pipe::Branch | Pipe::Issue => 6,
        Pipe::Tensor | Pipe::TensorLong | Pipe::TensorDouble => 6,
    }
}

/// Cycles until the next instruction of the same kind may issue: the queues to memory and to
/// the multi-function unit take one in so many cycles.
pub(crate) fn spacing(op: Op) -> (Queue, u32) {
    match op.row().pipe {
        Pipe::Lsu | Pipe::Mio => (Queue::Memory, 4),
        Pipe::Xu => (Queue::Xu, 8),
        _ => (Queue::None, 1),
    }
}

/// Whether the later of two instructions reads its sources and writes its result after the
/// earlier has read its sources, because they stand in one queue.
pub(crate) fn reads_in_order(earlier: Op, later: Op) -> bool {
    let (a, b) = (earlier.row().pipe, later.row().pipe);
    let reduces = |op: Op| op.row().latency == LatencyClass::Redux;
    let reduces = reduces(earlier) || reduces(later);
    a == b && matches!(a, Pipe::Lsu | Pipe::Mio | Pipe::Xu) && !reduces
}

/// A queue that instructions of one kind share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Queue {
    /// To memory: loads, stores, shuffles.
    Memory,
    /// To the multi-function unit.
    Xu,
    /// None.
    None,
}

impl Queue {
    /// How many there are, none among them.
    pub const COUNT: usize = 3;
}
