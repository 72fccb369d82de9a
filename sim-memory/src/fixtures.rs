//! An H200's numbers, and a message, for tests.

use crate::dram::DramConfig;
use crate::l1::L1Config;
use crate::l2::L2Config;
use crate::message::{Request, RequestKind};
use crate::system::{GpcConfig, MemoryParts};

/// A load of the first sector of line 0.
pub(crate) fn load(time: u64) -> Request {
    Request {
        time,
        line: 0,
        sm: 0,
        kind: RequestKind::Load,
        sectors: 1,
        token: 0,
        payload: 0,
        brings: 0,
        masks: 0,
    }
}

pub(crate) struct H200 {
    pub gpc: GpcConfig,
    pub l2: L2Config,
    pub dram: DramConfig,
    pub sm_to_gpc: Vec<u8>,
}

impl H200 {
    pub(crate) fn parts(&self) -> MemoryParts<'_> {
        MemoryParts {
            gpc: &self.gpc,
            l2: &self.l2,
            dram: &self.dram,
            sm_to_gpc: &self.sm_to_gpc,
        }
    }
}

pub(crate) fn h200() -> H200 {
    let sizes = [16, 16, 16, 16, 16, 16, 18, 18];
    let gpcs = (0..8u8).flat_map(|gpc| std::iter::repeat_n(gpc, sizes[gpc as usize]));
    H200 {
        gpc: gpc(),
        l2: l2(),
        dram: dram(),
        sm_to_gpc: gpcs.collect(),
    }
}

pub(crate) fn l1() -> L1Config {
    L1Config {
        size_kib: 256,
        coalescing: true,
        sets: 512,
        ways: 4,
        set_bits: vec![
            113, 27, 374, 329, 57, 481, 477, 238, 404, 141, 428, 244, 303, 130, 240, 277, 508, 351,
        ],
        bank_bits: vec![0xb5, 0x16f],
        spare_lines: 56,
        turn_step: 39,
        fill_bytes: 32,
        miss_interval: 1.0,
        store_sector_cycles: 1.0,
        store_mask_cycles: 1.0,
    }
}

fn gpc() -> GpcConfig {
    GpcConfig {
        request_latency: 75,
        response_latency: 69,
        tpc_distances: vec![10, 13, 20, 5, 8, 14, 0, 3, 11],
        distance_spread: 15,
        read_bytes_per_cycle: 650.0,
        sm_read_bytes_per_cycle: 123.0,
        cpcs: 3,
        cpc_ways: 2,
        cpc_sectors_per_cycle: 3.0,
        cpc_queue: 3,
        atomic_sectors_per_cycle: 8.0,
        coalescer_lines: 2048,
        coalescer_loads: 4,
        coalescer_lead: 33,
        code_block_bytes: 256,
        code_blocks_ahead: 8,
        constant_bytes: 768,
        constant_cold_bytes: 256,
    }
}

fn l2() -> L2Config {
    L2Config {
        shards: 48,
        two_sides: true,
        side_bits: vec![12, 13, 15, 17, 19, 21, 22, 24, 26, 27],
        sets: 256,
        ways: 20,
        copy_reads: 4,
        copy_misses: 80,
        copy_queue: 96,
        second_fetch: 20,
        chunk_lines: 4,
        deck_pages: 8,
        hash_seed: 1,
        partial_share: 0.11,
        dirty_share: 0.467,
        dirty_before: 0.038,
        hit_latency: 97,
        fabric_latency: 91,
        atomic_latency: 79,
        flush_latency: 120,
        requests_per_cycle: 0.85,
        read_sectors_per_cycle: 1.727,
        write_sectors_per_cycle: 1.0,
        forward_sectors_per_cycle: 2.0,
        link_sectors_per_cycle: 0.868,
        link_request_sectors: 0.25,
        mask_cycles: 1.0,
        mend_cycles: 9.0,
        atomic_part_cycles: 1.447,
        atomic_sector_cycles: 1.158,
        atomic_pass_cycles: 0.58,
        way_cycles: 1.21,
        way_lone_sectors: 0.42,
        way_request_sectors: 0.5,
        float_chain: 3.5,
        flush_sectors: 6,
        flush_sectors_per_sm: 2,
        flush_cycles: 3.4,
    }
}

pub(crate) fn dram() -> DramConfig {
    DramConfig {
        channels_per_slice: 2,
        bytes_per_cycle: 12.93,
        overhead: 0.03,
        banks: 16,
        row_bytes: 1024,
        piece_bytes: 256,
        rows_in_reach: 4,
        row_stays: 60,
        precharge: 32,
        activate: 38,
        column: 25,
        refresh_interval: 3861,
        stripe_bytes: 65536,
        stripe_groups: 3,
        refresh_begins: 500,
        refresh: 0,
        bank_interval: 2.0,
        row_cycle: 89,
        row_open: 9.2,
        queue: 40,
        pause_interval: 198_300,
        pause: 0,
        turnaround: 110.0,
        write_row: 12.4,
        write_batch: 384,
        reads_between: 1.3,
        write_queue: 1024,
        controller: 180,
    }
}
