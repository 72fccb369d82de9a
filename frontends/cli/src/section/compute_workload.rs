//! How busy the SMs' issue slots and pipes were.

use super::{Counter, Row, Section, counters, number};
use crate::view::{Launch, divide};

/// See the module.
pub struct ComputeWorkloadAnalysis;

const PIPES: [Counter; 8] = [
    ("ALU", "warp instruction", "sm__inst_executed_pipe_alu.sum"),
    ("FMA", "warp instruction", "sm__inst_executed_pipe_fma.sum"),
    (
        "FP64",
        "warp instruction",
        "sm__inst_executed_pipe_fp64.sum",
    ),
    ("XU", "warp instruction", "sm__inst_executed_pipe_xu.sum"),
    ("LSU", "warp instruction", "sm__inst_executed_pipe_lsu.sum"),
    ("ADU", "warp instruction", "sm__inst_executed_pipe_adu.sum"),
    ("CBU", "warp instruction", "sm__inst_executed_pipe_cbu.sum"),
    (
        "Uniform",
        "warp instruction",
        "sm__inst_executed_pipe_uniform.sum",
    ),
];

impl Section for ComputeWorkloadAnalysis {
    fn name(&self) -> &'static str {
        "ComputeWorkloadAnalysis"
    }

    fn title(&self) -> &'static str {
        "compute workload analysis"
    }

    fn rows(&self, launch: &Launch) -> Vec<Row> {
        let mut rows = vec![
            number(
                "Executed Ipc Active",
                "inst/cycle",
                launch.ratio("smsp__inst_executed.sum", "sm__cycles_active.sum"),
            ),
            number("Executed Ipc Elapsed", "inst/cycle", ipc_elapsed(launch)),
            number(
                "Issued Ipc Active",
                "inst/cycle",
                launch.ratio("smsp__inst_issued.sum", "sm__cycles_active.sum"),
            ),
            number(
                "Issue Slots Busy",
                "%",
                launch.percent("smsp__issue_active.sum", "smsp__cycles_active.sum"),
            ),
        ];
        rows.extend(counters(launch, &PIPES));
        rows
    }
}

/// Warp instructions per SM and elapsed cycle.
fn ipc_elapsed(launch: &Launch) -> Option<f64> {
    let cycles = launch.cycles()? * launch.sms.len() as f64;
    divide(launch.metric("smsp__inst_executed.sum")?, cycles)
}
