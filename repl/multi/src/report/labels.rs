//! Imports outcomes of `quarrel confirm` as rows of `labels`, and makes stacks for the page.

use crate::results::{Results, canonical};
use quarrel_console::{Failure, note};
use serde_json::Value;
use std::path::PathBuf;

/// The label of findings that happened.
pub const CONFIRMED: &str = "confirmed";
/// The label of findings that never happened although both sides ran often.
pub const APART: &str = "apart";
/// The fewest passes of both sides for the label [`APART`].
const MANY_PASSES: u64 = 1000;

/// The outcome of a finding in a run.
#[derive(Debug)]
pub struct Outcome {
    fingerprint: String,
    /// The label; `None` if the outcome means nothing.
    label: Option<&'static str>,
    text: String,
    proof: Value,
}

impl Outcome {
    /// Reads the outcome of a finding in a report of `quarrel confirm`; `None` if it has none.
    pub fn of(finding: &Value) -> Option<Self> {
        let own = &finding["confirmed"];
        let seen = if own.is_object() { own } else { &finding["properties"]["confirmed"] };
        let outcome = seen["outcome"].as_str()?;
        let label = match outcome {
            "confirmed" => Some(CONFIRMED),
            "never together" if seen["passes"].as_u64() >= Some(MANY_PASSES) => Some(APART),
            _ => None,
        };
        let mut proof = seen.clone();
        if let Some(proof) = proof.as_object_mut() {
            proof.remove("outcome");
            proof.remove("text");
        }
        let fingerprint = finding["fingerprint"].as_str()?.to_owned();
        Some(Self { fingerprint, label, text: seen["text"].as_str().unwrap_or_default().to_owned(), proof })
    }
}

/// Imports the outcomes of a repository's findings into results.
///
/// # Errors
/// If the results cannot be written.
pub fn run(file: &PathBuf, repository: &str, outcomes: &[Outcome]) -> Result<(), Failure> {
    Results::open_to_read(file)?;
    let results = Results::open(file)?;
    let (mut confirmed, mut apart, mut nothing, mut unknown) = (0, 0, 0, 0);
    for outcome in outcomes {
        let Some(label) = outcome.label else {
            nothing += 1;
            continue;
        };
        let row = [label, &outcome.text, &outcome.proof.to_string()];
        match (results.label(repository, &outcome.fingerprint, row)?, label) {
            (false, _) => unknown += 1,
            (true, CONFIRMED) => confirmed += 1,
            (true, _) => apart += 1,
        }
    }
    drop(results);
    canonical(std::slice::from_ref(file), file, false)?;
    note(&format!(
        "{confirmed} findings labelled {CONFIRMED}, {apart} {APART}; of {nothing} the runs say too little"
    ));
    if unknown > 0 {
        note(&format!(
            "warning: {unknown} more are of findings that the results of `{repository}` do not have"
        ));
    }
    Ok(())
}

/// A label in reports.
#[derive(Default)]
pub struct Label {
    /// The word.
    pub label: String,
    /// The outcome as text.
    pub outcome: String,
    /// The object.
    pub object: String,
    /// The threads.
    pub threads: Vec<Thread>,
}

/// A thread of a proof.
pub struct Thread {
    /// The name, and the operation that it was about to execute.
    pub heading: String,
    /// The locks that it held.
    pub locks: Vec<String>,
    /// Its frames, innermost first.
    pub frames: Vec<String>,
}

impl Label {
    /// Reads a row.
    pub fn new(label: String, outcome: String, proof: &str) -> Self {
        let proof: Value = serde_json::from_str(proof).unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let items = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let frame = |frame: &Value| {
            let place = match frame["line"].as_i64() {
                Some(line) if line > 0 => format!("{}:{line}", text(&frame["file"])),
                _ => text(&frame["file"]),
            };
            format!("{} ({place})", text(&frame["method"]))
        };
        let threads = items(&proof["threads"]);
        let threads = threads.iter().map(|thread| Thread {
            heading: format!("{}: {}", text(&thread["name"]), text(&thread["at"])),
            locks: items(&thread["locks"]).iter().map(text).collect(),
            frames: items(&thread["stack"]).iter().map(frame).collect(),
        });
        Self { label, outcome, object: text(&proof["object"]), threads: threads.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn labels_need_an_outcome_that_counts() {
        let finding = |seen: Value| json!({ "fingerprint": "f", "confirmed": seen });
        let label = |finding: &Value| Outcome::of(finding).map(|outcome| outcome.label);
        assert_eq!(label(&finding(json!({ "outcome": "confirmed" }))), Some(Some(CONFIRMED)));
        assert_eq!(
            label(&finding(json!({ "outcome": "never together", "passes": 1000 }))),
            Some(Some(APART))
        );
        assert_eq!(label(&finding(json!({ "outcome": "never together", "passes": 999 }))), Some(None));
        assert_eq!(label(&finding(json!({ "outcome": "not reached" }))), Some(None));
        assert_eq!(label(&json!({ "fingerprint": "f" })), None);
    }
}
