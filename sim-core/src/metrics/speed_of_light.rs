//! Throughputs in percent of what the hardware could do: each the largest of
//! some units' counters over their peaks.
//!
//! The units and peaks are those that explain the H200's own percentages in
//! the truth set, those of the L2 Nsight Compute's own (`docs/counters.md`). Left out: units that
//! our counters do not hold, such as the queues between the SM's sub-cores and its memory side.

use super::instructions::{Counted, adu, fma_heavy, issued, pipe};
use super::memory::data_wavefronts;
use super::{metrics, percent};
use crate::report::LaunchReport;
use sim_memory::l2::L2Counters;
use sim_memory::message::SECTORS_PER_LINE;

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
    f64::from(report.gpu.l2.slices())
}

/// The L2's tags, its way in from the SMs, or its way in from the other side, whichever is busiest
/// over the cycles of the L2's own clock: in one of those the tags take a request. Which units
/// count, and for how long each thing takes them, was read off Nsight Compute's breakdown of this
/// very percentage in 96 launches on an H100.
fn l2(report: &LaunchReport) -> Option<f64> {
    let (l2, counted) = (&report.gpu.l2, &report.memory);
    let clocks = f64::from(l2.requests_per_cycle) * report.cycles_elapsed? as f64 * slices(report);
    largest([
        percent(looked_up(counted) as f64, clocks),
        percent(from_sms(counted) as f64, clocks),
        percent(from_fabric(counted) as f64, clocks),
    ])
}

/// Requests at the tags, a cycle each (`lts__t_tag_requests`): of SMs, between the sides, of code in
/// whole lines, and flushes.
fn looked_up(counted: &L2Counters) -> u64 {
    let of_launch = counted.sectors_code / u64::from(SECTORS_PER_LINE) + counted.flush_sectors;
    counted.requests() + counted.fabric_requests + of_launch
}

/// Cycles in which something comes from the SMs (`lts__xbar2lts_cycles_active`): a load, a sector to
/// be stored or changed, or the byte mask of a line that is stored in part. Loads of lone sectors
/// share cycles on the GPU, down to 0.4 a load; the tags are busier then.
fn from_sms(counted: &L2Counters) -> u64 {
    counted.requests_read
        + counted.sectors_write
        + counted.requests_masked
        + counted.sectors_red
        + counted.sectors_atom
}

/// Cycles in which something comes over the fabric (`lts__ltcfabric2ltc_cycles_active`): two for a
/// sector, whatever it is for, and one for a line that is asked for or stored, or an atomic whose
/// old value is wanted.
fn from_fabric(counted: &L2Counters) -> u64 {
    let sectors = counted.crossed_sectors() + counted.fabric_returns;
    2 * sectors + counted.fabric_requests - counted.fabric_reductions
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
        "the L2's tags or its ways in from the SMs and from its other side, of their peak", l2;
    "dram__throughput.avg.pct_of_peak_sustained_elapsed", Percent,
        "bytes moved to and from device memory, of what its channels could move", dram;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words, each into a sector of its own, as `fields_store_8_8` stores them: on an H100
    /// 43,167 thousand cycles from the SMs for 34,530 thousand sectors of 8,633 thousand lines.
    #[test]
    fn stores_of_parts_bring_a_mask_for_each_line() {
        let counted = L2Counters {
            sectors_write: 34_530_000,
            requests_write: 8_633_000,
            requests_masked: 8_633_000,
            ..L2Counters::default()
        };
        let measured = 43_167_000.0;
        assert!((from_sms(&counted) as f64 / measured - 1.0).abs() < 0.001);
    }

    /// `scatter_load_32768`: of 3,237 thousand random sectors half cross, an H100 counts 4,822
    /// thousand cycles; `hot_atom_own`: of 1,217 thousand sectors half cross and come back, 3,039.
    #[test]
    fn the_fabric_takes_two_cycles_a_sector_and_one_a_line() {
        let loads = L2Counters {
            fabric_sectors: 1_602_000,
            fabric_requests: 1_602_000,
            ..L2Counters::default()
        };
        assert!((from_fabric(&loads) as f64 / 4_822_000.0 - 1.0).abs() < 0.01);
        let atomics = L2Counters {
            fabric_sectors: 608_000,
            fabric_returns: 608_000,
            fabric_requests: 608_000,
            ..L2Counters::default()
        };
        assert!((from_fabric(&atomics) as f64 / 3_039_000.0 - 1.0).abs() < 0.01);
    }
}
