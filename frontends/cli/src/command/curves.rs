//! `sim curves`: run the cases of a ledger and hold every curve against what a GPU did.

use std::path::Path;
use std::sync::Arc;

use sim_core::config::GpuConfig;
use sim_core::engine::EngineOptions;
use sim_validation::ledger::curve::{Drawn, draw};
use sim_validation::ledger::{Curve, Ledger, numbers};
use sim_validation::measure::MeasureError;
use sim_validation::suite::SuiteOptions;
use sim_validation::truth::TruthSet;

use crate::args::CurvesArgs;
use crate::curves::{Page, page, plot, report, wrong};
use crate::failure::Failure;
use crate::machine;
use crate::output::{self, Exit};
use crate::progress::Progress;

/// Draws the chosen curves; prints how far each is, and writes the page where one is wanted.
pub fn run(args: &CurvesArgs) -> Result<Exit, Failure> {
    let ledger = Ledger::read(&args.folder.join("ledger.ron"))?;
    let set = TruthSet::read(&args.folder)?;
    let gpu = machine::load(&args.gpu)?;
    let problems = ledger.problems(&set, &gpu);
    if output::complain(&problems) == Exit::Wrong {
        return Ok(Exit::Wrong);
    }
    let drawn = drawn(args, &ledger, &set, &gpu)?;
    output::print(&report(&drawn, args.details))?;
    if let Some(out) = &args.out {
        write(out, &ledger, &drawn, &gpu)?;
    }
    Ok(output::complain(&wrong(&drawn)))
}

fn drawn<'a>(
    args: &CurvesArgs,
    ledger: &'a Ledger,
    set: &TruthSet,
    gpu: &GpuConfig,
) -> Result<Vec<Drawn<'a>>, Failure> {
    let only = args.only.as_ref();
    let picked = |curve: &&Curve| only.is_none_or(|pattern| pattern.is_match(&curve.name));
    let chosen: Vec<_> = ledger.curves.iter().filter(picked).collect();
    let defaults = EngineOptions::default();
    let options = SuiteOptions {
        gpu: Arc::new(gpu.clone()),
        engine: EngineOptions {
            threads: args.threads.map_or(defaults.threads, usize::from),
            ..defaults
        },
    };
    let progress = Progress::over("cases");
    let begin = |name: &str, ended, total| progress.begin(name, ended, total);
    Ok(draw(set, &chosen, &options, &begin)?)
}

/// The page goes into the folder, the pictures into `model` below it.
fn write(out: &Path, ledger: &Ledger, drawn: &[Drawn<'_>], gpu: &GpuConfig) -> Result<(), Failure> {
    const PICTURES: &str = "model";
    let folder = out.join(PICTURES);
    std::fs::create_dir_all(&folder).map_err(|source| unwritten(&folder, source))?;
    for one in drawn {
        let name = format!("{}.svg", one.curve.name);
        put(&folder.join(name), &plot::svg(one))?;
    }
    let text = page(
        &Page {
            ledger,
            drawn,
            numbers: &numbers::all(gpu),
        },
        PICTURES,
    );
    put(&out.join("ledger.md"), &text)
}

fn put(path: &Path, text: &str) -> Result<(), Failure> {
    Ok(std::fs::write(path, text).map_err(|source| unwritten(path, source))?)
}

fn unwritten(path: &Path, source: std::io::Error) -> MeasureError {
    MeasureError::Write {
        path: path.to_path_buf(),
        source,
    }
}
