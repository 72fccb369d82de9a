//! Bodies that are CUDA C text: which text, and which of its kernels.

use super::KernelBody;
use crate::ast;
use crate::cuda::{self, Unit};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::spans::Spanned;

/// Where a body's text stands.
#[derive(Clone, Copy, Debug)]
pub enum Text<'a> {
    /// Nowhere: the body is statements as data.
    Statements,
    /// In the workload file.
    Here(&'a Spanned),
    /// In a file of its own.
    File(&'a Spanned),
}

impl KernelBody {
    /// Where the body's text stands. What contradicts itself is refused.
    pub fn text(&self) -> Result<Text<'_>, Diagnostic> {
        let (text, first) = match (&self.code, &self.cuda) {
            (Some(_), Some(file)) => return Err(twice(file.span(), "`code` and `cuda`")),
            (Some(code), None) => (Text::Here(code), code),
            (None, Some(file)) => (Text::File(file), file),
            (None, None) => return self.statements(),
        };
        let data = self.body.is_some()
            || !self.launch_bounds.is_empty()
            || !self.params.is_empty()
            || !self.constants.is_empty()
            || !self.shared.is_empty()
            || !self.constant_buffers.is_empty()
            || !self.globals.is_empty()
            || !self.functions.is_empty();
        match data {
            true => Err(twice(first.span(), "CUDA C text and a body as data")),
            false => Ok(text),
        }
    }

    fn statements(&self) -> Result<Text<'_>, Diagnostic> {
        match &self.entry {
            Some(entry) => {
                let message = "`entry` names a kernel of CUDA C text, and there is none";
                let help = "give the text as `code` or `cuda`";
                Err(Diagnostic::error(entry.span(), message).help(help))
            }
            None => Ok(Text::Statements),
        }
    }

    /// The name in a parsed text of the body's kernel; `name` is what the workload calls it, and
    /// `at` the place to speak of where the text has no such kernel.
    pub fn entry_in(&self, name: &str, unit: &Unit, at: Span) -> Result<String, Diagnostic> {
        let called = |wanted: &str| unit.kernels().any(|kernel| kernel == wanted);
        let entry = match &self.entry {
            Some(entry) => entry.as_str(),
            None if called(name) => name,
            None => unit.only_kernel().unwrap_or(name),
        };
        let at = self.entry.as_ref().map_or(at, Spanned::span);
        match called(entry) {
            true => Ok(entry.to_owned()),
            false => Err(unit.no_such_kernel(entry, at)),
        }
    }
}

/// The tree of a body whose text stands in the workload file.
pub(super) fn parse_here(
    name: &str,
    body: &KernelBody,
    code: &Spanned,
) -> Result<ast::Kernel, Vec<Diagnostic>> {
    let unit = cuda::parse_within(code, &|span| code.locate(span))?;
    let first = code.locate(Span::new(0, code.lines().next().map_or(0, str::len)));
    let entry = body
        .entry_in(name, &unit, first)
        .map_err(|fault| vec![fault])?;
    unit.kernel(name, &entry, first)
}

fn twice(span: Span, what: &str) -> Diagnostic {
    let message = format!("the kernel is given twice: {what}");
    Diagnostic::error(span, message).help("keep one of them")
}
