//! Arithmetic of 16-bit floats against one of integers: numbers as whole multiples of a small
//! unit, exact sums and products, and one rounding done bit by bit. It shares nothing with what
//! it tests.

use proptest::prelude::*;
use sim_ir::kernel::eval;
use sim_ir::kernel::{BinaryOp, CompareOp, Rounding, Type};

/// A format: bits of the fraction, and the exponent of the smallest normal number.
#[derive(Clone, Copy)]
struct Format {
    ty: Type,
    pair: Type,
    fraction: u32,
    least: i32,
}

const HALF: Format = Format {
    ty: Type::F16,
    pair: Type::F16x2,
    fraction: 10,
    least: -14,
};
const BFLOAT: Format = Format {
    ty: Type::Bf16,
    pair: Type::Bf16x2,
    fraction: 7,
    least: -126,
};

/// Numbers are multiples of `2^-UNIT`, products of `2^-(2 * UNIT)`.
const UNIT: i32 = 30;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Number {
    Nan,
    Infinite(bool),
    /// Sign, and the size in units; a zero has its sign, too.
    Finite(bool, i128),
}

impl Format {
    fn exponents(self) -> u32 {
        15 - self.fraction
    }

    fn infinity(self) -> u16 {
        (((1u32 << self.exponents()) - 1) << self.fraction) as u16
    }

    fn read(self, bits: u16) -> Number {
        let (minus, size) = (bits >> 15 != 0, bits & 0x7fff);
        if size >= self.infinity() {
            return match size == self.infinity() {
                true => Number::Infinite(minus),
                false => Number::Nan,
            };
        }
        let field = i32::from(size >> self.fraction);
        let fraction = i128::from(size) & ((1 << self.fraction) - 1);
        let whole = if field == 0 { 0 } else { 1 << self.fraction };
        let exponent = self.least + field.max(1) - 1 - self.fraction as i32;
        let units = match exponent + UNIT {
            up if up >= 0 => (fraction + whole) << up,
            down => (fraction + whole) >> -down,
        };
        Number::Finite(minus, units)
    }

    /// Rounds a size of `2^-scale` units to nearest, ties to even.
    fn round(self, minus: bool, size: i128, scale: i32) -> u16 {
        let sign = if minus { 0x8000 } else { 0 };
        if size == 0 {
            return sign;
        }
        let top = 127 - size.leading_zeros() as i32 - scale;
        let last = top.max(self.least) - self.fraction as i32;
        let drop = last + scale;
        let kept = match drop {
            drop if drop > 0 => {
                let (kept, rest) = (size >> drop, size & ((1 << drop) - 1));
                let middle = 1i128 << (drop - 1);
                kept + i128::from(rest > middle || rest == middle && kept & 1 == 1)
            }
            drop => size << -drop,
        };
        // What was rounded up to the next power of two goes on counting in its place.
        let field = (last + self.fraction as i32 - self.least) as i128;
        let bits = kept + (field << self.fraction);
        sign | bits.min(self.infinity().into()) as u16
    }

    fn finish(self, result: Option<(bool, i128)>, otherwise: Number, scale: i32) -> u16 {
        match (result, otherwise) {
            (Some((minus, size)), _) => self.round(minus, size, scale),
            (None, Number::Infinite(minus)) => self.infinity() | if minus { 0x8000 } else { 0 },
            (None, _) => 0x7fff,
        }
    }

    /// `a * b + c`.
    fn fma(self, a: u16, b: u16, c: u16) -> u16 {
        let (a, b, c) = (self.read(a), self.read(b), self.read(c));
        let product = multiply(a, b);
        let addend = match c {
            Number::Finite(minus, size) => Number::Finite(minus, size << UNIT),
            other => other,
        };
        self.written(add(product, addend), 2 * UNIT)
    }

    fn add(self, a: u16, b: u16) -> u16 {
        self.written(add(self.read(a), self.read(b)), UNIT)
    }

    fn multiply(self, a: u16, b: u16) -> u16 {
        self.written(multiply(self.read(a), self.read(b)), 2 * UNIT)
    }

    fn written(self, number: Number, scale: i32) -> u16 {
        match number {
            Number::Finite(minus, size) => self.finish(Some((minus, size)), number, scale),
            other => self.finish(None, other, scale),
        }
    }

    /// A number of any exponent that the units can hold.
    fn any(self) -> impl Strategy<Value = u16> {
        let (low, high) = (-UNIT + self.fraction as i32, 16);
        let bias = 1 - self.least;
        let fields = (low + bias).max(0)..(high + bias);
        let fraction = 0u16..1 << self.fraction;
        let shift = self.fraction;
        let finite = (any::<bool>(), fields, fraction).prop_map(move |(minus, field, fraction)| {
            u16::from(minus) << 15 | (field as u16) << shift | fraction
        });
        let infinity = self.infinity();
        prop_oneof![
            20 => finite,
            1 => Just(0u16), 1 => Just(0x8000u16),
            1 => Just(infinity), 1 => Just(infinity | 0x8000), 1 => Just(infinity | 1)
        ]
    }
}

fn multiply(a: Number, b: Number) -> Number {
    let minus = |x: bool, y: bool| x != y;
    match (a, b) {
        (Number::Nan, _) | (_, Number::Nan) => Number::Nan,
        (Number::Infinite(x), Number::Infinite(y)) => Number::Infinite(minus(x, y)),
        (Number::Infinite(_), Number::Finite(_, 0))
        | (Number::Finite(_, 0), Number::Infinite(_)) => Number::Nan,
        (Number::Infinite(x), Number::Finite(y, _))
        | (Number::Finite(x, _), Number::Infinite(y)) => Number::Infinite(minus(x, y)),
        (Number::Finite(x, m), Number::Finite(y, n)) => Number::Finite(minus(x, y), m * n),
    }
}

fn add(a: Number, b: Number) -> Number {
    match (a, b) {
        (Number::Nan, _) | (_, Number::Nan) => Number::Nan,
        (Number::Infinite(x), Number::Infinite(y)) if x != y => Number::Nan,
        (Number::Infinite(x), _) | (_, Number::Infinite(x)) => Number::Infinite(x),
        (Number::Finite(x, m), Number::Finite(y, n)) => {
            let signed = |minus: bool, size: i128| if minus { -size } else { size };
            let sum = signed(x, m) + signed(y, n);
            let minus = sum < 0 || sum == 0 && x && y;
            Number::Finite(minus, sum.abs())
        }
    }
}

fn format() -> impl Strategy<Value = Format> {
    prop_oneof![Just(HALF), Just(BFLOAT)]
}

fn operands() -> impl Strategy<Value = (Format, [u16; 3], [u16; 3])> {
    format().prop_flat_map(|format| {
        let three = || [(); 3].map(|()| format.any());
        (Just(format), three(), three())
    })
}

impl std::fmt::Debug for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.ty)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn sums_products_and_fused_ones_are_rounded_once((format, x, y) in operands()) {
        let ty = format.ty;
        let pair = |at: usize| u64::from(y[at]) << 16 | u64::from(x[at]);
        let both = |f: &dyn Fn([u16; 3]) -> u16| u64::from(f(y)) << 16 | u64::from(f(x));
        let [a, b, c] = x.map(u64::from);
        let binary = |op, a, b| eval::binary(op, ty, a, b);
        prop_assert_eq!(binary(BinaryOp::Add, a, b), u64::from(format.add(x[0], x[1])));
        prop_assert_eq!(binary(BinaryOp::Sub, a, b), u64::from(format.add(x[0], x[1] ^ 0x8000)));
        prop_assert_eq!(binary(BinaryOp::Mul, a, b), u64::from(format.multiply(x[0], x[1])));
        let fused = eval::fma(Rounding::Nearest, ty, a, b, c);
        prop_assert_eq!(fused, u64::from(format.fma(x[0], x[1], x[2])));
        let fused = eval::fma(Rounding::Nearest, format.pair, pair(0), pair(1), pair(2));
        prop_assert_eq!(fused, both(&|v| format.fma(v[0], v[1], v[2])));
        let sum = eval::binary(BinaryOp::Add, format.pair, pair(0), pair(1));
        prop_assert_eq!(sum, both(&|v| format.add(v[0], v[1])));
    }

    #[test]
    fn comparisons_and_extremes_go_by_the_numbers((format, [a, b, _], _) in operands()) {
        let order = match (format.read(a), format.read(b)) {
            (Number::Nan, _) | (_, Number::Nan) => None,
            (x, y) => Some(rank(x).cmp(&rank(y))),
        };
        let [x, y] = [a, b].map(u64::from);
        for (op, holds) in [
            (CompareOp::Eq, order.is_some_and(|o| o.is_eq())),
            (CompareOp::Ne, order.is_none_or(|o| o.is_ne())),
            (CompareOp::Lt, order.is_some_and(|o| o.is_lt())),
            (CompareOp::Ge, order.is_some_and(|o| o.is_ge())),
        ] {
            prop_assert_eq!(eval::compare(op, format.ty, x, y), holds);
        }
        let least = eval::binary(BinaryOp::Min, format.ty, x, y) as u16;
        let wanted = match (format.read(a), format.read(b)) {
            (Number::Nan, Number::Nan) => 0x7fff,
            (Number::Nan, _) => b,
            (_, Number::Nan) => a,
            _ if order.is_some_and(|o| o.is_eq()) => if a >> 15 != 0 { a } else { b },
            _ => if order.is_some_and(|o| o.is_lt()) { a } else { b },
        };
        prop_assert_eq!(least, wanted);
    }

    #[test]
    fn a_single_is_rounded_to_the_nearest_number(format in format(), size in 0u32..1 << 24, shift in 0..20i32, minus: bool) {
        let single = size as f32 * 2f32.powi(-shift) * if minus { -1.0 } else { 1.0 };
        let bits = eval::convert(Type::F32, format.ty, Rounding::Nearest, single.to_bits().into());
        prop_assert_eq!(bits as u16, format.round(minus, size.into(), shift));
    }
}

fn rank(number: Number) -> i128 {
    match number {
        Number::Nan => 0,
        Number::Infinite(minus) => {
            if minus {
                i128::MIN
            } else {
                i128::MAX
            }
        }
        Number::Finite(minus, size) => {
            if minus {
                -size
            } else {
                size
            }
        }
    }
}
