//! What conversions that pack or unpack a register convert from and to.

use super::{Choice, Kind, Modifier};

modifiers! {
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
        /// b low, the low half of c.
        MergeC = 0 "F32.MERGE_C",
    }

    /// An 8-bit float format.
    Float8 {
        /// Five bits of exponent.
        E5m2 = 0 "E5M2",
        /// Four bits of exponent.
        E4m3 = 1 "E4M3",
    }

    /// What 8-bit floats are unpacked into.
    UnpackTo {
        /// Halves.
        F16 = 0 "F16",
    }

    /// How F2FP unpacks 8-bit floats.
    UnpackB {
        /// Two of them.
        B = 0 "UNPACK_B",
    }

    /// How F2FP packs to 8-bit floats.
    PackMerge8 {
        /// From two single-precision numbers, beside the lower half of c.
        F32 = 0 "F32.PACK_AB_MERGE_C",
    }

    /// How F2FP converts halves to 8-bit floats.
    UnpackMerge8 {
        /// From two halves, beside the lower half of c.
        F16 = 0 "F16.UNPACK_B_MERGE_C",
    }
}
