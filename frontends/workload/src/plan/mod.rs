//! What a workload means: every number computed, every expression compiled, every name found.
//!
//! A plan is made before anything is simulated, so that a slip in the last expectation is
//! reported at once and not after the run.

mod buffers;
mod claims;
mod expectations;
mod launches;
mod steps;

pub use buffers::{BufferPlan, InitPlan};
pub use claims::ClaimPlan;
pub use expectations::{AssertionPlan, ExpectationPlan, Subject};
pub use launches::{ArgumentPlan, ArgumentValue, LaunchPlan};
pub use steps::{StepPlan, SymbolPlan};

use crate::document::Document;
use crate::element::ElementType;
use crate::error::WorkloadError;
use crate::expr::error::ExprErrorKind;
use crate::expr::lower::Scope;
use crate::expr::scalar_eval::evaluate;
use crate::parameters::{self, Override, Parameters};
use crate::scalar::{Scalar, ScalarError};
use sim_ir::diagnostic::Diagnostic;
use sim_ir::spans::Spanned;

/// Everything that a run does, in terms of numbers.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The parameters.
    pub parameters: Parameters,
    /// The buffers, in the file's order.
    pub buffers: Vec<BufferPlan>,
    /// What the host does, in order, repetitions written out.
    pub steps: Vec<StepPlan>,
    /// All launches among the steps, in order.
    pub launches: Vec<LaunchPlan>,
    /// What must hold, in the file's order.
    pub expectations: Vec<ExpectationPlan>,
    /// What is claimed, in the file's order.
    pub claims: Vec<ClaimPlan>,
}

/// Understands a workload, with parameters replaced.
pub fn plan(document: &Document, overrides: &[Override]) -> Result<Plan, WorkloadError> {
    let parameters = parameters::resolve(&document.workload, &document.file, overrides)?;
    planned(document, parameters).map_err(|d| WorkloadError::placed(&document.file, d))
}

fn planned(document: &Document, parameters: Parameters) -> Result<Plan, Diagnostic> {
    let workload = &document.workload;
    let buffers = buffers::plan(workload, &document.folder, &parameters)?;
    let (steps, launches) = steps::plan(workload, &document.folder, &parameters, &buffers)?;
    let names = Names {
        parameters: &parameters,
        buffers: &buffers,
    };
    let expectations = expectations::plan(workload, &names, &launches)?;
    let claims = claims::plan(workload, &names, &launches)?;
    Ok(Plan {
        claims,
        parameters,
        buffers,
        steps,
        launches,
        expectations,
    })
}

/// The names that an expectation's expression may use.
pub(crate) struct Names<'a> {
    pub(crate) parameters: &'a Parameters,
    pub(crate) buffers: &'a [BufferPlan],
}

impl Scope for Names<'_> {
    fn parameter(&self, name: &str) -> Option<i64> {
        self.parameters.get(name)
    }

    fn buffer(&self, name: &str) -> Option<ElementType> {
        let found = self.buffers.iter().find(|b| b.name.as_str() == name);
        found.map(|b| b.ty)
    }

    fn names(&self) -> Vec<&str> {
        let parameters = self.parameters.iter().map(|(name, _)| name);
        parameters
            .chain(self.buffers.iter().map(|b| b.name.as_str()))
            .collect()
    }
}

/// Computes a number.
fn scalar(text: &Spanned, mut parameters: &Parameters) -> Result<Scalar, Diagnostic> {
    Ok(evaluate(&text.expression()?, &mut parameters)?)
}

/// Computes an integer within bounds; `what` names it in messages.
fn integer(
    text: &Spanned,
    parameters: &Parameters,
    what: &'static str,
    bounds: std::ops::RangeInclusive<i64>,
) -> Result<i64, Diagnostic> {
    let Scalar::Int(value) = scalar(text, parameters)? else {
        return Err(ExprErrorKind::NotAnInteger(what).at(text.span()).into());
    };
    if bounds.contains(&value) {
        return Ok(value);
    }
    let (least, most) = (bounds.start(), bounds.end());
    let message = match *most {
        i64::MAX => format!("{what} is {value}, but must be at least {least}"),
        most => format!("{what} is {value}, but must lie between {least} and {most}"),
    };
    Err(Diagnostic::error(text.span(), message))
}

/// Computes a float that is not negative; 0 if the text is absent.
fn tolerance(text: Option<&Spanned>, parameters: &Parameters) -> Result<f64, Diagnostic> {
    let Some(text) = text else { return Ok(0.0) };
    let value = scalar(text, parameters)?.as_f64();
    match value >= 0.0 {
        true => Ok(value),
        false => {
            let message = format!("a tolerance is {value}, but cannot be negative");
            Err(Diagnostic::error(text.span(), message))
        }
    }
}

/// The product of sizes, or an error at a place where it is too large.
fn product(factors: &[u64], text: &Spanned) -> Result<u64, Diagnostic> {
    let product = factors.iter().try_fold(1u64, |a, &b| a.checked_mul(b));
    product.ok_or_else(|| {
        ExprErrorKind::Arithmetic(ScalarError::Overflow)
            .at(text.span())
            .into()
    })
}

#[cfg(test)]
mod tests;
