//! What a launch itself asks of the L2: code and constants, and the flush at
//! its end.
//!
//! Each GPC has an instruction cache of its own and reads the whole kernel,
//! with some blocks beyond its end, and the launch's constants. The first GPC
//! of a side misses, the others of its side hit; of the two sides' misses one
//! goes to DRAM, the other crosses to it. Measured on an H200 with the counters
//! of the instruction cache (`gcc__*`), for kernels of 256 bytes to 64 KB on 1
//! to 1,056 blocks: their sectors depend on the code alone, not on the SMs that
//! run it.
//!
//! When a kernel ends each SM flushes each slice that it has spoken to, and the launch ends with the
//! last answer: on an H200 1 SM that has read one line adds 70 cycles, one that has spoken to all slices
//! 250, and 132 of these 590, whether they loaded or stored (`micro/h200/closing`). A slice serves
//! these flushes one after the other.
//!
//! Left out: that only code which is reached is read, when it is reached, and
//! what that costs (see the SM's fetch); here all of it comes at the launch.

use super::config::L2Counters;
use super::shard::Shard;

const WHOLE_LINE: u8 = 0xf;
const SECTORS: u64 = 4;

impl Shard {
    /// A line of code or constants that so many GPCs of each side read; it
    /// comes from DRAM unless it is `held`.
    pub fn read_by_gpcs(&mut self, line: u64, home: u8, gpcs: [u64; 2], held: bool) {
        let (home, far) = (home as usize, 1 - home as usize);
        let slice = &mut self.slices[home];
        let key = slice.key(line);
        if held {
            slice.hold(key);
        }
        let lookup = slice.read(0, key, WHOLE_LINE);
        self.counters.sectors_code += SECTORS * (gpcs[0] + gpcs[1]);
        let fetched = u64::from(lookup.fetched.count_ones());
        match gpcs[home] {
            0 => self.counters.fabric_misses += fetched,
            _ => self.counters.code_misses += fetched,
        }
        if gpcs[far] > 0 && far < self.slices.len() {
            self.slices[far].read_copy(0, key, WHOLE_LINE);
            let here = lookup.ready + self.costs.fabric;
            self.slices[far].promise_copy(key, WHOLE_LINE, here);
            self.counters.code_misses += SECTORS;
            self.counters.fabric_sectors += SECTORS;
        }
    }

    /// A whole line was stored before the launch and has not been written back.
    pub fn soil_before(&mut self, line: u64, home: u8) {
        let slice = &mut self.slices[home as usize];
        slice.write(0, slice.key(line), u128::MAX);
    }

    /// Cycles that a slice takes at the end of a launch to flush for all SMs that have spoken to it, with
    /// the longest way there and back, `ways` by GPC and side where it enters; `None` if none has.
    pub fn closing_flush(
        &self,
        side: usize,
        sm_to_gpc: &[u8],
        ways: impl Fn(usize) -> (u64, usize),
    ) -> Option<u64> {
        let of_gpcs = self.spoken_to.iter().zip(sm_to_gpc);
        let speakers = of_gpcs.filter(|(sides, _)| *sides >> side & 1 != 0);
        let (mut sms, mut longest) = (0, None);
        for (_, &gpc) in speakers {
            sms += 1;
            let (way, enters) = ways(usize::from(gpc));
            let crosses = 2 * self.costs.fabric * u64::from(enters != side);
            longest = longest.max(Some(way + crosses));
        }
        let served = self.costs.flush.times(sms).whole_cycles();
        longest.map(|way| way + self.costs.flush_latency + served)
    }

    /// Counts the flushes of front end and SMs at this shard: of those of an
    /// SM half cross (measured, wherever the slice lies).
    pub(super) fn count_flushes(&self, counters: &mut L2Counters) {
        let [front_end, each] = self.flushes;
        let pairs: u32 = self.spoken_to.iter().map(|sides| sides.count_ones()).sum();
        let of_sms = each * u64::from(pairs);
        counters.flush_sectors += front_end * self.slices.len() as u64 + of_sms;
        counters.flushes_crossed += of_sms / 2;
    }
}
