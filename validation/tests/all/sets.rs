//! Which lines of constants stay in the first level (`micro/h200/sets`): operands and loads that read some of them again and
//! again, beside what each read of the same machine code took on an H200.

use crate::timed::series::printed_by_case;
use crate::timed::{folder, out};
use sim_validation::truth::TruthSet;

/// Cycles between which no read lies: those of hits take 16 and 33, those of misses 75 and 100.
const BETWEEN: u32 = 60;

#[test]
fn the_lines_miss_that_miss_on_the_gpu() {
    let set = TruthSet::read(&folder("sets")).expect("the set is readable");
    let (mut reads, mut missed, mut wrong) = (0, 0, Vec::new());
    for (case, measured) in printed_by_case("sets") {
        let entry = set.entries.iter().find(|entry| entry.case.name == case);
        let clocks = out(&set, entry.expect("a case"), 1, &[]);
        let steps = clocks.windows(2).map(|pair| pair[1].wrapping_sub(pair[0]));
        for (read, (simulated, &measured)) in steps.zip(&measured).enumerate() {
            assert!(
                simulated.abs_diff(measured) <= 6 || (simulated > BETWEEN) != (measured > BETWEEN)
            );
            reads += 1;
            missed += u32::from(measured > BETWEEN);
            if (simulated > BETWEEN) != (measured > BETWEEN) {
                wrong.push(format!("{case}, {read}: {simulated} for {measured}"));
            }
        }
    }
    println!("{missed} of {reads} reads miss");
    assert_eq!((reads, wrong), (1520, vec![]));
}
