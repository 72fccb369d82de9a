//! What the operations of the kernel IR compute, bit by bit: one definition for constant
//! folding and for the reference interpreter. Values are bits, the upper ones zero, as in
//! [`Const`].
//!
//! Where C leaves a result undefined, this is what the hardware's instruction gives: signed
//! sums wrap, shifts by the width or more give zero or the sign. Division by zero gives all
//! ones, and the remainder the dividend, as nvcc's sequence does for unsigned operands.
//!
//! The `…Approx` operations return the correctly rounded result of `f32` arithmetic, not the
//! hardware's; constant folding must leave them alone ([`unary`] gives `None`).

pub mod halves;

use super::{BinaryOp, CompareOp, Const, Rounding, Type, UnaryOp};

fn f32_of(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn signed(ty: Type, bits: u64) -> i64 {
    match ty.bits() {
        32 => (bits as u32 as i32).into(),
        _ => bits as i64,
    }
}

/// The bits of a value of the type, upper bits cleared.
fn masked(ty: Type, bits: u64) -> u64 {
    Const::new(ty, bits).bits
}

/// An operation of one operand; `None` for the hardware's approximations.
pub fn unary(op: UnaryOp, ty: Type, a: u64) -> Option<u64> {
    if ty.is_half() {
        return halves::unary(op, ty, a);
    }
    let bits = match op {
        UnaryOp::Neg => match ty {
            Type::F32 => a ^ (1 << 31),
            Type::F64 => a ^ (1 << 63),
            _ => a.wrapping_neg(),
        },
        UnaryOp::Not => !a,
        UnaryOp::Abs => match ty {
            Type::F32 => a & !(1 << 31),
            Type::F64 => a & !(1 << 63),
            _ => signed(ty, a).wrapping_abs() as u64,
        },
        UnaryOp::Popc => a.count_ones().into(),
        UnaryOp::Clz => (a.leading_zeros() - (64 - ty.bits())).into(),
        UnaryOp::Brev => a.reverse_bits() >> (64 - ty.bits()),
        UnaryOp::SignExtend8 => a as u8 as i8 as u64,
        UnaryOp::SignExtend16 => a as u16 as i16 as u64,
        UnaryOp::Floor => float_unary(ty, a, f32::floor, f64::floor),
        UnaryOp::Ceil => float_unary(ty, a, f32::ceil, f64::ceil),
        UnaryOp::Trunc => float_unary(ty, a, f32::trunc, f64::trunc),
        UnaryOp::RoundEven => float_unary(ty, a, f32::round_ties_even, f64::round_ties_even),
        UnaryOp::Saturate => saturated(f32_of(a)).to_bits().into(),
        UnaryOp::Sqrt => float_unary(ty, a, f32::sqrt, f64::sqrt),
        UnaryOp::Rcp => float_unary(ty, a, f32::recip, f64::recip),
        UnaryOp::RcpApprox
        | UnaryOp::SqrtApprox
        | UnaryOp::RsqrtApprox
        | UnaryOp::SinApprox
        | UnaryOp::CosApprox
        | UnaryOp::Exp2Approx
        | UnaryOp::Exp2Flushed
        | UnaryOp::RsqrtFlushed
        | UnaryOp::SqrtFlushed
        | UnaryOp::Log2Flushed
        | UnaryOp::Log2Approx
        | UnaryOp::TanhApprox => return None,
    };
    let result = match op {
        UnaryOp::Popc | UnaryOp::Clz => Type::U32,
        _ => ty,
    };
    Some(masked(result, bits))
}

/// What the approximations approximate, in `f32` arithmetic; of doubles the upper word.
pub fn approximate(op: UnaryOp, ty: Type, a: u64) -> Option<u64> {
    if ty == Type::F64 {
        return upper_word_approximated(op, f64::from_bits(a));
    }
    let x = f32_of(a);
    let y = match op {
        UnaryOp::RcpApprox => x.recip(),
        UnaryOp::SqrtApprox => x.sqrt(),
        UnaryOp::RsqrtApprox => x.sqrt().recip(),
        UnaryOp::SinApprox => x.sin(),
        UnaryOp::CosApprox => x.cos(),
        UnaryOp::Exp2Approx => x.exp2(),
        UnaryOp::Exp2Flushed => flushed(flushed(x).exp2()),
        UnaryOp::RsqrtFlushed => flushed(x).sqrt().recip(),
        UnaryOp::SqrtFlushed => flushed(x).sqrt(),
        UnaryOp::Log2Flushed => flushed(x).log2(),
        UnaryOp::Log2Approx => x.log2(),
        UnaryOp::TanhApprox => x.tanh(),
        _ => return None,
    };
    Some(canonical_f32(y))
}

fn upper_word_approximated(op: UnaryOp, x: f64) -> Option<u64> {
    let x = if x.is_subnormal() {
        0f64.copysign(x)
    } else {
        x
    };
    let y = match op {
        UnaryOp::RcpApprox => x.recip(),
        UnaryOp::RsqrtFlushed => x.sqrt().recip(),
        _ => return None,
    };
    Some(canonical_f64(y) >> 32 << 32)
}

/// Between 0 and 1; a NaN and both zeros are `+0`.
fn saturated(x: f32) -> f32 {
    if x > 0.0 { x.min(1.0) } else { 0.0 }
}

/// Zero of the same sign for a number below the normal ones.
fn flushed(x: f32) -> f32 {
    if x.is_subnormal() {
        0f32.copysign(x)
    } else {
        x
    }
}

fn float_unary(ty: Type, a: u64, single: fn(f32) -> f32, double: fn(f64) -> f64) -> u64 {
    match ty {
        Type::F32 => canonical_f32(single(f32_of(a))),
        _ => canonical_f64(double(f64::from_bits(a))),
    }
}

/// A NaN that arithmetic produces is the hardware's: 0x7fffffff.
fn canonical_f32(x: f32) -> u64 {
    if x.is_nan() {
        0x7fff_ffff
    } else {
        x.to_bits().into()
    }
}

/// A NaN that arithmetic produces is the hardware's: 0xfff8000000000000.
fn canonical_f64(x: f64) -> u64 {
    if x.is_nan() {
        0xfff8_0000_0000_0000
    } else {
        x.to_bits()
    }
}

/// An operation of two operands.
pub fn binary(op: BinaryOp, ty: Type, a: u64, b: u64) -> u64 {
    let bits = match ty {
        Type::F32 => canonical_f32(single(op, f32_of(a), f32_of(b))),
        Type::F64 => canonical_f64(double(op, f64::from_bits(a), f64::from_bits(b))),
        _ if ty.is_half() => halves::binary(op, ty, a, b),
        _ => integer(op, ty, a, b),
    };
    masked(ty, bits)
}

fn single(op: BinaryOp, a: f32, b: f32) -> f32 {
    match op {
        BinaryOp::Add | BinaryOp::AddRn => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul | BinaryOp::MulRn => a * b,
        BinaryOp::Div => a / b,
        BinaryOp::Min => pick_min(a, b, a < b, a.is_sign_negative()),
        BinaryOp::Max => pick_min(a, b, a > b, a.is_sign_positive()),
        _ => f32::NAN,
    }
}

fn double(op: BinaryOp, a: f64, b: f64) -> f64 {
    match op {
        BinaryOp::Add | BinaryOp::AddRn => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul | BinaryOp::MulRn => a * b,
        BinaryOp::Div => a / b,
        BinaryOp::Min => pick_min(a, b, a < b, a.is_sign_negative()),
        BinaryOp::Max => pick_min(a, b, a > b, a.is_sign_positive()),
        _ => f64::NAN,
    }
}

/// The one that wins, where `wins` says whether `a` does and `zero` whether it does among
/// zeros; a NaN never wins against a number.
fn pick_min<T: PartialOrd + Copy>(a: T, b: T, wins: bool, zero: bool) -> T {
    let nan = |x: T| x.partial_cmp(&x).is_none();
    let a_wins = nan(b) || (!nan(a) && (wins || (a == b && zero)));
    if a_wins { a } else { b }
}

fn integer(op: BinaryOp, ty: Type, a: u64, b: u64) -> u64 {
    let (sa, sb) = (signed(ty, a), signed(ty, b));
    match op {
        BinaryOp::Add | BinaryOp::AddRn => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul | BinaryOp::MulRn => a.wrapping_mul(b),
        BinaryOp::MulHi => match ty.is_signed() {
            true => ((i128::from(sa) * i128::from(sb)) >> ty.bits()) as u64,
            false => ((u128::from(a) * u128::from(b)) >> ty.bits()) as u64,
        },
        BinaryOp::Div if b == 0 => u64::MAX,
        BinaryOp::Rem if b == 0 => a,
        BinaryOp::Div if ty.is_signed() => sa.wrapping_div(sb) as u64,
        BinaryOp::Div => a / b,
        BinaryOp::Rem if ty.is_signed() => sa.wrapping_rem(sb) as u64,
        BinaryOp::Rem => a % b,
        BinaryOp::Min if ty.is_signed() => sa.min(sb) as u64,
        BinaryOp::Min => a.min(b),
        BinaryOp::Max if ty.is_signed() => sa.max(sb) as u64,
        BinaryOp::Max => a.max(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl if b >= ty.bits().into() => 0,
        BinaryOp::Shl => a << b,
        BinaryOp::Shr if ty.is_signed() => (sa >> b.min(63)) as u64,
        BinaryOp::Shr if b >= ty.bits().into() => 0,
        BinaryOp::Shr => a >> b,
    }
}

/// `a * b + c`, of floats with one rounding.
pub fn fma(round: Rounding, ty: Type, a: u64, b: u64, c: u64) -> u64 {
    match ty {
        Type::F32 => canonical_f32(single_fma(round, [a, b, c].map(f32_of))),
        Type::F64 => {
            let [a, b, c] = [a, b, c].map(f64::from_bits);
            canonical_f64(a.mul_add(b, c))
        }
        _ if ty.is_half() => halves::fma(ty, a, b, c),
        _ => masked(ty, a.wrapping_mul(b).wrapping_add(c)),
    }
}

fn single_fma(round: Rounding, [a, b, c]: [f32; 3]) -> f32 {
    let [x, y, z] = [a, b, c].map(f64::from);
    // Products of singles are exact in double precision; `rest` is what the sum's rounding lost.
    let (product, sum) = (x * y, x * y + z);
    let part = sum - product;
    let rest = (product - (sum - part)) + (z - part);
    if round == Rounding::Nearest || !sum.is_finite() {
        return a.mul_add(b, c);
    }
    if sum == 0.0 {
        // Of addends that cancel the zero is positive, unless rounding goes down.
        let cancels = product.is_sign_negative() != c.is_sign_negative();
        let minus = if cancels {
            round == Rounding::Down
        } else {
            c.is_sign_negative()
        };
        return if minus { -0.0 } else { 0.0 };
    }
    let towards = |round| match narrowed(sum, round) {
        exact if f64::from(exact) == sum && rest != 0.0 => match (round, rest > 0.0) {
            (Rounding::Up, true) => exact.next_up(),
            (Rounding::Down, false) => exact.next_down(),
            _ => exact,
        },
        rounded => rounded,
    };
    match round {
        Rounding::Zero if sum > 0.0 => towards(Rounding::Down),
        Rounding::Zero => towards(Rounding::Up),
        other => towards(other),
    }
}

/// The full product of two 32-bit integers.
pub fn mul_wide(ty: Type, a: u64, b: u64) -> u64 {
    match ty.is_signed() {
        true => (signed(ty, a) * signed(ty, b)) as u64,
        false => a * b,
    }
}

/// A comparison.
pub fn compare(op: CompareOp, ty: Type, a: u64, b: u64) -> bool {
    let order = match ty {
        _ if ty.is_half() => return halves::compare(op, ty, a, b),
        Type::F32 => f32_of(a).partial_cmp(&f32_of(b)),
        Type::F64 => f64::from_bits(a).partial_cmp(&f64::from_bits(b)),
        _ if ty.is_signed() => Some(signed(ty, a).cmp(&signed(ty, b))),
        _ => Some(a.cmp(&b)),
    };
    ordered(op, order)
}

/// Whether a comparison holds of two values of an order; NaNs have none.
fn ordered(op: CompareOp, order: Option<std::cmp::Ordering>) -> bool {
    use std::cmp::Ordering::{Equal, Greater, Less};
    match op {
        CompareOp::Eq => order == Some(Equal),
        CompareOp::Ne => order != Some(Equal),
        CompareOp::Lt => order == Some(Less),
        CompareOp::Le => matches!(order, Some(Less | Equal)),
        CompareOp::Gt => order == Some(Greater),
        CompareOp::Ge => matches!(order, Some(Greater | Equal)),
    }
}

/// A conversion.
pub fn convert(from: Type, to: Type, round: Rounding, a: u64) -> u64 {
    let bits = match (from, to) {
        _ if from == to => a,
        _ if to.is_half() => halves::rounded(to, number(from, a), round).into(),
        // A bfloat16 is the upper half of a single, NaNs included.
        _ if from.is_half() => {
            let single = match from {
                Type::Bf16 => a << 16,
                _ => canonical_f32(halves::value(from, a as u16) as f32),
            };
            return convert(Type::F32, to, round, single);
        }
        (Type::F32, Type::F32) | (Type::F64, Type::F64) => a,
        (Type::F32, Type::F64) => canonical_f64(f32_of(a).into()),
        (Type::F64, Type::F32) => canonical_f32(narrowed(f64::from_bits(a), round)),
        (Type::F32, _) => float_to_integer(f32_of(a).into(), to, round),
        // The hardware's answer to a NaN of double precision is the top bit, at any width.
        (Type::F64, _) if f64::from_bits(a).is_nan() => 1 << (to.bits() - 1),
        (Type::F64, _) => float_to_integer(f64::from_bits(a), to, round),
        (_, Type::F32) => integer_to_single(from, a).to_bits().into(),
        (_, Type::F64) => integer_to_double(from, a).to_bits(),
        _ if from.is_signed() => signed(from, a) as u64,
        _ => a,
    };
    masked(to, bits)
}

/// A number as a double. What 53 bits do not hold is rounded to odd, so that rounding to fewer
/// bits comes out right.
fn number(from: Type, a: u64) -> f64 {
    let value = match from {
        Type::F32 => return f32_of(a).into(),
        Type::F64 => return f64::from_bits(a),
        Type::F16 | Type::Bf16 => return halves::value(from, a as u16),
        _ if from.is_signed() => signed(from, a).unsigned_abs(),
        _ => a,
    };
    let beyond = 64 - value.leading_zeros().min(11) - 53;
    let lost = value & ((1 << beyond) - 1) != 0;
    let kept = value >> beyond | u64::from(lost);
    let size = kept as f64 * f64::from(1u32 << beyond);
    match from.is_signed() && signed(from, a) < 0 {
        true => -size,
        false => size,
    }
}

fn rounded(x: f64, round: Rounding) -> f64 {
    match round {
        Rounding::Nearest => x.round_ties_even(),
        Rounding::Zero => x.trunc(),
        Rounding::Down => x.floor(),
        Rounding::Up => x.ceil(),
    }
}

fn narrowed(x: f64, round: Rounding) -> f32 {
    let nearest = x as f32;
    let too_far = |up: bool| {
        if up {
            f64::from(nearest) > x
        } else {
            f64::from(nearest) < x
        }
    };
    match round {
        Rounding::Nearest => nearest,
        Rounding::Down if too_far(true) => nearest.next_down(),
        Rounding::Up if too_far(false) => nearest.next_up(),
        Rounding::Zero if x > 0.0 && too_far(true) => nearest.next_down(),
        Rounding::Zero if x < 0.0 && too_far(false) => nearest.next_up(),
        Rounding::Down | Rounding::Up | Rounding::Zero => nearest,
    }
}

fn float_to_integer(x: f64, to: Type, round: Rounding) -> u64 {
    if x.is_nan() {
        return if to.bits() == 64 { 1 << 63 } else { 0 };
    }
    let x = rounded(x, round);
    match to {
        Type::S32 => x as i32 as u64,
        Type::U32 => (x as u32).into(),
        Type::S64 => x as i64 as u64,
        _ => x as u64,
    }
}

fn integer_to_single(from: Type, a: u64) -> f32 {
    match from.is_signed() {
        true => signed(from, a) as f32,
        false => a as f32,
    }
}

fn integer_to_double(from: Type, a: u64) -> f64 {
    match from.is_signed() {
        true => signed(from, a) as f64,
        false => a as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn s32(x: i32) -> u64 {
        Const::s32(x).bits
    }

    fn f32_bits(x: f32) -> u64 {
        Const::f32(x).bits
    }

    #[test]
    fn signed_division_truncates_towards_zero() {
        let divide = |a, b| binary(BinaryOp::Div, Type::S32, s32(a), s32(b));
        let remainder = |a, b| binary(BinaryOp::Rem, Type::S32, s32(a), s32(b));
        assert_eq!((divide(-7, 2), remainder(-7, 2)), (s32(-3), s32(-1)));
        assert_eq!((divide(7, -2), remainder(7, -2)), (s32(-3), s32(1)));
        assert_eq!(divide(i32::MIN, -1), s32(i32::MIN));
    }

    #[test]
    fn a_double_is_packed_of_words() {
        let one = 1f64.to_bits();
        let words = [false, true].map(|high| halves::unpack(Type::F64, one, high));
        assert_eq!(words, [0, 0x3ff0_0000]);
        assert_eq!(halves::pack(Type::F64, words[0], words[1]), one);
    }

    #[test]
    fn of_doubles_the_upper_word_is_approximated() {
        let inverse = |x: f64| approximate(UnaryOp::RcpApprox, Type::F64, x.to_bits());
        assert_eq!(inverse(3.0), Some(0x3fd5_5555_0000_0000));
        assert_eq!(inverse(5e-324), Some(f64::INFINITY.to_bits()));
    }

    #[test]
    fn shifts_beyond_the_width_give_zero_or_the_sign() {
        assert_eq!(binary(BinaryOp::Shl, Type::U32, 1, 32), 0);
        assert_eq!(binary(BinaryOp::Shr, Type::U32, u32::MAX.into(), 40), 0);
        assert_eq!(binary(BinaryOp::Shr, Type::S32, s32(-8), 99), s32(-1));
        assert_eq!(binary(BinaryOp::Shl, Type::U32, 3, 31), 1 << 31);
    }

    #[test]
    fn only_not_equal_holds_with_a_nan() {
        let nan = f32_bits(f32::NAN);
        for (op, holds) in [
            (CompareOp::Eq, false),
            (CompareOp::Ne, true),
            (CompareOp::Lt, false),
            (CompareOp::Ge, false),
        ] {
            assert_eq!(compare(op, Type::F32, nan, 0), holds, "{op:?}");
        }
    }

    #[test]
    fn minimum_prefers_numbers_and_the_negative_zero() {
        let min = |a: f32, b: f32| binary(BinaryOp::Min, Type::F32, f32_bits(a), f32_bits(b));
        assert_eq!(min(f32::NAN, 1.0), f32_bits(1.0));
        assert_eq!(min(1.0, f32::NAN), f32_bits(1.0));
        assert_eq!(min(0.0, -0.0), f32_bits(-0.0));
        assert_eq!(min(-0.0, 0.0), f32_bits(-0.0));
    }

    #[test]
    fn conversions_to_integers_saturate_and_know_nan() {
        let to = |x: f32, ty| convert(Type::F32, ty, Rounding::Zero, f32_bits(x));
        assert_eq!(to(-1.9, Type::S32), s32(-1));
        assert_eq!(to(1e20, Type::S32), s32(i32::MAX));
        assert_eq!(to(-5.0, Type::U32), 0);
        assert_eq!(to(f32::NAN, Type::S32), 0);
        assert_eq!(to(f32::NAN, Type::S64), 1 << 63);
    }

    #[test]
    fn the_upper_product_keeps_the_sign() {
        assert_eq!(binary(BinaryOp::MulHi, Type::S32, s32(-1), s32(1)), s32(-1));
        let max = u64::from(u32::MAX);
        assert_eq!(binary(BinaryOp::MulHi, Type::U32, max, max), max - 1);
    }

    #[test]
    fn fused_sums_round_as_asked() {
        let fma = |round, a: f32, b: f32, c: f32| {
            let bits = fma(round, Type::F32, f32_bits(a), f32_bits(b), f32_bits(c));
            f32::from_bits(bits as u32)
        };
        let (one, tiny) = (1.0f32, 1e-30);
        for (c, down, up, zero) in [
            (tiny, one, one.next_up(), one),
            (-tiny, one.next_down(), one, one.next_down()),
        ] {
            assert_eq!(fma(Rounding::Down, one, one, c), down);
            assert_eq!(fma(Rounding::Up, one, one, c), up);
            assert_eq!(fma(Rounding::Zero, one, one, c), zero);
            assert_eq!(fma(Rounding::Zero, -one, one, -c), -zero);
        }
        assert_eq!(fma(Rounding::Down, 0.3, 252.0, 12_582_913.0), 12_582_988.0);
        assert_eq!(fma(Rounding::Up, f32::MAX, 2.0, 0.0), f32::INFINITY);
        assert_eq!(fma(Rounding::Down, f32::MAX, 2.0, 0.0), f32::MAX);
        let zero = fma(Rounding::Down, one, one, -one);
        assert!(zero == 0.0 && zero.is_sign_negative());
        assert_eq!(fma(Rounding::Up, 1e-30, 1e-30, 0.0), f32::from_bits(1));
    }

    #[test]
    fn narrowing_rounds_as_asked() {
        let x = 1.0 + f64::EPSILON;
        let narrow = |round| convert(Type::F64, Type::F32, round, x.to_bits());
        assert_eq!(narrow(Rounding::Nearest), f32_bits(1.0));
        assert_eq!(narrow(Rounding::Up), f32_bits(1.0f32.next_up()));
        assert_eq!(narrow(Rounding::Zero), f32_bits(1.0));
    }
}
