//! The consistency pack finds nothing in databases of all Java files of the tests and of damaged copies of them.

use quarrel_driver::{Compiler, evaluate, extract, open};
use quarrel_engine::{CompileOptions, Compiled, Edb};
use quarrel_seeded::Random;
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests are in the workspace").to_owned()
}

/// Compiles the pack; without the queries that hold only for Java that compiles, if `compiles` is false.
fn pack(compiles: bool) -> Compiled {
    let catalog = extract::bundled_catalog().unwrap_or_else(|failure| panic!("{failure}"));
    let mut compiler = Compiler::new(catalog, &[]).unwrap_or_else(|failure| panic!("{failure}"));
    let entries = compiler.pack("consistency").unwrap_or_else(|failure| panic!("{failure}"));
    assert!(entries.len() >= 8);
    let entries: Vec<_> = entries
        .into_iter()
        .filter(|entry| compiles || !compiler.session().metadata(*entry).has_tag("valid-code"))
        .collect();
    compiler.compile(&entries, &CompileOptions::default()).unwrap_or_else(|failure| panic!("{failure}"))
}

/// The findings of the pack in a tree.
fn findings(pack: &Compiled, root: &Path) -> String {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let database = scratch.path().join("code.db");
    extract::extract_against(root, &database, Vec::new(), false)
        .unwrap_or_else(|failure| panic!("{failure}"));
    let db = open(&database).unwrap_or_else(|failure| panic!("{failure}"));
    let sets = evaluate(pack, &db as &dyn Edb, Some(2)).unwrap_or_else(|failure| panic!("{failure}"));
    let mut out = String::new();
    for set in &sets {
        for row in set.rows.iter().take(20) {
            let _ = write!(out, "{}:", pack.queries[set.query].file);
            for value in row {
                let _ = write!(out, " {}", value.text());
                if let Some(location) = value.location() {
                    let _ =
                        write!(out, " ({}:{}:{})", location.path, location.start_line, location.start_column);
                }
            }
            out.push('\n');
        }
    }
    out
}

fn java_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            java_below(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "java") {
            found.push(path);
        }
    }
}

#[test]
fn all_java_of_the_tests_is_consistent() {
    let pack = pack(true);
    let mut wrong = String::new();
    for folder in ["tests/java", "tests/queries", "extractor/tests/golden"] {
        wrong.push_str(&findings(&pack, &workspace().join(folder)));
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The text with a few tokens dropped, doubled or swapped, or with its end cut off.
fn damaged(text: &str, numbers: &mut Random) -> String {
    let mut tokens = quarrel_seeded::tokens(text);
    for _ in 0..=numbers.below(4) {
        let (at, other) = (numbers.below(tokens.len()), numbers.below(tokens.len()));
        let near = (at + 1 + numbers.below(8)).min(tokens.len().saturating_sub(1));
        match numbers.below(10) {
            _ if tokens.is_empty() => {}
            0..4 => {
                tokens.remove(at);
            }
            4..6 => tokens.insert(at, tokens[at]),
            6..8 => tokens.swap(at, near),
            8 => tokens.swap(at, other),
            _ => tokens.truncate(tokens.len() - numbers.below(tokens.len() / 3 + 1)),
        }
    }
    tokens.concat()
}

/// Each damaged copy is in its own folder, so that each is a source root.
#[test]
fn damaged_java_is_consistent() {
    let pack = pack(false);
    let mut sources = Vec::new();
    for folder in ["tests/java", "tests/queries", "extractor/tests/golden"] {
        java_below(&workspace().join(folder), &mut sources);
    }
    assert!(sources.len() > 20);
    let rounds = std::env::var("DAMAGED_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(12);
    let mut numbers = Random::new(1);
    let mut wrong = String::new();
    let kept = std::env::var_os("DAMAGED_KEEP");
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let root = kept.as_ref().map_or(scratch.path(), Path::new).join("tree");
    for (number, source) in sources.iter().enumerate() {
        let text = std::fs::read_to_string(source).expect("test sources are text");
        for round in 0..rounds {
            let folder = root.join(format!("{number}-{round}"));
            std::fs::create_dir_all(&folder).expect("a folder can be made");
            let name = source.file_name().expect("files have names");
            std::fs::write(folder.join(name), damaged(&text, &mut numbers)).expect("a file can be written");
        }
    }
    wrong.push_str(&findings(&pack, &root));
    assert!(wrong.is_empty(), "{wrong}");
}
