//! Passes of a warp access through the 32 banks of shared memory and of the
//! L1's data array.
//!
//! Both arrays have 32 banks of four bytes; a pass (wavefront) moves at most
//! one word of each bank, to any number of lanes. A 64-bit access is served
//! by half-warps and a 128-bit one by quarter-warps, each with its own
//! conflicts. In a load whose lanes 2k and 2k+1 all read the same (or lanes i and
//! i+2 of four) two groups are served at once: a broadcast of 8 bytes takes one
//! pass, of 16 bytes two, not four. It is not enough that the groups read the same:
//! a row of 16 doubles that both halves of a warp read takes two passes. Stores
//! never merge, nor do accesses to global memory.
//!
//! Measured on an H200: `l1tex__data_pipe_lsu_wavefronts_mem_shared` for
//! strides 1…33 of 4, 8 and 16 bytes, 35 patterns of equal, permuted and random
//! places for loads and stores of each width (all exact), broadcast by width (its latency, and
//! the tiled matrix multiplications' 16-byte loads), atomics on 1, 2, 8 and 32
//! words, ATOMS.POPC.INC on one and on random words, compare-and-swaps and
//! ATOMS.CAST.SPIN of 4 and 8 bytes on 1 to 32 words of all banks and of one (all
//! exact, for one warp). Left out: arbitration between requests, which the
//! hardware's own conflict counter also holds.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Shared memory's numbers that are not the machine's shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SharedConfig {
    /// Whether lanes that meet on a bank wait for each other. Always true on
    /// real hardware; false shows what bank conflicts cost.
    pub conflicts: bool,
    /// Whether lanes that read one word share its pass. Always true on real
    /// hardware; false shows what broadcasts save.
    pub broadcast: bool,
    /// Bytes of a bank's word: 4, or 8 (Kepler in the mode of that name).
    /// H200: 4 (vendor).
    pub bank_bytes: u32,
    /// Passes that a compare-and-swap takes for each pass of another atomic.
    /// H200: 2 (measured: 64 cycles a warp on one address, against 32).
    pub cas_passes: u32,
}

impl SharedConfig {
    /// An access as 32 banks of four bytes would see it: banks of eight bytes
    /// serve any access as they would one of half the width at half the
    /// addresses. `None` if it is that already.
    #[inline]
    pub fn halved(&self, addresses: &[u32; 32], bytes: u32) -> Option<([u32; 32], u32)> {
        (self.bank_bytes == 8).then(|| (addresses.map(|address| address / 2), (bytes / 2).max(1)))
    }
}

/// Passes of one warp access.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wavefronts {
    /// Passes taken.
    pub total: u32,
    /// Passes that the width of the access alone would need.
    pub ideal: u32,
}

impl Wavefronts {
    /// Passes beyond the ideal: what Nsight Compute calls bank conflicts.
    pub fn conflicts(self) -> u32 {
        self.total - self.ideal.min(self.total)
    }
}

/// How atomics of lanes on one word combine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SameWord {
    /// One pass for each lane: every atomic but the next.
    Serial,
    /// One pass for all: ATOMS.POPC.INC, which adds the number of lanes.
    Merged,
}

/// Passes of a load of `bytes` (1, 2, 4, 8 or 16) in each active lane.
#[inline]
pub fn load<A: Copy + Into<u64>>(addresses: &[A; 32], active: u32, bytes: u32) -> Wavefronts {
    let unit = Unit::of(bytes);
    let regular = unit.regular(addresses, active);
    if let Some(regular) = regular {
        return regular.load;
    }
    if unit.groups == 1 {
        let total = degree(addresses, active, unit);
        return Wavefronts {
            total,
            ideal: total.min(1),
        };
    }
    load_by_groups(addresses, active, unit)
}

/// A load wider than a word: two groups at a time if neighbours agree.
fn load_by_groups<A: Copy + Into<u64>>(addresses: &[A; 32], active: u32, unit: Unit) -> Wavefronts {
    let served = if neighbours_agree(addresses, active) {
        unit.in_pairs()
    } else {
        unit
    };
    let mut count = Wavefronts {
        total: 0,
        ideal: unit.active_groups(active).count() as u32,
    };
    for group in served.active_groups(active) {
        count.total += degree(addresses, group, unit);
    }
    count.ideal = count.ideal.min(count.total);
    count
}

/// Whether every lane reads what the lane beside it reads, or every lane what the
/// lane two further on does.
fn neighbours_agree<A: Copy + Into<u64>>(addresses: &[A; 32], active: u32) -> bool {
    let agree = |apart: usize| {
        lanes(active)
            .filter(|lane| active >> (lane ^ apart) & 1 != 0)
            .all(|lane| addresses[lane].into() == addresses[lane ^ apart].into())
    };
    agree(1) || agree(2)
}

/// Passes of a store of `bytes` (1, 2, 4, 8 or 16) in each active lane.
#[inline]
pub fn store<A: Copy + Into<u64>>(addresses: &[A; 32], active: u32, bytes: u32) -> Wavefronts {
    let unit = Unit::of(bytes);
    if let Some(regular) = unit.regular(addresses, active) {
        return regular.store;
    }
    let mut count = Wavefronts::default();
    for group in unit.active_groups(active) {
        count.ideal += 1;
        count.total += degree(addresses, group, unit);
    }
    count
}

/// Passes of a load or store of global memory: its groups never merge either (measured on an H200:
/// loads of 8 bytes that all lanes want from one place count two wavefronts, `pair_double`).
#[inline]
pub fn global(addresses: &[u64; 32], active: u32, bytes: u32) -> u32 {
    store(addresses, active, bytes).total
}

/// Passes of an atomic of `bytes` (4 or 8) in each active lane, before
/// [`SharedConfig::cas_passes`].
pub fn atomic<A: Copy + Into<u64>>(
    addresses: &[A; 32],
    active: u32,
    bytes: u32,
    same: SameWord,
) -> Wavefronts {
    match same {
        SameWord::Merged => store(addresses, active, bytes),
        SameWord::Serial => lane_by_lane(addresses, active, bytes),
    }
}

/// The lanes that an ATOMS.CAST.SPIN of `bytes` (4 or 8) serves: the first on each
/// bank of each group. The others are told that they failed and come again, which
/// spares the passes of their conflicts (measured on an H200: additions in floating
/// point to 32 words of one bank execute it 32 times, at two passes each).
pub fn first_on_each_bank<A: Copy + Into<u64>>(
    addresses: &[A; 32],
    active: u32,
    bytes: u32,
) -> u32 {
    let unit = Unit::of(bytes);
    let mut served = 0;
    for group in unit.active_groups(active) {
        let mut taken = 0u32;
        for lane in lanes(group) {
            let bank = 1 << unit.bank(addresses[lane].into() >> unit.shift);
            served |= u32::from(taken & bank == 0) << lane;
            taken |= bank;
        }
    }
    served
}

/// Passes of a compare-and-swap of which each group is served once.
pub fn once_a_group(active: u32, bytes: u32) -> Wavefronts {
    let groups = Unit::of(bytes).active_groups(active).count() as u32;
    Wavefronts {
        total: groups,
        ideal: groups,
    }
}

/// Passes of an access of which each lane takes its bank alone: atomics, and
/// loads without [`SharedConfig::broadcast`].
pub fn lane_by_lane<A: Copy + Into<u64>>(
    addresses: &[A; 32],
    active: u32,
    bytes: u32,
) -> Wavefronts {
    let unit = Unit::of(bytes);
    let mut count = Wavefronts::default();
    for group in unit.active_groups(active) {
        count.ideal += 1;
        count.total += lanes_on_the_fullest_bank(addresses, group, unit);
    }
    count
}

/// The most lanes that meet on one bank, lanes on one word among them.
pub(crate) fn lanes_on_the_fullest_bank<A: Copy + Into<u64>>(
    addresses: &[A; 32],
    group: u32,
    unit: Unit,
) -> u32 {
    let mut lanes_on = [0u8; 32];
    for lane in lanes(group) {
        lanes_on[unit.bank(addresses[lane].into() >> unit.shift)] += 1;
    }
    lanes_on.into_iter().max().unwrap_or(0).into()
}

/// The piece that a lane moves at once: a word, or its whole wider access.
/// Wider accesses are aligned, so their words conflict together or not at all.
#[derive(Clone, Copy)]
pub(crate) struct Unit {
    /// log2 of its bytes.
    shift: u32,
    /// Groups of lanes served one after another.
    groups: u32,
}

impl Unit {
    #[inline(always)]
    pub(crate) fn of(bytes: u32) -> Unit {
        match bytes {
            16 => Unit {
                shift: 4,
                groups: 4,
            },
            8 => Unit {
                shift: 3,
                groups: 2,
            },
            _ => Unit {
                shift: 2,
                groups: 1,
            },
        }
    }

    /// The same with two groups served at once.
    fn in_pairs(self) -> Unit {
        Unit {
            groups: self.groups.div_ceil(2),
            ..self
        }
    }

    /// The bank, counting banks of the unit's size.
    #[inline(always)]
    fn bank(self, unit: u64) -> usize {
        unit as usize & ((128 >> self.shift) - 1)
    }

    /// The masks of lanes of each group that has an active lane.
    pub(crate) fn active_groups(self, active: u32) -> impl Iterator<Item = u32> {
        let lanes = 32 / self.groups;
        let first = u32::MAX >> (32 - lanes);
        (0..self.groups)
            .map(move |g| active & first << (g * lanes))
            .filter(|&group| group != 0)
    }

    /// Passes of a full warp with the same distance from lane to lane, the
    /// usual case, without looking at each lane's bank: a group has as many
    /// lanes as there are banks of the unit's size.
    #[inline(always)]
    fn regular<A: Copy + Into<u64>>(self, addresses: &[A; 32], active: u32) -> Option<Regular> {
        let step = stride(addresses).filter(|_| active == u32::MAX)?;
        let unit_bytes = 1 << self.shift;
        let both = |load: u32, store: u32| {
            let passes = |total: u32| Wavefronts {
                total,
                ideal: self.groups.min(total),
            };
            Some(Regular {
                load: passes(load),
                store: passes(store),
            })
        };
        match step.unsigned_abs() {
            0 => both(self.groups.div_ceil(2), self.groups),
            bytes if bytes < 4 => both(1, 1),
            bytes if bytes % unit_bytes == 0 => {
                let banks = 7 - self.shift;
                let degree = 1 << (bytes >> self.shift).trailing_zeros().min(banks);
                both(self.groups * degree, self.groups * degree)
            }
            _ => None,
        }
    }
}

/// Passes of a regular access.
struct Regular {
    load: Wavefronts,
    store: Wavefronts,
}

/// The distance from lane to lane, if it is the same everywhere.
#[inline(always)]
pub(crate) fn stride<A: Copy + Into<u64>>(addresses: &[A; 32]) -> Option<i64> {
    let first: u64 = addresses[0].into();
    let step = addresses[1].into().wrapping_sub(first);
    let mut differs = 0;
    for pair in addresses.windows(2) {
        differs |= pair[1].into().wrapping_sub(pair[0].into()) ^ step;
    }
    (differs == 0).then_some(step as i64)
}

/// The active lanes of a mask, rising.
#[inline(always)]
pub fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            lane
        })
    })
}

/// The most distinct units of some lanes that lie on one bank.
#[inline]
fn degree<A: Copy + Into<u64>>(addresses: &[A; 32], group: u32, unit: Unit) -> u32 {
    match one_on_each_bank(addresses, group, unit) {
        true => 1,
        false => Group::new().add_all(addresses, group, unit),
    }
}

/// Whether some lanes, of which there are any, want one unit of each bank at most: most accesses
/// do. Each lane writes what it wants on its bank, and then finds it there or another's.
#[inline(always)]
fn one_on_each_bank<A: Copy + Into<u64>>(addresses: &[A; 32], group: u32, unit: Unit) -> bool {
    let first = addresses[group.trailing_zeros() as usize % 32];
    let mut wanted = [first; 32];
    for (lane, (wanted, &address)) in wanted.iter_mut().zip(addresses).enumerate() {
        *wanted = if group >> lane & 1 != 0 {
            address
        } else {
            first
        };
    }
    let of_unit = |address: A| address.into() & (u64::MAX << unit.shift);
    let mut on_bank = [first; 32];
    for address in wanted {
        on_bank[unit.bank(address.into() >> unit.shift)] = address;
    }
    let mut others = 0;
    for address in wanted {
        let there = on_bank[unit.bank(address.into() >> unit.shift)];
        others |= of_unit(there) ^ of_unit(address);
    }
    others == 0 && group != 0
}

/// The distinct units of some lanes, and how many the fullest bank has.
#[derive(Clone)]
struct Group {
    /// An open-addressing table; `used` says which slots hold a unit.
    slots: [u64; 64],
    used: u64,
    on_bank: [u8; 32],
    degree: u32,
}

impl Group {
    fn new() -> Group {
        Group {
            slots: [0; 64],
            used: 0,
            on_bank: [0; 32],
            degree: 0,
        }
    }

    /// Adds the units of `lanes` and returns the degree.
    fn add_all<A: Copy + Into<u64>>(&mut self, addresses: &[A; 32], group: u32, unit: Unit) -> u32 {
        for lane in lanes(group) {
            let value = addresses[lane].into() >> unit.shift;
            if self.insert(value) {
                let on_bank = &mut self.on_bank[unit.bank(value)];
                *on_bank += 1;
                self.degree = self.degree.max((*on_bank).into());
            }
        }
        self.degree
    }

    /// Whether the unit is new.
    #[inline(always)]
    fn insert(&mut self, unit: u64) -> bool {
        let mut slot = (unit.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58) as usize;
        while self.used >> slot & 1 != 0 {
            if self.slots[slot] == unit {
                return false;
            }
            slot = (slot + 1) & 63;
        }
        self.used |= 1 << slot;
        self.slots[slot] = unit;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn stride(bytes: u32) -> [u32; 32] {
        std::array::from_fn(|lane| lane as u32 * bytes)
    }

    fn check(step: u32, bytes: u32, total: u32) {
        let count = load(&stride(step), u32::MAX, bytes);
        assert_eq!(count.total, total, "load of {bytes} every {step}");
        let count = store(&stride(step), u32::MAX, bytes);
        assert_eq!(count.total, total, "store of {bytes} every {step}");
    }

    /// Passes of loads of 8 and 16 bytes whose lanes read these of the vectors.
    fn wide(place: impl Fn(u64) -> u64) -> (u32, u32) {
        let passes = |bytes: u32| {
            let addresses = std::array::from_fn(|lane| place(lane as u64) * u64::from(bytes));
            load(&addresses, !0, bytes).total
        };
        (passes(8), passes(16))
    }

    /// Measured on an H200, `l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld`.
    #[test]
    fn wide_loads_serve_two_groups_at_once_if_neighbours_read_the_same() {
        assert_eq!(wide(|lane| lane), (2, 4));
        assert_eq!(wide(|lane| lane / 2), (1, 2));
        assert_eq!(wide(|lane| lane / 8), (1, 2));
        assert_eq!(wide(|lane| lane & 1), (1, 2));
        assert_eq!(wide(|lane| lane % 4), (2, 4));
        assert_eq!(wide(|lane| lane % 8), (2, 4));
        assert_eq!(wide(|lane| lane % 16), (2, 4));
        assert_eq!(wide(|lane| if lane < 16 { lane } else { 0 }), (2, 4));
        assert_eq!(wide(|lane| lane ^ 1), (2, 4));
        assert_eq!(wide(|lane| 2 * (lane % 16)), (4, 8));
        assert_eq!(wide(|lane| lane % 8 * 4 + lane / 8), (4, 16));
        assert_eq!(wide(|lane| lane * 17 % 1024), (2, 4));
    }

    #[test]
    fn strides_take_the_measured_passes() {
        let words = [
            (1, 1),
            (2, 2),
            (3, 1),
            (4, 4),
            (8, 8),
            (16, 16),
            (32, 32),
            (33, 1),
        ];
        for (words, passes) in words {
            check(4 * words, 4, passes);
        }
        for (step, passes) in [(8, 2), (16, 4), (64, 16)] {
            check(step, 8, passes);
        }
        for (step, passes) in [(16, 4), (32, 8), (64, 16), (128, 32)] {
            check(step, 16, passes);
        }
    }

    #[test]
    fn width_is_not_a_conflict() {
        for (bytes, passes) in [(4, 1), (8, 2), (16, 4)] {
            let count = load(&stride(bytes), u32::MAX, bytes);
            assert_eq!((count.total, count.conflicts()), (passes, 0));
        }
        let count = load(&stride(16), u32::MAX, 8);
        assert_eq!((count.total, count.conflicts()), (4, 2));
    }

    #[test]
    fn a_broadcast_takes_one_pass_for_each_two_groups() {
        for (bytes, passes) in [(1, 1), (2, 1), (4, 1), (8, 1), (16, 2)] {
            assert_eq!(load(&[64u32; 32], u32::MAX, bytes).total, passes);
            assert_eq!(load(&[64u32; 32], 0xf0f0_f0f0, bytes).total, passes);
        }
        assert_eq!(load(&[64u32; 32], 0xff, 16).total, 1);
    }

    #[test]
    fn without_broadcasts_each_lane_takes_its_bank_alone() {
        assert_eq!(lane_by_lane(&[64u32; 32], u32::MAX, 4).total, 32);
        assert_eq!(lane_by_lane(&[64u32; 32], 0xff, 4).total, 8);
        assert_eq!(lane_by_lane(&stride(4), u32::MAX, 4).total, 1);
        assert_eq!(lane_by_lane(&[64u32; 32], u32::MAX, 16).total, 32);
    }

    #[test]
    fn bytes_of_one_word_do_not_conflict() {
        assert_eq!(load(&stride(1), u32::MAX, 1).total, 1);
        assert_eq!(store(&stride(2), u32::MAX, 2).total, 1);
    }

    #[test]
    fn only_groups_with_active_lanes_take_a_pass() {
        assert_eq!(store(&stride(16), 0x0000_00ff, 16).total, 1);
        assert_eq!(load(&stride(8), 0, 8).total, 0);
    }

    #[test]
    fn atomics_of_lanes_on_one_word_serialise() {
        let words = |n: u32| -> [u32; 32] { std::array::from_fn(|lane| lane as u32 % n * 4) };
        for (distinct, passes) in [(1, 32), (2, 16), (8, 4), (32, 1)] {
            let count = atomic(&words(distinct), u32::MAX, 4, SameWord::Serial);
            assert_eq!(count.total, passes, "{distinct} words");
            let count = atomic(&words(distinct), u32::MAX, 4, SameWord::Merged);
            assert_eq!(count.total, 1, "{distinct} words, merged");
        }
        assert_eq!(atomic(&stride(32), u32::MAX, 4, SameWord::Serial).total, 8);
    }

    #[test]
    fn a_spinning_compare_and_swap_serves_the_first_lane_of_each_bank() {
        let served = |step, bytes| first_on_each_bank(&stride(step), u32::MAX, bytes);
        assert_eq!(served(4, 4), u32::MAX);
        assert_eq!(served(8, 4), 0x0000_ffff);
        assert_eq!([served(0, 4), served(128, 4)], [1, 1]);
        assert_eq!([served(8, 8), served(0, 8)], [u32::MAX, 0x0001_0001]);
        assert_eq!(first_on_each_bank(&stride(0), 0xff00, 4), 0x0100);
        let passes = |active, bytes| once_a_group(active, bytes).total;
        assert_eq!(
            [passes(u32::MAX, 4), passes(u32::MAX, 8), passes(1, 8)],
            [1, 2, 1]
        );
    }

    /// The most distinct units that any bank has to deliver.
    fn degree(addresses: &[u32; 32], group: u32, shift: u32) -> u32 {
        let units: BTreeSet<u32> = (0..32)
            .filter(|lane| group >> lane & 1 != 0)
            .map(|lane| addresses[lane] >> shift)
            .collect();
        (0..32)
            .map(|bank| {
                units
                    .iter()
                    .filter(|&&u| u % (128 >> shift) == bank)
                    .count() as u32
            })
            .max()
            .expect("banks")
    }

    /// Passes of a store through banks of eight bytes: in each group of lanes the most words of
    /// eight bytes that one bank holds.
    fn passes_of_wide_banks(addresses: &[u32; 32], active: u32, bytes: u32) -> u32 {
        let lanes_together = if bytes == 16 { 16 } else { 32 };
        let groups = (0..32).step_by(lanes_together);
        let passes = |first: usize| {
            let lanes = (first..first + lanes_together).filter(|lane| active >> lane & 1 == 1);
            let words: BTreeSet<u32> = lanes
                .flat_map(|lane| [addresses[lane] / 8, (addresses[lane] + bytes - 1) / 8])
                .collect();
            let on = |bank: u32| words.iter().filter(|&&word| word % 32 == bank).count();
            (0..32).map(on).max().unwrap_or(0) as u32
        };
        groups.map(passes).sum()
    }

    proptest! {
        #[test]
        fn banks_of_eight_bytes_take_the_passes_of_a_count_by_brute_force(
            words in prop::array::uniform32(0u32..300),
            active: u32,
            shift in 0u32..5,
        ) {
            let bytes = 1 << shift;
            let addresses = words.map(|word| word * bytes);
            let config = SharedConfig {
                conflicts: true,
                broadcast: true,
                bank_bytes: 8,
                cas_passes: 2,
            };
            let (halved, width) = config.halved(&addresses, bytes).expect("banks are wide");
            let count = store(&halved, active, width);
            prop_assert_eq!(count.total, passes_of_wide_banks(&addresses, active, bytes));
            let narrow = SharedConfig { bank_bytes: 4, ..config };
            prop_assert!(narrow.halved(&addresses, bytes).is_none());
        }

        #[test]
        fn passes_equal_a_count_by_brute_force(
            units in prop::array::uniform32(0u32..100), active: u32, shift in 2u32..5,
        ) {
            let addresses = units.map(|u| u << shift);
            let lanes = 32 >> (shift - 2);
            let groups = (0..1 << (shift - 2))
                .map(|g| active & (u32::MAX >> (32 - lanes)) << (g * lanes));
            let want: u32 = groups.map(|g| degree(&addresses, g, shift)).sum();
            prop_assert_eq!(store(&addresses, active, 1 << shift).total, want);
            let got = load(&addresses, active, 1 << shift).total;
            let least = degree(&addresses, active, shift);
            prop_assert!(least <= got && got <= want);
        }

        #[test]
        fn regular_accesses_equal_the_general_count(
            first in 0u32..50, step in 0u32..80, shift in 0u32..5, down: bool,
        ) {
            let mut addresses: [u32; 32] =
                std::array::from_fn(|lane| (first + lane as u32 * step) << shift);
            if down {
                addresses.reverse();
            }
            let unit = Unit::of(1 << shift);
            let mut passes = 0;
            for group in unit.active_groups(u32::MAX) {
                passes += Group::new().add_all(&addresses, group, unit);
            }
            prop_assert_eq!(store(&addresses, u32::MAX, 1 << shift).total, passes);
            let general = match unit.groups {
                1 => passes,
                _ => load_by_groups(&addresses, u32::MAX, unit).total,
            };
            prop_assert_eq!(load(&addresses, u32::MAX, 1 << shift).total, general);
        }
    }
}
