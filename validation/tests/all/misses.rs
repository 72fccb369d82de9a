//! How long loads take that the L2 does not hold, alone and beside others, and how long those that find a
//! copy behind them, beside what the same machine code took on an H200 (`micro/h200/misses`).

use crate::timed::series::printed_behind;
use crate::timed::{folder, out};
use sim_validation::truth::TruthSet;

/// Rounds of each warp, of which those from the fourth to the twelfth count.
const ROUNDS: usize = 16;
/// Lines that are loaded again and again.
const HOT: usize = 512;
/// Cycles of a load from DRAM beyond which its line is at home on the other side, and of one that a refresh or a
/// pause has held up.
const FAR: u32 = 670;
const LATE: u32 = 850;

/// What the GPU took, number by number.
fn measured(name: &str) -> Vec<f64> {
    printed_behind("misses", name)
}

/// What the simulator leaves, some `numbers` of the machine changed.
fn simulated(name: &str, numbers: &[(&str, &str)]) -> Vec<u32> {
    let set = TruthSet::read(&folder("misses")).expect("the set is readable");
    let entry = set.entries.iter().find(|entry| entry.case.name == name);
    out(&set, entry.expect(name), 1, numbers)
}

fn mean(cycles: impl IntoIterator<Item = u32>) -> f64 {
    let (sum, count) = cycles.into_iter().fold((0.0, 0.0), |(sum, count), cycles| {
        (sum + f64::from(cycles), count + 1.0)
    });
    sum / count
}

fn median(mut cycles: Vec<u32>) -> f64 {
    cycles.sort_unstable();
    f64::from(cycles[cycles.len() / 2])
}

/// What warps wait for, in the mean.
fn waits(name: &str) -> f64 {
    let cycles = simulated(name, &[]);
    mean(
        cycles
            .chunks(ROUNDS)
            .flat_map(|warp| warp[4..12].iter().copied()),
    )
}

/// This chip took 674 to 689 cycles for a word, another 695 to 714.
#[test]
fn few_loads_take_as_long_as_on_the_gpu() {
    for name in [
        "lone_4",
        "lone_32",
        "four_words_8",
        "four_lines_8",
        "four_lines_16",
    ] {
        let (got, wanted) = (waits(name), measured(name)[0]);
        println!("{name}: {got:.0}, measured {wanted}");
        assert!(
            (got / wanted - 1.0).abs() < 0.05,
            "{name}: {got} for {wanted}"
        );
    }
    let more = waits("four_lines_4") - waits("four_words_4");
    let wanted = measured("four_lines_4")[0] - measured("four_words_4")[0];
    assert!(
        (more - wanted).abs() < 8.0,
        "lines take {more} longer, measured {wanted}"
    );
}

/// A row of DRAM is shut again before a thread that has waited for one of its words asks for another. With rows
/// that stay open the second load came 38 cycles sooner.
#[test]
fn a_row_that_nobody_waits_for_is_closed() {
    for words in [16, 32, 64, 128] {
        let name = format!("again_0_{words}");
        let cycles = simulated(&name, &[]);
        let near = cycles.chunks(2).filter(|loads| loads[0] < FAR);
        let (first, second): (Vec<u32>, Vec<u32>) = near.map(|loads| (loads[0], loads[1])).unzip();
        let later = median(second) - median(first);
        let gpu = measured(&name);
        let wanted = gpu[1] - gpu[0];
        println!("{name}: {later:+} cycles, measured {wanted:+}");
        assert!(
            (later - wanted).abs() < 20.0,
            "{name}: {later} for {wanted}"
        );
    }
}

/// Hits on lines of either half, in the mean.
fn hits(name: &str, numbers: &[(&str, &str)]) -> [f64; 2] {
    let cycles = simulated(name, numbers);
    let (first, later) = cycles.split_at(HOT);
    [0..FAR, FAR..LATE].map(|home| {
        let lines = (0..HOT).filter(|&line| home.contains(&first[line]));
        mean(lines.flat_map(|line| (0..4).map(move |round| later[HOT * round + line])))
    })
}

/// Holds what copies and lines at home take beside so many SMs that load so many lines each.
fn hold_hits(others: &str) {
    let name = format!("copies_0_{others}");
    let (got, wanted) = (hits(&name, &[]), measured(&name));
    println!("{name}: {got:.0?}, measured {wanted:?}");
    for (got, wanted) in got.into_iter().zip(wanted) {
        assert!(
            (got / wanted - 1.0).abs() < 0.11,
            "{name}: {got} for {wanted}"
        );
    }
}

/// On this chip all hits were 4 % faster than here.
#[test]
fn copies_are_read_behind_the_last_misses() {
    ["0_1", "8_1", "8_8"].into_iter().for_each(hold_hits);
    let [near, far] = hits("copies_0_8_8", &[("l2.copy_reads", "1")]);
    assert!(
        (far / near - 1.0).abs() < 0.03,
        "nobody waits: {near} {far}"
    );
}

/// Beside 1,056 lines on their way copies were read later than beside 64 and beside 8,384; if they waited for all
/// misses before them they would be the later the more there are.
#[test]
#[ignore = "slow: a check of .ci/full"]
fn copies_wait_no_longer_the_more_misses_there_are() {
    ["32_4", "66_8"].into_iter().for_each(hold_hits);
}
