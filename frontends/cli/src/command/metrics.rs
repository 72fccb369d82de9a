//! `sim metrics`: the counters that the model has.

use sim_core::metrics::{self, Metric};

use crate::args::MetricsArgs;
use crate::failure::Failure;
use crate::output::{self, Exit};
use crate::table::{Align, Table};

/// Prints name, unit and meaning of the counters that match.
pub fn run(args: &MetricsArgs) -> Result<Exit, Failure> {
    let filter = args.filter.as_deref().unwrap_or("").to_lowercase();
    let mut table = Table::new()
        .column("name", Align::Left)
        .column("unit", Align::Left)
        .column("meaning", Align::Left);
    let mut found = metrics::all()
        .filter(|metric| matches(metric, &filter))
        .peekable();
    if found.peek().is_none() {
        return Err(Failure::NoSuchMetric { filter });
    }
    for metric in found {
        table.row(vec![
            metric.name.into(),
            metric.unit.symbol().into(),
            metric.meaning.into(),
        ]);
    }
    output::print(&table.render())?;
    Ok(Exit::Right)
}

fn matches(metric: &Metric, filter: &str) -> bool {
    [metric.name, metric.meaning]
        .iter()
        .any(|text| text.to_lowercase().contains(filter))
}
