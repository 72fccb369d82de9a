//! The fabric between the two sides of the L2, as a shard sees it.
//!
//! Two slices of a side share a link to the other side in each direction, over which a sector goes in
//! each cycle of the L2's clock. What both want to send at once they send by turns, so a slice has at
//! least a half of the link, and what its partner leaves of the other half. Measured on an H100
//! (`micro/h200/copies`): stores of whole lines to one side, from the other, go as fast as those
//! from its own side to a slice or eight of one page (1.5 sectors a cycle for each two of them), and at
//! 0.42 sectors a cycle for each slice from two pages on, whose slices are partners.
//!
//! Shards run side by side, so a shard cannot ask what its partner sends now. It takes what its partner
//! has sent in the last but one window of time, whose end all shards have passed when an epoch begins:
//! the result does not depend on how time is cut into epochs, as long as none is longer than a window.

use crate::server::{Cost, Server};

/// log2 of a window's cycles.
const WINDOW_SHIFT: u32 = 9;
/// The longest epoch for which a partner's windows are known.
pub(crate) const WINDOW: u64 = 1 << WINDOW_SHIFT;

/// What was sent over a link in each of the last windows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sent([(u64, Cost); 4]);

impl Sent {
    fn add(&mut self, window: u64, cost: Cost) {
        let (number, sum) = &mut self.0[window as usize % 4];
        *sum = match *number == window {
            true => sum.plus(cost),
            false => cost,
        };
        *number = window;
    }

    fn in_window(&self, window: u64) -> Cost {
        match self.0[window as usize % 4] {
            (number, sum) if number == window => sum,
            _ => Cost::ZERO,
        }
    }
}

/// A shard's part of a link.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Link {
    server: Server,
    sent: Sent,
    partner: Sent,
}

impl Link {
    /// Sends at `at`, known at `now`, what takes so long of half a link: when it begins to.
    #[inline(always)]
    pub fn send(&mut self, now: u64, at: u64, half: Cost) -> u64 {
        let window = now >> WINDOW_SHIFT;
        let last = window.wrapping_sub(2);
        let (own, partner) = (self.sent.in_window(last), self.partner.in_window(last));
        self.sent.add(window, half);
        self.server.reserve(at, half.shared(own, partner))
    }

    /// What it has sent.
    pub fn sent(&self) -> Sent {
        self.sent
    }

    /// Tells it what its partner has.
    pub fn hear(&mut self, partner: Sent) {
        self.partner = partner;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: u32 = 8;

    /// When the last of so many lines is sent, one each four cycles, beside a partner who sends `share`
    /// times as much.
    fn last_of(lines: u32, share: u32) -> u64 {
        let (mut link, mut partner) = (Link::default(), Link::default());
        let (half, mut last) = (Cost::cycles(LINE as f32), 0);
        for line in 0..u64::from(lines) {
            let now = 4 * line;
            partner.send(now, now, half.times(share));
            if now % 256 == 0 {
                link.hear(partner.sent());
            }
            last = link.send(now, now, half);
        }
        last
    }

    #[test]
    fn a_link_is_a_slices_own_while_its_partner_rests() {
        let lines = 2048;
        assert_eq!(last_of(lines, 0), 4 * u64::from(lines - 1));
    }

    #[test]
    fn partners_have_half_a_link_each_whatever_the_other_wants() {
        let lines = 2048;
        for share in [1, 5] {
            let last = last_of(lines, share);
            let half = u64::from(LINE * lines);
            assert!((half * 9 / 10..half).contains(&last), "{last} of {half}");
        }
    }

    #[test]
    fn old_windows_are_forgotten() {
        let mut sent = Sent::default();
        sent.add(3, Cost::cycles(1.0));
        sent.add(3, Cost::cycles(1.0));
        assert_eq!(sent.in_window(3), Cost::cycles(2.0));
        sent.add(7, Cost::cycles(1.0));
        assert_eq!(
            (sent.in_window(3), sent.in_window(7)),
            (Cost::ZERO, Cost::cycles(1.0))
        );
    }
}
