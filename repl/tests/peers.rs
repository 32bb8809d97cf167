//! The examples of other tools' help pages, rewritten: what `analyze` reports of them, and the table of it in
//! `docs/coming-from.md`.
//!
//! Each folder of `tests/peers` but `stubs` has the examples of one tool. A file begins with a comment
//! `/** CHECK: what it shows. */`. A line that the tool reports ends with `// BAD ID`, which names the queries that
//! report it, or with `// MISSED why not`. Nothing may be reported at a line with `GOOD`, nor in a class or method
//! whose name begins with that word.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folders and the names of the tools.
const TOOLS: [(&str, &str); 6] = [
    ("codeql", "CodeQL"),
    ("spotbugs", "SpotBugs"),
    ("errorprone", "Error Prone"),
    ("infer", "Infer"),
    ("sonar", "Sonar"),
    ("pmd", "PMD"),
];

/// The queries that `analyze` reports at each line of a file, and whether the line is in a class or method named good.
type Reported = BTreeMap<(String, u64), BTreeMap<String, bool>>;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/peers")
}

/// The Java files of a folder, by name.
fn java_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "java"));
    files.sort();
    files
}

/// Analyses a copy of a tool's examples: a path with `tests` in it would make them tests.
fn reported(tool: &str) -> Reported {
    let copy = tempfile::tempdir().expect("a folder");
    for file in java_files(&folder().join(tool)) {
        fs::copy(&file, copy.path().join(file.file_name().expect("a name"))).expect("a copy");
    }
    let servlets = Path::new("javax/servlet/http");
    fs::create_dir_all(copy.path().join(servlets)).expect("folders");
    for file in java_files(&folder().join("stubs").join(servlets)) {
        let name = servlets.join(file.file_name().expect("a name"));
        fs::copy(&file, copy.path().join(name)).expect("a copy");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_quarrel"))
        .args(["analyze", ".", "--min-confidence", "low", "--format", "jsonl", "-q"])
        .current_dir(copy.path())
        .output()
        .expect("the binary runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let mut found = Reported::new();
    for line in text.lines() {
        let finding: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let Some(rule) = finding["rule"].as_str() else { continue };
        let at = &finding["location"];
        let place =
            (at["path"].as_str().expect("a path").to_owned(), at["startLine"].as_u64().expect("a line"));
        let names = [&finding["class"], &finding["callable"]].map(|name| name.as_str().unwrap_or_default());
        let is_good = names.iter().any(|name| {
            let name = name.split('(').next().unwrap_or_default();
            name.split(['.', '$']).any(|part| part.to_lowercase().starts_with("good"))
        });
        found.entry(place).or_default().insert(rule.to_owned(), is_good);
    }
    found
}

/// A row of the table.
struct Example {
    checks: String,
    shows: String,
    reported_by: BTreeSet<String>,
    missed: Vec<String>,
    bad_lines: usize,
}

/// Reads one example and compares it with the findings in it.
fn example(file: &Path, reported: &Reported, wrong: &mut String) -> Example {
    let name = file.file_name().expect("a name").to_string_lossy().into_owned();
    let text = fs::read_to_string(file).expect("an example");
    let about = text.lines().find_map(|line| line.strip_prefix("/** ")?.strip_suffix(" */"));
    let (checks, shows) =
        about.and_then(|about| about.split_once(": ")).expect("a comment that names the check");
    let mut read = Example {
        checks: checks.to_owned(),
        shows: shows.trim_end_matches('.').to_owned(),
        reported_by: BTreeSet::new(),
        missed: Vec::new(),
        bad_lines: 0,
    };
    for (number, line) in (1..).zip(text.lines()) {
        let none = BTreeMap::new();
        let here = reported.get(&(name.clone(), number)).unwrap_or(&none);
        if let Some((_, ids)) = line.split_once("// BAD ") {
            read.bad_lines += 1;
            for id in ids.split_whitespace() {
                if here.contains_key(id) {
                    read.reported_by.insert(id.to_owned());
                } else {
                    let _ =
                        writeln!(wrong, "{}:{number}: {id} is not reported, but {here:?}", file.display());
                }
            }
        } else if let Some((_, why)) = line.split_once("// MISSED ") {
            read.bad_lines += 1;
            read.missed.push(why.to_owned());
            if !here.is_empty() {
                let _ = writeln!(wrong, "{}:{number}: reported after all: {here:?}", file.display());
            }
        } else {
            for (id, _) in here.iter().filter(|(_, is_good)| **is_good || line.contains("// GOOD")) {
                let _ = writeln!(wrong, "{}:{number}: {id} is reported where all is well", file.display());
            }
        }
    }
    read
}

/// `UPDATE_EXPECT=1` writes the table.
#[test]
fn examples_of_other_tools_are_reported() {
    let mut wrong = String::new();
    let mut tables = String::new();
    let (mut examples, mut lines, mut missed) = (0, 0, 0);
    for (tool, title) in TOOLS {
        let reported = reported(tool);
        let _ = writeln!(
            tables,
            "\n### {title}'s examples\n\n| Check | The example | Reported by |\n| --- | --- | --- |"
        );
        for file in java_files(&folder().join(tool)) {
            let read = example(&file, &reported, &mut wrong);
            examples += 1;
            lines += read.bad_lines;
            missed += read.missed.len();
            let mut by: Vec<String> = read.reported_by.iter().map(|id| format!("`{id}`")).collect();
            by.extend(read.missed.iter().map(|why| {
                let silent =
                    if read.missed.len() == read.bad_lines { "silent" } else { "silent at one line" };
                format!("{silent}: {why}")
            }));
            let checks: Vec<String> = read.checks.split(", ").map(|check| format!("`{check}`")).collect();
            let name = file.file_name().expect("a name").to_string_lossy();
            let _ = writeln!(
                tables,
                "| {} | [{}](../tests/peers/{tool}/{name}) | {} |",
                checks.join(", "),
                read.shows,
                by.join("; ")
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    let counts = format!(
        "{examples} examples have {lines} lines that their tools report; of {} lines Quarrel reports what is wrong, {missed} it leaves out on purpose.\n",
        lines - missed
    );
    let made = format!("{counts}{tables}");
    let page = folder().join("../../docs/coming-from.md");
    let text = fs::read_to_string(&page).expect("the page");
    let (begin, end) = ("<!-- peers: made by a test -->\n", "<!-- end of peers -->\n");
    let (before, rest) = text.split_once(begin).expect("the beginning of the table");
    let (shown, after) = rest.split_once(end).expect("the end of the table");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&page, format!("{before}{begin}{made}{end}{after}")).expect("the page can be written");
    } else {
        assert!(shown == made, "docs/coming-from.md is not what is reported; UPDATE_EXPECT=1 writes it");
    }
}
