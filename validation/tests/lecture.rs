//! Cases of the lecture set in the timing engine: what is left in memory is
//! what the GPU left there, bit for bit, and counters that do not depend on
//! time are equal.
//!
//! Cases of at most 1.7 million warp instructions, ten million in all; the
//! others belong to the full validation run.

use sim_core::config::GpuConfig;
use sim_core::engine::EngineOptions;
use sim_validation::run::{CaseRun, run};
use sim_validation::truth::TruthSet;
use std::path::Path;
use std::sync::Arc;

fn run_case(name: &str) -> CaseRun {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("truth/h200/lecture");
    let set = TruthSet::read(&folder).expect("the set is readable");
    let gpu = Arc::new(GpuConfig::built_in("h200").expect("built in"));
    let entry = set.entry(name).expect("case");
    run(&set, entry, &gpu, &EngineOptions::default()).unwrap_or_else(|e| panic!("{e}"))
}

fn check(name: &str) {
    let done = run_case(name).comparison;
    assert!(!done.buffers.is_empty(), "{name} checks no buffer");
    for buffer in &done.buffers {
        assert!(buffer.is_equal(), "{name}: {buffer:?}");
    }
    let wrong: Vec<_> = done.wrong_exact().collect();
    assert!(wrong.is_empty(), "{name}: {wrong:#?}");
}

macro_rules! cases {
    ($($test:ident: $($case:literal),+;)+) => {
        $(#[test]
        fn $test() {
            $(check($case);)+
        })+
    };
}

cases! {
    an_addition_of_vectors_equals_the_gpus: "vec_add_1m";
    an_addition_without_coalescing_equals_the_gpus: "vec_add_noncoal_1m";
    copies_by_rows_and_columns_equal_the_gpus: "copyRow_1024_16x16", "copyCol_1024_16x16";
    naive_transposes_equal_the_gpus:
        "transposeNaiveRow_1024_16x16", "transposeNaiveCol_1024_16x16";
    a_transpose_through_shared_memory_equals_the_gpus: "transposeSmemPad_2048_32x8";
    shared_accesses_with_bank_conflicts_equal_the_gpus: "shared_stride_2";
    a_divergent_branch_equals_the_gpus: "div_lt24_b256";
    a_strided_copy_equals_the_gpus: "stride_copy_8";
    stores_far_apart_equal_the_gpus: "bad_kernel_32k";
    reductions_in_memory_equal_the_gpus: "atomic_hist_distinct", "atomic_exch";
    a_chase_of_pointers_equals_the_gpus: "pointer_chase_16k";
    empty_blocks_and_single_stores_equal_the_gpus: "empty_1056_b256", "one_store_10000_b32";
    a_chain_of_multiplications_equals_the_gpus: "ffma_chain_1000";
}
