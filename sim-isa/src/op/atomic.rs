//! Atomics, which give the old value, and reductions, which give nothing.
//!
//! Before sm_90 those on floats share the opcodes of those on integers.

macro_rules! atomic {
    ([$next:ident $($rest:ident)*] $($families:tt)*) => { $next! { [$($rest)*] $($families)*
    family "Atomics" {
        Atomg "ATOMG" Lsu Global {
            doc: "d = global memory at a, which becomes op(it, b)",
            forms: atomic(0x1a8),
            suffixes: [
                Extended [(72, 1)], AtomOp [(87, 4)], Evict [(84, 3)], AtomType [(73, 3)],
                MemOrder [(77, 4)],
            ],
            args: [p(0, 81, Always), d(Width::Atom), hex(A), wide(B, Width::Atom)],
            fixed: [fix(72, 1, 1)],
        }
        AtomgCas "ATOMG" Lsu Global {
            doc: "d = global memory at a, which becomes c if it equals b",
            forms: [three(0x3a9, Mem(Absent), Rb, Rc)],
            suffixes: [Extended [(72, 1)], CasOp [], Evict [(84, 3)], AtomType [(73, 3)], MemOrder [(77, 4)]],
            args: [p(0, 81, Always), d(Width::Atom), hex(A), wide(B, Width::Atom), wide(C, Width::Atom)],
        }
        Atom "ATOM" Lsu Global {
            doc: "d = memory at the generic address a, which becomes op(it, b)",
            forms: atomic(0x18a),
            suffixes: [
                Extended [(72, 1)], AtomOp [(87, 4)], Evict [(84, 3)], AtomType [(73, 3)],
                MemOrder [(77, 4)],
            ],
            args: [p(0, 81, Always), d(Width::Atom), hex(A), wide(B, Width::Atom)],
            fixed: [fix(72, 1, 1)],
        }
        AtomCas "ATOM" Lsu Global {
            doc: "d = memory at the generic address a, which becomes c if it equals b",
            forms: [three(0x38b, Mem(Absent), Rb, Rc)],
            suffixes: [
                Extended [(72, 1)], CasMode [(87, 2)], Evict [(84, 3)], AtomType [(73, 3)],
                MemOrder [(77, 4)],
            ],
            args: [p(0, 81, Always), d(Width::Atom), hex(A), wide(B, Width::Atom), wide(C, Width::Atom)],
            fixed: [fix(72, 1, 1)],
        }
        AtomFloat "ATOM" Lsu Global {
            doc: "d = memory at the generic address a, to which b is added, floats; p0 = whether it was done",
            forms: atomic_float(0x1a2, 0x18a),
            suffixes: [
                Extended [(72, 1)], AtomAdd [(87, 4)], Evict [(84, 3)], AtomFloat [(73, 4)],
                MemOrder [(77, 4)],
            ],
            args: [p(0, 81, Always), d(Width::AtomFloat), hex(A), wide(B, Width::AtomFloat)],
            fixed: [fix(72, 1, 1)],
        }
        AtomgFloat "ATOMG" Lsu Global {
            doc: "d = global memory at a, to which b is added, floats",
            forms: atomic_float(0x1a3, 0x1a8),
            suffixes: [
                Extended [(72, 1)], AtomAdd [(87, 4)], Evict [(84, 3)], AtomFloat [(73, 4)],
                MemOrder [(77, 4)],
            ],
            args: [p(0, 81, Always), d(Width::AtomFloat), hex(A), wide(B, Width::AtomFloat)],
            fixed: [fix(72, 1, 1)],
        }
        Redg "REDG" Lsu Global {
            doc: "global memory at a becomes op(it, b)",
            forms: reduction(0x18e),
            suffixes: [
                Extended [(72, 1)], AtomOp [(87, 3)], Evict [(84, 3)], AtomType [(73, 3)],
                MemOrder [(77, 4)],
            ],
            args: [hex(A), wide(B, Width::Atom)],
            fixed: [fix(72, 1, 1)],
        }
        RedgFloat "REDG" Lsu Global {
            doc: "global memory at a becomes op(it, b), floats",
            forms: reduction_float(0x1a6, 0x18e),
            suffixes: [
                Extended [(72, 1)], AtomAdd [(87, 3)], Evict [(84, 3)], AtomFloat [(73, 4)],
                MemOrder [(77, 4)],
            ],
            args: [hex(A), wide(B, Width::AtomFloat)],
            fixed: [fix(72, 1, 1)],
        }
        Atoms "ATOMS" Mio Shared {
            doc: "d = shared memory at a, which becomes op(it, b)",
            forms: [
                oldest(with(two(0x38c, Shared(Absent), Rb), &NO_UNIFORM)),
                two(0x38c, Shared(Absent), Rb), two(0x98c, Shared(Base(64)), Rb),
            ],
            suffixes: [AtomOp [(87, 4)], AtomType [(73, 3)]],
            args: [d(Width::Atom), hex(A), wide(B, Width::Atom)],
        }
        AtomsCas "ATOMS" Mio Shared {
            doc: "d = shared memory at a, which becomes c if it equals b",
            forms: [three(0x38d, Shared(Absent), Rb, Rc)],
            suffixes: [CasMode [(87, 2)], AtomType [(73, 3)]],
            args: [d(Width::Atom), hex(A), wide(B, Width::Atom), wide(C, Width::Atom)],
        }
        AtomsPopcInc "ATOMS.POPC.INC.32" Mio Shared {
            doc: "d = shared memory at a, to which the active lanes' number is added",
            forms: [
                new(with(one(0xf8c, Shared(Base(64))), &[fix(87, 4, 0xb)])),
                old(with(one(0xf8c, Shared(Base(64))), &[fix(87, 4, 0xa)])),
            ],
            args: [d(One), hex(A)],
        }
        AtomsArrive "ATOMS.ARRIVE.64" Mio Shared {
            doc: "arrives at the barrier object at a; d (pair) = its state before",
            forms: [old(one(0xf8c, Shared(Base(64))))],
            args: [d(Two), hex(A)],
            fixed: [fix(73, 3, 2), fix(87, 4, 9)],
        }
    }
    } };
}
