//! What the scheduler knows of one warp: when it may issue, and why not yet.
//!
//! A warp's next issue time is computed once, right after its last issue, from
//! the stall count, the fetch, its constants and the dependence counters. If
//! one of those is open-ended (a global load, a barrier, a fence) the warp
//! sleeps without a time until the event comes. Each step of the computation
//! charges its share of the wait to a stall reason, so that the reasons tile
//! the warp's time without a gap; nothing is counted cycle by cycle.

use super::first_level::Asked;
use crate::exec::{Uop, Waits};
use crate::report::PcStats;
use crate::stall::Stall;

/// Dependence counters of a warp.
pub const SCOREBOARDS: usize = 6;

/// "No dependence counter" in an instruction's control field.
const NO_COUNTER: u8 = 7;

/// The dependence counter that an instruction's result releases.
#[inline]
pub fn write_counter(uop: &Uop) -> Option<u8> {
    (uop.sched.write_barrier != NO_COUNTER).then_some(uop.sched.write_barrier)
}

/// The one that it releases when its operands are read.
#[inline]
pub fn read_counter(uop: &Uop) -> Option<u8> {
    (uop.sched.read_barrier != NO_COUNTER).then_some(uop.sched.read_barrier)
}

/// "Not known yet."
pub const NEVER: u64 = u64::MAX;

/// What a warp without a wake time waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Asleep {
    /// It has a wake time (or the slot is empty).
    #[default]
    No,
    /// Dependence counters.
    Scoreboards(Waits),
    /// Its accesses to leave the sub-core, behind which a barrier, a fence or its end comes.
    Accesses,
    /// The block's barrier.
    Barrier,
    /// A fence, and its own writes.
    Membar,
    /// It has exited; its last packets have no room on their way to the L2.
    Drain,
}

/// The timing state of one warp slot, in two lines of the host's cache: what
/// every issue touches, then the dependence counters.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub struct WarpTiming {
    /// The earliest issue time apart from what it sleeps on.
    pub earliest: u64,
    /// Up to which cycle its time has been charged.
    pub charged: u64,
    /// The instruction that the charges go to: the next to issue.
    pub pc: u32,
    /// The code line it fetched last.
    pub line: u32,
    /// The block's slot on the SM.
    pub block: u8,
    /// Counters that have operations without a time yet, a bit each.
    is_open: u8,
    /// Counters whose operation that is done last is a global or local load.
    pub long: u8,
    /// A MEMBAR is on its way to the slices of the L2.
    pub fence_open: bool,
    /// What it sleeps on.
    pub asleep: Asleep,
    /// Its accesses to memory that stand in the sub-core.
    pub standing: u8,
    /// The constant that the instruction reads as it issues, and that it has not asked for yet.
    pub constant: Option<Asked>,
    /// Stores and reductions not acknowledged yet.
    pub writes: u32,
    /// When its last write leaves the SM, if there is room on its way ...
    pub last_leave: u64,
    /// ... and its number among the packets of the SM.
    pub last_packet: u64,
    /// When each counter's last known operation is done.
    pub ready: [u64; SCOREBOARDS],
    /// Operations of each counter that have no time yet.
    open: [u32; SCOREBOARDS],
}

impl WarpTiming {
    /// A fresh warp whose first instruction may issue at `start`.
    pub fn new(block: u8, start: u64) -> WarpTiming {
        WarpTiming {
            block,
            charged: start,
            earliest: start,
            line: u32::MAX,
            ..WarpTiming::default()
        }
    }

    /// Charges the time up to `until` to a reason.
    #[inline]
    pub fn charge(&mut self, pcs: &mut [PcStats], until: u64, reason: Stall) {
        if until > self.charged {
            pcs[self.pc as usize].stalls[reason as usize] += until - self.charged;
            self.charged = until;
        }
    }

    /// Opens an operation on a counter whose end is not known yet.
    pub fn open(&mut self, counter: u8) {
        self.open[usize::from(counter)] += 1;
        self.is_open |= 1 << counter;
    }

    /// Records an operation on a counter that ends at `time`.
    #[inline]
    pub fn close_at(&mut self, counter: u8, time: u64, long: bool) {
        let ready = &mut self.ready[usize::from(counter)];
        if time >= *ready {
            *ready = time;
            self.long = self.long & !(1 << counter) | u8::from(long) << counter;
        }
    }

    /// An open operation on a counter ends at `time`.
    pub fn close_open(&mut self, counter: u8, time: u64, long: bool) {
        let index = usize::from(counter);
        self.open[index] -= 1;
        self.is_open &= !(u8::from(self.open[index] == 0) << counter);
        self.close_at(counter, time, long);
    }

    /// Those of some counters that have more open operations than are allowed.
    #[inline]
    pub fn still_open(&self, waits: Waits) -> u8 {
        let open = self.is_open & waits.mask;
        match waits.allowed {
            0 => open,
            allowed => self.more_open_than(allowed.into(), open),
        }
    }

    /// Open operations on a counter.
    pub fn open_on(&self, counter: u8) -> u32 {
        self.open[usize::from(counter)]
    }

    #[cold]
    fn more_open_than(&self, allowed: u32, counters: u8) -> u8 {
        let more = |&counter: &u8| self.open[usize::from(counter)] > allowed;
        let counters = (0..SCOREBOARDS as u8).filter(|counter| counters >> counter & 1 != 0);
        counters
            .filter(more)
            .fold(0, |mask, counter| mask | 1 << counter)
    }

    /// When all counters of `mask` are done, and which of them is the last.
    #[inline]
    pub fn ready_at(&self, mask: u8) -> (u64, u8) {
        let mut last = (0, 0);
        let mut left = mask & ((1 << SCOREBOARDS) - 1);
        while left != 0 {
            let counter = left.trailing_zeros() as u8;
            left &= left - 1;
            let time = self.ready[usize::from(counter)];
            if time > last.0 {
                last = (time, counter);
            }
        }
        last
    }

    /// The stall reason of waiting for a counter.
    pub fn reason_of(&self, counter: u8) -> Stall {
        if self.long >> counter & 1 != 0 {
            Stall::LongScoreboard
        } else {
            Stall::ShortScoreboard
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warps_timing_is_two_lines_of_the_hosts_cache() {
        assert_eq!(size_of::<WarpTiming>(), 128);
    }

    #[test]
    fn charges_tile_time_without_gap_or_overlap() {
        let mut pcs = vec![PcStats::default()];
        let mut warp = WarpTiming::new(0, 100);
        warp.charge(&mut pcs, 105, Stall::Wait);
        warp.charge(&mut pcs, 103, Stall::Barrier);
        warp.charge(&mut pcs, 110, Stall::NotSelected);
        assert_eq!(pcs[0].stalls[Stall::Wait as usize], 5);
        assert_eq!(pcs[0].stalls[Stall::Barrier as usize], 0);
        assert_eq!(pcs[0].stalls.iter().sum::<u64>(), 10);
    }

    #[test]
    fn a_counter_is_ready_with_its_last_operation_and_not_while_one_is_open() {
        let mut warp = WarpTiming::new(0, 0);
        warp.close_at(2, 50, false);
        warp.open(2);
        let waits = |allowed| Waits {
            mask: 0b100,
            allowed,
        };
        assert_eq!(warp.still_open(waits(0)), 0b100);
        assert_eq!(warp.still_open(waits(1)), 0);
        warp.close_open(2, 70, true);
        warp.close_at(2, 60, false);
        assert_eq!(warp.still_open(waits(0)), 0);
        assert_eq!(warp.ready_at(0b100), (70, 2));
        assert_eq!(warp.reason_of(2), Stall::LongScoreboard);
    }
}
