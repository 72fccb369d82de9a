//! The second level of the constant caches, which the SMs of a GPC share, as one SM knows it.
//!
//! It is taken as large enough for all that a launch reads (64 KB a bank). What nobody of the GPC has touched
//! comes from the L2, a block at a time, and is in the L2 if an SM of another GPC has touched it.
//!
//! SMs run alone for an epoch of the engine, so an SM hears of what another has touched only as many cycles
//! later as an epoch has at most. Until then it asks for itself, as if it were the first. SMs that go through
//! a table side by side would wait as long as the first of them all the same. But where one of them is ahead,
//! because it had less to do, the others find what it has brought.

/// A block that an SM has asked the L2 for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Touch {
    /// When.
    pub at: u64,
    /// Which, by its number over all banks.
    pub block: u32,
    /// When the second level has it.
    pub comes: u64,
}

/// Where a block is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// In the second level, from then on.
    Here(u64),
    /// In the L2, from then on.
    InL2(u64),
    /// In device memory.
    Nowhere,
}

/// See the module.
#[derive(Debug)]
pub struct SecondLevel {
    /// Blocks that it holds or awaits as far as this SM knows, a bit each.
    held: Vec<u64>,
    /// Of those that it awaits: the block, and when it comes.
    awaited: Vec<(u32, u64)>,
    /// What others have touched of the rest, and whether they are of this GPC.
    heard: Vec<(Touch, bool)>,
    /// What this SM has asked the L2 for, until the others are told.
    touches: Vec<Touch>,
    /// What the SM's time is now.
    clock: u64,
    /// After how many cycles it hears of what others touch.
    delay: u64,
}

impl SecondLevel {
    /// With room for so many blocks, of which none is there.
    pub fn new(blocks: u32) -> SecondLevel {
        SecondLevel {
            held: vec![0; blocks.div_ceil(64) as usize],
            awaited: Vec::new(),
            heard: Vec::new(),
            touches: Vec::new(),
            clock: 0,
            delay: 0,
        }
    }

    /// From now on the SM hears of others after so many cycles.
    pub fn hear_after(&mut self, delay: u64) {
        self.delay = delay;
    }

    /// Sets the time.
    #[inline(always)]
    pub fn set_clock(&mut self, now: u64) {
        self.clock = now;
    }

    /// Another SM has touched a block, of this GPC or of another.
    pub fn hear(&mut self, touch: Touch, same_gpc: bool) {
        if !self.holds(touch.block) {
            self.heard.push((touch, same_gpc));
        }
    }

    /// Takes what this SM has asked the L2 for since the last time.
    pub fn take_touches(&mut self) -> impl Iterator<Item = Touch> {
        self.touches.drain(..)
    }

    /// Where a block is that is asked for at `now`.
    pub fn find(&mut self, block: u32, now: u64) -> Found {
        if self.holds(block) {
            let mut awaited = self.awaited.iter();
            let awaited = awaited.find(|awaited| awaited.0 == block);
            return Found::Here(awaited.map_or(0, |awaited| awaited.1));
        }
        if let Some(touch) = self.first_told(block, true) {
            self.hold(block, touch.comes, now);
            return Found::Here(touch.comes);
        }
        let elsewhere = self.first_told(block, false);
        elsewhere.map_or(Found::Nowhere, |touch| Found::InL2(touch.comes))
    }

    /// The first touch of a block that this SM has been told of by now, in this GPC or in another.
    fn first_told(&self, block: u32, same_gpc: bool) -> Option<Touch> {
        let heard = self.heard.iter().filter(|(_, same)| *same == same_gpc);
        let touches = heard.map(|(touch, _)| *touch);
        touches
            .filter(|touch| touch.block == block && touch.at + self.delay <= self.clock)
            .min()
    }

    /// The SM asks the L2 for a block, which comes then.
    pub fn touch(&mut self, block: u32, now: u64, comes: u64) {
        self.hold(block, comes, now);
        self.touches.push(Touch {
            at: self.clock,
            block,
            comes,
        });
    }

    fn holds(&self, block: u32) -> bool {
        self.held[block as usize / 64] >> (block % 64) & 1 != 0
    }

    fn hold(&mut self, block: u32, comes: u64, now: u64) {
        self.held[block as usize / 64] |= 1 << (block % 64);
        self.heard.retain(|(touch, _)| touch.block != block);
        self.awaited.retain(|awaited| awaited.1 > now);
        self.awaited.push((block, comes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With what others have touched, at 1000, 1010 and so on, of this GPC or not.
    fn hearing(touches: &[(u32, bool)]) -> SecondLevel {
        let mut level = SecondLevel::new(256);
        level.hear_after(180);
        for (at, &(block, same_gpc)) in (1000..).step_by(10).zip(touches) {
            let comes = at + 488;
            level.hear(Touch { at, block, comes }, same_gpc);
        }
        level
    }

    #[test]
    fn what_an_sm_has_touched_is_there_when_it_has_come() {
        let mut level = hearing(&[]);
        assert_eq!(level.find(70, 500), Found::Nowhere);
        level.set_clock(500);
        level.touch(70, 520, 1008);
        assert_eq!(level.find(70, 600), Found::Here(1008));
        assert_eq!(level.find(71, 600), Found::Nowhere);
        level.touch(71, 1200, 1688);
        assert_eq!(level.find(70, 1300), Found::Here(0));
        let touched = level.take_touches().map(|touch| (touch.at, touch.block));
        assert_eq!(touched.collect::<Vec<_>>(), [(500, 70), (500, 71)]);
        assert_eq!(level.take_touches().count(), 0);
    }

    #[test]
    fn of_others_it_hears_after_a_while() {
        let mut level = hearing(&[(7, true), (8, false)]);
        level.set_clock(1179);
        assert_eq!(level.find(7, 1300), Found::Nowhere);
        level.set_clock(1180);
        assert_eq!(level.find(7, 1300), Found::Here(1488));
        assert_eq!(level.find(8, 1300), Found::Nowhere);
        level.set_clock(1190);
        assert_eq!(level.find(8, 1300), Found::InL2(1498));
    }

    #[test]
    fn its_own_gpc_counts_before_others_and_the_first_before_later_ones() {
        let mut level = hearing(&[(7, false), (7, true), (7, true), (9, false), (9, false)]);
        level.set_clock(1180);
        assert_eq!(level.find(7, 1300), Found::InL2(1488));
        level.set_clock(2000);
        assert_eq!(level.find(9, 2000), Found::InL2(1518));
        assert_eq!(level.find(7, 2000), Found::Here(1498));
    }

    #[test]
    fn what_it_has_touched_itself_it_need_not_hear_of() {
        let mut level = hearing(&[(7, true)]);
        level.touch(7, 1020, 1508);
        let at = 900;
        let touch = Touch {
            at,
            block: 7,
            comes: 1388,
        };
        level.hear(touch, true);
        level.set_clock(1400);
        assert_eq!(level.find(7, 1400), Found::Here(1508));
    }
}
