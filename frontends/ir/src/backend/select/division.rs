//! Division and square root: approximations of the multi-function unit made exact.
//!
//! - Integers: nvcc's sequence. A reciprocal rounded up, one Newton step in integers, and two
//!   corrections of the quotient (each a compare and a predicated addition).
//! - `f32` quotients: `MUFU.RCP`, one Newton step, quotient and its correction by the residual
//!   (Markstein), exact where FCHK says so. Otherwise the detour computes in double precision,
//!   where no operand or result of singles over- or underflows; rounding twice is harmless
//!   since 53 >= 2 * 24 + 2. Infinite and NaN operands make the refined quotient a NaN, as
//!   zero divisors do, and zero dividends lose its sign; the unrefined one is right then.
//!   (nvcc calls a subroutine with integer code instead.)
//! - `f32` square roots: `MUFU.RSQ` and one correction; the detour scales small arguments by
//!   2^64 and handles zero and infinity. (Same remark.)

use super::operands::half;
use super::{Selected, Selector};
use crate::backend::mir::{Inst, Opnd, Part, PredUse, VirtId};
use crate::kernel::{Operand, Type, VReg};
use sim_isa::modifier::{
    BoolOp, FloatCmp, FloatFrom, FloatTo, Int32, IntCmp, IntRounding, IntSign, MufuFn, Rounding,
};
use sim_isa::{Flag, Number, Op};

const TWO_64: u32 = 0x5f80_0000;
const TWO_MINUS_32: u32 = 0x2f80_0000;
const ONE: u32 = 0x3f80_0000;
const MINUS_ZERO: u32 = 0x8000_0000;
const HALF: u32 = 0x3f00_0000;
const INFINITY: u32 = 0x7f80_0000;
/// A double's 1, upper word.
const ONE_F64: u32 = 0x3ff0_0000;
/// Arguments of a square root for which the short way is exact: bits from 0x0d000000 on, as
/// many as this and one more.
const SQRT_FIRST: u32 = 0x0d00_0000;
const SQRT_SPAN: u32 = 0x727f_ffff;

impl Selector<'_> {
    pub(super) fn divide(
        &mut self,
        ty: Type,
        dst: VReg,
        a: Operand,
        b: Operand,
        quotient: bool,
    ) -> Selected<()> {
        let to = self.dst(dst);
        let (a, b) = (self.reg(a)?, self.reg(b)?);
        match ty.is_signed() {
            true => self.divide_signed(to, a, b, quotient),
            false => {
                let result = self.divide_magnitudes(a, b, IntSign::U32, quotient);
                self.finish_division(to, result, b);
            }
        }
        Ok(())
    }

    fn divide_signed(&mut self, to: Part, a: Opnd, b: Opnd, quotient: bool) {
        let (x, y) = (self.temp(1), self.temp(1));
        self.emit(Inst::new(Op::Iabs).dst(x).a(a));
        self.emit(Inst::new(Op::Iabs).dst(y).a(b));
        let result = self.divide_magnitudes(x.into(), y.into(), IntSign::S32, quotient);
        let sign = match quotient {
            true => {
                let sign = self.temp(1);
                let xor = Inst::new(Op::Lop3).dst(sign).a(a).b(b).c(Opnd::Zero);
                self.emit(xor.with(|m| m.with_number(Number::Lut, 0x3c)));
                sign.into()
            }
            false => a,
        };
        let plus = self.int_test(IntCmp::Ge, IntSign::S32, sign, Opnd::Zero);
        let minus = Inst::new(Op::Iadd3)
            .dst(result)
            .a(Opnd::from(result).negated());
        let minus = minus.b(Opnd::Zero).c(Opnd::Zero);
        self.emit(minus.guarded(PredUse::of(plus).inverted_if(true)));
        self.finish_division(to, result, b);
    }

    fn int_test(&mut self, test: IntCmp, sign: IntSign, a: Opnd, b: Opnd) -> VirtId {
        let pred = self.temp_pred();
        let inst = Inst::new(Op::Isetp).pdst(0, pred).a(a).b(b);
        self.emit(inst.with(|m| m.with(test).with(sign)));
        pred
    }

    /// Quotient or remainder of two numbers without sign; `kind` says how the divisor becomes a
    /// float.
    fn divide_magnitudes(&mut self, a: Opnd, b: Opnd, kind: IntSign, quotient: bool) -> Part {
        let reciprocal = self.scaled_reciprocal(b, kind);
        let (estimate, minus, rest) = (self.temp(1), self.temp(1), self.temp(1));
        let high = Inst::new(Op::ImadHi)
            .dst(estimate)
            .a(reciprocal)
            .b(a)
            .c(Opnd::Zero);
        self.emit(high.with(|m| m.with(IntSign::U32)));
        self.iadd3(
            minus,
            Opnd::from(estimate).negated(),
            Opnd::Zero,
            Opnd::Zero,
        );
        self.emit(Inst::new(Op::Imad).dst(rest).a(minus).b(b).c(a));
        for last in [false, true] {
            let more = self.int_test(IntCmp::Ge, IntSign::U32, rest.into(), b);
            let guard = PredUse::of(more);
            if !(quotient && last) {
                let less = Inst::new(Op::Iadd3).dst(rest).a(b.negated());
                self.emit(less.b(rest).c(Opnd::Zero).guarded(guard));
            }
            if quotient {
                let next = Inst::new(Op::Iadd3).dst(estimate).a(estimate);
                self.emit(next.b(Opnd::Imm(1)).c(Opnd::Zero).guarded(guard));
            }
        }
        if quotient { estimate } else { rest }
    }

    /// `2^32 / b`, a little too small: a float reciprocal and a Newton step in integers.
    fn scaled_reciprocal(&mut self, b: Opnd, kind: IntSign) -> Part {
        let (float, inverse, lowered) = (self.temp(1), self.temp(1), self.temp(1));
        let (pair, minus, error) = (self.temp(2), self.temp(1), self.temp(1));
        let source = match kind {
            IntSign::U32 => Int32::U32,
            IntSign::S32 => Int32::S32,
        };
        let convert = Inst::new(Op::I2f).dst(float).a(b);
        self.emit(convert.with(|m| m.with(source).with(Rounding::Rp)));
        let mufu = Inst::new(Op::Mufu).dst(inverse).a(float);
        self.emit(mufu.with(|m| m.with(MufuFn::Rcp)));
        self.iadd3(lowered, inverse.into(), Opnd::Imm(0x0fff_fffe), Opnd::Zero);
        let back = Inst::new(Op::F2i).dst(half(pair, 1)).a(lowered);
        self.emit(back.with(|m| {
            let m = m.with(Int32::U32).with(IntRounding::Trunc);
            m.with_flag(Flag::Ftz).with_flag(Flag::Ntz)
        }));
        self.mov(half(pair, 0), Opnd::Zero);
        self.iadd3(
            minus,
            Opnd::from(half(pair, 1)).negated(),
            Opnd::Zero,
            Opnd::Zero,
        );
        self.emit(Inst::new(Op::Imad).dst(error).a(minus).b(b).c(Opnd::Zero));
        let better = self.temp(1);
        let step = Inst::new(Op::ImadHi)
            .dst(better)
            .a(half(pair, 1))
            .b(error)
            .c(pair);
        self.emit(step.with(|m| m.with(IntSign::U32)));
        better
    }

    /// A division by zero gives all ones, as nvcc's code does.
    fn finish_division(&mut self, to: Part, result: Part, b: Opnd) {
        let some = self.int_test(IntCmp::Ne, IntSign::U32, b, Opnd::Zero);
        let ones = Inst::new(Op::Lop3)
            .dst(result)
            .a(Opnd::Zero)
            .b(b)
            .c(Opnd::Zero);
        let ones = ones.with(|m| m.with_number(Number::Lut, 0x33));
        self.emit(ones.guarded(PredUse::of(some).inverted_if(true)));
        self.mov(to, result.into());
    }

    fn ffma_into(&mut self, to: Part, a: impl Into<Opnd>, b: impl Into<Opnd>, c: impl Into<Opnd>) {
        self.emit(Inst::new(Op::Ffma).dst(to).a(a).b(b).c(c));
    }

    /// A correctly rounded `f32` quotient.
    pub(super) fn quotient(&mut self, to: Part, a: Operand, b: Operand) -> Selected<()> {
        let (a, b) = (self.float(a, false)?, self.float(b, false)?);
        let (a, b) = (self.plain(a), self.plain(b));
        let (seed, error, inverse) = (self.temp(1), self.temp(1), self.temp(1));
        let (rough, rest) = (self.temp(1), self.temp(1));
        let mufu = Inst::new(Op::Mufu).dst(seed).a(b);
        self.emit(mufu.with(|m| m.with(MufuFn::Rcp)));
        let hard = self.temp_pred();
        self.emit(Inst::new(Op::Fchk).pdst(0, hard).a(a).b(b));
        self.ffma_into(error, b.negated(), seed, Opnd::Imm(ONE));
        self.ffma_into(inverse, seed, error, seed);
        self.ffma_into(rough, inverse, a, Opnd::Zero);
        self.ffma_into(rest, b.negated(), rough, a);
        let result = self.temp(1);
        self.ffma_into(result, inverse, rest, rough);
        self.detour(PredUse::of(hard), |s| {
            s.quotient_by_doubles(result, a, b);
            Ok(())
        })?;
        self.mov(to, result.into());
        Ok(())
    }

    /// A register without sign modifiers.
    pub(super) fn plain(&mut self, operand: Opnd) -> Opnd {
        match operand {
            Opnd::Reg(part, mods) if mods == Default::default() => part.into(),
            Opnd::Zero => Opnd::Zero,
            other => {
                let part = self.temp(1);
                let sum = Inst::new(Op::Fadd)
                    .dst(part)
                    .a(other)
                    .b(Opnd::Imm(MINUS_ZERO));
                self.emit(sum);
                part.into()
            }
        }
    }

    fn double_of(&mut self, single: Opnd) -> Part {
        let pair = self.temp(2);
        let inst = Inst::new(Op::F2f).dst(pair).a(single);
        self.emit(inst.with(|m| m.with(FloatTo::F64).with(FloatFrom::F32)));
        pair
    }

    fn single_of(&mut self, double: Part) -> Part {
        let single = self.temp(1);
        let inst = Inst::new(Op::F2f).dst(single).a(double);
        self.emit(inst.with(|m| m.with(FloatTo::F32).with(FloatFrom::F64)));
        single
    }

    pub(super) fn dfma_new(
        &mut self,
        a: impl Into<Opnd>,
        b: impl Into<Opnd>,
        c: impl Into<Opnd>,
    ) -> Part {
        let pair = self.temp(2);
        self.emit(Inst::new(Op::Dfma).dst(pair).a(a).b(b).c(c));
        pair
    }

    fn quotient_by_doubles(&mut self, to: Part, a: Opnd, b: Opnd) {
        let dividend = a;
        let (a, b) = (self.double_of(a), self.double_of(b));
        let seed = self.temp(2);
        self.mov(half(seed, 0), Opnd::Zero);
        let mufu = Inst::new(Op::Mufu).dst(half(seed, 1)).a(half(b, 1));
        self.emit(mufu.with(|m| m.with(MufuFn::Rcp64h)));
        let one = Opnd::Imm(ONE_F64);
        let minus_b = Opnd::from(b).negated();
        let mut inverse = seed;
        for _ in 0..2 {
            let error = self.dfma_new(minus_b, inverse, one);
            let error = self.dfma_new(error, error, error);
            inverse = self.dfma_new(inverse, error, inverse);
        }
        let rough = self.temp(2);
        self.emit(Inst::new(Op::Dmul).dst(rough).a(a).b(inverse));
        let rest = self.dfma_new(minus_b, rough, a);
        let refined = self.dfma_new(inverse, rest, rough);
        let unrefined = self.temp(2);
        self.emit(Inst::new(Op::Dmul).dst(unrefined).a(a).b(seed));
        let (refined, unrefined) = (self.single_of(refined), self.single_of(unrefined));
        let (some, number) = (self.temp_pred(), self.temp_pred());
        let test = Inst::new(Op::Fsetp).pdst(0, some).a(dividend).b(Opnd::Zero);
        self.emit(test.with(|m| m.with(FloatCmp::Neu)));
        let test = Inst::new(Op::Fsetp).pdst(0, number).a(refined).b(refined);
        let test = test.psrc(0, PredUse::of(some));
        self.emit(test.with(|m| m.with(FloatCmp::Eq)));
        let chosen = self.temp(1);
        let sel = Inst::new(Op::Fsel).dst(chosen).a(refined).b(unrefined);
        self.emit(sel.psrc(0, PredUse::of(number)));
        // A sum makes every NaN the one that the hardware gives.
        let sum = Inst::new(Op::Fadd).dst(to).a(chosen);
        self.emit(sum.b(Opnd::Imm(MINUS_ZERO)));
    }

    /// A correctly rounded `f32` square root.
    pub(super) fn square_root(&mut self, to: Part, a: Operand) -> Selected<()> {
        let a = self.float(a, false)?;
        let a = self.plain(a);
        let (seed, offset) = (self.temp(1), self.temp(1));
        let mufu = Inst::new(Op::Mufu).dst(seed).a(a);
        self.emit(mufu.with(|m| m.with(MufuFn::Rsq)));
        self.iadd3(offset, a, Opnd::Imm(SQRT_FIRST.wrapping_neg()), Opnd::Zero);
        let span = Opnd::Imm(SQRT_SPAN);
        let hard = self.int_test(IntCmp::Gt, IntSign::U32, offset.into(), span);
        let result = self.temp(1);
        self.root_from(result, a, seed);
        self.detour(PredUse::of(hard), |s| {
            s.root_by_scaling(result, a);
            Ok(())
        })?;
        self.mov(to, result.into());
        Ok(())
    }

    /// `a * seed`, corrected by half its residual.
    fn root_from(&mut self, to: Part, a: Opnd, seed: Part) {
        let (rough, half_seed, rest) = (self.temp(1), self.temp(1), self.temp(1));
        let product = Inst::new(Op::Fmul).dst(rough).a(a).b(seed);
        self.emit(product.with(|m| m.with_flag(Flag::Ftz)));
        let halved = Inst::new(Op::Fmul)
            .dst(half_seed)
            .a(seed)
            .b(Opnd::Imm(HALF));
        self.emit(halved.with(|m| m.with_flag(Flag::Ftz)));
        self.ffma_into(rest, Opnd::from(rough).negated(), rough, a);
        self.ffma_into(to, rest, half_seed, rough);
    }

    fn root_by_scaling(&mut self, to: Part, a: Opnd) {
        let (big, seed, root, small) = (self.temp(1), self.temp(1), self.temp(1), self.temp(1));
        self.emit(Inst::new(Op::Fmul).dst(big).a(a).b(Opnd::Imm(TWO_64)));
        let mufu = Inst::new(Op::Mufu).dst(seed).a(big);
        self.emit(mufu.with(|m| m.with(MufuFn::Rsq)));
        self.root_from(root, big.into(), seed);
        let scaled = Inst::new(Op::Fmul)
            .dst(small)
            .a(root)
            .b(Opnd::Imm(TWO_MINUS_32));
        self.emit(scaled);
        let (zero, itself) = (self.temp_pred(), self.temp_pred());
        let test = Inst::new(Op::Fsetp).pdst(0, zero).a(a).b(Opnd::Zero);
        self.emit(test.with(|m| m.with(FloatCmp::Eq)));
        let test = Inst::new(Op::Fsetp)
            .pdst(0, itself)
            .a(a)
            .b(Opnd::Imm(INFINITY));
        let test = test.psrc(0, PredUse::of(zero));
        self.emit(test.with(|m| m.with(FloatCmp::Eq).with(BoolOp::Or)));
        let sel = Inst::new(Op::Fsel).dst(to).a(a).b(small);
        self.emit(sel.psrc(0, PredUse::of(itself)));
    }
}
