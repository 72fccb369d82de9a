//! Modifiers: what an opcode's suffixes say (`.GE`, `.U32`, `.128`, `.STRONG.GPU`).
//!
//! One macro defines every modifier: its Rust name, the value that the hardware
//! encodes and the text that listings print. The first variant of each is what a
//! new instruction holds. Which modifiers an opcode has, in which bits and in
//! which order they print, is in the opcode's row.

use crate::arch::Arch;

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

impl Choice {
    /// The choice as an architecture has it. Before sm_80 the ordering of an
    /// access also names the scope where it is weak.
    pub(crate) fn on(self, arch: Arch, kind: Kind) -> Choice {
        match kind {
            Kind::MemOrder if arch < Arch::Sm80 => self.turing_order(),
            Kind::MufuType if arch < Arch::Sm90 => self.older_mufu(),
            Kind::AtomFloat if arch < Arch::Sm90 => self.older_atomic(),
            Kind::AtomType if arch < Arch::Sm90 && self.text == "S64" => Choice { code: 5, ..self },
            Kind::AtomType if arch < Arch::Sm90 && self.text == "128" => {
                Choice { code: 99, ..self }
            }
            Kind::PackTo if arch < Arch::Sm89 && self.text == "F16" => Choice { text: "", ..self },
            Kind::PackAb if arch < Arch::Sm89 => Choice {
                text: "PACK_AB",
                ..self
            },
            Kind::DmmaShape if arch < Arch::Sm90 => Choice {
                text: "884",
                ..self
            },
            Kind::PackMerge if arch < Arch::Sm89 => Choice {
                text: "MERGE_C",
                ..self
            },
            _ => self,
        }
    }

    /// Before sm_90 bit 73 means half precision.
    fn older_mufu(self) -> Choice {
        let code = [0, 2, 1][usize::from(self.code)];
        Choice { code, ..self }
    }

    /// Before sm_90 float atomics are types of the integer ones.
    fn older_atomic(self) -> Choice {
        let code = match self.text {
            "F32.FTZ.RN" => 3,
            "F16x2.RN" => 4,
            "F64.RN" => 6,
            _ => 99,
        };
        Choice { code, ..self }
    }

    fn turing_order(self) -> Choice {
        let (code, text) = match self.text {
            "" => (7, "SYS"),
            "CONSTANT" => (3, "CONSTANT.SYS"),
            "STRONG.CTA" => (8, "STRONG.CTA"),
            "STRONG.SM" => (9, "STRONG.SM"),
            "STRONG.GPU" => (10, "STRONG.GPU"),
            "STRONG.SYS" => (11, "STRONG.SYS"),
            "MMIO.SYS" => (15, "MMIO.SYS"),
            other => (self.code, other),
        };
        Choice { code, text }
    }
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
            /// Strong, seen by the block.
            StrongCta = 2 "STRONG.CTA",
            /// Strong, seen by the SM.
            StrongSm = 5 "STRONG.SM",
            /// Strong, seen by the GPU.
            StrongGpu = 7 "STRONG.GPU",
            /// Strong, seen by the system (`volatile`).
            StrongSys = 10 "STRONG.SYS",
            /// Memory-mapped I/O, seen by the GPU.
            MmioGpu = 8 "MMIO.GPU",
            /// Memory-mapped I/O, seen by the system.
            MmioSys = 12 "MMIO.SYS",
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
            /// 128 bits.
            B128 = 4 "128",
        }
        /// The type a float atomic works on.
        AtomFloat {
            /// Single precision, denormals flushed.
            F32 = 9 "F32.FTZ.RN",
            /// Double precision.
            F64 = 15 "F64.RN",
            /// Two halves.
            F16x2 = 0 "F16x2.RN",
            /// Two bfloat16.
            Bf16x2 = 3 "BF16x2.RN",
            /// Two of single precision.
            F32x2 = 10 "F32x2.FTZ.RN",
            /// Four of single precision.
            F32x4 = 11 "F32x4.FTZ.RN",
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
        /// What a cache control instruction does with a line.
        CctlLine {
            /// Prefetch into the L1.
            Pf1 = 0 "PF1",
            /// Prefetch into the L2.
            Pf2 = 1 "PF2",
            /// Prefetch into the L2 and keep it last.
            Pml2 = 9 "PML2",
            /// Drop it from the L2 without writing it back.
            Dml2 = 10 "DML2",
            /// Make it normal again.
            Rml2 = 11 "RML2",
        }
        /// How much the L2 fetches ahead.
        L2Prefetch {
            /// Nothing more.
            None = 0 "",
            /// 64 bytes.
            B64 = 1 "LTC64B",
            /// 128 bytes.
            B128 = 2 "LTC128B",
            /// 256 bytes.
            B256 = 3 "LTC256B",
        }
        /// Which of the two 16-bit formats halves have.
        HalfType {
            /// IEEE half precision.
            F16 = 0 "",
            /// bfloat16.
            Bf16 = 1 "BF16_V2",
        }
        /// Whether a negative result of halves becomes zero.
        HalfRelu {
            /// It stays.
            No = 0 "",
            /// It becomes zero.
            Relu = 15 "RELU",
        }
        /// Which of the 16-bit formats a comparison of halves takes.
        HalfSetType {
            /// IEEE half precision.
            F16 = 0 "",
            /// bfloat16.
            Bf16 = 1 "BF16_V2",
        }
        /// What 8-bit floats are unpacked into.
        UnpackTo {
            /// Halves.
            F16 = 0 "F16",
        }
        /// How much the L2 fetches ahead of an asynchronous copy.
        CopyPrefetch {
            /// Nothing more.
            None = 0 "",
            /// 128 bytes.
            B128 = 1 "LTC128B",
        }
        /// Which of two opposite results a half-precision comparison stores.
        SetValue {
            /// All ones where it holds.
            Ones = 0 "",
            /// 1.0 where it holds.
            One = 1 "BF",
        }
        /// What F2FP packs two numbers into.
        PackTo {
            /// Halves.
            F16 = 0 "F16",
            /// bfloat16.
            Bf16 = 1 "BF16",
        }
        /// How F2FP places its results.
        PackAb {
            /// a high, b low.
            Ab = 0 "F32.PACK_AB",
        }
        /// How F2FP places a single result.
        PackMerge {
            /// b low, the high half of c.
            MergeC = 0 "F32.MERGE_C",
        }
        /// An 8-bit float format.
        Float8 {
            /// Five bits of exponent.
            E5m2 = 0 "E5M2",
            /// Four bits of exponent.
            E4m3 = 1 "E4M3",
        }
        /// How F2FP unpacks 8-bit floats.
        UnpackB {
            /// Two of them.
            B = 0 "UNPACK_B",
        }
        /// How F2FP packs to 8-bit floats.
        PackMerge8 {
            /// From two single-precision numbers, beside the upper half of c.
            F32 = 0 "F32.PACK_AB_MERGE_C",
        }
        /// How F2FP converts halves to 8-bit floats.
        UnpackMerge8 {
            /// From two halves, beside the upper half of c.
            F16 = 0 "F16.UNPACK_B_MERGE_C",
        }
        /// Destination of a float conversion without doubles.
        FloatTo32 {
            /// Half precision.
            F16 = 1 "F16",
            /// Single precision.
            F32 = 2 "F32",
            /// bfloat16.
            Bf16 = 4 "BF16",
        }
        /// Source of a float conversion without doubles.
        FloatFrom32 {
            /// Single precision.
            F32 = 2 "F32",
            /// Half precision.
            F16 = 1 "F16",
            /// bfloat16.
            Bf16 = 4 "BF16",
        }
        /// The type of a rounding to an integer.
        RoundType {
            /// Single precision.
            F32 = 18 "",
            /// Half precision.
            F16 = 9 "F16",
            /// bfloat16.
            Bf16 = 36 "BF16",
        }
        /// Source of a conversion to an integer without a 64-bit side.
        FloatSource32 {
            /// Single precision.
            F32 = 2 "",
            /// Half precision.
            F16 = 1 "F16",
            /// bfloat16.
            Bf16 = 4 "BF16",
        }
        /// Result of a conversion from an integer without a 64-bit side.
        FloatResult32 {
            /// Single precision.
            F32 = 2 "",
            /// Half precision.
            F16 = 1 "F16",
            /// bfloat16.
            Bf16 = 4 "BF16",
        }
        /// Precision of a multi-function result, as sm_90 encodes it.
        MufuType {
            /// Single precision.
            F32 = 0 "",
            /// Half precision.
            F16 = 1 "F16",
            /// bfloat16.
            Bf16 = 2 "BF16",
        }
        /// What a saturating conversion of an integer results in.
        I2iTo {
            /// Unsigned, 8 bits.
            U8 = 0 "U8.S32.SAT",
            /// Signed, 8 bits.
            S8 = 1 "S8.S32.SAT",
            /// Unsigned, 16 bits.
            U16 = 2 "U16.S32.SAT",
            /// Signed, 16 bits.
            S16 = 3 "S16.S32.SAT",
        }
        /// What I2IP packs integers into.
        I2ipTo {
            /// Unsigned, 8 bits.
            U8 = 0 "U8.S32.SAT",
            /// Signed, 8 bits.
            S8 = 1 "S8.S32.SAT",
            /// Unsigned, 16 bits.
            U16 = 2 "U16.S32.SAT",
            /// Signed, 16 bits.
            S16 = 3 "S16.S32.SAT",
            /// Unsigned, 4 bits.
            U4 = 6 "U4.S32.SAT",
            /// Signed, 4 bits.
            S4 = 7 "S4.S32.SAT",
        }
        /// What F2IP packs floats into.
        F2ipTo {
            /// Unsigned, 8 bits.
            U8 = 0 "U8.F32",
            /// Signed, 8 bits.
            S8 = 1 "S8.F32",
        }
        /// A NaN becomes zero, always.
        AlwaysNtz {
            /// It does.
            Ntz = 0 "NTZ",
        }
        /// The bytes of the first source of a dot product.
        Bytes4A {
            /// Unsigned.
            U8 = 0 "U8",
            /// Signed.
            S8 = 1 "S8",
        }
        /// The halves of the first source of a dot product.
        Halves2A {
            /// Unsigned.
            U16 = 0 "U16",
            /// Signed.
            S16 = 1 "S16",
        }
        /// The bytes of the second source of a dot product.
        BytesB {
            /// Unsigned.
            U8 = 0 "U8",
            /// Signed.
            S8 = 1 "S8",
        }
        /// Which bytes of the second source a dot product of halves takes.
        WhichHalf {
            /// The lower two.
            Lo = 0 "LO",
            /// The upper two.
            Hi = 1 "HI",
        }
        /// What integers a minimum or maximum takes.
        MinMaxType {
            /// One, signed.
            S32 = 1 "",
            /// One, unsigned.
            U32 = 0 "U32",
            /// Two of 16 bits, unsigned.
            U16x2 = 2 "U16x2",
            /// Two of 16 bits, signed.
            S16x2 = 3 "S16x2",
        }
        /// What a barrier reduces.
        BarReduction {
            /// The number of threads whose predicate is true.
            Popc = 0 "POPC",
            /// Whether all are true.
            And = 1 "AND",
            /// Whether any is true.
            Or = 2 "OR",
        }
        /// Which space a generic address is asked to be in.
        QuerySpace {
            /// Global memory.
            Global = 0 "G",
            /// Local memory.
            Local = 1 "L",
            /// Shared memory of the block.
            Shared = 2 "S",
            /// Shared memory of the cluster.
            Cluster = 3 "D",
        }
        /// Whether an asynchronous copy passes the L1 by.
        Bypass {
            /// It goes through the L1.
            Access = 1 "",
            /// It passes it by.
            Bypass = 0 "BYPASS",
        }
        /// How many 8×8 matrices a matrix load takes.
        MatrixCount {
            /// One.
            One = 0 "",
            /// Two.
            Two = 1 "2",
            /// Four.
            Four = 2 "4",
        }
        /// How a matrix is laid out.
        MatrixLayout {
            /// By rows.
            Rows = 0 "16.M88",
            /// Transposed.
            Transposed = 1 "16.MT88",
        }
        /// The shape of a half-precision matrix product.
        HmmaShape {
            /// 16×8×8.
            K8 = 0 "1688",
            /// 16×8×16.
            K16 = 1 "16816",
            /// 16×8×4.
            K4 = 2 "1684",
        }
        /// The accumulator of a half-precision matrix product.
        HmmaSum {
            /// Half precision.
            F16 = 0 "F16",
            /// Single precision.
            F32 = 1 "F32",
        }
        /// The factors of a half-precision matrix product.
        HmmaFactors {
            /// Half precision.
            F16 = 0 "",
            /// bfloat16.
            Bf16 = 1 "BF16",
            /// TF32.
            Tf32 = 2 "TF32",
        }
        /// The shape of an integer matrix product.
        ImmaShape {
            /// 8×8×16.
            M8K16 = 0 "8816",
            /// 16×8×16.
            M16K16 = 4 "16816",
            /// 16×8×32.
            M16K32 = 5 "16832",
            /// 16×8×64.
            M16K64 = 6 "16864",
        }
        /// The first factor of an integer matrix product.
        ImmaA {
            /// Unsigned bytes.
            U8 = 0 "U8",
            /// Signed bytes.
            S8 = 1 "S8",
            /// Unsigned, 4 bits.
            U4 = 2 "U4",
            /// Signed, 4 bits.
            S4 = 3 "S4",
        }
        /// The second factor of an integer matrix product.
        ImmaB {
            /// Unsigned bytes.
            U8 = 0 "U8",
            /// Signed bytes.
            S8 = 1 "S8",
            /// Unsigned, 4 bits.
            U4 = 2 "U4",
            /// Signed, 4 bits.
            S4 = 3 "S4",
        }
        /// What a product of bit matrices counts.
        BmmaOp {
            /// Exclusive or.
            Xor = 0 "XOR.POPC",
            /// And.
            And = 1 "AND.POPC",
        }
        /// The shape of a double-precision matrix product.
        DmmaShape {
            /// 8×8×4.
            K4 = 0 "8x8x4",
        }
        /// The first factor of an 8-bit float matrix product.
        QmmaA {
            /// Four bits of exponent.
            E4m3 = 0 "E4M3",
            /// Five bits of exponent.
            E5m2 = 1 "E5M2",
        }
        /// The second factor of an 8-bit float matrix product.
        Float8B {
            /// Four bits of exponent.
            E4m3 = 0 "E4M3",
        }
        /// How a barrier object counts an arrival.
        SyncsArrive {
            /// As the register says.
            Register = 0 "",
            /// One arrival, no bytes.
            A1t0 = 1 "A1T0",
            /// No arrival, one byte.
            A0t1 = 2 "A0T1",
            /// No arrival, the register's bytes.
            A0tr = 3 "A0TR",
            /// The register's arrivals, no bytes.
            Art0 = 5 "ART0",
        }
        /// Which byte of a register predicates are moved to or from.
        PredByte {
            /// The lowest.
            B0 = 0 "",
            /// The second.
            B1 = 1 "B1",
            /// The third.
            B2 = 2 "B2",
            /// The fourth.
            B3 = 3 "B3",
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
            /// bfloat16.
            Bf16 = 4 "BF16",
        }
        /// Source of a conversion to an integer.
        FloatSource {
            /// Single precision.
            F32 = 2 "",
            /// Half precision.
            F16 = 1 "F16",
            /// Double precision.
            F64 = 3 "F64",
            /// bfloat16.
            Bf16 = 4 "BF16",
        }
        /// The one type of a rounding in double precision.
        DoubleType {
            /// Double precision.
            F64 = 0 "F64",
        }
        /// How doubles are compared; with U also true if an operand is a NaN.
        DoubleCmp {
            /// The smaller one is a: p0; p1 where neither is (a NaN).
            Min = 0 "MIN",
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
            /// The larger one is a: p0; p1 where neither is (a NaN).
            Max = 15 "MAX",
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
