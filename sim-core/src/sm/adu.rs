//! The address-divergence unit (ADU): constant loads, block indices, arrivals at barriers and indirect
//! branches, one address after the other.
//!
//! An address takes the unit for a few cycles. A load whose lanes want several
//! goes round once for each, and a round takes longer than the unit does: alone
//! it waits, among others it does not. As many loads go round at a time as keep
//! the unit busy; the next one begins when one of them is through. So a chain
//! of loads pays the round for each further address, loads in flight share it
//! (measured: `validation/micro/h200`, group `constant_load`).
//!
//! Loads whose line is not there leave the unit and wait; when it has come they are served again, one
//! after the other. While as many wait as may, the unit serves nobody else. So the 32 warps of an SM
//! that begin with an LDC each hold up what they read next, block indices as well (measured:
//! `validation/micro/h200/adu`). That those who are served again hold up others is left out.

use std::collections::VecDeque;

use sim_isa::Op;
use sim_isa::instruction::Instruction;
use sim_isa::operand::Operand;

use super::mio::MAX_QUEUE;
use crate::config::{ConstantConfig, MioConfig};

/// Whether the unit reads a register of a control instruction's lanes: one that says where to go, or which lanes are to meet
/// at a WARPSYNC. Such an instruction counts in the unit's counter, and its warp goes on when it has been served (measured on
/// an H200: `call_two`, `indirect` and `micro/h200/labels`, where a WARPSYNC takes 37 cycles).
pub fn serves(instruction: &Instruction) -> bool {
    match instruction.op {
        Op::Brx | Op::CallIndirect | Op::Ret => true,
        Op::Warpsync | Op::WarpsyncExclusive | Op::WarpsyncCollective => {
            !matches!(instruction.a, Operand::Imm(_))
        }
        _ => false,
    }
}

/// Loads that can go round at a time, at most.
const PLACES: usize = 16;

/// The ADU of one SM.
#[derive(Debug)]
pub struct Adu {
    /// Cycles for which one address of a load takes the unit ...
    interval: u64,
    /// ... and one target of an indirect branch.
    indirect: u64,
    /// Cycles from one address of a load to its next.
    round: u64,
    /// When the unit is free.
    free: u64,
    /// When each place for a load that goes round is free.
    places: [u64; PLACES],
    /// How many places there are.
    open: usize,
    /// When loads that wait for their lines are served again.
    awaited: Vec<u64>,
    /// When the next of them may be.
    again: u64,
    /// How many such loads may wait.
    most_awaited: usize,
}

/// When the ADU serves a constant load.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Served {
    /// When it leaves the queue.
    pub start: u64,
    /// When its last address is served.
    pub last: u64,
}

impl Adu {
    /// An idle unit.
    pub fn new(mio: &MioConfig, constant: &ConstantConfig) -> Adu {
        Adu::with(
            mio.adu_interval,
            mio.adu_indirect,
            constant.distinct_address,
            mio.constant_misses,
        )
    }

    fn with(interval: u64, indirect: u64, round: u64, misses: u32) -> Adu {
        let fit = round.div_ceil(interval.max(1)).clamp(1, PLACES as u64);
        Adu {
            interval,
            indirect,
            round,
            free: 0,
            places: [0; PLACES],
            open: fit as usize,
            awaited: Vec::new(),
            again: 0,
            most_awaited: misses as usize,
        }
    }

    /// Serves a constant load of one or more addresses that comes at `now`.
    #[inline]
    pub fn load(&mut self, now: u64, addresses: u32) -> Served {
        let further = u64::from(addresses.max(1) - 1);
        let start = self.take(now, (further + 1) * self.interval);
        let last = match further {
            0 => start,
            _ => self.go_round(now, further, start + further * self.interval),
        };
        Served { start, last }
    }

    /// Gives a load the place that is free first, for as many rounds as it has
    /// further addresses and not less than until `busy`, up to which the unit
    /// has work with it and those before it.
    fn go_round(&mut self, now: u64, further: u64, busy: u64) -> u64 {
        let places = &mut self.places[..self.open];
        let first = (0..places.len()).min_by_key(|&place| places[place]);
        let place = &mut places[first.unwrap_or(0)];
        let last = busy.max(now.max(*place) + further * self.round);
        *place = last + self.round;
        last
    }

    /// Serves an indirect branch that comes at `now`; returns when.
    #[inline]
    pub fn indirect_branch(&mut self, now: u64) -> u64 {
        self.take(now, self.indirect)
    }

    /// Serves what has one address and comes at `now`: a block index that is asked for, a warp that has
    /// come to a barrier. Returns when.
    #[inline]
    pub fn single(&mut self, now: u64) -> u64 {
        self.take(now, self.interval)
    }

    /// A load that has been served waits until its line is `there`; returns when it is served again.
    #[inline]
    pub fn await_line(&mut self, there: u64) -> u64 {
        let again = self.again.max(there);
        self.again = again + self.interval;
        self.awaited.push(again);
        again
    }

    #[inline]
    fn take(&mut self, earliest: u64, cycles: u64) -> u64 {
        let start = self.opens(self.free.max(earliest));
        self.free = start + cycles;
        start
    }

    /// When so few loads wait for lines that the unit serves another, from `start` on.
    #[inline]
    fn opens(&mut self, start: u64) -> u64 {
        if self.awaited.len() < self.most_awaited {
            return start;
        }
        self.awaited.retain(|&there| there > start);
        if self.awaited.len() < self.most_awaited {
            return start;
        }
        self.awaited.sort_unstable();
        self.awaited[self.awaited.len() - self.most_awaited]
    }
}

/// What waits for the ADU: when each starts there.
#[derive(Debug)]
pub struct AduQueue {
    starts: VecDeque<u64>,
    limit: usize,
}

impl AduQueue {
    /// Nobody waits; so many may.
    pub fn new(limit: u32) -> AduQueue {
        AduQueue {
            starts: VecDeque::with_capacity(MAX_QUEUE),
            limit: (limit as usize).min(MAX_QUEUE),
        }
    }

    /// Whether an instruction may enter at `now`, or else when.
    #[inline(always)]
    pub fn room(&mut self, now: u64) -> Result<(), u64> {
        while self.starts.front().is_some_and(|&start| start <= now) {
            self.starts.pop_front();
        }
        match self.starts.front() {
            Some(&until) if self.starts.len() >= self.limit => Err(until),
            _ => Ok(()),
        }
    }

    /// Notes an instruction that waits until `start`.
    #[inline(always)]
    pub fn push(&mut self, start: u64, now: u64) {
        if start > now && self.starts.len() < MAX_QUEUE {
            self.starts.push_back(start);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mask_of_a_warpsync_is_read_unless_the_instruction_has_it() {
        let mut instruction = Instruction::new(Op::Warpsync);
        assert!(serves(&instruction));
        instruction.a = Operand::Imm(u32::MAX);
        assert!(!serves(&instruction));
    }

    fn adu() -> Adu {
        Adu::with(2, 4, 11, 3)
    }

    #[test]
    fn a_load_alone_waits_a_round_for_each_further_address() {
        let mut adu = adu();
        assert_eq!(
            adu.load(10, 1),
            Served {
                start: 10,
                last: 10
            }
        );
        let start = 12;
        let last = start + 3 * 11;
        assert_eq!(adu.load(start, 4), Served { start, last });
    }

    #[test]
    fn loads_in_flight_share_the_rounds_and_the_unit_is_never_idle() {
        let mut adu = adu();
        let loads: Vec<Served> = (0..600).map(|_| adu.load(0, 32)).collect();
        assert_eq!(loads[1].start, 64);
        assert_eq!(loads[0].last, 31 * 11);
        assert_eq!(loads[5].last, loads[5].start + 31 * 2);
        assert_eq!(loads[599].last, 600 * 64 - 2);
    }

    #[test]
    fn a_load_beyond_those_that_keep_the_unit_busy_waits_for_a_place() {
        let mut adu = adu();
        let last: Vec<u64> = (0..7).map(|_| adu.load(0, 8).last).collect();
        assert_eq!(last, [77, 77, 77, 77, 78, 94, 77 + 11 + 77]);
    }

    #[test]
    fn nobody_is_served_while_as_many_loads_wait_for_lines_as_may() {
        let mut adu = adu();
        let again = [90, 90, 120].map(|there| {
            adu.load(10, 1);
            adu.await_line(there)
        });
        assert_eq!(again, [90, 92, 120]);
        assert_eq!(adu.single(20), 90);
        assert_eq!(adu.load(20, 1).start, 92);
        assert_eq!(adu.await_line(110), 122);
        assert_eq!(adu.load(20, 1).start, 94);
        assert_eq!(adu.await_line(125), 125);
        assert_eq!(adu.single(20), 120);
        assert_eq!(adu.single(130), 130);
    }

    #[test]
    fn an_indirect_branch_waits_for_the_unit_and_takes_it() {
        let mut adu = adu();
        adu.load(10, 4);
        assert_eq!(adu.indirect_branch(12), 18);
        assert_eq!(adu.indirect_branch(12), 22);
        assert_eq!(adu.load(12, 1).start, 26);
    }
}
