//! The opcode table: every opcode is defined here, once.
//!
//! Slots: `d` is `dst`, `p0`/`p1` are `pdst`, `a`, `b`, `c` the sources and
//! `q0`, `q1`, `q2` are `psrc`.

use crate::encoding::Imm as ImmKind;
use crate::encoding::Place::*;
use crate::encoding::Show::{Always, IfFlag, IfFlagNot, IfUsed};
use crate::encoding::Signs::{Neg, NegAbs, NegOrNot, No, Not};
use crate::encoding::Slot::{A, B, C};
use crate::encoding::Uniform::{Absent, Base, Desc};
use crate::encoding::{Arg, Encoding, Form, Width};
use crate::modifier::{Flag, Kind};
pub use crate::pipe::{LatencyClass, Pipe};
use crate::vocabulary::{
    after_blank, bare, carry, d, fix, hex, num, one, p, q, q_if, q_used, src, src_as, src_if,
    suffix, three, two, ud, uniform, up, wide,
};

/// One row of the table.
#[derive(Debug)]
pub struct Row {
    /// The opcode.
    pub op: Op,
    /// Its mnemonic without modifiers.
    pub mnemonic: &'static str,
    /// The unit that executes it.
    pub pipe: Pipe,
    /// What decides when its result is there.
    pub latency: LatencyClass,
    /// One line of documentation.
    pub doc: &'static str,
    /// Its encoding and print order.
    pub encoding: Encoding,
}

macro_rules! ops {
    ( $( $Op:ident $mnemonic:literal $Pipe:ident $Class:ident $doc:literal
         forms [ $($form:expr),* $(,)? ] suffixes [ $($kind:ident $bits:expr),* $(,)? ]
         args [ $($arg:expr),* $(,)? ] fixed [ $($fixed:expr),* $(,)? ]; )+ ) => {
        /// An opcode: a row of the table.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum Op {
            $( #[doc = concat!("`", $mnemonic, "`: ", $doc)] $Op ),+
        }

        /// The table, in the order of [`Op`].
        pub static ROWS: &[Row] = &[
            $( Row {
                op: Op::$Op,
                mnemonic: $mnemonic,
                pipe: Pipe::$Pipe,
                latency: LatencyClass::$Class,
                doc: $doc,
                encoding: Encoding {
                    forms: &[ $($form),* ],
                    suffixes: &[ $(suffix(Kind::$kind, &$bits)),* ],
                    args: &[ $($arg),* ],
                    fixed: &[ $($fixed),* ],
                },
            } ),+
        ];

        impl Op {
            /// Every opcode.
            pub const ALL: &'static [Op] = &[ $( Op::$Op ),+ ];
        }
    };
}

impl Op {
    /// The opcode's row.
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }
}

impl Row {
    /// Whether the guard is a uniform predicate: nothing in the row reads a lane.
    pub fn guard_is_uniform(&self) -> bool {
        let lane = |arg: &Arg| matches!(arg, Arg::PredSrc { uniform: false, .. });
        let written = |arg: &Arg| {
            matches!(
                arg,
                Arg::Dst { uniform: true, .. } | Arg::PredDst { uniform: true, .. }
            )
        };
        let reads = |form: &Form| form.places.iter().any(|p| p.register_bit().is_some());
        let encoding = &self.encoding;
        encoding.args.iter().any(written)
            && !encoding.args.iter().any(lane)
            && !encoding.forms.iter().any(reads)
    }
}

/// A single-precision source.
const fn f(slot: crate::encoding::Slot) -> Arg {
    src_as(slot, Width::One, NegAbs, ImmKind::F32)
}

/// A double-precision source.
const fn f64(slot: crate::encoding::Slot) -> Arg {
    src_as(slot, Width::Two, NegAbs, ImmKind::F64)
}

/// LEA's third source, the high word of the first.
const fn lea_high() -> Arg {
    src_if(C, No, IfFlagNot(Flag::Hi, Flag::Sx32))
}

ops! {
    Iadd3 "IADD3" Alu Alu "d = a + b + c, carries out in p0, p1; with X the carries q0, q1 come in and minus means not"
        forms [three(0x210, Ra, Rb, Rc), three(0x810, Ra, Imm, Rc), three(0xa10, Ra, Const, Rc), three(0xc10, Ra, URb, Rc)]
        suffixes [X [(74, 1)]]
        args [d(Width::One), p(0, 81, IfUsed), p(1, 84, IfUsed), src(A, NegOrNot), src(B, NegOrNot), src(C, NegOrNot), carry(0, 87), carry(1, 77)]
        fixed [];
    Imad "IMAD" FmaHeavy Alu "d = low word of a * b + c; with X plus the carry q0"
        forms [three(0x224, Ra, Rb, Rc), three(0x824, Ra, Imm, Rc), three(0xa24, Ra, Const, Rc), three(0xc24, Ra, URb, Rc), three(0x424, Ra, Rc, Imm), three(0x624, Ra, Rc, Const), three(0xe24, Ra, Rc, URb)]
        suffixes [IntSign [(73, 1)], X [(74, 1)]]
        args [d(Width::One), src(A, No), src(B, No), src(C, NegOrNot), carry(0, 87)]
        fixed [fix(81, 3, 7)];
    ImadWide "IMAD.WIDE" FmaWide Wide "d (pair) = a * b + c (pair), carry out in p0"
        forms [three(0x225, Ra, Rb, Rc), three(0x825, Ra, Imm, Rc), three(0xa25, Ra, Const, Rc), three(0xc25, Ra, URb, Rc), three(0x625, Ra, Rc, Const), three(0xe25, Ra, Rc, URb)]
        suffixes [IntSign [(73, 1)], X [(74, 1)]]
        args [d(Width::Two), p(0, 81, IfUsed), src(A, No), src(B, No), src_as(C, Width::Two, NegOrNot, ImmKind::Signed), carry(0, 87)]
        fixed [];
    ImadHi "IMAD.HI" FmaWide Wide "d = high word of a * b + c (pair), carry out in p0"
        forms [three(0x227, Ra, Rb, Rc), three(0x827, Ra, Imm, Rc), three(0xa27, Ra, Const, Rc), three(0xc27, Ra, URb, Rc), three(0x627, Ra, Rc, Const), three(0xe27, Ra, Rc, URb)]
        suffixes [IntSign [(73, 1)], X [(74, 1)]]
        args [d(Width::One), p(0, 81, IfUsed), src(A, No), src(B, No), src_as(C, Width::Two, NegOrNot, ImmKind::Signed), carry(0, 87)]
        fixed [];
    Isetp "ISETP" Alu Alu "p0 = (a cmp b) op q0, p1 = !(a cmp b) op q0; with EX the comparison q1 of the low words decides ties"
        forms [two(0x20c, Ra, Rb), two(0x80c, Ra, Imm), two(0xa0c, Ra, Const), two(0xc0c, Ra, URb)]
        suffixes [IntCmp [(76, 3)], IntSign [(73, 1)], BoolOp [(74, 2)], Ex [(72, 1)]]
        args [p(0, 81, Always), p(1, 84, Always), src(A, No), src(B, No), q(0, 87), q_if(1, 68, IfFlag(Flag::Ex), false)]
        fixed [];
    Lop3 "LOP3.LUT" Alu Alu "d = truth table Lut of a, b, c, bit by bit; p0 = (d != 0) or q0"
        forms [three(0x212, Ra, Rb, Rc), three(0x812, Ra, Imm, Rc), three(0xa12, Ra, Const, Rc), three(0xc12, Ra, URb, Rc)]
        suffixes [Pand [(80, 1)]]
        args [p(0, 81, IfUsed), d(Width::One), hex(A), hex(B), hex(C), num(Kind::Lut, &[(72, 8)]), q_if(0, 87, Always, true)]
        fixed [];
    Plop3 "PLOP3.LUT" Alu Alu "p0, p1 = truth tables Lut, Lut2 of q0, q1, q2"
        forms [bare(0x81c)]
        suffixes []
        args [p(0, 81, Always), p(1, 84, Always), q(0, 87), q(1, 77), q(2, 68), num(Kind::Lut, &[(64, 3), (72, 5)]), num(Kind::Lut2, &[(16, 8)])]
        fixed [];
    Lea "LEA" Alu Alu "d = (a << Shift) + b, carry out in p0; with HI the high part of (c:a) << Shift; with X plus the carry q0"
        forms [three(0x211, Ra, Rb, Rc), three(0x811, Ra, Imm, Rc), three(0xa11, Ra, Const, Rc), three(0xc11, Ra, URb, Rc)]
        suffixes [Hi [(80, 1)], X [(74, 1)], Sx32 [(73, 1)]]
        args [d(Width::One), p(0, 81, IfUsed), src_as(A, Width::One, NegOrNot, ImmKind::Hex), src_as(B, Width::One, NegOrNot, ImmKind::Hex), lea_high(), num(Kind::Shift, &[(75, 5)]), carry(0, 87)]
        fixed [];
    Shf "SHF" Alu Alu "d = funnel shift of c:a by b; HI takes the high word"
        forms [three(0x219, Ra, Rb, Rc), three(0x819, Ra, Imm, Rc), three(0xa19, Ra, Const, Rc), three(0xc19, Ra, URb, Rc)]
        suffixes [ShiftDir [(76, 1)], Wrap [(75, 1)], ShiftType [(73, 2)], Hi [(80, 1)]]
        args [d(Width::One), hex(A), hex(B), hex(C)]
        fixed [];
    Prmt "PRMT" Alu Alu "d = bytes of c:a that the nibbles of b pick"
        forms [three(0x216, Ra, Rb, Rc), three(0x816, Ra, Imm, Rc), three(0xa16, Ra, Const, Rc), three(0xc16, Ra, URb, Rc), three(0x416, Ra, Rc, Imm), three(0x616, Ra, Rc, Const), three(0xe16, Ra, Rc, URb)]
        suffixes [PrmtMode [(72, 3)]]
        args [d(Width::One), hex(A), hex(B), hex(C)]
        fixed [];
    Iabs "IABS" Alu Alu "d = |a|"
        forms [one(0x213, Rb), one(0x813, Imm), one(0xa13, Const), one(0xc13, URb)]
        suffixes []
        args [d(Width::One), src(A, No)]
        fixed [];
    Sel "SEL" Alu Alu "d = q0 ? a : b"
        forms [two(0x207, Ra, Rb), two(0x807, Ra, Imm), two(0xa07, Ra, Const), two(0xc07, Ra, URb)]
        suffixes []
        args [d(Width::One), hex(A), hex(B), q(0, 87)]
        fixed [];
    Mov "MOV" Alu Alu "d = a"
        forms [one(0x202, Rb), one(0x802, Imm), one(0xa02, Const), one(0xc02, URb)]
        suffixes []
        args [d(Width::One), hex(A)]
        fixed [fix(72, 4, 0xf)];
    Viadd "VIADD" Alu Alu "d = a + b"
        forms [two(0x236, Ra, Rb), two(0x836, Ra, Imm), two(0xa36, Ra, Const), two(0xc36, Ra, URb)]
        suffixes []
        args [d(Width::One), hex(A), src_as(B, Width::One, Neg, ImmKind::Hex)]
        fixed [];
    Vimnmx "VIMNMX" Alu Alu "d = q0 ? min(a, b) : max(a, b)"
        forms [two(0x248, Ra, Rb), two(0x848, Ra, Imm), two(0xa48, Ra, Const), two(0xc48, Ra, URb)]
        suffixes [IntSign [(72, 1)]]
        args [d(Width::One), src(A, No), src(B, No), q(0, 87)]
        fixed [fix(81, 6, 0x3f)];
    Viaddmnmx "VIADDMNMX" Alu Alu "d = q0 ? min(a + b, c) : max(a + b, c)"
        forms [three(0x246, Ra, Rb, Rc), three(0x446, Ra, Rc, Imm), three(0xc46, Ra, URb, Rc)]
        suffixes [IntSign [(72, 1)]]
        args [d(Width::One), hex(A), src_as(B, Width::One, Neg, ImmKind::Hex), src_as(C, Width::One, No, ImmKind::Hex), q(0, 87)]
        fixed [];
    Popc "POPC" Xu Xu "d = number of ones in a"
        forms [one(0x309, Rb), one(0x909, Imm), one(0xb09, Const), one(0xd09, URb)]
        suffixes []
        args [d(Width::One), src_as(A, Width::One, Not, ImmKind::Hex)]
        fixed [];
    Flo "FLO" Xu Xu "d = position of the highest one in a (of the highest bit unlike the sign, if signed), -1 if there is none; with SH its distance from bit 31"
        forms [one(0x300, Rb), one(0x900, Imm), one(0xb00, Const), one(0xd00, URb)]
        suffixes [IntSign [(73, 1)], Sh [(74, 1)]]
        args [d(Width::One), p(0, 81, IfUsed), src_as(A, Width::One, Not, ImmKind::Hex)]
        fixed [];
    Brev "BREV" Xu Xu "d = a with its bits in opposite order"
        forms [one(0x301, Rb), one(0x901, Imm), one(0xb01, Const), one(0xd01, URb)]
        suffixes []
        args [d(Width::One), hex(A)]
        fixed [];
    I2fp "I2FP.F32" Alu Alu "d = a as a float"
        forms [one(0x245, Rb), one(0xc45, URb)]
        suffixes [IntKind [(74, 1)]]
        args [d(Width::One), hex(A)]
        fixed [fix(75, 3, 2), fix(84, 2, 2)];
    Fadd "FADD" Fma Alu "d = a + b"
        forms [two(0x221, Ra, Rb), two(0x421, Ra, Imm), two(0x621, Ra, Const), two(0xe21, Ra, URb)]
        suffixes [Ftz [(80, 1)], Rounding [(78, 2)], Sat [(77, 1)]]
        args [d(Width::One), f(A), f(B)]
        fixed [];
    Fmul "FMUL" Fma Alu "d = a * b"
        forms [two(0x220, Ra, Rb), two(0x820, Ra, Imm), two(0xa20, Ra, Const), two(0xc20, Ra, URb)]
        suffixes [Ftz [(80, 1)], Rounding [(78, 2)], Sat [(77, 1)]]
        args [d(Width::One), f(A), f(B)]
        fixed [fix(84, 3, 4)];
    Ffma "FFMA" Fma Alu "d = a * b + c, rounded once"
        forms [three(0x223, Ra, Rb, Rc), three(0x823, Ra, Imm, Rc), three(0xa23, Ra, Const, Rc), three(0xc23, Ra, URb, Rc), three(0x423, Ra, Rc, Imm), three(0x623, Ra, Rc, Const), three(0xe23, Ra, Rc, URb)]
        suffixes [Ftz [(80, 1)], Rounding [(78, 2)], Sat [(77, 1)]]
        args [d(Width::One), f(A), f(B), f(C)]
        fixed [];
    Fmnmx "FMNMX" Alu Alu "d = q0 ? min(a, b) : max(a, b)"
        forms [two(0x209, Ra, Rb), two(0x809, Ra, Imm), two(0xa09, Ra, Const), two(0xc09, Ra, URb)]
        suffixes [Ftz [(80, 1)], Nan [(81, 1)]]
        args [d(Width::One), f(A), f(B), q(0, 87)]
        fixed [];
    Fsel "FSEL" Alu Alu "d = q0 ? a : b"
        forms [two(0x208, Ra, Rb), two(0x808, Ra, Imm), two(0xa08, Ra, Const), two(0xc08, Ra, URb)]
        suffixes [Ftz [(80, 1)]]
        args [d(Width::One), f(A), f(B), q(0, 87)]
        fixed [];
    Fsetp "FSETP" Alu Alu "p0 = (a cmp b) op q0, p1 = !(a cmp b) op q0"
        forms [two(0x20b, Ra, Rb), two(0x80b, Ra, Imm), two(0xa0b, Ra, Const), two(0xc0b, Ra, URb)]
        suffixes [FloatCmp [(76, 4)], Ftz [(80, 1)], BoolOp [(74, 2)]]
        args [p(0, 81, Always), p(1, 84, Always), f(A), f(B), q(0, 87)]
        fixed [];
    Fchk "FCHK" Xu Xu "p0 = whether a / b needs the slow path"
        forms [two(0x302, Ra, Rb), two(0x902, Ra, Imm)]
        suffixes []
        args [p(0, 81, Always), f(A), f(B)]
        fixed [];
    Mufu "MUFU" Xu Xu "d = function of a, approximately"
        forms [one(0x308, Rb), one(0x908, Imm), one(0xb08, Const), one(0xd08, URb)]
        suffixes [MufuFn [(74, 4)]]
        args [d(Width::One), f(A)]
        fixed [];
    F2f "F2F" Xu Xu "d = a, in another precision"
        forms [one(0x310, Rb), one(0xd10, URb)]
        suffixes [Ftz [(80, 1)], FloatTo [(75, 3)], FloatFrom [(84, 3)], Rounding [(78, 2)]]
        args [d(Width::FloatTo), src_as(A, Width::FloatFrom, NegAbs, ImmKind::F32)]
        fixed [];
    F2i "F2I" Xu Xu "d = a as an integer"
        forms [one(0x305, Rb), one(0x905, Imm), one(0xb05, Const), one(0xd05, URb)]
        suffixes [Ftz [(80, 1)], Int32 [(72, 1), (75, 2)], IntRounding [(78, 2)], Ntz [(77, 1)]]
        args [d(Width::One), f(A)]
        fixed [fix(84, 3, 2)];
    F2iWide "F2I" Xu Xu "d = a as an integer, where one side has 64 bits"
        forms [one(0x311, Rb), one(0xd11, URb)]
        suffixes [Ftz [(80, 1)], Int64 [(72, 1), (75, 2)], FloatSource [(84, 3)], IntRounding [(78, 2)], Ntz [(77, 1)]]
        args [d(Width::Int64), src_as(A, Width::FloatSource, NegAbs, ImmKind::F32)]
        fixed [];
    I2f "I2F" Xu Xu "d = a as a float"
        forms [one(0x306, Rb), one(0xd06, URb)]
        suffixes [Int32 [(74, 1), (84, 2)], Rounding [(78, 2)]]
        args [d(Width::One), hex(A)]
        fixed [fix(75, 3, 2)];
    I2fWide "I2F" Xu Xu "d = a as a float, where one side has 64 bits"
        forms [one(0x312, Rb), one(0xd12, URb)]
        suffixes [FloatResult [(75, 3)], Int64 [(74, 1), (84, 2)], Rounding [(78, 2)]]
        args [d(Width::FloatResult), wide(A, Width::Int64)]
        fixed [];
    Frnd "FRND" Xu Xu "d = a rounded to an integer"
        forms [one(0x307, Rb), one(0x907, Imm), one(0xb07, Const), one(0xd07, URb)]
        suffixes [Ftz [(80, 1)], IntRounding [(78, 2)]]
        args [d(Width::One), f(A)]
        fixed [fix(75, 3, 2), fix(84, 3, 2)];
    FrndWide "FRND" Xu Xu "d = a rounded to an integer, double precision"
        forms [one(0x313, Rb), one(0x913, Imm), one(0xb13, Const), one(0xd13, URb)]
        suffixes [Ftz [(80, 1)], DoubleType [], IntRounding [(78, 2)]]
        args [d(Width::Two), f64(A)]
        fixed [fix(75, 3, 3), fix(84, 3, 3)];
    Dadd "DADD" Fp64 Fp64 "d = a + b, double precision"
        forms [two(0x229, Ra, Rc), two(0x429, Ra, Imm), two(0x629, Ra, Const), two(0xe29, Ra, URb)]
        suffixes [Rounding [(78, 2)]]
        args [d(Width::Two), f64(A), f64(B)]
        fixed [];
    Dmul "DMUL" Fp64 Fp64 "d = a * b, double precision"
        forms [two(0x228, Ra, Rb), two(0x828, Ra, Imm), two(0xa28, Ra, Const), two(0xc28, Ra, URb)]
        suffixes [Rounding [(78, 2)]]
        args [d(Width::Two), f64(A), f64(B)]
        fixed [];
    Dfma "DFMA" Fp64 Fp64 "d = a * b + c, double precision, rounded once"
        forms [three(0x22b, Ra, Rb, Rc), three(0x82b, Ra, Imm, Rc), three(0xa2b, Ra, Const, Rc), three(0xc2b, Ra, URb, Rc), three(0x42b, Ra, Rc, Imm), three(0x62b, Ra, Rc, Const), three(0xe2b, Ra, Rc, URb)]
        suffixes [Rounding [(78, 2)]]
        args [d(Width::Two), f64(A), f64(B), f64(C)]
        fixed [];
    Dsetp "DSETP" Fp64 Fp64 "p0 = (a cmp b) op q0, p1 = !(a cmp b) op q0, double precision"
        forms [two(0x22a, Ra, Rb), two(0x42a, Ra, Imm)]
        suffixes [DoubleCmp [(76, 4)], BoolOp [(74, 2)]]
        args [p(0, 81, Always), p(1, 84, Always), f64(A), f64(B), q(0, 87)]
        fixed [];
    Hfma2Mma "HFMA2.MMA" HalfMma HalfMma "d = a * b + c on two halves"
        forms [three(0x435, Ra, RcHalf, Imm)]
        suffixes [Ftz [(80, 1)], Sat [(77, 1)]]
        args [d(Width::One), f(A), f(B), src_as(C, Width::One, No, ImmKind::F16x2)]
        fixed [];
    Uiadd3 "UIADD3" Uniform Uniform "IADD3 on uniform registers"
        forms [three(0x290, URa, URb, URc), three(0x890, URa, Imm, URc)]
        suffixes [X [(74, 1)]]
        args [ud(Width::One), up(0, 81, IfUsed), up(1, 84, IfUsed), src(A, NegOrNot), src(B, NegOrNot), src(C, NegOrNot), uniform(carry(0, 87)), uniform(carry(1, 77))]
        fixed [];
    Uimad "UIMAD" Uniform Uniform "IMAD on uniform registers"
        forms [three(0x2a4, URa, URb, URc), three(0x8a4, URa, Imm, URc)]
        suffixes [IntSign [(73, 1)], X [(74, 1)]]
        args [ud(Width::One), src(A, No), src(B, No), src(C, NegOrNot), uniform(carry(0, 87))]
        fixed [fix(81, 3, 7)];
    UimadWide "UIMAD.WIDE" Uniform Uniform "IMAD.WIDE on uniform registers"
        forms [three(0x2a5, URa, URb, URc), three(0x8a5, URa, Imm, URc)]
        suffixes [IntSign [(73, 1)], X [(74, 1)]]
        args [ud(Width::Two), up(0, 81, IfUsed), src(A, No), src(B, No), src_as(C, Width::Two, NegOrNot, ImmKind::Signed), uniform(carry(0, 87))]
        fixed [];
    Uisetp "UISETP" Uniform Uniform "ISETP on uniform registers"
        forms [two(0x28c, URa, URb), two(0x88c, URa, Imm)]
        suffixes [IntCmp [(76, 3)], IntSign [(73, 1)], BoolOp [(74, 2)], Ex [(72, 1)]]
        args [up(0, 81, Always), up(1, 84, Always), src(A, No), src(B, No), uniform(q(0, 87)), uniform(q_if(1, 68, IfFlag(Flag::Ex), false))]
        fixed [];
    Usel "USEL" Uniform Uniform "SEL on uniform registers"
        forms [two(0x287, URa, URb), two(0x887, URa, Imm)]
        suffixes []
        args [ud(Width::One), hex(A), hex(B), uniform(q(0, 87))]
        fixed [];
    Ulea "ULEA" Uniform Uniform "LEA on uniform registers"
        forms [three(0x291, URa, URb, URc), three(0x891, URa, Imm, URc)]
        suffixes [Hi [(80, 1)], X [(74, 1)], Sx32 [(73, 1)]]
        args [ud(Width::One), up(0, 81, IfUsed), src_as(A, Width::One, NegOrNot, ImmKind::Hex), src_as(B, Width::One, NegOrNot, ImmKind::Hex), lea_high(), num(Kind::Shift, &[(75, 5)]), uniform(carry(0, 87))]
        fixed [];
    Ulop3 "ULOP3.LUT" Uniform Uniform "LOP3 on uniform registers"
        forms [three(0x292, URa, URb, URc), three(0x892, URa, Imm, URc)]
        suffixes [Pand [(80, 1)]]
        args [up(0, 81, IfUsed), ud(Width::One), hex(A), hex(B), hex(C), num(Kind::Lut, &[(72, 8)]), uniform(q_if(0, 87, Always, true))]
        fixed [];
    Umov "UMOV" Uniform Uniform "d = a"
        forms [one(0x882, Imm), one(0xc82, URb)]
        suffixes []
        args [ud(Width::One), hex(A)]
        fixed [];
    Ushf "USHF" Uniform Uniform "SHF on uniform registers"
        forms [three(0x299, URa, URb, URc), three(0x899, URa, Imm, URc)]
        suffixes [ShiftDir [(76, 1)], Wrap [(75, 1)], ShiftType [(73, 2)], Hi [(80, 1)]]
        args [ud(Width::One), hex(A), hex(B), hex(C)]
        fixed [];
    Uflo "UFLO" Uniform Uniform "d = position of the highest one in a, -1 if there is none"
        forms [one(0x2bd, URb)]
        suffixes [IntSign [(73, 1)], Sh [(74, 1)]]
        args [ud(Width::One), up(0, 81, IfUsed), src_as(A, Width::One, Not, ImmKind::Hex)]
        fixed [];
    Upopc "UPOPC" Uniform Uniform "POPC on uniform registers"
        forms [one(0x2bf, URb)]
        suffixes []
        args [ud(Width::One), src_as(A, Width::One, Not, ImmKind::Hex)]
        fixed [];
    Uldc "ULDC" Uniform Uniform "d = constant a"
        forms [one(0xab9, ConstByte), one(0xabb, ConstUReg)]
        suffixes [MemWidth [(73, 3)]]
        args [ud(Width::Mem), wide(A, Width::Mem)]
        fixed [];
    S2ur "S2UR" Adu SpecialReg "d (uniform) = special register a"
        forms [one(0x9c3, Special)]
        suffixes []
        args [ud(Width::One), hex(A)]
        fixed [];
    S2r "S2R" Adu SpecialReg "d = special register a"
        forms [one(0x919, Special)]
        suffixes []
        args [d(Width::One), hex(A)]
        fixed [];
    Cs2r "CS2R" Alu Alu "d (pair) = special register a"
        forms [one(0x805, Special)]
        suffixes [Cs2rWidth [(80, 1)]]
        args [d(Width::Cs2r), hex(A)]
        fixed [];
    Ldc "LDC" ConstantLoad Constant "d = constant a"
        forms [one(0xb82, ConstReg)]
        suffixes [MemWidth [(73, 3)]]
        args [d(Width::Mem), wide(A, Width::Mem)]
        fixed [];
    Ldg "LDG" Lsu Global "d = global memory at a"
        forms [one(0x981, Mem(Desc(32)))]
        suffixes [Extended [(72, 1)], Evict [(84, 3)], MemWidth [(73, 3)], MemOrder [(77, 4)]]
        args [p(0, 81, IfUsed), d(Width::Mem), hex(A)]
        fixed [fix(72, 1, 1), fix(76, 1, 1), fix(90, 1, 1)];
    Stg "STG" Lsu Global "global memory at a = b"
        forms [two(0x986, Mem(Desc(64)), Rb)]
        suffixes [Extended [(72, 1)], Evict [(84, 3)], MemWidth [(73, 3)], MemOrder [(77, 4)]]
        args [hex(A), wide(B, Width::Mem)]
        fixed [fix(72, 1, 1), fix(76, 1, 1), fix(90, 1, 1)];
    Ldl "LDL" Lsu Local "d = local memory at a"
        forms [one(0x983, Mem(Absent)), one(0x983, Mem(Base(32)))]
        suffixes [Evict [(84, 3)], MemWidth [(73, 3)]]
        args [d(Width::Mem), hex(A)]
        fixed [];
    Stl "STL" Lsu Local "local memory at a = b"
        forms [two(0x387, Mem(Absent), Rb), two(0x987, Mem(Base(64)), Rb)]
        suffixes [Evict [(84, 3)], MemWidth [(73, 3)]]
        args [hex(A), wide(B, Width::Mem)]
        fixed [];
    Lds "LDS" Mio Shared "d = shared memory at a"
        forms [one(0x984, Shared(Absent)), one(0x984, Shared(Base(32)))]
        suffixes [MemWidth [(73, 3)]]
        args [d(Width::Mem), hex(A)]
        fixed [];
    Sts "STS" Mio Shared "shared memory at a = b"
        forms [two(0x388, Shared(Absent), Rb), two(0x988, Shared(Base(64)), Rb)]
        suffixes [MemWidth [(73, 3)]]
        args [hex(A), wide(B, Width::Mem)]
        fixed [];
    Atomg "ATOMG" Lsu Global "d = global memory at a, which becomes op(it, b)"
        forms [two(0x9a8, Mem(Desc(64)), Rb)]
        suffixes [Extended [(72, 1)], AtomOp [(87, 4)], Evict [(84, 3)], AtomType [(73, 3)], MemOrder [(77, 4)]]
        args [p(0, 81, Always), d(Width::Atom), hex(A), wide(B, Width::Atom)]
        fixed [fix(72, 1, 1), fix(70, 2, 3)];
    AtomgCas "ATOMG" Lsu Global "d = global memory at a, which becomes c if it equals b"
        forms [three(0x3a9, Mem(Absent), Rb, Rc)]
        suffixes [Extended [(72, 1)], CasOp [], Evict [(84, 3)], AtomType [(73, 3)], MemOrder [(77, 4)]]
        args [p(0, 81, Always), d(Width::Atom), hex(A), wide(B, Width::Atom), wide(C, Width::Atom)]
        fixed [];
    AtomgFloat "ATOMG" Lsu Global "d = global memory at a, to which b is added, floats"
        forms [two(0x9a3, Mem(Desc(64)), Rb)]
        suffixes [Extended [(72, 1)], AtomAdd [(87, 4)], Evict [(84, 3)], AtomFloat [(73, 4)], MemOrder [(77, 4)]]
        args [p(0, 81, Always), d(Width::AtomFloat), hex(A), wide(B, Width::AtomFloat)]
        fixed [fix(72, 1, 1), fix(70, 2, 3)];
    Redg "REDG" Lsu Global "global memory at a becomes op(it, b)"
        forms [two(0x98e, Mem(Desc(64)), Rb)]
        suffixes [Extended [(72, 1)], AtomOp [(87, 3)], Evict [(84, 3)], AtomType [(73, 3)], MemOrder [(77, 4)]]
        args [hex(A), wide(B, Width::Atom)]
        fixed [fix(72, 1, 1), fix(70, 2, 2), fix(90, 1, 1)];
    RedgFloat "REDG" Lsu Global "global memory at a becomes op(it, b), floats"
        forms [two(0x9a6, Mem(Desc(64)), Rb)]
        suffixes [Extended [(72, 1)], AtomAdd [(87, 3)], Evict [(84, 3)], AtomFloat [(73, 4)], MemOrder [(77, 4)]]
        args [hex(A), wide(B, Width::AtomFloat)]
        fixed [fix(72, 1, 1), fix(70, 2, 2), fix(90, 1, 1)];
    Atoms "ATOMS" Mio Shared "d = shared memory at a, which becomes op(it, b)"
        forms [two(0x38c, Shared(Absent), Rb), two(0x98c, Shared(Base(64)), Rb)]
        suffixes [AtomOp [(87, 4)], AtomType [(73, 3)]]
        args [d(Width::Atom), hex(A), wide(B, Width::Atom)]
        fixed [];
    AtomsCas "ATOMS" Mio Shared "d = shared memory at a, which becomes c if it equals b"
        forms [three(0x38d, Shared(Absent), Rb, Rc)]
        suffixes [CasMode [(87, 2)], AtomType [(73, 3)]]
        args [d(Width::Atom), hex(A), wide(B, Width::Atom), wide(C, Width::Atom)]
        fixed [];
    AtomsPopcInc "ATOMS.POPC.INC.32" Mio Shared "d = shared memory at a, to which the active lanes' number is added"
        forms [one(0xf8c, Shared(Base(64)))]
        suffixes []
        args [d(Width::One), hex(A)]
        fixed [fix(87, 4, 0xb)];
    Shfl "SHFL" Mio Shuffle "d = a of the lane that Mode, b and c name, p0 = whether it is in range"
        forms [three(0x389, Ra, Rb, Rc), three(0x589, Ra, Rb, Small((40, 13))), three(0x989, Ra, Small((53, 5)), Rc), three(0xf89, Ra, Small((53, 5)), Small((40, 13)))]
        suffixes [ShflMode [(58, 2)]]
        args [p(0, 81, Always), d(Width::One), hex(A), hex(B), hex(C)]
        fixed [];
    Vote "VOTE" Alu Vote "d = ballot of q0, p0 = all, any or equal"
        forms [bare(0x806)]
        suffixes [VoteMode [(72, 2)]]
        args [Arg::Dst { width: Width::One, uniform: false, show: IfUsed }, p(0, 81, Always), q(0, 87)]
        fixed [];
    Voteu "VOTEU" Uniform Vote "d (uniform) = ballot of q0, p0 = all, any or equal"
        forms [bare(0x886)]
        suffixes [VoteMode [(72, 2)]]
        args [Arg::Dst { width: Width::One, uniform: true, show: IfUsed }, up(0, 81, Always), q(0, 87)]
        fixed [];
    Redux "REDUX" Xu Redux "d (uniform) = a reduced over the active lanes"
        forms [one(0x3c4, Ra)]
        suffixes [ReduxOp [(78, 3)], UintSign [(73, 1)]]
        args [ud(Width::One), hex(A)]
        fixed [];
    MatchAny "MATCH.ANY" Xu Redux "d = mask of the active lanes whose a is the same"
        forms [one(0x3a1, Ra)]
        suffixes [MatchWidth [(73, 1)]]
        args [d(Width::One), wide(A, Width::Match)]
        fixed [fix(79, 1, 1), fix(81, 3, 7)];
    MatchAll "MATCH.ALL" Xu Redux "d = mask of the active lanes if all have the same a, else 0; p0 = whether they have"
        forms [one(0x3a1, Ra)]
        suffixes [MatchWidth [(73, 1)]]
        args [p(0, 81, Always), d(Width::One), wide(A, Width::Match)]
        fixed [fix(79, 1, 0)];
    Bar "BAR" Adu Barrier "arrives at barrier a and waits"
        forms [two(0xb1d, Small((54, 4)), Small((42, 12)))]
        suffixes [BarMode [(77, 3)], DeferBlocking [(80, 1)]]
        args [hex(A), src_if(B, No, IfUsed)]
        fixed [];
    Membar "MEMBAR" Lsu Fence "earlier accesses are seen before later ones"
        forms [bare(0x992)]
        suffixes [MembarKind [(79, 2)], MembarScope [(76, 3)]]
        args []
        fixed [];
    Errbar "ERRBAR" Adu None "memory errors so far are reported"
        forms [bare(0x9ab)]
        suffixes []
        args []
        fixed [];
    Cgaerrbar "CGAERRBAR" Adu None "memory errors of the cluster so far are reported"
        forms [bare(0x5ab)]
        suffixes []
        args []
        fixed [];
    Cctl "CCTL" Lsu Fence "invalidates cache lines"
        forms [bare(0x98f)]
        suffixes [CctlOp [(87, 4)]]
        args []
        fixed [fix(24, 8, 0xff)];
    Bra "BRA" Branch None "goes to a if q0"
        forms [one(0x947, Target)]
        suffixes []
        args [q_used(0, 87), hex(A)]
        fixed [];
    BraDiv "BRA.DIV" Branch None "goes to a if the warp's active lanes are not those of b"
        forms [two(0x947, Target, URa)]
        suffixes []
        args [q_used(0, 87), hex(B), hex(A)]
        fixed [fix(32, 2, 2)];
    Brx "BRX" Branch None "goes to register pair a plus b"
        forms [two(0x949, Ra, RelativeTarget)]
        suffixes []
        args [q_used(0, 87), wide(A, Width::Two), after_blank(B)]
        fixed [];
    Call "CALL.REL.NOINC" Branch None "goes to a"
        forms [one(0x944, Target)]
        suffixes []
        args [q_used(0, 87), hex(A)]
        fixed [fix(86, 1, 1)];
    Ret "RET.REL.NODEC" Branch None "goes to register pair a plus b"
        forms [two(0x950, Ra, Target)]
        suffixes []
        args [q_used(0, 87), wide(A, Width::Two), after_blank(B)]
        fixed [fix(86, 1, 1)];
    Bssy "BSSY" Branch None "convergence barrier d = active lanes; they meet at a"
        forms [one(0x945, ShortTarget)]
        suffixes []
        args [q_used(0, 87), Arg::DstBarrier, hex(A)]
        fixed [];
    Bsync "BSYNC" Branch None "waits for the lanes of convergence barrier a"
        forms [one(0x941, Barrier)]
        suffixes []
        args [q_used(0, 87), hex(A)]
        fixed [];
    Break "BREAK" Branch None "the active lanes leave convergence barrier a"
        forms [one(0x942, Barrier)]
        suffixes []
        args [q_used(0, 87), hex(A)]
        fixed [];
    Warpsync "WARPSYNC" Branch None "the lanes of mask a meet"
        forms [one(0x348, Ra)]
        suffixes []
        args [q_used(0, 87), hex(A)]
        fixed [];
    WarpsyncAll "WARPSYNC.ALL" Branch None "all lanes of the warp meet"
        forms [bare(0x948)]
        suffixes []
        args [q_used(0, 87)]
        fixed [];
    WarpsyncCollective "WARPSYNC.COLLECTIVE" Branch None "the lanes of mask a meet; those that do not take part go to b"
        forms [two(0x348, Ra, Target)]
        suffixes []
        args [q_used(0, 87), hex(A), hex(B)]
        fixed [fix(86, 1, 1)];
    Endcollective "ENDCOLLECTIVE" Branch None "ends what WARPSYNC.COLLECTIVE began"
        forms [bare(0x91b)]
        suffixes []
        args [q_used(0, 87)]
        fixed [];
    Yield "YIELD" Branch None "lets other lanes of the warp run"
        forms [bare(0x946)]
        suffixes []
        args [q_used(0, 87)]
        fixed [];
    Nanosleep "NANOSLEEP" Branch None "the warp sleeps for about a nanoseconds"
        forms [one(0x95d, Imm), one(0x35d, Rb)]
        suffixes []
        args [q_used(0, 87), hex(A)]
        fixed [];
    Exit "EXIT" Branch None "the lanes end if q0"
        forms [bare(0x94d)]
        suffixes []
        args [q_used(0, 87)]
        fixed [];
    Nop "NOP" Issue None "nothing"
        forms [bare(0x918)]
        suffixes []
        args []
        fixed [];
}
