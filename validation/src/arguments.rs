//! A case's arguments as the bytes that a kernel finds in constant bank 0.

use crate::error::CaseError;
use crate::truth::{Argument, Case};
use sim_isa::Param;

/// The parameters' bytes; `address` gives where a buffer lies on the device.
///
/// Arguments must match the kernel's parameters in number and size, so a case
/// that was written for another kernel is refused before it runs.
pub fn pack(
    case: &Case,
    params: &[Param],
    address: impl Fn(&str) -> u64,
) -> Result<Vec<u8>, CaseError> {
    if params.len() != case.args.len() {
        return Err(CaseError::ArgumentCount {
            case: case.name.clone(),
            parameters: params.len(),
            arguments: case.args.len(),
        });
    }
    let mut packed = Vec::new();
    for (position, (param, argument)) in params.iter().zip(&case.args).enumerate() {
        let bytes = bytes(argument, &address);
        if bytes.len() != param.size as usize {
            return Err(CaseError::ArgumentSize {
                case: case.name.clone(),
                position,
                argument: bytes.len(),
                parameter: param.size,
            });
        }
        put(&mut packed, param.offset as usize, &bytes);
    }
    Ok(packed)
}

/// The parameters' bytes where only the arguments are known: each aligned to its size, as C and
/// PTX lay them out.
pub fn pack_naturally(case: &Case, address: impl Fn(&str) -> u64) -> Vec<u8> {
    let mut packed = Vec::<u8>::new();
    for argument in &case.args {
        let bytes = bytes(argument, &address);
        let offset = packed.len().next_multiple_of(bytes.len());
        put(&mut packed, offset, &bytes);
    }
    packed
}

fn bytes(argument: &Argument, address: impl Fn(&str) -> u64) -> Vec<u8> {
    match argument {
        Argument::Buffer(name) => address(name).to_le_bytes().to_vec(),
        Argument::BufferAt(name, offset) => (address(name) + offset).to_le_bytes().to_vec(),
        Argument::U8(value) => value.to_le_bytes().to_vec(),
        Argument::U16(value) => value.to_le_bytes().to_vec(),
        Argument::I32(value) => value.to_le_bytes().to_vec(),
        Argument::U32(value) => value.to_le_bytes().to_vec(),
        Argument::I64(value) => value.to_le_bytes().to_vec(),
        Argument::U64(value) => value.to_le_bytes().to_vec(),
        Argument::F32(value) => value.to_le_bytes().to_vec(),
        Argument::F64(value) => value.to_le_bytes().to_vec(),
    }
}

/// Writes at `offset`, with zeros before it where nothing was yet.
fn put(packed: &mut Vec<u8>, offset: usize, bytes: &[u8]) {
    let end = offset + bytes.len();
    if packed.len() < end {
        packed.resize(end, 0);
    }
    packed[offset..end].copy_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(args: Vec<Argument>) -> Case {
        Case {
            name: "c".into(),
            kernel: "k".into(),
            cubin: "k.cubin".into(),
            grid: [1; 3],
            block: [1; 3],
            dyn_smem: 0,
            args,
            buffers: Default::default(),
            variables: Default::default(),
            check: vec![],
            carveout: None,
            warm: false,
            group: None,
            core: false,
            source: None,
        }
    }

    fn params(places: &[(u32, u32)]) -> Vec<Param> {
        let param = |&(offset, size)| Param {
            name: None,
            offset,
            size,
        };
        places.iter().map(param).collect()
    }

    #[test]
    fn a_pointer_after_a_word_lies_where_the_kernel_looks_for_it() {
        let case = case(vec![Argument::I32(-1), Argument::Buffer("x".into())]);
        let packed = pack(&case, &params(&[(0, 4), (8, 8)]), |_| 0x1122).expect("they match");
        assert_eq!(
            packed[..],
            [255, 255, 255, 255, 0, 0, 0, 0, 0x22, 0x11, 0, 0, 0, 0, 0, 0]
        );
    }

    #[test]
    fn without_a_kernel_arguments_lie_where_c_puts_them() {
        let pointer = Argument::BufferAt("x".into(), 4);
        let case = case(vec![Argument::F32(0.0), pointer, Argument::I32(-1)]);
        let packed = pack_naturally(&case, |_| 0x10);
        assert_eq!(packed.len(), 20);
        assert_eq!(packed[8..], [0x14, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255]);
    }

    #[test]
    fn arguments_that_do_not_match_the_kernel_are_refused() {
        let case = case(vec![Argument::F32(1.0)]);
        let wide = pack(&case, &params(&[(0, 8)]), |_| 0);
        assert!(matches!(
            wide,
            Err(CaseError::ArgumentSize {
                argument: 4,
                parameter: 8,
                ..
            })
        ));
        let none = pack(&case, &[], |_| 0);
        assert!(matches!(
            none,
            Err(CaseError::ArgumentCount {
                parameters: 0,
                arguments: 1,
                ..
            })
        ));
    }
}
