//! Integer arithmetic: sums, products, comparisons, minima.
//!
//! Numbers have 32 bits. Longer ones are computed in parts: a sum hands its carry
//! on in a predicate (`IADD3.X`), a product gives a pair (`IMAD.WIDE`).

macro_rules! integer {
    ([$next:ident $($rest:ident)*] $($families:tt)*) => { $next! { [$($rest)*] $($families)*
    family "Integer arithmetic" {
        Iadd3 "IADD3" Alu Alu {
            doc: "d = a + b + c, carries out in p0, p1; with X the carries q0, q1 come in and minus means not",
            forms: three_any_b(0x010),
            suffixes: [X [(74, 1)]],
            args: [
                d(One), p(0, 81, IfUsed), p(1, 84, IfUsed), src(A, NegOrNot), src(B, NegOrNot),
                src(C, NegOrNot), carry(0, 87), carry(1, 77),
            ],
        }
        Imad "IMAD" FmaHeavy Alu {
            doc: "d = low word of a * b + c; with X plus the carry q0",
            forms: three_any_bc(0x024, Rc),
            suffixes: [IntSign [(73, 1)], X [(74, 1)]],
            args: [d(One), src(A, No), src(B, No), src(C, NegOrNot), carry(0, 87)],
            fixed: [fix(81, 3, 7)],
        }
        ImadWide "IMAD.WIDE" FmaWide Wide {
            doc: "d (pair) = a * b + c (pair), carry out in p0",
            forms: [
                three(0x225, Ra, Rb, Rc), three(0x825, Ra, Imm, Rc), three(0xa25, Ra, Const, Rc),
                three(0xc25, Ra, URb, Rc), three(0x625, Ra, Rc, Const), three(0xe25, Ra, Rc, URb),
            ],
            suffixes: [IntSign [(73, 1)], X [(74, 1)]],
            args: [d(Two), p(0, 81, IfUsed), src(A, No), src(B, No), wide_addend(), carry(0, 87)],
        }
        ImadHi "IMAD.HI" FmaWide Wide {
            doc: "d = high word of a * b + c (pair), carry out in p0",
            forms: [
                three(0x227, Ra, Rb, Rc), three(0x827, Ra, Imm, Rc), three(0xa27, Ra, Const, Rc),
                three(0xc27, Ra, URb, Rc), three(0x627, Ra, Rc, Const), three(0xe27, Ra, Rc, URb),
            ],
            suffixes: [IntSign [(73, 1)], X [(74, 1)]],
            args: [d(One), p(0, 81, IfUsed), src(A, No), src(B, No), wide_addend(), carry(0, 87)],
        }
        Lea "LEA" Alu Alu {
            doc: "d = (a << Shift) + b, carry out in p0; \
                  with HI the high part of (c:a) << Shift; with X plus the carry q0",
            forms: three_any_b(0x011),
            suffixes: [Hi [(80, 1)], X [(74, 1)], Sx32 [(73, 1)]],
            args: [
                d(One), p(0, 81, IfUsed), hex_as(A, NegOrNot), hex_as(B, NegOrNot), lea_high(),
                num(Kind::Shift, &[(75, 5)]), carry(0, 87),
            ],
        }
        Viadd "VIADD" FmaHeavy Alu {
            doc: "d = a + b",
            forms: two_any_b(0x036),
            suffixes: [Lanes16 [(73, 1)]],
            args: [d(One), hex(A), hex_as(B, Neg)],
        }
        Iabs "IABS" Alu Alu {
            doc: "d = |a|",
            forms: one_any(0x013),
            args: [d(One), src(A, No)],
        }
        Vabsdiff "VABSDIFF" Alu Alu {
            doc: "d = |a - b| + c",
            forms: three_any_bc(0x014, Rc),
            suffixes: [IntSign [(73, 1)]],
            args: [d(One), hex(A), hex(B), hex(C)],
            fixed: [fix(81, 3, 7)],
        }
        Vabsdiff4 "VABSDIFF4.U8" Alu Alu {
            doc: "d = |a - b| of four bytes each; with ACC their sum and c",
            forms: three_any_b(0x015),
            suffixes: [Acc [(75, 1)]],
            args: [d(One), hex(A), hex(B), hex(C)],
            fixed: [fix(81, 3, 7)],
        }
        Idp4 "IDP.4A" FmaHeavy Alu {
            doc: "d = c plus the dot product of the bytes of a and b",
            forms: three_any_b(0x026),
            suffixes: [Bytes4A [(73, 1)], BytesB [(74, 1)]],
            args: [d(One), hex(A), hex(B), hex(C)],
            fixed: [fix(76, 2, 0)],
        }
        Idp2 "IDP.2A" FmaHeavy Alu {
            doc: "d = c plus the dot product of the halves of a and two bytes of b",
            forms: three_any_b(0x026),
            suffixes: [WhichHalf [(77, 1)], Halves2A [(73, 1)], BytesB [(74, 1)]],
            args: [d(One), hex(A), hex(B), hex(C)],
            fixed: [fix(76, 1, 1)],
        }
        Isetp "ISETP" Alu Alu {
            doc: "p0 = (a cmp b) op q0, p1 = !(a cmp b) op q0; \
                  with EX the comparison q1 of the low words decides ties",
            forms: two_any_b(0x00c),
            suffixes: [IntCmp [(76, 3)], IntSign [(73, 1)], BoolOp [(74, 2)], Ex [(72, 1)]],
            args: [
                p(0, 81, Always), p(1, 84, Always), src(A, No), src(B, No), q(0, 87),
                q_if(1, 68, IfFlag(Flag::Ex), false),
            ],
        }
        Imnmx "IMNMX" Alu Alu {
            doc: "d = q0 ? min(a, b) : max(a, b)",
            forms: two_any_b(0x017),
            suffixes: [IntSign [(73, 1)]],
            args: [d(One), src(A, No), src(B, No), q(0, 87)],
        }
        Vimnmx "VIMNMX" Alu Alu {
            doc: "d = q0 ? min(a, b) : max(a, b)",
            forms: two_any_b(0x048),
            suffixes: [MinMaxType [(72, 2)], Relu [(76, 1)]],
            args: [d(One), p(0, 81, IfUsed), p(1, 84, IfUsed), src(A, No), src(B, No), q(0, 87)],
        }
        Vimnmx3 "VIMNMX3" Alu Alu {
            doc: "d = q0 ? min(a, b, c) : max(a, b, c)",
            forms: three_any_bc(0x00f, Rc),
            suffixes: [MinMaxType [(72, 2)], Relu [(76, 1)]],
            args: [d(One), hex(A), hex(B), hex(C), q(0, 87)],
        }
        Viaddmnmx "VIADDMNMX" Alu Alu {
            doc: "d = q0 ? min(a + b, c) : max(a + b, c)",
            forms: three_any_bc(0x046, Rc),
            suffixes: [MinMaxType [(72, 2)], Relu [(76, 1)]],
            args: [d(One), hex(A), hex_as(B, Neg), hex_as(C, No), q(0, 87)],
        }
    }
    } };
}
