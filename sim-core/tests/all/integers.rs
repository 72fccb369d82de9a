//! Integer instructions against plain arithmetic.

use crate::support::lab::{Given, check, check_predicate, execute, execute_lanes, words};

/// Two registers as one number.
fn wide(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

#[test]
fn sums_of_three_and_products_wrap() {
    check("IADD3 R4, R1, -R2, R3 ;", words, |a, b, c| {
        a.wrapping_sub(b).wrapping_add(c)
    });
    check("VIADD R4, R1, 0xffffffff ;", words, |a, _, _| {
        a.wrapping_sub(1)
    });
    check("IMAD R4, R1, R2, R3 ;", words, |a, b, c| {
        a.wrapping_mul(b).wrapping_add(c)
    });
    check("IMAD.MOV R4, RZ, RZ, -R3 ;", words, |_, _, c| {
        c.wrapping_neg()
    });
    check("IMAD.SHL.U32 R4, R1, 0x100, RZ ;", words, |a, _, _| a << 8);
}

#[test]
fn carries_chain_sums_and_differences_of_64_bits() {
    for seed in 0..8 {
        let [a, b, c, d] = [1, 2, 3, 4].map(|slot| words(100 * seed + slot));
        let given = Given::rows(&[(10, a), (11, b), (12, c), (13, d)]);
        let warp = execute(
            "IADD3 R20, P0, R10, R12, RZ ;
             IADD3.X R21, R11, R13, RZ, P0, !PT ;
             IADD3 R22, P0, R10, -R12, RZ ;
             IADD3.X R23, R11, ~R13, RZ, P0, !PT ;
             IADD3 R24, P0, P1, R10, R11, R12 ;
             IADD3.X R25, RZ, RZ, RZ, P0, P1 ;",
            &given,
        );
        for lane in 0..32 {
            let (x, y) = (wide(a[lane], b[lane]), wide(c[lane], d[lane]));
            let pair = |low: u8| wide(warp.row(low)[lane], warp.row(low + 1)[lane]);
            assert_eq!(pair(20), x.wrapping_add(y));
            assert_eq!(pair(22), x.wrapping_sub(y), "{x:#x} - {y:#x}");
            let three = u64::from(a[lane]) + u64::from(b[lane]) + u64::from(c[lane]);
            assert_eq!(pair(24), three);
        }
    }
}

#[test]
fn wide_products_are_signed_or_unsigned_and_add_a_pair() {
    let signed = |a: u32, b: u32| i64::from(a as i32).wrapping_mul(i64::from(b as i32)) as u64;
    let unsigned = |a: u32, b: u32| u64::from(a) * u64::from(b);
    for seed in 0..8 {
        let [a, b, c, d] = [1, 2, 3, 4].map(|slot| words(100 * seed + slot));
        let given = Given::rows(&[(1, a), (2, b), (12, c), (13, d)]);
        let warp = execute(
            "IMAD.WIDE R20, R1, R2, R12 ;
             IMAD.WIDE.U32 R22, R1, R2, R12 ;
             IMAD.HI.U32 R24, R1, R2, R12 ;
             IMAD.HI R25, R1, R2, RZ ;",
            &given,
        );
        for lane in 0..32 {
            let (x, y, z) = (a[lane], b[lane], wide(c[lane], d[lane]));
            let pair = |low: u8| wide(warp.row(low)[lane], warp.row(low + 1)[lane]);
            assert_eq!(pair(20), signed(x, y).wrapping_add(z));
            assert_eq!(pair(22), unsigned(x, y).wrapping_add(z));
            assert_eq!(
                u64::from(warp.row(24)[lane]),
                unsigned(x, y).wrapping_add(z) >> 32
            );
            assert_eq!(u64::from(warp.row(25)[lane]), signed(x, y) >> 32);
        }
    }
}

#[test]
fn scaled_addresses_of_64_bits_are_exact() {
    for seed in 0..8 {
        let [a, b, c] = [1, 2, 3].map(|slot| words(100 * seed + slot));
        let given = Given::rows(&[(1, a), (12, b), (13, c)]);
        let warp = execute(
            "LEA R20, P0, R1, R12, 0x3 ;
             LEA.HI.X R21, R1, R13, RZ, 0x3, P0 ;
             LEA R22, P0, R1, R12, 0x2 ;
             LEA.HI.X.SX32 R23, R1, R13, 0x2, P0 ;
             LEA.HI R24, R1, R1, RZ, 0x1 ;",
            &given,
        );
        for lane in 0..32 {
            let base = wide(b[lane], c[lane]);
            let pair = |low: u8| wide(warp.row(low)[lane], warp.row(low + 1)[lane]);
            assert_eq!(pair(20), base.wrapping_add(u64::from(a[lane]) << 3));
            let signed = i64::from(a[lane] as i32) << 2;
            assert_eq!(pair(22), base.wrapping_add_signed(signed));
            assert_eq!(warp.row(24)[lane], a[lane].wrapping_add(a[lane] >> 31));
        }
    }
}

#[test]
fn every_truth_table_is_applied_bit_by_bit() {
    for table in 0..256u32 {
        check(
            &format!("LOP3.LUT R4, R1, R2, R3, {table:#x}, !PT ;"),
            words,
            |a, b, c| {
                (0..32).fold(0, |out, bit| {
                    let index = (a >> bit & 1) << 2 | (b >> bit & 1) << 1 | c >> bit & 1;
                    out | (table >> index & 1) << bit
                })
            },
        );
    }
}

#[test]
fn lop3_says_whether_any_bit_is_set() {
    let text = "LOP3.LUT P1, RZ, R1, R2, RZ, 0xc0, !PT ;";
    check_predicate(text, words, |a, b| a & b != 0);
}

#[test]
fn plop3_combines_predicates_by_its_tables() {
    let (p, q) = (0xff00_ff00, 0xf0f0_f0f0);
    for (table, wanted) in [(0xa8, p | q), (0x2a, !(p & q)), (0xc0, p & q)] {
        let given = Given::default().with(0, p).with(2, q);
        let text = format!("PLOP3.LUT P1, PT, P0, P2, PT, {table:#x}, 0x0 ;");
        assert_eq!(
            execute(&text, &given).predicate_lanes(1),
            wanted,
            "{table:#x}"
        );
    }
}

#[test]
fn funnel_shifts_clamp_or_wrap_their_amount() {
    let pair = |a: u32, c: u32| u128::from(wide(a, c));
    check("SHF.L.U32 R4, R1, R2, RZ ;", words, |a, b, _| {
        a.checked_shl(b).unwrap_or(0)
    });
    check("SHF.L.W.U32 R4, R1, R2, RZ ;", words, |a, b, _| {
        a << (b & 31)
    });
    check("SHF.R.U32.HI R4, RZ, R2, R3 ;", words, |_, b, c| {
        c.checked_shr(b).unwrap_or(0)
    });
    check("SHF.R.S32.HI R4, RZ, R2, R3 ;", words, |_, b, c| {
        ((c as i32) >> b.min(31)) as u32
    });
    check("SHF.L.U32.HI R4, R1, R2, R3 ;", words, |a, b, c| {
        (pair(a, c) << b.min(32) >> 32) as u32
    });
    check("SHF.L.U64.HI R4, R1, R2, R3 ;", words, |a, b, c| {
        (pair(a, c) << b.min(64) >> 32) as u32
    });
    check("SHF.R.U64 R4, R1, R2, R3 ;", words, |a, b, c| {
        (pair(a, c) >> b.min(64)) as u32
    });
}

#[test]
fn comparisons_are_signed_or_unsigned() {
    let signed = |a: u32, b: u32| (a as i32, b as i32);
    check_predicate("ISETP.LT.AND P1, PT, R1, R2, PT ;", words, |a, b| {
        signed(a, b).0 < signed(a, b).1
    });
    check_predicate("ISETP.GE.AND P1, PT, R1, R2, PT ;", words, |a, b| {
        signed(a, b).0 >= signed(a, b).1
    });
    check_predicate("ISETP.LE.U32.AND P1, PT, R1, R2, PT ;", words, |a, b| {
        a <= b
    });
    check_predicate("ISETP.GT.U32.AND P1, PT, R1, R2, PT ;", words, |a, b| a > b);
    check_predicate("ISETP.EQ.AND P1, PT, R1, R2, PT ;", words, |a, b| a == b);
    check_predicate("ISETP.NE.AND P1, PT, R1, R2, PT ;", words, |a, b| a != b);
}

#[test]
fn a_comparison_combines_with_a_predicate_and_gives_its_complement() {
    let given = Given::rows(&[(1, words(1)), (2, words(2))]).with(3, 0x1234_5678);
    let warp = execute("ISETP.LT.OR P1, P2, R1, R2, P3 ;", &given);
    let less = execute("ISETP.LT.AND P1, PT, R1, R2, PT ;", &given).predicate_lanes(1);
    assert_eq!(warp.predicate_lanes(1), less | 0x1234_5678);
    assert_eq!(warp.predicate_lanes(2), !less | 0x1234_5678);
}

#[test]
fn minima_maxima_counts_and_selections() {
    check("VIMNMX.U32 R4, R1, R2, PT ;", words, |a, b, _| a.min(b));
    check("VIMNMX R4, R1, R2, !PT ;", words, |a, b, _| {
        (a as i32).max(b as i32) as u32
    });
    check("VIADDMNMX.U32 R4, R1, R2, R3, PT ;", words, |a, b, c| {
        a.wrapping_add(b).min(c)
    });
    check("IABS R4, R1 ;", words, |a, _, _| (a as i32).unsigned_abs());
    check("BREV R4, R1 ;", words, |a, _, _| a.reverse_bits());
    check("POPC R4, R1 ;", words, |a, _, _| a.count_ones());
    let given = Given::rows(&[(1, words(1)), (2, words(2))]).with(0, 0x00ff_00ff);
    let warp = execute("SEL R4, R1, R2, P0 ;", &given);
    for lane in 0..32 {
        let from = if 0x00ff_00ff >> lane & 1 != 0 { 1 } else { 2 };
        assert_eq!(warp.row(4)[lane], words(from)[lane]);
    }
}

#[test]
fn only_executing_lanes_are_written() {
    let given = Given::rows(&[(1, words(1)), (4, words(4))]).with(0, 0x0ff0_0ff0);
    let warp = execute_lanes("@P0 MOV R4, R1 ;", &given, 0xffff_0000);
    for lane in 0..32 {
        let executes = 0x0ff0_0000u32 >> lane & 1 != 0;
        assert_eq!(warp.row(4)[lane], words(if executes { 1 } else { 4 })[lane]);
    }
}

#[test]
fn the_uniform_datapath_computes_the_same() {
    let warp = execute(
        "UMOV UR4, 0x80000001 ;
         UMOV UR5, 0x80000002 ;
         UIADD3 UR6, UP0, UR4, UR5, URZ ;
         UIADD3.X UR7, URZ, URZ, URZ, UP0, !UPT ;
         ULEA UR8, UR4, UR5, 0x4 ;
         USHF.R.U32.HI UR9, URZ, 0x4, UR4 ;
         ULOP3.LUT UR10, URZ, UR4, URZ, 0x33, !UPT ;
         UFLO.U32 UR11, UR5 ;
         UIMAD UR12, UR4, UR5, UR4 ;",
        &Given::default(),
    );
    let wanted = [
        (6, 3),
        (7, 1),
        (8, 0x8000_0012),
        (9, 0x0800_0000),
        (10, 0x7fff_fffe),
        (11, 31),
        (12, 0x8000_0001u32.wrapping_mul(0x8000_0003)),
    ];
    for (register, value) in wanted {
        assert_eq!(warp.uniform(register), value, "UR{register}");
    }
}

#[test]
fn permutations_pick_bytes_and_signs() {
    check("PRMT R4, R1, 0x7610, R3 ;", words, |a, _, c| {
        a & 0xffff | c & 0xffff_0000
    });
    check("PRMT R4, R1, 0x8880, RZ ;", words, |a, _, _| {
        a as u8 as i8 as u32
    });
    check("PRMT R4, R1, R2, R3 ;", words, |a, b, c| {
        let bytes = [a.to_le_bytes(), c.to_le_bytes()].concat();
        u32::from_le_bytes([0, 1, 2, 3].map(|to| {
            let nibble = b >> (4 * to) & 15;
            let byte = bytes[nibble as usize & 7];
            match nibble & 8 {
                0 => byte,
                _ if byte & 0x80 != 0 => 0xff,
                _ => 0,
            }
        }))
    });
}
