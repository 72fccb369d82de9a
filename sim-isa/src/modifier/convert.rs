//! What conversions convert from and to.

use super::{Choice, Kind, Modifier};

modifiers! {
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

    /// Float side of a conversion to or from an integer, one of which has 64 bits.
    FloatSide {
        /// Single precision.
        F32 = 2 "",
        /// Half precision.
        F16 = 1 "F16",
        /// Double precision.
        F64 = 3 "F64",
        /// bfloat16.
        Bf16 = 4 "BF16",
    }

    /// Float side of a conversion to or from an integer that has no 64-bit side.
    FloatSide32 {
        /// Single precision.
        F32 = 2 "",
        /// Half precision.
        F16 = 1 "F16",
        /// bfloat16.
        Bf16 = 4 "BF16",
    }

    /// Destination of a float conversion.
    FloatTo {
        /// Single precision.
        F32 = 2 "F32",
        /// Half precision.
        F16 = 1 "F16",
        /// Double precision.
        F64 = 3 "F64",
        /// bfloat16.
        Bf16 = 4 "BF16",
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

    /// The one type of a rounding in double precision.
    DoubleType {
        /// Double precision.
        F64 = 0 "F64",
    }
}
