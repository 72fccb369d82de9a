//! What a warp does between two issues: cycles by reason, which sum to the
//! cycles of the first row.

use super::{Row, Section, number};
use crate::view::Launch;

/// See the module.
pub struct WarpStateStats;

impl Section for WarpStateStats {
    fn name(&self) -> &'static str {
        "WarpStateStats"
    }

    fn title(&self) -> &'static str {
        "warp state statistics"
    }

    fn rows(&self, launch: &Launch) -> Vec<Row> {
        let mut rows = vec![
            number(
                "Warp Cycles Per Issued Instruction",
                "cycle",
                launch.ratio("smsp__warps_active.sum", "smsp__inst_issued.sum"),
            ),
            number(
                "Warp Cycles Per Executed Instruction",
                "cycle",
                launch.ratio("smsp__warps_active.sum", "smsp__inst_executed.sum"),
            ),
            number(
                "Avg. Active Threads Per Warp",
                "thread",
                launch.ratio("smsp__thread_inst_executed.sum", "smsp__inst_executed.sum"),
            ),
            number(
                "Avg. Not Predicated Off Threads Per Warp",
                "thread",
                launch.ratio(
                    "smsp__thread_inst_executed_pred_on.sum",
                    "smsp__inst_executed.sum",
                ),
            ),
        ];
        rows.extend(
            launch
                .stalls
                .iter()
                .map(|reason| stall(launch, reason.name)),
        );
        rows
    }
}

/// Cycles per issue that warps spent for one reason.
fn stall(launch: &Launch, reason: &str) -> Row {
    let metric = format!("smsp__average_warps_issue_stalled_{reason}_per_issue_active.ratio");
    number(format!("Stall {reason}"), "cycle", launch.metric(&metric))
}
