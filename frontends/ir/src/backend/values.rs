//! Which registers of the kernel IR hold one value for good.

use super::flow::Flow;
use crate::kernel::{BlockId, Kernel, Terminator, VReg};

/// Definitions and uses of every register.
pub(crate) struct Values {
    definitions: Vec<Vec<(BlockId, usize)>>,
    uses: Vec<u32>,
    stable: Vec<bool>,
}

impl Values {
    /// Looks at every instruction of a kernel.
    pub fn of(kernel: &Kernel, flow: &Flow) -> Values {
        let count = kernel.registers.len();
        let mut values = Values {
            definitions: vec![Vec::new(); count],
            uses: vec![0; count],
            stable: vec![false; count],
        };
        values.collect_definitions(kernel);
        values.check_uses(kernel, flow);
        values
    }

    /// Where a register is written, if in one place alone.
    pub fn definition(&self, reg: VReg) -> Option<(BlockId, usize)> {
        match self.definitions[reg.index()][..] {
            [place] => Some(place),
            _ => None,
        }
    }

    /// How many times a register is read.
    pub fn uses(&self, reg: VReg) -> u32 {
        self.uses[reg.index()]
    }

    /// Whether a register has one definition that dominates all its uses: an expression over
    /// such registers has one value wherever it is evaluated.
    pub fn is_stable(&self, reg: VReg) -> bool {
        self.stable[reg.index()]
    }

    fn collect_definitions(&mut self, kernel: &Kernel) {
        for (id, block) in kernel.blocks.iter() {
            for (index, located) in block.insts.iter().enumerate() {
                for def in located.inst.defs() {
                    self.definitions[def.index()].push((id, index));
                }
            }
        }
        for (stable, definitions) in self.stable.iter_mut().zip(&self.definitions) {
            *stable = definitions.len() == 1;
        }
    }

    fn check_uses(&mut self, kernel: &Kernel, flow: &Flow) {
        for (id, block) in kernel.blocks.iter() {
            for (index, located) in block.insts.iter().enumerate() {
                for reg in located.inst.uses() {
                    self.check_use(flow, reg, (id, index));
                }
            }
            if let Terminator::Branch { condition, .. } = block.terminator {
                self.check_use(flow, condition, (id, block.insts.len()));
            }
        }
    }

    fn check_use(&mut self, flow: &Flow, reg: VReg, (block, index): (BlockId, usize)) {
        self.uses[reg.index()] += 1;
        if let Some((at, position)) = self.definition(reg) {
            let before = match at == block {
                true => position < index,
                false => flow.dominates(at, block),
            };
            self.stable[reg.index()] &= before;
        }
    }
}
