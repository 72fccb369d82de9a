//! What matrix instructions take, beside what the same machine code took on an H200 (`micro/h200/matrix`).

use crate::timed::alone::one_sm;
use crate::timed::{folder, hold_errors, left, printed};
use sim_validation::truth::TruthSet;

/// Turns that a warp times.
const ROUNDS: f64 = 64.0;

/// A launch: its kernel, the bytes from row to row, its warps.
struct Launch<'a> {
    kernel: &'a str,
    apart: u32,
    warps: usize,
}

impl Launch<'_> {
    /// Whether it multiplies, with so many instructions of arithmetic behind each product.
    fn multiplies(&self, beside: &str) -> bool {
        self.kernel.starts_with(char::is_uppercase) && self.kernel.ends_with(beside)
    }

    /// Whether no two warps share a sub-core.
    fn is_lone(&self) -> bool {
        self.warps <= 4
    }
}

/// By how many percent a turn of each launch is off that is `wanted`.
fn errors(wanted: impl Fn(&Launch) -> bool) -> Vec<f64> {
    let set = TruthSet::read(&folder("matrix")).expect("the set is readable");
    let mut errors = Vec::new();
    for line in printed("matrix").lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [kernel, apart, warps, measured] = words[..] else {
            panic!("four words: {line}");
        };
        let launch = Launch {
            kernel,
            apart: apart.parse().expect("a number"),
            warps: warps.parse().expect("a number"),
        };
        if !wanted(&launch) {
            continue;
        }
        let name = format!("{kernel}/{apart}/{warps}");
        let entry = set.entries.iter().find(|entry| entry.case.name == name);
        let out = left(one_sm(&[]), &set, entry.expect(&name), 1);
        let sum = f64::from(out[..launch.warps].iter().sum::<u32>());
        let mean = sum / launch.warps as f64 / ROUNDS;
        let measured: f64 = measured.parse().expect("a number");
        println!("{name}: {mean:.2} for {measured}");
        errors.push(100.0 * (mean / measured - 1.0));
    }
    errors
}

fn hold(wanted: impl Fn(&Launch) -> bool, launches: usize, mean: f64, worst: f64) {
    hold_errors(&errors(wanted), launches, mean, worst);
}

#[test]
fn products_of_one_warp_take_their_cycles() {
    hold(|it| it.multiplies("_0") && it.warps == 4, 40, 0.2, 0.6);
    hold(
        |it| it.kernel.starts_with("factors") && it.warps == 4,
        3,
        0.1,
        0.3,
    );
}

#[test]
fn fragments_of_one_warp_come_as_soon_as_on_the_gpu() {
    let loads = |it: &Launch| it.kernel.starts_with("chased") || it.kernel.starts_with("loaded");
    hold(|it| loads(it) && it.warps == 1, 18 * 9, 0.2, 1.1);
    hold(
        |it| it.kernel.starts_with("turned") && it.is_lone(),
        12,
        0.1,
        0.3,
    );
}

/// Conflicts of a lone store of two or four matrices come a little later than here.
#[test]
fn fragments_of_one_warp_leave_as_soon_as_on_the_gpu() {
    let stores = |it: &Launch| it.kernel.starts_with("stored") && it.warps == 1;
    let conflicts = |it: &Launch| matches!(it.apart, 32 | 64 | 128 | 256);
    hold(|it| stores(it) && !conflicts(it), 12 * 5, 0.2, 0.5);
    hold(|it| stores(it) && conflicts(it), 12 * 4, 6.0, 20.0);
}

/// Two warps of a sub-core take turns as on the GPU. Of four and eight, whose turn it is differs, and with it how long
/// each takes, which is not held; how long all take together is (`tensor`).
#[test]
#[ignore = "slow: a check of .ci/full"]
fn products_of_two_warps_share_the_tensor_core() {
    hold(|it| it.multiplies("_0") && it.warps == 8, 40, 1.5, 6.5);
    let others = |it: &Launch| it.kernel.starts_with("loaded") || it.kernel.starts_with("turned");
    hold(|it| others(it) && it.warps == 16, 16, 1.5, 7.0);
}

#[test]
#[ignore = "slow: a check of .ci/full"]
fn arithmetic_between_products_costs_what_it_does_on_the_gpu() {
    let beside = |it: &Launch| {
        ["_1", "_2", "_4", "_8"]
            .iter()
            .any(|many| it.multiplies(many))
    };
    hold(|it| beside(it) && it.is_lone(), 36, 6.0, 14.0);
    hold(|it| beside(it) && it.warps == 8, 12, 9.0, 21.0);
}
