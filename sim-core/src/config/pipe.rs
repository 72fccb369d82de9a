//! The pipes, and their names in configurations.

use sim_isa::Pipe;

/// A pipe under the name that configurations use.
pub type PipeName = String;

/// All pipes that instructions wait for.
pub const PIPES: [Pipe; 16] = [
    Pipe::Alu,
    Pipe::Fma,
    Pipe::FmaHeavy,
    Pipe::FmaWide,
    Pipe::Half,
    Pipe::HalfMma,
    Pipe::Fp64,
    Pipe::Xu,
    Pipe::Uniform,
    Pipe::Lsu,
    Pipe::Mio,
    Pipe::ConstantLoad,
    Pipe::Adu,
    Pipe::Branch,
    Pipe::Tensor,
    Pipe::Issue,
];

/// Those that are the tensor pipe at a rate of their own.
pub const TENSOR_RATES: [Pipe; 2] = [Pipe::TensorLong, Pipe::TensorDouble];

/// A pipe's name in configurations.
pub const fn pipe_name(pipe: Pipe) -> &'static str {
    match pipe {
        Pipe::Alu => "alu",
        Pipe::Fma => "fma",
        Pipe::FmaHeavy => "fma_heavy",
        Pipe::FmaWide => "fma_wide",
        Pipe::Half => "half",
        Pipe::HalfMma => "half_mma",
        Pipe::Fp64 => "fp64",
        Pipe::Xu => "xu",
        Pipe::Uniform => "uniform",
        Pipe::Lsu => "lsu",
        Pipe::Mio => "mio",
        Pipe::ConstantLoad => "constant_load",
        Pipe::Adu => "adu",
        Pipe::Branch => "branch",
        Pipe::Tensor => "tensor",
        Pipe::TensorLong => "tensor_long",
        Pipe::TensorDouble => "tensor_double",
        Pipe::Issue => "issue",
    }
}
