//! Which registers an instruction reads from each register bank, and for which operands.
//!
//! A sub-core's register file has two banks, even and odd registers, each of
//! which gives one register (of 32 lanes) a cycle; one that is two operands is
//! read once. An operand marked `.reuse` stays latched in its slot for the next
//! instruction, which then need not read it again if it names the same register
//! there (measured on an H200).

use crate::exec::uop::{Alu, Kind, Latched, Reads, Uop};
use sim_isa::operand::Operand;
use sim_isa::{Instruction, Op, Pipe};

/// Sets the register reads of all instructions.
pub(super) fn assign(code: &[Instruction], uops: &mut [Uop]) {
    latch_matrices(code, uops);
    let mut latched = [None; 3];
    for (instruction, uop) in code.iter().zip(uops) {
        uop.sched.operands = operands(instruction);
        let words = sources(instruction)
            .into_iter()
            .flatten()
            .map(|source| source.words);
        uop.sched.registers = words.sum();
        uop.sched.reads = by_bank(&registers(instruction, [None; 3]));
        uop.sched.reads_reused = by_bank(&registers(instruction, latched));
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

/// The operand of the pipe (0 to 2 for a, b and c in `a * b + c`) that a slot's register becomes. A sum
/// of two is a product with one, so its second register is the addend; an only source is b (measured on an
/// H200, by what 40 forms wait for behind each other: `micro/h200/operands`; sums of halves and their
/// comparisons in loops that were not kept, double precision is taken to be like them).
fn operand(instruction: &Instruction, slot: usize) -> usize {
    let alone = instruction.b == Operand::None && instruction.c == Operand::None;
    match (instruction.op, slot) {
        (Op::Fadd | Op::Dadd | Op::Dsetp | Op::Hadd2 | Op::Hsetp2, 1) => 2,
        (_, 0) if alone => 1,
        _ => slot,
    }
}

/// The register that each operand comes from, 255 if none.
fn operands(instruction: &Instruction) -> [u8; 3] {
    let mut operands = [u8::MAX; 3];
    for (slot, source) in sources(instruction).into_iter().enumerate() {
        if let Some(source) = source {
            operands[operand(instruction, slot)] = source.register;
        }
    }
    operands
}

/// What products of matrices find latched. Their latches are the tensor core's own: they hold until its next product,
/// whatever lies between (measured on an H200: `micro/h200/matrix`, products and FFMAs in turn).
fn latch_matrices(code: &[Instruction], uops: &mut [Uop]) {
    let (mut latched, mut by) = ([None; 3], 0);
    for (index, (instruction, uop)) in code.iter().zip(uops).enumerate() {
        if uop.pipe == Pipe::Branch {
            latched = [None; 3];
        }
        if !matches!(uop.kind, Kind::Alu(Alu::Product(_))) {
            continue;
        }
        let sources = sources(instruction);
        let mut operands = 0;
        for (slot, source) in sources.iter().enumerate() {
            let register = source.map(|source| source.register);
            operands |= u8::from(register.is_some() && register == latched[slot]) << slot;
        }
        uop.sched.latched = Latched { operands, by };
        (latched, by) = (
            sources.map(|source| source.and_then(Source::latched)),
            index as u32,
        );
    }
}

/// The registers that an instruction reads, each with its operands, a bit each.
type Registers = arrayvec::ArrayVec<(u8, u8), 12>;

/// The registers that an instruction reads but for those latched in their slots.
fn registers(instruction: &Instruction, latched: [Option<u8>; 3]) -> Registers {
    let mut registers = Registers::new();
    for (slot, source) in sources(instruction).into_iter().enumerate() {
        let Some(source) = source else { continue };
        if latched[slot] == Some(source.register) {
            continue;
        }
        let operand = 1 << operand(instruction, slot);
        for register in source.register..source.register.saturating_add(source.words) {
            match registers.iter_mut().find(|read| read.0 == register) {
                Some(read) => read.1 |= operand,
                None => registers.push((register, operand)),
            }
        }
    }
    registers
}

/// What the even and the odd bank must give.
fn by_bank(registers: &Registers) -> Reads {
    let mut reads = Reads::default();
    for &(register, operands) in registers {
        reads.add(usize::from(register & 1), operands);
    }
    reads
}
