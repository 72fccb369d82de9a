//! How values are compared, and how comparisons are combined.

use super::{Choice, Kind, Modifier};

modifiers! {
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

    /// How a comparison is combined with the predicate source.
    BoolOp {
        /// Both.
        And = 0 "AND",
        /// Either.
        Or = 1 "OR",
        /// One of the two.
        Xor = 2 "XOR",
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
}
