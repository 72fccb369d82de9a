//! A roofline as JSON (`docs/json.md`).

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Level, Peaks, Roofline, Work};

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    gpu: &'a str,
    peaks: BTreeMap<&'a str, f64>,
    ridges: BTreeMap<&'a str, Ridge>,
    launches: Vec<Launch<'a>>,
}

#[derive(Serialize)]
struct Ridge {
    fp32: f64,
    fp64: f64,
}

#[derive(Serialize)]
struct Launch<'a> {
    name: &'a str,
    time_ns: f64,
    fp32: f64,
    fp64: f64,
    gflops: f64,
    levels: BTreeMap<&'a str, Passed>,
    bound: &'a str,
    reached_percent: f64,
}

#[derive(Serialize)]
struct Passed {
    bytes: f64,
    gbytes_per_s: f64,
    intensity: Option<f64>,
}

/// The document, its last line ended.
pub fn text(roofline: &Roofline) -> serde_json::Result<String> {
    let peaks = &roofline.peaks;
    let roofs = || Level::ROOFS.iter().map(|l| l.name()).zip(peaks.bandwidth);
    let ridge = |(name, peak)| {
        let [fp32, fp64] = [peaks.fp32, peaks.fp64].map(|lanes| Peaks::ridge(lanes, peak));
        (name, Ridge { fp32, fp64 })
    };
    let lanes = [("FP32", peaks.fp32), ("FP64", peaks.fp64)];
    let document = Document {
        schema: crate::json::SCHEMA,
        gpu: &roofline.gpu,
        peaks: roofs().chain(lanes).collect(),
        ridges: roofs().map(ridge).collect(),
        launches: roofline.launches.iter().map(|w| launch(w, peaks)).collect(),
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

fn launch<'a>(work: &'a Work, peaks: &Peaks) -> Launch<'a> {
    let (bound, reached) = work.bound(peaks);
    let passed = |level: Level| {
        let passed = Passed {
            bytes: work.bytes[level as usize],
            gbytes_per_s: work.bandwidth(level),
            intensity: work.intensity(level),
        };
        (level.name(), passed)
    };
    Launch {
        name: &work.name,
        time_ns: work.time,
        fp32: work.fp32,
        fp64: work.fp64,
        gflops: work.rate(),
        levels: Level::ALL.map(passed).into(),
        bound,
        reached_percent: 100.0 * reached,
    }
}
