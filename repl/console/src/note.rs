//! Lines on standard error; what goes to people is made visible on the way.

use super::terminal::{hanging, stderr_width};
use super::visible::{visible_line, visible_styled};
use std::io::Write;

/// Prints a line on standard error, on a terminal broken between words; a closed standard error is not an error.
pub fn note(line: &str) {
    let line = visible_line(line);
    let text = line.trim_start_matches(' ');
    let indent = line.len() - text.len();
    let _ = std::io::stderr().write_all(hanging("", text, indent, stderr_width()).as_bytes());
}

/// Prints lines on standard error; colours in them are kept.
pub fn note_styled(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", visible_styled(text));
}
