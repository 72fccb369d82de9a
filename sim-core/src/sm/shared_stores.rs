//! Which warps have stored to shared memory what has not passed the data path, for the barriers of their blocks.
//!
//! A barrier that opens sends a fence behind such stores (`arbiter`, `path_places`), once: what comes behind the next barrier
//! stands behind that fence, too (measured on an H200, `validation/micro/h200/barred`: blocks that store and meet pay for
//! each barrier, those that store, meet, load and meet for every other).

use super::WARP_SLOTS;

/// The stores of an SM's warps.
#[derive(Debug)]
pub struct SharedStores {
    /// By warp: how many have no time on the data path yet ...
    waiting: [u32; WARP_SLOTS],
    /// ... and when the last that has one will have passed.
    passed: [u64; WARP_SLOTS],
    /// The warps that have stored since a fence was sent for them, a bit each.
    unfenced: u64,
}

impl Default for SharedStores {
    fn default() -> SharedStores {
        SharedStores {
            waiting: [0; WARP_SLOTS],
            passed: [0; WARP_SLOTS],
            unfenced: 0,
        }
    }
}

impl SharedStores {
    /// A store of a warp is on its way.
    #[inline]
    pub fn post(&mut self, slot: usize) {
        self.waiting[slot] += 1;
        self.unfenced |= 1 << slot;
    }

    /// One of its stores has a time: it will have passed at `passed`.
    #[inline]
    pub fn start(&mut self, slot: usize, passed: u64) {
        self.waiting[slot] -= 1;
        self.passed[slot] = passed;
    }

    /// Whether a barrier of these warps wants a fence at `now`, which is then sent.
    pub fn want_fence(&mut self, slots: u64, now: u64) -> bool {
        let on_way = |slot: usize| self.waiting[slot] > 0 || self.passed[slot] > now;
        let unfenced = slots & self.unfenced;
        let wanted = (0..WARP_SLOTS).any(|slot| unfenced >> slot & 1 != 0 && on_way(slot));
        if wanted {
            self.unfenced &= !slots;
        }
        wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_is_wanted_once_for_stores_on_their_way() {
        let mut stores = SharedStores::default();
        stores.post(3);
        assert!(!stores.want_fence(0b0111, 10), "of another block");
        assert!(stores.want_fence(0b1000, 10));
        assert!(!stores.want_fence(0b1000, 12), "there is one");
        stores.start(3, 40);
        stores.post(3);
        assert!(stores.want_fence(0b1000, 20));
    }

    #[test]
    fn stores_that_have_passed_want_none() {
        let mut stores = SharedStores::default();
        stores.post(3);
        stores.start(3, 40);
        assert!(!stores.want_fence(0b1000, 40));
        assert!(stores.want_fence(0b1000, 39));
    }
}
