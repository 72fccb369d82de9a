//! Conversions, roundings and functions.

use super::both::{agree, words};

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
