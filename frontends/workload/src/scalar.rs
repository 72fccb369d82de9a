//! Single numbers: parameters, sizes, launch arguments, and the two sides of an assertion.
//!
//! Integers are 64 bits wide and floats are doubles, mixed as in C. Unlike in an expression
//! over indices nothing wraps: a size that overflows is an error, not a small number.

use crate::expr::code::{BinaryOp, CompareOp, UnaryOp};

/// A number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Float(f64),
}

/// Why two numbers have no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScalarError {
    /// An integer divided by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// More than 64 bits.
    #[error("the result does not fit into 64 bits")]
    Overflow,
    /// A bit operation on a float.
    #[error("this operator needs integers")]
    NotAnInteger,
}

impl Scalar {
    /// As a float, rounded where it must be.
    pub fn as_f64(self) -> f64 {
        match self {
            Scalar::Int(value) => value as f64,
            Scalar::Float(value) => value,
        }
    }

    /// Whether C takes it for true.
    pub fn is_true(self) -> bool {
        match self {
            Scalar::Int(value) => value != 0,
            Scalar::Float(value) => value != 0.0,
        }
    }

    /// Applies a unary operator or function.
    pub fn unary(self, op: UnaryOp) -> Result<Scalar, ScalarError> {
        let fits = |value: Option<i64>| value.map(Scalar::Int).ok_or(ScalarError::Overflow);
        match (op, self) {
            (UnaryOp::Not, value) => Ok(Scalar::Int(i64::from(!value.is_true()))),
            (UnaryOp::Negate, Scalar::Int(value)) => fits(value.checked_neg()),
            (UnaryOp::Absolute, Scalar::Int(value)) => fits(value.checked_abs()),
            (UnaryOp::Invert, Scalar::Int(value)) => Ok(Scalar::Int(!value)),
            (UnaryOp::Invert, Scalar::Float(_)) => Err(ScalarError::NotAnInteger),
            (op, value) => Ok(Scalar::Float(float_unary(op, value.as_f64()))),
        }
    }

    /// Applies a binary operator or function.
    pub fn binary(self, op: BinaryOp, other: Scalar) -> Result<Scalar, ScalarError> {
        match (self, other) {
            (Scalar::Int(a), Scalar::Int(b)) => int_binary(op, a, b),
            (a, b) => float_binary(op, a.as_f64(), b.as_f64()).map(Scalar::Float),
        }
    }

    /// Compares; two integers exactly.
    pub fn compare(self, op: CompareOp, other: Scalar) -> bool {
        match (self, other) {
            (Scalar::Int(a), Scalar::Int(b)) => compare(op, &a, &b),
            (a, b) => compare(op, &a.as_f64(), &b.as_f64()),
        }
    }
}

impl std::fmt::Display for Scalar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Scalar::Int(value) => write!(f, "{value}"),
            Scalar::Float(value) => write!(f, "{value}"),
        }
    }
}

fn compare<T: PartialOrd>(op: CompareOp, a: &T, b: &T) -> bool {
    match op {
        CompareOp::Less => a < b,
        CompareOp::LessEqual => a <= b,
        CompareOp::Greater => a > b,
        CompareOp::GreaterEqual => a >= b,
        CompareOp::Equal => a == b,
        CompareOp::NotEqual => a != b,
    }
}

fn float_unary(op: UnaryOp, value: f64) -> f64 {
    match op {
        UnaryOp::Negate => -value,
        UnaryOp::Absolute => value.abs(),
        UnaryOp::Sqrt => value.sqrt(),
        UnaryOp::Floor => value.floor(),
        UnaryOp::Ceil => value.ceil(),
        UnaryOp::Rint => value.round_ties_even(),
        UnaryOp::Trunc => value.trunc(),
        UnaryOp::Exp => value.exp(),
        UnaryOp::Log => value.ln(),
        UnaryOp::Sin => value.sin(),
        UnaryOp::Cos => value.cos(),
        UnaryOp::Not | UnaryOp::Invert => f64::from(value == 0.0),
    }
}

fn float_binary(op: BinaryOp, a: f64, b: f64) -> Result<f64, ScalarError> {
    Ok(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply => a * b,
        BinaryOp::Divide => a / b,
        BinaryOp::Remainder => a % b,
        BinaryOp::Minimum => a.min(b),
        BinaryOp::Maximum => a.max(b),
        BinaryOp::Power => a.powf(b),
        BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight => return Err(ScalarError::NotAnInteger),
    })
}

fn int_binary(op: BinaryOp, a: i64, b: i64) -> Result<Scalar, ScalarError> {
    if b == 0 && matches!(op, BinaryOp::Divide | BinaryOp::Remainder) {
        return Err(ScalarError::DivisionByZero);
    }
    let value = match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Subtract => a.checked_sub(b),
        BinaryOp::Multiply => a.checked_mul(b),
        BinaryOp::Divide => a.checked_div(b),
        BinaryOp::Remainder => a.checked_rem(b),
        BinaryOp::And => Some(a & b),
        BinaryOp::Or => Some(a | b),
        BinaryOp::Xor => Some(a ^ b),
        BinaryOp::ShiftLeft => shift_left(a, b),
        BinaryOp::ShiftRight => u32::try_from(b).ok().and_then(|b| a.checked_shr(b)),
        BinaryOp::Minimum => Some(a.min(b)),
        BinaryOp::Maximum => Some(a.max(b)),
        BinaryOp::Power => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
    };
    value.map(Scalar::Int).ok_or(ScalarError::Overflow)
}

/// `a * 2^b`, if that fits.
fn shift_left(a: i64, b: i64) -> Option<i64> {
    let shifted = u32::try_from(b).ok().and_then(|b| a.checked_shl(b))?;
    (shifted >> b == a).then_some(shifted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_of_more_than_64_bits_is_an_error() {
        let big = Scalar::Int(i64::MAX);
        let two = Scalar::Int(2);
        assert_eq!(
            big.binary(BinaryOp::Multiply, two),
            Err(ScalarError::Overflow)
        );
        assert_eq!(
            big.binary(BinaryOp::ShiftLeft, two),
            Err(ScalarError::Overflow)
        );
        assert_eq!(
            two.binary(BinaryOp::ShiftLeft, Scalar::Int(64)),
            Err(ScalarError::Overflow)
        );
        assert_eq!(
            Scalar::Int(i64::MIN).unary(UnaryOp::Negate),
            Err(ScalarError::Overflow)
        );
    }

    #[test]
    fn integers_divide_towards_zero_and_a_float_makes_the_result_float() {
        let quotient = |a, b| Scalar::binary(a, BinaryOp::Divide, b);
        assert_eq!(
            quotient(Scalar::Int(-7), Scalar::Int(2)),
            Ok(Scalar::Int(-3))
        );
        assert_eq!(
            quotient(Scalar::Int(-7), Scalar::Float(2.0)),
            Ok(Scalar::Float(-3.5))
        );
        assert_eq!(
            quotient(Scalar::Int(1), Scalar::Int(0)),
            Err(ScalarError::DivisionByZero)
        );
    }
}
