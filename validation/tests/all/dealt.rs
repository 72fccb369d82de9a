//! How unevenly ranges and strides of device memory fall on the slices of the L2, beside what an H200's slices were
//! asked for (`micro/h200/dealt`). Which slice a page goes to differs by chip; how they spread does not.

use crate::timed::{folder, printed};
use sim_core::config::GpuConfig;
use sim_memory::interleave::Interleave;
use std::collections::BTreeMap;

/// Slices of one side, of which the model has as many.
const MEASURED_SLICES: f64 = 47.0;
const LINES_OF_A_PAGE: u64 = 32;
const SECTORS_OF_A_LINE: f64 = 4.0;

/// So many rows, lines of each, bytes from one row to the next.
type Pattern = (u64, u64, u64);

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// By pattern, over the places where it was measured: what the busiest slice was asked for, for one that all slices of
/// its side were in the mean. `read` takes pattern, all sectors and the busiest slice's from the words of a line, if it is
/// one to read.
fn measured(
    text: &str,
    read: impl Fn(&[&str]) -> Option<(Pattern, [u64; 2])>,
) -> BTreeMap<Pattern, f64> {
    let mut places: BTreeMap<Pattern, Vec<f64>> = BTreeMap::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let Some((pattern, [all, busiest])) = read(&words) {
            let unevenness = busiest as f64 * MEASURED_SLICES / all as f64;
            places.entry(pattern).or_default().push(unevenness);
        }
    }
    let means = |(pattern, places): (Pattern, Vec<f64>)| (pattern, mean(&places));
    places.into_iter().map(means).collect()
}

fn number(word: &str) -> u64 {
    word.parse().expect("a number")
}

/// Ranges, and lines some bytes apart.
fn ranges_and_strides() -> BTreeMap<Pattern, f64> {
    measured(&printed("dealt"), |words| {
        let of_slices = words[0].starts_with("lts");
        let counts = [words[7], words[8]].map(number);
        of_slices.then(|| ((number(words[2]), 1, number(words[4])), counts))
    })
}

/// Windows of 256 rows, such as kernels see that go through columns.
fn windows() -> BTreeMap<Pattern, f64> {
    let text = std::fs::read_to_string(folder("dealt").join("windows.txt")).expect("readable");
    measured(&text, |words| {
        let pattern = (number(words[1]), number(words[5]), number(words[3]));
        (pattern.0 == 256).then(|| (pattern, [words[8], words[9]].map(number)))
    })
}

/// The same of the model.
fn modelled(gpu: &GpuConfig, (rows, lines, apart): Pattern, place: u64) -> f64 {
    let interleave = Interleave::new(&gpu.l2);
    let mut asked = vec![0.0; gpu.l2.shards as usize];
    // Pages of no particular kind.
    let first = place * (10_007 + (place << 7)) * LINES_OF_A_PAGE;
    for line in (0..rows).flat_map(|row| (0..lines).map(move |line| row * apart / 128 + line)) {
        asked[interleave.home(first + line).shard as usize] += SECTORS_OF_A_LINE;
    }
    asked.iter().copied().fold(0.0, f64::max) / mean(&asked)
}

/// Of these patterns: by what share the mean over many places in the model is off, in the mean and at worst.
fn errors(gpu: &GpuConfig, patterns: &BTreeMap<Pattern, f64>) -> (f64, f64) {
    let error = |(&pattern, wanted): (&Pattern, &f64)| {
        let places: Vec<f64> = (1..=96)
            .map(|place| modelled(gpu, pattern, place))
            .collect();
        (mean(&places) / wanted - 1.0).abs()
    };
    let errors: Vec<f64> = patterns.iter().map(error).collect();
    (mean(&errors), errors.iter().copied().fold(0.0, f64::max))
}

#[test]
fn memory_falls_on_slices_as_unevenly_as_on_the_gpu() {
    let mut gpu = GpuConfig::built_in("h200").expect("built in");
    let patterns = ranges_and_strides();
    assert_eq!(patterns.len(), 25);
    let (mean, worst) = errors(&gpu, &patterns);
    // The worst are ranges of some ten pages.
    assert!(mean < 0.036 && worst < 0.14, "{mean:.3} {worst:.3}");

    // The size of a deck counts: without a shuffle ranges spread too evenly, in large decks not evenly enough.
    for pages in ["1", "32"] {
        gpu.set("l2.deck_pages", pages).expect("a number");
        let (other, _) = errors(&gpu, &patterns);
        assert!(other > 1.5 * mean, "{pages}: {other:.3}, {mean:.3}");
    }
}

/// They fall more evenly than on the GPU, by 7 % in the mean, most so where rows lie 8 KB apart.
#[test]
fn windows_of_rows_fall_on_slices_nearly_as_unevenly_as_on_the_gpu() {
    let gpu = GpuConfig::built_in("h200").expect("built in");
    let patterns = windows();
    assert_eq!(patterns.len(), 73);
    let (mean, worst) = errors(&gpu, &patterns);
    assert!(mean < 0.086 && worst < 0.26, "{mean:.3} {worst:.3}");
}
