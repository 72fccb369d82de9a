//! Packets on their way to a GPC's port, handed out in order of time.
//!
//! A ring of buckets of 64 cycles; when its time comes, a bucket is sorted by
//! counting its cycles. What lies beyond the ring waits in one list.

use crate::by_cycle::ByCycle;
use crate::l2::Packet;
use crate::prefetch::prefetch_room;

const SHIFT: u32 = 6;
const BUCKETS: u64 = 64;
/// How far beyond its end a bucket is asked for.
const ROOM_AHEAD: usize = 4;

#[derive(Debug)]
pub(super) struct Calendar {
    ring: Vec<Vec<Packet>>,
    /// Emptied buckets. The last one is filled next: few are in use at a time,
    /// and those stay in the host's cache.
    spare: Vec<Vec<Packet>>,
    far: Vec<Packet>,
    /// The earliest time in `far`.
    far_time: u64,
    /// The number of the first bucket that may hold anything.
    first: u64,
    count: usize,
    sorted: Sorted,
}

/// The answers of one bucket in order of time.
#[derive(Debug, Default)]
struct Sorted {
    /// Their places in the bucket.
    places: Vec<u32>,
    /// By cycle of the bucket, among `places`.
    cycles: ByCycle,
}

impl Sorted {
    /// Sorts by cycle; answers of one keep their places' order.
    fn sort(&mut self, bucket: &[Packet]) {
        let count = self.cycles.count(1 << SHIFT, bucket.iter().map(cycle));
        self.places.resize(count, 0);
        for (place, answer) in (0..).zip(bucket) {
            self.places[self.cycles.place(cycle(answer))] = place;
        }
    }
}

/// The cycle of an answer in its bucket.
#[inline(always)]
fn cycle(answer: &Packet) -> usize {
    (answer.time % (1 << SHIFT)) as usize
}

impl Calendar {
    pub(super) fn new() -> Calendar {
        Calendar {
            ring: vec![Vec::new(); BUCKETS as usize],
            spare: Vec::new(),
            far: Vec::new(),
            far_time: u64::MAX,
            first: 0,
            count: 0,
            sorted: Sorted::default(),
        }
    }

    pub(super) fn push(&mut self, answer: Packet) {
        let bucket = answer.time >> SHIFT;
        assert!(bucket >= self.first, "an answer in the past: {answer:?}");
        self.count += 1;
        if bucket < self.first + BUCKETS {
            let bucket = &mut self.ring[(bucket % BUCKETS) as usize];
            if bucket.capacity() == 0 {
                *bucket = self.spare.pop().unwrap_or_default();
            }
            bucket.push(answer);
            prefetch_room(bucket, ROOM_AHEAD);
        } else {
            self.far_time = self.far_time.min(answer.time);
            self.far.push(answer);
        }
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
    pub(super) fn pop_until(&mut self, horizon: u64, mut take: impl FnMut(&Packet)) {
        while self.first < horizon >> SHIFT {
            if self.count == 0 {
                self.first = horizon >> SHIFT;
                break;
            }
            self.pop_first(u64::MAX, &mut take);
            self.put_first_away();
            self.first += 1;
            self.bring_near();
        }
        self.pop_first(horizon, &mut take);
    }

    /// Hands out what the first bucket has before `horizon`, in the order of
    /// time, then of sending.
    fn pop_first(&mut self, horizon: u64, take: &mut impl FnMut(&Packet)) {
        let bucket = &mut self.ring[(self.first % BUCKETS) as usize];
        let from = self.first << SHIFT;
        if bucket.is_empty() || horizon <= from {
            return;
        }
        self.sorted.sort(bucket);
        let Sorted { places, cycles } = &mut self.sorted;
        let due = (horizon - from).min(1 << SHIFT) as usize;
        let mut begin = 0;
        for end in cycles.ends()[..due].iter().map(|&end| end as usize) {
            let now = &mut places[begin..end];
            if let Some(&first) = now.first() {
                let zero = bucket[first as usize].order;
                let key = |place: u32| bucket[place as usize].order.wrapping_sub(zero) as i32;
                now.sort_unstable_by_key(|&place| key(place));
            }
            now.iter().for_each(|&place| take(&bucket[place as usize]));
            begin = end;
        }
        bucket.retain(|answer| answer.time >= horizon);
        self.count -= begin;
    }

    /// Keeps the first bucket's room for another, now that it is empty.
    fn put_first_away(&mut self) {
        let bucket = std::mem::take(&mut self.ring[(self.first % BUCKETS) as usize]);
        if bucket.capacity() > 0 {
            self.spare.push(bucket);
        }
    }

    /// Moves into the ring what has come within its reach. Looked at once in
    /// half a turn.
    fn bring_near(&mut self) {
        if self.far.is_empty() || !self.first.is_multiple_of(BUCKETS / 2) {
            return;
        }
        let far = std::mem::take(&mut self.far);
        self.far_time = u64::MAX;
        self.count -= far.len();
        far.into_iter().for_each(|answer| self.push(answer));
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
                calendar.pop_until(now, |a| got.push((a.time, a.order)));
                prop_assert_eq!(got, want);
                prop_assert_eq!(calendar.next_event(), waiting.first().map(|w| w.0));
            }
        }
    }
}
