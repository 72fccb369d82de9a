//! The advice of [`crate::advice`] as text, three lines each and the gain.

use crate::advice::{Advice, Gain};
use crate::format::{fixed, whole, wrapped};
use crate::view::Run;

/// The advice; empty if there is none.
pub fn text(run: &Run) -> String {
    if run.advice.is_empty() {
        return String::new();
    }
    let numbered = run.advice.iter().enumerate();
    let pieces: String = numbered.map(|(at, one)| piece(at + 1, one)).collect();
    format!("What to change first\n{pieces}")
}

fn piece(number: usize, advice: &Advice) -> String {
    format!(
        "{number}. {}: {}\n   {}\n{}{}",
        advice.launch,
        advice.finding,
        advice.place,
        wrapped(advice.remedy, "   "),
        wrapped(&gain(&advice.gain), "   ")
    )
}

fn gain(gain: &Gain) -> String {
    let factor = fixed(gain.factor(), 1);
    match gain.simulated {
        Some(cycles) => format!(
            "Gain: {factor} times faster, simulated with the ideal ({} cycles instead of {}).",
            whole(cycles),
            whole(gain.cycles)
        ),
        None => format!(
            "Gain: up to about {factor} times faster (estimated from counters, not simulated: {}).",
            gain.basis
        ),
    }
}
