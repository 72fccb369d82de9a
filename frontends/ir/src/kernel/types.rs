//! Types of registers and of memory, and constants.

use super::eval::halves;
use std::fmt;

/// What a virtual register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// One bit per lane.
    Pred,
    /// Signed 32-bit integer.
    S32,
    /// Unsigned 32-bit integer.
    U32,
    /// Signed 64-bit integer.
    S64,
    /// Unsigned 64-bit integer; also a global address.
    U64,
    /// IEEE half precision.
    F16,
    /// bfloat16.
    Bf16,
    /// Two of half precision in one word, the first in the low half.
    F16x2,
    /// Two bfloat16 in one word.
    Bf16x2,
    /// IEEE single precision.
    F32,
    /// IEEE double precision.
    F64,
}

impl Type {
    /// Width in bits; 1 for a predicate.
    pub fn bits(self) -> u32 {
        match self {
            Type::Pred => 1,
            Type::F16 | Type::Bf16 => 16,
            Type::S32 | Type::U32 | Type::F32 | Type::F16x2 | Type::Bf16x2 => 32,
            Type::S64 | Type::U64 | Type::F64 => 64,
        }
    }

    /// Whether it is `S32` or `S64`.
    pub fn is_signed(self) -> bool {
        matches!(self, Type::S32 | Type::S64)
    }

    /// Whether it is a float, or a pair of floats.
    pub fn is_float(self) -> bool {
        self.is_half() || matches!(self, Type::F32 | Type::F64)
    }

    /// Whether it is a float of 16 bits, or a pair of them.
    pub fn is_half(self) -> bool {
        matches!(self, Type::F16 | Type::Bf16) || self.is_pair()
    }

    /// Whether it is a pair of floats.
    pub fn is_pair(self) -> bool {
        matches!(self, Type::F16x2 | Type::Bf16x2)
    }

    /// Whether its halves can be told apart: a pair of floats, or a double, of two words.
    pub fn is_packed(self) -> bool {
        self.is_pair() || self == Type::F64
    }

    /// What each half of a pair or of a double is, and any other type itself.
    pub fn half(self) -> Type {
        match self {
            Type::F16x2 => Type::F16,
            Type::Bf16x2 => Type::Bf16,
            Type::F64 => Type::U32,
            other => other,
        }
    }

    /// Whether it is a float of 16 bits with the exponents of single precision, or a pair.
    pub fn is_bfloat(self) -> bool {
        self.half() == Type::Bf16
    }

    /// Whether it is an integer.
    pub fn is_integer(self) -> bool {
        matches!(self, Type::S32 | Type::U32 | Type::S64 | Type::U64)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Pred => "pred",
            Type::S32 => "s32",
            Type::U32 => "u32",
            Type::S64 => "s64",
            Type::U64 => "u64",
            Type::F16 => "f16",
            Type::Bf16 => "bf16",
            Type::F16x2 => "f16x2",
            Type::Bf16x2 => "bf16x2",
            Type::F32 => "f32",
            Type::F64 => "f64",
        })
    }
}

/// What an element in memory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MemType {
    /// Signed 8-bit integer.
    S8,
    /// Unsigned 8-bit integer.
    U8,
    /// Signed 16-bit integer.
    S16,
    /// Unsigned 16-bit integer.
    U16,
    /// Signed 32-bit integer.
    S32,
    /// Unsigned 32-bit integer.
    U32,
    /// Signed 64-bit integer.
    S64,
    /// Unsigned 64-bit integer.
    U64,
    /// IEEE half precision.
    F16,
    /// bfloat16.
    Bf16,
    /// Two of half precision, aligned as one word.
    F16x2,
    /// Two bfloat16, aligned as one word.
    Bf16x2,
    /// IEEE single precision.
    F32,
    /// IEEE double precision.
    F64,
}

impl MemType {
    /// Size and natural alignment in bytes.
    pub fn size(self) -> u32 {
        match self {
            MemType::S8 | MemType::U8 => 1,
            MemType::S16 | MemType::U16 | MemType::F16 | MemType::Bf16 => 2,
            MemType::S32 | MemType::U32 | MemType::F32 | MemType::F16x2 | MemType::Bf16x2 => 4,
            MemType::S64 | MemType::U64 | MemType::F64 => 8,
        }
    }

    /// The register type that a load of it produces; narrow integers are promoted as C
    /// promotes them, to `S32`.
    pub fn register(self) -> Type {
        match self {
            MemType::S8 | MemType::U8 | MemType::S16 | MemType::U16 | MemType::S32 => Type::S32,
            MemType::U32 => Type::U32,
            MemType::S64 => Type::S64,
            MemType::U64 => Type::U64,
            MemType::F16 => Type::F16,
            MemType::Bf16 => Type::Bf16,
            MemType::F16x2 => Type::F16x2,
            MemType::Bf16x2 => Type::Bf16x2,
            MemType::F32 => Type::F32,
            MemType::F64 => Type::F64,
        }
    }
}

impl fmt::Display for MemType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MemType::S8 => "s8",
            MemType::U8 => "u8",
            MemType::S16 => "s16",
            MemType::U16 => "u16",
            MemType::S32 => "s32",
            MemType::U32 => "u32",
            MemType::S64 => "s64",
            MemType::U64 => "u64",
            MemType::F16 => "f16",
            MemType::Bf16 => "bf16",
            MemType::F16x2 => "f16x2",
            MemType::Bf16x2 => "bf16x2",
            MemType::F32 => "f32",
            MemType::F64 => "f64",
        })
    }
}

/// Where an address points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    /// Device memory; 64-bit addresses.
    Global,
    /// The block's shared memory; 32-bit offsets.
    Shared,
    /// The thread's frame; 32-bit offsets.
    Local,
    /// A constant buffer (bank 3); 32-bit offsets.
    Const,
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Space::Global => "global",
            Space::Shared => "shared",
            Space::Local => "local",
            Space::Const => "const",
        })
    }
}

/// A constant: a type and the bits of a value of it, upper bits zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Const {
    /// Its type.
    pub ty: Type,
    /// Its bits; those above the type's width are zero.
    pub bits: u64,
}

impl Const {
    /// A constant of the low bits of `bits`.
    pub fn new(ty: Type, bits: u64) -> Self {
        let mask = u64::MAX >> (64 - ty.bits());
        Self {
            ty,
            bits: bits & mask,
        }
    }

    /// A predicate.
    pub fn pred(value: bool) -> Self {
        Self::new(Type::Pred, value.into())
    }

    /// An `S32`.
    pub fn s32(value: i32) -> Self {
        Self::new(Type::S32, value as u64)
    }

    /// A `U32`.
    pub fn u32(value: u32) -> Self {
        Self::new(Type::U32, value.into())
    }

    /// An `S64`.
    pub fn s64(value: i64) -> Self {
        Self::new(Type::S64, value as u64)
    }

    /// A `U64`.
    pub fn u64(value: u64) -> Self {
        Self::new(Type::U64, value)
    }

    /// An `F32`.
    pub fn f32(value: f32) -> Self {
        Self::new(Type::F32, value.to_bits().into())
    }

    /// An `F64`.
    pub fn f64(value: f64) -> Self {
        Self::new(Type::F64, value.to_bits())
    }

    /// The value as a mathematical integer: sign-extended where the type is signed.
    /// `None` for floats.
    pub fn as_integer(self) -> Option<i128> {
        match self.ty {
            Type::S32 => Some((self.bits as u32 as i32).into()),
            Type::S64 => Some((self.bits as i64).into()),
            Type::Pred | Type::U32 | Type::U64 => Some(self.bits.into()),
            Type::F16 | Type::Bf16 | Type::F16x2 | Type::Bf16x2 => None,
            Type::F32 | Type::F64 => None,
        }
    }

    /// The value of a float constant, exactly; `None` for others and for pairs.
    pub fn as_float(self) -> Option<f64> {
        match self.ty {
            Type::F32 => Some(f32::from_bits(self.bits as u32).into()),
            Type::F64 => Some(f64::from_bits(self.bits)),
            Type::F16 | Type::Bf16 => Some(halves::value(self.ty, self.bits as u16)),
            Type::F16x2 | Type::Bf16x2 => None,
            Type::Pred | Type::S32 | Type::U32 | Type::S64 | Type::U64 => None,
        }
    }
}

impl fmt::Display for Const {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ty {
            Type::Pred => write!(f, "{}", self.bits != 0),
            Type::F32 => write!(f, "{:?}f", f32::from_bits(self.bits as u32)),
            Type::F64 => write!(f, "{:?}", f64::from_bits(self.bits)),
            Type::F16 | Type::Bf16 => {
                write!(f, "{:?}h", halves::value(self.ty, self.bits as u16))
            }
            Type::F16x2 | Type::Bf16x2 => write!(f, "{:#010x}", self.bits),
            Type::U32 => write!(f, "{}u", self.bits),
            Type::U64 => write!(f, "{}ul", self.bits),
            Type::S32 => write!(f, "{}", self.bits as u32 as i32),
            Type::S64 => write!(f, "{}l", self.bits as i64),
        }
    }
}
