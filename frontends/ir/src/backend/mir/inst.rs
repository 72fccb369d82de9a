//! An instruction, and how it is built.

use super::{Opnd, Part, PredUse, VirtId};
use crate::source::Span;
use arrayvec::ArrayVec;
use sim_isa::{Modifiers, Op};

/// An instruction over virtual registers; the slots mean what [`sim_isa::Instruction`]'s mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Inst {
    /// The opcode.
    pub op: Op,
    /// The guard.
    pub guard: PredUse,
    /// Whether a guarded write may be taken for a whole one, because nobody reads the old value.
    pub kills: bool,
    /// What is written: `Reg` or `None` (`Zero` prints `RZ`).
    pub dst: Opnd,
    /// Predicates that are written.
    pub pdst: [Option<VirtId>; 2],
    /// First source, or the address.
    pub a: Opnd,
    /// Second source.
    pub b: Opnd,
    /// Third source.
    pub c: Opnd,
    /// Predicate sources.
    pub psrc: [PredUse; 3],
    /// Modifiers.
    pub mods: Modifiers,
    /// The source that caused it.
    pub span: Span,
}

impl Inst {
    /// An opcode with empty slots.
    pub fn new(op: Op) -> Inst {
        Inst {
            op,
            guard: PredUse::TRUE,
            kills: false,
            dst: Opnd::None,
            pdst: [None; 2],
            a: Opnd::None,
            b: Opnd::None,
            c: Opnd::None,
            psrc: idle_predicates(op),
            mods: Modifiers::NONE,
            span: Span::NONE,
        }
    }

    /// With a destination.
    pub fn dst(self, dst: impl Into<Opnd>) -> Inst {
        Inst {
            dst: dst.into(),
            ..self
        }
    }

    /// With one source.
    pub fn a(self, a: impl Into<Opnd>) -> Inst {
        Inst {
            a: a.into(),
            ..self
        }
    }

    /// With a second source.
    pub fn b(self, b: impl Into<Opnd>) -> Inst {
        Inst {
            b: b.into(),
            ..self
        }
    }

    /// With a third source.
    pub fn c(self, c: impl Into<Opnd>) -> Inst {
        Inst {
            c: c.into(),
            ..self
        }
    }

    /// With a predicate destination.
    pub fn pdst(mut self, index: usize, virt: VirtId) -> Inst {
        self.pdst[index] = Some(virt);
        self
    }

    /// With a predicate source.
    pub fn psrc(mut self, index: usize, pred: PredUse) -> Inst {
        self.psrc[index] = pred;
        self
    }

    /// With a modifier changed.
    pub fn with(mut self, change: impl FnOnce(Modifiers) -> Modifiers) -> Inst {
        self.mods = change(self.mods);
        self
    }

    /// Under a guard.
    pub fn guarded(self, guard: PredUse) -> Inst {
        Inst { guard, ..self }
    }

    /// The register parts that it writes.
    pub fn defs(&self) -> ArrayVec<Part, 3> {
        let preds = self.pdst.iter().flatten().map(|&virt| Part {
            virt,
            first: 0,
            width: 1,
        });
        self.dst.part().into_iter().chain(preds).collect()
    }

    /// The register parts that it reads (its own result not counted, guarded or not).
    pub fn uses(&self) -> ArrayVec<Part, 16> {
        let preds = self.psrc.iter().chain([&self.guard]);
        let preds = preds.filter_map(|p| p.virt).map(|virt| Part {
            virt,
            first: 0,
            width: 1,
        });
        let sources = [self.a, self.b, self.c];
        sources
            .iter()
            .flat_map(|o| o.parts())
            .chain(preds)
            .collect()
    }

    /// Whether its writes replace the old value in every lane.
    pub fn writes_wholly(&self) -> bool {
        self.guard == PredUse::TRUE || self.kills
    }

    /// Calls `change` on every register part that it reads.
    pub fn for_each_use(&mut self, change: &mut dyn FnMut(&mut Part)) {
        for slot in [&mut self.a, &mut self.b, &mut self.c] {
            match slot {
                Opnd::Reg(part, _) | Opnd::Const(_, Some(part), _) => change(part),
                Opnd::Mem(m) => {
                    let parts = [&mut m.base, &mut m.uniform, &mut m.desc];
                    parts.into_iter().flatten().for_each(&mut *change);
                }
                _ => {}
            }
        }
    }
}

/// What predicate sources hold that do nothing: carries are `!PT`.
fn idle_predicates(op: Op) -> [PredUse; 3] {
    let idle = sim_isa::Instruction::new(op).psrc;
    idle.map(|source| PredUse::TRUE.inverted_if(source.not))
}
