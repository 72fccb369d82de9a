//! Values that have been computed earlier than in the source and are still to be read.
//!
//! Straight code, as loops that are written out leave it, may have hundreds of instructions
//! ready that all begin a value: loads, and constants to be stored. A few are enough to hide
//! what they take; with more the registers of a thread, and so the warps of an SM, would pay for
//! it. What waits in the source's order, too, does not count.

use super::words;
use crate::backend::mir::{File, Inst, Part, Virt};
use std::collections::{BTreeMap, BTreeSet};

/// How many words may wait for readers before instructions go out in the source's order.
const MANY: usize = 32;

/// A word of a virtual register.
type Word = (u32, u8);

/// The words that wait, and which instructions begin and end that.
pub(super) struct Values {
    /// For each instruction the words that it writes.
    written: Vec<Vec<Word>>,
    /// For each instruction the words that it reads.
    read: Vec<Vec<Word>>,
    /// Reads that are still to come.
    pending: BTreeMap<Word, usize>,
    /// Those that the source would not have computed yet.
    ahead: BTreeSet<Word>,
    /// Instructions that have gone out, and the first that has not.
    out: Vec<bool>,
    first: usize,
}

impl Values {
    /// Those of a block's instructions, none of which has gone out.
    pub fn of(insts: &[Inst], virts: &[Virt]) -> Values {
        let general = |part: &Part| virts[part.virt.index()].file == File::General;
        let all = |parts: &[Part]| {
            let general = parts.iter().copied().filter(general);
            general.flat_map(words).collect()
        };
        let mut values = Values {
            written: insts.iter().map(|inst| all(&inst.defs())).collect(),
            read: insts.iter().map(|inst| all(&inst.uses())).collect(),
            pending: BTreeMap::new(),
            ahead: BTreeSet::new(),
            out: vec![false; insts.len()],
            first: 0,
        };
        for &word in values.read.iter().flatten() {
            *values.pending.entry(word).or_default() += 1;
        }
        values
    }

    /// While many wait, the one instruction that may go out: the first in the source.
    pub fn only(&self) -> Option<usize> {
        (self.ahead.len() >= MANY).then_some(self.first)
    }

    /// An instruction goes out.
    pub fn issue(&mut self, index: usize) {
        for word in &self.read[index] {
            let left = self.pending.entry(*word).or_default();
            *left = left.saturating_sub(1);
            if *left == 0 {
                self.ahead.remove(word);
            }
        }
        let awaited = |word: &&Word| self.pending.get(word).is_some_and(|&left| left > 0);
        let begun = self.written[index].iter().filter(awaited);
        self.ahead.extend(begun);
        self.out[index] = true;
        while self.out.get(self.first) == Some(&true) {
            for word in &self.written[self.first] {
                self.ahead.remove(word);
            }
            self.first += 1;
        }
    }
}
