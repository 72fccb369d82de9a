//! Modifiers: what an opcode's suffixes say (`.GE`, `.U32`, `.128`, `.STRONG.GPU`).
//!
//! One macro defines every modifier: its Rust name, the value that the hardware
//! encodes and the text that listings print. The first variant of each is what a
//! new instruction holds. Which modifiers an opcode has, in which bits and in
//! which order they print, is in the opcode's row.

/// A modifier with named values.
pub trait Modifier: Copy + Eq + 'static {
    /// Where [`Modifiers`] keeps it.
    const KIND: Kind;
    /// All values, in the order of declaration.
    const ALL: &'static [Self];
    /// The position in [`Modifier::ALL`].
    fn index(self) -> u8;
}

/// What one named value of a modifier looks like outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The bits that encode it.
    pub code: u8,
    /// Its text in a listing, empty if it is not printed.
    pub text: &'static str,
}

macro_rules! modifiers {
    (
        enums { $( $(#[$edoc:meta])* $E:ident {
            $( $(#[$vdoc:meta])* $V:ident = $code:literal $text:literal ),+ $(,)?
        } )+ }
        flags { $( $(#[$fdoc:meta])* $F:ident = $ftext:literal ),+ $(,)? }
        numbers { $( $(#[$ndoc:meta])* $N:ident ),+ $(,)? }
    ) => {
        $(
            $(#[$edoc])*
            #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
            #[repr(u8)]
            pub enum $E { $( $(#[$vdoc])* $V ),+ }

            impl Modifier for $E {
                const KIND: Kind = Kind::$E;
                const ALL: &'static [$E] = &[ $( $E::$V ),+ ];
                fn index(self) -> u8 { self as u8 }
            }
        )+

        /// A modifier that is there or not (`.FTZ`, `.SAT`).
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Flag { $( $(#[$fdoc])* $F ),+ }

        impl Flag {
            /// Where [`Modifiers`] keeps it.
            pub const fn kind(self) -> Kind {
                match self { $( Flag::$F => Kind::$F ),+ }
            }
        }

        /// A number inside an instruction that is no operand (a truth table, a shift).
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Number { $( $(#[$ndoc])* $N ),+ }

        impl Number {
            /// Where [`Modifiers`] keeps it.
            pub const fn kind(self) -> Kind {
                match self { $( Number::$N => Kind::$N ),+ }
            }
        }

        /// Every modifier there is: the index into [`Modifiers`].
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
                    $( Kind::$E => &[ $( Choice { code: $code, text: $text } ),+ ], )+
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

modifiers! {
    enums {
        /// How integers are compared.
        IntCmp {
            /// Never.
            F = 0 "F",
            /// a < b.
            Lt = 1 "LT",
            /// a = b.
            Eq = 2 "EQ",
            /// a <= b.
            Le = 3 "LE",
            /// a > b.
            Gt = 4 "GT",
            /// a != b.
            Ne = 5 "NE",
            /// a >= b.
            Ge = 6 "GE",
            /// Always.
            T = 7 "T",
        }
        /// How floats are compared; with U also true if an operand is a NaN.
        FloatCmp {
            /// Never.
            F = 0 "F",
            /// a < b.
            Lt = 1 "LT",
            /// a = b.
            Eq = 2 "EQ",
            /// a <= b.
            Le = 3 "LE",
            /// a > b.
            Gt = 4 "GT",
            /// a < b or a > b.
            Ne = 5 "NE",
            /// a >= b.
            Ge = 6 "GE",
            /// Neither is a NaN.
            Num = 7 "NUM",
            /// One is a NaN.
            Nan = 8 "NAN",
            /// a < b, or a NaN.
            Ltu = 9 "LTU",
            /// a = b, or a NaN.
            Equ = 10 "EQU",
            /// a <= b, or a NaN.
            Leu = 11 "LEU",
            /// a > b, or a NaN.
            Gtu = 12 "GTU",
            /// a != b, or a NaN.
            Neu = 13 "NEU",
            /// a >= b, or a NaN.
            Geu = 14 "GEU",
            /// Always.
            T = 15 "T",
        }
        /// How a comparison is combined with the predicate source.
        BoolOp {
            /// Both.
            And = 0 "AND",
            /// Either.
            Or = 1 "OR",
            /// One of the two.
            Xor = 2 "XOR",
        }
        /// Whether integers are signed, where signed is what goes unsaid.
        IntSign {
            /// Signed.
            S32 = 1 "",
            /// Unsigned.
            U32 = 0 "U32",
        }
        /// Whether integers are signed, where unsigned is what goes unsaid.
        UintSign {
            /// Unsigned.
            U32 = 0 "",
            /// Signed.
            S32 = 1 "S32",
        }
        /// Whether integers are signed, both said.
        IntKind {
            /// Signed.
            S32 = 1 "S32",
            /// Unsigned.
            U32 = 0 "U32",
        }
        /// How a float result is rounded.
        Rounding {
            /// To nearest, ties to even.
            Rn = 0 "",
            /// Towards minus infinity.
            Rm = 1 "RM",
            /// Towards plus infinity.
            Rp = 2 "RP",
            /// Towards zero.
            Rz = 3 "RZ",
        }
        /// How a float becomes an integer.
        IntRounding {
            /// To nearest, ties to even.
            Rn = 0 "",
            /// Towards minus infinity.
            Floor = 1 "FLOOR",
            /// Towards plus infinity.
            Ceil = 2 "CEIL",
            /// Towards zero.
            Trunc = 3 "TRUNC",
        }
        /// The function of the multi-function unit.
        MufuFn {
            /// Cosine of 2 pi x.
            Cos = 0 "COS",
            /// Sine of 2 pi x.
            Sin = 1 "SIN",
            /// 2 to the x.
            Ex2 = 2 "EX2",
            /// Logarithm to base 2.
            Lg2 = 3 "LG2",
            /// 1/x.
            Rcp = 4 "RCP",
            /// 1/sqrt(x).
            Rsq = 5 "RSQ",
            /// High word of 1/x of a double, from its high word.
            Rcp64h = 6 "RCP64H",
            /// High word of 1/sqrt(x) of a double, from its high word.
            Rsq64h = 7 "RSQ64H",
            /// sqrt(x).
            Sqrt = 8 "SQRT",
            /// Hyperbolic tangent.
            Tanh = 9 "TANH",
        }
        /// How much a lane loads or stores.
        MemWidth {
            /// Four bytes.
            B32 = 4 "",
            /// A byte, extended with zeros.
            U8 = 0 "U8",
            /// A byte, extended with its sign.
            S8 = 1 "S8",
            /// Two bytes, extended with zeros.
            U16 = 2 "U16",
            /// Two bytes, extended with their sign.
            S16 = 3 "S16",
            /// Eight bytes.
            B64 = 5 "64",
            /// Sixteen bytes.
            B128 = 6 "128",
        }
        /// The ordering and scope of a global access.
        MemOrder {
            /// No ordering.
            Weak = 0 "",
            /// Read-only data (`.nc`, `__ldg`).
            Constant = 4 "CONSTANT",
            /// Strong, seen by the SM.
            StrongSm = 5 "STRONG.SM",
            /// Strong, seen by the GPU.
            StrongGpu = 7 "STRONG.GPU",
            /// Strong, seen by the system (`volatile`).
            StrongSys = 10 "STRONG.SYS",
        }
        /// How long a line should stay in the cache.
        Evict {
            /// Normally.
            Normal = 1 "",
            /// It goes first.
            First = 0 "EF",
            /// It goes last.
            Last = 2 "EL",
            /// Last use.
            LastUse = 3 "LU",
            /// As before.
            Unchanged = 4 "EU",
            /// The line is not allocated.
            NoAllocate = 5 "NA",
        }
        /// What an atomic does to the word.
        AtomOp {
            /// Sum.
            Add = 0 "ADD",
            /// Minimum.
            Min = 1 "MIN",
            /// Maximum.
            Max = 2 "MAX",
            /// Up to a bound, then to zero.
            Inc = 3 "INC",
            /// Down to zero, then to a bound.
            Dec = 4 "DEC",
            /// And.
            And = 5 "AND",
            /// Or.
            Or = 6 "OR",
            /// Exclusive or.
            Xor = 7 "XOR",
            /// Exchange.
            Exch = 8 "EXCH",
        }
        /// The type an integer atomic works on.
        AtomType {
            /// Unsigned, 32 bits.
            U32 = 0 "",
            /// Signed, 32 bits.
            S32 = 1 "S32",
            /// Unsigned, 64 bits.
            U64 = 2 "64",
            /// Signed, 64 bits.
            S64 = 3 "S64",
        }
        /// The type a float atomic works on.
        AtomFloat {
            /// Single precision, denormals flushed.
            F32 = 9 "F32.FTZ.RN",
            /// Double precision.
            F64 = 15 "F64.RN",
        }
        /// The one operation of an atomic on floats.
        AtomAdd {
            /// Sum.
            Add = 0 "ADD",
        }
        /// The one operation of a compare-and-swap on global memory.
        CasOp {
            /// Compare and swap.
            Cas = 0 "CAS",
        }
        /// A shared-memory compare-and-swap.
        CasMode {
            /// Compare and swap.
            Cas = 0 "CAS",
            /// Compare and swap that reports success to a spinning loop.
            CastSpin = 3 "CAST.SPIN",
        }
        /// Which lane a shuffle reads.
        ShflMode {
            /// The lane named by b.
            Idx = 0 "IDX",
            /// b lanes below.
            Up = 1 "UP",
            /// b lanes above.
            Down = 2 "DOWN",
            /// The lane whose number differs in the bits of b.
            Bfly = 3 "BFLY",
        }
        /// What a vote finds out.
        VoteMode {
            /// Whether all active lanes agree.
            All = 0 "ALL",
            /// Whether any active lane does.
            Any = 1 "ANY",
            /// Whether the active lanes are of one mind.
            Eq = 2 "EQ",
        }
        /// Which way a shift goes.
        ShiftDir {
            /// Left.
            L = 0 "L",
            /// Right.
            R = 1 "R",
        }
        /// What a funnel shift shifts.
        ShiftType {
            /// 32 bits, zeros come in.
            U32 = 3 "U32",
            /// 32 bits, the sign comes in.
            S32 = 2 "S32",
            /// 64 bits, zeros come in.
            U64 = 1 "U64",
            /// 64 bits, the sign comes in.
            S64 = 0 "S64",
        }
        /// What a warp reduction computes.
        ReduxOp {
            /// And.
            And = 0 "",
            /// Or.
            Or = 1 "OR",
            /// Exclusive or.
            Xor = 2 "XOR",
            /// Sum.
            Sum = 3 "SUM",
            /// Minimum.
            Min = 4 "MIN",
            /// Maximum.
            Max = 5 "MAX",
        }
        /// What a barrier instruction does.
        BarMode {
            /// Arrive and wait.
            Sync = 0 "SYNC",
            /// Arrive, go on.
            Arv = 1 "ARV",
        }
        /// Whom a fence orders for.
        MembarScope {
            /// The block.
            Cta = 0 "CTA",
            /// The SM.
            Sm = 1 "SM",
            /// The GPU.
            Gpu = 2 "GPU",
            /// The system.
            Sys = 3 "SYS",
        }
        /// How strong a fence is.
        MembarKind {
            /// Sequentially consistent.
            Sc = 0 "SC",
            /// For all accesses.
            All = 1 "ALL",
            /// Without a name.
            Plain = 2 "",
        }
        /// What a cache control instruction does.
        CctlOp {
            /// Invalidate all lines.
            IvAll = 4 "IVALL",
        }
        /// How a special register is read.
        Cs2rWidth {
            /// As a pair.
            B64 = 1 "",
            /// As one register.
            B32 = 0 "32",
        }
        /// Integer side of a conversion to or from a float, one of which has 64 bits.
        Int64 {
            /// Signed, 32 bits.
            S32 = 5 "",
            /// Unsigned, 32 bits.
            U32 = 4 "U32",
            /// Unsigned, 8 bits.
            U8 = 0 "U8",
            /// Signed, 8 bits.
            S8 = 1 "S8",
            /// Unsigned, 16 bits.
            U16 = 2 "U16",
            /// Signed, 16 bits.
            S16 = 3 "S16",
            /// Unsigned, 64 bits.
            U64 = 6 "U64",
            /// Signed, 64 bits.
            S64 = 7 "S64",
        }
        /// Integer side of a conversion to or from a float that has no 64-bit side.
        Int32 {
            /// Signed, 32 bits.
            S32 = 5 "",
            /// Unsigned, 32 bits.
            U32 = 4 "U32",
            /// Unsigned, 8 bits.
            U8 = 0 "U8",
            /// Signed, 8 bits.
            S8 = 1 "S8",
            /// Unsigned, 16 bits.
            U16 = 2 "U16",
            /// Signed, 16 bits.
            S16 = 3 "S16",
        }
        /// Result of a conversion from an integer.
        FloatResult {
            /// Single precision.
            F32 = 2 "",
            /// Half precision.
            F16 = 1 "F16",
            /// Double precision.
            F64 = 3 "F64",
        }
        /// Source of a conversion to an integer.
        FloatSource {
            /// Single precision.
            F32 = 2 "",
            /// Half precision.
            F16 = 1 "F16",
            /// Double precision.
            F64 = 3 "F64",
        }
        /// The one type of a rounding in double precision.
        DoubleType {
            /// Double precision.
            F64 = 0 "F64",
        }
        /// How doubles are compared; with U also true if an operand is a NaN.
        DoubleCmp {
            /// a < b.
            Lt = 1 "LT",
            /// a = b.
            Eq = 2 "EQ",
            /// a <= b.
            Le = 3 "LE",
            /// a > b.
            Gt = 4 "GT",
            /// a < b or a > b.
            Ne = 5 "NE",
            /// a >= b.
            Ge = 6 "GE",
            /// Neither is a NaN.
            Num = 7 "NUM",
            /// One is a NaN.
            Nan = 8 "NAN",
            /// a < b, or a NaN.
            Ltu = 9 "LTU",
            /// a = b, or a NaN.
            Equ = 10 "EQU",
            /// a <= b, or a NaN.
            Leu = 11 "LEU",
            /// a > b, or a NaN.
            Gtu = 12 "GTU",
            /// a != b, or a NaN.
            Neu = 13 "NEU",
            /// a >= b, or a NaN.
            Geu = 14 "GEU",
        }
        /// How much MATCH compares.
        MatchWidth {
            /// 32 bits.
            B32 = 0 "",
            /// 64 bits.
            B64 = 1 "U64",
        }
        /// How PRMT's selector is read.
        PrmtMode {
            /// A nibble for every byte.
            Index = 0 "",
            /// Four bytes forward from b.
            F4e = 1 "F4E",
            /// Four bytes backward from b.
            B4e = 2 "B4E",
            /// One byte, four times.
            Rc8 = 3 "RC8",
            /// Clamped at the left edge.
            Ecl = 4 "ECL",
            /// Clamped at the right edge.
            Ecr = 5 "ECR",
            /// One half, twice.
            Rc16 = 6 "RC16",
        }
        /// Destination of a float conversion.
        FloatTo {
            /// Single precision.
            F32 = 2 "F32",
            /// Half precision.
            F16 = 1 "F16",
            /// Double precision.
            F64 = 3 "F64",
        }
        /// Source of a float conversion.
        FloatFrom {
            /// Single precision.
            F32 = 2 "F32",
            /// Half precision.
            F16 = 1 "F16",
            /// Double precision.
            F64 = 3 "F64",
        }
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
    }
    numbers {
        /// The truth table of LOP3 and PLOP3's first result.
        Lut,
        /// The truth table of PLOP3's second result.
        Lut2,
        /// LEA's shift.
        Shift,
    }
}

/// The number of modifiers.
pub const KINDS: usize = Kind::ALL.len();

/// The modifiers of an instruction; those that its opcode lacks hold their default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Modifiers([u8; KINDS]);

impl Default for Modifiers {
    fn default() -> Modifiers {
        Modifiers::NONE
    }
}

impl Modifiers {
    /// Every modifier at its default.
    pub const NONE: Modifiers = Modifiers([0; KINDS]);

    /// The value of a named modifier.
    pub fn get<M: Modifier>(&self) -> M {
        M::ALL[usize::from(self.0[M::KIND as usize])]
    }

    /// Sets a named modifier.
    pub fn set<M: Modifier>(&mut self, value: M) {
        self.0[M::KIND as usize] = value.index();
    }

    /// The same with a named modifier set.
    #[must_use]
    pub fn with<M: Modifier>(mut self, value: M) -> Modifiers {
        self.set(value);
        self
    }

    /// Whether a flag is set.
    pub fn has(&self, flag: Flag) -> bool {
        self.0[flag.kind() as usize] != 0
    }

    /// Sets or clears a flag.
    pub fn set_flag(&mut self, flag: Flag, on: bool) {
        self.0[flag.kind() as usize] = u8::from(on);
    }

    /// The same with a flag set.
    #[must_use]
    pub fn with_flag(mut self, flag: Flag) -> Modifiers {
        self.set_flag(flag, true);
        self
    }

    /// A number.
    pub fn number(&self, number: Number) -> u8 {
        self.0[number.kind() as usize]
    }

    /// Sets a number.
    pub fn set_number(&mut self, number: Number, value: u8) {
        self.0[number.kind() as usize] = value;
    }

    /// The same with a number set.
    #[must_use]
    pub fn with_number(mut self, number: Number, value: u8) -> Modifiers {
        self.set_number(number, value);
        self
    }

    /// A modifier by kind: the index of its choice, or the number itself.
    pub(crate) fn raw(&self, kind: Kind) -> u8 {
        self.0[kind as usize]
    }

    /// Sets a modifier by kind; the caller has looked up the index.
    pub(crate) fn set_raw(&mut self, kind: Kind, raw: u8) {
        let choices = kind.choices();
        debug_assert!(choices.is_empty() || usize::from(raw) < choices.len());
        self.0[kind as usize] = raw;
    }
}
