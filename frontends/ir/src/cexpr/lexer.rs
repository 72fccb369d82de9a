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
    let mut length = 1;
    loop {
        let (character, next) = character(&rest[length..], at + length)?
            .ok_or_else(|| error(ParseErrorKind::Unterminated, Span::new(at, at + 1)))?;
        if next == 1 && character == '"' {
            return Ok((Token::Text(text), length + 1));
        }
        text.push(character);
        length += next;
    }
}

fn lex_character(rest: &str, at: usize) -> Result<(Token, usize), ParseError> {
    let unterminated = || error(ParseErrorKind::Unterminated, Span::new(at, at + 1));
    let (value, length) = character(&rest[1..], at + 1)?.ok_or_else(unterminated)?;
    if !rest[1 + length..].starts_with('\'') {
        return Err(unterminated());
    }
    let ty = super::types::Scalar::I32;
    let value = u64::from(u32::from(value));
    Ok((Token::Number(Number::Int { value, ty }), length + 2))
}

/// The character of a literal that stands here, and its length; nothing at the end of the text.
fn character(text: &str, at: usize) -> Result<Option<(char, usize)>, ParseError> {
    let Some(first) = text.chars().next() else {
        return Ok(None);
    };
    if first != '\\' {
        return Ok(Some((first, first.len_utf8())));
    }
    let Some(second) = text[1..].chars().next() else {
        return Ok(None);
    };
    match escape(&text[1..], second) {
        Some((value, length)) => Ok(Some((value, 1 + length))),
        None => {
            let span = Span::new(at, at + 1 + second.len_utf8());
            Err(error(ParseErrorKind::Escape(second), span))
        }
    }
}

/// What stands behind a backslash, and its length.
fn escape(text: &str, first: char) -> Option<(char, usize)> {
    let simple = |value| Some((value, first.len_utf8()));
    match first {
        'a' => simple('\x07'),
        'b' => simple('\x08'),
        'f' => simple('\x0c'),
        'n' => simple('\n'),
        'r' => simple('\r'),
        't' => simple('\t'),
        'v' => simple('\x0b'),
        '\\' | '\'' | '"' | '?' => simple(first),
        '0'..='7' => {
            let digits = prefix(text, |c| ('0'..='7').contains(&c));
            numbered(&digits[..digits.len().min(3)], 8, 0)
        }
        'x' => numbered(prefix(&text[1..], |c| c.is_ascii_hexdigit()), 16, 1),
        _ => None,
    }
}

/// A character of ASCII by its number, `before` which other letters stand.
fn numbered(digits: &str, radix: u32, before: usize) -> Option<(char, usize)> {
    let number = u8::from_str_radix(digits, radix).ok()?;
    number
        .is_ascii()
        .then_some((char::from(number), before + digits.len()))
}
