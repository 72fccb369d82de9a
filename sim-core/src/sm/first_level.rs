//! A first level of the constant caches: which lines stay.
//!
//! Eight sets of four lines, of which the one goes that was longest not read. The set is the number of the line in
//! its bank, exclusive-or the number of the bank. For what an instruction reads as it issues it is the address that
//! the instruction names, as a register in it comes too late. All 1,520 reads of `micro/h200/sets` hit and
//! miss so.

use std::num::NonZeroU32;

use crate::config::ConstantConfig;

/// Bytes of the address space of one bank.
pub const BANK_BYTES: u32 = 1 << 16;

/// A constant's place in the banks, which follow one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConstantAddress(u32);

impl ConstantAddress {
    /// A byte of a bank.
    #[inline]
    pub fn new(bank: u8, offset: u32) -> ConstantAddress {
        ConstantAddress(u32::from(bank) * BANK_BYTES + offset % BANK_BYTES)
    }

    /// Its number over all banks.
    pub fn bytes(self) -> u32 {
        self.0
    }
}

/// A constant that an instruction reads, in a word that is never zero: a bit that is set, 21 bits of its
/// address, and the low bits of the number that says in which set of a first level its line lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked(NonZeroU32);

const ADDRESS_SHIFT: u32 = 1;
const SET_SHIFT: u32 = 22;

impl Asked {
    fn new(address: ConstantAddress, set: u32) -> Asked {
        Asked(NonZeroU32::MIN | address.bytes() << ADDRESS_SHIFT | set << SET_SHIFT)
    }

    /// Where it is.
    #[inline]
    pub fn address(self) -> ConstantAddress {
        ConstantAddress((self.0.get() & ((1 << SET_SHIFT) - 1)) >> ADDRESS_SHIFT)
    }

    fn set(self) -> usize {
        (self.0.get() >> SET_SHIFT) as usize
    }
}

/// One line of a first level.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// Its address over the bytes of a line, or [`NONE`].
    tag: u32,
    ready: u64,
    used: u64,
}

/// No line.
const NONE: u32 = u32::MAX;

/// A first level: sets, of which each keeps the lines that were used last.
#[derive(Clone, Debug)]
pub struct FirstLevel {
    lines: Vec<Line>,
    sets: usize,
    ways: usize,
    line_bytes: u32,
}

impl FirstLevel {
    /// Without any line.
    pub fn new(config: &ConstantConfig) -> FirstLevel {
        let nothing = Line {
            tag: NONE,
            ready: 0,
            used: 0,
        };
        FirstLevel {
            lines: vec![nothing; (config.sets * config.ways) as usize],
            sets: config.sets as usize,
            ways: config.ways as usize,
            line_bytes: config.line_bytes,
        }
    }

    /// What to look up for a constant at this address, of an instruction that names it so: without the register
    /// that is added. Neighbouring lines lie in neighbouring sets, those of each bank in another order.
    #[inline]
    pub fn asked(&self, address: ConstantAddress, named: ConstantAddress) -> Asked {
        let (bank, offset) = (named.bytes() / BANK_BYTES, named.bytes() % BANK_BYTES);
        Asked::new(address, (offset / self.line_bytes) ^ bank)
    }

    /// The lines of its set.
    #[inline]
    fn set(&mut self, asked: Asked) -> &mut [Line] {
        let set = asked.set() & (self.sets - 1);
        &mut self.lines[set * self.ways..][..self.ways]
    }

    /// When a constant is there, if its line is there or on its way.
    #[inline]
    pub fn find(&mut self, asked: Asked, now: u64) -> Option<u64> {
        let tag = asked.address().bytes() / self.line_bytes;
        let line = self.set(asked).iter_mut().find(|l| l.tag == tag)?;
        line.used = now;
        Some(line.ready.max(now))
    }

    /// The line of what was asked for comes later.
    pub fn put_off(&mut self, asked: Asked, ready: u64) {
        let tag = asked.address().bytes() / self.line_bytes;
        if let Some(line) = self.set(asked).iter_mut().find(|l| l.tag == tag) {
            line.ready = line.ready.max(ready);
        }
    }

    /// The line of what was asked for at `now` will be ready.
    pub fn insert(&mut self, asked: Asked, now: u64, ready: u64) {
        let tag = asked.address().bytes() / self.line_bytes;
        let used = now;
        if let Some(oldest) = self.set(asked).iter_mut().min_by_key(|l| l.used) {
            *oldest = Line { tag, ready, used };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::GpuConfig;

    /// That of an H200, asked again and again.
    struct Asking {
        level: FirstLevel,
        now: u64,
    }

    impl Asking {
        fn new() -> Asking {
            let gpu = GpuConfig::built_in("h200").expect("built in");
            let level = FirstLevel::new(&gpu.constant);
            Asking { level, now: 0 }
        }

        /// Whether this misses.
        fn misses(&mut self, asked: Asked) -> bool {
            self.now += 1;
            let misses = self.level.find(asked, self.now).is_none();
            if misses {
                self.level.insert(asked, self.now, self.now);
            }
            misses
        }

        fn line_misses(&mut self, bank: u8, line: u32) -> bool {
            let address = ConstantAddress::new(bank, 64 * line);
            self.misses(self.level.asked(address, address))
        }
    }

    #[test]
    fn a_line_on_its_way_is_waited_for() {
        let address = ConstantAddress::new(3, 0x1234);
        let mut asking = Asking::new();
        let asked = asking.level.asked(address, address);
        assert_eq!(asking.level.find(asked, 100), None);
        asking.level.insert(asked, 100, 158);
        let found = [120, 200].map(|now| asking.level.find(asked, now));
        assert_eq!(found, [Some(158), Some(200)]);
    }

    /// Line 8 of bank 0 lies in the set of line 3 of bank 3.
    #[test]
    fn of_five_lines_that_share_a_set_and_come_in_turn_all_miss() {
        let mut asking = Asking::new();
        assert_eq!(
            (0..32).filter(|&line| asking.line_misses(3, line)).count(),
            32
        );
        assert_eq!(
            (0..32).filter(|&line| asking.line_misses(3, line)).count(),
            0
        );
        assert!(asking.line_misses(0, 8));
        let missed: Vec<u32> = (0..32)
            .filter(|&line| asking.line_misses(3, line))
            .collect();
        assert_eq!(missed, [3, 11, 19, 27]);
    }

    /// Four ULDCs that name neighbouring lines keep 16 between them, four that name one line keep four.
    #[test]
    fn a_register_in_the_address_does_not_change_the_set() {
        for (apart, rounds, stay) in [(64, 4, true), (64, 5, false), (0, 1, true), (0, 2, false)] {
            let mut asking = Asking::new();
            let mut missed = || {
                let reads = (0..rounds).flat_map(|round| (0..4).map(move |uldc| (round, uldc)));
                let misses = |&(round, uldc): &(u32, u32)| {
                    let address = ConstantAddress::new(3, 0x1000 + 64 * (4 * round + uldc));
                    let named = ConstantAddress::new(3, apart * uldc);
                    let asked = asking.level.asked(address, named);
                    asking.misses(asked)
                };
                reads.filter(misses).count() as u32
            };
            assert_eq!(missed(), 4 * rounds);
            assert_eq!(missed(), if stay { 0 } else { 4 * rounds });
        }
    }
}
