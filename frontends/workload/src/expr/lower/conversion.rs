//! Conversions: between the types of values, and to what an element keeps.

use super::{Lowering, Value};
use crate::element::{ElementType, ValueType};
use crate::expr::code::Op;
use crate::expr::error::{ExprError, ExprErrorKind};
use sim_ir::cexpr::{Expr, Scalar, TypeName};
use sim_ir::source::Span;

impl Lowering<'_> {
    pub(super) fn convert(
        &mut self,
        value: Value,
        ty: ValueType,
        span: Span,
    ) -> Result<Value, ExprError> {
        match value.ty == ty {
            true => Ok(value),
            false => self.emit(Op::Convert(value.ty, ty), &[value], ty, span),
        }
    }

    pub(super) fn convert_to_element(
        &mut self,
        value: Value,
        ty: ElementType,
        span: Span,
    ) -> Result<Value, ExprError> {
        let promoted = ty.promoted();
        let value = self.convert(value, promoted, span)?;
        match ty {
            ElementType::U8
            | ElementType::I8
            | ElementType::U16
            | ElementType::I16
            | ElementType::F16
            | ElementType::BF16 => self.emit(Op::Narrow(ty), &[value], promoted, span),
            ElementType::U32
            | ElementType::I32
            | ElementType::U64
            | ElementType::I64
            | ElementType::F32
            | ElementType::F64 => Ok(value),
        }
    }

    pub(super) fn cast(
        &mut self,
        ty: TypeName,
        operand: &Expr,
        span: Span,
    ) -> Result<Value, ExprError> {
        let Some(scalar) = ty.as_scalar() else {
            return Err(ExprErrorKind::CastTo(ty.to_string()).at(span));
        };
        let value = self.expr(operand)?;
        let narrow = match scalar {
            Scalar::Bool => return self.truth(value, span),
            Scalar::I8 => ElementType::I8,
            Scalar::U8 => ElementType::U8,
            Scalar::I16 => ElementType::I16,
            Scalar::U16 => ElementType::U16,
            Scalar::I32 => ElementType::I32,
            Scalar::U32 => ElementType::U32,
            Scalar::I64 => ElementType::I64,
            Scalar::U64 => ElementType::U64,
            Scalar::F16 => ElementType::F16,
            Scalar::Bf16 => ElementType::BF16,
            Scalar::F16x2 | Scalar::Bf16x2 => {
                return Err(ExprErrorKind::CastTo(ty.to_string()).at(span));
            }
            Scalar::F32 => ElementType::F32,
            Scalar::F64 => ElementType::F64,
        };
        self.convert_to_element(value, narrow, span)
    }
}
