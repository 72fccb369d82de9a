//! Whose turn it is: the ready warps of a sub-core in the order of its policy.

use super::subcore::SLOTS;
use crate::config::SchedulerPolicy;

/// Ready warps in the order of a policy.
pub struct Turns {
    /// Those whose turn has not come.
    left: u32,
    last: usize,
    by_age: [u8; SLOTS],
    /// Places in the policy's order that have been looked at.
    next: usize,
    /// The place in the order of age where a round begins.
    first: usize,
    policy: SchedulerPolicy,
}

impl Turns {
    /// The order among `ready`, a bit each. `last` issued last; `by_age` holds
    /// all slots, that of the youngest warp first.
    #[inline(always)]
    pub fn new(policy: SchedulerPolicy, ready: u32, last: usize, by_age: [u8; SLOTS]) -> Turns {
        Turns {
            left: ready,
            last,
            by_age,
            next: 0,
            first: 0,
            policy,
        }
    }

    /// The greedy warp, if it is there and first: the order begins with it.
    #[inline(always)]
    fn greedy(&self) -> Option<usize> {
        let greedy = self.next == 0 && self.policy != SchedulerPolicy::LooseRoundRobin;
        (greedy && self.left >> self.last & 1 != 0).then_some(self.last)
    }

    /// The slot at a place in the policy's order, the greedy warp aside.
    #[inline(always)]
    fn at(&self, place: usize) -> usize {
        match self.policy {
            SchedulerPolicy::GreedyThenYoungest => self.by_age[place % SLOTS].into(),
            SchedulerPolicy::GreedyThenTurn => self.by_age[(self.first + place) % SLOTS].into(),
            SchedulerPolicy::GreedyThenOldest => self.by_age[SLOTS - 1 - place % SLOTS].into(),
            SchedulerPolicy::LooseRoundRobin => (self.last + 1 + place) % SLOTS,
        }
    }

    /// The place of a slot in the order of age.
    #[inline(always)]
    fn age_of(&self, slot: usize) -> usize {
        let place = self.by_age.iter().position(|&s| usize::from(s) == slot);
        place.unwrap_or(0)
    }

    #[inline(always)]
    fn following(&mut self) -> usize {
        if self.left.is_power_of_two() {
            return self.left.trailing_zeros() as usize;
        }
        if self.next == 0 && self.policy == SchedulerPolicy::GreedyThenTurn {
            self.first = 1 + self.age_of(self.last);
        }
        loop {
            let slot = self.at(self.next);
            self.next += 1;
            if self.left >> slot & 1 != 0 {
                return slot;
            }
        }
    }
}

impl Iterator for Turns {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.left == 0 {
            return None;
        }
        let slot = match self.greedy() {
            Some(slot) => slot,
            None => self.following(),
        };
        self.left &= !(1 << slot);
        Some(slot)
    }
}
