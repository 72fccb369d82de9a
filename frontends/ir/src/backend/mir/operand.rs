//! What an instruction reads and writes: parts of registers, predicates, addresses.

use super::{BlockRef, Part, VirtId};
use crate::kernel::RegionId;
use arrayvec::ArrayVec;
use sim_isa::SrcMods;

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
    /// `-RZ`: of floats, a zero that a sum leaves as it is.
    MinusZero,
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
            | Opnd::MinusZero
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

    /// Floats of 16 bits with the other sign, both halves of a pair.
    pub fn negated_halves(self) -> Opnd {
        match self {
            Opnd::Zero => Opnd::MinusZero,
            Opnd::MinusZero => Opnd::Zero,
            Opnd::Imm(bits) => Opnd::Imm(bits ^ 0x8000_8000),
            other => other.negated(),
        }
    }
}

impl From<Part> for Opnd {
    fn from(part: Part) -> Opnd {
        Opnd::Reg(part, SrcMods::default())
    }
}
