//! Conditions: what `&&`, `||` and `?:` leave out is computed, but must not fail.

use super::{Lowering, Value};
use crate::element::ValueType;
use crate::expr::code::{BinaryOp, CompareOp, Op};
use crate::expr::error::ExprError;
use sim_ir::cexpr::{BinaryOperator, Expr, ExprKind};
use sim_ir::source::Span;

impl Lowering<'_> {
    /// 1 where a value is not zero, otherwise 0.
    pub(super) fn truth(&mut self, value: Value, span: Span) -> Result<Value, ExprError> {
        let zero = self.constant(value.ty, 0, span)?;
        let op = Op::Compare(CompareOp::NotEqual, value.ty);
        self.emit(op, &[value, zero], ValueType::I32, span)
    }

    /// `a && b` or `a || b`: `b` is wanted only where `a` does not decide.
    pub(super) fn connect(
        &mut self,
        op: BinaryOp,
        wanted_where: bool,
        a: &Expr,
        b: &Expr,
        span: Span,
    ) -> Result<Value, ExprError> {
        let left = self.expr(a)?;
        let left = self.truth(left, a.span)?;
        let right = self.under(left, wanted_where, b)?;
        let right = self.truth(right, b.span)?;
        let op = Op::Binary(op, ValueType::I32);
        self.emit(op, &[left, right], ValueType::I32, span)
    }

    pub(super) fn conditional(
        &mut self,
        condition: &Expr,
        a: &Expr,
        b: &Expr,
        span: Span,
    ) -> Result<Value, ExprError> {
        let value = self.expr(condition)?;
        let chosen = self.truth(value, condition.span)?;
        let (left, right) = (self.under(chosen, true, a)?, self.under(chosen, false, b)?);
        let ty = left.ty.common(right.ty);
        let left = self.convert(left, ty, a.span)?;
        let right = self.convert(right, ty, b.span)?;
        self.emit(Op::Select(ty), &[chosen, left, right], ty, span)
    }

    /// Lowers a part that is wanted only where a condition (0 or 1) has a value. The condition
    /// stays usable.
    fn under(&mut self, condition: Value, holds: bool, part: &Expr) -> Result<Value, ExprError> {
        if !can_fail(part) {
            return self.expr(part);
        }
        let outer = self.mask;
        let mask = self.mask_for(condition, holds, outer, part.span)?;
        self.mask = Some(mask);
        let value = self.expr(part)?;
        self.mask = outer;
        self.release(mask);
        Ok(value)
    }

    /// A register of its own that is 1 where `condition` equals `holds` and `outer` is 1.
    fn mask_for(
        &mut self,
        condition: Value,
        holds: bool,
        outer: Option<Value>,
        span: Span,
    ) -> Result<Value, ExprError> {
        let wanted = self.constant(ValueType::I32, u64::from(holds), span)?;
        let equal = Op::Compare(CompareOp::Equal, ValueType::I32);
        let inner = self.emit_keeping(equal, [condition, wanted], span)?;
        let Some(outer) = outer else { return Ok(inner) };
        let both = Op::Binary(BinaryOp::And, ValueType::I32);
        let mask = self.emit_keeping(both, [inner, outer], span)?;
        self.release(inner);
        Ok(mask)
    }

    /// As [`emit`](Self::emit) of an `int`, but the arguments may be used again.
    fn emit_keeping(&mut self, op: Op, args: [Value; 2], span: Span) -> Result<Value, ExprError> {
        let value = self.emit(op, &args, ValueType::I32, span)?;
        self.free
            .retain(|&reg| args.iter().all(|arg| arg.reg != reg));
        Ok(value)
    }
}

/// Whether a part holds anything that could fail.
fn can_fail(expr: &Expr) -> bool {
    let here = matches!(
        expr.kind,
        ExprKind::Index(..) | ExprKind::Binary(BinaryOperator::Div | BinaryOperator::Rem, ..)
    );
    let mut within = here;
    expr.for_each_child(&mut |child| within = within || can_fail(child));
    within
}
