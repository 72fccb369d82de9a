//! Where instructions to global and local memory (LG) wait before the tags of the L1.
//!
//! Each sub-core has a queue of a few, in which they wait in order with its other instructions to
//! memory; from there they come into one of the SM. So a shared load waits behind the loads of its
//! sub-core that find no room in the SM's queue, and no longer once they have it (measured on an
//! H200: chains of shared loads beside loads that hit, that miss, stores and reductions, `share_*`
//! and `behind_*`).

use std::collections::VecDeque;

use super::SUB_CORES;
use super::arbiter::Departure;
use super::mio::MAX_QUEUE;
use crate::config::MioConfig;

/// An instruction that has not reached the tags.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    /// When it is its turn there.
    start: u64,
    /// Packets that left the SM before it.
    behind: u64,
}

/// The queues to global and local memory: one of each sub-core, in which they wait among its
/// other instructions, and one of the SM.
#[derive(Debug)]
pub struct LgQueue {
    /// Those that have not reached the tags.
    waiting: VecDeque<Waiting>,
    /// How many have.
    gone: usize,
    /// The numbers of those that each sub-core has entered and that may not have left it.
    entered: [VecDeque<usize>; SUB_CORES],
    /// How many may have left their sub-cores.
    near: usize,
}

impl LgQueue {
    /// Empty queues.
    pub fn new(config: &MioConfig) -> LgQueue {
        LgQueue {
            waiting: VecDeque::with_capacity(MAX_QUEUE),
            gone: 0,
            entered: std::array::from_fn(|_| VecDeque::with_capacity(MAX_QUEUE)),
            near: config.lg_near as usize,
        }
    }

    /// How many instructions wait in a sub-core at `now`, if of the packets sent those up to
    /// `arrived` have room in the network or in front of it.
    #[inline(always)]
    pub fn waiting(&mut self, sub: usize, now: u64, arrived: u64) -> usize {
        while let Some(first) = self.waiting.front()
            && first.start <= now
            && first.behind <= arrived
        {
            self.waiting.pop_front();
            self.gone += 1;
        }
        let entered = &mut self.entered[sub];
        while entered.front().is_some_and(|&n| n < self.gone + self.near) {
            entered.pop_front();
        }
        entered.len()
    }

    /// From when the first of those may leave the sub-core.
    #[inline]
    pub fn leaves(&self, sub: usize) -> Option<Departure> {
        let &first = self.entered[sub].front()?;
        let before = self.waiting[first - self.near - self.gone];
        Some(Departure {
            time: before.start,
            packets: before.behind,
        })
    }

    /// Notes an instruction of a sub-core whose operands are read at `read` and that waits until
    /// `start`, behind packets; returns when it leaves the sub-core.
    #[inline(always)]
    pub fn push(&mut self, sub: usize, read: u64, start: u64, behind: u64) -> Departure {
        self.waiting.push_back(Waiting { start, behind });
        let number = self.gone + self.waiting.len() - 1;
        self.entered[sub].push_back(number);
        match self.waiting.len().checked_sub(self.near + 1) {
            Some(before) => Departure {
                time: self.waiting[before].start.max(read),
                packets: self.waiting[before].behind,
            },
            None => Departure {
                time: read,
                packets: 0,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two places in the SM.
    fn queue() -> LgQueue {
        LgQueue {
            waiting: VecDeque::new(),
            gone: 0,
            entered: Default::default(),
            near: 2,
        }
    }

    /// When the first of sub-core 0 leaves, and behind which packet.
    fn leaves(queue: &LgQueue) -> Option<(u64, u64)> {
        let first = queue.leaves(0)?;
        Some((first.time, first.packets))
    }

    #[test]
    fn the_third_leaves_its_sub_core_when_the_first_is_gone() {
        let mut queue = queue();
        assert_eq!(queue.push(0, 1, 10, 0).time, 1);
        assert_eq!(queue.push(1, 2, 20, 0).time, 2);
        assert_eq!(queue.push(0, 3, 30, 0).time, 10);
        assert_eq!(queue.push(0, 4, 40, 0).time, 20);
        assert_eq!((queue.waiting(0, 5, 0), leaves(&queue)), (2, Some((10, 0))));
        assert_eq!(queue.waiting(1, 5, 0), 0, "another sub-core has its own");
        assert_eq!(
            (queue.waiting(0, 10, 0), leaves(&queue)),
            (1, Some((20, 0)))
        );
    }

    #[test]
    fn what_stands_behind_packets_waits_for_their_arrival() {
        let mut queue = queue();
        let from = [0, 1, 2, 3].map(|start| queue.push(0, 0, start, 7).packets);
        assert_eq!(from, [0, 0, 7, 7]);
        assert_eq!((queue.waiting(0, 9, 6), leaves(&queue)), (2, Some((0, 7))));
        assert_eq!(queue.waiting(0, 9, 7), 0);
    }
}
