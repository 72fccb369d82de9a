//! What an instruction reads and writes, in one numbering of all registers.

use crate::backend::latency::{self, Use};
use arrayvec::ArrayVec;
use sim_isa::{Instruction, Op, PredReg};

/// General, uniform, lane and uniform predicate registers, in one numbering.
pub(super) const RESOURCES: usize = PREDICATES + 8 + 8;

/// Where uniform registers begin in that numbering.
pub(super) const UNIFORM: usize = 256;

/// Where predicates begin in it.
pub(super) const PREDICATES: usize = 256 + 64;

/// What an instruction reads and writes.
pub(super) struct Access {
    /// What is read, and how.
    pub(super) reads: ArrayVec<(usize, Use), 40>,
    pub(super) writes: ArrayVec<usize, 8>,
    pub(super) variable: bool,
}

fn predicate(reg: PredReg) -> usize {
    let start = if reg.uniform {
        PREDICATES + 8
    } else {
        PREDICATES
    };
    start + usize::from(reg.pred.0)
}

impl Access {
    pub(super) fn of(instruction: &Instruction) -> Access {
        let pipe = latency::pipe(instruction.op);
        let mut reads = ArrayVec::new();
        for range in instruction.reads() {
            let regs = range.registers().map(|r| usize::from(r.0));
            reads.extend(regs.map(|r| (r, Use::Operand(pipe))));
        }
        for range in instruction.uniform_reads() {
            let regs = range.registers().map(|r| 256 + usize::from(r.0));
            reads.extend(regs.map(|r| (r, Use::Operand(pipe))));
        }
        let guarded = !instruction.guard.pred.is_true();
        let votes = matches!(instruction.op, Op::Vote | Op::Voteu);
        for (index, reg) in instruction.predicate_reads().into_iter().enumerate() {
            let used = match votes || guarded && index == 0 {
                true => Use::Guard,
                false => Use::Condition(pipe),
            };
            reads.push((predicate(reg), used));
        }
        let general = instruction.writes().into_iter();
        let general = general
            .flat_map(|r| r.registers())
            .map(|r| usize::from(r.0));
        let uniform = instruction.uniform_writes().into_iter();
        let uniform = uniform
            .flat_map(|r| r.registers())
            .map(|r| 256 + usize::from(r.0));
        let preds = instruction.predicate_writes().into_iter().map(predicate);
        Access {
            reads,
            writes: general.chain(uniform).chain(preds).collect(),
            variable: latency::is_variable(instruction.op),
        }
    }

    pub(super) fn reads_resource(&self, resource: usize) -> bool {
        self.reads.iter().any(|&(r, _)| r == resource)
    }

    /// Registers that are read after issue; predicates and uniform registers are read at issue.
    pub(super) fn late_reads(&self) -> impl Iterator<Item = usize> {
        self.reads.iter().map(|&(r, _)| r).filter(|&r| r < UNIFORM)
    }

    pub(super) fn reads_late(&self, resource: usize) -> bool {
        self.late_reads().any(|r| r == resource)
    }

    pub(super) fn touches(&self, resource: usize) -> bool {
        self.writes.contains(&resource) || self.reads_resource(resource)
    }
}
