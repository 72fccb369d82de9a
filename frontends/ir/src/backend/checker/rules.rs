//! What the checker knows of latencies.
//!
//! Source: the least distance that ptxas 13.0 keeps between each kind of producer and each kind
//! of reader in its code of the lecture kernels (sm_90), by hand from their listings. Where a
//! pair does not occur there, the nearest that does.

use super::Resource;
use sim_isa::{Instruction, LatencyClass, Op};

/// An in-order queue of instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum InOrder {
    /// Shared memory and shuffles: operands are read, and results come, in order.
    Shared,
    /// Global and local memory: operands are read in order, results come as they may.
    Global,
    /// Transcendentals and conversions: both in order.
    Transcendental,
}

impl InOrder {
    /// Whether results come in order, too.
    pub fn answers_in_order(self) -> bool {
        match self {
            InOrder::Shared | InOrder::Transcendental => true,
            InOrder::Global => false,
        }
    }
}

/// Kinds of producers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// Integer, logic, compare, select.
    Integer,
    /// Single precision and 32-bit multiplication.
    Multiply,
    /// Wide multiplication.
    Wide,
    /// Half precision on the FMA pipe.
    Half,
    /// Half precision beside it (ptxas also uses it to load constants).
    Beside,
    /// Double precision.
    Double,
    /// Uniform arithmetic.
    Uniform,
    /// Constants into uniform registers.
    UniformMove,
    /// Votes.
    Vote,
    /// A time that only a counter tells; the queue it stands in, if in order.
    Variable(Option<InOrder>),
    /// No result.
    Nothing,
}

/// Kinds of readers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reader {
    /// Integer, logic, compare, select.
    Integer,
    /// Single precision and multiplication.
    Multiply,
    /// Half precision on the FMA pipe.
    Half,
    /// Half precision beside it.
    Beside,
    /// The upper word of a wide product's addend, which is read late.
    UpperAddend,
    /// Transcendentals and conversions.
    Transcendental,
    /// Double precision.
    Double,
    /// Memory and shuffles.
    Memory,
    /// The uniform datapath.
    Uniform,
    /// A guard, a branch's condition, a vote's predicate.
    Guard,
    /// Anything else.
    Other,
}

impl Reader {
    /// How an opcode reads registers.
    pub fn data(op: Op) -> Reader {
        match class(op) {
            Class::Integer | Class::Vote => Reader::Integer,
            Class::Multiply | Class::Wide => Reader::Multiply,
            Class::Half => Reader::Half,
            Class::Beside => Reader::Beside,
            Class::Double => Reader::Double,
            Class::Uniform | Class::UniformMove => Reader::Uniform,
            Class::Variable(Some(InOrder::Transcendental)) => Reader::Transcendental,
            Class::Variable(_) if op == Op::Ldc => Reader::Other,
            Class::Variable(_) => Reader::Memory,
            Class::Nothing => Reader::Other,
        }
    }

    /// How an opcode reads predicates that are no guard.
    pub fn predicate(op: Op) -> Reader {
        match class(op) {
            Class::Integer => Reader::Integer,
            Class::Multiply | Class::Wide => Reader::Multiply,
            Class::Uniform | Class::UniformMove => Reader::Uniform,
            Class::Half | Class::Beside => Reader::Guard,
            Class::Double | Class::Vote | Class::Variable(_) | Class::Nothing => Reader::Guard,
        }
    }
}

/// The kind of producer that an opcode is.
pub(super) fn class(op: Op) -> Class {
    match op {
        Op::Iadd3 | Op::Isetp | Op::Lop3 | Op::Plop3 | Op::Lea | Op::Shf | Op::Iabs => {
            Class::Integer
        }
        Op::Sel | Op::Mov | Op::Vimnmx | Op::Viaddmnmx | Op::I2fp | Op::Fmnmx => Class::Integer,
        Op::Fsel | Op::Fsetp | Op::Cs2r | Op::Prmt | Op::Hmnmx2 | Op::F2fp => Class::Integer,
        Op::Imad | Op::Viadd | Op::Fadd | Op::Fmul | Op::Ffma => Class::Multiply,
        Op::ImadWide | Op::ImadHi => Class::Wide,
        Op::Hadd2 | Op::Hmul2 | Op::Hfma2 | Op::Hsetp2 | Op::Hset2 => Class::Half,
        Op::Hfma2Mma => Class::Beside,
        Op::Dadd | Op::Dmul | Op::Dfma | Op::Dsetp => Class::Double,
        Op::Uiadd3 | Op::Uimad | Op::Ulea | Op::Ulop3 | Op::Ushf | Op::Uflo => Class::Uniform,
        Op::UimadWide | Op::Uisetp | Op::Upopc | Op::Usel => Class::Uniform,
        Op::Umov | Op::Uldc | Op::Voteu => Class::UniformMove,
        Op::Vote => Class::Vote,
        Op::Ldg | Op::Stg | Op::Ldl | Op::Stl => Class::Variable(Some(InOrder::Global)),
        Op::Atomg | Op::AtomgCas | Op::AtomgFloat | Op::Redg | Op::RedgFloat => {
            Class::Variable(Some(InOrder::Global))
        }
        Op::Lds | Op::Sts | Op::Atoms | Op::AtomsCas | Op::AtomsPopcInc => {
            Class::Variable(Some(InOrder::Shared))
        }
        Op::Popc | Op::Fchk | Op::Mufu | Op::F2f | Op::F2i | Op::I2f | Op::I2fWide => {
            Class::Variable(Some(InOrder::Transcendental))
        }
        Op::F2fHalf | Op::Brev | Op::Flo | Op::Frnd | Op::FrndWide | Op::F2iWide => {
            Class::Variable(Some(InOrder::Transcendental))
        }
        Op::MatchAll | Op::MatchAny => Class::Variable(None),
        Op::Shfl => Class::Variable(Some(InOrder::Shared)),
        Op::S2ur | Op::S2r | Op::Ldc | Op::Redux => Class::Variable(None),
        Op::Bar | Op::Membar | Op::Errbar | Op::Cgaerrbar | Op::Cctl => Class::Nothing,
        Op::Bra | Op::BraDiv | Op::Brx | Op::Call | Op::Ret | Op::Bssy | Op::Bsync => {
            Class::Nothing
        }
        Op::Break | Op::Warpsync | Op::WarpsyncAll | Op::WarpsyncCollective => Class::Nothing,
        Op::Endcollective | Op::Yield | Op::Exit | Op::Nop | Op::Nanosleep | Op::Bpt => {
            Class::Nothing
        }
        other => unlisted(other),
    }
}

/// The kind of an opcode that our compiler does not emit: the slowest of its unit. Which
/// classes are variable is said again here, not asked of `sim_isa`: what the scheduler believes
/// must not prove itself.
fn unlisted(op: Op) -> Class {
    match op.row().latency {
        LatencyClass::Alu => Class::Multiply,
        LatencyClass::Wide => Class::Wide,
        LatencyClass::Half | LatencyClass::HalfMma | LatencyClass::Tensor => Class::Beside,
        LatencyClass::Uniform => Class::Uniform,
        LatencyClass::Vote => Class::Vote,
        LatencyClass::Fp64 => Class::Double,
        LatencyClass::Barrier | LatencyClass::Fence | LatencyClass::None => Class::Nothing,
        LatencyClass::Xu
        | LatencyClass::Shared
        | LatencyClass::Shuffle
        | LatencyClass::Global
        | LatencyClass::Local
        | LatencyClass::Constant
        | LatencyClass::SpecialReg
        | LatencyClass::Redux => Class::Variable(None),
    }
}

/// Cycles from the issue of a write until a reader may issue.
pub(super) fn latency(writer: &Instruction, resource: Resource, reader: Reader) -> u32 {
    match resource {
        Resource::Predicate(_) | Resource::UniformPredicate(_) => predicate(writer, reader),
        Resource::General(number) => general(writer, number, reader),
        Resource::Uniform(_) => uniform(writer, reader),
    }
}

fn predicate(writer: &Instruction, reader: Reader) -> u32 {
    match (class(writer.op), reader) {
        (Class::Vote | Class::Half, Reader::Integer) => 5,
        (_, Reader::Integer | Reader::Uniform) => 4,
        (_, Reader::Multiply) => 5,
        _ => 13,
    }
}

fn general(writer: &Instruction, number: u8, reader: Reader) -> u32 {
    match (class(writer.op), reader) {
        (Class::Integer, Reader::Integer | Reader::Transcendental) => 4,
        (Class::Multiply, Reader::Multiply | Reader::Transcendental) => 4,
        (Class::Integer | Class::Multiply | Class::Vote, Reader::Other) => 4,
        (Class::Vote, Reader::Integer) => 4,
        (_, Reader::UpperAddend) => 3,
        (Class::Wide, Reader::Multiply) => 4,
        // The lower word comes first.
        (Class::Wide, _) if is_low_word(writer, number) => 3,
        (Class::Half, Reader::Half) => 4,
        (Class::Beside, Reader::Memory) => 7,
        (Class::Beside, Reader::Other) => 6,
        (Class::Beside, _) => 10,
        (Class::Integer | Class::Multiply | Class::Half, Reader::Beside) => 6,
        (Class::Double, Reader::Double) => 8,
        (Class::Double, _) => 7,
        _ => 5,
    }
}

fn is_low_word(writer: &Instruction, number: u8) -> bool {
    let written = writer.writes().filter(|range| range.count == 2);
    written.is_some_and(|range| range.first.0 == number)
}

fn uniform(writer: &Instruction, reader: Reader) -> u32 {
    match (class(writer.op), reader) {
        (Class::UniformMove, Reader::Uniform) => 2,
        (Class::Uniform, Reader::Uniform) => 4,
        (Class::UniformMove, _) if writer.op == Op::Uldc => 2,
        (_, Reader::Memory) => 9,
        _ => 6,
    }
}

/// Cycles from a barrier until an instruction may issue without passing it.
pub(super) fn behind_barrier(op: Op) -> u32 {
    match (op, class(op)) {
        (Op::Ldc | Op::Bar | Op::BarRed | Op::B2r, _) => 8,
        (Op::Uldc, _) | (_, Class::Variable(_) | Class::Nothing) => 6,
        _ => 1,
    }
}

/// Cycles until a result lies in its register: later writes must not come before it.
pub(super) fn written(class: Class) -> u32 {
    match class {
        Class::Uniform | Class::UniformMove => 2,
        Class::Integer | Class::Multiply | Class::Vote => 4,
        Class::Wide => 5,
        Class::Half => 5,
        Class::Beside => 8,
        Class::Double => 8,
        Class::Variable(_) => 16,
        Class::Nothing => 0,
    }
}
