//! A workload file, read but not yet understood.

use crate::error::WorkloadError;
use crate::file::Workload;
use sim_ir::source::SourceFile;
use sim_ir::spans::from_ron;
use std::path::{Path, PathBuf};

/// A workload file: its text, its parts, and the folder that paths in it are relative to.
#[derive(Clone, Debug)]
pub struct Document {
    /// The text, for messages.
    pub file: SourceFile,
    /// The folder of the file.
    pub folder: PathBuf,
    /// What it says.
    pub workload: Workload,
}

impl Document {
    /// Reads a workload file.
    pub fn read(path: &Path) -> Result<Document, WorkloadError> {
        let text = std::fs::read_to_string(path).map_err(|source| WorkloadError::Unreadable {
            path: path.to_owned(),
            source,
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Document::parse(path.display().to_string(), text, folder)
    }

    /// Reads a workload from a text of the given name.
    pub fn parse(
        name: impl Into<String>,
        text: impl Into<String>,
        folder: &Path,
    ) -> Result<Document, WorkloadError> {
        let file = SourceFile::new(name, text);
        let workload = from_ron(&file).map_err(|d| WorkloadError::placed(&file, d))?;
        let folder = folder.to_owned();
        Ok(Document {
            file,
            folder,
            workload,
        })
    }
}
