//! Arguments as a kernel finds them: bytes in its parameter area.
//!
//! A kernel written in the workload knows its parameters' types, so numbers are converted to
//! them. A compiled module knows only sizes: there an integer expression is passed as an
//! integer and a float expression as a float of the parameter's size.

use crate::element::ElementType;
use crate::plan::{ArgumentPlan, ArgumentValue, BufferPlan, LaunchPlan};
use crate::scalar::Scalar;
use sim_ir::diagnostic::Diagnostic;
use sim_ir::kernel::eval::halves;
use sim_ir::kernel::{MemType, ParamType, Rounding};
use sim_isa::Param;

/// What is known of a kernel's parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// Its place in the parameter area.
    pub param: Param,
    /// Its type; `None` where only the size is known.
    pub ty: Option<ParamType>,
}

/// Lays out a launch's arguments, with the address of each buffer.
pub fn pack(
    launch: &LaunchPlan,
    slots: &[Slot],
    buffers: &[BufferPlan],
    addresses: &[u64],
) -> Result<Vec<u8>, Diagnostic> {
    check_count(launch, slots)?;
    let end = slots.iter().map(|s| s.param.offset + s.param.size).max();
    let mut area = vec![0; end.unwrap_or(0) as usize];
    for (slot, arg) in slots.iter().zip(&launch.args) {
        let bits = match arg.value {
            ArgumentValue::Pointer { buffer, offset } => {
                check_pointer(slot, arg, &buffers[buffer])?;
                addresses[buffer] + offset
            }
            ArgumentValue::Number(value) => number(slot, arg, value)?,
        };
        let (at, size) = (slot.param.offset as usize, slot.param.size as usize);
        area[at..at + size].copy_from_slice(&bits.to_le_bytes()[..size]);
    }
    Ok(area)
}

fn check_count(launch: &LaunchPlan, slots: &[Slot]) -> Result<(), Diagnostic> {
    let (wanted, found) = (slots.len(), launch.args.len());
    if wanted == found {
        return Ok(());
    }
    let kernel = &launch.kernel_name;
    let message = format!("`{kernel}` takes {wanted} arguments, but the launch gives {found}");
    let names = slots
        .iter()
        .map(|slot| describe(&slot.param))
        .collect::<Vec<_>>()
        .join(", ");
    let help = format!("its parameters are: {names}");
    let span = launch.args.last().map_or(kernel.span(), |arg| arg.span);
    Err(Diagnostic::error(span, message).help(help))
}

fn describe(param: &Param) -> String {
    let size = param.size;
    match &param.name {
        Some(name) => format!("{name} ({size} bytes)"),
        None => format!("{size} bytes"),
    }
}

fn check_pointer(slot: &Slot, arg: &ArgumentPlan, buffer: &BufferPlan) -> Result<(), Diagnostic> {
    let fits = match slot.ty {
        None => slot.param.size == 8,
        Some(ParamType::Scalar(_)) => false,
        Some(ParamType::Pointer(element)) => may_point_at(element, buffer.ty),
    };
    if fits {
        return Ok(());
    }
    let (name, ty) = (&buffer.name, buffer.ty);
    let wanted = match slot.ty {
        None => format!("{} bytes wide, which is no pointer", slot.param.size),
        Some(ParamType::Scalar(ty)) => format!("a number ({ty:?})"),
        Some(ParamType::Pointer(ty)) => format!("a pointer to {ty:?}"),
    };
    let message = format!("`{name}` is a buffer of {ty:?}, but the parameter is {wanted}");
    Err(Diagnostic::error(arg.span, message))
}

/// Whether a pointer to one type may point at elements of another: integers of one width
/// count as the same, and floats of 16 bits as 16-bit integers. A pair points at two elements.
fn may_point_at(pointer: MemType, element: ElementType) -> bool {
    match pointer {
        MemType::F16 | MemType::F16x2 => return element == ElementType::F16,
        MemType::Bf16 | MemType::Bf16x2 => return element == ElementType::BF16,
        _ => {}
    }
    let float = matches!(pointer, MemType::F32 | MemType::F64);
    let element_float = matches!(element, ElementType::F32 | ElementType::F64);
    pointer.size() as usize == element.bytes() && float == element_float
}

fn number(slot: &Slot, arg: &ArgumentPlan, value: Scalar) -> Result<u64, Diagnostic> {
    match slot.ty {
        Some(ParamType::Pointer(_)) => {
            let message = format!("the parameter is a pointer, but the argument is {value}");
            Err(Diagnostic::error(arg.span, message).help("pass the name of a buffer"))
        }
        Some(ParamType::Scalar(MemType::F32)) => Ok((value.as_f64() as f32).to_bits().into()),
        Some(ParamType::Scalar(MemType::F64)) => Ok(value.as_f64().to_bits()),
        Some(ParamType::Scalar(ty)) if ty.register().is_half() => {
            let half = ty.register().half();
            let bits = halves::rounded(half, value.as_f64(), Rounding::Nearest).into();
            // A number for a pair is both halves, as `__float2half2_rn` makes it.
            Ok(if ty.register().is_pair() {
                halves::pack(ty.register(), bits, bits)
            } else {
                bits
            })
        }
        Some(ParamType::Scalar(ty)) => match value {
            Scalar::Int(value) => integer(arg, value, ty.size()),
            Scalar::Float(value) => {
                let message = format!("the parameter is an integer, but the argument is {value}");
                Err(Diagnostic::error(arg.span, message).help("cast it, as in `(int) x`"))
            }
        },
        None => untyped(arg, value, slot.param.size),
    }
}

/// A number for a parameter of which only the size is known.
fn untyped(arg: &ArgumentPlan, value: Scalar, size: u32) -> Result<u64, Diagnostic> {
    match (value, size) {
        (Scalar::Int(value), 1 | 2 | 4 | 8) => integer(arg, value, size),
        (Scalar::Float(value), 4) => Ok((value as f32).to_bits().into()),
        (Scalar::Float(value), 8) => Ok(value.to_bits()),
        (value, size) => {
            let message = format!("{value} cannot be passed in a parameter of {size} bytes");
            Err(Diagnostic::error(arg.span, message))
        }
    }
}

/// An integer that fits into a size, signed or unsigned.
fn integer(arg: &ArgumentPlan, value: i64, size: u32) -> Result<u64, Diagnostic> {
    let bits = 8 * size;
    let fits = bits == 64 || (-(1i64 << (bits - 1)) <= value && value < 1i64 << bits);
    if fits {
        return Ok(value as u64);
    }
    let message = format!("{value} does not fit into the parameter's {bits} bits");
    Err(Diagnostic::error(arg.span, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_ir::source::Span;

    fn slot(size: u32, ty: Option<ParamType>) -> Slot {
        let param = Param {
            name: Some("p".into()),
            offset: 0,
            size,
        };
        Slot { param, ty }
    }

    fn pass(value: Scalar, slot: &Slot) -> Result<u64, String> {
        let arg = ArgumentPlan {
            value: ArgumentValue::Number(value),
            span: Span::NONE,
        };
        number(slot, &arg, value).map_err(|d| d.message)
    }

    #[test]
    fn a_number_becomes_what_the_parameter_is() {
        let single = slot(4, Some(ParamType::Scalar(MemType::F32)));
        assert_eq!(pass(Scalar::Int(1), &single), Ok(0x3f80_0000));
        let half = slot(2, Some(ParamType::Scalar(MemType::F16)));
        assert_eq!(pass(Scalar::Float(0.5), &half), Ok(0x3800));
        let pair = slot(4, Some(ParamType::Scalar(MemType::Bf16x2)));
        assert_eq!(pass(Scalar::Int(1), &pair), Ok(0x3f80_3f80));
        let unsigned = slot(4, Some(ParamType::Scalar(MemType::U32)));
        assert_eq!(pass(Scalar::Int(0xffff_ffff), &unsigned), Ok(0xffff_ffff));
        assert!(pass(Scalar::Int(1 << 32), &unsigned).is_err());
        assert!(pass(Scalar::Float(0.5), &unsigned).is_err());
        let byte = slot(1, None);
        assert_eq!(pass(Scalar::Int(-128), &byte).map(|b| b as u8), Ok(0x80));
        assert!(pass(Scalar::Int(-129), &byte).is_err());
        assert_eq!(pass(Scalar::Float(1.0), &slot(8, None)), Ok(1f64.to_bits()));
        assert!(pass(Scalar::Float(1.0), &byte).is_err());
    }

    #[test]
    fn a_pointer_fits_elements_of_its_width_and_kind() {
        assert!(may_point_at(MemType::S32, ElementType::U32));
        assert!(may_point_at(MemType::U16, ElementType::F16));
        assert!(!may_point_at(MemType::S32, ElementType::F32));
        assert!(!may_point_at(MemType::F32, ElementType::F64));
        assert!(may_point_at(MemType::F16x2, ElementType::F16));
        assert!(!may_point_at(MemType::F16, ElementType::BF16));
        assert!(!may_point_at(MemType::Bf16x2, ElementType::F32));
    }
}
