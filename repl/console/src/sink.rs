//! Where output goes: standard output, or a file that appears whole or not at all. All of a command's output passes
//! here, and through [`super::note`] for standard error; what goes to people is made visible on the way (see
//! [`super::visible`]).

use super::visible::{visible, visible_styled};
use crate::failure::Failure;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// Checks that a file can be written, before the work for it is done.
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

/// Writes `text` unchanged to `file`, or to standard output; to a terminal escaped, as [`show`] does. A reader that
/// closes the pipe early is not an error.
///
/// # Errors
/// If the target cannot be written; an existing regular file then stays unchanged.
pub fn write(text: &str, file: Option<&Path>) -> Result<(), Failure> {
    match file {
        None if std::io::stdout().is_terminal() => show(&text.replace("\r\n", "\n")),
        None => to_stdout(text),
        Some(path) => quarrel_files::write(path, text.as_bytes()).map_err(|error| failure(path, &error)),
    }
}

/// Writes text for people to standard output, escaped.
///
/// # Errors
/// As for [`write`].
pub fn show(text: &str) -> Result<(), Failure> {
    to_stdout(&visible(text))
}

/// As [`show`], but colours in the text are kept.
///
/// # Errors
/// As for [`write`].
pub fn show_styled(text: &str) -> Result<(), Failure> {
    to_stdout(&visible_styled(text))
}

/// Shows a text, which may have colours, through `$PAGER` (or `less`) if standard output is a terminal that is too small
/// for it. `PAGER=cat` and an empty `PAGER` disable this.
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

/// Shows the text in a pager; `false` if there is none.
fn paged(text: &str) -> bool {
    let pager = std::env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
    let mut words = pager.split_whitespace();
    let Some(program) = words.next().filter(|program| *program != "cat") else { return false };
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // Keep colours, do not clear the screen at the end, quit at once if the text fits.
        command.env("LESS", "FRX");
    }
    let Ok(mut child) = command.spawn() else { return false };
    if let Some(mut input) = child.stdin.take() {
        // Fails if the user quits the pager early.
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
