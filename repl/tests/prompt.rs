//! Drives the prompt through pipes, as a script does.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const POOL: &str = "package p;
public class Pool {
    private int size;
    public synchronized void put() { size++; grow(); }
    private void grow() { size = size * 2; }
    public static int limit() { return 3; }
}
";

/// Runs a session that reads `input`; returns standard output and standard error.
fn session(folder: &Path, input: &str) -> (String, String) {
    session_within(folder, input, None)
}

/// As [`session`], on a terminal with so many columns.
fn session_within(folder: &Path, input: &str, columns: Option<&str>) -> (String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quarrel"))
        .args(["repl", "src"])
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C.UTF-8")
        .envs(columns.map(|columns| ("COLUMNS", columns)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{stdout}{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    (stdout, stderr)
}

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir_all(folder.path().join("src/p")).expect("a folder");
    fs::write(folder.path().join("src/p/Pool.java"), POOL).expect("a file");
    folder
}

/// Runs a session with times off and returns its answers.
fn answers(input: &str) -> String {
    let folder = project();
    let (stdout, stderr) = session(folder.path(), &format!(":time off\n{input}"));
    format!("{stdout}{stderr}")
}

fn expect(input: &str, parts: &[&str]) {
    let output = answers(input);
    for part in parts {
        assert!(output.contains(part), "`{part}` is missing in what `{input}` gives:\n{output}");
    }
}

#[test]
fn queries_expressions_and_formulas() {
    expect(
        "1 + 2 * 20\ncount(Method m | m.fromSource())\nany(Class c | c.fromSource()).getName()\n",
        &["41\n", "3\n", "Pool\n"],
    );
    expect(
        "exists(Class c | c.getName() = \"Pool\")\n1 = 2\nany(Method m).isStatic()\n",
        &["true\n", "false\n"],
    );
    expect(
        "from Method m\nwhere m.fromSource()\nselect m, m.getName() as name\norder by name\n\n",
        &["│ 1 ", "grow", "p/Pool.java:5:18", "3 rows"],
    );
    expect("select 1 where\n\n1 +\n\n", &["mistake in QL"]);
}

#[test]
fn definitions_accumulate_and_are_replaced() {
    expect(
        "int two() { result = 2 }\ntwo() + 1\nint two() { result = 20 }\ntwo() + 1\n",
        &["defined predicate two/0", "\n3\n", "redefined predicate two/0", "\n21\n"],
    );
    expect(
        "class Locked extends Method {\n  Locked() { this.isSynchronized() }\n  string shout() { result = this.getName().toUpperCase() }\n}\nany(Locked l).shout()\n:forget Locked\nany(Locked l).shout()\n",
        &["defined class Locked", "PUT\n", "1 definition forgotten", "unresolved-type"],
    );
    // A wrong definition is dropped, and the old one stays.
    expect(
        "int two() { result = 2 }\nint two() { result = nothing() }\ntwo()\n:list definitions\n",
        &["unresolved-predicate", "not taken over", "\n2\n", "int two() { result = 2 }"],
    );
}

#[test]
fn mistakes_are_shown_as_they_were_typed() {
    expect("count(Methud m)\n1 + 1\n", &["<prompt>:1:7", "did you mean `Method`", "\n2\n"]);
    expect(":nonsense\n:opne 1\n", &["there is no command `:nonsense`", "did you mean `:open`?"]);
    expect(":open 1\n:why 1\n:save x.csv\n:plan\n", &["there is no result yet", "there is no query yet"]);
}

#[test]
fn types_and_documentation() {
    expect(
        ":type any(Class c).getAMethod()\n:type 1.5\n:type 1 +\n",
        &["Method\n", "float\n", "it has no type"],
    );
    expect(
        ":doc Method.isSynchronized\n:doc Class\n:doc Method.isSynchronised\n:doc Clas\n",
        &["isSynchronized()", "its own members:", "did you mean `isSynchronized`?", "did you mean `Class`?"],
    );
    expect(":schema fields\n:schema filds\n", &["fields(", "@field", "rows", "did you mean `fields`?"]);
    expect(
        ":list classes synchronizedstm\n:list relations methods\n:list packs\n:list zzzz\n",
        &["SynchronizedStmt", "methods", "thread-safety/ThreadSafe", "nothing has `zzzz` in its name"],
    );
    expect(":list getSynchronizedMonitor\n", &["with an import:", "import java.concurrency."]);
    expect(":help\n:help why\n", &[":quit", "a derivation of row N"]);
}

#[test]
fn rows_lead_to_sources() {
    expect(
        "from Method m where m.fromSource() and m.getName() = \"put\" select m\n:open 1\n:open 2\n:open x\n",
        &[
            "p/Pool.java:4:30",
            "> 4 |     public synchronized void put()",
            "^^^",
            "the last result has 1 rows",
            "name a row",
        ],
    );
}

#[test]
fn long_results_come_in_pages() {
    expect(
        ":set rows 10\nfrom int i where i in [1 .. 25] select i\n\n\n\n",
        &[
            "rows 1 to 10 of 25; Enter shows more",
            "rows 11 to 20 of 25; Enter shows more",
            "rows 21 to 25 of 25",
        ],
    );
    expect(
        ":set\n:set colour on\n:set timeout 5s\n:set rows many\n",
        &["timeout off", "there is no setting", "timeout 5 s", "write a number"],
    );
}

#[test]
fn results_and_queries_are_saved_and_loaded() {
    let folder = project();
    let input = "int two() { result = 2 }\nselect two() as number, \"a,b\" as text\n:save out.csv\n:save out.json\n:save out.ql\n:save out.txt\n";
    let (stdout, stderr) = session(folder.path(), input);
    assert!(stdout.contains("wrote out.csv"), "{stdout}{stderr}");
    assert!(stderr.contains(".csv, .json or .ql"), "{stderr}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it was written");
    assert_eq!(read("out.csv"), "number,text\r\n2,\"a,b\"\r\n");
    assert_eq!(read("out.json"), "[\n{\"number\":2,\"text\":\"a,b\"}\n]\n");
    let (stdout, stderr) = session(folder.path(), ":load out.ql\n:load nowhere.ql\n");
    assert!(stdout.contains("a,b") && stderr.contains("nowhere.ql"), "{stdout}{stderr}");
    fs::write(folder.path().join("defs.ql"), "int three() { result = 3 }\n").expect("a file");
    let (stdout, _) = session(folder.path(), ":load defs.ql\nthree() * 5\n");
    assert!(stdout.contains("15"), "{stdout}");
}

#[test]
fn rows_are_derived_from_facts() {
    let output = answers(
        "predicate calls(Method a, Method b) { exists(MethodCall c | c.getEnclosingCallable() = a and c.getMethod() = b) }\npredicate reaches(Method a, Method b) { calls(a, b) or exists(Method m | reaches(a, m) and calls(m, b)) }\nfrom Method a, Method b where reaches(a, b) and a.isSynchronized() select a, b\n:why 1\n",
    );
    for part in [
        "select(put, grow)",
        "reaches(put, grow)",
        "calls(put, grow)",
        "in the database",
        "isSynchronized(put)",
        "[p/Pool.java:4]",
    ] {
        assert!(output.contains(part), "`{part}` is missing in\n{output}");
    }
    let output = answers(
        "newtype T = A(int i) { i in [1 .. 2] } or B(string s, T t) { s = \"x\" and t = A(1) }\nclass C extends T { string toString() { result = \"t\" } }\nfrom C t where t instanceof B select t\n:why 1\n",
    );
    assert!(output.contains("B(\"x\", A(1))"), "{output}");
}

#[test]
fn negations_and_aggregates_are_explained() {
    let output = answers(
        "predicate calls(Method a, Method b) { exists(MethodCall c | c.getEnclosingCallable() = a and c.getMethod() = b) }\nfrom Method m where m.fromSource() and calls(_, m) and not calls(m, _) and forall(Method x | calls(x, m) | x.isSynchronized()) and count(Method x | calls(x, m)) = 1 select m, max(Method x | calls(x, m) | x.getName())\n:why 1\n",
    );
    for part in [
        "calls(m, _)  holds for nothing\n│  └─ calls(grow, _)",
        "<- nothing",
        "forall(Method x | calls(x, m) | x.isSynchronized())  has no exception\n│  ├─ calls(_, grow)",
        "1 match\n│  │  └─ calls(put, grow)",
        "not x.isSynchronized()  <- nothing",
        "count(Method x | calls(x, m)) = 1  over 1 row\n│  └─ x = put",
        "= \"put\"  over 1 row",
    ] {
        assert!(output.contains(part), "`{part}` is missing in\n{output}");
    }
}

#[test]
fn what_is_missing_is_explained() {
    let query = "from Method m where m.fromSource() and m.isStatic() and not m.getName() = \"limit\" select m, m.getName()\n";
    let output = answers(&format!(
        "{query}:why not m.getName() = \"limit\"\n:why not _, \"put\"\n:why not m = 3 and\n:why not \"a\"\n"
    ));
    for part in [
        "1 row   m.getName() = \"limit\"",
        "1 row   and m.isStatic()",
        "0 rows  and not m.getName() = \"limit\"   <- fails first",
        "m = limit [p/Pool.java:6]",
        "0 rows  and m.isStatic()   <- fails first",
        "m = put [p/Pool.java:4]",
        "`:why not` takes a row or conditions",
        "the row has 1 columns, and the last query selects 2",
    ] {
        assert!(output.contains(part), "`{part}` is missing in\n{output}");
    }
    expect(
        "from Method m where m.fromSource() select m.getName()\n:why not \"grow\"\n:why not \"gro\"\n",
        &["`:why 1` derives it", "is the most similar: grow", "<- fails first"],
    );
    expect("1 + 1\n:why not 3\n", &["has no variables whose conditions could fail"]);
}

#[test]
fn products_are_reported_before_they_run() {
    let message = "nothing relates `c` and `m`";
    let output = answers("from Class c, Method m where c.fromSource() and m.fromSource() select c, m\n");
    assert!(output.contains(message), "{output}");
    let output =
        answers("from Class c, Method m where m.getDeclaringType() = c and c.fromSource() select c, m\n");
    assert!(!output.contains(message), "{output}");
}

#[test]
fn assumptions_and_sensitivity_can_be_set() {
    let count = "count(string p | assumedThreadSafe(p))\n";
    let output = answers(&format!(
        "import java.models.Models\n{count}:set assume-thread-safe p.* q.R auto\n{count}:set assume-thread-safe none\n{count}:set sensitivity 3-objects\n:set sensitivity 2-object\n:set include-tests on\n"
    ));
    for part in [
        "\n1\n",
        "assume-thread-safe auto p.* q.R\n3\n",
        "assume-thread-safe none\n0\n",
        "did you mean `3-object`?",
        "sensitivity 2-object",
        "include-tests on",
    ] {
        assert!(output.contains(part), "`{part}` is missing in\n{output}");
    }
}

#[test]
fn models_are_described() {
    expect(
        ":models\n:models classAnnotation\n:models classAnotation\n",
        &[
            "threadSafeType",
            "classAnnotation(string name, string meaning)   pack lib",
            "words in rows for meaning: immutable, not-thread-safe, one-each, one-for-all, shared, thread-safe",
            "[models]\nclassAnnotation = [[",
            "did you mean `classAnnotation`?",
        ],
    );
}

#[test]
fn queries_of_packs_run() {
    expect(
        ":run thread-safety/ThreadSafeClasses\n:run java/thread-safe-classes\n:run no/such\n",
        &["has synchronized methods", "there is no query `no/such`"],
    );
}

#[test]
fn costs_are_shown() {
    expect(
        "from Method m where m.isStatic() and m.fromSource() select m\n:plan\n:profile\n",
        &["limit", "select", "rows"],
    );
}

#[test]
fn queries_explain_a_row_by_stages() {
    let stages = "query predicate stages(Method m, int number, string name, string text) { m.fromSource() and \
                  (number = 2 and name = \"second\" and text = \"b\" or number = 1 and name = \"one\" and text = \"a \" + m.getName()) }\n";
    let query = format!("import java\n{stages}from Method m where m.hasName(\"grow\") select m\n");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("q.ql");
    fs::write(&file, query).expect("a file");
    expect(
        &format!(":load {}\n:why 1\n:why 1 2\n", file.display()),
        &["stages: ", "1. one     a grow\n2. second  b\n`:why 1 12` derives the row", "select(grow)"],
    );
}

#[test]
fn what_people_type_from_habit_is_understood() {
    let input = "Method\nshow tables\n.schema methods\nselect * from methods\n:list synchronizedstm\n\
                 :ast Pool.java\n:ast Nobody\nfrom Method m where m.\n\nhelp\nexit\nnever\n";
    expect(
        input,
        &[
            "put",
            "`show tables` is no command here",
            "`:schema NAME` shows the columns of a table",
            "this is SQL",
            "classes:\nSynchronizedStmt",
            "TopLevelClass Pool",
            "Method grow",
            "no file and no class `Nobody`",
            "found the end",
            ":why",
        ],
    );
    let output = answers(input);
    assert!(!output.contains("2 │ import java") && !output.contains("never"), "{output}");
}

#[test]
fn names_and_calls_alone_give_their_rows() {
    expect(
        "predicate grown(Method m, int n) { m.hasName(\"grow\") and n = [1, 2] }\ngrown\ngrown(who, 2)\n\
         int two() { result = 2 }\ntwo\njava/escaping\n",
        &["┆ m  ", "┆ who ", "2 rows", "1 row\n", "\n2\n", "0 rows"],
    );
}

#[test]
fn wide_results_have_a_line_for_each_value() {
    expect(
        ":set vertical on\nfrom Method m where m.hasName(\"put\") select m, 1 as one\n",
        &["row 1\n  m    put  (p/Pool.java:4:30)\n  one  1\n"],
    );
    // A sentence would be squeezed into a narrow column.
    let sentence = "a lock that others hold ".repeat(20);
    let typed = format!("from Method m where m.hasName(\"put\") select m, \"{}\" as why\n", sentence.trim());
    let folder = project();
    let (narrow, _) = session_within(folder.path(), &typed, Some("80"));
    assert!(narrow.contains("row 1\n  m "), "{narrow}");
    let (help, _) = session_within(folder.path(), ":help\n", Some("60"));
    assert!(help.lines().all(|line| line.chars().count() <= 75), "{help}");
}
