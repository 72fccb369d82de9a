//! What the lanes of a warp exchange, and how barriers and fences order them.

use super::{Choice, Kind, Modifier};

modifiers! {
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

    /// How much MATCH compares.
    MatchWidth {
        /// 32 bits.
        B32 = 0 "",
        /// 64 bits.
        B64 = 1 "U64",
    }

    /// How a special register is read.
    Cs2rWidth {
        /// As a pair.
        B64 = 1 "",
        /// As one register.
        B32 = 0 "32",
    }

    /// What a barrier instruction does.
    BarMode {
        /// Arrive and wait.
        Sync = 0 "SYNC",
        /// Arrive, go on.
        Arv = 1 "ARV",
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
        /// Called so in listings; what it covers is not known.
        Vc = 5 "VC",
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
}
