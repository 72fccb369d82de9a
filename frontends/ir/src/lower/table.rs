//! CUDA's built-in functions: one row each.

use super::halves::{Form, HalfCall};
use crate::cexpr::Scalar;
use crate::kernel::{
    AtomicOp, BarrierReduction, BinaryOp, CacheOp, CompareOp, FenceScope, ReduceOp, Rounding,
    ShuffleMode, SpecialReg, UnaryOp, VoteMode,
};

/// What a built-in function does with its arguments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Builtin {
    /// An operation of one float of this type.
    Unary(UnaryOp, Scalar),
    /// An operation of one float, `float` or `double` as the argument is.
    UnaryOf(UnaryOp),
    /// The absolute value of an integer or float.
    Abs,
    /// An operation of two numbers of this type.
    Binary(BinaryOp, Scalar),
    /// An operation of two numbers of their common type.
    BinaryOf(BinaryOp),
    /// A fused multiply-add of this type, rounded so.
    Fma(Rounding, Scalar),
    /// The first type's number as the second's, rounded so.
    Convert(Scalar, Scalar, Rounding),
    /// A count of bits of this unsigned type, as `int`.
    Bits(UnaryOp, Scalar),
    /// The bits of this type in reverse.
    Reverse(Scalar),
    /// The number of the lowest set bit, from one, as `int`.
    FindFirst(Scalar),
    /// The bits of the first type as the second.
    Reinterpret(Scalar, Scalar),
    /// A word of a double, the high one or the low one.
    WordOfDouble(bool),
    /// A double of its high and its low word.
    JoinWords,
    /// `2^(x * factor)`, approximately.
    ExpApprox(f32),
    /// `log2(x) * factor`, approximately.
    LogApprox(f32),
    /// `a * (1 / b)`, approximately.
    DivideApprox,
    /// A function of floats of 16 bits.
    Half(HalfCall),
    /// A vector of its arguments.
    Vector(Scalar, u8),
    /// An atomic on the element at a pointer.
    Atomic(AtomicOp),
    /// An atomic addition of the negated argument.
    AtomicSub,
    /// A load from a pointer, cached so.
    Load(CacheOp),
    /// A store to a pointer, cached so.
    Store(CacheOp),
    /// `__syncthreads`.
    Barrier,
    /// `__syncwarp`.
    SyncWarp,
    /// A fence.
    Fence(FenceScope),
    /// A shuffle.
    Shuffle(ShuffleMode),
    /// A vote.
    Vote(VoteMode),
    /// A reduction over lanes.
    Reduce(ReduceOp),
    /// A comparison among lanes: whether all must agree.
    Match(bool),
    /// A barrier that tells something of its threads.
    BarrierReduce(BarrierReduction),
    /// `__activemask`.
    ActiveMask,
    /// A clock, as this type.
    Clock(SpecialReg, Scalar),
    /// `printf`.
    Printf,
    /// `assert`.
    Assert,
    /// `__trap`.
    Trap,
}

/// The built-in function of that name.
pub(super) fn find(name: &str) -> Option<Builtin> {
    let row = FUNCTIONS.iter().find(|(row, _)| *row == name);
    let of_halves = || super::halves::find(name).map(Builtin::Half);
    row.map(|(_, builtin)| *builtin).or_else(of_halves)
}

/// What a function of `float` is under fast math, where that differs.
pub(super) fn find_fast(name: &str) -> Option<Builtin> {
    let row = FAST.iter().find(|(row, _)| *row == name);
    row.map(|(_, builtin)| *builtin)
}

/// What only the library's texts may call: the multi-function unit's own answers, with denormal
/// numbers taken for zeros and not, and what C has no name for.
pub(super) fn find_of_library(name: &str) -> Option<Builtin> {
    let row = OF_LIBRARY.iter().find(|(row, _)| *row == name);
    row.map(|(_, builtin)| *builtin)
}

const OF_LIBRARY: &[(&str, Builtin)] = &[
    ("exp2_of_unit", Builtin::Unary(UnaryOp::Exp2Flushed, F32)),
    ("reciprocal_of_unit", Builtin::UnaryOf(UnaryOp::RcpApprox)),
    ("rsqrt_of_unit", Builtin::UnaryOf(UnaryOp::RsqrtFlushed)),
    ("sqrt_of_unit", Builtin::Unary(UnaryOp::SqrtFlushed, F32)),
    ("log2_of_unit", Builtin::Unary(UnaryOp::Log2Flushed, F32)),
    (
        "exp2_approximately",
        Builtin::Unary(UnaryOp::Exp2Approx, F32),
    ),
    (
        "log2_approximately",
        Builtin::Unary(UnaryOp::Log2Approx, F32),
    ),
    (
        "sqrt_approximately",
        Builtin::Unary(UnaryOp::SqrtApprox, F32),
    ),
    (
        "rsqrt_approximately",
        Builtin::Unary(UnaryOp::RsqrtApprox, F32),
    ),
    (
        "equal_half",
        Builtin::Half(HalfCall::CompareEach(CompareOp::Eq, Form::One)),
    ),
    ("bfloats_as_halves", Builtin::Reinterpret(Bf16x2, F16x2)),
    ("halves_as_bfloats", Builtin::Reinterpret(F16x2, Bf16x2)),
    ("bits_of_pair", Builtin::Reinterpret(F16x2, U32)),
    ("pair_of_bits", Builtin::Reinterpret(U32, F16x2)),
];

/// The function of the library that stands for another under fast math.
pub(super) fn fast_name(name: &str) -> &str {
    match name {
        "exp10f" => "__exp10f",
        "powf" => "__powf",
        "sincosf" => "__sincosf",
        "tanf" => "__tanf",
        other => other,
    }
}

/// Functions that nvcc's `-use_fast_math` replaces by approximations (CUDA C++ Programming
/// Guide, mathematical functions).
const FAST: &[(&str, Builtin)] = &[
    ("sqrtf", Builtin::Unary(UnaryOp::SqrtApprox, F32)),
    ("sinf", Builtin::Unary(UnaryOp::SinApprox, F32)),
    ("cosf", Builtin::Unary(UnaryOp::CosApprox, F32)),
    ("tanhf", Builtin::Unary(UnaryOp::TanhApprox, F32)),
    ("expf", Builtin::ExpApprox(LOG2_E)),
    ("exp2f", Builtin::ExpApprox(1.0)),
    ("logf", Builtin::LogApprox(LN_2)),
    ("log2f", Builtin::LogApprox(1.0)),
    ("log10f", Builtin::LogApprox(LOG10_2)),
];

/// log2(e) in single precision, which `__expf` multiplies by (CUDA's device headers).
const LOG2_E: f32 = std::f32::consts::LOG2_E;
/// ln(2) in single precision, which `__logf` multiplies by (CUDA's device headers).
const LN_2: f32 = std::f32::consts::LN_2;
/// log10(2) in single precision, which `__log10f` multiplies by (CUDA's device headers).
const LOG10_2: f32 = std::f32::consts::LOG10_2;

use Scalar::{Bf16x2, F16x2, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};

/// Every function that is supported.
pub(super) const FUNCTIONS: &[(&str, Builtin)] = &[
    ("sqrtf", Builtin::Unary(UnaryOp::Sqrt, F32)),
    ("__fsqrt_rn", Builtin::Unary(UnaryOp::Sqrt, F32)),
    ("sqrt", Builtin::UnaryOf(UnaryOp::Sqrt)),
    ("rsqrtf", Builtin::Unary(UnaryOp::RsqrtApprox, F32)),
    ("__frcp_rn", Builtin::Unary(UnaryOp::Rcp, F32)),
    ("floorf", Builtin::Unary(UnaryOp::Floor, F32)),
    ("floor", Builtin::UnaryOf(UnaryOp::Floor)),
    ("ceilf", Builtin::Unary(UnaryOp::Ceil, F32)),
    ("ceil", Builtin::UnaryOf(UnaryOp::Ceil)),
    ("truncf", Builtin::Unary(UnaryOp::Trunc, F32)),
    ("trunc", Builtin::UnaryOf(UnaryOp::Trunc)),
    ("rintf", Builtin::Unary(UnaryOp::RoundEven, F32)),
    ("rint", Builtin::UnaryOf(UnaryOp::RoundEven)),
    ("nearbyintf", Builtin::Unary(UnaryOp::RoundEven, F32)),
    ("nearbyint", Builtin::UnaryOf(UnaryOp::RoundEven)),
    ("fabsf", Builtin::Unary(UnaryOp::Abs, F32)),
    ("fabs", Builtin::UnaryOf(UnaryOp::Abs)),
    ("abs", Builtin::Abs),
    ("exp2f", Builtin::Unary(UnaryOp::Exp2Approx, F32)),
    ("__sinf", Builtin::Unary(UnaryOp::SinApprox, F32)),
    ("__cosf", Builtin::Unary(UnaryOp::CosApprox, F32)),
    ("__tanhf", Builtin::Unary(UnaryOp::TanhApprox, F32)),
    ("__expf", Builtin::ExpApprox(LOG2_E)),
    ("__log2f", Builtin::LogApprox(1.0)),
    ("__logf", Builtin::LogApprox(LN_2)),
    ("__log10f", Builtin::LogApprox(LOG10_2)),
    ("__fdividef", Builtin::DivideApprox),
    ("fminf", Builtin::Binary(BinaryOp::Min, F32)),
    ("fmaxf", Builtin::Binary(BinaryOp::Max, F32)),
    ("fmin", Builtin::Binary(BinaryOp::Min, F64)),
    ("fmax", Builtin::Binary(BinaryOp::Max, F64)),
    ("min", Builtin::BinaryOf(BinaryOp::Min)),
    ("max", Builtin::BinaryOf(BinaryOp::Max)),
    ("__fadd_rn", Builtin::Binary(BinaryOp::AddRn, F32)),
    ("__fmul_rn", Builtin::Binary(BinaryOp::MulRn, F32)),
    ("__fdiv_rn", Builtin::Binary(BinaryOp::Div, F32)),
    ("__dadd_rn", Builtin::Binary(BinaryOp::AddRn, F64)),
    ("__ddiv_rn", Builtin::Binary(BinaryOp::Div, F64)),
    ("__dsqrt_rn", Builtin::Unary(UnaryOp::Sqrt, F64)),
    ("__drcp_rn", Builtin::Unary(UnaryOp::Rcp, F64)),
    ("__dmul_rn", Builtin::Binary(BinaryOp::MulRn, F64)),
    ("__mulhi", Builtin::Binary(BinaryOp::MulHi, I32)),
    ("__umulhi", Builtin::Binary(BinaryOp::MulHi, U32)),
    ("fmaf", Builtin::Fma(Rounding::Nearest, F32)),
    ("__fmaf_rn", Builtin::Fma(Rounding::Nearest, F32)),
    ("__fmaf_rz", Builtin::Fma(Rounding::Zero, F32)),
    ("__fmaf_rd", Builtin::Fma(Rounding::Down, F32)),
    ("__fmaf_ru", Builtin::Fma(Rounding::Up, F32)),
    ("fma", Builtin::Fma(Rounding::Nearest, F64)),
    ("__fma_rn", Builtin::Fma(Rounding::Nearest, F64)),
    ("__saturatef", Builtin::Unary(UnaryOp::Saturate, F32)),
    (
        "__float2int_rn",
        Builtin::Convert(F32, I32, Rounding::Nearest),
    ),
    ("__float2int_rz", Builtin::Convert(F32, I32, Rounding::Zero)),
    ("__float2int_rd", Builtin::Convert(F32, I32, Rounding::Down)),
    ("__float2int_ru", Builtin::Convert(F32, I32, Rounding::Up)),
    (
        "__double2int_rn",
        Builtin::Convert(F64, I32, Rounding::Nearest),
    ),
    ("__popc", Builtin::Bits(UnaryOp::Popc, U32)),
    ("__popcll", Builtin::Bits(UnaryOp::Popc, U64)),
    ("__clz", Builtin::Bits(UnaryOp::Clz, U32)),
    ("__clzll", Builtin::Bits(UnaryOp::Clz, U64)),
    ("__brev", Builtin::Reverse(U32)),
    ("__brevll", Builtin::Reverse(U64)),
    ("__ffs", Builtin::FindFirst(U32)),
    ("__ffsll", Builtin::FindFirst(U64)),
    ("__float_as_int", Builtin::Reinterpret(F32, I32)),
    ("__float_as_uint", Builtin::Reinterpret(F32, U32)),
    ("__int_as_float", Builtin::Reinterpret(I32, F32)),
    ("__uint_as_float", Builtin::Reinterpret(U32, F32)),
    ("__double_as_longlong", Builtin::Reinterpret(F64, I64)),
    ("__longlong_as_double", Builtin::Reinterpret(I64, F64)),
    ("__double2hiint", Builtin::WordOfDouble(true)),
    ("__double2loint", Builtin::WordOfDouble(false)),
    ("__hiloint2double", Builtin::JoinWords),
    ("make_float2", Builtin::Vector(F32, 2)),
    ("make_float4", Builtin::Vector(F32, 4)),
    ("make_int2", Builtin::Vector(I32, 2)),
    ("make_int4", Builtin::Vector(I32, 4)),
    ("make_uint2", Builtin::Vector(U32, 2)),
    ("make_uint4", Builtin::Vector(U32, 4)),
    ("make_double2", Builtin::Vector(F64, 2)),
    ("make_float3", Builtin::Vector(F32, 3)),
    ("make_int3", Builtin::Vector(I32, 3)),
    ("make_uint3", Builtin::Vector(U32, 3)),
    ("make_double3", Builtin::Vector(F64, 3)),
    ("make_uchar2", Builtin::Vector(U8, 2)),
    ("make_uchar3", Builtin::Vector(U8, 3)),
    ("make_uchar4", Builtin::Vector(U8, 4)),
    ("make_char4", Builtin::Vector(I8, 4)),
    ("make_short2", Builtin::Vector(I16, 2)),
    ("make_ushort2", Builtin::Vector(U16, 2)),
    ("atomicAdd", Builtin::Atomic(AtomicOp::Add)),
    ("atomicSub", Builtin::AtomicSub),
    ("atomicMin", Builtin::Atomic(AtomicOp::Min)),
    ("atomicMax", Builtin::Atomic(AtomicOp::Max)),
    ("atomicAnd", Builtin::Atomic(AtomicOp::And)),
    ("atomicOr", Builtin::Atomic(AtomicOp::Or)),
    ("atomicXor", Builtin::Atomic(AtomicOp::Xor)),
    ("atomicInc", Builtin::Atomic(AtomicOp::Inc)),
    ("atomicDec", Builtin::Atomic(AtomicOp::Dec)),
    ("atomicExch", Builtin::Atomic(AtomicOp::Exchange)),
    ("atomicCAS", Builtin::Atomic(AtomicOp::CompareSwap)),
    ("__ldg", Builtin::Load(CacheOp::NonCoherent)),
    ("__ldca", Builtin::Load(CacheOp::Default)),
    ("__ldcg", Builtin::Load(CacheOp::Global)),
    ("__ldcs", Builtin::Load(CacheOp::Streaming)),
    ("__ldlu", Builtin::Load(CacheOp::LastUse)),
    ("__ldcv", Builtin::Load(CacheOp::Volatile)),
    ("__stwb", Builtin::Store(CacheOp::Default)),
    ("__stcg", Builtin::Store(CacheOp::Global)),
    ("__stcs", Builtin::Store(CacheOp::Streaming)),
    ("__stwt", Builtin::Store(CacheOp::WriteThrough)),
    ("__syncthreads", Builtin::Barrier),
    ("__syncwarp", Builtin::SyncWarp),
    ("__threadfence_block", Builtin::Fence(FenceScope::Block)),
    ("__threadfence", Builtin::Fence(FenceScope::Device)),
    ("__threadfence_system", Builtin::Fence(FenceScope::System)),
    ("__shfl_sync", Builtin::Shuffle(ShuffleMode::Index)),
    ("__shfl_up_sync", Builtin::Shuffle(ShuffleMode::Up)),
    ("__shfl_down_sync", Builtin::Shuffle(ShuffleMode::Down)),
    ("__shfl_xor_sync", Builtin::Shuffle(ShuffleMode::Butterfly)),
    ("__any_sync", Builtin::Vote(VoteMode::Any)),
    ("__all_sync", Builtin::Vote(VoteMode::All)),
    ("__ballot_sync", Builtin::Vote(VoteMode::Ballot)),
    ("__reduce_add_sync", Builtin::Reduce(ReduceOp::Add)),
    ("__reduce_min_sync", Builtin::Reduce(ReduceOp::Min)),
    ("__reduce_max_sync", Builtin::Reduce(ReduceOp::Max)),
    ("__reduce_and_sync", Builtin::Reduce(ReduceOp::And)),
    ("__reduce_or_sync", Builtin::Reduce(ReduceOp::Or)),
    ("__reduce_xor_sync", Builtin::Reduce(ReduceOp::Xor)),
    ("__match_any_sync", Builtin::Match(false)),
    ("__match_all_sync", Builtin::Match(true)),
    (
        "__syncthreads_count",
        Builtin::BarrierReduce(BarrierReduction::Count),
    ),
    (
        "__syncthreads_and",
        Builtin::BarrierReduce(BarrierReduction::And),
    ),
    (
        "__syncthreads_or",
        Builtin::BarrierReduce(BarrierReduction::Or),
    ),
    ("__activemask", Builtin::ActiveMask),
    ("clock", Builtin::Clock(SpecialReg::Clock32, I32)),
    ("clock64", Builtin::Clock(SpecialReg::Clock64, I64)),
    ("printf", Builtin::Printf),
    ("assert", Builtin::Assert),
    ("__trap", Builtin::Trap),
];

/// What to write in place of functions that few kernels use, and that take much code.
const OF_TABLES: &str = "compute it on the host, and pass a table";
/// What to write in place of functions that take a float apart.
const OF_BITS: &str = "take the bits with `__float_as_uint` or `__double_as_longlong`";
/// What to write in place of functions that scale by powers of two.
const OF_SCALES: &str = "multiply by `exp2f(n)` or `exp2(n)`";

/// Functions of CUDA that are known but not supported, and what to write instead.
pub(super) const UNSUPPORTED: &[(&str, &str)] = &[
    ("lgamma", OF_TABLES),
    ("lgammaf", OF_TABLES),
    ("tgamma", OF_TABLES),
    ("tgammaf", OF_TABLES),
    ("erfinv", OF_TABLES),
    ("erfinvf", OF_TABLES),
    ("erfcinv", OF_TABLES),
    ("erfcinvf", OF_TABLES),
    ("erfcx", OF_TABLES),
    ("erfcxf", OF_TABLES),
    ("normcdfinv", OF_TABLES),
    ("normcdfinvf", OF_TABLES),
    ("frexp", OF_BITS),
    ("frexpf", OF_BITS),
    ("logb", OF_BITS),
    ("logbf", OF_BITS),
    ("ilogb", OF_BITS),
    ("ilogbf", OF_BITS),
    ("ldexp", OF_SCALES),
    ("ldexpf", OF_SCALES),
    ("scalbn", OF_SCALES),
    ("scalbnf", OF_SCALES),
    ("modf", "write `x - trunc(x)`"),
    ("modff", "write `x - truncf(x)`"),
    ("__nanosleep", "leave it out"),
    (
        "htanh",
        "compute in `float`: `__float2half(tanhf(__half2float(x)))`",
    ),
    (
        "h2tanh",
        "compute in `float`, half by half: `tanhf(__low2float(x))`",
    ),
    (
        "__any",
        "write `__any_sync(0xffffffff, …)`: since Volta lanes are named",
    ),
    (
        "__all",
        "write `__all_sync(0xffffffff, …)`: since Volta lanes are named",
    ),
    (
        "__ballot",
        "write `__ballot_sync(0xffffffff, …)`: since Volta lanes are named",
    ),
    (
        "__shfl",
        "write `__shfl_sync(0xffffffff, …)`: since Volta lanes are named",
    ),
    (
        "__shfl_up",
        "write `__shfl_up_sync(0xffffffff, …)`: since Volta lanes are named",
    ),
    (
        "__shfl_down",
        "write `__shfl_down_sync(0xffffffff, …)`: since Volta lanes are named",
    ),
    (
        "__shfl_xor",
        "write `__shfl_xor_sync(0xffffffff, …)`: since Volta lanes are named",
    ),
];
