//! The words that the rows of the opcode table are written in.

use crate::encoding::{
    Archs, Arg, Bits, Fixed, Form, Imm, Place, Show, Signs, Slot, Suffix, Width,
};
use crate::modifier::{Flag, Kind};

const fn form(opcode: u16, a: Place, b: Place, c: Place) -> Form {
    Form {
        opcode,
        places: [a, b, c],
        fixed: &[],
        archs: Archs::All,
    }
}

/// A form that only architectures before sm_80 have.
pub(crate) const fn oldest(form: Form) -> Form {
    Form {
        archs: Archs::Before80,
        ..form
    }
}

/// A form that only architectures before sm_90 have.
pub(crate) const fn old(form: Form) -> Form {
    Form {
        archs: Archs::Before90,
        ..form
    }
}

/// A form that only architectures from sm_90 on have.
pub(crate) const fn new(form: Form) -> Form {
    Form {
        archs: Archs::From90,
        ..form
    }
}

/// A form with bits of fixed value of its own.
pub(crate) const fn with(form: Form, fixed: &'static [Fixed]) -> Form {
    Form { fixed, ..form }
}

/// No source.
pub(crate) const fn bare(opcode: u16) -> Form {
    form(opcode, Place::None, Place::None, Place::None)
}

/// One source.
pub(crate) const fn one(opcode: u16, a: Place) -> Form {
    form(opcode, a, Place::None, Place::None)
}

/// Two sources.
pub(crate) const fn two(opcode: u16, a: Place, b: Place) -> Form {
    form(opcode, a, b, Place::None)
}

/// Three sources.
pub(crate) const fn three(opcode: u16, a: Place, b: Place, c: Place) -> Form {
    form(opcode, a, b, c)
}

/// A named modifier or flag as suffix.
pub(crate) const fn suffix(kind: Kind, bits: &'static [Bits]) -> Suffix {
    Suffix { kind, bits }
}

/// A register destination.
pub(crate) const fn d(width: Width) -> Arg {
    Arg::Dst {
        width,
        uniform: false,
        show: Show::Always,
    }
}

/// A uniform destination.
pub(crate) const fn ud(width: Width) -> Arg {
    Arg::Dst {
        width,
        uniform: true,
        show: Show::Always,
    }
}

/// A predicate destination.
pub(crate) const fn p(index: u8, lo: u8, show: Show) -> Arg {
    Arg::PredDst {
        index,
        lo,
        uniform: false,
        show,
    }
}

/// A uniform predicate destination.
pub(crate) const fn up(index: u8, lo: u8, show: Show) -> Arg {
    Arg::PredDst {
        index,
        lo,
        uniform: true,
        show,
    }
}

/// A source of 32 bits; immediates print signed.
pub(crate) const fn src(slot: Slot, signs: Signs) -> Arg {
    src_as(slot, Width::One, signs, Imm::Signed)
}

/// A source of a width, with sign bits and a kind of immediate.
pub(crate) const fn src_as(slot: Slot, width: Width, signs: Signs, imm: Imm) -> Arg {
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
pub(crate) const fn hex(slot: Slot) -> Arg {
    src_as(slot, Width::One, Signs::No, Imm::Hex)
}

/// A source of a width without signs.
pub(crate) const fn wide(slot: Slot, width: Width) -> Arg {
    src_as(slot, width, Signs::No, Imm::Hex)
}

/// A source that prints only sometimes.
pub(crate) const fn src_if(slot: Slot, signs: Signs, show: Show) -> Arg {
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
pub(crate) const fn after_blank(slot: Slot) -> Arg {
    Arg::Src {
        slot,
        width: Width::One,
        signs: Signs::No,
        imm: Imm::Hex,
        show: Show::Always,
        blank: true,
    }
}

/// A predicate source that always prints.
pub(crate) const fn q(index: u8, lo: u8) -> Arg {
    q_if(index, lo, Show::Always, false)
}

/// A predicate source that prints if it is not `PT`.
pub(crate) const fn q_used(index: u8, lo: u8) -> Arg {
    q_if(index, lo, Show::IfUsed, false)
}

/// A carry in: `!PT` unless there is one.
pub(crate) const fn carry(index: u8, lo: u8) -> Arg {
    q_if(index, lo, Show::IfFlag(Flag::X), true)
}

/// A predicate source.
pub(crate) const fn q_if(index: u8, lo: u8, show: Show, default_not: bool) -> Arg {
    Arg::PredSrc {
        index,
        lo,
        uniform: false,
        show,
        default_not,
    }
}

/// The same argument on the uniform datapath.
pub(crate) const fn uniform(arg: Arg) -> Arg {
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
pub(crate) const fn num(kind: Kind, bits: &'static [Bits]) -> Arg {
    Arg::Num { kind, bits }
}

/// Bits of fixed value.
pub(crate) const fn fix(lo: u8, width: u8, value: u32) -> Fixed {
    Fixed {
        bits: (lo, width),
        value,
    }
}
