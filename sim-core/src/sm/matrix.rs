//! What a product of matrices takes of its sub-core, beside the tensor core.
//!
//! It reads a pair of registers, one of each bank, in a cycle: of the first factor those of the first four words
//! of a row, then the second factor, and two cycles later the rest of the first; what it adds to comes last, three
//! or five cycles behind the first. What it finds latched it need not read. Its results take the way to the register
//! file for a cycle a pair, and what the FMA pipe or the ALU would bring there at the same time waits before it
//! issues. Double precision shares the tensor core's way in. Measured on an H200 (`micro/h200/tensor`: what stands 1
//! to 7 cycles behind a product, by the registers that it reads, and loops of products with up to twelve
//! instructions each).
//!
//! Left out: that such loops lose up to three cycles a product more.

use sim_isa::modifier::HmmaSum;

use crate::config::{GpuConfig, pipe_name};
use crate::exec::{Alu, Kind, Product, Uop};

/// The latest that a product may begin to read.
pub const MOST_MATRIX_READ: u64 = 8;
/// The longest that its results may take.
pub const MOST_MATRIX_LATENCY: u64 = 60;

/// See the module; of an instruction that multiplies matrices.
#[derive(Clone, Copy, Debug)]
pub struct MatrixFacts {
    /// Cycles behind its issue, a bit each, in which it reads from the even and the odd bank.
    reads: [u16; 2],
    /// The same where the operands that the product before it has latched still hold.
    reads_reused: [u16; 2],
    /// Which product that is.
    latched_by: u32,
    /// Cycles behind its issue, a bit each, in which nothing issues whose result would meet its own.
    pub meets: u64,
    /// Cycles behind its issue from which on double precision may issue.
    pub double: u64,
}

impl MatrixFacts {
    /// Those of an instruction, if it multiplies matrices.
    pub fn of(gpu: &GpuConfig, uop: &Uop) -> Option<MatrixFacts> {
        let Kind::Alu(Alu::Product(product)) = uop.kind else {
            return None;
        };
        let pipe = &gpu.pipes[pipe_name(uop.pipe)];
        let shape = Shape::of(product);
        let banks = |latched| match gpu.issue.register_banks {
            true => reads(uop, shape, latched, gpu.issue.matrix_read),
            false => [0; 2],
        };
        let meets = match product {
            // Its end is announced by a counter.
            Product::Double => 0,
            _ => meeting(gpu, pipe.latency, shape.sums),
        };
        Some(MatrixFacts {
            reads: banks(0),
            reads_reused: banks(uop.sched.latched.operands),
            latched_by: uop.sched.latched.by,
            meets,
            double: pipe.interval + gpu.issue.matrix_double,
        })
    }

    /// When it reads, if the sub-core's last product was this instruction of the same warp.
    #[inline]
    pub fn reads(&self, last: Option<u32>) -> [u16; 2] {
        match last == Some(self.latched_by) {
            true => self.reads_reused,
            false => self.reads,
        }
    }
}

/// Registers of a product's operands.
#[derive(Clone, Copy)]
struct Shape {
    a: u8,
    b: u8,
    sums: u8,
}

impl Shape {
    fn of(product: Product) -> Shape {
        let of = |a, b, sums| Shape { a, b, sums };
        match product {
            Product::Float(float) => {
                let sums = if float.sum == HmmaSum::F32 { 4 } else { 2 };
                of(2 * float.registers, float.registers, sums)
            }
            Product::Integer(integer) => {
                let a = integer.eights * integer.registers;
                of(a, integer.registers, 2 * integer.eights)
            }
            Product::Bits(_) => of(4, 2, 4),
            Product::Double => of(2, 2, 4),
        }
    }
}

/// When a product reads from each bank, whose first read is in cycle `first`.
fn reads(uop: &Uop, shape: Shape, latched: u8, first: u64) -> [u16; 2] {
    let [a, b, c] = uop.sched.operands;
    let sums = u64::from(shape.sums / 2);
    let last = first + if shape.a > 2 { 5 } else { 3 };
    let mut banks = [0; 2];
    let mut read = |operand: u8, register: u8, words: u8, cycle: u64| {
        if register == u8::MAX || latched >> operand & 1 != 0 {
            return;
        }
        for register in register..register.saturating_add(words) {
            banks[usize::from(register & 1)] |= 1 << cycle;
        }
    };
    read(0, a, shape.a.min(2), first);
    read(1, b, shape.b, first + 1);
    if shape.a > 2 {
        read(0, a, 2, first + 3);
    }
    for pair in 0..sums {
        read(2, c, 2, last + 1 + pair - sums);
    }
    banks
}

/// When nothing issues whose result would meet a product's.
fn meeting(gpu: &GpuConfig, latency: u64, sums: u8) -> u64 {
    let pairs = u32::from(sums / 2);
    let first = latency.saturating_sub(1 + u64::from(gpu.issue.file_latency));
    ((1 << pairs) - 1) << first
}

/// Results on their way to the register file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Results {
    /// The cycle of the lowest bit of the following.
    from: u64,
    /// Cycles in which nothing issues that would meet them, a bit each.
    meets: u64,
}

impl Results {
    /// A product that issues `now` brings its results.
    #[inline]
    pub fn bring(&mut self, meets: u64, now: u64) {
        let passed = u32::try_from(now - self.from).unwrap_or(u32::MAX);
        self.meets = self.meets.checked_shr(passed).unwrap_or(0) | meets;
        self.from = now;
    }

    /// The first cycle from `now` on in which what brings its result in time may issue.
    #[inline]
    pub fn free_from(&self, now: u64) -> u64 {
        if self.meets == 0 {
            return now;
        }
        let passed = u32::try_from(now - self.from).unwrap_or(u32::MAX);
        let ahead = self.meets.checked_shr(passed).unwrap_or(0);
        now + u64::from(ahead.trailing_ones())
    }
}
