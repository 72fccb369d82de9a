//! The opcode table: every opcode is defined here, once.
//!
//! Slots: `d` is `dst`, `p0`/`p1` are `pdst`, `a`, `b`, `c` the sources and
//! `q0`, `q1`, `q2` are `psrc`.

use crate::encoding::Imm as ImmKind;
use crate::encoding::Place::*;
use crate::encoding::Show::{Always, IfFlag, IfFlagNot, IfUsed};
use crate::encoding::Signs::{Half, Neg, NegAbs, NegOrNot, No, Not};
use crate::encoding::Slot::{A, B, C};
use crate::encoding::Uniform::{Absent, Base, Desc};
use crate::encoding::{Arg, Bits, Encoding, Fixed, Form, Width};
use crate::modifier::{Flag, Kind};
use crate::operand::Part;
pub use crate::pipe::{LatencyClass, Pipe};
use crate::vocabulary::{
    after_blank, bare, carry, d, fix, hex, new, num, old, oldest, one, p, q, q_if, q_used, src,
    src_as, src_if, suffix, three, two, ud, uniform, up, wide, with,
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

/// What an address with a descriptor fixes in a load or store.
const GLOBAL_DESC: [Fixed; 2] = [fix(76, 1, 1), fix(90, 1, 1)];

/// What an address with a uniform base fixes in a load or store.
const GLOBAL_BASE: [Fixed; 2] = [fix(76, 1, 0), fix(90, 1, 1)];

/// What an address with a descriptor fixes in an atomic.
const ATOM_DESC: [Fixed; 1] = [fix(70, 2, 3)];

/// What an address with a uniform base fixes in an atomic.
const ATOM_BASE: [Fixed; 1] = [fix(70, 2, 1)];

/// What an atomic without a uniform register holds before sm_80.
const NO_UNIFORM: [Fixed; 1] = [fix(64, 8, 0xff)];

/// What an address with a descriptor fixes in a reduction.
const RED_DESC: [Fixed; 2] = [fix(70, 2, 2), fix(90, 1, 1)];

/// What an address with a uniform base fixes in a reduction.
const RED_BASE: [Fixed; 2] = [fix(70, 2, 0), fix(90, 1, 1)];

/// A source of two halves.
const fn halves(slot: crate::encoding::Slot) -> Arg {
    src_as(slot, Width::One, Half, ImmKind::F16x2)
}

/// A source of which a part may be meant.
const fn part(slot: crate::encoding::Slot, bits: Bits, parts: &'static [Part]) -> Arg {
    src_as(
        slot,
        Width::One,
        crate::encoding::Signs::Part(bits, parts),
        ImmKind::Hex,
    )
}

/// All of a register, or its high half.
const HIGH: [Part; 2] = [Part::Whole, Part::High];

/// The sign bit of a register.
const SIGN: [Part; 1] = [Part::Sign];

/// One byte of a register.
const BYTES: [Part; 4] = [Part::Whole, Part::Byte1, Part::Byte2, Part::Byte3];

/// A single-precision source without signs.
const fn f32_plain(slot: crate::encoding::Slot) -> Arg {
    src_as(slot, Width::One, No, ImmKind::F32)
}

/// A matrix by rows.
const ROW: [Part; 1] = [Part::Row];

/// A matrix by columns.
const COL: [Part; 1] = [Part::Col];

/// All of a register, or 24 bits.
const LOW_24: [Part; 2] = [Part::Whole, Part::Bits24];

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
    Plop3Uniform "PLOP3.LUT" Alu Alu "PLOP3 whose third source is a uniform predicate"
        forms [bare(0x81c)]
        suffixes []
        args [p(0, 81, Always), p(1, 84, Always), q(0, 87), q(1, 77), uniform(q(2, 68)), num(Kind::Lut, &[(64, 3), (72, 5)]), num(Kind::Lut2, &[(16, 8)])]
        fixed [fix(67, 1, 1)];
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
    Viadd "VIADD" FmaHeavy Alu "d = a + b"
        forms [two(0x236, Ra, Rb), two(0x836, Ra, Imm), two(0xa36, Ra, Const), two(0xc36, Ra, URb)]
        suffixes [Lanes16 [(73, 1)]]
        args [d(Width::One), hex(A), src_as(B, Width::One, Neg, ImmKind::Hex)]
        fixed [];
    Vimnmx "VIMNMX" Alu Alu "d = q0 ? min(a, b) : max(a, b)"
        forms [two(0x248, Ra, Rb), two(0x848, Ra, Imm), two(0xa48, Ra, Const), two(0xc48, Ra, URb)]
        suffixes [MinMaxType [(72, 2)], Relu [(76, 1)]]
        args [d(Width::One), src(A, No), src(B, No), q(0, 87)]
        fixed [fix(81, 6, 0x3f)];
    Imnmx "IMNMX" Alu Alu "d = q0 ? min(a, b) : max(a, b)"
        forms [two(0x217, Ra, Rb), two(0x817, Ra, Imm), two(0xa17, Ra, Const), two(0xc17, Ra, URb)]
        suffixes [IntSign [(73, 1)]]
        args [d(Width::One), src(A, No), src(B, No), q(0, 87)]
        fixed [];
    Vimnmx3 "VIMNMX3" Alu Alu "d = q0 ? min(a, b, c) : max(a, b, c)"
        forms [three(0x20f, Ra, Rb, Rc), three(0x40f, Ra, Rc, Imm), three(0x80f, Ra, Imm, Rc)]
        suffixes [IntSign [(72, 1)]]
        args [d(Width::One), src(A, No), src(B, No), src(C, No), q(0, 87)]
        fixed [];
    Vabsdiff "VABSDIFF" Alu Alu "d = |a - b| + c"
        forms [three(0x214, Ra, Rb, Rc), three(0x414, Ra, Rc, Imm), three(0x614, Ra, Rc, Const), three(0x814, Ra, Imm, Rc), three(0xa14, Ra, Const, Rc), three(0xc14, Ra, URb, Rc), three(0xe14, Ra, Rc, URb)]
        suffixes [IntSign [(73, 1)]]
        args [d(Width::One), hex(A), hex(B), hex(C)]
        fixed [fix(81, 3, 7)];
    Vabsdiff4 "VABSDIFF4.U8" Alu Alu "d = |a - b| of four bytes each"
        forms [three(0x215, Ra, Rb, Rc)]
        suffixes []
        args [d(Width::One), hex(A), hex(B), hex(C)]
        fixed [fix(81, 3, 7)];
    Sgxt "SGXT" Alu Alu "d = the low b bits of a, with their sign or zeros above"
        forms [two(0x21a, Ra, Rb), two(0x81a, Ra, Imm), two(0xa1a, Ra, Const), two(0xc1a, Ra, URb)]
        suffixes [Wrap [(75, 1)], IntSign [(73, 1)]]
        args [d(Width::One), hex(A), hex(B)]
        fixed [];
    Bmsk "BMSK" Alu Alu "d = b ones from bit a on"
        forms [two(0x21b, Ra, Rb), two(0x81b, Ra, Imm), two(0xa1b, Ra, Const), two(0xc1b, Ra, URb)]
        suffixes [Wrap [(75, 1)]]
        args [d(Width::One), hex(A), hex(B)]
        fixed [];
    Idp4 "IDP.4A" FmaHeavy Alu "d = c plus the dot product of the bytes of a and b"
        forms [three(0x226, Ra, Rb, Rc), three(0x826, Ra, Imm, Rc), three(0xa26, Ra, Const, Rc), three(0xc26, Ra, URb, Rc)]
        suffixes [Bytes4A [(73, 1)], BytesB [(74, 1)]]
        args [d(Width::One), hex(A), hex(B), hex(C)]
        fixed [fix(76, 2, 0)];
    Idp2 "IDP.2A" FmaHeavy Alu "d = c plus the dot product of the halves of a and two bytes of b"
        forms [three(0x226, Ra, Rb, Rc), three(0x826, Ra, Imm, Rc), three(0xa26, Ra, Const, Rc), three(0xc26, Ra, URb, Rc)]
        suffixes [WhichHalf [(77, 1)], Halves2A [(73, 1)], BytesB [(74, 1)]]
        args [d(Width::One), hex(A), hex(B), hex(C)]
        fixed [fix(76, 1, 1)];
    I2i "I2I" Alu Alu "d = a clamped to a narrower integer"
        forms [one(0x238, Rb)]
        suffixes [I2iTo [(76, 2)]]
        args [d(Width::One), hex(A)]
        fixed [];
    I2ip "I2IP" Alu Alu "d = a and b clamped to narrow integers, a above b, below c"
        forms [new(with(three(0x239, Ra, Rb, Rc), &[fix(74, 1, 1)])), old(three(0x239, Ra, Rb, Rc))]
        suffixes [I2ipTo [(76, 3)]]
        args [d(Width::One), hex(A), hex(B), part(C, (73, 1), &LOW_24)]
        fixed [];
    F2ip "F2IP" Alu Alu "d = a and b as bytes, a above b, below c"
        forms [three(0x243, Ra, Rb, Rc)]
        suffixes [F2ipTo [(76, 1)], IntRounding [(78, 2)], AlwaysNtz []]
        args [d(Width::One), f32_plain(A), f32_plain(B), hex(C)]
        fixed [fix(74, 1, 1)];
    P2r "P2R" Alu Alu "d = a with the predicates of PredMask in one byte"
        forms [one(0x803, Ra)]
        suffixes [PredByte [(76, 2)]]
        args [d(Width::One), Arg::Word("PR"), hex(A), num(Kind::PredMask, &[(32, 8)])]
        fixed [];
    R2p "R2P" Alu Alu "the predicates of PredMask = the bits of one byte of a"
        forms [one(0x804, Ra)]
        suffixes []
        args [Arg::Word("PR"), part(A, (76, 2), &BYTES), num(Kind::PredMask, &[(32, 8)])]
        fixed [];
    Plop3Sign "PLOP3.LUT" Alu Alu "p0, p1 = truth tables Lut, Lut2 of the signs of a, b, c"
        forms [three(0x21f, Ra, Rb, Rc)]
        suffixes []
        args [p(0, 81, Always), p(1, 84, Always), part(A, (73, 0), &SIGN), part(B, (73, 0), &SIGN), part(C, (73, 0), &SIGN), num(Kind::Lut, &[(72, 8)]), num(Kind::Lut2, &[(16, 8)])]
        fixed [];
    Viaddmnmx "VIADDMNMX" Alu Alu "d = q0 ? min(a + b, c) : max(a + b, c)"
        forms [three(0x246, Ra, Rb, Rc), three(0x446, Ra, Rc, Imm), three(0xc46, Ra, URb, Rc)]
        suffixes [IntSign [(72, 1)]]
        args [d(Width::One), hex(A), src_as(B, Width::One, Neg, ImmKind::Hex), src_as(C, Width::One, No, ImmKind::Hex), q(0, 87)]
        fixed [];
    Bpt "BPT.TRAP" Branch None "stops the kernel with a fault"
        forms [one(0x95c, Small((34, 8)))]
        suffixes []
        args [hex(A)]
        fixed [fix(84, 2, 3)];
    Pmtrig "PMTRIG" Issue None "triggers performance monitor event a"
        forms [one(0x801, Small((32, 16)))]
        suffixes []
        args [hex(A)]
        fixed [fix(87, 3, 7)];
    Preexit "PREEXIT" Issue None "lets dependent grids begin"
        forms [bare(0x82d)]
        suffixes []
        args []
        fixed [];
    Acqbulk "ACQBULK" Issue None "waits for the grids that this one depends on"
        forms [bare(0x82e)]
        suffixes []
        args []
        fixed [];
    FenceView "FENCE.VIEW.ASYNC.S" Lsu Fence "orders shared memory for asynchronous copies"
        forms [bare(0x3c6)]
        suffixes []
        args []
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
        forms [one(0x245, Rb), one(0x845, Imm), one(0xa45, Const), one(0xc45, URb)]
        suffixes [IntKind [(74, 1)], Rounding [(78, 2)]]
        args [d(Width::One), hex(A)]
        fixed [fix(75, 3, 2), fix(84, 2, 2)];
    Fadd "FADD" Fma Alu "d = a + b"
        forms [two(0x221, Ra, RbAddend), two(0x421, Ra, Imm), two(0x621, Ra, Const), two(0xe21, Ra, URb)]
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
        suffixes [Ftz [(80, 1)], Nan [(81, 1)], Xorsign [(82, 1)]]
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
    Fset "FSET.BF" Alu Alu "d = (a cmp b) op q0 ? 1.0 : 0"
        forms [two(0x20a, Ra, Rb), two(0x80a, Ra, Imm), two(0xa0a, Ra, Const), two(0xc0a, Ra, URb)]
        suffixes [FloatCmp [(76, 4)], Ftz [(80, 1)], BoolOp [(74, 2)]]
        args [d(Width::One), f(A), f(B), q(0, 87)]
        fixed [];
    Fchk "FCHK" Xu Xu "p0 = whether a / b needs the slow path"
        forms [two(0x302, Ra, Rb), two(0x902, Ra, Imm), two(0xb02, Ra, Const), two(0xd02, Ra, URb)]
        suffixes []
        args [p(0, 81, Always), f(A), f(B)]
        fixed [];
    Mufu "MUFU" Xu Xu "d = function of a, approximately"
        forms [one(0x308, Rb), one(0x908, Imm), one(0xb08, Const), one(0xd08, URb)]
        suffixes [MufuFn [(74, 4)], MufuType [(72, 2)]]
        args [d(Width::One), src_as(A, Width::One, crate::encoding::Signs::NegAbsPart((60, 1), &HIGH), ImmKind::F32)]
        fixed [];
    F2fHalf "F2F" Xu Xu "d = a, in another precision, neither double"
        forms [one(0x304, Rb), one(0x904, Imm), one(0xb04, Const), one(0xd04, URb)]
        suffixes [Ftz [(80, 1)], FloatTo32 [(75, 3)], FloatFrom32 [(84, 3)], Rounding [(78, 2)]]
        args [d(Width::One), f(A)]
        fixed [];
    F2f "F2F" Xu Xu "d = a, in another precision"
        forms [one(0x310, Rb), one(0xb10, Const), one(0xd10, URb)]
        suffixes [Ftz [(80, 1)], FloatTo [(75, 3)], FloatFrom [(84, 3)], Rounding [(78, 2)]]
        args [d(Width::FloatTo), src_as(A, Width::FloatFrom, NegAbs, ImmKind::F32)]
        fixed [];
    F2i "F2I" Xu Xu "d = a as an integer"
        forms [one(0x305, Rb), one(0x905, Imm), one(0xb05, Const), one(0xd05, URb)]
        suffixes [Ftz [(80, 1)], Int32 [(72, 1), (75, 2)], FloatSource32 [(84, 3)], IntRounding [(78, 2)], Ntz [(77, 1)]]
        args [d(Width::One), f(A)]
        fixed [];
    F2iWide "F2I" Xu Xu "d = a as an integer, where one side has 64 bits"
        forms [one(0x311, Rb), one(0xd11, URb)]
        suffixes [Ftz [(80, 1)], Int64 [(72, 1), (75, 2)], FloatSource [(84, 3)], IntRounding [(78, 2)], Ntz [(77, 1)]]
        args [d(Width::Int64), src_as(A, Width::FloatSource, NegAbs, ImmKind::F32)]
        fixed [];
    I2f "I2F" Xu Xu "d = a as a float"
        forms [one(0x306, Rb), one(0x906, Imm), one(0xb06, Const), one(0xd06, URb)]
        suffixes [FloatResult32 [(75, 3)], Int32 [(74, 1), (84, 2)], Rounding [(78, 2)]]
        args [d(Width::One), hex(A)]
        fixed [];
    I2fWide "I2F" Xu Xu "d = a as a float, where one side has 64 bits"
        forms [one(0x312, Rb), one(0xb12, Const), one(0xd12, URb)]
        suffixes [FloatResult [(75, 3)], Int64 [(74, 1), (84, 2)], Rounding [(78, 2)]]
        args [d(Width::FloatResult), wide(A, Width::Int64)]
        fixed [];
    Frnd "FRND" Xu Xu "d = a rounded to an integer"
        forms [one(0x307, Rb), one(0x907, Imm), one(0xb07, Const), one(0xd07, URb)]
        suffixes [Ftz [(80, 1)], RoundType [(75, 3), (84, 3)], IntRounding [(78, 2)]]
        args [d(Width::One), f(A)]
        fixed [];
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
        forms [two(0x22a, Ra, RbAddend), two(0x42a, Ra, Imm), two(0x62a, Ra, Const), two(0xe2a, Ra, URb)]
        suffixes [DoubleCmp [(76, 4)], BoolOp [(74, 2)]]
        args [p(0, 81, Always), p(1, 84, Always), f64(A), f64(B), q(0, 87)]
        fixed [];
    Hfma2Mma "HFMA2.MMA" HalfMma HalfMma "d = a * b + c on two halves, rounded once"
        forms [three(0x235, Ra, Rb, RcHalf), three(0x435, Ra, RcHalf, Imm), three(0x835, Ra, Imm, RcHalf), three(0x635, Ra, RcHalf, Const), three(0xa35, Ra, Const, RcHalf), three(0xc35, Ra, URb, RcHalf), three(0xe35, Ra, RcHalf, URb)]
        suffixes [HalfType [(85, 1)], Ftz [(80, 1)], Sat [(77, 1)], HalfRelu [(79, 1), (87, 3)]]
        args [d(Width::One), halves(A), halves(B), halves(C)]
        fixed [];
    Hfma2 "HFMA2" Half Half "d = a * b + c on two halves, rounded once"
        forms [three(0x231, Ra, Rb, RcHalf), three(0x431, Ra, RcHalf, Imm), three(0x831, Ra, Imm, RcHalf), three(0x631, Ra, RcHalf, Const), three(0xa31, Ra, Const, RcHalf), three(0xc31, Ra, URb, RcHalf), three(0xe31, Ra, RcHalf, URb)]
        suffixes [HalfType [(85, 1)], Ftz [(80, 1)], Sat [(77, 1)], HalfRelu [(79, 1), (87, 3)]]
        args [d(Width::One), halves(A), halves(B), halves(C)]
        fixed [];
    Hadd2 "HADD2" Half Half "d = a + b on two halves; with F32 one sum in single precision"
        forms [two(0x230, Ra, RbAddend), two(0x430, Ra, Imm), two(0x630, Ra, Const), two(0xe30, Ra, URb)]
        suffixes [HalfToSingle [(78, 1)], HalfType [(85, 1)], Ftz [(80, 1)], Sat [(77, 1)]]
        args [d(Width::One), halves(A), halves(B)]
        fixed [];
    Hmul2 "HMUL2" Half Half "d = a * b on two halves"
        forms [two(0x232, Ra, Rb), two(0x832, Ra, Imm), two(0xa32, Ra, Const), two(0xc32, Ra, URb)]
        suffixes [HalfType [(85, 1)], Ftz [(80, 1)], Sat [(77, 1)]]
        args [d(Width::One), halves(A), halves(B)]
        fixed [];
    Hmnmx2 "HMNMX2" Alu Alu "d = q0 ? min(a, b) : max(a, b) on two halves"
        forms [two(0x240, Ra, Rb), two(0x840, Ra, Imm), two(0xa40, Ra, Const), two(0xc40, Ra, URb)]
        suffixes [HalfType [(85, 1)], Ftz [(80, 1)], Nan [(81, 1)], Xorsign [(82, 1)]]
        args [d(Width::One), halves(A), halves(B), q(0, 87)]
        fixed [];
    Hsetp2 "HSETP2" Half Half "p0, p1 = (a cmp b) op q0 of the low and of the high halves"
        forms [two(0x234, Ra, Rb), two(0x434, Ra, Imm), two(0x634, Ra, Const), two(0xe34, Ra, URb)]
        suffixes [HalfSetType [(65, 1)], FloatCmp [(76, 4)], Ftz [(80, 1)], BoolOp [(69, 2)]]
        args [p(0, 81, Always), p(1, 84, Always), halves(A), halves(B), q(0, 87)]
        fixed [];
    Hset2 "HSET2" Half Half "d = (a cmp b) op q0 on two halves, as 1.0 or as ones"
        forms [two(0x233, Ra, Rb), two(0x433, Ra, Imm), two(0x633, Ra, Const), two(0xe33, Ra, URb)]
        suffixes [HalfSetType [(65, 1)], SetValue [(71, 1)], FloatCmp [(76, 4)], Ftz [(80, 1)], BoolOp [(69, 2)]]
        args [d(Width::One), halves(A), halves(B), q(0, 87)]
        fixed [];
    F2fp "F2FP" Alu Alu "d = a and b as halves, a high"
        forms [two(0x23e, Ra, Rb), two(0x83e, Ra, Imm), two(0xa3e, Ra, Const), two(0xc3e, Ra, URb)]
        suffixes [Relu [(75, 1)], PackTo [(76, 1)], PackAb [], Rounding [(79, 2)]]
        args [d(Width::One), f32_plain(A), f32_plain(B)]
        fixed [fix(64, 8, 0xff), fix(77, 2, 0), fix(72, 3, 0)];
    F2fpMerge "F2FP" Alu Alu "d = b as a half, below the high half of c"
        forms [three(0x23e, None, Rb, Rc)]
        suffixes [Relu [(75, 1)], PackTo [(76, 1)], PackMerge [], Rounding [(79, 2)]]
        args [d(Width::One), f32_plain(B), hex(C)]
        fixed [fix(24, 8, 0xff), fix(77, 2, 2), fix(72, 3, 0)];
    F2fpTf32 "F2FP.TF32.F32.PACK_B" Alu Alu "d = b as a TF32 number"
        forms [one(0x23e, Rb)]
        suffixes []
        args [d(Width::One), f32_plain(A)]
        fixed [fix(24, 8, 0xff), fix(64, 8, 0xff), fix(72, 18, 0x24050)];
    F2fpUnpack8 "F2FP" Alu Alu "d = two 8-bit floats of b as halves"
        forms [one(0x23e, Rb)]
        suffixes [Relu [(75, 1)], UnpackTo [], Float8 [(73, 1)], UnpackB []]
        args [d(Width::One), part(A, (88, 1), &HIGH)]
        fixed [fix(24, 8, 0xff), fix(64, 8, 0xff), fix(74, 1, 1), fix(89, 1, 1)];
    F2fpPack8 "F2FP.SATFINITE" Alu Alu "d = a and b as 8-bit floats, below the high half of c"
        forms [three(0x23e, Ra, Rb, Rc)]
        suffixes [Relu [(75, 1)], Float8 [(76, 1)], PackMerge8 []]
        args [d(Width::One), f32_plain(A), f32_plain(B), hex(C)]
        fixed [fix(77, 2, 3), fix(87, 4, 9)];
    F2fpHalf8 "F2FP.SATFINITE" Alu Alu "d = the halves of b as 8-bit floats, below the high half of c"
        forms [three(0x23e, None, Rb, Rc)]
        suffixes [Relu [(75, 1)], Float8 [(76, 1)], UnpackMerge8 []]
        args [d(Width::One), hex(B), hex(C)]
        fixed [fix(24, 8, 0xff), fix(73, 1, 1), fix(77, 2, 1), fix(87, 4, 9)];
    Hmma "HMMA" Tensor Tensor "d = a * b + c, matrices of halves"
        forms [three(0x23c, Ra, Rb, Rc)]
        suffixes [HmmaShape [(75, 1), (78, 1)], HmmaSum [(76, 1)], HmmaFactors [(82, 2)]]
        args [d(Width::One), hex(A), hex(B), hex(C)]
        fixed [];
    Imma "IMMA" Tensor Tensor "d = a * b + c, matrices of integers"
        forms [three(0x237, Ra, Rb, Rc)]
        suffixes [ImmaShape [(75, 1), (85, 2)], ImmaA [(76, 1), (83, 1)], ImmaB [(78, 1), (84, 1)], Sat [(82, 1)]]
        args [d(Width::One), part(A, (73, 0), &ROW), part(B, (73, 0), &COL), hex(C)]
        fixed [fix(74, 1, 1)];
    Bmma "BMMA.168256" Tensor Tensor "d = ones of a op b, plus c, matrices of bits"
        forms [three(0x23d, Ra, Rb, Rc)]
        suffixes [BmmaOp [(78, 1)]]
        args [d(Width::One), part(A, (73, 0), &ROW), part(B, (73, 0), &COL), hex(C)]
        fixed [fix(74, 1, 1), fix(76, 1, 1), fix(80, 1, 1)];
    Dmma "DMMA" Tensor Xu "d = a * b + c, matrices of doubles"
        forms [three(0x23f, Ra, Rb, Rc)]
        suffixes [DmmaShape []]
        args [d(Width::Two), wide(A, Width::Two), wide(B, Width::Two), wide(C, Width::Two)]
        fixed [];
    Qmma "QMMA.16832.F32" Tensor Tensor "d = a * b + c, matrices of 8-bit floats"
        forms [three(0x27a, Ra, Rb, Rc)]
        suffixes [QmmaA [(78, 1)], Float8B []]
        args [d(Width::One), part(A, (73, 0), &ROW), part(B, (73, 0), &COL), hex(C)]
        fixed [fix(74, 2, 3), fix(77, 1, 1)];
    SyncsPhase "SYNCS.PHASECHK.TRANS64" Mio Shared "p0 = whether the phase b of the barrier object at a is over"
        forms [two(0x5a7, Mem(Base(64)), Rb)]
        suffixes [TryWait [(72, 1)]]
        args [p(0, 81, Always), hex(A), hex(B)]
        fixed [fix(70, 1, 1)];
    SyncsArrive "SYNCS.ARRIVE.TRANS64" Mio Shared "arrives at the barrier object at a; d (pair) = its state before"
        forms [two(0x9a7, Mem(Base(64)), Rb)]
        suffixes [SyncsRed [(74, 1)], Tmask [(73, 1)], SyncsArrive [(84, 3)]]
        args [d(Width::Two), hex(A), hex(B)]
        fixed [];
    SyncsInvalidate "SYNCS.CCTL.IV" Mio Shared "the barrier object at a ends"
        forms [one(0x9b1, Mem(Base(64)))]
        suffixes []
        args [hex(A)]
        fixed [];
    SyncsExch "SYNCS.EXCH.64" Mio Shared "d (uniform pair) = the barrier object at a, which becomes b"
        forms [two(0x5b2, MemUniform, URb)]
        suffixes []
        args [ud(Width::Two), hex(A), wide(B, Width::Two)]
        fixed [fix(72, 1, 1)];
    Arrives "ARRIVES.LDGSTSBAR.64" Mio Shared "arrives at the barrier object at a when earlier LDGSTS are done"
        forms [one(0x9b0, Mem(Base(64)))]
        suffixes [Transcnt [(71, 1)]]
        args [hex(A)]
        fixed [fix(73, 3, 5)];
    UcgabarArv "UCGABAR_ARV" Adu Barrier "arrives at the cluster's barrier"
        forms [bare(0x9c7)]
        suffixes []
        args []
        fixed [fix(91, 1, 1)];
    UcgabarWait "UCGABAR_WAIT" Adu Barrier "waits at the cluster's barrier"
        forms [bare(0xdc7)]
        suffixes []
        args []
        fixed [fix(91, 1, 1)];
    RpcWriteLow "RPCMOV.32" Branch None "the low word of the return address = a"
        forms [one(0x352, Rb)]
        suffixes []
        args [Arg::Word("Rpc.LO"), hex(A)]
        fixed [fix(24, 8, 0)];
    RpcWriteHigh "RPCMOV.32" Branch None "the high word of the return address = a"
        forms [one(0x352, Rb)]
        suffixes []
        args [Arg::Word("Rpc.HI"), hex(A)]
        fixed [fix(24, 8, 0x80)];
    RpcReadLow "RPCMOV.32" Branch Alu "d = the low word of the return address"
        forms [bare(0x353)]
        suffixes []
        args [d(Width::One), Arg::Word("Rpc.LO")]
        fixed [fix(24, 8, 0)];
    RpcReadHigh "RPCMOV.32" Branch Alu "d = the high word of the return address"
        forms [bare(0x353)]
        suffixes []
        args [d(Width::One), Arg::Word("Rpc.HI")]
        fixed [fix(24, 8, 0x80)];
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
    Uplop3 "UPLOP3.LUT" Uniform Uniform "PLOP3 on uniform predicates"
        forms [bare(0x89c)]
        suffixes []
        args [up(0, 81, Always), up(1, 84, Always), uniform(q(0, 87)), uniform(q(1, 77)), uniform(q(2, 68)), num(Kind::Lut, &[(64, 3), (72, 5)]), num(Kind::Lut2, &[(16, 8)])]
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
    Uprmt "UPRMT" Uniform Uniform "PRMT on uniform registers"
        forms [three(0x296, URa, URb, URc), three(0x896, URa, Imm, URc)]
        suffixes [PrmtMode [(72, 3)]]
        args [ud(Width::One), hex(A), hex(B), hex(C)]
        fixed [];
    Usgxt "USGXT" Uniform Uniform "SGXT on uniform registers"
        forms [two(0x29a, URa, URb), two(0x89a, URa, Imm)]
        suffixes [Wrap [(75, 1)], IntSign [(73, 1)]]
        args [ud(Width::One), hex(A), hex(B)]
        fixed [];
    Ubmsk "UBMSK" Uniform Uniform "BMSK on uniform registers"
        forms [two(0x29b, URa, URb), two(0x89b, URa, Imm)]
        suffixes [Wrap [(75, 1)]]
        args [ud(Width::One), hex(A), hex(B)]
        fixed [];
    Ubrev "UBREV" Uniform Uniform "BREV on uniform registers"
        forms [one(0x2be, URb)]
        suffixes []
        args [ud(Width::One), hex(A)]
        fixed [];
    R2ur "R2UR" Uniform Uniform "d (uniform) = a of the first executing lane; p0 = whether all have the same"
        forms [new(one(0x2ca, Ra)), old(one(0x3c2, Ra))]
        suffixes [Or [(84, 1)]]
        args [p(0, 81, IfUsed), ud(Width::One), hex(A)]
        fixed [];
    Up2ur "UP2UR" Uniform Uniform "P2R on the uniform datapath"
        forms [one(0x883, URa)]
        suffixes [PredByte [(76, 2)]]
        args [ud(Width::One), Arg::Word("UPR"), hex(A), num(Kind::PredMask, &[(32, 8)])]
        fixed [fix(91, 1, 1)];
    Ur2up "UR2UP" Uniform Uniform "R2P on the uniform datapath"
        forms [one(0x884, URa)]
        suffixes []
        args [Arg::Word("UPR"), part(A, (76, 2), &BYTES)]
        fixed [fix(32, 8, 0xff), fix(91, 1, 1)];
    Elect "ELECT" Adu Vote "d (uniform) = number of one executing lane with q0; p0 = whether it is this one"
        forms [bare(0x82f)]
        suffixes []
        args [p(0, 81, Always), ud(Width::One), q(0, 87)]
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
        forms [with(one(0x981, Mem(Desc(32))), &GLOBAL_DESC), one(0x381, Mem(Absent)), with(one(0x981, Mem(Base(32))), &GLOBAL_BASE)]
        suffixes [Extended [(72, 1)], Evict [(84, 3)], L2Prefetch [(68, 2)], MemWidth [(73, 3)], MemOrder [(77, 4)]]
        args [p(0, 81, IfUsed), d(Width::Mem), hex(A)]
        fixed [fix(72, 1, 1)];
    Stg "STG" Lsu Global "global memory at a = b"
        forms [with(two(0x986, Mem(Desc(64)), Rb), &GLOBAL_DESC), two(0x386, Mem(Absent), Rb), with(two(0x986, Mem(Base(64)), Rb), &GLOBAL_BASE)]
        suffixes [Extended [(72, 1)], Evict [(84, 3)], MemWidth [(73, 3)], MemOrder [(77, 4)]]
        args [hex(A), wide(B, Width::Mem)]
        fixed [fix(72, 1, 1)];
    Ld "LD" Lsu Global "d = memory at the generic address a"
        forms [with(one(0x980, Mem(Desc(32))), &GLOBAL_DESC), one(0x980, MemFar), with(one(0x980, Mem(Base(32))), &GLOBAL_BASE)]
        suffixes [Extended [(72, 1)], Evict [(84, 3)], MemWidth [(73, 3)], MemOrder [(77, 4)]]
        args [d(Width::Mem), hex(A)]
        fixed [fix(72, 1, 1)];
    St "ST" Lsu Global "memory at the generic address a = b"
        forms [with(two(0x985, Mem(Desc(64)), Rb), &GLOBAL_DESC), two(0x385, MemFar, Rc), with(two(0x985, Mem(Base(64)), Rb), &GLOBAL_BASE)]
        suffixes [Extended [(72, 1)], Evict [(84, 3)], MemWidth [(73, 3)], MemOrder [(77, 4)]]
        args [hex(A), wide(B, Width::Mem)]
        fixed [fix(72, 1, 1)];
    Qspc "QSPC" Lsu Global "p0 = whether the generic address a lies in a memory space"
        forms [one(0x3aa, Mem(Absent))]
        suffixes [Extended [(72, 1)], QuerySpace [(73, 2)]]
        args [p(0, 81, Always), d(Width::One), hex(A)]
        fixed [fix(72, 1, 1)];
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
        suffixes [Unchecked [(76, 1)], MemWidth [(73, 3)]]
        args [d(Width::Mem), hex(A)]
        fixed [];
    Sts "STS" Mio Shared "shared memory at a = b"
        forms [two(0x388, Shared(Absent), Rb), two(0x988, Shared(Base(64)), Rb)]
        suffixes [MemWidth [(73, 3)]]
        args [hex(A), wide(B, Width::Mem)]
        fixed [];
    Atomg "ATOMG" Lsu Global "d = global memory at a, which becomes op(it, b)"
        forms [oldest(with(two(0x3a8, Mem(Absent), Rb), &NO_UNIFORM)), with(two(0x9a8, Mem(Desc(64)), Rb), &ATOM_DESC), two(0x3a8, Mem(Absent), Rb), with(two(0x9a8, Mem(Base(64)), Rb), &ATOM_BASE)]
        suffixes [Extended [(72, 1)], AtomOp [(87, 4)], Evict [(84, 3)], AtomType [(73, 3)], MemOrder [(77, 4)]]
        args [p(0, 81, Always), d(Width::Atom), hex(A), wide(B, Width::Atom)]
        fixed [fix(72, 1, 1)];
    AtomgCas "ATOMG" Lsu Global "d = global memory at a, which becomes c if it equals b"
        forms [three(0x3a9, Mem(Absent), Rb, Rc)]
        suffixes [Extended [(72, 1)], CasOp [], Evict [(84, 3)], AtomType [(73, 3)], MemOrder [(77, 4)]]
        args [p(0, 81, Always), d(Width::Atom), hex(A), wide(B, Width::Atom), wide(C, Width::Atom)]
        fixed [];
    Atom "ATOM" Lsu Global "d = memory at the generic address a, which becomes op(it, b)"
        forms [oldest(with(two(0x38a, Mem(Absent), Rb), &NO_UNIFORM)), with(two(0x98a, Mem(Desc(64)), Rb), &ATOM_DESC), two(0x38a, Mem(Absent), Rb), with(two(0x98a, Mem(Base(64)), Rb), &ATOM_BASE)]
        suffixes [Extended [(72, 1)], AtomOp [(87, 4)], Evict [(84, 3)], AtomType [(73, 3)], MemOrder [(77, 4)]]
        args [p(0, 81, Always), d(Width::Atom), hex(A), wide(B, Width::Atom)]
        fixed [fix(72, 1, 1)];
    AtomCas "ATOM" Lsu Global "d = memory at the generic address a, which becomes c if it equals b"
        forms [three(0x38b, Mem(Absent), Rb, Rc)]
        suffixes [Extended [(72, 1)], CasMode [(87, 2)], Evict [(84, 3)], AtomType [(73, 3)], MemOrder [(77, 4)]]
        args [p(0, 81, Always), d(Width::Atom), hex(A), wide(B, Width::Atom), wide(C, Width::Atom)]
        fixed [fix(72, 1, 1)];
    AtomFloat "ATOM" Lsu Global "d = memory at the generic address a, to which b is added, floats; p0 = whether it was done"
        forms [oldest(with(two(0x38a, Mem(Absent), Rb), &NO_UNIFORM)), new(with(two(0x9a2, Mem(Desc(64)), Rb), &ATOM_DESC)), new(two(0x3a2, Mem(Absent), Rb)), new(with(two(0x9a2, Mem(Base(64)), Rb), &ATOM_BASE)), old(with(two(0x98a, Mem(Desc(64)), Rb), &ATOM_DESC)), old(two(0x38a, Mem(Absent), Rb)), old(with(two(0x98a, Mem(Base(64)), Rb), &ATOM_BASE))]
        suffixes [Extended [(72, 1)], AtomAdd [(87, 4)], Evict [(84, 3)], AtomFloat [(73, 4)], MemOrder [(77, 4)]]
        args [p(0, 81, Always), d(Width::AtomFloat), hex(A), wide(B, Width::AtomFloat)]
        fixed [fix(72, 1, 1)];
    AtomgFloat "ATOMG" Lsu Global "d = global memory at a, to which b is added, floats"
        forms [oldest(with(two(0x3a8, Mem(Absent), Rb), &NO_UNIFORM)), new(with(two(0x9a3, Mem(Desc(64)), Rb), &ATOM_DESC)), new(two(0x3a3, Mem(Absent), Rb)), new(with(two(0x9a3, Mem(Base(64)), Rb), &ATOM_BASE)), old(with(two(0x9a8, Mem(Desc(64)), Rb), &ATOM_DESC)), old(two(0x3a8, Mem(Absent), Rb)), old(with(two(0x9a8, Mem(Base(64)), Rb), &ATOM_BASE))]
        suffixes [Extended [(72, 1)], AtomAdd [(87, 4)], Evict [(84, 3)], AtomFloat [(73, 4)], MemOrder [(77, 4)]]
        args [p(0, 81, Always), d(Width::AtomFloat), hex(A), wide(B, Width::AtomFloat)]
        fixed [fix(72, 1, 1)];
    Redg "REDG" Lsu Global "global memory at a becomes op(it, b)"
        forms [oldest(two(0x98e, Mem(Absent), Rb)), with(two(0x98e, Mem(Desc(64)), Rb), &RED_DESC), two(0x38e, Mem(Absent), Rb), with(two(0x98e, Mem(Base(64)), Rb), &RED_BASE)]
        suffixes [Extended [(72, 1)], AtomOp [(87, 3)], Evict [(84, 3)], AtomType [(73, 3)], MemOrder [(77, 4)]]
        args [hex(A), wide(B, Width::Atom)]
        fixed [fix(72, 1, 1)];
    RedgFloat "REDG" Lsu Global "global memory at a becomes op(it, b), floats"
        forms [oldest(two(0x98e, Mem(Absent), Rb)), new(with(two(0x9a6, Mem(Desc(64)), Rb), &RED_DESC)), new(two(0x3a6, Mem(Absent), Rb)), new(with(two(0x9a6, Mem(Base(64)), Rb), &RED_BASE)), old(with(two(0x98e, Mem(Desc(64)), Rb), &RED_DESC)), old(two(0x38e, Mem(Absent), Rb)), old(with(two(0x98e, Mem(Base(64)), Rb), &RED_BASE))]
        suffixes [Extended [(72, 1)], AtomAdd [(87, 3)], Evict [(84, 3)], AtomFloat [(73, 4)], MemOrder [(77, 4)]]
        args [hex(A), wide(B, Width::AtomFloat)]
        fixed [fix(72, 1, 1)];
    Atoms "ATOMS" Mio Shared "d = shared memory at a, which becomes op(it, b)"
        forms [oldest(with(two(0x38c, Shared(Absent), Rb), &NO_UNIFORM)), two(0x38c, Shared(Absent), Rb), two(0x98c, Shared(Base(64)), Rb)]
        suffixes [AtomOp [(87, 4)], AtomType [(73, 3)]]
        args [d(Width::Atom), hex(A), wide(B, Width::Atom)]
        fixed [];
    AtomsCas "ATOMS" Mio Shared "d = shared memory at a, which becomes c if it equals b"
        forms [three(0x38d, Shared(Absent), Rb, Rc)]
        suffixes [CasMode [(87, 2)], AtomType [(73, 3)]]
        args [d(Width::Atom), hex(A), wide(B, Width::Atom), wide(C, Width::Atom)]
        fixed [];
    AtomsPopcInc "ATOMS.POPC.INC.32" Mio Shared "d = shared memory at a, to which the active lanes' number is added"
        forms [new(with(one(0xf8c, Shared(Base(64))), &[fix(87, 4, 0xb)])), old(with(one(0xf8c, Shared(Base(64))), &[fix(87, 4, 0xa)]))]
        suffixes []
        args [d(Width::One), hex(A)]
        fixed [];
    AtomsArrive "ATOMS.ARRIVE.64" Mio Shared "arrives at the barrier object at a; d (pair) = its state before"
        forms [old(one(0xf8c, Shared(Base(64))))]
        suffixes []
        args [d(Width::Two), hex(A)]
        fixed [fix(73, 3, 2), fix(87, 4, 9)];
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
        forms [two(0xb1d, Small((54, 4)), Small((42, 12))), two(0x31d, Rb, Rb), two(0x51d, Rb, Small((42, 12))), two(0x91d, Small((54, 4)), Rb)]
        suffixes [BarMode [(77, 3)], DeferBlocking [(80, 1)]]
        args [hex(A), src_if(B, No, IfUsed)]
        fixed [];
    BarRed "BAR.RED" Adu Barrier "arrives at barrier a, waits, and reduces q0 over the threads that do"
        forms [two(0xb1d, Small((54, 4)), Small((42, 12))), two(0x31d, Rb, Rb), two(0x51d, Rb, Small((42, 12))), two(0x91d, Small((54, 4)), Rb)]
        suffixes [BarReduction [(74, 2)], DeferBlocking [(80, 1)]]
        args [hex(A), src_if(B, No, IfUsed), q(0, 87)]
        fixed [fix(77, 3, 2)];
    B2r "B2R.RESULT" Adu SpecialReg "d, p0 = what BAR.RED reduced"
        forms [bare(0x31c)]
        suffixes []
        args [d(Width::One), p(0, 81, IfUsed)]
        fixed [fix(77, 3, 2)];
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
    CctlLine "CCTL" Lsu Fence "prefetches or drops the line at a"
        forms [one(0x98f, Mem(Absent))]
        suffixes [Extended [(72, 1)], CctlLine [(87, 4)]]
        args [hex(A)]
        fixed [fix(72, 1, 1)];
    Ldgsts "LDGSTS.E" Lsu Global "shared memory at a = global memory at b; with ZFILL zeros where q0 is false"
        forms [two(0xfae, CopyTo, CopyFrom)]
        suffixes [Bypass [(81, 1)], CopyPrefetch [(72, 1)], MemWidth [(73, 3)], Zfill [(82, 1)]]
        args [hex(A), hex(B), q_used(0, 87)]
        fixed [fix(70, 1, 1), fix(76, 1, 1), fix(84, 3, 1), fix(91, 1, 1)];
    Ldgdepbar "LDGDEPBAR" Lsu Fence "ends a group of LDGSTS"
        forms [bare(0x9af)]
        suffixes []
        args []
        fixed [];
    Depbar "DEPBAR.LE" Issue None "waits until at most Outstanding operations of dependence counter a are under way"
        forms [one(0x91a, Scoreboard)]
        suffixes []
        args [hex(A), num(Kind::Outstanding, &[(38, 6)])]
        fixed [fix(47, 1, 1)];
    Ldsm "LDSM" Mio Shared "d = fragments of 8×8 matrices in shared memory at a"
        forms [one(0x83b, Mem(Absent)), one(0x83b, Mem(Base(32)))]
        suffixes [MatrixLayout [(78, 1)], MatrixCount [(72, 2)]]
        args [d(Width::Matrix), hex(A)]
        fixed [];
    Stsm "STSM" Mio Shared "8×8 matrices in shared memory at a = fragments b"
        forms [two(0x844, Mem(Absent), Rb), two(0x844, Mem(Base(64)), Rb)]
        suffixes [MatrixLayout [(78, 1)], MatrixCount [(72, 2)]]
        args [hex(A), wide(B, Width::Matrix)]
        fixed [];
    Bra "BRA" Branch None "goes to a if q0"
        forms [one(0x947, Target)]
        suffixes []
        args [q_used(0, 87), hex(A)]
        fixed [];
    BraUniform "BRA.U" Branch None "goes to b if the uniform predicate q1 holds"
        forms [one(0x547, Target)]
        suffixes []
        args [uniform(q(1, 24)), hex(A)]
        fixed [fix(32, 2, 1), fix(87, 3, 7), fix(91, 1, 1)];
    BraAny "BRA.U.ANY" Branch None "all lanes go to a if any has q0"
        forms [one(0x947, Target)]
        suffixes []
        args [q_used(0, 87), hex(A)]
        fixed [fix(32, 2, 1), fix(84, 1, 1)];
    BraAll "BRA.U" Branch None "goes to a; all lanes of the warp have the same guard"
        forms [one(0x947, Target)]
        suffixes []
        args [q_used(0, 87), hex(A)]
        fixed [fix(32, 2, 1), fix(84, 1, 0)];
    BraConv "BRA.CONV" Branch None "goes to a if the warp's active lanes are those of b"
        forms [two(0x947, Target, URa)]
        suffixes []
        args [q_used(0, 87), src_as(B, Width::One, crate::encoding::Signs::NotBit(30), ImmKind::Hex), hex(A)]
        fixed [fix(32, 2, 3)];
    BraDiv "BRA.DIV" Branch None "goes to a if the warp's active lanes are not those of b"
        forms [two(0x947, Target, URa)]
        suffixes []
        args [q_used(0, 87), src_as(B, Width::One, crate::encoding::Signs::NotBit(30), ImmKind::Hex), hex(A)]
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
    CallAbs "CALL.ABS.NOINC" Branch None "goes to the address in register pair a"
        forms [one(0x343, Ra)]
        suffixes []
        args [q_used(0, 87), wide(A, Width::Two)]
        fixed [fix(86, 1, 1)];
    Lepc "LEPC" Branch Alu "d (pair) = the address of a"
        forms [new(one(0x94e, CodeAddress))]
        suffixes []
        args [d(Width::Two), hex(A)]
        fixed [];
    LepcHere "LEPC" Branch Alu "d (pair) = the address of the next instruction"
        forms [old(bare(0x34e))]
        suffixes []
        args [d(Width::Two)]
        fixed [];
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
        forms [new(one(0x348, Ra)), old(one(0x348, Rb)), old(one(0x948, Imm))]
        suffixes [Exclusive [(85, 1)]]
        args [q_used(0, 87), hex(A)]
        fixed [fix(86, 1, 0)];
    WarpsyncExclusive "WARPSYNC.EXCLUSIVE" Branch None "the lanes of mask a meet; no others run meanwhile"
        forms [old(one(0x348, Rb))]
        suffixes []
        args [q_used(0, 87), hex(A)]
        fixed [fix(86, 1, 1)];
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
    BmovToRegister "BMOV.32" Branch Alu "d = lanes of convergence barrier a"
        forms [one(0x355, BarrierSource)]
        suffixes [Clear [(84, 1)]]
        args [d(Width::One), hex(A)]
        fixed [];
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
        forms [one(0x95d, Imm), one(0x35d, Rb), one(0xb5d, Const), one(0xd5d, URb)]
        suffixes [Warp [(85, 1)]]
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
