//! Single- and double-precision arithmetic.
//!
//! There is no exact division or root: `MUFU` approximates, and sequences of `FFMA`
//! or `DFMA` refine the result.

macro_rules! float {
    ([$next:ident $($rest:ident)*] $($families:tt)*) => { $next! { [$($rest)*] $($families)*
    family "Single and double precision" {
        Fadd "FADD" Fma Alu {
            doc: "d = a + b",
            forms: sum_any_b(0x021, RbAddend),
            suffixes: [Ftz [(80, 1)], Rounding [(78, 2)], Sat [(77, 1)]],
            args: [d(One), single(A), single(B)],
        }
        Fmul "FMUL" Fma Alu {
            doc: "d = a * b",
            forms: two_any_b(0x020),
            suffixes: [Ftz [(80, 1)], Scale [(84, 3)], Rounding [(78, 2)], Sat [(77, 1)]],
            args: [d(One), single(A), single(B)],
        }
        Ffma "FFMA" Fma Alu {
            doc: "d = a * b + c, rounded once",
            forms: three_any_bc(0x023, Rc),
            suffixes: [Ftz [(80, 1)], Rounding [(78, 2)], Sat [(77, 1)]],
            args: [d(One), single(A), single(B), single(C)],
        }
        Fmnmx "FMNMX" Alu Alu {
            doc: "d = q0 ? min(a, b) : max(a, b)",
            forms: two_any_b(0x009),
            suffixes: [Ftz [(80, 1)], Nan [(81, 1)], Xorsign [(82, 1)]],
            args: [d(One), single(A), single(B), q(0, 87)],
        }
        Fsel "FSEL" Alu Alu {
            doc: "d = q0 ? a : b",
            forms: two_any_b(0x008),
            suffixes: [Ftz [(80, 1)]],
            args: [d(One), single(A), single(B), q(0, 87)],
        }
        Fsetp "FSETP" Alu Alu {
            doc: "p0 = (a cmp b) op q0, p1 = !(a cmp b) op q0",
            forms: two_any_b(0x00b),
            suffixes: [FloatCmp [(76, 4)], Ftz [(80, 1)], BoolOp [(74, 2)]],
            args: [p(0, 81, Always), p(1, 84, Always), single(A), single(B), q(0, 87)],
        }
        Fset "FSET.BF" Alu Alu {
            doc: "d = (a cmp b) op q0 ? 1.0 : 0",
            forms: two_any_b(0x00a),
            suffixes: [FloatCmp [(76, 4)], Ftz [(80, 1)], BoolOp [(74, 2)]],
            args: [d(One), single(A), single(B), q(0, 87)],
        }
        Fchk "FCHK" Xu Xu {
            doc: "p0 = whether a / b needs the slow path",
            forms: two_any_b(0x102),
            args: [p(0, 81, Always), single(A), single(B)],
        }
        Mufu "MUFU" Xu Xu {
            doc: "d = function of a, approximately",
            forms: one_any(0x108),
            suffixes: [MufuFn [(74, 4)], MufuType [(72, 2)]],
            args: [d(One), converted(A, One)],
        }
        Dadd "DADD" Fp64 Fp64 {
            doc: "d = a + b, double precision",
            forms: sum_any_b(0x029, Rc),
            suffixes: [Rounding [(78, 2)]],
            args: [d(Two), double(A), double(B)],
        }
        Dmul "DMUL" Fp64 Fp64 {
            doc: "d = a * b, double precision",
            forms: two_any_b(0x028),
            suffixes: [Rounding [(78, 2)]],
            args: [d(Two), double(A), double(B)],
        }
        Dfma "DFMA" Fp64 Fp64 {
            doc: "d = a * b + c, double precision, rounded once",
            forms: three_any_bc(0x02b, Rc),
            suffixes: [Rounding [(78, 2)]],
            args: [d(Two), double(A), double(B), double(C)],
        }
        Dsetp "DSETP" Fp64 Fp64 {
            doc: "p0 = (a cmp b) op q0, p1 = !(a cmp b) op q0, double precision",
            forms: sum_any_b(0x02a, RbAddend),
            suffixes: [DoubleCmp [(76, 4)], BoolOp [(74, 2)]],
            args: [p(0, 81, Always), p(1, 84, Always), double(A), double(B), q(0, 87)],
        }
    }
    } };
}
