//! Reads labels from results databases: verdicts on which readers agree, and reasons beside silenced findings, with the
//! evidence in the reports.

use super::{Label, rows::Key};
use crate::results::Results;
use quarrel_console::Failure;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// Reads the labels. The `points` of one piece of each evidence show which pieces count several times.
pub fn read(file: &Path, points: &BTreeMap<Key, i64>) -> Result<Vec<Label>, Failure> {
    let results = Results::open_to_read(file)?;
    let judged = results.checked(judged(&results))?;
    let mut labels = Vec::new();
    for (repository, of_findings) in judged {
        let Some(log) = results.report(&repository)? else { continue };
        let log: Value =
            serde_json::from_slice(&log).map_err(|error| results.broken_report(&repository, &error))?;
        for found in log["runs"][0]["results"].as_array().into_iter().flatten() {
            let fingerprint = found["partialFingerprints"]["quarrel/v1"].as_str().unwrap_or_default();
            let Some(label) = of_findings.get(fingerprint) else { continue };
            labels.push(Label {
                repository: repository.clone(),
                commit: String::new(),
                rule: found["ruleId"].as_str().unwrap_or_default().to_owned(),
                evidence: evidence(&found["properties"]["evidence"], points),
                label: label.clone(),
                weight: 1.0,
            });
        }
    }
    Ok(labels)
}

/// The labels by repository and fingerprint: the verdict on which readers agree, or `harmless` if a finding is silenced with
/// a reason and nobody has read it.
fn judged(results: &Results) -> rusqlite::Result<BTreeMap<String, HashMap<String, String>>> {
    let mut labels: BTreeMap<String, HashMap<String, String>> = BTreeMap::new();
    let mut ask = results.connection().prepare(
        "SELECT repository, fingerprint, min(verdict) FROM verdicts GROUP BY repository, fingerprint \
         HAVING min(verdict) = max(verdict) AND min(verdict) <> 'unsure' \
         UNION ALL \
         SELECT repository, fingerprint, 'harmless' FROM findings WHERE trim(silenced) <> '' AND NOT EXISTS \
         (SELECT * FROM verdicts v WHERE v.repository = findings.repository AND v.fingerprint = findings.fingerprint)",
    )?;
    let rows = ask.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    for row in rows {
        let (repository, fingerprint, verdict): (String, String, String) = row?;
        labels.entry(repository).or_default().insert(fingerprint, verdict);
    }
    Ok(labels)
}

/// The ids of evidence, with how often each counts.
fn evidence(found: &Value, points: &BTreeMap<Key, i64>) -> Vec<(String, f64)> {
    let one = |one: &Value| {
        let id = one["id"].as_str()?.to_owned();
        let all = one["points"].as_f64()?;
        let row = *points.get(&Key::Evidence(id.clone()))? as f64;
        Some((id, if row == 0.0 { 1.0 } else { (all / row).round().max(1.0) }))
    };
    found.as_array().into_iter().flatten().filter_map(one).collect()
}
