//! The steps of a plan made ready, and done one after the other.
//!
//! Kernels are compiled, arguments laid out and values converted before the first step is done,
//! so that what is wrong is said at once.

use crate::arguments::pack;
use crate::contents;
use crate::device;
use crate::document::Document;
use crate::error::WorkloadError;
use crate::file::Caches;
use crate::kernels::{LoadedKernel, Loader};
use crate::outcome::{LaunchFault, RunOutcome};
use crate::plan::{LaunchPlan, Plan, StepPlan, SymbolPlan};
use crate::symbols;
use indexmap::IndexMap;
use sim_core::engine::Simulator;
use sim_core::launch::LaunchSpec;
use sim_ir::diagnostic::Diagnostic;
use sim_memory::image::{AllocationId, Memory};
use std::time::Instant;

/// What there is to do, and on which memory.
#[derive(Clone, Copy)]
pub(crate) struct Work<'a> {
    /// The file.
    pub(crate) document: &'a Document,
    /// What it means.
    pub(crate) plan: &'a Plan,
    /// Its buffers in the device's memory, in the file's order.
    pub(crate) buffers: &'a [AllocationId],
}

/// A step made ready.
enum ReadyStep<'a> {
    /// A launch, its kernel's place, and the bytes of its arguments.
    Launch(&'a LaunchPlan, usize, Vec<u8>),
    /// New contents of a buffer.
    Fill(AllocationId, &'a crate::plan::BufferPlan),
    /// New first bytes of a variable.
    Write(AllocationId, Vec<u8>),
}

/// The steps made ready.
pub(crate) struct Ready<'a> {
    kernels: Vec<LoadedKernel>,
    steps: Vec<ReadyStep<'a>>,
    /// How many of them are launches.
    launches: usize,
}

impl<'a> Ready<'a> {
    /// Makes all steps ready but the launches that are not `chosen`.
    pub(crate) fn new(
        work: Work<'a>,
        chosen: &[usize],
        memory: &mut Memory,
    ) -> Result<Ready<'a>, WorkloadError> {
        let kernels = load(work, chosen, memory)?;
        let addresses: Vec<u64> = work.buffers.iter().map(|&id| memory.base(id)).collect();
        let mut steps = Vec::new();
        for step in &work.plan.steps {
            let ready = match step {
                StepPlan::Launch(number) if !chosen.contains(number) => Ok(None),
                StepPlan::Launch(number) => launch(work, *number, &kernels, &addresses).map(Some),
                StepPlan::Fill { buffer, contents } => {
                    Ok(Some(ReadyStep::Fill(work.buffers[*buffer], contents)))
                }
                StepPlan::Symbol(plan) => symbol(work, plan, &kernels, memory),
            };
            steps.extend(ready.map_err(|d| WorkloadError::placed(&work.document.file, d))?);
        }
        Ok(Ready {
            kernels: kernels.into_values().collect(),
            steps,
            launches: chosen.len(),
        })
    }

    /// Does the steps in order, up to a launch that faults.
    pub(crate) fn run(
        &mut self,
        simulator: &mut Simulator,
        outcome: &mut RunOutcome,
        progress: &mut dyn FnMut(&str, usize, usize),
    ) -> Result<(), Diagnostic> {
        for step in &self.steps {
            match step {
                ReadyStep::Fill(id, plan) => contents::refill(plan, simulator.memory_mut(), *id)?,
                ReadyStep::Write(id, bytes) => write(simulator.memory_mut(), *id, bytes),
                ReadyStep::Launch(plan, kernel, params) => {
                    progress(&plan.name, outcome.launches.len(), self.launches);
                    let kernel = &mut self.kernels[*kernel];
                    kernel.refresh_constants(simulator.memory());
                    launch_one(simulator, plan, kernel, params, outcome);
                }
            }
            if outcome.fault.is_some() {
                break;
            }
        }
        Ok(())
    }
}

/// Loads the kernels of the chosen launches, each once.
fn load(
    work: Work<'_>,
    chosen: &[usize],
    memory: &mut Memory,
) -> Result<IndexMap<usize, LoadedKernel>, WorkloadError> {
    let mut loader = Loader::new(work.document);
    let mut kernels = IndexMap::new();
    for &number in chosen {
        let kernel = work.plan.launches[number].kernel;
        if !kernels.contains_key(&kernel) {
            kernels.insert(kernel, loader.load(kernel, Some(memory))?);
        }
    }
    Ok(kernels)
}

fn launch<'a>(
    work: Work<'a>,
    number: usize,
    kernels: &IndexMap<usize, LoadedKernel>,
    addresses: &[u64],
) -> Result<ReadyStep<'a>, Diagnostic> {
    let plan = &work.plan.launches[number];
    let kernel = kernels.get_index_of(&plan.kernel);
    let kernel = kernel.expect("the kernels of all chosen launches are loaded");
    let params = pack(plan, &kernels[kernel].slots, &work.plan.buffers, addresses)?;
    Ok(ReadyStep::Launch(plan, kernel, params))
}

/// A variable's new values as bytes; nothing to do if only a kernel that does not run has it.
fn symbol<'a>(
    work: Work<'_>,
    plan: &SymbolPlan,
    kernels: &IndexMap<usize, LoadedKernel>,
    memory: &Memory,
) -> Result<Option<ReadyStep<'a>>, Diagnostic> {
    let mut variables = kernels.values().flat_map(|kernel| &kernel.variables);
    let Some(variable) = variables.find(|variable| variable.name == plan.name.as_str()) else {
        let all_run = work
            .plan
            .launches
            .iter()
            .all(|l| kernels.contains_key(&l.kernel));
        return match all_run {
            true => Err(symbols::unknown(&plan.name, kernels.values())),
            false => Ok(None),
        };
    };
    let id = memory.find(&variable.name).expect("loading placed it");
    let bytes = symbols::bytes(plan, variable)?;
    Ok(Some(ReadyStep::Write(id, bytes)))
}

/// Writes a variable's first bytes.
fn write(memory: &mut Memory, id: AllocationId, bytes: &[u8]) {
    let mut whole = device::download(memory, id);
    whole[..bytes.len()].copy_from_slice(bytes);
    device::upload(memory, id, 0, &whole);
}

fn launch_one(
    simulator: &mut Simulator,
    plan: &LaunchPlan,
    kernel: &LoadedKernel,
    params: &[u8],
    outcome: &mut RunOutcome,
) {
    let spec = LaunchSpec {
        name: &plan.name,
        program: &kernel.program,
        grid: plan.grid,
        block: plan.block,
        dynamic_shared: plan.dynamic_shared,
        params,
        carveout: plan.carveout,
    };
    let begun = Instant::now();
    let done = match plan.caches {
        Caches::Cold => simulator.launch(&spec),
        Caches::Kept => simulator.launch_behind(&spec),
    };
    outcome.wall += begun.elapsed();
    match done {
        Ok(report) => outcome.launches.push(report),
        Err(error) => {
            let launch = plan.name.clone();
            outcome.fault = Some(LaunchFault { launch, error });
        }
    }
}
