//! Builds the control-flow graph: blocks, regions, registers; folds constants on the way.

use crate::arena::Arena;
use crate::assertion::Assertion;
use crate::kernel::{
    BinaryOp, BlockId, CompareOp, Const, Inst, LaunchBounds, Located, MemType, MemoryArray,
    Operand, Param, Region, RegionId, RegionKind, Register, Rounding, SpecialReg, Symbol, SymbolId,
    SymbolSpace, Terminator, Type, UnaryOp, VReg, eval,
};
use crate::printf::Format;
use crate::source::Span;
use indexmap::IndexMap;

/// A block that is being filled.
#[derive(Default)]
pub(super) struct Draft {
    pub insts: Vec<Located>,
    pub terminator: Option<(Terminator, Span)>,
}

/// A kernel that is being built.
pub(super) struct Builder {
    pub name: String,
    pub bounds: Option<LaunchBounds>,
    pub params: Arena<Param>,
    pub shared: Arena<MemoryArray>,
    pub dynamic_shared: Option<u32>,
    pub local: Arena<MemoryArray>,
    pub symbols: Arena<Symbol>,
    /// What it prints.
    pub formats: Vec<Format>,
    /// Its assertions.
    pub assertions: Vec<Assertion>,
    pub registers: Arena<Register>,
    pub regions: Arena<Region>,
    /// Regions that turned out to bring nothing together.
    pub void_regions: Vec<RegionId>,
    pub drafts: Vec<Draft>,
    /// Blocks in the order in which they are to stand.
    pub order: Vec<BlockId>,
    /// What runs before everything else: parameters and special registers.
    pub prologue: Vec<Located>,
    /// Regions around the current block, outermost first.
    pub open: Vec<RegionId>,
    /// The source of what is emitted now.
    pub span: Span,
    /// The call that stands for all that is emitted, while the library is lowered.
    pub call: Option<Span>,
    current: BlockId,
    specials: IndexMap<SpecialReg, VReg>,
    /// Registers that are assigned more than once.
    mutable: Vec<bool>,
}

impl Builder {
    pub fn new(name: &str) -> Self {
        let mut builder = Self {
            name: name.to_owned(),
            bounds: None,
            params: Arena::default(),
            shared: Arena::default(),
            dynamic_shared: None,
            local: Arena::default(),
            symbols: Arena::default(),
            formats: Vec::new(),
            assertions: Vec::new(),
            registers: Arena::default(),
            regions: Arena::default(),
            void_regions: Vec::new(),
            drafts: Vec::new(),
            order: Vec::new(),
            prologue: Vec::new(),
            open: Vec::new(),
            span: Span::NONE,
            call: None,
            current: BlockId::new(0),
            specials: IndexMap::new(),
            mutable: Vec::new(),
        };
        let entry = builder.new_block();
        builder.switch_to(entry);
        builder
    }

    /// The number of a format, from 1; each text has one.
    pub fn format_number(&mut self, format: Format) -> u32 {
        let mut known = self.formats.iter();
        let known = known.position(|known| known.pieces == format.pieces);
        let at = known.unwrap_or(self.formats.len());
        if at == self.formats.len() {
            self.formats.push(format);
        }
        at as u32 + 1
    }

    /// The number of an assertion, from 1; what is inlined twice has one.
    pub fn assertion_number(&mut self, assertion: Assertion) -> u32 {
        let known = self.assertions.iter().position(|known| *known == assertion);
        let at = known.unwrap_or(self.assertions.len());
        if at == self.assertions.len() {
            self.assertions.push(assertion);
        }
        at as u32 + 1
    }

    /// A buffer that belongs to no variable of the text, of this many bytes; made once.
    pub fn own_buffer(&mut self, name: &str, element: MemType, bytes: u32) -> SymbolId {
        for (id, symbol) in self.symbols.iter() {
            if symbol.name == name {
                return id;
            }
        }
        let space = self.device_slot();
        self.symbols.push(Symbol {
            name: name.to_owned(),
            element,
            extents: vec![bytes / element.size()],
            space,
            init: Vec::new(),
            span: self.span,
        })
    }

    /// Where the address of the next `__device__` variable goes.
    pub fn device_slot(&self) -> SymbolSpace {
        let spaces = self.symbols.iter().map(|(_, symbol)| symbol.space);
        let devices = spaces.filter(|space| matches!(space, SymbolSpace::Device(_)));
        SymbolSpace::Device(8 * devices.count() as u32)
    }

    pub fn new_block(&mut self) -> BlockId {
        self.drafts.push(Draft::default());
        BlockId::new(self.drafts.len() - 1)
    }

    /// Goes on in `block`, which stands next.
    pub fn switch_to(&mut self, block: BlockId) {
        self.order.push(block);
        self.current = block;
    }

    pub fn current(&self) -> BlockId {
        self.current
    }

    /// Whether control gets to the point that is being built.
    pub fn is_open(&self) -> bool {
        self.drafts[self.current.index()].terminator.is_none()
    }

    /// The place in the kernel's source that instructions belong to.
    fn place(&self) -> Span {
        self.call.unwrap_or(self.span)
    }

    /// Ends the current block, where it has not ended yet.
    pub fn terminate(&mut self, terminator: Terminator) {
        let span = self.place();
        let draft = &mut self.drafts[self.current.index()];
        draft.terminator.get_or_insert((terminator, span));
    }

    pub fn jump(&mut self, to: BlockId) {
        let leaves = Vec::new();
        self.terminate(Terminator::Jump { to, leaves });
    }

    /// Jumps out of all but the outermost `kept` open regions.
    pub fn jump_out(&mut self, to: BlockId, kept: usize) {
        let leaves = self.open[kept.min(self.open.len())..]
            .iter()
            .rev()
            .copied()
            .collect();
        self.terminate(Terminator::Jump { to, leaves });
    }

    pub fn open_region(&mut self, kind: RegionKind, merges: BlockId) -> RegionId {
        let region = self.regions.push(Region {
            kind,
            opens: self.current,
            merges,
            parent: self.open.last().copied(),
            unroll: None,
        });
        self.open.push(region);
        region
    }

    pub fn emit(&mut self, inst: Inst) {
        if !self.is_open() {
            // Code behind a jump: kept apart, and dropped since nothing leads to it.
            let nowhere = self.new_block();
            self.switch_to(nowhere);
        }
        let span = self.place();
        let draft = &mut self.drafts[self.current.index()];
        draft.insts.push(Located { inst, span });
    }

    /// A register that is assigned once.
    pub fn temporary(&mut self, ty: Type) -> VReg {
        self.mutable.push(false);
        self.registers.push(Register { ty, name: None })
    }

    /// A variable's register, which may be assigned often.
    pub fn variable(&mut self, ty: Type, name: &str) -> VReg {
        self.mutable.push(true);
        let name = Some(name.to_owned());
        self.registers.push(Register { ty, name })
    }

    pub fn is_mutable(&self, operand: Operand) -> bool {
        operand.reg().is_some_and(|reg| self.mutable[reg.index()])
    }

    /// Gives a temporary the name of the variable that it turned out to be.
    pub fn name_temporary(&mut self, operand: Operand, name: &str) {
        if let Some(reg) = operand.reg() {
            self.registers[reg].name.get_or_insert(name.to_owned());
        }
    }

    /// `variable = value`; the instruction that made the value writes the variable directly
    /// where it was the last one.
    pub fn assign(&mut self, variable: VReg, value: Operand) {
        // A named register is somebody's; only a nameless one may be made elsewhere.
        let owned = value
            .reg()
            .is_some_and(|reg| self.registers[reg].name.is_some());
        let draft = &mut self.drafts[self.current.index()];
        let last = draft
            .insts
            .last_mut()
            .filter(|_| draft.terminator.is_none());
        if let (Some(last), Some(made), false) = (last, value.reg(), owned)
            && let Some(dst) = last.inst.sole_def_mut()
            && *dst == made
            && self.registers[made].ty.bits() == self.registers[variable].ty.bits()
        {
            *dst = variable;
            return;
        }
        let (dst, src) = (variable, value);
        self.emit(Inst::Copy { dst, src });
    }

    /// The constant that the last instruction gave a register.
    pub fn known_value(&self, reg: VReg) -> Option<Const> {
        let draft = &self.drafts[self.current.index()];
        match draft.insts.last()?.inst {
            Inst::Copy { dst, src } if dst == reg => src.constant(),
            _ => None,
        }
    }

    /// `register = value`, by an instruction of its own.
    pub fn assign_copy(&mut self, dst: VReg, src: Operand) {
        self.emit(Inst::Copy { dst, src });
    }

    /// Goes on in a block that was left before it ended.
    pub fn go_back_to(&mut self, block: BlockId) {
        self.current = block;
    }

    /// Drops the result of the last instruction where it is an atomic's, for which the machine
    /// has a form without one.
    pub fn discard_result(&mut self) {
        let draft = &mut self.drafts[self.current.index()];
        if let Some(last) = draft.insts.last_mut()
            && let Inst::Atomic { dst, .. } = &mut last.inst
        {
            *dst = None;
        }
    }

    /// A special register, read once at the kernel's start; clocks are read where they stand.
    pub fn special(&mut self, reg: SpecialReg) -> Operand {
        let fresh = match reg {
            SpecialReg::Clock32 | SpecialReg::Clock64 | SpecialReg::GlobalTimer => true,
            SpecialReg::ThreadIdx(_)
            | SpecialReg::BlockIdx(_)
            | SpecialReg::BlockDim(_)
            | SpecialReg::GridDim(_)
            | SpecialReg::LaneId
            | SpecialReg::SmId => false,
        };
        if fresh {
            let dst = self.temporary(reg.ty());
            self.emit(Inst::Special { dst, reg });
            return dst.into();
        }
        if let Some(&dst) = self.specials.get(&reg) {
            return dst.into();
        }
        let dst = self.temporary(reg.ty());
        self.specials.insert(reg, dst);
        let (inst, span) = (Inst::Special { dst, reg }, self.place());
        self.prologue.push(Located { inst, span });
        dst.into()
    }

    fn result(&mut self, ty: Type, inst: impl FnOnce(VReg) -> Inst) -> Operand {
        let dst = self.temporary(ty);
        self.emit(inst(dst));
        dst.into()
    }

    pub fn unary(&mut self, op: UnaryOp, ty: Type, a: Operand) -> Operand {
        let result = match op {
            UnaryOp::Popc | UnaryOp::Clz => Type::U32,
            _ => ty,
        };
        let folded = a.constant().and_then(|a| eval::unary(op, ty, a.bits));
        match folded {
            Some(bits) => Const::new(result, bits).into(),
            None => self.result(result, |dst| Inst::Unary { op, ty, dst, a }),
        }
    }

    pub fn binary(&mut self, op: BinaryOp, ty: Type, a: Operand, b: Operand) -> Operand {
        if let (Some(a), Some(b)) = (a.constant(), b.constant()) {
            return Const::new(ty, eval::binary(op, ty, a.bits, b.bits)).into();
        }
        match simplify(op, ty, a, b) {
            Some(operand) => operand,
            None => self.result(ty, |dst| Inst::Binary { op, ty, dst, a, b }),
        }
    }

    pub fn fma(&mut self, round: Rounding, ty: Type, [a, b, c]: [Operand; 3]) -> Operand {
        match [a, b, c].map(Operand::constant) {
            [Some(a), Some(b), Some(c)] => {
                Const::new(ty, eval::fma(round, ty, a.bits, b.bits, c.bits)).into()
            }
            _ => self.result(ty, |dst| Inst::Fma {
                round,
                ty,
                dst,
                a,
                b,
                c,
            }),
        }
    }

    pub fn mul_wide(&mut self, ty: Type, a: Operand, b: Operand) -> Operand {
        self.result(Type::U64, |dst| Inst::MulWide { ty, dst, a, b })
    }

    pub fn compare(&mut self, op: CompareOp, ty: Type, a: Operand, b: Operand) -> Operand {
        match (a.constant(), b.constant()) {
            (Some(a), Some(b)) => Const::pred(eval::compare(op, ty, a.bits, b.bits)).into(),
            _ => self.result(Type::Pred, |dst| Inst::Compare { op, ty, dst, a, b }),
        }
    }

    pub fn select(&mut self, ty: Type, condition: Operand, a: Operand, b: Operand) -> Operand {
        match condition.constant() {
            Some(holds) if holds.bits != 0 => a,
            Some(_) => b,
            None => self.result(ty, |dst| Inst::Select {
                ty,
                dst,
                condition,
                a,
                b,
            }),
        }
    }

    pub fn convert(&mut self, from: Type, to: Type, round: Rounding, src: Operand) -> Operand {
        match src.constant() {
            Some(a) => Const::new(to, eval::convert(from, to, round, a.bits)).into(),
            None => self.result(to, |dst| Inst::Convert {
                from,
                to,
                round,
                dst,
                src,
            }),
        }
    }

    pub fn compare_halves(&mut self, op: CompareOp, ty: Type, a: Operand, b: Operand) -> Operand {
        match (a.constant(), b.constant()) {
            (Some(a), Some(b)) => {
                let bits = eval::halves::compare_halves(op, ty, a.bits, b.bits);
                Const::new(ty, bits).into()
            }
            _ => self.result(ty, |dst| Inst::CompareHalves { op, ty, dst, a, b }),
        }
    }

    /// Two floats of 16 bits as a pair of this type, or two words as a double.
    pub fn pack(&mut self, ty: Type, low: Operand, high: Operand) -> Operand {
        match (low.constant(), high.constant()) {
            (Some(low), Some(high)) => {
                Const::new(ty, eval::halves::pack(ty, low.bits, high.bits)).into()
            }
            _ => self.result(ty, |dst| Inst::Pack { ty, dst, low, high }),
        }
    }

    /// One half of a pair of this type, or one word of a double.
    pub fn unpack(&mut self, ty: Type, src: Operand, high: bool) -> Operand {
        match src.constant() {
            Some(pair) => Const::new(ty.half(), eval::halves::unpack(ty, pair.bits, high)).into(),
            None => self.result(ty.half(), |dst| Inst::Unpack { ty, dst, src, high }),
        }
    }

    /// The same bits as another type of the same width.
    pub fn reinterpret(&mut self, to: Type, src: Operand) -> Operand {
        match src.constant() {
            Some(a) => Const::new(to, a.bits).into(),
            None => self.result(to, |dst| Inst::Copy { dst, src }),
        }
    }
}

/// What an operation with one trivial operand comes to.
fn simplify(op: BinaryOp, ty: Type, a: Operand, b: Operand) -> Option<Operand> {
    let is = |operand: Operand, bits: u64| operand.constant().is_some_and(|c| c.bits == bits);
    let ones = Const::new(ty, u64::MAX).bits;
    let zero: Operand = Const::new(ty, 0).into();
    if ty.is_float() {
        return None;
    }
    match op {
        BinaryOp::Add | BinaryOp::Or | BinaryOp::Xor if is(a, 0) => Some(b),
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor if is(b, 0) => Some(a),
        BinaryOp::Shl | BinaryOp::Shr if is(b, 0) => Some(a),
        BinaryOp::Mul if is(a, 1) => Some(b),
        BinaryOp::Mul | BinaryOp::Div if is(b, 1) => Some(a),
        BinaryOp::Mul | BinaryOp::And if is(a, 0) || is(b, 0) => Some(zero),
        BinaryOp::And if is(a, ones) => Some(b),
        BinaryOp::And if is(b, ones) => Some(a),
        BinaryOp::Or if is(a, ones) => Some(a),
        BinaryOp::Or if is(b, ones) => Some(b),
        _ => None,
    }
}
