//! Which integers are never negative: those whose top bit is zero whenever they are read.
//!
//! An optimistic analysis over all definitions of each register: none is negative until one of its
//! definitions may be. So a counter that begins with 0 and grows is not: signed overflow is
//! undefined, which nvcc uses in the same way. Of thread and block numbers nvcc 13 knows
//! nothing, though they are never negative: `int i = threadIdx.x; i / 32` is divided with care for
//! a sign there, and so it is here.
//!
//! Left out: bounds other than zero.

use crate::kernel::{BinaryOp, Inst, Kernel, MemType, Operand, Type, UnaryOp, VReg};

/// The registers that are never negative.
pub(crate) struct Signs {
    negative: Vec<bool>,
}

impl Signs {
    /// Looks at every definition until nothing changes.
    pub fn of(kernel: &Kernel) -> Signs {
        let mut signs = Signs {
            negative: vec![false; kernel.registers.len()],
        };
        while signs.round(kernel) {}
        signs
    }

    /// Whether an operand of an integer operation has its top bit clear.
    pub fn never_negative(&self, operand: Operand) -> bool {
        match operand {
            Operand::Reg(reg) => !self.negative[reg.index()],
            Operand::Const(value) => value.bits >> (value.ty.bits() - 1) == 0,
        }
    }

    fn round(&mut self, kernel: &Kernel) -> bool {
        let mut changed = false;
        let insts = kernel.blocks.iter().flat_map(|(_, block)| &block.insts);
        for inst in insts.map(|located| &located.inst) {
            if self.may_be_negative(inst) {
                changed |= inst.defs().iter().any(|&def| self.mark(def));
            }
        }
        changed
    }

    fn mark(&mut self, reg: VReg) -> bool {
        !std::mem::replace(&mut self.negative[reg.index()], true)
    }

    fn may_be_negative(&self, inst: &Inst) -> bool {
        let safe = |operand: Operand| self.never_negative(operand);
        let never = match *inst {
            Inst::Copy { src, .. } => safe(src),
            Inst::Select { a, b, .. } => safe(a) && safe(b),
            Inst::Convert { from, to, src, .. } => {
                let widens = to.bits() > from.bits() && from.is_integer() && to.is_integer();
                widens && (!from.is_signed() || safe(src))
            }
            Inst::Unary { op, .. } => matches!(op, UnaryOp::Popc | UnaryOp::Clz | UnaryOp::Abs),
            Inst::Binary { op, ty, a, b, .. } => self.keeps_sign(op, ty, a, b),
            Inst::Load { ty, .. } => matches!(ty, MemType::U8 | MemType::U16),
            _ => false,
        };
        !never
    }

    fn keeps_sign(&self, op: BinaryOp, ty: Type, a: Operand, b: Operand) -> bool {
        let safe = |operand: Operand| self.never_negative(operand);
        let constant = b.constant().and_then(|c| c.as_integer());
        match op {
            BinaryOp::Add | BinaryOp::Mul => ty.is_signed() && safe(a) && safe(b),
            BinaryOp::And => safe(a) || safe(b),
            BinaryOp::Or | BinaryOp::Xor | BinaryOp::Min => safe(a) && safe(b),
            BinaryOp::Max if ty.is_signed() => safe(a) || safe(b),
            BinaryOp::Max => safe(a) && safe(b),
            BinaryOp::Shr => safe(a) || !ty.is_signed() && constant.is_some_and(|by| by > 0),
            BinaryOp::Div => {
                safe(a) && safe(b) || !ty.is_signed() && constant.is_some_and(|by| by > 1)
            }
            BinaryOp::Rem => safe(a) && (ty.is_signed() || safe(b)) || !ty.is_signed() && safe(b),
            BinaryOp::Sub | BinaryOp::Shl | BinaryOp::MulHi | BinaryOp::AddRn | BinaryOp::MulRn => {
                false
            }
        }
    }
}
