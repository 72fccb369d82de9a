//! Words of `__constant__` variables, in uniform registers and in others.

use super::both::{agree, listing, lowered, words};
use sim_ir::backend::{Options, compile};

/// Variables whose words are all different.
fn variables() -> String {
    let numbers = |factor: u32| {
        let of = (1..=40).map(|n| format!("\"{}u\"", factor.wrapping_mul(n)));
        of.collect::<Vec<_>>().join(", ")
    };
    format!(
        r#"constant_buffers: [
            Constant("a", U32, ["40"], [{}]), Constant("b", U32, ["40"], [{}]),
            Constant("wide", U64, ["2"], ["5000000000", "7"]),
        ]"#,
        numbers(1009),
        numbers(0x1000_0001)
    )
}

/// A kernel with those variables and a body.
fn kernel(body: &str) -> String {
    let variables = variables();
    format!(
        r#"(params: [Ptr("out", U32)], {variables}, body: [
            Let("t", "blockIdx.x * blockDim.x + threadIdx.x"), {body}
        ])"#
    )
}

fn code(text: &str) -> String {
    let program = compile(&lowered(text), &Options::default()).expect("it compiles");
    listing(&program)
}

/// How many instructions of a name read the variables.
fn reads(code: &str, name: &str) -> usize {
    let of_name = |line: &&str| line.contains(&format!(" {name} ")) && line.contains("c[0x3]");
    code.lines().filter(of_name).count()
}

#[test]
fn constants_at_known_and_unknown_places_are_read_alike() {
    let out = words(&agree(&kernel(
        r#"
        Let("unsigned sum", "t + a[3]"),
        Expr("sum += a[t % 40] * b[7]"),
        Expr("sum ^= (unsigned) (wide[0] + wide[t % 2])"),
        Store("out[t]", "sum"), Store("out[128 + t]", "b[39]"),
        "#,
    )));
    let (a, b) = (
        |n: u32| 1009 * (n + 1),
        |n: u32| 0x1000_0001u32.wrapping_mul(n + 1),
    );
    for t in 0..128 {
        let sum = (t + a(3)).wrapping_add(a(t % 40).wrapping_mul(b(7)));
        let wide = 5_000_000_000u64 + if t % 2 == 0 { 5_000_000_000 } else { 7 };
        assert_eq!(out[t as usize], sum ^ wide as u32, "thread {t}");
        assert_eq!(out[128 + t as usize], b(39));
    }
}

/// Lanes that run another part of the kernel write the same uniform registers.
#[test]
fn lanes_that_part_find_their_constants() {
    agree(&kernel(
        r#"
        Let("unsigned x", "t * a[0]"),
        Switch("t % 4", [
            Case(["0"], [Expr("x += a[1]"), Expr("__syncwarp(0x11111111u)"), Expr("x ^= a[2] + b[3]")]),
            Case(["1"], [
                For("unsigned k = 0", "k < t", "k++", [Expr("x = x * a[4] + b[5]"), If("x % 7 == 3", [Break])]),
                Expr("x ^= b[6]"),
            ]),
            Case(["2"], [If("t > 40", [Expr("x = (x ^ a[7]) / b[8] + a[8] % (x | 1)")]), Expr("x += a[9]")]),
            Default([Expr("x -= b[10]"), Expr("x = x * a[11] - b[12]"), Store("out[512 + t]", "x & a[13]")]),
        ]),
        Expr("x += a[1] ^ a[0]"),
        Store("out[t]", "x"),
        "#,
    ));
}

#[test]
fn more_constants_than_are_held_at_a_time_are_loaded_again() {
    let text = kernel(
        r#"
        Let("unsigned x", "t"), Let("unsigned y", "out[t]"),
        For("int turn = 0", "turn < 2", "turn++", [
            For("int k = 0", "k < 24", "k++", [Expr("x = x * y + a[k]")]),
            For("int k = 0", "k < 24", "k++", [Expr("y = (y ^ x) + a[39 - k] + (b[k / 2] & x)")]),
        ]),
        Store("out[t]", "x"), Store("out[128 + t]", "y"),
        "#,
    );
    agree(&text);
    let code = code(&text);
    assert_eq!(reads(&code, "LDC"), 0, "{code}");
    assert!(reads(&code, "ULDC.64") > 12, "{code}");
}

/// All could be loaded at once, for which uniform registers are too few.
#[test]
fn constants_of_independent_work_are_loaded_by_and_by() {
    let text = kernel(
        r#"
        Let("unsigned x", "out[t]"),
        Unroll(32, For("int k = 0", "k < 32", "k++", [Store("out[128 + k % 7 * 128 + t]", "x * a[k]")])),
        Unroll(32, For("int k = 0", "k < 32", "k++", [Store("out[128 + k % 5 * 128 + t]", "x ^ b[k]")])),
        "#,
    );
    agree(&text);
    let code = code(&text);
    assert_eq!(
        (reads(&code, "LDC"), reads(&code, "ULDC.64")),
        (0, 32),
        "{code}"
    );
}

#[test]
fn one_load_serves_a_pair_but_not_across_a_meeting_of_lanes() {
    let joined = |between: &str| {
        let text = kernel(&format!(
            r#"If("t % 3 == 1", [
                Store("out[t]", "t ^ a[0]"), {between} Store("out[t]", "out[t] * a[1]"),
            ]),
            Store("out[t + 128]", "t"),"#
        ));
        reads(&code(&text), "ULDC.64")
    };
    assert_eq!((joined(""), joined("SyncWarp,")), (1, 0));
}

#[test]
fn a_constant_leaves_a_short_side_of_a_branch_short() {
    let code = code(&kernel(
        r#"Let("unsigned x", "out[t]"), If("x < 9", [Expr("x += a[3]")]), Store("out[t]", "x"),"#,
    ));
    assert!(!code.contains("BSSY"), "{code}");
    assert!(
        code.contains(" ULDC UR") && code.contains("@!P0 IADD3"),
        "{code}"
    );
}

/// Parameters may take all uniform registers that a loop needs; constants leave them alone.
#[test]
fn many_parameters_keep_their_uniform_registers() {
    let names: Vec<_> = (0..40).map(|n| format!("p{n}")).collect();
    let params: String = names.iter().map(|n| format!(r#", U32("{n}")"#)).collect();
    let turn: String = names
        .iter()
        .zip(0..)
        .map(|(name, k)| format!(r#"Expr("x = (x ^ {name}) + a[{k}]"),"#))
        .collect();
    let variables = variables();
    let text = format!(
        r#"(params: [Ptr("out", U32){params}], {variables}, body: [
            Let("unsigned x", "out[threadIdx.x]"),
            For("unsigned i = 0", "i < p0", "i++", [{turn}]),
            Store("out[threadIdx.x]", "x"),
        ])"#
    );
    let code = code(&text);
    assert!(
        code.contains(" LDC R") && !code.contains("ULDC UR4, c[0x3]"),
        "{code}"
    );
}
