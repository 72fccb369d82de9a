//! What an SM sends: a queue in order of time, of which the memory system
//! takes what is due.
//!
//! Messages wait here for their turn at the SM's port, a strided kernel's by
//! the thousand, so nothing is moved until it is due; and until then a store
//! may still grow. From one on they may be held: these wait for more than their
//! times, and all behind them with them. A store that others join may be put off, behind all others:
//! in its old place stands a store of nothing, which goes nowhere.

use crate::message::{Payloads, Request};

/// The messages of one SM that have not been taken yet, in the order in which
/// they leave the port: their times never fall.
#[derive(Debug, Default)]
pub struct Outbox {
    /// Those taken, not yet cleared away, then those that wait.
    requests: Vec<Request>,
    /// How many have been taken.
    taken: usize,
    /// The number of the first in `requests`, counted from the start.
    first: u64,
    /// The number of the first that is held, if any is.
    held: Option<u64>,
    /// The data that they, and earlier ones still in flight, refer to.
    pub payloads: Payloads,
}

impl Outbox {
    /// Sends a message; returns its number, counted from the start.
    #[inline(always)]
    pub fn send(&mut self, request: Request) -> u64 {
        self.requests.push(request);
        self.first + self.requests.len() as u64 - 1
    }

    /// A message that has not been taken, by its number.
    #[inline]
    pub fn waiting(&mut self, number: u64) -> Option<&mut Request> {
        let index = number.checked_sub(self.first)? as usize;
        self.requests.get_mut(index).filter(|_| index >= self.taken)
    }

    /// A message that waits leaves at `time`, behind all others; returns its number from now on.
    pub fn put_off(&mut self, number: u64, time: u64) -> u64 {
        let index = (number - self.first) as usize;
        let request = self.requests[index];
        match index + 1 == self.requests.len() {
            true => self.requests.truncate(index),
            false => self.requests[index].sectors = 0,
        }
        self.send(Request { time, ..request })
    }

    /// When the last message leaves, if any waits.
    #[inline]
    pub fn last_time(&self) -> Option<u64> {
        self.requests.last().map(|request| request.time)
    }

    /// Holds a message and all behind it, until they are released.
    #[inline]
    pub fn hold(&mut self, number: u64) {
        self.held.get_or_insert(number);
    }

    /// Whether any is held.
    #[inline]
    pub fn holds(&self) -> bool {
        self.held.is_some()
    }

    /// The number of the first message that is held; `u64::MAX` if none is.
    #[inline]
    pub fn first_held(&self) -> u64 {
        self.held.unwrap_or(u64::MAX)
    }

    /// Releases what is held, not to leave before `now`: up to the message `until`, or all of it.
    pub fn release(&mut self, until: Option<u64>, now: u64) {
        let Some(held) = self.held else { return };
        let from = (held - self.first) as usize;
        let to = until.map_or(self.requests.len(), |until| (until - self.first) as usize);
        for request in &mut self.requests[from..to] {
            request.time = request.time.max(now);
        }
        self.held = until;
    }

    /// The messages that wait and may leave.
    #[inline]
    fn free(&self) -> &[Request] {
        let end = self
            .held
            .map_or(self.requests.len(), |held| (held - self.first) as usize);
        &self.requests[self.taken..end]
    }

    /// The messages that leave before `end`.
    #[inline]
    pub fn due(&self, end: u64) -> &[Request] {
        let waiting = self.free();
        // Few of many are due: their end is sought from the front.
        let mut near = 64;
        while near < waiting.len() && waiting[near].time < end {
            near *= 2;
        }
        let near = &waiting[..near.min(waiting.len())];
        &near[..near.partition_point(|request| request.time < end)]
    }

    /// Takes the messages that leave before `end` away.
    pub fn take(&mut self, end: u64) {
        self.taken += self.due(end).len();
        // Moves one message for three that are taken, at most.
        if 4 * self.taken >= 3 * self.requests.len() {
            self.requests.drain(..self.taken);
            self.first += self.taken as u64;
            self.taken = 0;
        }
    }

    /// When the first message that waits leaves.
    pub fn next_time(&self) -> Option<u64> {
        self.free().first().map(|request| request.time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::load;
    use crate::message::RequestKind;

    #[test]
    fn messages_are_taken_when_due_and_keep_their_numbers() {
        let mut outbox = Outbox::default();
        let mut due = 0;
        for time in 0..100 {
            assert_eq!(outbox.send(load(time)), time);
            if time % 7 == 0 {
                let end = time / 2;
                due += outbox.due(end).len() as u64;
                outbox.take(end);
                assert_eq!(due, end);
                assert_eq!(outbox.next_time(), Some(end));
                let waits = |number: u64| outbox.waiting(number).map(|r| r.time);
                let numbers = [end.wrapping_sub(1), end, time, time + 1];
                assert_eq!(numbers.map(waits), [None, Some(end), Some(time), None]);
            }
        }
    }

    #[test]
    fn what_is_put_off_leaves_last_and_nothing_is_left_in_its_place() {
        let mut outbox = Outbox::default();
        let store = |time, token| Request {
            kind: RequestKind::Store,
            token,
            ..load(time)
        };
        for (time, token) in [(10, 0), (12, 1), (14, 2)] {
            outbox.send(store(time, token));
        }
        assert_eq!(outbox.put_off(2, 15), 2, "the last stays where it is");
        assert_eq!(outbox.put_off(0, 20), 3);
        assert_eq!(outbox.last_time(), Some(20));
        let left: Vec<_> = outbox.due(100).iter().filter(|r| !r.is_nothing()).collect();
        let left: Vec<_> = left.iter().map(|r| (r.time, r.token)).collect();
        assert_eq!(left, [(12, 1), (15, 2), (20, 0)]);
    }

    #[test]
    fn what_is_held_leaves_when_it_is_released() {
        let mut outbox = Outbox::default();
        for time in [1, 2, 3, 9] {
            outbox.send(load(time));
        }
        outbox.hold(1);
        outbox.hold(2);
        let due = |outbox: &Outbox| outbox.due(100).iter().map(|r| r.time).collect::<Vec<_>>();
        assert_eq!((due(&outbox), outbox.first_held()), (vec![1], 1));
        outbox.take(100);
        assert_eq!(outbox.next_time(), None);
        outbox.release(Some(2), 5);
        assert_eq!((due(&outbox), outbox.first_held()), (vec![5], 2));
        outbox.release(None, 6);
        assert_eq!(due(&outbox), [5, 6, 9]);
        assert_eq!(outbox.first_held(), u64::MAX);
    }
}
