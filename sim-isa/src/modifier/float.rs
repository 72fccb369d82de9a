//! Rounding, the functions of the multi-function unit, 16-bit formats.

use super::{Choice, Kind, Modifier};

modifiers! {
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

    /// What FMUL multiplies its product with.
    Scale {
        /// One.
        One = 4 "",
        /// An eighth.
        D8 = 1 "D8",
        /// A quarter.
        D4 = 2 "D4",
        /// A half.
        D2 = 3 "D2",
        /// Two.
        M2 = 5 "M2",
        /// Four.
        M4 = 6 "M4",
        /// Eight.
        M8 = 7 "M8",
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

    /// Precision of a multi-function result, as sm_90 encodes it.
    MufuType {
        /// Single precision.
        F32 = 0 "",
        /// Half precision.
        F16 = 1 "F16",
        /// bfloat16.
        Bf16 = 2 "BF16",
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

    /// Which of two opposite results a half-precision comparison stores.
    SetValue {
        /// All ones where it holds.
        Ones = 0 "",
        /// 1.0 where it holds.
        One = 1 "BF",
    }
}
