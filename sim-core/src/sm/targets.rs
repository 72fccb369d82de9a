//! Whose branch's target is fetched first.
//!
//! The warps of a sub-core take turns at its fetch unit. A warp that has taken a branch goes on fetching what
//! lies behind it until the branch is resolved, and so holds up others whose branches are resolved meanwhile:
//! each of them once, for as long as a fetch takes. So two warps that branch all the time lose two cycles at
//! each branch, four lose four (measured on an H100: `validation/micro/h200/branchy`).
//!
//! Left out: what follows the target, which is fetched in turn as well.

use super::subcore::SLOTS;

/// The branches of a sub-core's warps.
#[derive(Debug, Default)]
pub struct Targets {
    /// By warp: when it took its last branch ...
    taken: [u64; SLOTS],
    /// ... and when that was resolved.
    resolved: [u64; SLOTS],
    /// Warps whose target has not been fetched, a bit each.
    wanted: u32,
}

impl Targets {
    /// A warp takes a branch that is resolved then.
    #[inline]
    pub fn branch(&mut self, warp: usize, taken: u64, resolved: u64) {
        self.taken[warp] = taken;
        self.resolved[warp] = resolved;
        self.wanted |= 1 << warp;
    }

    /// Of these warps, those whose target has not been fetched.
    #[inline(always)]
    pub fn wanted(&self, warps: u32) -> u32 {
        self.wanted & warps
    }

    /// Fetches a warp's target, which takes so many cycles; returns when it is there.
    pub fn fetch(&mut self, warp: usize, cycles: u64) -> u64 {
        self.wanted &= !(1 << warp);
        let resolved = self.resolved[warp];
        let others = self.taken.iter().zip(&self.resolved);
        let astray = others.filter(|(taken, until)| **taken <= resolved && resolved < **until);
        resolved + cycles * (1 + astray.count() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_waits_for_each_warp_that_fetches_behind_its_own_branch() {
        let mut targets = Targets::default();
        targets.branch(3, 100, 108);
        targets.branch(5, 104, 112);
        targets.branch(9, 108, 116);
        targets.branch(1, 109, 117);
        assert_eq!(targets.wanted(0b1010), 0b1010);
        assert_eq!(targets.fetch(3, 2), 108 + 2 * 3);
        assert_eq!(targets.fetch(5, 2), 112 + 2 * 3);
        assert_eq!(targets.fetch(1, 2), 117 + 2);
        assert_eq!(targets.wanted(!0), 1 << 9);
    }
}
