//! The 16-bit float formats: reading them, and rounding into them.
//!
//! Arithmetic on halves is done in double precision, rounded to odd, and rounded
//! once more here. The `half` crate is not used: its conversion from doubles
//! drops low bits that decide ties.

use sim_isa::modifier::Rounding;

/// The NaN that 16-bit instructions return.
pub(super) const NAN: u16 = 0x7fff;

/// A 16-bit float format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// IEEE half precision: 5 bits of exponent, 10 of fraction.
    F16,
    /// bfloat16: 8 bits of exponent, 7 of fraction.
    Bf16,
}

impl Format {
    /// Bits of the fraction.
    const fn fraction(self) -> u32 {
        match self {
            Format::F16 => 10,
            Format::Bf16 => 7,
        }
    }

    /// What is added to an exponent to store it.
    const fn bias(self) -> i32 {
        match self {
            Format::F16 => 15,
            Format::Bf16 => 127,
        }
    }

    /// The bits of infinity.
    const fn infinity(self) -> u16 {
        match self {
            Format::F16 => 0x7c00,
            Format::Bf16 => 0x7f80,
        }
    }

    /// The bits of 1.0.
    pub(super) const fn one(self) -> u16 {
        match self {
            Format::F16 => 0x3c00,
            Format::Bf16 => 0x3f80,
        }
    }

    /// The number that 16 bits stand for.
    pub(in crate::exec) fn read(self, bits: u16) -> f64 {
        let magnitude = bits & 0x7fff;
        let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
        if magnitude >= self.infinity() {
            // A NaN keeps its payload, for conversions to doubles.
            let fraction = u64::from(magnitude & !self.infinity());
            let sign = u64::from(bits >> 15) << 63;
            return f64::from_bits(sign | 0x7ff << 52 | fraction << (52 - self.fraction()));
        }
        let fraction = i32::from(magnitude & ((1 << self.fraction()) - 1));
        let exponent = i32::from(magnitude >> self.fraction());
        let least = 1 - self.bias() - self.fraction() as i32;
        match exponent {
            0 => sign * f64::from(fraction) * power(least),
            _ => {
                let whole = fraction + (1 << self.fraction());
                sign * f64::from(whole) * power(least + exponent - 1)
            }
        }
    }

    /// A number rounded to 16 bits.
    pub(super) fn round(self, value: f64, rounding: Rounding) -> u16 {
        if value.is_nan() {
            return NAN;
        }
        let negative = value.is_sign_negative();
        let sign = u16::from(negative) << 15;
        if value.is_infinite() {
            return sign | self.infinity();
        }
        let magnitude = self.round_magnitude(value.abs(), negative, rounding);
        sign | magnitude.min(self.largest(negative, rounding))
    }

    /// A number cut off to 16 bits; one too large is infinite.
    pub(in crate::exec) fn cut(self, value: f64) -> u16 {
        let too_large = value.abs() >= power(self.bias() + 1);
        let rounding = if too_large {
            Rounding::Rn
        } else {
            Rounding::Rz
        };
        self.round(value, rounding)
    }

    /// What a number too large becomes.
    const fn largest(self, negative: bool, rounding: Rounding) -> u16 {
        let infinite = match rounding {
            Rounding::Rn => true,
            Rounding::Rm => negative,
            Rounding::Rp => !negative,
            Rounding::Rz => false,
        };
        self.infinity() - if infinite { 0 } else { 1 }
    }

    fn round_magnitude(self, magnitude: f64, negative: bool, rounding: Rounding) -> u16 {
        let stored = (magnitude.to_bits() >> 52) as i32;
        let exponent = (stored - 1023).max(1 - self.bias());
        if exponent > self.bias() {
            return u16::MAX;
        }
        let scaled = magnitude * power(self.fraction() as i32 - exponent);
        let whole = scaled.floor();
        let rest = scaled - whole;
        let up = match rounding {
            Rounding::Rn => rest > 0.5 || (rest == 0.5 && whole % 2.0 == 1.0),
            Rounding::Rm => negative && rest > 0.0,
            Rounding::Rp => !negative && rest > 0.0,
            Rounding::Rz => false,
        };
        // A carry out of the fraction goes into the exponent, as it should.
        let above = (exponent + self.bias() - 1) << self.fraction();
        (above + whole as i32 + i32::from(up)) as u16
    }

    /// A subnormal number as the zero of its sign.
    pub(super) const fn flush(self, bits: u16, ftz: bool) -> u16 {
        match ftz && bits & self.infinity() == 0 {
            true => bits & 0x8000,
            false => bits,
        }
    }

    /// Whether bits are those of a NaN.
    pub(super) const fn is_nan(self, bits: u16) -> bool {
        bits & 0x7fff > self.infinity()
    }
}

/// Two to the power of a small number.
fn power(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_rounds_to_itself() {
        for format in [Format::F16, Format::Bf16] {
            for bits in (0..=u16::MAX).filter(|bits| !format.is_nan(*bits)) {
                for rounding in [Rounding::Rn, Rounding::Rm, Rounding::Rp, Rounding::Rz] {
                    assert_eq!(format.round(format.read(bits), rounding), bits);
                }
            }
        }
    }

    #[test]
    fn reading_agrees_with_the_half_crate() {
        for bits in 0..=u16::MAX {
            let f16 = half::f16::from_bits(bits).to_f64();
            let bf16 = half::bf16::from_bits(bits).to_f64();
            for (format, other) in [(Format::F16, f16), (Format::Bf16, bf16)] {
                let read = format.read(bits);
                assert!(
                    read == other || read.is_nan() && other.is_nan(),
                    "{bits:#x}"
                );
            }
        }
    }

    #[test]
    fn between_two_numbers_the_direction_decides() {
        for format in [Format::F16, Format::Bf16] {
            for bits in 0..format.infinity() - 1 {
                let (low, high) = (format.read(bits), format.read(bits + 1));
                let (middle, over) = ((low + high) / 2.0, low + (high - low) * 0.5001);
                let even = bits + (bits & 1);
                assert_eq!(format.round(middle, Rounding::Rn), even);
                assert_eq!(format.round(over, Rounding::Rn), bits + 1);
                assert_eq!(format.round(middle, Rounding::Rz), bits);
                assert_eq!(format.round(middle, Rounding::Rp), bits + 1);
                assert_eq!(format.round(-middle, Rounding::Rm), 0x8000 | (bits + 1));
                assert_eq!(format.round(-middle, Rounding::Rp), 0x8000 | bits);
            }
        }
    }

    #[test]
    fn numbers_too_large_become_infinite_or_stay_finite() {
        let large = 1e39;
        for format in [Format::F16, Format::Bf16] {
            assert_eq!(format.round(large, Rounding::Rn), format.infinity());
            assert_eq!(format.round(large, Rounding::Rz), format.infinity() - 1);
            assert_eq!(
                format.round(-large, Rounding::Rp),
                0x8000 | (format.infinity() - 1)
            );
            assert_eq!(
                format.round(-large, Rounding::Rm),
                0x8000 | format.infinity()
            );
        }
    }
}
