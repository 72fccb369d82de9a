//! Looks at a workload's expectations and claims after its last step.
//!
//! What an expectation needs decides whether it is looked at: one that speaks of a launch that
//! did not run, or of the contents of a buffer that such a launch was given, is skipped.

use crate::assertion::{self, Counters};
use crate::claim::ClaimOutcome;
use crate::contents;
use crate::device;
use crate::element::Number;
use crate::expr::code::{Code, Source};
use crate::expr::error::{ExprError, ExprErrorKind};
use crate::expr::machine::{Bytes, Trap};
use crate::expr::run::{Tolerance, agree, compare, reduce};
use crate::file::Faulty;
use crate::outcome::{ExpectationOutcome, Verdict};
use crate::plan::{AssertionPlan, ClaimPlan, ExpectationPlan, Plan, Subject};
use crate::scalar::Scalar;
use indexmap::IndexMap;
use sim_core::config::GpuConfig;
use sim_core::peaks::Peaks;
use sim_core::report::LaunchReport;
use sim_ir::diagnostic::Diagnostic;
use sim_memory::image::{AllocationId, Memory};

/// How many wrong elements of a buffer are kept for the report.
const WRONG_ELEMENTS_SHOWN: usize = 4;

/// The reports of a run, as something that knows counters.
pub(crate) struct Reports<'a> {
    /// Those of the launches that ended.
    pub(crate) launches: &'a [LaunchReport],
    /// The GPU.
    pub(crate) gpu: &'a GpuConfig,
}

impl Counters for Reports<'_> {
    fn counter(&self, launch: &str, counter: &str) -> Option<f64> {
        let mut launches = self.launches.iter();
        launches
            .find(|report| report.name == launch)?
            .metric(counter)
    }

    fn peak(&self, name: &str) -> Option<f64> {
        Peaks::of(self.gpu).find(name)
    }
}

/// Looks at expectations after the last step.
pub(crate) struct Checker<'a> {
    plan: &'a Plan,
    memory: &'a Memory,
    buffers: &'a [AllocationId],
    counters: &'a dyn Counters,
    /// The launches that ran, by name.
    ran: &'a [String],
    /// The launches that faulted as they must, by name.
    faulted: &'a [String],
    /// Whether the run was functional, without time.
    functional: bool,
    /// Initial contents that were asked for, by buffer.
    initial: IndexMap<usize, Vec<u8>>,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(
        plan: &'a Plan,
        memory: &'a Memory,
        buffers: &'a [AllocationId],
        (ran, counters): (&'a [String], &'a dyn Counters),
        functional: bool,
    ) -> Checker<'a> {
        let initial = IndexMap::new();
        Checker {
            plan,
            memory,
            buffers,
            counters,
            ran,
            faulted: &[],
            functional,
            initial,
        }
    }

    /// The same beside launches that faulted as they must.
    pub(crate) fn beside(self, faulted: &'a [String]) -> Checker<'a> {
        Checker { faulted, ..self }
    }

    /// Looks at all expectations, in the file's order.
    pub(crate) fn check_all(mut self) -> Vec<ExpectationOutcome> {
        let plan = self.plan;
        plan.expectations.iter().map(|e| self.check(e)).collect()
    }

    /// Looks at all claims, in the file's order, as a GPU of that name has them.
    pub(crate) fn claims(&self, gpu: &str) -> Vec<ClaimOutcome> {
        let claims = self.plan.claims.iter();
        claims.map(|claim| self.claim(claim, gpu)).collect()
    }

    fn claim(&self, plan: &ClaimPlan, gpu: &str) -> ClaimOutcome {
        let verdict = match self.not_run(&plan.condition.launches) {
            Some(launch) => Verdict::Skipped { launch },
            None => self
                .assertion(&plan.condition)
                .unwrap_or_else(Verdict::Error),
        };
        ClaimOutcome {
            text: plan.text.clone(),
            source: plan.source.clone(),
            condition: plan.holds.to_string(),
            span: plan.holds.span(),
            verdict,
            expected: plan.expected_on(gpu),
            reason: plan.reason_on(gpu).unwrap_or_default().to_owned(),
        }
    }

    /// The first of these launches that did not run.
    fn not_run(&self, launches: &[String]) -> Option<String> {
        let mut launches = launches.iter();
        launches.find(|name| !self.ran.contains(name)).cloned()
    }

    fn check(&mut self, plan: &ExpectationPlan) -> ExpectationOutcome {
        let verdict = match self.missing_launch(&plan.subject) {
            Some(launch) => Verdict::Skipped { launch },
            None => self.verdict(&plan.subject).unwrap_or_else(Verdict::Error),
        };
        let (text, span) = (plan.text.clone(), plan.span);
        ExpectationOutcome {
            text,
            span,
            verdict,
        }
    }

    /// The first launch that an expectation needs and that did not run.
    fn missing_launch(&self, subject: &Subject) -> Option<String> {
        let ran = |name: &str| self.ran.iter().any(|launch| launch == name);
        let (buffers, named): (Vec<usize>, &[String]) = match subject {
            Subject::Buffer { buffer, code, .. } => {
                let mut buffers = self.later(&code.sources);
                buffers.push(*buffer);
                (buffers, &[])
            }
            Subject::Reduce { code, .. } => (self.later(&code.sources), &[]),
            Subject::Assertion(assertion) => (Vec::new(), &assertion.launches),
            Subject::Fault { launch, .. } if self.faulted.contains(launch) => return None,
            Subject::Fault { launch, .. } => (Vec::new(), std::slice::from_ref(launch)),
        };
        let users = self
            .plan
            .launches
            .iter()
            .filter(|l| buffers.iter().any(|&b| l.uses(b)));
        let needed = users
            .map(|l| l.name.as_str())
            .chain(named.iter().map(String::as_str));
        needed
            .into_iter()
            .find(|name| !ran(name))
            .map(str::to_owned)
    }

    /// Buffers whose later values an expression reads.
    fn later(&self, sources: &[Source]) -> Vec<usize> {
        let later = sources.iter().filter(|s| s.after);
        later.map(|s| self.position(&s.buffer)).collect()
    }

    fn position(&self, buffer: &str) -> usize {
        let found = self
            .plan
            .buffers
            .iter()
            .position(|b| b.name.as_str() == buffer);
        found.expect("planning found every buffer")
    }

    fn verdict(&mut self, subject: &Subject) -> Result<Verdict, Diagnostic> {
        match subject {
            Subject::Buffer {
                buffer,
                code,
                tolerance,
            } => self.buffer(*buffer, code, *tolerance),
            Subject::Reduce {
                reduction,
                code,
                count,
                equals,
                tolerance,
            } => {
                let sources = self.sources(&code.sources)?;
                let views = self.views(&sources);
                let got = reduce(code, &views, *count, *reduction).map_err(trapped)?;
                Ok(number(got, *equals, *tolerance))
            }
            Subject::Assertion(assertion) => self.assertion(assertion),
            Subject::Fault { launch, how } => Ok(self.fault(launch, *how)),
        }
    }

    /// A launch that is meant to fault has done so, or has ended.
    fn fault(&self, launch: &String, how: Faulty) -> Verdict {
        let holds = self.faulted.contains(launch);
        let want = format!("{how:?}");
        Verdict::Number {
            holds,
            got: if holds {
                want.clone()
            } else {
                "its end".into()
            },
            want,
            terms: Vec::new(),
        }
    }

    fn assertion(&self, assertion: &AssertionPlan) -> Result<Verdict, Diagnostic> {
        match assertion::check(assertion, &self.plan.parameters, self.counters) {
            Ok(result) => Ok(Verdict::Number {
                holds: result.holds,
                got: result.got,
                want: result.want,
                terms: result.terms,
            }),
            Err(ExprError {
                kind: ExprErrorKind::AbsentCounter { name, .. },
                ..
            }) if self.functional => Ok(Verdict::Untimed { counter: name }),
            Err(ExprError {
                kind: ExprErrorKind::UnknownPeak(name),
                ..
            }) => Ok(Verdict::Untimed { counter: name }),
            Err(error) => Err(error.into()),
        }
    }

    fn buffer(
        &mut self,
        buffer: usize,
        code: &Code,
        tolerance: Tolerance,
    ) -> Result<Verdict, Diagnostic> {
        let sources = self.sources(&code.sources)?;
        let actual = device::download(self.memory, self.buffers[buffer]);
        let (plan, keep) = (&self.plan.buffers[buffer], WRONG_ELEMENTS_SHOWN);
        let views = self.views(&sources);
        let comparison =
            compare(code, &views, plan.ty, &actual, tolerance, keep).map_err(trapped)?;
        let elements = plan.length;
        Ok(Verdict::Buffer {
            elements,
            comparison,
        })
    }

    /// Downloads what is read as it is now, and makes sure of what is read as it was.
    fn sources(&mut self, sources: &[Source]) -> Result<Vec<Contents>, Diagnostic> {
        sources.iter().map(|source| self.source(source)).collect()
    }

    fn source(&mut self, source: &Source) -> Result<Contents, Diagnostic> {
        let buffer = self.position(&source.buffer);
        if source.after {
            return Ok(Contents::Later(device::download(
                self.memory,
                self.buffers[buffer],
            )));
        }
        if !self.initial.contains_key(&buffer) {
            let bytes = contents::initial(&self.plan.buffers[buffer])?;
            self.initial.insert(buffer, bytes);
        }
        Ok(Contents::Initial(buffer))
    }

    fn views<'s>(&'s self, sources: &'s [Contents]) -> Vec<Bytes<'s>> {
        let view = |source: &'s Contents| match source {
            Contents::Initial(buffer) => self.initial[buffer].as_slice(),
            Contents::Later(bytes) => bytes.as_slice(),
        };
        sources.iter().map(view).collect()
    }
}

/// The bytes of a source.
enum Contents {
    /// Among the checker's initial contents.
    Initial(usize),
    /// Downloaded.
    Later(Vec<u8>),
}

fn trapped(trap: Trap) -> Diagnostic {
    Diagnostic::error(trap.span, trap.to_string())
}

fn number(got: Number, equals: Scalar, tolerance: Tolerance) -> Verdict {
    let want = match equals {
        Scalar::Int(value) => Number::Int(value.into()),
        Scalar::Float(value) => Number::Double(value),
    };
    Verdict::Number {
        holds: agree(got, want, tolerance),
        got: got.to_string(),
        want: want.to_string(),
        terms: Vec::new(),
    }
}
