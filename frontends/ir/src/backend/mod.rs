//! The compiler from the kernel IR to machine code for sm_90.
//!
//! | pass | from → to |
//! |---|---|
//! | `records` | kernel IR: failed assertions leave a record |
//! | `webs` | kernel IR: a register for each independent value |
//! | `simplify`, `fold` | kernel IR: constants, copies, repeated computations |
//! | `divisors` | kernel IR: division by constants becomes products and shifts |
//! | `contract` | kernel IR: `a * b + c` of floats in one rounding |
//! | `unroll` | kernel IR: four trips of a loop at a time, or all |
//! | `bases` | kernel IR: addresses that differ by constants share a base |
//! | `arrays` | kernel IR: local arrays in registers |
//! | `invariant` | kernel IR: what never changes goes in front of loops |
//! | `select` | kernel IR → machine IR |
//! | `placement` | kernel IR: where parameters are read |
//! | `tidy`, `branches`, `pairs` | machine IR: renaming copies, guarded exits, predication, paired constants |
//! | `schedule` | machine IR: order within blocks |
//! | `allocate` | machine IR: registers |
//! | `spill` | machine IR: values that wait in local memory where registers are too few |
//! | `emit` | machine IR → instructions |
//! | `control` | instructions: stall counts and dependence counters |
//!
//! The code is for sm_90, in nvcc's idioms, whatever GPU is simulated. Left out: calls.

mod allocate;
mod arrays;
mod bases;
mod bits;
mod branches;
pub mod checker;
mod contract;
mod control;
mod divisors;
mod emit;
mod error;
mod flow;
mod fold;
mod invariant;
mod latency;
mod liveness;
mod meetings;
mod mir;
mod pairs;
mod placement;
mod records;
mod schedule;
mod select;
mod signs;
mod simplify;
mod spill;
mod tidy;
mod unroll;
mod values;
mod webs;

pub use error::CompileError;

use crate::kernel::{Inst, Kernel, Validated};
use crate::source::{SourceFile, Span};
use allocate::Graph;
use mir::{File, Function};
use sim_isa::{Abi, ConstantBank, Param, Program, SourceLine};
use spill::Allocated;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the compiler may do, and what it knows of the source.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether `a * b + c` of floats is rounded once (nvcc's `-fmad`, on by default).
    pub contract: bool,
    /// Registers of a thread at most (nvcc's `-maxrregcount`).
    pub max_registers: Option<u32>,
    /// The file that the kernel's spans point into.
    pub source: Option<SourceFile>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            contract: true,
            max_registers: None,
            source: None,
        }
    }
}

/// The kernel as the machine computes it: simplified, and with floats contracted. An
/// interpreter of the result gives the compiled kernel's results bit by bit.
pub fn optimise(kernel: &Validated<Kernel>, options: &Options) -> Kernel {
    let mut kernel = simplified(records::written(kernel), options.contract);
    invariant::hoist(&mut kernel);
    let sums = unroll::unroll(&mut kernel);
    bases::share(&mut kernel, &sums);
    webs::split(&mut kernel);
    simplify::simplify(&mut kernel);
    arrays::promote(&mut kernel);
    webs::split(&mut kernel);
    simplify::simplify(&mut kernel);
    invariant::hoist(&mut kernel);
    placement::place(&mut kernel);
    kernel
}

/// The kernel simplified, and with floats contracted where `contract` says so: what any
/// compiler that goes on from here computes, bit by bit.
pub(crate) fn simplified(mut kernel: Kernel, contract: bool) -> Kernel {
    webs::split(&mut kernel);
    simplify::simplify(&mut kernel);
    divisors::replace(&mut kernel);
    simplify::simplify(&mut kernel);
    if contract {
        contract::contract(&mut kernel);
    }
    kernel
}

/// Compiles a kernel to a machine program.
pub fn compile(kernel: &Validated<Kernel>, options: &Options) -> Result<Program, CompileError> {
    let abi = Abi::SM_90;
    let kernel = optimise(kernel, options);
    let mut function = select::select(&kernel, abi)?;
    tidy::tidy(&mut function);
    branches::simplify(&mut function);
    pairs::join(&mut function);
    let Allocated {
        function,
        allocation,
        frame,
    } = schedule_and_allocate(&kernel, function, options)?;
    let mut code = emit::emit(&kernel.name, &function, &allocation)?;
    control::assign(&mut code);
    let (lines, line_of) = source_lines(options.source.as_ref(), &code.spans);
    Ok(Program {
        name: kernel.name.clone(),
        code: code.instructions,
        registers: allocation.used(&function, File::General).max(2),
        // Dynamic memory begins at a multiple of its alignment.
        static_shared: kernel.dynamic_shared.unwrap_or(kernel.shared_bytes()),
        local_bytes: frame,
        barriers: u32::from(uses_barrier(&kernel)),
        params: params(&kernel),
        constants: constants(&kernel),
        abi,
        line_of,
        lines,
    })
}

/// Orders instructions and gives registers; where the order needs too many, the source's order
/// gets a chance, and what is still too many is spilled.
fn schedule_and_allocate(
    kernel: &Kernel,
    function: Function,
    options: &Options,
) -> Result<Allocated, CompileError> {
    let bound = kernel.bounds.map(|bounds| bounds.registers());
    let bounds = options.max_registers.into_iter().chain(bound);
    let most = bounds.min().unwrap_or(allocate::MOST_GENERAL);
    let mut scheduled = function.clone();
    schedule::schedule(&mut scheduled);
    let graph = Graph::of(&scheduled);
    if let Ok(allocation) = allocate::allocate(&kernel.name, &scheduled, &graph, most) {
        return Ok(Allocated {
            function: scheduled,
            allocation,
            frame: kernel.local_bytes().next_multiple_of(16),
        });
    }
    spill::allocate(&kernel.name, function, most, kernel.local_bytes())
}

/// Constant bank 3 with its first values, and bank 4 with room for addresses.
fn constants(kernel: &Kernel) -> Vec<ConstantBank> {
    let addresses = vec![0; kernel.address_bytes() as usize];
    let banks = [(3, kernel.constant_bytes()), (4, addresses)].into_iter();
    let used = banks.filter(|(_, data)| !data.is_empty());
    used.map(|(bank, data)| ConstantBank { bank, data })
        .collect()
}

fn uses_barrier(kernel: &Kernel) -> bool {
    let mut insts = kernel.blocks.iter().flat_map(|(_, block)| &block.insts);
    insts.any(|located| matches!(located.inst, Inst::Barrier | Inst::BarrierReduce { .. }))
}

fn params(kernel: &Kernel) -> Vec<Param> {
    let params = kernel.params.iter();
    params
        .map(|(_, param)| Param {
            name: Some(param.name.clone()),
            offset: param.offset,
            size: param.ty.size(),
        })
        .collect()
}

/// The lines that code comes from, and each instruction's line among them.
fn source_lines(
    source: Option<&SourceFile>,
    spans: &[Span],
) -> (Vec<SourceLine>, Vec<Option<u32>>) {
    let Some(source) = source else {
        return (Vec::new(), vec![None; spans.len()]);
    };
    let file: Arc<str> = source.name().into();
    let (mut lines, mut known) = (Vec::<SourceLine>::new(), BTreeMap::new());
    let of = spans.iter().map(|span| {
        if span.is_none() {
            return None;
        }
        let line = source.position(span.start).line;
        let index = *known.entry(line).or_insert_with(|| {
            lines.push(SourceLine {
                file: file.clone(),
                line,
                text: source.line_text(line).trim().into(),
            });
            lines.len() - 1
        });
        Some(index as u32)
    });
    let of = of.collect();
    (lines, of)
}
