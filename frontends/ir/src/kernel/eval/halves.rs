//! Floats of 16 bits, alone and in pairs.
//!
//! Everything is computed in double precision, exactly or rounded to odd, and rounded once
//! from there: an odd last bit keeps what further rounding needs to know. A NaN that
//! arithmetic makes is 0x7fff, as the hardware's.

use super::{Type, UnaryOp, masked};
use crate::kernel::{BinaryOp, CompareOp, Rounding};
use ::half::{bf16, f16};

const NAN: u16 = 0x7fff;
const SIGN: u16 = 0x8000;

/// The number that bits of a 16-bit type mean.
pub fn value(ty: Type, bits: u16) -> f64 {
    match ty.is_bfloat() {
        true => bf16::from_bits(bits).to_f64(),
        false => f16::from_bits(bits).to_f64(),
    }
}

/// A number of a 16-bit type, rounded as asked.
pub fn rounded(ty: Type, x: f64, round: Rounding) -> u16 {
    let nearest = nearest(ty, x);
    let size = value(ty, nearest).abs();
    let (beyond, short) = (size > x.abs(), size < x.abs());
    match (round, x < 0.0) {
        (Rounding::Zero, _) | (Rounding::Down, false) | (Rounding::Up, true) if beyond => {
            nearest - 1
        }
        (Rounding::Down, true) | (Rounding::Up, false) if short => nearest + 1,
        _ => nearest,
    }
}

/// The nearest number of a 16-bit type, ties to even.
fn nearest(ty: Type, x: f64) -> u16 {
    if x.is_nan() {
        return NAN;
    }
    let single = single_to_odd(x);
    match ty.is_bfloat() {
        true => bf16::from_f32(single).to_bits(),
        false => f16::from_f32(single).to_bits(),
    }
}

/// A double as a single; where it is none, the neighbour whose last bit is set.
fn single_to_odd(x: f64) -> f32 {
    let nearest = x as f32;
    if f64::from(nearest) == x {
        return nearest;
    }
    let beyond = f64::from(nearest).abs() > x.abs();
    let below = nearest.to_bits() - u32::from(beyond);
    f32::from_bits(below | 1)
}

/// `a + b`; where that is no double, the neighbour whose last bit is set.
fn sum_to_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let part = sum - a;
    let lost = (a - (sum - part)) + (b - part);
    let even = sum.to_bits() & 1 == 0;
    match lost.partial_cmp(&0.0) {
        Some(std::cmp::Ordering::Greater) if even => sum.next_up(),
        Some(std::cmp::Ordering::Less) if even => sum.next_down(),
        _ => sum,
    }
}

/// The halves of a value, low first; of a single one, itself twice.
fn halves(ty: Type, bits: u64) -> [u16; 2] {
    match ty.is_pair() {
        true => [bits as u16, (bits >> 16) as u16],
        false => [bits as u16; 2],
    }
}

/// The bits of two halves as a pair, or of the first alone.
fn joined(ty: Type, [low, high]: [u16; 2]) -> u64 {
    match ty.is_pair() {
        true => u64::from(high) << 16 | u64::from(low),
        false => low.into(),
    }
}

/// Does the same to both halves.
fn each<const N: usize>(ty: Type, values: [u64; N], f: impl Fn([u16; N]) -> u16) -> u64 {
    let values = values.map(|bits| halves(ty, bits));
    joined(ty, [0, 1].map(|which| f(values.map(|half| half[which]))))
}

fn is_nan(ty: Type, bits: u16) -> bool {
    value(ty, bits).is_nan()
}

/// A change of sign makes any NaN the hardware's, since it is a sum with zero.
pub fn unary(op: UnaryOp, ty: Type, a: u64) -> Option<u64> {
    let whole = |bits: u16, round: fn(f64) -> f64| Some(nearest(ty, round(value(ty, bits))));
    let change = |bits: u16| match op {
        UnaryOp::Neg => Some(bits ^ SIGN),
        UnaryOp::Abs => Some(bits & !SIGN),
        UnaryOp::Floor => whole(bits, f64::floor),
        UnaryOp::Ceil => whole(bits, f64::ceil),
        UnaryOp::Trunc => whole(bits, f64::trunc),
        UnaryOp::RoundEven => whole(bits, f64::round_ties_even),
        _ => None,
    };
    change(0)?;
    Some(each(ty, [a], |[a]| match is_nan(ty, a) {
        true => NAN,
        false => change(a).unwrap_or(a),
    }))
}

/// An operation of two operands.
pub fn binary(op: BinaryOp, ty: Type, a: u64, b: u64) -> u64 {
    each(ty, [a, b], |[a, b]| {
        let (x, y) = (value(ty, a), value(ty, b));
        let first = |wins: bool, zero: bool| super::pick_min(x, y, wins, zero);
        let exact = match op {
            BinaryOp::Add | BinaryOp::AddRn => sum_to_odd(x, y),
            BinaryOp::Sub => sum_to_odd(x, -y),
            BinaryOp::Mul | BinaryOp::MulRn => x * y,
            BinaryOp::Div => x / y,
            BinaryOp::Min => first(x < y, x.is_sign_negative()),
            BinaryOp::Max => first(x > y, x.is_sign_positive()),
            _ => f64::NAN,
        };
        nearest(ty, exact)
    })
}

/// `a * b + c`: products of two numbers of 16 bits are doubles.
pub fn fma(ty: Type, a: u64, b: u64, c: u64) -> u64 {
    each(ty, [a, b, c], |bits| {
        let [a, b, c] = bits.map(|bits| value(ty, bits));
        nearest(ty, sum_to_odd(a * b, c))
    })
}

/// Whether a comparison holds; of pairs, whether it does for both halves.
pub fn compare(op: CompareOp, ty: Type, a: u64, b: u64) -> bool {
    let (a, b) = (halves(ty, a), halves(ty, b));
    let holds = |which: usize| {
        let sides = [a[which], b[which]].map(|bits| value(ty, bits));
        super::ordered(op, sides[0].partial_cmp(&sides[1]))
    };
    holds(0) && holds(1)
}

/// One in each half for which a comparison holds, else zero.
pub fn compare_halves(op: CompareOp, ty: Type, a: u64, b: u64) -> u64 {
    let one = nearest(ty, 1.0);
    each(ty, [a, b], |bits| {
        let [a, b] = bits.map(|bits| value(ty, bits));
        match super::ordered(op, a.partial_cmp(&b)) {
            true => one,
            false => 0,
        }
    })
}

/// Two halves as a value of this type.
pub fn pack(ty: Type, low: u64, high: u64) -> u64 {
    let (width, part) = (ty.bits() / 2, ty.half());
    masked(part, high) << width | masked(part, low)
}

/// One half of a value of this type.
pub fn unpack(ty: Type, pair: u64, high: bool) -> u64 {
    masked(ty.half(), pair >> if high { ty.bits() / 2 } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nearest number by search among all: what rounding must give.
    fn searched(ty: Type, x: f64) -> u16 {
        let infinity = if ty.is_bfloat() { 0x7f80u16 } else { 0x7c00 };
        // Beyond the largest number, rounding goes on as if the next one existed.
        let top = value(ty, infinity - 1) + (value(ty, infinity - 1) - value(ty, infinity - 2));
        let size = |bits: u16| match bits {
            bits if bits == infinity => top,
            bits => value(ty, bits),
        };
        let above = (0..=infinity)
            .find(|&bits| size(bits) >= x.abs())
            .unwrap_or(infinity);
        let below = above.saturating_sub(u16::from(size(above) != x.abs()));
        let (down, up) = (x.abs() - size(below), size(above) - x.abs());
        let bits = match down.total_cmp(&up) {
            std::cmp::Ordering::Less => below,
            std::cmp::Ordering::Greater => above,
            std::cmp::Ordering::Equal if below & 1 == 0 => below,
            std::cmp::Ordering::Equal => above,
        };
        bits | if x.is_sign_negative() { SIGN } else { 0 }
    }

    #[test]
    fn rounding_finds_the_nearest_number_also_between_and_beyond() {
        for ty in [Type::F16, Type::Bf16] {
            for bits in [
                0u16,
                1,
                2,
                0x3ff,
                0x400,
                0x3c00,
                0x3c01,
                0x7bff,
                0x7f7f & 0x7bfe,
            ] {
                let (x, y) = (value(ty, bits), value(ty, bits + 1));
                let middle = (x + y) / 2.0;
                for near in [x, middle, middle.next_up(), middle.next_down(), y] {
                    for near in [near, -near] {
                        if near.is_finite() {
                            assert_eq!(nearest(ty, near), searched(ty, near), "{ty} {near:e}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_sum_is_rounded_once_however_far_apart_its_addends_are() {
        // 1 + 2^-8 lies between two bfloat16; the last addend decides the tie.
        let one_and_half_ulp = |tiny: u64| fma(Type::Bf16, 0x3f81, 0x3f80, tiny);
        assert_eq!(one_and_half_ulp(0x3b80), 0x3f82, "a tie goes to even");
        let product = |tiny| fma(Type::Bf16, 0x3b80, 0x3f80, tiny);
        assert_eq!(product(0x3f80), 0x3f80);
        let sum = sum_to_odd(sum_to_odd(1.0, 2f64.powi(-8)), 2f64.powi(-120));
        assert_eq!(nearest(Type::Bf16, sum), 0x3f81);
    }

    #[test]
    fn pairs_are_computed_half_by_half() {
        let pair = pack(Type::F16x2, 0x3c00, 0x4000);
        assert_eq!(
            binary(BinaryOp::Add, Type::F16x2, pair, pair),
            pack(Type::F16x2, 0x4000, 0x4400)
        );
        assert_eq!(
            unary(UnaryOp::Neg, Type::F16x2, pack(Type::F16x2, 0x7e01, 0)),
            Some(pack(Type::F16x2, 0x7fff, 0x8000))
        );
        assert!(!compare(
            CompareOp::Lt,
            Type::F16x2,
            pair,
            pack(Type::F16x2, 0x3c01, 0x4000)
        ));
        let held = compare_halves(
            CompareOp::Lt,
            Type::F16x2,
            pair,
            pack(Type::F16x2, 0x3c01, 0x4000),
        );
        assert_eq!(held, pack(Type::F16x2, 0x3c00, 0));
        assert_eq!(
            (
                unpack(Type::F16x2, pair, false),
                unpack(Type::F16x2, pair, true)
            ),
            (0x3c00, 0x4000)
        );
    }
}
