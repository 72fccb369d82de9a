//! C's conversions: between scalars, to conditions, to a common type.

use super::declare::keep_constant;
use super::value::{Ty, Value, register};
use super::{Lowered, Lowering};
use crate::cexpr::{Expr, ExprKind, Scalar};
use crate::diagnostic::Diagnostic;
use crate::kernel::{Address, BinaryOp, CompareOp, Const, Operand, Rounding, Space, Type, UnaryOp};
use crate::source::Span;
use arrayvec::ArrayVec;

impl Lowering<'_> {
    /// A scalar of type `from` as one of type `to`.
    pub(super) fn convert(&mut self, operand: Operand, from: Scalar, to: Scalar) -> Operand {
        if from == to {
            return operand;
        }
        let (source, target) = (register(from), register(to));
        if to == Scalar::Bool {
            let zero = Const::new(source, 0).into();
            return self.build.compare(CompareOp::Ne, source, operand, zero);
        }
        let wide = match (source, target) {
            _ if source == target => operand,
            // A change of sign alone changes no bit; only constants carry their type with them.
            _ if source.is_integer() && target.is_integer() && source.bits() == target.bits() => {
                match operand.constant() {
                    Some(value) => Const::new(target, value.bits).into(),
                    None => operand,
                }
            }
            _ => {
                let to_integer = source.is_float() && target.is_integer();
                let round = if to_integer {
                    Rounding::Zero
                } else {
                    Rounding::Nearest
                };
                self.build.convert(source, target, round, operand)
            }
        };
        self.narrow(wide, from, to)
    }

    /// Brings a 32-bit register back into the range of a type narrower than `int`.
    fn narrow(&mut self, operand: Operand, from: Scalar, to: Scalar) -> Operand {
        if from == Scalar::Bool {
            return operand;
        }
        let mask = |bits: i32| Operand::from(Const::s32(bits));
        match to {
            Scalar::I8 => self.build.unary(UnaryOp::SignExtend8, Type::S32, operand),
            Scalar::I16 => self.build.unary(UnaryOp::SignExtend16, Type::S32, operand),
            Scalar::U8 => self
                .build
                .binary(BinaryOp::And, Type::S32, operand, mask(0xff)),
            Scalar::U16 => self
                .build
                .binary(BinaryOp::And, Type::S32, operand, mask(0xffff)),
            Scalar::Bool
            | Scalar::I32
            | Scalar::U32
            | Scalar::I64
            | Scalar::U64
            | Scalar::F16
            | Scalar::Bf16
            | Scalar::F16x2
            | Scalar::Bf16x2
            | Scalar::F32
            | Scalar::F64 => operand,
        }
    }

    /// The scalar that a value is.
    pub(super) fn scalar(&self, value: Value, span: Span) -> Lowered<(Scalar, Operand)> {
        match value {
            Value::Scalar(scalar, operand) => Ok((scalar, operand)),
            other => {
                let message = format!("expected a number, found {}", other.describe());
                let help = match other {
                    Value::Pointer(..) | Value::Array(..) => Some("index it, or write `*` before"),
                    Value::Vector(..) => Some("take a member: `.x`, `.y`, `.z` or `.w`"),
                    Value::Void | Value::Scalar(..) => None,
                };
                Err(Diagnostic::error(span, message).help_if(help.map(str::to_owned)))
            }
        }
    }

    /// The value as a scalar of the type.
    pub(super) fn scalar_as(&mut self, value: Value, to: Scalar, span: Span) -> Lowered<Operand> {
        let (from, operand) = self.scalar(value, span)?;
        check_conversion(from, to, span)?;
        Ok(self.convert(operand, from, to))
    }

    /// The value as an integer, promoted.
    pub(super) fn integer(&mut self, value: Value, span: Span) -> Lowered<(Scalar, Operand)> {
        let (from, operand) = self.scalar(value, span)?;
        if from.is_float() {
            let message = format!("expected an integer, found `{from}`");
            return Err(Diagnostic::error(span, message).help("cast it: `(int) …`"));
        }
        let to = from.promoted();
        Ok((to, self.convert(operand, from, to)))
    }

    /// An expression as a condition: whether it is not zero, which a string's address never is.
    pub(super) fn truth(&mut self, expr: &Expr) -> Lowered<Operand> {
        if matches!(expr.kind, ExprKind::Text(_)) {
            return Ok(Const::pred(true).into());
        }
        let value = self.rvalue(expr)?;
        self.is_not_zero(value, expr.span)
    }

    fn is_not_zero(&mut self, value: Value, span: Span) -> Lowered<Operand> {
        if let Value::Pointer(pointer, addr) = value {
            let address = self.address_operand(pointer.space, addr);
            let ty = pointer.register();
            let zero = Const::new(ty, 0).into();
            return Ok(self.build.compare(CompareOp::Ne, ty, address, zero));
        }
        self.scalar_as(value, Scalar::Bool, span)
    }

    /// An address as one operand.
    pub(super) fn address_operand(&mut self, space: Space, addr: Address) -> Operand {
        let ty = match space {
            Space::Global => Type::U64,
            Space::Shared | Space::Local | Space::Const => Type::U32,
        };
        let offset = Const::new(ty, addr.offset as u64).into();
        match addr.base {
            Some(base) => self.build.binary(BinaryOp::Add, ty, base.into(), offset),
            None => offset,
        }
    }

    /// The value, converted as by assignment to a variable or parameter of the type.
    pub(super) fn assignable(&mut self, value: Value, to: Ty, span: Span) -> Lowered<Value> {
        match (decayed(value), to) {
            (value @ Value::Scalar(..), Ty::Scalar(scalar)) => {
                Ok(Value::Scalar(scalar, self.scalar_as(value, scalar, span)?))
            }
            (Value::Vector(from, lanes), Ty::Vector(scalar, count))
                if from == scalar && lanes.len() == usize::from(count) =>
            {
                Ok(Value::Vector(from, lanes))
            }
            (Value::Pointer(from, addr), Ty::Pointer(to))
                if from.space == to.space
                    && from.element == to.element
                    && from.lanes == to.lanes =>
            {
                keep_constant(from, to.constant, span)?;
                Ok(Value::Pointer(to, addr))
            }
            (other, _) => {
                let message = format!("expected `{to}`, found {}", other.describe());
                Err(Diagnostic::error(span, message))
            }
        }
    }

    /// The registers that hold a value, in order.
    pub(super) fn operands(&mut self, value: &Value) -> ArrayVec<Operand, 4> {
        match value {
            Value::Scalar(_, operand) => std::iter::once(*operand).collect(),
            Value::Vector(_, lanes) => lanes.clone(),
            Value::Pointer(pointer, addr) | Value::Array(pointer, addr, _) => {
                std::iter::once(self.address_operand(pointer.space, *addr)).collect()
            }
            Value::Void => ArrayVec::new(),
        }
    }

    /// The value that registers of a type hold.
    pub(super) fn value_of(&self, ty: Ty, operands: ArrayVec<Operand, 4>) -> Value {
        match ty {
            Ty::Scalar(scalar) => Value::Scalar(scalar, operands[0]),
            Ty::Vector(scalar, _) => Value::Vector(scalar, operands),
            Ty::Pointer(pointer) => {
                let addr = match operands[0] {
                    Operand::Reg(reg) => Address {
                        base: Some(reg),
                        offset: 0,
                    },
                    Operand::Const(value) => Address {
                        base: None,
                        offset: value.bits as i64,
                    },
                };
                Value::Pointer(pointer, addr)
            }
        }
    }
}

/// Faults of conversions that CUDA has no constructor and no operator for.
fn check_conversion(from: Scalar, to: Scalar, span: Span) -> Lowered<()> {
    let pairs = [from, to].iter().any(|ty| ty.half_of_pair().is_some());
    let formats = from.is_half() && to.is_half();
    if from == to || !(pairs || formats) {
        return Ok(());
    }
    let help = match (from.half_of_pair(), to.half_of_pair()) {
        (Some(_), _) => "take one half: `.x` or `.y`",
        (None, Some(_)) => "make both halves: `__half2half2(x)`, `__floats2half2_rn(x, y)`",
        (None, None) => "go by way of `float`: `(float) x`",
    };
    let message = format!("no conversion from `{from}` to `{to}`");
    Err(Diagnostic::error(span, message).help(help))
}

/// An array of one dimension is a pointer to its first element.
pub(super) fn decayed(value: Value) -> Value {
    match value {
        Value::Array(pointer, addr, extents) if extents.len() == 1 => Value::Pointer(pointer, addr),
        other => other,
    }
}

/// The type of a value, where it has one that a variable can have.
pub(super) fn type_of(value: &Value) -> Option<Ty> {
    match value {
        Value::Scalar(scalar, _) => Some(Ty::Scalar(*scalar)),
        Value::Vector(scalar, lanes) => Some(Ty::Vector(*scalar, lanes.len() as u8)),
        Value::Pointer(pointer, _) => Some(Ty::Pointer(*pointer)),
        Value::Array(..) | Value::Void => None,
    }
}

/// The types of the registers that hold a value of the type.
pub(super) fn registers_of(ty: Ty) -> ArrayVec<Type, 4> {
    match ty {
        Ty::Scalar(scalar) => std::iter::once(register(scalar)).collect(),
        Ty::Vector(scalar, lanes) => (0..lanes).map(|_| register(scalar)).collect(),
        Ty::Pointer(pointer) => std::iter::once(pointer.register()).collect(),
    }
}
