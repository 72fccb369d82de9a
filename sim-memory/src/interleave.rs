//! Which slice of the L2, and which line of its DRAM, an address belongs to.
//!
//! Chunks of 512 bytes go to shards in groups: each group of as many chunks
//! as there are shards puts one on every shard, rotated by a hash of the
//! group, and successive groups alternate between the sides of a shard in a
//! hashed order. So a contiguous range is spread evenly, a power-of-two
//! stride pseudo-randomly, and the mapping is one to one. The real function is
//! not public and differs between units: the seed is a parameter.
//!
//! The chunk's size comes from the rate of atomics on 1 KB of counters, which
//! is that of two slices (H200, measured).

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
    two_sides: bool,
    chunk_shift: u32,
    seed: u64,
}

impl Interleave {
    /// For so many shards of one side or two; `chunk_lines` is a power of two.
    pub fn new(shards: u32, two_sides: bool, chunk_lines: u32, seed: u64) -> Interleave {
        Interleave {
            shards: Divisor::new(shards.into()),
            two_sides,
            chunk_shift: chunk_lines.trailing_zeros(),
            seed,
        }
    }

    /// Where a line (address >> 7) lives.
    #[inline]
    pub fn home(&self, line: u64) -> Home {
        let chunk = line >> self.chunk_shift;
        let in_chunk = line & ((1 << self.chunk_shift) - 1);
        let (group, index) = self.shards.divide(chunk);
        let (_, shard) = self.shards.divide(index + mix(group ^ self.seed));
        let (side, group) = match self.two_sides {
            true => (self.side(group, shard), group >> 1),
            false => (0, group),
        };
        Home {
            shard: shard as u32,
            side,
            local: group << self.chunk_shift | in_chunk,
        }
    }

    /// Of two successive groups, one goes to each side.
    fn side(&self, group: u64, shard: u64) -> u8 {
        let flip = mix((group >> 1) * self.shards.divisor + shard + self.seed.rotate_left(17));
        ((group ^ flip) & 1) as u8
    }
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
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn count(lines: impl Iterator<Item = u64>) -> Vec<u32> {
        let interleave = Interleave::new(48, true, 4, 1);
        let mut on = vec![0; 96];
        for line in lines {
            let home = interleave.home(line);
            on[home.shard as usize * 2 + home.side as usize] += 1;
        }
        on
    }

    proptest! {
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
        let interleave = Interleave::new(48, true, 4, 7);
        let homes: BTreeSet<_> = (0..40_000)
            .map(|line| interleave.home(line))
            .map(|h| (h.shard, h.side, h.local))
            .collect();
        assert_eq!(homes.len(), 40_000);
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
