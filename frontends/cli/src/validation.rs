//! A truth set's answers as plain data, and its outputs as functions of them.
//!
//! Percentages are of what was measured. Left out: how an error is computed
//! (`sim_validation::summary`).

pub mod json;
pub mod text;

use sim_validation::compare::{CYCLES, CaseComparison};
use sim_validation::paths::Paths;
use sim_validation::run::CaseRun;
use sim_validation::suite::Finished;
use sim_validation::summary::{Summary, summarise};

/// A set's answers.
pub struct Validation<'a> {
    /// The set's folder, as the user wrote it.
    pub set: String,
    /// The machine.
    pub gpu: String,
    /// The cases, in the set's order.
    pub cases: Vec<Finished<'a>>,
    /// What they say together, by metric.
    pub summaries: Vec<Summary>,
    /// How fast the simulation was.
    pub timing: Timing,
}

/// How fast a set was simulated. The only part of an answer that depends on
/// the host.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// Warp instructions simulated.
    pub warp_insts: u64,
    /// Seconds for all cases, their buffers and hashes included.
    pub wall_s: f64,
    /// The most memory that the process held; absent where the system does not
    /// say.
    pub peak_bytes: Option<u64>,
}

impl Timing {
    /// Adds up what the cases executed.
    pub fn new(cases: &[Finished], wall_s: f64) -> Timing {
        let ran = cases.iter().filter_map(|case| case.outcome.as_ref().ok());
        let executed = |run: &CaseRun| run.report.pcs.iter().map(|pc| pc.executed).sum::<u64>();
        Timing {
            warp_insts: ran.map(executed).sum(),
            wall_s,
            peak_bytes: peak_bytes(),
        }
    }

    /// Warp instructions a second.
    pub fn rate(&self) -> f64 {
        self.warp_insts as f64 / self.wall_s
    }
}

/// Linux's high-water mark of the resident set.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

impl<'a> Validation<'a> {
    /// Sums the cases up.
    pub fn new(
        set: String,
        gpu: String,
        cases: Vec<Finished<'a>>,
        timing: Timing,
    ) -> Validation<'a> {
        Validation {
            summaries: summarise(compared(&cases)),
            set,
            gpu,
            cases,
            timing,
        }
    }

    /// The comparisons of the cases that ran.
    pub fn comparisons(&self) -> impl Iterator<Item = &CaseComparison> {
        compared(&self.cases)
    }

    /// The cases that could not run, with the reason.
    pub fn failed(&self) -> impl Iterator<Item = (&str, &str)> {
        self.cases.iter().filter_map(|case| {
            let why = case.outcome.as_ref().err()?;
            Some((&case.entry.case.name[..], &why[..]))
        })
    }

    /// The cases that name their source, predicted both ways.
    pub fn paths(&self) -> impl Iterator<Item = Paths<'_>> {
        self.cases.iter().filter_map(Paths::of)
    }

    /// The cases whose source our compiler's code could not run, with the reason.
    pub fn failed_ours(&self) -> impl Iterator<Item = (&str, &str)> {
        self.cases.iter().filter_map(|case| {
            let why = case.outcome.as_ref().ok()?.ours.as_ref()?.as_ref().err()?;
            Some((&case.entry.case.name[..], &why[..]))
        })
    }

    /// Whether every case ran and no buffer is wrong, by our compiler's code neither.
    pub fn is_right(&self) -> bool {
        let ours_wrong = self.paths().any(|paths| paths.ours_right == Some(false));
        let failed = self.failed().chain(self.failed_ours()).next().is_some();
        !failed && !ours_wrong && self.wrong_buffers().next().is_none()
    }

    /// Cases that left something else in memory than the GPU.
    pub fn wrong_buffers(&self) -> impl Iterator<Item = &CaseComparison> {
        self.comparisons()
            .filter(|case| case.buffers_right() == Some(false))
    }

    /// Cases that left in memory what the GPU left.
    pub fn right_buffers(&self) -> usize {
        let right = |case: &&CaseComparison| case.buffers_right() == Some(true);
        self.comparisons().filter(right).count()
    }

    /// Whether the set says of any case what the GPU did.
    pub fn is_measured(&self) -> bool {
        self.cases.iter().any(|case| case.entry.measured.is_some())
    }

    /// Mean size of the error in cycles, in percent; absent in a functional
    /// run or without measurements.
    pub fn cycles_mape(&self) -> Option<f64> {
        let cycles = self.summaries.iter().find(|s| s.metric == CYCLES)?;
        Some(100.0 * cycles.errors.as_ref()?.mape)
    }
}

fn compared<'a>(cases: &'a [Finished]) -> impl Iterator<Item = &'a CaseComparison> {
    let comparison = |case: &'a Finished| case.outcome.as_ref().ok().map(|run| &run.comparison);
    cases.iter().filter_map(comparison)
}
