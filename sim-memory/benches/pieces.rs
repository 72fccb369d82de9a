//! What a warp access and a request to the L2 cost on the host.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use sim_memory::cache::{CacheShape, SectoredCache};
use sim_memory::coalesce::Coalesced;
use sim_memory::image::Memory;
use sim_memory::message::{Inbox, Outbox, Request};
use sim_memory::system::{Epoch, MemorySystem, Port};
use sim_memory::{banks, dram, l1, l2, message, system};
use std::hint::black_box;
use std::sync::Arc;

#[path = "../src/fixtures.rs"]
mod fixtures;

fn addresses(of: impl Fn(u64) -> u64) -> [u64; 32] {
    std::array::from_fn(|lane| 0x7e00_0000_0000 + of(lane as u64))
}

fn coalescer(c: &mut Criterion) {
    let mut group = c.benchmark_group("coalescer");
    let patterns: [(&str, [u64; 32]); 4] = [
        ("coalesced", addresses(|lane| lane * 4)),
        ("one word", addresses(|_| 64)),
        ("a line a lane", addresses(|lane| lane * 128)),
        ("random", addresses(|lane| lane * lane * 7919 % 65536 * 4)),
    ];
    let mut access = Coalesced::new(&Arc::new(l1::SetHash::new(&fixtures::l1())));
    for (name, lanes) in patterns {
        group.bench_function(name, |b| {
            b.iter(|| access.resolve(black_box(&lanes), u32::MAX, 4));
        });
    }
    group.finish();
}

fn shared_banks(c: &mut Criterion) {
    let mut group = c.benchmark_group("shared banks");
    for (name, step) in [("no conflict", 4u32), ("32 ways", 128), ("padded", 132)] {
        let lanes: [u32; 32] = std::array::from_fn(|lane| lane as u32 * step);
        group.bench_function(name, |b| {
            b.iter(|| banks::load(black_box(&lanes), u32::MAX, 4));
        });
    }
    group.finish();
}

fn cache(c: &mut Criterion) {
    let mut group = c.benchmark_group("cache");
    let shape = CacheShape { sets: 64, ways: 28 };
    let mut cache: SectoredCache = SectoredCache::new(shape);
    let lines = u64::from(shape.lines());
    for line in 0..lines {
        cache.allocate(cache.key(line));
    }
    let mut at = 0;
    group.bench_function("hit of 28 ways", |b| {
        b.iter(|| {
            at = (at + 7) % lines;
            cache.access(cache.key(black_box(at)))
        });
    });
    group.bench_function("miss of 28 ways", |b| {
        b.iter(|| {
            at += 1;
            cache.allocate(cache.key(black_box(at + lines * 1000)))
        });
    });
    group.finish();
}

/// All SMs load lines of their own, a line a cycle, for some epochs.
fn memory_system(c: &mut Criterion) {
    const EPOCHS: u64 = 20;
    const A_CYCLE: u64 = 16;
    let config = fixtures::h200();
    let mut image = Memory::new(1 << 30);
    let base = image.allocate("data", 1 << 30, 4).expect("room") >> 7;
    let mut group = c.benchmark_group("memory system");
    let new = || MemorySystem::new(&config.parts());
    let epoch = new().min_round_trip();
    group.throughput(Throughput::Elements(EPOCHS * epoch * A_CYCLE));
    group.sample_size(10);
    group.bench_function("a streamed line", |b| {
        b.iter_batched(
            new,
            |mut system| {
                let sms = config.sm_to_gpc.len();
                let mut outboxes: Vec<Outbox> = (0..sms).map(|_| Outbox::default()).collect();
                let mut inboxes: Vec<Inbox> = (0..sms).map(|_| Inbox::default()).collect();
                for number in 0..EPOCHS {
                    let start = number * epoch;
                    for time in start..start + epoch {
                        send(&mut outboxes, time, base, A_CYCLE);
                    }
                    step(
                        &mut system,
                        &image,
                        &mut outboxes,
                        &mut inboxes,
                        start,
                        epoch,
                    );
                }
                system
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

/// In each cycle, `count` of the SMs send a load of the next line.
fn send(outboxes: &mut [Outbox], time: u64, base: u64, count: u64) {
    for i in 0..count {
        let number = time * count + i;
        let sm = number as usize % outboxes.len();
        outboxes[sm].send(Request {
            line: base + number,
            sm: sm as u16,
            sectors: 0xf,
            ..fixtures::load(time)
        });
    }
}

fn step(
    system: &mut MemorySystem,
    image: &Memory,
    outboxes: &mut [Outbox],
    inboxes: &mut [Inbox],
    start: u64,
    epoch: u64,
) {
    for inbox in inboxes.iter_mut() {
        while inbox.take(u64::MAX).is_some() {}
    }
    let both = outboxes.iter_mut().zip(inboxes);
    let mut ports: Vec<Port<'_>> = both.map(|(outbox, inbox)| Port { outbox, inbox }).collect();
    let epoch = Epoch {
        start,
        end: start + epoch,
    };
    system.run_epoch(image, &mut ports, epoch);
}

criterion_group!(benches, coalescer, shared_banks, cache, memory_system);
criterion_main!(benches);
