//! Messages to the author of a file: what is wrong, where, and what to do.
//!
//! A [`Diagnostic`] holds bytes, not lines: it is drawn against its [`SourceFile`] at the very
//! end. Drawing is plain unless colour is asked for, so that pipes and snapshots stay clean.

use crate::cexpr::ParseError;
use crate::source::{SourceFile, Span};
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Nothing can be run.
    Error,
    /// It runs, but probably not as meant.
    Warning,
}

/// A message about a place in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// Where; [`Span::NONE`] for the file as a whole.
    pub span: Span,
    /// What to say at the caret, where it is not plain.
    pub label: Option<String>,
    /// Other places that matter, with what to say there.
    pub also: Vec<(Span, String)>,
    /// What to do.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            message: message.into(),
            span,
            label: None,
            also: Vec::new(),
            help: None,
        }
    }

    /// A warning.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(span, message)
        }
    }

    /// Adds what to say at the caret.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Adds another place; one that is nowhere is left out.
    pub fn also(mut self, span: Span, label: impl Into<String>) -> Self {
        if !span.is_none() {
            self.also.push((span, label.into()));
        }
        self
    }

    /// Adds what to do.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds what to do, where there is something.
    pub fn help_if(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    /// Draws it with file, line and caret.
    pub fn render(&self, file: &SourceFile, color: bool) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level.primary_title(self.message.as_str());
        let group = match self.span.is_none() {
            true => title.element(annotate_snippets::Origin::path(file.name())),
            false => title.element(self.snippet(file)),
        };
        let help = self.help.as_deref();
        let group = group.elements(help.map(|help| Level::HELP.message(help)));
        let renderer = match color {
            true => Renderer::styled(),
            false => Renderer::plain(),
        };
        renderer.render(&[group]).to_string()
    }

    fn snippet<'a>(
        &'a self,
        file: &'a SourceFile,
    ) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
        let primary = AnnotationKind::Primary.span(within(file, self.span));
        let others = self.also.iter().map(|(span, label)| {
            AnnotationKind::Context
                .span(within(file, *span))
                .label(label.as_str())
        });
        Snippet::source(file.text())
            .path(file.name())
            .annotation(primary.label(self.label.as_deref()))
            .annotations(others)
    }
}

/// The span as a range that surely lies in the text and on character boundaries.
fn within(file: &SourceFile, span: Span) -> std::ops::Range<usize> {
    let text = file.text();
    let clamp = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (start, end) = (clamp(span.start as usize), clamp(span.end as usize));
    start..end.max(start)
}

impl From<ParseError> for Diagnostic {
    fn from(error: ParseError) -> Self {
        Self::error(error.span, error.to_string()).help_if(error.kind.remedy())
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

/// The name among `known` that `name` was probably meant to be: the nearest by edit distance,
/// where no more than a third of the letters differ.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = name.chars().count().div_ceil(3);
    let scored = known
        .into_iter()
        .map(|other| (distance(name, other), other));
    let best = scored.min_by_key(|(score, _)| *score)?;
    (best.0 <= limit && best.0 < name.chars().count()).then_some(best.1)
}

/// Edit distance (insertions, deletions, replacements, swaps of neighbours), case ignored.
fn distance(a: &str, b: &str) -> usize {
    let letters = |s: &str| s.to_lowercase().chars().collect::<Vec<_>>();
    let (a, b) = (letters(a), letters(b));
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_shows_file_line_caret_and_remedy() {
        let file = SourceFile::new("a.ron", "(\n  Let(\"x\", \"y + 1\"),\n)\n");
        let diagnostic = Diagnostic::error(Span::new(14, 15), "unknown name `y`")
            .label("not declared")
            .also(Span::new(9, 10), "while giving `x` its value")
            .help("did you mean `x`?");
        insta::assert_snapshot!(diagnostic.render(&file, false), @r#"
        error: unknown name `y`
         --> a.ron:2:13
          |
        2 |   Let("x", "y + 1"),
          |        -    ^ not declared
          |        |
          |        while giving `x` its value
          |
          = help: did you mean `x`?
        "#);
        assert!(diagnostic.render(&file, true).contains('\u{1b}'));
    }

    #[test]
    fn a_diagnostic_without_place_still_names_the_file() {
        let file = SourceFile::new("a.ron", "");
        let text = Diagnostic::warning(Span::NONE, "nothing to do").render(&file, false);
        insta::assert_snapshot!(text, @r"
        warning: nothing to do
        --> a.ron
        ");
    }

    #[test]
    fn a_span_outside_the_text_is_clamped() {
        let file = SourceFile::new("a.ron", "µ");
        let text = Diagnostic::error(Span::new(1, 99), "odd").render(&file, false);
        assert!(text.contains("a.ron:1:1"), "{text}");
    }

    #[test]
    fn only_near_names_are_suggested() {
        let known = ["threadIdx", "blockIdx", "tile"];
        assert_eq!(did_you_mean("thraedIdx", known), Some("threadIdx"));
        assert_eq!(did_you_mean("Tile", known), Some("tile"));
        assert_eq!(did_you_mean("x", known), None);
        assert_eq!(did_you_mean("W", ["H"]), None);
    }
}
