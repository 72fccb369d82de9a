//! Initial values of buffers.
//!
//! The kinds and their formulas are those of the truth sets, so that a simulated launch and a
//! measured one begin from the same bytes. All of them give element `i` by itself: buffers
//! are filled in parallel, and the values can be computed again when a check asks for them.

use rayon::prelude::*;

/// Bytes that one parallel task fills: large against the cost of a task, small against a cache.
const TASK_BYTES: usize = 1 << 18;

/// The hash behind the pseudo-random kinds, in wrapping 32-bit arithmetic.
#[inline(always)]
pub fn mix(index: u32, seed: u32) -> u32 {
    let mut x = index
        .wrapping_mul(2_654_435_761)
        .wrapping_add(seed.wrapping_mul(0x9E37_79B9));
    x ^= x >> 16;
    x = x.wrapping_mul(0x85EB_CA6B);
    x ^= x >> 13;
    x = x.wrapping_mul(0xC2B2_AE35);
    x ^ (x >> 16)
}

/// A formula for element `i`, with its parameters evaluated. The number in a name is the width
/// of what it writes, whatever the type of the buffer's elements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pattern {
    /// Zero bytes.
    Zero,
    /// The same 32 bits everywhere.
    Constant(u32),
    /// `i` as 32-bit integer.
    IotaI32,
    /// `i` as float.
    IotaF32,
    /// Uniform in `[low, high)`, computed in single precision.
    HashF32 {
        /// Which sequence.
        seed: u32,
        /// Smallest value.
        low: f32,
        /// Bound from above.
        high: f32,
    },
    /// Uniform in `[0, 1)` in steps of 2^-32.
    HashF64 {
        /// Which sequence.
        seed: u32,
    },
    /// 32 bits, or their remainder where `modulus` is not 0.
    HashU32 {
        /// Which sequence.
        seed: u32,
        /// The values are below it; 0 for all values.
        modulus: u32,
    },
    /// 8 bits.
    HashU8 {
        /// Which sequence.
        seed: u32,
    },
}

impl Pattern {
    /// Bytes of what the formula gives for one `i`.
    pub const fn bytes(self) -> usize {
        match self {
            Pattern::Zero | Pattern::HashU8 { .. } => 1,
            Pattern::HashF64 { .. } => 8,
            Pattern::Constant(_)
            | Pattern::IotaI32
            | Pattern::IotaF32
            | Pattern::HashF32 { .. }
            | Pattern::HashU32 { .. } => 4,
        }
    }

    /// Fills memory whose first byte is that of element `first`.
    pub fn fill(self, first: u64, bytes: &mut [u8]) {
        let first = first as u32;
        match self {
            Pattern::Zero => bytes.par_chunks_mut(TASK_BYTES).for_each(|c| c.fill(0)),
            Pattern::Constant(bits) => each(first, bytes, |_| bits.to_le_bytes()),
            Pattern::IotaI32 => each(first, bytes, u32::to_le_bytes),
            Pattern::IotaF32 => each(first, bytes, |i| (i as f32).to_le_bytes()),
            Pattern::HashF32 { seed, low, high } => {
                each(first, bytes, |i| {
                    hash_f32(mix(i, seed), low, high).to_le_bytes()
                });
            }
            Pattern::HashF64 { seed } => {
                each(first, bytes, |i| {
                    (f64::from(mix(i, seed)) * 2f64.powi(-32)).to_le_bytes()
                });
            }
            Pattern::HashU32 { seed, modulus: 0 } => {
                each(first, bytes, |i| mix(i, seed).to_le_bytes())
            }
            Pattern::HashU32 { seed, modulus } => {
                each(first, bytes, |i| (mix(i, seed) % modulus).to_le_bytes());
            }
            Pattern::HashU8 { seed } => each(first, bytes, |i| [mix(i, seed) as u8]),
        }
    }
}

fn hash_f32(hash: u32, low: f32, high: f32) -> f32 {
    low + (high - low) * ((hash >> 8) as f32 * 2f32.powi(-24))
}

/// Writes `f(i)` to each whole element in parallel. An index is 32 bits wide, as `mix` has it.
fn each<const SIZE: usize>(first: u32, bytes: &mut [u8], f: impl Fn(u32) -> [u8; SIZE] + Sync) {
    let per_task = TASK_BYTES / SIZE;
    let tasks = bytes.par_chunks_mut(per_task * SIZE).enumerate();
    tasks.for_each(|(task, chunk)| {
        let first = first.wrapping_add((task * per_task) as u32);
        let (elements, _) = chunk.as_chunks_mut::<SIZE>();
        for (index, element) in (0..).zip(elements) {
            *element = f(first.wrapping_add(index));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values computed from the formula by hand in Python, independent of this code.
    #[test]
    fn mix_gives_the_published_values() {
        assert_eq!(mix(0, 0), 0);
        assert_eq!(mix(0, 1), 0x92ca2f0e);
        assert_eq!(mix(1, 0), 0x11fd02eb);
        assert_eq!(mix(123_456_789, 42), 0xc63db41c);
    }

    #[test]
    fn a_fill_in_many_tasks_equals_the_formula_element_by_element() {
        let mut bytes = vec![0; 4 * 200_000];
        let (seed, low, high) = (3, -2.0, 5.0);
        Pattern::HashF32 { seed, low, high }.fill(0, &mut bytes);
        for i in [0, 1, 65_535, 65_536, 131_071, 199_999] {
            let unit = (mix(i, seed) >> 8) as f32 / 16_777_216.0;
            let at = 4 * i as usize;
            assert_eq!(bytes[at..at + 4], (low + (high - low) * unit).to_le_bytes());
        }
    }

    #[test]
    fn a_modulus_bounds_the_values_and_bytes_keep_the_low_bits() {
        let mut words = vec![0; 4 * 1000];
        Pattern::HashU32 {
            seed: 9,
            modulus: 7,
        }
        .fill(0, &mut words);
        let below = words.chunks(4).all(|w| w[0] < 7 && w[1..] == [0, 0, 0]);
        assert!(below);
        let mut bytes = vec![0; 100];
        Pattern::HashU8 { seed: 9 }.fill(0, &mut bytes);
        assert_eq!(bytes[99], (mix(99, 9) & 255) as u8);
    }
}
