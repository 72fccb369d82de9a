//! How many warps could be resident, how many were, and what limits them.

use super::{Counter, Row, Section, counters, number};
use crate::view::Launch;

/// See the module.
pub struct Occupancy;

const ROWS: [Counter; 7] = [
    ("Block Limit SM", "block", "launch__occupancy_limit_blocks"),
    (
        "Block Limit Registers",
        "block",
        "launch__occupancy_limit_registers",
    ),
    (
        "Block Limit Shared Mem",
        "block",
        "launch__occupancy_limit_shared_mem",
    ),
    (
        "Block Limit Warps",
        "block",
        "launch__occupancy_limit_warps",
    ),
    (
        "Theoretical Active Warps per SM",
        "warp",
        "sm__maximum_warps_avg_per_active_cycle",
    ),
    (
        "Theoretical Occupancy",
        "%",
        "sm__maximum_warps_per_active_cycle_pct",
    ),
    (
        "Achieved Occupancy",
        "%",
        "sm__warps_active.avg.pct_of_peak_sustained_active",
    ),
];

impl Section for Occupancy {
    fn name(&self) -> &'static str {
        "Occupancy"
    }

    fn title(&self) -> &'static str {
        "occupancy"
    }

    fn rows(&self, launch: &Launch) -> Vec<Row> {
        let mut rows: Vec<_> = counters(launch, &ROWS).collect();
        rows.push(number(
            "Achieved Active Warps Per SM",
            "warp",
            launch.ratio("smsp__warps_active.sum", "sm__cycles_active.sum"),
        ));
        rows
    }
}
