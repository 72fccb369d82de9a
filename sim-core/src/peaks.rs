//! What a machine can do at most: the roofs of the roofline model.

use crate::config::GpuConfig;

/// Bytes of a sector.
const SECTOR: f64 = 32.0;

/// Lanes of a warp, and banks of the L1's data.
const LANES: f64 = 32.0;

/// What the machine can do at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peaks {
    /// Single-precision operations a nanosecond: GFLOP/s.
    pub fp32: f64,
    /// Double-precision ones.
    pub fp64: f64,
    /// Bytes a nanosecond (GB/s) at the L1, the L2 and device memory.
    pub bandwidth: [f64; 3],
}

impl Peaks {
    /// The peaks that follow from a machine's numbers: lanes, a fused multiply-add a lane and
    /// clock; banks of the L1; the narrowest of the L2's slices, the GPCs' ports and the SMs' ports;
    /// channels of device memory.
    pub fn of(gpu: &GpuConfig) -> Peaks {
        let clock = gpu.chip.sm_clock_mhz / 1000.0;
        let sms = f64::from(gpu.sms());
        let slices = f64::from(gpu.l2.slices());
        let warps = f64::from(gpu.sm.sub_cores) / gpu.pipes["fp64"].interval as f64;
        let l1 = sms * LANES * f64::from(gpu.shared.bank_bytes);
        let l2 = [
            slices * f64::from(gpu.l2.read_sectors_per_cycle) * SECTOR,
            gpu.chip.gpc_sms.len() as f64 * f64::from(gpu.gpc.read_bytes_per_cycle),
            sms * f64::from(gpu.gpc.sm_read_bytes_per_cycle),
        ];
        let channels = slices * f64::from(gpu.dram.channels_per_slice);
        let dram = channels * f64::from(gpu.dram.bytes_per_cycle);
        Peaks {
            fp32: sms * f64::from(gpu.chip.fp32_lanes) * 2.0 * clock,
            fp64: sms * warps * LANES * 2.0 * clock,
            bandwidth: [l1, l2.into_iter().fold(f64::INFINITY, f64::min), dram].map(|b| b * clock),
        }
    }

    /// The names under which [`Peaks::find`] has them.
    pub const NAMES: [&str; 5] = ["peak_fp32", "peak_fp64", "peak_l1", "peak_l2", "peak_dram"];

    /// A peak by its name: operations or bytes a nanosecond.
    pub fn find(&self, name: &str) -> Option<f64> {
        let [l1, l2, dram] = self.bandwidth;
        let all = [self.fp32, self.fp64, l1, l2, dram];
        let at = Peaks::NAMES.iter().position(|known| *known == name)?;
        Some(all[at])
    }

    /// Operations a byte from which on computing at `peak`, not this bandwidth, is the limit.
    pub fn ridge(peak: f64, bandwidth: f64) -> f64 {
        peak / bandwidth
    }
}
