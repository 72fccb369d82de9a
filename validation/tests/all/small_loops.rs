//! Loops of a few instructions, as compilers make them (`micro/h200/small_loops`), by 1 to 32 warps of an SM: cycles of a turn,
//! beside what the same machine code took on an H200.

use crate::timed::cycles::cycles;
use crate::timed::folder;
use crate::timed::series::printed_by_case;
use rayon::prelude::*;
use sim_validation::truth::TruthSet;

/// Turns between the two launches of each loop.
const TURNS: f64 = 200.0;

/// By loop of so many warps: how far a turn is off, in percent.
fn errors(warps: &[u32]) -> Vec<(f64, String)> {
    let set = TruthSet::read(&folder("small_loops")).expect("the set is readable");
    let simulated = |case: String| {
        let entry = set.entries.iter().find(|entry| entry.case.name == case);
        cycles(&set, entry.expect("a case")) as f64
    };
    let wanted = |name: &str| warps.iter().any(|w| name.ends_with(&format!("_w{w}")));
    let cases = printed_by_case("small_loops").into_par_iter();
    let error = |(name, measured): (String, Vec<u32>)| {
        let measured = f64::from(measured[1] - measured[0]) / TURNS;
        let [few, many] = [40, 240].map(|turns| simulated(format!("{name}_t{turns}")));
        let got = (many - few) / TURNS;
        (100.0 * (got / measured - 1.0), name)
    };
    let mut errors: Vec<_> = cases.filter(|(name, _)| wanted(name)).map(error).collect();
    errors.sort_by(|one, other| one.0.total_cmp(&other.0));
    errors
}

fn mean(errors: &[(f64, String)]) -> f64 {
    errors.iter().map(|(error, _)| error.abs()).sum::<f64>() / errors.len() as f64
}

/// Wherever a loop lies in its lines of code.
#[test]
fn a_loop_of_a_lone_warp_takes_as_long_as_on_the_gpu() {
    let errors = errors(&[1]);
    assert_eq!(errors.len(), 22);
    for (error, name) in errors {
        assert!(error.abs() < 0.5, "{name}: {error:+.1} %");
    }
}

/// Of more than one warp of a sub-core only the mean, as which of several courses they fall into hangs on little: two runs of the
/// GPU differ by 0.5 % in the mean and by 22 at worst.
#[test]
fn loops_of_four_and_eight_warps_of_a_sub_core_do() {
    for (warps, most) in [(16, 5.5), (32, 6.0)] {
        let errors = errors(&[warps]);
        println!("{warps} warps: {:.2} % {errors:?}", mean(&errors));
        assert!(
            mean(&errors) < most,
            "{warps}: {} {errors:?}",
            mean(&errors)
        );
    }
}

#[test]
#[ignore = "slow: .ci/full runs it"]
fn loops_of_one_to_eight_warps_of_a_sub_core_do() {
    let errors = errors(&[1, 2, 4, 8, 12, 16, 20, 24, 28, 32]);
    assert_eq!(errors.len(), 220);
    println!("{:.2} % {errors:?}", mean(&errors));
    assert!(mean(&errors) < 4.0, "{} {errors:?}", mean(&errors));
}
