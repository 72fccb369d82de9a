//! What an SM gets: a queue in order of time, of which it takes what has come.
//!
//! What has been taken is cleared away once an epoch, so that a queue stays in
//! the few lines of the host's cache that it needs; a ring would pass through
//! all that it has ever needed.

use crate::message::Response;
use crate::prefetch::prefetch_room;

/// How far beyond its end a queue is asked for.
const ROOM_AHEAD: usize = 3;

/// Everything known to arrive at one SM, in order of time.
#[derive(Debug, Default)]
pub struct Inbox {
    /// Those taken, not yet cleared away, then those that wait.
    responses: Vec<Response>,
    /// How many have been taken.
    taken: usize,
}

impl Inbox {
    /// Clears away what has been taken, before more comes.
    pub fn make_room(&mut self) {
        self.responses.drain(..self.taken);
        self.taken = 0;
    }

    /// Appends an answer.
    #[inline(always)]
    pub fn push(&mut self, response: Response) {
        self.responses.push(response);
        prefetch_room(&mut self.responses, ROOM_AHEAD);
    }

    /// What has not been taken.
    #[inline(always)]
    pub fn waiting(&self) -> &[Response] {
        &self.responses[self.taken..]
    }

    /// The first answer that has not been taken.
    #[inline(always)]
    pub fn first(&self) -> Option<&Response> {
        self.responses.get(self.taken)
    }

    /// Takes the first answer, if it has come by `now`.
    #[inline(always)]
    pub fn take(&mut self, now: u64) -> Option<Response> {
        let first = *self.first()?;
        let come = first.time <= now;
        self.taken += usize::from(come);
        come.then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::load;
    use crate::l2::Packet;

    #[test]
    fn answers_are_taken_when_they_have_come_whatever_is_cleared_away() {
        let mut inbox = Inbox::default();
        let mut taken = 0;
        for time in 0..100 {
            inbox.push(Packet::new(&load(time), 0).response());
            while let Some(answer) = inbox.take(time / 2) {
                assert_eq!(answer.time, taken);
                taken += 1;
            }
            assert_eq!(taken, time / 2 + 1);
            assert_eq!(inbox.waiting().len() as u64, time + 1 - taken);
            if time % 7 == 0 {
                inbox.make_room();
            }
            assert_eq!(
                inbox.first().map(|r| r.time),
                (taken <= time).then_some(taken)
            );
        }
    }
}
