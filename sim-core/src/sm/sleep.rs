//! When a warp that sleeps wakes.
//!
//! NANOSLEEP of *t* nanoseconds ends when the global timer next reaches a multiple
//! of the smallest power of two above *t*: sleeps in a row, whatever runs between
//! them, follow each other at exactly such distances, and the first is shorter
//! (an H200, sleeps of 0 to 4 ms, 1 to 528 warps). Below 32 ns, the timer's step,
//! it takes a fixed time.

use crate::config::IssueConfig;

/// Nanoseconds between two values of the global timer.
const TIMER_STEP_NS: u32 = 32;

/// The cycle in which a warp wakes that begins to sleep `now`.
pub(super) fn wakes(issue: &IssueConfig, sm_clock_mhz: f64, now: u64, nanoseconds: u32) -> u64 {
    let least = now + issue.sleep_least;
    let most = (issue.sleep_most_us * 1e3) as u32;
    let wanted = nanoseconds.min(most.saturating_sub(1));
    if wanted < TIMER_STEP_NS {
        return least;
    }
    let cycles_per_ns = sm_clock_mhz / 1e3;
    let period = f64::from((wanted + 1).next_power_of_two());
    let multiple = (now as f64 / cycles_per_ns / period).floor() + 1.0;
    least.max((multiple * period * cycles_per_ns).ceil() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::GpuConfig;

    /// Cycles of the third of three sleeps in a row at 1,980 MHz, in nanoseconds.
    fn third(nanoseconds: u32) -> f64 {
        let gpu = GpuConfig::built_in("h200").expect("a configuration");
        let sleep = |now| wakes(&gpu.issue, 1980.0, now, nanoseconds);
        let second = sleep(sleep(1000) + 20) + 20;
        (sleep(second) - second + 20) as f64 / 1.98
    }

    #[test]
    fn sleeps_in_a_row_take_the_next_power_of_two() {
        // Asked for, and measured between two readings of the clock.
        for (asked, measured) in [
            (64, 128),
            (100, 128),
            (130, 256),
            (300, 512),
            (1000, 1024),
            (10_000, 16_384),
            (1_000_000, 1_048_576),
            (4_000_000, 1_048_576),
        ] {
            assert!((third(asked) - f64::from(measured)).abs() < 1.0, "{asked}");
        }
    }

    #[test]
    fn a_sleep_below_the_timers_step_takes_a_fixed_time() {
        assert_eq!(third(0), third(30));
        assert!(third(30) < 64.0);
    }
}
