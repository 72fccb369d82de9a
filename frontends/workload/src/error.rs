//! What is wrong with a workload, drawn with file, line and caret.

use sim_ir::diagnostic::Diagnostic;
use sim_ir::source::SourceFile;
use std::fmt;
use std::path::PathBuf;

/// A workload that cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum WorkloadError {
    /// The file cannot be read.
    #[error("cannot read `{path}`: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Something in it is wrong.
    #[error("{0}")]
    Wrong(Box<Placed>),
}

/// Messages with the text that they speak of: the workload's file, or what was given to
/// `--param`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// The text.
    pub file: SourceFile,
    /// The messages, at least one.
    pub diagnostics: Vec<Diagnostic>,
}

impl Placed {
    fn render(&self, color: bool) -> String {
        let drawn = self.diagnostics.iter().map(|d| d.render(&self.file, color));
        drawn.collect::<Vec<_>>().join("\n\n")
    }
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl WorkloadError {
    /// The error of a diagnostic in a text.
    pub fn placed(file: &SourceFile, diagnostic: Diagnostic) -> WorkloadError {
        WorkloadError::all_placed(file, vec![diagnostic])
    }

    /// The error of several diagnostics in one text.
    pub fn all_placed(file: &SourceFile, diagnostics: Vec<Diagnostic>) -> WorkloadError {
        let file = file.clone();
        WorkloadError::Wrong(Box::new(Placed { file, diagnostics }))
    }

    /// The message, with colour where it is asked for.
    pub fn render(&self, color: bool) -> String {
        match self {
            WorkloadError::Unreadable { .. } => self.to_string(),
            WorkloadError::Wrong(placed) => placed.render(color),
        }
    }
}
