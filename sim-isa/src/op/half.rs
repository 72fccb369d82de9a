//! Arithmetic on two 16-bit floats in a register: half precision or bfloat16.

macro_rules! half {
    ([$next:ident $($rest:ident)*] $($families:tt)*) => { $next! { [$($rest)*] $($families)*
    family "Half precision" {
        Hfma2Mma "HFMA2.MMA" HalfMma HalfMma {
            doc: "d = a * b + c on two halves, rounded once",
            forms: three_any_bc(0x035, RcHalf),
            suffixes: [HalfType [(85, 1)], Ftz [(80, 1)], Sat [(77, 1)], HalfRelu [(79, 1), (87, 3)]],
            args: [d(One), halves(A), halves(B), halves(C)],
        }
        Hfma2 "HFMA2" Half Half {
            doc: "d = a * b + c on two halves, rounded once",
            forms: three_any_bc(0x031, RcHalf),
            suffixes: [HalfType [(85, 1)], Ftz [(80, 1)], Sat [(77, 1)], HalfRelu [(79, 1), (87, 3)]],
            args: [d(One), halves(A), halves_turned(B, 86), halves(C)],
        }
        Hadd2 "HADD2" Half Half {
            doc: "d = a + b on two halves; with F32 one sum in single precision",
            forms: sum_any_b(0x030, RbAddend),
            suffixes: [HalfToSingle [(78, 1)], HalfType [(85, 1)], Ftz [(80, 1)], Sat [(77, 1)]],
            args: [d(One), halves(A), halves(B)],
        }
        Hmul2 "HMUL2" Half Half {
            doc: "d = a * b on two halves",
            forms: two_any_b(0x032),
            suffixes: [HalfType [(85, 1)], Ftz [(80, 1)], Sat [(77, 1)]],
            args: [d(One), halves(A), halves(B)],
        }
        Hmnmx2 "HMNMX2" Alu Alu {
            doc: "d = q0 ? min(a, b) : max(a, b) on two halves",
            forms: two_any_b(0x040),
            suffixes: [HalfType [(85, 1)], Ftz [(80, 1)], Nan [(81, 1)], Xorsign [(82, 1)]],
            args: [d(One), halves(A), halves(B), q(0, 87)],
        }
        Vhmnmx "VHMNMX" Alu Alu {
            doc: "d = q0 ? min(a, b, c) : max(a, b, c) on two halves",
            forms: three_any_b(0x047),
            suffixes: [HalfType [(85, 1)], Ftz [(80, 1)], Nan [(81, 1)]],
            args: [d(One), halves(A), halves(B), part(C, (76, 2), &HALVES), q(0, 87)],
        }
        Hsetp2 "HSETP2" Alu Alu {
            doc: "p0, p1 = (a cmp b) op q0 of the low and of the high halves",
            forms: sum_any_b(0x034, RbAddend),
            suffixes: [HalfType [(65, 1)], FloatCmp [(76, 4)], Ftz [(80, 1)], BoolOp [(69, 2)]],
            args: [p(0, 81, Always), p(1, 84, Always), halves(A), halves(B), q(0, 87)],
        }
        Hset2 "HSET2" Alu Alu {
            doc: "d = (a cmp b) op q0 on two halves, as 1.0 or as ones",
            forms: sum_any_b(0x033, RbAddend),
            suffixes: [
                HalfType [(65, 1)], SetValue [(71, 1)], FloatCmp [(76, 4)], Ftz [(80, 1)],
                BoolOp [(69, 2)],
            ],
            args: [d(One), halves(A), halves(B), q(0, 87)],
        }
    }
    } };
}
