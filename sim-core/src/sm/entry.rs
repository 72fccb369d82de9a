//! The SM's entry: where instructions of all four sub-cores stand in one line on their way to its units.
//!
//! The arbiter (`arbiter`) puts them there in the order in which it takes them, as long as there is a place. The first
//! goes on when there is room where it goes: for global and local memory (LG) before the tags of the L1 (`lg_queue`), for
//! all others before the data path. LG instructions read their registers as they come to the entry.
//!
//! So where LG instructions wait for the tags the entry is full of them, and a shared load waits for those even if its
//! own sub-core has no other instruction: it takes 24 cycles and some eight times what a store or reduction takes, of 1 to
//! 16 lines and of one to three other sub-cores (measured on an H200, `micro/h200/entry`). Behind stores of its own
//! sub-core it waits for those of its queue besides.
//!
//! Left out is how long it takes until a place is filled again: beside some stores the entry seems to hold eight or nine,
//! beside others five or six.

use std::collections::VecDeque;

use super::arbiter::Work;
use super::mio::MAX_QUEUE;
use super::timing::NEVER;
use crate::config::MioConfig;

/// Where there is room for what leaves the entry.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Whether there is a place before the tags.
    pub tags: bool,
    /// From when there is one before the data path.
    pub path: u64,
}

/// The entry of one SM.
#[derive(Debug)]
pub struct Entry {
    /// What stands there, and of which sub-core, in order.
    line: VecDeque<(usize, Work)>,
    /// How many may.
    places: usize,
    /// When the first may go on; [`NEVER`] if there is none, or if it waits for a place before the tags.
    pub next: u64,
}

impl Entry {
    /// Nobody stands there.
    pub fn new(config: &MioConfig) -> Entry {
        Entry {
            line: VecDeque::with_capacity(MAX_QUEUE),
            places: config.entry_places as usize,
            next: NEVER,
        }
    }

    /// Whether there is a place.
    #[inline]
    pub fn has_room(&self) -> bool {
        self.line.len() < self.places
    }

    /// Whether nobody stands there.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    /// An instruction of a sub-core comes.
    #[inline]
    pub fn enter(&mut self, sub: usize, work: Work) {
        self.line.push_back((sub, work));
    }

    /// Whether what comes at `now` goes on at once: nobody stands before it, and there is room.
    #[inline]
    pub fn lets_pass(&self, work: &Work, room: Room, now: u64) -> bool {
        self.line.is_empty() && room.from(work, now) <= now
    }

    /// The first leaves at `now`, if there is room where it goes.
    #[inline]
    pub fn leave(&mut self, room: Room, now: u64) -> Option<(usize, Work)> {
        let (_, work) = self.line.front()?;
        self.next = room.from(work, now);
        if self.next > now {
            return None;
        }
        self.next = NEVER;
        self.line.pop_front()
    }
}

impl Room {
    /// From when there is some where an instruction goes; [`NEVER`] if it must wait for a place before the tags.
    #[inline]
    fn from(self, work: &Work, now: u64) -> u64 {
        match work {
            Work::Access(_) if self.tags => now,
            Work::Access(_) => NEVER,
            Work::Unit(_) | Work::Fence => self.path,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sm::arbiter::Posted;

    /// Two places.
    fn entry() -> Entry {
        Entry {
            line: VecDeque::new(),
            places: 2,
            next: NEVER,
        }
    }

    fn unit() -> Work {
        Work::Unit(Posted::default())
    }

    /// The sub-core of what leaves: if there is a place before the tags, and before the data path from `path` on.
    fn leave(entry: &mut Entry, tags: bool, path: u64, now: u64) -> Option<usize> {
        entry.leave(Room { tags, path }, now).map(|(sub, _)| sub)
    }

    #[test]
    fn whoever_comes_behind_an_access_waits_for_its_place_before_the_tags() {
        let mut entry = entry();
        entry.enter(3, Work::Access(7));
        assert!(entry.has_room());
        entry.enter(1, unit());
        assert!(!entry.has_room());
        assert_eq!(leave(&mut entry, false, 0, 5), None);
        assert_eq!(entry.next, NEVER);
        let left = [6, 6, 6].map(|now| leave(&mut entry, true, 0, now));
        assert_eq!(left, [Some(3), Some(1), None]);
    }

    #[test]
    fn whoever_comes_behind_others_waits_for_room_before_the_data_path() {
        let mut entry = entry();
        entry.enter(2, unit());
        entry.enter(0, Work::Access(7));
        assert_eq!(leave(&mut entry, true, 20, 5), None);
        assert_eq!(entry.next, 20);
        let left = [20, 20].map(|now| leave(&mut entry, true, 20, now));
        assert_eq!(left, [Some(2), Some(0)]);
        assert!(entry.is_empty());
    }
}
