//! Analyses one repository in its own process and makes a record of the findings, or of the failure. There is a record
//! however the process ends.

use super::results::{Diagnostic, Finding, Record, Rule, Times};
use quarrel_findings::sources::Sources;
use serde_json::Value;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use wait4::{ResUse, Wait4};

/// The time that a process may take to end by itself after it reached its limit.
const GRACE: Duration = Duration::from_secs(20);
/// The most output of a process that is kept, in bytes.
const MOST_SAID: u64 = 1 << 20;
/// The most diagnostics of a repository that are kept.
const MOST_DIAGNOSTICS: usize = 200;
/// Lines of code that are kept on each side of a finding.
const CONTEXT: usize = 6;
/// The level of compression, that of zstd's own default.
const LEVEL: i32 = 3;

/// A folder to analyse, and the limits.
#[derive(Debug)]
pub struct Task<'a> {
    /// The folder with the sources.
    pub tree: &'a Path,
    /// A folder for temporary files.
    pub job: &'a Path,
    /// Options of `quarrel analyze`.
    pub options: &'a [OsString],
    /// Number of threads.
    pub threads: usize,
    /// The time it may take.
    pub timeout: Duration,
    /// The memory it may need.
    pub memory: Option<u64>,
    /// The file in which the database is kept.
    pub database: Option<PathBuf>,
}

/// Runs the process and fills in the record; returns the times and the memory.
pub fn run(task: &Task<'_>, record: &mut Record) -> Times {
    let mut times = Times::default();
    if let Err(error) = run_process(task, record, &mut times) {
        record.fail("failed", error);
    }
    times
}

fn run_process(task: &Task<'_>, record: &mut Record, times: &mut Times) -> Result<(), String> {
    let fail = |error: io::Error| format!("cannot start the analysis: {error}");
    let [json, sarif, output, temporary] =
        ["findings.jsonl", "report.sarif", "output.txt", "tmp"].map(|name| task.job.join(name));
    fs::create_dir_all(&temporary).map_err(fail)?;
    let program = std::env::current_exe().map_err(fail)?;
    let mut command = Command::new(program);
    command.args(["analyze", ".", "--quiet", "--end-with-input"]);
    command.args(["--threads", &task.threads.to_string()]);
    command.args(["--timeout", &format!("{}ms", task.timeout.as_millis())]);
    if let Some(memory) = task.memory {
        command.args(["--memory-limit", &memory.to_string()]);
    }
    if let Some(database) = &task.database {
        command.arg("--db").arg(database);
    }
    command.arg("--output").arg(&json).arg("--output").arg(&sarif).args(task.options);
    command
        .current_dir(task.tree)
        // Files that a killed process leaves are removed with the folder of its job.
        .env("TMPDIR", &temporary)
        // Fetched sources are not part of the git repository around the results.
        .env("GIT_CEILING_DIRECTORIES", task.job)
        .env("NO_COLOR", "1")
        // The child ends when this pipe closes, also if this process is killed.
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(File::create(&output).map_err(fail)?);
    let started = Instant::now();
    let process = command.spawn().map_err(fail)?;
    let (used, killed) = wait(process, task.timeout + GRACE).map_err(fail)?;
    times.seconds = started.elapsed().as_secs_f64();
    times.user_seconds = used.rusage.utime.as_secs_f64();
    times.system_seconds = used.rusage.stime.as_secs_f64();
    times.peak_bytes = used.rusage.maxrss;

    let output = read_output(&output, task);
    record.diagnostics = diagnostics(&output);
    let is_written = json.is_file() && sarif.is_file();
    if used.status.code().is_some() && is_written {
        return read_results(task, record, &json, &sarif);
    }
    let message = output.iter().find_map(|line| line.strip_prefix("error: ")).map(str::to_owned);
    // The used time and memory show which limit the process reached.
    let (status, message) = if killed || started.elapsed() >= task.timeout {
        ("timeout", format!("it took more than {} s", task.timeout.as_secs_f64()))
    } else if task.memory.is_some_and(|limit| used.rusage.maxrss > limit) {
        ("memory", format!("it needed more than {} MiB of memory", task.memory.unwrap_or(0) >> 20))
    } else if let Some(signal) = signal(used.status) {
        ("crashed", format!("it was ended by signal {signal}"))
    } else if used.status.code() == Some(2) && !output.iter().any(|line| line.contains("panicked at")) {
        ("failed", message.unwrap_or_else(|| "it ended without a word".to_owned()))
    } else {
        ("crashed", message.unwrap_or_else(|| format!("it ended with {}", used.status)))
    };
    record.fail(status, message);
    Ok(())
}

/// Waits for a process, and ends it after some time; returns its times and memory, and whether it was ended.
fn wait(mut process: Child, time: Duration) -> io::Result<(ResUse, bool)> {
    let input = process.stdin.take();
    let id = process.id();
    let (sender, receiver) = channel();
    std::thread::Builder::new().name("wait".to_owned()).spawn(move || {
        let _ = sender.send(process.wait4());
    })?;
    let gone = |_| io::Error::other("nobody waits for it");
    match receiver.recv_timeout(time) {
        Ok(used) => return used.map(|used| (used, false)),
        Err(RecvTimeoutError::Disconnected) => return Err(io::Error::other("nobody waits for it")),
        Err(RecvTimeoutError::Timeout) => {}
    }
    // The child watches its input on another thread.
    drop(input);
    if let Ok(used) = receiver.recv_timeout(GRACE) {
        return used.map(|used| (used, true));
    }
    kill(id);
    receiver.recv().map_err(gone)?.map(|used| (used, true))
}

/// Kills a process that does not end with its input, such as a stopped one.
fn kill(id: u32) {
    #[cfg(unix)]
    if let Some(id) = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = id;
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    use std::os::unix::process::ExitStatusExt;
    status.signal()
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

/// The output of the process without parts that differ between runs: the folder of the job and the ids of threads.
fn read_output(file: &Path, task: &Task<'_>) -> Vec<String> {
    let mut bytes = Vec::new();
    if let Ok(file) = File::open(file) {
        let _ = file.take(MOST_SAID).read_to_end(&mut bytes);
    }
    let (tree, job) = (task.tree.display().to_string(), task.job.display().to_string());
    let text = String::from_utf8_lossy(&bytes).replace(&tree, ".").replace(&job, "...");
    text.lines().map(without_thread).collect()
}

/// Removes the id of the thread from the message of a panic.
fn without_thread(line: &str) -> String {
    let number = || {
        let rest = line.strip_prefix("thread '")?;
        let (name, rest) = rest.split_once("' (")?;
        let (number, rest) = rest.split_once(')')?;
        number.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!("thread '{name}'{rest}"))
    };
    number().unwrap_or_else(|| line.to_owned())
}

fn diagnostics(output: &[String]) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for line in output {
        let severity = ["error", "warning", "note"]
            .into_iter()
            .find(|word| line.strip_prefix(word).is_some_and(|rest| rest.starts_with(": ")));
        let has_room = found.len() < MOST_DIAGNOSTICS;
        match (severity, found.last_mut()) {
            (Some(severity), _) if has_room => {
                let text = line[severity.len() + 2..].to_owned();
                found.push(Diagnostic { severity: severity.to_owned(), text });
            }
            (Some(_), _) => break,
            // Help lines, and the text of a panic, belong to the message before them.
            (None, Some(last)) => {
                last.text.push('\n');
                last.text.push_str(line);
            }
            (None, None) => found.push(Diagnostic { severity: "note".to_owned(), text: line.clone() }),
        }
    }
    found
}

/// Reads the results of an analysis into the record.
fn read_results(task: &Task<'_>, record: &mut Record, json: &Path, sarif: &Path) -> Result<(), String> {
    let read =
        |path: &Path| fs::read(path).map_err(|error| format!("cannot read what the analysis wrote: {error}"));
    let broken = |error: serde_json::Error| format!("cannot understand what the analysis wrote: {error}");
    let sources = Sources::new(task.tree);
    let mut missing = Vec::new();
    for line in read(json)?.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let line: Value = serde_json::from_slice(line).map_err(broken)?;
        match line.get("missing") {
            Some(_) => missing.push(text(&line["message"])),
            None => record.findings.push(finding(&line, &sources)),
        }
    }
    let log = read(sarif)?;
    let parsed: Value = serde_json::from_slice(&log).map_err(broken)?;
    let run = &parsed["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().map(Vec::as_slice).unwrap_or_default();
    record.rules = rules.iter().map(rule).collect();
    let number = |name: &str| run["properties"][name].as_i64();
    record.files = number("files");
    record.lines = number("lines");
    record.classes = number("classes");
    record.calls = number("calls");
    record.unresolved_share = run["properties"]["unresolvedCallShare"].as_f64();
    let notes = run["invocations"][0]["toolConfigurationNotifications"].as_array();
    for note in notes.into_iter().flatten() {
        let text = text(&note["message"]["text"]);
        record.diagnostics.push(Diagnostic { severity: "note".to_owned(), text });
    }
    let packed = zstd::bulk::compress(&log, LEVEL);
    record.sarif = Some(packed.map_err(|error| format!("cannot pack what the analysis wrote: {error}"))?);
    record.status = if missing.is_empty() { "done" } else { "partial" }.to_owned();
    record.message = (!missing.is_empty()).then(|| missing.join("\n"));
    Ok(())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn optional(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn finding(line: &Value, sources: &Sources) -> Finding {
    let at = &line["location"];
    let number = |name: &str| at[name].as_i64();
    let path = optional(&at["path"]);
    let mut finding = Finding {
        fingerprint: text(&line["fingerprint"]),
        rule: text(&line["rule"]),
        severity: text(&line["severity"]),
        line: number("startLine"),
        column: number("startColumn"),
        end_line: number("endLine"),
        end_column: number("endColumn"),
        class: optional(&line["class"]),
        callable: optional(&line["callable"]),
        message: text(&line["message"]),
        related: line["related"].to_string(),
        silenced: line.get("suppressed").map(|suppressed| text(&suppressed["reason"])),
        path,
        ..Finding::default()
    };
    if let (Some(path), Some(line)) = (&finding.path, finding.line) {
        let lines = sources.lines(path);
        let line = usize::try_from(line).unwrap_or(1).max(1);
        let first = line.saturating_sub(CONTEXT).max(1);
        let end = (line + CONTEXT).min(lines.len());
        if first <= end {
            finding.code = Some(lines[first - 1..end].join("\n"));
            finding.code_line = i64::try_from(first).ok();
        }
    }
    finding
}

fn rule(rule: &Value) -> Rule {
    let properties = &rule["properties"];
    Rule {
        rule: text(&rule["id"]),
        name: text(&rule["shortDescription"]["text"]),
        severity: text(&rule["defaultConfiguration"]["level"]),
        precision: optional(&properties["precision"]),
        pack: optional(&properties["pack"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_is_the_same_in_every_run() {
        let output = ["thread 'quarrel' (4711) panicked at a.rs:1:2:".to_owned(), "warning: x".to_owned()];
        assert_eq!(without_thread(&output[0]), "thread 'quarrel' panicked at a.rs:1:2:");
        assert_eq!(without_thread("thread 'x' (y) text"), "thread 'x' (y) text");
        let kept = diagnostics(&["error: a".into(), "  help: b".into(), "warning: c".into()]);
        let texts: Vec<_> = kept.iter().map(|one| (one.severity.as_str(), one.text.as_str())).collect();
        assert_eq!(texts, [("error", "a\n  help: b"), ("warning", "c")]);
    }
}
