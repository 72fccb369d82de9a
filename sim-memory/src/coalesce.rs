//! One warp access to global or local memory → lines, sectors and passes.
//!
//! The L1's tag stage looks up four lines a cycle; its data stage takes a pass for
//! each lane that collides with others in its bank, and for eight lines. An access
//! takes the longer of both; a load that waits for misses passes again. Measured on
//! an H200 with strides, line counts and widths, in cycles and as Nsight Compute's
//! `l1tex__data_pipe_lsu_wavefronts`. Left out: the four tag banks' own conflicts
//! (mean error 0.1 cycles).
//!
//! Addresses are multiples of the access's width, so no lane straddles a
//! sector. Lines come in the order of the first lane that touches them.

use crate::banks;
use crate::message::{LINE_SHIFT, SectorMask};
use wide::{CmpEq, i32x4};

/// What an access touches of one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LineAccess {
    /// The line: address >> 7.
    pub line: u64,
    /// The bytes touched.
    pub bytes: u128,
}

impl LineAccess {
    /// The sectors touched.
    #[inline(always)]
    pub fn sectors(&self) -> SectorMask {
        sectors_of(self.bytes)
    }
}

/// The sectors in which a line's byte mask has a bit.
#[inline(always)]
pub fn sectors_of(bytes: u128) -> SectorMask {
    let sectors: i32x4 = bytemuck::cast(bytes);
    sectors.cmp_eq(i32x4::ZERO).move_mask() as SectorMask ^ 0xf
}

/// The bytes of whole sectors.
#[inline(always)]
pub fn bytes_of(sectors: SectorMask) -> u128 {
    const BYTES: [u128; 16] = {
        let mut bytes = [0; 16];
        let mut sectors = 0;
        while sectors < 16 {
            let mut sector = 0;
            while sector < 4 {
                if sectors >> sector & 1 != 0 {
                    bytes[sectors] |= (u32::MAX as u128) << (32 * sector);
                }
                sector += 1;
            }
            sectors += 1;
        }
        bytes
    };
    BYTES[usize::from(sectors & 0xf)]
}

/// Lines from which one pass of the data stage takes words. Measured on an H200
/// (`wait_rows_1_*`): hits of 32 lines count 4 to 5 wavefronts, though their tags take 8
/// cycles.
const LINES_OF_A_PASS: u32 = 8;

/// The sectors that a byte mask covers wholly.
#[inline(always)]
pub fn full_sectors(bytes: u128) -> SectorMask {
    sectors_of(!bytes) ^ 0xf
}

/// One warp access, resolved. Reuse it: it is a kilobyte.
#[derive(Clone, Debug)]
pub struct Coalesced {
    lines: [LineAccess; 32],
    count: u8,
    tags_per_cycle: u32,
    /// For each active lane, which of [`Coalesced::lines`] it touches.
    pub line_of_lane: [u8; 32],
    /// Sectors touched, over all lines.
    pub sectors: u32,
    /// Cycles of the tag stage.
    pub tag_cycles: u32,
    /// Cycles of the data stage, or of the tag stage if that takes longer.
    pub wavefronts: u32,
    /// Of the wavefronts, those that move data if all of it is there.
    pub data_passes: u32,
    /// Wavefronts more if some of it is not.
    pub again: u32,
}

impl Coalesced {
    /// Room for one access; `tags_per_cycle` is
    /// [`L1Config::tag_lookups_per_cycle`](crate::l1::L1Config).
    pub fn new(tags_per_cycle: u32) -> Coalesced {
        Coalesced {
            tags_per_cycle,
            lines: [LineAccess::default(); 32],
            count: 0,
            line_of_lane: [0; 32],
            sectors: 0,
            tag_cycles: 0,
            wavefronts: 0,
            again: 0,
            data_passes: 0,
        }
    }
}

/// Whether data comes or goes: stores merge no passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From memory.
    Load,
    /// To memory.
    Store,
}

impl Coalesced {
    /// The lines, in the order of the first lane that touches them.
    #[inline(always)]
    pub fn lines(&self) -> &[LineAccess] {
        &self.lines[..self.count as usize]
    }

    /// Resolves an access of `bytes` (1, 2, 4, 8 or 16) in each active lane.
    #[inline]
    pub fn resolve(
        &mut self,
        addresses: &[u64; 32],
        active: u32,
        bytes: u32,
        direction: Direction,
    ) {
        self.count = 0;
        let step = banks::stride(addresses).filter(|_| active == u32::MAX);
        match step {
            Some(step) if step == i64::from(bytes) => {
                self.consecutive(addresses[0], bytes);
                self.finish((bytes / 4).max(1));
                return;
            }
            Some(0) => self.uniform(addresses[0], bytes),
            // With a constant distance, no line comes again once left.
            Some(_) => self.collect(addresses, active, bytes, NoReturn),
            None => self.collect(addresses, active, bytes, LineIndex::default()),
        }
        let passes = match direction {
            Direction::Load => banks::load(addresses, active, bytes),
            Direction::Store => banks::store(addresses, active, bytes),
        };
        self.finish(passes.total);
    }

    /// Counts the access as if each of its lanes had been served alone: a
    /// machine without a coalescer, for comparison.
    pub fn one_request_a_lane(&mut self, lanes: u32) {
        self.sectors = self.sectors.max(lanes);
        self.tag_cycles = self.tag_cycles.max(lanes);
        self.wavefronts = self.wavefronts.max(lanes);
        self.data_passes = self.wavefronts;
    }

    fn finish(&mut self, bank_passes: u32) {
        self.sectors = self.lines().iter().map(|l| l.sectors().count_ones()).sum();
        self.tag_cycles = u32::from(self.count).div_ceil(self.tags_per_cycle);
        self.wavefronts = bank_passes.max(self.tag_cycles);
        let by_lines = u32::from(self.count).div_ceil(LINES_OF_A_PASS);
        self.data_passes = bank_passes.max(by_lines).min(self.wavefronts);
        self.again = again(self.tag_cycles, bank_passes);
    }

    /// All lanes on one place.
    fn uniform(&mut self, address: u64, bytes: u32) {
        self.lines[0] = LineAccess {
            line: address >> LINE_SHIFT,
            bytes: ((1 << bytes) - 1) << (address & 127),
        };
        self.count = 1;
        self.line_of_lane = [0; 32];
    }

    /// All lanes side by side: whole runs of bytes, line by line.
    fn consecutive(&mut self, first: u64, bytes: u32) {
        let end = first + 32 * u64::from(bytes);
        let mut at = first;
        while at < end {
            let line = at >> LINE_SHIFT;
            let stop = end.min((line + 1) << LINE_SHIFT);
            let mask = u128::MAX >> (128 - (stop - at)) << (at & 127);
            self.lines[self.count as usize] = LineAccess { line, bytes: mask };
            self.count += 1;
            at = stop;
        }
        if self.count == 1 {
            self.line_of_lane = [0; 32];
            return;
        }
        let first_line = first >> LINE_SHIFT;
        for (lane, index) in self.line_of_lane.iter_mut().enumerate() {
            let address = first + lane as u64 * u64::from(bytes);
            *index = ((address >> LINE_SHIFT) - first_line) as u8;
        }
    }

    fn collect(
        &mut self,
        addresses: &[u64; 32],
        active: u32,
        bytes: u32,
        mut index: impl FindLine,
    ) {
        let lane_bytes = (1u64 << bytes) - 1;
        let mut rest = active;
        let mut last = (u64::MAX, 0);
        // An aligned access never straddles half a line.
        let mut halves = [0u64; 2];
        while rest != 0 {
            let lane = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let address = addresses[lane];
            let line = address >> LINE_SHIFT;
            if line != last.0 {
                self.touch(last.1, halves);
                halves = [0; 2];
                last = (
                    line,
                    index.find_or_insert(line, &mut self.lines, &mut self.count),
                );
            }
            halves[(address >> 6 & 1) as usize] |= lane_bytes << (address & 63);
            self.line_of_lane[lane] = last.1;
        }
        self.touch(last.1, halves);
    }

    #[inline(always)]
    fn touch(&mut self, index: u8, halves: [u64; 2]) {
        self.lines[index as usize].bytes |= u128::from(halves[0]) | u128::from(halves[1]) << 64;
    }
}

/// Finds a line in the list, or adds it.
trait FindLine {
    fn find_or_insert(&mut self, line: u64, lines: &mut [LineAccess; 32], count: &mut u8) -> u8;
}

/// For accesses that never come back to a line.
struct NoReturn;

impl FindLine for NoReturn {
    #[inline(always)]
    fn find_or_insert(&mut self, line: u64, lines: &mut [LineAccess; 32], count: &mut u8) -> u8 {
        let index = *count;
        lines[index as usize] = LineAccess { line, bytes: 0 };
        *count += 1;
        index
    }
}

/// Where each line stands in the list: an open-addressing table.
struct LineIndex {
    slots: [u8; 64],
    used: u64,
}

impl Default for LineIndex {
    fn default() -> LineIndex {
        LineIndex {
            slots: [0; 64],
            used: 0,
        }
    }
}

impl FindLine for LineIndex {
    #[inline(always)]
    fn find_or_insert(&mut self, line: u64, lines: &mut [LineAccess; 32], count: &mut u8) -> u8 {
        let mut slot = (line.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58) as usize;
        while self.used >> slot & 1 != 0 {
            if lines[self.slots[slot] as usize].line == line {
                return self.slots[slot];
            }
            slot = (slot + 1) & 63;
        }
        self.used |= 1 << slot;
        self.slots[slot] = *count;
        NoReturn.find_or_insert(line, lines, count)
    }
}

/// What a load that waits for misses takes beyond its wavefronts: it passes the
/// tags, and once more with its data. The first cycle of the tags is free, and so is
/// one in three while the data stage serves lanes that collide.
///
/// Measured on an H200, in cycles and as `l1tex__data_pipe_lsu_wavefronts` alike
/// (`wait_*`): loads that wait for sectors of 1, 8, 16, 32 lines make 1.0, 2.6, 4.8, 8.7
/// wavefronts if no lanes collide, and of 32 lines 10.0, 12.6, 15.6, 21.9, 32.0 if 2,
/// 4, 8, 16, 32 lanes do.
fn again(tag_cycles: u32, passes: u32) -> u32 {
    let beside = passes.saturating_sub(tag_cycles) / 3;
    passes
        .min(tag_cycles.saturating_sub(1))
        .saturating_sub(beside)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of loads that all wait, beside what an H200 counts (`wait_lines_*`, `wait_rows_8_*`): all within
    /// 5 % but eight lines, 15; two and four, of 1.1 and 1.5, are left out (DEVIATIONS: Data-stage passes).
    #[test]
    fn loads_that_wait_pass_again() {
        let lines_passes_measured_modelled = [
            (1, 1, 1.0, 1),
            (8, 1, 2.6, 3),
            (16, 1, 4.8, 5),
            (32, 1, 8.7, 9),
            (32, 2, 10.0, 10),
            (32, 4, 12.6, 12),
            (32, 8, 15.6, 15),
            (32, 16, 21.9, 21),
            (32, 32, 32.0, 32),
        ];
        for (lines, passes, measured, modelled) in lines_passes_measured_modelled {
            let tags = u32::div_ceil(lines, 4);
            let all = tags.max(passes) + again(tags, passes);
            assert_eq!(
                all, modelled,
                "{lines} lines, {passes}, measured {measured}"
            );
            let limit = if lines == 8 { 0.16 } else { 0.05 };
            let error: f64 = f64::from(all) / measured - 1.0;
            assert!(error.abs() < limit, "{lines} lines, {passes}: {error}");
        }
    }
    use proptest::prelude::*;

    fn stride(first: u64, step: u64) -> [u64; 32] {
        std::array::from_fn(|lane| first + lane as u64 * step)
    }

    fn resolve(addresses: &[u64; 32], active: u32, bytes: u32) -> Coalesced {
        let mut access = Coalesced::new(4);
        access.resolve(addresses, active, bytes, Direction::Load);
        access
    }

    fn check(first: u64, step: u64, bytes: u32, lines: usize, sectors: u32, wavefronts: u32) {
        let access = resolve(&stride(first, step), u32::MAX, bytes);
        assert_eq!(
            (access.lines().len(), access.sectors, access.wavefronts),
            (lines, sectors, wavefronts),
            "{bytes} bytes every {step} from {first}"
        );
    }

    #[test]
    fn strides_touch_the_measured_lines_sectors_and_passes() {
        check(0, 4, 4, 1, 4, 1);
        check(4, 4, 4, 2, 5, 1);
        check(0, 8, 4, 2, 8, 2);
        check(0, 128, 4, 32, 32, 32);
        check(0, 132, 4, 32, 32, 8);
        check(0, 8, 8, 2, 8, 2);
        check(0, 16, 16, 4, 16, 4);
        check(0, 32, 16, 8, 32, 8);
        check(0, 0, 4, 1, 1, 1);
        check(0, 1, 1, 1, 1, 1);
    }

    #[test]
    fn an_access_without_lanes_touches_nothing() {
        let access = resolve(&stride(0, 4), 0, 4);
        assert_eq!((access.lines().len(), access.wavefronts), (0, 0));
    }

    #[test]
    fn lines_come_in_the_order_of_their_first_lane() {
        let addresses: [u64; 32] = std::array::from_fn(|lane| [512, 0, 512, 256][lane % 4]);
        let access = resolve(&addresses, u32::MAX, 4);
        let lines: Vec<u64> = access.lines().iter().map(|l| l.line).collect();
        assert_eq!(lines, [4, 0, 2]);
        assert_eq!(access.line_of_lane[..4], [0, 1, 0, 2]);
    }

    #[test]
    fn only_wholly_covered_sectors_are_full() {
        let bytes = u128::from(u64::MAX) << 16;
        assert_eq!((sectors_of(bytes), full_sectors(bytes)), (0b111, 0b010));
        assert_eq!(full_sectors(u128::MAX), 0xf);
    }

    /// The same by looking at every byte of every lane.
    fn brute_force(addresses: &[u64; 32], active: u32, bytes: u32) -> Vec<LineAccess> {
        let mut lines: Vec<LineAccess> = Vec::new();
        for lane in (0..32).filter(|lane| active >> lane & 1 != 0) {
            for address in addresses[lane]..addresses[lane] + u64::from(bytes) {
                let line = address >> LINE_SHIFT;
                let bit = 1 << (address & 127);
                match lines.iter_mut().find(|l| l.line == line) {
                    Some(l) => l.bytes |= bit,
                    None => lines.push(LineAccess { line, bytes: bit }),
                }
            }
        }
        lines
    }

    proptest! {
        #[test]
        fn lines_and_bytes_equal_brute_force(
            units in prop::array::uniform32(0u64..600), active: u32, shift in 0u32..5,
        ) {
            let addresses = units.map(|u| 0x7e00_0000_0000 + (u << shift));
            let access = resolve(&addresses, active, 1 << shift);
            let want = brute_force(&addresses, active, 1 << shift);
            prop_assert_eq!(access.lines(), &want[..]);
            for lane in (0..32).filter(|lane| active >> lane & 1 != 0) {
                let line = access.lines()[access.line_of_lane[lane] as usize].line;
                prop_assert_eq!(line, addresses[lane] >> 7);
            }
        }

        #[test]
        fn strided_lanes_equal_brute_force(
            first in 0u64..300, step in 0u64..70, shift in 0u32..5, down: bool,
        ) {
            let mut addresses = stride(first << shift, step << shift);
            if down {
                addresses.reverse();
            }
            let access = resolve(&addresses, u32::MAX, 1 << shift);
            let want = brute_force(&addresses, u32::MAX, 1 << shift);
            prop_assert_eq!(access.lines(), &want[..]);
        }

        #[test]
        fn consecutive_lanes_equal_brute_force(first in 0u64..300, shift in 0u32..5) {
            let addresses = stride(first << shift, 1 << shift);
            let access = resolve(&addresses, u32::MAX, 1 << shift);
            let want = brute_force(&addresses, u32::MAX, 1 << shift);
            prop_assert_eq!(access.lines(), &want[..]);
            let mut slow = Coalesced::new(4);
            slow.collect(&addresses, u32::MAX, 1 << shift, LineIndex::default());
            prop_assert_eq!(access.line_of_lane, slow.line_of_lane);
        }
    }
}
