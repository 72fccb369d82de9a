//! What a launch leaves behind: every counter of the model, raw.
//!
//! Reports and JSON derive everything from here through [`crate::metrics`];
//! nothing else in the project computes a counter.

use std::collections::BTreeMap;
use std::sync::Arc;

use sim_isa::program::Program;

use crate::config::GpuConfig;
use crate::occupancy::Occupancy;
use crate::stall::{Stall, StallCycles};

/// What one instruction of the kernel did, over the whole launch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PcStats {
    /// Warp instructions executed.
    pub executed: u64,
    /// Threads active, summed over executions.
    pub threads: u64,
    /// Threads whose guard was true, summed over executions.
    pub threads_on: u64,
    /// Executions with at least one thread whose guard was true.
    pub any_on: u64,
    /// Branches: executions whose threads went more than one way.
    pub divergent: u64,
    /// Indirect branches: executions by the last lanes of a warp that went
    /// several ways.
    pub last_parts: u64,
    /// Constant loads: executions whose line was not there yet, which go through
    /// the ADU once more.
    pub replays: u64,
    /// Tag-stage requests (global, local) of this instruction.
    pub requests: u64,
    /// Sectors asked of the L1.
    pub sectors: u64,
    /// Sectors found in the L1 or already in flight to it.
    pub sector_hits: u64,
    /// Of generic accesses, what of the former three was local memory.
    pub generic_local: Lookups,
    /// Sectors that a perfectly coalesced access of the same lanes would need.
    pub ideal_sectors: u64,
    /// Data-stage wavefronts (shared, global, local); of LDC the distinct
    /// addresses.
    pub wavefronts: u64,
    /// Wavefronts that the width and the active lanes alone would need.
    pub ideal_wavefronts: u64,
    /// Of a generic access, the wavefronts of those times that it went to shared memory, and what they would need.
    pub generic_shared: [u64; 2],
    /// Of an asynchronous copy, those in which it is written to shared memory.
    pub copied: u64,
    /// Warp-cycles waited before this instruction issued, by reason.
    pub stalls: StallCycles,
}

/// What an instruction asked of the L1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lookups {
    /// Tag-stage requests.
    pub requests: u64,
    /// Sectors.
    pub sectors: u64,
    /// Sectors found, or already in flight.
    pub sector_hits: u64,
}

impl Lookups {
    /// Adds others.
    pub fn add(&mut self, other: Lookups) {
        self.requests += other.requests;
        self.sectors += other.sectors;
        self.sector_hits += other.sector_hits;
    }

    /// What these are more than `before`.
    pub fn since(self, before: Lookups) -> Lookups {
        Lookups {
            requests: self.requests - before.requests,
            sectors: self.sectors - before.sectors,
            sector_hits: self.sector_hits - before.sector_hits,
        }
    }
}

impl PcStats {
    /// What it asked of the L1, of whatever memory.
    pub fn lookups(&self) -> Lookups {
        Lookups {
            requests: self.requests,
            sectors: self.sectors,
            sector_hits: self.sector_hits,
        }
    }

    /// Adds another SM's share.
    pub fn add(&mut self, other: &PcStats) {
        let PcStats {
            executed,
            threads,
            threads_on,
            any_on,
            divergent,
            last_parts,
            replays,
            requests,
            sectors,
            sector_hits,
            generic_local,
            ideal_sectors,
            wavefronts,
            ideal_wavefronts,
            generic_shared,
            copied,
            stalls,
        } = other;
        self.executed += executed;
        self.threads += threads;
        self.threads_on += threads_on;
        self.any_on += any_on;
        self.divergent += divergent;
        self.last_parts += last_parts;
        self.replays += replays;
        self.requests += requests;
        self.sectors += sectors;
        self.sector_hits += sector_hits;
        self.generic_local.add(*generic_local);
        self.ideal_sectors += ideal_sectors;
        self.wavefronts += wavefronts;
        self.ideal_wavefronts += ideal_wavefronts;
        self.copied += copied;
        for (sum, more) in self.generic_shared.iter_mut().zip(generic_shared) {
            *sum += more;
        }
        for reason in Stall::ALL {
            self.stalls[reason as usize] += stalls[reason as usize];
        }
    }
}

/// One SM's share of a launch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SmStats {
    /// Cycles with at least one resident warp.
    pub cycles_active: u64,
    /// Cycles with at least one resident warp, summed over the sub-cores.
    pub subcore_cycles_active: u64,
    /// Warp instructions issued.
    pub issued: u64,
    /// Single-precision instructions that the heavy half of the FMA pipe took,
    /// because the other half was busy.
    pub fma_heavy: u64,
    /// Cycles that the port to the L2 was taken.
    pub port_cycles: u64,
    /// Resident warps, summed over cycles.
    pub warps_active: u64,
    /// Warps that could have issued, summed over cycles and sub-cores.
    pub warps_eligible: u64,
    /// Blocks run.
    pub blocks: u64,
    /// Warps run.
    pub warps: u64,
    /// Times that a barrier of a block opened.
    pub barriers: u64,
    /// Requests of each kind sent to the L2, in sectors.
    pub read_sectors: u64,
    /// Sectors written to the L2.
    pub write_sectors: u64,
}

/// A shuffle of which lanes read lanes that did not take part. What they get is
/// undefined; a program that never uses it is right all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InactiveRead {
    /// The instruction's place in the kernel.
    pub pc: u32,
    /// Executions in which it happened.
    pub times: u64,
    /// The cycle of the first.
    pub cycle: u64,
    /// Its block.
    pub block: [u32; 3],
    /// Its warp in the block.
    pub warp: u32,
    /// Its first lane that read one which did not take part.
    pub lane: u32,
    /// The lane that was read.
    pub from: u32,
}

impl InactiveRead {
    /// Adds another SM's share, whose first counts if it was earlier.
    fn add(&mut self, other: &InactiveRead) {
        let times = self.times + other.times;
        if other.cycle < self.cycle {
            *self = *other;
        }
        self.times = times;
    }

    /// All SMs' shares as one, in the order of the kernel.
    pub(crate) fn join<'a>(shares: impl Iterator<Item = &'a InactiveRead>) -> Vec<InactiveRead> {
        let mut joined = BTreeMap::<u32, InactiveRead>::new();
        for share in shares {
            joined
                .entry(share.pc)
                .and_modify(|sum| sum.add(share))
                .or_insert(*share);
        }
        joined.into_values().collect()
    }
}

/// Everything that a launch did.
#[derive(Clone, Debug)]
pub struct LaunchReport {
    /// The launch's name.
    pub name: String,
    /// The kernel's name.
    pub kernel: String,
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
    /// Registers a thread, as allocated.
    pub registers: u32,
    /// Static shared memory a block, in bytes.
    pub static_shared: u32,
    /// Dynamic shared memory a block, in bytes.
    pub dynamic_shared: u32,
    /// The launch's resources and how many blocks they let on an SM.
    pub occupancy: Occupancy,
    /// The shared-memory configuration in force, in bytes (the L1 is the rest).
    pub shared_config: u32,
    /// SM cycles from launch to drain; absent in functional mode.
    pub cycles_elapsed: Option<u64>,
    /// Each SM's share.
    pub sms: Vec<SmStats>,
    /// Each instruction's share, in the order of the kernel.
    pub pcs: Vec<PcStats>,
    /// Shuffles whose lanes read lanes that did not take part.
    pub inactive_reads: Vec<InactiveRead>,
    /// The kernel, whose instructions `pcs` speaks of.
    pub program: Arc<Program>,
    /// What the L2 and the DRAM did.
    pub memory: sim_memory::l2::L2Counters,
    /// The machine.
    pub gpu: Arc<GpuConfig>,
}

impl LaunchReport {
    /// Warp-cycles per stall reason over the whole launch.
    pub fn stalls(&self) -> StallCycles {
        let mut sum = StallCycles::default();
        for pc in &self.pcs {
            for reason in Stall::ALL {
                sum[reason as usize] += pc.stalls[reason as usize];
            }
        }
        sum
    }

    /// Threads of a block.
    pub fn block_threads(&self) -> u64 {
        self.block.iter().map(|&n| u64::from(n)).product()
    }

    /// Blocks of the grid.
    pub fn blocks(&self) -> u64 {
        self.grid.iter().map(|&n| u64::from(n)).product()
    }

    /// A metric by Nsight Compute's name or one of the aliases; `None` if the
    /// name is unknown or the model cannot know the value.
    pub fn metric(&self, name: &str) -> Option<f64> {
        crate::metrics::find(name).and_then(|metric| (metric.value)(self))
    }
}
