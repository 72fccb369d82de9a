//! Loads and stores of every memory space, asynchronous copies, cache control.
//!
//! Spaces have their own opcodes: global (`LDG`), local (`LDL`), shared (`LDS`),
//! constant (`LDC`), and generic (`LD`), where the address says which of them it
//! is.

macro_rules! memory {
    ([$next:ident $($rest:ident)*] $($families:tt)*) => { $next! { [$($rest)*] $($families)*
    family "Loads and stores" {
        Ldg "LDG" Lsu Global {
            doc: "d = global memory at a",
            forms: [
                with(one(0x981, Mem(Desc(32))), &GLOBAL_DESC), one(0x381, Mem(Absent)),
                with(one(0x981, Mem(Base(32))), &GLOBAL_BASE),
            ],
            suffixes: [
                Extended [(72, 1)], Evict [(84, 3)], L2Prefetch [(68, 2)], MemWidth [(73, 3)],
                MemOrder [(77, 4)],
            ],
            args: [p(0, 81, IfUsed), d(Width::Mem), hex(A)],
            fixed: [fix(72, 1, 1)],
        }
        Stg "STG" Lsu Global {
            doc: "global memory at a = b",
            forms: [
                with(two(0x986, Mem(Desc(64)), Rb), &GLOBAL_DESC), two(0x386, Mem(Absent), Rb),
                with(two(0x986, Mem(Base(64)), Rb), &GLOBAL_BASE),
            ],
            suffixes: [Extended [(72, 1)], Evict [(84, 3)], MemWidth [(73, 3)], MemOrder [(77, 4)]],
            args: [hex(A), wide(B, Width::Mem)],
            fixed: [fix(72, 1, 1)],
        }
        Ld "LD" Lsu Global {
            doc: "d = memory at the generic address a",
            forms: [
                with(one(0x980, Mem(Desc(32))), &GLOBAL_DESC), one(0x980, MemFar),
                with(one(0x980, Mem(Base(32))), &GLOBAL_BASE),
            ],
            suffixes: [Extended [(72, 1)], Evict [(84, 3)], MemWidth [(73, 3)], MemOrder [(77, 4)]],
            args: [d(Width::Mem), hex(A)],
            fixed: [fix(72, 1, 1)],
        }
        St "ST" Lsu Global {
            doc: "memory at the generic address a = b",
            forms: [
                with(two(0x985, Mem(Desc(64)), Rb), &GLOBAL_DESC), two(0x385, MemFar, Rc),
                with(two(0x985, Mem(Base(64)), Rb), &GLOBAL_BASE),
            ],
            suffixes: [Extended [(72, 1)], Evict [(84, 3)], MemWidth [(73, 3)], MemOrder [(77, 4)]],
            args: [hex(A), wide(B, Width::Mem)],
            fixed: [fix(72, 1, 1)],
        }
        Qspc "QSPC" Lsu Global {
            doc: "p0 = whether the generic address a lies in a memory space",
            forms: [one(0x3aa, Mem(Absent))],
            suffixes: [Extended [(72, 1)], QuerySpace [(73, 2)]],
            args: [p(0, 81, Always), d(One), hex(A)],
            fixed: [fix(72, 1, 1)],
        }
        Ldl "LDL" Lsu Local {
            doc: "d = local memory at a",
            forms: [one(0x983, Mem(Absent)), one(0x983, Mem(Base(32)))],
            suffixes: [Evict [(84, 3)], MemWidth [(73, 3)]],
            args: [d(Width::Mem), hex(A)],
        }
        Stl "STL" Lsu Local {
            doc: "local memory at a = b",
            forms: [two(0x387, Mem(Absent), Rb), two(0x987, Mem(Base(64)), Rb)],
            suffixes: [Evict [(84, 3)], MemWidth [(73, 3)]],
            args: [hex(A), wide(B, Width::Mem)],
        }
        Lds "LDS" Mio Shared {
            doc: "d = shared memory at a",
            forms: [one(0x984, Shared(Absent)), one(0x984, Shared(Base(32)))],
            suffixes: [Unchecked [(76, 1)], MemWidth [(73, 3)]],
            args: [d(Width::Mem), hex(A)],
        }
        Sts "STS" Mio Shared {
            doc: "shared memory at a = b",
            forms: [two(0x388, Shared(Absent), Rb), two(0x988, Shared(Base(64)), Rb)],
            suffixes: [MemWidth [(73, 3)]],
            args: [hex(A), wide(B, Width::Mem)],
        }
        Ldc "LDC" ConstantLoad Constant {
            doc: "d = constant a",
            forms: [one(0xb82, ConstReg)],
            suffixes: [MemWidth [(73, 3)]],
            args: [d(Width::Mem), wide(A, Width::Mem)],
        }
        Ldgsts "LDGSTS.E" Lsu Global {
            doc: "shared memory at a = global memory at b, zeros where q0 is false; with ZFILL the low bits of b count the last bytes that become zeros",
            forms: [two(0xfae, CopyTo, CopyFrom)],
            suffixes: [Bypass [(81, 1)], CopyPrefetch [(72, 1)], MemWidth [(73, 3)], Zfill [(82, 1)]],
            args: [hex(A), hex(B), q_used(0, 87)],
            fixed: [fix(70, 1, 1), fix(76, 1, 1), fix(84, 3, 1), fix(91, 1, 1)],
        }
        Ldgdepbar "LDGDEPBAR" Lsu Fence {
            doc: "ends a group of LDGSTS",
            forms: [bare(0x9af)],
            args: [],
        }
        Cctl "CCTL" Lsu Fence {
            doc: "invalidates cache lines",
            forms: [bare(0x98f)],
            suffixes: [CctlOp [(87, 4)]],
            args: [],
            fixed: [fix(24, 8, 0xff)],
        }
        CctlLine "CCTL" Lsu Fence {
            doc: "prefetches or drops the line at a",
            forms: [one(0x98f, Mem(Absent))],
            suffixes: [Extended [(72, 1)], CctlLine [(87, 4)]],
            args: [hex(A)],
            fixed: [fix(72, 1, 1)],
        }
    }
    } };
}
