//! The committed reference follows the table.

#[test]
fn the_reference_is_what_the_table_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/isa.md");
    let current = sim_isa::reference::markdown();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, &current).expect("docs/isa.md is writable");
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        committed == current,
        "docs/isa.md is out of date; UPDATE_DOCS=1 cargo test -p sim-isa --test reference renews it"
    );
}
