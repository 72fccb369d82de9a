//! The instructions of the kernel IR.

use super::{
    AccessMode, AtomicOp, BarrierReduction, BinaryOp, CompareOp, Const, FenceScope, MemType,
    ParamId, ReduceOp, Rounding, ShuffleMode, Space, SpecialReg, SymbolId, Type, UnaryOp, VReg,
    VoteMode,
};
use arrayvec::ArrayVec;

/// A value that an instruction reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A register's.
    Reg(VReg),
    /// A constant.
    Const(Const),
}

impl Operand {
    /// The register, where it is one.
    pub fn reg(self) -> Option<VReg> {
        match self {
            Operand::Reg(reg) => Some(reg),
            Operand::Const(_) => None,
        }
    }

    /// The constant, where it is one.
    pub fn constant(self) -> Option<Const> {
        match self {
            Operand::Reg(_) => None,
            Operand::Const(value) => Some(value),
        }
    }
}

impl From<VReg> for Operand {
    fn from(reg: VReg) -> Self {
        Operand::Reg(reg)
    }
}

impl From<Const> for Operand {
    fn from(value: Const) -> Self {
        Operand::Const(value)
    }
}

/// A byte address: the sum of a register and a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    /// `U64` for global memory, `U32` or `S32` for the others; absent where the offset is all.
    pub base: Option<VReg>,
    /// Bytes.
    pub offset: i64,
}

/// An instruction. Operand types are those of the instruction's `ty`, but where said.
#[derive(Clone, Debug, PartialEq)]
pub enum Inst {
    /// `dst = src`, of the same width; also reinterprets bits between types of one width.
    Copy {
        /// Result.
        dst: VReg,
        /// Source.
        src: Operand,
    },
    /// Reads a special register.
    Special {
        /// Result.
        dst: VReg,
        /// Which.
        reg: SpecialReg,
    },
    /// Reads a kernel parameter.
    Param {
        /// Result.
        dst: VReg,
        /// Which.
        param: ParamId,
    },
    /// Reads the address of a `__device__` variable, `U64`.
    Symbol {
        /// Result.
        dst: VReg,
        /// Which.
        symbol: SymbolId,
    },
    /// An operation of one operand.
    Unary {
        /// Operation.
        op: UnaryOp,
        /// Type.
        ty: Type,
        /// Result.
        dst: VReg,
        /// Operand.
        a: Operand,
    },
    /// An operation of two operands.
    Binary {
        /// Operation.
        op: BinaryOp,
        /// Type.
        ty: Type,
        /// Result.
        dst: VReg,
        /// Left operand.
        a: Operand,
        /// Right operand.
        b: Operand,
    },
    /// `a * b + c` with one rounding (float), or its low half (integer).
    Fma {
        /// How it is rounded; other than to nearest only `F32`.
        round: Rounding,
        /// Type.
        ty: Type,
        /// Result.
        dst: VReg,
        /// Factor.
        a: Operand,
        /// Factor.
        b: Operand,
        /// Addend.
        c: Operand,
    },
    /// The full product of two 32-bit integers, 64 bits wide, of the operands' signedness.
    MulWide {
        /// `S32` or `U32`: the operands' type.
        ty: Type,
        /// Result.
        dst: VReg,
        /// Factor.
        a: Operand,
        /// Factor.
        b: Operand,
    },
    /// A comparison; the result is a predicate.
    Compare {
        /// Comparison.
        op: CompareOp,
        /// Type of the operands.
        ty: Type,
        /// Result, a predicate.
        dst: VReg,
        /// Left operand.
        a: Operand,
        /// Right operand.
        b: Operand,
    },
    /// `condition ? a : b`.
    Select {
        /// Type of result and choices.
        ty: Type,
        /// Result.
        dst: VReg,
        /// A predicate.
        condition: Operand,
        /// Where it holds.
        a: Operand,
        /// Where not.
        b: Operand,
    },
    /// Conversion of a number; a predicate converts to 0 or 1. Between integers it truncates
    /// or extends by the source's signedness. (To a predicate: compare with zero instead.)
    Convert {
        /// Type of the source.
        from: Type,
        /// Type of the result.
        to: Type,
        /// Rounding, where the result cannot be exact.
        round: Rounding,
        /// Result.
        dst: VReg,
        /// Source.
        src: Operand,
    },
    /// A comparison of floats of 16 bits, of both halves of a pair: one where it holds, else zero.
    CompareHalves {
        /// Comparison.
        op: CompareOp,
        /// Type of operands and result.
        ty: Type,
        /// Result.
        dst: VReg,
        /// Left operand.
        a: Operand,
        /// Right operand.
        b: Operand,
    },
    /// Two floats of 16 bits as a pair, or two words as a double.
    Pack {
        /// The pair's type, or `F64`.
        ty: Type,
        /// Result.
        dst: VReg,
        /// What becomes the low half.
        low: Operand,
        /// What becomes the high half.
        high: Operand,
    },
    /// One half of a pair, or one word of a double.
    Unpack {
        /// The pair's type, or `F64`.
        ty: Type,
        /// Result.
        dst: VReg,
        /// The pair.
        src: Operand,
        /// Which half.
        high: bool,
    },
    /// Reads one to four neighbouring elements.
    Load {
        /// Where.
        space: Space,
        /// What an element is.
        ty: MemType,
        /// Results, in order of address, each of the element's register type.
        dst: ArrayVec<VReg, 4>,
        /// The first element; aligned to the whole access.
        addr: Address,
        /// How.
        mode: AccessMode,
    },
    /// Writes one to four neighbouring elements.
    Store {
        /// Where.
        space: Space,
        /// What an element is; narrow ones take the low bits.
        ty: MemType,
        /// Values, in order of address.
        src: ArrayVec<Operand, 4>,
        /// The first element; aligned to the whole access.
        addr: Address,
        /// How.
        mode: AccessMode,
    },
    /// An atomic read-modify-write.
    Atomic {
        /// What it does.
        op: AtomicOp,
        /// Global or shared.
        space: Space,
        /// What the element is.
        ty: MemType,
        /// The old value, where wanted.
        dst: Option<VReg>,
        /// The element.
        addr: Address,
        /// Operand; for compare-and-swap what is compared with.
        a: Operand,
        /// For compare-and-swap what is written.
        b: Option<Operand>,
    },
    /// `__syncthreads`.
    Barrier,
    /// `__syncwarp`.
    SyncWarp {
        /// Lanes that take part, `U32`.
        mask: Operand,
    },
    /// A memory fence.
    Fence {
        /// Who must agree.
        scope: FenceScope,
    },
    /// Reads another lane's 32-bit register.
    Shuffle {
        /// Whom from.
        mode: ShuffleMode,
        /// Result, of a 32-bit type.
        dst: VReg,
        /// Whether the source lane was within the segment; else the lane's own value comes back.
        in_range: Option<VReg>,
        /// The value that the lane offers.
        src: Operand,
        /// Lane, distance or mask, `U32`.
        lane: Operand,
        /// Segment mask and clamp as PTX packs them, `U32`.
        clamp: Operand,
        /// Lanes that take part, `U32`.
        mask: Operand,
    },
    /// A vote among lanes.
    Vote {
        /// What it says.
        mode: VoteMode,
        /// Result: `U32` for a ballot, else a predicate.
        dst: VReg,
        /// The lane's own predicate.
        value: Operand,
        /// Lanes that take part, `U32`.
        mask: Operand,
    },
    /// A reduction of a 32-bit integer over lanes.
    Reduce {
        /// What it computes.
        op: ReduceOp,
        /// `S32` or `U32`.
        ty: Type,
        /// Result, the same in all lanes.
        dst: VReg,
        /// The lane's own value.
        value: Operand,
        /// Lanes that take part, `U32`.
        mask: Operand,
    },
    /// Compares a value among lanes, bit by bit.
    Match {
        /// Whether all must have the same, or the lanes with the lane's own value are wanted.
        all: bool,
        /// The value's type, an integer or float.
        ty: Type,
        /// Result, `U32`: the lanes with the same value; none of them where all must have it
        /// and do not.
        dst: VReg,
        /// Whether all have the same, a predicate.
        holds: Option<VReg>,
        /// The lane's own value.
        value: Operand,
        /// Lanes that take part, `U32`.
        mask: Operand,
    },
    /// `__syncthreads_count`, `_and`, `_or`.
    BarrierReduce {
        /// What it tells.
        mode: BarrierReduction,
        /// Result: `U32` for a count, else a predicate.
        dst: VReg,
        /// The thread's own predicate.
        value: Operand,
    },
    /// `__activemask`: the lanes that run together now.
    ActiveMask {
        /// Result, `U32`.
        dst: VReg,
    },
}

impl Inst {
    /// The registers that it writes.
    pub fn defs(&self) -> ArrayVec<VReg, 4> {
        match self {
            Inst::Copy { dst, .. }
            | Inst::Special { dst, .. }
            | Inst::Param { dst, .. }
            | Inst::Symbol { dst, .. }
            | Inst::Unary { dst, .. }
            | Inst::Binary { dst, .. }
            | Inst::Fma { dst, .. }
            | Inst::MulWide { dst, .. }
            | Inst::Compare { dst, .. }
            | Inst::Select { dst, .. }
            | Inst::Convert { dst, .. }
            | Inst::CompareHalves { dst, .. }
            | Inst::Pack { dst, .. }
            | Inst::Unpack { dst, .. }
            | Inst::Vote { dst, .. }
            | Inst::Reduce { dst, .. }
            | Inst::BarrierReduce { dst, .. }
            | Inst::ActiveMask { dst } => std::iter::once(*dst).collect(),
            Inst::Load { dst, .. } => dst.clone(),
            Inst::Atomic { dst, .. } => dst.iter().copied().collect(),
            Inst::Shuffle { dst, in_range, .. } => std::iter::once(*dst).chain(*in_range).collect(),
            Inst::Match { dst, holds, .. } => std::iter::once(*dst).chain(*holds).collect(),
            Inst::Store { .. } | Inst::Barrier | Inst::SyncWarp { .. } | Inst::Fence { .. } => {
                ArrayVec::new()
            }
        }
    }

    /// The same, to be exchanged.
    pub fn defs_mut(&mut self) -> ArrayVec<&mut VReg, 4> {
        match self {
            Inst::Copy { dst, .. }
            | Inst::Special { dst, .. }
            | Inst::Param { dst, .. }
            | Inst::Symbol { dst, .. }
            | Inst::Unary { dst, .. }
            | Inst::Binary { dst, .. }
            | Inst::Fma { dst, .. }
            | Inst::MulWide { dst, .. }
            | Inst::Compare { dst, .. }
            | Inst::Select { dst, .. }
            | Inst::Convert { dst, .. }
            | Inst::CompareHalves { dst, .. }
            | Inst::Pack { dst, .. }
            | Inst::Unpack { dst, .. }
            | Inst::Vote { dst, .. }
            | Inst::Reduce { dst, .. }
            | Inst::BarrierReduce { dst, .. }
            | Inst::ActiveMask { dst } => std::iter::once(dst).collect(),
            Inst::Load { dst, .. } => dst.iter_mut().collect(),
            Inst::Atomic { dst, .. } => dst.iter_mut().collect(),
            Inst::Shuffle { dst, in_range, .. } => std::iter::once(dst).chain(in_range).collect(),
            Inst::Match { dst, holds, .. } => std::iter::once(dst).chain(holds).collect(),
            Inst::Store { .. } | Inst::Barrier | Inst::SyncWarp { .. } | Inst::Fence { .. } => {
                ArrayVec::new()
            }
        }
    }

    /// The one register that it writes, to be exchanged; nothing where it writes none or
    /// several.
    pub fn sole_def_mut(&mut self) -> Option<&mut VReg> {
        let mut defs = self.defs_mut();
        let only = defs.pop()?;
        defs.is_empty().then_some(only)
    }

    /// The registers that it reads, an address's base included, in operand order.
    pub fn uses(&self) -> ArrayVec<VReg, 8> {
        let mut used = ArrayVec::new();
        let mut copy = self.clone();
        copy.for_each_operand(&mut |operand| used.extend(operand.reg()));
        if let Some(addr) = copy.address_mut() {
            used.extend(addr.base);
        }
        used
    }

    /// Calls `f` on every operand, an address's base excepted.
    pub fn for_each_operand(&mut self, f: &mut dyn FnMut(&mut Operand)) {
        match self {
            Inst::Special { .. }
            | Inst::Param { .. }
            | Inst::Symbol { .. }
            | Inst::Load { .. }
            | Inst::Barrier
            | Inst::Fence { .. }
            | Inst::ActiveMask { .. } => {}
            Inst::Copy { src, .. } | Inst::Convert { src, .. } | Inst::Unpack { src, .. } => f(src),
            Inst::Pack { low, high, .. } => [low, high].into_iter().for_each(f),
            Inst::Unary { a, .. } => f(a),
            Inst::Binary { a, b, .. }
            | Inst::MulWide { a, b, .. }
            | Inst::Compare { a, b, .. }
            | Inst::CompareHalves { a, b, .. } => [a, b].into_iter().for_each(f),
            Inst::Fma { a, b, c, .. } => [a, b, c].into_iter().for_each(f),
            Inst::Select {
                condition, a, b, ..
            } => [condition, a, b].into_iter().for_each(f),
            Inst::Store { src, .. } => src.iter_mut().for_each(f),
            Inst::Atomic { a, b, .. } => std::iter::once(a).chain(b).for_each(f),
            Inst::SyncWarp { mask } => f(mask),
            Inst::Shuffle {
                src,
                lane,
                clamp,
                mask,
                ..
            } => [src, lane, clamp, mask].into_iter().for_each(f),
            Inst::Vote { value, mask, .. }
            | Inst::Reduce { value, mask, .. }
            | Inst::Match { value, mask, .. } => [value, mask].into_iter().for_each(f),
            Inst::BarrierReduce { value, .. } => f(value),
        }
    }

    /// The address of a memory access.
    pub fn address_mut(&mut self) -> Option<&mut Address> {
        match self {
            Inst::Load { addr, .. } | Inst::Store { addr, .. } | Inst::Atomic { addr, .. } => {
                Some(addr)
            }
            _ => None,
        }
    }

    /// Whether it does something besides writing its results, so that it must stay even where
    /// nobody reads them. Loads count where they are volatile.
    pub fn has_side_effects(&self) -> bool {
        match self {
            Inst::Store { .. }
            | Inst::Atomic { .. }
            | Inst::Barrier
            | Inst::SyncWarp { .. }
            | Inst::Fence { .. }
            | Inst::Shuffle { .. }
            | Inst::Vote { .. }
            | Inst::Reduce { .. }
            | Inst::Match { .. }
            | Inst::BarrierReduce { .. } => true,
            Inst::Load { mode, .. } => mode.volatile,
            Inst::Copy { .. }
            | Inst::Special { .. }
            | Inst::Param { .. }
            | Inst::Symbol { .. }
            | Inst::Unary { .. }
            | Inst::Binary { .. }
            | Inst::Fma { .. }
            | Inst::MulWide { .. }
            | Inst::Compare { .. }
            | Inst::Select { .. }
            | Inst::Convert { .. }
            | Inst::CompareHalves { .. }
            | Inst::Pack { .. }
            | Inst::Unpack { .. }
            | Inst::ActiveMask { .. } => false,
        }
    }
}
