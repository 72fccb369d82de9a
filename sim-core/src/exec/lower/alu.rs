//! What an opcode does: the exhaustive map from the opcode table.

use super::convert::{float_side32, int_kind, int32};
use super::operands::Flavour::{Carry, Double, Float, Int, Pair, Wide};
use super::{Context, LowerErrorKind, Lowering};
use crate::exec::uop::{Alu, ExtremumOf, FloatMode, FloatWidth, HalfOp, Kind, Shift, Uop};
use sim_isa::modifier::{
    BoolOp, DoubleCmp, FloatCmp, IntCmp, IntSign, MatchWidth, Modifier, MufuFn, MufuType, PrmtMode,
    ReduxOp, RoundType, Rounding, Scale, ShflMode, ShiftDir, ShiftType, UintSign, VoteMode,
};
use sim_isa::{Flag, Number, Op};

impl Context<'_> {
    /// Sets kind and sources by opcode.
    pub(super) fn set_kind(&self, uop: &mut Uop) -> Lowering<()> {
        match self.instruction.op {
            Op::Mov | Op::Umov => self.alu(uop, &[Int], Alu::Mov),
            Op::Sel => self.alu(uop, &[Int, Int], Alu::Sel),
            Op::Fsel => self.alu(
                uop,
                &[Float, Float],
                Alu::Fsel {
                    ftz: self.has(Flag::Ftz),
                },
            ),
            Op::Iadd3 | Op::Uiadd3 => self.iadd3(uop),
            Op::Viadd if self.has(Flag::Lanes16) => self.alu(uop, &[Pair, Pair], Alu::AddHalves),
            Op::Viadd => self.alu(uop, &[Int, Int], Alu::Iadd3),
            Op::Imad | Op::Uimad => self.imad(uop),
            Op::ImadWide => {
                let (signed, carry) = (self.is_signed(), self.has(Flag::X));
                self.alu(uop, &[Int, Int, Wide], Alu::ImadWide { signed, carry })
            }
            Op::ImadHi => {
                let (signed, carry) = (self.is_signed(), self.has(Flag::X));
                self.alu(uop, &[Int, Int, Wide], Alu::ImadHi { signed, carry })
            }
            Op::Lea | Op::Ulea => self.lea(uop),
            Op::Lop3 | Op::Ulop3 => {
                let table = self.number(Number::Lut);
                let and = self.has(Flag::Pand);
                self.alu(uop, &[Int, Int, Int], Alu::Lop3 { table, and })
            }
            Op::Plop3 | Op::Plop3Uniform | Op::Uplop3 => {
                uop.uniform = self.instruction.op == Op::Uplop3;
                let (first, second) = (self.number(Number::Lut), self.number(Number::Lut2));
                self.alu(uop, &[], Alu::Plop3 { first, second })
            }
            Op::Shf | Op::Ushf => self.alu(uop, &[Int, Int, Int], Alu::Shf(self.shift())),
            Op::Iabs => self.alu(uop, &[Int], Alu::Iabs),
            Op::Vimnmx => self.extremum(uop, ExtremumOf::Two),
            Op::Imnmx => {
                let signed = self.is_signed();
                self.alu(uop, &[Int, Int], Alu::Vimnmx { signed })
            }
            Op::Viaddmnmx => self.extremum(uop, ExtremumOf::Sum),
            Op::Popc => self.alu(uop, &[Int], Alu::Popc),
            Op::Flo | Op::Uflo => {
                let (signed, shift) = (self.is_signed(), self.has(Flag::Sh));
                self.alu(uop, &[Int], Alu::Flo { signed, shift })
            }
            Op::Isetp => self.isetp(uop),
            Op::Fadd => self.alu(uop, &[Float, Float], Alu::Fadd(self.float_mode())),
            Op::Fmul => {
                let mode = self.float_mode();
                let alu = match power_of_two(self.get()) {
                    0 => Alu::Fmul(mode),
                    power => Alu::FmulScaled(mode, power),
                };
                self.alu(uop, &[Float, Float], alu)
            }
            Op::Ffma => self.alu(uop, &[Float, Float, Float], Alu::Ffma(self.float_mode())),
            Op::Fmnmx => {
                let (ftz, nan) = (self.has(Flag::Ftz), self.has(Flag::Nan));
                let xorsign = self.has(Flag::Xorsign);
                self.alu(uop, &[Float, Float], Alu::Fmnmx { ftz, nan, xorsign })
            }
            Op::Fsetp => {
                let (cmp, combine) = (self.get::<FloatCmp>(), self.get::<BoolOp>());
                let ftz = self.has(Flag::Ftz);
                self.alu(uop, &[Float, Float], Alu::Fsetp { cmp, ftz, combine })
            }
            Op::Fchk => self.alu(uop, &[Float, Float], Alu::Fchk),
            Op::Mufu if self.get::<MufuType>() != MufuType::F32 => self.function_of_half(uop),
            Op::Mufu => self.alu(uop, &[Float], Alu::Mufu(self.get::<MufuFn>())),
            Op::F2f => self.f2f(uop),
            Op::F2i => self.f2i(uop),
            Op::I2f => self.i2f(uop, float_side32(self.get()), int32(self.get())),
            Op::I2fp => self.i2f(uop, FloatWidth::F32, int_kind(self.get())),
            Op::I2fWide => self.i2f_wide(uop),
            Op::Dadd => {
                let rounding = self.get::<Rounding>();
                self.alu(uop, &[Double, Double], Alu::Dadd { rounding })
            }
            Op::Dmul => {
                let rounding = self.get::<Rounding>();
                self.alu(uop, &[Double, Double], Alu::Dmul { rounding })
            }
            Op::Dfma => {
                let rounding = self.get::<Rounding>();
                self.alu(uop, &[Double, Double, Double], Alu::Dfma { rounding })
            }
            Op::Hfma2Mma | Op::Hfma2 => self.half_arithmetic(uop, HalfOp::Fma),
            Op::Hadd2 => self.half_arithmetic(uop, HalfOp::Add),
            Op::Hmul2 => self.half_arithmetic(uop, HalfOp::Mul),
            Op::Hmnmx2 => self.half_min_max(uop),
            Op::Vhmnmx => self.half_extremum(uop),
            Op::Hsetp2 | Op::Hset2 => self.half_comparison(uop),
            Op::F2fp => self.half_pack(uop, false),
            Op::F2fpMerge => self.half_pack(uop, true),
            Op::F2fHalf => self.f2f_half(uop),
            Op::Sgxt | Op::Usgxt => {
                let (signed, wrap) = (self.is_signed(), self.has(Flag::Wrap));
                self.alu(uop, &[Int, Int], Alu::Sgxt { signed, wrap })
            }
            Op::Bmsk | Op::Ubmsk => {
                let wrap = self.has(Flag::Wrap);
                self.alu(uop, &[Int, Int], Alu::Bmsk { wrap })
            }
            Op::Idp4 | Op::Idp2 => self.dot_product(uop),
            Op::Vabsdiff => {
                let signed = self.is_signed();
                self.alu(uop, &[Int, Int, Int], Alu::Vabsdiff { signed })
            }
            Op::Vabsdiff4 => {
                let sum = self.has(Flag::Acc);
                self.alu(uop, &[Int, Int, Int], Alu::Vabsdiff4 { sum })
            }
            Op::Vimnmx3 => self.extremum(uop, ExtremumOf::Three),
            Op::I2i => self.narrow(uop),
            Op::I2ip => self.pack_integers(uop),
            Op::F2ip => self.pack_floats(uop),
            Op::P2r | Op::R2p => self.move_predicates(uop),
            Op::Plop3Sign => {
                let (first, second) = (self.number(Number::Lut), self.number(Number::Lut2));
                self.alu(uop, &[Int, Int, Int], Alu::Plop3Sign { first, second })
            }
            Op::Fset => {
                let (cmp, combine) = (self.get::<FloatCmp>(), self.get::<BoolOp>());
                let ftz = self.has(Flag::Ftz);
                self.alu(uop, &[Float, Float], Alu::Fset { cmp, ftz, combine })
            }
            Op::R2ur => {
                let or = self.has(Flag::Or);
                self.alu(uop, &[Int], Alu::R2ur { or })
            }
            Op::Qspc => self.query_space(uop),
            Op::B2r => self.set(uop, Kind::Alu(Alu::BarrierResult)),
            Op::BarRed => self.barrier(uop),
            Op::Depbar => self.wait_for_counter(uop),
            Op::Pmtrig | Op::Preexit | Op::Acqbulk | Op::FenceView | Op::CctlLine => {
                self.set(uop, Kind::Nop)
            }
            Op::BraUniform | Op::BraAny | Op::BraAll | Op::BraConv => self.branch(uop),
            Op::WarpsyncExclusive
            | Op::BmovToRegister
            | Op::BmovFromRegister
            | Op::WarpsyncCollectiveAll => self.convergence(uop),
            Op::Ld | Op::St => self.load_or_store(uop),
            Op::Atom | Op::AtomCas | Op::AtomFloat => self.atomic(uop),
            Op::Hmma | Op::Imma | Op::Bmma | Op::Dmma => self.product(uop),
            Op::Qmma => Err(LowerErrorKind::Unmodelled("a product of 8-bit floats")),
            Op::Movm => self.alu(uop, &[Int], Alu::Transpose),
            Op::Ldsm | Op::Stsm => self.fragments(uop),
            Op::F2fpUnpack8 => self.unpack8(uop),
            Op::F2fpPack8 => self.pack8(uop, false),
            Op::F2fpHalf8 => self.pack8(uop, true),
            Op::F2fpTf32 => Err(LowerErrorKind::Unmodelled("this float format")),
            Op::Ldgsts => self.copy(uop),
            Op::Ldgdepbar => self.set(uop, Kind::EndCopies),
            Op::SyncsPhase
            | Op::SyncsArrive
            | Op::SyncsInvalidate
            | Op::SyncsExch
            | Op::Arrives
            | Op::AtomsArrive => Err(LowerErrorKind::Unmodelled("a barrier object")),
            Op::UcgabarArv | Op::UcgabarWait | Op::Elect => {
                Err(LowerErrorKind::Unmodelled("cluster synchronisation"))
            }
            Op::RpcWriteLow | Op::RpcWriteHigh | Op::RpcReadLow | Op::RpcReadHigh => {
                Err(LowerErrorKind::Unmodelled("the return address register"))
            }
            Op::CallAbs | Op::Lepc | Op::LepcHere => Err(LowerErrorKind::Unmodelled(
                "a call by address (printf, assert, device malloc)",
            )),
            Op::Up2ur | Op::Ur2up => {
                Err(LowerErrorKind::Unmodelled("moving all uniform predicates"))
            }
            Op::Bpt => self.branch(uop),
            Op::Uldc => self.uldc(uop),
            Op::S2r | Op::S2ur | Op::Cs2r => self.special(uop),
            Op::Shfl => self.alu(uop, &[Int, Int, Int], Alu::Shfl(self.get::<ShflMode>())),
            Op::Vote | Op::Voteu => self.vote(uop),
            Op::Redux => {
                let signed = self.get::<UintSign>() == UintSign::S32;
                let op = self.get::<ReduxOp>();
                self.alu(uop, &[Int], Alu::Redux { op, signed })
            }
            Op::Ldc => self.ldc(uop),
            Op::Ldg | Op::Stg | Op::Ldl | Op::Stl | Op::Lds | Op::Sts => self.load_or_store(uop),
            Op::Atomg
            | Op::AtomgCas
            | Op::AtomgFloat
            | Op::Redg
            | Op::RedgFloat
            | Op::Atoms
            | Op::AtomsCas
            | Op::AtomsPopcInc => self.atomic(uop),
            Op::Bar => self.barrier(uop),
            Op::Membar => self.fence(uop),
            Op::Errbar | Op::Cgaerrbar | Op::Nop => self.set(uop, Kind::Nop),
            Op::Cctl => self.set(uop, Kind::InvalidateL1),
            Op::Bra | Op::BraDiv | Op::Brx => self.branch(uop),
            Op::Call | Op::CallIndirect | Op::Ret | Op::Exit => self.branch(uop),
            Op::Bssy
            | Op::Bsync
            | Op::Break
            | Op::Warpsync
            | Op::WarpsyncAll
            | Op::WarpsyncCollective
            | Op::Endcollective
            | Op::Yield => self.convergence(uop),
            Op::Prmt | Op::Uprmt => {
                let mode = self.get::<PrmtMode>();
                self.alu(uop, &[Int, Int, Int], Alu::Prmt(mode))
            }
            Op::Brev | Op::Ubrev => self.alu(uop, &[Int], Alu::Brev),
            Op::Frnd => {
                let width = match self.get::<RoundType>() {
                    RoundType::F32 => FloatWidth::F32,
                    RoundType::F16 => FloatWidth::F16,
                    RoundType::Bf16 => FloatWidth::Bf16,
                };
                self.frnd(uop, width)
            }
            Op::FrndWide => self.frnd(uop, FloatWidth::F64),
            Op::F2iWide => self.f2i_wide(uop),
            Op::Dsetp => self.dsetp(uop),
            Op::MatchAll => self.find_matches(uop, true),
            Op::MatchAny => self.find_matches(uop, false),
            Op::Nanosleep => self.sleep(uop),
            Op::UimadWide => {
                let (signed, carry) = (self.is_signed(), self.has(Flag::X));
                self.alu(uop, &[Int, Int, Wide], Alu::ImadWide { signed, carry })
            }
            Op::Uisetp => {
                uop.uniform = true;
                self.isetp(uop)
            }
            Op::Usel => self.alu(uop, &[Int, Int], Alu::Sel),
            Op::Upopc => self.alu(uop, &[Int], Alu::Popc),
        }
    }

    /// Sets the kind.
    pub(super) fn set(&self, uop: &mut Uop, kind: Kind) -> Lowering<()> {
        uop.kind = kind;
        Ok(())
    }

    /// An operation inside the registers, with its sources from slot 0 on.
    pub(super) fn alu(
        &self,
        uop: &mut Uop,
        sources: &[super::operands::Flavour],
        alu: Alu,
    ) -> Lowering<()> {
        self.set_sources(uop, sources)?;
        self.set(uop, Kind::Alu(alu))
    }

    /// Whether a flag is set.
    pub(super) fn has(&self, flag: Flag) -> bool {
        self.instruction.mods.has(flag)
    }

    /// A named modifier.
    pub(super) fn get<M: Modifier>(&self) -> M {
        self.instruction.mods.get::<M>()
    }

    /// A number.
    pub(super) fn number(&self, number: Number) -> u8 {
        self.instruction.mods.number(number)
    }

    /// Whether integers are signed, where signed goes unsaid.
    fn is_signed(&self) -> bool {
        self.get::<IntSign>() == IntSign::S32
    }

    pub(super) fn float_mode(&self) -> FloatMode {
        FloatMode {
            rounding: self.get::<Rounding>(),
            ftz: self.has(Flag::Ftz),
            sat: self.has(Flag::Sat),
        }
    }

    fn shift(&self) -> Shift {
        Shift {
            right: self.get::<ShiftDir>() == ShiftDir::R,
            ty: self.get::<ShiftType>(),
            wrap: self.has(Flag::Wrap),
            high: self.has(Flag::Hi),
        }
    }

    fn iadd3(&self, uop: &mut Uop) -> Lowering<()> {
        match self.has(Flag::X) {
            true => self.alu(uop, &[Carry, Carry, Carry], Alu::Iadd3Carry),
            false => self.alu(uop, &[Int, Int, Int], Alu::Iadd3),
        }
    }

    fn imad(&self, uop: &mut Uop) -> Lowering<()> {
        match self.has(Flag::X) {
            true => self.alu(uop, &[Int, Int, Carry], Alu::ImadCarry),
            false => self.alu(uop, &[Int, Int, Int], Alu::Imad),
        }
    }

    fn lea(&self, uop: &mut Uop) -> Lowering<()> {
        let shift = self.number(Number::Shift);
        let (carry, sx32) = (self.has(Flag::X), self.has(Flag::Sx32));
        let (a, b) = match carry {
            true => (Carry, Carry),
            false => (Int, Int),
        };
        match self.has(Flag::Hi) {
            true => self.alu(uop, &[a, b, Int], Alu::LeaHi { shift, sx32, carry }),
            false => self.alu(uop, &[a, b], Alu::Lea { shift, carry }),
        }
    }

    fn isetp(&self, uop: &mut Uop) -> Lowering<()> {
        let alu = Alu::Isetp {
            cmp: self.get::<IntCmp>(),
            signed: self.is_signed(),
            combine: self.get::<BoolOp>(),
            extended: self.has(Flag::Ex),
        };
        self.alu(uop, &[Int, Int], alu)
    }

    fn vote(&self, uop: &mut Uop) -> Lowering<()> {
        uop.uniform = self.instruction.op == Op::Voteu;
        self.alu(uop, &[], Alu::Vote(self.get::<VoteMode>()))
    }

    fn dsetp(&self, uop: &mut Uop) -> Lowering<()> {
        let cmp = match self.get::<DoubleCmp>() {
            DoubleCmp::Min => return self.double_min_max(uop, true),
            DoubleCmp::Max => return self.double_min_max(uop, false),
            DoubleCmp::Lt => FloatCmp::Lt,
            DoubleCmp::Eq => FloatCmp::Eq,
            DoubleCmp::Le => FloatCmp::Le,
            DoubleCmp::Gt => FloatCmp::Gt,
            DoubleCmp::Ne => FloatCmp::Ne,
            DoubleCmp::Ge => FloatCmp::Ge,
            DoubleCmp::Num => FloatCmp::Num,
            DoubleCmp::Nan => FloatCmp::Nan,
            DoubleCmp::Ltu => FloatCmp::Ltu,
            DoubleCmp::Equ => FloatCmp::Equ,
            DoubleCmp::Leu => FloatCmp::Leu,
            DoubleCmp::Gtu => FloatCmp::Gtu,
            DoubleCmp::Neu => FloatCmp::Neu,
            DoubleCmp::Geu => FloatCmp::Geu,
        };
        let combine = self.get::<BoolOp>();
        self.alu(uop, &[Double, Double], Alu::Dsetp { cmp, combine })
    }

    fn double_min_max(&self, uop: &mut Uop, smaller: bool) -> Lowering<()> {
        self.alu(uop, &[Double, Double], Alu::DoubleMinMax { smaller })
    }

    fn find_matches(&self, uop: &mut Uop, all: bool) -> Lowering<()> {
        let wide = self.get::<MatchWidth>() == MatchWidth::B64;
        let flavour = if wide { Wide } else { Int };
        self.alu(uop, &[flavour], Alu::Match { all, wide })
    }
}

/// The exponent of what FMUL multiplies its product with.
fn power_of_two(scale: Scale) -> i8 {
    match scale {
        Scale::D8 => -3,
        Scale::D4 => -2,
        Scale::D2 => -1,
        Scale::One => 0,
        Scale::M2 => 1,
        Scale::M4 => 2,
        Scale::M8 => 3,
    }
}
