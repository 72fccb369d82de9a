//! Livelock: warps that run for ever and get nowhere.
//!
//! A kernel makes progress when a block's warp ends, a store or reduction
//! leaves an SM, a reduction arrives at the L2, or a barrier opens. If none of that happens for long, the
//! engine begins to compare every live warp's state with a remembered one. A
//! warp that comes back to the same state (where its lanes stand, registers,
//! predicates) while nothing was stored will come back to it for ever; when
//! every live warp has done so or sleeps on one that has, the launch hangs.
//!
//! A long computation is not mistaken for a hang, because some register of it
//! changes. Left out: kernels whose warps signal each other by atomics alone
//! and keep no count in a register; those run into the limits instead.

/// Cycles without progress after which states are compared.
const PATIENCE: u64 = 200_000;

/// What the engine does about progress after an epoch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Watch {
    /// Nothing: there was progress lately.
    Trust,
    /// Remember every warp's state anew.
    Remember,
    /// Compare every warp's state with the remembered one.
    Compare,
}

/// Watches the progress of a launch.
#[derive(Debug, Default)]
pub struct Progress {
    events: u64,
    since: u64,
    /// Comparisons since states were last remembered, and after how many they
    /// are remembered anew: the span doubles (Brent), so that a cycle of any
    /// length is found.
    compared: u64,
    span: u64,
}

impl Progress {
    /// After an epoch that ended at `now`, with `events` of progress in all.
    pub fn watch(&mut self, events: u64, now: u64) -> Watch {
        if events != self.events {
            *self = Progress {
                events,
                since: now,
                ..Progress::default()
            };
        }
        if now < self.since + PATIENCE {
            return Watch::Trust;
        }
        if self.compared == self.span {
            self.compared = 0;
            self.span = (2 * self.span).max(64);
            return Watch::Remember;
        }
        self.compared += 1;
        Watch::Compare
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_compared_only_after_a_long_time_without_progress() {
        let mut progress = Progress::default();
        assert_eq!(progress.watch(1, 100), Watch::Trust);
        assert_eq!(progress.watch(1, 100 + PATIENCE - 1), Watch::Trust);
        assert_eq!(progress.watch(1, 100 + PATIENCE), Watch::Remember);
        assert_eq!(progress.watch(1, 101 + PATIENCE), Watch::Compare);
        assert_eq!(progress.watch(2, 102 + PATIENCE), Watch::Trust);
    }

    #[test]
    fn the_remembered_state_is_renewed_after_ever_longer_spans() {
        let mut progress = Progress::default();
        progress.watch(1, 0);
        let mut renewed = Vec::new();
        for epoch in 0..300 {
            if progress.watch(1, PATIENCE + epoch) == Watch::Remember {
                renewed.push(epoch);
            }
        }
        assert_eq!(renewed, [0, 65, 194]);
    }
}
