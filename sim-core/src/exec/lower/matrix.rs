//! Products of matrices.

use super::operands::Flavour;
use super::{Context, LowerErrorKind, Lowering};
use crate::exec::uop::{Adder, Alu, FloatProduct, IntegerProduct, Kind, Product, Src, Uop};
use sim_isa::operand::Operand as Written;
use sim_isa::{Arch, Flag, Op, Pipe, Reg};

impl Context<'_> {
    /// HMMA, IMMA, BMMA, DMMA.
    pub(super) fn product(&self, uop: &mut Uop) -> Lowering<()> {
        for slot in 0..3 {
            self.fragment(uop, slot)?;
        }
        let registers = width(self.instruction.b);
        let product = match self.instruction.op {
            Op::Hmma => Product::Float(FloatProduct {
                factors: self.get(),
                sum: self.get(),
                registers,
                adder: self.adder()?,
            }),
            Op::Imma => Product::Integer(IntegerProduct {
                a: self.get(),
                b: self.get(),
                eights: width(self.instruction.a) / registers,
                registers,
                saturates: self.has(Flag::Sat),
            }),
            Op::Bmma => Product::Bits(self.get()),
            _ => Product::Double,
        };
        if uop.pipe == Pipe::Tensor && width(self.instruction.a) > 2 {
            uop.pipe = Pipe::TensorLong;
        }
        self.set(uop, Kind::Alu(Alu::Product(product)))
    }

    /// A source of as many registers as its matrix takes.
    fn fragment(&self, uop: &mut Uop, slot: usize) -> Lowering<()> {
        self.set_source(uop, slot, Flavour::Int)?;
        if let Src::Row(row) = uop.src[slot].src {
            let written = [self.instruction.a, self.instruction.b, self.instruction.c][slot];
            self.row(Reg(row), width(written).into())?;
        }
        Ok(())
    }

    /// How the tensor cores of an architecture add up: sm_90 as measured (`exec::execute::matrix`), from sm_80 on
    /// as others found ("MMA-Sim", arXiv:2511.10909: half as many terms at once, a bit less).
    fn adder(&self) -> Lowering<Adder> {
        match self.arch {
            Arch::Sm90 => Ok(Adder {
                fraction: 25,
                bytes: 32,
            }),
            Arch::Sm80 | Arch::Sm86 | Arch::Sm89 => Ok(Adder {
                fraction: 24,
                bytes: 16,
            }),
            Arch::Sm70 | Arch::Sm75 => Err(LowerErrorKind::Unmodelled(
                "a product of matrices of floats before sm_80",
            )),
        }
    }
}

/// Registers of a written operand.
fn width(written: Written) -> u8 {
    match written {
        Written::Reg { width, .. } => width.max(1),
        _ => 1,
    }
}
