//! What wide products wait for: factors that are not in the register file yet.
//!
//! Other instructions take the result of one just before them on its way to the register file. A wide
//! product (IMAD.WIDE, IMAD.HI) does not: it stands before the register file, and its whole sub-core with
//! it, until its factors are there, seven cycles behind the issue of what made them; its addend it takes
//! like others. So a division of 64 bits, whose products follow the additions before them as closely as
//! the stall counts allow, takes 4 % longer than those and `wide_hold` say (measured on an H200:
//! `micro/h200/products`, each pair of a producer and a product at 4 to 8 cycles).
//!
//! Cycles for which the sub-core stands still do not count: what comes behind the product in its pipeline
//! stands still as well. The model has it stand when the product issues, the GPU five cycles later, when
//! up to four more instructions have issued; left out, as one warp alone takes the same time.

use super::subcore::SLOTS;
use crate::exec::{DROP, Src, Uop};
use sim_isa::{Op, Pipe};

/// How many instructions back a factor can come from and still be waited for.
const RECENT: usize = 8;
/// The dependence counter that stands for none.
const NO_COUNTER: u8 = 7;

/// Where a wide product's factor comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Factor {
    /// How many instructions of the warp before the product; 0 if none of the last ones.
    back: u8,
    /// Cycles from its issue until the register file has it.
    latency: u8,
}

/// Where the factors of the instruction at `pc` come from, if it is a wide product: the last instruction
/// before it that writes each, without a branch between.
pub fn factors(uops: &[Uop], pc: usize, latency: u8) -> [Factor; 2] {
    if uops[pc].pipe != Pipe::FmaWide || latency == 0 {
        return [Factor::default(); 2];
    }
    let from = |factor: usize| match uops[pc].src[factor].src {
        Src::Row(register) => producer(uops, pc, register, latency).unwrap_or_default(),
        Src::Uniform(_) | Src::Imm => Factor::default(),
    };
    [from(0), from(1)]
}

fn producer(uops: &[Uop], pc: usize, register: u8, latency: u8) -> Option<Factor> {
    let before = uops[..pc].iter().rev().take(RECENT - 1);
    let straight = before.take_while(|uop| uop.pipe != Pipe::Branch);
    let (uop, back) = straight.zip(1..).find(|(uop, _)| writes(uop, register))?;
    let known = uop.sched.write_barrier == NO_COUNTER;
    // The first half of a wide product's result comes with its first pass.
    let early = uop.op == Op::ImadWide && uop.dst == register;
    let latency = latency.saturating_sub(if early { FIRST_HALF } else { 0 });
    known.then_some(Factor { back, latency })
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

    /// A warp issues an instruction.
    #[inline]
    pub fn issue(&mut self, slot: usize, now: u64) {
        let next = &mut self.next[slot];
        self.times[slot][usize::from(*next) % RECENT] = (now - self.stood) as u32;
        *next = next.wrapping_add(1);
    }

    /// How long a wide product that issues now waits for its factors.
    pub fn wait(&self, slot: usize, factors: [Factor; 2], now: u64) -> u64 {
        let now = (now - self.stood) as u32;
        let one = |factor: Factor| {
            let place = self.next[slot].wrapping_sub(factor.back);
            let since = now.wrapping_sub(self.times[slot][usize::from(place) % RECENT]);
            match factor.back {
                0 => 0,
                _ => u64::from(u32::from(factor.latency).saturating_sub(since)),
            }
        };
        one(factors[0]).max(one(factors[1]))
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
        let factor = |back| Factor { back, latency: 7 };
        let wait = |issued: &Issued, first, second, now| {
            issued.wait(3, [factor(first), factor(second)], now)
        };
        assert_eq!(wait(&issued, 2, 0, 105), 2);
        assert_eq!(wait(&issued, 2, 1, 105), 5);
        assert_eq!(wait(&issued, 0, 0, 105), 0);
        assert_eq!(wait(&issued, 2, 0, 107), 0);
        issued.stand(4);
        assert_eq!(wait(&issued, 2, 0, 109), 2);
    }
}
