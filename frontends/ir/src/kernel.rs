//! The kernel IR: typed three-address instructions over virtual registers in a control-flow
//! graph. Every front end lowers to it; the back end turns it into a machine program.
//!
//! - **Not SSA.** A virtual register may be assigned many times; what a block reads may come
//!   from any predecessor. Source variables keep one register for life, temporaries are
//!   assigned once.
//! - **Types are few.** A register holds a predicate, a 32- or 64-bit integer, a float, or a
//!   pair of 16-bit floats, which is computed as one value.
//!   Narrow integers exist in memory alone ([`MemType`]); a `char` variable is a 32-bit register
//!   that is extended again after each assignment.
//!   Integer operands need the width of the instruction's type, not its signedness, which
//!   belongs to the operation: an S32 register may be read by a U32 addition.
//! - **Addresses are bytes.** Global addresses are 64-bit; shared and local ones are 32-bit
//!   offsets from the kernel's own first static shared byte or first byte of its frame. The
//!   back end adds what the ABI reserves. [`Kernel::shared`] holds the finished layout.
//! - **Structure survives as [`Region`]s.** A region says where lanes that may part come
//!   together again (BSSY at the end of `opens`, BSYNC at the start of `merges`), and a jump
//!   out of a region's middle names the regions that it leaves (BREAK).
//! - **Arithmetic is C's.** Signed overflow is undefined, so a pass may distribute an S32 sum
//!   over a widening; the reference interpreter wraps. Shift amounts of the width or more
//!   give zero (or the sign) as in PTX. [`BinaryOp::Add`] and [`BinaryOp::Mul`] of floats may
//!   be contracted to a fused multiply-add, `AddRn` and `MulRn` may not.
//!
//! - **Variables of the module** ([`Symbol`]) lie in constant memory, or their address is read
//!   by [`Inst::Symbol`]; whoever launches the kernel gives them place and contents.
//!
//! Left out for now: packed integers, textures, structures by value, calls
//! (device functions are to be inlined before this level).

mod dump;
pub mod eval;
mod inst;
mod ops;
mod past_l1;
mod types;
mod verify;

pub use inst::{Address, Inst, Operand};
pub use ops::{
    AccessMode, AtomicOp, BarrierReduction, BinaryOp, CacheOp, CompareOp, Dimension, FenceScope,
    ReduceOp, Rounding, ShuffleMode, SpecialReg, UnaryOp, VoteMode,
};
pub use types::{Const, MemType, Space, Type};
pub use verify::{Validated, VerifyError, VerifyErrorKind};

use crate::arena::{Arena, Id};
use crate::assertion::Assertion;
use crate::printf::Format;
use crate::source::Span;

/// A virtual register's id.
pub type VReg = Id<Register>;
/// A basic block's id.
pub type BlockId = Id<Block>;
/// A region's id.
pub type RegionId = Id<Region>;
/// A kernel parameter's id.
pub type ParamId = Id<Param>;
/// A module variable's id.
pub type SymbolId = Id<Symbol>;
/// A shared array's id.
pub type SharedId = Id<MemoryArray>;

/// A virtual register.
#[derive(Clone, Debug, PartialEq)]
pub struct Register {
    /// What it holds.
    pub ty: Type,
    /// The source variable that it is, if any.
    pub name: Option<String>,
}

/// What a parameter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamType {
    /// A 64-bit address of elements in global memory.
    Pointer(MemType),
    /// A value.
    Scalar(MemType),
}

impl ParamType {
    /// Its size and alignment in the parameter bank, in bytes.
    pub fn size(self) -> u32 {
        match self {
            ParamType::Pointer(_) => 8,
            ParamType::Scalar(ty) => ty.size(),
        }
    }

    /// The type of the register that holds it.
    pub fn register(self) -> Type {
        match self {
            ParamType::Pointer(_) => Type::U64,
            ParamType::Scalar(ty) => ty.register(),
        }
    }
}

/// What a kernel's launches keep to (`__launch_bounds__`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchBounds {
    /// Threads of a block at most.
    pub threads: u32,
    /// Blocks of that size that an SM is to hold at once.
    pub blocks: u32,
}

impl LaunchBounds {
    /// Registers of an SM, and threads that it holds (sm_90; CUDA C++ Programming Guide,
    /// technical specifications).
    const REGISTERS: u32 = 65_536;
    /// Threads that an SM holds (sm_90, the same table).
    pub const THREADS: u32 = 2048;

    /// Registers of a thread at most, for the blocks to fit. Warps get registers in units of 8
    /// a thread.
    pub fn registers(self) -> u32 {
        let threads = self.threads.next_multiple_of(32) * self.blocks;
        (Self::REGISTERS / threads / 8 * 8).min(255)
    }
}

/// A kernel parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name in the source.
    pub name: String,
    /// What it is.
    pub ty: ParamType,
    /// Byte offset from the start of the parameters, aligned to its size.
    pub offset: u32,
}

/// An array in shared or local memory, with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryArray {
    /// Its name in the source.
    pub name: String,
    /// Type of an element.
    pub element: MemType,
    /// Extents, outermost first; empty for a scalar.
    pub extents: Vec<u32>,
    /// Byte offset from the first static shared byte, or from the frame's first byte.
    pub offset: u32,
}

impl MemoryArray {
    /// Its size in bytes.
    pub fn size(&self) -> u32 {
        self.extents.iter().product::<u32>() * self.element.size()
    }
}

/// Where a variable of the module lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolSpace {
    /// `__constant__`: in constant bank 3, at this byte.
    Constant(u32),
    /// `__device__`: in global memory, its address at this byte of constant bank 4.
    Device(u32),
}

/// A variable of the module. Kernels that declare the same name mean the same variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Symbol {
    /// Its name in the source.
    pub name: String,
    /// Type of an element.
    pub element: MemType,
    /// Extents, outermost first; empty for a single element.
    pub extents: Vec<u32>,
    /// Where it lies.
    pub space: SymbolSpace,
    /// Its first bytes; those left out are zero.
    pub init: Vec<u8>,
    /// Where it is declared.
    pub span: Span,
}

impl Symbol {
    /// Its size in bytes.
    pub fn size(&self) -> u32 {
        self.extents.iter().product::<u32>() * self.element.size()
    }
}

/// Where a region comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionKind {
    /// An `if`, a ternary or a short-circuit operator: lanes meet after it.
    Selection,
    /// A loop: lanes meet after its exit. `opens` is the block before the loop.
    Loop,
    /// One trip of a loop with `continue`: lanes meet at the step.
    Trip,
}

/// A part of the control-flow graph in which the lanes of a warp may part. Control enters only
/// at the end of `opens` and leaves by `merges`, a return, or a jump that names the region in
/// its `leaves`.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// Where it comes from.
    pub kind: RegionKind,
    /// The block at whose end all lanes are still together; the place for BSSY.
    pub opens: BlockId,
    /// The block at whose start they are to meet; the place for BSYNC.
    pub merges: BlockId,
    /// The region around it.
    pub parent: Option<RegionId>,
    /// Of a loop: how many trips to make one, where the source says so; 1 leaves it alone.
    pub unroll: Option<u32>,
}

/// An instruction and the source that caused it.
#[derive(Clone, Debug, PartialEq)]
pub struct Located {
    /// The instruction.
    pub inst: Inst,
    /// Its source.
    pub span: Span,
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Terminator {
    /// Go to another block.
    Jump {
        /// The next block.
        to: BlockId,
        /// Regions left from their middle (by `break` or `continue`), innermost first.
        leaves: Vec<RegionId>,
    },
    /// Go one of two ways, lane by lane.
    Branch {
        /// A predicate register.
        condition: VReg,
        /// Where lanes go for which it holds.
        then: BlockId,
        /// Where the others go.
        otherwise: BlockId,
        /// The region in whose `merges` both ways come together; `None` where at most one of
        /// them goes on (the other returns or leaves).
        region: Option<RegionId>,
    },
    /// The thread ends.
    Return,
    /// The launch ends with a fault: by `__trap`, or by an assertion of this number, from 1.
    Stop(Option<u32>),
}

impl Terminator {
    /// The blocks that may follow, in order.
    pub fn successors(&self) -> impl Iterator<Item = BlockId> {
        let (first, second) = match *self {
            Terminator::Jump { to, .. } => (Some(to), None),
            Terminator::Branch {
                then, otherwise, ..
            } => (Some(then), Some(otherwise)),
            Terminator::Return | Terminator::Stop(_) => (None, None),
        };
        first.into_iter().chain(second)
    }
}

/// A basic block.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Its instructions, in order.
    pub insts: Vec<Located>,
    /// How it ends.
    pub terminator: Terminator,
    /// The source of the terminator.
    pub span: Span,
}

/// A kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Kernel {
    /// Its entry name.
    pub name: String,
    /// What its launches keep to.
    pub bounds: Option<LaunchBounds>,
    /// Parameters, in order.
    pub params: Arena<Param>,
    /// Static shared arrays, laid out.
    pub shared: Arena<MemoryArray>,
    /// Offset at which dynamic shared memory begins, where the kernel uses it.
    pub dynamic_shared: Option<u32>,
    /// Variables of the module that it uses.
    pub symbols: Arena<Symbol>,
    /// What it prints: the formats of `printf`, by their number less 1.
    pub formats: Vec<Format>,
    /// Its assertions, by their number less 1.
    pub assertions: Vec<Assertion>,
    /// Local arrays, laid out in the thread's frame.
    pub local: Arena<MemoryArray>,
    /// Virtual registers.
    pub registers: Arena<Register>,
    /// Regions; a parent comes before its children.
    pub regions: Arena<Region>,
    /// Blocks in source order; every one is reachable from the first.
    pub blocks: Arena<Block>,
}

impl Kernel {
    /// The block where threads begin.
    pub const ENTRY: usize = 0;

    /// The first block.
    pub fn entry(&self) -> BlockId {
        Id::new(Self::ENTRY)
    }

    /// The type of a register.
    pub fn type_of(&self, reg: VReg) -> Type {
        self.registers[reg].ty
    }

    /// The variable of a name.
    pub fn symbol(&self, name: &str) -> Option<SymbolId> {
        let mut symbols = self.symbols.iter();
        symbols
            .find(|(_, symbol)| symbol.name == name)
            .map(|(id, _)| id)
    }

    /// Static shared memory in bytes.
    pub fn shared_bytes(&self) -> u32 {
        end_of(&self.shared)
    }

    /// Bytes of each thread's frame.
    pub fn local_bytes(&self) -> u32 {
        end_of(&self.local)
    }

    /// Constant bank 3 with the first values of the `__constant__` variables.
    pub fn constant_bytes(&self) -> Vec<u8> {
        let mut bank = Vec::new();
        for (_, symbol) in self.symbols.iter() {
            if let SymbolSpace::Constant(offset) = symbol.space {
                let (start, end) = (offset as usize, (offset + symbol.size()) as usize);
                bank.resize(bank.len().max(end), 0);
                bank[start..start + symbol.init.len()].copy_from_slice(&symbol.init);
            }
        }
        bank
    }

    /// Bytes of constant bank 4, which holds the addresses of the `__device__` variables.
    pub fn address_bytes(&self) -> u32 {
        let ends = self.symbols.iter().map(|(_, symbol)| match symbol.space {
            SymbolSpace::Device(slot) => slot + 8,
            SymbolSpace::Constant(_) => 0,
        });
        ends.max().unwrap_or(0)
    }

    /// Size of the parameters in bytes.
    pub fn param_bytes(&self) -> u32 {
        let ends = self.params.iter().map(|(_, p)| p.offset + p.ty.size());
        ends.max().unwrap_or(0)
    }
}

fn end_of(arrays: &Arena<MemoryArray>) -> u32 {
    let ends = arrays.iter().map(|(_, array)| array.offset + array.size());
    ends.max().unwrap_or(0)
}

#[cfg(test)]
mod tests;
