//! What products of matrices wait for, and what waits for them (`micro/h200/tensor`): runs of a few instructions by one
//! warp of each sub-core, or eight, beside what the same machine code took on an H200.

use crate::timed::loops::loops;

/// Runs in the eight turns that the second launch of each case takes more than the first.
const RUNS: f64 = 64.0;

/// The cycles that each run of one warp is off whose name begins so, and how many it takes.
fn errors(prefix: &str, numbers: &[(&str, &str)]) -> Vec<(String, f64, f64)> {
    errors_of(4, prefix, numbers)
}

/// The same of so many warps of the SM.
fn errors_of(on_sm: u32, prefix: &str, numbers: &[(&str, &str)]) -> Vec<(String, f64, f64)> {
    let wanted = |kernel: &str, warps| warps == on_sm && kernel.starts_with(prefix);
    let loops = loops("tensor", wanted, numbers).into_iter();
    loops
        .map(|it| {
            let off = (it.simulated - it.measured) / RUNS;
            (it.kernel, off, it.measured / RUNS)
        })
        .collect()
}

fn hold(prefix: &str, runs: usize, worst: f64) {
    let all = errors(prefix, &[]);
    assert_eq!(all.len(), runs);
    for (kernel, off, of) in &all {
        assert!(off.abs() < worst, "{kernel}: {off:+.2} of {of:.2} cycles");
    }
}

#[test]
fn products_in_a_row_and_what_stands_behind_one_take_their_cycles() {
    hold("p_", 28, 0.15);
    hold("b_f32k16_C", 63, 0.3);
}

#[test]
#[ignore = "slow: a check of .ci/full"]
fn whatever_stands_behind_any_product_takes_its_cycles() {
    hold("b_", 252, 0.3);
    // Behind three reads of one bank the GPU waits a cycle more.
    hold("a_", 32, 1.1);
}

/// Whoever goes first, all warps together take what the tensor core takes.
#[test]
#[ignore = "slow: a check of .ci/full"]
fn eight_warps_of_a_sub_core_keep_the_tensor_core_busy() {
    let all = errors_of(32, "p_", &[]);
    assert_eq!(all.len(), 28);
    for (kernel, off, of) in &all {
        assert!((off / of).abs() < 0.02, "{kernel}: {off:+.2} of {of:.2}");
    }
}

/// By how many percent they are off, in the mean.
fn mean(prefix: &str, numbers: &[(&str, &str)]) -> f64 {
    let all = errors(prefix, numbers);
    let sum: f64 = all.iter().map(|(_, off, of)| off.abs() / of).sum();
    100.0 * sum / all.len() as f64
}

/// Streams of products and arithmetic without a pause: some lose up to 2.8 of 13 cycles more on the GPU.
#[test]
#[ignore = "slow: a check of .ci/full"]
fn streams_of_products_and_arithmetic() {
    assert!(mean("m_", &[]) < 6.5);
    assert!(mean("r_", &[]) < 3.7);
    // What it would say without the reads of products, or what their results meet.
    let (reads, results) = ("issue.register_banks", "issue.file_latency");
    assert!(mean("m_", &[(reads, "false")]) > 15.0);
    assert!(mean("r_", &[(results, "0")]) > 3.7);
}
