//! How close the launch comes to the machine's limits.

use super::{Counter, Row, Section, counters, number};
use crate::view::Launch;

/// See the module.
pub struct SpeedOfLight;

const PERCENTAGES: [Counter; 3] = [
    (
        "L1/TEX Cache Throughput",
        "%",
        "l1tex__throughput.avg.pct_of_peak_sustained_active",
    ),
    (
        "L2 Cache Throughput",
        "%",
        "lts__throughput.avg.pct_of_peak_sustained_elapsed",
    ),
    (
        "DRAM Throughput",
        "%",
        "dram__throughput.avg.pct_of_peak_sustained_elapsed",
    ),
];

impl Section for SpeedOfLight {
    fn name(&self) -> &'static str {
        "SpeedOfLight"
    }

    fn title(&self) -> &'static str {
        "GPU speed of light throughput"
    }

    fn rows(&self, launch: &Launch) -> Vec<Row> {
        let mut rows = vec![
            number("Elapsed Cycles", "cycle", launch.cycles()),
            number("Duration", "µs", duration_us(launch)),
            number("SM Frequency", "GHz", frequency(launch)),
            number(
                "Compute (SM) Throughput",
                "%",
                launch.metric("sm__throughput.avg.pct_of_peak_sustained_elapsed"),
            ),
            number("Memory Throughput", "%", memory_percent(launch)),
        ];
        rows.extend(counters(launch, &PERCENTAGES));
        rows.push(number(
            "SM Active Cycles",
            "cycle",
            launch.metric("sm__cycles_active.avg"),
        ));
        rows
    }
}

fn duration_us(launch: &Launch) -> Option<f64> {
    Some(launch.metric("gpu__time_duration.sum")? / 1000.0)
}

/// Cycles per nanosecond, which is GHz.
fn frequency(launch: &Launch) -> Option<f64> {
    launch.ratio("gpc__cycles_elapsed.max", "gpu__time_duration.sum")
}

/// The largest of the memory percentages; absent if one is.
fn memory_percent(launch: &Launch) -> Option<f64> {
    PERCENTAGES
        .iter()
        .map(|(_, _, metric)| launch.metric(metric))
        .try_fold(0.0, |largest: f64, percent| Some(largest.max(percent?)))
}
