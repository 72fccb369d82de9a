//! Why an encoding could not be read.

/// Why an encoding could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DecodeError {
    /// The opcode bits are in no row.
    #[error(
        "at {address:#06x}: unknown opcode {opcode:#05x} in encoding {encoding:#034x}; \
         the opcode table has no row for it"
    )]
    UnknownOpcode {
        /// Byte address in the kernel.
        address: u32,
        /// Bits 0…11.
        opcode: u16,
        /// The whole encoding.
        encoding: u128,
    },
    /// The row does not say what some set bits mean.
    #[error(
        "at {address:#06x}: {mnemonic} in encoding {encoding:#034x} has set bits {bits:#034x} \
         that its row in the opcode table does not explain"
    )]
    UnexplainedBits {
        /// Byte address in the kernel.
        address: u32,
        /// The row's mnemonic.
        mnemonic: &'static str,
        /// The whole encoding.
        encoding: u128,
        /// The bits.
        bits: u128,
    },
    /// Bits that always hold one value hold another.
    #[error(
        "at {address:#06x}: {mnemonic} in encoding {encoding:#034x} differs in the bits \
         {bits:#034x} from what its row in the opcode table says they always hold"
    )]
    FixedBits {
        /// Byte address in the kernel.
        address: u32,
        /// The row's mnemonic.
        mnemonic: &'static str,
        /// The whole encoding.
        encoding: u128,
        /// The bits.
        bits: u128,
    },
    /// A field holds a value that has no meaning.
    #[error(
        "at {address:#06x}: {mnemonic} in encoding {encoding:#034x} holds {value} in its field \
         {field}, which the opcode table does not know"
    )]
    UnknownValue {
        /// Byte address in the kernel.
        address: u32,
        /// The row's mnemonic.
        mnemonic: &'static str,
        /// The whole encoding.
        encoding: u128,
        /// The field's name.
        field: &'static str,
        /// Its value.
        value: u64,
    },
}

/// Of two errors the one that explains more of the encoding.
pub(super) fn closer(a: DecodeError, b: DecodeError) -> DecodeError {
    let distance = |error: &DecodeError| match error {
        DecodeError::UnknownOpcode { .. } => 1000,
        DecodeError::FixedBits { .. } => 500,
        DecodeError::UnknownValue { .. } => 200,
        DecodeError::UnexplainedBits { bits, .. } => bits.count_ones(),
    };
    if distance(&b) < distance(&a) { b } else { a }
}
