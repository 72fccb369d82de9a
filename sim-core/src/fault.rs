//! How a kernel can fault while it runs: place, cause and remedy.

use thiserror::Error;

/// The thread and instruction of a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The launch.
    pub launch: String,
    /// The kernel.
    pub kernel: String,
    /// The block.
    pub block: [u32; 3],
    /// The thread in its block.
    pub thread: [u32; 3],
    /// The instruction's byte address in the kernel.
    pub pc: u32,
    /// The instruction as text.
    pub sass: String,
    /// The source line, if known: file, line, text.
    pub source: Option<(String, u32, String)>,
    /// The cycle.
    pub cycle: u64,
    /// The SM.
    pub sm: u32,
}

/// A kernel that could not go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FaultKind {
    /// The kernel stopped itself.
    #[error("the kernel stopped itself: a failed assertion, or `trap`")]
    Trap,
    /// An access outside every buffer.
    #[error("{what} of {bytes} bytes at address {address:#x} is out of bounds: {nearest}")]
    OutOfBounds {
        /// "load", "store", "atomic".
        what: &'static str,
        /// The width of the access.
        bytes: u32,
        /// The address.
        address: u64,
        /// The nearest buffer and the element index there, as text.
        nearest: String,
    },
    /// An address that is not a multiple of the access width.
    #[error(
        "{what} of {bytes} bytes at address {address:#x} is misaligned: the address must be a multiple of {bytes}"
    )]
    Misaligned {
        /// "load", "store", "atomic".
        what: &'static str,
        /// The width of the access.
        bytes: u32,
        /// The address.
        address: u64,
    },
    /// An access outside the block's shared memory.
    #[error(
        "{what} of {bytes} bytes at shared address {address:#x}: the block has {size} bytes of shared memory from {base:#x}"
    )]
    SharedOutOfBounds {
        /// "load", "store", "atomic".
        what: &'static str,
        /// The width of the access.
        bytes: u32,
        /// The shared-window address.
        address: u32,
        /// Bytes of shared memory of the block.
        size: u32,
        /// The first address.
        base: u32,
    },
    /// An access outside the thread's local memory.
    #[error(
        "{what} of {bytes} bytes at local address {address:#x}: the thread has {size} bytes of local memory"
    )]
    LocalOutOfBounds {
        /// "load", "store".
        what: &'static str,
        /// The width of the access.
        bytes: u32,
        /// The local address.
        address: u32,
        /// Bytes of local memory of a thread.
        size: u32,
    },
    /// The program counter left the kernel.
    #[error(
        "the warp ran past the end of the kernel (address {target:#x}): a branch target is wrong or EXIT is missing"
    )]
    BadTarget {
        /// The address.
        target: u64,
    },
    /// No warp can ever go on.
    #[error("deadlock: no warp can go on\n{waiting}")]
    Deadlock {
        /// Who waits for what, a line each.
        waiting: String,
    },
    /// Warps repeat themselves for ever.
    #[error(
        "livelock: every warp comes back to the same state and nothing is stored: what they wait for never happens\n{waiting}"
    )]
    Livelock {
        /// Who goes round where, a line each.
        waiting: String,
    },
    /// A limit was reached.
    #[error("the limit of {limit} {what} was reached (raise it with {option})\n{waiting}")]
    LimitReached {
        /// "cycles", "warp instructions".
        what: &'static str,
        /// The limit.
        limit: u64,
        /// The option that raises it.
        option: &'static str,
        /// Who was doing what, a line each.
        waiting: String,
    },
}

/// A fault with its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct Fault {
    /// What happened.
    pub kind: FaultKind,
    /// Where; absent for whole-launch faults such as a deadlock.
    pub place: Option<Box<Place>>,
}

impl Fault {
    /// Fills in what only the launch knows: names, text and source line.
    pub fn name(&mut self, spec: &crate::launch::LaunchSpec) {
        let Some(place) = &mut self.place else { return };
        let index = (place.pc / sim_isa::program::INSTRUCTION_BYTES) as usize;
        let program = spec.program;
        place.launch = spec.name.to_string();
        place.kernel = program.name.clone();
        if let Some(instruction) = program.code.get(index) {
            place.sass = instruction.to_string();
        }
        let line = program.line_of.get(index).copied().flatten();
        place.source = line
            .and_then(|line| program.lines.get(line as usize))
            .map(|line| (line.file.to_string(), line.line, line.text.to_string()));
    }
}
