//! Asynchronous copies to shared memory: groups of them, and who waits for a group.
//!
//! LDGSTS holds no register for its result. A warp's LDGDEPBAR ends the group of all its copies since the last one and opens
//! an operation on a dependence counter, which is done when the group is, and all groups before it; `DEPBAR.LE SB0, n` waits
//! until no more than `n` of these are open. What a copy takes on its way is told in `global/copy`.
//!
//! Left out: barrier objects that copies arrive at (ARRIVES.LDGSTSBAR), which the core does not run.

use std::collections::VecDeque;

use super::Sm;
use super::arbiter::Posted;
use super::timing::write_counter;
use crate::exec::{Uop, Waits};

/// Copies between two LDGDEPBAR of a warp.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    /// Copies that are not done.
    open: u32,
    /// When the last of those that are has been written.
    done: u64,
    /// The counter that it holds, since it has ended.
    counter: Option<u8>,
    ended: bool,
}

/// Groups of a warp whose ends are remembered: one more than a DEPBAR can leave on their way.
const ENDS: usize = 64;

/// The groups of one warp.
#[derive(Clone, Debug, Default)]
pub(super) struct Copies {
    /// When the last groups that are done were or will be, in order.
    ends: VecDeque<u64>,
    /// The number of the first group in `groups`.
    first: u32,
    /// Those that are not done, in order; the last has not ended.
    groups: VecDeque<Group>,
}

impl Copies {
    /// A fresh warp has none.
    pub fn clear(&mut self) {
        self.groups.clear();
        self.ends.clear();
    }

    /// When no more than so many of the groups that are done have their end before them, if it is known.
    pub fn all_but(&self, allowed: usize) -> Option<u64> {
        let waited_for = self.ends.len().checked_sub(allowed + 1)?;
        self.ends.get(waited_for).copied()
    }

    fn last(&mut self) -> &mut Group {
        if self.groups.is_empty() {
            self.groups.push_back(Group::default());
        }
        self.groups.back_mut().expect("there is one")
    }

    /// A copy issues: the number of its group.
    pub fn begin(&mut self) -> u32 {
        self.last().open += 1;
        self.first.wrapping_add(self.groups.len() as u32 - 1)
    }

    /// The group ends: its counter is held until it is done.
    fn end(&mut self, counter: Option<u8>, now: u64) {
        let group = self.last();
        group.ended = true;
        group.counter = counter;
        group.done = group.done.max(now);
        self.groups.push_back(Group::default());
    }

    /// A copy of a group has been written.
    fn done(&mut self, number: u32, time: u64) {
        let group = &mut self.groups[number.wrapping_sub(self.first) as usize];
        group.open -= 1;
        group.done = group.done.max(time);
    }

    /// The first group, if it has ended and is done: when, and the counter that it holds.
    fn take_done(&mut self) -> Option<(u64, Option<u8>)> {
        let group = *self.groups.front()?;
        if !group.ended || group.open > 0 {
            return None;
        }
        self.groups.pop_front();
        self.first = self.first.wrapping_add(1);
        if let Some(next) = self.groups.front_mut() {
            next.done = next.done.max(group.done);
        }
        if self.ends.len() == ENDS {
            self.ends.pop_front();
        }
        self.ends.push_back(group.done);
        Some((group.done, group.counter))
    }
}

impl Sm {
    /// LDGDEPBAR: the warp's copies since the last one are a group.
    pub(super) fn end_copies(&mut self, slot: usize, uop: &Uop, now: u64) {
        let counter = write_counter(uop);
        if let Some(counter) = counter {
            self.timing[slot].open(counter);
        }
        self.copies[slot].end(counter, now);
        self.close_groups(slot);
        let path = Posted {
            slot,
            generation: self.generation[slot],
            cycles: self.mio.copies_end(),
            way_cycles: 0,
            returns: 0,
            latency: 0,
            counter: None,
            read_latency: 0,
            read_counter: None,
        };
        self.post(uop, now, path);
    }

    /// A copy has been written to shared memory, and its group hears of it at `time`.
    pub(super) fn copy_done(&mut self, slot: usize, group: u32, time: u64) {
        self.copies[slot].done(group, time);
        self.close_groups(slot);
    }

    /// When no more groups of a warp are under way than a DEPBAR allows, and the counter that it waits for.
    #[cold]
    pub(super) fn copies_ready(&self, slot: usize, waits: Waits) -> (u64, u8) {
        let counter = waits.mask.trailing_zeros() as u8;
        let open = self.timing[slot].open_on(counter) as usize;
        let known = usize::from(waits.allowed).saturating_sub(open);
        (self.copies[slot].all_but(known).unwrap_or(0), counter)
    }

    fn close_groups(&mut self, slot: usize) {
        while let Some((time, counter)) = self.copies[slot].take_done() {
            if let Some(counter) = counter {
                self.counter_done(slot, counter, time, true);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_done_in_order() {
        let mut copies = Copies::default();
        let first = [copies.begin(), copies.begin()];
        copies.end(Some(0), 10);
        let second = copies.begin();
        copies.end(Some(1), 20);
        assert_eq!([first[0], second], [first[1], first[0] + 1]);
        copies.done(second, 30);
        assert_eq!(copies.take_done(), None);
        copies.done(first[0], 90);
        assert_eq!(copies.take_done(), None);
        copies.done(first[1], 50);
        assert_eq!(copies.take_done(), Some((90, Some(0))));
        assert_eq!(copies.take_done(), Some((90, Some(1))));
        assert_eq!(copies.take_done(), None);
    }

    #[test]
    fn a_warp_waits_for_the_group_before_those_that_may_be_under_way() {
        let mut copies = Copies::default();
        for end in [10, 30, 60] {
            copies.end(None, end);
            assert!(copies.take_done().is_some());
        }
        let ends = [0, 1, 2, 3].map(|allowed| copies.all_but(allowed));
        assert_eq!(ends, [Some(60), Some(30), Some(10), None]);
    }

    #[test]
    fn a_group_of_nothing_is_done_when_it_ends() {
        let mut copies = Copies::default();
        copies.end(Some(3), 7);
        assert_eq!(copies.take_done(), Some((7, Some(3))));
    }
}
