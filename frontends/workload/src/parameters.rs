//! A workload's parameters: named integers that may use each other in any order.
//!
//! `--param W=4096` replaces a definition; what is computed from `W` follows. A wrong
//! override is shown against its own text, not against the file.

use crate::error::WorkloadError;
use crate::expr::error::{ExprError, ExprErrorKind};
use crate::expr::scalar_eval::{Environment, evaluate};
use crate::file::Workload;
use crate::scalar::Scalar;
use crate::text;
use indexmap::IndexMap;
use sim_ir::cexpr::{self, Expr};
use sim_ir::diagnostic::{Diagnostic, did_you_mean};
use sim_ir::source::{SourceFile, Span};

/// How many parameters may stand between one and the numbers it is made of.
const MAX_DEPTH: usize = 64;

/// The parameters' values, in the file's order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters(IndexMap<String, i64>);

impl Parameters {
    /// A parameter's value.
    pub fn get(&self, name: &str) -> Option<i64> {
        self.0.get(name).copied()
    }

    /// These and one more.
    pub(crate) fn with(&self, name: &str, value: i64) -> Parameters {
        let mut more = self.clone();
        more.0.insert(name.to_owned(), value);
        more
    }

    /// Names and values in the file's order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, i64)> {
        self.0.iter().map(|(name, &value)| (name.as_str(), value))
    }
}

impl Environment for &Parameters {
    fn name(&mut self, name: &str, span: Span) -> Result<Scalar, ExprError> {
        let value = self.get(name).map(Scalar::Int);
        value.ok_or_else(|| unknown(name, self.0.keys().map(String::as_str), span))
    }
}

fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a str>, span: Span) -> ExprError {
    let suggestion = did_you_mean(name, known).map(str::to_owned);
    let name = name.to_owned();
    ExprErrorKind::UnknownName { name, suggestion }.at(span)
}

/// One `NAME=EXPR` of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// The parameter.
    pub name: String,
    /// Its new definition.
    pub value: String,
}

impl std::str::FromStr for Override {
    type Err = String;

    fn from_str(text: &str) -> Result<Override, String> {
        let (name, value) = text.split_once('=').ok_or_else(|| {
            format!("`{text}` is no definition of a parameter: write NAME=EXPR, as in W=4096")
        })?;
        Ok(Override {
            name: name.trim().to_owned(),
            value: value.to_owned(),
        })
    }
}

/// A parameter's definition and the text that it stands in.
struct Definition {
    expr: Expr,
    file: SourceFile,
}

/// Computes the parameters of a workload.
pub fn resolve(
    workload: &Workload,
    file: &SourceFile,
    overrides: &[Override],
) -> Result<Parameters, WorkloadError> {
    let mut definitions =
        definitions(workload, file).map_err(|d| WorkloadError::placed(file, d))?;
    for replaced in overrides {
        replace(&mut definitions, replaced)?;
    }
    let mut resolver = Resolver {
        definitions: &definitions,
        values: IndexMap::new(),
        stack: Vec::new(),
        faulty: None,
    };
    for name in definitions.keys() {
        if let Err(error) = resolver.value(name, Span::NONE) {
            let text = resolver.faulty.unwrap_or(file);
            return Err(WorkloadError::placed(text, error.into()));
        }
    }
    let in_order = definitions
        .keys()
        .map(|name| (name.clone(), resolver.values[name]));
    Ok(Parameters(in_order.collect()))
}

/// Whether a definition of the command line is one of a parameter that exists and can be read;
/// its value may still turn out to be none.
pub fn check(workload: &Workload, file: &SourceFile, with: &Override) -> Result<(), WorkloadError> {
    let mut definitions =
        definitions(workload, file).map_err(|d| WorkloadError::placed(file, d))?;
    replace(&mut definitions, with)
}

fn definitions(
    workload: &Workload,
    file: &SourceFile,
) -> Result<IndexMap<String, Definition>, Diagnostic> {
    text::check_unique(
        workload.parameters.iter().map(|(name, _)| name),
        "parameters",
    )?;
    let define = |(name, value): (&sim_ir::spans::Spanned, &sim_ir::spans::Spanned)| {
        text::check_name(name, "parameter")?;
        let (expr, file) = (value.expression()?, file.clone());
        Ok((name.to_string(), Definition { expr, file }))
    };
    workload.parameters.iter().map(define).collect()
}

fn replace(
    definitions: &mut IndexMap<String, Definition>,
    with: &Override,
) -> Result<(), WorkloadError> {
    let file = SourceFile::new("--param", format!("{}={}", with.name, with.value));
    if !definitions.contains_key(&with.name) {
        let known = definitions.keys().map(String::as_str);
        let near = did_you_mean(&with.name, known).map(|n| format!("did you mean `{n}`?"));
        let message = format!("the workload has no parameter `{}`", with.name);
        let diagnostic = Diagnostic::error(Span::new(0, with.name.len()), message);
        return Err(WorkloadError::placed(&file, diagnostic.help_if(near)));
    }
    let shift = with.name.len() + 1;
    let moved = |s: Span| Span::new(s.start as usize + shift, s.end as usize + shift);
    let mut expr = cexpr::parse(&with.value).map_err(|error| {
        let diagnostic = Diagnostic::error(moved(error.span), error.to_string());
        WorkloadError::placed(&file, diagnostic.help_if(error.kind.remedy()))
    })?;
    expr.relocate(&moved);
    definitions.insert(with.name.clone(), Definition { expr, file });
    Ok(())
}

struct Resolver<'a> {
    definitions: &'a IndexMap<String, Definition>,
    values: IndexMap<String, i64>,
    /// The parameters being computed, outermost first.
    stack: Vec<&'a str>,
    /// The text of the definition that failed.
    faulty: Option<&'a SourceFile>,
}

impl<'a> Resolver<'a> {
    fn value(&mut self, name: &str, used_at: Span) -> Result<i64, ExprError> {
        if let Some(&value) = self.values.get(name) {
            return Ok(value);
        }
        let known = self.definitions.keys().map(String::as_str);
        let Some((name, definition)) = self.definitions.get_key_value(name) else {
            return Err(unknown(name, known, used_at));
        };
        self.check_stack(name, used_at)?;
        self.stack.push(name);
        let value = self.compute(definition);
        self.stack.pop();
        if value.is_err() && self.faulty.is_none() {
            self.faulty = Some(&definition.file);
        }
        self.values.insert(name.clone(), value.clone()?);
        value
    }

    fn compute(&mut self, definition: &'a Definition) -> Result<i64, ExprError> {
        match evaluate(&definition.expr, self)? {
            Scalar::Int(value) => Ok(value),
            Scalar::Float(_) => {
                Err(ExprErrorKind::NotAnInteger("a parameter").at(definition.expr.span))
            }
        }
    }

    fn check_stack(&self, name: &str, used_at: Span) -> Result<(), ExprError> {
        if let Some(at) = self.stack.iter().position(|n| *n == name) {
            let mut chain: Vec<&str> = self.stack[at..].to_vec();
            chain.push(name);
            return Err(ExprErrorKind::Cycle(chain.join(" needs ")).at(used_at));
        }
        match self.stack.len() {
            MAX_DEPTH.. => Err(ExprErrorKind::TooDeep(MAX_DEPTH).at(used_at)),
            _ => Ok(()),
        }
    }
}

impl Environment for Resolver<'_> {
    fn name(&mut self, name: &str, span: Span) -> Result<Scalar, ExprError> {
        self.value(name, span).map(Scalar::Int)
    }
}
