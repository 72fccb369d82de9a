//! One slice of the L2: its lines, its port and the DRAM behind it.
//!
//! A slice holds lines whose home it is, and copies of lines whose home is
//! the slice of the same number on the other side: of what was loaded here, and of sectors that
//! stores wrote whole on their way there. A home knows which sectors the other side has stored to, if
//! only in part.
//! Copies are clean, and grow as old as other lines: of all that is in a set the least recently
//! used goes first (measured: `micro/h200/copies`). The lines of a slice follow each other from set
//! to set.
//!
//! A miss brings a pair of sectors, 64 bytes. Its line is valid at once, with
//! the time of its arrival beside it, so later requests merge with it. Stores
//! allocate without reading; partly written sectors keep a byte mask and are
//! completed from DRAM when they are read, evicted, or when too many younger
//! lines of the slice have begun to hold some. When what is newer than DRAM is
//! written back says `newer`.

mod newer;

use super::config::L2Config;
use crate::cache::{CacheShape, Key, SectoredCache, Slot};
use crate::coalesce::{bytes_of, full_sectors, sectors_of};
use crate::dram::{Dram, DramConfig};
use crate::interleave::{Home, Interleave};
use crate::line::{LINE_BITS, Line};
use crate::message::SectorMask;
use crate::prefetch::prefetch_at;
use crate::server::{Cost, Server};

use super::queue::{Part, Queue};

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

/// What a slice keeps of a line beside its sectors: for each pair of sectors
/// marked as coming, the low bits of the cycle in which it is here.
type Arrivals = [u32; 2];

/// Marks of the pairs that are on their way, or were when last looked at.
const COMING: [u8; 2] = [0b0001, 0b0010];
/// Marks of the pairs of a copy that the home has not promised yet.
const UNPROMISED: [u8; 2] = [0b0100, 0b1000];
/// Mark of a line that holds bytes of sectors that are not valid.
const PARTIAL: u8 = 0b1_0000;
/// Mark of a line of which completed sectors wait to be written back.
const WAITS: u8 = 0b10_0000;
/// Mark of a line whose sectors on their way loads have asked for.
const AWAITED: u8 = 0b100_0000;

/// Mark of a copy to which stores passed that may not have reached the home.
const PASSED: u8 = 0b1000_0000;

/// Mark of a line at its home that was stored to again while sectors of it were incomplete or waited to be written
/// back; a copy has no such sectors.
const AGAIN: u8 = PASSED;

/// No time.
const NEVER: u64 = u64::MAX;

/// Cycles after which arrivals are looked through, so that a cycle's low bits
/// are never taken for those of a much later one.
const SETTLE_EVERY: u64 = 1 << 30;

type Resident = Line<Arrivals>;

/// When the pairs of these sectors are here: zero if they are, [`UNKNOWN`] if
/// the home has not promised them all.
#[inline(always)]
fn arrival(line: &Resident, sectors: SectorMask, now: u64) -> u64 {
    let marks = line.marks() & 0xf;
    if marks == 0 {
        return 0;
    }
    let of = |pair: usize| match sectors >> (2 * pair) & 0b11 {
        0 => 0,
        _ if marks & UNPROMISED[pair] != 0 => UNKNOWN,
        _ if marks & COMING[pair] != 0 => whole_time(line.extra[pair], now),
        _ => 0,
    };
    of(0).max(of(1))
}

/// Where a line, as the cache names it, lies in its slice's DRAM.
#[inline(always)]
fn local(name: u64) -> u64 {
    name >> 1
}

/// The cycle with these low bits that is nearest to `now`.
#[inline(always)]
fn whole_time(low: u32, now: u64) -> u64 {
    now.wrapping_add_signed(i64::from(low.wrapping_sub(now as u32) as i32))
}

/// Notes when a pair is here.
#[inline(always)]
fn set_arrival(line: &mut Resident, pair: usize, time: u64) {
    line.extra[pair] = time as u32;
    line.mark(COMING[pair] | UNPROMISED[pair], COMING[pair]);
}

#[derive(Clone, Debug)]
pub(super) struct Slice {
    cache: SectoredCache<Arrivals>,
    /// By slot: bytes written in sectors that are not valid, of lines marked [`PARTIAL`].
    written: Vec<u128>,
    /// What SMs ask for: tags, sectors read and stored.
    pub port: Server,
    /// Sectors on their way into the data: stored, for atomics, from DRAM, or
    /// across from the other side. Loads that hit do not wait for it.
    pub intake: Server,
    /// By which what SMs send enters: stores' data, atomics' operands, loads' requests.
    pub way: Server,
    /// By how much later the second half of a line comes.
    second_fetch: u64,
    fill_sector: Cost,
    /// What completing a line takes that was stored to again while it was incomplete.
    mend: Cost,
    pub dram: Dram,
    settled: u64,
    /// Partly written sectors that were completed from DRAM.
    pub filled: u64,
    /// Lines that have begun to hold partly written sectors, in this order, ...
    partial: Queue,
    /// ... how many still do, and how many may.
    in_parts: usize,
    most_in_parts: usize,
    /// By channel of the DRAM: lines that were completed and wait until it has time to write them back, ...
    completed: Vec<Queue>,
    /// ... and when it is seen next whether it has.
    looks: u64,
    /// Lines that have become newer than DRAM, in this order, ...
    dirty: Queue,
    /// ... how many still are, and how many may be.
    newer: usize,
    most_newer: usize,
    pub interleave: Interleave,
}

impl Slice {
    pub(super) fn new(
        number: u32,
        config: &L2Config,
        dram: &DramConfig,
        interleave: Interleave,
    ) -> Slice {
        let shape = CacheShape {
            sets: config.sets,
            ways: config.ways,
        };
        let lines = shape.lines() as usize;
        let of_lines = |share: f32| (lines as f32 * share) as usize;
        Slice {
            cache: SectoredCache::new(shape),
            written: vec![0; shape.lines() as usize],
            port: Server::default(),
            intake: Server::default(),
            way: Server::default(),
            second_fetch: config.second_fetch.into(),
            fill_sector: Cost::per_cycle(config.write_sectors_per_cycle),
            mend: Cost::cycles(config.mend_cycles),
            dram: Dram::new(dram, [number, number / config.sides()], interleave),
            settled: 0,
            filled: 0,
            partial: Queue::new(4 * lines),
            in_parts: 0,
            most_in_parts: of_lines(config.partial_share),
            completed: vec![Queue::new(lines); dram.channels_per_slice as usize],
            looks: NEVER,
            dirty: Queue::new(4 * lines),
            newer: 0,
            most_newer: of_lines(config.dirty_share),
            interleave,
        }
    }

    /// Back to time zero with the lines that it holds, all of them here.
    pub(super) fn rewind(&mut self) {
        self.port = Server::default();
        self.intake = Server::default();
        self.way = Server::default();
        self.dram = self.dram.idle();
        self.settled = 0;
        self.filled = 0;
        self.look_anew();
        for line in self.cache.resident_mut() {
            line.mark(COMING[0] | COMING[1] | UNPROMISED[0] | UNPROMISED[1], 0);
        }
    }

    /// Forgets arrivals that are past, once in a long while.
    pub(super) fn settle(&mut self, now: u64) {
        let since = now - self.settled;
        if since < SETTLE_EVERY {
            return;
        }
        let from = self.settled;
        self.settled = now;
        for line in self.cache.resident_mut() {
            let ages_ago = since >= 2 * SETTLE_EVERY;
            for (arrival, coming) in line.extra.into_iter().zip(COMING) {
                if ages_ago || whole_time(arrival, from + SETTLE_EVERY) <= now {
                    line.mark(coming, 0);
                }
            }
        }
    }

    /// The line with its hashes, which are the same in both slices of a shard, where it
    /// goes by its number and the side of its home. Of the lines that a launch has beyond all buffers that number is too long
    /// on machines of few slices: there its highest bits stand lower, above those of any buffer.
    #[inline(always)]
    pub(super) fn key(&self, line: u64) -> Key {
        let Home { side, local, .. } = self.interleave.home(line);
        let number = local << 1 | u64::from(side);
        let beyond = number >> LINE_BITS << (LINE_BITS - 4);
        self.cache.key(number & ((1 << LINE_BITS) - 1) | beyond)
    }

    /// See [`SectoredCache::prefetch_set`].
    #[inline(always)]
    pub(super) fn prefetch_set(&self, key: Key) {
        self.cache.prefetch_set(key);
    }

    /// See [`SectoredCache::prefetch_line`].
    #[inline(always)]
    pub(super) fn prefetch_line(&self, key: Key) -> usize {
        self.cache.prefetch_line(key)
    }

    /// Asks the host for a line to be written, with the bytes of it that are.
    #[inline(always)]
    pub(super) fn prefetch_written(&self, key: Key) {
        let index = self.prefetch_line(key);
        prefetch_at(&self.written, index);
    }

    /// The line, at its home or as a copy.
    #[inline(always)]
    fn find_or_come(&mut self, at: u64, key: Key) -> Slot {
        match self.cache.access(key) {
            Some(slot) => slot,
            None => self.allocate(at, key),
        }
    }

    #[inline(always)]
    fn allocate(&mut self, at: u64, key: Key) -> Slot {
        let (slot, evicted) = self.cache.allocate(key);
        if let Some(evicted) = evicted
            && evicted.dirty() != 0
        {
            self.newer -= 1;
            self.in_parts -= usize::from(evicted.marks() & PARTIAL != 0);
            self.write_back(at, slot, &evicted);
        }
        slot
    }

    /// Where a line is, by the cache's name.
    fn find(&self, name: u64) -> Option<Slot> {
        self.cache.find(self.cache.key(name))
    }

    /// Reads sectors at their home for a load; what is missing comes from DRAM in pairs.
    #[inline]
    pub(super) fn read(&mut self, at: u64, key: Key, asked: SectorMask) -> Lookup {
        self.look_up(at, key, asked, pairs, AWAITED)
    }

    /// Reads what an atomic changes. One that comes `alone`, from the other side, brings
    /// no neighbours (measured: atomics on lone sectors).
    pub(super) fn read_to_change(
        &mut self,
        at: u64,
        key: Key,
        asked: SectorMask,
        alone: bool,
    ) -> Lookup {
        let unit = |sectors| if alone { sectors } else { pairs(sectors) };
        self.look_up(at, key, asked, unit, 0)
    }

    #[inline(always)]
    fn look_up(
        &mut self,
        at: u64,
        key: Key,
        asked: SectorMask,
        unit: impl Fn(SectorMask) -> SectorMask,
        awaited: u8,
    ) -> Lookup {
        let slot = self.find_or_come(at, key);
        let valid = self.cache.get(slot).valid();
        let fetched = unit(asked & !valid) & !valid;
        if fetched != 0 {
            let line = self.cache.get_mut(slot);
            if arrival(line, 0xf, at) <= at {
                line.mark(AWAITED, 0);
            }
            self.fetch(at, slot, fetched);
        }
        let line = self.cache.get_mut(slot);
        let ready = arrival(line, asked, at);
        if ready > at {
            line.mark(awaited, awaited);
        }
        Lookup {
            hit: asked & valid,
            fetched,
            ready,
        }
    }

    /// When all that loads wait for of a line is here: zero if there is none, [`UNKNOWN`]
    /// if the home of a copy has not promised it all.
    #[inline]
    pub(super) fn awaited(&self, key: Key, at: u64) -> u64 {
        let Some(slot) = self.cache.find(key) else {
            return 0;
        };
        let line = self.cache.get(slot);
        match line.marks() & AWAITED {
            0 => 0,
            _ => arrival(line, 0xf, at),
        }
    }

    fn fetch(&mut self, at: u64, slot: Slot, fetched: SectorMask) {
        let local = local(self.cache.get(slot).line());
        for pair in 0..2 {
            let sectors = fetched >> (2 * pair) & 0b11;
            if sectors != 0 {
                let second = pair == 1 && fetched & 0b11 != 0;
                let later = if second { self.second_fetch } else { 0 };
                let come = self.dram.read(at, local, sectors.count_ones()) + later;
                let cost = self.fill_sector.times(sectors.count_ones());
                let time = come.max(self.intake.finish(at, cost));
                let line = self.cache.get_mut(slot);
                let before = arrival(line, 0b11 << (2 * pair), at);
                set_arrival(line, pair, time.max(before));
            }
        }
        self.complete(slot, fetched);
    }

    /// Makes sectors valid.
    #[inline(always)]
    fn complete(&mut self, slot: Slot, sectors: SectorMask) {
        self.cache.get_mut(slot).validate(sectors);
        let parts = self.parts(slot);
        if parts != 0 {
            self.keep_parts(slot, parts);
        }
    }

    /// Bytes written in sectors that are not valid.
    #[inline(always)]
    fn parts(&self, slot: Slot) -> u128 {
        match self.cache.get(slot).marks() & PARTIAL {
            0 => 0,
            _ => self.written[slot.index()],
        }
    }

    /// Of these bytes, those of sectors that are not valid are the line's parts: whether there are any.
    #[inline(always)]
    fn keep_parts(&mut self, slot: Slot, bytes: u128) -> bool {
        let line = self.cache.get_mut(slot);
        let parts = bytes & !bytes_of(line.valid());
        self.in_parts -= usize::from(line.marks() & PARTIAL != 0);
        self.in_parts += usize::from(parts != 0);
        line.mark(PARTIAL, if parts == 0 { 0 } else { PARTIAL });
        if parts != 0 {
            self.written[slot.index()] = parts;
        }
        parts != 0
    }

    /// Holds a whole line that is as new in DRAM.
    pub(super) fn hold(&mut self, key: Key) {
        let slot = self.find_or_come(0, key);
        self.cache.get_mut(slot).validate(0xf);
    }

    /// Stores bytes at their home: whether it changes parts of sectors that are there.
    #[inline]
    pub(super) fn write(&mut self, at: u64, key: Key, bytes: u128) -> bool {
        let slot = self.find_or_come(at, key);
        let before = self.parts(slot);
        let entry = self.cache.get_mut(slot);
        let changes = changes_parts(bytes, entry.valid());
        let again = entry.marks() & (PARTIAL | WAITS) != 0;
        entry.mark(AGAIN, if again { AGAIN } else { 0 });
        let waits = entry.marks() & WAITS != 0;
        entry.validate(full_sectors(before | bytes));
        if self.keep_parts(slot, before | bytes) {
            let begun = sectors_of(self.written[slot.index()]) & !sectors_of(before);
            if begun != 0 {
                self.begin_partial(at, key.line(), begun);
            }
        }
        if waits {
            self.write_now(at, slot, key.line());
        }
        self.soil(at, slot, key.line(), sectors_of(bytes));
        changes
    }

    /// Reads sectors of a copy; `fetched` are to be asked of the home, and
    /// `ready` is [`UNKNOWN`] while the home has not promised them all.
    #[inline]
    pub(super) fn read_copy(&mut self, at: u64, key: Key, asked: SectorMask) -> Lookup {
        let slot = self.find_or_come(at, key);
        let entry = self.cache.get_mut(slot);
        let hit = asked & entry.valid();
        let fetched = pairs(asked & !entry.valid()) & !entry.valid();
        entry.validate(fetched);
        for (pair, unpromised) in UNPROMISED.into_iter().enumerate() {
            if fetched >> (2 * pair) & 0b11 != 0 {
                entry.mark(unpromised | AWAITED, unpromised | AWAITED);
            }
        }
        Lookup {
            hit,
            fetched,
            ready: arrival(entry, asked, at),
        }
    }

    /// The home has promised sectors of a copy; without effect if the copy
    /// has gone meanwhile.
    #[inline]
    pub(super) fn promise_copy(&mut self, key: Key, sectors: SectorMask, time: u64) {
        let Some(slot) = self.cache.find(key) else {
            return;
        };
        let entry = self.cache.get_mut(slot);
        for (pair, unpromised) in UNPROMISED.into_iter().enumerate() {
            let asked = sectors >> (2 * pair) & 0b11 != 0;
            if asked && entry.marks() & unpromised != 0 {
                set_arrival(entry, pair, time);
            }
        }
    }

    /// A store on its way to the home leaves its bytes here: sectors that it writes whole become a
    /// copy, and what is a copy already stays one. Whether it changes parts of sectors that are there.
    #[inline]
    pub(super) fn write_copy(&mut self, at: u64, key: Key, bytes: u128) -> bool {
        let whole = full_sectors(bytes);
        let slot = match whole {
            0 => self.cache.find(key),
            _ => Some(self.find_or_come(at, key)),
        };
        let Some(slot) = slot else {
            return false;
        };
        let entry = self.cache.get_mut(slot);
        let changes = changes_parts(bytes, entry.valid());
        entry.mark(PASSED, PASSED);
        entry.validate(whole);
        changes
    }

    /// Sectors of a line that is at home here were stored to from the other side.
    #[inline]
    pub(super) fn note_elsewhere(&mut self, key: Key, sectors: SectorMask) {
        if let Some(slot) = self.cache.find(key) {
            self.cache.get_mut(slot).note_elsewhere(sectors);
        }
    }

    /// Sectors of a line that is at home here are changed: whether the other side has stored to any of
    /// them since that was asked last.
    #[inline]
    pub(super) fn forget_elsewhere(&mut self, key: Key, sectors: SectorMask) -> bool {
        let slot = self.cache.find(key);
        slot.is_some_and(|slot| self.cache.get_mut(slot).forget_elsewhere(sectors))
    }

    /// Whether stores may have passed a copy that have not reached the home yet.
    #[inline]
    pub(super) fn was_passed(&self, key: Key) -> bool {
        let slot = self.cache.find(key);
        slot.is_some_and(|slot| self.cache.get(slot).marks() & PASSED != 0)
    }

    /// All stores that passed a copy have reached the home.
    pub(super) fn none_pass(&mut self, key: Key) {
        if let Some(slot) = self.cache.find(key) {
            self.cache.get_mut(slot).mark(PASSED, 0);
        }
    }

    /// Drops a copy, as any of its line is written to: whether any of it was there. All of it goes
    /// (measured on an H200, `micro/h200/drops`).
    #[inline]
    pub(super) fn drop_copy(&mut self, key: Key) -> bool {
        let slot = self.cache.find(key);
        slot.is_some_and(|slot| {
            let held = self.cache.get(slot).valid() != 0;
            self.cache.remove(slot);
            held
        })
    }
}

/// Whether bytes that are stored are parts of sectors that are there.
#[inline(always)]
fn changes_parts(bytes: u128, valid: SectorMask) -> bool {
    sectors_of(bytes) & !full_sectors(bytes) & valid != 0
}

/// The pairs in which a sector lies.
pub(super) fn pairs(sectors: SectorMask) -> SectorMask {
    let pair = (sectors | sectors >> 1) & 0b0101;
    pair | pair << 1
}

#[cfg(test)]
mod tests;
