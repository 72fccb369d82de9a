//! `switch`. Cases of the tree do not fall through: one that does in C gets the statements of
//! the next one behind its own.

use super::*;
use crate::ast::{Case, Statement, StatementKind};

/// The most statements that falling through may copy in a text.
const MAX_COPIED: usize = 10_000;

/// Labels and the statements behind them.
struct Group {
    values: Vec<Expr>,
    is_default: bool,
    body: Vec<Statement>,
    span: Span,
}

impl Parser {
    /// A `switch`, from its keyword on.
    pub(super) fn switch(&mut self) -> Parsed<StatementKind> {
        self.core.next();
        let value = self.condition()?;
        self.expect("{")?;
        let groups = self.scoped(Self::groups)?;
        let cases = self.without_falling(groups)?;
        Ok(StatementKind::Switch { value, cases })
    }

    fn groups(&mut self) -> Parsed<Vec<Group>> {
        let mut groups: Vec<Group> = Vec::new();
        while self.eat("}").is_none() {
            if matches!(self.word(), Some("case" | "default")) {
                let group = self.labels()?;
                groups.push(group);
                continue;
            }
            if self.at_end() {
                return Err(self.expected("`}`"));
            }
            match groups.last_mut() {
                Some(_) => {
                    let mut body = Vec::new();
                    self.statement(&mut body)?;
                    groups.iter_mut().last().into_iter().for_each(|group| {
                        group.body.append(&mut body);
                    });
                }
                None => return Err(self.expected("`case`")),
            }
        }
        Ok(groups)
    }

    /// Labels in a row.
    fn labels(&mut self) -> Parsed<Group> {
        let mut group = Group {
            values: Vec::new(),
            is_default: false,
            body: Vec::new(),
            span: self.core.span(),
        };
        loop {
            if self.eat_word("case").is_some() {
                group.values.push(self.expression()?);
            } else if self.eat_word("default").is_some() {
                group.is_default = true;
            } else {
                return Ok(group);
            }
            self.expect(":")?;
        }
    }

    fn without_falling(&mut self, groups: Vec<Group>) -> Parsed<Vec<Case>> {
        let mut cases = Vec::new();
        for (at, group) in groups.iter().enumerate() {
            let mut body = group.body.clone();
            for next in &groups[at + 1..] {
                if leaves(&body) {
                    break;
                }
                self.copied += size(&next.body);
                if self.copied > MAX_COPIED {
                    let message = "too many cases fall through into each other";
                    let help = "end cases with `break`, or make functions of their statements";
                    return Err(Diagnostic::error(group.span, message).help(help));
                }
                body.extend(next.body.iter().cloned());
            }
            let values = (!group.is_default).then(|| group.values.clone());
            cases.push(Case { values, body });
        }
        Ok(cases)
    }
}

/// Whether control never gets behind the statements.
fn leaves(body: &[Statement]) -> bool {
    body.last().is_some_and(|last| match &last.kind {
        StatementKind::Break | StatementKind::Continue | StatementKind::Return(_) => true,
        StatementKind::Block(body) => leaves(body),
        StatementKind::If {
            then, otherwise, ..
        } => leaves(then) && leaves(otherwise),
        StatementKind::Declare(_)
        | StatementKind::Store { .. }
        | StatementKind::Act(_)
        | StatementKind::Loop { .. }
        | StatementKind::Switch { .. }
        | StatementKind::Barrier
        | StatementKind::SyncWarp
        | StatementKind::Fence(_) => false,
    })
}

/// How many statements there are, at whatever depth.
fn size(body: &[Statement]) -> usize {
    let inner = |statement: &Statement| match &statement.kind {
        StatementKind::Block(body) | StatementKind::Loop { body, .. } => size(body),
        StatementKind::If {
            then, otherwise, ..
        } => size(then) + size(otherwise),
        StatementKind::Switch { cases, .. } => cases.iter().map(|case| size(&case.body)).sum(),
        StatementKind::Declare(_)
        | StatementKind::Store { .. }
        | StatementKind::Act(_)
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Return(_)
        | StatementKind::Barrier
        | StatementKind::SyncWarp
        | StatementKind::Fence(_) => 0,
    };
    body.iter().map(|statement| 1 + inner(statement)).sum()
}
