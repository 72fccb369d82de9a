//! What a sweep keeps of each run: one number a launch, and whether the results are right.

use sim_core::engine::LaunchError;
use sim_core::metrics::Metric;
use sim_core::report::LaunchReport;
use sim_workload::counters::adds_up;
use sim_workload::error::WorkloadError;
use sim_workload::outcome::{RunOutcome, Verdict};

use crate::convert;
use crate::output::Exit;

/// What came of a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The counter of each launch that ended, in order; a repeated launch is one where the counter
    /// adds up.
    pub launches: Vec<(String, Option<f64>)>,
    /// How it ended.
    pub state: State,
    /// What is wrong, if anything is.
    pub reasons: Vec<String>,
}

/// How a point ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// All expectations that could be looked at hold.
    Right,
    /// The file expects nothing of what ran.
    Unchecked,
    /// An expectation does not hold.
    Wrong,
    /// The workload or a launch is impossible, or an expectation has no answer.
    Impossible,
    /// A launch faulted.
    Faulted,
}

impl State {
    /// The state in a word.
    pub const fn word(self) -> &'static str {
        match self {
            State::Right => "right",
            State::Unchecked => "not checked",
            State::Wrong => "WRONG",
            State::Impossible => "impossible",
            State::Faulted => "FAULT",
        }
    }

    /// The exit status that `sim run` would have.
    pub const fn exit(self) -> Exit {
        match self {
            State::Right | State::Unchecked => Exit::Right,
            State::Wrong => Exit::Wrong,
            State::Impossible => Exit::BadInput,
            State::Faulted => Exit::Fault,
        }
    }
}

impl Answer {
    /// Whether it may be the best.
    pub fn counts(&self) -> bool {
        self.state.exit() == Exit::Right
    }
}

/// What is kept of a run.
pub fn answer(outcome: Result<RunOutcome, WorkloadError>, metric: &Metric) -> Answer {
    match outcome {
        Ok(outcome) => {
            let (state, reasons) = judged(&outcome);
            Answer {
                launches: launches(&outcome, metric),
                state,
                reasons,
            }
        }
        Err(error) => Answer {
            launches: Vec::new(),
            state: State::Impossible,
            reasons: told(&error),
        },
    }
}

/// The messages of an error, each on a line, with its place.
fn told(error: &WorkloadError) -> Vec<String> {
    let WorkloadError::Wrong(placed) = error else {
        return vec![error.to_string()];
    };
    let told = placed.diagnostics.iter().map(|one| {
        let help = one.help.iter().map(|help| format!(" ({help})"));
        let line = (!one.span.is_none()).then(|| placed.file.position(one.span.start).line);
        let line = line.map_or(String::new(), |line| format!(":{line}"));
        let help: String = help.collect();
        format!("{}{line}: {}{help}", placed.file.name(), one.message)
    });
    told.collect()
}

fn launches(outcome: &RunOutcome, metric: &Metric) -> Vec<(String, Option<f64>)> {
    let group = |report: &LaunchReport| {
        let turns = |one: &&(String, Vec<String>)| one.1.contains(&report.name);
        let repeated = outcome.repeated.iter().find(turns);
        repeated.filter(|_| adds_up(metric.name)).map(|one| &one.0)
    };
    let mut launches: Vec<(String, Option<f64>)> = Vec::new();
    for report in &outcome.launches {
        let name = group(report).unwrap_or(&report.name);
        let value = (metric.value)(report);
        match launches.iter_mut().find(|(known, _)| known == name) {
            Some((_, sum)) => *sum = sum.zip(value).map(|(sum, value)| sum + value),
            None => launches.push((name.clone(), value)),
        }
    }
    launches
}

fn judged(outcome: &RunOutcome) -> (State, Vec<String>) {
    if let Some(fault) = &outcome.fault {
        let state = match fault.error {
            LaunchError::Fault(_) => State::Faulted,
            LaunchError::Grid { .. }
            | LaunchError::Block { .. }
            | LaunchError::Impossible(_)
            | LaunchError::Lower(_)
            | LaunchError::Memory(_) => State::Impossible,
        };
        let first = fault.to_string().lines().next().map(str::to_string);
        let what = first.unwrap_or_default();
        return (state, vec![format!("launch {}: {what}", fault.launch)]);
    }
    let looked_at = outcome.expectations.iter().map(|one| &one.verdict);
    let state = looked_at.map(state_of).fold(State::Unchecked, worse);
    (state, reasons(outcome))
}

fn state_of(verdict: &Verdict) -> State {
    match (verdict, verdict.holds()) {
        (Verdict::Error(_), _) => State::Impossible,
        (_, Some(true)) => State::Right,
        (_, Some(false)) => State::Wrong,
        (_, None) => State::Unchecked,
    }
}

/// The state of a point with both: what is known wrong outweighs what has no answer.
fn worse(one: State, other: State) -> State {
    let rank = |state: &State| match state {
        State::Unchecked => 0,
        State::Right => 1,
        State::Impossible => 2,
        State::Wrong => 3,
        State::Faulted => 4,
    };
    std::cmp::max_by_key(one, other, rank)
}

/// Each expectation that does not hold, or has no answer, with what shows it.
fn reasons(outcome: &RunOutcome) -> Vec<String> {
    let bad = outcome.expectations.iter().filter(|one| {
        let state = state_of(&one.verdict);
        state.exit() != Exit::Right
    });
    let told = bad.map(|one| {
        let shown = convert::expectation(one);
        let reason = shown.reason.trim_end_matches("; the first:").to_string();
        format!("{}: {reason}", shown.what)
    });
    told.collect()
}
