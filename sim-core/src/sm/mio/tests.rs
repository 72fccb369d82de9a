use super::*;
use crate::sm::block::tests::CONFIG as BARRIER;

fn mio() -> Mio {
    let config = MioConfig {
        queue: 1,
        constant_queue: 2,
        constant_misses: 8,
        port_lines: 2,
        miss_lines: 2,
        entry_places: 1,
        lg_places: 1,
        return_turn: 4,
        return_gap: 2,
        packets: 4,
        data_queue: 2,
        path_places: 2,
        warp_path_places: 2,
        interval: 1,
        operand_interval: 2,
        return_interval: 2,
        adu_way: 6,
        adu_operand: 4,
        adu_interval: 2,
        adu_indirect: 4,
        indirect_latency: 15,
        shared_latency: 21,
        l1_latency: 29,
        wavefront_latency: 2,
        register_write: 1,
        copy_read: 14,
        copy_lookup: 2,
        copies_end: 3,
        fill_latency: 4,
        shuffle_latency: 24,
        s2r_interval: 2,
        s2r_latency: 24,
        s2ur_latency: 35,
        redux_latency: 44,
        match_latency: 27,
        shared_atomic_latency: 24,
        operand_read: 9,
        register_read: 3,
        global_operand_read: 2,
        port_latency: 10,
        place_latency: 0,
        store_turn: 0,
        close_latency: 8,
        ask_latency: 5,
        closed_lines: 2,
        keep_cycles: 1000,
    };
    let constant = ConstantConfig {
        line_bytes: 64,
        sets: 8,
        ways: 4,
        hit_latency: 29,
        distinct_address: 11,
        l2_latency: 104,
        issue_miss: 56,
        gpc_interval: 2,
        load_interval: 0,
        gpc_spread: 0.4,
        load_ask: 10,
        launch_latency: 3,
        cached_latency: 250,
        miss_latency: 505,
        miss_one_side: 110,
        miss_bytes: 256,
    };
    Mio::new(&config, &constant, &BARRIER, 1)
}

/// The same of the first.
fn load(wavefronts: u64) -> Posted {
    load_of(0, wavefronts)
}

/// One that stores.
fn store_of(slot: usize, wavefronts: u64) -> Posted {
    Posted {
        returns: 0,
        ..load_of(slot, wavefronts)
    }
}

/// An instruction that reads an address of 64 bits and passes the data path in one wavefront
/// enters the queue before the tags.
fn enter(mio: &mut Mio, sub: usize, now: u64) -> u64 {
    let passed = mio.pass_operands(sub, now, 2);
    let tags = mio.enter_lg(passed, now, Direction::Load);
    mio.pass(now, tags, 1)
}

/// One that stands in its sub-core.
fn stand(mio: &mut Mio, sub: usize) {
    mio.queue(sub, 0, 0);
}

/// What is served at `now`.
#[derive(PartialEq, Debug)]
enum Next {
    /// An instruction that has its result then.
    Result(u64),
    /// One that leaves its sub-core.
    Left,
    /// One that goes to the tags.
    Tags,
    Nothing,
}

fn serve(mio: &mut Mio, now: u64) -> Next {
    match mio.serve(now) {
        Some((_, Taken::Unit(started))) => Next::Result(started.done),
        Some((_, Taken::Left(_))) => Next::Left,
        Some((_, Taken::Access(_))) => Next::Tags,
        None => Next::Nothing,
    }
}

/// An instruction of a warp with so many wavefronts whose result comes back.
fn load_of(slot: usize, wavefronts: u64) -> Posted {
    Posted {
        slot,
        generation: 0,
        cycles: wavefronts,
        way_cycles: 2 * wavefronts,
        returns: wavefronts,
        latency: 21 + 2 * wavefronts,
        counter: None,
        read_latency: 0,
        read_counter: None,
    }
}

/// When the results of bursts are there: each of so many sub-cores posts so
/// many loads, one a cycle from cycle 0 on.
fn bursts(sub_cores: usize, loads: u64, wavefronts: u64) -> Vec<u64> {
    let mut mio = mio();
    let mut done = Vec::new();
    for now in 0..1000 {
        if now < loads {
            for sub in 0..sub_cores {
                mio.post(sub, now, 1, load_of(sub, wavefronts));
            }
        }
        while let Next::Result(there) = serve(&mut mio, now) {
            done.push(there);
        }
    }
    done
}

#[test]
fn warps_come_to_barriers_through_the_adu_one_behind_the_other() {
    let mut mio = mio();
    let passed_on = [0, 1, 2, 3, 0].map(|sub| mio.enter_barrier(sub, 10));
    assert_eq!(passed_on, [18, 20, 22, 24, 26]);
}

#[test]
fn a_constant_load_stands_apart_and_the_adu_serves_it() {
    let mut mio = mio();
    for _ in 0..3 {
        enter(&mut mio, 0, 0);
    }
    assert_eq!(mio.enter_adu(0, 10, true, 4).start, 20);
    assert_eq!(mio.enter_adu(0, 10, false, 1).start, 28);
    assert_eq!(mio.indirect_branch(12), 30 + 15);
}

#[test]
fn a_sub_core_sends_a_load_in_two_cycles_and_the_sm_one_in_each() {
    assert_eq!(bursts(1, 4, 1), [23, 25, 27, 29]);
    assert_eq!(bursts(2, 2, 1), [23, 24, 25, 26]);
    assert_eq!(bursts(4, 2, 1), [23, 24, 25, 26, 27, 28, 29, 30]);
}

#[test]
fn wavefronts_come_back_to_a_sub_core_in_two_cycles_each() {
    assert_eq!(bursts(1, 3, 4), [29, 37, 45]);
    assert_eq!(bursts(2, 2, 2), [25, 26, 29, 30]);
}

#[test]
fn what_finds_too_many_before_the_data_path_waits_in_the_entry() {
    let mut mio = mio();
    for (slot, sub) in [0, 1, 2, 3, 0, 1].into_iter().enumerate() {
        mio.post(sub, 0, 1, load_of(slot, 10));
    }
    // Two have places on the path, two stand in line, one more in the entry and one in its sub-core.
    use Next::{Left, Nothing, Result};
    let served = [0, 1, 2, 3, 4, 5].map(|now| serve(&mut mio, now));
    assert!(served[..4].iter().all(|next| matches!(next, Result(_))));
    assert_eq!(served[4..], [Left, Nothing]);
    assert_eq!(mio.next(), 20);
    assert!(matches!(serve(&mut mio, 20), Result(_)));
}

#[test]
fn behind_a_barrier_a_load_of_any_sub_core_waits_for_its_blocks_stores() {
    use Next::{Left, Result};
    let mut mio = mio();
    mio.post(0, 0, 1, store_of(0, 8));
    assert!(matches!(serve(&mut mio, 0), Result(_)));
    // Of another block, whose warps have stored nothing.
    mio.meet(1, 0b10);
    assert_eq!(mio.next(), NEVER);
    mio.meet(1, 0b11);
    mio.post(1, 1, 1, load_of(1, 1));
    assert_eq!(
        [1, 1].map(|now| serve(&mut mio, now)),
        [Left, Result(24 + 23)]
    );
    // One fence is enough for what was stored.
    mio.meet(2, 0b11);
    assert_eq!(mio.next(), NEVER);
}

#[test]
fn a_sub_cores_way_is_taken_by_one_after_the_other_and_beside_other_sub_cores() {
    let mut mio = mio();
    assert_eq!(mio.take_way(0, 10, 64), 10);
    assert_eq!(mio.take_way(0, 14, 2), 74);
    assert_eq!(mio.take_way(1, 14, 2), 14);
    assert_eq!(mio.take_way(0, 90, 2), 90);
}

#[test]
fn a_full_queue_opens_when_the_arbiter_has_taken_one() {
    let mut mio = mio();
    mio.post(0, 0, 1, load(1));
    assert_eq!(mio.room(0, Queue::OfSubCore, 0), Err(NEVER));
    assert_eq!(mio.room(1, Queue::OfSubCore, 0), Ok(()));
    assert!(mio.serve(0).is_some() && mio.was_full(0));
    assert_eq!(mio.room(0, Queue::OfSubCore, 1), Ok(()));
}

#[test]
fn global_memory_waits_for_room_at_the_port_and_shared_memory_does_not() {
    let mut mio = mio();
    assert_eq!(enter(&mut mio, 0, 0), 0);
    for leaves in [10, 20, 30, 40] {
        assert_eq!(mio.leave(0, 10, 10.0), leaves);
    }
    mio.hold_behind_lines();
    // Two lines have places when the second has gone on to the port.
    assert_eq!(enter(&mut mio, 1, 1), 9);
    assert!(!mio.goes_straight(8) && mio.goes_straight(9));
    stand(&mut mio, 3);
    mio.post(2, 1, 1, load(1));
    let served = [1, 2, 3, 9, 10].map(|now| serve(&mut mio, now));
    use Next::{Left, Nothing, Result, Tags};
    assert_eq!(served, [Result(24), Left, Nothing, Tags, Nothing]);
}

#[test]
fn what_is_posted_waits_behind_accesses_that_find_no_place_of_any_sub_core() {
    let mut mio = mio();
    let tags = mio.enter_lg(0, 0, Direction::Load);
    mio.pass(0, tags, 10);
    let tags = mio.enter_lg(0, 0, Direction::Load);
    mio.pass(0, tags, 10);
    stand(&mut mio, 0);
    stand(&mut mio, 0);
    mio.post(1, 0, 1, load(1));
    use Next::{Left, Nothing, Result, Tags};
    // There is one place before the tags, which is free when they are, and one in the entry.
    let served = [0, 1, 2].map(|now| serve(&mut mio, now));
    assert_eq!(served, [Left, Result(24), Left]);
    mio.post(1, 3, 1, load(1));
    assert_eq!([3, 10].map(|now| serve(&mut mio, now)), [Nothing, Tags]);
    mio.enter_lg(0, 10, Direction::Load);
    mio.look_up(10);
    assert_eq!(
        [11, 12].map(|now| serve(&mut mio, now)),
        [Result(34), Nothing]
    );
}

#[test]
fn sub_cores_take_turns() {
    let mut mio = mio();
    for sub in [0, 0, 1, 3] {
        mio.post(sub, 0, 1, load(1));
    }
    let subs = (0..4).map(|now| mio.serve(now).and_then(|(sub, _)| sub));
    assert_eq!(subs.collect::<Vec<_>>(), [0, 1, 3, 0].map(Some));
}

#[test]
fn loads_that_wait_for_misses_hold_nothing_up() {
    let mut mio = mio();
    for _ in 0..3 {
        mio.enter_lg(0, 0, Direction::Load);
        mio.look_up(1);
    }
    mio.post(1, 4, 1, load(1));
    assert_eq!(serve(&mut mio, 4), Next::Result(27));
    assert_eq!(mio.give_back(100, 4), 103);
    assert_eq!(mio.give_back(100, 4), 107);
}

#[test]
fn a_store_takes_the_tags_and_waits_apart_for_the_data_path() {
    let mut mio = mio();
    for (tags, passes) in [(0, 0), (4, 4), (8, 15)] {
        let passed = mio.pass_operands(0, 0, 2);
        assert_eq!(mio.enter_lg(passed, 0, Direction::Store), tags);
        assert_eq!(mio.store(0, tags, 1, 10), passes);
    }
}

#[test]
fn addresses_of_64_bits_take_the_sub_cores_port_for_four_cycles() {
    let mut mio = mio();
    assert_eq!(enter(&mut mio, 0, 0), 0);
    assert_eq!(enter(&mut mio, 0, 0), 4);
    // Another sub-core has a port of its own.
    assert_eq!(enter(&mut mio, 1, 0), 2);
}

#[test]
fn packets_that_find_no_room_hold_the_queue_back_until_others_arrive() {
    let mut mio = mio();
    enter(&mut mio, 0, 0);
    // One line may wait, and what comes: the sixth needs room, the network has it for four.
    assert_eq!(
        [(); 7].map(|()| mio.send_packets(0, 1)),
        [1, 2, 3, 4, 5, 6, 7]
    );
    enter(&mut mio, 1, 1);
    assert!(!mio.goes_straight(9));
    stand(&mut mio, 1);
    // Also one that takes no time, as all do in functional runs.
    mio.post(1, 5, 1, load(0));
    assert_eq!(mio.room_for(), 4);
    assert_eq!(serve(&mut mio, 2), Next::Left);
    stand(&mut mio, 2);
    assert_eq!(serve(&mut mio, 9), Next::Left);
    assert_eq!(serve(&mut mio, 9), Next::Nothing, "it waits behind that");
    assert_eq!(mio.next(), NEVER, "nobody goes to the tags");
    mio.packets_arrived(2, 9);
    assert_eq!(mio.next(), 9);
    let served = [9, 10, 10].map(|now| serve(&mut mio, now));
    assert_eq!(served, [Next::Tags, Next::Tags, Next::Result(31)]);
}
