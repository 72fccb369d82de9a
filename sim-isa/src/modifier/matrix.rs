//! Shapes, layouts and factors of matrices.

use super::{Choice, Kind, Modifier};

modifiers! {
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
}
