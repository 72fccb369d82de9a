//! What a run of a workload left behind, for reports and JSON.

use crate::claim::ClaimOutcome;
use crate::expr::run::Comparison;
use crate::failed::FailedAssertion;
use crate::printf::Printed;
use crate::scalar::Scalar;
use sim_core::engine::LaunchError;
use sim_core::report::LaunchReport;
use sim_ir::diagnostic::Diagnostic;
use sim_ir::source::Span;
use std::fmt::{self, Display, Formatter};
use std::time::Duration;

/// Everything that a run left behind. After a fault the launches before it are here, the
/// later steps are not.
#[derive(Debug, Default)]
pub struct RunOutcome {
    /// What each launch did, in order.
    pub launches: Vec<LaunchReport>,
    /// The repeated launches of the file, each with the names of its turns.
    pub repeated: Vec<(String, Vec<String>)>,
    /// The buffers after the last step, in the file's order.
    pub buffers: Vec<BufferOutcome>,
    /// The expectations in the file's order; those that need a launch that faulted or was left
    /// out are skipped.
    pub expectations: Vec<ExpectationOutcome>,
    /// The claims in the file's order; skipped likewise.
    pub claims: Vec<ClaimOutcome>,
    /// What the launches printed that printed anything, by name and in order; of the one that
    /// faulted, too.
    pub printed: Vec<(String, Printed)>,
    /// The launch that could not go on, and why.
    pub fault: Option<LaunchFault>,
    /// The launches that faulted as the file says they must: the steps behind them were done.
    pub faulted: Vec<LaunchFault>,
    /// Wall-clock time of the host in launches: the only thing here that differs from run to run.
    pub wall: Duration,
}

/// A launch that could not go on.
#[derive(Debug)]
pub struct LaunchFault {
    /// The launch's name.
    pub launch: String,
    /// What happened and where.
    pub error: LaunchError,
    /// The assertion that failed, if one did.
    pub assertion: Option<FailedAssertion>,
}

impl Display for LaunchFault {
    /// What happened.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.assertion {
            Some(FailedAssertion { condition, .. }) => write!(
                f,
                "the assertion `{condition}` failed: cudaErrorAssert (710, device-side assert \
                 triggered), and so fails every later call of CUDA"
            ),
            None => self.error.fmt(f),
        }
    }
}

/// A buffer's contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferOutcome {
    /// Its name.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// The first 16 hex digits of the SHA-256 of its bytes.
    pub sha: String,
}

/// How an expectation came out.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectationOutcome {
    /// What was expected, as the file says it.
    pub text: String,
    /// Where the file says it.
    pub span: Span,
    /// Whether it holds.
    pub verdict: Verdict,
}

/// Whether an expectation holds, with what shows it.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// A whole buffer was compared.
    Buffer {
        /// How many elements were compared.
        elements: u64,
        /// What was wrong.
        comparison: Comparison,
    },
    /// One number was compared with another.
    Number {
        /// Whether it holds.
        holds: bool,
        /// What came out.
        got: String,
        /// What was wanted, or what it was compared with.
        want: String,
        /// The numbers behind both, in the order in which the text names them.
        terms: Vec<(String, Scalar)>,
    },
    /// It could not be looked at, because a launch that it needs did not run.
    Skipped {
        /// That launch.
        launch: String,
    },
    /// It could not be looked at, because a functional run has no such counter.
    Untimed {
        /// The counter.
        counter: String,
    },
    /// It has no answer: an expression failed, or the model does not know a counter.
    Error(Diagnostic),
}

impl Verdict {
    /// Whether it holds; `None` if it was skipped.
    pub fn holds(&self) -> Option<bool> {
        match self {
            Verdict::Buffer { comparison, .. } => Some(comparison.wrong == 0),
            Verdict::Number { holds, .. } => Some(*holds),
            Verdict::Skipped { .. } | Verdict::Untimed { .. } | Verdict::Error(_) => None,
        }
    }
}

impl RunOutcome {
    /// Whether nothing faulted, every expectation that was looked at holds, and every claim came
    /// out as the file says for this GPU.
    pub fn is_right(&self) -> bool {
        let fine = |e: &ExpectationOutcome| match &e.verdict {
            Verdict::Skipped { .. } | Verdict::Untimed { .. } => true,
            Verdict::Error(_) => false,
            Verdict::Buffer { .. } | Verdict::Number { .. } => e.verdict.holds() == Some(true),
        };
        let odd = |c: &ClaimOutcome| c.differs() || matches!(c.verdict, Verdict::Error(_));
        self.fault.is_none() && self.expectations.iter().all(fine) && !self.claims.iter().any(odd)
    }

    /// The messages of expectations and claims that have no answer.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        let expected = self.expectations.iter().map(|e| &e.verdict);
        let claimed = self.claims.iter().map(|c| &c.verdict);
        expected.chain(claimed).filter_map(|verdict| match verdict {
            Verdict::Error(diagnostic) => Some(diagnostic),
            Verdict::Skipped { .. }
            | Verdict::Untimed { .. }
            | Verdict::Buffer { .. }
            | Verdict::Number { .. } => None,
        })
    }
}

impl std::fmt::Display for ExpectationOutcome {
    /// The text, the verdict, and for a failed one what shows it: the first wrong elements, or
    /// the numbers on both sides.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let word = match (&self.verdict, self.verdict.holds()) {
            (Verdict::Error(_), _) => "no answer",
            (_, Some(true)) => "right",
            (_, Some(false)) => "WRONG",
            (_, None) => "skipped",
        };
        write!(f, "{word}: {}", self.text)?;
        match &self.verdict {
            Verdict::Error(diagnostic) => write!(f, "\n  {diagnostic}"),
            Verdict::Skipped { launch } => write!(f, " (`{launch}` did not run)"),
            Verdict::Untimed { counter } => {
                write!(f, " (a functional run does not know `{counter}`)")
            }
            Verdict::Number { holds: true, .. } => Ok(()),
            Verdict::Number {
                got, want, terms, ..
            } => write_terms(f, got, want, terms),
            Verdict::Buffer {
                elements,
                comparison,
            } => write_wrong(f, *elements, comparison),
        }
    }
}

fn write_terms(
    f: &mut std::fmt::Formatter<'_>,
    got: &str,
    want: &str,
    terms: &[(String, Scalar)],
) -> std::fmt::Result {
    write!(f, "\n  got {got}, wanted {want}")?;
    for (term, value) in terms {
        write!(f, "\n  {term} = {value}")?;
    }
    Ok(())
}

fn write_wrong(
    f: &mut std::fmt::Formatter<'_>,
    elements: u64,
    comparison: &Comparison,
) -> std::fmt::Result {
    if comparison.wrong == 0 {
        return Ok(());
    }
    write!(
        f,
        "\n  {} of {elements} elements are wrong; the first:",
        comparison.wrong
    )?;
    for wrong in &comparison.first {
        write!(
            f,
            "\n  [{}] got {}, wanted {}",
            wrong.index, wrong.got, wrong.want
        )?;
    }
    Ok(())
}
