//! Constant caches: when a constant operand is there.
//!
//! `c[bank][offset]` operands and ULDC read through a small first level of their sub-core, LDC through
//! one of the SM; what one of them has brought the others must bring again. Behind these lies a second
//! level that the SMs of a GPC share, and device memory. A load waits in its unit; what reads a
//! constant as it issues keeps its warp waiting, for a little less. Values never change during a launch
//! and are folded at lowering; only time is modelled here. The first levels are bounded, the second is
//! taken as large enough (64 KB a bank).
//!
//! The second level gives out a line in two cycles. That is little when a launch begins: 18 SMs with
//! four sub-cores each ask for the same lines of parameters at once, and wait 144 cycles for each where
//! one SM alone waits 75; in a GPC of 16 SMs it is 128 (measured, `micro/h200/first`). An SM
//! does not see the others' requests here: it gets its share of those that the launch fills with
//! blocks, as if all asked in turn. So what one SM asks for alone in a full GPC comes too late. Where SMs
//! go side by side, their sub-cores get a line 32 cycles apart; as kernels usually begin, 13.
//!
//! Nobody has read the launch's parameters before it. The first of them comes later, by three cycles for
//! each SM of the GPC that asks; on the chip some of them wait for twice that and others not at all.

use std::num::NonZeroU32;

use super::SUB_CORES;
use crate::config::ConstantConfig;

/// A constant's place in the banks, which follow one another; never zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConstantAddress(NonZeroU32);

impl ConstantAddress {
    /// A byte of a bank.
    #[inline]
    pub fn new(bank: u8, offset: u32) -> ConstantAddress {
        let bytes = u32::from(bank) * BANK_BYTES + offset % BANK_BYTES;
        ConstantAddress(NonZeroU32::MIN.saturating_add(bytes))
    }

    fn bytes(self) -> u32 {
        self.0.get() - 1
    }
}

/// One line of a first level.
#[derive(Clone, Copy, Debug)]
struct Line {
    tag: u32,
    ready: u64,
    used: u64,
}

/// A first level, which keeps the lines that were used last.
#[derive(Clone, Debug)]
struct FirstLevel {
    lines: Vec<Line>,
    capacity: usize,
}

impl FirstLevel {
    fn new(lines: u64) -> FirstLevel {
        let capacity = lines.max(1) as usize;
        FirstLevel {
            lines: Vec::with_capacity(capacity),
            capacity,
        }
    }

    /// When a line is there, if it is there or on its way.
    #[inline]
    fn find(&mut self, tag: u32, now: u64) -> Option<u64> {
        let line = self.lines.iter_mut().find(|line| line.tag == tag)?;
        line.used = now;
        Some(line.ready.max(now))
    }

    fn insert(&mut self, line: Line) {
        if self.lines.len() < self.capacity {
            self.lines.push(line);
        } else if let Some(victim) = self.lines.iter_mut().min_by_key(|line| line.used) {
            *victim = line;
        }
    }
}

/// The constant caches as one SM sees them.
#[derive(Debug)]
pub struct ConstantCache {
    config: ConstantConfig,
    /// By sub-core: what instructions read as they issue.
    operands: [FirstLevel; SUB_CORES],
    /// What LDC reads.
    loads: FirstLevel,
    /// Blocks of `miss_bytes` that the second level holds or awaits, a bit each.
    second: Vec<u64>,
    /// Of those that it awaits: the block, and when it comes.
    awaited: Vec<(u32, u64)>,
    /// SMs of the GPC that share the second level.
    sharers: u64,
    /// Sub-cores of this SM that ask it.
    askers: u64,
    /// When it has this SM's next line, if all share it evenly.
    free: u64,
    /// When it may be asked for the next line that an LDC wants.
    load_free: u64,
    /// When the first constant that was asked for is in the second level.
    launched: Option<u64>,
}

/// Bytes of the address space of one bank.
const BANK_BYTES: u32 = 1 << 16;

impl ConstantCache {
    /// Cold caches of an SM that has its GPC for itself.
    pub fn new(config: &ConstantConfig) -> ConstantCache {
        let blocks = 32 * (BANK_BYTES / config.miss_bytes) as usize;
        let line = u64::from(config.line_bytes);
        let operands = FirstLevel::new(u64::from(config.operand_bytes) / line);
        ConstantCache {
            config: config.clone(),
            operands: std::array::from_fn(|_| operands.clone()),
            loads: FirstLevel::new((config.l1_kib << 10) / line),
            second: vec![0; blocks.div_ceil(64)],
            awaited: Vec::new(),
            sharers: 1,
            askers: 1,
            free: 0,
            load_free: 0,
            launched: None,
        }
    }

    /// So many SMs of the GPC have blocks of this launch, this one among them on so many sub-cores.
    pub fn share(&mut self, sms: u64, sub_cores: u64) {
        self.sharers = sms;
        self.askers = sub_cores;
    }

    /// When an instruction of a sub-core that asks at `now` can read a constant as it issues.
    #[inline]
    pub fn at_issue(&mut self, sub: usize, address: ConstantAddress, now: u64) -> u64 {
        let tag = address.bytes() / self.config.line_bytes;
        if let Some(ready) = self.operands[sub].find(tag, now) {
            return ready;
        }
        let from = self.open_from(now);
        let start = from + self.wait_for_share(from, self.askers);
        let ready = self.bring(address, start, self.config.issue_miss);
        let used = now;
        self.operands[sub].insert(Line { tag, ready, used });
        ready
    }

    /// When a load that asks at `now` finds its constant.
    #[inline]
    pub fn at_load(&mut self, address: ConstantAddress, now: u64) -> u64 {
        let tag = address.bytes() / self.config.line_bytes;
        if let Some(ready) = self.loads.find(tag, now) {
            return ready;
        }
        let from = self.open_from(now);
        let share = from + self.wait_for_share(from, 1);
        let start = share.max(self.load_free);
        let interval = self.config.gpc_interval * self.sharers;
        self.load_free = start + interval.max(self.config.load_interval);
        let second = self.config.l2_latency - self.config.hit_latency;
        let ready = self.bring(address, start, second);
        let used = now;
        self.loads.insert(Line { tag, ready, used });
        ready
    }

    /// When a line is in a first level whose turn before the second comes at `start`, and that comes
    /// from there in so many cycles, if that has it.
    fn bring(&mut self, address: ConstantAddress, start: u64, second: u64) -> u64 {
        match self.in_second(address, start) {
            Some(there) => there.max(start + second),
            None => start + self.config.miss_latency - self.config.hit_latency,
        }
    }

    /// From when the second level serves what is asked for at `now`: it must have the launch's first
    /// constant.
    fn open_from(&mut self, now: u64) -> u64 {
        let first = now + self.config.launch_latency * self.sharers;
        now.max(*self.launched.get_or_insert(first))
    }

    /// Cycles that a request at `now` stands before the second level. An SM gets a line in each of its
    /// shares of the time, but `askers` of its sub-cores that ask at once do not wait for one share each:
    /// they wait for others' requests together, and then for each other only part of a share.
    fn wait_for_share(&mut self, now: u64, askers: u64) -> u64 {
        let share = self.config.gpc_interval * self.sharers;
        let even = self.free.saturating_sub(now);
        self.free = now + even + share;
        let together = (share * (askers - 1)) as f32 / 2.0;
        let spread = self.config.gpc_spread;
        (spread * even as f32 + (1.0 - spread) * together) as u64
    }

    /// When the second level has an address that it holds or awaits. If it does neither, it awaits
    /// its block from `now` on.
    fn in_second(&mut self, address: ConstantAddress, now: u64) -> Option<u64> {
        let block = address.bytes() / self.config.miss_bytes;
        let (word, bit) = (block as usize / 64, 1 << (block % 64));
        let launched = address.bytes() < BANK_BYTES;
        if launched || self.second[word] & bit != 0 {
            let mut awaited = self.awaited.iter();
            let awaited = awaited.find(|awaited| awaited.0 == block);
            return Some(awaited.map_or(0, |awaited| awaited.1));
        }
        self.second[word] |= bit;
        self.awaited.retain(|awaited| awaited.1 > now);
        let comes = now + self.config.miss_latency - self.config.hit_latency;
        self.awaited.push((block, comes));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(bank: u8, offset: u32) -> ConstantAddress {
        ConstantAddress::new(bank, offset)
    }

    fn cache() -> ConstantCache {
        ConstantCache::new(&ConstantConfig {
            line_bytes: 64,
            l1_kib: 2,
            operand_bytes: 1536,
            hit_latency: 34,
            distinct_address: 11,
            l2_latency: 104,
            issue_miss: 56,
            gpc_interval: 2,
            load_interval: 0,
            gpc_spread: 0.4,
            launch_latency: 0,
            miss_latency: 505,
            miss_bytes: 256,
        })
    }

    #[test]
    fn the_first_touch_of_a_block_comes_from_memory_and_its_next_line_from_the_second_level() {
        let mut cache = cache();
        assert_eq!(cache.at_load(at(3, 0x210), 1000), 1471);
        assert_eq!(cache.at_load(at(3, 0x214), 1001), 1471);
        assert_eq!(cache.at_load(at(3, 0x240), 2000), 2070);
        assert_eq!(cache.at_load(at(3, 0x210), 3000), 3000);
    }

    #[test]
    fn who_asks_for_a_block_that_is_awaited_waits_for_it() {
        let mut cache = cache();
        assert_eq!(cache.at_issue(0, at(3, 0x200), 1000), 1471);
        assert_eq!(cache.at_issue(1, at(3, 0x200), 1010), 1471);
        assert_eq!(cache.at_issue(2, at(3, 0x240), 1440), 1496);
    }

    #[test]
    fn parameters_are_in_the_second_level_when_a_launch_begins() {
        let mut cache = cache();
        assert_eq!(cache.at_load(at(0, 0x210), 1000), 1070);
        assert_eq!(cache.at_load(at(0, 0xffc0), 2000), 2070);
        assert_eq!(cache.at_load(at(1, 0), 3000), 3471);
    }

    /// Measured, `uniform_16_*`: 66 cycles a load of which 10 are its own.
    #[test]
    fn an_instruction_waits_for_the_second_level_as_it_issues() {
        let mut cache = cache();
        assert_eq!(cache.at_issue(0, at(3, 0x200), 1000), 1471);
        assert_eq!(cache.at_issue(0, at(3, 0x240), 2000), 2056);
        assert_eq!(cache.at_issue(0, at(3, 0x240), 3000), 3000);
        assert_eq!(cache.at_load(at(3, 0x280), 4000), 4070);
    }

    #[test]
    fn each_sub_core_and_the_loads_have_a_first_level_of_their_own() {
        let mut cache = cache();
        assert_eq!(cache.at_load(at(0, 0x210), 1000), 1070);
        assert_eq!(cache.at_issue(0, at(0, 0x210), 2000), 2056);
        assert_eq!(cache.at_issue(1, at(0, 0x210), 3000), 3056);
        assert_eq!(cache.at_issue(1, at(0, 0x210), 4000), 4000);
    }

    /// Measured, `first`: 144 cycles a line where 18 SMs ask with four sub-cores.
    #[test]
    fn the_sms_of_a_gpc_share_the_second_level() {
        let mut cache = cache();
        cache.share(18, 4);
        let mut ready = [0; SUB_CORES];
        for line in 0..16 {
            let before = ready;
            for (sub, ready) in ready.iter_mut().enumerate() {
                *ready = cache.at_issue(sub, at(0, 64 * line), *ready + 15);
            }
            let taken = ready[3] - before[3];
            assert!(line < 4 || taken == 144, "line {line}: {taken}");
        }
    }

    #[test]
    fn the_first_constant_of_a_launch_comes_later_and_others_with_it() {
        let mut cache = cache();
        cache.config.launch_latency = 3;
        assert_eq!(cache.at_issue(0, at(0, 0x210), 1000), 1059);
        assert_eq!(cache.at_issue(1, at(0, 0x240), 1002), 1059);
        assert_eq!(cache.at_issue(0, at(0, 0x240), 1200), 1256);
    }

    #[test]
    fn more_lines_than_the_first_level_holds_fall_back_to_the_second() {
        let mut cache = cache();
        for line in 0..33 {
            cache.at_load(at(3, line * 64), 10_000 * u64::from(line));
        }
        assert_eq!(cache.at_load(at(3, 0), 1_000_000), 1_000_070);
    }
}
