//! A direct interpreter of the kernel IR, thread by thread: the reference that compiled code is
//! tested against. It shares with the compiler only [`crate::kernel::eval`], and with the
//! simulator nothing.
//!
//! Blocks run one after the other. The threads of a block take turns: each runs until it waits
//! for others (barrier, vote, shuffle), ends, or has used up its quantum, so that a lock taken
//! by a thread that waits for its turn is released in the end. A race-free kernel gives the
//! same memory under any order; of a racy one this gives one legal outcome.
//!
//! Left out: float contraction (nothing is fused that the source does not fuse), the hardware's
//! approximate functions (correctly rounded `f32` functions stand in), clocks (they read zero),
//! `__activemask`, timing of any kind. Speed does not matter here.

mod access;
mod collective;
mod memory;
mod thread;

pub use memory::{Flat, Memory};

use crate::kernel::{Inst, Kernel, SpecialReg, SymbolSpace, Validated};
use memory::Arena;
use thiserror::Error;
use thread::{State, Thread};

/// A launch.
#[derive(Clone, Debug)]
pub struct Launch {
    /// Blocks along x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block along x, y, z.
    pub block: [u32; 3],
    /// The parameters' bytes, each at its offset.
    pub params: Vec<u8>,
    /// Dynamic shared memory in bytes.
    pub dynamic_shared: u32,
    /// Constant bank 3: the `__constant__` variables, each at its offset. Bytes left out are the
    /// kernel's first values.
    pub constants: Vec<u8>,
    /// Constant bank 4: the addresses of the `__device__` variables, each at its slot.
    pub addresses: Vec<u8>,
    /// Instructions after which the launch is given up.
    pub max_steps: u64,
}

/// Why a launch failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// An access to bytes that are no memory.
    #[error("access to {bytes} bytes at {addr:#x}, outside of {what}")]
    OutOfBounds {
        /// Which memory.
        what: &'static str,
        /// First byte.
        addr: u64,
        /// How many.
        bytes: usize,
    },
    /// An access at an address that its size does not divide.
    #[error("access to {bytes} bytes at the misaligned address {addr:#x}")]
    Misaligned {
        /// First byte.
        addr: u64,
        /// How many.
        bytes: usize,
    },
    /// Every thread waits for another.
    #[error("the threads of block {block:?} wait for each other")]
    Deadlock {
        /// The block's coordinates.
        block: [u32; 3],
    },
    /// The launch ran longer than allowed.
    #[error("no end after {0} instructions")]
    TooLong(u64),
    /// Parameters shorter than the kernel's.
    #[error("{given} bytes of parameters, {wanted} wanted")]
    Params {
        /// What the launch brings.
        given: usize,
        /// What the kernel reads.
        wanted: u32,
    },
    /// A `__device__` variable without an address.
    #[error("the launch gives the variable `{0}` no address")]
    Symbol(String),
    /// A thread stopped the launch: by `__trap`, or by an assertion of this number.
    #[error("a thread stopped the launch")]
    Stopped(Option<u32>),
    /// Something that the interpreter leaves out.
    #[error("the interpreter does not know `{0}`")]
    Unsupported(String),
}

/// Instructions that a thread runs before the next one gets its turn.
const QUANTUM: u32 = 64;

/// Lanes of a warp.
const WARP: usize = 32;

/// Runs a launch to its end.
pub fn run(
    kernel: &Validated<Kernel>,
    launch: &Launch,
    memory: &mut dyn Memory,
) -> Result<(), Fault> {
    let wanted = kernel.param_bytes();
    if launch.params.len() < wanted as usize {
        let given = launch.params.len();
        return Err(Fault::Params { given, wanted });
    }
    if let Some((_, symbol)) = kernel.symbols.iter().find(|(_, s)| unplaced(s, launch)) {
        return Err(Fault::Symbol(symbol.name.clone()));
    }
    let mut steps = 0;
    for index in coordinates(launch.grid) {
        Block::new(kernel, launch, index).run(memory, &mut steps)?;
    }
    Ok(())
}

fn unplaced(symbol: &crate::kernel::Symbol, launch: &Launch) -> bool {
    match symbol.space {
        SymbolSpace::Device(slot) => launch.addresses.len() < slot as usize + 8,
        SymbolSpace::Constant(_) => false,
    }
}

/// Constant bank 3 of a launch.
fn constants(kernel: &Kernel, launch: &Launch) -> Vec<u8> {
    let mut bank = kernel.constant_bytes();
    let given = launch.constants.len().min(bank.len());
    bank[..given].copy_from_slice(&launch.constants[..given]);
    bank
}

/// All points of a box, x fastest.
fn coordinates([x, y, z]: [u32; 3]) -> impl Iterator<Item = [u32; 3]> {
    (0..z).flat_map(move |k| (0..y).flat_map(move |j| (0..x).map(move |i| [i, j, k])))
}

/// What all threads of a block share.
struct Shared<'a> {
    kernel: &'a Kernel,
    launch: &'a Launch,
    block: [u32; 3],
    memory: Arena,
    constants: Arena,
}

struct Block<'a> {
    shared: Shared<'a>,
    threads: Vec<Thread>,
}

impl<'a> Block<'a> {
    fn new(kernel: &'a Kernel, launch: &'a Launch, block: [u32; 3]) -> Self {
        let dynamic = kernel.dynamic_shared.map(|at| at + launch.dynamic_shared);
        let bytes = dynamic.unwrap_or(0).max(kernel.shared_bytes());
        let threads = coordinates(launch.block)
            .enumerate()
            .map(|(number, index)| Thread::new(kernel, number, index));
        Self {
            threads: threads.collect(),
            shared: Shared {
                kernel,
                launch,
                block,
                memory: Arena::new("shared memory", bytes as usize),
                constants: Arena::of("constant memory", constants(kernel, launch)),
            },
        }
    }

    fn run(&mut self, global: &mut dyn Memory, steps: &mut u64) -> Result<(), Fault> {
        while self
            .threads
            .iter()
            .any(|thread| thread.state != State::Ended)
        {
            let mut moved = false;
            for thread in &mut self.threads {
                let ran = thread.run(&mut self.shared, global, QUANTUM)?;
                *steps += u64::from(ran);
                moved |= ran > 0;
            }
            if *steps > self.shared.launch.max_steps {
                return Err(Fault::TooLong(*steps));
            }
            moved |= self.release_barrier();
            for warp in self.threads.chunks_mut(WARP) {
                moved |= meet(self.shared.kernel, warp)?;
            }
            if !moved {
                let block = self.shared.block;
                return Err(Fault::Deadlock { block });
            }
        }
        Ok(())
    }

    /// Lets the threads go on once all that have not ended wait at a barrier.
    fn release_barrier(&mut self) -> bool {
        let living = || self.threads.iter().filter(|t| t.state != State::Ended);
        let complete = living().count() > 0 && living().all(|t| t.state == State::AtBarrier);
        if complete {
            collective::barrier(self.shared.kernel, &mut self.threads);
            let waiting = self
                .threads
                .iter_mut()
                .filter(|t| t.state == State::AtBarrier);
            waiting.for_each(Thread::step_over);
        }
        complete
    }
}

/// Carries out a vote, shuffle or `__syncwarp` for the lanes of a warp that wait at it together,
/// once every living lane of the mask is there.
fn meet(kernel: &Kernel, warp: &mut [Thread]) -> Result<bool, Fault> {
    let Some(leader) = warp
        .iter()
        .position(|thread| ready_to_meet(kernel, warp, thread))
    else {
        return Ok(false);
    };
    let place = warp[leader].place();
    let mask = mask_of(kernel, &warp[leader]);
    let members: Vec<usize> = (0..warp.len())
        .filter(|lane| mask >> lane & 1 == 1)
        .filter(|&lane| warp[lane].state == State::AtMeeting && warp[lane].place() == place)
        .collect();
    let inst = warp[leader].inst(kernel).clone();
    collective::collective(kernel, &inst, warp, &members)?;
    members.iter().for_each(|&lane| warp[lane].step_over());
    Ok(true)
}

/// Whether all living lanes of a waiting thread's mask wait at the same place.
fn ready_to_meet(kernel: &Kernel, warp: &[Thread], thread: &Thread) -> bool {
    if thread.state != State::AtMeeting {
        return false;
    }
    let mask = mask_of(kernel, thread);
    let mut wanted = warp
        .iter()
        .enumerate()
        .filter(|(lane, _)| mask >> lane & 1 == 1);
    wanted.all(|(_, other)| match other.state {
        State::Ended => true,
        State::AtMeeting => other.place() == thread.place(),
        State::Ready | State::AtBarrier => false,
    })
}

fn mask_of(kernel: &Kernel, thread: &Thread) -> u32 {
    match thread.inst(kernel) {
        Inst::SyncWarp { mask }
        | Inst::Shuffle { mask, .. }
        | Inst::Vote { mask, .. }
        | Inst::Reduce { mask, .. }
        | Inst::Match { mask, .. } => thread.operand(*mask) as u32,
        _ => 0,
    }
}

impl Shared<'_> {
    fn special(&self, thread: &Thread, reg: SpecialReg) -> u64 {
        let axis = |point: [u32; 3], axis: crate::kernel::Dimension| point[axis as usize];
        let value = match reg {
            SpecialReg::ThreadIdx(d) => axis(thread.index, d),
            SpecialReg::BlockIdx(d) => axis(self.block, d),
            SpecialReg::BlockDim(d) => axis(self.launch.block, d),
            SpecialReg::GridDim(d) => axis(self.launch.grid, d),
            SpecialReg::LaneId => (thread.number % WARP) as u32,
            SpecialReg::SmId
            | SpecialReg::Clock32
            | SpecialReg::Clock64
            | SpecialReg::GlobalTimer => 0,
        };
        value.into()
    }
}

#[cfg(test)]
mod tests;
