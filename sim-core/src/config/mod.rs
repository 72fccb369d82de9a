//! A GPU as data: every number the model has, with its unit.
//!
//! The values live in `gpus/*.ron`, each with its source beside it; nothing in
//! the code has a default, so a configuration that forgets a number does not
//! load. [`GpuConfig::set`] overrides one number by its path (`--set
//! l1.size_kib=128`).

mod check;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sim_isa::op::Pipe;
use sim_memory::banks::SharedConfig;
use sim_memory::dram::DramConfig;
use sim_memory::l1::L1Config;
use sim_memory::l2::L2Config;
use sim_memory::system::GpcConfig;
use thiserror::Error;

use crate::exec::Reconvergence;
use crate::occupancy::SmLimits;

/// A whole GPU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GpuConfig {
    /// The short name, as `--gpu` takes it.
    pub name: String,
    /// The marketing name and what the numbers were taken from.
    pub description: String,
    /// Clocks and counts.
    pub chip: ChipConfig,
    /// Resources of an SM that limit occupancy.
    pub sm: SmLimits,
    /// Warp schedulers.
    pub issue: IssueConfig,
    /// Arithmetic and other pipes of a sub-core, by name.
    pub pipes: BTreeMap<PipeName, PipeConfig>,
    /// Instruction fetch.
    pub fetch: FetchConfig,
    /// Constant caches.
    pub constant: ConstantConfig,
    /// The queue to memory and special units, shared by the sub-cores of an SM.
    pub mio: MioConfig,
    /// CTA barriers.
    pub barrier: BarrierConfig,
    /// Kernel launch and block dispatch.
    pub launch: LaunchConfig,
    /// Shared-memory banks.
    pub shared: SharedConfig,
    /// L1 data cache.
    pub l1: L1Config,
    /// The path of a GPC to the L2 and back.
    pub gpc: GpcConfig,
    /// L2 cache.
    pub l2: L2Config,
    /// Device memory.
    pub dram: DramConfig,
}

/// A pipe under the name that configurations use.
pub type PipeName = String;

/// Clocks and counts of the chip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChipConfig {
    /// Compute capability times ten: 90 for sm_90.
    pub compute_capability: u32,
    /// Sizes of the groups of SMs that share a path to the L2, in the order in
    /// which blocks are dealt to them; their sum is the number of SMs.
    pub gpc_sms: Vec<u32>,
    /// SM clock in MHz.
    pub sm_clock_mhz: f64,
    /// DRAM clock in MHz, as `dram__cycles_elapsed` counts it.
    pub dram_clock_mhz: f64,
    /// FP32 lanes of an SM (for peak rates in reports).
    pub fp32_lanes: u32,
    /// How divergent warps reconverge.
    pub reconvergence: Reconvergence,
}

/// Which ready warp a sub-core issues from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum SchedulerPolicy {
    /// The warp of the last issue while it is ready, then the youngest.
    GreedyThenYoungest,
    /// The warp of the last issue while it is ready, then the oldest.
    GreedyThenOldest,
    /// Each ready warp in turn.
    LooseRoundRobin,
}

/// Warp schedulers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IssueConfig {
    /// Which ready warp goes first.
    pub policy: SchedulerPolicy,
    /// Cycles from a taken branch to the next instruction of its warp.
    pub taken_branch: u64,
    /// Cycles from a branch that splits its warp to the first instruction of
    /// the side that runs first.
    pub divergent_branch: u64,
    /// Whether two register banks with one port each lengthen issue intervals.
    pub register_banks: bool,
    /// Cycles from a fixed-latency unit's issue until its source registers are read.
    pub operand_read: u64,
}

/// One pipe of a sub-core.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PipeConfig {
    /// Cycles between two warp instructions on the pipe.
    pub interval: u64,
    /// Cycles from issue to the release of a dependence counter, for the
    /// variable-latency instructions of the pipe; fixed latencies are the
    /// compiler's business.
    pub latency: u64,
}

/// Instruction fetch: a first level in the SM, a second beside it, then the L2.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FetchConfig {
    /// Size of the first level in KiB.
    pub l1_kib: u64,
    /// Size of the second level in KiB.
    pub l2_kib: u64,
    /// Cycles a warp waits for a line that the first level lacks and the second has.
    pub l2_latency: u64,
    /// Cycles a warp waits for a line that only the L2 cache or DRAM has.
    pub miss_latency: u64,
    /// Further lines that a miss brings in behind it.
    pub prefetch_lines: u32,
    /// Cycles between two prefetched lines.
    pub prefetch_interval: u64,
}

/// Constant caches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConstantConfig {
    /// Bytes that one miss brings in.
    pub line_bytes: u32,
    /// Size of the first level in KiB.
    pub l1_kib: u64,
    /// Cycles of an LDC that hits.
    pub hit_latency: u64,
    /// Cycles that an LDC takes longer for each further distinct address.
    pub distinct_address: u64,
    /// Cycles of an LDC served by the second level.
    pub l2_latency: u64,
    /// Cycles of a first touch, served by the L2 cache.
    pub miss_latency: u64,
    /// Bytes that a first touch brings into the second level.
    pub miss_bytes: u32,
}

/// The queue to memory and special units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MioConfig {
    /// Instructions that wait in the queue of an SM before issue is held back.
    pub queue: u32,
    /// Cycles between two instructions that leave the queue.
    pub interval: u64,
    /// Cycles between two constant loads, or two addresses of one, in the ADU.
    pub adu_interval: u64,
    /// Cycles of a shared-memory load, less its wavefronts' share.
    pub shared_latency: u64,
    /// Cycles of an L1 hit, less its wavefronts' share.
    pub l1_latency: u64,
    /// Cycles that each wavefront adds to a load's latency.
    pub wavefront_latency: u64,
    /// Cycles from the last sector's arrival to the release of the load.
    pub fill_latency: u64,
    /// Cycles of a warp shuffle.
    pub shuffle_latency: u64,
    /// Cycles of a special-register read.
    pub s2r_latency: u64,
    /// Cycles of a warp reduction (REDUX).
    pub redux_latency: u64,
    /// Cycles of a shared atomic, less its wavefronts' share.
    pub shared_atomic_latency: u64,
    /// Cycles from issue until a memory instruction's registers are read.
    pub operand_read: u64,
    /// Cycles from issue to the port for a store or a miss.
    pub port_latency: u64,
}

/// CTA barriers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BarrierConfig {
    /// Cycles from the last arrival to the release.
    pub latency: u64,
    /// Cycles that each arriving warp occupies the barrier.
    pub per_warp: u64,
    /// Cycles of a MEMBAR at CTA scope.
    pub membar_cta: u64,
}

/// Kernel launch and block dispatch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LaunchConfig {
    /// Cycles from the start of the launch to the first block's first instruction.
    pub prologue: u64,
    /// Cycles from the last write's acknowledgement to the end of the launch.
    pub epilogue: u64,
    /// Cycles between two blocks of the first wave over the whole GPU.
    pub first_wave_interval: f64,
    /// Cycles between two block ends that the dispatcher retires.
    pub block_interval: f64,
    /// Cycles between two blocks on one SM, whatever their size.
    pub sm_block_interval: f64,
    /// Cycles that each warp adds to the interval between two blocks on one SM.
    pub sm_warp_interval: f64,
    /// Cycles between the first instructions of a block's warps.
    pub warp_start: u64,
    /// Cycles from a block's last EXIT to the first instruction of the block
    /// that takes its place.
    pub turnaround: u64,
}

/// A configuration that cannot be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file is not a configuration.
    #[error("{file}:{line}:{column}: {message}")]
    Syntax {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// The name is neither a built-in GPU nor a file.
    #[error("unknown GPU '{name}': known are {known}, or give the path of a .ron file")]
    UnknownGpu {
        /// The name.
        name: String,
        /// The built-in names.
        known: String,
    },
    /// `--set` names something that is not there.
    #[error("--set {path}: there is no '{part}'; known here: {known}")]
    UnknownPath {
        /// The whole path.
        path: String,
        /// The part that is not known.
        part: String,
        /// What could stand there.
        known: String,
    },
    /// `--set` gives a value that does not fit.
    #[error("--set {path}={value}: {message}")]
    BadValue {
        /// The path.
        path: String,
        /// The value.
        value: String,
        /// What is wrong.
        message: String,
    },
    /// The numbers contradict each other.
    #[error("{gpu}: {message}")]
    Inconsistent {
        /// The GPU.
        gpu: String,
        /// What is wrong, and what would be right.
        message: String,
    },
}

/// The GPUs that come with the simulator: name and RON text.
pub const BUILT_IN: [(&str, &str); 3] = [
    ("h200", include_str!("../../gpus/h200.ron")),
    ("rtx3090", include_str!("../../gpus/rtx3090.ron")),
    ("tiny", include_str!("../../gpus/tiny.ron")),
];

impl GpuConfig {
    /// Reads a configuration, whole (`GpuConfig(…)`) or as changes to a
    /// built-in one (`Derived(…)`); `file` names it in errors.
    pub fn from_ron(text: &str, file: &str) -> Result<GpuConfig, ConfigError> {
        if is_derived(text) {
            return parse::<Derived>(text, file)?.resolve();
        }
        let config: GpuConfig = parse(text, file)?;
        config.check()?;
        Ok(config)
    }

    /// A built-in GPU by name.
    pub fn built_in(name: &str) -> Result<GpuConfig, ConfigError> {
        let (file, text) = BUILT_IN
            .into_iter()
            .find(|(known, _)| *known == name)
            .ok_or_else(|| ConfigError::UnknownGpu {
                name: name.to_string(),
                known: BUILT_IN.map(|(known, _)| known).join(", "),
            })?;
        GpuConfig::from_ron(text, file)
    }

    /// SMs of the chip.
    pub fn sms(&self) -> u32 {
        self.chip.gpc_sms.iter().sum()
    }

    /// Overrides one number: `set("l1.size_kib", "128")`.
    pub fn set(&mut self, path: &str, value: &str) -> Result<(), ConfigError> {
        let mut tree = serde_json::to_value(&*self).map_err(|error| bad(path, value, error))?;
        *descend(&mut tree, path)? = parse_value(value);
        let config: GpuConfig =
            serde_json::from_value(tree).map_err(|error| bad(path, value, error))?;
        config.check()?;
        *self = config;
        Ok(())
    }

    fn check(&self) -> Result<(), ConfigError> {
        let tree = serde_json::to_value(self).unwrap_or_default();
        match check::problem(&tree) {
            None => Ok(()),
            Some(message) => Err(ConfigError::Inconsistent {
                gpu: self.name.clone(),
                message,
            }),
        }
    }
}

/// A GPU told by its differences from a built-in one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Derived {
    /// The built-in GPU that everything else is taken from.
    pub base: String,
    /// The short name.
    pub name: String,
    /// The marketing name and what the numbers were taken from.
    pub description: String,
    /// Values by path, as `--set` takes them.
    pub changes: BTreeMap<String, String>,
}

impl Derived {
    fn resolve(self) -> Result<GpuConfig, ConfigError> {
        let mut config = GpuConfig::built_in(&self.base)?;
        config.name = self.name;
        config.description = self.description;
        for (path, value) in &self.changes {
            config.set(path, value)?;
        }
        Ok(config)
    }
}

/// Whether a RON text begins with `Derived`, comments aside.
fn is_derived(text: &str) -> bool {
    text.lines()
        .map(|line| line.split("//").next().unwrap_or("").trim())
        .find(|line| !line.is_empty())
        .is_some_and(|line| line.starts_with("Derived"))
}

fn parse<T: serde::de::DeserializeOwned>(text: &str, file: &str) -> Result<T, ConfigError> {
    ron::from_str(text).map_err(|error: ron::error::SpannedError| ConfigError::Syntax {
        file: file.to_string(),
        line: error.span.start.line,
        column: error.span.start.col,
        message: error.code.to_string(),
    })
}

fn bad(path: &str, value: &str, error: serde_json::Error) -> ConfigError {
    ConfigError::BadValue {
        path: path.to_string(),
        value: value.to_string(),
        message: error.to_string(),
    }
}

/// A value as the command line gives it: JSON if it is that, else a string.
fn parse_value(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|_| serde_json::Value::String(text.to_string()))
}

/// The place that a dotted path names.
fn descend<'a>(
    tree: &'a mut serde_json::Value,
    path: &str,
) -> Result<&'a mut serde_json::Value, ConfigError> {
    let mut place = tree;
    for part in path.split('.') {
        let known = place
            .as_object()
            .map(|map| map.keys().cloned().collect::<Vec<_>>().join(", "))
            .unwrap_or_default();
        place = place
            .get_mut(part)
            .ok_or_else(|| ConfigError::UnknownPath {
                path: path.to_string(),
                part: part.to_string(),
                known,
            })?;
    }
    Ok(place)
}

/// All pipes.
pub const PIPES: [Pipe; 15] = [
    Pipe::Alu,
    Pipe::Fma,
    Pipe::FmaHeavy,
    Pipe::FmaWide,
    Pipe::Half,
    Pipe::HalfMma,
    Pipe::Fp64,
    Pipe::Xu,
    Pipe::Uniform,
    Pipe::Lsu,
    Pipe::Mio,
    Pipe::ConstantLoad,
    Pipe::Adu,
    Pipe::Branch,
    Pipe::Issue,
];

/// A pipe's name in configurations.
pub const fn pipe_name(pipe: Pipe) -> &'static str {
    match pipe {
        Pipe::Alu => "alu",
        Pipe::Fma => "fma",
        Pipe::FmaHeavy => "fma_heavy",
        Pipe::FmaWide => "fma_wide",
        Pipe::Half => "half",
        Pipe::HalfMma => "half_mma",
        Pipe::Fp64 => "fp64",
        Pipe::Xu => "xu",
        Pipe::Uniform => "uniform",
        Pipe::Lsu => "lsu",
        Pipe::Mio => "mio",
        Pipe::ConstantLoad => "constant_load",
        Pipe::Adu => "adu",
        Pipe::Branch => "branch",
        Pipe::Tensor => "tensor",
        Pipe::Issue => "issue",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built_in(name: &str) -> GpuConfig {
        GpuConfig::built_in(name).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn every_built_in_gpu_loads() {
        let sms: Vec<u32> = BUILT_IN
            .iter()
            .map(|(name, _)| built_in(name).sms())
            .collect();
        assert_eq!(sms, [132, 82, 2]);
    }

    #[test]
    fn one_number_can_be_set_by_its_path() {
        let mut gpu = built_in("h200");
        assert!(gpu.set("l1.size_kib", "128").is_ok());
        assert!(gpu.set("issue.policy", "LooseRoundRobin").is_ok());
        assert_eq!(gpu.l1.size_kib, 128);
        assert_eq!(gpu.issue.policy, SchedulerPolicy::LooseRoundRobin);
    }

    #[test]
    fn an_unknown_path_names_what_is_known_there() {
        let error = built_in("h200")
            .set("l1.sise", "1")
            .unwrap_err()
            .to_string();
        assert!(error.contains("no 'sise'"), "{error}");
        assert!(error.contains("size_kib"), "{error}");
    }

    #[test]
    fn a_value_of_the_wrong_kind_is_refused() {
        let error = built_in("h200")
            .set("l1.sets", "many")
            .unwrap_err()
            .to_string();
        assert!(error.contains("l1.sets=many"), "{error}");
    }

    #[test]
    fn a_broken_file_says_where() {
        let error = GpuConfig::from_ron("GpuConfig(\n  name: 3,\n)", "my.ron")
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("my.ron:2:"), "{error}");
    }

    #[test]
    fn a_derived_gpu_keeps_what_it_does_not_change() {
        let (tiny, h200) = (built_in("tiny"), built_in("h200"));
        assert_eq!(tiny.mio, h200.mio);
        assert_ne!(tiny.chip.gpc_sms, h200.chip.gpc_sms);
    }
}
