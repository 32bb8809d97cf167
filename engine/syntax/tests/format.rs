//! Tests the formatter on examples, and properties of every formatted file.

use quarrel_base::SourceMap;
use quarrel_syntax::format;
use std::path::{Path, PathBuf};

fn formatted(text: &str) -> Result<String, String> {
    let mut sources = SourceMap::new();
    let file = sources.add("t.ql", text);
    format(&sources, file).map_err(|error| format!("{error:?}"))
}

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "ql" || extension == "qll") {
            out.push(path);
        }
    }
    out.sort();
}

/// `NAME.ql` formats to `NAME.formatted`, which formats to itself. `UPDATE_EXPECT=1` rewrites the latter.
#[test]
fn examples() {
    let mut inputs = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/format"), &mut inputs);
    assert!(!inputs.is_empty());
    for input in inputs {
        let actual = formatted(&std::fs::read_to_string(&input).unwrap())
            .unwrap_or_else(|message| panic!("{}: {message}", input.display()));
        let expected = input.with_extension("formatted");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&expected, &actual).unwrap();
        }
        assert_eq!(actual, std::fs::read_to_string(&expected).unwrap_or_default(), "{}", expected.display());
        assert_eq!(
            formatted(&actual).unwrap(),
            actual,
            "{} changes when formatted again",
            expected.display()
        );
    }
}

/// The result does not depend on line breaks: the layout depends on tokens and comments alone.
#[test]
fn layout_of_the_source_does_not_matter() {
    let text = "predicate p(int i) { exists(int j | j = i + 1 | q(j) and not r(j)) or i in [1 .. 3] }\n";
    let torn: String = text.split_inclusive(' ').map(|word| format!("{word}\n   ")).collect();
    assert_eq!(formatted(text).unwrap(), text);
    assert_eq!(formatted(&torn).unwrap(), formatted(text).unwrap());
}

#[test]
fn mistakes_are_reported() {
    let message = formatted("predicate p( { any() }").unwrap_err();
    assert!(!message.is_empty());
}
