//! Which slice of the L2, and which line of its DRAM, an address belongs to.
//!
//! Pages of 4 KB belong to one side of the L2; which one is the parity of some
//! bits of the address, so that of a pair of pages each side has one. The pages of a
//! side are shuffled in decks of so many neighbours, and their chunks of 512 bytes
//! dealt to the shards in groups: each group of as many chunks as there are shards
//! puts one on every shard, rotated by two from one group to the next, and by a hash
//! from one deal of so many groups to the next. So the chunks of a page lie on shards
//! of their own, the same as those of its pair on the other side; a range of many
//! decks is spread evenly, and so are strides within a page, which skip every second
//! chunk, or more, of one deal; few pages, and strides of many, lie as chance will
//! have it; and the mapping is one to one. The real shuffle is not public and differs
//! between units: its seed is a parameter.
//!
//! The bits come from pairs of loads 2^k bytes apart, of which both are near as
//! often as those bits say (H200, k from 7 to 28, measured: `batch_2_*` and the
//! same to 256 MB); the chunk's size from the rate of atomics on 1 KB of
//! counters, which is that of two slices (H200, measured); the size of a deck from
//! what the busiest slice is asked for, of ranges and strides (H200, measured:
//! `micro/h200/dealt`).

use crate::image::placement::placed_line;
use crate::l2::L2Config;
use crate::message::LINE_SHIFT;

/// log2 of the lines of a page.
const PAGE_SHIFT: u32 = 5;
/// log2 of the groups of a deal.
const DEAL_SHIFT: u32 = 4;
/// Shards by which a group of a deal is rotated beyond the one before it.
const ROTATION: u64 = 2;
/// Pages that a deck may have at most.
pub const MOST_DECK: usize = 64;

/// Where a line lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Home {
    /// The shard.
    pub shard: u32,
    /// The side of the shard.
    pub side: u8,
    /// The line's number among those of this shard and side.
    pub local: u64,
}

/// The address function.
#[derive(Clone, Copy, Debug)]
pub struct Interleave {
    shards: Divisor,
    /// The bits of a line's number whose parity is its side; none, if there is one.
    side_bits: u64,
    deck_shift: u32,
    /// Where each page of a deck comes to lie, before the deck's rotation, ...
    deck: [u8; MOST_DECK],
    /// ... and which page lies where.
    undealt: [u8; MOST_DECK],
    chunk_shift: u32,
    seed: u64,
}

impl Interleave {
    /// That of an L2.
    pub fn new(l2: &L2Config) -> Interleave {
        let bits = l2.side_bits.iter().filter(|_| l2.two_sides);
        let deck = shuffled(l2.deck_pages as usize, l2.hash_seed);
        let mut undealt = [0; MOST_DECK];
        for (page, &place) in (0..).zip(&deck) {
            undealt[usize::from(place)] = page;
        }
        Interleave {
            shards: Divisor::new(l2.shards.into()),
            side_bits: bits.fold(0, |bits, bit| bits | 1 << (bit - LINE_SHIFT)),
            deck_shift: l2.deck_pages.trailing_zeros(),
            deck,
            undealt,
            chunk_shift: l2.chunk_lines.trailing_zeros(),
            seed: l2.hash_seed,
        }
    }

    /// Slices: one of each shard on each side.
    pub fn slices(&self) -> u64 {
        self.shards.divisor << u32::from(self.side_bits != 0)
    }

    /// Where a line (address >> 7) lives.
    #[inline(always)]
    pub fn home(&self, line: u64) -> Home {
        let line = placed_line(line);
        let (side, line) = match self.side_bits {
            0 => (0, line),
            bits => split(line, bits),
        };
        let line = self.shuffle(gather(line));
        let chunk = line >> self.chunk_shift;
        let in_chunk = line & ((1 << self.chunk_shift) - 1);
        let (group, index) = self.shards.divide(chunk);
        let (_, shard) = self.shards.divide(index + self.rotation(group));
        Home {
            shard: shard as u32,
            side,
            local: group << self.chunk_shift | in_chunk,
        }
    }

    /// Which stretch of so many bytes (a power of two, two pages at least) the address of a line of a shard lies in,
    /// given its number there. Of a pair of pages, one for each side, both lie in the same.
    #[inline]
    pub fn stretch(&self, shard: u32, local: u64, bytes: u32) -> u64 {
        let group = local >> self.chunk_shift;
        let in_chunk = local & ((1 << self.chunk_shift) - 1);
        let (_, rotation) = self.shards.divide(self.rotation(group));
        let shards = self.shards.divisor;
        let (_, index) = self.shards.divide(u64::from(shard) + shards - rotation);
        let line = (group * shards + index) << self.chunk_shift | in_chunk;
        let page = self.unshuffle(line >> PAGE_SHIFT);
        let sides = u32::from(self.side_bits != 0);
        page << (PAGE_SHIFT + sides + LINE_SHIFT) >> bytes.trailing_zeros()
    }

    /// Shards by which a group of chunks is rotated.
    #[inline(always)]
    fn rotation(&self, group: u64) -> u64 {
        ROTATION * group + mix(group >> DEAL_SHIFT ^ self.seed)
    }

    /// Where a side's line lies when the pages of its deck have been shuffled.
    #[inline(always)]
    fn shuffle(&self, line: u64) -> u64 {
        let in_page = line & ((1 << PAGE_SHIFT) - 1);
        let page = line >> PAGE_SHIFT;
        let deck = page >> self.deck_shift;
        let place = (page + self.cut(deck)) & ((1 << self.deck_shift) - 1);
        let page = deck << self.deck_shift | u64::from(self.deck[place as usize % MOST_DECK]);
        page << PAGE_SHIFT | in_page
    }

    /// Which page lies there when the pages of its deck have been shuffled.
    #[inline(always)]
    fn unshuffle(&self, page: u64) -> u64 {
        let in_deck = (1 << self.deck_shift) - 1;
        let deck = page >> self.deck_shift;
        let place = u64::from(self.undealt[(page & in_deck) as usize % MOST_DECK]);
        deck << self.deck_shift | place.wrapping_sub(self.cut(deck)) & in_deck
    }

    /// By how many pages a deck is rotated before it is shuffled.
    #[inline(always)]
    fn cut(&self, deck: u64) -> u64 {
        mix(!deck ^ self.seed)
    }
}

/// The numbers of so many pages, shuffled.
fn shuffled(pages: usize, seed: u64) -> [u8; MOST_DECK] {
    let mut deck = std::array::from_fn(|page| page as u8);
    for last in (1..pages).rev() {
        let other = mix(seed ^ last as u64) % (last as u64 + 1);
        deck.swap(last, other as usize);
    }
    deck
}

/// Swaps bits 8 and 9 of the address: of each 1 KB the first and the third
/// quarter lie together, and the second and the fourth.
#[inline(always)]
fn gather(line: u64) -> u64 {
    line & !0b110 | (line & 0b010) << 1 | (line & 0b100) >> 1
}

/// A line's side, which is the parity of some bits, and its number among the
/// lines of that side.
#[inline(always)]
fn split(line: u64, side_bits: u64) -> (u8, u64) {
    let in_page = line & ((1 << PAGE_SHIFT) - 1);
    let pair = line >> (PAGE_SHIFT + 1);
    let side = (line & side_bits).count_ones() & 1;
    (side as u8, pair << PAGE_SHIFT | in_page)
}

/// A number by which others are often divided: the host multiplies several
/// times as fast.
#[derive(Clone, Copy, Debug)]
struct Divisor {
    divisor: u64,
    /// 2^64 less one over the divisor, rounded down.
    reciprocal: u64,
}

impl Divisor {
    fn new(divisor: u64) -> Divisor {
        Divisor {
            divisor,
            reciprocal: u64::MAX / divisor,
        }
    }

    /// Quotient and remainder.
    #[inline(always)]
    fn divide(self, value: u64) -> (u64, u64) {
        let product = u128::from(value) * u128::from(self.reciprocal);
        // The reciprocal is too small by 1 at most, and so is the quotient.
        let quotient = (product >> 64) as u64;
        let remainder = value - quotient * self.divisor;
        match remainder < self.divisor {
            true => (quotient, remainder),
            false => (quotient + 1, remainder - self.divisor),
        }
    }
}

/// A hash of 63 bits.
#[inline(always)]
pub(crate) fn mix(value: u64) -> u64 {
    let value = (value ^ value >> 31).wrapping_mul(0x7fb5_d329_728e_a185);
    let value = (value ^ value >> 27).wrapping_mul(0x81da_def4_bc2d_d44d);
    (value ^ value >> 33) >> 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::h200;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn interleave() -> Interleave {
        Interleave::new(&h200().l2)
    }

    fn side(line: u64) -> u8 {
        interleave().home(line).side
    }

    fn count(lines: impl Iterator<Item = u64>) -> Vec<u32> {
        let interleave = interleave();
        let mut on = vec![0; 96];
        for line in lines {
            let home = interleave.home(line);
            on[home.shard as usize * 2 + home.side as usize] += 1;
        }
        on
    }

    proptest! {
        #[test]
        fn a_line_lies_in_the_stretch_of_its_address(line in 0u64..1 << 40) {
            let interleave = interleave();
            let Home { shard, local, .. } = interleave.home(line);
            for bytes in [1 << 13, 1 << 16, 1 << 20] {
                let stretch = (placed_line(line) << LINE_SHIFT) / u64::from(bytes);
                prop_assert_eq!(interleave.stretch(shard, local, bytes), stretch);
            }
        }

        #[test]
        fn a_divisor_divides(value: u64, divisor in 1u64..10_000, near in 0u64..3) {
            let exact = value / divisor * divisor;
            for value in [value, exact, exact.wrapping_sub(near), u64::MAX] {
                let wanted = (value / divisor, value % divisor);
                prop_assert_eq!(Divisor::new(divisor).divide(value), wanted);
            }
        }
    }

    #[test]
    fn no_two_lines_share_a_home() {
        let interleave = interleave();
        let homes: BTreeSet<_> = (0..40_000)
            .map(|line| interleave.home(line))
            .map(|h| (h.shard, h.side, h.local))
            .collect();
        assert_eq!(homes.len(), 40_000);
    }

    #[test]
    fn a_page_lies_on_one_side_and_the_next_one_on_the_other() {
        for page in (0..4096).step_by(2) {
            let first = side(page * 32);
            assert!((0..32).all(|line| side(page * 32 + line) == first));
            assert_eq!(side(page * 32 + 32), 1 - first);
        }
    }

    /// How often lines that lie so many bytes apart share a side.
    #[test]
    fn distant_lines_share_a_side_as_often_as_measured() {
        let measured = [
            (1024, 0.75),
            (2048, 0.6),
            (4096, 0.36),
            (8192, 0.19),
            (16384, 0.53),
            (32768, 0.2),
            (65536, 0.52),
            (131_072, 0.2),
            (262_144, 0.5),
            (524_288, 0.16),
            (1 << 20, 0.59),
            (1 << 21, 0.35),
            (1 << 22, 0.2),
        ];
        for (apart, wanted) in measured {
            let mut same = 0;
            for i in 0..10_000 {
                let line = mix(i) % (1 << 22);
                same += u32::from(side(line) == side(line + apart / 128));
            }
            let share = f64::from(same) / 1e4;
            assert!((share - wanted).abs() < 0.12, "{apart}: {share}, {wanted}");
        }
    }

    #[test]
    fn a_pair_of_pages_lies_on_the_same_eight_shards_of_its_sides() {
        let shards = |page: u64| -> BTreeSet<u32> {
            let lines = page * 32..page * 32 + 32;
            lines.map(|line| interleave().home(line).shard).collect()
        };
        for page in (0..4096).step_by(2) {
            assert_eq!(shards(page).len(), 8);
            assert_eq!(shards(page), shards(page + 1));
        }
    }

    #[test]
    fn a_contiguous_range_is_spread_evenly() {
        let on = count(0..96 * 4 * 100);
        assert!(on.iter().all(|&n| n == 400), "{on:?}");
    }

    #[test]
    fn a_power_of_two_stride_reaches_all_slices() {
        for shift in 3..16 {
            let on = count((0..9600).map(|i| i << shift));
            assert!(
                on.iter().all(|&n| (40..200).contains(&n)),
                "2^{shift}: {on:?}"
            );
        }
    }
}
