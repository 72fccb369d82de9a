//! Which loads of DRAM wait for refreshes together, beside what the same machine code took on an H200
//! (`micro/h200/refreshes`).

use crate::timed::series::printed_behind;
use crate::timed::{folder, out};
use sim_validation::truth::TruthSet;

/// Cycles from which a load has waited for a refresh or a pause.
const LATE: u32 = 850;
/// Channels that refresh at any time, whatever others do.
const ALONE: [(&str, &str); 1] = [("dram.refresh_together", "0")];

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

/// What sixteen loads within 2^`bits` lines take, in the mean.
fn sixteen(bits: u32, numbers: &[(&str, &str)]) -> f64 {
    let cycles = simulated(&format!("sixteen_{bits}"), numbers);
    f64::from(cycles.iter().sum::<u32>()) / cycles.len() as f64
}

/// From 2 KB to the whole array. What lies within one stripe waits together more often on the GPU, neighbours most:
/// their channels refresh closer together than others.
#[test]
fn loads_of_one_stripe_wait_for_refreshes_together() {
    for bits in [4, 6, 8, 9, 10, 11, 13, 15, 17, 19, 21] {
        let got = late(bits, &[]);
        let wanted = printed_behind("refreshes", &format!("both_{bits}"));
        println!("both_{bits}: {got:.1?}, measured {wanted:?}");
        let limit = match bits {
            4 => 20.0,
            6..=9 => 14.0,
            _ => 6.0,
        };
        assert!((got[0] - wanted[0]).abs() < 1.5, "{bits}: {got:?}");
        assert!((got[1] - wanted[1]).abs() < limit, "{bits}: {got:?}");
    }
    assert!(late(8, &ALONE)[1] < 22.0);
    // If all rows lay in the same bank of their channels, loads would wait together wherever they are.
    assert!(late(13, &[("dram.bank_rows", "100000")])[1] > 25.0);
}

/// A warp that waits for the last of sixteen lines waits longer the more stripes they lie in.
#[test]
fn sixteen_loads_of_one_stripe_come_sooner_than_others() {
    for bits in [9, 10, 11, 12, 13, 15, 17, 19, 21] {
        let got = sixteen(bits, &[]);
        let wanted = printed_behind("refreshes", &format!("sixteen_{bits}"))[0];
        println!("sixteen_{bits}: {got:.0}, measured {wanted}");
        assert!((got / wanted - 1.0).abs() < 0.05, "{bits}: {got}");
    }
    assert!(sixteen(9, &ALONE) > 1.07 * sixteen(9, &[]));
}
