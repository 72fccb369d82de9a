//! The reconvergence stack of GPUs before Volta.
//!
//! The running entry is the top of the stack. A branch that diverges turns it
//! into the entry of the whole group at the branch's immediate post-dominator
//! and pushes one entry for each side; a side that reaches that place is popped,
//! and the group goes on when the last one is. Where a branch has no
//! post-dominator, its sides never merge.
//!
//! The block's barrier counts the warp as soon as one of its groups arrives, as
//! these GPUs did: a barrier in divergent code is the program's error.

use super::{NEVER, Waiting, WaitingGroup};

/// A group on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// Its lanes.
    pub lanes: u32,
    /// Its next instruction.
    pub pc: u32,
    /// Where it ends.
    pub meet: u32,
}

/// The entries below the running one, the next one last.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Stack {
    entries: Vec<Entry>,
    at_block_barrier: u32,
}

impl Stack {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.at_block_barrier = 0;
    }

    /// The running group `lanes`, which ends at `outer`, splits into `parts`,
    /// of which the last runs first, and which meet at `meet`. Parts that are
    /// there already need no entry.
    pub(super) fn split(&mut self, lanes: u32, outer: u32, meet: u32, parts: &[(u32, u32)]) {
        if meet != NEVER && meet != outer {
            self.entries.push(Entry {
                lanes,
                pc: meet,
                meet: outer,
            });
        }
        let end = if meet == NEVER { outer } else { meet };
        let entries = parts.iter().filter(|&&(_, pc)| pc != end);
        self.entries.extend(entries.map(|&(lanes, pc)| Entry {
            lanes,
            pc,
            meet: end,
        }));
    }

    /// The entry to run: the running one unless it is empty or at its end.
    pub(super) fn pop_finished(&mut self, running: Entry) -> Entry {
        let mut top = running;
        while top.lanes == 0 || top.pc == top.meet {
            top = match self.entries.pop() {
                Some(entry) => entry,
                None => return Entry { lanes: 0, ..top },
            };
        }
        top
    }

    /// Lanes have ended.
    pub(super) fn remove(&mut self, lanes: u32) {
        for entry in &mut self.entries {
            entry.lanes &= !lanes;
        }
    }

    /// The running group waits at the block's barrier.
    pub(super) fn wait_at_block_barrier(&mut self, lanes: u32) {
        self.at_block_barrier = lanes;
    }

    /// Whether the warp waits at the block's barrier.
    pub(super) fn is_at_block_barrier(&self) -> bool {
        self.at_block_barrier != 0
    }

    /// The block's barrier opens: the lanes that run on.
    pub(super) fn release_block_barrier(&mut self) -> u32 {
        std::mem::take(&mut self.at_block_barrier)
    }

    /// The groups that do not run, for a diagnosis.
    pub(super) fn waiting(&self) -> Vec<WaitingGroup> {
        let below = self.entries.iter().map(|entry| WaitingGroup {
            lanes: entry.lanes,
            pc: entry.pc,
            reason: Waiting::Turn,
        });
        below.filter(|group| group.lanes != 0).collect()
    }
}
