//! Constant caches: when a constant operand is there.
//!
//! `c[bank][offset]` operands, ULDC and LDC read through a small first level in the
//! SM, a second level, and device memory. A load waits in its unit; what reads a
//! constant as it issues keeps its warp waiting, for a little less. The launch leaves bank 0, the kernel's
//! parameters, in the second level. Values never change during a launch
//! and are folded at lowering; only time is modelled here. The first level is
//! bounded, the second is taken as large enough (64 KB a bank).

use crate::config::ConstantConfig;

/// One line of the first level.
#[derive(Clone, Copy, Debug)]
struct Line {
    tag: u32,
    ready: u64,
    used: u64,
}

/// The constant caches as one SM sees them.
#[derive(Debug)]
pub struct ConstantCache {
    config: ConstantConfig,
    lines: Vec<Line>,
    capacity: usize,
    /// Blocks of `miss_bytes` that the second level holds, a bit each.
    second: Vec<u64>,
}

/// Bytes of the address space of one bank.
const BANK_BYTES: u32 = 1 << 16;

impl ConstantCache {
    /// Cold caches.
    pub fn new(config: &ConstantConfig) -> ConstantCache {
        let capacity = ((config.l1_kib << 10) / u64::from(config.line_bytes)).max(1) as usize;
        let blocks = 32 * (BANK_BYTES / config.miss_bytes) as usize;
        ConstantCache {
            config: config.clone(),
            lines: Vec::with_capacity(capacity),
            capacity,
            second: vec![0; blocks.div_ceil(64)],
        }
    }

    /// When an instruction that asks at `now` can read a constant as it issues.
    #[inline]
    pub fn at_issue(&mut self, bank: u8, offset: u32, now: u64) -> u64 {
        self.ready(bank, offset, now, self.config.issue_miss)
    }

    /// When a load that asks at `now` finds its constant.
    #[inline]
    pub fn at_load(&mut self, bank: u8, offset: u32, now: u64) -> u64 {
        self.ready(
            bank,
            offset,
            now,
            self.config.l2_latency - self.config.hit_latency,
        )
    }

    /// When a constant is in the first level, if it is asked for at `now` and comes from the
    /// second in so many cycles.
    #[inline]
    fn ready(&mut self, bank: u8, offset: u32, now: u64, second: u64) -> u64 {
        let address = u32::from(bank) * BANK_BYTES + offset % BANK_BYTES;
        let tag = address / self.config.line_bytes;
        if let Some(line) = self.lines.iter_mut().find(|line| line.tag == tag) {
            line.used = now;
            return line.ready.max(now);
        }
        let cycles = match self.is_in_second(address) {
            true => second,
            false => self.config.miss_latency - self.config.hit_latency,
        };
        let ready = now + cycles;
        self.insert(Line {
            tag,
            ready,
            used: now,
        });
        ready
    }

    /// Whether the second level holds an address, which it does from now on.
    fn is_in_second(&mut self, address: u32) -> bool {
        let block = (address / self.config.miss_bytes) as usize;
        let bit = 1 << (block % 64);
        let launched = address < BANK_BYTES;
        let present = launched || self.second[block / 64] & bit != 0;
        self.second[block / 64] |= bit;
        present
    }

    fn insert(&mut self, line: Line) {
        if self.lines.len() < self.capacity {
            self.lines.push(line);
        } else if let Some(victim) = self.lines.iter_mut().min_by_key(|line| line.used) {
            *victim = line;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache() -> ConstantCache {
        ConstantCache::new(&ConstantConfig {
            line_bytes: 64,
            l1_kib: 2,
            hit_latency: 34,
            distinct_address: 11,
            l2_latency: 104,
            issue_miss: 56,
            miss_latency: 505,
            miss_bytes: 256,
        })
    }

    #[test]
    fn the_first_touch_of_a_block_comes_from_memory_and_its_next_line_from_the_second_level() {
        let mut cache = cache();
        assert_eq!(cache.at_load(3, 0x210, 1000), 1471);
        assert_eq!(cache.at_load(3, 0x214, 1001), 1471);
        assert_eq!(cache.at_load(3, 0x240, 2000), 2070);
        assert_eq!(cache.at_load(3, 0x210, 3000), 3000);
    }

    #[test]
    fn parameters_are_in_the_second_level_when_a_launch_begins() {
        let mut cache = cache();
        assert_eq!(cache.at_load(0, 0x210, 1000), 1070);
        assert_eq!(cache.at_load(0, 0xffc0, 2000), 2070);
        assert_eq!(cache.at_load(1, 0, 3000), 3471);
    }

    /// Measured, `uniform_16_*`: 66 cycles a load of which 10 are its own.
    #[test]
    fn an_instruction_waits_for_the_second_level_as_it_issues() {
        let mut cache = cache();
        assert_eq!(cache.at_issue(3, 0x200, 1000), 1471);
        assert_eq!(cache.at_issue(3, 0x240, 2000), 2056);
        assert_eq!(cache.at_issue(3, 0x240, 3000), 3000);
        assert_eq!(cache.at_load(3, 0x280, 4000), 4070);
    }

    #[test]
    fn more_lines_than_the_first_level_holds_fall_back_to_the_second() {
        let mut cache = cache();
        for line in 0..33 {
            cache.at_load(3, line * 64, 10_000 * u64::from(line));
        }
        assert_eq!(cache.at_load(3, 0, 1_000_000), 1_000_070);
    }
}
