//! Packets on their way to a GPC's port, handed out in order of time.
//!
//! A ring of buckets of 64 cycles; when its time comes, a bucket is sorted. What lies beyond the ring
//! waits in one list.

use crate::l2::Packet;

const SHIFT: u32 = 6;
const BUCKETS: u64 = 64;

#[derive(Debug)]
pub(super) struct Calendar {
    ring: Vec<Vec<Packet>>,
    far: Vec<Packet>,
    /// The earliest time in `far`.
    far_time: u64,
    /// The number of the first bucket that may hold anything.
    first: u64,
    count: usize,
}

/// What calendars need while one of them is at work.
#[derive(Debug, Default)]
pub(super) struct Buckets {
    /// Emptied buckets of any calendar. The last one is filled next: few are in use at a time, and
    /// those stay in the host's cache.
    spare: Vec<Vec<Packet>>,
    /// The answers of one bucket, in the order in which they are handed out.
    keys: Vec<Key>,
}

/// An answer of a bucket: from the highest bit, its cycle there (6 bits), its order behind the first
/// answer's (32), its place (26).
type Key = u64;

const PLACE_BITS: u32 = u64::BITS - u32::BITS - SHIFT;

/// An answer's key, beside the order of the bucket's first.
#[inline(always)]
fn key(answer: &Packet, place: usize, first: u32) -> Key {
    // Orders wrap; half of them are before the first.
    let order = answer.order.wrapping_sub(first) ^ 1 << (u32::BITS - 1);
    answer.time << (u64::BITS - SHIFT) | u64::from(order) << PLACE_BITS | place as u64
}

impl Calendar {
    pub(super) fn new() -> Calendar {
        Calendar {
            ring: vec![Vec::new(); BUCKETS as usize],
            far: Vec::new(),
            far_time: u64::MAX,
            first: 0,
            count: 0,
        }
    }

    #[inline]
    pub(super) fn push(&mut self, answer: Packet, buckets: &mut Buckets) {
        let number = answer.time >> SHIFT;
        assert!(number >= self.first, "an answer in the past: {answer:?}");
        self.count += 1;
        if number >= self.first + BUCKETS {
            self.far_time = self.far_time.min(answer.time);
            return self.far.push(answer);
        }
        let bucket = &mut self.ring[(number % BUCKETS) as usize];
        if bucket.capacity() == 0 {
            *bucket = buckets.spare.pop().unwrap_or_default();
        }
        bucket.push(answer);
    }

    /// The earliest time of an answer.
    pub(super) fn next_event(&self) -> Option<u64> {
        if self.count == 0 {
            return None;
        }
        let mut buckets = (0..BUCKETS).map(|at| &self.ring[((self.first + at) % BUCKETS) as usize]);
        let first = buckets.find(|bucket| !bucket.is_empty());
        let near = first.and_then(|bucket| bucket.iter().map(|answer| answer.time).min());
        Some(near.unwrap_or(u64::MAX).min(self.far_time))
    }

    /// Hands out everything before `horizon`, in order of time.
    pub(super) fn pop_until(
        &mut self,
        horizon: u64,
        buckets: &mut Buckets,
        mut take: impl FnMut(&Packet),
    ) {
        while self.first < horizon >> SHIFT {
            if self.count == 0 {
                self.first = horizon >> SHIFT;
                break;
            }
            self.pop_first(u64::MAX, buckets, &mut take);
            self.put_first_away(buckets);
            self.first += 1;
            self.bring_near(buckets);
        }
        self.pop_first(horizon, buckets, &mut take);
    }

    /// Hands out what the first bucket has before `horizon`, in the order of
    /// time, then of sending.
    fn pop_first(
        &mut self,
        horizon: u64,
        Buckets { keys, .. }: &mut Buckets,
        take: &mut impl FnMut(&Packet),
    ) {
        let bucket = &mut self.ring[(self.first % BUCKETS) as usize];
        let Some(&Packet { order: first, .. }) = bucket.first() else {
            return;
        };
        let due = bucket.iter().enumerate().filter(|(_, a)| a.time < horizon);
        keys.clear();
        keys.extend(due.map(|(place, answer)| key(answer, place, first)));
        keys.sort_unstable();
        for key in keys.iter() {
            take(&bucket[(key % (1 << PLACE_BITS)) as usize]);
        }
        self.count -= keys.len();
        bucket.retain(|answer| answer.time >= horizon);
    }

    /// Keeps the first bucket's room for another, now that it is empty.
    fn put_first_away(&mut self, buckets: &mut Buckets) {
        let bucket = std::mem::take(&mut self.ring[(self.first % BUCKETS) as usize]);
        if bucket.capacity() > 0 {
            buckets.spare.push(bucket);
        }
    }

    /// Moves into the ring what has come within its reach. Looked at once in
    /// half a turn.
    fn bring_near(&mut self, buckets: &mut Buckets) {
        if self.far.is_empty() || !self.first.is_multiple_of(BUCKETS / 2) {
            return;
        }
        let far = std::mem::take(&mut self.far);
        self.far_time = u64::MAX;
        self.count -= far.len();
        far.into_iter()
            .for_each(|answer| self.push(answer, buckets));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::load;
    use proptest::prelude::*;

    fn answer(time: u64, order: u32) -> Packet {
        Packet::new(&load(0), order).at(time)
    }

    proptest! {
        #[test]
        fn answers_come_in_order_and_at_their_time(
            steps in prop::collection::vec((0u64..20_000, 1u64..3000), 1..200),
        ) {
            let (mut calendar, mut buckets) = (Calendar::new(), Buckets::default());
            let (mut now, mut waiting, mut order) = (0, Vec::new(), 0);
            for (delay, advance) in steps {
                order += 1;
                calendar.push(answer(now + delay, order), &mut buckets);
                waiting.push((now + delay, order));
                now += advance;
                waiting.sort();
                let due = waiting.partition_point(|&(time, _)| time < now);
                let want: Vec<_> = waiting.drain(..due).collect();
                let mut got = Vec::new();
                calendar.pop_until(now, &mut buckets, |a| got.push((a.time, a.order)));
                prop_assert_eq!(got, want);
                prop_assert_eq!(calendar.next_event(), waiting.first().map(|w| w.0));
            }
        }
    }
}
