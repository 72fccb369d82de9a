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
    #[error("`{name}` is not known here")]
    UnknownName {
        /// The name.
        name: String,
        /// A known name that is nearly the same.
        suggestion: Option<String>,
    },
    /// A function that does not exist.
    #[error("there is no function `{name}` here")]
    UnknownFunction {
        /// Its name.
        name: String,
        /// A known name that is nearly the same.
        suggestion: Option<String>,
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
    #[error("`{0}` is a buffer, not a number")]
    BufferAsValue(String),
    /// An index behind something else than a buffer.
    #[error("only a buffer has elements")]
    NotABuffer,
    /// `after` of something else than a buffer.
    #[error("`after` takes the name of a buffer")]
    AfterWhat,
    /// A float as an index.
    #[error("an index must be an integer")]
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
    /// `*` or `&` with nothing to its left, which in a kernel would mean a pointer.
    #[error("`{0}` has nothing to its left: there are no pointers here")]
    NoPointers(&'static str),
    /// An assignment, `++` or `--`.
    #[error("nothing can be assigned to here; compare with `==`")]
    Assigns,
    /// More parts than are reasonable.
    #[error("the expression is too large")]
    TooLarge,
    /// Arithmetic without a result.
    #[error(transparent)]
    Arithmetic(#[from] ScalarError),
    /// Parameters that need each other.
    #[error("parameters need each other: {0}")]
    Cycle(String),
    /// Parameters that need too many others.
    #[error("more than {0} parameters need each other in a row")]
    TooDeep(usize),
    /// A float where only an integer can be.
    #[error("{0} must be an integer")]
    NotAnInteger(&'static str),
    /// A counter that no machine has.
    #[error("there is no counter `{name}`")]
    UnknownCounter {
        /// Its name.
        name: String,
        /// A known name that is nearly the same.
        suggestion: Option<String>,
    },
    /// A counter that the launch does not have.
    #[error("the model does not know `{name}` of launch `{launch}`")]
    AbsentCounter {
        /// Its name.
        name: String,
        /// The launch.
        launch: String,
    },
    /// A peak of a GPU whose numbers are not known.
    #[error("`{0}` of this GPU is not known")]
    UnknownPeak(String),
    /// A launch that does not exist.
    #[error("there is no launch `{name}`")]
    UnknownLaunch {
        /// Its name.
        name: String,
        /// A known name that is nearly the same.
        suggestion: Option<String>,
    },
    /// A counter of a repeated launch that has no sum.
    #[error("`{name}` of the repeated launch `{launch}` has no sum")]
    NoSum {
        /// Its name.
        name: String,
        /// The launch.
        launch: String,
        /// Its first turn.
        turn: String,
    },
    /// A counter of something else than one launch.
    #[error("`{0}` is asked of one launch, by name")]
    CounterOfWhat(String),
}

impl ExprErrorKind {
    /// What to do about it, where that is not plain from the message.
    pub fn remedy(&self) -> Option<String> {
        let text = match self {
            ExprErrorKind::UnknownName { suggestion, .. }
            | ExprErrorKind::UnknownFunction { suggestion, .. }
            | ExprErrorKind::UnknownCounter { suggestion, .. }
            | ExprErrorKind::UnknownLaunch { suggestion, .. } => {
                return suggestion
                    .as_ref()
                    .map(|name| format!("did you mean `{name}`?"));
            }
            ExprErrorKind::BufferAsValue(name) => {
                return Some(format!("name one of its elements, as in `{name}[i]`"));
            }
            ExprErrorKind::NoSum { name, turn, .. } => {
                return Some(format!("ask one of its turns, as in `{name}({turn})`"));
            }
            ExprErrorKind::CounterOfWhat(name) => return Some(format!("write `{name}(launch)`")),
            ExprErrorKind::NotABuffer | ExprErrorKind::AfterWhat => {
                "write `name[index]` for an initial value, `after(name)[index]` for a later one"
            }
            ExprErrorKind::FloatIndex | ExprErrorKind::NotAnInteger(_) => {
                "cast it, as in `(int) x`"
            }
            ExprErrorKind::TooLarge => "make two expectations, or two buffers, of it",
            ExprErrorKind::AbsentCounter { .. } => {
                "assert something else; `sim metrics` lists the counters"
            }
            ExprErrorKind::NoPointers(symbol) => {
                return Some(format!(
                    "write one operand on each side, as in `x {symbol} y`; an element is `name[i]`"
                ));
            }
            ExprErrorKind::UnknownPeak(_) => "`sim run` knows it",
            ExprErrorKind::Cycle(_) => "give one of them a number",
            ExprErrorKind::Arithmetic(ScalarError::DivisionByZero)
            | ExprErrorKind::Arithmetic(ScalarError::Overflow)
            | ExprErrorKind::Arithmetic(ScalarError::NotAnInteger)
            | ExprErrorKind::ArgumentCount { .. }
            | ExprErrorKind::NeedsIntegers(_)
            | ExprErrorKind::CastTo(_)
            | ExprErrorKind::Unsupported(_)
            | ExprErrorKind::Assigns
            | ExprErrorKind::TooDeep(_) => return None,
        };
        Some(text.to_owned())
    }

    /// The error at a place.
    pub fn at(self, span: Span) -> ExprError {
        ExprError { kind: self, span }
    }
}
