//! Expressions: values, operators, conditions.

use super::convert::decayed;
use super::memory::{Denoted, lane_of};
use super::scope::Binding;
use super::value::{Pointer, Ty, Value, register};
use super::{Lowered, Lowering};
use crate::cexpr::{BinaryOperator, Expr, ExprKind, Scalar, TypeName, UnaryOperator};
use crate::diagnostic::Diagnostic;
use crate::kernel::{
    BinaryOp, CompareOp, Const, Dimension, Operand, RegionKind, SpecialReg, Terminator, Type,
    UnaryOp, VReg,
};
use crate::source::Span;

/// Operators beyond this number are not computed where their result may not be wanted.
const SPECULATE_AT_MOST: u32 = 8;

impl Lowering<'_> {
    /// The value of an expression.
    pub(super) fn rvalue(&mut self, expr: &Expr) -> Lowered<Value> {
        let around = std::mem::replace(&mut self.build.span, expr.span);
        let value = self.value(expr);
        self.build.span = around;
        value
    }

    fn value(&mut self, expr: &Expr) -> Lowered<Value> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Int { value, ty } => {
                let constant = Const::new(register(*ty), *value);
                Ok(Value::Scalar(*ty, constant.into()))
            }
            ExprKind::Float { value, single } => Ok(match single {
                true => Value::Scalar(Scalar::F32, Const::f32(*value as f32).into()),
                false => Value::Scalar(Scalar::F64, Const::f64(*value).into()),
            }),
            ExprKind::Bool(value) => Ok(Value::Scalar(Scalar::Bool, Const::pred(*value).into())),
            ExprKind::Text(_) => Err(Diagnostic::error(span, "a string is no value here")),
            ExprKind::Name(name) => self.name(name, span),
            ExprKind::Member(base, member) => self.member(base, member, span),
            ExprKind::Index(base, index) => match self.element(base, index)? {
                Denoted::Place(pointer, addr) => {
                    self.read(super::value::Place::Memory(pointer, addr), span)
                }
                Denoted::Array(pointer, addr, extents) => Ok(Value::Array(pointer, addr, extents)),
            },
            ExprKind::Call {
                callee,
                callee_span,
                args,
            } => self.call(callee, *callee_span, args, span),
            ExprKind::Unary(op, inner) => self.unary(*op, inner, span),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, span),
            ExprKind::Conditional(condition, a, b) => self.conditional(condition, a, b, span),
            ExprKind::Cast(ty, inner) => self.cast(*ty, inner, span),
            ExprKind::SizeOf(ty) => {
                let size = Const::u64(ty.size().into());
                Ok(Value::Scalar(Scalar::U64, size.into()))
            }
        }
    }

    /// The fault of using a name whose declaration failed: reported there already.
    pub(super) fn broken(&self) -> Diagnostic {
        let first = self.faults.first().cloned();
        first.unwrap_or_else(|| Diagnostic::error(Span::NONE, "a declaration is wrong"))
    }

    fn name(&mut self, name: &str, span: Span) -> Lowered<Value> {
        if name == "warpSize" {
            return Ok(Value::Scalar(Scalar::I32, Const::s32(32).into()));
        }
        if self.scope.find(name).is_none() && axes_of(name).is_some() {
            let message = format!("`{name}` alone is no value");
            let help = format!("write `{name}.x`, `{name}.y` or `{name}.z`");
            return Err(Diagnostic::error(span, message).help(help));
        }
        match self.scope.lookup(name, span)?.clone() {
            Binding::Value(value) => Ok(value),
            Binding::Array(pointer, addr, extents) if !extents.is_empty() => {
                Ok(Value::Array(pointer, addr, extents))
            }
            Binding::Broken => Err(self.broken()),
            binding @ (Binding::Variable(..) | Binding::Array(..)) => match binding.place() {
                Some(place) => self.read(place, span),
                None => Err(self.broken()),
            },
        }
    }

    fn member(&mut self, base: &Expr, member: &str, span: Span) -> Lowered<Value> {
        if let ExprKind::Name(name) = &base.kind
            && self.scope.find(name).is_none()
            && let Some(axes) = axes_of(name)
        {
            let axis = match member {
                "x" => Dimension::X,
                "y" => Dimension::Y,
                "z" => Dimension::Z,
                _ => {
                    let message = format!("`{name}` has no member `{member}`");
                    return Err(Diagnostic::error(span, message).help("members are x, y and z"));
                }
            };
            let value = self.build.special(axes(axis));
            return Ok(Value::Scalar(Scalar::U32, value));
        }
        match self.rvalue(base)? {
            Value::Vector(scalar, lanes) => {
                let lane = lane_of(member, lanes.len() as u8, span)?;
                Ok(Value::Scalar(scalar, lanes[lane]))
            }
            other => {
                let message = format!("{} has no member `{member}`", other.describe());
                Err(Diagnostic::error(span, message))
            }
        }
    }

    fn unary(&mut self, op: UnaryOperator, inner: &Expr, span: Span) -> Lowered<Value> {
        match op {
            UnaryOperator::Dereference => {
                let kind = ExprKind::Unary(op, Box::new(inner.clone()));
                let place = self.place(&Expr { kind, span })?;
                self.read(place, span)
            }
            UnaryOperator::AddressOf => self.address_of(inner, span),
            UnaryOperator::Not => {
                let value = self.rvalue(inner)?;
                let holds = self.truth(value, inner.span)?;
                let not = self.build.unary(UnaryOp::Not, Type::Pred, holds);
                Ok(Value::Scalar(Scalar::Bool, not))
            }
            UnaryOperator::Complement => {
                let value = self.rvalue(inner)?;
                let (ty, operand) = self.integer(value, inner.span)?;
                let result = self.build.unary(UnaryOp::Not, register(ty), operand);
                Ok(Value::Scalar(ty, result))
            }
            UnaryOperator::Minus | UnaryOperator::Plus => {
                let value = self.rvalue(inner)?;
                let (from, operand) = self.scalar(value, inner.span)?;
                let ty = from.promoted();
                let operand = self.convert(operand, from, ty);
                Ok(Value::Scalar(
                    ty,
                    match op {
                        UnaryOperator::Plus => operand,
                        _ => self.build.unary(UnaryOp::Neg, register(ty), operand),
                    },
                ))
            }
        }
    }

    fn address_of(&mut self, inner: &Expr, span: Span) -> Lowered<Value> {
        match self.place(inner)? {
            super::value::Place::Memory(pointer, addr) => Ok(Value::Pointer(pointer, addr)),
            super::value::Place::Variable(..) => {
                let message = "a variable has no address, since it lives in registers";
                let help = "declare an array of one element: `Var(\"float x[1]\")`";
                Err(Diagnostic::error(span, message).help(help))
            }
        }
    }

    /// The value of a binary operation.
    pub(super) fn binary(
        &mut self,
        op: BinaryOperator,
        a: &Expr,
        b: &Expr,
        span: Span,
    ) -> Lowered<Value> {
        if matches!(op, BinaryOperator::And | BinaryOperator::Or) {
            let result = self.connect(op, a, b)?;
            return Ok(Value::Scalar(Scalar::Bool, result));
        }
        let left = self.rvalue(a)?;
        let right = self.rvalue(b)?;
        self.operate(op, (left, a.span), (right, b.span), span)
    }

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
        let ty = from_a.common(from_b);
        let (a, b) = (self.convert(a, from_a, ty), self.convert(b, from_b, ty));
        if let Some(compare) = comparison(op) {
            let result = self.build.compare(compare, register(ty), a, b);
            return Ok(Value::Scalar(Scalar::Bool, result));
        }
        self.check_arithmetic(op, ty, b, b_span, span)?;
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

    /// `a && b` or `a || b`.
    fn connect(&mut self, op: BinaryOperator, a: &Expr, b: &Expr) -> Lowered<Operand> {
        let value = self.rvalue(a)?;
        let first = self.truth(value, a.span)?;
        let decides = op == BinaryOperator::Or;
        if let Some(known) = first.constant() {
            if (known.bits != 0) == decides {
                return Ok(Const::pred(decides).into());
            }
            let value = self.rvalue(b)?;
            return self.truth(value, b.span);
        }
        if is_cheap(b) {
            let value = self.rvalue(b)?;
            let second = self.truth(value, b.span)?;
            let op = if decides { BinaryOp::Or } else { BinaryOp::And };
            return Ok(self.build.binary(op, Type::Pred, first, second));
        }
        let result = self.build.temporary(Type::Pred);
        self.build.assign(result, first);
        self.only_if(result, !decides, |lowering| {
            let value = lowering.rvalue(b)?;
            let second = lowering.truth(value, b.span)?;
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

    fn conditional(&mut self, condition: &Expr, a: &Expr, b: &Expr, span: Span) -> Lowered<Value> {
        let value = self.rvalue(condition)?;
        let holds = self.truth(value, condition.span)?;
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
        let types = super::convert::registers_of(ty);
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
        let types = super::convert::registers_of(ty);
        let results: arrayvec::ArrayVec<VReg, 4> = types
            .into_iter()
            .map(|ty| self.build.temporary(ty))
            .collect();
        let condition = self.condition_register(holds);
        let place = || super::value::Place::Variable(ty, results.clone());
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

    fn cast(&mut self, to: TypeName, inner: &Expr, span: Span) -> Lowered<Value> {
        let value = decay_fully(self.rvalue(inner)?);
        if let Some(scalar) = to.as_scalar() {
            if let Value::Pointer(pointer, addr) = value {
                let address = self.address_operand(pointer.space, addr);
                let from = if pointer.register() == Type::U64 {
                    Scalar::U64
                } else {
                    Scalar::U32
                };
                return Ok(Value::Scalar(scalar, self.convert(address, from, scalar)));
            }
            let operand = self.scalar_as(value, scalar, inner.span)?;
            return Ok(Value::Scalar(scalar, operand));
        }
        match value {
            Value::Pointer(pointer, addr) if to.pointers == 1 => {
                let pointer = Pointer {
                    element: to.scalar,
                    lanes: to.lanes,
                    volatile: to.volatile,
                    ..pointer
                };
                Ok(Value::Pointer(pointer, addr))
            }
            other => {
                let message = format!("cannot cast {} to `{to}`", other.describe());
                Err(Diagnostic::error(span, message))
            }
        }
    }
}

/// An array of any shape as a pointer to its first element, for casts.
fn decay_fully(value: Value) -> Value {
    match value {
        Value::Array(pointer, addr, _) => Value::Pointer(pointer, addr),
        other => other,
    }
}

/// Which register a built-in variable's axis is.
fn axes_of(name: &str) -> Option<fn(Dimension) -> SpecialReg> {
    match name {
        "threadIdx" => Some(SpecialReg::ThreadIdx),
        "blockIdx" => Some(SpecialReg::BlockIdx),
        "blockDim" => Some(SpecialReg::BlockDim),
        "gridDim" => Some(SpecialReg::GridDim),
        _ => None,
    }
}

fn common_type(x: &Value, y: &Value, span: Span) -> Lowered<Ty> {
    match (super::convert::type_of(x), super::convert::type_of(y)) {
        (Some(Ty::Scalar(a)), Some(Ty::Scalar(b))) if a == b => Ok(Ty::Scalar(a)),
        (Some(Ty::Scalar(a)), Some(Ty::Scalar(b))) => Ok(Ty::Scalar(a.common(b))),
        (Some(a), Some(b)) if a == b => Ok(a),
        _ => {
            let (x, y) = (x.describe(), y.describe());
            let message = format!("the sides of `?:` have no common type: {x} and {y}");
            Err(Diagnostic::error(span, message))
        }
    }
}

/// Whether an expression may be computed although its value may not be wanted: it has no
/// effect, cannot fault, and is short.
pub(super) fn is_cheap(expr: &Expr) -> bool {
    fn cost(expr: &Expr) -> Option<u32> {
        let own = match &expr.kind {
            ExprKind::Index(..) | ExprKind::Call { .. } | ExprKind::Text(_) => return None,
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

fn comparison(op: BinaryOperator) -> Option<CompareOp> {
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
fn arithmetic(op: BinaryOperator) -> BinaryOp {
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
