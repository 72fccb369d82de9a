//! What can be wrong with an expression's text.

use crate::source::Span;
use thiserror::Error;

/// A fault in the text of an expression.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct ParseError {
    /// What is wrong.
    pub kind: ParseErrorKind,
    /// Where, in bytes of the text.
    pub span: Span,
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseErrorKind {
    /// No token at all.
    #[error("the expression is empty")]
    Empty,
    /// A character that begins no token.
    #[error("unexpected character `{0}`")]
    Character(char),
    /// A quote without its partner.
    #[error("the literal does not end")]
    Unterminated,
    /// A backslash before a letter that it gives no meaning.
    #[error("`\\{0}` is no character of ASCII that C knows")]
    Escape(char),
    /// A number that C would not read.
    #[error("`{0}` is not a number")]
    Number(String),
    /// An integer beyond 64 bits.
    #[error("the integer does not fit into 64 bits")]
    TooLarge,
    /// An operand is missing.
    #[error("expected an operand, found {0}")]
    Operand(String),
    /// Something else is missing.
    #[error("expected {wanted}, found {found}")]
    Expected {
        /// What should stand here.
        wanted: &'static str,
        /// What does.
        found: String,
    },
    /// The expression ends before the text does.
    #[error("expected an operator or the end, found {0}")]
    Trailing(String),
    /// Words that make no type together.
    #[error("`{0}` is not a type")]
    Type(String),
    /// Something called that has no name.
    #[error("only a name can be called")]
    Callee,
    /// More operators within each other than the compiler follows.
    #[error("the expression nests more than {0} levels deep")]
    TooDeep(usize),
}

impl ParseErrorKind {
    /// What to do about it, where that is not plain from the message.
    pub fn remedy(&self) -> Option<String> {
        let text = match self {
            ParseErrorKind::Empty => "write an expression, such as `0`",
            ParseErrorKind::Escape(_) => "write two backslashes for one",
            ParseErrorKind::Character('#') => "preprocessor directives are not read here",
            ParseErrorKind::Number(_) => {
                "write 12, 0x1f, 0b101, 1.5, 1.5f or 2e-3, with u, l, ul or ll behind integers"
            }
            ParseErrorKind::TooLarge => "the largest is 18446744073709551615ul",
            ParseErrorKind::Type(_) => "write a C type, such as `unsigned int` or `float`",
            ParseErrorKind::TooDeep(_) => "give a part of it a name of its own",
            ParseErrorKind::Trailing(_) => "is an operator or a parenthesis missing?",
            ParseErrorKind::Character(_)
            | ParseErrorKind::Unterminated
            | ParseErrorKind::Operand(_)
            | ParseErrorKind::Expected { .. }
            | ParseErrorKind::Callee => return None,
        };
        Some(text.to_owned())
    }
}
