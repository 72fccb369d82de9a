//! A resident block: its shared memory, its barriers, and who still runs.

use crate::config::BarrierConfig;
use crate::exec::SharedMemory;
use sim_isa::modifier::BarReduction;

/// Named barriers of a block.
pub const BARRIERS: usize = 16;

/// One named barrier.
#[derive(Clone, Copy, Debug, Default)]
pub struct Barrier {
    /// Threads that have arrived.
    pub arrived: u32,
    /// Threads that must arrive, in whole warps; 0 means all that have not exited.
    pub wanted: u32,
    /// Lanes of the warps that have arrived which have exited or never were.
    absent: u32,
    /// What BAR.RED reduces, if it is one.
    pub reduction: Option<BarReduction>,
    /// Threads that arrived with a true predicate.
    pub holds: u32,
    /// Warp slots with threads that wait here.
    pub waiting: u64,
    /// When the ADU has passed on its last arrival.
    taken_in: u64,
}

impl Barrier {
    /// What BAR.RED gives, if all have arrived.
    pub fn reduced(&self) -> Option<u32> {
        Some(match self.reduction? {
            BarReduction::Popc => self.holds,
            BarReduction::And => u32::from(self.holds == self.arrived),
            BarReduction::Or => u32::from(self.holds != 0),
        })
    }

    /// `threads` of the warp in `slot` arrive, which the ADU has passed on at `taken_in`.
    pub fn arrive(&mut self, slot: u8, threads: u32, waits: bool, taken_in: u64) {
        self.arrived += threads;
        self.taken_in = self.taken_in.max(taken_in);
        if waits {
            self.waiting |= 1 << slot;
        }
    }

    /// A warp has arrived with all of its lanes but those that are `absent`. Where a count is wanted, it
    /// counts as a whole warp (measured: `bar.sync 0, 128` opens for four warps of a lane each).
    pub fn arrive_without(&mut self, absent: u32) {
        self.absent += absent;
    }

    /// If enough threads have arrived: resets the barrier and returns the
    /// waiting warps and the cycle in which they go on.
    pub fn open(&mut self, live_threads: u32, config: &BarrierConfig) -> Option<(u64, u64)> {
        let missing = match self.wanted {
            0 => live_threads.saturating_sub(self.arrived),
            wanted => wanted.saturating_sub(self.arrived + self.absent),
        };
        if self.arrived == 0 || missing > 0 {
            return None;
        }
        let reduces = self.reduction.map_or(0, |_| config.reduce);
        let released = (self.waiting, self.taken_in + config.latency + reduces);
        *self = Barrier::default();
        Some(released)
    }
}

/// A block slot of an SM.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Whether a block is resident here.
    pub live: bool,
    /// Its shared memory.
    pub shared: SharedMemory,
    /// The barriers.
    pub barriers: [Barrier; BARRIERS],
    /// Warp slots that it holds.
    pub slots: u64,
    /// Warps that have not ended.
    pub warps: u32,
    /// Threads that have not exited.
    pub threads: u32,
    /// When its last warp so far ended.
    pub end: u64,
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// What a barrier takes in tests.
    pub const CONFIG: BarrierConfig = BarrierConfig {
        latency: 6,
        reduce: 10,
        result: 26,
        result_predicate: 31,
        data_path: 2,
        fence: 8,
        membar_cta: 15,
        membar_gpu: 255,
    };

    #[test]
    fn a_barrier_opens_when_the_last_live_thread_arrives() {
        let mut barrier = Barrier::default();
        barrier.arrive(0, 32, true, 100);
        assert_eq!(barrier.open(64, &CONFIG), None);
        barrier.arrive(5, 32, true, 200);
        assert_eq!(barrier.open(64, &CONFIG), Some((0b10_0001, 206)));
        assert_eq!(barrier.arrived, 0);
    }

    #[test]
    fn a_barrier_that_reduces_opens_later() {
        let mut barrier = Barrier {
            reduction: Some(BarReduction::Or),
            ..Barrier::default()
        };
        barrier.arrive(0, 32, true, 100);
        assert_eq!(barrier.open(32, &CONFIG), Some((1, 116)));
    }

    #[test]
    fn threads_that_exited_are_not_waited_for() {
        let mut barrier = Barrier::default();
        barrier.arrive(0, 16, true, 100);
        assert_eq!(barrier.open(17, &CONFIG), None);
        assert!(barrier.open(16, &CONFIG).is_some());
    }

    #[test]
    fn a_count_of_threads_counts_whole_warps() {
        let mut barrier = Barrier {
            wanted: 64,
            ..Barrier::default()
        };
        barrier.arrive(0, 1, true, 100);
        barrier.arrive_without(31);
        assert_eq!(barrier.open(2, &CONFIG), None);
        barrier.arrive(1, 1, true, 100);
        assert_eq!(
            barrier.open(2, &CONFIG),
            None,
            "some of its lanes may come yet"
        );
        barrier.arrive_without(31);
        assert!(barrier.open(2, &CONFIG).is_some());
    }
}
