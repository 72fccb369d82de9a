//! What launches did that a GPU leaves undefined: the simulator's results are one of many.

use crate::format::{count, wrapped};
use crate::view::{Launch, Run, Source, Warning};

/// Warnings shown in full.
const SHOWN: usize = 4;

/// The warnings, one for each source line; empty if there is none.
pub fn text(run: &Run) -> String {
    let all: Vec<_> = run.launches.iter().flat_map(by_line).collect();
    let mut text: String = all
        .iter()
        .take(SHOWN)
        .map(|(launch, one)| warning(launch, one))
        .collect();
    let more = all.len().saturating_sub(SHOWN);
    if more > 0 {
        text.push_str(&format!("and {more} more warnings (see --format json)\n"));
    }
    text
}

/// The warnings of a launch by source line: one shuffle may be several instructions.
fn by_line(launch: &Launch) -> Vec<(&Launch, Warning)> {
    let mut kept: Vec<(&Launch, Warning)> = Vec::new();
    for one in &launch.warnings {
        let same = |other: &Warning| one.source.is_some() && other.source == one.source;
        match kept.iter_mut().find(|(_, other)| same(other)) {
            Some((_, known)) => known.times += one.times,
            None => kept.push((launch, one.clone())),
        }
    }
    kept
}

fn warning(launch: &Launch, warning: &Warning) -> String {
    let times = match warning.times {
        1 => "once".to_string(),
        times => format!("{} times", count(times)),
    };
    let what = format!(
        "Warning, launch {}: a shuffle reads lanes that do not take part, {times}. What it gets is \
         undefined on a GPU.",
        launch.name
    );
    let [x, y, z] = warning.block;
    let Warning {
        warp, lane, from, ..
    } = warning;
    let place = match &warning.source {
        Some(Source { file, line, text }) => format!("{file}:{line}  {text}"),
        None => format!("{}+{:#06x}: {}", launch.kernel, warning.pc, warning.sass),
    };
    format!(
        "{}  first in block ({x}, {y}, {z}), warp {warp}: lane {lane} reads lane {from}\n  {place}\n",
        wrapped(&what, "")
    )
}
