//! Where warps spend their time: for each launch the largest reasons, and
//! below what they mean.

use crate::format::fixed;
use crate::table::{Align, Table};
use crate::view::{Launch, Run, StallShare};

/// Reasons shown, the largest over all launches.
const REASONS: usize = 6;

/// The smallest share of some launch that makes a reason worth a column.
const WORTH_PERCENT: f64 = 3.0;

/// The table and the legend; empty if no launch has times.
pub fn text(run: &Run) -> String {
    let shown = largest(&run.launches);
    if shown.is_empty() || run.functional {
        return String::new();
    }
    let mut table = Table::new().column("", Align::Left);
    for reason in &shown {
        table = table.column(&reason.name.replacen('_', "_\n", 1), Align::Right);
    }
    table = table.column("rest", Align::Right);
    for launch in run.shown() {
        table.row(row(launch, &shown));
    }
    format!(
        "Where warps spend their time, in percent of their cycles\n{}{}",
        table.render(),
        legend(&shown)
    )
}

/// The reasons with the largest share in any one launch, largest first.
fn largest(launches: &[Launch]) -> Vec<StallShare> {
    let Some(first) = launches.first() else {
        return Vec::new();
    };
    let mut reasons: Vec<(f64, StallShare)> = first
        .stalls
        .iter()
        .map(|reason| {
            let shares = launches.iter().map(|launch| percent(launch, reason.name));
            (shares.fold(0.0, f64::max), *reason)
        })
        .filter(|(share, _)| *share >= WORTH_PERCENT)
        .collect();
    reasons.sort_by(|a, b| b.0.total_cmp(&a.0));
    reasons.truncate(REASONS);
    reasons.into_iter().map(|(_, reason)| reason).collect()
}

/// A reason's percentage of the launch's warp-cycles.
fn percent(launch: &Launch, name: &str) -> f64 {
    let total = launch.warp_cycles().max(1) as f64;
    let reason = launch.stalls.iter().find(|reason| reason.name == name);
    reason.map_or(0.0, |reason| 100.0 * reason.warp_cycles as f64 / total)
}

fn row(launch: &Launch, shown: &[StallShare]) -> Vec<String> {
    if launch.warp_cycles() == 0 {
        return without_times(launch, shown.len());
    }
    let shares: Vec<f64> = shown
        .iter()
        .map(|reason| percent(launch, reason.name))
        .collect();
    let rest = (100.0 - shares.iter().sum::<f64>()).max(0.0);
    let cells = shares.into_iter().chain([rest]);
    let cells = cells.map(|share| fixed(share, 1));
    std::iter::once(launch.name.clone()).chain(cells).collect()
}

fn without_times(launch: &Launch, reasons: usize) -> Vec<String> {
    let cells = std::iter::repeat_n(crate::format::ABSENT.to_string(), reasons + 1);
    std::iter::once(launch.name.clone()).chain(cells).collect()
}

fn legend(shown: &[StallShare]) -> String {
    shown
        .iter()
        .map(|reason| format!("  {}: {}\n", reason.name, sentence(reason)))
        .collect()
}

/// The meaning with what makes it a statement about the warp.
fn sentence(reason: &StallShare) -> String {
    match reason.name {
        "selected" | "not_selected" => reason.meaning.to_string(),
        _ => format!("waiting for {}", reason.meaning),
    }
}
