//! Outputs that cannot be written, readers that go away, narrow terminals, and configurations, broken or not.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quarrel"));
    command.args(args).current_dir(folder).env("NO_COLOR", "1");
    command
}

fn ran(folder: &Path, code: i32, args: &[&str]) -> (String, String) {
    streams(&command(folder, args).output().expect("the binary runs"), code)
}

fn streams(output: &Output, code: i32) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{stdout}{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    (stdout, stderr)
}

const RACY: &str = "package org.example;
@ThreadSafe
public class NAME {
    private int count;
    public void increment() { /* \u{1f980} \u{e4} */ count++; }
    public synchronized int get() { return count; }
}
";

/// Classes in several folders, each with a race.
fn project(files: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let annotation = "package org.example; public @interface ThreadSafe {}";
    fs::write(folder.path().join("ThreadSafe.java"), annotation).expect("a file");
    for file in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        fs::write(path, RACY.replace("NAME", &name)).expect("a file");
    }
    folder
}

fn configure(folder: &Path, text: &str) {
    fs::write(folder.join("quarrel.toml"), text).expect("a file");
}

#[test]
fn outputs_that_cannot_be_written_are_reported_first() {
    let project = project(&["A.java"]);
    let (stdout, stderr) =
        ran(project.path(), 2, &["analyze", ".", "--pack", "thread-safety", "--output", "no/such/out.sarif"]);
    assert!(stdout.is_empty() && stderr.contains("cannot write no/such/out.sarif"), "{stderr}");
    assert!(!stderr.contains("files,"), "before the work is done: {stderr}");
    fs::create_dir(project.path().join("folder")).expect("a folder");
    let (_, stderr) =
        ran(project.path(), 2, &["analyze", ".", "--pack", "thread-safety", "--output", "folder"]);
    assert!(stderr.contains("it is a folder"), "{stderr}");
    let (_, stderr) =
        ran(project.path(), 2, &["analyze", ".", "--pack", "thread-safety", "-o", "a.csv", "-o", "a.csv"]);
    assert!(stderr.contains("same name"), "{stderr}");
    let (_, stderr) = ran(project.path(), 2, &["analyze", ".", "--pack", "thread-safety", "-o", "a.xml"]);
    assert!(stderr.contains("is not a known format") && stderr.contains("--format"), "{stderr}");
}

#[test]
fn a_reader_may_go_away() {
    let project = project(&["A.java", "B.java"]);
    for format in ["text", "sarif", "json", "jsonl", "csv", "html", "markdown"] {
        let mut child =
            command(project.path(), &["analyze", ".", "--pack", "thread-safety", "--format", format])
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the binary runs");
        drop(child.stdout.take());
        let mut stderr = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("text");
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), Some(0), "{format}: {stderr}");
        assert!(!stderr.contains("panicked") && !stderr.contains("error:"), "{format}: {stderr}");
    }
}

#[test]
fn narrow_terminals_get_narrow_text() {
    let project = project(&["A.java"]);
    let long = format!(
        "    public void longer() {{ int unused = 1{}; count++; }}\n    public sync",
        " + 1".repeat(200)
    );
    let file = project.path().join("A.java");
    let source = fs::read_to_string(&file).expect("a file").replacen("    public sync", &long, 1);
    fs::write(&file, source).expect("a file");
    for width in ["20", "1", "80"] {
        let output = command(project.path(), &["analyze", ".", "--pack", "thread-safety"])
            .env("COLUMNS", width)
            .env("LC_ALL", "C")
            .output()
            .expect("the binary runs");
        let (stdout, _) = streams(&output, 0);
        assert!(stdout.contains("count"), "{stdout}");
        let longest =
            stdout.lines().filter(|line| line.contains(" | ")).map(|line| line.chars().count()).max();
        assert!(longest.is_some_and(|longest| longest < 260), "{width}: lines are cropped, {longest:?}");
    }
}

#[test]
fn quiet_is_quiet_and_verbose_shows_phases() {
    let project = project(&["A.java"]);
    let (stdout, stderr) = ran(project.path(), 0, &["analyze", ".", "--pack", "thread-safety", "--quiet"]);
    assert!(stdout.contains("java/not-threadsafe") && stderr.is_empty(), "{stderr}");
    let (_, stderr) = ran(project.path(), 0, &["analyze", ".", "--pack", "thread-safety", "--verbose"]);
    assert!(stderr.contains("s queries"), "{stderr}");
}

#[test]
fn findings_are_grouped_with_labels_and_a_way_out() {
    let project = project(&["A.java"]);
    let (stdout, stderr) = ran(project.path(), 0, &["analyze", ".", "--pack", "thread-safety"]);
    for part in [
        "org.example.A: ",
        "holding no lock",
        "holding 'this'",
        "help: ",
        "quarrel explain java/not-threadsafe",
    ] {
        assert!(stdout.contains(part), "`{part}` in {stdout}");
    }
    assert!(stderr.contains("1 finding (1 error) in ") && stderr.contains("java/not-threadsafe"), "{stderr}");
    let (page, _) = ran(project.path(), 0, &["explain", "java/not-threadsafe"]);
    assert!(page.starts_with("# ") && page.contains("## Remedy"), "{page}");
    let (_, stderr) = ran(project.path(), 2, &["explain", "java/not-threadsave"]);
    assert!(stderr.contains("did you mean `java/not-threadsafe`?"), "{stderr}");
}

#[test]
fn completions_are_made() {
    let folder = tempfile::tempdir().expect("a folder");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (script, _) = ran(folder.path(), 0, &["completions", shell]);
        assert!(script.contains("analyze") && script.contains("baseline"), "{shell}");
    }
}

#[test]
fn broken_configurations_are_refused() {
    let project = project(&["A.java"]);
    let here = project.path();
    let refused = |text: &str, parts: &[&str]| {
        configure(here, text);
        let (stdout, stderr) = ran(here, 2, &["analyze", "."]);
        assert!(stdout.is_empty(), "{stdout}");
        for part in parts {
            assert!(stderr.contains(part), "`{part}` in {stderr}");
        }
    };
    refused("exclude = [\n", &["quarrel.toml", "line 1"]);
    refused("excludes = []\n", &["did you mean `exclude`?", "line 1"]);
    refused("exclude = [\"a[\"]\n", &["`a[` is not a file pattern"]);
    refused("[queries]\n\"java/escapng\" = \"off\"\n", &["did you mean `java/escaping`?"]);
    refused("[queries]\n\"java/escaping\" = \"of\"\n", &["did you mean `off`?"]);
    refused("baseline = \"none.sarif\"\n", &["none.sarif"]);
    refused("packs = [\"no-such-pack\"]\n", &["there is no pack `no-such-pack`"]);
    refused("[models]\nassumedThreadSave = [[\"a\"]]\n", &["did you mean `assumedThreadSafe`?"]);
    fs::remove_file(here.join("quarrel.toml")).expect("a file");
    let (_, stderr) = ran(here, 2, &["analyze", ".", "--pack", "thread-safety", "--config", "other.toml"]);
    assert!(stderr.contains("other.toml"), "{stderr}");
}

#[test]
fn configurations_choose_what_is_reported() {
    let project = project(&["A.java", "gen/B.java", "src/test/C.java", "made/D.java"]);
    let here = project.path();
    let file = here.join("made/D.java");
    let source = fs::read_to_string(&file).expect("a file");
    fs::write(&file, format!("// Generated by a tool. DO NOT EDIT.\n{source}")).expect("a file");
    let query = "/**\n * @name Classes\n * @description Finds classes.\n * @kind problem\n * @id test/classes\n */\n\nimport java\n\nfrom Class c\nwhere c.fromSource()\nselect c, \"A class.\"\n";
    fs::write(here.join("Classes.ql"), query).expect("a file");
    let reported = |args: &[&str]| -> Vec<String> {
        let mut all = vec!["analyze", ".", "--query", "Classes.ql", "--format", "csv"];
        all.extend(args);
        let (stdout, _) = ran(here, 0, &all);
        let mut names: Vec<String> = ["A.java", "B.java", "C.java", "D.java"]
            .iter()
            .filter(|name| stdout.contains(*name))
            .map(|name| (*name).to_owned())
            .collect();
        names.sort();
        names
    };
    assert_eq!(reported(&[]), ["A.java", "B.java"]);
    assert_eq!(
        reported(&["--include-tests", "--include-generated"]),
        ["A.java", "B.java", "C.java", "D.java"]
    );
    configure(here, "exclude = [\"gen/\"]\ninclude-tests = true\n");
    assert_eq!(reported(&[]), ["A.java", "C.java"]);

    // Above the analysed folder, the configurations of the current folder and of the repository count.
    let from_here = ["analyze", "gen", "--pack", "thread-safety", "--format", "csv"];
    configure(here, "exclude = [\"gen/B.java\"]\n");
    assert!(!ran(here, 0, &from_here).0.contains("B.java"));
    configure(here, "exclude = [\"gen/C.java\"]\n");
    assert!(ran(here, 0, &from_here).0.contains("B.java"));
    let below = |args: &[&str]| command(&here.join("gen"), args).output().expect("the binary runs");
    configure(here, "exclude = [\"gen/\"]\n");
    let (stdout, _) = streams(&below(&["analyze", ".", "--pack", "thread-safety", "--format", "csv"]), 0);
    assert!(stdout.contains("B.java"), "without a repository it does not");
    fs::create_dir(here.join(".git")).expect("a folder");
    let (stdout, _) = streams(&below(&["analyze", ".", "--pack", "thread-safety", "--format", "csv"]), 0);
    assert!(!stdout.contains("B.java"), "{stdout}");
    fs::write(here.join(".gitignore"), "A.java\n").expect("a file");
    assert_eq!(reported(&[]), Vec::<String>::new());
}

#[test]
fn included_tests_are_analysed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let here = folder.path();
    let write = |name: &str, text: &str| {
        let path = here.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, text).expect("a file");
    };
    write("src/main/java/p/ThreadSafe.java", "package p; public @interface ThreadSafe {}");
    write(
        "src/main/java/p/Shared.java",
        "package p; @ThreadSafe public class Shared { int value; public synchronized int get() { return value; } }",
    );
    // The only write that no lock guards.
    write("src/test/java/p/T.java", "package p; public class T { public void t(Shared s) { s.value = 1; } }");
    let races = |args: &[&str]| {
        let all = [&["analyze", ".", "--pack", "thread-safety", "--format", "csv"], args].concat();
        let (stdout, _) = ran(here, 0, &all);
        stdout.lines().filter(|line| line.starts_with("java/not-threadsafe")).count()
    };
    assert_eq!(races(&[]), 0);
    assert_eq!(races(&["--include-tests"]), 1);
    configure(here, "include-tests = true\n");
    assert_eq!(races(&[]), 1);
    configure(here, "[models]\nsourceFolder = [[\"src/test\", \"main\"]]\n");
    assert_eq!(races(&[]), 1);
}

#[test]
fn configurations_set_severities_and_models() {
    let project = project(&["A.java"]);
    let here = project.path();
    configure(here, "fail-on = \"error\"\n");
    let (stdout, _) = ran(here, 1, &["analyze", ".", "--pack", "thread-safety"]);
    assert!(stdout.contains("error[java/not-threadsafe]"), "{stdout}");
    configure(here, "fail-on = \"error\"\n[queries]\n\"java/not-threadsafe\" = \"warning\"\n");
    let (stdout, _) = ran(here, 0, &["analyze", ".", "--pack", "thread-safety"]);
    assert!(stdout.contains("warning[java/not-threadsafe]"), "{stdout}");
    configure(here, "[queries]\n\"java/not-threadsafe\" = \"off\"\n");
    let (stdout, _) = ran(here, 0, &["analyze", ".", "--pack", "thread-safety"]);
    assert!(!stdout.contains("java/not-threadsafe"), "{stdout}");

    let file = here.join("A.java");
    let source = fs::read_to_string(&file).expect("a file");
    fs::write(&file, source.replace("@ThreadSafe", "@ManyThreads")).expect("a file");
    let named = ["analyze", ".", "--pack", "thread-safety", "--assume-thread-safe", "none"];
    configure(here, "");
    let (stdout, _) = ran(here, 0, &named);
    assert!(stdout.is_empty(), "{stdout}");
    configure(here, "[models]\nclassAnnotation = [[\"ManyThreads\", \"thread-safe\"]]\n");
    let (stdout, _) = ran(here, 0, &named);
    assert!(stdout.contains("java/not-threadsafe"), "{stdout}");
}

#[test]
fn bundled_queries_are_named_by_id() {
    let project = project(&["A.java"]);
    let (stdout, _) = ran(project.path(), 0, &["analyze", ".", "--query", "java/not-threadsafe"]);
    assert!(stdout.contains("java/not-threadsafe"), "{stdout}");
    let (_, stderr) = ran(project.path(), 2, &["analyze", ".", "--query", "java/not-threadsave"]);
    assert!(stderr.contains("java/not-threadsave"), "{stderr}");
}

#[test]
fn the_action_runs_the_analysis() {
    let project = project(&["A.java"]);
    let here = project.path();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let action = fs::read_to_string(root.join("action.yml")).expect("the action");
    let action: yaml_serde::Value = yaml_serde::from_str(&action).expect("YAML");
    assert_eq!(action["runs"]["using"].as_str(), Some("composite"));
    let hooks = fs::read_to_string(root.join(".pre-commit-hooks.yaml")).expect("the hooks");
    let hooks: yaml_serde::Value = yaml_serde::from_str(&hooks).expect("YAML");
    assert!(hooks[0]["entry"].as_str().is_some_and(|entry| entry.starts_with("quarrel analyze")));

    let binary = Path::new(env!("CARGO_BIN_EXE_quarrel")).parent().expect("a folder");
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("bash")
        .arg(root.join(".ci/action"))
        .current_dir(here)
        .env("PATH", path)
        .envs([("ANALYZED", "."), ("SARIF", "out.sarif"), ("FAIL_ON", "warning"), ("HTML", "")])
        .env("ARGS", "--assume-thread-safe 'org.example.* $(touch injected)' --quiet")
        .env("GITHUB_OUTPUT", here.join("outputs"))
        .env("GITHUB_STEP_SUMMARY", here.join("summary"))
        .output()
        .expect("bash runs");
    streams(&output, 0);
    assert_eq!(fs::read_to_string(here.join("outputs")).expect("outputs"), "exit-code=1\n");
    assert!(fs::read_to_string(here.join("summary")).expect("a summary").starts_with("## Quarrel"));
    assert!(here.join("out.sarif").is_file() && !here.join("injected").exists());
}

#[test]
fn numbers_that_json_lacks_are_texts() {
    let project = project(&["A.java"]);
    let here = project.path();
    let query = "from float x where x = [1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0, -0.0, 2.5] select x\n";
    fs::write(here.join("Floats.ql"), query).expect("a file");
    ran(here, 0, &["extract", ".", "--db", "code.db"]);
    let (lines, _) = ran(here, 0, &["run", "Floats.ql", "--db", "code.db", "--format", "jsonl"]);
    let wanted = "{\"x\":\"-Infinity\"}\n{\"x\":-0.0}\n{\"x\":2.5}\n{\"x\":\"Infinity\"}\n{\"x\":\"NaN\"}\n";
    assert_eq!(lines, wanted);
}

#[test]
fn every_result_set_has_a_form_of_its_own() {
    let project = project(&["A.java"]);
    let here = project.path();
    let query = "/**\n * @name Sets\n * @description Has two sets.\n * @kind problem\n * @id test/sets\n */\n\nimport java\n\nquery predicate names(string name) { name = any(Method m | m.fromSource()).getName() }\n\nfrom Method m\nwhere m.fromSource()\nselect m, \"A method, \\\"quoted\\\"\"\n";
    fs::write(here.join("Sets.ql"), query).expect("a file");
    ran(here, 0, &["extract", ".", "--db", "code.db"]);
    let run = |args: &[&str]| ran(here, 0, &[&["run", "Sets.ql", "--db", "code.db"], args].concat()).0;
    let lines = run(&["--format", "jsonl"]);
    for line in lines.lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert!(value["set"].is_string() && value["row"].is_object(), "{line}");
    }
    let document: serde_json::Value = serde_json::from_str(&run(&["--format", "json"])).expect("JSON");
    assert_eq!(
        document.as_array().map(Vec::len),
        Some(lines.lines().count()),
        "a document of the same objects"
    );
    fs::create_dir(here.join("out")).expect("a folder");
    run(&["--format", "csv", "--output", "out"]);
    assert_eq!(
        fs::read_to_string(here.join("out/Sets.names.csv")).expect("a file"),
        "name\r\nget\r\nincrement\r\n"
    );
    let select = fs::read_to_string(here.join("out/Sets.csv")).expect("a file");
    assert!(
        select.starts_with("m location,m,col1\r\n") && select.contains("\"A method, \"\"quoted\"\"\""),
        "{select}"
    );
    let log: serde_json::Value = serde_json::from_str(&run(&["--format", "sarif"])).expect("JSON");
    assert_eq!(log["runs"][0]["results"].as_array().map(Vec::len), Some(2));
    fs::write(here.join("Plain.ql"), "select 1\n").expect("a file");
    let (_, stderr) = ran(here, 2, &["run", "Plain.ql", "--db", "code.db", "--format", "sarif"]);
    assert!(stderr.contains("reports problems"), "{stderr}");
}
