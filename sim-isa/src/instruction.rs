//! One machine instruction, as decoded, parsed or compiled.

use crate::control::Control;
use crate::encoding::{Arg, Slot};
use crate::modifier::Modifiers;
use crate::op::Op;
use crate::operand::{Operand, Pred, PredSrc};

/// An instruction: an opcode, its modifiers and its operands in fixed slots.
///
/// Which slots an opcode uses, how wide they are and in which order they print
/// is the business of its row in the table ([`Op`]). Unused slots hold
/// `Operand::None`, `PT`, or `PredSrc::TRUE`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Instruction {
    /// The opcode.
    pub op: Op,
    /// The guard: `@P0`, `@!P0`, `@UP0`; `PT` executes always.
    pub guard: PredSrc,
    /// The register that is written: `Reg`, `UReg`, or `None`.
    pub dst: Operand,
    /// The predicates that are written (uniform ones if the opcode is uniform).
    pub pdst: [Pred; 2],
    /// First source. For memory instructions the address.
    pub a: Operand,
    /// Second source. For stores and atomics the data.
    pub b: Operand,
    /// Third source. For compare-and-swap the new value.
    pub c: Operand,
    /// Predicate sources: combining predicate, carry in, select, PLOP3's three.
    pub psrc: [PredSrc; 3],
    /// The modifiers.
    pub mods: Modifiers,
    /// What the compiler told the scheduler.
    pub ctrl: Control,
}

impl Instruction {
    /// The opcode with nothing in its slots: guard `PT`, default modifiers,
    /// predicate sources that change nothing (`!PT` as a carry).
    pub fn new(op: Op) -> Instruction {
        let mut psrc = [PredSrc::TRUE; 3];
        for arg in op.row().encoding.args {
            if let Arg::PredSrc {
                index,
                uniform,
                default_not,
                ..
            } = *arg
            {
                let source = &mut psrc[usize::from(index)];
                source.not = default_not;
                source.uniform = uniform;
            }
        }
        Instruction {
            op,
            guard: PredSrc::TRUE,
            dst: Operand::None,
            pdst: [Pred::PT; 2],
            a: Operand::None,
            b: Operand::None,
            c: Operand::None,
            psrc,
            mods: Modifiers::NONE,
            ctrl: Control::NEW,
        }
    }

    /// A source by slot.
    pub fn slot(&self, slot: Slot) -> &Operand {
        match slot {
            Slot::A => &self.a,
            Slot::B => &self.b,
            Slot::C => &self.c,
        }
    }

    /// A source by slot, to be changed.
    pub fn slot_mut(&mut self, slot: Slot) -> &mut Operand {
        match slot {
            Slot::A => &mut self.a,
            Slot::B => &mut self.b,
            Slot::C => &mut self.c,
        }
    }
}
