//! The two ways from a source to a prediction, beside the measurement.
//!
//! What was measured ran ptxas's code. Our prediction for the same code is off by the model
//! alone; our compiler's code differs from it by the compiler alone. A case that names its source
//! shows both distances.

use crate::compare::CYCLES;
use crate::suite::Finished;

/// Executed warp instructions.
const INSTRUCTIONS: &str = "smsp__inst_executed.sum";

/// One case both ways.
#[derive(Clone, PartialEq, Debug)]
pub struct Paths<'a> {
    /// The case.
    pub case: &'a str,
    /// Cycles predicted for our compiler's code.
    pub ours: Option<f64>,
    /// Cycles predicted for ptxas's code.
    pub ptxas: Option<f64>,
    /// Cycles measured of ptxas's code.
    pub measured: Option<f64>,
    /// Warp instructions that our code executes, and that ptxas's does.
    pub instructions: Option<(f64, f64)>,
    /// Whether our code leaves what the GPU left; absent if the set does not say.
    pub ours_right: Option<bool>,
}

impl<'a> Paths<'a> {
    /// Of a case that names its source and ran both ways.
    pub fn of(finished: &'a Finished<'_>) -> Option<Paths<'a>> {
        let run = finished.outcome.as_ref().ok()?;
        let ours = run.ours.as_ref()?.as_ref().ok()?;
        let simulated = |case: &crate::compare::CaseComparison, name| case.metric(name)?.simulated;
        let theirs = &run.comparison;
        let both = (
            simulated(ours, INSTRUCTIONS),
            simulated(theirs, INSTRUCTIONS),
        );
        Some(Paths {
            case: &finished.entry.case.name,
            ours: simulated(ours, CYCLES),
            ptxas: simulated(theirs, CYCLES),
            measured: theirs.cycles().and_then(|cycles| cycles.measured),
            instructions: both.0.zip(both.1),
            ours_right: ours.buffers_right(),
        })
    }

    /// What the model is off by, as a signed part of what was measured.
    pub fn model(&self) -> Option<f64> {
        Some(self.ptxas? / self.measured? - 1.0)
    }

    /// What our compiler's code costs more, as a signed part of ptxas's; both simulated.
    pub fn compiler(&self) -> Option<f64> {
        Some(self.ours? / self.ptxas? - 1.0)
    }

    /// What model and compiler are off by together.
    pub fn both(&self) -> Option<f64> {
        Some(self.ours? / self.measured? - 1.0)
    }

    /// Our instructions for each of ptxas's.
    pub fn instruction_ratio(&self) -> Option<f64> {
        let (ours, ptxas) = self.instructions?;
        (ptxas > 0.0).then(|| ours / ptxas)
    }
}

/// The median and the value furthest from `neutral`.
pub fn median_and_worst(values: impl Iterator<Item = f64>, neutral: f64) -> Option<(f64, f64)> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let median = *values.get(values.len() / 2)?;
    let far = |value: &f64| (value - neutral).abs();
    let worst = values
        .into_iter()
        .max_by(|a, b| far(a).total_cmp(&far(b)))?;
    Some((median, worst))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_of_model_and_compiler_are_told_apart() {
        let paths = Paths {
            case: "c",
            ours: Some(120.0),
            ptxas: Some(100.0),
            measured: Some(80.0),
            instructions: Some((30.0, 20.0)),
            ours_right: Some(true),
        };
        assert_eq!(paths.model(), Some(0.25));
        assert!((paths.compiler().expect("both ran") - 0.2).abs() < 1e-12);
        assert_eq!(paths.both(), Some(0.5));
        assert_eq!(paths.instruction_ratio(), Some(1.5));
    }

    #[test]
    fn the_worst_is_the_furthest_from_neutral() {
        let found = median_and_worst([1.1, 0.5, 1.0, 1.3].into_iter(), 1.0);
        assert_eq!(found, Some((1.1, 0.5)));
        assert_eq!(median_and_worst([].into_iter(), 1.0), None);
    }
}
