//! `sim validate`: run the cases of a truth set and hold them against the GPU.

use std::sync::Arc;
use std::time::Instant;

use sim_core::engine::EngineOptions;
use sim_core::launch::Limits;
use sim_validation::select::Selection;
use sim_validation::suite::{SuiteOptions, run_all};
use sim_validation::truth::TruthSet;

use crate::args::{TextOrJson, ValidateArgs};
use crate::failure::Failure;
use crate::machine;
use crate::output::{self, Exit};
use crate::progress::Progress;
use crate::validation::{self, Timing, Validation};

/// Runs the chosen cases and prints how they compare.
pub fn run(args: &ValidateArgs) -> Result<Exit, Failure> {
    let options = options(args)?;
    let set = TruthSet::read(&args.folder)?;
    let chosen = Selection {
        only: args.only.clone(),
        core: args.core,
    }
    .of(&set);
    if chosen.is_empty() {
        return Err(Failure::NoSuchCase {
            set: args.folder.clone(),
            total: set.entries.len(),
        });
    }
    let progress = Progress::over("cases");
    let begin = |name: &str, ended, total| progress.begin(name, ended, total);
    let start = Instant::now();
    let cases = run_all(&set, &chosen, &options, &begin);
    let wall_s = start.elapsed().as_secs_f64();
    drop(progress);
    let timing = Timing::new(&cases, wall_s);
    let gpu = machine_name(args, &options);
    let validation = Validation::new(args.folder.display().to_string(), gpu, cases, timing);
    output::print(&text(args, &validation)?)?;
    Ok(exit(args, &validation))
}

fn options(args: &ValidateArgs) -> Result<SuiteOptions, Failure> {
    let defaults = EngineOptions::default();
    let limits = Limits::default();
    Ok(SuiteOptions {
        gpu: Arc::new(machine::load(&args.gpu)?),
        engine: EngineOptions {
            threads: args.threads.map_or(defaults.threads, usize::from),
            functional: args.functional,
            limits: Limits {
                max_cycles: args.max_cycles.unwrap_or(limits.max_cycles),
                ..limits
            },
            max_memory: args.max_memory.0,
            ..defaults
        },
    })
}

/// The machine's name and what was changed in it.
fn machine_name(args: &ValidateArgs, options: &SuiteOptions) -> String {
    let mut name = options.gpu.name.clone();
    for change in &args.gpu.set {
        name.push_str(&format!(" {change}"));
    }
    name
}

fn text(args: &ValidateArgs, validation: &Validation) -> Result<String, Failure> {
    match args.format {
        TextOrJson::Json => Ok(validation::json::text(validation)?),
        TextOrJson::Text if args.details => Ok(validation::text::details(validation)),
        TextOrJson::Text => Ok(validation::text::report(validation)),
    }
}

/// 0 when every case ran and left what the GPU left, and cycles are as close
/// as was asked for.
fn exit(args: &ValidateArgs, validation: &Validation) -> Exit {
    let close = args.max_mape.is_none_or(|limit| {
        let mape = validation.cycles_mape();
        mape.is_some_and(|mape| mape <= limit)
    });
    if validation.is_right() && close {
        Exit::Right
    } else {
        Exit::Wrong
    }
}
