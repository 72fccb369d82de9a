//! What an instruction reads and writes: for hazard checkers, schedulers,
//! allocators and the core's dependence masks.
//!
//! `RZ`, `URZ`, `PT` and `UPT` never appear: they carry no dependence.

use arrayvec::ArrayVec;

use crate::encoding::Arg;
use crate::instruction::Instruction;
use crate::operand::{ConstBase, Operand, Pred, PredSrc, Reg, UReg};

/// Registers in a row: the first, and how many.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RegRange {
    /// The first register.
    pub first: Reg,
    /// How many, from 1 on.
    pub count: u8,
}

impl RegRange {
    /// The registers of the range.
    pub fn registers(self) -> impl Iterator<Item = Reg> {
        let last = self.first.0.saturating_add(self.count - 1).min(254);
        (self.first.0..=last).map(Reg)
    }
}

/// Uniform registers in a row: the first, and how many.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct URegRange {
    /// The first register.
    pub first: UReg,
    /// How many, from 1 on.
    pub count: u8,
}

impl URegRange {
    /// The registers of the range.
    pub fn registers(self) -> impl Iterator<Item = UReg> {
        let last = self.first.0.saturating_add(self.count - 1).min(62);
        (self.first.0..=last).map(UReg)
    }
}

/// A predicate register, of the lanes or of the uniform datapath.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PredReg {
    /// The register.
    pub pred: Pred,
    /// Whether it belongs to the uniform datapath.
    pub uniform: bool,
}

fn range(first: Reg, count: u8) -> Option<RegRange> {
    (!first.is_zero()).then_some(RegRange { first, count })
}

fn uniform_range(first: UReg, count: u8) -> Option<URegRange> {
    (!first.is_zero()).then_some(URegRange { first, count })
}

/// The registers that an operand names.
fn registers_of(operand: &Operand) -> Option<RegRange> {
    match *operand {
        Operand::Reg { reg, width, .. } => range(reg, width),
        Operand::Const {
            base: ConstBase::Reg(reg),
            ..
        } => range(reg, 1),
        Operand::Mem(address) => range(address.base, 1 + u8::from(address.wide)),
        Operand::Const { .. }
        | Operand::None
        | Operand::UReg { .. }
        | Operand::Imm(_)
        | Operand::Special(_)
        | Operand::Target(_)
        | Operand::Barrier(_)
        | Operand::Pred(_)
        | Operand::Scoreboard(_) => None,
    }
}

/// The uniform registers that an operand names.
fn uniform_registers_of(operand: &Operand) -> [Option<URegRange>; 2] {
    match *operand {
        Operand::UReg { reg, width, .. } => [uniform_range(reg, width), None],
        Operand::Const {
            base: ConstBase::UReg(reg),
            ..
        } => [uniform_range(reg, 1), None],
        Operand::Mem(address) => {
            let desc = address.desc.and_then(|reg| uniform_range(reg, 2));
            let width = 1 + u8::from(address.wide);
            let base = address.has_uniform.then_some(address.uniform);
            [desc, base.and_then(|reg| uniform_range(reg, width))]
        }
        Operand::Const { .. }
        | Operand::None
        | Operand::Reg { .. }
        | Operand::Imm(_)
        | Operand::Special(_)
        | Operand::Target(_)
        | Operand::Barrier(_)
        | Operand::Pred(_)
        | Operand::Scoreboard(_) => [None, None],
    }
}

impl Instruction {
    /// The three sources.
    pub fn source_operands(&self) -> [&Operand; 3] {
        [&self.a, &self.b, &self.c]
    }

    /// The registers that are read.
    pub fn reads(&self) -> ArrayVec<RegRange, 3> {
        let sources = self.source_operands().into_iter();
        sources.filter_map(registers_of).collect()
    }

    /// The registers that are written.
    pub fn writes(&self) -> Option<RegRange> {
        registers_of(&self.dst)
    }

    /// The uniform registers that are read.
    pub fn uniform_reads(&self) -> ArrayVec<URegRange, 6> {
        let sources = self.source_operands().into_iter();
        sources.flat_map(uniform_registers_of).flatten().collect()
    }

    /// The uniform registers that are written.
    pub fn uniform_writes(&self) -> Option<URegRange> {
        uniform_registers_of(&self.dst)[0]
    }

    /// The predicate sources that the row has and that are not `PT`, guard first.
    pub fn predicate_sources(&self) -> ArrayVec<PredSrc, 4> {
        let args = self.op.row().encoding.args.iter();
        let slots = args.filter_map(|arg| match *arg {
            Arg::PredSrc { index, .. } => Some(self.psrc[usize::from(index)]),
            _ => None,
        });
        let all = std::iter::once(self.guard).chain(slots);
        all.filter(|source| !source.pred.is_true()).collect()
    }

    /// The predicates that are read, guard first.
    pub fn predicate_reads(&self) -> ArrayVec<PredReg, 4> {
        let read = |source: PredSrc| PredReg {
            pred: source.pred,
            uniform: source.uniform,
        };
        self.predicate_sources().into_iter().map(read).collect()
    }

    /// The predicates that are written.
    pub fn predicate_writes(&self) -> ArrayVec<PredReg, 2> {
        let args = self.op.row().encoding.args.iter();
        let slots = args.filter_map(|arg| match *arg {
            Arg::PredDst { index, uniform, .. } => Some(PredReg {
                pred: self.pdst[usize::from(index)],
                uniform,
            }),
            _ => None,
        });
        slots.filter(|written| !written.pred.is_true()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse::parse;

    fn regs(ranges: &[RegRange]) -> Vec<(u8, u8)> {
        ranges.iter().map(|r| (r.first.0, r.count)).collect()
    }

    fn uregs(ranges: &[URegRange]) -> Vec<(u8, u8)> {
        ranges.iter().map(|r| (r.first.0, r.count)).collect()
    }

    #[track_caller]
    fn check(text: &str, reads: &[(u8, u8)], writes: Option<(u8, u8)>, uniform: &[(u8, u8)]) {
        let instruction = parse(text, 0).expect("parses");
        assert_eq!(regs(&instruction.reads()), reads, "{text}");
        let written = instruction.writes().map(|r| (r.first.0, r.count));
        assert_eq!(written, writes, "{text}");
        assert_eq!(uregs(&instruction.uniform_reads()), uniform, "{text}");
    }

    #[test]
    fn a_wide_load_reads_a_pair_and_a_descriptor_and_writes_four() {
        let text = "LDG.E.128 R8, desc[UR4][R2.64+0x10]";
        check(text, &[(2, 2)], Some((8, 4)), &[(4, 2)]);
    }

    #[test]
    fn a_store_reads_address_and_data_and_writes_nothing() {
        let text = "STG.E.64 desc[UR6][R2.64], R10";
        check(text, &[(2, 2), (10, 2)], None, &[(6, 2)]);
    }

    #[test]
    fn wide_multiplication_adds_and_writes_a_pair() {
        check(
            "IMAD.WIDE R2, R5, 0x4, R6",
            &[(5, 1), (6, 2)],
            Some((2, 2)),
            &[],
        );
    }

    #[test]
    fn shared_addresses_are_single_registers() {
        check(
            "LDS.64 R2, [R5+UR4+0x8]",
            &[(5, 1)],
            Some((2, 2)),
            &[(4, 1)],
        );
    }

    #[test]
    fn zero_registers_carry_no_dependence() {
        check("IADD3 RZ, RZ, RZ, RZ", &[], None, &[]);
    }

    #[test]
    fn carries_and_guards_are_predicate_accesses() {
        let add = parse("@!P2 IADD3.X R0, P3, R1, R2, RZ, P0, !PT", 0).expect("parses");
        let reads: Vec<u8> = add.predicate_reads().iter().map(|p| p.pred.0).collect();
        let writes: Vec<u8> = add.predicate_writes().iter().map(|p| p.pred.0).collect();
        assert_eq!((reads, writes), (vec![2, 0], vec![3]));
    }

    #[test]
    fn a_uniform_load_is_guarded_by_a_uniform_predicate() {
        let load = parse("@!UP1 ULDC.64 UR4, c[0x0][0x208]", 0).expect("parses");
        assert!(load.predicate_reads().iter().all(|p| p.uniform));
        assert_eq!(
            load.uniform_writes().map(|r| (r.first.0, r.count)),
            Some((4, 2))
        );
    }
}
