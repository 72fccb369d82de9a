//! 32-bit integers: IADD3, IMAD, LEA, SHF and their friends.

use super::operands::immediate;
use super::{Selected, Selector};
use crate::backend::mir::{Inst, Opnd, Part, PredUse};
use crate::kernel::{self, BinaryOp, Operand, Type, UnaryOp, VReg};
use sim_isa::modifier::{IntSign, MinMaxType, ShiftDir, ShiftType};
use sim_isa::{Flag, Number, Op};

/// The sign modifier of a type.
pub(super) fn sign(ty: Type) -> IntSign {
    match ty.is_signed() {
        true => IntSign::S32,
        false => IntSign::U32,
    }
}

fn extreme_of(ty: Type) -> MinMaxType {
    match ty.is_signed() {
        true => MinMaxType::S32,
        false => MinMaxType::U32,
    }
}

impl Selector<'_> {
    pub(super) fn int_unary(
        &mut self,
        op: UnaryOp,
        ty: Type,
        dst: VReg,
        a: Operand,
    ) -> Selected<()> {
        let to = self.dst(dst);
        match op {
            UnaryOp::Neg => {
                let a = self.reg(a)?;
                self.iadd3(to, a.negated(), Opnd::Zero, Opnd::Zero);
            }
            UnaryOp::Abs => {
                let a = self.flexible(a)?;
                self.emit(Inst::new(Op::Iabs).dst(to).a(a));
            }
            UnaryOp::Popc => {
                let a = self.flexible(a)?;
                self.emit(Inst::new(Op::Popc).dst(to).a(a));
            }
            UnaryOp::SignExtend8 => self.sign_extend(to, a, 24)?,
            UnaryOp::SignExtend16 => self.sign_extend(to, a, 16)?,
            UnaryOp::Clz => self.leading_zeros(to, a)?,
            UnaryOp::Brev => {
                let a = self.flexible(a)?;
                self.emit(Inst::new(Op::Brev).dst(to).a(a));
            }
            _ => return self.unsupported(format!("{op:?} of {ty}")),
        }
        Ok(())
    }

    /// FLO gives the highest bit's distance from the top, and -1 where there is none: 32 then.
    pub(super) fn leading_zeros(&mut self, to: Part, a: Operand) -> Selected<()> {
        let (a, distance) = (self.flexible(a)?, self.temp(1));
        let find = Inst::new(Op::Flo).dst(distance).a(a);
        self.emit(find.with(|m| m.with(IntSign::U32).with_flag(Flag::Sh)));
        let least = Inst::new(Op::Vimnmx).dst(to).a(distance).b(Opnd::Imm(32));
        let least = least.psrc(0, PredUse::TRUE);
        self.emit(least.with(|m| m.with(MinMaxType::U32)));
        Ok(())
    }

    fn sign_extend(&mut self, to: Part, a: Operand, shift: u32) -> Selected<()> {
        let (a, high) = (self.reg(a)?, self.temp(1));
        self.shift_left(high, a, Opnd::Imm(shift));
        self.shift_right(to, high.into(), Opnd::Imm(shift), Type::S32);
        Ok(())
    }

    pub(super) fn iadd3(&mut self, dst: Part, a: Opnd, b: Opnd, c: Opnd) {
        self.emit(Inst::new(Op::Iadd3).dst(dst).a(a).b(b).c(c));
    }

    pub(super) fn shift_left(&mut self, dst: Part, a: Opnd, by: Opnd) {
        let shift = Inst::new(Op::Shf).dst(dst).a(a).b(by).c(Opnd::Zero);
        self.emit(shift.with(|m| m.with(ShiftDir::L).with(ShiftType::U32)));
    }

    pub(super) fn shift_right(&mut self, dst: Part, a: Opnd, by: Opnd, ty: Type) {
        let kind = match ty.is_signed() {
            true => ShiftType::S32,
            false => ShiftType::U32,
        };
        let shift = Inst::new(Op::Shf).dst(dst).a(Opnd::Zero).b(by).c(a);
        self.emit(shift.with(|m| m.with(ShiftDir::R).with(kind).with_flag(Flag::Hi)));
    }

    pub(super) fn int_binary(
        &mut self,
        op: BinaryOp,
        ty: Type,
        dst: VReg,
        a: Operand,
        b: Operand,
    ) -> Selected<()> {
        match op {
            BinaryOp::Add => self.add(dst, a, b),
            BinaryOp::Sub => self.sub(dst, a, b),
            BinaryOp::Mul => self.multiply(dst, a, b),
            BinaryOp::MulHi => {
                let (to, (a, b)) = (self.dst(dst), self.commuted(a, b)?);
                let high = Inst::new(Op::ImadHi).dst(to).a(a).b(b).c(Opnd::Zero);
                self.emit(high.with(|m| m.with(sign(ty))));
                Ok(())
            }
            BinaryOp::Div => self.divide(ty, dst, a, b, true),
            BinaryOp::Rem => self.divide(ty, dst, a, b, false),
            BinaryOp::Min | BinaryOp::Max => {
                let (to, (a, b)) = (self.dst(dst), self.commuted(a, b)?);
                let pick = PredUse::TRUE.inverted_if(op == BinaryOp::Max);
                let min = Inst::new(Op::Vimnmx).dst(to).a(a).b(b).psrc(0, pick);
                self.emit(min.with(|m| m.with(extreme_of(ty))));
                Ok(())
            }
            BinaryOp::Shl => {
                let (to, a, b) = (self.dst(dst), self.reg(a)?, self.flexible(b)?);
                self.shift_left(to, a, b);
                Ok(())
            }
            BinaryOp::Shr => {
                let (to, a, b) = (self.dst(dst), self.reg(a)?, self.flexible(b)?);
                self.shift_right(to, a, b, ty);
                Ok(())
            }
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::AddRn | BinaryOp::MulRn => {
                self.unsupported(format!("{op:?} of {ty}"))
            }
        }
    }

    /// Whether a value waits for exactly this use, so that its operation can be taken in.
    pub(super) fn taken_in(&self, operand: Operand) -> Option<kernel::Inst> {
        let reg = operand.reg()?;
        self.waiting
            .get(&reg)
            .map(|&index| self.inst_at(index).clone())
    }

    /// A sum: of a product (IMAD), a shifted value (LEA), or up to three values (IADD3).
    fn add(&mut self, dst: VReg, a: Operand, b: Operand) -> Selected<()> {
        for (term, other) in [(a, b), (b, a)] {
            if self.add_scaled(dst, term, other)? {
                return Ok(());
            }
        }
        let to = self.dst(dst);
        for (term, other) in [(a, b), (b, a)] {
            if let Some(kernel::Inst::Binary { op, ty, a, b, .. }) = self.taken_in(term)
                && ty.bits() == 32
                && matches!(op, BinaryOp::Add | BinaryOp::Sub)
                && !self.is_product(a)
                && !self.is_product(b)
            {
                return self.add_three(to, [a, b, other], op == BinaryOp::Sub);
            }
        }
        let (a, b) = self.commuted(a, b)?;
        self.iadd3(to, a, b, Opnd::Zero);
        Ok(())
    }

    /// Whether a value would rather be part of an IMAD or LEA than of an IADD3.
    fn is_product(&self, operand: Operand) -> bool {
        match self.taken_in(operand) {
            Some(kernel::Inst::Binary { op, b, .. }) => {
                op == BinaryOp::Mul || op == BinaryOp::Shl && b.constant().is_some()
            }
            _ => false,
        }
    }

    /// `a + b + c`, or `a - b + c`: constants and uniform values go to the middle.
    fn add_three(&mut self, to: Part, terms: [Operand; 3], minus: bool) -> Selected<()> {
        let [a, b, c] = terms;
        let flexible: Vec<_> = terms.into_iter().filter(|&t| self.is_flexible(t)).collect();
        let b_sign = |o: Opnd| if minus { o.negated() } else { o };
        if flexible.len() > 1 || minus && b.constant().is_some() {
            let (a, b, c) = (self.reg(a)?, self.reg(b)?, self.reg(c)?);
            self.iadd3(to, a, b_sign(b), c);
            return Ok(());
        }
        let (x, middle, y) = match flexible.first() {
            Some(&f) if f == a => (b, a, c),
            Some(&f) if f == c => (a, c, b),
            _ => (a, b, c),
        };
        let mut place = |operand: Operand, flex: bool| -> Selected<Opnd> {
            let opnd = if flex {
                self.flexible(operand)?
            } else {
                self.reg(operand)?
            };
            Ok(if operand == b { b_sign(opnd) } else { opnd })
        };
        if minus && (a == b || c == b) {
            let (a, b, c) = (self.reg(a)?, self.reg(b)?, self.reg(c)?);
            self.iadd3(to, a, b.negated(), c);
            return Ok(());
        }
        let (x, m, y) = (place(x, false)?, place(middle, true)?, place(y, false)?);
        self.iadd3(to, x, m, y);
        Ok(())
    }

    /// `term + other` where the term is a product or a shift; false if it is neither.
    fn add_scaled(&mut self, dst: VReg, term: Operand, other: Operand) -> Selected<bool> {
        // A shift may be taken in by several sums; a product only by its one user.
        let waits = self.taken_in(term).is_some();
        let Some(kernel::Inst::Binary { op, ty, a, b, .. }) = self.peek_operand(term) else {
            return Ok(false);
        };
        if ty.bits() != 32 {
            return Ok(false);
        }
        let shift = match (op, b.constant()) {
            (BinaryOp::Shl, Some(by)) if by.bits < 32 => Some(by.bits as u8),
            (BinaryOp::Mul, Some(by)) if by.bits.is_power_of_two() => {
                Some(by.bits.trailing_zeros() as u8)
            }
            _ => None,
        };
        match (op, shift) {
            (BinaryOp::Shr, _) if waits => self.add_shifted_down(dst, ty, (a, b), other),
            (_, Some(shift)) => {
                let (to, a, other) = (self.dst(dst), self.reg(a)?, self.flexible(other)?);
                let lea = Inst::new(Op::Lea).dst(to).a(a).b(other).c(Opnd::Zero);
                self.emit(lea.with(|m| m.with_number(Number::Shift, shift)));
                Ok(true)
            }
            (BinaryOp::Mul, None) if waits => {
                self.imad(dst, a, b, other)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// `(a >> by) + other`: the upper word of `a` shifted up by the rest of 32, with or without
    /// `a`'s sign above it. False if the amount is no constant.
    fn add_shifted_down(
        &mut self,
        dst: VReg,
        ty: Type,
        (a, by): (Operand, Operand),
        other: Operand,
    ) -> Selected<bool> {
        let Some(by) = by.constant().filter(|by| (1..32).contains(&by.bits)) else {
            return Ok(false);
        };
        let (to, a, other) = (self.dst(dst), self.reg(a)?, self.flexible(other)?);
        let lea = Inst::new(Op::Lea).dst(to).a(a).b(other).c(Opnd::Zero);
        let lea = lea.with(|m| {
            m.with_flag(Flag::Hi)
                .with_number(Number::Shift, 32 - by.bits as u8)
        });
        self.emit(match ty.is_signed() {
            true => lea.with(|m| m.with_flag(Flag::Sx32)),
            false => lea,
        });
        Ok(true)
    }

    fn sub(&mut self, dst: VReg, a: Operand, b: Operand) -> Selected<()> {
        let to = self.dst(dst);
        if let Some(value) = b.constant() {
            let a = self.reg(a)?;
            let minus = immediate((value.bits as u32).wrapping_neg());
            self.iadd3(to, a, minus, Opnd::Zero);
            return Ok(());
        }
        match self.is_flexible(b) {
            true => {
                let (a, b) = (self.reg(a)?, self.flexible(b)?);
                self.iadd3(to, a, b.negated(), Opnd::Zero);
            }
            false => {
                let (b, a) = (self.reg(b)?, self.flexible(a)?);
                self.iadd3(to, b.negated(), a, Opnd::Zero);
            }
        }
        Ok(())
    }

    fn multiply(&mut self, dst: VReg, a: Operand, b: Operand) -> Selected<()> {
        let power = b.constant().map(|c| c.bits).filter(|b| b.is_power_of_two());
        match power {
            Some(power) => {
                let (to, a) = (self.dst(dst), self.reg(a)?);
                self.shift_left(to, a, immediate(power.trailing_zeros()));
                Ok(())
            }
            None => self.imad(dst, a, b, kernel::Const::u32(0).into()),
        }
    }

    pub(super) fn imad(&mut self, dst: VReg, a: Operand, b: Operand, c: Operand) -> Selected<()> {
        let to = self.dst(dst);
        let (a, b, c) = self.product_and_sum(a, b, c)?;
        self.emit(Inst::new(Op::Imad).dst(to).a(a).b(b).c(c));
        Ok(())
    }
}
