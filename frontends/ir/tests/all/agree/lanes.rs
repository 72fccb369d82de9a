//! What lanes and threads tell each other.

use super::both::{agree, words};

#[test]
fn a_shuffle_of_64_bits_moves_both_halves_within_its_segment() {
    let out = agree(
        r#"(params: [Ptr("out", U64)], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Let("unsigned long long own", "((unsigned long long) t << 33) + t"),
        Let("double d", "0.5 * t"),
        Store("out[t]", "__shfl_down_sync(0xffffffff, own, 2, 8)"),
        Store("out[128 + t]", "(unsigned long long) __double_as_longlong(__shfl_xor_sync(0xffffffff, d, 5))"),
    ])"#,
    );
    let word = |at: usize| u64::from_le_bytes(out[8 * at..8 * at + 8].try_into().unwrap());
    assert_eq!(word(3), (5 << 33) + 5);
    assert_eq!(
        word(7),
        (7 << 33) + 7,
        "its neighbour's segment ends before"
    );
    assert_eq!(word(128 + 34), (0.5f64 * 39.0).to_bits());
}

#[test]
fn reductions_over_lanes_are_the_interpreters() {
    let out = words(&agree(
        r#"(params: [Ptr("out", U32)], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Let("unsigned x", "out[t]"),
        Let("int s", "(int) x"),
        Var("unsigned r"),
        Assign("r", "__reduce_add_sync(0xffffffff, x) ^ __reduce_xor_sync(0xffffffff, x)"),
        Assign("r", "r + __reduce_min_sync(0xffffffff, s) - __reduce_max_sync(0xffffffff, s)"),
        Assign("r", "r ^ __reduce_min_sync(0xffffffff, x) ^ (__reduce_max_sync(0xffffffff, x) >> 3)"),
        IfElse("threadIdx.x % 32 < 8",
            [Assign("r", "r + __reduce_and_sync(0xff, x | 0xf0)")],
            [Assign("r", "r + __reduce_or_sync(0xffffff00, x & 0x7)")]),
        Store("out[512 + t]", "r"),
        Store("out[768 + t]", "__reduce_add_sync(0xffffffff, 3)"),
    ])"#,
    ));
    assert!(out[768..896].iter().all(|&sum| sum == 96));
}

#[test]
fn lanes_with_masks_of_their_own_see_those_of_their_mask() {
    let out = words(&agree(
        r#"(params: [Ptr("out", U32)], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Let("unsigned x", "out[t]"),
        Let("alike", "__match_any_sync(0xffffffff, x % 5)"),
        Var("unsigned r"), Var("int same"),
        Assign("r", "__reduce_add_sync(alike, x) ^ __reduce_min_sync(alike, (int) x)"),
        Assign("r", "3 * r + __ballot_sync(alike, x & 8)"),
        Assign("r", "r ^ __any_sync(alike, (x & 48) == 0) ^ 2 * __all_sync(alike, (x & 48) != 0)"),
        Assign("r", "r + __match_any_sync(alike, x & 3)"),
        Assign("r", "r + __match_all_sync(alike, x & 1, &same)"),
        Assign("r", "r ^ __shfl_sync(alike, x, __ffs(alike) - 1)"),
        IfElse("x % 5 < 2",
            [Assign("r", "r + same + __reduce_or_sync(alike, x)")],
            [Assign("r", "r ^ same ^ __reduce_max_sync(alike, x)")]),
        Let("turns", "__match_any_sync(0xffffffff, x & 3)"),
        For("int k = 0", "k < (x & 3)", "k++", [
            Assign("r", "7 * r + __reduce_add_sync(turns, k + t)"),
        ]),
        Store("out[512 + t]", "r"),
        Let("tile", "threadIdx.x % 32 < 16 ? 0xffffu : 0xffff0000u"),
        Store("out[768 + t]", "__reduce_max_sync(tile, t % 32) + __popc(__ballot_sync(tile, t & 1))"),
        Var("unsigned m"), Assign("m", "alike"),
        Assign("m", "__ballot_sync(m, x & 4)"),
        Store("out[896 + t]", "m"),
    ])"#,
    ));
    assert!((0..128).all(|t| out[768 + t] == [15 + 8, 31 + 8][t / 16 % 2]));
}

#[test]
fn lanes_with_the_same_value_find_each_other() {
    let out = words(&agree(
        r#"(params: [Ptr("out", U32)], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Var("int same"),
        Let("any", "__match_any_sync(0xffffffff, t % 3)"),
        Let("wide", "__match_any_sync(0xffffffff, (unsigned long long) (t / 16) << 40)"),
        Let("all", "__match_all_sync(0xffffffff, t / 32, &same)"),
        Store("out[t]", "any"),
        Store("out[128 + t]", "wide"),
        Store("out[256 + t]", "all + same"),
        Let("none", "__match_all_sync(0xffffffff, t, &same)"),
        Store("out[384 + t]", "none + same"),
    ])"#,
    ));
    assert_eq!(out[1], 0x9249_2492);
    assert_eq!(out[128 + 17], 0xffff_0000);
    assert_eq!(
        (out[256], out[384]),
        (0, 0),
        "all lanes and one; none and none"
    );
}

#[test]
fn a_barrier_counts_and_combines_its_threads_predicates() {
    let out = words(&agree(
        r#"(params: [Ptr("out", U32)], body: [
        Let("t", "blockIdx.x * blockDim.x + threadIdx.x"),
        Let("n", "__syncthreads_count(threadIdx.x % 3 == 0)"),
        Let("every", "__syncthreads_and(threadIdx.x < 64)"),
        Let("one", "__syncthreads_or(t == 70)"),
        Store("out[t]", "n * 100 + every * 10 + one"),
    ])"#,
    ));
    assert_eq!((out[0], out[127]), (2210, 2211));
}
