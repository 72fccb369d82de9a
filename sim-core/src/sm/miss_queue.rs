//! Lines that loads have asked for and that wait in the L1, and the joining of those that meet.
//!
//! What a load has missed of a line waits in its bank, until it goes on to the port. For most of that time
//! (`mio.ask_latency`, longer if others stand before it) a load that misses other sectors of the line joins
//! it: both go to the L2 as one request, which brings both what they wait for. Measured on an H100
//! (`micro/h200/asked`): two warps' loads of the halves of a line go together if they issue up to 5 cycles
//! apart, and so do a load of 28 lines and the next of other sectors, but for the first two lines. A load
//! joins in those banks that have a place for it when it comes: behind a load of 32 lines, which fill all,
//! nothing joins.
//!
//! Left out: what keeps requests waiting longer where all SMs load parts of lines, so that more join on the
//! GPU.

use std::collections::VecDeque;

use sim_memory::l1::Place;

/// A request that waits.
#[derive(Clone, Copy, Debug)]
struct Asked {
    /// The line's stay in the L1.
    place: Place,
    /// Its message, counted from the start.
    message: u64,
    /// From when on nothing joins it.
    closes: u64,
}

/// See the module.
#[derive(Debug, Default)]
pub struct MissQueue {
    /// In the order in which they close.
    asked: VecDeque<Asked>,
}

impl MissQueue {
    /// A request is sent at `now` that closes then, no earlier than those before it.
    #[inline]
    pub fn enter(&mut self, place: Place, message: u64, now: u64, closes: u64) {
        self.drop_closed(now);
        self.asked.push_back(Asked {
            place,
            message,
            closes,
        });
    }

    /// The message that a load joins which misses other sectors of this line at `now`, if it waits.
    #[inline]
    pub fn find(&mut self, place: Place, now: u64) -> Option<u64> {
        self.drop_closed(now);
        let asked = self.asked.iter().rev().find(|asked| asked.place == place);
        asked.map(|asked| asked.message)
    }

    #[inline]
    fn drop_closed(&mut self, now: u64) {
        while self.asked.front().is_some_and(|first| first.closes <= now) {
            self.asked.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of requests for these places, sent one cycle after the other from 100 on, of which each closes six
    /// cycles after it was sent, the one that a load of such a place joins at `now`.
    fn joined(places: &[u32], place: u32, now: u64) -> Option<u64> {
        let mut queue = MissQueue::default();
        for (message, &place) in (0..).zip(places) {
            queue.enter(Place(place), message, 100 + message, 106 + message);
        }
        queue.find(Place(place), now)
    }

    #[test]
    fn a_request_is_joined_until_it_closes() {
        let at = |now| [3, 4, 5].map(|place| joined(&[3, 4], place, now));
        assert_eq!(at(105), [Some(0), Some(1), None]);
        assert_eq!(at(106), [None, Some(1), None]);
    }

    #[test]
    fn of_two_requests_of_a_line_the_later_is_joined() {
        assert_eq!(joined(&[3, 3], 3, 105), Some(1));
    }
}
