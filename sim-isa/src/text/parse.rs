//! Reads instructions in the syntax of `cuobjdump -sass`.

use crate::encoding::{Arg, Imm, Place, Show, Slot, Width};
use crate::instruction::Instruction;
use crate::modifier::{Flag, Kind};
use crate::op::{Op, ROWS, Row};
use crate::operand::{Address, ConstBase, Operand, PredSrc, Reg, UReg};
pub use crate::text::error::ParseError;
use crate::text::error::further;
use crate::text::number::{has_bf16, parse_bf16, parse_f16, parse_f32, parse_f64};
use crate::text::special::special_number;
use crate::text::token::{
    after_suffix, barrier, integer, is_predicate, is_register, predicate_source, register,
    scoreboard, signed, summand, uniform_register, unsaid,
};
use crate::width::registers;

/// Reads one instruction that lies at a byte address of its kernel.
pub fn parse(line: &str, address: u32) -> Result<Instruction, ParseError> {
    let text = line.trim().trim_end_matches(';').trim_end();
    let text = text.replace("] [", "][");
    let text = text.as_str();
    let (guard, rest) = match text.strip_prefix('@') {
        Some(rest) => rest.split_once(' ').unwrap_or((rest, "")),
        None => ("PT", text),
    };
    let guard = predicate_source(guard).ok_or_else(|| ParseError::BadOperand {
        expected: "guard",
        found: guard.to_string(),
        line: line.to_string(),
    })?;
    let (mnemonic, operands) = rest.trim_start().split_once(' ').unwrap_or((rest, ""));
    let mut error = None;
    for row in ROWS {
        let Some(suffixes) = mnemonic.strip_prefix(row.mnemonic) else {
            continue;
        };
        if !suffixes.is_empty() && !suffixes.starts_with('.') {
            continue;
        }
        let parser = Parser::new(row, line, operands, address);
        match parser.run(suffixes) {
            Ok(mut instruction) => {
                instruction.guard = guard;
                return Ok(instruction);
            }
            Err(next) => error = Some(further(error, next)),
        }
    }
    Err(error.unwrap_or_else(|| ParseError::UnknownMnemonic {
        mnemonic: mnemonic.to_string(),
        line: line.to_string(),
    }))
}

struct Parser<'a> {
    row: &'static Row,
    line: &'a str,
    tokens: std::iter::Peekable<std::vec::IntoIter<&'a str>>,
    address: u32,
    out: Instruction,
}

impl<'a> Parser<'a> {
    fn new(row: &'static Row, line: &'a str, operands: &'a str, address: u32) -> Parser<'a> {
        let tokens: Vec<&str> = operands
            .split([',', ' '])
            .filter(|token| !token.is_empty())
            .collect();
        Parser {
            row,
            line,
            tokens: tokens.into_iter().peekable(),
            address,
            out: Instruction::new(row.op),
        }
    }

    fn run(mut self, suffixes: &str) -> Result<Instruction, ParseError> {
        self.suffixes(suffixes)?;
        for arg in self.row.encoding.args {
            self.arg(arg)?;
        }
        match self.tokens.next() {
            None => Ok(self.out),
            Some(found) => Err(ParseError::ExtraOperand {
                found: found.to_string(),
                line: self.line.to_string(),
            }),
        }
    }

    fn suffixes(&mut self, text: &str) -> Result<(), ParseError> {
        let mut rest = text;
        if self.row.op == Op::Imad {
            let alias = [".MOV", ".IADD", ".SHL"];
            rest = alias
                .iter()
                .find_map(|alias| rest.strip_prefix(alias))
                .unwrap_or(rest);
        }
        for suffix in self.row.encoding.suffixes {
            let (raw, left) = self.suffix(suffix.kind, rest)?;
            self.out.mods.set_raw(suffix.kind, raw);
            rest = left;
        }
        match rest.is_empty() {
            true => Ok(()),
            false => Err(self.unknown_suffix(rest)),
        }
    }

    /// The longest choice that the text starts with, or the one that goes unsaid.
    fn suffix<'t>(&self, kind: Kind, text: &'t str) -> Result<(u8, &'t str), ParseError> {
        let mut best: Option<(u8, &str, usize)> = None;
        for (index, choice) in kind.choices().iter().enumerate() {
            let left = match choice.text {
                "" => Some(text),
                name => after_suffix(text, name),
            };
            let longer = |best: (u8, &str, usize)| choice.text.len() > best.2;
            if let Some(left) = left
                && best.is_none_or(longer)
            {
                best = Some((index as u8, left, choice.text.len()));
            }
        }
        best.map(|(index, left, _)| (index, left))
            .ok_or_else(|| self.unknown_suffix(text))
    }

    fn unknown_suffix(&self, suffix: &str) -> ParseError {
        ParseError::UnknownSuffix {
            mnemonic: self.row.mnemonic,
            suffix: suffix.to_string(),
            line: self.line.to_string(),
        }
    }

    fn next(&mut self, expected: &'static str) -> Result<&'a str, ParseError> {
        self.tokens
            .next()
            .ok_or_else(|| ParseError::MissingOperand {
                expected,
                line: self.line.to_string(),
            })
    }

    /// A predicate that fits its place.
    fn predicate(&mut self, fits: impl Fn(&PredSrc) -> bool) -> Result<PredSrc, ParseError> {
        let token = self.next("predicate")?;
        let source = predicate_source(token).filter(fits);
        source.ok_or_else(|| self.bad("predicate", token))
    }

    fn bad(&self, expected: &'static str, found: &str) -> ParseError {
        ParseError::BadOperand {
            expected,
            found: found.to_string(),
            line: self.line.to_string(),
        }
    }

    /// Whether an operand is there; `looks` tells whether the next token is one.
    fn present(&mut self, show: Show, looks: fn(&str) -> bool) -> bool {
        let has = |flag: Flag| self.out.mods.has(flag);
        match show {
            Show::Always => true,
            Show::IfUsed => self.tokens.peek().is_some_and(|token| looks(token)),
            Show::IfFlag(flag) => has(flag),
            Show::IfFlagNot(flag, not) => has(flag) && !has(not),
            Show::Never => false,
        }
    }

    fn arg(&mut self, arg: &Arg) -> Result<(), ParseError> {
        match *arg {
            Arg::Dst {
                width,
                uniform,
                show,
            } => self.dst(width, uniform, show),
            Arg::DstBarrier => {
                let token = self.next("convergence barrier")?;
                self.out.dst = barrier(token).ok_or_else(|| self.bad("barrier", token))?;
                Ok(())
            }
            Arg::PredDst {
                index,
                uniform,
                show,
                ..
            } => {
                if self.present(show, is_predicate) {
                    let written = self.predicate(|s| !s.not && s.uniform == uniform)?;
                    self.out.pdst[usize::from(index)] = written.pred;
                }
                Ok(())
            }
            Arg::PredSrc {
                index,
                uniform,
                show,
                ..
            } => {
                if self.present(show, is_predicate) {
                    self.out.psrc[usize::from(index)] = self.predicate(|s| s.uniform == uniform)?;
                }
                Ok(())
            }
            Arg::Num { kind, .. } => {
                let token = self.next("number")?;
                let value = integer(token).and_then(|value| u8::try_from(value).ok());
                let value = value.ok_or_else(|| self.bad("number below 256", token))?;
                self.out.mods.set_raw(kind, value);
                Ok(())
            }
            Arg::Word(word) => {
                let token = self.next(word)?;
                match token == word {
                    true => Ok(()),
                    false => Err(self.bad(word, token)),
                }
            }
            Arg::Src {
                slot,
                width,
                imm,
                show,
                ..
            } => self.source(slot, width, imm, show),
        }
    }

    fn dst(&mut self, width: Width, uniform: bool, show: Show) -> Result<(), ParseError> {
        let width = registers(width, &self.out.mods);
        let zero = if uniform { "URZ" } else { "RZ" };
        let token = match self.present(show, is_register) {
            true => self.next("destination")?,
            false => zero,
        };
        let operand = register(token, width);
        let fits = |operand: &Operand| matches!(operand, Operand::UReg { .. }) == uniform;
        self.out.dst = operand
            .filter(fits)
            .ok_or_else(|| self.bad("destination register", token))?;
        Ok(())
    }

    fn source(&mut self, slot: Slot, width: Width, imm: Imm, show: Show) -> Result<(), ParseError> {
        let width = registers(width, &self.out.mods);
        let place = self.row.encoding.forms[0].places[slot as usize];
        let operand = if self.present(show, |token| !is_predicate(token)) {
            let token = self.next("source")?;
            let operand = self.operand(token, place, width, imm)?;
            operand.ok_or_else(|| self.bad("operand of this opcode", token))?
        } else {
            unsaid(place)
        };
        *self.out.slot_mut(slot) = operand;
        Ok(())
    }

    fn operand(
        &mut self,
        token: &str,
        place: Place,
        width: u8,
        imm: Imm,
    ) -> Result<Option<Operand>, ParseError> {
        Ok(match place {
            Place::Special => special_number(token).map(Operand::Special),
            Place::Target | Place::ShortTarget | Place::CodeAddress => {
                integer(token).map(Operand::Target)
            }
            Place::RelativeTarget => {
                let next = i64::from(self.address) + 16;
                integer(token).map(|offset| Operand::Target(next + offset))
            }
            Place::Barrier | Place::BarrierSource => barrier(token),
            Place::Scoreboard => scoreboard(token),
            Place::Mem(_)
            | Place::MemFar
            | Place::MemUniform
            | Place::Shared(_)
            | Place::CopyTo => self.memory(token, false),
            Place::CopyFrom => self.memory(token, true),
            Place::ConstReg => signed(token, 1).map(|operand| match operand {
                Operand::Const {
                    bank,
                    base: ConstBase::Zero,
                    offset,
                    mods,
                } => Operand::Const {
                    bank,
                    base: ConstBase::Reg(Reg::RZ),
                    offset,
                    mods,
                },
                other => other,
            }),
            _ => match signed(token, width) {
                Some(operand) => Some(operand),
                None => self.immediate(token, imm)?,
            },
        })
    }

    fn immediate(&mut self, token: &str, imm: Imm) -> Result<Option<Operand>, ParseError> {
        let bits = match imm.of_source(&self.out.mods) {
            Imm::Signed | Imm::Hex | Imm::IntSource => integer(token).map(|value| value as u32),
            Imm::F32 | Imm::Source => parse_f32(token),
            Imm::F16 => parse_f16(token).map(u32::from),
            Imm::Bf16 => parse_bf16(token).map(u32::from),
            Imm::F64 => parse_f64(token),
            Imm::F16x2 => {
                let low = self.next("second half")?;
                let read = match has_bf16(&self.out.mods) {
                    true => parse_bf16,
                    false => parse_f16,
                };
                let halves = read(token).zip(read(low));
                halves.map(|(high, low)| u32::from(high) << 16 | u32::from(low))
            }
        };
        Ok(bits.map(Operand::Imm))
    }

    /// `desc[UR4][R2.64+0x10]`, `[R2.X4+UR4+-0x8]`, `[UR4]`.
    fn memory(&self, token: &str, wide: bool) -> Option<Operand> {
        let (desc, rest) = match token.strip_prefix("desc[") {
            Some(rest) => {
                let (desc, rest) = rest.split_once(']')?;
                (Some(uniform_register(desc)?), rest)
            }
            None => (None, token),
        };
        let inner = rest.strip_prefix('[')?.strip_suffix(']')?;
        let mut address = Address {
            base: Reg::RZ,
            wide: wide || self.out.mods.has(Flag::Extended),
            scale: 0,
            uniform: UReg::URZ,
            has_uniform: false,
            offset: 0,
            desc,
        };
        for part in inner.split('+') {
            summand(&mut address, part)?;
        }
        Some(Operand::Mem(address))
    }
}
