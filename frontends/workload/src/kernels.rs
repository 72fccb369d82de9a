//! Kernels of a workload, from either source, ready to launch.

use crate::arguments::Slot;
use crate::device;
use crate::document::Document;
use crate::error::WorkloadError;
use crate::failed::{Assertions, FailedAssertion};
use crate::file::{KernelSource, LoadCache};
use crate::printf::{Printed, Printer};
use crate::symbols::{self, ConstantVariable, Variable};
use crate::written::{self, Written};
use sim_core::engine::LaunchError;
use sim_cubin::Module;
use sim_ir::assertion::BUFFER;
use sim_ir::diagnostic::Diagnostic;
use sim_ir::kernel::{Kernel, Validated};
use sim_ir::printf::FIFO;
use sim_ir::ptx;
pub use sim_ir::ptx::Target;
use sim_ir::source::{SourceFile, Span};
use sim_ir::spans::Spanned;
use sim_isa::Program;
use sim_memory::image::Memory;
use std::path::PathBuf;

/// How a launch has its kernel compiled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KernelOptions {
    /// Through which caches its loads go.
    pub load_cache: LoadCache,
    /// Registers of a thread at most.
    pub max_registers: Option<u32>,
}

impl KernelOptions {
    /// What tells a kernel compiled so from others of its name; empty if nothing is asked for.
    pub fn suffix(&self) -> String {
        let cache = match self.load_cache {
            LoadCache::All => "",
            LoadCache::Global => "__cg",
        };
        let registers = self.max_registers;
        let registers = registers.map_or(String::new(), |most| format!("__r{most}"));
        format!("{cache}{registers}")
    }
}

/// A kernel ready to launch.
#[derive(Clone, Debug)]
pub struct LoadedKernel {
    /// Its machine program.
    pub program: Program,
    /// Its parameters.
    pub slots: Vec<Slot>,
    /// Threads of a block at most (`__launch_bounds__`).
    pub max_threads: Option<u32>,
    /// The module's variables that it uses, `__constant__` and `__device__`.
    pub variables: Vec<Variable>,
    /// Those in constant memory.
    constants: Vec<ConstantVariable>,
    /// What it prints with, if it does.
    printer: Option<Printer>,
    /// Its assertions, if it has some.
    assertions: Option<Assertions>,
}

impl LoadedKernel {
    /// Copies what the kernel's `__constant__` variables hold now to where it reads them; to be
    /// called before each launch.
    pub fn refresh_constants(&mut self, memory: &Memory) {
        symbols::refresh(&self.constants, &mut self.program, memory);
    }

    /// Makes room for what it prints; to be called before each launch.
    pub(crate) fn clear_output(&self, memory: &mut Memory) {
        self.printer.iter().for_each(|p| p.clear(memory));
        self.assertions.iter().for_each(|a| a.clear(memory));
    }

    /// What the launch printed that has ended.
    pub(crate) fn output(&self, memory: &Memory) -> Printed {
        let printed = self.printer.as_ref().map(|p| p.read(memory));
        let failed = self.assertions.as_ref().map(|a| a.read(memory));
        Printed {
            failed: failed.unwrap_or_default(),
            ..printed.unwrap_or_default()
        }
    }

    /// The assertion by which the launch ended, if one did.
    pub(crate) fn failed_assertion(
        &self,
        memory: &Memory,
        error: &LaunchError,
    ) -> Option<FailedAssertion> {
        match error {
            LaunchError::Fault(fault) => self.assertions.as_ref()?.culprit(memory, fault),
            _ => None,
        }
    }
}

/// A module in use: its code and where its device variables lie.
struct LoadedModule {
    path: PathBuf,
    module: Module,
    globals: u64,
}

/// Compiles and loads kernels, each module once.
pub struct Loader<'a> {
    document: &'a Document,
    modules: Vec<LoadedModule>,
}

impl<'a> Loader<'a> {
    /// A loader for a workload's kernels.
    pub fn new(document: &'a Document) -> Loader<'a> {
        let modules = Vec::new();
        Loader { document, modules }
    }

    /// Makes a kernel ready, given its place in the file's list. A module's device variables
    /// go into `memory`; without one they are taken to lie at address 0, which serves listings.
    pub fn load(
        &mut self,
        kernel: usize,
        memory: Option<&mut Memory>,
    ) -> Result<LoadedKernel, WorkloadError> {
        self.load_as(kernel, KernelOptions::default(), memory)
    }

    /// The same, compiled as a launch asks for.
    pub fn load_as(
        &mut self,
        kernel: usize,
        options: KernelOptions,
        memory: Option<&mut Memory>,
    ) -> Result<LoadedKernel, WorkloadError> {
        let (name, source) = &self.document.workload.kernels.0[kernel];
        match source {
            KernelSource::Cubin { file, entry } => {
                let loaded = self.cubin(file, entry, memory);
                loaded.map_err(|fault| WorkloadError::placed(&self.document.file, fault))
            }
            KernelSource::Kernel(body) => {
                let written = written::lower(name, body, self.document)?;
                let file = written.file.clone();
                let loaded = compile(written, options, memory);
                let mut loaded = loaded.map_err(|fault| WorkloadError::placed(&file, fault))?;
                if file.name() != self.document.file.name() {
                    // Places in another file mean nothing in messages about this one.
                    let variables = loaded.variables.iter_mut();
                    variables.for_each(|variable| variable.span = Span::NONE);
                }
                Ok(loaded)
            }
        }
    }

    fn cubin(
        &mut self,
        file: &Spanned,
        entry: &Spanned,
        memory: Option<&mut Memory>,
    ) -> Result<LoadedKernel, Diagnostic> {
        let LoadedModule {
            module, globals, ..
        } = self.module(file, memory)?;
        let program = module.program(entry, *globals);
        let program = program.map_err(|e| Diagnostic::error(entry.span(), e.to_string()))?;
        let untyped = |param: &sim_isa::Param| Slot {
            param: param.clone(),
            ty: None,
        };
        let slots = program.params.iter().map(untyped).collect();
        let bounds = module.kernel(entry).ok().and_then(|k| k.max_threads);
        Ok(LoadedKernel {
            program,
            slots,
            max_threads: bounds.map(|threads| threads.iter().product()),
            variables: Vec::new(),
            constants: Vec::new(),
            printer: None,
            assertions: None,
        })
    }

    fn module(
        &mut self,
        file: &Spanned,
        memory: Option<&mut Memory>,
    ) -> Result<&LoadedModule, Diagnostic> {
        let path = self.document.folder.join(file.as_str());
        let at = match self.modules.iter().position(|m| m.path == path) {
            Some(at) => at,
            None => {
                let module = read_module(&path, file)?;
                let globals = place_globals(&module, file, memory)?;
                self.modules.push(LoadedModule {
                    path,
                    module,
                    globals,
                });
                self.modules.len() - 1
            }
        };
        Ok(&self.modules[at])
    }
}

fn read_module(path: &std::path::Path, file: &Spanned) -> Result<Module, Diagnostic> {
    let wrong = |message: String| Diagnostic::error(file.span(), message);
    let data =
        std::fs::read(path).map_err(|e| wrong(format!("cannot read `{}`: {e}", path.display())))?;
    Module::parse(&data).map_err(|e| wrong(e.to_string()))
}

/// Gives a module's device variables their memory; returns the address.
fn place_globals(
    module: &Module,
    file: &Spanned,
    memory: Option<&mut Memory>,
) -> Result<u64, Diagnostic> {
    let (bytes, Some(memory)) = (module.global_bytes(), memory) else {
        return Ok(0);
    };
    if bytes == 0 {
        return Ok(0);
    }
    let name = format!("device variables of {file}");
    let wrong =
        |e: sim_memory::image::AllocationError| Diagnostic::error(file.span(), e.to_string());
    let globals = memory.allocate(&name, bytes, 4).map_err(wrong)?;
    let id = memory.find(&name).expect("it was just allocated");
    device::upload(memory, id, 0, &module.global_image(globals));
    Ok(globals)
}

/// A kernel whose loads go through these caches.
fn through(cache: LoadCache, kernel: Validated<Kernel>) -> Validated<Kernel> {
    match cache {
        LoadCache::All => kernel,
        LoadCache::Global => kernel.past_l1(),
    }
}

/// The kernels at these places in the file's list as one PTX module, each as a launch asks for
/// it and under its name with [`KernelOptions::suffix`]; those of compiled modules have no source
/// to make PTX of.
pub fn ptx(
    document: &Document,
    kernels: &[(usize, KernelOptions)],
    target: Target,
) -> Result<String, WorkloadError> {
    let bound = |(at, options): &(usize, KernelOptions)| {
        let (name, _) = &document.workload.kernels.0[*at];
        Some((
            format!("{name}{}", options.suffix()),
            options.max_registers?,
        ))
    };
    let max_registers = kernels.iter().filter_map(bound).collect();
    let lowered = kernels
        .iter()
        .map(|&(at, asked)| lower(document, at, asked));
    let lowered: Result<Vec<_>, _> = lowered.collect();
    let (lowered, sources): (Vec<_>, Vec<_>) =
        lowered?.into_iter().map(|w| (w.kernel, w.file)).unzip();
    let options = ptx::Options {
        sources,
        max_registers,
        ..ptx::Options::new(target)
    };
    ptx::module(&lowered, &options).map_err(|e| {
        let at = lowered.iter().position(|kernel| kernel.name == e.kernel());
        let file = at.map_or(&document.file, |at| &options.sources[at]);
        WorkloadError::placed(file, Diagnostic::error(e.span(), e.to_string()))
    })
}

fn lower(document: &Document, at: usize, asked: KernelOptions) -> Result<Written, WorkloadError> {
    let (name, source) = &document.workload.kernels.0[at];
    match source {
        KernelSource::Kernel(body) => {
            let Written { kernel, file } = written::lower(name, body, document)?;
            let kernel = through(asked.load_cache, kernel);
            let kernel = kernel.renamed(format!("{name}{}", asked.suffix()));
            Ok(Written { kernel, file })
        }
        KernelSource::Cubin { file, .. } => {
            let message = format!("kernel `{name}` is compiled already: there is no PTX of it");
            let fault = Diagnostic::error(file.span(), message);
            let fault = fault.help("`sim disasm` prints its machine code");
            Err(WorkloadError::placed(&document.file, fault))
        }
    }
}

/// The machine programs of CUDA C text that a file of the given name holds, for listings: of
/// one kernel, or of all.
pub fn programs_of_text(
    name: String,
    text: String,
    only: Option<&str>,
) -> Result<Vec<Program>, WorkloadError> {
    let file = SourceFile::new(name, text);
    let kernels = written::lower_text(&file, only)?;
    let program = |written| Ok(compile(written, KernelOptions::default(), None)?.program);
    let all: Result<Vec<_>, Diagnostic> = kernels.into_iter().map(program).collect();
    all.map_err(|fault| WorkloadError::placed(&file, fault))
}

fn compile(
    written: Written,
    asked: KernelOptions,
    memory: Option<&mut Memory>,
) -> Result<LoadedKernel, Diagnostic> {
    let Written { kernel, file } = written;
    let kernel = through(asked.load_cache, kernel);
    let options = sim_ir::backend::Options {
        max_registers: asked.max_registers,
        source: Some(file.clone()),
        ..Default::default()
    };
    let mut program = sim_ir::backend::compile(&kernel, &options)
        .map_err(|e| Diagnostic::error(e.span(), e.to_string()))?;
    let (constants, printer, assertions) = match memory {
        Some(memory) => {
            let constants = symbols::place(&kernel, &mut program, memory)?;
            let assertions = Assertions::of(&kernel, &file, memory);
            (constants, Printer::of(&kernel, memory), assertions)
        }
        None => (Vec::new(), None, None),
    };
    let types = kernel.params.iter().map(|(_, param)| param.ty);
    let slots = program.params.iter().zip(types);
    let slots = slots
        .map(|(param, ty)| Slot {
            param: param.clone(),
            ty: Some(ty),
        })
        .collect();
    let variables = kernel.symbols.iter();
    let variables = variables.filter(|(_, symbol)| ![FIFO, BUFFER].contains(&&*symbol.name));
    let variables = variables.map(|(_, symbol)| Variable::of(&kernel, symbol));
    Ok(LoadedKernel {
        program,
        slots,
        max_threads: kernel.bounds.map(|bounds| bounds.threads),
        variables: variables.collect(),
        constants,
        printer,
        assertions,
    })
}
