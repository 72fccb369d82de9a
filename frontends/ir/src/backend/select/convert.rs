//! Conversions between numbers.

use super::operands::half;
use super::{Selected, Selector};
use crate::backend::mir::{Inst, Opnd};
use crate::kernel::{Operand, Rounding, Type, VReg};
use sim_isa::modifier::{self, FloatFrom, FloatSide, FloatTo, Int32, Int64, IntKind, IntRounding};
use sim_isa::{Flag, Op};

impl Selector<'_> {
    pub(super) fn convert(
        &mut self,
        from: Type,
        to: Type,
        round: Rounding,
        dst: VReg,
        src: Operand,
    ) -> Selected<()> {
        match (from, to) {
            (_, Type::Pred) => self.unsupported("conversion to a predicate"),
            _ if from.is_half() || to.is_half() => self.half_convert((from, to), round, dst, src),
            (Type::Pred, _) => self.predicate_to_number(to, dst, src),
            (Type::F32 | Type::F64, Type::F32 | Type::F64) => {
                self.between_floats(from, to, round, dst, src)
            }
            (Type::F32 | Type::F64, _) => self.float_to_integer(from, to, round, dst, src),
            (_, Type::F32 | Type::F64) => self.integer_to_float(from, to, round, dst, src),
            _ => self.between_integers(from, to, dst, src),
        }
    }

    fn predicate_to_number(&mut self, to: Type, dst: VReg, src: Operand) -> Selected<()> {
        let part = self.dst(dst);
        let (word, one) = match to {
            Type::F32 => (half(part, 0), 0x3f80_0000),
            Type::F64 => (half(part, 1), 0x3ff0_0000),
            _ => (half(part, 0), 1),
        };
        self.predicate_as_word(word.into(), src, one)?;
        if part.width == 2 {
            self.mov(half(part, 1 - word.first), Opnd::Zero);
        }
        Ok(())
    }

    fn between_integers(&mut self, from: Type, to: Type, dst: VReg, src: Operand) -> Selected<()> {
        let part = self.dst(dst);
        match (from.bits(), to.bits()) {
            (64, 32) => {
                let low = self.half_of(src, 0)?;
                self.mov(part, low);
            }
            (32, 64) => {
                let low = self.reg(src)?;
                self.mov(half(part, 0), low);
                match from.is_signed() {
                    true => self.shift_right(half(part, 1), low, Opnd::Imm(31), Type::S32),
                    false => self.mov(half(part, 1), Opnd::Zero),
                }
            }
            _ => self.mov_wide(part, src)?,
        }
        Ok(())
    }

    fn integer_to_float(
        &mut self,
        from: Type,
        to: Type,
        round: Rounding,
        dst: VReg,
        src: Operand,
    ) -> Selected<()> {
        let part = self.dst(dst);
        if from.bits() == 32 && to == Type::F32 && round == Rounding::Nearest {
            let kind = if from.is_signed() {
                IntKind::S32
            } else {
                IntKind::U32
            };
            let src = self.flexible(src)?;
            self.emit(Inst::new(Op::I2fp).dst(part).a(src).with(|m| m.with(kind)));
            return Ok(());
        }
        let mode = float_rounding(round);
        let src = self.reg(src)?;
        if from.bits() == 32 && to == Type::F32 {
            let inst = Inst::new(Op::I2f).dst(part).a(src);
            self.emit(inst.with(|m| m.with(int32(from)).with(mode)));
            return Ok(());
        }
        let kind = int64(from);
        let result = if to == Type::F64 {
            FloatSide::F64
        } else {
            FloatSide::F32
        };
        let inst = Inst::new(Op::I2fWide).dst(part).a(src);
        self.emit(inst.with(|m| m.with(result).with(kind).with(mode)));
        Ok(())
    }

    fn float_to_integer(
        &mut self,
        from: Type,
        to: Type,
        round: Rounding,
        dst: VReg,
        src: Operand,
    ) -> Selected<()> {
        if from == Type::F32 && to.bits() == 64 {
            let part = self.dst(dst);
            return self.single_to_pair(part, to, round, src);
        }
        let (part, src) = (self.dst(dst), self.float(src, false)?);
        let mode = whole_rounding(round);
        if from == Type::F64 {
            let inst = Inst::new(Op::F2iWide).dst(part).a(src);
            let inst = inst.with(|m| m.with(FloatSide::F64).with(int64(to)).with(mode));
            self.emit(inst);
            return Ok(());
        }
        let inst = Inst::new(Op::F2i).dst(part).a(src);
        self.emit(inst.with(|m| m.with(int32(to)).with(mode).with_flag(Flag::Ntz)));
        Ok(())
    }

    fn between_floats(
        &mut self,
        from: Type,
        to: Type,
        round: Rounding,
        dst: VReg,
        src: Operand,
    ) -> Selected<()> {
        let part = self.dst(dst);
        if from == to {
            return match round {
                Rounding::Nearest => self.mov_wide(part, src),
                _ => self.unsupported("rounding to a whole number (FRND)"),
            };
        }
        let src = self.float(src, false)?;
        let (result, source) = match to {
            Type::F64 => (FloatTo::F64, FloatFrom::F32),
            _ => (FloatTo::F32, FloatFrom::F64),
        };
        let mode = float_rounding(round);
        let inst = Inst::new(Op::F2f).dst(part).a(src);
        self.emit(inst.with(|m| m.with(result).with(source).with(mode)));
        Ok(())
    }
}

/// A rounding of float results, as the machine names it.
pub(super) fn float_rounding(round: Rounding) -> modifier::Rounding {
    match round {
        Rounding::Nearest => modifier::Rounding::Rn,
        Rounding::Zero => modifier::Rounding::Rz,
        Rounding::Down => modifier::Rounding::Rm,
        Rounding::Up => modifier::Rounding::Rp,
    }
}

/// A rounding to whole numbers, as the machine names it.
pub(super) fn whole_rounding(round: Rounding) -> IntRounding {
    match round {
        Rounding::Nearest => IntRounding::Rn,
        Rounding::Zero => IntRounding::Trunc,
        Rounding::Down => IntRounding::Floor,
        Rounding::Up => IntRounding::Ceil,
    }
}

/// The integer side of a conversion with a 64-bit side.
pub(super) fn int64(ty: Type) -> Int64 {
    match ty {
        Type::S32 => Int64::S32,
        Type::U32 => Int64::U32,
        Type::S64 => Int64::S64,
        _ => Int64::U64,
    }
}

/// The integer side of a conversion without a 64-bit side.
pub(super) fn int32(ty: Type) -> Int32 {
    match ty.is_signed() {
        true => Int32::S32,
        false => Int32::U32,
    }
}
