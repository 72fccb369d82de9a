//! Control flow, barriers, fences and special registers.

use super::operands::Flavour;
use super::{Context, LowerErrorKind, Lowering};
use crate::exec::memory_op::Scope;
use crate::exec::uop::{Alu, BarOp, ControlOp, ConvergeOp, Kind, NEVER, Special, Uop};
use sim_isa::Op;
use sim_isa::modifier::{BarMode, Cs2rWidth, MembarScope};
use sim_isa::operand::Operand as Written;

impl Context<'_> {
    /// Branches and EXIT.
    pub(super) fn branch(&self, uop: &mut Uop) -> Lowering<()> {
        let i = self.instruction;
        let op = match i.op {
            Op::Exit => ControlOp::Exit,
            Op::Call => ControlOp::Call {
                target: self.target_in(i.a, "a")?,
            },
            Op::BraDiv => {
                self.set_source(uop, 1, Flavour::Int)?;
                ControlOp::BranchIfDiverged {
                    target: self.target_in(i.a, "a")?,
                }
            }
            Op::Brx => {
                self.set_source(uop, 0, Flavour::Wide)?;
                ControlOp::Indirect {
                    base: self.bytes_in(i.b, "b")?,
                    meet: self.meet,
                }
            }
            Op::Ret => {
                self.set_source(uop, 0, Flavour::Wide)?;
                ControlOp::Indirect {
                    base: self.bytes_in(i.b, "b")?,
                    meet: NEVER,
                }
            }
            _ => ControlOp::Branch {
                target: self.target_in(i.a, "a")?,
                meet: self.meet,
            },
        };
        self.set(uop, Kind::Control(op))
    }

    /// Instructions of the convergence barriers.
    pub(super) fn convergence(&self, uop: &mut Uop) -> Lowering<()> {
        let i = self.instruction;
        let op = match i.op {
            Op::Bssy => ConvergeOp::Bssy {
                barrier: barrier_in(i.dst, "d")?,
            },
            Op::Bsync => ConvergeOp::Bsync {
                barrier: barrier_in(i.a, "a")?,
            },
            Op::Break => ConvergeOp::Break {
                barrier: barrier_in(i.a, "a")?,
            },
            Op::Warpsync => {
                self.set_source(uop, 0, Flavour::Int)?;
                ConvergeOp::WarpSync
            }
            Op::WarpsyncCollective => {
                self.set_source(uop, 0, Flavour::Int)?;
                ConvergeOp::Collective {
                    resume: self.target_in(i.b, "b")?,
                }
            }
            Op::WarpsyncAll => ConvergeOp::WarpSyncAll,
            Op::Endcollective => ConvergeOp::EndCollective,
            _ => ConvergeOp::Yield,
        };
        self.set(uop, Kind::Control(ControlOp::Converge(op)))
    }

    /// A target operand in bytes.
    fn bytes_in(&self, operand: Written, slot: &'static str) -> Lowering<i64> {
        match operand {
            Written::Target(bytes) => Ok(bytes),
            _ => Err(LowerErrorKind::Operand { slot }),
        }
    }

    /// A target operand as an instruction's index.
    fn target_in(&self, operand: Written, slot: &'static str) -> Lowering<u32> {
        self.target(self.bytes_in(operand, slot)?)
    }

    /// BAR.
    pub(super) fn barrier(&self, uop: &mut Uop) -> Lowering<()> {
        let i = self.instruction;
        let Written::Imm(id) = i.a else {
            return Err(LowerErrorKind::Operand { slot: "a" });
        };
        let threads = match i.b {
            Written::None | Written::Imm(0) => None,
            Written::Imm(threads) => Some(threads as u16),
            _ => return Err(LowerErrorKind::Operand { slot: "b" }),
        };
        let waits = match self.get::<BarMode>() {
            BarMode::Sync => true,
            BarMode::Arv => false,
        };
        self.set(
            uop,
            Kind::Barrier(BarOp {
                waits,
                id: (id & 0xf) as u8,
                threads,
            }),
        )
    }

    /// MEMBAR.
    pub(super) fn fence(&self, uop: &mut Uop) -> Lowering<()> {
        let scope = match self.get::<MembarScope>() {
            MembarScope::Cta | MembarScope::Sm => Scope::Block,
            MembarScope::Gpu => Scope::Gpu,
            MembarScope::Sys => Scope::System,
        };
        self.set(uop, Kind::Membar(scope))
    }

    /// S2R, S2UR, CS2R.
    pub(super) fn special(&self, uop: &mut Uop) -> Lowering<()> {
        let Written::Special(number) = self.instruction.a else {
            return Err(LowerErrorKind::Operand { slot: "a" });
        };
        let register =
            special(number).ok_or(LowerErrorKind::Unmodelled("this special register"))?;
        let pair = self.instruction.op == Op::Cs2r && self.get::<Cs2rWidth>() == Cs2rWidth::B64;
        let alu = match pair {
            true => Alu::SpecialPair(register),
            false => Alu::Special(register),
        };
        self.set(uop, Kind::Alu(alu))
    }
}

/// A convergence barrier operand.
fn barrier_in(operand: Written, slot: &'static str) -> Lowering<u8> {
    match operand {
        Written::Barrier(barrier @ 0..16) => Ok(barrier),
        _ => Err(LowerErrorKind::Operand { slot }),
    }
}

/// The special registers by number, as listings with their encodings show them.
fn special(number: u8) -> Option<Special> {
    Some(match number {
        0x00 => Special::LaneId,
        0x20 => Special::TidPacked,
        0x21..=0x23 => Special::Tid(number - 0x21),
        0x25..=0x27 => Special::Ctaid(number - 0x25),
        0x38 => Special::EqMask,
        0x39 => Special::LtMask,
        0x3a => Special::LeMask,
        0x3b => Special::GtMask,
        0x3c => Special::GeMask,
        0x50 => Special::ClockLo,
        0x51 => Special::ClockHi,
        0x52 => Special::GlobalTimerLo,
        0x53 => Special::GlobalTimerHi,
        0x88 => Special::CgaCtaId,
        0xff => Special::Zero,
        _ => return None,
    })
}
