//! Independent thread scheduling with convergence barriers.
//!
//! The groups that do not run lie on a list whose end runs next: a divergence
//! pushes the part that waits, so that inner branches finish before outer ones.
//! The running group keeps running until it
//!
//! - blocks, at a convergence barrier (BSYNC), a WARPSYNC or the block's barrier;
//! - ends (EXIT);
//! - frees lanes from a barrier by BREAK that are fewer than its own;
//! - yields (YIELD): it goes to the front of the list, behind everybody who can
//!   run, and counts as *yielded* until it runs again or another group yields;
//! - has jumped backwards `SPIN_TURNS` times while another group could run:
//!   it goes to the front likewise, so that a loop that waits for lanes of its
//!   own warp cannot starve them; but it does not count as yielded, so that a
//!   long loop does not tear a convergence region apart.
//!
//! **One group is kept whole beside the running one**, the last that a divergence
//! set aside. All others are kept lane by lane. When the turn comes to a lane that
//! is kept so, every lane that stands at the same instruction runs with it: groups
//! that were set aside at different times have merged, and if the instruction is a
//! BSYNC, the lanes that wait there already execute it once more. Three groups and
//! more that leave a loop one after the other therefore count more threads at its
//! BSYNC than two do, and four count an instruction less than there are groups.
//! Time shows the same: the group that is kept whole goes on soon, lanes that are kept
//! one by one must be found first ([`super::Step::gathered`]; `micro/h200/parted`).
//!
//! **BSYNC Bi** opens the barrier when every lane of Bi's mask is blocked there,
//! has ended, has left by BREAK, or is yielded; lanes that are blocked elsewhere
//! and wait for yielded ones alone count as yielded. The barrier is then over:
//! whoever comes later passes it alone. A YIELD opens barriers only where nobody
//! else can run. A lock that all lanes of a warp contend for needs this: nvcc puts
//! YIELD into the loop that tries and BSYNC behind it, so the winner passes BSYNC
//! while the losers are yielded, releases the lock, and the losers' next turn
//! finds it free. Whoever has waited there until others yielded executes BSYNC twice.
//!
//! **A function that must not disturb its caller's barrier** keeps the mask in a register
//! (BMOV) while the barrier serves its own branches, or those of a call of itself. Lanes that
//! wait there for the caller's branch wait on, but they are kept one by one like others: where
//! the turn comes to a lane at the BSYNC of an inner call, they execute it with it, are not
//! among its mask, and pass. So recursion of different depths comes apart (`rejoin_recursion`).
//! A mask that is given back opens nothing at once: the lanes that are all there execute BSYNC
//! once more, unless some of them have waited there and run again with the last that came
//! (`rejoin_saved`). Where nobody can run, those who came to a BSYNC last pass, with all that
//! wait there: a barrier does not hold up for good those whose partners have gone on.
//!
//! **WARPSYNC** is tried again when somebody yields, and by all lanes together when the last
//! ones have come to the same place. WARPSYNC.EXCLUSIVE serves lanes of one mask after the
//! other, as an indirect branch does its targets: what follows (REDUX, VOTE, MATCH) sees lanes
//! of one mask alone. WARPSYNC.COLLECTIVE likewise, but those who came first execute it twice.
//!
//! Source: kernels that log the place and the lanes of each of their groups, and
//! their counts of instructions and threads, on an H200 (`diverge_*` and `rejoin_*` of
//! `validation/micro/h200`). Assumed: the order among more than two groups that
//! yield, `SPIN_TURNS`, and what a guarded BSYNC does.

use super::{Waiting, WaitingGroup, WarpControl, WarpStatus, lanes_where};
use arrayvec::ArrayVec;
use std::cmp::Reverse;

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
    /// The lanes of the group that is kept whole beside the running one.
    beside: u32,
    /// The lanes of each convergence barrier.
    barriers: [u32; BARRIERS],
    /// The barriers, a bit each, whose masks a register has given back.
    restored: u16,
    /// Those of them at whose BSYNC nobody has been since.
    fresh: u16,
    /// Where the lanes of a collective go when it ends.
    resume: Vec<u32>,
    /// The lanes that came to a collective last.
    last: u32,
    /// Those that came first, who execute it once more now that all are there.
    first: u32,
    /// Backward jumps of the running group since it began to run.
    turns: u32,
}

impl Independent {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.groups.clear();
        self.beside = 0;
        self.barriers = [0; BARRIERS];
        self.restored = 0;
        self.fresh = 0;
        self.first = 0;
        self.turns = 0;
    }

    /// Whether no group waits.
    pub(super) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Adds a group that runs next.
    pub(super) fn push(&mut self, lanes: u32, pc: u32) {
        self.beside = lanes;
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
        self.restored &= !(1 << barrier);
        self.fresh &= !(1 << barrier);
    }

    /// BMOV: the mask of a convergence barrier, which with `clear` has none then.
    /// The lanes that wait there wait on until the mask comes back, whatever the
    /// barrier serves meanwhile.
    pub(super) fn save(&mut self, barrier: u8, clear: bool) -> u32 {
        let mask = self.barriers[usize::from(barrier)];
        if clear {
            self.join(barrier, 0);
            for group in &mut self.groups {
                if group.reason == Waiting::Convergence(barrier) && group.lanes & mask != 0 {
                    group.reason = Waiting::OuterConvergence(barrier);
                }
            }
        }
        mask
    }

    /// BMOV: a convergence barrier gets its mask back, and the lanes that wait for it.
    pub(super) fn restore(&mut self, barrier: u8, mask: u32) {
        self.join(barrier, mask);
        self.restored |= 1 << barrier;
        self.fresh |= 1 << barrier;
        for group in &mut self.groups {
            if group.reason == Waiting::OuterConvergence(barrier) && group.lanes & mask != 0 {
                group.reason = Waiting::Convergence(barrier);
            }
        }
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

    /// Takes the next group that can run off the list, together with those that
    /// stand at its instruction unless it is the one that is kept whole. Says whether it is not.
    fn take_next(&mut self) -> Option<(u32, u32, bool)> {
        let next = self
            .groups
            .iter()
            .rposition(|group| can_run(group.reason))?;
        let group = self.groups.remove(next);
        if group.lanes == self.beside {
            self.beside = 0;
            return Some((group.lanes, group.pc, false));
        }
        let lanes = group.lanes | self.take_lanes_at(group.pc);
        Some((lanes, group.pc, true))
    }

    /// Takes those who came last to a BSYNC, with all that wait for the same there, where nobody
    /// can run and nobody waits for the block: a barrier never holds up for good those whose
    /// partners it has lost (measured on an H200: lanes that have gone on wait for these elsewhere,
    /// in `rejoin_recursion_yielding` and `together_exits`).
    fn take_last_met(&mut self) -> Option<(u32, u32, bool)> {
        let meets = |reason| {
            matches!(
                reason,
                Waiting::Convergence(_) | Waiting::OuterConvergence(_)
            )
        };
        if self.at_block_barrier() != 0 {
            return None;
        }
        let last = *self.groups.iter().rfind(|group| meets(group.reason))?;
        let goes = |group: &WaitingGroup| group.reason == last.reason && group.pc == last.pc;
        let going = self.groups.iter().filter(|group| goes(group));
        let lanes = going.fold(0, |lanes, group| lanes | group.lanes);
        self.groups.retain(|group| !goes(group));
        Some((lanes, last.pc, true))
    }

    /// Takes the lanes that are kept one by one and stand at an instruction off
    /// the list: those that can run, and those that wait at it for a barrier.
    fn take_lanes_at(&mut self, pc: u32) -> u32 {
        let beside = self.beside;
        let stands = |group: &WaitingGroup| match group.reason {
            Waiting::Turn | Waiting::Yielded => group.pc == pc && group.lanes != beside,
            Waiting::Convergence(_) | Waiting::OuterConvergence(_) | Waiting::WarpSync(_) => {
                group.pc == pc + 1
            }
            Waiting::Collective(_) | Waiting::BlockBarrier => false,
        };
        let there = self.groups.iter().filter(|group| stands(group));
        let lanes = there.fold(0, |lanes, group| lanes | group.lanes);
        self.groups.retain(|group| !stands(group));
        lanes
    }

    /// Those that have yielded wait for their turn like others.
    fn forget_yields(&mut self) {
        for group in &mut self.groups {
            if group.reason == Waiting::Yielded {
                group.reason = Waiting::Turn;
            }
        }
    }

    /// Puts the group that ran at the front of the list, where its turn comes
    /// last. Where nobody else can run, its absence opens barriers.
    fn set_aside(&mut self, group: WaitingGroup, live: u32) {
        let alone = !self.can_run();
        self.groups.insert(0, group);
        if alone {
            self.open_barriers(live, 1);
            self.retry(|reason| matches!(reason, Waiting::OuterConvergence(_)));
        }
    }

    /// Opens what waits for nobody any more, after lanes have left a convergence
    /// barrier by BREAK or EXIT. The lanes that wait at it have not met anybody:
    /// they execute their BSYNC again, which then lets them pass (measured on an
    /// H200). Returns them.
    pub(super) fn release_left(&mut self, live: u32) -> u32 {
        let freed = self.open_barriers(live, 1);
        self.release_syncs(live);
        freed
    }

    /// The lanes that nobody waits for at a convergence barrier: the yielded ones,
    /// and those that wait for such lanes alone.
    fn unawaited(&self, live: u32) -> u32 {
        let mut lanes = self.lanes_that(|reason| reason == Waiting::Yielded);
        if lanes == 0 {
            return 0;
        }
        loop {
            let more = (0..BARRIERS as u8)
                .filter(|&barrier| self.is_met(barrier, live & !lanes))
                .fold(lanes, |all, barrier| all | self.waiting_at(barrier));
            if more == lanes {
                return lanes;
            }
            lanes = more;
        }
    }

    /// The lanes that wait at a convergence barrier.
    fn waiting_at(&self, barrier: u8) -> u32 {
        self.lanes_that(|reason| reason == Waiting::Convergence(barrier))
    }

    /// Whether the lanes that are at a barrier whose mask a register gave back execute their BSYNC
    /// once more, together, before it opens: if it is the first since, or if others wait there.
    fn meets_again(&mut self, barrier: u8) -> bool {
        let bit = 1 << barrier;
        let first = self.fresh & bit != 0;
        self.fresh &= !bit;
        first || self.restored & bit != 0 && self.waiting_at(barrier) != 0
    }

    /// Whether every lane of a convergence barrier that is `awaited` waits there.
    fn is_met(&self, barrier: u8, awaited: u32) -> bool {
        self.barriers[usize::from(barrier)] & awaited & !self.waiting_at(barrier) == 0
    }

    /// Opens every convergence barrier that waits for nobody any more; its lanes
    /// go on `back` instructions before the one behind their BSYNC. Returns them.
    fn open_barriers(&mut self, live: u32, back: u32) -> u32 {
        let awaited = live & !self.unawaited(live);
        let mut opened = 0;
        for barrier in 0..BARRIERS as u8 {
            let here = self.waiting_at(barrier);
            if here != 0 && self.is_met(barrier, awaited) {
                self.barriers[usize::from(barrier)] = 0;
                let waits = |group: &WaitingGroup| group.reason == Waiting::Convergence(barrier);
                for group in self.groups.iter_mut().filter(|group| waits(group)) {
                    group.pc -= back;
                }
                self.gather(|reason| reason == Waiting::Convergence(barrier), false);
                opened |= here;
            }
        }
        opened
    }

    /// The last lanes have come to a convergence barrier: it is over. Returns the
    /// lanes that go on at `pc` with them; those that wait at another BSYNC go on
    /// there.
    fn open_for_last(&mut self, barrier: u8, pc: u32) -> u32 {
        self.barriers[usize::from(barrier)] = 0;
        let mut lanes = 0;
        self.groups.retain(|group| {
            if group.reason == Waiting::Convergence(barrier) {
                group.reason = Waiting::Turn;
                if group.pc == pc {
                    lanes |= group.lanes;
                    return false;
                }
            }
            true
        });
        lanes
    }

    /// Opens every WARPSYNC and collective whose lanes are all there. Those of a WARPSYNC execute it
    /// once more if they stand at one place, of a collective those who came first.
    fn release_syncs(&mut self, live: u32) {
        let syncs = |reason| matches!(reason, Waiting::WarpSync(_));
        while let Some(mask) = self.first_complete(syncs, live) {
            let met = self.gather(|reason| reason == Waiting::WarpSync(mask), false);
            if let [group] = met
                && mask & live & !group.lanes == 0
            {
                group.pc -= 1;
            }
        }
        let collectives = |reason| matches!(reason, Waiting::Collective(_));
        while let Some(mask) = self.first_complete(collectives, live) {
            if self.first & mask != 0 {
                self.first &= !mask;
                self.gather(|reason| reason == Waiting::Collective(mask), true);
            } else {
                self.call_first(Waiting::Collective(mask));
            }
        }
    }

    /// The lanes that wait for a reason first are to execute their instruction again.
    fn call_first(&mut self, reason: Waiting) {
        if let Some(group) = self.groups.iter_mut().find(|group| group.reason == reason) {
            self.first |= group.lanes;
            group.reason = Waiting::Turn;
            group.pc -= 1;
        }
    }

    /// Whoever waits for this executes its instruction again.
    fn retry(&mut self, wanted: impl Fn(Waiting) -> bool) {
        for group in self.groups.iter_mut().filter(|group| wanted(group.reason)) {
            group.reason = Waiting::Turn;
            group.pc -= 1;
        }
    }

    /// The mask of a group that waits there, as all its partners do.
    fn first_complete(&self, there: impl Fn(Waiting) -> bool, live: u32) -> Option<u32> {
        let here = self.lanes_that(&there);
        let waiting = self.groups.iter().filter(|group| there(group.reason));
        let mut masks = waiting.map(|group| wanted_lanes(group.reason));
        masks.find(|mask| mask & live & !here == 0)
    }

    /// Takes the groups that wait for a reason off the list, and puts them back
    /// as ready: those at one place as one group, or all of them where the group
    /// with the lowest lane stands. Returns them.
    fn gather(&mut self, wanted: impl Fn(Waiting) -> bool, together: bool) -> &mut [WaitingGroup] {
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
        let others = self.groups.len();
        self.groups.extend(merged);
        &mut self.groups[others..]
    }
}

/// Whether a group that waits for this may be chosen to run.
fn can_run(reason: Waiting) -> bool {
    match reason {
        Waiting::Turn | Waiting::Yielded => true,
        Waiting::Convergence(_)
        | Waiting::OuterConvergence(_)
        | Waiting::WarpSync(_)
        | Waiting::Collective(_)
        | Waiting::BlockBarrier => false,
    }
}

/// The lanes that a WARPSYNC or a collective waits for.
fn wanted_lanes(reason: Waiting) -> u32 {
    match reason {
        Waiting::WarpSync(mask) | Waiting::Collective(mask) => mask,
        Waiting::Turn
        | Waiting::Yielded
        | Waiting::Convergence(_)
        | Waiting::OuterConvergence(_)
        | Waiting::BlockBarrier => 0,
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
        model.release_syncs(live);
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
        let next = model.take_next().or_else(|| model.take_last_met());
        if let Some((lanes, pc, gathered)) = next {
            (self.active, self.pc, self.gathered) = (lanes, pc, gathered);
        }
    }

    /// BREAK: lanes leave a convergence barrier. The lanes that this frees run
    /// first if they are fewer than the running ones.
    pub(super) fn break_out(&mut self, barrier: u8, lanes: u32) {
        let live = self.live;
        self.pc += 1;
        let (active, pc) = (self.active, self.pc);
        let Some(model) = self.independent() else {
            return;
        };
        model.barriers[usize::from(barrier)] &= !lanes;
        let freed = model.release_left(live);
        if freed != 0 && freed.count_ones() < active.count_ones() {
            self.run_next();
            if let Some(model) = self.independent() {
                model.push(active, pc);
            }
        }
    }

    /// BSYNC.
    pub(super) fn meet_at_barrier(&mut self, barrier: u8, lanes: u32) {
        let (live, active, pc) = (self.live, self.active, self.pc);
        let Some(model) = self.independent() else {
            return;
        };
        let again = model.meets_again(barrier);
        if lanes == active && model.is_empty() && !again {
            model.join(barrier, 0);
            self.pc += 1;
            return;
        }
        let mask = model.barriers[usize::from(barrier)];
        let members = lanes & mask;
        if members == 0 {
            self.pc += 1;
            return;
        }
        let others = live & !members;
        let missed = others & !model.unawaited(live);
        if mask & others == 0 || members == active && model.is_met(barrier, missed) {
            let waiting = model.open_for_last(barrier, pc + 1);
            if again {
                model.join(barrier, mask);
            }
            self.active |= waiting;
            self.pc += u32::from(!again);
            return;
        }
        self.suspend(members, pc + 1, Waiting::Convergence(barrier));
        if members != active
            && let Some(model) = self.independent()
        {
            model.open_barriers(live, 0);
        }
    }

    /// WARPSYNC: the lanes wait until all of `wanted` that have not ended wait
    /// at a WARPSYNC.
    pub(super) fn meet_at_sync(&mut self, wanted: u32, lanes: u32) {
        if wanted & self.live & !lanes == 0 {
            self.pc += 1;
            return;
        }
        self.suspend(lanes, self.pc + 1, Waiting::WarpSync(wanted));
    }

    /// The same with a mask for each lane: those whose masks are complete go on together.
    pub(super) fn meet_at_syncs(&mut self, lanes: u32, mask_of: impl Fn(u32) -> u32) {
        let alike = |lane: u32| lanes_where(lanes, |other| mask_of(other) == mask_of(lane));
        let (first, pc) = (lanes.trailing_zeros(), self.pc + 1);
        if alike(first) == lanes {
            return self.meet_at_sync(mask_of(first), lanes);
        }
        let misses = |lane: &u32| mask_of(*lane) & self.live & !lanes != 0;
        let mut waiting: Vec<u32> = (0..32).filter(|lane| lanes >> lane & 1 != 0).collect();
        waiting.retain(|lane| misses(lane) && alike(*lane).trailing_zeros() == *lane);
        for lane in waiting {
            let group = WaitingGroup {
                lanes: alike(lane),
                pc,
                reason: Waiting::WarpSync(mask_of(lane)),
            };
            self.active &= !group.lanes;
            if let Some(model) = self.independent() {
                model.groups.push(group);
            }
        }
        self.pc = pc;
        let live = self.live;
        if let Some(model) = self.independent() {
            model.release_syncs(live);
        }
        self.run_next_if_idle();
    }

    /// Lanes of the running group are to execute its instruction later.
    pub(super) fn leave_behind(&mut self, lanes: u32) {
        let pc = self.pc;
        self.active &= !lanes;
        if lanes != 0
            && let Some(model) = self.independent()
        {
            model.push(lanes, pc);
        }
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
        if lanes & model.first == 0 {
            model.last = lanes;
        }
        if wanted & self.live & !lanes == 0 {
            self.pc += 1;
            return;
        }
        self.suspend(lanes, self.pc + 1, Waiting::Collective(wanted));
    }

    /// ENDCOLLECTIVE: the lanes that came last go on first (measured on an H200
    /// for two groups).
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
        let order =
            |&(lanes, _): &(u32, u32)| (lanes & model.last != 0, Reverse(lanes.count_ones()));
        parts.sort_by_key(order);
        if let Some((lanes, pc)) = parts.pop() {
            (self.active, self.pc) = (lanes, pc);
        }
        if let Some(model) = self.independent() {
            for (lanes, pc) in parts {
                model.push(lanes, pc);
            }
        }
    }

    /// YIELD: whoever can run does; if nobody can, the group goes on, but as one that is gathered.
    pub(super) fn give_way(&mut self) {
        self.gathered = true;
        if let Some(model) = self.independent() {
            model.forget_yields();
        }
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
        model.set_aside(WaitingGroup { lanes, pc, reason }, live);
        if reason == Waiting::Yielded {
            model.retry(|reason| matches!(reason, Waiting::WarpSync(_)));
        }
        self.run_next();
        debug_assert_eq!(self.status(), WarpStatus::Running);
    }
}
