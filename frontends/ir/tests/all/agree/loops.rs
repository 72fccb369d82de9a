//! Loops of every number of trips, in every direction.

use super::both::{agree, listing, lowered, words};
use sim_ir::backend::{Options, compile};

#[test]
fn an_unrolled_loop_makes_as_many_trips_as_before() {
    let out = words(&agree(
        r#"(params: [Ptr("out", U32)], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Let("int n", "(int) t - 40"),
        Let("unsigned up", "0"), Let("unsigned down", "0"), Let("unsigned odd", "0"),
        For("int i = 0", "i < n", "i++", [Expr("up += i + 1")]),
        For("int i = n", "i >= 3", "i -= 3", [Expr("down += i ^ 5")]),
        For("unsigned i = t", "i <= 100u", "i += 7", [Expr("odd = odd * 3 + i")]),
        Store("out[t]", "up"), Store("out[128 + t]", "down"), Store("out[256 + t]", "odd"),
    ])"#,
    ));
    for t in 0..128u32 {
        let n = t as i32 - 40;
        let up: i32 = (0..n).map(|i| i + 1).sum();
        let down: i32 = (0..)
            .map(|k| n - 3 * k)
            .take_while(|&i| i >= 3)
            .map(|i| i ^ 5)
            .sum();
        let odd = (t..=100)
            .step_by(7)
            .fold(0u32, |odd, i| odd.wrapping_mul(3).wrapping_add(i));
        let got = [0, 128, 256].map(|row| out[row + t as usize]);
        assert_eq!(got, [up as u32, down as u32, odd], "thread {t}");
    }
}

#[test]
fn a_bound_near_the_end_of_the_range_does_not_wrap() {
    let out = words(&agree(
        r#"(params: [Ptr("out", U32)], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Let("int least", "(int) 0x80000000 + (int) (t % 8)"),
        Let("unsigned few", "t % 8"),
        Let("unsigned a", "0"), Let("unsigned b", "0"),
        For("int i = (int) 0x80000000", "i < least", "i++", [Expr("a += i ^ 3"), If("a == 77", [Break])]),
        For("unsigned i = few / 2", "i < few", "i++", [Expr("b += i + 1")]),
        For("int i = (int) 0x80000000", "i < least", "i++", [Expr("a += 3 * i")]),
        Store("out[t]", "a"), Store("out[128 + t]", "b"),
    ])"#,
    ));
    assert_eq!((out[0], out[128], out[128 + 3]), (0, 0, 2 + 3));
}

#[test]
fn trips_of_one_turn_load_from_one_base() {
    let text = r#"(params: [Ptr("out", F32), I32("n")], body: [
        Let("float sum", "0.0f"),
        For("int i = threadIdx.x", "i < n", "i++", [Expr("sum += out[i] * out[i + 64]")]),
        Store("out[threadIdx.x]", "sum"),
    ])"#;
    let code = compile(&lowered(text), &Options::default())
        .expect("it compiles")
        .code;
    let count = |name: &str| {
        code.iter()
            .filter(|i| i.at(0).to_string().contains(name))
            .count()
    };
    // Four trips and one for the rest, of two loads each; an address each, and one to store.
    assert_eq!((count("LDG"), count("IMAD.WIDE")), (10, 3));
}

#[test]
fn what_a_loop_does_not_change_is_computed_before_it() {
    let text = r#"(params: [Ptr("out", F32), I32("n"), F32("f")], body: [
        Let("float sum", "0.0f"),
        Let("int w", "threadIdx.x"),
        For("int i = 0", "i < n", "i++", [Expr("sum = sum * (f * 3.0f + w) + 0.7f")]),
        Store("out[threadIdx.x]", "sum"),
    ])"#;
    let code = compile(&lowered(text), &Options::default())
        .expect("it compiles")
        .code;
    let text: Vec<_> = code.iter().map(|i| i.at(0).to_string()).collect();
    let count = |name: &str| text.iter().filter(|i| i.contains(name)).count();
    assert_eq!((count("I2FP"), count("FFMA")), (1, 1 + 4 + 1), "{text:#?}");
}

/// How many FFMA there are of a loop with so many in its body, and so many trips.
fn fused(body: usize, trips: usize) -> usize {
    let chain = r#"Expr("x = x * f + 0.5f"),"#.repeat(body);
    let text = format!(
        r#"(params: [Ptr("out", F32), F32("f")], body: [
            Let("float x", "out[0]"),
            For("int i = 0", "i < {trips}", "i++", [{chain}]),
            Store("out[0]", "x"),
        ])"#
    );
    let program = compile(&lowered(&text), &Options::default()).expect("it compiles");
    listing(&program).matches("FFMA").count()
}

#[test]
fn loops_of_known_trips_are_written_out_as_far_as_ptxas_goes() {
    for (body, most) in [(1, 3556), (2, 1455), (8, 174), (32, 15), (60, 5)] {
        assert_eq!(fused(body, most), body * most, "{body} in {most} trips");
    }
    // One trip more: four at a time and one for the rest; long bodies stay as they are.
    for (body, trips, kept) in [(1, 3557, 5), (8, 175, 40), (32, 16, 160), (60, 6, 60)] {
        assert_eq!(fused(body, trips), kept, "{body} in {trips} trips");
    }
    assert_eq!(fused(1, 2_000_000_000), 5);
}

#[test]
fn written_out_loops_hold_no_more_values_than_hide_their_loads() {
    let text = r#"(params: [Ptr("out", U32)], shared: [Shared("s", U32, ["64"])], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Let("unsigned sum", "0"),
        For("int k = 0", "k < 64", "k++", [Store("s[k]", "k * k + 7")]),
        Barrier,
        For("int k = 0", "k < 100", "k++", [Expr("sum = sum * 3 + out[256 + k + t] * s[k % 64]")]),
        Store("out[t]", "sum"),
    ])"#;
    agree(text);
    let program = compile(&lowered(text), &Options::default()).expect("it compiles");
    assert!(program.registers <= 64, "{}", program.registers);
}

/// What the outer loop does not change of a written-out one, constants among it, would fill all
/// registers in front of it.
#[test]
fn a_loop_written_out_within_another_leaves_registers_free() {
    let inner = [
        r#"For("int k = 0", "k < 90", "k++", [Expr("sum = sum * i + out[256 + ((k * n + t) & 511)]")]),"#,
        r#"For("int k = 0", "k < 200", "k++", [Expr("sum = (sum ^ k * 77777) * (k * 12347) + i")]),"#,
        r#"For("int k = 0", "k < 90", "k++", [Expr("sum += s[k * n & 63] * k")]),
           For("int k = 0", "k < 90", "k++", [Expr("sum ^= s[k * n & 63] + k")]),"#,
    ];
    for inner in inner {
        let text = format!(
            r#"(params: [Ptr("out", U32)], shared: [Shared("s", U32, ["64"])], body: [
                Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
                Let("unsigned n", "out[7]"), Let("unsigned sum", "0"),
                Store("s[threadIdx.x]", "t * n"),
                Barrier,
                For("unsigned i = 0", "i < 2 + t % 3", "i++", [{inner}]),
                Store("out[128 + t % 128]", "sum"),
            ])"#
        );
        agree(&text);
        let program = compile(&lowered(&text), &Options::default()).expect("it compiles");
        assert!(program.registers <= 128, "{}\n{inner}", program.registers);
        assert_eq!(program.local_bytes, 0);
    }
}
