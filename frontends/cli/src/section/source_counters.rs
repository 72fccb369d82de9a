//! Counters by source line: where warps wait and which accesses are wasteful.

use std::collections::BTreeMap;

use super::{Counter, Row, Section, counters};
use crate::advice::Place;
use crate::format::{NOTHING, count, fixed};
use crate::table::{Align, Table};
use crate::view::{Instruction, Launch};

/// See the module.
pub struct SourceCounters;

/// Lines shown of each launch.
const LINES: usize = 12;

const ROWS: [Counter; 3] = [
    (
        "Branch Instructions",
        "warp instruction",
        "smsp__inst_executed_op_branch.sum",
    ),
    (
        "Branch Targets of Divergent Threads",
        "branch",
        "smsp__sass_branch_targets_threads_divergent.sum",
    ),
    (
        "Branch Targets of Uniform Threads",
        "branch",
        "smsp__sass_branch_targets_threads_uniform.sum",
    ),
];

impl Section for SourceCounters {
    fn name(&self) -> &'static str {
        "SourceCounters"
    }

    fn title(&self) -> &'static str {
        "source counters"
    }

    fn rows(&self, launch: &Launch) -> Vec<Row> {
        counters(launch, &ROWS).collect()
    }

    fn below(&self, launch: &Launch) -> String {
        let mut lines: Vec<_> = by_line(launch).into_iter().collect();
        lines.sort_by_key(|(_, line)| std::cmp::Reverse(line.warp_cycles));
        let mut table = Table::new()
            .column("% of warp\ncycles", Align::Right)
            .column("warp\ninstructions", Align::Right)
            .column("sectors\n/ ideal", Align::Right)
            .column("wavefronts\n/ ideal", Align::Right)
            .column("main reason", Align::Left)
            .column(&launch.name, Align::Left);
        for (place, line) in lines.iter().take(LINES) {
            table.row(line.cells(place, launch.warp_cycles()));
        }
        format!("\n{}", table.render())
    }
}

/// What the instructions of one line did together.
#[derive(Default)]
struct Line {
    warp_cycles: u64,
    executed: u64,
    sectors: [u64; 2],
    wavefronts: [u64; 2],
    reasons: BTreeMap<&'static str, u64>,
}

fn by_line(launch: &Launch) -> BTreeMap<Place, Line> {
    let mut lines: BTreeMap<Place, Line> = BTreeMap::new();
    for one in launch.code.iter().filter(|one| one.executed > 0) {
        lines.entry(Place::of(launch, one)).or_default().add(one);
    }
    lines
}

impl Line {
    fn add(&mut self, one: &Instruction) {
        self.warp_cycles += one.warp_cycles();
        self.executed += one.executed;
        for share in &one.stalls {
            *self.reasons.entry(share.name).or_default() += share.warp_cycles;
        }
        let Some(access) = one.access else { return };
        if !access.kind.is_shared() {
            self.sectors[0] += access.sectors;
            self.sectors[1] += access.ideal_sectors;
        } else {
            self.wavefronts[0] += access.wavefronts;
            self.wavefronts[1] += access.ideal_wavefronts;
        }
    }

    fn cells(&self, place: &Place, total: u64) -> Vec<String> {
        let share = 100.0 * self.warp_cycles as f64 / total.max(1) as f64;
        vec![
            fixed(share, 1),
            count(self.executed),
            over_ideal(self.sectors),
            over_ideal(self.wavefronts),
            self.main_reason().to_string(),
            place.to_string(),
        ]
    }

    fn main_reason(&self) -> &'static str {
        let largest = self.reasons.iter().max_by_key(|(_, cycles)| **cycles);
        largest.map_or(NOTHING, |(name, _)| name)
    }
}

fn over_ideal([actual, ideal]: [u64; 2]) -> String {
    if ideal == 0 {
        NOTHING.to_string()
    } else {
        format!("{} / {}", count(actual), count(ideal))
    }
}
