//! Inputs designed to take long, much memory, or the whole stack; and limits that end an extraction.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use quarrel_extractor::limits::Exceeded;
use quarrel_extractor::{Error, Limits, Options, Report, extract};
use rusqlite::Connection;

use crate::support;

/// More than any of these inputs takes on a slow machine, and less than any of them took before they were bounded.
const PATIENCE: Duration = Duration::from_secs(30);
const MEMORY: u64 = 2 << 30;

fn limited() -> Options {
    Options {
        threads: 1,
        limits: Limits { memory: Some(MEMORY), ..Limits::of_time(PATIENCE) },
        ..Options::default()
    }
}

/// Extracts one file; returns the report, the diagnostics, and the size of the database in bytes.
fn of(text: &str) -> (Report, Vec<String>, u64) {
    of_all(&[text.to_owned()])
}

/// Extracts several files.
fn of_all(texts: &[String]) -> (Report, Vec<String>, u64) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (root, database) = (folder.path().join("tree"), folder.path().join("code.db"));
    for (at, text) in texts.iter().enumerate() {
        support::write_tree(&root, &[(&format!("A{at}.java"), text)]);
    }
    let head: String = texts[0].chars().take(80).collect();
    let report =
        extract(&root, &database, &limited(), &|_| ()).unwrap_or_else(|error| panic!("{head}: {error}"));
    assert_eq!(support::dangling(&database), Vec::<String>::new());
    let connection = Connection::open(&database).expect("the database opens");
    let mut statement =
        connection.prepare("select distinct message from extraction_diagnostics").expect("a view");
    let messages = statement.query_map([], |row| row.get(0)).expect("rows").map(|row| row.expect("a row"));
    let messages = messages.collect();
    let bytes = report.database_bytes;
    (report, messages, bytes)
}

#[test]
fn dotted_names_take_time_by_their_length() {
    for parts in [28, 200, 5_000] {
        let name = vec!["a"; parts].join(".");
        let package = format!("com.{name}");
        let (_, _, bytes) = of(&format!(
            "import {name}; import {package}.*; import static {name};\n\
             class C extends {name}.B {{ {name} f; {name}.D<{package}> g; void m() {{ {name} x = {name}; \
             {package} y = {package}.f({name}); (({name}) x).m(); @{name} int z; f({name}::n); }} }}"
        ));
        assert!(bytes < 20 << 20, "{parts} parts: {bytes} bytes");
    }
    // Capitals make each part a nested class of the one before.
    of(&format!("class C {{ {} f; }}", vec!["A"; 5_000].join(".")));
}

#[test]
fn circular_classes_are_refused() {
    let circle = |kind: &str, relation: &str, count: usize| {
        let mut text = String::new();
        for at in 0..count {
            let next = (at + 1) % count;
            let _ =
                writeln!(text, "{kind} C{at} {relation} C{next} {{ default void m{at}() {{ m{next}(); }} }}");
        }
        text
    };
    for text in [circle("class", "extends", 2_000), circle("interface", "extends", 2_000)] {
        let (_, messages, bytes) = of(&text);
        assert_eq!(messages, ["the class is declared to be its own supertype: that is left out"]);
        assert!(bytes < 20 << 20, "{bytes} bytes");
    }
    // Cycles through member and local classes, and through type arguments.
    of(
        "class A extends B.I { class I {} } class B extends A { class I extends C {} } class C extends B.I {}",
    );
    of("class A { void m() { class L extends L.M { class M extends L {} } new L() {}; } }");
    of("class A<T extends B<T>> extends B<A<A<T>>> {} class B<U extends A<U>> extends A<B<B<U>>> {}");
}

#[test]
fn long_and_wide_hierarchies_are_walked_once() {
    let mut text = String::from("class C0 {}\n");
    for at in 1..2_000 {
        let _ = writeln!(text, "class C{at} extends C{} {{ void m() {{ n(); x = y; }} Z f; }}", at - 1);
    }
    let mut layers = String::from("interface I0 {} interface J0 {}\n");
    for at in 1..60 {
        for name in ["I", "J"] {
            let _ =
                writeln!(layers, "interface {name}{at} extends I{0}, J{0} {{ Z f(); int x = y; }}", at - 1);
        }
    }
    for text in [text, layers] {
        of(&text);
    }
}

#[test]
fn types_grow_to_a_limit() {
    let nested = format!("{}A{}", "A<".repeat(5_000), ">".repeat(5_000));
    let dimensions = "[]".repeat(5_000);
    for text in [
        format!("class A<T> {{ {nested} f; void m({nested} p) {{ {nested} x = new {nested}(); }} }}"),
        format!("class A {{ int{dimensions} f; int m(){dimensions} {{ int x{dimensions} = null; }} }}"),
    ] {
        let (_, messages, bytes) = of(&text);
        assert!(
            messages.iter().any(|m| m.contains("nests too deeply") || m.contains("dimensions")),
            "{messages:?}"
        );
        assert!(bytes < 20 << 20, "{bytes} bytes");
    }
    // Each call doubles the type of its argument.
    let calls = format!("{}s{}", "p(".repeat(60), ")".repeat(60));
    let (_, _, bytes) = of(&format!(
        "class P<A, B> {{ static <T> P<T, T> p(T t) {{ return null; }} void m(String s) {{ var x = {calls}; }} }}"
    ));
    assert!(bytes < 20 << 20, "{bytes} bytes");
}

#[test]
fn nesting_takes_no_stack() {
    let around = |before: &str, inside: &str, after: &str, count: usize| {
        format!("{}{inside}{}", before.repeat(count), after.repeat(count))
    };
    let count = 13_000;
    let bodies = [
        around("{", "", "}", count),
        around("if (a) ", ";", "", count),
        around("if (a) ; else ", ";", "", count),
        around("while (a) ", ";", "", count),
        around("l: ", ";", "", count),
        around("try {", "", "} finally { }", count),
        around("synchronized (a) {", "", "}", count),
        around("switch (a) { default -> {", "", "} }", 10_000),
        format!("x = {};", around("(", "a", ")", count)),
        format!("x = {};", around("!", "a", "", count)),
        format!("x = {};", around("-~", "a", "", count)),
        format!("x = {};", around("(T) ", "a", "", count)),
        format!("x = {};", around("a && ", "a", "", count)),
        format!("x = {};", around("a || b && ", "a", "", count)),
        format!("x = {};", around("a + ", "a", "", count)),
        format!("x = {};", around("a == ", "a", "", count)),
        format!("x = {};", around("a ? b : ", "a", "", count)),
        format!("x = {};", around("a = ", "a", "", count)),
        format!("x = {};", around("f(", "a", ")", count)),
        format!("x = {};", around("new A(", "a", ")", count)),
        format!("x = a{};", around(".b()", "", "", count)),
        format!("x = a{};", around(".b", "", "", count)),
        format!("x = a{};", around("[0]", "", "", count)),
        format!("x = {};", around("a -> ", "a", "", count)),
        format!("x = {};", around("() -> {", "", "}", 10_000)),
        format!("x = {};", around("new A() { Object f = ", "a", "; }", 5_000)),
        format!("Object[] x = {};", around("{", "", "}", count)),
        format!("x = {};", around("switch (a) { default -> ", "a", "; }", 10_000)),
        format!("x = {};", around("a instanceof R(A(", "B b", "))", 5_000)),
        around("class L { ", "", "}", 5_000),
        around("class L { void m() {", "", "} }", 5_000),
        around("@A(", "", ")", count) + " int x;",
        // Without an end, for error recovery.
        "f(".repeat(count),
        "{".repeat(count),
        "a<".repeat(count),
        "class L { void m() {".repeat(3_000),
        "case @A".repeat(count),
        "x instanceof @A(".repeat(count),
        "\"".repeat(count),
        "}".repeat(count),
    ];
    let mut texts: Vec<String> = bodies
        .iter()
        .map(|body| format!("class A {{ Object m(boolean a) {{ {body} return m(a); }} }}"))
        .collect();
    texts.push("class A { ".repeat(10_000));
    texts.push(format!("class A<T extends {}> {{ }}", around("A<? extends ", "T", ">", count)));
    let (report, messages, _) = of_all(&texts);
    assert_eq!(report.files, texts.len() as u64);
    assert!(!messages.iter().any(|message| message.contains("bug")), "{messages:?}");
}

#[test]
fn each_limit_ends_an_extraction_in_each_phase() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (root, database) = (folder.path().join("tree"), folder.path().join("x.db"));
    let classes: Vec<(String, String)> = (0..200)
        .map(|at| (format!("C{at}.java"), format!("class C{at} {{ {} }}", "void m() { m(); } ".repeat(50))))
        .collect();
    let files: Vec<(&str, &str)> =
        classes.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    support::write_tree(&root, &files);
    extract(&root, &database, &Options::default(), &|_| ()).expect("without a limit it is extracted");
    let old = std::fs::read(&database).expect("it is there");
    for phase in ["parsing", "resolving", "storing", "finishing"] {
        let cancel = Arc::new(AtomicBool::new(false));
        let limits = Limits { cancel: Some(Arc::clone(&cancel)), ..Limits::default() };
        let options = Options { threads: 2, limits, ..Options::default() };
        let stopped = extract(&root, &database, &options, &|progress| {
            if progress.phase == phase {
                cancel.store(true, Ordering::Relaxed);
                // The watch checks every hundredth of a second.
                std::thread::sleep(Duration::from_millis(100));
            }
        });
        let error = stopped.expect_err("it is cancelled");
        assert!(matches!(error, Error::Interrupted(Exceeded::Cancelled)), "{phase}: {error}");
    }
    let limit = |limits: Limits| {
        let options = Options { threads: 1, limits, ..Options::default() };
        let slow = |_| std::thread::sleep(Duration::from_millis(100));
        extract(&root, &database, &options, &slow).expect_err("a limit is reached")
    };
    let time = limit(Limits::of_time(Duration::ZERO));
    assert!(time.to_string().contains("the time limit of 0 s was reached"), "{time}");
    if cfg!(target_os = "linux") {
        let memory = limit(Limits { memory: Some(1 << 20), ..Limits::default() });
        assert!(memory.to_string().contains("the memory limit of 1 MiB was reached"), "{memory}");
    }
    assert!(std::fs::read(&database).expect("it is there") == old, "the old database stays");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2, "nothing is left behind");
}

/// A file whose parsing alone takes seconds is abandoned within a moment.
#[test]
fn a_limit_is_kept_within_a_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (root, database) = (folder.path().join("tree"), folder.path().join("x.db"));
    let member = "int m(int x) { return x + m(x) * (x - 1) % f(x, x, x); } ";
    support::write_tree(&root, &[("A.java", &format!("class A {{ {} }}", member.repeat(200_000)))]);
    let started = Instant::now();
    let limits = Limits::of_time(Duration::from_millis(300));
    let options = Options { threads: 1, limits, ..Options::default() };
    let error = extract(&root, &database, &options, &|_| ()).expect_err("the time is over");
    assert!(matches!(error, Error::Interrupted(Exceeded::Time(_))), "{error}");
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (root, database) = (folder.path().join("tree"), folder.path().join("x.db"));
    support::write_tree(&root, &[("A.java", "class A { }")]);
    let huge = std::fs::File::create(root.join("Huge.java")).expect("a file can be made");
    huge.set_len(2 << 30).expect("a file can be large");
    let report = extract(&root, &database, &limited(), &|_| ()).expect("the tree can be extracted");
    assert_eq!((report.files, report.files_unreadable, report.classes), (2, 1, 1));
    assert!(report.problems.iter().any(|p| p.contains("Huge.java") && p.contains("32 MiB")), "{report:?}");
    assert_eq!(report.rows("extraction_diagnostics"), 1);
}
