//! Division by constants without a division: products with reciprocals, and shifts.
//!
//! The machine has no division; that by a variable takes some twenty instructions and the
//! multi-function unit. By a constant it is the upper half of a product, as nvcc's front end
//! (LLVM) computes it before ptxas sees the code; a remainder is what the quotient leaves.
//!
//! | divisor | quotient of `x` |
//! |---|---|
//! | `2^k`, signed | `(x + (x < 0 ? 2^k - 1 : 0)) >> k`: shifts round down, C to zero |
//! | other, unsigned | `mulhi(x, m) >> s` with `m = 2^(32+s) / d` rounded up; where that takes 33 bits, the top one apart |
//! | other, signed | the same with a signed product, and one more where it is negative |
//!
//! Signed values that are never negative ([`Signs`]) are divided as unsigned ones.
//!
//! Left out: 64-bit divisors that are no powers of two; the machine would put the upper half of
//! such a product together from four.
//!
//! Source: H. S. Warren, "Hacker's Delight", 2nd edition, chapter 10; what nvcc 13 does.

use super::signs::Signs;
use crate::kernel::{BinaryOp, Const, Inst, Kernel, Located, Operand, Register, Type};
use crate::source::Span;

/// Replaces divisions and remainders by constants.
pub(crate) fn replace(kernel: &mut Kernel) {
    let signs = Signs::of(kernel);
    for block in kernel.blocks.ids() {
        let insts = std::mem::take(&mut kernel.blocks[block].insts);
        let mut done = Vec::with_capacity(insts.len());
        for located in insts {
            match Division::of(&located.inst, &signs) {
                Some(division) => {
                    let mut steps = Steps {
                        kernel,
                        insts: &mut done,
                        span: located.span,
                    };
                    steps.divide(&division, located.inst);
                }
                None => done.push(located),
            }
        }
        kernel.blocks[block].insts = done;
    }
}

/// `x / d` or `x % d`.
struct Division {
    remainder: bool,
    /// That of the operation; unsigned where `x` is never negative.
    ty: Type,
    x: Operand,
    /// Neither -1, 0 nor 1.
    d: i128,
}

impl Division {
    fn of(inst: &Inst, signs: &Signs) -> Option<Division> {
        let Inst::Binary {
            op: op @ (BinaryOp::Div | BinaryOp::Rem),
            ty,
            a,
            b,
            ..
        } = *inst
        else {
            return None;
        };
        let d = b.constant().filter(|_| ty.is_integer())?.as_integer()?;
        let ty = match ty {
            Type::S32 if d > 0 && signs.never_negative(a) => Type::U32,
            Type::S64 if d > 0 && signs.never_negative(a) => Type::U64,
            ty => ty,
        };
        let possible = ty.bits() == 32 || d.unsigned_abs().is_power_of_two();
        let division = Division {
            remainder: op == BinaryOp::Rem,
            ty,
            x: a,
            d,
        };
        (possible && d.unsigned_abs() > 1).then_some(division)
    }

    /// The divisor's logarithm, where it is a power of two.
    fn shift(&self) -> Option<u32> {
        let d = self.d.unsigned_abs();
        d.is_power_of_two().then(|| d.trailing_zeros())
    }
}

/// What takes the place of an instruction.
struct Steps<'a> {
    kernel: &'a mut Kernel,
    insts: &'a mut Vec<Located>,
    span: Span,
}

impl Steps<'_> {
    /// The steps of a division, the last of which writes what `inst` wrote.
    fn divide(&mut self, division: &Division, inst: Inst) {
        let Division { ty, x, d, .. } = *division;
        let result = match (division.shift(), ty.is_signed(), division.remainder) {
            (Some(k), false, true) => self.binary(BinaryOp::And, ty, x, word(ty, (1 << k) - 1)),
            (Some(k), false, false) => self.shr(ty, x, k),
            (Some(k), true, remainder) => self.signed_shift(division, k, remainder),
            (None, signed, remainder) => {
                let quotient = match signed {
                    true => self.signed_quotient(x, d),
                    false => self.unsigned_quotient(x, d as u32),
                };
                match remainder {
                    true => {
                        let product = self.binary(BinaryOp::Mul, ty, quotient, word(ty, -d));
                        self.binary(BinaryOp::Add, ty, product, x)
                    }
                    false => quotient,
                }
            }
        };
        let [dst] = inst.defs()[..] else { return };
        self.push(Inst::Copy { dst, src: result });
    }

    /// By `2^k` or `-2^k`, of a value with a sign.
    fn signed_shift(&mut self, division: &Division, k: u32, remainder: bool) -> Operand {
        let Division { ty, x, d, .. } = *division;
        let bits = ty.bits();
        let sign = match k {
            1 => x,
            _ => self.shr(ty, x, bits - 1),
        };
        let bias = self.shr(unsigned(ty), sign, bits - k);
        let sum = self.binary(BinaryOp::Add, ty, x, bias);
        if remainder {
            let multiple = self.binary(BinaryOp::And, ty, sum, word(ty, -1 << k));
            return self.binary(BinaryOp::Sub, ty, x, multiple);
        }
        let quotient = self.shr(ty, sum, k);
        match d < 0 {
            true => self.binary(BinaryOp::Sub, ty, word(ty, 0), quotient),
            false => quotient,
        }
    }

    fn signed_quotient(&mut self, x: Operand, d: i128) -> Operand {
        let ty = Type::S32;
        let (m, s) = signed_magic(d);
        let mut high = self.binary(BinaryOp::MulHi, ty, x, word(ty, m));
        // The multiplier without its sign was too large for 32 bits: add what is missing.
        if d > 0 && m < 0 {
            high = self.binary(BinaryOp::Add, ty, high, x);
        } else if d < 0 && m > 0 {
            high = self.binary(BinaryOp::Sub, ty, high, x);
        }
        let down = self.shr(ty, high, s);
        let one = self.shr(Type::U32, high, 31);
        self.binary(BinaryOp::Add, ty, down, one)
    }

    fn unsigned_quotient(&mut self, x: Operand, d: u32) -> Operand {
        let ty = Type::U32;
        let (m, s) = unsigned_magic(d, 32);
        if m < 1 << 32 {
            let high = self.binary(BinaryOp::MulHi, ty, x, word(ty, m as i128));
            return self.shr(ty, high, s);
        }
        let even = d.trailing_zeros();
        if even > 0 {
            let (m, s) = unsigned_magic(d >> even, 32 - even);
            let half = self.shr(ty, x, even);
            let high = self.binary(BinaryOp::MulHi, ty, half, word(ty, m as i128));
            return self.shr(ty, high, s);
        }
        // The top bit apart: (x + high) / 2 without a carry.
        let high = self.binary(BinaryOp::MulHi, ty, x, word(ty, m as i128 - (1 << 32)));
        let rest = self.binary(BinaryOp::Sub, ty, x, high);
        let half = self.shr(ty, rest, 1);
        let sum = self.binary(BinaryOp::Add, ty, half, high);
        self.shr(ty, sum, s - 1)
    }

    fn shr(&mut self, ty: Type, x: Operand, by: u32) -> Operand {
        match by {
            0 => x,
            _ => self.binary(BinaryOp::Shr, ty, x, Const::u32(by).into()),
        }
    }

    fn binary(&mut self, op: BinaryOp, ty: Type, a: Operand, b: Operand) -> Operand {
        let name = None;
        let dst = self.kernel.registers.push(Register { ty, name });
        self.push(Inst::Binary { op, ty, dst, a, b });
        dst.into()
    }

    fn push(&mut self, inst: Inst) {
        let span = self.span;
        self.insts.push(Located { inst, span });
    }
}

fn word(ty: Type, value: i128) -> Operand {
    Const::new(ty, value as u64).into()
}

fn unsigned(ty: Type) -> Type {
    match ty {
        Type::S32 => Type::U32,
        Type::S64 => Type::U64,
        other => other,
    }
}

/// The least shift `s`, and `m = ceil(2^(32+s) / d)`, with which `x * m >> 32 + s` is `x / d`
/// for all `x` of so many bits.
fn unsigned_magic(d: u32, bits: u32) -> (u64, u32) {
    let d = u128::from(d);
    let magic = |s: u32| {
        let power = 1u128 << (32 + s);
        let m = power.div_ceil(d);
        // The error of m, times the largest x, must not reach the next quotient.
        (m * d - power <= 1 << (32 + s - bits)).then_some((m as u64, s))
    };
    let found = (0..=32).find_map(magic);
    found.expect("2^s >= d is enough")
}

/// The least shift `s` and the multiplier, in the range of an `int` and with the divisor's sign,
/// with which the signed product's upper half, shifted by `s`, is the quotient rounded down.
fn signed_magic(d: i128) -> (i128, u32) {
    let magnitude = d.abs();
    let limit = (1i128 << 31) + i128::from(d < 0);
    // The largest dividend that leaves one less than the divisor.
    let most = limit - 1 - limit % magnitude;
    let enough = |s: &u32| {
        let power = 1i128 << (32 + s);
        power > most * (magnitude - power % magnitude)
    };
    let s = (0..=31).find(enough).expect("2^s >= d is enough");
    let power = 1i128 << (32 + s);
    let m = (power + magnitude - power % magnitude) / magnitude;
    (i128::from((m * d.signum()) as i32), s)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multipliers_are_those_of_nvcc() {
        assert_eq!(signed_magic(7), (-1840700269, 2));
        assert_eq!(signed_magic(10), (1717986919, 2));
        assert_eq!(signed_magic(100), (1374389535, 5));
        assert_eq!(unsigned_magic(7, 32), ((1 << 32) + 613566757, 3));
        assert_eq!(unsigned_magic(10, 32), (0xcccc_cccd, 3));
        assert_eq!(unsigned_magic(31, 32), ((1 << 32) + 138547333, 5));
        assert_eq!(unsigned_magic(641, 32), (6700417, 0));
    }
}
