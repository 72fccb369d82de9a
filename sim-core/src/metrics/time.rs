//! Time, launch and occupancy.

use super::{metrics, percent, ratio};
use crate::report::{LaunchReport, SmStats};

fn sum(report: &LaunchReport, field: impl Fn(&SmStats) -> u64) -> f64 {
    report.sms.iter().map(field).sum::<u64>() as f64
}

fn cycles(report: &LaunchReport) -> Option<f64> {
    report.cycles_elapsed.map(|cycles| cycles as f64)
}

/// A value that only a timed run has.
fn timed(report: &LaunchReport, value: f64) -> Option<f64> {
    report.cycles_elapsed.map(|_| value)
}

fn nanoseconds(report: &LaunchReport) -> Option<f64> {
    cycles(report).map(|cycles| cycles * 1e3 / report.gpu.chip.sm_clock_mhz)
}

fn occupancy(report: &LaunchReport) -> Option<f64> {
    let peak = sum(report, |sm| sm.cycles_active) * f64::from(report.gpu.sm.max_warps);
    timed(report, percent(sum(report, |sm| sm.warps_active), peak)?)
}

fn waves(report: &LaunchReport) -> Option<f64> {
    let wave = u64::from(report.occupancy.blocks) * u64::from(report.gpu.sms());
    ratio(report.blocks() as f64, wave as f64)
}

metrics! {
    "gpc__cycles_elapsed.max", Cycle, "SM clock cycles from launch to drain",
        cycles;
    "sm__cycles_elapsed.max", Cycle, "the same, as an SM counts it",
        cycles;
    "dram__cycles_elapsed.avg", DramCycle, "the same in cycles of the DRAM clock",
        |r| Some(nanoseconds(r)? * r.gpu.chip.dram_clock_mhz / 1e3);
    "gpu__time_duration.sum", Nanosecond, "the same as time",
        nanoseconds;
    "sm__cycles_active.avg", Cycle, "cycles with a resident warp, mean over SMs",
        |r| timed(r, sum(r, |sm| sm.cycles_active) / r.sms.len() as f64);
    "sm__cycles_active.max", Cycle, "cycles with a resident warp, of the busiest SM",
        |r| timed(r, r.sms.iter().map(|sm| sm.cycles_active).max()? as f64);
    "sm__cycles_active.sum", Cycle, "cycles with a resident warp, over all SMs",
        |r| timed(r, sum(r, |sm| sm.cycles_active));
    "smsp__cycles_active.sum", Cycle, "cycles with a resident warp, over all sub-cores",
        |r| timed(r, sum(r, |sm| sm.subcore_cycles_active));
    "smsp__warps_active.sum", WarpCycle, "resident warps, summed over cycles",
        |r| timed(r, sum(r, |sm| sm.warps_active));
    "smsp__warps_eligible.sum", WarpCycle, "warps that could issue, summed over cycles",
        |r| timed(r, sum(r, |sm| sm.warps_eligible));
    "sm__warps_active.avg.pct_of_peak_sustained_active", Percent,
        "achieved occupancy: resident warps of all warp slots while the SM is active",
        occupancy;
    "sm__maximum_warps_per_active_cycle_pct", Percent, "theoretical occupancy",
        |r| Some(r.occupancy.percent);
    "sm__maximum_warps_avg_per_active_cycle", Warp, "resident warps of an SM that occupancy allows",
        |r| Some(f64::from(r.occupancy.warps));
    "sm__ctas_launched.sum", Block, "blocks run",
        |r| Some(sum(r, |sm| sm.blocks));
    "smsp__warps_launched.sum", Warp, "warps run",
        |r| Some(sum(r, |sm| sm.warps));
    "launch__grid_size", Block, "blocks of the grid",
        |r| Some(r.blocks() as f64);
    "launch__block_size", Number, "threads of a block",
        |r| Some(r.block_threads() as f64);
    "launch__thread_count", Number, "threads of the launch",
        |r| Some((r.blocks() * r.block_threads()) as f64);
    "launch__registers_per_thread", Register, "registers a thread, as allocated",
        |r| Some(f64::from(r.registers));
    "launch__shared_mem_per_block_static", Byte, "static shared memory a block",
        |r| Some(f64::from(r.static_shared));
    "launch__shared_mem_per_block_dynamic", Byte, "dynamic shared memory a block",
        |r| Some(f64::from(r.dynamic_shared));
    "launch__shared_mem_config_size", Byte, "shared memory configured on the SM; the L1 is the rest",
        |r| Some(f64::from(r.shared_config));
    "launch__occupancy_limit_blocks", Block, "blocks an SM that its block slots allow",
        |r| Some(f64::from(r.occupancy.limits.blocks));
    "launch__occupancy_limit_registers", Block, "blocks an SM that registers allow",
        |r| Some(f64::from(r.occupancy.limits.registers));
    "launch__occupancy_limit_shared_mem", Block, "blocks an SM that shared memory allows",
        |r| Some(f64::from(r.occupancy.limits.shared_mem));
    "launch__occupancy_limit_warps", Block, "blocks an SM that its warp slots allow",
        |r| Some(f64::from(r.occupancy.limits.warps));
    "launch__waves_per_multiprocessor", Number, "blocks of the grid over blocks that fit on the GPU",
        waves;
    "launch__sm_count", Number, "SMs of the GPU",
        |r| Some(f64::from(r.gpu.sms()));
}
