//! The port through which an SM sends to the L2: one line after the other, in the order in which
//! they were given a time.
//!
//! Some lines may wait for it before the L1 takes nothing more: few of stores and atomics, many that
//! loads ask for (measured on an H200: a hit waits once 24 lines of stores wait; loads of 4 lines of
//! their own by 16 warps hold nothing up, of 16 they do, `share_own_*`).

use crate::config::MioConfig;

/// Lines that wait, of which there are to be few.
#[derive(Debug)]
pub(super) struct Lines {
    /// What each of the last waits for, in a ring: a cycle of the port, or room for a packet.
    last: Box<[u64]>,
    /// Where in there the oldest stands, which the next replaces.
    oldest: usize,
}

impl Lines {
    pub(super) fn new(few: u32) -> Lines {
        Lines {
            last: vec![0; few as usize + 1].into(),
            oldest: 0,
        }
    }

    /// Notes what the next line waits for.
    #[inline(always)]
    pub(super) fn push(&mut self, for_what: u64) {
        self.last[self.oldest] = for_what;
        self.oldest = match self.oldest + 1 {
            next if next < self.last.len() => next,
            _ => 0,
        };
    }

    /// What all but a few have waited for when it has come.
    #[inline(always)]
    pub(super) fn all_but_few(&self) -> u64 {
        self.last[self.oldest]
    }
}

/// The port of one SM.
#[derive(Debug)]
pub struct Port {
    /// When it is free.
    free: f64,
    /// For how many cycles it was taken.
    taken: f64,
    /// Lines of stores and atomics.
    stored: Lines,
    /// Lines that loads ask for.
    missed: Lines,
    /// All of them, of which the first few are closed to stores that would join.
    closed: Lines,
}

impl Port {
    /// Nothing waits.
    pub fn new(config: &MioConfig) -> Port {
        Port {
            free: 0.0,
            taken: 0.0,
            stored: Lines::new(config.port_lines),
            missed: Lines::new(config.miss_lines),
            closed: Lines::new(config.closed_lines),
        }
    }

    /// Takes the port for `cycles`, not before `earliest`; returns from when.
    #[inline]
    fn take(&mut self, earliest: u64, cycles: f32) -> u64 {
        // Signed, which the host converts in an instruction.
        let time = self.free.max(earliest as i64 as f64);
        self.free = time + f64::from(cycles);
        self.taken += f64::from(cycles);
        let time = time as i64 as u64;
        self.closed.push(time);
        time
    }

    /// When the line that was given a time last closes, which it may from `earliest` on.
    #[inline]
    pub fn closes(&self, earliest: u64) -> u64 {
        earliest.max(self.closed.all_but_few())
    }

    /// Reserves it for a line of a store or atomic that takes it for `cycles`, not before
    /// `earliest`; returns the cycle in which the line leaves.
    #[inline]
    pub fn leave(&mut self, earliest: u64, cycles: f32) -> u64 {
        self.leave_passed(earliest, 0, cycles)
    }

    /// The same for a line of which the first data can be here at `first` and all of it `passing`
    /// cycles later: for as long as data passes, the line is none of those that wait.
    #[inline]
    pub fn leave_passed(&mut self, first: u64, passing: u64, cycles: f32) -> u64 {
        let leaves = self.take(first + passing, cycles);
        self.stored.push(leaves - passing);
        leaves
    }

    /// The same for a line that is asked for.
    #[inline]
    pub fn miss(&mut self, earliest: u64, cycles: f32) -> u64 {
        let leaves = self.take(earliest, cycles);
        self.missed.push(leaves);
        leaves
    }

    /// Holds it longer for what joins a line that waits.
    #[inline]
    pub fn extend(&mut self, cycles: f32) {
        self.free += f64::from(cycles);
        self.taken += f64::from(cycles);
    }

    /// From when on no more lines wait than may, of either kind.
    #[inline]
    pub fn few_wait_from(&self) -> u64 {
        self.stored.all_but_few().max(self.missed.all_but_few())
    }

    /// For how many cycles it was taken.
    pub fn cycles(&self) -> u64 {
        self.taken as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn port() -> Port {
        Port {
            free: 0.0,
            taken: 0.0,
            stored: Lines::new(2),
            missed: Lines::new(3),
            closed: Lines::new(2),
        }
    }

    #[test]
    fn lines_leave_one_behind_the_other() {
        let mut port = port();
        assert_eq!(port.leave(5, 2.5), 5);
        assert_eq!(port.miss(5, 1.0), 7);
        assert_eq!(port.leave(5, 1.0), 8);
        assert_eq!(port.leave(20, 1.0), 20);
        assert_eq!(port.cycles(), 5);
    }

    #[test]
    fn what_still_passes_the_data_path_leaves_later_and_holds_nothing_up_meanwhile() {
        let mut port = port();
        for leaves in [18, 19, 20] {
            assert_eq!(port.leave_passed(10, 8, 1.0), leaves);
        }
        assert_eq!(port.few_wait_from(), 10);
    }

    #[test]
    fn a_line_closes_when_few_stand_before_it() {
        let mut port = port();
        let mut closes = |earliest| {
            port.leave(10, 5.0);
            port.closes(earliest)
        };
        assert_eq!([8, 8, 8, 8, 18].map(&mut closes), [8, 8, 10, 15, 20]);
    }

    #[test]
    fn stores_and_loads_are_counted_apart() {
        let mut port = port();
        for _ in 0..3 {
            port.miss(0, 10.0);
        }
        assert_eq!(port.few_wait_from(), 0);
        port.miss(0, 10.0);
        assert_eq!(port.few_wait_from(), 0, "the first has left");
        port.miss(0, 10.0);
        assert_eq!(port.few_wait_from(), 10);
        for _ in 0..3 {
            port.leave(0, 10.0);
        }
        assert_eq!(port.few_wait_from(), 50);
    }
}
