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
use crate::kernels::{KernelOptions, LoadedKernel, Loader};
use crate::outcome::{LaunchFault, RunOutcome};
use crate::plan::{LaunchPlan, Plan, StepPlan, SymbolPlan};
use crate::printf::Printed;
use crate::symbols;
use indexmap::IndexMap;
use sim_core::config::GpuConfig;
use sim_core::engine::Simulator;
use sim_core::launch::LaunchSpec;
use sim_ir::diagnostic::Diagnostic;
use sim_memory::image::{AllocationId, Memory};
use std::collections::BTreeSet;
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
    /// The GPU.
    pub(crate) gpu: &'a GpuConfig,
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
        let running: BTreeSet<usize> = chosen.iter().copied().collect();
        let mut steps = Vec::new();
        for step in &work.plan.steps {
            let ready = match step {
                StepPlan::Launch(number) if !running.contains(number) => Ok(None),
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

/// Kernels by their place in the file and by how they were compiled.
type Kernels = IndexMap<(usize, KernelOptions), LoadedKernel>;

/// Loads the kernels of the chosen launches, each once.
fn load(work: Work<'_>, chosen: &[usize], memory: &mut Memory) -> Result<Kernels, WorkloadError> {
    let mut loader = Loader::new(work.document);
    let mut kernels = IndexMap::new();
    for &number in chosen {
        let LaunchPlan {
            kernel, options, ..
        } = work.plan.launches[number];
        if !kernels.contains_key(&(kernel, options)) {
            let loaded = loader.load_as(kernel, options, Some(memory))?;
            kernels.insert((kernel, options), loaded);
        }
    }
    Ok(kernels)
}

fn launch<'a>(
    work: Work<'a>,
    number: usize,
    kernels: &Kernels,
    addresses: &[u64],
) -> Result<ReadyStep<'a>, Diagnostic> {
    let plan = &work.plan.launches[number];
    let kernel = kernels.get_index_of(&(plan.kernel, plan.options));
    let kernel = kernel.expect("the kernels of all chosen launches are loaded");
    check_threads(plan, &kernels[kernel])?;
    check_shared(plan, &kernels[kernel], work.gpu)?;
    let params = pack(plan, &kernels[kernel].slots, &work.plan.buffers, addresses)?;
    Ok(ReadyStep::Launch(plan, kernel, params))
}

/// Refuses a block of more threads than the kernel was compiled for, as the driver does.
fn check_threads(plan: &LaunchPlan, kernel: &LoadedKernel) -> Result<(), Diagnostic> {
    let threads: u32 = plan.block.iter().product();
    let Some(most) = kernel.max_threads.filter(|most| threads > *most) else {
        return Ok(());
    };
    let name = &plan.kernel_name;
    let message = format!(
        "a block of {threads} threads exceeds the launch bounds of `{name}`: {most} threads"
    );
    let help = "launch smaller blocks, or raise `__launch_bounds__`";
    Err(Diagnostic::error(name.span(), message).help(help))
}

/// Shared memory of a block that needs no permission (CUDA C++ Programming Guide).
const FREE_SHARED: u32 = 48 << 10;

/// Refuses more dynamic shared memory than the kernel is permitted, as the driver does.
fn check_shared(
    plan: &LaunchPlan,
    kernel: &LoadedKernel,
    gpu: &GpuConfig,
) -> Result<(), Diagnostic> {
    let fixed = kernel.program.static_shared;
    let most = gpu.sm.max_shared_per_block.saturating_sub(fixed);
    let (asked, permitted) = (plan.dynamic_shared, plan.max_dynamic_shared);
    let wrong = |message, help| Err(Diagnostic::error(plan.shared_span, message).help(help));
    match permitted {
        Some(permitted) if permitted > most => wrong(
            format!("{permitted} bytes of dynamic shared memory cannot be permitted"),
            format!(
                "a block of `{}` has at most {most} on {}",
                plan.kernel_name, gpu.name
            ),
        ),
        Some(permitted) if asked > permitted => wrong(
            format!(
                "{asked} bytes of dynamic shared memory are more than the {permitted} permitted"
            ),
            "raise `max_dynamic_shared`".to_owned(),
        ),
        None if asked > FREE_SHARED.saturating_sub(fixed) => wrong(
            format!(
                "{asked} bytes of dynamic shared memory beside {fixed} static ones exceed 48 KiB"
            ),
            format!(
                "permit them, as `cudaFuncSetAttribute` does: `max_dynamic_shared: \"{asked}\"`"
            ),
        ),
        Some(_) | None => Ok(()),
    }
}

/// A variable's new values as bytes; nothing to do if only a kernel that does not run has it.
fn symbol<'a>(
    work: Work<'_>,
    plan: &SymbolPlan,
    kernels: &Kernels,
    memory: &Memory,
) -> Result<Option<ReadyStep<'a>>, Diagnostic> {
    let variables = || kernels.values().flat_map(|kernel| &kernel.variables);
    let Some(variable) = variables().find(|variable| variable.name == plan.name.as_str()) else {
        let all_run = work
            .plan
            .launches
            .iter()
            .all(|l| kernels.contains_key(&(l.kernel, l.options)));
        return match all_run {
            true => Err(symbols::unknown(&plan.name, variables())),
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
    kernel.clear_output(simulator.memory_mut());
    let begun = Instant::now();
    let done = match plan.caches {
        Caches::Cold => simulator.launch(&spec),
        Caches::Kept => simulator.launch_behind(&spec),
    };
    outcome.wall += begun.elapsed();
    let printed = kernel.output(simulator.memory());
    if printed != Printed::default() {
        outcome.printed.push((plan.name.clone(), printed));
    }
    let fault = |error| LaunchFault {
        launch: plan.name.clone(),
        assertion: kernel.failed_assertion(simulator.memory(), &error),
        error,
    };
    match done.map_err(fault) {
        Ok(report) => outcome.launches.push(report),
        Err(fault) if plan.faults.is_some_and(|how| how.is(&fault)) => outcome.faulted.push(fault),
        Err(fault) => outcome.fault = Some(fault),
    }
}
