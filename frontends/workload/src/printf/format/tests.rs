//! What glibc's `snprintf` makes of the same formats and values.

use super::*;
use sim_ir::printf::parse;
use sim_ir::source::Span;

const INTEGERS: &[(&str, i64, &str)] = &[
    ("%d", -42, "-42"),
    ("%5d|", 42, "   42|"),
    ("%-5d|", 42, "42   |"),
    ("%05d", -42, "-0042"),
    ("%+d", 42, "+42"),
    ("% d", 42, " 42"),
    ("%+ d", 42, "+42"),
    ("%.3d", -7, "-007"),
    ("%8.3d", -7, "    -007"),
    ("%08.3d", 7, "     007"),
    ("%.0d|", 0, "|"),
    ("%+.0d|", 0, "+|"),
    ("%-05d|", 7, "7    |"),
    ("%i", -2147483648, "-2147483648"),
    ("%u", -1, "4294967295"),
    ("%x", -1, "ffffffff"),
    ("%X", 48879, "BEEF"),
    ("%#x", 255, "0xff"),
    ("%#X", 255, "0XFF"),
    ("%#x", 0, "0"),
    ("%#10x", 255, "      0xff"),
    ("%#010x", 255, "0x000000ff"),
    ("%-#8x|", 255, "0xff    |"),
    ("%.4x", 255, "00ff"),
    ("%o", 8, "10"),
    ("%#o", 8, "010"),
    ("%#o", 0, "0"),
    ("%#.0o", 0, "0"),
    ("%#.3o", 8, "010"),
    ("%hhd", 300, "44"),
    ("%hd", 70000, "4464"),
    ("%hhu", -1, "255"),
    ("%hx", -1, "ffff"),
    ("%ld", -5000000000, "-5000000000"),
    ("%llu", -1, "18446744073709551615"),
    ("%zu", 5000000000, "5000000000"),
    ("%lx", -1, "ffffffffffffffff"),
    ("%jd", -1, "-1"),
    ("%td", 7, "7"),
    ("%c", 65, "A"),
    ("%3c|", 65, "  A|"),
    ("%-3c|", 65, "A  |"),
];

#[allow(clippy::excessive_precision)]
const FLOATS: &[(&str, f64, &str)] = &[
    ("%f", 0.0, "0.000000"),
    ("%f", -0.0, "-0.000000"),
    ("%f", 1.0, "1.000000"),
    ("%f", -1.5, "-1.500000"),
    ("%.0f", 0.5, "0"),
    ("%.0f", 1.5, "2"),
    ("%.0f", 2.5, "2"),
    ("%#.0f", 1.0, "1."),
    ("%.2f", 0.125, "0.12"),
    ("%.2f", 0.375, "0.38"),
    ("%.1f", 0.25, "0.2"),
    ("%.1f", 0.35, "0.3"),
    ("%.3f", 2.0005, "2.001"),
    ("%10.3f|", 3.25159, "     3.252|"),
    ("%-10.3f|", 3.25159, "3.252     |"),
    ("%010.3f", -3.25159, "-00003.252"),
    ("%+f", 1.0, "+1.000000"),
    ("% f", 1.0, " 1.000000"),
    ("%.20f", 0.1, "0.10000000000000000555"),
    ("%f", 1e20, "100000000000000000000.000000"),
    ("%.1f", 999.96, "1000.0"),
    ("%f", 1e22, "10000000000000000000000.000000"),
    ("%e", 0.0, "0.000000e+00"),
    ("%e", 12345.678, "1.234568e+04"),
    ("%e", -0.00012345678, "-1.234568e-04"),
    ("%.0e", 15.0, "2e+01"),
    ("%.0e", 25.0, "2e+01"),
    ("%#.0e", 25.0, "2.e+01"),
    ("%E", 1e100, "1.000000E+100"),
    ("%.3e", 9.9996e9, "1.000e+10"),
    ("%e", 5e-324, "4.940656e-324"),
    ("%15.2e|", 1e-10, "       1.00e-10|"),
    ("%015.2e", -1e-10, "-0000001.00e-10"),
    ("%g", 0.0, "0"),
    ("%g", 1.0, "1"),
    ("%g", 100000.0, "100000"),
    ("%g", 1000000.0, "1e+06"),
    ("%g", 123456789.0, "1.23457e+08"),
    ("%g", 0.0001, "0.0001"),
    ("%g", 0.00001, "1e-05"),
    ("%g", 0.1, "0.1"),
    ("%.3g", 999.6, "1e+03"),
    ("%.0g", 123.0, "1e+02"),
    ("%#g", 1.0, "1.00000"),
    ("%#.3g", 1e10, "1.00e+10"),
    ("%G", 1e-10, "1E-10"),
    ("%.10g", 0.1, "0.1"),
    ("%g", 1e100, "1e+100"),
    ("%g", 999999.5, "1e+06"),
    ("%+g", 2.5, "+2.5"),
    ("%08g", -2.5, "-00002.5"),
    ("%.17g", 0.1, "0.10000000000000001"),
    ("%a", 0.0, "0x0p+0"),
    ("%a", 1.0, "0x1p+0"),
    ("%a", -0.5, "-0x1p-1"),
    ("%a", 0.1, "0x1.999999999999ap-4"),
    ("%a", 3.0, "0x1.8p+1"),
    ("%A", 255.75, "0X1.FF8P+7"),
    ("%.2a", 0.1, "0x1.9ap-4"),
    ("%.0a", 1.5, "0x2p+0"),
    ("%.0a", 2.5, "0x1p+1"),
    ("%.1a", 1.96875, "0x2.0p+0"),
    ("%#.0a", 1.0, "0x1.p+0"),
    ("%a", 5e-324, "0x0.0000000000001p-1022"),
    ("%a", 2.2250738585072014e-308, "0x1p-1022"),
    ("%.3a", 5e-324, "0x0.000p-1022"),
    ("%12a|", 1.0, "      0x1p+0|"),
    ("%012a", 1.0, "0x0000001p+0"),
    ("%.15a", 1.0, "0x1.000000000000000p+0"),
    ("%+a", 1.0, "+0x1p+0"),
    ("%f", f64::INFINITY, "inf"),
    ("%5.1F", f64::INFINITY, "  INF"),
    ("%06f", f64::NEG_INFINITY, "  -inf"),
    ("%+e", f64::INFINITY, "+inf"),
    ("%g", f64::NAN, "nan"),
    ("%A", f64::INFINITY, "INF"),
    ("%-6G|", f64::NAN, "NAN   |"),
    ("%a", -f64::NAN, "-nan"),
];

fn printed(format: &str, values: &[u64]) -> String {
    let format = Format {
        pieces: parse(format).expect("a format"),
        span: Span::NONE,
    };
    let mut text = Vec::new();
    print(&format, values, &mut text);
    String::from_utf8(text).expect("text")
}

#[test]
fn integers_are_printed_as_by_c() {
    for &(format, value, expected) in INTEGERS {
        assert_eq!(
            printed(format, &[value as u64]),
            expected,
            "{format} of {value}"
        );
    }
}

#[test]
fn floats_are_printed_as_by_c() {
    for &(format, value, expected) in FLOATS {
        assert_eq!(
            printed(format, &[value.to_bits()]),
            expected,
            "{format} of {value}"
        );
    }
}

#[test]
fn pointers_are_printed_as_by_glibc() {
    let values = [0x7f00, 0x7f00, 0x7f00, 0];
    let expected = "0x7f00|              0x7f00|0x7f00              |(nil)";
    assert_eq!(printed("%p|%20p|%-20p|%p", &values), expected);
    let expected = "     (nil)|0x000000000000007f00|+0x10";
    assert_eq!(printed("%10p|%020p|%+p", &[0, 0x7f00, 0x10]), expected);
}

#[test]
fn stars_take_arguments_of_their_own_and_signs_count() {
    let one = 1f64.to_bits();
    let minus = |number: i32| u64::from(number as u32);
    let values = [5, 1, 5, 2, minus(-5), 3, 2, one, minus(-1), one, 4, 7];
    assert_eq!(
        printed("%*d|%-*d|%*d|%.*f|%.*f|%0*d", &values),
        "    1|2    |3    |1.00|1.000000|0007"
    );
    let long = printed("%*d", &[minus(i32::MIN), 1]);
    assert_eq!(long.len(), MAX_FIELD as usize);
}

#[test]
fn strings_are_cut_off_at_their_precision() {
    let mut pieces = parse("%s|%5s|%-5s|%.2s|%5.1s|").expect("a format");
    for piece in &mut pieces {
        if let Piece::Conversion(conversion) = piece {
            conversion.kind = Kind::Text("abc".to_owned());
        }
    }
    let mut text = Vec::new();
    let span = Span::NONE;
    print(&Format { pieces, span }, &[], &mut text);
    assert_eq!(text, b"abc|  abc|abc  |ab|    a|");
}
