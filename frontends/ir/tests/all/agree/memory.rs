//! Vectors, atomics, narrow parameters.

use super::both::{agree, listing, lowered, words};
use sim_ir::backend::{Options, compile};

#[test]
fn vectors_of_three_and_of_narrow_elements_come_back_as_they_went() {
    let out = agree(
        r#"(params: [Ptr("out", U8)], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Let("float3 *p", "(float3 *) out"),
        Let("float3 v", "p[t]"),
        Let("uchar4 *q", "(uchar4 *) (out + 2048)"),
        Let("uchar4 c", "q[t]"),
        Let("short2 *s", "(short2 *) (out + 3072)"),
        Let("short2 h", "s[t]"),
        Let("ushort4 *w", "(ushort4 *) (out + 3072)"),
        Let("ushort4 four", "w[t]"),
        Barrier,
        Store("p[t]", "make_float3(v.z, v.x, (float) t)"),
        Store("q[t]", "make_uchar4(c.w, c.x + 1, c.y * 2, h.x + h.y)"),
        Barrier,
        Store("s[t]", "make_short2(four.x - four.w, h.x >> 3)"),
    ])"#,
    );
    let float = |at: usize| f32::from_le_bytes(out[at..at + 4].try_into().unwrap());
    assert_eq!(float(12 * 100 + 8), 100.0);
}

#[test]
fn atomics_that_the_machine_lacks_are_loops() {
    let out = words(&agree(
        r#"(params: [Ptr("out", U32)],
        shared: [Shared("f", F32, ["2"]), Shared("wide", U64, ["4"]), Shared("d", F64, [])],
        body: [
        Let("t", "threadIdx.x"),
        If("t == 0", [
            Store("f[0]", "0.0f"), Store("f[1]", "0.0f"), Store("d", "0.0"),
            Store("wide[0]", "0"), Store("wide[1]", "0xffffffffffull"), Store("wide[2]", "0"),
            Store("wide[3]", "7"),
        ]),
        Barrier,
        Expr("atomicAdd(&f[t % 2], 0.25f * t)"),
        Expr("atomicAdd(&d, 0.5)"),
        Expr("atomicAdd(&wide[0], 1ull << 35)"),
        Expr("atomicMin(&wide[1], (unsigned long long) t << 32)"),
        Expr("atomicMax(&wide[2], (unsigned long long) t << 32)"),
        Expr("atomicXor(&wide[3], 1ull << t)"),
        Barrier,
        Let("base", "blockIdx.x * 64"),
        If("t < 2", [Store("out[base + t]", "__float_as_uint(f[t])")]),
        If("t < 4", [
            Store("out[base + 2 + t]", "(unsigned) (wide[t] >> 32)"),
            Store("out[base + 6 + t]", "(unsigned) wide[t]"),
        ]),
        If("t == 0", [Store("out[base + 10]", "(unsigned) (int) d")]),
    ])"#,
    ));
    assert_eq!(
        f32::from_bits(out[0]),
        0.25 * (0..32).map(|i| 2 * i).sum::<i32>() as f32
    );
    assert_eq!((out[2], out[3], out[4]), (64 << 3, 0, 63));
    assert_eq!((out[64 + 5], out[64 + 9], out[64 + 10]), (u32::MAX, !7, 32));
}

#[test]
fn float_atomics_give_the_old_value_where_it_is_wanted() {
    let out = words(&agree(
        r#"(params: [Ptr("out", F32)], body: [
        Let("double *d", "(double *) (out + 512)"),
        If("threadIdx.x + blockIdx.x == 0", [
            Let("a", "atomicAdd(&out[0], 0.0f)"),
            Let("b", "atomicAdd(d, 1.5)"),
            Store("out[1]", "a"),
            Store("out[2]", "(float) b"),
            Store("out[3]", "atomicExch(&out[4], 2.0f)"),
        ]),
    ])"#,
    ));
    assert_eq!(out[1], out[0]);
    assert_eq!(out[4], 2.0f32.to_bits());
}

/// Lanes put their operations together where the compiler knows that they meet in one word.
#[test]
fn operations_of_a_warp_on_one_word_are_those_of_its_lanes() {
    let out = words(&agree(
        r#"(params: [Ptr("out", U32)], shared: [Shared("s", I32, ["4"])], body: [
        Let("t", "threadIdx.x"),
        Let("base", "blockIdx.x * 16"),
        If("t == 0", [
            Store("s[0]", "0"), Store("s[1]", "0"), Store("s[2]", "-3"), Store("s[3]", "9"),
            Store("out[base + 8]", "0"), Store("out[base + 9]", "1000"),
            Store("out[base + 10]", "500"), Store("out[base + 11]", "7"),
            Store("out[base + 12]", "0xffffffff"), Store("out[base + 13]", "0"),
            Store("out[base + 14]", "0"), Store("out[base + 15]", "0"),
        ]),
        Barrier,
        Expr("atomicAdd(&s[0], 1)"),
        If("t % 3 == 0", [
            Expr("atomicAdd(&s[1], -2)"),
            Expr("atomicMax(&s[2], (int) t - 20)"),
            Expr("atomicMin(&s[3], (int) t - 20)"),
        ]),
        Expr("atomicAdd(&out[base + 8], 3u)"),
        Expr("atomicSub(&out[base + 9], t)"),
        Expr("atomicMin(&out[base + 10], t + 40)"),
        While("t < 20", [
            Expr("atomicMax(&out[base + 11], t)"),
            Expr("atomicAnd(&out[base + 12], ~(1u << t % 32))"),
            Expr("atomicOr(&out[base + 13], 1u << t % 32)"),
            Expr("atomicXor(&out[base + 14], t * 5)"),
            Expr("atomicMax(&out[base + 15], 77u)"),
            Expr("t += 7"),
        ]),
        Barrier,
        If("threadIdx.x < 4", [Store("out[base + threadIdx.x]", "s[threadIdx.x]")]),
    ])"#,
    ));
    let shared = out[..4].iter().map(|&word| word as i32);
    assert_eq!(shared.collect::<Vec<_>>(), [64, -44, 43, -20]);
    assert_eq!(out[8..11], [192, 1000u32.wrapping_sub(2016), 40]);
    assert_eq!((out[11], out[15]), (19, 77));
}

/// Lanes may come together at a barrier: who leads before it need not lead behind it.
#[test]
fn lanes_are_counted_again_behind_a_barrier() {
    let votes = |between: &str| {
        let text = format!(
            r#"(params: [Ptr("out", U32)], body: [
            Expr("atomicAdd(&out[0], 2u)"),
            {between}
            Expr("atomicAdd(&out[1], 2u)"),
        ])"#
        );
        let program = compile(&lowered(&text), &Options::default()).expect("it compiles");
        listing(&program).matches("VOTEU").count()
    };
    assert_eq!((votes(""), votes("Barrier,")), (1, 2));
}
