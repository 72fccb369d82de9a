//! Which registers are live where, in units of 32-bit parts of virtual registers.

use super::bits::BitSet;
use super::mir::{BlockRef, Function, Inst, Part};

/// Live parts at the end of each block.
pub(crate) struct Liveness {
    first: Vec<usize>,
    out: Vec<BitSet>,
    count: usize,
}

impl Liveness {
    /// Solves the flow equations backwards.
    pub fn of(function: &Function) -> Liveness {
        let mut first = Vec::with_capacity(function.virts.len());
        let mut count = 0;
        for virt in &function.virts {
            first.push(count);
            count += usize::from(virt.width);
        }
        let mut live = Liveness {
            first,
            out: vec![BitSet::new(count); function.blocks.len()],
            count,
        };
        live.solve(function);
        live
    }

    /// The number of parts.
    pub fn parts(&self) -> usize {
        self.count
    }

    /// The numbers of a part's registers.
    pub fn numbers(&self, part: Part) -> impl Iterator<Item = usize> {
        let start = self.first[part.virt.index()] + usize::from(part.first);
        start..start + usize::from(part.width)
    }

    /// What is live before an instruction, given what is live after it.
    pub fn step(&self, inst: &Inst, live: &mut BitSet) {
        if inst.writes_wholly() {
            for def in inst.defs() {
                self.numbers(def).for_each(|n| live.remove(n));
            }
        }
        for used in inst.uses() {
            self.numbers(used).for_each(|n| {
                live.insert(n);
            });
        }
    }

    /// What is live at the end of a block, its condition counted.
    pub fn before_end(&self, function: &Function, block: BlockRef) -> BitSet {
        let mut live = self.out[block.index()].clone();
        if let Some(virt) = condition(function, block) {
            live.insert(self.first[virt.index()]);
        }
        live
    }

    fn solve(&mut self, function: &Function) {
        let before = function.predecessors();
        let mut pending: Vec<_> = function.order.clone();
        while let Some(block) = pending.pop() {
            let mut live = self.before_end(function, block);
            for inst in function.at(block).insts.iter().rev() {
                self.step(inst, &mut live);
            }
            for &previous in &before[block.index()] {
                if self.out[previous.index()].union_with(&live) {
                    pending.push(previous);
                }
            }
        }
    }
}

fn condition(function: &Function, block: BlockRef) -> Option<super::mir::VirtId> {
    match function.at(block).end {
        super::mir::End::Branch { pred, .. } => pred.virt,
        super::mir::End::Jump(_) | super::mir::End::Exit => None,
    }
}
