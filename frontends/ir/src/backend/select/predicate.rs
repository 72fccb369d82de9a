//! Predicates: comparisons, their combinations, and conditions.
//!
//! A comparison takes `and`/`or` with another predicate in; an inversion is pushed down to the
//! comparisons, as nvcc does for conditions of branches and exits.

use super::integer::sign;
use super::{Selected, Selector};
use crate::backend::mir::{Inst, Opnd, PredUse, VirtId};
use crate::kernel::{self, BinaryOp, CompareOp, Operand, Type, UnaryOp};
use sim_isa::modifier::{BoolOp, DoubleCmp, FloatCmp, IntCmp, IntSign, SetValue};
use sim_isa::{Flag, Number, Op};

/// PLOP3's truth tables of its first two inputs.
const AND: u8 = 0xc0;
const OR: u8 = 0xfc;
const XOR: u8 = 0x3c;
const FIRST: u8 = 0xf0;

/// A predicate that a comparison is combined with.
#[derive(Clone, Copy)]
pub(super) struct Combined(BoolOp, PredUse);

impl Selector<'_> {
    /// Computes the predicate that an instruction defines.
    pub(super) fn predicate_value_of(&mut self, inst: &kernel::Inst) -> Selected<()> {
        let dst = self.virt_of(inst.defs()[0]);
        self.predicate_into(dst, inst, false)
    }

    /// A condition, inverted if asked for.
    pub(super) fn condition(&mut self, operand: Operand, invert: bool) -> Selected<PredUse> {
        let reg = match operand {
            Operand::Const(value) => {
                return Ok(PredUse::FALSE.inverted_if((value.bits != 0) != invert));
            }
            Operand::Reg(reg) => reg,
        };
        if let Some(kernel::Inst::Unary {
            op: UnaryOp::Not,
            ty: Type::Pred,
            a,
            ..
        }) = self.peek(reg)
        {
            return self.condition(a, !invert);
        }
        if let Some(&index) = self.waiting.get(&reg) {
            let inst = self.inst_at(index).clone();
            if is_predicate_logic(&inst) {
                self.waiting.remove(&reg);
                let dst = self.temp_pred();
                self.predicate_into(dst, &inst, invert)?;
                return Ok(PredUse::of(dst));
            }
        }
        let part = self.part(reg)?;
        Ok(PredUse::of(part.virt).inverted_if(invert))
    }

    fn predicate_into(&mut self, dst: VirtId, inst: &kernel::Inst, invert: bool) -> Selected<()> {
        match *inst {
            kernel::Inst::Compare { .. } => self.compare(dst, inst, invert, None),
            kernel::Inst::Binary { op, a, b, .. } => self.combine(dst, op, a, b, invert),
            kernel::Inst::Unary { a, .. } => {
                let a = self.condition(a, !invert)?;
                self.plop3(dst, FIRST, a, PredUse::TRUE);
                Ok(())
            }
            kernel::Inst::Copy { src, .. } => {
                let src = self.condition(src, invert)?;
                self.plop3(dst, FIRST, src, PredUse::TRUE);
                Ok(())
            }
            kernel::Inst::Select {
                condition, a, b, ..
            } => self.select_predicate(dst, [condition, a, b], invert),
            _ => self.unsupported("this kind of predicate"),
        }
    }

    fn plop3(&mut self, dst: VirtId, table: u8, a: PredUse, b: PredUse) {
        let inst = Inst::new(Op::Plop3).pdst(0, dst).psrc(0, a).psrc(1, b);
        self.emit(inst.with(|m| m.with_number(Number::Lut, table)));
    }

    fn select_predicate(
        &mut self,
        dst: VirtId,
        [pick, a, b]: [Operand; 3],
        invert: bool,
    ) -> Selected<()> {
        let (pick, a, b) = (
            self.condition(pick, false)?,
            self.condition(a, invert)?,
            self.condition(b, invert)?,
        );
        let table = 0xf0 & 0xcc | !0xf0 & 0xaa;
        let inst = Inst::new(Op::Plop3).pdst(0, dst);
        let inst = inst.psrc(0, pick).psrc(1, a).psrc(2, b);
        self.emit(inst.with(|m| m.with_number(Number::Lut, table)));
        Ok(())
    }

    fn combine(
        &mut self,
        dst: VirtId,
        op: BinaryOp,
        a: Operand,
        b: Operand,
        invert: bool,
    ) -> Selected<()> {
        let (bool_op, table) = match (op, invert) {
            (BinaryOp::And, false) | (BinaryOp::Or, true) => (Some(BoolOp::And), AND),
            (BinaryOp::Or, false) | (BinaryOp::And, true) => (Some(BoolOp::Or), OR),
            _ => (None, XOR),
        };
        let Some(bool_op) = bool_op else {
            let (a, b) = (self.condition(a, invert)?, self.condition(b, false)?);
            self.plop3(dst, table, a, b);
            return Ok(());
        };
        for (one, other) in [(b, a), (a, b)] {
            if let Some(compare) = self.waiting_compare(one) {
                let with = Combined(bool_op, self.condition(other, invert)?);
                self.compare(dst, &compare, invert, Some(with))?;
                return Ok(());
            }
        }
        let (a, b) = (self.condition(a, invert)?, self.condition(b, invert)?);
        self.plop3(dst, table, a, b);
        Ok(())
    }

    fn waiting_compare(&mut self, operand: Operand) -> Option<kernel::Inst> {
        let reg = operand.reg()?;
        let inst = self.inst_at(*self.waiting.get(&reg)?).clone();
        let single = match inst {
            kernel::Inst::Compare { ty, .. } => !matches!(ty, Type::S64 | Type::U64 | Type::Pred),
            _ => false,
        };
        single.then(|| {
            self.waiting.remove(&reg);
            inst
        })
    }

    pub(super) fn compare(
        &mut self,
        dst: VirtId,
        inst: &kernel::Inst,
        invert: bool,
        with: Option<Combined>,
    ) -> Selected<()> {
        let kernel::Inst::Compare { op, ty, a, b, .. } = *inst else {
            return self.unsupported("this kind of comparison");
        };
        match ty {
            Type::S32 | Type::U32 => self.compare_words(dst, (op, ty), (a, b), invert, with),
            Type::S64 | Type::U64 => self.compare_pairs(dst, (op, ty), (a, b), invert),
            Type::F32 => self.compare_floats(dst, op, (a, b), invert, with),
            Type::F64 => self.compare_doubles(dst, op, (a, b), invert, with),
            Type::F16 | Type::Bf16 => {
                let (op, a, b) = constant_last(op, a, b);
                let test = float_test(op, invert);
                let inst = self.compare_halves(dst, ty, (test, a, b))?;
                self.emit(combined(inst, with));
                Ok(())
            }
            Type::F16x2 | Type::Bf16x2 => {
                self.compare_two_halves(dst, (op, ty), (a, b), invert, with)
            }
            Type::Pred => {
                let (a, b) = (
                    self.condition(a, op == CompareOp::Eq)?,
                    self.condition(b, invert)?,
                );
                self.plop3(dst, XOR, a, b);
                Ok(())
            }
        }
    }

    /// Whether a comparison holds for both halves: ones in all bits of HSET2's result.
    fn compare_two_halves(
        &mut self,
        dst: VirtId,
        (op, ty): (CompareOp, Type),
        (a, b): (Operand, Operand),
        invert: bool,
        with: Option<Combined>,
    ) -> Selected<()> {
        let (op, a, b) = constant_last(op, a, b);
        let held = self.temp(1);
        self.set_halves(held, ty, (float_test(op, false), a, b), SetValue::Ones)?;
        let test = if invert { IntCmp::Ne } else { IntCmp::Eq };
        let inst = Inst::new(Op::Isetp)
            .pdst(0, dst)
            .a(held)
            .b(Opnd::Imm(u32::MAX));
        let inst = inst.with(|m| m.with(test).with(IntSign::S32));
        self.emit(combined(inst, with));
        Ok(())
    }

    fn compare_words(
        &mut self,
        dst: VirtId,
        (op, ty): (CompareOp, Type),
        (a, b): (Operand, Operand),
        invert: bool,
        with: Option<Combined>,
    ) -> Selected<()> {
        let swap = self.is_flexible(a) && !self.is_flexible(b) || a.constant().is_some();
        let (op, a, b) = if swap {
            (mirrored(op), b, a)
        } else {
            (op, a, b)
        };
        let (a, b) = (self.reg(a)?, self.flexible(b)?);
        let test = int_test(if invert { op.contrary() } else { op });
        let inst = Inst::new(Op::Isetp).pdst(0, dst).a(a).b(b);
        let inst = inst.with(|m| m.with(test).with(sign(ty)));
        self.emit(combined(inst, with));
        Ok(())
    }

    /// The lower words decide where the upper ones are equal.
    fn compare_pairs(
        &mut self,
        dst: VirtId,
        (op, ty): (CompareOp, Type),
        (a, b): (Operand, Operand),
        invert: bool,
    ) -> Selected<()> {
        let test = int_test(if invert { op.contrary() } else { op });
        let low = self.temp_pred();
        let (x, y) = (self.half_reg(a, 0)?, self.half_of(b, 0)?);
        let inst = Inst::new(Op::Isetp).pdst(0, low).a(x).b(y);
        self.emit(inst.with(|m| m.with(test).with(IntSign::U32)));
        let (x, y) = (self.half_reg(a, 1)?, self.half_of(b, 1)?);
        let inst = Inst::new(Op::Isetp).pdst(0, dst).a(x).b(y);
        let inst = inst.psrc(1, PredUse::of(low));
        self.emit(inst.with(|m| m.with(test).with(sign(ty)).with_flag(Flag::Ex)));
        Ok(())
    }

    fn compare_floats(
        &mut self,
        dst: VirtId,
        op: CompareOp,
        (a, b): (Operand, Operand),
        invert: bool,
        with: Option<Combined>,
    ) -> Selected<()> {
        let swap = self.is_flexible_float(a) && !self.is_flexible_float(b);
        let (op, a, b) = if swap {
            (mirrored(op), b, a)
        } else {
            (op, a, b)
        };
        let (a, b) = (self.float(a, false)?, self.float(b, true)?);
        let test = float_test(op, invert);
        let inst = Inst::new(Op::Fsetp).pdst(0, dst).a(a).b(b);
        self.emit(combined(inst.with(|m| m.with(test)), with));
        Ok(())
    }

    fn compare_doubles(
        &mut self,
        dst: VirtId,
        op: CompareOp,
        (a, b): (Operand, Operand),
        invert: bool,
        with: Option<Combined>,
    ) -> Selected<()> {
        let swap = a.constant().is_some();
        let (op, a, b) = if swap {
            (mirrored(op), b, a)
        } else {
            (op, a, b)
        };
        let (a, b) = (self.float(a, false)?, self.float(b, false)?);
        let inst = Inst::new(Op::Dsetp).pdst(0, dst).a(a).b(b);
        let inst = inst.with(|m| m.with(double_test(op, invert)));
        self.emit(combined(inst, with));
        Ok(())
    }

    /// A predicate as a number: `one` where it holds.
    pub(super) fn predicate_as_word(&mut self, dst: Opnd, src: Operand, one: u32) -> Selected<()> {
        let absent = self.condition(src, true)?;
        let sel = Inst::new(Op::Sel).dst(dst).a(Opnd::Zero).b(Opnd::Imm(one));
        self.emit(sel.psrc(0, absent));
        Ok(())
    }
}

fn is_predicate_logic(inst: &kernel::Inst) -> bool {
    match inst {
        kernel::Inst::Compare { .. } => true,
        kernel::Inst::Binary { ty, .. } => *ty == Type::Pred,
        _ => false,
    }
}

fn combined(inst: Inst, with: Option<Combined>) -> Inst {
    match with {
        Some(Combined(op, other)) => inst.psrc(0, other).with(|m| m.with(op)),
        None => inst,
    }
}

/// A comparison whose left side is no constant, if one side is none.
pub(super) fn constant_last(
    op: CompareOp,
    a: Operand,
    b: Operand,
) -> (CompareOp, Operand, Operand) {
    match a.constant() {
        Some(_) => (mirrored(op), b, a),
        None => (op, a, b),
    }
}

/// The comparison with its sides exchanged.
fn mirrored(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Eq | CompareOp::Ne => op,
        CompareOp::Lt => CompareOp::Gt,
        CompareOp::Le => CompareOp::Ge,
        CompareOp::Gt => CompareOp::Lt,
        CompareOp::Ge => CompareOp::Le,
    }
}

fn int_test(op: CompareOp) -> IntCmp {
    match op {
        CompareOp::Eq => IntCmp::Eq,
        CompareOp::Ne => IntCmp::Ne,
        CompareOp::Lt => IntCmp::Lt,
        CompareOp::Le => IntCmp::Le,
        CompareOp::Gt => IntCmp::Gt,
        CompareOp::Ge => IntCmp::Ge,
    }
}

/// Inverted comparisons hold for NaNs, plain ones but for `Ne` do not.
pub(super) fn float_test(op: CompareOp, invert: bool) -> FloatCmp {
    match (op, invert) {
        (CompareOp::Eq, false) | (CompareOp::Ne, true) => FloatCmp::Eq,
        (CompareOp::Ne, false) | (CompareOp::Eq, true) => FloatCmp::Neu,
        (CompareOp::Lt, false) => FloatCmp::Lt,
        (CompareOp::Le, false) => FloatCmp::Le,
        (CompareOp::Gt, false) => FloatCmp::Gt,
        (CompareOp::Ge, false) => FloatCmp::Ge,
        (CompareOp::Lt, true) => FloatCmp::Geu,
        (CompareOp::Le, true) => FloatCmp::Gtu,
        (CompareOp::Gt, true) => FloatCmp::Leu,
        (CompareOp::Ge, true) => FloatCmp::Ltu,
    }
}

/// The same of doubles.
fn double_test(op: CompareOp, invert: bool) -> DoubleCmp {
    match float_test(op, invert) {
        FloatCmp::Eq => DoubleCmp::Eq,
        FloatCmp::Neu => DoubleCmp::Neu,
        FloatCmp::Lt => DoubleCmp::Lt,
        FloatCmp::Le => DoubleCmp::Le,
        FloatCmp::Gt => DoubleCmp::Gt,
        FloatCmp::Ge => DoubleCmp::Ge,
        FloatCmp::Geu => DoubleCmp::Geu,
        FloatCmp::Gtu => DoubleCmp::Gtu,
        FloatCmp::Leu => DoubleCmp::Leu,
        _ => DoubleCmp::Ltu,
    }
}
