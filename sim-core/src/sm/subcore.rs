//! A sub-core's scheduler state: which of its warps may issue, and its pipes.

use super::deferred::Deferred;
use super::fetch_unit::FetchUnit;
use super::fresh::Issued;
use super::held::HeldBack;
use super::matrix::{MatrixFacts, Results};
use super::registers::Registers;
use super::timing::NEVER;
use super::turns::{Order, Turns};
use crate::config::{FetchConfig, IssueConfig, PIPES, PipeConfig, PipeName, pipe_name};
use sim_isa::Pipe;
use std::collections::BTreeMap;
use wide::{CmpGt, i32x8};

/// Warp slots of a sub-core.
pub const SLOTS: usize = 16;

/// A wake time that is not known, or too far away to count.
const FAR: i32 = i32::MAX;

/// The FMA pipe: two halves of 16 lanes. Single precision takes the light half, or
/// the heavy one if that is busy; integer products take the heavy one, packed halves
/// both at once. So two FADDs and an IMAD take four cycles, three FADDs and one, too
/// (measured on an H200: time and the heavy half's share of 110 mixtures, `mix_*`).
#[derive(Debug)]
struct FmaHalves {
    /// When the light half takes its next instruction; never, if there is none.
    light: u64,
    /// When the heavy one does.
    heavy: u64,
    /// Cycles that a warp's single precision instruction takes a half.
    interval: u64,
}

impl FmaHalves {
    fn new(pipes: &BTreeMap<PipeName, PipeConfig>) -> FmaHalves {
        let interval = |pipe| pipes[pipe_name(pipe)].interval;
        let two = interval(Pipe::Fma) < interval(Pipe::FmaHeavy);
        FmaHalves {
            light: if two { 0 } else { NEVER },
            heavy: 0,
            interval: interval(Pipe::FmaHeavy),
        }
    }

    /// Takes one of single precision; whether on the heavy half.
    fn single(&mut self, now: u64) -> bool {
        let heavy = self.light > now;
        let half = if heavy {
            &mut self.heavy
        } else {
            &mut self.light
        };
        *half = now + self.interval;
        heavy
    }

    /// Takes packed halves, which keep both until then.
    fn both(&mut self, until: u64) {
        self.light = self.light.max(until);
        self.heavy = until;
    }

    /// When both take an instruction, or the only one does.
    fn both_free(&self) -> u64 {
        match self.light {
            NEVER => self.heavy,
            light => light.max(self.heavy),
        }
    }
}

/// Where the parts of the FMA pipe stand among all pipes.
const FMA: usize = place_of(Pipe::Fma);
const FMA_HEAVY: usize = place_of(Pipe::FmaHeavy);
const FMA_WIDE: usize = place_of(Pipe::FmaWide);
const HALF: usize = place_of(Pipe::Half);
/// Where those stand that share the tensor core's way in.
const TENSOR: usize = place_of(Pipe::Tensor);
const FP64: usize = place_of(Pipe::Fp64);

/// A pipe's place among all.
const fn place_of(pipe: Pipe) -> usize {
    let mut place = 0;
    while PIPES[place] as u8 != pipe as u8 {
        place += 1;
    }
    place
}

/// One of the four sub-cores of an SM.
#[derive(Debug)]
pub struct SubCore {
    /// When each warp may issue next, in cycles since `base`; [`FAR`] if that
    /// is not known. Sixteen 32-bit times are compared at once.
    wake: [i32; SLOTS],
    /// The cycle that wake times count from.
    base: u64,
    /// The warps that wait for nothing but their stall count, a bit each, as
    /// far as they have a wake time.
    counting: u32,
    /// Whose turn it is.
    order: Order,
    /// The warp of the last issue.
    pub last: usize,
    /// Whether that keeps its turn while it can issue.
    keeps_turn: bool,
    /// The instruction behind that of the last issue, for which `.reuse` holds.
    pub follows: u32,
    /// When each pipe takes its next instruction.
    pub pipe_free: [u64; PIPES.len()],
    /// Cycles for which the special-function unit reads operands.
    special_read: u64,
    /// When that unit starts the last instruction issued to it.
    pub special_start: u64,
    /// The two halves of the FMA pipe.
    fma: FmaHalves,
    /// The cycle in which the second half of an instruction of double precision goes to its pipe.
    pub second_half: u64,
    /// The last product of matrices, by its warp's slot and its number in the program.
    multiplied: (usize, u32),
    /// Products of matrices on their way to the register file.
    pub results: Results,
    /// The register banks.
    pub registers: Registers,
    /// The warps that units hold back.
    pub held: HeldBack,
    /// When its warps issued their last instructions.
    pub issued: Issued,
    /// What brings its warps' code.
    pub fetch_unit: FetchUnit,
    /// Those of its warps that go on behind a barrier.
    pub deferred: Deferred,
    /// The next cycle in which anything may happen.
    pub next: u64,
    /// Until when nothing issues, whatever happens.
    pub still: u64,
}

impl SubCore {
    /// An empty sub-core.
    pub fn new(
        issue: &IssueConfig,
        pipes: &BTreeMap<PipeName, PipeConfig>,
        fetch: &FetchConfig,
    ) -> SubCore {
        SubCore {
            wake: [FAR; SLOTS],
            base: 0,
            counting: 0,
            order: Order::new(issue),
            last: 0,
            keeps_turn: false,
            follows: 0,
            pipe_free: [0; PIPES.len()],
            special_read: u64::from(issue.special_read),
            special_start: 0,
            fma: FmaHalves::new(pipes),
            second_half: NEVER,
            multiplied: (SLOTS, 0),
            results: Results::default(),
            registers: Registers::default(),
            held: HeldBack::new(),
            issued: Issued::new(),
            fetch_unit: FetchUnit::new(fetch),
            deferred: Deferred::default(),
            next: NEVER,
            still: 0,
        }
    }

    /// A warp may go on at `time`, or when the sub-core no longer stands still.
    #[inline]
    pub fn look_at(&mut self, time: u64) {
        self.next = self.next.min(time.max(self.still));
    }

    /// The warps that may issue at `now`, a bit each.
    #[inline]
    pub fn ready(&self, now: u64) -> u32 {
        at_most(&self.wake, self.relative(now))
    }

    /// The same, and when the first of the others may. Both at once, before a
    /// wake time is set: the host would have to wait to read all of them right
    /// behind that.
    #[inline]
    pub fn ready_and_next(&self, now: u64) -> (u32, u64) {
        let relative = self.relative(now);
        let others = self.wake.map(|wake| match wake <= relative {
            true => FAR,
            false => wake,
        });
        let next = match least(&others) {
            FAR => NEVER,
            wake => self.base + wake as u64,
        };
        (at_most(&self.wake, relative), next)
    }

    /// Sets when a warp may issue next; [`NEVER`] if that is not known.
    #[inline]
    pub fn set_wake(&mut self, slot: usize, time: u64) {
        self.wake[slot] = self.relative(time);
    }

    /// Notes whether a warp waits for nothing but a stall count that ends at
    /// `time`.
    #[inline]
    pub fn counts_to(&mut self, slot: usize, time: u64) {
        let counts = self.wake[slot] == self.relative(time);
        self.counting = self.counting & !(1 << slot) | u32::from(counts) << slot;
    }

    /// Nothing issues between `now` and `until`, and what has issued goes no farther: the sub-core stands
    /// still, and with it all stall counts.
    pub fn stand_still(&mut self, now: u64, until: u64) {
        self.issued.stand(until - now);
        self.stop_counts(now, until);
    }

    /// An instruction waits for what reads before it between `now` and `until`, and with it all stall counts.
    pub fn stop_counts(&mut self, now: u64, until: u64) {
        let (now, cycles) = (self.relative(now), (until - now) as i32);
        for (slot, wake) in self.wake.iter_mut().enumerate() {
            let counts = self.counting >> slot & 1 != 0 && *wake > now && *wake < FAR - cycles;
            *wake += if counts { cycles } else { 0 };
        }
    }

    #[inline]
    fn relative(&self, time: u64) -> i32 {
        time.saturating_sub(self.base).min(FAR as u64) as i32
    }

    /// Counts wake times from `base` on, which lies behind all of the past.
    pub fn rebase(&mut self, base: u64) {
        let passed = (base - self.base).min(FAR as u64) as i32;
        for wake in &mut self.wake {
            *wake = if *wake == FAR {
                FAR
            } else {
                (*wake - passed).max(0)
            };
        }
        self.base = base;
    }

    /// The warps of `ready` in the order in which they may go, of which some have `waited` for
    /// a place in a queue and a pipe has `held` others back.
    #[inline]
    pub fn in_turn(&mut self, ready: u32, waited: u32, held: u32, now: u64) -> Turns {
        self.order.see(now);
        let goes_on = self.keeps_turn && waited >> self.last & 1 == 0;
        self.order.of(ready, goes_on.then_some(self.last), held)
    }

    /// A warp of a block has come to a slot.
    pub fn arrive(&mut self, slot: usize, block: u32) {
        self.counting &= !(1 << slot);
        self.fetch_unit.start(slot);
        self.order.arrive(slot, block);
    }

    /// The warp of a slot waits for a barrier: when that opens it takes its turn with the others.
    #[inline]
    pub fn loses_turn(&mut self, slot: usize) {
        self.keeps_turn &= self.last != slot;
    }

    /// The warp of a slot issues an instruction `now`; `.reuse` holds for `follows`.
    #[inline]
    pub fn issue(&mut self, slot: usize, follows: u32, now: u64) {
        self.order.issued(slot, now);
        self.last = slot;
        self.keeps_turn = true;
        self.follows = follows;
    }

    /// When a pipe takes its next instruction, if not before `now`.
    #[inline]
    pub fn pipe_free_at(&self, pipe: usize, now: u64) -> u64 {
        let free = self.pipe_free[pipe];
        match shares_way(PIPES[pipe]) {
            true => {
                let first = now + u64::from(self.second_half == now);
                free.max(self.results.free_from(first))
            }
            false => free,
        }
    }

    /// The number of the last product of matrices, if a warp's of this slot.
    pub fn last_product(&self, index: usize) -> Option<u32> {
        let (slot, pc) = self.multiplied;
        (slot == index).then_some(pc)
    }

    /// The tensor core takes a product of a warp at `now`.
    pub fn multiply(&mut self, product: &MatrixFacts, (index, pc): (usize, u32), now: u64) {
        self.multiplied = (index, pc);
        self.results.bring(product.meets, now);
        self.pipe_free[FP64] = self.pipe_free[FP64].max(now + product.double);
    }

    /// A pipe takes an instruction at `now` and the next one `interval` later.
    /// Returns whether the heavy half of the FMA pipe took one of single precision.
    #[inline]
    pub fn take(&mut self, pipe: usize, interval: u64, now: u64) -> bool {
        self.pipe_free[pipe] = now + interval;
        let mut heavy = false;
        match PIPES[pipe] {
            Pipe::Xu => {
                // One waits in front of the unit: the next may issue when the last
                // has started and its operands are read.
                self.special_start = (self.special_start + interval).max(now);
                self.pipe_free[pipe] = self.special_start + self.special_read;
                return false;
            }
            Pipe::Fma => heavy = self.fma.single(now),
            Pipe::FmaHeavy | Pipe::FmaWide => self.fma.heavy = now + interval,
            Pipe::Half => self.fma.both(now + interval),
            Pipe::Fp64 | Pipe::HalfMma => {
                self.pipe_free[TENSOR] = self.pipe_free[TENSOR].max(now + interval);
                return false;
            }
            _ => return false,
        }
        self.pipe_free[FMA] = self.fma.light.min(self.fma.heavy).max(now + 1);
        self.pipe_free[FMA_HEAVY] = self.fma.heavy;
        self.pipe_free[FMA_WIDE] = self.fma.heavy;
        self.pipe_free[HALF] = self.fma.both_free();
        heavy
    }
}

/// Whether a pipe shares the way to it with the second halves of double precision.
#[inline(always)]
fn shares_way(pipe: Pipe) -> bool {
    use Pipe::{Alu, Fma, FmaHeavy, FmaWide, Half};
    matches!(pipe, Alu | Fma | FmaHeavy | FmaWide | Half)
}

/// Which of 16 times are `now` or before, a bit each.
#[inline(always)]
fn at_most(times: &[i32; SLOTS], now: i32) -> u32 {
    let [low, high]: [i32x8; 2] = bytemuck::cast(*times);
    let later = |times: i32x8| times.cmp_gt(i32x8::splat(now)).move_mask() as u32;
    !(later(low) | later(high) << 8) & ((1 << SLOTS) - 1)
}

/// The least of 16 times, by halves: four comparisons one after another.
#[inline(always)]
fn least(times: &[i32; SLOTS]) -> i32 {
    let mut least = *times;
    let mut half = SLOTS / 2;
    while half > 0 {
        for at in 0..half {
            least[at] = least[at].min(least[at + half]);
        }
        half /= 2;
    }
    least[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::GpuConfig;

    fn pipes() -> BTreeMap<PipeName, PipeConfig> {
        GpuConfig::built_in("h200").expect("built in").pipes
    }

    fn subcore() -> SubCore {
        let gpu = GpuConfig::built_in("h200").expect("built in");
        SubCore::new(&gpu.issue, &gpu.pipes, &gpu.fetch)
    }

    #[test]
    fn stall_counts_stop_while_the_sub_core_stands_still_and_other_waits_do_not() {
        let mut subcore = subcore();
        for (slot, wake) in [(0, 10), (1, 10), (2, 4), (3, NEVER)] {
            subcore.set_wake(slot, wake);
        }
        for (slot, counted) in [(0, 10), (1, 8), (2, 4), (3, NEVER)] {
            subcore.counts_to(slot, counted);
        }
        subcore.stand_still(4, 6);
        assert_eq!(subcore.ready(5), 0b0100);
        assert_eq!(subcore.ready(11), 0b0110);
        assert_eq!(subcore.ready(12), 0b0111);
    }

    /// How many cycles a pattern of instructions takes that go in their order.
    fn turn(pattern: &[Pipe]) -> u64 {
        let pipes = pipes();
        let mut subcore = subcore();
        let mut starts = Vec::new();
        let mut now = 0;
        for &pipe in pattern.iter().cycle().take(20 * pattern.len()) {
            let place = place_of(pipe);
            now = subcore.pipe_free[place].max(now);
            subcore.take(place, pipes[pipe_name(pipe)].interval, now);
            starts.push(now);
            now += 1;
        }
        starts[15 * pattern.len()] - starts[14 * pattern.len()]
    }

    /// Measured on an H200, with 4 and with 16 warps (`mix_*`).
    #[test]
    fn single_precision_leaves_the_heavy_half_to_others_where_it_can() {
        use Pipe::{Fma as F, FmaHeavy as I, FmaWide as W, Half as H};
        for (pattern, cycles) in [
            (&[F, F][..], 2),
            (&[F, I], 2),
            (&[F, F, I], 4),
            (&[F, F, F, I], 4),
            (&[F, F, F, F, I], 6),
            (&[F, F, F, F, W], 6),
            (&[F, I, I], 4),
            (&[I, W], 6),
            (&[H, F], 4),
            (&[H, I], 4),
        ] {
            assert_eq!(turn(pattern), cycles, "{pattern:?}");
        }
    }

    /// Measured on an H200 (`reads_special_*`, `order_mufu_*`): neighbouring MUFUs of a
    /// warp hardly wait for each other, and yet the first block's warps go first.
    #[test]
    fn one_instruction_waits_in_front_of_the_special_function_unit() {
        let mut subcore = subcore();
        let unit = place_of(Pipe::Xu);
        for (now, free, start) in [(100, 102, 100), (102, 110, 108), (110, 118, 116)] {
            subcore.take(unit, 8, now);
            assert_eq!(
                (subcore.pipe_free[unit], subcore.special_start),
                (free, start)
            );
        }
    }
}
