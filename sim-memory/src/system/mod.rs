//! The memory system between the SMs' ports and DRAM, epoch by epoch.
//!
//! Stages run in a fixed order, each with its own horizon: the GPCs send what
//! the SMs asked for in the epoch and their CPCs let pass (`cpc`); the L2's shards serve what reaches them
//! before the epoch's end plus the least way there; the GPCs pass on what
//! reaches their ports before that plus the least hit and the least way back.
//! Every stage is a first-come reservation in an order that does not depend
//! on how time is cut, so neither epochs nor threads change a result.
//!
//! Left out: requests' own bandwidth towards the L2 (no limit was measured
//! below that of the answers), and back-pressure but for that of the CPCs' ways: other queues
//! here are as long as what the SMs let be in flight.

mod calendar;
mod config;
mod cpc;
mod flush;
mod gpc;
mod launch;

pub use config::GpcConfig;

use crate::dram::DramConfig;
use crate::image::Memory;
use crate::interleave::Interleave;
use crate::l2::{Coalescer, Context, Due, L2Config, L2Counters, Packet, Shard, WINDOW};
use crate::message::{Inbox, Outbox, Payloads, Request};
use crate::prefetch::prefetch;
use arrayvec::ArrayVec;
use calendar::Buckets;
pub use gpc::SMS_OF_TPC;
use gpc::{Asked, Blueprint, Gpc};
use rayon::prelude::*;

/// One SM's end of the memory system.
#[derive(Debug)]
pub struct Port<'a> {
    /// What the SM sends: what is due is taken, its payloads stay.
    pub outbox: &'a mut Outbox,
    /// What the SM gets; responses are appended in order of time.
    pub inbox: &'a mut Inbox,
}

impl Port<'_> {
    /// What reaches its GPC's port before `end`, which is `there` cycles away.
    fn due(&self, there: u64, end: u64) -> &[Request] {
        self.outbox.due(end.saturating_sub(there))
    }
}

/// A stretch of time to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Epoch {
    /// The first cycle; the last epoch's end.
    pub start: u64,
    /// One past the last cycle: all requests before it have been sent. With
    /// requests, at most [`MemorySystem::min_round_trip`] after the start.
    pub end: u64,
}

/// What a memory system is made from.
#[derive(Clone, Debug)]
pub struct MemoryParts<'a> {
    /// The way between SMs and L2.
    pub gpc: &'a GpcConfig,
    /// The L2.
    pub l2: &'a L2Config,
    /// DRAM.
    pub dram: &'a DramConfig,
    /// Each SM's GPC. GPCs take turns on the L2's sides.
    pub sm_to_gpc: &'a [u8],
}

/// GPCs that a memory system may have.
pub const MOST_GPCS: usize = 64;

/// Packets below which an epoch runs on one thread.
const FEW: usize = 256;

/// See the module.
#[derive(Debug)]
pub struct MemorySystem {
    gpcs: Vec<Gpc>,
    shards: Vec<Shard>,
    sm_to_gpc: Vec<u8>,
    /// By SM: cycles to its GPC's port.
    there: Vec<u64>,
    interleave: Interleave,
    /// Least time to a slice, through it on a hit, and back.
    least: [u64; 3],
    desks: Vec<Desk>,
}

/// What a part of the components needs while one of them runs: the others use it after, so it stays
/// in the host's cache.
#[derive(Debug, Default)]
struct Desk {
    asked: Asked,
    due: Due,
    buckets: Buckets,
}

impl MemorySystem {
    /// Empty, at time zero.
    pub fn new(parts: &MemoryParts<'_>) -> MemorySystem {
        let l2 = parts.l2;
        let interleave = Interleave::new(l2);
        let count = parts.sm_to_gpc.iter().max().map_or(0, |&g| g as usize + 1);
        let gpcs: Vec<Gpc> = (0..count)
            .map(|index| Gpc::new(blueprint(parts, interleave, index)))
            .collect();
        let shard = |(number, soiled): (usize, Vec<(u64, u8)>)| {
            let mut shard = Shard::new(
                number as u32,
                l2,
                parts.dram,
                interleave,
                parts.sm_to_gpc,
                coalescer(parts, &gpcs, number),
            );
            // At once, while the host's cache holds its tags.
            for (line, side) in soiled {
                shard.soil_before(line, side);
            }
            shard
        };
        let soiled = launch::soiled_before(l2, interleave).into_par_iter();
        let shards = soiled.enumerate().map(shard).collect();
        let to = gpcs.iter().map(|g| g.least_distances().0).min();
        let back = gpcs.iter().map(|g| g.least_distances().1).min();
        let mut there = vec![0; parts.sm_to_gpc.len()];
        for (sm, cycles) in gpcs.iter().flat_map(Gpc::there) {
            there[usize::from(sm)] = cycles;
        }
        MemorySystem {
            gpcs,
            shards,
            interleave,
            least: [to.unwrap_or(0), l2.hit_latency.into(), back.unwrap_or(0)],
            there,
            sm_to_gpc: parts.sm_to_gpc.to_vec(),
            desks: Vec::new(),
        }
    }

    /// The least time from a request's leaving an SM to its answer's arrival:
    /// no epoch with requests in it may be longer.
    pub fn min_round_trip(&self) -> u64 {
        self.least.iter().sum::<u64>().min(WINDOW)
    }

    /// Whether nothing is under way.
    pub fn idle(&self) -> bool {
        self.next_event().is_none()
    }

    /// A cycle before which no SM gets anything more than it has been handed;
    /// `None` if nothing is under way. Up to it an epoch without requests may
    /// be as long as one likes.
    pub fn next_event(&self) -> Option<u64> {
        let [to, hit, back] = self.least;
        let sent = self.gpcs.iter().filter_map(Gpc::next_sent);
        let shards = self.shards.iter().filter_map(Shard::next_event);
        let gpcs = self.gpcs.iter().filter_map(Gpc::next_event);
        let at_shards = shards.chain(sent.map(|time| time + to));
        gpcs.chain(at_shards.map(|time| time + hit + back)).min()
    }

    /// Takes the requests of `epoch` and hands out all answers whose times are
    /// known by then. `ports` are the SMs in order.
    ///
    /// # Panics
    /// If a request lies outside the epoch, or the epoch is so long that an
    /// answer falls into it: mistakes of the engine.
    pub fn run_epoch(&mut self, image: &Memory, ports: &mut [Port<'_>], epoch: Epoch) {
        let due = |(port, &there): (&Port<'_>, &u64)| port.due(there, epoch.end).len();
        let asked: usize = ports.iter().zip(&self.there).map(due).sum();
        let waiting: usize = self.shards.iter().map(Shard::backlog).sum();
        self.desks.resize_with(desks(), Desk::default);
        if asked + waiting < FEW {
            self.advance::<Serial>(image, ports, epoch);
        } else {
            self.advance::<Parallel>(image, ports, epoch);
        }
        for (port, there) in ports.iter_mut().zip(&self.there) {
            port.outbox.take(epoch.end.saturating_sub(*there));
        }
    }

    fn advance<E: Each>(&mut self, image: &Memory, ports: &mut [Port<'_>], epoch: Epoch) {
        let [to, hit, back] = self.least;
        let horizon = epoch.end + to;
        self.send::<E>(ports, epoch);
        self.serve::<E>(image, ports, horizon);
        let MemorySystem {
            gpcs,
            shards,
            desks,
            ..
        } = self;
        let mut inboxes: Vec<Vec<&mut Inbox>> = gpcs.iter().map(|_| Vec::new()).collect();
        for (port, &gpc) in ports.iter_mut().zip(&self.sm_to_gpc) {
            inboxes[gpc as usize].push(&mut *port.inbox);
        }
        let mut both: Vec<_> = gpcs.iter_mut().zip(inboxes).collect();
        E::each(&mut both, desks, |(gpc, inboxes), _, desk| {
            gpc.collect(shards, &mut desk.buckets);
            gpc.receive(horizon + hit + back, epoch.end, &mut desk.buckets, inboxes);
        });
    }

    /// The GPCs send what is due on its way.
    fn send<E: Each>(&mut self, ports: &[Port<'_>], epoch: Epoch) {
        let shards = &self.shards;
        E::each(&mut self.gpcs, &mut self.desks, |gpc, _, desk| {
            gpc.send(ports, shards, epoch.start..epoch.end, &mut desk.asked);
        });
    }

    /// The shards serve what reaches them before `horizon`.
    fn serve<E: Each>(&mut self, image: &Memory, ports: &[Port<'_>], horizon: u64) {
        self.partners_hear();
        let payloads: Vec<&Payloads> = ports.iter().map(|p| &p.outbox.payloads).collect();
        let context = Context {
            image,
            payloads: &payloads,
            sm_to_gpc: &self.sm_to_gpc,
        };
        let gpcs = &self.gpcs;
        E::each(&mut self.shards, &mut self.desks, |shard, number, desk| {
            // The next shard's are asked of the host meanwhile.
            let next = gpcs.iter().filter_map(|gpc| gpc.outgoing.get(number + 1));
            next.for_each(|sent| sent.iter().step_by(2).for_each(prefetch));
            let sent: ArrayVec<&[Packet], MOST_GPCS> =
                gpcs.iter().map(|gpc| &gpc.outgoing[number][..]).collect();
            shard.run(horizon, &sent, &mut desk.due, context);
        });
    }

    /// Shards that share links between the sides tell each other what they have sent. They are half of
    /// all shards apart, so that neighbours, which hold a page, are no partners (measured: `l2::link`).
    fn partners_hear(&mut self) {
        let half = self.shards.len().div_ceil(2);
        let (first, second) = self.shards.split_at_mut(half);
        for (one, other) in first.iter_mut().zip(second) {
            let sent = one.sent();
            one.hear(other.sent());
            other.hear(sent);
        }
    }

    /// Everything the L2 and DRAM have counted since the last reset.
    pub fn counters(&self) -> L2Counters {
        let mut sum = L2Counters::default();
        for shard in &self.shards {
            sum.add(&shard.counters());
        }
        sum
    }

    /// Back to time zero with what the L2 holds and nothing else: before a launch
    /// that finds it as the last one left it. Counters begin anew, DRAM's rows
    /// are closed.
    ///
    /// # Panics
    /// If something is under way: a mistake of the engine.
    pub fn rewind(&mut self, parts: &MemoryParts<'_>) {
        assert!(self.idle(), "requests are under way");
        for (index, gpc) in self.gpcs.iter_mut().enumerate() {
            *gpc = Gpc::new(blueprint(parts, self.interleave, index));
        }
        self.shards.par_iter_mut().for_each(Shard::rewind);
    }
}

#[cfg(test)]
impl MemorySystem {
    /// The side on which a line is at home.
    fn shards_home(&self, line: u64) -> u8 {
        self.shards[0].home_side(line)
    }
}

/// A shard's part of the GPCs' coalescers.
fn coalescer(parts: &MemoryParts<'_>, gpcs: &[Gpc], shard: usize) -> Coalescer {
    let config = parts.gpc;
    let lead = |gpc: &Gpc| {
        // To a slice that is nearer an answer is on its way less long.
        let average = config.request_latency + config.response_latency;
        let nearer = i64::from(average) - gpc.round_trip(shard, gpc.side()) as i64;
        (i64::from(config.coalescer_lead) + nearer).max(0) as u64
    };
    let lines = (config.coalescer_lines * gpcs.len() as u32).div_ceil(parts.l2.shards);
    let leads = gpcs.iter().map(lead).collect();
    Coalescer::new(lines, config.coalescer_loads, leads)
}

fn blueprint<'a>(parts: &MemoryParts<'a>, interleave: Interleave, index: usize) -> Blueprint<'a> {
    let of = parts.sm_to_gpc.iter().enumerate();
    let mine = of.filter(|(_, gpc)| **gpc as usize == index);
    Blueprint {
        index: index as u8,
        sms: mine.map(|(sm, _)| sm as u16).collect(),
        config: parts.gpc,
        interleave,
        shards: parts.l2.shards,
        sides: parts.l2.sides(),
    }
}

/// As many desks as there are threads, or, of several threads, a few for each: who is done early takes
/// another part.
fn desks() -> usize {
    match rayon::current_num_threads() {
        1 => 1,
        threads => 4 * threads,
    }
}

/// Runs components that share nothing, each with its number and the desk of its part.
trait Each {
    fn each<T: Send>(
        items: &mut [T],
        desks: &mut [Desk],
        run: impl Fn(&mut T, usize, &mut Desk) + Sync,
    );
}

struct Serial;
struct Parallel;

impl Each for Serial {
    fn each<T: Send>(
        items: &mut [T],
        desks: &mut [Desk],
        run: impl Fn(&mut T, usize, &mut Desk) + Sync,
    ) {
        for (number, item) in items.iter_mut().enumerate() {
            run(item, number, &mut desks[0]);
        }
    }
}

impl Each for Parallel {
    fn each<T: Send>(
        items: &mut [T],
        desks: &mut [Desk],
        run: impl Fn(&mut T, usize, &mut Desk) + Sync,
    ) {
        let part = items.len().div_ceil(desks.len()).max(1);
        let parts = items.par_chunks_mut(part).zip(desks).enumerate();
        parts.for_each(|(before, (items, desk))| {
            for (number, item) in (before * part..).zip(items) {
                run(item, number, desk);
            }
        });
    }
}

#[cfg(test)]
mod random_lines;
#[cfg(test)]
mod rates;
#[cfg(test)]
mod sides;
#[cfg(test)]
mod tests;
