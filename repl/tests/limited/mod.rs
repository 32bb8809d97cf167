//! Runs the binary with limits of time and memory, so that a hang or a leak fails the test and not the machine.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The most time that a command may take.
const PATIENCE: Duration = Duration::from_secs(120);
/// The address space of a command in KiB.
const MEMORY: u32 = 6 << 20;

/// The exit code and the output of a command.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Ended {
    /// Expects an exit code, and no panic.
    pub fn with(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}{}", self.stdout, self.stderr);
        self.orderly()
    }

    /// Expects a documented exit code, no panic and no report of a bug.
    pub fn orderly(self) -> Self {
        assert!(self.code.is_some(), "it was killed: {}", self.stderr);
        for sign in ["panicked", "this is a bug", "memory allocation"] {
            assert!(!self.stderr.contains(sign), "{}", self.stderr);
        }
        self
    }
}

/// The command with a limit of memory and captured output.
pub fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg(format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\""))
        .arg(env!("CARGO_BIN_EXE_quarrel"))
        .args(args)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env("XDG_CACHE_HOME", folder.join(".cache"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs the command.
pub fn quarrel(folder: &Path, args: &[&str]) -> Ended {
    ended(command(folder, args).spawn().expect("the binary runs"), &args.join(" "))
}

/// Waits for the process; kills it after [`PATIENCE`] and fails.
pub fn ended(mut child: Child, what: &str) -> Ended {
    let reader = |pipe: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            // The pipe may close early.
            let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let stdout = reader(child.stdout.take().map(|pipe| Box::new(pipe) as _));
    let stderr = reader(child.stderr.take().map(|pipe| Box::new(pipe) as _));
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be asked") {
            break status;
        }
        if begin.elapsed() > PATIENCE {
            child.kill().expect("it can be killed");
            let stderr = stderr.join().expect("a reader");
            panic!("{what}: it takes more than {PATIENCE:?}: {stderr}");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let (stdout, stderr) = (stdout.join().expect("a reader"), stderr.join().expect("a reader"));
    Ended { code: status.code(), stdout, stderr }
}
