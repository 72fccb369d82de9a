//! What orders threads and their accesses: barriers, barrier objects, fences.

macro_rules! order {
    ([$next:ident $($rest:ident)*] $($families:tt)*) => { $next! { [$($rest)*] $($families)*
    family "Barriers and fences" {
        Bar "BAR" Adu Barrier {
            doc: "arrives at barrier a and waits",
            forms: [
                two(0xb1d, Small((54, 4)), Small((42, 12))), two(0x31d, Rb, Rb),
                two(0x51d, Rb, Small((42, 12))), two(0x91d, Small((54, 4)), Rb),
            ],
            suffixes: [BarMode [(77, 3)], DeferBlocking [(80, 1)]],
            args: [hex(A), src_if(B, No, IfUsed)],
        }
        BarRed "BAR.RED" Adu Barrier {
            doc: "arrives at barrier a, waits, and reduces q0 over the threads that do",
            forms: [
                two(0xb1d, Small((54, 4)), Small((42, 12))), two(0x31d, Rb, Rb),
                two(0x51d, Rb, Small((42, 12))), two(0x91d, Small((54, 4)), Rb),
            ],
            suffixes: [BarReduction [(74, 2)], DeferBlocking [(80, 1)]],
            args: [hex(A), src_if(B, No, IfUsed), q(0, 87)],
            fixed: [fix(77, 3, 2)],
        }
        B2r "B2R.RESULT" Adu SpecialReg {
            doc: "d, p0 = what BAR.RED reduced",
            forms: [bare(0x31c)],
            args: [d(One), p(0, 81, IfUsed)],
            fixed: [fix(77, 3, 2)],
        }
        UcgabarArv "UCGABAR_ARV" Adu Barrier {
            doc: "arrives at the cluster's barrier",
            forms: [bare(0x9c7)],
            args: [],
            fixed: [fix(91, 1, 1)],
        }
        UcgabarWait "UCGABAR_WAIT" Adu Barrier {
            doc: "waits at the cluster's barrier",
            forms: [bare(0xdc7)],
            args: [],
            fixed: [fix(91, 1, 1)],
        }
        SyncsPhase "SYNCS.PHASECHK.TRANS64" Mio Shared {
            doc: "p0 = whether the phase b of the barrier object at a is over",
            forms: [two(0x5a7, Mem(Base(64)), Rb)],
            suffixes: [TryWait [(72, 1)]],
            args: [p(0, 81, Always), hex(A), hex(B)],
            fixed: [fix(70, 1, 1)],
        }
        SyncsArrive "SYNCS.ARRIVE.TRANS64" Mio Shared {
            doc: "arrives at the barrier object at a; d (pair) = its state before",
            forms: [two(0x9a7, Mem(Base(64)), Rb)],
            suffixes: [SyncsRed [(74, 1)], Tmask [(73, 1)], SyncsArrive [(84, 3)]],
            args: [d(Two), hex(A), hex(B)],
        }
        SyncsInvalidate "SYNCS.CCTL.IV" Mio Shared {
            doc: "the barrier object at a ends",
            forms: [one(0x9b1, Mem(Base(64)))],
            args: [hex(A)],
        }
        SyncsExch "SYNCS.EXCH.64" Mio Shared {
            doc: "d (uniform pair) = the barrier object at a, which becomes b",
            forms: [two(0x5b2, MemUniform, URb)],
            args: [ud(Two), hex(A), wide(B, Two)],
            fixed: [fix(72, 1, 1)],
        }
        Arrives "ARRIVES.LDGSTSBAR.64" Mio Shared {
            doc: "arrives at the barrier object at a when earlier LDGSTS are done",
            forms: [one(0x9b0, Mem(Base(64)))],
            suffixes: [Transcnt [(71, 1)]],
            args: [hex(A)],
            fixed: [fix(73, 3, 5)],
        }
        Membar "MEMBAR" Lsu Fence {
            doc: "earlier accesses are seen before later ones",
            forms: [bare(0x992)],
            suffixes: [MembarKind [(79, 2)], MembarScope [(76, 3)]],
            args: [],
        }
        FenceView "FENCE.VIEW.ASYNC.S" Lsu Fence {
            doc: "orders shared memory for asynchronous copies",
            forms: [bare(0x3c6)],
            args: [],
        }
        Errbar "ERRBAR" Adu None {
            doc: "memory errors so far are reported",
            forms: [bare(0x9ab)],
            args: [],
        }
        Cgaerrbar "CGAERRBAR" Adu None {
            doc: "memory errors of the cluster so far are reported",
            forms: [bare(0x5ab)],
            args: [],
        }
        Depbar "DEPBAR.LE" Issue None {
            doc: "waits until at most Outstanding operations of dependence counter a are under way",
            forms: [one(0x91a, Scoreboard)],
            args: [hex(A), num(Kind::Outstanding, &[(38, 6)])],
            fixed: [fix(47, 1, 1)],
        }
        Preexit "PREEXIT" Issue None {
            doc: "lets dependent grids begin",
            forms: [bare(0x82d)],
            args: [],
        }
        Acqbulk "ACQBULK" Issue None {
            doc: "waits for the grids that this one depends on",
            forms: [bare(0x82e)],
            args: [],
        }
    }
    } };
}
