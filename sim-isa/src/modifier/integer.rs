//! Signedness, shifts and the parts of integers.

use super::{Choice, Kind, Modifier};

modifiers! {
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
}
