//! The code of the lecture's kernels, as listings.

use crate::common;
macro_rules! snapshot {
    ($name:literal) => {{
        let text = include_str!(concat!("kernels/", $name, ".ron"));
        let program = common::program($name, text);
        insta::assert_snapshot!($name, common::listing(&program));
    }};
}

#[test]
fn a_copy_by_rows_is_as_short_as_nvcc_makes_it() {
    snapshot!("copy_row");
}

#[test]
fn a_transpose_computes_one_index_for_each_array() {
    snapshot!("naive_row");
}

#[test]
fn a_padded_transpose_addresses_its_tile_through_a_uniform_register() {
    snapshot!("padded");
}

#[test]
fn a_spin_lock_yields_and_meets_behind_its_loop() {
    snapshot!("lock");
}

#[test]
fn a_divergent_loop_with_roots_and_quotients_has_its_detours() {
    snapshot!("lane_loop");
}

#[test]
fn integer_division_takes_nvccs_sequence() {
    snapshot!("division");
}

#[test]
fn words_of_constant_variables_at_known_places_are_operands() {
    snapshot!("constants");
}
