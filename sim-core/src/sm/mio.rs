//! The queue to memory and special units, and the SM's port to the L2.
//!
//! The sub-cores hand shared-memory, global-memory, shuffle and
//! special-register instructions to one in-order queue. Its head occupies the
//! data path for as many cycles as it has wavefronts; a full queue holds issue
//! back (`mio_throttle`, `lg_throttle`). Lines that miss the L1, stores and
//! atomics leave through one port in the order of the queue. Both are
//! reservations: the time of everything is known when it enters.

use std::collections::VecDeque;

use crate::config::MioConfig;

/// The largest queue a configuration may ask for.
const MAX_QUEUE: usize = 64;

/// The queue and the port of one SM.
#[derive(Debug)]
pub struct Mio {
    config: MioConfig,
    /// Start times of instructions that may still wait, oldest first.
    waiting: VecDeque<u64>,
    /// When the data path is free.
    data_free: u64,
    /// When the ADU, which reads constants, is free.
    adu_free: u64,
    /// When the port to the L2 is free.
    port_free: f64,
    /// For how many cycles the port was taken.
    port_taken: f64,
}

impl Mio {
    /// An empty queue.
    pub fn new(config: &MioConfig) -> Mio {
        Mio {
            config: config.clone(),
            waiting: VecDeque::with_capacity(MAX_QUEUE),
            data_free: 0,
            adu_free: 0,
            port_free: 0.0,
            port_taken: 0.0,
        }
    }

    /// `Ok` if an instruction may enter at `now`, else the cycle in which the
    /// queue has room again.
    #[inline]
    pub fn room(&mut self, now: u64) -> Result<(), u64> {
        while let Some(&start) = self.waiting.front()
            && start <= now
        {
            self.waiting.pop_front();
        }
        let limit = (self.config.queue as usize).min(MAX_QUEUE);
        match self.waiting.front() {
            Some(&start) if self.waiting.len() >= limit => Err(start),
            _ => Ok(()),
        }
    }

    /// Enters an instruction that occupies the data path for `cycles`; returns
    /// the cycle in which it starts there.
    #[inline]
    pub fn enter(&mut self, now: u64, cycles: u64) -> u64 {
        let start = self.data_free.max(now);
        self.data_free = start + cycles.max(self.config.interval);
        self.queue(start, now);
        start
    }

    /// Notes an instruction that waits in the queue until `start`.
    #[inline(always)]
    fn queue(&mut self, start: u64, now: u64) {
        if start > now && self.waiting.len() < MAX_QUEUE {
            self.waiting.push_back(start);
        }
    }

    /// Enters a constant load, which leaves the queue like any instruction and
    /// which the ADU then serves `addresses` times; returns the cycle in which
    /// it starts there.
    #[inline]
    pub fn enter_adu(&mut self, now: u64, addresses: u32) -> u64 {
        let head = self.data_free.max(now);
        self.data_free = head + self.config.interval;
        let start = self.take_adu(head, u64::from(addresses) * self.config.adu_interval);
        self.queue(start, now);
        start
    }

    /// Takes the ADU for an indirect branch, which does not queue; returns the
    /// cycle in which it is served.
    #[inline]
    pub fn indirect_branch(&mut self, now: u64) -> u64 {
        self.take_adu(now, self.config.adu_indirect)
    }

    #[inline]
    fn take_adu(&mut self, earliest: u64, cycles: u64) -> u64 {
        let start = self.adu_free.max(earliest);
        self.adu_free = start + cycles;
        start
    }

    /// Reserves the port for `cycles`, not before `earliest`; returns the
    /// cycle in which the message leaves.
    #[inline]
    pub fn leave(&mut self, earliest: u64, cycles: f32) -> u64 {
        let time = self.port_free.max(earliest as f64);
        self.port_free = time + f64::from(cycles);
        self.port_taken += f64::from(cycles);
        time as u64
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
        Mio::new(&MioConfig {
            queue: 2,
            interval: 1,
            adu_interval: 2,
            adu_indirect: 4,
            shared_latency: 21,
            l1_latency: 29,
            wavefront_latency: 2,
            fill_latency: 4,
            shuffle_latency: 24,
            s2r_latency: 24,
            redux_latency: 44,
            shared_atomic_latency: 24,
            operand_read: 9,
            port_latency: 10,
        })
    }

    #[test]
    fn the_adu_serves_a_constant_load_once_for_each_address() {
        let mut mio = mio();
        assert_eq!(mio.enter_adu(10, 4), 10);
        assert_eq!(mio.enter_adu(10, 1), 18);
        assert_eq!(mio.enter(10, 1), 12);
    }

    #[test]
    fn an_indirect_branch_waits_for_the_adu_and_takes_it() {
        let mut mio = mio();
        assert_eq!(mio.enter_adu(10, 4), 10);
        assert_eq!(mio.indirect_branch(12), 18);
        assert_eq!(mio.indirect_branch(12), 22);
        assert_eq!(mio.enter_adu(12, 1), 26);
    }

    #[test]
    fn wavefronts_of_different_instructions_do_not_overlap() {
        let mut mio = mio();
        assert_eq!(mio.enter(10, 4), 10);
        assert_eq!(mio.enter(11, 1), 14);
        assert_eq!(mio.enter(11, 1), 15);
    }

    #[test]
    fn a_full_queue_opens_when_its_head_starts() {
        let mut mio = mio();
        mio.enter(0, 10);
        mio.enter(0, 10);
        mio.enter(0, 10);
        assert_eq!(mio.room(9), Err(10));
        assert_eq!(mio.room(10), Ok(()));
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
