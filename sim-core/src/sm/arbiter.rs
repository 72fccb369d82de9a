//! How the instructions of four sub-cores come to the SM's one data path, and
//! their results back.
//!
//! 1. In each sub-core they stand in one queue. An arbiter takes an instruction a
//!    cycle from the four, in turn, if the SM's entry (`entry`) has a place.
//! 2. The sub-core passes its operands on through a port of half a register's
//!    width: two cycles for each register, so that a shared load takes it for two,
//!    a load from a 64-bit address for four, a store of 16 bytes a lane for ten.
//!    They are read as it leaves, however long it waits then.
//! 3. The data path (`data_path`) serves what comes from there, a wavefront a
//!    cycle.
//! 4. Results go back to each sub-core by a way of half a register's width, too
//!    (`way_back`).
//!
//! A fence stands in all four queues: what comes behind it in any of them is taken when all before it
//! in each has been (`queued`: a load behind a barrier waits for the stores that stand in other sub-cores).
//!
//! So one warp's loads come back one in two cycles, and bursts of four
//! sub-cores that begin together stay together, as nobody overtakes in the
//! turn (measured on an H200: bursts of 1 to 16 instructions of 46 kinds by 1
//! to 20 warps, `burst_*`). That the arbiter goes round is why it is asked
//! cycle by cycle, where the rest of the way works with reservations.

use std::collections::VecDeque;

use super::mio::MAX_QUEUE;
use super::timing::NEVER;
use super::way_back::WayBack;
use super::{SUB_CORES, in_turn};
use crate::config::MioConfig;

/// An instruction that waits for the data path.
#[derive(Clone, Copy, Debug, Default)]
pub struct Posted {
    /// Its warp ...
    pub slot: usize,
    /// ... and how many warps the slot held before it.
    pub generation: u32,
    /// Cycles for which it takes the data path.
    pub cycles: u64,
    /// Cycles from its start until its last wavefront has passed.
    pub way_cycles: u64,
    /// Registers that come back; none of what is stored.
    pub returns: u64,
    /// Cycles from its start there to its result.
    pub latency: u64,
    /// The dependence counter that its result releases.
    pub counter: Option<u8>,
    /// Cycles from its leaving the sub-core until its operands are read.
    pub read_latency: u64,
    /// The dependence counter that this releases.
    pub read_counter: Option<u8>,
}

impl Posted {
    /// Whether it brings something to shared memory for which nobody waits.
    #[inline]
    pub fn is_store(&self) -> bool {
        self.returns == 0
    }
}

/// An instruction that has a time on the data path.
#[derive(Clone, Copy, Debug)]
pub struct Started {
    /// The instruction.
    pub posted: Posted,
    /// Whether it leaves its sub-core now.
    pub leaves: bool,
    /// When its result is there.
    pub done: u64,
}

/// What the arbiter takes from a sub-core.
#[derive(Clone, Copy, Debug)]
pub enum Work {
    /// An instruction for the data path.
    Unit(Posted),
    /// One for the tags of the L1, by its number among those that stand in the sub-cores.
    Access(u32),
    /// Nothing, but what comes behind it waits for all before it.
    Fence,
}

/// An instruction in the queue of its sub-core.
#[derive(Clone, Copy, Debug)]
struct Queued {
    /// From when it may be taken.
    from: u64,
    /// For how many cycles it takes the port then.
    operands: u64,
    work: Work,
}

impl Queued {
    fn is_fence(&self) -> bool {
        matches!(self.work, Work::Fence)
    }
}

/// What one sub-core has on the way.
#[derive(Debug)]
struct Ports {
    /// What stands there, in order.
    queue: VecDeque<Queued>,
    /// From when the arbiter, which looks at all four at once, may take the first; [`NEVER`] if there is none.
    first: u64,
    /// When the port would be free if nobody waited for anything else, ...
    out_free: u64,
    /// ... and when it is free of the last that was taken.
    passed: u64,
    /// The way back.
    back: WayBack,
}

impl Ports {
    /// Another instruction is the first.
    #[inline(always)]
    fn note_first(&mut self) {
        self.first = match self.queue.front() {
            Some(first) if !first.is_fence() => first.from.max(self.passed),
            _ => NEVER,
        };
    }
}

/// The arbiter of one SM, with the ports of its sub-cores.
#[derive(Debug)]
pub struct Arbiter {
    ports: [Ports; SUB_CORES],
    /// The sub-core that comes first.
    turn: usize,
    /// When the arbiter takes another instruction.
    free: u64,
    /// Whether there is a place where it puts it.
    open: bool,
    /// Instructions that stand in the sub-cores ...
    waiting: usize,
    /// ... and fences that stand in each.
    fences: usize,
    /// When one of them may be taken; [`NEVER`] if there is none.
    pub next: u64,
}

impl Arbiter {
    /// No instruction is on its way.
    pub fn new() -> Arbiter {
        let ports = || Ports {
            queue: VecDeque::with_capacity(MAX_QUEUE),
            first: NEVER,
            out_free: 0,
            passed: 0,
            back: WayBack::default(),
        };
        Arbiter {
            ports: std::array::from_fn(|_| ports()),
            turn: 0,
            free: 0,
            open: true,
            waiting: 0,
            fences: 0,
            next: NEVER,
        }
    }

    /// When the port of a sub-core would begin to pass an instruction's operands on.
    #[inline]
    pub fn passes_from(&self, sub: usize, now: u64) -> u64 {
        self.ports[sub].out_free.max(now)
    }

    /// Passes so many registers on from a sub-core, not before `now`; returns
    /// when the first of them goes.
    #[inline]
    pub fn pass_operands(
        &mut self,
        config: &MioConfig,
        sub: usize,
        now: u64,
        registers: u64,
    ) -> u64 {
        let free = &mut self.ports[sub].out_free;
        let begin = now.max(*free);
        *free = begin + config.operand_interval * registers.max(1);
        begin
    }

    /// An instruction comes into the queue of a sub-core, which it may leave `from` then and whose port it takes for so
    /// many cycles when it does.
    #[inline]
    pub fn post(&mut self, sub: usize, from: u64, operands: u64, work: Work) {
        let port = &mut self.ports[sub];
        port.queue.push_back(Queued {
            from,
            operands,
            work,
        });
        self.waiting += 1;
        if port.queue.len() == 1 {
            port.note_first();
            self.next = self.next.min(self.head(sub).max(self.free));
        }
    }

    /// A fence comes behind all that stand in the sub-cores.
    pub fn fence(&mut self, now: u64) {
        self.fences += 1;
        for port in &mut self.ports {
            let (operands, work) = (0, Work::Fence);
            port.queue.push_back(Queued {
                from: now,
                operands,
                work,
            });
        }
        self.next = self.next.min(self.after(self.heads()).max(now));
    }

    /// Whether a fence is the first in all sub-cores.
    #[inline]
    fn fence_is_first(&self) -> bool {
        let first = |port: &Ports| port.queue.front().is_some_and(Queued::is_fence);
        self.fences > 0 && self.ports.iter().all(first)
    }

    /// Takes the fence that is the first in all sub-cores.
    fn take_fence(&mut self) -> Work {
        for port in &mut self.ports {
            port.queue.pop_front();
            port.note_first();
        }
        self.fences -= 1;
        self.next = self.after(self.heads());
        Work::Fence
    }

    /// How many instructions stand in a sub-core.
    #[inline]
    pub fn waiting(&self, sub: usize) -> usize {
        self.ports[sub].queue.len() - self.fences
    }

    /// Whether none stands in any.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.waiting + self.fences == 0
    }

    /// Says whether there is a place for what it takes from `now` on.
    #[inline]
    pub fn set_open(&mut self, open: bool, now: u64) {
        if self.open != open {
            self.open = open;
            if !self.is_empty() {
                self.next = self.after(self.heads()).max(now);
            }
        }
    }

    /// When the arbiter may take the first of these, or a fence.
    #[inline(always)]
    fn after(&self, heads: [u64; SUB_CORES]) -> u64 {
        if self.open && self.fence_is_first() {
            return self.free;
        }
        heads.into_iter().fold(NEVER, u64::min).max(self.free)
    }

    /// Takes the next instruction in turn whose operands are there by `now`, if there is a place for it, and says of
    /// which sub-core.
    pub fn take(&mut self, config: &MioConfig, now: u64) -> Option<(usize, Work)> {
        if self.next > now {
            return None;
        }
        if self.open && self.fence_is_first() {
            return Some((self.turn, self.take_fence()));
        }
        let mut heads = self.heads();
        let Some(sub) = in_turn(self.turn).find(|&sub| heads[sub] <= now) else {
            self.next = self.after(heads);
            return None;
        };
        let port = &mut self.ports[sub];
        let Queued { operands, work, .. } = port.queue.pop_front()?;
        port.passed = now + operands;
        port.note_first();
        self.waiting -= 1;
        self.turn = (sub + 1) % SUB_CORES;
        self.free = now + config.interval;
        heads[sub] = self.head(sub);
        self.next = self.after(heads);
        Some((sub, work))
    }

    /// A result of so many registers goes back to a sub-core, complete at `there` if nobody is before it; returns when it
    /// is.
    #[inline]
    pub fn come_back(
        &mut self,
        config: &MioConfig,
        sub: usize,
        now: u64,
        there: u64,
        registers: u64,
    ) -> u64 {
        if registers == 0 {
            return there;
        }
        let cycles = config.return_interval * registers;
        self.ports[sub].back.take(now, there, cycles)
    }

    /// When a sub-core's first instruction may be taken, as far as is known; [`NEVER`] if
    /// there is none.
    #[inline(always)]
    fn head(&self, sub: usize) -> u64 {
        match self.open {
            true => self.ports[sub].first,
            false => NEVER,
        }
    }

    /// The same of each sub-core.
    #[inline(always)]
    fn heads(&self) -> [u64; SUB_CORES] {
        std::array::from_fn(|sub| self.head(sub))
    }
}
