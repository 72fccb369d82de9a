//! Issue: one warp instruction a cycle and sub-core, and what follows from it.
//!
//! A warp whose wake time has come is *ready*; whether it really issues is
//! decided by the units: its pipe must be free, its register reads must fit
//! into the read window, the queue to memory must have room. If not, it waits
//! for that (`held`), charged to the unit's stall reason. Values bind at issue:
//! the instruction is executed at once, and the dependence counters hide how
//! long it really takes.

use sim_isa::op::LatencyClass;
use sim_isa::{Op, Pipe};

use super::arbiter::Posted;
use super::first_level::ConstantAddress;
use super::matrix::MatrixFacts;
use super::registers::{Fit, Manner};
use super::subcore::{SLOTS, SubCore};
use super::timing::{Asleep, NEVER, read_counter, write_counter};
use super::{Epoch, SUB_CORES, Sm, sleep};
use crate::config::{GpuConfig, PIPES};
use crate::exec::{Alu, Env, Kind, Reads, Scope, Step, Uop, Waits, WarpStatus};
use crate::fault::FaultKind;
use crate::plan::unit_parts;
use crate::stall::Stall;

/// What keeps a warp whose time has come from issuing.
enum Held {
    /// The pipe is busy or the queue full until then; [`NEVER`] until an
    /// instruction has left the queue.
    ByUnit(u64),
    /// The register banks have too much to read until then.
    ByReads(u64),
}

/// How an instruction reads from the register banks.
#[derive(Clone, Copy, Default)]
struct Reading {
    /// Cycles for which it stands before them, if it is a wide product.
    held: u64,
    /// What.
    registers: Reads,
    /// When, if it does so in the stages behind its issue.
    fit: Fit,
    /// In which cycles behind its issue, a bit each, if it is a product of matrices.
    fixed: [u16; 2],
}

/// Warps that units held back and no longer do, a bit each.
struct Freed {
    /// All of them.
    warps: u32,
    /// Those that waited for a place in a queue.
    waited: u32,
    /// Those that waited for the FMA pipe or the ALU, which is free only just now: the others of
    /// their block go first (`turns`).
    behind: u32,
    /// When the first of the other units is to be asked again.
    ask_again: u64,
}

/// What an instruction means for the next one of its warp.
struct Outcome {
    /// The earliest next issue, apart from everything that `prepare` checks.
    next: u64,
    /// Why, beyond the stall count.
    reason: Stall,
    /// The last cycles of these, in which the instruction at a branch's target
    /// is fetched.
    fetch: u64,
}

impl Sm {
    /// Issues at most one instruction from a sub-core.
    pub(super) fn issue_cycle(&mut self, epoch: &Epoch, sub: usize, now: u64) {
        let (ready, next) = self.subcores[sub].ready_and_next(now);
        let Freed {
            warps: freed,
            waited,
            behind,
            ask_again,
        } = self.freed(epoch, sub, now);
        // What follows sets wake times, and `next` with them if they are earlier.
        self.subcores[sub].next = next.min(ask_again);
        let ready = ready & !self.wait_for_lines_of_code(sub, ready, now);
        let mut waiting = (ready | freed).count_ones();
        let mut still = now + 1;
        let mut left = ready & !freed;
        for index in self.subcores[sub].in_turn(ready | freed, waited, behind, now) {
            let slot = sub + SUB_CORES * index;
            left &= !(1 << index);
            let verdict = match freed >> index & 1 != 0 {
                true => {
                    self.go_on(epoch, slot, now);
                    self.reads_in_time(epoch, sub, slot, now)
                }
                false => self.may_issue(epoch, sub, slot, now),
            };
            if verdict.is_ok() {
                self.stats.warps_eligible += u64::from(waiting);
            }
            waiting -= 1;
            match verdict {
                Err(Held::ByReads(until)) => {
                    self.subcores[sub].stop_counts(now, until);
                    self.set_wake(slot, until);
                    self.all_stand_still(epoch, sub, left | 1 << index, now, until);
                    still = until;
                    break;
                }
                Err(Held::ByUnit(until)) => self.hold(epoch, slot, now, until),
                Ok(reading) => {
                    self.subcores[sub].set_wake(index, NEVER);
                    let hold = self.read(epoch, sub, slot, reading, now);
                    self.subcores[sub].issued.issue(index, now);
                    if hold > 0 {
                        still = now + 1 + hold;
                        self.subcores[sub].stand_still(now + 1, still);
                        self.all_stand_still(epoch, sub, left, now + 1, still);
                    }
                    self.issue(epoch, sub, slot, hold, now);
                    break;
                }
            }
        }
        let subcore = &mut self.subcores[sub];
        let next = if waiting > 0 { now } else { subcore.next };
        subcore.next = next.max(still);
        subcore.still = still;
    }

    /// Runs the fetch unit of a sub-core; returns which of the `ready` warps must wait for their next line of code.
    #[inline(always)]
    fn wait_for_lines_of_code(&mut self, sub: usize, ready: u32, now: u64) -> u32 {
        let unit = &mut self.subcores[sub].fetch_unit;
        unit.run(now);
        let (mut left, mut late) = (unit.unsure(ready), 0);
        while left != 0 {
            let index = left.trailing_zeros() as usize;
            left &= left - 1;
            let there = self.subcores[sub].fetch_unit.there(index, now);
            if there > now {
                let slot = sub + SUB_CORES * index;
                self.timing[slot].charge(&mut self.pcs, there, Stall::NoInstruction);
                self.set_wake(slot, there);
                late |= 1 << index;
            }
        }
        late
    }

    /// The warps of a sub-core that units held back and no longer do.
    #[inline(always)]
    fn freed(&mut self, epoch: &Epoch, sub: usize, now: u64) -> Freed {
        let held_behind = epoch.plan.gpu.issue.held_behind;
        let mut freed = Freed {
            warps: 0,
            waited: 0,
            behind: 0,
            ask_again: NEVER,
        };
        for unit in self.subcores[sub].held.holding() {
            let mut until = self.subcores[sub].held.until(unit);
            if until <= now {
                let Some(later) = self.unit_free_at(sub, unit, now) else {
                    let warps = self.subcores[sub].held.warps(unit);
                    freed.warps |= warps;
                    let (pipe, queue) = unit_parts(unit);
                    match PIPES[pipe] {
                        _ if queue.is_some() => freed.waited |= warps,
                        Pipe::Fma | Pipe::FmaHeavy | Pipe::Alu if now < until + held_behind => {
                            freed.behind |= warps;
                        }
                        _ => {}
                    }
                    continue;
                };
                self.subcores[sub].held.hold_again(unit, now, later);
                until = later;
            }
            freed.ask_again = freed.ask_again.min(until);
        }
        freed
    }

    /// Whether the warp's next instruction may issue at `now`: how it reads from the register banks, or
    /// what keeps it from issuing.
    #[inline(always)]
    fn may_issue(
        &mut self,
        epoch: &Epoch,
        sub: usize,
        slot: usize,
        now: u64,
    ) -> Result<Reading, Held> {
        let facts = &epoch.plan.facts[self.timing[slot].pc as usize];
        match self.unit_free_at(sub, facts.unit(), now) {
            Some(until) => Err(Held::ByUnit(until)),
            None => self.reads_in_time(epoch, sub, slot, now),
        }
    }

    /// When a unit will take an instruction of a sub-core, if not `now`; [`NEVER`] if one must leave
    /// the queue first.
    #[inline(always)]
    fn unit_free_at(&mut self, sub: usize, unit: usize, now: u64) -> Option<u64> {
        let (pipe, queue) = unit_parts(unit);
        let free = self.subcores[sub].pipe_free_at(pipe, now);
        if free > now {
            return Some(free);
        }
        self.mio.room(sub, queue?, now).err()
    }

    /// How the warp's next instruction reads from the register banks, if it may issue at `now`.
    #[inline]
    fn reads_in_time(
        &self,
        epoch: &Epoch,
        sub: usize,
        slot: usize,
        now: u64,
    ) -> Result<Reading, Held> {
        let facts = &epoch.plan.facts[self.timing[slot].pc as usize];
        if let Some(product) = &facts.matrix {
            return self.reads_matrices_in_time(product, sub, slot, now);
        }
        let registers = self.reads(epoch, sub, slot);
        let held = self.hold_of_product(epoch, sub, slot, now);
        let mut reading = Reading {
            held,
            registers,
            fit: Fit::default(),
            fixed: [0; 2],
        };
        if registers.is_none() || facts.reads_later() {
            return Ok(reading);
        }
        let SubCore {
            issued,
            registers: banks,
            ..
        } = &self.subcores[sub];
        let there = match facts.fresh {
            true => (facts.sources).map(|source| issued.wait(slot / SUB_CORES, source, now)),
            false => [0; 3],
        };
        reading.fit = banks
            .fit(registers, there, facts.manner, now + held)
            .ok_or(Held::ByReads(now + 1))?;
        Ok(reading)
    }

    /// The same of a product of matrices.
    fn reads_matrices_in_time(
        &self,
        product: &MatrixFacts,
        sub: usize,
        slot: usize,
        now: u64,
    ) -> Result<Reading, Held> {
        let subcore = &self.subcores[sub];
        let fixed = product.reads(subcore.last_product(slot / SUB_CORES));
        match subcore.registers.fits(fixed, now) {
            true => Ok(Reading {
                fixed,
                ..Reading::default()
            }),
            false => Err(Held::ByReads(now + 1)),
        }
    }

    /// An instruction that issues `now` reads its registers; returns for how many cycles its sub-core stands
    /// still then.
    #[inline]
    fn read(&mut self, epoch: &Epoch, sub: usize, slot: usize, reading: Reading, now: u64) -> u64 {
        let gpu = &epoch.plan.gpu;
        let facts = &epoch.plan.facts[self.timing[slot].pc as usize];
        let Reading {
            held,
            registers,
            fit,
            fixed,
        } = reading;
        let subcore = &mut self.subcores[sub];
        if let Some(product) = &facts.matrix {
            subcore.registers.read_fixed(fixed, now);
            let pc = self.timing[slot].pc;
            subcore.multiply(product, (slot / SUB_CORES, pc), now);
            return 0;
        }
        if facts.reads_later() {
            let (others, interval) = match facts.queued {
                true => (
                    self.mio.passes_from(sub, now) - now,
                    gpu.mio.operand_interval,
                ),
                false => (0, 1),
            };
            let begin = now + gpu.issue.late_read + others;
            subcore.registers.pass_on(registers, now, begin, interval);
            return 0;
        }
        if facts.manner == Manner::Firm && gpu.issue.second_half > 0 {
            subcore.second_half = now + gpu.issue.second_half;
        }
        if !registers.is_none() {
            subcore.registers.read(fit, facts.manner, now + held);
        }
        held + u64::from(fit.stands)
    }

    /// What an instruction reads from the register banks: less, if it follows
    /// the last issue of its sub-core and that latched operands, and nothing if
    /// its guard is false in all lanes (measured on an H200).
    #[inline]
    fn reads(&self, epoch: &Epoch, sub: usize, slot: usize) -> Reads {
        let pc = self.timing[slot].pc;
        let facts = &epoch.plan.facts[pc as usize];
        if facts.guarded && self.is_off(epoch, slot) {
            return Reads::default();
        }
        let subcore = &self.subcores[sub];
        if subcore.last == slot / SUB_CORES && subcore.follows == pc {
            facts.reads_reused
        } else {
            facts.reads
        }
    }

    /// Cycles for which the warp's next instruction keeps its sub-core from issuing, if it is a wide product.
    #[inline(always)]
    fn hold_of_product(&self, epoch: &Epoch, sub: usize, slot: usize, now: u64) -> u64 {
        let facts = &epoch.plan.facts[self.timing[slot].pc as usize];
        match facts.hold {
            0 => 0,
            hold => {
                let issued = &self.subcores[sub].issued;
                let wait =
                    |factor: usize| issued.wait(slot / SUB_CORES, facts.sources[factor], now);
                hold + u64::from(wait(0).max(wait(1)))
            }
        }
    }

    /// Whether the guard of a warp's next instruction is false in all lanes.
    fn is_off(&self, epoch: &Epoch, slot: usize) -> bool {
        let uop = &epoch.plan.kernel.uops()[self.timing[slot].pc as usize];
        self.state[slot].guarded(uop, self.control[slot].active()) == 0
    }

    /// A warp waits for its unit, which may take it at `until`.
    fn hold(&mut self, epoch: &Epoch, slot: usize, now: u64, until: u64) {
        let timing = &mut self.timing[slot];
        timing.charge(&mut self.pcs, now, Stall::NotSelected);
        let unit = epoch.plan.facts[timing.pc as usize].unit();
        let (sub, index) = Sm::place(slot);
        let subcore = &mut self.subcores[sub];
        subcore.set_wake(index, NEVER);
        subcore.held.hold(unit, index, until);
        subcore.look_at(until);
    }

    /// Nobody of a sub-core issues from `now` to `until`, because operands do not
    /// fit or a wide product is being dispatched: what that means for the `ready`
    /// warps. Those for the ALU find its input taken (measured on an H200).
    fn all_stand_still(&mut self, epoch: &Epoch, sub: usize, ready: u32, now: u64, until: u64) {
        for index in (0..SLOTS).filter(|index| ready >> index & 1 != 0) {
            let timing = &mut self.timing[sub + SUB_CORES * index];
            let facts = &epoch.plan.facts[timing.pc as usize];
            let reason = match PIPES[facts.pipe] {
                Pipe::Alu => facts.throttle,
                _ => Stall::DispatchStall,
            };
            timing.charge(&mut self.pcs, now, Stall::NotSelected);
            timing.charge(&mut self.pcs, until, reason);
        }
    }

    /// A warp goes on that its unit held back: what it waited is charged.
    fn go_on(&mut self, epoch: &Epoch, slot: usize, now: u64) {
        let timing = &mut self.timing[slot];
        let facts = &epoch.plan.facts[timing.pc as usize];
        let (sub, index) = Sm::place(slot);
        let unselected = self.subcores[sub].held.release(facts.unit(), index, now);
        timing.charge(&mut self.pcs, now - unselected, facts.throttle);
        timing.charge(&mut self.pcs, now, Stall::NotSelected);
    }

    /// Issues a warp's next instruction, which keeps the sub-core from issuing for so many cycles.
    fn issue(&mut self, epoch: &Epoch, sub: usize, slot: usize, hold: u64, now: u64) {
        let pc = self.timing[slot].pc as usize;
        let uop = &epoch.plan.kernel.uops()[pc];
        let facts = &epoch.plan.facts[pc];
        let timing = &mut self.timing[slot];
        timing.charge(&mut self.pcs, now, Stall::NotSelected);
        timing.charge(&mut self.pcs, now + 1, Stall::Selected);
        let heavy = self.subcores[sub].take(facts.pipe, facts.interval, now);
        self.stats.fma_heavy += u64::from(heavy);
        if facts.queued {
            self.queue_turn = (sub + 1) % SUB_CORES;
        }
        self.subcores[sub].issue(slot / SUB_CORES, pc as u32 + 1, now);
        let active = self.control[slot].active();
        let mask = self.state[slot].guarded(uop, active);
        self.count(pc, active, mask);
        let counted = now + u64::from(uop.sched.stall.max(1)) + hold;
        let outcome = self.carry_out(epoch, slot, uop, mask, counted, now);
        if self.fault.is_none() {
            self.prepare(epoch, slot, now, outcome);
            self.subcores[sub].counts_to(slot / SUB_CORES, counted);
        }
    }

    #[inline]
    fn count(&mut self, pc: usize, active: u32, mask: u32) {
        self.stats.issued += 1;
        let stats = &mut self.pcs[pc];
        stats.executed += 1;
        stats.threads += u64::from(active.count_ones());
        stats.threads_on += u64::from(mask.count_ones());
        stats.any_on += u64::from(mask != 0);
    }

    /// A branch's second predicate (`@!P0 BRA P1, …`) counts as its guard does.
    fn count_declined(&mut self, slot: usize, uop: &Uop, mask: u32) {
        let pc = self.timing[slot].pc as usize;
        let declined = self.state[slot].declined(uop, mask);
        self.pcs[pc].threads_on -= u64::from(declined.count_ones());
    }

    /// Executes an instruction, whose stall count ends at `counted`, and moves its warp's program counter.
    fn carry_out(
        &mut self,
        epoch: &Epoch,
        slot: usize,
        uop: &Uop,
        mask: u32,
        counted: u64,
        now: u64,
    ) -> Outcome {
        let facts = &epoch.plan.facts[self.timing[slot].pc as usize];
        let mut outcome = Outcome {
            next: counted,
            reason: facts.still,
            fetch: 0,
        };
        match &uop.kind {
            Kind::Alu(alu) => {
                if mask != u32::MAX
                    && let Alu::Shfl(mode) = *alu
                {
                    self.look_at_shuffle(slot, uop, mask, mode, now);
                }
                let env = self.env(epoch, slot, now);
                self.executor
                    .execute(uop, &mut self.state[slot], mask, &env);
                match *alu {
                    Alu::Match { all, wide } => {
                        self.matched(epoch, slot, uop, mask, now, (all, wide))
                    }
                    _ => self.finish_at_known_time(epoch, slot, uop, now),
                }
            }
            Kind::Memory(op) => {
                if let Err(fault) = self.access(epoch, slot, uop, op, mask, now) {
                    self.fail(epoch, slot, now, fault);
                    return outcome;
                }
            }
            Kind::Control(op) => {
                if uop.op == Op::Bra {
                    self.count_declined(slot, uop, mask);
                }
                let step = self.control[slot].step(op, uop, &self.state[slot], mask);
                if let Some(value) = step.result {
                    self.state[slot].put(uop, mask, value);
                }
                let served = if mask != 0 && facts.by_adu {
                    self.mio.indirect_branch(now)
                } else if step.gathered {
                    self.gather(slot, acts(uop, &step, now))
                } else {
                    acts(uop, &step, now)
                };
                self.after_control(epoch, slot, step, served, &mut outcome);
                return outcome;
            }
            Kind::Barrier(op) => {
                self.arrive(epoch, slot, uop, op, mask, now);
                return outcome;
            }
            Kind::Membar(scope) => self.membar(epoch, slot, *scope, now, &mut outcome),
            Kind::InvalidateL1 => self.l1.invalidate_all(),
            Kind::EndCopies => self.end_copies(slot, uop, now),
            Kind::Nop => {}
        }
        self.control[slot].advance();
        outcome
    }

    /// The lanes that run next were kept one by one: the instruction issues once more, which is no execution,
    /// and they go on by an indirect branch. Returns when its target is known.
    fn gather(&mut self, slot: usize, now: u64) -> u64 {
        self.stats.issued += 1;
        let issues_again = now + 1;
        self.timing[slot].charge(&mut self.pcs, issues_again + 1, Stall::Selected);
        self.mio.indirect_branch(now)
    }

    /// MATCH: the ADU compares the lanes with one value after the other; for
    /// MATCH.ALL with the first lane's alone (measured on an H200).
    fn matched(
        &mut self,
        epoch: &Epoch,
        slot: usize,
        uop: &Uop,
        mask: u32,
        now: u64,
        (all, wide): (bool, bool),
    ) {
        let values = match all {
            true => 1,
            false => self.state[slot].groups(uop, mask) << u32::from(wide),
        };
        let served = self
            .mio
            .enter_adu(slot % SUB_CORES, now, true, values.max(1));
        let pc = self.timing[slot].pc as usize;
        self.pcs[pc].wavefronts += u64::from(values);
        let done = served.last + self.mio.behind_adu(epoch.plan.gpu.mio.match_latency);
        self.finish_access(slot, uop, served.start + 1, Some(done));
    }

    fn env(&self, epoch: &Epoch, slot: usize, now: u64) -> Env {
        Env {
            sm: self.id.into(),
            warp_slot: slot as u32,
            clock: now,
            clock_mhz: epoch.plan.gpu.chip.sm_clock_mhz,
        }
    }

    /// Releases the dependence counters of an instruction whose end is known
    /// when it starts: at once, or as soon as the data path takes it.
    #[inline]
    fn finish_at_known_time(&mut self, epoch: &Epoch, slot: usize, uop: &Uop, now: u64) {
        let facts = &epoch.plan.facts[self.timing[slot].pc as usize];
        let read_latency = epoch.plan.gpu.issue.operand_read;
        if facts.queued && PIPES[facts.pipe] != Pipe::Adu {
            let posted = Posted {
                slot,
                generation: self.generation[slot],
                cycles: facts.path_cycles,
                way_cycles: facts.way_cycles,
                returns: 1,
                latency: facts.latency,
                counter: write_counter(uop),
                read_latency,
                read_counter: read_counter(uop),
            };
            return self.post(uop, now, posted);
        }
        let start = match PIPES[facts.pipe] {
            Pipe::Xu => self.subcores[slot % SUB_CORES].special_start,
            Pipe::Adu if facts.queued => {
                let served = self.mio.enter_single(slot % SUB_CORES, now);
                served - epoch.plan.gpu.mio.adu_way
            }
            _ => now,
        };
        let timing = &mut self.timing[slot];
        if let Some(counter) = write_counter(uop) {
            timing.close_at(counter, start + facts.latency, false);
        }
        if let Some(counter) = read_counter(uop) {
            timing.close_at(counter, now + read_latency, false);
        }
    }

    /// Releases the counters of a memory instruction.
    pub(super) fn finish_access(&mut self, slot: usize, uop: &Uop, read: u64, done: Option<u64>) {
        let timing = &mut self.timing[slot];
        let long = matches!(
            uop.op.row().latency,
            LatencyClass::Global | LatencyClass::Local
        );
        if let Some(counter) = read_counter(uop) {
            timing.close_at(counter, read, long);
        }
        if let (Some(counter), Some(done)) = (write_counter(uop), done) {
            timing.close_at(counter, done, long);
        }
    }

    fn after_control(
        &mut self,
        epoch: &Epoch,
        slot: usize,
        step: Step,
        now: u64,
        outcome: &mut Outcome,
    ) {
        if step.trapped {
            return self.fail(epoch, slot, now, FaultKind::Trap);
        }
        let pc = self.timing[slot].pc as usize;
        let op = epoch.plan.kernel.uops()[pc].op;
        self.pcs[pc].divergent += u64::from(step.diverged);
        let by_adu = epoch.plan.facts[pc].by_adu;
        let latency = turn_latency(&epoch.plan.gpu, (op, by_adu), &step);
        if latency != 0 {
            outcome.next = outcome.next.max(now + latency);
            outcome.reason = Stall::BranchResolving;
        }
        if step.redirected {
            outcome.fetch = epoch.plan.gpu.fetch.line_cycles;
        }
        if step.diverged && !step.redirected {
            outcome.next += epoch.plan.gpu.issue.divergent_branch;
            outcome.reason = Stall::BranchResolving;
        }
        if step.redirected && latency != 0 {
            let (sub, index) = Sm::place(slot);
            let resolved = outcome.next.saturating_sub(outcome.fetch);
            let line = self.control[slot].pc() >> 3;
            self.subcores[sub].fetch_unit.branch(index, line, resolved);
        }
        if let Some(nanoseconds) = step.sleep {
            let (chip, issue) = (&epoch.plan.gpu.chip, &epoch.plan.gpu.issue);
            let wake = sleep::wakes(issue, chip.sm_clock_mhz, now, nanoseconds);
            outcome.next = outcome.next.max(wake);
            outcome.reason = Stall::Sleeping;
        }
        if step.last_part {
            self.pcs[pc].last_parts += 1;
        }
        if step.exited != 0 {
            self.threads_exited(epoch, slot, step.exited.count_ones(), now);
        }
    }

    /// A fence: the warp goes on when it has been to all slices of the L2 that
    /// the SM has spoken to since the last, and its writes are acknowledged.
    fn membar(
        &mut self,
        epoch: &Epoch,
        slot: usize,
        scope: Scope,
        now: u64,
        outcome: &mut Outcome,
    ) {
        if !scope.is_strong() {
            outcome.next = outcome.next.max(now + epoch.plan.gpu.barrier.membar_cta);
            outcome.reason = Stall::Membar;
            return;
        }
        if std::mem::take(&mut self.spoke) {
            self.timing[slot].asleep = Asleep::Membar;
            self.timing[slot].fence_open = true;
            self.send_fence(slot, now);
            return;
        }
        outcome.next = outcome.next.max(now + epoch.plan.gpu.barrier.membar_gpu);
        outcome.reason = Stall::Membar;
        if self.timing[slot].writes > 0 {
            self.timing[slot].asleep = Asleep::Membar;
        }
    }

    /// Computes when a warp may issue its next instruction.
    fn prepare(&mut self, epoch: &Epoch, slot: usize, now: u64, outcome: Outcome) {
        let stall = now
            + u64::from(
                epoch.plan.kernel.uops()[self.timing[slot].pc as usize]
                    .sched
                    .stall
                    .max(1),
            );
        let timing = &mut self.timing[slot];
        timing.earliest = timing.earliest.max(outcome.next);
        self.stop_if_it_must(epoch, slot);
        let timing = &mut self.timing[slot];
        match self.control[slot].status() {
            WarpStatus::Running => {}
            WarpStatus::Done => return self.warp_done(epoch, slot, stall),
            WarpStatus::AtBarrier | WarpStatus::Stuck => {
                timing.asleep = Asleep::Barrier;
                timing.charge(&mut self.pcs, stall, Stall::Wait);
                return;
            }
        }
        timing.pc = self.control[slot].pc();
        timing.charge(&mut self.pcs, stall, Stall::Wait);
        timing.charge(
            &mut self.pcs,
            outcome.next.saturating_sub(outcome.fetch),
            outcome.reason,
        );
        timing.charge(&mut self.pcs, outcome.next, Stall::NoInstruction);
        if timing.asleep == Asleep::Membar {
            return;
        }
        let earliest = timing.earliest;
        self.prepare_at(epoch, slot, earliest);
    }

    /// When a warp that is held back until `earliest` may issue its next instruction: fetch,
    /// constants, dependence counters.
    pub(super) fn prepare_at(&mut self, epoch: &Epoch, slot: usize, mut earliest: u64) {
        let pc = self.control[slot].pc();
        self.timing[slot].pc = pc.min(epoch.plan.kernel.uops().len() as u32 - 1);
        let Some(uop) = epoch.plan.kernel.uops().get(pc as usize) else {
            let target = u64::from(pc) * 16;
            return self.fail(epoch, slot, earliest, FaultKind::BadTarget { target });
        };
        let timing = &mut self.timing[slot];
        if timing.line != pc >> 3 {
            timing.line = pc >> 3;
            earliest = self.fetch.ready(pc, earliest);
            let (sub, index) = Sm::place(slot);
            self.subcores[sub].fetch_unit.enter(index, pc >> 3);
            timing.charge(&mut self.pcs, earliest, Stall::NoInstruction);
        }
        if let Some(address) = uop.constant
            && reads_constant_at_issue(uop)
        {
            let named = ConstantAddress::new(address.bank, address.offset.into());
            let address = match &uop.kind {
                Kind::Memory(op) => {
                    ConstantAddress::new(address.bank, self.state[slot].uniform_address(op))
                }
                _ => named,
            };
            timing.constant = Some(self.constant.asked(address, named));
        }
        timing.earliest = earliest;
        if timing.standing > 0 && comes_behind_accesses(uop) {
            timing.asleep = Asleep::Accesses;
            return;
        }
        self.wait_for_counters(slot, uop.sched.waits);
    }

    /// An operation on a dependence counter whose end was not known ends at `ready`.
    pub(super) fn counter_done(&mut self, slot: usize, counter: u8, ready: u64, long: bool) {
        let timing = &mut self.timing[slot];
        timing.close_open(counter, ready, long);
        if let Asleep::Scoreboards(waits) = timing.asleep {
            self.wait_for_counters(slot, waits);
        }
    }

    /// Lets a warp sleep until its counters are done, and then until its constant is there.
    pub(super) fn wait_for_counters(&mut self, slot: usize, waits: Waits) {
        let timing = &mut self.timing[slot];
        if timing.still_open(waits) != 0 {
            timing.asleep = Asleep::Scoreboards(waits);
            return;
        }
        timing.asleep = Asleep::No;
        let (time, counter) = match waits.allowed {
            0 => timing.ready_at(waits.mask),
            _ => self.copies_ready(slot, waits),
        };
        let timing = &mut self.timing[slot];
        if time > timing.earliest {
            let reason = timing.reason_of(counter);
            timing.earliest = time;
            timing.charge(&mut self.pcs, time, reason);
        }
        // Only what waits for nothing else asks for its constant (measured on an H200, `first`).
        if let Some(asked) = timing.constant.take() {
            timing.earliest = self
                .constant
                .at_issue(slot % SUB_CORES, asked, timing.earliest);
            timing.charge(&mut self.pcs, timing.earliest, Stall::ImcMiss);
        }
        let wake = timing.earliest;
        self.set_wake(slot, wake);
    }
}

/// Cycles from a control instruction to the next instruction of its warp, if
/// that is not the one behind it or lanes had to meet; else zero.
fn turn_latency(gpu: &GpuConfig, (op, by_adu): (Op, bool), step: &Step) -> u64 {
    let issue = &gpu.issue;
    let group_stops = matches!(
        op,
        Op::Bsync
            | Op::Warpsync
            | Op::WarpsyncAll
            | Op::WarpsyncExclusive
            | Op::Endcollective
            | Op::Yield
            | Op::Nanosleep
            | Op::Exit
    );
    match step.redirected {
        true if step.gathered => issue.taken_branch + issue.converge,
        true if group_stops => issue.group_switch,
        true => issue.taken_branch,
        false if by_adu => issue.taken_branch,
        false if step.met => issue.converge,
        false if step.exited != 0 => gpu.launch.exit + 1,
        false => 0,
    }
}

/// When a control instruction acts: one that ends lanes does so in the last cycle of its stall count
/// (measured on an H200, `parted`).
fn acts(uop: &Uop, step: &Step, now: u64) -> u64 {
    match step.exited {
        0 => now,
        _ => now + u64::from(uop.sched.stall.max(1)) - 1,
    }
}

/// Whether an instruction waits until its warp's accesses have left the sub-core: what orders
/// them for others.
fn comes_behind_accesses(uop: &Uop) -> bool {
    matches!(
        uop.kind,
        Kind::Barrier(_) | Kind::Membar(_) | Kind::InvalidateL1
    )
}

/// Whether an instruction reads its constant when it issues: all but LDC,
/// which goes through the memory queue.
fn reads_constant_at_issue(uop: &Uop) -> bool {
    match &uop.kind {
        Kind::Memory(_) => uop.uniform,
        Kind::Alu(_)
        | Kind::Control(_)
        | Kind::Barrier(_)
        | Kind::Membar(_)
        | Kind::InvalidateL1
        | Kind::EndCopies
        | Kind::Nop => true,
    }
}
