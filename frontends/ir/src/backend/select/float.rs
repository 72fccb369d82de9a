//! Floats: sums, products, fused multiply-adds, and the functions of the multi-function unit.

use super::convert::float_rounding;
use super::operands::half;
use super::{Selected, Selector};
use crate::backend::mir::{Inst, Opnd, Part, PredUse};
use crate::kernel::{self, BinaryOp, Const, Operand, Type, UnaryOp, VReg};
use sim_isa::modifier::{DoubleCmp, FloatCmp, IntRounding, MufuFn, RoundType, Rounding};
use sim_isa::{Flag, Modifiers, Op, SrcMods};

/// The smallest normal single.
const MIN_NORMAL: f32 = f32::MIN_POSITIVE;
/// Scales of nvcc's code around approximations that flush denormals.
const TWO_24: f32 = 16_777_216.0;

fn f32_imm(value: f32) -> Opnd {
    Opnd::Imm(value.to_bits())
}

/// `-0`, the neutral element of an addition.
const MINUS_ZERO: u32 = 0x8000_0000;

impl Selector<'_> {
    pub(super) fn f32_unary(&mut self, op: UnaryOp, dst: VReg, a: Operand) -> Selected<()> {
        let to = self.dst(dst);
        match op {
            UnaryOp::Neg => self.add_minus_zero(to, a, |m| SrcMods { neg: !m.neg, ..m }),
            UnaryOp::Abs => self.add_minus_zero(to, a, |m| SrcMods {
                neg: false,
                abs: true,
                ..m
            }),
            UnaryOp::Saturate => self.saturate(to, a),
            UnaryOp::Sqrt => self.square_root(to, a),
            UnaryOp::Rcp => self.quotient(to, Const::f32(1.0).into(), a),
            UnaryOp::RcpApprox => self.plain_mufu(MufuFn::Rcp, to, a),
            UnaryOp::Exp2Flushed => self.plain_mufu(MufuFn::Ex2, to, a),
            UnaryOp::RsqrtFlushed => self.plain_mufu(MufuFn::Rsq, to, a),
            UnaryOp::SqrtFlushed => self.plain_mufu(MufuFn::Sqrt, to, a),
            UnaryOp::Log2Flushed => self.plain_mufu(MufuFn::Lg2, to, a),
            UnaryOp::TanhApprox => self.plain_mufu(MufuFn::Tanh, to, a),
            UnaryOp::SqrtApprox => self.scaled_mufu(MufuFn::Sqrt, to, a, (TWO_24, 1.0 / 4096.0)),
            UnaryOp::RsqrtApprox => self.scaled_mufu(MufuFn::Rsq, to, a, (TWO_24, 4096.0)),
            UnaryOp::Log2Approx => self.logarithm(to, a),
            UnaryOp::Exp2Approx => self.power_of_two(to, a),
            UnaryOp::SinApprox => self.trigonometric(MufuFn::Sin, to, a),
            UnaryOp::CosApprox => self.trigonometric(MufuFn::Cos, to, a),
            UnaryOp::Floor | UnaryOp::Ceil | UnaryOp::Trunc | UnaryOp::RoundEven => {
                self.whole_number(Op::Frnd, (op, Type::F32), to, a)
            }
            _ => self.unsupported(format!("{op:?} of f32")),
        }
    }

    fn add_minus_zero(
        &mut self,
        to: Part,
        a: Operand,
        change: impl Fn(SrcMods) -> SrcMods,
    ) -> Selected<()> {
        let a = match self.float(a, false)? {
            Opnd::Reg(part, mods) => Opnd::Reg(part, change(mods)),
            zero => zero,
        };
        let sum = Inst::new(Op::Fadd).dst(to).a(a).b(Opnd::Imm(MINUS_ZERO));
        self.emit(sum);
        Ok(())
    }

    fn mufu(&mut self, function: MufuFn, to: Part, a: Opnd) {
        self.emit(Inst::new(Op::Mufu).dst(to).a(a).with(|m| m.with(function)));
    }

    fn plain_mufu(&mut self, function: MufuFn, to: Part, a: Operand) -> Selected<()> {
        let a = self.float(a, false)?;
        self.mufu(function, to, a);
        Ok(())
    }

    /// A double of two words.
    pub(super) fn join_words(&mut self, dst: VReg, low: Operand, high: Operand) -> Selected<()> {
        let to = self.dst(dst);
        for (part, word) in [low, high].into_iter().enumerate() {
            let word = self.flexible(word)?;
            self.mov(half(to, part as u8), word);
        }
        Ok(())
    }

    /// One word of a double.
    pub(super) fn word_of_double(&mut self, dst: VReg, src: Operand, high: bool) -> Selected<()> {
        let (to, from) = (self.dst(dst), self.plain_double(src)?);
        self.mov(to, half(from, high.into()).into());
        Ok(())
    }

    /// A function of a double's upper word: the lower one of the result is zero.
    fn upper_mufu(&mut self, function: MufuFn, to: Part, a: Operand) -> Selected<()> {
        let a = self.plain_double(a)?;
        let result = self.temp(2);
        self.mufu(function, half(result, 1), half(a, 1).into());
        self.mov(half(result, 0), Opnd::Zero);
        self.copy_pair(to, result);
        Ok(())
    }

    /// A function that flushes denormals, kept from them: arguments below the smallest normal
    /// are scaled up, their results back.
    fn scaled_mufu(
        &mut self,
        function: MufuFn,
        to: Part,
        a: Operand,
        (up, back): (f32, f32),
    ) -> Selected<()> {
        let (scaled, small) = self.scale_if_small(a, up)?;
        self.mufu(function, to, scaled.into());
        let fix = Inst::new(Op::Fmul).dst(to).a(to).b(f32_imm(back));
        self.emit(fix.guarded(PredUse::of(small)));
        Ok(())
    }

    fn scale_if_small(
        &mut self,
        a: Operand,
        up: f32,
    ) -> Selected<(Part, crate::backend::mir::VirtId)> {
        let (a, scaled, small) = (self.float(a, false)?, self.temp(1), self.temp_pred());
        let size = magnitude(a);
        let test = Inst::new(Op::Fsetp)
            .pdst(0, small)
            .a(size)
            .b(f32_imm(MIN_NORMAL));
        self.emit(test.with(|m| m.with(FloatCmp::Lt)));
        self.emit(Inst::new(Op::Fmul).dst(scaled).a(a).b(f32_imm(1.0)));
        let scale = Inst::new(Op::Fmul).dst(scaled).a(a).b(f32_imm(up));
        self.emit(scale.guarded(PredUse::of(small)));
        Ok((scaled, small))
    }

    fn logarithm(&mut self, to: Part, a: Operand) -> Selected<()> {
        let (scaled, small) = self.scale_if_small(a, TWO_24)?;
        self.mufu(MufuFn::Lg2, to, scaled.into());
        let fix = Inst::new(Op::Fadd).dst(to).a(to).b(f32_imm(-24.0));
        self.emit(fix.guarded(PredUse::of(small)));
        Ok(())
    }

    /// Arguments below -126 are halved, their results squared: EX2 flushes denormals.
    fn power_of_two(&mut self, to: Part, a: Operand) -> Selected<()> {
        let (a, scaled, low) = (self.float(a, false)?, self.temp(1), self.temp_pred());
        let test = Inst::new(Op::Fsetp).pdst(0, low).a(a).b(f32_imm(-126.0));
        self.emit(test.with(|m| m.with(FloatCmp::Lt)));
        self.emit(Inst::new(Op::Fmul).dst(scaled).a(a).b(f32_imm(1.0)));
        let halve = Inst::new(Op::Fmul).dst(scaled).a(a).b(f32_imm(0.5));
        self.emit(halve.guarded(PredUse::of(low)));
        self.mufu(MufuFn::Ex2, to, scaled.into());
        let square = Inst::new(Op::Fmul).dst(to).a(to).b(to);
        self.emit(square.guarded(PredUse::of(low)));
        Ok(())
    }

    /// The unit takes turns, not radians.
    fn trigonometric(&mut self, function: MufuFn, to: Part, a: Operand) -> Selected<()> {
        let (a, turns) = (self.float(a, false)?, self.temp(1));
        let per_turn = f32_imm(0.159_154_94);
        let scale = Inst::new(Op::Fmul).dst(turns).a(a).b(per_turn);
        self.emit(scale.with(|m| m.with(Rounding::Rz)));
        self.mufu(function, to, turns.into());
        Ok(())
    }

    pub(super) fn f32_binary(
        &mut self,
        op: BinaryOp,
        dst: VReg,
        a: Operand,
        b: Operand,
    ) -> Selected<()> {
        let to = self.dst(dst);
        match op {
            BinaryOp::Add | BinaryOp::AddRn => {
                let (a, b) = self.float_operands(a, b)?;
                self.emit(Inst::new(Op::Fadd).dst(to).a(a).b(b));
            }
            BinaryOp::Sub => {
                let (a, b) = match b.constant() {
                    Some(value) => {
                        let minus = Const::new(value.ty, value.bits ^ u64::from(MINUS_ZERO));
                        (self.float(a, false)?, self.float(minus.into(), true)?)
                    }
                    None if self.is_flexible_float(a) => {
                        let minus = self.float(b, false)?.negated();
                        (minus, self.float(a, true)?)
                    }
                    None => (self.float(a, false)?, self.float(b, true)?.negated()),
                };
                self.emit(Inst::new(Op::Fadd).dst(to).a(a).b(b));
            }
            BinaryOp::Mul | BinaryOp::MulRn => {
                let (a, b) = self.float_operands(a, b)?;
                self.emit(Inst::new(Op::Fmul).dst(to).a(a).b(b));
            }
            BinaryOp::Min | BinaryOp::Max => {
                let (a, b) = self.float_operands(a, b)?;
                let pick = PredUse::TRUE.inverted_if(op == BinaryOp::Max);
                self.emit(Inst::new(Op::Fmnmx).dst(to).a(a).b(b).psrc(0, pick));
            }
            BinaryOp::Div => self.quotient(to, a, b)?,
            _ => return self.unsupported(format!("{op:?} of f32")),
        }
        Ok(())
    }

    /// Operands of a commutative operation: the one that is no register on the right.
    fn float_operands(&mut self, a: Operand, b: Operand) -> Selected<(Opnd, Opnd)> {
        let swap = self.is_flexible_float(a) && !self.is_flexible_float(b);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        Ok((self.float(a, false)?, self.float(b, true)?))
    }

    /// A fused product and sum, with modifiers of its result.
    pub(super) fn ffma(
        &mut self,
        round: kernel::Rounding,
        to: Part,
        [a, b, c]: [Operand; 3],
        change: impl FnOnce(Modifiers) -> Modifiers,
    ) -> Selected<()> {
        let swap = self.is_flexible_float(a) && !self.is_flexible_float(b);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        let (flex_b, flex_c) = (self.is_flexible_float(b), self.is_flexible_float(c));
        // Two immediates: the factor goes to a register, as nvcc has it in `x * 0.5f + 1.0f`.
        let (a, b, c) = (
            self.float(a, false)?,
            self.float(b, flex_b && !flex_c)?,
            self.float(c, flex_c)?,
        );
        let inst = Inst::new(Op::Ffma).dst(to).a(a).b(b).c(c);
        self.emit(inst.with(|m| change(m.with(float_rounding(round)))));
        Ok(())
    }

    /// Sums and products clamp their results themselves.
    fn saturate(&mut self, to: Part, a: Operand) -> Selected<()> {
        let clamp = |m: Modifiers| m.with_flag(Flag::Sat);
        if let Some(kernel::Inst::Fma {
            round,
            ty: Type::F32,
            a,
            b,
            c,
            ..
        }) = self.peek_operand(a)
        {
            return self.ffma(round, to, [a, b, c], clamp);
        }
        let a = self.float(a, false)?;
        let sum = Inst::new(Op::Fadd).dst(to).a(a).b(Opnd::Imm(MINUS_ZERO));
        self.emit(sum.with(clamp));
        Ok(())
    }

    pub(super) fn f64_unary(&mut self, op: UnaryOp, dst: VReg, a: Operand) -> Selected<()> {
        let to = self.dst(dst);
        match op {
            UnaryOp::Neg | UnaryOp::Abs => {
                let a = match (self.float(a, false)?, op) {
                    (a, UnaryOp::Neg) => a.negated(),
                    (a, _) => magnitude(a),
                };
                let sum = Inst::new(Op::Dadd).dst(to).a(a).b(Opnd::Imm(MINUS_ZERO));
                self.emit(sum);
                Ok(())
            }
            UnaryOp::Floor | UnaryOp::Ceil | UnaryOp::Trunc | UnaryOp::RoundEven => {
                self.whole_number(Op::FrndWide, (op, Type::F64), to, a)
            }
            UnaryOp::RcpApprox => self.upper_mufu(MufuFn::Rcp64h, to, a),
            UnaryOp::RsqrtFlushed => self.upper_mufu(MufuFn::Rsq64h, to, a),
            UnaryOp::Sqrt => self.double_root(to, a),
            UnaryOp::Rcp => self.double_quotient(to, Const::f64(1.0).into(), a),
            _ => self.unsupported(format!("{op:?} of f64")),
        }
    }

    /// A float rounded to a whole number.
    pub(super) fn whole_number(
        &mut self,
        frnd: Op,
        (op, ty): (UnaryOp, Type),
        to: Part,
        a: Operand,
    ) -> Selected<()> {
        let round = match op {
            UnaryOp::Floor => IntRounding::Floor,
            UnaryOp::Ceil => IntRounding::Ceil,
            UnaryOp::Trunc => IntRounding::Trunc,
            _ => IntRounding::Rn,
        };
        let a = match ty.is_half() {
            true => self.reg(a)?,
            false => self.float(a, false)?,
        };
        let inst = Inst::new(frnd).dst(to).a(a).with(|m| m.with(round));
        let format = match ty {
            Type::F16 => Some(RoundType::F16),
            Type::Bf16 => Some(RoundType::Bf16),
            Type::F32 => Some(RoundType::F32),
            _ => None,
        };
        self.emit(match format {
            Some(format) => inst.with(|m| m.with(format)),
            None => inst,
        });
        Ok(())
    }

    /// The smaller or larger of two doubles: a comparison that knows NaNs and the zeros' signs
    /// picks.
    fn f64_extreme(&mut self, which: DoubleCmp, to: Part, a: Operand, b: Operand) -> Selected<()> {
        let (x, y) = (self.float(a, false)?, self.float(b, false)?);
        let first = self.temp_pred();
        let test = Inst::new(Op::Dsetp).pdst(0, first);
        self.emit(test.a(x).b(y).with(|m| m.with(which)));
        for part in 0..2 {
            let (a, b) = (self.half_reg(a, part)?, self.half_of(b, part)?);
            let sel = Inst::new(Op::Sel).dst(half(to, part)).a(a).b(b);
            self.emit(sel.psrc(0, PredUse::of(first)));
        }
        Ok(())
    }

    pub(super) fn f64_binary(
        &mut self,
        op: BinaryOp,
        dst: VReg,
        a: Operand,
        b: Operand,
    ) -> Selected<()> {
        let to = self.dst(dst);
        let (op, minus) = match op {
            BinaryOp::Min => return self.f64_extreme(DoubleCmp::Min, to, a, b),
            BinaryOp::Max => return self.f64_extreme(DoubleCmp::Max, to, a, b),
            BinaryOp::Div => return self.double_quotient(to, a, b),
            BinaryOp::Add | BinaryOp::AddRn => (Op::Dadd, false),
            BinaryOp::Sub => (Op::Dadd, true),
            BinaryOp::Mul | BinaryOp::MulRn => (Op::Dmul, false),
            _ => return self.unsupported(format!("{op:?} of f64")),
        };
        let swap = !minus && a.constant().is_some();
        let (a, b) = if swap { (b, a) } else { (a, b) };
        let (a, b) = (self.float(a, false)?, self.float(b, !minus)?);
        let b = if minus { b.negated() } else { b };
        self.emit(Inst::new(op).dst(to).a(a).b(b));
        Ok(())
    }

    pub(super) fn dfma(&mut self, dst: VReg, a: Operand, b: Operand, c: Operand) -> Selected<()> {
        let to = self.dst(dst);
        let (a, b) = if a.constant().is_some() {
            (b, a)
        } else {
            (a, b)
        };
        let flexible = b.constant().is_none();
        let (a, b, c) = (
            self.float(a, false)?,
            self.float(b, !flexible && c.constant().is_none())?,
            self.float(c, true)?,
        );
        self.emit(Inst::new(Op::Dfma).dst(to).a(a).b(b).c(c));
        Ok(())
    }
}

/// `|x|`.
pub(super) fn magnitude(operand: Opnd) -> Opnd {
    match operand {
        Opnd::Reg(part, _) => {
            let abs = SrcMods {
                neg: false,
                abs: true,
                not: false,
                ..SrcMods::NONE
            };
            Opnd::Reg(part, abs)
        }
        other => other,
    }
}
