//! Loads that pass the L1 by, for a whole kernel: what nvcc's `-Xptxas -dlcm=cg` does.

use super::{CacheOp, Inst, Kernel, Space, Validated};

impl Validated<Kernel> {
    /// The kernel with its loads of global memory past the L1 (`ld.global.cg`), but those whose
    /// source says how they are cached.
    pub fn past_l1(self) -> Validated<Kernel> {
        let mut kernel = self.into_inner();
        for id in kernel.blocks.ids() {
            let insts = kernel.blocks[id].insts.iter_mut();
            insts.for_each(|located| pass_by(&mut located.inst));
        }
        kernel
            .validate()
            .expect("how loads are cached is no matter of form")
    }
}

fn pass_by(inst: &mut Inst) {
    let Inst::Load { space, mode, .. } = inst else {
        return;
    };
    if *space == Space::Global && !mode.volatile && mode.cache == CacheOp::Default {
        mode.cache = CacheOp::Global;
    }
}
