//! The port through which an SM sends to the L2: one line after the other, in the order in which
//! they were given a time.
//!
//! Before it lines wait in the banks of the L1 (`sim_memory::l1`), in each of which there are few
//! places, apart for stores and atomics and for lines that loads ask for. One line a cycle goes on
//! to the few that stand at the port itself, which nothing joins any more; what finds no place in
//! its bank keeps the tags, and goes on some cycles after one has become free. Measured on an H200
//! (`micro/h200/banks`): a load that hits waits for a store to random lines some 15 cycles longer if
//! the fullest bank has nine lines of it, not eight, and 4, 6 and then 8 for each further one; loads
//! of 4 lines of their own by 16 warps hold nothing up, of 16 they do (`share_own_*`).

use sim_memory::l1::MOST_BANKS;

use crate::config::MioConfig;

/// Lines that wait in their banks, of which each has few places.
#[derive(Debug)]
pub(super) struct Lines {
    /// What each of the last waits for, in a ring for each bank: a cycle of the port, or room for a
    /// packet.
    last: Box<[u64]>,
    /// Where in `last` each bank's ring is.
    rings: [Ring; MOST_BANKS],
    /// How many banks there are.
    banks: u8,
    /// What those have waited for that have no place when all these have.
    all_but_few: u64,
}

/// A bank's part of the lines.
#[derive(Clone, Copy, Debug, Default)]
struct Ring {
    begin: u32,
    end: u32,
    /// The oldest, which the next replaces.
    oldest: u32,
}

impl Ring {
    /// The one behind the oldest.
    #[inline(always)]
    fn second(self) -> u32 {
        let next = self.oldest + 1;
        if next == self.end { self.begin } else { next }
    }
}

impl Lines {
    pub(super) fn new(few: u32, banks: u32) -> Lines {
        let length = few + 1;
        let ring = |bank| Ring {
            begin: bank * length,
            end: (bank + 1) * length,
            oldest: bank * length,
        };
        Lines {
            last: vec![0; (length * banks) as usize].into(),
            rings: std::array::from_fn(|bank| ring(bank as u32)),
            banks: banks as u8,
            all_but_few: 0,
        }
    }

    /// Notes what the next line of a bank waits for, which the one before it has when it has.
    #[inline(always)]
    pub(super) fn push(&mut self, bank: u8, for_what: u64) {
        let ring = &mut self.rings[usize::from(bank) % MOST_BANKS];
        self.last[ring.oldest as usize] = for_what;
        ring.oldest = ring.second();
        let behind = self.last[ring.oldest as usize];
        self.all_but_few = self.all_but_few.max(behind);
    }

    /// What the next line of a bank needs for its place.
    #[inline(always)]
    pub(super) fn next(&self, bank: u8) -> u64 {
        let ring = self.rings[usize::from(bank) % MOST_BANKS];
        self.last[ring.second() as usize]
    }

    /// The banks in which the next line has a place when all this has come, a bit each.
    #[inline(always)]
    pub(super) fn open_banks(&self, so_far: u64) -> u8 {
        let open = |bank| u8::from(self.next(bank) <= so_far) << bank;
        (0..self.banks).map(open).sum()
    }

    /// What all but a few of each bank have waited for when it has come.
    #[inline(always)]
    pub(super) fn all_but_few(&self) -> u64 {
        self.all_but_few
    }
}

/// The port of one SM.
#[derive(Debug)]
pub struct Port {
    /// When it is free.
    free: f64,
    /// For how many cycles it was taken.
    taken: f64,
    /// Cycles from a line's going on to the port until it can leave.
    way: u64,
    /// Cycles from a line's going on until a store has its place in the bank.
    place_latency: u64,
    /// Lines of stores and atomics.
    stored: Lines,
    /// Lines that loads ask for.
    missed: Lines,
    /// Those at the port itself, of whatever bank.
    closed: Lines,
    /// When the last line has gone on to it.
    closes: u64,
}

impl Port {
    /// Nothing waits.
    pub fn new(config: &MioConfig, banks: u32) -> Port {
        Port {
            free: 0.0,
            taken: 0.0,
            way: config.port_latency.saturating_sub(config.close_latency),
            place_latency: config.place_latency,
            stored: Lines::new(config.port_lines, banks),
            missed: Lines::new(config.miss_lines, banks),
            closed: Lines::new(config.closed_lines, 1),
            closes: 0,
        }
    }

    /// Takes the port for `cycles`, not before `earliest`; returns from when.
    #[inline]
    pub fn take(&mut self, earliest: u64, cycles: f32) -> u64 {
        // Signed, which the host converts in an instruction.
        let time = self.free.max(earliest as i64 as f64);
        self.free = time + f64::from(cycles);
        self.taken += f64::from(cycles);
        let time = time as i64 as u64;
        self.closed.push(0, time);
        let goes_on = earliest.saturating_sub(self.way);
        self.closes = goes_on.max(self.closes + 1).max(self.closed.all_but_few());
        time
    }

    /// When the line that was given a time last closes to what would join it: it goes on to the
    /// port.
    #[inline]
    pub fn closes(&self) -> u64 {
        self.closes
    }

    /// Reserves it for a line of a store or atomic in this bank that takes it for `cycles`, not
    /// before `earliest`; returns the cycle in which the line leaves.
    #[inline]
    pub fn leave(&mut self, bank: u8, earliest: u64, cycles: f32) -> u64 {
        let leaves = self.take(earliest, cycles);
        self.stored.push(bank, self.closes + self.place_latency);
        leaves
    }

    /// The same for a line that is asked for.
    #[inline]
    pub fn miss(&mut self, bank: u8, earliest: u64, cycles: f32) -> u64 {
        let leaves = self.take(earliest, cycles);
        self.missed.push(bank, self.closes);
        leaves
    }

    /// Holds it longer for what joins a line that waits.
    #[inline]
    pub fn extend(&mut self, cycles: f32) {
        self.free += f64::from(cycles);
        self.taken += f64::from(cycles);
    }

    /// A line that waits, and was to take it for `before`, leaves behind all others, not before
    /// `earliest`, and takes it for `cycles`; returns the cycle in which it leaves.
    #[inline]
    pub fn put_off(&mut self, earliest: u64, before: f32, cycles: f32) -> u64 {
        self.extend(-before);
        self.take(earliest, cycles)
    }

    /// From when on the next line of a store in this bank has a place.
    #[inline]
    pub fn place_from(&self, bank: u8) -> u64 {
        self.stored.next(bank)
    }

    /// The banks, a bit each, in which a line that a load asks for at `now` has a place.
    #[inline]
    pub fn banks_for_misses(&self, now: u64) -> u8 {
        self.missed.open_banks(now)
    }

    /// From when on all lines of stores and atomics have had places.
    #[inline]
    pub fn stored_from(&self) -> u64 {
        self.stored.all_but_few()
    }

    /// The same of lines that loads ask for.
    #[inline]
    pub fn missed_from(&self) -> u64 {
        self.missed.all_but_few()
    }

    /// For how many cycles it was taken.
    pub fn cycles(&self) -> u64 {
        self.taken as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two places for stores in each of two banks, three for loads, two at the port itself.
    fn port() -> Port {
        Port {
            free: 0.0,
            taken: 0.0,
            way: 3,
            place_latency: 5,
            stored: Lines::new(2, 2),
            missed: Lines::new(3, 2),
            closed: Lines::new(2, 1),
            closes: 0,
        }
    }

    #[test]
    fn lines_leave_one_behind_the_other() {
        let mut port = port();
        assert_eq!(port.leave(0, 5, 2.5), 5);
        assert_eq!(port.miss(1, 5, 1.0), 7);
        assert_eq!(port.leave(1, 5, 1.0), 8);
        assert_eq!(port.leave(0, 20, 1.0), 20);
        assert_eq!(port.cycles(), 5);
    }

    #[test]
    fn a_line_that_is_put_off_takes_the_port_once() {
        let mut port = port();
        for _ in 0..3 {
            port.leave(0, 10, 2.0);
        }
        assert_eq!(port.put_off(30, 2.0, 3.0), 30);
        assert_eq!(port.cycles(), 7);
        assert_eq!(port.leave(0, 10, 2.0), 33);
    }

    #[test]
    fn a_line_closes_when_it_goes_on_to_the_few_at_the_port() {
        let mut port = port();
        let mut closes = |earliest| {
            port.leave(0, earliest, 5.0);
            port.closes()
        };
        assert_eq!([10, 10, 10, 10, 40].map(&mut closes), [7, 8, 10, 15, 37]);
    }

    #[test]
    fn each_bank_has_its_places() {
        let mut port = port();
        for bank in [0, 1, 1, 0] {
            port.leave(bank, 10, 10.0);
        }
        assert_eq!(port.stored_from(), 0, "two in each");
        assert_eq!([0, 1].map(|bank| port.place_from(bank)), [12, 13]);
        port.leave(1, 10, 10.0);
        assert_eq!(
            port.stored_from(),
            13,
            "the first of bank 1 goes on in cycle 8"
        );
        port.leave(0, 10, 10.0);
        assert_eq!(port.stored_from(), 13, "that of bank 0 has gone before it");
    }

    #[test]
    fn a_bank_is_open_while_it_has_a_place_for_one_more() {
        let mut port = port();
        for _ in 0..2 {
            port.miss(0, 10, 10.0);
        }
        assert_eq!(port.banks_for_misses(0), 0b11);
        port.miss(0, 10, 10.0);
        let open = [6, 7].map(|now| port.banks_for_misses(now));
        assert_eq!(open, [0b10, 0b11], "the first goes on in cycle 7");
    }

    #[test]
    fn stores_and_loads_are_counted_apart() {
        let mut port = port();
        for _ in 0..4 {
            port.miss(0, 10, 10.0);
        }
        assert_eq!((port.stored_from(), port.missed_from()), (0, 7));
        for _ in 0..3 {
            port.leave(0, 10, 10.0);
        }
        assert_eq!((port.stored_from(), port.missed_from()), (35, 7));
    }
}
