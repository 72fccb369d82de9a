//! Products of matrices, beside what an H200 computed (`tests/data/matrices`), and transposition.

use crate::assembly::{assemble, buffer, launch, options, run, tiny, words as words_of};
use crate::support::lab::{Given, execute, random};
use sim_core::exec::Row;
use sim_isa::Program;

/// Warps of a line.
const WARPS: usize = 64;

/// Bits of a number's exponent and fraction.
type Format = (u32, u32);
const HALF: Format = (5, 10);
const BFLOAT: Format = (8, 7);
const SINGLE: Format = (8, 23);

/// What a register holds.
#[derive(Clone, Copy, PartialEq)]
enum Holds {
    Two(Format),
    One(Format),
    Integers,
    /// The low word of a double, then the high one.
    Double,
}

/// A number of some `kind`; sums may lie farther off.
fn element(
    next: &mut impl FnMut() -> u32,
    kind: &str,
    (exponents, fractions): Format,
    sum: bool,
) -> u32 {
    let (bits, choice, pick) = (next(), next(), next());
    let mut fraction = bits & ((1 << fractions) - 1);
    let top = (1 << exponents) - 1;
    let bias = top >> 1;
    let narrow = exponents == 5;
    let choose = |of: u32| (choice % of) as i32;
    let mut exponent = match kind {
        "any" => choose(top as u32 + 1),
        "near" => bias - 4 + choose(9),
        "far" if narrow => choose(31),
        "far" => bias - 16 + choose(32),
        "small" => match choice % 6 {
            0..3 => 0,
            5 => bias - 8 + (pick % 16) as i32,
            _ => 1 + choose(2),
        },
        "edges" => bias - 1 + choose(3),
        "special" => match pick % 128 {
            0 => top,
            1 => 0,
            _ => bias - 4 + choose(9),
        },
        "large" => bias + if narrow { 8 } else { 100 } + choose(7),
        "apart" => match (choice % 3, narrow) {
            (0, _) => bias,
            (_, true) => (pick % 16) as i32,
            (_, false) => bias - 30 + (pick % 31) as i32,
        },
        other => panic!("no such kind: {other}"),
    };
    fraction = match (kind, pick % 4) {
        ("small" | "edges", 0) => 0,
        ("small", 1) => 1 << ((pick >> 8) % fractions),
        ("edges", 1) => (1 << fractions) - 1,
        ("edges", 2) => 1,
        ("special", _) if pick % 128 == 1 || pick % 256 == 128 => 0,
        _ => fraction,
    };
    if sum && matches!(kind, "near" | "edges") && pick.is_multiple_of(3) {
        exponent += (pick >> 4 & 31) as i32 - 16;
    }
    let sign = bits >> 31 << (exponents + fractions);
    sign | (exponent.clamp(0, top) as u32) << fractions | fraction
}

/// The words of `registers` of all warps' lanes.
fn words(
    next: &mut impl FnMut() -> u32,
    registers: usize,
    holds: Holds,
    kind: &str,
    sum: bool,
) -> Vec<u32> {
    let word = |place: usize| match holds {
        Holds::Two(format) => {
            let low = element(next, kind, format, sum);
            low | element(next, kind, format, sum) << 16
        }
        Holds::One(format) => element(next, kind, format, sum),
        Holds::Integers => next(),
        Holds::Double => match (place % 2, next()) {
            (0, bits) => bits,
            (_, bits) => bits & 0x800f_ffff | (1003 + (bits >> 20) % 41) << 20,
        },
    };
    (0..32 * WARPS * registers).map(word).collect()
}

/// The registers of one warp, from `first` on.
fn rows(words: &[u32], registers: usize, first: u8, warp: usize) -> Vec<(u8, Row)> {
    let row = |register| -> Row {
        std::array::from_fn(|lane| words[(32 * warp + lane) * registers + register])
    };
    (0..registers)
        .map(|register| (first + register as u8, row(register)))
        .collect()
}

/// The registers of a, b and sums, and what they hold.
fn shape(product: &str) -> ([usize; 3], [Holds; 2]) {
    let (long, short) = ([4, 2, 4], [2, 1, 4]);
    let registers = match product {
        "DMMA.8x8x4" => [2, 2, 4],
        "HMMA.16816.F16" => [4, 2, 2],
        "HMMA.1688.F16" => [2, 1, 2],
        "IMMA.8816.S8.S8" => [1, 1, 2],
        "HMMA.1688.F32.TF32" => long,
        "IMMA.16832.S4.S4" => short,
        _ if product.contains("1688") || product.contains("1684") => short,
        _ if product.starts_with("IMMA.16816") => short,
        _ => long,
    };
    let holds = match product {
        "DMMA.8x8x4" => [Holds::Double; 2],
        _ if product.ends_with(".F16") => [Holds::Two(HALF); 2],
        _ if product.ends_with(".BF16") => [Holds::Two(BFLOAT), Holds::One(SINGLE)],
        _ if product.ends_with(".TF32") => [Holds::One(SINGLE); 2],
        _ if product.ends_with(".F32") => [Holds::Two(HALF), Holds::One(SINGLE)],
        _ => [Holds::Integers; 2],
    };
    (registers, holds)
}

/// The hash of what 64 warps get.
fn answer(product: &str, kind: &str) -> u64 {
    let ([a, b, sums], [factors, added]) = shape(product);
    let mut next = random(1);
    let mut made = |registers, holds, sum| words(&mut next, registers, holds, kind, sum);
    let (in_a, in_b, in_sums) = (
        made(a, factors, false),
        made(b, factors, false),
        made(sums, added, true),
    );
    let integers = factors == Holds::Integers;
    let (row, column) = if integers { (".ROW", ".COL") } else { ("", "") };
    let text = format!("{product} R12, R0{row}, R4{column}, R8 ;");
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for warp in 0..WARPS {
        let mut given = rows(&in_a, a, 0, warp);
        given.extend(rows(&in_b, b, 4, warp));
        given.extend(rows(&in_sums, sums, 8, warp));
        let after = execute(&text, &Given::rows(&given));
        for lane in 0..32 {
            for register in 0..sums {
                let word = after.row(12 + register as u8)[lane];
                hash = (hash ^ u64::from(word)).wrapping_mul(0x100_0000_01b3);
            }
        }
    }
    hash
}

#[test]
fn products_are_those_of_the_gpu_bit_for_bit() {
    let lines: Vec<&str> = include_str!("../data/matrices/values.txt")
        .lines()
        .collect();
    assert_eq!(lines.len(), 8 * 8 + 11);
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let wanted = u64::from_str_radix(words[2], 16).expect("a hash");
        assert_eq!(answer(words[0], words[1]), wanted, "{line}");
    }
}

/// A product reads its factors before it writes.
#[test]
fn sums_may_take_a_factors_place() {
    let ones = [0x3c00_3c00; 32];
    let given: Vec<(u8, Row)> = (0..8).map(|register| (register, ones)).collect();
    let after = execute("HMMA.16816.F32 R0, R0, R4, RZ ;", &Given::rows(&given));
    for register in 0..4 {
        assert_eq!(after.row(register), &[16f32.to_bits(); 32]);
    }
}

#[test]
fn a_matrix_is_transposed_across_the_lanes() {
    let word = |lane: u32| {
        let first = 16 * (lane / 4) + 2 * (lane % 4);
        first | (first + 1) << 16
    };
    let matrix: Row = std::array::from_fn(|lane| word(lane as u32));
    let after = execute("MOVM.16.MT88 R4, R1 ;", &Given::rows(&[(1, matrix)]));
    let turned: Row = std::array::from_fn(|lane| {
        let (row, column) = (lane as u32 / 4, 2 * (lane as u32 % 4));
        (16 * column + row) | ((16 * (column + 1) + row) << 16)
    });
    assert_eq!(after.row(4), &turned);
}

/// Lanes put their 16 bytes of 0, 1, 2, … into shared memory, load matrices of those rows and store what they get,
/// four words a lane.
fn loading(load: &str) -> Program {
    let text = format!(
        "S2R R0, SR_TID.X ;
         LDC.64 R4, c[0x0][0x210] ;
         IMAD.WIDE.U32 R6, R0, 0x10, R4 ;
         IMAD.SHL.U32 R3, R0, 0x10, RZ ;
         IADD3 R3, R3, 0x400, RZ ;
         LDG.E.128 R8, desc[UR4][R6.64] ;
         STS.128 [R3], R8 ;
         {load}
         STG.E.128 desc[UR4][R6.64], R8 ;
         EXIT ;"
    );
    assemble("loading", &text)
}

fn loaded(load: &str) -> Vec<u32> {
    let mut simulator = tiny(options(1, 1));
    let out = buffer(&mut simulator, "out", 128);
    let memory = simulator.memory_mut();
    let id = memory.find("out").expect("it was made just now");
    for (word, value) in memory.words_mut(id).iter_mut().zip(0..) {
        // Element `n` of the 256 is `n`.
        *word.get_mut() = (2 * value) | ((2 * value + 1) << 16);
    }
    run(&mut simulator, &loading(load), 1, 32, &[out]);
    words_of(&simulator, "out")
}

/// Elements of row `row` and columns `column` and `column + 1` of matrix `matrix`.
fn elements(matrix: u32, row: u32, column: u32) -> u32 {
    let first = 64 * matrix + 8 * row + column;
    first | (first + 1) << 16
}

#[test]
fn matrices_are_loaded_by_rows_and_by_columns() {
    let rows = loaded("LDSM.16.M88.4 R8, [R3] ;");
    let columns = loaded("LDSM.16.MT88.4 R8, [R3] ;");
    for lane in 0..32 {
        let (row, column) = (lane / 4, 2 * (lane % 4));
        for matrix in 0..4 {
            let at = (4 * lane + matrix) as usize;
            assert_eq!(rows[at], elements(matrix, row, column), "lane {lane}");
            let turned = 64 * matrix + 8 * column + row;
            assert_eq!(columns[at], turned | (turned + 8) << 16, "lane {lane}");
        }
    }
    // Of one matrix only the first eight lanes' addresses count, whatever the others' are.
    let one = loaded(
        "ISETP.GE.AND P0, PT, R0, 0x8, PT ;
         @P0 IADD3 R3, RZ, -0x1, RZ ;
         LDSM.16.M88 R8, [R3] ;",
    );
    for lane in 0..32 {
        let wanted = elements(0, lane / 4, 2 * (lane % 4));
        assert_eq!(one[4 * lane as usize], wanted, "lane {lane}");
    }
}

/// What is stored transposed and loaded as it is, or the other way round, is transposed.
#[test]
fn stored_matrices_are_what_loads_find() {
    let turned = loaded("LDSM.16.MT88.4 R8, [R3] ;");
    let store = |kind: &str| {
        loaded(&format!(
            "LDSM.16.M88.4 R8, [R3] ;
             STSM.16.{kind}.4 [R3], R8 ;
             LDSM.16.M88.4 R8, [R3] ;"
        ))
    };
    assert_eq!(store("M88"), loaded("LDSM.16.M88.4 R8, [R3] ;"));
    assert_eq!(store("MT88"), turned);
}

#[test]
fn rows_outside_shared_memory_or_off_their_alignment_are_told() {
    for (access, told) in [
        ("LDSM.16.M88.4 R8, [R3+0x8] ;", "load of matrices"),
        ("LDSM.16.M88 R8, [R3+0x8000] ;", "load of matrices"),
        ("STSM.16.MT88.2 [R3+0x4], R8 ;", "store of matrices"),
    ] {
        let mut simulator = tiny(options(1, 1));
        let out = buffer(&mut simulator, "out", 128);
        let error = launch(&mut simulator, &loading(access), 1, 32, &[out]).expect_err(access);
        let text = error.to_string();
        assert!(text.contains(told) && text.contains("16"), "{text}");
    }
}
