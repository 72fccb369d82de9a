//! Constant caches: when a constant operand is there.
//!
//! `c[bank][offset]` operands and ULDC read through a small first level of their sub-core, LDC through
//! one of the SM; what one of them has brought the others must bring again. Behind these lies a second
//! level that the SMs of a GPC share, and device memory. A load waits in its unit; what reads a
//! constant as it issues keeps its warp waiting, for a little less. Values never change during a launch
//! and are folded at lowering; only time is modelled here.
//!
//! The second level gives out a line in two cycles. Where all 18 SMs of a GPC ask with four sub-cores
//! each, a sub-core gets one in 144 cycles; in a GPC of 16 SMs in 128 (measured, `micro/h200/first`). An SM
//! does not see the others' requests here. Its sub-cores take turns as if all asked: each gets a line at
//! once if it comes no earlier than so many cycles behind its last. That is what SMs do that go through the
//! same table: once they have been served one after the other they come one after the other, and who takes
//! longer from line to line does not wait at all (measured, `micro/h200/tables`). Only a sub-core's first
//! line, for which all ask when a launch begins, is waited for by all: behind what LDCs have just asked for,
//! and LDCs that come meanwhile stand behind that crowd. So does the line of an LDC of its own that issued up to
//! ten cycles before: it has not been looked up yet (measured, `micro/h200/first`, gap*). Of such a line the LDCs behind it
//! hear; that the one which asked for it waits as long is left out, as compilers begin with one that nobody waits
//! for.
//!
//! Nobody has read the launch's parameters before it. The first of them comes later, by three cycles for
//! each SM of the GPC that asks; on the chip some of them wait for twice that and others not at all.
//!
//! What the second level lacks comes from the L2. Of two sides one is the nearer to a page's home; where SMs
//! of both ask, those of that side bring it for all. Where only one side's do, every other page comes from
//! farther away; which pages these are is not known, so all take as long as they do in the mean.

use super::SUB_CORES;
use super::first_level::{Asked, BANK_BYTES, ConstantAddress, FirstLevel};
use super::second_level::{Found, SecondLevel};
use crate::config::ConstantConfig;

/// Who asks for constants when a launch begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sharers {
    /// SMs of the GPC that have blocks.
    pub sms: u64,
    /// Sub-cores of this SM that have warps.
    pub sub_cores: u64,
    /// Whether all SMs that have blocks lie on one of two sides of the L2.
    pub one_side: bool,
}

impl Sharers {
    /// An SM for itself.
    const NOBODY: Sharers = Sharers {
        sms: 1,
        sub_cores: 1,
        one_side: false,
    };
}

/// The constant caches as one SM sees them.
#[derive(Debug)]
pub struct ConstantCache {
    config: ConstantConfig,
    /// By sub-core: what instructions read as they issue.
    operands: [FirstLevel; SUB_CORES],
    /// What LDC reads.
    loads: FirstLevel,
    /// What the GPC's second level holds.
    pub second: SecondLevel,
    /// Who else asks.
    sharers: Sharers,
    /// Cycles from one line to the next that it has for this SM, if all of them ask.
    share: u64,
    /// By sub-core that has had one: when it may have its next line.
    turns: [Option<u64>; SUB_CORES],
    /// When LDC may have its next line.
    load_turn: u64,
    /// By sub-core: the last line that an LDC of it has had to wait for, and when the first of them asked.
    load_asked: [Option<(Asked, u64)>; SUB_CORES],
    /// When the GPC's sub-cores have all had their first line.
    crowd: u64,
    /// When the first constant that was asked for is in the second level.
    launched: Option<u64>,
}

impl ConstantCache {
    /// Cold caches of an SM that has its GPC for itself.
    pub fn new(config: &ConstantConfig) -> ConstantCache {
        let blocks = 32 * (BANK_BYTES / config.miss_bytes);
        let first = FirstLevel::new(config);
        ConstantCache {
            config: config.clone(),
            operands: std::array::from_fn(|_| first.clone()),
            loads: first,
            second: SecondLevel::new(blocks),
            sharers: Sharers::NOBODY,
            share: config.gpc_interval,
            turns: [None; SUB_CORES],
            load_turn: 0,
            load_asked: [None; SUB_CORES],
            crowd: 0,
            launched: None,
        }
    }

    /// A launch begins.
    pub fn share(&mut self, sharers: Sharers) {
        self.sharers = sharers;
        self.share = self.config.gpc_interval * sharers.sms;
    }

    /// What an instruction asks for that reads a constant as it issues: the address, and as the instruction
    /// names it, without its register.
    #[inline]
    pub fn asked(&self, address: ConstantAddress, named: ConstantAddress) -> Asked {
        self.loads.asked(address, named)
    }

    /// When an instruction of a sub-core that asks at `now` can read a constant as it issues.
    #[inline]
    pub fn at_issue(&mut self, sub: usize, asked: Asked, now: u64) -> u64 {
        if let Some(ready) = self.operands[sub].find(asked, now) {
            return ready;
        }
        let from = self.open_from(now);
        let start = self.turn(sub, now, from);
        let ready = self.bring(asked.address(), start, self.config.issue_miss);
        self.operands[sub].insert(asked, now, ready);
        ready
    }

    /// When a load of a sub-core that asks at `now` finds its constant.
    #[inline]
    pub fn at_load(&mut self, sub: usize, address: ConstantAddress, now: u64) -> u64 {
        let asked = self.loads.asked(address, address);
        if let Some(ready) = self.loads.find(asked, now) {
            let known = self.load_asked[sub].is_some_and(|(load, _)| load == asked);
            if ready > now && !known {
                self.load_asked[sub] = Some((asked, now));
            }
            return ready;
        }
        let start = self.open_from(now).max(self.load_turn).max(self.crowd);
        self.load_turn = start + self.share.max(self.config.load_interval);
        let ready = self.bring(address, start, self.load_second());
        self.loads.insert(asked, now, ready);
        self.load_asked[sub] = Some((asked, now));
        ready
    }

    /// Cycles that a line takes from the second level to what LDC reads.
    fn load_second(&self) -> u64 {
        self.config.l2_latency - self.config.hit_latency
    }

    /// When a line is in a first level whose turn before the second comes at `start`, and that comes
    /// from there in so many cycles, if that has it.
    fn bring(&mut self, address: ConstantAddress, start: u64, second: u64) -> u64 {
        if address.bytes() < BANK_BYTES {
            return start + second;
        }
        let block = address.bytes() / self.config.miss_bytes;
        let comes = match self.second.find(block, start) {
            Found::Here(there) => return there.max(start + second),
            Found::InL2(there) => {
                there.max(start + self.config.cached_latency - self.config.hit_latency)
            }
            Found::Nowhere => start + self.first_touch(),
        };
        self.second.touch(block, start, comes);
        comes
    }

    /// Cycles beyond a hit until the L2 has sent what nobody has touched.
    fn first_touch(&self) -> u64 {
        let farther = match self.sharers.one_side {
            true => self.config.miss_one_side,
            false => 0,
        };
        self.config.miss_latency - self.config.hit_latency + farther
    }

    /// From when the second level serves what is asked for at `now`: it must have the launch's first
    /// constant.
    fn open_from(&mut self, now: u64) -> u64 {
        let first = now + self.config.launch_latency * self.sharers.sms;
        now.max(*self.launched.get_or_insert(first))
    }

    /// When it is the turn of a sub-core that asks at `from`.
    fn turn(&mut self, sub: usize, now: u64, from: u64) -> u64 {
        let turn = self.turns[sub].unwrap_or_else(|| self.first_turn(sub, now, from));
        let start = turn.max(from);
        self.turns[sub] = Some(start + self.share * self.sharers.sub_cores);
        start
    }

    /// The same for the first line of a sub-core. An LDC that has just been issued is overtaken.
    fn first_turn(&mut self, sub: usize, now: u64, from: u64) -> u64 {
        let overtaken = self.load_asked[sub].filter(|&(_, at)| now < at + self.config.load_ask);
        let begin = match overtaken {
            Some(_) => from,
            None => from.max(self.load_turn),
        };
        self.crowd = self.crowd.max(begin + self.share * self.sharers.sub_cores);
        if let Some((load, _)) = overtaken {
            self.loads.put_off(load, self.crowd + self.load_second());
            self.load_turn = self.crowd + self.share.max(self.config.load_interval);
        }
        begin + self.first_wait(sub)
    }

    /// Cycles that a sub-core's first line takes longer, as all ask at once: half of what all take, but the sub-cores of
    /// an SM come nearer to each other than if each waited for its turn.
    fn first_wait(&self, sub: usize) -> u64 {
        let middle = (self.sharers.sub_cores - 1) as f32 / 2.0;
        let turns = middle + self.config.gpc_spread * (sub as f32 - middle);
        (self.share as f32 * turns) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(bank: u8, offset: u32) -> ConstantAddress {
        ConstantAddress::new(bank, offset)
    }

    fn at_issue(cache: &mut ConstantCache, sub: usize, address: ConstantAddress, now: u64) -> u64 {
        let asked = cache.asked(address, address);
        cache.at_issue(sub, asked, now)
    }

    fn cache() -> ConstantCache {
        ConstantCache::new(&ConstantConfig {
            line_bytes: 64,
            sets: 8,
            ways: 4,
            hit_latency: 34,
            distinct_address: 11,
            l2_latency: 104,
            issue_miss: 56,
            gpc_interval: 2,
            load_interval: 0,
            gpc_spread: 0.4,
            load_ask: 10,
            launch_latency: 0,
            cached_latency: 250,
            miss_latency: 505,
            miss_one_side: 110,
            miss_bytes: 256,
        })
    }

    #[test]
    fn the_first_touch_of_a_block_comes_from_memory_and_its_next_line_from_the_second_level() {
        let mut cache = cache();
        assert_eq!(cache.at_load(0, at(3, 0x210), 1000), 1471);
        assert_eq!(cache.at_load(0, at(3, 0x214), 1001), 1471);
        assert_eq!(cache.at_load(0, at(3, 0x240), 2000), 2070);
        assert_eq!(cache.at_load(0, at(3, 0x210), 3000), 3000);
    }

    #[test]
    fn who_asks_for_a_block_that_is_awaited_waits_for_it() {
        let mut cache = cache();
        assert_eq!(at_issue(&mut cache, 0, at(3, 0x200), 1000), 1471);
        assert_eq!(at_issue(&mut cache, 1, at(3, 0x200), 1010), 1471);
        assert_eq!(at_issue(&mut cache, 2, at(3, 0x240), 1440), 1497);
    }

    #[test]
    fn parameters_are_in_the_second_level_when_a_launch_begins() {
        let mut cache = cache();
        assert_eq!(cache.at_load(0, at(0, 0x210), 1000), 1070);
        assert_eq!(cache.at_load(0, at(0, 0xffc0), 2000), 2070);
        assert_eq!(cache.at_load(0, at(1, 0), 3000), 3471);
    }

    /// Measured, `uniform_16_*`: 66 cycles a load of which 10 are its own.
    #[test]
    fn an_instruction_waits_for_the_second_level_as_it_issues() {
        let mut cache = cache();
        assert_eq!(at_issue(&mut cache, 0, at(3, 0x200), 1000), 1471);
        assert_eq!(at_issue(&mut cache, 0, at(3, 0x240), 2000), 2056);
        assert_eq!(at_issue(&mut cache, 0, at(3, 0x240), 3000), 3000);
        assert_eq!(cache.at_load(0, at(3, 0x280), 4000), 4070);
    }

    #[test]
    fn each_sub_core_and_the_loads_have_a_first_level_of_their_own() {
        let mut cache = cache();
        assert_eq!(cache.at_load(0, at(0, 0x210), 1000), 1070);
        assert_eq!(at_issue(&mut cache, 0, at(0, 0x210), 2000), 2056);
        assert_eq!(at_issue(&mut cache, 1, at(0, 0x210), 3000), 3056);
        assert_eq!(at_issue(&mut cache, 1, at(0, 0x210), 4000), 4000);
    }

    /// Measured, `first`: 144 cycles a line where 18 SMs ask with four sub-cores.
    #[test]
    fn the_sms_of_a_gpc_share_the_second_level() {
        let mut cache = cache();
        cache.share(Sharers {
            sms: 18,
            sub_cores: 4,
            one_side: false,
        });
        let mut ready = [0; SUB_CORES];
        for line in 0..16 {
            let before = ready;
            for (sub, ready) in ready.iter_mut().enumerate() {
                *ready = at_issue(&mut cache, sub, at(0, 64 * line), *ready + 15);
            }
            let taken = ready[3] - before[3];
            assert!(line < 4 || taken == 144, "line {line}: {taken}");
        }
    }

    #[test]
    fn the_first_constant_of_a_launch_comes_later_and_others_with_it() {
        let mut cache = cache();
        cache.config.launch_latency = 3;
        assert_eq!(at_issue(&mut cache, 0, at(0, 0x210), 1000), 1059);
        assert_eq!(at_issue(&mut cache, 1, at(0, 0x240), 1002), 1059);
        assert_eq!(at_issue(&mut cache, 0, at(0, 0x240), 1200), 1256);
    }
}
