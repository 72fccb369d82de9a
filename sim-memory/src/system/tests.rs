use super::*;
use crate::fixtures::{H200, h200};
use crate::message::{AtomicPayload, LinePayload, Request, RequestKind, Response};

/// A request that an SM will send as soon as it may.
#[derive(Clone, Copy, Debug)]
struct Ask {
    line: u64,
    kind: RequestKind,
    sectors: u8,
    payload: u32,
}

fn ask(line: u64, kind: RequestKind, sectors: u8) -> Ask {
    Ask {
        line,
        kind,
        sectors,
        payload: 0,
    }
}

/// SMs that send a request a cycle while fewer than `window` are in flight.
struct Driver {
    system: MemorySystem,
    image: Memory,
    base: u64,
    outboxes: Vec<Outbox>,
    inboxes: Vec<Inbox>,
    asks: Vec<std::vec::IntoIter<Ask>>,
    window: usize,
    epoch: u64,
    now: u64,
    in_flight: Vec<usize>,
    /// Everything received, with the SM, in order of SM and time.
    log: Vec<Response>,
    sent: Vec<Vec<u64>>,
}

impl Driver {
    fn new(config: &H200, window: usize) -> Driver {
        let system = MemorySystem::new(&config.parts());
        let sms = config.sm_to_gpc.len();
        let mut image = Memory::new(1 << 40);
        let base = image.allocate("data", 1 << 30, 4).expect("room") >> 7;
        Driver {
            epoch: system.min_round_trip(),
            system,
            image,
            base,
            outboxes: (0..sms).map(|_| Outbox::default()).collect(),
            inboxes: (0..sms).map(|_| Inbox::default()).collect(),
            asks: vec![Vec::new().into_iter(); sms],
            window,
            now: 0,
            in_flight: vec![0; sms],
            log: Vec::new(),
            sent: vec![Vec::new(); sms],
        }
    }

    fn give(&mut self, sm: usize, asks: Vec<Ask>) {
        self.asks[sm] = asks.into_iter();
    }

    fn send(&mut self) {
        for sm in 0..self.asks.len() {
            let inbox = std::mem::take(&mut self.inboxes[sm].responses);
            let mut arrivals = inbox.iter().map(|r| r.time).peekable();
            for time in self.now..self.now + self.epoch {
                while arrivals.next_if(|&t| t <= time).is_some() {
                    self.in_flight[sm] -= 1;
                }
                if self.in_flight[sm] < self.window
                    && let Some(ask) = self.asks[sm].next()
                {
                    self.in_flight[sm] += 1;
                    let token = self.sent[sm].len() as u32;
                    self.sent[sm].push(time);
                    self.outboxes[sm].requests.push(Request {
                        time,
                        line: self.base + ask.line,
                        sm: sm as u16,
                        kind: ask.kind,
                        sectors: ask.sectors,
                        token,
                        payload: ask.payload,
                    });
                }
            }
            self.in_flight[sm] -= arrivals.count();
            self.log.extend(inbox);
        }
    }

    fn step(&mut self) {
        self.send();
        let end = self.now + self.epoch;
        let both = self.outboxes.iter_mut().zip(&mut self.inboxes);
        let mut ports: Vec<Port<'_>> = both.map(|(outbox, inbox)| Port { outbox, inbox }).collect();
        let epoch = Epoch {
            start: self.now,
            end,
            deliver_until: end + self.epoch,
        };
        self.system.run_epoch(&self.image, &mut ports, epoch);
        self.now = end;
    }

    /// Runs until everything is answered; returns the last arrival.
    fn run(&mut self) -> u64 {
        loop {
            self.step();
            let quiet = self.system.idle() && self.asks.iter().all(|a| a.len() == 0);
            if quiet && self.inboxes.iter().all(|i| i.responses.is_empty()) {
                return self.log.iter().map(|r| r.time).max().unwrap_or(0);
            }
        }
    }

    fn latencies(&self) -> Vec<u64> {
        let sent = |r: &Response| self.sent[r.sm as usize][r.token as usize];
        self.log.iter().map(|r| r.time - sent(r)).collect()
    }
}

/// Latencies of loads by one SM, one at a time, of these lines.
fn chase(driver: &mut Driver, sm: usize, asks: Vec<Ask>) -> Vec<u64> {
    driver.log.clear();
    driver.sent.iter_mut().for_each(Vec::clear);
    driver.give(sm, asks);
    driver.run();
    driver.latencies()
}

fn loads(lines: impl Iterator<Item = u64>) -> Vec<Ask> {
    lines.map(|line| ask(line, RequestKind::Load, 1)).collect()
}

fn mean(values: impl Iterator<Item = u64>) -> f64 {
    let values: Vec<u64> = values.collect();
    values.iter().sum::<u64>() as f64 / values.len() as f64
}

/// The SM's own part of the latencies that were measured.
const SM_PART: f64 = 33.0;

fn close(what: &str, got: f64, measured: f64, tolerance: f64) {
    let off = (got / measured - 1.0).abs();
    assert!(off < tolerance, "{what}: {got:.1}, measured {measured}");
}

/// Lines that no chunk shares.
fn lone_lines(count: u64) -> impl Iterator<Item = u64> + Clone {
    (0..count).map(|i| i * 37)
}

#[test]
fn unloaded_latencies_are_those_measured() {
    let config = h200();
    let mut driver = Driver::new(&config, 1);
    let homes: Vec<bool> = lone_lines(400)
        .map(|line| driver.system.shards_home(driver.base + line) == 0)
        .collect();
    let by_side = |latencies: &[u64], near: bool| {
        let pick = latencies.iter().zip(&homes).filter(|(_, n)| **n == near);
        mean(pick.map(|(&l, _)| l)) + SM_PART
    };
    let cold = chase(&mut driver, 0, loads(lone_lines(400)));
    close("near DRAM", by_side(&cold, true), 535.0, 0.03);
    close("far DRAM", by_side(&cold, false), 720.0, 0.03);
    let warm = chase(&mut driver, 0, loads(lone_lines(400)));
    close("near hit", by_side(&warm, true), 292.0, 0.03);
    close("copy", by_side(&warm, false), 292.0, 0.03);
    let other_side = config.sm_to_gpc.iter().position(|&g| g == 1);
    let other = chase(
        &mut driver,
        other_side.expect("an SM"),
        loads(lone_lines(400)),
    );
    close(
        "first touch from the other side",
        by_side(&other, true),
        475.0,
        0.03,
    );
}

#[test]
fn atomics_take_longer_and_drop_the_copy() {
    let mut driver = Driver::new(&h200(), 1);
    driver.outboxes[0].payloads.atomics = vec![AtomicPayload::default()];
    let near = |line: u64| driver.system.shards_home(driver.base + line) == 0;
    let line = lone_lines(100)
        .find(|&line| !near(line))
        .expect("a far line");
    driver.outboxes[0].payloads.atomics[0].line = driver.base + line;
    driver.outboxes[0].payloads.atomics[0].count = 1;
    let load = ask(line, RequestKind::Load, 1);
    let atomic = ask(line, RequestKind::Atomic, 1);
    let times = chase(&mut driver, 0, vec![load, load, atomic, load, load]);
    let far = 2.0 * 91.0;
    close("copy", times[1] as f64 + SM_PART, 292.0, 0.11);
    close("far atomic", times[2] as f64 + SM_PART, 568.0, 0.11);
    assert_eq!(times[3], times[1] + far as u64, "the copy is gone");
    assert_eq!(times[4], times[1], "and back");
}

/// Bytes a cycle of all SMs streaming through `bytes` each in order.
fn stream(kinds: &[RequestKind], megabytes: u64, passes: u64) -> f64 {
    let mut driver = Driver::new(&h200(), 512);
    let lines = megabytes * 8192;
    let sms = driver.asks.len() as u64;
    for sm in 0..sms {
        let mine = (0..passes).flat_map(|_| (sm..lines).step_by(sms as usize));
        let asks = mine.flat_map(|line| {
            let array = |n: usize| line + n as u64 * (1 << 21);
            let one = move |(n, &kind): (usize, &RequestKind)| ask(array(n), kind, 0xf);
            kinds.iter().enumerate().map(one).collect::<Vec<_>>()
        });
        let asks: Vec<Ask> = asks.collect();
        driver.give(sm as usize, asks);
    }
    full_line_payloads(&mut driver);
    let end = driver.run();
    (lines * passes * 128 * kinds.len() as u64) as f64 / end as f64
}

/// Makes every store a store of its whole line: the payload's line does not
/// matter for time, so one slot serves all.
fn full_line_payloads(driver: &mut Driver) {
    for outbox in &mut driver.outboxes {
        outbox.payloads.lines = vec![LinePayload {
            line: driver.base,
            mask: u128::MAX,
            ..Default::default()
        }];
    }
}

const LOAD: RequestKind = RequestKind::Load;
const STORE: RequestKind = RequestKind::Store;

#[test]
fn reading_dram_reaches_the_measured_rate() {
    close("read", stream(&[LOAD], 96, 1), 2350.0, 0.05);
}

#[test]
fn copying_reaches_the_measured_rate() {
    close("copy", stream(&[LOAD, STORE], 96, 1), 1980.0, 0.30);
}

#[test]
fn reading_the_l2_reaches_the_measured_rate() {
    let (once, twice) = (stream(&[LOAD], 16, 1), stream(&[LOAD], 16, 5));
    let hits = 4.0 / (5.0 / twice - 1.0 / once);
    close("L2 read", hits, 5000.0, 0.10);
}

#[test]
fn writing_the_l2_reaches_the_measured_rate() {
    close("L2 write", stream(&[STORE], 16, 2), 2500.0, 0.10);
}
