//! Compares findings with the SARIF of an earlier run: marks each as new or unchanged, and returns those that are gone.

use super::{Finding, State};
use crate::fingerprint::FINGERPRINT;
use quarrel_console::Failure;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The name of the tool, in SARIF.
pub const TOOL: &str = "Quarrel";

/// The largest baseline that is read, in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// The results of an earlier run by their fingerprints.
#[derive(Default, Debug)]
pub struct Baseline {
    results: BTreeMap<(String, String), Value>,
}

impl Baseline {
    /// Reads the SARIF of an earlier run.
    ///
    /// # Errors
    /// If the file cannot be read, is not SARIF, or was made by another tool.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        Self::of(path, quarrel_files::read_any(path, MOST_BYTES))
    }

    /// As [`Baseline::read`], for a file that a configuration of strangers may name: it must be a regular file.
    ///
    /// # Errors
    /// As for [`Baseline::read`].
    pub fn read_regular(path: &Path) -> Result<Self, Failure> {
        Self::of(path, quarrel_files::read(path, MOST_BYTES))
    }

    fn of(path: &Path, text: std::io::Result<Vec<u8>>) -> Result<Self, Failure> {
        let shown = path.display();
        let text = text.map_err(|error| {
            Failure::new(format!("cannot read the baseline {shown}: {error}"))
                .help("make one with `quarrel analyze PATH --output baseline.sarif`")
        })?;
        Self::parse(&text).map_err(|(what, help)| Failure::new(format!("{shown} {what}")).help(help))
    }

    /// The results of an earlier run whose SARIF was not written anywhere.
    ///
    /// # Errors
    /// If it is no SARIF of ours, which is a bug.
    pub fn of_sarif(text: &str) -> Result<Self, Failure> {
        Self::parse(text.as_bytes())
            .map_err(|(what, _)| Failure::new(format!("this is a bug in quarrel: it {what}")))
    }

    fn parse(text: &[u8]) -> Result<Self, (String, &'static str)> {
        const MAKE: &str = "a baseline is what `quarrel analyze PATH --output baseline.sarif` writes";
        let json: Value =
            serde_json::from_slice(text).map_err(|error| (format!("is not a SARIF file: {error}"), MAKE))?;
        let runs = json["runs"]
            .as_array()
            .ok_or_else(|| ("is not a SARIF file: it has no runs".to_owned(), MAKE))?;
        let tool =
            |run: &Value| run["tool"]["driver"]["name"].as_str().unwrap_or("an unnamed tool").to_owned();
        let ours: Vec<&Value> = runs.iter().filter(|run| tool(run) == TOOL).collect();
        if ours.is_empty() {
            let others: Vec<String> = runs.iter().map(tool).collect();
            let of = if others.is_empty() { "no tool".to_owned() } else { others.join(", ") };
            return Err((format!("is a baseline of {of}, not of {TOOL}"), MAKE));
        }
        let mut results = BTreeMap::new();
        for result in ours.into_iter().flat_map(|run| run["results"].as_array().into_iter().flatten()) {
            // Findings that were gone in the earlier run.
            if result["baselineState"] == "absent" {
                continue;
            }
            let fingerprint = result["partialFingerprints"][FINGERPRINT].as_str();
            let (Some(rule), Some(fingerprint)) = (result["ruleId"].as_str(), fingerprint) else {
                return Err((
                    format!("has a result without `ruleId` or `partialFingerprints.{FINGERPRINT}`"),
                    "another tool may have changed it; make a new baseline",
                ));
            };
            results.insert((rule.to_owned(), fingerprint.to_owned()), result.clone());
        }
        Ok(Self { results })
    }

    /// Marks findings; returns the results that are gone, except those of queries that did not run.
    pub fn compare(mut self, findings: &mut [Finding], ran: &dyn Fn(&str) -> bool) -> Vec<Value> {
        for finding in findings {
            let key = (finding.rule.id.clone(), finding.fingerprint.clone());
            let known = self.results.remove(&key).is_some();
            finding.state = Some(if known { State::Unchanged } else { State::New });
        }
        self.results.into_iter().filter(|((rule, _), _)| ran(rule)).map(|(_, result)| result).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        Baseline::parse(text.as_bytes()).map_or_else(|(what, _)| what, |_| "accepted".to_owned())
    }

    #[test]
    fn only_our_own_sarif_is_a_baseline() {
        assert!(refused("{").contains("not a SARIF file"));
        assert!(refused("[1]").contains("no runs"));
        let other = r#"{"runs":[{"tool":{"driver":{"name":"Other"}},"results":[]}]}"#;
        assert!(refused(other).contains("of Other"));
        let own = r#"{"runs":[{"tool":{"driver":{"name":"Quarrel"}},"results":[{"ruleId":"a"}]}]}"#;
        assert!(refused(own).contains("partialFingerprints"));
        let own = r#"{"runs":[{"tool":{"driver":{"name":"Quarrel"}},"results":[]}]}"#;
        assert_eq!(refused(own), "accepted");
    }
}
