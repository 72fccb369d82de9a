//! Division and square root in double precision: ptxas' sequences.
//!
//! The unit approximates from the upper words (`RCP64H`, `RSQ64H`), steps of DFMA refine, and
//! the residual corrects the last bit. That is exact while nothing over- or underflows. For other
//! operands ptxas calls a subroutine with branches; here it is a detour that computes all its
//! cases and chooses.

use super::float::magnitude;
use super::operands::half;
use super::{Selected, Selector};
use crate::backend::mir::{Inst, Opnd, Part, PredUse, VirtId};
use crate::kernel::Operand;
use sim_isa::modifier::{
    BoolOp, DoubleCmp, FloatCmp, IntCmp, IntSign, MinMaxType, MufuFn, Rounding,
};
use sim_isa::{Number, Op};

/// Upper words of doubles; the lower ones are zero.
mod upper {
    pub const SIGN: u32 = 0x8000_0000;
    pub const EXPONENT: u32 = 0x7ff0_0000;
    pub const MANTISSA: u32 = 0x800f_ffff;
    /// The step of an exponent.
    pub const STEP: u32 = 0x0010_0000;
    pub const QUIET: u32 = 0x0008_0000;
    pub const NO_NUMBER: u32 = 0xfff8_0000;
    pub const ONE: u32 = 0x3ff0_0000;
    pub const HALF: u32 = 0x3fe0_0000;
    pub const THREE_EIGHTHS: u32 = 0x3fd8_0000;
    pub const TWO_106: u32 = 0x4690_0000;
    pub const TWO_1023: u32 = 0x7fe0_0000;
    /// Exponents that dividends are moved to: 2^565 and 2^-565.
    pub const FAR_UP: u32 = 0x6340_0000;
    pub const FAR_DOWN: u32 = 0x1ca0_0000;
}
use upper::*;

/// Words whose exponents are too small, read as singles: dividends from 2^-969 on, and results
/// in the normal form, are safe.
const SAFE_DIVIDEND: u32 = 0x0360_0000;
/// Differences of exponents beyond which a quotient is infinite or zero anyway.
const LEAST_DIFFERENCE: u32 = 0xb960_0000;
const LARGEST_DIFFERENCE: u32 = 0x46a0_0000;
/// What a root's argument is moved by so that one comparison finds the unsafe ones.
const ROOT_OFFSET: u32 = 0xfcb0_0000;
const SAFE_ROOTS: u32 = 0x7ca0_0000;
/// From here on, moved so, arguments are normal, but their residuals are not.
const SMALL_ROOTS: u32 = 0xfcc0_0000;

impl Selector<'_> {
    fn dmul(&mut self, a: impl Into<Opnd>, b: impl Into<Opnd>) -> Part {
        let pair = self.temp(2);
        self.emit(Inst::new(Op::Dmul).dst(pair).a(a).b(b));
        pair
    }

    fn dfma_rounded(
        &mut self,
        round: Rounding,
        a: impl Into<Opnd>,
        b: impl Into<Opnd>,
        c: impl Into<Opnd>,
    ) -> Part {
        let pair = self.temp(2);
        let inst = Inst::new(Op::Dfma).dst(pair).a(a).b(b).c(c);
        self.emit(inst.with(|m| m.with(round)));
        pair
    }

    /// A pair of two words.
    fn pair_of(&mut self, low: impl Into<Opnd>, high: impl Into<Opnd>) -> Part {
        let pair = self.temp(2);
        self.mov(half(pair, 0), low.into());
        self.mov(half(pair, 1), high.into());
        pair
    }

    /// A function of the three words, by its truth table.
    fn mixed(&mut self, table: u8, a: Opnd, b: Opnd, c: Opnd) -> Part {
        let word = self.temp(1);
        let inst = Inst::new(Op::Lop3).dst(word).a(a).b(b).c(c);
        self.emit(inst.with(|m| m.with_number(Number::Lut, table)));
        word
    }

    fn masked(&mut self, a: Opnd, mask: u32) -> Part {
        self.mixed(0xc0, a, Opnd::Imm(mask), Opnd::Zero)
    }

    fn with_bits(&mut self, a: Opnd, bits: u32) -> Part {
        self.mixed(0xfc, a, Opnd::Imm(bits), Opnd::Zero)
    }

    fn sum(&mut self, a: Opnd, b: Opnd) -> Part {
        let word = self.temp(1);
        self.iadd3(word, a, b, Opnd::Zero);
        word
    }

    fn compared(&mut self, test: IntCmp, sign: IntSign, a: Opnd, b: Opnd) -> PredUse {
        let pred = self.temp_pred();
        let inst = Inst::new(Op::Isetp).pdst(0, pred).a(a).b(b);
        self.emit(inst.with(|m| m.with(test).with(sign)));
        PredUse::of(pred)
    }

    /// A comparison of words as singles, and with another predicate.
    fn compared_singles(&mut self, test: FloatCmp, a: Opnd, b: Opnd, and: PredUse) -> PredUse {
        let pred = self.temp_pred();
        let inst = Inst::new(Op::Fsetp).pdst(0, pred).a(a).b(b).psrc(0, and);
        self.emit(inst.with(|m| m.with(test)));
        PredUse::of(pred)
    }

    fn either(&mut self, test: IntCmp, sign: IntSign, [a, b]: [Opnd; 2], or: PredUse) -> PredUse {
        let pred = self.temp_pred();
        let inst = Inst::new(Op::Isetp).pdst(0, pred).a(a).b(b).psrc(0, or);
        self.emit(inst.with(|m| m.with(test).with(sign).with(BoolOp::Or)));
        PredUse::of(pred)
    }

    fn compared_doubles(&mut self, test: DoubleCmp, a: Opnd, b: Opnd) -> PredUse {
        let pred: VirtId = self.temp_pred();
        let inst = Inst::new(Op::Dsetp).pdst(0, pred).a(a).b(b);
        self.emit(inst.with(|m| m.with(test)));
        PredUse::of(pred)
    }

    /// `pick ? a : b`, word by word; `a` is in registers.
    fn chosen(&mut self, pick: PredUse, a: [Opnd; 2], b: [Opnd; 2]) -> Part {
        let pair = self.temp(2);
        for (first, (a, b)) in (0..2).zip(a.into_iter().zip(b)) {
            self.chosen_word(half(pair, first), pick, a, b);
        }
        pair
    }

    fn chosen_word(&mut self, to: Part, pick: PredUse, a: Opnd, b: Opnd) {
        self.emit(Inst::new(Op::Sel).dst(to).a(a).b(b).psrc(0, pick));
    }

    /// A correctly rounded quotient of doubles.
    pub(super) fn double_quotient(&mut self, to: Part, a: Operand, b: Operand) -> Selected<()> {
        let (a, b) = (self.plain_double(a)?, self.plain_double(b)?);
        let inverse = self.double_inverse(b);
        let quotient = self.quotient_from(a, b, inverse);
        let of_dividend = magnitude(half(a, 1).into());
        let safe = Opnd::Imm(SAFE_DIVIDEND);
        let safe = self.compared_singles(FloatCmp::Geu, of_dividend, safe, PredUse::TRUE);
        // Zero times the divisor is no number for an infinite one.
        let result = self.temp(1);
        let inst = Inst::new(Op::Ffma).dst(result).a(Opnd::Zero);
        self.emit(inst.b(half(b, 1)).c(half(quotient, 1)));
        let size = magnitude(result.into());
        let easy = self.compared_singles(FloatCmp::Gt, size, Opnd::Imm(STEP), safe);
        self.detour(easy.inverted_if(true), |s| {
            s.hard_quotient(quotient, a, b);
            Ok(())
        })?;
        self.copy_pair(to, quotient);
        Ok(())
    }

    /// A double in registers without sign modifiers.
    pub(super) fn plain_double(&mut self, operand: Operand) -> Selected<Part> {
        match self.reg(operand)? {
            Opnd::Reg(part, _) => Ok(part),
            zero => Ok(self.pair_of(zero, zero)),
        }
    }

    pub(super) fn copy_pair(&mut self, to: Part, from: Part) {
        for first in 0..2 {
            self.mov(half(to, first), half(from, first).into());
        }
    }

    /// `1 / b` to the last bit or so: twice the digits of the unit, and twice again.
    fn double_inverse(&mut self, b: Part) -> Part {
        let seed = self.temp(2);
        self.mov(half(seed, 0), Opnd::Imm(1));
        let mufu = Inst::new(Op::Mufu).dst(half(seed, 1)).a(half(b, 1));
        self.emit(mufu.with(|m| m.with(MufuFn::Rcp64h)));
        let (one, minus_b) = (Opnd::Imm(ONE), Opnd::from(b).negated());
        let error = self.dfma_new(minus_b, seed, one);
        let error = self.dfma_new(error, error, error);
        let better = self.dfma_new(seed, error, seed);
        let error = self.dfma_new(minus_b, better, one);
        self.dfma_new(better, error, better)
    }

    /// `a * inverse`, corrected by its residual.
    fn quotient_from(&mut self, a: Part, b: Part, inverse: Part) -> Part {
        let rough = self.dmul(a, inverse);
        let rest = self.dfma_new(Opnd::from(b).negated(), rough, a);
        self.dfma_new(inverse, rest, rough)
    }

    /// A quotient of operands that are moved to where nothing over- or underflows, moved back.
    fn hard_quotient(&mut self, to: Part, a: Part, b: Part) {
        let [a_high, b_high] = [a, b].map(|pair| Opnd::from(half(pair, 1)));
        let [a_exponent, b_exponent] = [a_high, b_high].map(|word| self.masked(word, EXPONENT));
        let at_least = self.compared(
            IntCmp::Ge,
            IntSign::U32,
            a_exponent.into(),
            b_exponent.into(),
        );
        let far = self.temp(1);
        let (up, down) = (self.word(FAR_UP), Opnd::Imm(FAR_DOWN));
        self.chosen_word(far, at_least, up.into(), down);
        let (dividend, a_exponent_now) = self.moved_dividend(a, a_exponent, far);
        let (divisor, b_exponent_now) = self.moved_divisor(b, b_exponent);
        let inverse = self.double_inverse(divisor);
        let quotient = self.quotient_from(dividend, divisor, inverse);

        let difference = self.sum(a_exponent.into(), Opnd::from(b_exponent).negated());
        let difference = self.clamped(difference, LEAST_DIFFERENCE, LARGEST_DIFFERENCE);
        let back = self.sum(difference.into(), Opnd::from(far).negated());
        let moved = self.moved_back(quotient, [dividend, divisor], back);

        let special = self.is_special(a_exponent_now, PredUse::FALSE);
        let special = self.is_special(b_exponent_now, special);
        let known = self.special_quotient(a, b, [a_exponent_now, b_exponent_now]);
        let halves = |pair| [half(pair, 0).into(), half(pair, 1).into()];
        let result = self.chosen(special, halves(known), halves(moved));
        self.copy_pair(to, result);
    }

    fn clamped(&mut self, word: Part, least: u32, largest: u32) -> Part {
        let mut word = word;
        for (bound, pick) in [(least, PredUse::FALSE), (largest, PredUse::TRUE)] {
            let next = self.temp(1);
            let inst = Inst::new(Op::Vimnmx).dst(next).a(word).b(Opnd::Imm(bound));
            self.emit(inst.psrc(0, pick).with(|m| m.with(MinMaxType::S32)));
            word = next;
        }
        word
    }

    /// The dividend with the exponent `far`, and the exponent by which specials are known. A
    /// number below the normal ones gets its leading one by a subtraction.
    fn moved_dividend(&mut self, a: Part, exponent: Part, far: Part) -> (Part, Part) {
        let high = Opnd::from(half(a, 1));
        let step = Opnd::Imm(STEP);
        let normal = self.compared_singles(FloatCmp::Geu, magnitude(high), step, PredUse::TRUE);
        let moved = self.mixed(0xf8, far.into(), Opnd::Imm(MANTISSA), high);
        let moved = self.pair_of(half(a, 0), moved);
        let leading = self.mixed(0xf8, far.into(), Opnd::Imm(SIGN), high);
        let leading = self.with_bits(leading.into(), STEP);
        let leading = self.pair_of(Opnd::Zero, leading);
        let two = self.pair_of(Opnd::Zero, Opnd::Imm(0x4000_0000));
        let below = self.dfma_new(moved, two, Opnd::from(leading).negated());
        self.normal_or(normal, moved, exponent, below)
    }

    /// The divisor between 1 and 2, and the exponent by which specials are known.
    fn moved_divisor(&mut self, b: Part, exponent: Part) -> (Part, Part) {
        let high = Opnd::from(half(b, 1));
        let step = Opnd::Imm(STEP);
        let normal = self.compared_singles(FloatCmp::Geu, magnitude(high), step, PredUse::TRUE);
        let moved = self.masked(high, MANTISSA);
        let moved = self.with_bits(moved.into(), ONE);
        let moved = self.pair_of(half(b, 0), moved);
        let below = self.dmul(b, Opnd::Imm(TWO_1023));
        self.normal_or(normal, moved, exponent, below)
    }

    /// A normal number and its exponent, or what was made of one below, and the exponent of that.
    fn normal_or(
        &mut self,
        normal: PredUse,
        moved: Part,
        exponent: Part,
        below: Part,
    ) -> (Part, Part) {
        let halves = |pair| [half(pair, 0).into(), half(pair, 1).into()];
        let number = self.chosen(normal, halves(moved), halves(below));
        let of_below = self.masked(half(below, 1).into(), EXPONENT);
        let now = self.temp(1);
        self.chosen_word(now, normal, exponent.into(), of_below.into());
        (number, now)
    }

    /// Whether an exponent is that of zero, of infinity or of no number, or another predicate
    /// holds.
    fn is_special(&mut self, exponent: Part, or: PredUse) -> PredUse {
        let less = self.sum(exponent.into(), Opnd::Imm(u32::MAX));
        let most = Opnd::Imm(EXPONENT - 2);
        self.either(IntCmp::Gt, IntSign::U32, [less.into(), most], or)
    }

    /// `quotient * 2^back`. Below the normal numbers it is rounded a second time: where that
    /// seems to be half way between two, the first residual says where it really is.
    fn moved_back(&mut self, quotient: Part, [dividend, divisor]: [Part; 2], back: Part) -> Part {
        let scale_high = self.sum(back.into(), Opnd::Imm(TWO_1023));
        let scale = self.pair_of(Opnd::Zero, scale_high);
        let result = self.dmul(quotient, scale);
        let rest = self.dfma_new(Opnd::from(quotient).negated(), divisor, dividend);
        let (rest_high, divisor_high) = (half(rest, 1), half(divisor, 1));
        let sign = Opnd::Imm(SIGN);
        let sign = self.mixed(0x48, rest_high.into(), sign, divisor_high.into());
        let towards = self.mixed(0xfc, sign.into(), scale_high.into(), Opnd::Zero);
        let towards = self.pair_of(Opnd::Zero, towards);
        let rounded = self.temp(2);
        let product = Inst::new(Op::Dmul).dst(rounded).a(quotient).b(towards);
        self.emit(product.with(|m| m.with(Rounding::Rp)));
        let signed = self.mixed(0x3c, half(rounded, 1).into(), sign.into(), Opnd::Zero);

        let minus_back = self.sum(Opnd::from(back).negated(), Opnd::Zero);
        let inverse = self.pair_of(Opnd::Zero, minus_back);
        let distance = self.dfma_new(Opnd::from(result).negated(), inverse, quotient);
        let half_way = self.sum(minus_back.into(), Opnd::Imm(0xbcd0_0000));
        let below = self.below_normal(half(result, 1));
        let inexact = Opnd::from(rest_high);
        let inexact = self.compared_singles(FloatCmp::Neu, inexact, Opnd::Zero, below);
        let distance = magnitude(half(distance, 1).into());
        let tie = self.compared_singles(FloatCmp::Eq, distance, half_way.into(), inexact);
        let halves = [half(result, 0).into(), half(result, 1).into()];
        self.chosen(tie, [half(rounded, 0).into(), signed.into()], halves)
    }

    /// Whether a result's upper word, read as a single, is at most that of the least normal one.
    fn below_normal(&mut self, high: Part) -> PredUse {
        let size = magnitude(high.into());
        self.compared_singles(FloatCmp::Le, size, Opnd::Imm(STEP), PredUse::TRUE)
    }

    /// The quotient where an operand is zero, infinite or no number.
    fn special_quotient(&mut self, a: Part, b: Part, exponents: [Part; 2]) -> Part {
        let [a_high, b_high] = [a, b].map(|pair| Opnd::from(half(pair, 1)));
        let [a_exponent, b_exponent] = exponents.map(Opnd::from);
        let zero = self.mixed(0x48, a_high, Opnd::Imm(SIGN), b_high);
        let infinity = self.with_bits(zero.into(), EXPONENT);
        let equal = |s: &mut Self, a, b| s.compared(IntCmp::Eq, IntSign::U32, a, b);
        let infinite = equal(self, a_exponent, Opnd::Imm(EXPONENT));
        let operands = [b_exponent, Opnd::Zero];
        let infinite = self.either(IntCmp::Eq, IntSign::U32, operands, infinite);
        let known = [infinity, zero].map(Opnd::from);
        let high = self.temp(1);
        self.chosen_word(high, infinite, known[0], known[1]);
        let undefined = equal(self, a_exponent, b_exponent);
        let no_number = Opnd::Imm(NO_NUMBER);
        let word = self.temp(1);
        self.chosen_word(word, undefined.inverted_if(true), high.into(), no_number);
        let mut result = [Opnd::Zero, word.into()];
        for operand in [b, a] {
            let nan = self.compared_doubles(DoubleCmp::Nan, operand.into(), operand.into());
            let quiet = self.with_bits(half(operand, 1).into(), QUIET);
            let pair = self.chosen(nan, [half(operand, 0).into(), quiet.into()], result);
            result = [half(pair, 0), half(pair, 1)].map(Opnd::from);
        }
        self.pair_of(result[0], result[1])
    }

    /// A correctly rounded square root of a double.
    pub(super) fn double_root(&mut self, to: Part, a: Operand) -> Selected<()> {
        let a = self.plain_double(a)?;
        let root = self.root_steps(a);
        let offset = Opnd::from(root.offset);
        let hard = self.compared(IntCmp::Ge, IntSign::U32, offset, Opnd::Imm(SAFE_ROOTS));
        let result = self.dfma_new(root.rest, root.half_inverse, root.rough);
        self.detour(hard, |s| {
            s.hard_root(result, a, &root);
            Ok(())
        })?;
        self.copy_pair(to, result);
        Ok(())
    }

    fn root_steps(&mut self, a: Part) -> RootSteps {
        let seed = self.temp(2);
        let mufu = Inst::new(Op::Mufu).dst(half(seed, 1)).a(half(a, 1));
        self.emit(mufu.with(|m| m.with(MufuFn::Rsq64h)));
        // ptxas takes this word for the seed's lower half, too, where it does no harm.
        let offset = self.sum(half(a, 1).into(), Opnd::Imm(ROOT_OFFSET));
        self.mov(half(seed, 0), offset.into());
        let square = self.dmul(seed, seed);
        let error = self.dfma_new(a, Opnd::from(square).negated(), Opnd::Imm(ONE));
        let factor = self.pair_of(Opnd::Zero, Opnd::Imm(THREE_EIGHTHS));
        let factor = self.dfma_new(error, factor, Opnd::Imm(HALF));
        let step = self.dmul(seed, error);
        let inverse = self.dfma_new(factor, step, seed);
        let rough = self.dmul(a, inverse);
        let less = self.sum(half(inverse, 1).into(), Opnd::Imm(STEP.wrapping_neg()));
        let half_inverse = self.pair_of(half(inverse, 0), less);
        let rest = self.dfma_new(rough, Opnd::from(rough).negated(), a);
        RootSteps {
            offset,
            rough,
            half_inverse,
            rest,
        }
    }

    /// Roots of arguments near and below the least normal number, and of special ones.
    fn hard_root(&mut self, to: Part, a: Part, root: &RootSteps) {
        let halves = |pair: Part| [half(pair, 0), half(pair, 1)].map(Opnd::from);
        let high = Opnd::from(half(a, 1));
        let small = self.root_of_small(a, root);
        let below = self.root_of_subnormal(a);
        let offset = Opnd::from(root.offset);
        let is_small = self.compared(IntCmp::Ge, IntSign::U32, offset, Opnd::Imm(SMALL_ROOTS));
        let result = self.chosen(is_small, halves(small), halves(below));
        let positive = self.compared(IntCmp::Ge, IntSign::S32, high, Opnd::Zero);
        let no_number = [Opnd::Zero, Opnd::Imm(NO_NUMBER)];
        let result = self.chosen(positive, halves(result), no_number);
        // Zeros, infinity and what is no number are their own roots.
        let number = self.compared_doubles(DoubleCmp::Ne, a.into(), Opnd::Zero);
        let most = Opnd::Imm(EXPONENT - 1);
        let own = self.either(
            IntCmp::Gt,
            IntSign::S32,
            [high, most],
            number.inverted_if(true),
        );
        let doubled = self.temp(2);
        self.emit(Inst::new(Op::Dadd).dst(doubled).a(a).b(a));
        let result = self.chosen(own, halves(doubled), halves(result));
        self.copy_pair(to, result);
    }

    /// The root rounded down, or the next number where that is nearer.
    fn root_of_small(&mut self, a: Part, root: &RootSteps) -> Part {
        let round = Rounding::Rm;
        let down = self.dfma_rounded(round, root.rest, root.half_inverse, root.rough);
        let next = self.temp(2);
        let halves = [half(down, 0), half(down, 1)].map(Opnd::from);
        self.add_halves(next, halves, [Opnd::Imm(1), Opnd::Zero]);
        let minus = Opnd::from(down).negated();
        let rest = self.dfma_rounded(Rounding::Rp, minus, next, a);
        let nearer = self.compared_doubles(DoubleCmp::Gt, rest.into(), Opnd::Zero);
        let next = [half(next, 0), half(next, 1)].map(Opnd::from);
        self.chosen(nearer, next, halves)
    }

    /// Through an argument that is larger by 2^106.
    fn root_of_subnormal(&mut self, a: Part) -> Part {
        let larger = self.dmul(a, Opnd::Imm(TWO_106));
        let root = self.root_steps(larger);
        let result = self.dfma_new(root.half_inverse, root.rest, root.rough);
        let high = self.sum(half(result, 1).into(), Opnd::Imm(ROOT_OFFSET));
        self.pair_of(half(result, 0), high)
    }
}

/// What the refinement of a root comes to.
struct RootSteps {
    /// The argument's upper word, moved for the test of its range.
    offset: Part,
    /// The root but for its last bits.
    rough: Part,
    /// Half of its inverse.
    half_inverse: Part,
    /// What the square of `rough` lacks.
    rest: Part,
}
