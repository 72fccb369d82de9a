//! Evaluates an expression to a single number: no index, no elements.
//!
//! What names and unknown functions mean is the caller's matter: parameters where sizes are
//! computed, counters where assertions are.

use super::code::{CompareOp, UnaryOp};
use super::error::{ExprError, ExprErrorKind};
use super::function::{self, Function};
use super::operator::{Operator, operator};
use crate::init;
use crate::scalar::Scalar;
use sim_ir::cexpr::{BinaryOperator, Expr, ExprKind, Scalar as CScalar, TypeName, UnaryOperator};
use sim_ir::kernel::eval::halves;
use sim_ir::kernel::{Rounding, Type};
use sim_ir::source::Span;

/// What an expression may refer to.
pub trait Environment {
    /// The value of a name.
    fn name(&mut self, name: &str, span: Span) -> Result<Scalar, ExprError>;

    /// A call of something that is no mathematical function; by default there is nothing.
    fn call(&mut self, callee: &str, span: Span, args: &[Expr]) -> Result<Scalar, ExprError> {
        let _ = args;
        Err(function::find(callee, span)
            .err()
            .unwrap_or_else(|| ExprErrorKind::Unsupported("this function").at(span)))
    }
}

/// Evaluates an expression.
pub fn evaluate(expr: &Expr, env: &mut dyn Environment) -> Result<Scalar, ExprError> {
    let span = expr.span;
    match &expr.kind {
        // Literals beyond the signed range keep their bits only as unsigned values, which this
        // arithmetic does not have.
        ExprKind::Int { value, .. } => i64::try_from(*value)
            .map(Scalar::Int)
            .map_err(|_| ExprErrorKind::Arithmetic(crate::scalar::ScalarError::Overflow).at(span)),
        ExprKind::Float { value, .. } => Ok(Scalar::Float(*value)),
        ExprKind::Bool(value) => Ok(Scalar::Int(i64::from(*value))),
        ExprKind::SizeOf(ty) => Ok(Scalar::Int(ty.size().into())),
        ExprKind::Name(name) => env.name(name, span),
        ExprKind::Call {
            callee,
            callee_span,
            args,
        } => call(callee, *callee_span, args, span, env),
        ExprKind::Unary(op, a) => unary(*op, a, span, env),
        ExprKind::Binary(op, a, b) => binary(*op, a, b, span, env),
        ExprKind::Conditional(condition, a, b) => {
            let chosen = if evaluate(condition, env)?.is_true() {
                a
            } else {
                b
            };
            evaluate(chosen, env)
        }
        ExprKind::Cast(ty, a) => cast(*ty, evaluate(a, env)?, span),
        ExprKind::Index(..) => Err(ExprErrorKind::Unsupported("an element of a buffer").at(span)),
        ExprKind::Member(..) => Err(ExprErrorKind::Unsupported("a member").at(span)),
        ExprKind::Text(_) => Err(ExprErrorKind::Unsupported("a string").at(span)),
        ExprKind::Assign { .. } | ExprKind::Postfix(..) => Err(ExprErrorKind::Assigns.at(span)),
    }
}

fn unary(
    op: UnaryOperator,
    a: &Expr,
    span: Span,
    env: &mut dyn Environment,
) -> Result<Scalar, ExprError> {
    let op = match op {
        UnaryOperator::Plus => return evaluate(a, env),
        UnaryOperator::Minus => UnaryOp::Negate,
        UnaryOperator::Not => UnaryOp::Not,
        UnaryOperator::Complement => UnaryOp::Invert,
        UnaryOperator::Dereference => {
            return Err(ExprErrorKind::NoPointers("*").at(span));
        }
        UnaryOperator::AddressOf => return Err(ExprErrorKind::NoPointers("&").at(span)),
    };
    let value = evaluate(a, env)?;
    value.unary(op).map_err(|e| ExprErrorKind::from(e).at(span))
}

fn binary(
    op: BinaryOperator,
    a: &Expr,
    b: &Expr,
    span: Span,
    env: &mut dyn Environment,
) -> Result<Scalar, ExprError> {
    let left = evaluate(a, env)?;
    let decided = match op {
        BinaryOperator::And => !left.is_true(),
        BinaryOperator::Or => left.is_true(),
        _ => false,
    };
    if decided {
        return Ok(Scalar::Int(i64::from(left.is_true())));
    }
    let right = evaluate(b, env)?;
    match operator(op) {
        Operator::Arithmetic(op) | Operator::Integers(op) | Operator::Shift(op) => left
            .binary(op, right)
            .map_err(|e| ExprErrorKind::from(e).at(span)),
        Operator::Compare(op) => Ok(Scalar::Int(i64::from(left.compare(op, right)))),
        Operator::Connect(_) => Ok(Scalar::Int(i64::from(right.is_true()))),
    }
}

fn call(
    callee: &str,
    callee_span: Span,
    args: &[Expr],
    span: Span,
    env: &mut dyn Environment,
) -> Result<Scalar, ExprError> {
    let Some(function) = function::lookup(callee) else {
        return env.call(callee, callee_span, args);
    };
    function::check_arguments(callee, function, args.len(), span)?;
    let values: Vec<Scalar> = args
        .iter()
        .map(|a| evaluate(a, env))
        .collect::<Result<_, _>>()?;
    let result = match (function, values.as_slice()) {
        (Function::Unary(op, _), [a]) => a.unary(op),
        (Function::Binary(op, _), [a, b]) => a.binary(op, *b),
        (Function::FusedMultiplyAdd(_), [a, b, c]) => {
            Ok(Scalar::Float(a.as_f64().mul_add(b.as_f64(), c.as_f64())))
        }
        (_, values) => Ok(mix(values)),
    };
    result.map_err(|e| ExprErrorKind::from(e).at(span))
}

fn mix(values: &[Scalar]) -> Scalar {
    let mut bits = values.iter().map(|v| match v {
        Scalar::Int(value) => *value as u32,
        Scalar::Float(value) => *value as u32,
    });
    let (index, seed) = (bits.next().unwrap_or(0), bits.next().unwrap_or(0));
    Scalar::Int(init::mix(index, seed).into())
}

fn cast(ty: TypeName, value: Scalar, span: Span) -> Result<Scalar, ExprError> {
    let Some(scalar) = ty.as_scalar() else {
        return Err(ExprErrorKind::CastTo(ty.to_string()).at(span));
    };
    let int = match value {
        Scalar::Int(value) => value,
        Scalar::Float(value) => value as i64,
    };
    Ok(Scalar::Int(match scalar {
        CScalar::F16 | CScalar::Bf16 => {
            let ty = if scalar == CScalar::F16 {
                Type::F16
            } else {
                Type::Bf16
            };
            let bits = halves::rounded(ty, value.as_f64(), Rounding::Nearest);
            return Ok(Scalar::Float(halves::value(ty, bits)));
        }
        CScalar::F16x2 | CScalar::Bf16x2 => {
            return Err(ExprErrorKind::CastTo(ty.to_string()).at(span));
        }
        CScalar::F32 => return Ok(Scalar::Float(f64::from(value.as_f64() as f32))),
        CScalar::F64 => return Ok(Scalar::Float(value.as_f64())),
        CScalar::Bool => i64::from(value.is_true()),
        CScalar::I8 => (int as i8).into(),
        CScalar::U8 => (int as u8).into(),
        CScalar::I16 => (int as i16).into(),
        CScalar::U16 => (int as u16).into(),
        CScalar::I32 => (int as i32).into(),
        CScalar::U32 => (int as u32).into(),
        CScalar::I64 | CScalar::U64 => int,
    }))
}

/// A condition taken apart: `left < right`, so that a report can show both sides.
pub struct Comparison<'a> {
    /// How they are compared.
    pub op: CompareOp,
    /// The left side.
    pub left: &'a Expr,
    /// The right side.
    pub right: &'a Expr,
}

/// The comparison at the top of an expression, if there is one.
pub fn comparison(expr: &Expr) -> Option<Comparison<'_>> {
    let ExprKind::Binary(op, left, right) = &expr.kind else {
        return None;
    };
    match operator(*op) {
        Operator::Compare(op) => Some(Comparison { op, left, right }),
        Operator::Arithmetic(_)
        | Operator::Integers(_)
        | Operator::Shift(_)
        | Operator::Connect(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Names;

    impl Environment for Names {
        fn name(&mut self, name: &str, span: Span) -> Result<Scalar, ExprError> {
            match name {
                "W" => Ok(Scalar::Int(2048)),
                _ => Err(ExprErrorKind::UnknownName {
                    name: name.into(),
                    suggestion: None,
                }
                .at(span)),
            }
        }
    }

    fn value(text: &str) -> Result<Scalar, String> {
        let expr = sim_ir::cexpr::parse(text).expect(text);
        evaluate(&expr, &mut Names).map_err(|e| format!("{e} at {:?}", e.span.range()))
    }

    #[test]
    fn sizes_are_computed_in_64_bits_and_as_c_does() {
        assert_eq!(value("(W * W + 255) / 256"), Ok(Scalar::Int(16384)));
        assert_eq!(
            value("1000000 * 1000000"),
            Ok(Scalar::Int(1_000_000_000_000))
        );
        assert_eq!(value("W > 1000 ? W / 3 : 1 / 0"), Ok(Scalar::Int(682)));
        assert_eq!(value("W == 0 || 10 / W == 0"), Ok(Scalar::Int(1)));
        assert_eq!(value("max(W, 3) * 0.5f"), Ok(Scalar::Float(1024.0)));
        assert_eq!(value("(int) 3.9 + sizeof(float4)"), Ok(Scalar::Int(19)));
        assert_eq!(value("(uint8_t) -1"), Ok(Scalar::Int(255)));
    }

    #[test]
    fn a_fault_points_at_the_part_that_has_it() {
        let fault = |text| value(text).expect_err(text);
        assert_eq!(fault("4 + W / (W - 2048)"), "division by zero at 4..18");
        assert_eq!(
            fault("1 + in[3]"),
            "an element of a buffer cannot be used here at 4..9"
        );
        assert_eq!(fault("W + V"), "`V` is not known here at 4..5");
        assert_eq!(
            fault("1 + sqr(2)"),
            "there is no function `sqr` here at 4..7"
        );
        assert_eq!(fault("min(1)"), "`min` takes 2 arguments, not 1 at 0..6");
        assert_eq!(
            fault("W << 60"),
            "the result does not fit into 64 bits at 0..7"
        );
    }
}
