use super::*;
use crate::fixtures::l1 as config;
use proptest::prelude::*;

/// One bank of so many sets of four ways, with places for so many lines.
fn small(sets: u32, lines: u32) -> L1Config {
    L1Config {
        size_kib: lines.div_ceil(8),
        spare_lines: lines.div_ceil(8) * 8 - lines,
        sets,
        bank_bits: vec![],
        set_bits: vec![],
        ..config()
    }
}

fn tags(config: &L1Config, shared_kib: u32) -> Tags<()> {
    Tags::new(config, &Arc::new(SetHash::new(config)), shared_kib)
}

/// Asks for a line; says whether it was there.
fn ask(tags: &mut Tags<()>, line: u64) -> bool {
    let key = tags.key(line);
    let found = tags.access(key).is_some();
    if !found {
        tags.allocate(key, (), false);
    }
    found
}

/// How many of the lines miss in each of so many rounds.
fn rounds(tags: &mut Tags<()>, lines: &[u64], rounds: usize) -> Vec<usize> {
    let mut round = || lines.iter().filter(|&&line| !ask(tags, line)).count();
    (0..rounds).map(|_| round()).collect()
}

#[test]
fn every_power_of_two_stride_spreads_evenly() {
    for shift in 0..10 {
        let mut tags = tags(&config(), 8);
        let lines: Vec<u64> = (0..1024).map(|i| i << shift).collect();
        let missing = rounds(&mut tags, &lines, 2);
        assert_eq!(missing, [1024, 0], "stride 2^{shift}");
    }
}

/// A line's set bit by bit.
#[test]
fn the_set_is_the_sum_of_what_the_bits_add() {
    let (config, tags) = (config(), tags(&config(), 8));
    for line in [0, 1, 511, 512, 1024, 0x5_5555, 0xf_ffff, 0x1234_5678_9abc] {
        let mut set = line as u32 & 511;
        for (bit, adds) in config.set_bits.iter().enumerate() {
            if line >> (9 + bit) & 1 != 0 {
                set ^= adds;
            }
        }
        assert_eq!(tags.key(line).set, set, "{line:#x}");
    }
}

#[test]
fn five_lines_of_a_set_miss_for_ever_and_four_do_not() {
    for (count, missing) in [(4, 0), (5, 5)] {
        let mut tags = tags(&small(8, 32), 0);
        let lines: Vec<u64> = (0..count).map(|i| i * 8).collect();
        assert_eq!(rounds(&mut tags, &lines, 4)[3], missing, "{count} lines");
    }
}

/// Two lines of a set that were found last stay, whoever passes by.
#[test]
fn the_lines_of_the_last_two_hits_of_a_set_stay() {
    for (old, new, missing) in [(2, 2, 0), (2, 3, 3), (1, 3, 0), (1, 4, 4), (3, 2, 0)] {
        let mut tags = tags(&small(8, 32), 0);
        let of = |first: u64, count| (first..first + count).map(|i| i * 8).collect::<Vec<_>>();
        rounds(&mut tags, &of(0, old), 4);
        let last = rounds(&mut tags, &of(100, new), 6)[5];
        assert_eq!(last, missing, "{new} lines beside {old} old ones");
    }
}

#[test]
fn one_line_that_is_found_twice_protects_no_other() {
    let mut tags = tags(&small(8, 32), 0);
    rounds(&mut tags, &[0, 8], 3);
    rounds(&mut tags, &[8], 2);
    assert_eq!(rounds(&mut tags, &[16, 24, 32], 6)[5], 0);
    assert!(ask(&mut tags, 8) && !ask(&mut tags, 0));
}

/// Steps beyond a bank's sets, which a configuration may name, go round.
#[test]
fn a_step_goes_round_the_sets_of_a_bank() {
    let missing = |turn_step, sets| {
        let config = L1Config {
            sets,
            turn_step,
            ..config()
        };
        let lines: Vec<u64> = (0..1800).collect();
        rounds(&mut tags(&config, 8), &lines, 3)
    };
    assert_eq!(missing(999_999, 8192), missing(999_999 % 2048, 8192));
    assert_eq!(missing(999_999, 4), missing(1, 4));
}

/// A sweep over somewhat more lines than have places misses once in each set and round, one over
/// more of them twice, as measured on an H100 with 1,792 places less 56.
#[test]
fn sweeps_beyond_the_capacity_miss_by_whole_rounds_of_the_sets() {
    for (lines, missing) in [
        (1728, 0),
        (1824, 512),
        (1856, 512),
        (1952, 1024),
        (2336, 2336),
    ] {
        let mut tags = tags(&config(), 32);
        let sweep: Vec<u64> = (0..lines).collect();
        assert_eq!(rounds(&mut tags, &sweep, 12)[11], missing, "{lines} lines");
    }
}

#[test]
fn shared_memory_takes_places_but_no_tags() {
    for (shared, lines) in [(8, 1984 - 56), (100, 1248 - 56), (228, 224 - 56)] {
        let mut tags = tags(&config(), shared);
        let sweep: Vec<u64> = (0..lines).collect();
        assert_eq!(rounds(&mut tags, &sweep, 2)[1], 0, "beside {shared} KiB");
        // One more in each bank, in a set that has a tag left.
        let sweep: Vec<u64> = (0..lines + 4).collect();
        assert!(rounds(&mut tags, &sweep, 2)[1] > 0, "beside {shared} KiB");
    }
}

#[test]
fn a_line_whose_data_are_on_their_way_stays_if_any_other_may_go() {
    let mut tags = tags(&small(2, 3), 0);
    let awaited: Vec<Tag> = [0, 1, 2]
        .map(|line| tags.allocate(tags.key(line), (), false).0)
        .into();
    awaited.iter().for_each(|&tag| tags.set_awaited(tag));
    // Nobody may go: the fourth gets a place beyond the three.
    ask(&mut tags, 3);
    assert!(
        [0, 1, 2]
            .iter()
            .all(|&line| tags.find(tags.key(line)).is_some())
    );
    // When the first data have come, a line goes, and another when a fifth comes.
    tags.set_there(awaited[0]);
    let left = |tags: &Tags<()>| {
        (0..5)
            .filter(|&line| tags.find(tags.key(line)).is_some())
            .count()
    };
    assert_eq!(left(&tags), 3);
    awaited[1..].iter().for_each(|&tag| tags.set_there(tag));
    ask(&mut tags, 4);
    assert_eq!(left(&tags), 3);
}

#[test]
fn a_full_set_of_lines_on_their_way_gives_up_the_oldest() {
    let mut tags = tags(&small(1, 8), 0);
    for line in 0..4 {
        let tag = tags.allocate(tags.key(line), (), false).0;
        tags.set_awaited(tag);
    }
    let (_, gone) = tags.allocate(tags.key(4), (), false);
    assert_eq!(gone.map(|line| line.line()), Some(0));
}

/// A set as a list, the oldest line first, with the lines of the last two hits.
#[derive(Clone, Default)]
struct Naive {
    lines: Vec<u64>,
    hits: Vec<u64>,
    awaited: Vec<u64>,
}

impl Naive {
    fn ask(&mut self, line: u64, ways: usize) -> (bool, Option<u64>) {
        if let Some(at) = self.lines.iter().position(|&l| l == line) {
            self.lines.remove(at);
            self.lines.push(line);
            self.hits.insert(0, line);
            self.hits.truncate(2);
            return (true, None);
        }
        let mut gone = None;
        if self.lines.len() == ways {
            let may_go = |l: &u64| !self.awaited.contains(l);
            let unprotected = |l: &u64| may_go(l) && !self.hits.contains(l);
            let at = self.lines.iter().position(unprotected);
            let at = at.or(self.lines.iter().position(may_go)).unwrap_or(0);
            gone = Some(self.drop(at));
        }
        self.lines.push(line);
        (false, gone)
    }

    fn drop(&mut self, at: usize) -> u64 {
        let line = self.lines.remove(at);
        let hits = self.hits.iter_mut().filter(|hit| **hit == line);
        hits.for_each(|hit| *hit = u64::MAX);
        self.awaited.retain(|&a| a != line);
        line
    }
}

proptest! {
    /// Hits, misses, data that come, lines that are given up: as a plain list would have it.
    #[test]
    fn hits_and_victims_equal_a_naive_set(
        steps in prop::collection::vec((0u64..24, 0u8..6), 1..400),
        set_bits in 0u32..3, way_bits in 0u32..4,
    ) {
        let (sets, ways) = (1 << set_bits, 1 << way_bits);
        let config = L1Config { ways, ..small(sets, sets * ways + 8) };
        let mut tags = tags(&config, 0);
        let mut naive = vec![Naive::default(); sets as usize];
        for (line, kind) in steps {
            let set = &mut naive[(line % u64::from(sets)) as usize];
            let key = tags.key(line);
            let there = set.lines.iter().position(|&l| l == line);
            prop_assert_eq!(tags.find(key).is_some(), there.is_some());
            match (kind, tags.find(key), there) {
                (0, Some(tag), Some(at)) => {
                    tags.remove(tag);
                    set.drop(at);
                }
                (1 | 2, Some(tag), Some(_)) => {
                    if kind == 1 {
                        tags.set_awaited(tag);
                    } else {
                        tags.set_there(tag);
                    }
                    set.awaited.retain(|&a| a != line);
                    set.awaited.extend((kind == 1).then_some(line));
                }
                _ => {
                    let (hit, gone) = set.ask(line, ways as usize);
                    prop_assert_eq!(tags.access(key).is_some(), hit);
                    if !hit {
                        let (_, evicted) = tags.allocate(key, (), false);
                        prop_assert_eq!(evicted.map(|e| e.line()), gone);
                    }
                }
            }
        }
    }
}
