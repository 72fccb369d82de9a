//! Which loads of DRAM wait for refreshes together, beside what the same machine code took on an H200
//! (`micro/h200/refreshes`).

use crate::timed::series::{behind, printed_behind};
use crate::timed::{folder, out};
use sim_validation::truth::TruthSet;

/// Cycles from which a load has waited for a refresh or a pause.
const LATE: u32 = 850;
/// Channels of a few shards refresh together, at any time, whatever others do.
const ALONE: [(&str, &str); 1] = [("dram.stripe_groups", "94")];
/// Warps and lines from one to the next of the rounds of loads that are run here, and how many rounds.
const WARPS: [u32; 4] = [2, 8, 16, 32];
const APART: [u32; 7] = [4, 8, 16, 32, 128, 256, 1_048_583];
const ROUNDS: usize = 300;

/// What the simulator leaves, some `numbers` of the machine changed.
fn simulated(name: &str, numbers: &[(&str, &str)]) -> Vec<u32> {
    let set = TruthSet::read(&folder("refreshes")).expect("the set is readable");
    let entry = set.entries.iter().find(|entry| entry.case.name == name);
    out(&set, entry.expect(name), 1, numbers)
}

/// In hundredths, how often the first of two loads within 2^`bits` lines comes late, and how often the second
/// if the first does.
fn late(bits: u32, numbers: &[(&str, &str)]) -> [f64; 2] {
    let cycles = simulated(&format!("both_{bits}"), numbers);
    let first_late = cycles.chunks(2).filter(|loads| loads[0] >= LATE);
    let (mut late, mut both) = (0.0, 0.0);
    for loads in first_late {
        late += 1.0;
        both += f64::from(u8::from(loads[1] >= LATE));
    }
    [200.0 * late / cycles.len() as f64, 100.0 * both / late]
}

/// What sixteen loads within 2^`bits` lines take, in the mean of launches that begin at four times of the interval.
fn sixteen(bits: u32, numbers: &[(&str, &str)]) -> f64 {
    let begins = ["0", "965", "1930", "2895"].map(|begins| {
        let numbers = [&[("dram.refresh_begins", begins)], numbers].concat();
        let cycles = simulated(&format!("sixteen_{bits}"), &numbers);
        f64::from(cycles.iter().sum::<u32>()) / cycles.len() as f64
    });
    begins.iter().sum::<f64>() / begins.len() as f64
}

/// Holds two loads within 2^`bits` lines to how often they are late, for each.
fn hold_late(all: &[u32]) {
    for &bits in all {
        let got = late(bits, &[]);
        let wanted = printed_behind("refreshes", &format!("both_{bits}"));
        println!("both_{bits}: {got:.1?}, measured {wanted:?}");
        assert!((got[0] - wanted[0]).abs() < 1.5, "{bits}: {got:?}");
        assert!((got[1] - wanted[1]).abs() < 6.0, "{bits}: {got:?}");
    }
}

/// From 2 KB to the whole array.
#[test]
fn loads_of_one_stripe_wait_for_refreshes_together() {
    hold_late(&[4, 9, 13, 21]);
    let alone = late(8, &ALONE);
    assert!(alone[1] < 30.0, "{alone:?}");
    // Of stripes of 512 KB all of the 256 that two loads lie within would be one.
    assert!(late(11, &[("dram.stripe_bytes", "524288")])[1] > 30.0);
}

#[test]
#[ignore = "slow: a check of .ci/full"]
fn loads_of_one_stripe_wait_together_whatever_lies_between() {
    hold_late(&[6, 8, 10, 11, 15, 17, 19]);
}

/// A warp that waits for the last of sixteen lines waits longer the more stripes they lie in. Those of one or two are the same
/// in each launch, and by chance late more often on the GPU than others (as `rows_16_16` tells).
#[test]
fn sixteen_loads_of_one_stripe_come_sooner_than_others() {
    for bits in [9, 10, 11, 12, 13, 15, 17, 19, 21] {
        let got = sixteen(bits, &[]);
        let wanted = printed_behind("refreshes", &format!("sixteen_{bits}"))[0];
        println!("sixteen_{bits}: {got:.0}, measured {wanted}");
        let limit = if bits < 11 { 0.12 } else { 0.06 };
        assert!((got / wanted - 1.0).abs() < limit, "{bits}: {got}");
    }
    assert!(sixteen(9, &ALONE) > 1.07 * sixteen(9, &[]));
}

/// Loads that come at the same time: the last of a round, and in hundredths how often any is late.
fn rounds(name: &str, numbers: &[(&str, &str)]) -> [f64; 2] {
    let cycles = simulated(name, numbers);
    let warps = cycles.len() / ROUNDS;
    // A round in which DRAM made a pause is left out, as on the GPU.
    let last = cycles.chunks(warps).map(|round| round.iter().max());
    let last: Vec<u32> = last
        .flatten()
        .copied()
        .filter(|&last| last <= 1900)
        .collect();
    let late = last.iter().filter(|&&last| last >= LATE).count();
    let sum: u32 = last.iter().sum();
    [
        f64::from(sum) / last.len() as f64,
        100.0 * late as f64 / last.len() as f64,
    ]
}

/// Lines of one stripe and of many: how long a round takes, and how often it meets a refresh.
#[test]
fn rounds_of_loads_meet_as_many_refreshes_as_on_the_gpu() {
    let text = std::fs::read_to_string(folder("refreshes").join("stripes.txt")).expect("readable");
    for warps in WARPS {
        for apart in APART {
            let name = format!("rows_{warps}_{apart}");
            let [last, any] = rounds(&name, &[]);
            let wanted = behind(&text, &name);
            println!("{name}: {last:.0} {any:.0}, measured {wanted:?}");
            assert!((last / wanted[1] - 1.0).abs() < 0.08, "{name}: {last}");
            assert!((any - wanted[3]).abs() < 14.0, "{name}: {any}");
        }
    }
    // Of 32 lines of a stripe one would nearly always be late.
    assert!(rounds("rows_32_16", &ALONE)[1] > 60.0);
}
