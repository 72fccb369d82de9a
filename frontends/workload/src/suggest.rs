//! "Did you mean": the known name that is nearest to one that was written.

/// The candidate with the fewest edits to `name`, if few enough to be a slip of the pen.
/// Among equals the first wins.
pub fn closest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = (name.chars().count() / 3).max(1);
    let scored = candidates.into_iter().map(|c| (edits(name, c), c));
    let best = scored.min_by_key(|&(edits, _)| edits)?;
    (best.0 <= allowed).then_some(best.1)
}

/// A sentence's end: `; did you mean `x`?`, or nothing.
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    closest(name, candidates).map_or_else(String::new, |c| format!("; did you mean `{c}`?"))
}

/// Levenshtein distance without regard to case.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.to_lowercase().chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &cb) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_finds_its_name_and_another_word_finds_none() {
        let known = ["cycles", "requests", "sectors"];
        assert_eq!(closest("cylces", known), Some("cycles"));
        assert_eq!(closest("Sectors", known), Some("sectors"));
        assert_eq!(closest("wavefronts", known), None);
        assert_eq!(did_you_mean("request", known), "; did you mean `requests`?");
    }
}
