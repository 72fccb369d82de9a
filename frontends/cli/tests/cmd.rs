//! Commands with their output and exit status, those of the README among them.

#[test]
fn commands_answer_as_recorded() {
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .expect("the workspace is there");
    trycmd::TestCases::new()
        .case("frontends/cli/tests/cmd/*.trycmd")
        .case("README.md")
        .case("docs/measuring.md");
}
