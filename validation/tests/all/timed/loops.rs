//! Loops that time themselves, whose instructions were written after compilation (`micro/h200/loops.py`): what the
//! turns of a second launch take beyond those of a first, on the GPU and in the simulator. One SM has work: there is no
//! other here.

use super::alone::one_sm;
use super::series::printed_by_case;
use super::{folder, left};
use sim_validation::truth::{Entry, TruthSet};
use std::collections::HashMap;

/// Turns of the two launches of each loop.
const TURNS: [u32; 2] = [2, 10];

/// A loop, run by so many warps.
pub struct Loop {
    pub kernel: String,
    /// On the SM.
    pub warps: u32,
    /// Cycles of the turns that the second launch has more than the first.
    pub measured: f64,
    /// The same in the simulator.
    pub simulated: f64,
}

/// The loops of a folder that are `wanted`, by name and warps, in the order of their names, with some `numbers` of
/// the configuration changed.
pub fn loops(
    program: &str,
    wanted: impl Fn(&str, u32) -> bool,
    numbers: &[(&str, &str)],
) -> Vec<Loop> {
    let set = TruthSet::read(&folder(program)).expect("the set is readable");
    let entries = set.entries.iter();
    let entries: HashMap<&str, &Entry> = entries.map(|e| (e.case.name.as_str(), e)).collect();
    let slowest = |name: &str| {
        let cycles = left(one_sm(numbers), &set, entries[name], 1);
        f64::from(cycles.into_iter().max().expect("a warp"))
    };
    let run = |(case, cycles): (String, Vec<u32>)| {
        let (kernel, warps) = case.rsplit_once("_w").expect("the number of warps");
        let warps = warps.parse().expect("a number");
        wanted(kernel, warps).then(|| {
            let [few, many] = TURNS.map(|turns| slowest(&format!("{case}_{turns}")));
            Loop {
                kernel: kernel.to_string(),
                warps,
                measured: f64::from(cycles[1] - cycles[0]),
                simulated: many - few,
            }
        })
    };
    let printed = printed_by_case(program).into_iter();
    let mut loops: Vec<Loop> = printed.filter_map(run).collect();
    loops.sort_by(|a, b| (&a.kernel, a.warps).cmp(&(&b.kernel, b.warps)));
    loops
}
