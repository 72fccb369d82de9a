//! What the instructions of the kernel IR can do: operations and modes.

use super::Type;

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
    /// Clamped to 0 and 1, a NaN to 0 (`F32`).
    Saturate,
    /// Correctly rounded square root (float).
    Sqrt,
    /// Correctly rounded reciprocal (float).
    Rcp,
    /// The hardware's approximate reciprocal (`F32`; of `F64` the upper word, above zeros).
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
    /// The same as the unit itself gives it: zero for what is below the normal numbers (`F32`).
    Exp2Flushed,
    /// The hardware's approximate reciprocal square root as the unit itself gives it: infinite
    /// for arguments below the normal numbers (`F32`; of `F64` the upper word, above zeros).
    RsqrtFlushed,
    /// The hardware's approximate square root as the unit itself gives it: zero for what is below
    /// the normal numbers (`F32`).
    SqrtFlushed,
    /// The hardware's approximate binary logarithm as the unit itself gives it: that of zero for
    /// what is below the normal numbers (`F32`).
    Log2Flushed,
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

impl CompareOp {
    /// The comparison that holds where this one does not, of numbers that can be compared.
    pub fn contrary(self) -> CompareOp {
        match self {
            CompareOp::Eq => CompareOp::Ne,
            CompareOp::Ne => CompareOp::Eq,
            CompareOp::Lt => CompareOp::Ge,
            CompareOp::Le => CompareOp::Gt,
            CompareOp::Gt => CompareOp::Le,
            CompareOp::Ge => CompareOp::Lt,
        }
    }
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

/// What the lanes of a warp come to together (`__reduce_…_sync`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReduceOp {
    /// The sum.
    Add,
    /// The smallest.
    Min,
    /// The largest.
    Max,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
}

/// What a barrier tells of its threads' predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BarrierReduction {
    /// For how many it holds; `U32`.
    Count,
    /// Whether it holds for all; a predicate.
    And,
    /// Whether it holds for any; a predicate.
    Or,
}
