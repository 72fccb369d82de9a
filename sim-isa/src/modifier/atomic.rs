//! What atomics do, and to which type.

use super::{Choice, Kind, Modifier};

modifiers! {
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
}
