//! The micro-operation: an instruction in the form that the core runs.

mod alu;
mod control;
mod matrix;
mod mode;
mod operand;
mod reads;

pub use super::execute::{Format, HalfOp};
pub use alu::*;
pub use control::*;
pub use matrix::*;
pub use mode::*;
pub use operand::*;
pub use reads::*;

use super::memory_op::{MemOp, Scope};
use sim_isa::modifier::BarReduction;
use sim_isa::{Op, Pipe};

/// A barrier of the block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BarOp {
    /// Whether the warp waits (SYNC) or only arrives (ARV).
    pub waits: bool,
    /// Whether the warp goes on until it reaches for more than its registers (DEFER_BLOCKING).
    pub defers: bool,
    /// The barrier, 0…15.
    pub id: u8,
    /// How many threads take part, if not all of the block.
    pub threads: Option<u16>,
    /// Which of the two a register holds instead: source 0 the barrier in bits
    /// 0…3, source 1 the threads in bits 16…27.
    pub in_registers: [bool; 2],
    /// What is reduced of q0 over the arriving threads.
    pub reduction: Option<BarReduction>,
}

/// What an instruction is to the SM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Values stay inside the registers: [`Executor::execute`](crate::exec::Executor::execute).
    Alu(Alu),
    /// A load, store, atomic or reduction.
    Memory(MemOp),
    /// Lanes move: [`WarpControl::step`](crate::exec::WarpControl::step).
    Control(ControlOp),
    /// A barrier of the block.
    Barrier(BarOp),
    /// A fence.
    Membar(Scope),
    /// CCTL.IVALL: the SM's L1 lines are dropped.
    InvalidateL1,
    /// LDGDEPBAR: the warp's asynchronous copies since the last one are a group.
    EndCopies,
    /// Nothing (NOP, ERRBAR, CGAERRBAR).
    Nop,
}

/// An address in constant memory, for the timing of constant caches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConstAddr {
    /// The bank.
    pub bank: u8,
    /// The offset in bytes.
    pub offset: u16,
}

/// Dependence counters that an instruction waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Waits {
    /// The counters, a bit each.
    pub mask: u8,
    /// Up to how many operations of each may be under way: none, but for `DEPBAR.LE`.
    pub allowed: u8,
}

/// Operands that an earlier instruction has latched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Latched {
    /// The operands, a bit each.
    pub operands: u8,
    /// Which instruction has, by its number.
    pub by: u32,
}

/// Scheduling facts of an instruction, from its control field and operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sched {
    /// Cycles until the warp may issue its next instruction.
    pub stall: u8,
    /// Whether another warp should be preferred next.
    pub yield_hint: bool,
    /// The dependence counter released when the result is written; 7 is none.
    pub write_barrier: u8,
    /// The dependence counter released when the sources are read; 7 is none.
    pub read_barrier: u8,
    /// The counters that it waits for before issue.
    pub waits: Waits,
    /// The register that each operand (a, b and c) comes from, 255 if none.
    pub operands: [u8; 3],
    /// How many registers are read, one that is two operands twice.
    pub registers: u8,
    /// Of a product of matrices, the operands that the one before it has latched with `.reuse`.
    pub latched: Latched,
    /// Registers to read from the even and the odd bank.
    pub reads: Reads,
    /// The same if the operands that the previous instruction latched with
    /// `.reuse` still hold: it is the preceding one in program order, of the
    /// same warp, and no other warp issued in between on the sub-core.
    pub reads_reused: Reads,
}

/// An instruction in the form that the core runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Uop {
    /// What it does.
    pub kind: Kind,
    /// The destination's first row or uniform register, or [`DROP`].
    pub dst: u8,
    /// Whether it runs on the uniform datapath: results go to uniform
    /// registers and uniform predicates.
    pub uniform: bool,
    /// The predicates that are written, [`TRUE`] for none.
    pub pdst: [u8; 2],
    /// The sources.
    pub src: [Operand; 3],
    /// The sources' immediates.
    pub imm: [u32; 3],
    /// The high words of 64-bit immediates.
    pub imm_high: [u32; 3],
    /// The guard.
    pub guard: PredIn,
    /// The predicate sources.
    pub psrc: [PredIn; 3],
    /// Scheduling facts.
    pub sched: Sched,
    /// The opcode, for its pipe, its latency and the counters.
    pub op: Op,
    /// The pipe that executes it.
    pub pipe: Pipe,
    /// The constant operand, if it has one; of a load from where a uniform register points, what
    /// is added to that.
    pub constant: Option<ConstAddr>,
}
