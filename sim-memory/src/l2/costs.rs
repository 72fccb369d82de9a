//! What each thing that a slice does costs its port or its way in.

use super::config::L2Config;
use crate::atomic_operations::{AtomicOperations, BESIDE_MASK};
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
    way: Cost,
    way_lone: Cost,
    pub way_request: Cost,
    atomic_pass: Cost,
    pub float_chain: Cost,
    pub hit: u64,
    pub fabric: u64,
    pub atomic_latency: u64,
    pub flush_latency: u64,
    /// What a slice takes to flush for an SM at a launch's end.
    pub flush: Cost,
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
            way: Cost::cycles(config.way_cycles),
            way_lone: Cost::cycles(config.way_cycles * config.way_lone_sectors),
            way_request: Cost::cycles(config.way_cycles * config.way_request_sectors),
            atomic_pass: Cost::cycles(config.atomic_pass_cycles),
            float_chain: Cost::cycles(config.float_chain),
            hit: config.hit_latency.into(),
            fabric: config.fabric_latency.into(),
            atomic_latency: config.atomic_latency.into(),
            flush_latency: config.flush_latency.into(),
            flush: Cost::cycles(config.flush_cycles),
        }
    }

    /// What a store takes of the port of the slice that is its home.
    pub(super) fn write(&self, bytes: u128) -> Cost {
        let mask = self.mask.times(u32::from(has_parts(bytes)));
        let sectors = self.write_sector.times(sectors_of(bytes).count_ones());
        sectors.plus(mask).max(self.request)
    }

    /// What a load takes of a slice's port.
    pub(super) fn read(&self, sectors: u8) -> Cost {
        self.request
            .max(self.read_sector.times(sectors.count_ones()))
    }

    /// What an atomic takes of the port of the slice that is its home.
    pub(super) fn atomic(&self, operations: &AtomicOperations) -> Cost {
        let AtomicOperations {
            sectors,
            unmasked,
            compared,
            ..
        } = *operations;
        if compared > 0 {
            let twice = self.atomic_sector.times(2 * compared);
            return twice.plus(self.atomic_part.times(sectors - compared));
        }
        let masked = self.atomic_part.times(sectors - unmasked);
        self.atomic_sector.times(unmasked).plus(masked)
    }

    /// What its operands take of the port of the slice that passes them on to the other side.
    pub(super) fn atomic_passes(&self, operations: &AtomicOperations) -> Cost {
        self.atomic_pass.times(operations.arrivals())
    }

    /// What its operands take of the way into the slice where they enter.
    pub(super) fn atomic_enters(&self, operations: &AtomicOperations) -> Cost {
        let arrivals = operations.arrivals();
        let masks = match operations.lone {
            true => self.way_lone.times(arrivals),
            false => self.way.times(arrivals),
        };
        self.way.times(operations.brought()).plus(masks)
    }

    /// What its operands take of half a link to the other side: a mask is as long as a sector.
    pub(super) fn atomic_crosses(&self, operations: &AtomicOperations) -> Cost {
        let masks = if operations.broad {
            operations.arrivals()
        } else {
            0
        };
        self.link_sector.times(operations.brought() + masks)
    }

    /// What a store takes of the way into the slice where it enters: a mask is as long as a sector.
    pub(super) fn store_enters(&self, bytes: u128) -> Cost {
        let masks = u32::from(has_parts(bytes));
        self.way.times(sectors_of(bytes).count_ones() + masks)
    }

    /// What it takes of half a link to the other side.
    pub(super) fn store_crosses(&self, bytes: u128) -> Cost {
        let masks = u32::from(has_parts(bytes) && is_broad(bytes));
        self.link_sector
            .times(sectors_of(bytes).count_ones() + masks)
    }
}

/// Whether some sector is stored to in more bytes than travel beside a mask.
fn is_broad(bytes: u128) -> bool {
    (0..4).any(|sector| (bytes >> (32 * sector) & 0xffff_ffff).count_ones() > BESIDE_MASK)
}
