//! Source text and places in it.

use std::fmt;

/// A byte range `start..end` of a source file. `0..0` means "nowhere" (generated code).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// No place: code that no source line caused.
    pub const NONE: Span = Span { start: 0, end: 0 };

    /// The range `start..end`.
    pub fn new(start: usize, end: usize) -> Self {
        let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self {
            start: narrow(start),
            end: narrow(end),
        }
    }

    /// Whether this is [`Span::NONE`].
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// The smallest range that holds both; nowhere counts for nothing.
    pub fn to(self, other: Span) -> Span {
        match (self.is_none(), other.is_none()) {
            (true, _) => other,
            (_, true) => self,
            _ => Span {
                start: self.start.min(other.start),
                end: self.end.max(other.end),
            },
        }
    }

    /// As a standard range.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A named source text that answers questions about lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    name: String,
    text: String,
    /// Byte at which each line begins; the first is 0.
    lines: Vec<u32>,
}

/// A place that a person can find: one-based line and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl SourceFile {
    /// A file of the given name (as it is to appear in messages) and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let starts = text.match_indices('\n').map(|(at, _)| at as u32 + 1);
        let lines = std::iter::once(0).chain(starts).collect();
        Self {
            name: name.into(),
            text,
            lines,
        }
    }

    /// The name given at construction.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte.
    pub fn position(&self, byte: u32) -> LineColumn {
        let line = self.lines.partition_point(|&start| start <= byte);
        let start = self.lines[line - 1] as usize;
        let before = self.text.get(start..byte as usize).unwrap_or("");
        LineColumn {
            line: line as u32,
            column: before.chars().count() as u32 + 1,
        }
    }

    /// The byte at which a one-based line and column (in characters) lies, clamped to the text.
    pub fn byte_at(&self, line: usize, column: usize) -> usize {
        let Some(&start) = self.lines.get(line.saturating_sub(1)) else {
            return self.text.len();
        };
        let rest = &self.text[start as usize..];
        let within = rest.char_indices().nth(column.saturating_sub(1));
        within.map_or(self.text.len(), |(at, _)| start as usize + at)
    }

    /// The text of a one-based line, without its end.
    pub fn line_text(&self, line: u32) -> &str {
        let from = |line: usize| self.lines.get(line).map(|&start| start as usize);
        let line = line as usize;
        let start = from(line - 1).unwrap_or(self.text.len());
        let rest = &self.text[start..from(line).unwrap_or(self.text.len())];
        rest.lines().next().unwrap_or("")
    }

    /// The text that a span covers, empty where it lies outside.
    pub fn snippet(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_after_a_line_end_is_column_one_of_the_next_line() {
        let file = SourceFile::new("f", "ab\ncµd\n");
        let place = |byte| {
            let LineColumn { line, column } = file.position(byte);
            (line, column)
        };
        assert_eq!(place(0), (1, 1));
        assert_eq!(place(3), (2, 1));
        assert_eq!(place(6), (2, 3));
        assert_eq!(file.byte_at(2, 3), 6);
        assert_eq!(file.line_text(2), "cµd");
    }

    #[test]
    fn joining_with_nowhere_keeps_the_place() {
        let here = Span::new(3, 5);
        assert_eq!(here.to(Span::NONE), here);
        assert_eq!(Span::NONE.to(here), here);
        assert_eq!(here.to(Span::new(9, 12)), Span::new(3, 12));
    }
}
