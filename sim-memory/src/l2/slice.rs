//! One slice of the L2: its lines, its port and the DRAM behind it.
//!
//! A slice holds lines whose home it is, and copies of lines whose home is
//! the slice of the same number on the other side. Copies are clean and the
//! first to go: measured, the lines that one side reads are not doubled.
//!
//! A miss brings a pair of sectors, 64 bytes. Its line is valid at once, with
//! the time of its arrival beside it, so later requests merge with it. Stores
//! allocate without reading; partly written sectors keep a byte mask and are
//! completed from DRAM when they are read, evicted, or when too many lines of
//! the set hold some.

use super::config::L2Config;
use crate::cache::{CacheShape, Evicted, SectoredCache, Slot};
use crate::coalesce::{full_sectors, sectors_of};
use crate::dram::{Dram, DramConfig};
use crate::interleave::Interleave;
use crate::message::SectorMask;
use crate::server::Server;

/// The time of data that the home has not yet promised.
pub(super) const UNKNOWN: u64 = u64::MAX;

/// A lookup at the home slice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lookup {
    /// Sectors that were there or on their way.
    pub hit: SectorMask,
    /// Sectors fetched.
    pub fetched: SectorMask,
    /// When all of it is here.
    pub ready: u64,
}

#[derive(Clone, Debug)]
pub(super) struct Slice {
    pub cache: SectoredCache,
    /// By slot: when each pair of sectors is here.
    ready: Vec<[u64; 2]>,
    /// By slot: bytes written in sectors that are not valid.
    written: Vec<u128>,
    pub port: Server,
    pub dram: Dram,
    partial_ways: usize,
    pub interleave: Interleave,
}

impl Slice {
    pub(super) fn new(config: &L2Config, dram: &DramConfig, interleave: Interleave) -> Slice {
        let cache = SectoredCache::new(CacheShape {
            sets: config.sets,
            ways: config.ways,
        });
        Slice {
            ready: vec![[0; 2]; cache.slots()],
            written: vec![0; cache.slots()],
            cache,
            port: Server::default(),
            dram: Dram::new(dram),
            partial_ways: config.partial_ways as usize,
            interleave,
        }
    }

    fn find(&mut self, line: u64) -> Option<Slot> {
        let slot = self.cache.find(scramble(line))?;
        self.cache.touch(slot);
        Some(slot)
    }

    fn find_or_allocate(&mut self, at: u64, line: u64) -> Slot {
        if let Some(slot) = self.find(line) {
            return slot;
        }
        let (slot, evicted) = self.cache.allocate(scramble(line));
        let written = std::mem::take(&mut self.written[slot as usize]);
        if let Some(evicted) = evicted {
            self.write_back(at, evicted, written);
        }
        self.ready[slot as usize] = [0; 2];
        slot
    }

    /// What leaves goes to DRAM; partly written sectors are completed first.
    fn write_back(&mut self, at: u64, evicted: Evicted, written: u128) {
        let dirty = evicted.state.dirty;
        if dirty == 0 {
            return;
        }
        let local = self.interleave.home(unscramble(evicted.line)).local;
        let partial = sectors_of(written) & !evicted.state.valid;
        if partial != 0 {
            self.dram.read(at, local, partial.count_ones());
        }
        self.dram.write(at, local, dirty.count_ones());
    }

    /// Reads sectors at their home; what is missing comes from DRAM in pairs.
    pub(super) fn read(&mut self, at: u64, line: u64, local: u64, asked: SectorMask) -> Lookup {
        let slot = self.find_or_allocate(at, line);
        let valid = self.cache.state(slot).valid;
        let fetched = pairs(asked & !valid) & !valid;
        self.fetch(at, slot, local, fetched);
        Lookup {
            hit: asked & valid,
            fetched,
            ready: self.ready_time(slot, asked),
        }
    }

    fn fetch(&mut self, at: u64, slot: Slot, local: u64, fetched: SectorMask) {
        for pair in 0..2 {
            let sectors = fetched >> (2 * pair) & 0b11;
            if sectors != 0 {
                let time = self.dram.read(at, local, sectors.count_ones());
                let ready = &mut self.ready[slot as usize][pair as usize];
                *ready = time.max(*ready);
            }
        }
        self.complete(slot, fetched);
    }

    /// Makes sectors valid.
    fn complete(&mut self, slot: Slot, sectors: SectorMask) {
        let state = self.cache.state_mut(slot);
        state.valid |= sectors;
        let valid = state.valid;
        let written = &mut self.written[slot as usize];
        *written &= !bytes_of(valid);
    }

    fn ready_time(&self, slot: Slot, sectors: SectorMask) -> u64 {
        let ready = &self.ready[slot as usize];
        let of = |pair: usize| match sectors >> (2 * pair) & 0b11 {
            0 => 0,
            _ => ready[pair],
        };
        of(0).max(of(1))
    }

    /// Stores bytes at their home.
    pub(super) fn write(&mut self, at: u64, line: u64, bytes: u128) {
        let slot = self.find_or_allocate(at, line);
        let had_partial = self.written[slot as usize] != 0;
        let written = self.written[slot as usize] | bytes;
        self.written[slot as usize] = written;
        self.cache.state_mut(slot).dirty |= sectors_of(bytes);
        self.complete(slot, full_sectors(written));
        if !had_partial && self.written[slot as usize] != 0 {
            self.limit_partial_lines(at, scramble(line));
        }
    }

    /// Completes and writes back the oldest partly written line of a set that
    /// has more of them than it may.
    fn limit_partial_lines(&mut self, at: u64, key: u64) {
        let slots = self.cache.set_slots(key);
        let partial = slots.filter(|&slot| self.written[slot as usize] != 0);
        let count = partial.clone().count();
        if count <= self.partial_ways {
            return;
        }
        let oldest = partial.min_by_key(|&slot| self.cache.last_use(slot));
        if let Some(slot) = oldest {
            self.clean(at, slot);
        }
    }

    fn clean(&mut self, at: u64, slot: Slot) {
        let Some(key) = self.cache.line(slot) else {
            return;
        };
        let state = self.cache.state(slot);
        let written = self.written[slot as usize];
        self.write_back(at, Evicted { line: key, state }, written);
        self.complete(slot, sectors_of(written));
        self.cache.state_mut(slot).dirty = 0;
    }

    /// Marks sectors as newer than memory: an atomic changed them.
    pub(super) fn dirty(&mut self, line: u64, sectors: SectorMask) {
        if let Some(slot) = self.find(line) {
            self.cache.state_mut(slot).dirty |= sectors;
        }
    }

    /// Reads sectors of a copy; `fetched` are to be asked of the home, and
    /// `ready` is [`UNKNOWN`] while the home has not promised them all.
    pub(super) fn read_copy(&mut self, at: u64, line: u64, asked: SectorMask) -> Lookup {
        let slot = self.find_or_allocate(at, line);
        let state = self.cache.state_mut(slot);
        state.expendable = true;
        let hit = asked & state.valid;
        let fetched = pairs(asked & !state.valid) & !state.valid;
        state.valid |= fetched;
        for pair in 0..2 {
            if fetched >> (2 * pair) & 0b11 != 0 {
                self.ready[slot as usize][pair] = UNKNOWN;
            }
        }
        Lookup {
            hit,
            fetched,
            ready: self.ready_time(slot, asked),
        }
    }

    /// The home has promised sectors of a copy; without effect if the copy
    /// has gone meanwhile.
    pub(super) fn promise_copy(&mut self, line: u64, sectors: SectorMask, time: u64) {
        let Some(slot) = self.cache.find(scramble(line)) else {
            return;
        };
        for pair in 0..2 {
            let ready = &mut self.ready[slot as usize][pair];
            if sectors >> (2 * pair) & 0b11 != 0 && *ready == UNKNOWN {
                *ready = time;
            }
        }
    }

    /// Drops sectors of a copy: the line is written to.
    pub(super) fn drop_copy(&mut self, line: u64, sectors: SectorMask) {
        if let Some(slot) = self.cache.find(scramble(line)) {
            self.cache.drop_sectors(slot, sectors);
        }
    }
}

/// The pairs in which a sector lies.
pub(super) fn pairs(sectors: SectorMask) -> SectorMask {
    let pair = (sectors | sectors >> 1) & 0b0101;
    pair | pair << 1
}

/// The bytes of whole sectors.
fn bytes_of(sectors: SectorMask) -> u128 {
    (0..4)
        .filter(|s| sectors >> s & 1 != 0)
        .fold(0, |mask, s| mask | u128::from(u32::MAX) << (32 * s))
}

const LINE_BITS: u32 = 44;
const LINE_MASK: u64 = (1 << LINE_BITS) - 1;
const MULTIPLIER: u64 = 0x9e3_779b_97f5;
const INVERSE: u64 = inverse(MULTIPLIER);

/// A one-to-one hash of line addresses, so that the lines of a slice fall on
/// its sets at random: the measured rate falls gently, from 52 MB on.
fn scramble(line: u64) -> u64 {
    let product = line.wrapping_mul(MULTIPLIER) & LINE_MASK;
    product ^ product >> (LINE_BITS / 2)
}

fn unscramble(key: u64) -> u64 {
    let product = key ^ key >> (LINE_BITS / 2);
    product.wrapping_mul(INVERSE) & LINE_MASK
}

/// The inverse of an odd number modulo 2^64, by Newton's iteration.
const fn inverse(odd: u64) -> u64 {
    let mut x = odd;
    let mut round = 0;
    while round < 6 {
        x = x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)));
        round += 1;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scrambling_is_undone() {
        for line in [0, 1, 0x7e00_0000_0000 >> 7, LINE_MASK, 123_456_789] {
            assert_eq!(unscramble(scramble(line)), line);
        }
    }

    #[test]
    fn a_sector_belongs_to_its_pair() {
        assert_eq!(pairs(0b0001), 0b0011);
        assert_eq!(pairs(0b1000), 0b1100);
        assert_eq!(pairs(0b0110), 0b1111);
        assert_eq!(pairs(0), 0);
    }
}
