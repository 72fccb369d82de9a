//! The constant banks as one launch sees them.

use super::access::{GENERIC_LOCAL, GENERIC_SHARED};
use sim_isa::program::Program;

/// Banks that hold anything: 0 (launch and parameters), 2, 3 and 4.
const BANKS: usize = 5;

/// The contents of constant memory during a launch.
///
/// Bank 0 holds what the driver writes at the offsets of the program's ABI:
/// block and grid dimensions, initial stack pointer, memory descriptor and
/// parameters. The other banks are the program's own. Reading behind the end
/// of a bank gives zero, as a bank is padded by the driver.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ConstantBanks {
    banks: [Vec<u8>; BANKS],
}

impl ConstantBanks {
    /// The banks for a launch. `params` are the bytes of the parameter area.
    pub fn for_launch(
        program: &Program,
        grid: [u32; 3],
        block: [u32; 3],
        params: &[u8],
    ) -> ConstantBanks {
        let abi = &program.abi;
        let mut banks = ConstantBanks::default();
        for (axis, (grid, block)) in grid.into_iter().zip(block).enumerate() {
            let step = 4 * axis as u32;
            banks.put(abi.block_dim + step, &block.to_le_bytes());
            banks.put(abi.grid_dim + step, &grid.to_le_bytes());
        }
        banks.put(abi.shared_window, &GENERIC_SHARED.to_le_bytes());
        banks.put(abi.local_window, &GENERIC_LOCAL.to_le_bytes());
        banks.put(abi.stack_top, &program.local_bytes.to_le_bytes());
        banks.put(abi.mem_desc, &0u64.to_le_bytes());
        banks.put(abi.params, params);
        for bank in &program.constants {
            if let Some(slot) = banks.banks.get_mut(usize::from(bank.bank)) {
                slot.clone_from(&bank.data);
            }
        }
        banks
    }

    /// Writes bytes into bank 0.
    fn put(&mut self, offset: u32, bytes: &[u8]) {
        let start = offset as usize;
        let bank = &mut self.banks[0];
        if bank.len() < start + bytes.len() {
            bank.resize(start + bytes.len(), 0);
        }
        bank[start..start + bytes.len()].copy_from_slice(bytes);
    }

    /// The byte at an offset of a bank.
    #[inline]
    fn byte(&self, bank: u8, offset: u32) -> u8 {
        self.banks
            .get(usize::from(bank))
            .and_then(|bytes| bytes.get(offset as usize))
            .copied()
            .unwrap_or(0)
    }

    /// The 32-bit word at an offset of a bank.
    #[inline]
    pub fn word(&self, bank: u8, offset: u32) -> u32 {
        let at = offset as usize;
        match self
            .banks
            .get(usize::from(bank))
            .and_then(|bytes| bytes.get(at..at + 4))
        {
            Some(&[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
            _ => u32::from_le_bytes([0, 1, 2, 3].map(|i| self.byte(bank, offset.wrapping_add(i)))),
        }
    }

    /// The number of bytes that a bank holds.
    pub fn len(&self, bank: u8) -> usize {
        self.banks.get(usize::from(bank)).map_or(0, Vec::len)
    }
}
