//! Expressions in which C leaves open whether a change comes before or after a use, such as
//! `a[i] = i++`: nvcc compiles them in some order; here they are faults.
//!
//! C's sequence points are those of `&&`, `||`, `?:` and the ends of statements; an assignment
//! comes after its operands' values, but not after their side effects. What is changed is known
//! by its text: `i`, `v.x`, `a[k]`. That two pointers meet in one element is not seen, nor what
//! a device function does. C++17 has fixed some of these orders; code that relies on them reads
//! no better for it.

use crate::ast;
use crate::cexpr::{BinaryOperator, Expr, ExprKind, UnaryOperator};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The faults of all statements of a kernel and its functions.
pub(super) fn faults(kernel: &ast::Kernel) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    let functions = kernel.functions.iter().flat_map(|function| &function.body);
    for statement in kernel.body.iter().chain(functions) {
        statement.for_each_expression(&mut |expr| {
            faults.extend(Some(expr).filter(|e| e.assigns()).and_then(|e| of(e).err()));
        });
        statement.for_each_assignment(&mut |target, value| {
            if target.assigns() || value.assigns() {
                faults.extend(assignment(target, value).err());
            }
        });
    }
    faults
}

/// Something that is read or changed, by its text, and where.
type Use = (String, Span);

/// What an expression reads and changes.
#[derive(Default)]
struct Uses {
    reads: Vec<Use>,
    changes: Vec<Use>,
}

impl Uses {
    fn add(&mut self, other: Uses) {
        self.reads.extend(other.reads);
        self.changes.extend(other.changes);
    }

    fn reading(mut self, expr: &Expr) -> Self {
        self.reads.push((expr.to_string(), expr.span));
        self
    }

    /// With a change behind all; the change of the same by an operand has no order to it.
    fn changing(mut self, target: &Expr) -> Result<Self, Diagnostic> {
        let change = (target.to_string(), target.span);
        clash(&self.changes, std::slice::from_ref(&change))?;
        self.changes.push(change);
        Ok(self)
    }
}

fn of(expr: &Expr) -> Result<Uses, Diagnostic> {
    match &expr.kind {
        ExprKind::Int { .. }
        | ExprKind::Float { .. }
        | ExprKind::Bool(_)
        | ExprKind::Text(_)
        | ExprKind::SizeOf(_) => Ok(Uses::default()),
        ExprKind::Name(_)
        | ExprKind::Member(..)
        | ExprKind::Index(..)
        | ExprKind::Unary(UnaryOperator::Dereference, _) => Ok(place(expr)?.reading(expr)),
        ExprKind::Unary(UnaryOperator::AddressOf, inner) => place(inner),
        ExprKind::Unary(_, inner) | ExprKind::Cast(_, inner) => of(inner),
        ExprKind::Binary(BinaryOperator::And | BinaryOperator::Or, a, b) => in_order(&[a, b]),
        ExprKind::Conditional(condition, a, b) => in_order(&[condition, a, b]),
        ExprKind::Binary(_, a, b) => in_any_order([of(a)?, of(b)?]),
        ExprKind::Call { args, .. } => {
            let args: Result<Vec<_>, _> = args.iter().map(of).collect();
            in_any_order(args?)
        }
        ExprKind::Assign { target, value, .. } => assignment(target, value),
        ExprKind::Postfix(_, target) => place(target)?.changing(target),
    }
}

fn assignment(target: &Expr, value: &Expr) -> Result<Uses, Diagnostic> {
    in_any_order([place(target)?, of(value)?])?.changing(target)
}

/// What is used to find where something lies.
fn place(expr: &Expr) -> Result<Uses, Diagnostic> {
    match &expr.kind {
        ExprKind::Name(_) => Ok(Uses::default()),
        ExprKind::Member(base, _) => place(base),
        ExprKind::Index(base, index) => in_any_order([of(base)?, of(index)?]),
        ExprKind::Unary(UnaryOperator::Dereference, inner) => of(inner),
        _ => of(expr),
    }
}

fn in_order(parts: &[&Expr]) -> Result<Uses, Diagnostic> {
    let mut all = Uses::default();
    for part in parts {
        all.add(of(part)?);
    }
    Ok(all)
}

fn in_any_order(parts: impl IntoIterator<Item = Uses>) -> Result<Uses, Diagnostic> {
    let mut all = Uses::default();
    for part in parts {
        clash(&all.changes, &part.changes)?;
        clash(&all.changes, &part.reads)?;
        clash(&part.changes, &all.reads)?;
        all.add(part);
    }
    Ok(all)
}

/// The fault of the first change that meets a use.
fn clash(changes: &[Use], uses: &[Use]) -> Result<(), Diagnostic> {
    let pairs = changes
        .iter()
        .flat_map(|change| uses.iter().map(move |other| (change, other)));
    let meet = |(change, other): &(&Use, &Use)| is_part(&change.0, &other.0);
    let Some((change, other)) = pairs.into_iter().find(meet) else {
        return Ok(());
    };
    let message = format!(
        "`{}` is changed and used in one expression, and C leaves the order open",
        change.0
    );
    Err(Diagnostic::error(change.1, message)
        .also(other.1, "this may come before or after")
        .help("change it in a statement of its own"))
}

/// Whether two are the same, or one is a member of the other.
fn is_part(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let rest = long.strip_prefix(short);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
