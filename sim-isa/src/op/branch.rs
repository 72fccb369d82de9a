//! Where a warp's lanes go next: branches, calls, and where lanes meet again.
//!
//! Lanes that part at a branch are collected by a convergence barrier: `BSSY` names
//! the lanes and the place, `BSYNC` waits there.

macro_rules! branch {
    ([$next:ident $($rest:ident)*] $($families:tt)*) => { $next! { [$($rest)*] $($families)*
    family "Control flow" {
        Bra "BRA" Branch None {
            doc: "goes to a if q0",
            forms: [one(0x947, Target)],
            args: [q_used(0, 87), hex(A)],
        }
        BraUniform "BRA.U" Branch None {
            doc: "goes to b if the uniform predicate q1 holds",
            forms: [one(0x547, Target)],
            args: [uniform(q(1, 24)), hex(A)],
            fixed: [fix(32, 2, 1), fix(87, 3, 7), fix(91, 1, 1)],
        }
        BraAny "BRA.U.ANY" Branch None {
            doc: "all lanes go to a if any has q0",
            forms: [one(0x947, Target)],
            args: [q_used(0, 87), hex(A)],
            fixed: [fix(32, 2, 1), fix(84, 1, 1)],
        }
        BraAll "BRA.U" Branch None {
            doc: "goes to a; all lanes of the warp have the same guard",
            forms: [one(0x947, Target)],
            args: [q_used(0, 87), hex(A)],
            fixed: [fix(32, 2, 1), fix(84, 1, 0)],
        }
        BraConv "BRA.CONV" Branch None {
            doc: "goes to a if the warp's active lanes are those of b",
            forms: [two(0x947, Target, URa)],
            args: [q_used(0, 87), hex_as(B, NotBit(30)), hex(A)],
            fixed: [fix(32, 2, 3)],
        }
        BraDiv "BRA.DIV" Branch None {
            doc: "all lanes go to a if those that pass the guard are not those of b",
            forms: [two(0x947, Target, URa)],
            args: [q_used(0, 87), hex_as(B, NotBit(30)), hex(A)],
            fixed: [fix(32, 2, 2)],
        }
        Brx "BRX" Branch None {
            doc: "goes to register pair a plus b",
            forms: [two(0x949, Ra, RelativeTarget)],
            args: [q_used(0, 87), wide(A, Two), after_blank(B)],
        }
        Call "CALL.REL.NOINC" Branch None {
            doc: "goes to a",
            forms: [one(0x944, Target)],
            args: [q_used(0, 87), hex(A)],
            fixed: [fix(86, 1, 1)],
        }
        CallIndirect "CALL.REL.NOINC" Branch None {
            doc: "goes to register pair a plus b",
            forms: [two(0x344, Ra, Target)],
            args: [q_used(0, 87), wide(A, Two), after_blank(B)],
            fixed: [fix(86, 1, 1)],
        }
        CallAbs "CALL.ABS.NOINC" Branch None {
            doc: "goes to the address in register pair a",
            forms: [one(0x343, Ra)],
            args: [q_used(0, 87), wide(A, Two)],
            fixed: [fix(86, 1, 1)],
        }
        Ret "RET.REL.NODEC" Branch None {
            doc: "goes to register pair a plus b",
            forms: [two(0x950, Ra, Target)],
            args: [q_used(0, 87), wide(A, Two), after_blank(B)],
            fixed: [fix(86, 1, 1)],
        }
        Lepc "LEPC" Branch Alu {
            doc: "d (pair) = the address of a",
            forms: [new(one(0x94e, CodeAddress))],
            args: [d(Two), hex(A)],
        }
        LepcHere "LEPC" Branch Alu {
            doc: "d (pair) = the address of the next instruction",
            forms: [old(bare(0x34e))],
            args: [d(Two)],
        }
        RpcWriteLow "RPCMOV.32" Branch None {
            doc: "the low word of the return address = a",
            forms: [one(0x352, Rb)],
            args: [word("Rpc.LO"), hex(A)],
            fixed: [fix(24, 8, 0)],
        }
        RpcWriteHigh "RPCMOV.32" Branch None {
            doc: "the high word of the return address = a",
            forms: [one(0x352, Rb)],
            args: [word("Rpc.HI"), hex(A)],
            fixed: [fix(24, 8, 0x80)],
        }
        RpcReadLow "RPCMOV.32" Branch Alu {
            doc: "d = the low word of the return address",
            forms: [bare(0x353)],
            args: [d(One), word("Rpc.LO")],
            fixed: [fix(24, 8, 0)],
        }
        RpcReadHigh "RPCMOV.32" Branch Alu {
            doc: "d = the high word of the return address",
            forms: [bare(0x353)],
            args: [d(One), word("Rpc.HI")],
            fixed: [fix(24, 8, 0x80)],
        }
        Bssy "BSSY" Branch None {
            doc: "convergence barrier d = active lanes; they meet at a",
            forms: [one(0x945, ShortTarget)],
            args: [q_used(0, 87), Arg::DstBarrier, hex(A)],
        }
        Bsync "BSYNC" Branch None {
            doc: "waits for the lanes of convergence barrier a",
            forms: [one(0x941, Barrier)],
            args: [q_used(0, 87), hex(A)],
        }
        Break "BREAK" Branch None {
            doc: "the active lanes leave convergence barrier a",
            forms: [one(0x942, Barrier)],
            args: [q_used(0, 87), hex(A)],
        }
        BmovToRegister "BMOV.32" Branch SpecialReg {
            doc: "d = lanes of convergence barrier a",
            forms: [one(0x355, BarrierSource)],
            suffixes: [Clear [(84, 1)]],
            args: [d(One), hex(A)],
        }
        BmovFromRegister "BMOV.32" Branch None {
            doc: "lanes of convergence barrier a = b",
            forms: [two(0x356, BarrierSource, Rb)],
            args: [hex(A), hex(B)],
        }
        Warpsync "WARPSYNC" Branch None {
            doc: "the lanes of mask a meet",
            forms: [new(one(0x348, Ra)), old(one(0x348, Rb)), old(one(0x948, Imm))],
            suffixes: [Exclusive [(85, 1)]],
            args: [q_used(0, 87), hex(A)],
            fixed: [fix(86, 1, 0)],
        }
        WarpsyncExclusive "WARPSYNC.EXCLUSIVE" Branch None {
            doc: "the lanes of mask a meet; no others run meanwhile",
            forms: [old(one(0x348, Rb))],
            args: [q_used(0, 87), hex(A)],
            fixed: [fix(86, 1, 1)],
        }
        WarpsyncAll "WARPSYNC.ALL" Branch None {
            doc: "all lanes of the warp meet",
            forms: [bare(0x948)],
            args: [q_used(0, 87)],
            fixed: [fix(86, 1, 0)],
        }
        WarpsyncCollectiveAll "WARPSYNC.COLLECTIVE.ALL" Branch None {
            doc: "all lanes of the warp meet; those that do not take part go to a",
            forms: [one(0x948, Target)],
            args: [q_used(0, 87), hex(A)],
            fixed: [fix(86, 1, 1)],
        }
        WarpsyncCollective "WARPSYNC.COLLECTIVE" Branch None {
            doc: "the lanes of mask a meet; those that do not take part go to b",
            forms: [two(0x348, Ra, Target)],
            args: [q_used(0, 87), hex(A), hex(B)],
            fixed: [fix(86, 1, 1)],
        }
        Endcollective "ENDCOLLECTIVE" Branch None {
            doc: "ends what WARPSYNC.COLLECTIVE began",
            forms: [bare(0x91b)],
            args: [q_used(0, 87)],
        }
        Yield "YIELD" Branch None {
            doc: "lets other lanes of the warp run",
            forms: [bare(0x946)],
            args: [q_used(0, 87)],
        }
        Nanosleep "NANOSLEEP" Branch None {
            doc: "the warp sleeps for about a nanoseconds",
            forms: [one(0x95d, Imm), one(0x35d, Rb), one(0xb5d, Const), one(0xd5d, URb)],
            suffixes: [Warp [(85, 1)]],
            args: [q_used(0, 87), hex(A)],
        }
        Bpt "BPT.TRAP" Branch None {
            doc: "stops the kernel with a fault",
            forms: [one(0x95c, Small((34, 8)))],
            args: [hex(A)],
            fixed: [fix(84, 2, 3)],
        }
        Pmtrig "PMTRIG" Issue None {
            doc: "triggers performance monitor event a",
            forms: [one(0x801, Small((32, 16)))],
            args: [hex(A)],
            fixed: [fix(87, 3, 7)],
        }
        Exit "EXIT" Branch None {
            doc: "the lanes end if q0",
            forms: [bare(0x94d)],
            args: [q_used(0, 87)],
        }
        Nop "NOP" Issue None {
            doc: "nothing",
            forms: [bare(0x918)],
            args: [],
        }
    }
    } };
}
