//! Kernels as PTX text. What ptxas makes of such text is held against our own code by the test
//! of random kernels, where there is a ptxas.

use crate::common;
use sim_ir::ptx::{Options, PtxError, Target, module};
use sim_ir::source::SourceFile;

fn text_for(target: &str, name: &str, text: &str) -> Result<String, PtxError> {
    let file = SourceFile::new(name, text);
    let kernel = common::kernel(&file);
    let options = Options {
        sources: vec![file],
        ..Options::new(target.parse().expect("a target"))
    };
    module(&[kernel], &options)
}

macro_rules! snapshot {
    ($name:literal) => {{
        let text = include_str!(concat!("kernels/", $name, ".ron"));
        let ptx = text_for("sm_90", $name, text).expect("PTX has words for it");
        insta::assert_snapshot!($name, ptx);
    }};
}

#[test]
fn a_copy_names_its_variables_and_lines() {
    snapshot!("copy_row");
}

#[test]
fn a_padded_transpose_adds_indices_to_where_its_tile_begins() {
    snapshot!("padded");
}

#[test]
fn a_lock_swaps_without_reading_the_old_value_at_its_end() {
    snapshot!("lock");
}

#[test]
fn floats_say_how_they_round() {
    snapshot!("lane_loop");
}

#[test]
fn one_of_everything() {
    snapshot!("everything");
}

const TANH: &str = r#"(
    params: [Ptr("a", F32)],
    body: [ Store("a[0]", "__tanhf(a[0])") ],
)"#;

#[test]
fn what_an_architecture_lacks_is_refused_with_its_place() {
    assert!(text_for("sm_75", "t", TANH).is_ok());
    let error = text_for("sm_70", "t", TANH).expect_err("Volta has no such instruction");
    assert!(error.to_string().contains("sm_70"), "{error}");
    assert!(!error.span().is_none());
}

#[test]
fn without_contraction_no_float_is_fused() {
    let text = include_str!("kernels/lane_loop.ron");
    let kernel = common::kernel(&SourceFile::new("k", text));
    let options = Options {
        contract: false,
        ..Options::new(Target::SM_90)
    };
    let ptx = module(&[kernel], &options).expect("PTX");
    assert!(!ptx.contains("fma.rn"), "{ptx}");
    assert!(
        ptx.contains("mul.rn.f32") && ptx.contains("add.rn.f32"),
        "{ptx}"
    );
}

#[test]
fn a_failed_assertion_calls_the_drivers_function() {
    let text = r#"(
    params: [Ptr("a", F32), U32("n")],
    body: [ Expr("assert(n  < 9)"), If("n > 3", [ Expr("__trap()") ]), Store("a[n]", "1.0f") ],
)"#;
    insta::assert_snapshot!("assertion", text_for("sm_90", "k", text).expect("PTX"));
}

#[test]
fn a_name_that_ptx_cannot_write_is_refused() {
    let file = SourceFile::new("not a name", TANH);
    let error = module(&[common::kernel(&file)], &Options::new(Target::SM_90));
    assert!(matches!(error, Err(PtxError::Name { .. })), "{error:?}");
}

#[test]
fn a_loop_that_is_not_to_be_unrolled_says_so_where_it_begins() {
    let text = |unroll: &str| {
        format!(
            r#"(
    params: [Ptr("a", U32), U32("n")],
    body: [ Unroll({unroll}, For("int k = 0", "k < n", "k++", [ Store("a[k]", "k") ])) ],
)"#
        )
    };
    let left_alone = text_for("sm_90", "t", &text("1")).expect("PTX");
    let lines: Vec<_> = left_alone.lines().collect();
    let at = lines.iter().position(|line| line.contains("nounroll"));
    let label = lines[at.expect("the directive") - 1];
    let back = format!("bra {};", label.trim_end_matches(':'));
    assert!(
        lines[at.expect("the directive")..]
            .iter()
            .any(|line| line.contains(&back))
    );
    let free = text_for("sm_90", "t", &text("2")).expect("PTX");
    assert!(!free.contains("nounroll"), "{free}");
}
