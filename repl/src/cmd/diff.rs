//! `quarrel diff`: compares two results and prints new and gone findings or rows.

use super::given::{self, Given};
use crate::args::{Diff, DiffFormat};
use quarrel_console::terminal::color_on_stdout;
use quarrel_console::{Failure, note, sink};
use quarrel_findings::Severity;
use quarrel_report::json;
use serde_json::Value;
use std::collections::HashMap;
use std::fmt::Write;

/// Runs the command; returns exit code 1 if `--fail-on` matches.
///
/// # Errors
/// If a result cannot be read, or the differences cannot be written.
pub fn run(args: &Diff) -> Result<u8, Failure> {
    let [before, after] = [&args.before, &args.after].map(|path| given::read(path));
    let (before, after) = (before?, after?);
    for (path, Given { missing, .. }) in [(&args.before, &before), (&args.after, &after)] {
        missing.iter().for_each(|text| note(&format!("warning: {}: {text}", path.display())));
    }
    let (before, after) = (open(before.objects), open(after.objects));
    let (came, gone) = came_and_gone(&before, &after);
    let lines = || -> String {
        let marked = |one: &&Value, state: &str| {
            let mut one = (*one).clone();
            one["state"] = state.into();
            format!("{one}\n")
        };
        let came = came.iter().map(|one| marked(one, "new"));
        came.chain(gone.iter().map(|one| marked(one, "gone"))).collect()
    };
    let file = args.output.as_deref();
    match args.format {
        DiffFormat::Json => sink::write(&json::document(&lines()), file)?,
        DiffFormat::Jsonl => sink::write(&lines(), file)?,
        DiffFormat::Text => {
            let color = file.is_none() && color_on_stdout();
            let text = text(&came, '+', color) + &text(&gone, '-', color);
            match file {
                None => sink::show_styled(&text)?,
                Some(_) => sink::write(&text, file)?,
            }
        }
    }
    if !args.quiet {
        note(&format!("{} new, {} unchanged, {} gone", came.len(), after.len() - came.len(), gone.len()));
    }
    let limit = args.fail_on.map(Severity::from);
    let fails = |one: &&Value| {
        let severity = Severity::ALL.into_iter().find(|severity| one["severity"] == severity.word());
        severity.zip(limit).is_some_and(|(severity, limit)| severity <= limit)
    };
    Ok(u8::from(came.iter().any(fails)))
}

/// The findings that are not silenced.
fn open(objects: Vec<Value>) -> Vec<Value> {
    objects.into_iter().filter(|object| object["suppressed"].is_null()).collect()
}

/// The identity of a finding is its fingerprint, that of a row all of its values.
fn key(object: &Value) -> String {
    match (object["rule"].as_str(), object["fingerprint"].as_str()) {
        (Some(rule), Some(fingerprint)) => format!("{rule} {fingerprint}"),
        _ => object.to_string(),
    }
}

/// The objects that came, and those that are gone.
pub(super) fn came_and_gone<'a>(before: &'a [Value], after: &'a [Value]) -> (Vec<&'a Value>, Vec<&'a Value>) {
    (without(after, before), without(before, after))
}

/// The objects that are not among the others.
fn without<'a>(all: &'a [Value], others: &[Value]) -> Vec<&'a Value> {
    let mut left: HashMap<String, usize> = HashMap::new();
    for other in others {
        *left.entry(key(other)).or_default() += 1;
    }
    let is_new = |object: &&Value| match left.get_mut(&key(object)) {
        Some(number) if *number > 0 => {
            *number -= 1;
            false
        }
        _ => true,
    };
    all.iter().filter(is_new).collect()
}

/// A line for each object.
pub(super) fn text(objects: &[&Value], mark: char, color: bool) -> String {
    let mut out = String::new();
    let (begin, end) = match (color, mark) {
        (false, _) => ("", ""),
        (true, '+') => ("\x1b[32m", "\x1b[0m"),
        (true, _) => ("\x1b[31m", "\x1b[0m"),
    };
    for object in objects {
        let _ = writeln!(out, "{begin}{mark} {}{end}", line(object));
    }
    out
}

/// A finding as `--short` shows it, a row as its values.
fn line(object: &Value) -> String {
    let Some(rule) = object["rule"].as_str() else {
        let row = object["row"].as_object().or(object.as_object());
        let cells = row.into_iter().flat_map(|row| row.values());
        return cells.map(cell).collect::<Vec<_>>().join(" | ");
    };
    let word = |key: &str| object[key].as_str().unwrap_or_default();
    format!("{}: {}[{rule}]: {}", place(&object["location"]), word("severity"), word("message"))
}

fn place(at: &Value) -> String {
    format!("{}:{}:{}", at["path"].as_str().unwrap_or_default(), at["startLine"], at["startColumn"])
}

fn cell(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(entity) => {
            let text = entity.get("text").and_then(Value::as_str).unwrap_or_default();
            if entity.contains_key("path") { format!("{text} ({})", place(value)) } else { text.to_owned() }
        }
        value => value.to_string(),
    }
}
