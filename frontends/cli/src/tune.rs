//! A sweep as plain data: its points, the best of them, JSON and CSV ([`table`] is the text).
//!
//! A point counts for the best only if its results are right. Claims of the file are not judged:
//! they speak of the parameters that the file has.

pub mod digest;
pub mod table;

use std::collections::BTreeMap;

use serde::Serialize;
use sim_core::metrics::Metric;
use sim_workload::counters::adds_up;

use crate::csv::field;
use crate::output::Exit;
use crate::view::Gpu;
use digest::Answer;

/// A sweep and what came of it.
pub struct Tuning {
    /// The workload file as the user named it.
    pub workload: String,
    /// The machine.
    pub gpu: Gpu,
    /// The counter that is compared, as the user named it.
    pub asked: String,
    /// The same.
    pub metric: &'static Metric,
    /// Whether the largest value is the best.
    pub largest: bool,
    /// The parameters that vary.
    pub parameters: Vec<String>,
    /// All points, the last parameter fastest.
    pub points: Vec<Point>,
}

/// A point and what came of it.
pub struct Point {
    /// A value for each parameter, as the user wrote it.
    pub values: Vec<String>,
    /// What came of it.
    pub answer: Answer,
}

/// The column that holds the sum over launches.
pub const TOGETHER: &str = "together";

impl Tuning {
    /// The launches, in the order in which they first appear.
    pub fn launches(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for (name, _) in self.points.iter().flat_map(|point| &point.answer.launches) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    /// What a table compares: each launch, and all together where that makes sense.
    pub fn columns(&self) -> Vec<&str> {
        let mut columns = self.launches();
        if columns.len() > 1 && adds_up(self.metric.name) {
            columns.push(TOGETHER);
        }
        columns
    }

    /// The best point of a column among those that are right, with its value; the first of equals.
    pub fn best(&self, column: &str) -> Option<(&Point, f64)> {
        self.extreme(column, self.largest)
    }

    /// The worst point of a column likewise.
    pub fn worst(&self, column: &str) -> Option<(&Point, f64)> {
        self.extreme(column, !self.largest)
    }

    fn extreme(&self, column: &str, largest: bool) -> Option<(&Point, f64)> {
        let right = self.points.iter().filter(|point| point.answer.counts());
        let valued = right.filter_map(|point| Some((point, point.value(column)?)));
        let sign = if largest { -1.0 } else { 1.0 };
        valued.min_by(|a, b| (sign * a.1).total_cmp(&(sign * b.1)))
    }

    /// A point in words: `BLOCK=128 N=4096`.
    pub fn named(&self, point: &Point) -> String {
        let pairs = self.parameters.iter().zip(&point.values);
        let pairs: Vec<_> = pairs
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        pairs.join(" ")
    }

    /// How the command ends: as its worst point does.
    pub fn exit(&self) -> Exit {
        let exits = self.points.iter().map(|point| point.answer.state.exit());
        exits.max().unwrap_or(Exit::Right)
    }

    /// A line for each launch of each point, and one for a point without launches (RFC 4180).
    pub fn csv(&self) -> String {
        let parameters = self.parameters.iter().map(|name| field(name));
        let rest = ["launch", self.metric.name, "results"].map(field);
        let header: Vec<_> = parameters.chain(rest).collect();
        let lines = self.points.iter().flat_map(Point::lines);
        let lines: String = lines.map(|line| line + "\n").collect();
        format!("{}\n{lines}", header.join(","))
    }

    /// The sweep as JSON (`docs/json.md`).
    pub fn json(&self) -> serde_json::Result<String> {
        let best = |column: &str| {
            let (point, value) = self.best(column)?;
            let values = self.pairs(point);
            Some((column.to_string(), Best { values, value }))
        };
        let columns = self.columns();
        let document = Document {
            schema: crate::json::SCHEMA,
            gpu: &self.gpu.name,
            metric: self.metric.name,
            unit: self.metric.unit.symbol(),
            largest: self.largest,
            points: self.points.iter().map(|point| self.point(point)).collect(),
            best: columns.into_iter().filter_map(best).collect(),
        };
        Ok(serde_json::to_string_pretty(&document)? + "\n")
    }

    fn point<'a>(&'a self, point: &'a Point) -> JsonPoint<'a> {
        let launch = |(name, value): &'a (String, Option<f64>)| (name.as_str(), *value);
        JsonPoint {
            values: self.pairs(point),
            launches: point.answer.launches.iter().map(launch).collect(),
            results: point.answer.state.word(),
            reasons: &point.answer.reasons,
        }
    }

    fn pairs<'a>(&'a self, point: &'a Point) -> BTreeMap<&'a str, &'a str> {
        let values = point.values.iter().map(String::as_str);
        let names = self.parameters.iter().map(String::as_str);
        names.zip(values).collect()
    }
}

impl Point {
    /// The counter of a launch, or of all together; none where one of them lacks it.
    pub fn value(&self, column: &str) -> Option<f64> {
        let mut launches = self.answer.launches.iter();
        if column == TOGETHER && launches.len() > 1 {
            return launches.map(|(_, value)| *value).sum();
        }
        launches.find(|(name, _)| name == column)?.1
    }

    fn lines(&self) -> Vec<String> {
        let none = [(String::new(), None)];
        let launches = match &self.answer.launches[..] {
            [] => &none[..],
            launches => launches,
        };
        let line = |(launch, value): &(String, Option<f64>)| {
            let value = value.map_or(String::new(), |value| value.to_string());
            let rest = [field(launch), value, field(self.answer.state.word())];
            let values = self.values.iter().map(|value| field(value));
            values.chain(rest).collect::<Vec<_>>().join(",")
        };
        launches.iter().map(line).collect()
    }
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    gpu: &'a str,
    metric: &'a str,
    unit: &'a str,
    largest: bool,
    points: Vec<JsonPoint<'a>>,
    best: BTreeMap<String, Best<'a>>,
}

#[derive(Serialize)]
struct JsonPoint<'a> {
    values: BTreeMap<&'a str, &'a str>,
    launches: BTreeMap<&'a str, Option<f64>>,
    results: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    reasons: &'a [String],
}

#[derive(Serialize)]
struct Best<'a> {
    values: BTreeMap<&'a str, &'a str>,
    value: f64,
}
