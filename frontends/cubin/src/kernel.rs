//! A kernel's resources, parameters and code, gathered from sections, symbols
//! and attributes.

use crate::CubinError;
use crate::attribute::{Attributes, id};
use crate::elf::{Elf, Section, Symbol, SymbolKind};
use crate::lines::{Row, by_instruction, rows};
use sim_isa::{Param, SourceLine};
use std::collections::HashMap;

/// A kernel as the compiler left it; its code is not decoded yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kernel {
    /// The entry's name.
    pub name: String,
    /// The encoded instructions, 16 bytes each; functions that the compiler put
    /// into the same section (slow paths of division and square root) included.
    pub code: Vec<u8>,
    /// Registers a thread, as compiled.
    pub registers: u32,
    /// Bytes of static shared memory a block, without the system's.
    pub static_shared: u32,
    /// Bytes of local memory a thread, stack frames of called functions included.
    pub local_bytes: u32,
    /// Named barriers that the kernel uses, 0…16.
    pub barriers: u32,
    /// The parameters, by position.
    pub params: Vec<Param>,
    /// Where parameters begin in constant bank 0.
    pub param_base: u32,
    /// Bytes of all parameters.
    pub param_bytes: u32,
    /// The largest block that it was compiled for (`__launch_bounds__`).
    pub max_threads: Option<[u32; 3]>,
    /// The only block size that it may be launched with (`.reqntid`).
    pub required_threads: Option<[u32; 3]>,
    /// Byte offsets of the EXIT instructions.
    pub exits: Vec<u32>,
    /// Byte offsets of the targets of indirect branches, ascending.
    pub indirect_targets: Vec<u32>,
    /// Functions in the section besides the kernel itself.
    pub functions: Vec<Function>,
    /// The source lines that the code comes from, without their text; none if
    /// the module was compiled without `-lineinfo`.
    pub lines: Vec<SourceLine>,
    /// For each instruction the line, as an index into `lines`.
    pub line_of: Vec<Option<u32>>,
}

/// A function inside a kernel's section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name, such as `$__internal_0_$__cuda_sm20_sqrt_rn_f32_slowpath`.
    pub name: String,
    /// Its first byte in the kernel's code.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
}

/// Bounds of what a file may claim, by the encoding of instructions and the
/// size of the hardware's tables.
const MAX_REGISTERS: u32 = 255;
const MAX_BARRIERS: u32 = 16;
const MAX_LOCAL_BYTES: u32 = 512 << 10;
const MAX_SHARED_BYTES: u64 = 1 << 20;

/// What stands for the stack of a kernel whose functions call themselves or are
/// called through pointers: nobody knows how deep.
const UNKNOWN_STACK: u32 = u32::MAX;

/// The stack of a thread where nobody knows what it needs (CUDA Runtime API,
/// `cudaLimitStackSize`).
pub(crate) const DEFAULT_STACK: u32 = 1024;

/// Finds the kernels and gathers what belongs to each, in the file's order.
/// Beside each stands the number of its text section.
pub(crate) fn kernels(elf: &Elf) -> Result<Vec<(usize, Kernel)>, CubinError> {
    let directory = Directory::new(elf)?;
    let mut kernels = Vec::new();
    for (number, section) in elf.sections.iter().enumerate() {
        let Some(name) = section.name.strip_prefix(".text.") else {
            continue;
        };
        let source = Source {
            directory: &directory,
            number,
            name,
        };
        if source.symbols().any(|s| s.entry && s.name == name) {
            kernels.push((number, source.kernel()?));
        }
    }
    Ok(kernels)
}

/// What is looked up for each kernel, by what it is looked up by: a library has
/// thousands of kernels, and none should make the others' reading longer.
struct Directory<'a> {
    elf: &'a Elf<'a>,
    /// Sections by name.
    sections: HashMap<&'a str, &'a Section<'a>>,
    /// The symbols of each section, by its number.
    symbols: HashMap<usize, Vec<&'a Symbol>>,
    /// Module-wide attributes of entries: the first value of each.
    of_entries: HashMap<(u8, &'a str), u32>,
    /// Rows of the line table, by text section.
    rows: HashMap<usize, Vec<Row>>,
}

impl<'a> Directory<'a> {
    fn new(elf: &'a Elf<'a>) -> Result<Directory<'a>, CubinError> {
        let mut sections = HashMap::new();
        for section in &elf.sections {
            sections.entry(section.name.as_str()).or_insert(section);
        }
        let mut symbols: HashMap<_, Vec<_>> = HashMap::new();
        for symbol in &elf.symbols {
            if let Some(section) = symbol.section {
                symbols.entry(section).or_default().push(symbol);
            }
        }
        Ok(Directory {
            elf,
            sections,
            symbols,
            of_entries: of_entries(elf)?,
            rows: rows(elf),
        })
    }
}

/// The first value of each module-wide attribute of each entry.
fn of_entries<'a>(elf: &'a Elf<'a>) -> Result<HashMap<(u8, &'a str), u32>, CubinError> {
    const NAME: &str = ".nv.info";
    let global = elf
        .section(NAME)
        .map_or(&[][..], |(_, section)| section.data);
    let global = Attributes::parse(NAME, global)?;
    let mut values = HashMap::new();
    for attribute in [id::REGCOUNT, id::FRAME_SIZE, id::MIN_STACK_SIZE] {
        for pair in global.words(attribute) {
            let [symbol, value] = pair?;
            let symbol = elf.symbols.get(symbol as usize);
            if let Some(entry) = symbol.filter(|symbol| symbol.entry) {
                let key = (attribute, entry.name.as_str());
                values.entry(key).or_insert(value);
            }
        }
    }
    Ok(values)
}

/// Where one kernel's facts are read from.
struct Source<'a> {
    directory: &'a Directory<'a>,
    /// The kernel's text section.
    number: usize,
    name: &'a str,
}

impl<'a> Source<'a> {
    fn kernel(&self) -> Result<Kernel, CubinError> {
        let own = self.attributes()?;
        let params = params(&own)?;
        let (param_base, param_bytes) = match own.first(id::PARAM_CBANK)? {
            Some([_, place]) => (place & 0xffff, place >> 16),
            None if params.is_empty() => (self.directory.elf.abi()?.params, 0),
            None => return Err(self.missing("PARAM_CBANK attribute")),
        };
        let code = self.code()?;
        let rows = self.directory.rows.get(&self.number);
        let (lines, line_of) = by_instruction(rows.map_or(&[], |rows| rows), code.len());
        Ok(Kernel {
            name: self.name.to_string(),
            code,
            registers: self.registers()?,
            static_shared: self.static_shared()?,
            local_bytes: self.local_bytes()?,
            barriers: self.barriers(&own)?,
            params,
            param_base,
            param_bytes,
            max_threads: own.first(id::MAX_THREADS)?,
            required_threads: own.first(id::REQNTID)?,
            exits: own.list(id::EXIT_INSTR_OFFSETS),
            indirect_targets: indirect_targets(&own),
            functions: self.functions(),
            lines,
            line_of,
        })
    }

    fn text(&self) -> &'a Section<'a> {
        &self.directory.elf.sections[self.number]
    }

    fn section(&self, name: &str) -> Option<&'a Section<'a>> {
        self.directory.sections.get(name).copied()
    }

    fn attributes(&self) -> Result<Attributes, CubinError> {
        let section = format!(".nv.info.{}", self.name);
        let found = self.section(&section);
        let found = found.ok_or_else(|| self.missing(".nv.info section"))?;
        Attributes::parse(&section, found.data)
    }

    fn code(&self) -> Result<Vec<u8>, CubinError> {
        let code = self.text().data;
        if !code.is_empty()
            && code
                .len()
                .is_multiple_of(sim_isa::INSTRUCTION_BYTES as usize)
        {
            return Ok(code.to_vec());
        }
        let kernel = self.name.to_string();
        Err(CubinError::CodeSize {
            kernel,
            bytes: code.len(),
        })
    }

    /// CUDA 11 and later write an attribute; before, the section's info held it.
    fn registers(&self) -> Result<u32, CubinError> {
        let registers = match self.of_entry(id::REGCOUNT) {
            Some(registers) => registers,
            None => self.text().info >> 24,
        };
        self.at_most("the number of registers", registers, MAX_REGISTERS)
    }

    /// CUDA 13 writes an attribute; before, the section's flags held it.
    fn barriers(&self, own: &Attributes) -> Result<u32, CubinError> {
        let in_flags = || (self.text().flags >> 20) as u32 & 0x7f;
        let barriers = own.number(id::NUM_BARRIERS).unwrap_or_else(in_flags);
        self.at_most("the number of barriers", barriers, MAX_BARRIERS)
    }

    fn local_bytes(&self) -> Result<u32, CubinError> {
        let frame = self.of_entry(id::FRAME_SIZE).unwrap_or(0);
        let stack = match self.of_entry(id::MIN_STACK_SIZE).unwrap_or(0) {
            UNKNOWN_STACK => DEFAULT_STACK,
            stack => stack,
        };
        self.at_most("the stack size", frame.max(stack), MAX_LOCAL_BYTES)
    }

    /// The section covers the system's share at the beginning of a block's
    /// shared memory; a kernel without shared memory may have no section.
    fn static_shared(&self) -> Result<u32, CubinError> {
        let section = self.section(&format!(".nv.shared.{}", self.name));
        let Some(section) = section else {
            return Ok(0);
        };
        if section.size > MAX_SHARED_BYTES {
            return Err(self.out_of_range(
                "the size of shared memory",
                section.size,
                MAX_SHARED_BYTES,
            ));
        }
        Ok((section.size as u32).saturating_sub(self.directory.elf.abi()?.shared_base))
    }

    /// The value that a module-wide attribute has for this kernel.
    fn of_entry(&self, attribute: u8) -> Option<u32> {
        let values = &self.directory.of_entries;
        values.get(&(attribute, self.name)).copied()
    }

    /// The symbols of the kernel's section, its own among them.
    fn symbols(&self) -> impl Iterator<Item = &'a Symbol> {
        let symbols = self.directory.symbols.get(&self.number);
        symbols.into_iter().flatten().copied()
    }

    fn functions(&self) -> Vec<Function> {
        let inside = |s: &&Symbol| s.kind == SymbolKind::Function && !s.entry;
        let functions = self.symbols().filter(inside).map(|s| Function {
            name: s.name.clone(),
            offset: s.value,
            size: s.size,
        });
        functions.collect()
    }

    fn missing(&self, what: &'static str) -> CubinError {
        CubinError::Missing {
            kernel: self.name.to_string(),
            what,
        }
    }

    fn out_of_range(&self, what: &'static str, value: u64, limit: u64) -> CubinError {
        CubinError::OutOfRange {
            place: format!("kernel `{}`", self.name),
            what,
            value,
            limit,
        }
    }

    fn at_most(&self, what: &'static str, value: u32, limit: u32) -> Result<u32, CubinError> {
        if value <= limit {
            return Ok(value);
        }
        Err(self.out_of_range(what, value.into(), limit.into()))
    }
}

/// Parameters by position. A record holds index, ordinal and offset in half
/// words, and the size in the upper 14 bits of the last word.
fn params(own: &Attributes) -> Result<Vec<Param>, CubinError> {
    let mut records = own
        .words(id::KPARAM_INFO)
        .collect::<Result<Vec<[u32; 3]>, _>>()?;
    records.sort_by_key(|[_, place, _]| place & 0xffff);
    let param = |[_, place, shape]: [u32; 3]| Param {
        name: None,
        offset: place >> 16,
        size: shape >> 18,
    };
    Ok(records.into_iter().map(param).collect())
}

/// The targets of all indirect branches: records of branch offset, flags,
/// number of targets, targets.
fn indirect_targets(own: &Attributes) -> Vec<u32> {
    let words = own.list(id::INDIRECT_BRANCH_TARGETS);
    let (mut targets, mut rest) = (Vec::new(), &words[..]);
    while let [_, _, count, following @ ..] = rest {
        let (these, others) = following.split_at((*count as usize).min(following.len()));
        targets.extend_from_slice(these);
        rest = others;
    }
    targets.sort_unstable();
    targets.dedup();
    targets
}
