//! The simulator's answer beside the GPU's, case by case.
//!
//! Left out: what a difference means. Metrics in [`crate::exact`] must be
//! equal; the others are predictions, and [`crate::summary`] says how good
//! they are.

use crate::exact;
use crate::truth::{Entry, Sum};
use sim_core::report::LaunchReport;

/// The cycles to predict: SM clock, from launch to drain.
pub const CYCLES: &str = "gpc__cycles_elapsed.max";

/// One metric of one case.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// Nsight Compute's name.
    pub metric: String,
    /// What the simulator says; absent if the model cannot know it.
    pub simulated: Option<f64>,
    /// What the GPU said; absent if it was not asked.
    pub measured: Option<f64>,
}

impl Comparison {
    /// Simulated over measured; absent if either is missing or the latter 0.
    pub fn ratio(&self) -> Option<f64> {
        let (simulated, measured) = self.both()?;
        (measured != 0.0).then(|| simulated / measured)
    }

    /// How far off, as a signed fraction of what was measured; absent if either
    /// is missing. Something where the GPU has nothing is off by 1.
    pub fn error(&self) -> Option<f64> {
        let (simulated, measured) = self.both()?;
        Some(match (simulated, measured) {
            (0.0, 0.0) => 0.0,
            (_, 0.0) => 1.0,
            _ => (simulated - measured) / measured,
        })
    }

    /// Both values, simulated first.
    pub fn both(&self) -> Option<(f64, f64)> {
        Some((self.simulated?, self.measured?))
    }

    /// Whether both are there and the same.
    pub fn is_equal(&self) -> bool {
        self.both().is_some_and(|(a, b)| a == b)
    }
}

/// A checked buffer as a run left it.
#[derive(Clone, PartialEq, Debug)]
pub struct BufferState {
    /// The buffer.
    pub name: String,
    /// First 16 hex digits of the SHA-256 of its bytes.
    pub sha: String,
    /// Its sum.
    pub sum: Sum,
}

/// How a buffer compares with the GPU's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// Bit for bit the same.
    Equal,
    /// The GPU's own runs differ; the sum, which must not, is the same.
    SameSum,
    /// Not what the GPU left.
    Different,
    /// The set does not say what the GPU left.
    Unknown,
}

/// One checked buffer of one case.
#[derive(Clone, PartialEq, Debug)]
pub struct BufferComparison {
    /// The buffer.
    pub buffer: String,
    /// First 16 hex digits of its SHA-256 after the simulated launch.
    pub simulated: String,
    /// The same after the GPU's launch; absent if the truth has none.
    pub measured: Option<String>,
    /// How they compare.
    pub agreement: Agreement,
}

impl BufferComparison {
    fn new(entry: &Entry, state: BufferState) -> BufferComparison {
        let measured = entry.measured.as_ref();
        BufferComparison {
            agreement: agreement(entry, &state),
            measured: measured.and_then(|m| m.sha.get(&state.name).cloned()),
            buffer: state.name,
            simulated: state.sha,
        }
    }

    /// Whether the contents are known to be right.
    pub fn is_right(&self) -> bool {
        match self.agreement {
            Agreement::Equal | Agreement::SameSum => true,
            Agreement::Different | Agreement::Unknown => false,
        }
    }
}

fn agreement(entry: &Entry, state: &BufferState) -> Agreement {
    let Some(measured) = &entry.measured else {
        return Agreement::Unknown;
    };
    match (measured.sha.get(&state.name), measured.sum.get(&state.name)) {
        (None, _) => Agreement::Unknown,
        (Some(sha), _) if *sha == state.sha => Agreement::Equal,
        (Some(_), Some(sum)) if measured.nondeterministic_output && sum.agrees(&state.sum) => {
            Agreement::SameSum
        }
        (Some(_), _) => Agreement::Different,
    }
}

impl Sum {
    /// The same integers in another order, or the same floats but for how
    /// their sums were rounded.
    fn agrees(&self, other: &Sum) -> bool {
        /// Thousands of roundings to 24 bits in random directions.
        const ROUNDING: f64 = 1e-5;
        let far = (self.f32 - other.f32).abs();
        self.u32 == other.u32 || far <= ROUNDING * self.f32.abs()
    }
}

/// A case's buffers and metrics, simulated and measured.
#[derive(Clone, PartialEq, Debug)]
pub struct CaseComparison {
    /// The case.
    pub case: String,
    /// Its checked buffers.
    pub buffers: Vec<BufferComparison>,
    /// Every metric that was measured, in the truth's order, then what only
    /// the model has. Measured cycles are the median of repeats.
    pub metrics: Vec<Comparison>,
    /// Whether counts depend on timing, so that none of them must be equal.
    pub racy: bool,
}

impl CaseComparison {
    /// Compares what a launch left behind and what it counted.
    pub fn new(entry: &Entry, buffers: Vec<BufferState>, report: &LaunchReport) -> CaseComparison {
        let buffer = |state| BufferComparison::new(entry, state);
        CaseComparison {
            case: entry.case.name.clone(),
            buffers: buffers.into_iter().map(buffer).collect(),
            metrics: metrics(entry, report),
            racy: entry.is_racy(),
        }
    }

    /// The metric of this name.
    pub fn metric(&self, name: &str) -> Option<&Comparison> {
        self.metrics.iter().find(|one| one.metric == name)
    }

    /// Cycles; absent if neither side has any.
    pub fn cycles(&self) -> Option<&Comparison> {
        self.metric(CYCLES)
    }

    /// Whether every checked buffer is right; absent if the set does not say
    /// of all what is right.
    pub fn buffers_right(&self) -> Option<bool> {
        let unknown = |one: &BufferComparison| one.agreement == Agreement::Unknown;
        let all_right = self.buffers.iter().all(BufferComparison::is_right);
        (!self.buffers.iter().any(unknown)).then_some(all_right)
    }

    /// Metrics that must be equal and are not (an absent one is not).
    pub fn wrong_exact(&self) -> impl Iterator<Item = &Comparison> {
        let must =
            |c: &&Comparison| !self.racy && c.measured.is_some() && exact::is_exact(&c.metric);
        self.metrics.iter().filter(must).filter(|c| !c.is_equal())
    }

    /// The counter that is furthest off: one that must be equal if any is not,
    /// else any but the stall reasons, whose small shares are off by factors.
    pub fn worst(&self) -> Option<&Comparison> {
        let counters = || {
            let stall = |c: &&Comparison| c.metric.contains("_issue_stalled_");
            self.metrics.iter().filter(move |c| !stall(c))
        };
        furthest(self.wrong_exact()).or_else(|| furthest(counters()))
    }
}

fn furthest<'a>(metrics: impl Iterator<Item = &'a Comparison>) -> Option<&'a Comparison> {
    let size = |c: &Comparison| c.error().map_or(0.0, f64::abs);
    metrics
        .filter(|c| size(c) > 0.0)
        .max_by(|a, b| size(a).total_cmp(&size(b)))
}

fn metrics(entry: &Entry, report: &LaunchReport) -> Vec<Comparison> {
    let measured = entry.measured.as_ref().map(|one| &one.metrics);
    let measured_value = |name: &str| match name {
        CYCLES => entry.cycles(),
        _ => measured?.get(name).copied(),
    };
    let compare = |name: &str| Comparison {
        metric: name.to_string(),
        simulated: report.metric(name),
        measured: measured_value(name),
    };
    let is_measured = |name: &str| measured.is_some_and(|all| all.contains_key(name));
    let only_ours = sim_core::metrics::all()
        .map(|metric| metric.name)
        .filter(|name| !is_measured(name));
    let names = measured
        .into_iter()
        .flat_map(|all| all.keys().map(String::as_str));
    let all = names.chain(only_ours).map(compare);
    all.filter(|c| c.simulated.or(c.measured).is_some())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison(simulated: f64, measured: f64) -> Comparison {
        Comparison {
            metric: "m".into(),
            simulated: Some(simulated),
            measured: Some(measured),
        }
    }

    #[test]
    fn an_error_is_a_signed_fraction_of_what_was_measured() {
        assert_eq!(comparison(3.0, 4.0).error(), Some(-0.25));
        assert_eq!(comparison(0.0, 0.0).error(), Some(0.0));
        assert_eq!(comparison(5.0, 0.0).error(), Some(1.0));
    }

    #[test]
    fn sums_agree_in_integers_or_in_floats_but_for_rounding() {
        let sum = |u32, f32| Sum { u32, f32 };
        assert!(sum(7, 1.0).agrees(&sum(7, 2.0)));
        assert!(sum(7, 1.0).agrees(&sum(8, 1.000_001)));
        assert!(!sum(7, 1.0).agrees(&sum(8, 1.1)));
    }
}
