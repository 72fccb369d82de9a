//! The ELF container: sections, symbols and relocations as plain lists.
//!
//! Left out: what program headers say (they repeat the sections) and other than
//! 64-bit files.

use crate::CubinError;
use object::elf::{EM_CUDA, FileHeader64, STT_FUNC, STT_OBJECT};
use object::read::elf::{FileHeader, Rel, Rela, SectionHeader, SectionTable, Sym};
use object::{Endianness, SectionIndex};
use sim_isa::{Abi, Arch};
use std::collections::HashMap;

/// The bit of a symbol's `st_other` that marks a kernel's entry.
const STO_CUDA_ENTRY: u8 = 0x10;

type Header = FileHeader64<Endianness>;

/// A section: its name, flags and bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section<'data> {
    /// The name, such as `.text.kernel`.
    pub name: String,
    /// ELF flags; older cubins keep the number of barriers in bits 20…26.
    pub flags: u64,
    /// ELF info; older cubins keep the number of registers in bits 24…31.
    pub info: u32,
    /// Size in bytes, also of a section without contents.
    pub size: u64,
    /// The contents; empty for a section that only reserves space.
    pub data: &'data [u8],
}

/// What a symbol names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolKind {
    /// A function: a kernel, or one that a kernel calls.
    Function,
    /// A variable.
    Object,
    /// A section, a label, or nothing.
    Other,
}

/// A symbol. Its place in the list is the number that attributes use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// The name.
    pub name: String,
    /// What it names.
    pub kind: SymbolKind,
    /// Whether it is a kernel's entry.
    pub entry: bool,
    /// The section it lies in; none if the file does not define it.
    pub section: Option<usize>,
    /// Its offset in the section.
    pub value: u64,
    /// Its size in bytes.
    pub size: u64,
}

/// A relocation: put a symbol's address into a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relocation {
    /// Where in the section.
    pub offset: u64,
    /// The type's number.
    pub kind: u32,
    /// The symbol's number.
    pub symbol: usize,
    /// What is added to the address; absent if the section holds it already.
    pub addend: Option<i64>,
}

/// An ELF file's tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Elf<'data> {
    /// The architecture's number, 90 for sm_90.
    pub sm: u32,
    /// The sections, by number.
    pub sections: Vec<Section<'data>>,
    /// The symbols, by number.
    pub symbols: Vec<Symbol>,
    /// The relocations by the section that they change, in the order of the file.
    pub relocations: HashMap<usize, Vec<Relocation>>,
}

impl<'data> Elf<'data> {
    /// Reads the tables of a cubin.
    pub fn parse(data: &'data [u8]) -> Result<Elf<'data>, CubinError> {
        let header = Header::parse(data).map_err(while_reading("the ELF header"))?;
        let endian = header.endian().map_err(while_reading("the ELF header"))?;
        check_machine(header, endian)?;
        // Not used, but a file that lacks them is cut off.
        header
            .program_headers(endian, data)
            .map_err(while_reading("the program headers"))?;
        let table = header
            .sections(endian, data)
            .map_err(while_reading("the section table"))?;
        Ok(Elf {
            sm: architecture(header, endian),
            sections: sections(&table, endian, data)?,
            symbols: symbols(&table, endian, data)?,
            relocations: relocations(&table, endian, data)?,
        })
    }

    /// Where the driver puts what the kernels read.
    pub fn abi(&self) -> Result<Abi, CubinError> {
        let arch = Arch::from_sm(self.sm);
        let unknown = CubinError::Architecture { sm: self.sm };
        arch.and_then(Abi::of).ok_or(unknown)
    }

    /// The number and the section of this name.
    pub fn section(&self, name: &str) -> Option<(usize, &Section<'data>)> {
        let mut sections = self.sections.iter().enumerate();
        sections.find(|(_, section)| section.name == name)
    }
}

fn while_reading(what: &'static str) -> impl Fn(object::read::Error) -> CubinError {
    move |source| CubinError::Elf { what, source }
}

fn check_machine(header: &Header, endian: Endianness) -> Result<(), CubinError> {
    let machine = header.e_machine(endian);
    if machine == EM_CUDA {
        return Ok(());
    }
    Err(CubinError::Machine { machine: machine.0 })
}

/// The architecture lies in the low byte of the flags up to ABI version 7
/// (CUDA 12) and in the second byte from version 8 on (CUDA 13).
fn architecture(header: &Header, endian: Endianness) -> u32 {
    let flags = header.e_flags(endian).0;
    let shift = if header.e_ident().abi_version >= 8 {
        8
    } else {
        0
    };
    (flags >> shift) & 0xff
}

fn sections<'data>(
    table: &SectionTable<'data, Header>,
    endian: Endianness,
    data: &'data [u8],
) -> Result<Vec<Section<'data>>, CubinError> {
    let read = |header| -> Result<Section<'data>, CubinError> {
        let name = table.section_name(endian, header);
        let contents = header.data(endian, data);
        Ok(Section {
            name: text(name.map_err(while_reading("a section's name"))?),
            flags: header.sh_flags(endian).0,
            info: header.sh_info(endian),
            size: header.sh_size(endian),
            data: contents.map_err(while_reading("a section's contents"))?,
        })
    };
    table.iter().map(read).collect()
}

fn symbols<'data>(
    table: &SectionTable<'data, Header>,
    endian: Endianness,
    data: &'data [u8],
) -> Result<Vec<Symbol>, CubinError> {
    let symbols = table
        .symbols(endian, data, object::elf::SHT_SYMTAB)
        .map_err(while_reading("the symbol table"))?;
    let read = |(index, symbol): (_, &object::elf::Sym64<Endianness>)| {
        let name = symbols.symbol_name(endian, symbol);
        let section = symbols.symbol_section(endian, symbol, index);
        let section = section.map_err(while_reading("a symbol's section"))?;
        Ok(Symbol {
            name: text(name.map_err(while_reading("a symbol's name"))?),
            kind: kind(symbol),
            entry: symbol.st_other().0 & STO_CUDA_ENTRY != 0,
            section: section.map(|s: SectionIndex| s.0),
            value: symbol.st_value(endian),
            size: symbol.st_size(endian),
        })
    };
    symbols.enumerate().map(read).collect()
}

fn kind(symbol: &object::elf::Sym64<Endianness>) -> SymbolKind {
    match symbol.st_type() {
        STT_FUNC => SymbolKind::Function,
        STT_OBJECT => SymbolKind::Object,
        _ => SymbolKind::Other,
    }
}

fn relocations<'data>(
    table: &SectionTable<'data, Header>,
    endian: Endianness,
    data: &'data [u8],
) -> Result<HashMap<usize, Vec<Relocation>>, CubinError> {
    let mut all: HashMap<_, Vec<_>> = HashMap::new();
    for header in table.iter() {
        let section = header.sh_info(endian) as usize;
        let rela = header.rela(endian, data);
        if let Some((entries, _)) = rela.map_err(while_reading("a relocation table"))? {
            all.entry(section)
                .or_default()
                .extend(entries.iter().map(|r| Relocation {
                    offset: r.r_offset(endian),
                    kind: r.r_type(endian, false).0,
                    symbol: r.r_sym(endian, false) as usize,
                    addend: Some(r.r_addend(endian)),
                }));
        }
        let rel = header.rel(endian, data);
        if let Some((entries, _)) = rel.map_err(while_reading("a relocation table"))? {
            all.entry(section)
                .or_default()
                .extend(entries.iter().map(|r| Relocation {
                    offset: r.r_offset(endian),
                    kind: r.r_type(endian).0,
                    symbol: r.r_sym(endian) as usize,
                    addend: None,
                }));
        }
    }
    Ok(all)
}

/// Names are ASCII in practice; anything else is shown as well as it can be.
fn text(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}
