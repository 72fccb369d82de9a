//! How many registers an operand spans, from the modifiers.

use crate::encoding::Width;
use crate::modifier::{
    AtomFloat, AtomType, Cs2rWidth, FloatFrom, FloatSide, FloatTo, Int64, MatchWidth, MatrixCount,
    MemWidth, Modifiers,
};

/// The number of registers (1, 2 or 4).
pub fn registers(width: Width, mods: &Modifiers) -> u8 {
    let pair = match width {
        Width::One => false,
        Width::Two => true,
        Width::Mem => return memory(mods.get::<MemWidth>()),
        Width::Atom => return atom(mods.get::<AtomType>()),
        Width::AtomFloat => return atom_float(mods.get::<AtomFloat>()),
        Width::Cs2r => mods.get::<Cs2rWidth>() == Cs2rWidth::B64,
        Width::FloatTo => mods.get::<FloatTo>() == FloatTo::F64,
        Width::FloatFrom => mods.get::<FloatFrom>() == FloatFrom::F64,
        Width::Int64 => matches!(mods.get::<Int64>(), Int64::U64 | Int64::S64),
        Width::FloatSide => mods.get::<FloatSide>() == FloatSide::F64,
        Width::Matrix => return matrix(mods.get::<MatrixCount>()),
        Width::Match => mods.get::<MatchWidth>() == MatchWidth::B64,
    };
    1 + u8::from(pair)
}

/// The registers of an integer atomic's data.
const fn atom(ty: AtomType) -> u8 {
    match ty {
        AtomType::U32 | AtomType::S32 => 1,
        AtomType::U64 | AtomType::S64 => 2,
        AtomType::B128 => 4,
    }
}

/// The registers of a float atomic's data.
const fn atom_float(ty: AtomFloat) -> u8 {
    match ty {
        AtomFloat::F32 | AtomFloat::F16x2 | AtomFloat::Bf16x2 => 1,
        AtomFloat::F64 | AtomFloat::F32x2 => 2,
        AtomFloat::F32x4 => 4,
    }
}

/// The registers of a matrix fragment.
const fn matrix(count: MatrixCount) -> u8 {
    match count {
        MatrixCount::One => 1,
        MatrixCount::Two => 2,
        MatrixCount::Four => 4,
    }
}

/// The registers of a memory access.
const fn memory(width: MemWidth) -> u8 {
    match width {
        MemWidth::U8 | MemWidth::S8 | MemWidth::U16 | MemWidth::S16 | MemWidth::B32 => 1,
        MemWidth::B64 => 2,
        MemWidth::B128 => 4,
    }
}
