//! Tokens of a C expression.

use super::error::{ParseError, ParseErrorKind};
use super::number::{self, Number};
use crate::source::Span;

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    /// A numeric literal.
    Number(Number),
    /// A name or keyword.
    Word(String),
    /// A string literal.
    Text(String),
    /// An operator or a bracket.
    Symbol(&'static str),
    /// Behind the last token.
    End,
}

impl Token {
    /// How a message names it.
    pub(crate) fn describe(&self) -> String {
        match self {
            Token::Number(_) => "a number".into(),
            Token::Word(word) => format!("`{word}`"),
            Token::Text(_) => "a string".into(),
            Token::Symbol(symbol) => format!("`{symbol}`"),
            Token::End => "the end".into(),
        }
    }
}

/// Longest first, so that the first match is the right one.
const SYMBOLS: [&str; 47] = [
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=",
    "/=", "%=", "+=", "-=", "&=", "^=", "|=", "::", "+", "-", "*", "/", "%", "<", ">", "=", "!",
    "~", "&", "|", "^", "?", ":", ".", ",", "(", ")", "[", "]", ";", "{", "}",
];

/// All tokens of the text with their places; the last is [`Token::End`].
pub(super) fn lex(text: &str) -> Result<Vec<(Token, Span)>, ParseError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        at += blank(&text[at..]);
        let rest = &text[at..];
        if rest.is_empty() {
            tokens.push((Token::End, Span::new(at, at)));
            return Ok(tokens);
        }
        let (token, length) = lex_one(rest, at)?;
        tokens.push((token, Span::new(at, at + length)));
        at += length;
    }
}

/// Length of the white space and comments ahead.
fn blank(text: &str) -> usize {
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start();
        let after = if trimmed.starts_with("//") {
            trimmed.find('\n').map_or("", |end| &trimmed[end..])
        } else if let Some(comment) = trimmed.strip_prefix("/*") {
            comment.find("*/").map_or("", |end| &comment[end + 2..])
        } else {
            return text.len() - trimmed.len();
        };
        rest = after;
    }
}

/// The token that a text begins with, and its length; `at` is the text's place. The text must
/// begin with no blank.
pub(crate) fn lex_one(rest: &str, at: usize) -> Result<(Token, usize), ParseError> {
    let mut chars = rest.chars();
    let first = chars.next().unwrap_or(' ');
    let digit_follows = chars.next().is_some_and(|c| c.is_ascii_digit());
    match first {
        '0'..='9' => lex_number(rest, at),
        '.' if digit_follows => lex_number(rest, at),
        'a'..='z' | 'A'..='Z' | '_' => {
            let word = prefix(rest, |c| c.is_ascii_alphanumeric() || c == '_');
            Ok((Token::Word(word.to_owned()), word.len()))
        }
        '"' => lex_text(rest, at),
        '\'' => lex_character(rest, at),
        other => {
            let symbol = SYMBOLS.iter().find(|s| rest.starts_with(**s));
            let found = symbol.map(|s| (Token::Symbol(s), s.len()));
            found.ok_or_else(|| {
                let span = Span::new(at, at + other.len_utf8());
                error(ParseErrorKind::Character(other), span)
            })
        }
    }
}

fn error(kind: ParseErrorKind, span: Span) -> ParseError {
    ParseError { kind, span }
}

fn prefix(text: &str, within: impl Fn(char) -> bool) -> &str {
    let end = text.find(|c| !within(c)).unwrap_or(text.len());
    &text[..end]
}

fn lex_number(rest: &str, at: usize) -> Result<(Token, usize), ParseError> {
    let length = number_length(rest);
    let number =
        number::read(&rest[..length]).map_err(|kind| error(kind, Span::new(at, at + length)))?;
    Ok((Token::Number(number), length))
}

/// Length of C's preprocessing number: digits, letters, dots, and signs behind an exponent.
fn number_length(text: &str) -> usize {
    let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let mut previous = ' ';
    let end = text.find(|c: char| {
        let sign = matches!(c, '+' | '-') && matches!(previous, 'e' | 'E') && !hexadecimal;
        previous = c;
        !(sign || c.is_ascii_alphanumeric() || c == '.' || c == '_')
    });
    end.unwrap_or(text.len())
}

fn lex_text(rest: &str, at: usize) -> Result<(Token, usize), ParseError> {
    let mut text = String::new();
    let mut chars = rest[1..].char_indices();
    while let Some((offset, c)) = chars.next() {
        match c {
            '"' => return Ok((Token::Text(text), offset + 2)),
            '\\' => text.extend(chars.next().and_then(|(_, c)| escape(c))),
            other => text.push(other),
        }
    }
    Err(error(ParseErrorKind::Unterminated, Span::new(at, at + 1)))
}

fn lex_character(rest: &str, at: usize) -> Result<(Token, usize), ParseError> {
    let unterminated = || error(ParseErrorKind::Unterminated, Span::new(at, at + 1));
    let mut chars = rest[1..].chars();
    let first = chars.next().ok_or_else(unterminated)?;
    let (value, length) = match first {
        '\\' => {
            let escaped = chars.next().ok_or_else(unterminated)?;
            let value = escape(escaped).ok_or_else(unterminated)?;
            (value, 1 + escaped.len_utf8())
        }
        other => (other, other.len_utf8()),
    };
    match chars.next() {
        Some('\'') => {
            let ty = super::types::Scalar::I32;
            let value = u64::from(u32::from(value));
            Ok((Token::Number(Number::Int { value, ty }), length + 2))
        }
        _ => Err(unterminated()),
    }
}

fn escape(c: char) -> Option<char> {
    match c {
        'n' => Some('\n'),
        't' => Some('\t'),
        'r' => Some('\r'),
        '0' => Some('\0'),
        '\\' | '\'' | '"' => Some(c),
        _ => None,
    }
}
