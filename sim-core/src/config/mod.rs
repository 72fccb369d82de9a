//! A GPU as data: every number the model has, with its unit.
//!
//! The values live in `gpus/*.ron`, each with its source beside it; nothing in
//! the code has a default, so a configuration that forgets a number does not
//! load. [`GpuConfig::set`] overrides one number by its path (`--set
//! l1.size_kib=128`).

mod check;
mod pipe;
mod read;

pub use pipe::{PIPES, PipeName, TENSOR_RATES, pipe_name};
pub use read::{BUILT_IN, ConfigError, Derived};

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sim_memory::banks::SharedConfig;
use sim_memory::dram::DramConfig;
use sim_memory::l1::L1Config;
use sim_memory::l2::L2Config;
use sim_memory::system::GpcConfig;

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

/// Clocks and counts of the chip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChipConfig {
    /// Compute capability times ten: 90 for sm_90.
    pub compute_capability: u32,
    /// Sizes of the groups of SMs that share a path to the L2, in the order in
    /// which blocks are dealt to them; their sum is the number of SMs.
    pub gpc_sms: Vec<u32>,
    /// Of the first group, SMs that belong to no cluster: blocks go to them before
    /// all others.
    pub lone_sms: u32,
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
    /// The warp of the last issue while it is ready, then those of the block
    /// that came first to the SM, who take turns.
    GreedyThenOldestBlock,
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
    /// Cycles behind an issue in which the scheduler does not see that the warp has had its turn,
    /// at most 7. H200: 2 (measured).
    pub turn_delay: u64,
    /// Cycles, from that in which the FMA pipe or the ALU is free again, in which the warps that it
    /// held back go behind the others of their block. H200: 2 (measured).
    pub held_behind: u64,
    /// Cycles from a taken branch or call to the next instruction of its warp.
    pub taken_branch: u64,
    /// Cycles that a branch takes longer if it splits its warp.
    pub divergent_branch: u64,
    /// Cycles from a BSYNC at which lanes go on together to their next
    /// instruction, whether they had parted or not.
    pub converge: u64,
    /// Cycles from the instruction at which a group of lanes stops (it waits for
    /// others, gives way or ends) to the first of the group that goes on instead.
    pub group_switch: u64,
    /// Cycles for which a product of 64 bits, or its high word, keeps its sub-core
    /// from issuing anything else.
    pub wide_hold: u64,
    /// Cycles from the issue of a product of 64 bits, or its high word, until its sub-core stands
    /// still for it. The model has it stand at once; this says what the product's warp waits for
    /// meanwhile.
    pub stand_latency: u64,
    /// Cycles from an instruction's issue until a product of 64 bits, or its high word, can take the
    /// result as a factor; until then it keeps its sub-core from issuing.
    pub factor_latency: u8,
    /// Cycles from the issue of an instruction of the FMA pipe or the ALU until its result is in the
    /// register file. One that follows sooner takes it on its way, in the last of its read stages.
    pub file_latency: u8,
    /// Cycles from the start of an instruction in the special-function unit until the next may wait in front
    /// of it.
    pub special_read: u8,
    /// Cycles from the issue of an instruction to the special-function unit or to the SM's units until it
    /// reads its first register, if its sub-core passes none on for others.
    pub late_read: u64,
    /// Cycles behind an instruction of double precision, or of the unit of HFMA2.MMA, in which its second
    /// half goes there, and nothing of the FMA pipe or the ALU issues; 0 if that is never so.
    pub second_half: u64,
    /// Cycles from the issue of a product of matrices until it reads its first registers.
    pub matrix_read: u64,
    /// Cycles, beyond those until the tensor core takes the next product, until double precision may issue
    /// behind one.
    pub matrix_double: u64,
    /// Cycles that a NANOSLEEP takes at least.
    pub sleep_least: u64,
    /// Microseconds after which a NANOSLEEP ends at the latest.
    pub sleep_most_us: f64,
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
    /// Cycles in which the fetch unit of a sub-core brings a line of code to a warp: of those behind a taken
    /// branch the last.
    pub line_cycles: u64,
    /// Cycles from a line until its warp asks for the next.
    pub line_gap: u64,
    /// Lines that a warp asks for beyond that of its next instruction, at most 3.
    pub lines_ahead: u32,
    /// Size of the first level in KiB.
    pub l1_kib: u64,
    /// Size of the second level in KiB.
    pub l2_kib: u64,
    /// Cycles a warp waits for a line that the first level lacks and the second has.
    pub l2_latency: u64,
    /// Cycles the first warps of a launch wait for its first line.
    pub start_latency: u64,
    /// How many cycles more that is, by an SM's place in its GPC: code goes to one after the other. Of
    /// places beyond the list the last holds, and none waits longer if it is empty.
    pub start_turns: Vec<u64>,
    /// Further lines that a miss brings in behind it.
    pub prefetch_lines: u32,
    /// Cycles between two prefetched lines.
    pub prefetch_interval: u64,
    /// KiB of a kernel's code that the launch has brought into the second level.
    pub launch_kib: u64,
    /// Cycles a warp waits for a line that the second level has lost again.
    pub cached_latency: u64,
    /// Cycles between two prefetched lines of this kind.
    pub cached_interval: u64,
    /// Cycles a warp waits for a line of the code behind that, at first.
    pub memory_latency: u64,
    /// Cycles between two prefetched lines of it.
    pub memory_interval: u64,
}

/// Constant caches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConstantConfig {
    /// Bytes that one miss brings in.
    pub line_bytes: u32,
    /// Sets of a first level, a power of two: of that of the SM for LDC, and of each sub-core's for operands
    /// and loads to uniform registers.
    pub sets: u32,
    /// Lines of a set.
    pub ways: u32,
    /// Cycles of an LDC that hits, with its address in a register.
    pub hit_latency: u64,
    /// Cycles that an LDC that is alone in the ADU takes longer for each further
    /// distinct address.
    pub distinct_address: u64,
    /// Cycles of an LDC served by the second level.
    pub l2_latency: u64,
    /// Cycles a warp waits whose instruction reads, as it issues, a line that the
    /// first level lacks and the second has: an operand, or a load to a uniform register.
    pub issue_miss: u64,
    /// Cycles between two lines that the second level gives out, which a GPC's SMs share.
    pub gpc_interval: u64,
    /// Cycles from one line that LDCs of an SM ask the second level for to the next.
    pub load_interval: u64,
    /// Cycles behind an LDC within which what reads constants as it issues asks the second level before it.
    pub load_ask: u64,
    /// How much later each further sub-core of an SM gets its first line of a launch, as a part of the SM's share
    /// of the second level's time.
    pub gpc_spread: f32,
    /// Cycles by which the first constant of a launch comes later for each SM of the GPC, which has
    /// read none of the parameters yet.
    pub launch_latency: u64,
    /// Cycles of the first touch in a GPC of what the L2 holds, as another GPC has touched it.
    pub cached_latency: u64,
    /// Cycles of a first touch, served by device memory. Bank 0, the kernel's
    /// parameters, is in the second level when a launch begins.
    pub miss_latency: u64,
    /// Cycles that it takes longer if all SMs that have blocks lie on one of two sides of the L2.
    pub miss_one_side: u64,
    /// Bytes that a first touch brings into the second level.
    pub miss_bytes: u32,
}

/// The queues to memory and special units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MioConfig {
    /// Instructions to memory, shuffles and special registers that wait in each sub-core, in one
    /// queue, before issue is held back.
    pub queue: u32,
    /// Places in the SM's entry, where instructions of all sub-cores to its units stand in one line.
    pub entry_places: u32,
    /// Places of the SM for those to global and local memory that have left its entry and wait for the
    /// tags of the L1.
    pub lg_places: u32,
    /// Constant loads, block indices and barriers that wait for the ADU in each sub-core before issue is held
    /// back.
    pub constant_queue: u32,
    /// Constant loads of an SM that may wait for their lines; with as many the ADU serves nobody.
    pub constant_misses: u32,
    /// Wavefronts of loads that waited for misses which pass the data path before one of the other
    /// instructions gets through: one for each sub-core.
    pub return_turn: u64,
    /// Wavefronts that a sub-core loses between two such loads.
    pub return_gap: u64,
    /// Places in each bank of the L1 for lines of stores and atomics that wait for the port.
    pub port_lines: u32,
    /// The same for lines that loads ask for.
    pub miss_lines: u32,
    /// Cycles from a line's going on to the port until a store that waits has its place.
    pub place_latency: u64,
    /// Cycles by which a load looks up its tags later if a store is before it.
    pub store_turn: u64,
    /// Packets of stores and atomics of one SM that may be on their way to the
    /// L2: lines stored, or sectors of an atomic.
    pub packets: u32,
    /// Instructions that stand in line for a place on the data path before others stay in the SM's entry.
    pub data_queue: u32,
    /// Places on the data path, which an instruction keeps until its last wavefront has passed, ...
    pub path_places: u32,
    /// ... and how many of them one warp may have.
    pub warp_path_places: u32,
    /// Cycles between two instructions that the arbiter takes.
    pub interval: u64,
    /// Cycles for which a register that an instruction passes on to the SM's units
    /// takes the port of its sub-core.
    pub operand_interval: u64,
    /// Cycles for which a wavefront takes its way back to its sub-core.
    pub return_interval: u64,
    /// Cycles from issue to the ADU, ...
    pub adu_way: u64,
    /// ... and more if it is given a register.
    pub adu_operand: u64,
    /// Cycles between two constant loads, or two addresses of one, in the ADU.
    pub adu_interval: u64,
    /// Cycles for which an indirect branch (BRX) takes the ADU, for each target
    /// that it serves.
    pub adu_indirect: u64,
    /// Cycles by which its target is known later than that of another branch.
    pub indirect_latency: u64,
    /// Cycles of a shared-memory load, less its wavefronts' share.
    pub shared_latency: u64,
    /// Cycles of an L1 hit, less its wavefronts' share.
    pub l1_latency: u64,
    /// Cycles that each wavefront adds to a load's latency, and for which a hit or a store takes its
    /// sub-core's way through the L1's data.
    pub wavefront_latency: u64,
    /// Cycles for each register of a load's result beyond the first.
    pub register_write: u64,
    /// Cycles by which an asynchronous copy of what is in the L1 takes longer than a load with as many wavefronts.
    pub copy_read: u64,
    /// Cycles for which a copy of what is not takes the data path when it looks up its tags, and at least when its
    /// words have come.
    pub copy_lookup: u64,
    /// Cycles for which the end of a group of copies (LDGDEPBAR) takes the data path.
    pub copies_end: u64,
    /// Cycles from the last sector's arrival to the release of the load.
    pub fill_latency: u64,
    /// Cycles of a warp shuffle.
    pub shuffle_latency: u64,
    /// Cycles for which a special-register read takes the data path.
    pub s2r_interval: u64,
    /// Cycles of a special-register read.
    pub s2r_latency: u64,
    /// Cycles of one into a uniform register.
    pub s2ur_latency: u64,
    /// Cycles of a warp reduction (REDUX).
    pub redux_latency: u64,
    /// Cycles from a MATCH's turn in the ADU to its result, less those of all but
    /// its first value.
    pub match_latency: u64,
    /// Cycles of a shared atomic, less its wavefronts' share.
    pub shared_atomic_latency: u64,
    /// Cycles from issue until a memory instruction's registers are read.
    pub operand_read: u64,
    /// The same for each register of stored data beyond the first.
    pub register_read: u64,
    /// Cycles that accesses to global and local memory take longer to read their
    /// operands.
    pub global_operand_read: u64,
    /// Cycles from issue to the port for a store or a miss.
    pub port_latency: u64,
    /// Cycles from a store's passing the data path, beyond those in which its data passes its
    /// sub-core's way, until its lines close to stores that would join them.
    pub close_latency: u64,
    /// Cycles from a load's lookup until what it has missed closes to loads that would join it.
    pub ask_latency: u64,
    /// Lines at the port that are closed to what would join them.
    pub closed_lines: u32,
    /// Cycles for which stores that join keep a line in the SM, at most.
    pub keep_cycles: u64,
}

/// CTA barriers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BarrierConfig {
    /// Cycles from when the ADU has passed on the last arrival to the release.
    pub latency: u64,
    /// Cycles by which a barrier that reduces what its threads bring (BAR.RED) opens later.
    pub reduce: u64,
    /// Cycles of a B2R.RESULT that reads a sum of threads.
    pub result: u64,
    /// Cycles of a B2R.RESULT that reads a predicate.
    pub result_predicate: u64,
    /// Cycles of the L1's data path that a barrier takes when it opens.
    pub data_path: u64,
    /// Cycles for which the path stays empty then if its block had stores on their way, once they have passed.
    pub fence: u64,
    /// Cycles of a MEMBAR at CTA scope.
    pub membar_cta: u64,
    /// Cycles of a MEMBAR of wider scope whose SM has sent nothing to the L2
    /// since its last one.
    pub membar_gpu: u64,
}

/// Kernel launch and block dispatch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LaunchConfig {
    /// Cycles from the start of the launch to the first block's first instruction.
    pub prologue: u64,
    /// Cycles from the end of the last block to the end of the launch.
    pub epilogue: u64,
    /// Cycles of the L2's flush at the end that do not show, in launches as Nsight Compute replays them.
    pub flush_hidden: u64,
    /// Cycles from the last answer of the L2 to the end of the launch, at least.
    pub flush: u64,
    /// Cycles for which an SM is active before the first warp of a block.
    pub block_setup: u64,
    /// Cycles for which a warp is there before its first instruction, if its code is there.
    pub warp_fetch: u64,
    /// Cycles, behind its stall count, in which an EXIT that ends lanes is resolved ...
    pub exit: u64,
    /// ... and until a warp that it ended has left its slot, at least.
    pub exit_drain: u64,
    /// Cycles from the first warp of a launch on an SM before which none leaves it.
    pub first_leave: u64,
    /// Cycles until it has left its slot after its last write has left the SM.
    pub store_drain: u64,
    /// Cycles between two blocks of the first wave over the whole GPU.
    pub first_wave_interval: f64,
    /// Cycles between two block ends that the dispatcher retires.
    pub block_interval: f64,
    /// Cycles between two blocks on one SM, whatever their size.
    pub sm_block_interval: f64,
    /// Cycles that each warp of a block adds to that, each beyond the first of `sm_warp_steps` in addition, and each beyond
    /// the second.
    pub sm_warp_interval: [f64; 3],
    /// Warps of a block beyond which each takes longer.
    pub sm_warp_steps: [u32; 2],
    /// Cycles between the first instructions of a block's warps.
    pub warp_start: u64,
    /// Cycles from a block's last EXIT to the first instruction of the block
    /// that takes its place.
    pub turnaround: u64,
}

impl ChipConfig {
    /// Which SM of its GPC this one is.
    pub fn place_in_gpc(&self, sm: u16) -> usize {
        let mut place = usize::from(sm);
        for &sms in &self.gpc_sms {
            match place.checked_sub(sms as usize) {
                Some(behind) => place = behind,
                None => break,
            }
        }
        place
    }
}

impl GpuConfig {
    /// SMs of the chip.
    pub fn sms(&self) -> u32 {
        self.chip.gpc_sms.iter().sum()
    }
}
