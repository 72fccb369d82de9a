//! What a slice of the L2 takes of words that all SMs store, by who stores the other words of their sectors, beside an H200's
//! cycles (`micro/h200/words`).

use crate::timed::series::printed_behind;
use crate::timed::{counted, folder, h200};
use sim_validation::truth::TruthSet;

/// Cycles and sectors looked up of passes over 4 MB beyond the first.
#[derive(Clone, Copy, Debug)]
struct Passes {
    cycles: f64,
    sectors: f64,
}

impl Passes {
    /// What launches of five passes and of one say, by their names.
    fn of(kind: &str, launch: impl Fn(&str) -> [f64; 2]) -> Passes {
        let [one, five] = [1, 5].map(|passes| launch(&format!("{kind}_{passes}")));
        Passes {
            cycles: five[0] - one[0],
            sectors: five[1] - one[1],
        }
    }

    /// What the GPU's program printed.
    fn measured(kind: &str) -> Passes {
        Passes::of(kind, |name| {
            let numbers = printed_behind("words", name);
            numbers.try_into().expect("two numbers")
        })
    }

    fn simulated(set: &TruthSet, kind: &str) -> Passes {
        Passes::of(kind, |name| {
            let report = counted(h200(&[]), set, name);
            let metric = |name: &str| report.metric(name).expect("counted");
            ["sm__cycles_active.max", "lts__t_sectors.sum"].map(metric)
        })
    }
}

/// Holds kinds of launches to what was measured.
fn hold(kinds: &[&str]) {
    let set = TruthSet::read(&folder("words")).expect("the set is readable");
    for kind in kinds {
        let (got, wanted) = (Passes::simulated(&set, kind), Passes::measured(kind));
        let cycles = got.cycles / wanted.cycles - 1.0;
        let sectors = got.sectors / wanted.sectors - 1.0;
        println!("{kind}: {got:?}, {wanted:?}: {cycles:.3} {sectors:.3}");
        assert!(
            cycles.abs() < 0.09 && sectors.abs() < 0.085,
            "{kind}: {cycles} {sectors}"
        );
    }
}

#[test]
fn words_in_no_order_that_sms_of_both_sides_store() {
    hold(&["random_0"]);
}

#[test]
#[ignore = "slow: a check of .ci/full"]
fn words_of_sectors_stored_by_blocks_together_and_apart() {
    let lone = ["block_0", "block_4", "block_8", "blocks_0", "blocks_4"];
    hold(&lone);
    hold(&["blocks_8", "apart_0", "apart_4", "apart_8"]);
}
