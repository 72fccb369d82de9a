//! Asking the host for memory before it is needed.
//!
//! The state of a whole GPU does not fit into the host's caches: what one SM
//! or one shard of the L2 touches in an epoch lies in a far cache or in memory
//! when its turn comes, and touched one by one, each line costs as long as a
//! hundred instructions. But most of it is known beforehand: an SM's answers
//! and a shard's requests lie in their queues. Asked for at once, dozens of
//! lines arrive in the time of one.
//!
//! A prefetch changes nothing but speed. It is a single instruction that never
//! faults, and nothing on hosts for which stable Rust has none.
#![allow(unsafe_code)]

/// Asks the host to bring the first bytes of `item` close.
#[inline(always)]
pub fn prefetch<T>(item: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching is allowed at any address and touches nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = item;
}

/// The same for where a vector grows, so many elements beyond its end, if it
/// has room there.
#[inline(always)]
pub fn prefetch_room<T>(items: &mut Vec<T>, beyond: usize) {
    if let Some(room) = items.spare_capacity_mut().get(beyond) {
        prefetch(room);
    }
}

/// The same for an element of a slice, if there is one.
#[inline(always)]
pub fn prefetch_at<T>(items: &[T], index: usize) {
    if let Some(item) = items.get(index) {
        prefetch(item);
    }
}
