//! Floats of 16 bits, alone and in pairs, on noise: NaNs, infinities and small numbers included.

use super::both::{agree, words};

/// The same kernel in both formats.
fn in_both(text: &str) -> [Vec<u32>; 2] {
    let bfloat = text
        .replace("__half2 ", "__nv_bfloat162 ")
        .replace("__half ", "__nv_bfloat16 ")
        .replace("F16x2", "BF16x2")
        .replace("2half2", "2bfloat162")
        .replace("__half2float", "__bfloat162float")
        .replace("2half", "2bfloat16")
        .replace("__half22", "__bfloat1622")
        .replace("half_as", "bfloat16_as")
        .replace("as_half", "as_bfloat16")
        .replace("__half2bfloat162", "__bfloat162bfloat162");
    [words(&agree(text)), words(&agree(&bfloat))]
}

#[test]
fn sums_and_products_of_pairs_are_the_interpreters() {
    in_both(
        r#"(params: [Ptr("out", F16x2)], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Let("__half2 a", "out[t]"), Let("__half2 b", "out[128 + t]"), Let("__half2 c", "out[256 + t]"),
        Store("out[t]", "a + b"),
        Store("out[128 + t]", "a * b - c"),
        Store("out[256 + t]", "-a * b + __habs2(c)"),
        Store("out[384 + t]", "__hfma2(a, __float2half2_rn(0.75f), b)"),
        Store("out[512 + t]", "__hmin2(a, -b) - __hmax2(b, __float2half2_rn(-2.0f))"),
        Store("out[640 + t]", "__hadd2_rn(__hmul2_rn(a, b), c) * __float2half2_rn(3.0f)"),
        Store("out[768 + t]", "__hlt2(a, b) + __heq2(b, c) * __hneu2(a, c)"),
        Store("out[896 + t]", "a / b"),
    ])"#,
    );
}

#[test]
fn single_numbers_are_the_interpreters() {
    in_both(
        r#"(params: [Ptr("out", F16x2)], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Let("__half a", "out[t].x"), Let("__half b", "out[t].y"), Let("__half c", "out[128 + t].y"),
        Var("__half2 r"),
        Assign("r.x", "a + b"), Assign("r.y", "a - b"), Store("out[t]", "r"),
        Assign("r.x", "a * b + c"), Assign("r.y", "c - a * b"), Store("out[128 + t]", "r"),
        Assign("r.x", "a / b"), Assign("r.y", "-__hfma(a, b, -c)"), Store("out[256 + t]", "r"),
        Assign("r.x", "__hmin(a, b)"), Assign("r.y", "__hmax(__habs(a), c)"), Store("out[384 + t]", "r"),
        Assign("r.x", "a < b ? c : a"), Assign("r.y", "a != b && !(b <= c) ? b : c"), Store("out[512 + t]", "r"),
        Store("out[640 + t].x", "(__half ) (float) t - a"),
        Store("out[640 + t].y", "__hmul_rn(a, b) + __hadd_rn(b, __hsub_rn(c, a * b))"),
        Let("int n", "__hne(a, b) + 2 * __hltu(a, b) + 4 * __hgeu(a, c) + 8 * __hisnan(a) + 16 * __hequ(c, b)"),
        Assign("n", "n + 32 * __hbgt2(r, out[896 + t]) + 64 * (r == out[896 + t]) + 128 * (bool) a"),
        Store("out[768 + t]", "__halves2half2(__ushort_as_half(n), __ushort_as_half(__half_as_ushort(b)))"),
    ])"#,
    );
}

#[test]
fn conversions_are_the_interpreters() {
    in_both(
        r#"(params: [Ptr("out", F16x2)], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Let("__half a", "out[t].x"), Let("__half2 p", "out[128 + t]"),
        Let("float f", "__half2float(a) * 1.001f"),
        Let("float2 g", "__half22float2(p)"),
        Store("out[t]", "__floats2half2_rn(f, g.x - g.y)"),
        Store("out[128 + t].x", "__float2half_rz(f)"),
        Store("out[128 + t].y", "__float2half_rd(g.x * 1.0003f)"),
        Store("out[256 + t].x", "__float2half_ru(g.y * 1.0003f)"),
        Store("out[256 + t].y", "(__half ) ((int) t * 77 - 4000)"),
        Store("out[384 + t].x", "(__half ) (t * 70000u)"),
        Store("out[384 + t].y", "(__half ) ((long long) t * -123456789)"),
        Store("out[512 + t].x", "(__half ) (t < 7)"),
        Store("out[512 + t].y", "(__half ) (int) a"),
        Store("out[640 + t].x", "(__half ) (unsigned) a"),
        Store("out[640 + t].y", "(__half ) (long long) p.y"),
        Store("out[768 + t].x", "(float) ((double) a * 0.5)"),
        Store("out[768 + t].y", "__low2float(p) + __high2float(p)"),
        Store("out[896 + t]", "__lowhigh2highlow(p) + __half2half2(a) * __high2half2(p)"),
    ])"#,
    );
}

#[test]
fn pairs_go_through_shared_memory_other_lanes_and_arrays() {
    in_both(
        r#"(params: [Ptr("out", F16x2)], shared: [Shared("s", F16x2, ["64"]), Shared("sum", F16x2, ["1"])], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Store("s[threadIdx.x]", "out[t]"),
        If("threadIdx.x == 0", [Store("sum[0]", "__float2half2_rn(0.0f)")]),
        Barrier,
        Let("__half2 other", "s[63 - threadIdx.x]"),
        Let("__half first", "s[threadIdx.x].x"),
        Var("__half2 v[4]"),
        For("int j = 0", "j < 4", "j++", [Store("v[j]", "s[threadIdx.x + j & 63]")]),
        Store("out[t]", "v[1] + v[t & 3] * other"),
        Store("out[128 + t]", "__shfl_xor_sync(~0u, other, 5)"),
        Store("out[256 + t].y", "__shfl_down_sync(~0u, first, 3)"),
        Expr("atomicAdd(&sum[0], __float2half2_rn(1.0f))"),
        Barrier,
        Store("out[384 + t]", "sum[0]"),
        If("t < 4", [Store("out[512 + t]", "__float2half2_rn(0.0f)")]),
        Barrier,
        If("blockIdx.x == 0", [Expr("atomicAdd(&out[512 + t % 4], __float2half2_rn(2.0f))")]),
    ])"#,
    );
}

#[test]
fn a_sum_of_a_product_is_contracted_but_for_the_rn_forms() {
    let [half, _] = in_both(
        r#"(params: [Ptr("out", F16x2)], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Let("__half x", "__ushort_as_half(0x3c03)"),
        Assign("x", "t < 1000 ? x : out[0].x"),
        Store("out[t].x", "x * x - __float2half(1.0f)"),
        Store("out[t].y", "__hmul_rn(x, x) - __float2half(1.0f)"),
    ])"#,
    );
    // (1 + 3e)^2 - 1 is 6e + 9e^2; where the square is rounded first, 6e is left.
    assert_eq!(half[5], 0x1e00_1e02);
}
