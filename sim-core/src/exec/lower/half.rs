//! Instructions on pairs of 16-bit floats.

use super::operands::Flavour::{Float, Half, Int};
use super::{Context, LowerErrorKind, Lowering};
use crate::exec::uop::{Alu, Format, HalfMode, HalfOp, Uop};
use sim_isa::modifier::{
    BoolOp, Float8, FloatCmp, HalfRelu, HalfType, MufuFn, MufuType, PackTo, Rounding, SetValue,
};
use sim_isa::operand::Operand as Written;
use sim_isa::{Flag, Op, Part};

impl Context<'_> {
    /// HADD2, HMUL2, HFMA2, HFMA2.MMA.
    pub(super) fn half_arithmetic(&self, uop: &mut Uop, op: HalfOp) -> Lowering<()> {
        let mode = HalfMode {
            relu: self.get::<HalfRelu>() == HalfRelu::Relu,
            ..self.half_mode()
        };
        let sources: &[_] = match op {
            HalfOp::Add | HalfOp::Mul => &[Half, Half],
            HalfOp::Fma => &[Half, Half, Half],
        };
        self.alu(uop, sources, Alu::Half(op, mode, self.parts()))
    }

    /// HMNMX2.
    pub(super) fn half_min_max(&self, uop: &mut Uop) -> Lowering<()> {
        let alu = Alu::HalfMinMax {
            mode: self.half_mode(),
            nan: self.has(Flag::Nan),
            xorsign: self.has(Flag::Xorsign),
            parts: self.parts(),
        };
        self.alu(uop, &[Half, Half], alu)
    }

    /// VHMNMX.
    pub(super) fn half_extremum(&self, uop: &mut Uop) -> Lowering<()> {
        let alu = Alu::HalfExtremum {
            mode: self.half_mode(),
            nan: self.has(Flag::Nan),
            parts: self.parts(),
        };
        self.alu(uop, &[Half, Half, Half], alu)
    }

    /// MUFU of a float of 16 bits.
    pub(super) fn function_of_half(&self, uop: &mut Uop) -> Lowering<()> {
        let function = self.get::<MufuFn>();
        if !matches!(function, MufuFn::Ex2 | MufuFn::Tanh) {
            return Err(LowerErrorKind::Unmodelled("this function of a half"));
        }
        let alu = Alu::MufuHalf {
            function,
            format: match self.get::<MufuType>() {
                MufuType::Bf16 => Format::Bf16,
                _ => Format::F16,
            },
            at: self.bit_of_part(),
        };
        self.alu(uop, &[Half], alu)
    }

    /// F2FP into floats of 8 bits, of two numbers or of two halves.
    pub(super) fn pack8(&self, uop: &mut Uop, halves: bool) -> Lowering<()> {
        let (to, relu) = (self.get::<Float8>(), self.has(Flag::Relu));
        self.alu(uop, &[Float, Float, Int], Alu::Pack8 { to, halves, relu })
    }

    /// F2FP out of them.
    pub(super) fn unpack8(&self, uop: &mut Uop) -> Lowering<()> {
        let alu = Alu::Unpack8 {
            from: self.get::<Float8>(),
            at: self.bit_of_part(),
            relu: self.has(Flag::Relu),
        };
        self.alu(uop, &[Int], alu)
    }

    /// HSETP2, HSET2.
    pub(super) fn half_comparison(&self, uop: &mut Uop) -> Lowering<()> {
        let (cmp, combine) = (self.get::<FloatCmp>(), self.get::<BoolOp>());
        let (mode, parts) = (self.half_mode(), self.parts());
        let alu = match self.instruction.op == Op::Hset2 {
            true => Alu::HalfSet {
                cmp,
                combine,
                one: self.get::<SetValue>() == SetValue::One,
                mode,
                parts,
            },
            false => Alu::HalfSetp {
                cmp,
                combine,
                mode,
                parts,
            },
        };
        self.alu(uop, &[Half, Half], alu)
    }

    /// F2FP into halves.
    pub(super) fn half_pack(&self, uop: &mut Uop, merge: bool) -> Lowering<()> {
        let mode = HalfMode {
            format: match self.get::<PackTo>() {
                PackTo::F16 => Format::F16,
                PackTo::Bf16 => Format::Bf16,
            },
            relu: self.has(Flag::Relu),
            ..self.half_mode()
        };
        let alu = Alu::HalfPack {
            mode,
            rounding: self.get::<Rounding>(),
            merge,
        };
        self.alu(uop, &[Float, Float, Int], alu)
    }

    fn half_mode(&self) -> HalfMode {
        HalfMode {
            format: match self.get::<HalfType>() {
                HalfType::F16 => Format::F16,
                HalfType::Bf16 => Format::Bf16,
            },
            ftz: self.has(Flag::Ftz),
            sat: self.has(Flag::Sat),
            relu: false,
            single: self.has(Flag::HalfToSingle),
        }
    }

    /// The parts of the three sources.
    fn parts(&self) -> [Part; 3] {
        let i = self.instruction;
        [i.a, i.b, i.c].map(|operand| part(&operand))
    }
}

/// The part of a register that an operand means.
pub(super) fn part(operand: &Written) -> Part {
    match operand {
        Written::Reg { mods, .. } | Written::UReg { mods, .. } | Written::Const { mods, .. } => {
            mods.part
        }
        Written::None
        | Written::Imm(_)
        | Written::Mem(_)
        | Written::Special(_)
        | Written::Target(_)
        | Written::Barrier(_)
        | Written::Pred(_)
        | Written::Scoreboard(_) => Part::Whole,
    }
}
