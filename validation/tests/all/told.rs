//! What an atomic waits for on a line of which the other side of the L2 has something, beside what the same machine code took
//! on an H200 (`micro/h200/told`): until that is gone.

use crate::timed::series::printed_behind;
use crate::timed::{folder, out};
use sim_validation::truth::TruthSet;

/// Lines that each of the two SMs times.
const LINES: usize = 40;

/// What the other side has done before: nothing, loaded or stored the word, or one of the next sector.
const NEXT_STORED: u32 = 4;

/// The medians of what the near SM's load or atomic takes, and a load of the far one behind it.
fn medians(set: &TruthSet, name: &str) -> [f64; 2] {
    let entry = set.entries.iter().find(|entry| entry.case.name == name);
    let cycles = out(set, entry.expect(name), 1, &[]);
    [0, 1].map(|side| {
        let mut lines = cycles[side * LINES..][..LINES].to_vec();
        lines.sort_unstable();
        lines[LINES / 2].into()
    })
}

/// Both medians beside the GPU's, each within 5 %.
fn check(kind: &str, before: impl Iterator<Item = u32>) {
    let set = TruthSet::read(&folder("told")).expect("the set is readable");
    for before in before {
        let name = format!("told_{kind}_{before}");
        let (got, wanted) = (medians(&set, &name), printed_behind("told", &name));
        println!("{name}: {got:?}, measured {wanted:?}");
        for (got, wanted) in got.iter().zip(wanted) {
            assert!((got / wanted - 1.0).abs() < 0.05, "{name}: {got}, {wanted}");
        }
    }
}

#[test]
fn an_atomic_waits_until_the_other_side_has_dropped_its_copy() {
    check("add", 0..2);
}

/// A word of another sector that the other side has stored is not known here (DEVIATIONS).
#[test]
#[ignore = "slow: a check of .ci/full"]
fn whatever_the_other_side_has_of_the_line() {
    check("load", 0..=NEXT_STORED);
    check("swap", 0..NEXT_STORED);
    check("add", 2..NEXT_STORED);
}
