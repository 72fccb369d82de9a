//! Records as C's `printf` writes them.
//!
//! Source: ISO C17, 7.21.6.1; what it leaves open (infinities, `%p`, `%a`) is as glibc has it,
//! which prints for CUDA on Linux.

use super::float;
use sim_ir::printf::{Amount, Conversion, Flags, Format, Kind, MAX_FIELD, Piece, Radix, Size};

/// Appends a record's text; `values` are its arguments.
pub(super) fn print(format: &Format, values: &[u64], text: &mut Vec<u8>) {
    let mut values = values.iter().copied();
    // The compiler has counted the arguments.
    let mut next = || values.next().unwrap_or(0);
    for piece in &format.pieces {
        match piece {
            Piece::Text(plain) => text.extend(plain.as_bytes()),
            Piece::Conversion(conversion) => {
                let layout = Layout::of(conversion, &mut next);
                let field = match &conversion.kind {
                    Kind::Text(string) => layout.string(string),
                    kind => layout.value(kind, next()),
                };
                layout.pad(field, text);
            }
        }
    }
}

/// How a field is laid out, every `*` replaced by its value.
pub(super) struct Layout {
    pub flags: Flags,
    width: usize,
    pub precision: Option<usize>,
}

/// A field before it is padded.
#[derive(Default)]
pub(super) struct Field {
    /// Sign and `0x`, before which blanks stand and behind which zeros.
    pub prefix: String,
    /// The rest.
    pub body: Vec<u8>,
    /// Whether zeros may fill it.
    pub zeros: bool,
}

impl Layout {
    fn of(conversion: &Conversion, next: &mut impl FnMut() -> u64) -> Layout {
        let mut amount = |amount| match amount {
            Amount::Fixed(number) => i64::from(number),
            Amount::Argument => i64::from(next() as i32),
        };
        let limited = |number: u64| number.min(MAX_FIELD.into()) as usize;
        let mut flags = conversion.flags;
        let width = conversion.width.map_or(0, &mut amount);
        // A negative width is a flag, a negative precision is none.
        flags.left |= width < 0;
        let precision = conversion.precision.map(&mut amount);
        let precision = precision.and_then(|number| u64::try_from(number).ok());
        Layout {
            flags,
            width: limited(width.unsigned_abs()),
            precision: precision.map(limited),
        }
    }

    fn value(&self, kind: &Kind, bits: u64) -> Field {
        match kind {
            Kind::Signed(size) => self.signed(*size, bits),
            Kind::Unsigned(size, radix) => self.unsigned(*radix, unsigned(*size, bits)),
            Kind::Character => Field {
                body: vec![bits as u8],
                ..Field::default()
            },
            Kind::Float(notation, large) => {
                float::field(self, *notation, *large, f64::from_bits(bits))
            }
            Kind::Pointer => self.pointer(bits),
            Kind::Text(string) => self.string(string),
        }
    }

    /// A string, cut off behind `precision` bytes.
    fn string(&self, string: &str) -> Field {
        let length = self.precision.unwrap_or(string.len()).min(string.len());
        Field {
            body: string.as_bytes()[..length].to_vec(),
            ..Field::default()
        }
    }

    fn signed(&self, size: Size, bits: u64) -> Field {
        let value = match size {
            Size::Char => (bits as i8).into(),
            Size::Short => (bits as i16).into(),
            Size::Int => (bits as i32).into(),
            Size::Long => bits as i64,
        };
        Field {
            prefix: self.sign(value < 0).to_owned(),
            ..self.digits(value.unsigned_abs().to_string())
        }
    }

    /// What stands before a number that can be negative.
    pub fn sign(&self, negative: bool) -> &'static str {
        match self.flags {
            _ if negative => "-",
            Flags { plus: true, .. } => "+",
            Flags { space: true, .. } => " ",
            _ => "",
        }
    }

    fn unsigned(&self, radix: Radix, value: u64) -> Field {
        let marked = self.flags.alternative;
        match radix {
            Radix::Decimal => self.digits(value.to_string()),
            Radix::Octal => {
                let mut field = self.digits(format!("{value:o}"));
                if marked && field.body.first() != Some(&b'0') {
                    field.body.insert(0, b'0');
                }
                field
            }
            Radix::Hexadecimal { large } => {
                let (digits, prefix) = match large {
                    true => (format!("{value:X}"), "0X"),
                    false => (format!("{value:x}"), "0x"),
                };
                let prefix = if marked && value != 0 { prefix } else { "" };
                Field {
                    prefix: prefix.to_owned(),
                    ..self.digits(digits)
                }
            }
        }
    }

    fn pointer(&self, address: u64) -> Field {
        match address {
            0 => Field {
                body: b"(nil)".to_vec(),
                ..Field::default()
            },
            _ => Field {
                prefix: format!("{}0x", self.sign(false)),
                ..self.digits(format!("{address:x}"))
            },
        }
    }

    /// The digits of an integer, at least `precision` of them; zero has none if none is asked
    /// for.
    fn digits(&self, digits: String) -> Field {
        let least = self.precision.unwrap_or(1);
        let digits = if digits == "0" { "" } else { &digits };
        Field {
            prefix: String::new(),
            body: format!("{digits:0>least$}").into_bytes(),
            zeros: self.precision.is_none(),
        }
    }

    fn pad(&self, field: Field, text: &mut Vec<u8>) {
        let Field {
            prefix,
            body,
            zeros,
        } = field;
        let fill = self.width.saturating_sub(prefix.len() + body.len());
        let (before, within, behind) = match self.flags {
            Flags { left: true, .. } => (0, 0, fill),
            Flags { zeros: true, .. } if zeros => (0, fill, 0),
            _ => (fill, 0, 0),
        };
        text.extend(std::iter::repeat_n(b' ', before));
        text.extend(prefix.as_bytes());
        text.extend(std::iter::repeat_n(b'0', within));
        text.extend(body);
        text.extend(std::iter::repeat_n(b' ', behind));
    }
}

fn unsigned(size: Size, bits: u64) -> u64 {
    match size {
        Size::Char => (bits as u8).into(),
        Size::Short => (bits as u16).into(),
        Size::Int => (bits as u32).into(),
        Size::Long => bits,
    }
}

#[cfg(test)]
mod tests;
