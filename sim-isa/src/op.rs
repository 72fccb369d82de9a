//! The opcode table: every opcode is defined here, once.
//!
//! Slots: `d` is `dst`, `p0`/`p1` are `pdst`, `a`, `b`, `c` the sources and
//! `q0`, `q1`, `q2` are `psrc`.

/// The unit of a sub-core (or of the SM) that executes an opcode.
///
/// Widths in `h200` terms: warp instructions a cycle and sub-core, measured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Pipe {
    /// Integer, logic, compare, select (0.5).
    Alu,
    /// Single-precision multiply and add (1).
    Fma,
    /// 32-bit integer multiply-add: one half of the FMA pipe (0.5).
    FmaHeavy,
    /// 64-bit results of integer multiplication (0.25).
    FmaWide,
    /// Half precision on the FMA pipe (1).
    Half,
    /// Half precision beside the FMA pipe (`HFMA2.MMA`).
    HalfMma,
    /// Double precision (0.5).
    Fp64,
    /// Transcendentals, conversions, bit counts (0.125).
    Xu,
    /// The uniform datapath.
    Uniform,
    /// Global, local and generic memory.
    Lsu,
    /// Shared memory; it shares the way in with shuffles and special registers.
    Mio,
    /// Constant memory by instruction (`LDC`).
    ConstantLoad,
    /// Special registers, barriers, votes into uniform registers.
    Adu,
    /// Branches, convergence barriers, exit.
    Branch,
    /// Nothing but an issue slot.
    Issue,
}

/// What decides when an opcode's result is there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum LatencyClass {
    /// Fixed: four cycles on ALU and FMA.
    Alu,
    /// Fixed: wide integer multiplication.
    Wide,
    /// Fixed: half precision.
    Half,
    /// Fixed: half precision beside the FMA pipe.
    HalfMma,
    /// Fixed: uniform datapath.
    Uniform,
    /// Fixed: a vote, which crosses lanes.
    Vote,
    /// Variable: double precision.
    Fp64,
    /// Variable: transcendentals and conversions.
    Xu,
    /// Variable: shared memory.
    Shared,
    /// Variable: shuffle.
    Shuffle,
    /// Variable: global memory.
    Global,
    /// Variable: local memory.
    Local,
    /// Variable: constant memory by instruction.
    Constant,
    /// Variable: special registers.
    SpecialReg,
    /// Variable: warp reduction.
    Redux,
    /// Variable: until a barrier opens.
    Barrier,
    /// Variable: until a fence is acknowledged.
    Fence,
    /// No result.
    None,
}

impl LatencyClass {
    /// Whether consumers must wait on a dependence counter.
    pub const fn is_variable(self) -> bool {
        match self {
            LatencyClass::Alu
            | LatencyClass::Wide
            | LatencyClass::Half
            | LatencyClass::HalfMma
            | LatencyClass::Uniform
            | LatencyClass::Vote
            | LatencyClass::None => false,
            LatencyClass::Fp64
            | LatencyClass::Xu
            | LatencyClass::Shared
            | LatencyClass::Shuffle
            | LatencyClass::Global
            | LatencyClass::Local
            | LatencyClass::Constant
            | LatencyClass::SpecialReg
            | LatencyClass::Redux
            | LatencyClass::Barrier
            | LatencyClass::Fence => true,
        }
    }
}

/// One row of the table.
#[derive(Debug)]
pub struct Row {
    /// The opcode.
    pub op: Op,
    /// Its mnemonic without modifiers.
    pub mnemonic: &'static str,
    /// The unit that executes it.
    pub pipe: Pipe,
    /// What decides when its result is there.
    pub latency: LatencyClass,
    /// One line of documentation.
    pub doc: &'static str,
}

macro_rules! ops {
    ( $( $Op:ident $mnemonic:literal $Pipe:ident $Class:ident $doc:literal; )+ ) => {
        /// An opcode: a row of the table.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum Op {
            $( #[doc = concat!("`", $mnemonic, "`: ", $doc)] $Op ),+
        }

        /// The table, in the order of [`Op`].
        pub static ROWS: &[Row] = &[
            $( Row {
                op: Op::$Op,
                mnemonic: $mnemonic,
                pipe: Pipe::$Pipe,
                latency: LatencyClass::$Class,
                doc: $doc,
            } ),+
        ];

        impl Op {
            /// Every opcode.
            pub const ALL: &'static [Op] = &[ $( Op::$Op ),+ ];
        }
    };
}

impl Op {
    /// The opcode's row.
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }
}

ops! {
    Iadd3 "IADD3" Alu Alu "d = a + b + c, carries out in p0, p1; with X the carries q0, q1 come in and minus means not";
    Imad "IMAD" FmaHeavy Alu "d = low word of a * b + c; with X plus the carry q0";
    ImadWide "IMAD.WIDE" FmaWide Wide "d (pair) = a * b + c (pair), carry out in p0";
    ImadHi "IMAD.HI" FmaWide Wide "d = high word of a * b + c (pair), carry out in p0";
    Isetp "ISETP" Alu Alu "p0 = (a cmp b) op q0, p1 = !(a cmp b) op q0; with EX the comparison q1 of the low words decides ties";
    Lop3 "LOP3" Alu Alu "d = truth table Lut of a, b, c, bit by bit; p0 = (d != 0) or q0";
    Plop3 "PLOP3" Alu Alu "p0, p1 = truth tables Lut, Lut2 of q0, q1, q2";
    Lea "LEA" Alu Alu "d = (a << Shift) + b, carry out in p0; with HI the high part of (c:a) << Shift; with X plus the carry q0";
    Shf "SHF" Alu Alu "d = funnel shift of c:a by b; HI takes the high word";
    Iabs "IABS" Alu Alu "d = |a|";
    Sel "SEL" Alu Alu "d = q0 ? a : b";
    Mov "MOV" Alu Alu "d = a";
    Viadd "VIADD" Alu Alu "d = a + b";
    Vimnmx "VIMNMX" Alu Alu "d = q0 ? min(a, b) : max(a, b)";
    Viaddmnmx "VIADDMNMX" Alu Alu "d = q0 ? min(a + b, c) : max(a + b, c)";
    Popc "POPC" Xu Xu "d = number of ones in a";
    I2fp "I2FP" Alu Alu "d = a as a float";
    Fadd "FADD" Fma Alu "d = a + b";
    Fmul "FMUL" Fma Alu "d = a * b";
    Ffma "FFMA" Fma Alu "d = a * b + c, rounded once";
    Fmnmx "FMNMX" Alu Alu "d = q0 ? min(a, b) : max(a, b)";
    Fsel "FSEL" Alu Alu "d = q0 ? a : b";
    Fsetp "FSETP" Alu Alu "p0 = (a cmp b) op q0, p1 = !(a cmp b) op q0";
    Fchk "FCHK" Xu Xu "p0 = whether a / b needs the slow path";
    Mufu "MUFU" Xu Xu "d = function of a, approximately";
    F2f "F2F" Xu Xu "d = a, in another precision";
    F2i "F2I" Xu Xu "d = a as an integer";
    I2f "I2F" Xu Xu "d = a as a float";
    I2fWide "I2F" Xu Xu "d = a as a float, where one side has 64 bits";
    Dadd "DADD" Fp64 Fp64 "d = a + b, double precision";
    Dmul "DMUL" Fp64 Fp64 "d = a * b, double precision";
    Dfma "DFMA" Fp64 Fp64 "d = a * b + c, double precision, rounded once";
    Hfma2Mma "HFMA2.MMA" HalfMma HalfMma "d = a * b + c on two halves";
    Uiadd3 "UIADD3" Uniform Uniform "IADD3 on uniform registers";
    Uimad "UIMAD" Uniform Uniform "IMAD on uniform registers";
    Ulea "ULEA" Uniform Uniform "LEA on uniform registers";
    Ulop3 "ULOP3" Uniform Uniform "LOP3 on uniform registers";
    Umov "UMOV" Uniform Uniform "d = a";
    Ushf "USHF" Uniform Uniform "SHF on uniform registers";
    Uflo "UFLO" Uniform Uniform "d = position of the highest one in a, -1 if there is none";
    Uldc "ULDC" Uniform Uniform "d = constant a";
    S2ur "S2UR" Adu SpecialReg "d (uniform) = special register a";
    S2r "S2R" Adu SpecialReg "d = special register a";
    Cs2r "CS2R" Alu Alu "d (pair) = special register a";
    Ldc "LDC" ConstantLoad Constant "d = constant a";
    Ldg "LDG" Lsu Global "d = global memory at a";
    Stg "STG" Lsu Global "global memory at a = b";
    Ldl "LDL" Lsu Local "d = local memory at a";
    Stl "STL" Lsu Local "local memory at a = b";
    Lds "LDS" Mio Shared "d = shared memory at a";
    Sts "STS" Mio Shared "shared memory at a = b";
    Atomg "ATOMG" Lsu Global "d = global memory at a, which becomes op(it, b)";
    AtomgCas "ATOMG" Lsu Global "d = global memory at a, which becomes c if it equals b";
    Redg "REDG" Lsu Global "global memory at a becomes op(it, b)";
    RedgFloat "REDG" Lsu Global "global memory at a becomes op(it, b), floats";
    Atoms "ATOMS" Mio Shared "d = shared memory at a, which becomes op(it, b)";
    AtomsCas "ATOMS" Mio Shared "d = shared memory at a, which becomes c if it equals b";
    AtomsPopcInc "ATOMS.POPC.INC.32" Mio Shared "d = shared memory at a, to which the active lanes' number is added";
    Shfl "SHFL" Mio Shuffle "d = a of the lane that Mode, b and c name, p0 = whether it is in range";
    Vote "VOTE" Alu Vote "d = ballot of q0, p0 = all, any or equal";
    Voteu "VOTEU" Uniform Vote "d (uniform) = ballot of q0, p0 = all, any or equal";
    Redux "REDUX" Xu Redux "d (uniform) = a reduced over the active lanes";
    Bar "BAR" Adu Barrier "arrives at barrier a and waits";
    Membar "MEMBAR" Lsu Fence "earlier accesses are seen before later ones";
    Errbar "ERRBAR" Adu None "memory errors so far are reported";
    Cgaerrbar "CGAERRBAR" Adu None "memory errors of the cluster so far are reported";
    Cctl "CCTL" Lsu Fence "invalidates cache lines";
    Bra "BRA" Branch None "goes to a if q0";
    BraDiv "BRA.DIV" Branch None "goes to a if the warp's active lanes are not those of b";
    Brx "BRX" Branch None "goes to register pair a plus b";
    Call "CALL.REL.NOINC" Branch None "goes to a";
    Ret "RET.REL.NODEC" Branch None "goes to register pair a plus b";
    Bssy "BSSY" Branch None "convergence barrier d = active lanes; they meet at a";
    Bsync "BSYNC" Branch None "waits for the lanes of convergence barrier a";
    Break "BREAK" Branch None "the active lanes leave convergence barrier a";
    Warpsync "WARPSYNC" Branch None "the lanes of mask a meet";
    Endcollective "ENDCOLLECTIVE" Branch None "ends what WARPSYNC.COLLECTIVE began";
    Yield "YIELD" Branch None "lets other lanes of the warp run";
    Exit "EXIT" Branch None "the lanes end if q0";
    Nop "NOP" Issue None "nothing";
}
