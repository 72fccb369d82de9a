//! The roofline model (Williams, Waterman and Patterson, CACM 52(4), 2009): a launch's operations
//! and bytes under what the machine can do.
//!
//! A kernel that does `I` operations for each byte that passes a level of memory cannot do more
//! than `I` times the level's bandwidth, nor more than the lanes can compute. Operations are Nsight
//! Compute's: an addition or a multiplication is one, a fused multiply-add two, for each thread
//! whose guard is true. Bytes are counted at four levels: what threads ask for, what crosses the
//! L1 and the L2 in sectors of 32 bytes, and what device memory moves.
//!
//! Left out: half precision and integers, which have roofs of their own; shared memory, which is
//! no level between registers and device memory.

pub mod chart;
pub mod json;
pub mod picture;
pub mod text;

use sim_core::metrics;
pub use sim_core::peaks::Peaks;
use sim_core::report::LaunchReport;
use sim_isa::modifier::MemWidth;
use sim_isa::{Instruction, Op};

/// Bytes of a sector.
const SECTOR: f64 = 32.0;

/// Where bytes are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// What threads ask for.
    Thread,
    /// Sectors asked of the L1.
    L1,
    /// Sectors asked of the L2 by the SMs.
    L2,
    /// Bytes to and from device memory.
    Dram,
}

impl Level {
    /// All of them, from the threads outwards.
    pub const ALL: [Level; 4] = [Level::Thread, Level::L1, Level::L2, Level::Dram];

    /// Those that have a bandwidth, in the order of [`Peaks::bandwidth`].
    pub const ROOFS: [Level; 3] = [Level::L1, Level::L2, Level::Dram];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Thread => "thread",
            Level::L1 => "L1",
            Level::L2 => "L2",
            Level::Dram => "DRAM",
        }
    }
}

/// What a launch did.
#[derive(Clone, Debug, PartialEq)]
pub struct Work {
    /// The launch's name.
    pub name: String,
    /// Single-precision operations.
    pub fp32: f64,
    /// Double-precision operations.
    pub fp64: f64,
    /// Bytes at each of [`Level::ALL`].
    pub bytes: [f64; 4],
    /// How long it took, in nanoseconds.
    pub time: f64,
}

impl Work {
    /// Reads the counters of a launch; none without times.
    pub fn of(report: &LaunchReport) -> Option<Work> {
        let counter = |name: &str| metrics::find(name).and_then(|metric| (metric.value)(report));
        let count = |name: &str| counter(name).unwrap_or(0.0);
        let threads = |op: &str| {
            count(&format!(
                "smsp__sass_thread_inst_executed_op_{op}_pred_on.sum"
            ))
        };
        let sectors: f64 = L1_SECTORS.iter().map(|name| count(name)).sum();
        Some(Work {
            name: report.name.clone(),
            fp32: threads("fadd") + threads("fmul") + 2.0 * threads("ffma"),
            fp64: threads("dadd") + threads("dmul") + 2.0 * threads("dfma"),
            bytes: [
                requested(report),
                SECTOR * sectors,
                SECTOR * count("lts__t_sectors_srcunit_tex.sum"),
                count("dram__bytes.sum"),
            ],
            time: counter("gpu__time_duration.sum")?,
        })
    }

    /// All operations.
    pub fn operations(&self) -> f64 {
        self.fp32 + self.fp64
    }

    /// Operations a byte at a level; none without bytes or operations.
    pub fn intensity(&self, level: Level) -> Option<f64> {
        let bytes = self.bytes[level as usize];
        (bytes > 0.0 && self.operations() > 0.0).then(|| self.operations() / bytes)
    }

    /// Operations a nanosecond: GFLOP/s.
    pub fn rate(&self) -> f64 {
        self.operations() / self.time
    }

    /// Bytes a nanosecond (GB/s) at a level.
    pub fn bandwidth(&self, level: Level) -> f64 {
        self.bytes[level as usize] / self.time
    }

    /// The roof that leaves the least room: its name, and the part of it that was reached.
    pub fn bound(&self, peaks: &Peaks) -> (&'static str, f64) {
        let bytes = Level::ROOFS.iter().zip(peaks.bandwidth);
        let bytes = bytes.map(|(level, peak)| (level.name(), self.bandwidth(*level) / peak));
        let lanes = [
            ("FP32", self.fp32 / self.time / peaks.fp32),
            ("FP64", self.fp64 / self.time / peaks.fp64),
        ];
        let nearest = bytes.chain(lanes).max_by(|a, b| a.1.total_cmp(&b.1));
        nearest.unwrap_or(("DRAM", 0.0))
    }
}

/// Everything in global and local memory that asks the L1 for sectors.
const L1_SECTORS: [&str; 6] = [
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
    "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
];

/// Bytes that threads ask of global and local memory by loads and stores.
fn requested(report: &LaunchReport) -> f64 {
    let code = report.program.code.iter().zip(&report.pcs);
    let bytes = code.map(|(one, did)| width(one) * did.threads_on);
    bytes.sum::<u64>() as f64
}

/// Bytes that a thread loads or stores; 0 if the instruction is neither.
fn width(one: &Instruction) -> u64 {
    if !matches!(one.op, Op::Ldg | Op::Stg | Op::Ldl | Op::Stl) {
        return 0;
    }
    match one.mods.get::<MemWidth>() {
        MemWidth::U8 | MemWidth::S8 => 1,
        MemWidth::U16 | MemWidth::S16 => 2,
        MemWidth::B32 => 4,
        MemWidth::B64 => 8,
        MemWidth::B128 => 16,
    }
}

/// All launches of a run under a machine's roofs.
pub struct Roofline {
    /// The workload file as the user named it.
    pub workload: String,
    /// The machine.
    pub gpu: String,
    /// Its roofs.
    pub peaks: Peaks,
    /// The launches, in order.
    pub launches: Vec<Work>,
}

impl Roofline {
    /// Whether anything computes in double precision, so that its roof matters.
    pub fn has_doubles(&self) -> bool {
        self.launches.iter().any(|work| work.fp64 > 0.0)
    }

    /// Least and largest intensity, and least and largest rate, that a picture must hold, each a
    /// power of ten.
    pub fn extent(&self) -> [(f64, f64); 2] {
        let computing = || self.launches.iter().filter(|work| work.operations() > 0.0);
        let points = computing().flat_map(|work| Level::ALL.map(|level| work.intensity(level)));
        let ridges = self
            .peaks
            .bandwidth
            .map(|peak| Some(Peaks::ridge(self.peaks.fp32, peak)));
        let xs = points.chain(ridges).flatten();
        let ys = computing().map(Work::rate).chain([self.peaks.fp32]);
        [powers(xs), powers(ys)]
    }
}

/// The powers of ten below and above all values.
fn powers(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let logs: Vec<f64> = values.map(f64::log10).collect();
    let low = logs.iter().copied().fold(f64::INFINITY, f64::min);
    let high = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (
        10f64.powf((low - 0.1).floor()),
        10f64.powf((high + 0.1).ceil()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::config::GpuConfig;

    fn ridge(gpu: &GpuConfig) -> f64 {
        let peaks = Peaks::of(gpu);
        Peaks::ridge(peaks.fp32, peaks.bandwidth[2])
    }

    fn built_in(name: &str) -> GpuConfig {
        GpuConfig::built_in(name).expect("it is built in")
    }

    #[test]
    fn thresholds_of_known_cards_are_those_of_their_data_sheets() {
        // 66.9 TFLOP/s over 3,350 GB/s; 56.3 over 960; in double precision 33.5 over 3,350.
        assert_eq!(ridge(&built_in("h100")).round(), 20.0);
        assert_eq!(ridge(&built_in("rtx5080")).round(), 59.0);
        let peaks = Peaks::of(&built_in("h100"));
        let double = Peaks::ridge(peaks.fp64, peaks.bandwidth[2]);
        assert_eq!(double.round(), 10.0);
    }

    /// A card by SMs, clock and bytes a nanosecond; its memory is that of the RTX 3090 otherwise.
    fn card(sms: u32, clock: f64, bandwidth: f64) -> GpuConfig {
        let mut gpu = built_in("rtx3090");
        gpu.chip.gpc_sms = vec![sms];
        gpu.chip.sm_clock_mhz = clock;
        let slices = f64::from(gpu.l2.shards) * f64::from(gpu.dram.channels_per_slice);
        gpu.dram.bytes_per_cycle = (bandwidth / slices / (clock / 1000.0)) as f32;
        gpu
    }

    #[test]
    fn thresholds_follow_from_lanes_clock_and_bandwidth() {
        // RTX 3080: 68 SMs at 1,710 MHz are 29.77 TFLOP/s, over 760.3 GB/s; RTX 4080: 76 SMs at
        // 2,505 MHz are 48.74, over 716.8.
        assert_eq!(ridge(&card(68, 1710.0, 760.3)).round(), 39.0);
        assert_eq!(ridge(&card(76, 2505.0, 716.8)).round(), 68.0);
    }

    #[test]
    fn peaks_of_an_h200_are_as_computed_by_hand() {
        let peaks = Peaks::of(&built_in("h200"));
        // 132 SMs x 128 lanes x 2 x 1.98 GHz, half of it in double precision.
        assert!((peaks.fp32 - 66_908.16).abs() < 1e-6);
        assert!((peaks.fp64 - 33_454.08).abs() < 1e-6);
        // 132 SMs x 128 bytes; 94 slices x 1.727 sectors x 32 bytes; 188 channels x 12.93 bytes.
        let by_hand = [33_454.08, 10_285.74, 4_813.063];
        for (peak, wanted) in peaks.bandwidth.into_iter().zip(by_hand) {
            assert!((peak - wanted).abs() < 0.01, "{peak} {wanted}");
        }
    }

    #[test]
    fn an_addition_of_vectors_does_a_twelfth_of_an_operation_a_byte() {
        let work = Work {
            name: "add".into(),
            fp32: 1000.0,
            fp64: 0.0,
            bytes: [12_000.0, 12_000.0, 12_000.0, 8_000.0],
            time: 10.0,
        };
        assert_eq!(work.intensity(Level::Thread), Some(1.0 / 12.0));
        assert_eq!(work.intensity(Level::Dram), Some(1.0 / 8.0));
        assert_eq!((work.rate(), work.bandwidth(Level::L2)), (100.0, 1200.0));
        let peaks = Peaks {
            fp32: 1000.0,
            fp64: 500.0,
            bandwidth: [10_000.0, 2_400.0, 1_000.0],
        };
        assert_eq!(work.bound(&peaks), ("DRAM", 0.8));
    }

    #[test]
    fn a_launch_without_operations_has_no_intensity() {
        let work = Work {
            name: "copy".into(),
            fp32: 0.0,
            fp64: 0.0,
            bytes: [8.0; 4],
            time: 1.0,
        };
        assert_eq!(work.intensity(Level::L1), None);
    }
}
