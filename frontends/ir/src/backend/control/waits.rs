//! Which dependence counters an instruction waits for: step 3.

use super::access::Access;
use super::flow;
use crate::backend::bits::BitSet;
use crate::backend::emit::Code;
use crate::backend::latency;
use sim_isa::Instruction;

/// Instructions that may still be under way.
#[derive(Clone)]
struct Pending {
    writing: BitSet,
    reading: BitSet,
}

impl Pending {
    fn none(count: usize) -> Pending {
        Pending {
            writing: BitSet::new(count),
            reading: BitSet::new(count),
        }
    }

    fn join(&mut self, other: &Pending) -> bool {
        self.writing.union_with(&other.writing) | self.reading.union_with(&other.reading)
    }

    /// The counters that an instruction must wait for.
    fn mask(&self, index: usize, code: &[Instruction], accesses: &[Access]) -> u8 {
        let me = &accesses[index];
        let touched = self
            .writing
            .iter()
            .filter(|&other| accesses[other].writes.iter().any(|&w| me.touches(w)));
        let overwritten = self.reading.iter().filter(|&other| {
            let read = me.writes.iter().any(|&w| accesses[other].reads_late(w));
            read && !latency::reads_in_order(code[other].op, code[index].op)
        });
        let counters = touched.filter_map(|other| code[other].ctrl.write_barrier);
        let counters = counters.chain(overwritten.filter_map(|o| code[o].ctrl.read_barrier));
        counters.fold(0, |mask, counter| mask | 1 << counter)
    }

    /// An instruction issues after having waited for the counters of a mask. What has written
    /// its result has also read its sources.
    fn issue(&mut self, index: usize, code: &[Instruction], mask: u8) {
        let waited = |counter: Option<u8>| counter.is_some_and(|c| mask >> c & 1 != 0);
        for other in self.writing.iter().collect::<Vec<_>>() {
            if waited(code[other].ctrl.write_barrier) {
                self.writing.remove(other);
                self.reading.remove(other);
            }
        }
        for other in self.reading.iter().collect::<Vec<_>>() {
            if waited(code[other].ctrl.read_barrier) {
                self.reading.remove(other);
            }
        }
        let ctrl = code[index].ctrl;
        self.writing.extend(ctrl.write_barrier.map(|_| index));
        self.reading.extend(ctrl.read_barrier.map(|_| index));
    }
}

/// Step 3: which counters each instruction waits for.
pub(super) fn assign_waits(code: &mut Code, accesses: &[Access]) {
    let Code {
        instructions,
        blocks,
        ..
    } = code;
    let mut pass = |index: usize, state: &mut Pending| {
        let mask = state.mask(index, instructions, accesses);
        state.issue(index, instructions, mask);
    };
    let none = Pending::none(accesses.len());
    let states = flow(blocks, none, &mut pass, Pending::join);
    for (block, mut state) in blocks.iter().zip(states) {
        for index in block.range.clone() {
            let mask = state.mask(index, instructions, accesses);
            instructions[index].ctrl.wait_mask = mask;
            state.issue(index, instructions, mask);
        }
    }
}
