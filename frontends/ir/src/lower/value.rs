//! What an expression's value is while lowering.

use crate::cexpr::{Scalar, TypeName};
use crate::kernel::{Address, Const, MemType, Operand, Space, Type};
use arrayvec::ArrayVec;
use std::fmt;

/// What a pointer points at, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pointer {
    pub element: Scalar,
    /// Elements of a vector element, 1 for a scalar.
    pub lanes: u8,
    pub space: Space,
    pub volatile: bool,
    /// Whether nothing is changed by way of it.
    pub constant: bool,
    /// Whether nobody writes there while the kernel runs.
    pub read_only: bool,
}

impl Pointer {
    /// The same, by way of which nothing is changed.
    pub fn to_constant(self) -> Pointer {
        Pointer {
            constant: true,
            ..self
        }
    }

    /// Bytes from one element to the next.
    pub fn stride(self) -> u32 {
        self.element.size() * u32::from(self.lanes)
    }

    /// What an access to an element must be aligned to, in bytes. A vector of three is three
    /// accesses.
    pub fn alignment(self) -> u32 {
        match self.lanes {
            3 => self.element.size(),
            _ => self.stride(),
        }
    }

    /// The type of a register that holds such an address.
    pub fn register(self) -> Type {
        match self.space {
            Space::Global => Type::U64,
            Space::Shared | Space::Local | Space::Const => Type::U32,
        }
    }
}

/// A type of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    Scalar(Scalar),
    Vector(Scalar, u8),
    Pointer(Pointer),
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = TypeName::scalar;
        let name = match *self {
            Ty::Scalar(scalar) => plain(scalar),
            Ty::Vector(scalar, lanes) => TypeName {
                lanes,
                ..plain(scalar)
            },
            Ty::Pointer(p) => TypeName {
                lanes: p.lanes,
                pointers: 1,
                volatile: p.volatile,
                constant: p.constant,
                ..plain(p.element)
            },
        };
        write!(f, "{name}")?;
        match *self {
            Ty::Pointer(p) if p.space != Space::Global => write!(f, " in {} memory", p.space),
            _ => Ok(()),
        }
    }
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Scalar(Scalar, Operand),
    Vector(Scalar, ArrayVec<Operand, 4>),
    Pointer(Pointer, Address),
    /// An array that has not been indexed down to an element: the extents that are left.
    Array(Pointer, Address, Vec<u32>),
    /// The result of a call that returns nothing.
    Void,
}

impl Value {
    /// How a message names its type.
    pub fn describe(&self) -> String {
        match self {
            Value::Scalar(scalar, _) => format!("`{}`", Ty::Scalar(*scalar)),
            Value::Vector(scalar, lanes) => {
                format!("`{}`", Ty::Vector(*scalar, lanes.len() as u8))
            }
            Value::Pointer(pointer, _) => format!("`{}`", Ty::Pointer(*pointer)),
            Value::Array(pointer, _, extents) => {
                let extents: String = extents.iter().map(|n| format!("[{n}]")).collect();
                format!("an array `{}{extents}`", pointer.element)
            }
            Value::Void => "nothing".into(),
        }
    }

    pub fn as_constant(&self) -> Option<Const> {
        match self {
            Value::Scalar(_, operand) => operand.constant(),
            _ => None,
        }
    }
}

/// Something that can be assigned to.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// A variable's registers.
    Variable(Ty, ArrayVec<crate::kernel::VReg, 4>),
    /// One half, low or high, of a variable of this type that is a pair.
    Half(Scalar, crate::kernel::VReg, bool),
    /// Memory.
    Memory(Pointer, Address),
}

/// The type of a register that holds the scalar.
pub(super) fn register(scalar: Scalar) -> Type {
    match scalar {
        Scalar::Bool => Type::Pred,
        Scalar::I8 | Scalar::U8 | Scalar::I16 | Scalar::U16 | Scalar::I32 => Type::S32,
        Scalar::U32 => Type::U32,
        Scalar::I64 => Type::S64,
        Scalar::U64 => Type::U64,
        Scalar::F16 => Type::F16,
        Scalar::Bf16 => Type::Bf16,
        Scalar::F16x2 => Type::F16x2,
        Scalar::Bf16x2 => Type::Bf16x2,
        Scalar::F32 => Type::F32,
        Scalar::F64 => Type::F64,
    }
}

/// What the scalar is in memory.
pub(super) fn in_memory(scalar: Scalar) -> MemType {
    match scalar {
        Scalar::Bool | Scalar::U8 => MemType::U8,
        Scalar::I8 => MemType::S8,
        Scalar::I16 => MemType::S16,
        Scalar::U16 => MemType::U16,
        Scalar::I32 => MemType::S32,
        Scalar::U32 => MemType::U32,
        Scalar::I64 => MemType::S64,
        Scalar::U64 => MemType::U64,
        Scalar::F16 => MemType::F16,
        Scalar::Bf16 => MemType::Bf16,
        Scalar::F16x2 => MemType::F16x2,
        Scalar::Bf16x2 => MemType::Bf16x2,
        Scalar::F32 => MemType::F32,
        Scalar::F64 => MemType::F64,
    }
}
