//! An SM's L1 data cache: what hits, what must be asked for, who waits.
//!
//! Tags and times of data only; no data. Measured on an H200: lines of 128
//! bytes fill by sectors of 32; a load of a sector in flight merges with it
//! and counts as a hit, one of another sector misses and may join the request
//! that is there; stores write through, allocate the whole words they write, and
//! update what is resident, and count as hits if their line is there, whatever
//! of it; a store that comes while an earlier one to its line leaves the SM
//! finds nothing and begins the line anew; `.cg` and volatile loads,
//! reductions and atomics drop the sectors they touch; membar.gl and the start
//! of a kernel empty the cache. Where a line lies, and which goes when there is
//! no room: `tags`.
//!
//! Left out: the SM's queues, latencies and output port, which belong to the
//! SM, and stale values (weak loads bind when they look up their tags).

mod tags;
mod waiters;

use crate::atomic_operations::AtomicOperations;
use crate::coalesce::{LineAccess, bytes_of, full_sectors, has_parts, sectors_of, whole_words};
use crate::line::Line;
use crate::message::SectorMask;
use crate::prefetch::prefetch_at;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
pub use tags::{Key, MOST_BANKS, MOST_SET_BITS, MOST_WAYS, SetHash};
use tags::{Tag, Tags};
use waiters::{Chain, Waiters};

/// The L1's numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct L1Config {
    /// Array that L1 and shared memory divide, KiB. H200: 256 (vendor).
    pub size_kib: u32,
    /// Whether lanes that touch one sector share it. Always true on real
    /// hardware; false shows what coalescing saves.
    pub coalescing: bool,
    /// Sets of tags, a power of two. H200: 512 (measured).
    pub sets: u32,
    /// Tags of a set, a power of two. H200: 4 (measured).
    pub ways: u32,
    /// What each bit of a line's address above those that number the sets adds to the number of its
    /// set, from the lowest such bit on, modulo their number; higher ones add nothing. Measured on an H100.
    pub set_bits: Vec<u32>,
    /// The bits of a set's number whose parity is a bit of its bank's number, one mask for each. Every
    /// bank looks up a line a cycle and has its own places for data. H200: two masks, four banks
    /// (measured: how long a load waits for stores to 11,000 sets of random lines before it).
    pub bank_bits: Vec<u32>,
    /// Lines fewer than shared memory leaves room for, in all banks. H200: 56 (measured).
    pub spare_lines: u32,
    /// Sets of a bank from one that gives a line up for another set to the next that does; odd, so
    /// that all take turns. H200: 39 (measured: of all such orders the nearest to what sweeps miss).
    pub turn_step: u32,
    /// Bytes, aligned to themselves, that a load's miss brings in. H200: 32, a
    /// sector; up to compute capability 5.2: 128, the line (vendor).
    pub fill_bytes: u32,
    /// Cycles between two line requests to the L2. H200: 1 (measured).
    pub miss_interval: f32,
    /// Cycles that a sector of a store holds the port to the L2. H200: 1 (measured, stores to L2-resident lines).
    pub store_sector_cycles: f32,
    /// Cycles that the byte mask of a partly written line holds it, besides.
    /// H200: 1 (measured likewise).
    pub store_mask_cycles: f32,
}

impl L1Config {
    /// How many banks there are.
    pub fn banks(&self) -> u32 {
        1 << self.bank_bits.len()
    }

    /// The bank of a set.
    pub fn bank(&self, set: u32) -> u8 {
        let parity = |mask: &u32| (set & mask).count_ones() as u8 & 1;
        let bits = self.bank_bits.iter().enumerate();
        bits.map(|(bit, mask)| parity(mask) << bit).sum()
    }

    /// Lines whose data have room beside `shared_kib` of shared memory.
    fn lines(&self, shared_kib: u32) -> u32 {
        let lines = self.size_kib.saturating_sub(shared_kib) * 8;
        lines.saturating_sub(self.spare_lines)
    }

    /// Cycles that an atomic's operations on a line hold the port to the L2: as
    /// long as stores to parts of as many sectors, but for a mask if no pass has
    /// more than one lane, and nothing comes back (measured: 1 cycle for a lane, 2 for
    /// two, four and eight on one sector of a line, 3 and 5 for lanes on two and four
    /// sectors, 32.4 for 32 lanes on one word; 2 where values are wanted; 10 for four
    /// compared and swapped).
    pub fn atomic_cycles(&self, operations: AtomicOperations, returns: bool) -> f32 {
        let masks = operations.masks(returns);
        self.store_sector_cycles * operations.moved as f32 + self.store_mask_cycles * masks as f32
    }

    /// Cycles that a store of these bytes of a line holds the port to the L2.
    pub fn store_cycles(&self, bytes: u128) -> f32 {
        self.store_sector_cycles * sectors_of(bytes).count_ones() as f32
            + self.store_mask_cycles * f32::from(u8::from(has_parts(bytes)))
    }
}

/// What a load finds of one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LoadLookup {
    /// Sectors whose bytes are here.
    pub hit: SectorMask,
    /// Sectors already asked for; counted as hits. The load has been noted and
    /// [`L1::fill`] wakes it.
    pub merged: SectorMask,
    /// Sectors to ask the L2 for; from now on they count as in flight.
    pub missing: SectorMask,
    /// Where the answer goes, if `missing` holds a sector.
    pub place: Place,
    /// Whether other sectors of the line were on their way before.
    pub beside: bool,
}

impl LoadLookup {
    /// Sectors that Nsight Compute counts as lookup hits.
    pub fn counted_hits(self) -> u32 {
        (self.hit | self.merged).count_ones()
    }
}

/// Names a line's stay in the cache: where it is, and which stay of a line
/// there it is. It travels with the request and comes back with the answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Place(pub u32);

impl Place {
    fn new(tag: Tag, stay: u16) -> Place {
        Place(tag as u32 | u32::from(stay) << PLACE_BITS)
    }

    fn tag(self) -> Tag {
        (self.0 & ((1 << PLACE_BITS) - 1)) as Tag
    }

    fn stay(self) -> u16 {
        (self.0 >> PLACE_BITS) as u16
    }
}

/// log2 of the tags that an L1 may have.
const PLACE_BITS: u32 = 16;

/// What the L1 keeps of a line beside its sectors.
#[derive(Clone, Copy, Debug, Default)]
struct Extra {
    /// Who waits for sectors in flight, beside those who asked for them.
    chain: Chain,
    /// The number of the line's stay; never zero in a resident line.
    stay: u16,
    /// Sectors on their way.
    in_flight: SectorMask,
}

impl Extra {
    /// Of a line whose stay begins.
    fn new(stay: u16) -> Extra {
        Extra {
            stay,
            ..Extra::default()
        }
    }
}

/// Bytes of a sector.
const SECTOR_BYTES: u32 = 32;

/// Mark of a line of which some bytes were written that are not valid.
const WRITTEN: u8 = 1;

/// The same of four tags, which share a line of the host's cache.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Written([u128; 4]);

/// An SM's L1.
#[derive(Debug)]
pub struct L1 {
    tags: Tags<Extra>,
    /// By tag: the bytes that stores wrote, in lines marked [`WRITTEN`].
    written: Vec<Written>,
    waiters: Waiters,
    stays: u16,
    in_flight: u32,
    /// Sectors that a miss brings in.
    fill_sectors: u32,
}

impl L1 {
    /// An empty L1 beside `shared_kib` of shared memory.
    pub fn new(config: &L1Config, hash: &Arc<SetHash>, shared_kib: u32) -> L1 {
        let tags = Tags::new(config, hash, shared_kib);
        L1 {
            written: vec![Written::default(); tags.count().div_ceil(4)],
            tags,
            waiters: Waiters::default(),
            stays: 0,
            in_flight: 0,
            fill_sectors: config.fill_bytes / SECTOR_BYTES,
        }
    }

    /// Requests in flight.
    pub fn in_flight(&self) -> u32 {
        self.in_flight
    }

    /// A line's set, with which it is looked up.
    #[inline(always)]
    pub fn key(&self, line: u64) -> Key {
        self.tags.key(line)
    }

    /// Looks a weak load's bytes of one line up, allocates what misses, and
    /// notes the load as `waiter` for what others have asked for.
    #[inline]
    pub fn load(&mut self, key: Key, access: &LineAccess, waiter: u32) -> LoadLookup {
        let asked = access.sectors();
        let Some(tag) = self.tags.access(key) else {
            return self.miss(key, asked);
        };
        let hit = self.present(tag, access, asked);
        if hit == asked {
            return LoadLookup {
                hit,
                ..Default::default()
            };
        }
        let fill_sectors = self.fill_sectors;
        let line = self.tags.get_mut(tag);
        let valid = line.valid();
        let extra = &mut line.extra;
        let merged = asked & !hit & extra.in_flight;
        let missing = asked & !hit & !extra.in_flight;
        let missing = whole_units(missing, fill_sectors) & !valid & !extra.in_flight;
        let place = Place::new(tag, extra.stay);
        let beside = extra.in_flight != 0;
        extra.in_flight |= missing;
        if merged != 0 {
            self.waiters.add(&mut extra.chain, waiter, merged);
        }
        if missing != 0 {
            self.tags.set_awaited(tag);
            self.in_flight += 1;
        }
        LoadLookup {
            hit,
            merged,
            missing,
            place,
            beside,
        }
    }

    /// What a load has missed of a line comes with what others have asked for: `waiter` waits for it.
    pub fn join(&mut self, place: Place, missing: SectorMask, waiter: u32) {
        self.in_flight -= 1;
        let line = self.tags.get_mut(place.tag());
        self.waiters.add(&mut line.extra.chain, waiter, missing);
    }

    /// A load asks for sectors of a line that is not there.
    #[inline(always)]
    fn miss(&mut self, key: Key, asked: SectorMask) -> LoadLookup {
        let missing = whole_units(asked, self.fill_sectors);
        let tag = self.enter(key, missing);
        self.in_flight += 1;
        LoadLookup {
            missing,
            place: Place::new(tag, self.stays),
            ..Default::default()
        }
    }

    /// Sectors of `asked` whose bytes are here.
    #[inline(always)]
    fn present(&self, tag: Tag, access: &LineAccess, asked: SectorMask) -> SectorMask {
        let line = self.tags.get(tag);
        if line.marks() & WRITTEN == 0 {
            return asked & line.valid();
        }
        let unwritten = sectors_of(access.bytes & !self.written[tag / 4].0[tag % 4]);
        asked & (line.valid() | !unwritten)
    }

    /// A line comes, the youngest of its set, with these sectors on their way.
    #[inline(always)]
    fn enter(&mut self, key: Key, in_flight: SectorMask) -> Tag {
        self.stays = self.stays.wrapping_add(1).max(1);
        let extra = Extra {
            in_flight,
            ..Extra::new(self.stays)
        };
        let (tag, evicted) = self.tags.allocate(key, extra, in_flight != 0);
        if let Some(evicted) = evicted {
            orphan(&mut self.waiters, tag, &evicted);
        }
        tag
    }

    /// Asks the host for what a lookup of the line reads.
    #[inline(always)]
    pub fn prefetch_set(&self, key: Key) {
        self.tags.prefetch_set(key);
    }

    /// The same for a store, which changes the bytes that stores wrote, too.
    #[inline(always)]
    pub fn prefetch_to_store(&self, key: Key) {
        self.tags.prefetch_set(key);
        prefetch_at(&self.written, self.tags.first_tag(key) / 4);
    }

    /// Asks the host for what a fill changes.
    #[inline(always)]
    pub fn prefetch(&self, place: Place) {
        self.tags.prefetch(place.tag());
    }

    /// Asks the host for those who wait for a fill.
    #[inline(always)]
    pub fn prefetch_waiters(&self, place: Place) {
        self.waiters
            .prefetch(self.tags.get(place.tag()).extra.chain);
    }

    /// Sectors have come that were asked for: `wake` gets every load that
    /// merged with the request and now has all it waits for, in order.
    #[inline]
    pub fn fill(&mut self, place: Place, sectors: SectorMask, wake: impl FnMut(u32)) {
        self.in_flight -= 1;
        let line = self.tags.get_mut(place.tag());
        if line.extra.stay == place.stay() {
            line.validate(sectors & line.extra.in_flight);
            line.extra.in_flight &= !sectors;
            self.waiters.wake(&mut line.extra.chain, sectors, wake);
            if line.extra.in_flight == 0 {
                self.tags.set_there(place.tag());
            }
        } else {
            self.waiters.wake_orphans(place.0, sectors, wake);
        }
    }

    /// A store's bytes of one line: they write through, and its whole words become resident. A word that is
    /// stored byte by byte does not (measured on an H200, `micro/h200/own_rows`: who stores bytes one after the
    /// other and reads them misses once in each sector, who stores words never).
    ///
    /// Returns the sectors that Nsight Compute counts as lookup hits: all of them if the line was
    /// there, whatever of it.
    #[inline]
    pub fn store(&mut self, key: Key, access: &LineAccess) -> SectorMask {
        let resident = self.tags.access(key);
        let tag = resident.unwrap_or_else(|| self.enter(key, 0));
        let line = self.tags.get_mut(tag);
        let written = &mut self.written[tag / 4].0[tag % 4];
        let before = match line.marks() & WRITTEN {
            0 => 0,
            _ => *written,
        };
        let now = before | whole_words(access.bytes);
        line.validate(full_sectors(now));
        *written = now & !bytes_of(line.valid());
        line.mark(WRITTEN, if *written == 0 { 0 } else { WRITTEN });
        resident.map_or(0, |_| access.sectors())
    }

    /// Gives a line up, whatever of it is there; what is on its way still wakes its waiters, but no
    /// longer fills.
    pub fn renew(&mut self, key: Key) {
        if let Some(tag) = self.tags.find(key) {
            orphan(&mut self.waiters, tag, self.tags.get(tag));
            self.tags.remove(tag);
        }
    }

    /// Drops sectors: a `.cg` or volatile load, a reduction or an atomic goes
    /// past. A weak load after this does not merge with one before it.
    pub fn drop_sectors(&mut self, line: u64, sectors: SectorMask) {
        let Some(tag) = self.tags.find(self.tags.key(line)) else {
            return;
        };
        let line = self.tags.get_mut(tag);
        self.written[tag / 4].0[tag % 4] &= !bytes_of(sectors);
        line.invalidate(sectors);
        if line.extra.in_flight != 0 {
            orphan(&mut self.waiters, tag, line);
            self.stays = self.stays.wrapping_add(1).max(1);
            line.extra = Extra::new(self.stays);
            self.tags.set_there(tag);
        }
    }

    /// Empties the cache: a membar.gl, or the start of a kernel. What is in
    /// flight still wakes its waiters, but no longer fills.
    pub fn invalidate_all(&mut self) {
        for tag in 0..self.tags.count() {
            orphan(&mut self.waiters, tag, self.tags.get(tag));
        }
        self.tags.invalidate_all();
    }
}

/// The units of 1, 2 or 4 sectors that hold any of these.
#[inline(always)]
fn whole_units(sectors: SectorMask, unit: u32) -> SectorMask {
    match unit {
        1 => sectors,
        2 => {
            let low = (sectors | sectors >> 1) & 0b0101;
            low | low << 1
        }
        _ if sectors == 0 => 0,
        _ => 0b1111,
    }
}

/// A line's stay ends: those who wait for it are told by its name.
#[inline(always)]
fn orphan(waiters: &mut Waiters, tag: Tag, line: &Line<Extra>) {
    if !line.extra.chain.is_empty() {
        waiters.orphan(Place::new(tag, line.extra.stay).0, line.extra.chain);
    }
}

#[cfg(test)]
mod tests;
