//! How many registers an operand spans, from the modifiers.

use crate::encoding::Width;
use crate::modifier::{
    AtomFloat, AtomType, Cs2rWidth, FloatFrom, FloatResult, FloatSource, FloatTo, Int64,
    MatchWidth, MemWidth, Modifiers,
};

/// The number of registers (1, 2 or 4).
pub fn registers(width: Width, mods: &Modifiers) -> u8 {
    let pair = match width {
        Width::One => false,
        Width::Two => true,
        Width::Mem => return memory(mods.get::<MemWidth>()),
        Width::Atom => matches!(mods.get::<AtomType>(), AtomType::U64 | AtomType::S64),
        Width::AtomFloat => mods.get::<AtomFloat>() == AtomFloat::F64,
        Width::Cs2r => mods.get::<Cs2rWidth>() == Cs2rWidth::B64,
        Width::FloatTo => mods.get::<FloatTo>() == FloatTo::F64,
        Width::FloatFrom => mods.get::<FloatFrom>() == FloatFrom::F64,
        Width::FloatResult => mods.get::<FloatResult>() == FloatResult::F64,
        Width::Int64 => matches!(mods.get::<Int64>(), Int64::U64 | Int64::S64),
        Width::FloatSource => mods.get::<FloatSource>() == FloatSource::F64,
        Width::Match => mods.get::<MatchWidth>() == MatchWidth::B64,
    };
    1 + u8::from(pair)
}

/// The registers of a memory access.
const fn memory(width: MemWidth) -> u8 {
    match width {
        MemWidth::U8 | MemWidth::S8 | MemWidth::U16 | MemWidth::S16 | MemWidth::B32 => 1,
        MemWidth::B64 => 2,
        MemWidth::B128 => 4,
    }
}
