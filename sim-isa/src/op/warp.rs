//! What lanes of a warp tell each other, and special registers.

macro_rules! warp {
    ([$next:ident $($rest:ident)*] $($families:tt)*) => { $next! { [$($rest)*] $($families)*
    family "Across the warp, and special registers" {
        Shfl "SHFL" Mio Shuffle {
            doc: "d = a of the lane that Mode, b and c name, p0 = whether it is in range",
            forms: [
                three(0x389, Ra, Rb, Rc), three(0x589, Ra, Rb, Small((40, 13))),
                three(0x989, Ra, Small((53, 5)), Rc), three(0xf89, Ra, Small((53, 5)), Small((40, 13))),
            ],
            suffixes: [ShflMode [(58, 2)]],
            args: [p(0, 81, Always), d(One), hex(A), hex(B), hex(C)],
        }
        Vote "VOTE" Alu Vote {
            doc: "d = ballot of q0, p0 = all, any or equal",
            forms: [bare(0x806)],
            suffixes: [VoteMode [(72, 2)]],
            args: [d_used(), p(0, 81, Always), q(0, 87)],
        }
        Voteu "VOTEU" Uniform Vote {
            doc: "d (uniform) = ballot of q0, p0 = all, any or equal",
            forms: [bare(0x886)],
            suffixes: [VoteMode [(72, 2)]],
            args: [ud_used(), up(0, 81, Always), q(0, 87)],
        }
        Redux "REDUX" Xu Redux {
            doc: "d (uniform) = a reduced over the active lanes",
            forms: [one(0x3c4, Ra)],
            suffixes: [ReduxOp [(78, 3)], UintSign [(73, 1)]],
            args: [ud(One), hex(A)],
        }
        MatchAny "MATCH.ANY" Adu Redux {
            doc: "d = mask of the active lanes whose a is the same",
            forms: [one(0x3a1, Ra)],
            suffixes: [MatchWidth [(73, 1)]],
            args: [d(One), wide(A, Width::Match)],
            fixed: [fix(79, 1, 1), fix(81, 3, 7)],
        }
        MatchAll "MATCH.ALL" Adu Redux {
            doc: "d = mask of the active lanes if all have the same a, else 0; p0 = whether they have",
            forms: [one(0x3a1, Ra)],
            suffixes: [MatchWidth [(73, 1)]],
            args: [p(0, 81, Always), d(One), wide(A, Width::Match)],
            fixed: [fix(79, 1, 0)],
        }
        Elect "ELECT" Adu Vote {
            doc: "d (uniform) = number of one executing lane with q0; p0 = whether it is this one",
            forms: [bare(0x82f)],
            args: [p(0, 81, Always), ud(One), q(0, 87)],
        }
        S2r "S2R" Adu SpecialReg {
            doc: "d = special register a",
            forms: [one(0x919, Special)],
            args: [d(One), hex(A)],
        }
        Cs2r "CS2R" Alu Alu {
            doc: "d (pair) = special register a",
            forms: [one(0x805, Special)],
            suffixes: [Cs2rWidth [(80, 1)]],
            args: [d(Width::Cs2r), hex(A)],
        }
    }
    } };
}
