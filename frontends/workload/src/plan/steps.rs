//! Steps: what the host does in order, with repetitions written out.

use super::buffers::{self, BufferPlan};
use super::launches;
use super::{LaunchPlan, integer, scalar};
use crate::file::{Init, Step, Workload};
use crate::parameters::Parameters;
use crate::scalar::Scalar;
use crate::text;
use sim_ir::diagnostic::Diagnostic;
use sim_ir::source::Span;
use sim_ir::spans::Spanned;
use std::path::Path;

/// Steps that a workload may come to, repetitions counted.
const MOST_STEPS: usize = 20_000;

/// Something that the host does.
#[derive(Clone, Debug)]
pub enum StepPlan {
    /// Runs the launch of that number.
    Launch(usize),
    /// Gives a buffer new contents.
    Fill {
        /// Its place in the file's list.
        buffer: usize,
        /// The buffer, as if it began with them.
        contents: BufferPlan,
    },
    /// Gives a variable of the module new values.
    Symbol(SymbolPlan),
}

/// New values of a variable of the module.
#[derive(Clone, Debug)]
pub struct SymbolPlan {
    /// The variable.
    pub name: Spanned,
    /// Its first elements, each with its place in the file.
    pub values: Vec<(Scalar, Span)>,
}

/// What the expressions of a step may use.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub(super) workload: &'a Workload,
    pub(super) parameters: &'a Parameters,
    pub(super) buffers: &'a [BufferPlan],
}

/// The steps in order, and the launches among them.
pub(super) fn plan(
    workload: &Workload,
    folder: &Path,
    parameters: &Parameters,
    buffers: &[BufferPlan],
) -> Result<(Vec<StepPlan>, Vec<LaunchPlan>), Diagnostic> {
    text::check_unique(workload.kernels.iter().map(|(name, _)| name), "kernels")?;
    let mut walk = Walk {
        folder,
        steps: Vec::new(),
        launches: Vec::new(),
    };
    let scope = Scope {
        workload,
        parameters,
        buffers,
    };
    walk.all(&workload.steps, &mut Vec::new(), &scope)?;
    check_names(&walk.launches)?;
    Ok((walk.steps, walk.launches))
}

/// The steps as far as they are written out.
struct Walk<'a> {
    folder: &'a Path,
    steps: Vec<StepPlan>,
    launches: Vec<LaunchPlan>,
}

impl Walk<'_> {
    fn all(
        &mut self,
        steps: &[Step],
        turns: &mut Vec<i64>,
        scope: &Scope<'_>,
    ) -> Result<(), Diagnostic> {
        steps
            .iter()
            .try_for_each(|step| self.step(step, turns, scope))
    }

    fn step(
        &mut self,
        step: &Step,
        turns: &mut Vec<i64>,
        scope: &Scope<'_>,
    ) -> Result<(), Diagnostic> {
        let plan = match step {
            Step::Launch { .. } => {
                self.launches.push(launches::plan(step, turns, scope)?);
                StepPlan::Launch(self.launches.len() - 1)
            }
            Step::Repeat(times, steps) => return self.repeat(None, times, steps, turns, scope),
            Step::For(turn, times, steps) => {
                check_turn(turn, scope)?;
                return self.repeat(Some(turn), times, steps, turns, scope);
            }
            Step::Fill { buffer, init } => self.fill(buffer, init, scope)?,
            Step::Symbol { name, values } => symbol(name, values, scope)?,
        };
        self.steps.push(plan);
        Ok(())
    }

    fn repeat(
        &mut self,
        name: Option<&Spanned>,
        times: &Spanned,
        steps: &[Step],
        turns: &mut Vec<i64>,
        scope: &Scope<'_>,
    ) -> Result<(), Diagnostic> {
        let most = MOST_STEPS as i64;
        let times_over = integer(times, scope.parameters, "the number of turns", 0..=most)?;
        for turn in 0..times_over {
            let inner = name.map(|name| scope.parameters.with(name, turn));
            let scope = Scope {
                parameters: inner.as_ref().unwrap_or(scope.parameters),
                ..*scope
            };
            turns.push(turn);
            self.all(steps, turns, &scope)?;
            turns.pop();
            if self.steps.len() > MOST_STEPS {
                let message = format!("the workload comes to more than {MOST_STEPS} steps");
                let help = "repeat less, or loop in the kernel";
                return Err(Diagnostic::error(times.span(), message).help(help));
            }
        }
        Ok(())
    }

    fn fill(&self, name: &Spanned, init: &Init, scope: &Scope<'_>) -> Result<StepPlan, Diagnostic> {
        let buffer = buffers::find(name, scope.buffers)?;
        let contents = scope.buffers[buffer].filled(init, self.folder, scope.parameters)?;
        Ok(StepPlan::Fill { buffer, contents })
    }
}

/// The name of a turn may hide nothing.
fn check_turn(turn: &Spanned, scope: &Scope<'_>) -> Result<(), Diagnostic> {
    text::check_name(turn, "turn")?;
    let is_buffer = scope.buffers.iter().any(|b| b.name == *turn);
    if is_buffer || scope.parameters.get(turn).is_some() {
        let message = format!("the name `{turn}` is taken: a parameter, buffer or turn has it");
        return Err(Diagnostic::error(turn.span(), message).help("choose another name"));
    }
    Ok(())
}

fn symbol(name: &Spanned, values: &[Spanned], scope: &Scope<'_>) -> Result<StepPlan, Diagnostic> {
    if values.is_empty() {
        let message = format!("`{name}` is given no values");
        let help = "write one for each element, as in values: [\"1\", \"2\"]";
        return Err(Diagnostic::error(name.span(), message).help(help));
    }
    let value = |text: &Spanned| Ok((scalar(text, scope.parameters)?, text.span()));
    Ok(StepPlan::Symbol(SymbolPlan {
        name: name.clone(),
        values: values
            .iter()
            .map(value)
            .collect::<Result<_, Diagnostic>>()?,
    }))
}

/// No two launches have one name, and none that of another's repetitions.
fn check_names(launches: &[LaunchPlan]) -> Result<(), Diagnostic> {
    let mut seen: indexmap::IndexMap<&str, &LaunchPlan> = indexmap::IndexMap::new();
    for launch in launches {
        if let Some(first) = seen.insert(&launch.name, launch) {
            let message = format!("two launches are named `{}`", launch.name);
            return Err(Diagnostic::error(launch.group.span(), message)
                .also(first.group.span(), "the first is here")
                .help("give one of them another name: `name: \"…\"`"));
        }
    }
    for launch in launches.iter().filter(|launch| launch.is_repeated()) {
        if let Some(other) = seen.get(launch.group.as_str()) {
            let message = format!(
                "a launch is named as the repeated launch `{}`",
                launch.group
            );
            return Err(Diagnostic::error(other.group.span(), message)
                .also(launch.group.span(), "the repeated one is here")
                .help("give one of them another name: `name: \"…\"`"));
        }
    }
    Ok(())
}
