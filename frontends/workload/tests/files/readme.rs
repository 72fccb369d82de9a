//! The examples of `workloads/README.md` are workloads that the format accepts.

use sim_workload::document::Document;
use sim_workload::plan::plan;
use std::path::Path;

/// The code blocks of a kind, such as `ron`.
fn blocks(text: &str, kind: &str) -> Vec<String> {
    let fence = format!("```{kind}\n");
    let starts = text.match_indices(&fence).map(|(at, _)| at + fence.len());
    let block = |start: usize| {
        text[start..]
            .split("```")
            .next()
            .expect("a closing fence")
            .to_owned()
    };
    starts.map(block).collect()
}

fn readme() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../workloads/README.md");
    std::fs::read_to_string(path).expect("it exists")
}

#[test]
fn whole_examples_can_be_planned() {
    let examples = blocks(&readme(), "ron");
    assert!(!examples.is_empty());
    for text in examples {
        let document =
            Document::parse("README.md", text, Path::new("")).unwrap_or_else(|e| panic!("{e}"));
        plan(&document, &[]).unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn partial_examples_are_fields_of_a_workload() {
    let examples = blocks(&readme(), "ron,part");
    assert_eq!(examples.len(), 8);
    for text in examples {
        let missing = ["kernels: {},", "steps: [],"].into_iter();
        let missing: String = missing.filter(|f| !text.starts_with(&f[..5])).collect();
        let whole = format!("Workload({text} {missing})");
        Document::parse("README.md", whole, Path::new("")).unwrap_or_else(|e| panic!("{e}"));
    }
}
