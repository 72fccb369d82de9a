//! Faults, meant and not: what happened, which thread, which line.

use crate::format::{plural, wrapped};
use crate::view::{Fault, FaultPlace, Run, Source};

/// The faults that the file wants, and the one that ended the run; empty if there is none.
pub fn text(run: &Run) -> String {
    let meant = run.faulted.iter().map(|fault| {
        let head = format!(
            "Launch {} faults, as the file says it must:\n",
            fault.launch
        );
        head + &what(fault)
    });
    let ended = plural(run.launches.len(), "launch", "es");
    let last = run.fault.iter().map(|fault| {
        let head = format!(
            "FAULT in launch {}, after {ended} that ended:\n",
            fault.launch
        );
        head + &what(fault)
    });
    meant.chain(last).collect::<Vec<_>>().join("\n")
}

fn what(fault: &Fault) -> String {
    let mut text = String::new();
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
        let place_in_file = format!("  {file}:{line}  ");
        text.push_str(&format!("{place_in_file}{source}\n"));
        if let Some((before, width)) = place.mark {
            let before = place_in_file.chars().count() + before;
            text.push_str(&format!("{:before$}{}\n", "", "^".repeat(width)));
        }
    }
    text
}
