//! Kernel bodies as RON data: the types that a workload file deserialises into.
//!
//! A body is CUDA C text ([`crate::cuda`]), in the file itself or in one of its own:
//!
//! ```text
//! Kernel(code: r#"__global__ void k(float *out) { … }"#)
//! Kernel(cuda: "student.cu", entry: "k")
//! ```
//!
//! or statements as data.
//! Statements are data, expressions are strings in C ([`crate::cexpr`]); the grammar of a body:
//!
//! ```text
//! Kernel(
//!   launch_bounds: ["256", "8"],                            threads, blocks of an SM (optional)
//!   params:    [Ptr("out", F32), ConstPtr("in", C("uchar3")), U32("W"), …],
//!   constants: [Const("TILE", "32"), …],                    compile-time numbers (optional)
//!   shared:    [Shared("tile", F32, ["TILE", "TILE + 1"]),  static (optional)
//!               Dynamic("scratch", F32)],                   sized by the launch
//!   constant_buffers: [Constant("weights", F32, ["9"])],    __constant__ (optional)
//!   globals:   [Global("total", F32, [], ["3.14f"])],       __device__ (optional), first values
//!   body:      [statement, …],
//! )
//!
//! Let("x", "value")                  a new variable of the value's type
//! Let("float x", "value")            … of this type; so also "volatile float *p"
//! Var("float v[4]")                  a new variable or local array without a value
//! Assign("x", "value")               x = value
//! Store("a[i]", "value")             a[i] = value, where the target must be memory
//! Expr("x += 1"), Expr("f(x)")       any expression statement of C
//! If("condition", [then])
//! IfElse("condition", [then], [else])
//! For("int j = 0", "j < 32", "j += 8", [body])    "j = 0" declares j, too;
//!                                                "j += 8, k--" does both
//! While("condition", [body])         DoWhile([body], "condition")
//! Switch("value", [Case(["0", "1"], [body]), Default([body])])
//! Unroll(4, For(…))                  the hint of #pragma unroll; 0 for all trips
//! Break, Continue, Return, ReturnValue("value")
//! Barrier                            __syncthreads()
//! SyncWarp                           __syncwarp()
//! Fence(Block | Device | System)     __threadfence…()
//! Block([body])                      a scope of its own
//! ```
//!
//! Atomics, votes, shuffles, math and cache operators are calls under CUDA's names, in any
//! expression. A statement's scope is C's: a name lives to the end of its list.
//!
//! What parses here becomes [`crate::ast`]; what the compiler does not support yet is refused
//! there or in lowering, with a message that says so.

mod parse;
mod text;
mod write;

use crate::source::Span;
use crate::spans::{Mark, Spanned};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

pub use parse::parse;
pub use text::Text;
pub use write::write;

/// Element types of pointers and arrays.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
pub enum Element {
    /// `signed char`
    I8,
    /// `unsigned char`
    U8,
    /// `short`
    I16,
    /// `unsigned short`
    U16,
    /// `int`
    I32,
    /// `unsigned int`
    U32,
    /// `long long`
    I64,
    /// `unsigned long long`
    U64,
    /// `__half`
    F16,
    /// `__nv_bfloat16`
    BF16,
    /// `__half2`
    F16x2,
    /// `__nv_bfloat162`
    BF16x2,
    /// `float`
    F32,
    /// `double`
    F64,
    /// `int2`
    I32x2,
    /// `int4`
    I32x4,
    /// `uint2`
    U32x2,
    /// `uint4`
    U32x4,
    /// `float2`
    F32x2,
    /// `float4`
    F32x4,
    /// `double2`
    F64x2,
    /// `int3`: three accesses, as its alignment is an element's
    I32x3,
    /// `uint3`
    U32x3,
    /// `float3`
    F32x3,
    /// `double3`
    F64x3,
    /// `char2`
    I8x2,
    /// `char4`
    I8x4,
    /// `uchar2`
    U8x2,
    /// `uchar3`
    U8x3,
    /// `uchar4`
    U8x4,
    /// `short2`
    I16x2,
    /// `short4`
    I16x4,
    /// `ushort2`
    U16x2,
    /// `ushort4`
    U16x4,
    /// `longlong2`
    I64x2,
    /// `ulonglong2`
    U64x2,
    /// Any other type by its name in C: `C("volatile float")`, `C("bool")`
    C(Spanned),
}

/// A kernel or function parameter.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub enum Param {
    /// A pointer to global memory.
    Ptr(Spanned, Element),
    /// A `const … __restrict__` pointer: nobody writes there while the kernel runs, so loads
    /// go through the read-only path.
    ConstPtr(Spanned, Element),
    /// A `signed char`.
    I8(Spanned),
    /// An `unsigned char`.
    U8(Spanned),
    /// A `short`.
    I16(Spanned),
    /// An `unsigned short`.
    U16(Spanned),
    /// An `int`.
    I32(Spanned),
    /// An `unsigned int`.
    U32(Spanned),
    /// A `long long`.
    I64(Spanned),
    /// An `unsigned long long`.
    U64(Spanned),
    /// A `__half`.
    F16(Spanned),
    /// A `__nv_bfloat16`.
    BF16(Spanned),
    /// A `float`.
    F32(Spanned),
    /// A `double`.
    F64(Spanned),
    /// A value of any type, such as a vector of a device function.
    Value(Spanned, Element),
    /// A reference of a device function: another name for the argument.
    Reference(Spanned, Element),
}

/// A compile-time number.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Const(
    /// Its name.
    pub Spanned,
    /// Its value: an expression of literals and earlier constants.
    pub Spanned,
);

/// An array that the threads of a block share.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub enum Shared {
    /// `__shared__ element name[extent]…`; no extent for a single element.
    Shared(Spanned, Element, Vec<Spanned>),
    /// `extern __shared__ element name[]`: its size comes with the launch.
    Dynamic(Spanned, Element),
}

/// `__constant__ element name[extent]… = { value, … }`: a variable of the module in constant
/// memory. A buffer of the workload with its name is what the host copies there before each
/// launch; without one it has its first values.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Constant(
    /// Its name.
    pub Spanned,
    /// What an element is.
    pub Element,
    /// Extents, outermost first; none for a single element.
    pub Vec<Spanned>,
    /// First values in order of address; those left out are zero.
    #[serde(default)]
    pub Vec<Spanned>,
);

/// `__device__ element name[extent]… = { value, … }`: a variable of the module in global
/// memory, the same in every kernel that declares it. A buffer of the workload with its name is
/// that variable.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Global(
    /// Its name.
    pub Spanned,
    /// What an element is.
    pub Element,
    /// Extents, outermost first; none for a single element.
    pub Vec<Spanned>,
    /// First values in order of address; those left out are zero.
    #[serde(default)]
    pub Vec<Spanned>,
);

/// A device function.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Function {
    /// Its name.
    pub name: Spanned,
    /// Its parameters.
    #[serde(default)]
    pub params: Vec<Param>,
    /// What it returns, if anything.
    #[serde(default)]
    pub returns: Option<Element>,
    /// Its statements.
    pub body: Vec<Statement>,
}

/// A kernel's body: CUDA C text, here or in a file of its own, or statements as data.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KernelBody {
    /// CUDA C text that holds the kernel; nothing else is given then but `entry`.
    #[serde(default)]
    pub code: Option<Spanned>,
    /// A file of CUDA C text that holds the kernel, relative to the workload's folder; nothing
    /// else is given then but `entry`.
    #[serde(default)]
    pub cuda: Option<Spanned>,
    /// The kernel's name in the text. If absent, it is the name under which the kernel stands
    /// in the workload, or the only kernel's.
    #[serde(default)]
    pub entry: Option<Spanned>,
    /// What launches keep to, as CUDA's `__launch_bounds__`: threads of a block at most, and
    /// perhaps how many blocks an SM is to hold at once.
    #[serde(default)]
    pub launch_bounds: Vec<Spanned>,
    /// Parameters, in order.
    #[serde(default)]
    pub params: Vec<Param>,
    /// Compile-time numbers.
    #[serde(default)]
    pub constants: Vec<Const>,
    /// Shared arrays.
    #[serde(default)]
    pub shared: Vec<Shared>,
    /// Variables in constant memory.
    #[serde(default)]
    pub constant_buffers: Vec<Constant>,
    /// Variables in global memory.
    #[serde(default)]
    pub globals: Vec<Global>,
    /// Device functions.
    #[serde(default)]
    pub functions: Vec<Function>,
    /// The statements.
    #[serde(default)]
    pub body: Option<Vec<Statement>>,
}

/// A statement and its place: that of the word it begins with.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it is.
    pub kind: StatementKind,
    /// Where its first word stands.
    pub span: Span,
}

/// Who must see a fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
pub enum Scope {
    /// The block's threads.
    Block,
    /// The device's.
    Device,
    /// The whole system.
    System,
}

/// A part of a `Switch`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub enum Case {
    /// Where the value is one of these constants. Cases do not fall through.
    Case(Vec<Spanned>, Vec<Statement>),
    /// Where it is none of the others'.
    Default(Vec<Statement>),
}

/// What a statement is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub enum StatementKind {
    /// A new variable with its value: `Let("x", "1")`, `Let("float x", "1")`.
    Let(Spanned, Spanned),
    /// A new variable or local array without a value: `Var("float v[4]")`.
    Var(Spanned),
    /// `target = value`.
    Assign(Spanned, Spanned),
    /// `target = value`, where the target is memory.
    Store(Spanned, Spanned),
    /// An expression statement: a call, `x += 1`, `x++`.
    Expr(Spanned),
    /// `if (condition) { … }`.
    If(Spanned, Vec<Statement>),
    /// `if (condition) { … } else { … }`.
    IfElse(Spanned, Vec<Statement>, Vec<Statement>),
    /// `for (init; condition; step) { … }`.
    For(Spanned, Spanned, Spanned, Vec<Statement>),
    /// `while (condition) { … }`.
    While(Spanned, Vec<Statement>),
    /// `do { … } while (condition);`.
    DoWhile(Vec<Statement>, Spanned),
    /// `switch (value) { … }`.
    Switch(Spanned, Vec<Case>),
    /// `#pragma unroll n` before a loop.
    Unroll(u32, Box<Statement>),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return;`
    Return,
    /// `return value;` of a device function.
    ReturnValue(Spanned),
    /// `__syncthreads();`
    Barrier,
    /// `__syncwarp();`
    SyncWarp,
    /// `__threadfence_block();`, `__threadfence();`, `__threadfence_system();`
    Fence(Scope),
    /// `{ … }`
    Block(Vec<Statement>),
}

impl StatementKind {
    /// The word that it begins with.
    pub fn name(&self) -> &'static str {
        match self {
            StatementKind::Let(..) => "Let",
            StatementKind::Var(..) => "Var",
            StatementKind::Assign(..) => "Assign",
            StatementKind::Store(..) => "Store",
            StatementKind::Expr(..) => "Expr",
            StatementKind::If(..) => "If",
            StatementKind::IfElse(..) => "IfElse",
            StatementKind::For(..) => "For",
            StatementKind::While(..) => "While",
            StatementKind::DoWhile(..) => "DoWhile",
            StatementKind::Switch(..) => "Switch",
            StatementKind::Unroll(..) => "Unroll",
            StatementKind::Break => "Break",
            StatementKind::Continue => "Continue",
            StatementKind::Return => "Return",
            StatementKind::ReturnValue(..) => "ReturnValue",
            StatementKind::Barrier => "Barrier",
            StatementKind::SyncWarp => "SyncWarp",
            StatementKind::Fence(..) => "Fence",
            StatementKind::Block(..) => "Block",
        }
    }
}

impl<'de> Deserialize<'de> for Statement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mark = Mark::here();
        let kind = StatementKind::deserialize(deserializer)?;
        let span = mark.identifier(kind.name());
        Ok(Self { kind, span })
    }
}

impl JsonSchema for Statement {
    fn inline_schema() -> bool {
        StatementKind::inline_schema()
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        StatementKind::schema_name()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        StatementKind::json_schema(generator)
    }
}
