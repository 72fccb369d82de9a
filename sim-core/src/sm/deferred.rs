//! Which warps go on behind a barrier.
//!
//! BAR.DEFER_BLOCKING does not stop its warp: it goes on with what computes on its registers, and waits for the barrier
//! at the first instruction that has to do with more: a load or store, a branch, the next barrier. So arithmetic behind a
//! barrier costs nothing while others are on their way to it (measured: `validation/micro/h200/deferred`). ptxas leaves
//! six cycles before what must wait.
//!
//! Left out: warps of which only some lanes come to the barrier stop at once.

use super::subcore::SLOTS;
use super::timing::NEVER;

/// The warps of a sub-core that have come to a barrier and have not stopped.
#[derive(Debug, Default)]
pub struct Deferred {
    /// Who, a bit each.
    warps: u32,
    /// By warp: the instruction that is its barrier, to which its wait is charged ...
    barrier: [u32; SLOTS],
    /// ... and when that opens; [`NEVER`] if it is not known.
    opens: [u64; SLOTS],
}

impl Deferred {
    /// A warp comes to a barrier, the instruction `pc`, and goes on.
    #[inline]
    pub fn go_on(&mut self, warp: usize, pc: u32) {
        self.warps |= 1 << warp;
        self.barrier[warp] = pc;
        self.opens[warp] = NEVER;
    }

    /// Whether a warp has come to a barrier and has not stopped.
    #[inline(always)]
    pub fn goes_on(&self, warp: usize) -> bool {
        self.warps >> warp & 1 != 0
    }

    /// The barrier of a warp that goes on opens at `time`.
    #[inline]
    pub fn open(&mut self, warp: usize, time: u64) {
        self.opens[warp] = time;
    }

    /// A warp stops; returns its barrier and when that opens, or [`NEVER`].
    #[inline]
    pub fn stop(&mut self, warp: usize) -> (u32, u64) {
        self.warps &= !(1 << warp);
        (self.barrier[warp], self.opens[warp])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warp_that_stops_knows_whether_its_barrier_opens() {
        let mut deferred = Deferred::default();
        deferred.go_on(3, 17);
        deferred.go_on(4, 18);
        deferred.open(4, 120);
        assert!(deferred.goes_on(3) && deferred.goes_on(4) && !deferred.goes_on(5));
        assert_eq!(deferred.stop(3), (17, NEVER));
        assert_eq!(deferred.stop(4), (18, 120));
        assert!(!deferred.goes_on(3) && !deferred.goes_on(4));
        deferred.go_on(4, 19);
        assert_eq!(deferred.stop(4), (19, NEVER));
    }
}
