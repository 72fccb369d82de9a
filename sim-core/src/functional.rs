//! Functional mode: the same engine on a machine where nothing takes time.
//!
//! Only the numbers change: latencies are one cycle, queues and caches never
//! hold anything up. Values, counts of instructions and accesses, faults and
//! limits come out of the very code that the timed mode runs. What is left of
//! time is the distance to the L2, because the engine's epoch is as long as
//! the shortest loop between components; cycles are not reported.

use crate::config::{ConstantConfig, FetchConfig, GpuConfig, PipeConfig};

/// Cycles from an SM to the L2 and back, each way: a compromise between few
/// epochs and short waits of warps that depend on each other.
const CROSSING: u32 = 24;

/// Bandwidth that nothing saturates, in any unit a cycle.
const AMPLE: f32 = 1e9;

impl GpuConfig {
    /// This machine with unit latencies.
    pub fn functional(&self) -> GpuConfig {
        let mut gpu = self.clone();
        gpu.issue.taken_branch = 1;
        gpu.issue.wide_hold = 0;
        gpu.issue.stand_latency = 0;
        gpu.issue.factor_latency = 0;
        gpu.issue.file_latency = 0;
        gpu.issue.late_read = 0;
        gpu.issue.second_half = 0;
        gpu.issue.matrix_read = 0;
        gpu.issue.matrix_double = 0;
        gpu.issue.held_behind = 0;
        gpu.issue.turn_delay = 0;
        gpu.issue.divergent_branch = 0;
        gpu.issue.converge = 1;
        gpu.issue.group_switch = 1;
        gpu.issue.sleep_least = 1;
        gpu.issue.sleep_most_us = 0.0;
        gpu.issue.register_banks = false;
        for pipe in gpu.pipes.values_mut() {
            *pipe = PipeConfig {
                interval: 1,
                latency: 1,
            };
        }
        gpu.fetch = FetchConfig {
            line_cycles: 0,
            line_gap: 0,
            l2_latency: 1,
            start_latency: 1,
            start_turns: Vec::new(),
            prefetch_interval: 0,
            launch_kib: u64::from(u32::MAX) >> 10,
            cached_latency: 1,
            cached_interval: 0,
            memory_latency: 1,
            memory_interval: 0,
            ..gpu.fetch.clone()
        };
        gpu.constant = ConstantConfig {
            hit_latency: 1,
            distinct_address: 0,
            l2_latency: 1,
            issue_miss: 0,
            gpc_interval: 0,
            load_interval: 0,
            load_ask: 0,
            launch_latency: 0,
            cached_latency: 1,
            miss_latency: 1,
            miss_one_side: 0,
            ..gpu.constant
        };
        gpu.at_once_inside_the_sm();
        gpu.at_once_behind_the_sm();
        gpu
    }

    fn at_once_inside_the_sm(&mut self) {
        let mio = &mut self.mio;
        mio.interval = 0;
        mio.operand_interval = 0;
        mio.return_interval = 0;
        mio.adu_way = 0;
        mio.adu_operand = 0;
        mio.adu_interval = 0;
        mio.adu_indirect = 0;
        mio.indirect_latency = 0;
        mio.shared_latency = 1;
        mio.l1_latency = 1;
        mio.wavefront_latency = 0;
        mio.register_write = 0;
        mio.copy_read = 0;
        mio.copy_lookup = 0;
        mio.copies_end = 0;
        mio.fill_latency = 1;
        mio.shuffle_latency = 1;
        mio.s2r_interval = 0;
        mio.s2r_latency = 1;
        mio.s2ur_latency = 1;
        mio.redux_latency = 1;
        mio.match_latency = 1;
        mio.shared_atomic_latency = 1;
        mio.operand_read = 1;
        mio.register_read = 0;
        mio.global_operand_read = 0;
        mio.port_latency = 1;
        mio.place_latency = 0;
        mio.store_turn = 0;
        mio.close_latency = 1;
        mio.ask_latency = 1;
        self.barrier.latency = 1;
        self.barrier.data_path = 0;
        self.barrier.fence = 0;
        self.barrier.reduce = 0;
        self.barrier.result = 1;
        self.barrier.result_predicate = 1;
        self.barrier.membar_cta = 1;
        self.barrier.membar_gpu = 1;
        self.l1.miss_interval = 0.0;
        self.l1.store_sector_cycles = 0.0;
        self.l1.store_mask_cycles = 0.0;
        let launch = &mut self.launch;
        launch.prologue = 0;
        launch.epilogue = 0;
        launch.flush_hidden = 0;
        launch.flush = 0;
        launch.block_setup = 0;
        launch.warp_fetch = 0;
        launch.exit = 0;
        launch.exit_drain = 0;
        launch.first_leave = 0;
        launch.store_drain = 0;
        launch.first_wave_interval = 0.0;
        launch.block_interval = 0.0;
        launch.sm_block_interval = 0.0;
        launch.sm_warp_interval = [0.0; 3];
        launch.warp_start = 0;
        launch.turnaround = u64::from(2 * CROSSING);
    }

    fn at_once_behind_the_sm(&mut self) {
        let gpc = &mut self.gpc;
        gpc.request_latency = CROSSING;
        gpc.response_latency = CROSSING;
        gpc.distance_spread = 0;
        gpc.coalescer_lead = 0;
        gpc.tpc_distances.clear();
        gpc.read_bytes_per_cycle = AMPLE;
        gpc.sm_read_bytes_per_cycle = AMPLE;
        gpc.cpc_sectors_per_cycle = AMPLE;
        gpc.atomic_sectors_per_cycle = AMPLE;
        let l2 = &mut self.l2;
        l2.hit_latency = 1;
        l2.fabric_latency = 1;
        l2.atomic_latency = 1;
        l2.flush_latency = 1;
        l2.copy_reads = 1;
        l2.copy_misses = 65536;
        l2.second_fetch = 0;
        l2.requests_per_cycle = AMPLE;
        l2.read_sectors_per_cycle = AMPLE;
        l2.write_sectors_per_cycle = AMPLE;
        l2.forward_sectors_per_cycle = AMPLE;
        l2.mask_cycles = 0.0;
        l2.mend_cycles = 0.0;
        l2.link_sectors_per_cycle = AMPLE;
        l2.atomic_part_cycles = 0.0;
        l2.atomic_pass_cycles = 0.0;
        l2.way_cycles = 0.0;
        l2.atomic_sector_cycles = 0.0;
        l2.float_chain = 0.0;
        let dram = &mut self.dram;
        dram.bytes_per_cycle = AMPLE;
        dram.overhead = 0.0;
        dram.refresh = 0;
        dram.row_stays = 0;
        dram.precharge = 1;
        dram.activate = 1;
        dram.column = 1;
        dram.row_cycle = 1;
        dram.row_open = 0.0;
        dram.pause = 0;
        dram.queue = 4096;
        dram.turnaround = 0.0;
        dram.write_row = 0.0;
        dram.controller = 1;
    }
}
