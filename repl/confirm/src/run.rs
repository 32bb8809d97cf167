//! Runs a command under the confirmer and returns the record of the run. All processes end with this one, and only the
//! loopback interface is used.

use crate::outcome::Record;
use crate::plan::Plan;
use quarrel_console::{Failure, note};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The confirmer.
const CONFIRMER: &str = include_str!("../java/Confirmer.java");
/// The program that calls entries of findings.
const HARNESS: &str = include_str!("../java/QuarrelHarness.java");
/// The longest time that a harness holds a thread; its threads reach each place often.
const HARNESS_HOLD: Duration = Duration::from_millis(300);
/// The oldest version of Java that can run the confirmer.
const LEAST_JAVA: u32 = 17;
/// The time between two checks of the processes.
const LOOK: Duration = Duration::from_millis(50);
/// The time limit of the confirmer to start, and to end.
const GRACE: Duration = Duration::from_secs(60);
/// The most output of a process that is read, in bytes.
const MOST_SAID: u64 = 1 << 20;
/// The most lines of output that are shown.
const MOST_LINES: usize = 12;
/// The variable that virtual machines read options from.
const OPTIONS: &str = "JAVA_TOOL_OPTIONS";

/// The program to run.
#[derive(Debug)]
pub enum Target {
    /// A command that starts virtual machines.
    Command(Vec<OsString>),
    /// A virtual machine that waits for a debugger, at HOST:PORT.
    Attach(String),
    /// A program that is made for the findings.
    Harness {
        /// The class path of the analysed classes.
        classpath: OsString,
        /// The folder for programs that reproduce confirmed findings.
        emit: Option<PathBuf>,
        /// The title of each finding, by the id of its plan.
        titles: BTreeMap<String, String>,
        /// The lines of [`super::plan::Knowledge`].
        knowledge: String,
    },
}

/// The options of a run.
#[derive(Debug)]
pub struct How<'a> {
    /// The program to run.
    pub target: Target,
    /// The time limit.
    pub deadline: Duration,
    /// The time for which a thread is held.
    pub hold: Duration,
    /// A folder for temporary files.
    pub folder: &'a Path,
    /// Whether to show the output of the command.
    pub shows: bool,
    /// Ends the run early.
    pub cancel: &'a AtomicBool,
}

/// The results of a run.
#[derive(Debug)]
pub struct Ran {
    /// The record.
    pub record: Record,
    /// The exit status and the last lines of output, if the command failed.
    pub failed: Option<(String, Vec<String>)>,
    /// The harness's reasons why it could not run findings, by the id of the plan.
    pub refused: BTreeMap<String, String>,
    /// The emitted programs, and whether they failed when they were tried.
    pub emitted: Vec<(String, bool)>,
}

/// The user's `java`: that of `JAVA_HOME`, or that on the `PATH`.
///
/// # Errors
/// If there is none, or it is too old.
pub fn java() -> Result<PathBuf, Failure> {
    let home = std::env::var_os("JAVA_HOME").map(|home| PathBuf::from(home).join("bin/java"));
    let java = home.filter(|java| java.is_file()).unwrap_or_else(|| PathBuf::from("java"));
    let help = format!("install a JDK of version {LEAST_JAVA} or later, or set JAVA_HOME to one");
    let output = Command::new(&java).arg("-version").env_remove(OPTIONS).output();
    let output = output.map_err(|error| {
        Failure::new(format!("cannot start {}: {error}", java.display())).help(help.clone())
    })?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let version = version(&text);
    if version.is_none_or(|version| version < LEAST_JAVA) {
        let version =
            version.map_or_else(|| "of an unknown version".to_owned(), |version| format!("Java {version}"));
        return Err(Failure::new(format!(
            "{} is {version}, and the confirmer needs {LEAST_JAVA}",
            java.display()
        ))
        .help(help));
    }
    Ok(java)
}

/// The version in the output of `java -version`.
fn version(output: &str) -> Option<u32> {
    let text = output.split('"').nth(1)?;
    let mut numbers = text.split(|ch: char| !ch.is_ascii_digit()).map(str::parse);
    match numbers.next()? {
        Ok(1) => numbers.next()?.ok(),
        number => number.ok(),
    }
}

/// Runs the target under the confirmer. Calls `confirmed` with each finding as soon as it is confirmed.
///
/// # Errors
/// If the confirmer or the command cannot be started, or the user ends the run.
pub fn run(plans: &[(String, Plan)], how: &How<'_>, confirmed: &mut dyn FnMut(&str)) -> Result<Ran, Failure> {
    let java = java()?;
    let write = |name: &str, text: &str| {
        let path = how.folder.join(name);
        fs::write(&path, text)
            .map(|()| path)
            .map_err(|error| Failure::new(format!("cannot write {name}: {error}")))
    };
    let source = write("Confirmer.java", CONFIRMER)?;
    let plan: String = plans.iter().map(|(id, plan)| plan.lines(id)).collect();
    let plan = write("plan.tsv", &plan)?;
    let log = how.folder.join("confirmer.txt");
    let mut command = Command::new(&java);
    command.args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "--add-modules", "jdk.jdi"]);
    command.args(["--add-opens", "jdk.jdi/com.sun.tools.jdi=ALL-UNNAMED"]).arg(&source).arg(&plan);
    command.arg("--deadline").arg(how.deadline.as_millis().to_string());
    let hold =
        if matches!(how.target, Target::Harness { .. }) { how.hold.min(HARNESS_HOLD) } else { how.hold };
    command.arg("--hold").arg(hold.as_millis().to_string());
    if matches!(&how.target, Target::Harness { emit: Some(_), .. }) {
        command.args(["--await", "true"]);
    }
    if let Target::Attach(address) = &how.target {
        command.arg("--attach").arg(address);
    }
    command.env_remove(OPTIONS).stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(file(&log)?);
    let mut confirmer = Family::spawn(&mut command, "java")?;
    let lines = lines(&mut confirmer.child);
    let input = confirmer.child.stdin.take();
    let mut run = Run { how, lines, input, record: Record::default(), log };
    let address = run.ready(&mut confirmer)?;
    let mut ran =
        Ran { record: Record::default(), failed: None, refused: BTreeMap::new(), emitted: Vec::new() };
    let printed = how.folder.join("printed.txt");
    let mut folder = None;
    let words = match &how.target {
        Target::Attach(_) => None,
        Target::Command(words) => Some(words.clone()),
        Target::Harness { classpath, emit, titles, knowledge } => {
            let title = |id: &str| titles.get(id).map(String::as_str).unwrap_or_default();
            let steps: String = plans.iter().map(|(id, plan)| plan.steps(id, title(id))).collect();
            let steps = format!("{knowledge}deadline\t{}\t\n{steps}", how.deadline.as_millis());
            // Files that the harness or the called classes write are removed with this folder.
            let home = how.folder.join("home");
            fs::create_dir_all(&home)
                .map_err(|error| Failure::new(format!("cannot make {}: {error}", home.display())))?;
            let mut temporary = OsString::from("-Djava.io.tmpdir=");
            temporary.push(&home);
            let mut words = vec![java.into_os_string(), temporary, "-cp".into(), absolute(classpath)];
            folder = Some(home);
            words.push(write("QuarrelHarness.java", HARNESS)?.into_os_string());
            words.push(write("steps.tsv", &steps)?.into_os_string());
            words.extend(emit.as_ref().map(|folder| {
                std::path::absolute(folder).unwrap_or_else(|_| folder.clone()).into_os_string()
            }));
            Some(words)
        }
    };
    match words {
        None => {
            run.watch(None, confirmed)?;
        }
        Some(words) => {
            let mut started = start(&words, &address, &printed, how.shows, folder.as_deref())?;
            let failed = run.watch(Some(&mut started), confirmed)?;
            ran.failed = failed.map(|how| (how, last_lines(&printed)));
            for line in all_lines(&printed) {
                let cells: Vec<&str> = line.split('\t').collect();
                match cells.as_slice() {
                    ["quarrel", id, outcome] => {
                        ran.refused.insert((*id).to_owned(), (*outcome).to_owned());
                    }
                    ["quarrel-emitted", _, file, how] => ran.emitted.push((from_here(file), *how == "fails")),
                    _ => {}
                }
            }
        }
    }
    ran.record = run.record;
    Ok(ran)
}

/// A class path with absolute paths.
fn absolute(classpath: &OsString) -> OsString {
    let paths = std::env::split_paths(classpath).map(|path| std::path::absolute(&path).unwrap_or(path));
    std::env::join_paths(paths).unwrap_or_else(|_| classpath.clone())
}

/// The path of a file from the current folder.
fn from_here(file: &str) -> String {
    let here = std::env::current_dir().ok();
    let below = here.and_then(|here| Some(Path::new(file).strip_prefix(here).ok()?.display().to_string()));
    below.unwrap_or_else(|| file.to_owned())
}

fn file(path: &Path) -> Result<File, Failure> {
    File::create(path).map_err(|error| Failure::new(format!("cannot write {}: {error}", path.display())))
}

/// Starts the command with the options of the debugger.
fn start(
    words: &[OsString],
    address: &str,
    printed: &Path,
    shows: bool,
    folder: Option<&Path>,
) -> Result<Family, Failure> {
    let Some((program, arguments)) = words.split_first() else {
        return Err(Failure::new("there is no command to run").help("name one behind `--`"));
    };
    let mut options = std::env::var_os(OPTIONS).unwrap_or_default();
    if !options.is_empty() {
        options.push(" ");
    }
    options.push(format!("-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address={address}"));
    let mut command = Command::new(program);
    command.args(arguments).env(OPTIONS, options).stdin(Stdio::null());
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    if shows {
        // Standard output has the report.
        command.stdout(Stdio::from(std::io::stderr()));
    } else {
        let out = file(printed)?;
        let again = out.try_clone().map_err(|error| Failure::new(error.to_string()))?;
        command.stdout(out).stderr(again);
    }
    Family::spawn(&mut command, &program.to_string_lossy())
}

/// A process and its children, which are ended when this is dropped.
struct Family {
    child: Child,
}

impl Family {
    fn spawn(command: &mut Command, name: &str) -> Result<Self, Failure> {
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            command.process_group(0);
        }
        let child = command.spawn().map_err(|error| {
            Failure::new(format!("cannot start {name}: {error}"))
                .help("name a command that starts a Java program")
        })?;
        Ok(Self { child })
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(id) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(id, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Receives the lines that a process prints; the channel closes at their end.
fn lines(child: &mut Child) -> Receiver<String> {
    let (sender, receiver) = channel();
    if let Some(out) = child.stdout.take() {
        let read = move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        };
        let _ = std::thread::Builder::new().name("confirmer".to_owned()).spawn(read);
    }
    receiver
}

fn all_lines(file: &Path) -> Vec<String> {
    let mut bytes = Vec::new();
    if let Ok(file) = File::open(file) {
        let _ = file.take(MOST_SAID).read_to_end(&mut bytes);
    }
    let text = String::from_utf8_lossy(&bytes);
    text.lines().filter(|line| !line.starts_with("Picked up ")).map(str::to_owned).collect()
}

fn last_lines(file: &Path) -> Vec<String> {
    let mut lines = all_lines(file);
    lines.split_off(lines.len().saturating_sub(MOST_LINES))
}

struct Run<'a> {
    how: &'a How<'a>,
    lines: Receiver<String>,
    input: Option<ChildStdin>,
    record: Record,
    log: PathBuf,
}

impl Run<'_> {
    /// Waits until the confirmer listens; returns its address.
    fn ready(&mut self, confirmer: &mut Family) -> Result<String, Failure> {
        let started = Instant::now();
        loop {
            self.interrupted()?;
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => match line.split_once('\t') {
                    Some(("ready", address)) => return Ok(address.to_owned()),
                    Some(("failed", why)) => {
                        let help = "start the program with \
                                    -agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:PORT";
                        return Err(Failure::new(format!("cannot attach: {why}")).help(help));
                    }
                    _ => {}
                },
                Err(RecvTimeoutError::Timeout) if started.elapsed() < GRACE => {}
                Err(_) => {
                    let _ = confirmer.child.kill();
                    let why = last_lines(&self.log).join("\n");
                    let help = "`java` has to be that of a JDK: the module jdk.jdi is not in a plain runtime";
                    return Err(Failure::new("the confirmer does not start").rendered(why + "\n").help(help));
                }
            }
        }
    }

    fn interrupted(&self) -> Result<(), Failure> {
        if self.how.cancel.load(Ordering::SeqCst) {
            return Err(Failure::new("interrupted; the program was ended"));
        }
        Ok(())
    }

    /// Waits until all findings are settled, the command has ended or the deadline passed. Returns the status of the
    /// command if it failed by itself.
    fn watch(
        &mut self,
        mut started: Option<&mut Family>,
        confirmed: &mut dyn FnMut(&str),
    ) -> Result<Option<String>, Failure> {
        let began = Instant::now();
        let mut failed = None;
        let mut has_ended = false;
        loop {
            self.interrupted()?;
            match self.lines.recv_timeout(LOOK) {
                Ok(line) if line == "end" => return Ok(failed),
                Ok(line) => {
                    if let Some(id) = self.record.take(&line) {
                        confirmed(&id);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let why = last_lines(&self.log).join("\n");
                    return Err(Failure::new("the confirmer ended before the program").rendered(why + "\n"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if began.elapsed() > self.how.deadline + GRACE {
                note("warning: the confirmer does not end; it is killed");
                self.record.late = true;
                return Ok(failed);
            }
            if has_ended {
                continue;
            }
            let status = started.as_mut().and_then(|started| started.child.try_wait().ok().flatten());
            if let Some(status) = status {
                has_ended = true;
                failed = (!status.success()).then(|| status.to_string());
                if let Some(input) = &mut self.input {
                    let _ = input.write_all(b"end\n").and_then(|()| input.flush());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        assert_eq!(version("openjdk version \"17.0.15\" 2025-04-15"), Some(17));
        assert_eq!(version("java version \"1.8.0_401\""), Some(8));
        assert_eq!(version("openjdk version \"25-ea\" 2025"), Some(25));
        assert_eq!(version("no java"), None);
    }
}
