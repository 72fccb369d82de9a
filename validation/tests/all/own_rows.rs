//! What the L1 keeps of stores that are loaded again, beside what the same machine code found on an H200
//! (`micro/h200/own_rows`).

use crate::timed::alone::one_sm;
use crate::timed::{folder, left, printed};
use sim_validation::truth::TruthSet;

/// Cycles from which on a load has missed the L1.
const LATE: u32 = 250;

/// Loads of bytes that were stored one by one miss once in each sector, those of words never; what a load takes in the
/// mean is the GPU's within 1 %, in the first four launches, whose code the GPU had not seen, within 5.
#[test]
fn who_loads_what_it_has_stored_misses_as_often_as_on_the_gpu() {
    let set = TruthSet::read(&folder("own_rows")).expect("the set is readable");
    let mut launches = 0;
    for line in printed("own_rows").lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let entry = set.entries.iter().find(|entry| entry.case.name == words[0]);
        // The second launch finds the rows in the L2, as those on the GPU did.
        let out = left(one_sm(&[]), &set, entry.expect(words[0]), 2);
        let counted = &out[40..];
        let mean = f64::from(counted.iter().sum::<u32>()) / counted.len() as f64;
        let late = counted.iter().filter(|&&cycles| cycles > LATE).count();
        let (measured, missed): (f64, usize) = (
            words[1].parse().expect("a number"),
            words[2].parse().expect("a number"),
        );
        println!("{line}: {mean:.1} {late}");
        assert_eq!(late, missed, "{line}");
        let first = line.starts_with("bytes_32_g0");
        let most = if first { 0.05 } else { 0.01 };
        assert!((mean / measured - 1.0).abs() < most, "{line}: {mean}");
        launches += 1;
    }
    assert_eq!(launches, 72);
}
