//! Which loads of a GPC's SMs go to the L2 together: how many requests it gets, beside what Nsight Compute
//! counted on an H200 (`micro/h200/riders`). The memory system is asked as the GPU was, since the simulator
//! has no clusters.

use sim_core::config::GpuConfig;
use sim_memory::image::Memory;
use sim_memory::message::{Inbox, Outbox, Request, RequestKind};
use sim_memory::system::{Epoch, MemoryParts, MemorySystem, Port};

/// Lines that are asked for, one after the other, ...
const LINES: u64 = 100;
/// ... so many cycles apart. On the GPU it was 3,000; nobody waits longer than 1,100 here.
const PACE: u64 = 1500;
/// No SM asks more cycles than this before the first.
const EARLIEST: i64 = 50;
/// In the place of a sector: that of an SM which does not ask.
const SILENT: char = '.';
/// The GPC whose SMs ask: one of sixteen.
const GPC: usize = 2;

/// The memory system of an H200, and what its SMs have sent and got.
struct Machine {
    system: MemorySystem,
    image: Memory,
    outboxes: Vec<Outbox>,
    inboxes: Vec<Inbox>,
    first_line: u64,
    first_sm: usize,
    now: u64,
}

impl Machine {
    fn new(gpu: &GpuConfig) -> Machine {
        let sizes = gpu.chip.gpc_sms.iter().enumerate();
        let gpcs = sizes.flat_map(|(gpc, &sms)| std::iter::repeat_n(gpc as u8, sms as usize));
        let sm_to_gpc: Vec<u8> = gpcs.collect();
        let system = MemorySystem::new(&MemoryParts {
            gpc: &gpu.gpc,
            l2: &gpu.l2,
            dram: &gpu.dram,
            sm_to_gpc: &sm_to_gpc,
        });
        let mut image = Memory::new(1 << 30);
        let data = image.allocate("data", 1 << 20, 4).expect("room");
        Machine {
            system,
            image,
            outboxes: sm_to_gpc.iter().map(|_| Outbox::default()).collect(),
            inboxes: sm_to_gpc.iter().map(|_| Inbox::default()).collect(),
            first_line: data >> 7,
            first_sm: gpu.chip.gpc_sms[..GPC].iter().sum::<u32>() as usize,
            now: 0,
        }
    }

    /// The SM of a rank asks for sectors of a line.
    fn ask(&mut self, rank: usize, time: u64, line: u64, sectors: u8) {
        let sm = self.first_sm + rank;
        self.outboxes[sm].send(Request {
            time,
            line: self.first_line + line,
            sm: sm as u16,
            kind: RequestKind::Load,
            sectors,
            token: 0,
            payload: 0,
            brings: 0,
            masks: 0,
        });
    }

    fn run_until(&mut self, end: u64) {
        while self.now < end {
            let epoch = Epoch {
                start: self.now,
                end: self.now + self.system.min_round_trip(),
            };
            let boxes = self.outboxes.iter_mut().zip(&mut self.inboxes);
            let mut ports: Vec<Port<'_>> = boxes
                .map(|(outbox, inbox)| Port { outbox, inbox })
                .collect();
            self.system.run_epoch(&self.image, &mut ports, epoch);
            self.now = epoch.end;
            for inbox in &mut self.inboxes {
                while inbox.take(self.now).is_some() {}
            }
        }
    }

    fn requests(&self) -> u64 {
        self.system.counters().requests_read
    }
}

/// When each of so many ranks asks: cycles from one to the next, or a list of the cycles when each does,
/// beside the first.
fn turns(when: &str, ranks: usize) -> Vec<u64> {
    let cycles = |word: &str| word.parse::<i64>().expect("cycles");
    let early = |time: i64| u64::try_from(EARLIEST + time).expect("not much before the first");
    match when.contains(',') {
        true => when.split(',').map(|word| early(cycles(word))).collect(),
        false => (0..ranks as i64)
            .map(|rank| early(rank * cycles(when)))
            .collect(),
    }
}

/// Requests that the L2 gets for each line of a launch `STATE_DELAY_SECTORS` or `STATE_TIMES_SECTORS`.
fn made(gpu: &GpuConfig, launch: &str) -> f64 {
    let parts: Vec<&str> = launch.split('_').collect();
    let [state, when, sectors] = parts[..] else {
        panic!("{launch}");
    };
    let turns = turns(when, sectors.len());
    let mut machine = Machine::new(gpu);
    if state == "hot" {
        (0..LINES).for_each(|line| machine.ask(0, 50 * line, line, 0b1111));
        machine.run_until(50 * LINES + PACE);
    }
    let (before, start) = (machine.requests(), machine.now);
    let ask = sectors.chars().zip(turns).enumerate();
    for (rank, (which, turn)) in ask.filter(|(_, (which, _))| *which != SILENT) {
        let mask = which.to_digit(4).map_or(0b1111, |sector| 1 << sector);
        for line in 0..LINES {
            machine.ask(rank, start + turn + line * PACE, line, mask);
        }
    }
    machine.run_until(start + (LINES + 1) * PACE);
    (machine.requests() - before) as f64 / LINES as f64
}

/// By how many requests of a line the launches in this file are off in the mean.
fn error(gpu: &GpuConfig, file: &str, launches: usize) -> f64 {
    let mut errors = Vec::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/micro/h200/riders/");
    let counted = std::fs::read_to_string(format!("{folder}{file}")).expect("readable");
    for line in counted.lines() {
        let (launch, measured) = line.split_once(' ').expect("a launch and its requests");
        let measured: f64 = measured.parse().expect("a number");
        let simulated = made(gpu, launch);
        println!("{launch}: {simulated:.2} for {measured:.2}");
        errors.push((simulated - measured).abs());
    }
    assert_eq!(errors.len(), launches);
    let mean = errors.iter().sum::<f64>() / errors.len() as f64;
    println!(
        "{mean:.3}, {:.2} at most",
        errors.iter().copied().fold(0.0, f64::max)
    );
    mean
}

fn h200() -> GpuConfig {
    GpuConfig::built_in("h200").expect("built in")
}

#[test]
fn loads_ride_as_long_as_on_the_gpu() {
    let mean = error(&h200(), "riders.txt", 68);
    assert!(mean < 0.055, "{mean}");
}

#[test]
fn requests_go_together_as_on_the_gpu() {
    let mut gpu = h200();
    let mean = error(&gpu, "order.txt", 243);
    assert!(mean < 0.13, "{mean}");

    // It counts who comes first: not so if all SMs of a GPC were as near.
    gpu.gpc.tpc_distances.clear();
    let other = error(&gpu, "order.txt", 243);
    assert!(other > 1.8 * mean, "{other}, {mean}");
}
