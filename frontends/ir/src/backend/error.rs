//! What can go wrong when a kernel is compiled.

use crate::source::Span;
use thiserror::Error;

/// Why a kernel does not compile.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum CompileError {
    /// The back end has no code for something.
    #[error("kernel {kernel}: the compiler has no code for {what} yet")]
    Unsupported {
        /// The kernel.
        kernel: String,
        /// What it uses.
        what: String,
        /// Where.
        span: Span,
    },
    /// More registers are live at once than there are.
    #[error(
        "kernel {kernel}: more than {limit} {file} registers are needed at once, and spilling does \
         not help; allow more, or compute fewer values before they are used"
    )]
    Registers {
        /// The kernel.
        kernel: String,
        /// Which registers.
        file: &'static str,
        /// How many there are.
        limit: u32,
        /// Where one more was wanted.
        span: Span,
    },
    /// Regions are nested deeper than the machine has convergence barriers.
    #[error(
        "kernel {kernel}: divergent statements are nested deeper than {limit}; return earlier or merge conditions"
    )]
    Nesting {
        /// The kernel.
        kernel: String,
        /// How deep they may be.
        limit: u32,
    },
}

impl CompileError {
    /// The place in the source.
    pub fn span(&self) -> Span {
        match self {
            CompileError::Unsupported { span, .. } | CompileError::Registers { span, .. } => *span,
            CompileError::Nesting { .. } => Span::NONE,
        }
    }
}
