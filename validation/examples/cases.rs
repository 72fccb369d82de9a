//! Development aid: runs the cases of the lecture set whose names match a
//! regular expression and prints, for each, whether its buffers are the GPU's,
//! cycles simulated and measured, and exact counters that differ.
//!
//! ```text
//! cargo run --release -p sim-validation --example cases -- REGEX [--threads N]
//!     [--set PATH=VALUE]… [--gpu FILE] [--max-cycles N] [--all]
//! ```
//! `--all` prints every metric and the stall reasons.

use anyhow::{Context, Error, Result, bail};
use regex::Regex;
use sim_core::config::GpuConfig;
use sim_core::engine::EngineOptions;
use sim_validation::compare::{CaseComparison, Comparison};
use sim_validation::run::{CaseRun, run};
use sim_validation::truth::TruthSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

struct Options {
    pattern: Regex,
    gpu: Arc<GpuConfig>,
    engine: EngineOptions,
    all: bool,
}

fn main() -> Result<()> {
    let options = options()?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("truth/h200/lecture");
    let set = TruthSet::read(&folder)?;
    let mut tally = Tally::default();
    println!(
        "{:<42} {:>6} {:>10} {:>10} {:>6} {:>7} {:>6}",
        "case", "sha", "cycles", "measured", "ratio", "wall s", "Mi/s"
    );
    for entry in set
        .entries
        .iter()
        .filter(|e| options.pattern.is_match(&e.case.name))
    {
        let start = Instant::now();
        let attempt = || run(&set, entry, &options.gpu, &options.engine).map_err(Error::from);
        let Ok(outcome) = catch_unwind(AssertUnwindSafe(attempt)) else {
            println!("{:<42} PANICKED", entry.case.name);
            tally.failed += 1;
            continue;
        };
        match outcome {
            Ok(done) => {
                print_case(&done, start.elapsed().as_secs_f64());
                if options.all {
                    print_all(&done);
                }
                tally.add(&done.comparison);
            }
            Err(error) => {
                println!("{:<42} FAILED: {error}", entry.case.name);
                tally.failed += 1;
            }
        }
    }
    tally.print();
    Ok(())
}

fn options() -> Result<Options> {
    let mut arguments = std::env::args().skip(1);
    let mut gpu = GpuConfig::built_in("h200")?;
    let mut engine = EngineOptions::default();
    let (mut pattern, mut all, mut settings) = (String::from("."), false, Vec::new());
    while let Some(argument) = arguments.next() {
        let mut value = || {
            arguments
                .next()
                .with_context(|| format!("{argument} needs a value"))
        };
        match argument.as_str() {
            "--all" => all = true,
            "--threads" => engine.threads = value()?.parse()?,
            "--max-cycles" => engine.limits.max_cycles = value()?.parse()?,
            "--set" => settings.push(value()?),
            "--gpu" => {
                let file = value()?;
                gpu = GpuConfig::from_ron(&std::fs::read_to_string(&file)?, &file)?;
            }
            option if option.starts_with("--") => bail!("unknown option {option}"),
            _ => pattern = argument,
        }
    }
    for setting in settings {
        let (path, value) = setting.split_once('=').context("--set takes PATH=VALUE")?;
        gpu.set(path, value)?;
    }
    Ok(Options {
        pattern: Regex::new(&pattern)?,
        gpu: Arc::new(gpu),
        engine,
        all,
    })
}

fn print_case(done: &CaseRun, seconds: f64) {
    let comparison = &done.comparison;
    let cycles = comparison.cycles.as_ref();
    let instructions = done.report.metric("smsp__inst_executed.sum").unwrap_or(0.0);
    println!(
        "{:<42} {:>6} {:>10} {:>10} {:>6} {seconds:>7.2} {:>6.2}",
        comparison.case,
        if comparison.buffers_equal() {
            "ok"
        } else {
            "WRONG"
        },
        cycles
            .and_then(|c| c.simulated)
            .map_or("-".into(), |c| format!("{c:.0}")),
        cycles.map_or("-".into(), |c| format!("{:.0}", c.measured)),
        cycles
            .and_then(Comparison::ratio)
            .map_or("-".into(), |r| format!("{r:.2}")),
        instructions / seconds / 1e6,
    );
    for wrong in comparison.wrong_exact().take(4) {
        println!("    {}", metric(wrong));
    }
    let more = comparison.wrong_exact().count().saturating_sub(4);
    if more > 0 {
        println!("    … and {more} more exact counters differ");
    }
}

fn metric(c: &Comparison) -> String {
    let simulated = c.simulated.map_or("absent".into(), |s| format!("{s}"));
    let ratio = c.ratio().map_or(String::new(), |r| format!("  ({r:.3})"));
    format!("{:<64} {simulated} / {}{ratio}", c.metric, c.measured)
}

fn print_all(done: &CaseRun) {
    for comparison in &done.comparison.metrics {
        println!("    {}", metric(comparison));
    }
}

/// What the cases say together.
#[derive(Default)]
struct Tally {
    cases: usize,
    failed: usize,
    buffers_right: usize,
    counters_right: usize,
    log_ratios: Vec<f64>,
}

impl Tally {
    fn add(&mut self, comparison: &CaseComparison) {
        self.cases += 1;
        self.buffers_right += usize::from(comparison.buffers_equal());
        self.counters_right += usize::from(comparison.wrong_exact().next().is_none());
        let ratio = comparison.cycles.as_ref().and_then(Comparison::ratio);
        self.log_ratios.extend(ratio.map(f64::ln));
    }

    fn print(&mut self) {
        println!(
            "{} cases run, {} failed: buffers right in {}, exact counters in {}",
            self.cases, self.failed, self.buffers_right, self.counters_right
        );
        if self.log_ratios.is_empty() {
            return;
        }
        let count = self.log_ratios.len() as f64;
        let mean = self.log_ratios.iter().sum::<f64>() / count;
        let spread = self.log_ratios.iter().map(|l| l.abs()).sum::<f64>() / count;
        self.log_ratios.sort_by(f64::total_cmp);
        let within = |x: f64| {
            self.log_ratios
                .iter()
                .filter(|l| l.abs() <= (1.0 + x).ln())
                .count()
        };
        println!(
            "cycles: ratio {:.3} on average, off by {:.1} % on average; within 5 % {}, 10 % {}, 20 % {}",
            mean.exp(),
            100.0 * (spread.exp() - 1.0),
            within(0.05),
            within(0.10),
            within(0.20),
        );
    }
}
