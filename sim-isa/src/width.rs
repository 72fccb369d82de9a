//! How many registers an operand spans, from the modifiers.

use crate::encoding::Width;
use crate::modifier::{
    AtomFloat, AtomType, Cs2rWidth, FloatFrom, FloatSide, FloatTo, HmmaFactors, HmmaShape, HmmaSum,
    ImmaA, ImmaShape, Int64, MatchWidth, MatrixCount, MemWidth, Modifiers,
};

/// The number of registers: 1, 2 or 4.
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
        Width::HmmaA => return 2 * hmma_factor(mods),
        Width::HmmaB => return hmma_factor(mods),
        Width::HmmaSum => {
            return if mods.get::<HmmaSum>() == HmmaSum::F32 {
                4
            } else {
                2
            };
        }
        Width::ImmaA => return imma_rows(mods) * imma_factor(mods),
        Width::ImmaB => return imma_factor(mods),
        Width::ImmaSum => return 2 * imma_rows(mods),
        Width::Four => return 4,
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

/// The registers of a float product's factor for each eight of its rows or columns: 16 bytes of each fill one.
fn hmma_factor(mods: &Modifiers) -> u8 {
    let wide = mods.get::<HmmaFactors>() == HmmaFactors::Tf32;
    match (mods.get::<HmmaShape>(), wide) {
        (HmmaShape::K4, _) | (HmmaShape::K8, false) => 1,
        (HmmaShape::K8, true) | (HmmaShape::K16, _) => 2,
    }
}

/// The same of an integer product's.
fn imma_factor(mods: &Modifiers) -> u8 {
    let bytes = matches!(mods.get::<ImmaA>(), ImmaA::U8 | ImmaA::S8);
    match (mods.get::<ImmaShape>(), bytes) {
        (ImmaShape::M8K16 | ImmaShape::M16K16, _) | (ImmaShape::M16K32, false) => 1,
        (ImmaShape::M16K32, true) | (ImmaShape::M16K64, _) => 2,
    }
}

/// Eights of rows of an integer product.
fn imma_rows(mods: &Modifiers) -> u8 {
    match mods.get::<ImmaShape>() {
        ImmaShape::M8K16 => 1,
        ImmaShape::M16K16 | ImmaShape::M16K32 | ImmaShape::M16K64 => 2,
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
