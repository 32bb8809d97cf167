//! What runs where nothing is named: which packs, how sensitive, what of it is reported.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A race that no annotation names.
const CACHE: &str = include_str!("race/Cache.java");

fn project(source: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("Cache.java"), source).expect("a file");
    folder
}

/// Runs `analyze` on the folder, expects the exit code, gives standard output and standard error.
fn analyzed(folder: &Path, code: i32, args: &[&str]) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quarrel"));
    let output =
        command.args(["analyze", "."]).args(args).current_dir(folder).output().expect("the binary runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{args:?}\n{stdout}{stderr}");
    (stdout, stderr)
}

#[test]
fn races_run_by_default() {
    let folder = project(CACHE);
    let (found, told) = analyzed(folder.path(), 0, &["--short"]);
    assert!(found.contains("[java/race]") && !found.contains("race-benign"), "{found}{told}");
    assert!(told.contains("points-to analysis: 1-object"), "{told}");
    let (found, told) = analyzed(folder.path(), 0, &["--short", "--whole-program", "never"]);
    assert!(!found.contains("java/race") && !told.contains("points-to"), "{found}{told}");
    fs::write(folder.path().join("quarrel.toml"), "whole-program = \"never\"\n").expect("a file");
    let (found, _) = analyzed(folder.path(), 0, &["--short"]);
    assert!(!found.contains("java/race"), "{found}");
    let (found, _) = analyzed(folder.path(), 0, &["--short", "--whole-program", "always"]);
    assert!(found.contains("java/race"), "{found}");
    let (found, _) = analyzed(folder.path(), 0, &["--short", "--pack", "concurrency"]);
    assert!(!found.contains("java/race"), "who names packs gets those: {found}");
}

#[test]
fn folders_named_like_packs_change_nothing() {
    let folder = project(CACHE);
    let (found, _) = analyzed(folder.path(), 0, &["--short"]);
    for pack in ["report", "concurrency", "races"] {
        fs::create_dir(folder.path().join(pack)).expect("a folder");
    }
    assert_eq!(analyzed(folder.path(), 0, &["--short"]).0, found);
    analyzed(folder.path(), 0, &["--short", "--pack", "concurrency"]);
    let (_, told) = analyzed(folder.path(), 2, &["--pack", "."]);
    assert!(told.contains("is no pack"), "{told}");
}

/// A thousand objects, each of which may be handed each of four hundred others: sixteen million rows where receivers tell
/// the locals of a method apart.
fn many_receivers() -> String {
    let made = "any = new Node(); ".repeat(50) + &"all = new Object(); ".repeat(20);
    let makers: String = (0..20).map(|n| format!("    static void make{n}() {{ {made}}}\n")).collect();
    let calls: String = (0..20).map(|n| format!("make{n}(); ")).collect();
    let locals: String = (1..40).map(|n| format!("Object v{n} = v{}; ", n - 1)).collect();
    format!(
        "class Wide {{\n    static Node any;\n    static Object all;\n{makers}    public static void main(String[] a) {{ \
         {calls}any.pass(all); }}\n}}\n\nclass Node {{\n    Object pass(Object v0) {{ {locals}return v39; }}\n}}\n"
    )
}

#[test]
fn what_takes_gigabytes_is_told_apart_by_less() {
    let folder = project(&many_receivers());
    let (_, told) = analyzed(folder.path(), 0, &[]);
    assert!(told.contains("points-to analysis: insensitive"), "{told}");
    assert!(told.contains("Objects are told apart by where they are made only"), "{told}");
}

#[test]
fn the_sensitivity_is_chosen_and_told() {
    let folder = project(CACHE);
    let told = |args: &[&str]| analyzed(folder.path(), 0, args).1;
    assert!(told(&["--sensitivity", "insensitive"]).contains("points-to analysis: insensitive"));
    assert!(
        told(&["--pack", "deadlocks", "--sensitivity", "2-object"]).contains("points-to analysis: 2-object")
    );
    let both = "sensitivity = \"2-object\"\n[models]\npointsToContext = [[\"3-object\"]]\n";
    fs::write(folder.path().join("quarrel.toml"), both).expect("a file");
    let text = told(&[]);
    assert!(text.contains("points-to analysis: 2-object"), "{text}");
    assert!(told(&["--sensitivity", "1-object"]).contains("points-to analysis: 1-object"));
    fs::write(folder.path().join("quarrel.toml"), "sensitivity = \"2-objects\"\n").expect("a file");
    let (_, text) = analyzed(folder.path(), 2, &[]);
    assert!(text.contains("did you mean `2-object`?"), "{text}");
}

#[test]
fn surer_queries_come_first() {
    let annotated = CACHE
        .replace("public class", "@ThreadSafe public class")
        .replace("void begin", "public void begin")
        .replace("String get", "public String get")
        + "@interface ThreadSafe {}\n";
    let folder = project(&annotated);
    let (found, told) = analyzed(folder.path(), 0, &["--short"]);
    assert!(found.contains("[java/not-threadsafe]") && !found.contains("[java/race]"), "{found}{told}");
    assert!(told.contains("1 more about what another finding reports already"), "{told}");
}

#[test]
fn what_is_not_sure_is_counted() {
    let mut source = CACHE.trim_end().trim_end_matches('}').to_owned();
    for number in 0..25 {
        let one = format!(
            "    java.util.List<String> list{number} = new java.util.ArrayList<>();\n    \
             {{ new Thread(() -> list{number}.add(\"a\")).start(); new Thread(() -> list{number}.add(\"b\")).start(); }}\n"
        );
        source.push_str(&one);
    }
    source.push_str("}\n");
    let folder = project(&source);
    let (found, told) = analyzed(folder.path(), 0, &["--short"]);
    let shown = found.matches("[java/race]").count();
    assert!(told.contains("of lower confidence: `--min-confidence low` shows them"), "{told}");
    let (found, told) = analyzed(folder.path(), 0, &["--short", "--min-confidence", "low"]);
    assert!(found.matches("[java/race]").count() > shown, "{found}");
    assert!(!told.contains("of lower confidence"), "{told}");
}

#[test]
fn files_that_cannot_be_read_are_no_success() {
    let folder = project(CACHE);
    // More than is read of a file, and nothing on the disk.
    let large = fs::File::create(folder.path().join("Large.java")).expect("a file");
    large.set_len(33 << 20).expect("a length");
    let (_, told) = analyzed(folder.path(), 2, &["--fail-on", "error"]);
    assert!(told.contains("error: 1 file could not be read"), "{told}");
    analyzed(folder.path(), 0, &[]);
}

#[test]
fn unknown_locks_are_counted() {
    let source = "package p; @interface ThreadSafe {} @ThreadSafe class A { private int n; \
                  private final Object[] locks = new Object[2]; \
                  public void f() { synchronized (locks[n]) { n++; } } }\n";
    let folder = project(source);
    let (_, told) = analyzed(folder.path(), 0, &["--pack", "thread-safety"]);
    assert!(told.contains("1 place takes a lock of which nothing else is known"), "{told}");
}
