//! Renders findings as JSON lines or CSV.

use super::report::Report;
use super::{csv, json};
use quarrel_engine::Location;
use quarrel_findings::Finding;
use quarrel_findings::confidence::Evidence;
use quarrel_findings::edits::{Edit, Fix, Region};
use serde_json::{Value, json};
use std::fmt::Write;

/// Renders the findings as JSON lines, including silenced ones, which are marked; at the end a line for each query that did
/// not finish.
pub fn render_json(report: &Report) -> String {
    let mut out = String::new();
    for finding in &report.findings {
        let _ = writeln!(out, "{}", object(report, finding));
    }
    for query in &report.missing {
        let _ = writeln!(out, "{}", json!({ "missing": query.query, "message": query.text }));
    }
    out
}

fn object(report: &Report, finding: &Finding) -> Value {
    let related: Vec<_> = finding
        .related
        .iter()
        .map(|related| {
            json!({ "text": related.text, "location": related.location.as_ref().map(json::location) })
        })
        .collect();
    let mut line = json!({
        "rule": finding.rule.id,
        "severity": finding.severity().word(),
        "message": finding.text(),
        "location": finding.location.as_ref().map(json::location),
        "class": finding.class.as_deref(),
        "callable": finding.callable.as_deref(),
        "related": related,
        "fingerprint": finding.fingerprint,
        "confidence": finding.confidence.level.word(),
        "rank": finding.confidence.rank,
        "evidence": evidence(finding),
    });
    if !finding.paths.is_empty() {
        let paths: Vec<Vec<Vec<Value>>> = finding
            .paths
            .iter()
            .map(|path| path.iter().map(|thread| thread.iter().map(step).collect()).collect())
            .collect();
        line["paths"] = json!(paths);
    }
    let locks: Vec<Value> = finding
        .places()
        .collect::<std::collections::BTreeSet<_>>()
        .into_iter()
        .filter_map(|at| report.surroundings.accesses.get(at))
        .map(|access| {
            json!({ "access": access.kind, "location": json::location(&access.location), "locks": access.locks })
        })
        .collect();
    if !locks.is_empty() {
        line["lockSets"] = json!(locks);
    }
    if !finding.properties.is_empty() {
        line["properties"] = json!(finding.properties);
    }
    if !finding.stages.is_empty() {
        let stage = |(name, text): &(String, String)| json!({ "name": name, "text": text });
        line["stages"] = finding.stages.iter().map(stage).collect();
    }
    if !finding.fixes.is_empty() {
        line["fixes"] = finding.fixes.iter().map(fix).collect();
    }
    if let Some(state) = finding.state {
        line["state"] = json!(state.word());
    }
    if let Some(reason) = &finding.suppressed {
        line["suppressed"] = json!({ "reason": reason });
    }
    line
}

/// The evidence of a finding: ids, points and texts.
pub fn evidence(finding: &Finding) -> Value {
    let one = |one: &Evidence| json!({ "id": one.id, "points": one.points, "text": one.text });
    finding.confidence.evidence.iter().map(one).collect()
}

fn fix(fix: &Fix) -> Value {
    let edit = |edit: &Edit| {
        let Region { start, end } = edit.region;
        json!({
            "path": *edit.path,
            "start": { "line": start.0, "column": start.1 },
            "end": { "line": end.0, "column": end.1 },
            "text": edit.text,
        })
    };
    json!({ "title": fix.title, "edits": fix.edits.iter().map(edit).collect::<Vec<_>>() })
}

fn step(step: &quarrel_findings::Step) -> Value {
    json!({ "text": step.label, "location": step.location.as_ref().map(json::location) })
}

/// Renders the findings as CSV, without silenced ones.
pub fn render_csv(report: &Report) -> String {
    let mut out = String::new();
    let header = [
        "rule",
        "severity",
        "path",
        "line",
        "column",
        "endLine",
        "endColumn",
        "message",
        "class",
        "callable",
        "fingerprint",
        "state",
        "confidence",
        "rank",
    ];
    csv::push_row(&mut out, &header.map(str::to_owned));
    for finding in report.open() {
        let position = |of: fn(&Location) -> i32| {
            finding.location.as_ref().map_or_else(String::new, |at| of(at).to_string())
        };
        let fields = [
            finding.rule.id.clone(),
            finding.severity().word().to_owned(),
            finding.path().to_owned(),
            position(|at| at.start_line),
            position(|at| at.start_column),
            position(|at| at.end_line),
            position(|at| at.end_column),
            finding.text(),
            finding.class.as_deref().unwrap_or("").to_owned(),
            finding.callable.as_deref().unwrap_or("").to_owned(),
            finding.fingerprint.clone(),
            finding.state.map_or("", |state| state.word()).to_owned(),
            finding.confidence.level.word().to_owned(),
            finding.confidence.rank.to_string(),
        ];
        csv::push_row(&mut out, &fields.map(|field| csv::guarded(&field)));
    }
    out
}
