//! Pointers and arrays: arithmetic, loads, stores.

use super::convert::decayed;
use super::value::{Place, Pointer, Ty, Value, in_memory, register};
use super::vector::{self, Access};
use super::{Lowered, Lowering};
use crate::cexpr::{Expr, ExprKind, Scalar, UnaryOperator};
use crate::diagnostic::Diagnostic;
use crate::kernel::{
    AccessMode, Address, BinaryOp, CacheOp, CompareOp, Const, Inst, Operand, Space, Type,
};
use crate::source::Span;
use arrayvec::ArrayVec;

impl Lowering<'_> {
    /// `addr` moved by `index` elements of `stride` bytes, forwards or back.
    pub(super) fn offset(
        &mut self,
        space: Space,
        addr: Address,
        (ty, index): (Scalar, Operand),
        stride: u32,
        back: bool,
    ) -> Address {
        if let Some(count) = index.constant().and_then(Const::as_integer) {
            let bytes = count as i64 * i64::from(stride);
            let offset = addr.offset.wrapping_add(if back { -bytes } else { bytes });
            return Address { offset, ..addr };
        }
        let (word, bytes) = match space {
            Space::Global => (Type::U64, self.wide_product(ty, index, stride)),
            Space::Shared | Space::Local | Space::Const => {
                let index = self.convert(index, ty, Scalar::U32);
                (Type::U32, self.scaled(Type::U32, index, stride))
            }
        };
        let base = match (addr.base, back) {
            (Some(base), false) => self.build.binary(BinaryOp::Add, word, base.into(), bytes),
            (Some(base), true) => self.build.binary(BinaryOp::Sub, word, base.into(), bytes),
            (None, false) => bytes,
            (None, true) => {
                let zero = Const::new(word, 0).into();
                self.build.binary(BinaryOp::Sub, word, zero, bytes)
            }
        };
        match base {
            Operand::Reg(base) => Address {
                base: Some(base),
                ..addr
            },
            Operand::Const(value) => Address {
                base: None,
                offset: addr.offset.wrapping_add(value.bits as i64),
            },
        }
    }

    /// An index of 32 or 64 bits times a stride, in 64 bits.
    fn wide_product(&mut self, ty: Scalar, index: Operand, stride: u32) -> Operand {
        let ty = register(ty);
        match ty.bits() {
            64 => self.scaled(Type::U64, index, stride),
            _ => {
                let stride = Const::new(ty, stride.into());
                self.build.mul_wide(ty, index, stride.into())
            }
        }
    }

    fn scaled(&mut self, ty: Type, index: Operand, stride: u32) -> Operand {
        match stride.is_power_of_two() {
            true => {
                let shift = Const::u32(stride.trailing_zeros()).into();
                self.build.binary(BinaryOp::Shl, ty, index, shift)
            }
            false => {
                let stride = Const::new(ty, stride.into()).into();
                self.build.binary(BinaryOp::Mul, ty, index, stride)
            }
        }
    }

    /// `base[index]` as what it denotes: an element's place, or a smaller array.
    pub(super) fn element(&mut self, base: &Expr, index: &Expr) -> Lowered<Denoted> {
        let array = self.rvalue(base)?;
        let position = self.rvalue(index)?;
        let position = self.integer(position, index.span)?;
        match array {
            Value::Array(pointer, addr, extents) => {
                self.check_extent(position.1, extents[0], index.span)?;
                let inner: u32 = extents[1..].iter().product();
                let stride = inner * pointer.stride();
                let addr = self.offset(pointer.space, addr, position, stride, false);
                Ok(match extents.len() {
                    1 => Denoted::Place(pointer, addr),
                    _ => Denoted::Array(pointer, addr, extents[1..].to_vec()),
                })
            }
            Value::Pointer(pointer, addr) => {
                let addr = self.offset(pointer.space, addr, position, pointer.stride(), false);
                Ok(Denoted::Place(pointer, addr))
            }
            other => {
                let message = format!("cannot index {}", other.describe());
                Err(Diagnostic::error(base.span, message)
                    .help("only pointers and arrays have elements"))
            }
        }
    }

    fn check_extent(&self, index: Operand, extent: u32, span: Span) -> Lowered<()> {
        let constant = index.constant().and_then(Const::as_integer);
        match constant.filter(|i| !(0..i128::from(extent)).contains(i)) {
            Some(index) => {
                let message = format!("index {index} is outside of the array's {extent} elements");
                Err(Diagnostic::error(span, message))
            }
            None => Ok(()),
        }
    }

    /// The place that an expression denotes.
    pub(super) fn place(&mut self, expr: &Expr) -> Lowered<Place> {
        match &expr.kind {
            ExprKind::Name(name) => self.named_place(name, expr.span),
            ExprKind::Index(base, index) => match self.element(base, index)? {
                Denoted::Place(pointer, addr) => Ok(Place::Memory(pointer, addr)),
                Denoted::Array(pointer, addr, extents) => {
                    let value = Value::Array(pointer, addr, extents);
                    Err(not_a_place(expr.span, &value.describe()))
                }
            },
            ExprKind::Unary(UnaryOperator::Dereference, inner) => {
                let value = self.rvalue(inner)?;
                match decayed(value) {
                    Value::Pointer(pointer, addr) => Ok(Place::Memory(pointer, addr)),
                    other => {
                        let message = format!("cannot follow {}", other.describe());
                        Err(Diagnostic::error(inner.span, message).help("`*` wants a pointer"))
                    }
                }
            }
            ExprKind::Member(base, member) => {
                let place = self.place(base)?;
                self.member_place(place, member, expr.span)
            }
            _ => Err(not_a_place(expr.span, "a computed value")),
        }
    }

    fn named_place(&mut self, name: &str, span: Span) -> Lowered<Place> {
        let binding = self.scope.lookup(name, span)?;
        if let super::scope::Binding::Broken = binding {
            return Err(self.broken());
        }
        let constant = || {
            let message = format!("`{name}` cannot be assigned to");
            Diagnostic::error(span, message).help("assign to variables and to elements of arrays")
        };
        binding.place().ok_or_else(constant)
    }

    fn member_place(&mut self, place: Place, member: &str, span: Span) -> Lowered<Place> {
        match place {
            Place::Variable(Ty::Vector(scalar, lanes), regs) => {
                let lane = lane_of(member, lanes, span)?;
                let reg = std::iter::once(regs[lane]).collect();
                Ok(Place::Variable(Ty::Scalar(scalar), reg))
            }
            Place::Variable(Ty::Scalar(scalar), regs) if scalar.half_of_pair().is_some() => {
                let high = lane_of(member, 2, span)? == 1;
                Ok(Place::Half(scalar, regs[0], high))
            }
            Place::Memory(pointer, addr) if pointer.element.half_of_pair().is_some() => {
                let lane = lane_of(member, 2, span)?;
                let element = pointer.element.half_of_pair().unwrap_or(pointer.element);
                let offset = addr.offset + lane as i64 * i64::from(element.size());
                let pointer = Pointer { element, ..pointer };
                Ok(Place::Memory(pointer, Address { offset, ..addr }))
            }
            Place::Memory(pointer, addr) if pointer.lanes > 1 => {
                let lane = lane_of(member, pointer.lanes, span)?;
                let offset = addr.offset + lane as i64 * i64::from(pointer.element.size());
                let pointer = Pointer {
                    lanes: 1,
                    ..pointer
                };
                Ok(Place::Memory(pointer, Address { offset, ..addr }))
            }
            _ => Err(Diagnostic::error(
                span,
                format!("nothing here has a member `{member}`"),
            )),
        }
    }

    /// Reads a place.
    pub(super) fn read(&mut self, place: Place, span: Span) -> Lowered<Value> {
        match place {
            Place::Variable(ty, regs) => {
                let operands = regs.into_iter().map(Operand::Reg).collect();
                Ok(self.value_of(ty, operands))
            }
            Place::Half(scalar, reg, high) => Ok(self.half_of(scalar, reg.into(), high)),
            Place::Memory(pointer, addr) => {
                let cache = match pointer.read_only {
                    true => CacheOp::NonCoherent,
                    false => CacheOp::Default,
                };
                self.load(pointer, addr, cache, span)
            }
        }
    }

    /// Loads the element at an address.
    pub(super) fn load(
        &mut self,
        pointer: Pointer,
        addr: Address,
        cache: CacheOp,
        span: Span,
    ) -> Lowered<Value> {
        let (space, volatile) = (pointer.space, pointer.volatile);
        let mode = AccessMode { cache, volatile };
        match vector::access(pointer.element, pointer.lanes) {
            Access::Whole => {}
            Access::Single => return self.load_single(pointer, addr, cache, span),
            Access::Packed(whole) => return Ok(self.load_packed(pointer, addr, whole, mode)),
        }
        let ty = in_memory(pointer.element);
        let dst: ArrayVec<_, 4> = (0..pointer.lanes)
            .map(|_| self.build.temporary(ty.register()))
            .collect();
        self.build.emit(Inst::Load {
            space,
            ty,
            dst: dst.clone(),
            addr,
            mode,
        });
        if pointer.element == Scalar::Bool {
            let byte = dst[0].into();
            let zero = Const::s32(0).into();
            let value = self.build.compare(CompareOp::Ne, Type::S32, byte, zero);
            return Ok(Value::Scalar(Scalar::Bool, value));
        }
        let operands: ArrayVec<_, 4> = dst.into_iter().map(Operand::Reg).collect();
        Ok(match pointer.lanes {
            1 => Value::Scalar(pointer.element, operands[0]),
            _ => Value::Vector(pointer.element, operands),
        })
    }

    /// Writes a value to a place, converting it as an assignment does.
    pub(super) fn write(&mut self, place: Place, value: Value, span: Span) -> Lowered<()> {
        match place {
            Place::Variable(ty, regs) => {
                let value = self.assignable(value, ty, span)?;
                let operands = self.operands(&value);
                for (reg, operand) in regs.into_iter().zip(operands) {
                    self.build.assign(reg, operand);
                }
                Ok(())
            }
            Place::Half(scalar, reg, high) => self.write_half(scalar, reg, high, (value, span)),
            Place::Memory(pointer, addr) => {
                self.store(pointer, addr, value, CacheOp::Default, span)
            }
        }
    }

    /// Stores a value at an address, converting it to the element's type.
    pub(super) fn store(
        &mut self,
        pointer: Pointer,
        addr: Address,
        value: Value,
        cache: CacheOp,
        span: Span,
    ) -> Lowered<()> {
        check_written(pointer, self.build.span)?;
        let ty = match pointer.lanes {
            1 => Ty::Scalar(pointer.element),
            lanes => Ty::Vector(pointer.element, lanes),
        };
        let value = self.assignable(value, ty, span)?;
        let mut src = self.operands(&value);
        let mode = AccessMode {
            cache,
            volatile: pointer.volatile,
        };
        match vector::access(pointer.element, pointer.lanes) {
            Access::Whole => {}
            Access::Single => return self.store_single((pointer, addr), &src, cache, span),
            Access::Packed(whole) => {
                self.store_packed((pointer, addr), &src, whole, mode);
                return Ok(());
            }
        }
        if pointer.element == Scalar::Bool {
            src[0] = self.convert(src[0], Scalar::Bool, Scalar::I32);
        }
        let (space, ty) = (pointer.space, in_memory(pointer.element));
        self.build.emit(Inst::Store {
            space,
            ty,
            src,
            addr,
            mode,
        });
        Ok(())
    }
}

/// Refuses to change what is `const`.
pub(super) fn check_written(pointer: Pointer, span: Span) -> Lowered<()> {
    if !pointer.constant && !pointer.read_only && pointer.space != Space::Const {
        return Ok(());
    }
    let message = "this memory is read-only";
    Err(Diagnostic::error(span, message).help("declare it without `const`"))
}

/// What an indexed expression denotes.
pub(super) enum Denoted {
    Place(Pointer, Address),
    Array(Pointer, Address, Vec<u32>),
}

/// The number of a vector's member.
pub(super) fn lane_of(member: &str, lanes: u8, span: Span) -> Lowered<usize> {
    let lane = ["x", "y", "z", "w"].iter().position(|name| *name == member);
    lane.filter(|lane| *lane < usize::from(lanes))
        .ok_or_else(|| {
            let message = format!("a vector of {lanes} has no member `{member}`");
            Diagnostic::error(span, message).help("members are `.x`, `.y`, `.z` and `.w`")
        })
}

fn not_a_place(span: Span, found: &str) -> Diagnostic {
    let message = format!("expected a variable or an element, found {found}");
    Diagnostic::error(span, message)
}
