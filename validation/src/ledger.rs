//! The ledger: for every number of a GPU configuration, where it comes from.
//!
//! A number is held by a [`Curve`]: points that the hardware measured over a whole range, and that
//! the model must meet within the curve's [`Limit`]. A curve that the model does not meet says so,
//! by how much and why ([`Open`]); one that stands open and is met, or states a wider error than it
//! has, is a fault of the ledger. Numbers of which no launch of ours tells anything have a
//! [`Source`] instead.
//!
//! The file names cases of a truth set and counters; what the hardware did is read from the set's
//! `results.json`, never written here. Left out: fitting. A number is set by hand where its curve
//! shows it, with a reason in the configuration beside it.

pub mod curve;
pub mod numbers;

use crate::error::TruthError;
use crate::truth::TruthSet;
use numbers::Number;
use serde::Deserialize;
use sim_core::config::GpuConfig;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The ledger of one GPU.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    /// The configuration whose numbers it lists.
    pub gpu: String,
    /// What was measured over a range.
    pub curves: Vec<Curve>,
    /// Where the other numbers come from.
    pub sources: Vec<Source>,
}

/// What one mechanism does over a range, on the GPU and in the model.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Curve {
    /// Its name, and its picture's.
    pub name: String,
    /// What the hardware does, in a line.
    pub mechanism: String,
    /// The numbers that it holds, by their paths in the configuration.
    pub holds: Vec<String>,
    /// What varies.
    pub x: Axis,
    /// What is read off.
    pub y: Axis,
    /// How near the model must be.
    pub limit: Limit,
    /// How far the model still is, where it is further.
    #[serde(default)]
    pub open: Option<Open>,
    /// Its lines.
    pub series: Vec<Series>,
}

/// An axis of a curve.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Axis {
    /// What stands on it, with its unit.
    pub of: String,
    /// Whether it is logarithmic.
    #[serde(default)]
    pub log: bool,
}

/// How near the model must be to the hardware.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Limit {
    /// 5 % or 2 cycles.
    Latency,
    /// 7 %.
    Throughput,
}

/// A curve that the model does not meet yet.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// The error of its worst point in percent.
    pub percent: f64,
    /// What is missing.
    pub why: String,
}

/// One line of a curve.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// What tells it from the curve's other lines.
    pub name: String,
    /// The case of a point; `{}` stands for its x.
    pub case: String,
    /// A shorter launch whose counters are taken off, so that only the slope is left.
    #[serde(default)]
    pub less: Option<String>,
    /// How y is made from the counters.
    pub y: Quantity,
    /// How many of what y speaks of lie in a case, less those of the shorter one.
    #[serde(default = "one")]
    pub count: f64,
    /// Whether there are x times as many.
    #[serde(default)]
    pub times_x: bool,
    /// The points.
    pub x: Points,
}

fn one() -> f64 {
    1.0
}

/// What y is.
#[derive(Clone, Debug, Deserialize)]
pub enum Quantity {
    /// A counter for each of `count`: cycles an instruction.
    Each(String),
    /// `count` for each unit of a counter: bytes a cycle.
    Rate(String),
    /// `count` times one counter for each unit of another.
    Share(String, String),
    /// What one counter has more than another, for each of `count`: sectors saved a store.
    Excess(String, String),
}

/// The places of a series on the x axis.
#[derive(Clone, Debug, Deserialize)]
pub enum Points {
    /// A range.
    Numbers(Vec<f64>),
    /// Kinds without an order.
    Labels(Vec<String>),
}

/// Where numbers come from that no curve holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Their paths in the configuration.
    pub numbers: Vec<String>,
    /// What kind of source it is.
    pub kind: Kind,
    /// The source.
    pub source: String,
}

/// A kind of source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Kind {
    /// Measured on the chip by a program that is no case of a set.
    Measured,
    /// Said by the driver or by its counters.
    Driver,
    /// Published by the vendor, or in a standard that the chip follows.
    Vendor,
    /// Published by others who measured.
    Paper,
    /// Assumed: the source says why.
    Assumed,
}

/// A ledger that cannot be used.
#[derive(Debug, Error)]
pub enum LedgerError {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not a ledger.
    #[error("{}:{line}:{column}: {message}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// The set that it speaks of cannot be read.
    #[error(transparent)]
    Set(#[from] TruthError),
    /// A point cannot be computed.
    #[error("curve `{curve}`, case `{case}`: {message}")]
    Point {
        /// The curve.
        curve: String,
        /// The case.
        case: String,
        /// What is missing, and on which side.
        message: String,
    },
}

impl Ledger {
    /// Reads a ledger.
    pub fn read(path: &Path) -> Result<Ledger, LedgerError> {
        let text = std::fs::read_to_string(path).map_err(|source| LedgerError::Read {
            path: path.to_path_buf(),
            source,
        })?;
        ron::from_str(&text).map_err(|error| LedgerError::Syntax {
            path: path.to_path_buf(),
            line: error.span.start.line,
            column: error.span.start.col,
            message: error.code.to_string(),
        })
    }

    /// The curves that hold a number.
    pub fn curves_of<'a>(&'a self, number: &'a str) -> impl Iterator<Item = &'a Curve> {
        let holds = move |curve: &&Curve| curve.holds.iter().any(|held| held == number);
        self.curves.iter().filter(holds)
    }

    /// The source of a number that no curve holds.
    pub fn source_of(&self, number: &str) -> Option<&Source> {
        let names = |source: &&Source| source.numbers.iter().any(|named| named == number);
        self.sources.iter().find(names)
    }

    /// What is wrong with it: numbers without an entry, entries without a number, curves of one
    /// name, and cases that were not measured.
    pub fn problems(&self, set: &TruthSet, gpu: &GpuConfig) -> Vec<String> {
        let numbers = numbers::all(gpu);
        let mut problems = self.unaccounted(&numbers);
        problems.extend(self.unknown(&numbers));
        problems.extend(self.twice());
        problems.extend(self.unmeasured(set));
        problems
    }

    fn unaccounted(&self, numbers: &[Number]) -> Vec<String> {
        let has_none = |number: &&Number| {
            self.curves_of(&number.path).next().is_none() && self.source_of(&number.path).is_none()
        };
        let without = numbers.iter().filter(has_none);
        without
            .map(|number| format!("{} has neither a curve nor a source", number.path))
            .collect()
    }

    fn unknown(&self, numbers: &[Number]) -> Vec<String> {
        let known: BTreeSet<_> = numbers.iter().map(|number| number.path.as_str()).collect();
        let held = self.curves.iter().flat_map(|curve| &curve.holds);
        let named = self.sources.iter().flat_map(|source| &source.numbers);
        held.chain(named)
            .filter(|path| !known.contains(path.as_str()))
            .map(|path| format!("{path} is no number of {}", self.gpu))
            .collect()
    }

    fn twice(&self) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let again = self.curves.iter().filter(|curve| !seen.insert(&curve.name));
        again
            .map(|curve| format!("two curves are called {}", curve.name))
            .collect()
    }

    fn unmeasured(&self, set: &TruthSet) -> Vec<String> {
        let measured = |case: &String| set.entry(case).is_some_and(|one| one.measured.is_some());
        let of_curve = |curve: &Curve| -> Vec<String> {
            let missing = curve.cases().into_iter().filter(|case| !measured(case));
            let line = |case| format!("curve {}: case {case} was not measured", curve.name);
            missing.map(line).collect()
        };
        self.curves.iter().flat_map(of_curve).collect()
    }
}
