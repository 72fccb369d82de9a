//! Fences: a flush at every slice that an SM has spoken to.
//!
//! A fence does not wait for the answers of the stores before it. It goes to
//! each slice that its SM, not only its warp, has sent a load, store or atomic
//! to since the last fence, behind them on the same way, and its warp goes on
//! when the last slice has answered. Measured on an H200: after one store a
//! fence takes some 400 cycles if the line's home is near and 560 if it is on
//! the other side, however long ago the store was; after stores to many slices
//! the longest of them; as long if another warp stored, or if lines were only
//! loaded; and 264 cycles if there was nothing since the last fence.

/// What the SMs of a GPC have to flush, and what of it is under way.
#[derive(Debug)]
pub(super) struct Flushes {
    /// Slices that each SM, by its place in the GPC, has spoken to since its
    /// last fence: so many words of bits each.
    spoken_to: Vec<u64>,
    words: usize,
    under_way: Vec<Flush>,
}

/// A fence under way.
#[derive(Debug)]
struct Flush {
    sm: u16,
    token: u32,
    /// Slices that have not answered.
    left: usize,
}

impl Flushes {
    pub(super) fn new(sms: usize, slices: usize) -> Flushes {
        let words = slices.div_ceil(64);
        Flushes {
            spoken_to: vec![0; sms * words],
            words,
            under_way: Vec::new(),
        }
    }

    /// The SM at a place of the GPC has sent something to a slice.
    #[inline(always)]
    pub(super) fn speak(&mut self, place: usize, slice: usize) {
        self.spoken_to[place * self.words + slice / 64] |= 1 << (slice % 64);
    }

    /// A fence of the SM at a place begins: the slices to flush, which are
    /// clean from here on. There is always one to answer.
    pub(super) fn begin(&mut self, place: usize, sm: u16, token: u32) -> Vec<usize> {
        let mut slices = Vec::new();
        for word in 0..self.words {
            let mut bits = std::mem::take(&mut self.spoken_to[place * self.words + word]);
            while bits != 0 {
                slices.push(64 * word + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
        if slices.is_empty() {
            slices.push(0);
        }
        let left = slices.len();
        self.under_way.push(Flush { sm, token, left });
        slices
    }

    /// A slice has answered a fence: whether it was the last.
    pub(super) fn answered(&mut self, sm: u16, token: u32) -> bool {
        let is_this = |flush: &Flush| (flush.sm, flush.token) == (sm, token);
        let Some(at) = self.under_way.iter().position(is_this) else {
            return false;
        };
        self.under_way[at].left -= 1;
        let last = self.under_way[at].left == 0;
        if last {
            self.under_way.swap_remove(at);
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_flushes_what_its_sm_has_spoken_to_since_the_last() {
        let mut flushes = Flushes::new(2, 96);
        [3, 70, 3]
            .into_iter()
            .for_each(|slice| flushes.speak(1, slice));
        flushes.speak(0, 5);
        assert_eq!(flushes.begin(1, 9, 1), [3, 70]);
        flushes.speak(1, 80);
        assert_eq!(flushes.begin(1, 9, 2), [80]);
        assert!(!flushes.answered(9, 1));
        assert!(flushes.answered(9, 2), "fences of two warps are apart");
        assert!(flushes.answered(9, 1));
    }
}
