//! The two register banks of a sub-core, and who reads them when.
//!
//! Even registers lie in one bank, odd ones in the other, and each gives one
//! register (of 32 lanes) a cycle. An instruction of a pipe reads right behind
//! its issue, within three read stages (Huerta et al., MICRO'25, section 4.3).
//! It issues only if it will have read all of a bank's registers in as many
//! cycles as it reads registers of both, but not fewer than two: what reads one
//! register of each bank may wait a cycle for reads before it, what reads two of
//! one bank must find it free, and of three registers two of one bank may wait
//! (measured on an H100 and an H200: loops of such instructions, `turns`, and
//! random runs of arithmetic, `reads_*`). An instruction to the SM's units reads
//! later: each register when the sub-core's port passes it on (`arbiter`), before
//! what waits for the bank (`burst_sts_ffma_*` and others).

use crate::plan::READ_WINDOW;

/// Cycles in which an instruction reads its registers, if it has few.
const LEAST_WINDOW: u8 = 2;

/// One bank.
#[derive(Clone, Copy, Debug, Default)]
struct Bank {
    /// Up to when reads of pipes are queued.
    queued: u64,
    /// Cycles behind that in which it reads for the port, a bit each ...
    passed: u64,
    /// ... from this one on.
    from: u64,
}

impl Bank {
    /// When the bank has done so many more reads for pipes.
    #[inline]
    fn done(&self, reads: u8, now: u64) -> u64 {
        let mut time = self.queued.max(now);
        let mut passed = self.passed_from(time);
        if passed == 0 {
            return time + u64::from(reads);
        }
        for _ in 0..reads {
            let taken = passed.trailing_ones();
            passed = passed.checked_shr(taken + 1).unwrap_or(0);
            time += u64::from(taken) + 1;
        }
        time
    }

    /// The cycles from `time` on in which it reads for the port, a bit each.
    #[inline]
    fn passed_from(&self, time: u64) -> u64 {
        let passed = u32::try_from(time.saturating_sub(self.from));
        passed
            .ok()
            .and_then(|shift| self.passed.checked_shr(shift))
            .unwrap_or(0)
    }

    /// Reads for the port at `time`, before what is queued.
    #[inline]
    fn pass(&mut self, now: u64, time: u64) {
        if time < self.queued {
            self.queued += 1;
            return;
        }
        self.passed = self.passed_from(now);
        self.from = now;
        // Farther ahead than it can look, a read is in nobody's way.
        self.passed |= u64::from(time - now < 64) << ((time - now) % 64);
    }
}

/// The banks of one sub-core.
#[derive(Debug, Default)]
pub struct Registers {
    banks: [Bank; 2],
}

impl Registers {
    /// When an instruction may issue, not before `now`, that reads so many
    /// registers of each bank.
    #[inline]
    pub fn fit_at(&self, reads: [u8; 2], now: u64) -> u64 {
        let window = reads.iter().sum::<u8>().clamp(LEAST_WINDOW, READ_WINDOW);
        let mut fit = now;
        for (bank, reads) in self.banks.iter().zip(reads) {
            if reads > 0 {
                fit = fit.max(bank.done(reads, now).saturating_sub(u64::from(window)));
            }
        }
        fit
    }

    /// Queues the reads of an instruction that issues.
    #[inline]
    pub fn read(&mut self, reads: [u8; 2], now: u64) {
        for (bank, reads) in self.banks.iter_mut().zip(reads) {
            bank.queued = bank.done(reads, now);
        }
    }

    /// The registers of an instruction to the SM's units are passed on from
    /// `begin` on, one every `interval` cycles.
    #[inline]
    pub fn pass_on(&mut self, reads: [u8; 2], now: u64, begin: u64, interval: u64) {
        let mut time = begin;
        for (bank, reads) in self.banks.iter_mut().zip(reads) {
            for _ in 0..reads {
                bank.pass(now, time);
                time += interval;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cycles an instruction of a long run with these reads takes.
    fn interval(pattern: &[[u8; 2]]) -> f64 {
        let mut registers = Registers::default();
        let mut now = 0;
        for round in 0..3000 {
            let reads = pattern[round % pattern.len()];
            now = registers.fit_at(reads, now);
            registers.read(reads, now);
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

    #[test]
    fn who_reads_a_bank_twice_must_find_it_free_unless_it_reads_the_other_too() {
        assert!((interval(&[[2, 0], [2, 0], [0, 0], [0, 0]]) - 1.25).abs() < 0.01);
        assert!((interval(&[[2, 0], [0, 0]]) - 1.0).abs() < 0.01);
        assert!((interval(&[[2, 1], [2, 1], [0, 0], [0, 0]]) - 1.0).abs() < 0.01);
    }

    #[test]
    fn an_instruction_waits_for_at_most_one_cycle_of_others_reads() {
        let mut registers = Registers::default();
        registers.read([2, 0], 0);
        assert_eq!(registers.fit_at([1, 1], 1), 1);
        registers.read([1, 1], 1);
        assert_eq!(registers.fit_at([0, 1], 2), 2);
        registers.read([2, 0], 2);
        assert_eq!(registers.fit_at([1, 0], 3), 4);
        assert_eq!(registers.fit_at([3, 0], 3), 5);
    }

    #[test]
    fn what_is_passed_on_takes_its_bank_later_and_goes_before_others() {
        let mut registers = Registers::default();
        registers.pass_on([1, 1], 0, 2, 2);
        assert_eq!(registers.fit_at([1, 1], 1), 1);
        registers.read([1, 0], 1);
        registers.read([1, 0], 2);
        // The even bank read for the port in cycle 2, for this one in cycle 3.
        assert_eq!(registers.banks[0].queued, 4);
        registers.pass_on([1, 0], 3, 3, 2);
        assert_eq!(registers.banks[0].queued, 5);
        registers.read([0, 2], 3);
        assert_eq!(registers.banks[1].queued, 6);
        registers.pass_on([1, 0], 10, 1000, 2);
        assert_eq!(registers.fit_at([1, 0], 1000), 1000);
    }
}
