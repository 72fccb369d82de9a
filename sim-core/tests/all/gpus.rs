//! The built-in GPUs against what is published of them.

use sim_core::config::GpuConfig;
use sim_core::exec::Reconvergence;
use sim_core::occupancy::{BlockDemand, Resource};

fn gpu(name: &str) -> GpuConfig {
    GpuConfig::built_in(name).unwrap_or_else(|error| panic!("{error}"))
}

fn blocks(name: &str, threads: u32, registers: u32, shared: u32) -> (u32, f64) {
    let demand = BlockDemand {
        threads,
        registers,
        shared,
    };
    let occupancy = gpu(name).sm.occupancy(&demand).expect("it fits");
    (occupancy.blocks, occupancy.percent)
}

/// Name, compute capability, warps and blocks of an SM, KiB of shared memory of an SM and of a
/// block: CUDA C++ Programming Guide, technical specifications per compute capability.
const LIMITS: [(&str, u32, u32, u32, u32, u32); 9] = [
    ("rtx5080", 120, 48, 24, 100, 99),
    ("h100", 90, 64, 32, 228, 227),
    ("h200", 90, 64, 32, 228, 227),
    ("rtx4090", 89, 48, 24, 100, 99),
    ("rtx3090", 86, 48, 16, 100, 99),
    ("a100", 80, 64, 32, 164, 163),
    ("v100", 70, 64, 32, 96, 96),
    ("cc52", 52, 64, 32, 96, 48),
    ("cc35", 35, 64, 16, 48, 48),
];

#[test]
fn an_sm_holds_what_its_compute_capability_says() {
    for (name, capability, warps, blocks, shared, of_a_block) in LIMITS {
        let gpu = gpu(name);
        assert_eq!(gpu.chip.compute_capability, capability, "{name}");
        assert_eq!(
            (gpu.sm.max_warps, gpu.sm.max_blocks),
            (warps, blocks),
            "{name}"
        );
        assert_eq!(gpu.sm.shared_bytes, shared << 10, "{name}");
        assert_eq!(gpu.sm.max_shared_per_block, of_a_block << 10, "{name}");
        assert_eq!(
            gpu.sm.shared_configs.last(),
            Some(&(shared << 10)),
            "{name}"
        );
        assert_eq!(gpu.sm.registers, 65536, "{name}");
        assert_eq!(gpu.sm.max_registers_per_thread, 255, "{name}");
    }
}

/// Name, GB/s of DRAM, MiB of L2, TFLOP/s in FP32 and FP64: data sheets, white papers. Of an H200's 60 MiB
/// 94 slices of 96 are used.
const SHEETS: [(&str, f64, f64, f64, f64); 9] = [
    ("rtx5080", 960.0, 64.0, 56.3, 0.88),
    ("h100", 3350.0, 50.0, 66.9, 33.5),
    ("h200", 4800.0, 58.75, 66.9, 33.5),
    ("rtx4090", 1008.0, 72.0, 82.6, 1.29),
    ("rtx3090", 936.0, 6.0, 35.6, 0.56),
    ("a100", 1555.0, 40.0, 19.5, 9.7),
    ("v100", 900.0, 6.0, 15.7, 7.8),
    ("cc52", 224.0, 2.0, 4.98, 0.156),
    ("cc35", 249.6, 1.5, 3.94, 1.31),
];

#[test]
fn rates_and_capacities_are_those_of_the_data_sheets() {
    let close = |name: &str, what: &str, got: f64, published: f64| {
        let off = (got / published - 1.0).abs();
        assert!(off < 0.01, "{name}: {what} {got:.3}, published {published}");
    };
    for (name, bandwidth, l2_mib, single, double) in SHEETS {
        let gpu = gpu(name);
        let (chip, clock) = (&gpu.chip, gpu.chip.sm_clock_mhz * 1e6);
        let slices = f64::from(gpu.l2.shards) * if gpu.l2.two_sides { 2.0 } else { 1.0 };
        let channels = slices * f64::from(gpu.dram.channels_per_slice);
        let bytes = channels * f64::from(gpu.dram.bytes_per_cycle) * clock;
        close(name, "GB/s of DRAM", bytes / 1e9, bandwidth);
        let lines = slices * f64::from(gpu.l2.sets * gpu.l2.ways);
        close(
            name,
            "MiB of L2",
            lines * 128.0 / f64::from(1 << 20),
            l2_mib,
        );
        let sms = f64::from(gpu.sms());
        let lanes = sms * f64::from(chip.fp32_lanes);
        close(name, "TFLOP/s", 2.0 * lanes * clock / 1e12, single);
        // Four sub-cores of 32 lanes, a warp instruction every so many cycles.
        let lanes = sms * 128.0 / gpu.pipes["fp64"].interval as f64;
        close(name, "TFLOP/s in FP64", 2.0 * lanes * clock / 1e12, double);
    }
}

#[test]
fn blocks_that_the_lectures_count_fit_on_compute_capability_12() {
    // Threads, blocks, percent of the 48 warps.
    for (threads, wanted, percent) in [
        (1024, 1, 66.7),
        (512, 3, 100.0),
        (256, 6, 100.0),
        (128, 12, 100.0),
        (100, 12, 100.0),
        (32, 24, 50.0),
    ] {
        let (blocks, got) = blocks("rtx5080", threads, 32, 0);
        assert_eq!(blocks, wanted, "{threads} threads");
        assert!((got - percent).abs() < 0.05, "{threads} threads: {got}");
    }
}

#[test]
fn early_gpus_keep_nothing_of_a_blocks_shared_memory() {
    assert_eq!(blocks("cc52", 64, 16, 48 << 10).0, 2);
    assert_eq!(blocks("cc35", 64, 16, 16 << 10).0, 3);
    assert_eq!(blocks("v100", 64, 16, 96 << 10).0, 1);
    assert_eq!(blocks("v100", 64, 16, 0).0, 32);
    let demand = BlockDemand {
        threads: 64,
        registers: 16,
        shared: 0,
    };
    let occupancy = gpu("cc35").sm.occupancy(&demand).expect("it fits");
    assert_eq!(
        (occupancy.blocks, occupancy.limited_by),
        (16, vec![Resource::Blocks])
    );
}

#[test]
fn only_the_historical_gpus_have_their_mechanisms() {
    for (name, ..) in LIMITS {
        let gpu = gpu(name);
        let early = name.starts_with("cc");
        let stack = gpu.chip.reconvergence == Reconvergence::Stack;
        assert_eq!(stack, early, "{name}");
        assert_eq!(gpu.l1.fill_bytes == 128, early, "{name}");
        assert_eq!(gpu.shared.bank_bytes == 8, name == "cc35", "{name}");
    }
}
