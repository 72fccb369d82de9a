//! Bit fields, bytes, packed integers and predicates in registers.

use crate::support::lab::{Given, check, check_predicate, execute, execute_lanes, words};

fn bytes(word: u32) -> [i64; 4] {
    word.to_le_bytes().map(i64::from)
}

fn signed_bytes(word: u32) -> [i64; 4] {
    word.to_le_bytes().map(|byte| i64::from(byte as i8))
}

fn dot(a: &[i64], b: &[i64], c: u32) -> u32 {
    let sum: i64 = a.iter().zip(b).map(|(x, y)| x * y).sum();
    c.wrapping_add(sum as u32)
}

#[test]
fn bit_fields_are_extended_and_made() {
    let low = |a: u32, bits: u32| u64::from(a) & ((1u64 << bits) - 1);
    check("SGXT.U32 R4, R1, R2 ;", words, |a, b, _| {
        low(a, b.min(32)) as u32
    });
    check("SGXT.W.U32 R4, R1, R2 ;", words, |a, b, _| {
        low(a, b & 31) as u32
    });
    check("SGXT R4, R1, 0x7 ;", words, |a, _, _| {
        ((a << 25) as i32 >> 25) as u32
    });
    check("SGXT.W R4, R1, R2 ;", words, |a, b, _| match b & 31 {
        0 => 0,
        bits => ((a << (32 - bits)) as i32 >> (32 - bits)) as u32,
    });
    let ones = |a: u32, b: u32, _| ((u64::from(u32::MAX) >> (32 - b.min(32))) << a.min(32)) as u32;
    check("BMSK R4, R1, R2 ;", words, ones);
    check("BMSK.W R4, R1, R2 ;", words, |a, b, _| {
        (0..b & 31).fold(0, |word, bit| word | 1u64 << ((a & 31) + bit)) as u32
    });
}

#[test]
fn dot_products_take_bytes_of_either_sign() {
    check("IDP.4A.U8.U8 R4, R1, R2, R3 ;", words, |a, b, c| {
        dot(&bytes(a), &bytes(b), c)
    });
    check("IDP.4A.S8.U8 R4, R1, R2, R3 ;", words, |a, b, c| {
        dot(&signed_bytes(a), &bytes(b), c)
    });
    check("IDP.4A.U8.S8 R4, R1, R2, R3 ;", words, |a, b, c| {
        dot(&bytes(a), &signed_bytes(b), c)
    });
    let halves = |a: u32| [i64::from(a as i16), i64::from((a >> 16) as i16)];
    check("IDP.2A.LO.S16.U8 R4, R1, R2, R3 ;", words, |a, b, c| {
        dot(&halves(a), &bytes(b)[..2], c)
    });
    check("IDP.2A.HI.S16.S8 R4, R1, R2, R3 ;", words, |a, b, c| {
        dot(&halves(a), &signed_bytes(b)[2..], c)
    });
}

#[test]
fn differences_are_absolute() {
    check("VABSDIFF R4, R1, R2, R3 ;", words, |a, b, c| {
        let distance = i64::from(a as i32) - i64::from(b as i32);
        c.wrapping_add(distance.unsigned_abs() as u32)
    });
    check("VABSDIFF.U32 R4, R1, R2, R3 ;", words, |a, b, c| {
        c.wrapping_add((i64::from(a) - i64::from(b)).unsigned_abs() as u32)
    });
    check("VABSDIFF4.U8 R4, R1, R2, R3 ;", words, |a, b, _| {
        let byte = |shift: u32| (a >> shift & 0xff).abs_diff(b >> shift & 0xff) << shift;
        byte(0) | byte(8) | byte(16) | byte(24)
    });
}

#[test]
fn minima_of_three_of_halves_and_of_what_is_not_negative() {
    check("VIMNMX3 R4, R1, R2, R3, !PT ;", words, |a, b, c| {
        *[a as i32, b as i32, c as i32].iter().max().expect("three") as u32
    });
    check("VIMNMX3.U32 R4, R1, R2, R3, PT ;", words, |a, b, c| {
        a.min(b).min(c)
    });
    check("VIMNMX.RELU R4, R1, R2, PT ;", words, |a, b, _| {
        (a as i32).min(b as i32).max(0) as u32
    });
    check("VIMNMX.S16x2 R4, R1, R2, !PT ;", words, |a, b, _| {
        let half = |shift: u32| ((a >> shift) as i16).max((b >> shift) as i16) as u16;
        u32::from(half(16)) << 16 | u32::from(half(0))
    });
    check("VIADD.16x2 R4, R1, R2 ;", words, |a, b, _| {
        let half = |shift: u32| ((a >> shift) as u16).wrapping_add((b >> shift) as u16);
        u32::from(half(16)) << 16 | u32::from(half(0))
    });
    check("IMNMX.U32 R4, R1, R2, PT ;", words, |a, b, _| a.min(b));
}

#[test]
fn integers_are_clamped_and_packed() {
    check("I2I.S8.S32.SAT R4, R1 ;", words, |a, _, _| {
        (a as i32).clamp(-128, 127) as u32
    });
    check("I2I.U16.S32.SAT R4, R1 ;", words, |a, _, _| {
        (a as i32).clamp(0, 65535) as u32
    });
    let byte = |word: u32| (word as i32).clamp(-128, 127) as u8;
    check("I2IP.S8.S32.SAT R4, R1, R2, R3 ;", words, |a, b, c| {
        c << 16 | u32::from(byte(a)) << 8 | u32::from(byte(b))
    });
    let half = |word: u32| (word as i32).clamp(0, 65535) as u32;
    check("I2IP.U16.S32.SAT R4, R1, R2, RZ ;", words, |a, b, _| {
        half(a) << 16 | half(b)
    });
}

#[test]
fn predicates_go_to_a_byte_of_a_register_and_back() {
    let old = words(1);
    let given = Given::rows(&[(1, old)])
        .with(0, 0xf0f0_f0f0)
        .with(2, 0xffff);
    let text = "P2R.B1 R4, PR, R1, 0x5 ;
                P2R R5, PR, RZ, 0x7f ;
                R2P PR, R1.B2, 0x18 ;";
    let warp = execute(text, &given);
    for (lane, &old) in old.iter().enumerate() {
        let (p0, p2) = (0xf0f0_f0f0_u32 >> lane & 1, 0xffff_u32 >> lane & 1);
        assert_eq!(warp.row(4)[lane], old & !0x500 | p0 << 8 | p2 << 10);
        assert_eq!(warp.row(5)[lane], p0 | p2 << 2);
        for pred in [3, 4] {
            let bit = old >> (16 + pred) & 1;
            assert_eq!(warp.predicate_lanes(pred as u8) >> lane & 1, bit);
        }
    }
}

#[test]
fn a_register_goes_to_the_uniform_datapath_and_says_who_differs() {
    let mut row = [7; 32];
    row[9] = 8;
    let given = Given::rows(&[(1, row)]);
    let warp = execute_lanes("R2UR P1, UR4, R1 ;", &given, 0xffff_ff00);
    assert_eq!((warp.uniform(4), warp.predicate_lanes(1)), (7, 1 << 9));
    let given = given.with(1, 1 << 12);
    let warp = execute_lanes("R2UR.OR P1, UR4, R1 ;", &given, 0xffff_ff00);
    assert_eq!(warp.predicate_lanes(1), 1 << 9 | 1 << 12);
}

#[test]
fn truth_tables_take_signs_and_comparisons_give_floats() {
    check_predicate(
        "PLOP3.LUT P1, PT, R1.SIGN, R2.SIGN, RZ.SIGN, 0xc0, 0x0 ;",
        words,
        |a, b| (a & b) >> 31 != 0,
    );
    check("FSET.BF.LT.AND R4, R1, R2, PT ;", words, |a, b, _| {
        f32::to_bits(if f32::from_bits(a) < f32::from_bits(b) {
            1.0
        } else {
            0.0
        })
    });
    check("FMNMX.XORSIGN R4, |R1|, |R2|, PT ;", words, |a, b, _| {
        let (x, y) = (f32::from_bits(a).abs(), f32::from_bits(b).abs());
        match x.min(y) {
            least if least.is_nan() => 0x7fff_ffff,
            least => least.to_bits() | (a ^ b) & 1 << 31,
        }
    });
}

#[test]
fn the_larger_of_two_doubles_is_picked_by_a_predicate() {
    let cases = [
        (1.0, 2.0, false, false),
        (2.0, 1.0, true, false),
        (f64::NAN, 1.0, false, false),
        (1.0, f64::NAN, true, false),
        (f64::NAN, f64::NAN, false, true),
        (0.0, -0.0, true, false),
        (-0.0, 0.0, false, false),
    ];
    for (a, b, first, neither) in cases {
        let word = |value: f64, half: u32| [(value.to_bits() >> (32 * half)) as u32; 32];
        let rows = [
            (2, word(a, 0)),
            (3, word(a, 1)),
            (6, word(b, 0)),
            (7, word(b, 1)),
        ];
        let warp = execute("DSETP.MAX.AND P1, P2, R2, R6, PT ;", &Given::rows(&rows));
        let got = [1, 2].map(|p| warp.predicate_lanes(p) & 1 != 0);
        assert_eq!(got, [first, neither], "{a}, {b}");
    }
}
