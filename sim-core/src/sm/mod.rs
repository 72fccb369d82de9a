//! One streaming multiprocessor.
//!
//! Four sub-cores issue from their warps (`subcore`, `issue`), whose code comes line by
//! line (`fetch_unit`) and whose operands lie in two banks (`registers`); what leaves a sub-core for memory goes in
//! turn (`arbiter`) through the SM's queues (`mio`) to shared memory (`shared`)
//! or to the L1 and the port to the L2 (`global`). Blocks come from the
//! dispatcher and go back to it (`residency`).
//!
//! An SM runs alone for a whole epoch: its inputs are the responses and block
//! starts that it was handed, its outputs the requests in its outbox and the
//! blocks that ended. Time is lazy: the SM jumps to the next cycle in which a
//! warp may issue, the arbiter may take something or an answer arrives.

mod adu;
mod ahead;
mod arbiter;
mod block;
mod constant;
mod copies;
mod data_path;
mod deferred;
mod diagnose;
mod entry;
mod fetch;
mod fetch_unit;
mod first_level;
mod fresh;
mod gate;
mod global;
mod held;
mod issue;
mod lg_queue;
mod loads;
mod local;
mod matrix;
mod meeting;
mod mio;
mod miss_queue;
mod path_places;
mod port;
mod registers;
mod residency;
mod responses;
mod second_level;
mod shared;
mod shared_stores;
mod sleep;
mod standing;
mod store_log;
mod subcore;
mod timing;
mod turns;
mod way_back;
mod write_queue;

pub(crate) use adu::serves as adu_serves;
pub use fetch_unit::MOST_LINES_AHEAD;
pub use path_places::{MOST_PLACES, MOST_WARP_PLACES};
pub use turns::MOST_TURN_DELAY;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use arrayvec::ArrayVec;
use sim_memory::coalesce::Coalesced;
use sim_memory::image::{Cursor, Memory};
use sim_memory::l1::L1;
use sim_memory::message::{Inbox, Outbox};
use sim_memory::slots::Slots;

use crate::dispatch::{BlockEnd, BlockStart};
use crate::exec::{Executor, WarpControl, WarpState};
use crate::fault::Fault;
use crate::plan::LaunchPlan;
use crate::report::{InactiveRead, PcStats, SmStats};
use block::Block;
use constant::ConstantCache;
pub use constant::Sharers;
use copies::Copies;
use fetch::Fetch;
pub use fresh::{Source, sources};
use gate::Gate;
use loads::LoadTable;
pub use matrix::{MOST_MATRIX_LATENCY, MOST_MATRIX_READ, MatrixFacts};
use mio::Mio;
use miss_queue::MissQueue;
pub use registers::Manner;
pub use second_level::Touch;
use standing::Standing;
use store_log::StoreLog;
use subcore::{SLOTS, SubCore};
use timing::{NEVER, WarpTiming};
use write_queue::WriteQueue;

/// Sub-cores of an SM.
pub const SUB_CORES: usize = 4;

/// Warp slots of an SM.
pub const WARP_SLOTS: usize = SUB_CORES * SLOTS;

/// What an SM needs to know to run one epoch.
#[derive(Clone, Copy)]
pub struct Epoch<'a> {
    /// The launch.
    pub plan: &'a LaunchPlan,
    /// Device memory as the last epoch left it.
    pub image: &'a Memory,
    /// The first cycle that is run.
    pub begin: u64,
    /// The first cycle that is not.
    pub end: u64,
}

/// A streaming multiprocessor during one launch.
#[derive(Debug)]
pub struct Sm {
    id: u16,
    subcores: [SubCore; SUB_CORES],
    /// Warp slot `s + 4 * k` is slot `k` of sub-core `s`.
    timing: Vec<WarpTiming>,
    control: Vec<WarpControl>,
    state: Vec<WarpState>,
    /// Counts the warps that a slot has held, to tell late answers apart.
    generation: Vec<u32>,
    blocks: Vec<Block>,
    mio: Mio,
    /// The sub-core that comes first if several want the queues of `mio`.
    queue_turn: usize,
    /// Warps that have exited and whose last packets have not left.
    draining: u64,
    /// The first packet behind which one of them leaves.
    drains: u64,
    fetch: Fetch,
    constant: ConstantCache,
    l1: L1,
    l1_coalesces: bool,
    log: StoreLog,
    misses: MissQueue,
    writes: WriteQueue,
    gate: Gate,
    standing: Standing,
    loads: LoadTable,
    /// Of each warp slot.
    copies: Vec<Copies>,
    coalesced: Coalesced,
    cursor: Cursor,
    executor: Executor,
    residency: residency::Residency,
    /// Loads that have all their words and wait for the data path, by their order at the tags.
    returning: BinaryHeap<Reverse<(u64, u32)>>,
    /// Loads that a fill wakes; kept between fills.
    waiters: Vec<u32>,
    atomic_slots: Slots,
    /// Blocks to start, in order of time.
    starts: ArrayVec<BlockStart, { residency::MAX_BLOCKS }>,
    /// Whether it has sent anything to the L2 since its last fence.
    spoke: bool,
    /// Requests to the L2.
    pub outbox: Outbox,
    /// Answers from the L2.
    pub inbox: Inbox,
    /// Blocks that ended in this epoch, in order of time.
    pub ended: Vec<BlockEnd>,
    /// Counters by instruction.
    pub pcs: Vec<PcStats>,
    /// Shuffles whose lanes read lanes that did not take part, each instruction once.
    pub inactive_reads: Vec<InactiveRead>,
    /// Counters of the SM.
    pub stats: SmStats,
    /// Events of progress: warps ended, writes sent, barriers opened.
    pub progress: u64,
    /// Each slot's warp as it was when states were remembered.
    remembered: Vec<diagnose::Remembered>,
    /// When the last answer of the L2 came.
    pub last_answer: u64,
    /// The fault that stopped the SM, with its cycle.
    pub fault: Option<(u64, Fault)>,
}

impl Sm {
    /// An idle SM with cold caches.
    pub fn new(id: u16, plan: &LaunchPlan) -> Sm {
        let gpu = &plan.gpu;
        let slots = WARP_SLOTS;
        Sm {
            id,
            subcores: std::array::from_fn(|_| SubCore::new(&gpu.issue, &gpu.pipes, &gpu.fetch)),
            timing: vec![WarpTiming::default(); slots],
            control: vec![WarpControl::new(gpu.chip.reconvergence); slots],
            state: vec![WarpState::default(); slots],
            generation: vec![0; slots],
            blocks: vec![Block::default(); plan.blocks_per_sm as usize],
            mio: Mio::new(&gpu.mio, &gpu.constant, &gpu.barrier, gpu.l1.banks()),
            queue_turn: 0,
            draining: 0,
            drains: u64::MAX,
            fetch: Fetch::new(
                &gpu.fetch,
                plan.kernel.uops().len(),
                gpu.chip.place_in_gpc(id),
            ),
            constant: ConstantCache::new(&gpu.constant),
            l1: L1::new(&gpu.l1, &plan.l1_sets, plan.shared_config >> 10),
            l1_coalesces: gpu.l1.coalescing,
            log: StoreLog::default(),
            misses: MissQueue::default(),
            writes: WriteQueue::new(gpu.mio.port_lines, gpu.l1.banks(), gpu.mio.keep_cycles),
            gate: Gate::default(),
            standing: Standing::default(),
            loads: LoadTable::default(),
            copies: vec![Copies::default(); slots],
            coalesced: Coalesced::new(&plan.l1_sets),
            cursor: Cursor::default(),
            executor: Executor::detect(),
            residency: residency::Residency::default(),
            returning: BinaryHeap::new(),
            waiters: Vec::new(),
            atomic_slots: Slots::default(),
            starts: ArrayVec::new(),
            spoke: false,
            outbox: Outbox::default(),
            inbox: Inbox::default(),
            ended: Vec::new(),
            pcs: vec![PcStats::default(); plan.kernel.uops().len()],
            inactive_reads: Vec::new(),
            stats: SmStats::default(),
            progress: 0,
            remembered: vec![diagnose::Remembered::default(); slots],
            last_answer: 0,
            fault: None,
        }
    }

    /// Its number on the chip.
    pub fn id(&self) -> usize {
        self.id.into()
    }

    /// Who asks for constants when the launch begins; of what others touch the SM hears after so many cycles.
    pub fn share_constants(&mut self, sharers: Sharers, delay: u64) {
        self.constant.share(sharers);
        self.constant.second.hear_after(delay);
    }

    /// Takes the constants that this SM has asked the L2 for since the last time.
    pub fn take_touches(&mut self) -> impl Iterator<Item = Touch> {
        self.constant.second.take_touches()
    }

    /// Another SM has asked the L2 for constants, of this one's GPC or of another.
    pub fn hear(&mut self, touch: Touch, same_gpc: bool) {
        self.constant.second.hear(touch, same_gpc);
    }

    /// Hands the SM a block; calls come in order of time.
    pub fn begin_block(&mut self, start: BlockStart) {
        self.starts.push(start);
    }

    /// What the SM has counted.
    pub fn totals(&self) -> SmStats {
        SmStats {
            port_cycles: self.mio.port_cycles(),
            ..self.stats.clone()
        }
    }

    /// Runs until `epoch.end` or until a fault.
    pub fn run(&mut self, epoch: &Epoch) {
        self.ended.clear();
        for subcore in &mut self.subcores {
            subcore.rebase(epoch.begin);
        }
        self.look_ahead(epoch);
        let mut last = epoch.begin;
        while self.fault.is_none() {
            let now = self.next_own_work();
            // Most answers wake nobody: they are taken until one does.
            if self.take_response(epoch, now.min(epoch.end - 1)) {
                continue;
            }
            if now >= epoch.end {
                break;
            }
            debug_assert!(
                now >= last,
                "nobody goes on in the past: {now} after {last}"
            );
            last = now;
            self.constant.second.set_clock(now);
            self.start_blocks(epoch, now);
            for sub in in_turn(self.queue_turn) {
                if self.subcores[sub].next <= now && self.fault.is_none() {
                    self.issue_cycle(epoch, sub, now);
                }
            }
            self.serve_posted(epoch, now);
            self.serve_returns(now);
        }
    }

    /// The next cycle in which anything can happen here or a request leaves.
    pub fn next_event(&self) -> u64 {
        self.next_work()
            .min(self.outbox.next_time().unwrap_or(NEVER))
    }

    /// The next cycle in which anything can happen here.
    fn next_work(&self) -> u64 {
        let answer = self.inbox.first();
        let answer = answer.map_or(NEVER, |response| response.time);
        self.next_own_work().min(answer)
    }

    /// The next cycle in which a warp may issue, an instruction that was posted
    /// may start or a block starts.
    #[inline]
    fn next_own_work(&self) -> u64 {
        let issue = self.subcores.iter().fold(NEVER, |t, sub| t.min(sub.next));
        let start = self.starts.first().map_or(NEVER, |start| start.time);
        issue
            .min(start)
            .min(self.mio.next())
            .min(self.next_return())
    }

    /// Sub-core and slot in it of a warp slot.
    fn place(slot: usize) -> (usize, usize) {
        (slot % SUB_CORES, slot / SUB_CORES)
    }

    /// Sets when a warp may issue next.
    fn set_wake(&mut self, slot: usize, time: u64) {
        let (sub, index) = Sm::place(slot);
        let subcore = &mut self.subcores[sub];
        subcore.set_wake(index, time);
        subcore.look_at(time);
    }
}

/// The sub-cores in turn, from `first` on.
fn in_turn(first: usize) -> impl Iterator<Item = usize> {
    (first..first + SUB_CORES).map(|sub| sub % SUB_CORES)
}
