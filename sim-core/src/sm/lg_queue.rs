//! Where instructions to global and local memory (LG) wait before the tags of the L1.
//!
//! The SM has some places for them, from which they go to the tags in order. Those that find none stand in its entry
//! (`entry`), in order with what other instructions of all sub-cores have left them, and behind that in their sub-cores. So a
//! shared load waits behind loads and stores that find no place here, and no longer once they have it (measured on an H200:
//! chains of shared loads beside loads that hit, that miss, stores and reductions, `share_*`, `behind_*` and
//! `micro/h200/entry`; how many places there are, `micro/h200/held`).

use std::collections::VecDeque;

use super::mio::MAX_QUEUE;
use super::timing::NEVER;
use crate::config::MioConfig;

/// The places before the tags.
#[derive(Debug)]
pub struct LgQueue {
    /// The accesses that have one, in order.
    waiting: VecDeque<u32>,
    /// How many places there are.
    places: usize,
    /// When it is the turn of the last that has gone to the tags ...
    start: u64,
    /// ... and the packet before it that must have room on the way to the L2.
    behind: u64,
}

impl LgQueue {
    /// Nobody waits.
    pub fn new(config: &MioConfig) -> LgQueue {
        LgQueue {
            waiting: VecDeque::with_capacity(MAX_QUEUE),
            places: config.lg_places as usize,
            start: 0,
            behind: 0,
        }
    }

    /// Whether all places are taken.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.waiting.len() >= self.places
    }

    /// Whether none is.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// An access gets a place.
    #[inline]
    pub fn enter(&mut self, access: u32) {
        self.waiting.push_back(access);
    }

    /// The first leaves its place for the tags.
    #[inline]
    pub fn take(&mut self) -> Option<u32> {
        self.waiting.pop_front()
    }

    /// Notes when it is the turn of the one that goes to the tags, behind a packet.
    #[inline(always)]
    pub fn goes(&mut self, start: u64, behind: u64) {
        (self.start, self.behind) = (start, behind);
    }

    /// When the next may go there, if of the packets sent those up to `room` have room on their way;
    /// [`NEVER`] if it depends on further ones.
    #[inline(always)]
    pub fn opens(&self, room: u64) -> u64 {
        match self.behind <= room {
            true => self.start,
            false => NEVER,
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
            places: 2,
            start: 0,
            behind: 0,
        }
    }

    #[test]
    fn there_is_room_for_the_third_when_the_first_has_gone() {
        let mut queue = queue();
        for access in [5, 6] {
            assert!(!queue.is_full());
            queue.enter(access);
        }
        assert!(queue.is_full());
        assert_eq!(queue.take(), Some(5));
        assert!(!queue.is_full() && !queue.is_empty());
    }

    #[test]
    fn what_stands_behind_packets_waits_for_their_arrival() {
        let mut queue = queue();
        queue.goes(20, 7);
        assert_eq!((queue.opens(6), queue.opens(7)), (NEVER, 20));
    }
}
