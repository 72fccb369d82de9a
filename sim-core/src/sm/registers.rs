//! The two register banks of a sub-core, and who reads them when.
//!
//! Even registers lie in one bank, odd ones in the other, and each gives one
//! register (of 32 lanes) a cycle. Behind its issue an instruction of the FMA
//! pipe or the ALU goes through three read stages, a cycle each (Huerta et al.,
//! MICRO'25, section 4.3), and reads each register in the first of them in which
//! the bank has nothing to do for an instruction before it. What it has read it
//! keeps until it leaves the stages, in a latch of its own for each operand (a, b
//! or c) and bank. So the operand a of the next instruction, if it comes from the
//! same bank, is read no sooner than in that one's last stage, when the latch is
//! free: two instructions that each want a and c of the even bank collide, two of
//! which one wants a and b there do not. An operand that is on its way to the
//! register file is taken in the last stage, too (`fresh`). If a bank has more to
//! read for an instruction's last stage than one register, the whole sub-core
//! stands still for as long as it takes, in which the other bank reads on. Of two
//! registers on their way from one bank the older must have come to the file
//! first.
//!
//! Double precision and the unit of HFMA2.MMA read without these latches, and an
//! instruction that finds no room beside their reads waits before it issues.
//!
//! Products of matrices read in cycles of their own (`matrix`), for which they wait; they read on while the
//! sub-core stands still for others.
//!
//! All this is measured on an H200 (`micro/h200/operands`: what some 3,000 runs of
//! two to eight instructions of one warp take, to the cycle). An instruction to the
//! SM's units reads later: each register when the sub-core's port passes it on
//! (`arbiter`).

use crate::exec::Reads;

/// Cycles in which an instruction reads its registers: the read stages.
const STAGES: u8 = crate::exec::MOST_READS as u8;

/// How an instruction's pipe takes its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// By a latch for each operand and bank.
    Latched,
    /// Without; it waits before it issues until all can be read in time, and so does what would read
    /// beside it.
    Firm,
}

/// One bank. Its cycles are those for which the sub-core does not stand still for the banks.
#[derive(Clone, Copy, Debug, Default)]
struct Bank {
    /// The cycle of the lowest bit of the following.
    from: u64,
    /// Cycles in which it reads, a bit each.
    taken: u64,
    /// Those in which it reads for a firm instruction.
    firm: u64,
    /// Those in which it reads for a product of matrices, whatever stands still.
    fixed: u64,
    /// Those in which it can read once more, as the sub-core stands still for the other bank.
    spare: u64,
    /// The last cycle in which each operand's latch is taken.
    latched: [u64; 3],
}

/// How a bank will read for an instruction.
#[derive(Clone, Copy, Debug, Default)]
struct BankFit {
    /// In which of the stages, a bit each.
    stages: u8,
    /// For which operands, a bit each.
    operands: u8,
    /// Registers that find no room.
    beyond: u8,
    /// Cycles for which the sub-core stands still for that.
    stands: u8,
}

/// How an instruction will read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fit {
    banks: [BankFit; 2],
    /// Cycles for which the sub-core stands still.
    pub stands: u8,
}

impl Bank {
    /// The bits of the three cycles behind `now`.
    #[inline]
    fn window(&self, plane: u64, now: u64) -> u8 {
        let shift = (now + 1).saturating_sub(self.from);
        (plane.checked_shr(shift as u32).unwrap_or(0) & 0b111) as u8
    }

    /// The first stage in which a register can be read for these operands, 1 to 3.
    #[inline]
    fn first_stage(&self, operands: u8, there: [u8; 3], now: u64) -> u8 {
        let mut first = 1;
        for (operand, &there) in there.iter().enumerate() {
            if operands >> operand & 1 != 0 {
                let free = (self.latched[operand] + 1).saturating_sub(now) as u8;
                first = first.max(free).max(there.min(STAGES));
            }
        }
        first.min(STAGES)
    }

    /// How it will read for an instruction that issues `now`.
    #[inline]
    fn fit(&self, reads: &[u8], there: [u8; 3], manner: Manner, now: u64) -> BankFit {
        let mut free = !self.window(self.taken, now) | self.window(self.spare, now);
        let mut fit = BankFit::default();
        let mut firsts = [NONE; 3];
        for (first, &operands) in firsts.iter_mut().zip(reads) {
            *first = match manner {
                Manner::Latched => self.first_stage(operands, there, now),
                Manner::Firm => 1,
            };
            fit.operands |= operands;
        }
        for first in sorted(firsts).into_iter().take(reads.len()) {
            let open = free & 0b111 & (0b111 << (first - 1));
            let stage = open & open.wrapping_neg();
            free &= !stage;
            fit.stages |= stage;
            fit.beyond += u8::from(stage == 0);
        }
        fit.stands = self.stands(fit.beyond, now);
        if fit.beyond > 0 && manner == Manner::Latched {
            fit.stands = fit.stands.max(wait_for_file(reads, there));
        }
        fit
    }

    /// For how many cycles the sub-core must stand still behind the last stage, to read so many more.
    #[inline]
    fn stands(&self, more: u8, now: u64) -> u8 {
        let (mut left, mut cycles) = (more, 0);
        while left > 0 {
            cycles += 1;
            let later = self.window(self.fixed, now + u64::from(STAGES) + u64::from(cycles) - 1);
            left -= u8::from(later & 1 == 0);
        }
        cycles
    }

    /// Whether a product of matrices can read in these cycles behind `now`, a bit each.
    #[inline]
    fn fits(&self, cycles: u16, now: u64) -> bool {
        let passed = now.saturating_sub(self.from) as u32;
        self.taken.checked_shr(passed).unwrap_or(0) & u64::from(cycles) == 0
    }

    /// Reads in these cycles behind `now`, a bit each.
    #[inline]
    fn read_fixed(&mut self, cycles: u16, now: u64) {
        self.pass_time(now);
        self.taken |= u64::from(cycles);
        self.fixed |= u64::from(cycles);
    }

    /// Products go on reading while the sub-core stands still for so many cycles behind the stages.
    #[inline]
    fn stand(&mut self, cycles: u8) {
        const NEAR: u64 = (1 << (STAGES + 1)) - 1;
        let others = self.taken & !self.fixed;
        let later = (self.fixed & !NEAR).checked_shr(cycles.into()).unwrap_or(0);
        self.fixed = self.fixed & NEAR | later & !NEAR;
        self.taken = others | self.fixed;
    }

    /// Reads for an instruction that issues `now`.
    #[inline]
    fn read(&mut self, fit: BankFit, stands: u8, manner: Manner, now: u64) {
        self.pass_time(now);
        if stands > 0 && self.fixed != 0 {
            self.stand(stands);
        }
        let stages = u64::from(fit.stages) << 1;
        self.spare &= !(stages & self.taken);
        self.taken |= stages;
        match manner {
            Manner::Latched => {
                for (operand, latched) in self.latched.iter_mut().enumerate() {
                    if fit.operands >> operand & 1 != 0 {
                        *latched = now + u64::from(STAGES);
                    }
                }
            }
            Manner::Firm => self.firm |= stages,
        }
        if stands > fit.stands {
            self.spare |= 1 << STAGES;
        }
    }

    /// Reads once at `time` or as soon as possible behind it.
    #[inline]
    fn pass(&mut self, now: u64, time: u64) {
        self.pass_time(now);
        // Farther ahead than it can look, a read is in nobody's way.
        let Some(later) = u32::try_from(time - now)
            .ok()
            .and_then(|ahead| u64::MAX.checked_shl(ahead))
        else {
            return;
        };
        let open = !self.taken & later;
        self.taken |= open & open.wrapping_neg();
    }

    /// Counts bits from `now` on.
    #[inline]
    fn pass_time(&mut self, now: u64) {
        let passed = now.saturating_sub(self.from) as u32;
        for plane in [
            &mut self.taken,
            &mut self.firm,
            &mut self.fixed,
            &mut self.spare,
        ] {
            *plane = plane.checked_shr(passed).unwrap_or(0);
        }
        self.from = self.from.max(now);
    }
}

/// The first stage of a register that is not there: behind all.
const NONE: u8 = u8::MAX;

/// Three numbers, rising.
#[inline(always)]
fn sorted([a, b, c]: [u8; 3]) -> [u8; 3] {
    let (least, most) = (a.min(b), a.max(b));
    [least.min(c), most.min(c).max(least), most.max(c)]
}

/// Of two registers of one bank that are on their way to the file the older must have come there before it
/// is read: the cycles for that, beyond the last stage's.
#[inline]
fn wait_for_file(reads: &[u8], there: [u8; 3]) -> u8 {
    let (mut on_way, mut oldest) = (0, u8::MAX);
    for &operands in reads {
        let there = (0..3)
            .filter(|&operand| operands >> operand & 1 != 0)
            .map(|operand| there[operand])
            .max();
        if let Some(there) = there.filter(|&there| there >= STAGES) {
            on_way += 1;
            oldest = oldest.min(there);
        }
    }
    if on_way > 1 { oldest - 1 } else { 0 }
}

/// The banks of one sub-core.
#[derive(Debug, Default)]
pub struct Registers {
    banks: [Bank; 2],
    /// Cycles for which the sub-core stood still for them.
    stood: u64,
}

impl Registers {
    /// How an instruction will read that issues `now`, whose operands the register file has in so many
    /// cycles; nothing if it must not issue yet.
    #[inline]
    pub fn fit(&self, reads: Reads, there: [u8; 3], manner: Manner, now: u64) -> Option<Fit> {
        let now = now - self.stood;
        let mut fit = Fit::default();
        for (at, bank) in self.banks.iter().enumerate() {
            if reads.count(at) == 0 {
                continue;
            }
            let in_bank = bank.fit(reads.of(at), there, manner, now);
            let firm = manner == Manner::Firm || bank.window(bank.firm, now) != 0;
            if in_bank.beyond > 0 && firm {
                return None;
            }
            fit.banks[at] = in_bank;
            fit.stands = fit.stands.max(in_bank.stands);
        }
        Some(fit)
    }

    /// Reads for an instruction that issues `now`.
    #[inline]
    pub fn read(&mut self, fit: Fit, manner: Manner, now: u64) {
        let now = now - self.stood;
        self.stood += u64::from(fit.stands);
        for (bank, in_bank) in self.banks.iter_mut().zip(fit.banks) {
            if in_bank.operands != 0 || fit.stands > 0 {
                bank.read(in_bank, fit.stands, manner, now);
            }
        }
    }

    /// Whether a product of matrices that issues `now` can read from the banks in these cycles behind that, a
    /// bit each.
    #[inline]
    pub fn fits(&self, cycles: [u16; 2], now: u64) -> bool {
        let now = now - self.stood;
        let mut banks = self.banks.iter().zip(cycles);
        banks.all(|(bank, cycles)| bank.fits(cycles, now))
    }

    /// Reads for it.
    #[inline]
    pub fn read_fixed(&mut self, cycles: [u16; 2], now: u64) {
        let now = now - self.stood;
        for (bank, cycles) in self.banks.iter_mut().zip(cycles) {
            bank.read_fixed(cycles, now);
        }
    }

    /// The registers of an instruction to the SM's units are passed on from
    /// `begin` on, one every `interval` cycles.
    #[inline]
    pub fn pass_on(&mut self, reads: Reads, now: u64, begin: u64, interval: u64) {
        let now = now - self.stood;
        let mut time = begin - self.stood;
        for (at, bank) in self.banks.iter_mut().enumerate() {
            for _ in 0..reads.count(at) {
                bank.pass(now, time);
                time += interval;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: u8 = 1;
    const B: u8 = 2;
    const C: u8 = 4;

    /// An instruction that reads even registers for these operands.
    fn even(operands: &[u8]) -> Reads {
        let mut reads = Reads::default();
        operands.iter().for_each(|&operands| reads.add(0, operands));
        reads
    }

    fn odd(operands: &[u8]) -> Reads {
        let mut reads = Reads::default();
        operands.iter().for_each(|&operands| reads.add(1, operands));
        reads
    }

    /// Cycles for which the sub-core stands still while such instructions issue one a cycle.
    fn stands(run: &[Reads]) -> u8 {
        let mut registers = Registers::default();
        let mut stands = 0;
        for (now, &reads) in (10..).zip(run) {
            let fit = registers.fit(reads, [0; 3], Manner::Latched, now);
            let fit = fit.expect("nothing firm");
            registers.read(fit, Manner::Latched, now);
            stands += fit.stands;
        }
        stands
    }

    /// Measured on an H200 (`s_*`, and sets of which those are a sample).
    #[test]
    fn two_operands_of_one_bank_collide_with_the_same_two_of_the_next() {
        let [ab, ac, bc] = [[A, B], [A, C], [B, C]].map(|operands| even(&operands));
        let abc = even(&[A, B, C]);
        for pair in [ab, ac, bc] {
            assert_eq!(stands(&[pair, pair]), 1);
            assert_eq!(stands(&[pair, abc]), 1);
            assert_eq!(stands(&[abc, pair]), 1);
        }
        for (one, other) in [(ab, ac), (ac, bc), (bc, ab)] {
            assert_eq!(stands(&[one, other]) + stands(&[other, one]), 0);
        }
        assert_eq!(stands(&[abc, abc]), 2);
        assert_eq!(stands(&[ac, odd(&[A, C])]), 0);
        assert_eq!(stands(&[abc, even(&[A])]), 0);
    }

    /// Likewise.
    #[test]
    fn a_latch_is_free_when_the_instruction_before_has_left_the_stages() {
        let [a, b, abc] = [[A].as_slice(), &[B], &[A, B, C]].map(even);
        let nothing = Reads::default();
        assert_eq!(stands(&[nothing, a, abc]), 0);
        assert_eq!(stands(&[a, a, abc]), 1);
        assert_eq!(stands(&[a, b, abc]), 0);
        assert_eq!(stands(&[a, nothing, a, abc]), 1);
        assert_eq!(stands(&[a, a, a, abc]), 2);
        assert_eq!(stands(&[a, a, nothing, abc]), 1);
        assert_eq!(stands(&[a, a, nothing, nothing, abc]), 0);
        assert_eq!(stands(&[a; 20]), 0);
    }

    #[test]
    fn a_register_that_is_two_operands_is_read_once() {
        assert_eq!(stands(&[even(&[A, C]), even(&[A | C])]), 0);
        assert_eq!(stands(&[even(&[A | C]), even(&[A, C])]), 1);
    }

    /// While the sub-core stands still for the odd bank, the even one reads on (`f3o_f3o_f3e`).
    #[test]
    fn the_other_bank_reads_while_the_sub_core_stands_still() {
        let mut mixed = odd(&[A, C]);
        mixed.add(0, B);
        assert_eq!(stands(&[mixed, mixed, even(&[A, B, C])]), 1);
    }

    /// Measured on an H200 (`n_*`, `nn_*`).
    #[test]
    fn operands_on_their_way_are_taken_in_the_last_stage() {
        let registers = {
            let mut registers = Registers::default();
            let before = registers.fit(even(&[A]), [0; 3], Manner::Latched, 9);
            registers.read(before.expect("room"), Manner::Latched, 9);
            registers
        };
        let stands = |there| {
            let fit = registers.fit(even(&[A, B]), there, Manner::Latched, 10);
            fit.expect("nothing firm").stands
        };
        // The latch of a is free for the last stage, in which b is there, too.
        assert_eq!(stands([0, 5, 0]), 1);
        assert_eq!(stands([5, 0, 0]), 0);
        assert_eq!(stands([0, 2, 0]), 0);
        // Both on their way: the older, four cycles from the file.
        assert_eq!(stands([4, 5, 0]), 3);
    }

    /// Measured on an H200 (`d3_f2e`, `f2e_d3`).
    #[test]
    fn what_reads_beside_double_precision_waits_before_it_issues() {
        let mut registers = Registers::default();
        let all = even(&[A, B, C]);
        let fit = registers.fit(all, [0; 3], Manner::Firm, 10);
        registers.read(fit.expect("room"), Manner::Firm, 10);
        let fits = |reads, manner, now| registers.fit(reads, [0; 3], manner, now).is_some();
        assert!(fits(even(&[A]), Manner::Latched, 11));
        assert!(!fits(even(&[A, C]), Manner::Latched, 11));
        assert!(fits(even(&[A, C]), Manner::Latched, 12));
        assert!(!fits(all, Manner::Firm, 12));
        assert!(fits(all, Manner::Firm, 13));
    }

    #[test]
    fn what_is_passed_on_takes_its_bank_later() {
        let mut registers = Registers::default();
        registers.pass_on(even(&[A, B]), 10, 15, 2);
        let stands = |registers: &Registers, now| {
            let fit = registers.fit(even(&[A, B, C]), [0; 3], Manner::Latched, now);
            fit.expect("nothing firm").stands
        };
        let cycles = [11, 12, 13, 14, 15, 16, 17];
        assert_eq!(
            cycles.map(|now| stands(&registers, now)),
            [0, 1, 1, 2, 1, 1, 0]
        );
        registers.pass_on(even(&[A]), 10, 1000, 2);
        assert_eq!(stands(&registers, 998), 0);
    }
}
