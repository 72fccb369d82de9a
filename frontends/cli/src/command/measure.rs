//! `sim measure`: run a workload or a truth set on a real GPU.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use sim_core::config::GpuConfig;
use sim_core::engine::EngineOptions;
use sim_validation::device::Device;
use sim_validation::device::cuda::Cuda;
use sim_validation::device::recorded::{Recorded, Recorder};
use sim_validation::measure::session::{self, MeasuredCase, MeasuredWorkload};
use sim_validation::measure::store::{Folder, Provenance, date};
use sim_validation::measure::{MeasureError, ncu};
use sim_validation::suite::{SuiteOptions, run_all};
use sim_validation::truth::{Case, TruthSet, sha};
use sim_workload::document::Document;
use sim_workload::host::{self, RunOptions};
use sim_workload::parameters::Override;

use crate::args::MeasureArgs;
use crate::failure::Failure;
use crate::measurement::{self, Agreement, Measurement};
use crate::output::{self, Exit};
use crate::progress::Progress;

/// Measures, compares, prints, and writes the truth set where one is wanted.
pub fn run(args: &MeasureArgs) -> Result<Exit, Failure> {
    if let Some(recording) = &args.recorded {
        let recorded: Recorded = serde_json::from_slice(&super::read(recording)?)?;
        return on(&mut { recorded }, args);
    }
    let mut device = Cuda::open(args.device).map_err(MeasureError::from)?;
    if args.profile_pass {
        session::for_profiler(&mut device, &TruthSet::read(&args.input)?)?;
        return Ok(Exit::Right);
    }
    let Some(recording) = &args.record else {
        return on(&mut device, args);
    };
    let mut recorder = Recorder::new(device);
    let exit = on(&mut recorder, args)?;
    let text = serde_json::to_string_pretty(&recorder.kept)?;
    write(recording, &text)?;
    Ok(exit)
}

fn write(file: &Path, text: &str) -> Result<(), Failure> {
    let failed = |source| MeasureError::Write {
        path: file.to_path_buf(),
        source,
    };
    Ok(std::fs::write(file, text).map_err(failed)?)
}

/// Measures on a device.
fn on(device: &mut dyn Device, args: &MeasureArgs) -> Result<Exit, Failure> {
    let temporary = tempfile::tempdir()?;
    let work = Folder(temporary.path().to_path_buf());
    let is_workload = args.input.extension().is_some_and(|kind| kind == "ron");
    let measurement = match is_workload {
        true => workload(device, args, &work)?,
        false => truth_set(device, args, &work)?,
    };
    if let Some(out) = &args.out {
        keep(&work, &Folder(out.clone()), &measurement)?;
    }
    output::print(&measurement::report(&measurement))?;
    Ok(match measurement.is_right() {
        true => Exit::Right,
        false => Exit::Wrong,
    })
}

fn workload(
    device: &mut dyn Device,
    args: &MeasureArgs,
    work: &Folder,
) -> Result<Measurement, Failure> {
    let document = Document::read(&args.input)?;
    let overrides: Vec<_> = args.param.iter().map(super::over).collect();
    let progress = Progress::over("launches");
    let mut begin = |name: &str, number, total| progress.begin(name, number, total);
    let mut measured = session::workload(device, &document, &overrides, work, &mut begin)?;
    drop(progress);
    work.add_cases(&launches(&measured.cases))?;
    let counters = count(args, work, &mut measured.cases)?;
    let expectations = measured.expectations(&document)?;
    let claims = measured.claims(device.info());
    let simulated = simulate(&document, overrides)?;
    let agreement = agreement(&measured, &expectations, &simulated);
    Ok(Measurement {
        input: args.input.display().to_string(),
        device: device.info().clone(),
        recorded: args.recorded.is_some(),
        counters,
        agreement,
        expectations: Some(expectations),
        claims,
        cases: measured.cases,
    })
}

fn launches(cases: &[MeasuredCase]) -> Vec<Case> {
    cases.iter().map(|case| case.case.clone()).collect()
}

/// What the simulator leaves: results only, from our own compiler's code.
fn simulate(
    document: &Document,
    overrides: Vec<Override>,
) -> Result<sim_workload::outcome::RunOutcome, Failure> {
    let options = RunOptions {
        gpu: Arc::new(GpuConfig::built_in("h200")?),
        engine: EngineOptions {
            functional: true,
            ..EngineOptions::default()
        },
        overrides,
        only: None,
    };
    Ok(host::run(document, &options, &mut |_, _, _| {})?)
}

/// How each buffer of the workload compares with the simulator's.
fn agreement(
    measured: &MeasuredWorkload,
    expectations: &[sim_workload::outcome::ExpectationOutcome],
    simulated: &sim_workload::outcome::RunOutcome,
) -> Vec<(String, Agreement)> {
    use sim_workload::plan::Subject;
    let held = |at: usize| {
        let both = [&expectations[at], &simulated.expectations[at]];
        both.iter().all(|one| one.verdict.holds() == Some(true))
    };
    // Near enough is what the workload itself expects of a buffer, on both sides.
    let near = |buffer: usize| {
        let all = measured.plan.expectations.iter().enumerate();
        let mut of_buffer = all.filter(
            |(_, plan)| matches!(&plan.subject, Subject::Buffer { buffer: b, .. } if *b == buffer),
        );
        of_buffer.any(|(at, _)| held(at))
    };
    let pairs = simulated.buffers.iter().zip(&measured.buffers).enumerate();
    pairs
        .filter(|(place, _)| !measured.beside_faults(*place))
        .map(|(place, (ours, theirs))| {
            let agreement = match ours.sha == sha(theirs) {
                true => Agreement::Equal,
                false if near(place) => Agreement::Near,
                false => Agreement::Different,
            };
            (ours.name.clone(), agreement)
        })
        .collect()
}

fn truth_set(
    device: &mut dyn Device,
    args: &MeasureArgs,
    work: &Folder,
) -> Result<Measurement, Failure> {
    let set = TruthSet::read(&args.input)?;
    let progress = Progress::over("cases");
    let mut begin = |name: &str, number, total| progress.begin(name, number, total);
    let mut cases = session::set(device, &set, &mut begin)?;
    drop(progress);
    work.take_files(&Folder(args.input.clone()), &launches(&cases))?;
    work.add_cases(&launches(&cases))?;
    let counters = count(args, work, &mut cases)?;
    let provenance = provenance(device.info().clone(), counters.is_ok());
    work.add(&cases, &provenance)?;
    let agreement = compare(&work.0)?;
    Ok(Measurement {
        input: args.input.display().to_string(),
        device: device.info().clone(),
        recorded: args.recorded.is_some(),
        counters,
        agreement,
        expectations: None,
        claims: Vec::new(),
        cases,
    })
}

/// How the simulator's buffers compare with what was just measured, case by case.
fn compare(folder: &Path) -> Result<Vec<(String, Agreement)>, Failure> {
    let set = TruthSet::read(folder)?;
    let entries: Vec<_> = set.entries.iter().collect();
    let options = SuiteOptions {
        gpu: Arc::new(GpuConfig::built_in("h200")?),
        engine: EngineOptions {
            functional: true,
            ..EngineOptions::default()
        },
    };
    let finished = run_all(&set, &entries, &options, &|_, _, _| {});
    let agreement = finished.iter().map(|case| {
        let right = case.outcome.as_ref().ok();
        let agreement = match right.and_then(|run| run.comparison.buffers_right()) {
            Some(true) => Agreement::Equal,
            Some(false) | None => Agreement::Different,
        };
        (case.entry.case.name.clone(), agreement)
    });
    Ok(agreement.collect())
}

/// Asks the profiler for counters, by way of this very program. `Err` says why there are none,
/// which ends nothing.
fn count(
    args: &MeasureArgs,
    work: &Folder,
    cases: &mut [MeasuredCase],
) -> Result<Result<(), String>, Failure> {
    let reason = |text: &str| Ok(Err(text.to_string()));
    if args.no_counters || args.recorded.is_some() {
        return reason("not asked for");
    }
    let Some(ncu) = ncu::find() else {
        return reason("Nsight Compute (ncu) is not on the path");
    };
    let mut program = Command::new(std::env::current_exe()?);
    program.arg("measure").arg(&work.0).arg("--profile-pass");
    program.args(["--device", &args.device.to_string()]);
    let log = work.0.join("ncu.csv");
    let counted = ncu::profile(&ncu, &mut program, &log);
    let added = counted.and_then(|rows| session::add_counters(cases, &rows));
    Ok(added.map_err(|error| error.to_string()))
}

fn provenance(device: sim_validation::device::DeviceInfo, profiled: bool) -> Provenance {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    Provenance {
        device,
        profiled,
        date: date(now.map_or(0, |since| since.as_secs())),
    }
}

/// Puts what was measured into the folder that was asked for.
fn keep(work: &Folder, out: &Folder, measurement: &Measurement) -> Result<(), Failure> {
    let provenance = provenance(measurement.device.clone(), measurement.counters.is_ok());
    let cases = launches(&measurement.cases);
    out.add(&measurement.cases, &provenance)?;
    out.take_files(work, &cases)?;
    out.add_cases(&cases)?;
    Ok(())
}
