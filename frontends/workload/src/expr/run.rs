//! Drives an expression's bytecode over a range of indices on all threads: to fill a buffer,
//! to compare one, or to reduce.
//!
//! The range is cut into tasks of fixed size, whatever the number of threads; what the tasks
//! found is joined in the order of indices. So sums of floats, the first wrong elements and
//! the error that is reported are always the same.

use super::code::Code;
use super::machine::{Bytes, LANES, Machine, Trap};
use crate::element::{self, ElementType, Number, ValueType};
use half::{bf16, f16};
use rayon::prelude::*;

/// Indices of one parallel task.
const TASK: usize = 128 * LANES;

/// How far a value may be from the one wanted: `|got - want| <= absolute + relative * |want|`.
/// Both zero: the bits must be equal, except that any NaN equals any other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tolerance {
    /// In units of the value.
    pub absolute: f64,
    /// As a part of the value wanted.
    pub relative: f64,
}

/// An element that is not what it should be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mismatch {
    /// Which element.
    pub index: u64,
    /// What it is.
    pub got: Number,
    /// What it should be.
    pub want: Number,
}

/// What a comparison of a whole buffer found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// How many elements are wrong.
    pub wrong: u64,
    /// The first of them.
    pub first: Vec<Mismatch>,
}

/// What to make of many values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// Their sum: exact for integers, in double precision for floats.
    Sum,
    /// The smallest.
    Minimum,
    /// The largest.
    Maximum,
    /// How many are not zero.
    Count,
}

/// Fills a buffer, from element `first` on, with the values of an expression whose type is the
/// elements' promoted one.
pub fn fill(
    code: &Code,
    sources: &[Bytes<'_>],
    ty: ElementType,
    first: u64,
    out: &mut [u8],
) -> Result<(), Trap> {
    let size = ty.bytes();
    let tasks = out.par_chunks_mut(TASK * size).enumerate();
    let done: Vec<Result<(), Trap>> = tasks
        .map(|(task, chunk)| {
            let mut machine = Machine::new(code, sources)?;
            let mut blocks: Vec<&mut [u8]> = chunk.chunks_mut(LANES * size).collect();
            let count = blocks.len();
            let mut fill_block = |block: usize| {
                let bytes = &mut *blocks[block];
                let base = first + (task * TASK + block * LANES) as u64;
                machine.run(base, bytes.len() / size)?;
                store(&machine, ty, bytes);
                Ok(())
            };
            in_host_order(code, count)
                .try_for_each(&mut fill_block)
                .or_else(|_: Trap| (0..count).try_for_each(fill_block))
        })
        .collect();
    done.into_iter().collect()
}

/// The blocks of a task in an order that the host's caches like.
///
/// An index taken modulo a period is a walk along a column, line by line of the host's cache
/// and page by page: the next elements of those lines come a period later. So blocks a period
/// apart follow each other. Where something goes wrong the caller starts over in the order of
/// indices, so that the first mistake is the one reported.
fn in_host_order(code: &Code, blocks: usize) -> impl Iterator<Item = usize> + use<> {
    let period = code.period().unwrap_or(0) as usize;
    let step = ((period + LANES / 2) / LANES).clamp(1, blocks.max(1));
    (0..step).flat_map(move |first| (first..blocks).step_by(step))
}

fn store(machine: &Machine<'_>, ty: ElementType, out: &mut [u8]) {
    match ty {
        ElementType::U8 | ElementType::I8 => put(machine, out, |v: i32| [v as u8]),
        ElementType::U16 | ElementType::I16 => put(machine, out, |v: i32| (v as u16).to_le_bytes()),
        ElementType::F16 => put(machine, out, |v: f32| f16::from_f32(v).to_le_bytes()),
        ElementType::BF16 => put(machine, out, |v: f32| bf16::from_f32(v).to_le_bytes()),
        ElementType::U32 | ElementType::I32 | ElementType::F32 => {
            put(machine, out, u32::to_le_bytes);
        }
        ElementType::U64 | ElementType::I64 | ElementType::F64 => {
            put(machine, out, u64::to_le_bytes);
        }
    }
}

fn put<T: bytemuck::Pod, const SIZE: usize>(
    machine: &Machine<'_>,
    out: &mut [u8],
    encode: impl Fn(T) -> [u8; SIZE],
) {
    let (elements, _) = out.as_chunks_mut::<SIZE>();
    for (element, &value) in elements.iter_mut().zip(machine.result::<T>()) {
        *element = encode(value);
    }
}

/// Compares a buffer with an expression whose type is the elements' promoted one, and keeps
/// the first `keep` mismatches.
pub fn compare(
    code: &Code,
    sources: &[Bytes<'_>],
    ty: ElementType,
    actual: &[u8],
    tolerance: Tolerance,
    keep: usize,
) -> Result<Comparison, Trap> {
    let tasks = actual.par_chunks(TASK * ty.bytes()).enumerate();
    let parts: Vec<Result<Comparison, Trap>> = tasks
        .map(|(task, chunk)| {
            let mut machine = Machine::new(code, sources)?;
            let blocks: Vec<&[u8]> = chunk.chunks(LANES * ty.bytes()).collect();
            let mut compare_block = |mut found: Comparison, block: usize| {
                let base = (task * TASK + block * LANES) as u64;
                machine.run(base, blocks[block].len() / ty.bytes())?;
                compare_block(
                    &machine,
                    ty,
                    blocks[block],
                    tolerance,
                    base,
                    keep,
                    &mut found,
                );
                Ok(found)
            };
            let start = Comparison::default();
            let found = in_host_order(code, blocks.len()).try_fold(start, &mut compare_block);
            match found {
                Ok(found) if found.wrong == 0 => Ok(found),
                _ => (0..blocks.len()).try_fold(Comparison::default(), compare_block),
            }
        })
        .collect();
    parts
        .into_iter()
        .try_fold(Comparison::default(), |all, part| Ok(all.then(part?, keep)))
}

impl Comparison {
    fn then(mut self, later: Comparison, keep: usize) -> Comparison {
        self.wrong += later.wrong;
        let room = keep.saturating_sub(self.first.len());
        self.first.extend(later.first.into_iter().take(room));
        self
    }

    fn note(&mut self, keep: usize, mismatch: impl FnOnce() -> Mismatch) {
        self.wrong += 1;
        if self.first.len() < keep {
            self.first.push(mismatch());
        }
    }
}

fn compare_block(
    machine: &Machine<'_>,
    ty: ElementType,
    actual: &[u8],
    tolerance: Tolerance,
    base: u64,
    keep: usize,
    found: &mut Comparison,
) {
    if equal_bytes(machine, ty, actual) || all_near(machine, ty, actual, tolerance) {
        return;
    }
    for (lane, want) in numbers(machine, ty.promoted()).enumerate() {
        let got = element::read(ty, actual, lane).expect("one value for each element");
        if !agree(got, want, tolerance) {
            let index = base + lane as u64;
            found.note(keep, || Mismatch { index, got, want });
        }
    }
}

/// Whether the block's values would be stored as exactly these bytes: the quick way for the
/// many blocks that are right.
fn equal_bytes(machine: &Machine<'_>, ty: ElementType, actual: &[u8]) -> bool {
    let mut bytes = [0; LANES * 8];
    let bytes = &mut bytes[..actual.len()];
    store(machine, ty, bytes);
    bytes == actual
}

/// Whether all values are within a tolerance that is not zero: the quick way again.
fn all_near(machine: &Machine<'_>, ty: ElementType, actual: &[u8], tolerance: Tolerance) -> bool {
    if tolerance == Tolerance::default() {
        return false;
    }
    let (mut got, mut want) = ([0.0; LANES], [0.0; LANES]);
    let count = actual.len() / ty.bytes();
    element::read_floats(ty, actual, &mut got);
    results_as_floats(machine, ty.promoted(), &mut want);
    let pairs = got.iter().zip(&want).take(count);
    pairs.fold(true, |all, (&got, &want)| all & near(got, want, tolerance))
}

fn results_as_floats(machine: &Machine<'_>, ty: ValueType, out: &mut [f64]) {
    fn each<T: bytemuck::Pod>(machine: &Machine<'_>, out: &mut [f64], float: impl Fn(T) -> f64) {
        for (out, &value) in out.iter_mut().zip(machine.result::<T>()) {
            *out = float(value);
        }
    }
    match ty {
        ValueType::I32 => each(machine, out, |v: i32| v.into()),
        ValueType::U32 => each(machine, out, |v: u32| v.into()),
        ValueType::I64 => each(machine, out, |v: i64| v as f64),
        ValueType::U64 => each(machine, out, |v: u64| v as f64),
        ValueType::F32 => each(machine, out, |v: f32| v.into()),
        ValueType::F64 => each(machine, out, |v: f64| v),
    }
}

/// The block's values one by one.
fn numbers<'m>(machine: &'m Machine<'_>, ty: ValueType) -> Box<dyn Iterator<Item = Number> + 'm> {
    fn each<'m, T: bytemuck::Pod>(
        machine: &'m Machine<'_>,
        number: impl Fn(T) -> Number + 'm,
    ) -> Box<dyn Iterator<Item = Number> + 'm> {
        Box::new(machine.result::<T>().iter().map(move |&v| number(v)))
    }
    match ty {
        ValueType::I32 => each(machine, |v: i32| Number::Int(v.into())),
        ValueType::U32 => each(machine, |v: u32| Number::Int(v.into())),
        ValueType::I64 => each(machine, |v: i64| Number::Int(v.into())),
        ValueType::U64 => each(machine, |v: u64| Number::Int(v.into())),
        ValueType::F32 => each(machine, Number::Single),
        ValueType::F64 => each(machine, Number::Double),
    }
}

/// Whether a value is the one wanted, within the tolerance.
pub fn agree(got: Number, want: Number, tolerance: Tolerance) -> bool {
    match tolerance == Tolerance::default() {
        true => identical(got, want),
        false => near(got.as_f64(), want.as_f64(), tolerance),
    }
}

/// Whether two floats differ by no more than the tolerance. Infinities agree with themselves,
/// though their difference is not a number, and NaN agrees with NaN.
fn near(got: f64, want: f64, tolerance: Tolerance) -> bool {
    let allowed = tolerance.absolute + tolerance.relative * want.abs();
    let close = want.is_finite() && (got - want).abs() <= allowed;
    got == want || close || (got.is_nan() && want.is_nan())
}

fn identical(got: Number, want: Number) -> bool {
    let same_bits = match (got, want) {
        (Number::Int(got), Number::Int(want)) => got == want,
        (Number::Single(got), Number::Single(want)) => got.to_bits() == want.to_bits(),
        (got, want) => got.as_f64().to_bits() == want.as_f64().to_bits(),
    };
    same_bits || (got.as_f64().is_nan() && want.as_f64().is_nan())
}

/// Reduces an expression over the indices `0 .. count`. Nothing reduces to 0.
pub fn reduce(
    code: &Code,
    sources: &[Bytes<'_>],
    count: u64,
    reduction: Reduction,
) -> Result<Number, Trap> {
    let tasks = (0..count.div_ceil(TASK as u64)).into_par_iter();
    let parts: Vec<Result<Option<Number>, Trap>> = tasks
        .map(|task| {
            let mut machine = Machine::new(code, sources)?;
            let (first, end) = (task * TASK as u64, count.min((task + 1) * TASK as u64));
            let mut blocks = (first..end).step_by(LANES);
            blocks.try_fold(None, |sum, base| {
                machine.run(base, LANES.min((end - base) as usize))?;
                let ty = code.ty.unwrap_or(ValueType::I32);
                Ok(reduction.extend(sum, &machine, ty))
            })
        })
        .collect();
    let total = parts
        .into_iter()
        .try_fold(None, |sum: Option<Number>, part| {
            Ok(sum
                .into_iter()
                .chain(part?)
                .reduce(|a, b| reduction.join(a, b)))
        })?;
    Ok(total.unwrap_or(Number::Int(0)))
}

impl Reduction {
    /// Takes the block's values in.
    fn extend(self, sum: Option<Number>, machine: &Machine<'_>, ty: ValueType) -> Option<Number> {
        match ty {
            ValueType::I32 => self.fold(sum, machine, |v: i32| Number::Int(v.into())),
            ValueType::U32 => self.fold(sum, machine, |v: u32| Number::Int(v.into())),
            ValueType::I64 => self.fold(sum, machine, |v: i64| Number::Int(v.into())),
            ValueType::U64 => self.fold(sum, machine, |v: u64| Number::Int(v.into())),
            ValueType::F32 => self.fold(sum, machine, Number::Single),
            ValueType::F64 => self.fold(sum, machine, Number::Double),
        }
    }

    fn fold<T: bytemuck::Pod>(
        self,
        sum: Option<Number>,
        machine: &Machine<'_>,
        number: impl Fn(T) -> Number,
    ) -> Option<Number> {
        let values = machine.result::<T>().iter();
        let mut values = values.map(|&v| self.prepare(number(v)));
        let start = sum.or_else(|| values.next())?;
        Some(values.fold(start, |a, b| self.join(a, b)))
    }

    #[inline(always)]
    fn prepare(self, value: Number) -> Number {
        match self {
            Reduction::Sum | Reduction::Minimum | Reduction::Maximum => match value {
                Number::Single(v) => Number::Double(v.into()),
                Number::Int(_) | Number::Double(_) => value,
            },
            Reduction::Count => Number::Int(i128::from(value.as_f64() != 0.0)),
        }
    }

    #[inline(always)]
    fn join(self, a: Number, b: Number) -> Number {
        match (a, b) {
            (Number::Int(a), Number::Int(b)) => Number::Int(match self {
                Reduction::Sum | Reduction::Count => a + b,
                Reduction::Minimum => a.min(b),
                Reduction::Maximum => a.max(b),
            }),
            (a, b) => Number::Double(match self {
                Reduction::Sum | Reduction::Count => a.as_f64() + b.as_f64(),
                Reduction::Minimum => a.as_f64().min(b.as_f64()),
                Reduction::Maximum => a.as_f64().max(b.as_f64()),
            }),
        }
    }
}
