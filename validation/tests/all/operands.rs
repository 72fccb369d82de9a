//! When an instruction's registers are read, and what it costs (`micro/h200/operands`): runs of a few instructions by
//! one warp of each sub-core, beside what the same machine code took on an H200.

use crate::timed::loops::loops;

/// Runs in the eight turns that the second launch of each case takes more than the first.
const RUNS: f64 = 64.0;

/// The cycles by which the model is off for each run of one warp, of those whose names begin so.
fn errors(prefix: &str, numbers: &[(&str, &str)]) -> Vec<(String, f64)> {
    let wanted = |kernel: &str, warps| warps == 4 && kernel.starts_with(prefix);
    let loops = loops("operands", wanted, numbers).into_iter();
    loops
        .map(|it| (it.kernel, (it.simulated - it.measured) / RUNS))
        .collect()
}

/// How many are off.
fn off(errors: &[(String, f64)]) -> usize {
    errors.iter().filter(|(_, error)| error.abs() > 0.3).count()
}

/// Holds those whose names begin so to their cycles.
fn hold(prefix: &str) -> Vec<(String, f64)> {
    let some = errors(prefix, &[]);
    for (kernel, error) in &some {
        // Random runs with double precision: some a cycle off of twenty.
        let most = if kernel.starts_with("r_") { 1.2 } else { 0.3 };
        assert!(error.abs() < most, "{kernel}: {error:+.2} cycles");
    }
    some
}

#[test]
fn runs_of_a_few_instructions_take_their_cycles() {
    for (prefix, launches) in [("s_", 210), ("l_", 25), ("h_", 45)] {
        assert_eq!(hold(prefix).len(), launches, "{prefix}");
    }
}

#[test]
#[ignore = "slow: a check of .ci/full"]
fn all_runs_take_their_cycles() {
    let all = hold("");
    assert_eq!(all.len(), 650);
    assert!(off(&all) < 10, "{} of 650", off(&all));
}

/// What it would say without each piece of it.
#[test]
#[ignore = "slow: a check of .ci/full"]
fn each_piece_is_seen() {
    for (number, prefix, least) in [
        ("issue.register_banks=false", "s_", 76),
        ("issue.file_latency=0", "n", 36),
        ("issue.late_read=1", "l_", 15),
        ("issue.second_half=0", "h_", 9),
    ] {
        let number = number.split_once('=').expect("a number");
        let off = off(&errors(prefix, &[number]));
        assert!(off >= least, "{number:?}: {off}");
    }
}
