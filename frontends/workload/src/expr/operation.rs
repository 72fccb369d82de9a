//! What each operation of the bytecode means, type by type.
//!
//! Integers wrap and shifts by the width or more run out, as on the GPU, where C leaves both
//! undefined. Casts from float to integer saturate, and NaN becomes zero, as the GPU's do.

use super::code::{BinaryOp, CompareOp, Instruction, UnaryOp};
use super::machine::{Machine, Trap};
use crate::element::{ElementType, ValueType};
use half::{bf16, f16};

/// Runs a statement with `$t` standing for the Rust type of a [`ValueType`].
macro_rules! with_type {
    ($ty:expr, $t:ident => $body:expr) => {
        match $ty {
            ValueType::I32 => {
                type $t = i32;
                $body
            }
            ValueType::U32 => {
                type $t = u32;
                $body
            }
            ValueType::I64 => {
                type $t = i64;
                $body
            }
            ValueType::U64 => {
                type $t = u64;
                $body
            }
            ValueType::F32 => {
                type $t = f32;
                $body
            }
            ValueType::F64 => {
                type $t = f64;
                $body
            }
        }
    };
}

/// Arithmetic that integers and floats both have, under one name.
trait Arithmetic: bytemuck::Pod + PartialOrd {
    fn add(self, other: Self) -> Self;
    fn subtract(self, other: Self) -> Self;
    fn multiply(self, other: Self) -> Self;
    fn divide(self, other: Self) -> Option<Self>;
    fn remainder(self, other: Self) -> Option<Self>;
    fn smaller(self, other: Self) -> Self;
    fn larger(self, other: Self) -> Self;
    fn negate(self) -> Self;
    fn absolute(self) -> Self;
    /// `Some` of the divisor's logarithm where it is a positive power of two.
    fn power_of_two(self) -> Option<u32>;
    fn divide_by_power(self, log: u32) -> Self;
    fn remainder_by_power(self, log: u32) -> Self;
}

/// Operations that only integers have.
trait Bits: Arithmetic {
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn shift_left(self, by: Self) -> Self;
    fn shift_right(self, by: Self) -> Self;
    fn invert(self) -> Self;
}

/// Operations that only floats have.
trait Real: Arithmetic {
    fn power(self, other: Self) -> Self;
    fn function(op: UnaryOp) -> fn(Self) -> Self;
    fn fused(self, b: Self, c: Self) -> Self;
}

macro_rules! integer {
    ($t:ty, $absolute:expr, $bias:expr) => {
        impl Arithmetic for $t {
            fn add(self, other: $t) -> $t {
                self.wrapping_add(other)
            }
            fn subtract(self, other: $t) -> $t {
                self.wrapping_sub(other)
            }
            fn multiply(self, other: $t) -> $t {
                self.wrapping_mul(other)
            }
            fn divide(self, other: $t) -> Option<$t> {
                (other != 0).then(|| self.wrapping_div(other))
            }
            fn remainder(self, other: $t) -> Option<$t> {
                (other != 0).then(|| self.wrapping_rem(other))
            }
            fn smaller(self, other: $t) -> $t {
                self.min(other)
            }
            fn larger(self, other: $t) -> $t {
                self.max(other)
            }
            fn negate(self) -> $t {
                self.wrapping_neg()
            }
            fn absolute(self) -> $t {
                $absolute(self)
            }
            fn power_of_two(self) -> Option<u32> {
                (self > 0 && self.count_ones() == 1).then(|| self.trailing_zeros())
            }
            #[inline(always)]
            fn divide_by_power(self, log: u32) -> $t {
                self.wrapping_add($bias(self, log)) >> log
            }
            #[inline(always)]
            fn remainder_by_power(self, log: u32) -> $t {
                self.wrapping_sub(self.divide_by_power(log) << log)
            }
        }
        impl Bits for $t {
            fn and(self, other: $t) -> $t {
                self & other
            }
            fn or(self, other: $t) -> $t {
                self | other
            }
            fn xor(self, other: $t) -> $t {
                self ^ other
            }
            fn shift_left(self, by: $t) -> $t {
                let by = u32::try_from(by).unwrap_or(<$t>::BITS);
                self.checked_shl(by).unwrap_or(0)
            }
            fn shift_right(self, by: $t) -> $t {
                let by = u32::try_from(by).unwrap_or(<$t>::BITS);
                // Two shifts of less than the width do what one of the width would.
                self.checked_shr(by)
                    .unwrap_or((self >> (<$t>::BITS - 1)) >> 1)
            }
            fn invert(self) -> $t {
                !self
            }
        }
    };
}

/// What to add to a negative dividend so that a right shift rounds towards zero.
macro_rules! signed_bias {
    ($t:ty) => {
        |value: $t, log: u32| (value >> (<$t>::BITS - 1)) & (((1 as $t) << log) - 1)
    };
}

integer!(i32, i32::wrapping_abs, signed_bias!(i32));
integer!(i64, i64::wrapping_abs, signed_bias!(i64));
integer!(u32, |value| value, |_: u32, _: u32| 0);
integer!(u64, |value| value, |_: u64, _: u32| 0);

macro_rules! float {
    ($t:ty) => {
        impl Arithmetic for $t {
            fn add(self, other: $t) -> $t {
                self + other
            }
            fn subtract(self, other: $t) -> $t {
                self - other
            }
            fn multiply(self, other: $t) -> $t {
                self * other
            }
            fn divide(self, other: $t) -> Option<$t> {
                Some(self / other)
            }
            fn remainder(self, other: $t) -> Option<$t> {
                Some(self % other)
            }
            fn smaller(self, other: $t) -> $t {
                self.min(other)
            }
            fn larger(self, other: $t) -> $t {
                self.max(other)
            }
            fn negate(self) -> $t {
                -self
            }
            fn absolute(self) -> $t {
                self.abs()
            }
            fn power_of_two(self) -> Option<u32> {
                None
            }
            fn divide_by_power(self, _: u32) -> $t {
                self
            }
            fn remainder_by_power(self, _: u32) -> $t {
                self
            }
        }
        impl Real for $t {
            fn power(self, other: $t) -> $t {
                self.powf(other)
            }
            fn fused(self, b: $t, c: $t) -> $t {
                self.mul_add(b, c)
            }
            fn function(op: UnaryOp) -> fn($t) -> $t {
                match op {
                    UnaryOp::Sqrt => <$t>::sqrt,
                    UnaryOp::Floor => <$t>::floor,
                    UnaryOp::Ceil => <$t>::ceil,
                    UnaryOp::Rint => <$t>::round_ties_even,
                    UnaryOp::Trunc => <$t>::trunc,
                    UnaryOp::Exp => <$t>::exp,
                    UnaryOp::Log => <$t>::ln,
                    UnaryOp::Sin => <$t>::sin,
                    UnaryOp::Cos => <$t>::cos,
                    UnaryOp::Negate => <$t>::negate,
                    UnaryOp::Absolute => <$t>::abs,
                    UnaryOp::Invert | UnaryOp::Not => {
                        unreachable!("lowering keeps these to integers")
                    }
                }
            }
        }
    };
}

float!(f32);
float!(f64);

pub(super) fn constant(m: &mut Machine<'_>, i: &Instruction, ty: ValueType, bits: u64) {
    match ty {
        ValueType::I32 | ValueType::U32 | ValueType::F32 => m.fill(i, bits as u32),
        ValueType::I64 | ValueType::U64 | ValueType::F64 => m.fill(i, bits),
    }
}

pub(super) fn unary(m: &mut Machine<'_>, i: &Instruction, op: UnaryOp, ty: ValueType) {
    match (op, ty) {
        (UnaryOp::Negate, ty) => with_type!(ty, T => m.map1(i, T::negate)),
        (UnaryOp::Absolute, ty) => with_type!(ty, T => m.map1(i, T::absolute)),
        (UnaryOp::Not, ty) => {
            with_type!(ty, T => m.map1(i, |a: T| i32::from(a == T::default())))
        }
        (op, ValueType::F32) => m.map1(i, f32::function(op)),
        (op, ValueType::F64) => m.map1(i, f64::function(op)),
        (_, ValueType::I32 | ValueType::U32) => m.map1(i, u32::invert),
        (_, ValueType::I64 | ValueType::U64) => m.map1(i, u64::invert),
    }
}

pub(super) fn binary(
    m: &mut Machine<'_>,
    i: &Instruction,
    op: BinaryOp,
    ty: ValueType,
) -> Result<(), Trap> {
    match op {
        BinaryOp::Add => with_type!(ty, T => m.map2(i, T::add)),
        BinaryOp::Subtract => with_type!(ty, T => m.map2(i, T::subtract)),
        BinaryOp::Multiply => with_type!(ty, T => m.map2(i, T::multiply)),
        BinaryOp::Minimum => with_type!(ty, T => m.map2(i, T::smaller)),
        BinaryOp::Maximum => with_type!(ty, T => m.map2(i, T::larger)),
        BinaryOp::Divide => return with_type!(ty, T => divide::<T>(m, i)),
        BinaryOp::Remainder => return with_type!(ty, T => remainder::<T>(m, i)),
        BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight
        | BinaryOp::Power => match ty {
            ValueType::I32 => bits::<i32>(m, i, op),
            ValueType::U32 => bits::<u32>(m, i, op),
            ValueType::I64 => bits::<i64>(m, i, op),
            ValueType::U64 => bits::<u64>(m, i, op),
            ValueType::F32 => m.map2(i, f32::power),
            ValueType::F64 => m.map2(i, f64::power),
        },
    }
    Ok(())
}

fn bits<T: Bits>(m: &mut Machine<'_>, i: &Instruction, op: BinaryOp) {
    match op {
        BinaryOp::And => m.map2(i, T::and),
        BinaryOp::Or => m.map2(i, T::or),
        BinaryOp::Xor => m.map2(i, T::xor),
        BinaryOp::ShiftLeft => m.map2(i, T::shift_left),
        BinaryOp::ShiftRight => m.map2(i, T::shift_right),
        BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::Remainder
        | BinaryOp::Minimum
        | BinaryOp::Maximum
        | BinaryOp::Power => unreachable!("lowering gives integers bit operations here"),
    }
}

fn divide<T: Arithmetic>(m: &mut Machine<'_>, i: &Instruction) -> Result<(), Trap> {
    match uniform_power::<T>(m, i) {
        Some(log) => m.map1(i, |a: T| a.divide_by_power(log)),
        None => m.try_map2(i, T::divide)?,
    }
    Ok(())
}

fn remainder<T: Arithmetic>(m: &mut Machine<'_>, i: &Instruction) -> Result<(), Trap> {
    match uniform_power::<T>(m, i) {
        Some(log) => m.map1(i, |a: T| a.remainder_by_power(log)),
        None => m.try_map2(i, T::remainder)?,
    }
    Ok(())
}

/// The logarithm of the divisor where it is one power of two for the whole block, as sizes
/// often are: a shift costs a twentieth of a division.
fn uniform_power<T: Arithmetic>(m: &Machine<'_>, i: &Instruction) -> Option<u32> {
    let divisors = m.column::<T>(i.args[1]);
    let first = *divisors.first()?;
    let log = first.power_of_two()?;
    divisors.iter().all(|&d| d == first).then_some(log)
}

pub(super) fn compare(m: &mut Machine<'_>, i: &Instruction, op: CompareOp, ty: ValueType) {
    with_type!(ty, T => match op {
        CompareOp::Less => m.map2(i, |a: T, b: T| i32::from(a < b)),
        CompareOp::LessEqual => m.map2(i, |a: T, b: T| i32::from(a <= b)),
        CompareOp::Greater => m.map2(i, |a: T, b: T| i32::from(a > b)),
        CompareOp::GreaterEqual => m.map2(i, |a: T, b: T| i32::from(a >= b)),
        CompareOp::Equal => m.map2(i, |a: T, b: T| i32::from(a == b)),
        CompareOp::NotEqual => m.map2(i, |a: T, b: T| i32::from(a != b)),
    });
}

pub(super) fn select(m: &mut Machine<'_>, i: &Instruction, ty: ValueType) {
    with_type!(ty, T => m.map3(i, |a: i32, b: T, c: T| if a != 0 { b } else { c }));
}

pub(super) fn fused_multiply_add(m: &mut Machine<'_>, i: &Instruction, ty: ValueType) {
    match ty {
        ValueType::F32 => m.map3(i, f32::fused),
        ValueType::F64 | ValueType::I32 | ValueType::U32 | ValueType::I64 | ValueType::U64 => {
            m.map3(i, f64::fused)
        }
    }
}

pub(super) fn convert(m: &mut Machine<'_>, i: &Instruction, from: ValueType, to: ValueType) {
    with_type!(from, F => with_type!(to, T => m.map1(i, |a: F| a as T)));
}

pub(super) fn narrow(m: &mut Machine<'_>, i: &Instruction, ty: ElementType) {
    match ty {
        ElementType::U8 => m.map1(i, |a: i32| i32::from(a as u8)),
        ElementType::I8 => m.map1(i, |a: i32| i32::from(a as i8)),
        ElementType::U16 => m.map1(i, |a: i32| i32::from(a as u16)),
        ElementType::I16 => m.map1(i, |a: i32| i32::from(a as i16)),
        ElementType::F16 => m.map1(i, |a: f32| f16::from_f32(a).to_f32()),
        ElementType::BF16 => m.map1(i, |a: f32| bf16::from_f32(a).to_f32()),
        ElementType::U32
        | ElementType::I32
        | ElementType::U64
        | ElementType::I64
        | ElementType::F32
        | ElementType::F64 => m.map1(i, |a: u64| a),
    }
}
