//! What each atomic operation does to a value.
//!
//! Global-memory semantics of `atom` and `red` in PTX: single precision adds
//! flush subnormal inputs and results to zero of their sign, double and half
//! precision keep them; all round to nearest even. A single-precision NaN
//! comes out as 0x7fffffff, the GPU's canonical one. An operation that no
//! instruction offers for a floating type acts on its bits.

use crate::message::{AtomicOp, AtomicType};
use half::{bf16, f16};

/// The new value of a 32-bit word; 64-bit types act on its low half.
#[inline]
pub fn apply_32(op: AtomicOp, ty: AtomicType, old: u32, a: u32, b: u32) -> u32 {
    match ty {
        AtomicType::U32 | AtomicType::U64 | AtomicType::F64 => unsigned_32(op, old, a, b),
        AtomicType::S32 | AtomicType::S64 => signed_32(op, old, a, b),
        AtomicType::F32 => float_32(op, old, a, b),
        AtomicType::F16x2 => packed(op, old, a, b, half_lane),
        AtomicType::Bf16x2 => packed(op, old, a, b, bfloat_lane),
    }
}

/// The new value of a 64-bit word; 32-bit types widen to unsigned.
#[inline]
pub fn apply_64(op: AtomicOp, ty: AtomicType, old: u64, a: u64, b: u64) -> u64 {
    match (ty, op) {
        (AtomicType::S64, AtomicOp::Min) => (old as i64).min(a as i64) as u64,
        (AtomicType::S64, AtomicOp::Max) => (old as i64).max(a as i64) as u64,
        (AtomicType::F64, AtomicOp::Add) => (f64::from_bits(old) + f64::from_bits(a)).to_bits(),
        (AtomicType::F64, AtomicOp::Min) => f64::from_bits(old).min(f64::from_bits(a)).to_bits(),
        (AtomicType::F64, AtomicOp::Max) => f64::from_bits(old).max(f64::from_bits(a)).to_bits(),
        (
            AtomicType::U32
            | AtomicType::S32
            | AtomicType::U64
            | AtomicType::S64
            | AtomicType::F32
            | AtomicType::F64
            | AtomicType::F16x2
            | AtomicType::Bf16x2,
            _,
        ) => unsigned_64(op, old, a, b),
    }
}

fn unsigned_32(op: AtomicOp, old: u32, a: u32, b: u32) -> u32 {
    match op {
        AtomicOp::Add => old.wrapping_add(a),
        AtomicOp::Min => old.min(a),
        AtomicOp::Max => old.max(a),
        AtomicOp::Inc if old >= a => 0,
        AtomicOp::Inc => old + 1,
        AtomicOp::Dec if old == 0 || old > a => a,
        AtomicOp::Dec => old - 1,
        AtomicOp::And => old & a,
        AtomicOp::Or => old | a,
        AtomicOp::Xor => old ^ a,
        AtomicOp::Exch => a,
        AtomicOp::Cas if old == a => b,
        AtomicOp::Cas => old,
    }
}

fn unsigned_64(op: AtomicOp, old: u64, a: u64, b: u64) -> u64 {
    match op {
        AtomicOp::Add => old.wrapping_add(a),
        AtomicOp::Min => old.min(a),
        AtomicOp::Max => old.max(a),
        AtomicOp::Inc if old >= a => 0,
        AtomicOp::Inc => old + 1,
        AtomicOp::Dec if old == 0 || old > a => a,
        AtomicOp::Dec => old - 1,
        AtomicOp::And => old & a,
        AtomicOp::Or => old | a,
        AtomicOp::Xor => old ^ a,
        AtomicOp::Exch => a,
        AtomicOp::Cas if old == a => b,
        AtomicOp::Cas => old,
    }
}

fn signed_32(op: AtomicOp, old: u32, a: u32, b: u32) -> u32 {
    match op {
        AtomicOp::Min => (old as i32).min(a as i32) as u32,
        AtomicOp::Max => (old as i32).max(a as i32) as u32,
        AtomicOp::Add
        | AtomicOp::Inc
        | AtomicOp::Dec
        | AtomicOp::And
        | AtomicOp::Or
        | AtomicOp::Xor
        | AtomicOp::Exch
        | AtomicOp::Cas => unsigned_32(op, old, a, b),
    }
}

fn float_32(op: AtomicOp, old: u32, a: u32, b: u32) -> u32 {
    match op {
        AtomicOp::Add => add_f32(old, a),
        AtomicOp::Min => f32::from_bits(old).min(f32::from_bits(a)).to_bits(),
        AtomicOp::Max => f32::from_bits(old).max(f32::from_bits(a)).to_bits(),
        AtomicOp::Inc
        | AtomicOp::Dec
        | AtomicOp::And
        | AtomicOp::Or
        | AtomicOp::Xor
        | AtomicOp::Exch
        | AtomicOp::Cas => unsigned_32(op, old, a, b),
    }
}

fn add_f32(old: u32, a: u32) -> u32 {
    let sum = flush(old) + flush(a);
    if sum.is_nan() {
        0x7fff_ffff
    } else {
        flush(sum.to_bits()).to_bits()
    }
}

/// A float with subnormals turned into zero of the same sign.
fn flush(bits: u32) -> f32 {
    let value = f32::from_bits(bits);
    if value.is_subnormal() {
        f32::from_bits(bits & 0x8000_0000)
    } else {
        value
    }
}

/// Applies an operation of one 16-bit lane to both halves of a word.
fn packed(op: AtomicOp, old: u32, a: u32, b: u32, lane: fn(AtomicOp, u16, u16) -> u16) -> u32 {
    match op {
        AtomicOp::Add | AtomicOp::Min | AtomicOp::Max => {
            let low = lane(op, old as u16, a as u16);
            let high = lane(op, (old >> 16) as u16, (a >> 16) as u16);
            u32::from(high) << 16 | u32::from(low)
        }
        AtomicOp::Inc
        | AtomicOp::Dec
        | AtomicOp::And
        | AtomicOp::Or
        | AtomicOp::Xor
        | AtomicOp::Exch
        | AtomicOp::Cas => unsigned_32(op, old, a, b),
    }
}

fn half_lane(op: AtomicOp, old: u16, a: u16) -> u16 {
    let value = float_lane(op, f16::from_bits(old).to_f32(), f16::from_bits(a).to_f32());
    f16::from_f32(value).to_bits()
}

fn bfloat_lane(op: AtomicOp, old: u16, a: u16) -> u16 {
    let value = float_lane(
        op,
        bf16::from_bits(old).to_f32(),
        bf16::from_bits(a).to_f32(),
    );
    bf16::from_f32(value).to_bits()
}

/// Exact or innocuously rounded in single precision, whose 24 bits are more
/// than twice a half's 11 and two.
fn float_lane(op: AtomicOp, old: f32, a: f32) -> f32 {
    match op {
        AtomicOp::Min => old.min(a),
        AtomicOp::Max => old.max(a),
        AtomicOp::Add
        | AtomicOp::Inc
        | AtomicOp::Dec
        | AtomicOp::And
        | AtomicOp::Or
        | AtomicOp::Xor
        | AtomicOp::Exch
        | AtomicOp::Cas => old + a,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(op: AtomicOp, ty: AtomicType, old: u32, a: u32, want: u32) {
        assert_eq!(apply_32(op, ty, old, a, 77), want, "{op:?} {ty:?}");
    }

    #[test]
    fn integer_operations_follow_ptx() {
        check(AtomicOp::Add, AtomicType::U32, u32::MAX, 2, 1);
        check(AtomicOp::Inc, AtomicType::U32, 4, 4, 0);
        check(AtomicOp::Inc, AtomicType::U32, 3, 4, 4);
        check(AtomicOp::Dec, AtomicType::U32, 0, 4, 4);
        check(AtomicOp::Dec, AtomicType::U32, 9, 4, 4);
        check(AtomicOp::Dec, AtomicType::U32, 3, 4, 2);
        check(AtomicOp::Cas, AtomicType::U32, 3, 3, 77);
        check(AtomicOp::Cas, AtomicType::U32, 3, 4, 3);
    }

    #[test]
    fn signed_minimum_differs_from_unsigned() {
        check(AtomicOp::Min, AtomicType::S32, 1, u32::MAX, u32::MAX);
        check(AtomicOp::Min, AtomicType::U32, 1, u32::MAX, 1);
        let minus_one = u64::MAX;
        assert_eq!(apply_64(AtomicOp::Max, AtomicType::S64, 1, minus_one, 0), 1);
    }

    #[test]
    fn single_precision_adds_flush_subnormals_to_signed_zero() {
        check(AtomicOp::Add, AtomicType::F32, 1, 1, 0);
        check(
            AtomicOp::Add,
            AtomicType::F32,
            0x8000_0001,
            0x8000_0000,
            0x8000_0000,
        );
        let (one, two) = (1f32.to_bits(), 2f32.to_bits());
        check(AtomicOp::Add, AtomicType::F32, one, one, two);
    }

    #[test]
    fn a_nan_comes_out_canonical() {
        let infinity = f32::INFINITY.to_bits();
        check(
            AtomicOp::Add,
            AtomicType::F32,
            infinity,
            infinity | 0x8000_0000,
            0x7fff_ffff,
        );
    }

    #[test]
    fn halves_add_separately_and_keep_subnormals() {
        let one_and_tiny = 0x3c00_0001;
        check(
            AtomicOp::Add,
            AtomicType::F16x2,
            one_and_tiny,
            one_and_tiny,
            0x4000_0002,
        );
    }
}
