//! All tests of the instruction set through its public interface, in one program: it links once, and they run side by side.

mod corpus;
mod errors;
mod forms;
mod listing;
mod listings;
mod post_dominators;
mod properties;
mod reference;
