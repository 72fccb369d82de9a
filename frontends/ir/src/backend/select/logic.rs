//! Bitwise logic: any function of three words in one LOP3, by its truth table.

use super::{Selected, Selector};
use crate::backend::mir::{Inst, Opnd};
use crate::kernel::{self, BinaryOp, Operand, UnaryOp, VReg};
use sim_isa::{Number, Op};

/// The truth tables of LOP3's three inputs.
const INPUTS: [u8; 3] = [0xf0, 0xcc, 0xaa];

impl Selector<'_> {
    /// And, or, exclusive or and complement: up to three values in one LOP3.
    pub(super) fn logic(&mut self, dst: VReg, inst: &kernel::Inst) -> Selected<()> {
        let mut leaves = Vec::new();
        let Some(table) = self.truth_table(inst, &mut leaves, 3) else {
            return self.unsupported("a logic operation of too many values");
        };
        let to = self.dst(dst);
        let mut slots = [Opnd::Zero; 3];
        let flexible = leaves.iter().position(|&l| self.is_flexible(l));
        // The one operand that may be an immediate goes to slot b.
        let order = match flexible {
            Some(0) => [1, 0, 2],
            Some(2) => [0, 2, 1],
            _ => [0, 1, 2],
        };
        for (leaf, &slot) in leaves.iter().zip(&order) {
            slots[slot] = match slot {
                1 => self.flexible(*leaf)?,
                _ => self.reg(*leaf)?,
            };
        }
        let lop = Inst::new(Op::Lop3)
            .dst(to)
            .a(slots[0])
            .b(slots[1])
            .c(slots[2]);
        let table = permuted(table, order);
        self.emit(lop.with(|m| m.with_number(Number::Lut, table)));
        Ok(())
    }

    /// The truth table of a tree of logic operations, and its leaves; at most `limit` of them.
    fn truth_table(
        &self,
        inst: &kernel::Inst,
        leaves: &mut Vec<Operand>,
        limit: usize,
    ) -> Option<u8> {
        match *inst {
            kernel::Inst::Unary {
                op: UnaryOp::Not,
                a,
                ..
            } => Some(!self.table_of(a, leaves, limit)?),
            kernel::Inst::Binary { op, a, b, .. } => {
                let left = self.table_of(a, leaves, limit.checked_sub(1)?)?;
                let right = self.table_of(b, leaves, limit)?;
                match op {
                    BinaryOp::And => Some(left & right),
                    BinaryOp::Or => Some(left | right),
                    BinaryOp::Xor => Some(left ^ right),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn table_of(&self, operand: Operand, leaves: &mut Vec<Operand>, limit: usize) -> Option<u8> {
        let known = leaves.len();
        if let Some(inner) = self.taken_in(operand)
            && is_logic(&inner)
        {
            match self.truth_table(&inner, leaves, limit) {
                Some(table) if self.at_most_one_flexible(leaves) => return Some(table),
                _ => leaves.truncate(known),
            }
        }
        if let Some(at) = leaves.iter().position(|&l| l == operand) {
            return Some(INPUTS[at]);
        }
        leaves.push(operand);
        (leaves.len() <= limit).then(|| INPUTS[leaves.len() - 1])
    }

    fn at_most_one_flexible(&self, leaves: &[Operand]) -> bool {
        leaves.iter().filter(|&&l| self.is_flexible(l)).count() <= 1
    }
}

/// Whether an instruction is a bitwise operation on words.
pub(super) fn is_logic(inst: &kernel::Inst) -> bool {
    match inst {
        kernel::Inst::Binary { op, ty, .. } => {
            ty.bits() == 32 && matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
        }
        kernel::Inst::Unary { op, ty, .. } => ty.bits() == 32 && *op == UnaryOp::Not,
        _ => false,
    }
}

/// The truth table after its inputs moved: input `i` of the old one is input `order[i]` now.
fn permuted(table: u8, order: [usize; 3]) -> u8 {
    (0..8)
        .filter(|&row| {
            let bit = |input: usize| row >> (2 - order[input]) & 1;
            let old = bit(0) << 2 | bit(1) << 1 | bit(2);
            table >> old & 1 != 0
        })
        .fold(0, |new, row| new | 1 << row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_truth_table_follows_its_inputs_to_other_slots() {
        assert_eq!(permuted(INPUTS[0], [1, 0, 2]), INPUTS[1]);
        assert_eq!(
            permuted(INPUTS[2] & !INPUTS[0], [0, 2, 1]),
            INPUTS[1] & !INPUTS[0]
        );
        assert_eq!(permuted(0x96, [1, 0, 2]), 0x96);
    }
}
