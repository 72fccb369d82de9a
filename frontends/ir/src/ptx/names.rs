//! Names of virtual registers: a class's letter and the source variable's name, or a number.

use crate::kernel::{Kernel, Type, VReg};
use std::collections::BTreeSet;

/// What a register can hold, as PTX declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    Predicate,
    Half,
    Word,
    Pair,
    Single,
    Double,
}

impl Class {
    /// All, in the order of their declarations.
    pub(super) const ALL: [Class; 6] = [
        Class::Predicate,
        Class::Half,
        Class::Word,
        Class::Pair,
        Class::Single,
        Class::Double,
    ];

    pub(super) fn of(ty: Type) -> Class {
        match ty {
            Type::Pred => Class::Predicate,
            Type::F16 | Type::Bf16 => Class::Half,
            Type::S32 | Type::U32 | Type::F16x2 | Type::Bf16x2 => Class::Word,
            Type::S64 | Type::U64 => Class::Pair,
            Type::F32 => Class::Single,
            Type::F64 => Class::Double,
        }
    }

    /// Its PTX type.
    pub(super) fn ptx(self) -> &'static str {
        match self {
            Class::Predicate => "pred",
            Class::Half => "b16",
            Class::Word => "b32",
            Class::Pair => "b64",
            Class::Single => "f32",
            Class::Double => "f64",
        }
    }

    /// The letters that nvcc gives its registers.
    fn letters(self) -> &'static str {
        match self {
            Class::Predicate => "p",
            Class::Half => "rs",
            Class::Word => "r",
            Class::Pair => "rd",
            Class::Single => "f",
            Class::Double => "fd",
        }
    }
}

/// The names of a kernel's registers.
pub(super) struct Names {
    of: Vec<String>,
    /// Numbers given in each class, in the order of [`Class::ALL`].
    numbered: [u32; 6],
    /// Registers with names, by class and in order of appearance.
    named: Vec<(Class, String)>,
    taken: BTreeSet<String>,
}

impl Names {
    /// Names for the registers that some instruction of the kernel writes.
    pub(super) fn new(kernel: &Kernel) -> Names {
        let mut names = Names {
            of: vec![String::new(); kernel.registers.len()],
            numbered: [0; 6],
            named: Vec::new(),
            taken: BTreeSet::new(),
        };
        let insts = kernel.blocks.iter().flat_map(|(_, block)| &block.insts);
        for reg in insts.flat_map(|located| located.inst.defs()) {
            if names.of[reg.index()].is_empty() {
                names.of[reg.index()] = names.fresh(kernel, reg);
            }
        }
        names
    }

    fn fresh(&mut self, kernel: &Kernel, reg: VReg) -> String {
        let register = &kernel.registers[reg];
        let class = Class::of(register.ty);
        match &register.name {
            Some(name) => self.variable(class, name),
            None => self.temporary(class),
        }
    }

    /// A name made of a variable's; a second one of the same name gets a number behind it.
    pub(super) fn variable(&mut self, class: Class, name: &str) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let name: String = name.chars().map(plain).collect();
        let first = format!("%{}_{name}", class.letters());
        let later = (2..).map(|n| format!("{first}_{n}"));
        let mut candidates = std::iter::once(first.clone()).chain(later);
        let free = candidates.find(|name| !self.taken.contains(name));
        let free = free.unwrap_or(first);
        self.taken.insert(free.clone());
        self.named.push((class, free.clone()));
        free
    }

    /// A register more.
    pub(super) fn temporary(&mut self, class: Class) -> String {
        let count = &mut self.numbered[class as usize];
        *count += 1;
        format!("%{}{count}", class.letters())
    }

    /// A register's name.
    pub(super) fn of(&self, reg: VReg) -> &str {
        &self.of[reg.index()]
    }

    /// The declaration of a class's registers: `.reg .b32 %r<3>, %r_ix;`.
    pub(super) fn declaration(&self, class: Class) -> Option<String> {
        let count = self.numbered[class as usize];
        // `<n>` declares the numbers from 0 to n - 1; ours begin with 1, as nvcc's do.
        let numbered = (count > 0).then(|| format!("%{}<{}>", class.letters(), count + 1));
        let named = self.named.iter().filter(|(of, _)| *of == class);
        let named = named.map(|(_, name)| name.clone());
        let all: Vec<_> = numbered.into_iter().chain(named).collect();
        (!all.is_empty()).then(|| format!(".reg .{} {};", class.ptx(), all.join(", ")))
    }
}
