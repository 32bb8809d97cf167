//! Tools for rule authors, run as commands: `quarrel test` on folders in CodeQL's layout, data extensions, packs.

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

/// A temporary folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        write(folder.path(), name, text);
    }
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// Expects exit code 2 and one message that contains all of `parts`.
fn refused(folder: &Path, args: &[&str], parts: &[&str]) {
    let output = quarrel(folder, args);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert_eq!(stderr.matches("error:").count(), 1, "{args:?} says one error: {stderr}");
    for part in parts {
        assert!(stderr.contains(part), "{args:?} does not say `{part}`: {stderr}");
    }
}

/// Expects that all tests of a folder pass.
fn passes(folder: &Path, args: &[&str]) {
    let output = quarrel(folder, args);
    let shown = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {shown}");
    assert!(!shown.contains(" 0 passed"), "{shown}");
}

const PACK: &str = "name: me/rules\ndependencies:\n  quarrel/java-all: \"*\"\n";
const METHODS: &str = "/**\n * @name Calls\n * @kind problem\n * @id me/calls\n * @problem.severity warning\n */\nimport java\nfrom MethodCall c where exists(c.getMethod()) select c, \"call of \" + c.getMethod().getQualifiedName()\n";

const TREE: &str = r#"/**
 * @name Members
 * @kind graph
 * @id me/members
 */
import java
query predicate nodes(Member m, string key, string value) {
  m.fromSource() and
  (
    key = "semmle.label" and value = "[" + m.getAPrimaryQlClass() + "] " + m.getName()
    or
    key = "semmle.order" and value = m.getLocation().getStartLine().toString()
  )
}
query predicate edges(Member a, Member b, string key, string value) {
  a = b.getDeclaringType() and b.fromSource() and key = "semmle.label" and value = b.getName().length().toString()
}
query predicate graphProperties(string key, string value) { key = "semmle.graphKind" and value = "tree" }
"#;

#[test]
fn a_graph_that_is_a_tree_is_expected_as_one() {
    let folder = folder(&[
        ("qlpack.yml", PACK),
        ("Tree.ql", TREE),
        ("t/A.java", "class Outer {\n  class Inner { Inner() {}\n    int second; }\n}"),
        ("t/Tree.qlref", "Tree.ql\n"),
        (
            "t/Tree.expected",
            "A.java:\n#    1| [TopLevelClass] Outer\n#    1|   5: [Constructor] Outer\n#    2|   5: [MemberClass] Inner\n#    2|     5: [Constructor] Inner\n#    3|     6: [Field] second\n",
        ),
    ]);
    passes(folder.path(), &["test", "t"]);
    // The query runs once, through its reference.
    write(folder.path(), "t/Other.ql", TREE);
    write(folder.path(), "t/Other.qlref", "Tree.ql\n");
    write(folder.path(), "t/Other.expected", "A.java:\n#    2| [Class] Inner\n");
    let output = quarrel(folder.path(), &["test", "t"]);
    let shown = text(&output.stdout) + &text(&output.stderr);
    assert!(shown.contains("1 passed, 1 failed"), "{shown}");
}

#[test]
fn stubs_stand_on_the_class_path() {
    let folder = folder(&[
        ("qlpack.yml", PACK),
        ("Calls.ql", METHODS),
        ("stubs/lib/org/lib/Latch.java", "package org.lib; public class Latch { public void lift() {} }"),
        ("t/A.java", "class A { void m(org.lib.Latch l) { l.lift(); } }"),
        ("t/Calls.qlref", "Calls.ql\n"),
        ("t/options", "//semmle-extractor-options: --javac-args -cp ${testdir}/../stubs/lib --release 21\n"),
        ("t/Calls.expected", "| A.java:1:37:1:44 | lift(...) | call of org.lib.Latch.lift |\n"),
    ]);
    passes(folder.path(), &["test", "t"]);
    write(folder.path(), "t/options", "//semmle-extractor-options: --javac-args -cp ${testdir}/nowhere\n");
    refused(folder.path(), &["test", "t"], &["options: there is no", "nowhere"]);
    write(folder.path(), "t/options", "//semmle-extractor-options: --javac-args --patch-module a=b\n");
    refused(folder.path(), &["test", "t"], &["`--patch-module` is not supported"]);
}

#[test]
fn consistency_queries_run_beside_tests() {
    let folder = folder(&[
        (
            "consistency-queries/NoEmptyClass.ql",
            "import java\nfrom Class c where c.fromSource() and not exists(Method m | m.getDeclaringType() = c) select c\n",
        ),
        ("t/A.java", "class A { void m() {} }\nclass B {}\n"),
        ("t/q.ql", "import java\nfrom Method m where m.fromSource() select m.getName()\n"),
        ("t/q.expected", "| m |\n"),
    ]);
    passes(folder.path(), &["test", "t"]);
    let with = ["test", "t", "--consistency-queries", "consistency-queries"];
    let output = quarrel(folder.path(), &with);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("+| A.java:2:7:2:7 | B |"), "{}", text(&output.stdout));
    passes(folder.path(), &[&with[..], &["--update"]].concat());
    let expected = folder.path().join("t/CONSISTENCY/NoEmptyClass.expected");
    assert_eq!(fs::read_to_string(expected).expect("written"), "| A.java:2:7:2:7 | B |\n");
    passes(folder.path(), &with);
    refused(folder.path(), &["test", "t", "--consistency-queries", "nowhere"], &["nowhere"]);
}

#[test]
fn results_go_through_queries() {
    let folder = folder(&[
        ("qlpack.yml", PACK),
        ("Calls.ql", METHODS),
        (
            "Shout.ql",
            "/** @kind test-postprocess */\nexternal predicate queryResults(string relation, int row, int column, string data);\nexternal predicate queryRelations(string relation);\nexternal predicate queryMetadata(string key, string value);\nquery predicate resultRelations(string relation) { queryRelations(relation) }\nquery predicate results(string relation, int row, int column, string data) {\n  exists(string d | queryResults(relation, row, column, d) and column = 2 and data = d.toUpperCase() + queryMetadata(\"id\", _).toString())\n}\n",
        ),
        ("t/A.java", "class A { void m() { m(); } }"),
        ("t/Calls.qlref", "query: Calls.ql\npostprocess: Shout.ql\n"),
    ]);
    // The condition above is not an expression, and the error in the query is reported.
    refused(folder.path(), &["test", "t"], &["Shout.ql"]);
    write(
        folder.path(),
        "Shout.ql",
        "/** @kind test-postprocess */\nexternal predicate queryResults(string relation, int row, int column, string data);\nexternal predicate queryRelations(string relation);\nexternal predicate queryMetadata(string key, string value);\nquery predicate resultRelations(string relation) { queryRelations(relation) }\nquery predicate results(string relation, int row, int column, string data) {\n  queryResults(relation, row, column, data) and column < 2\n  or\n  exists(string d, string id | queryMetadata(\"id\", id) |\n    queryResults(relation, row, column, d) and column = 2 and data = d.toUpperCase() + \" \" + id\n  )\n}\n",
    );
    write(folder.path(), "t/Calls.expected", "| A.java:1:22:1:24 | m(...) | CALL OF A.M me/calls |\n");
    passes(folder.path(), &["test", "t"]);
    // The second query reads the table with the rows of the first.
    write(
        folder.path(),
        "Count.ql",
        "/** @kind test-postprocess */\nexternal predicate queryResults(string relation, int row, int column, string data);\nexternal predicate queryRelations(string relation);\nquery predicate resultRelations(string relation) { queryRelations(relation) }\nquery predicate results(string relation, int row, int column, string data) {\n  queryResults(relation, row, column, data)\n  or\n  exists(string of | queryRelations(of) | relation = \"count of \" + of and row = 0 and column = 0 and data = strictcount(int r | queryResults(of, r, _, _)).toString())\n}\n",
    );
    write(folder.path(), "t/Calls.qlref", "query: Calls.ql\npostprocess: [Count.ql, Count.ql]\n");
    write(
        folder.path(),
        "t/Calls.expected",
        "#select\n| A.java:1:22:1:24 | m(...) | call of A.m |\ncount of #select\n| 1 |\ncount of count of #select\n| 1 |\n",
    );
    passes(folder.path(), &["test", "t"]);
    // Predicates of a module have the same rows; a bar in them is escaped as in expectation files.
    write(
        folder.path(),
        "Shout.ql",
        "/** @kind test-postprocess */\nmodule Given {\n  external predicate queryResults(string relation, int row, int column, string data);\n}\nquery predicate bars(string data, int length) { Given::queryResults(_, _, 0, data) and length = data.length() }\n",
    );
    write(folder.path(), "Bars.ql", "select \"a|b\"\n");
    write(folder.path(), "bars/A.java", "class A {}");
    write(folder.path(), "bars/Bars.qlref", "query: Bars.ql\npostprocess: Shout.ql\n");
    write(folder.path(), "bars/Bars.expected", "#select\n| a\\|b |\nbars\n| a\\\\\\|b | 4 |\n");
    passes(folder.path(), &["test", "bars"]);
    write(folder.path(), "t/Calls.qlref", "query: Calls.ql\npostprocess: Nothing.ql\n");
    refused(folder.path(), &["test", "t"], &["Nothing.ql"]);
}

#[test]
fn a_test_has_rows_of_its_own() {
    let folder = folder(&[
        ("qlpack.yml", PACK),
        ("t/A.java", "class A { }"),
        ("t/Own.ql", "extensible predicate name(string name);\nfrom string n where name(n) select n\n"),
        (
            "t/Own.ext.yml",
            "extensions:\n  - addsTo: {pack: me/rules, extensible: name}\n    data: [[a], [b]]\n",
        ),
        ("t/Own.expected", "| a |\n| b |\n"),
        ("t/Other.ql", "extensible predicate name(string name);\nfrom string n where name(n) select n\n"),
        ("t/Other.expected", ""),
    ]);
    passes(folder.path(), &["test", "t"]);
    write(folder.path(), "t/Own.ext.yml", "extensions: 3\n");
    refused(folder.path(), &["test", "t"], &["Own.ext.yml"]);
}

const LOCKS: &str = r#"import java
import utils.test.InlineExpectationsTest

module LockTest implements TestSig {
  string getARelevantTag() { result = "lock" }

  predicate hasActualResult(Location location, string element, string tag, string value) {
    exists(SynchronizedStmt s |
      location = s.getLocation() and
      element = s.toString() and
      tag = "lock" and
      value = s.getExpr().toString()
    )
  }
}

import MakeTest<LockTest>
"#;

#[test]
fn library_tests_compare_comments_with_results() {
    let folder = folder(&[
        (
            "A.java",
            "class A {\n  Object a, b;\n  void m() {\n    synchronized (a) { } // $ lock=a other=1\n    synchronized (a) { } // $ SPURIOUS: lock=a MISSING: lock=c // why\n    synchronized (this) { } // $ lock=\"this\"\n  }\n}\n",
        ),
        ("Locks.ql", LOCKS),
        ("Locks.expected", ""),
    ]);
    passes(folder.path(), &["test", "."]);
    write(
        folder.path(),
        "A.java",
        "class A {\n  Object a, b;\n  void m() {\n    synchronized (a) { } // $ lock=b\n    synchronized (a) { } // $ MISSING: lock=a\n    int x; // $ SPURIOUS: lock=a\n  }\n}\n",
    );
    let output = quarrel(folder.path(), &["test", "."]);
    let stdout = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{stdout}");
    for line in [
        "+| A.java:4:26:4:36 | // $ lock=b | Missing result: lock=b |",
        "+| A.java:4:5:4:20 | synchronized (...) | Unexpected result: lock=a |",
        "+| A.java:5:5:5:20 | synchronized (...) | Fixed missing result: lock=a |",
        "+| A.java:6:12:6:32 | // $ SPURIOUS: lock=a | Fixed spurious result: lock=a |",
    ] {
        assert!(stdout.lines().any(|found| found == line), "{line} in\n{stdout}");
    }
}

const COUNTER: &str = "package org.example;\npublic class Counter {\n  private int count;\n  public void increment() { count++; }\n}\n";

#[test]
fn graphs_are_for_graphviz() {
    let graph = "/**\n * @name Supertypes\n * @kind graph\n */\nimport java\nquery predicate nodes(Class c, string key, string value) {\n  c.fromSource() and (key = \"semmle.label\" and value = \"class \" + c.getName() or key = \"color\" and value = \"red\" and c.getName() = \"A\")\n}\nquery predicate edges(Class a, Class b, string key, string value) {\n  a.fromSource() and b.fromSource() and a.getASupertype() = b and key = \"semmle.label\" and value = \"extends\"\n}\n";
    let folder = folder(&[
        ("g.ql", graph),
        ("src/A.java", "class A {}\nclass B extends A {}\n"),
        ("t.ql", "select 1\n"),
    ]);
    quarrel(folder.path(), &["extract", "src", "--db", "code.db"]);
    let output = quarrel(folder.path(), &["run", "g.ql", "--db", "code.db", "--format", "dot"]);
    assert_eq!(
        text(&output.stdout),
        "digraph \"Supertypes\" {\n  0 [label=\"class A\", \"color\"=\"red\"];\n  1 [label=\"class B\"];\n  1 -> 0 [label=\"extends\"];\n}\n",
        "{}",
        text(&output.stderr)
    );
    refused(folder.path(), &["run", "t.ql", "--db", "code.db", "--format", "dot"], &["@kind graph"]);
}

#[test]
fn rows_without_effect_are_reported() {
    let models = "extensions:\n  - addsTo: {pack: quarrel/java-all, extensible: threadSafeType}\n    data:\n      - [\"org.example\", \"Countr\"]\n";
    let folder = folder(&[
        (
            "rules/qlpack.yml",
            "name: me/rules\ndependencies:\n  quarrel/java-all: \"*\"\ndataExtensions: models.yml\n",
        ),
        ("rules/models.yml", models),
        ("rules/Calls.ql", METHODS),
        ("src/Counter.java", COUNTER),
    ]);
    let analyze = ["analyze", "src", "--pack", "rules"];
    let output = quarrel(folder.path(), &analyze);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert!(
        stderr.contains("[unmatched-row] Warning") && stderr.contains("rules/models.yml:4:9"),
        "{stderr}"
    );
    assert!(stderr.contains("did you mean [\"org.example\", \"Counter\"]?"), "{stderr}");

    // Rows that match cause no message; bundled rows never do.
    write(folder.path(), "rules/models.yml", &models.replace("Countr", "Counter"));
    let stderr = text(&quarrel(folder.path(), &analyze).stderr);
    assert!(!stderr.contains("unmatched-row"), "{stderr}");

    let named = ["analyze", "src", "--assume-thread-safe", "org.example.Contuer", "--pack", "rules"];
    let stderr = text(&quarrel(folder.path(), &named).stderr);
    assert!(
        stderr.contains("org.example.Contuer") && stderr.contains("[\"org.example.Counter\"]"),
        "{stderr}"
    );
    let named = ["analyze", "src", "--assume-thread-safe", "Counter", "--pack", "rules"];
    let stderr = text(&quarrel(folder.path(), &named).stderr);
    assert!(stderr.contains("did you mean [\"org.example.Counter\"]?"), "{stderr}");
    let named = ["analyze", "src", "--assume-thread-safe", "org.example.*", "--pack", "rules"];
    assert!(!text(&quarrel(folder.path(), &named).stderr).contains("unmatched-row"));

    write(folder.path(), "rules/models.yml", &models.replace("threadSafeType", "threadSafeTypes"));
    refused(
        folder.path(),
        &analyze,
        &["rules/models.yml:2:", "threadSafeTypes", "did you mean `threadSafeType`?"],
    );
    write(folder.path(), "rules/models.yml", &models.replace(", \"Countr\"", ""));
    refused(folder.path(), &analyze, &["rules/models.yml:4:", "the row has 1 cell, the predicate 2"]);
    write(folder.path(), "rules/models.yml", &models.replace("\"Countr\"", "3"));
    refused(folder.path(), &analyze, &["rules/models.yml:4:", "cell 2 is an int", "the column `type`"]);
    write(folder.path(), "rules/models.yml", "extensions: [oops");
    refused(folder.path(), &analyze, &["rules/models.yml:1:", "not valid YAML"]);
}

#[test]
fn broken_packs_and_tests_are_reported_once() {
    let folder = folder(&[
        ("broken/qlpack.yml", "name: [1\n"),
        ("broken/q.ql", "select 1\n"),
        ("lonely/qlpack.yml", "name: me/lonely\ndependencies:\n  me/missing: \"*\"\n"),
        ("lonely/q.ql", METHODS),
        ("twice/a/qlpack.yml", "name: me/same\nversion: 1.0.0\n"),
        ("twice/b/qlpack.yml", "name: me/same\nversion: 1.0.0\n"),
        ("q.ql", METHODS),
        ("nosources/q.ql", METHODS),
        ("nosources/q.expected", ""),
        ("noexpectation/q.ql", METHODS),
        ("noexpectation/A.java", "class A {}"),
        ("empty/readme.txt", ""),
        ("src/A.java", "class A {}"),
    ]);
    let at = folder.path();
    refused(at, &["check", "broken"], &["broken/qlpack.yml:1:"]);
    let output = quarrel(at, &["analyze", "src", "--pack", "lonely"]);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "a pack that compiles without what it asks for runs: {stderr}");
    assert_eq!(stderr.matches("Warning: there is no pack `me/missing`").count(), 1, "{stderr}");
    assert!(stderr.contains("--search-path"), "{stderr}");
    refused(at, &["check", "q.ql", "--search-path", "twice"], &["two packs are called `me/same`"]);
    refused(at, &["test", "nosources"], &["no Java file", "nosources"]);
    let output = quarrel(at, &["test", "noexpectation"]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{shown}");
    assert!(shown.contains("q.expected: there is no such file; with --update"), "{shown}");
    refused(at, &["test", "empty"], &["there is no test"]);
    refused(at, &["test", "nowhere"], &["nowhere"]);
}

/// `--packs` reads the packs from a folder, and a message says so.
#[test]
fn packs_of_a_folder_stand_for_the_bundled_ones() {
    let own = tempfile::tempdir().expect("a temporary folder");
    let queries = Path::new(env!("CARGO_MANIFEST_DIR")).join("../queries");
    let copied = Command::new("cp").arg("-r").arg(&queries).arg(own.path()).status();
    assert!(copied.expect("cp").success());
    let changed = own.path().join("queries/concurrency/UnreleasedLock.md");
    assert!(changed.is_file(), "the page is there");
    fs::write(&changed, "# Changed\n").expect("a file");
    let output = quarrel(own.path(), &["explain", "java/unreleased-lock", "--packs", "queries"]);
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(stdout, "# Changed\n", "{stderr}");
    assert!(stderr.contains("The packs are those of queries, not the bundled ones."), "{stderr}");
    refused(own.path(), &["packs", "--packs", "."], &["cannot read the packs", "--packs names a folder"]);
}

const GETS: &str = "/**\n * @name Gets\n * @description Methods called get.\n * @kind problem\n * @problem.severity warning\n * @id me/gets\n */\nimport java\nfrom Method m\nwhere m.fromSource() and m.hasName(\"get\")\nselect m, \"This is $@.\", m, m.getName()\n";

#[test]
fn comments_name_expected_alerts() {
    let good = "class A {\n  void get() { } // $ Alert\n  void set() { }\n}\n";
    let folder = folder(&[("Gets.ql", GETS), ("A.java", good)]);
    passes(folder.path(), &["test", "."]);
    let wrong = "class A {\n  void get() { }\n  void set() { } // $ Alert\n}\n";
    write(folder.path(), "A.java", wrong);
    let output = quarrel(folder.path(), &["test", "."]);
    let stdout = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{stdout}");
    assert_eq!(stdout, "./A.java:2: unexpected alert: This is get.\n./A.java:3: missing alert\n");
    // Without a comment the rows are shown; with an expectation the differences, by place.
    write(folder.path(), "A.java", "class A {\n  void get() { }\n}\n");
    let output = quarrel(folder.path(), &["test", "."]);
    let stdout = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{stdout}");
    assert!(
        stdout.starts_with("| A.java:2:8:2:10 | get | This is $@. | A.java:2:8:2:10 | get | get |\n"),
        "{stdout}"
    );
    assert!(stdout.contains("Gets.expected: there is no such file; with --update"), "{stdout}");
    passes(folder.path(), &["test", ".", "--update"]);
    write(folder.path(), "A.java", "class A {\n  void gets() { }\n\n  void get() { }\n}\n");
    let stdout = text(&quarrel(folder.path(), &["test", "."]).stdout);
    let lines = "./A.java:2: missing alert: This is $@.\n./A.java:4: unexpected alert: This is get.\n";
    assert!(stdout.starts_with(lines), "{stdout}");
}
