//! Single operands as text: registers, predicates, constants, addresses, numbers.

use crate::encoding::Place;
use crate::operand::{Address, ConstBase, Operand, Part, Pred, PredSrc, Reg, SrcMods, UReg};

/// Adds one summand of an address.
pub(super) fn summand(address: &mut Address, part: &str) -> Option<()> {
    if let Some(uniform) = uniform_register(part) {
        address.uniform = uniform;
        address.has_uniform = true;
    } else if part.starts_with('R') {
        let (base, suffix) = part.split_once('.').unwrap_or((part, ""));
        address.base = plain_register(base)?;
        address.scale = match suffix {
            "" | "64" => 0,
            "X4" => 2,
            "X8" => 3,
            "X16" => 4,
            _ => return None,
        };
    } else {
        address.offset = i32::try_from(integer(part)?).ok()?;
    }
    Some(())
}

/// What stands in a place that a line does not mention.
pub(super) fn unsaid(place: Place) -> Operand {
    if place.register_bit().is_some() {
        Operand::reg(Reg::RZ)
    } else if place.uniform_bit().is_some() {
        Operand::UReg {
            reg: UReg::URZ,
            width: 1,
            mods: SrcMods::NONE,
        }
    } else {
        Operand::Imm(0)
    }
}

/// What follows `.name` in the text, if it starts with that.
pub(super) fn after_suffix<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let left = text.strip_prefix('.')?.strip_prefix(name)?;
    (left.is_empty() || left.starts_with('.')).then_some(left)
}

pub(super) fn is_predicate(token: &str) -> bool {
    predicate_source(token).is_some()
}

pub(super) fn is_register(token: &str) -> bool {
    register(token, 1).is_some()
}

pub(super) fn predicate_source(token: &str) -> Option<PredSrc> {
    let (not, name) = match token.strip_prefix('!') {
        Some(name) => (true, name),
        None => (false, token),
    };
    let (uniform, name) = match name.strip_prefix('U') {
        Some(name) => (true, name),
        None => (false, name),
    };
    let pred = match name.strip_prefix('P')? {
        "T" => Pred::PT,
        number => Pred(number.parse().ok().filter(|n| *n < 7)?),
    };
    Some(PredSrc { pred, not, uniform })
}

pub(super) fn plain_register(token: &str) -> Option<Reg> {
    match token.strip_prefix('R')? {
        "Z" => Some(Reg::RZ),
        number => Some(Reg(number.parse().ok().filter(|n| *n < 255)?)),
    }
}

pub(super) fn uniform_register(token: &str) -> Option<UReg> {
    match token.strip_prefix("UR")? {
        "Z" => Some(UReg::URZ),
        number => Some(UReg(number.parse().ok().filter(|n| *n < 63)?)),
    }
}

pub(super) fn register(token: &str, width: u8) -> Option<Operand> {
    let mods = SrcMods::NONE;
    if let Some(reg) = uniform_register(token) {
        return Some(Operand::UReg { reg, width, mods });
    }
    let (token, reuse) = match token.strip_suffix(".reuse") {
        Some(token) => (token, true),
        None => (token, false),
    };
    let reg = plain_register(token)?;
    Some(Operand::Reg {
        reg,
        width,
        mods,
        reuse,
    })
}

/// A register or constant with its signs: `-|R4|.reuse`, `~UR4`, `c[0x0][0x28]`.
pub(super) fn signed(token: &str, width: u8) -> Option<Operand> {
    let (neg, rest) = match token.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, token),
    };
    let (not, rest) = match rest.strip_prefix('~') {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let abs = rest.starts_with('|');
    let rest = rest.replace('|', "");
    let (bare, part) = split_part(&rest);
    let mut operand = register(bare, width).or_else(|| constant(bare))?;
    match &mut operand {
        Operand::Reg { mods, .. } | Operand::UReg { mods, .. } | Operand::Const { mods, .. } => {
            *mods = SrcMods {
                neg,
                abs,
                not,
                part,
            };
        }
        _ => {}
    }
    Some(operand)
}

/// A register without the part that it is asked for, and that part.
fn split_part(token: &str) -> (&str, Part) {
    let named = |part: &Part| *part != Part::Whole && token.ends_with(part.text());
    match Part::ALL.into_iter().find(named) {
        Some(part) => (&token[..token.len() - part.text().len()], part),
        None => (token, Part::Whole),
    }
}

/// `c[0x0][0x28]`, `c[0x3][UR4+0x8]`.
pub(super) fn constant(token: &str) -> Option<Operand> {
    let (bank, rest) = token.strip_prefix("c[")?.split_once("][")?;
    let inner = rest.strip_suffix(']')?;
    let (base, offset) = match inner.split_once('+') {
        Some((base, offset)) => (base, offset),
        None if inner.starts_with(['R', 'U']) => (inner, "0x0"),
        None => ("", inner),
    };
    let base = match base {
        "" => ConstBase::Zero,
        base => plain_register(base)
            .map(ConstBase::Reg)
            .or_else(|| uniform_register(base).map(ConstBase::UReg))?,
    };
    Some(Operand::Const {
        bank: u8::try_from(integer(bank)?).ok()?,
        base,
        offset: i32::try_from(integer(offset)?).ok()?,
        mods: SrcMods::NONE,
    })
}

pub(super) fn scoreboard(token: &str) -> Option<Operand> {
    let number: u8 = token.strip_prefix("SB")?.parse().ok()?;
    (number < 8).then_some(Operand::Scoreboard(number))
}

pub(super) fn barrier(token: &str) -> Option<Operand> {
    let number: u8 = token.strip_prefix('B')?.parse().ok()?;
    (number < 16).then_some(Operand::Barrier(number))
}

/// `0x10`, `-0x10`.
pub(super) fn integer(token: &str) -> Option<i64> {
    let (sign, digits) = match token.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, token),
    };
    let value = i64::from_str_radix(digits.strip_prefix("0x")?, 16).ok()?;
    Some(sign * value)
}
