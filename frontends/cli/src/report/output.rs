//! What kernels printed, launch by launch.

use sim_workload::printf::CAPACITY;

use crate::format::count;
use crate::view::{Output, Run};

/// Each launch's text under its name; empty if none printed anything.
pub fn text(run: &Run) -> String {
    let parts: Vec<_> = run.output.iter().map(one).collect();
    parts.join("\n")
}

fn one(output: &Output) -> String {
    let mut text = format!("Output of launch {}\n{}", output.launch, output.text);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    for message in &output.assertions {
        text.push_str(&format!("{message}\n"));
    }
    let shown = output.assertions.len() as u64;
    if output.failed > shown {
        let more = count(output.failed - shown);
        text.push_str(&format!(
            "The same in {more} more threads, or another assertion.\n"
        ));
    }
    if output.dropped > 0 {
        let (calls, room) = (count(output.dropped), count(CAPACITY));
        text.push_str(&format!(
            "Lost: {calls} more calls of printf. The buffer for a launch's output holds {room} bytes.\n"
        ));
    }
    text
}
