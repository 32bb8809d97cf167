//! Lines on standard error; what goes to people is made visible on the way.

use super::terminal::{hanging, stderr_width};
use super::visible::{visible_line, visible_styled};
use std::io::Write;

/// Prints a line on standard error, on a terminal as many as it takes without a cut word; a closed standard error is no
/// failure.
pub fn note(line: &str) {
    let line = visible_line(line);
    let text = line.trim_start_matches(' ');
    let indent = line.len() - text.len();
    let _ = std::io::stderr().write_all(hanging("", text, indent, stderr_width()).as_bytes());
}

/// Says lines on standard error, perhaps with colours of ours.
pub fn note_styled(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", visible_styled(text));
}
