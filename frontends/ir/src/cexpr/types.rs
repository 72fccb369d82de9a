//! Type names of C and CUDA as casts and declarations use them.

use std::fmt;

/// A scalar type of C, by width: `char` is 8 bits and signed, `long` 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// `bool`
    Bool,
    /// `char`, `signed char`, `int8_t`
    I8,
    /// `unsigned char`, `uint8_t`
    U8,
    /// `short`, `int16_t`
    I16,
    /// `unsigned short`, `uint16_t`
    U16,
    /// `int`, `int32_t`
    I32,
    /// `unsigned`, `uint32_t`
    U32,
    /// `long`, `long long`, `int64_t`
    I64,
    /// `unsigned long`, `unsigned long long`, `uint64_t`, `size_t`
    U64,
    /// `half`, `__half`
    F16,
    /// `__nv_bfloat16`
    Bf16,
    /// `half2`, `__half2`: a pair in one word, not a vector of two registers
    F16x2,
    /// `__nv_bfloat162`
    Bf16x2,
    /// `float`
    F32,
    /// `double`
    F64,
}

impl Scalar {
    /// Size in bytes.
    pub fn size(self) -> u32 {
        match self {
            Scalar::Bool | Scalar::I8 | Scalar::U8 => 1,
            Scalar::I16 | Scalar::U16 | Scalar::F16 | Scalar::Bf16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 | Scalar::F16x2 | Scalar::Bf16x2 => 4,
            Scalar::I64 | Scalar::U64 | Scalar::F64 => 8,
        }
    }

    /// Whether it holds floats: of 16 bits, pairs of these, `float` or `double`.
    pub fn is_float(self) -> bool {
        self.is_half() || matches!(self, Scalar::F32 | Scalar::F64)
    }

    /// Whether it holds floats of 16 bits, one or a pair.
    pub fn is_half(self) -> bool {
        matches!(self, Scalar::F16 | Scalar::Bf16) || self.half_of_pair().is_some()
    }

    /// The pair of which this, or what it is the half of, is a half.
    pub(crate) fn pair_of_half(self) -> Scalar {
        match self {
            Scalar::F16 => Scalar::F16x2,
            Scalar::Bf16 => Scalar::Bf16x2,
            other => other,
        }
    }

    /// What each half of a pair is.
    pub fn half_of_pair(self) -> Option<Scalar> {
        match self {
            Scalar::F16x2 => Some(Scalar::F16),
            Scalar::Bf16x2 => Some(Scalar::Bf16),
            _ => None,
        }
    }

    /// Whether it is an integer type with negative values.
    pub fn is_signed(self) -> bool {
        matches!(self, Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64)
    }

    /// The type after C's integer promotions: everything narrower than `int` becomes `int`.
    pub fn promoted(self) -> Scalar {
        match self {
            Scalar::Bool | Scalar::I8 | Scalar::U8 | Scalar::I16 | Scalar::U16 => Scalar::I32,
            Scalar::I32 | Scalar::U32 | Scalar::I64 | Scalar::U64 => self,
            Scalar::F16 | Scalar::Bf16 | Scalar::F16x2 | Scalar::Bf16x2 => self,
            Scalar::F32 | Scalar::F64 => self,
        }
    }

    /// The common type of C's usual arithmetic conversions. Floats of 16 bits take no part in
    /// them: CUDA has them as classes.
    pub fn common(self, other: Scalar) -> Scalar {
        // After promotion the ranks ascend in the order of declaration, and of two types the
        // higher rank wins: unsigned over signed of one width, 64 bits over 32, floats over all.
        self.promoted().max(other.promoted())
    }

    /// Its name in C.
    pub fn c_name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::I8 => "signed char",
            Scalar::U8 => "unsigned char",
            Scalar::I16 => "short",
            Scalar::U16 => "unsigned short",
            Scalar::I32 => "int",
            Scalar::U32 => "unsigned int",
            Scalar::I64 => "long long",
            Scalar::U64 => "unsigned long long",
            Scalar::F16 => "__half",
            Scalar::Bf16 => "__nv_bfloat16",
            Scalar::F16x2 => "__half2",
            Scalar::Bf16x2 => "__nv_bfloat162",
            Scalar::F32 => "float",
            Scalar::F64 => "double",
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.c_name())
    }
}

/// A type as written in a cast or a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TypeName {
    /// The scalar, or the element of a vector.
    pub scalar: Scalar,
    /// Elements of a vector type, 1 for a scalar.
    pub lanes: u8,
    /// Number of `*` behind it.
    pub pointers: u8,
    /// Whether what it names, or points at, is `volatile`.
    pub volatile: bool,
    /// Whether what it names, or points at, is `const`.
    pub constant: bool,
}

impl TypeName {
    /// Whether a variable of it keeps its first value.
    pub(crate) fn is_fixed(self) -> bool {
        self.constant && self.pointers == 0
    }

    /// A plain scalar.
    pub fn scalar(scalar: Scalar) -> Self {
        Self {
            scalar,
            lanes: 1,
            pointers: 0,
            volatile: false,
            constant: false,
        }
    }

    /// Size in bytes; a vector of three takes three.
    pub fn size(self) -> u32 {
        match self.pointers {
            0 => self.scalar.size() * u32::from(self.lanes),
            _ => 8,
        }
    }

    /// The scalar, where it is neither vector nor pointer.
    pub fn as_scalar(self) -> Option<Scalar> {
        (self.lanes == 1 && self.pointers == 0).then_some(self.scalar)
    }
}

impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.constant {
            f.write_str("const ")?;
        }
        if self.volatile {
            f.write_str("volatile ")?;
        }
        match self.lanes {
            1 => write!(f, "{}", self.scalar)?,
            n => write!(f, "{}{n}", vector_stem(self.scalar))?,
        }
        match self.pointers {
            0 => Ok(()),
            n => write!(f, " {}", "*".repeat(n.into())),
        }
    }
}

fn vector_stem(scalar: Scalar) -> &'static str {
    let stems = VECTOR_STEMS.iter().find(|(_, s)| *s == scalar);
    stems.map_or("bool", |(stem, _)| stem)
}

const VECTOR_STEMS: [(&str, Scalar); 10] = [
    ("char", Scalar::I8),
    ("uchar", Scalar::U8),
    ("short", Scalar::I16),
    ("ushort", Scalar::U16),
    ("int", Scalar::I32),
    ("uint", Scalar::U32),
    ("longlong", Scalar::I64),
    ("ulonglong", Scalar::U64),
    ("float", Scalar::F32),
    ("double", Scalar::F64),
];

/// The type that one word names alone: `float4`, `uint32_t`, `size_t`. The words that C
/// combines (`unsigned`, `long`, …) are the parser's matter.
pub(crate) fn one_word(word: &str) -> Option<(Scalar, u8)> {
    let scalar = match word {
        "bool" => Scalar::Bool,
        "float" => Scalar::F32,
        "double" => Scalar::F64,
        "__half" => Scalar::F16,
        "__half2" => Scalar::F16x2,
        "__nv_bfloat16" => Scalar::Bf16,
        "__nv_bfloat162" => Scalar::Bf16x2,
        "int8_t" => Scalar::I8,
        "uint8_t" | "uchar" => Scalar::U8,
        "int16_t" => Scalar::I16,
        "uint16_t" | "ushort" => Scalar::U16,
        "int32_t" => Scalar::I32,
        "uint32_t" | "uint" => Scalar::U32,
        "int64_t" | "ptrdiff_t" | "intptr_t" => Scalar::I64,
        "uint64_t" | "size_t" | "uintptr_t" | "ulong" => Scalar::U64,
        _ => return vector(word),
    };
    Some((scalar, 1))
}

fn vector(word: &str) -> Option<(Scalar, u8)> {
    let lanes = word.chars().last()?.to_digit(10)?;
    let stem = &word[..word.len() - 1];
    let (_, scalar) = VECTOR_STEMS.iter().find(|(s, _)| *s == stem)?;
    (1..=4).contains(&lanes).then_some((*scalar, lanes as u8))
}

/// The words that C combines into one integer type.
#[derive(Default)]
pub(crate) struct IntegerWords {
    char: bool,
    short: bool,
    long: bool,
    int: bool,
    signed: bool,
    unsigned: bool,
}

impl IntegerWords {
    /// Takes a word, where it is one of them.
    pub(crate) fn take(&mut self, word: &str) -> bool {
        let flag = match word {
            "char" => &mut self.char,
            "short" => &mut self.short,
            "long" => &mut self.long,
            "int" => &mut self.int,
            "signed" => &mut self.signed,
            "unsigned" => &mut self.unsigned,
            _ => return false,
        };
        *flag = true;
        true
    }

    /// The type that the words make together, where they make one.
    pub(crate) fn scalar(&self) -> Option<Scalar> {
        let widths = [self.char, self.short, self.long];
        let clash = widths.iter().filter(|&&w| w).count() > 1
            || (self.signed && self.unsigned)
            || (self.char && self.int);
        if clash {
            return None;
        }
        let (signed, unsigned) = match (self.char, self.short, self.long) {
            (true, ..) => (Scalar::I8, Scalar::U8),
            (_, true, _) => (Scalar::I16, Scalar::U16),
            (_, _, true) => (Scalar::I64, Scalar::U64),
            _ => (Scalar::I32, Scalar::U32),
        };
        Some(if self.unsigned { unsigned } else { signed })
    }
}
