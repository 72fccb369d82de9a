//! Running cases on a device.

use super::cases::{Cases, cases, has_formula, module_of, stem, variants};
use super::ncu::Row;
use super::store::Folder;
use super::{MeasureError, PROFILED, TIMED};
use crate::device::{Answer, Device, DeviceInfo, Job};
use crate::truth::{Case, Init, Measurement, Repeat, Sum, TruthSet, sha, words};
use indexmap::IndexMap;
use sim_ir::diagnostic::Diagnostic;
use sim_workload::assertion::Counters;
use sim_workload::claim::ClaimOutcome;
use sim_workload::contents::initial;
use sim_workload::document::Document;
use sim_workload::error::WorkloadError;
use sim_workload::file::Caches;
use sim_workload::host::{Elsewhere, check, claims};
use sim_workload::kernels;
use sim_workload::outcome::ExpectationOutcome;
use sim_workload::parameters::Override;
use sim_workload::plan::{BufferPlan, Plan, StepPlan, SymbolPlan, plan};
use sim_workload::symbols::{self, Variable};

/// A case and what the device did.
#[derive(Clone, Debug)]
pub struct MeasuredCase {
    /// The launch.
    pub case: Case,
    /// What came of it.
    pub measurement: Measurement,
    /// Its launches under the profiler, if any.
    pub repeat: Option<Repeat>,
}

/// A workload that ran on a device.
#[derive(Debug)]
pub struct MeasuredWorkload {
    /// Its launches, in order, but for those that are meant to fault.
    pub cases: Vec<MeasuredCase>,
    /// Their numbers in the plan.
    pub launches: Vec<usize>,
    /// What was planned.
    pub plan: Plan,
    /// The buffers after the last launch, in the file's order.
    pub buffers: Vec<Vec<u8>>,
}

/// Hears of each case before it begins: its name, its number from 0, and how many there are.
pub type Progress<'a> = &'a mut dyn FnMut(&str, usize, usize);

/// Runs a workload's launches in order, and puts modules and data into the folder.
pub fn workload(
    device: &mut dyn Device,
    document: &Document,
    overrides: &[Override],
    folder: &Folder,
    progress: Progress<'_>,
) -> Result<MeasuredWorkload, MeasureError> {
    let plan = plan(document, overrides)?;
    let Cases { cases, variables } = cases(document, &plan, overrides)?;
    make_modules(device, document, &plan, folder)?;
    let state = State::new(&plan, variables);
    let mut state = state.map_err(|d| WorkloadError::placed(&document.file, d))?;
    let total = cases.len();
    let mut done = Vec::new();
    let mut launches = Vec::new();
    for (at, (number, mut case)) in cases.into_iter().enumerate() {
        progress(&case.name, at, total);
        state
            .fill_before(number)
            .map_err(|d| WorkloadError::placed(&document.file, d))?;
        let before = state.enter(&mut case, folder)?;
        let module = folder.read(&case.cubin)?;
        let job = Job {
            case: &case,
            module: &module,
            buffers: &before,
        };
        let answer = device.run(&job, TIMED)?;
        state.leave(&case, &answer);
        done.push(MeasuredCase {
            measurement: measurement(&case, &answer),
            case,
            repeat: None,
        });
        launches.push(number);
    }
    state
        .fill_before(plan.launches.len())
        .map_err(|d| WorkloadError::placed(&document.file, d))?;
    let now = state.memory.into_values().map(|buffer| buffer.now);
    let buffers = now.take(plan.buffers.len()).collect();
    Ok(MeasuredWorkload {
        cases: done,
        launches,
        plan,
        buffers,
    })
}

/// What a workload has in memory while its launches run.
struct State<'p> {
    plan: &'p Plan,
    variables: IndexMap<String, Variable>,
    /// By name: the workload's buffers in its order, then the other variables.
    memory: IndexMap<String, Held>,
}

/// What a buffer or a variable holds.
struct Held {
    now: Vec<u8>,
    /// Its first bytes, where a truth set has a formula for them.
    first: Option<Vec<u8>>,
}

impl<'p> State<'p> {
    fn new(plan: &'p Plan, variables: IndexMap<String, Variable>) -> Result<State<'p>, Diagnostic> {
        let buffer = |buffer: &BufferPlan| {
            let now = initial(buffer)?;
            let first = has_formula(buffer).then(|| now.clone());
            Ok((buffer.name.to_string(), Held { now, first }))
        };
        let buffers = plan.buffers.iter().map(buffer);
        let mut memory: IndexMap<_, _> = buffers.collect::<Result<_, Diagnostic>>()?;
        for (name, variable) in &variables {
            let mut now = variable.init.clone();
            now.resize(variable.bytes() as usize, 0);
            let first = Some(vec![0; now.len()]);
            memory.entry(name.clone()).or_insert(Held { now, first });
        }
        Ok(State {
            plan,
            variables,
            memory,
        })
    }

    fn held(&mut self, name: &str) -> &mut Held {
        let found = self.memory.get_mut(name);
        found.expect("a case's buffers are its workload's, or variables")
    }

    /// Does the steps between a launch and the one before it; all after the last launch for a
    /// number behind it.
    fn fill_before(&mut self, launch: usize) -> Result<(), Diagnostic> {
        let at = |step: &StepPlan| matches!(step, StepPlan::Launch(number) if *number == launch);
        let steps = &self.plan.steps;
        let end = steps.iter().position(at).unwrap_or(steps.len());
        let is_launch = |step: &StepPlan| matches!(step, StepPlan::Launch(_));
        let begin = steps[..end].iter().rposition(is_launch);
        for step in &steps[begin.map_or(0, |begin| begin + 1)..end] {
            match step {
                StepPlan::Fill { buffer, contents } => {
                    self.memory[*buffer].now = initial(contents)?;
                }
                StepPlan::Symbol(plan) => self.set(plan)?,
                StepPlan::Launch(_) => {}
            }
        }
        Ok(())
    }

    /// Gives a variable's first elements new values.
    fn set(&mut self, plan: &SymbolPlan) -> Result<(), Diagnostic> {
        let Some(variable) = self.variables.get(plan.name.as_str()) else {
            return Err(symbols::unknown(&plan.name, self.variables.values()));
        };
        let bytes = symbols::bytes(plan, variable)?;
        self.held(&plan.name).now[..bytes.len()].copy_from_slice(&bytes);
        Ok(())
    }

    /// What the case's buffers hold before it. Where that is no formula's value, a file gets it.
    fn enter(
        &mut self,
        case: &mut Case,
        folder: &Folder,
    ) -> Result<IndexMap<String, Vec<u8>>, MeasureError> {
        let mut before = IndexMap::new();
        for (name, buffer) in &mut case.buffers {
            let Held { now, first } = self.held(name);
            if first.as_ref() != Some(now) {
                // Named by its contents: cases that begin with the same share a file.
                let path = format!("data/{}.bin", sha(now));
                folder.write(&path, now)?;
                buffer.init = Init::File { path: path.into() };
            }
            before.insert(name.clone(), now.clone());
        }
        Ok(before)
    }

    fn leave(&mut self, case: &Case, answer: &Answer) {
        for (name, bytes) in case.buffers.keys().zip(&answer.after) {
            self.held(name).now.clone_from(bytes);
        }
    }
}

/// Compiles the kernels that the file holds, and copies the modules that it names.
fn make_modules(
    device: &mut dyn Device,
    document: &Document,
    plan: &Plan,
    folder: &Folder,
) -> Result<(), MeasureError> {
    let stem = stem(document);
    let kernels = variants(document, plan);
    if !kernels.is_empty() {
        let target = device.info().target().unwrap_or(kernels::Target::SM_90);
        let ptx = kernels::ptx(document, &kernels, target)?;
        folder.write(format!("cubin/{stem}.cubin"), &device.assemble(&ptx)?)?;
        folder.write(format!("ptx/{stem}.ptx"), ptx.as_bytes())?;
        folder.write(
            format!("workload/{stem}.ron"),
            document.file.text().as_bytes(),
        )?;
    }
    for launch in &plan.launches {
        if let Some((path, _)) = module_of(document, launch.kernel) {
            let file = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            folder.write(format!("cubin/{stem}_{file}"), &crate::truth::read(&path)?)?;
        }
    }
    Ok(())
}

/// Runs the cases of a truth set, each by itself.
pub fn set(
    device: &mut dyn Device,
    set: &TruthSet,
    progress: Progress<'_>,
) -> Result<Vec<MeasuredCase>, MeasureError> {
    let total = set.entries.len();
    let one = |(number, entry): (usize, &crate::truth::Entry)| {
        let case = entry.case.clone();
        progress(&case.name, number, total);
        let answer = with_job(set, &case, |job| device.run(job, TIMED))?;
        Ok(MeasuredCase {
            measurement: measurement(&case, &answer),
            case,
            repeat: None,
        })
    };
    set.entries.iter().enumerate().map(one).collect()
}

/// Launches every case of a set for a profiler to watch.
pub fn for_profiler(device: &mut dyn Device, set: &TruthSet) -> Result<(), MeasureError> {
    for entry in &set.entries {
        with_job(set, &entry.case, |job| device.profile(job, PROFILED))?;
    }
    Ok(())
}

fn with_job<T>(
    set: &TruthSet,
    case: &Case,
    work: impl FnOnce(&Job<'_>) -> Result<T, crate::device::DeviceError>,
) -> Result<T, MeasureError> {
    let module = crate::truth::read(&set.folder.join(&case.cubin))?;
    let mut buffers = IndexMap::new();
    for name in case.buffers.keys() {
        buffers.insert(name.clone(), set.contents(case, name)?);
    }
    let job = Job {
        case,
        module: &module,
        buffers: &buffers,
    };
    Ok(work(&job)?)
}

fn measurement(case: &Case, answer: &Answer) -> Measurement {
    let named = || case.buffers.keys().zip(&answer.after);
    let checked = || named().filter(|(name, _)| case.check.contains(name));
    let mut event_us_cold = answer.event_us.clone();
    event_us_cold.sort_by(f64::total_cmp);
    Measurement {
        name: case.name.clone(),
        sha: checked()
            .map(|(name, bytes)| (name.clone(), sha(bytes)))
            .collect(),
        sum: checked()
            .map(|(name, bytes)| (name.clone(), Sum::of(words(bytes))))
            .collect(),
        nondeterministic_output: answer.after != answer.again,
        attributes: Some(answer.attributes),
        event_us_cold,
        metrics: IndexMap::new(),
    }
}

/// Gives the cases what the profiler counted: [`PROFILED`] rows each, in order.
pub fn add_counters(cases: &mut [MeasuredCase], rows: &[Row]) -> Result<(), MeasureError> {
    let (found, wanted) = (rows.len(), cases.len() * PROFILED);
    if found != wanted {
        let message = format!("{found} launches were profiled, {wanted} were made");
        return Err(MeasureError::Profiler { message });
    }
    for (case, rows) in cases.iter_mut().zip(rows.chunks(PROFILED)) {
        case.measurement.metrics.clone_from(&rows[0]);
        let all = |name: &str| {
            rows.iter()
                .filter_map(|row| row.get(name).copied())
                .collect()
        };
        case.repeat = Some(Repeat {
            name: case.case.name.clone(),
            cycles: all(crate::compare::CYCLES),
            inst_executed: all("smsp__inst_executed.sum"),
        });
    }
    Ok(())
}

impl MeasuredWorkload {
    /// The workload's expectations, on what the device left and counted.
    pub fn expectations(
        &self,
        document: &Document,
    ) -> Result<Vec<ExpectationOutcome>, MeasureError> {
        let ran = self.ran();
        Ok(check(document, &self.plan, &self.elsewhere(&ran))?)
    }

    /// The workload's claims, on what the device counted.
    pub fn claims(&self, device: &DeviceInfo) -> Vec<ClaimOutcome> {
        let ran = self.ran();
        let gpu = device.configuration().unwrap_or_default();
        claims(&self.plan, &self.elsewhere(&ran), gpu)
    }

    fn ran(&self) -> Vec<String> {
        let name = |&number: &usize| self.plan.launches[number].name.clone();
        self.launches.iter().map(name).collect()
    }

    /// Whether a launch uses this buffer that is meant to fault: the simulator runs it, the device
    /// does not.
    pub fn beside_faults(&self, buffer: usize) -> bool {
        let mut launches = self.plan.launches.iter();
        launches.any(|launch| launch.faults.is_some() && launch.uses(buffer))
    }

    fn elsewhere<'a>(&'a self, ran: &'a [String]) -> Elsewhere<'a> {
        Elsewhere {
            buffers: &self.buffers,
            ran,
            counters: self,
        }
    }
}

impl Counters for MeasuredWorkload {
    fn counter(&self, launch: &str, counter: &str) -> Option<f64> {
        let metric = sim_core::metrics::find(counter)?;
        let plan = |number: usize| &self.plan.launches[number];
        let mut launches = self.launches.iter();
        let place = launches.position(|&number| plan(number).name == launch)?;
        // The device runs each launch with cold caches.
        if plan(self.launches[place]).caches == Caches::Kept {
            return None;
        }
        self.cases[place]
            .measurement
            .metrics
            .get(metric.name)
            .copied()
    }
}
