//! A sweep as text: a row for each point, what is wrong with those that failed, and the best.

use super::{Point, TOGETHER, Tuning};
use crate::format::{NOTHING, plural, significant, whole, wrapped};
use crate::table::{Align, Table};
use crate::view::divide;

/// The table, the reasons, the best.
pub fn text(tuning: &Tuning) -> String {
    let parts = [headline(tuning), table(tuning), wrong(tuning), best(tuning)];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

fn headline(tuning: &Tuning) -> String {
    let Tuning { workload, gpu, .. } = tuning;
    let changed: String = gpu.overrides.iter().map(|one| format!(", {one}")).collect();
    let order = if tuning.largest { "more" } else { "fewer" };
    let unit = match tuning.metric.unit.symbol() {
        "" => String::new(),
        unit if tuning.asked.starts_with(unit) => String::new(),
        unit => format!(" ({unit})"),
    };
    format!(
        "{workload} on {}{changed}: {} at {}, {order} are better\n",
        gpu.name,
        tuning.asked.clone() + &unit,
        plural(tuning.points.len(), "point", "s")
    )
}

fn table(tuning: &Tuning) -> String {
    let columns = tuning.columns();
    let mut table = Table::new();
    for name in tuning.parameters.iter().map(String::as_str) {
        table = table.column(name, Align::Right);
    }
    for name in &columns {
        table = table.column(name, Align::Right);
    }
    table = table.column("results", Align::Left);
    for point in &tuning.points {
        let cell = |column: &&str| point.value(column).map_or(NOTHING.into(), number);
        let mut row = point.values.clone();
        row.extend(columns.iter().map(cell));
        row.push(point.answer.state.word().to_string());
        table.row(row);
    }
    table.render()
}

/// Counts as they are, all else with three digits.
fn number(value: f64) -> String {
    match value.fract() == 0.0 {
        true => whole(value),
        false => significant(value),
    }
}

/// Reasons shown of a point; JSON has all.
const SHOWN: usize = 3;

fn wrong(tuning: &Tuning) -> String {
    let points = tuning.points.iter();
    let failed = points.filter(|point| !point.answer.reasons.is_empty());
    failed.map(|point| reasons(tuning, point)).collect()
}

fn reasons(tuning: &Tuning, point: &Point) -> String {
    let reasons = &point.answer.reasons;
    let mut text = format!("{}: {}\n", tuning.named(point), point.answer.state.word());
    for reason in reasons.iter().take(SHOWN) {
        text.push_str(&wrapped(reason, "  "));
    }
    if reasons.len() > SHOWN {
        text.push_str(&format!("  and {} more\n", reasons.len() - SHOWN));
    }
    text
}

/// A line for each column; a sweep of one launch has one.
fn best(tuning: &Tuning) -> String {
    let columns = tuning.columns();
    let line = |column: &&str| {
        let of = match (columns.len(), *column) {
            (1, _) => String::new(),
            (_, TOGETHER) => " together".to_string(),
            (_, launch) => format!(" for {launch}"),
        };
        let found = tuning.best(column);
        found.map(|(point, value)| format!("Best{of}: {}\n", against(tuning, column, point, value)))
    };
    let lines: String = columns.iter().filter_map(line).collect();
    match lines.is_empty() {
        true => "No point is right.\n".to_string(),
        false => lines,
    }
}

/// The best point beside the worst.
fn against(tuning: &Tuning, column: &str, point: &Point, value: f64) -> String {
    let best = format!("{} with {}", tuning.named(point), number(value));
    let worst = tuning.worst(column).filter(|(_, worst)| *worst != value);
    let Some((other, worst)) = worst else {
        return best;
    };
    let times = divide(worst.max(value), worst.min(value));
    let times = times.map_or(String::new(), |times| format!(", a factor of {times:.2}"));
    format!(
        "{best}; worst: {} with {}{times}",
        tuning.named(other),
        number(worst)
    )
}
