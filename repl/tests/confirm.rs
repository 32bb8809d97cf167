//! `quarrel confirm` on the programs of `tests/confirm`: each below `report/` has a finding that a run confirms; the
//! false findings of `silent/false.json` are not confirmed. Without a JDK nothing is tested.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn quarrel(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quarrel"));
    command.arg("confirm").args(arguments).env("NO_COLOR", "1");
    command.output().expect("the binary runs")
}

fn text_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/confirm")
}

/// Compiles the programs and returns the folder of the classes; `None` without a JDK of version 17 or later.
fn compiled(folder: &Path) -> Option<String> {
    let mut sources = Vec::new();
    for side in ["report", "silent"] {
        for program in fs::read_dir(programs().join(side)).expect("programs").flatten() {
            for file in fs::read_dir(program.path()).into_iter().flatten().flatten() {
                sources.push(file.path());
            }
        }
    }
    let mut javac = Command::new("javac");
    let classes = folder.join("classes");
    javac.args(["-g", "--release", "17", "-d"]).arg(&classes).args(sources);
    if javac.output().is_ok_and(|output| output.status.success()) {
        return Some(classes.display().to_string());
    }
    assert!(std::env::var_os("QUARREL_NEED_JDK").is_none(), "QUARREL_NEED_JDK requires a JDK");
    #[allow(clippy::print_stderr, reason = "who runs the tests must see it")]
    {
        eprintln!("not tested: there is no JDK of version 17 or later");
    }
    None
}

#[test]
fn true_findings_are_confirmed_and_false_ones_are_not() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let Some(classes) = compiled(folder.path()) else { return };
    let sources = programs().join("report");
    let [json, emitted] = ["out.jsonl", "emitted"].map(|name| folder.path().join(name).display().to_string());
    let sources = sources.display().to_string();
    let harness = ["--harness", "--classpath", &classes, "--fail-on", "confirmed"];
    let asked = [&sources, "--min-confidence", "low", "--emit-test", &emitted, "--output", &json];
    let output = quarrel(&[&asked[..], &harness[..]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text_of(&output));
    let report = fs::read_to_string(&json).expect("a report");
    for program in fs::read_dir(&sources).expect("programs").flatten() {
        let name = program.file_name().to_string_lossy().into_owned();
        let is_confirmed = report.lines().any(|line| {
            let finding: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let path = finding["location"]["path"].as_str().unwrap_or_default();
            path.starts_with(&format!("{name}/")) && finding["confirmed"]["outcome"] == "confirmed"
        });
        assert!(is_confirmed, "{name} is confirmed: {}{report}", text_of(&output));
    }
    for name in ["ArchiveOpen", "KettleFill", "LedgerWithdrawAndDeposit", "OrchardPick", "WardrobeHang"] {
        let is_written = text_of(&output).contains(&format!("{name}Test.java, which "));
        assert!(is_written, "the program {name} is written: {}", text_of(&output));
    }
    let tests = folder.path().join("tests");
    compile(&written(Path::new(&emitted)), &classes, &tests);
    for class in ["archive.ArchiveOpenTest", "wardrobe.WardrobeHangTest"] {
        let path = [tests.clone(), PathBuf::from(&classes)];
        // On a busy machine the two threads may not run at once.
        let mut tries = (0..10).map(|_| text_of(&java(&path, &[&format!("report.{class}")])));
        assert!(tries.any(|text| text.contains("AssertionError: at once: ")), "{class} fails by itself");
    }
    // The test passes on the corrected program.
    let mended = folder.path().join("mended");
    compile(&[programs().join("mended/archive/Archive.java")], "", &mended);
    let ran = java(&[tests, mended], &["report.archive.ArchiveOpenTest"]);
    assert!(ran.status.success(), "{}", text_of(&ran));

    let wrong = programs().join("silent/false.json").display().to_string();
    let silent = |deadline: &str| {
        let output = quarrel(&[&[&*wrong][..], &harness[..], &["--deadline", deadline][..]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text_of(&output));
        text_of(&output)
    };
    // A machine with much to do may not come to all of them in time.
    let reaches_all = |deadline: &&str| !silent(deadline).contains("one side never reached");
    assert!(["40s", "4m"].iter().any(reaches_all), "both sides of all findings are reached");
}

/// The sources below a folder.
fn written(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            found.extend(written(&entry.path()));
        } else {
            found.push(entry.path());
        }
    }
    found.sort();
    found
}

fn compile(sources: &[PathBuf], classpath: &str, to: &Path) {
    let mut javac = Command::new("javac");
    javac.args(["-nowarn", "-cp", classpath, "-d"]).arg(to).args(sources);
    let output = javac.output().expect("javac runs");
    assert!(output.status.success(), "what is written compiles: {}", text_of(&output));
}

fn java(classpath: &[PathBuf], arguments: &[&str]) -> Output {
    let path = std::env::join_paths(classpath).expect("a class path");
    Command::new("java").arg("-cp").arg(path).args(arguments).output().expect("java runs")
}

/// Where Debian has JUnit 5.
const JUNIT: &str = "/usr/share/java/junit-platform-console-standalone.jar";

#[test]
fn a_test_of_junit_fails_on_the_bug() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let Some(classes) = compiled(folder.path()) else { return };
    if !Path::new(JUNIT).is_file() {
        assert!(std::env::var_os("QUARREL_NEED_JUNIT").is_none(), "there must be a JUnit 5");
        #[allow(clippy::print_stderr, reason = "who runs the tests must see it")]
        {
            eprintln!("not tested: there is no JUnit 5 in {JUNIT}");
        }
        return;
    }
    let emitted = folder.path().join("emitted");
    let path = format!("{classes}:{JUNIT}");
    let sources = programs().join("report/orchard").display().to_string();
    let asked = [&sources, "--min-confidence", "low", "--emit-test", &emitted.display().to_string()];
    let output = quarrel(&[&asked[..], &["--harness", "--classpath", &path]].concat());
    assert!(text_of(&output).contains("OrchardPickTest.java, which "), "{}", text_of(&output));
    let tests = folder.path().join("tests");
    compile(&written(&emitted), &path, &tests);
    let scanned = tests.display().to_string();
    let arguments =
        ["org.junit.platform.console.ConsoleLauncher", "--disable-banner", "--scan-classpath", &scanned];
    let path = [JUNIT.into(), classes.into(), tests];
    let mut tries = (0..10).map(|_| text_of(&java(&path, &arguments)));
    let is_failed = |text: String| text.contains("1 tests failed") && text.contains("at once: apples = ");
    assert!(tries.any(is_failed), "the test fails");
}

#[test]
fn what_cannot_run_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let refused = |arguments: &[&str], words: &str| {
        let output = quarrel(arguments);
        assert_eq!(output.status.code(), Some(2), "{}", text_of(&output));
        assert!(text_of(&output).contains(words), "`{words}` is not in {}", text_of(&output));
    };
    let wrong = programs().join("silent/false.json").display().to_string();
    refused(&[&wrong], "there is no program to run");
    refused(&[&wrong, "--attach", "nowhere"], "is not an address");
    refused(&[&wrong, "--harness"], "--classpath");
    let mut without = Command::new(env!("CARGO_BIN_EXE_quarrel"));
    without.args(["confirm", &wrong, "--", "java"]).env("PATH", "").env_remove("JAVA_HOME");
    let output = without.output().expect("the binary runs");
    assert!(text_of(&output).contains("install a JDK of version 17"), "{}", text_of(&output));
    if compiled(folder.path()).is_some() {
        let no_report = folder.path().join("a.json");
        fs::write(&no_report, "{}\n").expect("a file");
        refused(&[&no_report.display().to_string(), "--", "java"], "is not a report of quarrel");
        refused(&[&wrong, "--", "no-such-program"], "cannot start no-such-program");
    }
}

/// Waits for the file in which the sleeping process writes its id, and returns the id.
#[cfg(unix)]
fn sleeper(file: &Path) -> String {
    for _ in 0..600 {
        match fs::read_to_string(file) {
            Ok(id) if !id.is_empty() => return id,
            _ => std::thread::sleep(std::time::Duration::from_millis(100)),
        }
    }
    panic!("the program does not start");
}

#[cfg(unix)]
fn lives(id: &str) -> bool {
    Command::new("kill").args(["-0", id]).output().expect("kill runs").status.success()
}

#[cfg(unix)]
fn ends(id: &str) -> bool {
    (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        !lives(id)
    })
}

#[cfg(unix)]
#[test]
fn a_program_ends_with_the_command_and_an_attached_one_does_not() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let Some(_) = compiled(folder.path()) else { return };
    let source = folder.path().join("Sleeper.java");
    let text = "import java.nio.file.*;\nclass Sleeper {\n    public static void main(String[] a) throws Exception {\n        \
                Files.writeString(Path.of(a[0]), \"\" + ProcessHandle.current().pid());\n        Thread.sleep(90000);\n    }\n}\n";
    fs::write(&source, text).expect("a source");
    compile(&[source], "", folder.path());
    let wrong = programs().join("silent/false.json").display().to_string();
    let home = folder.path().display().to_string();
    let [first, second, third] =
        ["first", "second", "third"].map(|name| folder.path().join(name).display().to_string());

    // Ended by the deadline.
    let output = quarrel(&[&wrong, "--deadline", "5s", "--", "java", "-cp", &home, "Sleeper", &first]);
    assert!(text_of(&output).contains("the time was over"), "{}", text_of(&output));
    assert!(ends(&sleeper(Path::new(&first))), "it ends with the time");

    // Ended by the user's Ctrl-C.
    let mut command = Command::new(env!("CARGO_BIN_EXE_quarrel"));
    command.args(["confirm", &wrong, "-q", "--", "java", "-cp", &home, "Sleeper", &second]);
    let mut child = command.spawn().expect("the binary runs");
    let id = sleeper(Path::new(&second));
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.is_ok_and(|status| status.success()));
    assert_eq!(child.wait().expect("it ends").code(), Some(2));
    assert!(ends(&id), "it ends with the command");

    // An attached program, which ran before.
    let port =
        std::net::TcpListener::bind("127.0.0.1:0").and_then(|one| one.local_addr()).expect("a port").port();
    let address = format!("127.0.0.1:{port}");
    let agent = format!("-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address={address}");
    let mut java = Command::new("java");
    java.args([&agent, "-cp", &home, "Sleeper", &third]).stdout(std::process::Stdio::null());
    let mut program = java.spawn().expect("java runs");
    let id = sleeper(Path::new(&third));
    let output = quarrel(&[&wrong, "--attach", &address, "--deadline", "3s"]);
    assert_eq!(output.status.code(), Some(0), "{}", text_of(&output));
    assert!(lives(&id), "it goes on");
    program.kill().expect("it ends");
    program.wait().expect("it has ended");
}
