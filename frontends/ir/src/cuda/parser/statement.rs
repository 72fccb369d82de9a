//! Statements; loops, `switch` and initialisers have files of their own.

use super::declaration::Declarator;
use super::specifiers::{Specifiers, Storage, unknown_type};
use super::*;
use crate::ast::{Statement, StatementKind};
use crate::cexpr::Declaration;
use crate::cuda::lex::UNROLL;
use crate::cuda::names::Meaning;
use crate::kernel::FenceScope;

impl Parser {
    /// A statement, which may become none or several.
    pub(super) fn statement(&mut self, out: &mut Vec<Statement>) -> Parsed<()> {
        self.deeper(|parser| parser.any_statement(out))
    }

    fn any_statement(&mut self, out: &mut Vec<Statement>) -> Parsed<()> {
        let span = self.core.span();
        if self.eat(";").is_some() {
            return Ok(());
        }
        if self.eat("{").is_some() {
            let kind = StatementKind::Block(self.block()?);
            out.push(Statement { kind, span });
            return Ok(());
        }
        if self.at_declaration() {
            return self.declaration(out);
        }
        let Some(word) = self.word().map(str::to_owned) else {
            return self.expression_statement(out);
        };
        let kind = match word.as_str() {
            "if" => self.branch()?,
            UNROLL => return self.unrolled(out),
            "for" | "while" | "do" => return self.repeat(None, out),
            "switch" => self.switch()?,
            "break" => self.simple(StatementKind::Break)?,
            "continue" => self.simple(StatementKind::Continue)?,
            "return" => self.returning()?,
            "case" | "default" => return Err(misplaced(&word, "outside of `switch`", span)),
            "else" => return Err(misplaced(&word, "without `if`", span)),
            _ => return self.expression_statement(out),
        };
        out.push(Statement { kind, span });
        Ok(())
    }

    fn simple(&mut self, kind: StatementKind) -> Parsed<StatementKind> {
        self.core.next();
        self.semicolon()?;
        Ok(kind)
    }

    fn returning(&mut self) -> Parsed<StatementKind> {
        self.core.next();
        let value = match self.at(";") {
            true => None,
            false => Some(self.expression()?),
        };
        self.semicolon()?;
        Ok(StatementKind::Return(value))
    }

    fn branch(&mut self) -> Parsed<StatementKind> {
        self.core.next();
        let condition = self.condition()?;
        let then = self.body()?;
        let otherwise = match self.eat_word("else") {
            Some(_) => self.body()?,
            None => Vec::new(),
        };
        Ok(StatementKind::If {
            condition,
            then,
            otherwise,
        })
    }

    /// `(expression)`
    pub(super) fn condition(&mut self) -> Parsed<Expr> {
        self.expect("(")?;
        let condition = self.expression()?;
        self.expect(")")?;
        Ok(condition)
    }

    /// The statement that `if` or a loop governs. The braces around several are no block of
    /// their own in the tree.
    pub(super) fn body(&mut self) -> Parsed<Vec<Statement>> {
        if self.eat("{").is_some() {
            return self.block();
        }
        let mut body = Vec::new();
        self.scoped(|parser| parser.statement(&mut body))?;
        Ok(body)
    }

    fn expression_statement(&mut self, out: &mut Vec<Statement>) -> Parsed<()> {
        let span = self.core.span();
        if let Some(fault) = self.rejected() {
            return Err(fault);
        }
        let two_words = word_of(self.core.peek_at(1)).is_some();
        if let Some(word) = self.word().filter(|_| two_words) {
            return Err(unknown_type(word, span));
        }
        for action in self.actions()? {
            let kind = synchronisation(&action).unwrap_or(StatementKind::Act(action));
            out.push(Statement { kind, span });
        }
        self.semicolon()
    }

    /// Variables, each a statement.
    pub(super) fn declaration(&mut self, out: &mut Vec<Statement>) -> Parsed<()> {
        let specifiers = self.specifiers()?;
        check_local(&specifiers)?;
        loop {
            let declarator = self.declarator(true)?;
            match specifiers.storage {
                Storage::Shared => {
                    let array = self.shared_array(&specifiers, declarator)?;
                    self.shared.push(array);
                }
                _ => self.local(&specifiers, declarator, out)?,
            }
            if self.eat(",").is_none() {
                return self.semicolon();
            }
        }
    }

    /// A variable or array of a thread's own.
    fn local(
        &mut self,
        specifiers: &Specifiers,
        declarator: Declarator,
        out: &mut Vec<Statement>,
    ) -> Parsed<()> {
        let ty = specifiers.type_of(&declarator)?;
        let name = declarator.name.clone();
        if let Some(span) = declarator.reference {
            let message = "references are supported as parameters of device functions only";
            return Err(Diagnostic::error(span, message).help("use a pointer or a copy"));
        }
        if !declarator.extents.is_empty() {
            return self.local_array(ty, declarator, out);
        }
        let init = match self.eat("=") {
            Some(_) => Some(self.first_value(ty)?),
            None => None,
        };
        let known = init.as_ref().filter(|_| specifiers.is_const);
        let known = known.and_then(|value| self.names.integer(value));
        let meaning = known.map_or(Meaning::Plain, Meaning::Constant);
        self.names.declare(&name.text, meaning);
        let span = name.span;
        let kind = StatementKind::Declare(Declaration {
            ty,
            name: name.text,
            name_span: span,
            extents: Vec::new(),
            init,
        });
        out.push(Statement { kind, span });
        Ok(())
    }
}

/// The statement of the tree that a call of CUDA's synchronisation functions is.
fn synchronisation(action: &Action) -> Option<StatementKind> {
    let Action::Evaluate(Expr { kind, .. }) = action else {
        return None;
    };
    match kind {
        ExprKind::Call { callee, args, .. } if args.is_empty() => match callee.as_str() {
            "__syncthreads" => Some(StatementKind::Barrier),
            "__syncwarp" => Some(StatementKind::SyncWarp),
            "__threadfence_block" => Some(StatementKind::Fence(FenceScope::Block)),
            "__threadfence" => Some(StatementKind::Fence(FenceScope::Device)),
            "__threadfence_system" => Some(StatementKind::Fence(FenceScope::System)),
            _ => None,
        },
        _ => None,
    }
}

fn misplaced(word: &str, how: &str, span: Span) -> Diagnostic {
    Diagnostic::error(span, format!("`{word}` stands {how}"))
}

fn check_local(specifiers: &Specifiers) -> Parsed<()> {
    let (message, help) = match specifiers.storage {
        Storage::Plain if specifiers.is_extern => (
            "`extern` variables are not supported",
            "pass it as a parameter",
        ),
        Storage::Plain if specifiers.is_static && !specifiers.is_const => (
            "a variable that keeps its value between calls is not supported",
            "pass a buffer as a parameter",
        ),
        Storage::Plain | Storage::Shared => return Ok(()),
        Storage::Constant | Storage::Device | Storage::Global => (
            "this can be declared outside of functions only",
            "move it before the kernel",
        ),
    };
    Err(Diagnostic::error(specifiers.span, message).help(help))
}
