//! Post-dominators of random programs, against their definition.

use proptest::prelude::*;
use sim_isa::{BlockId, Cfg, Program, parse};

/// What an instruction of a random program does; targets are taken modulo its length.
#[derive(Clone, Copy, Debug)]
enum Step {
    Nothing,
    Branch(usize),
    BranchIf(usize),
    Exit,
    ExitIf,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => Just(Step::Nothing),
        1 => any::<usize>().prop_map(Step::Branch),
        4 => any::<usize>().prop_map(Step::BranchIf),
        1 => Just(Step::Exit),
        1 => Just(Step::ExitIf),
    ]
}

fn program(steps: &[Step]) -> Program {
    let last = Step::Exit;
    let count = steps.len() + 1;
    let code = steps.iter().chain([&last]).map(|step| {
        let text = match step {
            Step::Nothing => "NOP".to_string(),
            Step::Branch(to) => format!("BRA {:#x}", to % count * 16),
            Step::BranchIf(to) => format!("@P0 BRA {:#x}", to % count * 16),
            Step::Exit => "EXIT".to_string(),
            Step::ExitIf => "@P0 EXIT".to_string(),
        };
        parse(&text, 0).expect("parses")
    });
    Program::new("random", code.collect())
}

/// Whether a way leads from a block to the end without passing `avoid`.
fn ends(cfg: &Cfg, from: BlockId, avoid: Option<BlockId>) -> bool {
    let mut seen = vec![false; cfg.blocks.len()];
    let mut stack = vec![from];
    while let Some(id) = stack.pop() {
        if Some(id) == avoid || std::mem::replace(&mut seen[id.0 as usize], true) {
            continue;
        }
        if cfg.block(id).exits {
            return true;
        }
        stack.extend(&cfg.block(id).successors);
    }
    false
}

/// By definition: the block on all ways to the end that all others like it are behind.
fn nearest(cfg: &Cfg, block: BlockId) -> Option<BlockId> {
    let passed = |from: BlockId, by: BlockId| from != by && !ends(cfg, from, Some(by));
    if !ends(cfg, block, None) {
        return None;
    }
    let all: Vec<BlockId> = (0..cfg.blocks.len() as u32)
        .map(BlockId)
        .filter(|other| passed(block, *other))
        .collect();
    let first = |one: &&BlockId| {
        all.iter()
            .all(|other| other == *one || passed(**one, *other))
    };
    all.iter().find(first).copied()
}

proptest! {
    #[test]
    fn post_dominators_are_what_their_definition_says(steps in prop::collection::vec(step(), 1..24)) {
        let cfg = Cfg::new(&program(&steps)).expect("all targets are inside");
        let found = cfg.immediate_post_dominators();
        for id in (0..cfg.blocks.len() as u32).map(BlockId) {
            prop_assert_eq!(found[id.0 as usize], nearest(&cfg, id), "block {:?} of {:?}", id, cfg);
        }
    }

    #[test]
    fn blocks_tile_the_program(steps in prop::collection::vec(step(), 1..24)) {
        let program = program(&steps);
        let cfg = Cfg::new(&program).expect("all targets are inside");
        let mut next = 0;
        for (id, block) in cfg.blocks.iter().enumerate() {
            prop_assert_eq!(block.start, next);
            prop_assert!(block.end > block.start);
            for index in block.start..block.end {
                prop_assert_eq!(cfg.block_of(index as usize), BlockId(id as u32));
            }
            next = block.end;
        }
        prop_assert_eq!(next as usize, program.code.len());
    }
}
