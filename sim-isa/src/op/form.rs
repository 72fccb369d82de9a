//! The words for a row's forms: opcode bits and where the sources sit.
//!
//! Bits 0…8 name the operation. Bits 9…11 say which kind of operand takes the one
//! place that may hold other things than a register of a lane:
//!
//! | bits 9…11 | written | that operand |
//! |---|---|---|
//! | 1 | `0x2..` | none: registers only |
//! | 2, 3 | `0x4..`, `0x6..` | immediate, constant for `c`; the register `b` moves to `c`'s place |
//! | 4, 5 | `0x8..`, `0xa..` | immediate, constant for `b` |
//! | 6 | `0xc..` | uniform register for `b` |
//! | 7 | `0xe..` | uniform register for `c` |
//!
//! Most arithmetic follows this, and the functions `…_any_…` make all its forms
//! from bits 0…8. Loads, branches and the like have forms of their own.

use crate::encoding::Place::{Const, Imm, Mem, Ra, Rb, URa, URb, URc};
use crate::encoding::Uniform::{Absent, Base, Desc};
use crate::encoding::{Archs, Fixed, Form, Place};

use super::arg::fix;

/// Bits 9…11 of a form of registers only.
const REGISTERS: u16 = 1 << 9;
/// Bits 9…11 of a form whose `c` is an immediate.
const IMM_C: u16 = 2 << 9;
/// Bits 9…11 of a form whose `c` is a constant.
const CONST_C: u16 = 3 << 9;
/// Bits 9…11 of a form whose `b` is an immediate.
const IMM_B: u16 = 4 << 9;
/// Bits 9…11 of a form whose `b` is a constant.
const CONST_B: u16 = 5 << 9;
/// Bits 9…11 of a form whose `b` is a uniform register.
const UNIFORM_B: u16 = 6 << 9;
/// Bits 9…11 of a form whose `c` is a uniform register.
const UNIFORM_C: u16 = 7 << 9;

const fn form(opcode: u16, a: Place, b: Place, c: Place) -> Form {
    Form {
        opcode,
        places: [a, b, c],
        fixed: &[],
        archs: Archs::All,
    }
}

/// No source.
pub(super) const fn bare(opcode: u16) -> Form {
    form(opcode, Place::None, Place::None, Place::None)
}

/// One source.
pub(super) const fn one(opcode: u16, a: Place) -> Form {
    form(opcode, a, Place::None, Place::None)
}

/// Two sources.
pub(super) const fn two(opcode: u16, a: Place, b: Place) -> Form {
    form(opcode, a, b, Place::None)
}

/// Three sources.
pub(super) const fn three(opcode: u16, a: Place, b: Place, c: Place) -> Form {
    form(opcode, a, b, c)
}

/// A form that only architectures before sm_80 have.
pub(super) const fn oldest(form: Form) -> Form {
    Form {
        archs: Archs::Before80,
        ..form
    }
}

/// A form that only architectures before sm_90 have.
pub(super) const fn old(form: Form) -> Form {
    Form {
        archs: Archs::Before90,
        ..form
    }
}

/// A form that only architectures from sm_90 on have.
pub(super) const fn new(form: Form) -> Form {
    Form {
        archs: Archs::From90,
        ..form
    }
}

/// A form with bits of fixed value of its own.
pub(super) const fn with(form: Form, fixed: &'static [Fixed]) -> Form {
    Form { fixed, ..form }
}

/// One source of any kind; it sits where `b` would.
pub(super) const fn one_any(op: u16) -> [Form; 4] {
    [
        one(REGISTERS | op, Rb),
        one(IMM_B | op, Imm),
        one(CONST_B | op, Const),
        one(UNIFORM_B | op, URb),
    ]
}

/// Two sources, `b` of any kind.
pub(super) const fn two_any_b(op: u16) -> [Form; 4] {
    [
        two(REGISTERS | op, Ra, Rb),
        two(IMM_B | op, Ra, Imm),
        two(CONST_B | op, Ra, Const),
        two(UNIFORM_B | op, Ra, URb),
    ]
}

/// A sum: two sources, but encoded as a product and sum without the product's
/// second factor, so that `b` takes the forms of `c`. As a register it sits in `place`.
pub(super) const fn sum_any_b(op: u16, place: Place) -> [Form; 4] {
    [
        two(REGISTERS | op, Ra, place),
        two(IMM_C | op, Ra, Imm),
        two(CONST_C | op, Ra, Const),
        two(UNIFORM_C | op, Ra, URb),
    ]
}

/// Three sources, `b` of any kind.
pub(super) const fn three_any_b(op: u16) -> [Form; 4] {
    [
        three(REGISTERS | op, Ra, Rb, Place::Rc),
        three(IMM_B | op, Ra, Imm, Place::Rc),
        three(CONST_B | op, Ra, Const, Place::Rc),
        three(UNIFORM_B | op, Ra, URb, Place::Rc),
    ]
}

/// One source of any kind where `b` would sit, and `c`.
pub(super) const fn one_any_above_c(op: u16) -> [Form; 4] {
    [
        three(REGISTERS | op, Place::None, Rb, Place::Rc),
        three(IMM_B | op, Place::None, Imm, Place::Rc),
        three(CONST_B | op, Place::None, Const, Place::Rc),
        three(UNIFORM_B | op, Place::None, URb, Place::Rc),
    ]
}

/// Three sources, `b` or `c` of any kind; a register `c` sits in `place`.
pub(super) const fn three_any_bc(op: u16, place: Place) -> [Form; 7] {
    [
        three(REGISTERS | op, Ra, Rb, place),
        three(IMM_B | op, Ra, Imm, place),
        three(CONST_B | op, Ra, Const, place),
        three(UNIFORM_B | op, Ra, URb, place),
        three(IMM_C | op, Ra, place, Imm),
        three(CONST_C | op, Ra, place, Const),
        three(UNIFORM_C | op, Ra, place, URb),
    ]
}

/// Two sources on the uniform datapath, `b` a register or an immediate.
pub(super) const fn two_uniform(op: u16) -> [Form; 2] {
    [two(REGISTERS | op, URa, URb), two(IMM_B | op, URa, Imm)]
}

/// Three sources on the uniform datapath, `b` or `c` a register or an immediate.
pub(super) const fn three_uniform(op: u16) -> [Form; 3] {
    [
        three(REGISTERS | op, URa, URb, URc),
        three(IMM_B | op, URa, Imm, URc),
        three(IMM_C | op, URa, URc, Imm),
    ]
}

/// What an address with a descriptor fixes in a load or store.
pub(super) const GLOBAL_DESC: [Fixed; 2] = [fix(76, 1, 1), fix(90, 1, 1)];

/// What an address with a uniform base fixes in a load or store.
pub(super) const GLOBAL_BASE: [Fixed; 2] = [fix(76, 1, 0), fix(90, 1, 1)];

/// What an atomic without a uniform register holds before sm_80.
pub(super) const NO_UNIFORM: [Fixed; 1] = [fix(64, 8, 0xff)];

/// What an address with a descriptor fixes in an atomic.
const ATOM_DESC: [Fixed; 1] = [fix(70, 2, 3)];

/// What an address with a uniform base fixes in an atomic.
const ATOM_BASE: [Fixed; 1] = [fix(70, 2, 1)];

/// What an address with a descriptor fixes in a reduction.
const RED_DESC: [Fixed; 2] = [fix(70, 2, 2), fix(90, 1, 1)];

/// What an address with a uniform base fixes in a reduction.
const RED_BASE: [Fixed; 2] = [fix(70, 2, 0), fix(90, 1, 1)];

/// The opcode of an access whose address has a descriptor or a uniform base.
const fn by_uniform(op: u16) -> u16 {
    IMM_B | op
}

/// An atomic's addresses: with a descriptor, without, with a uniform base.
const fn atomic_addresses(op: u16) -> [Form; 3] {
    [
        with(two(by_uniform(op), Mem(Desc(64)), Rb), &ATOM_DESC),
        two(REGISTERS | op, Mem(Absent), Rb),
        with(two(by_uniform(op), Mem(Base(64)), Rb), &ATOM_BASE),
    ]
}

/// A reduction's addresses: with a descriptor, without, with a uniform base.
const fn reduction_addresses(op: u16) -> [Form; 3] {
    [
        with(two(by_uniform(op), Mem(Desc(64)), Rb), &RED_DESC),
        two(REGISTERS | op, Mem(Absent), Rb),
        with(two(by_uniform(op), Mem(Base(64)), Rb), &RED_BASE),
    ]
}

/// An atomic before sm_80.
const fn oldest_atomic(op: u16) -> Form {
    oldest(with(two(REGISTERS | op, Mem(Absent), Rb), &NO_UNIFORM))
}

/// A reduction before sm_80.
const fn oldest_reduction(op: u16) -> Form {
    oldest(two(by_uniform(op), Mem(Absent), Rb))
}

/// An atomic on integers.
pub(super) const fn atomic(op: u16) -> [Form; 4] {
    let [desc, plain, base] = atomic_addresses(op);
    [oldest_atomic(op), desc, plain, base]
}

/// A reduction on integers.
pub(super) const fn reduction(op: u16) -> [Form; 4] {
    let [desc, plain, base] = reduction_addresses(op);
    [oldest_reduction(op), desc, plain, base]
}

/// An atomic on floats: from sm_90 on and, with the integers' opcode, before.
pub(super) const fn atomic_float(op: u16, before: u16) -> [Form; 7] {
    let forms = [atomic_addresses(op), atomic_addresses(before)];
    from_90_and_before(oldest_atomic(before), forms)
}

/// A reduction on floats: from sm_90 on and, with the integers' opcode, before.
pub(super) const fn reduction_float(op: u16, before: u16) -> [Form; 7] {
    let forms = [reduction_addresses(op), reduction_addresses(before)];
    from_90_and_before(oldest_reduction(before), forms)
}

/// The form before sm_80, then those from sm_90 on, then those before it.
const fn from_90_and_before(first: Form, [since, before]: [[Form; 3]; 2]) -> [Form; 7] {
    let [a, b, c] = since;
    let [x, y, z] = before;
    [first, new(a), new(b), new(c), old(x), old(y), old(z)]
}
