//! Instructions as text, in the syntax of `cuobjdump -sass`.

mod error;
pub mod number;
pub mod parse;
pub mod print;
pub mod special;
mod token;
