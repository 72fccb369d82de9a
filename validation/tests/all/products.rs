//! How long a wide product keeps its sub-core from issuing (`micro/h200/products`): loops of one product, with
//! what makes its factors or its addend some cycles before it, beside what the same machine code took on an H200.

use crate::timed::loops::loops;
use sim_core::config::GpuConfig;
use sim_core::engine::EngineOptions;
use sim_validation::truth::TruthSet;
use std::path::Path;
use std::sync::Arc;

/// Products in the eight turns that the second launch of each case takes more than the first.
const PRODUCTS: f64 = 64.0;

/// The cycles by which the model is off for each product, by kernel, of so many warps and a name that begins so.
fn errors(warps: u32, begins: &str, numbers: &[(&str, &str)]) -> Vec<(String, f64)> {
    let wanted = |kernel: &str, of| of == warps && kernel.starts_with(begins);
    let loops = loops("products", wanted, numbers).into_iter();
    loops
        .map(|it| (it.kernel, (it.simulated - it.measured) / PRODUCTS))
        .collect()
}

/// Products that do not wait for additions before them.
const AT_ONCE: [(&str, &str); 1] = [("issue.factor_latency", "0")];

fn mean(errors: &[(String, f64)]) -> f64 {
    errors.iter().map(|(_, error)| error.abs()).sum::<f64>() / errors.len() as f64
}

#[test]
fn a_product_holds_its_sub_core_until_its_factors_are_there() {
    let alone = errors(4, "", &[]);
    assert_eq!(alone.len(), 238);
    assert!(mean(&alone) < 0.02, "{:.3}", mean(&alone));
    for (case, error) in &alone {
        // Two additions that read the banks behind each other, and a product with an addend: a cycle.
        let most = if case.starts_with("da4a1_c") {
            1.01
        } else {
            0.2
        };
        assert!(error.abs() < most, "{case}: {error:+.2} cycles");
    }
    assert!(mean(&errors(4, "da", &AT_ONCE)) > 0.5);
}

#[test]
#[ignore = "slow: a check of .ci/full"]
fn a_product_of_one_of_two_warps_holds_their_sub_core() {
    let two = errors(8, "", &[]);
    assert!(mean(&two) < 0.5, "{:.3}", mean(&two));
    assert!(mean(&errors(8, "da", &AT_ONCE)) > 1.0);
}

/// Simulated and measured warp cycles for each issue in which the dispatcher holds warps back, in a case of
/// a truth set.
fn held_back(set: &str, case: &str, numbers: &[(&str, &str)]) -> (f64, f64) {
    const HELD: &str = "smsp__average_warps_issue_stalled_dispatch_stall_per_issue_active.ratio";
    let mut gpu = GpuConfig::built_in("h200").expect("built in");
    for (path, value) in numbers {
        gpu.set(path, value).expect(path);
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("truth/h200");
    let set = TruthSet::read(&folder.join(set)).expect("readable");
    let entry = set.entries.iter().find(|entry| entry.case.name == case);
    let entry = entry.expect(case);
    let ran = sim_validation::run::run(&set, entry, &Arc::new(gpu), &EngineOptions::default());
    let metrics = ran.expect(case).comparison.metrics;
    let held = metrics.iter().find(|one| one.metric == HELD);
    held.and_then(|one| one.both()).expect(HELD)
}

/// `samples.txt` says of which instructions: those that would issue just when the sub-core stands still.
#[test]
fn warps_that_would_issue_five_cycles_behind_a_product_are_held_back_by_the_dispatcher() {
    for (set, case) in [
        ("applications", "mont_pow_350x32"),
        ("applications", "short_rate_100x128"),
        ("classics", "corr_161x190"),
    ] {
        let (ours, measured) = held_back(set, case, &[]);
        let off = ours / measured - 1.0;
        assert!(off.abs() < 0.3, "{case}: {ours:.2}, {measured:.2}");
        for other in ["4", "6"] {
            let (ours, _) = held_back(set, case, &[("issue.stand_latency", other)]);
            let nearer = (ours / measured - 1.0).abs() <= off.abs();
            assert!(!nearer, "{case}, {other} cycles: {ours:.2}, {measured:.2}");
        }
    }
}
