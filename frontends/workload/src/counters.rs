//! Names of counters.
/// Whether a counter of that name exists.
pub fn is_known(name: &str) -> bool {
    names().any(|known| known == name)
}
/// All names.
pub fn names() -> impl Iterator<Item = &'static str> {
    ["cycles", "requests", "sectors", "gpc__cycles_elapsed.max"].into_iter()
}
