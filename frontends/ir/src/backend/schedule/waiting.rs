//! Instructions whose dependences have been issued, and which of them goes out next.
//!
//! A block of straight code may have tens of thousands of them waiting, so none is looked at in
//! vain: they lie by the cycle in which they become ready, and from then on by their rank.

use super::Predicates;
use crate::backend::latency::Queue;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// An instruction that waits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    pub height: u32,
    pub index: usize,
    pub queue: Queue,
    pub writes_predicate: bool,
}

/// What the best has most of: dependent work, then an early place.
type Rank = (u32, Reverse<usize>);

impl Candidate {
    fn rank(&self) -> Rank {
        (self.height, Reverse(self.index))
    }

    /// The number of the set that it is in when it is ready.
    fn set(&self) -> usize {
        2 * self.queue as usize + usize::from(self.writes_predicate)
    }
}

/// The instructions that wait.
pub(super) struct Waiting {
    /// Those whose operands are not there yet, the first to become ready on top.
    asleep: BinaryHeap<Reverse<(u32, Candidate)>>,
    /// The ranks of the others, by queue and by whether they write predicates.
    ready: [BTreeSet<Rank>; 2 * Queue::COUNT],
    /// The instructions here, if they write predicates.
    writers: Vec<Option<Candidate>>,
    /// How many here write none.
    plain: usize,
}

impl Waiting {
    /// Nothing, of so many instructions.
    pub fn new(count: usize) -> Waiting {
        Waiting {
            asleep: BinaryHeap::new(),
            ready: Default::default(),
            writers: vec![None; count],
            plain: 0,
        }
    }

    /// Adds one whose operands are there in a cycle.
    pub fn add(&mut self, candidate: Candidate, earliest: u32) {
        self.asleep.push(Reverse((earliest, candidate)));
        match candidate.writes_predicate {
            true => self.writers[candidate.index] = Some(candidate),
            false => self.plain += 1,
        }
    }

    /// Takes one away that was the best.
    pub fn remove(&mut self, candidate: &Candidate) {
        self.ready[candidate.set()].remove(&candidate.rank());
        match candidate.writes_predicate {
            true => self.writers[candidate.index] = None,
            false => self.plain -= 1,
        }
    }

    /// The best that can go out in a cycle, given when the queues are free. While predicates
    /// are many no new ones are made, unless nothing else is left to do.
    pub fn best(
        &mut self,
        cycle: u32,
        free: &[u32; Queue::COUNT],
        predicates: &Predicates,
    ) -> Option<usize> {
        self.wake(cycle);
        let old = || {
            let writers = predicates.writers_of_live();
            writers.filter_map(|index| self.writers[index])
        };
        let all = !predicates.are_many() || self.plain == 0 && old().next().is_none();
        let open = |set: &usize| free[set / 2] <= cycle;
        let sets = (0..self.ready.len()).filter(open);
        let sets = sets.filter(|set| all || set % 2 == 0);
        let best = sets.filter_map(|set| self.ready[set].last().copied()).max();
        let old = old().filter(|writer| {
            !all && open(&writer.set()) && self.ready[writer.set()].contains(&writer.rank())
        });
        let best = best.max(old.map(|writer| writer.rank()).max());
        best.map(|(_, Reverse(index))| index)
    }

    /// One instruction, if it can go out in a cycle.
    pub fn only(
        &mut self,
        one: &Candidate,
        cycle: u32,
        free: &[u32; Queue::COUNT],
    ) -> Option<usize> {
        self.wake(cycle);
        let open = free[one.queue as usize] <= cycle;
        let ready = open && self.ready[one.set()].contains(&one.rank());
        ready.then_some(one.index)
    }

    fn wake(&mut self, cycle: u32) {
        while let Some(Reverse((earliest, candidate))) = self.asleep.peek()
            && *earliest <= cycle
        {
            self.ready[candidate.set()].insert(candidate.rank());
            self.asleep.pop();
        }
    }
}
