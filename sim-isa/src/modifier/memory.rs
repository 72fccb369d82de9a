//! How much an access moves, in which order it is seen, what caches do with it.

use super::{Choice, Kind, Modifier};

modifiers! {
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

    /// How much the L2 fetches ahead of an asynchronous copy.
    CopyPrefetch {
        /// Nothing more.
        None = 0 "",
        /// 128 bytes.
        B128 = 1 "LTC128B",
    }

    /// Whether an asynchronous copy passes the L1 by.
    Bypass {
        /// It goes through the L1.
        Access = 1 "",
        /// It passes it by.
        Bypass = 0 "BYPASS",
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
}
