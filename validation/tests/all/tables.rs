//! Warps that go through a table of constants (`micro/h200/tables`), on one SM, on all SMs of two GPCs, and behind one that is
//! ahead, beside what the same machine code took on an H200.

use crate::timed::series::printed_by_case;
use crate::timed::{folder, h200_run, left, out};
use sim_core::engine::EngineOptions;
use sim_validation::truth::TruthSet;

/// Lines of the table, a step each.
const STEPS: usize = 128;

/// GPCs of 16 and 17 SMs that have a block stand for all of the chip.
const TWO_GPCS: [(&str, &str); 2] = [("chip.lone_sms", "0"), ("chip.gpc_sms", "[16, 17]")];

/// What steps do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    TouchFirst,
    GoOn,
    GoAgain,
}
use Step::{GoAgain, GoOn, TouchFirst};

/// Of the steps from the fourth on, but for that between the rounds, those of a kind.
fn steps(kind: Step) -> impl Iterator<Item = usize> {
    let is = move |step: &usize| match kind {
        TouchFirst => *step < STEPS && step.is_multiple_of(4),
        GoOn => *step < STEPS && !step.is_multiple_of(4),
        GoAgain => *step > STEPS,
    };
    (4..2 * STEPS).filter(is)
}

/// What the warps of a case leave.
fn clocks(set: &TruthSet, case: &str, numbers: &[(&str, &str)]) -> Vec<u32> {
    let entry = set.entries.iter().find(|entry| entry.case.name == case);
    out(set, entry.expect("a case"), 1, numbers)
}

/// Cycles of a warp's steps in the mean.
fn mean(warp: &[u32], kind: Step) -> f64 {
    let step = |at: usize| f64::from(warp[at].wrapping_sub(warp[at - 1]));
    steps(kind).map(step).sum::<f64>() / steps(kind).count() as f64
}

/// How far the steps of all warps are off, in percent.
fn errors(set: &TruthSet, case: &str, numbers: &[(&str, &str)], measured: &[u32]) -> Vec<f64> {
    let clocks = clocks(set, case, numbers);
    let warps = clocks.chunks(2 * STEPS);
    let kinds = [TouchFirst, GoOn, GoAgain].into_iter().zip(measured);
    let error = |(kind, &measured): (Step, &u32)| {
        let all: f64 = warps.clone().map(|warp| mean(warp, kind)).sum();
        let simulated = all / warps.len() as f64;
        println!("{case}: {simulated:.0} for {measured}");
        100.0 * (simulated / f64::from(measured) - 1.0)
    };
    kinds.map(error).collect()
}

fn mean_and_worst(errors: &[f64]) -> (f64, f64) {
    let sizes = errors.iter().map(|error| error.abs());
    let mean = sizes.clone().sum::<f64>() / errors.len() as f64;
    let worst = sizes.fold(0.0, f64::max);
    println!("{mean:.2} % in the mean, {worst:.1} % at worst");
    (mean, worst)
}

#[test]
fn an_sm_goes_through_a_table_as_fast_as_on_the_gpu() {
    let set = TruthSet::read(&folder("tables")).expect("the set is readable");
    let printed = printed_by_case("tables").into_iter();
    let one_sm = printed.filter(|(case, _)| case.contains("_b1_"));
    let all: Vec<f64> = one_sm
        .flat_map(|(case, measured)| errors(&set, &case, &[], &measured))
        .collect();
    assert_eq!(all.len(), 36 * 3);
    // At worst 16 warps whose LDCs want four words of each line.
    let (mean, worst) = mean_and_worst(&all);
    assert!(mean < 2.2 && worst < 16.7, "{mean} {worst}");
}

#[test]
fn sms_side_by_side_go_through_a_table_as_fast_as_on_the_gpu() {
    let set = TruthSet::read(&folder("tables")).expect("the set is readable");
    let printed = printed_by_case("tables");
    let mut all = Vec::new();
    for kernel in ["uniform_1_1", "uniform_1_24", "lane_1_1", "lane_1_24"] {
        let measured = &printed[&format!("{kernel}_b132_w4")];
        let case = format!("{kernel}_b33_w4");
        all.extend(errors(&set, &case, &TWO_GPCS, measured));
    }
    // At worst a kernel that takes as long for a line as the second level for those of all SMs.
    let (mean, worst) = mean_and_worst(&all);
    assert!(mean < 3.7 && worst < 12.5, "{mean} {worst}");
}

/// Those of its GPC find what it brings at once, the others in the L2.
#[test]
fn an_sm_that_is_ahead_brings_the_table_for_all() {
    let set = TruthSet::read(&folder("tables")).expect("the set is readable");
    for case in ["lead_0_0", "lead_20_0", "lead_131_8"] {
        let clocks = clocks(&set, case, &[]);
        let first: usize = case
            .split('_')
            .nth(1)
            .and_then(|n| n.parse().ok())
            .expect("a block");
        let warps = clocks.chunks(2 * STEPS).enumerate();
        let others = warps.filter(|(block, _)| *block != first);
        let longer: Vec<f64> = others
            .map(|(_, warp)| mean(warp, TouchFirst) - mean(warp, GoOn))
            .collect();
        let (free, wait): (Vec<f64>, Vec<f64>) =
            longer.into_iter().partition(|&longer| longer < 20.0);
        let wait = wait.iter().sum::<f64>() / wait.len() as f64;
        let measured = &printed_by_case("tables")[case];
        println!(
            "{case}: {} at once, others {wait:.0}, for {measured:?}",
            free.len()
        );
        assert!((13..=17).contains(&free.len()), "{}", free.len());
        assert!((wait / f64::from(measured[1]) - 1.0).abs() < 0.05, "{wait}");
    }
}

#[test]
fn when_sms_hear_of_each_other_depends_on_neither_epochs_nor_threads() {
    let set = TruthSet::read(&folder("tables")).expect("the set is readable");
    let mut entries = set.entries.iter();
    let entry = entries.find(|entry| entry.case.name == "lead_20_0");
    let entry = entry.expect("a case");
    let clocks = |epoch_divisor, threads| {
        let options = EngineOptions {
            epoch_divisor,
            threads,
            ..EngineOptions::default()
        };
        left(h200_run(&TWO_GPCS, options), &set, entry, 1)
    };
    let once = clocks(1, 1);
    for (divisor, threads) in [(1, 2), (2, 1), (3, 1), (7, 2)] {
        assert!(clocks(divisor, threads) == once, "{divisor} {threads}");
    }
}
