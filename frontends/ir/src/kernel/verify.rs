//! Checks that a kernel is well formed: ids exist, operand types fit, regions are sane.
//! What passes, [`Validated`], later stages take without checking again.

mod inst;

use super::*;
use inst::{InstCheck, Reading};
use std::ops::Deref;
use thiserror::Error;

/// A kernel that [`Kernel::validate`] accepted.
#[derive(Clone, Debug, PartialEq)]
pub struct Validated<T>(T);

impl<T> Validated<T> {
    /// The kernel itself, to be changed and validated anew.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl Validated<Kernel> {
    /// The kernel under another name.
    pub fn renamed(mut self, name: String) -> Self {
        self.0.name = name;
        self
    }
}

impl<T> Deref for Validated<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

/// A fault in a kernel's form: a defect of whoever built it, not of its source.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("kernel {kernel}, block b{block}: {kind}")]
pub struct VerifyError {
    /// The kernel's name.
    pub kernel: String,
    /// The block's number.
    pub block: usize,
    /// What is wrong.
    pub kind: VerifyErrorKind,
}

/// What can be wrong with a kernel's form.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum VerifyErrorKind {
    /// An operand or result of the wrong type.
    #[error("`{inst}`: a value of type {found} where {wanted} is wanted")]
    Type {
        /// The instruction.
        inst: String,
        /// What it is.
        found: Type,
        /// What it should be.
        wanted: String,
    },
    /// An operation that its type does not have.
    #[error("`{inst}`: no such operation on {ty}")]
    Operation {
        /// The instruction.
        inst: String,
        /// The type.
        ty: Type,
    },
    /// A vector access of a length that no machine has.
    #[error("`{inst}`: {elements} elements in one access")]
    Width {
        /// The instruction.
        inst: String,
        /// How many.
        elements: usize,
    },
    /// An id of something that the kernel does not hold.
    #[error("a {what} that the kernel does not hold")]
    Unknown {
        /// What is missing.
        what: &'static str,
    },
    /// A branch on something else than a predicate.
    #[error("a branch on a register of type {found}")]
    Condition {
        /// Its type.
        found: Type,
    },
    /// A block that control never reaches.
    #[error("no way leads to it")]
    Unreachable,
}

type Check = Result<(), VerifyErrorKind>;

impl Kernel {
    /// Checks the form and hands the kernel back as [`Validated`].
    pub fn validate(self) -> Result<Validated<Kernel>, VerifyError> {
        self.validate_as(Reading::Types)
    }

    /// The same for a kernel whose copies were propagated: a float's register may then be read
    /// as an integer of its width, since a copy between them moves bits alone.
    pub fn validate_optimised(self) -> Result<Validated<Kernel>, VerifyError> {
        self.validate_as(Reading::Bits)
    }

    fn validate_as(self, reading: Reading) -> Result<Validated<Kernel>, VerifyError> {
        for (id, block) in self.blocks.iter() {
            self.check_block(block, reading)
                .map_err(|kind| self.fault(id, kind))?;
        }
        match self.unreachable_block() {
            Some(id) => Err(self.fault(id, VerifyErrorKind::Unreachable)),
            None => Ok(Validated(self)),
        }
    }

    fn fault(&self, block: BlockId, kind: VerifyErrorKind) -> VerifyError {
        VerifyError {
            kernel: self.name.clone(),
            block: block.index(),
            kind,
        }
    }

    fn unreachable_block(&self) -> Option<BlockId> {
        let mut seen = vec![false; self.blocks.len()];
        let mut pending = vec![self.entry()];
        while let Some(id) = pending.pop() {
            if !std::mem::replace(&mut seen[id.index()], true) {
                pending.extend(self.blocks[id].terminator.successors());
            }
        }
        self.blocks.ids().find(|id| !seen[id.index()])
    }

    fn check_block(&self, block: &Block, reading: Reading) -> Check {
        for located in &block.insts {
            self.check_ids(&located.inst)?;
            InstCheck(self, &located.inst, reading).check()?;
        }
        self.check_terminator(&block.terminator)
    }

    fn check_ids(&self, inst: &Inst) -> Check {
        let known = |reg: &VReg| self.registers.get(*reg).is_some();
        if !inst.defs().iter().all(known) || !inst.uses().iter().all(known) {
            return Err(VerifyErrorKind::Unknown { what: "register" });
        }
        match inst {
            Inst::Param { param, .. } if self.params.get(*param).is_none() => {
                Err(VerifyErrorKind::Unknown { what: "parameter" })
            }
            _ => Ok(()),
        }
    }

    fn check_terminator(&self, terminator: &Terminator) -> Check {
        if terminator
            .successors()
            .any(|to| self.blocks.get(to).is_none())
        {
            return Err(VerifyErrorKind::Unknown { what: "block" });
        }
        match terminator {
            Terminator::Jump { leaves, .. } => self.check_regions(leaves),
            Terminator::Branch {
                condition, region, ..
            } => {
                self.check_regions(region.as_slice())?;
                match self.registers.get(*condition).map(|register| register.ty) {
                    Some(Type::Pred) => Ok(()),
                    Some(found) => Err(VerifyErrorKind::Condition { found }),
                    None => Err(VerifyErrorKind::Unknown { what: "register" }),
                }
            }
            Terminator::Stop(Some(number)) if *number as usize > self.assertions.len() => {
                Err(VerifyErrorKind::Unknown { what: "assertion" })
            }
            Terminator::Return | Terminator::Stop(_) => Ok(()),
        }
    }

    fn check_regions(&self, regions: &[RegionId]) -> Check {
        let known = |region: &RegionId| self.regions.get(*region).is_some();
        match regions.iter().all(known) {
            true => Ok(()),
            false => Err(VerifyErrorKind::Unknown { what: "region" }),
        }
    }
}
