//! The small kernel IR: structured statements, C expressions, and the compiler to machine code.
