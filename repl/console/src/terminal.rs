//! The abilities of the terminal: colours, width, links.

use std::io::IsTerminal;

/// Whether to use colours on standard error: it is a terminal, and `NO_COLOR` is not set.
pub fn color_on_stderr() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Whether to use colours on standard output.
pub fn color_on_stdout() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// The number of columns: that in `COLUMNS`, or that of the terminal; `None` if standard output is no terminal.
pub fn stdout_width() -> Option<usize> {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    if columns.is_some() {
        return columns;
    }
    let stdout = std::io::stdout();
    let size = stdout.is_terminal().then(|| terminal_size::terminal_size_of(&stdout)).flatten();
    size.map(|(width, _)| usize::from(width.0))
}

/// The number of columns of the terminal; `None` if standard error is no terminal.
pub fn stderr_width() -> Option<usize> {
    let stderr = std::io::stderr();
    let size = stderr.is_terminal().then(|| terminal_size::terminal_size_of(&stderr)).flatten();
    size.map(|(width, _)| usize::from(width.0))
}

/// The fewest columns to which text is wrapped.
const NARROWEST: usize = 8;

/// A name and a text, wrapped between words at `width` columns, later lines indented by `indent`; one line without a
/// width.
pub fn hanging(name: &str, text: &str, indent: usize, width: Option<usize>) -> String {
    let mut out = if text.is_empty() { name.trim_end().to_owned() } else { format!("{name:<indent$}") };
    let mut column = out.chars().count();
    let end = width.unwrap_or(usize::MAX).max(indent + NARROWEST);
    for (at, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if at > 0 && column + 1 + length > end {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        } else if at > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out.push('\n');
    out
}

/// How a terminal opens links to files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileLinks {
    /// It opens the file.
    File,
    /// It opens the file at the line after `#`.
    Line,
    /// Visual Studio Code's terminal: links of its own scheme open files at a line and column.
    Code,
}

/// The links of standard output; `None` if it is no terminal that is known to show links.
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

#[cfg(test)]
mod tests {
    use super::hanging;

    #[test]
    fn words_are_not_cut() {
        assert_eq!(hanging("a: ", "one two three", 3, Some(11)), "a: one two\n   three\n");
        assert_eq!(hanging("", "one two three", 0, None), "one two three\n");
        assert_eq!(
            hanging("", "one incomprehensibilities two", 2, Some(10)),
            "  one\n  incomprehensibilities\n  two\n"
        );
    }
}
