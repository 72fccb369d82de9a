//! Operations whose effect stays inside the warp's registers.

use super::matrix::Product;
use super::mode::Extremum;
use super::mode::{FloatMode, FloatWidth, HalfMode, IntWidth, PackedInt, Shift};
use crate::exec::execute::{Format, HalfOp};
use sim_isa::Part;
use sim_isa::modifier::{
    BoolOp, Float8, FloatCmp, IntCmp, IntRounding, MufuFn, PrmtMode, QuerySpace, ReduxOp, Rounding,
    ShflMode, VoteMode,
};

/// An operation whose effect stays inside the warp's registers.
///
/// `d` is the destination, `a`, `b`, `c` the sources, `p0`, `p1` the predicate
/// results and `q0`, `q1`, `q2` the predicate sources, as in the opcode table.
/// Operations of the uniform datapath are the same with [`Uop::uniform`](super::Uop::uniform) set.
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
        /// The float's lowest bit in its register.
        at: u8,
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
    /// `d = a * b` times so many powers of two.
    FmulScaled(FloatMode, i8),
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
    /// The same of a float of 16 bits, from bit `at` of its register on.
    MufuHalf {
        function: MufuFn,
        format: Format,
        at: u8,
    },
    /// A float from another width.
    F2f {
        to: FloatWidth,
        from: FloatWidth,
        /// The float's lowest bit in its register.
        at: u8,
        mode: FloatMode,
    },
    /// An integer from a float; with `ntz` a NaN becomes zero.
    F2i {
        to: IntWidth,
        from: FloatWidth,
        /// The float's lowest bit in its register.
        at: u8,
        rounding: IntRounding,
        ftz: bool,
        ntz: bool,
    },
    /// A float from an integer.
    I2f {
        to: FloatWidth,
        from: IntWidth,
        /// The integer's lowest bit in its register.
        at: u8,
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
    /// Two halves: `d = q0 ? min(a, b, c) : max(a, b, c)`.
    HalfExtremum {
        mode: HalfMode,
        nan: bool,
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
    /// `d` = a and b as halves, a (`merge`: the low half of c) high.
    HalfPack {
        mode: HalfMode,
        rounding: Rounding,
        merge: bool,
    },
    /// `d` = a and b, or the `halves` of b, as floats of 8 bits, below the low half of c.
    Pack8 {
        to: Float8,
        halves: bool,
        relu: bool,
    },
    /// `d` = two floats of 8 bits of a, from bit `at` on, as halves.
    Unpack8 {
        from: Float8,
        at: u8,
        relu: bool,
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
    /// `d = |a - b|` of four bytes each.
    Vabsdiff4 {
        /// The sum of all four and `c` instead.
        sum: bool,
    },
    /// Two sums of 16 bits.
    AddHalves,
    /// VIMNMX, VIMNMX3 and VIADDMNMX in all their kinds.
    Extremum(Extremum),
    /// `d` = a clamped to a narrower integer.
    Saturate(PackedInt),
    /// `d` = a and b clamped and packed below what c holds from bit `at` on.
    PackIntegers {
        to: PackedInt,
        at: u8,
    },
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
    /// `d = a * b + c`, matrices.
    Product(Product),
    /// `d` = a, an 8×8 matrix of 16 bits, transposed.
    Transpose,
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

impl Special {
    /// The register of this number, as listings with their encodings show them.
    pub fn of(number: u8) -> Option<Special> {
        Some(match number {
            0x00 => Special::LaneId,
            0x20 => Special::TidPacked,
            0x21..=0x23 => Special::Tid(number - 0x21),
            0x25..=0x27 => Special::Ctaid(number - 0x25),
            0x38 => Special::EqMask,
            0x39 => Special::LtMask,
            0x3a => Special::LeMask,
            0x3b => Special::GtMask,
            0x3c => Special::GeMask,
            0x03 => Special::VirtualId,
            0x2f => Special::SharedWindowHigh,
            // SR_LMEMHIOFF: how deep the stack may reach, which unoptimised code compares with.
            // Here it may use all of its local memory; what leaves that faults.
            0x37 => Special::Zero,
            0x43 => Special::SmId,
            0x50 => Special::ClockLo,
            0x51 => Special::ClockHi,
            0x52 => Special::GlobalTimerLo,
            0x53 => Special::GlobalTimerHi,
            0x88 => Special::CgaCtaId,
            0xff => Special::Zero,
            _ => return None,
        })
    }

    /// Whether it says where a thread stands in its block or warp. Of the masks `SR_LTMASK` was measured
    /// (`compact_4m` of the kernels set).
    pub fn is_index_of_thread(self) -> bool {
        matches!(
            self,
            Special::LaneId
                | Special::Tid(_)
                | Special::EqMask
                | Special::LtMask
                | Special::LeMask
                | Special::GtMask
                | Special::GeMask
        )
    }
}
