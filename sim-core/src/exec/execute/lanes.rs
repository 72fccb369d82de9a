//! Loops over lanes, and reading and writing of operands.

use crate::exec::access::blend;
use crate::exec::uop::{DROP, Fix, Src, TRUE, Uop};
use crate::exec::{Row, WarpState};
use sim_isa::modifier::BoolOp;

/// A 64-bit value of each lane.
pub(super) type WideRow = [u64; 32];

/// A value of each lane.
#[inline(always)]
pub(super) fn each<T: Copy + Default>(value: impl Fn(usize) -> T) -> [T; 32] {
    let mut out = [T::default(); 32];
    for (lane, out) in out.iter_mut().enumerate() {
        *out = value(lane);
    }
    out
}

/// A bit of each lane.
#[inline(always)]
pub(super) fn mask(bit: impl Fn(usize) -> bool) -> u32 {
    let mut out = 0;
    for lane in 0..32 {
        out |= u32::from(bit(lane)) << lane;
    }
    out
}

/// Lane `lane` of a mask as 0 or 1.
#[inline(always)]
pub(super) fn bit(mask: u32, lane: usize) -> u32 {
    mask >> lane & 1
}

/// `a` in the lanes of a mask, `b` in the others.
#[inline(always)]
pub(super) fn chosen(first: u32, a: &Row, b: &Row) -> Row {
    each(|lane| {
        if bit(first, lane) != 0 {
            a[lane]
        } else {
            b[lane]
        }
    })
}

/// Binds the row of a source operand: the register itself if nothing is to be
/// done to it, otherwise a copy on the stack.
macro_rules! source {
    ($name:ident = $warp:expr, $uop:expr, $slot:expr) => {
        let copy;
        let $name: &crate::exec::Row = match $warp.plain_row($uop, $slot) {
            Some(row) => row,
            None => {
                copy = $warp.fixed_row($uop, $slot);
                &copy
            }
        };
    };
}
pub(super) use source;

impl WarpState {
    /// The register of a source operand that is used as it is.
    #[inline(always)]
    pub(super) fn plain_row(&self, uop: &Uop, slot: usize) -> Option<&Row> {
        let operand = uop.src[slot];
        match operand.src {
            Src::Row(row) if operand.fix == Fix::None => Some(&self.rows[usize::from(row)]),
            Src::Row(_) | Src::Uniform(_) | Src::Imm => None,
        }
    }

    /// A source operand with its sign bits applied. Not inlined: a copy in
    /// every operation, three times over, would double the crate's code.
    #[inline(never)]
    pub(super) fn fixed_row(&self, uop: &Uop, slot: usize) -> Row {
        let fix = uop.src[slot].fix;
        match uop.src[slot].src {
            Src::Row(row) => {
                let row = &self.rows[usize::from(row)];
                match fix {
                    Fix::None => *row,
                    Fix::FloatNeg => each(|lane| Fix::FloatNeg.apply(row[lane])),
                    Fix::FloatAbs => each(|lane| Fix::FloatAbs.apply(row[lane])),
                    Fix::FloatNegAbs => each(|lane| Fix::FloatNegAbs.apply(row[lane])),
                    Fix::HalfNeg => each(|lane| Fix::HalfNeg.apply(row[lane])),
                    Fix::HalfAbs => each(|lane| Fix::HalfAbs.apply(row[lane])),
                    Fix::HalfNegAbs => each(|lane| Fix::HalfNegAbs.apply(row[lane])),
                    Fix::Neg => each(|lane| Fix::Neg.apply(row[lane])),
                    Fix::PairNeg => each(|lane| Fix::PairNeg.apply(row[lane])),
                    Fix::Abs => each(|lane| Fix::Abs.apply(row[lane])),
                    Fix::Not => each(|lane| Fix::Not.apply(row[lane])),
                }
            }
            Src::Uniform(index) => [fix.apply(self.uniforms[usize::from(index) & 63]); 32],
            Src::Imm => [fix.apply(uop.imm[slot]); 32],
        }
    }

    /// A source operand without its sign bits.
    #[inline(always)]
    pub(super) fn raw_source(&self, uop: &Uop, slot: usize) -> Row {
        match uop.src[slot].src {
            Src::Row(row) => self.rows[usize::from(row)],
            Src::Uniform(index) => [self.uniforms[usize::from(index) & 63]; 32],
            Src::Imm => [uop.imm[slot]; 32],
        }
    }

    /// A 64-bit source operand without its sign bits.
    #[inline(never)]
    pub(super) fn raw_wide_row(&self, uop: &Uop, slot: usize) -> WideRow {
        let mut plain = *uop;
        plain.src[slot].fix = Fix::None;
        self.wide_row(&plain, slot)
    }

    /// A 64-bit source operand with its sign bits applied.
    #[inline(never)]
    pub(super) fn wide_row(&self, uop: &Uop, slot: usize) -> WideRow {
        let fix = uop.src[slot].fix;
        match uop.src[slot].src {
            Src::Row(row) => {
                let low = &self.rows[usize::from(row)];
                let high = &self.rows[usize::from(row) + 1];
                let wide = |lane: usize| u64::from(high[lane]) << 32 | u64::from(low[lane]);
                match fix {
                    Fix::None => each(wide),
                    _ => each(|lane| fix.apply_wide(wide(lane))),
                }
            }
            Src::Uniform(index) => {
                let index = usize::from(index);
                let high = self.uniforms.get(index + 1).copied().unwrap_or(0);
                let wide = u64::from(high) << 32 | u64::from(self.uniforms[index & 63]);
                [fix.apply_wide(wide); 32]
            }
            Src::Imm => {
                let wide = u64::from(uop.imm_high[slot]) << 32 | u64::from(uop.imm[slot]);
                [fix.apply_wide(wide); 32]
            }
        }
    }

    /// Writes the result of some lanes.
    #[inline(always)]
    pub(in crate::exec) fn write(&mut self, uop: &Uop, lanes: u32, values: &Row) {
        self.write_word(uop, 0, lanes, values);
    }

    /// Writes a 64-bit result of some lanes.
    #[inline(always)]
    pub(super) fn write_wide(&mut self, uop: &Uop, lanes: u32, values: &WideRow) {
        self.write_word(uop, 0, lanes, &each(|lane| values[lane] as u32));
        self.write_word(uop, 1, lanes, &each(|lane| (values[lane] >> 32) as u32));
    }

    /// Writes word `word` of the result of some lanes.
    #[inline(always)]
    pub(crate) fn write_word(&mut self, uop: &Uop, word: usize, lanes: u32, values: &Row) {
        if uop.dst == DROP {
            return;
        }
        let index = usize::from(uop.dst) + word;
        if uop.uniform {
            if index < 63 {
                self.uniforms[index] = values[lanes.trailing_zeros() as usize & 31];
            }
            return;
        }
        blend(&mut self.rows[index], values, lanes);
    }

    /// Writes predicate result `which` of some lanes.
    #[inline(always)]
    pub(crate) fn write_predicate(&mut self, uop: &Uop, which: usize, lanes: u32, value: u32) {
        let index = uop.pdst[which];
        if index == TRUE {
            return;
        }
        if uop.uniform {
            let bit = value >> (lanes.trailing_zeros() & 31) & 1;
            self.uniform_preds = self.uniform_preds & !(1 << index) | (bit as u8) << index;
            return;
        }
        let pred = &mut self.preds[usize::from(index & 7)];
        *pred = *pred & !lanes | value & lanes;
    }

    /// Writes both predicate results of a comparison.
    #[inline(always)]
    pub(super) fn write_comparison(&mut self, uop: &Uop, lanes: u32, holds: u32, op: BoolOp) {
        let other = self.predicate(uop.psrc[0]);
        self.write_predicate(uop, 0, lanes, combine(op, holds, other));
        self.write_predicate(uop, 1, lanes, combine(op, !holds, other));
    }
}

/// Combines a comparison with the predicate source.
#[inline(always)]
pub(super) fn combine(op: BoolOp, holds: u32, other: u32) -> u32 {
    match op {
        BoolOp::And => holds & other,
        BoolOp::Or => holds | other,
        BoolOp::Xor => holds ^ other,
    }
}
