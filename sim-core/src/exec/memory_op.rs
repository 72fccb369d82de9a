//! What a memory instruction asks for.

use super::fragment;
use sim_memory::message::{AtomicOp, AtomicType};

/// The memory that an instruction names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Space {
    /// Global memory: LDG, STG, ATOMG, REDG.
    Global,
    /// Shared memory of the block: LDS, STS, ATOMS.
    Shared,
    /// A thread's stack: LDL, STL.
    Local,
    /// Constant banks: LDC, ULDC.
    Const,
    /// Any of global, shared and local, told apart by the address: LD, ST, ATOM.
    Generic,
}

/// What happens to the addressed bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MemKind {
    /// They are read.
    Load,
    /// They are written.
    Store,
    /// They are replaced, and their old value is returned.
    Atomic(AtomicOp, AtomicType),
    /// They are replaced, and nothing is returned.
    Reduction(AtomicOp, AtomicType),
    /// ATOMS.CAST.SPIN: compare and swap of a word; returns whether it
    /// happened (1) instead of the old value.
    CompareAndTest,
    /// ATOMS.POPC.INC: the number of lanes that mean a word is added to it, at
    /// once.
    Count,
    /// LDGSTS: global memory is copied to shared memory.
    Copy(CopyTo),
    /// LDSM: as many 8×8 matrices as there are registers are read, each of eight lanes' rows of 16 bytes, and
    /// handed out as fragments, transposed or not.
    LoadMatrices {
        /// Whether they are transposed.
        turned: bool,
    },
    /// STSM: the same are written.
    StoreMatrices {
        /// Whether they are transposed.
        turned: bool,
    },
}

/// How an asynchronous copy is written to shared memory, at the addresses in source slot 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CopyTo {
    /// The offset in bytes that is added to each.
    pub offset: i32,
    /// BYPASS: the L1 keeps nothing of what is copied.
    pub past_l1: bool,
    /// ZFILL: the low bits of a lane's address say how many of its last bytes are zeros, which are not
    /// read. (Lanes whose first predicate source is false get zeros alone in any case.)
    pub zero_fill: bool,
}

/// How many bytes a lane moves, and how they fill the register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Width {
    /// One byte, zero-extended.
    U8,
    /// One byte, sign-extended.
    S8,
    /// Two bytes, zero-extended.
    U16,
    /// Two bytes, sign-extended.
    S16,
    /// Four bytes.
    B32,
    /// Eight bytes in two registers.
    B64,
    /// Sixteen bytes in four registers.
    B128,
}

impl Width {
    /// Bytes that a lane moves.
    pub const fn bytes(self) -> u32 {
        match self {
            Width::U8 | Width::S8 => 1,
            Width::U16 | Width::S16 => 2,
            Width::B32 => 4,
            Width::B64 => 8,
            Width::B128 => 16,
        }
    }

    /// Registers that a lane's value fills.
    pub const fn registers(self) -> usize {
        match self {
            Width::U8 | Width::S8 | Width::U16 | Width::S16 | Width::B32 => 1,
            Width::B64 => 2,
            Width::B128 => 4,
        }
    }

    /// The lanes of a mask in an order in which the last of those that store to
    /// one place is the one whose value stays: a store moves the lanes' first
    /// half before the second if each has two registers, a quarter after the
    /// other if four, and within such a part the lowest lane wins (measured on an
    /// H200 for one and two registers, shared and global memory).
    pub fn store_order(self, lanes: u32) -> impl Iterator<Item = usize> {
        let backwards = lanes.reverse_bits();
        let (mut left, last_of_part) = match self.registers() {
            1 => (backwards, 31),
            2 => (backwards.rotate_left(16), 15),
            _ => (backwards.swap_bytes(), 7),
        };
        std::iter::from_fn(move || {
            let place = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (place < 32).then_some(place ^ last_of_part)
        })
    }

    /// A loaded first word as the register shows it.
    #[inline(always)]
    pub const fn extend(self, word: u32) -> u32 {
        match self {
            Width::U8 => word & 0xff,
            Width::S8 => word as u8 as i8 as i32 as u32,
            Width::U16 => word & 0xffff,
            Width::S16 => word as u16 as i16 as i32 as u32,
            Width::B32 | Width::B64 | Width::B128 => word,
        }
    }
}

/// Where a value may be cached, as the instruction asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CacheOp {
    /// The usual policy.
    #[default]
    Normal,
    /// `.EF`: evict first.
    EvictFirst,
    /// `.EL`: evict last.
    EvictLast,
    /// `.LU`: last use; the line may be dropped without being written back.
    LastUse,
    /// `.EU`: evict unchanged.
    EvictUnchanged,
    /// `.NA`: do not allocate.
    NoAllocate,
}

/// Who must see an access in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Scope {
    /// Nobody: a weak access, which the L1 may serve.
    #[default]
    Weak,
    /// `.CONSTANT`: the bytes do not change during the launch.
    Constant,
    /// `.STRONG.CTA`, `.STRONG.SM`: the block.
    Block,
    /// `.STRONG.GPU`, `.cg` loads: the device.
    Gpu,
    /// `.STRONG.SYS`, volatile, `.MMIO`: everybody.
    System,
}

impl Scope {
    /// Whether the access must be served at the L2.
    pub const fn is_strong(self) -> bool {
        matches!(self, Scope::Gpu | Scope::System)
    }
}

/// How a lane's address is made from its base, which is source slot 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AddressOf {
    /// Whether the base is a pair of registers.
    pub wide: bool,
    /// The base is shifted left by this.
    pub scale: u8,
    /// A uniform register that is added; 63 is none.
    pub uniform: u8,
    /// Whether the uniform register is a pair.
    pub uniform_wide: bool,
    /// The offset in bytes that is added.
    pub offset: i32,
}

/// A load, store, atomic or reduction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MemOp {
    /// The memory.
    pub space: Space,
    /// What is done.
    pub kind: MemKind,
    /// How wide a lane's access is.
    pub width: Width,
    /// Cache policy.
    pub cache: CacheOp,
    /// Ordering.
    pub scope: Scope,
    /// The address.
    pub address: AddressOf,
    /// The constant bank of `Space::Const`.
    pub bank: u8,
}

impl MemOp {
    /// Whether registers are written when it completes.
    pub const fn returns(&self) -> bool {
        match self.kind {
            MemKind::Load
            | MemKind::LoadMatrices { .. }
            | MemKind::Atomic(..)
            | MemKind::CompareAndTest
            | MemKind::Count => true,
            MemKind::Store
            | MemKind::StoreMatrices { .. }
            | MemKind::Reduction(..)
            | MemKind::Copy(_) => false,
        }
    }

    /// How many bytes are accessed at a lane's address, and which lanes' addresses count.
    pub const fn reach(&self) -> (u32, u32) {
        match self.kind {
            MemKind::LoadMatrices { .. } | MemKind::StoreMatrices { .. } => {
                let lanes = fragment::SIDE * self.width.registers();
                (fragment::ROW_BYTES, u32::MAX >> (32 - lanes))
            }
            _ => (self.width.bytes(), u32::MAX),
        }
    }
}

/// Which memory a generic address falls into.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Generic {
    /// Global memory at this address.
    Global(u64),
    /// Shared memory at this window address (as LDS takes it).
    Shared(u32),
    /// Local memory at this offset of the thread's stack.
    Local(u32),
}
