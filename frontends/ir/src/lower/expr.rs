//! Expressions: literals, names, members, unary operators, casts; the rest by its own module.

use super::memory::{Denoted, lane_of};
use super::scope::Binding;
use super::value::{Pointer, Value, register};
use super::{Lowered, Lowering};
use crate::cexpr::{BinaryOperator, Expr, ExprKind, Scalar, TypeName, UnaryOperator};
use crate::diagnostic::Diagnostic;
use crate::kernel::{Const, Dimension, SpecialReg, Type, UnaryOp};
use crate::source::Span;

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
            ExprKind::Text(_) => {
                let fault = Diagnostic::error(span, "a string is no value here");
                Err(fault
                    .help("strings are for `printf`, and for the text behind `&&` in `assert`"))
            }
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
            ExprKind::Assign { target, op, value } => self.assign_within(target, *op, value),
            ExprKind::Postfix(op, target) => self.step_behind(*op, target, span),
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
            Value::Scalar(scalar, pair) if scalar.half_of_pair().is_some() => {
                let high = lane_of(member, 2, span)? == 1;
                Ok(self.half_of(scalar, pair, high))
            }
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
                let holds = self.truth(inner)?;
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
            super::value::Place::Variable(..) | super::value::Place::Half(..) => {
                let message = "a variable has no address, since it lives in registers";
                let help = "declare an array of one element: `float x[1]`";
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

    pub(super) fn cast(&mut self, to: TypeName, inner: &Expr, span: Span) -> Lowered<Value> {
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
                    constant: to.constant,
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
pub(super) fn decay_fully(value: Value) -> Value {
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
