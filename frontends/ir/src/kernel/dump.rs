//! The kernel IR as text, for snapshots and for people. One instruction a line:
//! `results = operation.type operands`; names of variables stand behind a register's number.

use super::*;
use std::fmt::{self, Display, Formatter, Write};

impl Display for Kernel {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "kernel {}", self.name)?;
        if let Some(LaunchBounds { threads, blocks }) = self.bounds {
            writeln!(f, "  blocks of {threads} threads at most, {blocks} an SM")?;
        }
        for (_, param) in self.params.iter() {
            let kind = match param.ty {
                ParamType::Pointer(ty) => format!("{ty}*"),
                ParamType::Scalar(ty) => ty.to_string(),
            };
            writeln!(f, "  param {}: {kind} at {:#x}", param.name, param.offset)?;
        }
        write_arrays(f, "shared", &self.shared)?;
        if let Some(offset) = self.dynamic_shared {
            writeln!(f, "  dynamic shared at {offset:#x}")?;
        }
        write_arrays(f, "local", &self.local)?;
        for (_, symbol) in self.symbols.iter() {
            writeln!(f, "  {}", symbol_line(symbol))?;
        }
        for (index, format) in self.formats.iter().enumerate() {
            writeln!(f, "  format {}: {:?}", index + 1, format.to_string())?;
        }
        for (id, region) in self.regions.iter() {
            writeln!(f, "  {}", region_line(id, region))?;
        }
        for (id, block) in self.blocks.iter() {
            writeln!(f, "{}:", block_name(id))?;
            for located in &block.insts {
                writeln!(f, "  {}", InstText(self, &located.inst))?;
            }
            writeln!(f, "  {}", self.terminator_text(&block.terminator))?;
        }
        Ok(())
    }
}

fn write_arrays(f: &mut Formatter<'_>, space: &str, arrays: &Arena<MemoryArray>) -> fmt::Result {
    for (_, array) in arrays.iter() {
        let extents: String = array.extents.iter().map(|n| format!("[{n}]")).collect();
        let (name, element, offset) = (&array.name, array.element, array.offset);
        writeln!(f, "  {space} {name}: {element}{extents} at {offset:#x}")?;
    }
    Ok(())
}

fn symbol_line(symbol: &Symbol) -> String {
    let extents: String = symbol.extents.iter().map(|n| format!("[{n}]")).collect();
    let (name, element) = (&symbol.name, symbol.element);
    match symbol.space {
        SymbolSpace::Constant(offset) => {
            format!("constant {name}: {element}{extents} at {offset:#x}")
        }
        SymbolSpace::Device(slot) => {
            format!("global {name}: {element}{extents}, its address at {slot:#x}")
        }
    }
}

fn region_line(id: RegionId, region: &Region) -> String {
    let kind = match region.kind {
        RegionKind::Selection => "selection",
        RegionKind::Loop => "loop",
        RegionKind::Trip => "trip",
    };
    let mut line = format!(
        "{} {kind}: opens {}, merges {}",
        region_name(id),
        block_name(region.opens),
        block_name(region.merges)
    );
    if let Some(parent) = region.parent {
        line += &format!(", in {}", region_name(parent));
    }
    line
}

fn block_name(id: BlockId) -> String {
    format!("b{}", id.index())
}

fn region_name(id: RegionId) -> String {
    format!("r{}", id.index())
}

impl Kernel {
    /// An instruction as text.
    pub fn inst_text(&self, inst: &Inst) -> String {
        InstText(self, inst).to_string()
    }

    fn reg(&self, reg: VReg) -> String {
        match self.registers.get(reg).and_then(|r| r.name.as_deref()) {
            Some(name) => format!("%{}.{name}", reg.index()),
            None => format!("%{}", reg.index()),
        }
    }

    fn operand(&self, operand: Operand) -> String {
        match operand {
            Operand::Reg(reg) => self.reg(reg),
            Operand::Const(value) => value.to_string(),
        }
    }

    fn operands(&self, operands: &[Operand]) -> String {
        let texts: Vec<_> = operands.iter().map(|&o| self.operand(o)).collect();
        texts.join(", ")
    }

    fn address(&self, addr: Address) -> String {
        match (addr.base, addr.offset) {
            (None, offset) => format!("[{offset:#x}]"),
            (Some(base), 0) => format!("[{}]", self.reg(base)),
            (Some(base), offset) => format!("[{}{offset:+}]", self.reg(base)),
        }
    }

    fn terminator_text(&self, terminator: &Terminator) -> String {
        match terminator {
            Terminator::Jump { to, leaves } => {
                let mut text = format!("jump {}", block_name(*to));
                for region in leaves {
                    write!(text, " leaving {}", region_name(*region)).expect("strings take all");
                }
                text
            }
            Terminator::Branch {
                condition,
                then,
                otherwise,
                region,
            } => {
                let (then, otherwise) = (block_name(*then), block_name(*otherwise));
                let text = format!("branch {} {then} {otherwise}", self.reg(*condition));
                match region {
                    Some(region) => text + " in " + &region_name(*region),
                    None => text,
                }
            }
            Terminator::Return => "return".into(),
            Terminator::Stop(None) => "stop".into(),
            Terminator::Stop(Some(assertion)) => format!("stop by assertion {assertion}"),
        }
    }
}

struct InstText<'a>(&'a Kernel, &'a Inst);

impl Display for InstText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let InstText(kernel, inst) = self;
        let defs: Vec<_> = inst.defs().iter().map(|&d| kernel.reg(d)).collect();
        if !defs.is_empty() {
            write!(f, "{} = ", defs.join(", "))?;
        }
        f.write_str(&mnemonic(kernel, inst))?;
        let arguments = arguments(kernel, inst);
        match arguments.is_empty() {
            true => Ok(()),
            false => write!(f, " {arguments}"),
        }
    }
}

fn lower(name: impl fmt::Debug) -> String {
    format!("{name:?}").to_lowercase()
}

fn mnemonic(kernel: &Kernel, inst: &Inst) -> String {
    match inst {
        Inst::Copy { dst, .. } => format!("copy.{}", kernel.type_of(*dst)),
        Inst::Special { .. } => "special".into(),
        Inst::Param { .. } => "param".into(),
        Inst::Symbol { .. } => "address".into(),
        Inst::Unary { op, ty, .. } => format!("{}.{ty}", lower(op)),
        Inst::Binary { op, ty, .. } => format!("{}.{ty}", lower(op)),
        Inst::Fma { ty, round, .. } if *round != Rounding::Nearest => {
            format!("fma.{}.{ty}", lower(round))
        }
        Inst::Fma { ty, .. } => format!("fma.{ty}"),
        Inst::MulWide { ty, .. } => format!("mulwide.{ty}"),
        Inst::Compare { op, ty, .. } => format!("cmp.{}.{ty}", lower(op)),
        Inst::Select { ty, .. } => format!("select.{ty}"),
        Inst::Convert {
            from, to, round, ..
        } => format!("convert.{to}.{from}.{}", lower(round)),
        Inst::CompareHalves { op, ty, .. } => format!("set.{}.{ty}", lower(op)),
        Inst::Pack { ty, .. } => format!("pack.{ty}"),
        Inst::Unpack { ty, high, .. } => {
            format!("{}.{ty}", if *high { "high" } else { "low" })
        }
        Inst::Load {
            space,
            ty,
            mode,
            dst,
            ..
        } => format!("load.{space}{}.{ty}", mode_text(*mode) + &width(dst.len())),
        Inst::Store {
            space,
            ty,
            mode,
            src,
            ..
        } => format!("store.{space}{}.{ty}", mode_text(*mode) + &width(src.len())),
        Inst::Atomic { op, space, ty, .. } => format!("atomic.{space}.{}.{ty}", lower(op)),
        Inst::Barrier => "barrier".into(),
        Inst::SyncWarp { .. } => "syncwarp".into(),
        Inst::Fence { scope } => format!("fence.{}", lower(scope)),
        Inst::Shuffle { mode, .. } => format!("shuffle.{}", lower(mode)),
        Inst::Vote { mode, .. } => format!("vote.{}", lower(mode)),
        Inst::Reduce { op, ty, .. } => format!("reduce.{}.{ty}", lower(op)),
        Inst::Match { all, ty, .. } => {
            format!("match.{}.{ty}", if *all { "all" } else { "any" })
        }
        Inst::BarrierReduce { mode, .. } => format!("barrier.{}", lower(mode)),
        Inst::ActiveMask { .. } => "activemask".into(),
    }
}

fn mode_text(mode: AccessMode) -> String {
    let cache = match mode.cache {
        CacheOp::Default => "",
        CacheOp::Global => ".cg",
        CacheOp::Streaming => ".cs",
        CacheOp::LastUse => ".lu",
        CacheOp::Volatile => ".cv",
        CacheOp::WriteThrough => ".wt",
        CacheOp::NonCoherent => ".nc",
    };
    let volatile = if mode.volatile { ".volatile" } else { "" };
    format!("{cache}{volatile}")
}

fn width(elements: usize) -> String {
    match elements {
        1 => String::new(),
        n => format!(".v{n}"),
    }
}

fn arguments(kernel: &Kernel, inst: &Inst) -> String {
    match inst {
        Inst::Special { reg, .. } => special_name(*reg),
        Inst::Param { param, .. } => kernel.params[*param].name.clone(),
        Inst::Symbol { symbol, .. } => kernel.symbols[*symbol].name.clone(),
        Inst::Load { addr, .. } => kernel.address(*addr),
        Inst::Store { addr, src, .. } => {
            format!("{}, {}", kernel.address(*addr), kernel.operands(src))
        }
        Inst::Atomic { addr, a, b, .. } => {
            let values: Vec<_> = std::iter::once(*a).chain(*b).collect();
            format!("{}, {}", kernel.address(*addr), kernel.operands(&values))
        }
        other => {
            let mut operands = Vec::new();
            let mut copy = other.clone();
            copy.for_each_operand(&mut |operand| operands.push(*operand));
            kernel.operands(&operands)
        }
    }
}

fn special_name(reg: SpecialReg) -> String {
    match reg {
        SpecialReg::ThreadIdx(axis) => format!("threadIdx.{}", lower(axis)),
        SpecialReg::BlockIdx(axis) => format!("blockIdx.{}", lower(axis)),
        SpecialReg::BlockDim(axis) => format!("blockDim.{}", lower(axis)),
        SpecialReg::GridDim(axis) => format!("gridDim.{}", lower(axis)),
        SpecialReg::LaneId
        | SpecialReg::SmId
        | SpecialReg::Clock32
        | SpecialReg::Clock64
        | SpecialReg::GlobalTimer => lower(reg),
    }
}
