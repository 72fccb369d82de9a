//! How long a load that hits the L1 waits for stores of its warp to lines anywhere (`micro/h200/banks`),
//! beside what the same machine code took on an H200: as long as the fullest bank of the tags looks up
//! lines, and until what finds no place there has one.

use crate::timed::{folder, out, printed};
use sim_validation::truth::TruthSet;

/// The cycles that the GPU took for each set of lines, by the kernel and its lanes.
fn measured() -> Vec<(String, Vec<u32>)> {
    let numbers = |line: &str| {
        let words: Vec<_> = line.split(' ').collect();
        let cycles = words[2..]
            .iter()
            .map(|word| word.parse().expect("a number"));
        (format!("{}_{}", words[0], words[1]), cycles.collect())
    };
    printed("banks").lines().map(numbers).collect()
}

/// Mean difference in cycles that is allowed, by the kernel and its lanes.
const MEAN: [(&str, f64); 5] = [
    ("one_16", 0.2),
    ("one_24", 1.3),
    ("one_32", 3.5),
    ("two_16", 0.8),
    ("two_24", 3.6),
];

/// With banks by the lowest bits of the set 12 cycles off for 24 lines, with 24 places in each 8, and
/// with loads that come at once behind stores 3.
#[test]
fn loads_wait_for_stores_to_scattered_lines_as_long_as_on_the_gpu() {
    let set = TruthSet::read(&folder("banks")).expect("the set is readable");
    let measured = measured();
    for (name, most) in MEAN {
        let entry = set.entries.iter().find(|entry| entry.case.name == name);
        let simulated = out(&set, entry.expect("a case"), 1, &[]);
        let (_, wanted) = measured.iter().find(|(kind, _)| kind == name).expect(name);
        let errors = simulated.iter().zip(wanted);
        let errors: Vec<f64> = errors.map(|(&s, &m)| f64::from(s) - f64::from(m)).collect();
        let mean = errors.iter().map(|e| e.abs()).sum::<f64>() / errors.len() as f64;
        let bias = errors.iter().sum::<f64>() / errors.len() as f64;
        println!("{name}: {mean:.2} cycles off in the mean, {bias:+.2} with signs");
        assert!(mean < most, "{name}: {mean}");
    }
}
