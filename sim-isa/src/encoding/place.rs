//! Where a source sits, and which bits beside it belong to it.

use super::Bits;
use crate::operand::Part;

/// Where a source sits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The form has no such source.
    None,
    /// A register in bits 24…31; minus is bit 72, magnitude bit 73.
    Ra,
    /// A register in bits 32…39; minus is bit 63, magnitude bit 62.
    Rb,
    /// The same for the addend of a sum of two, which is reused as a third source.
    RbAddend,
    /// A register in bits 64…71; minus is bit 75, magnitude bit 74.
    Rc,
    /// A register in bits 64…71 of half-precision code; minus is bit 84, magnitude bit 83.
    RcHalf,
    /// A uniform register in bits 24…29.
    URa,
    /// A uniform register in bits 32…37.
    URb,
    /// A uniform register in bits 64…69.
    URc,
    /// 32 immediate bits from bit 32.
    Imm,
    /// An immediate in these bits.
    Small(Bits),
    /// `c[bank][offset]`: offset in words in bits 40…53, bank in 54…58; minus is
    /// bit 63, magnitude bit 62.
    Const,
    /// `c[bank][offset]`: offset in bytes in bits 38…53, bank in 54…58.
    ConstByte,
    /// `c[bank][Ra+offset]`.
    ConstReg,
    /// `c[bank][URa+offset]`.
    ConstUReg,
    /// An address; the offset is in bits 40…63, the base in 24…31.
    Mem(Uniform),
    /// An address without a uniform part whose offset is in bits 32…63.
    MemFar,
    /// An address of a uniform register in bits 24…29 and an offset.
    MemUniform,
    /// The same for shared memory; the base is scaled by bits 78…79.
    Shared(Uniform),
    /// A shared address to copy to: base in bits 16…23, offset in 44…63.
    CopyTo,
    /// A global address to copy from: base in bits 24…31, offset in 32…43,
    /// descriptor in 64…69.
    CopyFrom,
    /// A special register's number in bits 72…79.
    Special,
    /// A branch offset, divided by four, in bits 16…23 and 34…81, from the next instruction.
    Target,
    /// The same, but printed as it stands: the register holds the absolute part.
    RelativeTarget,
    /// A branch offset, divided by four, in bits 34…63.
    ShortTarget,
    /// An offset in bytes in bits 24…31 and 34…81, from the next instruction.
    CodeAddress,
    /// A convergence barrier in bits 16…19.
    Barrier,
    /// A convergence barrier in bits 24…27.
    BarrierSource,
    /// A dependence counter in bits 44…46.
    Scoreboard,
}

/// The uniform part of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uniform {
    /// None.
    Absent,
    /// A descriptor in the six bits from here: `desc[UR4][R2.64]`.
    Desc(u8),
    /// A summand in the six bits from here: `[R2+UR4]`.
    Base(u8),
}

/// The halves by the bits that choose them.
pub(crate) const HALVES: [Part; 4] = [Part::Whole, Part::F32, Part::LowTwice, Part::HighTwice];

impl Place {
    /// The lowest bit of a register's number, if a register sits here.
    pub const fn register_bit(self) -> Option<u8> {
        match self {
            Place::Ra => Some(24),
            Place::Rb | Place::RbAddend => Some(32),
            Place::Rc | Place::RcHalf => Some(64),
            _ => None,
        }
    }

    /// The lowest bit of a uniform register's number, if one sits here.
    pub const fn uniform_bit(self) -> Option<u8> {
        match self {
            Place::URa => Some(24),
            Place::URb => Some(32),
            Place::URc => Some(64),
            _ => None,
        }
    }

    /// The bits of minus and magnitude, if the place has them.
    pub const fn sign_bits(self) -> Option<(u8, u8)> {
        match self {
            Place::Ra | Place::URa => Some((72, 73)),
            Place::Rb | Place::RbAddend | Place::URb | Place::Const => Some((63, 62)),
            Place::Rc | Place::URc => Some((75, 74)),
            Place::RcHalf => Some((84, 83)),
            _ => None,
        }
    }

    /// The bits that choose among the halves of an operand here.
    pub const fn half_bits(self) -> Option<Bits> {
        match self {
            Place::Ra => Some((74, 2)),
            Place::Rb | Place::RbAddend | Place::Const | Place::URb => Some((60, 2)),
            Place::Rc | Place::RcHalf => Some((81, 2)),
            _ => None,
        }
    }

    /// The bit of `.reuse`, if the place has one.
    pub(super) const fn reuse_bit(self) -> Option<u8> {
        match self {
            Place::Ra => Some(122),
            Place::Rb => Some(123),
            Place::Rc | Place::RcHalf | Place::RbAddend => Some(124),
            _ => None,
        }
    }

    /// Whether the form's bit 91 says that a uniform register is read here.
    pub const fn is_uniform(self) -> bool {
        matches!(
            self,
            Place::URa
                | Place::URb
                | Place::URc
                | Place::ConstUReg
                | Place::MemUniform
                | Place::Mem(Uniform::Desc(_) | Uniform::Base(_))
                | Place::Shared(Uniform::Desc(_) | Uniform::Base(_))
        )
    }
}
