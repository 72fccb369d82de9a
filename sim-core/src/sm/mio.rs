//! The queues to memory and special units, and the SM's port to the L2.
//!
//! The sub-cores post shared-memory, shuffle and special-register instructions,
//! which an arbiter takes in turn (`arbiter`), and hand those to global and local
//! memory (LG) to an in-order queue. Both share the data path, which each
//! instruction occupies for as many cycles as it has wavefronts; a full queue
//! holds issue back (`mio_throttle`, `lg_throttle`). Lines that miss the L1,
//! stores and atomics leave through one port in the order of their queue.
//!
//! What holds global memory back is the port, and the way behind it. A few
//! lines wait for the port; when there is no room for more, every LG
//! instruction behind them waits too, an L1 hit as well, while shared memory
//! does not. And of stores and atomics only so many packets may be on their way
//! to the L2: beyond them lines wait in the SM, LG instructions wait behind the
//! lines, and warps behind those or, if they have ended, with them (`drain`).
//!
//! Times are reservations: that of everything but what the arbiter takes is known
//! when it enters, as if nothing came back. Only the packets on their way are
//! counted in and out, and an instruction enters only when those before it will
//! find room.

use std::collections::VecDeque;

use super::adu::{Adu, Served};
use super::arbiter::{Arbiter, Posted, Started};
use crate::config::{ConstantConfig, MioConfig};

/// The largest queue a configuration may ask for.
pub const MAX_QUEUE: usize = 64;

/// An instruction in a queue.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    /// When it starts on the data path.
    start: u64,
    /// Packets that left the SM before it.
    behind: u64,
}

/// One of the two queues.
#[derive(Debug)]
struct Queue {
    waiting: VecDeque<Waiting>,
    limit: usize,
}

/// Why an instruction cannot enter its queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Full {
    /// There will be room in this cycle.
    Until(u64),
    /// There will be room when more packets have arrived at the L2.
    UntilAnswer,
}

impl Queue {
    fn new(limit: u32) -> Queue {
        Queue {
            waiting: VecDeque::with_capacity(MAX_QUEUE),
            limit: (limit as usize).min(MAX_QUEUE),
        }
    }

    /// Whether an instruction may enter at `now`, if of the packets sent those
    /// up to `arrived` have room in the network or in front of it.
    #[inline(always)]
    fn room(&mut self, now: u64, arrived: u64) -> Result<(), Full> {
        while let Some(first) = self.waiting.front()
            && first.start <= now
            && first.behind <= arrived
        {
            self.waiting.pop_front();
        }
        match self.waiting.front() {
            Some(first) if self.waiting.len() >= self.limit => Err(if first.start > now {
                Full::Until(first.start)
            } else {
                Full::UntilAnswer
            }),
            _ => Ok(()),
        }
    }

    /// Notes an instruction that waits until `start`, behind packets.
    #[inline(always)]
    fn push(&mut self, start: u64, behind: u64) {
        if self.waiting.len() < MAX_QUEUE {
            self.waiting.push_back(Waiting { start, behind });
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
    constants: Queue,
    lg: Queue,
    /// When the data path is free for what the arbiter takes ...
    data_free: u64,
    /// ... and for global and local memory.
    lg_free: u64,
    /// Until when global and local memory is held back behind lines that wait for
    /// the port.
    lg_held: u64,
    /// The unit that reads constants.
    adu: Adu,
    /// When the words of the last load that waited for misses have been passed on.
    given_back: u64,
    /// When the port to the L2 is free.
    port_free: f64,
    /// For how many cycles the port was taken.
    port_taken: f64,
    /// When the last lines leave, by number modulo its length.
    leaves: [u64; MAX_QUEUE],
    /// Lines that have been given a time at the port.
    lines: usize,
    /// Packets of stores and atomics that have been sent ...
    sent: u64,
    /// ... and that have arrived at the L2.
    arrived: u64,
}

impl Mio {
    /// Empty queues.
    pub fn new(config: &MioConfig, constant: &ConstantConfig) -> Mio {
        Mio {
            config: config.clone(),
            arbiter: Arbiter::new(),
            constants: Queue::new(config.queue),
            lg: Queue::new(config.lg_queue),
            data_free: 0,
            lg_free: 0,
            lg_held: 0,
            adu: Adu::new(config, constant),
            given_back: 0,
            port_free: 0.0,
            port_taken: 0.0,
            leaves: [0; MAX_QUEUE],
            lines: 0,
            sent: 0,
            arrived: 0,
        }
    }

    /// `Ok` if an instruction may enter at `now` the queue to global and local
    /// memory (`lg`) or the other.
    #[inline]
    pub fn room(&mut self, lg: bool, now: u64) -> Result<(), Full> {
        if lg {
            let arrived = self.room_for() + u64::from(self.config.port_lines);
            self.lg.room(now, arrived)
        } else if self.arbiter.waiting >= self.config.queue as usize {
            Err(Full::Until(self.arbiter.next.max(now + 1)))
        } else {
            self.constants.room(now, u64::MAX)
        }
    }

    /// Posts an instruction of a sub-core that has so many registers to pass on.
    #[inline]
    pub fn post(&mut self, sub: usize, now: u64, registers: u64, posted: Posted) {
        let time = self
            .arbiter
            .pass_operands(&self.config, sub, now, registers);
        self.arbiter.post(sub, time, posted);
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

    /// Takes the data path for so many cycles; returns when. It serves this queue
    /// and the one to global and local memory in turn: what one takes the other
    /// finds taken if anything waits there, but nobody waits for all of the other.
    #[inline]
    fn take_path(&mut self, now: u64, cycles: u64) -> u64 {
        let cycles = cycles.max(self.config.interval);
        let start = self.data_free.max(now);
        self.data_free = start + cycles;
        if self.lg_free > now {
            self.lg_free += cycles;
        }
        start
    }

    /// Enters an instruction of a sub-core to global or local memory that has so
    /// many registers to pass on and occupies the data path for `cycles`; returns
    /// the cycle in which it starts there.
    #[inline]
    pub fn enter_lg(&mut self, sub: usize, now: u64, registers: u64, cycles: u64) -> u64 {
        let read = self
            .arbiter
            .pass_operands(&self.config, sub, now, registers);
        let cycles = cycles.max(self.config.interval);
        let free = self.lg_free.max(now);
        let start = free.max(read).max(self.lg_held);
        if self.lg_held > free.max(read) {
            // One that is held back leaves the data path to others meanwhile.
            self.lg_held = start + cycles;
        } else {
            self.lg_free = free + cycles;
            if self.data_free > now {
                self.data_free += cycles;
            }
        }
        self.lg.push(start, self.sent);
        start
    }

    /// Takes the tags for so many cycles more for the load that entered last:
    /// it waits for misses and passes once more when they are there.
    #[inline]
    pub fn pass_again(&mut self, cycles: u64) {
        if self.lg_held > self.lg_free {
            self.lg_held += cycles;
        } else {
            self.lg_free += cycles;
        }
    }

    /// Notes an instruction that waits in the queue until `start`.
    #[inline(always)]
    fn wait(&mut self, start: u64, now: u64) {
        if start > now {
            self.constants.push(start, 0);
        }
    }

    /// Enters a constant load, which leaves the queue like any instruction and
    /// which the ADU then serves `addresses` times.
    #[inline]
    pub fn enter_adu(&mut self, now: u64, addresses: u32) -> Served {
        let head = self.take_path(now, 0);
        let served = self.adu.load(head, addresses);
        self.wait(served.start, now);
        served
    }

    /// Passes the words of a load whose last sectors have come on to its lanes:
    /// one wavefront after the other, one load after the other. Returns when the
    /// last one is there. What a load moves it also moved past the tags; this is
    /// the same work seen from behind the misses, and so costs time only where
    /// several loads wait for the same sectors or one for many.
    #[inline]
    pub fn give_back(&mut self, there: u64, passes: u32) -> u64 {
        if passes == 0 {
            return there;
        }
        let start = self.given_back.max(there);
        self.given_back = start + u64::from(passes);
        self.given_back - 1
    }

    /// Sends an indirect branch, which does not queue, to the ADU; returns the
    /// cycle in which its target is known.
    #[inline]
    pub fn indirect_branch(&mut self, now: u64) -> u64 {
        self.adu.indirect_branch(now) + self.config.indirect_latency
    }

    /// Reserves the port for a line that takes it for `cycles`, not before
    /// `earliest`; returns the cycle in which the line leaves.
    #[inline]
    pub fn leave(&mut self, earliest: u64, cycles: f32) -> u64 {
        // Signed, which the host converts in an instruction.
        let time = self.port_free.max(earliest as i64 as f64);
        self.port_free = time + f64::from(cycles);
        self.port_taken += f64::from(cycles);
        let leaves = time as i64 as u64;
        self.leaves[self.lines % MAX_QUEUE] = leaves;
        self.lines += 1;
        leaves
    }

    /// Holds back what follows until all but a few of the lines so far have
    /// left.
    #[inline]
    pub fn hold_behind_lines(&mut self) {
        let few = self.config.port_lines as usize;
        let line = self.lines.wrapping_sub(few + 1) % MAX_QUEUE;
        let start = self.leaves[line].saturating_sub(self.config.port_latency);
        self.lg_held = self.lg_held.max(start);
    }

    /// Counts packets of stores and atomics that leave; returns the number of
    /// the last of them.
    #[inline]
    pub fn send_packets(&mut self, packets: u32) -> u64 {
        self.sent += u64::from(packets);
        self.sent
    }

    /// Counts packets that have arrived at the L2.
    #[inline]
    pub fn packets_arrived(&mut self, packets: u32) {
        self.arrived += u64::from(packets);
    }

    /// The last packet that has room on the way to the L2.
    #[inline]
    pub fn room_for(&self) -> u64 {
        self.arrived + u64::from(self.config.packets)
    }

    /// Holds the port longer for what joins a message that waits for it.
    #[inline]
    pub fn extend(&mut self, cycles: f32) {
        self.port_free += f64::from(cycles);
        self.port_taken += f64::from(cycles);
    }

    /// For how many cycles the port was taken.
    pub fn port_cycles(&self) -> u64 {
        self.port_taken as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mio() -> Mio {
        let config = MioConfig {
            queue: 2,
            lg_queue: 2,
            port_lines: 2,
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

    /// An instruction of so many wavefronts whose result comes back.
    fn load(wavefronts: u64) -> Posted {
        Posted {
            slot: 0,
            generation: 0,
            cycles: wavefronts,
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
    fn a_constant_load_leaves_the_queue_and_the_adu_serves_it() {
        let mut mio = mio();
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
        assert_eq!(bursts(2, 2, 2), [25, 27, 29, 31]);
    }

    #[test]
    fn the_arbiter_stops_when_too_many_wait_for_the_data_path() {
        let mut mio = mio();
        for sub in 0..4 {
            mio.post(sub, 0, 1, load(10));
        }
        assert!(mio.serve(0).is_some());
        assert!(mio.serve(1).is_some());
        assert!(mio.serve(2).is_some());
        assert!(mio.serve(3).is_none());
        assert_eq!(mio.next(), 10);
        assert!(mio.serve(10).is_some());
    }

    #[test]
    fn a_full_queue_opens_when_the_arbiter_has_taken_one() {
        let mut mio = mio();
        mio.post(0, 0, 1, load(1));
        mio.post(0, 0, 1, load(1));
        assert_eq!(mio.room(false, 0), Err(Full::Until(1)));
        assert!(mio.serve(0).is_some());
        assert_eq!(mio.room(false, 1), Ok(()));
    }

    #[test]
    fn global_memory_waits_for_room_at_the_port_and_shared_memory_does_not() {
        let mut mio = mio();
        assert_eq!(mio.enter_lg(0, 0, 2, 1), 0);
        for leaves in [10, 20, 30, 40] {
            assert_eq!(mio.leave(10, 10.0), leaves);
        }
        mio.hold_behind_lines();
        // Two lines may wait when the one that leaves in cycle 20 has left.
        assert_eq!(mio.enter_lg(1, 1, 2, 1), 10);
        mio.post(2, 1, 1, load(1));
        assert_eq!(mio.serve(1).map(|started| started.done), Some(24));
        assert_eq!(mio.enter_lg(3, 1, 2, 1), 11);
        assert_eq!(mio.room(true, 2), Err(Full::Until(10)));
        assert_eq!(mio.room(false, 2), Ok(()));
    }

    #[test]
    fn addresses_of_64_bits_take_the_sub_cores_port_for_four_cycles() {
        let mut mio = mio();
        assert_eq!(mio.enter_lg(0, 0, 2, 1), 0);
        assert_eq!(mio.enter_lg(0, 0, 2, 1), 4);
        // Another sub-core has a port of its own.
        assert_eq!(mio.enter_lg(1, 0, 2, 1), 2);
    }

    #[test]
    fn packets_that_find_no_room_hold_the_queue_back_until_others_arrive() {
        let mut mio = mio();
        mio.enter_lg(0, 0, 2, 1);
        assert_eq!(mio.send_packets(7), 7);
        mio.enter_lg(1, 1, 2, 1);
        mio.enter_lg(2, 2, 2, 1);
        assert_eq!(mio.room(true, 9), Err(Full::UntilAnswer));
        assert_eq!(mio.room_for(), 4);
        mio.packets_arrived(1);
        assert_eq!(mio.room(true, 9), Ok(()));
    }

    #[test]
    fn messages_leave_one_behind_the_other() {
        let mut mio = mio();
        assert_eq!(mio.leave(5, 2.5), 5);
        assert_eq!(mio.leave(5, 1.0), 7);
        assert_eq!(mio.leave(5, 1.0), 8);
        assert_eq!(mio.leave(20, 1.0), 20);
        assert_eq!(mio.port_cycles(), 5);
    }
}
