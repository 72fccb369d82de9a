//! Advice: what to change first, from the counters of a run.
//!
//! Each rule is one file: it looks at a launch and says what it found, where,
//! what the ideal would be and what reaching it could give. Rules are ranked
//! by the cycles that they could save; of several findings about one place the
//! largest stays.
//!
//! A gain is simulated where the machine can be given the ideal at little cost
//! (`crate::ideal`); else it is an estimate from counters, and printed as
//! one: it assumes that the
//! time which warps spend waiting for the resource shrinks in proportion to the
//! work on it, and that nothing else becomes the limit. `docs/report.md` says
//! where that fails.

mod banks;
mod coalescing;
mod divergence;
mod grid;
mod occupancy;
mod place;

use crate::view::{Gpu, Launch, Run};
pub use place::Place;

/// How many pieces of advice a report gives.
pub const MOST: usize = 3;

/// The smallest share of a launch's cycles that is worth a piece of advice.
const WORTH: f64 = 0.05;

/// Something to change.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The rule that found it.
    pub rule: &'static str,
    /// The launch.
    pub launch: String,
    /// Where.
    pub place: Place,
    /// What was found: the number and its ideal.
    pub finding: String,
    /// What to do.
    pub remedy: &'static str,
    /// The setting of the machine that has the ideal, if there is one.
    pub ideal: Option<(&'static str, &'static str)>,
    /// What it could give.
    pub gain: Gain,
}

/// What following a piece of advice could give.
#[derive(Clone, Debug, PartialEq)]
pub struct Gain {
    /// Cycles of the launch.
    pub cycles: f64,
    /// The share of them that could go, from 0 to 1: an estimate.
    pub share: f64,
    /// What the estimate rests on.
    pub basis: String,
    /// Cycles of the launch with the ideal, if that was simulated.
    pub simulated: Option<f64>,
}

impl Gain {
    /// Cycles that could go.
    fn saved(&self) -> f64 {
        self.cycles * self.share
    }

    /// How many times faster the launch could be, by simulation if there was
    /// one, else by the estimate.
    pub fn factor(&self) -> f64 {
        match self.simulated {
            Some(cycles) => self.cycles / cycles,
            None => 1.0 / (1.0 - self.share).max(0.001),
        }
    }
}

type Rule = fn(&Launch, &Gpu) -> Vec<Advice>;

const RULES: [Rule; 5] = [
    coalescing::find,
    banks::find,
    divergence::find,
    occupancy::find,
    grid::find,
];

/// The most useful advice over all launches of a run, most useful first.
pub fn advise(run: &Run) -> Vec<Advice> {
    let findings = run
        .launches
        .iter()
        .flat_map(|launch| RULES.iter().flat_map(|rule| rule(launch, &run.gpu)));
    let mut findings: Vec<_> = findings.filter(|one| one.gain.share >= WORTH).collect();
    findings.sort_by(|a, b| b.gain.saved().total_cmp(&a.gain.saved()));
    first_of_each_place(findings)
}

fn first_of_each_place(findings: Vec<Advice>) -> Vec<Advice> {
    let mut kept: Vec<Advice> = Vec::with_capacity(MOST);
    for one in findings {
        let known = |other: &Advice| other.rule == one.rule && other.place == one.place;
        if kept.len() < MOST && !kept.iter().any(known) {
            kept.push(one);
        }
    }
    kept
}

/// The share of the launch's warp-cycles that these reasons have, from 0 to 1.
fn stall_share(launch: &Launch, reasons: &[&str]) -> f64 {
    let waited = launch
        .stalls
        .iter()
        .filter(|share| reasons.contains(&share.name))
        .map(|share| share.warp_cycles)
        .sum::<u64>();
    crate::view::divide(waited as f64, launch.warp_cycles() as f64).unwrap_or(0.0)
}
