//! Which dependence counter an instruction sets: steps 1 and 2.

use super::access::Access;
use super::flow;
use crate::backend::bits::BitSet;
use crate::backend::emit::{Code, CodeBlock};
use crate::backend::latency;

/// Dependence counters of a warp.
const COUNTERS: usize = 6;

/// Step 1: instructions whose sources need a counter.
pub(super) fn needed_source_counters(code: &Code, accesses: &[Access]) -> BitSet {
    let count = accesses.len();
    let mut needed = BitSet::new(count);
    // Instructions whose sources may still be read.
    let mut pass = |index: usize, reading: &mut BitSet| {
        let me = &accesses[index];
        for other in reading.iter().collect::<Vec<_>>() {
            let earlier = &accesses[other];
            if earlier.writes.iter().any(|&w| me.touches(w)) {
                reading.remove(other);
            } else if me.writes.iter().any(|&w| earlier.reads_late(w))
                && !latency::reads_in_order(
                    code.instructions[other].op,
                    code.instructions[index].op,
                )
            {
                needed.insert(other);
                reading.remove(other);
            }
        }
        if me.variable && me.late_reads().next().is_some() {
            reading.insert(index);
        }
    };
    let join = |into: &mut BitSet, from: &BitSet| into.union_with(from);
    flow(&code.blocks, BitSet::new(count), &mut pass, join);
    needed
}

/// A counter in use within a block.
#[derive(Clone, Copy, Default)]
struct Counter {
    /// The first instruction that waits for it, by index.
    until: usize,
}

/// Step 2: which counter each instruction sets.
pub(super) fn assign_counters(code: &mut Code, accesses: &[Access], sources: &BitSet) {
    for block in &code.blocks {
        let mut counters = [Counter::default(); COUNTERS];
        for index in block.range.clone() {
            let me = &accesses[index];
            if !me.variable {
                continue;
            }
            if !me.writes.is_empty() {
                let until = first_touch(accesses, block, index, &me.writes, true);
                let counter = pick(&mut counters, index, until, None);
                code.instructions[index].ctrl.write_barrier = Some(counter);
            }
            if sources.contains(index) {
                let reads: Vec<_> = me.late_reads().collect();
                let until = first_touch(accesses, block, index, &reads, false);
                let own = code.instructions[index].ctrl.write_barrier;
                let counter = pick(&mut counters, index, until, own);
                code.instructions[index].ctrl.read_barrier = Some(counter);
            }
        }
    }
}

/// The first later instruction of the block that must wait because of some resources: any that
/// touches them, or only those that write them.
fn first_touch(
    accesses: &[Access],
    block: &CodeBlock,
    index: usize,
    resources: &[usize],
    reading_too: bool,
) -> usize {
    let conflicts = |later: &usize| {
        let access = &accesses[*later];
        resources
            .iter()
            .any(|&r| access.writes.contains(&r) || reading_too && access.reads_resource(r))
    };
    (index + 1..block.range.end)
        .find(conflicts)
        .unwrap_or(block.range.end)
}

/// A counter for something that is waited for at `until`; not the one that the instruction
/// sets already.
fn pick(counters: &mut [Counter; COUNTERS], now: usize, until: usize, own: Option<u8>) -> u8 {
    let allowed = |&c: &usize| own.map(usize::from) != Some(c);
    let busy = |c: usize| counters[c].until > now;
    let others = (0..COUNTERS).filter(allowed);
    let same = others
        .clone()
        .find(|&c| busy(c) && counters[c].until == until);
    let free = others.clone().find(|&c| !busy(c));
    let near = || others.min_by_key(|&c| counters[c].until.abs_diff(until));
    let chosen = same.or(free).or_else(near).unwrap_or(0);
    counters[chosen].until = match busy(chosen) {
        true => counters[chosen].until.min(until),
        false => until,
    };
    chosen as u8
}
