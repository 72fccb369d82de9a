use super::*;
use crate::fixtures::l1 as config;
use proptest::prelude::*;
use std::collections::BTreeMap;

fn l1() -> L1 {
    new(&config())
}

fn new(config: &L1Config) -> L1 {
    L1::new(config, &Arc::new(SetHash::new(config)), 8)
}

fn sectors(line: u64, sectors: SectorMask) -> LineAccess {
    LineAccess {
        line,
        bytes: bytes_of(sectors),
    }
}

fn bytes(line: u64, bytes: u128) -> LineAccess {
    LineAccess { line, bytes }
}

fn load(l1: &mut L1, access: &LineAccess, waiter: u32) -> LoadLookup {
    l1.load(l1.key(access.line), access, waiter)
}

fn store(l1: &mut L1, access: &LineAccess) -> SectorMask {
    l1.store(l1.key(access.line), access)
}

fn fill(l1: &mut L1, lookup: LoadLookup) -> Vec<u32> {
    let mut woken = Vec::new();
    l1.fill(lookup.place, lookup.missing, |id| woken.push(id));
    woken
}

#[test]
fn a_miss_brings_only_the_sectors_asked_for() {
    let mut l1 = l1();
    let first = load(&mut l1, &sectors(5, 0b0001), 0);
    assert_eq!((first.hit, first.missing), (0, 0b0001));
    fill(&mut l1, first);
    let second = load(&mut l1, &sectors(5, 0b0011), 0);
    assert_eq!((second.hit, second.missing), (0b0001, 0b0010));
}

#[test]
fn of_a_line_that_was_given_up_only_what_is_stored_then_is_here() {
    let mut l1 = l1();
    let all = load(&mut l1, &sectors(5, 0b1111), 0);
    fill(&mut l1, all);
    l1.renew(l1.key(5));
    assert_eq!(store(&mut l1, &bytes(5, 0xff)), 0, "it misses");
    assert_eq!(load(&mut l1, &bytes(5, 0xf), 0).hit, 0b0001);
    let rest = load(&mut l1, &sectors(5, 0b0011), 1);
    assert_eq!((rest.hit, rest.missing), (0, 0b0011));
    // Those who wait for a line that is given up are told all the same.
    assert_eq!(load(&mut l1, &sectors(5, 0b0001), 2).merged, 0b0001);
    l1.renew(l1.key(5));
    assert_eq!(fill(&mut l1, rest), [2]);
    l1.renew(l1.key(6));
}

/// Sectors that loads bring in, by brute force: of each sector that is neither here nor on its
/// way, its whole unit, but for what is here or on its way.
fn brought_in(asked: SectorMask, known: SectorMask, unit: u32) -> SectorMask {
    let mut brought = 0;
    for sector in (0..4).filter(|s| asked & !known & 1 << s != 0) {
        for neighbour in (0..4).filter(|n| n / unit == sector / unit) {
            brought |= 1 << neighbour & !known;
        }
    }
    brought
}

proptest! {
    #[test]
    fn a_miss_brings_its_whole_unit_in_and_nothing_twice(
        unit in prop::sample::select(vec![1u32, 2, 4]),
        asks in prop::collection::vec((0u64..3, 1u8..16, any::<bool>()), 1..40),
    ) {
        let config = L1Config { fill_bytes: 32 * unit, ..config() };
        let mut l1 = new(&config);
        let mut known = [0; 3];
        for (line, asked, at_once) in asks {
            let lookup = load(&mut l1, &sectors(line, asked), 0);
            let known = &mut known[line as usize];
            prop_assert_eq!(lookup.missing, brought_in(asked, *known, unit));
            prop_assert_eq!((lookup.hit | lookup.merged) & !*known, 0);
            *known |= lookup.missing;
            if at_once && lookup.missing != 0 {
                fill(&mut l1, lookup);
                let again = load(&mut l1, &sectors(line, lookup.missing), 0);
                prop_assert_eq!(again.hit, lookup.missing);
            }
        }
    }
}

#[test]
fn a_second_load_of_a_sector_in_flight_merges_and_counts_as_a_hit() {
    let mut l1 = l1();
    let first = load(&mut l1, &sectors(5, 0b0001), 10);
    let second = load(&mut l1, &sectors(5, 0b0011), 11);
    assert_eq!((second.merged, second.missing), (0b0001, 0b0010));
    assert_eq!(second.counted_hits(), 1);
    assert_eq!(fill(&mut l1, first), [11]);
    assert_eq!(fill(&mut l1, second), [0; 0]);
    assert_eq!(l1.in_flight(), 0);
    assert_eq!(load(&mut l1, &sectors(5, 0b0011), 12).hit, 0b0011);
}

#[test]
fn a_load_of_other_sectors_that_joins_a_request_waits_for_what_that_brings() {
    let mut l1 = l1();
    let first = load(&mut l1, &sectors(5, 0b0001), 10);
    let second = load(&mut l1, &sectors(5, 0b0110), 11);
    assert_eq!((first.beside, second.beside), (false, true));
    assert_eq!((second.merged, second.missing), (0, 0b0110));
    l1.join(second.place, second.missing, 11);
    assert_eq!(l1.in_flight(), 1);
    let mut woken = Vec::new();
    l1.fill(first.place, 0b0111, |waiter| woken.push(waiter));
    assert_eq!(woken, [11]);
    assert_eq!(load(&mut l1, &sectors(5, 0b0111), 12).hit, 0b0111);
}

#[test]
fn a_line_evicted_before_its_data_came_merges_no_more_but_wakes_its_waiters() {
    let mut l1 = l1();
    let first = load(&mut l1, &sectors(0, 1), 10);
    assert_eq!(load(&mut l1, &sectors(0, 1), 11).merged, 1);
    // They share a set with it.
    for line in [625, 1051, 1642, 2422] {
        load(&mut l1, &sectors(line, 1), 12);
    }
    let again = load(&mut l1, &sectors(0, 1), 13);
    assert_eq!(again.missing, 1);
    assert_eq!(fill(&mut l1, first), [11]);
    assert_eq!(
        load(&mut l1, &sectors(0, 1), 14).merged,
        1,
        "the second is under way"
    );
    assert_eq!(fill(&mut l1, again), [14]);
    assert_eq!(load(&mut l1, &sectors(0, 1), 15).hit, 1);
}

#[test]
fn a_store_to_an_absent_line_allocates_only_written_bytes() {
    let mut l1 = l1();
    store(&mut l1, &bytes(5, 0xf));
    assert_eq!(load(&mut l1, &bytes(5, 0xf), 0).hit, 1);
    assert_eq!(load(&mut l1, &bytes(5, 0xf0), 0).missing, 1);
    assert_eq!(load(&mut l1, &sectors(5, 0b0010), 0).missing, 0b0010);
}

/// Measured on an H200 (`micro/h200/own_rows`).
#[test]
fn a_word_that_is_stored_byte_by_byte_is_not_here() {
    let mut l1 = l1();
    for byte in 0..4 {
        store(&mut l1, &bytes(5, 1 << byte));
    }
    let missed = load(&mut l1, &bytes(5, 0b1), 0);
    assert_eq!(missed.missing, 1);
    fill(&mut l1, missed);
    assert_eq!(load(&mut l1, &bytes(5, 0b1), 1).hit, 1);
}

/// Measured on an H200 (`known_*`).
#[test]
fn a_store_counts_as_a_hit_if_its_line_is_there_whatever_of_it() {
    let mut l1 = l1();
    assert_eq!(store(&mut l1, &sectors(5, 0b0001)), 0);
    assert_eq!(store(&mut l1, &sectors(5, 0b1110)), 0b1110);
    load(&mut l1, &sectors(6, 0b0001), 0);
    assert_eq!(store(&mut l1, &sectors(6, 0b0100)), 0b0100);
}

#[test]
fn a_sector_written_whole_is_resident() {
    let mut l1 = l1();
    store(&mut l1, &bytes(5, 0xffff));
    store(&mut l1, &bytes(5, 0xffff_0000));
    assert_eq!(load(&mut l1, &sectors(5, 1), 0).hit, 1);
}

#[test]
fn an_atomic_drops_its_sector_and_a_flight_before_it_no_longer_fills() {
    let mut l1 = l1();
    let before = load(&mut l1, &sectors(5, 0b0001), 0);
    load(&mut l1, &sectors(5, 0b0001), 1);
    l1.drop_sectors(5, 0b0001);
    let after = load(&mut l1, &sectors(5, 0b0001), 2);
    assert_eq!(after.missing, 0b0001);
    assert_eq!(fill(&mut l1, before), [1]);
    assert_eq!(load(&mut l1, &sectors(5, 0b0001), 3).merged, 0b0001);
    assert_eq!(fill(&mut l1, after), [3]);
    assert_eq!(load(&mut l1, &sectors(5, 0b0001), 4).hit, 0b0001);
}

#[test]
fn a_fence_empties_the_cache_but_loses_no_waiter() {
    let mut l1 = l1();
    let flight = load(&mut l1, &sectors(5, 0b1111), 0);
    load(&mut l1, &sectors(5, 0b1111), 1);
    store(&mut l1, &sectors(6, 0b1111));
    l1.invalidate_all();
    assert_eq!(fill(&mut l1, flight), [1]);
    for line in [5, 6] {
        assert_eq!(load(&mut l1, &sectors(line, 0b1111), 2).missing, 0b1111);
    }
}

#[test]
fn port_cycles_follow_sectors_and_mask() {
    let config = config();
    assert_eq!(config.store_cycles(u128::MAX), 4.0);
    assert_eq!(config.store_cycles(0xf), 2.0);
}

proptest! {
    /// Loads and answers in any order: whoever merges wakes exactly when the
    /// last sector he merged for has come.
    #[test]
    fn every_waiter_wakes_once_and_in_time(
        steps in prop::collection::vec((0u64..12, 1u8..16, 0usize..8), 1..300),
    ) {
        let mut l1 = l1();
        let mut flying: Vec<(LoadLookup, u64)> = Vec::new();
        let mut waiting: BTreeMap<u32, (u64, u8)> = BTreeMap::new();
        for (id, (line, mask, pick)) in steps.into_iter().enumerate() {
            let lookup = load(&mut l1, &sectors(line, mask), id as u32);
            prop_assert_eq!(lookup.hit ^ lookup.merged ^ lookup.missing, mask);
            if lookup.merged != 0 {
                waiting.insert(id as u32, (line, lookup.merged));
            }
            if lookup.missing != 0 {
                flying.push((lookup, line));
            }
            if pick < flying.len() {
                let (lookup, line) = flying.remove(pick);
                let woken = fill(&mut l1, lookup);
                for (_, (at, sectors)) in waiting.iter_mut() {
                    if *at == line {
                        *sectors &= !lookup.missing;
                    }
                }
                let want: Vec<u32> = waiting
                    .iter()
                    .filter(|(_, w)| w.1 == 0)
                    .map(|(&id, _)| id)
                    .collect();
                prop_assert_eq!(&woken, &want);
                waiting.retain(|_, w| w.1 != 0);
            }
        }
    }
}
