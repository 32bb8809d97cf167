//! What earlier runs have kept, and what changes bring: the same command again, since a commit, and while somebody edits.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Instant;

#[cfg(unix)]
#[path = "../../extractor/tests/suite/canonical.rs"]
mod canonical;

fn quarrel(cache: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quarrel"));
    command.env("XDG_CACHE_HOME", cache);
    command
}

fn analyze(folder: &Path, source: &Path, more: &[&str]) -> Output {
    let mut command = quarrel(&folder.join("cache"));
    command.arg("analyze").arg(source).args(["--format", "json"]).args(more).output().expect("it runs")
}

/// What was found, and what was said meanwhile.
fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    (text(&output.stdout), text(&output.stderr))
}

const KEPT: &str = "nothing has changed since an earlier run";

/// A class whose counter is guarded in one method and not in the others.
fn counter(name: &str, methods: &[&str]) -> String {
    let racy: String =
        methods.iter().map(|method| format!("    public void {method}() {{ number++; }}\n")).collect();
    format!(
        "import net.jcip.annotations.ThreadSafe;\n\n@ThreadSafe\npublic class {name} {{\n    private int number;\n    \
         public synchronized void add() {{ number++; }}\n{racy}}}\n"
    )
}

#[test]
fn a_second_run_finds_what_the_first_one_found_until_something_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("src");
    fs::create_dir(&source).expect("a folder");
    fs::write(source.join("A.java"), counter("A", &["plain"])).expect("written");
    let run = |more: &[&str]| texts(&analyze(folder.path(), &source, more));
    let (first, message) = run(&[]);
    assert!(first.contains("java/not-threadsafe") && !message.contains(KEPT), "{first}{message}");
    let (second, message) = run(&[]);
    assert!(second == first && message.contains(KEPT), "{message}");
    let (again, message) = run(&["--no-cache"]);
    assert!(again == first && !message.contains(KEPT), "{message}");
    // Other threads and another selection of what was found ask nothing new; other queries do.
    assert!(run(&["--threads", "3", "--min-confidence", "high"]).1.contains(KEPT));
    assert!(!run(&["--pack", "atomicity"]).1.contains(KEPT));
    assert!(run(&["--pack", "atomicity"]).1.contains(KEPT));
    // A silencer is read anew with the source that it stands in.
    let text = counter("A", &["plain"])
        .replace("number++; }\n}", "number++; } // quarrel:ignore[java/not-threadsafe] a test\n}");
    fs::write(source.join("A.java"), text).expect("written");
    let (silenced, message) = run(&[]);
    assert!(silenced != first && !message.contains(KEPT), "{message}");
    fs::write(source.join("A.java"), counter("A", &["plain"])).expect("written");
    assert!(run(&[]).1.contains(KEPT), "it is what it was");
    // Edits are made in sources that no database holds.
    fs::write(folder.path().join("src/quarrel.toml"), "exclude = [\"A.java\"]\n").expect("written");
    let (none, message) = run(&[]);
    assert!(!none.contains("java/not-threadsafe") && message.contains(KEPT), "{none}{message}");
}

#[test]
fn a_program_is_optimised_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("A.java");
    let mut found = Vec::new();
    let programs = folder.path().join("cache/quarrel/cache/programs");
    for methods in [&["plain"][..], &["plain", "other"], &["plain"]] {
        fs::write(&source, counter("A", methods)).expect("written");
        found.push(texts(&analyze(folder.path(), &source, &[])).0);
        let entries: Vec<_> = fs::read_dir(&programs).expect("a folder").flatten().collect();
        assert_eq!(entries.len(), 1);
        let (anew, _) = texts(&analyze(folder.path(), &source, &["--no-cache"]));
        assert_eq!(found.last(), Some(&anew));
        // A damaged entry is made anew.
        let mut bytes = fs::read(entries[0].path()).expect("read");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(entries[0].path(), bytes).expect("written");
    }
    assert_ne!(found[0], found[1]);
}

/// At any moment the file is a whole database.
#[cfg(unix)]
#[test]
fn an_update_that_is_killed_leaves_the_old_database_or_the_new_one() {
    const TRIES: u32 = 30;
    let folder = tempfile::tempdir().expect("a folder");
    let (source, db, fresh) =
        (folder.path().join("src"), folder.path().join("code.db"), folder.path().join("fresh.db"));
    fs::create_dir(&source).expect("a folder");
    for number in 0..20 {
        let name = format!("C{number}");
        fs::write(source.join(format!("{name}.java")), counter(&name, &["plain"])).expect("written");
    }
    let edit = |number: u32| {
        let body = format!("void plain() {{ String s = \"edit {number}\"; number += s.length(); }}");
        let edited = counter("C7", &["plain"]).replace("void plain() { number++; }", &body);
        fs::write(source.join("C7.java"), edited).expect("written");
    };
    let command = || {
        let mut command = quarrel(&folder.path().join("cache"));
        command.arg("extract").arg(&source).arg("--db").arg(&db);
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command
    };
    let run = || {
        let output = command().output().expect("it runs");
        assert!(output.status.success(), "{}", texts(&output).1);
        texts(&output).1
    };
    run();
    edit(TRIES);
    let started = Instant::now();
    assert!(run().contains("brought up to date"));
    let whole = started.elapsed();
    for number in 0..TRIES {
        let before = fs::read(&db).expect("read");
        edit(number);
        let mut child = command().spawn().expect("it runs");
        // The last ones have mostly ended.
        std::thread::sleep(whole * number / (TRIES * 4 / 5));
        child.kill().expect("killed");
        child.wait().expect("it has ended");
        quarrel_extractor::extract(&source, &fresh, &quarrel_extractor::Options::default(), &|_| ())
            .expect("it can be extracted");
        if fs::read(&db).expect("read") != before {
            assert_eq!(canonical::difference(&db, &fresh), [""; 0], "killed, try {number}");
        }
        run();
        assert_eq!(canonical::difference(&db, &fresh), [""; 0], "the next one, try {number}");
    }
}

#[test]
fn a_database_is_brought_up_to_date() {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, db) = (folder.path().join("src"), folder.path().join("code.db"));
    fs::create_dir(&source).expect("a folder");
    for name in ["A", "B", "C", "D", "E", "F"] {
        fs::write(source.join(format!("{name}.java")), counter(name, &["plain"])).expect("written");
    }
    let extract = |more: &[&str]| {
        let mut command = quarrel(&folder.path().join("cache"));
        command.arg("extract").arg(&source).arg("--db").arg(&db).args(more).output().expect("it runs")
    };
    let found = || texts(&analyze(folder.path(), &db, &[])).0;
    const UPDATED: &str = "brought up to date";
    assert!(!texts(&extract(&[])).1.contains(UPDATED), "there was none");
    let first = found();
    let edited = counter("B", &["plain"]).replace("void plain() { number++; }", "void plain() { }");
    fs::write(source.join("B.java"), edited).expect("written");
    assert!(texts(&extract(&[])).1.contains(UPDATED));
    let updated = found();
    assert_ne!(updated, first);
    assert!(!texts(&extract(&["--fresh"])).1.contains(UPDATED));
    assert_eq!(found(), updated);
    // Another file has taken the place of the database.
    fs::write(&db, "").expect("written");
    fs::remove_file(&db).expect("removed");
    assert!(!texts(&extract(&[])).1.contains(UPDATED));
    assert_eq!(found(), updated);
    // New declarations may change the meaning of every file.
    fs::write(source.join("B.java"), counter("B", &["plain", "more"])).expect("written");
    assert!(!texts(&extract(&[])).1.contains(UPDATED));
    let grown = found();
    assert!(!texts(&extract(&["--fresh"])).1.contains(UPDATED));
    assert_eq!(found(), grown);
    // What is damaged is not used, and replaced.
    for entry in fs::read_dir(folder.path().join("cache/quarrel/cache/ids")).expect("a folder").flatten() {
        let mut bytes = fs::read(entry.path()).expect("read");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(entry.path(), bytes).expect("written");
    }
    assert!(!texts(&extract(&[])).1.contains(UPDATED));
    assert!(texts(&extract(&[])).1.contains(UPDATED));
    assert_eq!(found(), grown);
}

#[test]
fn what_is_damaged_or_cannot_be_written_is_computed_anew() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("A.java");
    fs::write(&source, counter("A", &["plain"])).expect("written");
    let (first, _) = texts(&analyze(folder.path(), &source, &[]));
    let results = folder.path().join("cache/quarrel/cache/results");
    let entry = fs::read_dir(&results).expect("a folder").next().expect("an entry").expect("an entry").path();
    let mut bytes = fs::read(&entry).expect("read");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&entry, bytes).expect("written");
    let (second, message) = texts(&analyze(folder.path(), &source, &[]));
    assert!(second == first && !message.contains(KEPT), "{message}");
    assert!(texts(&analyze(folder.path(), &source, &[])).1.contains(KEPT), "and kept again");
    let remove = quarrel(&folder.path().join("cache")).args(["cache", "--shrink-to", "0"]).output();
    let (out, message) = texts(&remove.expect("it runs"));
    assert!(out.contains("nothing is kept") && message.contains("removed"), "{out}{message}");
    assert!(!texts(&analyze(folder.path(), &source, &[])).1.contains(KEPT));

    // A file where the cache folder would be.
    fs::remove_dir_all(folder.path().join("cache")).expect("removed");
    fs::write(folder.path().join("cache"), "").expect("written");
    let output = analyze(folder.path(), &source, &[]);
    assert!(output.status.success() && texts(&output).0 == first);
}

fn git(folder: &Path, args: &[&str]) {
    let output = Command::new("git").arg("-C").arg(folder).args(args).output().expect("git runs");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn since_a_commit_only_what_came_is_new() {
    let folder = tempfile::tempdir().expect("a folder");
    let repository = folder.path().join("repository");
    let source = repository.join("src");
    fs::create_dir_all(&source).expect("a folder");
    let commit = |message: &str| {
        git(&repository, &["add", "--all"]);
        let author = ["-c", "user.name=A", "-c", "user.email=a@b.c"];
        git(&repository, &[&author[..], &["commit", "--quiet", "--message", message]].concat());
    };
    git(folder.path(), &["init", "--quiet", "--initial-branch=main", "repository"]);
    fs::write(source.join("A.java"), counter("A", &["plain"])).expect("written");
    fs::write(source.join("B.java"), counter("B", &["plain"])).expect("written");
    commit("one");
    git(&repository, &["checkout", "--quiet", "-b", "work"]);
    // One is moved, one is mended, and one comes.
    fs::write(source.join("A.java"), format!("// moved\n\n{}", counter("A", &["plain"]))).expect("written");
    fs::write(source.join("B.java"), counter("B", &[])).expect("written");
    fs::write(source.join("C.java"), counter("C", &["plain"])).expect("written");
    commit("two");

    let output = analyze(folder.path(), &source, &["--since", "main", "--fail-on", "error"]);
    let (out, message) = texts(&output);
    assert_eq!(output.status.code(), Some(1), "{message}");
    let line = message.lines().find(|line| line.starts_with("since main (")).expect("what came");
    assert!(line.contains(" 1 unchanged") && !line.contains(" 0 new") && !line.contains(" 0 gone"), "{line}");
    let found: Vec<serde_json::Value> = serde_json::from_str(&out).expect("JSON");
    let new = found.iter().filter(|finding| finding["state"] == "new");
    assert!(new.clone().count() > 0 && new.clone().all(|finding| finding["location"]["path"] == "C.java"));

    // The commit's own results were kept, wherever its sources lay meanwhile.
    fs::write(source.join("C.java"), counter("C", &[])).expect("written");
    let output = analyze(folder.path(), &source, &["--since", "HEAD~1", "--fail-on", "error"]);
    assert_eq!(output.status.code(), Some(0), "{}", texts(&output).1);
    let (_, message) = texts(&analyze(folder.path(), &source, &["--since", "nowhere"]));
    assert!(message.contains("there is no commit `nowhere`"), "{message}");
    // A folder that was not there then.
    fs::create_dir(repository.join("more")).expect("a folder");
    fs::write(repository.join("more/D.java"), counter("D", &["plain"])).expect("written");
    let (_, message) = texts(&analyze(folder.path(), &repository.join("more"), &["--since", "main"]));
    assert!(message.contains(" 0 unchanged, 0 gone"), "{message}");
}

#[test]
fn whoever_watches_sees_what_comes_and_what_goes() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("src");
    fs::create_dir(&source).expect("a folder");
    let file = source.join("A.java");
    fs::write(&file, counter("A", &[])).expect("written");
    let mut command = quarrel(&folder.path().join("cache"));
    let mut child = command
        .arg("watch")
        .arg(&source)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut out = BufReader::new(child.stdout.take().expect("output")).lines();
    let mut messages = BufReader::new(child.stderr.take().expect("output")).lines();
    let mut wait_for = |wanted: &str| {
        let found = messages.by_ref().map(|line| line.expect("text")).find(|line| line.contains(wanted));
        found.unwrap_or_else(|| panic!("no `{wanted}`"))
    };
    wait_for("watching ");
    fs::write(&file, counter("A", &["plain"])).expect("written");
    wait_for(" new, ");
    let came = out.next().expect("a line").expect("text");
    assert!(came.starts_with("+ A.java:") && came.contains("java/not-threadsafe"), "{came}");
    fs::write(source.join("notes.txt"), "nobody reads it").expect("written");
    fs::write(&file, counter("A", &[])).expect("written");
    let gone = out.by_ref().map(|line| line.expect("text")).find(|line| line.starts_with("- "));
    assert!(gone.expect("a line").contains("java/not-threadsafe"));
    child.kill().expect("killed");
    child.wait().expect("ended");
}

/// Paths and rules of findings, with how many there are of each.
type Numbers = BTreeMap<(String, String), i64>;

/// What `watch` has shown so far: what came without what went.
fn shown(lines: &[String]) -> Numbers {
    let mut numbers = Numbers::new();
    for line in lines {
        let (mark, rest) = line.split_once(' ').expect("a mark");
        let path = rest.split_once(':').expect("a place").0.to_owned();
        let rule =
            rest.split_once('[').and_then(|(_, rest)| rest.split_once(']')).expect("a rule").0.to_owned();
        *numbers.entry((path, rule)).or_default() += if mark == "+" { 1 } else { -1 };
    }
    numbers.retain(|_, number| *number != 0);
    numbers
}

#[test]
fn what_watch_shows_adds_up_to_what_is_found_from_scratch() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("src");
    fs::create_dir(&source).expect("a folder");
    let file = |name: &str| source.join(name);
    let body = |name: &str, body: &str| {
        counter(name, &["plain"]).replace("plain() { number++; }", &format!("plain() {{ {body} }}"))
    };
    fs::write(file("A.java"), body("A", "")).expect("written");
    fs::write(file("C.java"), body("C", "for (int i = 0; i < 3; i++) { add(); }")).expect("written");
    let mut command = quarrel(&folder.path().join("cache"));
    let mut child = command
        .args(["watch", "--threads", "8"])
        .arg(&source)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let lines: Arc<Mutex<Vec<String>>> = Arc::default();
    let (out, collected) = (BufReader::new(child.stdout.take().expect("output")), Arc::clone(&lines));
    let reader = std::thread::spawn(move || {
        out.lines().for_each(|line| collected.lock().expect("no panic").push(line.expect("text")));
    });
    let mut messages = BufReader::new(child.stderr.take().expect("output")).lines();
    messages
        .by_ref()
        .map(|line| line.expect("text"))
        .find(|line| line.contains("watching "))
        .expect("it watches");
    // Nobody waits for the rest, but a full pipe would block.
    let drain = std::thread::spawn(move || messages.for_each(drop));
    let write = |name: &str, text: &str| fs::write(file(name), text).expect("written");
    let steps: [(&str, &dyn Fn()); 8] = [
        ("a body", &|| write("A.java", &body("A", "number++;"))),
        ("another body", &|| write("C.java", &body("C", "synchronized (this) { number--; } number += 2;"))),
        ("a header", &|| write("A.java", &counter("A", &["plain", "other"]))),
        ("a body again", &|| {
            write("A.java", &counter("A", &["plain", "other"]).replace("++; }\n", "++; add(); }\n"))
        }),
        ("a new file", &|| write("B.java", &counter("B", &["plain"]))),
        ("a file less", &|| fs::remove_file(file("A.java")).expect("removed")),
        ("a setting", &|| write("quarrel.toml", "[queries]\n\"java/not-threadsafe\" = \"off\"\n")),
        ("no setting", &|| fs::remove_file(file("quarrel.toml")).expect("removed")),
    ];
    for (what, change) in steps {
        change();
        let (found, _) = texts(&analyze(folder.path(), &source, &["--no-cache", "--format", "jsonl"]));
        let mut wanted = Numbers::new();
        for line in found.lines() {
            let object: serde_json::Value = serde_json::from_str(line).expect("an object");
            let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
            if object["rule"].is_string() {
                *wanted.entry((word(&object["location"]["path"]), word(&object["rule"]))).or_default() += 1;
            }
        }
        let started = Instant::now();
        while shown(&lines.lock().expect("no panic")) != wanted {
            let shown = shown(&lines.lock().expect("no panic"));
            assert!(started.elapsed().as_secs() < 60, "{what}: {shown:?} is not {wanted:?}");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
    child.kill().expect("killed");
    child.wait().expect("ended");
    reader.join().expect("no panic");
    drain.join().expect("no panic");
}
