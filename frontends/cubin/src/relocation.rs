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

/// All relocations of section `number`, but for the addresses of the driver's functions
/// (`vprintf`, `__assertfail`): these lie in a constant bank of all kernels, and who calls one is
/// refused when it is launched; the module's other kernels need none.
pub(crate) fn fixups(elf: &Elf, number: usize) -> Result<Vec<Fixup>, CubinError> {
    let own = elf.relocations.get(&number).into_iter().flatten();
    let needed = own.filter(|relocation| !is_drivers(elf, number, relocation));
    let fixups = needed.map(|relocation| fixup(elf, number, relocation));
    fixups.collect()
}

/// Whether a constant is to hold the address of a function that the module does not define.
fn is_drivers(elf: &Elf, section: usize, relocation: &Relocation) -> bool {
    let in_bank = elf.sections[section].name.starts_with(".nv.constant");
    let symbol = elf.symbols.get(relocation.symbol);
    in_bank && symbol.is_some_and(|symbol| symbol.section.is_none())
}

/// What a relocation of this section does.
fn fixup(elf: &Elf, section: usize, relocation: &Relocation) -> Result<Fixup, CubinError> {
    let &Relocation {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elf::{Section, Symbol, SymbolKind};
    use std::collections::HashMap;

    /// A module of one 16-byte section, one variable, and one relocation.
    fn module(data: &[u8; 16], kind: u32, offset: u64, addend: Option<i64>) -> Elf<'_> {
        Elf {
            sm: 90,
            sections: vec![Section {
                name: ".text.k".into(),
                flags: 0,
                info: 0,
                size: 16,
                data,
            }],
            symbols: vec![Symbol {
                name: "v".into(),
                kind: SymbolKind::Object,
                entry: false,
                section: Some(3),
                value: 0x10,
                size: 4,
            }],
            relocations: HashMap::from([(
                0,
                vec![Relocation {
                    offset,
                    kind,
                    symbol: 0,
                    addend,
                }],
            )]),
        }
    }

    fn relocated(kind: u32, offset: u64, addend: Option<i64>) -> Result<u128, CubinError> {
        let mut data = [0; 16];
        data[0] = 0x40;
        let found = fixups(&module(&data, kind, offset, addend), 0)?;
        found[0].apply(&mut data, 0x7e00_1234_0000);
        Ok(u128::from_le_bytes(data))
    }

    #[test]
    fn an_address_is_split_over_two_instructions_immediates() {
        let (low, high) = (relocated(56, 0, Some(4)), relocated(57, 0, Some(4)));
        assert_eq!(low, Ok(0x1234_0014_0000_0040));
        assert_eq!(high, Ok(0x7e00_0000_0040));
    }

    #[test]
    fn without_an_addend_the_place_holds_it() {
        assert_eq!(relocated(1, 0, None), Ok(0x1234_0050));
        assert_eq!(relocated(2, 0, None), Ok(0x7e00_1234_0050));
    }

    #[test]
    fn an_undefined_symbol_is_an_error_but_for_the_drivers_functions() {
        let data = [0; 16];
        let mut elf = module(&data, 2, 0, Some(0));
        elf.symbols[0].section = None;
        assert!(matches!(
            fixups(&elf, 0),
            Err(CubinError::RelocationSymbol { .. })
        ));
        elf.sections[0].name = ".nv.constant4".into();
        assert_eq!(fixups(&elf, 0), Ok(Vec::new()));
    }

    #[test]
    fn a_relocation_past_the_section_or_of_an_unknown_type_is_an_error() {
        let past = relocated(2, 9, Some(0));
        assert!(matches!(
            past,
            Err(CubinError::RelocationPlace { offset: 9, .. })
        ));
        let unknown = relocated(999, 0, Some(0));
        assert!(matches!(
            unknown,
            Err(CubinError::RelocationType { kind: 999, .. })
        ));
    }

    #[test]
    fn a_symbol_that_the_module_does_not_define_is_named() {
        let data = [0; 16];
        let mut elf = module(&data, 2, 0, Some(0));
        elf.symbols[0].section = None;
        let error = fixups(&elf, 0).expect_err("undefined").to_string();
        assert!(error.contains("`v`"), "{error}");
    }
}
