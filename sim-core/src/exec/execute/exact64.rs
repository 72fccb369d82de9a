//! Sums and products of doubles with directed rounding, subnormals included.
//!
//! The host rounds to nearest only, and an error term found with a fused
//! multiply-add is not exact where results are subnormal or overflow. So the
//! exact result is formed in 128 bits, with a sticky bit for what falls off its
//! end, and rounded once. Held bit for bit against an H200 (`tests/all/hardware.rs`).

use sim_isa::modifier::Rounding;

/// `mantissa * 2^exponent`; the last bit is also set if something beyond it was lost.
#[derive(Clone, Copy)]
struct Exact {
    negative: bool,
    exponent: i32,
    mantissa: u128,
}

/// Where sums keep their highest bit: room for a carry above.
const TOP: u32 = 125;

impl Exact {
    /// A finite double.
    fn of(value: f64) -> Exact {
        let bits = value.to_bits();
        let stored = (bits >> 52 & 0x7ff) as i32;
        let fraction = u128::from(bits & ((1 << 52) - 1));
        let hidden = u128::from(stored != 0) << 52;
        Exact {
            negative: value.is_sign_negative(),
            exponent: stored.max(1) - 1075,
            mantissa: fraction | hidden,
        }
    }

    fn product(self, other: Exact) -> Exact {
        Exact {
            negative: self.negative != other.negative,
            exponent: self.exponent + other.exponent,
            mantissa: self.mantissa * other.mantissa,
        }
    }

    /// The same with its highest bit at [`TOP`]; zero far below everything.
    fn raised(self) -> Exact {
        if self.mantissa == 0 {
            return Exact {
                exponent: -10_000,
                ..self
            };
        }
        let shift = TOP as i32 - (127 - self.mantissa.leading_zeros() as i32);
        Exact {
            exponent: self.exponent - shift,
            mantissa: self.mantissa << shift,
            ..self
        }
    }

    fn sum(self, other: Exact, rounding: Rounding) -> Exact {
        let (a, b) = (self.raised(), other.raised());
        let (large, small) = match a.exponent >= b.exponent {
            true => (a, b),
            false => (b, a),
        };
        let below = shifted(small.mantissa, (large.exponent - small.exponent) as u32);
        let signed = |negative: bool, m: u128| if negative { -(m as i128) } else { m as i128 };
        let sum = signed(large.negative, large.mantissa) + signed(small.negative, below);
        let negative = match sum {
            0 if large.negative == small.negative => large.negative,
            0 => rounding == Rounding::Rm,
            sum => sum < 0,
        };
        Exact {
            negative,
            exponent: large.exponent,
            mantissa: sum.unsigned_abs(),
        }
    }

    fn round(self, rounding: Rounding) -> f64 {
        let sign = u64::from(self.negative) << 63;
        if self.mantissa == 0 {
            return f64::from_bits(sign);
        }
        let top = 127 - self.mantissa.leading_zeros() as i32;
        let last = (self.exponent + top - 52).max(-1074);
        let drop = last - self.exponent;
        let (whole, exact) = match drop {
            1.. => {
                let whole = dropped(self.mantissa, drop as u32);
                (whole, self.fits(drop))
            }
            _ => (self.mantissa << -drop, true),
        };
        let up = !exact
            && match rounding {
                Rounding::Rn => self.is_nearer_above(last),
                Rounding::Rm => self.negative,
                Rounding::Rp => !self.negative,
                Rounding::Rz => false,
            };
        // The hidden bit, if it is there, counts one into the exponent.
        let above = ((last + 1074) as u64) << 52;
        let bits = above + whole as u64 + u64::from(up);
        const INFINITY: u64 = 0x7ff0_0000_0000_0000;
        if bits < INFINITY {
            return f64::from_bits(sign | bits);
        }
        let finite = match rounding {
            Rounding::Rn => false,
            Rounding::Rm => !self.negative,
            Rounding::Rp => self.negative,
            Rounding::Rz => true,
        };
        f64::from_bits(sign | (INFINITY - u64::from(finite)))
    }

    /// Whether the last `drop` bits are zeros.
    fn fits(self, drop: i32) -> bool {
        self.mantissa.trailing_zeros() as i32 >= drop
    }

    /// Whether the number above is nearer, or as near and even.
    fn is_nearer_above(self, last: i32) -> bool {
        let drop = (last - self.exponent) as u32;
        if drop > 127 {
            return false;
        }
        let rest = self.mantissa & ((1 << drop) - 1);
        let half = 1u128 << (drop - 1);
        let odd = dropped(self.mantissa, drop) & 1 == 1;
        rest > half || (rest == half && odd)
    }
}

/// A mantissa without its last bits.
fn dropped(mantissa: u128, bits: u32) -> u128 {
    mantissa.checked_shr(bits).unwrap_or(0)
}

/// The same, with the last bit set if something was lost.
fn shifted(mantissa: u128, bits: u32) -> u128 {
    let kept = dropped(mantissa, bits);
    let lost = kept.checked_shl(bits).unwrap_or(0) != mantissa;
    kept | u128::from(lost)
}

/// a + b of finite doubles.
pub(super) fn add([a, b]: [f64; 2], rounding: Rounding) -> f64 {
    Exact::of(a).sum(Exact::of(b), rounding).round(rounding)
}

/// a * b of finite doubles.
pub(super) fn mul([a, b]: [f64; 2], rounding: Rounding) -> f64 {
    Exact::of(a).product(Exact::of(b)).round(rounding)
}

/// a * b + c of finite doubles.
pub(super) fn fma([a, b, c]: [f64; 3], rounding: Rounding) -> f64 {
    let product = Exact::of(a).product(Exact::of(b));
    product.sum(Exact::of(c), rounding).round(rounding)
}
