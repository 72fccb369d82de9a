//! An SM's own stores that the L2 has not applied yet.
//!
//! Stores take effect at the L2, at the end of an epoch at the earliest; a
//! weak load of the same SM must see them before. The payload slots of the
//! stores in flight are the log: this module chains them by line, newest
//! first, behind a table of heads that almost always says "none".

use sim_memory::message::{LinePayload, LinePayloads, get};
use sim_memory::prefetch::{prefetch, prefetch_at};

/// No slot.
const NONE: u32 = u32::MAX;

/// Heads of the chains; a power of two.
const HEADS: usize = 4096;

/// The span of no lines.
const NOTHING: (u64, u64) = (u64::MAX, 0);

/// How far ahead of its use a slot's neighbours are asked for.
const AHEAD: usize = 16;

/// Chains of store payloads by line.
#[derive(Debug)]
pub struct StoreLog {
    heads: Vec<u32>,
    /// For each payload slot, its neighbours in its chain. The L2 applies the
    /// oldest first, which a search from the newest would find last.
    links: Vec<Link>,
    live: usize,
    /// The lowest and the highest line since the log was empty: kernels mostly load from other
    /// buffers than they store to.
    span: (u64, u64),
}

#[derive(Clone, Copy, Debug)]
struct Link {
    older: u32,
    newer: u32,
    /// The low bits of the line: payloads of other lines are let be.
    line: u32,
}

impl Default for StoreLog {
    fn default() -> StoreLog {
        StoreLog {
            heads: vec![NONE; HEADS],
            links: Vec::new(),
            live: 0,
            span: NOTHING,
        }
    }
}

/// Neighbouring lines have neighbouring heads, and no stride meets itself.
fn head_of(line: u64) -> usize {
    let spread = (line >> 6).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    (line ^ spread) as usize & (HEADS - 1)
}

impl StoreLog {
    /// Whether no store is in flight.
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// Asks the host for what is kept of a line, and of the store in `slot`.
    #[inline(always)]
    pub fn prefetch(&self, line: u64, slot: u32) {
        self.prefetch_line(line);
        prefetch_at(&self.links, slot as usize);
    }

    /// Asks the host for what is kept of a line.
    #[inline(always)]
    pub fn prefetch_line(&self, line: u64) {
        prefetch(&self.heads[head_of(line)]);
    }

    /// Asks the host for the newest store that may be to a line, of which it
    /// has been asked.
    #[inline(always)]
    pub fn prefetch_newest(&self, line: u64) {
        prefetch_at(&self.links, self.heads[head_of(line)] as usize);
    }

    /// The slots whose lines may be this one, the newest first.
    #[inline]
    pub fn newest_first(&self, line: u64) -> impl Iterator<Item = u32> {
        let slot = |slot: u32| (slot != NONE).then_some(slot);
        let inside = self.span.0 <= line && line <= self.span.1;
        let newest = inside.then(|| self.heads[head_of(line)]).and_then(slot);
        let chain =
            std::iter::successors(newest, move |&newer| slot(self.links[newer as usize].older));
        chain.filter(move |&slot| self.links[slot as usize].line == line as u32)
    }

    /// Adds the store in `slot`, the newest of its line.
    pub fn push(&mut self, line: u64, slot: u32) {
        let index = slot as usize;
        prefetch_at(&self.links, index + AHEAD);
        let before = if self.live == 0 { NOTHING } else { self.span };
        self.span = (before.0.min(line), before.1.max(line));
        let head = &mut self.heads[head_of(line)];
        let link = Link {
            older: *head,
            newer: NONE,
            line: line as u32,
        };
        if self.links.len() <= index {
            self.links.resize(index + 1, link);
        }
        self.links[index] = link;
        if let Some(older) = self.links.get_mut(*head as usize) {
            older.newer = slot;
        }
        *head = slot;
        self.live += 1;
    }

    /// Removes the store in `slot`, which the L2 has applied.
    pub fn remove(&mut self, line: u64, slot: u32) {
        let Link { older, newer, .. } = self.links[slot as usize];
        match self.links.get_mut(newer as usize) {
            Some(link) => link.older = older,
            None => self.heads[head_of(line)] = older,
        }
        if let Some(link) = self.links.get_mut(older as usize) {
            link.newer = newer;
        }
        self.live -= 1;
    }

    /// Overlays bytes `offset..offset + bytes.len()` of a line with what the
    /// stores in flight wrote there, newest first.
    pub fn overlay(&self, payloads: &LinePayloads, line: u64, offset: u32, bytes: &mut [u8]) {
        let mut missing = u128::MAX >> (128 - bytes.len()) << offset;
        for slot in self.newest_first(line) {
            if missing == 0 {
                return;
            }
            let store = payloads.get(slot);
            if store.line() == line {
                let found = missing & store.mask();
                copy_bytes(&store, found, offset, bytes);
                missing &= !found;
            }
        }
    }
}

fn copy_bytes(store: &LinePayload, mut found: u128, offset: u32, bytes: &mut [u8]) {
    while found != 0 {
        let byte = found.trailing_zeros();
        let word = get(store.word((byte / 4) as usize));
        bytes[(byte - offset) as usize] = word.to_le_bytes()[(byte % 4) as usize];
        found &= found - 1;
    }
}
