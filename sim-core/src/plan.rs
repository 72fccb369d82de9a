//! A launch worked out: what every SM needs to know, computed once.

use std::sync::Arc;

use sim_isa::cfg::Cfg;
use sim_isa::instruction::Instruction;
use sim_isa::op::{LatencyClass, Op, Pipe};
use sim_memory::l1::SetHash;

use crate::config::{GpuConfig, PIPES, TENSOR_RATES};
use crate::engine::LaunchError;
use crate::exec::{Alu, BlockPlace, ConstantBanks, Kind, LoweredKernel, Reads, TRUE, Uop};
use crate::launch::LaunchSpec;
use crate::occupancy::{BlockDemand, Occupancy};
use crate::sm::{Manner, MatrixFacts, Source, adu_serves, sources};
use crate::stall::Stall;

/// What the scheduler needs to know of an instruction beside its micro-op.
#[derive(Clone, Copy, Debug)]
pub struct IssueFacts {
    /// The pipe's number.
    pub pipe: usize,
    /// Cycles by which it keeps its warp from issuing, beyond its stall count.
    pub hold: u64,
    /// What its warp waits for meanwhile.
    pub still: Stall,
    /// Which instructions before made its operands (a, b and c), of a wide product the factors.
    pub sources: [Source; 3],
    /// Whether one may be on its way to the register file when it issues.
    pub fresh: bool,
    /// How its pipe takes operands.
    pub manner: Manner,
    /// What it takes, if it multiplies matrices.
    pub matrix: Option<MatrixFacts>,
    /// Cycles until the pipe takes another instruction.
    pub interval: u64,
    /// Cycles until the dependence counter is released, if known at issue.
    pub latency: u64,
    /// The stall reason while the unit cannot take it.
    pub throttle: Stall,
    /// Whether it goes through the SM's queues to memory and special units.
    pub queued: bool,
    /// Cycles for which it takes the SM's data path, if no address decides that.
    pub path_cycles: u64,
    /// Cycles for which it takes its sub-core's way through the unit, if no address decides that.
    pub way_cycles: u64,
    /// Whether it has a guard.
    pub guarded: bool,
    /// Whether the ADU reads where to go, or which lanes are to meet.
    pub by_adu: bool,
    /// Registers to read from the even and the odd bank.
    pub reads: Reads,
    /// The same while the operands latched by the instruction before hold.
    pub reads_reused: Reads,
}

/// What may hold an instruction back: a pipe, or a pipe and the queue before it.
pub const UNITS: usize = 2 * PIPES.len();

impl IssueFacts {
    /// Whether it reads its registers later than in the stages behind its issue.
    #[inline(always)]
    pub fn reads_later(&self) -> bool {
        self.queued || PIPES[self.pipe] == Pipe::Xu
    }

    /// The number of the unit that takes the instruction.
    #[inline(always)]
    pub fn unit(&self) -> usize {
        self.pipe + if self.queued { PIPES.len() } else { 0 }
    }
}

/// A queue before units of the SM.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Queue {
    /// The sub-core's, for memory, shuffles and special registers.
    OfSubCore,
    /// The sub-core's before the ADU, for constant loads, block indices and barriers.
    OfAdu,
}

/// The pipe of a unit, and the queue before it.
#[inline(always)]
pub fn unit_parts(unit: usize) -> (usize, Option<Queue>) {
    match unit.checked_sub(PIPES.len()) {
        None => (unit, None),
        Some(pipe) if matches!(PIPES[pipe], Pipe::ConstantLoad | Pipe::Adu) => {
            (pipe, Some(Queue::OfAdu))
        }
        Some(pipe) => (pipe, Some(Queue::OfSubCore)),
    }
}

/// A launch, worked out.
#[derive(Debug)]
pub struct LaunchPlan {
    /// The machine.
    pub gpu: Arc<GpuConfig>,
    /// The kernel as the core runs it.
    pub kernel: LoweredKernel,
    /// Each instruction as text, for diagnostics.
    pub text: Vec<String>,
    /// Issue facts of each instruction.
    pub facts: Vec<IssueFacts>,
    /// Constant memory.
    pub banks: ConstantBanks,
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
    /// Threads of a block.
    pub threads_per_block: u32,
    /// Warps of a block.
    pub warps_per_block: u32,
    /// Blocks that fit on an SM.
    pub blocks_per_sm: u32,
    /// The limits behind it.
    pub occupancy: Occupancy,
    /// Bytes of a block's shared-memory window, the system's included.
    pub shared_bytes: u32,
    /// The shared-memory configuration in bytes.
    pub shared_config: u32,
    /// Which set of an L1 each line belongs to.
    pub l1_sets: Arc<SetHash>,
    /// Bytes of local memory of a thread.
    pub local_bytes: u32,
    /// Where local memory begins.
    pub local_base: u64,
}

impl LaunchPlan {
    /// Works a launch out, or says why it is impossible.
    pub fn new(gpu: &Arc<GpuConfig>, spec: &LaunchSpec) -> Result<LaunchPlan, LaunchError> {
        let threads = threads_of_block(spec)?;
        let program = spec.program;
        let demand = BlockDemand {
            threads,
            registers: program.registers,
            shared: program.static_shared + spec.dynamic_shared,
        };
        let shared_config = match spec.carveout {
            Some(percent) => gpu.sm.shared_config_at(&demand, percent),
            None => gpu.sm.default_shared_config(&demand),
        }?;
        let occupancy = gpu.sm.occupancy_with(&demand, shared_config)?;
        let banks = ConstantBanks::for_launch(program, spec.grid, spec.block, spec.params);
        let kernel = LoweredKernel::new(program, &banks)?;
        let graph = Cfg::new(program).ok();
        let block = |pc| graph.as_ref().map(|graph| graph.block(graph.block_of(pc)));
        let facts: Vec<IssueFacts> = (kernel.uops().iter().enumerate())
            .map(|(pc, uop)| {
                let begin = block(pc).map_or(pc, |block| block.start as usize);
                let uops = kernel.uops();
                let around = (&uops[begin..pc], &uops[pc + 1..]);
                facts(gpu, &program.code[pc], uop, around)
            })
            .collect();
        Ok(LaunchPlan {
            gpu: gpu.clone(),
            text: program.code.iter().map(ToString::to_string).collect(),
            facts,
            banks,
            grid: spec.grid,
            block: spec.block,
            threads_per_block: threads,
            warps_per_block: demand.warps(),
            blocks_per_sm: occupancy.blocks,
            occupancy,
            shared_bytes: kernel.shared_window(spec.dynamic_shared),
            shared_config,
            l1_sets: Arc::new(SetHash::new(&gpu.l1)),
            local_bytes: program.local_bytes.next_multiple_of(16),
            local_base: 0,
            kernel,
        })
    }

    /// Bytes of the kernel's code: 16 an instruction.
    pub fn code_bytes(&self) -> u64 {
        16 * self.text.len() as u64
    }

    /// Blocks of the grid.
    pub fn blocks(&self) -> u64 {
        self.grid.iter().map(|&n| u64::from(n)).product()
    }

    /// Where the block of this linear index lies.
    pub fn place(&self, block: u64) -> BlockPlace {
        let [x, y, _] = self.grid.map(u64::from);
        BlockPlace {
            block: [block % x, block / x % y, block / (x * y)].map(|n| n as u32),
            block_dim: self.block,
            grid_dim: self.grid,
        }
    }
}

/// Threads of a block, if grid and block are sizes at all.
fn threads_of_block(spec: &LaunchSpec) -> Result<u32, LaunchError> {
    let limits = [2_147_483_647, 65_535, 65_535];
    for (axis, (&size, limit)) in spec.grid.iter().zip(limits).enumerate() {
        if size == 0 || size > limit {
            let axis = ["x", "y", "z"][axis];
            return Err(LaunchError::Grid { axis, size, limit });
        }
    }
    let limits = [1024, 1024, 64];
    for (axis, (&size, limit)) in spec.block.iter().zip(limits).enumerate() {
        if size == 0 || size > limit {
            let axis = ["x", "y", "z"][axis];
            return Err(LaunchError::Block { axis, size, limit });
        }
    }
    Ok(spec.block.iter().product())
}

/// What a warp waits for while its sub-core stands still for an instruction. That is some
/// cycles after its issue (`issue.stand_latency`): a warp that would issue another one just then is held
/// back by the dispatcher, one whose stall count has not ended waits on.
fn still(gpu: &GpuConfig, uop: &Uop, behind: &[Uop]) -> Stall {
    let uops = std::iter::once(uop).chain(behind);
    let stalls = uops.map(|uop| u64::from(uop.sched.stall.max(1)));
    let mut ends = stalls.scan(0, |end, stall| {
        *end += stall;
        Some(*end)
    });
    match ends.find(|&end| end >= gpu.issue.stand_latency) {
        Some(end) if end == gpu.issue.stand_latency => Stall::DispatchStall,
        _ => Stall::Wait,
    }
}

/// What the scheduler needs to know of an instruction, with those `before` it in its basic
/// block and those `behind` it.
fn facts(
    gpu: &GpuConfig,
    instruction: &Instruction,
    uop: &Uop,
    (before, behind): (&[Uop], &[Uop]),
) -> IssueFacts {
    let class = uop.op.row().latency;
    let unit = if reads_index(uop) {
        Pipe::Mio
    } else {
        uop.pipe
    };
    let pipe = &gpu.pipes[crate::config::pipe_name(unit)];
    let in_banks = |reads: Reads| match gpu.issue.register_banks {
        true => reads,
        false => Reads::default(),
    };
    let sources = sources(before, uop, &gpu.issue);
    IssueFacts {
        pipe: PIPES.iter().position(|&p| p == shared(unit)).unwrap_or(0),
        hold: if uop.pipe == Pipe::FmaWide {
            gpu.issue.wide_hold
        } else {
            0
        },
        still: still(gpu, uop, behind),
        // A wide product stands before the banks until its factors are there.
        fresh: uop.pipe != Pipe::FmaWide && !sources.iter().all(|source| source.is_none()),
        sources,
        manner: manner(uop.pipe),
        matrix: MatrixFacts::of(gpu, uop),
        interval: pipe.interval,
        latency: match class {
            LatencyClass::Shuffle => gpu.mio.shuffle_latency,
            LatencyClass::SpecialReg if uop.op == Op::B2r => match uop.pdst[0] {
                TRUE => gpu.barrier.result,
                _ => gpu.barrier.result_predicate,
            },
            LatencyClass::SpecialReg if uop.op == Op::S2ur => gpu.mio.s2ur_latency,
            LatencyClass::SpecialReg => gpu.mio.s2r_latency,
            LatencyClass::Redux => gpu.mio.redux_latency,
            LatencyClass::Alu
            | LatencyClass::Wide
            | LatencyClass::Half
            | LatencyClass::HalfMma
            | LatencyClass::Uniform
            | LatencyClass::Vote
            | LatencyClass::Fp64
            | LatencyClass::Tensor
            | LatencyClass::Xu
            | LatencyClass::Shared
            | LatencyClass::Global
            | LatencyClass::Local
            | LatencyClass::Constant
            | LatencyClass::Barrier
            | LatencyClass::Fence
            | LatencyClass::None => pipe.latency,
        },
        throttle: throttle(uop.pipe),
        queued: is_queued(uop.pipe, class),
        path_cycles: match class {
            LatencyClass::SpecialReg => gpu.mio.s2r_interval,
            _ => 1,
        },
        way_cycles: match class {
            LatencyClass::SpecialReg => 0,
            _ => gpu.mio.wavefront_latency,
        },
        guarded: !uop.guard.is_true(),
        by_adu: adu_serves(instruction),
        reads: in_banks(uop.sched.reads),
        reads_reused: in_banks(uop.sched.reads_reused),
    }
}

/// The pipe that one of another rate is.
fn shared(pipe: Pipe) -> Pipe {
    match TENSOR_RATES.contains(&pipe) {
        true => Pipe::Tensor,
        false => pipe,
    }
}

/// How a pipe takes its operands.
fn manner(pipe: Pipe) -> Manner {
    match pipe {
        Pipe::Fp64 | Pipe::HalfMma | Pipe::Tensor | Pipe::TensorLong | Pipe::TensorDouble => {
            Manner::Firm
        }
        Pipe::Fma
        | Pipe::FmaHeavy
        | Pipe::FmaWide
        | Pipe::Half
        | Pipe::Alu
        | Pipe::Xu
        | Pipe::Uniform
        | Pipe::Branch
        | Pipe::Issue
        | Pipe::Lsu
        | Pipe::Mio
        | Pipe::ConstantLoad
        | Pipe::Adu => Manner::Latched,
    }
}

/// Whether an S2R reads where a thread stands in its block or warp: of the special registers these
/// alone do not come from the ADU (as the counters of the pipes show).
fn reads_index(uop: &Uop) -> bool {
    let Kind::Alu(Alu::Special(register)) = &uop.kind else {
        return false;
    };
    uop.op == Op::S2r && register.is_index_of_thread()
}

fn throttle(pipe: Pipe) -> Stall {
    match pipe {
        Pipe::Lsu => Stall::LgThrottle,
        Pipe::Mio | Pipe::ConstantLoad | Pipe::Adu | Pipe::Xu => Stall::MioThrottle,
        Pipe::Alu
        | Pipe::Fma
        | Pipe::FmaHeavy
        | Pipe::FmaWide
        | Pipe::Half
        | Pipe::HalfMma
        | Pipe::Fp64
        | Pipe::Uniform
        | Pipe::Branch
        | Pipe::Tensor
        | Pipe::TensorLong
        | Pipe::TensorDouble
        | Pipe::Issue => Stall::MathPipeThrottle,
    }
}

/// LSU, shuffles, special registers and shared atomics share one slot of the
/// SM (microbenchmark A, pairs of instructions); barriers wait before the ADU.
fn is_queued(pipe: Pipe, class: LatencyClass) -> bool {
    use LatencyClass::{Barrier, Redux, SpecialReg};
    matches!(pipe, Pipe::Lsu | Pipe::Mio | Pipe::ConstantLoad)
        || matches!(class, SpecialReg | Redux | Barrier)
}
