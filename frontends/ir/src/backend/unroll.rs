//! Unrolls counted loops, as ptxas does: four trips at a time as long as four are left, then
//! the loop as it was for the rest.
//!
//! A loop is taken where it is one block that counts by a constant towards a bound that it does
//! not change. The counter's value in each of the four trips is the first one's and a constant,
//! so that later passes find addresses that differ by constants; everything else that a trip
//! computes gets registers of its own.
//!
//! ```text
//!   before: i < n ?            before: i < n ?
//!   loop:   body; i += s       enter:  limit = n - 3s; i < limit ?
//!           i < n ? loop       four:   body; body; body; body; i += 4s
//!   exit:                              i < limit ? four
//!                              rest:   i < n ?
//!                              loop:   body; i += s; i < n ? loop
//!                              exit:
//! ```
//!
//! A loop whose trips are all known is written out, where that adds little code for what the
//! counting costs ([`is_worth_writing_out`]).
//!
//! Left out: loops of several blocks, and those that hold barriers or let lanes talk.

use super::webs::replace_uses;
use crate::arena::Arena;
use crate::kernel::{
    BinaryOp, Block, BlockId, CompareOp, Const, Inst, Kernel, Located, Operand, Region, RegionId,
    RegionKind, Register, Terminator, Type, UnaryOp, VReg,
};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Trips at a time where the source gives no number (ptxas's own).
const TRIPS: u32 = 4;
/// Instructions of a body beyond which a loop stays as it is.
const LONGEST_BODY: usize = 40;
/// The same where the source asks for unrolling.
const LONGEST_HINTED_BODY: usize = 400;

/// Up to which product of the added instructions and a trip's own a loop of known trips is
/// written out.
const MOST_ADDED: f64 = 16_000.0;
/// What counting and branching add to a trip's instructions there.
const COUNTING: f64 = 3.5;

/// Unrolls all loops that can be; says which registers are sums that do not wrap.
pub(crate) fn unroll(kernel: &mut Kernel) -> BTreeSet<VReg> {
    let mut sums = BTreeSet::new();
    let regions: Vec<_> = kernel.regions.ids().collect();
    for region in regions {
        if let Some(counted) = Counted::find(kernel, region) {
            match counted.trips_to_write_out(kernel) {
                Some(trips) => counted.write_out(kernel, trips, &mut sums),
                None if counted.is_short(kernel) => counted.unroll(kernel, &mut sums),
                None => {}
            }
        }
    }
    sums
}

/// Whether so many trips of a body, its counting left out, are written out.
///
/// Measured: ptxas 13 writes chains of 1, 2, 4, 8, 16, 32 and 60 FFMA out up to 3591, 1451, 519,
/// 173, 52, 16 and 6 trips; the formula says 3556, 1455, 534, 174, 52, 15 and 5.
fn is_worth_writing_out(trips: u32, body: usize) -> bool {
    let body = body.max(1) as f64;
    f64::from(trips - 1) * body * (body + COUNTING) <= MOST_ADDED
}

/// A loop of one block that counts.
struct Counted {
    region: RegionId,
    block: BlockId,
    /// The condition's register, for this loop alone.
    condition: VReg,
    counter: VReg,
    ty: Type,
    step: i64,
    /// The type of the addition that counts.
    sum: Type,
    op: CompareOp,
    bound: Operand,
    trips: u32,
    /// Whether the limit could wrap around, which must then be tested.
    guarded: bool,
}

impl Counted {
    fn find(kernel: &Kernel, region: RegionId) -> Option<Counted> {
        let Region {
            kind,
            merges,
            unroll,
            ..
        } = kernel.regions[region];
        if kind != RegionKind::Loop || unroll == Some(1) {
            return None;
        }
        let block = body(kernel, region, merges)?;
        let content = &kernel.blocks[block];
        if !content.insts.iter().all(|l| can_repeat(&l.inst)) {
            return None;
        }
        let condition = match content.terminator {
            Terminator::Branch { condition, .. } => condition,
            Terminator::Jump { .. } | Terminator::Return | Terminator::Stop(_) => return None,
        };
        let (op, ty, counter, bound) = tested(kernel, block, condition)?;
        let (step, sum) = step_of(kernel, block, counter)?;
        let mut found = Counted {
            region,
            block,
            condition,
            counter,
            ty,
            step,
            sum,
            op,
            bound,
            trips: unroll.filter(|&n| n > 1).unwrap_or(TRIPS),
            guarded: false,
        };
        found.guarded = match bound {
            Operand::Const(_) => false,
            Operand::Reg(_) => !found.starts_above_zero(kernel),
        };
        let upwards = matches!(op, CompareOp::Lt | CompareOp::Le);
        (upwards == (step > 0) && found.limit().is_some()).then_some(found)
    }

    /// The constant at which the counter begins, where it is one.
    fn start(&self, kernel: &Kernel) -> Option<i128> {
        let defs = kernel.blocks.iter().filter(|&(id, _)| id != self.block);
        let defs = defs.flat_map(|(_, b)| &b.insts);
        let mut defs = defs.filter(|l| l.inst.defs().contains(&self.counter));
        let (first, more) = (defs.next(), defs.next());
        let constant = match first.map(|l| &l.inst) {
            Some(Inst::Copy { src, .. }) => src.constant(),
            _ => None,
        };
        let constant = constant.filter(|_| more.is_none())?;
        Const::new(self.ty, constant.bits).as_integer()
    }

    /// Whether the counter begins at a constant from which no bound above it comes near a wrap.
    fn starts_above_zero(&self, kernel: &Kernel) -> bool {
        let start = self.start(kernel);
        self.ty == Type::S32 && self.step > 0 && start.is_some_and(|start| start >= 0)
    }

    /// How many trips there are, where start and bound are constants.
    fn known_trips(&self, kernel: &Kernel) -> Option<i128> {
        let start = self.start(kernel)?;
        let bound = Const::new(self.ty, self.bound.constant()?.bits).as_integer()?;
        let step = i128::from(self.step);
        let way = match self.op {
            CompareOp::Lt | CompareOp::Gt => bound - start,
            CompareOp::Le | CompareOp::Ge => bound - start + step.signum(),
            CompareOp::Eq | CompareOp::Ne => return None,
        };
        (way * step > 0).then(|| (way + step - step.signum()) / step)
    }

    /// Roughly how many machine instructions a trip has, the test and the count among them.
    fn weight(&self, kernel: &Kernel) -> usize {
        let insts = &kernel.blocks[self.block].insts;
        insts.iter().map(|located| weight(&located.inst)).sum()
    }

    /// Whether some trips at a time are no more code than is good.
    fn is_short(&self, kernel: &Kernel) -> bool {
        let hint = kernel.regions[self.region].unroll;
        self.weight(kernel) <= hint.map_or(LONGEST_BODY, |_| LONGEST_HINTED_BODY)
    }

    /// All trips, where they are known and worth writing out, or no more than the source asks
    /// to have at a time.
    fn trips_to_write_out(&self, kernel: &Kernel) -> Option<u32> {
        let trips = u32::try_from(self.known_trips(kernel)?).ok()?;
        let body = self.weight(kernel).saturating_sub(2);
        let worth = match kernel.regions[self.region].unroll {
            Some(asked) => trips <= asked && self.is_short(kernel),
            None => is_worth_writing_out(trips, body),
        };
        worth.then_some(trips)
    }

    /// Writes all trips out.
    fn write_out(mut self, kernel: &mut Kernel, trips: u32, sums: &mut BTreeSet<VReg>) {
        self.trips = trips;
        let old = kernel.blocks[self.block].insts.len();
        self.copies(kernel, (self.block, self.block), sums);
        kernel.blocks[self.block].insts.drain(..old);
        let Region { opens, merges, .. } = kernel.regions[self.region];
        let leaves = Vec::new();
        let to = merges;
        kernel.blocks[self.block].terminator = Terminator::Jump { to, leaves };
        let leaves = Vec::new();
        let to = self.block;
        kernel.blocks[opens].terminator = Terminator::Jump { to, leaves };
        kernel.regions[self.region].kind = RegionKind::Selection;
    }

    /// From the bound to the limit for all trips but the first.
    fn way(&self) -> i64 {
        -self.step * i64::from(self.trips - 1)
    }

    /// The limit where the bound is a constant; something in any case where it can be computed.
    fn limit(&self) -> Option<Option<Const>> {
        let Some(bound) = self.bound.constant().and_then(Const::as_integer) else {
            return Some(None);
        };
        let limit = bound + i128::from(self.way());
        let limits = match self.ty {
            Type::S32 => i128::from(i32::MIN)..=i128::from(i32::MAX),
            _ => 0..=i128::from(u32::MAX),
        };
        let fits = limits.contains(&limit);
        fits.then(|| Some(Const::new(self.ty, limit as u64)))
    }

    fn unroll(&self, kernel: &mut Kernel, sums: &mut BTreeSet<VReg>) {
        let [enter, four, rest, old] = insert_before(kernel, self.block);
        let inner = kernel.regions.push(Region {
            kind: RegionKind::Loop,
            opens: enter,
            merges: rest,
            parent: Some(self.region),
            unroll: Some(1),
        });
        kernel.regions[self.region].unroll = Some(1);
        let span = kernel.blocks[old].span;
        let limit = self.enter(kernel, enter, (four, rest, inner), span);
        self.copies(kernel, (old, four), sums);
        self.end(kernel, four, limit, (four, rest, inner), span);
        let exit = kernel.regions[self.region].merges;
        self.end(kernel, rest, self.bound, (old, exit, self.region), span);
    }

    /// The block before the unrolled loop: its limit, and whether it has a trip.
    fn enter(
        &self,
        kernel: &mut Kernel,
        at: BlockId,
        (then, otherwise, region): (BlockId, BlockId, RegionId),
        span: Span,
    ) -> Operand {
        let limit = match self.limit() {
            Some(Some(limit)) => limit.into(),
            _ => {
                let (dst, ty) = (fresh(kernel, self.ty), self.ty);
                let (op, a) = (BinaryOp::Add, self.bound);
                let b = Const::new(ty, self.way() as u64).into();
                emit(kernel, at, Inst::Binary { op, ty, dst, a, b }, span);
                dst.into()
            }
        };
        if !self.guarded {
            self.end(kernel, at, limit, (then, otherwise, region), span);
            return limit;
        }
        let strict = match self.step > 0 {
            true => CompareOp::Lt,
            false => CompareOp::Gt,
        };
        let below = self.compare(kernel, at, strict, [limit, self.bound], span);
        let more = self.compare(kernel, at, self.op, [self.counter.into(), limit], span);
        let condition = fresh(kernel, Type::Pred);
        let both = Inst::Binary {
            op: BinaryOp::And,
            ty: Type::Pred,
            dst: condition,
            a: below.into(),
            b: more.into(),
        };
        emit(kernel, at, both, span);
        branch(kernel, at, condition, (then, otherwise, region));
        limit
    }

    fn compare(
        &self,
        kernel: &mut Kernel,
        at: BlockId,
        op: CompareOp,
        [a, b]: [Operand; 2],
        span: Span,
    ) -> VReg {
        let (dst, ty) = (fresh(kernel, Type::Pred), self.ty);
        emit(kernel, at, Inst::Compare { op, ty, dst, a, b }, span);
        dst
    }

    /// Ends a block by the loop's test against a bound.
    fn end(
        &self,
        kernel: &mut Kernel,
        at: BlockId,
        bound: Operand,
        targets: (BlockId, BlockId, RegionId),
        span: Span,
    ) {
        let operands = [self.counter.into(), bound];
        let condition = self.compare(kernel, at, self.op, operands, span);
        kernel.blocks[at].span = span;
        branch(kernel, at, condition, targets);
    }

    fn copies(
        &self,
        kernel: &mut Kernel,
        (from, to): (BlockId, BlockId),
        sums: &mut BTreeSet<VReg>,
    ) {
        let body: Vec<_> = kernel.blocks[from].insts.clone();
        let lasting = lasting(kernel, from);
        let mut names = BTreeMap::new();
        for trip in 0..self.trips {
            let last = trip + 1 == self.trips;
            for (index, located) in body.iter().enumerate() {
                let defs = located.inst.defs();
                if defs.contains(&self.condition) {
                    continue;
                }
                if defs.contains(&self.counter) {
                    let sum = self.count(kernel, to, trip, located.span);
                    names.insert(self.counter, sum);
                    // Below the limit no unsigned sum wraps but perhaps the last.
                    if !last && self.ty == Type::U32 && self.step > 0 {
                        sums.insert(sum);
                    }
                    continue;
                }
                let mut copy = located.clone();
                replace_uses(&mut copy.inst, |reg| *names.get(&reg).unwrap_or(&reg));
                for def in copy.inst.defs_mut() {
                    let again = body[index + 1..].iter();
                    let again = again.flat_map(|l| l.inst.defs()).any(|d| d == *def);
                    let own = *def;
                    if !last || again || !lasting.contains(&own) {
                        *def = kernel.registers.push(kernel.registers[own].clone());
                    }
                    names.insert(own, *def);
                }
                kernel.blocks[to].insts.push(copy);
            }
        }
    }

    /// The counter after a trip: the last one's is the counter itself.
    fn count(&self, kernel: &mut Kernel, at: BlockId, trip: u32, span: Span) -> VReg {
        let dst = match trip + 1 == self.trips {
            true => self.counter,
            false => fresh(kernel, kernel.type_of(self.counter)),
        };
        let (op, ty, a) = (BinaryOp::Add, self.sum, self.counter.into());
        let way = self.step * i64::from(trip + 1);
        let b = Const::new(ty, way as u64).into();
        emit(kernel, at, Inst::Binary { op, ty, dst, a, b }, span);
        dst
    }
}

/// The one block of a loop that begins where its region opens.
fn body(kernel: &Kernel, region: RegionId, merges: BlockId) -> Option<BlockId> {
    let turns = |id: BlockId| match kernel.blocks[id].terminator {
        Terminator::Branch {
            then,
            otherwise,
            region: Some(own),
            ..
        } => then == id && otherwise == merges && own == region,
        _ => false,
    };
    let block = kernel.blocks.ids().find(|&id| turns(id))?;
    let opens = kernel.regions[region].opens;
    let enters = |(id, b): (BlockId, &Block)| {
        id == block || id == opens || b.terminator.successors().all(|to| to != block)
    };
    let entered = kernel.blocks[opens]
        .terminator
        .successors()
        .any(|to| to == block);
    (entered && kernel.blocks.iter().all(enters)).then_some(block)
}

/// Roughly how many machine instructions an instruction becomes.
fn weight(inst: &Inst) -> usize {
    match inst {
        Inst::Unary {
            op: UnaryOp::Sqrt | UnaryOp::Rcp,
            ..
        }
        | Inst::Binary {
            op: BinaryOp::Div | BinaryOp::Rem,
            ..
        } => 40,
        _ => 1,
    }
}

/// Whether an instruction may run four times in a row in place of once a trip.
fn can_repeat(inst: &Inst) -> bool {
    match inst {
        Inst::Barrier
        | Inst::BarrierReduce { .. }
        | Inst::SyncWarp { .. }
        | Inst::Fence { .. }
        | Inst::Shuffle { .. }
        | Inst::Vote { .. }
        | Inst::Reduce { .. }
        | Inst::Match { .. }
        | Inst::ActiveMask { .. }
        | Inst::Special { .. } => false,
        Inst::Copy { .. }
        | Inst::Param { .. }
        | Inst::Symbol { .. }
        | Inst::Unary { .. }
        | Inst::Binary { .. }
        | Inst::Fma { .. }
        | Inst::MulWide { .. }
        | Inst::Compare { .. }
        | Inst::Select { .. }
        | Inst::Convert { .. }
        | Inst::CompareHalves { .. }
        | Inst::Pack { .. }
        | Inst::Unpack { .. }
        | Inst::Load { .. }
        | Inst::Store { .. }
        | Inst::Atomic { .. } => true,
    }
}

/// What the loop tests: comparison, type, counter and bound.
fn tested(
    kernel: &Kernel,
    block: BlockId,
    condition: VReg,
) -> Option<(CompareOp, Type, VReg, Operand)> {
    let insts = &kernel.blocks[block].insts;
    let (at, test) = sole_definition(insts, condition)?;
    let Inst::Compare { op, ty, a, b, .. } = *test else {
        return None;
    };
    let counter = a.reg()?;
    let (counted, _) = sole_definition(insts, counter)?;
    let changes = |reg: VReg| insts.iter().any(|l| l.inst.defs().contains(&reg));
    let steady = b.reg().is_none_or(|reg| !changes(reg));
    let others = kernel.blocks.iter().flat_map(|(_, b)| &b.insts);
    let alone = others
        .filter(|l| l.inst.uses().contains(&condition))
        .count()
        == 0;
    let ordered = !matches!(op, CompareOp::Eq | CompareOp::Ne);
    let words = matches!(ty, Type::S32 | Type::U32);
    (ordered && words && steady && alone && counted < at).then_some((op, ty, counter, b))
}

fn sole_definition(insts: &[Located], reg: VReg) -> Option<(usize, &Inst)> {
    let mut defs = insts.iter().enumerate();
    let mut next = || defs.find(|(_, l)| l.inst.defs().contains(&reg));
    let (at, found) = next()?;
    next().is_none().then_some((at, &found.inst))
}

/// What the counter changes by in a trip, and the addition's type.
fn step_of(kernel: &Kernel, block: BlockId, counter: VReg) -> Option<(i64, Type)> {
    let (_, inst) = sole_definition(&kernel.blocks[block].insts, counter)?;
    let Inst::Binary { op, ty, a, b, .. } = *inst else {
        return None;
    };
    let by = i64::from(b.constant()?.bits as u32 as i32);
    let step = match op {
        BinaryOp::Add => by,
        BinaryOp::Sub => by.checked_neg()?,
        _ => return None,
    };
    (a.reg() == Some(counter) && step != 0 && step.abs() < 1 << 20).then_some((step, ty))
}

/// Registers whose value the next trip, or code behind the loop, reads.
fn lasting(kernel: &Kernel, block: BlockId) -> BTreeSet<VReg> {
    let mut found = BTreeSet::new();
    for (id, content) in kernel.blocks.iter() {
        let mut written = BTreeSet::new();
        for located in &content.insts {
            let uses = located.inst.uses();
            found.extend(
                uses.into_iter()
                    .filter(|u| id != block || !written.contains(u)),
            );
            written.extend(located.inst.defs());
        }
        if let Terminator::Branch { condition, .. } = content.terminator
            && id != block
        {
            found.insert(condition);
        }
    }
    found
}

/// Makes room for three blocks before another; returns the four.
fn insert_before(kernel: &mut Kernel, block: BlockId) -> [BlockId; 4] {
    let moved = |id: BlockId| BlockId::new(id.index() + if id < block { 0 } else { 3 });
    let names = [0, 1, 2, 3].map(|n| BlockId::new(block.index() + n));
    let mut blocks = Arena::default();
    let old = std::mem::take(&mut kernel.blocks);
    for (id, content) in old.iter() {
        let mut content = content.clone();
        if id == block {
            for _ in 0..3 {
                blocks.push(Block {
                    insts: Vec::new(),
                    terminator: Terminator::Return,
                    span: content.span,
                });
            }
        }
        let enter = |to: BlockId| {
            if to == block && id != block {
                names[0]
            } else {
                moved(to)
            }
        };
        match &mut content.terminator {
            Terminator::Jump { to, .. } => *to = enter(*to),
            Terminator::Branch {
                then, otherwise, ..
            } => (*then, *otherwise) = (enter(*then), enter(*otherwise)),
            Terminator::Return | Terminator::Stop(_) => {}
        }
        blocks.push(content);
    }
    kernel.blocks = blocks;
    let regions: Vec<_> = kernel.regions.ids().collect();
    for region in regions {
        let region = &mut kernel.regions[region];
        (region.opens, region.merges) = (moved(region.opens), moved(region.merges));
    }
    names
}

fn fresh(kernel: &mut Kernel, ty: Type) -> VReg {
    kernel.registers.push(Register { ty, name: None })
}

fn emit(kernel: &mut Kernel, at: BlockId, inst: Inst, span: Span) {
    kernel.blocks[at].insts.push(Located { inst, span });
}

fn branch(
    kernel: &mut Kernel,
    at: BlockId,
    condition: VReg,
    (then, otherwise, region): (BlockId, BlockId, RegionId),
) {
    kernel.blocks[at].terminator = Terminator::Branch {
        condition,
        then,
        otherwise,
        region: Some(region),
    };
}
