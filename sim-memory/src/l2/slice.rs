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
use crate::cache::{CacheShape, Line, SectoredCache, Slot};
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

/// What a slice keeps of a line beside its sectors.
#[derive(Clone, Copy, Debug, Default)]
struct Extra {
    /// When each pair of sectors is here.
    ready: [u64; 2],
    /// Bytes written in sectors that are not valid.
    written: u128,
}

impl Extra {
    fn ready_time(&self, sectors: SectorMask) -> u64 {
        let of = |pair: usize| match sectors >> (2 * pair) & 0b11 {
            0 => 0,
            _ => self.ready[pair],
        };
        of(0).max(of(1))
    }
}

#[derive(Clone, Debug)]
pub(super) struct Slice {
    cache: SectoredCache<Extra>,
    pub port: Server,
    pub dram: Dram,
    partial_ways: usize,
    pub interleave: Interleave,
}

impl Slice {
    pub(super) fn new(config: &L2Config, dram: &DramConfig, interleave: Interleave) -> Slice {
        Slice {
            cache: SectoredCache::new(CacheShape {
                sets: config.sets,
                ways: config.ways,
            }),
            port: Server::default(),
            dram: Dram::new(dram),
            partial_ways: config.partial_ways as usize,
            interleave,
        }
    }

    /// See [`SectoredCache::prefetch_set`].
    #[inline(always)]
    pub(super) fn prefetch_set(&self, line: u64) -> u64 {
        self.cache.prefetch_set(scramble(line))
    }

    /// See [`SectoredCache::prefetch_line`].
    #[inline(always)]
    pub(super) fn prefetch_line(&self, line: u64) -> u64 {
        self.cache.prefetch_line(scramble(line))
    }

    fn find_or_allocate(&mut self, at: u64, line: u64) -> Slot {
        let key = scramble(line);
        if let Some(slot) = self.cache.find(key) {
            self.cache.touch(slot);
            return slot;
        }
        let (slot, evicted) = self.cache.allocate(key);
        if let Some(evicted) = evicted {
            self.write_back(at, &evicted);
        }
        slot
    }

    /// What leaves goes to DRAM; partly written sectors are completed first.
    /// A DRAM that has too much to write holds the slice up.
    fn write_back(&mut self, at: u64, evicted: &Line<Extra>) {
        if evicted.dirty == 0 {
            return;
        }
        let local = self.interleave.home(unscramble(evicted.line)).local;
        let partial = sectors_of(evicted.extra.written) & !evicted.valid;
        if partial != 0 {
            self.dram.read(at, local, partial.count_ones());
        }
        let accepted = self.dram.write(at, local, evicted.dirty.count_ones());
        self.port.hold_until(accepted);
    }

    /// Reads sectors at their home; what is missing comes from DRAM in pairs.
    pub(super) fn read(&mut self, at: u64, line: u64, local: u64, asked: SectorMask) -> Lookup {
        let slot = self.find_or_allocate(at, line);
        let valid = self.cache.get(slot).valid;
        let fetched = pairs(asked & !valid) & !valid;
        if fetched != 0 {
            self.fetch(at, slot, local, fetched);
        }
        Lookup {
            hit: asked & valid,
            fetched,
            ready: self.cache.get(slot).extra.ready_time(asked),
        }
    }

    fn fetch(&mut self, at: u64, slot: Slot, local: u64, fetched: SectorMask) {
        for pair in 0..2 {
            let sectors = fetched >> (2 * pair) & 0b11;
            if sectors != 0 {
                let time = self.dram.read(at, local, sectors.count_ones());
                let ready = &mut self.cache.get_mut(slot).extra.ready[pair];
                *ready = time.max(*ready);
            }
        }
        self.complete(slot, fetched);
    }

    /// Makes sectors valid.
    fn complete(&mut self, slot: Slot, sectors: SectorMask) {
        let line = self.cache.get_mut(slot);
        line.valid |= sectors;
        line.extra.written &= !bytes_of(line.valid);
    }

    /// Stores bytes at their home.
    pub(super) fn write(&mut self, at: u64, line: u64, bytes: u128) {
        let slot = self.find_or_allocate(at, line);
        let entry = self.cache.get_mut(slot);
        let had_partial = entry.extra.written != 0;
        entry.extra.written |= bytes;
        entry.dirty |= sectors_of(bytes);
        let full = full_sectors(entry.extra.written);
        self.complete(slot, full);
        if !had_partial && self.cache.get(slot).extra.written != 0 {
            self.limit_partial_lines(at, scramble(line));
        }
    }

    /// Completes and writes back the oldest partly written line of a set that
    /// has more of them than it may.
    fn limit_partial_lines(&mut self, at: u64, key: u64) {
        let lines = self.cache.by_age(key);
        let mut partial = lines.filter(|(_, line)| line.extra.written != 0);
        let oldest = partial.next().map(|(slot, _)| slot);
        if let Some(slot) = oldest
            && partial.count() >= self.partial_ways
        {
            self.clean(at, slot);
        }
    }

    fn clean(&mut self, at: u64, slot: Slot) {
        let line = *self.cache.get(slot);
        self.write_back(at, &line);
        self.complete(slot, sectors_of(line.extra.written));
        self.cache.get_mut(slot).dirty = 0;
    }

    /// Marks sectors as newer than memory: an atomic changed them.
    pub(super) fn dirty(&mut self, line: u64, sectors: SectorMask) {
        if let Some(slot) = self.cache.find(scramble(line)) {
            self.cache.get_mut(slot).dirty |= sectors;
        }
    }

    /// Reads sectors of a copy; `fetched` are to be asked of the home, and
    /// `ready` is [`UNKNOWN`] while the home has not promised them all.
    pub(super) fn read_copy(&mut self, at: u64, line: u64, asked: SectorMask) -> Lookup {
        let slot = self.find_or_allocate(at, line);
        self.cache.set_expendable(slot, true);
        let entry = self.cache.get_mut(slot);
        let hit = asked & entry.valid;
        let fetched = pairs(asked & !entry.valid) & !entry.valid;
        entry.valid |= fetched;
        for pair in 0..2 {
            if fetched >> (2 * pair) & 0b11 != 0 {
                entry.extra.ready[pair] = UNKNOWN;
            }
        }
        Lookup {
            hit,
            fetched,
            ready: entry.extra.ready_time(asked),
        }
    }

    /// The home has promised sectors of a copy; without effect if the copy
    /// has gone meanwhile.
    pub(super) fn promise_copy(&mut self, line: u64, sectors: SectorMask, time: u64) {
        let Some(slot) = self.cache.find(scramble(line)) else {
            return;
        };
        for pair in 0..2 {
            let ready = &mut self.cache.get_mut(slot).extra.ready[pair];
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
