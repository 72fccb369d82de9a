//! Where control may go from an instruction.

use super::Checker;
use sim_isa::{Instruction, Op, Operand};

/// Where calls return to.
pub(super) fn returns(code: &[Instruction]) -> Vec<usize> {
    let calls = code.iter().enumerate().filter(|(_, i)| i.op == Op::Call);
    calls.map(|(index, _)| index + 1).collect()
}

impl Checker<'_> {
    pub(super) fn successors(&self, index: usize) -> Vec<usize> {
        let instruction = &self.code[index];
        let sure = instruction.predicate_sources().is_empty();
        let target = |operand: &Operand| match operand {
            Operand::Target(bytes) => usize::try_from(bytes / 16).ok(),
            _ => None,
        };
        let mut next: Vec<_> = match instruction.op {
            Op::Bra | Op::BraDiv | Op::Call | Op::WarpsyncCollective => instruction
                .source_operands()
                .into_iter()
                .filter_map(target)
                .collect(),
            Op::Ret => self.returns.clone(),
            // A table jump: to the places that no other way leads to.
            Op::Brx => (0..self.code.len())
                .filter(|&i| self.is_table_target(i))
                .collect(),
            _ => Vec::new(),
        };
        let ends = match instruction.op {
            Op::Bra | Op::Call | Op::Exit => sure,
            Op::Ret | Op::Brx => true,
            _ => false,
        };
        if !ends {
            next.push(index + 1);
        }
        next.retain(|&n| n < self.code.len());
        next
    }

    /// Whether control can come to an instruction by a table jump alone.
    fn is_table_target(&self, index: usize) -> bool {
        let Some(before) = index.checked_sub(1) else {
            return false;
        };
        let before = &self.code[before];
        let jumps = matches!(before.op, Op::Bra | Op::Brx | Op::Exit | Op::Ret);
        let here = Operand::Target(index as i64 * 16);
        let named = self
            .code
            .iter()
            .any(|i| i.op != Op::Ret && i.source_operands().contains(&&here));
        jumps && before.predicate_sources().is_empty() && !named
    }
}
