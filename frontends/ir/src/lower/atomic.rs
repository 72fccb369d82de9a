//! Atomics: by the machine's instruction where there is one, else by a loop around a
//! compare-and-swap, which is what nvcc makes of them, too.
//!
//! The machine has no atomic for floats in shared memory, and 64-bit ones there only exchange
//! and compare. Both loops try the operation on the value read until nobody has come between.

use super::memory::check_written;
use super::value::{Pointer, Ty, Value, in_memory, register};
use super::{Lowered, Lowering};
use crate::cexpr::{Expr, Scalar};
use crate::diagnostic::Diagnostic;
use crate::kernel::{
    AccessMode, Address, AtomicOp, BinaryOp, CompareOp, Inst, MemType, Operand, RegionKind, Space,
    Type, UnaryOp,
};
use crate::source::Span;

impl Lowering<'_> {
    pub(super) fn atomic(
        &mut self,
        op: AtomicOp,
        to: &Expr,
        a: &Expr,
        b: Option<&Expr>,
        negate: bool,
    ) -> Lowered<Value> {
        let (pointer, addr) = self.pointer_argument(to)?;
        check_atomic(op, pointer, to.span)?;
        let ty = pointer.element;
        let value = self.rvalue(a)?;
        let mut operand = self.scalar_as(value, ty, a.span)?;
        if negate {
            operand = self.build.unary(UnaryOp::Neg, register(ty), operand);
        }
        let second = match b {
            Some(b) => {
                let value = self.rvalue(b)?;
                Some(self.scalar_as(value, ty, b.span)?)
            }
            None => None,
        };
        if let Some(combine) = looped(op, pointer) {
            return Ok(self.retried(combine, pointer, addr, operand));
        }
        let dst = self.build.temporary(register(ty));
        self.build.emit(Inst::Atomic {
            op,
            space: pointer.space,
            ty: in_memory(ty),
            dst: Some(dst),
            addr,
            a: operand,
            b: second,
        });
        Ok(Value::Scalar(ty, dst.into()))
    }

    /// `do { seen = *p; } while (atomicCAS(p, seen, seen op value) != seen)`
    fn retried(&mut self, op: BinaryOp, pointer: Pointer, addr: Address, value: Operand) -> Value {
        let (ty, space) = (pointer.element, pointer.space);
        let (inside, exit) = (self.build.new_block(), self.build.new_block());
        let region = self.build.open_region(RegionKind::Loop, exit);
        self.build.jump(inside);
        self.build.switch_to(inside);
        let seen = self.build.temporary(register(ty));
        self.build.emit(Inst::Load {
            space,
            ty: in_memory(ty),
            dst: std::iter::once(seen).collect(),
            addr,
            mode: AccessMode {
                volatile: true,
                ..AccessMode::default()
            },
        });
        let sum = self.build.binary(op, register(ty), seen.into(), value);
        let (bits, word) = bits_of(ty);
        let compare = self.build.reinterpret(word, seen.into());
        let new = self.build.reinterpret(word, sum);
        let found = self.build.temporary(word);
        self.build.emit(Inst::Atomic {
            op: AtomicOp::CompareSwap,
            space,
            ty: bits,
            dst: Some(found),
            addr,
            a: compare,
            b: Some(new),
        });
        let again = self
            .build
            .compare(CompareOp::Ne, word, found.into(), compare);
        self.go_one_of(again, inside, exit, Some(region));
        self.build.open.pop();
        self.build.switch_to(exit);
        Value::Scalar(ty, seen.into())
    }
}

/// The bits of an element, as what compare-and-swap takes.
fn bits_of(ty: Scalar) -> (MemType, Type) {
    match ty.size() {
        8 => (MemType::U64, Type::U64),
        _ => (MemType::U32, Type::U32),
    }
}

/// The operation, where the machine has no atomic of it.
fn looped(op: AtomicOp, pointer: Pointer) -> Option<BinaryOp> {
    let lacking = pointer.space == Space::Shared
        && (pointer.element.is_float() || pointer.element.size() == 8);
    let combine = match op {
        AtomicOp::Add => BinaryOp::Add,
        AtomicOp::Min => BinaryOp::Min,
        AtomicOp::Max => BinaryOp::Max,
        AtomicOp::And => BinaryOp::And,
        AtomicOp::Or => BinaryOp::Or,
        AtomicOp::Xor => BinaryOp::Xor,
        AtomicOp::Inc | AtomicOp::Dec | AtomicOp::Exchange | AtomicOp::CompareSwap => return None,
    };
    lacking.then_some(combine)
}

fn check_atomic(op: AtomicOp, pointer: Pointer, span: Span) -> Lowered<()> {
    let fits = match op {
        AtomicOp::Add => pointer.element.size() >= 4 && pointer.element != Scalar::I64,
        AtomicOp::Exchange => {
            let lacking = pointer.element == Scalar::F64 || pointer.element.is_half();
            pointer.element.size() >= 4 && !lacking
        }
        AtomicOp::Inc | AtomicOp::Dec => pointer.element == Scalar::U32,
        AtomicOp::CompareSwap
        | AtomicOp::Min
        | AtomicOp::Max
        | AtomicOp::And
        | AtomicOp::Or
        | AtomicOp::Xor => pointer.element.size() >= 4 && !pointer.element.is_float(),
    };
    let placed = matches!(pointer.space, Space::Global | Space::Shared);
    check_written(pointer, span)?;
    if !fits || pointer.lanes > 1 || !placed {
        let message = format!("no such atomic on `{}`", Ty::Pointer(pointer));
        let help = match pointer.element.is_half() {
            true => "of floats of 16 bits, `atomicAdd` works on pairs: `__half2`, `__nv_bfloat162`",
            false => "atomics work on 32- and 64-bit elements of global and shared memory",
        };
        return Err(Diagnostic::error(span, message).help(help));
    }
    Ok(())
}
