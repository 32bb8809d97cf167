//! Limits hold in every phase: commands end in time, name the limit that ended them, and exit with the right code.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// How far a slow machine may exceed a time limit. On an idle machine it is a tenth of a second.
const SLACK: Duration = Duration::from_secs(6);

fn quarrel(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quarrel"));
    command.args(args).current_dir(folder).env("NO_COLOR", "1").env("XDG_CACHE_HOME", "").env("HOME", "");
    command.output().expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with queries and a small database.
fn project(queries: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("src")).expect("a folder");
    fs::write(folder.path().join("src/A.java"), "class A { int count; void m() { count++; } }")
        .expect("a file");
    for (name, text) in queries {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("folders");
        fs::write(file, text).expect("a file");
    }
    let made = quarrel(folder.path(), &["extract", "src", "--db", "a.db"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    folder
}

/// Queries that need more time and memory than the machine has, each in another operation.
const ENDLESS: &[(&str, &str)] = &[
    ("sorted.ql", "from int a, int b where a in [1 .. 40000] and b in [1 .. 40000] select a, b"),
    ("counted.ql", "select count(int i | i in [1 .. 2000000000] and i % 2 = 1)"),
    ("joined.ql", "select concat(int i | i in [1 .. 30000000] | i.toString(), \",\").length()"),
    ("summed.ql", "select sum(int i, int j | i in [1 .. 200000] and j in [1 .. 200000] | i * j)"),
    ("ranked.ql", "select max(int r, string s | s = rank[r](int i | i in [1 .. 20000000] | i.toString()) | r)"),
    (
        "grown.ql",
        "string grow(int n) { n = 0 and result = \"ab\" or n in [1 .. 60] and result = grow(n - 1).replaceAll(\"a\", \"aab\") }
         select grow(60).length()",
    ),
    (
        "closed.ql",
        "predicate step(int a, int b) { a in [1 .. 200000] and (b = a + 1 or b = (a * 7) % 200000) }
         select count(int a, int b | step+(a, b))",
    ),
    (
        "far.ql",
        "predicate start(int a) { a in [1 .. 2000] }
         predicate edge(int a, int b) { a in [1 .. 200000] and (b = a + 1 or b = (a * 7) % 200000) }
         int d(int a, int b) = shortestDistances(start/1, edge/2)(a, b, result)
         select sum(int a, int b | | d(a, b))",
    ),
    (
        "cut.ql",
        "string long() { result = concat(int i | i in [1 .. 300000] | i.toString()) }
         select count(int i | exists(long().prefix(i)))",
    ),
];

#[test]
fn the_time_limit_ends_every_operation() {
    let folder = project(ENDLESS);
    for (query, _) in ENDLESS {
        let started = Instant::now();
        let output = quarrel(folder.path(), &["run", query, "--db", "a.db", "--timeout", "300ms"]);
        let (took, stderr) = (started.elapsed(), text(&output.stderr));
        assert_eq!(output.status.code(), Some(2), "{query}: {stderr}");
        assert!(stderr.contains("the time limit of 0.3 s was reached"), "{query}: {stderr}");
        assert!(took < SLACK, "{query} took {took:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_limit_ends_every_operation() {
    let folder = project(ENDLESS);
    // Those that soon need much memory; the time limit ends the others.
    for query in ["sorted.ql", "summed.ql", "cut.ql", "grown.ql"] {
        let args = ["run", query, "--db", "a.db", "--memory-limit", "200M", "--timeout", "60s"];
        let output = quarrel(folder.path(), &args);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{query}: {stderr}");
        assert!(stderr.contains("the memory limit of 200 MiB was reached"), "{query}: {stderr}");
    }
}

#[test]
fn tests_have_a_limit_of_memory() {
    let large = "string n(int i) { i = 0 and result = \"\" or result = n(i - 1) + i.toString() and i < 2000000 }\nselect count(n(_))\n";
    let folder = project(&[("t/large.ql", large), ("t/A.java", "class A {}\n"), ("t/large.expected", "")]);
    let output = quarrel(folder.path(), &["test", "t", "--memory-limit", "200M"]);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("the memory limit of 200 MiB was reached"), "{stderr}");
    let output = quarrel(folder.path(), &["test", "--help"]);
    assert!(text(&output.stdout).contains("--memory-limit <SIZE>"), "{}", text(&output.stdout));
}

#[test]
fn ranges_are_counted_without_being_made() {
    let query = "select count(int i | i in [1 .. 2000000000]), count(int i | i in [5 .. 4])";
    let folder = project(&[("count.ql", query)]);
    let args =
        ["run", "count.ql", "--db", "a.db", "--format", "csv", "--memory-limit", "200M", "--timeout", "20s"];
    let output = quarrel(folder.path(), &args);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("2000000000,0"), "{}", text(&output.stdout));
}

#[test]
fn a_type_of_very_many_numbers_is_a_test() {
    let query = "class Natural extends int { Natural() { this in [0 .. 2147483647] } }
         predicate isNatural(int n) { n in [0 .. 2147483647] }
         from int n where n = [-2 .. 2] and n instanceof Natural and isNatural(n) select n";
    let folder = project(&[("natural.ql", query)]);
    let args = [
        "run",
        "natural.ql",
        "--db",
        "a.db",
        "--format",
        "csv",
        "--memory-limit",
        "200M",
        "--timeout",
        "20s",
    ];
    let output = quarrel(folder.path(), &args);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "n\r\n0\r\n1\r\n2\r\n");
}

/// The decimal digits of a number of eight million bits are one step that cannot be interrupted.
#[test]
fn the_watchdog_ends_steps_that_do_not_check_the_limit() {
    let folder = project(&[("digits.ql", "select \"2\".toBigInt().pow(8000000).toString().length()")]);
    let started = Instant::now();
    let output = quarrel(folder.path(), &["run", "digits.ql", "--db", "a.db", "--timeout", "200ms"]);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("the time limit of 0.2 s was reached"), "{stderr}");
    assert!(started.elapsed() < SLACK, "{:?}", started.elapsed());
}

#[test]
fn rows_of_unfinished_queries_are_not_reported_as_unmatched() {
    let folder = project(&[]);
    let args = ["analyze", "src", "--query", "java/not-threadsafe", "--assume-thread-safe", "none.*"];
    let stderr = text(&quarrel(folder.path(), &args).stderr);
    assert!(stderr.contains("unmatched-row"), "{stderr}");
    let output = quarrel(folder.path(), &[&args[..], &["--timeout-per-query", "0.001ms"]].concat());
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("was not finished") && !stderr.contains("unmatched-row"), "{stderr}");
}

#[test]
fn a_query_that_takes_too_long_is_reported_and_the_others_go_on() {
    let metadata = |id: &str| {
        format!(
            "/**\n * @name {id}\n * @kind problem\n * @id me/{id}\n * @problem.severity warning\n */\nimport java\n"
        )
    };
    let slow = metadata("slow")
        + "int n(int i) { i = 0 and result = 0 or result = n(i - 1) + 1 and i in [1 .. 2000000000] }
           from Class c where n(_) < 0 select c, \"never\"";
    let quick = metadata("quick") + "from Class c where c.getName() = \"A\" select c, \"found\"";
    let folder = project(&[("slow.ql", &slow), ("quick.ql", &quick)]);
    let args = ["run", "slow.ql", "quick.ql", "--db", "a.db", "--timeout-per-query", "2s"];
    let output = quarrel(folder.path(), &args);
    let (shown, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("the query me/slow was not finished: it took longer than 2 s"), "{stderr}");
    assert!(!stderr.contains("me/quick") && shown.contains("found"), "{shown}{stderr}");

    let args = ["analyze", "src", "--query", "slow.ql", "--query", "quick.ql", "--timeout-per-query", "2s"];
    let output =
        quarrel(folder.path(), &[&args[..], &["-o", "out.sarif", "-o", "out.md", "-o", "out.json"]].concat());
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("error: the query me/slow was not finished"), "{stderr}");
    let json = fs::read_to_string(folder.path().join("out.json")).expect("a report");
    let all: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let last = all.as_array().and_then(|all| all.last()).expect("an object");
    assert_eq!(last["missing"], "me/slow", "{json}");
    assert!(last["message"].as_str().is_some_and(|text| text.contains("was not finished")), "{json}");
    let sarif = fs::read_to_string(folder.path().join("out.sarif")).expect("a report");
    let sarif: serde_json::Value = serde_json::from_str(&sarif).expect("JSON");
    let run = &sarif["runs"][0];
    assert_eq!(run["results"].as_array().map(Vec::len), Some(1), "{run}");
    assert_eq!(run["results"][0]["ruleId"], "me/quick");
    let invocation = &run["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let notification = &invocation["toolExecutionNotifications"][0];
    assert_eq!(notification["level"], "error");
    assert!(
        notification["message"]["text"].as_str().is_some_and(|text| text.contains("me/slow")),
        "{invocation}"
    );
    let ids: Vec<&str> = run["tool"]["driver"]["rules"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|rule| rule["id"].as_str())
        .collect();
    assert_eq!(ids, ["me/quick"], "what did not finish did not run");
    let markdown = fs::read_to_string(folder.path().join("out.md")).expect("a report");
    assert!(markdown.contains("**Incomplete**") && markdown.contains("me/slow"), "{markdown}");
}

#[test]
fn compilation_ends_in_time() {
    // Deep inheritance: each class is compared with all above it.
    let mut chain = String::from("class C0 extends int { C0() { this = 1 } }\n");
    for at in 1..3000 {
        chain += &format!("class C{at} extends C{} {{ int f{at}() {{ result = this.abs() }} }}\n", at - 1);
    }
    chain += "from C2999 c select c.f1()";
    let folder = project(&[("chain.ql", &chain)]);
    for args in [&["check", "chain.ql"][..], &["run", "chain.ql", "--db", "a.db"]] {
        let started = Instant::now();
        let output = quarrel(folder.path(), &[args, &["--timeout", "100ms"]].concat());
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains("the time limit of 0.1 s was reached"), "{stderr}");
        assert!(started.elapsed() < SLACK, "{:?}", started.elapsed());
    }
}

#[cfg(unix)]
#[test]
fn without_a_cache_folder_nothing_is_kept() {
    let folder = project(&[("q.ql", "import java\nfrom Class c where c.getName() = \"A\" select c")]);
    let before: Vec<_> =
        fs::read_dir(std::env::temp_dir()).expect("a folder").flatten().map(|e| e.file_name()).collect();
    let output = quarrel(folder.path(), &["run", "q.ql", "--db", "a.db"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let shared = std::env::temp_dir().join("quarrel");
    assert!(
        before.iter().any(|name| name == "quarrel") || !shared.exists(),
        "no folder that everybody shares"
    );
}
