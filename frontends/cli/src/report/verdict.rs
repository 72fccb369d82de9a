//! Whether the results are right: the first thing that a report says.

use crate::format::plural;
use crate::view::{Expectation, Run, Wrong};

/// Failed expectations shown in full.
const FAILURES: usize = 4;

/// Wrong elements shown of each.
const ELEMENTS: usize = 4;

/// The headline, and every failed expectation with its first wrong elements.
pub fn text(run: &Run) -> String {
    let mut text = format!("{}\n{}\n", machine(run), headline(run));
    for failure in run.failed().take(FAILURES) {
        text.push_str(&failed(failure));
    }
    let more = run.failed().count().saturating_sub(FAILURES);
    if more > 0 {
        text.push_str(&format!("  and {more} more (see --format json)\n"));
    }
    text
}

fn machine(run: &Run) -> String {
    let gpu = &run.gpu;
    let mut line = format!(
        "{} on {}: {} at {} MHz",
        run.workload,
        gpu.name,
        plural(gpu.sms as usize, "SM", "s"),
        gpu.sm_clock_mhz
    );
    if !gpu.overrides.is_empty() {
        line.push_str(&format!(", with {}", gpu.overrides.join(", ")));
    }
    line
}

fn headline(run: &Run) -> String {
    let total = run.expectations.len();
    let failed = run.failed().count();
    let undecided = run.expectations.iter().filter(|one| one.holds.is_none());
    let undecided = undecided.count();
    match (total, failed, undecided) {
        (0, _, _) => "Results: not checked, the file expects nothing.".to_string(),
        (1, 0, 0) => "Results: right. The one expectation holds.".to_string(),
        (_, 0, 0) => format!("Results: right. All {total} expectations hold."),
        (_, 0, _) if run.fault.is_some() => format!(
            "Results: none. The run faulted before {undecided} of {total} could be checked."
        ),
        (_, 0, _) => format!(
            "Results: right. {} of {total} expectations hold, {undecided} could not be checked.",
            total - undecided
        ),
        (_, _, _) => format!("Results: WRONG. {failed} of {total} failed."),
    }
}

fn failed(expectation: &Expectation) -> String {
    let mut text = format!("  failed: {}\n", expectation.what);
    if !expectation.reason.is_empty() {
        text.push_str(&format!("    {}\n", expectation.reason));
    }
    for wrong in expectation.wrong.iter().take(ELEMENTS) {
        text.push_str(&element(wrong));
    }
    text
}

fn element(Wrong { index, got, wanted }: &Wrong) -> String {
    format!("    [{index}]: got {got}, wanted {wanted}\n")
}
