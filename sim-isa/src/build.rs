//! Instructions made piece by piece, as a compiler makes them.
//!
//! ```
//! use sim_isa::modifier::{BoolOp, IntCmp};
//! use sim_isa::{Instruction, Op, Pred, Reg};
//!
//! let compare = Instruction::build(Op::Isetp)
//!     .with(IntCmp::Ge)
//!     .with(BoolOp::And)
//!     .pdst(0, Pred(0))
//!     .a(Reg(4))
//!     .b(0x20)
//!     .done();
//! assert_eq!(compare.to_string(), "ISETP.GE.AND P0, PT, R4, 0x20, PT");
//! ```

use crate::control::Control;
use crate::encoding::{Arg, Place, Show, Slot};
use crate::instruction::Instruction;
use crate::modifier::{Flag, Modifier, Number};
use crate::op::Op;
use crate::operand::{Address, ConstBase, Operand, Pred, PredSrc, Reg, SrcMods, UReg};
use crate::width::registers;

/// An instruction in the making; see [`Instruction::build`].
#[derive(Clone, Copy, Debug)]
pub struct Builder {
    out: Instruction,
}

impl From<Reg> for Operand {
    fn from(reg: Reg) -> Operand {
        Operand::reg(reg)
    }
}

impl From<UReg> for Operand {
    fn from(reg: UReg) -> Operand {
        Operand::UReg {
            reg,
            width: 1,
            mods: SrcMods::NONE,
        }
    }
}

impl From<u32> for Operand {
    fn from(value: u32) -> Operand {
        Operand::Imm(value)
    }
}

impl From<i32> for Operand {
    fn from(value: i32) -> Operand {
        Operand::Imm(value as u32)
    }
}

impl From<f32> for Operand {
    fn from(value: f32) -> Operand {
        Operand::Imm(value.to_bits())
    }
}

impl From<Address> for Operand {
    fn from(address: Address) -> Operand {
        Operand::Mem(address)
    }
}

impl Operand {
    /// `c[bank][offset]`.
    pub const fn constant(bank: u8, offset: i32) -> Operand {
        Operand::Const {
            bank,
            base: ConstBase::Zero,
            offset,
            mods: SrcMods::NONE,
        }
    }

    /// The operand with other sign bits; immediates and addresses have none.
    #[must_use]
    pub fn with_signs(mut self, signs: SrcMods) -> Operand {
        if let Operand::Reg { mods, .. }
        | Operand::UReg { mods, .. }
        | Operand::Const { mods, .. } = &mut self
        {
            *mods = signs;
        }
        self
    }

    /// `-x`.
    #[must_use]
    pub fn negated(self) -> Operand {
        self.with_signs(SrcMods {
            neg: true,
            ..SrcMods::NONE
        })
    }

    /// `|x|`.
    #[must_use]
    pub fn magnitude(self) -> Operand {
        self.with_signs(SrcMods {
            abs: true,
            ..SrcMods::NONE
        })
    }
}

impl Address {
    /// `desc[desc][base.64+offset]`: global memory.
    pub const fn global(desc: UReg, base: Reg, offset: i32) -> Address {
        Address {
            wide: true,
            desc: Some(desc),
            ..Address::shared(base, offset)
        }
    }

    /// `[base+offset]`: shared and local memory.
    pub const fn shared(base: Reg, offset: i32) -> Address {
        Address {
            base,
            wide: false,
            scale: 0,
            uniform: UReg::URZ,
            has_uniform: false,
            offset,
            desc: None,
        }
    }

    /// The address plus a uniform register: `[base+UR4+offset]`.
    #[must_use]
    pub const fn plus(mut self, uniform: UReg) -> Address {
        self.uniform = uniform;
        self.has_uniform = true;
        self
    }
}

impl PredSrc {
    /// A lane predicate.
    pub const fn lane(pred: Pred) -> PredSrc {
        PredSrc {
            pred,
            not: false,
            uniform: false,
        }
    }

    /// The opposite.
    #[must_use]
    pub const fn inverted(mut self) -> PredSrc {
        self.not = !self.not;
        self
    }
}

impl Instruction {
    /// Starts an instruction.
    pub fn build(op: Op) -> Builder {
        Builder {
            out: Instruction::new(op),
        }
    }

    /// Fills what the row knows and the maker left out: operand widths, whether
    /// addresses are 64 bits, and zero registers for operands that go unsaid.
    pub fn complete(&mut self) {
        if self
            .op
            .row()
            .encoding
            .suffixes
            .iter()
            .any(|s| s.kind == Flag::Extended.kind())
        {
            self.mods.set_flag(Flag::Extended, true);
        }
        for arg in self.op.row().encoding.args {
            match *arg {
                Arg::Dst { width, uniform, .. } => {
                    let count = registers(width, &self.mods);
                    self.dst = match self.dst {
                        Operand::None if uniform => Operand::from(UReg::URZ),
                        Operand::None => Operand::from(Reg::RZ),
                        given => given,
                    };
                    set_width(&mut self.dst, count);
                }
                Arg::Src {
                    slot, width, show, ..
                } => self.complete_source(slot, registers(width, &self.mods), show),
                Arg::DstBarrier
                | Arg::PredDst { .. }
                | Arg::PredSrc { .. }
                | Arg::Num { .. }
                | Arg::Word(_) => {}
            }
        }
    }

    fn complete_source(&mut self, slot: Slot, width: u8, show: Show) {
        let place = self.op.row().encoding.forms[0].places[slot as usize];
        let extended = self.mods.has(Flag::Extended);
        let operand = self.slot_mut(slot);
        if *operand == Operand::None && show != Show::Always {
            *operand = match (place.register_bit(), place.uniform_bit()) {
                (Some(_), _) => Operand::from(Reg::RZ),
                (_, Some(_)) => Operand::from(UReg::URZ),
                _ => Operand::Imm(0),
            };
        }
        match operand {
            Operand::Mem(address) => address.wide = extended || place == Place::CopyFrom,
            Operand::Const { base, .. } if place == Place::ConstReg && *base == ConstBase::Zero => {
                *base = ConstBase::Reg(Reg::RZ);
            }
            other => set_width(other, width),
        }
    }
}

fn set_width(operand: &mut Operand, count: u8) {
    if let Operand::Reg { width, .. } | Operand::UReg { width, .. } = operand {
        *width = count;
    }
}

impl Builder {
    /// The finished instruction, completed from its row.
    pub fn done(mut self) -> Instruction {
        self.out.complete();
        self.out
    }

    /// The guard.
    #[must_use]
    pub fn guard(mut self, guard: PredSrc) -> Builder {
        self.out.guard = guard;
        self
    }

    /// The destination.
    #[must_use]
    pub fn dst(mut self, dst: impl Into<Operand>) -> Builder {
        self.out.dst = dst.into();
        self
    }

    /// A predicate destination.
    #[must_use]
    pub fn pdst(mut self, index: usize, pred: Pred) -> Builder {
        self.out.pdst[index] = pred;
        self
    }

    /// The first source.
    #[must_use]
    pub fn a(mut self, a: impl Into<Operand>) -> Builder {
        self.out.a = a.into();
        self
    }

    /// The second source.
    #[must_use]
    pub fn b(mut self, b: impl Into<Operand>) -> Builder {
        self.out.b = b.into();
        self
    }

    /// The third source.
    #[must_use]
    pub fn c(mut self, c: impl Into<Operand>) -> Builder {
        self.out.c = c.into();
        self
    }

    /// A predicate source.
    #[must_use]
    pub fn psrc(mut self, index: usize, source: PredSrc) -> Builder {
        self.out.psrc[index] = source;
        self
    }

    /// A named modifier.
    #[must_use]
    pub fn with<M: Modifier>(mut self, value: M) -> Builder {
        self.out.mods.set(value);
        self
    }

    /// A flag.
    #[must_use]
    pub fn flag(mut self, flag: Flag) -> Builder {
        self.out.mods.set_flag(flag, true);
        self
    }

    /// A number.
    #[must_use]
    pub fn number(mut self, number: Number, value: u8) -> Builder {
        self.out.mods.set_number(number, value);
        self
    }

    /// The control information.
    #[must_use]
    pub fn control(mut self, control: Control) -> Builder {
        self.out.ctrl = control;
        self
    }
}
