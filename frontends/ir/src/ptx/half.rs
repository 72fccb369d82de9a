//! Floats of 16 bits. PTX has no constants of them: arithmetic reads registers.

use super::body::{Body, Written};
use super::convert::{to_float, to_whole};
use super::names::Class;
use crate::kernel::{BinaryOp, CompareOp, Operand, Rounding, Type, UnaryOp, VReg};

/// The first capabilities with these operations.
const BFLOAT_SINCE: u32 = 90;
const EXTREMES_SINCE: u32 = 80;

impl Body<'_> {
    /// An operation whose operands and result are of one type; `None` where there is none.
    pub(super) fn half_operation(
        &mut self,
        mnemonic: Option<&str>,
        ty: Type,
        dst: VReg,
        operands: &[Operand],
    ) -> Written {
        let Some(mnemonic) = mnemonic else {
            return self.unsupported(format!("this operation of {ty}"));
        };
        self.check_halves(ty)?;
        let texts: Vec<_> = operands.iter().map(|&o| self.half(o)).collect();
        let dst = self.name(dst);
        self.emit(&format!("{mnemonic}.{ty} {dst}, {}", texts.join(", ")));
        Ok(())
    }

    pub(super) fn half_unary(&mut self, op: UnaryOp, ty: Type, dst: VReg, a: Operand) -> Written {
        let mnemonic = match op {
            UnaryOp::Neg => Some("neg"),
            UnaryOp::Abs => Some("abs"),
            UnaryOp::Floor => Some("cvt.rmi"),
            UnaryOp::Ceil => Some("cvt.rpi"),
            UnaryOp::Trunc => Some("cvt.rzi"),
            UnaryOp::RoundEven => Some("cvt.rni"),
            _ => None,
        };
        let converts = mnemonic.filter(|text| text.starts_with("cvt"));
        let converts = converts.map(|text| format!("{text}.{ty}"));
        self.half_operation(converts.as_deref().or(mnemonic), ty, dst, &[a])
    }

    pub(super) fn half_binary(
        &mut self,
        op: BinaryOp,
        ty: Type,
        dst: VReg,
        operands: [Operand; 2],
    ) -> Written {
        let mnemonic = match op {
            BinaryOp::Add | BinaryOp::AddRn => Some("add.rn"),
            BinaryOp::Sub => Some("sub.rn"),
            BinaryOp::Mul | BinaryOp::MulRn => Some("mul.rn"),
            BinaryOp::Min | BinaryOp::Max if self.options.target.number() < EXTREMES_SINCE => {
                return self.unsupported(format!("a minimum or maximum of {ty}"));
            }
            BinaryOp::Min => Some("min"),
            BinaryOp::Max => Some("max"),
            _ => None,
        };
        self.half_operation(mnemonic, ty, dst, &operands)
    }

    pub(super) fn half_compare(
        &mut self,
        relation: &str,
        ty: Type,
        dst: VReg,
        operands: [Operand; 2],
    ) -> Written {
        self.check_halves(ty)?;
        let [a, b] = operands.map(|o| self.half(o));
        let dst = self.name(dst);
        if !ty.is_pair() {
            self.emit(&format!("setp.{relation}.{ty} {dst}, {a}, {b}"));
            return Ok(());
        }
        let high = self.names.temporary(Class::Predicate);
        self.emit(&format!("setp.{relation}.{ty} {dst}|{high}, {a}, {b}"));
        self.emit(&format!("and.pred {dst}, {dst}, {high}"));
        Ok(())
    }

    pub(super) fn compare_halves(
        &mut self,
        op: CompareOp,
        ty: Type,
        dst: VReg,
        operands: [Operand; 2],
    ) -> Written {
        let mnemonic = format!("set.{}.{ty}", super::arithmetic::relation(op, true));
        self.half_operation(Some(&mnemonic), ty, dst, &operands)
    }

    pub(super) fn pack(&mut self, ty: Type, dst: VReg, low: Operand, high: Operand) {
        let [low, high] = [low, high].map(|o| self.element(o));
        let dst = self.name(dst);
        let bits = ty.bits();
        self.emit(&format!("mov.b{bits} {dst}, {{{low}, {high}}}"));
    }

    pub(super) fn unpack(&mut self, ty: Type, dst: VReg, src: Operand, high: bool) {
        let (src, dst) = (self.element(src), self.name(dst));
        let other = self.names.temporary(Class::of(ty.half()));
        let (low, high) = if high { (other, dst) } else { (dst, other) };
        let bits = ty.bits();
        self.emit(&format!("mov.b{bits} {{{low}, {high}}}, {src}"));
    }

    pub(super) fn half_convert(
        &mut self,
        (from, to): (Type, Type),
        round: Rounding,
        dst: VReg,
        src: Operand,
    ) -> Written {
        self.check_halves(if from.is_half() { from } else { to })?;
        let rounding = match (from.is_half(), to.is_half()) {
            (true, _) if to.is_integer() => format!(".{}", to_whole(round)),
            (_, true) => format!(".{}", to_float(round)),
            _ => String::new(),
        };
        let (src, dst) = (self.half(src), self.name(dst));
        if from.is_half() && to.is_half() {
            let single = self.names.temporary(Class::Single);
            self.emit(&format!("cvt.f32.{from} {single}, {src}"));
            self.emit(&format!("cvt{rounding}.{to}.f32 {dst}, {single}"));
            return Ok(());
        }
        self.emit(&format!("cvt{rounding}.{to}.{from} {dst}, {src}"));
        Ok(())
    }

    /// An operand; constants of 16 bits and of pairs go to a register first.
    pub(super) fn half(&mut self, operand: Operand) -> String {
        match operand.constant() {
            Some(value) if value.ty.is_half() => self.element(operand),
            _ => self.operand(operand),
        }
    }

    /// An operand that must be a register.
    fn element(&mut self, operand: Operand) -> String {
        let text = self.operand(operand);
        let Some(class) = operand.constant().map(|c| Class::of(c.ty)) else {
            return text;
        };
        let register = self.names.temporary(class);
        self.emit(&format!("mov.{} {register}, {text}", class.ptx()));
        register
    }

    fn check_halves(&self, ty: Type) -> Written {
        match ty.is_bfloat() && self.options.target.number() < BFLOAT_SINCE {
            true => self.unsupported("arithmetic of bfloat16 (from sm_90 on)"),
            false => Ok(()),
        }
    }
}
