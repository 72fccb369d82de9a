//! What can be wrong with an expression that C's grammar accepts.

use crate::scalar::ScalarError;
use sim_ir::source::Span;
use thiserror::Error;

/// A fault in an expression and its place in the file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct ExprError {
    /// What is wrong.
    pub kind: ExprErrorKind,
    /// Where.
    pub span: Span,
}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExprErrorKind {
    /// A name that nothing has.
    #[error("`{name}` is not known here{hint}")]
    UnknownName {
        /// The name.
        name: String,
        /// The end of the sentence.
        hint: String,
    },
    /// A function that does not exist.
    #[error("there is no function `{name}` here{hint}")]
    UnknownFunction {
        /// Its name.
        name: String,
        /// The end of the sentence.
        hint: String,
    },
    /// A call with too few or too many arguments.
    #[error("`{function}` takes {wanted} arguments, not {found}")]
    ArgumentCount {
        /// The function.
        function: String,
        /// How many it takes.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
    /// A buffer's name where a number is needed.
    #[error("`{0}` is a buffer: name one of its elements, as in `{0}[i]`")]
    BufferAsValue(String),
    /// An index behind something else than a buffer.
    #[error("only a buffer has elements: write `name[index]` or `after(name)[index]`")]
    NotABuffer,
    /// `after` of something else than a buffer.
    #[error("`after` takes the name of a buffer: `after(name)[index]`")]
    AfterWhat,
    /// A float as an index.
    #[error("an index must be an integer: cast it, as in `(int) x`")]
    FloatIndex,
    /// An operator on floats that only integers have.
    #[error("`{0}` needs integers")]
    NeedsIntegers(&'static str),
    /// A cast to something else than a number.
    #[error("cannot cast to `{0}` here: only to a scalar type")]
    CastTo(String),
    /// Something that kernels have and these expressions do not.
    #[error("{0} cannot be used here")]
    Unsupported(&'static str),
    /// More parts than are reasonable.
    #[error("the expression is too large: split it into two buffers or expectations")]
    TooLarge,
    /// Arithmetic without a result.
    #[error(transparent)]
    Arithmetic(#[from] ScalarError),
    /// Parameters that need each other.
    #[error("parameters depend on each other: {0}")]
    Cycle(String),
    /// A counter that no machine has.
    #[error("there is no counter `{name}`{hint}")]
    UnknownCounter {
        /// Its name.
        name: String,
        /// The end of the sentence.
        hint: String,
    },
    /// A counter that the launch does not have.
    #[error("the model does not know `{name}` of launch `{launch}`: it cannot be asserted")]
    AbsentCounter {
        /// Its name.
        name: String,
        /// The launch.
        launch: String,
    },
    /// A launch that does not exist.
    #[error("there is no launch `{name}`{hint}")]
    UnknownLaunch {
        /// Its name.
        name: String,
        /// The end of the sentence.
        hint: String,
    },
    /// A counter of something else than one launch.
    #[error("a counter is asked of one launch, by name: `{0}(launch)`")]
    CounterOfWhat(String),
}

impl ExprErrorKind {
    /// The error at a place.
    pub fn at(self, span: Span) -> ExprError {
        ExprError { kind: self, span }
    }
}
