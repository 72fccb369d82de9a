//! Floats of 16 bits: sums, products, fused ones and comparisons, of one number or of a pair.
//!
//! One number is the low half of its register, whatever stands above it (`R2.H0_H0`); the half
//! of a pair is read where it is (`R2.H1_H1`). Only one half of the machine's work is then of
//! use, which is why pairs are worth the trouble.
//!
//! Pairs go to two pipes, the FMA pipe and the one beside it (`HFMA2.MMA`, which takes no part
//! of a register). The second makes sums by a factor of one and products by adding minus zero.
//! ptxas sends each to the pipe that has less to do in the block, and so does this.

use super::{Selected, Selector};
use crate::backend::mir::{Inst, Opnd, Part, PredUse, VirtId};
use crate::kernel::{self, BinaryOp, CompareOp, Operand, Type, UnaryOp, VReg};
use sim_isa::modifier::{FloatCmp, HalfType, SetValue};
use sim_isa::{Op, Part as Which, SrcMods};

/// What the pipes for pairs have had to do in the present block, in issue slots.
#[derive(Clone, Copy, Default)]
pub(super) struct PairLoad {
    fma: u32,
    beside: u32,
}

impl PairLoad {
    /// Whether an instruction of so many slots on the FMA pipe goes beside it, which takes two.
    fn goes_beside(&mut self, slots: u32) -> bool {
        let beside = self.beside <= self.fma;
        match beside {
            true => self.beside += 2,
            false => self.fma += slots,
        }
        beside
    }
}

/// The bits of a constant in both halves of a word.
fn twice(ty: Type, bits: u64) -> u32 {
    match ty.is_pair() {
        true => bits as u32,
        false => (bits as u32 & 0xffff) * 0x1_0001,
    }
}

fn of_type(inst: Inst, ty: Type) -> Inst {
    let format = match ty.is_bfloat() {
        true => HalfType::Bf16,
        false => HalfType::F16,
    };
    inst.with(|m| m.with(format))
}

const BOTH_SIGNS: u32 = 0x8000_8000;

impl Selector<'_> {
    /// An operand with its signs and the half that is meant; `flexible` allows an immediate.
    pub(super) fn halves(&mut self, ty: Type, operand: Operand, flexible: bool) -> Selected<Opnd> {
        let (value, mods) = self.float_signs(operand);
        if let Operand::Const(constant) = value {
            let bits = twice(ty, constant.bits);
            let size = if mods.abs { bits & !BOTH_SIGNS } else { bits };
            let bits = if mods.neg { size ^ BOTH_SIGNS } else { size };
            return Ok(match (bits, flexible) {
                (0, _) => Opnd::Zero,
                (BOTH_SIGNS, _) => Opnd::MinusZero,
                (_, true) => Opnd::Imm(bits),
                (_, false) => self.word(bits).into(),
            });
        }
        let (register, part) = match ty.is_pair() {
            true => (self.reg(value)?, Which::Whole),
            false => self.half_register(value)?,
        };
        Ok(match register {
            Opnd::Reg(register, _) => Opnd::Reg(register, SrcMods { part, ..mods }),
            other => other,
        })
    }

    /// The register that holds a number of 16 bits, and in which half.
    fn half_register(&mut self, value: Operand) -> Selected<(Opnd, Which)> {
        match self.peek_operand(value) {
            Some(kernel::Inst::Unpack { src, high, .. }) => {
                let part = if high {
                    Which::HighTwice
                } else {
                    Which::LowTwice
                };
                Ok((self.reg(src)?, part))
            }
            _ => Ok((self.reg(value)?, Which::LowTwice)),
        }
    }

    fn is_constant_half(&self, operand: Operand) -> bool {
        self.float_signs(operand).0.constant().is_some()
    }

    pub(super) fn half_unary(
        &mut self,
        op: UnaryOp,
        ty: Type,
        dst: VReg,
        a: Operand,
    ) -> Selected<()> {
        let to = self.dst(dst);
        if matches!(
            op,
            UnaryOp::Floor | UnaryOp::Ceil | UnaryOp::Trunc | UnaryOp::RoundEven
        ) {
            return self.whole_number(Op::Frnd, (op, ty), to, a);
        }
        let a = match (self.halves(ty, a, false)?, op) {
            (a, UnaryOp::Neg) => a.negated_halves(),
            (Opnd::Reg(part, mods), UnaryOp::Abs) => Opnd::Reg(
                part,
                SrcMods {
                    neg: false,
                    abs: true,
                    ..mods
                },
            ),
            (_, UnaryOp::Abs) => Opnd::Zero,
            _ => return self.unsupported(format!("{op:?} of {ty}")),
        };
        let zero = Opnd::MinusZero;
        let inst = match ty.is_bfloat() {
            true => Inst::new(Op::Hfma2).dst(to).a(zero).b(Opnd::Zero).c(a),
            false => Inst::new(Op::Hadd2).dst(to).a(a).b(zero),
        };
        self.emit(of_type(inst, ty));
        Ok(())
    }

    pub(super) fn half_binary(
        &mut self,
        op: BinaryOp,
        ty: Type,
        dst: VReg,
        (a, b): (Operand, Operand),
    ) -> Selected<()> {
        let to = self.dst(dst);
        let minus = op == BinaryOp::Sub;
        let swap = self.is_constant_half(a);
        let (first, second) = if swap { (b, a) } else { (a, b) };
        let (mut x, mut y) = (
            self.halves(ty, first, false)?,
            self.halves(ty, second, true)?,
        );
        match (minus, swap) {
            (true, true) => x = x.negated_halves(),
            (true, false) => y = y.negated_halves(),
            (false, _) => {}
        }
        let inst = match op {
            BinaryOp::Add | BinaryOp::AddRn | BinaryOp::Sub => self.half_sum(ty, to, x, y),
            BinaryOp::Mul | BinaryOp::MulRn => self.half_product(ty, to, x, y),
            BinaryOp::Min | BinaryOp::Max => {
                let pick = PredUse::TRUE.inverted_if(op == BinaryOp::Max);
                Inst::new(Op::Hmnmx2).dst(to).a(x).b(y).psrc(0, pick)
            }
            _ => return self.unsupported(format!("{op:?} of {ty}")),
        };
        self.emit(of_type(inst, ty));
        Ok(())
    }

    fn half_sum(&mut self, ty: Type, to: Part, x: Opnd, y: Opnd) -> Inst {
        let one = match ty.is_bfloat() {
            true => 0x3f80_3f80,
            false => 0x3c00_3c00,
        };
        let registers = y.part().is_some();
        match ty.is_pair() && registers && self.pairs.goes_beside(1) {
            true => Inst::new(Op::Hfma2Mma).dst(to).a(x).b(Opnd::Imm(one)).c(y),
            false => Inst::new(Op::Hadd2).dst(to).a(x).b(y),
        }
    }

    fn half_product(&mut self, ty: Type, to: Part, x: Opnd, y: Opnd) -> Inst {
        match ty.is_pair() && self.pairs.goes_beside(1) {
            true => Inst::new(Op::Hfma2Mma).dst(to).a(x).b(y).c(Opnd::MinusZero),
            false => Inst::new(Op::Hmul2).dst(to).a(x).b(y),
        }
    }

    pub(super) fn half_fma(
        &mut self,
        ty: Type,
        dst: VReg,
        [a, b, c]: [Operand; 3],
    ) -> Selected<()> {
        let to = self.dst(dst);
        let swap = self.is_constant_half(a);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        // One immediate at most.
        let immediate_sum = self.is_constant_half(c);
        let (a, b, c) = (
            self.halves(ty, a, false)?,
            self.halves(ty, b, !immediate_sum)?,
            self.halves(ty, c, true)?,
        );
        let beside = ty.is_pair() && !immediate_sum && self.pairs.goes_beside(2);
        let op = if beside { Op::Hfma2Mma } else { Op::Hfma2 };
        self.emit(of_type(Inst::new(op).dst(to).a(a).b(b).c(c), ty));
        Ok(())
    }

    /// HSETP2 of one number.
    pub(super) fn compare_halves(
        &mut self,
        dst: VirtId,
        ty: Type,
        (test, a, b): (FloatCmp, Operand, Operand),
    ) -> Selected<Inst> {
        let (a, b) = (self.halves(ty, a, false)?, self.halves(ty, b, true)?);
        let inst = Inst::new(Op::Hsetp2).pdst(0, dst).a(a).b(b);
        Ok(of_type(inst, ty).with(|m| m.with(test)))
    }

    /// HSET2: what holds for each half of a pair, as numbers or as bits.
    pub(super) fn set_halves(
        &mut self,
        to: Part,
        ty: Type,
        (test, a, b): (FloatCmp, Operand, Operand),
        value: SetValue,
    ) -> Selected<()> {
        let (a, b) = (self.halves(ty, a, false)?, self.halves(ty, b, true)?);
        let inst = of_type(Inst::new(Op::Hset2).dst(to).a(a).b(b), ty);
        self.emit(inst.with(|m| m.with(test).with(value)));
        Ok(())
    }

    pub(super) fn compare_each(
        &mut self,
        op: CompareOp,
        ty: Type,
        dst: VReg,
        (a, b): (Operand, Operand),
    ) -> Selected<()> {
        let to = self.dst(dst);
        let (op, a, b) = super::predicate::constant_last(op, a, b);
        let test = super::predicate::float_test(op, false);
        self.set_halves(to, ty, (test, a, b), SetValue::One)
    }

    /// Two numbers as a pair: converted together, or PRMT puts them together.
    pub(super) fn pack(
        &mut self,
        ty: Type,
        dst: VReg,
        low: Operand,
        high: Operand,
    ) -> Selected<()> {
        let to = self.dst(dst);
        if let (Some(low), Some(high)) = (self.rounded_single(low), self.rounded_single(high)) {
            return self.round_singles(to, ty, high, low);
        }
        let (a, low) = self.packed_half(low)?;
        let (b, high) = self.packed_half(high)?;
        let bytes = |part, from: u32| match part {
            Which::HighTwice => 0x32 + from,
            _ => 0x10 + from,
        };
        let pick = bytes(high, 0x44) << 8 | bytes(low, 0);
        self.emit(Inst::new(Op::Prmt).dst(to).a(a).b(Opnd::Imm(pick)).c(b));
        Ok(())
    }

    fn packed_half(&mut self, operand: Operand) -> Selected<(Opnd, Which)> {
        match operand.constant() {
            Some(value) if value.bits == 0 => Ok((Opnd::Zero, Which::LowTwice)),
            Some(value) => {
                let word = self.word(twice(value.ty, value.bits));
                Ok((word.into(), Which::LowTwice))
            }
            None => self.half_register(operand),
        }
    }

    /// One half of a pair in a register of its own.
    pub(super) fn unpack(&mut self, dst: VReg, src: Operand, high: bool) -> Selected<()> {
        let (to, from) = (self.dst(dst), self.reg(src)?);
        match high {
            true => {
                let pick = Opnd::Imm(0x7632);
                self.emit(Inst::new(Op::Prmt).dst(to).a(from).b(pick).c(from));
            }
            false => self.mov(to, from),
        }
        Ok(())
    }
}
