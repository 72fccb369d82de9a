//! Launches: shapes and arguments.

use super::steps::Scope;
use super::{BufferPlan, integer, scalar};
use crate::file::{Caches, Faulty, KernelSource, Step, Workload};
use crate::kernels::KernelOptions;
use crate::parameters::Parameters;
use crate::scalar::Scalar;
use crate::text;
use sim_ir::cexpr::{BinaryOperator, Expr, ExprKind, UnaryOperator};
use sim_ir::diagnostic::{Diagnostic, did_you_mean};
use sim_ir::source::Span;
use sim_ir::spans::Spanned;

/// The largest grid in x, y, z (CUDA C++ Programming Guide, technical specifications).
const MAX_GRID: [i64; 3] = [0x7fff_ffff, 65_535, 65_535];
/// The largest block in x, y, z (same source).
const MAX_BLOCK: [i64; 3] = [1024, 1024, 64];
/// The most threads of a block (same source).
const MAX_THREADS: u32 = 1024;

/// A launch.
#[derive(Clone, Debug)]
pub struct LaunchPlan {
    /// Its name: that of the step, and behind it the numbers of the turns in which it is repeated.
    pub name: String,
    /// The step's name.
    pub group: Spanned,
    /// The kernel's place in the file's list.
    pub kernel: usize,
    /// The kernel's name.
    pub kernel_name: Spanned,
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
    /// The arguments.
    pub args: Vec<ArgumentPlan>,
    /// Bytes of dynamic shared memory of a block.
    pub dynamic_shared: u32,
    /// Bytes of it that the kernel is permitted; the rule of a kernel without permission if absent.
    pub max_dynamic_shared: Option<u32>,
    /// Where the file speaks of it.
    pub shared_span: Span,
    /// How its kernel is compiled.
    pub options: KernelOptions,
    /// Preferred share of shared memory in percent.
    pub carveout: Option<u32>,
    /// What it finds in the L2.
    pub caches: Caches,
    /// How it must fault; it must end if absent.
    pub faults: Option<Faulty>,
}

/// An argument and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct ArgumentPlan {
    /// What is passed.
    pub value: ArgumentValue,
    /// Where it stands.
    pub span: Span,
}

/// What is passed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ArgumentValue {
    /// The address of a byte of a buffer.
    Pointer {
        /// The buffer's place in the file's list.
        buffer: usize,
        /// Bytes from its first.
        offset: u64,
    },
    /// A number.
    Number(Scalar),
}

impl LaunchPlan {
    /// Whether it is one of several of its step.
    pub fn is_repeated(&self) -> bool {
        self.name != self.group.as_str()
    }

    /// Whether a buffer is among the arguments.
    pub fn uses(&self, buffer: usize) -> bool {
        let is = |arg: &ArgumentPlan| matches!(arg.value, ArgumentValue::Pointer { buffer: b, .. } if b == buffer);
        self.args.iter().any(is)
    }
}

/// A launch step's parts, as the file has them.
pub(super) fn plan(
    step: &Step,
    turns: &[i64],
    scope: &Scope<'_>,
) -> Result<LaunchPlan, Diagnostic> {
    let Step::Launch {
        kernel,
        name,
        grid,
        block,
        args,
        dynamic_shared,
        carveout,
        max_dynamic_shared,
        load_cache,
        max_registers,
        caches,
        faults,
    } = step
    else {
        unreachable!("the caller has a launch");
    };
    let Scope {
        workload,
        parameters,
        buffers,
    } = *scope;
    let group = name.as_ref().unwrap_or(kernel);
    check_launch_name(group)?;
    let shape = |texts, what, limits| extents(texts, kernel.span(), parameters, what, limits);
    let number = |text: &Option<Spanned>, what, most| match text {
        Some(text) => integer(text, parameters, what, 0..=most).map(|n| Some(n as u32)),
        None => Ok(None),
    };
    let bytes = number(
        dynamic_shared,
        "the dynamic shared memory",
        i64::from(u32::MAX),
    )?;
    let permitted = number(
        max_dynamic_shared,
        "the permitted dynamic shared memory",
        i64::from(u32::MAX),
    )?;
    let shared_at = max_dynamic_shared.as_ref().or(dynamic_shared.as_ref());
    let turns: String = turns.iter().map(|turn| format!("_{turn}")).collect();
    let options = KernelOptions {
        load_cache: *load_cache,
        max_registers: registers(max_registers.as_ref(), parameters)?,
    };
    let at = kernel_index(kernel, workload)?;
    check_options(options, kernel, &workload.kernels.0[at].1)?;
    Ok(LaunchPlan {
        name: format!("{group}{turns}"),
        group: group.clone(),
        kernel: at,
        kernel_name: kernel.clone(),
        grid: shape(grid, "the number of blocks", MAX_GRID)?,
        block: check_threads(shape(block, "the number of threads", MAX_BLOCK)?, block)?,
        args: args
            .iter()
            .map(|a| argument(a, parameters, buffers))
            .collect::<Result<_, _>>()?,
        dynamic_shared: bytes.unwrap_or(0),
        max_dynamic_shared: permitted,
        shared_span: shared_at.unwrap_or(kernel).span(),
        options,
        carveout: number(carveout, "the carve-out in percent", 100)?,
        caches: *caches,
        faults: *faults,
    })
}

/// Refuses to compile a compiled module otherwise.
fn check_options(
    options: KernelOptions,
    kernel: &Spanned,
    source: &KernelSource,
) -> Result<(), Diagnostic> {
    if !matches!(source, KernelSource::Cubin { .. }) || options == KernelOptions::default() {
        return Ok(());
    }
    let message =
        format!("`{kernel}` is compiled already: `load_cache` and `max_registers` come too late");
    let help = "compile the module with -Xptxas -dlcm or -maxrregcount";
    Err(Diagnostic::error(kernel.span(), message).help(help))
}

fn registers(text: Option<&Spanned>, parameters: &Parameters) -> Result<Option<u32>, Diagnostic> {
    // The fewest are those of nvcc's -maxrregcount, the most the encoding's.
    let count = |text| integer(text, parameters, "the number of registers", 16..=255);
    text.map(count).transpose().map(|n| n.map(|n| n as u32))
}

fn check_launch_name(name: &Spanned) -> Result<(), Diagnostic> {
    if text::is_identifier(name) {
        return Ok(());
    }
    let message = format!("the name of a launch must be an identifier, not `{name}`");
    let help = "assertions name launches: write letters, digits and underscores";
    Err(Diagnostic::error(name.span(), message).help(help))
}

fn kernel_index(kernel: &Spanned, workload: &Workload) -> Result<usize, Diagnostic> {
    let mut names = workload.kernels.iter().map(|(name, _)| name);
    names.position(|name| name == kernel).ok_or_else(|| {
        let known = workload.kernels.iter().map(|(name, _)| name.as_str());
        let near = did_you_mean(kernel, known).map(|name| format!("did you mean `{name}`?"));
        let message = format!("there is no kernel `{kernel}`");
        Diagnostic::error(kernel.span(), message).help_if(near)
    })
}

fn extents(
    texts: &[Spanned],
    place: Span,
    parameters: &Parameters,
    what: &'static str,
    limits: [i64; 3],
) -> Result<[u32; 3], Diagnostic> {
    if texts.is_empty() || texts.len() > 3 {
        let span = texts.get(3).map_or(place, |text| text.span());
        let message = format!(
            "{what} has {} dimensions, but must have one to three",
            texts.len()
        );
        return Err(Diagnostic::error(span, message)
            .help("write [\"x\"], [\"x\", \"y\"] or [\"x\", \"y\", \"z\"]"));
    }
    let mut extents = [1; 3];
    for ((extent, text), limit) in extents.iter_mut().zip(texts).zip(limits) {
        *extent = integer(text, parameters, what, 1..=limit)? as u32;
    }
    Ok(extents)
}

fn check_threads(block: [u32; 3], texts: &[Spanned]) -> Result<[u32; 3], Diagnostic> {
    let threads: u64 = block.iter().map(|&n| u64::from(n)).product();
    if threads <= MAX_THREADS.into() {
        return Ok(block);
    }
    let message = format!("a block of {threads} threads cannot be launched");
    let help = format!("a block has at most {MAX_THREADS} threads; make the grid larger instead");
    Err(Diagnostic::error(texts[0].span(), message).help(help))
}

fn argument(
    text: &Spanned,
    parameters: &Parameters,
    buffers: &[BufferPlan],
) -> Result<ArgumentPlan, Diagnostic> {
    let expr = text.expression()?;
    let value = match pointer(&expr, buffers) {
        Some((buffer, None)) => ArgumentValue::Pointer { buffer, offset: 0 },
        Some((buffer, Some(index))) => {
            let offset = offset(index, &buffers[buffer], parameters)?;
            ArgumentValue::Pointer { buffer, offset }
        }
        None => ArgumentValue::Number(scalar(text, parameters)?),
    };
    Ok(ArgumentPlan {
        value,
        span: text.span(),
    })
}

/// The buffer and the element in `name`, `name + element` or `&name[element]`.
fn pointer<'e>(expr: &'e Expr, buffers: &[BufferPlan]) -> Option<(usize, Option<&'e Expr>)> {
    let buffer = |expr: &Expr| match &expr.kind {
        ExprKind::Name(name) => buffers.iter().position(|b| b.name.as_str() == name),
        _ => None,
    };
    match &expr.kind {
        ExprKind::Name(_) => Some((buffer(expr)?, None)),
        ExprKind::Binary(BinaryOperator::Add, base, index) => Some((buffer(base)?, Some(index))),
        ExprKind::Unary(UnaryOperator::AddressOf, element) => match &element.kind {
            ExprKind::Index(base, index) => Some((buffer(base)?, Some(index))),
            _ => None,
        },
        _ => None,
    }
}

fn offset(index: &Expr, buffer: &BufferPlan, parameters: &Parameters) -> Result<u64, Diagnostic> {
    let mut environment = parameters;
    let element = crate::expr::scalar_eval::evaluate(index, &mut environment)?;
    let inside = |e: &i64| u64::try_from(*e).is_ok_and(|e| e < buffer.length);
    match element {
        Scalar::Int(element) if inside(&element) => Ok(element as u64 * buffer.ty.bytes() as u64),
        outside => {
            let (name, length) = (&buffer.name, buffer.length);
            let message = format!("`{name}` has no element {outside}: its length is {length}");
            Err(Diagnostic::error(index.span, message))
        }
    }
}
