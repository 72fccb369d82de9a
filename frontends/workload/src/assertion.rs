//! Assertions on counters: `cycles(padded) < 0.6 * cycles(shared)`.

use crate::expr::error::{ExprError, ExprErrorKind};
use crate::expr::function;
use crate::expr::scalar_eval::{Comparison, Environment, comparison, evaluate};
use crate::parameters::Parameters;
use crate::plan::AssertionPlan;
use crate::scalar::Scalar;
use sim_core::peaks::Peaks;
use sim_ir::cexpr::{BinaryOperator, Expr, ExprKind};
use sim_ir::source::Span;

/// Something that knows the counters of launches: the simulator's reports, or what a real GPU
/// measured.
pub trait Counters {
    /// A counter of a launch; `None` if it is not known.
    fn counter(&self, launch: &str, counter: &str) -> Option<f64>;

    /// A peak of the GPU by its name in [`Peaks::NAMES`]; `None` if it is not known.
    fn peak(&self, _name: &str) -> Option<f64> {
        None
    }
}

/// How an assertion came out.
#[derive(Clone, Debug, PartialEq)]
pub struct AssertionResult {
    /// Whether it holds.
    pub holds: bool,
    /// The left side of a comparison; the value of another condition. Of conditions in a row
    /// (`&&`, `||`) those that decide, up to the last one's left side.
    pub got: String,
    /// What that is compared with, such as `< 0.5`.
    pub want: String,
    /// Every counter that was asked, as written, with its value.
    pub terms: Vec<(String, Scalar)>,
}

/// Evaluates an assertion. A counter that is not known is an error, never false.
pub fn check(
    plan: &AssertionPlan,
    parameters: &Parameters,
    counters: &dyn Counters,
) -> Result<AssertionResult, ExprError> {
    let mut asked = Asked {
        plan,
        parameters,
        counters,
        terms: Vec::new(),
    };
    let tested = test(&plan.condition, &mut asked)?;
    Ok(AssertionResult {
        holds: tested.holds,
        got: tested.got,
        want: tested.want,
        terms: asked.terms,
    })
}

/// A condition with the values of its sides.
struct Tested {
    holds: bool,
    got: String,
    want: String,
}

fn test(condition: &Expr, asked: &mut Asked<'_>) -> Result<Tested, ExprError> {
    if let ExprKind::Binary(op @ (BinaryOperator::And | BinaryOperator::Or), left, right) =
        &condition.kind
    {
        return connected(*op, left, right, asked);
    }
    let Some(Comparison { op, left, right }) = comparison(condition) else {
        let value = evaluate(condition, asked)?;
        return Ok(Tested {
            holds: value.is_true(),
            got: value.to_string(),
            want: "!= 0".to_owned(),
        });
    };
    let (left, right) = (evaluate(left, asked)?, evaluate(right, asked)?);
    Ok(Tested {
        holds: left.compare(op, right),
        got: left.to_string(),
        want: format!("{} {right}", op.symbol()),
    })
}

/// `a && b`, `a || b`: the one that decides, or both.
fn connected(
    op: BinaryOperator,
    left: &Expr,
    right: &Expr,
    asked: &mut Asked<'_>,
) -> Result<Tested, ExprError> {
    let (symbol, decides) = match op {
        BinaryOperator::Or => ("||", true),
        _ => ("&&", false),
    };
    let left = test(left, asked)?;
    if left.holds == decides {
        return Ok(left);
    }
    let right = test(right, asked)?;
    let both = format!("{} {} {symbol} {}", left.got, left.want, right.got);
    Ok(match right.holds == decides {
        true => right,
        false => Tested { got: both, ..right },
    })
}

/// The names of an assertion, and a note of what was asked.
struct Asked<'a> {
    plan: &'a AssertionPlan,
    parameters: &'a Parameters,
    counters: &'a dyn Counters,
    terms: Vec<(String, Scalar)>,
}

impl Asked<'_> {
    /// Notes what was asked, once, and gives its value.
    fn note(&mut self, term: String, value: f64) -> Scalar {
        let value = Scalar::Float(value);
        if self.terms.iter().all(|(known, _)| *known != term) {
            self.terms.push((term, value));
        }
        value
    }
}

impl Environment for Asked<'_> {
    fn name(&mut self, name: &str, span: Span) -> Result<Scalar, ExprError> {
        if self.parameters.get(name).is_some() || !Peaks::NAMES.contains(&name) {
            return (&mut self.parameters).name(name, span);
        }
        match self.counters.peak(name) {
            Some(value) => Ok(self.note(name.to_owned(), value)),
            None => Err(ExprErrorKind::UnknownPeak(name.to_owned()).at(span)),
        }
    }

    fn call(&mut self, callee: &str, span: Span, args: &[Expr]) -> Result<Scalar, ExprError> {
        let [
            Expr {
                kind: ExprKind::Name(launch),
                ..
            },
        ] = args
        else {
            return Err(match function::find(callee, span) {
                Err(error) => error,
                Ok(_) => ExprErrorKind::CounterOfWhat(callee.to_owned()).at(span),
            });
        };
        let of_one = |launch: &String| self.counters.counter(launch, callee);
        let values = self.plan.meant_by(launch).iter().map(of_one);
        let Some(value) = values.sum::<Option<f64>>() else {
            let (name, launch) = (callee.to_owned(), launch.clone());
            return Err(ExprErrorKind::AbsentCounter { name, launch }.at(span));
        };
        Ok(self.note(format!("{callee}({launch})"), value))
    }
}
