//! Reads format strings.

use super::{Amount, Conversion, Flags, Kind, MAX_FIELD, Notation, Piece, Radix, Size};
use thiserror::Error;

/// What is wrong with a format string.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// Letters that name no conversion.
    #[error("`{0}` is no conversion of `printf`")]
    Unknown(String),
    /// The string ends in the middle of a conversion.
    #[error("the format ends within `{0}`")]
    Unfinished(String),
    /// A field longer than anyone promises.
    #[error("`{0}` asks for a field of more than {MAX_FIELD} characters")]
    TooLong(String),
}

impl FormatError {
    /// What to do about it.
    pub fn remedy(&self) -> &'static str {
        match self {
            FormatError::Unknown(_) => {
                "there are %d %i %u %o %x %X %c %s %p %f %e %g %a, and %% for a percent sign"
            }
            FormatError::Unfinished(_) => "write %% for a percent sign",
            FormatError::TooLong(_) => "print blanks in a loop",
        }
    }
}

/// The parts of a format string; a byte of zero ends it, as in C.
pub fn parse(text: &str) -> Result<Vec<Piece>, FormatError> {
    let mut rest = text.split('\0').next().unwrap_or("");
    let mut pieces = Vec::new();
    let mut plain = String::new();
    while let Some(at) = rest.find('%') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(behind) = rest.strip_prefix("%%") {
            plain.push('%');
            rest = behind;
            continue;
        }
        let mut reader = Reader { text: rest, at: 1 };
        let conversion = reader.conversion()?;
        if !plain.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut plain)));
        }
        pieces.push(Piece::Conversion(conversion));
        rest = &rest[reader.at..];
    }
    plain.push_str(rest);
    if !plain.is_empty() {
        pieces.push(Piece::Text(plain));
    }
    Ok(pieces)
}

/// What letters between precision and conversion say.
#[derive(Clone, Copy, PartialEq)]
enum Modifier {
    None,
    /// `l`, which floats may have, too, to no effect.
    Long,
    Other(Size),
}

/// Reads one conversion.
struct Reader<'a> {
    /// The format from its percent sign on.
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn conversion(&mut self) -> Result<Conversion, FormatError> {
        let flags = self.flags();
        let width = self.amount()?;
        let precision = match self.eat(".") {
            // A point alone is a precision of zero.
            true => Some(self.amount()?.unwrap_or(Amount::Fixed(0))),
            false => None,
        };
        let modifier = self.modifier();
        let letter = self.next().ok_or_else(|| self.unfinished())?;
        let kind = kind(letter, modifier);
        Ok(Conversion {
            text: self.read(),
            flags,
            width,
            precision,
            kind: kind.ok_or_else(|| FormatError::Unknown(self.read()))?,
        })
    }

    fn flags(&mut self) -> Flags {
        let mut flags = Flags::default();
        loop {
            let flag = match self.peek() {
                Some('-') => &mut flags.left,
                Some('+') => &mut flags.plus,
                Some(' ') => &mut flags.space,
                Some('#') => &mut flags.alternative,
                Some('0') => &mut flags.zeros,
                _ => return flags,
            };
            *flag = true;
            self.at += 1;
        }
    }

    /// A number or `*`, where one stands here.
    fn amount(&mut self) -> Result<Option<Amount>, FormatError> {
        if self.eat("*") {
            return Ok(Some(Amount::Argument));
        }
        let digits = self.text[self.at..].bytes();
        let length = digits.take_while(u8::is_ascii_digit).count();
        let digits = &self.text[self.at..self.at + length];
        self.at += length;
        match digits.parse() {
            Ok(number) if number <= MAX_FIELD => Ok(Some(Amount::Fixed(number))),
            _ if digits.is_empty() => Ok(None),
            _ => Err(FormatError::TooLong(self.read())),
        }
    }

    fn modifier(&mut self) -> Modifier {
        const MODIFIERS: [(&str, Modifier); 7] = [
            ("hh", Modifier::Other(Size::Char)),
            ("h", Modifier::Other(Size::Short)),
            ("ll", Modifier::Other(Size::Long)),
            ("l", Modifier::Long),
            ("z", Modifier::Other(Size::Long)),
            ("j", Modifier::Other(Size::Long)),
            ("t", Modifier::Other(Size::Long)),
        ];
        let mut known = MODIFIERS.into_iter();
        let found = known.find(|(letters, _)| self.eat(letters));
        found.map_or(Modifier::None, |(_, modifier)| modifier)
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn eat(&mut self, letters: &str) -> bool {
        let found = self.text[self.at..].starts_with(letters);
        self.at += if found { letters.len() } else { 0 };
        found
    }

    /// What has been read of the conversion.
    fn read(&self) -> String {
        self.text[..self.at].to_owned()
    }

    fn unfinished(&self) -> FormatError {
        FormatError::Unfinished(self.read())
    }
}

/// What a conversion's letter says.
fn kind(letter: char, modifier: Modifier) -> Option<Kind> {
    let size = match modifier {
        Modifier::None => Size::Int,
        Modifier::Long => Size::Long,
        Modifier::Other(size) => size,
    };
    let unsigned = |radix| Some(Kind::Unsigned(size, radix));
    match letter {
        'd' | 'i' => Some(Kind::Signed(size)),
        'u' => unsigned(Radix::Decimal),
        'o' => unsigned(Radix::Octal),
        'x' => unsigned(Radix::Hexadecimal { large: false }),
        'X' => unsigned(Radix::Hexadecimal { large: true }),
        _ if matches!(modifier, Modifier::Other(_)) => None,
        'f' => Some(Kind::Float(Notation::Fixed, false)),
        'F' => Some(Kind::Float(Notation::Fixed, true)),
        'e' => Some(Kind::Float(Notation::Exponent, false)),
        'E' => Some(Kind::Float(Notation::Exponent, true)),
        'g' => Some(Kind::Float(Notation::Shorter, false)),
        'G' => Some(Kind::Float(Notation::Shorter, true)),
        'a' => Some(Kind::Float(Notation::Hexadecimal, false)),
        'A' => Some(Kind::Float(Notation::Hexadecimal, true)),
        _ if modifier == Modifier::Long => None,
        'c' => Some(Kind::Character),
        's' => Some(Kind::Text(String::new())),
        'p' => Some(Kind::Pointer),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Wanted;
    use super::*;

    /// The only conversion of a format.
    fn one(text: &str) -> Conversion {
        match parse(text).expect("a format").as_slice() {
            [Piece::Conversion(conversion)] => conversion.clone(),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn text_and_percent_signs_join_and_a_zero_ends_the_string() {
        let pieces = parse("a%%b%dc\0d").expect("a format");
        let [
            Piece::Text(before),
            Piece::Conversion(_),
            Piece::Text(after),
        ] = &pieces[..]
        else {
            panic!("{pieces:?}");
        };
        assert_eq!((before.as_str(), after.as_str()), ("a%b", "c"));
        assert_eq!(parse(""), Ok(Vec::new()));
    }

    #[test]
    fn flags_width_precision_and_size_stand_in_their_order() {
        let conversion = one("%-+ #012.*lld");
        let Flags {
            left,
            plus,
            space,
            alternative,
            zeros,
        } = conversion.flags;
        assert!(left && plus && space && alternative && zeros);
        assert_eq!(conversion.width, Some(Amount::Fixed(12)));
        assert_eq!(conversion.precision, Some(Amount::Argument));
        assert_eq!(conversion.kind, Kind::Signed(Size::Long));
        assert!(conversion.wanted().eq([Wanted::Int, Wanted::Long]));
        assert_eq!(one("%.f").precision, Some(Amount::Fixed(0)));
        assert_eq!(one("%lf").kind, one("%f").kind);
        assert_eq!(one("%hhu").kind, Kind::Unsigned(Size::Char, Radix::Decimal));
    }

    #[test]
    fn what_c_does_not_know_is_named() {
        let fault = |text| parse(text).expect_err("a fault").to_string();
        assert_eq!(fault("%5q"), "`%5q` is no conversion of `printf`");
        assert_eq!(fault("%hf"), "`%hf` is no conversion of `printf`");
        assert_eq!(fault("%lc"), "`%lc` is no conversion of `printf`");
        assert_eq!(fault("%ü"), "`%ü` is no conversion of `printf`");
        assert_eq!(fault("100 %-"), "the format ends within `%-`");
        assert_eq!(
            fault("%5000d"),
            "`%5000` asks for a field of more than 4095 characters"
        );
        assert!(parse("%99999999999d").is_err());
    }
}
