//! What taken branches cost where several warps of a sub-core take them (`micro/h200/branchy`): turns of loops with a branch
//! behind every one to sixteen FFMAs, beside what the same machine code took on an H100.

use crate::timed::cycles::cycles;
use crate::timed::folder;
use crate::timed::series::printed_by_case;
use sim_validation::truth::TruthSet;

#[test]
fn warps_that_branch_hold_each_other_up_as_on_the_gpu() {
    let set = TruthSet::read(&folder("branchy")).expect("the set is readable");
    let simulated = |name: String| {
        let entry = set.entries.iter().find(|entry| entry.case.name == name);
        cycles(&set, entry.expect("a case")) as f64
    };
    let mut errors: Vec<(f64, String)> = Vec::new();
    for (case, measured) in printed_by_case("branchy") {
        let turns = |cycles: [f64; 2]| (cycles[1] - cycles[0]) / 64.0;
        let wanted = turns([0, 1].map(|at| f64::from(measured[at])));
        let got = turns([8, 72].map(|turns| simulated(format!("{case}_t{turns}"))));
        let error = 100.0 * (got / wanted - 1.0);
        println!("{case}: {got:.0} for {wanted:.0}, {error:.1} %");
        errors.push((error, case));
    }
    assert_eq!(errors.len(), 35);
    let sizes = errors.iter().map(|(error, _)| f64::abs(*error));
    let mean = sizes.clone().sum::<f64>() / 35.0;
    println!("{mean:.2} %");
    assert!(mean < 3.2, "{mean} {errors:?}");
    // Two warps of a sub-core that branch behind every FFMA.
    let worst = sizes.fold(0.0, f64::max);
    assert!(worst < 16.0, "{worst} {errors:?}");
    // A lone warp to the cycle: the rest is what the loop itself takes to come round.
    for (error, case) in &errors {
        assert!(
            !case.ends_with("_w1") || error.abs() < 2.0,
            "{case}: {error}"
        );
    }
}
