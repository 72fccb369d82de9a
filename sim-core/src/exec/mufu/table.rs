//! The unit's data path: a table look-up, two products and one sum.
//!
//! A function is cut into segments of equal length. The leading bits of the
//! argument choose a segment, the 17 that follow are `x`, and the result is
//! `c0 + c1·x + c2·x²`, cut off, never rounded: the bias is in the sum. This is
//! the quadratic interpolator of Oberman and Siu ("A High-Performance
//! Area-Efficient Multifunction Interpolator", ARITH 2005).

/// The coefficients of one function.
pub(super) struct Table<const SEGMENTS: usize> {
    /// Added to every result, in units of 2^-41: it centres the error that
    /// cutting off leaves.
    pub bias: i64,
    /// `[c0, c1, c2]` in units of 2^-26, 2^-24 and 2^-26. A power of two of them.
    pub segments: [[i32; 3]; SEGMENTS],
}

/// Bits of the argument within a segment.
pub(super) const STEP_BITS: u32 = 17;

impl<const SEGMENTS: usize> Table<SEGMENTS> {
    /// The function at `argument`, whose leading bits number the segment and
    /// whose last 17 are the place in it, in units of 2^-41.
    #[inline(always)]
    pub fn at(&self, argument: u32) -> i64 {
        let [c0, c1, c2] = self.segments[(argument >> STEP_BITS) as usize & (SEGMENTS - 1)];
        let x = argument & ((1 << STEP_BITS) - 1);
        (i64::from(c0) << 15)
            + self.bias
            + i64::from(c1) * i64::from(x as i32)
            + i64::from(c2) * i64::from(square(x) as i32)
    }
}

/// The square of `x`, a fraction of 17 bits, as a fraction of 15 bits.
///
/// The squarer adds the products of pairs of bits, each pair once, with the
/// weight 2^-(i+j-1), and each bit by itself, with 2^-2i; products of weights
/// below 2^-15 don't exist, so that nothing is carried out of them. Line `i` holds
/// bit `i` itself and its pairs with the later bits, for which a shift serves.
#[inline(always)]
fn square(x: u32) -> u32 {
    let mut sum = 0;
    for i in 1..8 {
        let chosen = 0u32.wrapping_sub(x >> (STEP_BITS - i) & 1);
        let partners = (x & ((1 << (STEP_BITS - i)) - 1)) >> (i + 1);
        sum += chosen & (partners + (1 << (15 - 2 * i)));
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_square_falls_short_by_the_products_that_are_left_out() {
        assert_eq!(square(0), 0);
        assert_eq!(square(1 << 16), 1 << 13);
        assert_eq!(square(0b11 << 15), 9 << 11);
        for x in (0..1 << STEP_BITS).step_by(7) {
            let exact = f64::from(x) * f64::from(x) / f64::from(1 << 19);
            let short = exact - f64::from(square(x));
            assert!((0.0..8.0).contains(&short), "{x}: {short}");
        }
    }
}
