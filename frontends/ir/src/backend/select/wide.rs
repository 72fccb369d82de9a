//! 64-bit integers: pairs of registers, with carries from the lower to the upper half.

use super::operands::{half, immediate};
use super::{Selected, Selector};
use crate::backend::mir::{Inst, Opnd, Part, PredUse};
use crate::kernel::{self, BinaryOp, Const, Operand, Type, UnaryOp, VReg};
use sim_isa::modifier::{IntSign, MinMaxType, ShiftDir, ShiftType};
use sim_isa::{Flag, Number, Op, SrcMods};

impl Selector<'_> {
    pub(super) fn wide_unary(&mut self, op: UnaryOp, dst: VReg, a: Operand) -> Selected<()> {
        let to = self.dst(dst);
        match op {
            UnaryOp::Neg => self.sub_pairs(to, Const::u64(0).into(), a),
            UnaryOp::Not => {
                for first in 0..2 {
                    let word = self.half_of(a, first)?;
                    self.lop3(half(to, first), Opnd::Zero, word, 0x33);
                }
                Ok(())
            }
            UnaryOp::Popc => {
                let (low, high) = (self.temp(1), self.temp(1));
                for (part, first) in [(low, 0), (high, 1)] {
                    let word = self.half_of(a, first)?;
                    self.emit(Inst::new(Op::Popc).dst(part).a(word));
                }
                self.iadd3(to, low.into(), high.into(), Opnd::Zero);
                Ok(())
            }
            UnaryOp::Abs => {
                let minus = self.temp(2);
                self.sub_pairs(minus, Const::u64(0).into(), a)?;
                let negative = self.temp_pred();
                let high = self.half_reg(a, 1)?;
                let test = Inst::new(Op::Isetp).pdst(0, negative).a(high).b(Opnd::Zero);
                let less = sim_isa::modifier::IntCmp::Lt;
                self.emit(test.with(|m| m.with(less).with(IntSign::S32)));
                for first in 0..2 {
                    let word = self.half_of(a, first)?;
                    let sel = Inst::new(Op::Sel).dst(half(to, first));
                    let sel = sel.a(half(minus, first)).b(word);
                    self.emit(sel.psrc(0, PredUse::of(negative)));
                }
                Ok(())
            }
            UnaryOp::Brev => {
                for first in 0..2 {
                    let word = self.half_of(a, 1 - first)?;
                    self.emit(Inst::new(Op::Brev).dst(half(to, first)).a(word));
                }
                Ok(())
            }
            UnaryOp::Clz => self.pair_leading_zeros(to, a),
            _ => self.unsupported(format!("{op:?} of 64-bit integers")),
        }
    }

    /// Those of the upper word, and if it has no one, those of the lower beside its 32.
    fn pair_leading_zeros(&mut self, to: Part, a: Operand) -> Selected<()> {
        let words = [self.temp(1), self.temp(1)];
        for (word, first) in words.into_iter().zip(0u8..) {
            let half = self.half_reg(a, first)?;
            let find = Inst::new(Op::Flo).dst(word).a(half);
            self.emit(find.with(|m| m.with(IntSign::U32).with_flag(Flag::Sh)));
            let least = Inst::new(Op::Vimnmx).dst(word).a(word).b(Opnd::Imm(32));
            let least = least.psrc(0, PredUse::TRUE);
            self.emit(least.with(|m| m.with(MinMaxType::U32)));
        }
        let (sum, upper_empty) = (self.temp(1), self.temp_pred());
        self.iadd3(sum, words[0].into(), words[1].into(), Opnd::Zero);
        let test = Inst::new(Op::Isetp).pdst(0, upper_empty).a(words[1]);
        let test = test.b(Opnd::Imm(32));
        let equal = sim_isa::modifier::IntCmp::Eq;
        self.emit(test.with(|m| m.with(equal).with(IntSign::U32)));
        let sel = Inst::new(Op::Sel).dst(to).a(sum).b(words[1]);
        self.emit(sel.psrc(0, PredUse::of(upper_empty)));
        Ok(())
    }

    fn lop3(&mut self, dst: Part, a: Opnd, b: Opnd, table: u8) {
        let inst = Inst::new(Op::Lop3).dst(dst).a(a).b(b).c(Opnd::Zero);
        self.emit(inst.with(|m| m.with_number(Number::Lut, table)));
    }

    pub(super) fn wide_binary(
        &mut self,
        op: BinaryOp,
        ty: Type,
        dst: VReg,
        a: Operand,
        b: Operand,
    ) -> Selected<()> {
        let to = self.dst(dst);
        match op {
            BinaryOp::Add => match self.scaled(dst.into()) {
                Some(scaled) => self.scaled_into(to, scaled),
                None => self.add_pairs(to, a, b),
            },
            BinaryOp::Sub => self.sub_pairs(to, a, b),
            BinaryOp::Mul => self.multiply_pairs(to, a, b, Opnd::Zero),
            BinaryOp::And => self.bitwise(to, a, b, 0xc0),
            BinaryOp::Or => self.bitwise(to, a, b, 0xfc),
            BinaryOp::Xor => self.bitwise(to, a, b, 0x3c),
            BinaryOp::Shl => self.shift_pair_left(to, a, b),
            BinaryOp::Shr => self.shift_pair_right(to, a, b, ty),
            BinaryOp::Min | BinaryOp::Max => self.pick_pair(op, ty, to, a, b),
            BinaryOp::Div => self.divide_pairs(ty, to, a, b, true),
            BinaryOp::Rem => self.divide_pairs(ty, to, a, b, false),
            BinaryOp::MulHi | BinaryOp::AddRn | BinaryOp::MulRn => {
                self.unsupported(format!("{op:?} of 64-bit integers"))
            }
        }
    }

    /// `dst = a + b`: IADD3 with carry out, IADD3.X with carry in.
    pub(super) fn add_pairs(&mut self, dst: Part, a: Operand, b: Operand) -> Selected<()> {
        let (a, b) = if a.constant().is_some() {
            (b, a)
        } else {
            (a, b)
        };
        let left = [self.half_reg(a, 0)?, self.half_reg(a, 1)?];
        let right = [self.half_of(b, 0)?, self.half_of(b, 1)?];
        self.add_halves(dst, left, right);
        Ok(())
    }

    /// The same of words, lower ones first.
    pub(super) fn add_halves(&mut self, dst: Part, a: [Opnd; 2], b: [Opnd; 2]) {
        let carry = self.temp_pred();
        let low = Inst::new(Op::Iadd3).dst(half(dst, 0)).pdst(0, carry);
        self.emit(low.a(a[0]).b(b[0]).c(Opnd::Zero));
        let high = Inst::new(Op::Iadd3)
            .dst(half(dst, 1))
            .psrc(0, PredUse::of(carry));
        let high = high.with(|m| m.with_flag(Flag::X));
        self.emit(high.a(a[1]).b(b[1]).c(Opnd::Zero));
    }

    fn sub_pairs(&mut self, dst: Part, a: Operand, b: Operand) -> Selected<()> {
        if let Some(value) = b.constant() {
            let minus = Const::u64(value.bits.wrapping_neg());
            return self.add_pairs(dst, a, minus.into());
        }
        let carry = self.temp_pred();
        let (x, y) = (self.half_of(a, 0)?, self.half_reg(b, 0)?);
        let low = Inst::new(Op::Iadd3).dst(half(dst, 0)).pdst(0, carry);
        self.emit(low.a(y.negated()).b(x).c(Opnd::Zero));
        let (x, y) = (self.half_of(a, 1)?, self.half_reg(b, 1)?);
        let high = Inst::new(Op::Iadd3)
            .dst(half(dst, 1))
            .psrc(0, PredUse::of(carry));
        let high = high.with(|m| m.with_flag(Flag::X));
        self.emit(high.a(complement(y)).b(x).c(Opnd::Zero));
        Ok(())
    }

    /// The lower 64 bits of `a * b + c`, from three 32-bit products, or from one where the
    /// factors are words.
    fn multiply_pairs(&mut self, dst: Part, a: Operand, b: Operand, c: Opnd) -> Selected<()> {
        if let (Some(a), Some(b)) = (self.zero_extended(a), self.zero_extended(b)) {
            let (a, b) = (self.reg(a)?, self.reg(b)?);
            let product = Inst::new(Op::ImadWide).dst(dst).a(a).b(b).c(c);
            self.emit(product.with(|m| m.with(IntSign::U32)));
            return Ok(());
        }
        let (a0, a1) = (self.half_reg(a, 0)?, self.half_reg(a, 1)?);
        let (b0, b1) = (self.half_reg(b, 0)?, self.half_reg(b, 1)?);
        let (cross, low, upper) = (self.temp(1), self.temp(2), self.temp(1));
        self.emit(Inst::new(Op::Imad).dst(cross).a(a1).b(b0).c(Opnd::Zero));
        self.emit(Inst::new(Op::Imad).dst(upper).a(a0).b(b1).c(cross));
        let product = Inst::new(Op::ImadWide).dst(low).a(a0).b(b0).c(c);
        self.emit(product.with(|m| m.with(IntSign::U32)));
        self.mov(half(dst, 0), half(low, 0).into());
        self.iadd3(half(dst, 1), half(low, 1).into(), upper.into(), Opnd::Zero);
        Ok(())
    }

    /// The word that a value of 64 bits is, where its upper half is known to be zero.
    fn zero_extended(&self, operand: Operand) -> Option<Operand> {
        match operand {
            Operand::Const(value) => {
                let word = u32::try_from(value.bits).ok()?;
                Some(Const::u32(word).into())
            }
            Operand::Reg(_) => match self.peek_operand(operand)? {
                kernel::Inst::Convert {
                    from: Type::U32,
                    to: Type::S64 | Type::U64,
                    src,
                    ..
                } => Some(src),
                _ => None,
            },
        }
    }

    pub(super) fn wide_fma(
        &mut self,
        dst: VReg,
        a: Operand,
        b: Operand,
        c: Operand,
    ) -> Selected<()> {
        let (to, c) = (self.dst(dst), self.reg(c)?);
        self.multiply_pairs(to, a, b, c)
    }

    /// The full product of two words, plus a pair.
    pub(super) fn mul_wide(
        &mut self,
        ty: Type,
        dst: VReg,
        a: Operand,
        b: Operand,
        plus: Option<Operand>,
    ) -> Selected<()> {
        let to = self.dst(dst);
        let (a, b) = self.commuted(a, b)?;
        let c = plus.map_or(Ok(Opnd::Zero), |c| self.reg(c))?;
        let wide = Inst::new(Op::ImadWide).dst(to).a(a).b(b).c(c);
        self.emit(wide.with(|m| m.with(super::integer::sign(ty))));
        Ok(())
    }

    fn bitwise(&mut self, dst: Part, a: Operand, b: Operand, table: u8) -> Selected<()> {
        let (a, b) = if a.constant().is_some() {
            (b, a)
        } else {
            (a, b)
        };
        for first in 0..2 {
            let (x, y) = (self.half_reg(a, first)?, self.half_of(b, first)?);
            self.lop3(half(dst, first), x, y, table);
        }
        Ok(())
    }

    /// The upper word takes what the lower one shifts out; amounts of 32 and more leave zero
    /// in the lower word, since SHF clamps them.
    fn shift_pair_left(&mut self, dst: Part, a: Operand, by: Operand) -> Selected<()> {
        let by = self.shift_amount(by)?;
        let (low, high) = (self.half_reg(a, 0)?, self.half_reg(a, 1)?);
        let upper = Inst::new(Op::Shf).dst(half(dst, 1)).a(low).b(by).c(high);
        let upper = upper.with(|m| m.with(ShiftDir::L).with(ShiftType::U64).with_flag(Flag::Hi));
        self.emit(upper);
        self.shift_left(half(dst, 0), low, by);
        Ok(())
    }

    fn shift_pair_right(&mut self, dst: Part, a: Operand, by: Operand, ty: Type) -> Selected<()> {
        let by = self.shift_amount(by)?;
        let (low, high) = (self.half_reg(a, 0)?, self.half_reg(a, 1)?);
        let kind = match ty.is_signed() {
            true => ShiftType::S64,
            false => ShiftType::U64,
        };
        let lower = Inst::new(Op::Shf).dst(half(dst, 0)).a(low).b(by).c(high);
        self.emit(lower.with(|m| m.with(ShiftDir::R).with(kind)));
        self.shift_right(half(dst, 1), high, by, ty);
        Ok(())
    }

    fn shift_amount(&mut self, by: Operand) -> Selected<Opnd> {
        match by {
            Operand::Const(value) => Ok(immediate((value.bits as u32).min(64))),
            Operand::Reg(_) => self.flexible(by),
        }
    }

    fn pick_pair(
        &mut self,
        op: BinaryOp,
        ty: Type,
        to: Part,
        a: Operand,
        b: Operand,
    ) -> Selected<()> {
        let less = self.temp_pred();
        let compare = kernel::Inst::Compare {
            op: kernel::CompareOp::Lt,
            ty,
            dst: VReg::new(0),
            a,
            b,
        };
        self.compare(less, &compare, op == BinaryOp::Max, None)?;
        for first in 0..2 {
            let (x, y) = (self.half_reg(a, first)?, self.half_of(b, first)?);
            let sel = Inst::new(Op::Sel).dst(half(to, first)).a(x).b(y);
            self.emit(sel.psrc(0, PredUse::of(less)));
        }
        Ok(())
    }
}

fn complement(operand: Opnd) -> Opnd {
    match operand {
        Opnd::Reg(part, mods) => Opnd::Reg(part, SrcMods { not: true, ..mods }),
        other => other,
    }
}
