//! Kernels written for us: statements as data or CUDA C text, in the workload's file or in one
//! of their own.

use crate::document::Document;
use crate::error::WorkloadError;
use sim_ir::ast::Kernel;
use sim_ir::cuda;
use sim_ir::diagnostic::Diagnostic;
use sim_ir::kernel::{self, Validated};
use sim_ir::lower;
use sim_ir::source::{SourceFile, Span};
use sim_ir::spans::Spanned;
use sim_ir::syntax::{self, KernelBody, Text};

/// A kernel, and the text that its places speak of.
pub(crate) struct Written {
    /// The kernel.
    pub(crate) kernel: Validated<kernel::Kernel>,
    /// The workload's file, or the file of CUDA C text.
    pub(crate) file: SourceFile,
}

/// A kernel's syntax tree, wherever its text stands.
pub fn tree(
    name: &Spanned,
    body: &KernelBody,
    document: &Document,
) -> Result<Kernel, WorkloadError> {
    Ok(parse(name, body, document)?.0)
}

/// Reads and lowers a kernel of a workload.
pub(crate) fn lower(
    name: &Spanned,
    body: &KernelBody,
    document: &Document,
) -> Result<Written, WorkloadError> {
    let (tree, file) = parse(name, body, document)?;
    let wrong = |faults| WorkloadError::all_placed(&file, faults);
    let options = lower::Options {
        fast_math: document.workload.fast_math,
    };
    let kernel = lower::lower_as(&tree, options).map_err(wrong)?;
    Ok(Written { kernel, file })
}

/// A kernel's tree, and the text that its places speak of.
fn parse(
    name: &Spanned,
    body: &KernelBody,
    document: &Document,
) -> Result<(Kernel, SourceFile), WorkloadError> {
    let placed = |faults| WorkloadError::all_placed(&document.file, faults);
    match body.text().map_err(|fault| placed(vec![fault]))? {
        Text::Statements | Text::Here(_) => {
            let tree = syntax::parse(name, body).map_err(placed)?;
            Ok((tree, document.file.clone()))
        }
        Text::File(path) => {
            let file = read(path, document).map_err(|fault| placed(vec![fault]))?;
            let wrong = |faults| WorkloadError::all_placed(&file, faults);
            let unit = cuda::parse(file.text()).map_err(wrong)?;
            // A fault about the kernel asked for is one of the workload; any other, of the text.
            let known = body.entry_in(name, &unit, path.span());
            let entry = known.map_err(|fault| placed(vec![fault]))?;
            let tree = unit.kernel(name, &entry, Span::NONE).map_err(wrong)?;
            Ok((tree, file))
        }
    }
}

/// The kernel of that name in a file of CUDA C text, or all, in order.
pub(crate) fn lower_text(
    file: &SourceFile,
    only: Option<&str>,
) -> Result<Vec<Written>, WorkloadError> {
    let wrong = |faults| WorkloadError::all_placed(file, faults);
    let unit = cuda::parse(file.text()).map_err(wrong)?;
    let kernel = |name: &str| {
        let tree = unit.kernel(name, name, Span::NONE)?;
        let kernel = lower::lower(&tree)?;
        let file = file.clone();
        Ok(Written { kernel, file })
    };
    let chosen: Vec<&str> = match only {
        Some(name) => vec![name],
        None => unit.kernels().collect(),
    };
    let all: Result<Vec<_>, _> = chosen.into_iter().map(kernel).collect();
    all.map_err(wrong)
}

fn read(path: &Spanned, document: &Document) -> Result<SourceFile, Diagnostic> {
    let found = document.folder.join(path.as_str());
    let text = std::fs::read_to_string(&found).map_err(|error| {
        let message = format!("cannot read `{}`: {error}", found.display());
        let help = "the path is relative to the workload's folder";
        Diagnostic::error(path.span(), message).help(help)
    })?;
    Ok(SourceFile::new(found.display().to_string(), text))
}
