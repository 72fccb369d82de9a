//! What a report is made from: a run as plain data.
//!
//! Text, JSON and CSV read only these types, so a report is a pure function of
//! data and is tested without running a simulation. Counters come by Nsight
//! Compute's names; the table that defines them is `sim_core::metrics`, and
//! this crate defines none of its own.

use std::collections::BTreeMap;

/// One run of a workload file.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// The workload file as the user named it.
    pub workload: String,
    /// The machine.
    pub gpu: Gpu,
    /// Whether the run had unit latencies and so reports no cycles.
    pub functional: bool,
    /// The launches that ended, in order.
    pub launches: Vec<Launch>,
    /// The launches that the file repeats.
    pub repeated: Vec<Repeated>,
    /// What launches printed, in their order, the one that faulted among them.
    pub output: Vec<Output>,
    /// The contents of the buffers after the run.
    pub buffers: Vec<Buffer>,
    /// The verdicts on the file's expectations, in its order.
    pub expectations: Vec<Expectation>,
    /// The file's claims with their verdicts, in its order.
    pub claims: Vec<Claim>,
    /// The fault that ended the run early.
    pub fault: Option<Fault>,
    /// The faults that the file says must happen, in the order of the launches.
    pub faulted: Vec<Fault>,
    /// How fast the simulation was, if asked for.
    pub timing: Option<Timing>,
    /// Advice, most useful first.
    pub advice: Vec<crate::advice::Advice>,
}

/// The machine of a run.
#[derive(Clone, Debug, Default)]
pub struct Gpu {
    /// Its short name.
    pub name: String,
    /// SMs.
    pub sms: u32,
    /// SM clock in MHz.
    pub sm_clock_mhz: f64,
    /// The numbers that `--set` changed, as `path=value`.
    pub overrides: Vec<String>,
}

/// One launch that ended.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// Its unique name.
    pub name: String,
    /// The kernel's name.
    pub kernel: String,
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
    /// Every counter that the model knows, by name.
    pub metrics: BTreeMap<String, f64>,
    /// Warp-cycles per stall reason, in the model's order.
    pub stalls: Vec<StallShare>,
    /// What each instruction did, in the order of the kernel.
    pub code: Vec<Instruction>,
    /// Each SM's share.
    pub sms: Vec<SmShare>,
    /// What it did that a GPU leaves undefined, in the order of the kernel.
    pub warnings: Vec<Warning>,
}

/// A shuffle of which lanes read lanes that did not take part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warning {
    /// The instruction's byte address in the kernel.
    pub pc: u32,
    /// Its text.
    pub sass: String,
    /// The source line, if known.
    pub source: Option<Source>,
    /// Executions in which it happened.
    pub times: u64,
    /// The block of the first.
    pub block: [u32; 3],
    /// Its warp in the block.
    pub warp: u32,
    /// The lane that read.
    pub lane: u32,
    /// The lane that was read.
    pub from: u32,
}

/// A launch that the file repeats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repeated {
    /// Its name in the file.
    pub name: String,
    /// The names of its turns, in order.
    pub turns: Vec<String>,
}

impl Repeated {
    /// Turns up to which tables show all of them.
    const FEW: usize = 4;

    /// Whether a table leaves a turn out: of many it shows the first and the last.
    fn hides(&self, launch: &str) -> bool {
        let many = self.turns.len() > Repeated::FEW;
        let turn = self.turns.iter().position(|turn| turn == launch);
        many && turn.is_some_and(|turn| turn != 0 && turn + 1 != self.turns.len())
    }
}

/// A stall reason and what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StallShare {
    /// Nsight Compute's name of the reason.
    pub name: &'static str,
    /// What such a warp waits for, in words.
    pub meaning: &'static str,
    /// Warp-cycles.
    pub warp_cycles: u64,
}

/// One instruction of the kernel and what it did over the launch.
#[derive(Clone, Debug, Default)]
pub struct Instruction {
    /// Its byte address in the kernel.
    pub pc: u32,
    /// Its text.
    pub sass: String,
    /// The source line it comes from.
    pub source: Option<Source>,
    /// Warp instructions executed.
    pub executed: u64,
    /// Threads active, summed over executions.
    pub threads: u64,
    /// Executions after which the warp's threads went more than one way.
    pub divergent: u64,
    /// What it did to memory, if it is a memory instruction.
    pub access: Option<Access>,
    /// Warp-cycles per stall reason waited before it issued; none that is 0.
    pub stalls: Vec<StallShare>,
}

/// A place in the source.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Source {
    /// The file as the user named it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The line's text without indentation.
    pub text: String,
}

/// What kind of memory instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AccessKind {
    /// A load from global memory.
    GlobalLoad,
    /// A store to global memory.
    GlobalStore,
    /// An atomic or reduction on global memory.
    GlobalAtomic,
    /// A load from local memory.
    LocalLoad,
    /// A store to local memory.
    LocalStore,
    /// A load from shared memory.
    SharedLoad,
    /// A store to shared memory.
    SharedStore,
    /// An atomic on shared memory.
    SharedAtomic,
}

impl AccessKind {
    /// The kind in words.
    pub const fn words(self) -> &'static str {
        match self {
            AccessKind::GlobalLoad => "global load",
            AccessKind::GlobalStore => "global store",
            AccessKind::GlobalAtomic => "global atomic",
            AccessKind::LocalLoad => "local load",
            AccessKind::LocalStore => "local store",
            AccessKind::SharedLoad => "shared load",
            AccessKind::SharedStore => "shared store",
            AccessKind::SharedAtomic => "shared atomic",
        }
    }

    /// Whether the access goes to shared memory.
    pub const fn is_shared(self) -> bool {
        match self {
            AccessKind::SharedLoad | AccessKind::SharedStore | AccessKind::SharedAtomic => true,
            AccessKind::GlobalLoad
            | AccessKind::GlobalStore
            | AccessKind::GlobalAtomic
            | AccessKind::LocalLoad
            | AccessKind::LocalStore => false,
        }
    }

    /// Whether the access is a load or store of global memory, whose sectors
    /// the programmer chooses (atomics and local memory are another matter).
    pub const fn is_global_load_or_store(self) -> bool {
        matches!(self, AccessKind::GlobalLoad | AccessKind::GlobalStore)
    }
}

/// What a memory instruction did over the launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// What kind it is.
    pub kind: AccessKind,
    /// Requests: warp instructions with at least one active lane.
    pub requests: u64,
    /// Sectors of 32 bytes asked of the L1.
    pub sectors: u64,
    /// Sectors that perfectly coalesced lanes would ask for.
    pub ideal_sectors: u64,
    /// Wavefronts of the data stage that the addresses cause.
    pub wavefronts: u64,
    /// Wavefronts that the width and the active lanes alone need.
    pub ideal_wavefronts: u64,
}

/// One SM's share of a launch.
#[derive(Clone, Copy, Debug, Default)]
pub struct SmShare {
    /// Cycles with at least one resident warp.
    pub cycles_active: u64,
    /// Warp instructions issued.
    pub issued: u64,
    /// Resident warps, summed over cycles.
    pub warps_active: u64,
    /// Blocks run.
    pub blocks: u64,
    /// Sectors read from the L2.
    pub read_sectors: u64,
    /// Sectors written to the L2.
    pub write_sectors: u64,
}

/// What a launch printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The launch.
    pub launch: String,
    /// The text.
    pub text: String,
    /// Calls of `printf` that found no room.
    pub dropped: u64,
    /// What threads said whose assertions failed, the first ones.
    pub assertions: Vec<String>,
    /// How many threads' assertions failed.
    pub failed: u64,
}

/// A buffer after the run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Buffer {
    /// Its name in the workload.
    pub name: String,
    /// The first 16 hexadecimal digits of the SHA-256 of its bytes.
    pub sha: String,
}

/// An expectation of the file with its verdict.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expectation {
    /// What was expected, as the file says it.
    pub what: String,
    /// Whether it holds; absent if a fault kept it from being decided.
    pub holds: Option<bool>,
    /// Why it does not hold: the value found, how many elements are wrong.
    pub reason: String,
    /// The first wrong elements.
    pub wrong: Vec<Wrong>,
}

/// A wrong element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wrong {
    /// The element's index.
    pub index: u64,
    /// What the buffer holds.
    pub got: String,
    /// What was expected.
    pub wanted: String,
}

/// A claim of the file with its verdict.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Claim {
    /// The sentence.
    pub text: String,
    /// Who says so; empty if the file does not say.
    pub source: String,
    /// The condition that it comes to, as the file says it.
    pub what: String,
    /// Whether it holds; absent if that could not be decided.
    pub holds: Option<bool>,
    /// Why that could not be decided; empty if it could.
    pub undecided: String,
    /// Whether the file says that it holds on this GPU; absent if it says nothing.
    pub expected: Option<bool>,
    /// Why the file says that it does not hold; empty otherwise.
    pub reason: String,
    /// Both sides with their numbers: `9123 < 14000`.
    pub compared: String,
    /// The counters that it names, with their values.
    pub values: Vec<(String, f64)>,
}

impl Claim {
    /// Whether it came out otherwise than the file says.
    pub fn differs(&self) -> bool {
        matches!((self.holds, self.expected), (Some(holds), Some(expected)) if holds != expected)
    }
}

/// A fault that ended the run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    /// The launch that faulted.
    pub launch: String,
    /// What happened.
    pub what: String,
    /// The thread and instruction, if one is to blame.
    pub place: Option<FaultPlace>,
}

/// The thread and instruction of a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FaultPlace {
    /// The kernel.
    pub kernel: String,
    /// The block.
    pub block: [u32; 3],
    /// The thread in its block.
    pub thread: [u32; 3],
    /// The instruction's byte address in the kernel.
    pub pc: u32,
    /// The instruction as text.
    pub sass: String,
    /// The source line, if known.
    pub source: Option<Source>,
    /// What is to blame in that line, if known: the characters before it, and its own.
    pub mark: Option<(usize, usize)>,
}

/// How fast the simulation was.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Timing {
    /// Warp instructions simulated.
    pub warp_insts: u64,
    /// Wall-clock seconds in launches.
    pub wall_s: f64,
}

impl Timing {
    /// Warp instructions a second of wall-clock time.
    pub fn rate(&self) -> f64 {
        self.warp_insts as f64 / self.wall_s.max(1e-9)
    }
}

impl Run {
    /// The launches that tables show: all but the middle ones of many repetitions.
    pub fn shown(&self) -> impl Iterator<Item = &Launch> {
        let hidden = |launch: &&Launch| self.repeated.iter().any(|one| one.hides(&launch.name));
        self.launches.iter().filter(move |launch| !hidden(launch))
    }

    /// The expectations that do not hold.
    pub fn failed(&self) -> impl Iterator<Item = &Expectation> {
        self.expectations
            .iter()
            .filter(|one| one.holds == Some(false))
    }
}

impl Launch {
    /// A counter by Nsight Compute's name.
    pub fn metric(&self, name: &str) -> Option<f64> {
        self.metrics.get(name).copied()
    }

    /// The quotient of two counters; `None` if one is absent or the divisor is 0.
    pub fn ratio(&self, dividend: &str, divisor: &str) -> Option<f64> {
        divide(self.metric(dividend)?, self.metric(divisor)?)
    }

    /// The same in percent.
    pub fn percent(&self, part: &str, whole: &str) -> Option<f64> {
        self.ratio(part, whole).map(|ratio| 100.0 * ratio)
    }

    /// SM cycles from launch to drain.
    pub fn cycles(&self) -> Option<f64> {
        self.metric("gpc__cycles_elapsed.max")
    }

    /// Warp-cycles over all reasons.
    pub fn warp_cycles(&self) -> u64 {
        self.stalls.iter().map(|share| share.warp_cycles).sum()
    }

    /// Blocks of the grid.
    pub fn blocks(&self) -> u64 {
        self.grid.iter().map(|&n| u64::from(n)).product()
    }

    /// Threads of a block.
    pub fn block_threads(&self) -> u64 {
        self.block.iter().map(|&n| u64::from(n)).product()
    }

    /// The memory instructions with what they did.
    pub fn accesses(&self) -> impl Iterator<Item = (&Instruction, Access)> {
        self.code
            .iter()
            .filter_map(|one| one.access.map(|access| (one, access)))
    }

    /// Bytes that the threads' global loads and stores ask for, rounded up to
    /// whole sectors of a perfectly coalesced access.
    pub fn useful_bytes(&self) -> u64 {
        self.accesses()
            .filter(|(_, access)| access.kind.is_global_load_or_store())
            .map(|(_, access)| 32 * access.ideal_sectors)
            .sum()
    }

    /// Useful bytes per nanosecond, which is GB/s.
    pub fn useful_bandwidth(&self) -> Option<f64> {
        divide(
            self.useful_bytes() as f64,
            self.metric("gpu__time_duration.sum")?,
        )
    }

    /// Shared-memory wavefronts that the addresses cause, over those that
    /// conflict-free addresses would need; `None` without shared accesses.
    pub fn conflict_degree(&self) -> Option<f64> {
        let shared = || {
            self.accesses()
                .filter(|(_, access)| access.kind.is_shared())
                .map(|(_, access)| access)
        };
        divide(
            shared().map(|access| access.wavefronts).sum::<u64>() as f64,
            shared().map(|access| access.ideal_wavefronts).sum::<u64>() as f64,
        )
    }
}

impl Instruction {
    /// Warp-cycles waited before it issued, issue cycles included.
    pub fn warp_cycles(&self) -> u64 {
        self.stalls.iter().map(|share| share.warp_cycles).sum()
    }
}

/// A quotient that does not exist for a divisor of 0.
pub fn divide(dividend: f64, divisor: f64) -> Option<f64> {
    (divisor != 0.0).then(|| dividend / divisor)
}
