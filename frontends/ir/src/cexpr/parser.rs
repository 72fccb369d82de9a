//! The parser: its entry points and the tokens before it.

mod expression;
pub(super) mod halves;
mod statement;

use super::error::{ParseError, ParseErrorKind};
use super::lexer::{Token, lex};
use super::types::one_word;
use super::*;

/// Levels of nesting that later stages, which recurse, are sure to stand.
const MAX_DEPTH: usize = 200;

type Parsed<T> = Result<T, ParseError>;

/// Parses a whole expression.
pub fn parse(text: &str) -> Result<Expr, ParseError> {
    let mut parser = Parser::new(text)?;
    let expr = parser.expression()?;
    parser.finish()?;
    Ok(expr)
}

/// Parses an expression statement: an expression, an assignment, `x++` or `--x`.
pub fn parse_action(text: &str) -> Result<Action, ParseError> {
    let mut parser = Parser::new(text)?;
    let action = parser.action()?;
    parser.finish()?;
    Ok(action)
}

/// Parses expression statements with commas between them, as a loop's header has them.
pub fn parse_actions(text: &str) -> Result<Vec<Action>, ParseError> {
    let mut parser = Parser::new(text)?;
    let actions = parser.actions()?;
    parser.finish()?;
    Ok(actions)
}

/// Parses a declaration: `[type] name [extents] [= value]`.
pub fn parse_declaration(text: &str) -> Result<Declaration, ParseError> {
    let mut parser = Parser::new(text)?;
    let declaration = parser.declaration()?;
    parser.finish()?;
    Ok(declaration)
}

/// Parses a type name alone.
pub fn parse_type(text: &str) -> Result<TypeName, ParseError> {
    let mut parser = Parser::new(text)?;
    if let [(Token::Word(word), _), (Token::End, _)] = parser.tokens.as_mut_slice() {
        halves::name_one(word);
    }
    let found = parser.peek().describe();
    let wanted = "a type";
    let ty = parser.type_name()?;
    let ty = ty.ok_or_else(|| parser.error(ParseErrorKind::Expected { wanted, found }))?;
    parser.finish()?;
    Ok(ty)
}

/// Reads expressions, and what stands around them, off a list of tokens. The parser of CUDA C
/// text ([`crate::cuda`]) is built upon it.
pub(crate) struct Parser {
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn new(text: &str) -> Parsed<Self> {
        let tokens = lex(text)?;
        if let [(Token::End, span)] = tokens.as_slice() {
            let (kind, span) = (ParseErrorKind::Empty, *span);
            return Err(ParseError { kind, span });
        }
        Ok(Self::over(tokens))
    }

    /// A parser of tokens, the last of which is [`Token::End`].
    pub(crate) fn over(mut tokens: Vec<(Token, Span)>) -> Self {
        halves::name(&mut tokens);
        Self {
            tokens,
            at: 0,
            depth: 0,
        }
    }

    pub(crate) fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    pub(crate) fn peek_at(&self, ahead: usize) -> &Token {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + ahead).min(last)].0
    }

    pub(crate) fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    pub(crate) fn next(&mut self) -> (Token, Span) {
        let token = self.tokens[self.at].clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub(crate) fn error(&self, kind: ParseErrorKind) -> ParseError {
        let span = self.span();
        ParseError { kind, span }
    }

    pub(crate) fn eat(&mut self, symbol: &'static str) -> Option<Span> {
        let found = *self.peek() == Token::Symbol(symbol);
        found.then(|| self.next().1)
    }

    fn expect(&mut self, symbol: &'static str) -> Parsed<Span> {
        let found = self.peek().describe();
        let wanted = match symbol {
            ")" => "`)`",
            "]" => "`]`",
            ":" => "`:`",
            "<" => "`<`",
            ">" => "`>`",
            _ => "`(`",
        };
        let missing = self.error(ParseErrorKind::Expected { wanted, found });
        self.eat(symbol).ok_or(missing)
    }

    fn finish(&self) -> Parsed<()> {
        match self.peek() {
            Token::End => Ok(()),
            other => Err(self.error(ParseErrorKind::Trailing(other.describe()))),
        }
    }

    /// Where the token before this one ends.
    pub(crate) fn behind(&self) -> Span {
        let before = self.tokens[self.at.saturating_sub(1)].1;
        Span {
            start: before.end,
            end: before.end,
        }
    }

    /// Runs `f` one level deeper.
    fn deeper<T>(&mut self, f: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.error(ParseErrorKind::TooDeep(MAX_DEPTH)));
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }

    pub(crate) fn name(&mut self, wanted: &'static str) -> Parsed<(String, Span)> {
        let found = self.peek().describe();
        match self.peek().clone() {
            Token::Word(word) => Ok((word, self.next().1)),
            _ => Err(self.error(ParseErrorKind::Expected { wanted, found })),
        }
    }
}
