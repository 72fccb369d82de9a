//! How a row of the opcode table is written down: forms, fields and print order.
//!
//! An opcode has one or more *forms*, one for each combination of operand kinds
//! (register, immediate, constant, uniform register); a form fixes the opcode
//! bits 0…11 and the place of each source. Everything else is common to the
//! forms: suffixes (with their bits, in print order), operands (in print order)
//! and bits of fixed value. Decoder, encoder, parser and printer all walk this
//! description; none of them knows an opcode by name, but for IMAD's aliases.
//!
//! Learnt from the listings of the lecture kernels, which give text and both
//! words, and from disassembling them with single bits flipped.

mod place;

pub(crate) use place::HALVES;
pub use place::{Place, Uniform};

use crate::arch::Arch;
use crate::modifier::{
    Flag, FloatFrom, FloatFrom32, FloatSide, FloatSide32, Int32, Int64, IntKind, Kind, Modifiers,
    MufuFn, MufuType, RoundType,
};
use crate::operand::Part;

/// A run of bits: lowest bit and width.
pub type Bits = (u8, u8);

/// How many registers an operand spans.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// One.
    One,
    /// A pair.
    Two,
    /// What the access width says.
    Mem,
    /// What the atomic's type says.
    Atom,
    /// What the float atomic's type says.
    AtomFloat,
    /// What CS2R's width says.
    Cs2r,
    /// A pair if the conversion's result is a double.
    FloatTo,
    /// A pair if the conversion's source is a double.
    FloatFrom,
    /// A pair if the float side of an integer conversion is a double.
    FloatSide,
    /// A pair if the conversion's integer side has 64 bits.
    Int64,
    /// A pair if MATCH compares 64 bits.
    Match,
    /// What the number of matrices says.
    Matrix,
    /// What the shape of a product of float matrices says of its first factor.
    HmmaA,
    /// The same of its second factor.
    HmmaB,
    /// The same of what it adds to.
    HmmaSum,
    /// What the shape of a product of integer matrices says of its first factor.
    ImmaA,
    /// The same of its second factor.
    ImmaB,
    /// The same of what it adds to.
    ImmaSum,
    /// Four.
    Four,
}

/// Which sign bits a source has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signs {
    /// None.
    No,
    /// Minus.
    Neg,
    /// Minus and magnitude.
    NegAbs,
    /// The bit of minus means bitwise not.
    Not,
    /// The bit of minus means not if X is set, else minus.
    NegOrNot,
    /// Minus and magnitude, and two bits that choose among the halves.
    Half,
    /// The same, and a bit that exchanges both and negates the one that was high.
    HalfTurned(u8),
    /// These bits choose a part of the register: the value is its index.
    Part(Bits, &'static [Part]),
    /// These bits choose the byte or half where an integer narrower than the
    /// register lies.
    IntPart(Bits),
    /// A part, with minus and magnitude.
    NegAbsPart(Bits, &'static [Part]),
    /// This bit means bitwise not.
    NotBit(u8),
}

impl Signs {
    /// The bits that choose a part, and the parts that their values mean.
    pub(crate) fn parts(self, mods: &Modifiers) -> Option<(Bits, &'static [Part])> {
        match self {
            Signs::Part(bits, parts) | Signs::NegAbsPart(bits, parts) => Some((bits, parts)),
            Signs::IntPart(bits) => Some((bits, integer_parts(mods))),
            Signs::No
            | Signs::Neg
            | Signs::NegAbs
            | Signs::Not
            | Signs::NegOrNot
            | Signs::Half
            | Signs::HalfTurned(_)
            | Signs::NotBit(_) => None,
        }
    }
}

/// Where an integer may lie in its register: by its width.
fn integer_parts(mods: &Modifiers) -> &'static [Part] {
    match (mods.get::<Int32>(), mods.get::<Int64>()) {
        (Int32::U8 | Int32::S8, _) | (_, Int64::U8 | Int64::S8) => &BYTES,
        (Int32::U16 | Int32::S16, _) | (_, Int64::U16 | Int64::S16) => &HALF,
        _ => &WHOLE,
    }
}

/// A byte of a register.
pub(crate) const BYTES: [Part; 4] = [Part::Whole, Part::Byte1, Part::Byte2, Part::Byte3];

/// A half of a register.
const HALF: [Part; 2] = [Part::Whole, Part::High];

/// All of a register.
const WHOLE: [Part; 1] = [Part::Whole];

/// How an immediate prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Imm {
    /// As a signed hexadecimal number.
    Signed,
    /// As an unsigned hexadecimal number.
    Hex,
    /// As a single-precision number.
    F32,
    /// As a double-precision number of which these are the high bits.
    F64,
    /// As two half-precision numbers, the high one first.
    F16x2,
    /// As a half-precision number.
    F16,
    /// As a bfloat16.
    Bf16,
    /// As a float of the type that a conversion reads.
    Source,
    /// As an integer of the type that a conversion reads.
    IntSource,
}

impl Imm {
    /// How an immediate prints, if that hangs on the type that a conversion reads.
    pub(crate) fn of_source(self, mods: &Modifiers) -> Imm {
        match self {
            Imm::Source => Imm::float_of(mods),
            Imm::IntSource => Imm::integer_of(mods),
            _ => self,
        }
    }

    fn integer_of(mods: &Modifiers) -> Imm {
        let unsigned = [
            matches!(mods.get::<Int32>(), Int32::U8 | Int32::U16 | Int32::U32),
            mods.get::<IntKind>() == IntKind::U32,
        ];
        match (unsigned.contains(&true), mods.get::<Int64>()) {
            (true, _) | (_, Int64::U8 | Int64::U16 | Int64::U32 | Int64::U64) => Imm::Hex,
            _ => Imm::Signed,
        }
    }

    fn float_of(mods: &Modifiers) -> Imm {
        let (wide, narrow) = (mods.get::<FloatSide>(), mods.get::<FloatSide32>());
        let (from, from32) = (mods.get::<FloatFrom>(), mods.get::<FloatFrom32>());
        let (round, of_function) = (mods.get::<RoundType>(), mods.get::<MufuType>());
        let function = mods.get::<MufuFn>();
        if matches!(function, MufuFn::Rcp64h | MufuFn::Rsq64h)
            || wide == FloatSide::F64
            || from == FloatFrom::F64
        {
            return Imm::F64;
        }
        let halves = [
            wide == FloatSide::F16,
            narrow == FloatSide32::F16,
            from == FloatFrom::F16,
            from32 == FloatFrom32::F16,
            round == RoundType::F16,
            of_function == MufuType::F16,
        ];
        let short = [
            wide == FloatSide::Bf16,
            narrow == FloatSide32::Bf16,
            from32 == FloatFrom32::Bf16,
            round == RoundType::Bf16,
            of_function == MufuType::Bf16,
        ];
        match (halves.contains(&true), short.contains(&true)) {
            (true, _) => Imm::F16,
            (_, true) => Imm::Bf16,
            _ => Imm::F32,
        }
    }
}

/// One of the three sources.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// `a`.
    A,
    /// `b`.
    B,
    /// `c`.
    C,
}

/// When an operand is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    /// Always.
    Always,
    /// Unless it is the one that does nothing (`PT`, `RZ`, zero).
    IfUsed,
    /// If the flag is set.
    IfFlag(Flag),
    /// If the first flag is set and the second is not.
    IfFlagNot(Flag, Flag),
    /// Never.
    Never,
}

/// One operand: where it is encoded and how it prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arg {
    /// The destination, a register in bits 16…23.
    Dst {
        /// Registers written.
        width: Width,
        /// Whether it belongs to the uniform datapath (bits 16…21).
        uniform: bool,
        /// When it prints.
        show: Show,
    },
    /// A convergence barrier as destination, in bits 16…19.
    DstBarrier,
    /// A predicate destination.
    PredDst {
        /// Which.
        index: u8,
        /// Its lowest bit.
        lo: u8,
        /// Whether it belongs to the uniform datapath.
        uniform: bool,
        /// When it prints.
        show: Show,
    },
    /// A source; its place is the form's.
    Src {
        /// Which.
        slot: Slot,
        /// Registers read.
        width: Width,
        /// Sign bits.
        signs: Signs,
        /// How an immediate prints.
        imm: Imm,
        /// When it prints.
        show: Show,
        /// Whether a blank instead of a comma stands before it.
        blank: bool,
    },
    /// A predicate source: register in three bits, then the not bit.
    PredSrc {
        /// Which.
        index: u8,
        /// Its lowest bit.
        lo: u8,
        /// Whether it belongs to the uniform datapath.
        uniform: bool,
        /// When it prints.
        show: Show,
        /// Whether an instruction without it holds `!PT` there.
        default_not: bool,
    },
    /// A number that is no operand (truth table, shift), lowest bits first.
    Num {
        /// Which.
        kind: Kind,
        /// Its bits.
        bits: &'static [Bits],
    },
    /// A word that always stands there (`PR`).
    Word(&'static str),
}

/// A modifier as a suffix of the mnemonic, lowest bits first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Suffix {
    /// Which.
    pub kind: Kind,
    /// Its bits.
    pub bits: &'static [Bits],
}

/// Opcode bits and the places of the sources.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// Bits 0…11.
    pub opcode: u16,
    /// The places of `a`, `b` and `c`.
    pub places: [Place; 3],
    /// Bits of fixed value of this form alone.
    pub fixed: &'static [Fixed],
    /// Which architectures have it.
    pub archs: Archs,
}

/// Which architectures have a form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Archs {
    /// All.
    All,
    /// Those before sm_80.
    Before80,
    /// Those before sm_90.
    Before90,
    /// Those from sm_90 on.
    From90,
}

impl Archs {
    /// Whether an architecture is among them.
    pub fn has(self, arch: Arch) -> bool {
        match self {
            Archs::All => true,
            Archs::Before80 => arch < Arch::Sm80,
            Archs::Before90 => arch < Arch::Sm90,
            Archs::From90 => arch >= Arch::Sm90,
        }
    }
}

/// Bits that always hold the same value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixed {
    /// Which.
    pub bits: Bits,
    /// The value.
    pub value: u32,
}

/// The encoding of an opcode.
#[derive(Clone, Copy, Debug)]
pub struct Encoding {
    /// Its forms.
    pub forms: &'static [Form],
    /// Its suffixes, in print order.
    pub suffixes: &'static [Suffix],
    /// Its operands, in print order.
    pub args: &'static [Arg],
    /// Bits of fixed value.
    pub fixed: &'static [Fixed],
}

impl Form {
    /// The bit of a source's `.reuse`, if its place has one. Where an immediate or
    /// constant takes the third source's place, the second lies in the third's
    /// bits and is still reused as the second.
    pub fn reuse_bit(&self, slot: Slot) -> Option<u8> {
        let place = self.places[slot as usize];
        let swapped = slot == Slot::B && self.places[2] != Place::None;
        match place {
            Place::Rc | Place::RcHalf if swapped => Some(123),
            _ => place.reuse_bit(),
        }
    }

    /// Whether bit 91 is set.
    pub fn is_uniform(&self) -> bool {
        self.places.iter().any(|place| place.is_uniform())
    }
}
