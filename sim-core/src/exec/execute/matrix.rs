//! Products of matrices, as tensor cores compute them.
//!
//! Every lane holds a fragment of each matrix. Lane `4 i + t` has of row `i` of the first factor, and of
//! column `i` of the second, word `t` of every four; a second register holds row `i + 8`, further ones the
//! next four words of each (PTX ISA, `mma`, fragments of each shape). Of what is added to it has the elements
//! in columns `2 t` and `2 t + 1`.
//!
//! Floats are multiplied exactly. A row's products are added up at once, with what they are added to, and not
//! rounded in between: all are shifted to the largest one's exponent and cut off behind so many bits, the sum is
//! exact, and becomes a float towards zero, a half to the nearest (ties to even). A product's exponent is the sum
//! of its factors', so it may be twice as large as it says; zeros do not count; a sum of zero is plus zero; a NaN
//! is `0x7fffffff`, or `0x7fff`; what is too large is infinite. (An H200: `tests/data/matrices`, eight kinds of numbers
//! in eight shapes, all equal; with a bit more or less behind the point, or in steps of half a row, they are not.)
//!
//! Doubles are a chain of fused multiply-adds, as if each step were a DFMA. Integers wrap, or are clamped.

use super::narrow::Format;
use crate::exec::Row;
use crate::exec::uop::{FloatProduct, IntegerProduct, Product, Uop};
use crate::exec::warp::WarpState;
use sim_isa::modifier::{BmmaOp, HmmaFactors, HmmaSum, ImmaA, ImmaB, Rounding};

/// Columns of every product.
const COLUMNS: usize = 8;
/// Rows of a fragment's register.
const EIGHT: usize = 8;
/// Most rows.
const ROWS: usize = 16;
/// Most words of a row or column.
const WORDS: usize = 8;
/// Most elements of a row or column of floats.
const TERMS: usize = 16;

/// A value of each row.
type Rows<T> = [T; ROWS];

/// The words of a factor: of a's rows, of b's columns.
type Factor = [[u32; WORDS]; ROWS];

/// Carries out a product.
#[inline(always)]
pub(super) fn multiply(uop: &Uop, warp: &mut WarpState, lanes: u32, product: Product) {
    match product {
        Product::Float(float) => multiply_floats(uop, warp, lanes, float),
        Product::Integer(integer) => {
            let IntegerProduct {
                eights, registers, ..
            } = integer;
            let shape = (usize::from(eights), usize::from(registers));
            each_sum(uop, warp, lanes, shape, |a, b, sum| {
                integer_sum(a, b, sum, integer)
            });
        }
        Product::Bits(op) => each_sum(uop, warp, lanes, (2, 2), |a, b, sum| {
            let pairs = a.iter().zip(b);
            let ones = pairs.map(|(a, b)| match op {
                BmmaOp::Xor => (a ^ b).count_ones(),
                BmmaOp::And => (a & b).count_ones(),
            });
            sum.wrapping_add(ones.sum::<u32>())
        }),
        Product::Double => multiply_doubles(uop, warp, lanes),
    }
}

/// The rows of a, or the columns of b, of so many eights and registers for each.
#[inline(always)]
fn factor(uop: &Uop, warp: &WarpState, slot: usize, eights: usize, registers: usize) -> Factor {
    let mut words = [[0; WORDS]; ROWS];
    for register in 0..eights * registers {
        let row = warp.data_row(uop, slot, register);
        for (lane, word) in row.into_iter().enumerate() {
            words[EIGHT * (register % eights) + lane / 4][4 * (register / eights) + lane % 4] =
                word;
        }
    }
    words
}

/// The lane that holds an element of the sums, and which of its register pair.
#[inline(always)]
fn place(row: usize, column: usize) -> (usize, usize) {
    (4 * (row % EIGHT) + column / 2, column % 2)
}

/// Works out every sum of words by itself, from a row, a column and what they are added to.
fn each_sum(
    uop: &Uop,
    warp: &mut WarpState,
    lanes: u32,
    (eights, registers): (usize, usize),
    sum: impl Fn(&[u32], &[u32], u32) -> u32,
) {
    let a = factor(uop, warp, 0, eights, registers);
    let b = factor(uop, warp, 1, 1, registers);
    let words = 4 * registers;
    for eight in 0..eights {
        let before = [0, 1].map(|of| warp.data_row(uop, 2, 2 * eight + of));
        let mut after = before;
        for (row, a) in a.iter().enumerate().skip(EIGHT * eight).take(EIGHT) {
            for (column, b) in b[..COLUMNS].iter().enumerate() {
                let (lane, of) = place(row, column);
                after[of][lane] = sum(&a[..words], &b[..words], before[of][lane]);
            }
        }
        for (of, row) in after.iter().enumerate() {
            warp.write_row(uop, 2 * eight + of, lanes, row);
        }
    }
}

/// Adds up the products of two rows of packed integers.
fn integer_sum(a: &[u32], b: &[u32], sum: u32, product: IntegerProduct) -> u32 {
    let words = a.iter().zip(b);
    let products: i64 = match (product.a, product.b) {
        (ImmaA::U8 | ImmaA::S8, _) => words.map(|(&a, &b)| bytes(a, b, product)).sum(),
        (ImmaA::U4 | ImmaA::S4, _) => words.map(|(&a, &b)| nibbles(a, b, product)).sum(),
    };
    let sum = i64::from(sum as i32) + products;
    match product.saturates {
        true => sum.clamp(i32::MIN.into(), i32::MAX.into()) as u32,
        false => sum as u32,
    }
}

/// Adds up the products of four bytes.
fn bytes(a: u32, b: u32, product: IntegerProduct) -> i64 {
    let element = |byte: u8, signed| match signed {
        true => i32::from(byte as i8),
        false => i32::from(byte),
    };
    let pairs = a.to_le_bytes().into_iter().zip(b.to_le_bytes());
    let sum: i32 = pairs
        .map(|(a, b)| element(a, product.a == ImmaA::S8) * element(b, product.b == ImmaB::S8))
        .sum();
    sum.into()
}

/// Adds up the products of eight times four bits.
fn nibbles(a: u32, b: u32, product: IntegerProduct) -> i64 {
    let element = |word: u32, at: u32, signed| {
        let high = word << (28 - 4 * at);
        match signed {
            true => high as i32 >> 28,
            false => (high >> 28) as i32,
        }
    };
    let one = |at| element(a, at, product.a == ImmaA::S4) * element(b, at, product.b == ImmaB::S4);
    (0..8).map(one).sum::<i32>().into()
}

/// DMMA: lane `4 i + t` has element `t` of a's row `i` and of b's column `i`.
fn multiply_doubles(uop: &Uop, warp: &mut WarpState, lanes: u32) {
    let double = |slot, word: usize| {
        let [low, high] = [0, 1].map(|half: usize| warp.data_row(uop, slot, 2 * word + half));
        std::array::from_fn::<f64, 32, _>(|lane| {
            f64::from_bits(u64::from(high[lane]) << 32 | u64::from(low[lane]))
        })
    };
    let (a, b, mut sums) = (double(0, 0), double(1, 0), [double(2, 0), double(2, 1)]);
    for row in 0..EIGHT {
        for column in 0..COLUMNS {
            let (lane, of) = place(row, column);
            let terms = (0..4).map(|term| (a[4 * row + term], b[4 * column + term]));
            sums[of][lane] = terms.fold(sums[of][lane], |sum, (a, b)| a.mul_add(b, sum));
        }
    }
    for (word, sums) in sums.iter().enumerate() {
        let half = |shift: u32| sums.map(|sum| (canonical(sum).to_bits() >> shift) as u32);
        warp.write_row(uop, 2 * word, lanes, &half(0));
        warp.write_row(uop, 2 * word + 1, lanes, &half(32));
    }
}

/// The NaN that double arithmetic writes.
fn canonical(value: f64) -> f64 {
    match value.is_nan() {
        true => f64::from_bits(0xfff8_0000_0000_0000),
        false => value,
    }
}

/// How a format lays out a number.
#[derive(Clone, Copy)]
struct Layout {
    fraction: u32,
    exponents: u32,
}

/// Half precision.
const HALF: Layout = Layout::of(5, 10);
/// bfloat16.
const BFLOAT: Layout = Layout::of(8, 7);
/// TF32, without the bits that it leaves unused.
const TF32: Layout = Layout::of(8, 10);
/// Single precision.
const SINGLE: Layout = Layout::of(8, 23);

/// The exponent of zeros, which is nobody's.
const NOTHING: i32 = -1 << 20;

impl Layout {
    const fn of(exponents: u32, fraction: u32) -> Layout {
        Layout {
            fraction,
            exponents,
        }
    }

    #[inline(always)]
    fn top(self) -> u32 {
        (1 << self.exponents) - 1
    }

    #[inline(always)]
    fn bias(self) -> i32 {
        (self.top() >> 1) as i32
    }

    /// The significand, with its sign, and the exponent of the number that bits stand for; of infinities and NaNs
    /// something.
    #[inline(always)]
    fn number(self, bits: u32) -> (i32, i32) {
        let stored = bits >> self.fraction & self.top();
        let normal = u32::from(stored != 0);
        let magnitude = bits & ((1 << self.fraction) - 1) | normal << self.fraction;
        let negative = (bits >> (self.fraction + self.exponents) & 1) as i32;
        let exponent = stored as i32 + (1 - normal as i32) - self.bias();
        let significand = (magnitude as i32 ^ -negative) + negative;
        (significand, if magnitude == 0 { NOTHING } else { exponent })
    }

    /// Whether bits stand for no finite number.
    #[inline(always)]
    fn is_special(self, bits: u32) -> bool {
        bits >> self.fraction & self.top() == self.top()
    }

    /// What bits stand for, exactly.
    fn value(self, bits: u32) -> f64 {
        if !self.is_special(bits) {
            let (significand, exponent) = self.number(bits);
            let unit = exponent.max(-200) - self.fraction as i32;
            return f64::from(significand) * power(unit);
        }
        let negative = bits >> (self.fraction + self.exponents) & 1 != 0;
        match (bits & ((1 << self.fraction) - 1), negative) {
            (0, false) => f64::INFINITY,
            (0, true) => f64::NEG_INFINITY,
            _ => f64::NAN,
        }
    }
}

/// A power of two that a double can be.
#[inline(always)]
fn power(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// The layout of the factors, and how many of them a word holds.
#[inline(always)]
fn layout(factors: HmmaFactors) -> (Layout, usize) {
    match factors {
        HmmaFactors::F16 => (HALF, 2),
        HmmaFactors::Bf16 => (BFLOAT, 2),
        HmmaFactors::Tf32 => (TF32, 1),
    }
}

#[inline(always)]
fn layout_of_sum(sum: HmmaSum) -> Layout {
    match sum {
        HmmaSum::F16 => HALF,
        HmmaSum::F32 => SINGLE,
    }
}

/// Element `term` of a row of words.
#[inline(always)]
fn element(words: &[u32; WORDS], term: usize, of_word: usize) -> u32 {
    match of_word {
        2 => words[term / 2] >> (16 * (term % 2)) & 0xffff,
        _ => words[term] >> 13,
    }
}

/// The elements of a factor, one of each row or column for each term.
type Terms = [Rows<u32>; TERMS];

#[inline(always)]
fn terms(factor: &Factor, terms: usize, of_word: usize) -> Terms {
    let mut elements = [[0; ROWS]; TERMS];
    for (term, elements) in elements[..terms].iter_mut().enumerate() {
        for (element_of, words) in elements.iter_mut().zip(factor) {
            *element_of = element(words, term, of_word);
        }
    }
    elements
}

/// Numbers of all rows.
#[derive(Clone, Copy, Default)]
struct Numbers {
    significands: Rows<i32>,
    exponents: Rows<i32>,
}

impl Numbers {
    #[inline(always)]
    fn of(format: Layout, bits: &Rows<u32>) -> Numbers {
        let (mut significands, mut exponents) = ([0; ROWS], [0; ROWS]);
        for row in 0..ROWS {
            (significands[row], exponents[row]) = format.number(bits[row]);
        }
        Numbers {
            significands,
            exponents,
        }
    }
}

#[inline(always)]
fn multiply_floats(uop: &Uop, warp: &mut WarpState, lanes: u32, product: FloatProduct) {
    let registers = usize::from(product.registers);
    let (format, of_word) = layout(product.factors);
    let count = 4 * registers * of_word;
    let a = terms(&factor(uop, warp, 0, 2, registers), count, of_word);
    let b = terms(&factor(uop, warp, 1, 1, registers), count, of_word);
    let mut numbers = [Numbers::default(); TERMS];
    for (numbers, bits) in numbers[..count].iter_mut().zip(&a) {
        *numbers = Numbers::of(format, bits);
    }
    let mut sums = Sums::read(uop, warp, product.sum);
    let at_once = usize::from(product.adder.bytes) / 4 * of_word;
    for column in 0..COLUMNS {
        let mut sum = sums.column(column);
        for first in (0..count).step_by(at_once) {
            let these = first..(first + at_once).min(count);
            let factors = numbers[these.clone()].iter().zip(&b[these]);
            sum = add_up(factors, column, &sum, (format, product));
        }
        sums.set_column(column, &sum);
    }
    if sums.special | any_special(&a[..count], format) | any_special(&b[..count], format) {
        let before = Sums::read(uop, warp, product.sum);
        replace_special((&a[..count], &b[..count]), format, &before, &mut sums);
    }
    sums.write(uop, warp, lanes);
}

/// Whether any of some elements is no finite number.
#[inline(always)]
fn any_special(terms: &[Rows<u32>], format: Layout) -> bool {
    let mut any = false;
    for rows in terms {
        for &bits in rows {
            any |= format.is_special(bits);
        }
    }
    any
}

/// Adds up the products of all rows with some terms of a column, and what they are added to.
#[inline(always)]
fn add_up<'a>(
    factors: impl Iterator<Item = (&'a Numbers, &'a Rows<u32>)> + Clone,
    column: usize,
    before: &Rows<u32>,
    (format, product): (Layout, FloatProduct),
) -> Rows<u32> {
    let sum_format = layout_of_sum(product.sum);
    let added = Numbers::of(sum_format, before);
    let mut largest = added.exponents;
    for (a, b) in factors.clone() {
        let (_, exponent) = format.number(b[column]);
        for (largest, a) in largest.iter_mut().zip(&a.exponents) {
            *largest = (*largest).max(a + exponent);
        }
    }
    let fraction = u32::from(product.adder.fraction);
    // Eight terms fit a word, sixteen might not.
    let mut halves = [[0; ROWS]; 2];
    let up = fraction - sum_format.fraction;
    for row in 0..ROWS {
        halves[0][row] = aligned(
            added.significands[row],
            up,
            largest[row] - added.exponents[row],
        );
    }
    let up = fraction - 2 * format.fraction;
    for (term, (a, b)) in factors.enumerate() {
        let (significand, exponent) = format.number(b[column]);
        let half = &mut halves[term / (TERMS / 2) % 2];
        for row in 0..ROWS {
            let below = largest[row] - (a.exponents[row] + exponent);
            half[row] += aligned(a.significands[row] * significand, up, below);
        }
    }
    let mut sums = [0; ROWS];
    for row in 0..ROWS {
        // All this is exact: a sum has few bits, and a double's exponents go far.
        let sum = f64::from(halves[0][row]) + f64::from(halves[1][row]);
        let unit = (largest[row] - fraction as i32).max(-1000);
        sums[row] = rounded(sum * power(unit), product.sum);
    }
    sums
}

/// A significand shifted up, and cut off `below` the largest exponent, towards zero.
#[inline(always)]
fn aligned(significand: i32, up: u32, below: i32) -> i32 {
    let magnitude = significand.unsigned_abs() << up >> below.clamp(0, 31) as u32;
    let sign = significand >> 31;
    (magnitude as i32 ^ sign) - sign
}

/// A sum as the format's bits; zero has no sign.
#[inline(always)]
fn rounded(sum: f64, format: HmmaSum) -> u32 {
    let bits = sum.to_bits();
    let stored = (bits >> 52 & 0x7ff) as u32;
    match format {
        HmmaSum::F32 if (897..=1150).contains(&stored) => {
            (bits >> 63 << 31) as u32 | (stored - 896) << 23 | (bits >> 29) as u32 & 0x7f_ffff
        }
        HmmaSum::F16 if (1009..=1037).contains(&stored) => {
            let to_even = (1 << 41) - 1 + (bits >> 42 & 1);
            let magnitude = ((bits & !(1 << 63)) + to_even) >> 42;
            (bits >> 63 << 15) as u32 | (magnitude as u32 - (1008 << 10))
        }
        _ => rounded_at_the_ends(sum, format),
    }
}

/// The same of what is small, large or zero.
#[inline(never)]
fn rounded_at_the_ends(sum: f64, format: HmmaSum) -> u32 {
    let (bits, sign) = match format {
        HmmaSum::F16 => (Format::F16.round(sum, Rounding::Rn).into(), 1 << 15),
        HmmaSum::F32 => (truncated(sum), 1 << 31),
    };
    if bits & !sign == 0 { 0 } else { bits }
}

/// A double cut off to single precision; what is too large is infinite.
fn truncated(value: f64) -> u32 {
    let bits = value.to_bits();
    let sign = (bits >> 63 << 31) as u32;
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1023;
    let fraction = (bits >> 29) as u32 & 0x7f_ffff;
    match exponent {
        128.. => sign | 0x7f80_0000,
        -126.. => sign | ((exponent + 127) as u32) << 23 | fraction,
        _ => {
            let whole = 1 << 23 | fraction;
            sign | whole.checked_shr((-126 - exponent) as u32).unwrap_or(0)
        }
    }
}

/// Sums among whose terms are infinities or NaNs are what those say.
#[inline(never)]
fn replace_special(
    (a, b): (&[Rows<u32>], &[Rows<u32>]),
    format: Layout,
    before: &Sums,
    sums: &mut Sums,
) {
    for column in 0..COLUMNS {
        let added = before.column(column);
        let mut after = sums.column(column);
        for row in 0..ROWS {
            let factors = a.iter().zip(b).map(|(a, b)| (a[row], b[column]));
            if let Some(special) = special_sum(factors, added[row], (format, sums.format)) {
                after[row] = special;
            }
        }
        sums.set_column(column, &after);
    }
}

/// A sum's bits if infinities or NaNs are among its terms.
fn special_sum(
    factors: impl Iterator<Item = (u32, u32)> + Clone,
    before: u32,
    (format, sum): (Layout, HmmaSum),
) -> Option<u32> {
    let sum_format = layout_of_sum(sum);
    let mut some = factors.clone();
    let special = |(a, b)| format.is_special(a) || format.is_special(b);
    if !sum_format.is_special(before) && !some.any(special) {
        return None;
    }
    let products = factors.map(|(a, b)| format.value(a) * format.value(b));
    let total = products.fold(sum_format.value(before), |sum, product| sum + product);
    let (infinite, nan, sign) = match sum {
        HmmaSum::F16 => (0x7c00, 0x7fff, 1 << 15),
        HmmaSum::F32 => (0x7f80_0000, 0x7fff_ffff, 1 << 31),
    };
    Some(match (total.is_nan(), total.is_sign_negative()) {
        (true, _) => nan,
        (false, true) => infinite | sign,
        (false, false) => infinite,
    })
}

/// What a product is added to, then the sums.
struct Sums {
    format: HmmaSum,
    registers: [Row; 4],
    /// Whether any was no finite number when they were read.
    special: bool,
}

impl Sums {
    #[inline(always)]
    fn read(uop: &Uop, warp: &WarpState, format: HmmaSum) -> Sums {
        let mut sums = Sums {
            format,
            registers: [[0; 32]; 4],
            special: false,
        };
        for (word, register) in sums.registers[..Self::count(format)].iter_mut().enumerate() {
            *register = warp.data_row(uop, 2, word);
        }
        let special = |bits: &u32| match format {
            HmmaSum::F16 => HALF.is_special(*bits) | HALF.is_special(bits >> 16),
            HmmaSum::F32 => SINGLE.is_special(*bits),
        };
        sums.special = sums.registers.iter().flatten().any(special);
        sums
    }

    fn count(format: HmmaSum) -> usize {
        match format {
            HmmaSum::F16 => 2,
            HmmaSum::F32 => 4,
        }
    }

    /// A column's elements: halves of two registers, or four registers'.
    #[inline(always)]
    fn column(&self, column: usize) -> Rows<u32> {
        std::array::from_fn(|row| {
            let (lane, of) = place(row, column);
            match self.format {
                HmmaSum::F16 => self.registers[row / EIGHT][lane] >> (16 * of) & 0xffff,
                HmmaSum::F32 => self.registers[2 * (row / EIGHT) + of][lane],
            }
        })
    }

    #[inline(always)]
    fn set_column(&mut self, column: usize, sums: &Rows<u32>) {
        for (row, &bits) in sums.iter().enumerate() {
            let (lane, of) = place(row, column);
            match self.format {
                HmmaSum::F16 => {
                    let word = &mut self.registers[row / EIGHT][lane];
                    *word = *word & !(0xffff << (16 * of)) | bits << (16 * of);
                }
                HmmaSum::F32 => self.registers[2 * (row / EIGHT) + of][lane] = bits,
            }
        }
    }

    #[inline(always)]
    fn write(&self, uop: &Uop, warp: &mut WarpState, lanes: u32) {
        let registers = &self.registers[..Self::count(self.format)];
        for (word, register) in registers.iter().enumerate() {
            warp.write_row(uop, word, lanes, register);
        }
    }
}
