//! Expectations: expressions compiled, launches and counters found.

use super::{LaunchPlan, Names, buffers, integer, scalar, tolerance};
use crate::counters;
use crate::expr::code::Code;
use crate::expr::error::{ExprError, ExprErrorKind};
use crate::expr::function;
use crate::expr::lower::{compile, compile_for};
use crate::expr::run::{Reduction, Tolerance};
use crate::file::{Expectation, Faulty, ReduceOp, Workload};
use crate::scalar::Scalar;
use sim_core::peaks::Peaks;
use sim_ir::cexpr::{Expr, ExprKind};
use sim_ir::diagnostic::{Diagnostic, did_you_mean};
use sim_ir::source::Span;
use sim_ir::spans::Spanned;

/// What must hold.
#[derive(Clone, Debug)]
pub struct ExpectationPlan {
    /// As the file says it, in one line.
    pub text: String,
    /// Where.
    pub span: Span,
    /// What is looked at.
    pub subject: Subject,
}

/// What is looked at.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A whole buffer.
    Buffer {
        /// Its place in the file's list.
        buffer: usize,
        /// What each element must be.
        code: Code,
        /// How near is near enough.
        tolerance: Tolerance,
    },
    /// A reduction.
    Reduce {
        /// Which.
        reduction: Reduction,
        /// Of what.
        code: Code,
        /// Over how many indices.
        count: u64,
        /// What must come out.
        equals: Scalar,
        /// How near is near enough.
        tolerance: Tolerance,
    },
    /// A condition on counters.
    Assertion(AssertionPlan),
    /// A launch that must fault.
    Fault {
        /// Its name.
        launch: String,
        /// How.
        how: Faulty,
    },
}

/// A condition on counters.
#[derive(Clone, Debug)]
pub struct AssertionPlan {
    /// The condition.
    pub condition: Expr,
    /// The launches that it names, each once; of repeated ones all.
    pub launches: Vec<String>,
    /// The repeated launches that it names, and what each is the sum of.
    pub sums: Vec<(String, Vec<String>)>,
}

impl AssertionPlan {
    /// The launches that a name stands for: one, or the repetitions of one.
    pub fn meant_by<'a>(&'a self, name: &'a String) -> &'a [String] {
        let sum = self.sums.iter().find(|(sum, _)| sum == name);
        sum.map_or(std::slice::from_ref(name), |(_, launches)| launches)
    }

    fn name(&mut self, launch: &str, launches: &[LaunchPlan]) {
        let repeated = launches.iter().filter(|l| l.is_repeated());
        let members: Vec<String> = repeated
            .filter(|l| l.group.as_str() == launch)
            .map(|l| l.name.clone())
            .collect();
        if members.is_empty() {
            self.add(launch);
        } else if self.sums.iter().all(|(sum, _)| sum != launch) {
            members.iter().for_each(|member| self.add(member));
            self.sums.push((launch.to_owned(), members));
        }
    }

    fn add(&mut self, launch: &str) {
        if self.launches.iter().all(|known| known != launch) {
            self.launches.push(launch.to_owned());
        }
    }
}

pub(super) fn plan(
    workload: &Workload,
    names: &Names<'_>,
    launches: &[LaunchPlan],
) -> Result<Vec<ExpectationPlan>, Diagnostic> {
    let written = workload.expect.iter();
    let written = written.map(|expectation| one(expectation, names, launches));
    let faults = launches.iter().filter_map(fault).map(Ok);
    written.chain(faults).collect()
}

/// What a launch that is meant to fault comes to.
fn fault(launch: &LaunchPlan) -> Option<ExpectationPlan> {
    let how = launch.faults?;
    Some(ExpectationPlan {
        text: format!("{} faults: {how:?}", launch.name),
        span: launch.group.span(),
        subject: Subject::Fault {
            launch: launch.name.clone(),
            how,
        },
    })
}

fn one(
    expectation: &Expectation,
    names: &Names<'_>,
    launches: &[LaunchPlan],
) -> Result<ExpectationPlan, Diagnostic> {
    match expectation {
        Expectation::Buffer {
            name,
            equals,
            abs,
            rel,
        } => {
            let tolerance = both(abs, rel, names)?;
            buffer(name, equals, tolerance, names)
        }
        Expectation::Reduce {
            op,
            of,
            count,
            equals,
            abs,
            rel,
        } => {
            let tolerance = both(abs, rel, names)?;
            let subject = Subject::Reduce {
                reduction: reduction(*op),
                code: compile(&of.expression()?, names)?,
                count: integer(count, names.parameters, "the count", 0..=i64::MAX)? as u64,
                equals: scalar(equals, names.parameters)?,
                tolerance,
            };
            let text = format!("{op:?} of {of} for i < {count} = {equals}");
            Ok(ExpectationPlan {
                text,
                span: of.span(),
                subject,
            })
        }
        Expectation::Assert(text) => assertion(text, names, launches),
    }
}

fn both(
    abs: &Option<Spanned>,
    rel: &Option<Spanned>,
    names: &Names<'_>,
) -> Result<Tolerance, Diagnostic> {
    Ok(Tolerance {
        absolute: tolerance(abs.as_ref(), names.parameters)?,
        relative: tolerance(rel.as_ref(), names.parameters)?,
    })
}

fn reduction(op: ReduceOp) -> Reduction {
    match op {
        ReduceOp::Sum => Reduction::Sum,
        ReduceOp::Min => Reduction::Minimum,
        ReduceOp::Max => Reduction::Maximum,
        ReduceOp::Count => Reduction::Count,
    }
}

fn buffer(
    name: &Spanned,
    equals: &Spanned,
    tolerance: Tolerance,
    names: &Names<'_>,
) -> Result<ExpectationPlan, Diagnostic> {
    let buffer = buffers::find(name, names.buffers)?;
    let code = compile_for(&equals.expression()?, names, names.buffers[buffer].ty)?;
    Ok(ExpectationPlan {
        text: format!("{name}[i] = {equals}"),
        span: equals.span(),
        subject: Subject::Buffer {
            buffer,
            code,
            tolerance,
        },
    })
}

fn assertion(
    text: &Spanned,
    names: &Names<'_>,
    launches: &[LaunchPlan],
) -> Result<ExpectationPlan, Diagnostic> {
    Ok(ExpectationPlan {
        text: text.to_string(),
        span: text.span(),
        subject: Subject::Assertion(condition(text, names, launches)?),
    })
}

/// A condition on counters, every name in it found.
pub(super) fn condition(
    text: &Spanned,
    names: &Names<'_>,
    launches: &[LaunchPlan],
) -> Result<AssertionPlan, Diagnostic> {
    let mut plan = AssertionPlan {
        condition: text.expression()?,
        launches: Vec::new(),
        sums: Vec::new(),
    };
    let condition = plan.condition.clone();
    check_names(&condition, names, launches, &mut plan)?;
    Ok(plan)
}

/// Finds every parameter, counter and launch that a condition names, and notes the launches.
fn check_names(
    expr: &Expr,
    names: &Names<'_>,
    launches: &[LaunchPlan],
    plan: &mut AssertionPlan,
) -> Result<(), ExprError> {
    match &expr.kind {
        ExprKind::Call {
            callee,
            callee_span,
            args,
        } if function::lookup(callee).is_none() => {
            if !counters::is_known(callee) {
                return Err(unknown_counter(callee, *callee_span));
            }
            let launch = launch_of(callee, args, expr.span, launches)?;
            plan.name(launch, launches);
            Ok(())
        }
        ExprKind::Name(name) if names.parameters.get(name).is_some() => Ok(()),
        ExprKind::Name(name) if Peaks::NAMES.contains(&name.as_str()) => Ok(()),
        ExprKind::Name(name) if counters::is_known(name) => {
            Err(ExprErrorKind::CounterOfWhat(name.clone()).at(expr.span))
        }
        ExprKind::Name(name) => {
            let known = names.parameters.iter().map(|(name, _)| name);
            let suggestion = did_you_mean(name, known.chain(Peaks::NAMES)).map(str::to_owned);
            let name = name.clone();
            Err(ExprErrorKind::UnknownName { name, suggestion }.at(expr.span))
        }
        _ => {
            let mut result = Ok(());
            expr.for_each_child(&mut |child| {
                if result.is_ok() {
                    result = check_names(child, names, launches, plan);
                }
            });
            result
        }
    }
}

fn unknown_counter(name: &str, span: Span) -> ExprError {
    let known = counters::names().chain(function::names());
    let suggestion = did_you_mean(name, known).map(str::to_owned);
    let name = name.to_owned();
    ExprErrorKind::UnknownCounter { name, suggestion }.at(span)
}

/// The launch in `counter(launch)`.
fn launch_of<'a>(
    counter: &str,
    args: &'a [Expr],
    span: Span,
    launches: &[LaunchPlan],
) -> Result<&'a str, ExprError> {
    let [
        Expr {
            kind: ExprKind::Name(launch),
            span,
        },
    ] = args
    else {
        return Err(ExprErrorKind::CounterOfWhat(counter.to_owned()).at(span));
    };
    if launches.iter().any(|l| l.name == *launch) {
        return Ok(launch);
    }
    if let Some(turn) = launches.iter().find(|l| l.group.as_str() == launch) {
        return match counters::adds_up(counter) {
            true => Ok(launch),
            false => Err(no_sum(counter, turn).at(*span)),
        };
    }
    let groups = launches.iter().map(|l| l.group.as_str());
    let known = launches.iter().map(|l| l.name.as_str()).chain(groups);
    let suggestion = did_you_mean(launch, known).map(str::to_owned);
    let name = launch.clone();
    Err(ExprErrorKind::UnknownLaunch { name, suggestion }.at(*span))
}

fn no_sum(counter: &str, turn: &LaunchPlan) -> ExprErrorKind {
    ExprErrorKind::NoSum {
        name: counter.to_owned(),
        launch: turn.group.to_string(),
        turn: turn.name.clone(),
    }
}
