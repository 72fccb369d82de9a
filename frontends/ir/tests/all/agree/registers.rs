//! Kernels under a register limit.

use super::both::{agree_from, listing, lowered, noise};
use sim_ir::backend::{CompileError, Options, compile};

/// Twenty-four values at once, some of 64 bits, in a loop and behind it.
fn crowded() -> String {
    let names: Vec<_> = (0..16).map(|n| format!("v{n}")).collect();
    let lets = names
        .iter()
        .zip(0..)
        .map(|(name, n)| format!(r#"Let("unsigned {name}", "out[(t + {n}) & 127]"),"#));
    let lets: String = lets.collect();
    let turn = names.iter().zip(names.iter().cycle().skip(1));
    let turn: String = turn
        .map(|(a, b)| format!(r#"Expr("{a} = {a} * 3 + {b}"),"#))
        .collect();
    let sum = names.join(" ^ ");
    format!(
        r#"(params: [Ptr("out", U32)], body: [
            Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
            Let("unsigned long long w", "(unsigned long long) t * t << 20"),
            Let("double d", "0.5 * t"),
            {lets}
            For("int i = 0", "i < (int) (t & 7)", "i++", [{turn} Expr("w = w * 5 + v3"), Expr("d += 0.25")]),
            Store("out[256 + t]", "{sum} ^ (unsigned) w ^ (unsigned) (w >> 32)"),
            Store("out[512 + t]", "(unsigned) (int) d"),
        ])"#
    )
}

fn limited(most: u32) -> Options {
    Options {
        max_registers: Some(most),
        ..Options::default()
    }
}

#[test]
fn a_kernel_under_a_register_limit_spills_and_computes_the_same() {
    let text = crowded();
    let free = agree_from(&text, &Options::default(), &noise());
    for most in [32, 24, 16] {
        let program = compile(&lowered(&text), &limited(most)).expect("it spills");
        assert!(program.registers <= most, "{}", program.registers);
        assert_eq!(
            agree_from(&text, &limited(most), &noise()),
            free,
            "{most} registers"
        );
        if most < 24 {
            let code = listing(&program);
            assert!(program.local_bytes >= 16 && code.contains("STL") && code.contains("LDL"));
        }
    }
}

#[test]
fn a_limit_that_no_spilling_meets_is_an_error() {
    let error = compile(&lowered(&crowded()), &limited(4)).expect_err("four are too few");
    assert!(
        matches!(error, CompileError::Registers { limit: 4, .. }),
        "{error}"
    );
}

/// A window of eight values that moves on by one in each trip, by its index in `{}`.
fn window(index: &str) -> String {
    format!(
        r#"(params: [Ptr("out", U32)], body: [
            Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
            Var("unsigned v[8]"), Var("double d[2]"),
            Store("d[0]", "0.5 * t"), Store("d[1]", "2.0"),
            For("int k = 0", "k < 8", "k++", [Store("v[k]", "out[t + k]")]),
            Unroll(0, For("int k = 0", "k < 8", "k++", [Store("v[k]", "v[7 - k] * 3 + v[{index}]")])),
            Store("out[256 + t]", "v[0] ^ v[3] ^ v[7] ^ (unsigned) (int) (d[0] * d[1])"),
        ])"#
    )
}

#[test]
fn an_array_whose_indices_are_all_known_lies_in_registers() {
    let known = window("(k + 1) & 7");
    agree_from(&known, &Options::default(), &noise());
    let program = compile(&lowered(&known), &Options::default()).expect("it compiles");
    assert_eq!(program.local_bytes, 0, "{}", listing(&program));
    let unknown = window("(k + t) & 7");
    agree_from(&unknown, &Options::default(), &noise());
    let program = compile(&lowered(&unknown), &Options::default()).expect("it compiles");
    assert_eq!(program.local_bytes, 48, "{}", listing(&program));
}
