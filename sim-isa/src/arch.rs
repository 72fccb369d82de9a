//! The architectures whose machine code we read.
//!
//! They share one encoding; a few instructions exist on some only, and listings
//! of architectures before sm_90 leave the memory descriptor unsaid.

use crate::encoding::Bits;

/// An architecture, by its compute capability.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Arch {
    /// Volta.
    Sm70,
    /// Turing.
    Sm75,
    /// Ampere, A100.
    Sm80,
    /// Ampere, consumer.
    Sm86,
    /// Ada Lovelace.
    Sm89,
    /// Hopper.
    #[default]
    Sm90,
}

impl Arch {
    /// Every architecture, oldest first.
    pub const ALL: [Arch; 6] = [
        Arch::Sm70,
        Arch::Sm75,
        Arch::Sm80,
        Arch::Sm86,
        Arch::Sm89,
        Arch::Sm90,
    ];

    /// Its number: 90 for sm_90.
    pub const fn sm(self) -> u32 {
        match self {
            Arch::Sm70 => 70,
            Arch::Sm75 => 75,
            Arch::Sm80 => 80,
            Arch::Sm86 => 86,
            Arch::Sm89 => 89,
            Arch::Sm90 => 90,
        }
    }

    /// The architecture of a number.
    pub fn from_sm(sm: u32) -> Option<Arch> {
        Arch::ALL.into_iter().find(|arch| arch.sm() == sm)
    }

    /// Where a branch offset, divided by four, sits; lowest bits first.
    pub(crate) const fn target_bits(self) -> &'static [Bits] {
        match self {
            Arch::Sm90 => &[(16, 8), (34, 48)],
            Arch::Sm70 | Arch::Sm75 | Arch::Sm80 | Arch::Sm86 | Arch::Sm89 => &[(34, 48)],
        }
    }

    /// Bits of a branch offset.
    pub(crate) const fn target_width(self) -> u8 {
        match self {
            Arch::Sm90 => 58,
            Arch::Sm70 | Arch::Sm75 | Arch::Sm80 | Arch::Sm86 | Arch::Sm89 => 50,
        }
    }

    /// Whether listings print the memory descriptor (`desc[UR4][R2.64]`).
    pub const fn prints_descriptors(self) -> bool {
        matches!(self, Arch::Sm90)
    }
}
