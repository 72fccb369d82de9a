//! A shard of the L2: the two slices of one number, one on each side.
//!
//! A request enters at the slice of its SM's side. If that is the line's home
//! it is served there; else a load may hit a copy, and everything else goes
//! on to the home over the fabric. Stores, atomics and strong loads take
//! effect, and stores and atomics that enter there drop the other side's copy, in the
//! order in which the home serves them, so one shard's stream is all the coherence
//! there is. A store from the other side leaves what it writes in the copy there, an atomic
//! drops it.
//!
//! One queue for what crosses to either side and what each GPC has sent are
//! in order of time by nature. The shard serves the earliest head below its
//! horizon; of equal times, what crosses goes first, then the GPCs in order,
//! so the stream is ordered by (arrival, GPC, sending time, SM, sequence).
//! What it serves can only add to a queue at a later time, so the result does
//! not depend on how time is cut into epochs.
//!
//! A line that is changed while loads wait for it shuts the way by which the
//! change came, its slice's from the SMs or the one over the fabric, until the
//! loads are answered: a load of any line of that slice, sent behind such a
//! store by the same SM, comes 0 to 28 cycles before what the store waits for
//! (H200, medians, `micro/h200/timed/shut.txt`; alike for reductions at the
//! line's home).
//!
//! Here are the queues, the order and what is read; what changes lines is in `changes`.

mod changes;

use self::changes::{FLOAT_CHAINS, FloatChain};
use super::behind::Behind;
use super::coalescer::Coalescer;
use super::config::{L2Config, L2Counters};
use super::costs::Costs;
use super::due::{Due, Known};
use super::link::{Link, Sent};
use super::packet::Packet;
use super::slice::{Lookup, Slice, UNKNOWN};
use crate::cache::Key;
use crate::dram::DramConfig;
use crate::image::{Cursor, Memory};
use crate::interleave::Interleave;
use crate::message::{AtomicPayload, LinePayload, Payloads, RequestKind};
use crate::server::Cost;
use std::collections::VecDeque;

/// What a shard may look at while it runs.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The bytes of global memory.
    pub image: &'a Memory,
    /// Each SM's payload slots.
    pub payloads: &'a [&'a Payloads],
    /// Each SM's GPC.
    pub sm_to_gpc: &'a [u8],
}

impl<'a> Context<'a> {
    fn line(&self, packet: &Packet) -> LinePayload<'a> {
        self.payloads[packet.sm as usize].lines.get(packet.payload)
    }

    /// The GPC of the SM that has sent it.
    fn gpc(&self, packet: &Packet) -> usize {
        self.sm_to_gpc[packet.sm as usize].into()
    }

    fn atomic(&self, packet: &Packet) -> &'a AtomicPayload {
        &self.payloads[packet.sm as usize].atomics[packet.payload as usize]
    }
}

/// See the module.
#[derive(Debug)]
pub struct Shard {
    pub(super) slices: Vec<Slice>,
    /// What crosses to either side.
    crossing: [VecDeque<Known>; SIDES],
    /// When the first of either comes.
    crosses: [u64; SIDES],
    /// What waits before either side's slice, which is shut to its SMs.
    waiting: [VecDeque<Known>; SIDES],
    /// When it opens to what waits, as far as is known.
    opens: [u64; SIDES],
    /// What either side's slice has asked the other for, and the reads of copies behind that.
    behind: [Behind; SIDES],
    /// Its part of the links to either side.
    links: [Link; SIDES],
    /// How much has been taken of what each GPC sent.
    taken: Vec<usize>,
    /// When the first of what has not been taken comes.
    left: u64,
    chains: Vec<FloatChain>,
    pub(super) costs: Costs,
    coalescer: Coalescer,
    cursor: Cursor,
    pub(super) counters: L2Counters,
    /// By SM: the sides that it has sent anything to, a bit each.
    pub(super) spoken_to: Vec<u8>,
    /// Sectors flushed at a slice: by the front end, and by each SM that has
    /// spoken to it.
    pub(super) flushes: [u64; 2],
    /// Answers by GPC, as they leave the slices of the packets' own side;
    /// their time is that of leaving.
    pub answers: Vec<Vec<Packet>>,
}

/// Sides of the L2, at most.
const SIDES: usize = 2;

/// The time of what does not come, or of which nobody knows when.
const NEVER: u64 = UNKNOWN;

/// When the first of a queue comes.
#[inline(always)]
fn time_of(packet: Option<&Packet>) -> u64 {
    packet.map_or(NEVER, |packet| packet.time)
}

impl Shard {
    /// An empty shard of this number, which answers to these SMs, given by
    /// their GPCs.
    pub fn new(
        number: u32,
        config: &L2Config,
        dram: &DramConfig,
        interleave: Interleave,
        sm_to_gpc: &[u8],
        coalescer: Coalescer,
    ) -> Shard {
        let gpcs = sm_to_gpc.iter().max().map_or(0, |&g| g as usize + 1);
        let sides = config.sides();
        let reads = [config.copy_reads, config.copy_queue, config.copy_misses];
        let [places, most, elsewhere] = reads.map(|reads| reads as usize);
        Shard {
            slices: (0..sides)
                .map(|side| Slice::new(number * sides + side, config, dram, interleave))
                .collect(),
            crossing: Default::default(),
            crosses: [NEVER; SIDES],
            waiting: Default::default(),
            opens: [NEVER; SIDES],
            behind: [(); SIDES].map(|()| Behind::new(places, most, elsewhere)),
            links: Default::default(),
            taken: vec![0; gpcs],
            left: NEVER,
            chains: vec![FloatChain::default(); FLOAT_CHAINS],
            costs: Costs::new(config),
            coalescer,
            cursor: Cursor::default(),
            counters: L2Counters::default(),
            spoken_to: vec![0; sm_to_gpc.len()],
            flushes: [config.flush_sectors, config.flush_sectors_per_sm].map(u64::from),
            answers: vec![Vec::new(); gpcs],
        }
    }

    /// Back to time zero with the lines that it holds, when nothing is under way.
    pub fn rewind(&mut self) {
        self.slices.iter_mut().for_each(Slice::rewind);
        self.behind.iter_mut().for_each(Behind::rewind);
        self.links = Default::default();
        self.taken.fill(0);
        self.chains.fill(FloatChain::default());
        self.coalescer.rewind();
        self.cursor = Cursor::default();
        self.counters = L2Counters::default();
        self.spoken_to.fill(0);
        self.answers.iter_mut().for_each(Vec::clear);
    }

    /// What it has sent to either side.
    pub(crate) fn sent(&self) -> [Sent; SIDES] {
        self.links.map(|link| link.sent())
    }

    /// Tells it what the shard that shares its links has sent.
    pub(crate) fn hear(&mut self, partner: [Sent; SIDES]) {
        for (link, partner) in self.links.iter_mut().zip(partner) {
            link.hear(partner);
        }
    }

    /// Its slices: one, or one on each side.
    pub fn sides(&self) -> usize {
        self.slices.len()
    }

    /// How much was taken, in the last epoch, of what a GPC sent.
    pub fn taken(&self, gpc: usize) -> usize {
        self.taken[gpc]
    }

    /// What it has counted since it was made.
    pub fn counters(&self) -> L2Counters {
        let mut counters = self.counters;
        for slice in &self.slices {
            counters.dram_sectors_read += slice.dram.counters.sectors_read;
            counters.dram_sectors_write += slice.dram.counters.sectors_write;
            counters.fill_sectors += slice.filled;
        }
        self.count_flushes(&mut counters);
        counters
    }

    /// The time of the first thing it has yet to serve.
    pub fn next_event(&self) -> Option<u64> {
        let own = self.crosses.iter().chain(&self.opens).copied();
        let behind = self.behind.iter().map(Behind::next_event);
        let first = own.chain(behind).fold(self.left, u64::min);
        (first != NEVER).then_some(first)
    }

    /// Packets that cross from one side to the other or wait before a slice.
    pub fn backlog(&self) -> usize {
        let queues = self.crossing.iter().chain(&self.waiting);
        let held = self.behind.iter().map(Behind::copies).sum::<usize>();
        queues.map(VecDeque::len).sum::<usize>() + held
    }

    /// Serves everything that reaches a slice before `horizon`: what crosses,
    /// and of what each GPC has `sent`, in order of time, all that is due.
    /// What is due is sorted in `due`, which shards may share.
    pub fn run(&mut self, horizon: u64, sent: &[&[Packet]], due: &mut Due, context: Context<'_>) {
        self.slices.iter_mut().for_each(|s| s.settle(horizon));
        self.answers.iter_mut().for_each(Vec::clear);
        self.take_due(horizon, sent, due);
        self.prefetch(horizon, due, context);
        for known in due.packets() {
            self.serve_before(known.packet.time + 1, context);
            self.leave_by(known.packet.time, context);
            self.write_completed(known.packet.time);
            self.arrive(known, context);
        }
        self.serve_before(horizon, context);
        self.leave_by(horizon.saturating_sub(1), context);
    }

    /// Takes what comes before `horizon`.
    fn take_due(&mut self, horizon: u64, sent: &[&[Packet]], sorted: &mut Due) {
        self.left = NEVER;
        for (taken, sent) in self.taken.iter_mut().zip(sent) {
            *taken = sent.partition_point(|packet| packet.time < horizon);
            self.left = self.left.min(time_of(sent.get(*taken)));
        }
        let due = sent.iter().zip(&self.taken);
        let slice = &self.slices[0];
        sorted.sort(due.map(|(sent, &taken)| &sent[..taken]), |line| {
            slice.key(line)
        });
    }

    /// Serves what crosses, and opens slices that are shut, before then.
    #[inline(always)]
    fn serve_before(&mut self, end: u64, context: Context<'_>) {
        loop {
            let crosses = usize::from(self.crosses[1] < self.crosses[0]);
            let opens = usize::from(self.opens[1] < self.opens[0]);
            let first = self.crosses[crosses].min(self.opens[opens]);
            if first >= end {
                return;
            }
            self.write_completed(first);
            match self.opens[opens] < self.crosses[crosses] {
                true => self.open(opens, context),
                false => self.next_crossing(crosses, context),
            }
        }
    }

    /// Writes back what slices have completed and DRAM has had time for by `now`. It is seen to before
    /// anything is served and at a launch's end, not when an epoch ends.
    #[inline(always)]
    pub(crate) fn write_completed(&mut self, now: u64) {
        for slice in &mut self.slices {
            slice.write_completed(now);
        }
    }

    /// What is first of those that have crossed to a side is served, or holds the others up.
    fn next_crossing(&mut self, side: usize, context: Context<'_>) {
        let time = self.crosses[side];
        let Some(&first) = self.crossing[side].front() else {
            return;
        };
        let enters = self.enters(&first, side, time);
        if enters > time {
            self.crosses[side] = enters;
            return;
        }
        self.crossing[side].pop_front();
        let next = self.crossing[side].front().map(|next| &next.packet);
        self.crosses[side] = time_of(next).max(time);
        self.at_home(first.packet.at(time), first.key, context);
    }

    /// Asks the host for what this epoch's packets need, one step for all of
    /// them before the next: what finds their lines and what stores bring, then
    /// the lines and the words that are stored to.
    fn prefetch(&self, horizon: u64, due: &Due, context: Context<'_>) {
        self.each_due(horizon, due, |packet, key, slices| {
            if packet.kind == RequestKind::Store {
                let payloads = &context.payloads[packet.sm as usize];
                payloads.lines.prefetch(packet.payload);
            }
            self.coalescer.prefetch(packet, context.gpc(packet));
            slices.iter().for_each(|slice| slice.prefetch_set(key));
        });
        let mut cursor = Cursor::default();
        self.each_due(horizon, due, |packet, key, slices| match packet.kind {
            RequestKind::Store if slices.len() == self.slices.len() => {
                if packet.near() != packet.home() {
                    self.slices[packet.near() as usize].prefetch_written(key);
                }
                self.slices[packet.home() as usize].prefetch_written(key);
                let stored = context.line(packet);
                context.image.prefetch_store(&mut cursor, &stored);
            }
            _ => slices.iter().for_each(|slice| {
                slice.prefetch_line(key);
            }),
        });
    }

    /// Calls `each` for every packet that comes before `horizon`, with its
    /// line's key and the slices that will look for it by then.
    #[inline(always)]
    fn each_due(&self, horizon: u64, due: &Due, mut each: impl FnMut(&Packet, Key, &[Slice])) {
        for Known { packet, key } in due.packets() {
            let (near, home) = (packet.near() as usize, packet.home() as usize);
            // A load at its home looks at no other slice, a store drops a
            // copy there; what crosses may take longer than the epoch.
            let both = match near == home {
                true => packet.kind == RequestKind::Store,
                false => packet.time + self.costs.fabric < horizon,
            };
            let slices = if both {
                &self.slices[..]
            } else {
                &self.slices[near..=near]
            };
            each(packet, *key, slices);
        }
        let due = |known: &&Known| known.packet.time < horizon;
        for known in self.crossing.iter().flat_map(|q| q.iter().take_while(due)) {
            each(&known.packet, known.key, &self.slices);
        }
    }

    /// Something has come from an SM. What finds its slice shut waits before it.
    #[inline(always)]
    fn arrive(&mut self, known: &Known, context: Context<'_>) {
        let mut known = *known;
        let gpc = context.gpc(&known.packet);
        match known.packet.kind {
            RequestKind::Fence => {}
            kind if kind.is_read() => known.packet.ride(self.coalescer.rides(&known.packet, gpc)),
            _ => self.coalescer.written(&known.packet, gpc),
        }
        let side = usize::from(known.packet.near());
        let time = known.packet.time;
        if self.waiting[side].is_empty() {
            self.leave(side as u8, time, context);
            let enters = self.enters(&known, side, time);
            if enters <= time {
                return self.enter(known.packet, known.key, context);
            }
            self.opens[side] = enters;
        }
        self.waiting[side].push_back(known);
    }

    /// When what is first before a slice at `time`, or has crossed to it, enters. A store to a
    /// line for whose sectors loads wait shuts the way until they are answered, and so does an
    /// atomic where the line has its home. A read of a line whose home is the other side shuts
    /// it while no more can stand behind misses. While the home of a copy has not promised it,
    /// nobody knows until when.
    #[inline(always)]
    fn enters(&self, Known { packet, key }: &Known, side: usize, time: u64) -> u64 {
        let changes = match packet.kind {
            RequestKind::Store => true,
            RequestKind::Atomic | RequestKind::Reduction => side == usize::from(packet.home()),
            RequestKind::Fence => false,
            _ if side == usize::from(packet.home()) || packet.rides() => false,
            _ => return self.behind[side].enters(time),
        };
        match changes {
            true => self.slices[side].awaited(*key, time).max(time),
            false => time,
        }
    }

    /// A slice opens to what waits before it, until that shuts it again.
    fn open(&mut self, side: usize, context: Context<'_>) {
        let time = self.opens[side];
        self.opens[side] = NEVER;
        self.leave(side as u8, time, context);
        while let Some(&first) = self.waiting[side].front() {
            let enters = self.enters(&first, side, time);
            if enters > time {
                self.opens[side] = enters;
                return;
            }
            self.waiting[side].pop_front();
            self.enter(first.packet.at(time), first.key, context);
        }
    }

    /// The home has promised at `now` sectors of a copy, for which a slice may be shut.
    #[inline]
    fn promised(&mut self, side: u8, now: u64) {
        let side = usize::from(side);
        if self.opens[side] == NEVER
            && let Some(first) = self.waiting[side].front()
        {
            self.opens[side] = self.enters(first, side, now);
        }
    }

    fn enter(&mut self, packet: Packet, key: Key, context: Context<'_>) {
        self.count(&packet, context);
        match packet.kind {
            RequestKind::Fence if packet.near() == packet.home() => self.flush(packet, context),
            RequestKind::Fence => {
                let start = self.reserve(packet.near(), packet.time, self.costs.request);
                self.cross(packet, key, start);
            }
            _ if packet.near() == packet.home() => self.at_home(packet, key, context),
            RequestKind::Load | RequestKind::Code | RequestKind::StrongLoad => {
                self.read_near(packet, key, context);
            }
            RequestKind::Store => self.pass_store(packet, key, context),
            RequestKind::Atomic | RequestKind::Reduction => self.pass_atomic(packet, key, context),
        }
    }

    /// A fence has reached a slice, behind all that its SM has sent there.
    fn flush(&mut self, packet: Packet, context: Context<'_>) {
        let start = self.reserve(packet.home(), packet.time, self.costs.request);
        self.acknowledge(&packet, start + self.costs.flush_latency, context);
    }

    /// Requests and sectors, as they come from the SMs.
    fn count(&mut self, packet: &Packet, context: Context<'_>) {
        let home = 1 << packet.home();
        match packet.kind {
            RequestKind::Fence => self.spoken_to[packet.sm as usize] &= !home,
            _ => self.spoken_to[packet.sm as usize] |= home,
        }
        let counters = &mut self.counters;
        let sectors = u64::from(packet.sectors().count_ones());
        match packet.kind {
            _ if packet.rides() => {}
            RequestKind::Code => counters.sectors_code += sectors,
            RequestKind::Load | RequestKind::StrongLoad => {
                counters.requests_read += 1;
                counters.sectors_read += sectors;
            }
            RequestKind::Store => {
                counters.requests_write += 1;
                counters.sectors_write += sectors;
                counters.write_hits += sectors;
            }
            RequestKind::Reduction => {
                let operations = context.atomic(packet).operations;
                counters.requests_red += u64::from(operations.requests);
                counters.sectors_red += u64::from(operations.sectors);
            }
            RequestKind::Atomic => {
                let operations = context.atomic(packet).operations;
                counters.requests_atom += u64::from(operations.requests);
                counters.sectors_atom += u64::from(operations.sectors);
            }
            RequestKind::Fence => {
                counters.flush_sectors += self.flushes[1];
                counters.flushes_crossed += self.flushes[1] / 2;
            }
        }
    }

    /// A load of a line whose home is the other side.
    fn read_near(&mut self, mut packet: Packet, key: Key, context: Context<'_>) {
        let cost = self.read_cost(&packet);
        let start = self.reserve(packet.near(), packet.time, cost);
        let start = start.max(self.request_comes_in(&packet));
        let slice = &mut self.slices[packet.near() as usize];
        let lookup = slice.read_copy(start, key, packet.sectors());
        self.count_read(&packet, &lookup);
        let there = lookup.fetched == 0 && lookup.ready != UNKNOWN;
        if !packet.rides() {
            self.make_room(packet.near(), start, context);
        }
        if there {
            self.bind_copy(&packet, key, context);
            let from = packet.at(start.max(lookup.ready));
            self.behind[packet.near() as usize].read(from);
            self.leave(packet.near(), start, context);
            return;
        }
        packet.ride(lookup.fetched == 0);
        let mut leaves = start;
        if !packet.rides() {
            self.behind[packet.near() as usize].send();
            leaves = self.send(packet.home(), packet.time, start, self.costs.link_request);
        }
        self.cross(packet, key, leaves);
    }

    /// Makes room at `now` for a read of a line whose home is the other side.
    fn make_room(&mut self, near: u8, now: u64, context: Context<'_>) {
        self.leave(near, now, context);
        if let Some(copy) = self.behind[usize::from(near)].make_room(now) {
            self.reply(&copy, copy.time + self.costs.hit, context);
        }
        self.leave(near, now, context);
    }

    /// Answers the reads of copies of either side that stand behind nothing by `now`: what comes later may
    /// ride with them no more.
    #[inline(always)]
    fn leave_by(&mut self, now: u64, context: Context<'_>) {
        for near in 0..SIDES {
            if self.behind[near].next_event() <= now {
                self.leave(near as u8, now, context);
            }
        }
    }

    /// The same of one side, of which misses leave, too.
    #[inline(always)]
    fn leave(&mut self, near: u8, now: u64, context: Context<'_>) {
        if self.behind[usize::from(near)].leaves_by(now) {
            self.let_leave(near, now, context);
        }
    }

    fn let_leave(&mut self, near: u8, now: u64, context: Context<'_>) {
        while let Some(copy) = self.behind[usize::from(near)].leave(now) {
            self.reply(&copy, copy.time + self.costs.hit, context);
        }
    }

    fn read_cost(&self, packet: &Packet) -> Cost {
        match packet.rides() {
            true => Cost::ZERO,
            false => self.costs.read(packet.sectors()),
        }
    }

    /// Hits and misses of loads that come from an L1.
    fn count_read(&mut self, packet: &Packet, lookup: &Lookup) {
        if packet.rides() || packet.kind == RequestKind::Code {
            return;
        }
        self.counters.read_hits += u64::from(lookup.hit.count_ones());
        self.counters.read_misses += u64::from(lookup.fetched.count_ones());
    }

    /// When a load's request has come in.
    #[inline(always)]
    fn request_comes_in(&mut self, packet: &Packet) -> u64 {
        match packet.rides() {
            true => packet.time,
            false => self.come_in(packet, self.costs.way_request),
        }
    }

    /// When something that takes the way in for so long has begun to come in where it enters.
    #[inline(always)]
    fn come_in(&mut self, packet: &Packet, cost: Cost) -> u64 {
        let near = &mut self.slices[usize::from(packet.near())];
        near.way.reserve(packet.time, cost)
    }

    /// Sends something to a side, known at `now`, at `at` or later: when it leaves. It takes so long of
    /// the half of a link.
    #[inline(always)]
    fn send(&mut self, side: u8, now: u64, at: u64, half: Cost) -> u64 {
        self.links[usize::from(side)].send(now, at, half)
    }

    fn cross(&mut self, mut packet: Packet, key: Key, start: u64) {
        packet.time = start + self.costs.fabric;
        let queue = packet.home() as usize;
        if self.crossing[queue].is_empty() {
            self.crosses[queue] = packet.time;
        }
        self.crossing[queue].push_back(Known { packet, key });
    }

    fn at_home(&mut self, packet: Packet, key: Key, context: Context<'_>) {
        match packet.kind {
            RequestKind::Load | RequestKind::Code | RequestKind::StrongLoad => {
                self.read_home(packet, key, context);
            }
            RequestKind::Store => self.store(packet, key, context),
            RequestKind::Atomic | RequestKind::Reduction => self.atomic(packet, key, context),
            RequestKind::Fence => self.flush(packet, context),
        }
    }

    fn read_home(&mut self, packet: Packet, key: Key, context: Context<'_>) {
        let cost = self.read_cost(&packet);
        let mut start = self.reserve(packet.home(), packet.time, cost);
        if packet.near() == packet.home() {
            start = start.max(self.request_comes_in(&packet));
        }
        let slice = &mut self.slices[packet.home() as usize];
        let wanted = match packet.near() == packet.home() {
            true => packet.sectors(),
            false => super::slice::pairs(packet.sectors()),
        };
        let lookup = slice.read(start, key, wanted);
        let ready = start.max(lookup.ready);
        self.bind(&packet, context);
        if packet.near() == packet.home() {
            self.count_read(&packet, &lookup);
            self.reply(&packet, ready + self.costs.hit, context);
            return;
        }
        if !packet.rides() {
            self.counters.fabric_sectors += u64::from(wanted.count_ones());
            self.counters.fabric_requests += 1;
            self.counters.fabric_misses += u64::from(lookup.fetched.count_ones());
        }
        let sectors = wanted.count_ones();
        let leaves = match packet.rides() {
            true => start,
            false => {
                let data = self.costs.link_sector.times(sectors);
                self.send(packet.near(), packet.time, start, data)
            }
        };
        let near = &mut self.slices[packet.near() as usize];
        let cost = self.costs.forward_sector.times(sectors);
        let here = near
            .intake
            .finish(start, cost)
            .max(ready.max(leaves) + self.costs.fabric);
        near.promise_copy(key, wanted, here);
        self.reply(&packet, here + self.costs.hit, context);
        if !packet.rides() {
            // What a busy home is behind with stands in the network on the GPU, where what crosses passes it.
            let passed = start.saturating_sub(packet.time);
            self.behind[packet.near() as usize].know(here - passed);
        }
        self.promised(packet.near(), packet.time);
    }

    /// A strong load's values bind where and when it is served.
    fn bind(&mut self, packet: &Packet, context: Context<'_>) {
        if packet.kind == RequestKind::StrongLoad {
            let payload = context.line(packet);
            context.image.read_strong(&mut self.cursor, &payload);
        }
    }

    /// The same for one that a copy serves: it sees the stores that passed the copy on their way to
    /// the home, which they may not have reached.
    fn bind_copy(&mut self, packet: &Packet, key: Key, context: Context<'_>) {
        self.bind(packet, context);
        let near = usize::from(packet.near());
        if packet.kind != RequestKind::StrongLoad || !self.slices[near].was_passed(key) {
            return;
        }
        let load = context.line(packet);
        let crossing = self.crossing[usize::from(packet.home())].iter();
        let passing = crossing.map(|known| &known.packet);
        let mut none = true;
        for store in passing.filter(|p| p.line == packet.line && p.kind == RequestKind::Store) {
            Memory::see_store(&load, &context.line(store));
            none = false;
        }
        if none {
            self.slices[near].none_pass(key);
        }
    }

    fn acknowledge(&mut self, packet: &Packet, done: u64, context: Context<'_>) {
        let back = match packet.near() == packet.home() {
            true => 0,
            false => self.costs.fabric,
        };
        self.reply(packet, done + back + self.costs.hit, context);
    }

    #[inline(always)]
    fn reserve(&mut self, side: u8, at: u64, cost: Cost) -> u64 {
        self.slices[side as usize].port.reserve(at, cost)
    }

    #[inline(always)]
    fn reply(&mut self, packet: &Packet, time: u64, context: Context<'_>) {
        if packet.kind.is_read() {
            self.coalescer.answered(packet, context.gpc(packet), time);
        }
        self.answer(packet.at(time), context);
    }

    #[inline(always)]
    fn answer(&mut self, answer: Packet, context: Context<'_>) {
        self.answers[context.gpc(&answer)].push(answer);
    }
}

#[cfg(test)]
impl Shard {
    pub(crate) fn home_side(&self, line: u64) -> u8 {
        self.slices[0].interleave.home(line).side
    }
}
