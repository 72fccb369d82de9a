//! The control-flow graph of a machine program and its post-dominators.
//!
//! Used by the pre-Volta reconvergence mode, in which diverged lanes meet at the
//! immediate post-dominator of the branch, and by reports. A `CALL` counts as
//! going on behind itself, a `RET` as an end: post-dominators are those of one
//! function. `BSSY` names a meeting place but does not branch. The targets of a
//! `BRX` are the code addresses in constant bank 2, where jump tables lie.
//!
//! Post-dominators by petgraph's `simple_fast` (Cooper, Harvey, Kennedy, "A
//! Simple, Fast Dominance Algorithm") on the reversed graph, with one virtual
//! node behind all exits.

use std::collections::BTreeSet;
use std::fmt::Write;

use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::Reversed;

use crate::instruction::Instruction;
use crate::op::Op;
use crate::operand::Operand;
use crate::program::{INSTRUCTION_BYTES, Program};

/// A basic block, by its index in [`Cfg::blocks`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BlockId(pub u32);

/// Instructions that run from the first to the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Index of the first instruction.
    pub start: u32,
    /// Index behind the last instruction.
    pub end: u32,
    /// Where control may go, in rising order; empty after `EXIT` and `RET`.
    pub successors: Vec<BlockId>,
    /// Whether lanes may end (or return) here.
    pub exits: bool,
}

/// Why a program has no control-flow graph.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CfgError {
    /// A branch leads out of the program.
    #[error(
        "at {address:#06x}: `{text}` branches to {target:#x}, outside the kernel's {bytes:#x} bytes of code"
    )]
    TargetOutside {
        /// Byte address of the branch.
        address: u32,
        /// The branch as text.
        text: String,
        /// Where it leads.
        target: i64,
        /// Bytes of code.
        bytes: u32,
    },
}

/// The control-flow graph of one program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cfg {
    /// The blocks, in the order of their addresses; the first is the entry.
    pub blocks: Vec<Block>,
    block_of: Vec<u32>,
}

/// Where control may go after an instruction.
struct Flow {
    targets: Vec<u32>,
    falls_through: bool,
    exits: bool,
}

impl Flow {
    fn ends_block(&self) -> bool {
        !self.falls_through || self.exits || !self.targets.is_empty()
    }
}

impl Cfg {
    /// The graph of a program.
    pub fn new(program: &Program) -> Result<Cfg, CfgError> {
        let tables = jump_tables(program);
        let flows = (0..program.code.len())
            .map(|index| flow(&program.code, index, &tables))
            .collect::<Result<Vec<Flow>, CfgError>>()?;
        let starts = leaders(&flows);
        let mut block_of = vec![0; flows.len()];
        let mut blocks = Vec::with_capacity(starts.len());
        for (id, &start) in starts.iter().enumerate() {
            let end = starts.get(id + 1).copied().unwrap_or(flows.len() as u32);
            block_of[start as usize..end as usize].fill(id as u32);
            blocks.push(Block {
                start,
                end,
                successors: Vec::new(),
                exits: false,
            });
        }
        for block in &mut blocks {
            let last = &flows[block.end as usize - 1];
            let next =
                (last.falls_through && (block.end as usize) < flows.len()).then_some(block.end);
            let targets: BTreeSet<u32> = last.targets.iter().copied().chain(next).collect();
            let ids = targets.iter().map(|&t| block_of[t as usize]);
            block.successors = ids
                .collect::<BTreeSet<u32>>()
                .into_iter()
                .map(BlockId)
                .collect();
            block.exits = last.exits;
        }
        Ok(Cfg { blocks, block_of })
    }

    /// Whether a function of the program calls itself, at once or through others.
    pub fn is_recursive(&self, program: &Program) -> bool {
        let calls: Vec<(BlockId, BlockId)> = (0..program.code.len())
            .filter(|&index| program.code[index].op == Op::Call)
            .filter_map(|index| {
                let callee = target(&program.code, index, &program.code[index].a).ok()?;
                Some((self.block_of(index), self.block_of(callee as usize)))
            })
            .collect();
        calls
            .iter()
            .any(|&(caller, callee)| self.reaches(callee, caller, &calls))
    }

    /// Whether control that enters one block may come to another before it returns.
    fn reaches(&self, from: BlockId, to: BlockId, calls: &[(BlockId, BlockId)]) -> bool {
        let mut seen = BTreeSet::from([from]);
        let mut ahead = vec![from];
        while let Some(block) = ahead.pop() {
            if block == to {
                return true;
            }
            let called = calls
                .iter()
                .filter(|call| call.0 == block)
                .map(|call| call.1);
            let next = self.blocks[block.0 as usize].successors.iter().copied();
            ahead.extend(next.chain(called).filter(|&block| seen.insert(block)));
        }
        false
    }

    /// The block that holds an instruction.
    pub fn block_of(&self, instruction: usize) -> BlockId {
        BlockId(self.block_of[instruction])
    }

    /// The block by id.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }

    /// For every block the nearest block that all ways to the end pass; `None`
    /// if there is none, or no way to the end.
    pub fn immediate_post_dominators(&self) -> Vec<Option<BlockId>> {
        self.post_dominators(|block| block.exits || block.successors.is_empty())
    }

    /// The same, with an end behind the blocks that it finds.
    fn post_dominators(&self, ends: impl Fn(&Block) -> bool) -> Vec<Option<BlockId>> {
        let mut graph: DiGraph<(), ()> = DiGraph::with_capacity(self.blocks.len() + 1, 0);
        let nodes: Vec<NodeIndex> = self.blocks.iter().map(|_| graph.add_node(())).collect();
        let end = graph.add_node(());
        for (node, block) in nodes.iter().zip(&self.blocks) {
            for successor in &block.successors {
                graph.add_edge(*node, nodes[successor.0 as usize], ());
            }
            if ends(block) {
                graph.add_edge(*node, end, ());
            }
        }
        let dominators = simple_fast(Reversed(&graph), end);
        let block = |node: NodeIndex| (node != end).then(|| BlockId(node.index() as u32));
        nodes
            .iter()
            .map(|node| dominators.immediate_dominator(*node).and_then(block))
            .collect()
    }

    /// For every instruction that may split a warp the instruction at which its
    /// lanes meet again, by index; `None` for all others and where they end apart.
    ///
    /// Lanes that leave by a guarded `EXIT` on their way keep nobody from meeting: those that go on do
    /// so where they would without it. Where that is the only way out, as of a loop, they meet where all
    /// ways to it do.
    pub fn reconvergence_points(&self) -> Vec<Option<u32>> {
        let of_those_that_go_on = self.post_dominators(|block| block.successors.is_empty());
        let of_all = self.immediate_post_dominators();
        let mut points = vec![None; self.block_of.len()];
        for (number, block) in self.blocks.iter().enumerate() {
            if block.successors.len() > 1 {
                let meeting = of_those_that_go_on[number].or(of_all[number]);
                points[block.end as usize - 1] = meeting.map(|id| self.block(id).start);
            }
        }
        points
    }

    /// The graph in Graphviz's language, for `dot -Tsvg`.
    pub fn to_dot(&self, program: &Program) -> String {
        let mut out = String::from("digraph cfg {\n  node [shape=box, fontname=monospace];\n");
        for (id, block) in self.blocks.iter().enumerate() {
            let mut label = String::new();
            for index in block.start..block.end {
                let address = index * INSTRUCTION_BYTES;
                let text = program.code[index as usize].at(address);
                let _ = write!(label, "{address:04x} {text}\\l");
            }
            let _ = writeln!(out, "  b{id} [label=\"{}\"];", label.replace('"', "'"));
            for successor in &block.successors {
                let _ = writeln!(out, "  b{id} -> b{};", successor.0);
            }
        }
        out.push_str("}\n");
        out
    }
}

/// The instructions that a jump table could name.
fn jump_tables(program: &Program) -> Vec<u32> {
    let bytes = program.code.len() as u32 * INSTRUCTION_BYTES;
    let words = program
        .constants
        .iter()
        .filter(|bank| bank.bank == 2)
        .flat_map(|bank| bank.data.chunks_exact(4))
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    let targets: BTreeSet<u32> = words
        .filter(|word| word % INSTRUCTION_BYTES == 0 && (1..bytes).contains(word))
        .map(|word| word / INSTRUCTION_BYTES)
        .collect();
    targets.into_iter().collect()
}

/// Block starts: the entry, all targets, and what follows a branch.
fn leaders(flows: &[Flow]) -> Vec<u32> {
    let mut starts = BTreeSet::new();
    if !flows.is_empty() {
        starts.insert(0);
    }
    for (index, flow) in flows.iter().enumerate() {
        starts.extend(flow.targets.iter().copied());
        if flow.ends_block() && index + 1 < flows.len() {
            starts.insert(index as u32 + 1);
        }
    }
    starts.into_iter().collect()
}

/// Where control may go after the instruction at an index.
fn flow(code: &[Instruction], index: usize, tables: &[u32]) -> Result<Flow, CfgError> {
    let instruction = &code[index];
    let sources = [instruction.guard, instruction.psrc[0], instruction.psrc[1]];
    let conditional = sources
        .iter()
        .any(|source| !source.pred.is_true() || source.not);
    let mut flow = Flow {
        targets: Vec::new(),
        falls_through: true,
        exits: false,
    };
    match instruction.op {
        Op::Bra | Op::BraUniform | Op::BraAny | Op::BraAll => {
            flow.targets = vec![target(code, index, &instruction.a)?];
            flow.falls_through = conditional;
        }
        Op::BraDiv | Op::BraConv => flow.targets = vec![target(code, index, &instruction.a)?],
        Op::WarpsyncCollective => flow.targets = vec![target(code, index, &instruction.b)?],
        Op::WarpsyncCollectiveAll => flow.targets = vec![target(code, index, &instruction.a)?],
        Op::Brx => {
            flow.targets = tables.to_vec();
            flow.falls_through = conditional;
        }
        Op::Exit | Op::Ret => {
            flow.exits = true;
            flow.falls_through = conditional;
        }
        // No other opcode leaves the straight line; a test goes through all of them.
        _ => {}
    }
    Ok(flow)
}

/// The instruction that a branch operand names.
fn target(code: &[Instruction], index: usize, operand: &Operand) -> Result<u32, CfgError> {
    let address = index as u32 * INSTRUCTION_BYTES;
    let bytes = code.len() as u32 * INSTRUCTION_BYTES;
    let target = match operand {
        Operand::Target(target) => *target,
        _ => -1,
    };
    if (0..i64::from(bytes)).contains(&target) {
        return Ok(target as u32 / INSTRUCTION_BYTES);
    }
    Err(CfgError::TargetOutside {
        address,
        text: code[index].at(address).to_string(),
        target,
        bytes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::Place;
    use crate::program::ConstantBank;
    use crate::text::parse::parse;

    fn program(lines: &[&str]) -> Program {
        let parsed = lines.iter().enumerate();
        let code = parsed.map(|(i, line)| parse(line, i as u32 * 16).expect("parses"));
        Program::new("test", code.collect())
    }

    fn points(lines: &[&str]) -> Vec<(usize, Option<u32>)> {
        let cfg = Cfg::new(&program(lines)).expect("a graph");
        let points = cfg.reconvergence_points();
        let branches = cfg.blocks.iter().map(|b| b.end as usize - 1);
        branches.map(|i| (i, points[i])).collect()
    }

    #[test]
    fn the_sides_of_a_diamond_meet_behind_it() {
        let lines = [
            "@P0 BRA 0x30",
            "MOV R0, 0x1",
            "BRA 0x40",
            "MOV R0, 0x2",
            "EXIT",
        ];
        assert_eq!(
            points(&lines),
            [(0, Some(4)), (2, None), (3, None), (4, None)]
        );
    }

    #[test]
    fn the_lanes_of_a_loop_meet_at_its_end() {
        let lines = ["IADD3 R0, R0, 0x1, RZ", "@P0 BRA 0x0", "EXIT"];
        assert_eq!(points(&lines), [(1, Some(2)), (2, None)]);
    }

    #[test]
    fn lanes_that_leave_by_a_guarded_exit_do_not_meet_the_others() {
        let lines = ["@P0 EXIT", "MOV R0, 0x1", "EXIT"];
        assert_eq!(points(&lines), [(0, None), (2, None)]);
    }

    #[test]
    fn lanes_meet_behind_a_branch_of_which_some_leave() {
        // if (p && q) return; ...
        let lines = ["@P0 BRA 0x20", "@P1 EXIT", "MOV R0, 0x1", "EXIT"];
        assert_eq!(points(&lines)[0], (0, Some(2)));
    }

    #[test]
    fn lanes_meet_in_a_loop_that_they_leave_by_a_guarded_exit_alone() {
        let lines = ["@P0 BRA 0x20", "MOV R0, 0x1", "@P1 EXIT", "BRA 0x0"];
        assert_eq!(points(&lines)[0], (0, Some(2)));
    }

    #[test]
    fn an_endless_loop_has_no_post_dominator() {
        let cfg = Cfg::new(&program(&["EXIT", "BRA 0x10"])).expect("a graph");
        assert_eq!(cfg.immediate_post_dominators(), [None, None]);
    }

    /// `CALL` comes back, `BSSY` only names a place: neither splits the flow.
    #[test]
    fn every_opcode_with_a_target_but_call_and_bssy_branches_to_it() {
        for &op in Op::ALL {
            let places = op.row().encoding.forms[0].places;
            let Some(slot) = places.iter().position(|place| {
                matches!(
                    place,
                    Place::Target | Place::RelativeTarget | Place::ShortTarget
                )
            }) else {
                continue;
            };
            let mut branch = Instruction::new(op);
            let operand = [&mut branch.a, &mut branch.b, &mut branch.c];
            *operand.into_iter().nth(slot).expect("a source") = Operand::Target(16);
            let code = [branch, Instruction::new(Op::Exit)];
            let flow = flow(&code, 0, &[1]).expect("in range");
            let leaves = flow.targets == [1] || flow.exits;
            let straight = matches!(op, Op::Call | Op::CallIndirect | Op::Bssy);
            assert_eq!(leaves, !straight, "{op:?}");
        }
    }

    #[test]
    fn an_indirect_branch_goes_to_the_entries_of_the_jump_table() {
        let mut program = program(&["BRX R2 -0x10", "EXIT", "NOP", "EXIT"]);
        let data = [0x10u32, 0x30, 0xffff_fff0, 0x7]
            .map(u32::to_le_bytes)
            .concat();
        program.constants = vec![ConstantBank { bank: 2, data }];
        let cfg = Cfg::new(&program).expect("a graph");
        let starts: Vec<u32> = cfg.blocks[0]
            .successors
            .iter()
            .map(|id| cfg.block(*id).start)
            .collect();
        assert_eq!(starts, [1, 3]);
    }

    #[test]
    fn a_branch_out_of_the_kernel_is_an_error_that_names_it() {
        let error = Cfg::new(&program(&["BRA 0x40", "EXIT"])).expect_err("no graph");
        assert_eq!(
            error.to_string(),
            "at 0x0000: `BRA 0x40` branches to 0x40, outside the kernel's 0x20 bytes of code"
        );
    }
}
