//! `switch`: a chain of `if`s on a value that is computed once.
//!
//! Cases do not fall through: the bodies are separate, and a `break` at a body's end may be
//! left out. Any other `break` in a case leaves the `switch`, as in C.

use super::scope::Binding;
use super::value::Value;
use super::{LoopTargets, Lowered, Lowering, Target};
use crate::ast::{Case, Name, Statement, StatementKind};
use crate::cexpr::{BinaryOperator, Expr, ExprKind};
use crate::diagnostic::Diagnostic;
use crate::kernel::RegionKind;
use crate::source::Span;

/// What the value is called in the conditions; no name of the source has a blank.
const VALUE: &str = "switch value";

impl Lowering<'_> {
    pub(super) fn switch(&mut self, value: &Expr, cases: &[Case]) -> Lowered<()> {
        let found = self.rvalue(value)?;
        let (ty, operand) = self.integer(found, value.span)?;
        check_defaults(cases, value.span)?;
        let (name, span) = (VALUE.to_owned(), value.span);
        let bound = Name { text: name, span };
        self.scope.enter();
        let binding = Binding::Value(Value::Scalar(ty, operand));
        self.bind_or_break(&bound, Ok(binding));
        let exit = self.build.new_block();
        let leaves = cases.iter().any(|case| has_break(inner(case)));
        if leaves {
            self.build.open_region(RegionKind::Selection, exit);
            let first = self.build.new_block();
            self.build.jump(first);
            self.build.switch_to(first);
        }
        self.loops.push(LoopTargets {
            exit: Target {
                block: exit,
                around: self.build.open.len(),
            },
            step: self.loops.last().and_then(|targets| targets.step),
        });
        self.statements(&chain(cases, value.span));
        self.loops.pop();
        if leaves {
            self.build.jump(exit);
            self.build.open.pop();
            self.build.switch_to(exit);
        }
        self.scope.leave();
        Ok(())
    }
}

fn check_defaults(cases: &[Case], span: Span) -> Lowered<()> {
    let defaults = cases.iter().filter(|case| case.values.is_none()).count();
    match defaults {
        0 | 1 => Ok(()),
        n => Err(Diagnostic::error(
            span,
            format!("this Switch has {n} defaults"),
        )),
    }
}

/// A case's statements, without the `break` at the end.
fn inner(case: &Case) -> &[Statement] {
    match case.body.split_last() {
        Some((last, rest)) if last.kind == StatementKind::Break => rest,
        _ => &case.body,
    }
}

/// `if (value == first) … else if … else default`.
fn chain(cases: &[Case], span: Span) -> Vec<Statement> {
    let default = cases.iter().find(|case| case.values.is_none());
    let mut rest: Vec<Statement> = default.map_or(Vec::new(), |case| inner(case).to_vec());
    for case in cases.iter().rev() {
        let Some(condition) = case.values.as_ref().and_then(|values| any_of(values)) else {
            continue;
        };
        let kind = StatementKind::If {
            condition,
            then: inner(case).to_vec(),
            otherwise: rest,
        };
        rest = vec![Statement { kind, span }];
    }
    rest
}

/// `value == a || value == b || …`; nothing for no values.
fn any_of(values: &[Expr]) -> Option<Expr> {
    let equal = values.iter().map(|value| {
        let span = value.span;
        let kind = ExprKind::Name(VALUE.to_owned());
        binary(BinaryOperator::Equal, Expr { kind, span }, value.clone())
    });
    equal.reduce(|a, b| binary(BinaryOperator::Or, a, b))
}

fn binary(op: BinaryOperator, a: Expr, b: Expr) -> Expr {
    let span = a.span.to(b.span);
    let kind = ExprKind::Binary(op, Box::new(a), Box::new(b));
    Expr { kind, span }
}

/// Whether a `break` of the loop or `switch` itself stands in its body.
pub(super) fn has_break(body: &[Statement]) -> bool {
    body.iter().any(|statement| match &statement.kind {
        StatementKind::Break => true,
        StatementKind::If {
            then, otherwise, ..
        } => has_break(then) || has_break(otherwise),
        StatementKind::Block(body) => has_break(body),
        StatementKind::Loop { .. }
        | StatementKind::Switch { .. }
        | StatementKind::Continue
        | StatementKind::Declare(_)
        | StatementKind::Store { .. }
        | StatementKind::Act(_)
        | StatementKind::Return(_)
        | StatementKind::Barrier
        | StatementKind::SyncWarp
        | StatementKind::Fence(_) => false,
    })
}
