//! What a text holds, and the tree of one of its kernels.

use crate::ast::{self, Array, Constant, Function, Symbol};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::source::Span;
use indexmap::{IndexMap, IndexSet};

/// A function of the text, kernel or not.
#[derive(Clone, Debug)]
pub(super) struct Defined {
    /// What the tree has of it.
    pub function: Function,
    /// Whether it is a kernel.
    pub is_kernel: bool,
    /// `__launch_bounds__` of a kernel.
    pub bounds: Option<ast::LaunchBounds>,
    /// The shared arrays that it declares.
    pub shared: Vec<Array>,
    /// Names that it uses and does not declare.
    pub free: IndexMap<String, Span>,
    /// Functions that it calls, built-in ones among them.
    pub calls: IndexSet<String>,
}

/// A text's kernels with all that they use.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    pub(super) constants: Vec<Constant>,
    pub(super) constant_buffers: Vec<Symbol>,
    pub(super) globals: Vec<Symbol>,
    /// Shared arrays outside of functions.
    pub(super) shared: Vec<Array>,
    pub(super) functions: Vec<Defined>,
}

impl Unit {
    /// The names of the kernels, in order.
    pub fn kernels(&self) -> impl Iterator<Item = &str> {
        let kernels = self.functions.iter().filter(|f| f.is_kernel);
        kernels.map(|kernel| kernel.function.name.text.as_str())
    }

    /// The only kernel's name, where there is one alone.
    pub fn only_kernel(&self) -> Option<&str> {
        let mut kernels = self.kernels();
        kernels.next().filter(|_| kernels.next().is_none())
    }

    /// The tree of a kernel of the text, called `name`; `at` is the place that asks for it.
    pub fn kernel(
        &self,
        name: &str,
        entry: &str,
        at: Span,
    ) -> Result<ast::Kernel, Vec<Diagnostic>> {
        let kernel = self
            .find(entry)
            .filter(|function| function.is_kernel)
            .ok_or_else(|| vec![self.no_such_kernel(entry, at)])?;
        let used = self.reachable(kernel);
        let faults = strangers(kernel, &used);
        if !faults.is_empty() {
            return Err(faults);
        }
        let own = used.iter().flat_map(|function| &function.shared);
        let all = self.shared.iter().chain(&kernel.shared).chain(own);
        let (fixed, dynamic): (Vec<_>, Vec<_>) = all.cloned().partition(|a| a.extents.is_some());
        Ok(ast::Kernel {
            name: name.to_owned(),
            bounds: kernel.bounds.clone(),
            params: kernel.function.params.clone(),
            constants: self.constants.clone(),
            shared: [fixed, dynamic].concat(),
            constant_buffers: named(&self.constant_buffers, kernel, &used),
            globals: named(&self.globals, kernel, &used),
            functions: used.iter().map(|f| f.function.clone()).collect(),
            body: kernel.function.body.clone(),
        })
    }

    /// The functions that kernels may call.
    pub(crate) fn device_functions(&self) -> impl Iterator<Item = &Function> {
        let device = self.functions.iter().filter(|f| !f.is_kernel);
        device.map(|defined| &defined.function)
    }

    fn find(&self, name: &str) -> Option<&Defined> {
        let mut functions = self.functions.iter();
        functions.find(|f| f.function.name.text == name)
    }

    /// The device functions that a kernel calls, directly or not, in the text's order.
    fn reachable(&self, kernel: &Defined) -> Vec<&Defined> {
        let mut names: IndexSet<&str> = kernel.calls.iter().map(String::as_str).collect();
        let mut next = 0;
        while let Some(name) = names.get_index(next).copied() {
            let calls = self.find(name).into_iter().flat_map(|f| &f.calls);
            names.extend(calls.map(String::as_str));
            next += 1;
        }
        let device = self.functions.iter().filter(|f| !f.is_kernel);
        device
            .filter(|f| names.contains(f.function.name.text.as_str()))
            .collect()
    }

    pub(crate) fn no_such_kernel(&self, entry: &str, at: Span) -> Diagnostic {
        let kernels: Vec<&str> = self.kernels().collect();
        let message = format!("the text has no kernel `{entry}`");
        let help = match did_you_mean(entry, kernels.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if kernels.is_empty() => "write `__global__ void` before the kernel".to_owned(),
            None => format!("its kernels are {}", kernels.join(", ")),
        };
        Diagnostic::error(at, message).help(help)
    }
}

/// The variables that a kernel and its functions name.
fn named(all: &[Symbol], kernel: &Defined, used: &[&Defined]) -> Vec<Symbol> {
    let names = |function: &Defined, symbol: &Symbol| function.free.contains_key(&symbol.name.text);
    let is_named = |symbol: &&Symbol| {
        names(kernel, symbol) || used.iter().any(|function| names(function, symbol))
    };
    all.iter().filter(is_named).cloned().collect()
}

/// Functions do not see the shared arrays of the kernel that calls them, though in the tree
/// both are outermost.
fn strangers(kernel: &Defined, used: &[&Defined]) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for function in used {
        for array in &kernel.shared {
            if let Some(span) = function.free.get(&array.name.text) {
                let name = &array.name.text;
                let message = format!("unknown name `{name}`");
                faults.push(
                    Diagnostic::error(*span, message)
                        .also(array.name.span, "this one belongs to the kernel alone")
                        .help("pass it to the function as a pointer"),
                );
            }
        }
    }
    faults
}
