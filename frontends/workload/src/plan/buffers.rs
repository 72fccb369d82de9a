//! Buffers: sizes and initial values.

use super::{Names, integer, product, scalar};
use crate::element::ElementType;
use crate::expr::code::Code;
use crate::expr::lower::compile_for;
use crate::file::{Buffer, Init, Workload};
use crate::init::Pattern;
use crate::parameters::Parameters;
use crate::text;
use sim_ir::diagnostic::{Diagnostic, did_you_mean};
use sim_ir::source::Span;
use sim_ir::spans::Spanned;
use std::path::{Path, PathBuf};

/// A buffer.
#[derive(Clone, Debug)]
pub struct BufferPlan {
    /// Its name.
    pub name: Spanned,
    /// Type of its elements.
    pub ty: ElementType,
    /// How many.
    pub length: u64,
    /// Its size, which fits into 63 bits.
    pub bytes: u64,
    /// Its initial values.
    pub init: InitPlan,
}

/// Where initial values come from.
#[derive(Clone, Debug)]
pub enum InitPlan {
    /// A formula of the truth sets.
    Pattern(Pattern),
    /// A file's bytes.
    File(PathBuf, Span),
    /// An expression over the index.
    Code(Code),
}

impl BufferPlan {
    /// The buffer, as if it began with other contents.
    pub(super) fn filled(
        &self,
        contents: &Init,
        folder: &Path,
        parameters: &Parameters,
    ) -> Result<BufferPlan, Diagnostic> {
        let init = init(contents, self.ty, folder, parameters)?;
        check_whole(&self.name, &init, self.bytes)?;
        Ok(BufferPlan {
            init,
            ..self.clone()
        })
    }
}

/// The place of a buffer of that name.
pub(super) fn find(name: &Spanned, buffers: &[BufferPlan]) -> Result<usize, Diagnostic> {
    let known = || buffers.iter().map(|b| b.name.as_str());
    let place = known().position(|known| known == name.as_str());
    place.ok_or_else(|| {
        let near = did_you_mean(name, known()).map(|near| format!("did you mean `{near}`?"));
        Diagnostic::error(name.span(), format!("there is no buffer `{name}`")).help_if(near)
    })
}

pub(super) fn plan(
    workload: &Workload,
    folder: &Path,
    parameters: &Parameters,
) -> Result<Vec<BufferPlan>, Diagnostic> {
    let parameter_names = workload.parameters.iter().map(|(name, _)| name);
    let buffer_names = workload.buffers.iter().map(|(name, _)| name);
    text::check_unique(parameter_names.chain(buffer_names), "parameters or buffers")?;
    let buffers = workload.buffers.iter();
    buffers
        .map(|(name, buffer)| one(name, buffer, folder, parameters))
        .collect()
}

fn one(
    name: &Spanned,
    buffer: &Buffer,
    folder: &Path,
    parameters: &Parameters,
) -> Result<BufferPlan, Diagnostic> {
    text::check_name(name, "buffer")?;
    let what = "the length of a buffer";
    let length = integer(&buffer.length, parameters, what, 1..=i64::MAX)? as u64;
    let bytes = product(&[length, buffer.ty.bytes() as u64], &buffer.length)?;
    let init = init(&buffer.init, buffer.ty, folder, parameters)?;
    check_whole(name, &init, bytes)?;
    Ok(BufferPlan {
        name: name.clone(),
        ty: buffer.ty,
        length,
        bytes,
        init,
    })
}

/// Refuses a pattern whose elements do not fill the buffer exactly.
fn check_whole(name: &Spanned, init: &InitPlan, bytes: u64) -> Result<(), Diagnostic> {
    let InitPlan::Pattern(pattern) = init else {
        return Ok(());
    };
    let each = pattern.bytes() as u64;
    if bytes.is_multiple_of(each) {
        return Ok(());
    }
    let message = format!("`{name}` has {bytes} bytes, but its values are {each} bytes wide");
    Err(Diagnostic::error(name.span(), message).help("use Expr, or another length"))
}

fn init(
    init: &Init,
    ty: ElementType,
    folder: &Path,
    parameters: &Parameters,
) -> Result<InitPlan, Diagnostic> {
    let pattern = match init {
        Init::Zero => Pattern::Zero,
        Init::ConstU32(value) => Pattern::Constant(word(value, parameters)?),
        Init::ConstF32(value) => Pattern::Constant(single(value, parameters)?.to_bits()),
        Init::IotaI32 => Pattern::IotaI32,
        Init::IotaF32 => Pattern::IotaF32,
        Init::HashF32 { seed, low, high } => Pattern::HashF32 {
            seed: word(seed, parameters)?,
            low: low
                .as_ref()
                .map_or(Ok(0.0), |low| single(low, parameters))?,
            high: high
                .as_ref()
                .map_or(Ok(1.0), |high| single(high, parameters))?,
        },
        Init::HashF64 { seed } => Pattern::HashF64 {
            seed: word(seed, parameters)?,
        },
        Init::HashU32 { seed, modulus } => Pattern::HashU32 {
            seed: word(seed, parameters)?,
            modulus: modulus.as_ref().map_or(Ok(0), |m| modulo(m, parameters))?,
        },
        Init::HashU8 { seed } => Pattern::HashU8 {
            seed: word(seed, parameters)?,
        },
        Init::File(path) => return Ok(InitPlan::File(folder.join(path.as_str()), path.span())),
        Init::Expr(text) => {
            let names = Names {
                parameters,
                buffers: &[],
            };
            return Ok(InitPlan::Code(compile_for(
                &text.expression()?,
                &names,
                ty,
            )?));
        }
    };
    Ok(InitPlan::Pattern(pattern))
}

/// A 32-bit integer, signed or not.
fn word(text: &Spanned, parameters: &Parameters) -> Result<u32, Diagnostic> {
    let bounds = i64::from(i32::MIN)..=i64::from(u32::MAX);
    Ok(integer(text, parameters, "a 32-bit value", bounds)? as u32)
}

fn modulo(text: &Spanned, parameters: &Parameters) -> Result<u32, Diagnostic> {
    let bounds = 1..=i64::from(u32::MAX);
    Ok(integer(text, parameters, "the modulus", bounds)? as u32)
}

fn single(text: &Spanned, parameters: &Parameters) -> Result<f32, Diagnostic> {
    Ok(scalar(text, parameters)?.as_f64() as f32)
}
