//! A fault that ended the run: what happened, which thread, which line.

use crate::format::{plural, wrapped};
use crate::view::{FaultPlace, Run, Source};

/// The fault; empty if there is none.
pub fn text(run: &Run) -> String {
    let Some(fault) = &run.fault else {
        return String::new();
    };
    let ended = plural(run.launches.len(), "launch", "es");
    let mut text = format!(
        "FAULT in launch {}, after {ended} that ended:\n",
        fault.launch
    );
    for line in fault.what.lines() {
        text.push_str(&wrapped(line, "  "));
    }
    if let Some(place) = &fault.place {
        text.push_str(&at(place));
    }
    text
}

fn at(place: &FaultPlace) -> String {
    let [bx, by, bz] = place.block;
    let [tx, ty, tz] = place.thread;
    let mut text = format!(
        "  block ({bx}, {by}, {bz}), thread ({tx}, {ty}, {tz}), {}+{:#06x}: {}\n",
        place.kernel, place.pc, place.sass
    );
    if let Some(Source {
        file,
        line,
        text: source,
    }) = &place.source
    {
        text.push_str(&format!("  {file}:{line}  {source}\n"));
    }
    text
}
