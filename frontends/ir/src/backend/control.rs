//! Control codes: stall counts for fixed latencies, dependence counters for the others.
//!
//! Four steps over the finished code:
//!
//! 1. Which instructions need a counter for their sources: those of variable latency whose
//!    source may be overwritten before something has waited for their result.
//! 2. A counter (of six) for each result and source set that needs one. Results with the same
//!    first reader share; else the counter goes to a free one, or to the one waited for soonest.
//! 3. Wait masks, by following the pending counters over the control-flow graph.
//! 4. Stall counts within blocks, from [`super::latency`]; before a block ends, results that
//!    are live behind it must be there, so blocks can be followed by any other.

mod access;
mod counters;
mod stalls;
mod waits;

use super::emit::{Code, CodeBlock};
use access::Access;
use counters::{assign_counters, needed_source_counters};
use stalls::assign_stalls;
use waits::assign_waits;

/// Assigns control codes to all instructions.
pub(crate) fn assign(code: &mut Code) {
    let accesses: Vec<_> = code.instructions.iter().map(Access::of).collect();
    let sources = needed_source_counters(code, &accesses);
    assign_counters(code, &accesses, &sources);
    assign_waits(code, &accesses);
    assign_stalls(code, &accesses);
}

/// Solves a forward flow problem whose facts only grow.
fn flow<S: Clone>(
    blocks: &[CodeBlock],
    start: S,
    pass: &mut dyn FnMut(usize, &mut S),
    join: impl Fn(&mut S, &S) -> bool,
) -> Vec<S> {
    let mut states = vec![start; blocks.len()];
    let mut pending: Vec<_> = (0..blocks.len()).rev().collect();
    while let Some(block) = pending.pop() {
        let mut state = states[block].clone();
        blocks[block]
            .range
            .clone()
            .for_each(|i| pass(i, &mut state));
        for &next in &blocks[block].next {
            if join(&mut states[next], &state) {
                pending.push(next);
            }
        }
    }
    states
}
