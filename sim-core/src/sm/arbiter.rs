//! How the instructions of four sub-cores come to the SM's one data path, and
//! their results back.
//!
//! 1. A sub-core passes the operands of an instruction on through a port of
//!    half a register's width: two cycles for each register, so that a shared
//!    load takes it for two, a load from a 64-bit address for four, a store of
//!    16 bytes a lane for ten.
//! 2. An arbiter takes an instruction a cycle from the sub-cores, in turn.
//! 3. The data path (`mio`) serves what the arbiter took in order, a wavefront a
//!    cycle. A few instructions wait there before the arbiter stops.
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
#[derive(Clone, Copy, Debug)]
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

/// From when an instruction may leave its sub-core.
#[derive(Clone, Copy, Debug, Default)]
pub struct Departure {
    /// Not before this cycle ...
    pub time: u64,
    /// ... nor before so many packets of the SM have room in the network or in front of it.
    pub packets: u64,
}

/// What one sub-core has on the way.
#[derive(Debug, Default)]
struct Ports {
    /// Instructions and from when they may be taken, in order.
    posted: VecDeque<(Departure, Posted)>,
    /// When the port out is free.
    out_free: u64,
    /// When the port back is free.
    back_free: u64,
}

/// The arbiter of one SM, with the ports of its sub-cores.
#[derive(Debug)]
pub struct Arbiter {
    ports: [Ports; SUB_CORES],
    /// The sub-core that comes first.
    turn: usize,
    /// When the arbiter takes another instruction.
    free: u64,
    /// When those that it took and that wait behind it start.
    starts: VecDeque<u64>,
    /// Instructions posted and not taken.
    posted: usize,
    /// Cycles for which these will take the data path.
    waiting_cycles: u64,
    /// How many packets have room in the network or in front of it.
    arrived: u64,
    /// When one of them may be taken; [`NEVER`] if there is none.
    pub next: u64,
}

impl Arbiter {
    /// No instruction is on its way; so many packets have room.
    pub fn new(arrived: u64) -> Arbiter {
        let ports = || Ports {
            posted: VecDeque::with_capacity(MAX_QUEUE),
            ..Ports::default()
        };
        Arbiter {
            ports: std::array::from_fn(|_| ports()),
            turn: 0,
            free: 0,
            starts: VecDeque::with_capacity(MAX_QUEUE),
            posted: 0,
            waiting_cycles: 0,
            arrived,
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

    /// Posts an instruction that may leave its sub-core `from` then.
    #[inline]
    pub fn post(&mut self, sub: usize, from: Departure, posted: Posted) {
        let queue = &mut self.ports[sub].posted;
        queue.push_back((from, posted));
        self.posted += 1;
        self.waiting_cycles += posted.cycles;
        if queue.len() == 1 {
            self.next = self.next.min(self.head(sub).max(self.free));
        }
    }

    /// From when the first of those of a sub-core may be taken, as far as is known.
    #[inline]
    pub fn leaves(&self, sub: usize) -> Option<Departure> {
        let &(from, _) = self.ports[sub].posted.front()?;
        Some(Departure {
            time: from.time.max(self.next),
            ..from
        })
    }

    /// How many instructions of a sub-core wait.
    #[inline]
    pub fn waiting(&self, sub: usize) -> usize {
        self.ports[sub].posted.len()
    }

    /// So many packets have room by `now`: what stood behind them moves up.
    #[inline]
    pub fn packets_arrived(&mut self, arrived: u64, now: u64) {
        self.arrived = arrived;
        if self.posted > 0 {
            self.next = self.next.min(self.first().max(now));
        }
    }

    /// When the first of the sub-cores' instructions may be taken, as far as is known.
    #[inline]
    fn first(&self) -> u64 {
        let heads = (0..SUB_CORES).map(|sub| self.head(sub));
        heads.min().unwrap_or(NEVER).max(self.free)
    }

    /// Takes the next instruction in turn whose operands are there by `now`,
    /// if there is room on the data path, and says of which sub-core.
    pub fn take(&mut self, config: &MioConfig, now: u64) -> Option<(usize, Posted)> {
        if self.next > now {
            return None;
        }
        while self.starts.front().is_some_and(|&start| start <= now) {
            self.starts.pop_front();
        }
        if self.starts.len() >= config.data_queue as usize {
            self.next = self.starts[0];
            return None;
        }
        let sub = in_turn(self.turn).find(|&sub| self.head(sub) <= now)?;
        let (_, posted) = self.ports[sub].posted.pop_front()?;
        self.posted -= 1;
        self.waiting_cycles -= posted.cycles;
        self.turn = (sub + 1) % SUB_CORES;
        self.free = now + config.interval;
        self.next = self.first();
        Some((sub, posted))
    }

    /// For how many cycles what waits before another instruction of a sub-core will take the
    /// data path.
    #[inline]
    pub fn ahead(&self, sub: usize) -> u64 {
        if self.ports[sub].posted.is_empty() {
            0
        } else {
            self.waiting_cycles
        }
    }

    /// Notes that what was taken at `now` starts at `start`.
    #[inline]
    pub fn starts(&mut self, start: u64, now: u64) {
        if start > now {
            self.starts.push_back(start);
        }
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
    #[inline]
    fn head(&self, sub: usize) -> u64 {
        match self.ports[sub].posted.front() {
            Some((from, _)) if from.packets <= self.arrived => from.time,
            _ => NEVER,
        }
    }
}
