//! A kernel's code: blocks with labels, source lines, branches, and the dispatch over
//! instructions.

use super::names::{Class, Names};
use super::operand::operand;
use super::warp::{fence, vote};
use super::{Options, PtxError, ascii, frame};
use crate::kernel::{
    BlockId, Inst, Kernel, Operand, ReduceOp, RegionKind, Space, SpecialReg, Terminator, Type, VReg,
};
use crate::source::{SourceFile, Span};
use arrayvec::ArrayVec;
use std::collections::BTreeSet;

pub(super) type Written = Result<(), PtxError>;

/// The code of a kernel while it is written.
pub(super) struct Body<'a> {
    pub(super) kernel: &'a Kernel,
    pub(super) options: &'a Options,
    /// The file that places are in, and its number in the module, from 0.
    source: Option<(&'a SourceFile, usize)>,
    pub(super) names: Names,
    pub(super) text: String,
    /// The source of what is written now.
    span: Span,
    /// The source line whose comment came last.
    line: u32,
    /// The registers that hold the addresses of shared, local and constant memory, where code
    /// adds to them.
    shared: Option<String>,
    local: Option<String>,
    constant: Option<String>,
}

impl<'a> Body<'a> {
    pub(super) fn new(
        kernel: &'a Kernel,
        options: &'a Options,
        source: Option<(&'a SourceFile, usize)>,
    ) -> Body<'a> {
        Body {
            kernel,
            options,
            source,
            names: Names::new(kernel),
            text: String::new(),
            span: Span::NONE,
            line: 0,
            shared: None,
            local: None,
            constant: None,
        }
    }

    /// The file that places are in.
    pub(super) fn source_file(&self) -> Option<&'a SourceFile> {
        self.source.map(|(file, _)| file)
    }

    /// Writes everything.
    pub(super) fn write(&mut self) -> Written {
        self.text.push('\n');
        self.place_bases();
        let blocks = self.kernel.blocks.iter();
        let targets = blocks.flat_map(|(id, block)| jumps(id, &block.terminator));
        let targets: BTreeSet<_> = targets.map(|jump| jump.to).collect();
        let left_alone = self.loops_left_alone();
        for (id, block) in self.kernel.blocks.iter() {
            if targets.contains(&id) {
                self.text.push_str(&format!("{}:\n", label(id)));
            }
            if left_alone.contains(&id) {
                self.emit(".pragma \"nounroll\"");
            }
            for located in &block.insts {
                self.at(located.span);
                self.inst(&located.inst)?;
            }
            self.at(block.span);
            self.terminator(id, &block.terminator);
        }
        Ok(())
    }

    /// Where loops begin that the source says not to unroll: ptxas would.
    fn loops_left_alone(&self) -> BTreeSet<BlockId> {
        let regions = self.kernel.regions.iter().map(|(_, region)| region);
        let loops = regions.filter(|r| r.kind == RegionKind::Loop && r.unroll == Some(1));
        loops
            .flat_map(|region| {
                let entry = &self.kernel.blocks[region.opens].terminator;
                let first = entry.successors();
                first.filter(|&to| to != region.merges)
            })
            .collect()
    }

    /// Writes one instruction.
    pub(super) fn emit(&mut self, instruction: &str) {
        self.text.push_str(&format!("    {instruction};\n"));
    }

    /// `mnemonic dst, a, b`
    pub(super) fn simple(&mut self, mnemonic: &str, dst: VReg, operands: &[Operand]) {
        let texts = operands.iter().map(|&o| self.operand(o));
        let all: Vec<_> = std::iter::once(self.name(dst)).chain(texts).collect();
        self.emit(&format!("{mnemonic} {}", all.join(", ")));
    }

    pub(super) fn name(&self, reg: VReg) -> String {
        self.names.of(reg).to_owned()
    }

    pub(super) fn operand(&self, value: Operand) -> String {
        operand(&self.names, value)
    }

    pub(super) fn unsupported<T>(&self, what: impl Into<String>) -> Result<T, PtxError> {
        Err(PtxError::Unsupported {
            kernel: self.kernel.name.clone(),
            target: self.options.target,
            what: what.into(),
            span: self.span,
        })
    }

    /// Says which source line follows, where it is another than before.
    fn at(&mut self, span: Span) {
        self.span = span;
        let Some((source, number)) = self.source.filter(|_| !span.is_none()) else {
            return;
        };
        let place = source.position(span.start);
        if place.line == self.line {
            return;
        }
        self.line = place.line;
        let text = ascii(source.line_text(place.line).trim());
        let (line, column) = (place.line, place.column);
        self.text.push_str(&format!(
            "    // {line}: {text}\n    .loc {} {line} {column}\n",
            number + 1
        ));
    }

    /// Puts the addresses of shared, local and constant memory into registers, where code adds to them.
    fn place_bases(&mut self) {
        if self.indexes(Space::Shared) {
            let symbol = frame::shared_symbol(self.kernel);
            self.shared = Some(self.base("shared", &symbol));
        }
        if self.indexes(Space::Local) {
            let symbol = frame::local_symbol(self.kernel);
            self.local = Some(self.base("local", &symbol));
        }
        if self.indexes(Space::Const) {
            let symbol = frame::constant_symbol(self.kernel);
            self.constant = Some(self.base("constant", &symbol));
        }
    }

    fn base(&mut self, name: &str, symbol: &str) -> String {
        let base = self.names.variable(Class::Word, name);
        self.emit(&format!("mov.u32 {base}, {symbol}"));
        base
    }

    /// The register that holds a space's address.
    pub(super) fn base_of(&self, space: Space) -> Option<&str> {
        match space {
            Space::Shared => self.shared.as_deref(),
            Space::Local => self.local.as_deref(),
            Space::Const => self.constant.as_deref(),
            Space::Global => None,
        }
    }

    fn indexes(&self, wanted: Space) -> bool {
        let mut insts = self.kernel.blocks.iter().flat_map(|(_, b)| &b.insts);
        insts.any(|located| match &located.inst {
            Inst::Load { space, addr, .. }
            | Inst::Store { space, addr, .. }
            | Inst::Atomic { space, addr, .. } => *space == wanted && addr.base.is_some(),
            _ => false,
        })
    }

    fn terminator(&mut self, id: BlockId, terminator: &Terminator) {
        match terminator {
            Terminator::Return => self.emit("ret"),
            Terminator::Stop(None) => self.emit("trap"),
            Terminator::Stop(Some(number)) => self.fail(*number),
            Terminator::Jump { .. } | Terminator::Branch { .. } => {}
        }
        for Jump { guard, to } in jumps(id, terminator) {
            let guard = guard.map_or(String::new(), |(not, condition)| {
                format!("@{}{} ", if not { "!" } else { "" }, self.name(condition))
            });
            self.emit(&format!("{guard}bra {}", label(to)));
        }
    }

    fn inst(&mut self, inst: &Inst) -> Written {
        match *inst {
            Inst::Copy { dst, src } => self.copy(dst, src),
            Inst::Special { dst, reg } => self.special(dst, reg),
            Inst::Param { dst, param } => {
                let param = &self.kernel.params[param];
                let name = frame::parameter_name(&self.kernel.name, param);
                let (ty, dst) = (frame::parameter_type(param.ty), self.name(dst));
                self.emit(&format!("ld.param.{ty} {dst}, [{name}]"));
            }
            Inst::Symbol { dst, symbol } => {
                let (dst, name) = (self.name(dst), &self.kernel.symbols[symbol].name);
                self.emit(&format!("mov.u64 {dst}, {name}"));
            }
            Inst::Unary { op, ty, dst, a } if ty.is_half() => {
                return self.half_unary(op, ty, dst, a);
            }
            Inst::Binary { op, ty, dst, a, b } if ty.is_half() => {
                return self.half_binary(op, ty, dst, [a, b]);
            }
            Inst::CompareHalves { op, ty, dst, a, b } => {
                return self.compare_halves(op, ty, dst, [a, b]);
            }
            Inst::Pack { ty, dst, low, high } => self.pack(ty, dst, low, high),
            Inst::Unpack { ty, dst, src, high } => self.unpack(ty, dst, src, high),
            Inst::Unary { op, ty, dst, a } => return self.unary(op, ty, dst, a),
            Inst::Binary { op, ty, dst, a, b } => return self.binary(op, ty, dst, a, b),
            Inst::Fma {
                round,
                ty,
                dst,
                a,
                b,
                c,
            } => return self.fma(round, ty, dst, [a, b, c]),
            Inst::MulWide { ty, dst, a, b } => {
                self.simple(&format!("mul.wide.{ty}"), dst, &[a, b]);
            }
            Inst::Compare { op, ty, dst, a, b } => return self.compare(op, ty, dst, a, b),
            Inst::Select {
                ty,
                dst,
                condition,
                a,
                b,
            } => self.select(ty, dst, condition, a, b),
            Inst::Convert {
                from,
                to,
                round,
                dst,
                src,
            } => return self.convert((from, to), round, dst, src),
            Inst::Load {
                space,
                ty,
                ref dst,
                addr,
                mode,
            } => return self.load(space, ty, dst, addr, mode),
            Inst::Store {
                space,
                ty,
                ref src,
                addr,
                mode,
            } => return self.store(space, ty, src, addr, mode),
            Inst::Atomic {
                op,
                space,
                ty,
                dst,
                addr,
                a,
                b,
            } => return self.atomic(op, (space, ty), dst, addr, (a, b)),
            Inst::Barrier => self.emit("bar.sync 0"),
            Inst::SyncWarp { mask } => self.sync_warp(mask),
            Inst::Fence { scope } => self.emit(fence(scope)),
            Inst::Shuffle {
                mode,
                dst,
                in_range,
                src,
                lane,
                clamp,
                mask,
            } => self.shuffle(mode, (dst, in_range), [src, lane, clamp, mask]),
            Inst::Vote {
                mode,
                dst,
                value,
                mask,
            } => self.simple(vote(mode), dst, &[value, mask]),
            Inst::Reduce {
                op,
                ty,
                dst,
                value,
                mask,
            } => {
                let kind = match op {
                    ReduceOp::Add | ReduceOp::Min | ReduceOp::Max => ty.to_string(),
                    ReduceOp::And | ReduceOp::Or | ReduceOp::Xor => "b32".into(),
                };
                let op = format!("{op:?}").to_lowercase();
                self.simple(&format!("redux.sync.{op}.{kind}"), dst, &[value, mask]);
            }
            Inst::Match {
                all,
                ty,
                dst,
                holds,
                value,
                mask,
            } => self.matching((all, ty), (dst, holds), [value, mask]),
            Inst::BarrierReduce { mode, dst, value } => self.barrier_reduce(mode, dst, value),
            Inst::ActiveMask { dst } => self.simple("activemask.b32", dst, &[]),
        }
        Ok(())
    }

    /// Bits are copied, whatever they mean.
    fn copy(&mut self, dst: VReg, src: Operand) {
        let ty = self.kernel.type_of(dst);
        let kind = match ty {
            Type::Pred => "pred".into(),
            _ => format!("b{}", ty.bits()),
        };
        self.simple(&format!("mov.{kind}"), dst, &[src]);
    }

    fn special(&mut self, dst: VReg, reg: SpecialReg) {
        let axis = |d: crate::kernel::Dimension| format!("{d:?}").to_lowercase();
        let source = match reg {
            SpecialReg::ThreadIdx(d) => format!("%tid.{}", axis(d)),
            SpecialReg::BlockIdx(d) => format!("%ctaid.{}", axis(d)),
            SpecialReg::BlockDim(d) => format!("%ntid.{}", axis(d)),
            SpecialReg::GridDim(d) => format!("%nctaid.{}", axis(d)),
            SpecialReg::LaneId => "%laneid".into(),
            SpecialReg::SmId => "%smid".into(),
            SpecialReg::Clock32 => "%clock".into(),
            SpecialReg::Clock64 => "%clock64".into(),
            SpecialReg::GlobalTimer => "%globaltimer".into(),
        };
        let (ty, dst) = (reg.ty(), self.name(dst));
        self.emit(&format!("mov.{ty} {dst}, {source}"));
    }
}

/// A branch instruction at the end of a block.
struct Jump {
    /// Whether the condition is inverted, and the condition.
    guard: Option<(bool, VReg)>,
    to: BlockId,
}

/// The branches that a block ends with: none to the block that stands next.
fn jumps(id: BlockId, terminator: &Terminator) -> ArrayVec<Jump, 2> {
    let is_next = |to: BlockId| to.index() == id.index() + 1;
    let always = |to| Jump { guard: None, to };
    let given = |not, condition, to| Jump {
        guard: Some((not, condition)),
        to,
    };
    let both = match *terminator {
        Terminator::Jump { to, .. } => [(!is_next(to)).then(|| always(to)), None],
        Terminator::Branch {
            condition,
            then,
            otherwise,
            ..
        } if is_next(then) => [Some(given(true, condition, otherwise)), None],
        Terminator::Branch {
            condition,
            then,
            otherwise,
            ..
        } => [
            Some(given(false, condition, then)),
            (!is_next(otherwise)).then(|| always(otherwise)),
        ],
        Terminator::Return | Terminator::Stop(_) => [None, None],
    };
    both.into_iter().flatten().collect()
}

/// A block's label.
fn label(id: BlockId) -> String {
    format!("$L{}", id.index())
}
