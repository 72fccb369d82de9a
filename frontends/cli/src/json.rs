//! A run as JSON, schema 1 (`docs/json.md`).
//!
//! The types here are the schema: a field that is renamed or dropped needs a
//! new version number. Numbers are counters and positions only; nothing here
//! depends on the host but `timing`, and that is there only when asked for.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Number, Value};

use crate::view::{self, Run};

/// The version of the schema.
pub const SCHEMA: u32 = 1;

/// Instructions listed as hot for each launch.
const HOT: usize = 10;

/// The run as JSON text, indented, its last line ended.
pub fn text(run: &Run) -> serde_json::Result<String> {
    let mut text = serde_json::to_string_pretty(&Document::from(run))?;
    text.push('\n');
    Ok(text)
}

/// The whole document.
#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    gpu: &'a str,
    launches: Vec<Launch<'a>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    output: BTreeMap<&'a str, Output<'a>>,
    buffers: BTreeMap<&'a str, Buffer<'a>>,
    expectations: Vec<Expectation<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    claims: Vec<Claim<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<Fault<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faulted: Vec<Fault<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timing: Option<Timing>,
}

#[derive(Serialize)]
struct Launch<'a> {
    name: &'a str,
    kernel: &'a str,
    grid: [u32; 3],
    block: [u32; 3],
    metrics: Map<String, Value>,
    stalls: Map<String, Value>,
    hot: Vec<Hot<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<Warning<'a>>,
}

#[derive(Serialize)]
struct Warning<'a> {
    kind: &'static str,
    pc: u32,
    sass: &'a str,
    source: Option<Source<'a>>,
    times: u64,
    block: [u32; 3],
    warp: u32,
    lane: u32,
    from: u32,
}

#[derive(Serialize)]
struct Hot<'a> {
    pc: u32,
    sass: &'a str,
    source: Option<Source<'a>>,
    executed: u64,
    threads: u64,
    warp_cycles: u64,
    stalls: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    access: Option<Access>,
}

#[derive(Serialize)]
struct Access {
    kind: &'static str,
    requests: u64,
    sectors: u64,
    ideal_sectors: u64,
    wavefronts: u64,
    ideal_wavefronts: u64,
}

#[derive(Serialize)]
struct Source<'a> {
    file: &'a str,
    line: u32,
    text: &'a str,
}

#[derive(Serialize)]
struct Output<'a> {
    text: &'a str,
    #[serde(skip_serializing_if = "is_zero")]
    dropped: u64,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    assertions: &'a [String],
    #[serde(skip_serializing_if = "is_zero")]
    failed: u64,
}

#[derive(Serialize)]
struct Buffer<'a> {
    sha: &'a str,
}

#[derive(Serialize)]
struct Expectation<'a> {
    what: &'a str,
    holds: Option<bool>,
    #[serde(skip_serializing_if = "str::is_empty")]
    reason: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    wrong: Vec<Wrong<'a>>,
}

#[derive(Serialize)]
struct Wrong<'a> {
    index: u64,
    got: &'a str,
    wanted: &'a str,
}

#[derive(Serialize)]
struct Claim<'a> {
    text: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    source: &'a str,
    what: &'a str,
    holds: Option<bool>,
    #[serde(skip_serializing_if = "str::is_empty")]
    undecided: &'a str,
    expected: Option<bool>,
    #[serde(skip_serializing_if = "str::is_empty")]
    reason: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    compared: &'a str,
    values: Map<String, Value>,
}

#[derive(Serialize)]
struct Fault<'a> {
    launch: &'a str,
    what: &'a str,
    place: Option<Place<'a>>,
}

#[derive(Serialize)]
struct Place<'a> {
    kernel: &'a str,
    block: [u32; 3],
    thread: [u32; 3],
    pc: u32,
    sass: &'a str,
    source: Option<Source<'a>>,
}

#[derive(Serialize)]
struct Timing {
    warp_insts: u64,
    wall_s: f64,
    warp_insts_per_s: f64,
}

impl<'a> From<&'a Run> for Document<'a> {
    fn from(run: &'a Run) -> Document<'a> {
        Document {
            schema: SCHEMA,
            gpu: &run.gpu.name,
            launches: run.launches.iter().map(Launch::from).collect(),
            output: run.output.iter().map(output).collect(),
            buffers: run.buffers.iter().map(buffer).collect(),
            expectations: run.expectations.iter().map(Expectation::from).collect(),
            claims: run.claims.iter().map(Claim::from).collect(),
            fault: run.fault.as_ref().map(Fault::from),
            faulted: run.faulted.iter().map(Fault::from).collect(),
            timing: run.timing.map(Timing::from),
        }
    }
}

impl<'a> From<&'a view::Launch> for Launch<'a> {
    fn from(launch: &'a view::Launch) -> Launch<'a> {
        let metrics = launch.metrics.iter();
        Launch {
            name: &launch.name,
            kernel: &launch.kernel,
            grid: launch.grid,
            block: launch.block,
            metrics: metrics
                .filter_map(|(name, value)| Some((name.clone(), number(*value)?)))
                .collect(),
            stalls: stalls(&launch.stalls),
            hot: hottest(launch).into_iter().map(Hot::from).collect(),
            warnings: launch.warnings.iter().map(Warning::from).collect(),
        }
    }
}

impl<'a> From<&'a view::Warning> for Warning<'a> {
    fn from(warning: &'a view::Warning) -> Warning<'a> {
        let view::Warning {
            pc,
            sass,
            source,
            times,
            block,
            warp,
            lane,
            from,
        } = warning;
        Warning {
            kind: "shuffle from an inactive lane",
            pc: *pc,
            sass,
            source: source.as_ref().map(Source::from),
            times: *times,
            block: *block,
            warp: *warp,
            lane: *lane,
            from: *from,
        }
    }
}

/// The executed instructions before which warps waited longest, longest first.
fn hottest(launch: &view::Launch) -> Vec<&view::Instruction> {
    let executed = launch.code.iter().filter(|one| one.executed > 0);
    let mut hottest: Vec<_> = executed.collect();
    hottest.sort_by_key(|one| (std::cmp::Reverse((one.warp_cycles(), one.executed)), one.pc));
    hottest.truncate(HOT);
    hottest
}

impl<'a> From<&'a view::Instruction> for Hot<'a> {
    fn from(one: &'a view::Instruction) -> Hot<'a> {
        Hot {
            pc: one.pc,
            sass: &one.sass,
            source: one.source.as_ref().map(Source::from),
            executed: one.executed,
            threads: one.threads,
            warp_cycles: one.warp_cycles(),
            stalls: stalls(&one.stalls),
            access: one.access.map(Access::from),
        }
    }
}

impl From<view::Access> for Access {
    fn from(access: view::Access) -> Access {
        let view::Access {
            kind,
            requests,
            sectors,
            ideal_sectors,
            wavefronts,
            ideal_wavefronts,
        } = access;
        Access {
            kind: kind.words(),
            requests,
            sectors,
            ideal_sectors,
            wavefronts,
            ideal_wavefronts,
        }
    }
}

impl<'a> From<&'a view::Source> for Source<'a> {
    fn from(view::Source { file, line, text }: &'a view::Source) -> Source<'a> {
        Source {
            file,
            line: *line,
            text,
        }
    }
}

impl<'a> From<&'a view::Expectation> for Expectation<'a> {
    fn from(one: &'a view::Expectation) -> Expectation<'a> {
        Expectation {
            what: &one.what,
            holds: one.holds,
            reason: &one.reason,
            wrong: one.wrong.iter().map(wrong).collect(),
        }
    }
}

impl<'a> From<&'a view::Claim> for Claim<'a> {
    fn from(one: &'a view::Claim) -> Claim<'a> {
        let values = one.values.iter();
        Claim {
            text: &one.text,
            source: &one.source,
            what: &one.what,
            holds: one.holds,
            undecided: &one.undecided,
            expected: one.expected,
            reason: &one.reason,
            compared: &one.compared,
            values: values
                .filter_map(|(term, value)| Some((term.clone(), number(*value)?)))
                .collect(),
        }
    }
}

fn wrong(view::Wrong { index, got, wanted }: &view::Wrong) -> Wrong<'_> {
    Wrong {
        index: *index,
        got,
        wanted,
    }
}

impl<'a> From<&'a view::Fault> for Fault<'a> {
    fn from(fault: &'a view::Fault) -> Fault<'a> {
        Fault {
            launch: &fault.launch,
            what: &fault.what,
            place: fault.place.as_ref().map(Place::from),
        }
    }
}

impl<'a> From<&'a view::FaultPlace> for Place<'a> {
    fn from(place: &'a view::FaultPlace) -> Place<'a> {
        Place {
            kernel: &place.kernel,
            block: place.block,
            thread: place.thread,
            pc: place.pc,
            sass: &place.sass,
            source: place.source.as_ref().map(Source::from),
        }
    }
}

impl From<view::Timing> for Timing {
    fn from(timing: view::Timing) -> Timing {
        Timing {
            warp_insts: timing.warp_insts,
            wall_s: timing.wall_s,
            warp_insts_per_s: timing.rate(),
        }
    }
}

fn output(output: &view::Output) -> (&str, Output<'_>) {
    let view::Output {
        launch,
        text,
        dropped,
        assertions,
        failed,
    } = output;
    let output = Output {
        text,
        dropped: *dropped,
        assertions,
        failed: *failed,
    };
    (launch, output)
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn buffer(buffer: &view::Buffer) -> (&str, Buffer<'_>) {
    (&buffer.name, Buffer { sha: &buffer.sha })
}

/// Warp-cycles by reason, every reason.
fn stalls(shares: &[view::StallShare]) -> Map<String, Value> {
    let entry = |share: &view::StallShare| (share.name.to_string(), share.warp_cycles.into());
    shares.iter().map(entry).collect()
}

/// A counter: whole numbers without a decimal point; none if not finite, which
/// JSON cannot say.
pub(crate) fn number(value: f64) -> Option<Value> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() < EXACT {
        Some(Value::from(value as i64))
    } else {
        Number::from_f64(value).map(Value::Number)
    }
}
