//! Throughputs in percent of what the hardware could do: each the largest of
//! some units' counters over their peaks.
//!
//! The units and peaks are those that explain the H200's own percentages in
//! the truth set (`docs/counters.md`). Left out: units that our counters do not
//! hold, such as the queues between the SM's sub-cores and its memory side.

use super::instructions::{Counted, adu, fma_heavy, issued, pipe};
use super::memory::data_wavefronts;
use super::{metrics, percent};
use crate::report::LaunchReport;

/// The largest percentage; absent if any of them is.
fn largest(percentages: impl IntoIterator<Item = Option<f64>>) -> Option<f64> {
    percentages
        .into_iter()
        .try_fold(0.0, |largest: f64, percent| Some(largest.max(percent?)))
}

/// Cycles of the launch, summed over SMs.
fn sm_cycles(report: &LaunchReport) -> Option<f64> {
    Some(report.cycles_elapsed? as f64 * report.sms.len() as f64)
}

/// Instructions of each unit over what it could issue.
fn sm(report: &LaunchReport) -> Option<f64> {
    let cycles = sm_cycles(report)?;
    let gpu = &report.gpu;
    let sub_cores = f64::from(gpu.sm.sub_cores);
    let interval = |name: &str| gpu.pipes[name].interval as f64;
    let of_sub_cores =
        |count: Option<f64>, interval: f64| percent(count? * interval, cycles * sub_cores);
    let of_sms = |count: Option<f64>, interval: u64| percent(count? * interval as f64, cycles);
    largest([
        of_sub_cores(issued(report), 1.0),
        of_sub_cores(pipe(report, Counted::Alu), interval("alu")),
        of_sub_cores(pipe(report, Counted::Fma), interval("fma")),
        of_sub_cores(fma_heavy(report), interval("fma_heavy")),
        of_sub_cores(pipe(report, Counted::Fp64), interval("fp64")),
        of_sub_cores(pipe(report, Counted::Xu), interval("xu")),
        of_sms(pipe(report, Counted::Lsu), gpu.mio.interval),
        of_sms(adu(report), gpu.mio.adu_interval),
    ])
}

/// Passes of the data stage, and cycles of the port to the L2, over the cycles
/// in which an SM had warps.
fn l1(report: &LaunchReport) -> Option<f64> {
    report.cycles_elapsed?;
    let active: u64 = report.sms.iter().map(|sm| sm.cycles_active).sum();
    let port: u64 = report.sms.iter().map(|sm| sm.port_cycles).sum();
    largest([
        percent(data_wavefronts(report)?, active as f64),
        percent(port as f64, active as f64),
    ])
}

/// Slices of the L2.
fn slices(report: &LaunchReport) -> f64 {
    let l2 = &report.gpu.l2;
    f64::from(l2.shards * (1 + u32::from(l2.two_sides)))
}

/// Requests over what the tags take, or sectors over what the data banks move:
/// reads and fills at one rate; writes, atomics and what crosses between the
/// sides at another.
fn l2(report: &LaunchReport) -> Option<f64> {
    let (l2, counted) = (&report.gpu.l2, &report.memory);
    let cycles = report.cycles_elapsed? as f64 * slices(report);
    let tags = counted.requests() as f64 / f64::from(l2.requests_per_cycle);
    let read = (counted.sectors_read + counted.misses()) as f64;
    let written = (counted.all_sectors() - counted.sectors_read) as f64;
    let data = read / f64::from(l2.read_sectors_per_cycle)
        + written / f64::from(l2.write_sectors_per_cycle);
    largest([percent(tags, cycles), percent(data, cycles)])
}

/// Bytes to and from device memory, over what its channels could move.
fn dram(report: &LaunchReport) -> Option<f64> {
    let dram = &report.gpu.dram;
    let peak =
        slices(report) * f64::from(dram.channels_per_slice) * f64::from(dram.bytes_per_cycle);
    let sectors = report.memory.dram_sectors_read + report.memory.dram_sectors_write;
    percent(32.0 * sectors as f64, peak * report.cycles_elapsed? as f64)
}

metrics! {
    "sm__throughput.avg.pct_of_peak_sustained_elapsed", Percent,
        "issue or the pipe that is used most, of its peak", sm;
    "l1tex__throughput.avg.pct_of_peak_sustained_active", Percent,
        "the L1's data stage or its port to the L2, of its peak while the SM is active", l1;
    "lts__throughput.avg.pct_of_peak_sustained_elapsed", Percent,
        "the tags or the data banks of the L2, of their peak", l2;
    "dram__throughput.avg.pct_of_peak_sustained_elapsed", Percent,
        "bytes moved to and from device memory, of what its channels could move", dram;
}
