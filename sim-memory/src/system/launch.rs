//! What a launch asks of the L2 before any of its warps does, and when all are done.

use super::MemorySystem;
use super::config::GpcConfig;
use crate::interleave::Interleave;
use crate::l2::L2Config;
use crate::message::LINE_BYTES;

/// A line far from all buffers, where code begins; constants follow.
const CODE: u64 = 1 << 43;
/// A line far from both, where what was stored before the launch begins.
const BEFORE: u64 = CODE + (1 << 42);

/// What is newer than DRAM before a launch: the lines of each shard, with their sides.
pub(super) fn soiled_before(l2: &L2Config, interleave: Interleave) -> Vec<Vec<(u64, u8)>> {
    let lines = l2.slices() * l2.sets * l2.ways;
    let mut soiled = vec![Vec::new(); l2.shards as usize];
    for line in (BEFORE..).take((lines as f32 * l2.dirty_before) as usize) {
        let home = interleave.home(line);
        soiled[home.shard as usize].push((line, home.side));
    }
    soiled
}

impl MemorySystem {
    /// All GPCs read a kernel of `bytes` bytes and the launch's constants:
    /// before anything else of a cold launch.
    pub fn read_code(&mut self, config: &GpcConfig, bytes: u64) {
        let lines = |bytes: u32| u64::from(bytes / LINE_BYTES);
        let blocks = bytes.div_ceil(config.code_block_bytes.max(1).into());
        let block = lines(config.code_block_bytes);
        let code = (blocks + u64::from(config.code_blocks_ahead)) * block;
        let constants = lines(config.constant_bytes);
        let cold = code + lines(config.constant_cold_bytes);
        let gpcs = self.gpcs_by_side();
        for number in 0..code + constants {
            let home = self.interleave.home(CODE + number);
            let shard = &mut self.shards[home.shard as usize];
            shard.read_by_gpcs(CODE + number, home.side, gpcs, number >= cold);
        }
    }

    /// Cycles from the end of a launch's last block until all slices have flushed what SMs have sent
    /// them; `None` if none has.
    pub fn closing_flush(&self) -> Option<u64> {
        let shards = self.shards.iter().enumerate();
        let slices = shards.flat_map(|(number, shard)| {
            (0..shard.sides()).filter_map(move |side| {
                let way = |gpc: usize| {
                    let gpc = &self.gpcs[gpc];
                    (gpc.round_trip(number, gpc.side()), gpc.side())
                };
                shard.closing_flush(side, &self.sm_to_gpc, way)
            })
        });
        slices.max()
    }

    /// A launch ends at this cycle.
    pub fn end(&mut self, cycle: u64) {
        for shard in &mut self.shards {
            shard.write_completed(cycle);
        }
    }

    fn gpcs_by_side(&self) -> [u64; 2] {
        let mut gpcs = [0; 2];
        self.gpcs.iter().for_each(|gpc| gpcs[gpc.side()] += 1);
        gpcs
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Driver, ask, chase, lone_lines};
    use crate::atomic_operations::AtomicOperations;
    use crate::fixtures::h200;
    use crate::message::{AtomicPayload, RequestKind};

    #[test]
    fn all_gpcs_read_the_code_and_dram_is_read_once() {
        // Measured: an empty kernel of 256 bytes, and one of 64 blocks.
        for (bytes, sectors, dram) in [(256, 768, 80), (64 * 256, 4800, 584)] {
            let config = h200();
            let mut driver = Driver::new(&config, 1);
            driver.system.read_code(&config.gpc, bytes);
            let counters = driver.system.counters();
            assert_eq!(counters.sectors_code, sectors);
            assert_eq!(counters.dram_sectors_read, dram);
            assert_eq!(counters.fabric_sectors, sectors / 8);
            assert_eq!(counters.code_misses, dram + sectors / 8);
        }
    }

    #[test]
    fn what_a_lone_gpc_reads_from_the_other_side_misses_on_both() {
        let mut config = h200();
        config.sm_to_gpc = vec![0; 16];
        let mut driver = Driver::new(&config, 1);
        driver.system.read_code(&config.gpc, 64 * 256);
        let c = driver.system.counters();
        assert_eq!(c.sectors_code, 600);
        assert_eq!(c.dram_sectors_read, 584);
        assert!(c.fabric_misses > 0 && c.fabric_misses <= c.fabric_sectors);
        let from_dram = c.code_misses - c.fabric_sectors + c.fabric_misses;
        assert_eq!(
            from_dram, 584,
            "what did not cross, and what missed behind it"
        );
    }

    #[test]
    fn an_sm_flushes_at_each_slice_that_it_has_spoken_to() {
        let mut driver = Driver::new(&h200(), 1);
        let flushes = |driver: &Driver| driver.system.counters().flush_sectors;
        let front_end = flushes(&driver);
        assert_eq!(front_end, 6 * 96);
        let load = ask(0, RequestKind::Load, 1);
        chase(&mut driver, 0, vec![load, load]);
        assert_eq!(flushes(&driver), front_end + 2, "one slice, however often");
        chase(&mut driver, 1, vec![load]);
        assert_eq!(flushes(&driver), front_end + 4, "of each SM");
    }

    #[test]
    fn cold_atomics_from_the_other_side_hit_on_their_way_and_miss_at_home() {
        let mut driver = Driver::new(&h200(), 1);
        for (side, want) in [(0, (0, 2, 0)), (1, (1, 2, 1))] {
            let home = |line: u64| driver.system.shards_home(driver.base + line);
            let line = lone_lines(100).find(|&line| home(line) == side);
            let line = line.expect("a line of that side");
            driver.outboxes[0].payloads.atomics = vec![AtomicPayload {
                line: driver.base + line,
                count: 1,
                operations: AtomicOperations {
                    requests: 1,
                    sectors: 1,
                    moved: 1,
                    ..Default::default()
                },
                ..Default::default()
            }];
            chase(&mut driver, 0, vec![ask(line, RequestKind::Reduction, 1)]);
            let c = driver.system.counters();
            let got = (c.atomic_hits, c.atomic_misses, c.fabric_misses);
            assert_eq!(got, want, "side {side}");
        }
        let dram = driver.system.counters().dram_sectors_read;
        assert_eq!(dram, 3, "a pair at home, a lone sector for the other side");
    }
}
