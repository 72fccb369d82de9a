//! What a launch asks for, its limits, and how it can fail.

use sim_isa::program::Program;

/// One kernel launch.
#[derive(Clone, Debug)]
pub struct LaunchSpec<'a> {
    /// The launch's name in reports.
    pub name: &'a str,
    /// The kernel.
    pub program: &'a Program,
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory a block.
    pub dynamic_shared: u32,
    /// The parameters' bytes as they lie in constant bank 0.
    pub params: &'a [u8],
    /// Preferred shared-memory carve-out in percent; the driver's rule if absent.
    pub carveout: Option<u32>,
}

/// What an untrusted kernel may use before it is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// SM cycles.
    pub max_cycles: u64,
    /// Warp instructions.
    pub max_instructions: u64,
}

impl Default for Limits {
    /// A second of the chip's time, and 20 thousand million warp instructions.
    fn default() -> Limits {
        Limits {
            max_cycles: 2_000_000_000,
            max_instructions: 20_000_000_000,
        }
    }
}
