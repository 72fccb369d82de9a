//! Operands: register numbers to rows, constants to immediates.

use super::{Context, LowerErrorKind, Lowering};
use crate::exec::uop::{ConstAddr, DROP, Fix, Operand, PredIn, Src, TRUE, UNIFORM_ZERO, Uop};
use sim_isa::operand::{ConstBase, Operand as Written, PredSrc, SrcMods};
use sim_isa::{Reg, UReg};

/// How an operand's sign bits and immediates are understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flavour {
    /// An integer.
    Int,
    /// Two integers of 16 bits.
    Pair,
    /// An integer in a chain of carries: minus means not.
    Carry,
    /// A pair of registers as an integer of 64 bits.
    Wide,
    /// A float.
    Float,
    /// Two halves, whose signs change together.
    Half,
    /// A pair of registers as a double; an immediate is its high word.
    Double,
}

impl Flavour {
    /// Registers that the operand spans.
    fn words(self) -> u32 {
        match self {
            Flavour::Int | Flavour::Pair | Flavour::Carry | Flavour::Float | Flavour::Half => 1,
            Flavour::Wide | Flavour::Double => 2,
        }
    }

    /// What the sign bits do.
    fn fix(self, mods: SrcMods) -> Fix {
        match (self, mods) {
            (_, SrcMods { not: true, .. }) => Fix::Not,
            (Flavour::Carry, SrcMods { neg: true, .. }) => Fix::Not,
            (Flavour::Pair, SrcMods { neg: true, .. }) => Fix::PairNeg,
            (Flavour::Pair, _) => Fix::None,
            (Flavour::Int | Flavour::Wide | Flavour::Carry, mods) => match (mods.neg, mods.abs) {
                (true, _) => Fix::Neg,
                (false, true) => Fix::Abs,
                (false, false) => Fix::None,
            },
            (Flavour::Half, mods) => match (mods.neg, mods.abs) {
                (true, true) => Fix::HalfNegAbs,
                (true, false) => Fix::HalfNeg,
                (false, true) => Fix::HalfAbs,
                (false, false) => Fix::None,
            },
            (Flavour::Float | Flavour::Double, mods) => match (mods.neg, mods.abs) {
                (true, true) => Fix::FloatNegAbs,
                (true, false) => Fix::FloatNeg,
                (false, true) => Fix::FloatAbs,
                (false, false) => Fix::None,
            },
        }
    }
}

impl From<PredSrc> for PredIn {
    fn from(written: PredSrc) -> PredIn {
        PredIn {
            index: written.pred.0,
            not: written.not,
            uniform: written.uniform && written.pred.0 != TRUE,
        }
    }
}

impl Context<'_> {
    /// The destination, and whether it belongs to the uniform datapath.
    pub(super) fn set_destination(&self, uop: &mut Uop) -> Lowering<()> {
        match self.instruction.dst {
            Written::Reg { reg, width, .. } if !reg.is_zero() => {
                uop.dst = self.row(reg, u32::from(width.max(1)))?;
            }
            Written::UReg { reg, .. } => {
                uop.uniform = true;
                uop.dst = if reg.is_zero() { DROP } else { reg.0 };
            }
            Written::Reg { .. } | Written::None | Written::Barrier(_) => {}
            Written::Imm(_)
            | Written::Const { .. }
            | Written::Mem(_)
            | Written::Special(_)
            | Written::Target(_)
            | Written::Pred(_)
            | Written::Scoreboard(_) => return Err(LowerErrorKind::Operand { slot: "d" }),
        }
        Ok(())
    }

    /// A register's row; it and those that follow must be declared.
    pub(super) fn row(&self, reg: Reg, words: u32) -> Lowering<u8> {
        let last = u32::from(reg.0) + words - 1;
        match last < self.registers {
            true => Ok(reg.0),
            false => Err(LowerErrorKind::Register {
                register: last,
                declared: self.registers,
            }),
        }
    }

    /// Sets source `slot` from its written operand.
    pub(super) fn set_source(&self, uop: &mut Uop, slot: usize, flavour: Flavour) -> Lowering<()> {
        let written = [self.instruction.a, self.instruction.b, self.instruction.c][slot];
        match written {
            Written::Reg { reg, mods, .. } if reg.is_zero() => {
                set_immediate(uop, slot, flavour, [0, 0], mods);
            }
            Written::Reg { reg, mods, .. } => {
                uop.src[slot] = Operand {
                    src: Src::Row(self.row(reg, flavour.words())?),
                    fix: flavour.fix(mods),
                };
            }
            Written::UReg { reg, mods, .. } if reg.is_zero() => {
                set_immediate(uop, slot, flavour, [0, 0], mods);
            }
            Written::UReg { reg, mods, .. } => {
                uop.src[slot] = Operand {
                    src: Src::Uniform(reg.0),
                    fix: flavour.fix(mods),
                };
            }
            Written::Imm(bits) => {
                set_immediate(
                    uop,
                    slot,
                    flavour,
                    immediate(bits, flavour),
                    SrcMods::default(),
                );
            }
            Written::Const {
                bank,
                base: ConstBase::Zero,
                offset,
                mods,
            } => {
                let offset = offset as u32;
                let words = [0, 4].map(|step| self.banks.word(bank, offset + step));
                set_immediate(uop, slot, flavour, words, mods);
                uop.constant = Some(ConstAddr {
                    bank,
                    offset: offset as u16,
                });
            }
            Written::None => {}
            Written::Const { .. }
            | Written::Mem(_)
            | Written::Special(_)
            | Written::Target(_)
            | Written::Barrier(_)
            | Written::Pred(_)
            | Written::Scoreboard(_) => {
                return Err(LowerErrorKind::Operand {
                    slot: ["a", "b", "c"][slot],
                });
            }
        }
        Ok(())
    }

    /// Sets the sources from slot 0 on, a flavour each.
    pub(super) fn set_sources(&self, uop: &mut Uop, flavours: &[Flavour]) -> Lowering<()> {
        for (slot, &flavour) in flavours.iter().enumerate() {
            self.set_source(uop, slot, flavour)?;
        }
        Ok(())
    }

    /// The uniform register that an address adds.
    pub(super) fn uniform_base(reg: UReg) -> u8 {
        if reg.is_zero() { UNIFORM_ZERO } else { reg.0 }
    }

    /// A branch target as an instruction's index.
    pub(super) fn target(&self, bytes: i64) -> Lowering<u32> {
        let index = bytes / 16;
        match bytes % 16 == 0 && (0..i64::from(self.count)).contains(&index) {
            true => Ok(index as u32),
            false => Err(LowerErrorKind::Target { target: bytes }),
        }
    }
}

/// The two words of an immediate.
fn immediate(bits: u32, flavour: Flavour) -> [u32; 2] {
    match flavour {
        Flavour::Int | Flavour::Pair | Flavour::Carry | Flavour::Float | Flavour::Half => [bits, 0],
        Flavour::Wide => [bits, ((bits as i32) >> 31) as u32],
        Flavour::Double => [0, bits],
    }
}

/// Makes a source an immediate; its sign bits stay for the execution, which in a
/// sum with carries must tell minus from the negated value.
fn set_immediate(uop: &mut Uop, slot: usize, flavour: Flavour, words: [u32; 2], mods: SrcMods) {
    uop.src[slot] = Operand {
        src: Src::Imm,
        fix: flavour.fix(mods),
    };
    [uop.imm[slot], uop.imm_high[slot]] = words;
}
