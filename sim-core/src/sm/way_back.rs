//! The way by which results come back to a sub-core: half a register's width, for one after the other.
//!
//! When a result will be there is known as soon as its instruction has a time on the data path, and instructions of
//! several warps get theirs in another order than that of their results (`path_places`): so the way keeps what is to come.

use std::collections::VecDeque;

/// The way back to one sub-core.
#[derive(Debug, Default)]
pub struct WayBack {
    /// Up to when it has been followed, ...
    now: u64,
    /// ... for how many cycles it is taken then, ...
    taken: u64,
    /// ... and what is to come, in order: when, and for how many cycles.
    to_come: VecDeque<(u64, u64)>,
    /// When the last of all comes, and for how many cycles the way is taken then.
    last: (u64, u64),
}

impl WayBack {
    /// A result that is complete at `there` if nobody is before it takes the way for so many cycles before; what came before
    /// `now` has been told. Returns when it is complete.
    #[inline]
    pub fn take(&mut self, now: u64, there: u64, cycles: u64) -> u64 {
        self.follow(now);
        let begins = there.saturating_sub(cycles).max(self.now);
        // Few come before one that is known.
        if begins >= self.last.0 {
            let taken = after(self.last.1, begins - self.last.0);
            self.to_come.push_back((begins, cycles));
            self.last = (begins, taken + cycles);
            return there + taken;
        }
        let behind = self.to_come.partition_point(|&(from, _)| from <= begins);
        let (time, taken) = self.taken_after(behind);
        self.to_come.insert(behind, (begins, cycles));
        self.last = self.taken_after(self.to_come.len());
        there + after(taken, begins - time)
    }

    /// When the last of so many comes, and for how many cycles the way is taken then.
    fn taken_after(&self, results: usize) -> (u64, u64) {
        let one = |(time, taken), &(from, cycles): &(u64, u64)| {
            (from, after(taken, from - time) + cycles)
        };
        self.to_come
            .iter()
            .take(results)
            .fold((self.now, self.taken), one)
    }

    /// Goes on to the last result that has begun by `now`.
    #[inline]
    fn follow(&mut self, now: u64) {
        while let Some(&(from, of_it)) = self.to_come.front()
            && from <= now
        {
            self.taken = after(self.taken, from - self.now) + of_it;
            self.now = from;
            self.to_come.pop_front();
        }
    }
}

/// What is left of so many cycles.
#[inline(always)]
fn after(taken: u64, passed: u64) -> u64 {
    taken.saturating_sub(passed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_one_after_the_other() {
        let mut way = WayBack::default();
        let complete = [30, 30, 31, 60].map(|there| way.take(10, there, 2));
        assert_eq!(complete, [30, 32, 34, 60]);
    }

    #[test]
    fn one_that_is_there_sooner_waits_for_none_that_comes_later() {
        let mut way = WayBack::default();
        assert_eq!(way.take(10, 90, 8), 90);
        assert_eq!(way.take(12, 40, 8), 40);
        assert_eq!(way.take(50, 92, 8), 98);
        assert_eq!(way.take(95, 104, 2), 104);
    }
}
