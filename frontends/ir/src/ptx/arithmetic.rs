//! Arithmetic, logic, comparisons and choices.
//!
//! Every float operation names its rounding: ptxas contracts only those that do not.

use super::body::{Body, Written};
use super::convert::to_float;
use super::names::Class;
use crate::kernel::{BinaryOp, CompareOp, Operand, Rounding, Type, UnaryOp, VReg};

/// The first capability with a hyperbolic tangent.
const TANH_SINCE: u32 = 75;

impl Body<'_> {
    pub(super) fn unary(&mut self, op: UnaryOp, ty: Type, dst: VReg, a: Operand) -> Written {
        let bits = ty.bits();
        let mnemonic = match op {
            UnaryOp::Neg | UnaryOp::Abs if ty.is_integer() => format!("{}.s{bits}", lower(op)),
            UnaryOp::Neg | UnaryOp::Abs => format!("{}.{ty}", lower(op)),
            UnaryOp::Not if ty == Type::Pred => "not.pred".into(),
            UnaryOp::Not | UnaryOp::Popc | UnaryOp::Clz | UnaryOp::Brev => {
                format!("{}.b{bits}", lower(op))
            }
            UnaryOp::SignExtend8 => "cvt.s32.s8".into(),
            UnaryOp::SignExtend16 => "cvt.s32.s16".into(),
            UnaryOp::Floor => format!("cvt.rmi.{ty}.{ty}"),
            UnaryOp::Ceil => format!("cvt.rpi.{ty}.{ty}"),
            UnaryOp::Trunc => format!("cvt.rzi.{ty}.{ty}"),
            UnaryOp::RoundEven => format!("cvt.rni.{ty}.{ty}"),
            UnaryOp::Saturate => "cvt.sat.f32.f32".into(),
            UnaryOp::Sqrt | UnaryOp::Rcp => format!("{}.rn.{ty}", lower(op)),
            // The unit's own answer: without `.ftz` ptxas scales denormals around it.
            UnaryOp::RcpApprox => format!("rcp.approx.ftz.{ty}"),
            UnaryOp::SqrtApprox => "sqrt.approx.f32".into(),
            UnaryOp::RsqrtApprox => "rsqrt.approx.f32".into(),
            UnaryOp::SinApprox => "sin.approx.f32".into(),
            UnaryOp::CosApprox => "cos.approx.f32".into(),
            UnaryOp::Exp2Flushed => "ex2.approx.ftz.f32".into(),
            UnaryOp::RsqrtFlushed => format!("rsqrt.approx.ftz.{ty}"),
            UnaryOp::SqrtFlushed => "sqrt.approx.ftz.f32".into(),
            UnaryOp::Log2Flushed => "lg2.approx.ftz.f32".into(),
            UnaryOp::Exp2Approx => "ex2.approx.f32".into(),
            UnaryOp::Log2Approx => "lg2.approx.f32".into(),
            UnaryOp::TanhApprox if self.options.target.number() < TANH_SINCE => {
                return self.unsupported("a hyperbolic tangent (tanh.approx.f32)");
            }
            UnaryOp::TanhApprox => "tanh.approx.f32".into(),
        };
        self.simple(&mnemonic, dst, &[a]);
        Ok(())
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        ty: Type,
        dst: VReg,
        a: Operand,
        b: Operand,
    ) -> Written {
        let (bits, float) = (ty.bits(), ty.is_float());
        let mnemonic = match op {
            BinaryOp::Add | BinaryOp::AddRn if float => format!("add.rn.{ty}"),
            BinaryOp::Sub if float => format!("sub.rn.{ty}"),
            BinaryOp::Mul | BinaryOp::MulRn if float => format!("mul.rn.{ty}"),
            BinaryOp::Div if float => format!("div.rn.{ty}"),
            BinaryOp::Add | BinaryOp::AddRn => format!("add.{ty}"),
            BinaryOp::Mul | BinaryOp::MulRn => format!("mul.lo.{ty}"),
            BinaryOp::MulHi => format!("mul.hi.{ty}"),
            BinaryOp::Sub | BinaryOp::Div | BinaryOp::Rem | BinaryOp::Min | BinaryOp::Max => {
                format!("{}.{ty}", lower(op))
            }
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor if ty == Type::Pred => {
                format!("{}.pred", lower(op))
            }
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shl => {
                format!("{}.b{bits}", lower(op))
            }
            BinaryOp::Shr => format!("shr.{ty}"),
        };
        self.simple(&mnemonic, dst, &[a, b]);
        Ok(())
    }

    pub(super) fn fma(
        &mut self,
        round: Rounding,
        ty: Type,
        dst: VReg,
        operands: [Operand; 3],
    ) -> Written {
        if ty.is_half() {
            return self.half_operation(Some("fma.rn"), ty, dst, &operands);
        }
        let mnemonic = match ty.is_float() {
            true => format!("fma.{}.{ty}", to_float(round)),
            false => format!("mad.lo.{ty}"),
        };
        self.simple(&mnemonic, dst, &operands);
        Ok(())
    }

    pub(super) fn compare(
        &mut self,
        op: CompareOp,
        ty: Type,
        dst: VReg,
        a: Operand,
        b: Operand,
    ) -> Written {
        if ty == Type::Pred {
            return self.compare_predicates(op, dst, a, b);
        }
        let relation = relation(op, ty.is_float());
        if ty.is_half() {
            return self.half_compare(&relation, ty, dst, [a, b]);
        }
        self.simple(&format!("setp.{relation}.{ty}"), dst, &[a, b]);
        Ok(())
    }

    fn compare_predicates(&mut self, op: CompareOp, dst: VReg, a: Operand, b: Operand) -> Written {
        match op {
            CompareOp::Ne => self.simple("xor.pred", dst, &[a, b]),
            CompareOp::Eq => {
                self.simple("xor.pred", dst, &[a, b]);
                self.simple("not.pred", dst, &[dst.into()]);
            }
            CompareOp::Lt | CompareOp::Le | CompareOp::Gt | CompareOp::Ge => {
                return self.unsupported("an order of predicates");
            }
        }
        Ok(())
    }

    pub(super) fn select(
        &mut self,
        ty: Type,
        dst: VReg,
        condition: Operand,
        a: Operand,
        b: Operand,
    ) {
        if ty == Type::Pred {
            return self.select_predicate(dst, condition, a, b);
        }
        let [a, b, condition] = [a, b, condition].map(|o| self.operand(o));
        let dst = self.name(dst);
        let ty = super::memory::untyped_halves(ty);
        self.emit(&format!("selp.{ty} {dst}, {a}, {b}, {condition}"));
    }

    /// `(condition && a) || (!condition && b)`: PTX chooses among numbers only.
    fn select_predicate(&mut self, dst: VReg, condition: Operand, a: Operand, b: Operand) {
        let [then, otherwise] = [(); 2].map(|()| self.names.temporary(Class::Predicate));
        let [a, b, condition] = [a, b, condition].map(|o| self.operand(o));
        let dst = self.name(dst);
        self.emit(&format!("and.pred {then}, {condition}, {a}"));
        self.emit(&format!("not.pred {otherwise}, {condition}"));
        self.emit(&format!("and.pred {otherwise}, {otherwise}, {b}"));
        self.emit(&format!("or.pred {dst}, {then}, {otherwise}"));
    }
}

/// A comparison's name. With a NaN only `!=` holds: the unordered one.
pub(super) fn relation(op: CompareOp, float: bool) -> String {
    match float && op == CompareOp::Ne {
        true => "neu".into(),
        false => lower(op),
    }
}

/// An operation's name in PTX, where it is ours in small letters.
fn lower(op: impl std::fmt::Debug) -> String {
    format!("{op:?}").to_lowercase()
}
