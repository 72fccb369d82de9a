//! Atomics of a whole warp on one word, put together before they leave the warp.
//!
//! An addition of 32 lanes to the same word is 32 operations in the L2, one after the other. Where
//! nobody asks for the old value the warp can add up first: `REDUX` over its active lanes, then one
//! lane, the highest, sends the sum. nvcc does so for integers of 32 bits wherever it sees
//! that the address is the same for all lanes, in device memory and in shared memory; a constant
//! that is added needs no `REDUX`, only the number of lanes (`VOTEU`, `POPC`).
//!
//! Left out: old values, which nvcc does not put together either; increments of a shared word by
//! one, which the bank counts itself (`ATOMS.POPC.INC`).

use super::{Selected, Selector};
use crate::backend::mir::{Inst, Opnd, Part, PredUse};
use crate::kernel::{self, AtomicOp, MemType, Operand, Space};
use sim_isa::Op;
use sim_isa::modifier::{IntCmp, IntSign, ReduxOp, UintSign};

/// The active lanes of the warp, in a block.
#[derive(Clone, Copy)]
pub(super) struct Lanes {
    /// All of them, in a uniform register.
    active: Part,
    /// Whether this lane is the one that acts for all.
    leads: PredUse,
}

impl Selector<'_> {
    /// Whether the lanes' operations can be put together to one.
    pub(super) fn joins_lanes(&self, inst: &kernel::Inst) -> bool {
        let kernel::Inst::Atomic {
            op,
            ty,
            dst: None,
            addr,
            ..
        } = *inst
        else {
            return false;
        };
        let one_word = !addr.base.is_some_and(|base| self.divergence.of_value(base));
        let is_word = matches!(ty, MemType::U32 | MemType::S32);
        one_word && is_word && reduction(op).is_some()
    }

    /// What one lane sends for all, and the guard under which it does.
    pub(super) fn joined(
        &mut self,
        op: AtomicOp,
        ty: MemType,
        value: Operand,
    ) -> Selected<(Opnd, PredUse)> {
        let lanes = self.lanes();
        let data = match (op, value) {
            (AtomicOp::Add, Operand::Const(step)) => self.for_each(lanes, step.bits as u32),
            _ if gives_itself(op) && !self.differs(value) => self.reg(value)?,
            _ => self.reduced(op, ty, value)?.into(),
        };
        Ok((data, lanes.leads))
    }

    pub(super) fn differs(&self, value: Operand) -> bool {
        value.reg().is_some_and(|reg| self.divergence.of_value(reg))
    }

    /// The active lanes, found once a block and again behind what lets others join them.
    fn lanes(&mut self) -> Lanes {
        if let Some(lanes) = self.local.lanes {
            return lanes;
        }
        let (active, highest) = (self.uniform_temp(1), self.uniform_temp(1));
        let vote = Inst::new(Op::Voteu).dst(active).psrc(0, PredUse::TRUE);
        self.emit(vote.with(|m| m.with(sim_isa::modifier::VoteMode::Any)));
        let find = Inst::new(Op::Uflo).dst(highest).a(active);
        self.emit(find.with(|m| m.with(IntSign::U32)));
        let lane = self.lane();
        let test = Inst::new(Op::Isetp).pdst(0, self.temp_pred());
        let leads = PredUse::of(test.pdst[0].expect("it was just given"));
        let test = test.a(lane).b(highest);
        self.emit(test.with(|m| m.with(IntCmp::Eq).with(IntSign::U32)));
        let lanes = Lanes { active, leads };
        self.local.lanes = Some(lanes);
        lanes
    }

    /// `step` times the number of lanes.
    fn for_each(&mut self, lanes: Lanes, step: u32) -> Opnd {
        let number = self.temp(1);
        self.emit(Inst::new(Op::Popc).dst(number).a(lanes.active));
        if step == 1 {
            return number.into();
        }
        let (all, step) = (self.temp(1), Opnd::Imm(step));
        self.emit(Inst::new(Op::Imad).dst(all).a(number).b(step).c(Opnd::Zero));
        all.into()
    }

    /// The lanes' values, reduced.
    fn reduced(&mut self, op: AtomicOp, ty: MemType, value: Operand) -> Selected<Part> {
        let how = reduction(op).expect("asked before");
        let ordered = matches!(op, AtomicOp::Min | AtomicOp::Max) && ty == MemType::S32;
        let sign = if ordered {
            UintSign::S32
        } else {
            UintSign::U32
        };
        let (value, uniform, data) = (self.reg(value)?, self.uniform_temp(1), self.temp(1));
        let redux = Inst::new(Op::Redux).dst(uniform).a(value);
        self.emit(redux.with(|m| m.with(how).with(sign)));
        self.mov(data, uniform.into());
        Ok(data)
    }
}

/// Whether an atomic adds one to shared words, which their banks do by themselves.
pub(super) fn counted_in_bank(inst: &kernel::Inst) -> bool {
    let kernel::Inst::Atomic {
        op: AtomicOp::Add,
        space: Space::Shared,
        ty: MemType::U32 | MemType::S32,
        dst: None,
        a: Operand::Const(step),
        ..
    } = inst
    else {
        return false;
    };
    step.bits == 1
}

/// How values are put together that an atomic would take one after the other; `None` where that
/// is not the same.
fn reduction(op: AtomicOp) -> Option<ReduxOp> {
    Some(match op {
        AtomicOp::Add => ReduxOp::Sum,
        AtomicOp::Min => ReduxOp::Min,
        AtomicOp::Max => ReduxOp::Max,
        AtomicOp::And => ReduxOp::And,
        AtomicOp::Or => ReduxOp::Or,
        AtomicOp::Xor => ReduxOp::Xor,
        AtomicOp::Inc | AtomicOp::Dec | AtomicOp::Exchange | AtomicOp::CompareSwap => return None,
    })
}

/// Whether many equal values do what one does.
fn gives_itself(op: AtomicOp) -> bool {
    use AtomicOp::{And, Max, Min, Or};
    matches!(op, Min | Max | And | Or)
}
