//! The rules of advice, each on a launch made for it and on one without cause.

use crate::common;
use sim_cli::advice::{Advice, advise};
use sim_cli::view::{Gpu, Instruction, Launch, Run, StallShare};

/// A launch of 1,000 blocks that only waits for memory, 60 % of the cycles idle.
fn launch() -> Launch {
    let metrics = [
        ("gpc__cycles_elapsed.max", 10_000.0),
        ("sm__cycles_active.max", 8_000.0),
        ("smsp__issue_active.sum", 40.0),
        ("smsp__cycles_active.sum", 100.0),
        ("sm__maximum_warps_per_active_cycle_pct", 100.0),
        ("launch__waves_per_multiprocessor", 8.0),
        ("launch__occupancy_limit_blocks", 32.0),
        ("launch__occupancy_limit_registers", 8.0),
        ("launch__occupancy_limit_shared_mem", 32.0),
        ("launch__occupancy_limit_warps", 8.0),
    ];
    Launch {
        name: "one".to_string(),
        kernel: "kernel".to_string(),
        grid: [10_000, 1, 1],
        block: [256, 1, 1],
        metrics: metrics
            .iter()
            .map(|(name, value)| (name.to_string(), *value))
            .collect(),
        stalls: vec![waiting("long_scoreboard", 80), waiting("selected", 20)],
        ..Launch::default()
    }
}

fn waiting(name: &'static str, warp_cycles: u64) -> StallShare {
    StallShare {
        name,
        meaning: "",
        warp_cycles,
    }
}

fn advice(launch: Launch) -> Vec<Advice> {
    advise(&Run {
        gpu: Gpu {
            sms: 132,
            ..Gpu::default()
        },
        launches: vec![launch],
        ..Run::default()
    })
}

fn set(launch: &mut Launch, name: &str, value: f64) {
    launch.metrics.insert(name.to_string(), value);
}

#[test]
fn a_launch_without_waste_gets_no_advice() {
    assert_eq!(advice(launch()), []);
}

#[test]
fn a_run_without_times_gets_no_advice() {
    assert_eq!(advise(&common::functional()), []);
}

#[test]
fn fewer_blocks_than_sms_are_too_few() {
    let mut few = launch();
    few.grid = [33, 1, 1];
    let found = advice(few);
    assert_eq!(found[0].rule, "grid");
    assert_eq!(found[0].finding, "too few blocks: 33 of 132 SMs have work");
    assert!((found[0].gain.share - 0.8 * 0.75).abs() < 1e-9);
}

#[test]
fn a_short_last_wave_is_named_with_the_waves() {
    let mut short = launch();
    set(&mut short, "launch__waves_per_multiprocessor", 1.25);
    let found = advice(short);
    assert!(found[0].finding.starts_with("short last wave: 1.25 waves"));
    assert!((found[0].gain.share - 0.8 * 0.375).abs() < 1e-9);
}

#[test]
fn occupancy_names_the_resource_that_limits_it() {
    let mut limited = launch();
    set(&mut limited, "sm__maximum_warps_per_active_cycle_pct", 50.0);
    set(&mut limited, "launch__occupancy_limit_registers", 4.0);
    let found = advice(limited);
    assert_eq!(found[0].rule, "occupancy");
    assert_eq!(
        found[0].finding,
        "occupancy: 50 % of an SM's warps can be resident where 100 % could; \
         the limit is registers"
    );
    assert!((found[0].gain.share - 0.4).abs() < 1e-9);
}

#[test]
fn busy_schedulers_gain_nothing_from_occupancy() {
    let mut busy = launch();
    set(&mut busy, "sm__maximum_warps_per_active_cycle_pct", 50.0);
    set(&mut busy, "launch__occupancy_limit_registers", 4.0);
    set(&mut busy, "smsp__issue_active.sum", 99.0);
    assert_eq!(advice(busy), []);
}

#[test]
fn divergence_names_the_branch_that_splits_most() {
    let mut split = launch();
    split.stalls = vec![waiting("wait", 80), waiting("long_scoreboard", 20)];
    split.code = [(0x10, 0), (0x20, 100), (0x30, 5)]
        .map(|(pc, divergent)| Instruction {
            pc,
            sass: "BRA".to_string(),
            executed: 100,
            threads: 1600,
            divergent,
            ..Instruction::default()
        })
        .to_vec();
    let found = advice(split);
    assert_eq!(found[0].rule, "divergence");
    assert_eq!(found[0].place.to_string(), "kernel+0x0020  BRA");
    assert!((found[0].gain.share - 0.8 * 0.5).abs() < 1e-9);
}

#[test]
fn lines_that_waste_are_named_once_and_largest_first() {
    let run = common::transpose();
    let places: Vec<_> = run
        .advice
        .iter()
        .map(|one| (one.rule, &one.place))
        .collect();
    assert_eq!(places.len(), 3);
    assert!(places[0] != places[1] && places[1] != places[2] && places[0] != places[2]);
    let saved = |one: &Advice| one.gain.cycles * one.gain.share;
    assert!(run.advice.is_sorted_by(|a, b| saved(a) >= saved(b)));
}
