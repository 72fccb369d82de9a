//! A cubin's kernels, constant banks and device variables, independent of the
//! file's bytes.
//!
//! The host chooses where device variables lie; [`Module::global_image`] and
//! [`Module::constant_banks`] give bytes with the addresses filled in.

use crate::CubinError;
use crate::elf::{Elf, Section, SymbolKind};
use crate::kernel::{self, Kernel};
use crate::relocation::{Fixup, fixups};
use sim_isa::{Abi, ConstantBank};
use std::collections::HashMap;

/// A compiled module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Module {
    kernels: Vec<Kernel>,
    /// What to fill into each kernel's code.
    code_fixups: Vec<Vec<Placed>>,
    banks: Vec<Bank>,
    globals: Globals,
    variables: Vec<Variable>,
    abi: Abi,
}

/// A `__constant__` or `__device__` variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Where it lies.
    pub space: Space,
    /// Its first byte in that space.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
}

/// Where a variable lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    /// In this constant bank.
    Constant(u8),
    /// In the module's part of device memory.
    Global,
}

/// A fixup and where its symbol's section begins.
type Placed = (Fixup, Base);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Base {
    /// Addresses in this section are offsets: code and constants.
    Offset,
    /// Bytes from the start of the module's device variables.
    Global(u64),
}

impl Base {
    fn address(self, globals: u64) -> u64 {
        match self {
            Base::Offset => 0,
            Base::Global(offset) => globals.wrapping_add(offset),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Bank {
    bank: u8,
    /// The kernel it belongs to; none if all see it.
    kernel: Option<usize>,
    data: Vec<u8>,
    fixups: Vec<Placed>,
}

/// The module's device variables: initialised ones first, then zeroed ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Globals {
    /// Section numbers and their offsets.
    sections: Vec<(usize, u64)>,
    init: Vec<u8>,
    fixups: Vec<Placed>,
    bytes: u64,
}

/// Bytes to which device variables are aligned: as `cudaMalloc` aligns.
const GLOBAL_ALIGNMENT: u64 = 256;
/// The most that device variables can occupy: no GPU has more memory.
const MAX_GLOBAL_BYTES: u64 = 1 << 40;
/// The most that a constant bank can hold.
const MAX_BANK_BYTES: u64 = 64 << 10;

impl Module {
    /// Reads a cubin.
    pub fn parse(data: &[u8]) -> Result<Module, CubinError> {
        let elf = Elf::parse(data)?;
        let abi = elf.abi()?;
        let (texts, kernels): (Vec<_>, Vec<_>) = kernel::kernels(&elf)?.into_iter().unzip();
        if kernels.is_empty() {
            return Err(CubinError::NoKernels);
        }
        let globals = globals(&elf)?;
        let place = |number| placed(&elf, &globals, number);
        Ok(Module {
            code_fixups: texts.into_iter().map(place).collect::<Result<_, _>>()?,
            banks: banks(&elf, &globals, &kernels)?,
            variables: variables(&elf, &globals),
            kernels,
            globals,
            abi,
        })
    }

    /// Where the driver puts what its kernels read.
    pub(crate) fn abi(&self) -> Abi {
        self.abi
    }

    /// The kernels, in the file's order.
    pub fn kernels(&self) -> &[Kernel] {
        &self.kernels
    }

    /// The kernel of this name.
    pub fn kernel(&self, name: &str) -> Result<&Kernel, CubinError> {
        self.position(name).map(|number| &self.kernels[number])
    }

    /// The variables that a host can set by name.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The variable of this name.
    pub fn variable(&self, name: &str) -> Result<&Variable, CubinError> {
        let found = self.variables.iter().find(|v| v.name == name);
        found.ok_or_else(|| CubinError::NoSuchVariable {
            name: name.to_string(),
        })
    }

    /// Bytes of device memory that the module's variables need; often 0.
    pub fn global_bytes(&self) -> u64 {
        self.globals.bytes
    }

    /// The first bytes of that memory if it lies at address `globals`; the
    /// rest is zero.
    pub fn global_image(&self, globals: u64) -> Vec<u8> {
        patched(&self.globals.init, &self.globals.fixups, globals)
    }

    /// Sets (a part of) a `__constant__` variable, as `cudaMemcpyToSymbol` does.
    pub fn set_constant(
        &mut self,
        name: &str,
        offset: u64,
        bytes: &[u8],
    ) -> Result<(), CubinError> {
        let variable = self.variable(name)?.clone();
        let end = offset.checked_add(bytes.len() as u64);
        if end.is_none_or(|end| end > variable.size) {
            let (size, bytes) = (variable.size, bytes.len() as u64);
            return Err(CubinError::PastVariable {
                name: variable.name,
                size,
                offset,
                bytes,
            });
        }
        let in_bank =
            |b: &&mut Bank| b.kernel.is_none() && variable.space == Space::Constant(b.bank);
        let bank = self.banks.iter_mut().find(in_bank);
        let at = (variable.offset + offset) as usize;
        bank.and_then(|b| b.data.get_mut(at..at + bytes.len()))
            .ok_or(CubinError::NoSuchVariable {
                name: variable.name,
            })?
            .copy_from_slice(bytes);
        Ok(())
    }

    /// A kernel's constant banks other than 0, with the module's device
    /// variables at address `globals`.
    pub fn constant_banks(
        &self,
        kernel: &str,
        globals: u64,
    ) -> Result<Vec<ConstantBank>, CubinError> {
        let number = self.position(kernel)?;
        let own = self
            .banks
            .iter()
            .filter(|b| b.kernel.is_none_or(|k| k == number));
        let mut banks: Vec<ConstantBank> = own
            .map(|b| ConstantBank {
                bank: b.bank,
                data: patched(&b.data, &b.fixups, globals),
            })
            .collect();
        banks.sort_by_key(|b| b.bank);
        Ok(banks)
    }

    /// A kernel's encoded instructions, with the module's device variables at
    /// address `globals`.
    pub fn code(&self, kernel: &str, globals: u64) -> Result<Vec<u8>, CubinError> {
        let number = self.position(kernel)?;
        Ok(patched(
            &self.kernels[number].code,
            &self.code_fixups[number],
            globals,
        ))
    }

    fn position(&self, name: &str) -> Result<usize, CubinError> {
        let found = self.kernels.iter().position(|k| k.name == name);
        found.ok_or_else(|| CubinError::NoSuchKernel {
            name: name.to_string(),
            known: self.kernels.iter().map(|k| k.name.clone()).collect(),
        })
    }
}

fn patched(data: &[u8], fixups: &[Placed], globals: u64) -> Vec<u8> {
    let mut data = data.to_vec();
    for (fixup, base) in fixups {
        fixup.apply(&mut data, base.address(globals));
    }
    data
}

/// Section `number`'s fixups and the bases of their symbols' sections.
fn placed(elf: &Elf, globals: &Globals, number: usize) -> Result<Vec<Placed>, CubinError> {
    let place = |fixup: Fixup| {
        let base = base(elf, globals, number, fixup.symbol_section);
        let base = base.ok_or_else(|| CubinError::RelocationSection {
            section: elf.sections[number].name.clone(),
            target: elf
                .sections
                .get(fixup.symbol_section)
                .map_or(String::new(), |s| s.name.clone()),
        })?;
        Ok((fixup, base))
    };
    fixups(elf, number)?.into_iter().map(place).collect()
}

/// What an address in section `target` is relative to, seen from section `from`.
fn base(elf: &Elf, globals: &Globals, from: usize, target: usize) -> Option<Base> {
    if let Some(&(_, offset)) = globals
        .sections
        .iter()
        .find(|(number, _)| *number == target)
    {
        return Some(Base::Global(offset));
    }
    let name = &elf.sections.get(target)?.name;
    let own_code = target == from || kernel_of(&elf.sections[from]) == name.strip_prefix(".text.");
    let constant = name.starts_with(".nv.constant");
    (own_code || constant).then_some(Base::Offset)
}

/// The kernel that a section such as `.nv.constant2.kernel` belongs to.
fn kernel_of<'a>(section: &'a Section) -> Option<&'a str> {
    let (_, kernel) = bank_and_kernel(&section.name)?;
    kernel
}

/// The bank's number and the kernel of `.nv.constant2.kernel`.
fn bank_and_kernel(section: &str) -> Option<(u8, Option<&str>)> {
    let rest = section.strip_prefix(".nv.constant")?;
    let (bank, kernel) = match rest.split_once('.') {
        Some((bank, kernel)) => (bank, Some(kernel)),
        None => (rest, None),
    };
    Some((bank.parse().ok()?, kernel))
}

fn globals(elf: &Elf) -> Result<Globals, CubinError> {
    let mut globals = Globals::default();
    for name in [".nv.global.init", ".nv.global"] {
        let Some((number, section)) = elf.section(name) else {
            continue;
        };
        let offset = globals.bytes.next_multiple_of(GLOBAL_ALIGNMENT);
        within(section, MAX_GLOBAL_BYTES)?;
        globals.sections.push((number, offset));
        globals.bytes = offset + section.size;
        if name == ".nv.global.init" {
            globals.init = section.data.to_vec();
        }
    }
    if let Some(&(number, _)) = globals.sections.first() {
        globals.fixups = placed(elf, &globals, number)?;
    }
    Ok(globals)
}

fn banks(elf: &Elf, globals: &Globals, kernels: &[Kernel]) -> Result<Vec<Bank>, CubinError> {
    let names = kernels
        .iter()
        .enumerate()
        .map(|(k, kernel)| (kernel.name.as_str(), k));
    let kernels: HashMap<&str, usize> = names.collect();
    let mut banks = Vec::new();
    for (number, section) in elf.sections.iter().enumerate() {
        let Some((bank, name)) = bank_and_kernel(&section.name) else {
            continue;
        };
        let kernel = name.map(|name| kernels.get(name).copied());
        if bank == 0 || kernel == Some(None) {
            continue; // bank 0 is the driver's, and a device function has none of its own
        }
        within(section, MAX_BANK_BYTES)?;
        let mut data = section.data.to_vec();
        data.resize(section.size as usize, 0);
        let fixups = placed(elf, globals, number)?;
        banks.push(Bank {
            bank,
            kernel: kernel.flatten(),
            data,
            fixups,
        });
    }
    Ok(banks)
}

fn within(section: &Section, limit: u64) -> Result<(), CubinError> {
    if section.size <= limit {
        return Ok(());
    }
    let (place, what) = (section.name.clone(), "the section's size");
    Err(CubinError::OutOfRange {
        place,
        what,
        value: section.size,
        limit,
    })
}

fn variables(elf: &Elf, globals: &Globals) -> Vec<Variable> {
    let objects = elf.symbols.iter().filter(|s| s.kind == SymbolKind::Object);
    let variable = |symbol: &crate::elf::Symbol| {
        let number = symbol.section?;
        let section = elf.sections.get(number)?;
        let (space, base) = match bank_and_kernel(&section.name) {
            Some((bank, None)) => (Space::Constant(bank), 0),
            Some((_, Some(_))) => return None,
            None => (
                Space::Global,
                globals.sections.iter().find(|s| s.0 == number)?.1,
            ),
        };
        let end = symbol.value.checked_add(symbol.size)?;
        let offset = base + symbol.value;
        let (name, size) = (symbol.name.clone(), symbol.size);
        (end <= section.size).then_some(Variable {
            name,
            space,
            offset,
            size,
        })
    };
    objects.filter_map(variable).collect()
}
