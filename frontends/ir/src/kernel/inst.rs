//! The instructions of the kernel IR.

use super::{Const, MemType, ParamId, Space, Type, VReg};
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

/// One of the three axes of grid and block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// Fastest.
    X,
    /// Middle.
    Y,
    /// Slowest.
    Z,
}

/// What a thread can ask about itself and the machine. All are `U32` but for
/// [`SpecialReg::Clock64`] and [`SpecialReg::GlobalTimer`], which are `U64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpecialReg {
    /// `threadIdx`.
    ThreadIdx(Dimension),
    /// `blockIdx`.
    BlockIdx(Dimension),
    /// `blockDim`.
    BlockDim(Dimension),
    /// `gridDim`.
    GridDim(Dimension),
    /// The lane within the warp, 0 to 31.
    LaneId,
    /// The multiprocessor that the block runs on.
    SmId,
    /// The low half of the cycle counter.
    Clock32,
    /// The cycle counter.
    Clock64,
    /// Nanoseconds.
    GlobalTimer,
}

impl SpecialReg {
    /// The type of its value.
    pub fn ty(self) -> Type {
        match self {
            SpecialReg::ThreadIdx(_)
            | SpecialReg::BlockIdx(_)
            | SpecialReg::BlockDim(_)
            | SpecialReg::GridDim(_)
            | SpecialReg::LaneId
            | SpecialReg::SmId
            | SpecialReg::Clock32 => Type::U32,
            SpecialReg::Clock64 | SpecialReg::GlobalTimer => Type::U64,
        }
    }
}

/// Operations of one operand; operand and result are of the instruction's type, but where said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// Negation (integer, float).
    Neg,
    /// Bitwise complement (integer), or logical not (predicate).
    Not,
    /// Absolute value (signed integer, float).
    Abs,
    /// Number of set bits (`U32`, `U64`); the result is `U32`.
    Popc,
    /// Number of leading zero bits (`U32`, `U64`); the result is `U32`.
    Clz,
    /// Bits in reverse order (`U32`, `U64`).
    Brev,
    /// Sign-extends the low 8 bits (`S32`).
    SignExtend8,
    /// Sign-extends the low 16 bits (`S32`).
    SignExtend16,
    /// Towards minus infinity (float).
    Floor,
    /// Towards plus infinity (float).
    Ceil,
    /// Towards zero (float).
    Trunc,
    /// To the nearest integer, ties to even (float).
    RoundEven,
    /// Correctly rounded square root (float).
    Sqrt,
    /// Correctly rounded reciprocal (float).
    Rcp,
    /// The hardware's approximate reciprocal (`F32`).
    RcpApprox,
    /// The hardware's approximate square root (`F32`).
    SqrtApprox,
    /// The hardware's approximate reciprocal square root (`F32`).
    RsqrtApprox,
    /// The hardware's approximate sine of an angle in radians (`F32`).
    SinApprox,
    /// The hardware's approximate cosine of an angle in radians (`F32`).
    CosApprox,
    /// The hardware's approximate power of two (`F32`).
    Exp2Approx,
    /// The hardware's approximate binary logarithm (`F32`).
    Log2Approx,
    /// The hardware's approximate hyperbolic tangent (`F32`).
    TanhApprox,
}

/// Operations of two operands of the instruction's type with a result of that type, but where said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// Sum (integer, float); a float sum may be contracted.
    Add,
    /// Difference (integer, float); a float one may be contracted.
    Sub,
    /// Product, low half (integer), or product (float); a float one may be contracted.
    Mul,
    /// Sum of floats that must not be contracted.
    AddRn,
    /// Product of floats that must not be contracted.
    MulRn,
    /// Upper half of the double-width product (integer).
    MulHi,
    /// Quotient: truncated (integer; undefined for zero divisors), correctly rounded (float).
    Div,
    /// Remainder with the sign of the dividend (integer).
    Rem,
    /// Smaller (integer, float); of a NaN and a number, the number.
    Min,
    /// Larger (integer, float); of a NaN and a number, the number.
    Max,
    /// And (integer, predicate).
    And,
    /// Or (integer, predicate).
    Or,
    /// Exclusive or (integer, predicate).
    Xor,
    /// Left shift (integer); the amount is `U32`.
    Shl,
    /// Right shift, arithmetic where signed (integer); the amount is `U32`.
    Shr,
}

/// Comparisons. With a NaN on either side only `Ne` holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

/// How a conversion rounds. Integer results saturate; a NaN becomes zero (64-bit: 2^63).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// To nearest, ties to even.
    Nearest,
    /// Towards zero.
    Zero,
    /// Towards minus infinity.
    Down,
    /// Towards plus infinity.
    Up,
}

/// The caches' part in an access, as PTX names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CacheOp {
    /// Loads: cache at all levels. Stores: write back.
    #[default]
    Default,
    /// `.cg`: cache in the L2 alone.
    Global,
    /// `.cs`: streaming, likely used once.
    Streaming,
    /// `.lu`: last use.
    LastUse,
    /// `.cv` loads: fetch again.
    Volatile,
    /// `.wt` stores: write through to system memory.
    WriteThrough,
    /// `.nc`: read-only for the kernel's life (`__ldg`).
    NonCoherent,
}

/// How a load or store is to be done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AccessMode {
    /// The caches' part.
    pub cache: CacheOp,
    /// Whether the access must neither be dropped, merged nor moved across another volatile one.
    pub volatile: bool,
}

/// A byte address: the sum of a register and a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    /// `U64` for global memory, `U32` or `S32` for the others; absent where the offset is all.
    pub base: Option<VReg>,
    /// Bytes.
    pub offset: i64,
}

/// What an atomic does to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomicOp {
    /// Adds.
    Add,
    /// Keeps the smaller.
    Min,
    /// Keeps the larger.
    Max,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Counts up to the operand, then back to zero.
    Inc,
    /// Counts down to zero, then back to the operand.
    Dec,
    /// Replaces.
    Exchange,
    /// Replaces by the second operand where equal to the first.
    CompareSwap,
}

/// Who must see writes before a fence before those after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FenceScope {
    /// `__threadfence_block`.
    Block,
    /// `__threadfence`.
    Device,
    /// `__threadfence_system`.
    System,
}

/// Whom a shuffle reads from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShuffleMode {
    /// The lane given.
    Index,
    /// That many lanes down in number.
    Up,
    /// That many lanes up in number.
    Down,
    /// The lane whose number differs by exclusive or.
    Butterfly,
}

/// What a vote says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VoteMode {
    /// Whether it holds for any lane; a predicate.
    Any,
    /// Whether it holds for all; a predicate.
    All,
    /// The lanes for which it holds; `U32`.
    Ballot,
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
            | Inst::Unary { dst, .. }
            | Inst::Binary { dst, .. }
            | Inst::Fma { dst, .. }
            | Inst::MulWide { dst, .. }
            | Inst::Compare { dst, .. }
            | Inst::Select { dst, .. }
            | Inst::Convert { dst, .. }
            | Inst::Vote { dst, .. }
            | Inst::ActiveMask { dst } => std::iter::once(*dst).collect(),
            Inst::Load { dst, .. } => dst.clone(),
            Inst::Atomic { dst, .. } => dst.iter().copied().collect(),
            Inst::Shuffle { dst, in_range, .. } => std::iter::once(*dst).chain(*in_range).collect(),
            Inst::Store { .. } | Inst::Barrier | Inst::SyncWarp { .. } | Inst::Fence { .. } => {
                ArrayVec::new()
            }
        }
    }

    /// The one register that it writes, to be exchanged; nothing for instructions that may
    /// write several.
    pub fn sole_def_mut(&mut self) -> Option<&mut VReg> {
        match self {
            Inst::Copy { dst, .. }
            | Inst::Special { dst, .. }
            | Inst::Param { dst, .. }
            | Inst::Unary { dst, .. }
            | Inst::Binary { dst, .. }
            | Inst::Fma { dst, .. }
            | Inst::MulWide { dst, .. }
            | Inst::Compare { dst, .. }
            | Inst::Select { dst, .. }
            | Inst::Convert { dst, .. }
            | Inst::Vote { dst, .. }
            | Inst::ActiveMask { dst } => Some(dst),
            Inst::Load { dst, .. } => match dst.as_mut_slice() {
                [only] => Some(only),
                _ => None,
            },
            Inst::Atomic { dst, .. } => dst.as_mut(),
            Inst::Shuffle { dst, in_range, .. } => in_range.is_none().then_some(dst),
            Inst::Store { .. } | Inst::Barrier | Inst::SyncWarp { .. } | Inst::Fence { .. } => None,
        }
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
            | Inst::Load { .. }
            | Inst::Barrier
            | Inst::Fence { .. }
            | Inst::ActiveMask { .. } => {}
            Inst::Copy { src, .. } | Inst::Convert { src, .. } => f(src),
            Inst::Unary { a, .. } => f(a),
            Inst::Binary { a, b, .. } | Inst::MulWide { a, b, .. } | Inst::Compare { a, b, .. } => {
                [a, b].into_iter().for_each(f)
            }
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
            Inst::Vote { value, mask, .. } => [value, mask].into_iter().for_each(f),
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
            | Inst::Vote { .. } => true,
            Inst::Load { mode, .. } => mode.volatile,
            Inst::Copy { .. }
            | Inst::Special { .. }
            | Inst::Param { .. }
            | Inst::Unary { .. }
            | Inst::Binary { .. }
            | Inst::Fma { .. }
            | Inst::MulWide { .. }
            | Inst::Compare { .. }
            | Inst::Select { .. }
            | Inst::Convert { .. }
            | Inst::ActiveMask { .. } => false,
        }
    }
}
