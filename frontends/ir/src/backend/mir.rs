//! The machine IR: SASS instructions over virtual registers, in basic blocks.
//!
//! Selection makes it, every later pass changes it, emission turns it into a program. An
//! instruction has the slots of [`sim_isa::Instruction`]; only registers, branch targets and
//! convergence barriers are still symbolic. Not SSA: a virtual register may be written by
//! several instructions, and in parts (the halves of a pair).

mod inst;
mod operand;

pub(crate) use inst::Inst;
pub(crate) use operand::{Meeting, MemRef, Opnd, PredUse};

use crate::source::Span;
use arrayvec::ArrayVec;

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

/// A block's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub(crate) struct BlockRef(pub u32);

impl BlockRef {
    /// Its index into [`Function::blocks`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
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
