//! Reading a truth set: cases, and what the GPU did.
//!
//! The format is described in `truth/FORMAT.md`. A reader ignores keys that it
//! does not know. Everything that can be wrong is found while reading: a
//! [`TruthSet`] names no buffer that its case lacks, and results stand beside
//! the case that they belong to.

use crate::error::TruthError;
use indexmap::IndexMap;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sim_workload::init::Pattern;
use std::path::{Path, PathBuf};

/// One launch.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Case {
    /// Its name, unique in the set.
    pub name: String,
    /// The entry in the module.
    pub kernel: String,
    /// The module, relative to the set's folder.
    pub cubin: PathBuf,
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads a block in x, y, z.
    pub block: [u32; 3],
    /// Dynamic shared memory in bytes.
    pub dyn_smem: u32,
    /// The arguments, in order.
    pub args: Vec<Argument>,
    /// The buffers, in the order in which they are allocated.
    pub buffers: IndexMap<String, Buffer>,
    /// The buffers that are not allocated, since they are variables of the module.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub variables: IndexMap<String, Place>,
    /// The buffers whose contents after the launch are part of the truth.
    pub check: Vec<String>,
    /// Preferred shared-memory carve-out in percent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carveout: Option<u32>,
    /// Whether the kernel ran once before the measured launch.
    #[serde(default)]
    pub warm: bool,
    /// What the case belongs with, such as `transpose`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Whether the case belongs to a quick run of the set.
    #[serde(default)]
    pub core: bool,
    /// The source that the module was compiled from, where our own compiler can have it, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
}

/// A kernel in a workload file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
pub struct Source {
    /// The workload, relative to the set's folder.
    pub file: PathBuf,
    /// The kernel's name in it.
    pub kernel: String,
}

/// One argument.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
pub enum Argument {
    /// A device pointer to this buffer.
    #[serde(rename = "buf")]
    Buffer(String),
    /// A device pointer into a buffer: its name, and bytes from its first.
    #[serde(rename = "buf_at")]
    BufferAt(String, u64),
    /// 8 bits.
    #[serde(rename = "u8")]
    U8(u8),
    /// 16 bits: an integer, or those of a float of 16.
    #[serde(rename = "u16")]
    U16(u16),
    /// A 32-bit integer.
    #[serde(rename = "i32")]
    I32(i32),
    /// A 32-bit integer without sign.
    #[serde(rename = "u32")]
    U32(u32),
    /// A 64-bit integer.
    #[serde(rename = "i64")]
    I64(i64),
    /// A 64-bit integer without sign.
    #[serde(rename = "u64")]
    U64(u64),
    /// A float.
    #[serde(rename = "f32")]
    F32(f32),
    /// A double.
    #[serde(rename = "f64")]
    F64(f64),
}

/// One buffer.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
pub struct Buffer {
    /// Its size.
    pub bytes: u64,
    /// What it holds before the launch.
    pub init: Init,
}

/// Where a variable of a module lies.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
pub struct Place {
    /// The module's symbol.
    pub symbol: String,
    /// Bytes from there to the variable.
    #[serde(default)]
    pub offset: u64,
}

/// What a buffer holds before the launch.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(
    missing_docs,
    reason = "the kinds and their keys are those of FORMAT.md"
)]
pub enum Init {
    Zero,
    ConstU32 {
        v: u32,
    },
    ConstF32 {
        v: f32,
    },
    IotaI32,
    IotaF32,
    HashF32 {
        seed: u32,
        #[serde(default)]
        lo: f32,
        #[serde(default = "one")]
        hi: f32,
    },
    HashF64 {
        seed: u32,
    },
    HashU32 {
        seed: u32,
        #[serde(default, rename = "mod")]
        modulus: u32,
    },
    HashU8 {
        seed: u32,
    },
    File {
        path: PathBuf,
    },
}

fn one() -> f32 {
    1.0
}

/// A buffer's first bytes: a formula, or those of a file.
#[derive(Clone, PartialEq, Debug)]
pub enum Contents {
    /// Computed from the index.
    Pattern(Pattern),
    /// Read from a file.
    Bytes(Vec<u8>),
}

/// A buffer's elements in sum: what is left to compare where the order of
/// atomics decides which element holds what.
#[derive(Clone, Copy, PartialEq, Debug, Default, Deserialize, Serialize)]
pub struct Sum {
    /// Of its words, read as integers without sign.
    pub u32: u64,
    /// Of its words, read as floats and added as doubles; those that are not
    /// finite count as 0.
    pub f32: f64,
}

impl Sum {
    /// Of these words.
    pub fn of(words: impl Iterator<Item = u32> + Clone) -> Sum {
        let float = |bits: u32| Some(f64::from(f32::from_bits(bits))).filter(|f| f.is_finite());
        Sum {
            u32: words.clone().map(u64::from).sum(),
            f32: words.filter_map(float).sum(),
        }
    }
}

/// Bytes as words; what is left of a word at their end is none.
pub fn words(bytes: &[u8]) -> impl Iterator<Item = u32> + Clone {
    let words = bytes.as_chunks::<4>().0.iter();
    words.map(|word| u32::from_le_bytes(*word))
}

/// The first 16 hexadecimal digits of the SHA-256 of bytes.
pub fn sha(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    let first = digest.iter().take(8);
    first.map(|byte| format!("{byte:02x}")).collect()
}

/// What the GPU did in one case.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Measurement {
    /// The case's name.
    pub name: String,
    /// First 16 hex digits of the SHA-256 of each checked buffer.
    pub sha: IndexMap<String, String>,
    /// The sum of each checked buffer.
    #[serde(default)]
    pub sum: IndexMap<String, Sum>,
    /// Whether two runs gave different outputs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub nondeterministic_output: bool,
    /// What the driver says of the compiled kernel.
    #[serde(flatten)]
    pub attributes: Option<Attributes>,
    /// Sorted times of several launches with a flushed L2, in microseconds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub event_us_cold: Vec<f64>,
    /// Nsight Compute's metrics by name, sums over the GPU.
    pub metrics: IndexMap<String, f64>,
}

/// What a driver says of a compiled kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
pub struct Attributes {
    /// Registers of a thread, as compiled.
    pub regs: u32,
    /// Static shared memory of a block in bytes.
    pub static_smem: u32,
    /// Local memory of a thread in bytes.
    pub local: u32,
    /// Blocks of the launch's size that fit on an SM.
    pub max_blocks_per_sm: u32,
}

/// More launches of one case.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Repeat {
    /// The case's name.
    pub name: String,
    /// `gpc__cycles_elapsed.max` of each launch.
    pub cycles: Vec<f64>,
    /// `smsp__inst_executed.sum` of each launch.
    pub inst_executed: Vec<f64>,
}

impl Repeat {
    /// The median: a better truth than a single launch.
    pub fn median_cycles(&self) -> Option<f64> {
        let mut cycles = self.cycles.clone();
        cycles.sort_by(f64::total_cmp);
        cycles.get(cycles.len() / 2).copied()
    }
}

/// A case and what is known of it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The launch.
    pub case: Case,
    /// What the GPU did, if the set says so.
    pub measured: Option<Measurement>,
    /// More launches on the GPU, if the set has them.
    pub repeat: Option<Repeat>,
}

/// A folder of cases.
#[derive(Clone, Debug)]
pub struct TruthSet {
    /// The folder.
    pub folder: PathBuf,
    /// The cases, in order.
    pub entries: Vec<Entry>,
}

impl TruthSet {
    /// Reads a set. `results.json` and `repeats.json` may be absent.
    pub fn read(folder: &Path) -> Result<TruthSet, TruthError> {
        let cases: Vec<Case> = read_json(&folder.join("cases.json"))?;
        let measured = by_name(folder, "results.json", |m: &Measurement| &m.name)?;
        let repeats = by_name(folder, "repeats.json", |r: &Repeat| &r.name)?;
        let entry = |case: Case| {
            case.check_names()?;
            let measured = measured.get(&case.name).cloned();
            let repeat = repeats.get(&case.name).cloned();
            Ok(Entry {
                case,
                measured,
                repeat,
            })
        };
        Ok(TruthSet {
            folder: folder.to_path_buf(),
            entries: cases
                .into_iter()
                .map(entry)
                .collect::<Result<_, TruthError>>()?,
        })
    }

    /// What a case's buffer holds before the launch; a shorter file leaves the rest zero.
    pub fn contents(&self, case: &Case, buffer: &str) -> Result<Vec<u8>, TruthError> {
        let buffer = &case.buffers[buffer];
        let mut bytes = vec![0; buffer.bytes as usize];
        match buffer.init.contents(&self.folder)? {
            Contents::Pattern(pattern) => pattern.fill(0, &mut bytes),
            Contents::Bytes(file) => {
                let used = file.len().min(bytes.len());
                bytes[..used].copy_from_slice(&file[..used]);
            }
        }
        Ok(bytes)
    }

    /// The entry of this name.
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.case.name == name)
    }
}

impl Entry {
    /// The cycles that the GPU took: the median of repeats, else the one launch.
    pub fn cycles(&self) -> Option<f64> {
        let repeated = self.repeat.as_ref().and_then(Repeat::median_cycles);
        let once = || {
            self.measured
                .as_ref()?
                .metrics
                .get("gpc__cycles_elapsed.max")
                .copied()
        };
        repeated.or_else(once)
    }

    /// Bytes of the case's buffers.
    pub fn buffer_bytes(&self) -> u64 {
        self.case.buffers.values().map(|buffer| buffer.bytes).sum()
    }

    /// How long the case takes to simulate, for putting cases in order: the
    /// warp instructions that the GPU executed, else a guess from its threads
    /// and data.
    pub fn length(&self) -> u64 {
        /// A short kernel's instructions.
        const INSTRUCTIONS: u64 = 32;
        const SECTOR_BYTES: u64 = 32;
        let measured = self.measured.as_ref();
        let executed = measured.and_then(|m| m.metrics.get("smsp__inst_executed.sum"));
        match executed {
            Some(&executed) => executed as u64,
            None => self.case.warps() * INSTRUCTIONS + self.buffer_bytes() / SECTOR_BYTES,
        }
    }

    /// Whether the number of instructions differs from launch to launch:
    /// threads wait for each other, so all counts depend on timing.
    pub fn is_racy(&self) -> bool {
        let Some(repeat) = &self.repeat else {
            return false;
        };
        repeat
            .inst_executed
            .windows(2)
            .any(|pair| pair[0] != pair[1])
    }
}

impl Case {
    /// Warps of the launch.
    fn warps(&self) -> u64 {
        let product = |sizes: &[u32; 3]| sizes.iter().map(|&n| u64::from(n)).product::<u64>();
        product(&self.grid) * product(&self.block).div_ceil(32)
    }

    /// Every buffer that is named must exist.
    fn check_names(&self) -> Result<(), TruthError> {
        let argument = |argument: &'_ Argument| match argument {
            Argument::Buffer(name) | Argument::BufferAt(name, _) => Some(name.clone()),
            _ => None,
        };
        let named = self
            .args
            .iter()
            .filter_map(argument)
            .chain(self.variables.keys().cloned())
            .chain(self.check.iter().cloned());
        match named
            .into_iter()
            .find(|name| !self.buffers.contains_key(name))
        {
            None => Ok(()),
            Some(buffer) => Err(TruthError::NoSuchBuffer {
                case: self.name.clone(),
                buffer,
            }),
        }
    }
}

impl Init {
    /// The formula, or the bytes of the file, which lies in the set's folder.
    pub fn contents(&self, folder: &Path) -> Result<Contents, TruthError> {
        let pattern = match *self {
            Init::Zero => Pattern::Zero,
            Init::ConstU32 { v } => Pattern::Constant(v),
            Init::ConstF32 { v } => Pattern::Constant(v.to_bits()),
            Init::IotaI32 => Pattern::IotaI32,
            Init::IotaF32 => Pattern::IotaF32,
            Init::HashF32 { seed, lo, hi } => Pattern::HashF32 {
                seed,
                low: lo,
                high: hi,
            },
            Init::HashF64 { seed } => Pattern::HashF64 { seed },
            Init::HashU32 { seed, modulus } => Pattern::HashU32 { seed, modulus },
            Init::HashU8 { seed } => Pattern::HashU8 { seed },
            Init::File { ref path } => return Ok(Contents::Bytes(read(&folder.join(path))?)),
        };
        Ok(Contents::Pattern(pattern))
    }
}

/// A file's bytes.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, TruthError> {
    std::fs::read(path).map_err(|source| TruthError::Read {
        path: path.to_path_buf(),
        source,
    })
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, TruthError> {
    let wrong = |source| TruthError::Json {
        path: path.to_path_buf(),
        source,
    };
    serde_json::from_slice(&read(path)?).map_err(wrong)
}

/// A file of named rows; empty if there is no such file.
fn by_name<T: DeserializeOwned>(
    folder: &Path,
    file: &str,
    name: impl Fn(&T) -> &String,
) -> Result<IndexMap<String, T>, TruthError> {
    let path = folder.join(file);
    if !path.exists() {
        return Ok(IndexMap::new());
    }
    let rows: Vec<T> = read_json(&path)?;
    Ok(rows
        .into_iter()
        .map(|row| (name(&row).clone(), row))
        .collect())
}
