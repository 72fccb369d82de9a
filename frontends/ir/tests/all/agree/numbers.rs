//! Conversions, roundings and functions.

use super::both::{agree, agree_from, listing, lowered, words};
use sim_ir::backend::{Options, compile};

#[test]
fn roundings_to_whole_numbers_are_the_interpreters() {
    let out = words(&agree(
        r#"(params: [Ptr("out", F32)], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Let("float x", "(float) ((int) t - 64) * 0.3f"),
        Let("double d", "(double) x * 1.0000001"),
        Store("out[t]", "floorf(x) + 2.0f * ceilf(x) + 4.0f * truncf(x) + 8.0f * rintf(x)"),
        Store("out[128 + t]", "(float) (floor(d) + 2.0 * ceil(d) + 4.0 * trunc(d) + 8.0 * rint(d))"),
    ])"#,
    ));
    assert_eq!(f32::from_bits(out[64]), 0.0);
    assert_eq!(
        f32::from_bits(out[65]),
        2.0,
        "0.3 goes up in one way of four"
    );
}

#[test]
fn bits_are_counted_and_turned() {
    let out = words(&agree(
        r#"(params: [Ptr("out", U32)], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Let("unsigned x", "(out[t] >> (t & 31)) & (t == 5 ? 0u : ~0u)"),
        Let("unsigned long long y", "((unsigned long long) x << 32 | out[t + 1]) >> (t & 63)"),
        Store("out[256 + t]", "__clz(x) + 100 * __clzll(y) + 10000 * __ffs(x) + 1000000 * __ffsll(y)"),
        Store("out[512 + t]", "__brev(x) ^ (unsigned) __brevll(y) ^ (unsigned) (__brevll(y) >> 32)"),
        Store("out[768 + t]", "__clzll(y - y) + __clz(x & 0)"),
    ])"#,
    ));
    assert_eq!(out[256 + 5] % 100, 32);
    assert_eq!(out[768], 96);
}

#[test]
fn doubles_compare_convert_and_have_extremes() {
    let out = words(&agree(
        r#"(params: [Ptr("out", U32)], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Let("double a", "((int) out[t]) * 0.001"),
        Let("double b", "t % 3 == 0 ? -a : ((int) out[t + 128]) * 0.5"),
        Var("int n"),
        Assign("n", "(a < b) + 2 * (a <= b) + 4 * (a == b) + 8 * (a != b) + 16 * (a > b)"),
        Assign("n", "n + 32 * (a >= 0.25) + 64 * (1.5 < a && b > a) + 128 * !(a < b)"),
        Store("out[256 + t]", "n"),
        Store("out[384 + t]", "(int) fmin(a, b)"),
        Store("out[512 + t]", "(unsigned) fmax(a, b)"),
        Let("long long w", "(long long) (a * b)"),
        Store("out[640 + t]", "(unsigned) (w ^ (w >> 32)) + (unsigned) (unsigned long long) fabs(b)"),
        Store("out[768 + t]", "0.25 * t < 0.25f * t + 0.1 ? 7 : 8"),
    ])"#,
    ));
    assert!(out[768..896].iter().all(|&x| x == 7));
}

#[test]
fn unsigned_extremes_are_not_signed_ones() {
    let out = words(&agree(
        r#"(params: [Ptr("out", U32)], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Let("unsigned big", "0xfffffff0u + t % 8"),
        Store("out[t]", "min(big, t) + (max(big, t) << 8)"),
        Store("out[128 + t]", "(unsigned) (min((int) big, (int) t) * 16 + max((int) big, (int) t))"),
    ])"#,
    ));
    assert_eq!(
        (out[1], out[129]),
        (1 + (0xffff_fff1u32 << 8), (-15i32 * 16 + 1) as u32)
    );
}

#[test]
fn a_chain_of_thousands_of_operations_compiles() {
    let step = r#"Assign("x", "x * 1.0001f + 0.5f"),"#.repeat(3000);
    let out = words(&agree(&format!(
        r#"(params: [Ptr("out", F32)], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Var("float x"),
        Assign("x", "(float) t"),
        {step}
        Store("out[t]", "x"),
    ])"#
    )));
    assert!(f32::from_bits(out[0]) > 1500.0);
}

/// Quotients and remainders of `ty` by constants are Rust's, of noise and of edges.
fn divided(ty: &str, divisors: &[i64], read: impl Fn(u32) -> i64) {
    let edges: Vec<u32> = vec![
        0,
        1,
        2,
        6,
        7,
        99,
        0x7fff_ffff,
        0x8000_0000,
        0x8000_0001,
        u32::MAX,
    ];
    let near = divisors
        .iter()
        .flat_map(|&d| [d as u32, (d as u32).wrapping_sub(1)]);
    let noise = (0..64u32).map(|i| (i + 1).wrapping_mul(0x85eb_ca6b).rotate_right(i % 29));
    let mut values: Vec<u32> = edges.into_iter().chain(near).chain(noise).collect();
    values.resize(128, 5);
    let mut first: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
    first.resize(super::both::BYTES, 0);
    for &d in divisors {
        let text = format!(
            r#"(params: [Ptr("out", U32)], body: [
            Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
            Let("{ty} x", "({ty}) (int) out[t]"),
            Store("out[256 + t]", "(unsigned) (x / ({ty}) ({d}))"),
            Store("out[512 + t]", "(unsigned) (x % ({ty}) ({d}))"),
        ])"#
        );
        let out = words(&agree_from(&text, &Options::default(), &first));
        for (t, &value) in values.iter().enumerate() {
            let x = read(value);
            let wanted = [x / d, x % d].map(|v| v as u32);
            assert_eq!([out[256 + t], out[512 + t]], wanted, "{x} by {d}");
        }
    }
}

#[test]
fn division_by_constants_is_exact() {
    let int = |bits: u32| i64::from(bits as i32);
    let some = [
        2, 3, 5, 6, 7, 9, 10, 25, 31, 64, 100, 125, 625, 641, 1000, 4096, 65537,
    ];
    let large = [1 << 30, i64::from(i32::MAX), i64::from(i32::MAX) - 1];
    let minus = [-1, -2, -3, -7, -10, -64, -1000, -i64::from(i32::MAX)];
    divided("int", &[&some[..], &large, &minus].concat(), int);
    let top = [
        1 << 31,
        0x8000_0001,
        0xffff_fffe,
        0xffff_ffff,
        14,
        28,
        0x7fff_fff0,
    ];
    divided("unsigned", &[&some[..], &large, &top].concat(), i64::from);
    divided("long long", &[2, 64, -2, -64, 4096, 10], int);
}

#[test]
fn what_is_never_negative_is_divided_without_a_sign() {
    let body = |x: &str| {
        format!(
            r#"(params: [Ptr("out", U32)], body: [
            Let("int n", "0"),
            For("int k = 0", "k < (int) out[0]", "k++", [Expr("n += k / 4 + k % 7")]),
            Let("int t", "{x}"),
            Store("out[threadIdx.x]", "(unsigned) (t / 32 + t % 8 + n)"),
        ])"#
        )
    };
    let signed_shifts = |x: &str| {
        let program = compile(&lowered(&body(x)), &Options::default()).expect("it compiles");
        listing(&program).matches(".S32.HI").count()
    };
    assert_eq!(signed_shifts("(int) (threadIdx.x & 63)"), 0);
    assert!(signed_shifts("(int) out[1]") > 0);
}
