//! Answers on their way to a GPC's port, handed out in order of time.
//!
//! A ring of buckets of 64 cycles; a bucket is sorted when its time comes.
//! What lies beyond the ring waits in one list.

use crate::l2::Answer;

const SHIFT: u32 = 6;
const BUCKETS: u64 = 64;

#[derive(Debug)]
pub(super) struct Calendar {
    ring: Vec<Vec<Answer>>,
    far: Vec<Answer>,
    /// The number of the first bucket that may hold anything.
    first: u64,
    count: usize,
}

/// Time and order of the answers of one bucket, in one word.
fn key(answer: &Answer) -> u64 {
    answer.response.time << (64 - SHIFT) | answer.order
}

impl Calendar {
    pub(super) fn new() -> Calendar {
        Calendar {
            ring: vec![Vec::new(); BUCKETS as usize],
            far: Vec::new(),
            first: 0,
            count: 0,
        }
    }

    pub(super) fn push(&mut self, answer: Answer) {
        let bucket = answer.response.time >> SHIFT;
        assert!(bucket >= self.first, "an answer in the past: {answer:?}");
        self.count += 1;
        if bucket < self.first + BUCKETS {
            self.ring[(bucket % BUCKETS) as usize].push(answer);
        } else {
            self.far.push(answer);
        }
    }

    /// The earliest time of an answer.
    pub(super) fn next_event(&self) -> Option<u64> {
        let all = self.ring.iter().flatten().chain(&self.far);
        if self.count == 0 {
            return None;
        }
        all.map(|a| a.response.time).min()
    }

    /// Hands out everything before `horizon`, in order of time.
    pub(super) fn pop_until(&mut self, horizon: u64, mut take: impl FnMut(&Answer)) {
        while self.first < horizon >> SHIFT {
            if self.count == 0 {
                self.first = horizon >> SHIFT;
                break;
            }
            self.pop_first(u64::MAX, &mut take);
            self.first += 1;
            self.bring_near();
        }
        self.pop_first(horizon, &mut take);
    }

    /// Hands out what the first bucket has before `horizon`.
    fn pop_first(&mut self, horizon: u64, take: &mut impl FnMut(&Answer)) {
        let bucket = &mut self.ring[(self.first % BUCKETS) as usize];
        if bucket.is_empty() {
            return;
        }
        bucket.sort_unstable_by_key(key);
        let due = bucket.partition_point(|a| a.response.time < horizon);
        bucket[..due].iter().for_each(take);
        bucket.drain(..due);
        self.count -= due;
    }

    /// Moves into the ring what has come within its reach. Looked at once in
    /// half a turn.
    fn bring_near(&mut self) {
        if self.far.is_empty() || !self.first.is_multiple_of(BUCKETS / 2) {
            return;
        }
        let far = std::mem::take(&mut self.far);
        self.count -= far.len();
        far.into_iter().for_each(|answer| self.push(answer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::l2::Packet;
    use crate::message::{Request, RequestKind};
    use proptest::prelude::*;

    fn answer(time: u64, order: u64) -> Answer {
        let request = Request {
            time: 0,
            line: 0,
            sm: 0,
            kind: RequestKind::Load,
            sectors: 1,
            token: 0,
            payload: 0,
        };
        Packet::new(&request, 0, order).answer(time)
    }

    proptest! {
        #[test]
        fn answers_come_in_order_and_at_their_time(
            steps in prop::collection::vec((0u64..20_000, 1u64..3000), 1..200),
        ) {
            let mut calendar = Calendar::new();
            let (mut now, mut waiting, mut order) = (0, Vec::new(), 0);
            for (delay, advance) in steps {
                order += 1;
                calendar.push(answer(now + delay, order));
                waiting.push((now + delay, order));
                now += advance;
                waiting.sort();
                let due = waiting.partition_point(|&(time, _)| time < now);
                let want: Vec<_> = waiting.drain(..due).collect();
                let mut got = Vec::new();
                calendar.pop_until(now, |a| got.push((a.response.time, a.order)));
                prop_assert_eq!(got, want);
                prop_assert_eq!(calendar.next_event(), waiting.first().map(|w| w.0));
            }
        }
    }
}
