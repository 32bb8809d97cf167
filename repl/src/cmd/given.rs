//! Reads results of earlier runs: files of JSON, JSON lines or SARIF.

use quarrel_confirm::sarif;
use quarrel_console::Failure;
use quarrel_files::is_database;
use quarrel_report::json;
use serde_json::Value;
use std::path::Path;

/// The largest result that is read, in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// The contents of a result file.
pub struct Given {
    /// The findings, or rows, in the form of a JSON report.
    pub objects: Vec<Value>,
    /// Messages about queries that did not finish.
    pub missing: Vec<String>,
    /// The SARIF log; `None` for other formats.
    pub log: Option<Value>,
}

/// Reads a result.
///
/// # Errors
/// If the file cannot be read or is not a result.
pub fn read(path: &Path) -> Result<Given, Failure> {
    if is_database(path) {
        return Err(Failure::new(format!("{} is a database, which has no findings", path.display()))
            .help(format!("`quarrel analyze {} --output report.json` writes them", path.display())));
    }
    let bytes = quarrel_files::read_any(path, MOST_BYTES).map_err(|error| {
        Failure::new(format!("cannot read {}: {error}", path.display()))
            .help("name a file that `quarrel analyze --output report.json` or `--output report.sarif` wrote")
    })?;
    let text = String::from_utf8_lossy(&bytes);
    if let Ok(log) = serde_json::from_str::<Value>(&text)
        && log["runs"].is_array()
    {
        let notifications =
            |run: &Value| run["invocations"][0]["toolExecutionNotifications"].as_array().cloned();
        let runs = log["runs"].as_array().into_iter().flatten();
        let missing =
            runs.filter_map(notifications).flatten().filter(|notification| notification["level"] == "error");
        let missing = missing
            .filter_map(|notification| notification["message"]["text"].as_str().map(str::to_owned))
            .collect();
        return Ok(Given { objects: sarif::findings(&log), missing, log: Some(log) });
    }
    let objects = json::objects(&text).ok().filter(|all| all.iter().all(Value::is_object));
    let mut objects = objects.ok_or_else(|| no_result(path))?;
    let mut missing = Vec::new();
    objects.retain(|object| {
        let is_missing = object["missing"].is_string() && object["message"].is_string();
        missing.extend(object["message"].as_str().filter(|_| is_missing).map(str::to_owned));
        !is_missing
    });
    Ok(Given { objects, missing, log: None })
}

/// The failure for a file that is not a result.
pub fn no_result(path: &Path) -> Failure {
    Failure::new(format!("{} is not a report of quarrel", path.display()))
        .help("name a file that `quarrel analyze --output report.json` or `--output report.sarif` wrote")
}
