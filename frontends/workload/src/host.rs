//! The host program: allocate, initialise, launch in order, check, hash.
//!
//! Everything that can be wrong with the file is found before the first launch. A launch that
//! faults ends the steps; what the launches before it did, and the expectations that need only
//! them, are reported all the same.

use crate::arguments::pack;
use crate::assertion::{self, Counters};
use crate::contents;
use crate::device;
use crate::document::Document;
use crate::error::WorkloadError;
use crate::expr::code::Source;
use crate::expr::machine::{Bytes, Trap};
use crate::expr::run::{agree, compare, reduce};
use crate::kernels::{LoadedKernel, Loader};
use crate::outcome::{BufferOutcome, ExpectationOutcome, LaunchFault, RunOutcome, Verdict};
use crate::parameters::{Override, Parameters};
use crate::plan::{BufferPlan, ExpectationPlan, LaunchPlan, Plan, Subject, plan};
use crate::element::Number;
use crate::scalar::Scalar;
use indexmap::IndexMap;
use sim_core::config::GpuConfig;
use sim_core::engine::{EngineOptions, Simulator};
use sim_core::launch::LaunchSpec;
use sim_core::report::LaunchReport;
use sim_ir::diagnostic::{Diagnostic, did_you_mean};
use sim_memory::image::{AllocationId, Memory};
use std::sync::Arc;

/// How many wrong elements of a buffer are kept for the report.
const WRONG_ELEMENTS_SHOWN: usize = 4;

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

/// A launch made ready: its code and the bytes of its arguments.
struct Ready<'p> {
    plan: &'p LaunchPlan,
    kernel: LoadedKernel,
    params: Vec<u8>,
}

impl Ready<'_> {
    fn spec(&self) -> LaunchSpec<'_> {
        LaunchSpec {
            name: &self.plan.name,
            program: &self.kernel.program,
            grid: self.plan.grid,
            block: self.plan.block,
            dynamic_shared: self.plan.dynamic_shared,
            params: &self.params,
            carveout: self.plan.carveout,
        }
    }
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
    let chosen = choose(&plan.launches, options.only.as_deref()).map_err(placed)?;
    let mut simulator = Simulator::new(options.gpu.clone(), options.engine.clone());
    let buffers = allocate(&plan.buffers, simulator.memory_mut()).map_err(placed)?;
    let ready = make_ready(document, &plan, &chosen, &buffers, simulator.memory_mut())?;
    let mut outcome = RunOutcome::default();
    for (number, launch) in ready.iter().enumerate() {
        progress(&launch.plan.name, number, ready.len());
        match simulator.launch(&launch.spec()) {
            Ok(report) => outcome.launches.push(report),
            Err(error) => {
                let launch = launch.plan.name.to_string();
                outcome.fault = Some(LaunchFault { launch, error });
                break;
            }
        }
    }
    let mut checker = Checker {
        plan: &plan,
        memory: simulator.memory(),
        buffers: &buffers,
        launches: &outcome.launches,
        initial: IndexMap::new(),
    };
    outcome.expectations = plan.expectations.iter().map(|e| checker.check(e)).collect();
    outcome.buffers = hashes(&plan.buffers, simulator.memory(), &buffers);
    Ok(outcome)
}

/// The launches to run.
fn choose<'p>(
    launches: &'p [LaunchPlan],
    only: Option<&str>,
) -> Result<Vec<&'p LaunchPlan>, Diagnostic> {
    let Some(only) = only else { return Ok(launches.iter().collect()) };
    let named = |l: &&LaunchPlan| l.name.as_str() == only || l.kernel_name.as_str() == only;
    let chosen: Vec<_> = launches.iter().filter(named).collect();
    if !chosen.is_empty() {
        return Ok(chosen);
    }
    let known = launches.iter().flat_map(|l| [l.name.as_str(), l.kernel_name.as_str()]);
    let near = did_you_mean(only, known).map(|near| format!("did you mean `{near}`?"));
    let message = format!("no launch has the name or the kernel `{only}`");
    Err(Diagnostic::error(sim_ir::source::Span::NONE, message).help_if(near))
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

/// Loads each chosen launch's kernel, once, and lays out its arguments.
fn make_ready<'p>(
    document: &Document,
    plan: &'p Plan,
    chosen: &[&'p LaunchPlan],
    buffers: &[AllocationId],
    memory: &mut Memory,
) -> Result<Vec<Ready<'p>>, WorkloadError> {
    let mut loader = Loader::new(document);
    let mut kernels: IndexMap<usize, LoadedKernel> = IndexMap::new();
    for launch in chosen {
        if !kernels.contains_key(&launch.kernel) {
            let kernel = loader.load(launch.kernel, Some(memory))?;
            kernels.insert(launch.kernel, kernel);
        }
    }
    let addresses: Vec<u64> = buffers.iter().map(|&id| memory.base(id)).collect();
    let ready = chosen.iter().map(|launch| {
        let kernel = kernels[&launch.kernel].clone();
        let params = pack(launch, &kernel.slots, &plan.buffers, &addresses)?;
        Ok(Ready { plan: launch, kernel, params })
    });
    let ready: Result<Vec<_>, Diagnostic> = ready.collect();
    ready.map_err(|d| WorkloadError::placed(&document.file, d))
}

fn hashes(
    plans: &[BufferPlan],
    memory: &Memory,
    ids: &[AllocationId],
) -> Vec<BufferOutcome> {
    let one = |(plan, &id): (&BufferPlan, &AllocationId)| BufferOutcome {
        name: plan.name.to_string(),
        bytes: plan.bytes,
        sha: device::sha(memory, id),
    };
    plans.iter().zip(ids).map(one).collect()
}

/// The reports of a run, as something that knows counters.
impl Counters for &[LaunchReport] {
    fn counter(&self, launch: &str, counter: &str) -> Option<f64> {
        self.iter().find(|report| report.name == launch)?.metric(counter)
    }
}

/// Looks at expectations after the last step.
struct Checker<'a> {
    plan: &'a Plan,
    memory: &'a Memory,
    buffers: &'a [AllocationId],
    launches: &'a [LaunchReport],
    /// Initial contents that were asked for, by buffer.
    initial: IndexMap<usize, Vec<u8>>,
}

impl Checker<'_> {
    fn check(&mut self, plan: &ExpectationPlan) -> ExpectationOutcome {
        let verdict = match self.missing_launch(&plan.subject) {
            Some(launch) => Verdict::Skipped { launch },
            None => self.verdict(&plan.subject).unwrap_or_else(Verdict::Error),
        };
        let (text, span) = (plan.text.clone(), plan.span);
        ExpectationOutcome { text, span, verdict }
    }

    /// The first launch that an expectation needs and that did not run.
    fn missing_launch(&self, subject: &Subject) -> Option<String> {
        let ran = |name: &str| self.launches.iter().any(|report| report.name == name);
        let (buffers, named): (Vec<usize>, &[String]) = match subject {
            Subject::Buffer { buffer, code, .. } => {
                let mut buffers = self.later(&code.sources);
                buffers.push(*buffer);
                (buffers, &[])
            }
            Subject::Reduce { code, .. } => (self.later(&code.sources), &[]),
            Subject::Assertion(assertion) => (Vec::new(), &assertion.launches),
        };
        let users = self.plan.launches.iter().filter(|l| buffers.iter().any(|&b| l.uses(b)));
        let needed = users.map(|l| l.name.as_str()).chain(named.iter().map(String::as_str));
        needed.into_iter().find(|name| !ran(name)).map(str::to_owned)
    }

    /// Buffers whose later values an expression reads.
    fn later(&self, sources: &[Source]) -> Vec<usize> {
        let later = sources.iter().filter(|s| s.after);
        later.map(|s| self.position(&s.buffer)).collect()
    }

    fn position(&self, buffer: &str) -> usize {
        let found = self.plan.buffers.iter().position(|b| b.name.as_str() == buffer);
        found.expect("planning found every buffer")
    }

    fn verdict(&mut self, subject: &Subject) -> Result<Verdict, Diagnostic> {
        match subject {
            Subject::Buffer { buffer, code, tolerance } => {
                let sources = self.sources(&code.sources)?;
                let actual = device::download(self.memory, self.buffers[*buffer]);
                let (ty, elements) = (self.plan.buffers[*buffer].ty, self.plan.buffers[*buffer].length);
                let (sources, keep) = (self.views(&sources), WRONG_ELEMENTS_SHOWN);
                let comparison = compare(code, &sources, ty, &actual, *tolerance, keep).map_err(trapped)?;
                Ok(Verdict::Buffer { elements, comparison })
            }
            Subject::Reduce { reduction, code, count, equals, tolerance } => {
                let sources = self.sources(&code.sources)?;
                let got = reduce(code, &self.views(&sources), *count, *reduction).map_err(trapped)?;
                let want = match *equals {
                    Scalar::Int(value) => Number::Int(value.into()),
                    Scalar::Float(value) => Number::Double(value),
                };
                let holds = agree(got, want, *tolerance);
                Ok(Verdict::Number { holds, got: got.to_string(), want: want.to_string(), terms: Vec::new() })
            }
            Subject::Assertion(assertion) => {
                let result = assertion::check(assertion, &self.plan.parameters, &self.launches)?;
                Ok(Verdict::Number {
                    holds: result.holds,
                    got: result.got.to_string(),
                    want: result.want,
                    terms: result.terms,
                })
            }
        }
    }

    /// Downloads what is read as it is now, and makes sure of what is read as it was.
    fn sources(&mut self, sources: &[Source]) -> Result<Vec<Contents>, Diagnostic> {
        sources.iter().map(|source| self.source(source)).collect()
    }

    fn source(&mut self, source: &Source) -> Result<Contents, Diagnostic> {
        let buffer = self.position(&source.buffer);
        if source.after {
            return Ok(Contents::Later(device::download(self.memory, self.buffers[buffer])));
        }
        if !self.initial.contains_key(&buffer) {
            let bytes = contents::initial(&self.plan.buffers[buffer])?;
            self.initial.insert(buffer, bytes);
        }
        Ok(Contents::Initial(buffer))
    }

    fn views<'s>(&'s self, sources: &'s [Contents]) -> Vec<Bytes<'s>> {
        let view = |source: &'s Contents| match source {
            Contents::Initial(buffer) => self.initial[buffer].as_slice(),
            Contents::Later(bytes) => bytes.as_slice(),
        };
        sources.iter().map(view).collect()
    }
}

/// The bytes of a source.
enum Contents {
    /// Among the checker's initial contents.
    Initial(usize),
    /// Downloaded.
    Later(Vec<u8>),
}

fn trapped(trap: Trap) -> Diagnostic {
    Diagnostic::error(trap.span, trap.to_string())
}
