//! The host program: allocate, initialise, do the steps in order, check, hash.
//!
//! Everything that can be wrong with the file is found before the first launch. A launch that
//! faults ends the steps; what the launches before it did, and the expectations that need only
//! them, are reported all the same.

use crate::assertion::Counters;
use crate::checker::{Checker, Reports};
use crate::claim::ClaimOutcome;
use crate::contents;
use crate::device;
use crate::document::Document;
use crate::error::WorkloadError;
use crate::outcome::{BufferOutcome, ExpectationOutcome, RunOutcome};
use crate::parameters::Override;
use crate::plan::{BufferPlan, LaunchPlan, Plan, plan};
use crate::ready::{Ready, Work};
use indexmap::IndexMap;
use sim_core::config::GpuConfig;
use sim_core::engine::{EngineOptions, Simulator};
use sim_ir::diagnostic::{Diagnostic, did_you_mean};
use sim_memory::image::{AllocationId, Memory};
use std::sync::Arc;

/// How to run a workload.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The GPU.
    pub gpu: Arc<GpuConfig>,
    /// Threads, limits, memory.
    pub engine: EngineOptions,
    /// Parameters replaced.
    pub overrides: Vec<Override>,
    /// Only the launches of this kernel or of this name; all if absent.
    pub only: Option<String>,
}

/// Runs a workload. `progress` hears of each launch before it begins: its name, its number
/// from 0, and how many there are.
pub fn run(
    document: &Document,
    options: &RunOptions,
    progress: &mut dyn FnMut(&str, usize, usize),
) -> Result<RunOutcome, WorkloadError> {
    let plan = plan(document, &options.overrides)?;
    let placed = |d: Diagnostic| WorkloadError::placed(&document.file, d);
    let chosen = chosen(&plan, document, options)?;
    let mut simulator = Simulator::new(options.gpu.clone(), options.engine.clone());
    let buffers = allocate(&plan.buffers, simulator.memory_mut()).map_err(placed)?;
    let work = Work {
        document,
        plan: &plan,
        buffers: &buffers,
        gpu: &options.gpu,
    };
    let mut ready = Ready::new(work, &chosen, simulator.memory_mut())?;
    let mut outcome = RunOutcome {
        repeated: repeated(&plan.launches),
        ..RunOutcome::default()
    };
    ready
        .run(&mut simulator, &mut outcome, progress)
        .map_err(placed)?;
    let ran: Vec<_> = outcome.launches.iter().map(|l| l.name.clone()).collect();
    let faulted: Vec<_> = outcome.faulted.iter().map(|f| f.launch.clone()).collect();
    let reports = Reports {
        launches: &outcome.launches,
        gpu: &options.gpu,
    };
    let checker = Checker::new(
        &plan,
        simulator.memory(),
        &buffers,
        (&ran, &reports),
        options.engine.functional,
    )
    .beside(&faulted);
    outcome.claims = checker.claims(&options.gpu.name);
    outcome.expectations = checker.check_all();
    outcome.buffers = hashes(&plan.buffers, simulator.memory(), &buffers);
    Ok(outcome)
}

/// What a run elsewhere, such as on a real GPU, left behind.
pub struct Elsewhere<'a> {
    /// The buffers' bytes, in the file's order.
    pub buffers: &'a [Vec<u8>],
    /// The launches that ran, by name.
    pub ran: &'a [String],
    /// What was counted.
    pub counters: &'a dyn Counters,
}

/// Looks at a workload's expectations after a run elsewhere. A counter that was not measured
/// leaves its expectation without an answer ([`crate::outcome::Verdict::Untimed`]).
pub fn check(
    document: &Document,
    plan: &Plan,
    elsewhere: &Elsewhere<'_>,
) -> Result<Vec<ExpectationOutcome>, WorkloadError> {
    let bytes: u64 = plan.buffers.iter().map(|buffer| buffer.bytes).sum();
    // Allocations are aligned: room for that, too.
    let mut memory = Memory::new(2 * bytes + (plan.buffers.len() as u64 + 1) * (1 << 20));
    let place = |(plan, bytes): (&BufferPlan, &Vec<u8>)| {
        memory
            .allocate(&plan.name, plan.bytes, plan.ty.bytes() as u32)
            .map_err(|e| Diagnostic::error(plan.name.span(), e.to_string()))?;
        let id = memory.find(&plan.name).expect("it was just allocated");
        device::upload(&mut memory, id, 0, bytes);
        Ok(id)
    };
    let ids = plan.buffers.iter().zip(elsewhere.buffers).map(place);
    let ids: Result<Vec<_>, Diagnostic> = ids.collect();
    let ids = ids.map_err(|d| WorkloadError::placed(&document.file, d))?;
    let counted = (elsewhere.ran, elsewhere.counters);
    Ok(Checker::new(plan, &memory, &ids, counted, true).check_all())
}

/// Looks at a workload's claims after a run elsewhere, as a GPU of that name has them; a counter
/// that was not measured leaves its claim without an answer.
pub fn claims(plan: &Plan, elsewhere: &Elsewhere<'_>, gpu: &str) -> Vec<ClaimOutcome> {
    let memory = Memory::new(0);
    let counted = (elsewhere.ran, elsewhere.counters);
    Checker::new(plan, &memory, &[], counted, true).claims(gpu)
}

/// The numbers of the launches to run.
pub(crate) fn chosen(
    plan: &Plan,
    document: &Document,
    options: &RunOptions,
) -> Result<Vec<usize>, WorkloadError> {
    let chosen = choose(&plan.launches, options.only.as_deref());
    chosen.map_err(|d| WorkloadError::placed(&document.file, d))
}

fn choose(launches: &[LaunchPlan], only: Option<&str>) -> Result<Vec<usize>, Diagnostic> {
    let Some(only) = only else {
        return Ok((0..launches.len()).collect());
    };
    let names = |l: &'_ LaunchPlan| [&l.name, l.group.as_str(), &l.kernel_name].contains(&only);
    let named = launches.iter().enumerate().filter(|(_, l)| names(l));
    let chosen: Vec<_> = named.map(|(number, _)| number).collect();
    if !chosen.is_empty() {
        return Ok(chosen);
    }
    let known = launches
        .iter()
        .flat_map(|l| [&l.name, l.group.as_str(), &l.kernel_name]);
    let near = did_you_mean(only, known).map(|near| format!("did you mean `{near}`?"));
    let message = format!("no launch has the name or the kernel `{only}`");
    Err(Diagnostic::error(sim_ir::source::Span::NONE, message).help_if(near))
}

/// The repeated launches with the names of their turns.
fn repeated(launches: &[LaunchPlan]) -> Vec<(String, Vec<String>)> {
    let mut repeated: IndexMap<String, Vec<String>> = IndexMap::new();
    for launch in launches.iter().filter(|launch| launch.is_repeated()) {
        let turns = repeated.entry(launch.group.to_string()).or_default();
        turns.push(launch.name.clone());
    }
    repeated.into_iter().collect()
}

fn allocate(plans: &[BufferPlan], memory: &mut Memory) -> Result<Vec<AllocationId>, Diagnostic> {
    let one = |plan: &BufferPlan| {
        memory
            .allocate(&plan.name, plan.bytes, plan.ty.bytes() as u32)
            .map_err(|e| Diagnostic::error(plan.name.span(), e.to_string()))?;
        let id = memory.find(&plan.name).expect("it was just allocated");
        contents::initialise(plan, memory, id)?;
        Ok(id)
    };
    plans.iter().map(one).collect()
}

fn hashes(plans: &[BufferPlan], memory: &Memory, ids: &[AllocationId]) -> Vec<BufferOutcome> {
    let one = |(plan, &id): (&BufferPlan, &AllocationId)| BufferOutcome {
        name: plan.name.to_string(),
        bytes: plan.bytes,
        sha: device::sha(memory, id),
    };
    plans.iter().zip(ids).map(one).collect()
}
