//! The simulator's answer beside the GPU's, case by case.
//!
//! Left out: what a difference means. Metrics in [`crate::exact`] must be
//! equal; the others are predictions, and a report says how good they are.

use crate::exact;
use crate::truth::{Entry, Measurement};

/// One metric of one case.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// Nsight Compute's name.
    pub metric: String,
    /// What the simulator says; absent if the model cannot know it.
    pub simulated: Option<f64>,
    /// What the GPU said.
    pub measured: f64,
}

impl Comparison {
    /// Simulated over measured; absent if either is missing or zero.
    pub fn ratio(&self) -> Option<f64> {
        let simulated = self.simulated?;
        (self.measured != 0.0).then(|| simulated / self.measured)
    }

    /// Whether both are there and the same.
    pub fn is_equal(&self) -> bool {
        self.simulated == Some(self.measured)
    }
}

/// One checked buffer of one case: first 16 hex digits of its SHA-256.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BufferComparison {
    /// The buffer.
    pub buffer: String,
    /// After the simulated launch.
    pub simulated: String,
    /// After the GPU's launch; absent if the truth has none.
    pub measured: Option<String>,
}

impl BufferComparison {
    /// Whether the contents are known to be the same.
    pub fn is_equal(&self) -> bool {
        self.measured.as_ref() == Some(&self.simulated)
    }
}

/// A case's buffers and metrics, simulated and measured.
#[derive(Clone, PartialEq, Debug)]
pub struct CaseComparison {
    /// The case.
    pub case: String,
    /// Its checked buffers.
    pub buffers: Vec<BufferComparison>,
    /// Every metric that was measured, in the truth's order.
    pub metrics: Vec<Comparison>,
    /// Cycles, measured as the median of repeats.
    pub cycles: Option<Comparison>,
    /// Whether counts depend on timing, so that none of them must be equal.
    pub racy: bool,
}

impl CaseComparison {
    /// Compares a case's buffers, given as (name, SHA), and its metrics.
    pub fn new(
        entry: &Entry,
        shas: Vec<(String, String)>,
        metric: impl Fn(&str) -> Option<f64>,
    ) -> CaseComparison {
        let measured = entry.measured.as_ref();
        let buffer = |(buffer, simulated)| BufferComparison {
            measured: measured.and_then(|m| m.sha.get(&buffer).cloned()),
            buffer,
            simulated,
        };
        let cycles = entry.cycles().map(|cycles| Comparison {
            metric: CYCLES.to_string(),
            simulated: metric(CYCLES),
            measured: cycles,
        });
        CaseComparison {
            case: entry.case.name.clone(),
            buffers: shas.into_iter().map(buffer).collect(),
            metrics: measured.map_or(Vec::new(), |m| metrics(m, metric)),
            cycles,
            racy: entry.is_racy(),
        }
    }

    /// Whether every checked buffer holds what the GPU left in it.
    pub fn buffers_equal(&self) -> bool {
        self.buffers.iter().all(BufferComparison::is_equal)
    }

    /// Metrics that must be equal and are not (an absent one is not).
    pub fn wrong_exact(&self) -> impl Iterator<Item = &Comparison> {
        let exact = |c: &&Comparison| !self.racy && exact::is_exact(&c.metric);
        self.metrics.iter().filter(exact).filter(|c| !c.is_equal())
    }
}

/// The cycles to predict: SM clock, from launch to drain.
pub const CYCLES: &str = "gpc__cycles_elapsed.max";

fn metrics(measured: &Measurement, metric: impl Fn(&str) -> Option<f64>) -> Vec<Comparison> {
    let compare = |(name, &measured): (&String, &f64)| Comparison {
        metric: name.clone(),
        simulated: metric(name),
        measured,
    };
    measured.metrics.iter().map(compare).collect()
}
