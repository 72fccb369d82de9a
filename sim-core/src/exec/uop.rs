//! The micro-operation: an instruction in the form that the core runs.

pub use super::execute::{Format, HalfOp};
use super::memory_op::{MemOp, Scope};
use sim_isa::modifier::{
    BarReduction, BoolOp, FloatCmp, IntCmp, IntRounding, MufuFn, PrmtMode, QuerySpace, ReduxOp,
    Rounding, ShflMode, ShiftType, VoteMode,
};
use sim_isa::{Op, Part, Pipe};

/// A register number that drops what is written to it.
pub const DROP: u8 = 255;
/// A predicate number that reads as true and drops what is written to it.
pub const TRUE: u8 = 7;
/// A uniform register number that reads as zero.
pub const UNIFORM_ZERO: u8 = 63;

/// Where an operand's value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Src {
    /// A register row of the warp; a pair starts here.
    Row(u8),
    /// A uniform register.
    Uniform(u8),
    /// The immediate of this operand's slot ([`Uop::imm`]); also `RZ` and constants.
    Imm,
}

/// What is done to a source's bits before it is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Fix {
    /// Nothing.
    #[default]
    None,
    /// `-x` of a float: the sign bit flips.
    FloatNeg,
    /// `|x|` of a float: the sign bit clears.
    FloatAbs,
    /// `-|x|` of a float: the sign bit sets.
    FloatNegAbs,
    /// The same three on both halves.
    HalfNeg,
    /// `|x|` of both halves.
    HalfAbs,
    /// `-|x|` of both halves.
    HalfNegAbs,
    /// `-x` of an integer.
    Neg,
    /// `|x|` of an integer.
    Abs,
    /// `~x`.
    Not,
}

/// A source operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Operand {
    /// Where the value comes from.
    pub src: Src,
    /// What is done to it.
    pub fix: Fix,
}

impl Operand {
    /// The operand's slot in [`Uop::imm`], unchanged.
    pub const IMM: Operand = Operand {
        src: Src::Imm,
        fix: Fix::None,
    };
}

/// A predicate as a source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PredIn {
    /// The predicate, [`TRUE`] for `PT`.
    pub index: u8,
    /// Whether it is inverted.
    pub not: bool,
    /// Whether it is a uniform predicate.
    pub uniform: bool,
}

impl PredIn {
    /// `PT`.
    pub const TRUE: PredIn = PredIn {
        index: TRUE,
        not: false,
        uniform: false,
    };

    /// Whether it is `PT`, so that it never keeps a lane from executing.
    pub const fn is_true(self) -> bool {
        self.index == TRUE && !self.not
    }
}

/// How a float result is rounded, flushed and clamped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatMode {
    /// Rounding.
    pub rounding: Rounding,
    /// Whether subnormal sources and results count as zero.
    pub ftz: bool,
    /// Whether the result is clamped to 0…1 (a NaN becomes zero).
    pub sat: bool,
}

impl FloatMode {
    /// To nearest, subnormals kept, not clamped.
    pub const PLAIN: FloatMode = FloatMode {
        rounding: Rounding::Rn,
        ftz: false,
        sat: false,
    };
}

/// An operation whose effect stays inside the warp's registers.
///
/// `d` is the destination, `a`, `b`, `c` the sources, `p0`, `p1` the predicate
/// results and `q0`, `q1`, `q2` the predicate sources, as in the opcode table.
/// Operations of the uniform datapath are the same with [`Uop::uniform`] set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Alu {
    /// `d = a`.
    Mov,
    /// `d (pair) = a (pair)`.
    MovPair,
    /// `d = q0 ? a : b`.
    Sel,
    /// The same for floats.
    Fsel {
        ftz: bool,
    },
    /// `d = a + b + c` and carries.
    Iadd3,
    /// The same with the carries q0, q1 coming in.
    Iadd3Carry,
    /// `d = a * b + c`, low word.
    Imad,
    /// The same plus the carry q0.
    ImadCarry,
    /// `d (pair) = a * b + c (pair)`, carry out in p0; `carry` adds q0.
    ImadWide {
        signed: bool,
        carry: bool,
    },
    /// The high word of the same.
    ImadHi {
        signed: bool,
        carry: bool,
    },
    /// `d = (a << shift) + b`, carry out in p0; `carry` adds q0.
    Lea {
        shift: u8,
        carry: bool,
    },
    /// `d = ((c:a) << shift >> 32) + b`; `sx32` takes a's sign for c, `carry` adds q0.
    LeaHi {
        shift: u8,
        sx32: bool,
        carry: bool,
    },
    /// `d = table(a, b, c)`, `p0 = (d != 0) or q0` (`and q0`).
    Lop3 {
        table: u8,
        and: bool,
    },
    /// `p0`, `p1` = tables of q0, q1, q2.
    Plop3 {
        first: u8,
        second: u8,
    },
    /// Funnel shift of c:a by b.
    Shf(Shift),
    /// `d = |a|`.
    Iabs,
    /// `d = q0 ? min(a, b) : max(a, b)`.
    Vimnmx {
        signed: bool,
    },
    /// `d = q0 ? min(a + b, c) : max(a + b, c)`.
    Viaddmnmx {
        signed: bool,
    },
    /// `d` = ones in a.
    Popc,
    /// `d` = position of the highest one (of the highest bit unlike the sign);
    /// `shift` returns the distance to the top instead.
    Flo {
        signed: bool,
        shift: bool,
    },
    /// `p0 = (a cmp b) op q0`, `p1 = !(a cmp b) op q0`.
    /// `extended` compares the high words, where q1 holds the answer of the low ones.
    Isetp {
        cmp: IntCmp,
        signed: bool,
        combine: BoolOp,
        extended: bool,
    },
    /// Bytes of c:a that the nibbles of b pick.
    Prmt(PrmtMode),
    /// `d` = a with its bits in opposite order.
    Brev,
    /// `d` = a rounded to a whole number.
    Frnd {
        width: FloatWidth,
        rounding: IntRounding,
        ftz: bool,
    },
    /// FSETP of doubles.
    Dsetp {
        cmp: FloatCmp,
        combine: BoolOp,
    },
    /// `d` = the executing lanes with the same a; with `all` none unless all
    /// have it, and `p0` says whether.
    Match {
        all: bool,
        wide: bool,
    },
    Fadd(FloatMode),
    Fmul(FloatMode),
    Ffma(FloatMode),
    /// `d = q0 ? min(a, b) : max(a, b)`; `nan`: a NaN wins.
    Fmnmx {
        ftz: bool,
        nan: bool,
        xorsign: bool,
    },
    Fsetp {
        cmp: FloatCmp,
        ftz: bool,
        combine: BoolOp,
    },
    /// `p0` = whether a / b needs the slow path.
    Fchk,
    Mufu(MufuFn),
    /// A float from another width.
    F2f {
        to: FloatWidth,
        from: FloatWidth,
        mode: FloatMode,
    },
    /// An integer from a float; with `ntz` a NaN becomes zero.
    F2i {
        to: IntWidth,
        from: FloatWidth,
        rounding: IntRounding,
        ftz: bool,
        ntz: bool,
    },
    /// A float from an integer.
    I2f {
        to: FloatWidth,
        from: IntWidth,
        rounding: Rounding,
    },
    Dadd {
        rounding: Rounding,
    },
    Dmul {
        rounding: Rounding,
    },
    Dfma {
        rounding: Rounding,
    },
    /// Two halves: sums and products, with the parts of the sources.
    Half(HalfOp, HalfMode, [Part; 3]),
    /// Two halves: `d = q0 ? min(a, b) : max(a, b)`.
    HalfMinMax {
        mode: HalfMode,
        nan: bool,
        xorsign: bool,
        parts: [Part; 3],
    },
    /// Two halves: `p0`, `p1` = `(a cmp b) op q0`.
    HalfSetp {
        cmp: FloatCmp,
        combine: BoolOp,
        mode: HalfMode,
        parts: [Part; 3],
    },
    /// Two halves: `d` = ones or 1.0 where `(a cmp b) op q0`.
    HalfSet {
        cmp: FloatCmp,
        combine: BoolOp,
        one: bool,
        mode: HalfMode,
        parts: [Part; 3],
    },
    /// `d` = a and b as halves, a (`merge`: the high half of c) high.
    HalfPack {
        mode: HalfMode,
        rounding: Rounding,
        merge: bool,
    },
    /// `d` = the low b bits of a, extended.
    Sgxt {
        signed: bool,
        wrap: bool,
    },
    /// `d` = b ones from bit a on.
    Bmsk {
        wrap: bool,
    },
    /// `d` = c plus a dot product of bytes; `halves`: of a's halves with b's
    /// lower or upper two bytes.
    Idp {
        a_signed: bool,
        b_signed: bool,
        halves: Option<bool>,
    },
    /// `d = |a - b| + c`.
    Vabsdiff {
        signed: bool,
    },
    /// The same of four bytes, summed.
    Vabsdiff4,
    /// Two sums of 16 bits.
    AddHalves,
    /// VIMNMX on one integer or two, negative results zero with `relu`.
    MinMax {
        signed: bool,
        halves: bool,
        relu: bool,
    },
    /// The minimum or maximum of three.
    MinMax3 {
        signed: bool,
    },
    /// `d` = a clamped to a narrower integer.
    Saturate(PackedInt),
    /// `d` = a and b clamped and packed below c.
    PackIntegers(PackedInt),
    /// The same of floats.
    PackFloats {
        to: PackedInt,
        rounding: IntRounding,
    },
    /// `d` = a with predicates in one byte.
    P2r {
        which: u8,
        byte: u8,
    },
    /// Predicates = the bits of one byte of a.
    R2p {
        which: u8,
        byte: u8,
    },
    /// `p0`, `p1` = tables of the signs of a, b, c.
    Plop3Sign {
        first: u8,
        second: u8,
    },
    /// `d` = 1.0 or 0 as `(a cmp b) op q0`.
    Fset {
        cmp: FloatCmp,
        ftz: bool,
        combine: BoolOp,
    },
    /// `p0` = whether a is the minimum (maximum) of two doubles, `p1` = both are NaNs.
    DoubleMinMax {
        smaller: bool,
    },
    /// `d (uniform)` = a of the first executing lane; `p0` = the lanes with another
    /// value (`or`: or it was true before).
    R2ur {
        or: bool,
    },
    /// `p0` = whether the generic address a (pair) lies in a space.
    Qspc {
        space: QuerySpace,
        offset: i32,
    },
    /// `d`, `p0` = what the block's barrier has reduced for the warp.
    BarrierResult,
    /// `d = a` of another lane, `p0` = whether it is in range.
    Shfl(ShflMode),
    /// `d` = ballot of q0, `p0` = all, any or equal.
    Vote(VoteMode),
    /// `d (uniform)` = a reduced over the executing lanes.
    Redux {
        op: ReduxOp,
        signed: bool,
    },
    /// `d` = a special register.
    Special(Special),
    /// `d (pair)` = a special register of 64 bits.
    SpecialPair(Special),
}

/// A width and sign of integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum IntWidth {
    U8,
    S8,
    U16,
    S16,
    U32,
    S32,
    U64,
    S64,
}

/// A width of floats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FloatWidth {
    F16,
    Bf16,
    F32,
    F64,
}

/// How halves are computed with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HalfMode {
    /// Their format.
    pub format: Format,
    /// Whether subnormal sources and results count as zero.
    pub ftz: bool,
    /// Whether results are clamped to 0…1.
    pub sat: bool,
    /// Whether negative results become zero.
    pub relu: bool,
    /// Whether there is one result in single precision.
    pub single: bool,
}

/// An integer narrower than a register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedInt {
    /// Its bits.
    pub bits: u32,
    /// Whether it is signed.
    pub signed: bool,
}

/// A funnel shift.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shift {
    /// To the right.
    pub right: bool,
    /// What comes in and how wide the shifted value is.
    pub ty: ShiftType,
    /// The amount wraps instead of being clamped.
    pub wrap: bool,
    /// The high word is returned.
    pub high: bool,
}

/// A special register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Special {
    /// `SRZ`: zero.
    Zero,
    /// The lane's number.
    LaneId,
    /// The thread's coordinate in its block, by axis.
    Tid(u8),
    /// The three thread coordinates packed: x in 0…15, y in 16…25, z in 26…31.
    TidPacked,
    /// The block's coordinate in the grid, by axis.
    Ctaid(u8),
    /// The rank of the block in its cluster: 0 without clusters.
    CgaCtaId,
    /// The warp's slot on its SM, in bits 8…14.
    VirtualId,
    /// The high word of the generic window of shared memory.
    SharedWindowHigh,
    /// The SM.
    SmId,
    /// The lane itself, as a mask.
    EqMask,
    /// The lanes below it.
    LtMask,
    /// The lanes below it and itself.
    LeMask,
    /// The lanes above it.
    GtMask,
    /// The lanes above it and itself.
    GeMask,
    /// The cycle counter, low word.
    ClockLo,
    /// The cycle counter, high word.
    ClockHi,
    /// Nanoseconds, low word.
    GlobalTimerLo,
    /// Nanoseconds, high word.
    GlobalTimerHi,
}

/// An instruction that moves the warp's lanes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum ControlOp {
    /// BRA: the guarded lanes go to `target`. `meet` is the immediate
    /// post-dominator of a branch that can diverge ([`NEVER`] if there is
    /// none), for the reconvergence stack.
    Branch { target: u32, meet: u32 },
    /// BRA.DIV: goes to `target` if the running lanes are not those of `b`;
    /// BRA.CONV (`converged`): if they are.
    BranchIfDiverged { target: u32, converged: bool },
    /// BRA.U.ANY: all running lanes go to `target` if any passes the guard.
    BranchIfAny { target: u32 },
    /// BRX, RET: each lane goes to its register pair `a` plus `base` bytes.
    Indirect { base: i64, meet: u32 },
    /// CALL.REL.
    Call { target: u32 },
    /// The guarded lanes end.
    Exit,
    /// BPT.TRAP: the kernel stops with a fault if any lane passes the guard.
    Trap,
    /// An instruction of the convergence barriers.
    Converge(ConvergeOp),
}

/// An instruction that brings diverged lanes together again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum ConvergeOp {
    /// BSSY: the running lanes will meet; `barrier` remembers them.
    Bssy { barrier: u8 },
    /// BSYNC: waits for the lanes of `barrier`.
    Bsync { barrier: u8 },
    /// BREAK: the guarded lanes leave `barrier`.
    Break { barrier: u8 },
    /// WARPSYNC with the mask `a`.
    WarpSync,
    /// WARPSYNC.ALL.
    WarpSyncAll,
    /// WARPSYNC.COLLECTIVE with the mask `a`; the lanes go to `resume` when
    /// ENDCOLLECTIVE ends it.
    Collective { resume: u32 },
    /// ENDCOLLECTIVE.
    EndCollective,
    /// YIELD.
    Yield,
    /// BMOV.CLEAR of a barrier whose lanes nobody asks for.
    Clear { barrier: u8 },
}

/// No instruction.
pub const NEVER: u32 = u32::MAX;

/// A barrier of the block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BarOp {
    /// Whether the warp waits (SYNC) or only arrives (ARV).
    pub waits: bool,
    /// The barrier, 0…15.
    pub id: u8,
    /// How many threads take part, if not all of the block.
    pub threads: Option<u16>,
    /// Which of the two a register holds instead: source 0 the barrier in bits
    /// 0…3, source 1 the threads in bits 16…27.
    pub in_registers: [bool; 2],
    /// What is reduced of q0 over the arriving threads.
    pub reduction: Option<BarReduction>,
}

/// What an instruction is to the SM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Values stay inside the registers: [`Executor::execute`](super::Executor::execute).
    Alu(Alu),
    /// A load, store, atomic or reduction.
    Memory(MemOp),
    /// Lanes move: [`WarpControl::step`](super::WarpControl::step).
    Control(ControlOp),
    /// A barrier of the block.
    Barrier(BarOp),
    /// A fence.
    Membar(Scope),
    /// CCTL.IVALL: the SM's L1 lines are dropped.
    InvalidateL1,
    /// Nothing (NOP, ERRBAR, CGAERRBAR).
    Nop,
}

/// An address in constant memory, for the timing of constant caches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConstAddr {
    /// The bank.
    pub bank: u8,
    /// The offset in bytes.
    pub offset: u16,
}

/// Scheduling facts of an instruction, from its control field and operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sched {
    /// Cycles until the warp may issue its next instruction.
    pub stall: u8,
    /// Whether another warp should be preferred next.
    pub yield_hint: bool,
    /// The dependence counter released when the result is written; 7 is none.
    pub write_barrier: u8,
    /// The dependence counter released when the sources are read; 7 is none.
    pub read_barrier: u8,
    /// Counters that must be zero before issue, a bit each.
    pub wait_mask: u8,
    /// Registers to read from the even and the odd bank.
    pub reads: [u8; 2],
    /// The same if the operands that the previous instruction latched with
    /// `.reuse` still hold: it is the preceding one in program order, of the
    /// same warp, and no other warp issued in between on the sub-core.
    pub reads_reused: [u8; 2],
}

/// An instruction in the form that the core runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Uop {
    /// What it does.
    pub kind: Kind,
    /// The destination's first row or uniform register, or [`DROP`].
    pub dst: u8,
    /// Whether it runs on the uniform datapath: results go to uniform
    /// registers and uniform predicates.
    pub uniform: bool,
    /// The predicates that are written, [`TRUE`] for none.
    pub pdst: [u8; 2],
    /// The sources.
    pub src: [Operand; 3],
    /// The sources' immediates.
    pub imm: [u32; 3],
    /// The high words of 64-bit immediates.
    pub imm_high: [u32; 3],
    /// The guard.
    pub guard: PredIn,
    /// The predicate sources.
    pub psrc: [PredIn; 3],
    /// Scheduling facts.
    pub sched: Sched,
    /// The opcode, for its pipe, its latency and the counters.
    pub op: Op,
    /// The pipe that executes it.
    pub pipe: Pipe,
    /// The constant operand, if it has one.
    pub constant: Option<ConstAddr>,
}

impl Fix {
    /// The fixed bits.
    #[inline(always)]
    pub(super) const fn apply(self, bits: u32) -> u32 {
        match self {
            Fix::None => bits,
            Fix::FloatNeg => bits ^ 0x8000_0000,
            Fix::FloatAbs => bits & 0x7fff_ffff,
            Fix::FloatNegAbs => bits | 0x8000_0000,
            Fix::HalfNeg => bits ^ 0x8000_8000,
            Fix::HalfAbs => bits & 0x7fff_7fff,
            Fix::HalfNegAbs => bits | 0x8000_8000,
            Fix::Neg => bits.wrapping_neg(),
            Fix::Abs => (bits as i32).unsigned_abs(),
            Fix::Not => !bits,
        }
    }

    /// The fixed bits of a 64-bit operand.
    #[inline(always)]
    pub(super) const fn apply_wide(self, bits: u64) -> u64 {
        match self {
            Fix::None => bits,
            Fix::FloatNeg | Fix::HalfNeg => bits ^ 1 << 63,
            Fix::FloatAbs | Fix::HalfAbs => bits & !(1 << 63),
            Fix::FloatNegAbs | Fix::HalfNegAbs => bits | 1 << 63,
            Fix::Neg => bits.wrapping_neg(),
            Fix::Abs => (bits as i64).unsigned_abs(),
            Fix::Not => !bits,
        }
    }
}
