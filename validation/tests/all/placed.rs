//! Reductions of all warps on two words or on some of a line, beside what an H200 took of the same machine code
//! (`micro/h200/placed`): which words share a slice of the L2, and what it takes for their sectors.

use crate::timed::{counted, folder, h200, printed};
use sim_core::metrics::find;
use sim_validation::truth::TruthSet;

/// The median of so many numbers.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// By how many percent each launch whose name begins so is off.
fn hold(kernel: &str, most: impl Fn(&str) -> f64) {
    let set = TruthSet::read(&folder("placed")).expect("the set is readable");
    for line in printed("placed").lines() {
        let mut words = line.split(' ');
        let name = words.next().expect("a name");
        if !name.starts_with(kernel) {
            continue;
        }
        let measured = median(words.map(|w| w.parse().expect("a number")).collect());
        let report = counted(h200(&[]), &set, name);
        let metric = find("gpc__cycles_elapsed.max").expect("it is a counter");
        let cycles = (metric.value)(&report).expect("it was counted");
        let error = 100.0 * (cycles / measured - 1.0);
        println!("{name}: {cycles} for {measured}, {error:.1} %");
        assert!(error.abs() < most(name), "{name}: {error}");
    }
}

/// Of each KB the first and third quarter lie in one slice, the second and fourth in another.
#[test]
fn words_share_a_slice_as_their_quarters_of_a_kilobyte_do() {
    hold("apart_", |name| match name {
        // The first sectors of two lines of a slice take longer, by a fifth.
        "apart_128" => 18.0,
        // Here their slices, one of each side, pass each other's atomics on.
        "apart_4096" => 18.0,
        _ => 5.0,
    });
}

/// The driver deals memory 512 bytes at a time.
#[test]
fn small_buffers_made_one_after_the_other_share_a_slice() {
    hold("buffers_", |_| 5.0);
}

/// A part takes longer, and so do the whole sectors beside it. Where all warps touch the same three sectors the GPU takes
/// most launches as if they were whole, some for longer than four.
#[test]
fn a_pass_of_which_some_sector_is_a_part_takes_longer() {
    hold("lanes_", |name| match sectors(name) {
        3 => 26.0,
        _ => 5.0,
    });
}

/// The sectors that the lanes of a launch touch.
fn sectors(name: &str) -> usize {
    let mask = name.strip_prefix("lanes_").expect("some lanes");
    let mask = u32::from_str_radix(mask, 16).expect("a mask");
    mask.to_le_bytes()
        .iter()
        .filter(|&&sector| sector != 0)
        .count()
}
