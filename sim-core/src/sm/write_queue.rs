//! Stores on their way out of the SM, and the merging of those that meet.
//!
//! Stores wait for the port line by line, in order. A store to a line that an
//! earlier one still waits with joins it: the sectors cross to the L2 once.
//! Only the last few lines are looked at (`mio.port_lines`), and nothing
//! joins across a strong load or an atomic of the same line, which would see
//! the wrong value.
//!
//! Measured on the H200 where stores cover 8 or 16 lines, and never where they
//! cover 32 (`merge_together_*`); the queue's length is taken from that.

use sim_memory::prefetch::prefetch_at;
use sim_memory::slots::Slots;

/// No owner.
const NONE: u32 = u32::MAX;

/// A line of stored bytes in the queue, or just behind it.
#[derive(Clone, Copy, Debug, Default)]
struct Recent {
    line: u64,
    /// Its message, counted from the start.
    message: u64,
    /// The cycle in which it leaves.
    leaves: u64,
    /// Whether other stores may still join.
    open: bool,
}

/// What is known of a payload slot until its store has arrived.
#[derive(Clone, Copy, Debug)]
struct Noted {
    /// Which store line it was, counted from the start, modulo 2^32.
    ordinal: u32,
    /// The last that joined, of those who are told besides the first.
    owner: u32,
}

/// A warp that is told when a line that its store joined has arrived.
#[derive(Clone, Copy, Debug)]
struct Owner {
    token: u32,
    next: u32,
}

/// See the module.
#[derive(Debug)]
pub struct WriteQueue {
    reach: u32,
    /// The last lines, by ordinal modulo its length, a power of two.
    recent: Vec<Recent>,
    /// By payload slot.
    noted: Vec<Noted>,
    owners: Vec<Owner>,
    owner_slots: Slots,
    ordinal: u32,
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
            reach,
            recent: vec![Recent::default(); reach.max(1).next_power_of_two() as usize],
            noted: Vec::new(),
            owners: Vec::new(),
            owner_slots: Slots::default(),
            ordinal: 0,
        }
    }

    /// Asks the host for what is known of a payload slot.
    #[inline(always)]
    pub fn prefetch(&self, slot: u32) {
        prefetch_at(&self.noted, slot as usize);
    }

    /// Asks the host for the first of those who are told of its arrival.
    #[inline(always)]
    pub fn prefetch_owner(&self, slot: u32) {
        prefetch_at(&self.owners, self.noted[slot as usize].owner as usize);
    }

    /// Enters a line with its payload slot.
    #[inline]
    pub fn enter(&mut self, slot: u32, line: u64, message: u64, leaves: u64) {
        let index = slot as usize;
        let noted = Noted {
            ordinal: self.ordinal,
            owner: NONE,
        };
        if self.noted.len() <= index {
            self.noted.resize(index + 1, noted);
        }
        self.noted[index] = noted;
        let place = self.place(self.ordinal);
        self.recent[place] = Recent {
            line,
            message,
            leaves,
            open: true,
        };
        self.ordinal = self.ordinal.wrapping_add(1);
    }

    fn place(&self, ordinal: u32) -> usize {
        ordinal as usize & (self.recent.len() - 1)
    }

    /// Which of the stores in `slots`, the newest first, is to this line and
    /// near enough to be joined.
    #[inline]
    pub fn find(&self, slots: impl Iterator<Item = u32>, line: u64) -> Option<u32> {
        for slot in slots {
            let ordinal = self.noted[slot as usize].ordinal;
            if self.ordinal.wrapping_sub(ordinal) > self.reach {
                return None;
            }
            if self.recent[self.place(ordinal)].line == line {
                return Some(slot);
            }
        }
        None
    }

    /// Lets the store of `owner`, which comes at `now`, join the entry in
    /// `slot`, which was found, if it is still there.
    #[inline]
    pub fn join(&mut self, slot: u32, now: u64, owner: u32) -> Option<Joined> {
        let entry = self.entry(slot);
        if !entry.open || entry.leaves <= now {
            return None;
        }
        let joined = Joined {
            message: entry.message,
            leaves: entry.leaves,
        };
        let node = self.new_owner(Owner {
            token: owner,
            next: self.noted[slot as usize].owner,
        });
        self.noted[slot as usize].owner = node;
        Some(joined)
    }

    /// Nothing may join the entry in `slot`, which was found, any more.
    pub fn close(&mut self, slot: u32) {
        self.entry(slot).open = false;
    }

    fn entry(&mut self, slot: u32) -> &mut Recent {
        let place = self.place(self.noted[slot as usize].ordinal);
        &mut self.recent[place]
    }

    fn new_owner(&mut self, owner: Owner) -> u32 {
        let node = self.owner_slots.take();
        if self.owners.len() <= node as usize {
            self.owners.resize(self.owner_slots.capacity(), owner);
        }
        self.owners[node as usize] = owner;
        node
    }

    /// Takes one of those who are told, beside the first, that the entry has
    /// arrived; the last that joined comes first.
    #[inline]
    pub fn take_owner(&mut self, slot: u32) -> Option<u32> {
        let node = self.noted[slot as usize].owner;
        if node == NONE {
            return None;
        }
        let owner = self.owners[node as usize];
        self.noted[slot as usize].owner = owner.next;
        self.owner_slots.free(node);
        Some(owner.token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Joins the store in `slot` if that is to `line`.
    fn join(queue: &mut WriteQueue, slot: u32, line: u64, now: u64, owner: u32) -> Option<Joined> {
        let found = queue.find([slot].into_iter(), line)?;
        queue.join(found, now, owner)
    }

    #[test]
    fn a_store_joins_an_entry_of_its_line_until_that_leaves() {
        let mut queue = WriteQueue::new(4);
        queue.enter(0, 77, 5, 100);
        assert_eq!(join(&mut queue, 0, 78, 50, 1), None);
        let joined = Joined {
            message: 5,
            leaves: 100,
        };
        assert_eq!(join(&mut queue, 0, 77, 98, 1), Some(joined));
        assert_eq!(join(&mut queue, 0, 77, 99, 3), Some(joined));
        assert_eq!(join(&mut queue, 0, 77, 100, 2), None);
        let told = std::iter::from_fn(|| queue.take_owner(0));
        assert_eq!(told.collect::<Vec<_>>(), [3, 1]);
    }

    #[test]
    fn only_the_last_lines_can_be_joined() {
        let mut queue = WriteQueue::new(2);
        for slot in 0..3 {
            queue.enter(slot, u64::from(slot), 0, 100);
        }
        assert_eq!(join(&mut queue, 0, 0, 1, 9), None);
        assert!(join(&mut queue, 1, 1, 1, 9).is_some());
    }

    #[test]
    fn a_store_is_found_behind_newer_ones_to_other_lines() {
        let mut queue = WriteQueue::new(4);
        for slot in 0..3 {
            queue.enter(slot, 70 + u64::from(slot), 0, 100);
        }
        assert_eq!(queue.find([2, 1, 0].into_iter(), 70), Some(0));
        assert_eq!(queue.find([2, 1, 0].into_iter(), 75), None);
    }

    #[test]
    fn nothing_joins_across_an_atomic() {
        let mut queue = WriteQueue::new(4);
        queue.enter(0, 7, 0, 100);
        queue.close(0);
        assert_eq!(join(&mut queue, 0, 7, 1, 9), None);
    }
}
