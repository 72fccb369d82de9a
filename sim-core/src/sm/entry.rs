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

/// The entry of one SM.
#[derive(Debug)]
pub struct Entry {
    /// What stands there, and of which sub-core, in order.
    line: VecDeque<(usize, Work)>,
    /// How many may.
    places: usize,
    /// When those that have gone on to the data path and wait there start.
    starts: VecDeque<u64>,
    /// How many may wait there.
    before_path: usize,
    /// When the first may go on; [`NEVER`] if there is none, or if it waits for a place before the tags.
    pub next: u64,
}

impl Entry {
    /// Nobody stands there.
    pub fn new(config: &MioConfig) -> Entry {
        Entry {
            line: VecDeque::with_capacity(MAX_QUEUE),
            places: config.entry_places as usize,
            starts: VecDeque::with_capacity(MAX_QUEUE),
            before_path: config.data_queue as usize,
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
    pub fn lets_pass(&mut self, work: &Work, tags: bool, now: u64) -> bool {
        self.line.is_empty() && self.room_for(work, tags, now) <= now
    }

    /// The first leaves at `now`, if there is room where it goes.
    #[inline]
    pub fn leave(&mut self, tags: bool, now: u64) -> Option<(usize, Work)> {
        let &(_, work) = self.line.front()?;
        self.next = self.room_for(&work, tags, now);
        if self.next > now {
            return None;
        }
        self.next = NEVER;
        self.line.pop_front()
    }

    /// From when there is room where something goes: before the tags, if there is a place for `tags`, or before the data
    /// path.
    #[inline]
    fn room_for(&mut self, work: &Work, tags: bool, now: u64) -> u64 {
        match work {
            Work::Access(_) if tags => now,
            Work::Access(_) => NEVER,
            Work::Unit(_) => self.path_opens(now),
        }
    }

    /// Notes that what has gone on to the data path at `now` starts at `start`.
    #[inline]
    pub fn starts(&mut self, start: u64, now: u64) {
        if start > now {
            self.starts.push_back(start);
        }
    }

    /// From when there is room before the data path.
    #[inline]
    fn path_opens(&mut self, now: u64) -> u64 {
        while self.starts.front().is_some_and(|&start| start <= now) {
            self.starts.pop_front();
        }
        match self.starts.len().checked_sub(self.before_path) {
            Some(before) => self.starts[before],
            None => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sm::arbiter::Posted;

    /// Two places, and one before the data path.
    fn entry() -> Entry {
        Entry {
            line: VecDeque::new(),
            places: 2,
            starts: VecDeque::new(),
            before_path: 1,
            next: NEVER,
        }
    }

    fn unit() -> Work {
        Work::Unit(Posted::default())
    }

    /// The sub-core of what leaves.
    fn leave(entry: &mut Entry, tags: bool, now: u64) -> Option<usize> {
        entry.leave(tags, now).map(|(sub, _)| sub)
    }

    #[test]
    fn whoever_comes_behind_an_access_waits_for_its_place_before_the_tags() {
        let mut entry = entry();
        entry.enter(3, Work::Access(7));
        assert!(entry.has_room());
        entry.enter(1, unit());
        assert!(!entry.has_room());
        assert_eq!(leave(&mut entry, false, 5), None);
        assert_eq!(entry.next, NEVER);
        let left = [6, 6, 6].map(|now| leave(&mut entry, true, now));
        assert_eq!(left, [Some(3), Some(1), None]);
    }

    #[test]
    fn whoever_comes_behind_others_waits_for_room_before_the_data_path() {
        let mut entry = entry();
        entry.starts(20, 4);
        entry.enter(2, unit());
        entry.enter(0, Work::Access(7));
        assert_eq!(leave(&mut entry, true, 5), None);
        assert_eq!(entry.next, 20);
        let left = [20, 20].map(|now| leave(&mut entry, true, now));
        assert_eq!(left, [Some(2), Some(0)]);
        assert!(entry.is_empty());
    }
}
