//! From the 128-bit encoding to an instruction.

mod error;
mod source;

use crate::arch::Arch;
use crate::bits::Reader;
use crate::control::Control;
use crate::encoding::{Arg, Form, Width};
use crate::instruction::Instruction;
use crate::modifier::{Choice, Kind};
use crate::op::{Op, ROWS};
use crate::operand::{Operand, Pred, PredSrc, Reg, SrcMods, UReg};
use crate::width::registers;

pub use error::DecodeError;
use error::closer;

/// Reads one instruction of sm_90 that lies at a byte address of its kernel.
pub fn decode(encoding: u128, address: u32) -> Result<Instruction, DecodeError> {
    decode_on(Arch::default(), encoding, address)
}

/// Reads one instruction of an architecture.
pub fn decode_on(arch: Arch, encoding: u128, address: u32) -> Result<Instruction, DecodeError> {
    let opcode = (encoding & 0xfff) as u16;
    let mut error = DecodeError::UnknownOpcode {
        address,
        opcode,
        encoding,
    };
    let matches = |form: &&Form| form.opcode == opcode && form.archs.has(arch);
    for row in ROWS {
        for form in row.encoding.forms.iter().filter(matches) {
            match Decoder::new(arch, encoding, address, row.op, form).run() {
                Ok(instruction) => return Ok(instruction),
                Err(next) => error = closer(error, next),
            }
        }
    }
    Err(error)
}

struct Decoder<'a> {
    arch: Arch,
    encoding: u128,
    address: u32,
    form: &'a Form,
    bits: Reader,
    out: Instruction,
}

impl<'a> Decoder<'a> {
    fn new(arch: Arch, encoding: u128, address: u32, op: Op, form: &'a Form) -> Decoder<'a> {
        Decoder {
            arch,
            encoding,
            address,
            form,
            bits: Reader::new(encoding),
            out: Instruction::new(op),
        }
    }

    fn run(mut self) -> Result<Instruction, DecodeError> {
        self.bits.take((0, 12));
        let encoding = &self.out.op.row().encoding;
        for fixed in encoding.fixed.iter().chain(self.form.fixed) {
            let found = self.bits.take(fixed.bits);
            if found != u64::from(fixed.value) {
                let differ = u128::from(found ^ u64::from(fixed.value)) << fixed.bits.0;
                return Err(self.fixed(differ));
            }
        }
        if self.form.is_uniform() && !self.bits.flag(91) {
            return Err(self.fixed(1 << 91));
        }
        self.out.guard = self.guard();
        self.out.ctrl = self.control();
        for suffix in encoding.suffixes {
            let value = self.bits.join(suffix.bits);
            self.modifier(suffix.kind, value)?;
        }
        for arg in encoding.args {
            self.arg(arg)?;
        }
        match self.bits.unread() {
            0 => Ok(self.out),
            bits => Err(self.unexplained(bits)),
        }
    }

    fn unexplained(&self, bits: u128) -> DecodeError {
        DecodeError::UnexplainedBits {
            address: self.address,
            mnemonic: self.out.op.row().mnemonic,
            encoding: self.encoding,
            bits,
        }
    }

    fn fixed(&self, bits: u128) -> DecodeError {
        DecodeError::FixedBits {
            address: self.address,
            mnemonic: self.out.op.row().mnemonic,
            encoding: self.encoding,
            bits,
        }
    }

    fn guard(&mut self) -> PredSrc {
        let pred = Pred(self.bits.take((12, 3)) as u8);
        let not = self.bits.flag(15);
        PredSrc {
            pred,
            not,
            uniform: self.out.op.row().guard_is_uniform() && (not || !pred.is_true()),
        }
    }

    fn control(&mut self) -> Control {
        let counter = |value: u64| (value != 7).then_some(value as u8);
        Control {
            stall: self.bits.take((105, 4)) as u8,
            yield_hint: !self.bits.flag(109),
            write_barrier: counter(self.bits.take((110, 3))),
            read_barrier: counter(self.bits.take((113, 3))),
            wait_mask: self.bits.take((116, 6)) as u8,
        }
    }

    fn modifier(&mut self, kind: Kind, value: u64) -> Result<(), DecodeError> {
        let choices = kind.choices();
        let raw = if choices.is_empty() {
            Some(value as u8)
        } else {
            let code = |c: &Choice| u64::from(c.on(self.arch, kind).code);
            let found = choices.iter().position(|c| code(c) == value);
            found.map(|index| index as u8)
        };
        let raw = raw.ok_or(DecodeError::UnknownValue {
            address: self.address,
            mnemonic: self.out.op.row().mnemonic,
            encoding: self.encoding,
            field: kind.name(),
            value,
        })?;
        self.out.mods.set_raw(kind, raw);
        Ok(())
    }

    fn arg(&mut self, arg: &Arg) -> Result<(), DecodeError> {
        match *arg {
            Arg::Dst { width, uniform, .. } => self.out.dst = self.dst(width, uniform),
            Arg::DstBarrier => self.out.dst = Operand::Barrier(self.bits.take((16, 4)) as u8),
            Arg::PredDst { index, lo, .. } => {
                self.out.pdst[usize::from(index)] = Pred(self.bits.take((lo, 3)) as u8);
            }
            Arg::PredSrc {
                index, lo, uniform, ..
            } => {
                self.out.psrc[usize::from(index)] = PredSrc {
                    pred: Pred(self.bits.take((lo, 3)) as u8),
                    not: self.bits.flag(lo + 3),
                    uniform,
                };
            }
            Arg::Word(_) => {}
            Arg::Num { kind, bits } => {
                let value = self.bits.join(bits);
                self.modifier(kind, value)?;
            }
            Arg::Src {
                slot, width, signs, ..
            } => {
                let operand = self.source(slot, width, signs);
                *self.out.slot_mut(slot) = operand;
            }
        }
        Ok(())
    }

    fn dst(&mut self, width: Width, uniform: bool) -> Operand {
        let width = registers(width, &self.out.mods);
        if uniform {
            Operand::UReg {
                reg: UReg(self.bits.take((16, 6)) as u8),
                width,
                mods: SrcMods::NONE,
            }
        } else {
            Operand::Reg {
                reg: Reg(self.bits.take((16, 8)) as u8),
                width,
                mods: SrcMods::NONE,
                reuse: false,
            }
        }
    }
}
