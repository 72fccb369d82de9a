//! Names and what they mean.

use super::value::{Place, Pointer, Ty, Value};
use crate::ast::{self, Statement, StatementKind};
use crate::cexpr::{Action, Expr, ExprKind, UnaryOperator};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::kernel::{Address, VReg};
use crate::source::Span;
use arrayvec::ArrayVec;
use indexmap::IndexSet;

/// What a name means.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    /// A value that never changes.
    Value(Value),
    /// Registers that may be assigned.
    Variable(Ty, ArrayVec<VReg, 4>),
    /// An array in memory; no extents for a single element.
    Array(Pointer, Address, Vec<u32>),
    /// Something whose declaration was wrong; using it is no further fault.
    Broken,
}

struct Entry {
    name: String,
    binding: Binding,
    span: Span,
    depth: usize,
    /// Whether it was declared `const`.
    fixed: bool,
}

/// Names that a device function does not see.
pub(super) struct Hidden {
    entries: Vec<Entry>,
}

/// Names in force, innermost last.
pub(super) struct Scope {
    entries: Vec<Entry>,
    depth: usize,
    changed: Changed,
}

/// Names that may change after they were declared.
pub(super) struct Changed {
    /// Names that some statement assigns to, anywhere in the kernel.
    pub assigned: IndexSet<String>,
    /// Names that a call passes by reference or by their address, anywhere in the kernel.
    pub referenced: IndexSet<String>,
}

impl Scope {
    pub fn new(changed: Changed) -> Self {
        Self {
            entries: Vec::new(),
            depth: 0,
            changed,
        }
    }

    /// Goes on in a text in which other names change; gives those of the text that was left.
    pub fn change_text(&mut self, changed: Changed) -> Changed {
        std::mem::replace(&mut self.changed, changed)
    }

    pub fn enter(&mut self) {
        self.depth += 1;
    }

    pub fn leave(&mut self) {
        self.depth -= 1;
        let depth = self.depth;
        self.entries.retain(|entry| entry.depth <= depth);
    }

    /// Takes away all names but the outermost, as a device function does not see its caller's.
    pub fn hide(&mut self) -> Hidden {
        let outer = self
            .entries
            .iter()
            .take_while(|entry| entry.depth == 0)
            .count();
        Hidden {
            entries: self.entries.split_off(outer),
        }
    }

    /// Puts back what [`Scope::hide`] took.
    pub fn restore(&mut self, hidden: Hidden) {
        self.entries.extend(hidden.entries);
    }

    pub fn is_assigned(&self, name: &str) -> bool {
        self.changed.assigned.contains(name) || self.is_referenced(name)
    }

    /// Whether a call may assign to the name.
    pub fn is_referenced(&self, name: &str) -> bool {
        self.changed.referenced.contains(name)
    }

    /// Binds a name; one of the same scope must not be there already.
    pub fn bind(&mut self, name: &str, span: Span, binding: Binding) -> Result<(), Diagnostic> {
        let depth = self.depth;
        let clash = self
            .entries
            .iter()
            .find(|e| e.name == name && e.depth == depth);
        let before = clash.map(|entry| entry.span);
        self.entries.push(Entry {
            name: name.to_owned(),
            binding,
            span,
            depth,
            fixed: false,
        });
        match before {
            Some(before) => Err(
                Diagnostic::error(span, format!("`{name}` is declared twice"))
                    .also(before, "first declared here")
                    .help("give one of them another name, or assign to the first"),
            ),
            None => Ok(()),
        }
    }

    /// Makes the name that was bound last one that keeps its value, if it was declared so.
    pub fn fix_if(&mut self, constant: bool) {
        if let Some(last) = self.entries.last_mut() {
            last.fixed = constant;
        }
    }

    /// Where a name was declared that keeps its value.
    pub fn fixed(&self, name: &str) -> Option<Span> {
        let entry = self.entries.iter().rev().find(|entry| entry.name == name)?;
        entry.fixed.then_some(entry.span)
    }

    pub fn find(&self, name: &str) -> Option<&Binding> {
        let entry = self.entries.iter().rev().find(|entry| entry.name == name);
        entry.map(|entry| &entry.binding)
    }

    /// The name's meaning; a name without one is a fault at `span`.
    pub fn lookup(&self, name: &str, span: Span) -> Result<&Binding, Diagnostic> {
        self.find(name).ok_or_else(|| {
            let message = format!("unknown name `{name}`");
            let known = self.entries.iter().map(|entry| entry.name.as_str());
            let near = did_you_mean(name, known.chain(BUILT_IN_VARIABLES));
            let help = near.map(|near| format!("did you mean `{near}`?"));
            Diagnostic::error(span, message).help_if(help)
        })
    }
}

/// CUDA's variables.
pub(super) const BUILT_IN_VARIABLES: [&str; 5] =
    ["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"];

impl Binding {
    /// What an assignment to the name would change.
    pub fn place(&self) -> Option<Place> {
        match self {
            Binding::Variable(ty, regs) => Some(Place::Variable(*ty, regs.clone())),
            Binding::Array(pointer, addr, extents) if extents.is_empty() => {
                Some(Place::Memory(*pointer, *addr))
            }
            Binding::Array(..) | Binding::Value(_) | Binding::Broken => None,
        }
    }
}

/// The names that statements assign to, at whatever depth.
pub(crate) fn assigned_names(statements: &[Statement]) -> IndexSet<String> {
    let mut names = IndexSet::new();
    statements.iter().for_each(|s| collect(s, &mut names));
    for statement in statements {
        statement.for_each_expression(&mut |expr| collect_within(expr, &mut names));
    }
    names
}

/// The names that assignments and steps in the middle of an expression change.
fn collect_within(expr: &Expr, names: &mut IndexSet<String>) {
    let target = match &expr.kind {
        ExprKind::Assign { target, .. } | ExprKind::Postfix(_, target) => root(target),
        _ => None,
    };
    names.extend(target.map(str::to_owned));
    expr.for_each_child(&mut |child| collect_within(child, names));
}

/// The names that calls of these functions pass to parameters that are references, and those
/// whose addresses any call is given.
pub(crate) fn referenced_names<'a>(
    functions: &[ast::Function],
    bodies: impl Iterator<Item = &'a [Statement]>,
) -> IndexSet<String> {
    let mut names = IndexSet::new();
    for statement in bodies.flatten() {
        statement.for_each_expression(&mut |expr| pass_references(functions, expr, &mut names));
    }
    names
}

fn pass_references(functions: &[ast::Function], expr: &Expr, names: &mut IndexSet<String>) {
    if let ExprKind::Call { callee, args, .. } = &expr.kind {
        let addressed = args.iter().filter_map(address_root);
        names.extend(addressed.map(str::to_owned));
        let function = functions.iter().find(|f| f.name.text == *callee);
        let params = function.into_iter().flat_map(|f| &f.params);
        let passed = params.zip(args).filter(|(param, _)| param.by_reference);
        names.extend(passed.filter_map(|(_, arg)| Some(root(arg)?.to_owned())));
    }
    expr.for_each_child(&mut |child| pass_references(functions, child, names));
}

fn collect(statement: &Statement, names: &mut IndexSet<String>) {
    let mut all = |body: &[Statement]| body.iter().for_each(|s| collect(s, names));
    match &statement.kind {
        StatementKind::Act(action) => collect_action(action, names),
        StatementKind::If {
            then, otherwise, ..
        } => {
            all(then);
            all(otherwise);
        }
        StatementKind::Loop { step, body, .. } => {
            all(body);
            step.iter().for_each(|step| collect_action(step, names));
        }
        StatementKind::Switch { cases, .. } => cases.iter().for_each(|case| all(&case.body)),
        StatementKind::Block(body) => all(body),
        // A declaration without a value is given one later.
        StatementKind::Declare(declaration) if declaration.init.is_none() => {
            names.insert(declaration.name.clone());
        }
        StatementKind::Declare(_)
        | StatementKind::Store { .. }
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Return(_)
        | StatementKind::Barrier
        | StatementKind::SyncWarp
        | StatementKind::Fence(_) => {}
    }
}

fn collect_action(action: &Action, names: &mut IndexSet<String>) {
    if let Action::Assign { target, .. } = action
        && let Some(name) = root(target)
    {
        names.insert(name.to_owned());
    }
}

/// The variable of which an argument is the address.
fn address_root(arg: &Expr) -> Option<&str> {
    match &arg.kind {
        ExprKind::Unary(UnaryOperator::AddressOf, inner) => root(inner),
        _ => None,
    }
}

/// The variable of which the target is all or a member.
pub(super) fn root(target: &Expr) -> Option<&str> {
    match &target.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Member(base, _) => root(base),
        _ => None,
    }
}
