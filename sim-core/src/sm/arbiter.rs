//! How the instructions of four sub-cores come to the SM's one data path, and
//! their results back.
//!
//! 1. A sub-core passes the operands of an instruction on through a port of
//!    half a register's width: two cycles for each register, so that a shared
//!    load takes it for two, a load from a 64-bit address for four, a store of
//!    16 bytes a lane for ten.
//! 2. In each sub-core they stand in one queue. An arbiter takes an instruction a
//!    cycle from the four, in turn, if the SM's entry (`entry`) has a place.
//! 3. The data path (`mio`) serves what comes from there in order, a wavefront a
//!    cycle.
//! 4. Results go back to each sub-core through a port of half a register's
//!    width, too: two cycles for each wavefront.
//!
//! So one warp's loads come back one in two cycles, and bursts of four
//! sub-cores that begin together stay together, as nobody overtakes in the
//! turn (measured on an H200: bursts of 1 to 16 instructions of 46 kinds by 1
//! to 20 warps, `burst_*`). That the arbiter goes round is why it is asked
//! cycle by cycle, where the rest of the way works with reservations.

use std::collections::VecDeque;

use super::mio::MAX_QUEUE;
use super::timing::NEVER;
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
    /// Cycles of its sub-core's own way through the unit.
    pub way_cycles: u64,
    /// Wavefronts that come back.
    pub returns: u64,
    /// Cycles from its start there to its result.
    pub latency: u64,
    /// The dependence counter that its result releases.
    pub counter: Option<u8>,
    /// Cycles from its start until its operands are read.
    pub read_latency: u64,
    /// The dependence counter that this releases.
    pub read_counter: Option<u8>,
}

/// An instruction that has a time on the data path.
#[derive(Clone, Copy, Debug)]
pub struct Started {
    /// The instruction.
    pub posted: Posted,
    /// When its operands are read.
    pub read: u64,
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
}

/// What one sub-core has on the way.
#[derive(Debug)]
struct Ports {
    /// Instructions and from when they may be taken, in order.
    queue: VecDeque<(u64, Work)>,
    /// From when the arbiter, which looks at all four at once, may take the first; [`NEVER`] if there is none.
    first: u64,
    /// When the port out is free.
    out_free: u64,
    /// When the port back is free.
    back_free: u64,
}

impl Ports {
    /// Another instruction is the first.
    #[inline(always)]
    fn note_first(&mut self) {
        self.first = self.queue.front().map_or(NEVER, |&(from, _)| from);
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
    /// Instructions that stand in the sub-cores.
    waiting: usize,
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
            back_free: 0,
        };
        Arbiter {
            ports: std::array::from_fn(|_| ports()),
            turn: 0,
            free: 0,
            open: true,
            waiting: 0,
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

    /// An instruction comes into the queue of a sub-core, which it may leave `from` then.
    #[inline]
    pub fn post(&mut self, sub: usize, from: u64, work: Work) {
        let port = &mut self.ports[sub];
        port.queue.push_back((from, work));
        self.waiting += 1;
        if port.queue.len() == 1 {
            port.note_first();
            self.next = self.next.min(self.head(sub).max(self.free));
        }
    }

    /// How many instructions stand in a sub-core.
    #[inline]
    pub fn waiting(&self, sub: usize) -> usize {
        self.ports[sub].queue.len()
    }

    /// Whether none stands in any.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.waiting == 0
    }

    /// Says whether there is a place for what it takes from `now` on.
    #[inline]
    pub fn set_open(&mut self, open: bool, now: u64) {
        if self.open != open {
            self.open = open;
            if self.waiting > 0 {
                self.next = self.after(self.heads()).max(now);
            }
        }
    }

    /// When the arbiter may take the first of these.
    #[inline(always)]
    fn after(&self, heads: [u64; SUB_CORES]) -> u64 {
        heads.into_iter().fold(NEVER, u64::min).max(self.free)
    }

    /// Takes the next instruction in turn whose operands are there by `now`, if there is a place for it, and says of
    /// which sub-core.
    pub fn take(&mut self, config: &MioConfig, now: u64) -> Option<(usize, Work)> {
        if self.next > now {
            return None;
        }
        let mut heads = self.heads();
        let Some(sub) = in_turn(self.turn).find(|&sub| heads[sub] <= now) else {
            self.next = self.after(heads);
            return None;
        };
        let (_, work) = self.ports[sub].queue.pop_front()?;
        self.ports[sub].note_first();
        self.waiting -= 1;
        self.turn = (sub + 1) % SUB_CORES;
        self.free = now + config.interval;
        heads[sub] = self.head(sub);
        self.next = self.after(heads);
        Some((sub, work))
    }

    /// A result of so many wavefronts goes back to a sub-core, complete at
    /// `there` if the port is free; returns when it is.
    #[inline]
    pub fn come_back(
        &mut self,
        config: &MioConfig,
        sub: usize,
        there: u64,
        wavefronts: u64,
    ) -> u64 {
        if wavefronts == 0 {
            return there;
        }
        let free = &mut self.ports[sub].back_free;
        *free = there.max(*free + config.return_interval * wavefronts);
        *free
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
