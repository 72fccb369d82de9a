//! What the lanes of an atomic instruction on one line ask of the L2.
//!
//! Lanes on one word are not merged (measured: 32 sectors for a warp on one
//! word): they take a pass each, and in a pass each word stands once. A slice
//! works sector by sector, 1.16 cycles for each if all of a pass are whole, and
//! 1.45 if some is a part, whichever and however many words that is (measured on
//! an H200, `micro/h200/placed`: 22 masks of a line). A compare-and-swap of several
//! lanes brings two sectors of operands for each, one of a lone lane does not
//! (measured, all SMs on one line).

/// Words of a line.
const WORDS: usize = 32;
/// Words of a sector.
const SECTOR_WORDS: usize = 8;
/// Sectors of a line.
const SECTORS: u32 = (WORDS / SECTOR_WORDS) as u32;
/// Bytes of old and new values that travel side by side (measured: the port of
/// an SM takes lines of two compare-and-swaps as it takes two additions, lines of
/// four twice as long).
const PAIR_BYTES: u32 = 16;
/// Bytes of a sector beside which its part of a byte mask travels: with more, the packet's mask is one more sector
/// (measured on an H200: 39 sectors of up to four words cross between the sides in a cycle, and 20 of seven;
/// `micro/h200/atomics`).
pub(crate) const BESIDE_MASK: u32 = 16;

/// What the lanes of a line bring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operands {
    /// Bytes of one: 4 or 8.
    pub bytes: u32,
    /// Whether each lane has two, as of a compare-and-swap.
    pub compares: bool,
}

/// Operations on one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AtomicOperations {
    /// Passes: a pass holds each word at most once.
    pub requests: u32,
    /// Sector operations, over all passes: what
    /// `l1tex__t_sectors_pipe_lsu_mem_global_op_red` counts.
    pub sectors: u32,
    /// Of these, those of passes that need no mask: all their sectors are whole.
    pub unmasked: u32,
    /// Of these, those of passes in which several lanes compare.
    pub compared: u32,
    /// Sectors of operands that an SM sends.
    pub moved: u32,
    /// Whether no pass has more than one lane.
    pub lone: bool,
    /// Whether some sector is changed in more bytes than travel beside a mask.
    pub broad: bool,
}

impl AtomicOperations {
    /// Counts the operations of lanes at these byte offsets of a line.
    pub fn count(offsets: &[u8], operands: Operands) -> AtomicOperations {
        let mut lanes_on = [0u8; WORDS];
        for &offset in offsets {
            lanes_on[offset as usize / 4] += 1;
        }
        let step = operands.bytes as usize / 4;
        let mut operations = AtomicOperations::default();
        // In how many passes each sector is touched, and in how many of them wholly.
        let mut passes = [(0, 0); SECTORS as usize];
        for (words, passes) in lanes_on.chunks(SECTOR_WORDS).zip(&mut passes) {
            let counts = words.iter().step_by(step).copied();
            let most = counts.clone().max().unwrap_or(0).into();
            *passes = (most, counts.clone().min().unwrap_or(0).into());
            operations.requests = operations.requests.max(most);
            operations.sectors += most;
            let touched = counts.filter(|&lanes| lanes > 0).count() as u32;
            operations.broad |= touched * operands.bytes > BESIDE_MASK;
        }
        operations.unmasked = (0..operations.requests)
            .map(|pass| unmasked(&passes, pass))
            .sum();
        operations.moved = operations.sectors;
        operations.lone = operations.requests as usize == offsets.len();
        if operands.compares {
            operations.count_compared(&lanes_on, operands.bytes);
        }
        operations
    }

    fn count_compared(&mut self, lanes_on: &[u8; WORDS], bytes: u32) {
        for pass in 0..self.requests {
            let left = |words: &[u8]| words.iter().filter(|&&n| u32::from(n) > pass).count() as u32;
            let lanes = left(lanes_on);
            let sectors = lanes_on.chunks(SECTOR_WORDS);
            let sectors = sectors.filter(|words| left(words) > 0).count() as u32;
            self.compared += if lanes > 1 { sectors } else { 0 };
            self.moved += if 2 * bytes * lanes > PAIR_BYTES {
                sectors
            } else {
                0
            };
        }
    }

    /// Masks that travel with the operands: none if no pass has more than one lane and nothing comes back.
    pub fn masks(&self, returns: bool) -> u32 {
        match self.lone && !returns {
            true => 0,
            false => self.packets(),
        }
    }

    /// Packets in which the operands leave the SM.
    fn packets(&self) -> u32 {
        1 + u32::from(self.moved > self.sectors)
    }

    /// Sectors of operands that come to a slice: two for each that is compared.
    pub fn brought(&self) -> u32 {
        self.sectors + self.compared
    }

    /// Packets, of four sectors at most, in which they come there.
    pub fn arrivals(&self) -> u32 {
        self.brought().div_ceil(SECTORS)
    }
}

/// Sectors of one pass, by how many passes touch each and how many of them wholly, if it needs no mask.
fn unmasked(passes: &[(u32, u32)], pass: u32) -> u32 {
    let touched = passes.iter().filter(|(touched, _)| *touched > pass).count();
    let whole = passes.iter().filter(|(_, whole)| *whole > pass).count();
    match touched == whole {
        true => touched as u32,
        false => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(lanes: u8, apart: u8, compares: bool) -> AtomicOperations {
        let offsets: Vec<u8> = (0..lanes).map(|lane| (lane * apart * 4) % 128).collect();
        AtomicOperations::count(&offsets, Operands { bytes: 4, compares })
    }

    #[test]
    fn lanes_on_one_word_take_a_pass_each() {
        let same = count(32, 0, false);
        assert_eq!((same.requests, same.sectors, same.unmasked), (32, 32, 0));
        assert!(same.lone && !count(2, 1, false).lone && !count(8, 1, false).lone);
        let operands = Operands {
            bytes: 4,
            compares: false,
        };
        let mixed = AtomicOperations::count(&[0, 0, 4, 32], operands);
        assert_eq!((mixed.requests, mixed.sectors), (2, 3));
        let same = count(32, 0, true);
        assert_eq!(
            (same.compared, same.moved),
            (0, 32),
            "a lone lane in each pass"
        );
    }

    #[test]
    fn a_pass_needs_a_mask_if_a_word_of_its_sectors_is_not_touched() {
        let of = |lanes, apart| {
            let counted = count(lanes, apart, false);
            (counted.requests, counted.sectors, counted.unmasked)
        };
        assert_eq!(of(32, 1), (1, 4, 4));
        assert_eq!(of(8, 1), (1, 1, 1));
        assert_eq!(of(7, 1), (1, 1, 0));
        assert_eq!(of(9, 1), (1, 2, 0));
        assert_eq!(of(17, 1), (1, 3, 0));
        assert_eq!(of(25, 1), (1, 4, 0));
        assert_eq!(of(16, 2), (1, 4, 0));
        let wide = Operands {
            bytes: 8,
            compares: false,
        };
        let offsets: Vec<u8> = (0..4).map(|lane| lane * 8).collect();
        assert_eq!(AtomicOperations::count(&offsets, wide).unmasked, 1);
    }

    #[test]
    fn a_sector_is_broad_if_it_gets_more_than_half_its_bytes() {
        let broad = |lanes, apart, compares| count(lanes, apart, compares).broad;
        assert!(!broad(4, 1, false) && broad(5, 1, false));
        assert!(!broad(16, 2, false), "four words of each");
        assert!(!broad(4, 1, true) && broad(5, 1, true));
        assert!(!broad(32, 0, true), "a lone lane in each pass");
    }

    #[test]
    fn operands_arrive_a_line_at_a_time() {
        let arrivals = |lanes, apart, compares| count(lanes, apart, compares).arrivals();
        assert_eq!(arrivals(1, 1, false), 1);
        assert_eq!(arrivals(32, 1, false), 1);
        assert_eq!(arrivals(32, 1, true), 2);
        assert_eq!(arrivals(32, 0, false), 8);
    }

    #[test]
    fn compared_operands_of_several_lanes_are_two_sectors() {
        let of = |lanes, apart| {
            let counted = count(lanes, apart, true);
            (counted.sectors, counted.compared, counted.moved)
        };
        assert_eq!(of(1, 1), (1, 0, 1));
        assert_eq!(of(2, 8), (2, 2, 2));
        assert_eq!(of(4, 8), (4, 4, 8));
        assert_eq!(of(32, 1), (4, 4, 8));
    }
}
