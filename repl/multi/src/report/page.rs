//! The page: one self-contained file. The browser keeps verdicts on a sample until the reader saves them as a table for
//! `quarrel multi verdicts`.

use super::labels::{CONFIRMED, Label};
use super::verdicts::VERDICTS;
use super::{Contents, Shown};
use std::collections::BTreeMap;
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Renders the page; `sample` are the findings to show in full.
pub fn render(contents: &Contents, sample: &[usize], seed: &str) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Quarrel: {} repositories</title>\n\
         <style>\n{STYLE}</style></head><body>\n<h1>Findings in {} repositories</h1>\n<p>{}</p>\n",
        contents.repositories.len(),
        contents.repositories.len(),
        escape(&contents.sentence())
    );
    queries(contents, &mut out);
    repositories(contents, &mut out);
    confirmed(contents, sample, &mut out);
    if !sample.is_empty() {
        samples(contents, sample, seed, &mut out);
    }
    out.push_str("</body></html>\n");
    out
}

fn queries(contents: &Contents, out: &mut String) {
    out.push_str("<h2>By query</h2>\n<table><tr><th>Query<th>What it finds<th>Severity<th>Findings<th>Repositories<th>Read");
    for verdict in VERDICTS {
        let _ = write!(out, "<th>{verdict}");
    }
    out.push_str("<th>Bugs of those judged</tr>\n");
    for row in contents.by_rule() {
        let _ = write!(
            out,
            "<tr><td>{}<td>{}<td>{}<td class=n>{}<td class=n>{}<td class=n>{}",
            escape(row.rule),
            escape(row.name),
            escape(row.severity),
            row.findings,
            row.repositories.len(),
            row.count.read()
        );
        for verdict in VERDICTS {
            let _ = write!(out, "<td class=n>{}", row.count.of(verdict));
        }
        let _ = writeln!(out, "<td>{}</tr>", row.count.precision());
    }
    out.push_str("</table>\n");
}

fn repositories(contents: &Contents, out: &mut String) {
    let rules: Vec<_> = contents.by_rule().into_iter().filter(|row| row.findings > 0).collect();
    out.push_str(
        "<h2>By repository</h2>\n<div class=wide><table><tr><th>Repository<th>Status<th>Lines<th>Seconds<th>MiB<th>Findings",
    );
    for row in &rules {
        let short = row.rule.rsplit('/').next().unwrap_or(row.rule);
        let _ = write!(out, "<th class=up title=\"{}\"><span>{}</span>", escape(row.rule), escape(short));
    }
    out.push_str("</tr>\n");
    for repository in &contents.repositories {
        let seconds = repository.seconds.map(|seconds| format!("{seconds:.1}")).unwrap_or_default();
        let _ = write!(
            out,
            "<tr><td title=\"{}\">{}<td class=\"{}\" title=\"{}\">{}<td class=n>{}<td class=n>{seconds}<td class=n>{}<td class=n>{}",
            escape(&repository.revision),
            escape(&repository.name),
            if repository.status == "done" { "" } else { "bad" },
            escape(&repository.message),
            escape(&repository.status),
            repository.lines,
            repository.peak >> 20,
            repository.findings
        );
        for row in &rules {
            let number = row.repositories.get(repository.name.as_str()).map(ToString::to_string);
            let _ = write!(out, "<td class=n>{}", number.unwrap_or_default());
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table></div>\n");
}

/// The confirmed findings that are not in the sample.
fn confirmed(contents: &Contents, sample: &[usize], out: &mut String) {
    let drawn: Vec<*const Shown> =
        sample.iter().map(|at| std::ptr::from_ref(&contents.findings[*at])).collect();
    let mut others =
        contents.labelled(CONFIRMED).filter(|one| !drawn.contains(&std::ptr::from_ref(*one))).peekable();
    if others.peek().is_none() {
        return;
    }
    out.push_str("<h2>Confirmed by runs</h2>\n");
    for finding in others {
        one(finding, out, false);
    }
}

/// The outcome of a run: both stacks side by side.
fn label(label: &Label, out: &mut String) {
    let _ = writeln!(out, "<p><b>{}</b></p>", escape(&label.outcome));
    if !label.object.is_empty() {
        let _ = writeln!(out, "<p class=in>object: <code>{}</code></p>", escape(&label.object));
    }
    if label.threads.is_empty() {
        return;
    }
    out.push_str("<div class=stacks>");
    for thread in &label.threads {
        let locks = if thread.locks.is_empty() { "no lock".to_owned() } else { thread.locks.join(", ") };
        let _ = write!(out, "<section><b>{}</b><br>holds {}<ol>", escape(&thread.heading), escape(&locks));
        for frame in &thread.frames {
            let _ = write!(out, "<li>{}", escape(frame));
        }
        out.push_str("</ol></section>");
    }
    out.push_str("</div>\n");
}

fn samples(contents: &Contents, sample: &[usize], seed: &str, out: &mut String) {
    let _ = write!(
        out,
        "<h2>Sample</h2>\n<p>{} of {} findings, drawn with the seed {}. \
         A <b>bug</b> is worth mending; what is true but does no harm is <b>harmless</b>; what is not true is <b>false</b>. \
         <label>Reader <input id=reader></label> <button id=save>Save verdicts</button> \
         <code>quarrel multi verdicts RESULTS verdicts.csv</code> takes them over.</p>\n",
        sample.len(),
        contents.findings.len(),
        escape(seed)
    );
    let mut by_rule: BTreeMap<&str, Vec<&Shown>> = BTreeMap::new();
    for at in sample {
        let finding = &contents.findings[*at];
        by_rule.entry(&finding.rule).or_default().push(finding);
    }
    for (rule, findings) in by_rule {
        let name = contents.rules.get(rule).map(String::as_str).unwrap_or_default();
        let _ = writeln!(out, "<h3>{} <small>{}</small></h3>", escape(rule), escape(name));
        for finding in findings {
            one(finding, out, true);
        }
    }
    let _ = writeln!(out, "<script>\n{SCRIPT}</script>");
}

fn one(finding: &Shown, out: &mut String, asks: bool) {
    let _ = writeln!(
        out,
        "<article data-repository=\"{}\" data-fingerprint=\"{}\"><p><b>{}</b> {}:{} <span class={}>{}</span> {}</p>",
        escape(&finding.repository),
        escape(&finding.fingerprint),
        escape(&finding.repository),
        escape(&finding.path),
        finding.line,
        escape(&finding.severity),
        escape(&finding.severity),
        escape(&finding.message)
    );
    if !finding.callable.is_empty() {
        let _ = writeln!(out, "<p class=in>in {}</p>", escape(&finding.callable));
    }
    if let Some(known) = &finding.label {
        label(known, out);
    }
    out.push_str("<pre>");
    for (at, line) in finding.code.lines().enumerate() {
        let number = finding.code_line + at as i64;
        let (open, close) = if number == finding.line { ("<mark>", "</mark>") } else { ("", "") };
        let _ = writeln!(out, "<i>{number:>5}</i> {open}{}{close}", escape(line));
    }
    out.push_str("</pre>\n<p>");
    for (reader, verdict, comment) in &finding.verdicts {
        let _ = write!(out, "{}: <b>{}</b> {}<br>", escape(reader), escape(verdict), escape(comment));
    }
    if !asks {
        out.push_str("</p></article>\n");
        return;
    }
    out.push_str("<select class=verdict><option value=\"\">verdict");
    for verdict in VERDICTS {
        let _ = write!(out, "<option>{verdict}");
    }
    out.push_str("</select> <input class=comment placeholder=comment size=80></p></article>\n");
}

/// Escapes a text for HTML, also in attributes.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for ch in text.chars() {
        match ch {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\0' => out.push('\u{fffd}'),
            _ => out.push(ch),
        }
    }
    out
}
