//! From an instruction to its 128-bit encoding.

use crate::arch::Arch;
use crate::bits::Writer;
use crate::control::Control;
use crate::decode::decode_on;
use crate::encoding::{Arg, Bits, Form, HALVES, Place, Signs, Slot, Uniform};
use crate::instruction::Instruction;
use crate::modifier::{Kind, Modifiers};
use crate::operand::{Address, ConstBase, Operand, Part, PredSrc, Reg, SrcMods, UReg};

/// Why an instruction has no encoding.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EncodeError {
    /// No form of the opcode takes operands of these kinds.
    #[error("at {address:#06x}: no form of {instruction} takes operands of these kinds")]
    NoForm {
        /// Byte address in the kernel.
        address: u32,
        /// The instruction as text.
        instruction: String,
    },
    /// A value does not fit its field.
    #[error(
        "at {address:#06x}: in {instruction} the value {value:#x} does not fit {width} bits \
         from bit {low}"
    )]
    Overflow {
        /// Byte address in the kernel.
        address: u32,
        /// The instruction as text.
        instruction: String,
        /// The value.
        value: u64,
        /// The field's lowest bit.
        low: u8,
        /// The field's width.
        width: u8,
    },
    /// The instruction says something that its opcode cannot.
    #[error(
        "at {address:#06x}: {instruction} holds a modifier, sign, width or slot that its opcode \
         does not have; encoded it would read {encoded}"
    )]
    Lossy {
        /// Byte address in the kernel.
        address: u32,
        /// The instruction as text.
        instruction: String,
        /// What would be encoded, as text.
        encoded: String,
    },
}

/// The encoding of an instruction that lies at a byte address of its kernel.
///
/// What comes out decodes to the same instruction, or it is an error.
pub fn encode(instruction: &Instruction, address: u32) -> Result<u128, EncodeError> {
    encode_on(Arch::default(), instruction, address)
}

/// The same for an architecture.
pub fn encode_on(arch: Arch, instruction: &Instruction, address: u32) -> Result<u128, EncodeError> {
    let text = || instruction.at(address).to_string();
    let encoding = &instruction.op.row().encoding;
    let form = encoding
        .forms
        .iter()
        .find(|f| f.archs.has(arch) && fits(f, instruction));
    let form = form.ok_or_else(|| EncodeError::NoForm {
        address,
        instruction: text(),
    })?;
    let writer = Encoder::new(arch, instruction, address, form).run();
    if let Some(((low, width), value)) = writer.overflow {
        return Err(EncodeError::Overflow {
            address,
            instruction: text(),
            value,
            low,
            width,
        });
    }
    match decode_on(arch, writer.word, address) {
        Ok(back) if back == *instruction => Ok(writer.word),
        other => Err(EncodeError::Lossy {
            address,
            instruction: text(),
            encoded: match other {
                Ok(back) => back.at(address).to_string(),
                Err(error) => error.to_string(),
            },
        }),
    }
}

/// Whether a form takes the kinds of an instruction's sources.
fn fits(form: &Form, instruction: &Instruction) -> bool {
    let sources = [&instruction.a, &instruction.b, &instruction.c];
    form.places
        .iter()
        .zip(sources)
        .all(|(place, operand)| accepts(*place, operand))
}

/// Whether an operand of this kind can sit in a place.
fn accepts(place: Place, operand: &Operand) -> bool {
    match (place, operand) {
        (Place::None, Operand::None)
        | (
            Place::Ra | Place::Rb | Place::RbAddend | Place::Rc | Place::RcHalf,
            Operand::Reg { .. },
        )
        | (Place::URa | Place::URb | Place::URc, Operand::UReg { .. })
        | (Place::Imm | Place::Small(_), Operand::Imm(_))
        | (Place::Special, Operand::Special(_))
        | (
            Place::Target | Place::RelativeTarget | Place::ShortTarget | Place::CodeAddress,
            Operand::Target(_),
        )
        | (Place::Barrier | Place::BarrierSource, Operand::Barrier(_))
        | (Place::Scoreboard, Operand::Scoreboard(_)) => true,
        (Place::Const | Place::ConstByte, Operand::Const { base, .. }) => *base == ConstBase::Zero,
        (Place::ConstReg, Operand::Const { base, .. }) => matches!(base, ConstBase::Reg(_)),
        (Place::ConstUReg, Operand::Const { base, .. }) => matches!(base, ConstBase::UReg(_)),
        (Place::Mem(uniform) | Place::Shared(uniform), Operand::Mem(address)) => match uniform {
            Uniform::Absent => address.desc.is_none() && !address.has_uniform,
            Uniform::Desc(_) => address.desc.is_some(),
            Uniform::Base(_) => address.desc.is_none() && address.has_uniform,
        },
        (Place::CopyTo | Place::MemFar, Operand::Mem(address)) => {
            address.desc.is_none() && !address.has_uniform
        }
        (Place::MemUniform, Operand::Mem(address)) => address.has_uniform && address.base.is_zero(),
        (Place::CopyFrom, Operand::Mem(address)) => address.desc.is_some(),
        _ => false,
    }
}

struct Encoder<'a> {
    arch: Arch,
    instruction: &'a Instruction,
    address: u32,
    form: &'a Form,
    out: Writer,
}

impl<'a> Encoder<'a> {
    fn new(arch: Arch, instruction: &'a Instruction, address: u32, form: &'a Form) -> Encoder<'a> {
        Encoder {
            arch,
            instruction,
            address,
            form,
            out: Writer::default(),
        }
    }

    fn run(mut self) -> Writer {
        let encoding = &self.instruction.op.row().encoding;
        self.out.put((0, 12), u64::from(self.form.opcode));
        for fixed in encoding.fixed.iter().chain(self.form.fixed) {
            self.out.put(fixed.bits, u64::from(fixed.value));
        }
        if self.form.is_uniform() {
            self.out.flag(91, true);
        }
        self.predicate(12, self.instruction.guard);
        self.control(&self.instruction.ctrl);
        for suffix in encoding.suffixes {
            self.modifier(suffix.kind, suffix.bits);
        }
        for arg in encoding.args {
            self.arg(arg);
        }
        self.out
    }

    fn predicate(&mut self, lo: u8, source: PredSrc) {
        self.out.put((lo, 3), u64::from(source.pred.0));
        self.out.flag(lo + 3, source.not);
    }

    fn control(&mut self, control: &Control) {
        self.out.put((105, 4), u64::from(control.stall));
        self.out.flag(109, !control.yield_hint);
        let counter = |c: Option<u8>| u64::from(c.unwrap_or(7));
        self.out.put((110, 3), counter(control.write_barrier));
        self.out.put((113, 3), counter(control.read_barrier));
        self.out.put((116, 6), u64::from(control.wait_mask));
    }

    fn modifier(&mut self, kind: Kind, bits: &[Bits]) {
        let value = code(self.arch, kind, &self.instruction.mods);
        self.out.split(bits, value);
    }

    fn arg(&mut self, arg: &Arg) {
        match *arg {
            Arg::Dst { uniform, .. } => self.dst(uniform),
            Arg::DstBarrier => {
                if let Operand::Barrier(barrier) = self.instruction.dst {
                    self.out.put((16, 4), u64::from(barrier));
                }
            }
            Arg::PredDst { index, lo, .. } => {
                let pred = self.instruction.pdst[usize::from(index)];
                self.out.put((lo, 3), u64::from(pred.0));
            }
            Arg::PredSrc { index, lo, .. } => {
                self.predicate(lo, self.instruction.psrc[usize::from(index)]);
            }
            Arg::Num { kind, bits } => self.modifier(kind, bits),
            Arg::Word(_) => {}
            Arg::Src { slot, signs, .. } => {
                let place = self.form.places[slot as usize];
                self.source(slot, place, self.instruction.slot(slot), signs);
            }
        }
    }

    fn dst(&mut self, uniform: bool) {
        match self.instruction.dst {
            Operand::Reg { reg, .. } => self.out.put((16, 8), u64::from(reg.0)),
            Operand::UReg { reg, .. } => self.out.put((16, 6), u64::from(reg.0)),
            _ if uniform => self.out.put((16, 6), u64::from(UReg::URZ.0)),
            _ => self.out.put((16, 8), u64::from(Reg::RZ.0)),
        }
    }

    fn source(&mut self, slot: Slot, place: Place, operand: &Operand, signs: Signs) {
        match *operand {
            Operand::Reg {
                reg, mods, reuse, ..
            } => {
                if let (Some(lo), Some(bit)) = (place.register_bit(), self.form.reuse_bit(slot)) {
                    self.out.put((lo, 8), u64::from(reg.0));
                    self.out.flag(bit, reuse);
                    self.signs(place, mods, signs);
                }
            }
            Operand::UReg { reg, mods, .. } => {
                if let Some(lo) = place.uniform_bit() {
                    self.out.put((lo, 6), u64::from(reg.0));
                    self.signs(place, mods, signs);
                }
            }
            Operand::Imm(value) => match place {
                Place::Small(bits) => self.out.put(bits, u64::from(value)),
                _ => self.out.put((32, 32), u64::from(value)),
            },
            Operand::Const {
                bank,
                base,
                offset,
                mods,
            } => {
                self.constant(place, bank, base, offset);
                self.signs(place, mods, signs);
            }
            Operand::Mem(address) => self.memory(place, &address),
            Operand::Special(number) => self.out.put((72, 8), u64::from(number)),
            Operand::Target(target) => self.target(place, target),
            Operand::Barrier(barrier) => {
                let low = if place == Place::BarrierSource {
                    24
                } else {
                    16
                };
                self.out.put((low, 4), u64::from(barrier));
            }
            Operand::Scoreboard(counter) => self.out.put((44, 3), u64::from(counter)),
            Operand::None | Operand::Pred(_) => {}
        }
    }

    fn signs(&mut self, place: Place, mods: SrcMods, signs: Signs) {
        if let Signs::NotBit(bit) = signs {
            return self.out.flag(bit, mods.not);
        }
        if let Some((bits, parts)) = signs.parts(&self.instruction.mods) {
            let index = parts.iter().position(|part| *part == mods.part);
            self.out.put(bits, index.unwrap_or(0) as u64);
            if !matches!(signs, Signs::NegAbsPart(..)) {
                return;
            }
        }
        let Some((minus, magnitude)) = place.sign_bits() else {
            return;
        };
        if let Signs::HalfTurned(bit) = signs {
            self.out.flag(bit, mods.part == Part::Turned);
        }
        if matches!(signs, Signs::Half | Signs::HalfTurned(_))
            && let Some(bits) = place.half_bits()
        {
            let index = HALVES.iter().position(|part| *part == mods.part);
            self.out.put(bits, index.unwrap_or(0) as u64);
        }
        if signs != Signs::No {
            self.out.flag(minus, mods.neg || mods.not);
        }
        if matches!(
            signs,
            Signs::NegAbs | Signs::Half | Signs::HalfTurned(_) | Signs::NegAbsPart(..)
        ) {
            self.out.flag(magnitude, mods.abs);
        }
    }

    fn constant(&mut self, place: Place, bank: u8, base: ConstBase, offset: i32) {
        self.out.put((54, 5), u64::from(bank));
        match base {
            ConstBase::Zero => {}
            ConstBase::Reg(reg) => self.out.put((24, 8), u64::from(reg.0)),
            ConstBase::UReg(reg) => self.out.put((24, 6), u64::from(reg.0)),
        }
        match place {
            Place::Const => self.out.put_signed((40, 14), i64::from(offset >> 2)),
            _ => self.out.put_signed((38, 16), i64::from(offset)),
        }
    }

    fn memory(&mut self, place: Place, address: &Address) {
        let (base, offset) = match place {
            Place::MemFar => ((24, 8), (32, 32)),
            Place::CopyTo => ((16, 8), (44, 20)),
            Place::CopyFrom => ((24, 8), (32, 12)),
            Place::MemUniform => {
                self.out.put((24, 6), u64::from(address.uniform.0));
                return self.out.put_signed((40, 24), i64::from(address.offset));
            }
            _ => return self.accessed(place, address),
        };
        self.out.put(base, u64::from(address.base.0));
        self.out.put_signed(offset, i64::from(address.offset));
        if let Some(desc) = address.desc {
            self.out.put((64, 6), u64::from(desc.0));
        }
    }

    fn accessed(&mut self, place: Place, address: &Address) {
        self.out.put((24, 8), u64::from(address.base.0));
        self.out.put_signed((40, 24), i64::from(address.offset));
        let uniform = match place {
            Place::Mem(uniform) => uniform,
            Place::Shared(uniform) => {
                let scale = address.scale.saturating_sub(1);
                self.out.put((78, 2), u64::from(scale));
                uniform
            }
            _ => Uniform::Absent,
        };
        let desc = address.desc.unwrap_or(UReg::URZ);
        match uniform {
            Uniform::Absent => {}
            Uniform::Desc(lo) => self.out.put((lo, 6), u64::from(desc.0)),
            Uniform::Base(lo) => self.out.put((lo, 6), u64::from(address.uniform.0)),
        }
    }

    fn target(&mut self, place: Place, target: i64) {
        let offset = target - i64::from(self.address) - 16;
        if place == Place::CodeAddress {
            let bits = offset as u64 & ((1 << 56) - 1);
            self.out.split(&[(24, 8), (34, 48)], bits);
        } else if place == Place::ShortTarget {
            self.out.put_signed((34, 30), offset >> 2);
        } else {
            let width = self.arch.target_width() - 2;
            let bits = (offset >> 2) as u64 & ((1 << width) - 1);
            self.out.split(self.arch.target_bits(), bits);
        }
    }
}

/// The bits that encode a modifier.
fn code(arch: Arch, kind: Kind, mods: &Modifiers) -> u64 {
    let raw = mods.raw(kind);
    let choice = kind.choices().get(usize::from(raw));
    u64::from(choice.map_or(raw, |choice| choice.on(arch, kind).code))
}
