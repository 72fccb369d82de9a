//! All tests of reading cubins through the public interface, in one program: it links once, and they run side by side.

mod cuda12;
mod damage;
mod truth;
