//! Passes of the L1's data stage that an atomic on global memory takes.
//!
//! The data stage has 32 banks of four bytes. Unlike a load, an atomic moves every
//! lane's operand by itself: lanes on one word wait for each other as lanes on one
//! bank do. It serves the lanes of one turn of the tags after the other (`coalesce`),
//! 64-bit operands by half-warps, and what it returns comes back through the same
//! banks. A 32-bit compare-and-swap sends two operands a lane, as wide as one of 64 bits.
//!
//! Measured on an H200 (`red_*`, `atom_*`, `cas_*` of `validation/micro/h200`):
//! equal for words, runs and strides of up to 32 lines, and for random words.
//! 64-bit compare-and-swap was not measured.

use crate::banks::{Unit, lanes_on_the_fullest_bank};
use crate::coalesce::Coalesced;

/// What an atomic moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moves {
    /// Bytes of an operand: 4 or 8.
    pub bytes: u32,
    /// Whether it has two operands, as compare-and-swap.
    pub compares: bool,
    /// Whether it returns the old value.
    pub returns: bool,
}

/// Passes of an atomic of the active lanes, whose lines have been resolved.
pub fn passes(access: &Coalesced, addresses: &[u64; 32], active: u32, moves: Moves) -> u32 {
    let paired = moves.compares && moves.bytes == 4;
    let places = addresses.map(|address| if paired { address << 1 } else { address });
    let unit = Unit::of(if paired { 8 } else { moves.bytes });
    let of = |lanes| turn_by_turn(access, &places, lanes, unit);
    let there = unit.active_groups(active).map(of).sum();
    match moves.returns {
        false => there,
        true if paired => there + of(active),
        true => 2 * there,
    }
}

/// Passes of some lanes, those of each turn of the tags by themselves.
fn turn_by_turn(access: &Coalesced, places: &[u64; 32], mask: u32, unit: Unit) -> u32 {
    let turns = access.lanes_of_turns(mask);
    let passes = turns.map(|lanes| lanes_on_the_fullest_bank(places, lanes, unit));
    passes.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::l1;
    use crate::l1::SetHash;
    use std::sync::Arc;

    const RED: Moves = Moves {
        bytes: 4,
        compares: false,
        returns: false,
    };
    const ATOM: Moves = Moves {
        returns: true,
        ..RED
    };
    const CAS: Moves = Moves {
        compares: true,
        ..ATOM
    };
    const RED_64: Moves = Moves { bytes: 8, ..RED };
    const ATOM_64: Moves = Moves { bytes: 8, ..ATOM };

    /// What RED, ATOM, CAS, RED.64 and ATOM.64 take if lane `l` has element `of(l)`.
    fn measured(active: u32, of: impl Fn(u64) -> u64, wanted: [u32; 5]) {
        let moves = [RED, ATOM, CAS, RED_64, ATOM_64];
        for (moves, wanted) in moves.into_iter().zip(wanted) {
            let bytes = u64::from(moves.bytes);
            let addresses = std::array::from_fn(|lane| bytes * of(lane as u64));
            let mut access = Coalesced::new(&Arc::new(SetHash::new(&l1())));
            access.resolve(&addresses, active, moves.bytes);
            assert_eq!(
                passes(&access, &addresses, active, moves),
                wanted,
                "{moves:?}"
            );
        }
    }

    #[test]
    fn lanes_on_one_word_wait_for_each_other() {
        measured(!0, |_| 0, [32, 64, 64, 32, 64]);
        measured(!0, |lane| lane % 2, [16, 32, 32, 16, 32]);
        measured(!0, |lane| lane % 8, [4, 8, 8, 4, 8]);
        measured(0b111, |_| 0, [3, 6, 6, 3, 6]);
    }

    #[test]
    fn neighbours_take_one_pass_and_wider_ones_two() {
        measured(!0, |lane| lane, [1, 2, 4, 2, 4]);
    }

    #[test]
    fn wide_operands_go_by_half_warps() {
        measured(!0, |lane| lane / 16, [16, 32, 48, 32, 64]);
        measured(!0, |lane| lane / 2, [2, 4, 6, 4, 8]);
    }

    #[test]
    fn lanes_on_one_bank_and_in_more_than_four_lines_wait() {
        measured(!0, |lane| 2 * lane, [2, 4, 8, 4, 8]);
        measured(!0, |lane| 8 * lane, [8, 16, 32, 16, 32]);
        measured(!0, |lane| 16 * lane, [16, 32, 64, 32, 64]);
        measured(!0, |lane| 32 * lane, [32, 64, 64, 32, 64]);
        measured(!0, |lane| lane / 2 * 8, [8, 16, 32, 16, 32]);
    }
}
