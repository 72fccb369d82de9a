//! Matrix products on the tensor cores, and what moves their operands.
//!
//! Every lane holds a few elements of each matrix (its fragment); `LDSM` and `STSM`
//! move fragments between registers and shared memory.

macro_rules! matrix {
    ([$next:ident $($rest:ident)*] $($families:tt)*) => { $next! { [$($rest)*] $($families)*
    family "Matrices" {
        Hmma "HMMA" Tensor Tensor {
            doc: "d = a * b + c, matrices of halves",
            forms: [three(0x23c, Ra, Rb, Rc)],
            suffixes: [HmmaShape [(75, 1), (78, 1)], HmmaSum [(76, 1)], HmmaFactors [(82, 2)]],
            args: [
                d(Width::HmmaSum), wide(A, Width::HmmaA), wide(B, Width::HmmaB),
                wide(C, Width::HmmaSum),
            ],
        }
        Imma "IMMA" Tensor Tensor {
            doc: "d = a * b + c, matrices of integers",
            forms: [three(0x237, Ra, Rb, Rc)],
            suffixes: [
                ImmaShape [(75, 1), (85, 2)], ImmaA [(76, 1), (83, 1)], ImmaB [(78, 1), (84, 1)],
                Sat [(82, 1)],
            ],
            args: [
                d(Width::ImmaSum), fragment(A, Width::ImmaA, &ROW), fragment(B, Width::ImmaB, &COL),
                wide(C, Width::ImmaSum),
            ],
            fixed: [fix(74, 1, 1)],
        }
        Bmma "BMMA.168256" TensorLong Tensor {
            doc: "d = ones of a op b, plus c, matrices of bits",
            forms: [three(0x23d, Ra, Rb, Rc)],
            suffixes: [BmmaOp [(78, 1)]],
            args: [
                d(Width::Four), fragment(A, Width::Four, &ROW), fragment(B, Two, &COL),
                wide(C, Width::Four),
            ],
            fixed: [fix(74, 1, 1), fix(76, 1, 1), fix(80, 1, 1)],
        }
        Dmma "DMMA" TensorDouble Xu {
            doc: "d = a * b + c, matrices of doubles",
            forms: [three(0x23f, Ra, Rb, Rc)],
            suffixes: [DmmaShape []],
            args: [d(Width::Four), wide(A, Two), wide(B, Two), wide(C, Width::Four)],
        }
        Qmma "QMMA.16832.F32" TensorLong Tensor {
            doc: "d = a * b + c, matrices of 8-bit floats",
            forms: [three(0x27a, Ra, Rb, Rc)],
            suffixes: [QmmaA [(78, 1)], Float8B []],
            args: [
                d(Width::Four), fragment(A, Width::Four, &ROW), fragment(B, Two, &COL),
                wide(C, Width::Four),
            ],
            fixed: [fix(74, 2, 3), fix(77, 1, 1)],
        }
        Ldsm "LDSM" Mio Shared {
            doc: "d = fragments of 8×8 matrices in shared memory at a",
            forms: [one(0x83b, Mem(Absent)), one(0x83b, Mem(Base(32)))],
            suffixes: [MatrixLayout [(78, 1)], MatrixCount [(72, 2)]],
            args: [d(Width::Matrix), hex(A)],
        }
        Movm "MOVM.16.MT88" Mio Shuffle {
            doc: "d = the 8×8 matrix whose fragments are a, transposed",
            forms: [one(0x23a, Ra)],
            args: [d(One), hex(A)],
        }
        Stsm "STSM" Mio Shared {
            doc: "8×8 matrices in shared memory at a = fragments b",
            forms: [two(0x844, Mem(Absent), Rb), two(0x844, Mem(Base(64)), Rb)],
            suffixes: [MatrixLayout [(78, 1)], MatrixCount [(72, 2)]],
            args: [hex(A), wide(B, Width::Matrix)],
        }
    }
    } };
}
