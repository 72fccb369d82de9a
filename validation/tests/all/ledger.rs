//! The ledger of the H200: every number has an entry, and curves are as near as it says.

use sim_core::config::GpuConfig;
use sim_core::engine::EngineOptions;
use sim_validation::ledger::curve::{Drawn, Verdict, draw};
use sim_validation::ledger::{Curve, Ledger};
use sim_validation::suite::SuiteOptions;
use sim_validation::truth::TruthSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("micro/h200")
}

fn set() -> TruthSet {
    TruthSet::read(&folder()).expect("the set is readable")
}

fn ledger() -> Ledger {
    let path = folder().join("ledger.ron");
    Ledger::read(&path).unwrap_or_else(|error| panic!("{error}"))
}

fn h200() -> GpuConfig {
    GpuConfig::built_in("h200").expect("built in")
}

/// Draws these curves on a machine.
fn drawn<'a>(ledger: &'a Ledger, names: &[&str], gpu: GpuConfig) -> Vec<Drawn<'a>> {
    let named = |name: &&str| {
        let found = ledger.curves.iter().find(|curve| curve.name == **name);
        found.unwrap_or_else(|| panic!("no curve {name}"))
    };
    let curves: Vec<&Curve> = names.iter().map(named).collect();
    let options = SuiteOptions {
        gpu: Arc::new(gpu),
        engine: EngineOptions::default(),
    };
    let drawn = draw(&set(), &curves, &options, &|_, _, _| ());
    drawn.unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_number_of_the_h200_has_an_entry_and_every_entry_a_number() {
    let problems = ledger().problems(&set(), &h200());
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn a_number_without_an_entry_is_found() {
    let mut ledger = ledger();
    for source in &mut ledger.sources {
        source.numbers.retain(|number| number != "l2.hash_seed");
    }
    let problems = ledger.problems(&set(), &h200());
    assert_eq!(problems, ["l2.hash_seed has neither a curve nor a source"]);
}

/// Curves whose launches take no time to simulate; `sim curves` draws them all.
const QUICK: [&str; 12] = [
    "fixed-latency",
    "register-banks",
    "divergence",
    "constant-chain",
    "constant-load-throughput",
    "shared-latency",
    "shared-width",
    "shared-atomics",
    "l1-latency",
    "l1-width",
    "atomic-word",
    "barrier",
];

#[test]
fn quick_curves_are_within_what_the_ledger_says() {
    let ledger = ledger();
    for one in drawn(&ledger, &QUICK, h200()) {
        let worst = one.worst();
        assert_ne!(
            one.verdict(),
            Verdict::Failed,
            "{}: {worst:?}",
            one.curve.name
        );
    }
}

#[test]
fn a_wrong_number_bends_its_curve_out_of_its_limit() {
    let wrong = [
        ("issue.divergent_branch", "60", "divergence"),
        ("mio.adu_interval", "3", "constant-load-throughput"),
        ("constant.l2_latency", "150", "constant-chain"),
        ("mio.shared_latency", "25", "shared-latency"),
        ("shared.cas_passes", "3", "shared-atomics"),
        ("l1.miss_interval", "2", "l2-read-sms"),
        ("l2.float_chain", "4", "atomic-word"),
        ("barrier.latency", "9", "barrier"),
    ];
    let ledger = ledger();
    for (number, value, curve) in wrong {
        assert!(ledger.curves_of(number).any(|one| one.name == curve));
        let mut gpu = h200();
        gpu.set(number, value).expect("a number of the machine");
        let drawn = drawn(&ledger, &[curve], gpu);
        assert_eq!(drawn[0].verdict(), Verdict::Failed, "{number}={value}");
    }
}
