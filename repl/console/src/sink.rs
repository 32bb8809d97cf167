//! Where output goes: standard output, or a file that appears whole or not at all. All of a command's output passes
//! here, and through [`super::note`] for standard error; what goes to people is made visible on the way (see
//! [`super::visible`]).

use super::visible::{visible, visible_styled};
use crate::failure::Failure;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// Finds out whether a file can be written before the work for it is done.
///
/// # Errors
/// If it cannot.
pub fn probe(file: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = file else { return Ok(()) };
    quarrel_files::probe(path).map_err(|error| failure(path, &error))
}

fn failure(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot write {}: {error}", path.display())).help(match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "make room, or name a file on another disk",
        ErrorKind::IsADirectory => "name a file in it",
        _ => "name a file in a folder that exists and that you may write to",
    })
}

/// Writes `text` to `file`, or to standard output, byte by byte as it is; only to a terminal it goes as [`show`] writes
/// it. A reader that closed its end early is no failure.
///
/// # Errors
/// If the target cannot be written; a regular file that was there before is then untouched.
pub fn write(text: &str, file: Option<&Path>) -> Result<(), Failure> {
    match file {
        None if std::io::stdout().is_terminal() => show(&text.replace("\r\n", "\n")),
        None => to_stdout(text),
        Some(path) => quarrel_files::write(path, text.as_bytes()).map_err(|error| failure(path, &error)),
    }
}

/// Writes text for people to standard output.
///
/// # Errors
/// As for [`write`].
pub fn show(text: &str) -> Result<(), Failure> {
    to_stdout(&visible(text))
}

/// The same with colours of ours.
///
/// # Errors
/// As for [`write`].
pub fn show_styled(text: &str) -> Result<(), Failure> {
    to_stdout(&visible_styled(text))
}

/// Shows a long text, perhaps with colours of ours, by the page: through `$PAGER` (or `less`) if standard output is a
/// terminal that has no room for all of it. `PAGER=cat` and an empty one mean none.
///
/// # Errors
/// As for [`write`].
pub fn page(text: &str) -> Result<(), Failure> {
    let stdout = std::io::stdout();
    let lines = text.lines().count();
    let size = stdout.is_terminal().then(|| terminal_size::terminal_size_of(&stdout)).flatten();
    let is_long = size.is_some_and(|(_, height)| lines >= usize::from(height.0));
    if is_long && std::io::stdin().is_terminal() && paged(&visible_styled(text)) {
        return Ok(());
    }
    show_styled(text)
}

/// Whether a pager showed the text.
fn paged(text: &str) -> bool {
    let pager = std::env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
    let mut words = pager.split_whitespace();
    let Some(program) = words.next().filter(|program| *program != "cat") else { return false };
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // Colours, no clearing of the screen at the end, and nothing to leave if all of it fits.
        command.env("LESS", "FRX");
    }
    let Ok(mut child) = command.spawn() else { return false };
    if let Some(mut input) = child.stdin.take() {
        // Whoever leaves the pager early has read enough.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait().is_ok_and(|status| status.success())
}

fn to_stdout(text: &str) -> Result<(), Failure> {
    match print(text) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let failure = Failure::new(format!("cannot write to standard output: {error}"));
            Err(match error.kind() {
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded => failure.help("make room on the disk"),
                _ => failure,
            })
        }
        _ => Ok(()),
    }
}

fn print(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}
