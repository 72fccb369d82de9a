//! The queues to memory and special units, and the SM's port to the L2.
//!
//! Shared-memory, shuffle and special-register instructions and those to global and local
//! memory (LG) stand in one queue of their sub-core, from which an arbiter takes them in turn
//! (`arbiter`). They come to the SM's entry (`entry`), in one line: the former go on to the data path,
//! LG instructions to the tags of the L1, before which the SM has some places (`lg_queue`).
//! What stands in the entry waits behind LG instructions that find no room there. Both share the
//! data path (`data_path`), which each instruction occupies for as many cycles as it has wavefronts, every second one
//! of a warp's (`path_places`). Hits and stores also take their sub-core's own way through the L1's data, which is
//! half as fast (`Ways`). A full queue holds issue back (`mio_throttle`, `lg_throttle`). Constant loads and block
//! indices stand apart, a few of each sub-core before the ADU, and special functions before their own unit: neither
//! waits for LG instructions.
//! Loads that miss take the tags alone and wait apart, however many,
//! until their data has come; stores wait apart for the data path. Lines that miss
//! the L1, stores and atomics leave through one port in the order of their queue.
//!
//! What holds global memory back is the port, and the way behind it. Some
//! lines wait for the port; when there is no room for more, every LG
//! instruction behind them waits too, an L1 hit as well. And of stores and
//! atomics only so many packets may be on their way to the L2: beyond them messages (`gate`)
//! wait in the SM, LG instructions wait behind them, and warps behind those
//! or, if they have ended, with them (`drain`).
//!
//! Behind the entry times are reservations: they are known when an instruction enters, as if
//! nothing came back. Only the packets on their way are
//! counted in and out, and an instruction enters only when those before it will
//! find room.

use super::SUB_CORES;
use super::adu::{Adu, AduQueue, Served};
use super::arbiter::{Arbiter, Posted, Started, Work};
use super::data_path::DataPath;
use super::entry::{Entry, Room};
use super::lg_queue::LgQueue;
use super::port::{Lines, Port};
use super::shared_stores::SharedStores;
use super::timing::NEVER;
use crate::config::{BarrierConfig, ConstantConfig, MioConfig};
use crate::plan::Queue;

/// The largest queue a configuration may ask for.
pub const MAX_QUEUE: usize = 64;

/// Whether an access to global or local memory brings data or takes it away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From memory.
    Load,
    /// To memory: a store, an atomic.
    Store,
}

/// What goes on.
#[derive(Clone, Copy, Debug)]
pub enum Taken {
    /// An instruction that has a time on the data path.
    Unit(Started),
    /// One that leaves its sub-core, which reads its operands then, and stands in the SM's entry.
    Left(Work),
    /// One that goes to the tags: [`Mio::enter_lg`] follows.
    Access(u32),
}

/// Each sub-core's own way through the L1's data, on which its wavefronts follow each other; those of
/// other sub-cores pass meanwhile.
#[derive(Debug, Default)]
struct Ways {
    free: [u64; SUB_CORES],
}

impl Ways {
    /// An instruction takes a sub-core's way for so many cycles, if any, not before `start`; returns
    /// from when.
    #[inline]
    fn pass(&mut self, sub: usize, start: u64, cycles: u64) -> u64 {
        if cycles == 0 {
            return start;
        }
        let start = start.max(self.free[sub]);
        self.free[sub] = start + cycles;
        start
    }
}

/// The queues and the port of one SM.
#[derive(Debug)]
pub struct Mio {
    config: MioConfig,
    /// What stands in the sub-cores.
    arbiter: Arbiter,
    /// What has left them and has no place yet before the tags or the data path.
    entry: Entry,
    /// By sub-core: what waits for the ADU.
    before_adu: [AduQueue; SUB_CORES],
    /// What goes to global and local memory.
    lg: LgQueue,
    /// What they share.
    data: DataPath,
    /// When the last load whose words came late has passed the data path.
    given_back: u64,
    /// When global and local memory's next may look up its tags.
    lg_free: u64,
    /// The same for a load, which comes behind a store later.
    load_free: u64,
    /// From when the one that entered last may look them up, if its operands are there.
    lg_next: u64,
    /// From when the next may go to the tags; [`NEVER`] if that depends on answers of the L2.
    tags_open: u64,
    /// The ways of the sub-cores through the L1's data.
    ways: Ways,
    /// What warps store to shared memory.
    stores: SharedStores,
    /// What barriers take.
    barrier: BarrierConfig,
    /// Until when global and local memory is held back behind lines that wait for
    /// the port.
    lg_held: u64,
    /// The unit that reads constants.
    adu: Adu,
    /// The port to the L2.
    port: Port,
    /// Packets of stores and atomics that have been sent ...
    sent: u64,
    /// ... the last of each line, of which few may wait for room on their way ...
    sent_lines: Lines,
    /// ... and that have arrived at the L2.
    arrived: u64,
}

impl Mio {
    /// Empty queues.
    pub fn new(
        config: &MioConfig,
        constant: &ConstantConfig,
        barrier: &BarrierConfig,
        banks: u32,
    ) -> Mio {
        Mio {
            config: config.clone(),
            arbiter: Arbiter::new(),
            entry: Entry::new(config),
            before_adu: std::array::from_fn(|_| AduQueue::new(config.constant_queue)),
            lg: LgQueue::new(config),
            data: DataPath::new(config),
            given_back: 0,
            lg_free: 0,
            load_free: 0,
            lg_next: 0,
            tags_open: 0,
            ways: Ways::default(),
            stores: SharedStores::default(),
            barrier: barrier.clone(),
            lg_held: 0,
            adu: Adu::new(config, constant),
            port: Port::new(config, banks),
            sent: 0,
            // What comes next wants a place, too.
            sent_lines: Lines::new(config.port_lines - 1, banks),
            arrived: 0,
        }
    }

    /// Whether an instruction of a sub-core may enter a queue at `now`; if not, when to ask
    /// again: [`NEVER`] if the arbiter must take another first.
    #[inline]
    pub fn room(&mut self, sub: usize, queue: Queue, now: u64) -> Result<(), u64> {
        match queue {
            Queue::OfAdu => self.before_adu[sub].room(now),
            Queue::OfSubCore if self.arbiter.waiting(sub) < self.config.queue as usize => Ok(()),
            Queue::OfSubCore => Err(NEVER),
        }
    }

    /// Whether the arbiter has just taken an instruction from a sub-core's full queue.
    #[inline]
    pub fn was_full(&self, sub: usize) -> bool {
        self.arbiter.waiting(sub) + 1 == self.config.queue as usize
    }

    /// Posts an instruction of a sub-core that has so many registers to pass on.
    #[inline]
    pub fn post(&mut self, sub: usize, now: u64, registers: u64, posted: Posted) {
        if posted.is_store() {
            self.stores.post(posted.slot);
        }
        let from = self.pass_operands(sub, now, registers);
        let operands = self.config.operand_interval * registers.max(1);
        self.arbiter.post(sub, from, operands, Work::Unit(posted));
    }

    /// Passes so many registers of an instruction on from a sub-core, not before `now`; returns
    /// when the first of them goes.
    #[inline]
    pub fn pass_operands(&mut self, sub: usize, now: u64, registers: u64) -> u64 {
        self.arbiter
            .pass_operands(&self.config, sub, now, registers)
    }

    /// Whether an instruction to global or local memory that comes `now` stands in no queue before
    /// that of the L1's tags.
    #[inline]
    pub fn goes_straight(&self, now: u64) -> bool {
        self.tags_open <= now
            && self.arbiter.is_empty()
            && self.entry.is_empty()
            && self.lg.is_empty()
    }

    /// An instruction to global or local memory comes into the queue of a sub-core, which passes its
    /// operands on from `passed`: they take its port then, not as the instruction leaves (`standing`).
    #[inline]
    pub fn queue(&mut self, sub: usize, passed: u64, access: u32) {
        self.arbiter.post(sub, passed, 0, Work::Access(access));
    }

    /// When the port of a sub-core would begin to pass an instruction's operands on.
    #[inline]
    pub fn passes_from(&self, sub: usize, now: u64) -> u64 {
        self.arbiter.passes_from(sub, now)
    }

    /// When an instruction that was posted may go on; [`super::timing::NEVER`] if
    /// there is none.
    #[inline]
    pub fn next(&self) -> u64 {
        let next = self.arbiter.next.min(self.entry.next);
        match self.lg.is_empty() {
            true => next,
            false => next.min(self.tags_open),
        }
    }

    /// Lets the next instruction go on for which there is room at `now`: from the places before the tags, from the SM's
    /// entry, or from a sub-core, and says from which.
    #[inline]
    pub fn serve(&mut self, now: u64) -> Option<(Option<usize>, Taken)> {
        if let Some(started) = self.pass_entry(now) {
            return Some((None, Taken::Unit(started)));
        }
        if self.tags_open <= now
            && let Some(access) = self.lg.take()
        {
            return Some((None, Taken::Access(access)));
        }
        let (sub, work) = self.arbiter.take(&self.config, now)?;
        let room = self.room_behind_entry(now);
        let passes = self.entry.lets_pass(&work, room, now);
        if !passes {
            self.entry.enter(sub, work);
            self.arbiter.set_open(self.entry.has_room(), now);
        }
        let taken = match work {
            Work::Unit(posted) if passes => Taken::Unit(Started {
                leaves: true,
                ..self.start(sub, posted, now)
            }),
            Work::Access(access) if passes => {
                self.lg.enter(access);
                Taken::Left(work)
            }
            Work::Fence if passes => {
                self.fence(now);
                Taken::Left(work)
            }
            _ => Taken::Left(work),
        };
        Some((Some(sub), taken))
    }

    /// What stands in the SM's entry goes on as far as there is room: accesses to their places before the tags, and the
    /// first instruction behind them to the data path.
    #[inline]
    fn pass_entry(&mut self, now: u64) -> Option<Started> {
        if self.entry.is_empty() {
            return None;
        }
        let mut started = None;
        while started.is_none() {
            let room = self.room_behind_entry(now);
            match self.entry.leave(room, now) {
                Some((sub, Work::Unit(posted))) => started = Some(self.start(sub, posted, now)),
                Some((_, Work::Access(access))) => self.lg.enter(access),
                Some((_, Work::Fence)) => self.fence(now),
                None => break,
            }
        }
        self.arbiter.set_open(self.entry.has_room(), now);
        started
    }

    /// Where there is room for what stands in the entry.
    #[inline]
    fn room_behind_entry(&mut self, now: u64) -> Room {
        Room {
            tags: !self.lg.is_full(),
            path: self.data.opens(now),
        }
    }

    /// Starts an instruction on the data path.
    #[inline]
    fn start(&mut self, sub: usize, posted: Posted, now: u64) -> Started {
        let (slot, cycles) = (posted.slot, self.at_least(posted.cycles));
        let start = self.data.start(now, slot, cycles, posted.way_cycles);
        if posted.is_store() {
            self.stores.start(slot, self.data.passed(slot));
        }
        let there = start + posted.latency;
        let done = self
            .arbiter
            .come_back(&self.config, sub, now, there, posted.returns);
        Started {
            posted,
            leaves: false,
            done,
        }
    }

    /// A barrier of the warps in `slots` opens and takes the data path, for which nobody waits here. If one of them has stores
    /// on their way for which no fence has been sent, what comes from now on waits for all before it.
    pub fn meet(&mut self, now: u64, slots: u64) {
        match self.stores.want_fence(slots, now) {
            true => self.arbiter.fence(now),
            false => _ = self.data.take(now, self.at_least(self.barrier.data_path)),
        }
    }

    /// What stands behind it waits until all before it has passed the data path.
    fn fence(&mut self, now: u64) {
        let cycles = self.at_least(self.barrier.data_path);
        self.data.fence(now, cycles, self.barrier.fence);
    }

    /// What an instruction takes of the data path that has so many cycles of work there.
    #[inline]
    fn at_least(&self, cycles: u64) -> u64 {
        cycles.max(self.config.interval)
    }

    /// Enters an instruction to global or local memory, whose operands are passed on from `passed`,
    /// into the queue before the tags; returns when it reaches them. What it takes must be said
    /// next, by [`Mio::look_up`], [`Mio::pass`] or [`Mio::store`]: until then the tags are taken for
    /// ever.
    #[inline]
    pub fn enter_lg(&mut self, passed: u64, now: u64, direction: Direction) -> u64 {
        debug_assert_ne!(self.lg_free, NEVER, "what does the one before take?");
        let free = match direction {
            Direction::Load => self.load_free.max(self.lg_free),
            Direction::Store => self.lg_free,
        };
        self.lg_next = free.max(now).max(self.lg_held);
        self.lg_free = NEVER;
        self.stand_behind_packets();
        self.lg_next.max(passed)
    }

    /// The instruction that entered last waits for misses: it takes the tags alone.
    #[inline]
    pub fn look_up(&mut self, tags: u64) {
        self.lg_free = self.lg_next + tags.max(self.config.interval);
    }

    /// The instruction that entered last, at `now`, and reaches the tags at `start`
    /// hits, or is an atomic: tags and data path are taken for so many cycles. Returns
    /// from when.
    #[inline]
    pub fn pass(&mut self, now: u64, start: u64, cycles: u64) -> u64 {
        let cycles = cycles.max(self.config.interval);
        let passes = self.data.pass(now, self.lg_next, cycles);
        self.lg_free = passes + cycles;
        passes.max(start)
    }

    /// The instruction that entered last, at `now`, and reaches the tags at `start` is a store: it
    /// takes the tags, and then the data path, for which it waits apart. Returns from when.
    #[inline]
    pub fn store(&mut self, now: u64, start: u64, tags: u64, cycles: u64) -> u64 {
        let passes = self.pass(now, start, cycles);
        self.look_up(tags);
        self.load_free = self.lg_free + self.config.store_turn;
        passes
    }

    /// A hit or a store of a sub-core, which has the data path from `start` on, takes so many cycles
    /// of the sub-core's own way through the L1's data. Returns from when.
    #[inline]
    pub fn take_way(&mut self, sub: usize, start: u64, cycles: u64) -> u64 {
        self.ways.pass(sub, start, cycles)
    }

    /// Enters a constant load of a sub-core, which the ADU serves `addresses` times; it may have to read
    /// a register first.
    #[inline]
    pub fn enter_adu(&mut self, sub: usize, now: u64, register: bool, addresses: u32) -> Served {
        let way = self.config.adu_way + u64::from(register) * self.config.adu_operand;
        let served = self.adu.load(now + way, addresses);
        self.before_adu[sub].push(served.start, now);
        served
    }

    /// Enters an instruction of a sub-core that has one address for the ADU, such as one that asks for a
    /// block index; returns when it is served.
    #[inline]
    pub fn enter_single(&mut self, sub: usize, now: u64) -> u64 {
        let start = self.adu.single(now + self.config.adu_way);
        self.before_adu[sub].push(start, now);
        start
    }

    /// Enters a warp of a sub-core that has come to a barrier; returns when the ADU has passed that on.
    #[inline]
    pub fn enter_barrier(&mut self, sub: usize, now: u64) -> u64 {
        self.enter_single(sub, now) + self.config.adu_interval
    }

    /// Cycles of an instruction's `latency`, in which it reads a register, behind its way to the ADU.
    #[inline]
    pub fn behind_adu(&self, latency: u64) -> u64 {
        latency.saturating_sub(self.config.adu_way + self.config.adu_operand)
    }

    /// The constant load that was served last waits until its line is `there`; returns when the ADU
    /// serves it again.
    #[inline]
    pub fn await_constant(&mut self, there: u64) -> u64 {
        self.adu.await_line(there)
    }

    /// Passes the words of a load whose last sectors have come, and are written at
    /// `there`, on to its lanes: one wavefront after the other. Returns when the last word is there.
    #[inline]
    pub fn give_back(&mut self, there: u64, passes: u32) -> u64 {
        if passes == 0 {
            return there;
        }
        let (fill, cycles) = (self.config.fill_latency, u64::from(passes));
        let start = self.data.give_back(there.saturating_sub(fill), cycles);
        self.given_back = start + cycles;
        start + fill + u64::from(passes) - 1
    }

    /// Cycles from the last words' coming until they are written.
    #[inline]
    pub fn fill_latency(&self) -> u64 {
        self.config.fill_latency
    }

    /// For how many the end of a group of copies does.
    #[inline]
    pub fn copies_end(&self) -> u64 {
        self.config.copies_end
    }

    /// For how many cycles a copy whose words must come takes the data path.
    #[inline]
    pub fn copy_lookup(&self) -> u64 {
        self.config.copy_lookup
    }

    /// When the last of those loads has passed.
    #[inline]
    pub fn given_back(&self) -> u64 {
        self.given_back
    }

    /// Sends an indirect branch, which does not queue, to the ADU; returns the
    /// cycle in which its target is known.
    #[inline]
    pub fn indirect_branch(&mut self, now: u64) -> u64 {
        self.adu.indirect_branch(now) + self.config.indirect_latency
    }

    /// Reserves the port for a message that is no line, as [`Port::take`].
    #[inline]
    pub fn take_port(&mut self, earliest: u64, cycles: f32) -> u64 {
        self.port.take(earliest, cycles)
    }

    /// Reserves it for a line of a store or atomic, as [`Port::leave`].
    #[inline]
    pub fn leave(&mut self, bank: u8, earliest: u64, cycles: f32) -> u64 {
        self.port.leave(bank, earliest, cycles)
    }

    /// When the line that was given a time last closes to what would join it, as [`Port::closes`].
    #[inline]
    pub fn closes(&self) -> u64 {
        self.port.closes()
    }

    /// Reserves the port for a line that is asked for, as [`Port::miss`].
    #[inline]
    pub fn miss(&mut self, bank: u8, earliest: u64, cycles: f32) -> u64 {
        self.port.miss(bank, earliest, cycles)
    }

    /// From when on the next line of a store in a bank has a place.
    #[inline]
    pub fn place_from(&self, bank: u8) -> u64 {
        self.port.place_from(bank)
    }

    /// The banks, a bit each, in which a line that a load asks for at `now` has a place.
    #[inline]
    pub fn banks_for_misses(&self, now: u64) -> u8 {
        self.port.banks_for_misses(now)
    }

    /// What follows stands behind the packets that have been sent.
    #[inline]
    fn stand_behind_packets(&mut self) {
        self.lg.goes(self.lg_next, self.sent_lines.all_but_few());
        self.tags_open = self.lg.opens(self.room_for());
    }

    /// Holds back what follows a store whose last line has its place then, if any has `waited` for it.
    #[inline]
    pub fn hold_for_places(&mut self, last: u64, waited: bool) {
        self.stand_behind_packets();
        if waited {
            self.lg_held = self.lg_held.max(last + 1);
            self.load_free = self.load_free.max(last + 1 + self.config.store_turn);
        }
    }

    /// Holds back what follows until all lines so far have places.
    #[inline]
    pub fn hold_behind_lines(&mut self) {
        self.stand_behind_packets();
        let from = self.port.stored_from().max(self.port.missed_from());
        self.lg_held = self.lg_held.max(from);
    }

    /// Counts the packets of a line of a store or atomic in this bank that leave; returns the number
    /// of the last of them.
    #[inline]
    pub fn send_packets(&mut self, bank: u8, packets: u32) -> u64 {
        self.sent += u64::from(packets);
        self.sent_lines.push(bank, self.sent);
        self.sent
    }

    /// Counts packets that have arrived at the L2 by `now`; returns the last one that has room on
    /// the way there.
    #[inline]
    pub fn packets_arrived(&mut self, packets: u32, now: u64) -> u64 {
        self.arrived += u64::from(packets);
        let room = self.room_for();
        if self.tags_open == NEVER {
            self.tags_open = self.lg.opens(room).max(now);
        }
        room
    }

    /// The packet that must have room on the way to the L2 so that no more lines wait for it than
    /// may, if it has none.
    #[inline]
    pub fn behind_packets(&self) -> Option<u64> {
        let packet = self.sent_lines.all_but_few();
        (packet > self.room_for()).then_some(packet)
    }

    /// The last packet that has room on the way to the L2.
    #[inline]
    pub fn room_for(&self) -> u64 {
        self.arrived + u64::from(self.config.packets)
    }

    /// Holds the port longer for what joins a message that waits for it.
    #[inline]
    pub fn extend(&mut self, cycles: f32) {
        self.port.extend(cycles);
    }

    /// Puts off a line of a store that waits for the port, as [`Port::put_off`].
    #[inline]
    pub fn put_off(&mut self, earliest: u64, before: f32, cycles: f32) -> u64 {
        self.port.put_off(earliest, before, cycles)
    }

    /// For how many cycles the port was taken.
    pub fn port_cycles(&self) -> u64 {
        self.port.cycles()
    }
}

#[cfg(test)]
mod tests;
