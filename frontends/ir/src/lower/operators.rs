//! Binary operators: usual arithmetic conversions, pointer arithmetic, comparisons.

use super::convert::decayed;
use super::value::{Value, register};
use super::{Lowered, Lowering};
use crate::cexpr::{BinaryOperator, Scalar};
use crate::diagnostic::Diagnostic;
use crate::kernel::{BinaryOp, CompareOp, Operand};
use crate::source::Span;

impl Lowering<'_> {
    /// A binary operation on values.
    pub(super) fn operate(
        &mut self,
        op: BinaryOperator,
        (a, a_span): (Value, Span),
        (b, b_span): (Value, Span),
        span: Span,
    ) -> Lowered<Value> {
        let (a, b) = (decayed(a), decayed(b));
        if matches!(a, Value::Pointer(..)) || matches!(b, Value::Pointer(..)) {
            return self.pointer_operation(op, (a, a_span), (b, b_span), span);
        }
        if matches!(op, BinaryOperator::Shl | BinaryOperator::Shr) {
            let (ty, value) = self.integer(a, a_span)?;
            let amount = self.integer(b, b_span)?;
            let amount = self.convert(amount.1, amount.0, Scalar::U32);
            let result = self
                .build
                .binary(arithmetic(op), register(ty), value, amount);
            return Ok(Value::Scalar(ty, result));
        }
        let (from_a, a) = self.scalar(a, a_span)?;
        let (from_b, b) = self.scalar(b, b_span)?;
        if from_a.is_half() || from_b.is_half() {
            return self.half_operation(op, (from_a, a), (from_b, b), span);
        }
        let ty = from_a.common(from_b);
        let (a, b) = (self.convert(a, from_a, ty), self.convert(b, from_b, ty));
        if let Some(compare) = comparison(op) {
            let result = self.build.compare(compare, register(ty), a, b);
            return Ok(Value::Scalar(Scalar::Bool, result));
        }
        self.check_arithmetic(op, ty, b, b_span, span)?;
        if self.options.fast_math && op == BinaryOperator::Div && ty == Scalar::F32 {
            return Ok(Value::Scalar(ty, self.divide_approximately(a, b)));
        }
        let result = self.build.binary(arithmetic(op), register(ty), a, b);
        Ok(Value::Scalar(ty, result))
    }

    fn check_arithmetic(
        &self,
        op: BinaryOperator,
        ty: Scalar,
        b: Operand,
        b_span: Span,
        span: Span,
    ) -> Lowered<()> {
        use BinaryOperator::*;
        let integers_only = matches!(op, Rem | BitAnd | BitOr | BitXor);
        if integers_only && ty.is_float() {
            let message = format!("`{}` wants integers, not `{ty}`", op.symbol());
            return Err(Diagnostic::error(span, message).help("cast the operands: `(int) …`"));
        }
        let zero = b.constant().is_some_and(|value| value.bits == 0);
        match matches!(op, Div | Rem) && !ty.is_float() && zero {
            true => Err(Diagnostic::error(b_span, "division by zero")),
            false => Ok(()),
        }
    }

    fn pointer_operation(
        &mut self,
        op: BinaryOperator,
        (a, a_span): (Value, Span),
        (b, b_span): (Value, Span),
        span: Span,
    ) -> Lowered<Value> {
        match (op, a, b) {
            (BinaryOperator::Add, Value::Pointer(pointer, addr), index @ Value::Scalar(..)) => {
                let index = self.integer(index, b_span)?;
                let addr = self.offset(pointer.space, addr, index, pointer.stride(), false);
                Ok(Value::Pointer(pointer, addr))
            }
            (BinaryOperator::Add, index @ Value::Scalar(..), Value::Pointer(pointer, addr)) => {
                let index = self.integer(index, a_span)?;
                let addr = self.offset(pointer.space, addr, index, pointer.stride(), false);
                Ok(Value::Pointer(pointer, addr))
            }
            (BinaryOperator::Sub, Value::Pointer(pointer, addr), index @ Value::Scalar(..)) => {
                let index = self.integer(index, b_span)?;
                let addr = self.offset(pointer.space, addr, index, pointer.stride(), true);
                Ok(Value::Pointer(pointer, addr))
            }
            (_, Value::Pointer(p, x), Value::Pointer(q, y)) if p.space == q.space => {
                let x = self.address_operand(p.space, x);
                let y = self.address_operand(q.space, y);
                match comparison(op) {
                    Some(compare) => {
                        let holds = self.build.compare(compare, p.register(), x, y);
                        Ok(Value::Scalar(Scalar::Bool, holds))
                    }
                    None => Err(no_such_operation(op, span)),
                }
            }
            _ => Err(no_such_operation(op, span)),
        }
    }
}

pub(super) fn comparison(op: BinaryOperator) -> Option<CompareOp> {
    match op {
        BinaryOperator::Less => Some(CompareOp::Lt),
        BinaryOperator::LessEqual => Some(CompareOp::Le),
        BinaryOperator::Greater => Some(CompareOp::Gt),
        BinaryOperator::GreaterEqual => Some(CompareOp::Ge),
        BinaryOperator::Equal => Some(CompareOp::Eq),
        BinaryOperator::NotEqual => Some(CompareOp::Ne),
        _ => None,
    }
}

/// The IR's operation for an operator that neither compares nor connects.
pub(super) fn arithmetic(op: BinaryOperator) -> BinaryOp {
    match op {
        BinaryOperator::Mul => BinaryOp::Mul,
        BinaryOperator::Div => BinaryOp::Div,
        BinaryOperator::Rem => BinaryOp::Rem,
        BinaryOperator::Sub => BinaryOp::Sub,
        BinaryOperator::Shl => BinaryOp::Shl,
        BinaryOperator::Shr => BinaryOp::Shr,
        BinaryOperator::BitAnd | BinaryOperator::And => BinaryOp::And,
        BinaryOperator::BitXor => BinaryOp::Xor,
        BinaryOperator::BitOr | BinaryOperator::Or => BinaryOp::Or,
        BinaryOperator::Add
        | BinaryOperator::Less
        | BinaryOperator::LessEqual
        | BinaryOperator::Greater
        | BinaryOperator::GreaterEqual
        | BinaryOperator::Equal
        | BinaryOperator::NotEqual => BinaryOp::Add,
    }
}

fn no_such_operation(op: BinaryOperator, span: Span) -> Diagnostic {
    let message = format!(
        "no operator `{}` between these pointers and values",
        op.symbol()
    );
    Diagnostic::error(span, message).help("pointers can be moved by integers and compared")
}
