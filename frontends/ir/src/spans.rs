//! Places of strings in RON files.
//!
//! `ron` keeps no positions of values that parsed. So a pre-pass ([`Tokens::scan`]) records
//! every string literal of the text, and deserialising counts along: the n-th string
//! deserialised is the n-th literal. [`Spanned`] is the string type that counts; use it for
//! **every** string of a file's types, map keys included. [`from_ron`] sets up the count.
//!
//! What could make the count slip (a plain `String`, an ignored field) is caught by comparing
//! values: the count then moves on to the next literal of the same value. Untagged and
//! flattened serde types deserialise twice or out of order and must not be used.
//!
//! Values without strings, such as the statement `Barrier`, find their place by name:
//! [`Mark`] remembers where deserialising stood, and [`Mark::identifier`] finds the first
//! identifier of that name from there on.

mod parse;
mod scan;

pub use scan::{Literal, Tokens};

use crate::diagnostic::Diagnostic;
use crate::source::{SourceFile, Span};
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use std::borrow::{Borrow, Cow};
use std::cell::RefCell;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A string of a file, with its place. Equality, order and hash are the string's alone.
#[derive(Clone, Debug, Default)]
pub struct Spanned {
    value: String,
    literal: Option<Box<Literal>>,
}

impl Spanned {
    /// A string without place, as made by code.
    pub fn new(value: impl Into<String>) -> Self {
        Self {
            value: value.into(),
            literal: None,
        }
    }

    /// The string.
    pub fn as_str(&self) -> &str {
        &self.value
    }

    /// The place of the string's content, without quotes; of an empty one, the whole literal.
    pub fn span(&self) -> Span {
        match &self.literal {
            Some(literal) if literal.value.is_empty() => literal.span,
            _ => self.locate(Span::new(0, self.value.len())),
        }
    }

    /// The place in the file of a byte range of the string.
    pub fn locate(&self, part: Span) -> Span {
        match &self.literal {
            Some(literal) => literal.locate(part),
            None => Span::NONE,
        }
    }
}

impl std::ops::Deref for Spanned {
    type Target = str;
    fn deref(&self) -> &str {
        &self.value
    }
}

impl Borrow<str> for Spanned {
    fn borrow(&self) -> &str {
        &self.value
    }
}

impl PartialEq for Spanned {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}
impl Eq for Spanned {}

impl PartialOrd for Spanned {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Spanned {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.value.cmp(&other.value)
    }
}

impl Hash for Spanned {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl fmt::Display for Spanned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.value)
    }
}

impl From<&str> for Spanned {
    fn from(value: &str) -> Self {
        Self::new(value)
    }
}

impl<'de> Deserialize<'de> for Spanned {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = String::deserialize(deserializer)?;
        let literal = with_cursor(|cursor| cursor.take(&value)).flatten();
        let literal = literal.map(Box::new);
        Ok(Self { value, literal })
    }
}

impl schemars::JsonSchema for Spanned {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "String".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

/// How far deserialising has come.
struct Cursor {
    tokens: Tokens,
    /// The next literal to be deserialised.
    next: usize,
    /// The byte up to which the text is known to be consumed.
    at: u32,
}

impl Cursor {
    fn take(&mut self, value: &str) -> Option<Literal> {
        let ahead = &self.tokens.literals[self.next..];
        let skipped = ahead.iter().position(|literal| literal.value == value)?;
        let literal = ahead[skipped].clone();
        self.next += skipped + 1;
        self.at = literal.span.end;
        Some(literal)
    }

    fn identifier(&mut self, from: u32, name: &str) -> Option<Span> {
        let identifiers = &self.tokens.identifiers;
        let first = identifiers.partition_point(|(span, _)| span.start < from);
        let found = identifiers[first..].iter().find(|(_, word)| word == name);
        let span = found?.0;
        self.at = self.at.max(span.end);
        Some(span)
    }
}

thread_local! {
    /// The cursor of the file that this thread is deserialising.
    static CURSOR: RefCell<Option<Cursor>> = const { RefCell::new(None) };
}

fn with_cursor<T>(f: impl FnOnce(&mut Cursor) -> T) -> Option<T> {
    CURSOR.with_borrow_mut(|cursor| cursor.as_mut().map(f))
}

/// A point in the course of deserialising, to find an identifier from.
#[derive(Clone, Copy, Debug)]
pub struct Mark(u32);

impl Mark {
    /// Where deserialising stands now.
    pub fn here() -> Self {
        Self(with_cursor(|cursor| cursor.at).unwrap_or(0))
    }

    /// The place of the first identifier `name` behind the mark; nowhere, if there is none or
    /// nothing is being deserialised by [`from_ron`].
    pub fn identifier(self, name: &str) -> Span {
        let found = with_cursor(|cursor| cursor.identifier(self.0, name));
        found.flatten().unwrap_or(Span::NONE)
    }
}

/// Puts the previous cursor back at the end of its life, in a panic too.
struct Restore(Option<Cursor>);

impl Drop for Restore {
    fn drop(&mut self) {
        CURSOR.set(self.0.take());
    }
}

/// The dialect of RON that the project's files are written in: `Some` may be left out, and a
/// variant that holds a structure is written as one, `Kernel(params: …)`.
pub fn options() -> ron::Options {
    ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_default_extension(Extensions::UNWRAP_VARIANT_NEWTYPES)
}

/// Deserialises a RON file, giving each [`Spanned`] its place.
pub fn from_ron<T: DeserializeOwned>(file: &SourceFile) -> Result<T, Diagnostic> {
    let tokens = Tokens::scan(file.text());
    let strings: Vec<Span> = tokens.literals.iter().map(|it| it.span).collect();
    let cursor = Cursor {
        tokens,
        next: 0,
        at: 0,
    };
    let _restore = Restore(CURSOR.replace(Some(cursor)));
    options().from_str(file.text()).map_err(|error| {
        let at = |p: ron::error::Position| file.byte_at(p.line, p.col);
        let span = Span::new(at(error.span.start), at(error.span.end));
        let message = sentence(&error.code.to_string());
        let error = Diagnostic::error(span, message).help_if(cut_short(file, span));
        match without_end(file, &strings, span) {
            Some(begin) => error.also(begin, "is the `\"` missing that ends this string?"),
            None => error,
        }
    })
}

/// The quote that begins a string which probably lacks its end: it goes on to the quote of the next one, and what
/// that says stands right behind it, where `ron` makes no sense of it.
fn without_end(file: &SourceFile, strings: &[Span], error: Span) -> Option<Span> {
    const MAY_FOLLOW: &str = ",:)]}/";
    let string = strings.iter().find(|it| it.end == error.start)?;
    let behind = file.text()[string.end as usize..].chars().next()?;
    let begin = Span::new(string.start as usize, string.start as usize + 1);
    let fits = behind.is_whitespace() || MAY_FOLLOW.contains(behind);
    (!fits && file.snippet(begin) == "\"").then_some(begin)
}

/// What to do about an error behind which nothing stands: what is missing is rarely what `ron` expected.
fn cut_short(file: &SourceFile, error: Span) -> Option<String> {
    let behind = file.text().get(error.end as usize..)?;
    let help = "the file ends here: is it whole, and is every `(`, `[` and `{` closed?";
    behind.trim().is_empty().then(|| help.to_string())
}

/// `ron` begins its messages with capitals; ours begin small.
fn sentence(message: &str) -> String {
    let mut chars = message.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests;
