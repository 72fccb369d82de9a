//! Prints instructions in the syntax of `cuobjdump -sass`.

use std::fmt::{self, Display, Formatter, Write};

use crate::arch::Arch;
use crate::encoding::{Arg, Imm, Place, Show, Slot};
use crate::instruction::Instruction;
use crate::modifier::{Flag, Kind};
use crate::op::{Op, Row};
use crate::operand::{Address, ConstBase, Operand, Part, Pred, PredSrc, Reg, SrcMods, UReg};
use crate::text::number::{has_bf16, print_bf16, print_f16, print_f32, print_f64};
use crate::text::special::special_name;

impl Display for Reg {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self.is_zero() {
            true => f.write_str("RZ"),
            false => write!(f, "R{}", self.0),
        }
    }
}

impl Display for UReg {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self.is_zero() {
            true => f.write_str("URZ"),
            false => write!(f, "UR{}", self.0),
        }
    }
}

impl Display for PredSrc {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        if self.not {
            f.write_char('!')?;
        }
        predicate(f, self.pred, self.uniform)
    }
}

fn predicate(f: &mut impl Write, pred: Pred, uniform: bool) -> fmt::Result {
    if uniform {
        f.write_char('U')?;
    }
    match pred.is_true() {
        true => f.write_str("PT"),
        false => write!(f, "P{}", pred.0),
    }
}

/// A number in hexadecimal with its sign: `-0x10`.
fn signed_hex(f: &mut impl Write, value: i64) -> fmt::Result {
    let sign = if value < 0 { "-" } else { "" };
    write!(f, "{sign}{:#x}", value.unsigned_abs())
}

/// An instruction at a place: what prints depends on it where targets are relative.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    instruction: &'a Instruction,
    address: Option<u32>,
    arch: Arch,
}

impl Instruction {
    /// The instruction for printing, at a byte address of its kernel.
    pub fn at(&self, address: u32) -> At<'_> {
        At {
            instruction: self,
            address: Some(address),
            arch: Arch::default(),
        }
    }
}

impl Display for Instruction {
    /// Prints without a place: `BRX` shows its absolute target.
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let at = At {
            instruction: self,
            address: None,
            arch: Arch::default(),
        };
        at.fmt(f)
    }
}

impl Display for At<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let mut text = String::new();
        self.write(&mut text)?;
        f.write_str(text.trim_end())
    }
}

impl At<'_> {
    /// The same in the words of an architecture's listings.
    #[must_use]
    pub fn on(mut self, arch: Arch) -> Self {
        self.arch = arch;
        self
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        let instruction = self.instruction;
        if instruction.guard != PredSrc::TRUE {
            write!(out, "@{} ", instruction.guard)?;
        }
        let row = instruction.op.row();
        out.write_str(mnemonic(row, self.arch))?;
        out.write_str(alias(instruction))?;
        for suffix in row.encoding.suffixes {
            let text = choice_text(instruction, suffix.kind, self.arch);
            if !text.is_empty() {
                write!(out, ".{text}")?;
            }
        }
        let mut first = true;
        for arg in row.encoding.args.iter().filter(|arg| self.shown(arg)) {
            let blank = matches!(arg, Arg::Src { blank: true, .. });
            out.write_str(if first || blank { " " } else { ", " })?;
            self.arg(out, arg)?;
            first = false;
        }
        Ok(())
    }

    fn shown(&self, arg: &Arg) -> bool {
        let instruction = self.instruction;
        match *arg {
            Arg::Dst { show, .. } => self.when(show, !is_zero(&instruction.dst)),
            Arg::PredDst { index, show, .. } => {
                self.when(show, !instruction.pdst[usize::from(index)].is_true())
            }
            Arg::PredSrc { index, show, .. } => {
                let source = instruction.psrc[usize::from(index)];
                self.when(show, !source.pred.is_true() || source.not)
            }
            Arg::Src { slot, show, .. } => self.when(show, !is_zero(instruction.slot(slot))),
            Arg::DstBarrier | Arg::Num { .. } | Arg::Word(_) => true,
        }
    }

    fn when(&self, show: Show, used: bool) -> bool {
        let has = |flag: Flag| self.instruction.mods.has(flag);
        match show {
            Show::Always => true,
            Show::IfUsed => used,
            Show::IfFlag(flag) => has(flag),
            Show::IfFlagNot(flag, not) => has(flag) && !has(not),
            Show::Never => false,
        }
    }

    fn arg(&self, out: &mut String, arg: &Arg) -> fmt::Result {
        let instruction = self.instruction;
        match *arg {
            Arg::Dst { .. } | Arg::DstBarrier => self.operand(out, &instruction.dst, Imm::Hex),
            Arg::PredDst { index, uniform, .. } => {
                predicate(out, instruction.pdst[usize::from(index)], uniform)
            }
            Arg::PredSrc { index, .. } => {
                write!(out, "{}", instruction.psrc[usize::from(index)])
            }
            Arg::Num { kind, .. } => write!(out, "{:#x}", instruction.mods.raw(kind)),
            Arg::Word(word) => out.write_str(word),
            Arg::Src { slot, imm, .. } => self.source(out, slot, imm),
        }
    }

    fn source(&self, out: &mut String, slot: Slot, imm: Imm) -> fmt::Result {
        let operand = self.instruction.slot(slot);
        let place = self.instruction.op.row().encoding.forms[0].places[slot as usize];
        match (operand, self.address) {
            (Operand::Target(target), Some(address)) if place == Place::RelativeTarget => {
                signed_hex(out, target - i64::from(address) - 16)
            }
            _ => self.operand(out, operand, imm),
        }
    }

    fn operand(&self, out: &mut String, operand: &Operand, imm: Imm) -> fmt::Result {
        match *operand {
            Operand::None => out.write_str("-"),
            Operand::Reg {
                reg, mods, reuse, ..
            } => {
                let reuse = if reuse { ".reuse" } else { "" };
                with_signs_and_part(out, &reg, reuse, mods)
            }
            Operand::UReg { reg, mods, .. } => with_signs_and_part(out, &reg, "", mods),
            Operand::Imm(value) if imm == Imm::F16x2 && has_bf16(&self.instruction.mods) => {
                let (high, low) = (print_bf16((value >> 16) as u16), print_bf16(value as u16));
                write!(out, "{high}, {low}")
            }
            Operand::Imm(value) => immediate(out, value, imm.of_source(&self.instruction.mods)),
            Operand::Const {
                bank,
                base,
                offset,
                mods,
            } => {
                let mut text = constant(bank, base, offset)?;
                // Listings set the offset of a pair of halves apart.
                if imm == Imm::F16x2 && self.instruction.op != Op::Hfma2Mma {
                    text = text.replace("][", "] [");
                }
                with_signs(out, &text, mods)
            }
            Operand::Mem(address) => memory(out, &address, self.arch),
            Operand::Special(number) => out.write_str(&special_name(number)),
            Operand::Target(target) => signed_hex(out, target),
            Operand::Barrier(barrier) => write!(out, "B{barrier}"),
            Operand::Pred(source) => write!(out, "{source}"),
            Operand::Scoreboard(counter) => write!(out, "SB{counter}"),
        }
    }
}

/// A row's mnemonic as an architecture's listings have it.
fn mnemonic(row: &Row, arch: Arch) -> &'static str {
    match row.op {
        Op::Redg | Op::RedgFloat if arch < Arch::Sm90 => "RED",
        _ => row.mnemonic,
    }
}

/// The text of a suffix, empty if it goes unsaid.
fn choice_text(instruction: &Instruction, kind: Kind, arch: Arch) -> &'static str {
    let raw = usize::from(instruction.mods.raw(kind));
    kind.choices()
        .get(raw)
        .map_or("", |choice| choice.on(arch, kind).text)
}

/// What listings call an IMAD that only moves, adds or shifts.
pub(crate) fn alias(instruction: &Instruction) -> &'static str {
    if instruction.op != Op::Imad || instruction.mods.has(Flag::X) {
        return "";
    }
    let uniform = |operand: &Operand| matches!(operand, Operand::UReg { .. });
    let (a, b, c) = (&instruction.a, &instruction.b, &instruction.c);
    if uniform(b) || uniform(c) {
        return "";
    }
    match *b {
        _ if is_zero(a) || is_zero(b) => ".MOV",
        Operand::Imm(1) if is_zero(c) => ".MOV",
        Operand::Imm(1) => ".IADD",
        Operand::Imm(0x1_0000) if is_zero(c) => "",
        Operand::Imm(power) if is_zero(c) && power.is_power_of_two() && power >> 31 == 0 => ".SHL",
        _ => "",
    }
}

/// Whether an operand reads as zero, and so can go unsaid.
fn is_zero(operand: &Operand) -> bool {
    match operand {
        Operand::Reg { reg, .. } => reg.is_zero(),
        Operand::UReg { reg, .. } => reg.is_zero(),
        Operand::Imm(value) => *value == 0,
        Operand::None => true,
        Operand::Const { .. }
        | Operand::Mem(_)
        | Operand::Special(_)
        | Operand::Target(_)
        | Operand::Barrier(_)
        | Operand::Pred(_)
        | Operand::Scoreboard(_) => false,
    }
}

/// `-|R4|.reuse.H0_H0`, but `|R4.H1|`: what a conversion reads of a register is one number.
fn with_signs_and_part(
    out: &mut String,
    register: &dyn Display,
    reuse: &str,
    mods: SrcMods,
) -> fmt::Result {
    let part = mods.part.text();
    if mods.part == Part::High {
        return with_signs(out, &format!("{register}{reuse}{part}"), mods);
    }
    with_signs(out, register, mods)?;
    write!(out, "{reuse}{part}")
}

fn with_signs(out: &mut String, text: &dyn Display, mods: SrcMods) -> fmt::Result {
    if mods.neg {
        out.push('-');
    }
    if mods.not {
        out.push('~');
    }
    match mods.abs {
        true => write!(out, "|{text}|"),
        false => write!(out, "{text}"),
    }
}

fn immediate(out: &mut String, value: u32, imm: Imm) -> fmt::Result {
    match imm {
        Imm::Signed => signed_hex(out, i64::from(value as i32)),
        Imm::Hex | Imm::IntSource => write!(out, "{value:#x}"),
        Imm::F32 | Imm::Source => out.write_str(&print_f32(value)),
        Imm::F16 => out.write_str(&print_f16(value as u16)),
        Imm::Bf16 => out.write_str(&print_bf16(value as u16)),
        Imm::F64 => out.write_str(&print_f64(value)),
        Imm::F16x2 => {
            let (high, low) = ((value >> 16) as u16, value as u16);
            write!(out, "{}, {}", print_f16(high), print_f16(low))
        }
    }
}

/// `c[0x0][0x210]`, `c[0x3][UR4+0x8]`, `c[0x0][RZ]`.
fn constant(bank: u8, base: ConstBase, offset: i32) -> Result<String, fmt::Error> {
    let mut out = format!("c[{bank:#x}][");
    let base = match base {
        ConstBase::Zero => None,
        ConstBase::Reg(reg) if reg.is_zero() && offset != 0 => None,
        ConstBase::Reg(reg) => Some(reg.to_string()),
        ConstBase::UReg(reg) => Some(reg.to_string()),
    };
    match base {
        None => signed_hex(&mut out, i64::from(offset))?,
        Some(base) => {
            out.push_str(&base);
            plus_offset(&mut out, offset)?;
        }
    }
    out.push(']');
    Ok(out)
}

/// `+0x10`, `+-0x10`, or nothing.
fn plus_offset(out: &mut String, offset: i32) -> fmt::Result {
    if offset == 0 {
        return Ok(());
    }
    out.push('+');
    signed_hex(out, i64::from(offset))
}

fn memory(out: &mut String, address: &Address, arch: Arch) -> fmt::Result {
    if let Some(desc) = address.desc.filter(|_| arch.prints_descriptors()) {
        write!(out, "desc[{desc}]")?;
    }
    out.push('[');
    let bare = address.base.is_zero() && address.scale == 0 && address.desc.is_none();
    let mut empty = true;
    if !bare || (!address.has_uniform && address.offset == 0) {
        write!(out, "{}", address.base)?;
        if address.desc.is_some() || (address.wide && address.has_uniform) {
            out.push_str(".64");
        }
        if address.scale != 0 {
            write!(out, ".X{}", 1 << address.scale)?;
        }
        empty = false;
    }
    if address.has_uniform {
        write!(out, "{}{}", if empty { "" } else { "+" }, address.uniform)?;
        empty = false;
    }
    match empty {
        true => signed_hex(out, i64::from(address.offset))?,
        false => plus_offset(out, address.offset)?,
    }
    out.push(']');
    Ok(())
}
