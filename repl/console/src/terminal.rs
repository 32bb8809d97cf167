//! What the terminal can show.

use std::io::IsTerminal;

/// Whether standard error is for eyes that see colour (`NO_COLOR` is honoured).
pub fn color_on_stderr() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Whether standard output is for eyes that see colour.
pub fn color_on_stdout() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// How many columns there are: what `COLUMNS` says, or the terminal that standard output is; `None` if it is none.
pub fn stdout_width() -> Option<usize> {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    if columns.is_some() {
        return columns;
    }
    let stdout = std::io::stdout();
    let size = stdout.is_terminal().then(|| terminal_size::terminal_size_of(&stdout)).flatten();
    size.map(|(width, _)| usize::from(width.0))
}

/// What a terminal makes of links to files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileLinks {
    /// It opens the file.
    File,
    /// It opens the file at the line that stands behind `#`.
    Line,
    /// It is Visual Studio Code's, which opens files of links of its own at their line and column.
    Code,
}

/// Which links standard output takes; `None` if it is no terminal that is known to show links.
pub fn links_on_stdout() -> Option<FileLinks> {
    if !std::io::stdout().is_terminal() || !supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout) {
        return None;
    }
    let is = |name: &str, word: &str| std::env::var(name).is_ok_and(|value| value.contains(word));
    Some(match () {
        () if is("TERM_PROGRAM", "vscode") => FileLinks::Code,
        () if is("TERM", "kitty") => FileLinks::Line,
        () => FileLinks::File,
    })
}
