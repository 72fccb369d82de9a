//! How many registers an instruction reads from each register bank.
//!
//! A sub-core's register file has two banks, even and odd registers, each of
//! which gives one operand of 32 lanes a cycle. An operand marked `.reuse` stays
//! latched in its slot for the next instruction, which then need not read it
//! again if it names the same register there (measured on an H200).

use crate::exec::uop::Uop;
use sim_isa::Instruction;
use sim_isa::operand::Operand;

/// Sets the register reads of all instructions.
pub(super) fn assign(code: &[Instruction], uops: &mut [Uop]) {
    let mut latched = [None; 3];
    for (instruction, uop) in code.iter().zip(uops) {
        uop.sched.reads = reads(instruction, [None; 3]);
        uop.sched.reads_reused = reads(instruction, latched);
        latched = sources(instruction).map(|source| source.and_then(Source::latched));
    }
}

/// A register operand.
#[derive(Clone, Copy)]
struct Source {
    register: u8,
    words: u8,
    reuse: bool,
}

impl Source {
    /// What stays latched behind it.
    fn latched(self) -> Option<u8> {
        self.reuse.then_some(self.register)
    }
}

/// The register operands by slot.
fn sources(instruction: &Instruction) -> [Option<Source>; 3] {
    [instruction.a, instruction.b, instruction.c].map(|operand| match operand {
        Operand::Reg {
            reg, width, reuse, ..
        } if !reg.is_zero() => Some(Source {
            register: reg.0,
            words: width.max(1),
            reuse,
        }),
        Operand::Mem(address) if !address.base.is_zero() => Some(Source {
            register: address.base.0,
            words: if address.wide { 2 } else { 1 },
            reuse: false,
        }),
        _ => None,
    })
}

/// The distinct registers that the even and the odd bank must give.
fn reads(instruction: &Instruction, latched: [Option<u8>; 3]) -> [u8; 2] {
    let mut read = arrayvec::ArrayVec::<u8, 12>::new();
    for (source, latched) in sources(instruction).into_iter().zip(latched) {
        let Some(source) = source else { continue };
        if latched == Some(source.register) {
            continue;
        }
        for register in source.register..source.register.saturating_add(source.words) {
            if !read.contains(&register) {
                read.push(register);
            }
        }
    }
    let odd = read.iter().filter(|&&register| register & 1 == 1).count();
    [(read.len() - odd) as u8, odd as u8]
}
