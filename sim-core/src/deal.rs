//! The order in which SMs are dealt the blocks of a wave.
//!
//! Measured on an H200 by launches of 4 to 264 blocks that note their SM. First
//! come SMs that belong to no cluster: four pairs of a TPC each, though they
//! share their way to the L2 with a group of others. What is left of a wave is
//! counted out over the GPCs in turn, one SM of each TPC before any TPC gives
//! its second. Then the blocks go out GPC by GPC: 18 blocks of a small launch
//! lie in nine places, but neighbours lie together.
//!
//! Left out: the GPC with which a launch begins differs from launch to launch.

use crate::config::ChipConfig;
use sim_memory::system::SMS_OF_TPC;

/// The groups of SMs of a chip.
#[derive(Clone, Debug)]
pub struct Deal {
    /// Those that come before all others.
    lone: Vec<u16>,
    /// The others by GPC, one of each TPC before the second of any.
    gpcs: Vec<Vec<u16>>,
}

impl Deal {
    /// The order of a chip.
    pub fn new(chip: &ChipConfig) -> Deal {
        let lone = chip.lone_sms as u16;
        let mut end = 0;
        let gpcs = chip.gpc_sms.iter().map(|&size| {
            let first = end;
            end += size as u16;
            tpc_by_tpc(first.max(lone)..end)
        });
        Deal {
            gpcs: gpcs.collect(),
            lone: (0..lone).collect(),
        }
    }

    /// SMs of the chip.
    pub fn sms(&self) -> usize {
        self.lone.len() + self.gpcs.iter().map(Vec::len).sum::<usize>()
    }

    /// The SMs of a wave of `blocks` blocks, at most one each, in the order of
    /// the blocks.
    pub fn wave(&self, blocks: usize) -> Vec<u16> {
        let lone = &self.lone[..self.lone.len().min(blocks)];
        let taken = self.counted_out(blocks - lone.len());
        let mut wave = lone.to_vec();
        for (sms, count) in self.gpcs.iter().zip(taken) {
            let start = wave.len();
            wave.extend(&sms[..count]);
            wave[start..].sort_unstable();
        }
        wave
    }

    /// How many SMs each GPC gives for so many blocks.
    fn counted_out(&self, mut blocks: usize) -> Vec<usize> {
        let mut taken = vec![0; self.gpcs.len()];
        // First up to one SM of each TPC, then up to all.
        for of_tpc in 1..=SMS_OF_TPC {
            let limit = |sms: &Vec<u16>| (sms.len() * of_tpc).div_ceil(SMS_OF_TPC);
            while blocks > 0 && taken.iter().zip(&self.gpcs).any(|(&t, g)| t < limit(g)) {
                for (taken, sms) in taken.iter_mut().zip(&self.gpcs) {
                    if blocks > 0 && *taken < limit(sms) {
                        *taken += 1;
                        blocks -= 1;
                    }
                }
            }
        }
        taken
    }
}

/// Neighbouring SMs, the first of each TPC before the second of any.
fn tpc_by_tpc(sms: std::ops::Range<u16>) -> Vec<u16> {
    let first = sms.clone().step_by(SMS_OF_TPC);
    let second = sms.skip(1).step_by(SMS_OF_TPC);
    first.chain(second).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::GpuConfig;

    fn h200() -> Deal {
        Deal::new(&GpuConfig::built_in("h200").unwrap().chip)
    }

    /// SMs of each GPC, the lone ones first, among `blocks` blocks.
    fn counts(blocks: usize) -> Vec<usize> {
        let starts = [0, 8, 16, 32, 48, 64, 80, 96, 114, 132];
        let wave = h200().wave(blocks);
        let of = |ends: &[u16]| {
            wave.iter()
                .filter(|&&sm| sm >= ends[0] && sm < ends[1])
                .count()
        };
        starts.windows(2).map(of).collect()
    }

    #[test]
    fn small_waves_are_counted_out_as_on_the_chip() {
        assert_eq!(counts(8), [8, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(counts(18), [8, 2, 2, 1, 1, 1, 1, 1, 1]);
        assert_eq!(counts(36), [8, 4, 4, 4, 4, 3, 3, 3, 3]);
        assert_eq!(counts(66), [8, 4, 8, 8, 8, 8, 8, 7, 7]);
        assert_eq!(counts(80), [8, 6, 10, 9, 9, 9, 9, 10, 10]);
    }

    #[test]
    fn a_wave_gives_each_sm_one_block_gpc_by_gpc() {
        let deal = h200();
        let mut wave = deal.wave(132);
        assert_eq!(wave[..10], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        wave.sort_unstable();
        assert!(wave.into_iter().eq(0..132));
        assert_eq!(deal.wave(11)[8..], [8, 16, 32]);
    }
}
