//! A plain machine for tests of values: block after block, no time.
//!
//! Warps of a block take turns instruction by instruction, each until it waits
//! at the block's barrier; blocks run in order, so that whoever waits for an
//! earlier block finds it finished.

pub mod assemble;
pub mod lab;
pub mod memory;

use memory::Memory;
use sim_core::exec::{
    BlockPlace, ConstantBanks, Env, Executor, Kind, LoweredKernel, MemKind, MemOp, Reconvergence,
    SharedMemory, Space, Uop, WarpControl, WarpState, WarpStatus,
};
use sim_isa::{Op, Program};
use sim_memory::atomic::{apply_32, apply_64};

/// What was executed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    pub instructions: u64,
    pub thread_instructions: u64,
    pub thread_instructions_on: u64,
    pub branches: u64,
    pub global_loads: u64,
    pub global_stores: u64,
    pub shared_loads: u64,
    pub shared_stores: u64,
}

/// A launch.
pub struct Launch<'a> {
    pub program: &'a Program,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub dynamic_shared: u32,
    pub params: Vec<u8>,
    pub reconvergence: Reconvergence,
    /// Warp instructions after which the machine gives up.
    pub limit: u64,
}

/// Why a launch did not end.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    /// The limit of instructions was reached.
    Limit,
    /// Lanes wait for each other.
    Stuck,
}

struct Warp {
    state: WarpState,
    control: WarpControl,
    local: Vec<u8>,
}

pub struct Machine<'a> {
    kernel: LoweredKernel,
    banks: ConstantBanks,
    executor: Executor,
    launch: &'a Launch<'a>,
    shared: SharedMemory,
    warps: Vec<Warp>,
    pub counts: Counts,
}

impl<'a> Machine<'a> {
    pub fn new(launch: &'a Launch<'a>, executor: Executor) -> Machine<'a> {
        let banks =
            ConstantBanks::for_launch(launch.program, launch.grid, launch.block, &launch.params);
        let kernel =
            LoweredKernel::new(launch.program, &banks).expect("every instruction has a model");
        let threads: u32 = launch.block.iter().product();
        let warps = (0..threads.div_ceil(32)).map(|_| Warp {
            state: WarpState::default(),
            control: WarpControl::new(launch.reconvergence),
            local: Vec::new(),
        });
        Machine {
            kernel,
            banks,
            executor,
            launch,
            shared: SharedMemory::default(),
            warps: warps.collect(),
            counts: Counts::default(),
        }
    }

    /// Runs the whole grid.
    pub fn run(&mut self, memory: &mut Memory) -> Result<(), Failure> {
        let [x, y, z] = self.launch.grid;
        for index in 0..x * y * z {
            self.block([index % x, index / x % y, index / (x * y)], memory)?;
        }
        Ok(())
    }

    /// Runs one block.
    pub fn block(&mut self, block: [u32; 3], memory: &mut Memory) -> Result<(), Failure> {
        let place = BlockPlace {
            block,
            block_dim: self.launch.block,
            grid_dim: self.launch.grid,
        };
        self.shared
            .start(self.kernel.shared_window(self.launch.dynamic_shared));
        let local = 32 * self.launch.program.local_bytes as usize;
        for (index, warp) in self.warps.iter_mut().enumerate() {
            let lanes = warp.state.start(&self.kernel, &place, index as u32);
            warp.control.start(lanes);
            warp.local.clear();
            warp.local.resize(local, 0);
        }
        loop {
            for index in 0..self.warps.len() {
                self.run_warp(index, memory)?;
            }
            let waiting = |warp: &&mut Warp| warp.control.status() == WarpStatus::AtBarrier;
            if self.warps.iter_mut().filter(waiting).count() == 0 {
                return Ok(());
            }
            for warp in self.warps.iter_mut() {
                if warp.control.status() == WarpStatus::AtBarrier {
                    warp.control.release_block_barrier();
                }
            }
        }
    }

    /// Runs a warp until it ends or waits at the block's barrier.
    fn run_warp(&mut self, index: usize, memory: &mut Memory) -> Result<(), Failure> {
        loop {
            match self.warps[index].control.status() {
                WarpStatus::Running => self.step(index, memory)?,
                WarpStatus::AtBarrier | WarpStatus::Done => return Ok(()),
                WarpStatus::Stuck => return Err(Failure::Stuck),
            }
        }
    }

    fn step(&mut self, index: usize, memory: &mut Memory) -> Result<(), Failure> {
        let warp = &mut self.warps[index];
        let uop = self.kernel.uops()[warp.control.pc() as usize];
        let active = warp.control.active();
        let lanes = warp.state.guarded(&uop, active);
        count(&mut self.counts, &uop, active, lanes);
        if self.counts.instructions > self.launch.limit {
            return Err(Failure::Limit);
        }
        match uop.kind {
            Kind::Alu(_) => {
                let env = Env {
                    clock: self.counts.instructions,
                    ..Env::default()
                };
                self.executor.execute(&uop, &mut warp.state, lanes, &env);
            }
            Kind::Memory(op) => match op.space {
                Space::Shared => {
                    let addresses = warp.state.addresses(&uop, &op).map(|at| at as u32);
                    self.shared
                        .access((&uop, &op), &mut warp.state, &addresses, lanes)
                        .expect("inside shared memory");
                }
                Space::Const => {
                    warp.state.load_constants(&uop, &op, lanes, &self.banks);
                }
                Space::Global | Space::Generic => global(memory, &uop, &op, &mut warp.state, lanes),
                Space::Local => local(&mut warp.local, &uop, &op, &mut warp.state, lanes),
            },
            Kind::Control(op) => {
                let step = warp.control.step(&op, &uop, &warp.state, lanes);
                if let Some(value) = step.result {
                    warp.state.put(&uop, lanes, value);
                }
                return Ok(());
            }
            Kind::Barrier(op) => {
                let plain = op.waits && op.threads.is_none() && op.reduction.is_none();
                assert!(plain, "a plain barrier");
                warp.control.wait_at_block_barrier();
                return Ok(());
            }
            Kind::Membar(_) | Kind::InvalidateL1 | Kind::Nop => {}
            Kind::EndCopies => panic!("no machine for copies"),
        }
        warp.control.advance();
        Ok(())
    }
}

fn count(counts: &mut Counts, uop: &Uop, active: u32, lanes: u32) {
    counts.instructions += 1;
    counts.thread_instructions += u64::from(active.count_ones());
    counts.thread_instructions_on += u64::from(lanes.count_ones());
    match uop.op {
        Op::Ldg => counts.global_loads += 1,
        Op::Stg => counts.global_stores += 1,
        Op::Lds => counts.shared_loads += 1,
        Op::Sts => counts.shared_stores += 1,
        // What the hardware counts as branches, as the truth cases show.
        Op::Bra
        | Op::BraDiv
        | Op::Brx
        | Op::Exit
        | Op::Call
        | Op::Ret
        | Op::Bsync
        | Op::Break
        | Op::Warpsync
        | Op::WarpsyncAll
        | Op::WarpsyncCollective => counts.branches += 1,
        _ => {}
    }
}

/// The lanes of a mask.
fn lanes_of(mask: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |lane| mask >> lane & 1 != 0)
}

fn global(memory: &mut Memory, uop: &Uop, op: &MemOp, warp: &mut WarpState, lanes: u32) {
    let addresses = warp.addresses(uop, op);
    let bytes = op.width.bytes().min(4) as usize;
    match op.kind {
        MemKind::Load => {
            for word in 0..op.width.registers() {
                let mut row = [0; 32];
                for lane in lanes_of(lanes) {
                    let bits = memory.load(addresses[lane] + 4 * word as u64, bytes);
                    row[lane] = op.width.extend(bits);
                }
                warp.write_row(uop, word, lanes, &row);
            }
        }
        MemKind::Store => {
            for word in 0..op.width.registers() {
                let row = warp.data_row(uop, 1, word);
                for lane in op.width.store_order(lanes) {
                    memory.store(addresses[lane] + 4 * word as u64, bytes, row[lane]);
                }
            }
        }
        MemKind::Atomic(action, ty) | MemKind::Reduction(action, ty) => {
            let words = op.width.registers();
            let data = |slot, word| match word < words {
                true => warp.data_row(uop, slot, word),
                false => [0; 32],
            };
            let [a, a_high, b, b_high] = [data(1, 0), data(1, 1), data(2, 0), data(2, 1)];
            let join = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
            for lane in lanes_of(lanes) {
                let at = addresses[lane];
                let high = if words == 2 {
                    memory.load(at + 4, 4)
                } else {
                    0
                };
                let old = join(memory.load(at, 4), high);
                let (a, b) = (join(a[lane], a_high[lane]), join(b[lane], b_high[lane]));
                let new = match words {
                    2 => apply_64(action, ty, old, a, b),
                    _ => u64::from(apply_32(action, ty, old as u32, a as u32, b as u32)),
                };
                memory.store(at, 4, new as u32);
                if words == 2 {
                    memory.store(at + 4, 4, (new >> 32) as u32);
                }
                if op.returns() {
                    warp.write_lane(uop, 0, lane as u32, old as u32);
                    if words == 2 {
                        warp.write_lane(uop, 1, lane as u32, (old >> 32) as u32);
                    }
                }
            }
        }
        MemKind::CompareAndTest | MemKind::Count => panic!("shared memory only"),
        MemKind::Copy(_) | MemKind::LoadMatrices { .. } | MemKind::StoreMatrices { .. } => {
            panic!("no machine for these")
        }
    }
}

fn local(memory: &mut [u8], uop: &Uop, op: &MemOp, warp: &mut WarpState, lanes: u32) {
    let addresses = warp.addresses(uop, op);
    let stack = memory.len() / 32;
    let bytes = op.width.bytes().min(4) as usize;
    for word in 0..op.width.registers() {
        let data = warp.data_row(uop, 1, word);
        for lane in lanes_of(lanes) {
            let at = lane * stack + addresses[lane] as usize + 4 * word;
            let place = &mut memory[at..at + bytes];
            match op.kind {
                MemKind::Store => place.copy_from_slice(&data[lane].to_le_bytes()[..bytes]),
                _ => {
                    let mut word_bytes = [0; 4];
                    word_bytes[..bytes].copy_from_slice(place);
                    let bits = u32::from_le_bytes(word_bytes);
                    warp.write_lane(uop, word, lane as u32, op.width.extend(bits));
                }
            }
        }
    }
}
