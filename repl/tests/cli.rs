//! The binary as people use it: what it prints, what it refuses, how it ends.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn quarrel(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quarrel"))
        .args(args)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Expects exit code 2 and one message that contains all of `parts`.
fn refused(folder: &Path, args: &[&str], parts: &[&str]) {
    let output = quarrel(folder, args);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert_eq!(stderr.matches("error:").count(), 1, "{args:?} says one error: {stderr}");
    assert!(!stderr.contains("panicked"), "{args:?}: {stderr}");
    for part in parts {
        assert!(stderr.contains(part), "{args:?} does not say `{part}`: {stderr}");
    }
}

const COUNTER: &str = "
package org.example;
@ThreadSafe
public class Counter {
    private int count;
    public void increment() { count++; }
    public synchronized int get() { return count; }
}
";

/// A folder with one racy class, whose annotation is declared beside it.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir_all(folder.path().join("src")).expect("a folder");
    fs::write(folder.path().join("src/Counter.java"), COUNTER).expect("a file");
    let annotation = "package org.example; public @interface ThreadSafe {}";
    fs::write(folder.path().join("src/ThreadSafe.java"), annotation).expect("a file");
    folder
}

#[test]
fn analyze_finds_the_race() {
    let project = project();
    let output = quarrel(project.path(), &["analyze", "src"]);
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert!(stdout.contains("java/not-threadsafe"), "{stdout}{stderr}");
    assert!(stdout.contains("Counter.java:6:31"), "{stdout}");
    assert!(stdout.contains("count++"), "the source line is shown: {stdout}");
    assert!(stderr.contains("2 files"), "{stderr}");
}

#[test]
fn fail_on_sets_the_exit_code() {
    let project = project();
    let code = |args: &[&str]| quarrel(project.path(), args).status.code();
    assert_eq!(code(&["analyze", "src", "--fail-on", "warning"]), Some(1));
    assert_eq!(
        code(&["analyze", "src", "--query", "java/lazy-initialization", "--fail-on", "error"]),
        Some(0)
    );
}

#[test]
fn classes_can_be_named() {
    let project = project();
    let plain = COUNTER.replace("@ThreadSafe", "");
    fs::write(project.path().join("src/Counter.java"), plain).expect("a file");
    // Its code shows that threads share it; the severity is that of an annotated class.
    let output = quarrel(project.path(), &["analyze", "src"]);
    let shown = text(&output.stdout);
    assert!(shown.contains("error[") && shown.contains("has synchronized methods"), "{shown}");
    let line = text(&quarrel(project.path(), &["analyze", "src", "--short", "--all"]).stdout);
    let place = "src/Counter.java:6:31: error[java/not-threadsafe]";
    assert_eq!(line, format!("{place}: count: increment against get\n"));

    let none = ["analyze", "src", "--assume-thread-safe", "none"];
    let output = quarrel(project.path(), &none);
    assert!(output.stdout.is_empty());
    assert!(text(&output.stderr).contains("--assume-thread-safe"), "says how to name classes");

    let named = [&none[..], &["--assume-thread-safe", "org.example.*"]].concat();
    assert!(text(&quarrel(project.path(), &named).stdout).contains("assumed by configuration"));

    fs::write(project.path().join("src/quarrel.toml"), "assume-thread-safe = [\"none\", \"*Counter\"]\n")
        .expect("a file");
    let output = quarrel(project.path(), &["analyze", "src", "--format", "jsonl"]);
    let line = text(&output.stdout);
    assert!(line.starts_with('{') && line.contains("\"rule\":\"java/not-threadsafe"), "{line}");

    fs::write(project.path().join("src/quarrel.toml"), "asume = 1\n").expect("a file");
    refused(project.path(), &["analyze", "src"], &["quarrel.toml", "asume"]);
}

#[test]
fn libraries_that_are_not_there_are_refused() {
    let project = project();
    let here = project.path();
    for entry in ["lib/missing.jar", "lib/*"] {
        let args = ["extract", "src", "--db", "code.db", "--classpath", entry];
        refused(here, &args, &["there is no `lib", "the class path names", "`auto`"]);
    }
    refused(here, &["analyze", "src", "--jdk", "src"], &["cannot read the JDK `src`"]);
    assert!(!here.join("code.db").exists());
    let output = quarrel(here, &["extract", "src", "--db", "code.db", "--classpath", "*"]);
    assert_eq!(output.status.code(), Some(0), "the current folder is there: {}", text(&output.stderr));
}

#[test]
fn queries_run_on_a_database() {
    let project = project();
    let output = quarrel(project.path(), &["extract", "src", "--db", "code.db"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let query =
        "import java\nfrom Method m where m.fromSource() select m, m.getName() as name order by name\n";
    fs::write(project.path().join("q.ql"), query).expect("a file");
    let output = quarrel(project.path(), &["run", "q.ql", "--db", "code.db", "--format", "csv"]);
    assert_eq!(
        text(&output.stdout),
        "m location,m,name\r\nCounter.java:7:29:7:31,get,get\r\nCounter.java:6:17:6:25,increment,increment\r\n",
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn every_command_gives_the_same_for_1_and_16_threads() {
    let project = project();
    let here = project.path();
    for number in 0..40 {
        let class = COUNTER.replace("Counter", &format!("Counter{number}"));
        fs::write(here.join(format!("src/Counter{number}.java")), class).expect("a file");
    }
    fs::create_dir(here.join("t")).expect("a folder");
    fs::write(here.join("t/A.java"), "class A { int f; }").expect("a file");
    fs::write(here.join("t/Q.expected"), "| A.java:1:7:1:7 | A |\n").expect("a file");
    let query = "import java\nfrom Class c where c.fromSource() select c\n";
    fs::write(here.join("t/Q.ql"), query).expect("a file");
    let all = |threads: &str| {
        let db = format!("{threads}.db");
        let commands = [
            &["extract", "src", "--db", &db, "--threads", threads][..],
            &["analyze", "src", "--threads", threads],
            &["analyze", "src", "--threads", threads, "--format", "sarif"],
            &["run", "t/Q.ql", "--db", &db, "--threads", threads, "--format", "csv"],
            &["run", "t/Q.ql", "--db", &db, "--threads", threads, "--show", "work"],
            &["test", "t", "--threads", threads],
            // Files are checked on as many threads as the environment allows.
            &["check", "t"],
        ];
        let ran = |args: &&[&str]| {
            let output = Command::new(env!("CARGO_BIN_EXE_quarrel"))
                .args(*args)
                .current_dir(here)
                .env("NO_COLOR", "1")
                .env("RAYON_NUM_THREADS", threads)
                .output()
                .expect("the binary runs");
            assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
            output.stdout
        };
        let outputs: Vec<Vec<u8>> = commands.iter().map(ran).collect();
        (fs::read(here.join(&db)).expect("a database"), outputs)
    };
    let (one, many) = (all("1"), all("16"));
    assert!(one.0 == many.0, "the databases differ");
    for (one, many) in one.1.iter().zip(&many.1) {
        assert_eq!(text(one), text(many));
    }
    assert!(text(&one.1[1]).contains("Counter39.java"));
}

#[test]
fn bad_sources_are_refused() {
    let project = project();
    fs::create_dir(project.path().join("empty")).expect("a folder");
    refused(project.path(), &["analyze", "nowhere"], &["nowhere"]);
    refused(project.path(), &["analyze", "empty"], &["empty", "Java"]);
    refused(project.path(), &["extract", "src", "--db", "no/such/folder/code.db"], &["no/such/folder"]);
    refused(project.path(), &["extract", "src", "--db", "empty"], &["empty"]);
}

#[test]
fn an_old_database_survives_a_failure() {
    let project = project();
    fs::create_dir(project.path().join("empty")).expect("a folder");
    assert_eq!(quarrel(project.path(), &["extract", "src", "--db", "old.db"]).status.code(), Some(0));
    let old = fs::read(project.path().join("old.db")).expect("a database");
    refused(project.path(), &["extract", "empty", "--db", "old.db"], &["Java"]);
    assert!(fs::read(project.path().join("old.db")).expect("still there") == old);
}

#[test]
fn bad_databases_are_refused() {
    let project = project();
    fs::write(project.path().join("q.ql"), "import java\nselect 1\n").expect("a file");
    fs::write(
        project.path().join("text.db"),
        "not a database, just text, and long enough to be read as a header ".repeat(40),
    )
    .expect("a file");
    refused(project.path(), &["run", "q.ql", "--db", "nowhere.db"], &["nowhere.db", "quarrel extract"]);
    refused(project.path(), &["run", "q.ql", "--db", "text.db"], &["text.db"]);
}

#[test]
fn bad_queries_are_refused() {
    let project = project();
    let write = |text: &str| fs::write(project.path().join("q.ql"), text).expect("a file");
    write("import java\nfrom Method m where select m\n");
    refused(project.path(), &["check", "q.ql"], &["q.ql:2:21", "mistake"]);
    write("import java\nfrom Methud m select m\n");
    refused(project.path(), &["check", "q.ql"], &["q.ql:2:6", "Methud", "Method"]);
    refused(project.path(), &["check", "missing.ql"], &["missing.ql"]);
    refused(project.path(), &["analyze", "src", "--pack", "nonsense"], &["nonsense", "thread-safety"]);
}

#[test]
fn the_nearest_query_and_model_are_named() {
    let folder = project();
    refused(
        folder.path(),
        &["analyze", ".", "--query", "java/not-thredsafe"],
        &["did you mean `java/not-threadsafe`?"],
    );
    refused(folder.path(), &["models", "threadSafeTyp"], &["did you mean `threadSafeType`?"]);
    let output = quarrel(folder.path(), &["models", "threadSafeType"]);
    let page = text(&output.stdout);
    for part in
        ["threadSafeType(string package, string type)", "bundled rows", "[models]\nthreadSafeType = [["]
    {
        assert!(page.contains(part), "`{part}` is missing in\n{page}");
    }
}

#[test]
fn packs_are_listed() {
    let output = quarrel(Path::new("."), &["packs"]);
    let stdout = text(&output.stdout);
    for id in ["java/escaping", "java/safe-publication", "java/not-threadsafe"] {
        assert!(stdout.contains(id), "{stdout}");
    }
}

#[test]
fn the_prompt_answers() {
    use std::io::Write;
    let project = project();
    let mut child = Command::new(env!("CARGO_BIN_EXE_quarrel"))
        .args(["repl", "src"])
        .current_dir(project.path())
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut input = child.stdin.take().expect("a pipe");
    input
        .write_all(b":help\nfrom Nonsense n select n\n\nselect count(Method m | m.fromSource()) as methods\n\n:quit\n")
        .expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let stdout = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(stdout.contains(":quit"), "help: {stdout}");
    assert!(stdout.contains("\n2 in "), "an answer after a mistake: {stdout}");
}

#[test]
fn check_counts_what_it_finds() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write("queries/good.ql", "select 1\n");
    write("queries/lib/numbers.qll", "int small() { result in [1 .. 3] }\n");
    write("queries/notes.txt", "not QL");
    let output = quarrel(folder.path(), &["check", "queries"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stderr), "no mistake in 2 files\n");

    // One run reports all kinds of mistakes in all files, in the order of the files.
    write("queries/a.ql", "from int i\nwhere i = \"x\"\nselect i, j\n");
    write("queries/b.ql", "predicate p() { any( }\nselect \"a\\q\"\n");
    refused(
        folder.path(),
        &["check", "queries"],
        &["a.ql:2:", "a.ql:3:", "b.ql:1:", "b.ql:2:", "4 mistakes in 4 files"],
    );
    write("queries/a.ql", "/** @kind tabel */\nselect 1\n");
    let output = quarrel(folder.path(), &["check", "queries/a.ql"]);
    assert_eq!(output.status.code(), Some(0), "a warning is no failure");
    assert!(text(&output.stderr).ends_with("no mistake, 1 warning in 1 file\n"), "{}", text(&output.stderr));
    refused(folder.path(), &["check", "queries/notes.txt"], &["notes.txt", ".qll"]);
    refused(folder.path(), &["check", "nowhere"], &["nowhere"]);
}

#[test]
fn check_takes_each_file_as_a_program() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    // In one program, `SB` would depend on its own negation through the subclasses of the abstract classes.
    write(
        "A.qll",
        "abstract class S extends int { bindingset[this] S() { any() } }\n\
         class S0 extends S { S0() { this = 1 } }\n\
         abstract class T extends int { bindingset[this] T() { any() } }\n\
         class T0 extends T { T0() { this = 1 } }\n\
         predicate q(int i) { i instanceof T }\n",
    );
    write("B.qll", "import A\nclass SB extends S { SB() { this = 2 and not q(this) } }\n");
    write("D.qll", "import A\nclass TD extends T { TD() { this = [1 .. 3] and this instanceof S } }\n");
    let output = quarrel(folder.path(), &["check", "."]);
    assert_eq!(text(&output.stderr), "no mistake in 3 files\n");
    // A file that imports both has the error.
    write("E.ql", "import B\nimport D\nselect 1\n");
    refused(folder.path(), &["check", "."], &["[non-monotonic-recursion]", "1 mistake in 4 files"]);
}

#[test]
fn check_reads_the_schema_of_a_pack() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write("lib/qlpack.yml", "name: my/lib\ndbscheme: schema/toys.dbscheme\n");
    write("lib/schema/toys.dbscheme", "toys(unique int id: @toy, string name: string ref);\n");
    write("lib/Toy.qll", "class Toy extends @toy { string toString() { toys(this, result) } }\n");
    write("src/qlpack.yml", "name: my/src\ndependencies:\n  my/lib: '*'\n  my/missing: '*'\n");
    write("src/q.ql", "import Toy\nfrom Toy t, string n where toys(t, n) select n\n");
    // A missing pack is an error only where something is imported from it.
    let output = quarrel(folder.path(), &["check", "lib", "src", "--search-path", "."]);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert!(stderr.contains("[unknown-pack] Warning"), "{stderr}");
    write("src/q.ql", "import Toy\nselect any(@class c | | c.(@toy))\n");
    refused(folder.path(), &["check", "src", "--search-path", "."], &["the schema has no type `@class`"]);
    write("lib/qlpack.yml", "name: my/lib\ndbscheme: schema/none.dbscheme\n");
    refused(folder.path(), &["check", "lib"], &["none.dbscheme", "correct `dbscheme`"]);
}

/// A library `java` of the user's finds the tables and rows that it expects in a database.
#[test]
fn another_library_has_members_of_parameterised_types() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write("lib/qlpack.yml", "name: codeql/java-all\n");
    write(
        "lib/java.qll",
        "class M extends @method { string toString() { methods(this, _, result, _, _, _) } }\n",
    );
    write("test/qlpack.yml", "name: me/test\ndependencies:\n  codeql/java-all: '*'\n");
    write("test/q/A.java", "class A<T> { void m(T t) {} A<String> a; }\n");
    write("test/q/q.ql", "import java\nfrom M m where m.toString().matches(\"m(%\") select m.toString()\n");
    write("test/q/q.expected", "| m(java.lang.Object) |\n| m(java.lang.String) |\n");
    let tested = quarrel(folder.path(), &["test", "test", "--search-path", "lib"]);
    assert_eq!(tested.status.code(), Some(0), "{}{}", text(&tested.stdout), text(&tested.stderr));

    let extract = |more: &[&str]| {
        let args = [&["extract", "test/q", "--db", "a.db"], more].concat();
        assert_eq!(quarrel(folder.path(), &args).status.code(), Some(0));
        let run = ["run", "test/q/q.ql", "--db", "a.db", "--search-path", "lib", "--format", "csv"];
        text(&quarrel(folder.path(), &run).stdout).lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(extract(&[]), ["m(java.lang.Object)"]);
    assert_eq!(extract(&["--for-codeql"]), ["m(java.lang.Object)", "m(java.lang.String)"]);
}

#[test]
fn check_explains_codes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = quarrel(folder.path(), &["check", "--explain", "not-bound"]);
    let stdout = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout.starts_with("# not-bound") && stdout.contains("bindingset"), "{stdout}");
    // Codes without a page have a sentence.
    let stdout = text(&quarrel(folder.path(), &["check", "--explain", "bad-closure"]).stdout);
    assert!(stdout.starts_with("# bad-closure"), "{stdout}");
    let stdout = text(&quarrel(folder.path(), &["check", "--explain"]).stdout);
    assert!(stdout.contains("* not-bound ") && stdout.contains("  bad-closure "), "{stdout}");
    refused(folder.path(), &["check", "--explain", "not-bond"], &["not-bond", "did you mean `not-bound`"]);
    refused(folder.path(), &["check"], &["required"]);
}

#[test]
fn check_shows_stages() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let query =
        "int twice(int i) { i in [1 .. 3] and result = 2 * i }\nfrom int i\nwhere i = twice(1)\nselect i\n";
    fs::write(folder.path().join("q.ql"), query).expect("a file");
    let show = |stage: &str| {
        let output = quarrel(folder.path(), &["check", "q.ql", "--show", stage]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let tree = show("ast");
    for line in ["  Predicate twice/1: int  1:1", "    Parameter i: int  1:15", "      In  1:20", "    Where"]
    {
        assert!(tree.lines().any(|found| found == line), "{line} in {tree}");
    }
    let types = show("types");
    assert!(types.starts_with("int twice(int i)"), "the source itself: {types}");
    assert!(types.contains("// revealed: twice(1): int = twice/1 ("), "{types}");
    assert!(types.contains("// revealed: result: int\n"), "{types}");
    assert!(show("datalog").contains("twice/1"));
    assert!(show("strata").contains("0: "));

    // A file with errors still has a tree, and types for what compiles.
    fs::write(folder.path().join("q.ql"), "predicate p(int i) { i = 1 }\nselect x\n").expect("a file");
    let output = quarrel(folder.path(), &["check", "q.ql", "--show", "types"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stdout).contains("// revealed: i: int"), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("unresolved-variable"));
}

/// A database of the project's sources.
fn database(project: &Path) {
    let output = quarrel(project, &["extract", "src", "--db", "code.db", "-q"]);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "-q says nothing");
}

#[test]
fn queries_need_no_file() {
    use std::io::Write;
    let project = project();
    let here = project.path();
    database(here);
    let rows = |args: &[&str]| {
        let output = quarrel(here, &[&["run", "--db", "code.db", "--format", "csv", "-q"], args].concat());
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
        text(&output.stdout)
    };
    let methods = "from Method m where m.fromSource() select m.getName() as name";
    let wanted = "name\r\nget\r\nincrement\r\n";
    assert_eq!(rows(&["-e", methods]), wanted);
    assert_eq!(rows(&["-e", "count(Method m | m.fromSource())"]), "col0\r\n2\r\n");
    assert_eq!(rows(&["-e", "exists(Method m | m.hasName(\"get\"))"]), "holds\r\ntrue\r\n");
    assert!(rows(&["-e", "Class"]).contains("Counter"), "the name of a class lists its rows");
    let library = "import java\n\nprivate predicate named(Method m, string name) { m.fromSource() and name = m.getName() }\n\nclass Own extends Class {\n  Own() { this.fromSource() }\n}\n";
    fs::write(here.join("Own.qll"), library).expect("a file");
    fs::write(here.join("own.ql"), format!("{library}from Own c select c\n")).expect("a file");
    for file in ["Own.qll", "own.ql"] {
        let shown = rows(&[file, "--predicate", "named"]);
        assert!(shown.contains(",increment,increment\r\n") && shown.lines().count() == 3, "{shown}");
        assert!(rows(&[file, "--predicate", "Own"]).contains("Counter"), "{file}");
    }
    // Libraries that import each other.
    let other = "import Cycle\n\npredicate other(string s) { own(s) }\n";
    fs::write(here.join("Other.qll"), other).expect("a file");
    let cycle = "import Other\n\npredicate own(string s) { s = \"a\" }\n\npredicate both(string s) { own(s) and other(s) }\n";
    fs::write(here.join("Cycle.qll"), cycle).expect("a file");
    assert_eq!(rows(&["Cycle.qll", "--predicate", "both"]), "s\r\na\r\n");
    refused(here, &["run", "own.ql", "--predicate", "nmed", "--db", "code.db"], &["did you mean `named`?"]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_quarrel"))
        .args(["run", "-", "--db", "code.db", "--format", "csv"])
        .current_dir(here)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the binary runs");
    child.stdin.take().expect("a pipe").write_all(methods.as_bytes()).expect("it reads");
    assert_eq!(text(&child.wait_with_output().expect("it ends").stdout), wanted);
    let slip = ["run", "-e", "from Methud m select m", "--db", "code.db"];
    refused(here, &slip, &["command-line.ql:1:6", "did you mean `Method`?"]);
    let open = ["run", "-e", "from Method m where", "--db", "code.db"];
    refused(here, &open, &["command-line.ql:1:15", "after `where`, found"]);
    refused(here, &["run", "java/rase", "--db", "code.db"], &["did you mean `java/race`?"]);
}

#[test]
fn a_database_is_analysed_as_its_sources_are() {
    let project = project();
    let here = project.path();
    // Only its code shows that threads share the class.
    fs::write(here.join("src/Counter.java"), COUNTER.replace("@ThreadSafe", "")).expect("a file");
    database(here);
    let found = |path: &str, format: &str| {
        let output = quarrel(here, &["analyze", path, "--format", format, "-q"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    for format in ["json", "csv", "text"] {
        let wanted = found("src", format);
        assert!(wanted.contains("java/not-threadsafe"), "{wanted}");
        assert_eq!(found("code.db", format), wanted);
    }
    let output = quarrel(here, &["run", "java/not-threadsafe", "--db", "code.db", "--format", "csv"]);
    let rows = text(&output.stdout);
    assert!(rows.contains("Counter.java:6:31"), "a query has the answer of `analyze`: {rows}");
    assert!(rows.contains("reached from increment() holding no lock") && !rows.contains("$@"), "{rows}");
    let none = ["run", "java/not-threadsafe", "--db", "code.db", "--assume-thread-safe", "none"];
    assert!(!text(&quarrel(here, &none).stdout).contains("increment"), "it has the options of `analyze`");
    refused(here, &["analyze", "code.db", "--classpath", "."], &["code.db is a database", "--classpath"]);
    fs::write(here.join("src/quarrel.toml"), "[models]\nnoSuchModel = [[\"a\"]]\n").expect("a file");
    refused(here, &["run", "java/not-threadsafe", "--db", "code.db"], &["quarrel.toml", "noSuchModel"]);
}

#[test]
fn json_is_one_document_with_an_object_a_line() {
    let project = project();
    let output = quarrel(project.path(), &["analyze", "src", "--format", "json", "-q"]);
    let document = text(&output.stdout);
    let all: serde_json::Value = serde_json::from_str(&document).expect("a document");
    let lines: Vec<serde_json::Value> = document
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    assert!(!lines.is_empty());
    assert_eq!(all.as_array(), Some(&lines));
}

#[test]
fn results_are_compared() {
    let project = project();
    let here = project.path();
    for (name, changed) in [
        ("before", COUNTER.to_owned()),
        ("after", COUNTER.replace("count", "total").replace("increment", "raise")),
    ] {
        fs::write(here.join("src/Counter.java"), changed).expect("a file");
        for end in ["json", "jsonl", "sarif"] {
            let file = format!("{name}.{end}");
            quarrel(here, &["analyze", "src", "-q", "--output", &file]);
        }
    }
    for (before, after) in [("json", "json"), ("jsonl", "json"), ("sarif", "sarif"), ("sarif", "jsonl")] {
        let output = quarrel(here, &["diff", &format!("before.{before}"), &format!("after.{after}")]);
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{stderr}");
        assert_eq!(stderr, "1 new, 0 unchanged, 1 gone\n");
        assert!(stdout.starts_with("+ "), "{stdout}");
        assert!(stdout.contains("\n- ") && stdout.contains(": error[java/not-threadsafe]: "), "{stdout}");
    }
    let code = |args: &[&str]| quarrel(here, &[&["diff"], args].concat()).status.code();
    assert_eq!(code(&["before.json", "after.json", "--fail-on", "error"]), Some(1));
    assert_eq!(code(&["after.json", "after.sarif", "--fail-on", "note"]), Some(0));
    let output = quarrel(here, &["diff", "before.json", "after.json", "--format", "json", "-q"]);
    let all: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a document");
    assert_eq!((&all[0]["state"], &all[1]["state"]), (&"new".into(), &"gone".into()));

    database(here);
    for (file, most) in [("a.json", "Z"), ("b.json", "h")] {
        let query = format!("from Method m where m.fromSource() and m.getName() < \"{most}\" select m");
        quarrel(here, &["run", "-e", &query, "--db", "code.db", "--format", "json", "--output", file]);
    }
    let output = quarrel(here, &["diff", "a.json", "b.json"]);
    assert_eq!(text(&output.stdout), "+ get (Counter.java:7:29)\n", "{}", text(&output.stderr));
    refused(here, &["diff", "a.json", "nowhere.json"], &["cannot read nowhere.json"]);
    refused(here, &["diff", "a.json", "code.db"], &["code.db is a database"]);
    refused(here, &["diff", "a.json", "src/Counter.java"], &["not a report of quarrel"]);
}

#[test]
fn a_part_of_an_id_is_explained() {
    let here = Path::new(".");
    let page = |id: &str| text(&quarrel(here, &["explain", id]).stdout);
    assert_eq!(page("race"), page("java/race"));
    assert!(page("java/race").starts_with("# Race\n"));
    assert!(page("not-bound").starts_with("# not-bound\n"), "a mistake of `check` is explained too");
    refused(here, &["explain", "escape"], &["java/state-escape", "java/this-escape", "name one of them"]);
    refused(here, &["explain", "not-thredsafe"], &["did you mean `java/not-threadsafe`?"]);
    let packs = text(&quarrel(here, &["packs"]).stdout);
    let at = |part: &str| packs.find(part).unwrap_or_else(|| panic!("{part} in {packs}"));
    assert!(at("error    java/race ") < at("warning  java/escaping ") || at("thread-safety") < at("races"));
    assert!(at("java/report/declarations") > at("What reports are made of"), "what is no rule is apart");
    let one = text(&quarrel(here, &["packs", "deadlocks"]).stdout);
    assert!(one.starts_with("deadlocks  ") && !one.contains("java/race"), "{one}");
    refused(here, &["packs", "deadlock"], &["did you mean `deadlocks`?"]);
}

#[test]
fn commands_that_work_take_the_same_options() {
    for command in ["analyze", "extract", "run", "check", "test", "repl"] {
        let help = text(&quarrel(Path::new("."), &[command, "--help"]).stdout);
        for option in ["--timeout ", "--memory-limit ", "--quiet", "--packs "] {
            assert!(help.contains(option), "{command} {option}: {help}");
        }
    }
    for command in ["analyze", "run", "check", "test", "repl", "packs", "models", "explain", "lsp"] {
        let help = text(&quarrel(Path::new("."), &[command, "--help"]).stdout);
        assert!(help.contains("--search-path "), "{command}: {help}");
    }
}
