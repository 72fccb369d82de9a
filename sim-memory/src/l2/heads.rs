//! Which of several queues comes first.
//!
//! A tournament: each queue's head plays its neighbour's, the winners play each
//! other, and a head that changes repeats its own games alone.

/// Bits for a queue's number in its head.
const QUEUE_BITS: u32 = 8;

/// The time of an empty queue's head.
pub(super) const NEVER: u64 = u64::MAX >> QUEUE_BITS;

/// The heads of some queues.
#[derive(Debug)]
pub(super) struct Heads {
    /// The winner at 1, below each place `p` its players at `2 p` and
    /// `2 p + 1`, and the heads in the last half: times with the queue's number
    /// in the lowest bits, so that of equal times the first queue wins.
    games: Vec<u64>,
}

impl Heads {
    /// Empty queues, 256 at most.
    pub(super) fn new(queues: usize) -> Heads {
        assert!(queues <= 1 << QUEUE_BITS, "{queues} queues");
        let players = queues.next_power_of_two().max(2);
        Heads {
            games: vec![u64::MAX; 2 * players],
        }
    }

    /// The earliest head's time, [`NEVER`] if all queues are empty, and the
    /// first queue that has it.
    #[inline(always)]
    pub(super) fn first(&self) -> (u64, usize) {
        let first = self.games[1];
        let queue = first & ((1 << QUEUE_BITS) - 1);
        (first >> QUEUE_BITS, queue as usize)
    }

    /// A queue has another head.
    #[inline(always)]
    pub(super) fn set(&mut self, queue: usize, time: u64) {
        let mut at = self.games.len() / 2 + queue;
        let mut winner = time << QUEUE_BITS | queue as u64;
        self.games[at] = winner;
        while at > 1 {
            winner = winner.min(self.games[at ^ 1]);
            at /= 2;
            self.games[at] = winner;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_first_queue_with_the_earliest_head_wins(
            queues in 1usize..20,
            changes in prop::collection::vec((0usize..20, 0u64..9), 1..60),
        ) {
            let mut heads = Heads::new(queues);
            let mut times = vec![NEVER; queues];
            for (queue, time) in changes {
                let time = if time == 8 { NEVER } else { time };
                heads.set(queue % queues, time);
                times[queue % queues] = time;
                let (want, &least) = times.iter().enumerate().min_by_key(|&(_, time)| time)
                    .expect("a queue");
                prop_assert_eq!(heads.first().0, least);
                if least != NEVER {
                    prop_assert_eq!(heads.first().1, want);
                }
            }
        }
    }
}
