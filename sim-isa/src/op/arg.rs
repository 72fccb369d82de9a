//! The words for a row's operands, suffixes and fixed bits.

use crate::encoding::Signs::{Half, NegAbs, No};
use crate::encoding::Slot::C;
use crate::encoding::{Arg, Bits, Fixed, Imm, Show, Signs, Slot, Suffix, Width};
use crate::modifier::{Flag, Kind};
use crate::operand::Part;

/// A named modifier or flag as suffix.
pub(super) const fn suffix(kind: Kind, bits: &'static [Bits]) -> Suffix {
    Suffix { kind, bits }
}

/// Bits of fixed value.
pub(super) const fn fix(lo: u8, width: u8, value: u32) -> Fixed {
    Fixed {
        bits: (lo, width),
        value,
    }
}

const fn destination(width: Width, uniform: bool, show: Show) -> Arg {
    Arg::Dst {
        width,
        uniform,
        show,
    }
}

/// A register destination.
pub(super) const fn d(width: Width) -> Arg {
    destination(width, false, Show::Always)
}

/// A uniform destination.
pub(super) const fn ud(width: Width) -> Arg {
    destination(width, true, Show::Always)
}

/// A register destination that prints if it is not `RZ`.
pub(super) const fn d_used() -> Arg {
    destination(Width::One, false, Show::IfUsed)
}

/// A uniform destination that prints if it is not `URZ`.
pub(super) const fn ud_used() -> Arg {
    destination(Width::One, true, Show::IfUsed)
}

/// A predicate destination.
pub(super) const fn p(index: u8, lo: u8, show: Show) -> Arg {
    Arg::PredDst {
        index,
        lo,
        uniform: false,
        show,
    }
}

/// A uniform predicate destination.
pub(super) const fn up(index: u8, lo: u8, show: Show) -> Arg {
    Arg::PredDst {
        index,
        lo,
        uniform: true,
        show,
    }
}

/// A source of 32 bits; immediates print signed.
pub(super) const fn src(slot: Slot, signs: Signs) -> Arg {
    src_as(slot, Width::One, signs, Imm::Signed)
}

/// A source of a width, with sign bits and a kind of immediate.
pub(super) const fn src_as(slot: Slot, width: Width, signs: Signs, imm: Imm) -> Arg {
    Arg::Src {
        slot,
        width,
        signs,
        imm,
        show: Show::Always,
        blank: false,
    }
}

/// A source without signs whose immediates print unsigned.
pub(super) const fn hex(slot: Slot) -> Arg {
    wide(slot, Width::One)
}

/// A source with sign bits whose immediates print unsigned.
pub(super) const fn hex_as(slot: Slot, signs: Signs) -> Arg {
    src_as(slot, Width::One, signs, Imm::Hex)
}

/// A source of a width without signs.
pub(super) const fn wide(slot: Slot, width: Width) -> Arg {
    src_as(slot, width, No, Imm::Hex)
}

/// A source that prints only sometimes.
pub(super) const fn src_if(slot: Slot, signs: Signs, show: Show) -> Arg {
    Arg::Src {
        slot,
        width: Width::One,
        signs,
        imm: Imm::Hex,
        show,
        blank: false,
    }
}

/// A source after a blank.
pub(super) const fn after_blank(slot: Slot) -> Arg {
    Arg::Src {
        slot,
        width: Width::One,
        signs: No,
        imm: Imm::Hex,
        show: Show::Always,
        blank: true,
    }
}

/// The addend of a wide product: a pair.
pub(super) const fn wide_addend() -> Arg {
    src_as(C, Width::Two, Signs::NegOrNot, Imm::Signed)
}

/// A single-precision source.
pub(super) const fn single(slot: Slot) -> Arg {
    src_as(slot, Width::One, NegAbs, Imm::F32)
}

/// A single-precision source without signs.
pub(super) const fn single_plain(slot: Slot) -> Arg {
    src_as(slot, Width::One, No, Imm::F32)
}

/// A double-precision source.
pub(super) const fn double(slot: Slot) -> Arg {
    src_as(slot, Width::Two, NegAbs, Imm::F64)
}

/// A source of two halves.
pub(super) const fn halves(slot: Slot) -> Arg {
    src_as(slot, Width::One, Half, Imm::F16x2)
}

/// The same, which may be turned: a complex number times i.
pub(super) const fn halves_turned(slot: Slot, bit: u8) -> Arg {
    src_as(slot, Width::One, Signs::HalfTurned(bit), Imm::F16x2)
}

/// A source of which a part may be meant.
pub(super) const fn part(slot: Slot, bits: Bits, parts: &'static [Part]) -> Arg {
    hex_as(slot, Signs::Part(bits, parts))
}

/// The fragment of a matrix, by rows or by columns.
pub(super) const fn fragment(slot: Slot, width: Width, by: &'static [Part]) -> Arg {
    src_as(slot, width, Signs::Part((73, 0), by), Imm::Hex)
}

/// An integer that may be a byte or a half of a register.
pub(super) const fn int_part(slot: Slot, width: Width) -> Arg {
    src_as(slot, width, Signs::IntPart((60, 2)), Imm::IntSource)
}

/// A float of the type that a conversion reads, which may be the high half of a register.
pub(super) const fn converted(slot: Slot, width: Width) -> Arg {
    src_as(slot, width, Signs::NegAbsPart((60, 1), &HIGH), Imm::Source)
}

/// All of a register, or its high half.
pub(super) const HIGH: [Part; 2] = [Part::Whole, Part::High];

/// All of a register, its high half, or 24 bits.
pub(super) const HIGH_24: [Part; 3] = [Part::Whole, Part::High, Part::Bits24];

/// The sign bit of a register.
pub(super) const SIGN: [Part; 1] = [Part::Sign];

/// A matrix by rows.
pub(super) const ROW: [Part; 1] = [Part::Row];

/// A matrix by columns.
pub(super) const COL: [Part; 1] = [Part::Col];

/// LEA's third source, the high word of the first.
pub(super) const fn lea_high() -> Arg {
    src_if(C, No, Show::IfFlagNot(Flag::Hi, Flag::Sx32))
}

/// A predicate source that always prints.
pub(super) const fn q(index: u8, lo: u8) -> Arg {
    q_if(index, lo, Show::Always, false)
}

/// A predicate source that prints if it is not `PT`.
pub(super) const fn q_used(index: u8, lo: u8) -> Arg {
    q_if(index, lo, Show::IfUsed, false)
}

/// A carry in: `!PT` unless there is one.
pub(super) const fn carry(index: u8, lo: u8) -> Arg {
    q_if(index, lo, Show::IfFlag(Flag::X), true)
}

/// A predicate source.
pub(super) const fn q_if(index: u8, lo: u8, show: Show, default_not: bool) -> Arg {
    Arg::PredSrc {
        index,
        lo,
        uniform: false,
        show,
        default_not,
    }
}

/// The same predicate source on the uniform datapath.
pub(super) const fn uniform(arg: Arg) -> Arg {
    match arg {
        Arg::PredSrc {
            index,
            lo,
            show,
            default_not,
            ..
        } => Arg::PredSrc {
            index,
            lo,
            uniform: true,
            show,
            default_not,
        },
        other => other,
    }
}

/// A number.
pub(super) const fn num(kind: Kind, bits: &'static [Bits]) -> Arg {
    Arg::Num { kind, bits }
}

/// A word that always stands there.
pub(super) const fn word(text: &'static str) -> Arg {
    Arg::Word(text)
}
