//! Labels that people have given in results: what readers agree on, and the reasons beside silenced findings. A results
//! database flows in, labels with the evidence that its reports have flow out.

use super::{Label, rows::Key};
use crate::results::Results;
use quarrel_console::Failure;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// Reads the labels; rows say what one piece of each evidence is worth, so that those that count several times are known.
pub fn read(file: &Path, points: &BTreeMap<Key, i64>) -> Result<Vec<Label>, Failure> {
    let results = Results::open_to_read(file)?;
    let said = results.checked(judged(&results))?;
    let mut labels = Vec::new();
    for (repository, said) in said {
        let Some(log) = results.report(&repository)? else { continue };
        let log: Value =
            serde_json::from_slice(&log).map_err(|error| results.broken_report(&repository, &error))?;
        for found in log["runs"][0]["results"].as_array().into_iter().flatten() {
            let fingerprint = found["partialFingerprints"]["quarrel/v1"].as_str().unwrap_or_default();
            let Some(label) = said.get(fingerprint) else { continue };
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

/// What is said of findings, by repository and fingerprint: where readers agree, and `harmless` where a finding is silenced with
/// a reason and nobody has read it.
fn judged(results: &Results) -> rusqlite::Result<BTreeMap<String, HashMap<String, String>>> {
    let mut said: BTreeMap<String, HashMap<String, String>> = BTreeMap::new();
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
        said.entry(repository).or_default().insert(fingerprint, verdict);
    }
    Ok(said)
}

/// Evidence by its id, with how often it counts.
fn evidence(found: &Value, points: &BTreeMap<Key, i64>) -> Vec<(String, f64)> {
    let one = |one: &Value| {
        let id = one["id"].as_str()?.to_owned();
        let all = one["points"].as_f64()?;
        let row = *points.get(&Key::Evidence(id.clone()))? as f64;
        Some((id, if row == 0.0 { 1.0 } else { (all / row).round().max(1.0) }))
    };
    found.as_array().into_iter().flatten().filter_map(one).collect()
}
