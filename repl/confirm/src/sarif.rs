//! Converts SARIF into lines of a JSON report, and adds the outcomes to the SARIF.

use crate::outcome::Outcome;
use serde_json::{Map, Value, json};

/// The findings of a SARIF log as lines of a JSON report, in the order of their results.
pub fn findings(log: &Value) -> Vec<Value> {
    results(log).map(finding).collect()
}

fn results(log: &Value) -> impl Iterator<Item = &Value> {
    let runs = log["runs"].as_array().into_iter().flatten();
    runs.flat_map(|run| run["results"].as_array().into_iter().flatten())
        .filter(|result| result["baselineState"] != json!("absent"))
}

fn finding(result: &Value) -> Value {
    let related = result["relatedLocations"].as_array().into_iter().flatten();
    let related: Vec<Value> = related
        .map(|one| {
            let text = one["message"]["text"].as_str().unwrap_or_default();
            let text = text.split(", holds ").next().unwrap_or(text);
            json!({ "text": text, "location": location(one) })
        })
        .collect();
    let steps = |flow: &Value| -> Vec<Value> {
        let steps = flow["locations"].as_array().into_iter().flatten();
        steps
            .map(|step| {
                let step = &step["location"];
                json!({ "text": step["message"]["text"], "location": location(step) })
            })
            .collect()
    };
    let flows = result["codeFlows"].as_array().into_iter().flatten();
    let paths: Vec<Vec<Vec<Value>>> =
        flows.map(|flow| flow["threadFlows"].as_array().into_iter().flatten().map(steps).collect()).collect();
    let mut finding = json!({
        "rule": result["ruleId"],
        "severity": result["level"],
        "message": plain(result["message"]["text"].as_str().unwrap_or_default()),
        "location": location(&result["locations"][0]),
        "related": related,
        "paths": paths,
        "properties": result["properties"],
        "fingerprint": result["partialFingerprints"]["primaryLocationLineHash"],
    });
    if let Some(reason) = result["suppressions"].get(0) {
        finding["suppressed"] = json!({ "reason": reason["justification"] });
    }
    finding
}

/// A message without its links: `[read](2)` is `read`.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('[') {
        let link = rest[start..].split_once("](").and_then(|(name, after)| {
            let (number, after) = after.split_once(')')?;
            number.bytes().all(|byte| byte.is_ascii_digit()).then_some((&name[1..], after))
        });
        let Some((name, after)) = link else { break };
        out.push_str(&rest[..start]);
        out.push_str(name);
        rest = after;
    }
    out.push_str(rest);
    out.replace("\\[", "[").replace("\\]", "]").replace("\\\\", "\\")
}

fn location(at: &Value) -> Value {
    let physical = &at["physicalLocation"];
    let Some(uri) = physical["artifactLocation"]["uri"].as_str() else { return Value::Null };
    let region = &physical["region"];
    let first = region["startLine"].as_i64().unwrap_or(0);
    json!({
        "path": decoded(uri),
        "startLine": first,
        "startColumn": region["startColumn"].as_i64().unwrap_or(0),
        "endLine": region["endLine"].as_i64().unwrap_or(first),
        "endColumn": region["endColumn"].as_i64().unwrap_or(1) - 1,
    })
}

/// A path, decoded from a URI.
fn decoded(uri: &str) -> String {
    let bytes = uri.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'%').then(|| uri.get(at + 1..at + 3)).flatten();
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Adds outcomes to a log, in the order of [`findings`]: as a property of each result, with the real stacks as `stacks`,
/// and confirmed results first.
pub fn add(log: &mut Value, outcomes: &[Outcome]) {
    let mut outcomes = outcomes.iter();
    for run in log["runs"].as_array_mut().into_iter().flatten() {
        let Some(results) = run["results"].as_array_mut() else { continue };
        let mut order = Vec::new();
        for result in results.iter_mut() {
            let outcome = if result["baselineState"] == json!("absent") { None } else { outcomes.next() };
            order.push(outcome.map_or(u8::MAX, Outcome::order));
            let Some(outcome) = outcome else { continue };
            if !result["properties"].is_object() {
                result["properties"] = Value::Object(Map::new());
            }
            result["properties"]["confirmed"] = outcome.json();
            if let Outcome::Confirmed(proof) = outcome {
                let frame = |(method, file, line): &(String, String, i64)| {
                    let mut location = json!({ "logicalLocations": [{ "fullyQualifiedName": method }] });
                    if *line > 0 {
                        location["message"] = json!({ "text": format!("{file}:{line}") });
                    }
                    json!({ "location": location })
                };
                result["stacks"] = proof
                    .threads
                    .iter()
                    .map(|thread| {
                        let frames: Vec<Value> = thread.stack.iter().map(frame).collect();
                        json!({ "message": { "text": format!("{}: {}", thread.name, thread.at) }, "frames": frames })
                    })
                    .collect();
            }
        }
        let mut ranked: Vec<(u8, Value)> = order.into_iter().zip(results.drain(..)).collect();
        ranked.sort_by_key(|(order, _)| *order > 0);
        results.extend(ranked.into_iter().map(|(_, result)| result));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Proof;

    #[test]
    fn results_are_findings() {
        let place = |line: i64| {
            json!({ "physicalLocation": { "artifactLocation": { "uri": "a%20b/A.java" },
            "region": { "startLine": line, "endLine": line, "endColumn": 4 } } })
        };
        let mut second = place(7);
        second["message"] = json!({ "text": "write, holds no lock" });
        let mut log = json!({ "runs": [{ "results": [
            { "ruleId": "java/race", "message": { "text": "x" }, "locations": [place(1)] },
            { "ruleId": "java/not-threadsafe", "message": { "text": "This [read](1) of \\[a\\]" }, "locations": [place(3)],
              "relatedLocations": [second] },
        ] }] });
        let found = findings(&log);
        assert_eq!(found[1]["message"], "This read of [a]");
        assert_eq!(found[1]["related"][0]["text"], "write");
        assert_eq!(found[1]["location"]["path"], "a b/A.java");
        add(&mut log, &[Outcome::Apart { holds: 2, passes: 2 }, Outcome::Confirmed(Proof::default())]);
        let first = &log["runs"][0]["results"][0];
        assert_eq!(first["ruleId"], "java/not-threadsafe", "confirmed ones come first");
        assert_eq!(first["properties"]["confirmed"]["outcome"], "confirmed");
    }
}
