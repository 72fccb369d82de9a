//! A workload at many points: the product of lists of values for its parameters, simulated side
//! by side.
//!
//! Each point is a run of its own, so the answers depend neither on how many run at the same time
//! nor on their order. What a run leaves behind is digested at once: of a thousand points no more
//! than a few are in memory. A point that cannot run is an answer like any other; what is wrong
//! with the sweep as a whole (a parameter or launch that is not there) is said before the first.
//!
//! The points are divided among plain threads, not by `rayon`: a thread of a `rayon` pool that
//! waits for a simulation takes up the next point meanwhile, and so there is no bound on how many
//! it holds.
//!
//! Left out: any search. All points are run, because a student is to see the curve, not its end.

use crate::document::Document;
use crate::error::WorkloadError;
use crate::host::{self, RunOptions};
use crate::outcome::RunOutcome;
use crate::parameters::{self, Override};
use crate::plan::plan;
use sim_core::engine::EngineOptions;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A parameter and what to try for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The parameter.
    pub name: String,
    /// The expressions to try.
    pub values: Vec<String>,
}

/// A sweep that makes no sense.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// The workload itself, or what is asked of it, is wrong.
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    /// A parameter has nothing to try.
    #[error("--param {0}: no values to try; list them, as in {0}=32,64,128")]
    NoValues(String),
    /// A parameter is given twice.
    #[error("--param {0} is given twice; list all its values in one, as in {0}=32,64,128")]
    Twice(String),
    /// The product of the lists is too long.
    #[error(
        "the lists make {points} points, and {limit} are allowed: try fewer values, or raise --max-points"
    )]
    TooMany {
        /// Points of the product.
        points: u128,
        /// How many are allowed.
        limit: usize,
    },
}

/// Told when a point begins: its overrides and how many points began before.
pub type OnBegin<'a> = dyn Fn(&[Override], usize) + Sync + 'a;

/// The points to run.
#[derive(Debug)]
pub struct Sweep<'a> {
    document: &'a Document,
    options: &'a RunOptions,
    /// The last parameter runs fastest.
    points: Vec<Vec<Override>>,
    /// Bytes of the largest point's buffers.
    largest: u64,
}

/// What a running point needs besides its buffers: the tables of caches, SMs and queues. Seen: 0.2
/// to 0.4 GB for an H200.
const TABLES_BYTES: u64 = 256 << 20;

impl<'a> Sweep<'a> {
    /// The product of `choices`, of at most `limit` points.
    pub fn new(
        document: &'a Document,
        options: &'a RunOptions,
        choices: &[Choices],
        limit: usize,
    ) -> Result<Sweep<'a>, SweepError> {
        check(document, choices)?;
        let count = |total: u128, one: &Choices| total.saturating_mul(one.values.len() as u128);
        let points = choices.iter().fold(1, count);
        if points > limit as u128 {
            return Err(SweepError::TooMany { points, limit });
        }
        let mut sweep = Sweep {
            document,
            options,
            points: product(choices),
            largest: 0,
        };
        sweep.look_ahead()?;
        Ok(sweep)
    }

    /// The points, in the order of their answers.
    pub fn points(&self) -> &[Vec<Override>] {
        &self.points
    }

    /// Plans every point, for its memory; what is wrong at all of them is an error.
    fn look_ahead(&mut self) -> Result<(), WorkloadError> {
        let bytes = |point: &Vec<Override>| {
            let plan = plan(self.document, point)?;
            host::chosen(&plan, self.document, self.options)?;
            Ok(plan.buffers.iter().map(|buffer| buffer.bytes).sum())
        };
        let answers: Vec<Result<u64, WorkloadError>> = self.points.iter().map(bytes).collect();
        let largest = answers.iter().flatten().max().copied();
        match (largest, answers.into_iter().find_map(Result::err)) {
            (None, Some(error)) => Err(error),
            (bytes, _) => {
                self.largest = bytes.unwrap_or(0);
                Ok(())
            }
        }
    }

    /// How many points run at the same time: as many as there are threads, within the memory. A
    /// point holds its buffers twice while they are checked.
    fn workers(&self) -> usize {
        let EngineOptions {
            threads,
            max_memory,
            ..
        } = self.options.engine;
        let need = self.largest.saturating_mul(2).saturating_add(TABLES_BYTES);
        let fit = usize::try_from(max_memory / need).unwrap_or(usize::MAX);
        fit.min(threads).min(self.points.len()).max(1)
    }

    /// Runs all points; what `digest` makes of each comes in the order of the points.
    pub fn run<T: Send>(
        &self,
        digest: &(dyn Fn(Result<RunOutcome, WorkloadError>) -> T + Sync),
        on_begin: &OnBegin<'_>,
    ) -> Vec<T> {
        let next = AtomicUsize::new(0);
        let work = || self.work(&next, digest, on_begin);
        let mut answers = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.workers()).map(|_| scope.spawn(work)).collect();
            let done = workers.into_iter().map(|worker| worker.join());
            let done = done.map(|answers| match answers {
                Ok(answers) => answers,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            done.flatten().collect::<Vec<_>>()
        });
        answers.sort_by_key(|(place, _)| *place);
        answers.into_iter().map(|(_, answer)| answer).collect()
    }

    /// Runs points until none is left.
    fn work<T>(
        &self,
        next: &AtomicUsize,
        digest: &(dyn Fn(Result<RunOutcome, WorkloadError>) -> T + Sync),
        on_begin: &OnBegin<'_>,
    ) -> Vec<(usize, T)> {
        let mut answers = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(point) = self.points.get(place) else {
                return answers;
            };
            on_begin(point, place);
            let outcome = host::run(self.document, &self.at(point), &mut |_, _, _| ());
            answers.push((place, digest(outcome)));
        }
    }

    /// How one point runs: with its part of the threads.
    fn at(&self, point: &[Override]) -> RunOptions {
        let mut options = self.options.clone();
        options.engine.threads = (self.options.engine.threads / self.workers()).max(1);
        options.overrides = point.to_vec();
        options
    }
}

/// Finds lists that are empty or doubled, and names and expressions that cannot be.
fn check(document: &Document, choices: &[Choices]) -> Result<(), SweepError> {
    for (place, one) in choices.iter().enumerate() {
        if one.values.is_empty() {
            return Err(SweepError::NoValues(one.name.clone()));
        }
        if choices[..place].iter().any(|other| other.name == one.name) {
            return Err(SweepError::Twice(one.name.clone()));
        }
        for over in overrides(one) {
            parameters::check(&document.workload, &document.file, &over)?;
        }
    }
    Ok(())
}

fn overrides(choices: &Choices) -> impl Iterator<Item = Override> + '_ {
    choices.values.iter().map(|value| Override {
        name: choices.name.clone(),
        value: value.clone(),
    })
}

/// All combinations, the last parameter fastest.
fn product(choices: &[Choices]) -> Vec<Vec<Override>> {
    let one = |points: Vec<Vec<Override>>, choices: &Choices| {
        let longer = |point: &Vec<Override>| {
            let longer = |over| point.iter().cloned().chain([over]).collect();
            overrides(choices).map(longer).collect::<Vec<_>>()
        };
        points.iter().flat_map(longer).collect()
    };
    choices.iter().fold(vec![Vec::new()], one)
}
