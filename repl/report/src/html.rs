//! Renders findings as one self-contained page that fetches nothing: overview, filters, source, paths, lock sets side by
//! side and pictures of classes. The page has the findings as JSON, which its script (`html/script.js`) shows.

use super::provenance::Provenance;
use super::report::Report;
use super::text::labels_by_file;
use pulldown_cmark::{Event, Options, Parser, Tag, html::push_html};
use quarrel_common::words::plural;
use quarrel_findings::edits::{Edit, Fix};
use quarrel_findings::sources::byte_of_column;
use quarrel_findings::surroundings::{Access, Contract};
use quarrel_findings::{Finding, Piece, Rule, Step};
use serde_json::{Map, Value, json};
use similar::TextDiff;
use std::collections::{BTreeMap, BTreeSet};

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/style.css");
const SCRIPT: &str = include_str!("html/script.js");

/// The most findings in a page, since browsers are slow with more; the most severe ones stay.
const MOST: usize = 20_000;
/// The number of source lines on each side of a place.
const CONTEXT: i32 = 2;

/// Renders the page; also returns messages about what was cut.
pub fn render(report: &Report) -> (String, Vec<String>) {
    let mut chosen: Vec<(usize, &Finding)> = report.findings.iter().enumerate().collect();
    let mut notes: Vec<String> =
        report.missing.iter().map(|query| &query.text).chain(&report.notes).cloned().collect();
    let mut cut = Vec::new();
    if chosen.len() > MOST {
        let text = format!("The page has {MOST} of {} findings, the most severe ones.", chosen.len());
        cut.push(text.clone());
        notes.push(text);
        chosen.sort_by_key(|(at, finding)| (!finding.counts(), finding.severity(), *at));
        chosen.truncate(MOST);
        chosen.sort_by_key(|(at, _)| *at);
    }
    let indexes: BTreeMap<&str, usize> =
        report.rules.iter().enumerate().map(|(at, rule)| (rule.id.as_str(), at)).collect();
    let mut lines: BTreeMap<String, BTreeSet<i32>> = BTreeMap::new();
    let mut findings = Vec::new();
    for (_, finding) in &chosen {
        let object = object(report, finding, &indexes, &mut lines);
        findings.push(object);
    }
    let mut known = json!({
        "analysed": report.facts.analysed,
        "lines": report.facts.lines,
        "words": facts(report),
    });
    if let Some(provenance) = &report.provenance {
        known["root"] = json!(provenance.root.to_string_lossy());
        known["made"] = made(provenance);
        if let Some(page) = provenance.page() {
            known["web"] = json!(page);
        }
    }
    let data = json!({
        "facts": known,
        "notes": notes,
        "rules": report.rules.iter().map(|rule| rule_object(rule)).collect::<Vec<_>>(),
        "findings": findings,
        "files": files(report, &lines),
        "contracts": contracts(report, chosen.iter().map(|(_, finding)| *finding)),
        "classes": classes(report, chosen.iter().map(|(_, finding)| *finding)),
    });
    (page(&data), cut)
}

/// Renders the page of `quarrel confirm`: lines of a JSON report, each with its outcome as `confirmed`. `sources` returns
/// the lines of a file; none if it cannot be read.
pub fn render_outcomes(
    findings: &[&Value],
    analysed: &str,
    words: &str,
    sources: &dyn Fn(&str) -> Vec<String>,
) -> String {
    let mut rules: Vec<&str> = findings.iter().filter_map(|finding| finding["rule"].as_str()).collect();
    rules.sort_unstable();
    rules.dedup();
    let mut lines: BTreeMap<String, BTreeSet<i32>> = BTreeMap::new();
    let objects: Vec<Value> =
        findings.iter().map(|finding| outcome_object(finding, &rules, &mut lines)).collect();
    let severity = |id: &str| {
        let first = findings.iter().find(|finding| finding["rule"] == id);
        first.map_or(json!("warning"), |finding| finding["severity"].clone())
    };
    let rules: Vec<Value> =
        rules.iter().map(|id| json!({ "id": id, "name": id, "severity": severity(id) })).collect();
    let mut files = Map::new();
    for (path, numbers) in &lines {
        let known = sources(path);
        let shown = numbers.iter().filter_map(|number| {
            let line = known.get(usize::try_from(*number).ok()?.checked_sub(1)?)?;
            Some((number.to_string(), json!(line)))
        });
        files.insert(path.clone(), Value::Object(shown.collect()));
    }
    page(&json!({
        "facts": { "analysed": analysed, "words": words },
        "notes": [],
        "rules": rules,
        "findings": objects,
        "files": files,
        "contracts": {},
        "classes": {},
    }))
}

/// Converts a line of a JSON report to the form of the page.
fn outcome_object(finding: &Value, rules: &[&str], lines: &mut BTreeMap<String, BTreeSet<i32>>) -> Value {
    let number = |at: &Value, key: &str| at[key].as_i64().and_then(|number| i32::try_from(number).ok());
    let mut labels = Vec::new();
    let related = finding["related"].as_array().into_iter().flatten();
    let places = std::iter::once((true, &finding["location"], ""))
        .chain(related.map(|one| (false, &one["location"], one["text"].as_str().unwrap_or_default())));
    for (is_primary, at, text) in places {
        let (Some(path), Some(line)) =
            (at["path"].as_str(), number(at, "startLine").filter(|line| *line > 0))
        else {
            continue;
        };
        lines.entry(path.to_owned()).or_default().extend((line - CONTEXT).max(1)..=line + CONTEXT);
        labels.push(json!({
            "path": path,
            "line": line,
            "column": number(at, "startColumn").unwrap_or(1),
            "endLine": number(at, "endLine").unwrap_or(line),
            "endColumn": number(at, "endColumn").unwrap_or(1),
            "text": text,
            "primary": is_primary,
        }));
    }
    let mut step = |step: &Value| {
        let (path, line) = (step["location"]["path"].as_str(), number(&step["location"], "startLine"));
        let mut object = json!({ "text": step["text"].as_str().unwrap_or_default(), "place": "" });
        if let (Some(path), Some(line)) = (path, line.filter(|line| *line > 0)) {
            lines.entry(path.to_owned()).or_default().insert(line);
            object["place"] = json!(format!("{path}:{line}"));
            object["path"] = json!(path);
            object["line"] = json!(line);
        }
        object
    };
    let items = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut paths: Vec<Vec<Vec<Value>>> = Vec::new();
    for path in items(&finding["paths"]) {
        paths.push(items(&path).iter().map(|thread| items(thread).iter().map(&mut step).collect()).collect());
    }
    let rule = finding["rule"].as_str().and_then(|id| rules.iter().position(|known| *known == id));
    let mut object = json!({
        "id": finding["fingerprint"].as_str().unwrap_or_default(),
        "rule": rule.unwrap_or(0),
        "message": [finding["message"].as_str().unwrap_or_default()],
        "related": [],
        "path": finding["location"]["path"].as_str().unwrap_or_default(),
        "line": number(&finding["location"], "startLine").unwrap_or(0),
        "labels": labels,
        "paths": paths,
        "evidence": items(&finding["evidence"]),
        "confirmed": finding["confirmed"],
    });
    for key in ["class", "rank", "confidence", "state"] {
        if !finding[key].is_null() {
            object[key] = finding[key].clone();
        }
    }
    object
}

/// The page with its data.
fn page(data: &Value) -> String {
    // The data must not contain markup.
    let data = data.to_string().replace('<', "\\u003c");
    let mut page = String::with_capacity(PAGE.len() + STYLE.len() + SCRIPT.len() + data.len());
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("{{") {
        page.push_str(before);
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        page.push_str(match name {
            "style" => STYLE.trim_end(),
            "script" => SCRIPT.trim_end(),
            _ => &data,
        });
        rest = after;
    }
    page.push_str(rest);
    page
}

fn counted(number: u64, noun: &str) -> String {
    format!("{number} {}", plural(number as usize, noun))
}

/// Sentences about what was analysed and what was left out.
fn facts(report: &Report) -> Vec<String> {
    let facts = &report.facts;
    let mut words = vec![
        format!(
            "{}, {}, {}, in {:.1} s",
            counted(facts.files, "file"),
            counted(facts.lines, "line"),
            counted(facts.classes, "class"),
            facts.everything.as_secs_f64()
        ),
        format!(
            "{:.1} % of {} are of methods that are not known",
            facts.unresolved_share * 100.0,
            counted(facts.calls, "call")
        ),
    ];
    words.extend(report.unread().chain(report.left_out()));
    if let Some(with) = &report.compared {
        words.push(format!("{} gone since {with}", report.absent.len()));
    }
    words
}

/// The provenance of the report, by labels in the page.
fn made(provenance: &Provenance) -> Value {
    let commit = match (&provenance.commit, &provenance.repository) {
        (Some(commit), Some(repository)) => Some(format!("{commit} of {repository}")),
        (commit, _) => commit.clone(),
    };
    let made = humantime::format_rfc3339_seconds(provenance.made).to_string();
    let words = [
        ("Made", Some(made.replace('T', " ").replace('Z', " UTC"))),
        ("By", Some(format!("Quarrel {}", provenance.version))),
        ("Command", Some(provenance.command.clone())),
        ("Configuration", provenance.configuration.clone()),
        ("Folder", Some(provenance.root.display().to_string())),
        ("Commit", commit),
        ("Branch", provenance.branch.clone()),
    ];
    let known = words.into_iter().filter_map(|(name, text)| Some((name.to_owned(), json!(text?))));
    Value::Object(known.collect())
}

fn rule_object(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "name": rule.name,
        "severity": rule.severity.word(),
        "remedy": rule.remedy,
        "help": rule.help.as_deref().map(markup),
    })
}

/// Converts Markdown to HTML; raw HTML in it is shown as text.
fn markup(markdown: &str) -> String {
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        // Only links to the web are kept.
        Event::Start(Tag::Link { dest_url, .. }) if !dest_url.starts_with("http") => {
            Event::Start(Tag::Emphasis)
        }
        Event::Start(Tag::Image { .. }) => Event::Start(Tag::Emphasis),
        event => event,
    });
    // The end of a replaced tag must be that of its replacement.
    let mut open = Vec::new();
    let events = events.map(|event| match event {
        Event::Start(tag) => {
            open.push(tag.to_end());
            Event::Start(tag)
        }
        Event::End(end) => Event::End(open.pop().unwrap_or(end)),
        event => event,
    });
    let mut out = String::new();
    push_html(&mut out, events);
    out
}

fn object(
    report: &Report,
    finding: &Finding,
    indexes: &BTreeMap<&str, usize>,
    lines: &mut BTreeMap<String, BTreeSet<i32>>,
) -> Value {
    let message: Vec<Value> = finding
        .message
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) => json!(text),
            Piece::Link(at) => json!(at),
        })
        .collect();
    let mut labels = Vec::new();
    for (path, of_file) in labels_by_file(report, finding) {
        let wanted = lines.entry(path.to_owned()).or_default();
        for label in of_file {
            wanted.extend((label.at.start_line - CONTEXT).max(1)..=label.at.start_line + CONTEXT);
            let mut object = json!({
                "path": path,
                "line": label.at.start_line,
                "column": label.at.start_column,
                "endLine": label.at.end_line,
                "endColumn": label.at.end_column,
                "text": label.text,
                "primary": label.is_primary,
            });
            if let Some(access) = report.surroundings.accesses.get(label.at) {
                object["locks"] = json!(access.locks);
                object["kind"] = json!(access.kind);
                object["callable"] = json!(access.callable);
            }
            labels.push(object);
        }
    }
    let mut step = |step: &Step| {
        let place = step.location.as_ref().map(|at| format!("{}:{}", at.path, at.start_line));
        let mut object = json!({ "text": step.label, "place": place.unwrap_or_default() });
        if let Some(at) = step.location.as_ref().filter(|at| at.start_line > 0) {
            lines.entry(at.path.to_string()).or_default().insert(at.start_line);
            object["path"] = json!(*at.path);
            object["line"] = json!(at.start_line);
        }
        for (how, lock) in &step.locks {
            if let Some(locks) = object[how.word()].as_array_mut() {
                locks.push(json!(lock));
            } else {
                object[how.word()] = json!([lock]);
            }
        }
        object
    };
    let paths: Vec<Vec<Vec<Value>>> = finding
        .paths
        .iter()
        .filter(|path| path.iter().map(Vec::len).sum::<usize>() > 1)
        .map(|path| path.iter().map(|thread| thread.iter().map(&mut step).collect()).collect())
        .collect();
    let mut object = json!({
        "id": finding.fingerprint,
        "rule": indexes.get(finding.rule.id.as_str()).copied().unwrap_or(0),
        "message": message,
        "related": finding.related.iter().map(|related| json!({ "text": related.text })).collect::<Vec<_>>(),
        "path": finding.path(),
        "line": finding.location.as_ref().map_or(0, |at| at.start_line),
        "labels": labels,
        "paths": paths,
    });
    if !finding.headline.is_empty() {
        object["headline"] = json!(finding.headline);
    }
    if let Some(class) = &finding.class {
        object["class"] = json!(**class);
    }
    object["rank"] = json!(finding.confidence.rank);
    object["confidence"] = json!(finding.confidence.level.word());
    object["evidence"] = super::lines::evidence(finding);
    if !finding.properties.is_empty() {
        object["properties"] = json!(finding.properties);
    }
    if !finding.stages.is_empty() {
        object["stages"] = json!(finding.stages);
    }
    if !finding.fixes.is_empty() {
        object["fixes"] = finding.fixes.iter().map(|fix| fix_object(report, fix)).collect();
    }
    if let Some(state) = finding.state {
        object["state"] = json!(state.word());
    }
    if let Some(reason) = &finding.suppressed {
        object["silenced"] = json!(reason);
    }
    object
}

/// A fix with its lines, each after `-`, `+` or a blank.
fn fix_object(report: &Report, fix: &Fix) -> Value {
    let changed = |edits: &[Edit]| {
        let lines = report.sources.lines(&edits[0].path);
        let before = lines.join("\n");
        // The shown lines have no line ends.
        let starts: Vec<usize> =
            std::iter::once(0).chain(before.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let offset = |(line, column): (usize, usize)| {
            let text = lines.get(line.checked_sub(1)?)?;
            Some(starts.get(line - 1)? + byte_of_column(text, i32::try_from(column).ok()?))
        };
        let mut after = String::new();
        let mut at = 0;
        for edit in edits {
            let (Some(start), Some(end)) = (offset(edit.region.start), offset(edit.region.end)) else {
                continue;
            };
            let (start, end) = (start.min(before.len()), end.min(before.len()));
            if start < at || end < start {
                continue;
            }
            after.push_str(&before[at..start]);
            after.push_str(&edit.text.replace("\r\n", "\n").replace('\r', "\n"));
            at = end;
        }
        after.push_str(&before[at..]);
        let diff = TextDiff::from_lines(&before, &after);
        let hunks = diff.unified_diff().context_radius(1).to_string();
        json!({ "path": edits[0].path.to_string(), "diff": hunks.lines().collect::<Vec<_>>() })
    };
    let files: Vec<Value> = fix.edits.chunk_by(|a, b| a.path == b.path).map(changed).collect();
    json!({ "title": fix.title, "files": files })
}

/// The shown source lines, by file and number.
fn files(report: &Report, wanted: &BTreeMap<String, BTreeSet<i32>>) -> Value {
    let mut files = Map::new();
    for (path, numbers) in wanted {
        let lines = report.sources.lines(path);
        let shown = numbers.iter().filter_map(|number| {
            let line = lines.get(usize::try_from(*number).ok()?.checked_sub(1)?)?;
            Some((number.to_string(), json!(line)))
        });
        files.insert(path.clone(), Value::Object(shown.collect()));
    }
    Value::Object(files)
}

/// The locking contracts of the classes with findings: locks, threads and methods that access each field, and missing
/// annotations as changed lines.
fn contracts<'a>(report: &Report, findings: impl Iterator<Item = &'a Finding>) -> Value {
    let wanted: BTreeSet<&str> = findings.filter_map(|finding| finding.class.as_deref()).collect();
    let mut of_class: BTreeMap<String, Vec<&Contract>> = BTreeMap::new();
    for contract in report.surroundings.contracts.values() {
        let class = report.surroundings.class_of(&contract.location);
        if let Some(class) = class.filter(|class| wanted.contains(&**class)) {
            of_class.entry(class.to_string()).or_default().push(contract);
        }
    }
    let drawn = |fields: Vec<&Contract>| {
        let diff: Vec<String> =
            fields.iter().filter_map(|field| annotated(report, field)).flatten().collect();
        let rows = fields.iter().map(|field| {
            json!({
                "field": field.field,
                "lock": field.lock,
                "held": field.held,
                "accesses": field.accesses,
                "comers": field.comers,
                "line": field.location.start_line,
            })
        });
        let path = fields.first().map(|field| field.location.path.to_string());
        json!({ "path": path, "fields": rows.collect::<Vec<_>>(), "diff": diff })
    };
    Value::Object(of_class.into_iter().map(|(class, fields)| (class, drawn(fields))).collect())
}

/// The hunk of a diff that adds the annotation of a field.
fn annotated(report: &Report, contract: &Contract) -> Option<Vec<String>> {
    let (place, text) = contract.annotation.as_ref()?;
    let lines = report.sources.lines(&place.path);
    let line = lines.get(usize::try_from(place.start_line).ok()?.checked_sub(1)?)?;
    let (before, after) = line.split_at_checked(byte_of_column(line, place.start_column))?;
    let number = place.start_line;
    Some(vec![format!("@@ -{number} +{number} @@"), format!("-{line}"), format!("+{before}{text} {after}")])
}

/// For each class, the accesses with known locks to the fields of its findings, wherever they are; by field, then by place.
fn classes<'a>(report: &Report, findings: impl Iterator<Item = &'a Finding>) -> Value {
    let accesses = &report.surroundings.accesses;
    let mut fields: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for finding in findings {
        let Some(class) = finding.class.as_deref() else { continue };
        let spoken_of = finding.places().filter_map(|at| accesses.get(at));
        fields.entry(class).or_default().extend(spoken_of.map(|access| access.field.as_str()));
    }
    let mut by_field: BTreeMap<&str, Vec<&Access>> = BTreeMap::new();
    for access in accesses.values() {
        by_field.entry(&access.field).or_default().push(access);
    }
    let drawn = |access: &&Access| {
        let at = &access.location;
        json!({
            "field": access.field.rsplit('.').next(),
            "kind": access.kind,
            "words": format!("{} {}, line {}", access.kind, access.callable, at.start_line),
            "path": *at.path,
            "line": at.start_line,
            "locks": access.locks,
        })
    };
    let known = fields.into_iter().filter(|(_, fields)| !fields.is_empty()).map(|(class, fields)| {
        let of_class = fields.iter().filter_map(|field| by_field.get(field)).flatten();
        (class.to_owned(), of_class.map(drawn).collect())
    });
    Value::Object(known.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_pages_bring_no_scripts() {
        let page =
            markup("# A\n\n<script>alert(1)</script>\n\n[x](javascript:alert) [y](https://a.b) `List<T>`\n");
        assert!(page.contains("<h1>A</h1>") && page.contains("&lt;script&gt;"), "{page}");
        assert!(page.contains("<em>x</em>") && page.contains("<a href=\"https://a.b\">y</a>"), "{page}");
        assert!(page.contains("List&lt;T&gt;"), "{page}");
    }

    #[test]
    fn tables_of_help_pages_are_tables() {
        let page = markup("| A | B |\n| --- | --- |\n| `a` | [b](x.md) |\n");
        assert!(page.contains("<th>A</th>") && page.contains("<td><em>b</em></td>"), "{page}");
    }
}
