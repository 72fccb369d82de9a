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

use sim_memory::slots::Slots;

/// A line of stored bytes in the queue, or just behind it.
#[derive(Clone, Copy, Debug, Default)]
struct Recent {
    line: u64,
    /// Its payload slot.
    slot: u32,
    /// Its message, counted from the start.
    message: u64,
    /// The cycle in which it leaves.
    leaves: u64,
    /// Whether other stores may still join.
    open: bool,
}

/// A warp that is told when a line that its store joined has arrived.
#[derive(Clone, Copy, Debug)]
struct Owner {
    token: u32,
    /// Who joined before it; [`NONE`] if nobody did.
    next: u32,
}

/// No owner.
const NONE: u32 = u32::MAX;

/// See the module.
#[derive(Debug)]
pub struct WriteQueue {
    reach: u32,
    /// The last entries, by ordinal modulo its length, a power of two.
    recent: Vec<Recent>,
    /// The low bits of their lines, side by side: every store looks for its own among them.
    lines: Vec<u32>,
    /// The payload slots of entries that others joined, a bit each.
    joined: Vec<u64>,
    /// By payload slot of these: the last that joined.
    last_owner: Vec<u32>,
    owners: Vec<Owner>,
    owner_slots: Slots,
    ordinal: u32,
}

/// An entry that a store joins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Joined {
    /// Its payload slot.
    pub payload: u32,
    /// Its message, counted from the start.
    pub message: u64,
    /// The cycle in which it leaves.
    pub leaves: u64,
}

impl WriteQueue {
    /// An empty queue in which the last `reach` lines can be joined.
    pub fn new(reach: u32) -> WriteQueue {
        let length = reach.max(1).next_power_of_two() as usize;
        WriteQueue {
            reach,
            recent: vec![Recent::default(); length],
            lines: vec![0; length],
            joined: Vec::new(),
            last_owner: Vec::new(),
            owners: Vec::new(),
            owner_slots: Slots::default(),
            ordinal: 0,
        }
    }

    /// Enters a line with its payload slot.
    #[inline]
    pub fn enter(&mut self, slot: u32, line: u64, message: u64, leaves: u64) {
        let place = self.place(self.ordinal);
        self.lines[place] = line as u32;
        self.recent[place] = Recent {
            line,
            slot,
            message,
            leaves,
            open: true,
        };
        self.ordinal = self.ordinal.wrapping_add(1);
    }

    fn place(&self, ordinal: u32) -> usize {
        ordinal as usize & (self.recent.len() - 1)
    }

    /// The place of the newest entry of this line that is near enough to be joined.
    #[inline]
    pub fn find(&self, line: u64) -> Option<usize> {
        if !self.lines.contains(&(line as u32)) {
            return None;
        }
        let newest_first = (1..=self.reach).map(|back| self.ordinal.wrapping_sub(back));
        newest_first
            .map(|ordinal| self.place(ordinal))
            .find(|&place| self.recent[place].line == line)
    }

    /// Lets the store of `owner`, which comes at `now`, join the entry at a place, which was
    /// found, if it is still there.
    #[inline]
    pub fn join(&mut self, place: usize, now: u64, owner: u32) -> Option<Joined> {
        let entry = self.recent[place];
        if !entry.open || entry.leaves <= now {
            return None;
        }
        self.note_owner(entry.slot, owner);
        Some(Joined {
            payload: entry.slot,
            message: entry.message,
            leaves: entry.leaves,
        })
    }

    /// Nothing may join the entry at a place, which was found, any more.
    pub fn close(&mut self, place: usize) {
        self.recent[place].open = false;
    }

    /// Notes who is told, besides the first, that the entry in a payload slot has arrived.
    fn note_owner(&mut self, slot: u32, token: u32) {
        let (word, bit) = (slot as usize / 64, 1 << (slot % 64));
        if self.joined.len() <= word {
            self.joined.resize(word + 1, 0);
            self.last_owner.resize(64 * (word + 1), NONE);
        }
        let before = match self.joined[word] & bit {
            0 => NONE,
            _ => self.last_owner[slot as usize],
        };
        self.joined[word] |= bit;
        self.last_owner[slot as usize] = self.new_owner(Owner {
            token,
            next: before,
        });
    }

    fn new_owner(&mut self, owner: Owner) -> u32 {
        let node = self.owner_slots.take();
        if self.owners.len() <= node as usize {
            self.owners.resize(self.owner_slots.capacity(), owner);
        }
        self.owners[node as usize] = owner;
        node
    }

    /// Takes one of those who are told, beside the first, that the entry in a payload slot has
    /// arrived; the last that joined comes first.
    #[inline]
    pub fn take_owner(&mut self, slot: u32) -> Option<u32> {
        let joined = self.joined.get_mut(slot as usize / 64)?;
        let bit = 1 << (slot % 64);
        if *joined & bit == 0 {
            return None;
        }
        let last = &mut self.last_owner[slot as usize];
        let owner = self.owners[*last as usize];
        self.owner_slots.free(*last);
        *last = owner.next;
        if owner.next == NONE {
            *joined ^= bit;
        }
        Some(owner.token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Joins the newest store to `line`.
    fn join(queue: &mut WriteQueue, line: u64, now: u64, owner: u32) -> Option<Joined> {
        let found = queue.find(line)?;
        queue.join(found, now, owner)
    }

    #[test]
    fn a_store_joins_an_entry_of_its_line_until_that_leaves() {
        let mut queue = WriteQueue::new(4);
        queue.enter(9, 77, 5, 100);
        assert_eq!(join(&mut queue, 78, 50, 1), None);
        let joined = Joined {
            payload: 9,
            message: 5,
            leaves: 100,
        };
        assert_eq!(join(&mut queue, 77, 98, 1), Some(joined));
        assert_eq!(join(&mut queue, 77, 99, 3), Some(joined));
        assert_eq!(join(&mut queue, 77, 100, 2), None);
        assert_eq!(queue.take_owner(8), None);
        let told = [(); 3].map(|()| queue.take_owner(9));
        assert_eq!(told, [Some(3), Some(1), None]);
    }

    #[test]
    fn only_the_last_lines_can_be_joined() {
        let mut queue = WriteQueue::new(3);
        for slot in 0..4 {
            queue.enter(slot, u64::from(slot), 0, 100);
        }
        assert_eq!(join(&mut queue, 0, 1, 9), None);
        assert!(join(&mut queue, 1, 1, 9).is_some());
    }

    #[test]
    fn the_newest_of_a_line_is_found_behind_newer_ones_to_other_lines() {
        let mut queue = WriteQueue::new(4);
        for (slot, line) in [70, 70, 71, 72].into_iter().enumerate() {
            queue.enter(slot as u32, line, 0, 100);
        }
        let payload = |joined: Joined| joined.payload;
        assert_eq!(join(&mut queue, 70, 1, 9).map(payload), Some(1));
        assert_eq!(queue.find(75), None);
    }

    #[test]
    fn nothing_joins_across_an_atomic() {
        let mut queue = WriteQueue::new(4);
        queue.enter(0, 7, 0, 100);
        let found = queue.find(7).expect("it was entered");
        queue.close(found);
        assert_eq!(join(&mut queue, 7, 1, 9), None);
    }
}
