//! Checks that a kernel is well formed: ids exist, operand types fit, regions are sane.
//! What passes, [`Validated`], later stages take without checking again.

use super::*;
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
            Terminator::Return => Ok(()),
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

/// What an operand's register must agree with its instruction in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// In type; integers may differ in signedness, which is the operation's.
    Types,
    /// In width.
    Bits,
}

struct InstCheck<'a>(&'a Kernel, &'a Inst, Reading);

impl InstCheck<'_> {
    fn type_of(&self, operand: Operand) -> Type {
        match operand {
            Operand::Reg(reg) => self.0.type_of(reg),
            Operand::Const(value) => value.ty,
        }
    }

    fn want(&self, operand: impl Into<Operand>, wanted: Type) -> Check {
        let found = self.type_of(operand.into());
        let alike = match self.2 {
            Reading::Types => found.is_integer() && wanted.is_integer(),
            Reading::Bits => true,
        };
        match found == wanted || (alike && found.bits() == wanted.bits()) {
            true => Ok(()),
            false => Err(self.mistyped(found, wanted.to_string())),
        }
    }

    fn want_bits(&self, operand: impl Into<Operand>, bits: u32) -> Check {
        let found = self.type_of(operand.into());
        match found.bits() == bits {
            true => Ok(()),
            false => Err(self.mistyped(found, format!("{bits} bits"))),
        }
    }

    fn mistyped(&self, found: Type, wanted: String) -> VerifyErrorKind {
        VerifyErrorKind::Type {
            inst: self.0.inst_text(self.1),
            found,
            wanted,
        }
    }

    fn want_operation(&self, holds: bool, ty: Type) -> Check {
        match holds {
            true => Ok(()),
            false => Err(VerifyErrorKind::Operation {
                inst: self.0.inst_text(self.1),
                ty,
            }),
        }
    }

    fn check(&self) -> Check {
        match *self.1 {
            Inst::Copy { dst, src } => self.want_bits(src, self.0.type_of(dst).bits()),
            Inst::Special { dst, reg } => self.want(dst, reg.ty()),
            Inst::Param { dst, param } => self.want(dst, self.0.params[param].ty.register()),
            Inst::Unary { op, ty, dst, a } => self.check_unary(op, ty, dst, a),
            Inst::Binary { op, ty, dst, a, b } => self.check_binary(op, ty, dst, a, b),
            Inst::Fma { ty, dst, a, b, c } => {
                self.want_operation(ty != Type::Pred, ty)?;
                self.want(dst, ty)?;
                [a, b, c].into_iter().try_for_each(|o| self.want(o, ty))
            }
            Inst::MulWide { ty, dst, a, b } => self.check_mul_wide(ty, dst, a, b),
            Inst::Compare { ty, dst, a, b, .. } => {
                self.want(dst, Type::Pred)?;
                self.want(a, ty)?;
                self.want(b, ty)
            }
            Inst::Select {
                ty,
                dst,
                condition,
                a,
                b,
            } => {
                self.want(condition, Type::Pred)?;
                self.want(dst, ty)?;
                self.want(a, ty)?;
                self.want(b, ty)
            }
            Inst::Convert {
                from, to, dst, src, ..
            } => {
                self.want_operation(to != Type::Pred, to)?;
                self.want(src, from)?;
                self.want(dst, to)
            }
            _ => self.check_memory_or_warp(),
        }
    }

    fn check_memory_or_warp(&self) -> Check {
        match self.1 {
            Inst::Load {
                space,
                ty,
                dst,
                addr,
                ..
            } => {
                self.check_access(*space, *ty, dst.len(), *addr)?;
                dst.iter().try_for_each(|&d| self.want(d, ty.register()))
            }
            Inst::Store {
                space,
                ty,
                src,
                addr,
                ..
            } => {
                self.check_access(*space, *ty, src.len(), *addr)?;
                src.iter().try_for_each(|&s| self.want(s, ty.register()))
            }
            Inst::Atomic {
                space,
                ty,
                dst,
                addr,
                a,
                b,
                ..
            } => {
                self.check_access(*space, *ty, 1, *addr)?;
                let values = std::iter::once(*a).chain(*b).chain(dst.map(Operand::Reg));
                values
                    .into_iter()
                    .try_for_each(|v| self.want(v, ty.register()))
            }
            Inst::SyncWarp { mask } => self.want(*mask, Type::U32),
            Inst::Shuffle {
                dst,
                in_range,
                src,
                lane,
                clamp,
                mask,
                ..
            } => {
                self.want_bits(*dst, 32)?;
                self.want_bits(*src, 32)?;
                in_range.map_or(Ok(()), |p| self.want(p, Type::Pred))?;
                let words = [*lane, *clamp, *mask];
                words.into_iter().try_for_each(|w| self.want(w, Type::U32))
            }
            Inst::Vote {
                mode,
                dst,
                value,
                mask,
            } => {
                let result = match mode {
                    VoteMode::Any | VoteMode::All => Type::Pred,
                    VoteMode::Ballot => Type::U32,
                };
                self.want(*dst, result)?;
                self.want(*value, Type::Pred)?;
                self.want(*mask, Type::U32)
            }
            Inst::ActiveMask { dst } => self.want(*dst, Type::U32),
            _ => Ok(()),
        }
    }

    fn check_unary(&self, op: UnaryOp, ty: Type, dst: VReg, a: Operand) -> Check {
        let (holds, result) = match op {
            UnaryOp::Neg => (ty != Type::Pred, ty),
            UnaryOp::Not => (!ty.is_float(), ty),
            UnaryOp::Abs => (ty.is_signed() || ty.is_float(), ty),
            UnaryOp::Popc | UnaryOp::Clz => (matches!(ty, Type::U32 | Type::U64), Type::U32),
            UnaryOp::Brev => (matches!(ty, Type::U32 | Type::U64), ty),
            UnaryOp::SignExtend8 | UnaryOp::SignExtend16 => (ty == Type::S32, ty),
            UnaryOp::Floor
            | UnaryOp::Ceil
            | UnaryOp::Trunc
            | UnaryOp::RoundEven
            | UnaryOp::Sqrt
            | UnaryOp::Rcp => (ty.is_float(), ty),
            UnaryOp::RcpApprox
            | UnaryOp::SqrtApprox
            | UnaryOp::RsqrtApprox
            | UnaryOp::SinApprox
            | UnaryOp::CosApprox
            | UnaryOp::Exp2Approx
            | UnaryOp::Log2Approx
            | UnaryOp::TanhApprox => (ty == Type::F32, ty),
        };
        self.want_operation(holds, ty)?;
        self.want(a, ty)?;
        self.want(dst, result)
    }

    fn check_binary(&self, op: BinaryOp, ty: Type, dst: VReg, a: Operand, b: Operand) -> Check {
        let (holds, right) = match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div => (ty != Type::Pred, ty),
            BinaryOp::Min | BinaryOp::Max => (ty != Type::Pred, ty),
            BinaryOp::AddRn | BinaryOp::MulRn => (ty.is_float(), ty),
            BinaryOp::MulHi | BinaryOp::Rem => (ty.is_integer(), ty),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => (!ty.is_float(), ty),
            BinaryOp::Shl | BinaryOp::Shr => (ty.is_integer(), Type::U32),
        };
        self.want_operation(holds, ty)?;
        self.want(a, ty)?;
        self.want(b, right)?;
        self.want(dst, ty)
    }

    fn check_mul_wide(&self, ty: Type, dst: VReg, a: Operand, b: Operand) -> Check {
        let wide = match ty {
            Type::S32 => Type::S64,
            Type::U32 => Type::U64,
            _ => return self.want_operation(false, ty),
        };
        self.want(a, ty)?;
        self.want(b, ty)?;
        self.want(dst, wide)
    }

    fn check_access(&self, space: Space, ty: MemType, count: usize, addr: Address) -> Check {
        let bytes = count as u32 * ty.size();
        if !matches!(count, 1 | 2 | 4) || bytes > 16 {
            return Err(VerifyErrorKind::Width {
                inst: self.0.inst_text(self.1),
                elements: count,
            });
        }
        let bits = match space {
            Space::Global => 64,
            Space::Shared | Space::Local | Space::Const => 32,
        };
        addr.base.map_or(Ok(()), |base| self.want_bits(base, bits))
    }
}
