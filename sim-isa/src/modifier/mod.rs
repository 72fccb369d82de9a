//! Modifiers: what an opcode's suffixes say (`.GE`, `.U32`, `.128`, `.STRONG.GPU`).
//!
//! A modifier is an `enum` whose variants carry the value that the hardware
//! encodes and the text that listings print; the first variant is what a new
//! instruction holds. The enums stand in one file for each subject. `kind` lists
//! them all and holds the modifiers that need no enum: flags (`.FTZ`) and numbers
//! (a truth table). Which modifiers an opcode has, in which bits and in which order
//! they print, is in the opcode's row; what older architectures encode otherwise,
//! in `older`.

/// Makes the enums of one subject: documentation, name, and for each variant its
/// code and its text.
macro_rules! modifiers {
    ( $( $(#[$edoc:meta])* $E:ident {
        $( $(#[$vdoc:meta])* $V:ident = $code:literal $text:literal ),+ $(,)?
    } )+ ) => { $(
        $(#[$edoc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum $E { $( $(#[$vdoc])* $V ),+ }

        impl Modifier for $E {
            const KIND: Kind = Kind::$E;
            const ALL: &'static [$E] = &[ $( $E::$V ),+ ];
            const CHOICES: &'static [Choice] =
                &[ $( Choice { code: $code, text: $text } ),+ ];
            fn index(self) -> u8 { self as u8 }
        }
    )+ };
}

mod atomic;
mod compare;
mod convert;
mod float;
mod integer;
mod kind;
mod matrix;
mod memory;
mod older;
mod pack;
mod warp;

pub use atomic::*;
pub use compare::*;
pub use convert::*;
pub use float::*;
pub use integer::*;
pub use kind::{Flag, Kind, Number};
pub use matrix::*;
pub use memory::*;
pub use pack::*;
pub use warp::*;

/// A modifier with named values.
pub trait Modifier: Copy + Eq + 'static {
    /// Where [`Modifiers`] keeps it.
    const KIND: Kind;
    /// All values, in the order of declaration.
    const ALL: &'static [Self];
    /// What they look like outside, in the same order.
    const CHOICES: &'static [Choice];
    /// The position in [`Modifier::ALL`].
    fn index(self) -> u8;
}

/// What one named value of a modifier looks like outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The bits that encode it.
    pub code: u8,
    /// Its text in a listing, empty if it is not printed.
    pub text: &'static str,
}

/// The number of modifiers.
pub const KINDS: usize = Kind::ALL.len();

/// The modifiers of an instruction; those that its opcode lacks hold their default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Modifiers([u8; KINDS]);

impl Default for Modifiers {
    fn default() -> Modifiers {
        Modifiers::NONE
    }
}

impl Modifiers {
    /// Every modifier at its default.
    pub const NONE: Modifiers = Modifiers([0; KINDS]);

    /// The value of a named modifier.
    pub fn get<M: Modifier>(&self) -> M {
        M::ALL[usize::from(self.0[M::KIND as usize])]
    }

    /// Sets a named modifier.
    pub fn set<M: Modifier>(&mut self, value: M) {
        self.0[M::KIND as usize] = value.index();
    }

    /// The same with a named modifier set.
    #[must_use]
    pub fn with<M: Modifier>(mut self, value: M) -> Modifiers {
        self.set(value);
        self
    }

    /// Whether a flag is set.
    pub fn has(&self, flag: Flag) -> bool {
        self.0[flag.kind() as usize] != 0
    }

    /// Sets or clears a flag.
    pub fn set_flag(&mut self, flag: Flag, on: bool) {
        self.0[flag.kind() as usize] = u8::from(on);
    }

    /// The same with a flag set.
    #[must_use]
    pub fn with_flag(mut self, flag: Flag) -> Modifiers {
        self.set_flag(flag, true);
        self
    }

    /// A number.
    pub fn number(&self, number: Number) -> u8 {
        self.0[number.kind() as usize]
    }

    /// Sets a number.
    pub fn set_number(&mut self, number: Number, value: u8) {
        self.0[number.kind() as usize] = value;
    }

    /// The same with a number set.
    #[must_use]
    pub fn with_number(mut self, number: Number, value: u8) -> Modifiers {
        self.set_number(number, value);
        self
    }

    /// A modifier by kind: the index of its choice, or the number itself.
    pub(crate) fn raw(&self, kind: Kind) -> u8 {
        self.0[kind as usize]
    }

    /// Sets a modifier by kind; the caller has looked up the index.
    pub(crate) fn set_raw(&mut self, kind: Kind, raw: u8) {
        let choices = kind.choices();
        debug_assert!(choices.is_empty() || usize::from(raw) < choices.len());
        self.0[kind as usize] = raw;
    }
}
