//! Tests the parser on data: sources that must survive printing and parsing again, texts with mistakes and their
//! diagnostics, and random texts.

use crate::shape::{diagnostics, parse_text, shape, survives};
use proptest::prelude::*;
use quarrel_syntax::pretty;
use std::fmt::Write;

const EVERYTHING: &str = include_str!("data/everything.qll");

#[test]
fn everything_parses() {
    assert_eq!(diagnostics(EVERYTHING), "");
}

#[test]
fn printing_keeps_the_tree() {
    let first = parse_text(EVERYTHING);
    let printed = pretty::file(&first.tree);
    let second = parse_text(&printed);
    assert_eq!(diagnostics(&printed), "", "{printed}");
    assert_eq!(shape(&first), shape(&second), "{printed}");
    assert_eq!(printed, pretty::file(&second.tree), "printing a printed file changes nothing");
}

#[test]
fn layout() {
    let expected = include_str!("data/everything.printed.qll");
    let printed = pretty::file(&parse_text(EVERYTHING).tree);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write("tests/data/everything.printed.qll", &printed).expect("test data can be written");
    } else {
        assert_eq!(printed, expected, "UPDATE_EXPECT=1 rewrites the expectation");
    }
}

#[test]
fn mistakes() {
    let data = include_str!("data/errors.txt");
    let mut rewritten = String::new();
    for case in data.split_inclusive("\n# ").map(|case| case.strip_suffix("\n# ").unwrap_or(case)) {
        let case = case.strip_prefix("# ").unwrap_or(case);
        let (title, rest) = case.split_once('\n').unwrap_or((case, ""));
        let text = rest.split_once("----\n").map_or(rest, |(text, _)| text);
        let _ = write!(rewritten, "# {title}\n{text}----\n{}\n", diagnostics(text));
    }
    let rewritten = format!("{}\n", rewritten.trim_end());
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write("tests/data/errors.txt", &rewritten).expect("test data can be written");
    } else {
        assert_eq!(rewritten, data, "UPDATE_EXPECT=1 rewrites the expectations");
    }
}

#[test]
fn deep_and_long_texts_get_an_answer() {
    let nested = |open: &str, close: &str, n: usize| {
        format!("predicate p() {{ {}x(){} = 1 }}", open.repeat(n), close.repeat(n))
    };
    for (open, close) in [("(", ")"), ("f(", ")"), ("[", "]"), ("-", ""), ("(T)", ""), ("a().b().", "")] {
        let reported = diagnostics(&nested(open, close, 5_000));
        assert!(reported.contains("nesting-too-deep"), "{open}: {reported}");
        assert_eq!(
            reported.lines().filter(|line| line.contains("nesting-too-deep")).count(),
            1,
            "{open}: {reported}"
        );
    }
    for long in ["x + ", "x - ", "x * ", "x * x + "] {
        assert_eq!(diagnostics(&nested(long, "", 5_000)), "", "{long}");
    }
    for (open, close) in [("(", ")"), ("f(", ")"), ("-", ""), ("not ", ""), ("(T)", "")] {
        assert_eq!(diagnostics(&nested(open, close, 400)), "", "{open}");
    }
    for prefix in ["not ", "if a() then b() else ", "if a() then ", "not -", "exists(int x | "] {
        let reported = diagnostics(&format!("predicate p() {{ {}x() }}", prefix.repeat(5_000)));
        assert!(!reported.is_empty(), "{prefix}");
    }
    for word in ["and", "or"] {
        let chain = format!("predicate p() {{ {} }}", vec!["a()"; 10_000].join(&format!(" {word} ")));
        assert_eq!(diagnostics(&chain), "");
        assert_eq!(shape(&parse_text(&pretty::file(&parse_text(&chain).tree))), shape(&parse_text(&chain)));
    }
    assert!(!diagnostics(&"{".repeat(20_000)).is_empty());
    assert!(!diagnostics(&"module M {".repeat(5_000)).is_empty());
    assert!(!diagnostics(&"a<".repeat(20_000)).is_empty());
    assert_eq!(diagnostics(&format!("predicate p() {{ x = [{}1] }}", "1, ".repeat(50_000))), "");
}

#[test]
fn docs_go_where_they_belong() {
    let docs = |text: &str| {
        let tree = parse_text(text).tree;
        let text = |doc: &Option<quarrel_syntax::tree::QlDoc>| doc.as_ref().map(|doc| doc.text.to_string());
        (text(&tree.doc), tree.members.iter().map(|member| text(&member.doc)).collect::<Vec<_>>())
    };
    let some = |text: &str| Some(text.to_string());
    assert_eq!(docs("/** A. */ class A = B;"), (some("A."), vec![some("A.")]));
    assert_eq!(docs("/** File. */ /** A. */ class A = B;"), (some("File."), vec![some("A.")]));
    assert_eq!(
        docs("class A = B; // no\n/* no */ /** C\n * d.\n */ class C = D;"),
        (None, vec![None, some("C\nd.")])
    );
    assert_eq!(docs("/**/ class A = B; /** tail */"), (None, vec![None]));
}

/// Pieces of QL for random texts.
const PIECES: &[&str] = &[
    "predicate",
    "p",
    "(",
    ")",
    "{",
    "}",
    "int",
    "x",
    "Foo",
    "class",
    "extends",
    "=",
    "+",
    "*",
    "-",
    "1",
    "2.5",
    "\"s\"",
    "and",
    "or",
    "not",
    "if",
    "then",
    "else",
    "implies",
    "exists",
    "|",
    ",",
    ";",
    "count",
    "rank",
    "[",
    "]",
    "..",
    ".",
    "::",
    "<",
    ">",
    "any",
    "none",
    "this",
    "result",
    "_",
    "select",
    "from",
    "where",
    "order by",
    "import",
    "module",
    "newtype",
    "instanceof",
    "in",
    "@t",
    "signature",
    "private",
    "pragma",
    "super",
    "as",
    "/** d */",
    "\n",
    "/",
    "2147483648",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_get_an_answer(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        parse_text(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_tokens_print_as_parsed(pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..60)) {
        survives("pieces", &pieces.join(" "));
    }

    #[test]
    fn changed_sources_print_as_parsed(at in 0..EVERYTHING.len(), len in 0usize..30, piece in proptest::sample::select(PIECES)) {
        let bytes = EVERYTHING.as_bytes();
        let end = (at + len).min(bytes.len());
        let changed = [&bytes[..at], b" ", piece.as_bytes(), b" ", &bytes[end..]].concat();
        survives("changed", &String::from_utf8_lossy(&changed));
    }
}
