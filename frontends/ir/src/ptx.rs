//! PTX text from the kernel IR: the same kernel for NVIDIA's own compiler and for a real GPU.
//!
//! The text is made from the typed control-flow graph as our back end sees it just before it
//! selects instructions: simplified, and with floats contracted. So both compilers begin with
//! the same operations, and every float operation says how it rounds (`fma.rn`, or `mul.rn` and
//! `add.rn`), which keeps ptxas from contracting more: results must be the same, bit by bit.
//! What ptxas then does better or worse than we is the distance between the compilers.
//!
//! Registers that are variables of the source keep their names behind the letter of their class
//! (`%r_ix`, `%f_x`), others have numbers; each source line stands as a comment and as `.loc`
//! before what it became, so that machine code made of the text names the workload's lines.
//! Shared memory is one block of bytes in which the arrays lie as our compiler laid them out.
//!
//! `__constant__` variables are such a block for each kernel, `__device__` variables have their
//! names. A failed assertion calls the driver's `__assertfail`, whose texts stand before the kernel.
//!
//! Left out: structure (regions), which PTX has no words for, and kernels that print: the IR has
//! the stores of our own `printf`, not a call of the driver's.
//!
//! Source: NVIDIA, "PTX ISA", version 7.8 (CUDA 11.8), which all targets here understand.

mod arithmetic;
mod assertion;
mod body;
mod convert;
mod frame;
mod half;
mod memory;
mod names;
mod operand;
mod target;
mod warp;

pub use frame::place_of;
pub use target::Target;

use crate::backend;
use crate::kernel::{Kernel, LaunchBounds, Validated};
use crate::source::{SourceFile, Span};
use body::Body;
use thiserror::Error;

/// The version of the language that the text is written in.
const VERSION: &str = "7.8";

/// For what, and from what.
#[derive(Clone, Debug)]
pub struct Options {
    /// The architecture.
    pub target: Target,
    /// Whether `a * b + c` of floats is rounded once, as in [`backend::Options::contract`].
    pub contract: bool,
    /// Kernels that must do with so many registers a thread.
    pub max_registers: Vec<(String, u32)>,
    /// The files that the kernels' spans point into, one for each; the last one serves the
    /// kernels behind it, too.
    pub sources: Vec<SourceFile>,
}

impl Options {
    /// For an architecture, floats contracted, no source.
    pub fn new(target: Target) -> Options {
        Options {
            target,
            contract: true,
            max_registers: Vec::new(),
            sources: Vec::new(),
        }
    }
}

/// Why a kernel has no PTX.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PtxError {
    /// PTX for the target has no instruction for it.
    #[error("kernel {kernel}: PTX for {target} has nothing for {what}")]
    Unsupported {
        /// The kernel.
        kernel: String,
        /// The architecture.
        target: Target,
        /// What it uses.
        what: String,
        /// Where.
        span: Span,
    },
    /// The kernel prints, which our code does in a way of its own.
    #[error(
        "kernel {kernel}: there is no PTX of `printf`: a GPU would write the records, and nobody \
         would read them; take the call out"
    )]
    Printf {
        /// The kernel.
        kernel: String,
        /// The first format.
        span: Span,
    },
    /// The kernel's name cannot be an entry's.
    #[error(
        "kernel {kernel}: PTX takes letters, digits and underscores as a name, a letter first; \
         rename the kernel"
    )]
    Name {
        /// The kernel.
        kernel: String,
    },
}

impl PtxError {
    /// The kernel that has none.
    pub fn kernel(&self) -> &str {
        match self {
            PtxError::Unsupported { kernel, .. }
            | PtxError::Printf { kernel, .. }
            | PtxError::Name { kernel } => kernel,
        }
    }

    /// The place in the source.
    pub fn span(&self) -> Span {
        match self {
            PtxError::Unsupported { span, .. } | PtxError::Printf { span, .. } => *span,
            PtxError::Name { .. } => Span::NONE,
        }
    }
}

/// The kernels as one module.
pub fn module(kernels: &[Validated<Kernel>], options: &Options) -> Result<String, PtxError> {
    let mut text = head(options);
    text.push_str(assertion::declaration(kernels.iter().map(|k| &**k)));
    let globals = frame::globals(kernels);
    if !globals.is_empty() {
        text.push('\n');
        text.push_str(&globals);
    }
    let files = files(options);
    for (at, kernel) in kernels.iter().enumerate() {
        let source = options.sources.get(at).or(options.sources.last());
        let number = source.and_then(|s| files.iter().position(|f| f.name() == s.name()));
        text.push('\n');
        text.push_str(&entry(kernel, options, source.zip(number))?);
    }
    Ok(text)
}

fn head(options: &Options) -> String {
    let target = options.target;
    let mut text = format!(".version {VERSION}\n.target {target}\n.address_size 64\n");
    for (at, source) in files(options).iter().enumerate() {
        let blank = if at == 0 { "\n" } else { "" };
        let name = ascii(&source.name().replace('\\', "/")).replace('"', "?");
        text.push_str(&format!("{blank}.file {} \"{name}\"\n", at + 1));
    }
    text
}

/// The sources, each once.
fn files(options: &Options) -> Vec<&SourceFile> {
    let mut files: Vec<&SourceFile> = Vec::new();
    for source in &options.sources {
        if !files.iter().any(|known| known.name() == source.name()) {
            files.push(source);
        }
    }
    files
}

/// PTX is ASCII, in comments and file names, too.
fn ascii(text: &str) -> String {
    let plain = |c: char| if c.is_ascii() { c } else { '?' };
    text.chars().map(plain).collect()
}

/// A kernel with its source and the source's place among the module's files.
fn entry(
    kernel: &Validated<Kernel>,
    options: &Options,
    source: Option<(&SourceFile, usize)>,
) -> Result<String, PtxError> {
    check_name(&kernel.name)?;
    check_printf(kernel)?;
    let simple = backend::simplified(Kernel::clone(kernel), options.contract);
    let mut body = Body::new(&simple, options, source);
    body.write()?;
    let params: Vec<_> = simple
        .params
        .iter()
        .map(|(_, param)| frame::parameter(&simple.name, param))
        .collect();
    let frame = frame::declarations(&simple, &body.names);
    Ok(format!(
        "{}{}{}.visible .entry {}({}){}\n{{\n{frame}{}}}\n",
        assertion::variables(&simple, source.map(|(file, _)| file)),
        frame::constants(&simple),
        frame::dynamic_shared(&simple),
        simple.name,
        params.join(","),
        launch_bounds(&simple) + &most_registers(&simple.name, options),
        body.text
    ))
}

/// The directives that say what launches keep to.
fn launch_bounds(kernel: &Kernel) -> String {
    kernel.bounds.map_or(String::new(), |bounds| {
        let LaunchBounds { threads, blocks } = bounds;
        format!("\n.maxntid {threads}, 1, 1\n.minnctapersm {blocks}")
    })
}

/// The directive that bounds a kernel's registers, if anything does.
fn most_registers(kernel: &str, options: &Options) -> String {
    let bound = options
        .max_registers
        .iter()
        .find(|(name, _)| name == kernel);
    bound.map_or(String::new(), |(_, most)| format!("\n.maxnreg {most}"))
}

fn check_printf(kernel: &Kernel) -> Result<(), PtxError> {
    match kernel.formats.first() {
        None => Ok(()),
        Some(format) => Err(PtxError::Printf {
            kernel: kernel.name.clone(),
            span: format.span,
        }),
    }
}

fn check_name(name: &str) -> Result<(), PtxError> {
    let mut letters = name.chars();
    let first = letters.next().is_some_and(|c| c.is_ascii_alphabetic());
    match first && letters.all(|c| c.is_ascii_alphanumeric() || c == '_') {
        true => Ok(()),
        false => Err(PtxError::Name {
            kernel: name.to_owned(),
        }),
    }
}
