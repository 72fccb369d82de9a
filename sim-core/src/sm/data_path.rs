//! Who passes the L1's data path when: a wavefront a cycle, of one instruction one in two (a lone
//! warp's 64 cycles of shared loads, stores or hits delay nothing that takes another way: `pairs`).
//!
//! Two queues share it. In the one are, in the order of their arrival, the instructions that the
//! arbiter takes (shared memory, shuffles, special registers) and the hits and stores of global
//! and local memory. In the other are loads that waited for misses and whose data has come. Those
//! go back through the ports of the four sub-cores, which get a wavefront each before the first
//! queue gets one instruction through; between two loads a sub-core loses two. So of loads with
//! `d` wavefronts `4 d / (d + 2)` pass first (measured on an H200, `share_*`: beside loads of 1 to
//! 32 wavefronts that waited, shared loads take 1.6, 2.6, 3.1, 3.5, 4.0 cycles longer each; all 18
//! points of the curve `path-waits` but two within 7 %).
//!
//! The queues are amounts of work that drain side by side, in fractions of a cycle, not lists: an
//! instruction's time follows from what waits when it arrives, and what arrives later and gets in
//! between is felt by those behind it. What the arbiter takes stands in line before them until it has
//! one of the places on the path (`path_places`), and counts as arrived when its warp's instructions before
//! it have passed.

use std::collections::VecDeque;

use super::path_places::PathPlaces;
use crate::config::MioConfig;

/// The data path of one SM.
#[derive(Debug)]
pub struct DataPath {
    /// The most wavefronts of loads that waited which pass before one of the others ...
    most: f64,
    /// ... and how many wavefronts of each load make up for the time between two loads.
    gap: f64,
    /// As many as pass, after the loads that come back now.
    turn: f64,
    /// The cycle up to which what has passed is taken off.
    now: u64,
    /// Cycles for which instructions wait, hits and stores among them ...
    first: f64,
    /// ... and how many of those are of the last one.
    each: f64,
    /// Cycles for which loads wait whose data has come.
    returning: f64,
    /// When those that stand in line get their places on the path, ...
    line: VecDeque<u64>,
    /// ... how many of them may stand there ...
    line_places: usize,
    /// ... and who has a place.
    places: PathPlaces,
    /// What is to come, in order: from when, and for how many cycles ...
    booked: VecDeque<(u64, u64)>,
    /// ... and for how many together.
    to_come: f64,
}

impl DataPath {
    /// Nothing is on its way.
    pub fn new(config: &MioConfig) -> DataPath {
        DataPath {
            most: config.return_turn as f64,
            gap: config.return_gap as f64,
            turn: 0.0,
            now: 0,
            first: 0.0,
            each: 1.0,
            returning: 0.0,
            line: VecDeque::with_capacity(super::mio::MAX_QUEUE),
            line_places: config.data_queue as usize,
            places: PathPlaces::new(config),
            booked: VecDeque::with_capacity(super::mio::MAX_QUEUE),
            to_come: 0.0,
        }
    }

    /// Goes on to `now`.
    #[inline]
    fn go_on(&mut self, now: u64) {
        while let Some(&(start, cycles)) = self.booked.front()
            && start <= now
        {
            self.booked.pop_front();
            self.drain(start);
            self.first += cycles as f64;
            self.each = cycles as f64;
            self.to_come -= cycles as f64;
        }
        self.drain(now);
    }

    /// Takes off what passes until `now`.
    #[inline(always)]
    fn drain(&mut self, now: u64) {
        let Some(passed) = now.checked_sub(self.now) else {
            return;
        };
        self.now = now;
        let mut passed = passed as f64;
        if self.first > 0.0 && self.returning > 0.0 {
            // Both wait: they share until one is through.
            let share = self.each / (self.each + self.turn);
            let both = passed
                .min(self.first / share)
                .min(self.returning / (1.0 - share));
            self.first -= both * share;
            self.returning -= both * (1.0 - share);
            passed -= both;
        }
        // Of two one is through by now.
        self.first = (self.first - passed).max(0.0);
        self.returning = (self.returning - passed).max(0.0);
    }

    /// How long an instruction of so many cycles waits behind others that take `before`. The
    /// wavefronts of one come every second cycle, so that two pass side by side: one that finds
    /// one other waits for nothing, further ones begin in pairs.
    #[inline(always)]
    fn wait(&self, before: f64, cycles: f64) -> u64 {
        let turns = (before / cycles + 1.0) * self.turn;
        let beside = if before <= self.each {
            before
        } else {
            self.each / 2.0
        };
        (before - beside + self.returning.min(turns)) as u64
    }

    /// Passes what the arbiter takes at `now`; returns when it starts.
    #[inline]
    pub fn take(&mut self, now: u64, cycles: u64) -> u64 {
        self.go_on(now);
        let start = now + self.wait(self.first, cycles as f64);
        self.first += cycles as f64;
        self.each = cycles as f64;
        start
    }

    /// Passes an instruction of a warp that comes into the line at `now` and takes its way for `way` cycles; returns when
    /// it starts.
    #[inline]
    pub fn start(&mut self, now: u64, slot: usize, cycles: u64, way: u64) -> u64 {
        self.go_on(now);
        let enters = self.places.enters(slot, now);
        self.stand_in_line(enters, now);
        let ready = enters.max(self.places.passed(slot));
        let start = ready + self.wait(self.waiting_at(ready), cycles as f64);
        self.book(ready, cycles);
        self.places.keep(slot, start + way);
        start
    }

    /// When all of a warp's instructions that have left the line have passed.
    #[inline]
    pub fn passed(&self, slot: usize) -> u64 {
        self.places.passed(slot)
    }

    /// Lets nobody pass what comes at `now` before all in front of it have passed, and `wait` cycles more; it takes the
    /// path for `cycles` itself.
    pub fn fence(&mut self, now: u64, cycles: u64, wait: u64) {
        self.go_on(now);
        let passes = self.places.fence(now, wait.max(cycles));
        self.stand_in_line(passes, now);
        self.book(passes, cycles);
    }

    /// Someone stands in line until `enters`.
    #[inline]
    fn stand_in_line(&mut self, enters: u64, now: u64) {
        if enters > now {
            self.line.push_back(enters);
        }
    }

    /// From when there is a place in line, 0 if there is one.
    #[inline]
    pub fn opens(&mut self, now: u64) -> u64 {
        while self.line.front().is_some_and(|&enters| enters <= now) {
            self.line.pop_front();
        }
        match self.line.len().checked_sub(self.line_places) {
            Some(before) => self.line[before],
            None => 0,
        }
    }

    /// Books so many cycles from `at` on.
    #[inline]
    fn book(&mut self, at: u64, cycles: u64) {
        if at <= self.now {
            self.first += cycles as f64;
            self.each = cycles as f64;
            return;
        }
        let behind = self.booked.partition_point(|&(from, _)| from <= at);
        self.booked.insert(behind, (at, cycles));
        self.to_come += cycles as f64;
    }

    /// Cycles for which instructions will wait at `time`, as far as is known.
    #[inline]
    fn waiting_at(&self, time: u64) -> f64 {
        let (mut now, mut waiting) = (self.now, self.first);
        for &(from, cycles) in self.booked.iter().take_while(|&&(from, _)| from <= time) {
            let passed = from.saturating_sub(now);
            waiting = (waiting - passed as f64).max(0.0) + cycles as f64;
            now += passed;
        }
        (waiting - time.saturating_sub(now) as f64).max(0.0)
    }

    /// Passes a hit or a store, not before `start`; returns when.
    #[inline]
    pub fn pass(&mut self, now: u64, start: u64, cycles: u64) -> u64 {
        self.go_on(now);
        let wait = self.wait(self.first + self.to_come, cycles as f64);
        self.book(start.max(now), cycles);
        start.max(now + wait)
    }

    /// Passes a load whose data is there now; returns when it starts.
    #[inline]
    pub fn give_back(&mut self, now: u64, cycles: u64) -> u64 {
        self.go_on(now);
        let before = (self.returning / self.turn.max(1.0)) * self.each;
        let wait = self.returning + self.first.min(before);
        self.returning += cycles as f64;
        self.turn = self.most * cycles as f64 / (cycles as f64 + self.gap);
        self.now + wait as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path() -> DataPath {
        DataPath {
            most: 4.0,
            gap: 2.0,
            turn: 0.0,
            now: 0,
            first: 0.0,
            each: 1.0,
            returning: 0.0,
            line: VecDeque::new(),
            line_places: 1,
            places: PathPlaces::of(2, 2),
            booked: VecDeque::new(),
            to_come: 0.0,
        }
    }

    #[test]
    fn instructions_pass_two_at_a_time_and_others_behind() {
        let mut path = path();
        assert_eq!(path.take(10, 8), 10);
        assert_eq!(path.take(10, 8), 10, "every second cycle is free");
        assert_eq!(path.take(10, 8), 22, "between the first two and the fourth");
        assert_eq!(path.pass(12, 12, 4), 30);
        assert_eq!(path.take(60, 1), 60);
    }

    #[test]
    fn what_is_to_pass_later_holds_nothing_up_before() {
        let mut path = path();
        assert_eq!(path.pass(0, 20, 4), 20);
        assert_eq!(path.take(0, 1), 0);
        assert_eq!(path.take(21, 4), 21);
        assert_eq!(path.take(21, 1), 26);
    }

    #[test]
    fn loads_that_waited_pass_one_after_the_other() {
        let mut path = path();
        assert_eq!(path.give_back(0, 32), 0);
        assert_eq!(path.give_back(4, 32), 32);
        assert_eq!(path.give_back(100, 1), 100);
    }

    /// A path for which ten loads wait, of so many wavefronts each.
    fn busy(wavefronts: u64) -> DataPath {
        let mut path = path();
        for _ in 0..10 {
            path.give_back(0, wavefronts);
        }
        path
    }

    /// Of loads of 6 wavefronts three pass first: 4 * 6 / (6 + 2).
    #[test]
    fn one_instruction_gets_through_after_a_few_wavefronts_of_loads_that_waited() {
        let mut path = busy(6);
        assert_eq!(path.take(0, 1), 3);
        assert_eq!(path.take(0, 1), 6);
        assert_eq!(path.take(8, 1), 11);
        // Three that got through make the last load wait as much longer.
        assert_eq!(path.give_back(20, 6), 63);
    }

    #[test]
    fn a_place_in_line_is_free_when_who_has_it_gets_one_on_the_path() {
        let mut path = path();
        let started = [1, 2].map(|slot| path.start(10, slot, 8, 16));
        assert_eq!((started, path.opens(10)), ([10, 10], 0));
        assert_eq!((path.start(10, 3, 8, 16), path.opens(10)), (26, 26));
        assert_eq!(path.opens(26), 0);
    }

    #[test]
    fn another_warp_passes_beside_one_that_waits_for_its_turn() {
        let mut path = DataPath {
            places: PathPlaces::of(6, 4),
            ..path()
        };
        let alone = [10, 10, 10].map(|now| path.start(now, 1, 8, 16));
        assert_eq!(alone, [10, 26, 42]);
        assert_eq!(path.passed(1), 58);
        assert_eq!(path.start(12, 2, 1, 2), 12);
    }

    #[test]
    fn behind_a_fence_the_path_is_empty_for_some_cycles() {
        let mut path = path();
        path.start(10, 1, 8, 16);
        path.fence(11, 2, 8);
        assert_eq!(path.start(11, 2, 1, 2), 34);
    }

    #[test]
    fn beside_loads_of_one_wavefront_little_is_waited_for() {
        assert_eq!(busy(1).take(0, 8), 1);
    }
}
