//! The engine: epochs in which every component runs alone.
//!
//! SMs, the path into the L2, the L2 with the DRAM, and the way back exchange
//! messages that carry time stamps. The epoch is the smallest total latency of
//! any loop among them (SM to L2 and back; a block's end to its successor's
//! start), so nothing that is sent in an epoch can arrive in it: all SMs run
//! one epoch in parallel, then the memory system runs it, then its answers and
//! the next blocks are handed out. Results do not depend on the length of the
//! epoch below that bound, nor on the number of threads.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use rayon::prelude::*;
use sim_memory::image::Memory;
use sim_memory::message::{Inbox, Outbox};
use sim_memory::system::{self, MemoryParts, MemorySystem, Port};
use thiserror::Error;

use crate::config::GpuConfig;
use crate::deal::Deal;
use crate::dispatch::{BlockEnd, BlockStart, Dispatcher};
use crate::exec::LowerError;
use crate::fault::{Fault, FaultKind};
use crate::launch::{LaunchSpec, Limits};
use crate::occupancy::ImpossibleLaunch;
use crate::plan::LaunchPlan;
use crate::progress::{Progress, Watch};
use crate::report::{InactiveRead, LaunchReport, PcStats, SmStats};
use crate::sm::{Epoch, SUB_CORES, Sharers, Sm, Touch};

/// How the engine runs.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// Threads of the host; the results do not depend on it.
    pub threads: usize,
    /// Unit latencies and no cycles: values only.
    pub functional: bool,
    /// What a kernel may use.
    pub limits: Limits,
    /// Divides the epoch, to test that results do not depend on it.
    pub epoch_divisor: u64,
    /// Bytes of device memory that may be allocated.
    pub max_memory: u64,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            functional: false,
            limits: Limits::default(),
            epoch_divisor: 1,
            max_memory: 4 << 30,
        }
    }
}

/// A launch that cannot start or could not finish.
#[derive(Debug, Error)]
pub enum LaunchError {
    /// A grid dimension is out of range.
    #[error("the grid has {size} blocks in {axis}: it must be 1 to {limit}")]
    Grid {
        /// The dimension.
        axis: &'static str,
        /// Its size.
        size: u32,
        /// The largest size.
        limit: u32,
    },
    /// A block dimension is out of range.
    #[error("a block has {size} threads in {axis}: it must be 1 to {limit}")]
    Block {
        /// The dimension.
        axis: &'static str,
        /// Its size.
        size: u32,
        /// The largest size.
        limit: u32,
    },
    /// One block does not fit on an SM.
    #[error(transparent)]
    Impossible(#[from] ImpossibleLaunch),
    /// The kernel holds something that is not modelled.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// Device memory for the launch cannot be had.
    #[error(transparent)]
    Memory(#[from] sim_memory::image::AllocationError),
    /// The kernel faulted.
    #[error(transparent)]
    Fault(#[from] Box<Fault>),
}

/// A GPU with its memory, ready to launch kernels.
pub struct Simulator {
    gpu: Arc<GpuConfig>,
    memory: Memory,
    options: EngineOptions,
    pool: rayon::ThreadPool,
    /// Bytes of the allocation that backs local memory, and where it begins.
    local: Option<(u64, u64)>,
    /// The memory system as the last launch left it; none after a fault.
    left: Option<MemorySystem>,
}

impl Simulator {
    /// A simulator for a GPU.
    pub fn new(gpu: Arc<GpuConfig>, options: EngineOptions) -> Simulator {
        let gpu = if options.functional {
            Arc::new(gpu.functional())
        } else {
            gpu
        };
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(options.threads.max(1))
            .build()
            .expect("threads of the host can be started");
        Simulator {
            memory: Memory::new(options.max_memory),
            gpu,
            options,
            pool,
            local: None,
            left: None,
        }
    }

    /// The machine.
    pub fn gpu(&self) -> &Arc<GpuConfig> {
        &self.gpu
    }

    /// Device memory.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Device memory, to allocate and initialise.
    pub fn memory_mut(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// Runs a kernel to its end, on a GPU whose caches are empty.
    pub fn launch(&mut self, spec: &LaunchSpec) -> Result<LaunchReport, LaunchError> {
        self.left = None;
        self.run(spec)
    }

    /// Runs a kernel to its end, on a GPU whose L2 holds what the last launch left there. The
    /// L1s begin empty all the same: a launch invalidates them.
    pub fn launch_behind(&mut self, spec: &LaunchSpec) -> Result<LaunchReport, LaunchError> {
        self.run(spec)
    }

    fn run(&mut self, spec: &LaunchSpec) -> Result<LaunchReport, LaunchError> {
        let mut plan = LaunchPlan::new(&self.gpu, spec)?;
        plan.local_base = self.local_memory(&plan)?;
        let (options, memory) = (&self.options, &self.memory);
        let left = self.left.take();
        // All in the pool: making and freeing the state of all SMs takes as
        // long as a small kernel.
        let outcome = self.pool.install(|| {
            let mut run = Run::new(&plan, options, memory, left);
            let report = match run.finish() {
                Ok(cycles) => Ok(run.report(spec, cycles)),
                Err(fault) => {
                    run.settle();
                    Err(fault)
                }
            };
            std::mem::take(&mut run.sms).into_par_iter().for_each(drop);
            report.map(|report| (report, run.system))
        });
        match outcome {
            Ok((report, system)) => {
                self.left = Some(system);
                Ok(report)
            }
            Err(mut fault) => {
                fault.name(spec);
                Err(Box::new(fault).into())
            }
        }
    }

    /// Where the launch's local memory begins; it is allocated when needed.
    fn local_memory(&mut self, plan: &LaunchPlan) -> Result<u64, LaunchError> {
        let threads = u64::from(self.gpu.sms()) * crate::sm::WARP_SLOTS as u64 * 32;
        let bytes = threads * u64::from(plan.local_bytes);
        match self.local {
            _ if bytes == 0 => Ok(0),
            Some((size, base)) if size >= bytes => Ok(base),
            _ => {
                let name = format!("local memory of {} bytes a thread", plan.local_bytes);
                let base = self.memory.allocate(&name, bytes, 4)?;
                self.local = Some((bytes, base));
                Ok(base)
            }
        }
    }
}

/// The GPC of each SM.
fn gpcs_of_sms(gpu: &GpuConfig) -> Vec<u8> {
    let gpcs = gpu.chip.gpc_sms.iter().enumerate();
    gpcs.flat_map(|(gpc, &sms)| std::iter::repeat_n(gpc as u8, sms as usize))
        .collect()
}

/// A cold memory system, or one whose L2 holds what was left in it.
fn memory_system(gpu: &GpuConfig, sm_to_gpc: &[u8], left: Option<MemorySystem>) -> MemorySystem {
    let parts = MemoryParts {
        gpc: &gpu.gpc,
        l2: &gpu.l2,
        dram: &gpu.dram,
        sm_to_gpc,
    };
    match left {
        None => MemorySystem::new(&parts),
        Some(mut system) => {
            system.rewind(&parts);
            system
        }
    }
}

/// One launch while it runs.
struct Run<'a> {
    plan: &'a LaunchPlan,
    image: &'a Memory,
    system: MemorySystem,
    limits: Limits,
    functional: bool,
    epoch: u64,
    /// The longest that an epoch may be: after so long SMs may hear of each other.
    lookahead: u64,
    /// The cycle up to which the memory system has run.
    served: u64,
    /// The SMs that get blocks, in order: who has none when the launch begins gets none later.
    sms: Vec<Sm>,
    /// The ports of the others, by the number of the SM.
    idle: Vec<(Outbox, Inbox)>,
    /// The GPC of each SM, those without blocks among them.
    gpcs: Vec<u8>,
    /// Blocks that start when the launch begins.
    first: Vec<BlockStart>,
    /// The GPC and the block of constants of each first touch.
    touched: HashSet<(u8, u32)>,
    dispatcher: Dispatcher,
    /// Blocks that ended and have not been retired.
    ends: Vec<BlockEnd>,
    progress: Progress,
}

impl<'a> Run<'a> {
    fn new(
        plan: &'a LaunchPlan,
        options: &EngineOptions,
        image: &'a Memory,
        left: Option<MemorySystem>,
    ) -> Run<'a> {
        let gpcs = gpcs_of_sms(&plan.gpu);
        let mut system = memory_system(&plan.gpu, &gpcs, left);
        system.read_code(&plan.gpu.gpc, plan.code_bytes());
        let bound = system
            .min_round_trip()
            .min(Dispatcher::min_latency(&plan.gpu.launch));
        let deal = Deal::new(&plan.gpu.chip);
        let mut dispatcher =
            Dispatcher::new(&plan.gpu.launch, deal, plan.blocks(), plan.warps_per_block);
        let first = dispatcher.first_wave(plan.blocks_per_sm);
        let busy: BTreeSet<u16> = first.iter().map(|start| start.sm).collect();
        Run {
            plan,
            image,
            system,
            limits: options.limits,
            functional: options.functional,
            epoch: (bound / options.epoch_divisor).max(1),
            lookahead: bound,
            served: 0,
            sms: busy.into_par_iter().map(|id| Sm::new(id, plan)).collect(),
            idle: gpcs.iter().map(|_| Default::default()).collect(),
            gpcs,
            first,
            touched: HashSet::new(),
            dispatcher,
            ends: Vec::new(),
            progress: Progress::default(),
        }
    }

    /// Runs until every block has ended and every write is acknowledged;
    /// returns the cycles.
    fn finish(&mut self) -> Result<u64, Fault> {
        let first = std::mem::take(&mut self.first);
        self.share_constants(&first);
        self.begin_blocks(first);
        let mut begin = 0;
        loop {
            let end = begin + self.epoch;
            self.run_sms(begin, end);
            self.first_fault()?;
            self.spread_touches();
            self.dispatch(end);
            self.run_memory(begin, end);
            self.check_limits(end)?;
            self.check_progress(end)?;
            let Some(next) = self.next_event() else { break };
            self.skip_to(next);
            begin = self.served;
        }
        if !self.dispatcher.done() {
            return Err(self.deadlock());
        }
        let last = self.sms.iter().map(|sm| sm.last_answer).max().unwrap_or(0);
        let launch = &self.plan.gpu.launch;
        let flush = self.system.closing_flush().unwrap_or(0);
        let closing = launch.epilogue + flush.saturating_sub(launch.flush_hidden);
        let retired = self.dispatcher.last_retired() + closing;
        let end = retired.max(last + launch.flush);
        self.system.end(end);
        Ok(end)
    }

    /// Tells each SM who has blocks of the first wave: SMs of its GPC, and whether GPCs of both sides of the L2.
    fn share_constants(&mut self, first: &[BlockStart]) {
        let mut blocks = vec![0; self.gpcs.len()];
        for start in first {
            blocks[usize::from(start.sm)] += 1;
        }
        let mut sharers = vec![0; self.plan.gpu.chip.gpc_sms.len()];
        for sm in &self.sms {
            sharers[usize::from(self.gpcs[sm.id()])] += 1;
        }
        let asks = |side: usize| sharers.iter().skip(side).step_by(2).any(|&sms| sms > 0);
        let one_side = self.plan.gpu.l2.two_sides && !(asks(0) && asks(1));
        let warps = u64::from(self.plan.warps_per_block);
        for sm in &mut self.sms {
            let id = sm.id();
            let sharers = Sharers {
                sms: sharers[usize::from(self.gpcs[id])],
                sub_cores: (warps * blocks[id]).clamp(1, SUB_CORES as u64),
                one_side,
            };
            sm.share_constants(sharers, self.lookahead);
        }
    }

    /// Tells all SMs which constants others have asked the L2 for, the first of each GPC.
    fn spread_touches(&mut self) {
        let mut touches: Vec<(Touch, u8)> = Vec::new();
        for sm in &mut self.sms {
            let gpc = self.gpcs[sm.id()];
            touches.extend(sm.take_touches().map(|touch| (touch, gpc)));
        }
        touches.sort_unstable();
        touches.retain(|(touch, gpc)| self.touched.insert((*gpc, touch.block)));
        for (touch, gpc) in touches {
            for sm in &mut self.sms {
                let own = self.gpcs[sm.id()];
                sm.hear(touch, own == gpc);
            }
        }
    }

    /// Lets take effect what was sent to the L2 before a fault. The SMs stand still.
    fn settle(&mut self) {
        for sm in &mut self.sms {
            sm.outbox.release(None, self.served);
        }
        loop {
            let begin = self.served;
            self.run_memory(begin, begin + self.epoch);
            let sent = self.sms.iter().filter_map(|sm| sm.outbox.next_time());
            let Some(next) = sent.chain(self.system.next_event()).min() else {
                break;
            };
            self.skip_to(next);
        }
    }

    /// Skips whole epochs in which nothing happens, the next event being at `next`, so that where
    /// one begins does not depend on what happened.
    fn skip_to(&mut self, next: u64) {
        let end = self.served;
        if next > end + self.epoch {
            self.run_memory(end, next - (next - end) % self.epoch);
        }
    }

    fn run_sms(&mut self, begin: u64, end: u64) {
        let epoch = Epoch {
            plan: self.plan,
            image: self.image,
            begin,
            end,
        };
        self.sms.par_iter_mut().for_each(|sm| sm.run(&epoch));
    }

    /// Hands the blocks that ended before `end` to the dispatcher, and new ones
    /// to the SMs. A block may end later than its last instruction issues, when
    /// its writes have left; then it waits for its epoch.
    fn dispatch(&mut self, end: u64) {
        self.ends
            .extend(self.sms.iter().flat_map(|sm| &sm.ended).copied());
        self.ends.sort_unstable();
        let due = self.ends.partition_point(|block| block.time < end);
        let ends: Vec<BlockEnd> = self.ends.drain(..due).collect();
        let starts = self.dispatcher.refill(&ends);
        self.begin_blocks(starts);
    }

    /// Hands blocks to their SMs.
    fn begin_blocks(&mut self, starts: Vec<BlockStart>) {
        for start in starts {
            let place = self.sms.binary_search_by_key(&start.sm.into(), Sm::id);
            self.sms[place.expect("it had a block when the launch began")].begin_block(start);
        }
    }

    /// Runs the memory system over a stretch of time, and hands out what
    /// arrives in the epoch behind it.
    fn run_memory(&mut self, start: u64, end: u64) {
        let idle = self.idle.iter_mut();
        let mut ports: Vec<Port> = idle.map(|(outbox, inbox)| Port { outbox, inbox }).collect();
        for sm in &mut self.sms {
            let port = &mut ports[sm.id()];
            (port.outbox, port.inbox) = (&mut sm.outbox, &mut sm.inbox);
        }
        let epoch = system::Epoch { start, end };
        self.system.run_epoch(self.image, &mut ports, epoch);
        self.served = end;
    }

    /// The next cycle in which anything can happen anywhere.
    fn next_event(&self) -> Option<u64> {
        let sms = self.sms.iter().map(Sm::next_event);
        let ends = self.ends.iter().map(|block| block.time);
        let next = sms.chain(ends).chain(self.system.next_event()).min()?;
        (next != u64::MAX).then_some(next)
    }

    /// The fault that happened first, by (cycle, SM).
    fn first_fault(&mut self) -> Result<(), Fault> {
        let first = self
            .sms
            .iter_mut()
            .filter_map(|sm| sm.fault.take())
            .min_by_key(|(cycle, _)| *cycle);
        match first {
            None => Ok(()),
            Some((_, fault)) => Err(fault),
        }
    }

    fn check_limits(&self, now: u64) -> Result<(), Fault> {
        let issued: u64 = self.sms.iter().map(|sm| sm.stats.issued).sum();
        let (what, limit, option) = if now > self.limits.max_cycles {
            ("cycles", self.limits.max_cycles, "--max-cycles")
        } else if issued > self.limits.max_instructions {
            (
                "warp instructions",
                self.limits.max_instructions,
                "--max-instructions",
            )
        } else {
            return Ok(());
        };
        Err(self.whole(FaultKind::LimitReached {
            what,
            limit,
            option,
            waiting: self.who_waits(),
        }))
    }

    /// Finds launches whose warps go round in circles.
    fn check_progress(&mut self, now: u64) -> Result<(), Fault> {
        let events = self.sms.iter().map(|sm| sm.progress).sum();
        match self.progress.watch(events, now) {
            Watch::Trust => Ok(()),
            Watch::Remember => {
                self.sms.iter_mut().for_each(Sm::remember_warps);
                Ok(())
            }
            Watch::Compare => {
                let mut circles = self.sms.iter().any(Sm::has_live_warps);
                for sm in &mut self.sms {
                    circles &= sm.compare_warps();
                }
                if circles {
                    Err(self.livelock())
                } else {
                    Ok(())
                }
            }
        }
    }

    fn livelock(&self) -> Fault {
        self.whole(FaultKind::Livelock {
            waiting: self.who_waits(),
        })
    }

    fn deadlock(&self) -> Fault {
        self.whole(FaultKind::Deadlock {
            waiting: self.who_waits(),
        })
    }

    fn whole(&self, kind: FaultKind) -> Fault {
        Fault { kind, place: None }
    }

    /// What resident warps wait for, a line each, the first few.
    fn who_waits(&self) -> String {
        const SHOWN: usize = 8;
        let mut lines: Vec<String> = self
            .sms
            .iter()
            .flat_map(|sm| sm.who_waits(self.plan))
            .collect();
        let more = lines.len().saturating_sub(SHOWN);
        lines.truncate(SHOWN);
        if more > 0 {
            lines.push(format!("  … and {more} more warps"));
        }
        lines.join("\n")
    }

    fn report(&mut self, spec: &LaunchSpec, cycles: u64) -> LaunchReport {
        let mut pcs = vec![PcStats::default(); self.plan.kernel.uops().len()];
        let mut sms = vec![SmStats::default(); self.gpcs.len()];
        for sm in &self.sms {
            sms[sm.id()] = sm.totals();
            for (sum, pc) in pcs.iter_mut().zip(&sm.pcs) {
                sum.add(pc);
            }
        }
        let plan = self.plan;
        LaunchReport {
            name: spec.name.to_string(),
            kernel: spec.program.name.clone(),
            grid: spec.grid,
            block: spec.block,
            registers: plan.gpu.sm.allocated_registers(spec.program.registers),
            static_shared: spec.program.static_shared,
            dynamic_shared: spec.dynamic_shared,
            occupancy: plan.occupancy.clone(),
            shared_config: plan.shared_config,
            cycles_elapsed: (!self.functional).then_some(cycles),
            sms,
            pcs,
            inactive_reads: InactiveRead::join(self.sms.iter().flat_map(|sm| &sm.inactive_reads)),
            program: Arc::new(spec.program.clone()),
            memory: self.system.counters(),
            gpu: plan.gpu.clone(),
        }
    }
}
