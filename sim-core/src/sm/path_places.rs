//! Who has a place on the SM's data path: a few instructions of all warps, fewer of one.
//!
//! What leaves the line before the path takes a place and keeps it until its last wavefront has passed. A warp's
//! instructions pass one after the other, each with a wavefront in two cycles. Those of other warps overtake them, also in
//! one sub-core: two warps that store with conflicts take no longer than one. But while a warp has all the places that it
//! may have, its next one holds up the whole line (measured on an H200, `validation/micro/h200/queued`: beside a lone
//! warp's stores of 16 cycles each a shared load of another warp takes 30 cycles as long as four of them or fewer are left,
//! and 16 more for each further one; 64 such stores of one warp, of two of one sub-core, of three and four take 1,131,
//! 1,237, 1,691 and 2,189 cycles).
//!
//! When a barrier opens whose block has stores on their way, what comes behind waits until all before it has passed
//! ([`PathPlaces::fence`]): a load behind the barrier must not overtake them.

use super::WARP_SLOTS;
use crate::config::MioConfig;

/// The most places that a configuration may ask for ...
pub const MOST_PLACES: usize = 16;
/// ... and the most for one warp.
pub const MOST_WARP_PLACES: usize = 8;

/// The places of one SM, by when each is free.
#[derive(Debug)]
pub struct PathPlaces {
    /// Of all warps ...
    all: [u64; MOST_PLACES],
    places: usize,
    /// ... and of each, the one taken last behind those before it.
    of_warps: Box<[[u64; MOST_WARP_PLACES]; WARP_SLOTS]>,
    warp_places: usize,
    /// When the last one has got its place, nobody overtakes before, ...
    entered: u64,
    /// ... and which of all will be free first.
    next: usize,
}

impl PathPlaces {
    /// All free.
    pub fn new(config: &MioConfig) -> PathPlaces {
        PathPlaces::of(
            config.path_places as usize,
            config.warp_path_places as usize,
        )
    }

    /// So many of all warps, and of one.
    pub(super) fn of(all: usize, of_warp: usize) -> PathPlaces {
        PathPlaces {
            all: [0; MOST_PLACES],
            places: all.clamp(1, MOST_PLACES),
            of_warps: Box::new([[0; MOST_WARP_PLACES]; WARP_SLOTS]),
            warp_places: of_warp.clamp(1, MOST_WARP_PLACES),
            entered: 0,
            next: 0,
        }
    }

    /// When an instruction of a warp that comes at `now` gets a place.
    #[inline]
    pub fn enters(&mut self, slot: usize, now: u64) -> u64 {
        let free = self.all[self.next];
        let own = self.of_warps[slot][0];
        self.entered = self.entered.max(now).max(free).max(own);
        self.entered
    }

    /// When a warp's instructions have all passed, as far as they have places.
    #[inline]
    pub fn passed(&self, slot: usize) -> u64 {
        self.of_warps[slot][self.warp_places - 1]
    }

    /// Whoever has entered last, of a warp, keeps its place until `end`.
    #[inline]
    pub fn keep(&mut self, slot: usize, end: u64) {
        self.all[self.next] = end;
        self.next = self.first_free();
        let own = &mut self.of_warps[slot][..self.warp_places];
        own.rotate_left(1);
        own[self.warp_places - 1] = end;
    }

    /// Lets nobody in before all have passed, and `wait` cycles more; returns when they have.
    pub fn fence(&mut self, now: u64, wait: u64) -> u64 {
        let last = self.all[..self.places].iter().copied().max();
        let passed = self.entered.max(now).max(last.unwrap_or(0));
        self.entered = passed + wait;
        passed
    }

    /// The place that is free first.
    #[inline(always)]
    fn first_free(&self) -> usize {
        let places = 0..self.places;
        places.min_by_key(|&place| self.all[place]).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// When an instruction gets a place and keeps it for 16 cycles behind its warp's one before it.
    fn pass(places: &mut PathPlaces, slot: usize, now: u64) -> u64 {
        let enters = places.enters(slot, now);
        places.keep(slot, enters.max(places.passed(slot)) + 16);
        enters
    }

    #[test]
    fn a_warp_that_has_all_its_places_holds_up_the_line() {
        let mut places = PathPlaces::of(6, 2);
        let entered = [0, 0, 0, 1].map(|slot| pass(&mut places, slot, 10));
        assert_eq!(entered, [10, 10, 26, 26]);
    }

    #[test]
    fn another_warp_overtakes_those_that_wait_for_their_turn() {
        let mut places = PathPlaces::of(6, 4);
        for _ in 0..4 {
            pass(&mut places, 0, 10);
        }
        assert_eq!(places.passed(0), 74);
        assert_eq!(pass(&mut places, 5, 11), 11);
        assert_eq!(places.passed(5), 27);
    }

    #[test]
    fn all_places_may_be_taken() {
        let mut places = PathPlaces::of(2, 2);
        let entered = [0, 1, 2].map(|slot| pass(&mut places, slot, 10));
        assert_eq!(entered, [10, 10, 26]);
    }

    #[test]
    fn nobody_enters_behind_a_fence_until_all_have_passed() {
        let mut places = PathPlaces::of(6, 4);
        pass(&mut places, 0, 10);
        assert_eq!(places.fence(12, 8), 26);
        assert_eq!(pass(&mut places, 1, 13), 34);
        assert_eq!(places.fence(80, 8), 80);
    }
}
