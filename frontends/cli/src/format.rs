//! How numbers look in text: digits grouped, decimals by size, absence as `n/a`.

/// What stands where the model has no value.
pub const ABSENT: &str = "n/a";

/// What stands where there is nothing to count, such as conflicts without
/// shared memory.
pub const NOTHING: &str = "-";

/// A whole number with its thousands grouped: `1,899,008`.
pub fn whole(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let mut text = String::with_capacity(digits.len() * 4 / 3 + 1);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if value < 0.0 && digits != "0" {
        text.insert(0, '-');
    }
    text
}

/// A count.
pub fn count(value: u64) -> String {
    whole(value as f64)
}

/// A number with a fixed number of decimals.
pub fn fixed(value: f64, decimals: usize) -> String {
    format!("{value:.decimals$}")
}

/// Three significant digits or all digits before the point, whichever is more.
pub fn significant(value: f64) -> String {
    let size = value.abs();
    if size >= 100.0 {
        whole(value)
    } else if size >= 10.0 {
        fixed(value, 1)
    } else if size >= 0.1 || size == 0.0 {
        fixed(value, 2)
    } else {
        fixed(value, 4)
    }
}

/// The value as `show` prints it, or `n/a`.
pub fn or_absent(value: Option<f64>, show: impl Fn(f64) -> String) -> String {
    value.map_or_else(|| ABSENT.to_string(), show)
}

/// Grid or block dimensions: `64 x 64 x 1`, without trailing ones.
pub fn dimensions(size: [u32; 3]) -> String {
    match size {
        [x, 1, 1] => format!("{x}"),
        [x, y, 1] => format!("{x} x {y}"),
        [x, y, z] => format!("{x} x {y} x {z}"),
    }
}

/// `1 launch`, `2 launches`: the plural is the singular with `suffix`.
pub fn plural(count: usize, singular: &str, suffix: &str) -> String {
    let ending = if count == 1 { "" } else { suffix };
    format!("{count} {singular}{ending}")
}

/// The widest line of prose in a report.
const LINE: usize = 100;

/// The words of `text` on lines that all begin with `indent`, each line ended.
pub fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let full = indent.len() + line.chars().count() + 1 + word.chars().count() > LINE;
        if full && !line.is_empty() {
            lines.push_str(&format!("{indent}{line}\n"));
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines + &format!("{indent}{line}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        let shown: Vec<_> = [0.0, 7.0, 999.0, 1000.0, 1899008.0, -1234.0]
            .into_iter()
            .map(whole)
            .collect();
        assert_eq!(shown, ["0", "7", "999", "1,000", "1,899,008", "-1,234"]);
    }

    #[test]
    fn small_numbers_keep_their_digits() {
        let shown: Vec<_> = [0.0, 0.016, 0.25, 4.0, 57.3, 2137.4]
            .into_iter()
            .map(significant)
            .collect();
        assert_eq!(shown, ["0.00", "0.0160", "0.25", "4.00", "57.3", "2,137"]);
    }

    #[test]
    fn trailing_dimensions_of_one_are_left_out() {
        assert_eq!(dimensions([64, 1, 1]), "64");
        assert_eq!(dimensions([64, 32, 1]), "64 x 32");
        assert_eq!(dimensions([2, 1, 3]), "2 x 1 x 3");
    }
}
