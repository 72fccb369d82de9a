//! Nsight Compute's sections: each one file behind [`Section`].
//!
//! A section is a table of labelled numbers with units, under Nsight Compute's
//! labels, with a column for each launch; a number that the model does not know
//! prints as `n/a`. Some sections add tables of their own below.

mod compute_workload;
mod instruction_stats;
mod launch_stats;
mod memory_workload;
mod occupancy;
mod scheduler_stats;
mod source_counters;
mod speed_of_light;
mod warp_state_stats;
mod workload_distribution;

use std::borrow::Cow;

use crate::format::{ABSENT, significant, whole};
use crate::table::{Align, Table};
use crate::view::{Launch, Run};

/// Launches side by side before the table starts again below.
const LAUNCHES_ACROSS: usize = 6;

/// One section of the detailed report.
pub trait Section: Sync {
    /// The name that `--section` takes: Nsight Compute's identifier.
    fn name(&self) -> &'static str;

    /// The heading.
    fn title(&self) -> &'static str;

    /// The labelled numbers of a launch: the same labels for every launch.
    fn rows(&self, launch: &Launch) -> Vec<Row>;

    /// What follows the table for this launch.
    fn below(&self, _launch: &Launch) -> String {
        String::new()
    }
}

/// All sections, in the order of the report.
pub const ALL: [&dyn Section; 10] = [
    &speed_of_light::SpeedOfLight,
    &launch_stats::LaunchStats,
    &occupancy::Occupancy,
    &scheduler_stats::SchedulerStats,
    &instruction_stats::InstructionStats,
    &compute_workload::ComputeWorkloadAnalysis,
    &memory_workload::MemoryWorkloadAnalysis,
    &warp_state_stats::WarpStateStats,
    &source_counters::SourceCounters,
    &workload_distribution::WorkloadDistribution,
];

/// A section by its name, in any case; the error lists the names.
pub fn find(name: &str) -> Result<&'static dyn Section, String> {
    ALL.into_iter()
        .find(|section| section.name().eq_ignore_ascii_case(name))
        .ok_or_else(|| {
            let names: Vec<_> = ALL.iter().map(|section| section.name()).collect();
            format!("no section of that name; there are {}", names.join(", "))
        })
}

/// A labelled value.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What it is, as Nsight Compute says it.
    pub label: Cow<'static, str>,
    /// The unit.
    pub unit: &'static str,
    /// The value.
    pub value: Value,
}

/// The value of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number in the row's unit.
    Number(f64),
    /// Words, such as dimensions.
    Text(String),
    /// The model does not know.
    Absent,
}

/// A row with a number, if there is one.
fn number(label: impl Into<Cow<'static, str>>, unit: &'static str, value: Option<f64>) -> Row {
    Row {
        label: label.into(),
        unit,
        value: value.map_or(Value::Absent, Value::Number),
    }
}

/// A row in words.
fn words(label: &'static str, unit: &'static str, text: String) -> Row {
    Row {
        label: label.into(),
        unit,
        value: Value::Text(text),
    }
}

/// Rows that are counters as they stand: label, unit, metric.
type Counter = (&'static str, &'static str, &'static str);

fn counters<'a>(launch: &'a Launch, table: &'a [Counter]) -> impl Iterator<Item = Row> + 'a {
    table
        .iter()
        .map(|&(label, unit, metric)| number(label, unit, launch.metric(metric)))
}

/// A section of a run as text.
pub fn text(section: &dyn Section, run: &Run) -> String {
    let mut text = format!("Section {}: {}\n", section.name(), section.title());
    for launches in run.launches.chunks(LAUNCHES_ACROSS) {
        text.push_str(&side_by_side(section, launches));
    }
    for launch in &run.launches {
        text.push_str(&section.below(launch));
    }
    text
}

fn side_by_side(section: &dyn Section, launches: &[Launch]) -> String {
    let mut table = Table::new()
        .column("", Align::Left)
        .column("unit", Align::Left);
    for launch in launches {
        table = table.column(&launch.name, Align::Right);
    }
    for row in merged(section, launches) {
        table.row(row);
    }
    table.render()
}

/// The rows of several launches as cells: label, unit, and a value for each.
fn merged(section: &dyn Section, launches: &[Launch]) -> Vec<Vec<String>> {
    let mut merged: Vec<Vec<String>> = Vec::new();
    for launch in launches {
        for (at, row) in section.rows(launch).into_iter().enumerate() {
            if merged.len() == at {
                merged.push(vec![row.label.into_owned(), row.unit.to_string()]);
            }
            merged[at].push(cell(&row.value));
        }
    }
    merged
}

fn cell(value: &Value) -> String {
    match value {
        Value::Number(number) if number.fract() == 0.0 => whole(*number),
        Value::Number(number) => significant(*number),
        Value::Text(text) => text.clone(),
        Value::Absent => ABSENT.to_string(),
    }
}
