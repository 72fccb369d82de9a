//! Which line of a set goes first.

/// Tags that a set may have.
pub const MOST_WAYS: u32 = 8;

/// No way of a set.
const NOBODY: u8 = 0xf;

/// The ways of a set by age, four bits each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ages {
    /// Youngest first, and behind them those without a line.
    ways: u32,
    /// How many have a line.
    pub(super) lines: u8,
    /// Whose data are on their way, a bit each.
    pub(super) awaited: u8,
    /// Those of the last two hits.
    hits: [u8; 2],
}

impl Ages {
    /// No line.
    pub(super) const EMPTY: Ages = Ages {
        ways: 0x7654_3210,
        lines: 0,
        awaited: 0,
        hits: [NOBODY; 2],
    };

    /// The way at an age.
    #[inline(always)]
    pub(super) fn way(self, age: u32) -> u8 {
        (self.ways >> (4 * age)) as u8 & 0xf
    }

    /// A way's age.
    #[inline(always)]
    fn age(self, way: u8) -> u32 {
        // Four zero bits where the way is; the lowest such place is found even if a borrow marks others.
        let others = self.ways ^ (EACH * u32::from(way));
        let zero = others.wrapping_sub(EACH) & !others & (EACH << 3);
        zero.trailing_zeros() / 4
    }

    /// The way at `age` is the youngest from now on.
    #[inline(always)]
    fn bring_to_front(&mut self, age: u32) {
        let (way, changed) = (u32::from(self.way(age)), up_to(age));
        self.ways = self.ways & !changed | (self.ways << 4 | way) & changed;
    }

    /// A line is found.
    #[inline(always)]
    pub(super) fn hit(&mut self, way: u8) {
        self.bring_to_front(self.age(way));
        self.hits = [way, self.hits[0]];
    }

    /// A line comes in; returns its way.
    #[inline(always)]
    pub(super) fn enter(&mut self) -> u8 {
        let way = self.way(self.lines.into());
        self.bring_to_front(self.lines.into());
        self.lines += 1;
        way
    }

    /// The line that goes first gives its way to one that comes in; returns the way.
    #[inline(always)]
    pub(super) fn replace(&mut self) -> u8 {
        let age = self.first_age();
        let way = self.way(age);
        self.bring_to_front(age);
        self.forget(way);
        way
    }

    /// A line goes; its way comes behind all that have one.
    #[inline(always)]
    pub(super) fn leave(&mut self, way: u8) {
        let (age, last) = (self.age(way), u32::from(self.lines) - 1);
        let (changed, younger) = (up_to(last), up_to(age) >> 4);
        let closed_up = self.ways & younger | self.ways >> 4 & !younger;
        let behind = u32::from(way) << (4 * last);
        self.ways = self.ways & !changed | closed_up & changed >> 4 | behind;
        self.lines -= 1;
        self.forget(way);
    }

    /// What is known of a way's line does not hold for the next.
    #[inline(always)]
    fn forget(&mut self, way: u8) {
        self.awaited &= !(1 << way);
        let others = |hit| if hit == way { NOBODY } else { hit };
        self.hits = self.hits.map(others);
    }

    /// Whether any line may go.
    #[inline(always)]
    pub(super) fn any_may_go(self) -> bool {
        u32::from(self.lines) > self.awaited.count_ones()
    }

    /// The age of the line that goes first of those that may.
    #[inline(always)]
    fn victim(self) -> Option<u32> {
        let mut oldest = None;
        for age in (0..u32::from(self.lines)).rev() {
            let way = self.way(age);
            let may_go = self.awaited >> way & 1 == 0;
            let was_hit = way == self.hits[0] || way == self.hits[1];
            if may_go && !was_hit {
                return Some(age);
            }
            if may_go && oldest.is_none() {
                oldest = Some(age);
            }
        }
        oldest
    }

    /// The same if all are awaited: the oldest's.
    #[inline(always)]
    fn first_age(self) -> u32 {
        let oldest = u32::from(self.lines.saturating_sub(1));
        self.victim().unwrap_or(oldest)
    }

    /// The way of the line that goes first.
    #[inline(always)]
    pub(super) fn victim_or_oldest(self) -> u8 {
        self.way(self.first_age())
    }
}

/// One in each four bits.
const EACH: u32 = 0x1111_1111;

/// The bits of the ways up to an age.
#[inline(always)]
fn up_to(age: u32) -> u32 {
    u32::MAX >> (28 - 4 * age)
}
