//! The coalescer of requests between the SMs of a GPC and a slice: the same sectors, asked by several.
//!
//! A load rides with an earlier one of its GPC that asks for exactly the same sectors of a line and
//! whose answer has not yet come back to the coalescer: it costs the L2 nothing, and its data crosses
//! the GPC's port with the other's. Measured on an H200 (`micro/h200/riders`): of two SMs that ask for
//! a line of the L2 the second rides up to 32 cycles after the first, in half of the cases at 64, at 96
//! in none; for one that DRAM must bring, 290 to 600 cycles; two warps of one SM alike; and no more
//! than four in all. So the coalescer lies close to the slice: most of a hit's 292 cycles pass before
//! it and behind it.
//!
//! It knows a line by one entry. A request for other sectors of the line, or for fewer, ends the entry
//! and has none itself; only the next one begins another. So SMs that want the same sectors by turns
//! with others that want their neighbours, as strided kernels do, share next to nothing: of eight that
//! want each sector seven ask.
//!
//! Each shard has the part of the coalescers' tables that its lines fall into. It is direct-mapped by
//! a hash of line and GPC; a new line displaces an older one, with which nobody rides any more. One that
//! rides is served when it comes, not with the one before it: up to 64 cycles late. A write to the line
//! is taken for a request like others (assumed).

use super::packet::Packet;
use crate::interleave::mix;
use crate::message::SectorMask;
use crate::prefetch::prefetch;

#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Entry {
    /// The line, and whose request it is: its GPC.
    line: u64,
    /// When the answer leaves the slice; unknown before that is known.
    done: u64,
    /// The request that went to the L2.
    order: u32,
    sectors: SectorMask,
    /// How many more may ride.
    room: u8,
}

const FREE: Entry = Entry {
    line: u64::MAX,
    done: 0,
    order: 0,
    sectors: 0,
    room: 0,
};

/// See the module.
#[derive(Clone, Debug)]
pub struct Coalescer {
    entries: Vec<Entry>,
    riders: u8,
    /// By GPC: how long before an answer leaves the slice nobody rides with it any more.
    leads: Vec<u64>,
}

/// A line as a GPC's coalescer knows it; of GPCs there are no more than 64 (`MOST_GPCS`).
fn line_of(packet: &Packet, gpc: usize) -> u64 {
    packet.line << 6 | gpc as u64
}

impl Coalescer {
    /// Of a shard: `lines` are remembered, `loads` served by one request at most; nobody rides in the
    /// last `leads` cycles of an answer, by GPC.
    pub fn new(lines: u32, loads: u32, leads: Vec<u64>) -> Coalescer {
        Coalescer {
            entries: vec![FREE; lines.max(1).next_power_of_two() as usize],
            riders: loads.saturating_sub(1).min(255) as u8,
            leads,
        }
    }

    /// As at the beginning.
    pub fn rewind(&mut self) {
        self.entries.fill(FREE);
    }

    fn index(&self, line: u64) -> usize {
        mix(line) as usize & (self.entries.len() - 1)
    }

    /// Asks the host for what is known of the line.
    #[inline(always)]
    pub fn prefetch(&self, packet: &Packet, gpc: usize) {
        prefetch(&self.entries[self.index(line_of(packet, gpc))]);
    }

    /// Whether a load rides with an earlier one; if not, later ones may ride with it, unless it has
    /// ended the entry of another.
    #[inline(always)]
    pub fn rides(&mut self, packet: &Packet, gpc: usize) -> bool {
        let line = line_of(packet, gpc);
        let index = self.index(line);
        let entry = &mut self.entries[index];
        let open = entry.done > packet.time + self.leads[gpc] && entry.room > 0;
        if entry.line == line && open {
            let rides = entry.sectors == packet.sectors();
            entry.room = if rides { entry.room - 1 } else { 0 };
            return rides;
        }
        *entry = Entry {
            line,
            done: u64::MAX,
            order: packet.order,
            sectors: packet.sectors(),
            room: self.riders,
        };
        false
    }

    /// A write to the line passes: nobody rides with a load before it.
    #[inline(always)]
    pub fn written(&mut self, packet: &Packet, gpc: usize) {
        let line = line_of(packet, gpc);
        let index = self.index(line);
        let entry = &mut self.entries[index];
        if entry.line == line {
            entry.room = 0;
        }
    }

    /// The answer to a load leaves the slice at `time`.
    #[inline(always)]
    pub fn answered(&mut self, packet: &Packet, gpc: usize, time: u64) {
        let line = line_of(packet, gpc);
        let index = self.index(line);
        let entry = &mut self.entries[index];
        if entry.line == line && entry.order == packet.order {
            entry.done = time;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::load;

    fn packet(time: u64, line: u64, sectors: u8, order: u32) -> Packet {
        let mut request = load(time);
        (request.line, request.sectors) = (line, sectors);
        Packet::new(&request, order)
    }

    #[test]
    fn loads_ride_until_the_answer_has_come_back_or_the_room_is_gone() {
        let mut coalescer = Coalescer::new(16, 3, vec![20]);
        let first = packet(10, 5, 0b11, 1);
        let rides = |coalescer: &mut Coalescer, time, order| {
            coalescer.rides(&packet(time, 5, 0b11, order), 0)
        };
        assert!(!coalescer.rides(&first, 0));
        assert!(rides(&mut coalescer, 500, 2), "nobody knows until when");
        coalescer.answered(&first, 0, 1000);
        assert!(rides(&mut coalescer, 979, 3));
        assert!(!rides(&mut coalescer, 979, 4), "a fourth");
        coalescer.answered(&packet(979, 5, 0b11, 4), 0, 1100);
        assert!(!rides(&mut coalescer, 1080, 5), "it has come back");
    }

    #[test]
    fn a_request_for_other_sectors_ends_an_entry_and_has_none() {
        // How many go to the L2 of SMs that ask for these sectors one after the other, as measured.
        let asked = |sectors: &[u8]| {
            let mut coalescer = Coalescer::new(16, 4, vec![0]);
            let mut goes = |&(order, &s): &(usize, &u8)| {
                !coalescer.rides(&packet(order as u64, 5, s, order as u32), 0)
            };
            sectors.iter().enumerate().filter(&mut goes).count()
        };
        assert_eq!(asked(&[1, 1, 1, 1]), 1);
        assert_eq!(asked(&[1; 8]), 2);
        assert_eq!(asked(&[1, 2, 2]), 3);
        assert_eq!(asked(&[1, 1, 2, 1]), 3);
        assert_eq!(asked(&[1, 2, 1, 2]), 4);
        assert_eq!(asked(&[1, 2, 4, 4]), 3);
        assert_eq!(asked(&[15, 1, 1]), 3, "fewer");
        assert_eq!(asked(&[1, 1, 1, 1, 2, 2, 2, 2]), 2);
        assert_eq!(asked(&[1, 2, 2, 2, 1, 1, 1, 1]), 5);
        assert_eq!(asked(&[1, 1, 2, 2, 1, 1, 2, 2]), 7);
    }

    #[test]
    fn nobody_rides_with_another_gpc_or_across_a_write() {
        let mut coalescer = Coalescer::new(1024, 4, vec![0, 0]);
        assert!(!coalescer.rides(&packet(10, 5, 0b1111, 1), 0));
        assert!(!coalescer.rides(&packet(11, 5, 0b1111, 1), 1));
        assert!(coalescer.rides(&packet(12, 5, 0b1111, 3), 0));
        coalescer.written(&packet(13, 5, 0b0001, 4), 0);
        assert!(!coalescer.rides(&packet(14, 5, 0b1111, 5), 0));
    }
}
