//! A GPC's way to the L2 and back: merging, caps, distances.

use super::Port;
use super::calendar::{Buckets, Calendar};
use super::config::GpcConfig;
use super::cpc::{Cpcs, Leaving};
use super::flush::Flushes;
use crate::by_cycle::ByCycle;
use crate::interleave::{Interleave, mix};
use crate::l2::{Packet, Shard};
use crate::message::{Inbox, Request, RequestKind, SECTOR_BYTES};
use crate::prefetch::{prefetch, prefetch_room};
use crate::server::{Cost, Server};
use std::ops::Range;

/// What a GPC is made from.
#[derive(Clone, Debug)]
pub(super) struct Blueprint<'a> {
    pub index: u8,
    pub sms: Vec<u16>,
    pub config: &'a GpcConfig,
    pub interleave: Interleave,
    pub shards: u32,
    pub sides: u32,
}

/// SMs of a TPC, which share their way to the GPC.
pub const SMS_OF_TPC: usize = 2;

/// How far ahead of its turn what a shard has answered is asked for.
const SHARDS_AHEAD: usize = 2;
/// How far beyond its end a queue to a shard is.
const ROOM_AHEAD: usize = 3;

#[derive(Debug)]
pub(super) struct Gpc {
    index: u8,
    side: u8,
    sms: Vec<u16>,
    interleave: Interleave,
    /// By shard and side: (to the slice, back), cycles.
    distances: Vec<(u64, u64)>,
    sides: usize,
    cpcs: Cpcs,
    out: Server,
    out_operand: Cost,
    back: Server,
    back_sector: Cost,
    lane_sector: Cost,
    /// The ends of the port, by place in `sms`.
    lanes: Vec<Server>,
    /// By place in `sms`: cycles to the port from an SM that is not the nearest.
    there: Vec<u64>,
    /// By SM: place in `sms`.
    lane_of: Vec<u16>,
    flushes: Flushes,
    order: u32,
    calendar: Calendar,
    /// By shard: what has been sent in this epoch, behind what the shard left
    /// in the last.
    pub outgoing: Vec<Vec<Packet>>,
}

impl Gpc {
    pub(super) fn new(plan: Blueprint<'_>) -> Gpc {
        let config = plan.config;
        let mut lane_of = vec![0; plan.sms.iter().max().map_or(0, |&m| m as usize + 1)];
        for (lane, &sm) in plan.sms.iter().enumerate() {
            lane_of[sm as usize] = lane as u16;
        }
        let sector = |rate: f32| Cost::cycles(SECTOR_BYTES as f32 / rate);
        Gpc {
            index: plan.index,
            side: (u32::from(plan.index) % plan.sides) as u8,
            distances: distances(&plan),
            sides: plan.sides as usize,
            interleave: plan.interleave,
            cpcs: Cpcs::new(config, plan.sms.len()),
            out: Server::default(),
            out_operand: Cost::per_cycle(config.atomic_sectors_per_cycle),
            back: Server::default(),
            back_sector: sector(config.read_bytes_per_cycle),
            lane_sector: sector(config.sm_read_bytes_per_cycle),
            lanes: vec![Server::default(); plan.sms.len()],
            there: beyond(&plan).collect(),
            lane_of,
            flushes: Flushes::new(plan.sms.len(), (plan.shards * plan.sides) as usize),
            order: 0,
            calendar: Calendar::new(),
            outgoing: vec![Vec::new(); plan.shards as usize],
            sms: plan.sms,
        }
    }

    /// The side of the L2 at which its requests enter.
    pub(super) fn side(&self) -> usize {
        self.side.into()
    }

    /// Cycles to the port from each of its SMs.
    pub(super) fn there(&self) -> impl Iterator<Item = (u16, u64)> {
        self.sms.iter().copied().zip(self.there.iter().copied())
    }

    /// The least time to a slice, and back.
    pub(super) fn least_distances(&self) -> (u64, u64) {
        let to = self.distances.iter().map(|d| d.0).min();
        let back = self.distances.iter().map(|d| d.1).min();
        (to.unwrap_or(0), back.unwrap_or(0))
    }

    /// Cycles to a slice and back.
    pub(super) fn round_trip(&self, shard: usize, side: usize) -> u64 {
        let (to, back) = self.distances[shard * self.sides + side];
        to + back
    }

    /// Sends what its SMs have asked for in `epoch`, in the order of (time,
    /// SM, sequence).
    pub(super) fn send(
        &mut self,
        ports: &[Port<'_>],
        shards: &[Shard],
        epoch: Range<u64>,
        asked: &mut Asked,
    ) {
        for (outgoing, shard) in self.outgoing.iter_mut().zip(shards) {
            outgoing.drain(..shard.taken(self.index as usize));
        }
        let due = |(sm, there)| (sm, there, ports[usize::from(sm)].due(there, epoch.end));
        let sent: Vec<Sent<'_>> = self.there().map(due).collect();
        asked.sort(&sent, &epoch);
        for request in &asked.sorted {
            self.send_waiting(request.time + 1);
            let leaving = Leaving {
                request: *request,
                home: self.interleave.home(request.line),
            };
            let lane = self.lane_of[request.sm as usize];
            if let Some(leaving) = self.cpcs.enter(leaving, lane.into()) {
                self.send_one(&leaving);
            }
        }
        self.send_waiting(epoch.end);
    }

    /// Sends what waits in the CPCs and leaves them before `end`.
    #[inline(always)]
    fn send_waiting(&mut self, end: u64) {
        while let Some(leaving) = self.cpcs.leave(end) {
            self.send_one(&leaving);
        }
    }

    #[inline(always)]
    fn send_one(&mut self, Leaving { request, home }: &Leaving) {
        self.order = self.order.wrapping_add(1);
        let lane = self.lane_of[request.sm as usize] as usize;
        let mut packet = Packet::new(request, self.order);
        self.pass(&mut packet, request.brings.into());
        if packet.kind == RequestKind::Fence {
            return self.flush(packet, lane);
        }
        let slice = home.shard as usize * self.sides + home.side as usize;
        self.flushes.speak(lane, slice);
        self.go(packet, home.shard as usize, home.side);
    }

    /// A fence goes to every slice that its SM has spoken to.
    fn flush(&mut self, packet: Packet, lane: usize) {
        for slice in self.flushes.begin(lane, packet.sm, packet.token) {
            self.go(packet, slice / self.sides, (slice % self.sides) as u8);
        }
    }

    /// Sends a packet on its way to a slice, by the one of its own side.
    #[inline(always)]
    fn go(&mut self, mut packet: Packet, shard: usize, side: u8) {
        packet.enter(self.side, side);
        packet.time += self.distances[shard * self.sides + self.side as usize].0;
        self.outgoing[shard].push(packet);
        prefetch_room(&mut self.outgoing[shard], ROOM_AHEAD);
    }

    /// Through the port; nothing overtakes.
    fn pass(&mut self, packet: &mut Packet, brings: u32) {
        let cost = match packet.kind {
            RequestKind::Atomic | RequestKind::Reduction => self.out_operand.times(brings),
            RequestKind::Store
            | RequestKind::Load
            | RequestKind::StrongLoad
            | RequestKind::Code
            | RequestKind::Fence => Cost::ZERO,
        };
        packet.time = self.out.reserve(packet.time, cost);
    }

    /// Takes in what the shards answered.
    pub(super) fn collect(&mut self, shards: &[Shard], buckets: &mut Buckets) {
        let gpc = self.index as usize;
        for (number, shard) in shards.iter().enumerate() {
            if let Some(later) = shards.get(number + SHARDS_AHEAD) {
                later.answers[gpc].iter().step_by(2).for_each(prefetch);
            }
            let back = self.distances[number * self.sides + self.side as usize].1;
            for answer in &shard.answers[gpc] {
                self.calendar.push(answer.at(answer.time + back), buckets);
            }
        }
    }

    /// Passes to its SMs, whose `inboxes` come in their order, what reaches
    /// its port before `horizon`; nothing arrives before `earliest`.
    pub(super) fn receive(
        &mut self,
        horizon: u64,
        earliest: u64,
        buckets: &mut Buckets,
        inboxes: &mut [&mut Inbox],
    ) {
        let Gpc {
            calendar,
            back,
            lanes,
            flushes,
            ..
        } = self;
        let (back_sector, lane_sector) = (self.back_sector, self.lane_sector);
        inboxes.iter_mut().for_each(|inbox| inbox.make_room());
        calendar.pop_until(horizon, buckets, |answer: &Packet| {
            let mut response = answer.response();
            if answer.kind == RequestKind::Fence && !flushes.answered(answer.sm, answer.token) {
                return;
            }
            let sectors = data_sectors(answer);
            if sectors > 0 && !answer.rides() {
                response.time = back.reserve(response.time, back_sector.times(sectors));
            }
            let lane = self.lane_of[response.sm as usize] as usize;
            response.time = lanes[lane].reserve(response.time, lane_sector.times(sectors));
            assert!(response.time >= earliest, "{response:?} before {earliest}");
            inboxes[lane].push(response);
        });
    }

    /// When the next request that waits for its CPC leaves.
    pub(super) fn next_sent(&self) -> Option<u64> {
        self.cpcs.next_event()
    }

    /// The earliest time at which something it holds reaches an SM, at least.
    pub(super) fn next_event(&self) -> Option<u64> {
        self.calendar.next_event()
    }
}

/// What the SMs of a GPC have asked for in an epoch, in the order of sending.
#[derive(Debug, Default)]
pub(super) struct Asked {
    sorted: Vec<Request>,
    places: ByCycle,
}

impl Asked {
    /// Sorts the requests of all SMs by counting: SMs come in rising order and
    /// each one's requests in order of time, so equal times keep their order.
    fn sort(&mut self, sent: &[Sent<'_>], epoch: &Range<u64>) {
        let Some(filler) = sent.iter().flat_map(arrivals).next() else {
            return self.sorted.clear();
        };
        let cycle = |time: u64| {
            assert!(
                epoch.contains(&time),
                "a request at {time}, not in {epoch:?}"
            );
            (time - epoch.start) as usize
        };
        let cycles = (epoch.end - epoch.start) as usize;
        let times = sent.iter().flat_map(arrivals).map(|request| request.time);
        let total = self.places.count(cycles, times.map(cycle));
        self.sorted.resize(total, filler);
        for request in sent.iter().flat_map(arrivals) {
            let place = self.places.place(cycle(request.time));
            self.sorted[place] = request;
        }
    }
}

/// What an SM sends in an epoch, with its number and its cycles to the port.
type Sent<'a> = (u16, u64, &'a [Request]);

/// What an SM has sent, when it reaches the port.
#[inline(always)]
fn arrivals<'a>(&(sm, there, requests): &Sent<'a>) -> impl Iterator<Item = Request> + use<'a> {
    let left = requests.iter().filter(|request| !request.is_nothing());
    left.map(move |request| Request {
        sm,
        time: request.time + there,
        ..*request
    })
}

/// Sectors of data that an answer carries.
fn data_sectors(answer: &Packet) -> u32 {
    match answer.kind.is_read() || answer.kind == RequestKind::Atomic {
        true => answer.sectors().count_ones(),
        false => 0,
    }
}

/// Each slice's distance from the GPC: the average and a fixed deviation, the
/// same both ways, spread evenly and assigned by a hash.
fn distances(plan: &Blueprint<'_>) -> Vec<(u64, u64)> {
    let spread = i64::from(plan.config.distance_spread);
    let one = |slice: u32| {
        let hash = mix(u64::from(slice) << 8 | u64::from(plan.index)) as i64;
        let deviation = hash.rem_euclid(2 * spread + 1) - spread;
        let apart = |average: u32| (i64::from(average) + deviation).max(1) as u64;
        (
            apart(plan.config.request_latency),
            apart(plan.config.response_latency),
        )
    };
    (0..plan.shards * plan.sides).map(one).collect()
}

/// How far each SM is beyond the nearest: both SMs of a TPC alike.
fn beyond<'a>(plan: &'a Blueprint<'_>) -> impl Iterator<Item = u64> + 'a {
    let far = &plan.config.tpc_distances;
    let one = |place: usize| far.get(place / SMS_OF_TPC).or(far.last());
    (0..plan.sms.len()).map(move |place| one(place).map_or(0, |&cycles| cycles.into()))
}
