//! From the 128-bit encoding to an instruction.

use crate::arch::Arch;
use crate::bits::{Reader, sign_extend};
use crate::control::Control;
use crate::encoding::{Arg, Bits, Form, Place, Signs, Slot, Uniform, Width};
use crate::instruction::Instruction;
use crate::modifier::{Choice, Flag, Kind};
use crate::op::{Op, ROWS};
use crate::operand::{Address, ConstBase, Operand, Part, Pred, PredSrc, Reg, SrcMods, UReg};
use crate::width::registers;

/// Why an encoding could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DecodeError {
    /// The opcode bits are in no row.
    #[error(
        "at {address:#06x}: unknown opcode {opcode:#05x} in encoding {encoding:#034x}; \
         the opcode table has no row for it"
    )]
    UnknownOpcode {
        /// Byte address in the kernel.
        address: u32,
        /// Bits 0…11.
        opcode: u16,
        /// The whole encoding.
        encoding: u128,
    },
    /// The row does not say what some set bits mean.
    #[error(
        "at {address:#06x}: {mnemonic} in encoding {encoding:#034x} has set bits {bits:#034x} \
         that its row in the opcode table does not explain"
    )]
    UnexplainedBits {
        /// Byte address in the kernel.
        address: u32,
        /// The row's mnemonic.
        mnemonic: &'static str,
        /// The whole encoding.
        encoding: u128,
        /// The bits.
        bits: u128,
    },
    /// Bits that always hold one value hold another.
    #[error(
        "at {address:#06x}: {mnemonic} in encoding {encoding:#034x} differs in the bits \
         {bits:#034x} from what its row in the opcode table says they always hold"
    )]
    FixedBits {
        /// Byte address in the kernel.
        address: u32,
        /// The row's mnemonic.
        mnemonic: &'static str,
        /// The whole encoding.
        encoding: u128,
        /// The bits.
        bits: u128,
    },
    /// A field holds a value that has no meaning.
    #[error(
        "at {address:#06x}: {mnemonic} in encoding {encoding:#034x} holds {value} in its field \
         {field}, which the opcode table does not know"
    )]
    UnknownValue {
        /// Byte address in the kernel.
        address: u32,
        /// The row's mnemonic.
        mnemonic: &'static str,
        /// The whole encoding.
        encoding: u128,
        /// The field's name.
        field: &'static str,
        /// Its value.
        value: u64,
    },
}

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

/// Of two errors the one that explains more of the encoding.
fn closer(a: DecodeError, b: DecodeError) -> DecodeError {
    let distance = |error: &DecodeError| match error {
        DecodeError::UnknownOpcode { .. } => 1000,
        DecodeError::FixedBits { .. } => 500,
        DecodeError::UnknownValue { .. } => 200,
        DecodeError::UnexplainedBits { bits, .. } => bits.count_ones(),
    };
    if distance(&b) < distance(&a) { b } else { a }
}

/// The halves by the bits that choose them.
pub(crate) const HALVES: [Part; 4] = [Part::Whole, Part::F32, Part::LowTwice, Part::HighTwice];

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

    fn source(&mut self, slot: Slot, width: Width, signs: Signs) -> Operand {
        let place = self.form.places[slot as usize];
        let width = registers(width, &self.out.mods);
        if let Some(lo) = place.register_bit() {
            return Operand::Reg {
                reg: Reg(self.bits.take((lo, 8)) as u8),
                width,
                mods: self.signs(place, signs),
                reuse: self
                    .form
                    .reuse_bit(slot)
                    .is_some_and(|bit| self.bits.flag(bit)),
            };
        }
        if let Some(lo) = place.uniform_bit() {
            return Operand::UReg {
                reg: self.ureg(lo),
                width,
                mods: self.signs(place, signs),
            };
        }
        self.special_source(place, signs)
    }

    fn special_source(&mut self, place: Place, signs: Signs) -> Operand {
        match place {
            Place::Imm => Operand::Imm(self.bits.take((32, 32)) as u32),
            Place::Small(bits) => Operand::Imm(self.bits.take(bits) as u32),
            Place::Const | Place::ConstByte => self.constant(ConstBase::Zero, place, signs),
            Place::ConstReg => {
                let base = ConstBase::Reg(Reg(self.bits.take((24, 8)) as u8));
                self.constant(base, place, signs)
            }
            Place::ConstUReg => {
                let base = ConstBase::UReg(self.ureg(24));
                self.constant(base, place, signs)
            }
            Place::Mem(uniform) => self.memory(uniform, false),
            Place::Shared(uniform) => self.memory(uniform, true),
            Place::MemFar => {
                let mut operand = self.copied((24, 8), (32, 32), None);
                if let Operand::Mem(address) = &mut operand {
                    address.wide = self.out.mods.has(Flag::Extended);
                }
                operand
            }
            Place::MemUniform => {
                let uniform = self.ureg(24);
                Operand::Mem(Address {
                    base: Reg::RZ,
                    wide: false,
                    scale: 0,
                    uniform,
                    has_uniform: true,
                    offset: sign_extend(self.bits.take((40, 24)), 24) as i32,
                    desc: None,
                })
            }
            Place::CopyTo => self.copied((16, 8), (44, 20), None),
            Place::CopyFrom => {
                let desc = self.ureg(64);
                self.copied((24, 8), (32, 12), Some(desc))
            }
            Place::Special => Operand::Special(self.bits.take((72, 8)) as u8),
            Place::Target | Place::RelativeTarget => {
                let offset = self.bits.join(self.arch.target_bits()) << 2;
                self.target(sign_extend(offset, self.arch.target_width()))
            }
            Place::CodeAddress => {
                let offset = self.bits.join(&[(24, 8), (34, 48)]);
                self.target(sign_extend(offset, 56))
            }
            Place::ShortTarget => {
                let offset = self.bits.take((34, 30)) << 2;
                self.target(sign_extend(offset, 32))
            }
            Place::Barrier => Operand::Barrier(self.bits.take((16, 4)) as u8),
            Place::BarrierSource => Operand::Barrier(self.bits.take((24, 4)) as u8),
            Place::Scoreboard => Operand::Scoreboard(self.bits.take((44, 3)) as u8),
            Place::None
            | Place::Ra
            | Place::Rb
            | Place::RbAddend
            | Place::Rc
            | Place::RcHalf
            | Place::URa
            | Place::URb
            | Place::URc => Operand::None,
        }
    }

    fn ureg(&mut self, lo: u8) -> UReg {
        UReg(self.bits.take((lo, 6)) as u8)
    }

    fn target(&self, offset: i64) -> Operand {
        Operand::Target(i64::from(self.address) + 16 + offset)
    }

    fn signs(&mut self, place: Place, signs: Signs) -> SrcMods {
        let mut mods = SrcMods::NONE;
        if let Signs::NotBit(bit) = signs {
            mods.not = self.bits.flag(bit);
            return mods;
        }
        if let Signs::Part(bits, parts) = signs {
            // A value without a part stays unread, and so is complained about.
            let value = self.bits.peek(bits) as usize;
            if let Some(part) = parts.get(value) {
                self.bits.take(bits);
                mods.part = *part;
            }
            return mods;
        }
        let Some((minus, magnitude)) = place.sign_bits() else {
            return mods;
        };
        if let Signs::NegAbsPart(bits, parts) = signs {
            mods = self.signs(place, Signs::Part(bits, parts));
        }
        match signs {
            Signs::No => {}
            Signs::Neg => mods.neg = self.bits.flag(minus),
            Signs::NegAbs | Signs::NegAbsPart(..) => {
                mods.neg = self.bits.flag(minus);
                mods.abs = self.bits.flag(magnitude);
            }
            Signs::Half => {
                mods.neg = self.bits.flag(minus);
                mods.abs = self.bits.flag(magnitude);
                if let Some(bits) = place.half_bits() {
                    mods.part = HALVES[self.bits.take(bits) as usize];
                }
            }
            Signs::Part(..) | Signs::NotBit(_) => {}
            Signs::Not => mods.not = self.bits.flag(minus),
            Signs::NegOrNot => {
                let set = self.bits.flag(minus);
                let x = self.out.mods.has(Flag::X);
                mods.not = set && x;
                mods.neg = set && !x;
            }
        }
        mods
    }

    fn constant(&mut self, base: ConstBase, place: Place, signs: Signs) -> Operand {
        let offset = match place {
            Place::Const => self.bits.take((40, 14)) << 2,
            _ => self.bits.take((38, 16)),
        };
        Operand::Const {
            bank: self.bits.take((54, 5)) as u8,
            base,
            offset: sign_extend(offset, 16) as i32,
            mods: self.signs(place, signs),
        }
    }

    /// An address of an asynchronous copy; with a descriptor a global one.
    fn copied(&mut self, base: Bits, offset: Bits, desc: Option<UReg>) -> Operand {
        Operand::Mem(Address {
            base: Reg(self.bits.take(base) as u8),
            wide: desc.is_some(),
            scale: 0,
            uniform: UReg::URZ,
            has_uniform: false,
            offset: sign_extend(self.bits.take(offset), offset.1) as i32,
            desc,
        })
    }

    fn memory(&mut self, uniform: Uniform, scaled: bool) -> Operand {
        let (desc, base) = match uniform {
            Uniform::Absent => (None, None),
            Uniform::Desc(lo) => (Some(self.ureg(lo)), None),
            Uniform::Base(lo) => (None, Some(self.ureg(lo))),
        };
        let scale = if scaled { self.bits.take((78, 2)) } else { 0 };
        Operand::Mem(Address {
            base: Reg(self.bits.take((24, 8)) as u8),
            wide: self.out.mods.has(Flag::Extended),
            scale: if scale == 0 { 0 } else { scale as u8 + 1 },
            uniform: base.unwrap_or(UReg::URZ),
            has_uniform: base.is_some(),
            offset: sign_extend(self.bits.take((40, 24)), 24) as i32,
            desc,
        })
    }
}

impl Instruction {
    /// A source by slot.
    pub fn slot(&self, slot: Slot) -> &Operand {
        match slot {
            Slot::A => &self.a,
            Slot::B => &self.b,
            Slot::C => &self.c,
        }
    }

    /// A source by slot, to be changed.
    pub fn slot_mut(&mut self, slot: Slot) -> &mut Operand {
        match slot {
            Slot::A => &mut self.a,
            Slot::B => &mut self.b,
            Slot::C => &mut self.c,
        }
    }
}
