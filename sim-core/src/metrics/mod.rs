//! Every counter under Nsight Compute's name: unit, meaning, and how it
//! follows from the raw data of a launch.
//!
//! One row defines a metric; `sim metrics`, the reports, the JSON, assertions
//! in workloads and the comparison with a real GPU all read this table. A
//! value that the model cannot know is absent, never zero: functional runs
//! have no cycles, nor what goes to the L2, and a ratio without a denominator has no value.

mod instructions;
mod memory;
mod speed_of_light;
mod stalls;
mod time;

use crate::report::LaunchReport;

/// The unit of a metric.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unit {
    /// SM clock cycles.
    Cycle,
    /// DRAM clock cycles.
    DramCycle,
    /// Nanoseconds.
    Nanosecond,
    /// Bytes.
    Byte,
    /// 32-byte sectors.
    Sector,
    /// Requests.
    Request,
    /// Wavefronts: passes of a data path.
    Wavefront,
    /// Warp instructions.
    Instruction,
    /// Thread instructions.
    ThreadInstruction,
    /// Blocks.
    Block,
    /// Warps.
    Warp,
    /// Warp-cycles.
    WarpCycle,
    /// Registers.
    Register,
    /// Percent.
    Percent,
    /// A ratio or a plain number.
    Number,
}

impl Unit {
    /// How the unit prints.
    pub const fn symbol(self) -> &'static str {
        match self {
            Unit::Cycle => "cycle",
            Unit::DramCycle => "DRAM cycle",
            Unit::Nanosecond => "ns",
            Unit::Byte => "byte",
            Unit::Sector => "sector",
            Unit::Request => "request",
            Unit::Wavefront => "wavefront",
            Unit::Instruction => "inst",
            Unit::ThreadInstruction => "thread inst",
            Unit::Block => "block",
            Unit::Warp => "warp",
            Unit::WarpCycle => "warp-cycle",
            Unit::Register => "register",
            Unit::Percent => "%",
            Unit::Number => "",
        }
    }
}

/// One metric.
pub struct Metric {
    /// Nsight Compute's name.
    pub name: &'static str,
    /// The unit.
    pub unit: Unit,
    /// What it counts, in one line.
    pub meaning: &'static str,
    /// The value, if the model knows it.
    pub value: fn(&LaunchReport) -> Option<f64>,
}

/// Short names for what assertions and tables use most.
pub const ALIASES: &[(&str, &str)] = &[
    ("cycles", "gpc__cycles_elapsed.max"),
    ("time", "gpu__time_duration.sum"),
    ("instructions", "smsp__inst_executed.sum"),
    (
        "occupancy",
        "sm__warps_active.avg.pct_of_peak_sustained_active",
    ),
    ("l1_hit_rate", "l1tex__t_sector_hit_rate.pct"),
    ("l2_hit_rate", "lts__t_sector_hit_rate.pct"),
    ("dram_bytes", "dram__bytes.sum"),
    (
        "load_sectors_per_request",
        "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
    ),
    (
        "store_sectors_per_request",
        "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio",
    ),
];

/// All metrics, in the order in which they print.
pub fn all() -> impl Iterator<Item = &'static Metric> {
    [
        time::METRICS,
        instructions::METRICS,
        memory::METRICS,
        speed_of_light::METRICS,
        stalls::METRICS,
    ]
    .into_iter()
    .flatten()
}

/// The metric of this name or alias.
pub fn find(name: &str) -> Option<&'static Metric> {
    let name = ALIASES
        .iter()
        .find(|(alias, _)| *alias == name)
        .map_or(name, |(_, full)| full);
    all().find(|metric| metric.name == name)
}

/// `part / whole`, absent if there is no whole.
fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole != 0.0).then(|| part / whole)
}

/// `part / whole` in percent.
fn percent(part: f64, whole: f64) -> Option<f64> {
    ratio(100.0 * part, whole)
}

/// Rows of a metric table.
macro_rules! metrics {
    ($($name:literal, $unit:ident, $meaning:literal, $value:expr;)+) => {
        /// The rows.
        pub(super) static METRICS: &[$crate::metrics::Metric] = &[
            $($crate::metrics::Metric {
                name: $name,
                unit: $crate::metrics::Unit::$unit,
                meaning: $meaning,
                value: $value,
            }),+
        ];
    };
}
use metrics;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_aliases_name_metrics() {
        let mut names: Vec<&str> = all().map(|metric| metric.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        for (alias, name) in ALIASES {
            assert!(find(name).is_some(), "{alias} names {name}");
            assert!(!names.contains(alias));
        }
    }
}
