//! The uniform datapath: registers and predicates that the lanes of a warp share.
//!
//! It computes once for the whole warp what is the same in all lanes: addresses,
//! loop counters, constants.

macro_rules! uniform {
    ([$next:ident $($rest:ident)*] $($families:tt)*) => { $next! { [$($rest)*] $($families)*
    family "The uniform datapath" {
        Uiadd3 "UIADD3" Uniform Uniform {
            doc: "IADD3 on uniform registers",
            forms: three_uniform(0x090),
            suffixes: [X [(74, 1)]],
            args: [
                ud(One), up(0, 81, IfUsed), up(1, 84, IfUsed), src(A, NegOrNot), src(B, NegOrNot),
                src(C, NegOrNot), uniform(carry(0, 87)), uniform(carry(1, 77)),
            ],
        }
        Uimad "UIMAD" Uniform Uniform {
            doc: "IMAD on uniform registers",
            forms: three_uniform(0x0a4),
            suffixes: [IntSign [(73, 1)], X [(74, 1)]],
            args: [ud(One), src(A, No), src(B, No), src(C, NegOrNot), uniform(carry(0, 87))],
            fixed: [fix(81, 3, 7)],
        }
        UimadWide "UIMAD.WIDE" Uniform Uniform {
            doc: "IMAD.WIDE on uniform registers",
            forms: three_uniform(0x0a5),
            suffixes: [IntSign [(73, 1)], X [(74, 1)]],
            args: [
                ud(Two), up(0, 81, IfUsed), src(A, No), src(B, No), wide_addend(),
                uniform(carry(0, 87)),
            ],
        }
        Ulea "ULEA" Uniform Uniform {
            doc: "LEA on uniform registers",
            forms: three_uniform(0x091),
            suffixes: [Hi [(80, 1)], X [(74, 1)], Sx32 [(73, 1)]],
            args: [
                ud(One), up(0, 81, IfUsed), hex_as(A, NegOrNot), hex_as(B, NegOrNot),
                lea_high(), num(Kind::Shift, &[(75, 5)]), uniform(carry(0, 87)),
            ],
        }
        Uisetp "UISETP" Uniform Uniform {
            doc: "ISETP on uniform registers",
            forms: two_uniform(0x08c),
            suffixes: [IntCmp [(76, 3)], IntSign [(73, 1)], BoolOp [(74, 2)], Ex [(72, 1)]],
            args: [
                up(0, 81, Always), up(1, 84, Always), src(A, No), src(B, No), uniform(q(0, 87)),
                uniform(q_if(1, 68, IfFlag(Flag::Ex), false)),
            ],
        }
        Usel "USEL" Uniform Uniform {
            doc: "SEL on uniform registers",
            forms: two_uniform(0x087),
            args: [ud(One), hex(A), hex(B), uniform(q(0, 87))],
        }
        Umov "UMOV" Uniform Uniform {
            doc: "d = a",
            forms: [one(0x882, Imm), one(0xc82, URb)],
            args: [ud(One), hex(A)],
        }
        Ulop3 "ULOP3.LUT" Uniform Uniform {
            doc: "LOP3 on uniform registers",
            forms: three_uniform(0x092),
            suffixes: [Pand [(80, 1)]],
            args: [
                up(0, 81, IfUsed), ud(One), hex(A), hex(B), hex(C), num(Kind::Lut, &[(72, 8)]),
                uniform(q_if(0, 87, Always, true)),
            ],
        }
        Uplop3 "UPLOP3.LUT" Uniform Uniform {
            doc: "PLOP3 on uniform predicates",
            forms: [bare(0x89c)],
            args: [
                up(0, 81, Always), up(1, 84, Always), uniform(q(0, 87)), uniform(q(1, 77)), uniform(q(2, 68)),
                num(Kind::Lut, &[(64, 3), (72, 5)]), num(Kind::Lut2, &[(16, 8)]),
            ],
        }
        Ushf "USHF" Uniform Uniform {
            doc: "SHF on uniform registers",
            forms: three_uniform(0x099),
            suffixes: [ShiftDir [(76, 1)], Wrap [(75, 1)], ShiftType [(73, 2)], Hi [(80, 1)]],
            args: [ud(One), hex(A), hex(B), hex(C)],
        }
        Uprmt "UPRMT" Uniform Uniform {
            doc: "PRMT on uniform registers",
            forms: three_uniform(0x096),
            suffixes: [PrmtMode [(72, 3)]],
            args: [ud(One), hex(A), hex(B), hex(C)],
        }
        Usgxt "USGXT" Uniform Uniform {
            doc: "SGXT on uniform registers",
            forms: two_uniform(0x09a),
            suffixes: [Wrap [(75, 1)], IntSign [(73, 1)]],
            args: [ud(One), hex(A), hex(B)],
        }
        Ubmsk "UBMSK" Uniform Uniform {
            doc: "BMSK on uniform registers",
            forms: two_uniform(0x09b),
            suffixes: [Wrap [(75, 1)]],
            args: [ud(One), hex(A), hex(B)],
        }
        Ubrev "UBREV" Uniform Uniform {
            doc: "BREV on uniform registers",
            forms: [one(0x2be, URb)],
            args: [ud(One), hex(A)],
        }
        Uflo "UFLO" Uniform Uniform {
            doc: "d = position of the highest one in a, -1 if there is none",
            forms: [one(0x2bd, URb)],
            suffixes: [IntSign [(73, 1)], Sh [(74, 1)]],
            args: [ud(One), up(0, 81, IfUsed), hex_as(A, Not)],
        }
        Upopc "UPOPC" Uniform Uniform {
            doc: "POPC on uniform registers",
            forms: [one(0x2bf, URb)],
            args: [ud(One), hex_as(A, Not)],
        }
        R2ur "R2UR" Alu Uniform {
            doc: "d (uniform) = a of the first executing lane; p0 = whether all have the same",
            forms: [new(one(0x2ca, Ra)), old(one(0x3c2, Ra))],
            suffixes: [Or [(84, 1)]],
            args: [p(0, 81, IfUsed), ud(One), hex(A)],
        }
        Up2ur "UP2UR" Uniform Uniform {
            doc: "P2R on the uniform datapath",
            forms: [one(0x883, URa)],
            suffixes: [PredByte [(76, 2)]],
            args: [ud(One), word("UPR"), hex(A), num(Kind::PredMask, &[(32, 8)])],
            fixed: [fix(91, 1, 1)],
        }
        Ur2up "UR2UP" Uniform Uniform {
            doc: "R2P on the uniform datapath",
            forms: [one(0x884, URa)],
            args: [word("UPR"), part(A, (76, 2), &BYTES)],
            fixed: [fix(32, 8, 0xff), fix(91, 1, 1)],
        }
        Uldc "ULDC" Uniform Uniform {
            doc: "d = constant a",
            forms: [one(0xab9, ConstByte), one(0xabb, ConstUReg)],
            suffixes: [MemWidth [(73, 3)]],
            args: [ud(Width::Mem), wide(A, Width::Mem)],
        }
        S2ur "S2UR" Adu SpecialReg {
            doc: "d (uniform) = special register a",
            forms: [one(0x9c3, Special)],
            args: [ud(One), hex(A)],
        }
    }
    } };
}
