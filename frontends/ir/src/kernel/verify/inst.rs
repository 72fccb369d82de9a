//! Checks of one instruction: its operands fit the operation and its types.

use super::*;

/// What an operand's register must agree with its instruction in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// In type; integers may differ in signedness, which is the operation's.
    Types,
    /// In width.
    Bits,
}

pub(super) struct InstCheck<'a>(
    pub(super) &'a Kernel,
    pub(super) &'a Inst,
    pub(super) Reading,
);

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

    pub(super) fn check(&self) -> Check {
        match *self.1 {
            Inst::Copy { dst, src } => self.want_bits(src, self.0.type_of(dst).bits()),
            Inst::Special { dst, reg } => self.want(dst, reg.ty()),
            Inst::Param { dst, param } => self.want(dst, self.0.params[param].ty.register()),
            Inst::Symbol { dst, .. } => self.want(dst, Type::U64),
            Inst::Unary { op, ty, dst, a } => self.check_unary(op, ty, dst, a),
            Inst::Binary { op, ty, dst, a, b } => self.check_binary(op, ty, dst, a, b),
            Inst::Fma {
                round,
                ty,
                dst,
                a,
                b,
                c,
            } => {
                let rounds = round == Rounding::Nearest || ty == Type::F32;
                self.want_operation(ty != Type::Pred && rounds, ty)?;
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
                self.want_operation(to != Type::Pred && !from.is_pair(), to)?;
                self.want_operation(!to.is_pair(), to)?;
                self.want(src, from)?;
                self.want(dst, to)
            }
            Inst::CompareHalves { ty, dst, a, b, .. } => {
                self.want_operation(ty.is_half(), ty)?;
                self.want(dst, ty)?;
                self.want(a, ty)?;
                self.want(b, ty)
            }
            Inst::Pack { ty, dst, low, high } => {
                self.want_operation(ty.is_packed(), ty)?;
                self.want(dst, ty)?;
                self.want(low, ty.half())?;
                self.want(high, ty.half())
            }
            Inst::Unpack { ty, dst, src, .. } => {
                self.want_operation(ty.is_packed(), ty)?;
                self.want(src, ty)?;
                self.want(dst, ty.half())
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
            Inst::Reduce {
                ty,
                dst,
                value,
                mask,
                ..
            } => {
                self.want_operation(matches!(ty, Type::S32 | Type::U32), *ty)?;
                self.want(*dst, *ty)?;
                self.want(*value, *ty)?;
                self.want(*mask, Type::U32)
            }
            Inst::Match {
                ty,
                dst,
                holds,
                value,
                mask,
                ..
            } => {
                self.want_operation(*ty != Type::Pred, *ty)?;
                self.want(*dst, Type::U32)?;
                holds.map_or(Ok(()), |p| self.want(p, Type::Pred))?;
                self.want(*value, *ty)?;
                self.want(*mask, Type::U32)
            }
            Inst::BarrierReduce { mode, dst, value } => {
                let result = match mode {
                    BarrierReduction::Count => Type::U32,
                    BarrierReduction::And | BarrierReduction::Or => Type::Pred,
                };
                self.want(*dst, result)?;
                self.want(*value, Type::Pred)
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
            UnaryOp::Floor | UnaryOp::Ceil | UnaryOp::Trunc | UnaryOp::RoundEven => {
                (ty.is_float() && !ty.is_pair(), ty)
            }
            UnaryOp::Sqrt | UnaryOp::Rcp => (ty.is_float() && !ty.is_half(), ty),
            UnaryOp::RcpApprox | UnaryOp::RsqrtFlushed => (matches!(ty, Type::F32 | Type::F64), ty),
            UnaryOp::Saturate
            | UnaryOp::SqrtApprox
            | UnaryOp::RsqrtApprox
            | UnaryOp::SinApprox
            | UnaryOp::CosApprox
            | UnaryOp::Exp2Approx
            | UnaryOp::Exp2Flushed
            | UnaryOp::SqrtFlushed
            | UnaryOp::Log2Flushed
            | UnaryOp::Log2Approx
            | UnaryOp::TanhApprox => (ty == Type::F32, ty),
        };
        self.want_operation(holds, ty)?;
        self.want(a, ty)?;
        self.want(dst, result)
    }

    fn check_binary(&self, op: BinaryOp, ty: Type, dst: VReg, a: Operand, b: Operand) -> Check {
        let (holds, right) = match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => (ty != Type::Pred, ty),
            BinaryOp::Div => (ty != Type::Pred && !ty.is_half(), ty),
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
