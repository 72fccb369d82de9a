//! Compiled CUDA modules (cubin): ELF, kernel metadata, machine code.
