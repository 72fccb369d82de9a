//! Stall reasons, as warps in each state per issued instruction.

use super::metrics;
use crate::report::LaunchReport;
use crate::stall::Stall;

fn per_issue(report: &LaunchReport, reason: Stall) -> Option<f64> {
    report.cycles_elapsed?;
    let issued: u64 = report.sms.iter().map(|sm| sm.issued).sum();
    super::ratio(report.stalls()[reason as usize] as f64, issued as f64)
}

metrics! {
    "smsp__average_warps_issue_stalled_selected_per_issue_active.ratio", Number,
        "warps that issued", |r| per_issue(r, Stall::Selected);
    "smsp__average_warps_issue_stalled_not_selected_per_issue_active.ratio", Number,
        "warps that were ready while another issued", |r| per_issue(r, Stall::NotSelected);
    "smsp__average_warps_issue_stalled_wait_per_issue_active.ratio", Number,
        "warps in a fixed latency", |r| per_issue(r, Stall::Wait);
    "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio", Number,
        "warps waiting for global or local memory", |r| per_issue(r, Stall::LongScoreboard);
    "smsp__average_warps_issue_stalled_short_scoreboard_per_issue_active.ratio", Number,
        "warps waiting for shared memory or a special unit", |r| per_issue(r, Stall::ShortScoreboard);
    "smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio", Number,
        "warps waiting for an arithmetic pipe", |r| per_issue(r, Stall::MathPipeThrottle);
    "smsp__average_warps_issue_stalled_mio_throttle_per_issue_active.ratio", Number,
        "warps waiting for room in the memory input/output queue", |r| per_issue(r, Stall::MioThrottle);
    "smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio", Number,
        "warps waiting for room in the local/global queue", |r| per_issue(r, Stall::LgThrottle);
    "smsp__average_warps_issue_stalled_tex_throttle_per_issue_active.ratio", Number,
        "warps waiting for room in the texture queue", |r| per_issue(r, Stall::TexThrottle);
    "smsp__average_warps_issue_stalled_no_instruction_per_issue_active.ratio", Number,
        "warps waiting for instruction fetch", |r| per_issue(r, Stall::NoInstruction);
    "smsp__average_warps_issue_stalled_imc_miss_per_issue_active.ratio", Number,
        "warps waiting for a constant", |r| per_issue(r, Stall::ImcMiss);
    "smsp__average_warps_issue_stalled_branch_resolving_per_issue_active.ratio", Number,
        "warps waiting for a branch target", |r| per_issue(r, Stall::BranchResolving);
    "smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio", Number,
        "warps waiting at a barrier of the block", |r| per_issue(r, Stall::Barrier);
    "smsp__average_warps_issue_stalled_membar_per_issue_active.ratio", Number,
        "warps waiting for a memory fence", |r| per_issue(r, Stall::Membar);
    "smsp__average_warps_issue_stalled_drain_per_issue_active.ratio", Number,
        "warps that have exited and wait for their writes to leave", |r| per_issue(r, Stall::Drain);
    "smsp__average_warps_issue_stalled_dispatch_stall_per_issue_active.ratio", Number,
        "warps held back by register ports", |r| per_issue(r, Stall::DispatchStall);
    "smsp__average_warps_issue_stalled_sleeping_per_issue_active.ratio", Number,
        "warps in NANOSLEEP", |r| per_issue(r, Stall::Sleeping);
    "smsp__average_warps_issue_stalled_misc_per_issue_active.ratio", Number,
        "warps waiting for anything else", |r| per_issue(r, Stall::Misc);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_its_metric_under_its_name() {
        for reason in Stall::ALL {
            let name = format!(
                "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio",
                reason.name()
            );
            assert!(METRICS.iter().any(|metric| metric.name == name), "{name}");
        }
    }
}
