//! One warp access to global or local memory → lines, sectors and passes.
//!
//! The L1's tags lie in banks, each of which looks up a line a cycle (`l1::tags`): the first line
//! of each bank has its turn in the first cycle, the second in the next. So an access takes the
//! tags for as many cycles as the fullest bank has lines of it: 8 for 32 lines in a row, some 11
//! for 32 lines at random. The data stage takes a pass for each lane that collides with others in
//! its bank; an access takes the longer of both. The lanes of a load whose words are there pass
//! together; of those that wait for misses, each turn's pass by themselves. Measured on an H200
//! with strides, line counts, widths and lines at random, in cycles and as Nsight Compute's
//! `l1tex__data_pipe_lsu_wavefronts`. Left out: a turn of which one line is there before the others
//! sometimes passes twice.
//!
//! Addresses are multiples of the access's width, so no lane straddles a
//! sector. Lines come in the order of the first lane that touches them.

use crate::banks;
use crate::l1::{Key, MOST_BANKS, SetHash};
use crate::message::{LINE_SHIFT, SectorMask};
use std::sync::Arc;
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

/// The sectors that a byte mask covers wholly.
#[inline(always)]
pub fn full_sectors(bytes: u128) -> SectorMask {
    sectors_of(!bytes) ^ 0xf
}

/// The words in which a line's byte mask has a bit, as the lowest bit of each.
#[inline(always)]
fn words_of(bytes: u128) -> u128 {
    const LOWEST: u128 = u128::MAX / 0xf;
    let pairs = bytes | bytes >> 1;
    (pairs | pairs >> 2) & LOWEST
}

/// The bytes of the words of which a line's byte mask has all four.
#[inline(always)]
pub fn whole_words(bytes: u128) -> u128 {
    !(words_of(!bytes) * 0xf)
}

/// Lines that an access touches, at most: one of each lane.
const MOST_LINES: usize = 32;

/// Whether some sector is stored in part, so that a byte mask goes with the line.
#[inline]
pub fn has_parts(bytes: u128) -> bool {
    sectors_of(bytes) != full_sectors(bytes)
}

/// When a line has its turn at the tags.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Turn {
    /// Cycles after the first.
    pub cycle: u8,
    /// In which bank.
    pub bank: u8,
}

/// One warp access, resolved. Reuse it: it is a kilobyte.
#[derive(Clone, Debug)]
pub struct Coalesced {
    sets: Arc<SetHash>,
    lines: [LineAccess; 32],
    keys: [Key; 32],
    turns: [Turn; 32],
    /// The lines by their turns.
    order: [u8; 32],
    count: u8,
    /// For each active lane, which of [`Coalesced::lines`] it touches.
    pub line_of_lane: [u8; 32],
    /// Sectors touched, over all lines.
    pub sectors: u32,
    /// Cycles of the tag stage.
    pub tag_cycles: u32,
    /// Cycles of the data stage, or of the tag stage if that takes longer.
    pub wavefronts: u32,
    /// Cycles of the data stage alone, if all is there.
    pub data_passes: u32,
}

impl Coalesced {
    /// Room for one access to lines whose tags lie there.
    pub fn new(sets: &Arc<SetHash>) -> Coalesced {
        Coalesced {
            sets: sets.clone(),
            lines: [LineAccess::default(); 32],
            keys: [Key::default(); 32],
            turns: [Turn::default(); 32],
            order: [0; 32],
            count: 0,
            line_of_lane: [0; 32],
            sectors: 0,
            tag_cycles: 0,
            wavefronts: 0,
            data_passes: 0,
        }
    }
}

impl Coalesced {
    /// The lines, in the order of the first lane that touches them.
    #[inline(always)]
    pub fn lines(&self) -> &[LineAccess] {
        &self.lines[..self.count as usize]
    }

    /// With what the L1 looks each of them up.
    #[inline(always)]
    pub fn keys(&self) -> &[Key] {
        &self.keys[..self.count as usize]
    }

    /// When each of them has its turn.
    #[inline(always)]
    pub fn turns(&self) -> &[Turn] {
        &self.turns[..self.count as usize]
    }

    /// Which of them comes first to the tags, second, and so on.
    #[inline(always)]
    pub fn in_turn(&self) -> impl Iterator<Item = usize> + use<> {
        let (order, count) = (self.order, self.count.into());
        (0..count).map(move |place: usize| order[place].into())
    }

    /// Resolves an access of `bytes` (1, 2, 4, 8 or 16) in each active lane.
    #[inline]
    pub fn resolve(&mut self, addresses: &[u64; 32], active: u32, bytes: u32) {
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
        let passes = match (step, bytes) {
            (Some(_), _) | (None, 8 | 16) => banks::global(addresses, active, bytes),
            (None, _) => self.most_words_on_a_bank(),
        };
        self.finish(passes);
    }

    /// Passes of single words: a line has one on each bank, so as many lines as meet on one.
    fn most_words_on_a_bank(&self) -> u32 {
        // How many lines have a word on each bank, in binary: a bit of each number in each plane.
        let mut planes = [0u128; MOST_LINES.ilog2() as usize + 1];
        for line in self.lines() {
            let mut carry = words_of(line.bytes);
            for plane in &mut planes {
                (*plane, carry) = (*plane ^ carry, *plane & carry);
                if carry == 0 {
                    break;
                }
            }
        }
        let mut fullest = u128::MAX;
        planes.into_iter().rev().fold(0, |most, plane| {
            let larger = fullest & plane;
            if larger != 0 {
                fullest = larger;
            }
            most << 1 | u32::from(larger != 0)
        })
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
        self.take_turns();
        self.wavefronts = bank_passes.max(self.tag_cycles);
        self.data_passes = bank_passes;
    }

    /// Each bank of the tags looks up its lines one after the other.
    #[inline(always)]
    fn take_turns(&mut self) {
        if self.count == 1 {
            // Most have one.
            self.keys[0] = self.sets.key(self.lines[0].line);
            self.turns[0] = Turn {
                cycle: 0,
                bank: self.keys[0].bank(),
            };
            self.order[0] = 0;
            self.tag_cycles = 1;
            return;
        }
        let mut of_bank = [0; MOST_BANKS];
        let lines = &self.lines[..self.count as usize];
        let found = self.keys.iter_mut().zip(&mut self.turns);
        for ((key, turn), line) in found.zip(lines) {
            *key = self.sets.key(line.line);
            let bank = key.bank();
            let taken = &mut of_bank[usize::from(bank) % MOST_BANKS];
            *turn = Turn {
                cycle: *taken,
                bank,
            };
            *taken += 1;
        }
        let fullest = of_bank.into_iter().max();
        self.tag_cycles = fullest.unwrap_or(0).into();
        self.sort_by_turn();
    }

    /// Notes in which order the lines come to the tags.
    #[inline(always)]
    fn sort_by_turn(&mut self) {
        // Where those of each cycle begin.
        let mut first = [0u8; 33];
        for turn in &self.turns[..self.count as usize] {
            first[usize::from(turn.cycle) + 1] += 1;
        }
        for cycle in 1..=self.tag_cycles as usize {
            first[cycle] += first[cycle - 1];
        }
        for (index, turn) in (0..self.count).zip(&self.turns) {
            let place = &mut first[usize::from(turn.cycle)];
            self.order[usize::from(*place)] = index;
            *place += 1;
        }
    }

    /// Passes of the data stage of a load of `bytes` in each active lane that waits for some sectors
    /// of its lines: lanes whose words are there pass together, the others turn by turn.
    pub fn passes_waiting(
        &self,
        addresses: &[u64; 32],
        active: u32,
        bytes: u32,
        waiting: &[SectorMask; 32],
    ) -> u32 {
        if self.tag_cycles <= 1 {
            return self.data_passes;
        }
        let sector = |lane: usize| addresses[lane] / 32 % 4;
        let waits = |lane: usize| waiting[usize::from(self.line_of_lane[lane])] >> sector(lane) & 1;
        let late = banks::lanes(active).fold(0, |late, lane| late | u32::from(waits(lane)) << lane);
        let there = match active & !late {
            0 => 0,
            there => banks::global(addresses, there, bytes),
        };
        let late = match bytes {
            8 | 16 => self.passes_turn_by_turn(addresses, late, bytes),
            _ => self.words_turn_by_turn(addresses, late),
        };
        there + late
    }

    /// Passes if the lanes of each turn of the tags pass by themselves.
    fn passes_turn_by_turn(&self, addresses: &[u64; 32], active: u32, bytes: u32) -> u32 {
        let turns = self.lanes_of_turns(active);
        let passes = turns.map(|lanes| banks::global(addresses, lanes, bytes));
        passes.sum()
    }

    /// The active lanes of each turn of the tags that has any.
    pub(crate) fn lanes_of_turns(&self, active: u32) -> impl Iterator<Item = u32> + use<> {
        let mut lanes_of = [0u32; 32];
        for lane in banks::lanes(active) {
            lanes_of[self.turn_of(lane)] |= 1 << lane;
        }
        lanes_of.into_iter().filter(|&lanes| lanes != 0)
    }

    /// The same of single words: a turn has one of a line and bank, at most.
    fn words_turn_by_turn(&self, addresses: &[u64; 32], active: u32) -> u32 {
        let mut lines_of = [[0u8; 32]; 32];
        let mut passes = [0u8; 32];
        for lane in banks::lanes(active) {
            let turn = self.turn_of(lane);
            let lines = &mut lines_of[turn][addresses[lane] as usize / 4 % 32];
            *lines |= 1 << self.turns[usize::from(self.line_of_lane[lane])].bank;
            passes[turn] = passes[turn].max(lines.count_ones() as u8);
        }
        passes.into_iter().map(u32::from).sum()
    }

    /// The turn of the tags in which a lane's line is looked up.
    #[inline(always)]
    fn turn_of(&self, lane: usize) -> usize {
        self.turns[usize::from(self.line_of_lane[lane])]
            .cycle
            .into()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// An H200's sets.
    fn sets() -> Arc<SetHash> {
        Arc::new(SetHash::new(&crate::fixtures::l1()))
    }

    /// Mean passes of a load of words `place` from each other, behind ten thousand others, that waits
    /// for those of which this is true.
    fn passes(place: impl Fn(u64) -> u64, waits: impl Fn(u64) -> bool) -> f64 {
        let mut access = Coalesced::new(&sets());
        let mut sum = 0;
        for at in 0..10_000u64 {
            let first = at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40 << 5;
            let addresses = std::array::from_fn(|lane| first + 4 * place(lane as u64));
            access.resolve(&addresses, u32::MAX, 4);
            let mut waiting = [0; 32];
            for (lane, address) in addresses.into_iter().enumerate() {
                let line = usize::from(access.line_of_lane[lane]);
                waiting[line] |= u8::from(waits(place(lane as u64))) << (address / 32 % 4);
            }
            sum += access.passes_waiting(&addresses, u32::MAX, 4, &waiting);
        }
        f64::from(sum) / 10_000.0
    }

    fn assert_near(passes: f64, measured: f64, percent: f64, of: impl std::fmt::Debug) {
        let error = 100.0 * (passes / measured - 1.0);
        assert!(
            error.abs() < percent,
            "{of:?}: {passes}, measured {measured}"
        );
    }

    /// What an H200 counts of loads that all wait, on 2 to 16 lines (`wait_lines_*`), and of 32 lines
    /// with 1 to 32 lanes in a bank, of which those wait whose sectors the batch began (`wait_rows_8_*`)
    /// or whose sectors begin with them (`wait_rows_1_*`).
    #[test]
    fn the_lanes_of_a_turn_that_wait_pass_by_themselves() {
        for (lines, measured) in [(2, 1.1), (4, 1.5), (8, 2.6), (16, 4.8)] {
            let passes = passes(|lane| lane % lines * 33, |_| true);
            assert_near(passes, measured, 4.0, lines);
        }
        let rows = [
            (1, 8.7, 4.85),
            (2, 10.0, 5.41),
            (4, 12.6, 6.43),
            (8, 15.6, 9.0),
            (16, 21.9, 16.9),
            (32, 32.0, 32.0),
        ];
        for (collide, batch, single) in rows {
            let place = |at: u64| move |lane| lane * (512 + collide) + at;
            let eight = (0..8).map(|at| passes(place(at), |word| word % 8 <= at));
            assert_near(eight.sum::<f64>() / 8.0, batch, 6.0, collide);
            let eight = (0..8).map(|at| passes(place(at), |word| word % 8 == 0));
            assert_near(eight.sum::<f64>() / 8.0, single, 6.0, collide);
        }
    }

    #[test]
    fn the_tags_take_as_long_as_their_fullest_bank() {
        let sets = sets();
        let of_bank = |wanted| {
            let sets = &sets;
            (0u64..).filter(move |&line| sets.key(line).bank() == wanted)
        };
        let lines = [[0; 9].as_slice(), &[1; 3], &[2; 4]].concat();
        let mut left: Vec<_> = (0..4).map(of_bank).collect();
        let mut next = |bank: usize| left[bank].next().expect("a line");
        let lines: Vec<u64> = lines.into_iter().map(&mut next).collect();
        let addresses = std::array::from_fn(|lane| lines[lane % lines.len()] * 128);
        let mut access = Coalesced::new(&sets);
        access.resolve(&addresses, u32::MAX, 4);
        assert_eq!((access.lines().len(), access.tag_cycles), (16, 9));
        let order = access.in_turn().map(|index| access.turns()[index]);
        let order: Vec<(u8, u8)> = order.map(|turn| (turn.cycle, turn.bank)).collect();
        let wanted = "00 01 02 10 11 12 20 21 22 30 32 40 50 60 70 80";
        let shown: Vec<_> = order
            .iter()
            .map(|(cycle, bank)| format!("{cycle}{bank}"))
            .collect();
        assert_eq!(shown.join(" "), wanted);
    }

    use proptest::prelude::*;

    fn stride(first: u64, step: u64) -> [u64; 32] {
        std::array::from_fn(|lane| first + lane as u64 * step)
    }

    fn resolve(addresses: &[u64; 32], active: u32, bytes: u32) -> Coalesced {
        let mut access = Coalesced::new(&sets());
        access.resolve(addresses, active, bytes);
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
            let passes = banks::global(&addresses, active, 1 << shift);
            prop_assert_eq!(access.data_passes, passes);
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
            let mut slow = Coalesced::new(&sets());
            slow.collect(&addresses, u32::MAX, 1 << shift, LineIndex::default());
            prop_assert_eq!(access.line_of_lane, slow.line_of_lane);
        }
    }
}
