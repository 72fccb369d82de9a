//! Loops. The tree's loop declares at most one variable; what else a header declares or
//! assigns stands before the loop, in a block around both.

use super::*;
use crate::ast::{Statement, StatementKind, Test};
use crate::cexpr::Declaration;

impl Parser {
    /// `#pragma unroll n` and the loop behind it.
    pub(super) fn unrolled(&mut self, out: &mut Vec<Statement>) -> Parsed<()> {
        let (_, span) = self.core.next();
        let times = match self.at(";") {
            true => 0,
            false => self.times()?,
        };
        self.expect(";")?;
        match self.word() {
            Some("for" | "while" | "do") => self.repeat(Some(times), out),
            _ => {
                let message = "#pragma unroll stands before no loop";
                Err(Diagnostic::error(span, message).help("move it before a `for` loop"))
            }
        }
    }

    fn times(&mut self) -> Parsed<u32> {
        let expr = self.expression()?;
        let times = self.names.integer(&expr).map(u32::try_from);
        match times {
            Some(Ok(times)) if times > 0 => Ok(times),
            _ => {
                let message = "#pragma unroll wants a number of trips from 1 on";
                Err(Diagnostic::error(expr.span, message).help("write `#pragma unroll 4`"))
            }
        }
    }

    /// A loop of any kind.
    pub(super) fn repeat(&mut self, unroll: Option<u32>, out: &mut Vec<Statement>) -> Parsed<()> {
        let (keyword, span) = self.core.next();
        let kind = match word_of(&keyword) {
            Some("for") => return self.scoped(|parser| parser.counted(unroll, span, out)),
            Some("while") => {
                let test = Test::Before(Some(self.condition()?));
                StatementKind::Loop {
                    init: None,
                    test,
                    step: Vec::new(),
                    body: self.body()?,
                    unroll,
                }
            }
            _ => self.tested_after(unroll)?,
        };
        out.push(Statement { kind, span });
        Ok(())
    }

    fn tested_after(&mut self, unroll: Option<u32>) -> Parsed<StatementKind> {
        let body = self.body()?;
        if self.eat_word("while").is_none() {
            return Err(self.expected("`while`"));
        }
        let test = Test::After(self.condition()?);
        self.semicolon()?;
        Ok(StatementKind::Loop {
            init: None,
            test,
            step: Vec::new(),
            body,
            unroll,
        })
    }

    /// A `for` loop behind its keyword.
    fn counted(&mut self, unroll: Option<u32>, span: Span, out: &mut Vec<Statement>) -> Parsed<()> {
        self.expect("(")?;
        let (mut before, init) = self.header()?;
        let test = match self.at(";") {
            true => None,
            false => Some(self.expression()?),
        };
        self.semicolon()?;
        let step = match self.at(")") {
            true => Vec::new(),
            false => self.actions()?,
        };
        self.expect(")")?;
        let kind = StatementKind::Loop {
            init,
            test: Test::Before(test),
            step,
            body: self.body()?,
            unroll,
        };
        let repeat = Statement { kind, span };
        if before.is_empty() {
            out.push(repeat);
            return Ok(());
        }
        before.push(repeat);
        let kind = StatementKind::Block(before);
        out.push(Statement { kind, span });
        Ok(())
    }

    /// What stands before the first `;`: statements before the loop, and what the loop itself
    /// declares.
    fn header(&mut self) -> Parsed<(Vec<Statement>, Option<Declaration>)> {
        let mut before = Vec::new();
        let span = self.core.span();
        if self.eat(";").is_some() {
            return Ok((before, None));
        }
        if !self.at_declaration() {
            let actions = self.actions()?.into_iter();
            let act = |action| Statement {
                kind: StatementKind::Act(action),
                span,
            };
            before.extend(actions.map(act));
            self.semicolon()?;
            return Ok((before, None));
        }
        self.declaration(&mut before)?;
        let init = counter(&mut before);
        Ok((before, init))
    }
}

/// Takes the first variable out of a header's declarations, where the others may just as well
/// be declared before it: the loop then knows its counter.
fn counter(before: &mut Vec<Statement>) -> Option<Declaration> {
    let (first, others) = before.split_first()?;
    let StatementKind::Declare(first) = &first.kind else {
        return None;
    };
    if !first.extents.is_empty() || first.init.as_ref().is_none_or(Expr::assigns) {
        return None;
    }
    let free = others.iter().all(|other| match &other.kind {
        StatementKind::Declare(other) => {
            let inits = other.init.iter().chain(&other.extents);
            inits.into_iter().all(|init| is_apart(init, &first.name))
        }
        _ => false,
    });
    let first = first.clone();
    free.then(|| {
        before.remove(0);
        first
    })
}

/// Whether an expression neither uses the name nor calls or assigns anything.
fn is_apart(expr: &Expr, name: &str) -> bool {
    let mut apart = match &expr.kind {
        ExprKind::Call { .. } | ExprKind::Assign { .. } | ExprKind::Postfix(..) => false,
        ExprKind::Name(other) => other != name,
        _ => true,
    };
    expr.for_each_child(&mut |child| apart &= is_apart(child, name));
    apart
}
