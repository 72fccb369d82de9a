//! Filling in addresses that the compiler could not know.
//!
//! Source: type numbers as `cuobjdump` names them (`R_CUDA_32` 1, `R_CUDA_64`
//! 2, `R_CUDA_ABS32_32` 55, `R_CUDA_ABS32_LO_32` 56, `R_CUDA_ABS32_HI_32` 57).
//! Plain cubins use 2 alone; the instruction types come from linked modules.

use crate::CubinError;
use crate::elf::{Elf, Relocation};

/// How a relocation changes its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// Low 32 bits of the address, at the offset.
    Word,
    /// All 64 bits, at the offset.
    Double,
    /// Low 32 bits, in an instruction's immediate field.
    ImmediateLow,
    /// High 32 bits, in an instruction's immediate field.
    ImmediateHigh,
}

impl Form {
    fn of(kind: u32) -> Option<Form> {
        match kind {
            1 => Some(Form::Word),
            2 => Some(Form::Double),
            55 | 56 => Some(Form::ImmediateLow),
            57 => Some(Form::ImmediateHigh),
            _ => None,
        }
    }

    /// Bytes from the relocation's offset, and how many.
    fn place(self) -> (u64, u64) {
        match self {
            Form::Word => (0, 4),
            Form::Double => (0, 8),
            Form::ImmediateLow | Form::ImmediateHigh => (4, 4),
        }
    }

    fn bytes(self, address: u64) -> [u8; 8] {
        let value = if self == Form::ImmediateHigh {
            address >> 32
        } else {
            address
        };
        value.to_le_bytes()
    }
}

/// A checked relocation: a place in a section and the address that goes there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixup {
    form: Form,
    /// The first byte that changes.
    at: usize,
    /// The section that the symbol lies in.
    pub symbol_section: usize,
    /// The symbol's offset in it, addend included.
    symbol_offset: u64,
}

impl Fixup {
    /// The bytes of `data` changed, with the symbol's section at address `base`.
    pub fn apply(&self, data: &mut [u8], base: u64) {
        let length = self.form.place().1 as usize;
        let address = base.wrapping_add(self.symbol_offset);
        let place = &mut data[self.at..self.at + length];
        place.copy_from_slice(&self.form.bytes(address)[..length]);
    }
}

/// All relocations of section `number`.
pub(crate) fn fixups(elf: &Elf, number: usize) -> Result<Vec<Fixup>, CubinError> {
    let own = elf.relocations.iter().filter(|r| r.section == number);
    own.map(|relocation| fixup(elf, relocation)).collect()
}

fn fixup(elf: &Elf, relocation: &Relocation) -> Result<Fixup, CubinError> {
    let &Relocation {
        section,
        offset,
        kind,
        symbol,
        addend,
    } = relocation;
    let changed = &elf.sections[section];
    let name = || changed.name.clone();
    let unsupported = || CubinError::RelocationType {
        section: name(),
        offset,
        kind,
    };
    let outside = || CubinError::RelocationPlace {
        section: name(),
        offset,
    };
    let form = Form::of(kind).ok_or_else(unsupported)?;
    let at = place_in(changed.data.len(), form, offset).ok_or_else(outside)?;
    let symbol = elf.symbols.get(symbol).ok_or_else(outside)?;
    let undefined = || CubinError::RelocationSymbol {
        section: name(),
        offset,
        symbol: symbol.name.clone(),
    };
    let addend = addend.unwrap_or_else(|| stored(changed.data, at, form));
    Ok(Fixup {
        form,
        at,
        symbol_section: symbol.section.ok_or_else(undefined)?,
        symbol_offset: symbol.value.wrapping_add_signed(addend),
    })
}

/// The first byte that changes, if all of them lie in the section.
fn place_in(section_bytes: usize, form: Form, offset: u64) -> Option<usize> {
    let (skip, length) = form.place();
    let at = offset.checked_add(skip)?;
    let end = at.checked_add(length)?;
    (end <= section_bytes as u64).then_some(at as usize)
}

/// The addend of a relocation without one: what the place holds.
fn stored(data: &[u8], at: usize, form: Form) -> i64 {
    let length = form.place().1 as usize;
    let mut bytes = [0; 8];
    bytes[..length].copy_from_slice(&data[at..at + length]);
    i64::from_le_bytes(bytes)
}
