//! Checks that the tests that the conformance tables of `docs/language.md` name exist.

use quarrel_tests::fixture;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

const HEADER: &str = "| Feature | Status | Test |";
const SECTIONS: usize = 22;

struct Row<'a> {
    feature: &'a str,
    status: &'a str,
    tests: Vec<&'a str>,
    line: usize,
}

/// The cells of a row of a table; a bar inside a cell is written `\|`.
fn cells(line: &str) -> Option<Vec<&str>> {
    let inside = line.strip_prefix('|')?.strip_suffix('|')?;
    let mut cells = Vec::new();
    let mut start = 0;
    for (at, _) in inside.match_indices('|') {
        if !inside[..at].ends_with('\\') {
            cells.push(inside[start..at].trim());
            start = at + 1;
        }
    }
    cells.push(inside[start..].trim());
    Some(cells)
}

/// The rows below each [`HEADER`], and the lines that should be rows but are not.
fn rows(text: &str) -> (Vec<Row<'_>>, Vec<String>) {
    let (mut rows, mut wrong) = (Vec::new(), Vec::new());
    let mut inside = false;
    for (at, line) in text.lines().enumerate() {
        let line_number = at + 1;
        match cells(line) {
            _ if line == HEADER => inside = true,
            None => inside = false,
            Some(cells) if inside && !cells[0].starts_with("---") => match cells[..] {
                [feature, status, tests] => rows.push(Row {
                    feature,
                    status,
                    tests: tests.split(" · ").filter(|test| !test.is_empty()).collect(),
                    line: line_number,
                }),
                _ => wrong.push(format!("line {line_number}: three cells make a row")),
            },
            Some(_) => {}
        }
    }
    (rows, wrong)
}

/// Looks up cases by file, reading each file once.
#[derive(Default)]
struct Cases {
    titles: HashMap<PathBuf, Option<Vec<String>>>,
    texts: HashMap<PathBuf, Option<String>>,
}

impl Cases {
    /// Checks that `` `file`: case `` exists.
    fn has(&mut self, root: &Path, test: &str) -> Result<(), String> {
        let named = test.strip_prefix('`').and_then(|test| test.split_once("`: "));
        let Some((file, case)) = named else { return Err(format!("not of the form `file`: case: {test}")) };
        let found = if file.contains('/') {
            let text = self
                .texts
                .entry(root.join(file))
                .or_insert_with_key(|path| std::fs::read_to_string(path).ok());
            text.as_ref().map(|text| text.contains(case))
        } else {
            let titles =
                self.titles.entry(root.join(format!("tests/ql/{file}.md"))).or_insert_with_key(|path| {
                    let text = std::fs::read_to_string(path).ok()?;
                    Some(fixture::parse(&text).into_iter().map(|test| test.title).collect())
                });
            titles.as_ref().map(|titles| titles.iter().any(|title| title == case))
        };
        match found {
            Some(true) => Ok(()),
            Some(false) => Err(format!("`{file}` has no test \"{case}\"")),
            None => Err(format!("there is no file `{file}`")),
        }
    }
}

#[test]
fn every_named_test_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = std::fs::read_to_string(root.join("docs/language.md")).expect("the conformance tables");
    let (rows, mut wrong) = rows(&text);
    let mut cases = Cases::default();
    for row in &rows {
        let mut complain = |what: String| wrong.push(format!("line {}, {}: {what}", row.line, row.feature));
        if !["whole", "part", "none"].contains(&row.status) {
            complain(format!("the status is whole, part or none, not `{}`", row.status));
        }
        if row.status != "none" && row.tests.is_empty() {
            complain("no test".to_owned());
        }
        for test in &row.tests {
            if let Err(what) = cases.has(&root, test) {
                complain(what);
            }
        }
    }
    for section in 1..=SECTIONS {
        if !text.lines().any(|line| line.starts_with(&format!("## {section} "))) {
            wrong.push(format!("section {section} has no heading"));
        }
    }
    assert!(wrong.is_empty(), "docs/language.md:\n{}", wrong.join("\n"));
    assert!(!rows.is_empty(), "docs/language.md has rows");
}
