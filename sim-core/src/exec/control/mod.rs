//! Which lanes of a warp stand where, and which of them run next.
//!
//! A warp is split into *groups*: lanes that share a program counter and run
//! together. One group runs; the others are ready or wait. Two models stand
//! behind one interface ([`Reconvergence`]):
//!
//! - independent thread scheduling (`independent.rs`), as on Volta and later,
//!   with convergence barriers;
//! - the reconvergence stack (`stack.rs`) of earlier GPUs.
//!
//! Program counters are indices of instructions, not bytes.
//!
//! Sources: the order of the two sides of a branch, of an indirect branch's
//! targets and the cost of divergence were measured on an H200 (the side with
//! fewer lanes first, a tie runs the fall-through first, whatever the lanes'
//! positions). The rules of convergence barriers follow US patent 10,067,768
//! ("Execution of divergent threads using a convergence barrier"), which names
//! the states blocked, exited and yielded, and measurements.

mod independent;
mod stack;

use super::uop::{ControlOp, ConvergeOp, NEVER, Uop};
use super::warp::WarpState;
use independent::Independent;
use stack::{Entry, Stack};

/// How diverged lanes find together again.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Debug,
    Default,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
pub enum Reconvergence {
    /// Convergence barriers and independent thread scheduling (Volta and later).
    #[default]
    Independent,
    /// A stack of immediate post-dominators (before Volta). Under it a lock that
    /// lanes of one warp contend for hangs.
    Stack,
}

/// What a control instruction did to the warp.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Step {
    /// The next instruction is not the one that follows, or none could know that
    /// it would be: the fetch turns.
    pub redirected: bool,
    /// Some lanes went another way than others.
    pub diverged: bool,
    /// A BSYNC: lanes went on together, or their group waits for others.
    pub met: bool,
    /// The lanes that run next were kept one by one: who else stands at their instruction had to be found.
    pub gathered: bool,
    /// The last lanes of a warp went that an indirect branch sent several ways.
    pub last_part: bool,
    /// The lanes that ended.
    pub exited: u32,
    /// The nanoseconds for which the warp asked to sleep.
    pub sleep: Option<u32>,
    /// The kernel asked to be stopped (`trap`, a failed assertion).
    pub trapped: bool,
    /// What the instruction's destination is to hold in all its lanes.
    pub result: Option<u32>,
}

/// What a warp as a whole is doing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WarpStatus {
    /// A group can issue.
    Running,
    /// All lanes that have not ended wait at the block's barrier.
    AtBarrier,
    /// All lanes have ended.
    Done,
    /// No lane can go on: lanes wait for each other, as [`WarpControl::waiting`] says.
    Stuck,
}

/// A group that does not run, for diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WaitingGroup {
    /// Its lanes.
    pub lanes: u32,
    /// Its next instruction.
    pub pc: u32,
    /// What it waits for.
    pub reason: Waiting,
}

/// Why a group does not run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Waiting {
    /// For its turn.
    Turn,
    /// For its turn, which it gave away by YIELD.
    Yielded,
    /// For the other lanes of a convergence barrier.
    Convergence(u8),
    /// For the other lanes of a convergence barrier whose mask a register holds.
    OuterConvergence(u8),
    /// For the other lanes of a WARPSYNC; their mask.
    WarpSync(u32),
    /// For the other lanes of a WARPSYNC.COLLECTIVE; their mask.
    Collective(u32),
    /// For the block's barrier.
    BlockBarrier,
}

/// The control state of one warp.
///
/// The running group's program counter and lanes lie in front, so that
/// converged warps touch nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct WarpControl {
    pc: u32,
    active: u32,
    live: u32,
    /// Where the running group ends and merges (reconvergence stack only).
    meet: u32,
    /// The lanes that an indirect branch has not sent on yet.
    unsent: u32,
    /// Whether the running group was gathered from lanes that were kept one by one, by this step.
    gathered: bool,
    model: Model,
}

/// The groups that do not run. Nearly every warp holds the larger variant, which
/// must not lie behind a pointer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::large_enum_variant)]
enum Model {
    Independent(Independent),
    Stack(Stack),
}

impl WarpControl {
    /// A warp without lanes.
    pub fn new(reconvergence: Reconvergence) -> WarpControl {
        WarpControl {
            pc: 0,
            active: 0,
            live: 0,
            meet: NEVER,
            unsent: 0,
            gathered: false,
            model: match reconvergence {
                Reconvergence::Independent => Model::Independent(Independent::default()),
                Reconvergence::Stack => Model::Stack(Stack::default()),
            },
        }
    }

    /// Puts `lanes` at the first instruction.
    pub fn start(&mut self, lanes: u32) {
        self.pc = 0;
        self.active = lanes;
        self.live = lanes;
        self.meet = NEVER;
        self.unsent = 0;
        match &mut self.model {
            Model::Independent(model) => model.clear(),
            Model::Stack(model) => model.clear(),
        }
    }

    /// The next instruction of the group that runs.
    #[inline(always)]
    pub fn pc(&self) -> u32 {
        self.pc
    }

    /// The lanes of the group that runs; none if the warp does not run.
    #[inline(always)]
    pub fn active(&self) -> u32 {
        self.active
    }

    /// The lanes that have not ended.
    #[inline(always)]
    pub fn live(&self) -> u32 {
        self.live
    }

    /// What the warp is doing.
    pub fn status(&self) -> WarpStatus {
        if self.active != 0 {
            return WarpStatus::Running;
        }
        if self.live == 0 {
            return WarpStatus::Done;
        }
        let at_barrier = match &self.model {
            Model::Independent(model) => model.at_block_barrier() == self.live,
            Model::Stack(model) => model.is_at_block_barrier(),
        };
        match at_barrier {
            true => WarpStatus::AtBarrier,
            false => WarpStatus::Stuck,
        }
    }

    /// Moves the running group behind an instruction that is no control
    /// instruction. Says whether the next one is not the one that follows.
    #[inline(always)]
    pub fn advance(&mut self) -> bool {
        self.pc += 1;
        if self.pc == self.meet {
            return self.merge();
        }
        false
    }

    /// Carries out a control instruction of the running group; `mask` are its
    /// lanes that pass the guard.
    pub fn step(&mut self, op: &ControlOp, uop: &Uop, warp: &WarpState, mask: u32) -> Step {
        let (here, ran) = (self.pc, self.active);
        let mask = mask & warp.predicate(uop.psrc[0]);
        self.gathered = false;
        let mut step = match *op {
            ControlOp::Branch { target, meet } => self.branch(mask, target, meet),
            ControlOp::BranchIfDiverged { target, converged } => {
                let as_wanted = (mask == warp.first_value(uop, 1, mask)) == converged;
                let taken = if mask != 0 && as_wanted {
                    self.active
                } else {
                    0
                };
                self.branch(taken, target, NEVER)
            }
            ControlOp::BranchIfAny { target } => {
                let taken = if mask == 0 { 0 } else { self.active };
                self.branch(taken, target, NEVER)
            }
            ControlOp::Trap => {
                self.advance();
                Step {
                    trapped: mask != 0,
                    ..Step::default()
                }
            }
            ControlOp::Sleep => self.sleep(mask, warp.first_value(uop, 0, mask)),
            ControlOp::Call { target } => self.branch(mask, target, NEVER),
            ControlOp::Indirect { base, meet } => self.indirect(mask, base, meet, uop, warp),
            ControlOp::Exit => self.exit(mask),
            ControlOp::Converge(op) => self.converge(op, uop, warp, mask),
        };
        let indirect = matches!(op, ControlOp::Indirect { .. }) && mask != 0;
        let others_run = self.active & ran == 0;
        // A BSYNC whose mask a register gave back: the same lanes issue it once more, behind its stall count (assumed).
        let passes_again = step.met && self.pc == here && !others_run;
        step.met &= !passes_again;
        step.gathered = self.gathered;
        step.redirected =
            (self.pc != here + 1 && !passes_again) || indirect || others_run || step.gathered;
        step
    }

    /// Threads with which the running `lanes` arrive at the block's barrier: a
    /// stack of the rest of the warp cannot run before it opens, and counts.
    pub fn arriving(&self, lanes: u32) -> u32 {
        match &self.model {
            Model::Independent(_) => lanes.count_ones(),
            Model::Stack(_) => self.live.count_ones(),
        }
    }

    /// The running group arrives at the block's barrier and waits; other lanes
    /// of the warp may run on. The warp has arrived when its status is
    /// [`WarpStatus::AtBarrier`].
    pub fn wait_at_block_barrier(&mut self) {
        match &mut self.model {
            Model::Independent(_) => self.suspend(self.active, self.pc + 1, Waiting::BlockBarrier),
            Model::Stack(model) => {
                model.wait_at_block_barrier(self.active);
                self.active = 0;
            }
        }
    }

    /// Whether `lanes` may go on behind a barrier before they wait: if they are all that live.
    pub fn may_go_on_behind_barrier(&self, lanes: u32) -> bool {
        matches!(self.model, Model::Independent(_)) && lanes == self.live
    }

    /// The running group, which has gone on behind the block's barrier, waits for it where it is.
    pub fn stop_behind_block_barrier(&mut self) {
        self.suspend(self.active, self.pc, Waiting::BlockBarrier);
    }

    /// The block's barrier opens.
    pub fn release_block_barrier(&mut self) {
        match &mut self.model {
            Model::Independent(model) => {
                model.release_block_barrier();
                self.run_next_if_idle();
            }
            Model::Stack(model) => {
                self.active = model.release_block_barrier();
                self.advance();
            }
        }
    }

    /// The groups that do not run, for a diagnosis.
    pub fn waiting(&self) -> Vec<WaitingGroup> {
        match &self.model {
            Model::Independent(model) => model.waiting(),
            Model::Stack(model) => model.waiting(),
        }
    }

    /// The lanes in `taken` go to `target`, the others on.
    #[inline]
    fn branch(&mut self, taken: u32, target: u32, meet: u32) -> Step {
        if taken == self.active {
            self.jump(target);
            return Step::default();
        }
        if taken == 0 {
            self.advance();
            return Step::default();
        }
        self.diverge(taken, target, meet);
        Step {
            diverged: true,
            ..Step::default()
        }
    }

    /// The running group goes elsewhere.
    fn jump(&mut self, target: u32) {
        let backward = target <= self.pc;
        self.pc = target;
        if self.pc == self.meet {
            self.merge();
        } else if backward {
            self.turn();
        }
    }

    /// The running group splits: the smaller part runs first, of equal ones
    /// the one that falls through.
    fn diverge(&mut self, taken: u32, target: u32, meet: u32) {
        let stay = self.active & !taken;
        let (first, second) = if taken.count_ones() < stay.count_ones() {
            ((taken, target), (stay, self.pc + 1))
        } else {
            ((stay, self.pc + 1), (taken, target))
        };
        match &mut self.model {
            Model::Independent(model) => {
                model.push(second.0, second.1);
                (self.active, self.pc) = first;
            }
            Model::Stack(model) => {
                model.split(self.active, self.meet, meet, &[second, first]);
                self.active = 0;
                self.merge();
            }
        }
    }

    /// Each lane goes where its register pair says. One execution serves one
    /// target; lanes with other targets execute the instruction again (measured
    /// on an H200: a switch issues one BRX for each target that occurs). The
    /// lanes that go run first if they are not more than those that stay.
    fn indirect(&mut self, mask: u32, base: i64, meet: u32, uop: &Uop, warp: &WarpState) -> Step {
        if mask == 0 {
            self.advance();
            return Step::default();
        }
        let (taken, target) = served(mask, |lane| warp.branch_target(uop, base, lane));
        self.serve(mask, taken, target, meet)
    }

    /// Of the guarded lanes those that are served go to `target`, the others execute the instruction
    /// again; the unguarded go on.
    fn serve(&mut self, mask: u32, taken: u32, target: u32, meet: u32) -> Step {
        let resumed = self.unsent & self.active != 0;
        self.unsent = self.unsent & !self.active | mask & !taken;
        let mut parts = arrayvec::ArrayVec::<(u32, u32), 3>::new();
        for part in [
            (taken, target),
            (mask & !taken, self.pc),
            (self.active & !mask, self.pc + 1),
        ] {
            if part.0 != 0 {
                parts.push(part);
            }
        }
        let diverged = parts.len() > 1;
        self.spread(&mut parts, meet);
        Step {
            diverged,
            last_part: resumed && !diverged,
            ..Step::default()
        }
    }

    /// WARPSYNC.EXCLUSIVE: lanes with one mask run on, alone, as soon as all of it that have not
    /// ended are there; those with other masks execute the instruction again (measured on an H200:
    /// instructions and threads of `rejoin_tiles_reduce`).
    fn sync_apart(&mut self, lanes: u32, meet: u32, mask_of: impl Fn(u32) -> u32) -> Step {
        let (taken, wanted) = served(lanes, mask_of);
        let independent = matches!(self.model, Model::Independent(_));
        if independent && wanted & self.live & !taken != 0 {
            self.leave_behind(self.active & !taken);
            self.meet_at_sync(wanted, taken);
            return Step::default();
        }
        self.serve(lanes, taken, self.pc + 1, meet)
    }

    /// Splits the running group into parts: smaller ones run first, of equal
    /// ones the one listed first.
    fn spread(&mut self, parts: &mut [(u32, u32)], meet: u32) {
        if let [(_, target)] = *parts {
            self.jump(target);
            return;
        }
        parts.reverse();
        parts.sort_by_key(|&(lanes, _)| std::cmp::Reverse(lanes.count_ones()));
        match &mut self.model {
            Model::Independent(model) => {
                if let Some((first, others)) = parts.split_last() {
                    for &(lanes, pc) in others {
                        model.push(lanes, pc);
                    }
                    (self.active, self.pc) = *first;
                }
            }
            Model::Stack(model) => {
                model.split(self.active, self.meet, meet, parts);
                self.active = 0;
                self.merge();
            }
        }
    }

    /// NANOSLEEP yields (measured on an H200); the warp sleeps only if the same
    /// lanes go on. The lowest lane's time counts.
    fn sleep(&mut self, mask: u32, nanoseconds: u32) -> Step {
        let (lanes, next) = (self.active, self.pc + 1);
        match &self.model {
            Model::Independent(_) if mask != 0 => self.give_way(),
            Model::Independent(_) | Model::Stack(_) => {
                self.advance();
            }
        }
        let stays = mask != 0 && (self.active, self.pc) == (lanes, next);
        Step {
            sleep: stays.then_some(nanoseconds),
            ..Step::default()
        }
    }

    /// Lanes end; the others go on.
    fn exit(&mut self, lanes: u32) -> Step {
        self.live &= !lanes;
        self.active &= !lanes;
        match &mut self.model {
            Model::Independent(model) => {
                if self.active != 0 {
                    self.pc += 1;
                }
                if !model.is_empty() {
                    model.release_left(self.live);
                    self.run_next_if_idle();
                }
            }
            Model::Stack(model) => {
                model.remove(lanes);
                if self.active != 0 {
                    self.advance();
                } else {
                    self.merge();
                }
            }
        }
        Step {
            exited: lanes,
            ..Step::default()
        }
    }

    /// Instructions of the convergence barriers; the stack only passes them, but for what serves
    /// lanes of one mask at a time.
    fn converge(&mut self, op: ConvergeOp, uop: &Uop, warp: &WarpState, mask: u32) -> Step {
        if let ConvergeOp::WarpSyncExclusive { meet } = op
            && mask != 0
        {
            return self.sync_apart(mask, meet, |lane| warp.value(uop, 0, lane));
        }
        let Model::Independent(model) = &mut self.model else {
            self.advance();
            return Step::default();
        };
        match op {
            _ if mask == 0 => self.pc += 1,
            ConvergeOp::Bssy { barrier } => {
                model.join(barrier, mask);
                self.pc += 1;
            }
            ConvergeOp::Break { barrier } => self.break_out(barrier, mask),
            ConvergeOp::Bsync { barrier } => {
                self.meet_at_barrier(barrier, mask);
                return Step {
                    met: true,
                    ..Step::default()
                };
            }
            ConvergeOp::WarpSync => self.meet_at_syncs(mask, |lane| warp.value(uop, 0, lane)),
            ConvergeOp::WarpSyncExclusive { .. } => self.pc += 1,
            ConvergeOp::WarpSyncAll => self.meet_at_sync(!0, mask),
            ConvergeOp::Collective { resume } => {
                let (lanes, wanted) = served(mask, |lane| warp.value(uop, 0, lane));
                self.leave_behind(mask & !lanes);
                self.begin_collective(wanted, lanes, resume);
            }
            ConvergeOp::EndCollective => self.end_collective(),
            ConvergeOp::Yield => self.give_way(),
            ConvergeOp::CollectiveAll { resume } => self.begin_collective(!0, mask, resume),
            ConvergeOp::Clear { barrier } => {
                model.join(barrier, 0);
                self.pc += 1;
            }
            ConvergeOp::Save { barrier, clear } => {
                let lanes = model.save(barrier, clear);
                self.pc += 1;
                return Step {
                    result: Some(lanes),
                    ..Step::default()
                };
            }
            ConvergeOp::Restore { barrier } => {
                model.restore(barrier, warp.first_value(uop, 1, mask));
                self.pc += 1;
            }
        }
        Step::default()
    }

    /// The top of the stack runs next, after finished entries have merged.
    fn merge(&mut self) -> bool {
        let Model::Stack(model) = &mut self.model else {
            return false;
        };
        let top = model.pop_finished(Entry {
            lanes: self.active,
            pc: self.pc,
            meet: self.meet,
        });
        let turned = top.pc != self.pc;
        (self.active, self.pc, self.meet) = (top.lanes, top.pc, top.meet);
        turned
    }
}

/// The lanes that an indirect branch serves, and their target: the lowest lane's,
/// or, if more than half of the lanes want that, the lowest one's of the others
/// (measured on an H200). What has a mask for each lane serves those of one mask likewise.
fn served(mask: u32, target: impl Fn(u32) -> u32) -> (u32, u32) {
    let with = |lane: u32| {
        let wanted = target(lane);
        (lanes_where(mask, |other| target(other) == wanted), wanted)
    };
    let lowest = with(mask.trailing_zeros());
    let others = mask & !lowest.0;
    if others != 0 && others.count_ones() < lowest.0.count_ones() {
        return with(others.trailing_zeros());
    }
    lowest
}

/// The lanes of a mask for which a condition holds.
pub(crate) fn lanes_where(mask: u32, holds: impl Fn(u32) -> bool) -> u32 {
    (0..32)
        .filter(|&lane| mask >> lane & 1 != 0 && holds(lane))
        .fold(0, |lanes, lane| lanes | 1 << lane)
}
