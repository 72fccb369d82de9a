//! The types of a workload file: what may be written, and nothing about what it means.
//!
//! `ron` reads these types directly. Every number that may depend on a parameter is an
//! expression in a string; strings know their place in the file, so that each message can
//! point at the very operator. No type here is untagged or flattened: places are found by
//! counting string literals, and such types read a value twice.

use crate::element::ElementType;
use crate::entries::Entries;
use schemars::JsonSchema;
use serde::Deserialize;
use sim_ir::spans::Spanned;
use sim_ir::syntax::KernelBody;

/// A workload: data, kernels, what to run, and what must come out.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Workload {
    /// Named integers, each an expression that may use the others; `--param NAME=EXPR`
    /// replaces one.
    #[serde(default)]
    pub parameters: Entries<Spanned>,
    /// Named arrays in device memory.
    #[serde(default)]
    pub buffers: Entries<Buffer>,
    /// Named kernels.
    pub kernels: Entries<KernelSource>,
    /// Whether the kernels written here use the hardware's approximations for division, square
    /// root and functions of `float`, as with nvcc's `-use_fast_math`.
    #[serde(default)]
    pub fast_math: bool,
    /// What the host does, in order.
    pub steps: Vec<Step>,
    /// What must hold afterwards.
    #[serde(default)]
    pub expect: Vec<Expectation>,
    /// What somebody says of these launches, and on which GPUs it is so.
    #[serde(default)]
    pub claims: Vec<Claim>,
}

/// An array in device memory.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Buffer {
    /// Type of an element.
    #[serde(rename = "type")]
    pub ty: ElementType,
    /// How many elements: an expression.
    pub length: Spanned,
    /// Their values before the first step; zero if absent.
    #[serde(default)]
    pub init: Init,
}

/// Initial values of a buffer. The width in a kind's name is that of what it writes for each
/// `i`, from the buffer's first byte on.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Init {
    /// Zero bytes.
    #[default]
    Zero,
    /// The same 32-bit integer everywhere.
    ConstU32(Spanned),
    /// The same float everywhere.
    ConstF32(Spanned),
    /// `i` as 32-bit integer.
    IotaI32,
    /// `i` as float.
    IotaF32,
    /// Pseudo-random floats in `[low, high)`, by default `[0, 1)`.
    HashF32 {
        /// Which sequence.
        seed: Spanned,
        /// Smallest value.
        #[serde(default)]
        low: Option<Spanned>,
        /// Bound from above.
        #[serde(default)]
        high: Option<Spanned>,
    },
    /// Pseudo-random doubles in `[0, 1)`.
    HashF64 {
        /// Which sequence.
        seed: Spanned,
    },
    /// Pseudo-random 32-bit integers.
    HashU32 {
        /// Which sequence.
        seed: Spanned,
        /// The values are below it; all 32-bit values if absent.
        #[serde(default, rename = "mod")]
        modulus: Option<Spanned>,
    },
    /// Pseudo-random bytes.
    HashU8 {
        /// Which sequence.
        seed: Spanned,
    },
    /// The bytes of a file, relative to the workload's folder.
    File(Spanned),
    /// An expression over the index `i` and the parameters, converted to the element type.
    Expr(Spanned),
}

/// Where a kernel's code comes from.
// A file has few kernels, so their size does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub enum KernelSource {
    /// A compiled module.
    Cubin {
        /// The module, relative to the workload's folder.
        file: Spanned,
        /// The kernel's name in it.
        entry: Spanned,
    },
    /// A body written here.
    Kernel(KernelBody),
}

/// Something that the host does.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Step {
    /// Runs a kernel and waits for it.
    Launch {
        /// Which kernel.
        kernel: Spanned,
        /// The launch's name in reports and assertions, an identifier; the kernel's if absent.
        #[serde(default)]
        name: Option<Spanned>,
        /// Blocks in x, y and z: one to three expressions.
        grid: Vec<Spanned>,
        /// Threads of a block in x, y and z: one to three expressions.
        block: Vec<Spanned>,
        /// Arguments in order: a buffer's name, or an expression for a number.
        #[serde(default)]
        args: Vec<Spanned>,
        /// Bytes of dynamic shared memory of a block, an expression; 0 if absent.
        #[serde(default)]
        dynamic_shared: Option<Spanned>,
        /// Preferred share of the L1 that is shared memory, in percent; the driver's choice if
        /// absent.
        #[serde(default)]
        carveout: Option<Spanned>,
        /// Bytes of dynamic shared memory that the kernel is permitted, an expression, as by
        /// `cudaFuncAttributeMaxDynamicSharedMemorySize`; without it 48 KiB less the static
        /// shared memory.
        #[serde(default)]
        max_dynamic_shared: Option<Spanned>,
        /// Through which caches the kernel's loads of global memory go.
        #[serde(default)]
        load_cache: LoadCache,
        /// Registers of a thread at most, an expression: nvcc's `-maxrregcount`.
        #[serde(default)]
        max_registers: Option<Spanned>,
        /// What the launch finds in the L2; nothing if absent.
        #[serde(default)]
        caches: Caches,
        /// How the launch must fault; it must end if absent.
        #[serde(default)]
        faults: Option<Faulty>,
    },
    /// Does steps again and again: how often, an expression, and the steps. Each launch in it
    /// gets the number of its turn behind its name: `step_0`, `step_1`, …
    Repeat(Spanned, Vec<Step>),
    /// The same with a name for the number of the turn, which expressions in the steps may use:
    /// it runs from 0 to below the second expression.
    For(Spanned, Spanned, Vec<Step>),
    /// Gives a buffer new contents.
    Fill {
        /// The buffer.
        buffer: Spanned,
        /// The contents; zero if absent.
        #[serde(default)]
        init: Init,
    },
    /// Gives the first elements of a `__constant__` or `__device__` variable new values; the
    /// others keep theirs.
    Symbol {
        /// The variable.
        name: Spanned,
        /// The values of its elements in order of address: expressions.
        values: Vec<Spanned>,
    },
}

/// Through which caches loads of global memory go, where the source does not say: nvcc's
/// `-Xptxas -dlcm`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
pub enum LoadCache {
    /// L1 and L2.
    #[default]
    #[serde(rename = "ca")]
    All,
    /// The L2 alone.
    #[serde(rename = "cg")]
    Global,
}

/// What a launch finds in the L2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub enum Caches {
    /// Nothing: it is measured as if it were alone.
    #[default]
    Cold,
    /// What the launch before left there. Its L1s are empty all the same: a launch invalidates
    /// them.
    Kept,
}

/// How a launch can be meant to fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
pub enum Faulty {
    /// Its warps go round in circles for ever.
    Livelock,
    /// No warp can go on.
    Deadlock,
    /// An access outside what it may touch.
    OutOfBounds,
    /// An address that is not a multiple of the access's width.
    Misaligned,
    /// An assertion of the kernel does not hold.
    Assertion,
    /// The kernel stops itself: by `__trap`, or in a compiled module by an assertion.
    Trap,
}

/// Something that must hold after the last step.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Expectation {
    /// Every element of a buffer equals an expression over its index `i`, the parameters and
    /// other buffers: `in[j]` is the initial value, `after(in)[j]` that after the last step.
    Buffer {
        /// The buffer.
        name: Spanned,
        /// What element `i` must equal.
        equals: Spanned,
        /// Allowed difference in the element's unit; 0 if absent.
        #[serde(default)]
        abs: Option<Spanned>,
        /// Allowed difference as a part of the value wanted; 0 if absent.
        #[serde(default)]
        rel: Option<Spanned>,
    },
    /// A reduction of an expression over indices equals a number.
    Reduce {
        /// Which reduction.
        op: ReduceOp,
        /// An expression over the index `i`, as in `Buffer`.
        of: Spanned,
        /// `i` runs from 0 to below this.
        count: Spanned,
        /// What the result must equal.
        equals: Spanned,
        /// Allowed difference; 0 if absent.
        #[serde(default)]
        abs: Option<Spanned>,
        /// Allowed difference as a part of the value wanted; 0 if absent.
        #[serde(default)]
        rel: Option<Spanned>,
    },
    /// A condition on counters, by launch: `"cycles(padded) < 0.6 * cycles(shared)"`.
    Assert(Spanned),
}

/// A sentence about the launches, put to the test. A lecture may err, and what was so on one GPU
/// need not be so on the next: the file says where it holds and where not, and why.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The sentence.
    pub text: Spanned,
    /// Who says so, and where.
    #[serde(default)]
    pub source: Option<Spanned>,
    /// The condition on counters that it comes to, as in `Assert`.
    pub holds: Spanned,
    /// GPUs on which it is tested: it must hold there, unless `false_on` has them.
    #[serde(default)]
    pub on: Vec<Spanned>,
    /// GPUs on which it must not hold, each with the reason.
    #[serde(default)]
    pub false_on: Entries<Spanned>,
}

/// How many values become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
pub enum ReduceOp {
    /// Their sum: exact for integers, in double precision for floats.
    Sum,
    /// The smallest.
    Min,
    /// The largest.
    Max,
    /// How many are not zero.
    Count,
}
