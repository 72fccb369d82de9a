//! Choices of one of two values by a predicate: SEL and FSEL.

use super::operands::half;
use super::{Selected, Selector};
use crate::backend::mir::Inst;
use crate::kernel::{Operand, Type, VReg};
use sim_isa::Op;

impl Selector<'_> {
    pub(super) fn select_value(
        &mut self,
        ty: Type,
        dst: VReg,
        condition: Operand,
        a: Operand,
        b: Operand,
    ) -> Selected<()> {
        let pick = self.condition(condition, false)?;
        let to = self.dst(dst);
        if ty.bits() == 64 {
            for first in 0..2 {
                let (a, b) = (self.half_reg(a, first)?, self.half_of(b, first)?);
                let part = half(to, first);
                self.emit(Inst::new(Op::Sel).dst(part).a(a).b(b).psrc(0, pick));
            }
            return Ok(());
        }
        let swap = a.constant().is_some() && b.constant().is_none();
        let (a, b, pick) = match swap {
            true => (b, a, pick.inverted_if(true)),
            false => (a, b, pick),
        };
        let (op, a, b) = match ty {
            Type::F32 => (Op::Fsel, self.float(a, false)?, self.float(b, true)?),
            _ => (Op::Sel, self.reg(a)?, self.flexible(b)?),
        };
        self.emit(Inst::new(op).dst(to).a(a).b(b).psrc(0, pick));
        Ok(())
    }
}
