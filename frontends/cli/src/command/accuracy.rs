//! `sim accuracy`: write what truth sets say of the predictions.

use std::path::Path;
use std::sync::Arc;

use sim_core::engine::EngineOptions;
use sim_validation::accuracy::rank::rank;
use sim_validation::accuracy::{Fingerprint, empty_launch, entries, measured_sets, records};
use sim_validation::measure::MeasureError;
use sim_validation::paths::Paths;
use sim_validation::suite::{Finished, SuiteOptions, run_all};
use sim_validation::summary::summarise;
use sim_validation::truth::TruthSet;

use crate::accuracy::{Accuracy, SetAccuracy, page, scatter};
use crate::args::AccuracyArgs;
use crate::failure::Failure;
use crate::machine;
use crate::output::{self, Exit};
use crate::progress::Progress;

/// Runs every case of every set, and writes the page and its picture.
pub fn run(args: &AccuracyArgs) -> Result<Exit, Failure> {
    let folders = match args.folders.is_empty() {
        true => measured_sets(&args.root),
        false => args.folders.clone(),
    };
    if folders.is_empty() {
        return Err(Failure::NoSets {
            root: args.root.clone(),
        });
    }
    let sets: Result<Vec<_>, _> = folders
        .iter()
        .map(|folder| TruthSet::read(folder))
        .collect();
    let sets = sets?;
    let options = options(args)?;
    let chosen: Vec<_> = sets.iter().map(entries).collect();
    let finished: Vec<_> = sets
        .iter()
        .zip(&chosen)
        .map(|(set, entries)| run_set(set, entries, &options))
        .collect();
    let accuracy = accuracy(&sets, &finished, &options)?;
    write(args, &accuracy)?;
    Ok(output::complain(&accuracy.wrong()))
}

fn run_set<'a>(
    set: &'a TruthSet,
    entries: &[&'a sim_validation::truth::Entry],
    options: &SuiteOptions,
) -> Vec<Finished<'a>> {
    let progress = Progress::over("cases");
    let begin = |name: &str, ended, total| progress.begin(name, ended, total);
    run_all(set, entries, options, &begin)
}

fn options(args: &AccuracyArgs) -> Result<SuiteOptions, Failure> {
    let defaults = EngineOptions::default();
    Ok(SuiteOptions {
        gpu: Arc::new(machine::load(&args.gpu)?),
        engine: EngineOptions {
            threads: args.threads.map_or(defaults.threads, usize::from),
            max_memory: args.max_memory.0,
            ..defaults
        },
    })
}

fn accuracy<'a>(
    sets: &'a [TruthSet],
    finished: &'a [Vec<Finished<'a>>],
    options: &SuiteOptions,
) -> Result<Accuracy<'a>, Failure> {
    let all = || finished.iter().flatten();
    let empty = empty_launch(all());
    let compared = all().filter_map(|case| Some(&case.outcome.as_ref().ok()?.comparison));
    let one = |(set, cases): (&'a TruthSet, &'a Vec<Finished<'a>>)| {
        let records = records(cases, empty);
        SetAccuracy {
            name: set.folder.display().to_string(),
            ranking: rank(&records),
            records,
            paths: cases.iter().filter_map(Paths::of).collect(),
        }
    };
    Ok(Accuracy {
        gpu: options.gpu.name.clone(),
        fingerprint: Fingerprint::of(&options.gpu)?,
        empty,
        counters: summarise(compared),
        sets: sets.iter().zip(finished).map(one).collect(),
    })
}

/// The page goes where it was asked for, the picture beside it.
fn write(args: &AccuracyArgs, accuracy: &Accuracy<'_>) -> Result<(), Failure> {
    let picture = args.out.with_extension("svg");
    let name = picture.file_name().unwrap_or_default().to_string_lossy();
    let records = accuracy.sets.iter().flat_map(|set| &set.records);
    put(&picture, &scatter::svg(records))?;
    put(&args.out, &page(accuracy, &name))?;
    let (out, picture) = (args.out.display(), picture.display());
    output::print(&format!("wrote {out} and {picture}\n"))?;
    Ok(())
}

fn put(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |source| MeasureError::Write {
        path: path.to_path_buf(),
        source,
    };
    Ok(std::fs::write(path, text).map_err(failed)?)
}
