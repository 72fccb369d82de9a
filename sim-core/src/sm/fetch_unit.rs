//! The fetch unit of a sub-core: when the lines of code that its warps go through are there.
//!
//! It fetches a line of 128 bytes, eight instructions, in two cycles, one line after the other for all warps of
//! its sub-core: who has asked first goes first. A warp asks for the line of its next instruction and then for those behind it,
//! each a cycle after it has got the one before, until it is two lines ahead. It goes on so while a branch that it has
//! taken is not resolved, one line less far; then all that it has is of no use, and it asks for the line of the
//! branch's target.
//!
//! So a warp alone waits two cycles for the instruction at a branch's target, and for the first of the line behind
//! that three more: a loop that begins with the last instruction of a line takes two cycles longer than elsewhere, if its second
//! instruction could issue behind the first at once. Warps whose branches are resolved at the same time wait for each other, and go
//! on apart; those that branch behind every few instructions wait for what others fetch in vain. Measured on an H200
//! and an H100 (`micro/h200/small_loops`, `micro/h200/branchy`): all loops of one warp to the cycle; how far those of
//! more are off says DEVIATIONS. That requests are served in this order and how many lines a warp is ahead is what
//! explains these loops best of what was tried; neither was measured by itself.
//!
//! Left out: that a line must be in the first level of the SM (`fetch`) to be fetched, for which a warp waits besides; and
//! what is ahead of a warp that has ended.

use super::subcore::SLOTS;
use super::timing::NEVER;
use crate::config::FetchConfig;
use sim_memory::banks::lanes;

/// Lines that a warp may be ahead, at most.
pub const MOST_LINES_AHEAD: u32 = WINDOW as u32 - 1;

/// Lines whose times are kept: that of the next instruction and those behind it.
const WINDOW: usize = 4;

/// What a warp has of its code and asks for.
#[derive(Clone, Copy, Debug)]
struct Lines {
    /// The line of its next instruction, or, while a branch is not resolved, that of the branch.
    here: u32,
    /// The first line that it has not got.
    next: u32,
    /// When it asks for that.
    asks: u64,
    /// When each line is there, by the last bits of its number.
    there: [u64; WINDOW],
    /// When the branch that it has taken is resolved, if it is not ...
    resolved: u64,
    /// ... and the line of its target.
    goes_to: u32,
}

impl Lines {
    /// Those of a warp that has all it may have.
    fn at(line: u32) -> Lines {
        Lines {
            here: line,
            next: line + WINDOW as u32,
            asks: 0,
            there: [0; WINDOW],
            resolved: NEVER,
            goes_to: 0,
        }
    }

    /// Whether it asks for a line.
    fn wants(&self, ahead: u32) -> bool {
        self.next <= self.here + ahead - u32::from(self.resolved != NEVER)
    }
}

/// See the module.
#[derive(Debug)]
pub struct FetchUnit {
    /// Cycles for a line.
    cycles: u64,
    /// Cycles from a line until its warp asks for the next.
    gap: u64,
    /// How many lines a warp is ahead.
    ahead: u32,
    lines: [Lines; SLOTS],
    /// Warps that ask for a line, a bit each, ...
    asking: u32,
    /// ... whose branches are not resolved, ...
    branching: u32,
    /// ... and whose next line may not be there.
    unsure: u32,
    /// When it takes the next line.
    free: u64,
    /// When it may have something to do next.
    due: u64,
    /// Until when it has run.
    now: u64,
}

impl FetchUnit {
    /// Nothing is fetched.
    pub fn new(config: &FetchConfig) -> FetchUnit {
        FetchUnit {
            cycles: config.line_cycles,
            gap: config.line_gap,
            ahead: config.lines_ahead,
            lines: [Lines::at(0); SLOTS],
            asking: 0,
            branching: 0,
            unsure: 0,
            free: 0,
            due: NEVER,
            now: 0,
        }
    }

    /// A new warp comes, which has its first lines.
    pub fn start(&mut self, warp: usize) {
        self.lines[warp] = Lines::at(0);
        let others = !(1 << warp);
        self.asking &= others;
        self.branching &= others;
        self.unsure &= others;
    }

    /// A warp takes a branch to an instruction of `line`, that is resolved then.
    pub fn branch(&mut self, warp: usize, line: u32, resolved: u64) {
        let lines = &mut self.lines[warp];
        (lines.resolved, lines.goes_to) = (resolved, line);
        if !lines.wants(self.ahead) {
            self.asking &= !(1 << warp);
        }
        self.branching |= 1 << warp;
        self.unsure |= 1 << warp;
        self.due = self.due.min(resolved);
    }

    /// A warp's next instruction lies in another line than the last, which it has come to by itself or by a branch
    /// that is not resolved. Where lanes go on elsewhere without a branch they have what they need.
    pub fn enter(&mut self, warp: usize, line: u32) {
        if self.branching >> warp & 1 != 0 {
            return;
        }
        let lines = &mut self.lines[warp];
        if line != lines.here + 1 {
            *lines = Lines::at(line);
            self.asking &= !(1 << warp);
            return;
        }
        lines.here = line;
        self.unsure |= 1 << warp;
        if lines.wants(self.ahead) && self.asking >> warp & 1 == 0 {
            lines.asks = lines.asks.max(self.now);
            self.due = self.due.min(lines.asks.max(self.free));
            self.asking |= 1 << warp;
        }
    }

    /// Of these warps, those whose next line may not be there.
    #[inline(always)]
    pub fn unsure(&self, warps: u32) -> u32 {
        self.unsure & warps
    }

    /// When the next line of such a warp is there at the earliest; if that is not `now` it is still unsure then.
    pub fn there(&mut self, warp: usize, now: u64) -> u64 {
        let lines = &self.lines[warp];
        let line = lines.here;
        let there = if self.branching >> warp & 1 != 0 {
            lines.resolved + self.cycles
        } else if line < lines.next {
            lines.there[line as usize % WINDOW]
        } else {
            self.free.max(lines.asks).max(now) + self.cycles
        };
        if there <= now {
            self.unsure &= !(1 << warp);
        }
        there
    }

    /// Does what is due by `now`.
    #[inline(always)]
    pub fn run(&mut self, now: u64) {
        self.now = now;
        while self.due <= now {
            self.step();
        }
    }

    /// What is due first: a branch is resolved, or a line fetched, or neither.
    fn step(&mut self) {
        let now = self.due;
        for warp in lanes(self.branching) {
            let lines = &mut self.lines[warp];
            if lines.resolved <= now {
                lines.asks = lines.resolved;
                lines.resolved = NEVER;
                (lines.here, lines.next) = (lines.goes_to, lines.goes_to);
                self.branching &= !(1 << warp);
                self.asking |= 1 << warp;
            }
        }
        if self.free <= now
            && let Some(warp) = self.first(now)
        {
            self.fetch(warp, now);
        }
        self.find_due();
    }

    /// Whose line is fetched next of those that ask by `now`.
    fn first(&self, now: u64) -> Option<usize> {
        let asking = lanes(self.asking).filter(|&warp| self.lines[warp].asks <= now);
        asking.min_by_key(|&warp| self.lines[warp].asks)
    }

    fn fetch(&mut self, warp: usize, now: u64) {
        let lines = &mut self.lines[warp];
        self.free = now + self.cycles;
        lines.there[lines.next as usize % WINDOW] = self.free;
        lines.next += 1;
        lines.asks = self.free + self.gap;
        if !lines.wants(self.ahead) {
            self.asking &= !(1 << warp);
        }
    }

    fn find_due(&mut self) {
        let asks = lanes(self.asking).map(|warp| self.lines[warp].asks);
        let fetches = asks.min().map_or(NEVER, |asks| asks.max(self.free));
        let resolved = lanes(self.branching).map(|warp| self.lines[warp].resolved);
        self.due = resolved.fold(fetches, u64::min);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::GpuConfig;

    fn unit() -> FetchUnit {
        let gpu = GpuConfig::built_in("h200").expect("built in");
        FetchUnit::new(&gpu.fetch)
    }

    /// When the next line of a warp that is unsure of it from `now` on is there.
    fn there(unit: &mut FetchUnit, warp: usize, mut now: u64) -> u64 {
        loop {
            unit.run(now);
            match unit.there(warp, now) {
                there if there <= now => return now,
                there => now = there,
            }
        }
    }

    #[test]
    fn a_target_takes_two_cycles_and_the_line_behind_it_three_more() {
        let mut unit = unit();
        unit.branch(3, 70, 108);
        assert_eq!(there(&mut unit, 3, 108), 110);
        unit.enter(3, 71);
        assert_eq!(there(&mut unit, 3, 111), 113);
        unit.enter(3, 72);
        assert_eq!(there(&mut unit, 3, 120), 120, "it was two lines ahead");
    }

    #[test]
    fn who_asks_first_is_served_first_and_a_line_at_a_time() {
        let mut unit = unit();
        for (warp, resolved) in [(1, 100), (2, 100), (3, 101)] {
            unit.branch(warp, 70, resolved);
        }
        let mut all = [1, 2, 3].map(|warp| (there(&mut unit, warp, 102), warp));
        all.sort_unstable();
        assert_eq!(all.map(|(there, _)| there), [102, 104, 106]);
        // The first has asked for its next line in cycle 103, before others' next ones.
        unit.enter(1, 71);
        assert_eq!(there(&mut unit, 1, 106), 108);
    }

    /// A unit whose warp 1 has its branch's target at 100, and asks for the line behind that a cycle later; it may have
    /// branched again, for long.
    fn with_a_target_at_100(branches_again: bool) -> FetchUnit {
        let mut unit = unit();
        unit.branch(1, 70, 98);
        unit.run(100);
        if branches_again {
            unit.branch(1, 80, 1000);
        }
        unit
    }

    #[test]
    fn what_a_warp_fetches_behind_its_branch_holds_others_up() {
        let target = |mut unit: FetchUnit| {
            unit.branch(2, 90, 102);
            there(&mut unit, 2, 104)
        };
        assert_eq!(target(unit()), 104);
        assert_eq!(target(with_a_target_at_100(true)), 105);
    }

    #[test]
    fn a_warp_that_branches_fetches_less_far_behind_it() {
        let lines = [false, true].map(|branches_again| {
            let mut unit = with_a_target_at_100(branches_again);
            unit.run(200);
            unit.lines[1].next - 70
        });
        assert_eq!(lines, [3, 2]);
    }

    #[test]
    fn code_that_no_branch_leads_to_is_there() {
        let mut unit = unit();
        for line in 1..20 {
            unit.enter(5, line);
            assert_eq!(
                there(&mut unit, 5, 8 * u64::from(line)),
                8 * u64::from(line)
            );
        }
        unit.start(5);
        assert_eq!(unit.unsure(!0), 0);
    }
}
