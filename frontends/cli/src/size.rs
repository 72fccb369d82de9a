//! Sizes in bytes as a user writes them: `4GiB`, `512M`, `1000000`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes(pub u64);

/// A size that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SizeError {
    /// No number, or an unknown suffix.
    #[error(
        "not a size: give bytes, or a number with K, M, G or T (1024 each), as in 4G or 512MiB"
    )]
    NotASize,
    /// More than 64 bits hold.
    #[error("the size exceeds 2^64 bytes")]
    TooLarge,
}

/// Suffixes without their optional `iB` or `B`, and the power of two of each.
const SUFFIXES: [(&str, u32); 5] = [("", 0), ("K", 10), ("M", 20), ("G", 30), ("T", 40)];

impl FromStr for Bytes {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Bytes, SizeError> {
        let text = text.trim();
        let digits = text
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len());
        let (digits, suffix) = text.split_at(digits);
        if digits.is_empty() {
            return Err(SizeError::NotASize);
        }
        let number: u64 = digits.parse().map_err(|_| SizeError::TooLarge)?;
        let factor = 1_u64 << power(suffix.trim())?;
        number
            .checked_mul(factor)
            .map(Bytes)
            .ok_or(SizeError::TooLarge)
    }
}

fn power(suffix: &str) -> Result<u32, SizeError> {
    let upper = suffix.to_uppercase();
    let stem = upper.strip_suffix("IB").or(upper.strip_suffix('B'));
    let stem = stem.unwrap_or(&upper);
    let known = SUFFIXES.iter().find(|(name, _)| *name == stem);
    known.map(|(_, power)| *power).ok_or(SizeError::NotASize)
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fits = |power: &u32| self.0 >> power << power == self.0 && self.0 >> power > 0;
        let largest = SUFFIXES.iter().rev().find(|(_, power)| fits(power));
        match largest {
            Some((name, power)) if *power > 0 => write!(f, "{}{name}iB", self.0 >> power),
            Some(_) | None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_are_powers_of_1024() {
        for (text, bytes) in [
            ("0", 0),
            ("123", 123),
            ("4GiB", 4 << 30),
            ("4g", 4 << 30),
            ("512 MB", 512 << 20),
            ("1k", 1024),
            ("7B", 7),
        ] {
            assert_eq!(text.parse(), Ok(Bytes(bytes)), "{text}");
        }
    }

    #[test]
    fn nonsense_and_overflow_are_errors() {
        for text in ["", "G", "-1", "1.5G", "12X", "4GG"] {
            assert_eq!(text.parse::<Bytes>(), Err(SizeError::NotASize), "{text}");
        }
        for text in ["99999999999999999999", "16777216T"] {
            assert_eq!(text.parse::<Bytes>(), Err(SizeError::TooLarge), "{text}");
        }
    }

    #[test]
    fn a_size_prints_with_the_largest_suffix_that_fits() {
        let shown = [4 << 30, 1536, 0, 1000].map(|bytes| Bytes(bytes).to_string());
        assert_eq!(shown, ["4GiB", "1536", "0", "1000"]);
    }
}
