//! Instruction fetch: when the next instruction is there to issue.
//!
//! Two levels of least-recently-used lines over the kernel's own code (a
//! launch runs one kernel, so a line is its index in it), with a stream
//! prefetcher: a miss also brings in the lines behind it, and each line that is
//! entered asks for the one a stream's length ahead, so that cold straight-line
//! code runs at the stream's rate. What precedes a launch brings the first part
//! of its code into the second level; code behind that comes from device
//! memory at first, and from the L2 cache when the second level has lost it.
//! From device memory the second level has a stream of its own, which goes on to the
//! end of the code however far behind the warps are: those that many warps slow down
//! find there what a lone warp would have to wait for (measured on an H200:
//! `micro/h200/long_code`). A branch beyond it begins another. The
//! first line of all takes its own time, and the SMs of a GPC get it one after the
//! other, so that a launch's warps begin up to 70 cycles apart. What it takes to bring code that
//! hits to a warp says `fetch_unit`. Left out: that the second level is shared by several SMs.

use crate::config::FetchConfig;

/// log2 of the bytes of a code line: eight instructions.
const LINE_SHIFT: u32 = 7;

/// One level's lines.
#[derive(Debug)]
struct Level {
    /// When each line of the kernel is there; `u64::MAX` if it is not.
    ready: Vec<u64>,
    /// When each line was last used, for replacement.
    used: Vec<u64>,
    resident: usize,
    capacity: usize,
}

impl Level {
    fn new(lines: usize, kib: u64) -> Level {
        Level {
            ready: vec![u64::MAX; lines],
            used: vec![0; lines],
            resident: 0,
            capacity: (kib << 10 >> LINE_SHIFT).max(1) as usize,
        }
    }

    fn insert(&mut self, line: usize, ready: u64, now: u64) {
        if self.ready[line] == u64::MAX {
            if self.resident == self.capacity {
                self.evict();
            }
            self.resident += 1;
            self.ready[line] = ready;
        }
        self.used[line] = now;
    }

    fn evict(&mut self) {
        let oldest = (0..self.ready.len())
            .filter(|&line| self.ready[line] != u64::MAX)
            .min_by_key(|&line| self.used[line]);
        if let Some(line) = oldest {
            self.ready[line] = u64::MAX;
            self.resident -= 1;
        }
    }
}

/// The instruction caches as one SM sees them.
#[derive(Debug)]
pub struct Fetch {
    config: FetchConfig,
    first: Level,
    second: Level,
    /// Lines that were ever fetched: the L2 keeps them.
    fetched: Vec<bool>,
    /// From which line on code comes from device memory, one line after the other, and when that one does.
    from_memory: (usize, u64),
    /// What the launch's first line takes, until it is asked for.
    start: Option<u64>,
}

/// Where a line comes from.
enum Source {
    SecondLevel,
    /// The L2 cache, which keeps what the second level has lost.
    Cache,
    Memory,
}

impl Fetch {
    /// Cold caches for a kernel of `instructions` instructions, of an SM at this place in its GPC.
    pub fn new(config: &FetchConfig, instructions: usize, place: usize) -> Fetch {
        let lines = (instructions >> (LINE_SHIFT - 4)) + 1;
        let turns = &config.start_turns;
        let turn = turns.get(place).or(turns.last());
        Fetch {
            config: config.clone(),
            first: Level::new(lines, config.l1_kib),
            second: Level::new(lines, config.l2_kib),
            fetched: vec![false; lines],
            from_memory: (lines, 0),
            start: Some(config.start_latency + turn.copied().unwrap_or(0)),
        }
    }

    /// The earliest cycle in which instruction `index` can issue, if it is
    /// asked for at `now`. Called when a warp enters a new line.
    pub fn ready(&mut self, index: u32, now: u64) -> u64 {
        let line = (index >> (LINE_SHIFT - 4)) as usize;
        let ready = self.first.ready[line];
        if ready != u64::MAX {
            self.first.used[line] = now;
            self.stream(line, now);
            return ready.max(now);
        }
        self.miss(line, now)
    }

    /// Asks for the line a stream's length behind `line`, if the one before it
    /// was asked for too.
    fn stream(&mut self, line: usize, now: u64) {
        let ahead = line + self.config.prefetch_lines as usize;
        if ahead < self.first.ready.len() && self.first.ready[ahead] == u64::MAX {
            let before = self.first.ready[ahead - 1];
            if before != u64::MAX {
                let arrives = self.follows(ahead, before.max(now));
                self.insert(ahead, arrives, now);
            }
        }
    }

    fn miss(&mut self, line: usize, now: u64) -> u64 {
        let ready = self.arrival(line, now);
        let last = (line + self.config.prefetch_lines as usize).min(self.first.ready.len() - 1);
        let mut arrives = ready;
        for ahead in line..=last {
            if ahead > line {
                arrives = self.follows(ahead, arrives);
            }
            self.insert(ahead, arrives, now);
        }
        ready
    }

    fn insert(&mut self, line: usize, arrives: u64, now: u64) {
        self.first.insert(line, arrives, now);
        self.second.insert(line, arrives, now);
        self.fetched[line] = true;
    }

    /// When a line is there that misses the first level at `now`.
    fn arrival(&mut self, line: usize, now: u64) -> u64 {
        if let Some(start) = self.start.take() {
            return self.begin(line, now + start);
        }
        match self.source(line) {
            Source::SecondLevel => now + self.config.l2_latency,
            Source::Cache => now + self.config.cached_latency,
            Source::Memory => self.brought(line, now),
        }
    }

    /// The launch's first line comes, and behind what the launch has brought the stream from device memory.
    fn begin(&mut self, line: usize, at: u64) -> u64 {
        let launched = self.launched();
        let before = launched.saturating_sub(line) as u64;
        self.from_memory = (launched, at + before * self.config.prefetch_interval);
        at
    }

    /// When a line of device memory is there that is asked for at `now`: with the stream, or by itself if that
    /// is sooner, and the stream goes on behind it.
    fn brought(&mut self, line: usize, now: u64) -> u64 {
        let asked = now + self.config.memory_latency;
        match self.streamed(line) {
            Some(streamed) if streamed <= asked => streamed.max(now + self.config.l2_latency),
            _ => {
                self.from_memory = (line, asked);
                asked
            }
        }
    }

    /// When a line of the stream is there whose predecessor has come `before`.
    fn follows(&self, line: usize, before: u64) -> u64 {
        let config = &self.config;
        let next = before + config.prefetch_interval;
        match self.source(line) {
            Source::SecondLevel => next,
            Source::Cache => before + config.cached_interval,
            Source::Memory => {
                let streamed = self.streamed(line);
                next.max(streamed.unwrap_or(before + config.memory_interval))
            }
        }
    }

    /// When the second level's stream brings a line from device memory, if it does.
    fn streamed(&self, line: usize) -> Option<u64> {
        let (first, at) = self.from_memory;
        let behind = line.checked_sub(first)?;
        Some(at + behind as u64 * self.config.memory_interval)
    }

    /// Where a line is that the first level lacks.
    fn source(&self, line: usize) -> Source {
        match self.second.ready.get(line) {
            Some(&ready) if ready != u64::MAX => Source::SecondLevel,
            Some(_) if self.fetched[line] => Source::Cache,
            _ if line < self.launched() => Source::SecondLevel,
            _ => Source::Memory,
        }
    }

    /// How many lines the launch has brought into the second level.
    fn launched(&self) -> usize {
        ((self.config.launch_kib << 10) >> LINE_SHIFT) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fetch(instructions: usize) -> Fetch {
        let config = FetchConfig {
            line_cycles: 2,
            line_gap: 1,
            lines_ahead: 2,
            l1_kib: 1,
            l2_kib: 4,
            l2_latency: 20,
            start_latency: 480,
            start_turns: vec![0, 20],
            prefetch_lines: 1,
            prefetch_interval: 10,
            launch_kib: 16,
            cached_latency: 200,
            cached_interval: 50,
            memory_latency: 900,
            memory_interval: 100,
        };
        Fetch::new(&config, instructions, 7)
    }

    #[test]
    fn a_cold_line_costs_the_miss_once() {
        let mut fetch = fetch(64);
        assert_eq!(fetch.ready(0, 100), 600);
        assert_eq!(fetch.ready(3, 200), 600);
        assert_eq!(fetch.ready(3, 700), 700);
    }

    #[test]
    fn the_line_behind_a_miss_follows_after_the_prefetch_interval() {
        let mut fetch = fetch(64);
        fetch.ready(0, 100);
        assert_eq!(fetch.ready(8, 101), 610);
    }

    #[test]
    fn a_stream_goes_on_as_long_as_the_code_is_straight() {
        let mut fetch = fetch(64);
        fetch.ready(0, 100);
        assert_eq!(fetch.ready(8, 620), 620);
        assert_eq!(fetch.ready(16, 625), 630);
        assert_eq!(fetch.ready(24, 640), 640);
    }

    #[test]
    fn later_misses_wait_for_the_second_level_or_behind_the_launched_part_for_memory() {
        let mut fetch = fetch(4096);
        assert_eq!(fetch.ready(0, 0), 500);
        assert_eq!(fetch.ready(8 * 64, 1000), 1020);
        assert_eq!(fetch.ready(8 * 200, 2000), 2900);
        assert_eq!(fetch.ready(8 * 201, 2900), 3000);
    }

    /// The stream begins at line 128, which comes at 500 + 128 · 10.
    #[test]
    fn who_comes_late_finds_what_the_stream_has_brought_from_memory() {
        let mut fetch = fetch(4096);
        fetch.ready(0, 0);
        assert_eq!(fetch.ready(8 * 140, 2900), 1780 + 12 * 100);
        assert_eq!(fetch.ready(8 * 160, 100_000), 100_020);
        assert_eq!(fetch.ready(8 * 300, 10_000), 10_900);
    }

    #[test]
    fn what_the_second_level_has_lost_comes_from_the_l2_cache() {
        let mut fetch = fetch(1024);
        for line in 0..64 {
            fetch.ready(line * 8, 10_000 * u64::from(line));
        }
        assert_eq!(fetch.ready(0, 1_000_000), 1_000_200);
        assert_eq!(fetch.ready(8, 1_000_200), 1_000_250);
    }

    #[test]
    fn code_larger_than_the_first_level_comes_from_the_second() {
        let mut fetch = fetch(256);
        for line in 0..16 {
            fetch.ready(line * 8, 10_000 * u64::from(line));
        }
        assert_eq!(fetch.ready(0, 1_000_000), 1_000_020);
    }
}
