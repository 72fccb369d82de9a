//! Lanes that part and meet at a WARPSYNC or a BSYNC, and blocks that meet at a barrier that reduces (`micro/h200/synced`): the
//! cycles of a turn of each loop and the instructions that it issues, beside what the same machine code took on an H200.

use crate::timed::alone::one_sm;
use crate::timed::folder;
use crate::timed::series::printed_by_case;
use sim_validation::prepare::Prepared;
use sim_validation::truth::{Case, TruthSet};

/// Cycles for which the SM is active, and instructions that it issues.
fn simulated(set: &TruthSet, case: &Case) -> [f64; 2] {
    let mut simulator = one_sm(&[]);
    let ready = Prepared::new(set, case, simulator.memory_mut()).expect("a kernel");
    let report = simulator.launch(&ready.spec()).expect("it runs");
    ["sm__cycles_active.max", "smsp__inst_issued.sum"]
        .map(|name| report.metric(name).expect("a counter"))
}

#[test]
fn lanes_and_warps_that_meet_take_as_long_as_on_the_gpu() {
    let set = TruthSet::read(&folder("synced")).expect("the set is readable");
    let of = |name: &str| {
        let entry = set.entries.iter().find(|entry| entry.case.name == name);
        simulated(&set, &entry.expect("a case").case)
    };
    let mut errors: Vec<(f64, String)> = Vec::new();
    for (case, measured) in printed_by_case("synced") {
        let [once, often] = [1, 101].map(|turns| of(&format!("{case}_t{turns}")));
        let [cycles, issued] = [0, 1].map(|at| (often[at] - once[at]) / 100.0);
        let wanted = |at: usize| (f64::from(measured[at + 1]) - f64::from(measured[at])) / 1000.0;
        let error = 100.0 * (cycles / wanted(0) - 1.0);
        println!("{case}: {cycles:.1} for {:.1}, {error:.1} %", wanted(0));
        // The profiler's passes issue a little more or less.
        assert!(
            (issued / wanted(2) - 1.0).abs() < 0.01,
            "{case}: {issued} issued for {}",
            wanted(2)
        );
        errors.push((error, case));
    }
    assert_eq!(errors.len(), 135);
    let sizes = errors.iter().map(|(error, _)| f64::abs(*error));
    let mean = sizes.clone().sum::<f64>() / errors.len() as f64;
    let worst = sizes.fold(0.0, f64::max);
    println!("{mean:.2} %, worst {worst:.1} %");
    assert!(mean < 1.4, "{mean} {errors:?}");
    assert!(worst < 14.5, "{worst} {errors:?}");
}
