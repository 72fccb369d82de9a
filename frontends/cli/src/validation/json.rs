//! A truth set's answers as JSON, schema 1 (`docs/json.md`).

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Map, Value};
use sim_validation::compare::Comparison;
use sim_validation::paths::Paths;
use sim_validation::suite::Finished;
use sim_validation::summary;

use super::Validation;
use crate::json::{SCHEMA, number};

/// The answers as JSON text, indented, its last line ended.
pub fn text(validation: &Validation) -> serde_json::Result<String> {
    let mut text = serde_json::to_string_pretty(&Document::from(validation))?;
    text.push('\n');
    Ok(text)
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    set: &'a str,
    gpu: &'a str,
    cases: Vec<Case<'a>>,
    summary: IndexMap<&'a str, Summary<'a>>,
    sha_ok: usize,
    total: usize,
    failed: Vec<Failed<'a>>,
    timing: Timing,
}

#[derive(Serialize)]
struct Case<'a> {
    name: &'a str,
    sha: IndexMap<&'a str, &'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sha_ok: Option<bool>,
    racy: bool,
    metrics: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ours: Option<Ours>,
}

#[derive(Serialize)]
struct Ours {
    #[serde(skip_serializing_if = "Option::is_none")]
    sha_ok: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cycles: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<f64>,
}

#[derive(Serialize)]
struct Summary<'a> {
    #[serde(flatten)]
    errors: Option<Errors<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pearson: Option<f64>,
    exact: usize,
    n: usize,
    must_be_exact: bool,
    wrong: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    excess: Option<f64>,
}

#[derive(Serialize)]
struct Errors<'a> {
    mape: f64,
    bias: f64,
    median: f64,
    p90: f64,
    worst: f64,
    worst_case: &'a str,
}

#[derive(Serialize)]
struct Failed<'a> {
    name: &'a str,
    why: &'a str,
}

#[derive(Serialize)]
struct Timing {
    warp_insts: u64,
    wall_s: f64,
    warp_insts_per_s: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    peak_bytes: Option<u64>,
}

impl<'a> From<&'a Validation<'a>> for Document<'a> {
    fn from(validation: &'a Validation<'a>) -> Document<'a> {
        let timing = &validation.timing;
        let summary = |one: &'a summary::Summary| (&one.metric[..], Summary::from(one));
        Document {
            schema: SCHEMA,
            set: &validation.set,
            gpu: &validation.gpu,
            cases: validation.cases.iter().filter_map(Case::of).collect(),
            summary: validation.summaries.iter().map(summary).collect(),
            sha_ok: validation.right_buffers(),
            total: validation.cases.len(),
            failed: validation
                .failed()
                .map(|(name, why)| Failed { name, why })
                .collect(),
            timing: Timing {
                warp_insts: timing.warp_insts,
                wall_s: timing.wall_s,
                warp_insts_per_s: timing.rate(),
                peak_bytes: timing.peak_bytes,
            },
        }
    }
}

impl<'a> Case<'a> {
    fn of(finished: &'a Finished<'a>) -> Option<Case<'a>> {
        let case = &finished.outcome.as_ref().ok()?.comparison;
        let buffers = case.buffers.iter();
        Some(Case {
            name: &case.case,
            sha: buffers
                .map(|one| (&one.buffer[..], &one.simulated[..]))
                .collect(),
            sha_ok: case.buffers_right(),
            racy: case.racy,
            metrics: case
                .metrics
                .iter()
                .map(|m| (m.metric.clone(), values(m)))
                .collect(),
            ours: Paths::of(finished).map(Ours::from),
        })
    }
}

impl<'a> From<Paths<'a>> for Ours {
    fn from(paths: Paths<'a>) -> Ours {
        Ours {
            sha_ok: paths.ours_right,
            cycles: paths.ours,
            instructions: paths.instructions.map(|(ours, _)| ours),
        }
    }
}

/// `{"sim", "hw"}`, without the one that is absent.
fn values(metric: &Comparison) -> Value {
    let pairs = [("sim", metric.simulated), ("hw", metric.measured)];
    let present = pairs
        .into_iter()
        .filter_map(|(key, value)| Some((key.to_string(), number(value?)?)));
    Value::Object(present.collect())
}

impl<'a> From<&'a summary::Summary> for Summary<'a> {
    fn from(one: &'a summary::Summary) -> Summary<'a> {
        Summary {
            errors: one.errors.as_ref().map(Errors::from),
            pearson: one.pearson,
            exact: one.exact,
            n: one.n,
            must_be_exact: one.must_be_exact,
            wrong: one.wrong,
            excess: one.excess.map(|part| 100.0 * part),
        }
    }
}

impl<'a> From<&'a summary::Errors> for Errors<'a> {
    fn from(errors: &'a summary::Errors) -> Errors<'a> {
        let summary::Errors {
            mape,
            bias,
            median,
            p90,
            worst,
            worst_case,
        } = errors;
        Errors {
            mape: 100.0 * mape,
            bias: 100.0 * bias,
            median: 100.0 * median,
            p90: 100.0 * p90,
            worst: 100.0 * worst,
            worst_case,
        }
    }
}
