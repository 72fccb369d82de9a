//! A resource that serves one thing after another, by reservation.
//!
//! A component that is never ticked: each request asks for the earliest time
//! at which it can be served and pushes the next one back. Requests must come
//! in order of time. Costs are kept in 1/256 cycle, so that rates such as
//! 1.45 cycles an operation hold over many operations, on every machine.

/// A cost in 1/256 cycle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Cost(u64);

impl Cost {
    /// Nothing.
    pub const ZERO: Cost = Cost(0);

    /// So many cycles, rounded to 1/256.
    pub fn cycles(cycles: f32) -> Cost {
        Cost((f64::from(cycles) * 256.0).round() as u64)
    }

    /// The cost of each of `per_cycle` things a cycle.
    pub fn per_cycle(per_cycle: f32) -> Cost {
        Cost((256.0 / f64::from(per_cycle)).round() as u64)
    }

    /// This cost, `n` times.
    #[inline(always)]
    pub fn times(self, n: u32) -> Cost {
        Cost(self.0 * u64::from(n))
    }

    /// Both costs.
    #[inline(always)]
    pub fn plus(self, other: Cost) -> Cost {
        Cost(self.0 + other.0)
    }

    /// This cost of a half of something whose other half is free but for what a partner takes of it,
    /// who has `partner` where one's own is `own`: a half of it, if that is nothing, and all of it, if
    /// it is as much.
    #[inline(always)]
    pub fn shared(self, own: Cost, partner: Cost) -> Cost {
        match partner.0 < own.0 {
            true => Cost((self.0 + self.0 * partner.0 / own.0) / 2),
            false if partner.0 == 0 => Cost(self.0 / 2),
            false => self,
        }
    }

    /// Whole cycles, rounded up.
    #[inline(always)]
    pub fn whole_cycles(self) -> u64 {
        self.0.div_ceil(256)
    }
}

/// When a resource is free again.
#[derive(Clone, Copy, Debug, Default)]
pub struct Server {
    /// In 1/256 cycle.
    free: u64,
}

impl Server {
    /// Serves a request of time `at`: the cycle in which its service begins.
    #[inline(always)]
    pub fn reserve(&mut self, at: u64, cost: Cost) -> u64 {
        let start = self.free.max(at << 8);
        self.free = start + cost.0;
        start >> 8
    }

    /// Serves a request of time `at`: the cycle in which its service ends.
    #[inline(always)]
    pub fn finish(&mut self, at: u64, cost: Cost) -> u64 {
        self.reserve(at, cost);
        self.free.div_ceil(256)
    }

    /// Serves nothing before `time`.
    #[inline(always)]
    pub fn hold_until(&mut self, time: u64) {
        self.free = self.free.max(time << 8);
    }

    /// The first cycle in which it has no more than this to do.
    #[inline(always)]
    pub fn opens(&self, ahead: Cost) -> u64 {
        self.free.saturating_sub(ahead.0).div_ceil(256)
    }

    /// The cycle from which it is free.
    #[inline(always)]
    pub fn free_at(&self) -> u64 {
        self.free.div_ceil(256)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_idle_server_serves_at_once_and_a_busy_one_when_free() {
        let mut server = Server::default();
        let two = Cost::cycles(2.0);
        assert_eq!(server.reserve(10, two), 10);
        assert_eq!(server.reserve(11, two), 12);
        assert_eq!(server.reserve(14, two), 14);
    }

    #[test]
    fn fractions_add_up_over_many_requests() {
        let mut server = Server::default();
        let cost = Cost::cycles(1.45);
        let last = (0..1000).map(|_| server.reserve(0, cost)).last();
        assert!((1447..1450).contains(&last.expect("a thousand")));
    }
}
