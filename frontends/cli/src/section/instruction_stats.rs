//! How many instructions were executed and issued, and on how many threads.

use super::{Counter, Row, Section, counters, number};
use crate::view::{Launch, divide};

/// See the module.
pub struct InstructionStats;

/// Schedulers of an SM.
const SCHEDULERS: usize = 4;

const ROWS: [Counter; 5] = [
    (
        "Executed Instructions",
        "warp instruction",
        "smsp__inst_executed.sum",
    ),
    (
        "Issued Instructions",
        "warp instruction",
        "smsp__inst_issued.sum",
    ),
    (
        "Thread Instructions",
        "thread instruction",
        "smsp__thread_inst_executed.sum",
    ),
    (
        "Thread Instructions Not Predicated Off",
        "thread instruction",
        "smsp__thread_inst_executed_pred_on.sum",
    ),
    (
        "Branch Instructions",
        "warp instruction",
        "smsp__inst_executed_op_branch.sum",
    ),
];

impl Section for InstructionStats {
    fn name(&self) -> &'static str {
        "InstructionStats"
    }

    fn title(&self) -> &'static str {
        "instruction statistics"
    }

    fn rows(&self, launch: &Launch) -> Vec<Row> {
        let mut rows: Vec<_> = counters(launch, &ROWS).collect();
        rows.push(per_scheduler(
            launch,
            "Avg. Executed Instructions Per Scheduler",
            "smsp__inst_executed.sum",
        ));
        rows.push(per_scheduler(
            launch,
            "Avg. Issued Instructions Per Scheduler",
            "smsp__inst_issued.sum",
        ));
        rows
    }
}

fn per_scheduler(launch: &Launch, label: &'static str, metric: &str) -> Row {
    let schedulers = (SCHEDULERS * launch.sms.len()) as f64;
    let average = launch
        .metric(metric)
        .and_then(|total| divide(total, schedulers));
    number(label, "warp instruction", average)
}
