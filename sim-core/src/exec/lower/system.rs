//! Control flow, barriers, fences and special registers.

use super::operands::Flavour;
use super::{Context, LowerErrorKind, Lowering, is_exclusive};
use crate::exec::memory_op::Scope;
use crate::exec::uop::{Alu, BarOp, ControlOp, ConvergeOp, DROP, Kind, NEVER, Special, Uop};
use sim_isa::modifier::{BarMode, BarReduction, Cs2rWidth, MembarScope};
use sim_isa::operand::Operand as Written;
use sim_isa::{Flag, Number, Op};

impl Context<'_> {
    /// Branches and EXIT.
    pub(super) fn branch(&self, uop: &mut Uop) -> Lowering<()> {
        let i = self.instruction;
        let op = match i.op {
            Op::Exit => ControlOp::Exit,
            Op::Call => ControlOp::Call {
                target: self.target_in(i.a, "a")?,
            },
            Op::BraDiv | Op::BraConv => {
                self.set_source(uop, 1, Flavour::Int)?;
                ControlOp::BranchIfDiverged {
                    target: self.target_in(i.a, "a")?,
                    converged: i.op == Op::BraConv,
                }
            }
            Op::BraUniform => {
                uop.psrc[0] = uop.psrc[1];
                ControlOp::Branch {
                    target: self.target_in(i.a, "a")?,
                    meet: self.meet,
                }
            }
            Op::BraAny => ControlOp::BranchIfAny {
                target: self.target_in(i.a, "a")?,
            },
            Op::Bpt => ControlOp::Trap,
            Op::Brx | Op::CallIndirect => {
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
            Op::Warpsync | Op::WarpsyncExclusive => {
                self.set_source(uop, 0, Flavour::Int)?;
                match is_exclusive(i) {
                    true => ConvergeOp::WarpSyncExclusive { meet: self.meet },
                    false => ConvergeOp::WarpSync,
                }
            }
            Op::WarpsyncCollective => {
                self.set_source(uop, 0, Flavour::Int)?;
                ConvergeOp::Collective {
                    resume: self.target_in(i.b, "b")?,
                }
            }
            Op::WarpsyncAll => ConvergeOp::WarpSyncAll,
            Op::WarpsyncCollectiveAll => ConvergeOp::CollectiveAll {
                resume: self.target_in(i.a, "a")?,
            },
            Op::BmovToRegister => {
                let (barrier, clear) = (barrier_in(i.a, "a")?, self.has(Flag::Clear));
                match clear && uop.dst == DROP {
                    true => ConvergeOp::Clear { barrier },
                    false => ConvergeOp::Save { barrier, clear },
                }
            }
            Op::BmovFromRegister => {
                self.set_source(uop, 1, Flavour::Int)?;
                ConvergeOp::Restore {
                    barrier: barrier_in(i.a, "a")?,
                }
            }
            Op::Endcollective => ConvergeOp::EndCollective,
            _ => ConvergeOp::Yield,
        };
        self.set(uop, Kind::Control(ControlOp::Converge(op)))
    }

    /// NANOSLEEP.
    pub(super) fn sleep(&self, uop: &mut Uop) -> Lowering<()> {
        self.set_source(uop, 0, Flavour::Int)?;
        self.set(uop, Kind::Control(ControlOp::Sleep))
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
        let in_register = |operand: &Written| matches!(operand, Written::Reg { .. });
        self.set_sources(uop, &[Flavour::Int, Flavour::Int])?;
        let id = if let Written::Imm(id) = i.a { id } else { 0 };
        let threads = match i.b {
            Written::Imm(threads) if threads != 0 => Some(threads as u16),
            _ => None,
        };
        let reduction = (i.op == Op::BarRed).then(|| self.get::<BarReduction>());
        let waits = match self.get::<BarMode>() {
            BarMode::Sync => true,
            BarMode::Arv => false,
        };
        self.set(
            uop,
            Kind::Barrier(BarOp {
                waits,
                defers: self.has(Flag::DeferBlocking),
                id: (id & 0xf) as u8,
                threads,
                in_registers: [in_register(&i.a), in_register(&i.b)],
                reduction,
            }),
        )
    }

    /// DEPBAR: waits until the counter is zero, which is never too early.
    pub(super) fn wait_for_counter(&self, uop: &mut Uop) -> Lowering<()> {
        let Written::Scoreboard(counter @ 0..6) = self.instruction.a else {
            return Err(LowerErrorKind::Operand { slot: "a" });
        };
        let waits = &mut uop.sched.waits;
        waits.mask |= 1 << counter;
        // Another counter in its control field would have to be done: then all are.
        if waits.mask == 1 << counter {
            waits.allowed = self.number(Number::Outstanding);
        }
        self.set(uop, Kind::Nop)
    }

    /// MEMBAR.
    pub(super) fn fence(&self, uop: &mut Uop) -> Lowering<()> {
        let scope = match self.get::<MembarScope>() {
            MembarScope::Cta | MembarScope::Sm => Scope::Block,
            MembarScope::Gpu => Scope::Gpu,
            MembarScope::Sys | MembarScope::Vc => Scope::System,
        };
        self.set(uop, Kind::Membar(scope))
    }

    /// S2R, S2UR, CS2R.
    pub(super) fn special(&self, uop: &mut Uop) -> Lowering<()> {
        let Written::Special(number) = self.instruction.a else {
            return Err(LowerErrorKind::Operand { slot: "a" });
        };
        let register =
            Special::of(number).ok_or(LowerErrorKind::Unmodelled("this special register"))?;
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
