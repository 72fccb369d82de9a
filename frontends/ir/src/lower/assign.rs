//! Assignments: as statements, and as expressions with a value.
//!
//! The right side is computed first, then the target's place, then its old value where an
//! operator wants it: of the orders that C allows, the one that C++ prescribes. Expressions for
//! which C leaves the order open and it would matter are faults ([`super::order`]).

use super::convert::{registers_of, type_of};
use super::scope::root;
use super::value::{Place, Ty, Value};
use super::{Lowered, Lowering};
use crate::cexpr::{BinaryOperator, Expr, ExprKind, Scalar};
use crate::diagnostic::Diagnostic;
use crate::kernel::{Const, Operand};
use crate::source::Span;

impl Lowering<'_> {
    /// Where an assignment writes, and what.
    pub(super) fn assignment(
        &mut self,
        target: &Expr,
        op: Option<BinaryOperator>,
        value: &Expr,
    ) -> Lowered<(Place, Value)> {
        let source = self.rvalue(value)?;
        self.check_changeable(target)?;
        let place = self.place(target)?;
        let span = target.span.to(value.span);
        self.build.span = span;
        let Some(op) = op else {
            return Ok((place, source));
        };
        let old = self.read(place.clone(), target.span)?;
        let source = self.as_half_beside(&old, source, value.span)?;
        let source = self.operate(op, (old, target.span), (source, value.span), span)?;
        Ok((place, source))
    }

    /// Refuses to change a variable that was declared `const`.
    pub(super) fn check_changeable(&self, target: &Expr) -> Lowered<()> {
        let Some(name) = root(target) else {
            return Ok(());
        };
        let Some(declared) = self.scope.fixed(name) else {
            return Ok(());
        };
        let message = format!("`{name}` is `const`: it keeps its first value");
        Err(Diagnostic::error(target.span, message)
            .also(declared, "declared here")
            .help("declare it without `const`, or give the new value another name"))
    }

    /// An assignment with its value, which is the target's: converted to its type.
    pub(super) fn assign_within(
        &mut self,
        target: &Expr,
        op: Option<BinaryOperator>,
        value: &Expr,
    ) -> Lowered<Value> {
        let (place, source) = self.assignment(target, op, value)?;
        let source = self.assignable(source, type_at(&place), value.span)?;
        if source.as_constant().is_some() || matches!(place, Place::Memory(..)) {
            self.write(place, source.clone(), value.span)?;
            return Ok(source);
        }
        self.write(place.clone(), source, value.span)?;
        let new = self.read(place, target.span)?;
        Ok(self.kept(new))
    }

    /// `target++` or `target--`: the old value.
    pub(super) fn step_behind(
        &mut self,
        op: BinaryOperator,
        target: &Expr,
        span: Span,
    ) -> Lowered<Value> {
        self.check_changeable(target)?;
        let place = self.place(target)?;
        let old = self.read(place.clone(), target.span)?;
        let old = self.kept(old);
        let one = Value::Scalar(Scalar::I32, Const::s32(1).into());
        let one = self.as_half_beside(&old, one, span)?;
        let new = self.operate(op, (old.clone(), target.span), (one, span), span)?;
        self.write(place, new, span)?;
        Ok(old)
    }

    /// The value in registers of its own, which later assignments to variables do not change.
    fn kept(&mut self, value: Value) -> Value {
        let Some(ty) = type_of(&value) else {
            return value;
        };
        let operands = self.operands(&value).into_iter().zip(registers_of(ty));
        let copies = operands.map(|(operand, ty)| {
            let copy = self.build.temporary(ty);
            self.build.assign_copy(copy, operand);
            Operand::Reg(copy)
        });
        let copies = copies.collect();
        self.value_of(ty, copies)
    }

    /// What `if` or a loop tests. A bare `=` there is nearly always meant to be `==`.
    pub(super) fn condition(&mut self, condition: &Expr) -> Lowered<Operand> {
        if let ExprKind::Assign {
            target, op: None, ..
        } = &condition.kind
            && target.span.start == condition.span.start
        {
            let message = "`=` assigns within a condition";
            let help = "compare with `==`, or put the assignment in parentheses if it is meant";
            return Err(Diagnostic::error(condition.span, message).help(help));
        }
        self.truth(condition)
    }
}

/// The type of what a place holds.
pub(super) fn type_at(place: &Place) -> Ty {
    match place {
        Place::Variable(ty, _) => *ty,
        Place::Half(scalar, ..) => Ty::Scalar(scalar.half_of_pair().unwrap_or(*scalar)),
        Place::Memory(pointer, _) if pointer.lanes == 1 => Ty::Scalar(pointer.element),
        Place::Memory(pointer, _) => Ty::Vector(pointer.element, pointer.lanes),
    }
}
