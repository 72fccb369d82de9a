//! `sim tune`: a workload for many values of its parameters, and the best of them.

use std::sync::Arc;

use sim_core::engine::EngineOptions;
use sim_core::launch::Limits;
use sim_core::metrics::{self, ALIASES, Metric};
use sim_workload::document::Document;
use sim_workload::host::RunOptions;
use sim_workload::parameters::Override;
use sim_workload::sweep::Sweep;

use crate::args::{Format, TuneArgs};
use crate::failure::Failure;
use crate::output::{self, Exit};
use crate::progress::Progress;
use crate::tune::{Point, Tuning, digest, table};
use crate::{convert, machine};

/// Runs all combinations and prints the table; the exit status is that of the worst point.
pub fn run(args: &TuneArgs) -> Result<Exit, Failure> {
    let metric = metric(&args.metric)?;
    let document = Document::read(&args.file)?;
    let options = options(args)?;
    let sweep = Sweep::new(&document, &options, &args.param, args.max_points)?;
    let answers = answers(&sweep, metric);
    let tuning = Tuning {
        workload: args.file.display().to_string(),
        gpu: convert::gpu(
            &options.gpu,
            args.gpu.set.iter().map(ToString::to_string).collect(),
        ),
        asked: args.metric.clone(),
        metric,
        largest: args.largest,
        parameters: args.param.iter().map(|one| one.name.clone()).collect(),
        points: points(&sweep, answers),
    };
    output::print(&match args.format {
        Format::Text => table::text(&tuning),
        Format::Json => tuning.json()?,
        Format::Csv => tuning.csv(),
    })?;
    Ok(tuning.exit())
}

/// The counter of that name, short or long.
fn metric(name: &str) -> Result<&'static Metric, Failure> {
    let short = || ALIASES.iter().map(|(short, _)| *short);
    metrics::find(name).ok_or_else(|| Failure::UnknownMetric {
        name: name.to_string(),
        short: short().collect::<Vec<_>>().join(", "),
    })
}

fn options(args: &TuneArgs) -> Result<RunOptions, Failure> {
    let defaults = EngineOptions::default();
    let limits = Limits::default();
    Ok(RunOptions {
        gpu: Arc::new(machine::load(&args.gpu)?),
        engine: EngineOptions {
            threads: args.threads.map_or(defaults.threads, usize::from),
            limits: Limits {
                max_cycles: args.max_cycles.unwrap_or(limits.max_cycles),
                ..limits
            },
            max_memory: args.max_memory.0,
            ..defaults
        },
        overrides: Vec::new(),
        only: args.kernel.clone(),
    })
}

fn answers(sweep: &Sweep<'_>, metric: &Metric) -> Vec<digest::Answer> {
    let progress = Progress::over("points");
    let total = sweep.points().len();
    let begin = |point: &[Override], number| progress.begin(&named(point), number, total);
    sweep.run(&|outcome| digest::answer(outcome, metric), &begin)
}

fn named(point: &[Override]) -> String {
    let one = |over: &Override| format!("{}={}", over.name, over.value);
    point.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn points(sweep: &Sweep<'_>, answers: Vec<digest::Answer>) -> Vec<Point> {
    let values = sweep
        .points()
        .iter()
        .map(|point| point.iter().map(|over| over.value.clone()).collect());
    let point = |(values, answer)| Point { values, answer };
    values.zip(answers).map(point).collect()
}
