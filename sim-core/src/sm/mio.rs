//! The queues to memory and special units, and the SM's port to the L2.
//!
//! The sub-cores post shared-memory, shuffle and special-register instructions,
//! which an arbiter takes in turn (`arbiter`), and those to global and local
//! memory (LG), which look up their tags in order (`lg_queue`). In a sub-core all
//! of them stand in one queue: what is posted waits there behind LG instructions
//! that find no room further on. Both share the data path (`data_path`), which
//! each instruction occupies for as many cycles as it has wavefronts. Hits and stores
//! also take their sub-core's own way through the L1's data, which is half as fast, and
//! what the arbiter takes another through shared memory (`Ways`). A full queue holds
//! issue back (`mio_throttle`, `lg_throttle`). Constant loads stand apart, before the
//! ADU, and special functions before their own unit: neither waits for LG instructions.
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
//! Times are reservations: that of everything but what the arbiter takes is known
//! when it enters, as if nothing came back. Only the packets on their way are
//! counted in and out, and an instruction enters only when those before it will
//! find room.

use std::collections::VecDeque;

use super::SUB_CORES;
use super::adu::{Adu, Served};
use super::arbiter::{Arbiter, Departure, Posted, Started};
use super::data_path::DataPath;
use super::lg_queue::LgQueue;
use super::port::Port;
use super::timing::NEVER;
use crate::config::{ConstantConfig, MioConfig};
use crate::plan::Queue;

/// The largest queue a configuration may ask for.
pub const MAX_QUEUE: usize = 64;

/// A queue is full: there may be room at a time, or, if that is earlier, as soon as a packet has
/// some on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full {
    /// The cycle; [`NEVER`] if that depends on answers of the L2 alone.
    pub until: u64,
    /// The packet that must have room in the network or in front of it; `u64::MAX` for none.
    pub packet: u64,
}

/// When an instruction to global or local memory goes its way.
#[derive(Clone, Copy, Debug)]
pub struct Entered {
    /// Its operands begin to be passed on, however long it waits then.
    pub passed: u64,
    /// It reaches the tags.
    pub tags: u64,
}

/// Each sub-core's own way through a memory, on which its wavefronts follow each other; those of
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

/// What waits for the ADU: when each starts there.
#[derive(Debug)]
struct AduQueue {
    starts: VecDeque<u64>,
    limit: usize,
}

impl AduQueue {
    fn new(limit: u32) -> AduQueue {
        AduQueue {
            starts: VecDeque::with_capacity(MAX_QUEUE),
            limit: (limit as usize).min(MAX_QUEUE),
        }
    }

    /// Whether an instruction may enter at `now`.
    #[inline(always)]
    fn room(&mut self, now: u64) -> Result<(), Full> {
        while self.starts.front().is_some_and(|&start| start <= now) {
            self.starts.pop_front();
        }
        match self.starts.front() {
            Some(&until) if self.starts.len() >= self.limit => Err(Full {
                until,
                packet: u64::MAX,
            }),
            _ => Ok(()),
        }
    }

    /// Notes an instruction that waits until `start`.
    #[inline(always)]
    fn push(&mut self, start: u64) {
        if self.starts.len() < MAX_QUEUE {
            self.starts.push_back(start);
        }
    }
}

/// The queues and the port of one SM.
#[derive(Debug)]
pub struct Mio {
    config: MioConfig,
    /// What goes to shared memory, shuffles and special registers.
    arbiter: Arbiter,
    /// What waits for the ADU.
    constants: AduQueue,
    /// What goes to global and local memory.
    lg: LgQueue,
    /// What they share.
    data: DataPath,
    /// When global and local memory's next may look up its tags.
    lg_free: u64,
    /// From when the one that entered last may look them up, if its operands are there.
    lg_next: u64,
    /// The ways of the sub-cores through the L1's data ...
    ways: Ways,
    /// ... and through shared memory and the units beside it.
    shared_ways: Ways,
    /// From when the last of each sub-core's instructions to global and local memory has left the
    /// sub-core.
    left: [Departure; SUB_CORES],
    /// Until when global and local memory is held back behind lines that wait for
    /// the port.
    lg_held: u64,
    /// The unit that reads constants.
    adu: Adu,
    /// The port to the L2.
    port: Port,
    /// Packets of stores and atomics that have been sent ...
    sent: u64,
    /// ... and that have arrived at the L2.
    arrived: u64,
}

impl Mio {
    /// Empty queues.
    pub fn new(config: &MioConfig, constant: &ConstantConfig) -> Mio {
        let room = u64::from(config.packets + config.port_lines);
        Mio {
            config: config.clone(),
            arbiter: Arbiter::new(room),
            constants: AduQueue::new(config.constant_queue),
            lg: LgQueue::new(config),
            data: DataPath::new(config),
            lg_free: 0,
            lg_next: 0,
            ways: Ways::default(),
            shared_ways: Ways::default(),
            left: [Departure::default(); SUB_CORES],
            lg_held: 0,
            adu: Adu::new(config, constant),
            port: Port::new(config),
            sent: 0,
            arrived: 0,
        }
    }

    /// Whether an instruction of a sub-core may enter a queue at `now`; if not, when to ask
    /// again.
    #[inline]
    pub fn room(&mut self, sub: usize, queue: Queue, now: u64) -> Result<(), Full> {
        match queue {
            Queue::OfAdu => self.constants.room(now),
            Queue::OfSubCore => self.room_in(sub, now),
        }
    }

    #[inline]
    fn room_in(&mut self, sub: usize, now: u64) -> Result<(), Full> {
        let room = self.room_in_front();
        let waiting = self.lg.waiting(sub, now, room) + self.arbiter.waiting(sub);
        if waiting < self.config.queue as usize {
            return Ok(());
        }
        let mut full = Full {
            until: NEVER,
            packet: u64::MAX,
        };
        match self.lg.leaves(sub) {
            Some(leaves) if leaves.time > now => full.until = leaves.time,
            Some(leaves) => full.packet = leaves.packets,
            None => {}
        }
        match self.arbiter.leaves(sub) {
            // The place of what the arbiter takes is seen to be free a cycle later.
            Some(leaves) if leaves.packets <= room => {
                full.until = full.until.min(leaves.time.max(now) + 1);
            }
            Some(leaves) => full.packet = full.packet.min(leaves.packets),
            None => {}
        }
        Err(full)
    }

    /// Posts an instruction of a sub-core that has so many registers to pass on.
    #[inline]
    pub fn post(&mut self, sub: usize, now: u64, registers: u64, posted: Posted) {
        let time = self
            .arbiter
            .pass_operands(&self.config, sub, now, registers);
        let left = self.left[sub];
        let from = Departure {
            time: time.max(left.time),
            ..left
        };
        self.arbiter.post(sub, from, posted);
    }

    /// When the port of a sub-core would begin to pass an instruction's operands on.
    #[inline]
    pub fn passes_from(&self, sub: usize, now: u64) -> u64 {
        self.arbiter.passes_from(sub, now)
    }

    /// When an instruction that was posted may start; [`super::timing::NEVER`] if
    /// there is none.
    #[inline]
    pub fn next(&self) -> u64 {
        self.arbiter.next
    }

    /// Starts the next of the posted instructions, if one may at `now`.
    #[inline]
    pub fn serve(&mut self, now: u64) -> Option<Started> {
        let (sub, posted) = self.arbiter.take(&self.config, now)?;
        let start = self.take_path(now, posted.cycles);
        self.arbiter.starts(start, now);
        let start = self.shared_ways.pass(sub, start, posted.way_cycles);
        let there = start + posted.latency;
        let done = self
            .arbiter
            .come_back(&self.config, sub, there, posted.returns);
        Some(Started {
            posted,
            read: start + posted.read_latency,
            done,
        })
    }

    /// Takes the data path for so many cycles; returns when.
    #[inline]
    fn take_path(&mut self, now: u64, cycles: u64) -> u64 {
        let cycles = cycles.max(self.config.interval);
        self.data.take(now, cycles)
    }

    /// Enters an instruction of a sub-core to global or local memory that has so
    /// many registers to pass on. What it takes must be said next, by [`Mio::look_up`],
    /// [`Mio::pass`] or [`Mio::store`]: until then the tags are taken for ever.
    #[inline]
    pub fn enter_lg(&mut self, sub: usize, now: u64, registers: u64) -> Entered {
        let passed = self
            .arbiter
            .pass_operands(&self.config, sub, now, registers);
        debug_assert_ne!(self.lg_free, NEVER, "what does the one before take?");
        let ahead = self.arbiter.ahead(sub);
        self.lg_next = self.lg_free.max(now + ahead).max(self.lg_held);
        self.lg_free = NEVER;
        self.left[sub] = self.lg.push(sub, passed, self.lg_next, self.sent);
        Entered {
            passed,
            tags: self.lg_next.max(passed),
        }
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
        passes
    }

    /// A hit or a store of a sub-core, which has the data path from `start` on, takes so many cycles
    /// of the sub-core's own way through the L1's data. Returns from when.
    #[inline]
    pub fn take_way(&mut self, sub: usize, start: u64, cycles: u64) -> u64 {
        self.ways.pass(sub, start, cycles)
    }

    /// Notes an instruction that waits in the queue until `start`.
    #[inline(always)]
    fn wait(&mut self, start: u64, now: u64) {
        if start > now {
            self.constants.push(start);
        }
    }

    /// Enters a constant load, which the ADU serves `addresses` times.
    #[inline]
    pub fn enter_adu(&mut self, now: u64, addresses: u32) -> Served {
        let served = self.adu.load(now, addresses);
        self.wait(served.start, now);
        served
    }

    /// Passes the words of a load whose last sectors have come, and are written at
    /// `there`, on to its lanes: one wavefront after the other, and those `again`.
    /// Returns when the last word is there.
    #[inline]
    pub fn give_back(&mut self, there: u64, passes: u32, again: u32) -> u64 {
        if passes == 0 {
            return there;
        }
        let fill = self.config.fill_latency;
        let start = self
            .data
            .give_back(there.saturating_sub(fill), u64::from(passes + again));
        start + fill + u64::from(passes) - 1
    }

    /// Sends an indirect branch, which does not queue, to the ADU; returns the
    /// cycle in which its target is known.
    #[inline]
    pub fn indirect_branch(&mut self, now: u64) -> u64 {
        self.adu.indirect_branch(now) + self.config.indirect_latency
    }

    /// Reserves the port for a line of a store or atomic, as [`Port::leave`].
    #[inline]
    pub fn leave(&mut self, earliest: u64, cycles: f32) -> u64 {
        self.port.leave(earliest, cycles)
    }

    /// When the line that was given a time last closes to stores that would join it, as
    /// [`Port::closes`].
    #[inline]
    pub fn closes(&self, earliest: u64) -> u64 {
        self.port.closes(earliest)
    }

    /// The same for a line whose data still passes the data path, as [`Port::leave_passed`].
    #[inline]
    pub fn leave_passed(&mut self, first: u64, passing: u64, cycles: f32) -> u64 {
        self.port.leave_passed(first, passing, cycles)
    }

    /// Reserves the port for a line that is asked for, as [`Port::miss`].
    #[inline]
    pub fn miss(&mut self, earliest: u64, cycles: f32) -> u64 {
        self.port.miss(earliest, cycles)
    }

    /// Holds back what follows until all but a few of the lines so far have
    /// left.
    #[inline]
    pub fn hold_behind_lines(&mut self) {
        let few = self.port.few_wait_from();
        let start = few.saturating_sub(self.config.port_latency);
        self.lg_held = self.lg_held.max(start);
    }

    /// Counts packets of stores and atomics that leave; returns the number of
    /// the last of them.
    #[inline]
    pub fn send_packets(&mut self, packets: u32) -> u64 {
        self.sent += u64::from(packets);
        self.sent
    }

    /// Counts packets that have arrived at the L2 by `now`; returns the last one that
    /// has room on the way there or in front of it.
    #[inline]
    pub fn packets_arrived(&mut self, packets: u32, now: u64) -> u64 {
        self.arrived += u64::from(packets);
        let room = self.room_in_front();
        self.arbiter.packets_arrived(room, now);
        room
    }

    /// The last packet before what enters now, if it has room neither on the way to the L2 nor
    /// before the port.
    #[inline]
    pub fn behind_packets(&self) -> Option<u64> {
        (self.sent > self.room_in_front()).then_some(self.sent)
    }

    /// The last packet that has room on the way to the L2.
    #[inline]
    pub fn room_for(&self) -> u64 {
        self.arrived + u64::from(self.config.packets)
    }

    /// The last packet that has room there or before the port.
    #[inline]
    pub fn room_in_front(&self) -> u64 {
        self.room_for() + u64::from(self.config.port_lines)
    }

    /// Holds the port longer for what joins a message that waits for it.
    #[inline]
    pub fn extend(&mut self, cycles: f32) {
        self.port.extend(cycles);
    }

    /// For how many cycles the port was taken.
    pub fn port_cycles(&self) -> u64 {
        self.port.cycles()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mio() -> Mio {
        let config = MioConfig {
            queue: 1,
            constant_queue: 2,
            port_lines: 2,
            miss_lines: 2,
            lg_near: 0,
            return_turn: 4,
            return_gap: 2,
            packets: 4,
            data_queue: 2,
            interval: 1,
            operand_interval: 2,
            return_interval: 2,
            adu_interval: 2,
            adu_indirect: 4,
            indirect_latency: 15,
            shared_latency: 21,
            l1_latency: 29,
            wavefront_latency: 2,
            store_wavefront: 2.25,
            register_write: 1,
            fill_latency: 4,
            shuffle_latency: 24,
            s2r_interval: 2,
            s2r_latency: 24,
            redux_latency: 44,
            match_latency: 27,
            shared_atomic_latency: 24,
            operand_read: 9,
            register_read: 3,
            global_operand_read: 2,
            port_latency: 10,
            close_latency: 8,
            closed_lines: 2,
        };
        let constant = ConstantConfig {
            line_bytes: 64,
            l1_kib: 2,
            hit_latency: 29,
            distinct_address: 11,
            l2_latency: 104,
            issue_miss: 56,
            miss_latency: 505,
            miss_bytes: 256,
        };
        Mio::new(&config, &constant)
    }

    fn full(until: u64, packet: u64) -> Full {
        Full { until, packet }
    }

    /// Enters an instruction that reads an address of 64 bits and passes the data path
    /// in one wavefront.
    fn enter(mio: &mut Mio, sub: usize, now: u64) -> u64 {
        let tags = mio.enter_lg(sub, now, 2).tags;
        mio.pass(now, tags, 1)
    }

    /// An instruction of so many wavefronts whose result comes back.
    fn load(wavefronts: u64) -> Posted {
        Posted {
            slot: 0,
            generation: 0,
            cycles: wavefronts,
            way_cycles: 2 * wavefronts,
            returns: wavefronts,
            latency: 21 + 2 * wavefronts,
            counter: None,
            read_latency: 0,
            read_counter: None,
        }
    }

    /// When the results of bursts are there: each of so many sub-cores posts so
    /// many loads, one a cycle from cycle 0 on.
    fn bursts(sub_cores: usize, loads: u64, wavefronts: u64) -> Vec<u64> {
        let mut mio = mio();
        let mut done = Vec::new();
        for now in 0..1000 {
            if now < loads {
                for sub in 0..sub_cores {
                    mio.post(sub, now, 1, load(wavefronts));
                }
            }
            while let Some(started) = mio.serve(now) {
                done.push(started.done);
            }
        }
        done
    }

    #[test]
    fn a_constant_load_stands_apart_and_the_adu_serves_it() {
        let mut mio = mio();
        for _ in 0..3 {
            enter(&mut mio, 0, 0);
        }
        assert_eq!(mio.enter_adu(10, 4).start, 10);
        assert_eq!(mio.enter_adu(10, 1).start, 18);
        assert_eq!(mio.indirect_branch(12), 20 + 15);
    }

    #[test]
    fn a_sub_core_sends_a_load_in_two_cycles_and_the_sm_one_in_each() {
        assert_eq!(bursts(1, 4, 1), [23, 25, 27, 29]);
        assert_eq!(bursts(2, 2, 1), [23, 24, 25, 26]);
        assert_eq!(bursts(4, 2, 1), [23, 24, 25, 26, 27, 28, 29, 30]);
    }

    #[test]
    fn wavefronts_come_back_to_a_sub_core_in_two_cycles_each() {
        assert_eq!(bursts(1, 3, 4), [29, 37, 45]);
        assert_eq!(bursts(2, 2, 2), [25, 26, 29, 30]);
    }

    #[test]
    fn the_arbiter_stops_when_too_many_wait_for_the_data_path() {
        let mut mio = mio();
        for sub in [0, 1, 2, 3, 0] {
            mio.post(sub, 0, 1, load(10));
        }
        // Two pass side by side, two wait.
        for now in 0..4 {
            assert!(mio.serve(now).is_some());
        }
        assert!(mio.serve(4).is_none());
        assert_eq!(mio.next(), 15);
        assert!(mio.serve(15).is_some());
    }

    #[test]
    fn a_sub_cores_way_is_taken_by_one_after_the_other_and_beside_other_sub_cores() {
        let mut mio = mio();
        assert_eq!(mio.take_way(0, 10, 64), 10);
        assert_eq!(mio.take_way(0, 14, 2), 74);
        assert_eq!(mio.take_way(1, 14, 2), 14);
        assert_eq!(mio.take_way(0, 90, 2), 90);
    }

    #[test]
    fn a_full_queue_opens_when_the_arbiter_has_taken_one() {
        let mut mio = mio();
        mio.post(0, 0, 1, load(1));
        assert_eq!(mio.room(0, Queue::OfSubCore, 0), Err(full(1, u64::MAX)));
        assert_eq!(mio.room(1, Queue::OfSubCore, 0), Ok(()));
        assert!(mio.serve(0).is_some());
        assert_eq!(mio.room(0, Queue::OfSubCore, 1), Ok(()));
    }

    #[test]
    fn global_memory_waits_for_room_at_the_port_and_shared_memory_does_not() {
        let mut mio = mio();
        assert_eq!(enter(&mut mio, 0, 0), 0);
        for leaves in [10, 20, 30, 40] {
            assert_eq!(mio.leave(10, 10.0), leaves);
        }
        mio.hold_behind_lines();
        // Two lines may wait when the one that leaves in cycle 20 has left.
        assert_eq!(enter(&mut mio, 1, 1), 10);
        mio.post(2, 1, 1, load(1));
        assert_eq!(mio.serve(1).map(|started| started.done), Some(24));
        assert_eq!(enter(&mut mio, 3, 1), 11);
        assert_eq!(mio.room(3, Queue::OfSubCore, 2), Err(full(11, u64::MAX)));
        assert_eq!(mio.room(0, Queue::OfSubCore, 2), Ok(()));
    }

    #[test]
    fn what_is_posted_waits_behind_the_loads_of_its_sub_core() {
        let mut mio = mio();
        for _ in 0..3 {
            let tags = mio.enter_lg(0, 0, 2).tags;
            mio.pass(0, tags, 10);
        }
        mio.post(0, 0, 1, load(1));
        mio.post(1, 0, 1, load(1));
        assert!(mio.serve(0).is_some(), "another sub-core's does not");
        assert_eq!(mio.next(), 20);
    }

    #[test]
    fn loads_that_wait_for_misses_hold_nothing_up() {
        let mut mio = mio();
        for _ in 0..3 {
            mio.enter_lg(0, 0, 2);
            mio.look_up(1);
        }
        mio.post(1, 4, 1, load(1));
        assert_eq!(mio.serve(4).map(|started| started.done), Some(27));
        assert_eq!(mio.give_back(100, 4, 0), 103);
        assert_eq!(mio.give_back(100, 4, 0), 107);
    }

    #[test]
    fn operands_are_read_however_long_an_instruction_waits() {
        let mut mio = mio();
        for _ in 0..2 {
            let tags = mio.enter_lg(0, 0, 2).tags;
            mio.pass(0, tags, 100);
        }
        let entered = mio.enter_lg(0, 0, 2);
        assert_eq!((entered.passed, entered.tags), (8, 200));
    }

    #[test]
    fn a_store_takes_the_tags_and_waits_apart_for_the_data_path() {
        let mut mio = mio();
        for (tags, passes) in [(0, 0), (4, 4), (8, 15)] {
            let entered = mio.enter_lg(0, 0, 2);
            assert_eq!(entered.tags, tags);
            assert_eq!(mio.store(0, entered.tags, 1, 10), passes);
        }
    }

    #[test]
    fn addresses_of_64_bits_take_the_sub_cores_port_for_four_cycles() {
        let mut mio = mio();
        assert_eq!(enter(&mut mio, 0, 0), 0);
        assert_eq!(enter(&mut mio, 0, 0), 4);
        // Another sub-core has a port of its own.
        assert_eq!(enter(&mut mio, 1, 0), 2);
    }

    #[test]
    fn packets_that_find_no_room_hold_the_queue_back_until_others_arrive() {
        let mut mio = mio();
        enter(&mut mio, 0, 0);
        assert_eq!(mio.send_packets(7), 7);
        enter(&mut mio, 1, 1);
        enter(&mut mio, 2, 2);
        // Also one that takes no time, as all do in functional runs.
        mio.post(1, 5, 1, load(0));
        assert_eq!(mio.room(1, Queue::OfSubCore, 9), Err(full(NEVER, 7)));
        assert_eq!(mio.room_for(), 4);
        assert_eq!(mio.next(), NEVER, "it stands behind what waits for room");
        mio.packets_arrived(1, 9);
        assert_eq!(mio.next(), 9);
        assert!(mio.serve(9).is_some());
        assert_eq!(mio.room(1, Queue::OfSubCore, 9), Ok(()));
    }
}
