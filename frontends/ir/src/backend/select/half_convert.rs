//! Conversions from and to floats of 16 bits.

use super::convert::{float_rounding, int32, int64, whole_rounding};
use super::{Selected, Selector};
use crate::backend::mir::{Inst, Opnd, Part};
use crate::kernel::{self, Operand, Rounding, Type, VReg};
use sim_isa::modifier::{
    FloatFrom, FloatFrom32, FloatSide, FloatSide32, FloatTo, FloatTo32, PackTo, Rounding as Mode,
};
use sim_isa::{Flag, Op};

impl Selector<'_> {
    pub(super) fn half_convert(
        &mut self,
        (from, to): (Type, Type),
        round: Rounding,
        dst: VReg,
        src: Operand,
    ) -> Selected<()> {
        let part = self.dst(dst);
        match (from, to) {
            (Type::Pred, _) => {
                let one = kernel::eval::halves::rounded(to, 1.0, Rounding::Nearest);
                self.predicate_as_word(part.into(), src, one.into())
            }
            (Type::F32, _) => {
                let src = self.float(src, false)?;
                self.round_single(part, to, round, src)
            }
            (Type::F64, Type::F16) => {
                let src = self.float(src, false)?;
                let inst = Inst::new(Op::F2f).dst(part).a(src);
                let mode = float_rounding(round);
                let inst = inst.with(|m| m.with(FloatTo::F16).with(FloatFrom::F64).with(mode));
                self.emit(inst);
                Ok(())
            }
            (_, Type::F32) => self.half_to_single(part, from, src),
            (_, Type::F64) => {
                let single = self.temp(1);
                self.half_to_single(single, from, src)?;
                let inst = Inst::new(Op::F2f).dst(part).a(single);
                self.emit(inst.with(|m| m.with(FloatTo::F64).with(FloatFrom::F32)));
                Ok(())
            }
            _ if from.is_half() && to.is_half() => {
                let single = self.temp(1);
                self.half_to_single(single, from, src)?;
                self.round_single(part, to, round, single.into())
            }
            _ if from.is_half() => self.half_to_integer((from, to), round, part, src),
            _ if to.is_half() && from.is_integer() => self.integer_to_half((from, to), part, src),
            _ => self.unsupported(format!("conversion of {from} to {to}")),
        }
    }

    /// A single as a number of 16 bits: to nearest and towards zero by the ALU, else by the
    /// slow pipe.
    fn round_single(&mut self, to: Part, ty: Type, round: Rounding, src: Opnd) -> Selected<()> {
        let mode = float_rounding(round);
        if matches!(round, Rounding::Nearest | Rounding::Zero) {
            let inst = Inst::new(Op::F2fp).dst(to).a(Opnd::Zero).b(src);
            self.emit(inst.with(|m| m.with(packed(ty)).with(mode)));
            return Ok(());
        }
        let result = match ty.is_bfloat() {
            true => FloatTo32::Bf16,
            false => FloatTo32::F16,
        };
        let inst = Inst::new(Op::F2fHalf).dst(to).a(src);
        self.emit(inst.with(|m| m.with(result).with(FloatFrom32::F32).with(mode)));
        Ok(())
    }

    /// Two singles as a pair.
    pub(super) fn round_singles(
        &mut self,
        to: Part,
        ty: Type,
        high: Operand,
        low: Operand,
    ) -> Selected<()> {
        let (high, low) = (self.float(high, false)?, self.float(low, false)?);
        let inst = Inst::new(Op::F2fp).dst(to).a(high).b(low);
        self.emit(inst.with(|m| m.with(packed(ty)).with(Mode::Rn)));
        Ok(())
    }

    /// The single that a value is the rounding to nearest of.
    pub(super) fn rounded_single(&self, value: Operand) -> Option<Operand> {
        match self.peek_operand(value)? {
            kernel::Inst::Convert {
                from: Type::F32,
                to: Type::F16 | Type::Bf16,
                round: Rounding::Nearest,
                src,
                ..
            } => Some(src),
            _ => None,
        }
    }

    /// A bfloat16 is the upper half of a single; a half is added to minus zero.
    fn half_to_single(&mut self, to: Part, ty: Type, src: Operand) -> Selected<()> {
        if ty.is_bfloat() {
            let bits = self.reg(src)?;
            self.shift_left(to, bits, Opnd::Imm(16));
            return Ok(());
        }
        let src = self.halves(ty, src, false)?;
        let inst = Inst::new(Op::Hadd2).dst(to).a(Opnd::MinusZero).b(src);
        self.emit(inst.with(|m| m.with_flag(Flag::HalfToSingle)));
        Ok(())
    }

    fn half_to_integer(
        &mut self,
        (from, to): (Type, Type),
        round: Rounding,
        part: Part,
        src: Operand,
    ) -> Selected<()> {
        let (src, mode) = (self.reg(src)?, whole_rounding(round));
        let inst = match to.bits() {
            64 => Inst::new(Op::F2iWide).with(|m| m.with(side(from)).with(int64(to))),
            _ => Inst::new(Op::F2i).with(|m| {
                let m = m.with(side32(from)).with(int32(to));
                m.with_flag(Flag::Ntz)
            }),
        };
        self.emit(inst.dst(part).a(src).with(|m| m.with(mode)));
        Ok(())
    }

    fn integer_to_half(
        &mut self,
        (from, to): (Type, Type),
        part: Part,
        src: Operand,
    ) -> Selected<()> {
        let src = self.reg(src)?;
        let inst = match from.bits() {
            64 => Inst::new(Op::I2fWide).with(|m| m.with(side(to)).with(int64(from))),
            _ => Inst::new(Op::I2f).with(|m| m.with(side32(to)).with(int32(from))),
        };
        self.emit(inst.dst(part).a(src).with(|m| m.with(Mode::Rn)));
        Ok(())
    }
}

fn packed(ty: Type) -> PackTo {
    match ty.is_bfloat() {
        true => PackTo::Bf16,
        false => PackTo::F16,
    }
}

fn side(ty: Type) -> FloatSide {
    match ty.is_bfloat() {
        true => FloatSide::Bf16,
        false => FloatSide::F16,
    }
}

fn side32(ty: Type) -> FloatSide32 {
    match ty.is_bfloat() {
        true => FloatSide32::Bf16,
        false => FloatSide32::F16,
    }
}
