//! What lanes of a warp do together: votes, shuffles, reductions; and barriers that tell something.

use super::thread::{State, Thread};
use super::{Fault, WARP};
use crate::kernel::{
    BarrierReduction, BinaryOp, Inst, Kernel, ReduceOp, ShuffleMode, VoteMode, eval,
};

/// Carries out an instruction that lanes of a warp do together.
pub(super) fn collective(
    kernel: &Kernel,
    inst: &Inst,
    warp: &mut [Thread],
    members: &[usize],
) -> Result<(), Fault> {
    match *inst {
        Inst::SyncWarp { .. } => Ok(()),
        Inst::Vote {
            mode, dst, value, ..
        } => {
            let holding = members
                .iter()
                .filter(|&&lane| warp[lane].operand(value) != 0);
            let ballot = holding.fold(0u32, |mask, lane| mask | 1 << lane);
            let result = match mode {
                VoteMode::Any => u64::from(ballot != 0),
                VoteMode::All => u64::from(ballot.count_ones() as usize == members.len()),
                VoteMode::Ballot => ballot.into(),
            };
            members.iter().for_each(|&lane| warp[lane].set(dst, result));
            Ok(())
        }
        Inst::Shuffle { .. } => {
            shuffle(inst, warp, members);
            Ok(())
        }
        Inst::Reduce {
            op, ty, dst, value, ..
        } => {
            let values = members.iter().map(|&lane| warp[lane].operand(value));
            let result = values.reduce(|a, b| eval::binary(reduced_by(op), ty, a, b));
            let result = result.unwrap_or(0);
            members.iter().for_each(|&lane| warp[lane].set(dst, result));
            Ok(())
        }
        Inst::Match { .. } => {
            compare(inst, warp, members);
            Ok(())
        }
        _ => Err(Fault::Unsupported(kernel.inst_text(inst))),
    }
}

fn reduced_by(op: ReduceOp) -> BinaryOp {
    match op {
        ReduceOp::Add => BinaryOp::Add,
        ReduceOp::Min => BinaryOp::Min,
        ReduceOp::Max => BinaryOp::Max,
        ReduceOp::And => BinaryOp::And,
        ReduceOp::Or => BinaryOp::Or,
        ReduceOp::Xor => BinaryOp::Xor,
    }
}

fn compare(inst: &Inst, warp: &mut [Thread], members: &[usize]) {
    let Inst::Match {
        all,
        dst,
        holds,
        value,
        ..
    } = *inst
    else {
        return;
    };
    let values: Vec<_> = members.iter().map(|&l| warp[l].operand(value)).collect();
    let same = |own: u64| {
        let lanes = members.iter().zip(&values).filter(|(_, v)| **v == own);
        lanes.fold(0u32, |mask, (lane, _)| mask | 1 << lane)
    };
    let complete = values.iter().all(|&v| v == values[0]);
    for (&lane, &own) in members.iter().zip(&values) {
        let found = if all && !complete { 0 } else { same(own) };
        warp[lane].set(dst, found.into());
        holds
            .iter()
            .for_each(|&p| warp[lane].set(p, complete.into()));
    }
}

/// Tells the threads that wait at a barrier what it found of their predicates.
pub(super) fn barrier(kernel: &Kernel, threads: &mut [Thread]) {
    let waiting: Vec<_> = threads
        .iter_mut()
        .filter(|t| t.state == State::AtBarrier)
        .filter_map(|thread| match *thread.inst(kernel) {
            Inst::BarrierReduce { mode, dst, value } => Some((mode, dst, value, thread)),
            _ => None,
        })
        .collect();
    let values = waiting
        .iter()
        .map(|(_, _, value, t)| t.operand(*value) != 0);
    let holding = values.filter(|&holds| holds).count();
    let all = holding == waiting.len();
    for (mode, dst, _, thread) in waiting {
        let result = match mode {
            BarrierReduction::Count => holding as u64,
            BarrierReduction::And => all.into(),
            BarrierReduction::Or => u64::from(holding > 0),
        };
        thread.set(dst, result);
    }
}

fn shuffle(inst: &Inst, warp: &mut [Thread], members: &[usize]) {
    let Inst::Shuffle {
        mode,
        dst,
        in_range,
        src,
        lane,
        clamp,
        ..
    } = *inst
    else {
        return;
    };
    let results: Vec<(usize, u64, bool)> = members
        .iter()
        .map(|&own| {
            let thread = &warp[own];
            let (b, c) = (thread.operand(lane) as u32, thread.operand(clamp) as u32);
            let source = source_lane(mode, own as u32, b, c);
            let from = source.map_or(own, |lane| lane as usize);
            let bits = warp.get(from).map_or(0, |thread| thread.operand(src));
            (own, bits, source.is_some())
        })
        .collect();
    for (own, bits, found) in results {
        warp[own].set(dst, bits);
        in_range
            .iter()
            .for_each(|&p| warp[own].set(p, found.into()));
    }
}

/// The lane that a shuffle reads, as PTX defines it for `shfl.sync`; nothing where it lies
/// outside of the segment.
fn source_lane(mode: ShuffleMode, own: u32, b: u32, c: u32) -> Option<u32> {
    let (limit, segment) = (c & 0x1f, c >> 8 & 0x1f);
    let lowest = own & segment;
    let highest = lowest | (limit & !segment);
    let b = b & (WARP as u32 - 1);
    let (source, within) = match mode {
        ShuffleMode::Index => {
            let source = lowest | (b & !segment);
            (source, source <= highest)
        }
        ShuffleMode::Up => {
            let source = own.wrapping_sub(b);
            (source, source as i32 >= highest as i32)
        }
        ShuffleMode::Down => (own + b, own + b <= highest),
        ShuffleMode::Butterfly => (own ^ b, own ^ b <= highest),
    };
    within.then_some(source)
}
