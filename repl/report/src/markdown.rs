//! Renders findings as Markdown for the comment of a pull request: a table of counts, then each class with its findings
//! folded.

use super::report::Report;
use quarrel_common::words::plural;
use quarrel_findings::{Finding, Severity, State};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The longest text; services accept comments of 65,536 characters.
const LONGEST: usize = 60_000;

/// Renders the report as Markdown. Findings in the baseline are only counted.
pub fn render(report: &Report) -> String {
    let shown: Vec<&Finding> =
        report.open().filter(|finding| finding.state != Some(State::Unchanged)).collect();
    let mut out = String::from("## Quarrel\n\n");
    let new = if report.compared.is_some() { "new " } else { "" };
    let word = plural(shown.len(), "finding");
    let _ = writeln!(
        out,
        "**{} {new}{word}** in {} files, {} lines.\n",
        shown.len(),
        report.facts.files,
        report.facts.lines
    );
    for query in &report.missing {
        let _ = writeln!(out, "> **Incomplete**: {}\n", escape(&query.text));
    }
    if let Some(with) = &report.compared {
        let known = report.open().count() - shown.len();
        let _ = writeln!(out, "{known} known from {with}, {} gone since.\n", report.absent.len());
    }
    let silenced = report.findings.len() - report.open().count();
    let silenced = (silenced > 0).then(|| format!("{silenced} more silenced in the source"));
    let left_out: Vec<String> = report.unread().chain(silenced).chain(report.left_out()).collect();
    for text in left_out.iter().chain(&report.notes) {
        let _ = writeln!(out, "- {}", prose(text));
    }
    if !left_out.is_empty() || !report.notes.is_empty() {
        out.push('\n');
    }
    let mut counts: BTreeMap<(Severity, &str), (usize, &str)> = BTreeMap::new();
    for finding in &shown {
        let key = (finding.severity(), finding.rule.id.as_str());
        counts.entry(key).or_insert((0, &finding.rule.name)).0 += 1;
    }
    if !counts.is_empty() {
        out.push_str("| Severity | Query | Findings | |\n| --- | --- | ---: | --- |\n");
        for ((severity, id), (count, name)) in counts {
            let _ = writeln!(out, "| {} | `{id}` | {count} | {} |", severity.word(), escape(name));
        }
        out.push('\n');
    }
    let group = |finding: &Finding| (finding.path().to_owned(), finding.class.clone());
    let mut listed = 0;
    for findings in shown.chunk_by(|a, b| group(a) == group(b)) {
        let mut section = String::new();
        let name = findings[0].class.as_deref().unwrap_or_else(|| findings[0].path());
        let _ = writeln!(
            section,
            "<details><summary><code>{}</code>: {}</summary>\n",
            html(name),
            findings.len()
        );
        for finding in findings {
            let line = finding.location.as_ref().map_or(0, |at| at.start_line);
            let _ = writeln!(
                section,
                "- **{}**, {} confidence, `{}` {}:{line}: {}",
                finding.severity().word(),
                finding.confidence.level.word(),
                finding.rule.id,
                escape(finding.path()),
                escape(&finding.text())
            );
            if let Some(source) = report.sources.lines(finding.path()).get((line.max(1) - 1) as usize) {
                let _ = writeln!(section, "  ```java\n  {}\n  ```", source.trim().replace("```", "'''"));
            }
        }
        section.push_str("\n</details>\n");
        if out.len() + section.len() > LONGEST {
            let _ = writeln!(out, "\n{} more findings are not shown here.", shown.len() - listed);
            break;
        }
        listed += findings.len();
        out.push_str(&section);
    }
    out
}

/// Escapes Markdown except code in backquotes.
fn prose(text: &str) -> String {
    let part = |(at, part): (usize, &str)| if at % 2 == 1 { format!("`{part}`") } else { escape(part) };
    // Escape a backquote that is not closed.
    if text.matches('`').count() % 2 == 1 {
        return escape(text);
    }
    text.split('`').enumerate().map(part).collect()
}

/// Escapes Markdown.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for ch in text.chars() {
        match ch {
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' => {
                out.push('\\');
                out.push(ch);
            }
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\n' | '\r' => out.push(' '),
            _ => out.push(ch),
        }
    }
    out
}

fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
