//! Operands of a machine instruction.
//!
//! `RZ`, `URZ`, `PT` and `UPT` are values like any other register, never
//! options: reading one gives zero (true), writing one does nothing.

/// A general register, one 32-bit value a lane: `R0`…`R254`, and `RZ`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Reg(pub u8);

impl Reg {
    /// The zero register.
    pub const RZ: Reg = Reg(255);

    /// Whether this is the zero register.
    pub const fn is_zero(self) -> bool {
        self.0 == 255
    }
}

/// A uniform register, one 32-bit value a warp: `UR0`…`UR62`, and `URZ`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct UReg(pub u8);

impl UReg {
    /// The uniform zero register.
    pub const URZ: UReg = UReg(63);

    /// Whether this is the uniform zero register.
    pub const fn is_zero(self) -> bool {
        self.0 == 63
    }
}

/// A predicate register, one bit a lane: `P0`…`P6`, and `PT`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Pred(pub u8);

impl Pred {
    /// The true predicate.
    pub const PT: Pred = Pred(7);

    /// Whether this is the true predicate.
    pub const fn is_true(self) -> bool {
        self.0 == 7
    }
}

/// A predicate as a source: `P0`, `!P0`, or, for the uniform datapath, `UP0`, `!UP0`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PredSrc {
    /// The register.
    pub pred: Pred,
    /// Whether it is read inverted.
    pub not: bool,
    /// Whether it belongs to the uniform datapath.
    pub uniform: bool,
}

impl PredSrc {
    /// `PT`.
    pub const TRUE: PredSrc = PredSrc {
        pred: Pred::PT,
        not: false,
        uniform: false,
    };
}

/// What an operand's sign bits do: `-x`, `|x|`, `~x`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SrcMods {
    /// `-x`; on an integer operand the two's complement.
    pub neg: bool,
    /// `|x|`.
    pub abs: bool,
    /// `~x`.
    pub not: bool,
    /// Which part of the register is meant.
    pub part: Part,
}

/// The part of a register that an operand means (`R2.H1_H1`, `R4.B3`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Part {
    /// All of it; both halves of a pair of halves.
    #[default]
    Whole,
    /// All of it, as one single-precision number.
    F32,
    /// The low half, twice.
    LowTwice,
    /// The high half, twice.
    HighTwice,
    /// The low half above the high one's negative: a complex number times i.
    Turned,
    /// The high half.
    High,
    /// The second byte.
    Byte1,
    /// The third byte.
    Byte2,
    /// The fourth byte.
    Byte3,
    /// The sign bit, as a predicate.
    Sign,
    /// 24 bits.
    Bits24,
    /// A matrix by rows.
    Row,
    /// A matrix by columns.
    Col,
}

impl Part {
    /// Every part.
    pub const ALL: [Part; 13] = [
        Part::Whole,
        Part::F32,
        Part::LowTwice,
        Part::HighTwice,
        Part::Turned,
        Part::High,
        Part::Byte1,
        Part::Byte2,
        Part::Byte3,
        Part::Sign,
        Part::Bits24,
        Part::Row,
        Part::Col,
    ];

    /// What listings print behind the register.
    pub const fn text(self) -> &'static str {
        match self {
            Part::Whole => "",
            Part::F32 => ".F32",
            Part::LowTwice => ".H0_H0",
            Part::HighTwice => ".H1_H1",
            Part::Turned => ".H0_NH1",
            Part::High => ".H1",
            Part::Byte1 => ".B1",
            Part::Byte2 => ".B2",
            Part::Byte3 => ".B3",
            Part::Sign => ".SIGN",
            Part::Bits24 => ".24",
            Part::Row => ".ROW",
            Part::Col => ".COL",
        }
    }
}

impl SrcMods {
    /// No sign bits.
    pub const NONE: SrcMods = SrcMods {
        neg: false,
        abs: false,
        not: false,
        part: Part::Whole,
    };
}

/// Where a constant operand's offset starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConstBase {
    /// `c[bank][offset]`.
    Zero,
    /// `c[bank][R4+offset]`.
    Reg(Reg),
    /// `c[bank][UR4+offset]`.
    UReg(UReg),
}

/// A memory address: `desc[UR4][R2.64+UR6+0x10]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Address {
    /// The lanes' base register, `RZ` if there is none.
    pub base: Reg,
    /// Whether the base is a 64-bit pair (`R2.64`).
    pub wide: bool,
    /// The factor that the base is scaled by, as its logarithm (`R2.X4` is 2).
    pub scale: u8,
    /// A uniform register that is added, `URZ` if there is none.
    pub uniform: UReg,
    /// Whether the encoding names the uniform register (`[R6+URZ]` prints it).
    pub has_uniform: bool,
    /// The signed offset that is added, in bytes.
    pub offset: i32,
    /// The uniform pair holding the memory descriptor: `desc[UR4]`.
    pub desc: Option<UReg>,
}

/// One operand of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Operand {
    /// The shape has no such operand.
    #[default]
    None,
    /// A general register and its width in registers (1, 2 or 4).
    Reg {
        /// The first register.
        reg: Reg,
        /// How many registers the operand spans.
        width: u8,
        /// Sign bits.
        mods: SrcMods,
        /// `.reuse`: keep the value in the operand cache.
        reuse: bool,
    },
    /// A uniform register and its width in registers.
    UReg {
        /// The first register.
        reg: UReg,
        /// How many registers the operand spans.
        width: u8,
        /// Sign bits.
        mods: SrcMods,
    },
    /// 32 immediate bits; whether they print as integer or float is the opcode's.
    Imm(u32),
    /// `c[bank][base+offset]`.
    Const {
        /// The bank.
        bank: u8,
        /// What the offset is added to.
        base: ConstBase,
        /// The offset in bytes.
        offset: i32,
        /// Sign bits.
        mods: SrcMods,
    },
    /// A memory address.
    Mem(Address),
    /// A special register, by its number.
    Special(u8),
    /// A branch target, in bytes from the start of the kernel.
    Target(i64),
    /// A convergence barrier `B0`…`B15`.
    Barrier(u8),
    /// A predicate in an operand position.
    Pred(PredSrc),
    /// A dependence counter `SB0`…`SB5`, as DEPBAR names it.
    Scoreboard(u8),
}

impl Operand {
    /// A plain 32-bit register.
    pub const fn reg(reg: Reg) -> Operand {
        Operand::Reg {
            reg,
            width: 1,
            mods: SrcMods::NONE,
            reuse: false,
        }
    }
}
