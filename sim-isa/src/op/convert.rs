//! Conversions between number formats, and rounding to an integer.
//!
//! Most run on the slow pipe of the transcendentals; `I2FP`, `I2I` and what packs
//! two results into a register (`F2FP`, `I2IP`, `F2IP`) run on the ALU.

macro_rules! convert {
    ([$next:ident $($rest:ident)*] $($families:tt)*) => { $next! { [$($rest)*] $($families)*
    family "Conversions" {
        I2i "I2I" Alu Alu {
            doc: "d = a clamped to a narrower integer",
            forms: one_any(0x038),
            suffixes: [I2iTo [(76, 2)]],
            args: [d(One), hex(A)],
        }
        I2ip "I2IP" Alu Alu {
            doc: "d = a and b clamped to narrow integers, a above b, below c",
            forms: [
                old(three(0x239, Ra, Rb, Rc)), new(with(three(0x239, Ra, Rb, Rc), &[fix(74, 1, 1)])),
                old(three(0x839, Ra, Imm, Rc)), new(with(three(0x839, Ra, Imm, Rc), &[fix(74, 1, 1)])),
                old(three(0xa39, Ra, Const, Rc)), new(with(three(0xa39, Ra, Const, Rc), &[fix(74, 1, 1)])),
                old(three(0xc39, Ra, URb, Rc)), new(with(three(0xc39, Ra, URb, Rc), &[fix(74, 1, 1)])),
            ],
            suffixes: [I2ipTo [(76, 3)]],
            args: [d(One), hex(A), src(B, No), part(C, (72, 2), &HIGH_24)],
        }
        I2fp "I2FP.F32" Alu Alu {
            doc: "d = a as a float",
            forms: one_any(0x045),
            suffixes: [IntKind [(74, 1)], Rounding [(78, 2)]],
            args: [d(One), src_as(A, One, No, ImmKind::IntSource)],
            fixed: [fix(75, 3, 2), fix(84, 2, 2)],
        }
        I2f "I2F" Xu Xu {
            doc: "d = a as a float",
            forms: one_any(0x106),
            suffixes: [FloatSide32 [(75, 3)], Int32 [(74, 1), (84, 2)], Rounding [(78, 2)]],
            args: [d(One), int_part(A, Width::One)],
        }
        I2fWide "I2F" Xu Xu {
            doc: "d = a as a float, where one side has 64 bits",
            forms: one_any(0x112),
            suffixes: [FloatSide [(75, 3)], Int64 [(74, 1), (84, 2)], Rounding [(78, 2)]],
            args: [d(Width::FloatSide), int_part(A, Width::Int64)],
        }
        F2i "F2I" Xu Xu {
            doc: "d = a as an integer",
            forms: one_any(0x105),
            suffixes: [
                Ftz [(80, 1)], Int32 [(72, 1), (75, 2)], FloatSide32 [(84, 3)], IntRounding [(78, 2)],
                Ntz [(77, 1)],
            ],
            args: [d(One), converted(A, One)],
        }
        F2iWide "F2I" Xu Xu {
            doc: "d = a as an integer, where one side has 64 bits",
            forms: one_any(0x111),
            suffixes: [
                Ftz [(80, 1)], Int64 [(72, 1), (75, 2)], FloatSide [(84, 3)], IntRounding [(78, 2)],
                Ntz [(77, 1)],
            ],
            args: [d(Width::Int64), converted(A, Width::FloatSide)],
        }
        F2ip "F2IP" Alu Alu {
            doc: "d = a and b as bytes, a above b, below c",
            forms: three_any_b(0x043),
            suffixes: [F2ipTo [(76, 1)], IntRounding [(78, 2)], AlwaysNtz []],
            args: [d(One), single_plain(A), single_plain(B), hex(C)],
            fixed: [fix(74, 1, 1)],
        }
        F2fHalf "F2F" Xu Xu {
            doc: "d = a, in another precision, neither double",
            forms: one_any(0x104),
            suffixes: [Ftz [(80, 1)], FloatTo32 [(75, 3)], FloatFrom32 [(84, 3)], Rounding [(78, 2)]],
            args: [d(One), converted(A, One)],
        }
        F2f "F2F" Xu Xu {
            doc: "d = a, in another precision",
            forms: one_any(0x110),
            suffixes: [Ftz [(80, 1)], FloatTo [(75, 3)], FloatFrom [(84, 3)], Rounding [(78, 2)]],
            args: [d(Width::FloatTo), converted(A, Width::FloatFrom)],
        }
        Frnd "FRND" Xu Xu {
            doc: "d = a rounded to an integer",
            forms: one_any(0x107),
            suffixes: [Ftz [(80, 1)], RoundType [(75, 3), (84, 3)], IntRounding [(78, 2)]],
            args: [d(One), converted(A, One)],
        }
        FrndWide "FRND" Xu Xu {
            doc: "d = a rounded to an integer, double precision",
            forms: one_any(0x113),
            suffixes: [Ftz [(80, 1)], DoubleType [], IntRounding [(78, 2)]],
            args: [d(Two), double(A)],
            fixed: [fix(75, 3, 3), fix(84, 3, 3)],
        }
        F2fp "F2FP" Alu Alu {
            doc: "d = a and b as halves, a high",
            forms: two_any_b(0x03e),
            suffixes: [Relu [(75, 1)], PackTo [(76, 1)], PackAb [], Rounding [(79, 2)]],
            args: [d(One), single_plain(A), single_plain(B)],
            fixed: [fix(64, 8, 0xff), fix(77, 2, 0), fix(72, 3, 0)],
        }
        F2fpMerge "F2FP" Alu Alu {
            doc: "d = b as a half, below the low half of c",
            forms: one_any_above_c(0x03e),
            suffixes: [Relu [(75, 1)], PackTo [(76, 1)], PackMerge [], Rounding [(79, 2)]],
            args: [d(One), single_plain(B), hex(C)],
            fixed: [fix(24, 8, 0xff), fix(77, 2, 2), fix(72, 3, 0)],
        }
        F2fpTf32 "F2FP.TF32.F32.PACK_B" Alu Alu {
            doc: "d = b as a TF32 number",
            forms: [one(0x23e, Rb)],
            args: [d(One), single_plain(A)],
            fixed: [fix(24, 8, 0xff), fix(64, 8, 0xff), fix(72, 18, 0x24050)],
        }
        F2fpUnpack8 "F2FP" Alu Alu {
            doc: "d = two 8-bit floats of b as halves",
            forms: one_any(0x03e),
            suffixes: [Relu [(75, 1)], UnpackTo [], Float8 [(73, 1)], UnpackB []],
            args: [d(One), src_as(A, One, Part((88, 1), &HIGH), ImmKind::F32)],
            fixed: [fix(24, 8, 0xff), fix(64, 8, 0xff), fix(74, 1, 1), fix(89, 1, 1)],
        }
        F2fpPack8 "F2FP.SATFINITE" Alu Alu {
            doc: "d = a and b as 8-bit floats, below the low half of c",
            forms: three_any_b(0x03e),
            suffixes: [Relu [(75, 1)], Float8 [(76, 1)], PackMerge8 []],
            args: [d(One), single_plain(A), single_plain(B), hex(C)],
            fixed: [fix(77, 2, 3), fix(87, 4, 9)],
        }
        F2fpHalf8 "F2FP.SATFINITE" Alu Alu {
            doc: "d = the halves of b as 8-bit floats, below the low half of c",
            forms: one_any_above_c(0x03e),
            suffixes: [Relu [(75, 1)], Float8 [(76, 1)], UnpackMerge8 []],
            args: [d(One), single_plain(B), hex(C)],
            fixed: [fix(24, 8, 0xff), fix(73, 1, 1), fix(77, 2, 1), fix(87, 4, 9)],
        }
    }
    } };
}
