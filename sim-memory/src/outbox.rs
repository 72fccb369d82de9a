//! What an SM sends: a queue in order of time, of which the memory system
//! takes what is due.
//!
//! Messages wait here for their turn at the SM's port, a strided kernel's by
//! the thousand, so nothing is moved until it is due; and until then a store
//! may still grow.

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

    /// The messages that leave before `end`.
    #[inline]
    pub fn due(&self, end: u64) -> &[Request] {
        let waiting = &self.requests[self.taken..];
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
        self.requests.get(self.taken).map(|request| request.time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::load;

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
}
