//! Renders findings as SARIF 2.1.0 for code scanning services: paths relative to the repository's root, columns in UTF-16
//! units with exclusive ends, fingerprints that do not depend on line numbers, and no more results than services accept.

use super::report::Report;
use percent_encoding::percent_encode;
use quarrel_engine::Location;
use quarrel_findings::baseline::TOOL;
use quarrel_findings::edits::{Edit, Fix, Region};
use quarrel_findings::fingerprint::FINGERPRINT;
use quarrel_findings::sources::{NOT_IN_URI_PATHS, file_name};
use quarrel_findings::{Finding, Piece, Rule, Severity};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The limits of services; results beyond them are cut, with a message.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most results of a run.
    pub results: usize,
    /// The most steps of all paths of a result.
    pub steps: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { results: 25_000, steps: 10_000 }
    }
}

/// The most tags of a rule.
const TAGS: usize = 20;
/// The id of the folder to which paths are relative.
const ROOT: &str = "%SRCROOT%";

/// Renders the report as SARIF; also returns messages about what was cut.
pub fn render(report: &Report, limits: Limits) -> (String, Vec<String>) {
    let mut cut = Vec::new();
    let rules: BTreeMap<&str, usize> =
        report.rules.iter().enumerate().map(|(at, rule)| (rule.id.as_str(), at)).collect();

    // If there are too many, the worst stay.
    let mut chosen: Vec<&Finding> = report.findings.iter().collect();
    if chosen.len() > limits.results {
        cut.push(format!(
            "{} of {} results were left out, the least severe ones: services take {}",
            chosen.len() - limits.results,
            chosen.len(),
            limits.results
        ));
        let mut ranked: Vec<(usize, &Finding)> = chosen.into_iter().enumerate().collect();
        ranked.sort_by_key(|(at, finding)| (!finding.counts(), finding.severity(), *at));
        ranked.truncate(limits.results);
        ranked.sort_by_key(|(at, _)| *at);
        chosen = ranked.into_iter().map(|(_, finding)| finding).collect();
    }
    let mut shortened = 0;
    let mut results: Vec<Value> = chosen
        .iter()
        .map(|finding| {
            let (result, is_cut) = result(report, finding, &rules, limits.steps);
            shortened += usize::from(is_cut);
            result
        })
        .collect();
    if shortened > 0 {
        cut.push(format!("the paths of {shortened} results were cut: services take {} steps", limits.steps));
    }
    let room = limits.results - results.len();
    results.extend(report.absent.iter().take(room).map(|result| absent(result, &rules)));

    let provenance = report.provenance.as_ref();
    let notification = |level: &str, text: &String| json!({ "level": level, "message": { "text": text } });
    let missing = report.missing.iter().map(|query| notification("error", &query.text));
    let notifications: Vec<Value> =
        missing.chain(cut.iter().map(|text| notification("warning", text))).collect();
    let extensions: Vec<Value> = report
        .packs
        .iter()
        .map(|pack| {
            let mut component = Map::from_iter([("name".to_owned(), json!(pack.name))]);
            if let Some(version) = &pack.version {
                component.insert("version".to_owned(), json!(version));
            }
            Value::Object(component)
        })
        .collect();
    let version = env!("CARGO_PKG_VERSION");
    let mut run = Map::new();
    run.insert(
        "tool".to_owned(),
        json!({
            "driver": {
                "name": TOOL,
                "version": version,
                "semanticVersion": version,
                "rules": report.rules.iter().map(|rule| rule_object(rule)).collect::<Vec<_>>(),
            },
            "extensions": extensions,
        }),
    );
    run.insert(
        "invocations".to_owned(),
        json!([{ "executionSuccessful": report.missing.is_empty(), "toolExecutionNotifications": notifications }]),
    );
    let notes: Vec<String> =
        report.unread().chain(report.left_out()).chain(report.notes.iter().cloned()).collect();
    if !notes.is_empty()
        && let Some(invocation) = run.get_mut("invocations").and_then(|all| all.get_mut(0))
    {
        let note = |text: &String| json!({ "level": "note", "message": { "text": text } });
        invocation["toolConfigurationNotifications"] = notes.iter().map(note).collect();
    }
    run.insert(
        "originalUriBaseIds".to_owned(),
        json!({ ROOT: { "description": { "text": "The root of the repository, or else the analysed folder." } } }),
    );
    let prefix = prefix(report);
    // The category distinguishes runs on several folders of a repository.
    let category = provenance.and_then(|known| known.category.clone()).unwrap_or_else(|| {
        format!("{}/{}", TOOL.to_lowercase(), prefix.trim_end_matches('/')).trim_end_matches('/').to_owned()
    });
    run.insert("automationDetails".to_owned(), json!({ "id": format!("{category}/") }));
    if let Some(repository) = provenance.and_then(|known| known.repository.as_ref()) {
        let mut details = json!({ "repositoryUri": repository, "mappedTo": { "uriBaseId": ROOT } });
        let known = provenance.map(|known| (&known.commit, &known.branch));
        if let Some((Some(commit), _)) = known {
            details["revisionId"] = json!(commit);
        }
        if let Some((_, Some(branch))) = known {
            details["branch"] = json!(branch);
        }
        run.insert("versionControlProvenance".to_owned(), json!([details]));
    }
    run.insert("columnKind".to_owned(), json!("utf16CodeUnits"));
    run.insert("results".to_owned(), Value::Array(results));
    run.insert(
        "properties".to_owned(),
        json!({
            "unresolvedCallShare": report.facts.unresolved_share,
            "files": report.facts.files,
            "lines": report.facts.lines,
            "classes": report.facts.classes,
            "calls": report.facts.calls,
        }),
    );
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [Value::Object(run)],
    });
    (format!("{log:#}\n"), cut)
}

fn rule_object(rule: &Rule) -> Value {
    let mut object = Map::from_iter([
        ("id".to_owned(), json!(rule.id)),
        ("name".to_owned(), json!(identifier(&rule.id))),
        ("shortDescription".to_owned(), json!({ "text": sentence(&rule.name, &rule.id) })),
        ("fullDescription".to_owned(), json!({ "text": sentence(&rule.description, &rule.name) })),
        ("defaultConfiguration".to_owned(), json!({ "enabled": true, "level": rule.severity.word() })),
    ]);
    if let Some(help) = &rule.help {
        object.insert("help".to_owned(), json!({ "text": **help, "markdown": **help }));
    }
    let mut properties = Map::new();
    properties.insert("tags".to_owned(), json!(rule.tags.iter().take(TAGS).collect::<Vec<_>>()));
    if let Some(precision) = &rule.precision {
        properties.insert("precision".to_owned(), json!(precision));
    }
    let severity = if rule.severity == Severity::Note { "recommendation" } else { rule.severity.word() };
    properties.insert("problem.severity".to_owned(), json!(severity));
    if let Some(score) = &rule.security_severity {
        properties.insert("security-severity".to_owned(), json!(score));
    }
    if let Some(pack) = &rule.pack {
        properties.insert("pack".to_owned(), json!(pack.name));
    }
    object.insert("properties".to_owned(), Value::Object(properties));
    Value::Object(object)
}

/// The name of a rule in SARIF, a single word: `NotThreadsafe` for `java/not-threadsafe`.
fn identifier(id: &str) -> String {
    let words = id.rsplit('/').next().unwrap_or(id).split(|at: char| !at.is_alphanumeric());
    words
        .map(|word| {
            let mut letters = word.chars();
            let first = letters.next().map(|first| first.to_uppercase().collect::<String>());
            first.unwrap_or_default() + letters.as_str()
        })
        .collect()
}

/// The path from the folder to which paths are relative to the analysed one.
fn prefix(report: &Report) -> &str {
    report.provenance.as_ref().map_or("", |known| &known.prefix)
}

/// The text, or `otherwise` if it is empty.
fn sentence<'a>(text: &'a str, otherwise: &'a str) -> &'a str {
    if text.is_empty() { otherwise } else { text }
}

fn result(report: &Report, finding: &Finding, rules: &BTreeMap<&str, usize>, steps: usize) -> (Value, bool) {
    let mut object = Map::new();
    object.insert("ruleId".to_owned(), json!(finding.rule.id));
    if let Some(index) = rules.get(finding.rule.id.as_str()) {
        object.insert("ruleIndex".to_owned(), json!(index));
    }
    object.insert("level".to_owned(), json!(finding.severity().word()));
    object.insert("message".to_owned(), json!({ "text": message(finding) }));
    let place = |at: &Location| place(prefix(report), at);
    let mut location = finding.location.as_ref().map(place);
    if let (Some(location), Some(name)) =
        (&mut location, finding.callable.as_deref().or(finding.class.as_deref()))
    {
        let kind = if finding.callable.is_some() { "function" } else { "type" };
        location["logicalLocations"] = json!([{ "fullyQualifiedName": name, "kind": kind }]);
    }
    object.insert("locations".to_owned(), Value::Array(location.into_iter().collect()));
    let mut related = Vec::new();
    for (at, thing) in finding.related.iter().enumerate() {
        let Some(at_place) = &thing.location else { continue };
        let mut location = place(at_place);
        location["id"] = json!(at + 1);
        let holding = report.surroundings.holding(at_place);
        let text = holding.map_or_else(|| thing.text.clone(), |holding| format!("{}, {holding}", thing.text));
        location["message"] = json!({ "text": text });
        related.push(location);
    }
    if !related.is_empty() {
        object.insert("relatedLocations".to_owned(), Value::Array(related));
    }
    // Other tools compute it from lines; this one does not change when lines move.
    object.insert(
        "partialFingerprints".to_owned(),
        json!({ FINGERPRINT: finding.fingerprint, "primaryLocationLineHash": finding.fingerprint }),
    );
    let mut left = steps;
    let mut is_cut = false;
    let mut flows = Vec::new();
    for path in &finding.paths {
        let parallel = path.len() > 1;
        let mut threads = Vec::new();
        for (number, thread) in path.iter().enumerate() {
            let kept = thread.len().min(left);
            is_cut |= kept < thread.len();
            left -= kept;
            let locations: Vec<Value> = thread[..kept]
                .iter()
                .map(|step| {
                    let mut location = step.location.as_ref().map_or_else(|| json!({}), place);
                    location["message"] = json!({ "text": step.label });
                    json!({ "location": location })
                })
                .collect();
            if !locations.is_empty() {
                let mut flow = json!({ "id": format!("thread {}", number + 1), "locations": locations });
                if let Some(first) = thread.first().filter(|_| parallel) {
                    flow["message"] = json!({ "text": first.label });
                }
                threads.push(flow);
            }
        }
        if !threads.is_empty() {
            flows.push(json!({ "threadFlows": threads }));
        }
    }
    if !flows.is_empty() {
        object.insert("codeFlows".to_owned(), Value::Array(flows));
    }
    object.insert("rank".to_owned(), json!(finding.confidence.rank as f64));
    let mut properties: Map<String, Value> =
        finding.properties.iter().map(|(key, values)| (key.clone(), json!(values))).collect();
    if !finding.stages.is_empty() {
        properties.insert("stages".to_owned(), json!(finding.stages));
    }
    properties.insert("confidence".to_owned(), json!(finding.confidence.level.word()));
    properties.insert("evidence".to_owned(), super::lines::evidence(finding));
    object.insert("properties".to_owned(), Value::Object(properties));
    if !finding.fixes.is_empty() {
        object.insert("fixes".to_owned(), finding.fixes.iter().map(|one| fix(prefix(report), one)).collect());
    }
    if let Some(state) = finding.state {
        object.insert("baselineState".to_owned(), json!(state.word()));
    }
    if let Some(reason) = &finding.suppressed {
        let mut suppression = Map::new();
        suppression.insert("kind".to_owned(), json!("inSource"));
        suppression.insert("status".to_owned(), json!("accepted"));
        if !reason.is_empty() {
            suppression.insert("justification".to_owned(), json!(reason));
        }
        object.insert("suppressions".to_owned(), json!([suppression]));
    }
    (Value::Object(object), is_cut)
}

/// A fix of a finding: the changes of each file.
fn fix(prefix: &str, fix: &Fix) -> Value {
    let changes: Vec<Value> = fix
        .edits
        .chunk_by(|a, b| a.path == b.path)
        .map(|edits| {
            let replacement = |edit: &Edit| {
                let Region { start, end } = edit.region;
                json!({
                    "deletedRegion": {
                        "startLine": start.0, "startColumn": start.1, "endLine": end.0, "endColumn": end.1,
                    },
                    "insertedContent": { "text": edit.text },
                })
            };
            let replacements: Vec<Value> = edits.iter().map(replacement).collect();
            json!({ "artifactLocation": artifact(prefix, &edits[0].path), "replacements": replacements })
        })
        .collect();
    json!({ "description": { "text": fix.title }, "artifactChanges": changes })
}

/// A result of the baseline that is gone.
fn absent(result: &Value, rules: &BTreeMap<&str, usize>) -> Value {
    let mut result = result.clone();
    if let Some(object) = result.as_object_mut() {
        object.insert("baselineState".to_owned(), json!("absent"));
        let index = object.get("ruleId").and_then(Value::as_str).and_then(|id| rules.get(id)).copied();
        object.shift_remove("ruleIndex");
        if let Some(index) = index {
            object.insert("ruleIndex".to_owned(), json!(index));
        }
    }
    result
}

/// The message with links to related places; escapes brackets and backslashes in the text.
fn message(finding: &Finding) -> String {
    let escape = |text: &str| text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]");
    finding
        .message
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) => escape(text),
            Piece::Link(at) => {
                let thing = &finding.related[*at];
                match thing.location {
                    Some(_) => format!("[{}]({})", escape(&thing.text), at + 1),
                    None => escape(&thing.text),
                }
            }
        })
        .collect()
}

/// A file, by its path below the analysed folder.
fn artifact(prefix: &str, path: &str) -> Value {
    let path = file_name(path);
    let whole = [prefix.as_bytes(), path.as_os_str().as_encoded_bytes()].concat();
    let uri = percent_encode(&whole, NOT_IN_URI_PATHS).to_string();
    json!({ "uri": uri, "uriBaseId": ROOT })
}

fn place(prefix: &str, at: &Location) -> Value {
    let mut physical = json!({ "artifactLocation": artifact(prefix, &at.path) });
    // 0:0:0:0 is the whole file.
    if at.start_line > 0 {
        let mut region = json!({ "startLine": at.start_line });
        if at.start_column > 0 {
            region["startColumn"] = json!(at.start_column);
            region["endLine"] = json!(at.end_line.max(at.start_line));
            region["endColumn"] = json!(at.end_column.saturating_add(1).max(1));
        }
        physical["region"] = region;
    }
    json!({ "physicalLocation": physical })
}
