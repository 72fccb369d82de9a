//! An SM's L1 data cache: what hits, what must be asked for, who waits.
//!
//! Tags and times of data only; no data. Measured on an H200: lines of 128
//! bytes fill by sectors of 32; a load of a sector in flight merges with it
//! and counts as a hit; stores write through, allocate the bytes they write,
//! and update what is resident; `.cg` and volatile loads, reductions and
//! atomics drop the sectors they touch; membar.gl and the start of a kernel
//! empty the cache. Capacity is what the carve-out leaves, resized for each
//! launch.
//!
//! Left out: the SM's queues, latencies and output port, which belong to the
//! SM, and stale values (weak loads bind at issue).

mod pending;

pub use pending::Token;

use crate::cache::{CacheShape, SectoredCache};
use crate::coalesce::{LineAccess, full_sectors, sectors_of};
use crate::message::SectorMask;
use pending::PendingLines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The L1's numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct L1Config {
    /// Array that L1 and shared memory divide, KiB. H200: 256 (vendor).
    pub size_kib: u32,
    /// Whether lanes that touch one sector share it. Always true on real
    /// hardware; false shows what coalescing saves.
    pub coalescing: bool,
    /// Sets, a power of two; ways follow from the capacity, and more than 64
    /// of them double the sets. H200: 32 (assumed: every carve-out leaves a
    /// multiple of 4 KiB).
    pub sets: u32,
    /// Lines that may be in flight. H200: 2048 (no limit seen at 1024,
    /// measured with one sector of 1024 lines asked by one SM).
    pub pending_lines: u32,
    /// Lines whose tags are looked up in a cycle. H200: 4 (measured: 8, 16,
    /// 32 lines take 2.1, 4.1, 8.3 cycles).
    pub tag_lookups_per_cycle: u32,
    /// Cycles between two line requests to the L2. H200: 1 (measured).
    pub miss_interval: f32,
    /// Lines of stores that wait for the port and that later stores may join.
    /// H200: 32 (assumed: stores of 5 to 16 lines merge with those of other
    /// warps, stores of 32 lines do not).
    pub store_merge_lines: u32,
    /// Cycles that a sector of a store holds the port to the L2. H200: 1.03
    /// (measured, stores to L2-resident lines by one SM).
    pub store_sector_cycles: f32,
    /// Cycles that the byte mask of a partly written line holds it, besides.
    /// H200: 1.04 (measured likewise).
    pub store_mask_cycles: f32,
    /// Cycles that a sector operation of a reduction or atomic holds it.
    /// H200: 1.27 (measured: 40.7 cycles for 32 sectors, 5.3 for 4).
    pub atomic_sector_cycles: f32,
}

impl L1Config {
    /// The shape of what `shared_kib` of shared memory leave.
    pub fn shape(&self, shared_kib: u32) -> CacheShape {
        let lines = self.size_kib.saturating_sub(shared_kib) * 8;
        let sets = self.sets.max((lines / 64).next_power_of_two());
        CacheShape {
            sets,
            ways: (lines / sets).max(1),
        }
    }

    /// Cycles that a store of these bytes of a line holds the port to the L2.
    pub fn store_cycles(&self, bytes: u128) -> f32 {
        let sectors = sectors_of(bytes);
        let partial = sectors != full_sectors(bytes);
        self.store_sector_cycles * sectors.count_ones() as f32
            + self.store_mask_cycles * f32::from(u8::from(partial))
    }
}

/// What a load finds of one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LoadLookup {
    /// Sectors whose bytes are here.
    pub hit: SectorMask,
    /// Sectors already asked for; counted as hits.
    pub merged: SectorMask,
    /// Sectors to ask the L2 for; from now on they count as in flight.
    pub missing: SectorMask,
    /// The line's flight, for [`L1::wait`] and as the request's token; set
    /// when `merged` or `missing` holds a sector.
    pub token: Token,
}

impl LoadLookup {
    /// Sectors to wait for.
    pub fn awaited(self) -> SectorMask {
        self.merged | self.missing
    }

    /// Sectors that Nsight Compute counts as lookup hits.
    pub fn counted_hits(self) -> u32 {
        (self.hit | self.merged).count_ones()
    }
}

/// An SM's L1.
#[derive(Debug)]
pub struct L1 {
    /// With each line, the bytes that stores wrote.
    cache: SectoredCache<u128>,
    pending: PendingLines,
}

impl L1 {
    /// An empty L1 beside `shared_kib` of shared memory.
    pub fn new(config: &L1Config, shared_kib: u32) -> L1 {
        L1 {
            cache: SectoredCache::new(config.shape(shared_kib)),
            pending: PendingLines::new(config.pending_lines),
        }
    }

    /// Empties it and gives it the capacity that `shared_kib` leave. Nothing
    /// may be in flight.
    pub fn resize(&mut self, config: &L1Config, shared_kib: u32) {
        *self = L1::new(config, shared_kib);
    }

    /// Whether this many more lines may be asked for.
    pub fn has_room(&self, lines: u32) -> bool {
        self.pending.room() >= lines
    }

    /// Lines in flight.
    pub fn in_flight(&self) -> u32 {
        self.pending.in_flight()
    }

    /// Looks a weak load's bytes of one line up, and allocates what misses.
    /// Call [`L1::has_room`] before.
    pub fn load(&mut self, access: &LineAccess) -> LoadLookup {
        let asked = access.sectors();
        let hit = self.present(access, asked);
        if hit == asked {
            return LoadLookup {
                hit,
                ..Default::default()
            };
        }
        let (token, in_flight) = self.pending.find_or_insert(access.line);
        let missing = asked & !hit & !in_flight;
        self.pending.send(token, missing);
        LoadLookup {
            hit,
            merged: asked & !hit & in_flight,
            missing,
            token,
        }
    }

    /// Sectors of `asked` whose bytes are here; a line that is not comes in.
    fn present(&mut self, access: &LineAccess, asked: SectorMask) -> SectorMask {
        let Some(slot) = self.cache.find(access.line) else {
            self.cache.allocate(access.line);
            return 0;
        };
        self.cache.touch(slot);
        let line = self.cache.get(slot);
        let unwritten = sectors_of(access.bytes & !line.extra);
        asked & (line.valid | !unwritten)
    }

    /// Registers `waiter` for sectors of a line in flight; [`L1::fill`] hands
    /// it back when the last of them is here.
    pub fn wait(&mut self, token: Token, sectors: SectorMask, waiter: u32) {
        self.pending.wait(token, sectors, waiter);
    }

    /// Sectors have come: `wake` gets every waiter that has all it waits for,
    /// in the order in which they registered.
    pub fn fill(&mut self, token: Token, sectors: SectorMask, wake: impl FnMut(u32)) {
        let (line, keep) = self.pending.arrive(token, sectors, wake);
        if let Some(slot) = self.cache.find(line)
            && keep
        {
            self.cache.get_mut(slot).valid |= sectors;
        }
    }

    /// A store's bytes of one line: they write through and become resident.
    /// Returns the sectors that Nsight Compute counts as lookup hits.
    pub fn store(&mut self, access: &LineAccess) -> SectorMask {
        let slot = match self.cache.find(access.line) {
            Some(slot) => slot,
            None => self.cache.allocate(access.line).0,
        };
        self.cache.touch(slot);
        let line = self.cache.get_mut(slot);
        let known = line.valid | sectors_of(line.extra);
        line.extra |= access.bytes;
        line.valid |= full_sectors(line.extra);
        access.sectors() & known
    }

    /// Drops sectors: a `.cg` or volatile load, a reduction or an atomic goes
    /// past. A weak load after this does not merge with one before it.
    pub fn drop_sectors(&mut self, line: u64, sectors: SectorMask) {
        self.pending.detach(line);
        if let Some(slot) = self.cache.find(line) {
            let line = self.cache.get_mut(slot);
            line.extra &= !byte_mask(sectors);
            line.valid &= !sectors;
        }
    }

    /// Empties the cache: a membar.gl, or the start of a kernel. What is in
    /// flight still wakes its waiters, but no longer fills.
    pub fn invalidate_all(&mut self) {
        self.cache.invalidate_all();
        self.pending.detach_all();
    }
}

/// The bytes of whole sectors.
fn byte_mask(sectors: SectorMask) -> u128 {
    (0..4)
        .filter(|s| sectors >> s & 1 != 0)
        .fold(0, |mask, s| mask | u128::from(u32::MAX) << (32 * s))
}

#[cfg(test)]
mod tests;
