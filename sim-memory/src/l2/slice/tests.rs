use super::*;
use crate::fixtures::h200;

/// A slice of 5,120 lines.
fn slice(change: impl Fn(&mut L2Config)) -> Slice {
    let mut config = h200();
    change(&mut config.l2);
    let one = L2Config {
        shards: 1,
        two_sides: false,
        ..config.l2.clone()
    };
    let interleave = Interleave::new(&one);
    Slice::new(0, &config.l2, &config.dram, interleave)
}

fn written(slice: &Slice) -> u64 {
    slice.dram.counters.sectors_write
}

#[test]
fn a_dirty_line_is_written_back_when_lines_in_a_row_have_filled_all_sets() {
    let mut slice = slice(|_| {});
    slice.write(0, slice.key(0), u128::MAX);
    (1..5120).for_each(|line| _ = slice.read(0, slice.key(line), 0xf));
    slice.read(0, slice.key(0), 0xf);
    (5120..9984).for_each(|line| _ = slice.read(0, slice.key(line), 0xf));
    assert_eq!(written(&slice), 0, "in its set all others were older");
    (9984..10240).for_each(|line| _ = slice.read(0, slice.key(line), 0xf));
    assert_eq!(written(&slice), 4);
}

#[test]
fn parts_of_sectors_that_pass_take_no_room() {
    let mut slice = slice(|_| {});
    let held = slice.key(0);
    slice.read(0, held, 0xf);
    (1..20_000).for_each(|line| _ = slice.write_copy(0, slice.key(line), 0b1111));
    assert_eq!(slice.read(0, held, 0xf).fetched, 0, "it is there");
}

#[test]
fn a_home_knows_what_the_other_side_has_stored_to_until_it_is_changed() {
    let mut slice = slice(|_| {});
    let key = slice.key(0);
    slice.write(0, key, 0b1111);
    slice.note_elsewhere(key, 0b0011);
    assert!(!slice.forget_elsewhere(key, 0b0100));
    assert!(slice.forget_elsewhere(key, 0b0001));
    assert!(!slice.forget_elsewhere(key, 0b0001));
    assert!(slice.forget_elsewhere(key, 0b1111));
}

#[test]
fn copies_grow_as_old_as_other_lines() {
    let mut slice = slice(|_| {});
    let copy = slice.key(0);
    slice.read_copy(0, copy, 0xf);
    (1..5120).for_each(|line| _ = slice.read(0, slice.key(line), 0xf));
    assert_eq!(slice.read_copy(0, copy, 0xf).fetched, 0, "it is there");
    (5120..10240).for_each(|line| _ = slice.read(0, slice.key(line), 0xf));
    assert_eq!(slice.read_copy(0, copy, 0xf).fetched, 0xf, "it has gone");
}

/// A slice in which this many lines have been completed, and as many as may are not.
fn completed(lines: u64) -> Slice {
    let mut slice = slice(|l2| l2.partial_share = 0.1);
    (0..512 + lines).for_each(|line| _ = slice.write(0, slice.key(line), 0xf));
    assert_eq!((slice.filled, written(&slice)), (lines, 0));
    slice
}

#[test]
fn a_completed_line_is_written_back_when_dram_has_nothing_else_to_do() {
    let mut slice = completed(1);
    slice.write_completed(63);
    assert_eq!(written(&slice), 0, "nobody has looked");
    slice.write_completed(1000);
    assert_eq!(written(&slice), 1);
    slice.write_completed(2000);
    assert_eq!(written(&slice), 1, "no other is completed");
}

#[test]
fn completed_lines_and_reads_have_dram_by_turns() {
    let mut slice = completed(1500);
    let read = |slice: &mut Slice, lines: u64| {
        (0..lines).for_each(|line| _ = slice.dram.read(64, 100_000 + line, 4));
    };
    read(&mut slice, 4000);
    slice.write_completed(64);
    let batch = written(&slice);
    assert!(
        (200..320).contains(&batch),
        "{batch} sectors, a batch of each channel"
    );
    slice.write_completed(1000);
    assert_eq!(written(&slice), batch, "it is for reads to have it");
    read(&mut slice, 400);
    slice.write_completed(1064);
    let (least, most) = (2 * batch - 60, 2 * batch + 60);
    assert!(
        (least..most).contains(&written(&slice)),
        "another batch of each: {batch} {}",
        written(&slice)
    );
}

#[test]
fn lines_that_stores_have_filled_leave_room_for_others_in_parts() {
    let mut slice = slice(|l2| l2.partial_share = 0.1);
    for line in 0..2000 {
        let key = slice.key(line);
        slice.write(0, key, 0xf);
        slice.write(0, key, u128::MAX);
    }
    assert_eq!(slice.filled, 0, "none is in parts");
    (2000..2513).for_each(|line| _ = slice.write(0, slice.key(line), 0xf));
    assert_eq!(slice.filled, 1, "512 may be");
}

#[test]
fn lines_that_are_no_newer_than_dram_leave_room_for_others() {
    let mut slice = slice(|l2| {
        l2.partial_share = 0.1;
        l2.dirty_share = 0.2;
    });
    for line in 0..3000 {
        slice.write(1000 * line, slice.key(line), 0xf);
        slice.write_completed(1000 * line);
    }
    assert!(written(&slice) <= slice.filled, "none but the completed");
    (3000..3600).for_each(|line| _ = slice.write(0, slice.key(line), u128::MAX));
    let more = written(&slice);
    assert!(more > 2488 + 80, "1,112 were newer of 1,024, {more}");
}

#[test]
fn a_line_is_awaited_while_loads_wait_for_it_and_not_while_atomics_do() {
    let mut slice = slice(|_| {});
    let key = slice.key(0);
    let changed = slice.read_to_change(0, key, 0b0001, false);
    assert!(changed.ready > 0);
    assert_eq!(slice.awaited(key, 1), 0);
    assert_eq!(slice.read(1, key, 0b0001).ready, changed.ready);
    assert_eq!(slice.awaited(key, 2), changed.ready, "of the same sector");
    // Once all is here, another atomic makes nobody wait.
    let after = changed.ready;
    assert!(slice.read_to_change(after, key, 0b0100, false).ready > after);
    assert_eq!(slice.awaited(key, after), 0);
    assert_eq!(slice.awaited(slice.key(1), after), 0, "it is not held");
}

#[test]
fn a_sector_belongs_to_its_pair() {
    assert_eq!(pairs(0b0001), 0b0011);
    assert_eq!(pairs(0b1000), 0b1100);
    assert_eq!(pairs(0b0110), 0b1111);
    assert_eq!(pairs(0), 0);
}

/// What becomes of a slice in which lines hold as many parts of sectors as may be, of a first line by these `stores`,
/// when another one comes to: what its way in has taken, and the sectors read and written.
fn first_completed(stores: &[u128]) -> (u64, u64, u64) {
    let mut slice = slice(|l2| l2.partial_share = 0.1);
    for line in 0..512 {
        stores
            .iter()
            .for_each(|&bytes| _ = slice.write(0, slice.key(line), bytes));
    }
    let before = slice.way.free_at();
    slice.write(0, slice.key(512), 0xf);
    (slice.way.free_at() - before, slice.filled, written(&slice))
}

/// Parts of the first sector and of the last.
const FIRST: u128 = 0xf;
const LAST: u128 = 0xf << 96;

#[test]
fn what_completes_a_line_that_was_stored_to_again_is_written_back_at_once() {
    assert_eq!(first_completed(&[FIRST]), (0, 1, 0), "stored to once");
    assert_eq!(first_completed(&[FIRST | LAST]), (0, 2, 0), "by one store");
    assert_eq!(first_completed(&[FIRST, FIRST << 4]), (9, 1, 1));
    let whole = u128::from(u32::MAX) << 64;
    assert_eq!(first_completed(&[whole, FIRST]), (0, 1, 0), "whole before");
}

#[test]
fn sectors_are_completed_in_the_order_in_which_stores_came_to_them() {
    let mut slice = slice(|l2| l2.partial_share = 0.1);
    slice.write(0, slice.key(0), FIRST);
    (1..512).for_each(|line| _ = slice.write(0, slice.key(line), FIRST));
    slice.write(0, slice.key(0), LAST);
    slice.write(0, slice.key(512), FIRST);
    assert_eq!(
        slice.filled, 2,
        "line 0 stays in parts, and so line 1 is next"
    );
    assert_eq!(slice.read(0, slice.key(0), 0b1001).hit, 0b0001);
}

#[test]
fn what_was_completed_before_a_line_that_is_stored_to_again_is_written_before_it() {
    let mut slice = completed(40);
    let before = slice.way.free_at();
    slice.write(0, slice.key(19), LAST);
    let channel = slice.dram.channel(19);
    let earlier = (0..=19).filter(|&line| slice.dram.channel(line) == channel);
    let earlier = earlier.count() as u64;
    assert!((5..20).contains(&earlier), "of two channels");
    assert_eq!(written(&slice), earlier);
    assert_eq!(slice.way.free_at() - before, 9 * earlier);
}

#[test]
fn pairs_of_sectors_are_written_back_in_the_order_in_which_they_became_newer() {
    let mut slice = slice(|l2| l2.dirty_share = 0.1);
    for line in 0..512 {
        slice.read(0, slice.key(line), 0xf);
        slice.dirty(0, slice.key(line), 0b0001);
    }
    slice.dirty(0, slice.key(0), 0b1000);
    slice.dirty(0, slice.key(1), 0b0010);
    slice.read(0, slice.key(512), 0xf);
    slice.dirty(0, slice.key(512), 0b0001);
    // Line 0 stays newer than DRAM, by its other pair; all of line 1's pair goes.
    assert_eq!(written(&slice), 1 + 2);
}
