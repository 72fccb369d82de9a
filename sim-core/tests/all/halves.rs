//! Pairs of 16-bit floats against single precision and the `half` crate.

use crate::support::lab::{Given, check, execute, words};
use half::{bf16, f16};

fn halves(word: u32) -> [u16; 2] {
    [word as u16, (word >> 16) as u16]
}

fn join([low, high]: [u16; 2]) -> u32 {
    u32::from(high) << 16 | u32::from(low)
}

/// A half of a value that single precision holds or rounds harmlessly.
fn f16_of(value: f32) -> u16 {
    if value.is_nan() {
        0x7fff
    } else {
        f16::from_f32(value).to_bits()
    }
}

fn bf16_of(value: f32) -> u16 {
    if value.is_nan() {
        0x7fff
    } else {
        bf16::from_f32(value).to_bits()
    }
}

/// Sums and products of two halves are exact in single precision but for sums of
/// numbers that lie far apart, where rounding twice could differ only in ties
/// that 24 bits do not reach.
fn each_f16(a: u32, b: u32, f: impl Fn(f32, f32) -> f32) -> u32 {
    let [x, y] = [a, b].map(|word| halves(word).map(|h| f16::from_bits(h).to_f32()));
    join([0, 1].map(|i| f16_of(f(x[i], y[i]))))
}

#[test]
fn sums_and_products_of_halves_are_rounded_once() {
    check("HADD2 R4, R1, R2 ;", words, |a, b, _| {
        each_f16(a, b, |x, y| x + y)
    });
    check("HADD2 R4, R1, -R2 ;", words, |a, b, _| {
        each_f16(a, b, |x, y| x - y)
    });
    check("HMUL2 R4, R1, |R2| ;", words, |a, b, _| {
        each_f16(a, b, |x, y| x * y.abs())
    });
}

#[test]
fn a_fused_product_of_halves_is_not_rounded_in_between() {
    let fused = |a: u32, b: u32, c: u32| {
        let [x, y, z] = [a, b, c].map(|word| halves(word).map(|h| f16::from_bits(h).to_f64()));
        // Exact in double precision where the exponents are close; those that
        // are far apart cannot tie.
        join([0, 1].map(|i| {
            let value = x[i].mul_add(y[i], z[i]);
            if value.is_nan() {
                0x7fff
            } else {
                f16::from_f32_const(odd(value)).to_bits()
            }
        }))
    };
    check("HFMA2 R4, R1, R2, R3 ;", words, fused);
    check("HFMA2.MMA R4, R1, R2, R3 ;", words, fused);
}

/// A double as single precision, rounded to odd: rounding on gives what the
/// double gives.
fn odd(value: f64) -> f32 {
    let nearest = value as f32;
    if f64::from(nearest) == value || nearest.is_infinite() {
        return nearest;
    }
    let down = if f64::from(nearest).abs() > value.abs() {
        f32::from_bits(nearest.to_bits() - 1)
    } else {
        nearest
    };
    f32::from_bits(down.to_bits() | 1)
}

#[test]
fn halves_can_be_chosen_and_one_sum_can_be_single() {
    check("HADD2 R4, R1.H0_H0, R2.H1_H1 ;", words, |a, b, _| {
        let x = join([halves(a)[0]; 2]);
        each_f16(x, join([halves(b)[1]; 2]), |x, y| x + y)
    });
    check("HADD2.F32 R4, -RZ, R1.H1_H1 ;", words, |a, _, _| {
        let value = f16::from_bits(halves(a)[1]).to_f32();
        if value.is_nan() {
            0x7fff_ffff
        } else {
            value.to_bits()
        }
    });
}

#[test]
fn bfloat16_is_the_upper_half_of_single_precision() {
    check("HADD2.BF16_V2 R4, R1, R2 ;", words, |a, b, _| {
        let [x, y] = [a, b].map(|word| halves(word).map(|h| bf16::from_bits(h).to_f64()));
        join([0, 1].map(|i| bf16_of(odd(x[i] + y[i]))))
    });
    check("HFMA2.BF16_V2.RELU R4, R1, R2, -RZ ;", words, |a, b, _| {
        let [x, y] = [a, b].map(|word| halves(word).map(|h| bf16::from_bits(h).to_f32()));
        join([0, 1].map(|i| {
            let bits = bf16_of(x[i] * y[i]);
            if bits & 0x8000 != 0 { 0 } else { bits }
        }))
    });
}

#[test]
fn ftz_and_sat_flush_and_clamp_halves() {
    let rows = |a, b| Given::rows(&[(1, [a; 32]), (2, [b; 32])]);
    // The smallest normal number minus a bit is subnormal.
    let run = |text: &str, a, b| execute(text, &rows(a, b)).row(4)[0];
    assert_eq!(
        run("HADD2 R4, R1, -R2 ;", 0x0400_0401, 0x0001_0400),
        0x03ff_0001
    );
    assert_eq!(
        run("HADD2.FTZ R4, R1, -R2 ;", 0x0400_0401, 0x0001_0400),
        0x0400_0000
    );
    assert_eq!(
        run("HADD2.SAT R4, R1, R2 ;", 0x3c00_bc00, 0x3c00_0000),
        0x3c00_0000
    );
    assert_eq!(run("HADD2.SAT R4, R1, R2 ;", 0x7e00_3800, 0), 0x0000_3800);
    assert_eq!(
        run("HADD2 R4, R1, R2 ;", 0x7e00_7bff, 0x0000_7bff),
        0x7fff_7c00
    );
}

#[test]
fn of_a_half_and_a_nan_the_number_is_the_minimum() {
    let rows = Given::rows(&[(1, [0x7e00_8000; 32]), (2, [0x3c00_0000; 32])]);
    let run = |text: &str| execute(text, &rows).row(4)[0];
    assert_eq!(run("HMNMX2 R4, R1, R2, PT ;"), 0x3c00_8000);
    assert_eq!(run("HMNMX2 R4, R1, R2, !PT ;"), 0x3c00_0000);
    assert_eq!(run("HMNMX2.NAN R4, R1, R2, PT ;"), 0x7fff_8000);
    assert_eq!(run("HMNMX2.XORSIGN R4, |R1|, |R2|, !PT ;"), 0x3c00_8000);
}

#[test]
fn comparisons_of_halves_set_a_predicate_for_each() {
    let [a, b] = [words(3), words(4)];
    let given = Given::rows(&[(1, a), (2, b)]).with(3, 0x0f0f_0f0f);
    let warp = execute(
        "HSETP2.LTU.AND P1, P2, R1, R2, P3 ;\n HSET2.BF.GE.AND R4, R1, R2, PT ;",
        &given,
    );
    for lane in 0..32 {
        let [x, y] = [a, b].map(|row| halves(row[lane]).map(|h| f16::from_bits(h).to_f32()));
        for (half, predicate) in [(0, 1), (1, 2)] {
            let ordered = x[half] < y[half] || x[half].is_nan() || y[half].is_nan();
            let wanted = ordered && 0x0f0f_0f0f_u32 >> lane & 1 != 0;
            assert_eq!(warp.predicate_lanes(predicate) >> lane & 1 != 0, wanted);
            let one = if x[half] >= y[half] { 0x3c00 } else { 0 };
            assert_eq!(halves(warp.row(4)[lane])[half], one);
        }
    }
}

#[test]
fn packing_rounds_a_high_and_b_low() {
    check("F2FP.F16.F32.PACK_AB R4, R1, R2 ;", words, |a, b, _| {
        join([f16_of(f32::from_bits(b)), f16_of(f32::from_bits(a))])
    });
    check("F2FP.BF16.F32.PACK_AB R4, R1, R2 ;", words, |a, b, _| {
        join([bf16_of(f32::from_bits(b)), bf16_of(f32::from_bits(a))])
    });
    check("F2FP.BF16.F32.PACK_AB.RZ R4, R1, R2 ;", words, |a, b, _| {
        let cut = |word: u32| {
            if f32::from_bits(word).is_nan() {
                0x7fff
            } else {
                (word >> 16) as u16
            }
        };
        join([cut(b), cut(a)])
    });
    check("F2F.F16.F32 R4, R1 ;", words, |a, _, _| {
        u32::from(f16_of(f32::from_bits(a)))
    });
    check("F2F.F32.F16 R4, R1 ;", words, |a, _, _| {
        let value = f16::from_bits(a as u16).to_f32();
        if value.is_nan() {
            0x7fff_ffff
        } else {
            value.to_bits()
        }
    });
}

#[test]
fn halves_become_integers_and_come_from_them() {
    check("F2I.F16.TRUNC.NTZ R4, R1 ;", words, |a, _, _| {
        f16::from_bits(a as u16).to_f32() as i32 as u32
    });
    check("I2F.F16 R4, R1 ;", words, |a, _, _| {
        u32::from(f16_of(odd(f64::from(a as i32))))
    });
    check("FRND.F16.FLOOR R4, R1 ;", words, |a, _, _| {
        u32::from(f16_of(f16::from_bits(a as u16).to_f32().floor()))
    });
}
