//! Whose turn it is: the warps of a sub-core in the order of its policy.
//!
//! On the H200 the order has two levels. Of two blocks the one that came to
//! the SM first goes first, whatever slots they have: of eight blocks that wait
//! for one pipe the first runs as if it were alone and the last has not begun
//! when it ends. Warps of one block take turns, in the beginning from the last
//! warp of the block to the first: of eight that wait for one pipe none gets
//! more than a few percent ahead (measured with clock readings in every warp:
//! `validation/micro/h200`, groups `order` and `pipe`).
//!
//! That a warp has had its turn is seen three cycles later (`issue.turn_delay`): of four warps that go on together,
//! each with a load and an instruction two cycles behind it, two load, these two go on, and then the others load
//! (measured on an H100, `woken`).
//!
//! Warps of a block that the FMA pipe or the ALU held back go behind its others in the cycle in which the pipe
//! is free again and the next, as if the choice were made with what was known two cycles before: so four or eight warps
//! that each add on the FMA pipe and on the ALU in turn, every second cycle, all come to wait for the ALU, and
//! pass no faster than two (measured on an H100, `turns`, `fa_2`). Who waits behind a wide product goes
//! at once (`mix_wdep_a2`); other pipes were not measured, and are taken to be like that.
//!
//! A warp goes on as long as it can, also if it waited for a pipe (`mix_hadd2_*`); once it has
//! waited for a place in a queue to memory or for a barrier, it takes its turn with the others:
//! a load beside four warps of its sub-core that store without pause waits there for one store of
//! each of them, not for their batches of eight (measured, `behind_near_*`), and of warps that a
//! barrier has kept the one that came to it last does not go first (`woken`).

use super::subcore::SLOTS;
use crate::config::{IssueConfig, SchedulerPolicy};
use sim_memory::banks::lanes;
use wide::{CmpEq, i8x16};

/// For how many cycles a turn may not be seen, at most: a sub-core issues once a cycle.
pub const MOST_TURN_DELAY: usize = UNSEEN - 1;

/// Turns that may not be seen yet.
const UNSEEN: usize = 8;

/// All slots of a sub-core in the order in which their warps may go.
#[derive(Clone, Debug)]
pub struct Order {
    policy: SchedulerPolicy,
    slots: [u8; SLOTS],
    /// For each slot, the number of the block whose warp came there last.
    block: [u32; SLOTS],
    /// The last turns: whose, and when.
    turns: [(u8, u64); UNSEEN],
    /// How many there have been, and how many of them are seen.
    taken: usize,
    seen: usize,
    /// Cycles for which a turn is not seen.
    delay: u64,
}

impl Order {
    /// No warp has come yet.
    pub fn new(issue: &IssueConfig) -> Order {
        Order {
            policy: issue.policy,
            slots: std::array::from_fn(|slot| slot as u8),
            block: [0; SLOTS],
            turns: [(0, 0); UNSEEN],
            taken: 0,
            seen: 0,
            delay: issue.turn_delay,
        }
    }

    /// A warp of a block has come to a slot. Numbers of blocks grow from 1 on
    /// in the order in which they come to the SM.
    pub fn arrive(&mut self, slot: usize, block: u32) {
        self.block[slot] = block;
        let to = match self.policy {
            SchedulerPolicy::GreedyThenYoungest => 0,
            SchedulerPolicy::GreedyThenOldest | SchedulerPolicy::LooseRoundRobin => SLOTS - 1,
            // Before the warps of its block that are here, behind all others.
            SchedulerPolicy::GreedyThenOldestBlock => {
                let mates = |&other: &u8| {
                    let other = usize::from(other);
                    other != slot && self.block[other] == block
                };
                self.slots.iter().filter(|other| !mates(other)).count() - 1
            }
        };
        self.put(slot, to);
    }

    /// The warp of a slot issues `now`, when all turns have been [seen](Order::see) that may be.
    #[inline]
    pub fn issued(&mut self, slot: usize, now: u64) {
        self.turns[self.taken % UNSEEN] = (slot as u8, now);
        self.taken += 1;
    }

    /// It is `now`: turns that are so long ago are seen.
    #[inline]
    pub fn see(&mut self, now: u64) {
        while self.seen < self.taken {
            let (slot, then) = self.turns[self.seen % UNSEEN];
            if then + self.delay >= now {
                break;
            }
            self.seen += 1;
            self.had_its_turn(slot.into());
        }
    }

    fn had_its_turn(&mut self, slot: usize) {
        match self.policy {
            SchedulerPolicy::GreedyThenYoungest | SchedulerPolicy::GreedyThenOldest => {}
            SchedulerPolicy::LooseRoundRobin => self.put(slot, SLOTS - 1),
            SchedulerPolicy::GreedyThenOldestBlock => {
                let block = self.block[slot];
                let mut at = self.place(slot);
                while at + 1 < SLOTS && self.block[usize::from(self.slots[at + 1])] == block {
                    self.slots.swap(at, at + 1);
                    at += 1;
                }
            }
        }
    }

    /// Moves a slot to a place of the order.
    fn put(&mut self, slot: usize, to: usize) {
        let from = self.place(slot);
        match from < to {
            true => self.slots[from..=to].rotate_left(1),
            false => self.slots[to..=from].rotate_right(1),
        }
    }

    #[inline]
    fn place(&self, slot: usize) -> usize {
        let slots: i8x16 = bytemuck::cast(self.slots);
        let found = slots.cmp_eq(i8x16::splat(slot as i8)).move_mask();
        found.trailing_zeros() as usize % SLOTS
    }

    /// The warps of `ready`, a bit each, in the order in which they may go; `last` issued
    /// last and goes on, and those of `held` a pipe held back.
    #[inline(always)]
    pub fn of(&self, ready: u32, last: Option<usize>, held: u32) -> Turns {
        Turns {
            left: ready,
            held: match self.policy {
                SchedulerPolicy::GreedyThenOldestBlock => held,
                _ => 0,
            },
            greedy: last.filter(|_| self.policy != SchedulerPolicy::LooseRoundRobin),
            slots: self.slots,
            block: self.block,
        }
    }
}

/// Ready warps in the order of a policy.
pub struct Turns {
    /// Those whose turn has not come.
    left: u32,
    /// Those that a pipe held back: the others of their block go first.
    held: u32,
    /// The warp that goes first if it is ready.
    greedy: Option<usize>,
    slots: [u8; SLOTS],
    block: [u32; SLOTS],
}

impl Turns {
    /// The next slot in order, which is there.
    #[inline(always)]
    fn following(&self) -> usize {
        if self.left.is_power_of_two() {
            return self.left.trailing_zeros() as usize;
        }
        let left = in_order(self.left, self.slots);
        let mut left = lanes(left).map(|place| usize::from(self.slots[place]));
        let first = left.next().unwrap_or(0);
        if self.held >> first & 1 == 0 {
            return first;
        }
        let mates = left.take_while(|&slot| self.block[slot] == self.block[first]);
        let mut not_held = mates.filter(|slot| self.held >> slot & 1 == 0);
        not_held.next().unwrap_or(first)
    }
}

/// A bit of each slot as a bit of its place in the order: all 16 at once.
#[inline(always)]
fn in_order(of_slots: u32, order: [u8; SLOTS]) -> u32 {
    const BITS: [u8; SLOTS] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
    let [low, high, ..] = of_slots.to_le_bytes();
    let bits: i8x16 = bytemuck::cast(BITS);
    let bytes: i8x16 = bytemuck::cast([[low; 8], [high; 8]]);
    let set = (bytes & bits).cmp_eq(bits);
    set.swizzle(bytemuck::cast(order)).move_mask() as u32
}

impl Iterator for Turns {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.left == 0 {
            return None;
        }
        let slot = match self.greedy.take() {
            Some(slot) if self.left >> slot & 1 != 0 => slot,
            _ => self.following(),
        };
        self.left &= !(1 << slot);
        Some(slot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::GpuConfig;

    /// Warps of block 1 in slots 0 and 2, then warps of block 2 in 1 and 3.
    fn order(policy: SchedulerPolicy) -> Order {
        let gpu = GpuConfig::built_in("h200").expect("built in");
        let mut order = Order::new(&IssueConfig {
            policy,
            ..gpu.issue
        });
        [(0, 1), (2, 1), (1, 2), (3, 2)]
            .into_iter()
            .for_each(|(slot, block)| order.arrive(slot, block));
        order
    }

    fn of(order: &Order, ready: u32, last: usize) -> Vec<usize> {
        order.of(ready, Some(last), 0).collect()
    }

    #[test]
    fn the_last_warp_goes_on_while_it_is_ready_and_then_the_youngest() {
        let order = order(SchedulerPolicy::GreedyThenYoungest);
        assert_eq!(of(&order, 0b1111, 2), [2, 3, 1, 0]);
        assert_eq!(of(&order, 0b0011, 2), [1, 0]);
    }

    #[test]
    fn the_oldest_goes_first_if_the_policy_says_so() {
        let order = order(SchedulerPolicy::GreedyThenOldest);
        assert_eq!(of(&order, 0b1011, 2), [0, 1, 3]);
    }

    #[test]
    fn warps_of_the_older_block_go_first_and_take_turns() {
        let mut order = order(SchedulerPolicy::GreedyThenOldestBlock);
        assert_eq!(of(&order, 0b1111, 1), [1, 2, 0, 3]);
        order.had_its_turn(2);
        assert_eq!(of(&order, 0b1101, 1), [0, 2, 3]);
        let held_back: Vec<usize> = order.of(0b1111, None, 0).collect();
        assert_eq!(held_back, [0, 2, 3, 1]);
        order.had_its_turn(3);
        assert_eq!(of(&order, 0b1111, 0), [0, 2, 1, 3]);
    }

    #[test]
    fn a_turn_is_seen_three_cycles_later() {
        let mut order = order(SchedulerPolicy::GreedyThenOldestBlock);
        order.issued(2, 100);
        for (now, first) in [(102, 2), (103, 0)] {
            order.see(now);
            assert_eq!(order.of(0b1111, None, 0).next(), Some(first));
        }
    }

    #[test]
    fn warps_that_a_pipe_held_back_go_behind_the_others_of_their_block() {
        let order = order(SchedulerPolicy::GreedyThenOldestBlock);
        let turns = |held| order.of(0b1111, None, held).collect::<Vec<_>>();
        assert_eq!(turns(0), [2, 0, 3, 1]);
        assert_eq!(turns(0b0100), [0, 2, 3, 1]);
        assert_eq!(turns(0b1101), [2, 0, 1, 3]);
        let goes_on: Vec<_> = order.of(0b1111, Some(2), 0b0100).collect();
        assert_eq!(goes_on, [2, 0, 3, 1]);
    }

    #[test]
    fn bits_of_slots_become_bits_of_places() {
        let order = std::array::from_fn(|place| (place as u8 * 5 + 3) % 16);
        for ready in [0, 1, 0x8000, 0xffff, 0xa5c3, 0x0180] {
            let one_by_one = (0..SLOTS).map(|place| (ready >> order[place] & 1) << place);
            assert_eq!(in_order(ready, order), one_by_one.sum::<u32>());
        }
    }

    #[test]
    fn a_block_in_a_freed_slot_is_the_youngest() {
        let mut order = order(SchedulerPolicy::GreedyThenOldestBlock);
        order.arrive(0, 3);
        order.arrive(2, 3);
        assert_eq!(of(&order, 0b1101, 1), [3, 2, 0]);
    }

    #[test]
    fn round_robin_goes_on_with_who_has_waited_longest() {
        let mut order = order(SchedulerPolicy::LooseRoundRobin);
        assert_eq!(of(&order, 0b1111, 1), [0, 2, 1, 3]);
        order.had_its_turn(0);
        assert_eq!(of(&order, 0b1111, 0), [2, 1, 3, 0]);
    }
}
