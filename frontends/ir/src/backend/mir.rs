//! The machine IR: SASS instructions over virtual registers, in basic blocks.
//!
//! Selection makes it, every later pass changes it, emission turns it into a program. An
//! instruction has the slots of [`sim_isa::Instruction`]; only registers, branch targets and
//! convergence barriers are still symbolic. Not SSA: a virtual register may be written by
//! several instructions, and in parts (the halves of a pair).

use crate::kernel::RegionId;
use crate::source::Span;
use arrayvec::ArrayVec;
use sim_isa::{Modifiers, Op, SrcMods};

/// The register file that a virtual register belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub(crate) enum File {
    /// `R0`…`R254`.
    General,
    /// `UR0`…`UR62`.
    Uniform,
    /// `P0`…`P6`.
    Predicate,
}

/// A virtual register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Virt {
    /// Its file.
    pub file: File,
    /// How many 32-bit registers it spans (1, 2 or 4), aligned to as many.
    pub width: u8,
    /// The register that it must be.
    pub fixed: Option<u8>,
    /// Whether no other may share its register anywhere. A uniform register that lives across
    /// blocks must be so: lanes on another way through a divergent region would overwrite it.
    pub exclusive: bool,
}

/// A virtual register's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub(crate) struct VirtId(pub u32);

impl VirtId {
    /// Its index into [`Function::virts`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Some of the 32-bit registers of a virtual one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub(crate) struct Part {
    /// The virtual register.
    pub virt: VirtId,
    /// The first of its registers.
    pub first: u8,
    /// How many.
    pub width: u8,
}

/// A predicate that is read: `None` is `PT`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct PredUse {
    /// The register.
    pub virt: Option<VirtId>,
    /// Whether it is read inverted.
    pub not: bool,
}

impl PredUse {
    /// `PT`.
    pub const TRUE: PredUse = PredUse {
        virt: None,
        not: false,
    };
    /// `!PT`.
    pub const FALSE: PredUse = PredUse {
        virt: None,
        not: true,
    };

    /// A register as it is.
    pub fn of(virt: VirtId) -> PredUse {
        PredUse {
            virt: Some(virt),
            not: false,
        }
    }

    /// The same inverted if `flip`.
    pub fn inverted_if(self, flip: bool) -> PredUse {
        PredUse {
            not: self.not != flip,
            ..self
        }
    }
}

/// A memory address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct MemRef {
    /// The lanes' base: a pair for global memory, one register else.
    pub base: Option<Part>,
    /// A uniform register that is added.
    pub uniform: Option<Part>,
    /// Bytes added.
    pub offset: i32,
    /// The pair that holds the memory descriptor.
    pub desc: Option<Part>,
}

/// A block's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub(crate) struct BlockRef(pub u32);

impl BlockRef {
    /// Its index into [`Function::blocks`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which convergence barrier an instruction means, before numbers are given.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub(crate) enum Meeting {
    /// That of a region of the kernel.
    Region(RegionId),
    /// One that an expansion made, by the block in which its lanes meet.
    Expansion(BlockRef),
}

/// An operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Opnd {
    /// Nothing.
    None,
    /// `RZ`.
    Zero,
    /// A register, general or uniform by its virtual register's file.
    Reg(Part, SrcMods),
    /// 32 immediate bits.
    Imm(u32),
    /// `c[bank][base+offset]`.
    Const(u8, Option<Part>, i32),
    /// A memory address.
    Mem(MemRef),
    /// A special register.
    Special(u8),
    /// The start of a block.
    Target(BlockRef),
    /// The place behind the BSYNC of this meeting.
    Meet(Meeting, BlockRef),
    /// A convergence barrier.
    Barrier(Meeting),
}

impl Opnd {
    /// The register that it is.
    pub fn part(self) -> Option<Part> {
        match self {
            Opnd::Reg(part, _) => Some(part),
            _ => None,
        }
    }

    /// The registers that it reads.
    pub fn parts(self) -> ArrayVec<Part, 3> {
        match self {
            Opnd::Reg(part, _) => [part].into_iter().collect(),
            Opnd::Const(_, base, _) => base.into_iter().collect(),
            Opnd::Mem(m) => [m.base, m.uniform, m.desc].into_iter().flatten().collect(),
            Opnd::None
            | Opnd::Zero
            | Opnd::Imm(_)
            | Opnd::Special(_)
            | Opnd::Target(_)
            | Opnd::Meet(..)
            | Opnd::Barrier(_) => ArrayVec::new(),
        }
    }

    /// The same negated (float sign or two's complement).
    pub fn negated(self) -> Opnd {
        match self {
            Opnd::Reg(part, mods) => Opnd::Reg(
                part,
                SrcMods {
                    neg: !mods.neg,
                    ..mods
                },
            ),
            other => other,
        }
    }
}

impl From<Part> for Opnd {
    fn from(part: Part) -> Opnd {
        Opnd::Reg(part, SrcMods::default())
    }
}

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

/// How a block ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum End {
    /// Control goes on in a block.
    Jump(BlockRef),
    /// Lanes for which the predicate holds go to `taken`, the others to `other`.
    Branch {
        /// The condition.
        pred: PredUse,
        /// Where lanes go for which it holds.
        taken: BlockRef,
        /// Where the others go.
        other: BlockRef,
    },
    /// The lanes end.
    Exit,
}

impl End {
    /// The blocks that may follow.
    pub fn successors(self) -> ArrayVec<BlockRef, 2> {
        match self {
            End::Jump(to) => [to].into_iter().collect(),
            End::Branch { taken, other, .. } => [taken, other].into_iter().collect(),
            End::Exit => ArrayVec::new(),
        }
    }

    /// Replaces the blocks that may follow.
    pub fn map_targets(&mut self, change: impl Fn(BlockRef) -> BlockRef) {
        match self {
            End::Jump(to) => *to = change(*to),
            End::Branch { taken, other, .. } => (*taken, *other) = (change(*taken), change(*other)),
            End::Exit => {}
        }
    }
}

/// A basic block.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Block {
    /// Its instructions, the end excepted.
    pub insts: Vec<Inst>,
    /// How it ends.
    pub end: End,
    /// The source of the end.
    pub span: Span,
}

/// A kernel in machine IR.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Function {
    /// Virtual registers.
    pub virts: Vec<Virt>,
    /// Blocks; the first is the entry.
    pub blocks: Vec<Block>,
    /// The order in which blocks are laid out; those left out are dead.
    pub order: Vec<BlockRef>,
}

impl Function {
    /// A new virtual register.
    pub fn virt(&mut self, file: File, width: u8) -> VirtId {
        self.virts.push(Virt {
            file,
            width,
            fixed: None,
            exclusive: false,
        });
        VirtId(self.virts.len() as u32 - 1)
    }

    /// All of a virtual register.
    pub fn whole(&self, virt: VirtId) -> Part {
        Part {
            virt,
            first: 0,
            width: self.virts[virt.index()].width,
        }
    }

    /// A new block, not yet laid out.
    pub fn block(&mut self) -> BlockRef {
        self.blocks.push(Block {
            insts: Vec::new(),
            end: End::Exit,
            span: Span::NONE,
        });
        BlockRef(self.blocks.len() as u32 - 1)
    }

    /// A block.
    pub fn at(&self, block: BlockRef) -> &Block {
        &self.blocks[block.index()]
    }

    /// A block, to be changed.
    pub fn at_mut(&mut self, block: BlockRef) -> &mut Block {
        &mut self.blocks[block.index()]
    }

    /// For every block the laid-out blocks before it.
    pub fn predecessors(&self) -> Vec<Vec<BlockRef>> {
        let mut before = vec![Vec::new(); self.blocks.len()];
        for &block in &self.order {
            for next in self.at(block).end.successors() {
                before[next.index()].push(block);
            }
        }
        before
    }
}
