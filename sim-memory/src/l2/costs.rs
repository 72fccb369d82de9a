//! What each thing that a slice does costs its port or its way in.

use super::config::L2Config;
use crate::coalesce::{full_sectors, sectors_of};
use crate::server::Cost;

/// The configuration, as costs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Costs {
    pub request: Cost,
    pub read_sector: Cost,
    pub write_sector: Cost,
    pub forward_sector: Cost,
    pub mask: Cost,
    pub atomic: Cost,
    pub compare: Cost,
    pub float_chain: Cost,
    pub hit: u64,
    pub fabric: u64,
    pub atomic_latency: u64,
    pub flush_latency: u64,
}

impl Costs {
    pub(super) fn new(config: &L2Config) -> Costs {
        Costs {
            request: Cost::per_cycle(config.requests_per_cycle),
            read_sector: Cost::per_cycle(config.read_sectors_per_cycle),
            write_sector: Cost::per_cycle(config.write_sectors_per_cycle),
            forward_sector: Cost::per_cycle(config.forward_sectors_per_cycle),
            mask: Cost::cycles(config.mask_cycles),
            atomic: Cost::cycles(config.atomic_cycles),
            compare: Cost::cycles(config.compare_cycles),
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

    pub(super) fn masked(&self, sector: Cost, bytes: u128) -> Cost {
        let sectors = sectors_of(bytes);
        let partial = sectors != full_sectors(bytes);
        let mask = if partial { self.mask } else { Cost::ZERO };
        sector.times(sectors.count_ones()).plus(mask)
    }
}
