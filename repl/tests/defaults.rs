//! The defaults of `analyze`: which packs run, with which sensitivity, and which findings are reported.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A race in a class without annotations.
const CACHE: &str = include_str!("race/Cache.java");

fn project(source: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("Cache.java"), source).expect("a file");
    folder
}

/// Runs `analyze` on the folder, expects the exit code, returns standard output and standard error.
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
    let (found, stderr) = analyzed(folder.path(), 0, &["--short"]);
    assert!(found.contains("[java/race]") && !found.contains("race-benign"), "{found}{stderr}");
    assert!(!stderr.contains("points-to"), "{stderr}");
    let (_, stderr) = analyzed(folder.path(), 0, &["-v"]);
    assert!(stderr.contains("points-to analysis: 1-object"), "{stderr}");
    let (found, stderr) = analyzed(folder.path(), 0, &["--short", "--whole-program", "never"]);
    assert!(!found.contains("java/race") && !stderr.contains("points-to"), "{found}{stderr}");
    fs::write(folder.path().join("quarrel.toml"), "whole-program = \"never\"\n").expect("a file");
    let (found, _) = analyzed(folder.path(), 0, &["--short"]);
    assert!(!found.contains("java/race"), "{found}");
    let (found, _) = analyzed(folder.path(), 0, &["--short", "--whole-program", "always"]);
    assert!(found.contains("java/race"), "{found}");
    let (found, _) = analyzed(folder.path(), 0, &["--short", "--pack", "concurrency"]);
    assert!(!found.contains("java/race"), "who names packs gets those: {found}");
}

#[test]
fn a_path_alone_is_analysed() {
    let folder = project(CACHE);
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quarrel"));
        let output = command.args(args).current_dir(folder.path()).output().expect("the binary runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let wanted = run(&["analyze", ".", "--format", "json", "-q"]);
    assert!(wanted.1.contains("java/race"), "{wanted:?}");
    assert_eq!(run(&["analyze", "--format", "json", "-q"]), wanted);
    assert_eq!(run(&[".", "--format", "json", "-q"]), wanted);
    assert_eq!(run(&["Cache.java", "--format", "json", "-q"]), wanted);
    let (code, _, stderr) = run(&["analyse"]);
    assert!(code == Some(2) && stderr.contains("did you mean `quarrel analyze`?"), "{stderr}");
    let (code, stdout, _) = run(&["version"]);
    assert!(code == Some(0) && stdout.starts_with("quarrel "), "{stdout}");
    let (code, stdout, _) = run(&["help", "analyze"]);
    assert!(code == Some(0) && stdout.contains("--min-confidence"), "{stdout}");
}

#[test]
fn nested_classes_are_named_by_either_form() {
    let source = "package p;\npublic class Outer {\n    static class Inner {\n        private int n;\n        void up() { \
                  n++; }\n        int get() { return n; }\n    }\n}\n";
    let folder = project(source);
    for name in ["p.Outer.Inner", "p.Outer$Inner", "p.Outer$*", "p.*"] {
        let (found, stderr) = analyzed(folder.path(), 0, &["--short", "--assume-thread-safe", name]);
        assert!(found.contains("[java/not-threadsafe]"), "{name}: {found}{stderr}");
        assert!(!stderr.contains("unmatched-row"), "{name}: {stderr}");
    }
    for name in ["Inner", "Outer$Inner", "p.Outer$Iner"] {
        let (found, stderr) = analyzed(folder.path(), 0, &["--short", "--assume-thread-safe", name]);
        assert!(!found.contains("[java/not-threadsafe]"), "{name}: {found}");
        assert!(stderr.contains("did you mean [\"p.Outer.Inner\"]?"), "{name}: {stderr}");
    }
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
    let (_, stderr) = analyzed(folder.path(), 2, &["--pack", "."]);
    assert!(stderr.contains("is not a pack"), "{stderr}");
}

/// 950 objects, too few for a family of many objects. Each may be passed each of 475 others, so a receiver-sensitive
/// analysis needs eighteen million rows for the locals of one method.
fn many_receivers() -> String {
    let made = "any = new Node(); ".repeat(50) + &"all = new Object(); ".repeat(25);
    let makers: String = (0..19).map(|n| format!("    static void make{n}() {{ {made}}}\n")).collect();
    let calls: String = (0..19).map(|n| format!("make{n}(); ")).collect();
    let locals: String = (1..40).map(|n| format!("Object v{n} = v{}; ", n - 1)).collect();
    format!(
        "class Wide {{\n    static Node any;\n    static Object all;\n{makers}    public static void main(String[] a) {{ \
         {calls}any.pass(all); }}\n}}\n\nclass Node {{\n    Object pass(Object v0) {{ {locals}return v39; }}\n}}\n"
    )
}

#[test]
fn an_analysis_of_gigabytes_falls_back_to_a_coarser_sensitivity() {
    let folder = project(&many_receivers());
    let (_, stderr) = analyzed(folder.path(), 0, &["-v"]);
    assert!(stderr.contains("points-to analysis: insensitive"), "{stderr}");
    assert!(stderr.contains("The points-to analysis ran without contexts"), "{stderr}");
}

#[test]
fn the_sensitivity_is_chosen_and_shown() {
    let folder = project(CACHE);
    let stderr = |args: &[&str]| analyzed(folder.path(), 0, &[args, &["-v"]].concat()).1;
    assert!(stderr(&["--sensitivity", "insensitive"]).contains("points-to analysis: insensitive"));
    assert!(
        stderr(&["--pack", "deadlocks", "--sensitivity", "2-object"])
            .contains("points-to analysis: 2-object")
    );
    let both = "sensitivity = \"2-object\"\n[models]\npointsToContext = [[\"3-object\"]]\n";
    fs::write(folder.path().join("quarrel.toml"), both).expect("a file");
    let text = stderr(&[]);
    assert!(text.contains("points-to analysis: 2-object"), "{text}");
    assert!(stderr(&["--sensitivity", "1-object"]).contains("points-to analysis: 1-object"));
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
    let (found, stderr) = analyzed(folder.path(), 0, &["--short"]);
    assert!(found.contains("[java/not-threadsafe]") && !found.contains("[java/race]"), "{found}{stderr}");
    assert!(stderr.contains("1 more about what another finding reports already"), "{stderr}");
}

/// Two objects that know each other and take their monitors in both orders; `stock()` races with the same methods.
const DEPOT: &str = "public class Depot {
    private final Truck truck = new Truck(this);
    private final java.util.List<String> crates = new java.util.ArrayList<>();

    public synchronized void ship(String crate) {
        crates.remove(crate);
        truck.load(crate);
    }

    public int stock() {
        return crates.size();
    }

    synchronized void bringBack(String crate) {
        crates.add(crate);
    }

    public Truck truck() {
        return truck;
    }

    public static void main(String[] args) {
        Depot depot = new Depot();
        new Thread(() -> depot.ship(\"a\")).start();
        new Thread(() -> depot.truck().unload(\"a\")).start();
    }
}

class Truck {
    private final Depot depot;

    Truck(Depot depot) {
        this.depot = depot;
    }

    public synchronized void load(String crate) {}

    public synchronized void unload(String crate) {
        depot.bringBack(crate);
    }
}
";

#[test]
fn deadlocks_are_reported_beside_races() {
    let folder = project(DEPOT);
    let (found, stderr) = analyzed(folder.path(), 0, &["--short"]);
    assert!(found.contains("[java/not-threadsafe]") && found.contains("[java/deadlock]"), "{found}{stderr}");
    // Also in a program that starts no threads.
    let main = DEPOT.find("    public static void main").expect("a main method");
    let end = DEPOT.find("class Truck").expect("a class");
    let folder = project(&format!("{}}}\n\n{}", &DEPOT[..main], &DEPOT[end..]));
    let (found, stderr) = analyzed(folder.path(), 0, &["--short"]);
    assert!(found.contains("[java/not-threadsafe]") && found.contains("[java/deadlock]"), "{found}{stderr}");
    // Where only one monitor is taken there is a race and no deadlock.
    let folder = project(&DEPOT.replace("synchronized void load", "void load"));
    let (found, stderr) = analyzed(folder.path(), 0, &["--short"]);
    assert!(found.contains("[java/not-threadsafe]") && !found.contains("[java/deadlock]"), "{found}{stderr}");
    assert!(!found.contains("[java/race]"), "the race on the list is reported once: {found}{stderr}");
}

#[test]
fn packs_that_do_not_run_suppress_no_findings() {
    // More calls than the default limit of those packs, and two locks of one class taken in both orders.
    let calls = "f(); ".repeat(1000);
    let many: String = (0..151).map(|n| format!("    void m{n}() {{ {calls}}}\n")).collect();
    let folder = project(&format!(
        "class Many {{\n    void f() {{}}\n{many}}}\n\nclass Both {{\n    private final Object a = new Object(), b = new \
         Object();\n    void ab() {{ synchronized (a) {{ synchronized (b) {{ }} }} }}\n    void ba() {{ synchronized (b) \
         {{ synchronized (a) {{ }} }} }}\n}}\n"
    ));
    let short = ["--short", "--min-confidence", "low"];
    let (found, stderr) = analyzed(folder.path(), 0, &short);
    assert!(stderr.contains("The packs races and deadlocks did not run"), "{stderr}");
    assert!(found.contains("[java/lock-order-inconsistency]"), "{found}{stderr}");
    let (never, _) = analyzed(folder.path(), 0, &[&short[..], &["--whole-program", "never"]].concat());
    assert_eq!(found, never);
}

#[test]
fn zero_is_never_silent() {
    let root = tempfile::tempdir().expect("a folder");
    let put = |path: &str, source: &str| {
        let file = root.path().join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("folders");
        fs::write(file, source).expect("a file");
    };
    put("benchmarks/Cache.java", CACHE);
    put("src/test/java/x/Cache.java", CACHE);
    put("gen/Made.java", "// Generated by the maker. DO NOT EDIT\nclass Made {}\n");
    put("gen/Other.java", "package a;\nclass Other {}\n");
    let (found, stderr) = analyzed(root.path(), 0, &["--short"]);
    assert!(found.is_empty() && stderr.contains("0 findings"), "{found}{stderr}");
    assert!(
        stderr.contains("2 of 4 files count as tests: `--include-tests` reports on them too"),
        "{stderr}"
    );
    assert!(
        stderr.contains("1 of 4 files is generated: `--include-generated` reports on it too"),
        "{stderr}"
    );
    let (found, stderr) = analyzed(root.path(), 0, &["--short", "--include-tests", "--include-generated"]);
    assert!(found.contains("[java/race]") && !stderr.contains("count as tests"), "{found}{stderr}");
    assert!(!stderr.contains("is generated"), "{stderr}");
    // The names of the analysed folder and of those above it make nothing a test.
    for folder in ["benchmarks", "src/test/java", "src/test/java/x"] {
        let (found, stderr) = analyzed(&root.path().join(folder), 0, &["--short"]);
        assert!(found.contains("[java/race]") && !stderr.contains("tests"), "{folder}: {found}{stderr}");
    }
    // The reports have the same counts, and the summary appears with every format.
    put("Broken.java", "class Broken { void f( }\n");
    for format in ["text", "json", "jsonl", "csv", "sarif", "markdown", "html"] {
        let (found, stderr) = analyzed(root.path(), 0, &["--format", format]);
        for number in
            ["2 of 5 files count as tests", "1 of 5 files is generated", "1 file could not be understood"]
        {
            assert!(stderr.contains(number), "{format}: {stderr}");
        }
        for (number, option) in [
            ("2 of 5 files count as tests", "--include-tests"),
            ("1 of 5 files is generated", "--include-generated"),
            ("1 file could not be understood in full", ""),
        ] {
            let says = found.contains(number) && found.contains(option);
            assert_eq!(says, ["sarif", "markdown", "html"].contains(&format), "{format}: {number}\n{found}");
        }
    }
    fs::remove_file(root.path().join("Broken.java")).expect("a file");
    put("quarrel.toml", "exclude = [\"gen\"]\n");
    let (_, stderr) = analyzed(root.path(), 0, &["--short"]);
    assert!(stderr.contains("2 of 4 files are excluded by quarrel.toml"), "{stderr}");
}

#[test]
fn a_tree_of_examples_alone_keeps_its_confidence() {
    let root = tempfile::tempdir().expect("a folder");
    let put = |path: &str, source: &str| {
        let file = root.path().join(path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("folders");
        fs::write(file, source).expect("a file");
    };
    let sure = |wanted: bool| {
        let (found, stderr) = analyzed(root.path(), 0, &["--min-confidence", "low", "-v"]);
        assert_eq!(!found.contains("an example or a measurement"), wanted, "{found}{stderr}");
    };
    put("demo/a/Cache.java", CACHE);
    put("samples/CacheDemo.java", &CACHE.replace("Cache", "CacheDemo"));
    put("tutorial/Step.java", "class Step {}\n");
    sure(true);
    put("main/Real.java", "package real;\nclass Real {}\n");
    sure(false);
}

#[test]
fn races_on_what_only_a_text_reads_are_never_of_high_confidence() {
    let source = "package p;\n@ThreadSafe\npublic class Names {\n    private int n;\n    public synchronized void up() { \
                  n++; }\n    public String toString() { return \"n=\" + n; }\n}\n";
    let folder = project(source);
    let rows = "[models]\nevidencePoints = [[\"describes\", 300]]\n";
    fs::write(folder.path().join("quarrel.toml"), rows).expect("a file");
    let (found, stderr) = analyzed(folder.path(), 0, &["--pack", "thread-safety", "-v"]);
    assert!(
        found.contains("= possible: medium confidence") && found.contains(" 111 points"),
        "{found}{stderr}"
    );
}

#[test]
fn findings_of_low_confidence_are_counted() {
    let mut source = CACHE.trim_end().trim_end_matches('}').to_owned();
    source.push_str("    synchronized void wake() { notify(); }\n}\n");
    let folder = project(&source);
    let (found, stderr) = analyzed(folder.path(), 0, &["--short"]);
    let shown = found.matches("[java/").count();
    assert!(stderr.contains("of lower confidence: `--min-confidence low` shows them"), "{stderr}");
    let (found, stderr) = analyzed(folder.path(), 0, &["--short", "--min-confidence", "low"]);
    assert!(found.matches("[java/").count() > shown, "{found}");
    assert!(!stderr.contains("of lower confidence"), "{stderr}");
}

#[test]
fn files_that_cannot_be_read_set_exit_code_2() {
    let folder = project(CACHE);
    // A sparse file that is larger than the limit for reading.
    let large = fs::File::create(folder.path().join("Large.java")).expect("a file");
    large.set_len(33 << 20).expect("a length");
    let (_, stderr) = analyzed(folder.path(), 2, &["--fail-on", "error"]);
    assert!(stderr.contains("error: 1 file could not be read"), "{stderr}");
    analyzed(folder.path(), 0, &[]);
}

#[test]
fn unknown_locks_are_counted() {
    let source = "package p; @interface ThreadSafe {} @ThreadSafe class A { private int n; \
                  private final Object first = new Object(), second = new Object(); \
                  public void f(int k) { synchronized (new Object[] {first, second}[k]) { n++; } } }\n";
    let folder = project(source);
    let (_, stderr) = analyzed(folder.path(), 0, &["--pack", "thread-safety"]);
    assert!(stderr.contains("1 place takes a lock of which nothing else is known"), "{stderr}");
}
