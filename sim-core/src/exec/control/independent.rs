//! Independent thread scheduling with convergence barriers.
//!
//! The groups that do not run lie on a list whose end runs next: a divergence
//! pushes the part that waits, so that inner branches finish before outer ones.
//! The running group keeps running until it
//!
//! - blocks, at a convergence barrier (BSYNC), a WARPSYNC or the block's barrier;
//! - ends (EXIT);
//! - yields (YIELD): it goes to the front of the list, behind everybody who can
//!   run, and counts as *yielded* until its turn comes again;
//! - has jumped backwards `SPIN_TURNS` times while another group could run:
//!   it goes to the front likewise, so that a loop that waits for lanes of its
//!   own warp cannot starve them; but it does not count as yielded, so that a
//!   long loop does not tear a convergence region apart.
//!
//! BSYNC Bi opens when every lane of Bi's mask is blocked there, has ended, has
//! left by BREAK, or is yielded. The lanes that blocked leave the mask and run on
//! together; the yielded ones stay in it and meet later. A lock that all lanes of
//! a warp contend for needs this: nvcc puts YIELD into the loop that tries and
//! BSYNC behind it, so the winner passes BSYNC while the losers are yielded,
//! releases the lock, and the losers' next turn finds it free.
//!
//! Groups merge only at barriers, WARPSYNC and collectives, never because their
//! program counters happen to be equal.

use super::{Waiting, WaitingGroup, WarpControl, WarpStatus};
use arrayvec::ArrayVec;

/// Backward jumps in a row after which a group lets another one run. Assumed:
/// large against any loop that makes progress, small against a hang.
const SPIN_TURNS: u32 = 1024;

/// How many convergence barriers a warp has (`B0`…`B15`).
const BARRIERS: usize = 16;

/// The groups of a warp that do not run, and its convergence barriers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Independent {
    /// The last one that can run runs next. At most 31 wait beside one that
    /// runs, and 32 if none runs.
    groups: ArrayVec<WaitingGroup, 32>,
    /// The lanes of each convergence barrier.
    barriers: [u32; BARRIERS],
    /// Where the lanes of a collective go when it ends.
    resume: Vec<u32>,
    /// Backward jumps of the running group since it began to run.
    turns: u32,
}

impl Independent {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.groups.clear();
        self.barriers = [0; BARRIERS];
        self.turns = 0;
    }

    /// Whether no group waits.
    pub(super) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Adds a group that runs next.
    pub(super) fn push(&mut self, lanes: u32, pc: u32) {
        self.groups.push(WaitingGroup {
            lanes,
            pc,
            reason: Waiting::Turn,
        });
    }

    /// The groups, for a diagnosis.
    pub(super) fn waiting(&self) -> Vec<WaitingGroup> {
        self.groups.to_vec()
    }

    /// BSSY: the mask of a convergence barrier.
    pub(super) fn join(&mut self, barrier: u8, lanes: u32) {
        self.barriers[usize::from(barrier)] = lanes;
    }

    /// BREAK: lanes leave a convergence barrier.
    pub(super) fn leave(&mut self, barrier: u8, lanes: u32) {
        self.barriers[usize::from(barrier)] &= !lanes;
    }

    /// The lanes that wait at the block's barrier.
    pub(super) fn at_block_barrier(&self) -> u32 {
        self.lanes_that(|reason| reason == Waiting::BlockBarrier)
    }

    /// The lanes that wait for a reason.
    fn lanes_that(&self, wanted: impl Fn(Waiting) -> bool) -> u32 {
        self.groups
            .iter()
            .filter(|group| wanted(group.reason))
            .fold(0, |lanes, group| lanes | group.lanes)
    }

    /// Whether any group could run.
    fn can_run(&self) -> bool {
        self.groups.iter().any(|group| can_run(group.reason))
    }

    /// The block's barrier opens.
    pub(super) fn release_block_barrier(&mut self) {
        for group in &mut self.groups {
            if group.reason == Waiting::BlockBarrier {
                group.reason = Waiting::Turn;
            }
        }
    }

    /// Opens what waits for nobody any more, after lanes have left a convergence
    /// barrier by BREAK or EXIT. The lanes that wait at it have not met anybody:
    /// they execute their BSYNC again, which then lets them pass (measured on an
    /// H200 for BREAK, assumed for EXIT).
    pub(super) fn release_left(&mut self, live: u32) {
        self.open_barriers(live, 1);
        self.release_syncs(live);
    }

    /// Opens every barrier, WARPSYNC and collective that waits for nobody any more.
    pub(super) fn release(&mut self, live: u32) {
        self.open_barriers(live, 0);
        self.release_syncs(live);
    }

    /// Opens every convergence barrier that waits for nobody any more; its lanes
    /// go on `back` instructions before the one behind their BSYNC.
    fn open_barriers(&mut self, live: u32, back: u32) {
        let yielded = self.lanes_that(|reason| reason == Waiting::Yielded);
        for barrier in 0..BARRIERS as u8 {
            let here = self.lanes_that(|reason| reason == Waiting::Convergence(barrier));
            let mask = self.barriers[usize::from(barrier)];
            if here != 0 && mask & live & !here & !yielded == 0 {
                self.leave(barrier, here);
                let waits = |group: &WaitingGroup| group.reason == Waiting::Convergence(barrier);
                for group in self.groups.iter_mut().filter(|group| waits(group)) {
                    group.pc -= back;
                }
                self.gather(|reason| reason == Waiting::Convergence(barrier), false);
            }
        }
    }

    /// Opens every WARPSYNC and collective whose lanes are all there.
    fn release_syncs(&mut self, live: u32) {
        let syncs = |reason| matches!(reason, Waiting::WarpSync(_));
        let collectives = |reason| matches!(reason, Waiting::Collective(_));
        for (there, together) in [
            (&syncs as &dyn Fn(Waiting) -> bool, false),
            (&collectives, true),
        ] {
            let here = self.lanes_that(there);
            while let Some(mask) = self.first_complete(there, here, live) {
                let wanted = |reason: Waiting| there(reason) && wanted_lanes(reason) == mask;
                self.gather(wanted, together);
            }
        }
    }

    /// The mask of a group whose partners are all among `here`.
    fn first_complete(&self, there: impl Fn(Waiting) -> bool, here: u32, live: u32) -> Option<u32> {
        self.groups
            .iter()
            .filter(|group| there(group.reason))
            .map(|group| wanted_lanes(group.reason))
            .find(|mask| mask & live & !here == 0)
    }

    /// Takes the groups that wait for a reason off the list, and puts them back
    /// as ready: those at one place as one group, or all of them where the group
    /// with the lowest lane stands.
    fn gather(&mut self, wanted: impl Fn(Waiting) -> bool, together: bool) {
        let mut merged = ArrayVec::<WaitingGroup, 32>::new();
        for group in self.groups.iter().filter(|group| wanted(group.reason)) {
            match merged
                .iter_mut()
                .find(|other| together || other.pc == group.pc)
            {
                Some(other) => {
                    if group.lanes.trailing_zeros() < other.lanes.trailing_zeros() {
                        other.pc = group.pc;
                    }
                    other.lanes |= group.lanes;
                }
                None => merged.push(WaitingGroup {
                    reason: Waiting::Turn,
                    ..*group
                }),
            }
        }
        self.groups.retain(|group| !wanted(group.reason));
        self.groups.extend(merged);
    }
}

/// Whether a group that waits for this may be chosen to run.
fn can_run(reason: Waiting) -> bool {
    match reason {
        Waiting::Turn | Waiting::Yielded => true,
        Waiting::Convergence(_)
        | Waiting::WarpSync(_)
        | Waiting::Collective(_)
        | Waiting::BlockBarrier => false,
    }
}

/// The lanes that a WARPSYNC or a collective waits for.
fn wanted_lanes(reason: Waiting) -> u32 {
    match reason {
        Waiting::WarpSync(mask) | Waiting::Collective(mask) => mask,
        Waiting::Turn | Waiting::Yielded | Waiting::Convergence(_) | Waiting::BlockBarrier => 0,
    }
}

impl WarpControl {
    /// The groups that do not run, if lanes are scheduled independently.
    fn independent(&mut self) -> Option<&mut Independent> {
        match &mut self.model {
            super::Model::Independent(model) => Some(model),
            super::Model::Stack(_) => None,
        }
    }

    /// Lanes of the running group stop at `pc`; the others run on behind the
    /// instruction. Whoever can run next does.
    pub(super) fn suspend(&mut self, lanes: u32, pc: u32, reason: Waiting) {
        let live = self.live;
        self.active &= !lanes;
        if self.active != 0 {
            self.pc += 1;
        }
        let Some(model) = self.independent() else {
            return;
        };
        model.groups.push(WaitingGroup { lanes, pc, reason });
        model.release(live);
        self.run_next_if_idle();
    }

    /// Chooses the group that runs if none does.
    pub(super) fn run_next_if_idle(&mut self) {
        if self.active == 0 {
            self.run_next();
        }
    }

    /// Chooses the group that runs: the last on the list that can.
    pub(super) fn run_next(&mut self) {
        self.active = 0;
        let Some(model) = self.independent() else {
            return;
        };
        model.turns = 0;
        let next = model.groups.iter().rposition(|group| can_run(group.reason));
        if let Some(group) = next.map(|index| model.groups.remove(index)) {
            self.active = group.lanes;
            self.pc = group.pc;
        }
    }

    /// BSYNC.
    pub(super) fn meet_at_barrier(&mut self, barrier: u8, lanes: u32) {
        let live = self.live;
        let all_here = lanes == self.active;
        let Some(model) = self.independent() else {
            return;
        };
        let mask = model.barriers[usize::from(barrier)];
        let members = lanes & mask;
        if members == 0 || (all_here && mask & live & !lanes == 0) {
            model.leave(barrier, lanes);
            self.pc += 1;
            return;
        }
        self.suspend(members, self.pc + 1, Waiting::Convergence(barrier));
    }

    /// WARPSYNC: the lanes wait until all of `wanted` that have not ended wait
    /// at a WARPSYNC.
    pub(super) fn meet_at_sync(&mut self, wanted: u32, lanes: u32) {
        if lanes == 0 || wanted & self.live & !lanes == 0 {
            self.pc += 1;
            return;
        }
        self.suspend(lanes, self.pc + 1, Waiting::WarpSync(wanted));
    }

    /// WARPSYNC.COLLECTIVE: the lanes of `wanted` run on as one group until
    /// ENDCOLLECTIVE, then each goes where its own WARPSYNC said.
    pub(super) fn begin_collective(&mut self, wanted: u32, lanes: u32, resume: u32) {
        let Some(model) = self.independent() else {
            return;
        };
        model.resume.resize(32, 0);
        for lane in (0..32).filter(|lane| lanes >> lane & 1 != 0) {
            model.resume[lane] = resume;
        }
        if wanted & self.live & !lanes == 0 {
            self.pc += 1;
            return;
        }
        self.suspend(lanes, self.pc + 1, Waiting::Collective(wanted));
    }

    /// ENDCOLLECTIVE.
    pub(super) fn end_collective(&mut self) {
        let (lanes, next) = (self.active, self.pc + 1);
        let Some(model) = self.independent() else {
            return;
        };
        let mut parts = ArrayVec::<(u32, u32), 32>::new();
        for lane in (0..32_u32).filter(|lane| lanes >> lane & 1 != 0) {
            let pc = model.resume.get(lane as usize).copied().unwrap_or(next);
            match parts.iter_mut().find(|part| part.1 == pc) {
                Some(part) => part.0 |= 1 << lane,
                None => parts.push((1 << lane, pc)),
            }
        }
        self.spread(&mut parts, super::NEVER);
    }

    /// YIELD: whoever can run does; if nobody can, the group goes on.
    pub(super) fn give_way(&mut self) {
        self.step_aside(self.pc + 1, Waiting::Yielded);
    }

    /// A backward jump: after many of them somebody else runs.
    pub(super) fn turn(&mut self) {
        let pc = self.pc;
        let Some(model) = self.independent() else {
            return;
        };
        if model.is_empty() {
            return;
        }
        model.turns += 1;
        if model.turns >= SPIN_TURNS && model.can_run() {
            self.step_aside(pc, Waiting::Turn);
        }
    }

    /// The running group goes to the front of the list, where its turn comes last.
    fn step_aside(&mut self, pc: u32, reason: Waiting) {
        let (lanes, live) = (self.active, self.live);
        self.pc = pc;
        let Some(model) = self.independent() else {
            return;
        };
        if model.is_empty() {
            return;
        }
        model.groups.insert(0, WaitingGroup { lanes, pc, reason });
        model.release(live);
        self.run_next();
        debug_assert_eq!(self.status(), WarpStatus::Running);
    }
}
