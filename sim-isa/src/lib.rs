//! NVIDIA's machine code (SASS): opcode table, encoding, listings, control flow.
