//! How claims came out: each verdict beside what the file says of this GPU.

use crate::outcome::Verdict;
use sim_ir::source::Span;

/// How a claim came out.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimOutcome {
    /// The sentence.
    pub text: String,
    /// Who says so, and where; empty if the file does not say.
    pub source: String,
    /// What it comes to, as the file says it.
    pub condition: String,
    /// Where the file says it.
    pub span: Span,
    /// Whether it holds.
    pub verdict: Verdict,
    /// Whether the file says that it holds on this GPU; `None` if it says nothing.
    pub expected: Option<bool>,
    /// Why the file says that it does not hold; empty otherwise.
    pub reason: String,
}

impl ClaimOutcome {
    /// Whether the file says otherwise of this GPU.
    pub fn differs(&self) -> bool {
        match (self.verdict.holds(), self.expected) {
            (Some(holds), Some(expected)) => holds != expected,
            (None, _) | (_, None) => false,
        }
    }
}
