//! Why a line of text could not be read.

/// Why a line could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseError {
    /// The mnemonic is in no row.
    #[error("unknown mnemonic `{mnemonic}` in `{line}`; `docs/isa.md` lists those known")]
    UnknownMnemonic {
        /// The mnemonic.
        mnemonic: String,
        /// The whole line.
        line: String,
    },
    /// The mnemonic has no such suffix.
    #[error("`{mnemonic}` has no suffix `{suffix}` here, in `{line}`")]
    UnknownSuffix {
        /// The row's mnemonic.
        mnemonic: &'static str,
        /// What is left of the suffixes.
        suffix: String,
        /// The whole line.
        line: String,
    },
    /// An operand is missing.
    #[error("`{line}` ends before the operand {expected}")]
    MissingOperand {
        /// What should come.
        expected: &'static str,
        /// The whole line.
        line: String,
    },
    /// An operand is of the wrong kind.
    #[error("`{found}` in `{line}` is no {expected}")]
    BadOperand {
        /// What should come.
        expected: &'static str,
        /// What is there.
        found: String,
        /// The whole line.
        line: String,
    },
    /// There are more operands than the opcode has.
    #[error("`{found}` in `{line}` is one operand too many")]
    ExtraOperand {
        /// What is there.
        found: String,
        /// The whole line.
        line: String,
    },
}

/// Of two errors the one of the row that came further.
pub(super) fn further(old: Option<ParseError>, new: ParseError) -> ParseError {
    match (old, &new) {
        (Some(old), ParseError::UnknownSuffix { .. }) => old,
        _ => new,
    }
}
