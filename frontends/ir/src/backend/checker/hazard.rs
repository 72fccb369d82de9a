//! What the checker finds: a register, and what goes wrong with it.

use std::fmt;

/// A register of any file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Resource {
    /// `R0`…
    General(u8),
    /// `UR0`…
    Uniform(u8),
    /// `P0`…
    Predicate(u8),
    /// `UP0`…
    UniformPredicate(u8),
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Resource::General(n) => write!(f, "R{n}"),
            Resource::Uniform(n) => write!(f, "UR{n}"),
            Resource::Predicate(n) => write!(f, "P{n}"),
            Resource::UniformPredicate(n) => write!(f, "UP{n}"),
        }
    }
}

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum HazardKind {
    /// A result of fixed latency is read too soon.
    ReadTooSoon {
        /// Cycles between the two.
        cycles: u32,
        /// Cycles that are needed.
        needed: u32,
    },
    /// A result of variable latency is read without waiting.
    ReadUnawaited,
    /// A result is overwritten before it has come.
    Overwritten,
    /// A source is overwritten before it has been read.
    SourceOverwritten,
    /// A counter is awaited before its setting is seen.
    WaitTooSoon,
    /// What must wait for a barrier issues before that can stop it.
    PassesBarrier {
        /// Cycles between the two.
        cycles: u32,
        /// Cycles that are needed.
        needed: u32,
    },
}

/// A hazard: an instruction that comes too soon after another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Hazard {
    /// The later instruction, by index.
    pub at: usize,
    /// The earlier one.
    pub after: usize,
    /// The register at stake, if there is one.
    pub resource: Option<Resource>,
    /// What goes wrong.
    pub kind: HazardKind,
}

impl fmt::Display for Hazard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Hazard { at, after, .. } = self;
        write!(f, "{:04x} after {:04x}: ", at * 16, after * 16)?;
        if let Some(resource) = self.resource {
            write!(f, "{resource} ")?;
        }
        match self.kind {
            HazardKind::ReadTooSoon { cycles, needed } => {
                write!(
                    f,
                    "is read {cycles} cycles after its write, which takes {needed}"
                )
            }
            HazardKind::ReadUnawaited => write!(f, "is read without waiting for it"),
            HazardKind::Overwritten => write!(f, "is overwritten while its write is under way"),
            HazardKind::SourceOverwritten => write!(f, "is overwritten while it may still be read"),
            HazardKind::WaitTooSoon => write!(f, "the counter is awaited before it is set"),
            HazardKind::PassesBarrier { cycles, needed } => {
                write!(
                    f,
                    "it issues {cycles} cycles after the barrier, which stops it after {needed}"
                )
            }
        }
    }
}

pub(super) fn hazard(at: usize, after: usize, resource: Resource, kind: HazardKind) -> Hazard {
    Hazard {
        at,
        after,
        resource: Some(resource),
        kind,
    }
}
