//! Types of buffer elements and of values in expressions.
//!
//! A buffer holds elements of one of twelve types. In an expression an element is promoted as
//! C promotes it: what is narrower than `int` becomes `int`, a half becomes `float`.

use half::{bf16, f16};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The type of a buffer's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum ElementType {
    /// Unsigned, 8 bits.
    U8,
    /// Signed, 8 bits.
    I8,
    /// Unsigned, 16 bits.
    U16,
    /// Signed, 16 bits.
    I16,
    /// Unsigned, 32 bits.
    U32,
    /// Signed, 32 bits.
    I32,
    /// Unsigned, 64 bits.
    U64,
    /// Signed, 64 bits.
    I64,
    /// Half precision, IEEE.
    F16,
    /// Half precision, bfloat16.
    BF16,
    /// Single precision.
    F32,
    /// Double precision.
    F64,
}

/// The type of a value in an expression: what is left after C's integer promotions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ValueType {
    /// `int`.
    I32,
    /// `unsigned int`.
    U32,
    /// `long long`.
    I64,
    /// `unsigned long long`.
    U64,
    /// `float`.
    F32,
    /// `double`.
    F64,
}

impl ElementType {
    /// Bytes of one element.
    pub const fn bytes(self) -> usize {
        match self {
            ElementType::U8 | ElementType::I8 => 1,
            ElementType::U16 | ElementType::I16 | ElementType::F16 | ElementType::BF16 => 2,
            ElementType::U32 | ElementType::I32 | ElementType::F32 => 4,
            ElementType::U64 | ElementType::I64 | ElementType::F64 => 8,
        }
    }

    /// The type of an element's value in an expression.
    pub const fn promoted(self) -> ValueType {
        match self {
            ElementType::U8
            | ElementType::I8
            | ElementType::U16
            | ElementType::I16
            | ElementType::I32 => ValueType::I32,
            ElementType::U32 => ValueType::U32,
            ElementType::U64 => ValueType::U64,
            ElementType::I64 => ValueType::I64,
            ElementType::F16 | ElementType::BF16 | ElementType::F32 => ValueType::F32,
            ElementType::F64 => ValueType::F64,
        }
    }
}

impl ValueType {
    /// Whether it is `float` or `double`.
    pub const fn is_float(self) -> bool {
        matches!(self, ValueType::F32 | ValueType::F64)
    }

    /// The type in which C computes with operands of two types.
    pub fn common(self, other: ValueType) -> ValueType {
        // The order of the variants is the order of conversion ranks.
        self.max(other)
    }

    /// C's name of the type.
    pub const fn name(self) -> &'static str {
        match self {
            ValueType::I32 => "int",
            ValueType::U32 => "unsigned int",
            ValueType::I64 => "long long",
            ValueType::U64 => "unsigned long long",
            ValueType::F32 => "float",
            ValueType::F64 => "double",
        }
    }
}

/// An element as a number that a person reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer of any width.
    Int(i128),
    /// Single precision or less: printed with as many digits as tell it apart.
    Single(f32),
    /// Double precision.
    Double(f64),
}

impl Number {
    /// The value, rounded where it must be.
    pub fn as_f64(self) -> f64 {
        match self {
            Number::Int(value) => value as f64,
            Number::Single(value) => f64::from(value),
            Number::Double(value) => value,
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Number::Int(value) => write!(f, "{value}"),
            Number::Single(value) => write!(f, "{value:?}"),
            Number::Double(value) => write!(f, "{value:?}"),
        }
    }
}

/// Reads element `index` of a buffer's little-endian bytes; `None` past the end.
pub fn read(ty: ElementType, bytes: &[u8], index: usize) -> Option<Number> {
    let size = ty.bytes();
    let at = index.checked_mul(size)?;
    let raw = bytes.get(at..at.checked_add(size)?)?;
    let mut low = [0; 8];
    low[..size].copy_from_slice(raw);
    Some(decode(ty, u64::from_le_bytes(low)))
}

/// Reads as many elements as there are, or room is, as doubles, rounded where they must be.
pub fn read_floats(ty: ElementType, bytes: &[u8], out: &mut [f64]) {
    match ty {
        ElementType::U8 => each(bytes, out, |[b]: [u8; 1]| b.into()),
        ElementType::I8 => each(bytes, out, |[b]: [u8; 1]| (b as i8).into()),
        ElementType::U16 => each(bytes, out, |b| u16::from_le_bytes(b).into()),
        ElementType::I16 => each(bytes, out, |b| i16::from_le_bytes(b).into()),
        ElementType::U32 => each(bytes, out, |b| u32::from_le_bytes(b).into()),
        ElementType::I32 => each(bytes, out, |b| i32::from_le_bytes(b).into()),
        ElementType::U64 => each(bytes, out, |b| u64::from_le_bytes(b) as f64),
        ElementType::I64 => each(bytes, out, |b| i64::from_le_bytes(b) as f64),
        ElementType::F16 => each(bytes, out, |b| f16::from_le_bytes(b).into()),
        ElementType::BF16 => each(bytes, out, |b| bf16::from_le_bytes(b).into()),
        ElementType::F32 => each(bytes, out, |b| f32::from_le_bytes(b).into()),
        ElementType::F64 => each(bytes, out, f64::from_le_bytes),
    }
}

fn each<const SIZE: usize>(bytes: &[u8], out: &mut [f64], float: impl Fn([u8; SIZE]) -> f64) {
    for (out, &element) in out.iter_mut().zip(bytes.as_chunks::<SIZE>().0) {
        *out = float(element);
    }
}

fn decode(ty: ElementType, bits: u64) -> Number {
    match ty {
        ElementType::U8 | ElementType::U16 | ElementType::U32 | ElementType::U64 => {
            Number::Int(i128::from(bits))
        }
        ElementType::I8 => Number::Int(i128::from(bits as i8)),
        ElementType::I16 => Number::Int(i128::from(bits as i16)),
        ElementType::I32 => Number::Int(i128::from(bits as i32)),
        ElementType::I64 => Number::Int(i128::from(bits as i64)),
        ElementType::F16 => Number::Single(f16::from_bits(bits as u16).to_f32()),
        ElementType::BF16 => Number::Single(bf16::from_bits(bits as u16).to_f32()),
        ElementType::F32 => Number::Single(f32::from_bits(bits as u32)),
        ElementType::F64 => Number::Double(f64::from_bits(bits)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_read_with_their_sign_and_width() {
        let bytes = [0xff, 0xfe, 0x80, 0x3f, 0, 0, 0xc0, 0x7f];
        assert_eq!(
            read(ElementType::U8, &bytes, 1),
            Some(Number::Int(0xfe)),
            "unsigned"
        );
        assert_eq!(read(ElementType::I8, &bytes, 1), Some(Number::Int(-2)));
        assert_eq!(
            read(ElementType::BF16, &bytes, 1),
            Some(Number::Single(1.0))
        );
        assert_eq!(read(ElementType::U32, &bytes, 2), None);
    }

    #[test]
    fn many_elements_read_at_once_are_those_read_one_by_one() {
        let bytes: Vec<u8> = (0..64).map(|i: u8| i.wrapping_mul(37)).collect();
        use ElementType::*;
        for ty in [U8, I8, U16, I16, U32, I32, U64, I64, F16, BF16, F32, F64] {
            let mut floats = [0.0; 64];
            read_floats(ty, &bytes, &mut floats);
            for (i, float) in floats.iter().enumerate().take(64 / ty.bytes()) {
                let one = read(ty, &bytes, i).expect("in range").as_f64();
                assert_eq!(one.to_bits(), float.to_bits(), "{ty:?} {i}");
            }
        }
    }

    #[test]
    fn operands_meet_in_the_type_that_c_prescribes() {
        use ValueType::*;
        assert_eq!(I32.common(U32), U32);
        assert_eq!(U32.common(I64), I64);
        assert_eq!(I64.common(F32), F32);
        assert_eq!(F32.common(F64), F64);
    }
}
