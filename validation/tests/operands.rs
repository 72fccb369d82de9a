//! When an instruction's registers are read, and what it costs (`micro/h200/operands`): runs of a few instructions by
//! one warp of each sub-core, beside what the same machine code took on an H200.

#[path = "timed/series.rs"]
mod series;
mod timed;

use series::printed_by_case;
use sim_validation::truth::{Entry, TruthSet};
use std::collections::HashMap;
use timed::{folder, out};

/// Runs in the eight turns that the second launch of each case takes more than the first.
const RUNS: f64 = 64.0;

/// The cycles by which the model is off for each run, by kernel, of those whose names begin so.
fn errors(prefix: &str, numbers: &[(&str, &str)]) -> Vec<(String, f64)> {
    let set = TruthSet::read(&folder("operands")).expect("the set is readable");
    let entries = set.entries.iter();
    let entries: HashMap<&str, &Entry> = entries.map(|e| (e.case.name.as_str(), e)).collect();
    let slowest = |name: &str| {
        let cycles = out(&set, entries[name], 1, numbers);
        f64::from(cycles.into_iter().max().expect("a warp"))
    };
    let of_one_warp = |(case, cycles): (String, Vec<u32>)| {
        let kernel = case.strip_suffix("_w4")?.to_string();
        kernel.starts_with(prefix).then_some((kernel, cycles))
    };
    let measured = printed_by_case("operands").into_iter();
    let mut errors: Vec<_> = measured
        .filter_map(of_one_warp)
        .map(|(kernel, cycles)| {
            let [few, many] = [2, 10].map(|turns| slowest(&format!("{kernel}_w4_{turns}")));
            let error = (many - few) - f64::from(cycles[1] - cycles[0]);
            (kernel, error / RUNS)
        })
        .collect();
    errors.sort_by(|a, b| a.0.cmp(&b.0));
    errors
}

/// How many are off.
fn off(errors: &[(String, f64)]) -> usize {
    errors.iter().filter(|(_, error)| error.abs() > 0.3).count()
}

#[test]
fn runs_of_a_few_instructions_take_their_cycles() {
    let all = errors("", &[]);
    assert_eq!(all.len(), 650);
    for (kernel, error) in &all {
        // Random runs with double precision: some a cycle off of twenty.
        let most = if kernel.starts_with("r_") { 1.2 } else { 0.3 };
        assert!(error.abs() < most, "{kernel}: {error:+.2} cycles");
    }
    assert!(off(&all) < 10, "{} of 650", off(&all));
}

/// What it would say without each piece of it.
#[test]
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
