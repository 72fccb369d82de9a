//! The parser of CUDA C: what all its parts share.

mod declaration;
mod function;
mod initialiser;
mod repeat;
mod specifiers;
mod statement;
mod switch;
mod top;

use super::lex::Lexeme;
use super::names::Names;
use super::rejected;
use super::unit::Unit;
use crate::ast::Array;
use crate::cexpr::{self, Action, Expr, ExprKind, Token};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use indexmap::IndexSet;

/// Levels of statements within each other that later stages, which recurse, are sure to stand.
const MAX_DEPTH: usize = 100;

/// A part that was read, or the one message that says why not.
type Parsed<T> = Result<T, Diagnostic>;

/// Parses the tokens of a text, the last of which is the end.
pub(super) fn unit(tokens: Vec<Lexeme>) -> Parsed<Unit> {
    let words = tokens.iter().filter_map(|(token, _)| match token {
        Token::Word(word) => Some(word.clone()),
        _ => None,
    });
    let mut parser = Parser {
        names: Names::new(words.collect()),
        core: cexpr::Parser::over(tokens),
        unit: Unit::default(),
        function: None,
        shared: Vec::new(),
        calls: IndexSet::new(),
        depth: 0,
        copied: 0,
    };
    parser.text()?;
    Ok(parser.unit)
}

struct Parser {
    /// The tokens, and what reads expressions off them.
    core: cexpr::Parser,
    names: Names,
    unit: Unit,
    /// The device function that is being read; nothing for a kernel.
    function: Option<String>,
    /// Shared arrays of the present function.
    shared: Vec<Array>,
    /// Functions that the present function calls.
    calls: IndexSet<String>,
    /// Statements around the present one.
    depth: usize,
    /// Statements that cases which fall through were given a copy of.
    copied: usize,
}

impl Parser {
    /// Whether the symbol stands here.
    fn at(&self, symbol: &'static str) -> bool {
        *self.core.peek() == Token::Symbol(symbol)
    }

    fn at_end(&self) -> bool {
        *self.core.peek() == Token::End
    }

    /// The word that stands here.
    fn word(&self) -> Option<&str> {
        word_of(self.core.peek())
    }

    /// Takes the symbol, where it stands here.
    fn eat(&mut self, symbol: &'static str) -> Option<Span> {
        self.core.eat(symbol)
    }

    /// Takes the word, where it stands here.
    fn eat_word(&mut self, word: &str) -> Option<Span> {
        let found = self.word() == Some(word);
        found.then(|| self.core.next().1)
    }

    /// Takes the symbol, which must stand here.
    fn expect(&mut self, symbol: &'static str) -> Parsed<Span> {
        match self.eat(symbol) {
            Some(span) => Ok(span),
            None => Err(self.expected(&format!("`{symbol}`"))),
        }
    }

    /// The `;` behind a statement. That it is missing is said where it should stand.
    fn semicolon(&mut self) -> Parsed<()> {
        if self.eat(";").is_some() {
            return Ok(());
        }
        let found = self.core.peek().describe();
        let message = format!("expected `;`, found {found}");
        Err(Diagnostic::error(self.core.behind(), message))
    }

    /// The fault of something else standing here.
    fn expected(&self, wanted: &str) -> Diagnostic {
        if let Some(fault) = self.rejected() {
            return fault;
        }
        let found = self.core.peek().describe();
        let message = format!("expected {wanted}, found {found}");
        Diagnostic::error(self.core.span(), message)
    }

    /// The fault of a word that begins something which is not read.
    fn rejected(&self) -> Option<Diagnostic> {
        rejected::word(self.word()?, self.core.span())
    }

    /// Runs `f` one statement deeper.
    fn deeper<T>(&mut self, f: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            let message = format!("statements nest more than {MAX_DEPTH} levels deep");
            let help = "make a function of the inner ones";
            return Err(Diagnostic::error(self.core.span(), message).help(help));
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }

    /// Runs `f` in a scope of its own.
    fn scoped<T>(&mut self, f: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.names.enter();
        let result = f(self);
        self.names.leave();
        result
    }

    fn expression(&mut self) -> Parsed<Expr> {
        if let Some(fault) = self.rejected() {
            return Err(fault);
        }
        let parsed = self.core.expression();
        let mut expr = parsed.map_err(Diagnostic::from)?;
        self.resolve(&mut expr);
        Ok(expr)
    }

    fn actions(&mut self) -> Parsed<Vec<Action>> {
        let parsed = self.core.actions();
        let mut actions = parsed.map_err(Diagnostic::from)?;
        for action in &mut actions {
            match action {
                Action::Assign { target, value, .. } => {
                    self.resolve(target);
                    self.resolve(value);
                }
                Action::Evaluate(expr) => self.resolve(expr),
            }
        }
        Ok(actions)
    }

    /// Gives names their meaning, and notes what is called.
    fn resolve(&mut self, expr: &mut Expr) {
        self.names.resolve(expr);
        self.note_calls(expr);
    }

    fn note_calls(&mut self, expr: &Expr) {
        if let ExprKind::Call { callee, .. } = &expr.kind {
            self.calls.insert(callee.clone());
        }
        expr.for_each_child(&mut |child| self.note_calls(child));
    }
}

fn word_of(token: &Token) -> Option<&str> {
    match token {
        Token::Word(word) => Some(word),
        _ => None,
    }
}
