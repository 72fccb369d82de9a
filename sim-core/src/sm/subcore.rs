//! A sub-core's scheduler state: which of its warps may issue, and its pipes.

use super::timing::NEVER;
use crate::config::{PIPES, SchedulerPolicy};

/// Warp slots of a sub-core.
pub const SLOTS: usize = 16;

/// A wake time that is not known, or too far away to count.
const FAR: i32 = i32::MAX;

/// A bit for each slot.
const BITS: [u32; SLOTS] = {
    let mut bits = [0; SLOTS];
    let mut slot = 0;
    while slot < SLOTS {
        bits[slot] = 1 << slot;
        slot += 1;
    }
    bits
};

/// Cycles of operand reads that may queue up before issue is held back: three
/// read stages follow issue (Huerta et al., MICRO'25, section 4.3).
const READ_WINDOW: u64 = 3;

/// One of the four sub-cores of an SM.
#[derive(Debug)]
pub struct SubCore {
    /// When each warp may issue next, in cycles since `base`; [`FAR`] if that
    /// is not known. Sixteen 32-bit times are compared at once.
    wake: [i32; SLOTS],
    /// The cycle that wake times count from.
    base: u64,
    /// When each warp came, for the policy.
    pub born: [u64; SLOTS],
    /// The warp of the last issue.
    pub last: usize,
    /// The instruction behind that of the last issue, for which `.reuse` holds.
    pub follows: u32,
    /// When each pipe takes its next instruction.
    pub pipe_free: [u64; PIPES.len()],
    /// Up to when each of the two register banks has reads queued.
    bank_free: [u64; 2],
    /// The next cycle in which anything may happen.
    pub next: u64,
    policy: SchedulerPolicy,
}

impl SubCore {
    /// An empty sub-core.
    pub fn new(policy: SchedulerPolicy) -> SubCore {
        SubCore {
            wake: [FAR; SLOTS],
            base: 0,
            born: [0; SLOTS],
            last: 0,
            follows: 0,
            pipe_free: [0; PIPES.len()],
            bank_free: [0; 2],
            next: NEVER,
            policy,
        }
    }

    /// The warps that may issue at `now`, a bit each.
    #[inline]
    pub fn ready(&self, now: u64) -> u32 {
        let now = self.relative(now);
        let mut ready = 0;
        for (&wake, bit) in self.wake.iter().zip(BITS) {
            ready |= if wake <= now { bit } else { 0 };
        }
        ready
    }

    /// Sets when a warp may issue next; [`NEVER`] if that is not known.
    #[inline]
    pub fn set_wake(&mut self, slot: usize, time: u64) {
        self.wake[slot] = self.relative(time);
    }

    #[inline]
    fn relative(&self, time: u64) -> i32 {
        time.saturating_sub(self.base).min(FAR as u64) as i32
    }

    /// Counts wake times from `base` on, which lies behind all of the past.
    pub fn rebase(&mut self, base: u64) {
        let passed = (base - self.base).min(FAR as u64) as i32;
        for wake in &mut self.wake {
            *wake = if *wake == FAR {
                FAR
            } else {
                (*wake - passed).max(0)
            };
        }
        self.base = base;
    }

    /// The warp of `ready` that goes first.
    #[inline]
    pub fn choose(&self, ready: u32) -> usize {
        let greedy = ready >> self.last & 1 != 0;
        match self.policy {
            SchedulerPolicy::GreedyThenYoungest if greedy => self.last,
            SchedulerPolicy::GreedyThenOldest if greedy => self.last,
            SchedulerPolicy::GreedyThenYoungest => self.by_birth(ready, |born| born),
            SchedulerPolicy::GreedyThenOldest => self.by_birth(ready, |born| !born),
            SchedulerPolicy::LooseRoundRobin => self.after_last(ready),
        }
    }

    /// The ready warp whose birth has the highest key.
    #[inline]
    fn by_birth(&self, ready: u32, key: impl Fn(u64) -> u64) -> usize {
        let mut left = ready;
        let mut best = left.trailing_zeros() as usize;
        while left != 0 {
            let slot = left.trailing_zeros() as usize;
            if key(self.born[slot]) > key(self.born[best]) {
                best = slot;
            }
            left &= left - 1;
        }
        best
    }

    fn after_last(&self, ready: u32) -> usize {
        let behind = ready & !((2u32 << self.last) - 1);
        let set = if behind != 0 { behind } else { ready };
        set.trailing_zeros() as usize
    }

    /// When all of an instruction's register reads fit into the read window,
    /// not before `now`.
    #[inline]
    pub fn reads_fit_at(&self, reads: [u8; 2], now: u64) -> u64 {
        let mut fit = now;
        for (&reads, &free) in reads.iter().zip(&self.bank_free) {
            if reads > 0 {
                let done = free.max(now) + u64::from(reads);
                fit = fit.max(done.saturating_sub(READ_WINDOW));
            }
        }
        fit
    }

    /// Queues an instruction's register reads.
    #[inline]
    pub fn read(&mut self, reads: [u8; 2], now: u64) {
        for (free, reads) in self.bank_free.iter_mut().zip(reads) {
            *free = (*free).max(now) + u64::from(reads);
        }
    }

    /// The earliest wake time.
    #[inline]
    pub fn earliest(&self) -> u64 {
        let mut earliest = FAR;
        for &wake in &self.wake {
            earliest = if wake < earliest { wake } else { earliest };
        }
        match earliest {
            FAR => NEVER,
            wake => self.base + wake as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subcore(policy: SchedulerPolicy) -> SubCore {
        let mut subcore = SubCore::new(policy);
        subcore.born[..4].copy_from_slice(&[10, 30, 20, 40]);
        subcore.last = 2;
        subcore
    }

    #[test]
    fn the_last_warp_goes_on_while_it_is_ready_and_then_the_youngest() {
        let subcore = subcore(SchedulerPolicy::GreedyThenYoungest);
        assert_eq!(subcore.choose(0b1111), 2);
        assert_eq!(subcore.choose(0b1011), 3);
        assert_eq!(subcore.choose(0b0011), 1);
    }

    #[test]
    fn the_oldest_goes_first_if_the_policy_says_so() {
        let subcore = subcore(SchedulerPolicy::GreedyThenOldest);
        assert_eq!(subcore.choose(0b1011), 0);
    }

    #[test]
    fn round_robin_goes_on_behind_the_last_warp() {
        let subcore = subcore(SchedulerPolicy::LooseRoundRobin);
        assert_eq!(subcore.choose(0b1111), 3);
        assert_eq!(subcore.choose(0b0111), 0);
    }

    /// Cycles an instruction of a long run with these reads takes.
    fn interval(pattern: &[[u8; 2]]) -> f64 {
        let mut subcore = SubCore::new(SchedulerPolicy::GreedyThenYoungest);
        let mut now = 0;
        for round in 0..3000 {
            let reads = pattern[round % pattern.len()];
            now = subcore.reads_fit_at(reads, now);
            subcore.read(reads, now);
            now += 1;
        }
        now as f64 / 3000.0
    }

    #[test]
    fn operands_of_one_bank_are_read_one_a_cycle_and_neighbours_average() {
        assert!((interval(&[[3, 0]]) - 3.0).abs() < 0.01);
        assert!((interval(&[[2, 1]]) - 2.0).abs() < 0.01);
        assert!((interval(&[[1, 1]]) - 1.0).abs() < 0.01);
        assert!((interval(&[[3, 0], [0, 3]]) - 1.5).abs() < 0.01);
    }
}
