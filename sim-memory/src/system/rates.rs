//! Rates under load, against the measured ones.

use super::tests::*;
use crate::fixtures::h200;
use crate::line_payload::line_payloads;
use crate::message::RequestKind;

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
        outbox.payloads.lines = line_payloads([(driver.base, u128::MAX)]);
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
