//! What each thing that a slice does costs its port or its way in.

use super::config::L2Config;
use crate::atomic_operations::AtomicOperations;
use crate::coalesce::{has_parts, sectors_of};
use crate::server::Cost;

/// The configuration, as costs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Costs {
    pub request: Cost,
    pub read_sector: Cost,
    pub write_sector: Cost,
    pub forward_sector: Cost,
    pub mask: Cost,
    /// Of half a link between the sides.
    pub link_sector: Cost,
    pub link_request: Cost,
    atomic_part: Cost,
    atomic_sector: Cost,
    atomic_pass: Cost,
    atomic_back: Cost,
    pub float_chain: Cost,
    pub hit: u64,
    pub fabric: u64,
    pub atomic_latency: u64,
    pub flush_latency: u64,
}

impl Costs {
    pub(super) fn new(config: &L2Config) -> Costs {
        let half_link = config.link_sectors_per_cycle / 2.0;
        Costs {
            request: Cost::per_cycle(config.requests_per_cycle),
            read_sector: Cost::per_cycle(config.read_sectors_per_cycle),
            write_sector: Cost::per_cycle(config.write_sectors_per_cycle),
            forward_sector: Cost::per_cycle(config.forward_sectors_per_cycle),
            mask: Cost::cycles(config.mask_cycles),
            link_sector: Cost::per_cycle(half_link),
            link_request: Cost::cycles(config.link_request_sectors / half_link),
            atomic_part: Cost::cycles(config.atomic_part_cycles),
            atomic_sector: Cost::cycles(config.atomic_sector_cycles),
            atomic_pass: Cost::cycles(config.atomic_pass_cycles),
            atomic_back: Cost::cycles(config.atomic_back_cycles),
            float_chain: Cost::cycles(config.float_chain),
            hit: config.hit_latency.into(),
            fabric: config.fabric_latency.into(),
            atomic_latency: config.atomic_latency.into(),
            flush_latency: config.flush_latency.into(),
        }
    }

    pub(super) fn read(&self, sectors: u8) -> Cost {
        self.request
            .max(self.read_sector.times(sectors.count_ones()))
    }

    /// What an atomic takes of the slice that is its home.
    pub(super) fn atomic(&self, operations: &AtomicOperations) -> Cost {
        let AtomicOperations {
            sectors,
            whole,
            compared,
            ..
        } = *operations;
        if compared > 0 {
            let twice = self.atomic_sector.times(2 * compared);
            return twice.plus(self.atomic_part.times(sectors - compared));
        }
        let parts = self.atomic_part.times(sectors - whole);
        self.atomic_sector.times(whole).plus(parts)
    }

    /// What it takes of the slice on the other side, by which it comes, and by
    /// which old values go if they are wanted.
    pub(super) fn passing_atomic(&self, operations: &AtomicOperations, wanted: bool) -> Cost {
        let whole = operations.whole * operations.packets();
        let parts = self.atomic_pass.times(operations.moved - whole);
        let there = self.atomic_sector.times(whole).plus(parts);
        if !wanted {
            return there;
        }
        let parts = self
            .atomic_back
            .times(operations.sectors - operations.whole);
        there.plus(self.atomic_sector.times(operations.whole).plus(parts))
    }

    /// What a store takes of a slice's port, where a sector takes so long.
    pub(super) fn masked(&self, sector: Cost, bytes: u128) -> Cost {
        let mask = self.mask.times(u32::from(has_parts(bytes)));
        let sectors = sector.times(sectors_of(bytes).count_ones());
        sectors.plus(mask).max(self.request)
    }
}
