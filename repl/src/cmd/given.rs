//! Results of earlier runs as input of a command: files of JSON, JSON lines or SARIF.

use quarrel_confirm::sarif;
use quarrel_console::Failure;
use quarrel_files::is_database;
use quarrel_report::json;
use serde_json::Value;
use std::path::Path;

/// Bytes of a result that are read.
const MOST_BYTES: u64 = 1 << 30;

/// What a file holds.
pub struct Given {
    /// Its findings, or rows, in the form of a JSON report.
    pub objects: Vec<Value>,
    /// What it says of queries that were not finished.
    pub missing: Vec<String>,
    /// The SARIF log that they came in, if it is one.
    pub log: Option<Value>,
}

/// Reads a result.
///
/// # Errors
/// If the file cannot be read, or is none.
pub fn read(path: &Path) -> Result<Given, Failure> {
    if is_database(path) {
        return Err(Failure::new(format!("{} is a database, which holds no findings", path.display()))
            .help(format!("`quarrel analyze {} --output report.json` writes some", path.display())));
    }
    let bytes = quarrel_files::read_any(path, MOST_BYTES).map_err(|error| {
        Failure::new(format!("cannot read {}: {error}", path.display()))
            .help("name a file that `quarrel analyze --output report.json` or `--output report.sarif` wrote")
    })?;
    let text = String::from_utf8_lossy(&bytes);
    if let Ok(log) = serde_json::from_str::<Value>(&text)
        && log["runs"].is_array()
    {
        let said = |run: &Value| run["invocations"][0]["toolExecutionNotifications"].as_array().cloned();
        let runs = log["runs"].as_array().into_iter().flatten();
        let missing = runs.filter_map(said).flatten().filter(|told| told["level"] == "error");
        let missing =
            missing.filter_map(|told| told["message"]["text"].as_str().map(str::to_owned)).collect();
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

/// What to say of a file that is no result.
pub fn no_result(path: &Path) -> Failure {
    Failure::new(format!("{} is no report of quarrel", path.display()))
        .help("name what `quarrel analyze --output report.json` or `--output report.sarif` wrote")
}
