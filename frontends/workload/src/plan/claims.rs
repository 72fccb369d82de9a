//! Claims: conditions on counters, and what the file says of them for each GPU.

use super::expectations::condition;
use super::{AssertionPlan, LaunchPlan, Names};
use crate::file::{Claim, Workload};
use crate::text;
use sim_core::config::BUILT_IN;
use sim_ir::diagnostic::{Diagnostic, did_you_mean};
use sim_ir::spans::Spanned;

/// What somebody says of the launches.
#[derive(Clone, Debug)]
pub struct ClaimPlan {
    /// The sentence.
    pub text: String,
    /// Who says so, and where; empty if the file does not say.
    pub source: String,
    /// What it comes to, as the file says it.
    pub holds: Spanned,
    /// The same, understood.
    pub condition: AssertionPlan,
    /// GPUs on which it must hold.
    on: Vec<Spanned>,
    /// GPUs on which it must not, with the reasons.
    false_on: Vec<(Spanned, String)>,
}

impl ClaimPlan {
    /// Whether the file says that it holds on a GPU; `None` if it says nothing.
    pub fn expected_on(&self, gpu: &str) -> Option<bool> {
        let tested = self.on.iter().any(|on| on.as_str() == gpu);
        match self.reason_on(gpu) {
            Some(_) => Some(false),
            None => tested.then_some(true),
        }
    }

    /// Why it does not hold on a GPU, if the file says that it does not.
    pub fn reason_on(&self, gpu: &str) -> Option<&str> {
        let mut listed = self.false_on.iter();
        listed
            .find(|(on, _)| on.as_str() == gpu)
            .map(|(_, reason)| reason.as_str())
    }
}

pub(super) fn plan(
    workload: &Workload,
    names: &Names<'_>,
    launches: &[LaunchPlan],
) -> Result<Vec<ClaimPlan>, Diagnostic> {
    let claims = workload.claims.iter();
    claims.map(|claim| one(claim, names, launches)).collect()
}

fn one(claim: &Claim, names: &Names<'_>, launches: &[LaunchPlan]) -> Result<ClaimPlan, Diagnostic> {
    let Claim {
        text,
        source,
        holds,
        on,
        false_on,
    } = claim;
    check_said(text, "the text of a claim")?;
    check_gpus(&on.iter().collect::<Vec<_>>())?;
    check_gpus(&false_on.iter().map(|(gpu, _)| gpu).collect::<Vec<_>>())?;
    let reason = |(gpu, reason): (&Spanned, &Spanned)| {
        check_said(reason, "the reason why a claim does not hold")?;
        Ok((gpu.clone(), reason.to_string()))
    };
    Ok(ClaimPlan {
        text: text.to_string(),
        source: source.as_ref().map_or(String::new(), Spanned::to_string),
        condition: condition(holds, names, launches)?,
        holds: holds.clone(),
        on: on.clone(),
        false_on: false_on
            .iter()
            .map(reason)
            .collect::<Result<_, Diagnostic>>()?,
    })
}

fn check_said(text: &Spanned, what: &str) -> Result<(), Diagnostic> {
    match text.trim() {
        "" => Err(Diagnostic::error(text.span(), format!("{what} is empty"))),
        _ => Ok(()),
    }
}

/// A GPU can be named if it comes with the simulator: another file's numbers are its own matter.
fn check_gpus(gpus: &[&Spanned]) -> Result<(), Diagnostic> {
    text::check_unique(gpus.iter().copied(), "GPUs")
        .map_err(|diagnostic| diagnostic.help("name each once"))?;
    let known = || BUILT_IN.iter().map(|(name, _)| *name);
    let unknown = |gpu: &&Spanned| known().all(|name| name != gpu.as_str());
    let Some(gpu) = gpus.iter().copied().find(unknown) else {
        return Ok(());
    };
    let help = match did_you_mean(gpu, known()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", known().collect::<Vec<_>>().join(", ")),
    };
    Err(Diagnostic::error(gpu.span(), format!("there is no GPU `{gpu}`")).help(help))
}
