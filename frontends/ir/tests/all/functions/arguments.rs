//! Arguments: special ones, all exponents, and many that look random.

use std::fmt::Debug;

/// A float of either precision.
pub trait Number: Copy + Debug {
    /// Bytes of one.
    const SIZE: usize;
    fn bits(self) -> u64;
    fn of_bits(bits: u64) -> Self;
    fn is_nan(self) -> bool;
    fn text(self) -> String {
        format!("{self:?} ({:#x})", self.bits())
    }
}

impl Number for f32 {
    const SIZE: usize = 4;
    fn bits(self) -> u64 {
        self.to_bits().into()
    }
    fn of_bits(bits: u64) -> f32 {
        f32::from_bits(bits as u32)
    }
    fn is_nan(self) -> bool {
        self.is_nan()
    }
}

impl Number for f64 {
    const SIZE: usize = 8;
    fn bits(self) -> u64 {
        self.to_bits()
    }
    fn of_bits(bits: u64) -> f64 {
        f64::from_bits(bits)
    }
    fn is_nan(self) -> bool {
        self.is_nan()
    }
}

/// A float of 16 bits, of either kind, as bits.
impl Number for u16 {
    const SIZE: usize = 2;
    fn bits(self) -> u64 {
        self.into()
    }
    fn of_bits(bits: u64) -> u16 {
        bits as u16
    }
    /// NaNs must agree in every bit, too.
    fn is_nan(self) -> bool {
        false
    }
}

/// Arguments of functions of two; functions of one take the first.
pub struct Pairs<T> {
    pub x: Vec<T>,
    pub y: Vec<T>,
}

impl<T: Number> Pairs<T> {
    fn new() -> Self {
        Pairs {
            x: Vec::new(),
            y: Vec::new(),
        }
    }

    fn push(&mut self, x: T, y: T) {
        self.x.push(x);
        self.y.push(y);
    }

    /// All of the values with each other.
    fn cross(&mut self, values: &[T]) {
        for &x in values {
            values.iter().for_each(|&y| self.push(x, y));
        }
    }

    /// Whole blocks of threads.
    fn filled(mut self) -> Self {
        while !self.x.len().is_multiple_of(super::machine::BLOCK) {
            self.push(T::of_bits(0), T::of_bits(0));
        }
        self
    }
}

/// A generator of 64 bits that look random (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Arguments where something changes: in special cases, polynomials, ranges of results.
fn special_singles() -> Vec<f32> {
    let bits = [
        0,
        1,
        2,
        0x7f_ffff,
        0x80_0000,
        0x80_0001,
        0x7f7f_ffff,
        0x7f80_0000,
        0x7f80_0001,
        0x7fc0_0000,
        0x7fff_ffff,
        0x3f7f_ffff,
        0x3f80_0001,
        0x3a00_b43c,
    ];
    let values = [
        1.0,
        2.0,
        3.0,
        0.5,
        0.25,
        1.5,
        10.0,
        87.3,
        88.72,
        88.73,
        89.0,
        103.97,
        104.0,
        127.0,
        128.0,
        149.5,
        150.0,
        152.0,
        105_614.99,
        105_615.0,
        1e10,
        1e30,
        0.6,
        0.56,
        9.01,
        4_194_304.5,
    ];
    let positive = bits.map(f32::from_bits).into_iter().chain(values);
    positive.flat_map(|x| [x, -x]).collect()
}

/// For singles: some 24,000 pairs.
pub fn singles() -> Pairs<f32> {
    let (mut pairs, mut random) = (Pairs::new(), Random(1));
    pairs.cross(&special_singles());
    for exponent in 0..=255u32 {
        for n in 0..24 {
            let noise = random.next();
            let mantissa = [0, 0x7f_ffff, 0x40_0000][..].get(n).copied();
            let mantissa = mantissa.unwrap_or(noise as u32 & 0x7f_ffff);
            let x = f32::from_bits((noise >> 32) as u32 & 0x8000_0000 | exponent << 23 | mantissa);
            pairs.push(x, f32::from_bits((noise >> 20) as u32));
        }
    }
    for range in [1.0, 2.0, 11.0, 120.0, 1e4, 3e5] {
        for _ in 0..2048 {
            let (x, y) = (random.between(-range, range), random.between(-20.0, 20.0));
            pairs.push(x as f32, y as f32);
        }
    }
    // Powers of whole numbers, and of numbers near 1.
    for n in 0..2048 {
        let x = random.between(-9.0, 9.0) as f32;
        pairs.push(x, (n % 81 - 40) as f32);
        let near = 1.0 + random.between(-1e-4, 1e-4);
        pairs.push(near as f32, random.between(-2e5, 2e5) as f32);
    }
    pairs.filled()
}

/// For floats of 16 bits: each, beside others that look random and ones near it.
pub fn halves() -> Pairs<u16> {
    let (mut pairs, mut random) = (Pairs::new(), Random(3));
    for x in 0..=u16::MAX {
        let noise = random.next();
        let far = noise as u16;
        let near = x.wrapping_add((noise >> 16) as u16 % 64).wrapping_sub(32);
        pairs.push(x, if noise >> 63 == 0 { far } else { near });
    }
    pairs.filled()
}

/// Arguments where a function changes: in special cases, polynomials, ranges of results.
fn special_doubles() -> Vec<f64> {
    let values = [
        0.25,
        0.4,
        0.5,
        0.56,
        0.575,
        0.65,
        0.66,
        1.0,
        1.5,
        2.0,
        3.0,
        5.92,
        10.0,
        19.06,
        27.25,
        53.0,
        307.7,
        323.6,
        708.4,
        709.79,
        710.48,
        745.2,
        1022.0,
        1075.0,
        2_147_483_647.5,
        2_147_483_648.0,
        4_503_599_627_370_496.5,
        9_007_199_254_740_993.0,
        1e30,
        1e300,
    ];
    values.into_iter().flat_map(|x| [x, -x]).collect()
}

/// Numbers of the ranges that functions map to numbers neither infinite nor zero.
fn push_ranges(pairs: &mut Pairs<f64>, random: &mut Random) {
    for range in [1.0, 2.0, 11.0, 120.0, 800.0, 1e4, 3e9] {
        for _ in 0..1500 {
            let (x, y) = (random.between(-range, range), random.between(-20.0, 20.0));
            pairs.push(x, y);
        }
    }
    // Powers of positive numbers, and of numbers near 1; of all signs to whole numbers.
    for n in 0..1500 {
        pairs.push(random.between(0.0, 40.0), random.between(-190.0, 190.0));
        let near = 1.0 + random.between(-1e-4, 1e-4);
        pairs.push(near, random.between(-6e6, 6e6));
        pairs.push(random.between(-9.0, 9.0), f64::from(n % 161 - 80));
    }
    // Angles of all exponents that are reduced with many bits of pi.
    for exponent in 31..1024 {
        for _ in 0..4 {
            let x = f64::from_bits(random.next() >> 12 | (exponent + 1023) << 52);
            pairs.push(x, random.between(-2.0, 2.0));
        }
    }
}

/// For doubles: some 60,000 pairs.
pub fn doubles() -> Pairs<f64> {
    let (mut pairs, mut random) = (Pairs::new(), Random(2));
    let special: Vec<f64> = [
        0,
        1,
        2,
        3,
        0xf_ffff_ffff_ffff,
        0x10_0000_0000_0000,
        0x10_0000_0000_0001,
        0x34f_ffff_ffff_ffff,
        0x350_0000_0000_0000,
        0x360_0000_0000_0000,
        0x3fdf_ffff_ffff_ffff,
        0x3ff0_0000_0000_0000,
        0x3ff0_0000_0000_0001,
        0x4008_0000_0000_0000,
        0x7f80_0000_0000_0000,
        0x7fe0_0000_0000_0000,
        0x7fef_ffff_ffff_ffff,
        0x7ff0_0000_0000_0000,
        0x7ff0_0000_0000_0001,
        0x7ff8_0000_0000_0000,
        0x7fff_ffff_ffff_ffff,
    ]
    .into_iter()
    .flat_map(|bits| [bits, bits | 1 << 63].map(f64::from_bits))
    .collect();
    pairs.cross(&special);
    // Quotients a little below 1.5 and above 2.5 times the least number: rounded twice, each
    // would go the wrong way.
    let near_half = [
        (0x0178_0000_0000_0001, 0x4490_0000_0000_0001),
        (0x0173_ffff_ffff_ffff, 0x447f_ffff_ffff_fffe),
    ];
    for (x, y) in near_half {
        pairs.push(f64::from_bits(x), f64::from_bits(y));
    }
    for exponent in 0..=2047u64 {
        for n in 0..10u64 {
            let noise = random.next();
            let mantissa = if n == 0 {
                0
            } else {
                noise & 0xf_ffff_ffff_ffff
            };
            let x = f64::from_bits(noise & 1 << 63 | exponent << 52 | mantissa);
            // Quotients near the least normal number, near the largest, and anywhere.
            let other = match n % 3 {
                0 => (exponent + 2045 + noise % 64)
                    .saturating_sub(1023)
                    .min(2046),
                1 => (exponent + 1023).saturating_sub(2046 + 8 - noise % 16),
                _ => noise >> 40 & 2047,
            };
            let low = if n % 4 == 1 { 0 } else { random.next() >> 12 };
            pairs.push(x, f64::from_bits(other << 52 | low));
        }
    }
    for _ in 0..12_000 {
        let (x, y) = (random.next(), random.next());
        pairs.push(f64::from_bits(x), f64::from_bits(y));
    }
    pairs.cross(&special_doubles());
    push_ranges(&mut pairs, &mut random);
    pairs.filled()
}
