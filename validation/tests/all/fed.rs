//! Loops of products of matrices whose fragments come from shared memory, by warps that meet or do not, beside what the
//! same machine code took on an H200 (`micro/h200/fed`).

use crate::timed::{folder, h200, hold_errors, left, printed};
use sim_validation::truth::TruthSet;

/// Turns that a warp times.
const TURNS: f64 = 64.0;

/// By how many percent the launches are off that load fragments each time, and meet, or not.
fn errors(loads: bool, meets: bool) -> Vec<f64> {
    let set = TruthSet::read(&folder("fed")).expect("the set is readable");
    let (mut errors, wanted) = (Vec::new(), format!("{}{}_", loads as u8, meets as u8));
    let text = printed("fed");
    for line in text.lines().filter(|line| line[3..].starts_with(&wanted)) {
        let (name, measured) = line.split_once(' ').expect("a name and a number");
        let entry = set.entries.iter().find(|entry| entry.case.name == name);
        let warps: usize = name[6..].parse().expect("a number");
        // The second launch finds its code.
        let out = left(h200(&[]), &set, entry.expect(name), 2);
        let mean = f64::from(out[..warps].iter().sum::<u32>()) / warps as f64 / TURNS;
        let measured: f64 = measured.parse().expect("a number");
        println!("{name}: {mean:.1} for {measured}");
        errors.push(100.0 * (mean / measured - 1.0));
    }
    errors
}

/// Three warps of a sub-core, which do not meet, do not end together here.
#[test]
fn products_keep_the_tensor_core_busy() {
    hold_errors(&errors(false, false), 16, 2.7, 11.0);
}

/// Products go on behind a barrier that has not opened, as other arithmetic does.
#[test]
fn products_do_not_wait_for_a_barrier() {
    hold_errors(&errors(false, true), 16, 1.0, 2.5);
}

#[test]
fn fragments_come_as_soon_as_on_the_gpu() {
    hold_errors(&errors(true, false), 16, 4.0, 10.5);
    hold_errors(&errors(true, true), 16, 4.5, 8.5);
}
