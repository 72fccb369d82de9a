//! CUDA's functions of floats of 16 bits: one row each.

use crate::cexpr::Scalar;
use crate::kernel::{BinaryOp, CompareOp, Rounding, UnaryOp};

/// What a function of floats of 16 bits does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::lower) enum HalfCall {
    /// An operation of one.
    Unary(UnaryOp, Form),
    /// An operation of two.
    Binary(BinaryOp, Form),
    /// A difference that must not be contracted.
    SubtractRn(Form),
    /// A quotient.
    Divide(Form),
    /// A fused multiply-add.
    Fma(Form),
    /// A comparison; with a NaN it holds if the flag says so.
    Compare(CompareOp, bool),
    /// A comparison of one number or of each half of pairs, as ones and zeros.
    CompareEach(CompareOp, Form),
    /// Whether a comparison holds for both halves.
    CompareBoth(CompareOp),
    /// Whether it is no number.
    IsNan,
    /// A number of the first type as the second, rounded so.
    Convert(Scalar, Scalar, Rounding),
    /// A pair of two numbers that are converted to the first type on the way.
    Pair(Scalar, Scalar),
    /// A pair of one such number twice.
    Twice(Scalar, Scalar),
    /// The low or high half of a pair, as it is.
    Half(bool),
    /// The same as `float`.
    HalfAsFloat(bool),
    /// The same twice.
    HalfTwice(bool),
    /// The low halves, or the high ones, of two pairs.
    Halves(bool),
    /// A pair with its halves exchanged.
    Exchanged,
    /// Both halves as a `float2`.
    Floats,
    /// The bits as this integer.
    AsBits(Scalar),
    /// The number of this type that bits mean.
    OfBits(Scalar),
}

/// Whether a function takes single numbers or pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lower) enum Form {
    One,
    Two,
}

/// The function of that name.
pub(in crate::lower) fn find(name: &str) -> Option<HalfCall> {
    let row = NAMES.iter().find(|(row, _)| *row == name);
    row.map(|(_, call)| *call)
}

use Form::{One, Two};
use HalfCall::{
    AsBits, Binary, Compare, CompareBoth, CompareEach, Convert, Divide, Exchanged, Floats, Fma,
    Half, HalfAsFloat, HalfTwice, Halves, IsNan, OfBits, Pair, SubtractRn, Twice, Unary,
};
use Rounding::{Down, Nearest, Up, Zero};
use Scalar::{Bf16, Bf16x2, F16, F16x2, F32, F64, I16, I32, I64, U16, U32, U64};

/// Every function of floats of 16 bits.
pub(in crate::lower) const NAMES: &[(&str, HalfCall)] = &[
    ("__hadd", Binary(BinaryOp::Add, One)),
    ("__hsub", Binary(BinaryOp::Sub, One)),
    ("__hmul", Binary(BinaryOp::Mul, One)),
    ("__hadd_rn", Binary(BinaryOp::AddRn, One)),
    ("__hmul_rn", Binary(BinaryOp::MulRn, One)),
    ("__hsub_rn", SubtractRn(One)),
    ("__hdiv", Divide(One)),
    ("__hfma", Fma(One)),
    ("__hneg", Unary(UnaryOp::Neg, One)),
    ("__habs", Unary(UnaryOp::Abs, One)),
    ("__hmin", Binary(BinaryOp::Min, One)),
    ("__hmax", Binary(BinaryOp::Max, One)),
    ("__hadd2", Binary(BinaryOp::Add, Two)),
    ("__hsub2", Binary(BinaryOp::Sub, Two)),
    ("__hmul2", Binary(BinaryOp::Mul, Two)),
    ("__hadd2_rn", Binary(BinaryOp::AddRn, Two)),
    ("__hmul2_rn", Binary(BinaryOp::MulRn, Two)),
    ("__hsub2_rn", SubtractRn(Two)),
    ("__h2div", Divide(Two)),
    ("__hfma2", Fma(Two)),
    ("__hneg2", Unary(UnaryOp::Neg, Two)),
    ("__habs2", Unary(UnaryOp::Abs, Two)),
    ("__hmin2", Binary(BinaryOp::Min, Two)),
    ("__hmax2", Binary(BinaryOp::Max, Two)),
    ("hfloor", Unary(UnaryOp::Floor, One)),
    ("h2floor", Unary(UnaryOp::Floor, Two)),
    ("hceil", Unary(UnaryOp::Ceil, One)),
    ("h2ceil", Unary(UnaryOp::Ceil, Two)),
    ("htrunc", Unary(UnaryOp::Trunc, One)),
    ("h2trunc", Unary(UnaryOp::Trunc, Two)),
    ("hrint", Unary(UnaryOp::RoundEven, One)),
    ("h2rint", Unary(UnaryOp::RoundEven, Two)),
    ("__heq", Compare(CompareOp::Eq, false)),
    ("__hne", Compare(CompareOp::Ne, false)),
    ("__hlt", Compare(CompareOp::Lt, false)),
    ("__hle", Compare(CompareOp::Le, false)),
    ("__hgt", Compare(CompareOp::Gt, false)),
    ("__hge", Compare(CompareOp::Ge, false)),
    ("__hequ", Compare(CompareOp::Eq, true)),
    ("__hneu", Compare(CompareOp::Ne, true)),
    ("__hltu", Compare(CompareOp::Lt, true)),
    ("__hleu", Compare(CompareOp::Le, true)),
    ("__hgtu", Compare(CompareOp::Gt, true)),
    ("__hgeu", Compare(CompareOp::Ge, true)),
    ("__hisnan", IsNan),
    ("__heq2", CompareEach(CompareOp::Eq, Two)),
    ("__hneu2", CompareEach(CompareOp::Ne, Two)),
    ("__hlt2", CompareEach(CompareOp::Lt, Two)),
    ("__hle2", CompareEach(CompareOp::Le, Two)),
    ("__hgt2", CompareEach(CompareOp::Gt, Two)),
    ("__hge2", CompareEach(CompareOp::Ge, Two)),
    ("__hbeq2", CompareBoth(CompareOp::Eq)),
    ("__hbneu2", CompareBoth(CompareOp::Ne)),
    ("__hblt2", CompareBoth(CompareOp::Lt)),
    ("__hble2", CompareBoth(CompareOp::Le)),
    ("__hbgt2", CompareBoth(CompareOp::Gt)),
    ("__hbge2", CompareBoth(CompareOp::Ge)),
    ("__float2half", Convert(F32, F16, Nearest)),
    ("__float2half_rn", Convert(F32, F16, Nearest)),
    ("__float2half_rz", Convert(F32, F16, Zero)),
    ("__float2half_rd", Convert(F32, F16, Down)),
    ("__float2half_ru", Convert(F32, F16, Up)),
    ("__double2half", Convert(F64, F16, Nearest)),
    ("__half2float", Convert(F16, F32, Nearest)),
    ("__float2bfloat16", Convert(F32, Bf16, Nearest)),
    ("__float2bfloat16_rn", Convert(F32, Bf16, Nearest)),
    ("__float2bfloat16_rz", Convert(F32, Bf16, Zero)),
    ("__float2bfloat16_rd", Convert(F32, Bf16, Down)),
    ("__float2bfloat16_ru", Convert(F32, Bf16, Up)),
    ("__bfloat162float", Convert(Bf16, F32, Nearest)),
    ("__int2half_rn", Convert(I32, F16, Nearest)),
    ("__uint2half_rn", Convert(U32, F16, Nearest)),
    ("__short2half_rn", Convert(I16, F16, Nearest)),
    ("__ushort2half_rn", Convert(U16, F16, Nearest)),
    ("__ll2half_rn", Convert(I64, F16, Nearest)),
    ("__ull2half_rn", Convert(U64, F16, Nearest)),
    ("__int2bfloat16_rn", Convert(I32, Bf16, Nearest)),
    ("__uint2bfloat16_rn", Convert(U32, Bf16, Nearest)),
    ("__half2int_rn", Convert(F16, I32, Nearest)),
    ("__half2int_rz", Convert(F16, I32, Zero)),
    ("__half2int_rd", Convert(F16, I32, Down)),
    ("__half2int_ru", Convert(F16, I32, Up)),
    ("__half2uint_rn", Convert(F16, U32, Nearest)),
    ("__half2uint_rz", Convert(F16, U32, Zero)),
    ("__bfloat162int_rn", Convert(Bf16, I32, Nearest)),
    ("__bfloat162int_rz", Convert(Bf16, I32, Zero)),
    ("__bfloat162uint_rz", Convert(Bf16, U32, Zero)),
    ("make_half2", Pair(F16, F16x2)),
    ("__halves2half2", Pair(F16, F16x2)),
    ("__floats2half2_rn", Pair(F32, F16x2)),
    ("make_bfloat162", Pair(Bf16, Bf16x2)),
    ("__halves2bfloat162", Pair(Bf16, Bf16x2)),
    ("__floats2bfloat162_rn", Pair(F32, Bf16x2)),
    ("__half2half2", Twice(F16, F16x2)),
    ("__float2half2_rn", Twice(F32, F16x2)),
    ("__bfloat162bfloat162", Twice(Bf16, Bf16x2)),
    ("__float2bfloat162_rn", Twice(F32, Bf16x2)),
    ("__low2half", Half(false)),
    ("__high2half", Half(true)),
    ("__low2bfloat16", Half(false)),
    ("__high2bfloat16", Half(true)),
    ("__low2float", HalfAsFloat(false)),
    ("__high2float", HalfAsFloat(true)),
    ("__low2half2", HalfTwice(false)),
    ("__high2half2", HalfTwice(true)),
    ("__low2bfloat162", HalfTwice(false)),
    ("__high2bfloat162", HalfTwice(true)),
    ("__lows2half2", Halves(false)),
    ("__highs2half2", Halves(true)),
    ("__lows2bfloat162", Halves(false)),
    ("__highs2bfloat162", Halves(true)),
    ("__lowhigh2highlow", Exchanged),
    ("__half22float2", Floats),
    ("__bfloat1622float2", Floats),
    ("__half_as_ushort", AsBits(U16)),
    ("__half_as_short", AsBits(I16)),
    ("__bfloat16_as_ushort", AsBits(U16)),
    ("__bfloat16_as_short", AsBits(I16)),
    ("__ushort_as_half", OfBits(F16)),
    ("__short_as_half", OfBits(F16)),
    ("__ushort_as_bfloat16", OfBits(Bf16)),
    ("__short_as_bfloat16", OfBits(Bf16)),
];
