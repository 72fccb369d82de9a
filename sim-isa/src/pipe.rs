//! What executes an opcode, and what decides when its result is there.
//!
//! Which pipe takes what was measured on an H200 by pairing instructions; rates
//! in parentheses are warp instructions a cycle and sub-core. The rates and
//! latencies that count are the GPU configuration's.

/// The unit of a sub-core (or of the SM) that executes an opcode.
///
/// Widths in `h200` terms: warp instructions a cycle and sub-core, measured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Pipe {
    /// Integer, logic, compare, select (0.5).
    Alu,
    /// Single-precision multiply and add (1).
    Fma,
    /// 32-bit integer multiply-add: one half of the FMA pipe (0.5).
    FmaHeavy,
    /// 64-bit results of integer multiplication (0.25).
    FmaWide,
    /// Half precision on the FMA pipe (1).
    Half,
    /// Half precision beside the FMA pipe (`HFMA2.MMA`).
    HalfMma,
    /// Double precision (0.5).
    Fp64,
    /// Transcendentals, conversions, bit counts (0.125).
    Xu,
    /// The uniform datapath.
    Uniform,
    /// Global, local and generic memory.
    Lsu,
    /// Shared memory; it shares the way in with shuffles and special registers.
    Mio,
    /// Constant memory by instruction (`LDC`).
    ConstantLoad,
    /// Special registers, barriers, votes into uniform registers.
    Adu,
    /// Branches, convergence barriers, exit.
    Branch,
    /// Matrix products whose first factor has rows of 16 bytes (0.25).
    Tensor,
    /// Matrix products whose first factor has rows of 32 bytes (0.17).
    TensorLong,
    /// Products of matrices of doubles (0.0625).
    TensorDouble,
    /// Nothing but an issue slot.
    Issue,
}

/// What decides when an opcode's result is there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum LatencyClass {
    /// Fixed: four cycles on ALU and FMA.
    Alu,
    /// Fixed: wide integer multiplication.
    Wide,
    /// Fixed: half precision.
    Half,
    /// Fixed: half precision beside the FMA pipe.
    HalfMma,
    /// Fixed: uniform datapath.
    Uniform,
    /// Fixed: a vote, which crosses lanes.
    Vote,
    /// Fixed: double precision.
    Fp64,
    /// Fixed: matrix products.
    Tensor,
    /// Variable: transcendentals and conversions.
    Xu,
    /// Variable: shared memory.
    Shared,
    /// Variable: shuffle.
    Shuffle,
    /// Variable: global memory.
    Global,
    /// Variable: local memory.
    Local,
    /// Variable: constant memory by instruction.
    Constant,
    /// Variable: special registers.
    SpecialReg,
    /// Variable: warp reduction.
    Redux,
    /// No result, but the warp waits until a barrier opens.
    Barrier,
    /// No result, but the warp waits until a fence is acknowledged.
    Fence,
    /// No result.
    None,
}

impl LatencyClass {
    /// Whether consumers must wait on a dependence counter (a test holds this
    /// against where ptxas sets counters in the listings).
    pub const fn is_variable(self) -> bool {
        match self {
            LatencyClass::Alu
            | LatencyClass::Wide
            | LatencyClass::Half
            | LatencyClass::HalfMma
            | LatencyClass::Uniform
            | LatencyClass::Vote
            | LatencyClass::Fp64
            | LatencyClass::Tensor
            | LatencyClass::Barrier
            | LatencyClass::Fence
            | LatencyClass::None => false,
            LatencyClass::Xu
            | LatencyClass::Shared
            | LatencyClass::Shuffle
            | LatencyClass::Global
            | LatencyClass::Local
            | LatencyClass::Constant
            | LatencyClass::SpecialReg
            | LatencyClass::Redux => true,
        }
    }
}
