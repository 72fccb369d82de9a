//! Floating-point instructions against exact arithmetic in integers.

use crate::support::lab::{Given, check, check_predicate, execute, floats, words};

const NAN: u32 = 0x7fff_ffff;

/// A direction of rounding.
#[derive(Clone, Copy, Debug)]
enum To {
    Nearest,
    Down,
    Up,
    Zero,
}

/// A modest float times 2^31, exactly.
fn scaled(bits: u32) -> i128 {
    let mantissa = i128::from(bits & 0x7f_ffff | 0x80_0000);
    let shift = (bits >> 23 & 0xff) as i32 - 127 - 23 + 31;
    let magnitude = mantissa << shift;
    if bits >> 31 != 0 {
        -magnitude
    } else {
        magnitude
    }
}

/// `exact / 2^scale` as a float: integers only.
fn rounded(exact: i128, scale: i32, to: To) -> u32 {
    if exact == 0 {
        return 0;
    }
    let (negative, magnitude) = (exact < 0, exact.unsigned_abs());
    let top = 127 - magnitude.leading_zeros() as i32;
    let drop = (top - 23).max(0);
    let (kept, rest) = (magnitude >> drop, magnitude & ((1 << drop) - 1));
    let half = if drop == 0 { 1 } else { 1u128 << (drop - 1) };
    let away = match to {
        To::Nearest => rest > half || (rest == half && drop > 0 && kept & 1 == 1),
        To::Down => negative && rest != 0,
        To::Up => !negative && rest != 0,
        To::Zero => false,
    };
    let kept = kept + u128::from(away);
    let value = kept as f64 * 2f64.powi(drop - scale);
    let float = value as f32;
    assert_eq!(f64::from(float), value, "kept bits are exact");
    float.to_bits() | u32::from(negative) << 31
}

#[test]
fn sums_products_and_fused_sums_round_as_asked() {
    let modes = [
        ("", To::Nearest),
        (".RM", To::Down),
        (".RP", To::Up),
        (".RZ", To::Zero),
    ];
    for (suffix, to) in modes {
        check(&format!("FMUL{suffix} R4, R1, R2 ;"), floats, |a, b, _| {
            rounded(scaled(a) * scaled(b), 62, to)
        });
        check(
            &format!("FFMA{suffix} R4, R1, R2, R3 ;"),
            floats,
            |a, b, c| rounded(scaled(a) * scaled(b) + (scaled(c) << 31), 62, to),
        );
        check(&format!("FADD{suffix} R4, R1, -R2 ;"), floats, |a, b, _| {
            rounded(scaled(a) - scaled(b), 31, to)
        });
    }
}

#[test]
fn products_are_scaled_by_powers_of_two() {
    for (suffix, power) in [("D8", -3), ("D4", -2), ("D2", -1), ("M2", 1), ("M8", 3)] {
        check(
            &format!("FMUL.{suffix}.RZ R4, R1, R2 ;"),
            floats,
            |a, b, _| rounded(scaled(a) * scaled(b), 62 - power, To::Zero),
        );
    }
    // A subnormal product that is scaled is rounded once.
    let given = Given::rows(&[(1, [0x0080_0003; 32]), (2, [0x3f00_0000; 32])]);
    let warp = execute(
        "FMUL.M2 R4, R1, R2 ;
         FMUL.D2 R5, R1, R2 ;",
        &given,
    );
    assert_eq!((warp.row(4)[0], warp.row(5)[0]), (0x0080_0003, 0x0020_0001));
}

#[test]
fn every_nan_result_is_the_hardwares() {
    let float = f32::from_bits;
    let bits = |value: f32| if value.is_nan() { NAN } else { value.to_bits() };
    check("FADD R4, R1, R2 ;", words, |a, b, _| {
        bits(float(a) + float(b))
    });
    check("FMUL R4, R1, R2 ;", words, |a, b, _| {
        bits(float(a) * float(b))
    });
    check("FFMA R4, R1, R2, R3 ;", words, |a, b, c| {
        bits(float(a).mul_add(float(b), float(c)))
    });
}

#[test]
fn subnormals_are_flushed_only_if_asked() {
    let (subnormal, tiny) = (0x0000_1234, 0x0080_0000);
    let given = Given::rows(&[(1, [subnormal; 32]), (2, [tiny; 32])]);
    let warp = execute(
        "FADD R4, R1, RZ ;
         FADD.FTZ R5, R1, RZ ;
         FADD.FTZ R6, -R1, -RZ ;
         FMUL.FTZ R7, R2, 0.5 ;
         FMUL R8, R2, 0.5 ;",
        &given,
    );
    let wanted = [
        (4, subnormal),
        (5, 0),
        (6, 0x8000_0000),
        (7, 0),
        (8, tiny / 2),
    ];
    for (register, value) in wanted {
        assert_eq!(warp.row(register)[0], value, "R{register}");
    }
}

#[test]
fn saturation_clamps_to_one_and_turns_nan_into_zero() {
    let mut a = [0; 32];
    a[..6].copy_from_slice(&[1.5f32, -2.0, 0.25, -0.0, f32::NAN, f32::INFINITY].map(f32::to_bits));
    let warp = execute("FADD.SAT R4, R1, -RZ ;", &Given::rows(&[(1, a)]));
    let wanted = [1.0f32, 0.0, 0.25, 0.0, 0.0, 1.0].map(f32::to_bits);
    assert_eq!(warp.row(4)[..6], wanted);
}

#[test]
fn a_minimum_prefers_numbers_and_orders_zeros() {
    let smaller = |a: u32, b: u32| {
        let (x, y) = (f32::from_bits(a), f32::from_bits(b));
        match (x.is_nan(), y.is_nan()) {
            (true, true) => NAN,
            (true, false) => b,
            (false, true) => a,
            (false, false) if x.total_cmp(&y).is_lt() => a,
            (false, false) => b,
        }
    };
    check("FMNMX R4, R1, R2, PT ;", words, |a, b, _| smaller(a, b));
    check(
        "FMNMX R4, -R1, -R2, !PT ;",
        words,
        |a, b, _| match smaller(a, b) {
            NAN => NAN,
            number => number ^ 1 << 31,
        },
    );
}

#[test]
fn comparisons_with_u_hold_for_nans() {
    let float = f32::from_bits;
    check_predicate("FSETP.GE.AND P1, PT, R1, R2, PT ;", words, |a, b| {
        float(a) >= float(b)
    });
    check_predicate("FSETP.GEU.AND P1, PT, R1, R2, PT ;", words, |a, b| {
        !matches!(
            float(a).partial_cmp(&float(b)),
            Some(std::cmp::Ordering::Less)
        )
    });
    check_predicate("FSETP.NEU.AND P1, PT, |R1|, +INF , PT ;", words, |a, _| {
        a & 0x7fff_ffff != 0x7f80_0000
    });
    check_predicate("FSETP.NUM.AND P1, PT, R1, R2, PT ;", words, |a, b| {
        !float(a).is_nan() && !float(b).is_nan()
    });
}

#[test]
fn conversions_to_integers_round_clamp_and_drop_nans() {
    let float = f32::from_bits;
    check("F2I.TRUNC.NTZ R4, R1 ;", words, |a, _, _| {
        float(a) as i32 as u32
    });
    check("F2I.NTZ R4, R1 ;", floats, |a, _, _| {
        float(a).round_ties_even() as i32 as u32
    });
    check("F2I.FLOOR.NTZ R4, R1 ;", floats, |a, _, _| {
        float(a).floor() as i32 as u32
    });
    check("F2I.CEIL.NTZ R4, R1 ;", floats, |a, _, _| {
        float(a).ceil() as i32 as u32
    });
    check("FRND.FLOOR R4, R1 ;", floats, |a, _, _| {
        float(a).floor().to_bits()
    });
    check("F2I.U32.TRUNC.NTZ R4, R1 ;", words, |a, _, _| {
        float(a) as u32
    });
}

#[test]
fn conversions_from_integers_round_as_asked() {
    check("I2FP.F32.S32 R4, R1 ;", words, |a, _, _| {
        (a as i32 as f32).to_bits()
    });
    check("I2FP.F32.U32 R4, R1 ;", words, |a, _, _| {
        (a as f32).to_bits()
    });
    check("I2F.U32.RP R4, R1 ;", words, |a, _, _| {
        rounded(i128::from(a), 0, To::Up)
    });
    check("I2F.RZ R4, R1 ;", words, |a, _, _| {
        rounded(i128::from(a as i32), 0, To::Zero)
    });
}

/// Doubles in pairs of rows from R10 on.
fn doubles(values: &[[f64; 2]]) -> Given {
    let mut rows = Vec::new();
    for (slot, row) in [(0, 10), (1, 12)] {
        let bits: [u64; 32] = std::array::from_fn(|i| values[i % values.len()][slot].to_bits());
        rows.push((row, bits.map(|bits| bits as u32)));
        rows.push((row + 1, bits.map(|bits| (bits >> 32) as u32)));
    }
    Given::rows(&rows)
}

#[test]
fn doubles_are_computed_in_pairs_and_round_as_asked() {
    let big = 2f64.powi(53);
    let cases = [
        [big, 1.0],
        [-big, -1.0],
        [1.0, 3.0],
        [0.1, 0.2],
        [1e300, 1e300],
    ];
    let warp = execute(
        "DADD R20, R10, R12 ;
         DADD.RP R22, R10, R12 ;
         DADD.RM R24, R10, R12 ;
         DMUL R26, R10, R12 ;
         DFMA R28, R10, R12, -R12 ;
         F2F.F32.F64 R30, R10 ;",
        &doubles(&cases),
    );
    for (lane, [a, b]) in cases.into_iter().enumerate() {
        let pair = |low: u8| {
            let (low, high) = (warp.row(low)[lane], warp.row(low + 1)[lane]);
            f64::from_bits(u64::from(high) << 32 | u64::from(low))
        };
        assert_eq!(pair(20), a + b);
        assert!(pair(24) <= a + b && a + b <= pair(22));
        assert_eq!(pair(26), a * b);
        assert_eq!(pair(28), a.mul_add(b, -b));
        assert_eq!(f32::from_bits(warp.row(30)[lane]), a as f32);
    }
    let up = f64::from_bits(u64::from(warp.row(23)[0]) << 32 | u64::from(warp.row(22)[0]));
    assert_eq!(up, big + 2.0);
}

#[test]
fn reciprocals_and_roots_keep_the_vendors_bounds_and_are_right_at_the_edges() {
    let float = f32::from_bits;
    let near = |got: u32, wanted: f64| {
        let error = (f64::from(float(got)) - wanted).abs();
        error <= f64::from(f32::EPSILON) * wanted.abs()
    };
    let values = floats(3);
    let warp = execute(
        "MUFU.RCP R4, R1 ;
         MUFU.RSQ R5, |R1| ;
         MUFU.EX2 R6, R1 ;
         MUFU.LG2 R7, |R1| ;",
        &Given::rows(&[(1, values)]),
    );
    for (lane, &value) in values.iter().enumerate() {
        let x = f64::from(float(value));
        assert!(near(warp.row(4)[lane], 1.0 / x));
        assert!(near(warp.row(5)[lane], 1.0 / x.abs().sqrt()));
        // Around one the bound is absolute (CUDA C++ Programming Guide, `__log2f`).
        let logarithm = f64::from(float(warp.row(7)[lane]));
        let near_one = (0.5..=2.0).contains(&x.abs());
        assert!(match near_one {
            true => (logarithm - x.abs().log2()).abs() <= 2f64.powi(-22),
            false => near(warp.row(7)[lane], x.abs().log2()),
        });
        assert!(x.abs() > 120.0 || near(warp.row(6)[lane], x.exp2()));
    }
    let mut edges = [0; 32];
    edges[..6].copy_from_slice(&[
        0,
        0x8000_0000,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0x0000_0001,
    ]);
    let warp = execute("MUFU.RCP R4, R1 ; ", &Given::rows(&[(1, edges)]));
    let inf = 0x7f80_0000;
    assert_eq!(warp.row(4)[..6], [inf, inf | 1 << 31, 0, 1 << 31, NAN, inf]);
    let warp = execute("MUFU.RSQ R4, R1 ; ", &Given::rows(&[(1, edges)]));
    assert_eq!(warp.row(4)[..6], [inf, inf | 1 << 31, 0, NAN, NAN, inf]);
}

#[test]
fn two_halves_are_multiplied_and_added() {
    let warp = execute("HFMA2.MMA R4, -RZ, RZ, 1.875, -0.5 ;", &Given::default());
    assert_eq!(warp.row(4)[0], 0x3f80_b800);
}

#[test]
fn a_division_takes_the_slow_path_from_the_exponents_on_that_an_h200_does() {
    // Exponents of dividend and divisor; whether FCHK calls for the slow path.
    let edges = [
        (24, 24, true),
        (25, 25, false),
        (254, 200, false),
        (255, 200, true),
        (100, 1, true),
        (100, 2, false),
        (200, 251, false),
        (200, 252, true),
        (76, 200, false),
        (75, 200, true),
        (200, 74, false),
        (200, 73, true),
        (0, 165, true),
    ];
    let row = |value: fn(&(u32, u32, bool)) -> u32| {
        let mut row = [0; 32];
        for (lane, edge) in row.iter_mut().zip(&edges) {
            *lane = value(edge) << 23;
        }
        row
    };
    let given = Given::rows(&[(1, row(|e| e.0)), (2, row(|e| e.1))]);
    let warp = execute("FCHK P1, R1, R2 ;", &given);
    for (lane, edge) in edges.iter().enumerate() {
        let slow = warp.predicate_lanes(1) >> lane & 1 == 1;
        assert_eq!(slow, edge.2, "{edge:?}");
    }
}

#[test]
fn of_two_nans_of_doubles_the_later_source_comes_back_but_the_second_before_the_third() {
    let nan = |payload: u32| [payload | 0xfff8_0000; 32];
    let rows = [(3, nan(1)), (5, nan(2)), (7, nan(3))];
    let warp = execute(
        "DADD R8, R2, R4 ;
         DMUL R10, R2, R4 ;
         DFMA R12, R2, R4, R6 ;
         DFMA R14, R2, RZ, R6 ;",
        &Given::rows(&rows),
    );
    let high = [9, 11, 13, 15].map(|register| warp.row(register)[0] & 0xff);
    assert_eq!(high, [2, 2, 2, 3]);
}
