//! How good predictions are over whole truth sets: what `sim accuracy` writes about.
//!
//! A [`Record`] is a case with both its times; [`class`] says what bounds it on the GPU,
//! [`rank`] whether predictions put cases of the same work in the GPU's order. Everything here
//! is decided by what was measured, nothing by a case's name.

pub mod class;
pub mod rank;

use crate::suite::Finished;
use crate::truth::{Entry, TruthSet};
use class::Class;
use sha2::{Digest, Sha256};
use sim_core::config::GpuConfig;

/// A case and its times.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// The case, with what was measured.
    pub entry: &'a Entry,
    /// What bounds it on the GPU; absent if no counters were measured.
    pub class: Option<Class>,
    /// Cycles simulated; absent if the case could not run.
    pub simulated: Option<f64>,
    /// Cycles measured: the median of repeats.
    pub measured: Option<f64>,
    /// Whether buffers are the GPU's; absent if the set does not say, or the case did not run.
    pub right: Option<bool>,
    /// Why the case could not run.
    pub failure: Option<&'a str>,
    /// What an empty launch takes, simulated and measured.
    pub empty: Option<(f64, f64)>,
}

impl Record<'_> {
    /// The signed error in cycles, as a part of what was measured.
    pub fn error(&self) -> Option<f64> {
        relative(self.simulated?, self.measured?)
    }

    /// The same with the time of an empty launch taken off both sides; absent where the GPU took
    /// hardly longer than that.
    pub fn net_error(&self) -> Option<f64> {
        /// A tenth more than an empty launch: what is left is more than its spread.
        const LONGER: f64 = 1.1;
        let (simulated, measured) = self.empty?;
        let long = self.measured? > LONGER * measured;
        long.then(|| relative(self.simulated? - simulated, self.measured? - measured))?
    }

    /// The range of the GPU's own launches, as a part of their median.
    pub fn spread(&self) -> Option<f64> {
        let repeat = self.entry.repeat.as_ref()?;
        let least = repeat.cycles.iter().copied().min_by(f64::total_cmp)?;
        let most = repeat.cycles.iter().copied().max_by(f64::total_cmp)?;
        relative(most, least).map(|_| (most - least) / self.measured.unwrap_or(least))
    }
}

fn relative(simulated: f64, measured: f64) -> Option<f64> {
    (measured > 0.0).then(|| simulated / measured - 1.0)
}

/// The records of a set's cases, in its order; `empty` gives an empty launch's times.
pub fn records<'a>(finished: &'a [Finished<'a>], empty: Option<(f64, f64)>) -> Vec<Record<'a>> {
    let one = |case: &'a Finished<'a>| {
        let ran = case.outcome.as_ref().ok();
        let cycles = ran.and_then(|run| run.comparison.cycles());
        Record {
            entry: case.entry,
            class: class::of(case.entry, empty.map(|(_, measured)| measured)),
            simulated: cycles.and_then(|cycles| cycles.simulated),
            measured: case.entry.cycles(),
            right: ran.and_then(|run| run.comparison.buffers_right()),
            failure: case.outcome.as_ref().err().map(String::as_str),
            empty,
        }
    };
    finished.iter().map(one).collect()
}

/// The times of an empty launch, simulated and measured: of those whose warps hardly execute
/// anything, the one with the fewest warp instructions. Absent where no launch is empty.
pub fn empty_launch<'a>(finished: impl Iterator<Item = &'a Finished<'a>>) -> Option<(f64, f64)> {
    /// An empty kernel's warp reads its stack pointer and ends.
    const EMPTY: f64 = 4.0;
    let timed = finished.filter_map(|case| {
        let metrics = &case.entry.measured.as_ref()?.metrics;
        let executed = *metrics.get("smsp__inst_executed.sum")?;
        let warps = *metrics.get("smsp__warps_launched.sum")?;
        let cycles = case.outcome.as_ref().ok()?.comparison.cycles()?;
        let times = cycles.both()?;
        (executed <= EMPTY * warps).then_some((executed, times))
    });
    let least = timed.min_by(|(a, _), (b, _)| a.total_cmp(b));
    least.map(|(_, times)| times)
}

/// Mean, median, ninth decile and worst of errors.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    /// How many errors.
    pub n: usize,
    /// Mean size.
    pub mean: f64,
    /// Mean with signs.
    pub bias: f64,
    /// Median size.
    pub median: f64,
    /// The size that nine in ten do not exceed.
    pub p90: f64,
    /// The largest, with its sign.
    pub worst: f64,
}

impl Spread {
    /// Of signed errors; absent if there are none.
    pub fn of(errors: impl Iterator<Item = f64>) -> Option<Spread> {
        let mut errors: Vec<f64> = errors.collect();
        errors.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
        let n = errors.len();
        let rank = |part: f64| ((part * n as f64).ceil() as usize).max(1) - 1;
        let worst = *errors.last()?;
        Some(Spread {
            n,
            mean: errors.iter().map(|e| e.abs()).sum::<f64>() / n as f64,
            bias: errors.iter().sum::<f64>() / n as f64,
            median: errors[rank(0.5)].abs(),
            p90: errors[rank(0.9)].abs(),
            worst,
        })
    }
}

/// What tells one configuration from another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fingerprint {
    /// Numbers that the configuration holds.
    pub parameters: usize,
    /// The first 16 hexadecimal digits of the SHA-256 of it as JSON.
    pub hash: String,
}

impl Fingerprint {
    /// Of a configuration.
    pub fn of(gpu: &GpuConfig) -> serde_json::Result<Fingerprint> {
        let value = serde_json::to_value(gpu)?;
        let digest = Sha256::digest(value.to_string().as_bytes());
        Ok(Fingerprint {
            parameters: numbers(&value),
            hash: digest
                .iter()
                .take(8)
                .map(|byte| format!("{byte:02x}"))
                .collect(),
        })
    }
}

fn numbers(value: &serde_json::Value) -> usize {
    use serde_json::Value;
    match value {
        Value::Number(_) => 1,
        Value::Array(all) => all.iter().map(numbers).sum(),
        Value::Object(all) => all.values().map(numbers).sum(),
        Value::Null | Value::Bool(_) | Value::String(_) => 0,
    }
}

/// The folders below `root` that hold cases and what a GPU did with them, in order.
pub fn measured_sets(root: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut sets = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        if folder.join("cases.json").exists() && folder.join("results.json").exists() {
            sets.push(folder);
            continue;
        }
        let inside = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        folders.extend(
            inside
                .map(|entry| entry.path())
                .filter(|path| path.is_dir()),
        );
    }
    sets.sort();
    sets
}

/// All cases of a set.
pub fn entries(set: &TruthSet) -> Vec<&Entry> {
    set.entries.iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_ranks_by_size_and_keeps_signs() {
        let spread = Spread::of([0.1, -0.4, 0.2, 0.0].into_iter()).expect("errors");
        assert_eq!((spread.n, spread.worst, spread.median), (4, -0.4, 0.1));
        assert!((spread.bias + 0.025).abs() < 1e-12);
        assert!((spread.mean - 0.175).abs() < 1e-12);
        assert_eq!(Spread::of([].into_iter()), None);
    }

    #[test]
    fn a_changed_number_changes_the_fingerprint() {
        let mut gpu = GpuConfig::built_in("h200").expect("it comes with the simulator");
        let before = Fingerprint::of(&gpu).expect("JSON");
        gpu.chip.sm_clock_mhz += 1.0;
        let after = Fingerprint::of(&gpu).expect("JSON");
        assert_eq!(before.parameters, after.parameters);
        assert_ne!(before.hash, after.hash);
        assert!(before.parameters > 50, "{}", before.parameters);
    }
}
