use super::*;
use indexmap::IndexMap;
use proptest::prelude::*;

fn file(text: &str) -> SourceFile {
    SourceFile::new("t.ron", text)
}

#[test]
fn the_nth_string_has_the_place_of_the_nth_literal() {
    let file =
        file("// \"not this\"\n[\"a\", /* \"nor /* \"this\" */ */ \"a\", r#\"b\"c\"#, \"\"]");
    let strings: Vec<Spanned> = from_ron(&file).unwrap();
    let shown: Vec<_> = strings.iter().map(|s| file.snippet(s.span())).collect();
    assert_eq!(shown, ["a", "a", "b\"c", "\"\""]);
    assert!(strings[0].span().start < strings[1].span().start);
    assert_eq!(file.position(strings[0].span().start).line, 2);
}

#[test]
fn a_part_of_a_string_with_escapes_is_found_behind_them() {
    let file = file(r#"["\t\"x\" + \u{e9}\x41\xc3\xa9 yy"]"#);
    let strings: Vec<Spanned> = from_ron(&file).unwrap();
    let text = &strings[0];
    assert_eq!(text.as_str(), "\t\"x\" + éAé yy");
    for part in ["x", "+", "yy"] {
        let at = text.as_str().find(part).unwrap();
        let span = text.locate(Span::new(at, at + part.len()));
        assert_eq!(file.snippet(span), part);
    }
}

#[test]
fn quotes_in_characters_and_byte_strings_are_not_strings() {
    #[derive(Deserialize)]
    struct Odd {
        quote: char,
        #[serde(with = "bytes")]
        raw: Vec<u8>,
        text: Spanned,
    }
    mod bytes {
        pub fn deserialize<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Vec<u8>, D::Error> {
            struct Visitor;
            impl serde::de::Visitor<'_> for Visitor {
                type Value = Vec<u8>;
                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("bytes")
                }
                fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
                    Ok(bytes.to_vec())
                }
                fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
                    Ok(bytes)
                }
            }
            d.deserialize_bytes(Visitor)
        }
    }
    let file = file(r#"(quote: '"', raw: b"z\"", text: "z")"#);
    let odd: Odd = from_ron(&file).unwrap();
    assert_eq!((odd.quote, odd.raw.as_slice()), ('"', b"z\"".as_slice()));
    assert_eq!(
        odd.text.span().start as usize,
        file.text().rfind('z').unwrap()
    );
}

#[test]
fn map_keys_and_skipped_fields_keep_the_count() {
    #[derive(Deserialize)]
    struct Partial {
        map: IndexMap<Spanned, Spanned>,
        last: Spanned,
    }
    let file = file(r#"(map: {"k": "v", "l": "k"}, ignored: ["k", "no"], last: "end")"#);
    let partial: Partial = from_ron(&file).unwrap();
    let (key, value) = partial.map.get_index(1).unwrap();
    assert_eq!(file.position(key.span().start).column, 19);
    assert_eq!(file.position(value.span().start).column, 24);
    assert_eq!(file.snippet(partial.last.span()), "end");
    assert_eq!(partial.map["k"].as_str(), "v");
}

fn error_of(text: &str) -> String {
    let file = file(text);
    let error = from_ron::<Vec<Spanned>>(&file).unwrap_err();
    error.render(&file, false)
}

#[test]
fn an_error_of_ron_has_its_place() {
    insta::assert_snapshot!(error_of("[\"a\",\n  7]"), @r"
    error: expected string
     --> t.ron:2:3
      |
    2 |   7]
      |   ^
    ");
}

#[test]
fn an_error_at_the_end_says_that_the_file_ends() {
    insta::assert_snapshot!(error_of("[\"a\",\n  \"b\"\n"), @r#"
    error: expected comma
     --> t.ron:2:6
      |
    2 |   "b"
      |      ^
      |
      = help: the file ends here: is it whole, and is every `(`, `[` and `{` closed?
    "#);
}

/// `ron` finds the error where the next string should begin.
#[test]
fn a_string_that_lacks_its_end_is_named() {
    let text = "[\n  \"a,\n  1,\n  \"b\",\n]";
    insta::assert_snapshot!(error_of(text), @r#"
    error: expected comma
     --> t.ron:4:4
      |
    2 |   "a,
      |   - is the `"` missing that ends this string?
    3 |   1,
    4 |   "b",
      |    ^
    "#);
    let in_its_line = "[\"a, \"b\",\n]";
    assert!(error_of(in_its_line).contains("is the `\"` missing"));
    let at_the_end = "[\n  \"a,\n  1,\n]";
    insta::assert_snapshot!(error_of(at_the_end), @r#"
    error: expected end of string
     --> t.ron:2:3
      |
    2 |   "a,
      |   ^
    "#);
    let meant = "[\n  \"a,\n  1\",\n  \"b\" \"c\",\n]";
    assert!(!error_of(meant).contains("missing"));
}

#[test]
fn outside_of_a_file_strings_are_nowhere() {
    let strings: Vec<Spanned> = options().from_str("[\"a\"]").unwrap();
    assert!(strings[0].span().is_none());
}

#[test]
fn broken_texts_do_not_panic() {
    for text in [
        "\"", "\"\\", "r#\"", "r#\"x\"", "'", "'\\", "/*", "b\"", "\"\\u{", "\"\\x4\"", "r", "b'",
    ] {
        Tokens::scan(text);
    }
}

proptest! {
    #[test]
    fn decoding_agrees_with_ron(strings in proptest::collection::vec("\\PC*|[\"\\\\'/*#\\n\\t]*", 0..6)) {
        let text = ron::to_string(&strings).unwrap();
        let file = file(&text);
        let read: Vec<Spanned> = from_ron(&file).unwrap();
        let values: Vec<_> = Tokens::scan(&text).literals.into_iter().map(|l| l.value).collect();
        prop_assert_eq!(&values, &strings);
        for (spanned, string) in read.iter().zip(&strings) {
            prop_assert_eq!(spanned.as_str(), string.as_str());
            prop_assert!(!spanned.span().is_none());
        }
    }

    #[test]
    fn any_text_can_be_scanned(text in "[\"'\\\\/*#rbux{}41é\\n ]*") {
        Tokens::scan(&text);
    }
}

#[test]
fn a_fault_in_an_expression_is_shown_in_the_file() {
    let file = file("[\n  \"1 + 2\",\n  \"\\ta b 1\",\n  \"\",\n]");
    let strings: Vec<Spanned> = from_ron(&file).unwrap();
    let sum = strings[0].expression().unwrap();
    assert_eq!(file.snippet(sum.span), "1 + 2");
    let error = strings[1].expression().unwrap_err();
    insta::assert_snapshot!(error.render(&file, false), @r#"
    error: expected an operator or the end, found `b`
     --> t.ron:3:8
      |
    3 |   "\ta b 1",
      |        ^
      |
      = help: is an operator or a parenthesis missing?
    "#);
    let error = strings[2].expression().unwrap_err();
    assert_eq!(file.snippet(error.span), "\"\"");
}
