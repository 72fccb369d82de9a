//! What the warp schedulers found in each cycle, and whether they issued.

use super::{Row, Section, number};
use crate::view::Launch;

/// See the module.
pub struct SchedulerStats;

impl Section for SchedulerStats {
    fn name(&self) -> &'static str {
        "SchedulerStats"
    }

    fn title(&self) -> &'static str {
        "scheduler statistics"
    }

    fn rows(&self, launch: &Launch) -> Vec<Row> {
        let per_cycle = |metric| launch.ratio(metric, "smsp__cycles_active.sum");
        let issued = per_cycle("smsp__issue_active.sum");
        let percent = issued.map(|share| 100.0 * share);
        vec![
            number(
                "Active Warps Per Scheduler",
                "warp",
                per_cycle("smsp__warps_active.sum"),
            ),
            number(
                "Eligible Warps Per Scheduler",
                "warp",
                per_cycle("smsp__warps_eligible.sum"),
            ),
            number("Issued Warp Per Scheduler", "warp/cycle", issued),
            number("One or More Eligible", "%", percent),
            number("No Eligible", "%", percent.map(|share| 100.0 - share)),
        ]
    }
}
