//! The command line: each flag defined once, with its help.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use regex::Regex;
use sim_workload::kernels::Target;
use sim_workload::sweep::Choices;

use crate::section::{self, Section};
use crate::size::Bytes;

/// A GPU simulator that runs NVIDIA machine code and says why it is slow.
#[derive(Debug, Parser)]
#[command(name = "sim", version, propagate_version = true, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Simulate a workload file: results, times and their reasons
    Run(RunArgs),
    /// Simulate a workload for many values of its parameters, and name the best
    Tune(TuneArgs),
    /// Draw a workload's launches under the roofs of memory and lanes
    Roofline(RooflineArgs),
    /// Say how many blocks and warps of a kernel fit on an SM, and why not more
    Occupancy(OccupancyArgs),
    /// Print a kernel's machine code with source lines
    Disasm(DisasmArgs),
    /// Print a workload's kernels as PTX, for NVIDIA's compiler and a real GPU
    Ptx(PtxArgs),
    /// List the GPUs that come with the simulator
    Gpus,
    /// List the counters: name, unit, meaning
    Metrics(MetricsArgs),
    /// Run the cases of a truth set and hold them against what a real GPU did
    Validate(ValidateArgs),
    /// Run a workload or a truth set on a real GPU, and say how it differs
    Measure(MeasureArgs),
    /// Write what all truth sets say of the predictions: docs/accuracy.md
    Accuracy(AccuracyArgs),
    /// Hold every curve of the ledger against what the GPU did, and write docs/ledger.md
    Curves(CurvesArgs),
}

/// A machine and changes to it.
#[derive(Debug, Args)]
pub struct GpuArgs {
    /// The machine: a name of `sim gpus`, or a .ron file
    #[arg(long, value_name = "NAME|FILE", default_value = "h200")]
    pub gpu: String,
    /// Change one number of the machine, as in l1.size_kib=192; may be repeated
    #[arg(long, value_name = "PATH=VALUE", value_parser = assignment)]
    pub set: Vec<Assignment>,
}

/// `sim run`
#[derive(Debug, Args)]
pub struct RunArgs {
    /// The workload (.ron)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Run only the launches of this kernel
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub gpu: GpuArgs,
    /// Override a parameter of the workload, as in W=4096; may be repeated
    #[arg(long, value_name = "NAME=EXPR", value_parser = assignment)]
    pub param: Vec<Assignment>,
    /// Threads of the simulation; all processors by default; never changes a result
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Compute results only: every latency is one cycle, no times are reported
    #[arg(long)]
    pub functional: bool,
    /// Print every section of Nsight Compute's below the report
    #[arg(long)]
    pub details: bool,
    /// Print this section of Nsight Compute's below the report; may be repeated
    #[arg(long, value_name = "NAME", value_parser = section_name)]
    pub section: Vec<SectionName>,
    /// How to print the results
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Say how fast the simulation was
    #[arg(long)]
    pub timing: bool,
    /// Stop a launch after this many SM cycles (exit status 3)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_cycles: Option<u64>,
    /// Stop a launch after this many warp instructions (exit status 3)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_instructions: Option<u64>,
    /// Device memory that the workload may use; K, M, G and T are powers of 1024
    #[arg(long, value_name = "BYTES", default_value_t = Bytes(4 << 30))]
    pub max_memory: Bytes,
}

/// `sim tune`
#[derive(Debug, Args)]
pub struct TuneArgs {
    /// The workload (.ron)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Values to try for a parameter, as in BLOCK=32,64,128; repeated: all combinations
    #[arg(long, value_name = "NAME=EXPR,…", value_parser = choices, required = true)]
    pub param: Vec<Choices>,
    /// What to compare: a name of `sim metrics`, or a short one such as cycles, time, dram_bytes
    #[arg(long, value_name = "NAME", default_value = "cycles")]
    pub metric: String,
    /// The largest value is the best, not the smallest
    #[arg(long)]
    pub largest: bool,
    /// Run only the launches of this name or kernel
    #[arg(long, visible_alias = "launch", value_name = "NAME")]
    pub kernel: Option<String>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub gpu: GpuArgs,
    /// Threads for all points together; all processors by default; never changes a result
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// How to print the table
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// How many points may be tried
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub max_points: usize,
    /// Stop a launch after this many SM cycles; its point has failed
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_cycles: Option<u64>,
    /// Memory for points that run at the same time; K, M, G and T are powers of 1024
    #[arg(long, value_name = "BYTES", default_value_t = Bytes(4 << 30))]
    pub max_memory: Bytes,
}

/// `sim roofline`
#[derive(Debug, Args)]
pub struct RooflineArgs {
    /// The workload (.ron)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Run only the launches of this name or kernel
    #[arg(long, visible_alias = "launch", value_name = "NAME")]
    pub kernel: Option<String>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub gpu: GpuArgs,
    /// Override a parameter of the workload, as in W=4096; may be repeated
    #[arg(long, value_name = "NAME=EXPR", value_parser = assignment)]
    pub param: Vec<Assignment>,
    /// Write the picture here too
    #[arg(long, value_name = "FILE.svg")]
    pub out: Option<PathBuf>,
    /// Threads of the simulation; all processors by default; never changes a result
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
}

/// `sim occupancy`
#[derive(Debug, Args)]
pub struct OccupancyArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub gpu: GpuArgs,
    /// Threads of a block
    #[arg(long, value_name = "T")]
    pub threads: u32,
    /// Registers of a thread, as compiled
    #[arg(long, value_name = "R")]
    pub regs: u32,
    /// Shared memory of a block, static and dynamic, in bytes
    #[arg(long, value_name = "S", default_value_t = Bytes(0))]
    pub smem: Bytes,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
}

/// `sim disasm`
#[derive(Debug, Args)]
pub struct DisasmArgs {
    /// A workload (.ron), CUDA C text (.cu) or a compiled module (.cubin)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Print only this kernel
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
}

/// `sim ptx`
#[derive(Debug, Args)]
pub struct PtxArgs {
    /// A workload (.ron)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Print only this kernel
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// The architecture to write for, from sm_70 to sm_90
    #[arg(long, value_name = "SM", default_value_t = Target::SM_90)]
    pub target: Target,
}

/// `sim metrics`
#[derive(Debug, Args)]
pub struct MetricsArgs {
    /// Show only counters whose name or meaning contains this
    #[arg(value_name = "FILTER")]
    pub filter: Option<String>,
}

/// `sim validate`
#[derive(Debug, Args)]
pub struct ValidateArgs {
    /// The truth set: a folder with cases.json and, if measured, results.json
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Run only cases whose names match this regular expression
    #[arg(long, value_name = "REGEX")]
    pub only: Option<Regex>,
    /// Run only cases that the set marks as core
    #[arg(long)]
    pub core: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub gpu: GpuArgs,
    /// Compute results only: every latency is one cycle, no times are compared
    #[arg(long)]
    pub functional: bool,
    /// Threads of the simulation; all processors by default; never changes a result
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Memory for cases that run at the same time; K, M, G and T are powers of 1024
    #[arg(long, value_name = "BYTES", default_value_t = Bytes(4 << 30))]
    pub max_memory: Bytes,
    /// Stop a case after this many SM cycles; it counts as failed
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_cycles: Option<u64>,
    /// Fail (exit status 1) if cycles are off by more than X percent on average
    #[arg(long, value_name = "X")]
    pub max_mape: Option<f64>,
    /// Print every counter of every case
    #[arg(long)]
    pub details: bool,
    /// How to print the comparison
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    pub format: TextOrJson,
}

/// `sim measure`
#[derive(Debug, Args)]
pub struct MeasureArgs {
    /// A workload (.ron) or a truth set (a folder)
    #[arg(value_name = "FILE|DIR")]
    pub input: PathBuf,
    /// Override a parameter of the workload, as in W=4096; may be repeated
    #[arg(long, value_name = "NAME=EXPR", value_parser = assignment)]
    pub param: Vec<Assignment>,
    /// Which GPU, by the driver's number
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub device: usize,
    /// Write a truth set here, or add to the one that is here
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Leave out the counters even where Nsight Compute (ncu) is on the path
    #[arg(long)]
    pub no_counters: bool,
    /// Launch the cases of a set for the profiler that this runs under
    #[arg(long, hide = true)]
    pub profile_pass: bool,
    /// Keep what the device says in this file
    #[arg(long, hide = true, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Let this file answer in place of a device
    #[arg(long, hide = true, value_name = "FILE")]
    pub recorded: Option<PathBuf>,
}

/// `sim accuracy`
#[derive(Debug, Args)]
pub struct AccuracyArgs {
    /// Truth sets; if absent, all measured ones below --root
    #[arg(value_name = "DIR")]
    pub folders: Vec<PathBuf>,
    /// Where to look for truth sets
    #[arg(long, value_name = "DIR", default_value = "validation/truth")]
    pub root: PathBuf,
    /// The page to write; a picture of the same name goes beside it
    #[arg(long, value_name = "FILE", default_value = "docs/accuracy.md")]
    pub out: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub gpu: GpuArgs,
    /// Threads for all cases together; all processors by default; never changes a result
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Memory for cases that run at the same time; K, M, G and T are powers of 1024
    #[arg(long, value_name = "BYTES", default_value_t = Bytes(4 << 30))]
    pub max_memory: Bytes,
}

/// `sim curves`
#[derive(Debug, Args)]
pub struct CurvesArgs {
    /// The truth set whose ledger.ron lists the curves
    #[arg(value_name = "DIR", default_value = "validation/micro/h200")]
    pub folder: PathBuf,
    /// Draw only curves whose names match this regular expression
    #[arg(long, value_name = "REGEX")]
    pub only: Option<Regex>,
    /// Print every point of the curves
    #[arg(long)]
    pub details: bool,
    /// Write ledger.md into this folder, and a picture of each curve into model/ below it
    #[arg(long, value_name = "DIR", conflicts_with = "only")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub gpu: GpuArgs,
    /// Threads for all cases together; all processors by default; never changes a result
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For programs; see docs/json.md
    Json,
    /// For spreadsheets: a line for each number
    Csv,
}

/// How a small answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TextOrJson {
    /// For people
    Text,
    /// For programs; see docs/json.md
    Json,
}

/// `NAME=VALUE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// What stands before the first `=`.
    pub name: String,
    /// What stands after it.
    pub value: String,
}

impl std::fmt::Display for Assignment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
}

fn assignment(text: &str) -> Result<Assignment, String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok(Assignment {
                name: name.trim().to_string(),
                value: value.trim().to_string(),
            })
        }
        Some(_) | None => Err("a name, '=' and a value are needed".to_string()),
    }
}

/// `NAME=EXPR,EXPR,…`: commas in parentheses belong to an expression.
fn choices(text: &str) -> Result<Choices, String> {
    let wrong = "a name, '=' and a list of values are needed, as in BLOCK=32,64,128";
    let (name, list) = text.split_once('=').ok_or(wrong)?;
    let values: Vec<_> = split(list).iter().map(|v| v.trim().to_string()).collect();
    if name.trim().is_empty() || values.iter().all(String::is_empty) {
        return Err(wrong.to_string());
    }
    match values.iter().position(String::is_empty) {
        Some(at) => Err(format!("value {} of the list is empty", at + 1)),
        None => Ok(Choices {
            name: name.trim().to_string(),
            values,
        }),
    }
}

/// The parts of a list between the commas that stand in no parentheses.
fn split(list: &str) -> Vec<&str> {
    let mut depth = 0_i32;
    let outside = |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    };
    list.split(outside).collect()
}

/// A section that exists.
#[derive(Clone, Copy)]
pub struct SectionName(pub &'static dyn Section);

impl std::fmt::Debug for SectionName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name())
    }
}

fn section_name(text: &str) -> Result<SectionName, String> {
    section::find(text).map(SectionName)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_of_the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn an_assignment_splits_at_its_first_equals_sign() {
        let parsed = assignment("W = a == b ? 1 : 2").expect("an assignment");
        assert_eq!(parsed.name, "W");
        assert_eq!(parsed.value, "a == b ? 1 : 2");
        for wrong in ["W", "=3", "W=", ""] {
            assert!(assignment(wrong).is_err(), "{wrong}");
        }
    }
    #[test]
    fn a_list_of_values_splits_at_commas_outside_parentheses() {
        let parsed = choices("B = 32, min(64, N) ,1<<7").expect("a list");
        assert_eq!(parsed.name, "B");
        assert_eq!(parsed.values, ["32", "min(64, N)", "1<<7"]);
        for wrong in ["B", "B=", "=1,2", "B=1,,2", "B=1,", "B=,"] {
            assert!(choices(wrong).is_err(), "{wrong}");
        }
    }
}
