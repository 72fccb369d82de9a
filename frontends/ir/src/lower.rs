//! From the syntax tree to the kernel IR: names, types, C's conversions, control flow.
//!
//! - Types are C's ([`crate::cexpr::Scalar`]): integer promotions, usual arithmetic
//!   conversions, comparisons give `bool`, an unsuffixed float literal is a `double`.
//! - Pointers have a fixed space, known at compile time: parameters point at global memory,
//!   addresses of shared arrays at shared memory. There are no generic addresses.
//! - A variable that is never assigned again is no register of its own but a name for the
//!   value it was given. Others keep one register for life.
//! - `&&`, `||` and `?:` become control flow only where their right side loads, calls,
//!   divides or is long; otherwise both sides are computed, as nvcc does.
//! - Loops are rotated: tested once before the first trip and again after each. The reference
//!   for what a trip costs is nvcc's code, which has this shape.
//! - Float contraction, strength reduction and everything else that is only about speed is
//!   left to the back end. Constants are folded, since array extents need it anyway.
//!
//! Every fault is collected, so that one run shows them all; a name whose declaration failed
//! is not reported again.

mod assertion;
mod assign;
mod atomic;
mod builder;
mod calls;
mod choice;
mod cleanup;
mod convert;
mod declare;
mod expr;
mod halves;
mod inline;
mod layout;
mod memory;
mod operators;
mod order;
mod printf;
mod repeat;
mod scope;
mod stmt;
mod switch;
mod symbol;
mod table;
mod unroll;
mod value;
mod vector;
mod warp;

use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::kernel::{Kernel, Validated};
use crate::source::Span;
use crate::syntax::{self, KernelBody};
use builder::Builder;
use scope::{Changed, Scope};

pub(crate) use scope::{assigned_names, referenced_names};

/// Parses and lowers a kernel's body as a workload file writes it; `name` is the entry name.
pub fn compile_body(name: &str, body: &KernelBody) -> Result<Validated<Kernel>, Vec<Diagnostic>> {
    compile_body_as(name, body, Options::default())
}

/// The same, with a choice of what the source means.
pub fn compile_body_as(
    name: &str,
    body: &KernelBody,
    options: Options,
) -> Result<Validated<Kernel>, Vec<Diagnostic>> {
    lower_as(&syntax::parse(name, body)?, options)
}

/// What a kernel's source means where a compiler may choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether division, square root and the functions of `float` are the hardware's
    /// approximations (nvcc's `-use_fast_math`; small numbers are not flushed to zero here).
    pub fast_math: bool,
}

/// Lowers a kernel's syntax tree.
pub fn lower(kernel: &ast::Kernel) -> Result<Validated<Kernel>, Vec<Diagnostic>> {
    lower_as(kernel, Options::default())
}

/// The same, with a choice of what the source means.
pub fn lower_as(
    kernel: &ast::Kernel,
    options: Options,
) -> Result<Validated<Kernel>, Vec<Diagnostic>> {
    let mut lowering = Lowering::new(kernel, options);
    lowering.declare_all(kernel);
    lowering.statements(&kernel.body);
    for fault in order::faults(kernel) {
        lowering.note::<()>(Err(fault));
    }
    if !lowering.faults.is_empty() {
        return Err(lowering.faults);
    }
    let kernel = cleanup::finish(lowering.build);
    kernel.validate().map_err(|fault| {
        let message = format!("the compiler made a malformed kernel: {fault}");
        vec![Diagnostic::error(Span::NONE, message).help("please report this file as a defect")]
    })
}

/// The result of a step, or the one message that explains why there is none.
type Lowered<T> = Result<T, Diagnostic>;

/// A block that is jumped to, and the number of open regions that the jump stays in.
#[derive(Clone, Copy)]
struct Target {
    block: crate::kernel::BlockId,
    around: usize,
}

/// Where `break` and `continue` go.
#[derive(Clone, Copy)]
struct LoopTargets {
    exit: Target,
    /// Nowhere in a `switch` outside of all loops.
    step: Option<Target>,
}

struct Lowering<'a> {
    build: Builder,
    scope: Scope,
    loops: Vec<LoopTargets>,
    /// Device functions that are being inlined, innermost last.
    inlined: Vec<inline::Inlined>,
    faults: Vec<Diagnostic>,
    functions: &'a [ast::Function],
    kernel: &'a ast::Kernel,
    /// Whether what is lowered now is a function of the library.
    in_library: bool,
    options: Options,
}

impl<'a> Lowering<'a> {
    fn new(kernel: &'a ast::Kernel, options: Options) -> Self {
        let bodies = kernel
            .functions
            .iter()
            .map(|function| function.body.as_slice());
        let bodies = std::iter::once(kernel.body.as_slice()).chain(bodies);
        Self {
            build: Builder::new(&kernel.name),
            scope: Scope::new(Changed {
                assigned: bodies.clone().flat_map(assigned_names).collect(),
                referenced: referenced_names(&kernel.functions, bodies),
            }),
            loops: Vec::new(),
            inlined: Vec::new(),
            faults: Vec::new(),
            functions: &kernel.functions,
            kernel,
            in_library: false,
            options,
        }
    }

    /// Notes the fault of a step that failed.
    fn note<T>(&mut self, result: Lowered<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(fault) => {
                // Code that is lowered twice, such as a loop's test, has its faults once.
                if !self.faults.contains(&fault) {
                    self.faults.push(fault);
                }
                None
            }
        }
    }
}

#[cfg(test)]
mod tests;
