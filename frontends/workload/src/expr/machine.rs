//! Runs an expression's bytecode over blocks of indices.
//!
//! A block is small enough for a handful of registers to stay in the first-level cache, and
//! large enough that deciding what to do costs nothing against doing it. Each operation is one
//! plain loop over slices that the compiler can vectorise.

use super::code::{Code, Instruction, Op, Reg};
use super::operation;
use crate::element::ElementType;
use half::{bf16, f16};
use sim_ir::source::Span;

/// Indices in a block.
pub const LANES: usize = 512;

/// A register: room for [`LANES`] values of up to 64 bits.
pub(super) type Column = Vec<u64>;

/// The values of one source: little-endian bytes.
pub type Bytes<'a> = &'a [u8];

/// Why a computation stopped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrapKind {
    /// An integer was divided by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A load went past the end of a buffer.
    #[error("element {element} of `{buffer}`, which has {length} elements")]
    OutOfRange {
        /// The buffer.
        buffer: String,
        /// The element asked for.
        element: i64,
        /// How many it has.
        length: usize,
    },
}

/// Where and at which index a computation stopped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}, at i = {index}")]
pub struct Trap {
    /// Why.
    pub kind: TrapKind,
    /// The index `i` for which the expression was computed.
    pub index: u64,
    /// The part of the expression.
    pub span: Span,
}

/// A block's registers and the indices that they are for.
pub struct Machine<'a> {
    code: &'a Code,
    sources: &'a [Bytes<'a>],
    pub(super) columns: Vec<Column>,
    /// First index of the block.
    base: u64,
    /// How many indices the block has.
    pub(super) active: usize,
}

impl<'a> Machine<'a> {
    /// A machine that has run what does not depend on the index.
    pub fn new(code: &'a Code, sources: &'a [Bytes<'a>]) -> Result<Machine<'a>, Trap> {
        let mut machine = Machine {
            code,
            sources,
            columns: vec![vec![0; LANES]; code.registers],
            base: 0,
            active: LANES,
        };
        machine.execute(&code.prologue)?;
        Ok(machine)
    }

    /// Computes the expression for the indices `base .. base + count`, at most [`LANES`].
    pub fn run(&mut self, base: u64, count: usize) -> Result<(), Trap> {
        (self.base, self.active) = (base, count);
        self.execute(&self.code.body)
    }

    /// The result of the last block, as values of a type that must be the code's.
    pub fn result<T: bytemuck::Pod>(&self) -> &[T] {
        view(&self.columns[self.code.result as usize], self.active)
    }

    fn execute(&mut self, instructions: &[Instruction]) -> Result<(), Trap> {
        instructions.iter().try_for_each(|i| self.step(i))
    }

    fn step(&mut self, i: &Instruction) -> Result<(), Trap> {
        match i.op {
            Op::Index => self.index(i),
            Op::Constant(ty, bits) => operation::constant(self, i, ty, bits),
            Op::Unary(op, ty) => operation::unary(self, i, op, ty),
            Op::Binary(op, ty) => operation::binary(self, i, op, ty)?,
            Op::Compare(op, ty) => operation::compare(self, i, op, ty),
            Op::Select(ty) => operation::select(self, i, ty),
            Op::FusedMultiplyAdd(ty) => operation::fused_multiply_add(self, i, ty),
            Op::Convert(from, to) => operation::convert(self, i, from, to),
            Op::Narrow(ty) => operation::narrow(self, i, ty),
            Op::Mix => self.map2(i, crate::init::mix),
            Op::Load(source) => self.load(i, source)?,
        }
        Ok(())
    }

    fn index(&mut self, i: &Instruction) {
        let base = self.base as i64;
        let out = view_mut::<i64>(&mut self.columns[i.result as usize], self.active);
        (base..).zip(out).for_each(|(index, out)| *out = index);
    }

    /// Takes a result's column out, so that the arguments can be borrowed meanwhile.
    fn with_result(&mut self, i: &Instruction, fill: impl FnOnce(&Machine<'_>, &mut Column)) {
        let mut out = std::mem::take(&mut self.columns[i.result as usize]);
        fill(self, &mut out);
        self.columns[i.result as usize] = out;
    }

    pub(super) fn column<T: bytemuck::Pod>(&self, reg: Reg) -> &[T] {
        view(&self.columns[reg as usize], self.active)
    }

    pub(super) fn fill<T: bytemuck::Pod>(&mut self, i: &Instruction, value: T) {
        view_mut::<T>(&mut self.columns[i.result as usize], self.active).fill(value);
    }

    pub(super) fn map1<A, R>(&mut self, i: &Instruction, f: impl Fn(A) -> R)
    where
        A: bytemuck::Pod,
        R: bytemuck::Pod,
    {
        self.with_result(i, |m, out| {
            let a = m.column::<A>(i.args[0]);
            let out = view_mut::<R>(out, a.len());
            out.iter_mut().zip(a).for_each(|(out, &a)| *out = f(a));
        });
    }

    pub(super) fn map2<A, R>(&mut self, i: &Instruction, f: impl Fn(A, A) -> R)
    where
        A: bytemuck::Pod,
        R: bytemuck::Pod,
    {
        self.with_result(i, |m, out| {
            let (a, b) = (m.column::<A>(i.args[0]), m.column::<A>(i.args[1]));
            let out = view_mut::<R>(out, a.len());
            for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
                *out = f(a, b);
            }
        });
    }

    pub(super) fn map3<A, B, R>(&mut self, i: &Instruction, f: impl Fn(A, B, B) -> R)
    where
        A: bytemuck::Pod,
        B: bytemuck::Pod,
        R: bytemuck::Pod,
    {
        self.with_result(i, |m, out| {
            let a = m.column::<A>(i.args[0]);
            let (b, c) = (m.column::<B>(i.args[1]), m.column::<B>(i.args[2]));
            let out = view_mut::<R>(out, a.len());
            for (((out, &a), &b), &c) in out.iter_mut().zip(a).zip(b).zip(c) {
                *out = f(a, b, c);
            }
        });
    }

    /// As [`map2`](Self::map2) where `f` may find no value; that is an error where the
    /// instruction is wanted, and zero elsewhere.
    pub(super) fn try_map2<A>(
        &mut self,
        i: &Instruction,
        f: impl Fn(A, A) -> Option<A>,
    ) -> Result<(), Trap>
    where
        A: bytemuck::Pod,
    {
        let mut failed = None;
        self.with_result(i, |m, out| {
            let (a, b) = (m.column::<A>(i.args[0]), m.column::<A>(i.args[1]));
            let out = view_mut::<A>(out, a.len()).iter_mut();
            for (lane, ((out, &a), &b)) in out.zip(a).zip(b).enumerate() {
                *out = f(a, b).unwrap_or_else(|| {
                    m.note_failure(i, lane, &mut failed);
                    A::zeroed()
                });
            }
        });
        match failed {
            None => Ok(()),
            Some(lane) => Err(self.trap(i, lane, TrapKind::DivisionByZero)),
        }
    }

    fn note_failure(&self, i: &Instruction, lane: usize, failed: &mut Option<usize>) {
        if failed.is_none() && self.wanted(i, lane) {
            *failed = Some(lane);
        }
    }

    fn wanted(&self, i: &Instruction, lane: usize) -> bool {
        i.mask
            .is_none_or(|mask| self.column::<i32>(mask)[lane] != 0)
    }

    fn trap(&self, i: &Instruction, lane: usize, kind: TrapKind) -> Trap {
        let index = self.base + lane as u64;
        let span = i.span;
        Trap { kind, index, span }
    }

    fn load(&mut self, i: &Instruction, source: u16) -> Result<(), Trap> {
        let bytes = self.sources[source as usize];
        match self.code.sources[source as usize].element {
            ElementType::U8 => self.gather(i, source, bytes, |[b]: [u8; 1]| i32::from(b)),
            ElementType::I8 => self.gather(i, source, bytes, |[b]: [u8; 1]| i32::from(b as i8)),
            ElementType::U16 => self.gather(i, source, bytes, |b| i32::from(u16::from_le_bytes(b))),
            ElementType::I16 => self.gather(i, source, bytes, |b| i32::from(i16::from_le_bytes(b))),
            ElementType::U32 | ElementType::I32 | ElementType::F32 => {
                self.gather(i, source, bytes, u32::from_le_bytes)
            }
            ElementType::U64 | ElementType::I64 | ElementType::F64 => {
                self.gather(i, source, bytes, u64::from_le_bytes)
            }
            ElementType::F16 => self.gather(i, source, bytes, |b| f16::from_le_bytes(b).to_f32()),
            ElementType::BF16 => self.gather(i, source, bytes, |b| bf16::from_le_bytes(b).to_f32()),
        }
    }

    fn gather<const SIZE: usize, R: bytemuck::Pod>(
        &mut self,
        i: &Instruction,
        source: u16,
        bytes: &[u8],
        decode: impl Fn([u8; SIZE]) -> R,
    ) -> Result<(), Trap> {
        let (elements, _) = bytes.as_chunks::<SIZE>();
        let mut failed = None;
        self.with_result(i, |m, out| {
            let indices = m.column::<i64>(i.args[0]);
            let out = view_mut::<R>(out, indices.len()).iter_mut();
            for (lane, (out, &index)) in out.zip(indices).enumerate() {
                *out = match elements.get(index as usize) {
                    Some(&element) => decode(element),
                    None => {
                        m.note_failure(i, lane, &mut failed);
                        R::zeroed()
                    }
                };
            }
        });
        let Some(lane) = failed else { return Ok(()) };
        let kind = TrapKind::OutOfRange {
            buffer: self.code.sources[source as usize].buffer.clone(),
            element: self.column::<i64>(i.args[0])[lane],
            length: elements.len(),
        };
        Err(self.trap(i, lane, kind))
    }
}

fn view<T: bytemuck::Pod>(column: &[u64], count: usize) -> &[T] {
    &bytemuck::cast_slice(column)[..count]
}

fn view_mut<T: bytemuck::Pod>(column: &mut [u64], count: usize) -> &mut [T] {
    &mut bytemuck::cast_slice_mut(column)[..count]
}
