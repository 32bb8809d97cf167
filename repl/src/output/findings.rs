//! Findings: rows of `problem` queries with their metadata, as text, JSON lines or CSV.

use super::{csv, json};
use crate::args::FailOn;
use quarrel_engine::{Cell, Location, Metadata, ResultSet};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// One finding.
#[derive(Debug)]
pub struct Finding {
    /// The `@id` of the query.
    pub rule: String,
    /// How bad it is.
    pub severity: FailOn,
    /// The message, with the texts of its links in place.
    pub message: String,
    /// The place.
    pub location: Option<Location>,
    /// The things that the message links to: text and place.
    pub related: Vec<(String, Location)>,
}

/// The severity that a query's metadata names.
pub fn severity(metadata: &Metadata) -> FailOn {
    match metadata.get("problem.severity") {
        Some("error") => FailOn::Error,
        Some("recommendation") => FailOn::Note,
        _ => FailOn::Warning,
    }
}

/// The word for a severity.
pub fn severity_word(severity: FailOn) -> &'static str {
    match severity {
        FailOn::Error => "error",
        FailOn::Warning => "warning",
        FailOn::Note => "note",
    }
}

/// Turns the rows of a `problem` query into findings: element, message, then pairs of element and text, of which the
/// n-th fills the n-th `$@` of the message (language.md section 18).
pub fn from_rows(metadata: &Metadata, results: &ResultSet) -> Vec<Finding> {
    let rule = metadata.get("id").unwrap_or("query").to_owned();
    let severity = severity(metadata);
    results
        .rows
        .iter()
        .map(|row| {
            let template = row.get(1).map(Cell::text).unwrap_or_default();
            let (message, related) = fill(&template, row.get(2..).unwrap_or(&[]));
            Finding {
                rule: rule.clone(),
                severity,
                message,
                location: row.first().and_then(Cell::location).cloned(),
                related,
            }
        })
        .collect()
}

fn fill(template: &str, links: &[Cell]) -> (String, Vec<(String, Location)>) {
    let mut message = String::new();
    let mut related = Vec::new();
    let mut pairs = links.chunks(2);
    let mut parts = template.split("$@");
    message.push_str(parts.next().unwrap_or(""));
    for part in parts {
        match pairs.next() {
            Some([element, text]) => {
                message.push_str(&text.text());
                if let Some(location) = element.location() {
                    related.push((text.text(), location.clone()));
                }
            }
            _ => message.push_str("$@"),
        }
        message.push_str(part);
    }
    (message, related)
}

/// The findings as text for people, grouped by file, with the lines of source below `root`.
pub fn render_text(findings: &[Finding], root: &Path) -> String {
    let mut by_file: BTreeMap<&str, Vec<&Finding>> = BTreeMap::new();
    for finding in findings {
        let path = finding.location.as_ref().map_or("", |at| &*at.path);
        by_file.entry(path).or_default().push(finding);
    }
    let mut out = String::new();
    for (path, findings) in by_file {
        // A single file may have been given instead of a folder.
        let file = if root.is_file() { root.to_owned() } else { root.join(path) };
        let source =
            std::fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        let lines: Vec<&str> = source.lines().collect();
        for finding in findings {
            render_one(&mut out, finding, &lines, path);
        }
    }
    out
}

fn render_one(out: &mut String, finding: &Finding, lines: &[&str], path: &str) {
    let word = severity_word(finding.severity);
    let _ = writeln!(out, "{word}[{}]: {}", finding.rule, finding.message);
    if let Some(at) = &finding.location {
        let _ = writeln!(out, "  --> {}:{}:{}", at.path, at.start_line, at.start_column);
        let mut marks = vec![(at.start_line, at.start_column, at, "here".to_owned())];
        for (text, related) in &finding.related {
            if &*related.path == path && related.start_line > 0 {
                marks.push((related.start_line, related.start_column, related, text.clone()));
            }
        }
        // The place of the finding keeps its label where a link points to the same place.
        let mut seen = Vec::new();
        marks.retain(|(line, column, ..)| {
            let new = !seen.contains(&(*line, *column));
            seen.push((*line, *column));
            new
        });
        marks.sort_by_key(|(line, column, ..)| (*line, *column));
        for (line, column, place, text) in marks {
            let Some(source) = lines.get(line as usize - 1) else { continue };
            let shown = source.replace('\t', " ");
            let _ = writeln!(out, "{line:5} | {shown}");
            let width = if place.end_line == line {
                (place.end_column - column + 1).max(1)
            } else {
                (source.encode_utf16().count() as i32 - column + 1).max(1)
            };
            let _ = writeln!(
                out,
                "      | {}{} {text}",
                " ".repeat(column.max(1) as usize - 1),
                "^".repeat(width as usize)
            );
        }
    }
    for (text, related) in &finding.related {
        if &*related.path != path {
            let _ = writeln!(
                out,
                "  see {text}: {}:{}:{}",
                related.path, related.start_line, related.start_column
            );
        }
    }
    out.push('\n');
}

/// The findings as JSON lines.
pub fn render_json(findings: &[Finding]) -> String {
    let mut out = String::new();
    for finding in findings {
        let related: Vec<_> = finding
            .related
            .iter()
            .map(|(text, at)| json!({ "text": text, "location": json::location(at) }))
            .collect();
        let line = json!({
            "rule": finding.rule,
            "severity": severity_word(finding.severity),
            "message": finding.message,
            "location": finding.location.as_ref().map(json::location),
            "related": related,
        });
        let _ = writeln!(out, "{line}");
    }
    out
}

/// The findings as CSV.
pub fn render_csv(findings: &[Finding]) -> String {
    let mut out = String::new();
    csv::push_row(&mut out, &["rule", "severity", "location", "message"].map(str::to_owned));
    for finding in findings {
        let location = super::place(finding.location.as_ref());
        let word = severity_word(finding.severity).to_owned();
        csv::push_row(&mut out, &[finding.rule.clone(), word, location, finding.message.clone()]);
    }
    out
}
