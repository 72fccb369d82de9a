//! 64-bit division and conversion, which the machine has no instructions for.
//!
//! - Quotient and remainder by shifting and subtracting, one bit a turn, in a loop of 64 turns
//!   that all lanes run together. (nvcc calls a subroutine that multiplies by reciprocals; ours
//!   is slower, and exact for the same reason that school division is.)
//! - Single precision to 64 bits by shifting the mantissa.

use super::operands::half;
use super::{Selected, Selector};
use crate::backend::mir::{End, Inst, Opnd, Part, PredUse, VirtId};
use crate::kernel::{Operand, Rounding, Type};
use sim_isa::modifier::{BoolOp, FloatCmp, IntCmp, IntSign, ShiftDir, ShiftType};
use sim_isa::{Flag, Number, Op};

/// The exponent field of a single whose mantissa, as an integer, needs no shift.
const UNSHIFTED: u32 = 150;

impl Selector<'_> {
    pub(super) fn divide_pairs(
        &mut self,
        ty: Type,
        to: Part,
        a: Operand,
        b: Operand,
        quotient: bool,
    ) -> Selected<()> {
        let (a, b) = (self.copied_pair(a)?, self.copied_pair(b)?);
        let (a_minus, b_minus) = (self.is_negative(a), self.is_negative(b));
        if ty.is_signed() {
            self.negate_if(a, a_minus);
            self.negate_if(b, b_minus);
        }
        let rest = self.school_division(a, b);
        let result = if quotient { a } else { rest };
        if ty.is_signed() {
            self.negate_if(result, a_minus);
            if quotient {
                self.negate_if(result, b_minus);
            }
        }
        for first in 0..2 {
            self.mov(half(to, first), half(result, first).into());
        }
        Ok(())
    }

    fn copied_pair(&mut self, operand: Operand) -> Selected<Part> {
        let pair = self.temp(2);
        self.mov_wide(pair, operand)?;
        Ok(pair)
    }

    fn is_negative(&mut self, pair: Part) -> VirtId {
        let pred = self.temp_pred();
        let test = Inst::new(Op::Isetp)
            .pdst(0, pred)
            .a(half(pair, 1))
            .b(Opnd::Zero);
        self.emit(test.with(|m| m.with(IntCmp::Lt).with(IntSign::S32)));
        pred
    }

    /// `pair = -pair` where the predicate holds.
    fn negate_if(&mut self, pair: Part, pred: VirtId) {
        let minus = self.temp(2);
        let zero = [Opnd::Zero; 2];
        let low = Opnd::from(half(pair, 0)).negated();
        let carry = self.temp_pred();
        let add = Inst::new(Op::Iadd3).dst(half(minus, 0)).pdst(0, carry);
        self.emit(add.a(low).b(zero[0]).c(Opnd::Zero));
        let high = match Opnd::from(half(pair, 1)) {
            Opnd::Reg(part, mods) => Opnd::Reg(part, sim_isa::SrcMods { not: true, ..mods }),
            other => other,
        };
        let add = Inst::new(Op::Iadd3)
            .dst(half(minus, 1))
            .psrc(0, PredUse::of(carry));
        self.emit(
            add.a(high)
                .b(zero[1])
                .c(Opnd::Zero)
                .with(|m| m.with_flag(Flag::X)),
        );
        for first in 0..2 {
            let copy = Inst::new(Op::Mov)
                .dst(half(pair, first))
                .a(half(minus, first));
            self.emit(copy.guarded(PredUse::of(pred)));
        }
    }

    /// Replaces `a` by `a / b`; returns the remainder.
    fn school_division(&mut self, a: Part, b: Part) -> Part {
        let (rest, turns) = (self.temp(2), self.temp(1));
        self.mov(half(rest, 0), Opnd::Zero);
        self.mov(half(rest, 1), Opnd::Zero);
        self.mov(turns, Opnd::Imm(64));
        let (turn, done) = (self.out.block(), self.out.block());
        self.end(End::Jump(turn));
        self.start(turn);
        let overflow = self.is_negative(rest);
        self.shift_in(half(rest, 1), half(rest, 0));
        self.shift_in(half(rest, 0), half(a, 1));
        self.shift_in(half(a, 1), half(a, 0));
        self.shift_left(half(a, 0), half(a, 0).into(), Opnd::Imm(1));
        let fits = self.fits(rest, b, overflow);
        self.subtract_if(rest, b, fits);
        let one = Inst::new(Op::Iadd3)
            .dst(half(a, 0))
            .a(half(a, 0))
            .b(Opnd::Imm(1));
        self.emit(one.c(Opnd::Zero).guarded(PredUse::of(fits)));
        self.iadd3(turns, turns.into(), Opnd::Imm(u32::MAX), Opnd::Zero);
        let more = self.temp_pred();
        let test = Inst::new(Op::Isetp).pdst(0, more).a(turns).b(Opnd::Zero);
        self.emit(test.with(|m| m.with(IntCmp::Ne).with(IntSign::U32)));
        self.end(End::Branch {
            pred: PredUse::of(more),
            taken: turn,
            other: done,
        });
        self.start(done);
        rest
    }

    /// `high = high << 1 | low >> 31`.
    fn shift_in(&mut self, high: Part, low: Part) {
        let shift = Inst::new(Op::Shf).dst(high).a(low).b(Opnd::Imm(1)).c(high);
        let left = |m: sim_isa::Modifiers| m.with(ShiftDir::L).with(ShiftType::U64);
        self.emit(shift.with(|m| left(m).with_flag(Flag::Hi)));
    }

    /// Whether `rest >= b`, or `rest` had a bit shifted out.
    fn fits(&mut self, rest: Part, b: Part, overflow: VirtId) -> VirtId {
        let (low, whole, fits) = (self.temp_pred(), self.temp_pred(), self.temp_pred());
        let at_least = |m: sim_isa::Modifiers| m.with(IntCmp::Ge).with(IntSign::U32);
        let test = Inst::new(Op::Isetp)
            .pdst(0, low)
            .a(half(rest, 0))
            .b(half(b, 0));
        self.emit(test.with(at_least));
        let test = Inst::new(Op::Isetp)
            .pdst(0, whole)
            .a(half(rest, 1))
            .b(half(b, 1));
        let test = test.psrc(1, PredUse::of(low));
        self.emit(test.with(|m| at_least(m).with_flag(Flag::Ex)));
        let either = Inst::new(Op::Plop3).pdst(0, fits);
        let either = either
            .psrc(0, PredUse::of(whole))
            .psrc(1, PredUse::of(overflow));
        self.emit(either.with(|m| m.with_number(Number::Lut, 0xfc)));
        fits
    }

    fn subtract_if(&mut self, rest: Part, b: Part, pred: VirtId) {
        let (difference, carry) = (self.temp(2), self.temp_pred());
        let low = Inst::new(Op::Iadd3).dst(half(difference, 0)).pdst(0, carry);
        let minus = Opnd::from(half(b, 0)).negated();
        self.emit(low.a(minus).b(half(rest, 0)).c(Opnd::Zero));
        let Opnd::Reg(part, mods) = Opnd::from(half(b, 1)) else {
            return;
        };
        let not = Opnd::Reg(part, sim_isa::SrcMods { not: true, ..mods });
        let high = Inst::new(Op::Iadd3)
            .dst(half(difference, 1))
            .psrc(0, PredUse::of(carry));
        let high = high.a(not).b(half(rest, 1)).c(Opnd::Zero);
        self.emit(high.with(|m| m.with_flag(Flag::X)));
        for first in 0..2 {
            let copy = Inst::new(Op::Mov)
                .dst(half(rest, first))
                .a(half(difference, first));
            self.emit(copy.guarded(PredUse::of(pred)));
        }
    }

    /// A single to a 64-bit integer, towards zero; too large values saturate, a NaN gives 2^63.
    pub(super) fn single_to_pair(
        &mut self,
        to: Part,
        ty: Type,
        round: Rounding,
        src: Operand,
    ) -> Selected<()> {
        if round != Rounding::Zero {
            return self.unsupported(format!("conversion of f32 to {ty}, but towards zero"));
        }
        let x = self.float(src, false)?;
        let x = self.plain(x);
        let exponent = self.exponent(x);
        self.shifted_mantissa(to, x, exponent);
        let minus = self.temp_pred();
        let test = Inst::new(Op::Isetp).pdst(0, minus).a(x).b(Opnd::Zero);
        self.emit(test.with(|m| m.with(IntCmp::Lt).with(IntSign::S32)));
        match ty.is_signed() {
            true => {
                self.negate_if(to, minus);
                let large = self.at_least(exponent, UNSHIFTED + 40);
                let pick = PredUse::of(minus);
                self.pick_if(half(to, 0), large, pick, [0, u32::MAX]);
                self.pick_if(half(to, 1), large, pick, [0x8000_0000, 0x7fff_ffff]);
            }
            false => {
                let large = self.at_least(exponent, UNSHIFTED + 41);
                for first in 0..2 {
                    self.pick_if(half(to, first), large, PredUse::TRUE, [u32::MAX; 2]);
                    self.pick_if(half(to, first), minus, PredUse::TRUE, [0; 2]);
                }
            }
        }
        let nan = self.temp_pred();
        let test = Inst::new(Op::Fsetp).pdst(0, nan).a(x).b(x);
        self.emit(test.with(|m| m.with(FloatCmp::Nan).with(BoolOp::And)));
        self.pick_if(half(to, 0), nan, PredUse::TRUE, [0; 2]);
        self.pick_if(half(to, 1), nan, PredUse::TRUE, [0x8000_0000; 2]);
        Ok(())
    }

    fn exponent(&mut self, x: Opnd) -> Part {
        let (shifted, exponent) = (self.temp(1), self.temp(1));
        self.shift_right(shifted, x, Opnd::Imm(23), Type::U32);
        let mask = Inst::new(Op::Lop3)
            .dst(exponent)
            .a(shifted)
            .b(Opnd::Imm(0xff));
        self.emit(
            mask.c(Opnd::Zero)
                .with(|m| m.with_number(Number::Lut, 0xc0)),
        );
        exponent
    }

    /// The mantissa to the left or right; the shift that does not apply gives zero, since SHF
    /// clamps amounts.
    fn shifted_mantissa(&mut self, to: Part, x: Opnd, exponent: Part) {
        let (mantissa, left, right) = (self.temp(1), self.temp(1), self.temp(1));
        let (low, lower) = (self.temp(1), self.temp(1));
        let leading: Opnd = self.word(0x80_0000).into();
        let bits = Inst::new(Op::Lop3)
            .dst(mantissa)
            .a(x)
            .b(Opnd::Imm(0x7f_ffff))
            .c(leading);
        self.emit(bits.with(|m| m.with_number(Number::Lut, 0xea)));
        let minus = Opnd::Imm(UNSHIFTED.wrapping_neg());
        self.iadd3(left, exponent.into(), minus, Opnd::Zero);
        self.iadd3(right, Opnd::from(left).negated(), Opnd::Zero, Opnd::Zero);
        let high = Inst::new(Op::Shf)
            .dst(half(to, 1))
            .a(mantissa)
            .b(left)
            .c(Opnd::Zero);
        let up = |m: sim_isa::Modifiers| m.with(ShiftDir::L).with(ShiftType::U64);
        self.emit(high.with(|m| up(m).with_flag(Flag::Hi)));
        self.shift_left(low, mantissa.into(), left.into());
        self.shift_right(lower, mantissa.into(), right.into(), Type::U32);
        let both = Inst::new(Op::Lop3)
            .dst(half(to, 0))
            .a(low)
            .b(lower)
            .c(Opnd::Zero);
        self.emit(both.with(|m| m.with_number(Number::Lut, 0xfc)));
    }

    fn at_least(&mut self, value: Part, bound: u32) -> VirtId {
        let pred = self.temp_pred();
        let test = Inst::new(Op::Isetp)
            .pdst(0, pred)
            .a(value)
            .b(Opnd::Imm(bound));
        self.emit(test.with(|m| m.with(IntCmp::Ge).with(IntSign::U32)));
        pred
    }

    /// Where `guard` holds, one of two constants: the first where `pick` holds.
    fn pick_if(&mut self, to: Part, guard: VirtId, pick: PredUse, [yes, no]: [u32; 2]) {
        let (yes, no) = (
            super::operands::immediate(yes),
            super::operands::immediate(no),
        );
        let a = match yes {
            Opnd::Imm(bits) => self.word(bits).into(),
            other => other,
        };
        let sel = Inst::new(Op::Sel).dst(to).a(a).b(no).psrc(0, pick);
        self.emit(sel.guarded(PredUse::of(guard)));
    }
}
