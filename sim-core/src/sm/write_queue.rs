//! Stores on their way out of the SM, and the merging of those that meet.
//!
//! Stores wait for the port line by line, in order. A store to a line that an
//! earlier one still waits with joins it: the sectors cross to the L2 once.
//! Only the last few lines are looked at (`l1.store_merge_lines`), and nothing
//! joins across a strong load or an atomic of the same line, which would see
//! the wrong value.
//!
//! Seen on the H200 wherever a store covers 5 to 16 lines, and not where it
//! covers 32 (lecture truth set); the queue's length is assumed from that.

use arrayvec::ArrayVec;

/// Warps whose stores may share one entry, beside the first.
const MORE_OWNERS: usize = 7;

/// A line of stored bytes in the queue, or on its way behind it.
#[derive(Clone, Debug, Default)]
struct Entry {
    line: u64,
    /// Which store line it was, counted from the start.
    ordinal: u64,
    /// Its message, counted from the start.
    message: u64,
    /// The cycle in which it leaves.
    leaves: u64,
    /// Whether other stores may still join.
    open: bool,
    /// Who else is told when it has arrived.
    owners: ArrayVec<u32, MORE_OWNERS>,
}

/// The entries, by payload slot.
#[derive(Debug)]
pub struct WriteQueue {
    reach: u64,
    entries: Vec<Entry>,
    ordinal: u64,
}

/// An entry that a store joins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Joined {
    /// Its message, counted from the start.
    pub message: u64,
    /// The cycle in which it leaves.
    pub leaves: u64,
}

impl WriteQueue {
    /// An empty queue in which the last `reach` lines can be joined.
    pub fn new(reach: u32) -> WriteQueue {
        WriteQueue {
            reach: u64::from(reach),
            entries: Vec::new(),
            ordinal: 0,
        }
    }

    /// Enters a line with its payload slot.
    pub fn enter(&mut self, slot: u32, line: u64, message: u64, leaves: u64) {
        let index = slot as usize;
        if self.entries.len() <= index {
            self.entries.resize_with(index + 1, Entry::default);
        }
        self.entries[index] = Entry {
            line,
            ordinal: self.ordinal,
            message,
            leaves,
            open: true,
            owners: ArrayVec::new(),
        };
        self.ordinal += 1;
    }

    /// Lets the store of `owner`, which comes at `now`, join the entry in
    /// `slot`, if that is to this line and still there.
    pub fn join(&mut self, slot: u32, line: u64, now: u64, owner: u32) -> Option<Joined> {
        let ordinal = self.ordinal;
        let entry = &mut self.entries[slot as usize];
        let there = entry.line == line && entry.open && entry.leaves > now;
        let near = ordinal - entry.ordinal <= self.reach;
        if !there || !near || entry.owners.is_full() {
            return None;
        }
        entry.owners.push(owner);
        Some(Joined {
            message: entry.message,
            leaves: entry.leaves,
        })
    }

    /// Nothing may join the entry in `slot` any more, if it is to this line.
    pub fn close(&mut self, slot: u32, line: u64) {
        let entry = &mut self.entries[slot as usize];
        if entry.line == line {
            entry.open = false;
        }
    }

    /// Who is told, beside the first, that the entry has arrived.
    pub fn take_owners(&mut self, slot: u32) -> ArrayVec<u32, MORE_OWNERS> {
        std::mem::take(&mut self.entries[slot as usize].owners)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_joins_an_entry_of_its_line_until_that_leaves() {
        let mut queue = WriteQueue::new(4);
        queue.enter(0, 77, 5, 100);
        assert_eq!(queue.join(0, 78, 50, 1), None);
        let joined = Joined {
            message: 5,
            leaves: 100,
        };
        assert_eq!(queue.join(0, 77, 99, 1), Some(joined));
        assert_eq!(queue.join(0, 77, 100, 2), None);
        assert_eq!(queue.take_owners(0).as_slice(), [1]);
    }

    #[test]
    fn only_the_last_lines_can_be_joined() {
        let mut queue = WriteQueue::new(2);
        for slot in 0..3 {
            queue.enter(slot, u64::from(slot), 0, 100);
        }
        assert_eq!(queue.join(0, 0, 1, 9), None);
        assert!(queue.join(1, 1, 1, 9).is_some());
    }

    #[test]
    fn nothing_joins_across_an_atomic() {
        let mut queue = WriteQueue::new(4);
        queue.enter(0, 7, 0, 100);
        queue.close(0, 7);
        assert_eq!(queue.join(0, 7, 1, 9), None);
    }
}
