//! Renders outcomes as text.

use crate::outcome::{Outcome, Thread};
use serde_json::Value;
use std::fmt::Write;

/// A finding with its outcome: a heading, the message, and the proof.
pub fn render(finding: &Value, outcome: &Outcome, color: bool) -> String {
    let (bold, green, plain) = if color { ("\u{1b}[1m", "\u{1b}[1;32m", "\u{1b}[0m") } else { ("", "", "") };
    let rule = finding["rule"].as_str().unwrap_or_default();
    let place = match finding["location"]["path"].as_str() {
        Some(path) => format!("{path}:{}", finding["location"]["startLine"]),
        None => "without a place".to_owned(),
    };
    let Outcome::Confirmed(proof) = outcome else {
        return format!("{place} [{rule}]: {}\n", outcome.text());
    };
    let mut out = format!("{green}confirmed{plain} {bold}{place}{plain} [{rule}]: {}\n", proof.outcome);
    let message = finding["message"].as_str().unwrap_or_default();
    let _ = writeln!(out, "  finding: {message}");
    if !proof.object.is_empty() {
        let _ = writeln!(out, "  object: {}", proof.object);
    }
    proof.threads.iter().for_each(|thread| stack(&mut out, thread));
    out.push('\n');
    out
}

fn stack(out: &mut String, thread: &Thread) {
    let locks = if thread.locks.is_empty() { "no lock".to_owned() } else { thread.locks.join(", ") };
    let _ = writeln!(out, "  thread \"{}\" holding {locks}: {}", thread.name, thread.at);
    for (method, file, line) in &thread.stack {
        let place = if *line > 0 { format!("{file}:{line}") } else { file.clone() };
        let _ = writeln!(out, "      at {method} ({place})");
    }
}
