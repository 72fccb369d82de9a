//! How many blocks of a launch fit on an SM at once, and why not more.
//!
//! What: the blocks per SM that warp slots, block slots, registers and shared
//! memory each allow, the resource that limits, and how an SM's 256 KB (H200)
//! are split between L1 and shared memory ([`carveout`]). Why this way: a
//! resource is a number in [`SmLimits`] and a line in [`BlockLimits`], so a
//! configuration of another GPU changes numbers only.
//!
//! Left out: clusters, named barriers as a limit (a block has its own sixteen),
//! and other grids sharing the SM.
//!
//! Source: the rule is that of NVIDIA's occupancy calculator
//! (`cuda_occupancy.h`); it gives the driver's answer in all 328 combinations
//! and Nsight Compute's `launch__occupancy_limit_*` in all cases of the
//! lecture truth set (both under test).

pub mod carveout;
mod limits;

pub use limits::SmLimits;

use serde::Serialize;
use thiserror::Error;

/// Lanes of a warp.
const WARP_LANES: u32 = 32;

/// What one block of a launch asks of an SM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BlockDemand {
    /// Threads a block.
    pub threads: u32,
    /// Registers a thread, as compiled.
    pub registers: u32,
    /// Static and dynamic shared memory a block, in bytes, without what the
    /// system reserves.
    pub shared: u32,
}

impl BlockDemand {
    /// Warps a block; the last may be partial.
    pub fn warps(&self) -> u32 {
        self.threads.div_ceil(WARP_LANES)
    }
}

/// A resource of the SM that bounds the number of resident blocks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Resource {
    /// Block slots.
    Blocks,
    /// The register file.
    Registers,
    /// Shared memory.
    SharedMem,
    /// Warp slots.
    Warps,
}

/// Blocks per SM that each resource allows on its own.
///
/// Field names follow Nsight Compute's `launch__occupancy_limit_*`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct BlockLimits {
    /// By block slots.
    pub blocks: u32,
    /// By the register file.
    pub registers: u32,
    /// By shared memory.
    pub shared_mem: u32,
    /// By warp slots.
    pub warps: u32,
}

impl BlockLimits {
    /// Each resource with its limit.
    pub fn each(&self) -> [(Resource, u32); 4] {
        [
            (Resource::Blocks, self.blocks),
            (Resource::Registers, self.registers),
            (Resource::SharedMem, self.shared_mem),
            (Resource::Warps, self.warps),
        ]
    }

    /// The smallest of them: the blocks that fit.
    pub fn smallest(&self) -> u32 {
        self.each().into_iter().fold(u32::MAX, |n, (_, l)| n.min(l))
    }
}

/// How full a launch makes an SM.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Occupancy {
    /// Blocks resident at once.
    pub blocks: u32,
    /// Warps resident at once.
    pub warps: u32,
    /// Theoretical occupancy: warps in percent of the SM's warp slots.
    pub percent: f64,
    /// What each resource allows.
    pub limits: BlockLimits,
    /// The resources that allow no more, most often one.
    pub limited_by: Vec<Resource>,
}

/// Why a launch can never run: the block exceeds a limit on its own.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ImpossibleLaunch {
    /// The block has no thread.
    #[error("the block has no threads: every block dimension must be at least 1")]
    NoThreads,
    /// The block has more threads than a block may have.
    #[error(
        "{threads} threads a block exceed the limit of {limit}: use smaller blocks and more of them"
    )]
    Threads {
        /// Threads asked for.
        threads: u32,
        /// [`SmLimits::max_threads_per_block`].
        limit: u32,
    },
    /// A thread uses more registers than a thread may have.
    #[error(
        "{registers} registers a thread exceed the limit of {limit}: compile with at most that many (-maxrregcount)"
    )]
    RegistersPerThread {
        /// Registers asked for.
        registers: u32,
        /// [`SmLimits::max_registers_per_thread`].
        limit: u32,
    },
    /// The block's warps need more registers than the SM has.
    #[error(
        "{warps} warps of {registers} registers a thread do not fit into the SM's {file} registers, which hold {fit} such warps: use at most {fit} warps a block, or compile with __launch_bounds__({threads})"
    )]
    Registers {
        /// Warps a block.
        warps: u32,
        /// Threads a block.
        threads: u32,
        /// Registers a thread.
        registers: u32,
        /// [`SmLimits::registers`].
        file: u32,
        /// Warps that would fit.
        fit: u32,
    },
    /// The block needs more shared memory than a block may have.
    #[error(
        "{bytes} bytes of shared memory a block (static and dynamic) exceed the limit of {limit}: use smaller tiles"
    )]
    SharedMem {
        /// Bytes asked for.
        bytes: u32,
        /// [`SmLimits::max_shared_per_block`].
        limit: u32,
    },
}

/// One row of [`SmLimits::table`].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TableRow {
    /// Threads a block.
    pub threads: u32,
    /// The occupancy, or why there is none.
    #[serde(flatten)]
    pub occupancy: Occupancy,
}

impl SmLimits {
    /// Registers a thread of a running kernel has: Nsight Compute's
    /// `launch__registers_per_thread`, the hardware's minimum applied.
    pub fn allocated_registers(&self, registers: u32) -> u32 {
        registers.max(self.min_registers_per_thread)
    }

    /// Bytes that a block's shared memory occupies, rounding and system included.
    pub fn allocated_shared(&self, shared: u32) -> u32 {
        shared.next_multiple_of(self.shared_allocation_unit) + self.reserved_shared_per_block
    }

    /// Blocks per SM, its limits and what limits, with all of the SM's shared
    /// memory available: what the driver answers before it chose a carve-out.
    pub fn occupancy(&self, demand: &BlockDemand) -> Result<Occupancy, ImpossibleLaunch> {
        self.occupancy_with(demand, self.shared_bytes)
    }

    /// The same with `shared_config` bytes of shared memory configured
    /// (Nsight Compute's `launch__shared_mem_config_size`).
    pub fn occupancy_with(
        &self,
        demand: &BlockDemand,
        shared_config: u32,
    ) -> Result<Occupancy, ImpossibleLaunch> {
        self.check(demand)?;
        let limits = self.block_limits(demand, shared_config);
        let blocks = limits.smallest();
        let warps = blocks * demand.warps();
        let mut limited_by = limiting(&limits);
        if self.allocated_shared(demand.shared) == 0 {
            limited_by.retain(|&resource| resource != Resource::SharedMem);
        }
        Ok(Occupancy {
            blocks,
            warps,
            percent: 100.0 * f64::from(warps) / f64::from(self.max_warps),
            limits,
            limited_by,
        })
    }

    /// Occupancy over block sizes, a row for each multiple of the warp size
    /// that can be launched with these registers and this shared memory.
    pub fn table(&self, registers: u32, shared: u32) -> Vec<TableRow> {
        let row = |threads| {
            let demand = BlockDemand {
                threads,
                registers,
                shared,
            };
            let occupancy = self.occupancy(&demand).ok()?;
            Some(TableRow { threads, occupancy })
        };
        (1..=self.max_threads_per_block / WARP_LANES)
            .filter_map(|warps| row(warps * WARP_LANES))
            .collect()
    }

    /// Warps for which the register file has room; registers are split evenly
    /// over the sub-cores and allocated by the warp.
    fn warps_by_registers(&self, registers: u32) -> u32 {
        let per_warp = (self.allocated_registers(registers) * WARP_LANES)
            .next_multiple_of(self.register_allocation_unit);
        self.registers / self.sub_cores / per_warp * self.sub_cores
    }

    fn block_limits(&self, demand: &BlockDemand, shared_config: u32) -> BlockLimits {
        let warps = demand.warps();
        BlockLimits {
            blocks: self.max_blocks,
            registers: self.warps_by_registers(demand.registers) / warps,
            // Blocks that take nothing are limited by their slots.
            shared_mem: shared_config
                .checked_div(self.allocated_shared(demand.shared))
                .unwrap_or(self.max_blocks),
            warps: self.max_warps / warps,
        }
    }

    /// Whether one block fits at all.
    fn check(&self, demand: &BlockDemand) -> Result<(), ImpossibleLaunch> {
        let &BlockDemand {
            threads,
            registers,
            shared,
        } = demand;
        if threads == 0 {
            return Err(ImpossibleLaunch::NoThreads);
        }
        if threads > self.max_threads_per_block {
            let limit = self.max_threads_per_block;
            return Err(ImpossibleLaunch::Threads { threads, limit });
        }
        if registers > self.max_registers_per_thread {
            let limit = self.max_registers_per_thread;
            return Err(ImpossibleLaunch::RegistersPerThread { registers, limit });
        }
        if shared > self.max_shared_per_block {
            let limit = self.max_shared_per_block;
            return Err(ImpossibleLaunch::SharedMem {
                bytes: shared,
                limit,
            });
        }
        self.check_registers(demand)
    }

    fn check_registers(&self, demand: &BlockDemand) -> Result<(), ImpossibleLaunch> {
        let (warps, fit) = (demand.warps(), self.warps_by_registers(demand.registers));
        if warps <= fit {
            return Ok(());
        }
        Err(ImpossibleLaunch::Registers {
            warps,
            threads: demand.threads,
            registers: demand.registers,
            file: self.registers,
            fit,
        })
    }
}

/// The resources whose limit is the smallest.
fn limiting(limits: &BlockLimits) -> Vec<Resource> {
    let least = limits.smallest();
    let each = limits.each().into_iter();
    each.filter(|&(_, l)| l == least).map(|(r, _)| r).collect()
}
