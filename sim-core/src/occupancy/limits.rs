//! What an SM has to give to resident blocks.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An SM's capacities and allocation units.
///
/// Values for a GPU live in its configuration; [`SmLimits::h200`] is the set
/// that the driver of an H200 reports (source beside each field).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SmLimits {
    /// Warp slots an SM. H200: 64 (`maxThreadsPerMultiProcessor` 2048).
    pub max_warps: u32,
    /// Block slots an SM. H200: 32 (`maxBlocksPerMultiProcessor`).
    pub max_blocks: u32,
    /// Threads a block. H200: 1024 (CUDA C++ Programming Guide, compute
    /// capabilities).
    pub max_threads_per_block: u32,
    /// Sub-cores over which warps and registers are split evenly. H200: 4.
    pub sub_cores: u32,
    /// 32-bit registers an SM. H200: 65536 (`regsPerMultiprocessor`).
    pub registers: u32,
    /// Registers a thread at most. H200: 255 (encoding).
    pub max_registers_per_thread: u32,
    /// Registers that a thread is given at least. H200: 16 (measured:
    /// `launch__registers_per_thread` is 16 for kernels compiled to 4…15).
    pub min_registers_per_thread: u32,
    /// Registers by which a warp's share is rounded up. H200: 256
    /// (`cuda_occupancy.h`).
    pub register_allocation_unit: u32,
    /// Bytes of an SM that can be shared memory. H200: 233472
    /// (`sharedMemPerMultiprocessor`).
    pub shared_bytes: u32,
    /// Bytes of shared memory a block at most, opted in. H200: 232448
    /// (`sharedMemPerBlockOptin`).
    pub max_shared_per_block: u32,
    /// Bytes that the system keeps in each block. H200: 1024
    /// (`reservedSharedMemPerBlock`).
    pub reserved_shared_per_block: u32,
    /// Bytes by which a block's shared memory is rounded up. H200: 128
    /// (`cuda_occupancy.h`; fits the driver's answers).
    pub shared_allocation_unit: u32,
    /// Sizes in bytes, ascending, that shared memory can be configured to; the
    /// rest of the unified memory is L1. H200: 8, 16, 32, 64, 100, 132, 164,
    /// 196, 228 KB (measured; 0 is listed by the CUDA C++ Programming Guide but
    /// never chosen, since a block's reserved 1 KB must fit).
    pub shared_configs: Vec<u32>,
    /// Bytes beyond which the driver by default configures shared memory only
    /// for blocks that fit otherwise not. H200: 132 KB (fitted to 212 launches).
    pub default_carveout_cap: u32,
}

impl SmLimits {
    /// The limits of an H200's SM (driver 13.0).
    pub fn h200() -> SmLimits {
        SmLimits {
            max_warps: 64,
            max_blocks: 32,
            max_threads_per_block: 1024,
            sub_cores: 4,
            registers: 65536,
            max_registers_per_thread: 255,
            min_registers_per_thread: 16,
            register_allocation_unit: 256,
            shared_bytes: 233_472,
            max_shared_per_block: 232_448,
            reserved_shared_per_block: 1024,
            shared_allocation_unit: 128,
            shared_configs: [8, 16, 32, 64, 100, 132, 164, 196, 228]
                .map(|kb| kb << 10)
                .to_vec(),
            default_carveout_cap: 132 << 10,
        }
    }
}
