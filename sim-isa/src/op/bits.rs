//! Logic, shifts, bit counts and moves, on registers and on predicates.
//!
//! `LOP3` and `PLOP3` take the truth table of their three sources as a number, so
//! that there is no AND, OR or NOT of its own.

macro_rules! bits {
    ([$next:ident $($rest:ident)*] $($families:tt)*) => { $next! { [$($rest)*] $($families)*
    family "Logic, shifts and moves" {
        Lop3 "LOP3.LUT" Alu Alu {
            doc: "d = truth table Lut of a, b, c, bit by bit; p0 = (d != 0) or q0",
            forms: three_any_b(0x012),
            suffixes: [Pand [(80, 1)]],
            args: [
                p(0, 81, IfUsed), d(One), hex(A), hex(B), hex(C), num(Kind::Lut, &[(72, 8)]),
                q_if(0, 87, Always, true),
            ],
        }
        Shf "SHF" Alu Alu {
            doc: "d = funnel shift of c:a by b; HI takes the high word",
            forms: three_any_bc(0x019, Rc),
            suffixes: [ShiftDir [(76, 1)], Wrap [(75, 1)], ShiftType [(73, 2)], Hi [(80, 1)]],
            args: [d(One), hex(A), hex(B), hex(C)],
        }
        Prmt "PRMT" Alu Alu {
            doc: "d = bytes of c:a that the nibbles of b pick",
            forms: three_any_bc(0x016, Rc),
            suffixes: [PrmtMode [(72, 3)]],
            args: [d(One), hex(A), hex(B), hex(C)],
        }
        Sgxt "SGXT" Alu Alu {
            doc: "d = the low b bits of a, with their sign or zeros above",
            forms: two_any_b(0x01a),
            suffixes: [Wrap [(75, 1)], IntSign [(73, 1)]],
            args: [d(One), hex(A), hex(B)],
        }
        Bmsk "BMSK" Alu Alu {
            doc: "d = b ones from bit a on",
            forms: two_any_b(0x01b),
            suffixes: [Wrap [(75, 1)]],
            args: [d(One), hex(A), hex(B)],
        }
        Popc "POPC" Xu Xu {
            doc: "d = number of ones in a",
            forms: one_any(0x109),
            args: [d(One), hex_as(A, Not)],
        }
        Flo "FLO" Xu Xu {
            doc: "d = position of the highest one in a (of the highest bit unlike the sign, if \
                  signed), -1 if there is none; with SH its distance from bit 31",
            forms: one_any(0x100),
            suffixes: [IntSign [(73, 1)], Sh [(74, 1)]],
            args: [d(One), p(0, 81, IfUsed), hex_as(A, Not)],
        }
        Brev "BREV" Xu Xu {
            doc: "d = a with its bits in opposite order",
            forms: one_any(0x101),
            args: [d(One), hex(A)],
        }
        Mov "MOV" Alu Alu {
            doc: "d = a",
            forms: one_any(0x002),
            args: [d(One), hex(A)],
            fixed: [fix(72, 4, 0xf)],
        }
        Sel "SEL" Alu Alu {
            doc: "d = q0 ? a : b",
            forms: two_any_b(0x007),
            args: [d(One), hex(A), hex(B), q(0, 87)],
        }
        Plop3 "PLOP3.LUT" Alu Alu {
            doc: "p0, p1 = truth tables Lut, Lut2 of q0, q1, q2",
            forms: [bare(0x81c)],
            args: [
                p(0, 81, Always), p(1, 84, Always), q(0, 87), q(1, 77), q(2, 68),
                num(Kind::Lut, &[(64, 3), (72, 5)]), num(Kind::Lut2, &[(16, 8)]),
            ],
        }
        Plop3Uniform "PLOP3.LUT" Alu Alu {
            doc: "PLOP3 whose third source is a uniform predicate",
            forms: [bare(0x81c)],
            args: [
                p(0, 81, Always), p(1, 84, Always), q(0, 87), q(1, 77), uniform(q(2, 68)),
                num(Kind::Lut, &[(64, 3), (72, 5)]), num(Kind::Lut2, &[(16, 8)]),
            ],
            fixed: [fix(67, 1, 1)],
        }
        Plop3Sign "PLOP3.LUT" Alu Alu {
            doc: "p0, p1 = truth tables Lut, Lut2 of the signs of a, b, c",
            forms: [three(0x21f, Ra, Rb, Rc), three(0xc1f, Ra, URb, Rc)],
            args: [
                p(0, 81, Always), p(1, 84, Always), part(A, (73, 0), &SIGN), part(B, (73, 0), &SIGN),
                part(C, (73, 0), &SIGN), num(Kind::Lut, &[(72, 8)]), num(Kind::Lut2, &[(16, 8)]),
            ],
        }
        P2r "P2R" Alu Alu {
            doc: "d = a with the predicates of PredMask in one byte",
            forms: [one(0x803, Ra)],
            suffixes: [PredByte [(76, 2)]],
            args: [d(One), word("PR"), hex(A), num(Kind::PredMask, &[(32, 8)])],
        }
        R2p "R2P" Alu Alu {
            doc: "the predicates of PredMask = the bits of one byte of a",
            forms: [one(0x804, Ra)],
            args: [word("PR"), part(A, (76, 2), &BYTES), num(Kind::PredMask, &[(32, 8)])],
        }
    }
    } };
}
