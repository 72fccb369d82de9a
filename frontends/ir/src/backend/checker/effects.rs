//! What an instruction reads, how, and what it writes.

use super::Resource;
use super::rules::{self, Class, Reader};
use sim_isa::{Instruction, Op, Operand, PredReg};

/// Registers that an instruction reads, with how, and writes.
pub(super) struct Effects {
    pub(super) reads: Vec<(Resource, Reader)>,
    pub(super) writes: Vec<Resource>,
    pub(super) class: Class,
}

fn predicate(reg: PredReg) -> Resource {
    match reg.uniform {
        true => Resource::UniformPredicate(reg.pred.0),
        false => Resource::Predicate(reg.pred.0),
    }
}

impl Effects {
    pub(super) fn of(instruction: &Instruction) -> Effects {
        let class = rules::class(instruction.op);
        let data = Reader::data(instruction.op);
        let general = instruction.reads().into_iter().flat_map(|r| r.registers());
        let upper = upper_addend(instruction);
        let general = general.map(|r| {
            let late = upper == Some(r.0) && !reads_early(instruction, r.0);
            (
                Resource::General(r.0),
                if late { Reader::UpperAddend } else { data },
            )
        });
        let uniform = instruction
            .uniform_reads()
            .into_iter()
            .flat_map(|r| r.registers());
        let uniform = uniform.map(|r| (Resource::Uniform(r.0), data));
        let guarded = !instruction.guard.pred.is_true();
        let preds = instruction.predicate_reads().into_iter().enumerate();
        let preds = preds.map(|(index, reg)| {
            let reader = match guarded && index == 0 {
                true => Reader::Guard,
                false => Reader::predicate(instruction.op),
            };
            (predicate(reg), reader)
        });
        let reads = general.chain(uniform).chain(preds).collect();
        let general = instruction.writes().into_iter().flat_map(|r| r.registers());
        let uniform = instruction
            .uniform_writes()
            .into_iter()
            .flat_map(|r| r.registers());
        let preds = instruction.predicate_writes().into_iter().map(predicate);
        let general = general.map(|r| Resource::General(r.0));
        let uniform = uniform.map(|r| Resource::Uniform(r.0));
        Effects {
            reads,
            writes: general.chain(uniform).chain(preds).collect(),
            class,
        }
    }

    /// Whether a register is read late; predicates and uniform registers are read at issue.
    pub(super) fn reads_late(&self, resource: Resource) -> bool {
        self.late_reads().any(|r| r == resource)
    }

    pub(super) fn late_reads(&self) -> impl Iterator<Item = Resource> {
        let registers = |r: &Resource| matches!(r, Resource::General(_));
        self.reads.iter().map(|&(r, _)| r).filter(registers)
    }
}

/// The upper word of a wide product's addend.
fn upper_addend(instruction: &Instruction) -> Option<u8> {
    match (instruction.op, instruction.c) {
        (Op::ImadWide, Operand::Reg { reg, .. }) => reg.0.checked_add(1),
        _ => None,
    }
}

/// Whether an instruction reads a register as a factor, too.
fn reads_early(instruction: &Instruction, number: u8) -> bool {
    let factors = [instruction.a, instruction.b];
    factors
        .iter()
        .any(|o| matches!(o, Operand::Reg { reg, .. } if reg.0 == number))
}
