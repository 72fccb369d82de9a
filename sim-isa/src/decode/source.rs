//! Sources: what lies in each place, and its sign bits.

use super::Decoder;
use crate::bits::sign_extend;
use crate::encoding::{Bits, HALVES, Place, Signs, Slot, Uniform, Width};
use crate::modifier::Flag;
use crate::operand::{Address, ConstBase, Operand, Part, Reg, SrcMods, UReg};
use crate::width::registers;

impl Decoder<'_> {
    pub(super) fn source(&mut self, slot: Slot, width: Width, signs: Signs) -> Operand {
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
        if let Some((bits, parts)) = signs.parts(&self.out.mods) {
            // A value without a part stays unread, and so is complained about.
            let value = self.bits.peek(bits) as usize;
            if let Some(part) = parts.get(value) {
                self.bits.take(bits);
                mods.part = *part;
            }
            if !matches!(signs, Signs::NegAbsPart(..)) {
                return mods;
            }
        }
        let Some((minus, magnitude)) = place.sign_bits() else {
            return mods;
        };
        match signs {
            Signs::No => {}
            Signs::Neg => mods.neg = self.bits.flag(minus),
            Signs::NegAbs | Signs::NegAbsPart(..) => {
                mods.neg = self.bits.flag(minus);
                mods.abs = self.bits.flag(magnitude);
            }
            Signs::Half | Signs::HalfTurned(_) => {
                mods.neg = self.bits.flag(minus);
                mods.abs = self.bits.flag(magnitude);
                if let Some(bits) = place.half_bits() {
                    mods.part = HALVES[self.bits.take(bits) as usize];
                }
                // With another part the bit stays unread, and so is complained about.
                if let Signs::HalfTurned(bit) = signs
                    && mods.part == Part::Whole
                    && self.bits.flag(bit)
                {
                    mods.part = Part::Turned;
                }
            }
            Signs::Part(..) | Signs::IntPart(_) | Signs::NotBit(_) => {}
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
