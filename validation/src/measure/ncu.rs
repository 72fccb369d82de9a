//! Counters from Nsight Compute.
//!
//! The profiler runs this very program again, which launches every case inside the range that
//! the driver's `cuProfilerStart` opens. Clocks are left alone, all caches flushed and
//! invalidated before each launch. Its answer is CSV: a row for each launch, in order.

use super::MeasureError;
use crate::device::cuda::on_path;
use indexmap::IndexMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is asked: the metrics that the model has, and what places them.
const METRICS: &str = include_str!("metrics.txt");

/// The metrics of one launch.
pub type Row = IndexMap<String, f64>;

/// The profiler, where it is on the path.
pub fn find() -> Option<PathBuf> {
    on_path("ncu")
}

/// Runs `program` under the profiler; the metrics of each launch that it makes in its range.
pub fn profile(ncu: &Path, program: &mut Command, log: &Path) -> Result<Vec<Row>, MeasureError> {
    let metrics: Vec<_> = METRICS.lines().collect();
    let mut command = Command::new(ncu);
    command
        .args(["--clock-control", "none", "--cache-control", "all"])
        .args(["--profile-from-start", "off", "--csv", "--page", "raw"])
        .args(["--print-units", "base", "--metrics", &metrics.join(",")])
        .arg("--log-file")
        .arg(log)
        .arg(program.get_program())
        .args(program.get_args());
    let wrong = |message: String| MeasureError::Profiler { message };
    let output = command.output().map_err(|e| wrong(e.to_string()))?;
    let text = std::fs::read_to_string(log).map_err(|e| wrong(e.to_string()))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let told = text
            .lines()
            .filter(|line| line.starts_with("==ERROR=="))
            .collect::<Vec<_>>();
        return Err(wrong(format!("{}\n{errors}", told.join("\n"))));
    }
    parse(&text).ok_or_else(|| wrong(format!("no table in what it wrote:\n{text}")))
}

/// The rows of the profiler's table. The first line names the columns, the second their units.
pub fn parse(text: &str) -> Option<Vec<Row>> {
    let mut lines = text.lines().filter(|line| line.starts_with('"'));
    let names = fields(lines.next()?);
    let _units = lines.next()?;
    let is_metric = |name: &str| METRICS.lines().any(|metric| metric == name);
    let row = |line: &str| {
        let pairs = names.iter().cloned().zip(fields(line));
        let metrics = pairs.filter(|(name, _)| is_metric(name));
        let numbers = metrics.filter_map(|(name, text)| Some((name, number(&text)?)));
        numbers.collect::<Row>()
    };
    Some(lines.map(row).collect())
}

fn number(text: &str) -> Option<f64> {
    text.replace(',', "").parse().ok()
}

/// The fields of a line in which each stands in quotes.
fn fields(line: &str) -> Vec<String> {
    let inner = line.trim().trim_start_matches('"').trim_end_matches('"');
    inner
        .split("\",\"")
        .map(|field| field.replace("\"\"", "\""))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_a_row_for_each_launch_and_only_what_was_asked() {
        let text = "==PROF== Connected to process 7\n\
            \"ID\",\"Kernel Name\",\"gpc__cycles_elapsed.max\",\"dram__bytes.sum\"\n\
            \"\",\"\",\"cycle\",\"byte\"\n\
            \"0\",\"f(int, \"\"x\"\")\",\"10,801\",\"n/a\"\n\
            \"1\",\"f\",\"9\",\"1.5\"\n";
        let rows = parse(text).expect("a table");
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0]["gpc__cycles_elapsed.max"], 10801.0);
        assert_eq!(rows[0].len(), 1, "what is not known has no value: {rows:?}");
        assert_eq!(rows[1]["dram__bytes.sum"], 1.5);
        assert!(!rows[1].contains_key("ID"));
    }

    #[test]
    fn without_a_table_there_are_no_rows() {
        assert_eq!(parse("==ERROR== no permission\n"), None);
    }
}
