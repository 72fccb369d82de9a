//! What lanes of a warp do together: votes and shuffles.

use super::thread::Thread;
use super::{Fault, WARP};
use crate::kernel::{Inst, Kernel, ShuffleMode, VoteMode};

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
        _ => Err(Fault::Unsupported(kernel.inst_text(inst))),
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
