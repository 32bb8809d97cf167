//! Edits that fix findings: shown as a diff, written, passed to other tools, and when they are refused.

use quarrel_findings::edits::{Edit, Fix, Region};
use quarrel_findings::fix;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A tree before its edits and after them.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/edits");

fn quarrel(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quarrel"));
    command.args(args).current_dir(folder).env("NO_COLOR", "1").output().expect("the binary runs")
}

/// Runs `quarrel`, expects the exit code, returns standard output and standard error.
fn ran(folder: &Path, code: i32, args: &[&str]) -> (String, String) {
    let output = quarrel(folder, args);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{args:?}\n{stdout}{stderr}");
    (stdout, stderr)
}

fn java(folder: &Path) -> BTreeMap<String, String> {
    let files = fs::read_dir(folder).expect("a folder").flatten();
    let read = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(path).expect("a text"))
    };
    files.map(|entry| read(entry.path())).collect()
}

/// A copy of the tree in a temporary folder.
fn tree() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("src")).expect("a folder");
    for (name, text) in java(&Path::new(DATA).join("before")) {
        fs::write(folder.path().join("src").join(name), text).expect("a file");
    }
    folder
}

const ANALYZE: [&str; 4] = ["analyze", "src", "--pack", "concurrency"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    ANALYZE.iter().chain(more).copied().collect()
}

fn findings(folder: &Path) -> Vec<Value> {
    let (stdout, _) = ran(folder, 0, &with(&["--format", "jsonl", "--quiet"]));
    stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn edits_are_shown_and_then_made() {
    let tree = tree();
    let folder = tree.path();
    let before = java(&folder.join("src"));
    let found = findings(folder);
    let (diff, stderr) = ran(folder, 0, &with(&["--fix"]));
    assert_eq!(java(&folder.join("src")), before, "showing writes nothing");
    assert!(stderr.contains("`--fix --apply` makes them"), "{stderr}");
    assert!(stderr.contains("is not made now, because it overlaps"), "{stderr}");
    assert!(diff.contains("--- a/src/Buffer.java\n+++ b/src/Buffer.java\n@@ "), "{diff}");

    let (stdout, stderr) = ran(folder, 0, &with(&["--fix", "--apply"]));
    assert_eq!(stdout, "");
    assert!(stderr.contains("11 edits made in 2 files"), "{stderr}");
    let after = java(&folder.join("src"));
    assert_eq!(after, java(&Path::new(DATA).join("after")));
    assert!(!stderr.contains("could not be understood"), "{stderr}");

    let left = findings(folder);
    assert!(left.len() + 10 <= found.len(), "{} of {} are left", left.len(), found.len());
    assert!(
        left.iter()
            .all(|finding| finding.get("fixes").is_none() || finding["rule"] == "java/unreleased-lock")
    );

    // `patch` makes the same files of the diff.
    for (name, text) in &before {
        fs::write(folder.join("src").join(name), text).expect("a file");
    }
    let Ok(mut patch) = Command::new("patch")
        .args(["-p1", "--binary"])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
    else {
        return;
    };
    std::io::Write::write_all(&mut patch.stdin.take().expect("a pipe"), diff.as_bytes()).expect("written");
    assert!(patch.wait().expect("it ends").success());
    assert_eq!(java(&folder.join("src")), after);
}

#[test]
fn repeated_fixes_leave_nothing_to_edit() {
    let tree = tree();
    let folder = tree.path();
    for _ in 0..3 {
        ran(folder, 0, &with(&["--fix", "--apply", "--quiet"]));
    }
    let (diff, stderr) = ran(folder, 0, &with(&["--fix"]));
    assert_eq!(diff, "");
    assert!(stderr.contains("no query has an edit to make"), "{stderr}");
}

#[test]
fn fixes_in_sarif_make_the_same_edits() {
    let tree = tree();
    let folder = tree.path();
    let (sarif, _) = ran(folder, 0, &with(&["--format", "sarif", "--quiet"]));
    let log: Value = serde_json::from_str(&sarif).expect("JSON");
    crate::reports::assert_valid(&log);
    let results = log["runs"][0]["results"].as_array().expect("results");
    let fixes: Vec<&Value> = results.iter().flat_map(|one| one["fixes"].as_array()).flatten().collect();
    assert!(fixes.len() >= 12, "{}", fixes.len());
    let volatile = fixes
        .iter()
        .find(|fix| fix["description"]["text"] == "Declare 'first' volatile")
        .expect("the fix of the other file");
    let change = &volatile["artifactChanges"][0];
    assert_eq!(change["artifactLocation"]["uri"], "Tabs.java");
    let replacement = &change["replacements"][0];
    assert_eq!(replacement["insertedContent"]["text"], "volatile ");
    let region = &replacement["deletedRegion"];
    let numbers = ["startLine", "startColumn", "endLine", "endColumn"].map(|key| region[key].as_u64());
    assert_eq!(numbers, [Some(4), Some(10), Some(4), Some(10)], "nothing is deleted");
}

/// Writes a query on the tree whose predicate `edits` has the given body.
fn query(folder: &Path, kind: &str, body: &str) {
    let text = format!(
        "/**\n * @name Test\n * @description Test.\n * @kind {kind}\n * @problem.severity warning\n * @id test/edits\n */\n\n\
         import java\n\nquery predicate edits(Element e, string title, Element place, string how, string text) {{\n  \
         {body}\n}}\n\nfrom Class c\nwhere c.fromSource() and c.getName() = \"Tabs\"\nselect c, \"text\"\n"
    );
    fs::write(folder.join("q.ql"), text).expect("a file");
}

const QUERY: [&str; 5] = ["analyze", "src", "--query", "q.ql", "--fix"];

#[test]
fn rows_say_how_places_change() {
    let tree = tree();
    let folder = tree.path();
    let source = "class Tabs {\n  int a = 1;\n  int b = 2; int c;\n}\n";
    fs::remove_file(folder.join("src/Buffer.java")).expect("removed");
    fs::write(folder.join("src/Tabs.java"), source).expect("a file");
    let after = |body: &str| {
        query(
            folder,
            "problem",
            &format!("exists(Field f | e = f.getDeclaringType() and title = \"t\" and ({body}))"),
        );
        ran(folder, 0, &[&QUERY[..], &["--apply"]].concat());
        let text = fs::read_to_string(folder.join("src/Tabs.java")).expect("a text");
        fs::write(folder.join("src/Tabs.java"), source).expect("a file");
        text
    };
    let named = |name: &str, how: &str, text: &str| {
        format!(
            "f.getName() = \"{name}\" and place.(FieldDeclaration).getAField() = f and how = \"{how}\" and text = \"{text}\""
        )
    };
    let case = |name: &str, how: &str, text: &str, from: &str, to: &str| {
        assert_eq!(after(&named(name, how, text)), source.replace(from, to), "{how}");
    };
    case("a", "replace", "long a;", "int a = 1;", "long a;");
    case("a", "replace a", "z", "int a", "int z");
    case("a", "replace int", "long", "int a", "long a");
    case("a", "before", "final ", "int a", "final int a");
    case("c", "after", " // c", "int c;", "int c; // c");
    case("a", "line before", "@A\\n@B", "  int a", "  @A\n  @B\n  int a");
    case("c", "line before", "@A", " int c;", "\n  @A\n  int c;");
    case("a", "line after", "int d() {\\n\\treturn 1;\\n}", "= 1;", "= 1;\n  int d() {\n    return 1;\n  }");
    case("b", "line after", "// b", "int b = 2; ", "int b = 2;\n  // b\n   ");
    case("a", "indent", "", "  int a", "    int a");
    case("a", "remove", "", "  int a = 1;\n", "");
    case("c", "remove", "", " int c;", " ");
    // A fix with two edits at one place.
    let both = format!("{} or {}", named("a", "before", "static "), named("a", "line before", "// a"));
    assert_eq!(after(&both), source.replace("  int a", "  // a\n  static int a"));
}

#[test]
fn rows_that_cannot_be_used_are_reported() {
    let tree = tree();
    let folder = tree.path();
    let reports = |body: &str, part: &str| {
        query(folder, "problem", body);
        let (diff, stderr) = ran(folder, 0, &QUERY);
        assert_eq!(diff, "");
        assert!(stderr.contains(part), "{stderr}");
    };
    let row = |how: &str| {
        format!(
            "e.(Class).getName() = \"Tabs\" and place = e and title = \"Change it\" and how = \"{how}\" and text = \"x\""
        )
    };
    reports(&row("elsewhere"), "the edit \"Change it\" of test/edits cannot be made: `elsewhere` is none of");
    reports(&row("replace Class"), "it is not clear which `Class` at Tabs.java:3:7 is meant");
    let two = format!("{} or {}", row("replace"), row("replace").replace("\"x\"", "\"y\""));
    reports(&two, "its parts overlap");
    // The changed file would not parse.
    query(folder, "problem", &row("replace").replace("\"x\"", "\"class {\""));
    let (diff, stderr) = ran(folder, 2, &QUERY);
    assert_eq!(diff, "");
    assert!(
        stderr.contains("error: Tabs.java: the edits are not made: the file would have more syntax errors"),
        "{stderr}"
    );
}

#[test]
fn tables_have_edits_too_and_findings_elsewhere_have_none() {
    let tree = tree();
    let folder = tree.path();
    let row =
        "e.(Class).getName() = \"Tabs\" and place = e and title = \"t\" and how = \"after\" and text = \"2\"";
    query(folder, "table", row);
    let (diff, _) = ran(folder, 0, &QUERY);
    assert!(diff.contains("+class Tabs2 {"), "{diff}");
    fs::write(folder.join("quarrel.toml"), "exclude = [\"src/Tabs.java\"]\n").expect("a file");
    let config = [&QUERY[..], &["--config", "quarrel.toml"]].concat();
    let (diff, _) = ran(folder, 0, &config);
    assert_eq!(diff, "", "excluded files are not changed");
    query(folder, "problem", row);
    let (diff, _) = ran(folder, 0, &config);
    assert_eq!(diff, "");
}

#[test]
fn standard_output_is_for_the_diff() {
    let tree = tree();
    let (_, stderr) = ran(tree.path(), 2, &with(&["--fix", "--format", "json"]));
    assert!(stderr.contains("standard output is for the diff"), "{stderr}");
    let (_, stderr) = ran(tree.path(), 2, &with(&["--apply"]));
    assert!(stderr.contains("--fix"), "{stderr}");
    let (diff, _) = ran(tree.path(), 0, &with(&["--fix", "--output", "report.sarif"]));
    assert!(diff.starts_with("--- a/src/"), "{diff}");
    assert!(tree.path().join("report.sarif").exists());
}

fn insertion(path: &str, at: usize, text: &str) -> Edit {
    let region = Region { start: (1, at + 1), end: (1, at + 1) };
    Edit {
        path: path.into(),
        range: at..at,
        rank: 2,
        text: text.to_owned(),
        region,
        begins_line: at == 0,
        claims: None,
    }
}

fn fix_of(title: &str, edits: Vec<Edit>) -> Fix {
    Fix { title: title.to_owned(), rule: "test/rule".into(), anchor: None, edits }
}

#[test]
fn changed_files_are_not_written_and_fixes_are_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let files = [("A.java", "class A {}\n"), ("B.java", "class B {}\n"), ("C.java", "class C {}\n")];
    for (name, text) in files {
        fs::write(root.join(name), text).expect("a file");
    }
    let analysed =
        |path: &str| files.iter().find(|(name, _)| *name == path).map(|(_, text)| (*text).to_owned());
    fs::write(root.join("B.java"), "class B { }\n").expect("a file");
    let both = fix_of("both", vec![insertion("A.java", 0, "final "), insertion("B.java", 0, "final ")]);
    let other = fix_of("other", vec![insertion("C.java", 0, "final ")]);
    let prepared = fix::prepare(root, &[&both, &other], &analysed).expect("prepared");
    assert_eq!((prepared.made, prepared.files()), (1, 1));
    let [refused] = prepared.refused.as_slice() else { panic!("{:?}", prepared.refused) };
    assert!(refused.starts_with("B.java: ") && refused.contains("has changed since"), "{refused}");
    prepared.write().expect("written");
    let texts: Vec<String> = java(root).into_values().collect();
    assert_eq!(texts, ["class A {}\n", "class B { }\n", "final class C {}\n"]);

    // If one file cannot be written, the others stay unchanged.
    let (a, b) = (
        fix_of("a", vec![insertion("A.java", 0, "final ")]),
        fix_of("b", vec![insertion("B.java", 0, "final ")]),
    );
    let now = |path: &str| fs::read_to_string(root.join(path)).ok();
    let prepared = fix::prepare(root, &[&a, &b], &now).expect("prepared");
    let mut mode = fs::metadata(root.join("B.java")).expect("a file").permissions();
    mode.set_readonly(true);
    fs::set_permissions(root.join("B.java"), mode).expect("read-only");
    let failure = prepared.write().expect_err("it is read-only").to_string();
    assert!(failure.contains("B.java") && failure.contains("read-only"), "{failure}");
    assert_eq!(now("A.java").as_deref(), Some("class A {}\n"));
}

#[test]
fn the_same_edit_of_two_fixes_is_made_once() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("A.java"), "class A {}\n").expect("a file");
    let text = |_: &str| Some("class A {}\n".to_owned());
    let one =
        fix_of("one", vec![insertion("A.java", 0, "import p.G;\n"), insertion("A.java", 9, " int x; ")]);
    let two =
        fix_of("two", vec![insertion("A.java", 0, "import p.G;\n"), insertion("A.java", 9, " int y; ")]);
    let prepared = fix::prepare(folder.path(), &[&one, &two], &text).expect("prepared");
    assert!(prepared.overlapping.is_empty() && prepared.refused.is_empty());
    prepared.write().expect("written");
    let written = fs::read_to_string(folder.path().join("A.java")).expect("a text");
    assert_eq!(written, "import p.G;\nclass A { int x;  int y; }\n");
}

#[test]
#[cfg(unix)]
fn nothing_outside_of_the_analysed_folder_is_written() {
    let (folder, other) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let target = other.path().join("A.java");
    fs::write(&target, "class A {}\n").expect("a file");
    std::os::unix::fs::symlink(&target, folder.path().join("A.java")).expect("a link");
    let text = |_: &str| Some("class A {}\n".to_owned());
    let one = fix_of("one", vec![insertion("A.java", 0, "final ")]);
    let prepared = fix::prepare(folder.path(), &[&one], &text).expect("prepared");
    assert_eq!(prepared.made, 0);
    assert!(prepared.refused[0].contains("lies outside of"), "{:?}", prepared.refused);
}
