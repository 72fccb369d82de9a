//! Why a resident warp did not issue in a cycle, under Nsight Compute's names.
//!
//! Every cycle of every resident warp has exactly one reason, `Selected`
//! included, so the reasons of a launch sum to `smsp__warps_active.sum`.

/// A warp's state in one cycle (NVIDIA, Nsight Compute documentation, "Warp
/// Stall Reasons").
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Stall {
    /// It issued an instruction.
    Selected,
    /// It could have issued, but its sub-core chose another warp.
    NotSelected,
    /// A fixed latency that the compiler put into the stall count.
    Wait,
    /// A result of global, local or texture memory.
    LongScoreboard,
    /// A result of shared memory, a special function or another unit behind the MIO.
    ShortScoreboard,
    /// The arithmetic pipe is busy.
    MathPipeThrottle,
    /// The queue of memory input/output instructions is full.
    MioThrottle,
    /// The queue of local and global memory instructions is full.
    LgThrottle,
    /// The texture queue is full.
    TexThrottle,
    /// The next instruction has not been fetched.
    NoInstruction,
    /// A constant operand is not in the cache.
    ImcMiss,
    /// A branch target is being computed.
    BranchResolving,
    /// The other warps of the block have not reached the barrier.
    Barrier,
    /// A memory fence.
    Membar,
    /// The warp has exited and waits for its writes to leave.
    Drain,
    /// The dispatcher holds the instruction back (register ports).
    DispatchStall,
    /// NANOSLEEP.
    Sleeping,
    /// Anything else.
    Misc,
}

impl Stall {
    /// How many reasons there are.
    pub const COUNT: usize = 18;

    /// All reasons, in the order of their numbers.
    pub const ALL: [Stall; Stall::COUNT] = [
        Stall::Selected,
        Stall::NotSelected,
        Stall::Wait,
        Stall::LongScoreboard,
        Stall::ShortScoreboard,
        Stall::MathPipeThrottle,
        Stall::MioThrottle,
        Stall::LgThrottle,
        Stall::TexThrottle,
        Stall::NoInstruction,
        Stall::ImcMiss,
        Stall::BranchResolving,
        Stall::Barrier,
        Stall::Membar,
        Stall::Drain,
        Stall::DispatchStall,
        Stall::Sleeping,
        Stall::Misc,
    ];

    /// Nsight Compute's name, as in `…_issue_stalled_<name>_per_issue_active`.
    pub const fn name(self) -> &'static str {
        match self {
            Stall::Selected => "selected",
            Stall::NotSelected => "not_selected",
            Stall::Wait => "wait",
            Stall::LongScoreboard => "long_scoreboard",
            Stall::ShortScoreboard => "short_scoreboard",
            Stall::MathPipeThrottle => "math_pipe_throttle",
            Stall::MioThrottle => "mio_throttle",
            Stall::LgThrottle => "lg_throttle",
            Stall::TexThrottle => "tex_throttle",
            Stall::NoInstruction => "no_instruction",
            Stall::ImcMiss => "imc_miss",
            Stall::BranchResolving => "branch_resolving",
            Stall::Barrier => "barrier",
            Stall::Membar => "membar",
            Stall::Drain => "drain",
            Stall::DispatchStall => "dispatch_stall",
            Stall::Sleeping => "sleeping",
            Stall::Misc => "misc",
        }
    }

    /// What a warp in this state waits for, in one line for a report.
    pub const fn meaning(self) -> &'static str {
        match self {
            Stall::Selected => "issued an instruction",
            Stall::NotSelected => "ready, but the sub-core issued from another warp",
            Stall::Wait => "a fixed latency between dependent instructions",
            Stall::LongScoreboard => {
                "a load from global or local memory, or a store to read its registers"
            }
            Stall::ShortScoreboard => {
                "a result of shared memory, a special function or a special register"
            }
            Stall::MathPipeThrottle => "a busy arithmetic pipe",
            Stall::MioThrottle => "room in the queue to shared memory and special functions",
            Stall::LgThrottle => "room in the queue to global and local memory",
            Stall::TexThrottle => "room in the texture queue",
            Stall::NoInstruction => "instruction fetch",
            Stall::ImcMiss => "a constant that was not in the cache",
            Stall::BranchResolving => "a branch target",
            Stall::Barrier => "the other warps of the block at a barrier",
            Stall::Membar => "a memory fence",
            Stall::Drain => "its stores to leave the SM after EXIT",
            Stall::DispatchStall => "register ports",
            Stall::Sleeping => "the end of a nanosleep",
            Stall::Misc => "anything else",
        }
    }
}

/// Warp-cycles per reason, indexed by `Stall as usize`.
pub type StallCycles = [u64; Stall::COUNT];
