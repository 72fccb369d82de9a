//! The default report: what a student reads first, on one screen.
//!
//! Each part is one file: whether the results are right, what ended the run early
//! and what a GPU leaves undefined, if anything, what the kernels printed, one
//! table that compares the launches, where warps spend their time, what the file
//! claims, and advice. Six
//! launches fit sixty lines; `--details` and `--section` add the sections of
//! [`crate::section`] below.

mod advice;
pub(crate) mod claims;
mod comparison;
mod fault;
mod output;
mod stalls;
mod verdict;
mod warnings;

use crate::view::Run;

/// The whole report, each part followed by a blank line but the last.
pub fn text(run: &Run) -> String {
    let parts = [
        verdict::text(run),
        fault::text(run),
        warnings::text(run),
        output::text(run),
        comparison::text(run),
        stalls::text(run),
        claims::text(run),
        advice::text(run),
        timing(run),
    ];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

fn timing(run: &Run) -> String {
    run.timing.map_or(String::new(), |timing| {
        format!(
            "Simulation: {} warp instructions in {:.2} s, {:.2} million a second.\n",
            crate::format::count(timing.warp_insts),
            timing.wall_s,
            timing.rate() / 1e6
        )
    })
}
