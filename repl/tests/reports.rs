//! Reports for machines and people: SARIF that is valid by its schema, silenced findings, baselines, diffs, limits.

use serde_json::Value;
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

/// Runs `quarrel`, expects the exit code, returns standard output and standard error.
fn ran(folder: &Path, code: i32, args: &[&str]) -> (String, String) {
    let output = quarrel(folder, args);
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{args:?}\n{stdout}{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    (stdout, stderr)
}

const COUNTER: &str = "package org.example;

/** Counts. */
@ThreadSafe
public class Counter {
    private int count;
    private int other;

    public void increment() {
        count++;
    }

    public synchronized int get() {
        return count;
    }

    public void change(int value) {
        other = value;
    }
}
";

/// A project with two racy fields, in a folder whose name needs care in URIs.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sources = folder.path().join("my src#1");
    fs::create_dir(&sources).expect("a folder");
    fs::write(sources.join("Counter.java"), COUNTER).expect("a file");
    let annotation = "package org.example; public @interface ThreadSafe {}";
    fs::write(sources.join("ThreadSafe.java"), annotation).expect("a file");
    folder
}

fn change(folder: &Path, from: &str, to: &str) {
    let file = folder.join("my src#1/Counter.java");
    let source = fs::read_to_string(&file).expect("a file");
    assert!(source.contains(from), "`{from}` is there");
    fs::write(&file, source.replace(from, to)).expect("a file");
}

fn sarif(folder: &Path, code: i32, args: &[&str]) -> Value {
    let mut all = vec!["analyze", ".", "--format", "sarif"];
    all.extend(args);
    if !args.contains(&"--query") {
        all.extend(["--pack", "thread-safety"]);
    }
    let (stdout, stderr) = ran(folder, code, &all);
    let log: Value =
        serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stdout}{stderr}"));
    assert_valid(&log);
    log
}

/// Asserts that the log is valid by the schema of SARIF.
pub fn assert_valid(log: &Value) {
    let schema = include_str!("../../tests/cli/sarif-2.1.0.schema.json");
    let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
    let mistakes = crate::schema::mistakes(&schema, log);
    assert!(mistakes.is_empty(), "{mistakes:#?}");
    assert_eq!(log["runs"].as_array().map(Vec::len), Some(1));
    assert_eq!(log["runs"][0]["tool"]["driver"]["name"], "Quarrel");
}

fn results(log: &Value) -> &Vec<Value> {
    log["runs"][0]["results"].as_array().expect("results")
}

fn fingerprints(log: &Value) -> Vec<&str> {
    results(log)
        .iter()
        .map(|result| result["partialFingerprints"]["quarrel/v1"].as_str().expect("a fingerprint"))
        .collect()
}

#[test]
fn sarif_says_what_services_need() {
    let project = project();
    let log = sarif(project.path(), 0, &[]);
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let at = rules.iter().position(|rule| rule["id"] == "java/not-threadsafe").expect("the rule");
    assert!(rules[at]["help"]["markdown"].as_str().is_some_and(|help| help.starts_with("# ")));
    assert_eq!(rules[at]["properties"]["precision"], "medium");
    assert!(rules[at]["properties"]["tags"].as_array().is_some_and(|tags| !tags.is_empty()));
    assert_eq!(run["tool"]["extensions"][0]["name"], "quarrel/thread-safety");
    let race = results(&log)
        .iter()
        .find(|result| result["ruleId"] == "java/not-threadsafe")
        .expect("the race is found");
    assert_eq!(race["ruleIndex"], at);
    let place = &race["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "my%20src%231/Counter.java", "relative and escaped");
    let region = &place["region"];
    let width = |name: &str| region[name].as_u64().expect("a number");
    assert!(width("endColumn") > width("startColumn"), "ends are exclusive: {region}");
    let message = race["message"]["text"].as_str().expect("a text");
    assert!(message.contains("](1)"), "links lead to related places: {message}");
    assert!(
        race["relatedLocations"].as_array().is_some_and(|places| places.iter().any(|one| one["id"] == 1))
    );
}

fn git(folder: &Path, args: &[&str]) -> String {
    let output = Command::new("git")
        .args(["-c", "user.name=Ann", "-c", "user.email=ann@example.org"])
        .args(args)
        .current_dir(folder)
        .output()
        .expect("git runs");
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout).trim().to_owned()
}

#[test]
fn sarif_and_page_lead_to_the_repository() {
    let project = project();
    let here = project.path();
    git(here, &["init", "-q", "-b", "trunk"]);
    git(here, &["remote", "add", "origin", "https://ann:secret@github.com/acme/count.git"]);
    git(here, &["add", "."]);
    git(here, &["commit", "-q", "-m", "First"]);
    let commit = git(here, &["rev-parse", "HEAD"]);
    let only = ["--pack", "thread-safety", "--output"];
    let analyze = |more: &[&str]| {
        let mut args = vec!["analyze", "my src#1"];
        args.extend(only);
        args.extend(more);
        ran(here, 0, &args)
    };
    analyze(&["r.sarif"]);
    let read = |file: &str| fs::read_to_string(here.join(file)).expect("a report");
    let log: Value = serde_json::from_str(&read("r.sarif")).expect("SARIF");
    assert_valid(&log);
    let run = &log["runs"][0];
    let uri =
        |log: &Value| results(log)[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].clone();
    assert_eq!(uri(&log), "my%20src%231/Counter.java", "paths begin at the root of the repository");
    assert_eq!(run["automationDetails"]["id"], "quarrel/my src#1/");
    let origin = &run["versionControlProvenance"][0];
    assert_eq!(origin["repositoryUri"], "https://github.com/acme/count", "without a password");
    assert_eq!((&origin["revisionId"], &origin["branch"]), (&commit.as_str().into(), &"trunk".into()));
    let names = run["tool"]["driver"]["rules"].as_array().expect("rules").iter();
    assert!(names.into_iter().any(|rule| rule["name"] == "NotThreadsafe"), "names are names");

    analyze(&["s.sarif", "--source-root", "my src#1", "--category", "nightly"]);
    let log: Value = serde_json::from_str(&read("s.sarif")).expect("SARIF");
    assert_eq!(uri(&log), "Counter.java");
    assert_eq!(log["runs"][0]["automationDetails"]["id"], "nightly/");
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    let other = elsewhere.path().to_str().expect("UTF-8");
    let (_, stderr) = ran(here, 2, &["analyze", "my src#1", "--source-root", other]);
    assert!(stderr.contains("is not in the source root"), "{stderr}");

    analyze(&["r.html", "--output", "r.csv"]);
    let page = read("r.html");
    let link = format!("https://github.com/acme/count/blob/{commit}/my%20src%231/{{path}}#L{{line}}");
    assert!(page.contains(&link), "the page leads to {link}");
    assert!(
        page.contains("quarrel analyze 'my src#1'") && !page.contains("secret"),
        "it says how it was made"
    );
    let table = read("r.csv");
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let header = rows.headers().expect("a header").clone();
    let column = |name: &str| header.iter().position(|one| one == name).expect("the column");
    let row = rows.records().next().expect("a row").expect("a row");
    assert_eq!((&row[column("path")], &row[column("line")]), ("Counter.java", "10"));
}

#[test]
fn fingerprints_outlive_shifts_of_lines() {
    let project = project();
    let before = sarif(project.path(), 0, &[]);
    change(project.path(), "/** Counts. */", "// one\n// two\n/** Counts. */\n\n");
    change(project.path(), "    public void change", "    // three\n    public void change");
    let after = sarif(project.path(), 0, &[]);
    assert!(fingerprints(&before).len() >= 2);
    assert_eq!(fingerprints(&before), fingerprints(&after));
    let mut distinct = fingerprints(&after);
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), results(&after).len(), "each finding has its own");
}

#[test]
fn baselines_show_new_findings() {
    let project = project();
    let here = project.path();
    ran(here, 0, &["analyze", ".", "--pack", "thread-safety", "--output", "base.sarif"]);
    let known = ["analyze", ".", "--pack", "thread-safety", "--baseline", "base.sarif", "--fail-on", "note"];
    let (stdout, stderr) = ran(here, 0, &known);
    assert!(stdout.is_empty() && stderr.contains("0 new"), "known findings are not shown: {stdout}{stderr}");

    change(here, "count++", "count += 2");
    change(here, "other = value;", "");
    change(
        here,
        "    public void change",
        "    private int third;\n    public void third() { third++; }\n    public void change",
    );
    let (stdout, stderr) = ran(here, 1, &known);
    assert!(stdout.contains("(new)") && stdout.contains("third"), "{stdout}{stderr}");
    let log = sarif(here, 1, &["--baseline", "base.sarif", "--fail-on", "warning"]);
    let states: Vec<&str> =
        results(&log).iter().map(|result| result["baselineState"].as_str().expect("a state")).collect();
    for state in ["new", "unchanged", "absent"] {
        assert!(states.contains(&state), "{state} in {states:?}");
    }
    // A finding that is gone is reported once; the next run does not repeat it.
    fs::write(here.join("next.sarif"), log.to_string()).expect("a file");
    let next = sarif(here, 0, &["--baseline", "next.sarif", "--fail-on", "warning"]);
    assert!(results(&next).iter().all(|result| result["baselineState"] == "unchanged"));
}

#[test]
fn baselines_of_others_are_refused() {
    let project = project();
    let here = project.path();
    let refused = |part: &str| {
        let (stdout, stderr) =
            ran(here, 2, &["analyze", ".", "--pack", "thread-safety", "--baseline", "other.sarif"]);
        assert!(stdout.is_empty() && stderr.contains(part), "{stderr}");
    };
    refused("cannot read");
    fs::write(here.join("other.sarif"), "[").expect("a file");
    refused("not a SARIF file");
    let other = r#"{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"OtherTool"}},"results":[]}]}"#;
    fs::write(here.join("other.sarif"), other).expect("a file");
    refused("OtherTool");
}

#[test]
fn comments_and_annotations_silence() {
    let project = project();
    let here = project.path();
    let all = results(&sarif(here, 0, &[])).len();
    change(here, "count++;", "count++; // quarrel:ignore[java/not-threadsafe] one thread only");
    change(
        here,
        "    public void change",
        "    @SuppressWarnings(\"quarrel:java/not-threadsafe\")\n    public void change",
    );
    let log = sarif(here, 0, &[]);
    assert_eq!(results(&log).len(), all, "machines get silenced ones too");
    let silenced: Vec<&Value> =
        results(&log).iter().filter(|result| result["suppressions"].is_array()).collect();
    assert!(silenced.len() >= 2, "{log:#}");
    assert!(silenced.iter().any(|one| one["suppressions"][0]["justification"] == "one thread only"));
    let (stdout, stderr) = ran(here, 0, &["analyze", ".", "--pack", "thread-safety"]);
    assert!(!stdout.contains("increment"), "{stdout}");
    assert!(stderr.contains("silenced in the source"), "{stderr}");

    change(here, "return count;", "return count; // quarrel:ignore[java/escaping]");
    let (_, stderr) = ran(here, 0, &["analyze", ".", "--pack", "thread-safety"]);
    assert!(stderr.contains("silences no finding of `java/escaping`"), "{stderr}");
    assert!(stderr.contains("say why"), "{stderr}");

    change(here, "java/escaping", "java/escapng");
    let (_, stderr) = ran(here, 2, &["analyze", ".", "--pack", "thread-safety"]);
    assert!(stderr.contains("`java/escapng`; did you mean `java/escaping`?"), "{stderr}");
    assert!(stderr.contains("Counter.java:14:"), "{stderr}");
}

#[test]
fn diffs_restrict_to_changed_lines() {
    let project = project();
    let here = project.path();
    let diff = "--- a/my src#1/Counter.java\n+++ b/my src#1/Counter.java\n@@ -17,1 +17,1 @@\n-        other = 1;\n+        other = value;\n";
    fs::write(here.join("change.diff"), diff).expect("a file");
    let (stdout, stderr) = ran(
        here,
        0,
        &["analyze", ".", "--pack", "thread-safety", "--diff", "change.diff", "--format", "csv"],
    );
    assert!(stdout.contains("other") && !stdout.contains("count"), "{stdout}");
    assert!(stderr.contains("on lines that the diff does not touch"), "{stderr}");
    fs::write(here.join("change.diff"), "this is no diff").expect("a file");
    let (_, stderr) = ran(here, 2, &["analyze", ".", "--pack", "thread-safety", "--diff", "change.diff"]);
    assert!(stderr.contains("unified diff"), "{stderr}");
    fs::write(here.join("change.diff"), "\n").expect("a file");
    let empty = ["analyze", ".", "--pack", "thread-safety", "--diff", "change.diff"];
    let (stdout, stderr) = ran(here, 0, &empty);
    assert!(stdout.is_empty() && stderr.contains("the diff is empty"), "{stderr}");
    ran(here, 2, &[&empty[..], &["--fail-on", "warning"]].concat());
}

/// A query that leads from methods to the fields that they use.
const PATHS: &str = r#"/**
 * @name Ways to fields
 * @description Finds ways to fields.
 * @kind path-problem
 * @problem.severity error
 * @remedy Take another way.
 * @id test/ways
 */

import java

query predicate edges(Element a, Element b, string key, string value) {
  b.(FieldAccess).getEnclosingCallable() = a and key = "" and value = ""
  or
  a.(FieldAccess).getField() = b and key = "quarrel.thread" and value = ""
}

query predicate nodes(Element n, string key, string value) {
  (n instanceof Callable or n instanceof FieldAccess or n instanceof Field) and
  key = "semmle.label" and
  value = "at " + n.toString()
}

from Method m, Field f, FieldAccess a
where a.getField() = f and a.getEnclosingCallable() = m and f.hasName("other")
select a, m, f, "A way to $@.", f, f.getName()
"#;

#[test]
fn paths_become_code_flows() {
    let project = project();
    let here = project.path();
    fs::write(here.join("Ways.ql"), PATHS).expect("a file");
    let log = sarif(here, 0, &["--query", "Ways.ql"]);
    let threads = results(&log)[0]["codeFlows"][0]["threadFlows"].as_array().expect("threads");
    assert_eq!(threads.len(), 2, "an edge between threads parts them: {threads:#?}");
    let steps = threads[0]["locations"].as_array().expect("steps");
    assert_eq!(steps[0]["location"]["message"]["text"], "at change");
    let (stdout, _) = ran(here, 0, &["analyze", ".", "--query", "Ways.ql"]);
    for part in [
        "error[test/ways]: A way to other.",
        "thread 1: 1. at change",
        "thread 2: ",
        "help: Take another way.",
    ] {
        assert!(stdout.contains(part), "`{part}` in {stdout}");
    }
}

const CACHE: &str = include_str!("race/Cache.java");

#[test]
fn races_are_reported_with_the_paths_of_both_threads() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path();
    fs::write(here.join("Cache.java"), CACHE).expect("a file");
    let args = [
        "analyze", ".", "--pack", "races", "--output", "a.sarif", "--output", "a.jsonl", "--output", "a.html",
    ];
    ran(here, 0, &args);
    let read = |name: &str| fs::read_to_string(here.join(name)).expect("a report");
    let log: Value = serde_json::from_str(&read("a.sarif")).expect("JSON");
    assert_valid(&log);
    let race = results(&log).iter().find(|result| result["ruleId"] == "java/race").expect("the race");
    let flows = race["codeFlows"].as_array().expect("paths");
    assert_eq!(flows.len(), 1, "the two ways are one path: {flows:#?}");
    let threads = flows[0]["threadFlows"].as_array().expect("threads");
    assert_eq!(threads.len(), 2);
    let last = |thread: &Value| {
        let steps = thread["locations"].as_array().expect("steps");
        steps[steps.len() - 1]["location"]["physicalLocation"]["region"]["startLine"].as_i64()
    };
    let own = race["locations"][0]["physicalLocation"]["region"]["startLine"].as_i64();
    assert_eq!(last(&threads[0]), own, "the first way leads to the place of the finding");
    let mut ends = [last(&threads[0]), last(&threads[1])];
    ends.sort_unstable();
    assert_eq!(ends, [Some(11), Some(15)]);
    assert!(
        threads
            .iter()
            .any(|one| one["message"]["text"].as_str().is_some_and(|text| text.starts_with("main of Cache")))
    );
    assert!(race["rank"].as_f64().is_some_and(|rank| rank > 0.0));
    assert_eq!(race["properties"]["field"][0], "what org.example.Cache.map holds");
    let stages: Vec<&str> = race["properties"]["stages"]
        .as_array()
        .expect("stages")
        .iter()
        .filter_map(|one| one[0].as_str())
        .collect();
    assert_eq!(stages, ["original", "reachable", "aliasing", "escaping", "unlocked", "known", "not ordered"]);
    let line =
        read("a.jsonl").lines().find(|line| line.contains("java/race\"")).expect("the race").to_owned();
    let line: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(line["paths"][0].as_array().map(Vec::len), Some(2));
    assert_eq!(line["properties"]["object"][0], "new HashMap<String,String>(...), made at Cache.java:4");
    assert!(read("a.html").contains("\"rank\""));
    let (text, _) = ran(here, 0, &["analyze", ".", "--pack", "races"]);
    assert!(text.contains("= thread 1: 1. ") && text.contains("= thread 2: 1. "), "{text}");
}

/// A query with `number` findings.
fn many(number: usize) -> String {
    format!(
        "/**\n * @name Many\n * @description Finds many.\n * @kind problem\n * @problem.severity warning\n * @id test/many\n */\n\nimport java\n\nfrom Method m, int i\nwhere m.hasName(\"get\") and m.fromSource() and i in [1 .. {number}]\nselect m, \"Finding \" + i.toString()\n"
    )
}

#[test]
fn a_report_can_have_a_hundred_thousand_findings() {
    let project = project();
    let here = project.path();
    fs::write(here.join("Many.ql"), many(100_000)).expect("a file");
    let (_, stderr) = ran(
        here,
        1,
        &[
            "analyze",
            ".",
            "--query",
            "Many.ql",
            "--fail-on",
            "warning",
            "-o",
            "a.sarif",
            "-o",
            "a.jsonl",
            "-o",
            "a.csv",
            "-o",
            "a.html",
            "-o",
            "a.md",
            "-o",
            "a.txt",
        ],
    );
    assert!(
        stderr.contains("75000 of 100000 results were left out"),
        "a warning says what was cut: {stderr}"
    );
    let read = |name: &str| fs::read_to_string(here.join(name)).expect("a report");
    let log: Value = serde_json::from_str(&read("a.sarif")).expect("JSON");
    assert_eq!(results(&log).len(), 25_000);
    assert!(log["runs"][0]["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"].is_string());
    assert_eq!(read("a.jsonl").lines().count(), 100_000);
    assert_eq!(read("a.csv").lines().count(), 100_001);
    assert!(read("a.md").len() <= 65_536, "services take comments of this length");
    assert!(read("a.html").contains("20000 of 100000"));
    assert_eq!(read("a.txt").matches("warning[test/many]").count(), 100_000);
}

#[test]
fn reports_are_the_same_for_one_and_two_threads() {
    let project = project();
    let here = project.path();
    let log = |threads: &str| sarif(here, 0, &["--threads", threads]);
    assert_eq!(log("1"), log("2"));
}

#[test]
fn the_worst_come_first_and_short_is_a_line_each() {
    let project = project();
    let here = project.path();
    let query = |name: &str, severity: &str, precision: &str| {
        let text = format!(
            "/**\n * @name {name}\n * @description {name}\n * @kind problem\n * @id test/{name}\n * @problem.severity {severity}\n * @precision {precision}\n */\n\nimport java\n\nfrom Method m\nwhere m.fromSource()\nselect m, \"{name}\"\n"
        );
        fs::write(here.join(format!("{name}.ql")), text).expect("a file");
    };
    query("unsure", "warning", "low");
    query("sure", "warning", "high");
    query("worst", "error", "medium");
    let other = COUNTER.replace("class Counter", "class Another").replace("@ThreadSafe", "");
    fs::write(here.join("my src#1/Another.java"), other).expect("a file");
    let all = [
        "analyze",
        ".",
        "--query",
        "unsure.ql",
        "--query",
        "sure.ql",
        "--query=worst.ql",
        "--quiet",
        "--min-confidence",
        "low",
    ];
    let (stdout, _) = ran(here, 0, &[&all[..], &["--short"]].concat());
    let lines: Vec<&str> = stdout.lines().collect();
    assert_eq!(lines.len(), 18, "{stdout}");
    assert_eq!(lines[0], "my src#1/Another.java:9:17: error[test/worst]: worst");
    let query = |line: &&str| line.split(['[', ']']).nth(1).map(str::to_owned);
    let queries: Vec<String> = lines.iter().filter_map(query).collect();
    assert_eq!(queries, [["test/worst"; 6], ["test/sure"; 6], ["test/unsure"; 6]].concat());
    let (some, stderr) = ran(here, 0, &[&all[..7], &["--short"]].concat());
    assert_eq!(some.lines().count(), 12, "unsure findings are not shown: {some}");
    assert!(stderr.contains("6 more of lower confidence: `--min-confidence low` shows them"), "{stderr}");
    fs::write(here.join("quarrel.toml"), "min-confidence = \"high\"\n").expect("a file");
    assert_eq!(ran(here, 0, &[&all[..7], &["--short"]].concat()).0, "");
    fs::remove_file(here.join("quarrel.toml")).expect("removed");

    // The error comes before all others.
    fs::write(
        here.join("worst.ql"),
        fs::read_to_string(here.join("worst.ql"))
            .expect("a file")
            .replace("where", "where m.getDeclaringType().hasName(\"Counter\") and"),
    )
    .expect("a file");
    let (stdout, _) = ran(here, 0, &all);
    let at = |text: &str| stdout.find(text).unwrap_or_else(|| panic!("{text} in {stdout}"));
    assert!(at("org.example.Counter: 3 findings") < at("org.example.Another: 3 findings"));
    assert!(!stdout.contains("more findings:"), "no terminal, nothing left out: {stdout}");
    let log = {
        fs::write(here.join("quarrel.toml"), "[queries]\n\"test/sure\" = \"off\"\n").expect("a file");
        sarif(here, 0, &["--query", "sure.ql", "--query", "worst.ql"])
    };
    let note = &log["runs"][0]["invocations"][0]["toolConfigurationNotifications"][0];
    assert_eq!(note["message"]["text"], "quarrel.toml turns off test/sure");
}
