//! From machine IR with registers to a machine program: layout, branches, barrier numbers,
//! source lines.

use super::allocate::Allocation;
use super::error::CompileError;
use super::meetings;
use super::mir::{BlockRef, End, File, Function, Inst, Meeting, MemRef, Opnd, Part, PredUse};
use crate::source::Span;
use sim_isa::{
    Address, ConstBase, INSTRUCTION_BYTES, Instruction, Op, Operand, Pred, PredSrc, Reg, SrcMods,
    UReg,
};
use std::collections::BTreeMap;

/// Machine code in order, with the blocks that it is made of.
pub(crate) struct Code {
    /// The instructions; control codes are still to be assigned.
    pub instructions: Vec<Instruction>,
    /// Where each comes from.
    pub spans: Vec<Span>,
    /// The blocks, in order.
    pub blocks: Vec<CodeBlock>,
}

/// A basic block of the code.
pub(crate) struct CodeBlock {
    /// Its instructions.
    pub range: std::ops::Range<usize>,
    /// The blocks that may follow, as indices into [`Code::blocks`].
    pub next: Vec<usize>,
}

/// Lays the code out.
pub(crate) fn emit(
    kernel: &str,
    function: &Function,
    allocation: &Allocation,
) -> Result<Code, CompileError> {
    let barriers = meetings::number(kernel, function)?;
    let mut layout = Layout {
        function,
        allocation,
        barriers,
        placed: Vec::new(),
        starts: BTreeMap::new(),
        blocks: Vec::new(),
    };
    layout.place_all();
    Ok(layout.finish())
}

struct Layout<'a> {
    function: &'a Function,
    allocation: &'a Allocation,
    barriers: BTreeMap<Meeting, u8>,
    placed: Vec<Inst>,
    starts: BTreeMap<BlockRef, usize>,
    blocks: Vec<CodeBlock>,
}

impl Layout<'_> {
    fn place_all(&mut self) {
        let order = &self.function.order;
        let position: BTreeMap<_, _> = order.iter().enumerate().map(|(i, &b)| (b, i)).collect();
        for (index, &block) in order.iter().enumerate() {
            let start = self.placed.len();
            self.starts.insert(block, start);
            for inst in &self.function.at(block).insts {
                if !self.is_idle_copy(inst) {
                    self.placed.push(*inst);
                }
            }
            self.place_end(block, order.get(index + 1).copied());
            let next = self.function.at(block).end.successors();
            self.blocks.push(CodeBlock {
                range: start..self.placed.len(),
                next: next.iter().map(|b| position[b]).collect(),
            });
        }
        // ptxas ends every kernel so: whatever runs past the end stays there.
        let here = BlockRef(u32::MAX);
        self.starts.insert(here, self.placed.len());
        let start = self.placed.len();
        self.place(Inst::new(Op::Bra).a(Opnd::Target(here)));
        self.blocks.push(CodeBlock {
            range: start..start + 1,
            next: vec![self.blocks.len()],
        });
    }

    fn place(&mut self, inst: Inst) {
        self.placed.push(inst);
    }

    /// A copy of a register to itself.
    fn is_idle_copy(&self, inst: &Inst) -> bool {
        match (inst.op, inst.dst, inst.a) {
            (Op::Mov, Opnd::Reg(to, _), Opnd::Reg(from, mods)) => {
                let file = |p: Part| self.function.virts[p.virt.index()].file;
                let place = |p: Part| self.allocation.register(p);
                mods == SrcMods::default() && file(to) == file(from) && place(to) == place(from)
            }
            _ => false,
        }
    }

    fn place_end(&mut self, block: BlockRef, next: Option<BlockRef>) {
        let content = self.function.at(block);
        let branch = |pred: PredUse, to: BlockRef| Inst {
            span: content.span,
            ..Inst::new(Op::Bra).a(Opnd::Target(to)).guarded(pred)
        };
        match content.end {
            End::Jump(to) if Some(to) == next => {}
            End::Jump(to) => self.place(branch(PredUse::TRUE, to)),
            End::Branch { pred, taken, other } if Some(taken) == next => {
                self.place(branch(pred.inverted_if(true), other));
            }
            End::Branch { pred, taken, other } => {
                self.place(branch(pred, taken));
                if Some(other) != next {
                    self.place(branch(PredUse::TRUE, other));
                }
            }
            End::Exit => {
                let span = content.span;
                self.place(Inst {
                    span,
                    ..Inst::new(Op::Exit)
                });
            }
        }
    }

    fn finish(self) -> Code {
        let instructions = self.placed.iter().map(|inst| self.instruction(inst));
        Code {
            instructions: instructions.collect(),
            spans: self.placed.iter().map(|inst| inst.span).collect(),
            blocks: self.blocks,
        }
    }

    fn instruction(&self, inst: &Inst) -> Instruction {
        let mut out = Instruction::new(inst.op);
        out.guard = self.pred_src(inst.guard);
        out.dst = self.operand(inst.dst);
        for (slot, virt) in out.pdst.iter_mut().zip(inst.pdst) {
            if let Some(virt) = virt {
                *slot = Pred(self.allocation.register(whole_pred(virt)));
            }
        }
        (out.a, out.b, out.c) = (
            self.operand(inst.a),
            self.operand(inst.b),
            self.operand(inst.c),
        );
        for (slot, pred) in out.psrc.iter_mut().zip(inst.psrc) {
            let uniform = slot.uniform;
            *slot = PredSrc {
                uniform,
                ..self.pred_src(pred)
            };
        }
        out.mods = inst.mods;
        out.complete();
        out
    }

    fn pred_src(&self, pred: PredUse) -> PredSrc {
        let register = pred
            .virt
            .map(|v| Pred(self.allocation.register(whole_pred(v))));
        PredSrc {
            pred: register.unwrap_or(Pred::PT),
            not: pred.not,
            uniform: false,
        }
    }

    fn operand(&self, operand: Opnd) -> Operand {
        match operand {
            Opnd::None => Operand::None,
            Opnd::Zero => Operand::from(Reg::RZ),
            Opnd::MinusZero => Operand::from(Reg::RZ).with_signs(SrcMods {
                neg: true,
                ..SrcMods::default()
            }),
            Opnd::Reg(part, mods) => self.register(part, mods),
            Opnd::Imm(bits) => Operand::Imm(bits),
            Opnd::Const(bank, base, offset) => Operand::Const {
                bank,
                base: base.map_or(ConstBase::Zero, |b| ConstBase::Reg(self.general(b))),
                offset,
                mods: SrcMods::default(),
            },
            Opnd::Mem(m) => Operand::Mem(self.address(m)),
            Opnd::Special(number) => Operand::Special(number),
            Opnd::Target(block) => Operand::Target(self.bytes(self.starts[&block])),
            Opnd::Meet(meeting, block) => Operand::Target(self.behind_sync(meeting, block)),
            Opnd::Barrier(meeting) => Operand::Barrier(self.barriers[&meeting]),
        }
    }

    fn bytes(&self, index: usize) -> i64 {
        index as i64 * i64::from(INSTRUCTION_BYTES)
    }

    fn behind_sync(&self, meeting: Meeting, block: BlockRef) -> i64 {
        let start = self.starts[&block];
        let sync = self.placed[start..]
            .iter()
            .position(|inst| inst.op == Op::Bsync && inst.a == Opnd::Barrier(meeting));
        self.bytes(start + sync.map_or(0, |at| at + 1))
    }

    fn general(&self, part: Part) -> Reg {
        Reg(self.allocation.register(part))
    }

    fn uniform(&self, part: Part) -> UReg {
        UReg(self.allocation.register(part))
    }

    fn register(&self, part: Part, mods: SrcMods) -> Operand {
        match self.function.virts[part.virt.index()].file {
            File::Uniform => Operand::UReg {
                reg: self.uniform(part),
                width: part.width,
                mods,
            },
            File::General | File::Predicate => Operand::Reg {
                reg: self.general(part),
                width: part.width,
                mods,
                reuse: false,
            },
        }
    }

    fn address(&self, m: MemRef) -> Address {
        let base = m.base.map_or(Reg::RZ, |b| self.general(b));
        let plain = Address::shared(base, m.offset);
        let address = match m.uniform {
            Some(uniform) => plain.plus(self.uniform(uniform)),
            None => plain,
        };
        Address {
            desc: m.desc.map(|d| self.uniform(d)),
            ..address
        }
    }
}

fn whole_pred(virt: super::mir::VirtId) -> Part {
    Part {
        virt,
        first: 0,
        width: 1,
    }
}
