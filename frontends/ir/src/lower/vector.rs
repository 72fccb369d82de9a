//! Vectors that the machine has no access for: of three, and of elements narrower than 32 bits.
//!
//! A vector of three is aligned to its element only, so it is three accesses (which is what
//! makes `float3` arrays slow). One of narrow elements is one access of all its bits, of which
//! each element is taken out or put in, as nvcc does.

use super::value::{Pointer, Value, in_memory, register};
use super::{Lowered, Lowering};
use crate::cexpr::Scalar;
use crate::kernel::{AccessMode, Address, BinaryOp, CacheOp, Const, Inst, Operand, Rounding, Type};
use crate::source::Span;
use arrayvec::ArrayVec;

/// How a vector goes to memory.
pub(super) enum Access {
    /// In one access of its elements.
    Whole,
    /// Element by element.
    Single,
    /// In one access of this integer.
    Packed(Scalar),
}

/// How a vector of so many elements goes to memory.
pub(super) fn access(element: Scalar, lanes: u8) -> Access {
    match (lanes, element.size() * u32::from(lanes)) {
        (1, _) => Access::Whole,
        (3, _) => Access::Single,
        _ if element.size() >= 4 => Access::Whole,
        (_, 2) => Access::Packed(Scalar::U16),
        (_, 4) => Access::Packed(Scalar::U32),
        _ => Access::Packed(Scalar::U64),
    }
}

fn lane(pointer: Pointer, addr: Address, index: u8) -> (Pointer, Address) {
    let size = i64::from(pointer.element.size());
    let offset = addr.offset + i64::from(index) * size;
    (
        Pointer {
            lanes: 1,
            ..pointer
        },
        Address { offset, ..addr },
    )
}

impl Lowering<'_> {
    pub(super) fn load_single(
        &mut self,
        pointer: Pointer,
        addr: Address,
        cache: CacheOp,
        span: Span,
    ) -> Lowered<Value> {
        let mut lanes = ArrayVec::new();
        for index in 0..pointer.lanes {
            let (one, at) = lane(pointer, addr, index);
            let value = self.load(one, at, cache, span)?;
            lanes.push(self.scalar(value, span)?.1);
        }
        Ok(Value::Vector(pointer.element, lanes))
    }

    pub(super) fn store_single(
        &mut self,
        (pointer, addr): (Pointer, Address),
        values: &[Operand],
        cache: CacheOp,
        span: Span,
    ) -> Lowered<()> {
        for (&value, index) in values.iter().zip(0u8..) {
            let (one, at) = lane(pointer, addr, index);
            let value = Value::Scalar(pointer.element, value);
            self.store(one, at, value, cache, span)?;
        }
        Ok(())
    }

    pub(super) fn load_packed(
        &mut self,
        pointer: Pointer,
        addr: Address,
        whole: Scalar,
        mode: AccessMode,
    ) -> Value {
        let ty = in_memory(whole);
        let dst = self.build.temporary(ty.register());
        self.build.emit(Inst::Load {
            space: pointer.space,
            ty,
            dst: std::iter::once(dst).collect(),
            addr,
            mode,
        });
        let lanes = 0..u32::from(pointer.lanes);
        let lanes = lanes.map(|index| self.taken_out(dst.into(), whole, pointer.element, index));
        Value::Vector(pointer.element, lanes.collect())
    }

    /// An element of a packed vector.
    fn taken_out(&mut self, from: Operand, whole: Scalar, ty: Scalar, index: u32) -> Operand {
        let amount = Const::u32(8 * ty.size() * index).into();
        let word = unsigned(whole);
        let mut bits = self.build.binary(BinaryOp::Shr, word, from, amount);
        if word == Type::U64 {
            let low = Type::U32;
            bits = self.build.convert(word, low, Rounding::Nearest, bits);
        }
        // As from a wider integer: only the low bits count.
        self.convert(bits, Scalar::U32, ty)
    }

    pub(super) fn store_packed(
        &mut self,
        (pointer, addr): (Pointer, Address),
        values: &[Operand],
        whole: Scalar,
        mode: AccessMode,
    ) {
        let word = unsigned(whole);
        let mut packed: Operand = Const::new(word, 0).into();
        for (&value, index) in values.iter().zip(0u32..) {
            let bits = self.put_in(value, pointer.element, index, word);
            packed = self.build.binary(BinaryOp::Or, word, packed, bits);
        }
        self.build.emit(Inst::Store {
            space: pointer.space,
            ty: in_memory(whole),
            src: std::iter::once(packed).collect(),
            addr,
            mode,
        });
    }

    fn put_in(&mut self, value: Operand, ty: Scalar, index: u32, word: Type) -> Operand {
        let size = 8 * ty.size();
        let value = self.build.reinterpret(Type::U32, value);
        let mask = Const::u32(u32::MAX >> (32 - size)).into();
        let mut bits = self.build.binary(BinaryOp::And, Type::U32, value, mask);
        if word == Type::U64 {
            bits = self.build.convert(Type::U32, word, Rounding::Nearest, bits);
        }
        let amount = Const::u32(size * index).into();
        self.build.binary(BinaryOp::Shl, word, bits, amount)
    }
}

/// The register in which elements are packed.
fn unsigned(whole: Scalar) -> Type {
    match register(whole).bits() {
        64 => Type::U64,
        _ => Type::U32,
    }
}
