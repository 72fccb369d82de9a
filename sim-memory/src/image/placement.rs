//! Where the driver puts a buffer, and an address that tells it and whose it is.
//!
//! The driver deals buffers of up to 1 MiB 512 bytes at a time from pages of 2 MiB, each
//! from the first page with room for it; larger ones have pages of their own (`cuMemAlloc`
//! of driver 580 on an H200, measured: `micro/h200/placed`). So small buffers
//! made one after the other share slices of the L2, and two small tables whose atomics meet in
//! one slice take twice as long.
//!
//! On the GPU what goes past the end of a small buffer comes to its neighbour's data. Here
//! it is to be found, so the upper bits of an address number its buffer, and only those below
//! say where it lies: the memory system's address function ([`crate::interleave`]) sees nothing
//! else ([`placed_line`]), and no two buffers lie in the same place.

use super::Address;
use crate::message::LINE_SHIFT;

/// What small buffers are dealt in, bytes.
const GRAIN: u64 = 512;
/// Buffers of up to so many bytes share pages.
const MOST_SHARED: u64 = 1 << 20;
/// A page of device memory, bytes.
const PAGE: u64 = 2 << 20;
/// Bits of an address below the number of its buffer: more than any GPU's memory.
const PLACE_BITS: u32 = 38;
/// Bits of that number.
const NUMBER_BITS: u32 = 9;
/// Numbers of buffers: from 1, so that no address near 0 is one, and below the generic windows
/// of shared and local memory. Beyond, buffers take turns with these.
const NUMBERS: u64 = (0x7f00_0000_0000 >> PLACE_BITS) - 1;

/// Where a line lies in the device's memory, whoever's it is.
#[inline(always)]
pub(crate) fn placed_line(line: u64) -> u64 {
    line & !(((1 << NUMBER_BITS) - 1) << (PLACE_BITS - LINE_SHIFT))
}

/// What has been dealt.
#[derive(Debug, Default)]
pub(super) struct Placement {
    buffers: u64,
    pages: u64,
    /// Bytes dealt of each page that small buffers share, with its place.
    shared: Vec<(Address, u64)>,
}

impl Placement {
    /// The address of the next buffer, of so many bytes.
    pub fn deal(&mut self, bytes: u64) -> Address {
        let number = 1 + self.buffers % NUMBERS;
        self.buffers += 1;
        let place = match bytes {
            ..=MOST_SHARED => self.share(bytes.max(1).next_multiple_of(GRAIN)),
            _ => self.take_pages(bytes.div_ceil(PAGE)),
        };
        number << PLACE_BITS | place
    }

    fn share(&mut self, bytes: u64) -> u64 {
        let has_room = |&&mut (_, dealt): &&mut (Address, u64)| dealt + bytes <= PAGE;
        if let Some((page, dealt)) = self.shared.iter_mut().find(has_room) {
            let place = *page + *dealt;
            *dealt += bytes;
            return place;
        }
        let page = self.take_pages(1);
        self.shared.push((page, bytes));
        page
    }

    fn take_pages(&mut self, count: u64) -> u64 {
        let place = self.pages * PAGE;
        self.pages += count;
        place & ((1 << PLACE_BITS) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(sizes: &[u64]) -> Vec<u64> {
        let mut placement = Placement::default();
        let deal = |&bytes: &u64| placement.deal(bytes) & ((1 << PLACE_BITS) - 1);
        sizes.iter().map(deal).collect()
    }

    /// What `cuMemAlloc` of an H200's driver (580.159.04) dealt, one after the other.
    #[test]
    fn buffers_lie_as_the_driver_deals_them() {
        let sizes = [
            4,
            96,
            512,
            513,
            1000,
            65_536,
            1 << 20,
            1 << 20,
            (1 << 20) + 4,
            3 << 20,
            8,
        ];
        let small = [0, 0x200, 0x400, 0x600, 0xa00, 0xe00, 0x1_0e00];
        let mut measured = small.to_vec();
        // A second megabyte begins a page, more than one has its own.
        measured.extend([PAGE, 2 * PAGE, 3 * PAGE, 0x11_0e00]);
        assert_eq!(places(&sizes), measured);
    }

    #[test]
    fn no_two_buffers_have_an_address_in_common_even_if_their_numbers_recur() {
        let mut placement = Placement::default();
        let mut begins: Vec<_> = (0..3 * NUMBERS).map(|_| placement.deal(512)).collect();
        begins.sort_unstable();
        assert!(begins.windows(2).all(|two| two[1] - two[0] >= 512));
    }

    #[test]
    fn a_line_lies_where_it_does_whatever_its_buffers_number() {
        let mut placement = Placement::default();
        let [first, second] = [placement.deal(64), placement.deal(64)].map(|a| a >> LINE_SHIFT);
        assert!(second - first > 1 << 30);
        assert_eq!(
            placed_line(second) - placed_line(first),
            GRAIN >> LINE_SHIFT
        );
    }
}
