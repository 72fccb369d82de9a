//! The list of all modifiers, and those that need no enum of their own.
//!
//! A place of each in [`Modifiers`](super::Modifiers) needs the list in one piece.
//! An enum that is missing here, or too much, does not compile.

use super::{Choice, Modifier};

macro_rules! kinds {
    (
        enums { $( $E:ident ),+ $(,)? }
        flags { $( $(#[$fdoc:meta])* $F:ident = $ftext:literal ),+ $(,)? }
        numbers { $( $(#[$ndoc:meta])* $N:ident ),+ $(,)? }
    ) => {
        /// A modifier that is there or not (`.FTZ`, `.SAT`).
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Flag { $( $(#[$fdoc])* $F ),+ }

        impl Flag {
            /// Where [`Modifiers`](super::Modifiers) keeps it.
            pub const fn kind(self) -> Kind {
                match self { $( Flag::$F => Kind::$F ),+ }
            }
        }

        /// A number inside an instruction that is no operand (a truth table, a shift).
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Number { $( $(#[$ndoc])* $N ),+ }

        impl Number {
            /// Where [`Modifiers`](super::Modifiers) keeps it.
            pub const fn kind(self) -> Kind {
                match self { $( Number::$N => Kind::$N ),+ }
            }
        }

        /// Every modifier there is: the index into [`Modifiers`](super::Modifiers).
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum Kind { $( $E, )+ $( $F, )+ $( $N ),+ }

        impl Kind {
            /// Every kind, in the order of declaration.
            pub const ALL: &'static [Kind] =
                &[ $( Kind::$E, )+ $( Kind::$F, )+ $( Kind::$N ),+ ];

            /// The kind's name, as the reference prints it.
            pub const fn name(self) -> &'static str {
                match self {
                    $( Kind::$E => stringify!($E), )+
                    $( Kind::$F => stringify!($F), )+
                    $( Kind::$N => stringify!($N) ),+
                }
            }

            /// The named values; empty for a number, which stands for itself.
            pub const fn choices(self) -> &'static [Choice] {
                match self {
                    $( Kind::$E => <super::$E as Modifier>::CHOICES, )+
                    $( Kind::$F => &[
                        Choice { code: 0, text: "" },
                        Choice { code: 1, text: $ftext },
                    ], )+
                    $( Kind::$N => &[] ),+
                }
            }
        }
    };
}

kinds! {
    enums {
        IntCmp, FloatCmp, DoubleCmp, BoolOp, MinMaxType,
        IntSign, UintSign, IntKind, ShiftDir, ShiftType, PrmtMode, PredByte,
        Bytes4A, Halves2A, BytesB, WhichHalf,
        Rounding, Scale, IntRounding, MufuFn, MufuType, HalfType, HalfRelu, SetValue,
        Int64, Int32, FloatSide, FloatSide32,
        FloatTo, FloatFrom, FloatTo32, FloatFrom32, RoundType, DoubleType,
        I2iTo, I2ipTo, F2ipTo, AlwaysNtz, PackTo, PackAb, PackMerge,
        Float8, UnpackTo, UnpackB, PackMerge8, UnpackMerge8,
        MemWidth, MemOrder, Evict, L2Prefetch, CopyPrefetch, Bypass, QuerySpace, CctlOp, CctlLine,
        AtomOp, AtomType, AtomFloat, AtomAdd, CasOp, CasMode,
        ShflMode, VoteMode, ReduxOp, MatchWidth, Cs2rWidth,
        BarMode, BarReduction, SyncsArrive, MembarScope, MembarKind,
        MatrixCount, MatrixLayout, HmmaShape, HmmaSum, HmmaFactors,
        ImmaShape, ImmaA, ImmaB, BmmaOp, DmmaShape, QmmaA, Float8B,
    }
    flags {
        /// Denormals count as zero, in and out.
        Ftz = "FTZ",
        /// The result is clamped to 0…1 (floats) or to its range (integers).
        Sat = "SAT",
        /// There is a carry in.
        X = "X",
        /// The comparison continues one of the lower half.
        Ex = "EX",
        /// The high half of the result.
        Hi = "HI",
        /// The shift amount wraps.
        Wrap = "W",
        /// LEA: the sign of a fills the high word.
        Sx32 = "SX32",
        /// LOP3: the predicate result is and-ed.
        Pand = "PAND",
        /// Addresses are 64 bits (extended).
        Extended = "E",
        /// NaN becomes zero.
        Ntz = "NTZ",
        /// NaN wins a minimum or maximum.
        Nan = "NAN",
        /// FLO: the amount that would shift the bit to the top.
        Sh = "SH",
        /// BAR: other warps may pass while this one is blocked.
        DeferBlocking = "DEFER_BLOCKING",
        /// The result is at least zero.
        Relu = "RELU",
        /// VABSDIFF4: the differences are added to c.
        Acc = "ACC",
        /// Two sums of 16 bits.
        Lanes16 = "16x2",
        /// The result's sign is the product of the operands' signs.
        Xorsign = "XORSIGN",
        /// HADD2: one single-precision result.
        HalfToSingle = "F32",
        /// The sums of R2UR's lanes are or-ed.
        Or = "OR",
        /// No other lanes run meanwhile.
        Exclusive = "EXCLUSIVE",
        /// The register is cleared as it is read.
        Clear = "CLEAR",
        /// Bytes that the predicate forbids are filled with zeros.
        Zfill = "ZFILL",
        /// The address is not checked (`LDS.U`).
        Unchecked = "U",
        /// The whole warp sleeps.
        Warp = "WARP",
        /// The barrier object's old state is dropped.
        SyncsRed = "RED",
        /// The barrier object's state is masked.
        Tmask = "TMASK",
        /// The wait may give up.
        TryWait = "TRYWAIT",
        /// Bytes are counted, too.
        Transcnt = "TRANSCNT",
    }
    numbers {
        /// The truth table of LOP3 and PLOP3's first result.
        Lut,
        /// The truth table of PLOP3's second result.
        Lut2,
        /// LEA's shift.
        Shift,
        /// How many operations of a dependence counter may be outstanding.
        Outstanding,
        /// The predicates that P2R and R2P move, a bit each.
        PredMask,
    }
}
