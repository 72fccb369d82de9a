//! Numbers for convergence barriers: those that can be held at once get different ones.

use super::error::CompileError;
use super::mir::{Function, Inst, Meeting, Opnd};
use sim_isa::Op;
use std::collections::{BTreeMap, BTreeSet};

/// How many convergence barriers a warp has.
const BARRIERS: u8 = 16;

/// A number for every barrier that the code sets.
pub(crate) fn number(
    kernel: &str,
    function: &Function,
) -> Result<BTreeMap<Meeting, u8>, CompileError> {
    let held = held_at_start(function);
    let mut conflicts = BTreeMap::<Meeting, BTreeSet<Meeting>>::new();
    for (&block, start) in function.order.iter().zip(held) {
        let mut held = start;
        for inst in &function.at(block).insts {
            if let (Op::Bssy, Opnd::Barrier(meeting)) = (inst.op, inst.dst) {
                conflicts.entry(meeting).or_default().extend(&held);
                for &other in &held {
                    conflicts.entry(other).or_default().insert(meeting);
                }
            }
            pass(inst, &mut held);
        }
    }
    colour(kernel, &conflicts)
}

fn pass(inst: &Inst, held: &mut BTreeSet<Meeting>) {
    match (inst.op, inst.dst, inst.a) {
        (Op::Bssy, Opnd::Barrier(meeting), _) => {
            held.insert(meeting);
        }
        (Op::Bsync | Op::Break, _, Opnd::Barrier(meeting)) => {
            held.remove(&meeting);
        }
        _ => {}
    }
}

/// The barriers that may be set at the start of each laid-out block.
fn held_at_start(function: &Function) -> Vec<BTreeSet<Meeting>> {
    let mut start = vec![BTreeSet::new(); function.blocks.len()];
    let mut pending: Vec<_> = function.order.iter().rev().copied().collect();
    while let Some(block) = pending.pop() {
        let mut held: BTreeSet<Meeting> = start[block.index()].clone();
        for inst in &function.at(block).insts {
            pass(inst, &mut held);
        }
        for next in function.at(block).end.successors() {
            let before = start[next.index()].len();
            start[next.index()].extend(&held);
            if start[next.index()].len() != before {
                pending.push(next);
            }
        }
    }
    let order = function.order.iter();
    order.map(|b| start[b.index()].clone()).collect()
}

fn colour(
    kernel: &str,
    conflicts: &BTreeMap<Meeting, BTreeSet<Meeting>>,
) -> Result<BTreeMap<Meeting, u8>, CompileError> {
    let mut numbers = BTreeMap::new();
    for (&meeting, others) in conflicts {
        let taken: BTreeSet<u8> = others
            .iter()
            .filter(|&&other| other != meeting)
            .filter_map(|other| numbers.get(other).copied())
            .collect();
        let free = (0..BARRIERS).find(|number| !taken.contains(number));
        let number = free.ok_or_else(|| CompileError::Nesting {
            kernel: kernel.into(),
            limit: BARRIERS.into(),
        })?;
        numbers.insert(meeting, number);
    }
    Ok(numbers)
}
