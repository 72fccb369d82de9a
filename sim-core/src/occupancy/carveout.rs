//! How much of an SM's unified memory is configured as shared memory.
//!
//! Source: a rule fitted to the driver's choice in 212 launches on an H200
//! (truth set `lecture`, `carveout.json` and `results.json`), of which it
//! reproduces 211, and to all launches with shared memory of the other sets.
//! What the driver really computes is not published.
//!
//! Left out: the driver's treatment of small carve-out percentages (3…44 %
//! chose larger sizes than the percentage says; not understood).

use super::{BlockDemand, ImpossibleLaunch, SmLimits};

impl SmLimits {
    /// The bytes of shared memory that the driver configures when the launch
    /// says nothing about it.
    ///
    /// With B blocks per SM by slots and registers alone, the smallest
    /// configuration that holds `blocks_wanted(B)` blocks, but no more than
    /// [`SmLimits::default_carveout_cap`] unless the resident blocks need it.
    pub fn default_shared_config(&self, demand: &BlockDemand) -> Result<u32, ImpossibleLaunch> {
        let occupancy = self.occupancy(demand)?;
        if demand.shared == 0 {
            return Ok(self.config_holding(config_without_shared(demand.threads)));
        }
        let limits = occupancy.limits;
        let without_shared = limits.blocks.min(limits.registers).min(limits.warps);
        let each = self.allocated_shared(demand.shared);
        let wanted = blocks_wanted(without_shared, demand.threads) * each;
        let needed = occupancy.blocks * each;
        let capped = self.config_holding(wanted).min(self.default_carveout_cap);
        Ok(self.config_holding(capped.max(needed)))
    }

    /// The bytes of shared memory configured for a carve-out preference in
    /// percent of the largest: rounded up, and enough for one block.
    pub fn shared_config_at(
        &self,
        demand: &BlockDemand,
        percent: u32,
    ) -> Result<u32, ImpossibleLaunch> {
        self.occupancy(demand)?;
        let asked = u64::from(self.shared_bytes) * u64::from(percent.min(100)) / 100;
        let asked = asked as u32; // at most shared_bytes, itself a u32
        Ok(self.config_holding(asked.max(self.allocated_shared(demand.shared))))
    }

    /// The smallest configuration with room for `bytes`, else the largest.
    fn config_holding(&self, bytes: u32) -> u32 {
        let mut configs = self.shared_configs.iter().copied();
        configs.find(|&c| c >= bytes).unwrap_or(self.shared_bytes)
    }
}

/// Blocks that the driver makes room for, given those that fit without shared
/// memory: twice as many, or 24 and a quarter of them, if that is less. Fitted (of
/// 16 that fit more than 27.5 and not 28.5 are wanted, of 21 not 31, of 32 more
/// than 28.5); why it does so is unknown.
fn blocks_wanted(blocks: u32, threads: u32) -> u32 {
    match blocks {
        0 | 1 => blocks,
        _ if threads >= 1024 => blocks,
        _ => (2 * blocks).min(24 + blocks / 4),
    }
}

/// Bytes configured for kernels that use no shared memory.
fn config_without_shared(threads: u32) -> u32 {
    match threads {
        0..=511 => 32 << 10,
        512 => 16 << 10,
        _ => 8 << 10,
    }
}
