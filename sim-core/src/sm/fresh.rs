//! Operands that are not in the register file yet.
//!
//! A result of fixed latency can be taken on its way: an instruction that follows as closely as its stall
//! count allows finds it in its last read stage, and not before. In the register file it is nine cycles
//! behind the issue of what made it (`issue.file_latency`; H200, `micro/h200/operands`: an operand made up to
//! six cycles before is read in the last of three cycles, one made seven before in the second).
//!
//! A wide product (IMAD.WIDE, IMAD.HI) cannot take its factors on their way: it stands before the register
//! file, and its whole sub-core with it, until its factors are there, seven cycles behind the issue of what
//! made them; its addend it takes like others. So a division of 64 bits, whose products follow the additions
//! before them as closely as the stall counts allow, takes 4 % longer than those and `wide_hold` say (measured
//! on an H200: `micro/h200/products`, each pair of a producer and a product at 4 to 8 cycles).
//!
//! Cycles for which the sub-core stands still do not count: what is in its pipeline stands still as well. The
//! model has it stand when the instruction issues that is the reason, the GPU when that has come to its reads,
//! when up to four more instructions have issued; left out, as one warp alone takes the same time.

use super::subcore::SLOTS;
use crate::config::IssueConfig;
use crate::exec::{DROP, Uop};
use sim_isa::{Op, Pipe};

/// How many instructions back an operand can be made and still be waited for.
const RECENT: usize = 8;
/// The dependence counter that stands for none.
const NO_COUNTER: u8 = 7;

/// Which instruction before made an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Source {
    /// How many instructions of the warp before; 0 if none of the last ones.
    back: u8,
    /// Cycles from its issue until the register file has the operand, for this instruction.
    latency: u8,
}

impl Source {
    /// Whether none of the last instructions made it.
    #[inline]
    pub fn is_none(self) -> bool {
        self.back == 0
    }
}

/// Where the operands (a, b and c) of an instruction come from: the last of those `before` it in its basic
/// block that writes each. Of a wide product the factors alone.
pub fn sources(before: &[Uop], uop: &Uop, issue: &IssueConfig) -> [Source; 3] {
    let operands = uop.sched.operands;
    match uop.pipe {
        Pipe::FmaWide => {
            let from = |factor: usize| factor_source(before, operands[factor], issue);
            [from(0), from(1), Source::default()]
        }
        Pipe::Fma | Pipe::FmaHeavy | Pipe::Alu => {
            operands.map(|register| operand_source(before, register, issue))
        }
        _ => [Source::default(); 3],
    }
}

fn operand_source(before: &[Uop], register: u8, issue: &IssueConfig) -> Source {
    let latency = issue.file_latency;
    match producer(before, register) {
        Some((uop, back))
            if latency > 0 && matches!(uop.pipe, Pipe::Fma | Pipe::FmaHeavy | Pipe::Alu) =>
        {
            Source { back, latency }
        }
        _ => Source::default(),
    }
}

fn factor_source(before: &[Uop], register: u8, issue: &IssueConfig) -> Source {
    let latency = issue.factor_latency;
    match producer(before, register) {
        Some((uop, back)) if latency > 0 => {
            // The first half of a wide product's result comes with its first pass.
            let early = uop.op == Op::ImadWide && uop.dst == register;
            let latency = latency.saturating_sub(if early { FIRST_HALF } else { 0 });
            Source { back, latency }
        }
        _ => Source::default(),
    }
}

/// The last instruction that writes a register, if its latency is fixed, and how far back it is.
fn producer(before: &[Uop], register: u8) -> Option<(&Uop, u8)> {
    let recent = before.iter().rev().take(RECENT - 1);
    let (uop, back) = recent.zip(1..).find(|(uop, _)| writes(uop, register))?;
    (uop.sched.write_barrier == NO_COUNTER).then_some((uop, back))
}

/// By how many cycles the low word of a wide product comes before the high one: its pass (measured: at 6
/// cycles nobody waits for it, `mix_wdep_lo_s6`).
const FIRST_HALF: u8 = 2;

/// Whether an instruction of fixed latency writes a register.
fn writes(uop: &Uop, register: u8) -> bool {
    let words = if uop.op == Op::ImadWide { 2 } else { 1 };
    !uop.uniform && uop.dst != DROP && (uop.dst..uop.dst.saturating_add(words)).contains(&register)
}

/// When the warps of a sub-core issued their last instructions, in cycles for which it did not stand still.
#[derive(Debug)]
pub struct Issued {
    times: [[u32; RECENT]; SLOTS],
    /// The place of each warp's next time.
    next: [u8; SLOTS],
    /// Cycles for which the sub-core stood still.
    stood: u64,
}

impl Issued {
    /// None yet.
    pub fn new() -> Issued {
        Issued {
            times: [[0; RECENT]; SLOTS],
            next: [0; SLOTS],
            stood: 0,
        }
    }

    /// The sub-core stands still for so many cycles.
    #[inline]
    pub fn stand(&mut self, cycles: u64) {
        self.stood += cycles;
    }

    /// `now` in cycles for which the sub-core did not stand still.
    #[inline]
    fn clock(&self, now: u64) -> u64 {
        now - self.stood
    }

    /// A warp issues an instruction.
    #[inline]
    pub fn issue(&mut self, slot: usize, now: u64) {
        let next = &mut self.next[slot];
        self.times[slot][usize::from(*next) % RECENT] = (now - self.stood) as u32;
        *next = next.wrapping_add(1);
    }

    /// In how many cycles the register file has an operand of an instruction that issues now; 0 if it has it.
    #[inline]
    pub fn wait(&self, slot: usize, source: Source, now: u64) -> u8 {
        if source.is_none() {
            return 0;
        }
        let place = self.next[slot].wrapping_sub(source.back);
        let issued = self.times[slot][usize::from(place) % RECENT];
        let since = (self.clock(now) as u32).wrapping_sub(issued);
        u32::from(source.latency).saturating_sub(since) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factor_is_waited_for_in_cycles_for_which_nothing_stood_still() {
        let mut issued = Issued::new();
        issued.issue(3, 100);
        issued.issue(3, 103);
        let wait = |issued: &Issued, back, now| issued.wait(3, Source { back, latency: 7 }, now);
        assert_eq!(wait(&issued, 2, 105), 2);
        assert_eq!(wait(&issued, 1, 105), 5);
        assert_eq!(wait(&issued, 0, 105), 0);
        assert_eq!(wait(&issued, 2, 107), 0);
        issued.stand(4);
        assert_eq!(wait(&issued, 2, 109), 2);
    }
}
