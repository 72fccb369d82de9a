//! The block dispatcher: which block starts on which SM, and when.
//!
//! Blocks go out in the order of their index. The first wave is [dealt](Deal) one
//! block to each SM while there is room. After that the dispatcher is
//! greedy: a block that ends is retired, one at a time over the whole GPU, and
//! the next block takes its place on that SM after the turn-around. The
//! retirement rate is what bounds short blocks: an empty launch grows by
//! 1.19 cycles a block for 132 and for 100,000 blocks alike (lecture cases
//! `empty_*`), although the first wave itself goes out five blocks a cycle
//! (measured on an H200: when blocks that stay read their first clock).

use crate::config::LaunchConfig;
use crate::deal::Deal;

/// A block on its way to an SM.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockStart {
    /// The SM.
    pub sm: u16,
    /// The block's linear index in the grid.
    pub block: u64,
    /// The cycle of its first warp's first instruction.
    pub time: u64,
}

/// A block that has left its SM.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BlockEnd {
    /// The cycle in which its last warp ended.
    pub time: u64,
    /// The SM.
    pub sm: u16,
}

/// The state of the dispatcher during one launch.
#[derive(Debug)]
pub struct Dispatcher {
    config: LaunchConfig,
    deal: Deal,
    total: u64,
    next: u64,
    ended: u64,
    /// When the next retirement may happen, in fractions of a cycle.
    retire_free: f64,
    /// For each SM, when it may accept its next block.
    sm_free: Vec<f64>,
    /// Cycles between two blocks on one SM.
    sm_interval: f64,
}

impl Dispatcher {
    /// A dispatcher for `total` blocks of `warps` warps.
    pub fn new(config: &LaunchConfig, deal: Deal, total: u64, warps: u32) -> Dispatcher {
        Dispatcher {
            config: config.clone(),
            total,
            next: 0,
            ended: 0,
            retire_free: 0.0,
            sm_free: vec![0.0; deal.sms()],
            deal,
            sm_interval: sm_interval(config, warps),
        }
    }

    /// The first wave: up to `per_sm` blocks on each SM.
    pub fn first_wave(&mut self, per_sm: u32) -> Vec<BlockStart> {
        let mut starts = Vec::new();
        let mut front = self.config.prologue as f64;
        for _ in 0..per_sm {
            let left = self.total - self.next;
            let blocks = left.min(self.deal.sms() as u64) as usize;
            for sm in self.deal.wave(blocks) {
                starts.push(self.start(sm, front));
                front += self.config.first_wave_interval;
            }
        }
        starts
    }

    /// Retires blocks and refills their places; `ends` in order of (time, SM).
    pub fn refill(&mut self, ends: &[BlockEnd]) -> Vec<BlockStart> {
        let mut starts = Vec::new();
        for end in ends {
            self.ended += 1;
            let retired = self.retire_free.max(end.time as f64);
            self.retire_free = retired + self.config.block_interval;
            if self.next < self.total {
                starts.push(self.start(end.sm, retired + self.config.turnaround as f64));
            }
        }
        starts
    }

    fn start(&mut self, sm: u16, earliest: f64) -> BlockStart {
        let free = &mut self.sm_free[usize::from(sm)];
        let time = free.max(earliest);
        *free = time + self.sm_interval;
        let block = self.next;
        self.next += 1;
        BlockStart {
            sm,
            block,
            time: time.ceil() as u64,
        }
    }

    /// The smallest time from a block's end to the start of the block that
    /// takes its place: one of the loops that bound the epoch.
    pub fn min_latency(config: &LaunchConfig) -> u64 {
        config.turnaround
    }

    /// Whether every block has ended.
    pub fn done(&self) -> bool {
        self.ended == self.total
    }

    /// When the last block so far was retired.
    pub fn last_retired(&self) -> u64 {
        self.retire_free.ceil() as u64
    }
}

/// Cycles for which a block of so many warps takes what sets up blocks on an SM.
fn sm_interval(config: &LaunchConfig, warps: u32) -> f64 {
    let [each, second, third] = config.sm_warp_interval;
    let beyond = |step: u32| f64::from(warps.saturating_sub(step));
    let [later, last] = config.sm_warp_steps.map(beyond);
    config.sm_block_interval + each * f64::from(warps) + second * later + third * last
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> LaunchConfig {
        LaunchConfig {
            prologue: 1000,
            epilogue: 500,
            flush_hidden: 0,
            flush: 0,
            block_setup: 0,
            warp_fetch: 0,
            exit: 0,
            exit_drain: 0,
            first_leave: 0,
            store_drain: 0,
            first_wave_interval: 0.5,
            block_interval: 2.0,
            sm_block_interval: 20.0,
            sm_warp_interval: [3.0, 0.0, 0.0],
            sm_warp_steps: [9, 22],
            warp_start: 2,
            turnaround: 300,
        }
    }

    fn deal(sms: u32) -> Deal {
        let mut chip = crate::config::GpuConfig::built_in("tiny").unwrap().chip;
        chip.gpc_sms = vec![sms];
        Deal::new(&chip)
    }

    #[test]
    fn the_first_wave_gives_each_sm_one_block_before_any_gets_two() {
        let mut dispatcher = Dispatcher::new(&config(), deal(3), 5, 1);
        let sms: Vec<u16> = dispatcher.first_wave(2).iter().map(|s| s.sm).collect();
        assert_eq!(sms, [0, 1, 2, 0, 2], "one of a TPC before its second");
    }

    #[test]
    fn two_blocks_on_one_sm_start_apart_by_the_blocks_size() {
        let mut dispatcher = Dispatcher::new(&config(), deal(1), 2, 10);
        let times: Vec<u64> = dispatcher.first_wave(2).iter().map(|s| s.time).collect();
        assert_eq!(times, [1000, 1050]);
    }

    #[test]
    fn a_freed_place_goes_to_the_next_block_after_the_turnaround() {
        let mut dispatcher = Dispatcher::new(&config(), deal(2), 3, 1);
        dispatcher.first_wave(1);
        let starts = dispatcher.refill(&[BlockEnd { time: 2000, sm: 1 }]);
        assert_eq!(
            starts,
            [BlockStart {
                sm: 1,
                block: 2,
                time: 2300
            }]
        );
    }

    /// Measured, `refilled`: 24 to 98 cycles between an SM's first two blocks.
    #[test]
    fn a_large_block_takes_longer_to_set_up() {
        let config = crate::config::GpuConfig::built_in("h200").unwrap().launch;
        let intervals = [1, 8, 10, 16, 20, 24, 32].map(|warps| sm_interval(&config, warps));
        assert_eq!(intervals, [24.0, 31.0, 34.0, 46.0, 54.0, 66.0, 98.0]);
    }

    #[test]
    fn simultaneous_ends_are_retired_one_after_the_other() {
        let mut dispatcher = Dispatcher::new(&config(), deal(2), 4, 1);
        dispatcher.first_wave(1);
        let ends = [0, 1].map(|sm| BlockEnd { time: 2000, sm });
        let times: Vec<u64> = dispatcher.refill(&ends).iter().map(|s| s.time).collect();
        assert_eq!(times, [2300, 2302]);
        assert!(!dispatcher.done());
    }
}
