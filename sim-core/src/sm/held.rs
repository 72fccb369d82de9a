//! Warps that a unit holds back, as groups.
//!
//! A busy pipe or a full queue to memory holds back every warp of a sub-core
//! whose next instruction needs it, often a dozen, and when it has taken one
//! all others go on waiting. So those who wait for one unit share one time,
//! and whatever happens to the unit meanwhile costs the host one step. How
//! long each warp waited for the unit, and how long for its turn while the
//! unit was free, is worked out when it goes on.

use super::subcore::SLOTS;
use super::timing::NEVER;
use crate::plan::{Queue, UNITS, unit_parts};

/// Every unit has its bit.
const _: () = assert!(UNITS <= u32::BITS as usize);

/// The warps of a sub-core that wait for one unit.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    /// A bit for each slot.
    warps: u32,
    /// When the unit is to be asked again; [`NEVER`] until an
    /// instruction has left the queue before it.
    until: u64,
    /// Cycles, since the group began, for which the unit was free and took
    /// none of its warps.
    unselected: u64,
}

/// The groups of one sub-core.
#[derive(Debug)]
pub struct HeldBack {
    groups: [Group; UNITS],
    /// Units that hold back any warp, a bit each.
    holding: u32,
    /// What its group's `unselected` was when the warp of each slot came.
    came: [u64; SLOTS],
}

impl HeldBack {
    /// No warp is held back.
    pub fn new() -> HeldBack {
        HeldBack {
            groups: [Group::default(); UNITS],
            holding: 0,
            came: [0; SLOTS],
        }
    }

    /// A unit holds a warp back `until` then.
    #[inline]
    pub fn hold(&mut self, unit: usize, slot: usize, until: u64) {
        let group = &mut self.groups[unit];
        if group.warps == 0 {
            *group = Group {
                until: NEVER,
                ..Group::default()
            };
        }
        group.warps |= 1 << slot;
        group.until = group.until.min(until);
        self.came[slot] = group.unselected;
        self.holding |= 1 << unit;
    }

    /// The units that hold back warps.
    #[inline]
    pub fn holding(&self) -> impl Iterator<Item = usize> + use<> {
        let mut left = self.holding;
        std::iter::from_fn(move || {
            let unit = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (unit < UNITS).then_some(unit)
        })
    }

    /// When a unit that holds back warps is to be asked again; [`NEVER`] until an
    /// instruction has left the queue before it.
    #[inline]
    pub fn until(&self, unit: usize) -> u64 {
        self.groups[unit].until
    }

    /// The slots of the warps that a unit holds back, a bit each.
    #[inline]
    pub fn warps(&self, unit: usize) -> u32 {
        self.groups[unit].warps
    }

    /// A unit that was free again, and took no warp of the group in the cycles
    /// before `now`, holds the group back further.
    #[inline]
    pub fn hold_again(&mut self, unit: usize, now: u64, until: u64) {
        let group = &mut self.groups[unit];
        group.unselected += now - group.until;
        group.until = until;
    }

    /// A warp goes on; returns for how many cycles up to `now` its unit was
    /// free and it was not its turn.
    #[inline]
    pub fn release(&mut self, unit: usize, slot: usize, now: u64) -> u64 {
        let group = &mut self.groups[unit];
        group.warps &= !(1 << slot);
        if group.warps == 0 {
            self.holding &= !(1 << unit);
        }
        group.unselected - self.came[slot] + (now - group.until)
    }

    /// Whether a warp waits for a place in a queue.
    pub fn waits_for_place(&self, slot: usize) -> bool {
        let waits = |group: &Group| group.warps >> slot & 1 != 0 && group.until == NEVER;
        self.groups.iter().any(waits)
    }

    /// There is a place in the queue of the sub-core at `now`: whether a warp may have waited for it.
    #[inline]
    pub fn place_from(&mut self, now: u64) -> bool {
        let mut any = false;
        for unit in self.holding() {
            let group = &mut self.groups[unit];
            if group.until > now && unit_parts(unit).1 == Some(Queue::OfSubCore) {
                group.until = now;
                any = true;
            }
        }
        any
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::PIPES;
    use sim_isa::Pipe;

    #[test]
    fn waiting_divides_into_waiting_for_the_unit_and_for_a_turn() {
        let mut held = HeldBack::new();
        held.hold(9, 3, 20);
        assert_eq!(held.until(9), 20);
        // Free in cycles 20 to 22, which others use, then busy until 30.
        assert_eq!(held.holding().collect::<Vec<_>>(), [9]);
        held.hold_again(9, 23, 30);
        held.hold(9, 5, 30);
        assert_eq!(held.warps(9), 0b101000);
        // Free from 30 on; the second goes in 31, the first in 32.
        assert_eq!(held.release(9, 5, 31), 1);
        assert_eq!(held.release(9, 3, 32), 3 + 2);
        assert_eq!(held.holding().count(), 0);
    }

    #[test]
    fn a_group_that_waits_for_a_place_is_asked_when_there_is_one() {
        let queue = UNITS / 2 + PIPES.iter().position(|&pipe| pipe == Pipe::Lsu).unwrap();
        let mut held = HeldBack::new();
        held.hold(queue, 0, NEVER);
        assert!(held.waits_for_place(0) && !held.waits_for_place(1));
        assert!(held.place_from(70) && !held.place_from(80));
        assert_eq!(
            (held.holding().next(), held.until(queue)),
            (Some(queue), 70)
        );
        assert_eq!(held.release(queue, 0, 70), 0);
    }
}
