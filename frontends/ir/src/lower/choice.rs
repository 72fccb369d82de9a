//! `&&`, `||` and `?:`: computed on both sides where that is cheap, else as control flow.

use super::convert::{decayed, registers_of, type_of};
use super::value::{Place, Ty, Value};
use super::{Lowered, Lowering};
use crate::cexpr::{BinaryOperator, Expr, ExprKind, UnaryOperator};
use crate::diagnostic::Diagnostic;
use crate::kernel::{BinaryOp, Const, Operand, RegionKind, Terminator, Type, UnaryOp, VReg};
use crate::source::Span;

/// Operators beyond this number are not computed where their result may not be wanted.
const SPECULATE_AT_MOST: u32 = 8;

impl Lowering<'_> {
    /// `a && b` or `a || b`.
    pub(super) fn connect(&mut self, op: BinaryOperator, a: &Expr, b: &Expr) -> Lowered<Operand> {
        let first = self.truth(a)?;
        let decides = op == BinaryOperator::Or;
        if let Some(known) = first.constant() {
            if (known.bits != 0) == decides {
                return Ok(Const::pred(decides).into());
            }
            return self.truth(b);
        }
        if is_cheap(b) {
            let second = self.truth(b)?;
            let op = if decides { BinaryOp::Or } else { BinaryOp::And };
            return Ok(self.build.binary(op, Type::Pred, first, second));
        }
        let result = self.build.temporary(Type::Pred);
        self.build.assign(result, first);
        self.only_if(result, !decides, |lowering| {
            let second = lowering.truth(b)?;
            lowering.build.assign(result, second);
            Ok(())
        })?;
        Ok(result.into())
    }

    /// Runs `body` for the lanes in which `condition` equals `wanted`.
    fn only_if(
        &mut self,
        condition: VReg,
        wanted: bool,
        body: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let (inside, merge) = (self.build.new_block(), self.build.new_block());
        let region = Some(self.build.open_region(RegionKind::Selection, merge));
        let (then, otherwise) = if wanted {
            (inside, merge)
        } else {
            (merge, inside)
        };
        self.build.terminate(Terminator::Branch {
            condition,
            then,
            otherwise,
            region,
        });
        self.build.switch_to(inside);
        let result = body(self);
        self.build.jump(merge);
        self.build.open.pop();
        self.build.switch_to(merge);
        result
    }

    pub(super) fn conditional(
        &mut self,
        condition: &Expr,
        a: &Expr,
        b: &Expr,
        span: Span,
    ) -> Lowered<Value> {
        let holds = self.truth(condition)?;
        if let Some(known) = holds.constant() {
            // The other side still has a say in the type.
            return self.known_conditional(known.bits != 0, a, b, span);
        }
        if is_cheap(a) && is_cheap(b) {
            let (x, y) = (self.rvalue(a)?, self.rvalue(b)?);
            return self.choose(holds, (x, a.span), (y, b.span), span);
        }
        self.branching_conditional(holds, a, b, span)
    }

    fn known_conditional(&mut self, holds: bool, a: &Expr, b: &Expr, span: Span) -> Lowered<Value> {
        let ty = self.conditional_type(a, b, span)?;
        let chosen = if holds { a } else { b };
        let value = self.rvalue(chosen)?;
        self.assignable(decayed(value), ty, span)
    }

    /// The common type of both sides. They are lowered to find it, into a place that nothing
    /// leads to.
    fn conditional_type(&mut self, a: &Expr, b: &Expr, span: Span) -> Lowered<Ty> {
        let sides = self.aside(|lowering| [lowering.rvalue(a), lowering.rvalue(b)]);
        let [x, y] = sides;
        common_type(&decayed(x?), &decayed(y?), span)
    }

    fn choose(
        &mut self,
        holds: Operand,
        (x, x_span): (Value, Span),
        (y, y_span): (Value, Span),
        span: Span,
    ) -> Lowered<Value> {
        let (x, y) = (decayed(x), decayed(y));
        let ty = common_type(&x, &y, span)?;
        let x = self.assignable(x, ty, x_span)?;
        let y = self.assignable(y, ty, y_span)?;
        let (xs, ys) = (self.operands(&x), self.operands(&y));
        let types = registers_of(ty);
        let pairs = xs.into_iter().zip(ys).zip(types);
        let chosen = pairs.map(|((x, y), ty)| match ty {
            Type::Pred => self.choose_predicate(holds, x, y),
            _ => self.build.select(ty, holds, x, y),
        });
        let chosen = chosen.collect();
        Ok(self.value_of(ty, chosen))
    }

    /// `(holds && x) || (!holds && y)`: there is no selection among predicates.
    fn choose_predicate(&mut self, holds: Operand, x: Operand, y: Operand) -> Operand {
        let not = self.build.unary(UnaryOp::Not, Type::Pred, holds);
        let first = self.build.binary(BinaryOp::And, Type::Pred, holds, x);
        let second = self.build.binary(BinaryOp::And, Type::Pred, not, y);
        self.build.binary(BinaryOp::Or, Type::Pred, first, second)
    }

    fn branching_conditional(
        &mut self,
        holds: Operand,
        a: &Expr,
        b: &Expr,
        span: Span,
    ) -> Lowered<Value> {
        let ty = self.conditional_type(a, b, span)?;
        let types = registers_of(ty);
        let results: arrayvec::ArrayVec<VReg, 4> = types
            .into_iter()
            .map(|ty| self.build.temporary(ty))
            .collect();
        let condition = self.condition_register(holds);
        let place = || Place::Variable(ty, results.clone());
        self.either(condition, |lowering, first| {
            let side = if first { a } else { b };
            let value = decayed(lowering.rvalue(side)?);
            lowering.write(place(), value, side.span)
        })?;
        let results = results.into_iter().map(Operand::Reg).collect();
        Ok(self.value_of(ty, results))
    }

    /// A predicate register with the value.
    pub(super) fn condition_register(&mut self, holds: Operand) -> VReg {
        match holds {
            Operand::Reg(reg) => reg,
            Operand::Const(_) => {
                let reg = self.build.temporary(Type::Pred);
                self.build.assign_copy(reg, holds);
                reg
            }
        }
    }

    /// Runs `side(true)` where the condition holds and `side(false)` where not.
    fn either(
        &mut self,
        condition: VReg,
        mut side: impl FnMut(&mut Self, bool) -> Lowered<()>,
    ) -> Lowered<()> {
        let blocks = [(); 3].map(|()| self.build.new_block());
        let [then, otherwise, merge] = blocks;
        let region = Some(self.build.open_region(RegionKind::Selection, merge));
        self.build.terminate(Terminator::Branch {
            condition,
            then,
            otherwise,
            region,
        });
        self.build.switch_to(then);
        let first = side(self, true);
        self.build.jump(merge);
        self.build.switch_to(otherwise);
        let second = side(self, false);
        self.build.jump(merge);
        self.build.open.pop();
        self.build.switch_to(merge);
        first.and(second)
    }
}

fn common_type(x: &Value, y: &Value, span: Span) -> Lowered<Ty> {
    match (type_of(x), type_of(y)) {
        (Some(Ty::Scalar(a)), Some(Ty::Scalar(b))) if a == b => Ok(Ty::Scalar(a)),
        (Some(Ty::Scalar(a)), Some(Ty::Scalar(b))) if !a.is_half() && !b.is_half() => {
            Ok(Ty::Scalar(a.common(b)))
        }
        (Some(a), Some(b)) if a == b => Ok(a),
        (Some(Ty::Pointer(a)), Some(Ty::Pointer(b))) if a.to_constant() == b.to_constant() => {
            Ok(Ty::Pointer(a.to_constant()))
        }
        _ => {
            let (x, y) = (x.describe(), y.describe());
            let message = format!("the sides of `?:` have no common type: {x} and {y}");
            let help = "cast one of them";
            Err(Diagnostic::error(span, message).help(help))
        }
    }
}

/// Whether an expression may be computed although its value may not be wanted: it has no
/// effect, cannot fault, and is short.
pub(super) fn is_cheap(expr: &Expr) -> bool {
    fn cost(expr: &Expr) -> Option<u32> {
        let own = match &expr.kind {
            ExprKind::Index(..) | ExprKind::Call { .. } => return None,
            ExprKind::Assign { .. } | ExprKind::Postfix(..) => return None,
            ExprKind::Unary(UnaryOperator::Dereference, _) => return None,
            ExprKind::Binary(BinaryOperator::Div | BinaryOperator::Rem, _, b) if !matches!(b.kind, ExprKind::Int { value, .. } if value.is_power_of_two()) =>
            {
                return None;
            }
            ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Conditional(..) => 1,
            ExprKind::Cast(..) => 1,
            ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::Bool(_)
            | ExprKind::Text(_)
            | ExprKind::Name(_)
            | ExprKind::Member(..)
            | ExprKind::SizeOf(_) => 0,
        };
        let mut total = Some(own);
        expr.for_each_child(&mut |child| {
            total = total.and_then(|sum| Some(sum + cost(child)?));
        });
        total
    }
    cost(expr).is_some_and(|cost| cost <= SPECULATE_AT_MOST)
}
