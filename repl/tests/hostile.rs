//! The user's files survive signals, full disks and wrong arguments. Hostile input does no harm: names and texts with
//! terminal escapes, and files made to hang the program, to fill the memory or to read private files.

mod generated;

use crate::limited::{self, Ended, ended, quarrel};
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const RACY: &str = "package org.example;
@ThreadSafe
public class NAME {
    private int count;
    public void increment() { count++; }
    public synchronized int get() { return count; }
}
";

/// A folder with a racy class `A` and a query that compiles quickly.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    write("ThreadSafe.java", "package org.example; public @interface ThreadSafe {}");
    write("A.java", &RACY.replace("NAME", "A"));
    write(
        "Classes.ql",
        "/**\n * @name Classes\n * @description Finds classes.\n * @kind problem\n * @id test/classes\n */\n\nimport java\n\nfrom Class c\nwhere c.fromSource()\nselect c, \"A class.\"\n",
    );
    folder
}

const QUICK: [&str; 4] = ["analyze", ".", "--query", "Classes.ql"];

fn analyze(folder: &Path, more: &[&str]) -> Ended {
    quarrel(folder, &[&QUICK, more].concat())
}

fn fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    // What runs keep is in a folder that the caller named.
    names.retain(|name| name != ".cache");
    names.sort();
    names
}

#[test]
fn reports_go_where_they_are_sent() {
    let project = project();
    let here = project.path();
    let before = names(here);
    // Through a link, with the mode of the old file.
    fs::write(here.join("real.sarif"), "old").expect("a file");
    fs::set_permissions(here.join("real.sarif"), fs::Permissions::from_mode(0o660)).expect("a mode");
    symlink("real.sarif", here.join("link.sarif")).expect("a link");
    // Into a pipe and into devices.
    fifo(&here.join("pipe"));
    let reader = std::thread::spawn({
        let pipe = here.join("pipe");
        move || fs::read_to_string(pipe).expect("text")
    });
    analyze(here, &["-o", "link.sarif", "-o", "new.csv", "-o", "pipe", "-o", "/dev/null"]).with(0);
    assert!(here.join("link.sarif").is_symlink());
    assert!(fs::read_to_string(here.join("real.sarif")).expect("a file").starts_with('{'));
    assert_eq!(fs::metadata(here.join("real.sarif")).expect("a file").mode() & 0o777, 0o660);
    assert!(reader.join().expect("a reader").contains("A class."));
    assert!(fs::metadata(here.join("pipe")).expect("a pipe").file_type().is_fifo());
    assert!(fs::metadata("/dev/null").expect("a device").file_type().is_char_device());
    // A new file has the default mode.
    fs::File::create(here.join("other")).expect("a file");
    let mode = |name: &str| fs::metadata(here.join(name)).expect("a file").mode();
    assert_eq!(mode("new.csv"), mode("other"));

    // No other files are left, and a file that cannot be written stays unchanged.
    let output = analyze(here, &["-o", "/dev/full"]).with(2);
    assert!(
        output.stderr.contains("cannot write /dev/full") && output.stderr.contains("room"),
        "{}",
        output.stderr
    );
    fs::set_permissions(here.join("new.csv"), fs::Permissions::from_mode(0o444)).expect("a mode");
    let old = fs::read(here.join("new.csv")).expect("a file");
    let output = analyze(here, &["-o", "new.csv"]).with(2);
    assert!(output.stderr.contains("read-only"), "{}", output.stderr);
    assert_eq!(fs::read(here.join("new.csv")).expect("a file"), old);
    let made = ["link.sarif", "new.csv", "other", "pipe", "real.sarif"].map(str::to_owned);
    let mut expected: Vec<String> = before.into_iter().chain(made).collect();
    expected.sort();
    assert_eq!(names(here), expected);
}

#[test]
fn only_databases_are_replaced_by_databases() {
    let project = project();
    let here = project.path();
    let extract = |db: &str| quarrel(here, &["extract", ".", "--db", db]);
    fs::write(here.join("notes.txt"), "precious").expect("a file");
    for command in [&["extract", ".", "--db", "notes.txt"][..], &["analyze", ".", "--db", "notes.txt"]] {
        let output = quarrel(here, command).with(2);
        assert!(output.stderr.contains("no database of Quarrel"), "{}", output.stderr);
        assert!(!output.stderr.contains("extracted in"), "before the work: {}", output.stderr);
    }
    assert_eq!(fs::read(here.join("notes.txt")).expect("a file"), b"precious");
    fs::write(here.join("empty.db"), "").expect("a file");
    symlink("empty.db", here.join("link.db")).expect("a link");
    extract("link.db").with(0);
    assert!(here.join("link.db").is_symlink() && here.join("empty.db").metadata().expect("a file").len() > 0);
    extract("empty.db").with(0);
    extract("/dev/null").with(0);
    assert!(fs::metadata("/dev/null").expect("a device").file_type().is_char_device());
    let output = extract("/dev/full").with(2);
    assert!(output.stderr.contains("disk is full"), "{}", output.stderr);
}

/// Returns whether the tests were started with the signal ignored, which `quarrel` inherits. Ctrl-C is never ignored.
fn is_ignored(signal: &str) -> bool {
    let number = match signal {
        "HUP" => 1,
        "QUIT" => 3,
        "TERM" => 15,
        _ => return false,
    };
    let known = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = known.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap_or("0");
    let ignored = u64::from_str_radix(ignored.trim(), 16).expect("a mask of signals");
    ignored >> (number - 1) & 1 == 1
}

#[test]
fn the_next_run_removes_the_files_of_a_killed_one() {
    let project = project();
    let here = project.path();
    fifo(&here.join("pipe"));
    let temporary = tempfile::tempdir().expect("a folder");
    let folders = || {
        let all = fs::read_dir(temporary.path()).expect("a folder").flatten();
        all.map(|entry| entry.path()).filter(|path| path.join("code.db").exists()).collect::<Vec<_>>()
    };
    let standing = |known: usize| {
        let child = limited::command(here, &[&QUICK, &["--no-cache", "-o", "pipe"][..]].concat())
            .env("TMPDIR", temporary.path())
            .spawn()
            .expect("the binary runs");
        let patience = Instant::now() + Duration::from_secs(60);
        while folders().len() <= known {
            assert!(Instant::now() < patience, "there is no database");
            std::thread::sleep(Duration::from_millis(20));
        }
        child
    };
    let make_old = || {
        for folder in folders() {
            let made = Command::new("touch").args(["-d", "2 hours ago"]).arg(folder).status();
            assert!(made.expect("touch").success());
        }
    };
    let mut killed = standing(0);
    let mut alive = standing(1);
    killed.kill().expect("it can be killed");
    killed.wait().expect("it ends");
    let run = || {
        let ran = limited::command(here, &QUICK).env("TMPDIR", temporary.path()).spawn().expect("it runs");
        ended(ran, "another run").with(0);
    };
    run();
    assert_eq!(folders().len(), 2, "what has just been made may be about to get its lock");
    make_old();
    run();
    assert_eq!(folders().len(), 1, "only that of the process that was killed goes");
    alive.kill().expect("it can be killed");
    alive.wait().expect("it ends");
    make_old();
    run();
    assert_eq!(names(temporary.path()), Vec::<String>::new());
}

#[test]
fn signals_leave_nothing_behind() {
    let project = project();
    let here = project.path();
    fifo(&here.join("pipe"));
    for (signal, code) in [("TERM", 143), ("HUP", 129), ("INT", 130), ("QUIT", 131)] {
        let temporary = tempfile::tempdir().expect("a folder");
        // Without a reader of the pipe it waits while its temporary files exist.
        let mut child = limited::command(here, &[&QUICK, &["--no-cache", "-o", "pipe"][..]].concat())
            .env("TMPDIR", temporary.path())
            .spawn()
            .expect("the binary runs");
        let patience = Instant::now() + Duration::from_secs(60);
        let has_database = || {
            let folders = fs::read_dir(temporary.path()).expect("a folder").flatten();
            folders.into_iter().any(|folder| folder.path().join("code.db").exists())
        };
        while !has_database() {
            assert!(Instant::now() < patience, "there is no database");
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(if signal == "INT" { 3000 } else { 100 }));
        let send = |child: &Child, signal: &str| {
            let status = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
            assert!(status.expect("kill").success());
        };
        send(&child, signal);
        let code = if is_ignored(signal) {
            // As under `nohup`: it goes on. Only Ctrl-C is never ignored.
            std::thread::sleep(Duration::from_secs(3));
            assert!(child.try_wait().expect("it can be asked").is_none(), "{signal}");
            send(&child, "INT");
            130
        } else {
            code
        };
        let output = ended(child, "a signal");
        output.with(code);
        assert_eq!(names(temporary.path()), Vec::<String>::new(), "{signal}");
    }
}

#[test]
fn a_prompt_on_a_full_disk_fails() {
    let project = project();
    let here = project.path();
    quarrel(here, &["extract", ".", "--db", "code.db"]).with(0);
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let mut child = limited::command(here, &["repl", "code.db"])
        .stdin(Stdio::piped())
        .stdout(full)
        .spawn()
        .expect("the binary runs");
    child.stdin.take().expect("a pipe").write_all(b"1 + 1\n2 + 2\n").expect("it reads");
    let output = ended(child, "a prompt").with(2);
    assert!(output.stderr.contains("cannot write to standard output"), "{}", output.stderr);
}

/// Asserts that the text has no characters that control a terminal.
fn assert_visible(text: &str) {
    let is_bad = |ch: &char| {
        (ch.is_control() && !"\n\t".contains(*ch))
            || ('\u{202a}'..='\u{202e}').contains(ch)
            || *ch == '\u{2066}'
    };
    let bad: Vec<char> = text.chars().filter(is_bad).collect();
    assert!(bad.is_empty(), "{bad:?} in {text:?}");
}

#[test]
fn terminals_get_no_control_characters() {
    let project = project();
    let here = project.path();
    let evil = "\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}\r";
    let class = RACY.replace("NAME", "B").replace("count++;", &format!("count++; /* {evil} */"));
    fs::write(here.join(format!("B{evil}.java")), class).expect("a file");
    fs::write(here.join(format!("C{evil}.java")), format!("class C {{ {evil} }}")).expect("a file");
    let query = format!(
        "/**\n * @name Texts {evil}\n * @description {evil}\n * @kind problem\n * @id test/texts\n * @problem.severity warning\n */\n\nimport java\n\nfrom Class c\nwhere c.fromSource()\nselect c, \"A $@ {}.\", c, \"link{}\"\n",
        evil.replace('\r', ""),
        evil.replace('\r', "")
    );
    fs::write(here.join("Texts.ql"), query).expect("a file");
    fs::write(here.join("Texts.md"), format!("# Texts\n\n{evil}\n\n## Remedy\n\n{evil} do\n"))
        .expect("a file");
    let quiet = |args: &[&str]| {
        let output = quarrel(here, args);
        assert_visible(&output.stdout);
        assert_visible(&output.stderr);
        output
    };
    let output = quiet(&["analyze", ".", "--query", "Texts.ql", "--verbose"]).with(0);
    assert!(output.stdout.contains("B\u{241b}]0;owned\u{2407}"), "it is shown: {}", output.stdout);
    assert!(output.stderr.contains("C\u{241b}"), "the syntax error is reported: {}", output.stderr);
    quiet(&["analyze", ".", "--pack", "thread-safety"]).with(0);
    quiet(&["extract", ".", "--db", "code.db"]).with(0);
    let table = quiet(&["run", "Texts.ql", "--db", "code.db"]).with(0);
    assert!(table.stdout.contains('\u{241b}'), "{}", table.stdout);
    let page = quiet(&["explain", "test/texts", "--search-path", "."]).with(0);
    assert!(page.stdout.contains('\u{241b}'), "{}", page.stdout);
    quiet(&["check", "Texts.ql"]).with(0);
    quiet(&["analyze", evil]).with(2);
    quiet(&["analyze", ".", "--config", evil]).with(2);
    // Formats for machines are not escaped.
    let csv = quarrel(here, &["run", "Texts.ql", "--db", "code.db", "--format", "csv"]).with(0);
    assert!(csv.stdout.contains("B\u{1b}]0;owned\u{7}"), "{:?}", csv.stdout);
}

#[test]
fn configurations_of_strangers_read_nothing_else() {
    let project = project();
    let here = project.path();
    let elsewhere = tempfile::tempdir().expect("a folder");
    let secret = elsewhere.path().join("secret");
    fs::write(&secret, "TOPSECRET = line one\n").expect("a file");
    let file = here.join("quarrel.toml");
    let refused = |part: &str| {
        let output = analyze(here, &[]).with(2);
        assert!(output.stderr.contains(part), "`{part}` in {}", output.stderr);
        assert!(!output.stderr.contains("TOPSECRET"), "{}", output.stderr);
        fs::remove_file(&file).expect("a file");
    };
    symlink(&secret, &file).expect("a link");
    refused("lies outside");
    symlink("/dev/zero", &file).expect("a link");
    refused("lies outside");
    fifo(&file);
    refused("no regular file");
    fs::write(&file, vec![b'#'; 2 << 20]).expect("a file");
    refused("more than");
    let write = |text: String| fs::write(&file, text).expect("a file");
    write(format!("baseline = \"{}\"\n", secret.display()));
    refused("lies outside");
    fifo(&here.join("base.sarif"));
    write("baseline = \"base.sarif\"\n".to_owned());
    refused("no regular file");
    write("baseline = \"/dev/zero\"\n".to_owned());
    refused("lies outside");
    write(format!("search-path = [\"{}\"]\n", elsewhere.path().display()));
    refused("lies outside");
    write(format!("packs = [\"{}\"]\n", elsewhere.path().display()));
    let output = quarrel(here, &["analyze", "."]).with(2);
    assert!(output.stderr.contains("lies outside"), "{}", output.stderr);
    // A file named on the command line may lie anywhere.
    fs::write(elsewhere.path().join("own.toml"), "exclude = [\"A.java\"]\n").expect("a file");
    let own = elsewhere.path().join("own.toml").display().to_string();
    let output = analyze(here, &["--config", &own, "--format", "csv"]).with(0);
    assert!(!output.stdout.contains("A.java"), "{}", output.stdout);
    assert!(output.stderr.contains("excludes A.java"), "the summary says so: {}", output.stderr);
    write("[queries]\n\"test/classes\" = \"off\"\n".to_owned());
    let output = analyze(here, &[]).with(0);
    assert!(output.stderr.contains("quarrel.toml turns off test/classes"), "{}", output.stderr);
}

#[test]
fn packs_of_strangers_read_nothing_else() {
    let project = project();
    let here = project.path();
    let elsewhere = tempfile::tempdir().expect("a folder");
    let secret = elsewhere.path().join("secret.ql");
    fs::write(&secret, "TOPSECRET line one\n").expect("a file");
    let refused = |args: &[&str], part: &str| {
        let output = quarrel(here, args).with(2);
        assert!(output.stderr.contains(part), "`{part}` in {}", output.stderr);
        assert!(!output.stderr.contains("TOPSECRET"), "{}", output.stderr);
    };
    let pack = here.join("pack");
    fs::create_dir(&pack).expect("a folder");
    fs::write(pack.join("qlpack.yml"), "name: some/pack\ndefaultSuiteFile: all.qls\n").expect("a file");
    for suite in [format!("- query: {}\n", secret.display()), "- queries: ../../\n".to_owned()] {
        fs::write(pack.join("all.qls"), suite).expect("a file");
        refused(&["analyze", ".", "--pack", "pack"], "leads out of the pack");
    }
    symlink(&secret, pack.join("Link.ql")).expect("a link");
    fs::write(pack.join("all.qls"), "- queries: .\n").expect("a file");
    refused(&["analyze", ".", "--pack", "pack"], "leads out of its pack");
    fs::remove_file(pack.join("Link.ql")).expect("a file");
    fifo(&pack.join("Pipe.ql"));
    refused(&["analyze", ".", "--pack", "pack"], "no regular file");
    fs::remove_file(pack.join("all.qls")).expect("a file");
    fifo(&pack.join("all.qls"));
    quarrel(here, &["analyze", ".", "--pack", "pack"]).with(2);

    let test = here.join("t");
    fs::create_dir(&test).expect("a folder");
    fs::write(test.join("A.java"), "class A {}").expect("a file");
    symlink(&secret, test.join("Q.qlref")).expect("a link");
    refused(&["test", "t"], "leads out of its pack");
    fs::remove_file(test.join("Q.qlref")).expect("a file");
    fs::write(test.join("Q.qlref"), format!("../../../../../..{}\n", secret.display())).expect("a file");
    refused(&["test", "t"], "there is no query");
    fs::remove_file(test.join("Q.qlref")).expect("a file");
    fifo(&test.join("Q.qlref"));
    refused(&["test", "t"], "no regular file");
}

#[test]
fn messages_that_claim_too_much_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (text, part) in [
        ("Content-Length: 99999999999999\r\n\r\n", "too large"),
        ("GET / HTTP/1.1\r\nHost: x\r\n\r\n", "not a line of a head"),
        ("Content-Length: 10\r\n\r\n{}", "ends within"),
    ] {
        let mut child =
            limited::command(folder.path(), &["lsp"]).stdin(Stdio::piped()).spawn().expect("the binary runs");
        child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
        let output = ended(child, text).with(2);
        assert!(output.stderr.contains(part), "`{part}` in {}", output.stderr);
    }
}

#[test]
fn the_action_does_not_run_half_of_its_options() {
    let project = project();
    let here = project.path();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let binary = Path::new(env!("CARGO_BIN_EXE_quarrel")).parent().expect("a folder");
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    let step = |args: &str| {
        let _ = fs::remove_file(here.join("outputs"));
        Command::new("bash")
            .arg(root.join(".ci/action"))
            .current_dir(here)
            .env("PATH", &path)
            .envs([("ANALYZED", "."), ("SARIF", "out.sarif"), ("FAIL_ON", ""), ("HTML", "")])
            .env("ARGS", args)
            .env("GITHUB_OUTPUT", here.join("outputs"))
            .output()
            .expect("bash runs")
    };
    let outputs = || fs::read_to_string(here.join("outputs")).expect("outputs");
    let output = step("--query Classes.ql --assume-thread-safe 'org.example.* --fail-on warning");
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(String::from_utf8_lossy(&output.stdout).contains("::error"));
    assert_eq!(outputs(), "exit-code=2\n");
    assert!(!here.join("out.sarif").exists());
    assert_eq!(step(" \n ").status.code(), Some(0), "blanks are no word");
    step("--query Classes.ql\n  --fail-on warning");
    assert_eq!(outputs(), "exit-code=1\n");
}

#[test]
fn spreadsheets_get_no_formulas() {
    let project = project();
    let here = project.path();
    let query = fs::read_to_string(here.join("Classes.ql")).expect("a file");
    fs::write(here.join("Formula.ql"), query.replace("\"A class.\"", "\"=HYPERLINK(1)\"")).expect("a file");
    let output = quarrel(here, &["analyze", ".", "--query", "Formula.ql", "--format", "csv"]).with(0);
    assert!(output.stdout.contains(",'=HYPERLINK(1),"), "{}", output.stdout);
    // `run` prints data and changes nothing.
    quarrel(here, &["extract", ".", "--db", "code.db"]).with(0);
    let output = quarrel(here, &["run", "Formula.ql", "--db", "code.db", "--format", "csv"]).with(0);
    assert!(output.stdout.contains(",=HYPERLINK(1)\r\n"), "{}", output.stdout);
}

#[test]
fn formatted_links_stay_links() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    fs::write(here.join("real.ql"), "select   1\n").expect("a file");
    symlink("real.ql", here.join("link.ql")).expect("a link");
    quarrel(here, &["fmt", "link.ql"]).with(0);
    assert!(here.join("link.ql").is_symlink());
    assert_eq!(fs::read_to_string(here.join("real.ql")).expect("a file"), "select 1\n");
}

#[test]
fn names_that_are_not_utf8_stay_apart() {
    let project = project();
    let here = project.path();
    for (byte, name) in [(0xf0u8, "B"), (0xf1, "C")] {
        let file = [b"x", &[byte][..], b".java"].concat();
        let path = here.join(std::ffi::OsStr::from_bytes(&file));
        fs::write(path, RACY.replace("NAME", name)).expect("a file");
    }
    let output = analyze(here, &["--format", "sarif"]).with(0);
    let log: serde_json::Value = serde_json::from_str(&output.stdout).expect("JSON");
    let uri = |result: &serde_json::Value| {
        let location = &result["locations"][0]["physicalLocation"]["artifactLocation"];
        location["uri"].as_str().expect("a URI").to_owned()
    };
    let results = log["runs"][0]["results"].as_array().expect("results");
    let mut uris: Vec<String> = results.iter().map(uri).collect();
    uris.sort();
    assert_eq!(uris, ["A.java", "x%F0.java", "x%F1.java"]);
    // The sources are found under these names.
    let output = analyze(here, &["--format", "text"]).with(0);
    assert!(output.stdout.contains("public class B"), "{}", output.stdout);
}
