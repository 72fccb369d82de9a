//! What an SM's L1 has kept of lines that a warp reads again and again, beside what the same machine
//! code found on an H100 (`micro/h200/rounds`): which lines share a set, which goes first, and how
//! many have room.

use crate::timed::alone::one_sm;
use crate::timed::series::printed_by_case;
use crate::timed::{folder, left};
use sim_validation::truth::{Entry, TruthSet};

/// The cases of a kind, with what they found here and on the GPU.
fn cases(kind: &str) -> Vec<(String, Vec<u32>, Vec<u32>)> {
    let set = TruthSet::read(&folder("rounds")).expect("readable");
    let gpu = printed_by_case("rounds");
    let of_kind = |entry: &&Entry| entry.case.name.starts_with(kind);
    let both = |entry: &Entry| {
        let name = entry.case.name.clone();
        let wanted = gpu[&name].clone();
        (name, left(one_sm(&[]), &set, entry, 1), wanted)
    };
    set.entries.iter().filter(of_kind).map(both).collect()
}

/// Of two arrays that lie 2^k bytes apart, to the line, but for one that finds no place for its data
/// where the GPU has one more.
#[test]
fn those_lines_miss_that_missed_on_the_gpu() {
    let cases = cases("part");
    assert!(cases.len() >= 8);
    let ones = |words: &[u32]| words.iter().map(|word| word.count_ones()).sum::<u32>();
    let mut all_alike = 0;
    for (name, got, wanted) in cases {
        assert!(ones(&wanted) > 400, "{name}");
        let differing: Vec<u32> = got.iter().zip(&wanted).map(|(a, b)| a ^ b).collect();
        assert!(ones(&differing) <= 4, "{name}: {differing:x?}");
        all_alike += u32::from(ones(&differing) == 0);
    }
    assert!(all_alike >= 7, "{all_alike}");
}

/// Lines that nobody has read before, in a cache full of others that were read again and again.
/// Until there are more of them than have room, to the line; then to one in 25 of those that missed,
/// or a few.
#[test]
fn old_lines_keep_new_ones_out_as_on_the_gpu() {
    let cases = cases("fresh");
    assert!(cases.len() >= 6);
    for (name, got, wanted) in cases {
        let some: usize = name
            .rsplit('_')
            .next()
            .and_then(|n| n.parse().ok())
            .expect("a number");
        for (time, (got, wanted)) in got.chunks(5).zip(wanted.chunks(5)).enumerate() {
            let (got, wanted) = (f64::from(got[4]), f64::from(wanted[4]));
            let room = (time + 1) * some <= 1700;
            let may_be_off = if room { 0.0 } else { 7.0 + wanted / 25.0 };
            let off = (got - wanted).abs();
            assert!(
                off <= may_be_off,
                "{name}, time {time}: {got}, measured {wanted}"
            );
        }
    }
}

/// Sweeps over ever more lines, with 32 and with 228 KB of shared memory: what misses in the later
/// rounds, in the mean.
#[test]
fn sweeps_miss_what_they_missed_on_the_gpu() {
    let cases = cases("sweep");
    assert!(cases.len() >= 16);
    let later = |rounds: &[u32]| f64::from(rounds[6..].iter().sum::<u32>()) / 6.0;
    for (name, got, wanted) in cases {
        let lines = f64::from(wanted[0]);
        let off = (later(&got) - later(&wanted)) / lines;
        // With many sets that hold a line or two the order in which they take turns counts.
        let may_be_off = if name.starts_with("sweep_226") {
            0.16
        } else {
            0.07
        };
        assert!(
            off.abs() <= may_be_off,
            "{name}: {got:?}, measured {wanted:?}"
        );
    }
}

/// Lines that all warps ask for at once, more than have room, and that one reads behind them.
#[test]
fn of_lines_asked_for_at_once_those_stay_that_stay_on_the_gpu() {
    let cases = cases("burst");
    assert!(cases.len() >= 24);
    for (name, got, wanted) in cases {
        let sizes: Vec<u32> = name.split('_').filter_map(|n| n.parse().ok()).collect();
        let lines = f64::from(sizes[1] * sizes[2]);
        let (got, wanted) = (f64::from(got[0]), f64::from(wanted[0]));
        let off = (got - wanted) / lines;
        // Of 256 and 512 lines of 8 and 16 warps beside most of the array, in whose order the warps come counts.
        let may_be_off = match name.as_str() {
            "burst_226_1_256" => 0.24,
            "burst_226_1_512" => 0.27,
            _ => 0.16,
        };
        assert!(
            off.abs() <= may_be_off,
            "{name}: {got} miss, measured {wanted}"
        );
    }
}
